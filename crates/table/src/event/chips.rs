//! Chips that went to or from a seat outside of its turn.

use chips::Chips;
use serde::{Deserialize, Serialize};

use crate::families::named;
use crate::lineup::PostKind;
use crate::seat::Seat;

/// Chips that went to or from a seat outside of its turn, and not out of a pot that was formed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ChipFact {
    /// A blind, ante or post was collected.
    Posted { seat: Seat, kind: PostKind, amount: Chips, all_in: bool },
    /// The part of a bet that nobody called went back.
    Returned { seat: Seat, amount: Chips },
    /// Everything a seat had put into a void round went back.
    Refunded { seat: Seat, amount: Chips },
}

named! {
    ChipFact {
        Posted => "posted",
        Returned => "returned",
        Refunded => "refunded",
    }
}

impl ChipFact {
    /// Whose chips they are.
    pub const fn seat(&self) -> Seat {
        match *self {
            ChipFact::Posted { seat, .. }
            | ChipFact::Returned { seat, .. }
            | ChipFact::Refunded { seat, .. } => seat,
        }
    }

    /// How many.
    pub const fn amount(&self) -> Chips {
        match *self {
            ChipFact::Posted { amount, .. }
            | ChipFact::Returned { amount, .. }
            | ChipFact::Refunded { amount, .. } => amount,
        }
    }
}
