//! The second factor of people who work in the room: what is kept of it, and what may be done with it. How a code is made
//! from a secret is for the server: here a code is the step of time that it belongs to.

use seating::{Actor, Person, Role};

use super::apply::{People, PersonAccount};
use super::decide::{PeopleDraft, check_reason};
use super::event::{PeopleEvent, SecretHash};
use super::notices::Notice;
use super::refusal::PeopleRefusal;
use super::role::is_staff;

/// The most recovery codes of a person.
const MAX_CODES: usize = 20;

/// The second factor of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The secret, sealed.
    pub secret: String,
    /// The last step of which a code was used; it and earlier ones open nothing.
    pub step: u64,
    /// The recovery codes that were not used yet, hashed.
    pub codes: Vec<SecretHash>,
}

/// What somebody gave besides the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorProof {
    /// The code of a step.
    Step(u64),
    /// A recovery code.
    Recovery(SecretHash),
}

/// Where a person stands with the second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorState {
    /// There is none, and none is needed.
    Off,
    /// There is none, and the roles of staff wait for it.
    Due,
    /// There is one.
    On,
}

impl Factor {
    /// Whether what was given opens the door now.
    pub fn opens(&self, given: FactorProof) -> bool {
        match given {
            FactorProof::Step(step) => step > self.step,
            FactorProof::Recovery(code) => self.codes.contains(&code),
        }
    }
}

impl PersonAccount {
    /// Whether the person works in the room.
    pub fn is_staff(&self) -> bool {
        self.roles.iter().any(|role| is_staff(*role))
    }

    /// The role for whose sake the person has a second factor: the highest of those who work in the room, in the order of
    /// all roles; a player's where there is none.
    pub fn second_factor_role(&self) -> Role {
        self.roles.iter().rev().copied().find(|role| is_staff(*role)).unwrap_or(Role::Player)
    }

    /// Where the person stands with the second factor, where staff needs one or not.
    pub fn factor_state(&self, required: bool) -> FactorState {
        match &self.factor {
            Some(_) => FactorState::On,
            None if required && self.is_staff() => FactorState::Due,
            None => FactorState::Off,
        }
    }

    /// What the person may do in a session that was begun with the second factor, or without.
    pub fn roles_in(&self, passed: bool, required: bool) -> Vec<Role> {
        let waits = !passed && self.factor_state(required) != FactorState::Off;
        self.roles.iter().copied().filter(|role| !waits || !is_staff(*role)).collect()
    }
}

impl People {
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

    /// A code or a recovery code is used up; the session in which it was given, if one, counts as passed.
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

    pub(super) fn apply_codes_made(&mut self, person: Person, codes: &[SecretHash]) {
        if let Some(factor) = self.accounts.get_mut(&person).and_then(|account| account.factor.as_mut()) {
            factor.codes = codes.to_vec();
        }
    }

    pub(super) fn apply_factor_taken(&mut self, person: Person, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.factor = None;
        }
        self.sessions.end_all_of(person, None)
    }
}

impl PeopleDraft<'_> {
    /// What was given with the password opens the door of somebody with a second factor.
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

    /// What was given is used up, in the session that it began.
    pub(super) fn use_factor(&mut self, person: Person, session: u32, given: FactorProof) {
        let (person, time) = (person.0, self.time);
        self.push(match given {
            FactorProof::Step(step) => PeopleEvent::SecondFactorUsed { person, session, step, time },
            FactorProof::Recovery(code) => PeopleEvent::RecoveryCodeUsed { person, session, code, time },
        });
    }

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

    /// The own second factor, with what was given from it; or somebody else's, for an administrator.
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
            self.notice(person, Notice::SECOND_FACTOR_TAKEN, by);
        }
        Ok(())
    }
}
