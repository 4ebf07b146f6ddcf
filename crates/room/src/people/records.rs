//! What the records of people hold, read again by key or by number.

use seating::Person;

use super::deciding::Command;
use super::event::Event;
use super::reporting::{Filed, NewReport};
use super::role::role_word;
use super::service::Service;
use crate::port::{Fault, Key, Stream};

impl Event {
    /// Has the log say what whoever runs the room looks for there; people by number.
    pub(super) fn log(&self) {
        match self {
            Event::Banned { person, until, .. } => tracing::info!(person, until, "a person is kept out"),
            Event::Unbanned { person, .. } => tracing::info!(person, "a person may come in again"),
            Event::RoleGiven { person, role } => tracing::debug!(person, role, "a role was given"),
            Event::RoleTaken { person, role } => tracing::info!(person, role, "a role was taken"),
            Event::ResetLinkMade { person, .. } => {
                tracing::info!(person, "a link for a new password was made")
            }
            Event::AdministratorLinkMade { .. } => tracing::info!("a link for a new administrator was made"),
            Event::AdministratorLinkUsed { person, .. } => {
                tracing::info!(person, "there is a new administrator")
            }
            Event::SignInLocked { person, .. } => {
                tracing::warn!(person, "a sign-in is locked after many failures")
            }
            Event::AccountErased { person, .. } => tracing::info!(person, "an account was erased"),
            Event::TracesForgotten { .. } => {
                tracing::info!("older traces of names and addresses lead nowhere from now on")
            }
            Event::EverybodySignedOut { era, .. } => {
                tracing::info!(
                    era,
                    "a backup was put back: every session has ended, and links for passwords and administrators"
                )
            }
            Event::SecondFactorTaken { person, by, .. } => {
                tracing::info!(person, by, "a second factor was removed")
            }
            Event::RoleRefused { person, role, has, .. } => {
                tracing::info!(person, role, has, "a role was refused")
            }
            Event::OpeningAsked { opening, table, hand, by, .. } => {
                tracing::info!(opening, table, hand, by, "an auditor asks for a hand to be opened")
            }
            Event::OpeningAgreed { opening, by, .. } => {
                tracing::info!(opening, by, "a hand was opened by two auditors")
            }
            Event::Opened { .. }
            | Event::OpenedHandSeen { .. }
            | Event::PersonalDataSeen { .. }
            | Event::SecondFactorSet { .. }
            | Event::SecondFactorUsed { .. }
            | Event::RecoveryCodeUsed { .. }
            | Event::RecoveryCodesMade { .. }
            | Event::Noticed { .. }
            | Event::SignedUp { .. }
            | Event::Granted { .. }
            | Event::SignInFailed { .. }
            | Event::SignedIn { .. }
            | Event::SignedOut { .. }
            | Event::SignedOutEverywhere { .. }
            | Event::PasswordChanged { .. }
            | Event::ResetLinkUsed { .. }
            | Event::Reported { .. }
            | Event::ReportDealtWith { .. }
            | Event::HandShared { .. }
            | Event::HandShareEnded { .. } => {}
        }
    }

    /// Whether a record that begins with this event may be what came of a command: what a key did is answered again for
    /// the same wish alone.
    pub fn may_be_of(&self, command: &Command) -> bool {
        match command {
            Command::Ban { person, lasts, reason } => {
                // Earlier versions stored until when, not for how long.
                matches!(self, Event::Banned { person: of, until, reason: why, lasts: so_long }
                    if (*of, why.as_str(), until.is_some()) == (person.0, reason.trim(), lasts.is_some())
                        && (so_long.is_none() || so_long == lasts))
            }
            Command::Unban { person, reason } => {
                matches!(self, Event::Unbanned { person: of, reason: why } if (*of, why.as_str()) == (person.0, reason.trim()))
            }
            Command::GiveRole { person, role } => {
                matches!(self, Event::RoleGiven { person: of, role: word } if (*of, word.as_str()) == (person.0, role_word(*role)))
            }
            Command::TakeRole { person, role } => {
                matches!(self, Event::RoleTaken { person: of, role: word } if (*of, word.as_str()) == (person.0, role_word(*role)))
            }
            Command::DealWithReport { report, note } => {
                matches!(self, Event::ReportDealtWith { report: of, note: said, .. } if (of, said.as_str()) == (report, note.trim()))
            }
            Command::Report(new) => {
                matches!(self, Event::Reported { about, table, reason, .. }
                    if (*about, *table, reason.as_str()) == (new.about.0, new.table, new.reason.trim()))
            }
            Command::EndShare { link } => {
                matches!(self, Event::HandShareEnded { link: of, .. } if of == link)
            }
            Command::MakeResetLink { person, .. } => {
                matches!(self, Event::ResetLinkMade { person: of, .. } if *of == person.0)
            }
            Command::MakeAdministratorLink { .. } => matches!(self, Event::AdministratorLinkMade { .. }),
            Command::ShareHand { table, hand, own_cards, .. } => {
                matches!(self, Event::HandShared { table: at, hand: of, own_cards: own, .. }
                    if (at, of, own) == (table, hand, own_cards))
            }
            Command::SignUp { .. } | Command::UseAdministratorLink { .. } => {
                matches!(self, Event::SignedUp { .. })
            }
            Command::TakeSecondFactor { person, reason, .. } => {
                matches!(self, Event::SecondFactorTaken { person: of, reason: why, .. }
                    if (*of, why.as_str()) == (person.0, reason.trim()))
            }
            Command::AskOpening { table, hand, reason, .. } => {
                matches!(self, Event::OpeningAsked { table: at, hand: of, reason: why, .. }
                    if (at, of, why.as_str()) == (table, hand, reason.trim()))
            }
            Command::AgreeToOpening { opening, reason, .. } => {
                matches!(self, Event::OpeningAgreed { opening: of, reason: why, .. }
                    if (of, why.as_str()) == (opening, reason.trim()))
            }
            // These are asked without a key.
            Command::Open { .. }
            | Command::EndSession { .. }
            | Command::Erase { .. }
            | Command::EraseUnused { .. }
            | Command::ForgetTraces { .. }
            | Command::NoteSeen { .. }
            | Command::NoteOpenedSeen { .. }
            | Command::SetSecondFactor { .. }
            | Command::MakeRecoveryCodes { .. }
            | Command::NoteRefusedRole { .. }
            | Command::FailSignIn { .. }
            | Command::SignIn { .. }
            | Command::SignOut { .. }
            | Command::SignOutEverywhere
            | Command::SignEverybodyOut { .. }
            | Command::ChangePassword { .. }
            | Command::UseResetLink { .. } => false,
        }
    }
}

impl Service {
    /// The number of the record that a key of a person led to.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn by_key(&self, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.inner.store.by_key(Stream::People, person, key)
    }

    /// The event of a record, by its number.
    ///
    /// # Errors
    /// A fault of the store, or no such record.
    pub fn event(&self, number: u64) -> Result<Event, Fault> {
        let before = number.saturating_sub(1);
        let records = self.inner.store.read(Stream::People, before, 1)?;
        let record =
            records.first().ok_or_else(|| Fault { what: format!("people has no record {number}") })?;
        serde_json::from_str(&record.body)
            .map_err(|error| Fault { what: format!("cannot read record {number} of people: {error}") })
    }

    /// A report with all that its record holds.
    ///
    /// # Errors
    /// A fault of the store, or a record that is none of this report.
    pub fn report(&self, number: u64) -> Result<Option<Filed>, Fault> {
        let (record, report) = {
            let state = self.state();
            let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
            let record = at.and_then(|at| state.reports.get(at)).copied();
            (record, state.people.report(number).cloned())
        };
        let (Some(record), Some(report)) = (record, report) else { return Ok(None) };
        match self.event(record)? {
            Event::Reported { about, table, hand, reason, lines, time, .. } => {
                let told = NewReport { about: Person(about), table, hand, reason, lines };
                Ok(Some(Filed { number, time, told, report }))
            }
            other => {
                let what = format!("record {record} of people is `{}` and no report", other.kind());
                Err(Fault { what })
            }
        }
    }
}
