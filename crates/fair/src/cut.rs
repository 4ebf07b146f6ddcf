//! The cut: once, with at least two cards on each side, at a place that the room and the players decide together.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hex::written_as_digits;
use crate::{Commitment, Draws, Label, Seed, Stream, commitment};

/// Begins what is hashed for the place of the cut.
const CUT: &[u8] = b"cardroom/cut/1";

/// The fewest cards on each side of a cut.
const MIN_SIDE: u8 = 2;
/// The fewest cards that can be cut.
pub(crate) const MIN_CARDS: u8 = 2 * MIN_SIDE;

/// 32 bytes that somebody adds to the cut: any a player likes, or the room's part. `Debug` does not print them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CutBytes(pub(crate) [u8; 32]);

written_as_digits!(CutBytes, "a value for the cut");

impl fmt::Debug for CutBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Value(32 bytes)")
    }
}

/// What one seat added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutValue {
    /// The seat, from 1.
    pub seat: u8,
    /// Its value.
    pub value: CutBytes,
}

/// A cut with all that went into it: public once it is made, and anybody can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// How many cards the deck has.
    pub cards: u8,
    /// How many cards are taken off: the slot that is dealt first.
    pub position: u8,
    /// The room's part, whose hash was published in the commitment.
    pub part: CutBytes,
    /// What the players added, by seat. Those who added nothing are left out.
    pub values: Vec<CutValue>,
}

impl Cut {
    /// The slot of the card that is dealt as number `k`, from 0: from the cut on, and then from the top. `None` when
    /// the deck has no such card.
    pub fn dealt_slot(&self, k: u8) -> Option<u8> {
        if k >= self.cards {
            return None;
        }
        let slot = (u16::from(self.position) + u16::from(k)) % u16::from(self.cards);
        u8::try_from(slot).ok()
    }
}

/// Why a deck cannot be cut like that, or was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutError {
    /// Two cards on each side are not possible.
    TooFewCards {
        /// How many cards there are.
        cards: u8,
    },
    /// Seats count from 1.
    NoSeat,
    /// A seat stands there twice.
    SeatTwice {
        /// The seat.
        seat: u8,
    },
    /// The values of a made cut are not in the order of their seats.
    Unsorted {
        /// The seat that stands after a higher one.
        seat: u8,
    },
    /// The room's part is not the one committed to.
    PartDiffers,
    /// The cut is of a deck with another number of cards.
    CardsDiffer {
        /// How many the cut says.
        given: u8,
        /// How many were committed to.
        committed: u8,
    },
    /// The cut was made at another place than the values give.
    PositionDiffers {
        /// Where it was made.
        given: u8,
        /// Where it belongs.
        right: u8,
    },
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CutError::TooFewCards { cards } => write!(
                f,
                "{cards} cards cannot be cut: with two on each side there must be at least {MIN_CARDS}"
            ),
            CutError::NoSeat => f.write_str("seat 0 adds to the cut: seats count from 1"),
            CutError::SeatTwice { seat } => {
                write!(f, "seat {seat} adds to the cut twice: one value a seat counts")
            }
            CutError::Unsorted { seat } => {
                write!(f, "the value of seat {seat} stands after that of a higher seat: sort them by seat")
            }
            CutError::PartDiffers => {
                f.write_str("the room's part of the cut is not the one that was committed to")
            }
            CutError::CardsDiffer { given, committed } => {
                write!(f, "a deck of {given} cards was cut: the commitment is to {committed}")
            }
            CutError::PositionDiffers { given, right } => {
                write!(f, "the deck was cut after {given} cards: these values cut it after {right}")
            }
        }
    }
}

impl std::error::Error for CutError {}

/// How many cards a cut takes off a deck, drawn: each of the places with two cards on each side is equally likely.
/// `None` when the deck has too few cards for one.
pub fn draw_cut_position<D: Draws + ?Sized>(draws: &mut D, cards: u8) -> Option<u8> {
    // From two cards taken off to all but two.
    let last = cards.checked_sub(MIN_SIDE).filter(|last| *last >= MIN_SIDE)?;
    let places = u32::from(last - MIN_SIDE) + 1;
    u8::try_from(draws.below(places)).ok().map(|drawn| MIN_SIDE + drawn)
}

/// The cut that the room's part and these values make of a deck.
pub(crate) fn make_cut(
    commitment: &Commitment,
    part: CutBytes,
    values: &[CutValue],
) -> Result<Cut, CutError> {
    let mut values = values.to_vec();
    values.sort_by_key(|value| value.seat);
    let position = cut_position(commitment, &part, &values)?;
    Ok(Cut { cards: commitment.cards(), position, part, values })
}

/// Where values in the order of their seats cut a deck.
fn cut_position(commitment: &Commitment, part: &CutBytes, values: &[CutValue]) -> Result<u8, CutError> {
    if let Some(first) = values.first()
        && first.seat == 0
    {
        return Err(CutError::NoSeat);
    }
    for pair in values.windows(2) {
        let seat = pair[1].seat;
        if pair[0].seat == seat {
            return Err(CutError::SeatTwice { seat });
        }
        if pair[0].seat > seat {
            return Err(CutError::Unsorted { seat });
        }
    }
    let cards = commitment.cards();
    // Different seats from 1 to 255: their count is a byte.
    let count = [values.len() as u8];
    let cards_byte = [cards];
    let mut parts: Vec<&[u8]> = vec![CUT, commitment.digest().bytes(), &cards_byte, part.bytes(), &count];
    for value in values {
        parts.push(std::slice::from_ref(&value.seat));
        parts.push(value.value.bytes());
    }
    let seed = Seed::new(*crate::Digest::of(&parts).bytes());
    let mut stream = Stream::new(&seed, Label::Cut);
    draw_cut_position(&mut stream, cards).ok_or(CutError::TooFewCards { cards })
}

/// Sees that a cut is the one that the room's committed part and the players' values give.
///
/// # Errors
/// What does not fit: the room's part, a seat, the number of cards, or the place.
pub fn check_cut(commitment: &Commitment, cut: &Cut) -> Result<(), CutError> {
    if cut.cards != commitment.cards() {
        return Err(CutError::CardsDiffer { given: cut.cards, committed: commitment.cards() });
    }
    if commitment::cut_part(commitment.deck(), cut.part.bytes()) != *commitment.cut_part() {
        return Err(CutError::PartDiffers);
    }
    let right = cut_position(commitment, &cut.part, &cut.values)?;
    if right == cut.position { Ok(()) } else { Err(CutError::PositionDiffers { given: cut.position, right }) }
}
