//! Opening a finished hand, including folded hands and undealt cards: one auditor requests it with a reason,
//! another agrees with a reason, and for a day the two of them can see it. Each look is recorded.

use seating::{Actor, Person, Role};

use super::apply::People;
use super::decide::{PeopleDraft, check_reason};
use super::event::PeopleEvent;
use super::notices::Notice;
use super::refusal::PeopleRefusal;
use super::role::role_named;

/// How long an opening waits for the second auditor, and how long the hand can be seen after that, in
/// milliseconds of the room's time.
const OPENING_LASTS_MS: u64 = 24 * 60 * 60 * 1000;

/// A request to open a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOpening {
    /// The table.
    pub table: u64,
    /// The hand's number at its table.
    pub hand: u64,
    /// Who requested it, and why.
    pub request: AuditorSignature,
    /// Who agreed, and why.
    pub consent: Option<AuditorSignature>,
    /// The account of one of the two has not belonged to the same auditor throughout: nobody can agree to it
    /// or look any more, whatever happens to the account afterwards.
    pub lapsed: bool,
}

/// The signature of one of the two who open a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct AuditorSignature {
    pub by: Person,
    pub reason: String,
    /// In milliseconds of the room's time.
    pub time: u64,
}

impl HandOpening {
    /// Until when somebody may agree, or the two may look once somebody has, in milliseconds of the room's
    /// time.
    pub fn until(&self) -> u64 {
        self.consent.as_ref().unwrap_or(&self.request).time.saturating_add(OPENING_LASTS_MS)
    }

    /// Whether a person is one of the auditors who signed it: only they may look, and changes of their accounts
    /// let it lapse.
    pub fn is_signed_by(&self, person: Person) -> bool {
        [Some(&self.request), self.consent.as_ref()].into_iter().flatten().any(|one| one.by == person)
    }
}

impl PeopleEvent {
    /// Whose account may have passed to another auditor by this event: the role was given, a password was
    /// chosen by a link that somebody else made, or a second factor was enrolled or removed. `None` for every
    /// other event.
    fn renewed_auditor(&self) -> Option<Person> {
        match self {
            PeopleEvent::RoleGiven { person, role } if role_named(role) == Some(Role::Auditor) => {
                Some(Person(*person))
            }
            PeopleEvent::ResetLinkUsed { person, .. }
            | PeopleEvent::SecondFactorSet { person, .. }
            | PeopleEvent::SecondFactorTaken { person, .. } => Some(Person(*person)),
            _ => None,
        }
    }
}

impl People {
    /// Takes in the room-wide number of an event's record, after [`People::apply`]. An account that may have
    /// passed to another auditor by it cannot open hands that began before. No clock is involved.
    pub fn track_auditor(&mut self, event: &PeopleEvent, sequence: u64) {
        if let Some(person) = event.renewed_auditor() {
            self.auditors_since.insert(person, sequence);
        }
    }

    /// A request to open a hand, by its number from 1; `None` if there is no such request.
    pub fn opening(&self, number: u64) -> Option<&HandOpening> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.openings.get(at)
    }

    /// How many requests to open a hand there were: the number of the last, since they are numbered from 1.
    pub fn openings(&self) -> u64 {
        self.openings.len() as u64
    }

    /// Applies a request to open a hand, with the first auditor's signature; it gets the next number.
    pub(super) fn apply_opening_asked(&mut self, table: u64, hand: u64, request: AuditorSignature) {
        self.time = self.time.max(request.time);
        self.openings.push(HandOpening { table, hand, request, consent: None, lapsed: false });
    }

    /// Applies the second auditor's signature to a request, from when the two may look; nothing for an unknown
    /// number.
    pub(super) fn apply_opening_agreed(&mut self, number: u64, consent: AuditorSignature) {
        self.time = self.time.max(consent.time);
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(opening) = at.and_then(|at| self.openings.get_mut(at)) {
            opening.consent = Some(consent);
        }
    }

    /// Lapses every opening that an account has signed because it may no longer be the same auditor's: its
    /// roles changed, it was banned or erased, or somebody else took part in how it is signed in to. It lapses
    /// for good, so that getting the account back opens nothing from before.
    pub(super) fn lapse_openings(&mut self, person: Person) {
        for opening in self.openings.iter_mut().filter(|opening| opening.is_signed_by(person)) {
            opening.lapsed = true;
        }
    }
}

impl PeopleDraft<'_> {
    /// An auditor requests that a hand be opened; `began` is the room-wide number of the record that opened it.
    /// The caller checks that the hand is over.
    pub(super) fn ask_opening(
        &mut self,
        by: Actor,
        (table, hand): (u64, u64),
        began: u64,
        reason: &str,
    ) -> Result<(), PeopleRefusal> {
        self.check_auditor(by)?;
        self.check_auditor_since(by, began)?;
        let reason = check_reason(reason)?;
        let (opening, time) = (self.people.openings() + 1, self.time);
        self.push(PeopleEvent::OpeningAsked { opening, table, hand, by: by.person.0, reason, time });
        Ok(())
    }

    /// Another auditor agrees within a day, with a reason, and the two can look from now on (SEC-03). Those
    /// dealt in, `players`, see a notice at their next sign-in.
    pub(super) fn agree_to_opening(
        &mut self,
        by: Actor,
        (number, began): (u64, u64),
        reason: &str,
        players: &[Person],
    ) -> Result<(), PeopleRefusal> {
        self.check_auditor(by)?;
        let known = self.people.opening(number).ok_or(PeopleRefusal::NoSuchOpening)?;
        if known.consent.is_some() {
            return Err(PeopleRefusal::OpeningAgreed);
        }
        if known.request.by == by.person {
            return Err(PeopleRefusal::OneAuditor);
        }
        if self.time >= known.until() {
            return Err(PeopleRefusal::OpeningOver);
        }
        if known.lapsed {
            return Err(PeopleRefusal::OpeningLapsed);
        }
        self.check_auditor_since(by, began)?;
        let reason = check_reason(reason)?;
        let time = self.time;
        self.push(PeopleEvent::OpeningAgreed { opening: number, by: by.person.0, reason, time });
        for player in players {
            if self.people.account(*player).is_some_and(|account| account.erased.is_none()) {
                self.notify(*player, Notice::HAND_OPENED, by.person.0);
            }
        }
        Ok(())
    }

    /// One of the two looks: recorded before each look, and refused once the opening is over or lapsed.
    pub(super) fn note_opened_seen(&mut self, by: Actor, number: u64) -> Result<(), PeopleRefusal> {
        self.check_auditor(by)?;
        let known = self.people.opening(number).ok_or(PeopleRefusal::NoSuchOpening)?;
        if !known.is_signed_by(by.person) {
            return Err(PeopleRefusal::OpeningOfOthers);
        }
        if self.time >= known.until() {
            return Err(PeopleRefusal::OpeningOver);
        }
        if known.lapsed {
            return Err(PeopleRefusal::OpeningLapsed);
        }
        if known.consent.is_none() {
            return Err(PeopleRefusal::OneAuditor);
        }
        let (by, time) = (by.person.0, self.time);
        self.push(PeopleEvent::OpenedHandSeen { opening: number, by, time });
        Ok(())
    }

    /// Checks that the requester was already this auditor when the hand began, by the room-wide number of the
    /// record that opened it. Otherwise somebody who gives roles or makes links could install two auditors of
    /// their own for a hand.
    fn check_auditor_since(&self, by: Actor, began: u64) -> Result<(), PeopleRefusal> {
        let since = self.people.auditors_since.get(&by.person).copied().unwrap_or_default();
        if began < since { Err(PeopleRefusal::BeforeAuditor) } else { Ok(()) }
    }

    /// Whether a person has the role of auditor and is not banned now, by their account alone.
    fn is_auditor(&self, person: Person) -> bool {
        self.people.account(person).is_some_and(|account| account.roles.contains(&Role::Auditor))
            && self.people.ban_at(person, self.time).is_none()
    }

    /// Checks that the requester acts as an auditor and is one: the account decides that, not the request.
    fn check_auditor(&self, by: Actor) -> Result<(), PeopleRefusal> {
        if by.role == Role::Auditor && self.is_auditor(by.person) {
            Ok(())
        } else {
            Err(PeopleRefusal::NotGranted { needs: Role::Auditor })
        }
    }
}
