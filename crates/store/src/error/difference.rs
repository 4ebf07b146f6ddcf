//! What differs between the files of a room and what a room writes: found when it is opened, verified, backed up,
//! restored or upgraded.

use std::error::Error;
use std::fmt;

use chips::book::{Account, Unit};
use room::port::{Cause, StoreError, StreamId};

use super::SequenceError;
use crate::chain::{ChainFormat, ChainedRecord};

/// A difference between what is stored and what a room writes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Difference {
    /// Something cannot be read at all.
    Unreadable(StoreError),
    /// The records could not be read to their end, so nothing that follows from them can be compared.
    Incomplete,

    /// A table or index is missing, or was created otherwise.
    TableDiffers { kind: String, name: String },
    /// A table or index that a room does not have.
    ForeignTable { kind: String, name: String },
    /// The tables do not say which version they are.
    NoTableVersion,
    /// What SQLite's own check of its file found.
    Integrity { report: String },

    /// A value of the room's identity is missing.
    MetaMissing { name: &'static str },
    /// The room's identity has a value more.
    MetaUnknown { name: String },
    /// The chain is of a version that is not known.
    ChainVersion { version: String },
    /// The room signs with this key, and another was given.
    SigningKey { key: String },

    /// A record is missing before this one.
    MissingBefore { missing: u64, next: RecordName },
    /// A record is missing.
    Missing { sequence: u64 },
    /// There are more or fewer records than the number of the last says.
    RecordCount { last: u64, found: u64 },
    /// A record does not have the next number of its stream.
    OutOfPlace { record: RecordName, next: u64 },
    /// A record comes later in its stream than one that comes later in the room.
    OutOfOrder { record: RecordName, before: u64 },
    /// A keeper wrote it after another had taken its table over.
    ReplacedKeeper(RecordName),
    /// The first record is not bound to the room's identity.
    FirstChanged(RecordName),
    /// A record is not bound to the one before it.
    Changed(RecordName),
    /// A record after the last checkpoint is not bound to the one before it.
    UncountedChanged(RecordName),

    /// A posting belongs to no record.
    PostingWithoutRecord { sequence: i64 },
    /// The postings of a record are not numbered from 1 on.
    PostingsOutOfPlace { sequence: i64 },
    /// There are more or fewer postings than those of all records.
    PostingCount { found: i64, expected: u64 },
    /// The accounts of a unit do not sum to zero.
    Unbalanced { unit: Unit, sum: i128 },
    /// A row for an account that holds nothing.
    EmptyBalance { account: Account, unit: Unit },
    /// A balance is not the sum of its postings.
    Balance { account: Account, unit: Unit, held: i64, summed: i128 },
    /// An account that holds something has no row.
    BalanceMissing { account: Account, unit: Unit, summed: i128 },
    /// An account owes that may not.
    BelowZero { account: Account, unit: Unit, summed: i128 },

    /// A stream has another number of records than the table of streams states.
    StreamCount { stream: StreamId, found: u64, stated: u64 },
    /// A stream ends with another record than the table of streams states.
    StreamHash { stream: StreamId },
    /// The last writer of a stream had another fencing number.
    StreamFence { stream: StreamId, found: u64, stated: u64 },
    /// A stream with records that the table of streams does not have.
    StreamNotListed { stream: StreamId },
    /// A stream of the table of streams that has no records.
    StreamEmpty { stream: StreamId },

    /// A person's row is not the one that a record states.
    PersonChanged { person: u64, record: u64 },
    /// A person's row is there although a record says that it was erased.
    PersonErased { person: u64, record: u64 },
    /// No record states a person's row.
    PersonUnknown { person: u64 },
    /// A person's row that a record states is missing.
    PersonMissing { person: u64, record: u64 },

    /// The lines of the file of checkpoints cannot follow each other, or do not go with the records.
    Checkpoints(SequenceError),
    /// A line counts records that have another root or, in format 1, another last record.
    Counted { format: ChainFormat, count: u64, line: u64 },
    /// A line counts more records than there are.
    EndCut { count: u64, line: u64, counted: u64 },
    /// The heads of the streams do not have the root that the last checkpoint signed.
    LastRoot { count: u64 },
    /// A record does not follow from those before it by the rules of play, which the store does not know: who does
    /// says why.
    Replay(Cause),

    /// The file is not the backup for which its checkpoint was signed.
    OtherBackup { count: u64 },
}

/// A record as sentences name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordName {
    /// Its number in the room.
    pub sequence: u64,
    /// Its stream and its number there, where it matters.
    pub place: Option<(StreamId, u64)>,
    /// Its kind, if it was read.
    pub kind: Option<String>,
}

impl RecordName {
    /// A record by its number in the room alone, where its stream does not matter to the sentence.
    pub(crate) fn sequence(sequence: u64) -> RecordName {
        RecordName { sequence, place: None, kind: None }
    }

    /// A record of which only an index was read, by its number in the room, its stream and its number there; its kind
    /// is not known.
    pub(crate) fn placed(sequence: u64, stream: StreamId, number: u64) -> RecordName {
        RecordName { sequence, place: Some((stream, number)), kind: None }
    }

    /// A record that was read, by all that sentences name: both numbers, its stream and its kind.
    pub(crate) fn from_record(link: &ChainedRecord) -> RecordName {
        let record = &link.record;
        RecordName {
            sequence: record.sequence,
            place: Some((record.stream, record.number)),
            kind: Some(record.kind.clone()),
        }
    }
}

impl fmt::Display for RecordName {
    /// The subject of a sentence: "record" with its number in the room, and in brackets what else is known of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}", self.sequence)?;
        let Some((stream, number)) = self.place else { return Ok(()) };
        match &self.kind {
            Some(kind) => write!(f, " (stream {stream}, number {number}, {kind})"),
            None => write!(f, " (stream {stream}, number {number})"),
        }
    }
}

impl fmt::Display for Difference {
    /// What differs, in the sentence that `verify` prints: the one place where these are worded, for opening, backup,
    /// restore and upgrade too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Unreadable(error) => error.fmt(f),
            Difference::Incomplete => f.write_str("the records could not be read to their end"),
            Difference::TableDiffers { kind, name } => write!(f, "{kind} {name} is missing or different"),
            Difference::ForeignTable { kind, name } => write!(f, "{kind} {name} does not belong here"),
            Difference::NoTableVersion => f.write_str("the tables have no version"),
            Difference::Integrity { report } => f.write_str(report),
            Difference::MetaMissing { name } => write!(f, "the room's `{name}` is missing"),
            Difference::MetaUnknown { name } => {
                write!(f, "the room has a value `{name}`, which is not known")
            }
            Difference::ChainVersion { version } => {
                write!(f, "the chain is of version {version}, which is not known")
            }
            Difference::SigningKey { key } => {
                write!(f, "the room signs with {key}, not with the key given")
            }
            Difference::MissingBefore { missing, next } => {
                write!(f, "record {missing} is missing: {next} comes next")
            }
            Difference::Missing { sequence } => write!(f, "record {sequence} is missing"),
            Difference::RecordCount { last, found } => {
                write!(f, "the last record is {last}, and there are {found}")
            }
            Difference::OutOfPlace { record, next } => {
                write!(f, "{record} is out of place: number {next} of its stream comes next")
            }
            Difference::OutOfOrder { record, before } => write!(
                f,
                "{record} comes after record {before} of its stream, and stands before it in the room"
            ),
            Difference::ReplacedKeeper(record) => {
                write!(f, "{record} was written by a keeper that had already been replaced")
            }
            Difference::FirstChanged(record) => {
                write!(f, "{record} is not the one that was stored, or the room's identity was changed")
            }
            Difference::Changed(record) => {
                write!(f, "{record} is not the one that was stored, or is not in its place")
            }
            Difference::UncountedChanged(record) => {
                write!(f, "{record}, which no checkpoint counts yet, does not fit the chain")
            }
            Difference::PostingWithoutRecord { sequence } => {
                write!(f, "a posting belongs to record {sequence}, which is not there")
            }
            Difference::PostingsOutOfPlace { sequence } => {
                write!(f, "the postings of record {sequence} are out of place")
            }
            Difference::PostingCount { found, expected } => {
                write!(f, "there are {found} postings, but the records have {expected}")
            }
            Difference::Unbalanced { unit, sum } => {
                write!(f, "the accounts in {unit} sum to {sum}, not to 0")
            }
            Difference::EmptyBalance { account, unit } => {
                write!(f, "{account} in {unit} has a row that says 0")
            }
            Difference::Balance { account, unit, held, summed } => {
                write!(f, "{account} in {unit} holds {held}, but its postings sum to {summed}")
            }
            Difference::BalanceMissing { account, unit, summed } => {
                write!(f, "{account} in {unit} has no balance, but its postings sum to {summed}")
            }
            Difference::BelowZero { account, unit, summed } => {
                write!(f, "{account} in {unit} is below 0: {summed}")
            }
            Difference::StreamCount { stream, found, stated } => {
                write!(f, "stream {stream} has {found} records, not {stated} as the table of streams says")
            }
            Difference::StreamHash { stream } => {
                write!(f, "stream {stream} ends with another hash than the table of streams says")
            }
            Difference::StreamFence { stream, found, stated } => {
                write!(f, "stream {stream} has fence {found}, not {stated} as the table of streams says")
            }
            Difference::StreamNotListed { stream } => {
                write!(f, "stream {stream} has records, but is not in the table of streams")
            }
            Difference::StreamEmpty { stream } => {
                write!(f, "stream {stream} is in the table of streams, but has no records")
            }
            Difference::PersonChanged { person, record } => {
                write!(f, "the row of person {person} is not the one that record {record} states")
            }
            Difference::PersonErased { person, record } => {
                write!(f, "person {person} has a row, but record {record} says that it was erased")
            }
            Difference::PersonUnknown { person } => {
                write!(f, "person {person} has a row, but no record says so")
            }
            Difference::PersonMissing { person, record } => {
                write!(f, "the row of person {person} is missing, although record {record} states it")
            }
            Difference::Checkpoints(error) => error.fmt(f),
            Difference::Counted { format: ChainFormat::One, count, line } => {
                write!(f, "record {count} differs from what the checkpoint in line {line} counts")
            }
            Difference::Counted { format: ChainFormat::Two, count, line } => write!(
                f,
                "record {count} or one before it differs from what the checkpoint in line {line} counts"
            ),
            Difference::EndCut { count, line, counted } => write!(
                f,
                "the records end with {count}, but the checkpoint in line {line} counts {counted}: the end was cut"
            ),
            Difference::LastRoot { count } => write!(
                f,
                "record {count} or one before it differs from what the last checkpoint counts: the heads of the streams have another root"
            ),
            Difference::Replay(cause) => cause.fmt(f),
            Difference::OtherBackup { count } => write!(
                f,
                "the backup is not the one that was made: that had {count} records and another root"
            ),
        }
    }
}

impl Error for Difference {
    /// The error behind what cannot be read or replayed, below the one whose sentence is shown; everything else was
    /// found by comparing.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Difference::Unreadable(error) = self {
            error.source()
        } else if let Difference::Replay(cause) = self {
            cause.get().source()
        } else {
            None
        }
    }
}

impl From<StoreError> for Difference {
    /// Lets a check report what cannot be read as a difference like any other.
    fn from(error: StoreError) -> Difference {
        Difference::Unreadable(error)
    }
}

impl From<SequenceError> for Difference {
    /// Lets the check of the checkpoints report what is wrong with their order.
    fn from(error: SequenceError) -> Difference {
        Difference::Checkpoints(error)
    }
}

impl From<Difference> for StoreError {
    /// Corrupt, so that no room is opened on data that differs; what could not be read keeps its own class.
    fn from(difference: Difference) -> StoreError {
        match difference {
            Difference::Unreadable(error) => error,
            differs => StoreError::corrupt(differs),
        }
    }
}
