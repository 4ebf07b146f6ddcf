//! What happens to personal data: sessions listed and ended one by one, accounts erased, traces forgotten,
//! and a record of who looked.
//!
//! A person's name, password and salt are in one row apart from the records, and a record has only a digest
//! made with that salt. The salt is a key that belongs to the row: it is destroyed with the row, and then
//! nothing in the records leads back to a name, while every record stays as it was written.

use seating::{Actor, Person, Role};

use super::apply::{LinkKind, People, PersonAccount};
use super::decide::{PeopleDraft, check_reason};
use super::event::{PeopleEvent, Trace};
use super::refusal::PeopleRefusal;
use super::service::{PeopleError, PeopleService};
use super::shares::HandShares;
use crate::port::{Now, PersonRow, Wall};

/// An open session, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// When it began, in milliseconds of the room's time.
    pub begun: u64,
    /// When it expires.
    pub until: u64,
}

impl People {
    /// A person's sessions that are open at a time, oldest first, for the owner's list of devices.
    pub fn sessions_of(&self, person: Person, time: u64) -> Vec<OpenSession> {
        let open = self.sessions.of_person(person).filter(|session| time < session.until);
        open.map(|session| OpenSession {
            session: session.number,
            begun: session.begun,
            until: session.until,
        })
        .collect()
    }

    /// The players' accounts that nobody has used for `unused_for` milliseconds, to be erased (PII-02). Not
    /// among them are accounts that are banned (they stay banned), have another role, or have an open session.
    pub fn unused_accounts(&self, unused_for: u64, time: u64) -> Vec<Person> {
        let accounts = self.accounts();
        accounts
            .filter(|(person, _)| self.is_unused(*person, unused_for, time))
            .map(|(person, _)| person)
            .collect()
    }

    /// Whether an account counts as unused by the rules of [`People::unused_accounts`]; checked again when it
    /// is erased.
    fn is_unused(&self, person: Person, unused_for: u64, time: u64) -> bool {
        self.account(person).is_some_and(|account| {
            let used = account.last_sign_in.unwrap_or(account.signed_up).max(account.signed_up);
            account.erased.is_none()
                && time.saturating_sub(used) >= unused_for
                && account.roles.iter().all(|role| *role == Role::Player)
                && self.ban_at(person, time).is_none()
                && self.sessions_of(person, time).is_empty()
        })
    }

    /// Applies the erasure of an account: only whether it is a machine, when it signed up, what it was
    /// granted and when it was erased stay, because the books and other people's records need them. Returns
    /// the numbers of the sessions that ended.
    pub(super) fn erase(&mut self, person: Person, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            // What the books must add up to, and what others saw of the seat, stays.
            *account = PersonAccount {
                machine: account.machine,
                signed_up: account.signed_up,
                granted: account.granted,
                erased: Some(time),
                ..PersonAccount::default()
            };
        }
        self.administrators.remove(&person);
        self.next_report_at.remove(&person);
        self.links.retain(|_, (kind, _)| *kind != LinkKind::Reset(person));
        self.shares.end_all_of(person);
        self.lapse_openings(person);
        self.sessions.end_all_of(person, None)
    }

    /// Applies a new salt for names and addresses: `digest` is that of the room's own row with it. Failures
    /// counted under the old one are dropped, because nothing can find them any more.
    pub(super) fn forget_traces(&mut self, digest: &str, time: u64) {
        self.time = self.time.max(time);
        self.opened = Some(digest.to_owned());
        self.login_failures.clear();
        self.address_failures.clear();
    }
}

impl HandShares {
    /// Ends every link of a person to a shared hand, when the account is erased: the hands are shown to nobody
    /// any more.
    pub(super) fn end_all_of(&mut self, person: Person) {
        for link in self.by_person.remove(&person).unwrap_or_default() {
            self.by_link.remove(&link);
        }
    }
}

impl PeopleDraft<'_> {
    /// Ends one session of the requester, by its number; refused for anybody else's.
    pub(super) fn end_session(&mut self, by: Actor, session: u32) -> Result<(), PeopleRefusal> {
        let open = self.people.sessions_of(by.person, self.time);
        open.iter().find(|open| open.session == session).ok_or(PeopleRefusal::NoSuchSession)?;
        self.push(PeopleEvent::SignedOut { person: by.person.0, session });
        Ok(())
    }

    /// Erases a person's account, unless it is banned or the last administrator's. The caller has checked who
    /// may; the row goes when the event is stored.
    pub(super) fn erase(&mut self, person: Person) -> Result<(), PeopleRefusal> {
        self.account(person)?;
        self.check_not_banned(person)?;
        self.check_other_administrator(person)?;
        self.push(PeopleEvent::AccountErased { person: person.0, digest: (), time: self.time });
        Ok(())
    }

    /// Erases a person's account if nobody has used it for `unused_for` milliseconds, checked at this moment.
    pub(super) fn erase_unused(&mut self, person: Person, unused_for: u64) -> Result<(), PeopleRefusal> {
        if !self.people.is_unused(person, unused_for, self.time) {
            return Err(PeopleRefusal::NoSuchPerson);
        }
        self.erase(person)
    }

    /// Gives the room's own row a new salt: older traces of names and addresses lead nowhere (PII-02).
    pub(super) fn forget_traces(&mut self, salt: [u8; 16]) -> Result<(), PeopleRefusal> {
        let old = self.rows.get(Person::HOUSE).ok_or(PeopleRefusal::NoSuchPerson)?;
        let row = PersonRow { salt, updated: Wall(self.time), ..old.clone() };
        self.push(PeopleEvent::TracesForgotten {
            person: Person::HOUSE.0,
            digest: row.digest(),
            time: self.time,
        });
        self.put_row(row);
        Ok(())
    }
}

impl PeopleDraft<'_> {
    /// Records that personal data, of people `first` to `last`, is shown to the requester (PII-04), before it
    /// is shown.
    pub(super) fn note_seen(
        &mut self,
        what: &str,
        first: u64,
        last: u64,
        reason: Option<String>,
    ) -> Result<(), PeopleRefusal> {
        let reason = reason.map(|reason| check_reason(&reason)).transpose()?;
        let (what, time) = (what.to_owned(), self.time);
        self.push(PeopleEvent::PersonalDataSeen { what, first, last, reason, time });
        Ok(())
    }
}

impl PeopleService {
    /// Erases the account of the person whose password the attempt had right; refused if that password was
    /// changed in the meantime.
    ///
    /// # Errors
    /// If the password was changed in the meantime, if the room would be left without an administrator, or if
    /// the store fails.
    pub async fn erase(&self, attempt: super::SignInAttempt, by: Actor, now: Now) -> Result<(), PeopleError> {
        let compared = attempt.password().map(str::to_owned);
        let judge = |state: &super::service::ServiceState| {
            let same = state.rows.get(by.person).map(|row| &row.password) == compared.as_ref();
            if same {
                Ok(super::PeopleCommand::Erase { person: by.person })
            } else {
                Err(PeopleRefusal::WrongCredentials)
            }
        };
        self.execute_judged(by, None, now, judge).await.map(drop)
    }

    /// When the salt for counting names and addresses was made, in milliseconds of the room's time; the server
    /// renews it when it is old.
    pub fn traces_since(&self) -> u64 {
        self.row(Person::HOUSE).map_or(0, |row| row.updated.0)
    }

    /// The trace under which failures with a folded name are counted. An account's name is counted by the
    /// account's number, so that nothing in the records derives from the name.
    pub fn trace_login(&self, login: &str) -> Trace {
        match self.by_login(login) {
            Some(person) => self.trace("person", &person.0.to_string()),
            None => self.trace("login", login),
        }
    }

    /// The trace for an account that is just being made: nobody has failed with its name yet.
    pub(super) fn trace_new(&self) -> Trace {
        self.trace("new", "")
    }
}
