//! The data with which a client checks the deck by itself: the commitment, the cut, and the openings of the
//! cards it saw.
//!
//! Hashes, salts and values are 64 hexadecimal digits; the crate `fair` describes how they are made.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::value::WireCard;

/// Names a deck of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckName {
    /// The number of the table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
    /// Which attempt to deal the hand; 0 unless a deal was declared void.
    pub attempt: u32,
}

/// The commitment that was published before the first card left the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Commitment")]
pub struct WireCommitment {
    /// The deck.
    pub deck: DeckName,
    /// How many cards it has.
    pub cards: u8,
    /// The root of the hash tree over its salted cards, in their order.
    pub root: String,
    /// The hash of the room's part of the cut.
    pub cut: String,
    /// The hash over all of these.
    pub commitment: String,
}

/// The cut of a deck with everything that went into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Cut")]
pub struct WireCut {
    /// How many cards the deck has.
    pub cards: u8,
    /// How many cards were taken off: the slot of the first card dealt.
    pub position: u8,
    /// The room's part.
    pub part: String,
    /// The values that players added, by seat.
    pub values: Vec<SeatValue>,
}

/// The value that one seat added to the cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SeatValue {
    /// The seat.
    pub seat: u8,
    /// Its value.
    pub value: String,
}

/// One card with the proof that it lay in its slot when the deck was committed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Opening")]
pub struct WireOpening {
    /// Its slot in the committed deck, from 0.
    pub slot: u8,
    /// The card.
    pub card: WireCard,
    /// Its salt.
    pub salt: String,
    /// The sibling hashes on the path to the root, lowest first.
    pub path: Vec<String>,
}
