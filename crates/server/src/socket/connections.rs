//! All connections of the room: how many there are, whose they are, and which of them must be closed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seating::Person;
use tokio::sync::watch;

use super::ConnectionLimits;
use super::bucket::FrameBucket;

/// Why the room closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The session ended: signed out, expired, or banned.
    SignedOut,
    /// The session may have ended: the connection checks for itself.
    RecheckSession,
    /// The room stops.
    Stopping,
}

/// Why no further connection is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionsFull {
    /// The room has as many connections as it may have.
    Room,
    /// The person has.
    Person,
    /// The address has.
    Address,
}

/// The lists of connections behind the lock.
#[derive(Default)]
struct ConnectionIndex {
    connections: BTreeMap<u32, ConnectionEntry>,
    /// Sessions with their connections.
    sessions: BTreeSet<(u32, u32)>,
    people: BTreeMap<Person, PersonConnections>,
    /// How many connections there are from each address.
    addresses: BTreeMap<String, u32>,
}

/// One connection: the session it was opened in, and the channel that tells it to close.
struct ConnectionEntry {
    session: Option<u32>,
    close: watch::Sender<Option<CloseReason>>,
}

/// What the connections of one person share.
struct PersonConnections {
    connections: u32,
    bucket: Arc<Mutex<FrameBucket>>,
}

/// Every open connection.
pub struct Connections {
    limits: ConnectionLimits,
    since: Option<u64>,
    next: AtomicU32,
    open: Mutex<ConnectionIndex>,
}

/// A connection's slot among them, released when it is dropped.
pub struct ConnectionSlot {
    /// The number of the connection, which is also its device number. It is never used twice while the room
    /// is open.
    pub number: u32,
    /// Changes to a reason when the connection must be closed.
    pub close: watch::Receiver<Option<CloseReason>>,
    /// What is left of the person's rate; a connection without a person has only its own.
    pub bucket: Option<Arc<Mutex<FrameBucket>>>,
    person: Option<Person>,
    address: Option<String>,
    connections: Arc<Connections>,
}

impl Connections {
    /// An empty register of sockets, for tests and benches; it has no opening time, so welcomes leave it out.
    pub fn new(limits: ConnectionLimits) -> Arc<Connections> {
        Arc::new(Connections { limits, since: None, next: AtomicU32::new(1), open: Mutex::default() })
    }

    /// An empty register of sockets, in a room that has been open since a time in milliseconds since 1970.
    /// Each program makes one: numbers of connections start again at 1 with it.
    pub fn open_since(limits: ConnectionLimits, since: u64) -> Arc<Connections> {
        Arc::new(Connections { limits, since: Some(since), next: AtomicU32::new(1), open: Mutex::default() })
    }

    /// When the room opened, in milliseconds since 1970; `None` without a clock. It goes out in each welcome:
    /// another value tells a client that the room was restarted.
    pub fn since(&self) -> Option<u64> {
        self.since
    }

    /// What each connection may do; the same for all while the room is open. The pump, the connections and
    /// the views of hands (spectators) read it.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.limits
    }

    /// The lock on the lists of connections; held for a few steps only, never across an await.
    fn open(&self) -> MutexGuard<'_, ConnectionIndex> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`join_from`](Connections::join_from), for a connection that is counted for no address: `who` is
    /// the person with the number of the session, `None` a visitor.
    ///
    /// # Errors
    /// When there are too many.
    pub fn join(
        self: &Arc<Connections>,
        who: Option<(Person, u32)>,
    ) -> Result<ConnectionSlot, ConnectionsFull> {
        self.join_from(None, who)
    }

    /// A slot for a new socket from an address, in the form of [`room::people::trace_address`], which counts
    /// an IPv6 network as one. `who` is the person with the number of the session; `None` is a visitor. If a
    /// limit is reached, nothing is counted. Numbers are never used twice: the room knows devices by them.
    ///
    /// # Errors
    /// When there are too many.
    pub fn join_from(
        self: &Arc<Connections>,
        address: Option<String>,
        who: Option<(Person, u32)>,
    ) -> Result<ConnectionSlot, ConnectionsFull> {
        let mut open = self.open();
        if open.connections.len() >= self.limits.connections {
            return Err(ConnectionsFull::Room);
        }
        let of_address = |address: &String| open.addresses.get(address).copied().unwrap_or_default();
        if address.as_ref().is_some_and(|address| of_address(address) >= self.limits.connections_of_address) {
            return Err(ConnectionsFull::Address);
        }
        let bucket = match who {
            Some((person, _)) => {
                let fresh = || PersonConnections {
                    connections: 0,
                    bucket: Arc::new(Mutex::new(FrameBucket::new(self.limits.person_rate))),
                };
                let shared = open.people.entry(person).or_insert_with(fresh);
                if shared.connections >= self.limits.connections_of_person {
                    return Err(ConnectionsFull::Person);
                }
                shared.connections += 1;
                Some(Arc::clone(&shared.bucket))
            }
            None => None,
        };
        if let Some(address) = &address {
            *open.addresses.entry(address.clone()).or_default() += 1;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = watch::channel(None);
        let session = who.map(|(_, session)| session);
        open.sessions.extend(session.map(|session| (session, number)));
        open.connections.insert(number, ConnectionEntry { session, close: sender });
        let (person, connections) = (who.map(|(person, _)| person), Arc::clone(self));
        Ok(ConnectionSlot { number, close: receiver, bucket, person, address, connections })
    }

    /// Closes the connections that were opened in these sessions, by the sessions' numbers, with
    /// `SIGNED_OUT`. Other connections of the same person stay open.
    pub fn close_sessions(&self, ended: &[u32]) {
        let open = self.open();
        let connections =
            ended.iter().flat_map(|session| open.sessions.range((*session, 0)..=(*session, u32::MAX)));
        for entry in connections.filter_map(|(_, number)| open.connections.get(number)) {
            // A connection that is just closing no longer listens.
            let _ = entry.close.send(Some(CloseReason::SignedOut));
        }
    }

    /// Makes every connection that has a session look it up again, for when the room's notices of ended
    /// sessions came too fast to be received. Those still signed in stay open.
    pub fn recheck_sessions(&self) {
        self.close_where(CloseReason::RecheckSession, |entry| entry.session.is_some());
    }

    /// Closes every connection with `GOING_AWAY`, because the room stops; clients reconnect.
    pub fn close_all(&self) {
        self.close_where(CloseReason::Stopping, |_| true);
    }

    /// Leaves a reason to close with every connection that `which` chooses; the pump of each acts on it.
    fn close_where(&self, why: CloseReason, which: impl Fn(&ConnectionEntry) -> bool) {
        for entry in self.open().connections.values().filter(|entry| which(entry)) {
            // A connection that is just closing no longer listens.
            let _ = entry.close.send(Some(why));
        }
    }

    /// How many sockets are open, with and without a person: those that hold a slot.
    pub fn count(&self) -> usize {
        self.open().connections.len()
    }
}

impl Drop for ConnectionSlot {
    /// Counts the connection out of its session, address and person; what the last one leaves takes no
    /// memory.
    fn drop(&mut self) {
        let mut open = self.connections.open();
        let session = open.connections.remove(&self.number).and_then(|entry| entry.session);
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
            shared.connections -= 1;
            if shared.connections == 0 {
                open.people.remove(&person);
            }
        }
    }
}
