//! Who is looking at a table.

use crate::seat::Seat;

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A spectator.
    Rail,
    /// The person who deals. Sees only face-up cards, like the rail.
    Dealer,
    /// The player in this seat.
    Seat(Seat),
}

impl Viewer {
    /// Whether the viewer may see the hole cards of that seat.
    pub fn may_see(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
