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
    /// Whether the viewer may see what only that seat's player sees: its hole cards while they lie face down,
    /// and what it may do next. Every view of a table hides by this, so a change here changes what leaves the
    /// room.
    pub fn may_see(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
