//! The clock of the seat on turn.

use seating::Seat;
use serde::{Deserialize, Serialize};

use crate::command::{Act, ClockAct};
use crate::families::named;

named! {
    /// The clock of the seat on turn.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum ClockFact {
        /// The seat on turn was told that it has so many seconds to act.
        #[serde(rename = "clock_called")]
        ClockCalled { seat: Seat, seconds: u64 },
        /// A player did not act in time; what the hand does follows.
        #[serde(rename = "time_ran_out")]
        TimeRanOut { seat: Seat },
    }
}

impl ClockFact {
    const fn parts(&self) -> (Seat, ClockAct) {
        match *self {
            ClockFact::ClockCalled { seat, .. } => (seat, ClockAct::CallClock),
            ClockFact::TimeRanOut { seat } => (seat, ClockAct::TimeUp),
        }
    }

    /// The act that leads to it.
    pub const fn act(&self) -> Act {
        let (seat, clock) = self.parts();
        clock.by(seat)
    }

    /// Whose turn it is.
    pub const fn seat(&self) -> Seat {
        self.parts().0
    }

    /// Whose time ran out.
    pub const fn timed_out_seat(&self) -> Option<Seat> {
        if let ClockFact::TimeRanOut { seat } = *self { Some(seat) } else { None }
    }
}
