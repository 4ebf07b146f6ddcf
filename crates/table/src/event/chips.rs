//! Chips that move to or from a seat outside its turn.

use chips::Chips;
use seating::Seat;
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::families::fact_family;
use crate::lineup::PostKind;

fact_family! {
    /// Chips that moved to or from a seat outside its turn, and not out of a pot that was formed.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum ChipFact {
        /// A blind, ante or post was collected.
        #[serde(rename = "posted")]
        Posted { seat: Seat, kind: PostKind, amount: Chips, all_in: bool },
        /// The part of a bet that nobody called went back.
        #[serde(rename = "returned")]
        Returned { seat: Seat, amount: Chips },
        /// Everything that a seat had put in went back because the hand is void.
        #[serde(rename = "refunded")]
        Refunded { seat: Seat, amount: Chips },
    }
}

impl ChipFact {
    /// How it moves the chips.
    pub const fn chip_movement(&self) -> ChipMovement {
        match *self {
            ChipFact::Posted { seat, kind, amount, .. } => match kind {
                PostKind::Dead => ChipMovement::PostsDead { seat, amount },
                PostKind::Ante => ChipMovement::Ante { seat, amount },
                PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => {
                    ChipMovement::Bets { seat, amount }
                }
            },
            ChipFact::Returned { seat, amount } => ChipMovement::TakesBack { seat, amount },
            ChipFact::Refunded { seat, amount } => ChipMovement::Wins { seat, amount },
        }
    }

    /// Seat, kind and amount, if it is a post.
    pub const fn post(&self) -> Option<(Seat, PostKind, Chips)> {
        if let ChipFact::Posted { seat, kind, amount, .. } = *self {
            Some((seat, kind, amount))
        } else {
            None
        }
    }

    /// How much of a bet that nobody called went back, and to which seat.
    pub const fn returned_bet(&self) -> Option<(Seat, Chips)> {
        if let ChipFact::Returned { seat, amount } = *self { Some((seat, amount)) } else { None }
    }
}
