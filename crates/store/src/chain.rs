//! How records are bound: the hash of each covers all of it, the record before it in its stream, and the
//! room's identity. Records of earlier builds cover the record before them in the room instead.
//! `docs/formats/records.md` gives the bytes.

use std::collections::BTreeMap;

use chips::book::Posting;
use room::port::{NewRecord, RequestKey, StoredRecord, StreamId, Wall};
use seating::{Actor, Role};

use crate::bytes::CanonicalBytes;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The hash that stands for the record before the first one of a stream.
pub const ZERO_HASH: Hash = [0; 32];

/// How records are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainFormat {
    /// As earlier builds did: to the record before it in the room, and to the one before it in its stream.
    One,
    /// To the room's identity, and to the record before it in its stream.
    Two,
}

impl ChainFormat {
    /// The number that stands for the format in the table `eras` and in checkpoints; never changed once released.
    pub const fn number(self) -> u64 {
        match self {
            ChainFormat::One => 1,
            ChainFormat::Two => 2,
        }
    }

    /// The format with this stored number, the reverse of `number`; `None` for one that this program does not
    /// know, whose records it must not judge.
    pub fn from_number(number: u64) -> Option<ChainFormat> {
        [ChainFormat::One, ChainFormat::Two].into_iter().find(|format| format.number() == number)
    }

    /// The kind that begins the hashed bytes of a record in this format; every stored hash depends on the exact text.
    const fn title(self) -> &'static str {
        match self {
            ChainFormat::One => "cardroom record 1",
            ChainFormat::Two => "cardroom record 2",
        }
    }
}

/// A record with its links in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct ChainedRecord {
    /// The record.
    pub record: StoredRecord,
    /// The fencing number of its writer.
    pub fence: u64,
    /// Its hash as stored.
    pub hash: Hash,
}

impl ChainedRecord {
    /// The hash that the record must have after the one before it in its stream: readers compare it with the stored
    /// [`hash`](Self::hash). `before` is what else the format binds it to: in format 1 the hash of the record before
    /// it in the room, or [`genesis`] for the first; in format 2 [`genesis`] for every record.
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

/// The position of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainPosition {
    pub(crate) sequence: u64,
    pub(crate) stream: StreamId,
    pub(crate) number: u64,
    pub(crate) fence: u64,
}

/// The content of a record.
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
    /// The hashed content of a record that is about to be written. It must be the same as what
    /// [`ChainedRecord::hash_after`] takes from the record when it is read back.
    pub(crate) fn from_new(record: &'a NewRecord) -> RecordFields<'a> {
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

/// The hash of a record, for those that write it and those that check it; `before` and `in_stream` as in
/// [`ChainedRecord::hash_after`]. Order and form of the fields are fixed by `docs/formats/records.md` for each
/// format.
pub(crate) fn hash(
    format: ChainFormat,
    before: &Hash,
    in_stream: &Hash,
    position: &ChainPosition,
    fields: &RecordFields<'_>,
) -> Hash {
    let mut bytes = CanonicalBytes::start(format.title())
        .fixed(before)
        .fixed(in_stream)
        .number(position.sequence)
        .text(&position.stream.to_string())
        .number(position.number)
        .number(position.fence)
        .number(fields.at.0)
        .number(fields.by.person.0)
        .text(role_word(fields.by.role))
        .number(u64::from(fields.by.device))
        .length_prefixed(fields.key.as_ref().map_or(&[], |key| &key.0))
        .text(fields.kind)
        .number(u64::from(fields.start))
        .text(fields.body)
        .number(fields.postings.len() as u64);
    for posting in fields.postings {
        bytes = bytes
            .text(&posting.from().to_string())
            .text(&posting.to().to_string())
            .text(&posting.unit().to_string())
            .number(posting.amount().get());
    }
    bytes.hash()
}

/// The hash over the room's identity, all rows of `meta` in the order of their names. It stands before the first
/// record of the room; in format 2 every record is bound to it, so no row of `meta` may change after the first start.
pub fn genesis(meta: &BTreeMap<String, String>) -> Hash {
    let mut bytes = CanonicalBytes::start("cardroom room 1").number(meta.len() as u64);
    for (name, value) in meta {
        bytes = bytes.text(name).text(value);
    }
    bytes.hash()
}

/// The word for a role that is stored in the column `role` and hashed with the record; a released word never changes.
pub(crate) const fn role_word(role: Role) -> &'static str {
    role.word()
}

/// The role for a word of the column `role`; `None` for one that no build has written.
pub(crate) fn parse_role(word: &str) -> Option<Role> {
    Role::from_word(word)
}
