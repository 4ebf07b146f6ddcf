//! A record whose row cannot be read as one: it is named, and the others can still be read.

use std::fmt;

use room::port::{StoreError, StreamId};

use crate::chain::Hash;
use crate::error::RecordError;

/// A record that cannot be read, with as much of it as can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableRecord {
    /// Its number in the room; none where no record can be read on.
    pub sequence: Option<u64>,
    /// Its stream.
    pub stream: Option<StreamId>,
    /// Its number in the stream.
    pub number: Option<u64>,
    /// What is stored as its hash.
    pub hash: Option<Hash>,
    /// What is wrong with it.
    pub why: Box<StoreError>,
}

impl fmt::Display for UnreadableRecord {
    /// Names the record as far as it can be read and says what is wrong with it, in the sentence of `verify` and the
    /// log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnreadableRecord { sequence: Some(sequence), stream, number, why, .. } = self else {
            return self.why.fmt(f);
        };
        write!(f, "record {sequence}")?;
        match (stream, number) {
            (Some(stream), Some(number)) => write!(f, " (stream {stream}, number {number})")?,
            (Some(stream), None) => write!(f, " (stream {stream})")?,
            (None, Some(_) | None) => {}
        }
        write!(f, " is damaged: {why}")
    }
}

impl UnreadableRecord {
    /// The fault of a reader that needs every record and so ends at this one; `Records` goes on to the next instead.
    pub(crate) fn into_fault(self) -> StoreError {
        RecordError::Unreadable(self).into()
    }
}
