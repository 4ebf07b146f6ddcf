//! Why nothing could be stored or read: what the room itself meets, and what a store reports of its own.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use chips::Chips;
use chips::book::Account;
use fair::OpeningError;

use super::{Appended, StreamId};
use crate::people::PeopleRefusal;

/// The world broke: nothing can be stored or read. Play stops and says so.
///
/// A store classes its own errors by what the room can do about them, and keeps its details behind the cause:
/// the room knows neither paths nor a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// A disk, a database or the operating system failed.
    Unavailable(Cause),
    /// What is stored is not what a room wrote.
    Corrupt(Cause),
    /// What was given to the store does not fit it: a path, the keys, the version of its tables, or a folder
    /// that another room uses.
    Unusable(Cause),
    /// A batch broke the contract of [`super::Store::append`]; the store goes on without it.
    InvalidBatch(Cause),
    /// The store is closed, or its writer ended without a word.
    Stopped,
    /// A task that read the store ended before it was through.
    ReadInterrupted {
        /// What was being read.
        reading: InterruptedRead,
        /// How the task ended.
        source: Cause,
    },
    /// The thread that read one of the tables panicked, when the room started.
    TableReadPanicked {
        /// The table's number.
        table: u64,
    },
    /// A record was read, and what it holds makes no sense to the room.
    Unreadable(UnreadableStream),
    /// The facts of a record cannot be written as JSON, or their postings do not exist.
    Unwritable {
        /// The stream that they were for.
        stream: StreamId,
        /// What is wrong with them.
        source: Cause,
    },
    /// The store did not take what the room had to write.
    NotStored(WriteRejection),
    /// The room refuses what it wanted to do itself when it starts.
    HouseRefused(Box<PeopleRefusal>),
}

/// What was being read when a task ended too early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptedRead {
    /// All tables, when the room starts.
    Tables,
    /// The first record of a table.
    TableOpening,
    /// The stream of the room.
    Room,
    /// Anything else that a part of the room was reading from the store.
    Store,
}

/// A stream, or a record in it, that the room cannot read: no room wrote it like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnreadableStream {
    /// A record from which a hand was to be replayed.
    Record {
        /// The record's number in the room.
        sequence: u64,
        /// Its stream.
        stream: StreamId,
        /// Its number in the stream.
        number: u64,
        /// What is wrong with it.
        source: Cause,
    },
    /// A record from which the events that auditors look at were to be taken.
    Significant {
        /// The record's number in the room.
        sequence: u64,
        /// Its stream.
        stream: StreamId,
        /// Its number in the stream.
        number: u64,
        /// What is wrong with it.
        source: Cause,
    },
    /// A record of the streams that the room keeps of itself.
    Facts {
        /// The stream: not that of a table.
        stream: StreamId,
        /// The record's number in the stream.
        number: u64,
        /// What is wrong with it.
        source: Cause,
    },
    /// A record from which a table was to be opened.
    Table {
        /// The table's number.
        table: u64,
        /// The record's number in the table's stream.
        number: u64,
        /// What does not follow.
        source: Cause,
    },
    /// No record of a table can begin its state.
    TableWithoutStart {
        /// The table's number.
        table: u64,
    },
    /// The first record of a table does not open it.
    TableWithoutOpening {
        /// The table's number.
        table: u64,
    },
    /// A record that another one points to is missing.
    NoRecord {
        /// The stream that should have it.
        stream: StreamId,
        /// Its number in the stream.
        number: u64,
    },
    /// A record that should hold a report holds another event.
    NotAReport {
        /// Its number in the stream of people.
        number: u64,
        /// The kind of event that it holds.
        kind: &'static str,
    },
    /// A person's row has another digest than the records state.
    PersonRow {
        /// The person's number.
        person: u64,
    },
    /// The key of the room does not open the deck of a hand.
    SealedDeck,
    /// A card is opened and there is no deck that it could be of.
    OpeningWithoutDeck,
    /// An opened card is not the one that was committed to.
    Opening(OpeningError),
}

/// How the store rejected a write of the room that had to succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteRejection {
    /// Somebody else has written into the stream of the room.
    RoomMovedOn {
        /// How many records this room knows of.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// A fact of the room was refused, which nothing explains.
    RoomFact(Appended),
    /// Somebody else has written into the stream of the seating.
    SeatingMovedOn {
        /// The stream.
        stream: StreamId,
        /// How many records it has.
        count: u64,
    },
    /// A fact of the seating was refused, which nothing explains.
    SeatingFact(Appended),
    /// The stream of the seating moved on at each of several attempts.
    SeatingContended {
        /// How many records it has.
        count: u64,
    },
    /// Somebody else has written into the stream of people.
    PeopleMovedOn {
        /// The stream.
        stream: StreamId,
        /// How many records it has.
        count: u64,
    },
    /// A posting for a person needs more than an account has.
    Short {
        /// The account.
        account: Account,
        /// What it has.
        has: Chips,
        /// What is needed.
        needs: Chips,
    },
}

/// An error behind another, shared because one fault answers many callers. Two are equal if they say the same.
#[derive(Clone, Debug)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    /// Wraps an error that the room only shows, never decides by; a text becomes one that says just that.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Cause {
        Cause(Arc::from(error.into()))
    }

    /// The error itself: a store or a command looks for its own type in it.
    pub fn get(&self) -> &(dyn Error + Send + Sync + 'static) {
        self.0.as_ref()
    }
}

impl PartialEq for Cause {
    /// Equal if the sentences are: errors of other libraries cannot be compared, and tests compare faults.
    fn eq(&self, other: &Cause) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for Cause {}

impl fmt::Display for Cause {
    /// What the error says, unchanged: sentences that end with it are compared in tests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StoreError {
    /// The error of a disk, a database or a machine that failed, with this cause, for stores and for tests that need
    /// one.
    pub fn unavailable(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::Unavailable(Cause::new(error))
    }

    /// The error of stored data that no room wrote, with this cause, for stores and for tests that need one.
    pub fn corrupt(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::Corrupt(Cause::new(error))
    }

    /// The error of a path, keys, version or folder that does not go with the store, with this cause, for stores.
    pub fn unusable(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::Unusable(Cause::new(error))
    }

    /// The error of a record that cannot be read in one of the streams that the room keeps of itself: `stream` is not
    /// a table's, and `number` is the record's in it.
    pub fn unreadable_facts(
        stream: StreamId,
        number: u64,
        error: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> StoreError {
        UnreadableStream::Facts { stream, number, source: Cause::new(error) }.into()
    }
}

impl From<UnreadableStream> for StoreError {
    /// Lets readers of streams use `?`: for the room a record that makes no sense is a fault of the store.
    fn from(error: UnreadableStream) -> StoreError {
        StoreError::Unreadable(error)
    }
}

impl From<WriteRejection> for StoreError {
    /// Lets the room use `?` where a write had to succeed and was rejected.
    fn from(rejection: WriteRejection) -> StoreError {
        StoreError::NotStored(rejection)
    }
}

impl fmt::Display for StoreError {
    /// What could not be done, with its causes, in one line for operators and the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(cause)
            | StoreError::Corrupt(cause)
            | StoreError::Unusable(cause)
            | StoreError::InvalidBatch(cause) => cause.fmt(f),
            StoreError::Stopped => f.write_str("the store has stopped"),
            StoreError::ReadInterrupted { reading, source } => match reading {
                InterruptedRead::Tables => write!(f, "cannot read the tables: {source}"),
                InterruptedRead::TableOpening => write!(f, "cannot read a table's records: {source}"),
                InterruptedRead::Room => write!(f, "cannot read the room's records: {source}"),
                InterruptedRead::Store => write!(f, "reading the store was interrupted: {source}"),
            },
            StoreError::TableReadPanicked { table } => {
                write!(f, "cannot open table {table}: reading it was interrupted")
            }
            StoreError::Unreadable(error) => error.fmt(f),
            StoreError::Unwritable { stream, source } => {
                write!(f, "cannot write a record of {}: {source}", stream_name(*stream))
            }
            StoreError::NotStored(rejection) => rejection.fmt(f),
            StoreError::HouseRefused(refusal) => refusal.fmt(f),
        }
    }
}

impl Error for StoreError {
    /// The error behind it. A variant that stands for the error that it holds is left out of the chain, or its
    /// sentence would be printed twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StoreError::Unavailable(cause)
            | StoreError::Corrupt(cause)
            | StoreError::Unusable(cause)
            | StoreError::InvalidBatch(cause) => cause.0.source(),
            StoreError::ReadInterrupted { source, .. } | StoreError::Unwritable { source, .. } => {
                Some(source.get())
            }
            StoreError::Unreadable(error) => error.source(),
            StoreError::HouseRefused(refusal) => refusal.source(),
            StoreError::Stopped | StoreError::TableReadPanicked { .. } | StoreError::NotStored(_) => None,
        }
    }
}

impl fmt::Display for UnreadableStream {
    /// Which record cannot be read and why, in one line for operators and the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableStream::Record { sequence, stream, number, source } => {
                write!(f, "cannot read record {sequence} (stream {stream}, number {number}): {source}")
            }
            UnreadableStream::Significant { sequence, stream, number, source } => {
                write!(f, "record {sequence} ({stream}, number {number}): {source}")
            }
            UnreadableStream::Facts { stream: StreamId::People, number, source } => {
                write!(f, "cannot read record {number} of people: {source}")
            }
            UnreadableStream::Facts { stream, number, source } => {
                write!(f, "record {number} of {}: {source}", stream_name(*stream))
            }
            UnreadableStream::Table { table, number, source } => {
                write!(f, "cannot open table {table}: record {number} of its stream: {source}")
            }
            UnreadableStream::TableWithoutStart { table } => {
                write!(f, "cannot open table {table}: its stream has no start")
            }
            UnreadableStream::TableWithoutOpening { table } => {
                write!(f, "the stream of table {table} has no beginning")
            }
            UnreadableStream::NoRecord { stream, number } => {
                write!(f, "the stream {stream} has no record {number}")
            }
            UnreadableStream::NotAReport { number, kind } => {
                write!(f, "record {number} of people: expected a report, found `{kind}`")
            }
            UnreadableStream::PersonRow { person } => {
                write!(f, "the row of person {person} does not match the records")
            }
            UnreadableStream::SealedDeck => f.write_str("the room's key does not open the deck of this hand"),
            UnreadableStream::OpeningWithoutDeck => f.write_str("a card is opened without a deck"),
            UnreadableStream::Opening(error) => error.fmt(f),
        }
    }
}

impl Error for UnreadableStream {
    /// What is wrong with the record, where another part of the program found it; `None` where a record is missing or
    /// out of place.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            UnreadableStream::Record { source, .. }
            | UnreadableStream::Significant { source, .. }
            | UnreadableStream::Facts { source, .. }
            | UnreadableStream::Table { source, .. } => Some(source.get()),
            UnreadableStream::Opening(error) => error.source(),
            UnreadableStream::TableWithoutStart { .. }
            | UnreadableStream::TableWithoutOpening { .. }
            | UnreadableStream::NoRecord { .. }
            | UnreadableStream::NotAReport { .. }
            | UnreadableStream::PersonRow { .. }
            | UnreadableStream::SealedDeck
            | UnreadableStream::OpeningWithoutDeck => None,
        }
    }
}

impl fmt::Display for WriteRejection {
    /// What the store answered instead of storing, and what that means for the room, in one line for operators and
    /// the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteRejection::RoomMovedOn { expected, found } => write!(
                f,
                "another process has written to this room: expected {expected} records in its stream, found {found}"
            ),
            WriteRejection::RoomFact(_) => f.write_str("the store refused a fact of the room"),
            WriteRejection::SeatingMovedOn { stream, count } => write!(
                f,
                "cannot store the seating: another program wrote into stream {stream}, which has {count} records now"
            ),
            WriteRejection::SeatingFact(_) => f.write_str("cannot store the seating: the store refuses it"),
            WriteRejection::SeatingContended { count } => {
                write!(f, "cannot store the seating: its stream has {count} records")
            }
            WriteRejection::PeopleMovedOn { stream, count } => {
                write!(f, "somebody else has written to {stream}, which has {count} records")
            }
            WriteRejection::Short { account, has, needs } => {
                write!(f, "{account} has {has}: {needs} are needed")
            }
        }
    }
}

impl Error for WriteRejection {}

/// A stream as the sentences of errors name it, such as "table 12"; not its stored name, which is [`StreamId`]'s
/// `Display`.
fn stream_name(stream: StreamId) -> String {
    match stream {
        StreamId::Room => "the room".to_owned(),
        StreamId::People => "people".to_owned(),
        StreamId::Seating => "the seating".to_owned(),
        StreamId::Table(table) => format!("table {table}"),
    }
}
