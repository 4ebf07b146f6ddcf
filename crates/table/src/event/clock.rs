//! The clock of the seat on turn.

use serde::{Deserialize, Serialize};

use crate::families::named;
use crate::seat::Seat;

/// The clock of the seat on turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ClockFact {
    /// The seat on turn was told that it has so many seconds to act.
    ClockCalled { seat: Seat, seconds: u64 },
    /// A player did not act in time; what the hand does follows.
    TimeRanOut { seat: Seat },
}

named! {
    ClockFact {
        ClockCalled => "clock_called",
        TimeRanOut => "time_ran_out",
    }
}

impl ClockFact {
    /// Whose turn it is.
    pub const fn seat(&self) -> Seat {
        match *self {
            ClockFact::ClockCalled { seat, .. } | ClockFact::TimeRanOut { seat } => seat,
        }
    }
}
