//! Chips that went to or from a seat outside of its turn.

use chips::Chips;
use seating::Seat;
use serde::{Deserialize, Serialize};

use super::Moves;
use crate::families::named;
use crate::lineup::PostKind;

named! {
    /// Chips that went to or from a seat outside of its turn, and not out of a pot that was formed.
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
        /// Everything a seat had put into a void round went back.
        #[serde(rename = "refunded")]
        Refunded { seat: Seat, amount: Chips },
    }
}

impl ChipFact {
    /// What it does to the chips.
    pub const fn moves(&self) -> Moves {
        match *self {
            ChipFact::Posted { seat, kind, amount, .. } => match kind {
                PostKind::Dead => Moves::Dead { seat, amount },
                PostKind::Ante => Moves::Ante { seat, amount },
                PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => Moves::Adds { seat, amount },
            },
            ChipFact::Returned { seat, amount } => Moves::Back { seat, amount },
            ChipFact::Refunded { seat, amount } => Moves::Won { seat, amount },
        }
    }

    /// Who posted, what, and how much, where it is a post.
    pub const fn posted(&self) -> Option<(Seat, PostKind, Chips)> {
        if let ChipFact::Posted { seat, kind, amount, .. } = *self {
            Some((seat, kind, amount))
        } else {
            None
        }
    }

    /// How much of a bet that nobody called went back, and to whom.
    pub const fn returned(&self) -> Option<(Seat, Chips)> {
        if let ChipFact::Returned { seat, amount } = *self { Some((seat, amount)) } else { None }
    }
}
