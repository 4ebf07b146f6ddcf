//! How facts move chips, reduced to a few cases.

use chips::Chips;
use seating::Seat;

/// How a fact moves the chips of a hand, which lie in stacks, as bets in front of the seats, or in the
/// middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ChipMovement {
    /// No chips move.
    Nothing,
    /// A stack adds this much to its bet in this betting round.
    Bets { seat: Seat, amount: Chips },
    /// A stack adds what its bet lacks to reach this total for the betting round.
    BetsTo { seat: Seat, to: Chips },
    /// An ante moves from a stack to the bets in front of the seat, without counting as a bet in this betting
    /// round.
    Ante { seat: Seat, amount: Chips },
    /// A dead post moves from a stack to the middle.
    PostsDead { seat: Seat, amount: Chips },
    /// A bet, or part of one, goes back to its stack.
    TakesBack { seat: Seat, amount: Chips },
    /// All bets move to the middle.
    Gathered,
    /// Chips move from the middle to the house.
    Commission { amount: Chips },
    /// Chips move from the middle to a stack.
    Wins { seat: Seat, amount: Chips },
}

impl ChipMovement {
    /// The seat whose chips move; `None` where the whole middle, the house or nothing is concerned.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            ChipMovement::Bets { seat, .. }
            | ChipMovement::BetsTo { seat, .. }
            | ChipMovement::Ante { seat, .. }
            | ChipMovement::PostsDead { seat, .. }
            | ChipMovement::TakesBack { seat, .. }
            | ChipMovement::Wins { seat, .. } => Some(seat),
            ChipMovement::Nothing | ChipMovement::Gathered | ChipMovement::Commission { .. } => None,
        }
    }

    /// How many chips move, where the fact says so; for a bet or raise, the street's total, not what it adds.
    pub const fn amount(self) -> Option<Chips> {
        match self {
            ChipMovement::Bets { amount, .. }
            | ChipMovement::BetsTo { to: amount, .. }
            | ChipMovement::Ante { amount, .. }
            | ChipMovement::PostsDead { amount, .. }
            | ChipMovement::TakesBack { amount, .. }
            | ChipMovement::Commission { amount }
            | ChipMovement::Wins { amount, .. } => Some(amount),
            ChipMovement::Nothing | ChipMovement::Gathered => None,
        }
    }
}
