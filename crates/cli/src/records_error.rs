//! Why a command on a room's records cannot be done: what the commands that work on a data folder have in common.

use std::error::Error;
use std::fmt;

use fair::RoomKeyError;
use room::port::StoreError;
use store::UnreadableRecord;

use crate::folders::FolderError;
use crate::outside_log::OutsideLogError;

/// Why a command cannot work on a room's records.
#[derive(Debug)]
pub enum RecordsError {
    /// The store cannot read or write them.
    Store(StoreError),
    /// There is no default folder.
    Folder(FolderError),
    /// The command cannot be put on the room's record.
    OutsideLog(OutsideLogError),
    /// A record cannot be read.
    Unreadable(UnreadableRecord),
    /// The two halves do not make a valid key.
    RoomKey(RoomKeyError),
}

impl fmt::Display for RecordsError {
    /// Why a command cannot work on a room's records: the message of the error inside, unchanged. This type
    /// only gathers, and adds no words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordsError::Store(error) => error.fmt(f),
            RecordsError::Folder(error) => error.fmt(f),
            RecordsError::OutsideLog(error) => error.fmt(f),
            RecordsError::Unreadable(record) => record.fmt(f),
            RecordsError::RoomKey(error) => error.fmt(f),
        }
    }
}

impl Error for RecordsError {
    /// The cause below the message: what is behind the error inside, whose message is shown already, so that
    /// nothing is said twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordsError::Store(error) => error.source(),
            RecordsError::Folder(error) => error.source(),
            RecordsError::OutsideLog(error) => error.source(),
            RecordsError::Unreadable(record) => Some(record.why.as_ref()),
            RecordsError::RoomKey(error) => error.source(),
        }
    }
}

impl From<StoreError> for RecordsError {
    /// So that `?` in the commands on records passes on an error of the store.
    fn from(error: StoreError) -> RecordsError {
        RecordsError::Store(error)
    }
}

impl From<FolderError> for RecordsError {
    /// So that `?` in the commands on records passes on that there is no default folder for data or keys.
    fn from(error: FolderError) -> RecordsError {
        RecordsError::Folder(error)
    }
}

impl From<OutsideLogError> for RecordsError {
    /// So that `?` ends a command that cannot be put on the room's record, before it does anything that must
    /// be on it.
    fn from(error: OutsideLogError) -> RecordsError {
        RecordsError::OutsideLog(error)
    }
}

impl From<UnreadableRecord> for RecordsError {
    /// So that `?` ends a command at a record that cannot be read; the message has its number.
    fn from(record: UnreadableRecord) -> RecordsError {
        RecordsError::Unreadable(record)
    }
}

impl From<RoomKeyError> for RecordsError {
    /// So that `?` passes on that the two halves of --keys do not make a valid key.
    fn from(error: RoomKeyError) -> RecordsError {
        RecordsError::RoomKey(error)
    }
}

/// Lets functions with an error of their own, which has a variant `Records`, use `?` on the errors of records.
macro_rules! holds_records_errors {
    ($outer:ident: $($inner:ty),+) => {
        $(impl From<$inner> for $outer {
            /// So that `?` puts an error of the records into the command's own error, under its variant
            /// `Records`.
            fn from(error: $inner) -> $outer {
                $outer::Records($crate::records_error::RecordsError::from(error))
            }
        })+
    };
}
pub(crate) use holds_records_errors;
