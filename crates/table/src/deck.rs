//! Before the deal: the shuffle and the cut.

use rulebook::rule;
use serde::{Deserialize, Serialize};

use crate::event::CardFact;
use crate::hand::{Hand, HandDraft, Phase, Ruling, refuse};
use crate::refusal::RefusalReason;

/// Where the order of the deck comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeckSource {
    /// The deck comes already prepared and nothing about its preparation is recorded: from a record, a
    /// replay, a script or a simulation, or from a person who deals.
    #[default]
    Prepared,
    /// The deck is shuffled and cut at the table, and both are recorded before anything else in the hand.
    AtTable,
}

impl DeckSource {
    /// True for a deck that comes prepared; also leaves the field out of stored lineups, as in records older
    /// than it.
    pub fn is_prepared(&self) -> bool {
        *self == DeckSource::Prepared
    }
}

/// The fewest cards on each side of a cut: more than one (7.2, AMB-035).
pub const MIN_ON_EACH_SIDE: u8 = 2;

impl Hand {
    /// How many cards the deck of the game has, jokers included; a shuffle must count as many, and slots run
    /// below it.
    pub fn deck_cards(&self) -> u8 {
        self.house().ranking.deck().len() as u8
    }

    /// Refuses an act before the deal while a shuffle or cut is still missing; always `Ok` where the house
    /// has no such rule, and once the deal began.
    pub(crate) fn require_ready_deck(&self) -> Ruling {
        let Phase::Deck { shuffled } = self.phase else { return Ok(()) };
        if !shuffled && self.house().has(rule::SHUFFLE_COMES_FIRST) {
            return refuse(RefusalReason::ShuffleDue, rule::SHUFFLE_COMES_FIRST);
        }
        if self.house().has(rule::ONE_CUT_BEFORE_THE_DEAL) {
            return refuse(RefusalReason::CutDue, rule::ONE_CUT_BEFORE_THE_DEAL);
        }
        Ok(())
    }
}

impl HandDraft<'_> {
    /// Records a shuffle of the full deck, once per hand; refuses another number of cards. No card is drawn
    /// here.
    pub fn shuffle(&mut self, cards: u8) -> Ruling {
        match self.hand.phase {
            Phase::Deck { shuffled: false } => {}
            Phase::Deck { shuffled: true }
            | Phase::Posting { .. }
            | Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_)
            | Phase::Showdown(_)
            | Phase::Closed => return refuse(RefusalReason::DeckIsShuffled, rule::SHUFFLE_COMES_FIRST),
        }
        let needed = self.hand.deck_cards();
        if cards != needed {
            return refuse(RefusalReason::WrongDeck { cards, needed }, rule::SHUFFLE_COMES_FIRST);
        }
        self.push(CardFact::Shuffled { cards }, rule::SHUFFLE_COMES_FIRST);
        Ok(())
    }

    /// Records a cut that leaves enough cards on each side, once per hand, after the shuffle; `after` counts
    /// the cards above it. Collecting the blinds comes next.
    pub fn cut(&mut self, after: u8) -> Ruling {
        match self.hand.phase {
            Phase::Deck { shuffled: false } if self.has(rule::SHUFFLE_COMES_FIRST) => {
                return refuse(RefusalReason::ShuffleDue, rule::SHUFFLE_COMES_FIRST);
            }
            Phase::Deck { .. } => {}
            Phase::Posting { .. }
            | Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_)
            | Phase::Showdown(_)
            | Phase::Closed => return refuse(RefusalReason::DeckIsCut, rule::ONE_CUT_BEFORE_THE_DEAL),
        }
        let cards = self.hand.deck_cards();
        let most = cards.saturating_sub(MIN_ON_EACH_SIDE);
        let within = (MIN_ON_EACH_SIDE..=most).contains(&after);
        if !within && self.has(rule::CUT_LEAVES_TWO_CARDS) {
            let why = RefusalReason::CutTooNearTheEnd { after, at_least: MIN_ON_EACH_SIDE, at_most: most };
            return refuse(why, rule::CUT_LEAVES_TWO_CARDS);
        }
        self.push(CardFact::Cut { after }, rule::ONE_CUT_BEFORE_THE_DEAL);
        Ok(())
    }
}
