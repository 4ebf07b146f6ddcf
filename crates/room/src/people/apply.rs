//! What is known about accounts, and how each event changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use seating::{Person, Role};

use super::event::{LockKind, PeopleEvent, SecretHash, Trace};
use super::notices::Notice;
use super::opening::{AuditorSignature, HandOpening};
use super::reports::{PersonReport, ReportResolution};
use super::role::{ROLES, role_named};
use super::second_factor::{Factor, FactorProof};
use super::sessions::{Sessions, SignInSession};
use super::shares::{HandShares, SharedHand};
use super::throttle::{ADDRESS_SCHEDULE, FailureCount, LOGIN_SCHEDULE, WaitSchedule};

/// The most names and addresses for which failures are remembered; the oldest are dropped first.
const MAX_TRACES: usize = 50_000;

/// A time during which nobody can sign in with an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// When it ends, in milliseconds of the room's time; `None` for never.
    pub until: Option<u64>,
}

/// What is known about a person apart from their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonAccount {
    /// The account is played by a program.
    pub machine: bool,
    /// The person's roles, in the order of [`ROLES`].
    pub roles: Vec<Role>,
    /// The ban, if the person is banned.
    pub ban: Option<Ban>,
    /// When the account was made, in milliseconds of the room's time.
    pub signed_up: u64,
    /// The last sign-in, in milliseconds of the room's time.
    pub last_sign_in: Option<u64>,
    /// The sign-in before the last.
    pub earlier_sign_in: Option<u64>,
    /// Failed sign-ins since the last successful one.
    pub failures: u32,
    /// Failed sign-ins there had been at the last successful one.
    pub failures_before: u32,
    /// Play chips that were granted.
    pub granted: u64,
    /// The digest of the person's row.
    pub digest: String,
    /// When the account was erased, in milliseconds of the room's time: only its number is left.
    pub erased: Option<u64>,
    /// The second factor, if there is one.
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

/// A person who is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedInPerson {
    /// The person.
    pub person: Person,
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// When the session expires, in milliseconds of the room's time.
    pub until: u64,
    /// Whether the second factor was given in this session.
    pub second_factor_given: bool,
    /// Roles of the person that are missing above because the second factor was not given.
    pub withheld_roles: Vec<Role>,
    /// The room-wide number of the record by which the password was last chosen by a link; zero if it never
    /// was. Hands opened before it are not shown to this session.
    pub since: u64,
}

/// Accounts, sessions, links and failures, folded from the stream People.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    pub(super) opened: Option<String>,
    pub(super) accounts: BTreeMap<Person, PersonAccount>,
    pub(super) sessions: Sessions,
    /// Everybody with that role, banned or not.
    pub(super) administrators: BTreeSet<Person>,
    pub(super) last_session: u32,
    pub(super) links: BTreeMap<SecretHash, (LinkKind, u64)>,
    pub(super) shares: HandShares,
    pub(super) login_failures: BTreeMap<Trace, FailureCount>,
    pub(super) address_failures: BTreeMap<Trace, FailureCount>,
    /// The reports, by number from 1.
    pub(super) reports: Vec<PersonReport>,
    /// Requests to open hands, by number from 1.
    pub(super) openings: Vec<HandOpening>,
    /// The room-wide number of the record since which an account has belonged to its current auditor.
    pub(super) auditors_since: BTreeMap<Person, u64>,
    /// When a reporter has their full allowance of reports again, in milliseconds of the room's time.
    pub(super) next_report_at: BTreeMap<Person, u64>,
    /// The era begun by the last restore that these accounts know of; zero if there was none.
    pub(super) restored_era: u64,
    /// The latest time in any event.
    pub(super) time: u64,
}

impl People {
    /// Nobody yet: the state before the first record of the stream.
    pub fn new() -> People {
        People::default()
    }

    /// What is known about a person by number, even one whose account was erased; `None` if the number was
    /// never given.
    pub fn account(&self, person: Person) -> Option<&PersonAccount> {
        self.accounts.get(&person)
    }

    /// Every account in the order of the numbers, erased ones included.
    pub fn accounts(&self) -> impl Iterator<Item = (Person, &PersonAccount)> {
        self.accounts.iter().map(|(person, account)| (*person, account))
    }

    /// The accounts after a number, in the order of the numbers: a page of the administrators' list.
    pub fn accounts_after(&self, person: Person) -> impl Iterator<Item = (Person, &PersonAccount)> {
        let after = (Bound::Excluded(person), Bound::Unbounded);
        self.accounts.range(after).map(|(person, account)| (*person, account))
    }

    /// Everybody with the role of administrator, banned or not: the room must never be without one who can sign
    /// in.
    pub fn administrators(&self) -> impl Iterator<Item = Person> {
        self.administrators.iter().copied()
    }

    /// The latest time in any event, in milliseconds of the room's time, which never goes behind it.
    pub fn time(&self) -> u64 {
        self.time
    }

    /// The digest of a person's row according to the last event, with which the stored row must agree; for
    /// [`Person::HOUSE`], of the room's own row.
    pub fn digest(&self, person: Person) -> Option<&str> {
        if person == Person::HOUSE {
            return self.opened.as_deref();
        }
        self.accounts.get(&person).map(|account| account.digest.as_str())
    }

    /// Who is signed in with a token at a time; `None` for an unknown or expired one. Has every role of the
    /// account: the service withholds staff roles where the second factor is missing.
    pub fn signed_in(&self, token: &SecretHash, time: u64) -> Option<SignedInPerson> {
        let session = self.sessions.get(token).filter(|session| time < session.until)?;
        let account = self.accounts.get(&session.person)?;
        let roles = account.roles.clone();
        let SignInSession { person, number, until, second_factor_given: passed, .. } = *session;
        Some(SignedInPerson {
            person,
            session: number,
            roles,
            until,
            second_factor_given: passed,
            withheld_roles: Vec::new(),
            since: 0,
        })
    }

    /// What a link is for, if it is still valid at a time; `None` for one that is used up, replaced, expired or
    /// unknown.
    pub fn link(&self, link: &SecretHash, time: u64) -> Option<LinkKind> {
        self.links.get(link).filter(|(_, until)| time < *until).map(|(kind, _)| *kind)
    }

    /// The ban on a person that is in force at a time; `None` if there is none or it has ended.
    pub fn ban_at(&self, person: Person, time: u64) -> Option<Ban> {
        let ban = self.accounts.get(&person)?.ban?;
        ban.until.is_none_or(|until| time < until).then_some(ban)
    }

    /// How long to wait before the next attempt to sign in, in milliseconds: the longer of the waits for name
    /// and address. `unanswered` counts the open attempts for the name and from the address as failures.
    pub fn sign_in_wait(&self, login: Trace, address: Trace, unanswered: (u32, u32), time: u64) -> u64 {
        let left = |schedule: WaitSchedule, failures: &BTreeMap<Trace, FailureCount>, trace, open| {
            schedule.wait_left(failures.get(&trace).copied().unwrap_or_default(), open, time)
        };
        left(LOGIN_SCHEDULE, &self.login_failures, login, unanswered.0).max(left(
            ADDRESS_SCHEDULE,
            &self.address_failures,
            address,
            unanswered.1,
        ))
    }

    /// The locks (name, address) that one more failure at this time closes, and until when, in milliseconds of
    /// the room's time, to be recorded for readers.
    pub(super) fn locks_after_failure(
        &self,
        login: Trace,
        address: Trace,
        time: u64,
    ) -> Vec<(LockKind, Trace, u64)> {
        let counted = [
            (LockKind::Login, LOGIN_SCHEDULE, &self.login_failures, login),
            (LockKind::Address, ADDRESS_SCHEDULE, &self.address_failures, address),
        ];
        counted
            .into_iter()
            .filter_map(|(kind, schedule, failures, trace)| {
                let before = failures.get(&trace).copied().unwrap_or_default();
                let count = schedule.with_failure(before, time).count;
                (count == schedule.lock_at).then(|| (kind, trace, time.saturating_add(schedule.longest_wait)))
            })
            .collect()
    }

    /// Applies one event. Holds no rule and cannot fail, so that a restart folds the records to the same state;
    /// returns the numbers of the sessions it ended, whose connections must be closed.
    pub fn apply(&mut self, event: &PeopleEvent) -> Vec<u32> {
        match event {
            PeopleEvent::Opened { digest, .. } => self.opened = Some(digest.clone()),
            PeopleEvent::SignedUp { person, digest, machine, time } => {
                let account = PersonAccount {
                    machine: *machine,
                    digest: digest.clone(),
                    signed_up: *time,
                    ..PersonAccount::default()
                };
                self.accounts.insert(Person(*person), account);
                self.time = self.time.max(*time);
            }
            PeopleEvent::Granted { person, amount } => {
                self.change_account(*person, |account| {
                    account.granted = account.granted.saturating_add(*amount)
                });
            }
            PeopleEvent::SignInFailed { person, login, address, time } => {
                self.time = self.time.max(*time);
                count_failure(&mut self.login_failures, LOGIN_SCHEDULE, *login, *time);
                count_failure(&mut self.address_failures, ADDRESS_SCHEDULE, *address, *time);
                if let Some(person) = person {
                    self.change_account(*person, |account| {
                        account.failures = account.failures.saturating_add(1)
                    });
                }
            }
            // It follows from the failures and is recorded only for readers.
            PeopleEvent::SignInLocked { .. } => {}
            PeopleEvent::SignedIn { person, session, token, until, login, replaces, time } => {
                self.time = self.time.max(*time);
                self.login_failures.remove(login);
                self.last_session = self.last_session.max(*session);
                let now = *time;
                let (person_of, number, until) = (Person(*person), *session, *until);
                let begun = SignInSession {
                    person: person_of,
                    number,
                    until,
                    begun: now,
                    second_factor_given: false,
                };
                let mut ended = self.sessions.expire(now);
                ended.extend(replaces.and_then(|old| self.sessions.end(old)));
                self.sessions.begin(*token, begun);
                self.change_account(*person, |account| {
                    account.earlier_sign_in = account.last_sign_in.replace(now);
                    account.failures_before = std::mem::take(&mut account.failures);
                });
                return ended;
            }
            PeopleEvent::SignedOut { session, .. } => {
                return self.sessions.end(*session).into_iter().collect();
            }
            PeopleEvent::SignedOutEverywhere { person } => return self.end_sessions(*person, None),
            PeopleEvent::EverybodySignedOut { era, time } => return self.apply_restore(*era, *time),
            PeopleEvent::PasswordChanged { person, digest, keeps } => {
                self.change_account(*person, |account| account.digest.clone_from(digest));
                return self.end_sessions(*person, *keeps);
            }
            PeopleEvent::ResetLinkMade { person, link, until } => {
                self.put_link(*link, LinkKind::Reset(Person(*person)), *until);
            }
            PeopleEvent::ResetLinkUsed { person, digest, link, login } => {
                self.links.remove(link);
                self.login_failures.remove(login);
                self.change_account(*person, |account| account.digest.clone_from(digest));
                // The administrator who made the link may have been the one to use it.
                self.lapse_openings(Person(*person));
                return self.end_sessions(*person, None);
            }
            PeopleEvent::AdministratorLinkMade { link, until } => {
                self.put_link(*link, LinkKind::Administrator, *until);
            }
            PeopleEvent::AdministratorLinkUsed { link, .. } => {
                self.links.remove(link);
            }
            PeopleEvent::RoleGiven { person, role } => {
                let role = role_named(role);
                return self.change_roles(*person, |roles| {
                    let has = |each: &Role| roles.contains(each) || Some(*each) == role;
                    *roles = ROLES.into_iter().filter(has).collect();
                });
            }
            PeopleEvent::RoleTaken { person, role } => {
                let role = role_named(role);
                return self.change_roles(*person, |roles| roles.retain(|each| Some(*each) != role));
            }
            PeopleEvent::Banned { person, until, .. } => {
                self.change_account(*person, |account| account.ban = Some(Ban { until: *until }));
                // A link made before no longer works either.
                self.links.retain(|_, (kind, _)| *kind != LinkKind::Reset(Person(*person)));
                self.lapse_openings(Person(*person));
                return self.end_sessions(*person, None);
            }
            PeopleEvent::Unbanned { person, .. } => {
                self.change_account(*person, |account| account.ban = None)
            }
            PeopleEvent::Reported { reporter, about, time, .. } => {
                self.apply_reported(Person(*reporter), Person(*about), *time);
            }
            PeopleEvent::ReportDealtWith { report, by, note, time } => {
                self.apply_resolution(
                    *report,
                    ReportResolution { by: Person(*by), time: *time, note: note.clone() },
                );
            }
            PeopleEvent::HandShared { person, link, table, hand, own_cards, time } => {
                self.time = self.time.max(*time);
                let (table, hand, own_cards) = (*table, *hand, *own_cards);
                let shared = SharedHand { person: Person(*person), table, hand, own_cards, made: *time };
                self.shares.begin(*link, shared);
            }
            PeopleEvent::HandShareEnded { person, link } => self.shares.end(Person(*person), link),
            PeopleEvent::AccountErased { person, time, .. } => return self.erase(Person(*person), *time),
            PeopleEvent::TracesForgotten { digest, time, .. } => self.forget_traces(digest, *time),
            PeopleEvent::PersonalDataSeen { time, .. } => self.time = self.time.max(*time),
            PeopleEvent::SecondFactorSet { person, session, secret, step, codes, time } => {
                let factor = Factor { secret: secret.clone(), step: *step, codes: codes.clone() };
                return self.apply_factor_set(Person(*person), *session, factor, *time);
            }
            PeopleEvent::SecondFactorUsed { person, session, step, time } => {
                self.apply_factor_used(Person(*person), Some(*session), FactorProof::Step(*step), *time);
            }
            PeopleEvent::RecoveryCodeUsed { person, session, code, time } => {
                self.apply_factor_used(Person(*person), Some(*session), FactorProof::Recovery(*code), *time);
            }
            PeopleEvent::RecoveryCodesMade { person, step, codes, time } => {
                self.apply_factor_used(Person(*person), None, FactorProof::Step(*step), *time);
                self.apply_codes_made(Person(*person), codes);
            }
            PeopleEvent::SecondFactorTaken { person, by, time, .. } => {
                // Removing one's own second factor takes one of its codes. If somebody else removed it,
                // anybody may enrol the next one.
                if by != person {
                    self.lapse_openings(Person(*person));
                }
                return self.apply_factor_taken(Person(*person), *time);
            }
            PeopleEvent::OpeningAsked { table, hand, by, reason, time, .. } => {
                let request = AuditorSignature { by: Person(*by), reason: reason.clone(), time: *time };
                self.apply_opening_asked(*table, *hand, request);
            }
            PeopleEvent::OpeningAgreed { opening, by, reason, time } => {
                let consent = AuditorSignature { by: Person(*by), reason: reason.clone(), time: *time };
                self.apply_opening_agreed(*opening, consent);
            }
            PeopleEvent::RoleRefused { time, .. } | PeopleEvent::OpenedHandSeen { time, .. } => {
                self.time = self.time.max(*time);
            }
            PeopleEvent::Noticed { person, what, by, time } => {
                let notice = Notice { what: what.clone(), by: Person(*by), time: *time };
                self.add_notice(Person(*person), notice);
            }
        }
        Vec::new()
    }

    /// Changes an account. An event about an unknown person changes nothing: applying cannot fail.
    fn change_account(&mut self, person: u64, change: impl FnOnce(&mut PersonAccount)) {
        if let Some(account) = self.accounts.get_mut(&Person(person)) {
            change(account);
        }
    }

    /// Ends a person's sessions, all but the one that `except` names; returns the numbers of those that ended.
    fn end_sessions(&mut self, person: u64, except: Option<u32>) -> Vec<u32> {
        self.sessions.end_all_of(Person(person), except)
    }

    /// Changes a person's roles, which ends every session, so that none has more than it began with, and lapses
    /// what the person signed as an auditor. Returns the numbers of the sessions.
    fn change_roles(&mut self, person: u64, change: impl FnOnce(&mut Vec<Role>)) -> Vec<u32> {
        if let Some(account) = self.accounts.get_mut(&Person(person)) {
            change(&mut account.roles);
            if account.roles.contains(&Role::Administrator) {
                self.administrators.insert(Person(person));
            } else {
                self.administrators.remove(&Person(person));
            }
        }
        self.lapse_openings(Person(person));
        self.end_sessions(person, None)
    }

    /// Stores a link by its hash, valid until a time. There is one of a kind at a time: an older one stops
    /// working.
    fn put_link(&mut self, link: SecretHash, kind: LinkKind, until: u64) {
        self.links.retain(|_, (other, _)| *other != kind);
        self.links.insert(link, (kind, until));
    }
}

/// Counts a failure for a name or an address and drops traces that are forgotten or beyond `MAX_TRACES`, oldest
/// first.
fn count_failure(
    failures: &mut BTreeMap<Trace, FailureCount>,
    schedule: WaitSchedule,
    trace: Trace,
    time: u64,
) {
    let before = failures.get(&trace).copied().unwrap_or_default();
    failures.insert(trace, schedule.with_failure(before, time));
    if failures.len() > MAX_TRACES {
        failures.retain(|_, failures| time.saturating_sub(failures.last) < schedule.forgotten_after);
    }
    if failures.len() > MAX_TRACES
        && let Some(oldest) =
            failures.iter().min_by_key(|(_, failures)| failures.last).map(|(trace, _)| *trace)
    {
        failures.remove(&oldest);
    }
}
