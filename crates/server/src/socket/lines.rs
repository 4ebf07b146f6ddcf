//! All lines of the room: how many there are, whose they are, and which of them must be closed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seating::Person;
use tokio::sync::watch;

use super::Limits;
use super::bucket::Bucket;

/// Why a line is closed from the room's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The session ended: signed out, expired, kept out.
    SignedOut,
    /// The session may have ended: the line looks for itself.
    LookAgain,
    /// The room stops.
    Stopping,
}

/// Why no further line is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The room has as many lines as it may.
    Room,
    /// The person has.
    Person,
    /// The address has.
    Address,
}

#[derive(Default)]
struct Open {
    lines: BTreeMap<u32, Entry>,
    /// Sessions with their lines.
    sessions: BTreeSet<(u32, u32)>,
    people: BTreeMap<Person, Shared>,
    /// How many lines there are from each address.
    addresses: BTreeMap<String, u32>,
}

struct Entry {
    session: Option<u32>,
    cut: watch::Sender<Option<Cut>>,
}

/// What the lines of one person share.
struct Shared {
    lines: u32,
    bucket: Arc<Mutex<Bucket>>,
}

/// Every open line.
pub struct Lines {
    limits: Limits,
    since: Option<u64>,
    next: AtomicU32,
    open: Mutex<Open>,
}

/// A line's place among them; given up when it is dropped.
pub struct Place {
    /// The number of the line, which is the device of whoever is at its end. Never given twice while the room is open.
    pub number: u32,
    /// Turns to a reason when the line must be closed.
    pub cut: watch::Receiver<Option<Cut>>,
    /// What is left of the person's rate; nobody's line has its own alone.
    pub bucket: Option<Arc<Mutex<Bucket>>>,
    person: Option<Person>,
    address: Option<String>,
    lines: Arc<Lines>,
}

impl Lines {
    /// No lines yet.
    pub fn new(limits: Limits) -> Arc<Lines> {
        Arc::new(Lines { limits, since: None, next: AtomicU32::new(1), open: Mutex::default() })
    }

    /// No lines yet, in a room that is open since a moment, in milliseconds since 1970.
    pub fn opened(limits: Limits, since: u64) -> Arc<Lines> {
        Arc::new(Lines { limits, since: Some(since), next: AtomicU32::new(1), open: Mutex::default() })
    }

    /// Since when the room is open, in milliseconds since 1970.
    pub fn since(&self) -> Option<u64> {
        self.since
    }

    /// What a line may do.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a line of a person and a session, or of nobody.
    ///
    /// # Errors
    /// When there are too many.
    pub fn join(self: &Arc<Lines>, who: Option<(Person, u32)>) -> Result<Place, Full> {
        self.join_from(None, who)
    }

    /// A place for a line from an address, as addresses are counted.
    ///
    /// # Errors
    /// When there are too many.
    pub fn join_from(
        self: &Arc<Lines>,
        address: Option<String>,
        who: Option<(Person, u32)>,
    ) -> Result<Place, Full> {
        let mut open = self.open();
        if open.lines.len() >= self.limits.lines {
            return Err(Full::Room);
        }
        let of_address = |address: &String| open.addresses.get(address).copied().unwrap_or_default();
        if address.as_ref().is_some_and(|address| of_address(address) >= self.limits.lines_of_address) {
            return Err(Full::Address);
        }
        let bucket = match who {
            Some((person, _)) => {
                let fresh = || Shared {
                    lines: 0,
                    bucket: Arc::new(Mutex::new(Bucket::new(self.limits.person_rate))),
                };
                let shared = open.people.entry(person).or_insert_with(fresh);
                if shared.lines >= self.limits.lines_of_person {
                    return Err(Full::Person);
                }
                shared.lines += 1;
                Some(Arc::clone(&shared.bucket))
            }
            None => None,
        };
        if let Some(address) = &address {
            *open.addresses.entry(address.clone()).or_default() += 1;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, cut) = watch::channel(None);
        let session = who.map(|(_, session)| session);
        open.sessions.extend(session.map(|session| (session, number)));
        open.lines.insert(number, Entry { session, cut: sender });
        let (person, lines) = (who.map(|(person, _)| person), Arc::clone(self));
        Ok(Place { number, cut, bucket, person, address, lines })
    }

    /// Closes the lines that were opened in these sessions.
    pub fn close_sessions(&self, ended: &[u32]) {
        let open = self.open();
        let lines =
            ended.iter().flat_map(|session| open.sessions.range((*session, 0)..=(*session, u32::MAX)));
        for entry in lines.filter_map(|(_, line)| open.lines.get(line)) {
            // A line that is just going has no ear any more.
            let _ = entry.cut.send(Some(Cut::SignedOut));
        }
    }

    /// Lets every line look whether its session still holds.
    pub fn look_again(&self) {
        self.cut(Cut::LookAgain, |entry| entry.session.is_some());
    }

    /// Closes every line.
    pub fn close_all(&self) {
        self.cut(Cut::Stopping, |_| true);
    }

    fn cut(&self, why: Cut, which: impl Fn(&Entry) -> bool) {
        for entry in self.open().lines.values().filter(|entry| which(entry)) {
            // A line that is just going has no ear any more.
            let _ = entry.cut.send(Some(why));
        }
    }

    /// How many lines are open.
    pub fn count(&self) -> usize {
        self.open().lines.len()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.lines.open();
        let session = open.lines.remove(&self.number).and_then(|entry| entry.session);
        if let Some(session) = session {
            open.sessions.remove(&(session, self.number));
        }
        if let Some(address) = self.address.take()
            && let Some(count) = open.addresses.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                open.addresses.remove(&address);
            }
        }
        let Some(person) = self.person else { return };
        if let Some(shared) = open.people.get_mut(&person) {
            shared.lines -= 1;
            if shared.lines == 0 {
                open.people.remove(&person);
            }
        }
    }
}
