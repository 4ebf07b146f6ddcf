//! A store that forgets everything: for tests, simulations and rooms that need not last.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chips::book::{Account, Unit};
use room::port::{
    AccountMovement, AppendCallback, Appended, Batch, PersonRow, RequestKey, Store, StoreError, StoredRecord,
    StreamId,
};
use seating::Person;

use crate::chain::{self, ChainFormat, ChainPosition, Hash, RecordFields};
use crate::judge::{Head, StoreLookup, Verdict, erased_people, judge};

/// Keeps everything in memory, and judges batches as every store does.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<MemoryState>,
}

#[derive(Debug)]
struct MemoryState {
    /// All records in the order of the room, each with its fence and hash.
    records: Vec<chain::ChainedRecord>,
    /// The index in `records` of each stream's records.
    streams: BTreeMap<StreamId, Vec<usize>>,
    heads: BTreeMap<StreamId, Head>,
    keys: BTreeMap<(StreamId, Person, RequestKey), u64>,
    balances: BTreeMap<(Account, Unit), i64>,
    people: BTreeMap<Person, PersonRow>,
    genesis: Hash,
}

impl Default for MemoryState {
    /// The state of a room without records, bound to the genesis hash of an empty identity.
    fn default() -> MemoryState {
        MemoryState {
            records: Vec::new(),
            streams: BTreeMap::new(),
            heads: BTreeMap::new(),
            keys: BTreeMap::new(),
            balances: BTreeMap::new(),
            people: BTreeMap::new(),
            genesis: chain::genesis(&BTreeMap::new()),
        }
    }
}

impl StoreLookup for MemoryState {
    /// The end of a stream; [`Head::EMPTY`] for one without records. Memory never fails.
    fn head(&mut self, stream: StreamId) -> Result<Head, StoreError> {
        Ok(self.heads.get(&stream).copied().unwrap_or(Head::EMPTY))
    }

    /// The number in the stream of the record that a person's key led to; `None` for a free key.
    fn key(&mut self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        Ok(self.keys.get(&(stream, person, key)).copied())
    }

    /// The person whose row has this sign-in name, compared as stored; `None` if it is free.
    fn login(&mut self, login: &str) -> Result<Option<Person>, StoreError> {
        Ok(self.people.values().find(|row| row.login == login).map(|row| row.person))
    }

    /// What an account holds, in chips or cents; 0 for one that is not listed, since zero balances are removed.
    fn balance(&mut self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        Ok(self.balances.get(&(account, unit)).copied().unwrap_or(0))
    }
}

impl MemoryState {
    /// Judges a batch and, if it is accepted, writes all of it; otherwise nothing changes. It has to leave the same
    /// records and hashes as the writer of SQLite does.
    fn append(&mut self, batch: Batch) -> Result<Appended, StoreError> {
        let balances = match judge(&batch, self)? {
            Verdict::Accepted(balances) => balances,
            Verdict::Refused(answer) => return Ok(answer),
            Verdict::Invalid(error) => return Err(error.into()),
        };
        let first = self.records.len() as u64 + 1;
        let taken_out: Vec<Person> = erased_people(&batch).collect();
        for part in batch.parts {
            for record in part.records {
                let mut head = self.head(part.stream)?;
                let sequence = self.records.len() as u64 + 1;
                let number = head.count + 1;
                let position = ChainPosition { sequence, stream: part.stream, number, fence: part.fence };
                let fields = RecordFields::from_new(&record);
                let hash = chain::hash(ChainFormat::Two, &self.genesis, &head.hash, &position, &fields);
                head = Head { count: number, hash, fence: part.fence };
                self.heads.insert(part.stream, head);
                if let Some(key) = record.key {
                    self.keys.insert((part.stream, record.by.person, key), number);
                }
                self.streams.entry(part.stream).or_default().push(self.records.len());
                let stored = StoredRecord {
                    sequence,
                    stream: part.stream,
                    number,
                    at: record.at,
                    by: record.by,
                    key: record.key,
                    kind: record.kind.to_owned(),
                    start: record.start,
                    body: record.body,
                    postings: record.postings,
                };
                self.records.push(chain::ChainedRecord { record: stored, fence: part.fence, hash });
            }
        }
        for (account, unit, balance) in balances {
            if balance == 0 {
                self.balances.remove(&(account, unit));
            } else {
                self.balances.insert((account, unit), balance);
            }
        }
        for row in batch.people {
            self.people.insert(row.person, row);
        }
        for person in taken_out {
            self.people.remove(&person);
        }
        Ok(Appended::Done { first })
    }

    /// The records of a stream in their order, from number 1.
    fn records_of(&self, stream: StreamId) -> impl DoubleEndedIterator<Item = &StoredRecord> {
        let places = self.streams.get(&stream).into_iter().flatten();
        places.map(|place| &self.records[*place].record)
    }
}

impl MemoryStore {
    /// A store without records, for a room of its own: two of them share nothing.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Every record in the order of the room with its fence and hash, for tests and audits that read a room as
    /// `verify` does; [`crate::Records`] is the same for files.
    pub fn links(&self) -> Vec<chain::ChainedRecord> {
        self.lock().records.clone()
    }

    /// Locks the state. A poisoned lock is fine too: a batch is judged before it is written, and writing cannot fail
    /// half way.
    fn lock(&self) -> MutexGuard<'_, MemoryState> {
        // Even a poisoned lock is fine: a batch is judged before it is written, and writing it cannot fail
        // half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    /// Judges and writes the batch at once; `done` is called on the caller's thread before this returns, with no lock
    /// held.
    fn append(&self, batch: Batch, done: AppendCallback) {
        let outcome = self.lock().append(batch);
        done(outcome);
    }

    /// How many records a stream has, which is also the number of its last.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        Ok(self.lock().head(stream)?.count)
    }

    /// Up to `most` records of a stream after number `after`, in order; nothing is checked against the chain here.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(self.lock().records_of(stream).skip(after).take(most).cloned().collect())
    }

    /// The records of a stream from its last start on, or all of them if there is none.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        let state = self.lock();
        let start =
            state.records_of(stream).rev().find(|record| record.start).map_or(0, |record| record.number);
        Ok(state.records_of(stream).filter(|record| record.number >= start).cloned().collect())
    }

    /// The number of the stream's last start at or before `record`, found by going back from there; `None` if there
    /// is none.
    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        let state = self.lock();
        let places = state.streams.get(&stream).map_or(&[][..], Vec::as_slice);
        let up_to = places.len().min(usize::try_from(record).unwrap_or(usize::MAX));
        let mut back = places[..up_to].iter().rev().map(|place| &state.records[*place].record);
        Ok(back.find(|stored| stored.start).map(|stored| stored.number))
    }

    /// The number in the stream of the record that a person's key led to; `None` for a free key.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.lock().key(stream, person, key)
    }

    /// The streams that have records, in the order of `StreamId`.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        Ok(self.lock().heads.keys().copied().collect())
    }

    /// What an account holds, in chips or cents; negative if it owes, 0 if nothing was posted to it.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        StoreLookup::balance(&mut *self.lock(), account, unit)
    }

    /// Every account that holds or owes something, in order; none with 0.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        let state = self.lock();
        Ok(state.balances.iter().map(|((account, unit), balance)| (*account, *unit, *balance)).collect())
    }

    /// Up to `most` movements on an account, newest first, found by going back through all records.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        let state = self.lock();
        let lines = state.records.iter().rev().flat_map(|link| {
            let record = &link.record;
            record.postings.iter().rev().filter_map(move |posting| {
                let amount = i64::try_from(posting.amount().get()).unwrap_or(i64::MAX);
                let (other, change) = if posting.from() == account {
                    (posting.to(), -amount)
                } else if posting.to() == account {
                    (posting.from(), amount)
                } else {
                    return None;
                };
                let unit = posting.unit();
                let kind = record.kind.clone();
                Some(AccountMovement {
                    sequence: record.sequence,
                    stream: record.stream,
                    number: record.number,
                    at: record.at,
                    kind,
                    other,
                    unit,
                    change,
                })
            })
        });
        Ok(lines.take(most).collect())
    }

    /// Every row of personal data, by person number; erased ones are gone.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        Ok(self.lock().people.values().cloned().collect())
    }
}
