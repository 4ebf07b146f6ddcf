//! What a backup that was put in the place of the data does to accounts. Passwords, roles, bans and second factors are as
//! they were when it was made. Sessions and links that open once are not: one that was ended or used since would open
//! again.

use seating::By;

use super::applying::People;
use super::deciding::Command;
use super::service::{NotDone, Service};
use crate::port::{Fault, Now};

impl People {
    /// Every session ends, and no link for a password or an administrator opens anything more: the numbers of the sessions.
    pub(super) fn restored(&mut self, era: u64, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        self.restored = era;
        self.links.clear();
        self.sessions.end_everything()
    }
}

impl Service {
    /// Everybody is signed out, once, where the present era began with a backup.
    pub(super) async fn after_a_restore(&self, now: Now) -> Result<(), Fault> {
        let known = self.state().people.restored;
        match self.inner.store.restored().filter(|restored| restored.era != known) {
            Some(restored) => self.by_house(now, Command::SignEverybodyOut { era: restored.era }).await,
            None => Ok(()),
        }
    }

    /// Carries out what the room does of itself when it starts.
    pub(super) async fn by_house(&self, now: Now, command: Command) -> Result<(), Fault> {
        match self.carry_out(By::HOUSE, None, now, command).await {
            Ok(_) => Ok(()),
            Err(NotDone::Fault(fault)) => Err(fault),
            Err(NotDone::Refused(refusal)) => Err(Fault { what: refusal.to_string() }),
        }
    }
}
