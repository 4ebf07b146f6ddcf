//! Cards, decks, and the orders of hands.
//!
//! Start at [`Ranking`]: it is built from what an operator chose ([`Choice`]) and says how strong a hand is.

mod announce;
mod card;
mod choice;
mod composed;
mod deck;
mod gathered;
mod hidden;
mod index;
mod made;
mod made_hand;
mod ranking;
mod sevens;
mod strength;

pub use card::{Card, NotACard, Rank, Suit};
pub use choice::{
    Ace, BadChoice, Choice, FiveOfAKind, LowAce, LowQualifier, NotAValue, ReducedOrder, ShowdownMode, Used,
};
pub use deck::{CardSet, Cards, Deck, NotADeck};
pub use gathered::{Gathered, OneToCome};
pub use hidden::{Hidden, face_up};
pub use made_hand::{HandKind, MadeHand};
pub use ranking::{Board, Ranking};
pub use strength::{Category, LowKind, LowStrength, Strength};
