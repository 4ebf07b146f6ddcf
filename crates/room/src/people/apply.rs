//! What is known of accounts, and how each event changes it.

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

/// The most names and addresses of which failures are remembered; the oldest go first.
const MAX_TRACES: usize = 50_000;

/// A time during which nobody comes in by an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ban {
    /// When it ends, in milliseconds of the room's time; never, if there is none.
    pub until: Option<u64>,
}

/// What is known of a person besides the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonAccount {
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
pub struct SignedInPerson {
    /// Who.
    pub person: Person,
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// What the person may do.
    pub roles: Vec<Role>,
    /// When the session ends by itself, in milliseconds of the room's time.
    pub until: u64,
    /// The second factor was given in it.
    pub second_factor_given: bool,
    /// Roles of the person that are not among these, because the second factor is missing.
    pub withheld_roles: Vec<Role>,
    /// The number in the room of the record by which the password was chosen by a link, the last time; zero where it never
    /// was. Hands that were opened before it are not shown to whoever is signed in.
    pub since: u64,
}

/// Accounts, sessions, links and failures, folded from the stream People.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    pub(super) opened: Option<String>,
    pub(super) accounts: BTreeMap<Person, PersonAccount>,
    pub(super) sessions: Sessions,
    /// Who has that role, kept out or not.
    pub(super) administrators: BTreeSet<Person>,
    pub(super) last_session: u32,
    pub(super) links: BTreeMap<SecretHash, (LinkKind, u64)>,
    pub(super) shares: HandShares,
    pub(super) login_failures: BTreeMap<Trace, FailureCount>,
    pub(super) address_failures: BTreeMap<Trace, FailureCount>,
    /// What was reported, by number from 1.
    pub(super) reports: Vec<PersonReport>,
    /// Hands that somebody wanted opened, by number from 1.
    pub(super) openings: Vec<HandOpening>,
    /// The number in the room of the record from which on an account is the auditor's who has it now.
    pub(super) auditors_since: BTreeMap<Person, u64>,
    /// When whoever reported people may report as many at once again, in milliseconds of the room's time.
    pub(super) next_report_at: BTreeMap<Person, u64>,
    /// The era that began with the last backup of which these accounts know that it was put back; zero where none was.
    pub(super) restored_era: u64,
    /// The latest time that an event has told.
    pub(super) time: u64,
}

impl People {
    /// Nobody yet.
    pub fn new() -> People {
        People::default()
    }

    /// What is known of a person.
    pub fn account(&self, person: Person) -> Option<&PersonAccount> {
        self.accounts.get(&person)
    }

    /// Every account, by number.
    pub fn accounts(&self) -> impl Iterator<Item = (Person, &PersonAccount)> {
        self.accounts.iter().map(|(person, account)| (*person, account))
    }

    /// The accounts with a number above one, by number.
    pub fn accounts_after(&self, person: Person) -> impl Iterator<Item = (Person, &PersonAccount)> {
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

    /// What a link is for, if it still opens something at a time.
    pub fn link(&self, link: &SecretHash, time: u64) -> Option<LinkKind> {
        self.links.get(link).filter(|(_, until)| time < *until).map(|(kind, _)| *kind)
    }

    /// Whether a person is kept out at a time, and until when.
    pub fn ban_at(&self, person: Person, time: u64) -> Option<Ban> {
        let ban = self.accounts.get(&person)?.ban?;
        ban.until.is_none_or(|until| time < until).then_some(ban)
    }

    /// How long somebody still waits before trying to sign in, in milliseconds; so many attempts for the name and from
    /// the address are not answered yet.
    pub fn sign_in_wait(&self, login: Trace, address: Trace, open: (u32, u32), time: u64) -> u64 {
        let left = |schedule: WaitSchedule, tries: &BTreeMap<Trace, FailureCount>, trace, open| {
            schedule.wait_left(tries.get(&trace).copied().unwrap_or_default(), open, time)
        };
        left(LOGIN_SCHEDULE, &self.login_failures, login, open.0).max(left(
            ADDRESS_SCHEDULE,
            &self.address_failures,
            address,
            open.1,
        ))
    }

    /// Which locks one more failure closes, and until when, in milliseconds of the room's time.
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
        let closes = |(of, schedule, tries, trace): (
            LockKind,
            WaitSchedule,
            &BTreeMap<Trace, FailureCount>,
            Trace,
        )| {
            let before = tries.get(&trace).copied().unwrap_or_default();
            let count = schedule.with_failure(before, time).count;
            (count == schedule.lock_at).then(|| (of, trace, time.saturating_add(schedule.longest_wait)))
        };
        counted.into_iter().filter_map(closes).collect()
    }

    /// Takes one event in. Holds no rule and cannot fail; gives the numbers of the sessions that ended by it.
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
            // It follows from the failures, and is on record for whoever reads it.
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
                // Whoever made the link may have been the one to use it.
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
                // A link that was made before opens nothing either.
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
                // The own one is taken away with a code of it; without one it may be anybody who enrols another.
                if by != person {
                    self.lapse_openings(Person(*person));
                }
                return self.apply_factor_taken(Person(*person), *time);
            }
            PeopleEvent::OpeningAsked { table, hand, by, reason, time, .. } => {
                let asked = AuditorSignature { by: Person(*by), reason: reason.clone(), time: *time };
                self.apply_opening_asked(*table, *hand, asked);
            }
            PeopleEvent::OpeningAgreed { opening, by, reason, time } => {
                let agreed = AuditorSignature { by: Person(*by), reason: reason.clone(), time: *time };
                self.apply_opening_agreed(*opening, agreed);
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

    fn change_account(&mut self, person: u64, change: impl FnOnce(&mut PersonAccount)) {
        if let Some(account) = self.accounts.get_mut(&Person(person)) {
            change(account);
        }
    }

    fn end_sessions(&mut self, person: u64, keeps: Option<u32>) -> Vec<u32> {
        self.sessions.end_all_of(Person(person), keeps)
    }

    /// The roles of a person have changed: every session ends, and what the person signed with them.
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

    /// One link of a kind at a time: an older one opens nothing more.
    fn put_link(&mut self, link: SecretHash, kind: LinkKind, until: u64) {
        self.links.retain(|_, (other, _)| *other != kind);
        self.links.insert(link, (kind, until));
    }
}

fn count_failure(tries: &mut BTreeMap<Trace, FailureCount>, schedule: WaitSchedule, trace: Trace, time: u64) {
    let before = tries.get(&trace).copied().unwrap_or_default();
    tries.insert(trace, schedule.with_failure(before, time));
    if tries.len() > MAX_TRACES {
        tries.retain(|_, tries| time.saturating_sub(tries.last) < schedule.forgotten_after);
    }
    if tries.len() > MAX_TRACES
        && let Some(oldest) = tries.iter().min_by_key(|(_, tries)| tries.last).map(|(trace, _)| *trace)
    {
        tries.remove(&oldest);
    }
}
