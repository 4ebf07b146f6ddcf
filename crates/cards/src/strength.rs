//! How strong a hand is: numbers that compare, and the kinds of hand.

use std::fmt;

/// A kind of high hand. Which of two kinds is higher depends on the deck: compare [`Strength`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// A-K-Q-J-T of one suit.
    RoyalFlush,
    /// Four of a rank and the joker.
    FiveOfAKind,
    /// Five of one suit in sequence, not ace high.
    StraightFlush,
    /// Four of a rank.
    FourOfAKind,
    /// Three of a rank and two of another.
    FullHouse,
    /// Five of one suit, not in sequence.
    Flush,
    /// Five in sequence.
    Straight,
    /// Three of a rank.
    ThreeOfAKind,
    /// Two of a rank and two of another.
    TwoPairs,
    /// Two of a rank.
    OnePair,
    /// Five odd cards.
    HighCard,
}

impl Category {
    /// All kinds, in the order of the full deck, highest first.
    pub const ALL: [Category; 11] = [
        Category::RoyalFlush,
        Category::FiveOfAKind,
        Category::StraightFlush,
        Category::FourOfAKind,
        Category::FullHouse,
        Category::Flush,
        Category::Straight,
        Category::ThreeOfAKind,
        Category::TwoPairs,
        Category::OnePair,
        Category::HighCard,
    ];

    /// The name in files: `royal_flush`, `two_pairs`, `high_card`.
    pub const fn name(self) -> &'static str {
        match self {
            Category::RoyalFlush => "royal_flush",
            Category::FiveOfAKind => "five_of_a_kind",
            Category::StraightFlush => "straight_flush",
            Category::FourOfAKind => "four_of_a_kind",
            Category::FullHouse => "full_house",
            Category::Flush => "flush",
            Category::Straight => "straight",
            Category::ThreeOfAKind => "three_of_a_kind",
            Category::TwoPairs => "two_pairs",
            Category::OnePair => "one_pair",
            Category::HighCard => "high_card",
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How strong a high hand is under the [`Ranking`](crate::Ranking) that gave it: the greater wins, equal ones split.
///
/// Strengths of different rankings must not be compared.
/// The upper four bits are the place of the kind of hand, the lower twelve count the hands of that kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Strength(pub(crate) u16);

/// The places of the kinds of hand, in the upper four bits of a [`Strength`].
/// Where books differ a kind has two places, so that the plain number always compares right.
pub(crate) mod kind_place {
    pub(crate) const HIGH_CARD: u32 = 1;
    pub(crate) const ONE_PAIR: u32 = 2;
    pub(crate) const TWO_PAIRS: u32 = 3;
    pub(crate) const THREE_OF_A_KIND: u32 = 4;
    pub(crate) const STRAIGHT: u32 = 5;
    pub(crate) const FULL_HOUSE_BELOW_FLUSH: u32 = 6;
    pub(crate) const FLUSH: u32 = 7;
    pub(crate) const FULL_HOUSE: u32 = 8;
    pub(crate) const FOUR_OF_A_KIND: u32 = 9;
    pub(crate) const STRAIGHT_FLUSH: u32 = 10;
    pub(crate) const FIVE_OF_A_KIND: u32 = 11;
    pub(crate) const ROYAL_FLUSH: u32 = 12;
    pub(crate) const FIVE_OF_A_KIND_ON_TOP: u32 = 13;
}

impl Strength {
    /// Fewer than five cards: no hand, below every hand.
    pub const NONE: Strength = Strength(0);

    /// The kind of hand; [`Strength::NONE`] answers [`Category::HighCard`].
    #[inline]
    pub const fn category(self) -> Category {
        match (self.0 >> 12) as u32 {
            kind_place::ONE_PAIR => Category::OnePair,
            kind_place::TWO_PAIRS => Category::TwoPairs,
            kind_place::THREE_OF_A_KIND => Category::ThreeOfAKind,
            kind_place::STRAIGHT => Category::Straight,
            kind_place::FULL_HOUSE_BELOW_FLUSH | kind_place::FULL_HOUSE => Category::FullHouse,
            kind_place::FLUSH => Category::Flush,
            kind_place::FOUR_OF_A_KIND => Category::FourOfAKind,
            kind_place::STRAIGHT_FLUSH => Category::StraightFlush,
            kind_place::FIVE_OF_A_KIND | kind_place::FIVE_OF_A_KIND_ON_TOP => Category::FiveOfAKind,
            kind_place::ROYAL_FLUSH => Category::RoyalFlush,
            _ => Category::HighCard,
        }
    }

    /// The number itself, for tables that store strengths: greater is better, 0 is [`Strength::NONE`].
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.category(), self.0 & 0xfff)
    }
}

/// A kind of low hand, best first: straights and flushes do not count (3.6, AMB-024).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LowKind {
    /// Five odd cards.
    NoPair,
    /// Two of a rank.
    OnePair,
    /// Two of a rank and two of another.
    TwoPairs,
    /// Three of a rank.
    ThreeOfAKind,
    /// Three of a rank and two of another.
    FullHouse,
    /// Four of a rank.
    FourOfAKind,
    /// Four of a rank and the joker.
    FiveOfAKind,
}

impl LowKind {
    /// All kinds, best first.
    pub const ALL: [LowKind; 7] = [
        LowKind::NoPair,
        LowKind::OnePair,
        LowKind::TwoPairs,
        LowKind::ThreeOfAKind,
        LowKind::FullHouse,
        LowKind::FourOfAKind,
        LowKind::FiveOfAKind,
    ];

    /// The name in files: `no_pair`, `one_pair`.
    pub const fn name(self) -> &'static str {
        match self {
            LowKind::NoPair => "no_pair",
            LowKind::OnePair => "one_pair",
            LowKind::TwoPairs => "two_pairs",
            LowKind::ThreeOfAKind => "three_of_a_kind",
            LowKind::FullHouse => "full_house",
            LowKind::FourOfAKind => "four_of_a_kind",
            LowKind::FiveOfAKind => "five_of_a_kind",
        }
    }
}

/// How good a low hand is under the [`Ranking`](crate::Ranking) that gave it: the greater wins (it is the lower hand),
/// equal ones split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LowStrength(pub(crate) u16);

impl LowStrength {
    /// The number itself, for tables that store strengths: greater is better, never 0.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }
}
