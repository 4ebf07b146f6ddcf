//! What a dealer sees in a hand: its ranks, the five cards that make it, and what the joker stands for.

use crate::choice::{ShowdownMode, Used};
use crate::hand_rules::ranks_of;
use crate::made_hand::{HandKind, MadeHand};
use crate::ranking::Ranking;
use crate::strength::{Category, LowKind, LowStrength, Strength};
use crate::{Card, Rank, Suit};

impl Ranking {
    /// The five ranks of a hand of this strength, in the order in which they are compared: K-K-K-J-J, 5-4-3-2-A.
    /// `None` for [`Strength::NONE`].
    pub fn ranks(&self, strength: Strength) -> Option<[Rank; 5]> {
        self.key(strength).map(ranks_of)
    }

    /// The hand as a dealer announces it: `full house, kings full of jacks`.
    pub fn name(&self, strength: Strength) -> String {
        self.hand_of_strength(strength).map_or_else(|| "no hand".to_owned(), |made| made.to_string())
    }

    /// What cards make while there are not yet five for a hand: a pair of kings, ace high. `None` where high hands do not
    /// count, and with the joker, which stands for nothing yet.
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let begins = |cards: [&str; 2]| ranking.partial_hand(&cards.map(|card| card.parse::<Card>().unwrap()), &[]);
    /// assert_eq!(begins(["7s", "7d"]).unwrap().to_string(), "pair of sevens");
    /// assert_eq!(begins(["Qs", "Ad"]).unwrap().to_string(), "ace high");
    /// ```
    pub fn partial_hand(&self, hole: &[Card], board: &[Card]) -> Option<MadeHand> {
        if self.choice().mode == ShowdownMode::Low
            || hole.contains(&Card::JOKER)
            || board.contains(&Card::JOKER)
        {
            return None;
        }
        let mut best: Vec<(usize, Rank)> = Vec::new();
        let mut weigh = |cards: &[Card]| {
            let of = |rank: Rank| cards.iter().filter(|card| card.rank() == Some(rank)).count();
            let mut groups: Vec<(usize, Rank)> =
                Rank::ALL.into_iter().map(|rank| (of(rank), rank)).filter(|(count, _)| *count > 0).collect();
            groups.sort_unstable_by(|one, other| other.cmp(one));
            best = std::mem::take(&mut best).max(groups);
        };
        match self.choice().hole_cards_used {
            Used::Any => weigh(&[hole, board].concat()),
            Used::ExactlyTwo => {
                for (at, one) in hole.iter().enumerate() {
                    for other in &hole[at + 1..] {
                        weigh(&[&[*one, *other], board].concat());
                    }
                }
            }
        }
        let (count, first) = *best.first()?;
        let (category, ranks) = match (count, best.get(1)) {
            (4, _) => (Category::FourOfAKind, vec![first]),
            (3, _) => (Category::ThreeOfAKind, vec![first]),
            (2, Some((2, second))) => (Category::TwoPairs, vec![first, *second]),
            (2, _) => (Category::OnePair, vec![first]),
            (_, _) => (Category::HighCard, vec![first]),
        };
        let kind = HandKind::High(category);
        Some(MadeHand { kind, ranks, side: Vec::new(), deciding_count: 0, cards: Vec::new(), joker: None })
    }

    /// The kind of a low hand.
    pub fn low_kind(&self, low: LowStrength) -> LowKind {
        let key = self.lows.as_ref().map_or(0, |lows| lows.key(low));
        LowKind::ALL[((key >> 20) as usize).min(6)]
    }

    /// The five ranks of a low hand, grouped ones first, then the highest first: 4-4-8-3-2.
    /// `None` where nothing is played for low.
    pub fn low_ranks(&self, low: LowStrength) -> Option<[Rank; 5]> {
        self.lows.as_ref().map(|lows| lows.rules.ranks_of(lows.key(low)))
    }

    /// The low hand as a dealer announces it, by its ranks: `8-6-4-3-2`.
    pub fn low_name(&self, low: LowStrength) -> String {
        self.hand_of_low_strength(low).map_or_else(String::new, |made| made.to_string())
    }

    /// Five cards that make the best high hand, in the order in which they are compared, the joker in the place it
    /// takes; hole cards rather than board cards where either would do. `None` when there are not five.
    pub fn best_five(&self, hole: &[Card], board: &[Card]) -> Option<[Card; 5]> {
        let best = self.high(hole, board);
        let ranks = self.ranks(best)?;
        let mut found = None;
        self.each_five(hole, board, |five| {
            if found.is_none() && self.high_of_five(&five) == best {
                found = Some(order_by_ranks(five, ranks));
            }
        });
        found
    }

    /// Five cards that make the best low hand, in the order of [`Ranking::low_ranks`]; `None` where there is none.
    pub fn best_low_five(&self, hole: &[Card], board: &[Card]) -> Option<[Card; 5]> {
        let best = self.low(hole, board)?;
        let lows = self.lows.as_ref()?;
        let ranks = self.low_ranks(best)?;
        let mut found = None;
        self.each_five(hole, board, |five| {
            if found.is_none() && lows.strength_of_five(&five) == best.0 {
                found = Some(order_by_ranks(five, ranks));
            }
        });
        found
    }

    /// The card the joker stands for in five cards that make a high hand: in a flush one of its suit, otherwise one
    /// that is not among the five, where there is one. `None` without a joker.
    pub fn joker_in(&self, five: &[Card; 5]) -> Option<Card> {
        let strength = self.high_of_five(five);
        let suited = Ranking::is_suited(strength).then(|| five.iter().find_map(|card| card.suit())).flatten();
        joker_stand_in(five, self.ranks(strength)?, suited)
    }

    /// Whether a hand of this strength is of one suit.
    fn is_suited(strength: Strength) -> bool {
        match strength.category() {
            Category::RoyalFlush | Category::StraightFlush | Category::Flush => true,
            Category::FiveOfAKind
            | Category::FourOfAKind
            | Category::FullHouse
            | Category::Straight
            | Category::ThreeOfAKind
            | Category::TwoPairs
            | Category::OnePair
            | Category::HighCard => false,
        }
    }

    /// The card the joker stands for in five cards that make a low hand. `None` without a joker.
    pub fn joker_in_low(&self, five: &[Card; 5]) -> Option<Card> {
        let low = LowStrength(self.lows.as_ref()?.strength_of_five(five));
        joker_stand_in(five, self.low_ranks(low)?, None)
    }
}

/// A card of the rank that the natural cards leave to the joker.
fn joker_stand_in(five: &[Card; 5], ranks: [Rank; 5], suited: Option<Suit>) -> Option<Card> {
    if !five.contains(&Card::JOKER) {
        return None;
    }
    let mut left = ranks.to_vec();
    for rank in five.iter().filter_map(|card| card.rank()) {
        left.swap_remove(left.iter().position(|other| *other == rank)?);
    }
    let rank = *left.first()?;
    let free = Suit::ALL.into_iter().rev().find(|suit| !five.contains(&Card::new(rank, *suit)));
    Some(Card::new(rank, suited.or(free).unwrap_or(Suit::Spades)))
}

/// Five cards in the order of the ranks they make, the joker in the place left to it.
fn order_by_ranks(five: [Card; 5], ranks: [Rank; 5]) -> [Card; 5] {
    let mut left: Vec<Card> = five.to_vec();
    let mut ordered: [Option<Card>; 5] = ranks.map(|rank| {
        let at = left.iter().position(|card| card.rank() == Some(rank))?;
        Some(left.remove(at))
    });
    for place in &mut ordered {
        if place.is_none() {
            *place = left.pop();
        }
    }
    std::array::from_fn(|position| ordered[position].unwrap_or(five[position]))
}
