//! How records are bound: each one's hash covers all of it, the record before it in its stream, and what the room is.
//! Records of earlier builds cover the record before them in the room instead. `docs/formats/records.md` gives the bytes.

use std::collections::BTreeMap;

use chips::book::Posting;
use room::port::{Key, Record, Stored, Stream, Wall};
use seating::{By, Role};

use crate::bytes::Bytes;

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// What stands before the first record of a stream.
pub const NOTHING: Hash = [0; 32];

/// How records are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As earlier builds did: to the record before it in the room, and to the one before it in its stream.
    One,
    /// To what the room is, and to the record before it in its stream.
    Two,
}

impl Format {
    /// Its number in the records.
    pub const fn number(self) -> u64 {
        match self {
            Format::One => 1,
            Format::Two => 2,
        }
    }

    /// The format of a number.
    pub fn numbered(number: u64) -> Option<Format> {
        [Format::One, Format::Two].into_iter().find(|format| format.number() == number)
    }

    const fn title(self) -> &'static str {
        match self {
            Format::One => "cardroom record 1",
            Format::Two => "cardroom record 2",
        }
    }
}

/// A record as it lies in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The record.
    pub record: Stored,
    /// The fencing number of whoever wrote it.
    pub fence: u64,
    /// Its hash as it was stored.
    pub hash: Hash,
}

impl Link {
    /// The hash that the record must have after the one before it in its stream. `before` is what the format binds it to
    /// besides: in format 1 the record before it in the room, or [`genesis`] where it is the first; in format 2
    /// [`genesis`] for every record.
    pub fn hash_after(&self, format: Format, before: &Hash, in_stream: &Hash) -> Hash {
        let record = &self.record;
        hash(
            format,
            before,
            in_stream,
            &Place {
                sequence: record.sequence,
                stream: record.stream,
                number: record.number,
                fence: self.fence,
            },
            &Facts {
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
pub(crate) struct Place {
    pub(crate) sequence: u64,
    pub(crate) stream: Stream,
    pub(crate) number: u64,
    pub(crate) fence: u64,
}

/// What a record says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    at: Wall,
    by: By,
    key: Option<Key>,
    kind: &'a str,
    start: bool,
    body: &'a str,
    postings: &'a [Posting],
}

impl<'a> Facts<'a> {
    pub(crate) fn of(record: &'a Record) -> Facts<'a> {
        Facts {
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
    format: Format,
    before: &Hash,
    in_stream: &Hash,
    place: &Place,
    facts: &Facts<'_>,
) -> Hash {
    let mut bytes = Bytes::of(format.title())
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
        .long(facts.key.as_ref().map_or(&[], |key| &key.0))
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
    let mut bytes = Bytes::of("cardroom room 1").number(meta.len() as u64);
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
pub(crate) fn role_of(word: &str) -> Option<Role> {
    Role::named(word)
}
