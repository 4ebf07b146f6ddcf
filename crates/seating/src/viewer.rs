//! Who looks at a table.

use crate::seat::Seat;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Spectators.
    Rail,
    /// The person who deals: sees what lies face up, like the rail.
    Dealer,
    /// The player of a seat.
    Seat(Seat),
}

impl Viewer {
    /// True when the hand of that seat is for this viewer's eyes.
    pub fn may_see(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
