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
    /// How it moves the chips: what the room's ledger posts. A dead post never counts as a seat's bet; an
    /// ante does, but not in the betting round; a refund comes out of the middle.
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

    /// Seat, kind and amount actually paid, if it is a post; less than the nominal amount where the stack was
    /// short.
    pub const fn post(&self) -> Option<(Seat, PostKind, Chips)> {
        if let ChipFact::Posted { seat, kind, amount, .. } = *self {
            Some((seat, kind, amount))
        } else {
            None
        }
    }

    /// The seat that got back the part of its bet that nobody called, and how much; `None` for posts and for
    /// the refunds of a void hand.
    pub const fn returned_bet(&self) -> Option<(Seat, Chips)> {
        if let ChipFact::Returned { seat, amount } = *self { Some((seat, amount)) } else { None }
    }
}
