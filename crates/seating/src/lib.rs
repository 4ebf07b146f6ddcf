//! Who is at a table, whatever game is played: seats, persons, the roles they act in, and viewers.
//!
//! The machines of the games share these types and know nothing else of each other. No rule of play belongs
//! here.

mod person;
mod seat;
mod viewer;

pub use person::{Actor, Person, Role};
pub use seat::{MAX_SEATS, ParseSeatError, Seat, Seats};
pub use viewer::Viewer;
