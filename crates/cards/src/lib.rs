//! Cards, decks, and hand rankings.
//!
//! Start at [`Ranking`]: it is built from the operator's settings ([`Choice`]) and says how strong a hand is.

mod accumulator;
mod announcement;
mod card;
mod choice;
mod composition;
mod deck;
mod hand_rules;
mod hidden_card;
mod index;
mod made_hand;
mod ranking;
mod sevens;
mod strength;

pub use accumulator::{CardAccumulator, OneToCome};
pub use card::{Card, ParseCardError, Rank, Suit};
pub use choice::{
    Ace, Choice, ChoiceError, FiveOfAKind, LowAce, LowQualifier, ParseChoiceError, ReducedOrder,
    ShowdownMode, Used,
};
pub use deck::{CardSet, Cards, Deck, ParseDeckError};
pub use hidden_card::{HiddenCard, face_up};
pub use made_hand::{HandKind, MadeHand};
pub use ranking::{Board, Ranking};
pub use strength::{Category, LowKind, LowStrength, Strength};
