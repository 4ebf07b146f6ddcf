//! What a dealer says: the hand's name, the five cards that make it, and what the joker stands for.

use crate::choice::{ShowdownMode, Used};
use crate::made::ranks_of;
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
        let Some([first, _, third, fourth, _]) = self.ranks(strength) else {
            return "no hand".to_owned();
        };
        let (one, many) = (first.word(), first.words());
        match strength.category() {
            Category::RoyalFlush => "royal flush".to_owned(),
            Category::FiveOfAKind => format!("five of a kind, {many}"),
            Category::StraightFlush => format!("straight flush, {one} high"),
            Category::FourOfAKind => format!("four of a kind, {many}"),
            Category::FullHouse => format!("full house, {many} full of {}", fourth.words()),
            Category::Flush => format!("flush, {one} high"),
            Category::Straight => format!("straight, {one} high"),
            Category::ThreeOfAKind => format!("three of a kind, {many}"),
            Category::TwoPairs => format!("two pairs, {many} and {}", third.words()),
            Category::OnePair => format!("pair of {many}"),
            Category::HighCard => format!("{one} high"),
        }
    }

    /// The high hand of five cards, with what the joker among them stands for: `three of a kind, nines, joker as nine`.
    /// Its suit is said where it counts: `flush, ace high, joker as ace of hearts`.
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let ranking = Ranking::of(Choice { joker: true, ..Choice::default() }).unwrap();
    /// let five = ["9s", "9d", "Jo", "Kc", "4h"].map(|card| card.parse::<Card>().unwrap());
    /// assert_eq!(ranking.name_of_five(&five), "three of a kind, nines, joker as nine");
    /// let suited = ["Kh", "9h", "Jo", "7h", "4h"].map(|card| card.parse::<Card>().unwrap());
    /// assert_eq!(ranking.name_of_five(&suited), "flush, ace high, joker as ace of hearts");
    /// ```
    pub fn name_of_five(&self, five: &[Card; 5]) -> String {
        let strength = self.high_of_five(five);
        let suited = Ranking::is_suited(strength);
        with_joker(self.name(strength), self.joker_in(five), suited)
    }

    /// The low hand of five cards by its ranks, with what the joker among them stands for: `8-6-4-3-2, joker as three`.
    /// Empty where nothing is played for low.
    pub fn name_of_low_five(&self, five: &[Card; 5]) -> String {
        let Some(lows) = &self.lows else { return String::new() };
        with_joker(self.low_name(LowStrength(lows.of_five(five))), self.joker_in_low(five), false)
    }

    /// What cards are called while there are not yet five for a hand: `pair of kings`, `ace high`. `None` where high
    /// hands do not count, and with the joker, which stands for nothing yet.
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let card = |text: &str| text.parse::<Card>().unwrap();
    /// assert_eq!(ranking.beginning(&[card("7s"), card("7d")], &[]).as_deref(), Some("pair of sevens"));
    /// assert_eq!(ranking.beginning(&[card("Qs"), card("Ad")], &[]).as_deref(), Some("ace high"));
    /// ```
    pub fn beginning(&self, hole: &[Card], board: &[Card]) -> Option<String> {
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
        Some(match (count, best.get(1)) {
            (4, _) => format!("four of a kind, {}", first.words()),
            (3, _) => format!("three of a kind, {}", first.words()),
            (2, Some((2, second))) => format!("two pairs, {} and {}", first.words(), second.words()),
            (2, _) => format!("pair of {}", first.words()),
            (_, _) => format!("{} high", first.word()),
        })
    }

    /// The kind of a low hand.
    pub fn low_kind(&self, low: LowStrength) -> LowKind {
        let key = self.lows.as_ref().map_or(0, |lows| lows.key(low));
        LowKind::ALL[((key >> 20) as usize).min(6)]
    }

    /// The five ranks of a low hand, grouped ones first, then the highest first: 4-4-8-3-2.
    /// `None` where nothing is played for low.
    pub fn low_ranks(&self, low: LowStrength) -> Option<[Rank; 5]> {
        self.lows.as_ref().map(|lows| lows.law.ranks_of(lows.key(low)))
    }

    /// The low hand as a dealer announces it, by its ranks: `8-6-4-3-2`.
    pub fn low_name(&self, low: LowStrength) -> String {
        let ranks = self.low_ranks(low).into_iter().flatten();
        ranks.map(|rank| rank.letter().to_string()).collect::<Vec<_>>().join("-")
    }

    /// Five cards that make the best high hand, in the order in which they are compared, the joker in the place it
    /// takes; hole cards rather than board cards where either would do. `None` when there are not five.
    pub fn five(&self, hole: &[Card], board: &[Card]) -> Option<[Card; 5]> {
        let best = self.high(hole, board);
        let ranks = self.ranks(best)?;
        let mut found = None;
        self.each_five(hole, board, |five| {
            if found.is_none() && self.high_of_five(&five) == best {
                found = Some(in_order(five, ranks));
            }
        });
        found
    }

    /// Five cards that make the best low hand, in the order of [`Ranking::low_ranks`]; `None` where there is none.
    pub fn low_five(&self, hole: &[Card], board: &[Card]) -> Option<[Card; 5]> {
        let best = self.low(hole, board)?;
        let lows = self.lows.as_ref()?;
        let ranks = self.low_ranks(best)?;
        let mut found = None;
        self.each_five(hole, board, |five| {
            if found.is_none() && lows.of_five(&five) == best.0 {
                found = Some(in_order(five, ranks));
            }
        });
        found
    }

    /// The card the joker stands for in five cards that make a high hand: in a flush one of its suit, otherwise one
    /// that is not among the five, where there is one. `None` without a joker.
    pub fn joker_in(&self, five: &[Card; 5]) -> Option<Card> {
        let strength = self.high_of_five(five);
        let suited = Ranking::is_suited(strength).then(|| five.iter().find_map(|card| card.suit())).flatten();
        stand_in(five, self.ranks(strength)?, suited)
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
        let low = LowStrength(self.lows.as_ref()?.of_five(five));
        stand_in(five, self.low_ranks(low)?, None)
    }
}

/// A hand's name, and the card the joker stands for where there is one.
fn with_joker(name: String, joker: Option<Card>, suited: bool) -> String {
    match joker.and_then(|card| card.rank().zip(card.suit())) {
        Some((rank, suit)) if suited => format!("{name}, joker as {} of {}", rank.word(), suit.words()),
        Some((rank, _)) => format!("{name}, joker as {}", rank.word()),
        None => name,
    }
}

/// A card of the rank that the natural cards leave to the joker.
fn stand_in(five: &[Card; 5], ranks: [Rank; 5], suited: Option<Suit>) -> Option<Card> {
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
fn in_order(five: [Card; 5], ranks: [Rank; 5]) -> [Card; 5] {
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
