//! What the operator determines about the order of hands. Names and values are those of the house books' settings.

use std::fmt;
use std::str::FromStr;

use crate::Deck;

/// Why a text is no value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseChoiceError {
    /// The setting.
    pub setting: &'static str,
    /// What was given.
    pub given: String,
    /// The values there are.
    pub values: &'static [&'static str],
}

impl fmt::Display for ParseChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no value of {}: choose {}", self.given, self.setting, self.values.join(" or "))
    }
}

impl std::error::Error for ParseChoiceError {}

/// An enum whose variants are the values of one setting of the house books.
macro_rules! setting {
    ($(#[$doc:meta])* $type:ident = $setting:literal { $($(#[$attribute:meta])* $variant:ident = $value:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub enum $type { $($(#[$attribute])* $variant),+ }

        impl $type {
            /// The name of the setting.
            pub const SETTING: &'static str = $setting;
            /// The values as a house book writes them.
            pub const VALUES: &'static [&'static str] = &[$($value),+];

            /// The value as a house book writes it.
            pub const fn value(self) -> &'static str {
                match self { $($type::$variant => $value),+ }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.value())
            }
        }

        impl FromStr for $type {
            type Err = ParseChoiceError;

            /// Reads a value; hyphens may stand for underscores.
            fn from_str(text: &str) -> Result<$type, ParseChoiceError> {
                match text.replace('-', "_").as_str() {
                    $($value => Ok($type::$variant),)+
                    _ => Err(ParseChoiceError { setting: $setting, given: text.to_owned(), values: $type::VALUES }),
                }
            }
        }
    };
}

setting! {
    /// Where the ace stands in straights (3.5(a), AMB-021, AMB-022).
    Ace = "ace" {
        /// Only above the king.
        High = "high",
        /// Above the king, and also directly below the lowest card of the deck.
        #[default]
        HighAndLow = "high_and_low",
    }
}

setting! {
    /// Where the ace stands in low hands (AMB-023).
    LowAce = "low_ace" {
        /// Low where straights have it low, otherwise high.
        #[default]
        Follow = "follow",
        /// Above the king.
        High = "high",
        /// Below every other card.
        Low = "low",
    }
}

setting! {
    /// The order of flush and full house in a deck of fewer than 52 cards (3.4).
    ReducedOrder = "reduced_deck_order" {
        /// As 3.4 has it.
        #[default]
        FlushAboveFullHouse = "flush_above_full_house",
        /// As with 52 cards.
        FullHouseAboveFlush = "full_house_above_flush",
    }
}

setting! {
    /// The place of five of a kind, which only the joker makes (3.3(b), 3.4(b), AMB-029).
    FiveOfAKind = "five_of_a_kind" {
        /// Between the royal flush and the straight flush.
        #[default]
        BelowRoyalFlush = "below_royal_flush",
        /// Above all.
        Top = "top",
    }
}

setting! {
    /// What a round is played for (3.5(b), 3.5(c), AMB-030).
    ShowdownMode = "showdown_mode" {
        /// The highest hand.
        #[default]
        High = "high",
        /// The lowest hand.
        Low = "low",
        /// Both, half of the pot each.
        HighLow = "high_low",
    }
}

setting! {
    /// What a low hand of a split game must be to count (3.5(d), AMB-025).
    LowQualifier = "low_qualifier" {
        /// Any low hand counts.
        #[default]
        None = "none",
        /// Five odd cards, none above an eight.
        Eight = "eight",
    }
}

setting! {
    /// How many hole cards a hand is made with; the game decides it.
    Used = "hole_cards_used" {
        /// Any number: the best five of all cards (hold'em).
        #[default]
        Any = "any",
        /// Exactly two, with exactly three of the board (Omaha, Three Card Manila).
        ExactlyTwo = "exactly_two",
    }
}

/// What the operator determined about the order of hands, from which a [`Ranking`](crate::Ranking) is built.
///
/// The default is the game most rooms deal: 52 cards, no joker, ace high and low, the highest hand, any five cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The deck, without its joker: the setting `deck_cards`.
    pub deck: Deck,
    /// Whether one joker is in the deck as wild card: the setting `joker`.
    pub joker: bool,
    /// The setting `ace`.
    pub ace: Ace,
    /// The setting `low_ace`.
    pub low_ace: LowAce,
    /// The setting `reduced_deck_order`; it says nothing about 52 cards.
    pub reduced_order: ReducedOrder,
    /// The setting `five_of_a_kind`.
    pub five_of_a_kind: FiveOfAKind,
    /// The setting `wild_may_copy_in_flush`: the joker may stand for a card that is already in the flush (AMB-026).
    pub wild_may_copy_in_flush: bool,
    /// The setting `showdown_mode`.
    pub mode: ShowdownMode,
    /// The setting `low_qualifier`.
    pub low_qualifier: LowQualifier,
    /// How many hole cards must be used: the game's rule of composition (9.1).
    pub hole_cards_used: Used,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice {
            deck: Deck::Cards52,
            joker: false,
            ace: Ace::HighAndLow,
            low_ace: LowAce::Follow,
            reduced_order: ReducedOrder::FlushAboveFullHouse,
            five_of_a_kind: FiveOfAKind::BelowRoyalFlush,
            wild_may_copy_in_flush: true,
            mode: ShowdownMode::High,
            low_qualifier: LowQualifier::None,
            hole_cards_used: Used::Any,
        }
    }
}

/// Why an operator's choice cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// Eight-or-better was chosen in a game that is not split (3.5(d)).
    QualifierWithoutSplit {
        /// What the round is played for.
        mode: ShowdownMode,
    },
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChoiceError::QualifierWithoutSplit { mode } => write!(
                f,
                "low_qualifier eight needs showdown_mode high_low, not {mode}: choose high_low, or no qualifier"
            ),
        }
    }
}

impl std::error::Error for ChoiceError {}

impl Choice {
    /// Whether the choices can stand together.
    ///
    /// # Errors
    /// Eight-or-better without a split game (3.5(d)).
    pub fn validate(&self) -> Result<(), ChoiceError> {
        if self.low_qualifier == LowQualifier::Eight && self.mode != ShowdownMode::HighLow {
            return Err(ChoiceError::QualifierWithoutSplit { mode: self.mode });
        }
        Ok(())
    }

    /// Whether an ace counts below every other card in low hands: `low_ace`, where it follows `ace` resolved.
    pub fn ace_is_low_in_low_hands(&self) -> bool {
        match self.low_ace {
            LowAce::Follow => self.ace == Ace::HighAndLow,
            LowAce::High => false,
            LowAce::Low => true,
        }
    }

    /// What players should be told before they play by this choice: a qualifier no hand can meet (AMB-025).
    ///
    /// ```
    /// use cards::{Choice, Deck, LowQualifier, ShowdownMode};
    /// let split = Choice { mode: ShowdownMode::HighLow, low_qualifier: LowQualifier::Eight, ..Choice::default() };
    /// assert_eq!(split.warning(), None);
    /// let short = Choice { deck: Deck::Cards36, ..split };
    /// assert!(short.warning().unwrap().contains("36 cards"));
    /// ```
    pub fn warning(&self) -> Option<String> {
        let ranks_up_to_eight = 7usize.saturating_sub(self.deck.lowest_rank() as usize);
        let qualifying = ranks_up_to_eight + usize::from(self.ace_is_low_in_low_hands());
        if self.low_qualifier == LowQualifier::Eight && qualifying < 5 {
            let ace = if self.ace_is_low_in_low_hands() { "low" } else { "high" };
            return Some(format!(
                "no low hand can be eight or better with {} cards and the ace {ace}: the high hand wins every pot",
                self.deck
            ));
        }
        None
    }

    /// The largest number of players the deck can serve to the end, AMB-020.
    ///
    /// `hole_cards` is what each player is dealt, `burns` how many cards are burned in a round.
    pub fn max_players(&self, hole_cards: usize, burns: usize) -> usize {
        (self.deck.count() + usize::from(self.joker)).saturating_sub(5 + burns) / hole_cards.max(1)
    }
}
