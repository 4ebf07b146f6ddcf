//! The machine of accounts before a store: one decision at a time, taken in once it is safe.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use chips::Chips;
use seating::{By, Person};
use tokio::sync::{broadcast, oneshot};

use super::applying::{Ban, LinkKind, People, Signed};
use super::deciding::{Command, Decided, NewPerson, NewSession};
use super::event::{Event, Hashed, Trace};
use super::factor::Passed;
use super::refused::Refusal;
use super::rows::Rows;
use super::traces::trace_address;
use crate::port::{Appended, Batch, Fault, Key, Now, Part, PersonRow, Record, Store, Stream};

/// How many records are read at once when the room starts.
const READ_AT_ONCE: usize = 1000;
/// How many endings of sessions a slow listener may miss before it is told that it missed some.
const ENDINGS: usize = 1024;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// An answer.
    Refused(Refusal),
    /// The world broke.
    Fault(Fault),
}

impl From<Refusal> for NotDone {
    fn from(refusal: Refusal) -> NotDone {
        NotDone::Refused(refusal)
    }
}

impl From<Fault> for NotDone {
    fn from(fault: Fault) -> NotDone {
        NotDone::Fault(fault)
    }
}

/// Sessions that have ended: whatever was opened by them is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Their numbers.
    pub sessions: Vec<u32>,
}

/// What new accounts are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grants {
    /// Play chips for each new player, from the issue.
    pub play_chips: Chips,
}

/// Accounts before a store. Clones are doors to the same accounts.
#[derive(Clone)]
pub struct Service {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) store: Arc<dyn Store>,
    fence: u64,
    grants: Grants,
    state: RwLock<State>,
    /// Held from a decision until it is safe, also when whoever asked has gone.
    writing: Arc<tokio::sync::Mutex<()>>,
    /// Attempts to sign in that are not answered yet, by name and by address.
    open: Mutex<(BTreeMap<Trace, u32>, BTreeMap<Trace, u32>)>,
    endings: broadcast::Sender<Ending>,
    /// Staff needs a second factor.
    pub(super) second_factor: AtomicBool,
}

pub(super) struct State {
    pub(super) people: People,
    pub(super) rows: Rows,
    /// Records in the stream.
    count: u64,
    /// The record of each report, by its number from 1.
    pub(super) reports: Vec<u64>,
    /// Whose password was chosen by a link, and the number in the room of the last record of it.
    pub(super) links_used: BTreeMap<Person, u64>,
    /// The room's time when it started, and the steady clock then.
    started: (u64, u64),
}

impl State {
    /// The room's time: it went on from where it was, by the steady clock. A wall clock that is set while the room is
    /// open lifts no lock and ends no session.
    fn time(&self, now: Now) -> u64 {
        let (base, steady) = self.started;
        base.saturating_add(now.steady.0.saturating_sub(steady)).max(self.people.time())
    }
}

/// Somebody tries to sign in. While it exists the attempt counts as a failure for others; it is answered by
/// [`Service::sign_in`] or [`Service::fail_sign_in`].
pub struct Attempt {
    inner: Arc<Inner>,
    login: Trace,
    address: Trace,
    person: Option<Person>,
    password: Option<String>,
}

impl Attempt {
    /// The hashed password to compare with; nothing when the name is nobody's, and then as much work is to be done.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// Whose name it is, if it is somebody's.
    pub fn person(&self) -> Option<Person> {
        self.person
    }
}

impl Drop for Attempt {
    fn drop(&mut self) {
        let mut open = self.inner.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (logins, addresses) = &mut *open;
        for (counts, trace) in [(logins, self.login), (addresses, self.address)] {
            match counts.get_mut(&trace) {
                Some(count) if *count > 1 => *count -= 1,
                Some(_) | None => drop(counts.remove(&trace)),
            }
        }
    }
}

impl Service {
    /// The accounts that a store holds. The first time the room gets its own row with `salt`, fresh random bytes; the first
    /// time after a backup was put back everybody is signed out.
    ///
    /// # Errors
    /// A fault of the store, a record that is none of this stream, or a row that is not as the records say.
    pub async fn load(
        store: Arc<dyn Store>,
        fence: u64,
        grants: Grants,
        now: Now,
        salt: [u8; 16],
    ) -> Result<Service, Fault> {
        let mut people = People::new();
        let (mut reports, mut links_used) = (Vec::new(), BTreeMap::new());
        let mut count = 0;
        loop {
            let records = store.read(Stream::People, count, READ_AT_ONCE)?;
            let Some(last) = records.last() else { break };
            count = last.number;
            for record in &records {
                let event: Event = serde_json::from_str(&record.body).map_err(|error| Fault {
                    what: format!("cannot read record {} of people: {error}", record.number),
                })?;
                people.apply(&event);
                people.placed(&event, record.sequence);
                if matches!(event, Event::Reported { .. }) {
                    reports.push(record.number);
                }
                if let Event::ResetLinkUsed { person, .. } = event {
                    links_used.insert(Person(person), record.sequence);
                }
            }
        }
        let rows = Rows::new(store.people()?);
        for row in rows.iter() {
            if people.digest(row.person) != Some(row.digest().as_str()) {
                let what = format!("the row of person {} is not as the records say", row.person.0);
                return Err(Fault { what });
            }
        }
        let opened = people.digest(Person::HOUSE).is_some();
        let started = (now.wall.0.max(people.time()), now.steady.0);
        let inner = Inner {
            store,
            fence,
            grants,
            state: RwLock::new(State { people, rows, count, reports, links_used, started }),
            writing: Arc::default(),
            open: Mutex::default(),
            endings: broadcast::channel(ENDINGS).0,
            second_factor: AtomicBool::new(false),
        };
        let service = Service { inner: Arc::new(inner) };
        if !opened {
            service.by_house(now, Command::Open { salt }).await?;
        }
        service.after_a_restore(now).await?;
        Ok(service)
    }

    pub(super) fn state(&self) -> RwLockReadGuard<'_, State> {
        self.inner.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of everybody but names.
    pub fn with_people<T>(&self, look: impl FnOnce(&People) -> T) -> T {
        look(&self.state().people)
    }

    /// A person's row; for the name that others see, see [`Service::name`].
    pub fn row(&self, person: Person) -> Option<PersonRow> {
        self.state().rows.get(person).cloned()
    }

    /// The name that others see, and whether a program plays by the account.
    pub fn name(&self, person: Person) -> Option<(String, bool)> {
        let state = self.state();
        let machine = state.people.account(person)?.machine;
        Some((state.rows.get(person)?.name.clone(), machine))
    }

    /// The person who signs in with a folded name.
    pub fn by_login(&self, login: &str) -> Option<Person> {
        self.state().rows.by_login(login).map(|row| row.person).filter(|person| *person != Person::HOUSE)
    }

    /// The room's time, in milliseconds.
    pub fn time(&self, now: Now) -> u64 {
        self.state().time(now)
    }

    /// Who is signed in with a token, with the roles that the session may use: where the second factor is missing, none of
    /// staff.
    pub fn signed(&self, token: &Hashed, now: Now) -> Option<Signed> {
        let required = self.inner.second_factor.load(Ordering::Relaxed);
        let state = self.state();
        let signed = state.people.signed(token, state.time(now))?;
        let account = state.people.account(signed.person)?;
        let roles = account.roles_in(signed.passed, required);
        let since = state.since(signed.person);
        let waiting = signed.roles.iter().copied().filter(|role| !roles.contains(role)).collect();
        Some(Signed { waiting, roles, since, ..signed })
    }

    /// What a link is for, if it still opens something.
    pub fn link(&self, link: &Hashed, now: Now) -> Option<LinkKind> {
        let state = self.state();
        state.people.link(link, state.time(now))
    }

    /// Whether a person is kept out.
    pub fn banned(&self, person: Person, now: Now) -> Option<Ban> {
        let state = self.state();
        state.people.banned(person, state.time(now))
    }

    /// Whether the room has an administrator.
    pub fn has_administrator(&self) -> bool {
        self.state().people.administrators().next().is_some()
    }

    /// The sessions that end from now on. A listener that was too slow looks at [`Service::signed`] again.
    pub fn endings(&self) -> broadcast::Receiver<Ending> {
        self.inner.endings.subscribe()
    }

    /// Somebody wants to sign in with a folded name from an address, perhaps on a device with a number that is known to
    /// be the person's: it is counted by itself, so that nobody locks it out by failing elsewhere.
    ///
    /// # Errors
    /// [`Refusal::Throttled`], whether or not the name is somebody's.
    pub fn attempt(
        &self,
        login: &str,
        address: IpAddr,
        device: Option<[u8; 16]>,
        now: Now,
    ) -> Result<Attempt, Refusal> {
        let (login_trace, address) = match device {
            Some(number) => {
                let number: String = number.iter().map(|byte| format!("{byte:02x}")).collect();
                (self.trace("device", &number), self.trace("device address", &number))
            }
            None => (self.trace_login(login), self.trace("address", &trace_address(address))),
        };
        let state = self.state();
        let time = state.time(now);
        let mut open = self.inner.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (logins, addresses) = &mut *open;
        let waiting =
            (logins.get(&login_trace).copied().unwrap_or(0), addresses.get(&address).copied().unwrap_or(0));
        let wait = state.people.wait(login_trace, address, waiting, time);
        if wait > 0 {
            return Err(Refusal::Throttled { seconds: wait.div_ceil(1000) });
        }
        *logins.entry(login_trace).or_default() += 1;
        *addresses.entry(address).or_default() += 1;
        let row =
            state.rows.by_login(login).filter(|row| row.person != Person::HOUSE && !row.password.is_empty());
        Ok(Attempt {
            inner: self.inner.clone(),
            login: login_trace,
            address,
            person: row.map(|row| row.person),
            password: row.map(|row| row.password.clone()),
        })
    }

    /// The password was right: a session begins, and the one that the browser had ends.
    ///
    /// # Errors
    /// When the person is kept out, or the store fails.
    pub async fn sign_in(
        &self,
        attempt: Attempt,
        token: Hashed,
        lasts: u64,
        (replaces, given): (Option<Hashed>, Option<Passed>),
        now: Now,
    ) -> Result<Signed, NotDone> {
        let Some(person) = attempt.person else {
            return self.fail_sign_in(attempt, now).await.and(Err(Refusal::WrongCredentials.into()));
        };
        let session = NewSession { token, until: self.until(lasts, now), login: attempt.login };
        let by = if given.is_some() { self.by_factor(person) } else { self.by_owner(person) };
        // The password that was compared may have been changed meanwhile: then it was the wrong one.
        let compared = attempt.password.clone();
        let judge = |state: &State| {
            let row = state.rows.get(person);
            if row.map(|row| &row.password) == compared.as_ref() {
                Ok(Command::SignIn { person, session, replaces, given })
            } else {
                Err(Refusal::WrongCredentials)
            }
        };
        self.carry(by, None, now, judge).await?;
        self.signed(&token, now).ok_or_else(|| Refusal::NotSignedIn.into())
    }

    /// Name and password did not belong together.
    ///
    /// # Errors
    /// When the store fails: then nobody signs in.
    pub async fn fail_sign_in(&self, attempt: Attempt, now: Now) -> Result<(), NotDone> {
        let Attempt { person, login, address, .. } = &attempt;
        let command = Command::FailSignIn { person: *person, login: *login, address: *address };
        self.carry_out(By::HOUSE, None, now, command).await.map(drop)
    }

    /// A new player with the chips that new accounts get; a session begins.
    ///
    /// # Errors
    /// When a name is taken, or the store fails.
    pub async fn sign_up(
        &self,
        new: NewPerson,
        token: Hashed,
        lasts: u64,
        key: Option<Key>,
        now: Now,
    ) -> Result<Signed, NotDone> {
        let login = self.trace_new();
        let session = Some(NewSession { token, until: self.until(lasts, now), login });
        let command = Command::SignUp { new, grant: self.inner.grants.play_chips, session };
        self.carry_out(By::HOUSE, key, now, command).await?;
        self.signed(&token, now).ok_or_else(|| Refusal::NotSignedIn.into())
    }

    /// A new administrator by a link, with a player's account beside it if wanted.
    ///
    /// # Errors
    /// When the link opens nothing, a name is taken, or the store fails.
    pub async fn use_administrator_link(
        &self,
        link: Hashed,
        (administrator, player): (NewPerson, Option<NewPerson>),
        token: Hashed,
        lasts: u64,
        key: Option<Key>,
        now: Now,
    ) -> Result<Signed, NotDone> {
        let login = self.trace_new();
        let session = NewSession { token, until: self.until(lasts, now), login };
        let grant = self.inner.grants.play_chips;
        let command = Command::UseAdministratorLink { link, administrator, player, grant, session };
        self.carry_out(By::HOUSE, key, now, command).await?;
        self.signed(&token, now).ok_or_else(|| Refusal::NotSignedIn.into())
    }

    /// The person of a link chooses a new password.
    ///
    /// # Errors
    /// When the link opens nothing, or the store fails.
    pub async fn use_reset_link(
        &self,
        link: Hashed,
        password: String,
        salt: [u8; 16],
        now: Now,
    ) -> Result<Person, NotDone> {
        let Some(LinkKind::Reset(person)) = self.link(&link, now) else {
            return Err(Refusal::NoSuchLink.into());
        };
        let login = self.row(person).map(|row| row.login).unwrap_or_default();
        let login = self.trace_login(&login);
        let command = Command::UseResetLink { link, password, salt, login };
        self.carry_out(self.by_owner(person), None, now, command).await?;
        Ok(person)
    }

    /// A new password in place of the one that an attempt was right with; other sessions end.
    ///
    /// # Errors
    /// When the session has ended, the old password was changed meanwhile, or the store fails.
    pub async fn change_password(
        &self,
        attempt: Attempt,
        password: String,
        salt: [u8; 16],
        keeps: Hashed,
        now: Now,
    ) -> Result<(), NotDone> {
        let Some(person) = attempt.person else { return Err(Refusal::NotSignedIn.into()) };
        let compared = attempt.password.clone();
        let judge = |state: &State| {
            let same = state.rows.get(person).map(|row| &row.password) == compared.as_ref();
            let owns =
                state.people.signed(&keeps, state.time(now)).is_some_and(|signed| signed.person == person);
            if !same {
                return Err(Refusal::WrongCredentials);
            }
            if !owns {
                return Err(Refusal::NotSignedIn);
            }
            Ok(Command::ChangePassword { password, salt, keeps })
        };
        self.carry(self.by_owner(person), None, now, judge).await.map(drop)
    }

    /// A link for a new password of a person, good for so many milliseconds.
    ///
    /// # Errors
    /// When an administrator is needed, there is no such person, or the store fails.
    pub async fn make_reset_link(
        &self,
        by: By,
        key: Option<Key>,
        person: Person,
        link: Hashed,
        lasts: u64,
        now: Now,
    ) -> Result<u64, NotDone> {
        let until = self.until(lasts, now);
        self.carry_out(by, key, now, Command::MakeResetLink { person, link, until }).await?;
        Ok(until)
    }

    /// A link for a new administrator, good for so many milliseconds. The house makes the first.
    ///
    /// # Errors
    /// When an administrator is needed, or the store fails.
    pub async fn make_administrator_link(
        &self,
        by: By,
        key: Option<Key>,
        link: Hashed,
        lasts: u64,
        now: Now,
    ) -> Result<u64, NotDone> {
        let until = self.until(lasts, now);
        self.carry_out(by, key, now, Command::MakeAdministratorLink { link, until }).await?;
        Ok(until)
    }

    fn until(&self, lasts: u64, now: Now) -> u64 {
        self.time(now).saturating_add(lasts)
    }

    /// Carries a command out: decided, stored, and only then taken in.
    ///
    /// # Errors
    /// Why it is not done.
    pub async fn carry_out(
        &self,
        by: By,
        key: Option<Key>,
        now: Now,
        command: Command,
    ) -> Result<Vec<Event>, NotDone> {
        let role =
            if let Command::GiveRole { person, role } = &command { Some((*person, *role)) } else { None };
        let done = self.carry(by, key, now, |_| Ok(command)).await;
        if let (Some((person, role)), Err(NotDone::Refused(Refusal::Conflict { has, .. }))) = (role, &done) {
            let noted = Command::NoteRefusedRole { person, role, has: *has };
            self.carry(by, None, now, |_| Ok(noted)).await?;
        }
        done
    }

    pub(super) async fn carry(
        &self,
        by: By,
        key: Option<Key>,
        now: Now,
        judge: impl FnOnce(&State) -> Result<Command, Refusal>,
    ) -> Result<Vec<Event>, NotDone> {
        let guard = self.inner.writing.clone().lock_owned().await;
        let (decided, batch) = {
            let state = self.state();
            let command = judge(&state)?;
            let decided = state.people.decide(&state.rows, by, state.time(now), command)?;
            let batch = self.batch(&state, &decided, by, key, now)?;
            (decided, batch)
        };
        let (sender, receiver) = oneshot::channel();
        let inner = self.inner.clone();
        // What is stored is taken in even if whoever asked has gone meanwhile: the guard goes with it.
        let done = move |outcome: Result<Appended, Fault>| {
            let outcome = inner.take(outcome, decided);
            // Given back before anybody is told: a store must not be let go of last on its own thread.
            drop(inner);
            drop(guard);
            drop(sender.send(outcome));
        };
        self.inner.store.append(batch, Box::new(done));
        let stopped = || Fault { what: "the store has stopped".to_owned() };
        receiver.await.unwrap_or_else(|_| Err(NotDone::Fault(stopped())))
    }

    fn batch(
        &self,
        state: &State,
        decided: &Decided,
        by: By,
        key: Option<Key>,
        now: Now,
    ) -> Result<Batch, Fault> {
        let mut records = Vec::with_capacity(decided.events.len());
        for (at, event) in decided.events.iter().enumerate() {
            let cannot = |why: String| Fault { what: format!("cannot write a record of people: {why}") };
            records.push(Record {
                at: now.wall,
                by,
                // A key answers with the first record.
                key: key.filter(|_| at == 0),
                kind: event.kind(),
                start: false,
                body: serde_json::to_string(event).map_err(|error| cannot(error.to_string()))?,
                postings: event.postings().map_err(|error| cannot(error.to_string()))?,
            });
        }
        let part = Part { stream: Stream::People, expected: state.count, fence: self.inner.fence, records };
        Ok(Batch { parts: vec![part], people: decided.rows.clone() })
    }
}

impl Inner {
    fn take(&self, outcome: Result<Appended, Fault>, decided: Decided) -> Result<Vec<Event>, NotDone> {
        match outcome? {
            Appended::Done { first } => {
                let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
                let mut sessions = Vec::new();
                for (sequence, event) in (first..).zip(&decided.events) {
                    state.count += 1;
                    sessions.extend(state.people.apply(event));
                    state.people.placed(event, sequence);
                    event.log();
                    if let Event::AccountErased { person, .. } = event {
                        state.rows.remove(Person(*person));
                    }
                    if matches!(event, Event::Reported { .. }) {
                        let record = state.count;
                        state.reports.push(record);
                    }
                    if let Event::ResetLinkUsed { person, .. } = event {
                        state.links_used.insert(Person(*person), sequence);
                    }
                }
                decided.rows.into_iter().for_each(|row| state.rows.put(row));
                drop(state);
                if !sessions.is_empty() {
                    // Nobody may be listening.
                    drop(self.endings.send(Ending { sessions }));
                }
                Ok(decided.events)
            }
            Appended::Stale { stream, count } => {
                let what = format!("somebody else has written to {stream}, which has {count} records");
                Err(NotDone::Fault(Fault { what }))
            }
            Appended::Short { account, has, needs, .. } => {
                let what = format!("{account} has {has}: {needs} are needed");
                Err(NotDone::Fault(Fault { what }))
            }
            Appended::Full { .. } => Err(NotDone::Refused(Refusal::ChipsFull)),
            Appended::Known { number } => Err(NotDone::Refused(Refusal::Known { number })),
            Appended::NameTaken => Err(NotDone::Refused(Refusal::LoginTaken)),
        }
    }
}
