//! The betting rounds and the showdown: where they begin and end.

use serde::{Deserialize, Serialize};

use crate::families::named;
use crate::seat::Seat;

/// A betting round or the showdown began or ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum StreetFact {
    /// A betting round began; `seat` opens it.
    BettingOpened { round: u8, seat: Seat },
    /// No betting was held in a round because nobody could bet.
    BettingSkipped { round: u8 },
    /// A betting round ended.
    BettingClosed { round: u8 },
    /// Betting is over early: all live hands are turned up before the board goes on, `first` first.
    HandsTabled { first: Seat },
    /// The showdown began; `first` shows first. `early` when betting ended before the board was complete.
    ShowdownOpened { first: Seat, early: bool },
}

named! {
    StreetFact {
        BettingOpened => "betting_opened",
        BettingSkipped => "betting_skipped",
        BettingClosed => "betting_closed",
        HandsTabled => "hands_tabled",
        ShowdownOpened => "showdown_opened",
    }
}

impl StreetFact {
    /// Whether the showdown began.
    pub const fn opens_showdown(&self) -> bool {
        matches!(self, StreetFact::ShowdownOpened { .. })
    }

    /// The seat that opens the betting or shows first.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            StreetFact::BettingOpened { seat, .. } => Some(seat),
            StreetFact::HandsTabled { first } | StreetFact::ShowdownOpened { first, .. } => Some(first),
            StreetFact::BettingSkipped { .. } | StreetFact::BettingClosed { .. } => None,
        }
    }
}
