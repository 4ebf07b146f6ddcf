//! What the store could not do and why, with the errors behind it. Each of these is the cause of a [`StoreError`],
//! whose variant is all that the room decides by; operators read the sentences, which tests compare.

mod checkpoints;
mod difference;
mod keys;
mod opening;
mod paths;
mod records;

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use room::port::{Cause, StoreError};
use rusqlite::ErrorCode;

pub use checkpoints::{CheckpointError, CheckpointFileError, SequenceError};
pub use difference::{Difference, RecordName};
pub use keys::KeysError;
pub use opening::{EraError, KeyRole, LostDatabase, OpenError, ReplaceError};
pub use paths::{BackupProblem, PathError};
pub use records::{BatchError, ColumnError, RecordError};

use crate::schema::{REPLACE_HELP, VERSION, in_words};

/// The operating system failed, or what the writer needs of it is gone.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum IoError {
    /// `doing` is a verb for the path, such as "read".
    Io { doing: &'static str, path: PathBuf, source: io::Error },
    /// The same for the file of checkpoints; `opening` while a room is being opened.
    Checkpoints { doing: &'static str, path: PathBuf, opening: bool, source: io::Error },
    /// A file of the room cannot be written by the user who runs the room.
    NotOwned { path: PathBuf, source: io::Error },
    /// The permissions of a path cannot be set to this mode.
    NotPrivate { path: PathBuf, mode: u32, source: io::Error },
    /// A file cannot be copied.
    Copy { from: PathBuf, to: PathBuf, source: io::Error },
    /// The data folder cannot be made, written into or locked.
    DataFolder { doing: &'static str, path: PathBuf, source: io::Error },
    /// The lock file of a data folder cannot be opened.
    LockFile { path: PathBuf, folder: PathBuf, source: io::Error },
    /// There are no random bytes for what the store makes.
    NoRandomness { purpose: RandomnessPurpose, source: getrandom::Error },
    /// The writer's thread cannot be started.
    WriterThread(io::Error),
    /// The writer's thread has panicked.
    WriterPanicked,
    /// The store was closed before the batch came.
    Closed,
    /// The file at a path is no longer the one that the room writes to.
    Replaced { path: PathBuf },
    /// Another program has written into the database since this number of records.
    ForeignWrite { database: String, count: u64 },
}

/// What random bytes were wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomnessPurpose {
    /// One half of a key.
    HalfAKey,
    /// A key of a new room.
    Key,
    /// The name of a new room.
    RoomName,
}

impl fmt::Display for IoError {
    /// What failed at which path, and what the operator can do where that is known: the sentence of the log and of
    /// commands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IoError::Io { doing, path, source } => {
                write!(f, "cannot {doing} {}: {source}", path.display())
            }
            IoError::Checkpoints { doing, path, opening, source } => {
                write!(f, "cannot {doing} the checkpoints at {}: {source}", path.display())?;
                if *opening { f.write_str("; the room has to read and write that file") } else { Ok(()) }
            }
            IoError::NotOwned { path, source } => write!(
                f,
                "cannot write {}: {source}; the user who runs the room has to own that file and be allowed to write it",
                path.display()
            ),
            IoError::NotPrivate { path, mode, source } => {
                let path = path.display();
                write!(
                    f,
                    "cannot keep others from reading {path}: {source}: chmod {mode:o} {path} by its owner"
                )
            }
            IoError::Copy { from, to, source } => {
                write!(f, "cannot copy {} to {}: {source}", from.display(), to.display())
            }
            IoError::DataFolder { doing, path, source } => write!(
                f,
                "cannot {doing} {}: {source}; --data names a folder that the room may write into",
                path.display()
            ),
            IoError::LockFile { path, folder, source } => write!(
                f,
                "cannot open {} for writing: {source}; the room holds {} by that file: where no room runs, remove what is there, and the next start makes it anew",
                path.display(),
                folder.display()
            ),
            IoError::NoRandomness { purpose, source } => {
                let (what, help) = match purpose {
                    RandomnessPurpose::HalfAKey => ("half a key", ""),
                    RandomnessPurpose::Key => ("a key", "; start again when it does"),
                    RandomnessPurpose::RoomName => ("the name of the room", "; start again when it does"),
                };
                write!(f, "the operating system gives no randomness for {what}: {source}{help}")
            }
            IoError::WriterThread(error) => write!(f, "cannot start the thread that writes: {error}"),
            IoError::WriterPanicked => f.write_str("the thread that writes has panicked"),
            IoError::Closed => f.write_str("the store is closed"),
            IoError::Replaced { path } => write!(
                f,
                "{} is another file than the room writes to, or none: it was deleted, moved or replaced; bring it back before the room starts again",
                path.display()
            ),
            IoError::ForeignWrite { database, count } => write!(
                f,
                "another program has written into {database} since record {count}, and nothing is written there any more: stop that program and run `cardroom verify`; where all is well, start the room again, and where something differs, `cardroom restore --replace` puts a backup in its place"
            ),
        }
    }
}

impl Error for IoError {
    /// The operating system's own error, where there is one; the sentence already ends with what it says.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            IoError::Io { source, .. }
            | IoError::Checkpoints { source, .. }
            | IoError::NotOwned { source, .. }
            | IoError::NotPrivate { source, .. }
            | IoError::Copy { source, .. }
            | IoError::DataFolder { source, .. }
            | IoError::LockFile { source, .. }
            | IoError::WriterThread(source) => Some(source),
            IoError::NoRandomness { source, .. } => Some(source),
            IoError::WriterPanicked
            | IoError::Closed
            | IoError::Replaced { .. }
            | IoError::ForeignWrite { .. } => None,
        }
    }
}

impl From<IoError> for StoreError {
    /// For the room the store is unavailable: nothing is wrong with what is stored, and it may work again after a
    /// restart.
    fn from(error: IoError) -> StoreError {
        StoreError::unavailable(error)
    }
}

/// SQLite failed, or the database is not one that this program can use.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum DatabaseError {
    /// `doing` is what was to be done, such as "read the streams".
    Failed { doing: String, source: rusqlite::Error },
    /// SQLite found the file damaged while opening it.
    Damaged(rusqlite::Error),
    /// SQLite could make no sense of what it found in the file.
    Senseless(rusqlite::Error),
    /// The database keeps another journal than a write-ahead log.
    NoWriteAheadLog { mode: String },
    /// Another program's database.
    AnotherProgram,
    /// Its version is below zero.
    InvalidVersion { version: i64 },
    /// A newer program wrote it.
    Newer { version: u64 },
    /// It has tables, but no version.
    NoVersion { objects: usize },
    /// An earlier build wrote it, and an upgrade brings it over.
    Earlier { version: u64 },
}

impl DatabaseError {
    /// Whether SQLite reports that the file is not a sound database: for the room that is corrupt data, not a failure
    /// that may pass.
    fn is_corrupt(error: &rusqlite::Error) -> bool {
        matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
    }
}

impl fmt::Display for DatabaseError {
    /// What failed, in SQLite's words without the SQL, and what can be done: the end of a sentence of the log or a
    /// command, to which `OpenError::File` adds the path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Failed { doing, source } => write!(f, "cannot {doing}: {}", in_words(source)),
            DatabaseError::Damaged(error) => write!(f, "{}; {REPLACE_HELP}", in_words(error)),
            DatabaseError::Senseless(error) => {
                write!(f, "the database is damaged ({}); {REPLACE_HELP}", in_words(error))
            }
            DatabaseError::NoWriteAheadLog { mode } => {
                write!(f, "it keeps no write-ahead log here, but `{mode}`")
            }
            DatabaseError::AnotherProgram => {
                f.write_str("it is the database of another program: expected that of a room")
            }
            DatabaseError::InvalidVersion { version } => {
                write!(f, "its version {version} is not valid: it was changed, and {REPLACE_HELP}")
            }
            DatabaseError::Newer { version } => write!(
                f,
                "a newer program wrote it (version {version} of its tables; this program knows up to {VERSION}): use that one"
            ),
            DatabaseError::NoVersion { objects } => write!(
                f,
                "it has no version, and {objects} tables and indexes: it was changed, and {REPLACE_HELP}"
            ),
            DatabaseError::Earlier { version } => write!(
                f,
                "it is of an earlier build (version {version} of its tables; this program writes {VERSION}): `cardroom upgrade` with the same --data and --keys brings it over"
            ),
        }
    }
}

impl Error for DatabaseError {
    /// SQLite's own error, where SQLite failed; `None` where the database was refused by what is in it.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            DatabaseError::Failed { source, .. }
            | DatabaseError::Damaged(source)
            | DatabaseError::Senseless(source) => Some(source),
            DatabaseError::NoWriteAheadLog { .. }
            | DatabaseError::AnotherProgram
            | DatabaseError::InvalidVersion { .. }
            | DatabaseError::Newer { .. }
            | DatabaseError::NoVersion { .. }
            | DatabaseError::Earlier { .. } => None,
        }
    }
}

impl From<DatabaseError> for StoreError {
    /// Decides what the room is given: corrupt for a damaged database, unusable for one of another program or
    /// version, unavailable for one that cannot be reached.
    fn from(error: DatabaseError) -> StoreError {
        match &error {
            DatabaseError::Failed { source, .. } if !DatabaseError::is_corrupt(source) => {
                StoreError::unavailable(error)
            }
            DatabaseError::Failed { .. }
            | DatabaseError::Damaged(_)
            | DatabaseError::Senseless(_)
            | DatabaseError::InvalidVersion { .. }
            | DatabaseError::NoVersion { .. } => StoreError::corrupt(error),
            DatabaseError::NoWriteAheadLog { .. }
            | DatabaseError::AnotherProgram
            | DatabaseError::Newer { .. }
            | DatabaseError::Earlier { .. } => StoreError::unusable(error),
        }
    }
}

/// Wraps a fault in an error that says where it was met, such as in which record, and keeps what the room can
/// do about it: records that cannot be read are corrupt too, and what only the room itself reports is
/// unavailable.
pub(crate) fn wrap<E>(fault: StoreError, outer: impl FnOnce(StoreError) -> E) -> StoreError
where
    E: Error + Send + Sync + 'static,
{
    let class = match &fault {
        StoreError::Corrupt(_) | StoreError::Unreadable(_) => StoreError::Corrupt,
        StoreError::Unusable(_) => StoreError::Unusable,
        StoreError::InvalidBatch(_) => StoreError::InvalidBatch,
        StoreError::Unavailable(_)
        | StoreError::Stopped
        | StoreError::ReadInterrupted { .. }
        | StoreError::TableReadPanicked { .. }
        | StoreError::Unwritable { .. }
        | StoreError::NotStored(_)
        | StoreError::HouseRefused(_) => StoreError::Unavailable,
    };
    class(Cause::new(outer(fault)))
}
