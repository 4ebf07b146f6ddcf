//! Whether a batch may be written: the same for every store.
//!
//! A batch is judged before any of it is written, so that no single batch ever has to be undone.

use std::collections::{BTreeMap, BTreeSet};

use chips::book::{Account, AccountBook, Balance, Posting, TransferError, Unit};
use room::port::{Appended, Batch, RequestKey, StoreError, StreamId};
use seating::Person;

use crate::chain::{Hash, ZERO_HASH};
use crate::error::BatchError;

/// Most records in one batch. It bounds how far apart checkpoints can be
/// ([`crate::checkpoint_cursor::MAX_CHECKPOINT_GAP`]).
pub(crate) const MOST_RECORDS: u64 = 4096;

/// The number of records in a batch, over all its parts: held to `MOST_RECORDS`, and counted towards the next
/// checkpoint.
pub(crate) fn records_of(batch: &Batch) -> u64 {
    batch.parts.iter().map(|part| part.records.len() as u64).sum()
}

/// The end of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) count: u64,
    pub(crate) hash: Hash,
    pub(crate) fence: u64,
}

impl Head {
    /// The head of a stream without records.
    pub(crate) const EMPTY: Head = Head { count: 0, hash: ZERO_HASH, fence: 0 };
}

/// What a store knows, including every batch judged good so far.
pub(crate) trait StoreLookup {
    /// The end of a stream; [`Head::EMPTY`] for one without records.
    fn head(&mut self, stream: StreamId) -> Result<Head, StoreError>;
    /// The number in the stream of the record that a person's key led to before; `None` for a key that is still free
    /// there.
    fn key(&mut self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError>;
    /// The person who signs in with this name, compared as stored, which is folded; `None` if it is free.
    fn login(&mut self, login: &str) -> Result<Option<Person>, StoreError>;
    /// What an account holds after every batch judged good so far, written to disk or not: in chips, or in
    /// cents for `Unit::Cents`; negative if it owes, 0 if nothing was ever posted to it.
    fn balance(&mut self, account: Account, unit: Unit) -> Result<i64, StoreError>;
}

/// The verdict on a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is written, and these are the balances after it.
    Accepted(Vec<(Account, Unit, i64)>),
    /// It is not written; this is the answer.
    Refused(Appended),
    /// It breaks the contract of the port; the store goes on without it.
    Invalid(BatchError),
}

/// Decides whether a batch may be written; every store asks here first, so that all answer alike. If several reasons
/// apply, the first of these is given: a broken contract, a key that was used before, a stream that has moved on, a
/// name that is taken, an account that is short or full.
pub(crate) fn judge(batch: &Batch, known: &mut impl StoreLookup) -> Result<Verdict, StoreError> {
    if let Some(error) = find_invalid(batch) {
        return Ok(Verdict::Invalid(error));
    }
    for part in &batch.parts {
        for record in &part.records {
            if let Some(key) = record.key
                && let Some(number) = known.key(part.stream, record.by.person, key)?
            {
                return Ok(Verdict::Refused(Appended::Known { number }));
            }
        }
    }
    for part in &batch.parts {
        let head = known.head(part.stream)?;
        if head.count != part.expected || part.fence < head.fence {
            let stale = Appended::Stale { stream: part.stream, count: head.count };
            return Ok(Verdict::Refused(stale));
        }
    }
    for row in &batch.people {
        if known.login(&row.login)?.is_some_and(|holder| holder != row.person) {
            return Ok(Verdict::Refused(Appended::NameTaken));
        }
    }
    let postings: Vec<Posting> = postings(batch).copied().collect();
    let touched: BTreeSet<(Account, Unit)> = postings
        .iter()
        .flat_map(|posting| [(posting.from(), posting.unit()), (posting.to(), posting.unit())])
        .collect();
    let mut book = AccountBook::new();
    for (account, unit) in &touched {
        book.set(*account, *unit, Balance::new(known.balance(*account, *unit)?));
    }
    match book.post(&postings) {
        Ok(()) => {
            let after = |(account, unit)| (account, unit, book.balance(account, unit).get());
            Ok(Verdict::Accepted(touched.into_iter().map(after).collect()))
        }
        Err(TransferError::Short { account, unit, has, needs }) => {
            Ok(Verdict::Refused(Appended::Short { account, unit, has, needs }))
        }
        Err(TransferError::TooMuch { account, unit }) => {
            Ok(Verdict::Refused(Appended::Full { account, unit }))
        }
        Err(TransferError::NoSuchWay { from, to }) => {
            Ok(Verdict::Invalid(BatchError::NoSuchWay { from, to }))
        }
    }
}

/// All postings of a batch, over all parts. They are judged as one movement: an account must hold enough after all of
/// them, so their order decides nothing.
fn postings(batch: &Batch) -> impl Iterator<Item = &Posting> {
    batch.parts.iter().flat_map(|part| &part.records).flat_map(|record| &record.postings)
}

/// The people whose rows a batch erases: its records of the stream of people state this with a digest of null at the
/// top level of the body (see [`Batch::people`]). Stores delete these rows after writing those of the batch.
pub(crate) fn erased_people(batch: &Batch) -> impl Iterator<Item = Person> {
    let parts = batch.parts.iter().filter(|part| part.stream == StreamId::People);
    parts.flat_map(|part| &part.records).filter_map(|record| {
        // Only few records are worth parsing.
        let may_erase = record.body.contains("\"digest\":null");
        let body =
            may_erase.then(|| serde_json::from_str::<serde_json::Value>(&record.body).ok()).flatten()?;
        (body.get("digest")?.is_null()).then(|| body["person"].as_u64().map(Person)).flatten()
    })
}

/// How a batch breaks the contract of `Store::append`, whatever the store holds: a mistake of the room, not of a
/// player. `None` if it may be judged further.
fn find_invalid(batch: &Batch) -> Option<BatchError> {
    let mut streams = BTreeSet::new();
    let mut keys = BTreeSet::new();
    let records = records_of(batch);
    if records > MOST_RECORDS {
        return Some(BatchError::TooManyRecords { records });
    }
    for part in &batch.parts {
        if !streams.insert(part.stream) {
            return Some(BatchError::TwoParts { stream: part.stream });
        }
        for record in &part.records {
            if let Some(key) = record.key
                && !keys.insert((part.stream, record.by.person, key))
            {
                return Some(BatchError::KeyTwice { stream: part.stream });
            }
        }
    }
    let mut people = BTreeMap::new();
    let mut logins = BTreeSet::new();
    for row in &batch.people {
        if people.insert(row.person, row).is_some() || !logins.insert(&row.login) {
            return Some(BatchError::TwoRows { person: row.person.0 });
        }
        let digest = row.digest();
        let mut parts = batch.parts.iter().filter(|part| part.stream == StreamId::People);
        if !parts.any(|part| part.records.iter().any(|record| record.body.contains(&digest))) {
            return Some(BatchError::NoDigest { person: row.person.0 });
        }
    }
    None
}
