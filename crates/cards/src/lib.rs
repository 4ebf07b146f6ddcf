//! Cards, decks, and the orders of hands.

mod card;

pub use card::{Card, Hidden, NotACard, Rank, Suit};
