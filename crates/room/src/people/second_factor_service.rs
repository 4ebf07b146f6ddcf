//! Second factors in the store, and their secrets under the room's key.

use std::sync::atomic::Ordering;

use fair::{Nonce, RoomKey, SecretError};
use seating::{Actor, Person, Role};

use super::command::PeopleCommand;
use super::event::SecretHash;
use super::second_factor::{Factor, FactorProof, FactorState};
use super::service::{PeopleError, PeopleService};
use crate::port::{Now, RequestKey};

/// What a person's sealed secret is bound to: it opens for nobody else. Sealed secrets in the store depend on
/// it, so the text stays.
fn seal_context(person: Person) -> String {
    format!("second factor of {}", person.0)
}

/// Seals the secret of a person's second factor for storing: under the room's key, bound to the person. The
/// nonce must be fresh random bytes.
pub fn seal_factor(key: &RoomKey, person: Person, secret: &[u8], nonce: [u8; 24]) -> String {
    fair::seal_secret(key, &seal_context(person), secret, Nonce::new(nonce))
}

/// Opens a secret that [`seal_factor`] sealed for this person, to check a code; it must not be stored or shown.
///
/// # Errors
/// It was sealed under another key or for somebody else, or it was changed.
pub fn open_factor(key: &RoomKey, person: Person, sealed: &str) -> Result<fair::Secret, SecretError> {
    fair::open_secret(key, &seal_context(person), sealed)
}

impl PeopleService {
    /// Sets whether staff need a second factor, from the configuration: without it their sessions have no staff
    /// roles. Off until it is called.
    pub fn require_second_factor(&self, required: bool) {
        self.inner.second_factor.store(required, Ordering::Relaxed);
    }

    /// A person's second factor with its sealed secret; `None` if there is none.
    pub fn factor(&self, person: Person) -> Option<Factor> {
        self.with_people(|people| people.account(person)?.factor.clone())
    }

    /// Whether a person has, needs or lacks a second factor, by the requirement now in force.
    pub fn factor_state(&self, person: Person) -> FactorState {
        let required = self.inner.second_factor.load(Ordering::Relaxed);
        self.with_people(|people| {
            people.account(person).map_or(FactorState::Off, |account| account.factor_state(required))
        })
    }

    /// A person as the actor of a change to their own account: in their first role, or as a player if they have
    /// none.
    pub(super) fn by_account_owner(&self, person: Person) -> Actor {
        let first = self.with_people(|people| people.account(person)?.roles.first().copied());
        Actor { role: first.unwrap_or(Role::Player), ..Actor::player(person) }
    }

    /// A person as the actor of a change to their own second factor, in the role for which they have it; the
    /// record names that role.
    pub fn by_factor_owner(&self, person: Person) -> Actor {
        let role = self.with_people(|people| Some(people.account(person)?.second_factor_role()));
        Actor { role: role.unwrap_or(Role::Player), ..Actor::player(person) }
    }

    /// Sets a second factor for the person signed in with a token; their other sessions end.
    ///
    /// # Errors
    /// If the session has ended, if there is one already, or if the store fails.
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

    /// Replaces a person's recovery codes (hashes), given the code of a step, which is used up.
    ///
    /// # Errors
    /// If there is no second factor, if the code was used before, or if the store fails.
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

    /// Removes the requester's own second factor with a proof, or somebody else's as an administrator; that
    /// person's sessions end.
    ///
    /// # Errors
    /// If there is none, if the proof is not accepted, if an administrator is needed, or if the store fails.
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
