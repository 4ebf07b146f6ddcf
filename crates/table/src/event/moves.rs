//! What facts do to chips, in a few words for all of them.

use chips::Chips;
use seating::Seat;

/// What a fact does to the chips of a hand, which lie in stacks, bet in front of the seats, or in the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ChipMovement {
    /// No chip moves.
    Nothing,
    /// A stack bets so much more in this betting round.
    Adds { seat: Seat, amount: Chips },
    /// A stack bets what the seat lacks to have put in so much in this betting round.
    To { seat: Seat, to: Chips },
    /// An ante goes from a stack in front of the seat, and counts for nothing in the betting round.
    Ante { seat: Seat, amount: Chips },
    /// A dead post goes from a stack into the middle.
    Dead { seat: Seat, amount: Chips },
    /// A bet, or a part of it, goes back to the stack.
    Back { seat: Seat, amount: Chips },
    /// Whatever is bet goes into the middle.
    Gathered,
    /// Chips of the middle go to the house.
    Commission { amount: Chips },
    /// Chips of the middle go to a stack.
    Won { seat: Seat, amount: Chips },
}

impl ChipMovement {
    /// The seat whose chips move.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            ChipMovement::Adds { seat, .. }
            | ChipMovement::To { seat, .. }
            | ChipMovement::Ante { seat, .. }
            | ChipMovement::Dead { seat, .. }
            | ChipMovement::Back { seat, .. }
            | ChipMovement::Won { seat, .. } => Some(seat),
            ChipMovement::Nothing | ChipMovement::Gathered | ChipMovement::Commission { .. } => None,
        }
    }

    /// How many chips move, where the fact says so: the street's total for a bet or raise.
    pub const fn amount(self) -> Option<Chips> {
        match self {
            ChipMovement::Adds { amount, .. }
            | ChipMovement::To { to: amount, .. }
            | ChipMovement::Ante { amount, .. }
            | ChipMovement::Dead { amount, .. }
            | ChipMovement::Back { amount, .. }
            | ChipMovement::Commission { amount }
            | ChipMovement::Won { amount, .. } => Some(amount),
            ChipMovement::Nothing | ChipMovement::Gathered => None,
        }
    }
}
