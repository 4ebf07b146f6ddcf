//! What a seat did in its turn of the betting.

use chips::Chips;
use serde::{Deserialize, Serialize};

use crate::families::named;
use crate::seat::Seat;

/// What a seat did in its turn of the betting. Amounts called `to` are the street's total.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum TurnFact {
    /// A hand was folded.
    Folded { seat: Seat },
    /// A check. It `stands` where it is a call of nothing with a blind, in a betting round in which nobody checks.
    Checked {
        seat: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stands: bool,
    },
    /// `amount` was added to call.
    Called { seat: Seat, amount: Chips, all_in: bool },
    /// The first bet of a round; `full` unless all-in for less than the smallest bet.
    Bet { seat: Seat, to: Chips, full: bool, all_in: bool },
    /// A raise; `full` unless all-in for less than a full raise.
    Raised { seat: Seat, to: Chips, full: bool, all_in: bool },
}

named! {
    TurnFact {
        Folded => "folded",
        Checked => "checked",
        Called => "called",
        Bet => "bet",
        Raised => "raised",
    }
}

impl TurnFact {
    /// Whose turn it was.
    pub const fn seat(&self) -> Seat {
        match *self {
            TurnFact::Folded { seat }
            | TurnFact::Checked { seat, .. }
            | TurnFact::Called { seat, .. }
            | TurnFact::Bet { seat, .. }
            | TurnFact::Raised { seat, .. } => seat,
        }
    }

    /// The street's total of a bet or raise, what a call added; `None` where no chips move.
    pub const fn amount(&self) -> Option<Chips> {
        match *self {
            TurnFact::Bet { to, .. } | TurnFact::Raised { to, .. } => Some(to),
            TurnFact::Called { amount, .. } => Some(amount),
            TurnFact::Folded { .. } | TurnFact::Checked { .. } => None,
        }
    }
}
