//! The betting rounds and the showdown: where they begin and end.

use seating::Seat;
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::families::fact_family;

fact_family! {
    /// A betting round or the showdown began or ended.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum StreetFact {
        /// A betting round began; `seat` opens it.
        #[serde(rename = "betting_opened")]
        BettingOpened { round: u8, seat: Seat },
        /// No betting was held in a round because nobody could bet.
        #[serde(rename = "betting_skipped")]
        BettingSkipped { round: u8 },
        /// A betting round ended.
        #[serde(rename = "betting_closed")]
        BettingClosed { round: u8 },
        /// Betting ended early: all live hands are turned up before the board is completed, starting with
        /// `first`.
        #[serde(rename = "hands_tabled")]
        HandsTabled { first: Seat },
        /// The showdown began; `first` shows first. `early` when betting ended before the board was complete.
        #[serde(rename = "showdown_opened")]
        ShowdownOpened { first: Seat, early: bool },
    }
}

impl StreetFact {
    /// Whether the showdown began: hands are compared from here on. Hands turned up before the board is
    /// complete do not count.
    pub const fn opens_showdown(&self) -> bool {
        matches!(self, StreetFact::ShowdownOpened { .. })
    }

    /// The seat that opens the betting or shows first, and how the chips move: both in one match, so that a
    /// new fact must answer both.
    const fn seat_and_movement(&self) -> (Option<Seat>, ChipMovement) {
        match *self {
            StreetFact::BettingOpened { seat, .. } => (Some(seat), ChipMovement::Nothing),
            StreetFact::HandsTabled { first } => (Some(first), ChipMovement::Nothing),
            StreetFact::ShowdownOpened { first, .. } => (Some(first), ChipMovement::Gathered),
            StreetFact::BettingSkipped { .. } | StreetFact::BettingClosed { .. } => {
                (None, ChipMovement::Gathered)
            }
        }
    }

    /// The seat that opens the betting or shows first; `None` where a betting round ends or is skipped.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat_and_movement().0
    }

    /// How it moves the chips: when a betting round ends, the bets in front of the seats go to the middle.
    pub const fn chip_movement(&self) -> ChipMovement {
        self.seat_and_movement().1
    }
}
