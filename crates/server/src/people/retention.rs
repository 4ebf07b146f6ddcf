//! What the room forgets by itself, after the times that its operator has chosen.

use room::people::{PeopleCommand, PeopleError};
use room::port::StoreError;
use seating::Actor;

use crate::fault::Fault;
use crate::secret::random;
use crate::state::AppState;

/// One day, in milliseconds.
const DAY: u64 = 24 * 3600 * 1000;
/// The most accounts erased in one go: play goes on meanwhile.
const MOST_AT_ONCE: usize = 100;

impl AppState {
    /// Forgets all data whose time is up, by the section `retention` of the configuration; called once a
    /// minute. Failures are logged, and tried again the next time.
    pub async fn apply_retention(&self) {
        if let Err(fault) = self.forget_expired().await {
            tracing::error!(what = fault.to_string(), "expired data was not forgotten");
        }
    }

    /// Forgets old sign-in traces and erases players' accounts that were unused for too long, at most
    /// [`MOST_AT_ONCE`] in one go. A person with a seat is never erased.
    async fn forget_expired(&self) -> Result<(), Fault> {
        let retention = self.config.retention;
        let now = (self.clock)();
        let time = self.people.time(now);
        if time.saturating_sub(self.people.traces_since()) >= retention.trace_days.saturating_mul(DAY) {
            self.run_house_command(PeopleCommand::ForgetTraces { salt: random()? }).await?;
        }
        let unused_for = retention.unused_account_days.saturating_mul(DAY);
        if unused_for == 0 {
            return Ok(());
        }
        let unused = self.people.with_people(|people| people.unused_accounts(unused_for, time));
        // A person with a seat is there, however long ago they signed in.
        let gone = unused.into_iter().filter(|person| self.room.seats_of(*person).is_empty());
        for person in gone.take(MOST_AT_ONCE) {
            self.run_house_command(PeopleCommand::EraseUnused { person, unused_for }).await?;
        }
        Ok(())
    }

    /// Carries out a command of the house; a refusal only means that things have changed since, such as that
    /// the person signed in.
    async fn run_house_command(&self, command: PeopleCommand) -> Result<(), StoreError> {
        match self.people.carry_out(Actor::HOUSE, None, (self.clock)(), command).await {
            // The person signed in meanwhile.
            Ok(_) | Err(PeopleError::Refused(_)) => Ok(()),
            Err(PeopleError::Unwritten(fault) | PeopleError::Fault(fault)) => Err(fault),
        }
    }

    /// Puts on record which personal data an official is about to be shown: of whom, by first and last
    /// number, and why. It must succeed before anything is shown; without a valid reason it is refused.
    ///
    /// # Errors
    /// A malformed reason, or a fault of the store: then nothing is shown.
    pub(super) async fn record_access(
        &self,
        by: Actor,
        what: &'static str,
        (first, last): (u64, u64),
        reason: Option<String>,
    ) -> Result<(), PeopleError> {
        let command = PeopleCommand::NoteSeen { what, first, last, reason };
        self.people.carry_out(by, None, (self.clock)(), command).await.map(drop)
    }
}
