//! What a dealer reads from a hand: its ranks, the five cards that make it, and what the joker stands for.

use crate::choice::{ShowdownMode, Used};
use crate::hand_rules::ranks_of;
use crate::made_hand::{HandKind, MadeHand};
use crate::ranking::Ranking;
use crate::strength::{Category, LowKind, LowStrength, Strength};
use crate::{Card, Rank, Suit};

impl Ranking {
    /// The five ranks of a hand of this strength, in the order in which they are compared: K-K-K-J-J,
    /// 5-4-3-2-A. `None` for [`Strength::NONE`].
    pub fn ranks(&self, strength: Strength) -> Option<[Rank; 5]> {
        self.key(strength).map(ranks_of)
    }

    /// The hand as a dealer announces it: `full house, kings full of jacks`; `no hand` for
    /// [`Strength::NONE`]. Words for people, which programs must not compare.
    pub fn name(&self, strength: Strength) -> String {
        self.hand_of_strength(strength).map_or_else(|| "no hand".to_owned(), |made| made.to_string())
    }

    /// What fewer than five cards make so far, for the hints at the table: a pair of kings, ace high. `None`
    /// if high hands do not count, and with the joker, which does not stand for anything yet.
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

    /// The category of a low hand. The strength must come from this ranking; one that does not gives a
    /// meaningless category, never a panic.
    pub fn low_kind(&self, low: LowStrength) -> LowKind {
        let key = self.lows.as_ref().map_or(0, |lows| lows.key(low));
        LowKind::ALL[((key >> 20) as usize).min(6)]
    }

    /// The five ranks of a low hand: paired ranks first, then the others from the highest down, as in
    /// 4-4-8-3-2. `None` if low hands do not count.
    pub fn low_ranks(&self, low: LowStrength) -> Option<[Rank; 5]> {
        self.lows.as_ref().map(|lows| lows.rules.ranks_of(lows.key(low)))
    }

    /// The low hand as a dealer announces it, by its ranks: `8-6-4-3-2`; empty if low hands do not count.
    pub fn low_name(&self, low: LowStrength) -> String {
        self.hand_of_low_strength(low).map_or_else(String::new, |made| made.to_string())
    }

    /// Five cards that make the best high hand, in the order in which they are compared, with the joker in
    /// the position it takes. Prefers hole cards to board cards of the same value. `None` for fewer than five
    /// cards.
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let five = ranking.best_five(&cards("As 2s"), &cards("Kd Kc 4h 4s 8d")).unwrap();
    /// assert_eq!(five.map(|card| card.to_string()).join(" "), "Kd Kc 4h 4s As");
    /// ```
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

    /// Five cards that make the best low hand, in the order of [`Ranking::low_ranks`]; `None` if no low hand
    /// qualifies or low hands do not count.
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

    /// The card that the joker stands for in a five-card high hand: in a flush a card of its suit, otherwise,
    /// if possible, a card that is not among the five. `None` without a joker.
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let ranking = Ranking::of(Choice { joker: true, ..Choice::default() }).unwrap();
    /// let five = ["Ks", "Qs", "Js", "Ts", "Jo"].map(|card| card.parse::<Card>().unwrap());
    /// assert_eq!(ranking.joker_in(&five).unwrap().to_string(), "As");
    /// ```
    pub fn joker_in(&self, five: &[Card; 5]) -> Option<Card> {
        let strength = self.high_of_five(five);
        let suited = Ranking::is_suited(strength).then(|| five.iter().find_map(|card| card.suit())).flatten();
        joker_stand_in(five, self.ranks(strength)?, suited)
    }

    /// Whether a hand of this strength is all of one suit, so that the joker in it has that suit too.
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

    /// The card that the joker stands for in a five-card low hand; its suit says nothing, as flushes do not
    /// count. `None` without a joker, or if low hands do not count.
    pub fn joker_in_low(&self, five: &[Card; 5]) -> Option<Card> {
        let low = LowStrength(self.lows.as_ref()?.strength_of_five(five));
        joker_stand_in(five, self.low_ranks(low)?, None)
    }
}

/// The card that the joker stands for among five cards that make these ranks: the rank no natural card has,
/// in the suit `suited` or else in the highest suit that is free. `None` without a joker.
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

/// Sorts five cards into the order of the ranks they make, as a dealer lays a hand out; the joker takes the
/// position left over.
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
