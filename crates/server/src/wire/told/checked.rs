//! What a viewer checks of a deck, as it is written.

use room::ask;

use crate::wire::proof::{Commitment, Cut, DeckName, Opening, SeatValue};
use crate::wire::value::Card;

/// A commitment as it is written.
pub fn commitment(made: &ask::Commitment) -> Commitment {
    let deck = made.deck();
    Commitment {
        deck: DeckName { table: deck.table, hand: deck.hand, attempt: deck.attempt },
        cards: made.cards(),
        root: made.root().to_string(),
        cut: made.cut_part().to_string(),
        commitment: made.digest().to_string(),
    }
}

/// A cut as it is written.
pub fn cut(made: &ask::Cut) -> Cut {
    let value = |added: &ask::CutValue| SeatValue { seat: added.seat, value: added.value.to_string() };
    Cut {
        cards: made.cards,
        position: made.position,
        part: made.part.to_string(),
        values: made.values.iter().map(value).collect(),
    }
}

/// An opening as it is written.
pub fn opening(shown: &ask::Opening) -> Opening {
    Opening {
        slot: shown.slot,
        card: Card(shown.card),
        salt: shown.salt.to_string(),
        path: shown.path.iter().map(ToString::to_string).collect(),
    }
}
