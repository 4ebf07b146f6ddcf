//! What becomes of personal data: sessions seen and ended one by one, an account erased, traces that nobody follows any
//! more, and who looked.
//!
//! A person's name, password and salt stand in one row apart from the records, and a record has no more of them than a
//! digest made with that salt. The salt is a key of the row's own: with the row it is destroyed, and nothing in the records
//! leads back to a name, while every record stays as it was written.

use seating::{By, Person, Role};

use super::applying::{Account, LinkKind, People};
use super::deciding::{Draft, reason_of};
use super::event::{Event, Trace};
use super::refused::Refusal;
use super::service::{NotDone, Service};
use super::sharing::Shares;
use crate::port::{Now, PersonRow, Wall};

/// A session that is open, as its person sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// When it began, in milliseconds of the room's time.
    pub begun: u64,
    /// When it ends by itself.
    pub until: u64,
}

impl People {
    /// The sessions of a person that are open at a time, oldest first.
    pub fn sessions_of(&self, person: Person, time: u64) -> Vec<OpenSession> {
        let open = self.sessions.of(person).filter(|session| time < session.until);
        open.map(|session| OpenSession {
            session: session.number,
            begun: session.begun,
            until: session.until,
        })
        .collect()
    }

    /// The accounts of players that nobody has used for so many milliseconds. Whoever is kept out stays kept out, so that
    /// account is not among them; nor is one with another role, or with a session that is open.
    pub fn unused(&self, unused_for: u64, time: u64) -> Vec<Person> {
        let accounts = self.accounts();
        accounts
            .filter(|(person, _)| self.is_unused(*person, unused_for, time))
            .map(|(person, _)| person)
            .collect()
    }

    fn is_unused(&self, person: Person, unused_for: u64, time: u64) -> bool {
        self.account(person).is_some_and(|account| {
            let used = account.last_sign_in.unwrap_or(account.signed_up).max(account.signed_up);
            account.erased.is_none()
                && time.saturating_sub(used) >= unused_for
                && account.roles.iter().all(|role| *role == Role::Player)
                && self.banned(person, time).is_none()
                && self.sessions_of(person, time).is_empty()
        })
    }

    /// Takes in that an account is erased; gives the numbers of the sessions that ended.
    pub(super) fn erase(&mut self, person: Person, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            // What adds up in the book, and what others saw of the seat, stays.
            *account = Account {
                machine: account.machine,
                signed_up: account.signed_up,
                granted: account.granted,
                erased: Some(time),
                ..Account::default()
            };
        }
        self.administrators.remove(&person);
        self.reporting.remove(&person);
        self.links.retain(|_, (kind, _)| *kind != LinkKind::Reset(person));
        self.shares.end_all(person);
        self.openings_lapse(person);
        self.sessions.end_all(person, None)
    }

    /// Takes in that names and addresses are counted under another salt: what was counted under the old one is found by
    /// nobody any more.
    pub(super) fn forget_traces(&mut self, digest: &str, time: u64) {
        self.time = self.time.max(time);
        self.opened = Some(digest.to_owned());
        self.logins.clear();
        self.addresses.clear();
    }
}

impl Shares {
    /// Takes in that every link of a person opens nothing more.
    pub(super) fn end_all(&mut self, person: Person) {
        for link in self.by_person.remove(&person).unwrap_or_default() {
            self.by_link.remove(&link);
        }
    }
}

impl Draft<'_> {
    /// A session of whoever asks ends.
    pub(super) fn end_session(&mut self, by: By, session: u32) -> Result<(), Refusal> {
        let open = self.people.sessions_of(by.person, self.time);
        open.iter().find(|open| open.session == session).ok_or(Refusal::NoSuchSession)?;
        self.push(Event::SignedOut { person: by.person.0, session });
        Ok(())
    }

    /// The account of a person is erased.
    pub(super) fn erase(&mut self, person: Person) -> Result<(), Refusal> {
        self.account(person)?;
        self.not_banned(person)?;
        self.other_administrator(person)?;
        self.push(Event::AccountErased { person: person.0, digest: (), time: self.time });
        Ok(())
    }

    /// The account of a person is erased, if nobody has used it for so many milliseconds.
    pub(super) fn erase_unused(&mut self, person: Person, unused_for: u64) -> Result<(), Refusal> {
        if !self.people.is_unused(person, unused_for, self.time) {
            return Err(Refusal::NoSuchPerson);
        }
        self.erase(person)
    }

    /// The room's own row has a new salt.
    pub(super) fn forget_traces(&mut self, salt: [u8; 16]) -> Result<(), Refusal> {
        let old = self.rows.get(Person::HOUSE).ok_or(Refusal::NoSuchPerson)?;
        let row = PersonRow { salt, updated: Wall(self.time), ..old.clone() };
        self.push(Event::TracesForgotten { person: Person::HOUSE.0, digest: row.digest(), time: self.time });
        self.put(row);
        Ok(())
    }
}

impl Draft<'_> {
    /// Whoever asks is shown data of people.
    pub(super) fn note_seen(
        &mut self,
        what: &str,
        first: u64,
        last: u64,
        reason: Option<String>,
    ) -> Result<(), Refusal> {
        let reason = reason.map(|reason| reason_of(&reason)).transpose()?;
        let (what, time) = (what.to_owned(), self.time);
        self.push(Event::PersonalDataSeen { what, first, last, reason, time });
        Ok(())
    }
}

impl Service {
    /// The account of the person whose password an attempt was right with is erased.
    ///
    /// # Errors
    /// When the password was changed meanwhile, the room would be without an administrator, or the store fails.
    pub async fn erase(&self, attempt: super::Attempt, by: By, now: Now) -> Result<(), NotDone> {
        let compared = attempt.password().map(str::to_owned);
        let judge = |state: &super::service::State| {
            let same = state.rows.get(by.person).map(|row| &row.password) == compared.as_ref();
            if same {
                Ok(super::Command::Erase { person: by.person })
            } else {
                Err(Refusal::WrongCredentials)
            }
        };
        self.carry(by, None, now, judge).await.map(drop)
    }

    /// When the salt was made under which names and addresses are counted, in milliseconds of the room's time.
    pub fn traced_since(&self) -> u64 {
        self.row(Person::HOUSE).map_or(0, |row| row.updated.0)
    }

    /// A folded name as it is counted: the name of an account by the account's number, so that nothing in the records is
    /// made of the name.
    pub fn trace_login(&self, login: &str) -> Trace {
        match self.by_login(login) {
            Some(person) => self.trace("person", &person.0.to_string()),
            None => self.trace("login", login),
        }
    }

    /// The name of an account that is only being made: nobody has failed with it.
    pub(super) fn trace_new(&self) -> Trace {
        self.trace("new", "")
    }
}
