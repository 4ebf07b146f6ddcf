//! How records are bound: each one's hash covers all of it, the record before it in its stream, and what the room is.
//! Records of earlier builds cover the record before them in the room instead. `docs/formats/records.md` gives the bytes.

use std::collections::BTreeMap;

use chips::book::Posting;
use room::port::{NewRecord, RequestKey, StoredRecord, StreamId, Wall};
use seating::{Actor, Role};

use crate::bytes::CanonicalBytes;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// What stands before the first record of a stream.
pub const ZERO_HASH: Hash = [0; 32];

/// How records are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainFormat {
    /// As earlier builds did: to the record before it in the room, and to the one before it in its stream.
    One,
    /// To what the room is, and to the record before it in its stream.
    Two,
}

impl ChainFormat {
    /// Its number in the records.
    pub const fn number(self) -> u64 {
        match self {
            ChainFormat::One => 1,
            ChainFormat::Two => 2,
        }
    }

    /// The format of a number.
    pub fn from_number(number: u64) -> Option<ChainFormat> {
        [ChainFormat::One, ChainFormat::Two].into_iter().find(|format| format.number() == number)
    }

    const fn title(self) -> &'static str {
        match self {
            ChainFormat::One => "cardroom record 1",
            ChainFormat::Two => "cardroom record 2",
        }
    }
}

/// A record as it lies in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainedRecord {
    /// The record.
    pub record: StoredRecord,
    /// The fencing number of whoever wrote it.
    pub fence: u64,
    /// Its hash as it was stored.
    pub hash: Hash,
}

impl ChainedRecord {
    /// The hash that the record must have after the one before it in its stream. `before` is what the format binds it to
    /// besides: in format 1 the record before it in the room, or [`genesis`] where it is the first; in format 2
    /// [`genesis`] for every record.
    pub fn hash_after(&self, format: ChainFormat, before: &Hash, in_stream: &Hash) -> Hash {
        let record = &self.record;
        hash(
            format,
            before,
            in_stream,
            &ChainPosition {
                sequence: record.sequence,
                stream: record.stream,
                number: record.number,
                fence: self.fence,
            },
            &RecordFields {
                at: record.at,
                by: record.by,
                key: record.key,
                kind: &record.kind,
                start: record.start,
                body: &record.body,
                postings: &record.postings,
            },
        )
    }
}

/// Where a record stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainPosition {
    pub(crate) sequence: u64,
    pub(crate) stream: StreamId,
    pub(crate) number: u64,
    pub(crate) fence: u64,
}

/// What a record says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordFields<'a> {
    at: Wall,
    by: Actor,
    key: Option<RequestKey>,
    kind: &'a str,
    start: bool,
    body: &'a str,
    postings: &'a [Posting],
}

impl<'a> RecordFields<'a> {
    pub(crate) fn of(record: &'a NewRecord) -> RecordFields<'a> {
        RecordFields {
            at: record.at,
            by: record.by,
            key: record.key,
            kind: record.kind,
            start: record.start,
            body: &record.body,
            postings: &record.postings,
        }
    }
}

pub(crate) fn hash(
    format: ChainFormat,
    before: &Hash,
    in_stream: &Hash,
    place: &ChainPosition,
    facts: &RecordFields<'_>,
) -> Hash {
    let mut bytes = CanonicalBytes::of(format.title())
        .fixed(before)
        .fixed(in_stream)
        .number(place.sequence)
        .text(&place.stream.to_string())
        .number(place.number)
        .number(place.fence)
        .number(facts.at.0)
        .number(facts.by.person.0)
        .text(role_word(facts.by.role))
        .number(u64::from(facts.by.device))
        .length_prefixed(facts.key.as_ref().map_or(&[], |key| &key.0))
        .text(facts.kind)
        .number(u64::from(facts.start))
        .text(facts.body)
        .number(facts.postings.len() as u64);
    for posting in facts.postings {
        bytes = bytes
            .text(&posting.from().to_string())
            .text(&posting.to().to_string())
            .text(&posting.unit().to_string())
            .number(posting.amount().get());
    }
    bytes.hash()
}

/// What stands before the first record of the room: a hash over what the room is. In format 2 every record is bound to
/// it.
pub fn genesis(meta: &BTreeMap<String, String>) -> Hash {
    let mut bytes = CanonicalBytes::of("cardroom room 1").number(meta.len() as u64);
    for (name, value) in meta {
        bytes = bytes.text(name).text(value);
    }
    bytes.hash()
}

/// The word of a role in the records.
pub(crate) const fn role_word(role: Role) -> &'static str {
    role.word()
}

/// The role of a word in the records.
pub(crate) fn parse_role(word: &str) -> Option<Role> {
    Role::from_word(word)
}
