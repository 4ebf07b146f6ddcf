//! Who is at a table, of any game: chairs, persons, the roles in which they act, and those who look.
//!
//! The machines of the games share these and nothing else of each other; no rule of play is here.

mod person;
mod seat;
mod viewer;

pub use person::{By, Person, Role};
pub use seat::{MOST_SEATS, NotASeat, Seat, Seats};
pub use viewer::Viewer;
