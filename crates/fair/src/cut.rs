//! The cut: made once, with at least two cards on each side, at a position that the room and the players
//! determine together.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hex::written_as_digits;
use crate::{Commitment, Draws, Label, Seed, Stream, commitment};

/// Prefix of what is hashed for the position of the cut.
const CUT: &[u8] = b"cardroom/cut/1";

/// The smallest number of cards on each side of a cut.
const MIN_SIDE: u8 = 2;
/// The smallest number of cards that can be cut.
pub(crate) const MIN_CARDS: u8 = 2 * MIN_SIDE;

/// 32 bytes that go into the cut: a player's value, which may be anything, or the room's part. `Debug` does
/// not print them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CutBytes(pub(crate) [u8; 32]);

written_as_digits!(CutBytes, "a value for the cut");

impl fmt::Debug for CutBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CutBytes(32 bytes)")
    }
}

/// The value that one seat added to the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutValue {
    /// The seat, from 1.
    pub seat: u8,
    /// The value.
    pub value: CutBytes,
}

/// A cut with everything that determined it. It is public as soon as it is made, and anybody can check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The number of cards in the deck.
    pub cards: u8,
    /// The number of cards taken off, which is also the slot that is dealt first.
    pub position: u8,
    /// The room's part, whose hash was published in the commitment.
    pub part: CutBytes,
    /// The players' values, by seat. Players who added nothing are left out.
    pub values: Vec<CutValue>,
}

impl Cut {
    /// The slot of the card dealt as number `k`, from 0: from the cut to the end of the deck, then from its
    /// top. `None` if the deck has no such card.
    pub fn dealt_slot(&self, k: u8) -> Option<u8> {
        if k >= self.cards {
            return None;
        }
        let slot = (u16::from(self.position) + u16::from(k)) % u16::from(self.cards);
        u8::try_from(slot).ok()
    }
}

/// Why a deck cannot be cut this way, or a cut is not the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutError {
    /// The deck is too small for two cards on each side.
    TooFewCards {
        /// The number of cards.
        cards: u8,
    },
    /// A seat has number 0; seats count from 1.
    NoSeat,
    /// A seat appears twice.
    SeatTwice {
        /// The seat.
        seat: u8,
    },
    /// The values of a cut are not in seat order.
    Unsorted {
        /// The seat that comes after a higher one.
        seat: u8,
    },
    /// The room's part does not match the commitment.
    PartDiffers,
    /// The cut is of a deck with a different number of cards.
    CardsDiffer {
        /// The number of cards in the cut.
        given: u8,
        /// The number of cards committed to.
        committed: u8,
    },
    /// The position of the cut does not follow from the values.
    PositionDiffers {
        /// The position in the cut.
        given: u8,
        /// The position that follows from the values.
        right: u8,
    },
}

impl fmt::Display for CutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CutError::TooFewCards { cards } => {
                write!(f, "{cards} cards cannot be cut: expected at least {MIN_CARDS}, two on each side")
            }
            CutError::NoSeat => f.write_str("seat 0 adds to the cut: seats count from 1"),
            CutError::SeatTwice { seat } => {
                write!(f, "seat {seat} adds to the cut twice: expected one value per seat")
            }
            CutError::Unsorted { seat } => {
                write!(
                    f,
                    "the value of seat {seat} comes after that of a higher seat: sort the values by seat"
                )
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

/// Draws how many cards a cut takes off: every position with two cards on each side is equally likely
/// (RNG-08). `None` if the deck has fewer than four cards. The derivation is frozen.
pub fn draw_cut_position<D: Draws + ?Sized>(draws: &mut D, cards: u8) -> Option<u8> {
    // From two cards taken off to all but two.
    let last = cards.checked_sub(MIN_SIDE).filter(|last| *last >= MIN_SIDE)?;
    let places = u32::from(last - MIN_SIDE) + 1;
    u8::try_from(draws.below(places)).ok().map(|drawn| MIN_SIDE + drawn)
}

/// Makes the cut that follows from the room's part and the players' values, which may come in any order; in
/// the cut they are sorted by seat.
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

/// The position of the cut for the room's part and these values, which must be in seat order without repeats.
/// Made and checked cuts both rest on it; `docs/fairness.md` fixes what is hashed.
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
    // Distinct seats from 1 to 255, so their number fits in a byte.
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

/// Checks that a cut follows from the room's committed part and the players' values. A player needs only the
/// two arguments; whether their own value is among those in the cut is for the player to look up.
///
/// # Errors
/// Which part does not match: the room's part, a seat, the number of cards, or the position.
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
