//! What is known of accounts, and how each event changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use seating::{Person, Role};

use super::event::{Event, Hashed, Locked, Trace};
use super::factor::{Factor, Passed};
use super::notices::Notice;
use super::opening::{HandOpening, Signature};
use super::reporting::{Dealt, Report};
use super::role::{ROLES, role_named};
use super::sessions::{Session, Sessions};
use super::sharing::{SharedHand, Shares};
use super::throttle::{ADDRESS, LOGIN, Schedule, Tries};

/// The most names and addresses of which failures are remembered; the oldest go first.
const MOST_TRACES: usize = 50_000;

/// A time during which nobody comes in by an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// When it ends, in milliseconds of the room's time; never, if there is none.
    pub until: Option<u64>,
}

/// What is known of a person besides the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// A program plays by it.
    pub machine: bool,
    /// What the person may do, in the order of [`ROLES`].
    pub roles: Vec<Role>,
    /// Whether the person is kept out.
    pub ban: Option<Ban>,
    /// When the account was made, in milliseconds of the room's time.
    pub signed_up: u64,
    /// When the person came in last, in milliseconds of the room's time.
    pub last_sign_in: Option<u64>,
    /// When the person came in the time before.
    pub earlier_sign_in: Option<u64>,
    /// Failures to come in since the person did.
    pub failures: u32,
    /// Failures there were when the person came in last.
    pub failures_before: u32,
    /// Play chips that were granted.
    pub granted: u64,
    /// The digest of the person's row.
    pub digest: String,
    /// When the account was erased, in milliseconds of the room's time: it has a number and nothing else.
    pub erased: Option<u64>,
    /// The second factor, where there is one.
    pub factor: Option<Factor>,
    /// What others did to the account, oldest first.
    pub notices: Vec<Notice>,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A new password for a person.
    Reset(Person),
    /// A new administrator.
    Administrator,
}

/// Somebody who is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Who.
    pub person: Person,
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// When the session ends by itself, in milliseconds of the room's time.
    pub until: u64,
    /// The second factor was given in it.
    pub passed: bool,
    /// Roles of the person that are not among these, because the second factor is missing.
    pub waiting: Vec<Role>,
    /// The number in the room of the record by which the password was chosen by a link, the last time; zero where it never
    /// was. Hands that were opened before it are not shown to whoever is signed in.
    pub since: u64,
}

/// Accounts, sessions, links and failures, folded from the stream People.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    pub(super) opened: Option<String>,
    pub(super) accounts: BTreeMap<Person, Account>,
    pub(super) sessions: Sessions,
    /// Who has that role, kept out or not.
    pub(super) administrators: BTreeSet<Person>,
    pub(super) last_session: u32,
    pub(super) links: BTreeMap<Hashed, (LinkKind, u64)>,
    pub(super) shares: Shares,
    pub(super) logins: BTreeMap<Trace, Tries>,
    pub(super) addresses: BTreeMap<Trace, Tries>,
    /// What was reported, by number from 1.
    pub(super) reports: Vec<Report>,
    /// Hands that somebody wanted opened, by number from 1.
    pub(super) openings: Vec<HandOpening>,
    /// The number in the room of the record from which on an account is the auditor's who has it now.
    pub(super) auditing: BTreeMap<Person, u64>,
    /// When whoever reported people may report as many at once again, in milliseconds of the room's time.
    pub(super) reporting: BTreeMap<Person, u64>,
    /// The era that began with the last backup of which these accounts know that it was put back; zero where none was.
    pub(super) restored: u64,
    /// The latest time that an event has told.
    pub(super) time: u64,
}

impl People {
    /// Nobody yet.
    pub fn new() -> People {
        People::default()
    }

    /// What is known of a person.
    pub fn account(&self, person: Person) -> Option<&Account> {
        self.accounts.get(&person)
    }

    /// Every account, by number.
    pub fn accounts(&self) -> impl Iterator<Item = (Person, &Account)> {
        self.accounts.iter().map(|(person, account)| (*person, account))
    }

    /// The accounts with a number above one, by number.
    pub fn accounts_after(&self, person: Person) -> impl Iterator<Item = (Person, &Account)> {
        let after = (Bound::Excluded(person), Bound::Unbounded);
        self.accounts.range(after).map(|(person, account)| (*person, account))
    }

    /// Who has the role of an administrator, kept out or not.
    pub fn administrators(&self) -> impl Iterator<Item = Person> {
        self.administrators.iter().copied()
    }

    /// The latest time that an event has told, in milliseconds: the room's time never goes behind it.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// The digest that the last event told for a row: of the room's own row for [`Person::HOUSE`].
    pub fn digest(&self, person: Person) -> Option<&str> {
        if person == Person::HOUSE {
            return self.opened.as_deref();
        }
        self.accounts.get(&person).map(|account| account.digest.as_str())
    }

    /// Who is signed in with a token at a time.
    pub fn signed(&self, token: &Hashed, time: u64) -> Option<Signed> {
        let session = self.sessions.get(token).filter(|session| time < session.until)?;
        let account = self.accounts.get(&session.person)?;
        let roles = account.roles.clone();
        let Session { person, number, until, passed, .. } = *session;
        Some(Signed { person, session: number, roles, until, passed, waiting: Vec::new(), since: 0 })
    }

    /// What a link is for, if it still opens something at a time.
    pub fn link(&self, link: &Hashed, time: u64) -> Option<LinkKind> {
        self.links.get(link).filter(|(_, until)| time < *until).map(|(kind, _)| *kind)
    }

    /// Whether a person is kept out at a time, and until when.
    pub fn banned(&self, person: Person, time: u64) -> Option<Ban> {
        let ban = self.accounts.get(&person)?.ban?;
        ban.until.is_none_or(|until| time < until).then_some(ban)
    }

    /// How long somebody still waits before trying to sign in, in milliseconds; so many attempts for the name and from
    /// the address are not answered yet.
    pub fn wait(&self, login: Trace, address: Trace, open: (u32, u32), time: u64) -> u64 {
        let left = |schedule: Schedule, tries: &BTreeMap<Trace, Tries>, trace, open| {
            schedule.left(tries.get(&trace).copied().unwrap_or_default(), open, time)
        };
        left(LOGIN, &self.logins, login, open.0).max(left(ADDRESS, &self.addresses, address, open.1))
    }

    /// Which locks one more failure closes, and until when, in milliseconds of the room's time.
    pub(super) fn locks(&self, login: Trace, address: Trace, time: u64) -> Vec<(Locked, Trace, u64)> {
        let counted = [
            (Locked::Login, LOGIN, &self.logins, login),
            (Locked::Address, ADDRESS, &self.addresses, address),
        ];
        let closes = |(of, schedule, tries, trace): (Locked, Schedule, &BTreeMap<Trace, Tries>, Trace)| {
            let before = tries.get(&trace).copied().unwrap_or_default();
            let count = schedule.failed(before, time).count;
            (count == schedule.lock_at).then(|| (of, trace, time.saturating_add(schedule.longest)))
        };
        counted.into_iter().filter_map(closes).collect()
    }

    /// Takes one event in. Holds no rule and cannot fail; gives the numbers of the sessions that ended by it.
    pub fn apply(&mut self, event: &Event) -> Vec<u32> {
        match event {
            Event::Opened { digest, .. } => self.opened = Some(digest.clone()),
            Event::SignedUp { person, digest, machine, time } => {
                let account = Account {
                    machine: *machine,
                    digest: digest.clone(),
                    signed_up: *time,
                    ..Account::default()
                };
                self.accounts.insert(Person(*person), account);
                self.time = self.time.max(*time);
            }
            Event::Granted { person, amount } => {
                self.change(*person, |account| account.granted = account.granted.saturating_add(*amount));
            }
            Event::SignInFailed { person, login, address, time } => {
                self.time = self.time.max(*time);
                failed(&mut self.logins, LOGIN, *login, *time);
                failed(&mut self.addresses, ADDRESS, *address, *time);
                if let Some(person) = person {
                    self.change(*person, |account| account.failures = account.failures.saturating_add(1));
                }
            }
            // It follows from the failures, and is on record for whoever reads it.
            Event::SignInLocked { .. } => {}
            Event::SignedIn { person, session, token, until, login, replaces, time } => {
                self.time = self.time.max(*time);
                self.logins.remove(login);
                self.last_session = self.last_session.max(*session);
                let now = *time;
                let (person_of, number, until) = (Person(*person), *session, *until);
                let begun = Session { person: person_of, number, until, begun: now, passed: false };
                let mut ended = self.sessions.expire(now);
                ended.extend(replaces.and_then(|old| self.sessions.end(old)));
                self.sessions.begin(*token, begun);
                self.change(*person, |account| {
                    account.earlier_sign_in = account.last_sign_in.replace(now);
                    account.failures_before = std::mem::take(&mut account.failures);
                });
                return ended;
            }
            Event::SignedOut { session, .. } => return self.sessions.end(*session).into_iter().collect(),
            Event::SignedOutEverywhere { person } => return self.end_all(*person, None),
            Event::EverybodySignedOut { era, time } => return self.restored(*era, *time),
            Event::PasswordChanged { person, digest, keeps } => {
                self.change(*person, |account| account.digest.clone_from(digest));
                return self.end_all(*person, *keeps);
            }
            Event::ResetLinkMade { person, link, until } => {
                self.put_link(*link, LinkKind::Reset(Person(*person)), *until);
            }
            Event::ResetLinkUsed { person, digest, link, login } => {
                self.links.remove(link);
                self.logins.remove(login);
                self.change(*person, |account| account.digest.clone_from(digest));
                // Whoever made the link may have been the one to use it.
                self.openings_lapse(Person(*person));
                return self.end_all(*person, None);
            }
            Event::AdministratorLinkMade { link, until } => {
                self.put_link(*link, LinkKind::Administrator, *until);
            }
            Event::AdministratorLinkUsed { link, .. } => {
                self.links.remove(link);
            }
            Event::RoleGiven { person, role } => {
                let role = role_named(role);
                return self.roles_change(*person, |roles| {
                    let has = |each: &Role| roles.contains(each) || Some(*each) == role;
                    *roles = ROLES.into_iter().filter(has).collect();
                });
            }
            Event::RoleTaken { person, role } => {
                let role = role_named(role);
                return self.roles_change(*person, |roles| roles.retain(|each| Some(*each) != role));
            }
            Event::Banned { person, until, .. } => {
                self.change(*person, |account| account.ban = Some(Ban { until: *until }));
                // A link that was made before opens nothing either.
                self.links.retain(|_, (kind, _)| *kind != LinkKind::Reset(Person(*person)));
                self.openings_lapse(Person(*person));
                return self.end_all(*person, None);
            }
            Event::Unbanned { person, .. } => self.change(*person, |account| account.ban = None),
            Event::Reported { reporter, about, time, .. } => {
                self.reported(Person(*reporter), Person(*about), *time);
            }
            Event::ReportDealtWith { report, by, note, time } => {
                self.dealt_with(*report, Dealt { by: Person(*by), time: *time, note: note.clone() });
            }
            Event::HandShared { person, link, table, hand, own_cards, time } => {
                self.time = self.time.max(*time);
                let (table, hand, own_cards) = (*table, *hand, *own_cards);
                let shared = SharedHand { person: Person(*person), table, hand, own_cards, made: *time };
                self.shares.begin(*link, shared);
            }
            Event::HandShareEnded { person, link } => self.shares.end(Person(*person), link),
            Event::AccountErased { person, time, .. } => return self.erase(Person(*person), *time),
            Event::TracesForgotten { digest, time, .. } => self.forget_traces(digest, *time),
            Event::PersonalDataSeen { time, .. } => self.time = self.time.max(*time),
            Event::SecondFactorSet { person, session, secret, step, codes, time } => {
                let factor = Factor { secret: secret.clone(), step: *step, codes: codes.clone() };
                return self.factor_set(Person(*person), *session, factor, *time);
            }
            Event::SecondFactorUsed { person, session, step, time } => {
                self.factor_used(Person(*person), Some(*session), Passed::Step(*step), *time);
            }
            Event::RecoveryCodeUsed { person, session, code, time } => {
                self.factor_used(Person(*person), Some(*session), Passed::Recovery(*code), *time);
            }
            Event::RecoveryCodesMade { person, step, codes, time } => {
                self.factor_used(Person(*person), None, Passed::Step(*step), *time);
                self.codes_made(Person(*person), codes);
            }
            Event::SecondFactorTaken { person, by, time, .. } => {
                // The own one is taken away with a code of it; without one it may be anybody who enrols another.
                if by != person {
                    self.openings_lapse(Person(*person));
                }
                return self.factor_taken(Person(*person), *time);
            }
            Event::OpeningAsked { table, hand, by, reason, time, .. } => {
                let asked = Signature { by: Person(*by), reason: reason.clone(), time: *time };
                self.opening_asked(*table, *hand, asked);
            }
            Event::OpeningAgreed { opening, by, reason, time } => {
                let agreed = Signature { by: Person(*by), reason: reason.clone(), time: *time };
                self.opening_agreed(*opening, agreed);
            }
            Event::RoleRefused { time, .. } | Event::OpenedHandSeen { time, .. } => {
                self.time = self.time.max(*time);
            }
            Event::Noticed { person, what, by, time } => {
                let notice = Notice { what: what.clone(), by: Person(*by), time: *time };
                self.noticed(Person(*person), notice);
            }
        }
        Vec::new()
    }

    fn change(&mut self, person: u64, change: impl FnOnce(&mut Account)) {
        if let Some(account) = self.accounts.get_mut(&Person(person)) {
            change(account);
        }
    }

    fn end_all(&mut self, person: u64, keeps: Option<u32>) -> Vec<u32> {
        self.sessions.end_all(Person(person), keeps)
    }

    /// The roles of a person have changed: every session ends, and what the person signed with them.
    fn roles_change(&mut self, person: u64, change: impl FnOnce(&mut Vec<Role>)) -> Vec<u32> {
        if let Some(account) = self.accounts.get_mut(&Person(person)) {
            change(&mut account.roles);
            if account.roles.contains(&Role::Administrator) {
                self.administrators.insert(Person(person));
            } else {
                self.administrators.remove(&Person(person));
            }
        }
        self.openings_lapse(Person(person));
        self.end_all(person, None)
    }

    /// One link of a kind at a time: an older one opens nothing more.
    fn put_link(&mut self, link: Hashed, kind: LinkKind, until: u64) {
        self.links.retain(|_, (other, _)| *other != kind);
        self.links.insert(link, (kind, until));
    }
}

fn failed(tries: &mut BTreeMap<Trace, Tries>, schedule: Schedule, trace: Trace, time: u64) {
    let before = tries.get(&trace).copied().unwrap_or_default();
    tries.insert(trace, schedule.failed(before, time));
    if tries.len() > MOST_TRACES {
        tries.retain(|_, tries| time.saturating_sub(tries.last) < schedule.forgotten_after);
    }
    if tries.len() > MOST_TRACES
        && let Some(oldest) = tries.iter().min_by_key(|(_, tries)| tries.last).map(|(trace, _)| *trace)
    {
        tries.remove(&oldest);
    }
}
