//! New cards in place of old ones (2.5): named between hands, checked by the supervisor and by the dealer,
//! then used.

use std::fmt;

use cards::{Card, CardSet};
use rulebook::rule;
use seating::{Actor, Person, Role};
use serde::{Deserialize, Serialize};

use super::refusal::refuse;
use super::{DeckFact, MAX_REASON_LENGTH, Table, TableEvent, TableFact, TableRefusal, TableRefusalReason};

/// A person who must check new cards; both do, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Checker {
    Supervisor,
    Dealer,
}

impl Checker {
    /// Both, in the order of the text.
    pub const BOTH: [Checker; 2] = [Checker::Supervisor, Checker::Dealer];

    /// The index of this person's check in [`Checker::BOTH`], which is also its stored order.
    const fn index(self) -> usize {
        match self {
            Checker::Supervisor => 0,
            Checker::Dealer => 1,
        }
    }

    /// The check that a role makes; `None` for a role that checks no cards. Two checks are needed, so one
    /// role never makes both.
    const fn for_role(role: Role) -> Option<Checker> {
        match role {
            // A higher role may do what a lower one may (AMB-015); the record shows which of the two checks
            // was made.
            Role::Supervisor | Role::ShiftManager | Role::Operator => Some(Checker::Supervisor),
            Role::Dealer => Some(Checker::Dealer),
            Role::Player | Role::Director | Role::Cashier | Role::Auditor | Role::Administrator => None,
        }
    }
}

impl fmt::Display for Checker {
    /// Words a [`Checker`] within a sentence: `the supervisor`, `the dealer`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Checker::Supervisor => "the supervisor",
            Checker::Dealer => "the dealer",
        })
    }
}

/// The result of one person's check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardCheck {
    person: Person,
    cards: Vec<Card>,
    counted: u8,
}

/// New cards that are not in use yet, and their checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewCards {
    cards: Vec<Card>,
    /// The latest check by each, in the order of [`Checker::BOTH`].
    checks: [Option<CardCheck>; 2],
}

impl NewCards {
    /// The cards, in the order in which they were named; all of them are checked together.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// A check that still keeps the next hand from being dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckDue {
    /// Who must make the check.
    pub by: Checker,
    /// What is missing or wrong.
    pub lacks: CheckFault,
}

/// What is missing from a check or wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CheckFault {
    /// The check was not made.
    Everything,
    /// The cards found are not those named as new.
    TheNewCards,
    /// The deck does not have as many cards as it should.
    TheCount { counted: u8, needed: u8 },
}

impl fmt::Display for CheckDue {
    /// Words a [`CheckDue`] within the sentence of the refusal: what is missing or wrong, without the cards'
    /// faces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.by;
        match self.lacks {
            CheckFault::Everything => write!(f, "{by} has not checked the new cards"),
            CheckFault::TheNewCards => write!(f, "{by} found cards other than those named as new"),
            CheckFault::TheCount { counted, needed } => {
                write!(f, "{by} counted {counted} cards, but the deck has {needed}")
            }
        }
    }
}

/// Whether two lists name the same cards, and as many, in any order.
fn same_cards(one: &[Card], other: &[Card]) -> bool {
    let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
    one.len() == other.len() && set(one) == set(other)
}

impl Table {
    /// New cards that have not been used in a hand yet; `None` once the next hand is opened.
    pub fn new_cards(&self) -> Option<&NewCards> {
        self.new_cards.as_ref()
    }

    /// The checks that still keep the next hand from being dealt, the supervisor's first; empty if no card
    /// was replaced.
    pub fn checks_due(&self) -> Vec<CheckDue> {
        let Some(new) = self.new_cards.as_ref() else { return Vec::new() };
        let needed = self.house().ranking.deck().len() as u8;
        let lacks = |check: &Option<CardCheck>| match check {
            None => Some(CheckFault::Everything),
            Some(check) if !same_cards(&check.cards, &new.cards) => Some(CheckFault::TheNewCards),
            Some(CardCheck { counted, .. }) if *counted != needed => {
                Some(CheckFault::TheCount { counted: *counted, needed })
            }
            Some(_) => None,
        };
        let due = |(by, check)| Some(CheckDue { by, lacks: lacks(check)? });
        Checker::BOTH.into_iter().zip(&new.checks).filter_map(due).collect()
    }

    /// The operator changes some or all cards, with a reason (2.5); never during a hand. Earlier checks no
    /// longer count.
    pub(super) fn replace_cards(
        &self,
        cards: &[Card],
        reason: &str,
        by: Actor,
    ) -> Result<TableEvent, TableRefusal> {
        let rule = rule::REPLACED_CARDS_ARE_CHECKED;
        if !self.may_decide(by) {
            return refuse(TableRefusalReason::NotAnOfficial, rule);
        }
        if !self.house().has(rule) {
            return refuse(TableRefusalReason::NoNewCards, rule);
        }
        if self.is_playing() {
            return refuse(TableRefusalReason::HandRunning, rule);
        }
        if reason.trim().is_empty() {
            return refuse(TableRefusalReason::ReasonNeeded, rule);
        }
        if reason.chars().count() > MAX_REASON_LENGTH {
            return refuse(TableRefusalReason::ReasonTooLong { most: MAX_REASON_LENGTH }, rule);
        }
        if cards.is_empty() {
            return refuse(TableRefusalReason::NoCardNamed, rule);
        }
        let deck = self.house().ranking.deck();
        let mut named = CardSet::EMPTY;
        for card in cards {
            if !deck.contains(card) {
                return refuse(TableRefusalReason::CardNotInDeck { card: *card }, rule);
            }
            if named.contains(*card) {
                return refuse(TableRefusalReason::CardNamedTwice { card: *card }, rule);
            }
            named.insert(*card);
        }
        let what = TableFact::Deck(DeckFact::CardsReplaced {
            cards: cards.to_vec(),
            reason: reason.to_owned(),
            by,
            at: self.now,
        });
        Ok(TableEvent { what, rule })
    }

    /// The supervisor or the dealer reports the new cards found, one by one, and how many cards the deck has
    /// with them. Right or wrong, it is put on record; [`Table::checks_due`] compares.
    pub(super) fn check_cards(
        &self,
        cards: &[Card],
        counted: u8,
        by: Actor,
    ) -> Result<TableEvent, TableRefusal> {
        let rule = rule::REPLACED_CARDS_ARE_CHECKED;
        let Some(checker) = Checker::for_role(by.role) else {
            return refuse(TableRefusalReason::ChecksNoCards, rule);
        };
        let Some(new) = self.new_cards.as_ref() else {
            return refuse(TableRefusalReason::NothingToCheck, rule);
        };
        let made_other_check = |(other, check): (Checker, &Option<CardCheck>)| {
            other != checker && check.as_ref().is_some_and(|check| check.person == by.person)
        };
        // The house is nobody in particular: a script or a file identifies the checker by role alone.
        if by.person != Person::HOUSE && Checker::BOTH.into_iter().zip(&new.checks).any(made_other_check) {
            return refuse(TableRefusalReason::SamePersonChecked, rule);
        }
        if cards.len() > Card::COUNT {
            return refuse(TableRefusalReason::TooManyCards { most: Card::COUNT }, rule);
        }
        let what =
            TableFact::Deck(DeckFact::CardsChecked { cards: cards.to_vec(), counted, by, at: self.now });
        Ok(TableEvent { what, rule })
    }

    /// Refuses to deal the next hand while new cards are unchecked, where the house has the rule (2.5).
    pub(super) fn require_checked_cards(&self) -> Result<(), TableRefusal> {
        let due = self.checks_due();
        if due.is_empty() || !self.house().has(rule::REPLACED_CARDS_ARE_CHECKED) {
            return Ok(());
        }
        refuse(TableRefusalReason::NewCardsUnchecked(due), rule::REPLACED_CARDS_ARE_CHECKED)
    }

    /// Adds new cards to those already waiting; all of them must be checked together, so checks made before
    /// no longer count.
    pub(super) fn apply_cards_replaced(&mut self, cards: &[Card]) {
        let mut all = self.new_cards.take().map_or(Vec::new(), |new| new.cards);
        let more: Vec<Card> = cards.iter().copied().filter(|card| !all.contains(card)).collect();
        all.extend(more);
        self.new_cards = Some(NewCards { cards: all, checks: [None, None] });
    }

    /// Notes a check, in place of the same checker's earlier one; the checker follows from the role.
    pub(super) fn apply_cards_checked(&mut self, cards: &[Card], counted: u8, by: Actor) {
        let (Some(checker), Some(new)) = (Checker::for_role(by.role), &mut self.new_cards) else { return };
        let check = CardCheck { person: by.person, cards: cards.to_vec(), counted };
        new.checks[checker.index()] = Some(check);
    }
}
