//! Second factors before a store, and their secrets under the room's key.

use std::sync::atomic::Ordering;

use fair::{Nonce, RoomKey, SecretError};
use seating::{Actor, Person, Role};

use super::decide::PeopleCommand;
use super::event::SecretHash;
use super::second_factor::{Factor, FactorProof, FactorState};
use super::service::{PeopleError, PeopleService};
use crate::port::{Now, RequestKey};

/// What a person's secret is bound to.
fn seal_context(person: Person) -> String {
    format!("second factor of {}", person.0)
}

/// The secret of a person's second factor as it is stored: under the room's key, bound to the person.
pub fn seal_factor(key: &RoomKey, person: Person, secret: &[u8], nonce: [u8; 24]) -> String {
    fair::seal_secret(key, &seal_context(person), secret, Nonce::new(nonce))
}

/// The secret again.
///
/// # Errors
/// It was sealed under another key or for somebody else, or it was changed.
pub fn open_factor(key: &RoomKey, person: Person, sealed: &str) -> Result<fair::Secret, SecretError> {
    fair::open_secret(key, &seal_context(person), sealed)
}

impl PeopleService {
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
    pub(super) fn by_account_owner(&self, person: Person) -> Actor {
        let first = self.with_people(|people| people.account(person)?.roles.first().copied());
        Actor { role: first.unwrap_or(Role::Player), ..Actor::player(person) }
    }

    /// A person about the own second factor, in the role for whose sake it is there.
    pub fn by_factor_owner(&self, person: Person) -> Actor {
        let role = self.with_people(|people| Some(people.account(person)?.second_factor_role()));
        Actor { role: role.unwrap_or(Role::Player), ..Actor::player(person) }
    }

    /// Whoever has the session of a token has a second factor from now on.
    ///
    /// # Errors
    /// When the session has ended, there is one already, or the store fails.
    pub async fn set_factor(
        &self,
        person: Person,
        token: SecretHash,
        factor: Factor,
        now: Now,
    ) -> Result<(), PeopleError> {
        let command = PeopleCommand::SetSecondFactor { token, factor };
        self.carry_out(self.by_factor_owner(person), None, now, command).await.map(drop)
    }

    /// New recovery codes in place of the others, with the code of a step.
    ///
    /// # Errors
    /// When there is no second factor, the code was used before, or the store fails.
    pub async fn make_codes(
        &self,
        person: Person,
        step: u64,
        codes: Vec<SecretHash>,
        now: Now,
    ) -> Result<(), PeopleError> {
        let command = PeopleCommand::MakeRecoveryCodes { step, codes };
        self.carry_out(self.by_factor_owner(person), None, now, command).await.map(drop)
    }

    /// The own second factor goes, or an administrator takes somebody else's.
    ///
    /// # Errors
    /// When there is none, what was given does not open it, an administrator is needed, or the store fails.
    pub async fn remove_factor(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        (person, given): (Person, Option<FactorProof>),
        reason: String,
        now: Now,
    ) -> Result<(), PeopleError> {
        let command = PeopleCommand::TakeSecondFactor { person, given, reason };
        self.carry_out(by, key, now, command).await.map(drop)
    }
}
