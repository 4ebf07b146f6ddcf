//! What stands behind the room's port for what is stored: in memory, and in SQLite.
//!
//! Records are bound into chains by their hashes ([`chain`]); signed checkpoints beside the database tell a tail
//! that was cut ([`checkpoint`]); [`verify()`] checks everything again without trusting the program that wrote it. There
//! are no rules of play here: bodies are text that nobody reads.

mod bytes;
pub mod chain;
pub mod checkpoint;
pub mod faults;
mod halves;
mod in_place;
mod judge;
pub mod keys;
mod memory;
pub mod permissions;
mod rows;
mod schema;
mod sqlite;
mod verify;
mod writer;

pub use halves::{Half, WrittenHalves, joined};
pub use keys::Keys;
pub use memory::Memory;
pub use sqlite::{Options, Sqlite};
pub use verify::{Check, Records, verify};
