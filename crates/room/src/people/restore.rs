//! What restoring a backup does to accounts. Passwords, roles, bans and second factors are as they were when
//! it was made. Sessions and single-use links are not restored: one that was ended or used since would work
//! again.

use seating::Actor;

use super::apply::People;
use super::command::PeopleCommand;
use super::service::{PeopleError, PeopleService};
use crate::port::{Now, StoreError};

impl People {
    /// Applies a restored backup: ends every session and every link for a password or an administrator, because
    /// one ended since the backup would work again. Returns the numbers of the sessions.
    pub(super) fn apply_restore(&mut self, era: u64, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        self.restored_era = era;
        self.links.clear();
        self.sessions.end_all()
    }
}

impl PeopleService {
    /// Signs everybody out at a start, once for each restored backup, by its era.
    pub(super) async fn sign_out_after_restore(&self, now: Now) -> Result<(), StoreError> {
        let known = self.state().people.restored_era;
        match self.inner.store.restored().filter(|restored| restored.era != known) {
            Some(restored) => {
                self.execute_for_house(now, PeopleCommand::SignEverybodyOut { era: restored.era }).await
            }
            None => Ok(()),
        }
    }

    /// Carries out what the room itself does when it starts; a refusal counts as a fault, because none is
    /// expected.
    pub(super) async fn execute_for_house(&self, now: Now, command: PeopleCommand) -> Result<(), StoreError> {
        match self.carry_out(Actor::HOUSE, None, now, command).await {
            Ok(_) => Ok(()),
            Err(PeopleError::Unwritten(fault) | PeopleError::Fault(fault)) => Err(fault),
            Err(PeopleError::Refused(refusal)) => Err(StoreError::HouseRefused(Box::new(refusal))),
        }
    }
}
