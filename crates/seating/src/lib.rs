//! Who is at a table, of any game: chairs, persons, the roles in which they act, and those who look.
//!
//! The machines of the games share these and nothing else of each other; no rule of play is here.

mod person;
mod seat;
mod viewer;

pub use person::{Actor, Person, Role};
pub use seat::{MAX_SEATS, ParseSeatError, Seat, Seats};
pub use viewer::Viewer;
