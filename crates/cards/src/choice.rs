//! The operator's settings for hand rankings. Names and values are those used in the house books.

use std::fmt;
use std::str::FromStr;

use crate::Deck;

/// A text that is not one of the values of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseChoiceError {
    /// The name of the setting.
    pub setting: &'static str,
    /// The text as given.
    pub given: String,
    /// The valid values.
    pub values: &'static [&'static str],
}

impl fmt::Display for ParseChoiceError {
    /// Names the setting, the text given and the values expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a value of {}: expected {}",
            self.given,
            self.setting,
            self.values.join(" or ")
        )
    }
}

impl std::error::Error for ParseChoiceError {}

/// Defines an enum whose variants are the values of one setting of the house books.
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

            /// The value as a house book writes it; [`FromStr`] reads it again.
            pub const fn value(self) -> &'static str {
                match self { $($type::$variant => $value),+ }
            }
        }

        impl fmt::Display for $type {
            /// Writes the value as a house book has it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.value())
            }
        }

        impl FromStr for $type {
            type Err = ParseChoiceError;

            /// Parses a value as a house book writes it; hyphens are accepted in place of underscores.
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
    /// Where the ace ranks in straights (3.5(a), AMB-021, AMB-022).
    Ace = "ace" {
        /// Only above the king.
        High = "high",
        /// Above the king, and also directly below the lowest rank of the deck.
        #[default]
        HighAndLow = "high_and_low",
    }
}

setting! {
    /// Where the ace ranks in low hands (AMB-023).
    LowAce = "low_ace" {
        /// Low if the ace may be low in straights, otherwise high.
        #[default]
        Follow = "follow",
        /// Above the king.
        High = "high",
        /// Below every other card.
        Low = "low",
    }
}

setting! {
    /// Whether a flush or a full house ranks higher in a deck of fewer than 52 cards (3.4).
    ReducedOrder = "reduced_deck_order" {
        /// As in 3.4.
        #[default]
        FlushAboveFullHouse = "flush_above_full_house",
        /// As with 52 cards.
        FullHouseAboveFlush = "full_house_above_flush",
    }
}

setting! {
    /// Where five of a kind ranks; only the joker makes it possible (3.3(b), 3.4(b), AMB-029).
    FiveOfAKind = "five_of_a_kind" {
        /// Between the royal flush and the straight flush.
        #[default]
        BelowRoyalFlush = "below_royal_flush",
        /// Above every other hand.
        Top = "top",
    }
}

setting! {
    /// Which hands win the pot (3.5(b), 3.5(c), AMB-030).
    ShowdownMode = "showdown_mode" {
        /// The highest hand.
        #[default]
        High = "high",
        /// The lowest hand.
        Low = "low",
        /// The highest and the lowest, half of the pot each.
        HighLow = "high_low",
    }
}

setting! {
    /// The qualifier for low hands in a split game (3.5(d), AMB-025).
    LowQualifier = "low_qualifier" {
        /// Every low hand qualifies.
        #[default]
        None = "none",
        /// Eight or better: five unpaired cards, none above an eight.
        Eight = "eight",
    }
}

setting! {
    /// How many hole cards make up a hand; fixed by the game.
    Used = "hole_cards_used" {
        /// Any number: the best five of all cards (hold'em).
        #[default]
        Any = "any",
        /// Exactly two, with exactly three board cards (Omaha, Three Card Manila).
        ExactlyTwo = "exactly_two",
    }
}

/// The operator's settings for hand rankings, from which a [`Ranking`](crate::Ranking) is built.
///
/// The default is the game that most rooms deal: 52 cards, no joker, ace high and low, highest hand wins,
/// best five of all cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The deck, not counting a joker: the setting `deck_cards`.
    pub deck: Deck,
    /// Whether one joker is added to the deck as a wild card: the setting `joker`.
    pub joker: bool,
    /// The setting `ace`.
    pub ace: Ace,
    /// The setting `low_ace`.
    pub low_ace: LowAce,
    /// The setting `reduced_deck_order`; ignored with 52 cards.
    pub reduced_order: ReducedOrder,
    /// The setting `five_of_a_kind`.
    pub five_of_a_kind: FiveOfAKind,
    /// The setting `wild_may_copy_in_flush`: whether the joker may stand for a card that is already in the
    /// flush (AMB-026).
    pub wild_may_copy_in_flush: bool,
    /// The setting `showdown_mode`.
    pub mode: ShowdownMode,
    /// The setting `low_qualifier`.
    pub low_qualifier: LowQualifier,
    /// How many hole cards must be used: the game's rule for composing a hand (9.1).
    pub hole_cards_used: Used,
}

impl Default for Choice {
    /// The game that most rooms deal: 52 cards, no joker, ace high and low, highest hand wins, any five
    /// cards.
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

/// Why a combination of settings cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// Eight-or-better was chosen for a game that is not high/low split (3.5(d)).
    QualifierWithoutSplit {
        /// The mode that was chosen.
        mode: ShowdownMode,
    },
}

impl fmt::Display for ChoiceError {
    /// Says which two settings contradict each other and what to choose; the sentence is for people only.
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
    /// Checks that the settings are compatible with each other. Every [`Ranking`](crate::Ranking) is built
    /// from a choice that passed it.
    ///
    /// # Errors
    /// Eight-or-better chosen for a game that is not high/low split (3.5(d)).
    pub fn validate(&self) -> Result<(), ChoiceError> {
        if self.low_qualifier == LowQualifier::Eight && self.mode != ShowdownMode::HighLow {
            return Err(ChoiceError::QualifierWithoutSplit { mode: self.mode });
        }
        Ok(())
    }

    /// Whether an ace ranks below every other card in low hands (AMB-023). Resolves [`LowAce::Follow`], which
    /// nothing else may do, so that rankings and warnings agree.
    pub fn ace_is_low_in_low_hands(&self) -> bool {
        match self.low_ace {
            LowAce::Follow => self.ace == Ace::HighAndLow,
            LowAce::High => false,
            LowAce::Low => true,
        }
    }

    /// A warning that players should see before they play, as a sentence for people: no hand can meet the
    /// qualifier (AMB-025). `None` if there is nothing to warn of; it never refuses a choice.
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

    /// The largest number of players for whom the deck, with the joker if there is one, lasts to the end of the hand
    /// (AMB-020), five board cards and the burn cards included.
    ///
    /// `hole_cards` is the number dealt to each player, `burns` the number of burn cards in a hand.
    ///
    /// ```
    /// // 52 cards less the board and three burn cards: two for each of 22 players, four for each of 11.
    /// use cards::Choice;
    /// assert_eq!(Choice::default().max_players(2, 3), 22);
    /// assert_eq!(Choice::default().max_players(4, 3), 11);
    /// ```
    pub fn max_players(&self, hole_cards: usize, burns: usize) -> usize {
        (self.deck.count() + usize::from(self.joker)).saturating_sub(5 + burns) / hole_cards.max(1)
    }
}
