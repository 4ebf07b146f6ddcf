//! The opening of a hand that is over, folded hands and undealt cards included: one auditor asks for it with a reason,
//! another one agrees with a reason, and for a day the two of them see it. Each look is on record.

use seating::{By, Person, Role};

use super::applying::People;
use super::deciding::{Draft, reason_of};
use super::event::Event;
use super::notices::Notice;
use super::refused::Refusal;
use super::role::role_named;

/// How long an opening waits for the second auditor, and how long it is seen then, in milliseconds of the room's time.
const LASTS: u64 = 24 * 60 * 60 * 1000;

/// A hand that somebody wants opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOpening {
    /// The table.
    pub table: u64,
    /// The hand at its table.
    pub hand: u64,
    /// Who asked for it, and why.
    pub asked: Signature,
    /// Who agreed, and why.
    pub agreed: Option<Signature>,
    /// The account of one of the two was not the same auditor's all the time: nobody agrees to it or looks any more,
    /// whatever becomes of the account afterwards.
    pub lapsed: bool,
}

/// One of the two who open a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Signature {
    pub by: Person,
    pub reason: String,
    /// In milliseconds of the room's time.
    pub time: u64,
}

impl HandOpening {
    /// Until when somebody may agree, or the two may look, in milliseconds of the room's time.
    pub fn until(&self) -> u64 {
        self.agreed.as_ref().unwrap_or(&self.asked).time.saturating_add(LASTS)
    }

    /// Whether a person is one of the two.
    pub fn is_of(&self, person: Person) -> bool {
        [Some(&self.asked), self.agreed.as_ref()].into_iter().flatten().any(|one| one.by == person)
    }
}

impl Event {
    /// Whose account may have become another auditor's by it: the role was given, a password was chosen by a link that
    /// somebody else made, or a second factor was enrolled or taken away.
    fn renews(&self) -> Option<Person> {
        match self {
            Event::RoleGiven { person, role } if role_named(role) == Some(Role::Auditor) => {
                Some(Person(*person))
            }
            Event::ResetLinkUsed { person, .. }
            | Event::SecondFactorSet { person, .. }
            | Event::SecondFactorTaken { person, .. } => Some(Person(*person)),
            _ => None,
        }
    }
}

impl People {
    /// Takes in the number in the room of the record of an event: hands that began before it are opened by nobody whose
    /// account may have become another auditor's by it. No clock is asked.
    pub fn placed(&mut self, event: &Event, sequence: u64) {
        if let Some(person) = event.renews() {
            self.auditing.insert(person, sequence);
        }
    }

    /// A hand that somebody wanted opened, by its number from 1.
    pub fn opening(&self, number: u64) -> Option<&HandOpening> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.openings.get(at)
    }

    /// How many hands somebody wanted opened: the number of the last.
    pub fn openings(&self) -> u64 {
        self.openings.len() as u64
    }

    pub(super) fn opening_asked(&mut self, table: u64, hand: u64, asked: Signature) {
        self.time = self.time.max(asked.time);
        self.openings.push(HandOpening { table, hand, asked, agreed: None, lapsed: false });
    }

    pub(super) fn opening_agreed(&mut self, number: u64, agreed: Signature) {
        self.time = self.time.max(agreed.time);
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(opening) = at.and_then(|at| self.openings.get_mut(at)) {
            opening.agreed = Some(agreed);
        }
    }

    /// Takes in that an account is not the same auditor's as before: its roles changed, it was kept out or erased, or
    /// somebody else had a hand in how it is come into. What it signed is over for good, so that an account given back
    /// opens nothing of before.
    pub(super) fn openings_lapse(&mut self, person: Person) {
        for opening in self.openings.iter_mut().filter(|opening| opening.is_of(person)) {
            opening.lapsed = true;
        }
    }
}

impl Draft<'_> {
    /// An auditor asks for a hand to be opened.
    pub(super) fn ask_opening(
        &mut self,
        by: By,
        (table, hand): (u64, u64),
        began: u64,
        reason: &str,
    ) -> Result<(), Refusal> {
        self.auditor(by)?;
        self.audited_then(by, began)?;
        let reason = reason_of(reason)?;
        let (opening, time) = (self.people.openings() + 1, self.time);
        self.push(Event::OpeningAsked { opening, table, hand, by: by.person.0, reason, time });
        Ok(())
    }

    /// Another auditor agrees. Whoever was dealt in sees it at the next sign-in.
    pub(super) fn agree_to_opening(
        &mut self,
        by: By,
        (number, began): (u64, u64),
        reason: &str,
        players: &[Person],
    ) -> Result<(), Refusal> {
        self.auditor(by)?;
        let known = self.people.opening(number).ok_or(Refusal::NoSuchOpening)?;
        if known.agreed.is_some() {
            return Err(Refusal::OpeningAgreed);
        }
        if known.asked.by == by.person {
            return Err(Refusal::OneAuditor);
        }
        if self.time >= known.until() {
            return Err(Refusal::OpeningOver);
        }
        if known.lapsed {
            return Err(Refusal::OpeningLapsed);
        }
        self.audited_then(by, began)?;
        let reason = reason_of(reason)?;
        let time = self.time;
        self.push(Event::OpeningAgreed { opening: number, by: by.person.0, reason, time });
        for player in players {
            if self.people.account(*player).is_some_and(|account| account.erased.is_none()) {
                self.notice(*player, Notice::HAND_OPENED, by.person.0);
            }
        }
        Ok(())
    }

    /// One of the two looks.
    pub(super) fn note_opened_seen(&mut self, by: By, number: u64) -> Result<(), Refusal> {
        self.auditor(by)?;
        let known = self.people.opening(number).ok_or(Refusal::NoSuchOpening)?;
        if !known.is_of(by.person) {
            return Err(Refusal::OpeningOfOthers);
        }
        if self.time >= known.until() {
            return Err(Refusal::OpeningOver);
        }
        if known.lapsed {
            return Err(Refusal::OpeningLapsed);
        }
        if known.agreed.is_none() {
            return Err(Refusal::OneAuditor);
        }
        let (by, time) = (by.person.0, self.time);
        self.push(Event::OpenedHandSeen { opening: number, by, time });
        Ok(())
    }

    /// Whoever asks was this auditor when a hand began, by the number in the room of the record that opened it: nobody who
    /// gives roles or makes links puts two auditors of their own behind a hand.
    fn audited_then(&self, by: By, began: u64) -> Result<(), Refusal> {
        let since = self.people.auditing.get(&by.person).copied().unwrap_or_default();
        if began < since { Err(Refusal::BeforeAuditor) } else { Ok(()) }
    }

    /// Whether a person is an auditor who is not kept out.
    fn audits(&self, person: Person) -> bool {
        self.people.account(person).is_some_and(|account| account.roles.contains(&Role::Auditor))
            && self.people.banned(person, self.time).is_none()
    }

    /// Whoever asks is an auditor: the account says so, not the request.
    fn auditor(&self, by: By) -> Result<(), Refusal> {
        if by.role == Role::Auditor && self.audits(by.person) {
            Ok(())
        } else {
            Err(Refusal::NotGranted { needs: Role::Auditor })
        }
    }
}
