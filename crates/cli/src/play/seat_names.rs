//! Who sits at the table: the player, and the house's bots with their names.

use seating::{Person, Seat};

/// The names of the bots, seat by seat.
const NAMES: [&str; 22] = [
    "Rosa", "Tom", "Ada", "Leo", "Mia", "Otto", "Ines", "Max", "Zoe", "Paul", "Vera", "Finn", "Lena", "Hugo",
    "Nora", "Emil", "Clara", "Jan", "Ella", "Karl", "Ruth", "Ben",
];

/// The people of a table.
#[derive(Clone, Copy, Debug)]
pub struct SeatNames {
    /// The player's seat.
    pub me: Seat,
}

impl SeatNames {
    /// Whether it is the player's own seat, whose cards may be seen and whose acts are prompted for.
    pub fn is_me(&self, seat: Seat) -> bool {
        seat == self.me
    }

    /// `you`, or the bot's name. Fixed by the seat number, so that a session with the same seed reads the
    /// same.
    pub fn name(&self, seat: Seat) -> &'static str {
        if self.is_me(seat) {
            "you"
        } else {
            NAMES[(usize::from(seat.number()) + NAMES.len() - 2) % NAMES.len()]
        }
    }

    /// A seat as the subject of a verb: `you fold`, `Rosa folds`. The verb is given in the plain form and
    /// takes only an `s`.
    pub fn with_verb(&self, seat: Seat, verb: &str) -> String {
        let s = if self.is_me(seat) { "" } else { "s" };
        format!("{} {verb}{s}", self.name(seat))
    }

    /// The person in a seat: its number, counted from 1. Person 0 is the house.
    pub fn person(seat: Seat) -> Person {
        Person(u64::from(seat.number()))
    }
}
