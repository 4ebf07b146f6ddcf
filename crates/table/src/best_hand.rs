//! Which rule a pot won by one hand rests on: decided by the hands that were compared, not by what the table
//! allows.
//!
//! The order of hands has separate clauses for low hands, for the joker and for a low ace. Each is cited only
//! where such a hand was among those compared.

use cards::{Ace, Category, HandKind, MadeHand, Rank, ShowdownMode};
use rulebook::{Rule, rule};

use crate::event::{PotHalf, PotPart};
use crate::hand::{Hand, HandDraft, PlayerIndex};

impl Hand {
    /// The rule cited when somebody acts out of turn: it orders the turns in the current betting round, or in
    /// the next one while cards are dealt. Books may have one rule for the first round and another for the
    /// later ones.
    pub(crate) fn turn_rule(&self) -> Rule {
        let later = self.round() > 0 && self.house().has(rule::ACT_IN_TURN_LATER);
        if later { rule::ACT_IN_TURN_LATER } else { rule::ACT_IN_TURN }
    }
}

impl HandDraft<'_> {
    /// The rule cited for an award when one player wins a whole pot at a showdown with a hand that the others
    /// could not beat. Chooses only the citation, never the winner; stored with the award, and compared by
    /// audits.
    pub(crate) fn best_hand_rule(&self, part: PotPart, winner: PlayerIndex) -> Rule {
        let house = self.hand.house();
        let choice = house.ranking.choice();
        let low_ace_counts = choice.ace == Ace::HighAndLow && house.showdown.mode != ShowdownMode::Low;
        // The common case, which most pots fall under, returns early.
        if house.showdown.mode == ShowdownMode::High
            && !choice.joker
            && !(low_ace_counts && self.has_a_straight(part, winner) && self.shows_a_low_ace(part))
        {
            return rule::BEST_HAND_WINS;
        }
        let seat = self.hand.players()[winner].seat;
        let how = self.hand.winning_hand(PotPart { half: PotHalf::Whole, ..part }, seat);
        let both_ways = how.as_ref().is_some_and(|how| how.low.is_some());
        let hands = how
            .iter()
            .flat_map(|how| [Some(&how.hand), how.low.as_ref(), how.beaten.as_ref()].into_iter().flatten());
        let joker = hands.clone().any(|hand| hand.joker.is_some());
        let low_ace = low_ace_counts && hands.clone().any(is_from_a_low_ace);
        let rule = match (house.showdown.mode, both_ways, joker, low_ace) {
            (ShowdownMode::Low, _, false, _) => rule::BEST_LOW_HAND_WINS,
            (ShowdownMode::Low, _, true, _) => rule::BEST_LOW_HAND_WITH_A_JOKER,
            (_, true, false, _) => rule::BEST_HAND_BOTH_WAYS,
            (_, true, true, _) => rule::BEST_HAND_BOTH_WAYS_WITH_A_JOKER,
            (_, false, false, false) => rule::BEST_HAND_WINS,
            (_, false, true, false) => rule::BEST_HAND_WITH_A_JOKER,
            (_, false, false, true) => rule::BEST_HAND_WITH_A_LOW_ACE,
            (_, false, true, true) => rule::BEST_HAND_WITH_JOKER_AND_LOW_ACE,
        };
        // Where the book lacks the special rule, the general one applies.
        if self.has(rule) { rule } else { rule::BEST_HAND_WINS }
    }

    /// The rule cited for the shares when players with equal hands divide a pot or half of it. A joker in one
    /// of the hands counts as the card it stands for, and has a rule of its own where the book has one.
    /// Stored, and compared by audits.
    pub(crate) fn equal_hands_rule(&self, part: PotPart) -> Rule {
        if !self.hand.house().ranking.choice().joker {
            return rule::EQUAL_HANDS_SHARE;
        }
        let rule = match self.hand.shared_with_the_joker(part) {
            (true, _) => rule::EQUAL_HANDS_SHARE_WITH_A_JOKER,
            (false, true) => rule::EQUAL_LOW_HANDS_SHARE_WITH_A_JOKER,
            (false, false) => rule::EQUAL_HANDS_SHARE,
        };
        if self.has(rule) { rule } else { rule::EQUAL_HANDS_SHARE }
    }

    /// True where hands were mucked from a pot that the winner's hand is not known to beat (in a record, or
    /// because nobody knows the winner's cards): the award then cites `MUCKED_HAND_IS_DEAD`, because the pot
    /// is won only since the mucked cards are out of play.
    pub(crate) fn is_won_by_muck(&self, part: PotPart, winner: PlayerIndex) -> bool {
        let Some(showdown) = self.hand.showdown() else { return false };
        // Outside a record, only an unknown hand can win for this reason alone.
        let by_muck = self.hand.lineup.record.showdown || !self.hand.knows_cards(winner);
        if !by_muck || !self.has(rule::MUCKED_HAND_IS_DEAD) {
            return false;
        }
        let Some(pot) = showdown.pots.as_slice().get(usize::from(part.pot)) else { return false };
        let own = showdown.worth(part.board, winner);
        let mut others = (0..self.hand.players().len())
            .filter(|place| *place != winner && pot.has(*place) && self.hand.players()[*place].mucked);
        others.any(|other| {
            let other = showdown.worth(part.board, other);
            let known = other.high.is_some() || other.low.is_some();
            !known || other.high >= own.high && (other.high.is_some() || other.low >= own.low)
        })
    }

    /// True for a player whose cards are all known and make a straight or a straight flush on the deciding
    /// board. A quick test that spares [`HandDraft::best_hand_rule`] the search for a low ace in most hands.
    fn has_a_straight(&self, part: PotPart, place: PlayerIndex) -> bool {
        let Some(showdown) = self.hand.showdown() else { return false };
        showdown
            .worth(part.board, place)
            .high
            .is_some_and(|high| matches!(high.category(), Category::Straight | Category::StraightFlush))
    }

    /// True where the deciding board and the shown hands include both an ace and a card of the deck's lowest
    /// rank; without them no straight can start from a low ace. Another quick test for
    /// [`HandDraft::best_hand_rule`]: it may be true too often, never too rarely.
    fn shows_a_low_ace(&self, part: PotPart) -> bool {
        let shown = self.hand.players().iter().filter(|player| player.is_live() && player.shown);
        let cards = shown.flat_map(|player| &player.cards).chain(self.hand.boards().get(part.board));
        let lowest = self.hand.house().ranking.choice().deck.lowest_rank();
        let (ace, low) = cards
            .filter_map(|card| card.known_card()?.rank())
            .fold((false, false), |(ace, low), rank| (ace || rank == Rank::Ace, low || rank == lowest));
        ace && low
    }
}

/// True for a straight with the ace at its low end, including one where a joker stands for that ace. Such a
/// hand cites the clause on the low ace; `ranks` runs from high to low, so a high straight begins with the
/// ace.
fn is_from_a_low_ace(hand: &MadeHand) -> bool {
    let straight = matches!(hand.kind, HandKind::High(Category::Straight | Category::StraightFlush));
    let is_ace = |card: &cards::Card| card.rank() == Some(Rank::Ace);
    let ace = hand.cards.iter().chain(&hand.joker).any(is_ace);
    straight && ace && hand.ranks.first() != Some(&Rank::Ace)
}
