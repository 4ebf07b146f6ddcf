//! What a seat did on its turn in the betting.

use chips::Chips;
use seating::Seat;
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::families::fact_family;

fact_family! {
    /// What a seat did on its turn in the betting. Amounts called `to` are the street's total.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum TurnFact {
        /// A hand was folded.
        #[serde(rename = "folded")]
        Folded { seat: Seat },
        /// A check. `stands` is set where it is a call of zero by a player with a blind, in a betting round
        /// in which nobody checks.
        #[serde(rename = "checked")]
        Checked {
            seat: Seat,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            stands: bool,
        },
        /// A call that added `amount`.
        #[serde(rename = "called")]
        Called { seat: Seat, amount: Chips, all_in: bool },
        /// The first bet of a betting round; `full` unless all-in for less than the smallest bet.
        #[serde(rename = "bet")]
        Bet { seat: Seat, to: Chips, full: bool, all_in: bool },
        /// A raise; `full` unless all-in for less than a full raise.
        #[serde(rename = "raised")]
        Raised { seat: Seat, to: Chips, full: bool, all_in: bool },
    }
}

/// What a turn amounts to, whatever it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// The hand is given up.
    Fold,
    /// Nothing is put in.
    Check,
    /// This much is added to call.
    Call(Chips),
    /// A bet or raise to this total for the street.
    To(Chips),
}

impl TurnFact {
    /// The seat that acted, and what its turn amounted to: a bet and a raise are alike here, and whether it
    /// was all-in is left out. For callers that only need the chips or the fold.
    pub const fn kind(&self) -> (Seat, TurnKind) {
        match *self {
            TurnFact::Folded { seat } => (seat, TurnKind::Fold),
            TurnFact::Checked { seat, .. } => (seat, TurnKind::Check),
            TurnFact::Called { seat, amount, .. } => (seat, TurnKind::Call(amount)),
            TurnFact::Bet { seat, to, .. } | TurnFact::Raised { seat, to, .. } => (seat, TurnKind::To(to)),
        }
    }

    /// The seat that acted; it was on turn.
    pub const fn seat(&self) -> Seat {
        self.kind().0
    }

    /// How it moves the chips: a call adds an amount, a bet or raise brings the seat's bet to a total.
    pub const fn chip_movement(&self) -> ChipMovement {
        match self.kind() {
            (_, TurnKind::Fold | TurnKind::Check) => ChipMovement::Nothing,
            (seat, TurnKind::Call(amount)) => ChipMovement::Bets { seat, amount },
            (seat, TurnKind::To(to)) => ChipMovement::BetsTo { seat, to },
        }
    }
}
