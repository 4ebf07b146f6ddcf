//! Reading the records of people again, by key or by number.

use seating::Person;

use super::command::PeopleCommand;
use super::event::PeopleEvent;
use super::reports::{FiledReport, NewReport};
use super::role::role_word;
use super::service::PeopleService;
use crate::port::{RequestKey, StoreError, StreamId, UnreadableStream};

impl PeopleEvent {
    /// Writes to the log what those who run the room look for there; people appear by number, never with a reason,
    /// name or address.
    pub(super) fn log(&self) {
        match self {
            PeopleEvent::Banned { person, until, .. } => {
                tracing::info!(person, until, "a person was banned")
            }
            PeopleEvent::Unbanned { person, .. } => tracing::info!(person, "a ban was lifted"),
            PeopleEvent::RoleGiven { person, role } => tracing::debug!(person, role, "a role was given"),
            PeopleEvent::RoleTaken { person, role } => tracing::info!(person, role, "a role was taken"),
            PeopleEvent::ResetLinkMade { person, .. } => {
                tracing::info!(person, "a link for a new password was made")
            }
            PeopleEvent::AdministratorLinkMade { .. } => {
                tracing::info!("a link for a new administrator was made")
            }
            PeopleEvent::AdministratorLinkUsed { person, .. } => {
                tracing::info!(person, "there is a new administrator")
            }
            PeopleEvent::SignInLocked { person, .. } => {
                tracing::warn!(person, "a sign-in is locked after many failures")
            }
            PeopleEvent::AccountErased { person, .. } => tracing::info!(person, "an account was erased"),
            PeopleEvent::TracesForgotten { .. } => {
                tracing::info!("older traces of names and addresses no longer lead anywhere")
            }
            PeopleEvent::EverybodySignedOut { era, .. } => {
                tracing::info!(
                    era,
                    "a backup was restored: every session and every link for a password or an administrator has ended"
                )
            }
            PeopleEvent::SecondFactorTaken { person, by, .. } => {
                tracing::info!(person, by, "a second factor was removed")
            }
            PeopleEvent::RoleRefused { person, role, has, .. } => {
                tracing::info!(person, role, has, "a role was refused")
            }
            PeopleEvent::OpeningAsked { opening, table, hand, by, .. } => {
                tracing::info!(opening, table, hand, by, "an auditor asks for a hand to be opened")
            }
            PeopleEvent::OpeningAgreed { opening, by, .. } => {
                tracing::info!(opening, by, "a hand was opened by two auditors")
            }
            PeopleEvent::Opened { .. }
            | PeopleEvent::OpenedHandSeen { .. }
            | PeopleEvent::PersonalDataSeen { .. }
            | PeopleEvent::SecondFactorSet { .. }
            | PeopleEvent::SecondFactorUsed { .. }
            | PeopleEvent::RecoveryCodeUsed { .. }
            | PeopleEvent::RecoveryCodesMade { .. }
            | PeopleEvent::Noticed { .. }
            | PeopleEvent::SignedUp { .. }
            | PeopleEvent::Granted { .. }
            | PeopleEvent::SignInFailed { .. }
            | PeopleEvent::SignedIn { .. }
            | PeopleEvent::SignedOut { .. }
            | PeopleEvent::SignedOutEverywhere { .. }
            | PeopleEvent::PasswordChanged { .. }
            | PeopleEvent::ResetLinkUsed { .. }
            | PeopleEvent::Reported { .. }
            | PeopleEvent::ReportDealtWith { .. }
            | PeopleEvent::HandShared { .. }
            | PeopleEvent::HandShareEnded { .. } => {}
        }
    }

    /// Whether a record beginning with this event may be the result of a command: a key's result is only
    /// repeated for the same request. False for commands that come without a key.
    pub fn may_result_from(&self, command: &PeopleCommand) -> bool {
        match command {
            PeopleCommand::Ban { person, lasts, reason } => {
                // Earlier versions stored only until when, not for how long.
                matches!(self, PeopleEvent::Banned { person: of, until, reason: why, lasts: so_long }
                    if (*of, why.as_str(), until.is_some()) == (person.0, reason.trim(), lasts.is_some())
                        && (so_long.is_none() || so_long == lasts))
            }
            PeopleCommand::Unban { person, reason } => {
                matches!(self, PeopleEvent::Unbanned { person: of, reason: why } if (*of, why.as_str()) == (person.0, reason.trim()))
            }
            PeopleCommand::GiveRole { person, role } => {
                matches!(self, PeopleEvent::RoleGiven { person: of, role: word } if (*of, word.as_str()) == (person.0, role_word(*role)))
            }
            PeopleCommand::TakeRole { person, role } => {
                matches!(self, PeopleEvent::RoleTaken { person: of, role: word } if (*of, word.as_str()) == (person.0, role_word(*role)))
            }
            PeopleCommand::DealWithReport { report, note } => {
                matches!(self, PeopleEvent::ReportDealtWith { report: of, note: stored, .. } if (of, stored.as_str()) == (report, note.trim()))
            }
            PeopleCommand::Report(new) => {
                matches!(self, PeopleEvent::Reported { about, table, reason, .. }
                    if (*about, *table, reason.as_str()) == (new.about.0, new.table, new.reason.trim()))
            }
            PeopleCommand::EndShare { link } => {
                matches!(self, PeopleEvent::HandShareEnded { link: of, .. } if of == link)
            }
            PeopleCommand::MakeResetLink { person, .. } => {
                matches!(self, PeopleEvent::ResetLinkMade { person: of, .. } if *of == person.0)
            }
            PeopleCommand::MakeAdministratorLink { .. } => {
                matches!(self, PeopleEvent::AdministratorLinkMade { .. })
            }
            PeopleCommand::ShareHand { table, hand, own_cards, .. } => {
                matches!(self, PeopleEvent::HandShared { table: at, hand: of, own_cards: own, .. }
                    if (at, of, own) == (table, hand, own_cards))
            }
            PeopleCommand::SignUp { .. } | PeopleCommand::UseAdministratorLink { .. } => {
                matches!(self, PeopleEvent::SignedUp { .. })
            }
            PeopleCommand::TakeSecondFactor { person, reason, .. } => {
                matches!(self, PeopleEvent::SecondFactorTaken { person: of, reason: why, .. }
                    if (*of, why.as_str()) == (person.0, reason.trim()))
            }
            PeopleCommand::AskOpening { table, hand, reason, .. } => {
                matches!(self, PeopleEvent::OpeningAsked { table: at, hand: of, reason: why, .. }
                    if (at, of, why.as_str()) == (table, hand, reason.trim()))
            }
            PeopleCommand::AgreeToOpening { opening, reason, .. } => {
                matches!(self, PeopleEvent::OpeningAgreed { opening: of, reason: why, .. }
                    if (of, why.as_str()) == (opening, reason.trim()))
            }
            // These commands come without a key.
            PeopleCommand::Open { .. }
            | PeopleCommand::EndSession { .. }
            | PeopleCommand::Erase { .. }
            | PeopleCommand::EraseUnused { .. }
            | PeopleCommand::ForgetTraces { .. }
            | PeopleCommand::NoteSeen { .. }
            | PeopleCommand::NoteOpenedSeen { .. }
            | PeopleCommand::SetSecondFactor { .. }
            | PeopleCommand::MakeRecoveryCodes { .. }
            | PeopleCommand::NoteRefusedRole { .. }
            | PeopleCommand::FailSignIn { .. }
            | PeopleCommand::SignIn { .. }
            | PeopleCommand::SignOut { .. }
            | PeopleCommand::SignOutEverywhere
            | PeopleCommand::SignEverybodyOut { .. }
            | PeopleCommand::ChangePassword { .. }
            | PeopleCommand::UseResetLink { .. } => false,
        }
    }
}

impl PeopleService {
    /// The number in the stream of people of the record that a person's key led to; `None` for a new key.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn by_key(&self, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.inner.store.by_key(StreamId::People, person, key)
    }

    /// The event stored in a record of the stream of people, by its number there, to read what the state does
    /// not keep.
    ///
    /// # Errors
    /// A fault of the store, or no such record.
    pub fn event(&self, number: u64) -> Result<PeopleEvent, StoreError> {
        let before = number.saturating_sub(1);
        let records = self.inner.store.read(StreamId::People, before, 1)?;
        let record =
            records.first().ok_or(UnreadableStream::NoRecord { stream: StreamId::People, number })?;
        serde_json::from_str(&record.body)
            .map_err(|error| StoreError::unreadable_facts(StreamId::People, number, error))
    }

    /// A report by its number from 1, with reason and messages from its record; `None` if there is no such
    /// report.
    ///
    /// # Errors
    /// A fault of the store, or a record that does not belong to this report.
    pub fn report(&self, number: u64) -> Result<Option<FiledReport>, StoreError> {
        let (record, report) = {
            let state = self.state();
            let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
            let record = at.and_then(|at| state.reports.get(at)).copied();
            (record, state.people.report(number).cloned())
        };
        let (Some(record), Some(report)) = (record, report) else { return Ok(None) };
        match self.event(record)? {
            PeopleEvent::Reported { about, table, hand, reason, lines, time, .. } => {
                let content = NewReport { about: Person(about), table, hand, reason, lines };
                Ok(Some(FiledReport { number, time, content, report }))
            }
            other => Err(UnreadableStream::NotAReport { number: record, kind: other.kind() }.into()),
        }
    }
}
