//! The clock of the seat on turn.

use seating::Seat;
use serde::{Deserialize, Serialize};

use crate::command::{Act, ClockAct};
use crate::families::fact_family;

fact_family! {
    /// The clock of the seat on turn.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum ClockFact {
        /// The clock was called on the seat on turn, which now has this many seconds to act.
        #[serde(rename = "clock_called")]
        ClockCalled { seat: Seat, seconds: u64 },
        /// A player did not act in time; what follows for the hand is a separate fact.
        #[serde(rename = "time_ran_out")]
        TimeRanOut { seat: Seat },
    }
}

impl ClockFact {
    /// The seat on turn and the act on its clock, from which the other methods read.
    const fn seat_and_act(&self) -> (Seat, ClockAct) {
        match *self {
            ClockFact::ClockCalled { seat, .. } => (seat, ClockAct::CallClock),
            ClockFact::TimeRanOut { seat } => (seat, ClockAct::TimeUp),
        }
    }

    /// The act that leads to this fact: audits decide it again and compare. What follows when time runs out
    /// (a check or a fold) is a fact of its own.
    pub const fn act(&self) -> Act {
        let (seat, clock) = self.seat_and_act();
        clock.by(seat)
    }

    /// The seat on turn when it happened.
    pub const fn seat(&self) -> Seat {
        self.seat_and_act().0
    }

    /// The seat whose time ran out; `None` where the clock was only called. The room counts these to sit a
    /// player out.
    pub const fn timed_out_seat(&self) -> Option<Seat> {
        if let ClockFact::TimeRanOut { seat } = *self { Some(seat) } else { None }
    }
}
