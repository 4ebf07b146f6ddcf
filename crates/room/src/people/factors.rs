//! Second factors before a store, and their secrets under the room's key.

use std::sync::atomic::Ordering;

use fair::{Nonce, RoomKey, SecretFault};
use seating::{By, Person, Role};

use super::deciding::Command;
use super::event::Hashed;
use super::factor::{Factor, FactorState, Passed};
use super::service::{NotDone, Service};
use crate::port::{Key, Now};

/// What a person's secret is bound to.
fn place(person: Person) -> String {
    format!("second factor of {}", person.0)
}

/// The secret of a person's second factor as it is stored: under the room's key, bound to the person.
pub fn seal_factor(key: &RoomKey, person: Person, secret: &[u8], nonce: [u8; 24]) -> String {
    fair::seal_secret(key, &place(person), secret, Nonce::new(nonce))
}

/// The secret again.
///
/// # Errors
/// It was sealed under another key or for somebody else, or it was changed.
pub fn open_factor(key: &RoomKey, person: Person, sealed: &str) -> Result<fair::Secret, SecretFault> {
    fair::open_secret(key, &place(person), sealed)
}

impl Service {
    /// Whether staff needs a second factor: without it their sessions have none of the roles of staff.
    pub fn require_second_factor(&self, required: bool) {
        self.inner.second_factor.store(required, Ordering::Relaxed);
    }

    /// A person's second factor, if there is one.
    pub fn factor(&self, person: Person) -> Option<Factor> {
        self.with_people(|people| people.account(person)?.factor.clone())
    }

    /// Where a person stands with the second factor.
    pub fn factor_state(&self, person: Person) -> FactorState {
        let required = self.inner.second_factor.load(Ordering::Relaxed);
        self.with_people(|people| {
            people.account(person).map_or(FactorState::Off, |account| account.factor_state(required))
        })
    }

    /// A person about the own account: as a player where the account is one, in the first role otherwise.
    pub(super) fn by_owner(&self, person: Person) -> By {
        let first = self.with_people(|people| people.account(person)?.roles.first().copied());
        By { role: first.unwrap_or(Role::Player), ..By::player(person) }
    }

    /// A person about the own second factor, in the role for whose sake it is there.
    pub fn by_factor(&self, person: Person) -> By {
        let role = self.with_people(|people| Some(people.account(person)?.role_of_factor()));
        By { role: role.unwrap_or(Role::Player), ..By::player(person) }
    }

    /// Whoever has the session of a token has a second factor from now on.
    ///
    /// # Errors
    /// When the session has ended, there is one already, or the store fails.
    pub async fn set_factor(
        &self,
        person: Person,
        token: Hashed,
        factor: Factor,
        now: Now,
    ) -> Result<(), NotDone> {
        let command = Command::SetSecondFactor { token, factor };
        self.carry_out(self.by_factor(person), None, now, command).await.map(drop)
    }

    /// New recovery codes in place of the others, with the code of a step.
    ///
    /// # Errors
    /// When there is no second factor, the code was used before, or the store fails.
    pub async fn make_codes(
        &self,
        person: Person,
        step: u64,
        codes: Vec<Hashed>,
        now: Now,
    ) -> Result<(), NotDone> {
        let command = Command::MakeRecoveryCodes { step, codes };
        self.carry_out(self.by_factor(person), None, now, command).await.map(drop)
    }

    /// The own second factor goes, or an administrator takes somebody else's.
    ///
    /// # Errors
    /// When there is none, what was given does not open it, an administrator is needed, or the store fails.
    pub async fn take_factor(
        &self,
        by: By,
        key: Option<Key>,
        (person, given): (Person, Option<Passed>),
        reason: String,
        now: Now,
    ) -> Result<(), NotDone> {
        let command = Command::TakeSecondFactor { person, given, reason };
        self.carry_out(by, key, now, command).await.map(drop)
    }
}
