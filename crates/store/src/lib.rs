//! Implementations of the room's storage port: one in memory, one in SQLite.
//!
//! Hashes bind the records into chains ([`chain`]), and signed checkpoints beside the database reveal a tail
//! that was cut off ([`checkpoint`]). [`verify()`] checks everything again without trusting the program that
//! wrote it. There are no rules of play here: a record's body is opaque text.

mod backup;
mod bytes;
pub mod chain;
pub mod checkpoint;
mod checkpoint_cursor;
mod commit_counter;
mod compare;
pub mod era;
pub mod error;
pub mod faults;
pub mod heads;
mod judge;
mod key_halves;
pub mod keys;
mod memory;
mod open_files;
mod opening_checks;
pub mod path_checks;
pub mod permissions;
mod phrases;
mod restore;
mod rows;
mod schema;
mod sqlite;
mod unreadable;
mod upgrade;
mod verify;
mod writer;

pub use backup::{BackupOutcome, backup};
pub use error::Difference;
pub use key_halves::{KeyHalf, StagedHalves, join_halves};
pub use keys::Keys;
pub use memory::MemoryStore;
pub use restore::{RestoreOutcome, restore};
pub use sqlite::{SqliteStore, StoreOptions};
pub use unreadable::UnreadableRecord;
pub use upgrade::{UpgradeOutcome, upgrade};
pub use verify::{CheckResult, Records, verify};
