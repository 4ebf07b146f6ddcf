//! Errors of batches that come in and of rows that are read.

use std::error::Error;
use std::fmt;

use chips::book::{Account, TransferError};
use room::port::{Cause, ParseStreamError, StoreError, StreamId};
use rusqlite::types::Type;

use crate::judge::MOST_RECORDS;
use crate::unreadable::UnreadableRecord;

/// Why a batch breaks the contract of the store, whatever the store holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BatchError {
    /// It has more records than one batch may.
    TooManyRecords { records: u64 },
    /// Two of its parts are for one stream.
    TwoParts { stream: StreamId },
    /// Two of its records have the same key of the same person.
    KeyTwice { stream: StreamId },
    /// Two of its rows are for one person or one name.
    TwoRows { person: u64 },
    /// It changes a person's row, and no record holds the row's digest.
    NoDigest { person: u64 },
    /// A posting goes where chips never go at once.
    NoSuchWay { from: Account, to: Account },
}

impl fmt::Display for BatchError {
    /// How the batch breaks the contract of `Store::append`, for the log: a player never reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchError::TooManyRecords { records } => {
                write!(f, "a batch has {records} records: {MOST_RECORDS} are the most")
            }
            BatchError::TwoParts { stream } => {
                write!(f, "a batch has two parts for stream {stream}: expected one")
            }
            BatchError::KeyTwice { stream } => {
                write!(f, "a batch uses a key of a person twice in stream {stream}")
            }
            BatchError::TwoRows { person } => {
                write!(f, "a batch has two rows for person {person} or their name")
            }
            BatchError::NoDigest { person } => {
                write!(f, "the row of person {person} is changed without a record that holds its digest")
            }
            BatchError::NoSuchWay { from, to } => write!(f, "nothing goes straight from {from} to {to}"),
        }
    }
}

impl Error for BatchError {}

impl From<BatchError> for StoreError {
    /// An invalid batch, the only class after which the store goes on: nothing of the batch was written.
    fn from(error: BatchError) -> StoreError {
        StoreError::InvalidBatch(Cause::new(error))
    }
}

/// What stands in a column where something else belongs.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ColumnError {
    /// A number of ours does not fit into a column.
    TooLarge { number: u64 },
    /// The column holds a value of another type.
    WrongType { column: String, found: Type, expected: &'static str },
    /// A number is below zero.
    Negative { found: i64 },
    /// A text is not the written form of what belongs there.
    Invalid { text: String },
    /// There are more or fewer bytes.
    Length { expected: usize, found: usize },
    /// The word of no role.
    NotARole { word: String },
    /// The number is too large for a device.
    NoDevice { number: u64 },
    /// The key of a request has more or fewer bytes.
    KeyLength { found: usize },
    /// Neither 0 nor 1.
    NotAFlag { found: u64 },
    /// The hash of the record before has more or fewer bytes.
    HashBeforeLength { found: usize },
    /// More chips than there can be.
    AmountTooLarge { amount: u64 },
    /// Chips never move like this.
    Posting(TransferError),
    /// The name of no stream.
    Stream(ParseStreamError),
    /// The word of no reason for an era.
    UnknownEraReason,
    /// The number of no format of records.
    UnknownEraFormat,
    /// A control character in a body that stands for no phrase.
    UnknownSign { sign: u8 },
    /// The kinds of records to look for cannot be written as JSON.
    Kinds(serde_json::Error),
}

impl fmt::Display for ColumnError {
    /// What was found and what is expected, as the end of a sentence whose beginning, which row it was in, comes from
    /// the reader of the row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::TooLarge { number } => write!(f, "{number} is more than the store can count"),
            ColumnError::WrongType { column, found, expected } => {
                let found = match found {
                    Type::Null => "nothing",
                    Type::Integer => "a number",
                    Type::Real => "a number with a fraction",
                    Type::Text => "a text",
                    Type::Blob => "bytes",
                };
                write!(f, "`{column}` holds {found}, expected {expected}")
            }
            ColumnError::Negative { found } => write!(f, "expected a number of 0 or more, found {found}"),
            ColumnError::Invalid { text } => write!(f, "`{text}` is not valid here"),
            ColumnError::Length { expected, found } => {
                write!(f, "expected {expected} bytes, found {found}")
            }
            ColumnError::NotARole { word } => write!(f, "`{word}` is not a role"),
            ColumnError::NoDevice { number } => write!(f, "there is no device {number}"),
            ColumnError::KeyLength { found } => write!(f, "expected a key of 16 bytes, found {found}"),
            ColumnError::NotAFlag { found } => write!(f, "expected 0 or 1 for a start, found {found}"),
            ColumnError::HashBeforeLength { found } => {
                write!(f, "the record before has a hash of {found} bytes")
            }
            ColumnError::AmountTooLarge { amount } => write!(f, "{amount} is too much to be counted"),
            ColumnError::Posting(error) => error.fmt(f),
            ColumnError::Stream(error) => error.fmt(f),
            ColumnError::UnknownEraReason => f.write_str("its reason is not known"),
            ColumnError::UnknownEraFormat => f.write_str("its format is not known"),
            ColumnError::UnknownSign { sign } => {
                write!(f, "its body has the sign {sign}, which stands for no phrase")
            }
            ColumnError::Kinds(error) => write!(f, "kinds of records: {error}"),
        }
    }
}

impl Error for ColumnError {
    /// Only the error of JSON: the others are the sentence itself, and would be printed twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ColumnError::Kinds(error) => Some(error),
            ColumnError::TooLarge { .. }
            | ColumnError::WrongType { .. }
            | ColumnError::Negative { .. }
            | ColumnError::Invalid { .. }
            | ColumnError::Length { .. }
            | ColumnError::NotARole { .. }
            | ColumnError::NoDevice { .. }
            | ColumnError::KeyLength { .. }
            | ColumnError::NotAFlag { .. }
            | ColumnError::HashBeforeLength { .. }
            | ColumnError::AmountTooLarge { .. }
            | ColumnError::Posting(_)
            | ColumnError::Stream(_)
            | ColumnError::UnknownEraReason
            | ColumnError::UnknownEraFormat
            | ColumnError::UnknownSign { .. } => None,
        }
    }
}

impl From<ColumnError> for StoreError {
    /// Corrupt: no room writes such a value.
    fn from(error: ColumnError) -> StoreError {
        StoreError::corrupt(error)
    }
}

/// A row that cannot be read, or a record that is missing or not where it belongs.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum RecordError {
    /// A posting of a record.
    Posting { place: u64, source: StoreError },
    /// A posting has another number than its place among those of its record.
    MisplacedPosting { place: u64, expected: usize },
    /// A row of the table of streams.
    StreamRow { name: String, source: StoreError },
    /// A posting of whatever record.
    SomePosting(StoreError),
    /// A record, by its number in the room.
    Record { sequence: i64, source: StoreError },
    /// A row of the table of eras.
    Era { number: i64, source: StoreError },
    /// A row of personal data.
    Person { person: i64, source: StoreError },
    /// A record that cannot be read as one.
    Unreadable(UnreadableRecord),
    /// A record of a stream is missing.
    Missing { stream: StreamId, number: u64 },
    /// The record before this one in the room is missing.
    MissingBefore { sequence: u64 },
    /// A record has a number below 1.
    BelowFirst { sequence: i64 },
    /// Numbers do not increase.
    Disordered { sequence: u64, last: u64 },
    /// A stream has more or fewer records than it states.
    StreamLength { stream: StreamId, after: u64, expected: u64, found: usize },
    /// A record is not bound to the one before it.
    Chain { sequence: u64, stream: StreamId, number: u64 },
    /// The last record of a stream is not the one that it states.
    StreamEnd { stream: StreamId },
}

impl fmt::Display for RecordError {
    /// Which row or record it is and what is wrong with it, in the sentence of `verify`, of opening and of the log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Posting { place, source } => write!(f, "posting {place}: {source}"),
            RecordError::MisplacedPosting { place, expected } => {
                write!(f, "posting {place} stands in place {expected}")
            }
            RecordError::StreamRow { name, source } => {
                write!(f, "the row of stream {name} is damaged: {source}")
            }
            RecordError::SomePosting(source) => write!(f, "a posting is damaged: {source}"),
            RecordError::Record { sequence, source } => write!(f, "record {sequence} is damaged: {source}"),
            RecordError::Era { number, source } => write!(f, "era {number} is damaged: {source}"),
            RecordError::Person { person, source } => {
                write!(f, "the row of person {person} is damaged: {source}")
            }
            RecordError::Unreadable(record) => record.fmt(f),
            RecordError::Missing { stream, number } => {
                write!(f, "record {number} of stream {stream} is missing")
            }
            RecordError::MissingBefore { sequence } => {
                write!(f, "the record before record {sequence} is missing")
            }
            RecordError::BelowFirst { sequence } => {
                write!(f, "record {sequence} stands before the first: the database is damaged")
            }
            RecordError::Disordered { sequence, last } => {
                write!(f, "record {sequence} comes after record {last}: the database is damaged")
            }
            RecordError::StreamLength { stream, after, expected, found } => {
                write!(f, "stream {stream} should have {expected} records after {after}, and has {found}")
            }
            RecordError::Chain { sequence, stream, number } => write!(
                f,
                "record {sequence} (stream {stream}, number {number}) is damaged: it does not fit the chain"
            ),
            RecordError::StreamEnd { stream } => {
                write!(f, "stream {stream} does not end with the record that it should")
            }
        }
    }
}

impl Error for RecordError {
    /// What is wrong with the row, where reading it failed; `None` where a record is missing or out of place.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordError::Posting { source, .. }
            | RecordError::StreamRow { source, .. }
            | RecordError::SomePosting(source)
            | RecordError::Record { source, .. }
            | RecordError::Era { source, .. }
            | RecordError::Person { source, .. } => Some(source),
            RecordError::Unreadable(record) => Some(record.why.as_ref()),
            RecordError::MisplacedPosting { .. }
            | RecordError::Missing { .. }
            | RecordError::MissingBefore { .. }
            | RecordError::BelowFirst { .. }
            | RecordError::Disordered { .. }
            | RecordError::StreamLength { .. }
            | RecordError::Chain { .. }
            | RecordError::StreamEnd { .. } => None,
        }
    }
}

impl From<RecordError> for StoreError {
    /// Corrupt: no room writes such rows.
    fn from(error: RecordError) -> StoreError {
        StoreError::corrupt(error)
    }
}
