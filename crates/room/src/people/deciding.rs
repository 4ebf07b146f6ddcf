//! What may be done with accounts: commands in, events or a refusal out.

use std::fmt;

use chips::Chips;
use seating::{By, Person, Role};

use super::applying::{LinkKind, People};
use super::event::{Event, Hashed, Trace};
use super::factor::{Factor, Passed};
use super::notices::Notice;
use super::refused::Refusal;
use super::reporting::NewReport;
use super::role::{conflict, role_word};
use super::rows::Rows;
use super::sharing::{self, MOST_SHARED, SharedHand};
use crate::port::{PersonRow, Wall};
use crate::text;

/// The most accounts of a room.
pub(super) const MOST_ACCOUNTS: usize = 1_000_000;
/// The most sessions of a person: the oldest ends when one more begins.
const MOST_SESSIONS: usize = 20;
/// The longest reason, in characters.
pub(super) const LONGEST_REASON: usize = 200;

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
    pub token: Hashed,
    /// When it ends by itself, in milliseconds of the room's time.
    pub until: u64,
    /// The name it was begun with, as it is counted.
    pub login: Trace,
}

/// What is asked for.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Command {
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
        replaces: Option<Hashed>,
        /// What was given of the second factor.
        given: Option<Passed>,
    },
    /// The session of a token ends.
    SignOut {
        token: Hashed,
    },
    /// Every session of whoever asks ends.
    SignOutEverywhere,
    /// A new password of whoever asks, whose old one was right.
    ChangePassword {
        password: String,
        salt: [u8; 16],
        keeps: Hashed,
    },
    /// A link by which a person chooses a new password.
    MakeResetLink {
        person: Person,
        link: Hashed,
        until: u64,
    },
    /// The link's new password.
    UseResetLink {
        link: Hashed,
        password: String,
        salt: [u8; 16],
        login: Trace,
    },
    /// A link by which somebody becomes an administrator.
    MakeAdministratorLink {
        link: Hashed,
        until: u64,
    },
    /// The link's new administrator with, if wanted, a player's account beside it; the session is the administrator's.
    UseAdministratorLink {
        link: Hashed,
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
        link: Hashed,
        table: u64,
        hand: u64,
        own_cards: bool,
    },
    /// A link of whoever asks opens nothing more.
    EndShare {
        link: Hashed,
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
        token: Hashed,
        factor: Factor,
    },
    /// New recovery codes of whoever asks, with the code of a step.
    MakeRecoveryCodes {
        step: u64,
        codes: Vec<Hashed>,
    },
    /// The own second factor goes, with what was given of it; or somebody else's, which an administrator takes.
    TakeSecondFactor {
        person: Person,
        given: Option<Passed>,
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
pub struct Decided {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Rows that are added or replaced.
    pub rows: Vec<PersonRow>,
}

impl People {
    /// What comes of a command at a time, in milliseconds of the room's time. Changes nothing.
    ///
    /// # Errors
    /// Why it is not done.
    pub fn decide(&self, rows: &Rows, by: By, time: u64, command: Command) -> Result<Decided, Refusal> {
        let mut draft = Draft { people: self, rows, time, decided: Decided::default(), added: Vec::new() };
        draft.take(by, command)?;
        Ok(draft.decided)
    }
}

pub(super) struct Draft<'a> {
    pub(super) people: &'a People,
    pub(super) rows: &'a Rows,
    pub(super) time: u64,
    decided: Decided,
    /// Accounts that this command adds.
    added: Vec<NewPerson>,
}

impl Draft<'_> {
    pub(super) fn push(&mut self, event: Event) {
        self.decided.events.push(event);
    }

    /// A row is added or replaced.
    pub(super) fn put(&mut self, row: PersonRow) {
        self.decided.rows.push(row);
    }

    fn take(&mut self, by: By, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Open { salt } => self.open(salt),
            Command::SignUp { new, grant, session } => {
                let person = self.add(new, Role::Player, grant)?;
                if let Some(session) = session {
                    self.begin(person, session, None);
                }
                Ok(())
            }
            Command::FailSignIn { person, login, address } => {
                let person = person.map(|person| person.0);
                self.push(Event::SignInFailed { person, login, address, time: self.time });
                for (of, trace, until) in self.people.locks(login, address, self.time) {
                    self.push(Event::SignInLocked { person, trace, of, until });
                }
                Ok(())
            }
            Command::SignIn { person, session, replaces, given } => {
                self.account(person)?;
                let given = self.passes(person, given)?;
                self.not_banned(person)?;
                let session = self.begin(person, session, replaces);
                if let Some(given) = given {
                    self.uses(person, session, given);
                }
                Ok(())
            }
            Command::SignOut { token } => {
                let signed = self.people.signed(&token, self.time).ok_or(Refusal::NotSignedIn)?;
                self.push(Event::SignedOut { person: signed.person.0, session: signed.session });
                Ok(())
            }
            Command::SignOutEverywhere => {
                self.account(by.person)?;
                self.push(Event::SignedOutEverywhere { person: by.person.0 });
                Ok(())
            }
            Command::ChangePassword { password, salt, keeps } => {
                let signed = self.people.signed(&keeps, self.time).ok_or(Refusal::NotSignedIn)?;
                let digest = self.new_password(signed.person, password, salt)?;
                let keeps = Some(signed.session);
                self.push(Event::PasswordChanged { person: signed.person.0, digest, keeps });
                Ok(())
            }
            Command::MakeResetLink { person, link, until } => {
                self.administrator(by)?;
                self.account(person)?;
                self.not_banned(person)?;
                self.push(Event::ResetLinkMade { person: person.0, link, until });
                self.notice(person, Notice::RESET_LINK_MADE, by.person.0);
                Ok(())
            }
            Command::UseResetLink { link, password, salt, login } => {
                let Some(LinkKind::Reset(person)) = self.people.link(&link, self.time) else {
                    return Err(Refusal::NoSuchLink);
                };
                let digest = self.new_password(person, password, salt)?;
                self.push(Event::ResetLinkUsed { person: person.0, digest, link, login });
                self.notice(person, Notice::RESET_LINK_USED, person.0);
                Ok(())
            }
            Command::MakeAdministratorLink { link, until } => {
                if by.person != Person::HOUSE {
                    self.administrator(by)?;
                }
                self.push(Event::AdministratorLinkMade { link, until });
                Ok(())
            }
            Command::UseAdministratorLink { link, administrator, player, grant, session } => {
                if self.people.link(&link, self.time) != Some(LinkKind::Administrator) {
                    return Err(Refusal::NoSuchLink);
                }
                let person = self.add(administrator, Role::Administrator, Chips::default())?;
                self.push(Event::AdministratorLinkUsed { person: person.0, link });
                if let Some(player) = player {
                    self.add(player, Role::Player, grant)?;
                }
                self.begin(person, session, None);
                Ok(())
            }
            Command::GiveRole { person, role } => self.give_role(by, person, role),
            Command::TakeRole { person, role } => self.take_role(by, person, role),
            Command::Ban { person, lasts, reason } => {
                self.administrator(by)?;
                self.account(person)?;
                self.other_administrator(person)?;
                let reason = reason_of(&reason)?;
                let until = lasts.map(|lasts| self.time.saturating_add(lasts));
                // A ban that is on is made longer; shorter it becomes by being lifted, which is on record as that.
                if let Some(ban) = self.people.banned(person, self.time)
                    && until.is_some_and(|until| ban.until.is_none_or(|now| until < now))
                {
                    return Err(Refusal::BannedLonger { until: ban.until });
                }
                self.push(Event::Banned { person: person.0, until, reason, lasts });
                Ok(())
            }
            Command::Unban { person, reason } => {
                self.administrator(by)?;
                self.account(person)?;
                let reason = reason_of(&reason)?;
                self.people.banned(person, self.time).ok_or(Refusal::NotBanned)?;
                self.push(Event::Unbanned { person: person.0, reason });
                Ok(())
            }
            Command::Report(new) => self.report(by, new),
            Command::DealWithReport { report, note } => self.deal_with_report(by, report, &note),
            Command::ShareHand { link, table, hand, own_cards } => {
                let person = by.person;
                self.account(person)?;
                self.not_banned(person)?;
                if self.people.count_shared(person) >= MOST_SHARED {
                    return Err(Refusal::SharesFull);
                }
                let shared = SharedHand { person, table, hand, own_cards, made: self.time };
                self.push(sharing::begun(link, shared));
                Ok(())
            }
            Command::EndShare { link } => {
                let person = by.person;
                let mut own = self.people.shared_by(person);
                own.find(|(other, _)| *other == link).ok_or(Refusal::NoSuchShare)?;
                self.push(Event::HandShareEnded { person: person.0, link });
                Ok(())
            }
            Command::EndSession { session } => self.end_session(by, session),
            Command::Erase { person } => self.erase(person),
            Command::EraseUnused { person, unused_for } => self.erase_unused(person, unused_for),
            Command::SignEverybodyOut { era } => {
                self.push(Event::EverybodySignedOut { era, time: self.time });
                Ok(())
            }
            Command::ForgetTraces { salt } => self.forget_traces(salt),
            Command::NoteSeen { what, first, last, reason } => self.note_seen(what, first, last, reason),
            Command::SetSecondFactor { token, factor } => self.set_factor(&token, factor),
            Command::MakeRecoveryCodes { step, codes } => self.make_codes(by.person, step, &codes),
            Command::TakeSecondFactor { person, given, reason } => {
                self.take_factor(by, person, given, &reason)
            }
            Command::AskOpening { table, hand, began, reason } => {
                self.ask_opening(by, (table, hand), began, &reason)
            }
            Command::AgreeToOpening { opening, began, reason, players } => {
                self.agree_to_opening(by, (opening, began), &reason, &players)
            }
            Command::NoteOpenedSeen { opening } => self.note_opened_seen(by, opening),
            Command::NoteRefusedRole { person, role, has } => {
                self.administrator(by)?;
                let (role, has) = (role_word(role).to_owned(), role_word(has).to_owned());
                let (by, time) = (by.person.0, self.time);
                self.push(Event::RoleRefused { person: person.0, role, has, by, time });
                Ok(())
            }
        }
    }

    fn open(&mut self, salt: [u8; 16]) -> Result<(), Refusal> {
        if self.people.opened.is_some() {
            return Err(Refusal::Opened);
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
        self.push(Event::Opened { person: Person::HOUSE.0, digest: row.digest() });
        self.decided.rows.push(row);
        Ok(())
    }

    fn add(&mut self, new: NewPerson, role: Role, grant: Chips) -> Result<Person, Refusal> {
        let same_login = |other: &NewPerson| other.login == new.login;
        let same_name = |other: &NewPerson| text::look(&other.name) == text::look(&new.name);
        if self.rows.by_login(&new.login).is_some() || self.added.iter().any(same_login) {
            return Err(Refusal::LoginTaken);
        }
        if self.rows.name_is_taken(&new.name) || self.added.iter().any(same_name) {
            return Err(Refusal::NameTaken);
        }
        if self.people.accounts.len() + self.added.len() >= MOST_ACCOUNTS {
            return Err(Refusal::Full);
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
        self.push(Event::SignedUp { person, digest, machine, time: self.time });
        self.push(Event::RoleGiven { person, role: role_word(role).to_owned() });
        if grant > Chips::default() {
            self.push(Event::Granted { person, amount: grant.get() });
        }
        self.decided.rows.push(row);
        self.added.push(new);
        Ok(Person(person))
    }

    /// A session begins, with this number; who has too many loses the oldest.
    fn begin(&mut self, person: Person, new: NewSession, replaces: Option<Hashed>) -> u32 {
        let replaces = replaces.and_then(|token| self.people.sessions.get(&token)).map(|old| old.number);
        let open = self.people.sessions.of(person);
        let open = open.filter(|session| session.until > self.time && Some(session.number) != replaces);
        let numbers: Vec<u32> = open.map(|session| session.number).collect();
        let too_many = (numbers.len() + 1).saturating_sub(MOST_SESSIONS);
        for session in numbers.into_iter().take(too_many) {
            self.push(Event::SignedOut { person: person.0, session });
        }
        let session = self.people.last_session.saturating_add(1);
        self.push(Event::SignedIn {
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

    fn new_password(&mut self, person: Person, password: String, salt: [u8; 16]) -> Result<String, Refusal> {
        let old = self.rows.get(person).ok_or(Refusal::NoSuchPerson)?;
        let row = PersonRow { password, salt, updated: Wall(self.time), ..old.clone() };
        let digest = row.digest();
        self.decided.rows.push(row);
        Ok(digest)
    }

    fn give_role(&mut self, by: By, person: Person, role: Role) -> Result<(), Refusal> {
        self.administrator(by)?;
        let roles = self.account(person)?.roles.clone();
        if roles.contains(&role) {
            return Err(Refusal::HasRole { role });
        }
        if let Some(has) = roles.into_iter().find(|has| conflict(*has, role)) {
            return Err(Refusal::Conflict { role, has });
        }
        self.push(Event::RoleGiven { person: person.0, role: role_word(role).to_owned() });
        Ok(())
    }

    fn take_role(&mut self, by: By, person: Person, role: Role) -> Result<(), Refusal> {
        self.administrator(by)?;
        if !self.account(person)?.roles.contains(&role) {
            return Err(Refusal::HasNotRole { role });
        }
        if role == Role::Administrator {
            self.other_administrator(person)?;
        }
        self.push(Event::RoleTaken { person: person.0, role: role_word(role).to_owned() });
        Ok(())
    }

    pub(super) fn account(&self, person: Person) -> Result<&super::applying::Account, Refusal> {
        let account = self.people.account(person).filter(|account| account.erased.is_none());
        account.ok_or(Refusal::NoSuchPerson)
    }

    /// Whoever asks is an administrator: the account says so, not the request.
    pub(super) fn administrator(&self, by: By) -> Result<(), Refusal> {
        let needs = Role::Administrator;
        let account = self.people.account(by.person).ok_or(Refusal::NotGranted { needs })?;
        let may = by.role == needs
            && account.roles.contains(&needs)
            && self.people.banned(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(Refusal::NotGranted { needs }) }
    }

    /// Besides this person there is an administrator who can come in, or this one is none.
    pub(super) fn other_administrator(&self, person: Person) -> Result<(), Refusal> {
        let others = self.people.administrators();
        let mut others =
            others.filter(|other| *other != person && self.people.banned(*other, self.time).is_none());
        let is_one = self.account(person)?.roles.contains(&Role::Administrator);
        if is_one && others.next().is_none() { Err(Refusal::LastAdministrator) } else { Ok(()) }
    }

    pub(super) fn not_banned(&self, person: Person) -> Result<(), Refusal> {
        match self.people.banned(person, self.time) {
            Some(ban) => Err(Refusal::Banned { until: ban.until }),
            None => Ok(()),
        }
    }
}

pub(super) fn reason_of(given: &str) -> Result<String, Refusal> {
    let reason = given.trim();
    let fits = !reason.is_empty()
        && reason.chars().count() <= LONGEST_REASON
        && text::readable(reason, true).is_ok();
    if fits { Ok(reason.to_owned()) } else { Err(Refusal::Reason) }
}
