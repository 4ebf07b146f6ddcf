//! The second factor of people who work in the room: what is stored of it, and what may be done with it. The
//! server makes codes from secrets; here a code is represented by the time step it belongs to.

use seating::{Actor, Person, Role};

use super::apply::{People, PersonAccount};
use super::decide::{PeopleDraft, check_reason};
use super::event::{PeopleEvent, SecretHash};
use super::notices::Notice;
use super::refusal::PeopleRefusal;
use super::role::is_staff;

/// The most recovery codes of a person.
const MAX_CODES: usize = 20;

/// A person's second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The secret, sealed.
    pub secret: String,
    /// The last step whose code was used; codes of this and earlier steps are no longer accepted.
    pub step: u64,
    /// The unused recovery codes, hashed.
    pub codes: Vec<SecretHash>,
}

/// What somebody gave in addition to the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorProof {
    /// The code of a step.
    Step(u64),
    /// A recovery code.
    Recovery(SecretHash),
}

/// Whether a person has a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorState {
    /// They have none and need none.
    Off,
    /// They have none, and their staff roles are withheld until they do.
    Due,
    /// They have one.
    On,
}

impl Factor {
    /// Whether this proof is accepted now: the code of a step after the last one used, or a recovery code not
    /// used yet. The server has checked that the code belongs to the step.
    pub fn opens(&self, given: FactorProof) -> bool {
        match given {
            FactorProof::Step(step) => step > self.step,
            FactorProof::Recovery(code) => self.codes.contains(&code),
        }
    }
}

impl PersonAccount {
    /// Whether the person has any role of people who work in the room, which needs a second factor where one is
    /// required.
    pub fn is_staff(&self) -> bool {
        self.roles.iter().any(|role| is_staff(*role))
    }

    /// The role in which the person acts on their second factor: their highest staff role, in the order of all
    /// roles, or player if they have none.
    pub fn second_factor_role(&self) -> Role {
        self.roles.iter().rev().copied().find(|role| is_staff(*role)).unwrap_or(Role::Player)
    }

    /// Whether the person has a second factor, or is staff and lacks one that is due; `required` says whether
    /// staff need one.
    pub fn factor_state(&self, required: bool) -> FactorState {
        match &self.factor {
            Some(_) => FactorState::On,
            None if required && self.is_staff() => FactorState::Due,
            None => FactorState::Off,
        }
    }

    /// The roles the person may use in a session; `passed` says whether the second factor was given in it.
    /// Staff roles are withheld until it is.
    pub fn roles_in(&self, passed: bool, required: bool) -> Vec<Role> {
        let waits = !passed && self.factor_state(required) != FactorState::Off;
        self.roles.iter().copied().filter(|role| !waits || !is_staff(*role)).collect()
    }
}

impl People {
    /// Applies a second factor set in a session, which counts as passed; returns the numbers of the sessions
    /// that ended, all but that one.
    pub(super) fn apply_factor_set(
        &mut self,
        person: Person,
        session: u32,
        factor: Factor,
        time: u64,
    ) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.factor = Some(factor);
        }
        self.sessions.mark_second_factor(session);
        self.sessions.end_all_of(person, Some(session))
    }

    /// Applies the use of a code or a recovery code, so that neither opens anything again. The session in which
    /// it was given, if any, counts as passed.
    pub(super) fn apply_factor_used(
        &mut self,
        person: Person,
        session: Option<u32>,
        given: FactorProof,
        time: u64,
    ) {
        self.time = self.time.max(time);
        if let Some(factor) = self.accounts.get_mut(&person).and_then(|account| account.factor.as_mut()) {
            match given {
                FactorProof::Step(step) => factor.step = factor.step.max(step),
                FactorProof::Recovery(code) => factor.codes.retain(|other| *other != code),
            }
        }
        if let Some(session) = session {
            self.sessions.mark_second_factor(session);
        }
    }

    /// Applies new recovery codes (hashes) for a person's second factor; the old ones open nothing any more.
    pub(super) fn apply_codes_made(&mut self, person: Person, codes: &[SecretHash]) {
        if let Some(factor) = self.accounts.get_mut(&person).and_then(|account| account.factor.as_mut()) {
            factor.codes = codes.to_vec();
        }
    }

    /// Applies the removal of a second factor; returns the numbers of the sessions that ended, all of the
    /// person's.
    pub(super) fn apply_factor_taken(&mut self, person: Person, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.factor = None;
        }
        self.sessions.end_all_of(person, None)
    }
}

impl PeopleDraft<'_> {
    /// Checks what was given with the password: `None` where the person has no second factor, otherwise a proof
    /// that it accepts.
    pub(super) fn check_factor(
        &self,
        person: Person,
        given: Option<FactorProof>,
    ) -> Result<Option<FactorProof>, PeopleRefusal> {
        match (&self.account(person)?.factor, given) {
            (None, _) => Ok(None),
            (Some(factor), Some(given)) if factor.opens(given) => Ok(Some(given)),
            (Some(_), Some(_) | None) => Err(PeopleRefusal::SecondFactor),
        }
    }

    /// Pushes the event that uses up what was given, in the session that it began.
    pub(super) fn use_factor(&mut self, person: Person, session: u32, given: FactorProof) {
        let (person, time) = (person.0, self.time);
        self.push(match given {
            FactorProof::Step(step) => PeopleEvent::SecondFactorUsed { person, session, step, time },
            FactorProof::Recovery(code) => PeopleEvent::RecoveryCodeUsed { person, session, code, time },
        });
    }

    /// Sets a second factor for the person signed in with a token, unless they have one. The server has checked
    /// that they have its secret.
    pub(super) fn set_factor(&mut self, token: &SecretHash, factor: Factor) -> Result<(), PeopleRefusal> {
        let signed = self.people.signed_in(token, self.time).ok_or(PeopleRefusal::NotSignedIn)?;
        if self.account(signed.person)?.factor.is_some() {
            return Err(PeopleRefusal::HasSecondFactor);
        }
        let Factor { secret, step, mut codes } = factor;
        codes.truncate(MAX_CODES);
        let (person, session, time) = (signed.person.0, signed.session, self.time);
        self.push(PeopleEvent::SecondFactorSet { person, session, secret, step, codes, time });
        Ok(())
    }

    /// Replaces all recovery codes (hashes), at most `MAX_CODES`; takes the code of a step not used before.
    pub(super) fn make_codes(
        &mut self,
        person: Person,
        step: u64,
        codes: &[SecretHash],
    ) -> Result<(), PeopleRefusal> {
        let factor = self.account(person)?.factor.as_ref().ok_or(PeopleRefusal::NoSecondFactor)?;
        if !factor.opens(FactorProof::Step(step)) {
            return Err(PeopleRefusal::SecondFactor);
        }
        let codes = codes.iter().copied().take(MAX_CODES).collect();
        self.push(PeopleEvent::RecoveryCodesMade { person: person.0, step, codes, time: self.time });
        Ok(())
    }

    /// Removes the requester's own second factor with a proof of it, or somebody else's as an administrator,
    /// whose owner gets a notice. Takes a reason.
    pub(super) fn remove_factor(
        &mut self,
        by: Actor,
        person: Person,
        given: Option<FactorProof>,
        reason: &str,
    ) -> Result<(), PeopleRefusal> {
        let own = by.person == person;
        if !own {
            self.check_administrator(by)?;
        }
        let factor = self.account(person)?.factor.as_ref().ok_or(PeopleRefusal::NoSecondFactor)?;
        if own && !given.is_some_and(|given| factor.opens(given)) {
            return Err(PeopleRefusal::SecondFactor);
        }
        let reason = check_reason(reason)?;
        let (by, time) = (by.person.0, self.time);
        self.push(PeopleEvent::SecondFactorTaken { person: person.0, by, reason, time });
        if !own {
            self.notify(person, Notice::SECOND_FACTOR_TAKEN, by);
        }
        Ok(())
    }
}
