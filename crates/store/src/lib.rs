//! What stands behind the room's port for what is stored: in memory, and in SQLite.
//!
//! Records are bound into chains by their hashes ([`chain`]); signed checkpoints beside the database tell a tail
//! that was cut ([`checkpoint`]); [`verify()`] checks everything again without trusting the program that wrote it. There
//! are no rules of play here: bodies are text that nobody reads.

mod backup;
mod bytes;
pub mod chain;
pub mod checkpoint;
mod compare;
mod course;
pub mod era;
pub mod faults;
mod halves;
pub mod heads;
mod in_place;
mod judge;
pub mod keys;
mod memory;
pub mod permissions;
mod phrases;
pub mod places;
mod restore;
mod rows;
mod schema;
mod sqlite;
mod start;
mod upgrade;
mod verify;
mod writer;

pub use backup::{Backup, backup};
pub use halves::{Half, WrittenHalves, joined};
pub use keys::Keys;
pub use memory::Memory;
pub use restore::{Restored, restore};
pub use sqlite::{Options, Sqlite};
pub use upgrade::{Upgraded, upgrade};
pub use verify::{Check, Records, verify};
