//! What may be done with accounts: commands in, events or a refusal out.

use std::fmt;

use chips::Chips;
use seating::{Actor, Person, Role};

use super::apply::{LinkKind, People};
use super::event::{PeopleEvent, SecretHash, Trace};
use super::notices::Notice;
use super::refusal::PeopleRefusal;
use super::reports::NewReport;
use super::role::{is_role_conflict, role_word};
use super::rows::PersonRows;
use super::second_factor::{Factor, FactorProof};
use super::shares::{self, MAX_SHARED_HANDS, SharedHand};
use crate::port::{PersonRow, Wall};
use crate::text;

/// The most accounts of a room.
pub(super) const MAX_ACCOUNTS: usize = 1_000_000;
/// The most sessions of a person: the oldest ends when one more begins.
const MAX_SESSIONS: usize = 20;
/// The longest reason, in characters.
pub(super) const MAX_REASON_CHARS: usize = 200;

/// Somebody who is to have an account. Names are folded and tidy, the password is hashed.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct NewPerson {
    pub login: String,
    pub name: String,
    pub password: String,
    /// Random bytes for the digest of the row.
    pub salt: [u8; 16],
    /// A program will play by it, and everybody will see that.
    pub machine: bool,
}

impl fmt::Debug for NewPerson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPerson").field("machine", &self.machine).finish_non_exhaustive()
    }
}

/// A session that is to begin.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// The SHA-256 of its token.
    pub token: SecretHash,
    /// When it ends by itself, in milliseconds of the room's time.
    pub until: u64,
    /// The name it was begun with, as it is counted.
    pub login: Trace,
}

/// What is asked for.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum PeopleCommand {
    /// The room's own row, once.
    Open {
        salt: [u8; 16],
    },
    /// A player's account with its chips and, if wanted, its first session.
    SignUp {
        new: NewPerson,
        grant: Chips,
        session: Option<NewSession>,
    },
    /// Somebody failed to sign in.
    FailSignIn {
        person: Option<Person>,
        login: Trace,
        address: Trace,
    },
    /// Somebody whose password was right comes in; the token that the browser had opens nothing more.
    SignIn {
        person: Person,
        session: NewSession,
        replaces: Option<SecretHash>,
        /// What was given of the second factor.
        given: Option<FactorProof>,
    },
    /// The session of a token ends.
    SignOut {
        token: SecretHash,
    },
    /// Every session of whoever asks ends.
    SignOutEverywhere,
    /// A new password of whoever asks, whose old one was right.
    ChangePassword {
        password: String,
        salt: [u8; 16],
        keeps: SecretHash,
    },
    /// A link by which a person chooses a new password.
    MakeResetLink {
        person: Person,
        link: SecretHash,
        until: u64,
    },
    /// The link's new password.
    UseResetLink {
        link: SecretHash,
        password: String,
        salt: [u8; 16],
        login: Trace,
    },
    /// A link by which somebody becomes an administrator.
    MakeAdministratorLink {
        link: SecretHash,
        until: u64,
    },
    /// The link's new administrator with, if wanted, a player's account beside it; the session is the administrator's.
    UseAdministratorLink {
        link: SecretHash,
        administrator: NewPerson,
        player: Option<NewPerson>,
        grant: Chips,
        session: NewSession,
    },
    GiveRole {
        person: Person,
        role: Role,
    },
    TakeRole {
        person: Person,
        role: Role,
    },
    /// Keeps a person out for so many milliseconds, or for good.
    Ban {
        person: Person,
        lasts: Option<u64>,
        reason: String,
    },
    Unban {
        person: Person,
        reason: String,
    },
    /// Whoever asks tells about a person.
    Report(NewReport),
    /// A report is dealt with.
    DealWithReport {
        report: u64,
        note: String,
    },
    /// A link to a hand of whoever asks; that it is one is for whoever carries this out to see.
    ShareHand {
        link: SecretHash,
        table: u64,
        hand: u64,
        own_cards: bool,
    },
    /// A link of whoever asks opens nothing more.
    EndShare {
        link: SecretHash,
    },
    /// A session of whoever asks ends.
    EndSession {
        session: u32,
    },
    /// The account of a person ends and its row is gone.
    Erase {
        person: Person,
    },
    /// The same, if nobody has used it for so many milliseconds.
    EraseUnused {
        person: Person,
        unused_for: u64,
    },
    /// A backup was put in the place of the data, and the era of that number began.
    SignEverybodyOut {
        era: u64,
    },
    /// Names and addresses are counted under another salt from now on.
    ForgetTraces {
        salt: [u8; 16],
    },
    /// Whoever asks is shown data of people, by number.
    NoteSeen {
        what: &'static str,
        first: u64,
        last: u64,
        reason: Option<String>,
    },
    /// Whoever has the session of a token shows that they have the second factor's secret.
    SetSecondFactor {
        token: SecretHash,
        factor: Factor,
    },
    /// New recovery codes of whoever asks, with the code of a step.
    MakeRecoveryCodes {
        step: u64,
        codes: Vec<SecretHash>,
    },
    /// The own second factor goes, with what was given of it; or somebody else's, which an administrator takes.
    TakeSecondFactor {
        person: Person,
        given: Option<FactorProof>,
        reason: String,
    },
    /// An auditor asks for a hand that is over to be opened.
    AskOpening {
        table: u64,
        hand: u64,
        /// The number in the room of the record that opened the hand.
        began: u64,
        reason: String,
    },
    /// Another auditor agrees; who was dealt in is told.
    AgreeToOpening {
        opening: u64,
        /// The number in the room of the record that opened the hand.
        began: u64,
        reason: String,
        players: Vec<Person>,
    },
    /// One of the two looks at the hand.
    NoteOpenedSeen {
        opening: u64,
    },
    /// A role that was not given because of another goes on record.
    NoteRefusedRole {
        person: Person,
        role: Role,
        has: Role,
    },
}

/// What a command leads to: events for the stream, and rows for the table of people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeopleChanges {
    /// What happened, in order.
    pub events: Vec<PeopleEvent>,
    /// Rows that are added or replaced.
    pub rows: Vec<PersonRow>,
}

impl People {
    /// What comes of a command at a time, in milliseconds of the room's time. Changes nothing.
    ///
    /// # Errors
    /// Why it is not done.
    pub fn decide(
        &self,
        rows: &PersonRows,
        by: Actor,
        time: u64,
        command: PeopleCommand,
    ) -> Result<PeopleChanges, PeopleRefusal> {
        let mut draft =
            PeopleDraft { people: self, rows, time, decided: PeopleChanges::default(), added: Vec::new() };
        draft.take(by, command)?;
        Ok(draft.decided)
    }
}

pub(super) struct PeopleDraft<'a> {
    pub(super) people: &'a People,
    pub(super) rows: &'a PersonRows,
    pub(super) time: u64,
    decided: PeopleChanges,
    /// Accounts that this command adds.
    added: Vec<NewPerson>,
}

impl PeopleDraft<'_> {
    pub(super) fn push(&mut self, event: PeopleEvent) {
        self.decided.events.push(event);
    }

    /// A row is added or replaced.
    pub(super) fn put(&mut self, row: PersonRow) {
        self.decided.rows.push(row);
    }

    fn take(&mut self, by: Actor, command: PeopleCommand) -> Result<(), PeopleRefusal> {
        match command {
            PeopleCommand::Open { salt } => self.open_room(salt),
            PeopleCommand::SignUp { new, grant, session } => {
                let person = self.add_account(new, Role::Player, grant)?;
                if let Some(session) = session {
                    self.begin_session(person, session, None);
                }
                Ok(())
            }
            PeopleCommand::FailSignIn { person, login, address } => {
                let person = person.map(|person| person.0);
                self.push(PeopleEvent::SignInFailed { person, login, address, time: self.time });
                for (of, trace, until) in self.people.locks_after_failure(login, address, self.time) {
                    self.push(PeopleEvent::SignInLocked { person, trace, of, until });
                }
                Ok(())
            }
            PeopleCommand::SignIn { person, session, replaces, given } => {
                self.account(person)?;
                let given = self.check_factor(person, given)?;
                self.check_not_banned(person)?;
                let session = self.begin_session(person, session, replaces);
                if let Some(given) = given {
                    self.use_factor(person, session, given);
                }
                Ok(())
            }
            PeopleCommand::SignOut { token } => {
                let signed = self.people.signed_in(&token, self.time).ok_or(PeopleRefusal::NotSignedIn)?;
                self.push(PeopleEvent::SignedOut { person: signed.person.0, session: signed.session });
                Ok(())
            }
            PeopleCommand::SignOutEverywhere => {
                self.account(by.person)?;
                self.push(PeopleEvent::SignedOutEverywhere { person: by.person.0 });
                Ok(())
            }
            PeopleCommand::ChangePassword { password, salt, keeps } => {
                let signed = self.people.signed_in(&keeps, self.time).ok_or(PeopleRefusal::NotSignedIn)?;
                let digest = self.change_password(signed.person, password, salt)?;
                let keeps = Some(signed.session);
                self.push(PeopleEvent::PasswordChanged { person: signed.person.0, digest, keeps });
                Ok(())
            }
            PeopleCommand::MakeResetLink { person, link, until } => {
                self.check_administrator(by)?;
                self.account(person)?;
                self.check_not_banned(person)?;
                self.push(PeopleEvent::ResetLinkMade { person: person.0, link, until });
                self.notice(person, Notice::RESET_LINK_MADE, by.person.0);
                Ok(())
            }
            PeopleCommand::UseResetLink { link, password, salt, login } => {
                let Some(LinkKind::Reset(person)) = self.people.link(&link, self.time) else {
                    return Err(PeopleRefusal::NoSuchLink);
                };
                let digest = self.change_password(person, password, salt)?;
                self.push(PeopleEvent::ResetLinkUsed { person: person.0, digest, link, login });
                self.notice(person, Notice::RESET_LINK_USED, person.0);
                Ok(())
            }
            PeopleCommand::MakeAdministratorLink { link, until } => {
                if by.person != Person::HOUSE {
                    self.check_administrator(by)?;
                }
                self.push(PeopleEvent::AdministratorLinkMade { link, until });
                Ok(())
            }
            PeopleCommand::UseAdministratorLink { link, administrator, player, grant, session } => {
                if self.people.link(&link, self.time) != Some(LinkKind::Administrator) {
                    return Err(PeopleRefusal::NoSuchLink);
                }
                let person = self.add_account(administrator, Role::Administrator, Chips::default())?;
                self.push(PeopleEvent::AdministratorLinkUsed { person: person.0, link });
                if let Some(player) = player {
                    self.add_account(player, Role::Player, grant)?;
                }
                self.begin_session(person, session, None);
                Ok(())
            }
            PeopleCommand::GiveRole { person, role } => self.give_role(by, person, role),
            PeopleCommand::TakeRole { person, role } => self.take_role(by, person, role),
            PeopleCommand::Ban { person, lasts, reason } => {
                self.check_administrator(by)?;
                self.account(person)?;
                self.check_other_administrator(person)?;
                let reason = check_reason(&reason)?;
                let until = lasts.map(|lasts| self.time.saturating_add(lasts));
                // A ban that is on is made longer; shorter it becomes by being lifted, which is on record as that.
                if let Some(ban) = self.people.ban_at(person, self.time)
                    && until.is_some_and(|until| ban.until.is_none_or(|now| until < now))
                {
                    return Err(PeopleRefusal::BannedLonger { until: ban.until });
                }
                self.push(PeopleEvent::Banned { person: person.0, until, reason, lasts });
                Ok(())
            }
            PeopleCommand::Unban { person, reason } => {
                self.check_administrator(by)?;
                self.account(person)?;
                let reason = check_reason(&reason)?;
                self.people.ban_at(person, self.time).ok_or(PeopleRefusal::NotBanned)?;
                self.push(PeopleEvent::Unbanned { person: person.0, reason });
                Ok(())
            }
            PeopleCommand::Report(new) => self.report(by, new),
            PeopleCommand::DealWithReport { report, note } => self.deal_with_report(by, report, &note),
            PeopleCommand::ShareHand { link, table, hand, own_cards } => {
                let person = by.person;
                self.account(person)?;
                self.check_not_banned(person)?;
                if self.people.count_shared(person) >= MAX_SHARED_HANDS {
                    return Err(PeopleRefusal::SharesFull);
                }
                let shared = SharedHand { person, table, hand, own_cards, made: self.time };
                self.push(shares::share_event(link, shared));
                Ok(())
            }
            PeopleCommand::EndShare { link } => {
                let person = by.person;
                let mut own = self.people.hands_shared_by(person);
                own.find(|(other, _)| *other == link).ok_or(PeopleRefusal::NoSuchShare)?;
                self.push(PeopleEvent::HandShareEnded { person: person.0, link });
                Ok(())
            }
            PeopleCommand::EndSession { session } => self.end_session(by, session),
            PeopleCommand::Erase { person } => self.erase(person),
            PeopleCommand::EraseUnused { person, unused_for } => self.erase_unused(person, unused_for),
            PeopleCommand::SignEverybodyOut { era } => {
                self.push(PeopleEvent::EverybodySignedOut { era, time: self.time });
                Ok(())
            }
            PeopleCommand::ForgetTraces { salt } => self.forget_traces(salt),
            PeopleCommand::NoteSeen { what, first, last, reason } => {
                self.note_seen(what, first, last, reason)
            }
            PeopleCommand::SetSecondFactor { token, factor } => self.set_factor(&token, factor),
            PeopleCommand::MakeRecoveryCodes { step, codes } => self.make_codes(by.person, step, &codes),
            PeopleCommand::TakeSecondFactor { person, given, reason } => {
                self.remove_factor(by, person, given, &reason)
            }
            PeopleCommand::AskOpening { table, hand, began, reason } => {
                self.ask_opening(by, (table, hand), began, &reason)
            }
            PeopleCommand::AgreeToOpening { opening, began, reason, players } => {
                self.agree_to_opening(by, (opening, began), &reason, &players)
            }
            PeopleCommand::NoteOpenedSeen { opening } => self.note_opened_seen(by, opening),
            PeopleCommand::NoteRefusedRole { person, role, has } => {
                self.check_administrator(by)?;
                let (role, has) = (role_word(role).to_owned(), role_word(has).to_owned());
                let (by, time) = (by.person.0, self.time);
                self.push(PeopleEvent::RoleRefused { person: person.0, role, has, by, time });
                Ok(())
            }
        }
    }

    fn open_room(&mut self, salt: [u8; 16]) -> Result<(), PeopleRefusal> {
        if self.people.opened.is_some() {
            return Err(PeopleRefusal::Opened);
        }
        // `house` is a name that nobody else can have.
        let row = PersonRow {
            person: Person::HOUSE,
            login: "house".to_owned(),
            name: "House".to_owned(),
            password: String::new(),
            salt,
            updated: Wall(self.time),
        };
        self.push(PeopleEvent::Opened { person: Person::HOUSE.0, digest: row.digest() });
        self.decided.rows.push(row);
        Ok(())
    }

    fn add_account(&mut self, new: NewPerson, role: Role, grant: Chips) -> Result<Person, PeopleRefusal> {
        let same_login = |other: &NewPerson| other.login == new.login;
        let same_name = |other: &NewPerson| text::skeleton(&other.name) == text::skeleton(&new.name);
        if self.rows.by_login(&new.login).is_some() || self.added.iter().any(same_login) {
            return Err(PeopleRefusal::LoginTaken);
        }
        if self.rows.name_is_taken(&new.name) || self.added.iter().any(same_name) {
            return Err(PeopleRefusal::NameTaken);
        }
        if self.people.accounts.len() + self.added.len() >= MAX_ACCOUNTS {
            return Err(PeopleRefusal::Full);
        }
        let last = self.people.accounts.keys().next_back().map_or(0, |person| person.0);
        let person = last + 1 + self.added.len() as u64;
        let row = PersonRow {
            person: Person(person),
            login: new.login.clone(),
            name: new.name.clone(),
            password: new.password.clone(),
            salt: new.salt,
            updated: Wall(self.time),
        };
        let (digest, machine) = (row.digest(), new.machine);
        self.push(PeopleEvent::SignedUp { person, digest, machine, time: self.time });
        self.push(PeopleEvent::RoleGiven { person, role: role_word(role).to_owned() });
        if grant > Chips::default() {
            self.push(PeopleEvent::Granted { person, amount: grant.get() });
        }
        self.decided.rows.push(row);
        self.added.push(new);
        Ok(Person(person))
    }

    /// A session begins, with this number; who has too many loses the oldest.
    fn begin_session(&mut self, person: Person, new: NewSession, replaces: Option<SecretHash>) -> u32 {
        let replaces = replaces.and_then(|token| self.people.sessions.get(&token)).map(|old| old.number);
        let open = self.people.sessions.of_person(person);
        let open = open.filter(|session| session.until > self.time && Some(session.number) != replaces);
        let numbers: Vec<u32> = open.map(|session| session.number).collect();
        let too_many = (numbers.len() + 1).saturating_sub(MAX_SESSIONS);
        for session in numbers.into_iter().take(too_many) {
            self.push(PeopleEvent::SignedOut { person: person.0, session });
        }
        let session = self.people.last_session.saturating_add(1);
        self.push(PeopleEvent::SignedIn {
            person: person.0,
            session,
            token: new.token,
            until: new.until,
            login: new.login,
            replaces,
            time: self.time,
        });
        session
    }

    fn change_password(
        &mut self,
        person: Person,
        password: String,
        salt: [u8; 16],
    ) -> Result<String, PeopleRefusal> {
        let old = self.rows.get(person).ok_or(PeopleRefusal::NoSuchPerson)?;
        let row = PersonRow { password, salt, updated: Wall(self.time), ..old.clone() };
        let digest = row.digest();
        self.decided.rows.push(row);
        Ok(digest)
    }

    fn give_role(&mut self, by: Actor, person: Person, role: Role) -> Result<(), PeopleRefusal> {
        self.check_administrator(by)?;
        let roles = self.account(person)?.roles.clone();
        if roles.contains(&role) {
            return Err(PeopleRefusal::HasRole { role });
        }
        if let Some(has) = roles.into_iter().find(|has| is_role_conflict(*has, role)) {
            return Err(PeopleRefusal::Conflict { role, has });
        }
        self.push(PeopleEvent::RoleGiven { person: person.0, role: role_word(role).to_owned() });
        Ok(())
    }

    fn take_role(&mut self, by: Actor, person: Person, role: Role) -> Result<(), PeopleRefusal> {
        self.check_administrator(by)?;
        if !self.account(person)?.roles.contains(&role) {
            return Err(PeopleRefusal::HasNotRole { role });
        }
        if role == Role::Administrator {
            self.check_other_administrator(person)?;
        }
        self.push(PeopleEvent::RoleTaken { person: person.0, role: role_word(role).to_owned() });
        Ok(())
    }

    pub(super) fn account(&self, person: Person) -> Result<&super::apply::PersonAccount, PeopleRefusal> {
        let account = self.people.account(person).filter(|account| account.erased.is_none());
        account.ok_or(PeopleRefusal::NoSuchPerson)
    }

    /// Whoever asks is an administrator: the account says so, not the request.
    pub(super) fn check_administrator(&self, by: Actor) -> Result<(), PeopleRefusal> {
        let needs = Role::Administrator;
        let account = self.people.account(by.person).ok_or(PeopleRefusal::NotGranted { needs })?;
        let may = by.role == needs
            && account.roles.contains(&needs)
            && self.people.ban_at(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(PeopleRefusal::NotGranted { needs }) }
    }

    /// Besides this person there is an administrator who can come in, or this one is none.
    pub(super) fn check_other_administrator(&self, person: Person) -> Result<(), PeopleRefusal> {
        let others = self.people.administrators();
        let mut others =
            others.filter(|other| *other != person && self.people.ban_at(*other, self.time).is_none());
        let is_one = self.account(person)?.roles.contains(&Role::Administrator);
        if is_one && others.next().is_none() { Err(PeopleRefusal::LastAdministrator) } else { Ok(()) }
    }

    pub(super) fn check_not_banned(&self, person: Person) -> Result<(), PeopleRefusal> {
        match self.people.ban_at(person, self.time) {
            Some(ban) => Err(PeopleRefusal::Banned { until: ban.until }),
            None => Ok(()),
        }
    }
}

pub(super) fn check_reason(given: &str) -> Result<String, PeopleRefusal> {
    let reason = given.trim();
    let fits = !reason.is_empty()
        && reason.chars().count() <= MAX_REASON_CHARS
        && text::check_readable(reason, true).is_ok();
    if fits { Ok(reason.to_owned()) } else { Err(PeopleRefusal::Reason) }
}
