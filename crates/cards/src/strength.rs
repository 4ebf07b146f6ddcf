//! The strength of a hand, as numbers that compare, and the categories of hands.

use std::fmt;

/// A category of high hands. Which of two ranks higher depends on the deck: compare [`Strength`]s instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// A-K-Q-J-T of one suit.
    RoyalFlush,
    /// Four of one rank and the joker.
    FiveOfAKind,
    /// Five in sequence of one suit, not ace high.
    StraightFlush,
    /// Four of one rank.
    FourOfAKind,
    /// Three of one rank and two of another.
    FullHouse,
    /// Five of one suit, not in sequence.
    Flush,
    /// Five in sequence.
    Straight,
    /// Three of one rank.
    ThreeOfAKind,
    /// Two of one rank and two of another.
    TwoPairs,
    /// Two of one rank.
    OnePair,
    /// Five unpaired cards.
    HighCard,
}

impl Category {
    /// All categories in the order for a full deck, highest first.
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

    /// The name used in files: `royal_flush`, `two_pairs`, `high_card`. It is stored and never changes; words
    /// for people are those of [`MadeHand`](crate::MadeHand).
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
    /// Writes [`Category::name`], the form used in files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The strength of a high hand under the [`Ranking`](crate::Ranking) that gave it: the greater wins, equal
/// ones split.
///
/// Strengths of different rankings must not be compared.
/// The upper four bits are the position of the category, the lower twelve number the hands within it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Strength(pub(crate) u16);

/// The positions of the categories, in the upper four bits of a [`Strength`]. A category that books rank
/// differently has two positions, so that plain numbers always compare correctly.
pub(crate) mod category_position {
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
    /// Fewer than five cards: not a hand, and below every hand.
    pub const NONE: Strength = Strength(0);

    /// The category; [`Category::HighCard`] for [`Strength::NONE`], which is not a hand.
    #[inline]
    pub const fn category(self) -> Category {
        match (self.0 >> 12) as u32 {
            category_position::ONE_PAIR => Category::OnePair,
            category_position::TWO_PAIRS => Category::TwoPairs,
            category_position::THREE_OF_A_KIND => Category::ThreeOfAKind,
            category_position::STRAIGHT => Category::Straight,
            category_position::FULL_HOUSE_BELOW_FLUSH | category_position::FULL_HOUSE => Category::FullHouse,
            category_position::FLUSH => Category::Flush,
            category_position::FOUR_OF_A_KIND => Category::FourOfAKind,
            category_position::STRAIGHT_FLUSH => Category::StraightFlush,
            category_position::FIVE_OF_A_KIND | category_position::FIVE_OF_A_KIND_ON_TOP => {
                Category::FiveOfAKind
            }
            category_position::ROYAL_FLUSH => Category::RoyalFlush,
            _ => Category::HighCard,
        }
    }

    /// The bare number, for tables that store strengths: greater is better, 0 is [`Strength::NONE`]. Valid
    /// only with the ranking that gave it; never store it beyond the process.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for Strength {
    /// Writes the category and the number within it, for failed assertions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.category(), self.0 & 0xfff)
    }
}

/// A category of low hands, best first: straights and flushes do not count (3.6, AMB-024).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LowKind {
    /// Five unpaired cards.
    NoPair,
    /// Two of one rank.
    OnePair,
    /// Two of one rank and two of another.
    TwoPairs,
    /// Three of one rank.
    ThreeOfAKind,
    /// Three of one rank and two of another.
    FullHouse,
    /// Four of one rank.
    FourOfAKind,
    /// Four of one rank and the joker.
    FiveOfAKind,
}

impl LowKind {
    /// All categories, best first.
    pub const ALL: [LowKind; 7] = [
        LowKind::NoPair,
        LowKind::OnePair,
        LowKind::TwoPairs,
        LowKind::ThreeOfAKind,
        LowKind::FullHouse,
        LowKind::FourOfAKind,
        LowKind::FiveOfAKind,
    ];

    /// The name used in files: `no_pair`, `one_pair`. It is stored and never changes.
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

/// The strength of a low hand under the [`Ranking`](crate::Ranking) that gave it: the greater wins (it is the
/// lower hand), equal ones split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LowStrength(pub(crate) u16);

impl LowStrength {
    /// The bare number, for tables that store strengths: greater is better, never 0. Valid only with the
    /// ranking that gave it; never store it beyond the process.
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }
}
