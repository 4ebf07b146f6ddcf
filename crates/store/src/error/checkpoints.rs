//! Errors of the file of checkpoints: of a line, of the order of its lines, and of the file.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use room::port::StoreError;

use crate::checkpoint_cursor::MAX_CHECKPOINT_GAP;
use crate::era::EraReason;

/// Why a line is not a checkpoint of this room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CheckpointError {
    /// The line is not JSON.
    NotJson,
    /// It names no version that is known.
    UnknownVersion,
    /// One of its numbers is missing.
    NumberMissing,
    /// One of its hashes is not one.
    NotAHash { name: &'static str },
    /// Its signature does not have the form of one.
    MalformedSignature,
    /// It begins an era for a reason that is not known.
    UnknownEraReason,
    /// It begins an era with records in a format that is not known.
    UnknownEraFormat,
    /// Another key signed it, or none.
    NotSigned,
}

impl fmt::Display for CheckpointError {
    /// What is wrong with a line, as the end of a sentence that names the line or the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::NotJson => f.write_str("it is not a line of JSON"),
            CheckpointError::UnknownVersion => f.write_str("it is not a checkpoint of a known version"),
            CheckpointError::NumberMissing => f.write_str("a number is missing"),
            CheckpointError::NotAHash { name } => write!(f, "its {name} is not a hash"),
            CheckpointError::MalformedSignature => f.write_str("its signature is malformed"),
            CheckpointError::UnknownEraReason => f.write_str("the reason for its era is not known"),
            CheckpointError::UnknownEraFormat => f.write_str("the format of its era is not known"),
            CheckpointError::NotSigned => f.write_str("the room's key did not sign it"),
        }
    }
}

impl Error for CheckpointError {}

impl From<CheckpointError> for StoreError {
    /// Corrupt: no room writes such a line.
    fn from(error: CheckpointError) -> StoreError {
        StoreError::corrupt(error)
    }
}

/// Why the lines of a file cannot follow each other, or do not go with the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SequenceError {
    /// The last line counts less than the records before the last start of the room.
    BehindStart { started: u64, counted: u64 },
    /// More records come after the last line than a room leaves without a checkpoint.
    TooFarBehind { after: u64, counted: u64 },
    /// A line is of an era that had not begun.
    WrongEra { line: u64, era: u64 },
    /// A line counts less than the one before it.
    CountFell { line: u64, count: u64, before: u64 },
    /// A line counts as much as the one before it.
    Doubled { line: u64, count: u64 },
    /// A line counts more than a room leaves between two.
    Gap { line: u64, count: u64, before: u64 },
    /// The first line begins no era.
    NoEraStart { line: u64 },
    /// A line of format 1 in a room without records of that format.
    NoRecordsInFormatOne { line: u64 },
    /// A line begins an era that the data does not have.
    UnknownEra { line: u64, era: u64 },
    /// A line begins an era otherwise than the data has it.
    OtherEra { line: u64, era: u64 },
    /// An era does not go on from the line before it.
    DoesNotFollow { line: u64, era: u64 },
    /// The file has no line.
    NoCheckpoint,
    /// No line begins the last era of the data.
    EraWithoutCheckpoint { era: u64, reason: EraReason },
}

impl fmt::Display for SequenceError {
    /// Which line it is, what is wrong with it there, and what that means, in the sentence of `verify` and of
    /// opening.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gone = "lines at its end are gone, or an old copy was put in its place; bring back the newest file of checkpoints";
        match *self {
            SequenceError::BehindStart { started, counted } => write!(
                f,
                "the room started with record {started}, and the last checkpoint counts {counted}, not the {} before it: {gone}",
                started - 1
            ),
            SequenceError::TooFarBehind { after, counted } => write!(
                f,
                "{after} records come after the last checkpoint, which counts {counted}, and a room leaves one at least every {MAX_CHECKPOINT_GAP}: {gone}"
            ),
            SequenceError::WrongEra { line, era } => {
                write!(f, "the checkpoint in line {line} is of era {era}, which did not begin before it")
            }
            SequenceError::CountFell { line, count, before } => {
                write!(f, "the checkpoint in line {line} counts {count}, after one that counts {before}")
            }
            SequenceError::Doubled { line, count } => write!(
                f,
                "the checkpoint in line {line} counts {count}, as the one before it does, and a room leaves only one: the line was doubled"
            ),
            SequenceError::Gap { line, count, before } => write!(
                f,
                "the checkpoint in line {line} counts {count}, after one that counts {before}, and a room leaves one at least every {MAX_CHECKPOINT_GAP} records: lines between them are gone"
            ),
            SequenceError::NoEraStart { line } => {
                write!(f, "the checkpoint in line {line} begins no era: those before it are gone")
            }
            SequenceError::NoRecordsInFormatOne { line } => write!(
                f,
                "the checkpoint in line {line} is one of format 1, in which the room has no records"
            ),
            SequenceError::UnknownEra { line, era } => write!(
                f,
                "the checkpoint in line {line} begins era {era}, of which the data knows nothing: the data is a copy from before that, or a restore was cut short"
            ),
            SequenceError::OtherEra { line, era } => write!(
                f,
                "era {era} of the data differs from the one that the checkpoint in line {line} begins"
            ),
            SequenceError::DoesNotFollow { line, era } => write!(
                f,
                "the checkpoint in line {line} begins era {era}, which does not go on from the line before it: lines are missing or were added"
            ),
            SequenceError::NoCheckpoint => {
                f.write_str("there is no checkpoint: it cannot be known whether the end was cut")
            }
            SequenceError::EraWithoutCheckpoint { era, reason } => {
                write!(f, "no checkpoint begins era {era} of the data ({reason})")
            }
        }
    }
}

impl Error for SequenceError {}

impl From<SequenceError> for StoreError {
    /// Corrupt: no room leaves such a file beside its data.
    fn from(error: SequenceError) -> StoreError {
        StoreError::corrupt(error)
    }
}

/// Why a file of checkpoints cannot be used.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum CheckpointFileError {
    /// It has no lines that could be checkpoints.
    NotCheckpoints { path: PathBuf },
    /// A room with another data folder writes into it.
    InUse { path: PathBuf },
    /// Its last line is not a checkpoint of this room.
    LastLine { path: PathBuf, source: CheckpointError },
    /// One of its lines is not.
    Line { number: u64, source: CheckpointError },
}

impl fmt::Display for CheckpointFileError {
    /// What is wrong with the file of checkpoints and what the operator can do, with its path.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFileError::NotCheckpoints { path } => {
                write!(f, "{} is not a file of checkpoints: bring back the room's own", path.display())
            }
            CheckpointFileError::InUse { path } => write!(
                f,
                "a room is running on another data folder with the checkpoints at {}: stop it first, or name the keys of another room with --keys",
                path.display()
            ),
            CheckpointFileError::LastLine { path, source } => write!(
                f,
                "the last checkpoint at {} is not good: {source}; bring the room's own file back, or move this one elsewhere and put a backup in the place of the data with `cardroom restore --replace`",
                path.display()
            ),
            CheckpointFileError::Line { number, source } => {
                write!(f, "checkpoint in line {number}: {source}")
            }
        }
    }
}

impl Error for CheckpointFileError {
    /// What is wrong with the line, where it is a line; `None` for a file that is something else or in use.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CheckpointFileError::LastLine { source, .. } | CheckpointFileError::Line { source, .. } => {
                Some(source)
            }
            CheckpointFileError::NotCheckpoints { .. } | CheckpointFileError::InUse { .. } => None,
        }
    }
}

impl From<CheckpointFileError> for StoreError {
    /// Decides what the room is given: unusable for a file that another room uses, corrupt for one that no room
    /// wrote.
    fn from(error: CheckpointFileError) -> StoreError {
        match &error {
            CheckpointFileError::InUse { .. } => StoreError::unusable(error),
            CheckpointFileError::NotCheckpoints { .. }
            | CheckpointFileError::LastLine { .. }
            | CheckpointFileError::Line { .. } => StoreError::corrupt(error),
        }
    }
}
