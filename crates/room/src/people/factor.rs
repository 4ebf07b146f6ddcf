//! The second factor of people who work in the room: what is kept of it, and what may be done with it. How a code is made
//! from a secret is for the server: here a code is the step of time that it belongs to.

use seating::{By, Person, Role};

use super::applying::{Account, People};
use super::deciding::{Draft, reason_of};
use super::event::{Event, Hashed};
use super::notices::Notice;
use super::refused::Refusal;
use super::role::is_staff;

/// The most recovery codes of a person.
const MOST_CODES: usize = 20;

/// The second factor of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The secret, sealed.
    pub secret: String,
    /// The last step of which a code was used; it and earlier ones open nothing.
    pub step: u64,
    /// The recovery codes that were not used yet, hashed.
    pub codes: Vec<Hashed>,
}

/// What somebody gave besides the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The code of a step.
    Step(u64),
    /// A recovery code.
    Recovery(Hashed),
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
    pub fn opens(&self, given: Passed) -> bool {
        match given {
            Passed::Step(step) => step > self.step,
            Passed::Recovery(code) => self.codes.contains(&code),
        }
    }
}

impl Account {
    /// Whether the person works in the room.
    pub fn is_staff(&self) -> bool {
        self.roles.iter().any(|role| is_staff(*role))
    }

    /// The role for whose sake the person has a second factor: the highest of those who work in the room, in the order of
    /// all roles; a player's where there is none.
    pub fn role_of_factor(&self) -> Role {
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
    pub(super) fn factor_set(&mut self, person: Person, session: u32, factor: Factor, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.factor = Some(factor);
        }
        self.sessions.pass(session);
        self.sessions.end_all(person, Some(session))
    }

    /// A code or a recovery code is used up; the session in which it was given, if one, counts as passed.
    pub(super) fn factor_used(&mut self, person: Person, session: Option<u32>, given: Passed, time: u64) {
        self.time = self.time.max(time);
        if let Some(factor) = self.accounts.get_mut(&person).and_then(|account| account.factor.as_mut()) {
            match given {
                Passed::Step(step) => factor.step = factor.step.max(step),
                Passed::Recovery(code) => factor.codes.retain(|other| *other != code),
            }
        }
        if let Some(session) = session {
            self.sessions.pass(session);
        }
    }

    pub(super) fn codes_made(&mut self, person: Person, codes: &[Hashed]) {
        if let Some(factor) = self.accounts.get_mut(&person).and_then(|account| account.factor.as_mut()) {
            factor.codes = codes.to_vec();
        }
    }

    pub(super) fn factor_taken(&mut self, person: Person, time: u64) -> Vec<u32> {
        self.time = self.time.max(time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.factor = None;
        }
        self.sessions.end_all(person, None)
    }
}

impl Draft<'_> {
    /// What was given with the password opens the door of somebody with a second factor.
    pub(super) fn passes(&self, person: Person, given: Option<Passed>) -> Result<Option<Passed>, Refusal> {
        match (&self.account(person)?.factor, given) {
            (None, _) => Ok(None),
            (Some(factor), Some(given)) if factor.opens(given) => Ok(Some(given)),
            (Some(_), Some(_) | None) => Err(Refusal::SecondFactor),
        }
    }

    /// What was given is used up, in the session that it began.
    pub(super) fn uses(&mut self, person: Person, session: u32, given: Passed) {
        let (person, time) = (person.0, self.time);
        self.push(match given {
            Passed::Step(step) => Event::SecondFactorUsed { person, session, step, time },
            Passed::Recovery(code) => Event::RecoveryCodeUsed { person, session, code, time },
        });
    }

    pub(super) fn set_factor(&mut self, token: &Hashed, factor: Factor) -> Result<(), Refusal> {
        let signed = self.people.signed(token, self.time).ok_or(Refusal::NotSignedIn)?;
        if self.account(signed.person)?.factor.is_some() {
            return Err(Refusal::HasSecondFactor);
        }
        let Factor { secret, step, mut codes } = factor;
        codes.truncate(MOST_CODES);
        let (person, session, time) = (signed.person.0, signed.session, self.time);
        self.push(Event::SecondFactorSet { person, session, secret, step, codes, time });
        Ok(())
    }

    pub(super) fn make_codes(&mut self, person: Person, step: u64, codes: &[Hashed]) -> Result<(), Refusal> {
        let factor = self.account(person)?.factor.as_ref().ok_or(Refusal::NoSecondFactor)?;
        if !factor.opens(Passed::Step(step)) {
            return Err(Refusal::SecondFactor);
        }
        let codes = codes.iter().copied().take(MOST_CODES).collect();
        self.push(Event::RecoveryCodesMade { person: person.0, step, codes, time: self.time });
        Ok(())
    }

    /// The own second factor, with what was given from it; or somebody else's, for an administrator.
    pub(super) fn take_factor(
        &mut self,
        by: By,
        person: Person,
        given: Option<Passed>,
        reason: &str,
    ) -> Result<(), Refusal> {
        let own = by.person == person;
        if !own {
            self.administrator(by)?;
        }
        let factor = self.account(person)?.factor.as_ref().ok_or(Refusal::NoSecondFactor)?;
        if own && !given.is_some_and(|given| factor.opens(given)) {
            return Err(Refusal::SecondFactor);
        }
        let reason = reason_of(reason)?;
        let (by, time) = (by.person.0, self.time);
        self.push(Event::SecondFactorTaken { person: person.0, by, reason, time });
        if !own {
            self.notice(person, Notice::SECOND_FACTOR_TAKEN, by);
        }
        Ok(())
    }
}
