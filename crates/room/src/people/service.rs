//! Connects the machine of accounts to a store: one decision at a time, applied once it is safely stored.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use chips::Chips;
use seating::{Actor, Person};
use tokio::sync::{broadcast, oneshot};

use super::apply::{Ban, LinkKind, People, SignedInPerson};
use super::command::{NewPerson, NewSession, PeopleCommand};
use super::decide::PeopleChanges;
use super::event::{PeopleEvent, SecretHash, Trace};
use super::refusal::PeopleRefusal;
use super::rows::PersonRows;
use super::second_factor::FactorProof;
use super::sign_in::SignInAttempt;
use super::start::PeopleStart;
use super::traces::trace_address;
use crate::port::{
    Appended, Batch, BatchPart, Cause, NewRecord, Now, PersonRow, RequestKey, Store, StoreError, StreamId,
    WriteRejection,
};

/// How many endings of sessions a slow listener may miss before it learns that it missed some.
const MAX_MISSED_ENDINGS: usize = 1024;

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeopleError {
    /// A refusal.
    Refused(PeopleRefusal),
    /// The store could not write it, and writes nothing more until the program starts again.
    Unwritten(StoreError),
    /// Another fault: something could not be read or encoded.
    Fault(StoreError),
}

impl From<PeopleRefusal> for PeopleError {
    /// Lets `?` pass on a refusal of the machine.
    fn from(refusal: PeopleRefusal) -> PeopleError {
        PeopleError::Refused(refusal)
    }
}

impl From<StoreError> for PeopleError {
    /// Lets `?` pass on a fault of the store; a failed write is reported as `Unwritten` explicitly.
    fn from(fault: StoreError) -> PeopleError {
        PeopleError::Fault(fault)
    }
}

/// Sessions that have ended: everything opened with them must be closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSessions {
    /// Their numbers.
    pub sessions: Vec<u32>,
}

/// What new accounts are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grants {
    /// Play chips for each new player, from the issue.
    pub play_chips: Chips,
}

/// Accounts in a store. Clones are handles to the same accounts.
#[derive(Clone)]
pub struct PeopleService {
    pub(super) inner: Arc<ServiceInner>,
}

pub(super) struct ServiceInner {
    pub(super) store: Arc<dyn Store>,
    fence: u64,
    grants: Grants,
    state: RwLock<ServiceState>,
    /// Held from a decision until it is safely stored, even if the requester has gone.
    writing: Arc<tokio::sync::Mutex<()>>,
    /// Attempts to sign in that are not answered yet, by name and by address.
    pub(super) open_attempts: Mutex<(BTreeMap<Trace, u32>, BTreeMap<Trace, u32>)>,
    session_endings: broadcast::Sender<EndedSessions>,
    /// Whether staff need a second factor.
    pub(super) second_factor: AtomicBool,
}

pub(super) struct ServiceState {
    pub(super) people: People,
    pub(super) rows: PersonRows,
    /// Records in the stream.
    count: u64,
    /// The record of each report, by its number from 1.
    pub(super) reports: Vec<u64>,
    /// For people whose password was chosen by a link, the room-wide number of the last record of that.
    pub(super) reset_links_used: BTreeMap<Person, u64>,
    /// The room's time when it started, and the steady clock at that moment.
    started: (u64, u64),
}

impl ServiceState {
    /// The time, in milliseconds, by which sessions, links, locks and bans end: never behind any event,
    /// whatever the wall clock says.
    fn time(&self, now: Now) -> u64 {
        let (base, steady) = self.started;
        base.saturating_add(now.steady.0.saturating_sub(steady)).max(self.people.time())
    }
}

impl PeopleService {
    /// Reads and opens the accounts in a store in one step; see [`PeopleService::open`] for `salt`.
    ///
    /// # Errors
    /// As [`PeopleStart::read`] and [`PeopleService::open`].
    pub async fn load(
        store: Arc<dyn Store>,
        fence: u64,
        grants: Grants,
        now: Now,
        salt: [u8; 16],
    ) -> Result<PeopleService, StoreError> {
        PeopleService::open(PeopleStart::read(store)?, fence, grants, now, salt).await
    }

    /// Opens the accounts that were read, writing for the first time. At the first start the room gets its own
    /// row with `salt`, which must be fresh random bytes; at the first start after a restore, everybody is
    /// signed out.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn open(
        start: PeopleStart,
        fence: u64,
        grants: Grants,
        now: Now,
        salt: [u8; 16],
    ) -> Result<PeopleService, StoreError> {
        let PeopleStart { store, people, rows, count, reports, reset_links_used } = start;
        let opened = people.digest(Person::HOUSE).is_some();
        let started = (now.wall.0.max(people.time()), now.steady.0);
        let inner = ServiceInner {
            store,
            fence,
            grants,
            state: RwLock::new(ServiceState { people, rows, count, reports, reset_links_used, started }),
            writing: Arc::default(),
            open_attempts: Mutex::default(),
            session_endings: broadcast::channel(MAX_MISSED_ENDINGS).0,
            second_factor: AtomicBool::new(false),
        };
        let service = PeopleService { inner: Arc::new(inner) };
        if !opened {
            service.execute_for_house(now, PeopleCommand::Open { salt }).await?;
        }
        service.sign_out_after_restore(now).await?;
        Ok(service)
    }

    /// The state for reading. Hold it only for a moment and never across an await: writing waits for it.
    pub(super) fn state(&self) -> RwLockReadGuard<'_, ServiceState> {
        self.inner.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at everything known about people except their rows: names, passwords and salts are not in it.
    pub fn with_people<T>(&self, look: impl FnOnce(&People) -> T) -> T {
        look(&self.state().people)
    }

    /// A person's row, with password hash and salt; for the display name alone, see [`PeopleService::name`].
    pub fn row(&self, person: Person) -> Option<PersonRow> {
        self.state().rows.get(person).cloned()
    }

    /// A person's display name, and whether a program plays the account; `None` for nobody or an erased
    /// account.
    pub fn name(&self, person: Person) -> Option<(String, bool)> {
        let state = self.state();
        let machine = state.people.account(person)?.machine;
        Some((state.rows.get(person)?.name.clone(), machine))
    }

    /// The person who signs in with a folded name; never the house. Callers must not reveal whether there is
    /// one.
    pub fn by_login(&self, login: &str) -> Option<Person> {
        self.state().rows.by_login(login).map(|row| row.person).filter(|person| *person != Person::HOUSE)
    }

    /// The room's time, in milliseconds: never behind any event, whatever the wall clock says.
    pub fn time(&self, now: Now) -> u64 {
        self.state().time(now)
    }

    /// Who is signed in with a token, with the roles that the session may use: no staff roles if a due second
    /// factor is missing. Ask again for every request: roles and bans change.
    pub fn signed_in(&self, token: &SecretHash, now: Now) -> Option<SignedInPerson> {
        let required = self.inner.second_factor.load(Ordering::Relaxed);
        let state = self.state();
        let signed = state.people.signed_in(token, state.time(now))?;
        let account = state.people.account(signed.person)?;
        let roles = account.roles_in(signed.second_factor_given, required);
        let since = state.reset_link_record(signed.person);
        let waiting = signed.roles.iter().copied().filter(|role| !roles.contains(role)).collect();
        Some(SignedInPerson { withheld_roles: waiting, roles, since, ..signed })
    }

    /// What a link is for, if it is still valid now; using it is another step.
    pub fn link(&self, link: &SecretHash, now: Now) -> Option<LinkKind> {
        let state = self.state();
        state.people.link(link, state.time(now))
    }

    /// The ban in force on a person now; `None` if there is none or it has ended. For lists of people: signing
    /// in checks it by itself.
    pub fn ban_at(&self, person: Person, now: Now) -> Option<Ban> {
        let state = self.state();
        state.people.ban_at(person, state.time(now))
    }

    /// Whether anybody has the role of administrator; without one, the house makes a link for the first.
    pub fn has_administrator(&self) -> bool {
        self.state().people.administrators().next().is_some()
    }

    /// The sessions that end from now on; connections opened with them must be closed. A listener that was too
    /// slow must check [`PeopleService::signed_in`] again.
    pub fn session_endings(&self) -> broadcast::Receiver<EndedSessions> {
        self.inner.session_endings.subscribe()
    }

    /// Starts an attempt to sign in with a folded name from an address; until it is completed or dropped it
    /// counts as a failure. From a device known to be the person's, by its number, it is counted separately, so
    /// that nobody can lock the person out by failing elsewhere.
    ///
    /// # Errors
    /// [`PeopleRefusal::Throttled`], whether or not the name is somebody's.
    pub fn attempt(
        &self,
        login: &str,
        address: IpAddr,
        device: Option<[u8; 16]>,
        now: Now,
    ) -> Result<SignInAttempt, PeopleRefusal> {
        let (login_trace, address) = match device {
            Some(number) => {
                let number: String = number.iter().map(|byte| format!("{byte:02x}")).collect();
                (self.trace("device", &number), self.trace("device address", &number))
            }
            None => (self.trace_login(login), self.trace("address", &trace_address(address))),
        };
        let state = self.state();
        let time = state.time(now);
        let mut open = self.inner.open_attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let (logins, addresses) = &mut *open;
        let waiting =
            (logins.get(&login_trace).copied().unwrap_or(0), addresses.get(&address).copied().unwrap_or(0));
        let wait = state.people.sign_in_wait(login_trace, address, waiting, time);
        if wait > 0 {
            return Err(PeopleRefusal::Throttled { seconds: wait.div_ceil(1000) });
        }
        *logins.entry(login_trace).or_default() += 1;
        *addresses.entry(address).or_default() += 1;
        let row =
            state.rows.by_login(login).filter(|row| row.person != Person::HOUSE && !row.password.is_empty());
        Ok(SignInAttempt {
            inner: self.inner.clone(),
            login: login_trace,
            address,
            person: row.map(|row| row.person),
            password: row.map(|row| row.password.clone()),
        })
    }

    /// Signs a person in after the caller found their password right: a session begins, valid for
    /// `valid_for_ms`, and the one the browser had ends. Checks the second factor, and that the password that
    /// was compared is still theirs.
    ///
    /// # Errors
    /// If the person is banned, or if the store fails.
    pub async fn sign_in(
        &self,
        attempt: SignInAttempt,
        token: SecretHash,
        valid_for_ms: u64,
        (replaces, given): (Option<SecretHash>, Option<FactorProof>),
        now: Now,
    ) -> Result<SignedInPerson, PeopleError> {
        let Some(person) = attempt.person else {
            return self.fail_sign_in(attempt, now).await.and(Err(PeopleRefusal::WrongCredentials.into()));
        };
        let session = NewSession { token, until: self.expiry(valid_for_ms, now), login: attempt.login };
        let by = if given.is_some() { self.by_factor_owner(person) } else { self.by_account_owner(person) };
        // If the password that was compared has been changed in the meantime, it was the wrong one.
        let compared = attempt.password.clone();
        let judge = |state: &ServiceState| {
            let row = state.rows.get(person);
            if row.map(|row| &row.password) == compared.as_ref() {
                Ok(PeopleCommand::SignIn { person, session, replaces, given })
            } else {
                Err(PeopleRefusal::WrongCredentials)
            }
        };
        self.execute_judged(by, None, now, judge).await?;
        self.signed_in(&token, now).ok_or_else(|| PeopleRefusal::NotSignedIn.into())
    }

    /// Counts an attempt whose name and password did not match against the name and the address.
    ///
    /// # Errors
    /// If the store fails: then nobody can sign in.
    pub async fn fail_sign_in(&self, attempt: SignInAttempt, now: Now) -> Result<(), PeopleError> {
        let SignInAttempt { person, login, address, .. } = &attempt;
        let command = PeopleCommand::FailSignIn { person: *person, login: *login, address: *address };
        self.carry_out(Actor::HOUSE, None, now, command).await.map(drop)
    }

    /// Signs up a new player with the chips that new accounts get, and begins a session of `valid_for_ms`.
    /// Names and password were checked by the caller, who also hashed the password.
    ///
    /// # Errors
    /// If a name is taken, or if the store fails.
    pub async fn sign_up(
        &self,
        new: NewPerson,
        token: SecretHash,
        valid_for_ms: u64,
        key: Option<RequestKey>,
        now: Now,
    ) -> Result<SignedInPerson, PeopleError> {
        let login = self.trace_new();
        let session = Some(NewSession { token, until: self.expiry(valid_for_ms, now), login });
        let command = PeopleCommand::SignUp { new, grant: self.inner.grants.play_chips, session };
        self.carry_out(Actor::HOUSE, key, now, command).await?;
        self.signed_in(&token, now).ok_or_else(|| PeopleRefusal::NotSignedIn.into())
    }

    /// Makes a new administrator by a link, which is used up, with a player's account beside it if requested;
    /// begins the administrator's session.
    ///
    /// # Errors
    /// If the link is not valid, if a name is taken, or if the store fails.
    pub async fn use_administrator_link(
        &self,
        link: SecretHash,
        (administrator, player): (NewPerson, Option<NewPerson>),
        token: SecretHash,
        valid_for_ms: u64,
        key: Option<RequestKey>,
        now: Now,
    ) -> Result<SignedInPerson, PeopleError> {
        let login = self.trace_new();
        let session = NewSession { token, until: self.expiry(valid_for_ms, now), login };
        let grant = self.inner.grants.play_chips;
        let command = PeopleCommand::UseAdministratorLink { link, administrator, player, grant, session };
        self.carry_out(Actor::HOUSE, key, now, command).await?;
        self.signed_in(&token, now).ok_or_else(|| PeopleRefusal::NotSignedIn.into())
    }

    /// Sets a new password (hashed) by a link, which is used up; every session of the person ends.
    ///
    /// # Errors
    /// If the link is not valid, or if the store fails.
    pub async fn use_reset_link(
        &self,
        link: SecretHash,
        password: String,
        salt: [u8; 16],
        now: Now,
    ) -> Result<Person, PeopleError> {
        let Some(LinkKind::Reset(person)) = self.link(&link, now) else {
            return Err(PeopleRefusal::NoSuchLink.into());
        };
        let login = self.row(person).map(|row| row.login).unwrap_or_default();
        let login = self.trace_login(&login);
        let command = PeopleCommand::UseResetLink { link, password, salt, login };
        self.carry_out(self.by_account_owner(person), None, now, command).await?;
        Ok(person)
    }

    /// Replaces the password that the attempt had right by a new hash; sessions other than that of `keeps` end.
    ///
    /// # Errors
    /// If the session has ended, if the old password was changed in the meantime, or if the store fails.
    pub async fn change_password(
        &self,
        attempt: SignInAttempt,
        password: String,
        salt: [u8; 16],
        keeps: SecretHash,
        now: Now,
    ) -> Result<(), PeopleError> {
        let Some(person) = attempt.person else { return Err(PeopleRefusal::NotSignedIn.into()) };
        let compared = attempt.password.clone();
        let judge = |state: &ServiceState| {
            let same = state.rows.get(person).map(|row| &row.password) == compared.as_ref();
            let owns =
                state.people.signed_in(&keeps, state.time(now)).is_some_and(|signed| signed.person == person);
            if !same {
                return Err(PeopleRefusal::WrongCredentials);
            }
            if !owns {
                return Err(PeopleRefusal::NotSignedIn);
            }
            Ok(PeopleCommand::ChangePassword { password, salt, keeps })
        };
        self.execute_judged(self.by_account_owner(person), None, now, judge).await.map(drop)
    }

    /// Makes a link for a new password of a person, as an administrator, valid for `valid_for_ms`; returns when
    /// it expires. An older one stops working.
    ///
    /// # Errors
    /// If an administrator is needed, if there is no such person, or if the store fails.
    pub async fn make_reset_link(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        person: Person,
        link: SecretHash,
        valid_for_ms: u64,
        now: Now,
    ) -> Result<u64, PeopleError> {
        let until = self.expiry(valid_for_ms, now);
        self.carry_out(by, key, now, PeopleCommand::MakeResetLink { person, link, until }).await?;
        Ok(until)
    }

    /// Makes a link for a new administrator, valid for `valid_for_ms`; returns when it expires. The house makes
    /// the first, administrators the others.
    ///
    /// # Errors
    /// If an administrator is needed, or if the store fails.
    pub async fn make_administrator_link(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        link: SecretHash,
        valid_for_ms: u64,
        now: Now,
    ) -> Result<u64, PeopleError> {
        let until = self.expiry(valid_for_ms, now);
        self.carry_out(by, key, now, PeopleCommand::MakeAdministratorLink { link, until }).await?;
        Ok(until)
    }

    /// When something expires that is valid for `valid_for_ms` from now, in milliseconds of the room's time.
    fn expiry(&self, valid_for_ms: u64, now: Now) -> u64 {
        self.time(now).saturating_add(valid_for_ms)
    }

    /// Carries out a command: decides it, stores the result, and only then applies it and returns the events.
    /// Commands are carried out one at a time. A role refused for a conflict is recorded too.
    ///
    /// # Errors
    /// Why it is not done.
    pub async fn carry_out(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        now: Now,
        command: PeopleCommand,
    ) -> Result<Vec<PeopleEvent>, PeopleError> {
        let role = if let PeopleCommand::GiveRole { person, role } = &command {
            Some((*person, *role))
        } else {
            None
        };
        let done = self.execute_judged(by, key, now, |_| Ok(command)).await;
        if let (Some((person, role)), Err(PeopleError::Refused(PeopleRefusal::Conflict { has, .. }))) =
            (role, &done)
        {
            let noted = PeopleCommand::NoteRefusedRole { person, role, has: *has };
            self.execute_judged(by, None, now, |_| Ok(noted)).await?;
        }
        done
    }

    /// Lets `judge` make the command from the current state while nothing else can be decided, then carries it
    /// out: for commands that depend on what a password was compared with.
    pub(super) async fn execute_judged(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        now: Now,
        judge: impl FnOnce(&ServiceState) -> Result<PeopleCommand, PeopleRefusal>,
    ) -> Result<Vec<PeopleEvent>, PeopleError> {
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
        // What is stored is applied even if the requester has gone in the meantime: the guard moves along.
        let done = move |outcome: Result<Appended, StoreError>| {
            let outcome = inner.on_appended(outcome, decided);
            // Dropped before the outcome is sent: the last handle to a store must not be dropped on the
            // store's own thread.
            drop(inner);
            drop(guard);
            drop(sender.send(outcome));
        };
        self.inner.store.append(batch, Box::new(done));
        receiver.await.unwrap_or(Err(PeopleError::Unwritten(StoreError::Stopped)))
    }

    /// The batch of a decision: one record for each event, in order, and the rows. The request's key goes with
    /// the first record.
    fn batch(
        &self,
        state: &ServiceState,
        decided: &PeopleChanges,
        by: Actor,
        key: Option<RequestKey>,
        now: Now,
    ) -> Result<Batch, StoreError> {
        let mut records = Vec::with_capacity(decided.events.len());
        for (at, event) in decided.events.iter().enumerate() {
            let unwritable = |source| StoreError::Unwritable { stream: StreamId::People, source };
            records.push(NewRecord {
                at: now.wall,
                by,
                // A key leads to the first record.
                key: key.filter(|_| at == 0),
                kind: event.kind(),
                start: false,
                body: serde_json::to_string(event).map_err(|error| unwritable(Cause::new(error)))?,
                postings: event.postings().map_err(|error| unwritable(Cause::new(error)))?,
            });
        }
        let part =
            BatchPart { stream: StreamId::People, expected: state.count, fence: self.inner.fence, records };
        Ok(Batch { parts: vec![part], people: decided.rows.clone() })
    }
}

impl ServiceInner {
    /// Applies a decision once it is stored, even if the requester has gone, and announces the sessions it
    /// ended.
    fn on_appended(
        &self,
        outcome: Result<Appended, StoreError>,
        decided: PeopleChanges,
    ) -> Result<Vec<PeopleEvent>, PeopleError> {
        match outcome.map_err(PeopleError::Unwritten)? {
            Appended::Done { first } => {
                let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
                let mut sessions = Vec::new();
                for (sequence, event) in (first..).zip(&decided.events) {
                    state.count += 1;
                    sessions.extend(state.people.apply(event));
                    state.people.track_auditor(event, sequence);
                    event.log();
                    if let PeopleEvent::AccountErased { person, .. } = event {
                        state.rows.remove(Person(*person));
                    }
                    if matches!(event, PeopleEvent::Reported { .. }) {
                        let record = state.count;
                        state.reports.push(record);
                    }
                    if let PeopleEvent::ResetLinkUsed { person, .. } = event {
                        state.reset_links_used.insert(Person(*person), sequence);
                    }
                }
                decided.rows.into_iter().for_each(|row| state.rows.put(row));
                drop(state);
                if !sessions.is_empty() {
                    // Nobody may be listening.
                    drop(self.session_endings.send(EndedSessions { sessions }));
                }
                Ok(decided.events)
            }
            Appended::Stale { stream, count } => {
                Err(PeopleError::Fault(WriteRejection::PeopleMovedOn { stream, count }.into()))
            }
            Appended::Short { account, has, needs, .. } => {
                Err(PeopleError::Fault(WriteRejection::Short { account, has, needs }.into()))
            }
            Appended::Full { .. } => Err(PeopleError::Refused(PeopleRefusal::ChipsFull)),
            Appended::Known { number } => Err(PeopleError::Refused(PeopleRefusal::Known { number })),
            Appended::NameTaken => Err(PeopleError::Refused(PeopleRefusal::LoginTaken)),
        }
    }
}
