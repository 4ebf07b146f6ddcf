//! The data with which a viewer checks a deck, as the wire shows it.

use room::requests;

use crate::proof::{DeckName, SeatValue, WireCommitment, WireCut, WireOpening};
use crate::value::WireCard;

/// A deck's commitment with its hashes as 64 hexadecimal digits, as the page's checker reads it. It reveals
/// no card.
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

/// A deck's cut with the bytes that decided it as hexadecimal digits, as the page's checker reads it. It is
/// public.
pub fn cut(made: &requests::Cut) -> WireCut {
    let value = |added: &requests::CutValue| SeatValue { seat: added.seat, value: added.value.to_string() };
    WireCut {
        cards: made.cards,
        position: made.position,
        part: made.part.to_string(),
        values: made.values.iter().map(value).collect(),
    }
}

/// One card with the proof that it was committed to. The room gives it only for a card that the viewer has
/// been shown.
pub fn opening(shown: &requests::Opening) -> WireOpening {
    WireOpening {
        slot: shown.slot,
        card: WireCard(shown.card),
        salt: shown.salt.to_string(),
        path: shown.path.iter().map(ToString::to_string).collect(),
    }
}
