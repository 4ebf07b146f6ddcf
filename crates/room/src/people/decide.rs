//! What may be done with accounts: commands in, events or a refusal out.

use chips::Chips;
use seating::{Actor, Person, Role};

use super::apply::{LinkKind, People};
use super::command::{NewPerson, NewSession, PeopleCommand};
use super::event::{PeopleEvent, SecretHash};
use super::notices::Notice;
use super::refusal::PeopleRefusal;
use super::role::{is_role_conflict, role_word};
use super::rows::PersonRows;
use super::shares::{self, MAX_SHARED_HANDS, SharedHand};
use crate::port::{PersonRow, Wall};
use crate::text;

/// The most accounts in a room.
pub(super) const MAX_ACCOUNTS: usize = 1_000_000;
/// The most sessions of a person: the oldest ends when one more begins.
const MAX_SESSIONS: usize = 20;
/// The longest reason, in characters.
pub(super) const MAX_REASON_CHARS: usize = 200;

/// The result of a command: events for the stream, and rows for the table of people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeopleChanges {
    /// What happened, in order.
    pub events: Vec<PeopleEvent>,
    /// Rows that are added or replaced.
    pub rows: Vec<PersonRow>,
}

impl People {
    /// Decides a command at a time in milliseconds of the room's time. Changes nothing: the events have to be
    /// stored, in order and in one batch with the rows, before they are applied.
    ///
    /// # Errors
    /// Why it is refused.
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
    /// Adds a decided event after those before it. If the command is refused later, the draft is dropped with
    /// all of them.
    pub(super) fn push(&mut self, event: PeopleEvent) {
        self.decided.events.push(event);
    }

    /// Adds or replaces a row of personal data, stored in the same batch as the event with its digest.
    pub(super) fn put_row(&mut self, row: PersonRow) {
        self.decided.rows.push(row);
    }

    /// Decides one command, pushing its events and rows. Each arm checks the account of the requester: the role
    /// in the request alone proves nothing.
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
                self.notify(person, Notice::RESET_LINK_MADE, by.person.0);
                Ok(())
            }
            PeopleCommand::UseResetLink { link, password, salt, login } => {
                let Some(LinkKind::Reset(person)) = self.people.link(&link, self.time) else {
                    return Err(PeopleRefusal::NoSuchLink);
                };
                let digest = self.change_password(person, password, salt)?;
                self.push(PeopleEvent::ResetLinkUsed { person: person.0, digest, link, login });
                self.notify(person, Notice::RESET_LINK_USED, person.0);
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
                // A ban in force can only be made longer. It is shortened by lifting it, which is recorded as
                // such.
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

    /// Makes the room's own row with its salt, once: names and addresses are hashed under it, so nobody can
    /// sign in before.
    fn open_room(&mut self, salt: [u8; 16]) -> Result<(), PeopleRefusal> {
        if self.people.opened.is_some() {
            return Err(PeopleRefusal::Opened);
        }
        // Nobody else can have the name `house`.
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

    /// Adds an account with one role and the next number, granting chips, unless its names are taken or the
    /// room is full. Returns its number.
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

    /// Begins a session and returns its number, the next of the room; the one it replaces ends, and a person
    /// with too many loses the oldest. The caller has checked the password.
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

    /// Replaces a person's password hash and salt in their row; returns the digest of the new row for the
    /// event, which the caller pushes.
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

    /// Gives a role as an administrator, unless the person has it or it conflicts with another of theirs
    /// (ACS-02).
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

    /// Takes a role away as an administrator; one administrator who can sign in must remain.
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

    /// The account of a person for a command about them; refused for an erased or unknown one.
    pub(super) fn account(&self, person: Person) -> Result<&super::apply::PersonAccount, PeopleRefusal> {
        let account = self.people.account(person).filter(|account| account.erased.is_none());
        account.ok_or(PeopleRefusal::NoSuchPerson)
    }

    /// Checks that the requester acts as an administrator and is one, not banned: the account decides that, not
    /// the request.
    pub(super) fn check_administrator(&self, by: Actor) -> Result<(), PeopleRefusal> {
        let needs = Role::Administrator;
        let account = self.people.account(by.person).ok_or(PeopleRefusal::NotGranted { needs })?;
        let may = by.role == needs
            && account.roles.contains(&needs)
            && self.people.ban_at(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(PeopleRefusal::NotGranted { needs }) }
    }

    /// Checks that, if this person is an administrator, there is another who is not banned: otherwise nobody
    /// could let others in.
    pub(super) fn check_other_administrator(&self, person: Person) -> Result<(), PeopleRefusal> {
        let others = self.people.administrators();
        let mut others =
            others.filter(|other| *other != person && self.people.ban_at(*other, self.time).is_none());
        let is_one = self.account(person)?.roles.contains(&Role::Administrator);
        if is_one && others.next().is_none() { Err(PeopleRefusal::LastAdministrator) } else { Ok(()) }
    }

    /// Refuses with the end of the ban if the person is banned now.
    pub(super) fn check_not_banned(&self, person: Person) -> Result<(), PeopleRefusal> {
        match self.people.ban_at(person, self.time) {
            Some(ban) => Err(PeopleRefusal::Banned { until: ban.until }),
            None => Ok(()),
        }
    }
}

/// A trimmed reason of 1 to [`MAX_REASON_CHARS`] characters that can be read, as it is stored.
pub(super) fn check_reason(given: &str) -> Result<String, PeopleRefusal> {
    let reason = given.trim();
    let fits = !reason.is_empty()
        && reason.chars().count() <= MAX_REASON_CHARS
        && text::check_readable(reason, true).is_ok();
    if fits { Ok(reason.to_owned()) } else { Err(PeopleRefusal::Reason) }
}
