//! The data with which a viewer checks a deck, as the wire shows it.

use room::requests;

use crate::proof::{DeckName, SeatValue, WireCommitment, WireCut, WireOpening};
use crate::value::WireCard;

/// A commitment as the wire shows it.
pub fn commitment(made: &requests::Commitment) -> WireCommitment {
    let deck = made.deck();
    WireCommitment {
        deck: DeckName { table: deck.table, hand: deck.hand, attempt: deck.attempt },
        cards: made.cards(),
        root: made.root().to_string(),
        cut: made.cut_part().to_string(),
        commitment: made.digest().to_string(),
    }
}

/// A cut as the wire shows it.
pub fn cut(made: &requests::Cut) -> WireCut {
    let value = |added: &requests::CutValue| SeatValue { seat: added.seat, value: added.value.to_string() };
    WireCut {
        cards: made.cards,
        position: made.position,
        part: made.part.to_string(),
        values: made.values.iter().map(value).collect(),
    }
}

/// An opening as the wire shows it.
pub fn opening(shown: &requests::Opening) -> WireOpening {
    WireOpening {
        slot: shown.slot,
        card: WireCard(shown.card),
        salt: shown.salt.to_string(),
        path: shown.path.iter().map(ToString::to_string).collect(),
    }
}
