//! A store that forgets: for tests, simulations and rooms that need not last.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chips::book::{Account, Unit};
use room::port::{Appended, Batch, Done, Fault, Key, Line, PersonRow, Store, Stored, Stream};
use seating::Person;

use crate::chain::{self, Facts, Format, Hash, Place};
use crate::judge::{Head, Known, Verdict, judge, taken_out};

/// Everything in memory, judged as every store judges.
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    /// All records in the order of the room, each with its fence and hash.
    records: Vec<chain::Link>,
    /// Where the records of a stream are in it.
    streams: BTreeMap<Stream, Vec<usize>>,
    heads: BTreeMap<Stream, Head>,
    keys: BTreeMap<(Stream, Person, Key), u64>,
    balances: BTreeMap<(Account, Unit), i64>,
    people: BTreeMap<Person, PersonRow>,
    genesis: Hash,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept {
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

impl Known for Kept {
    fn head(&mut self, stream: Stream) -> Result<Head, Fault> {
        Ok(self.heads.get(&stream).copied().unwrap_or(Head::EMPTY))
    }

    fn key(&mut self, stream: Stream, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        Ok(self.keys.get(&(stream, person, key)).copied())
    }

    fn login(&mut self, login: &str) -> Result<Option<Person>, Fault> {
        Ok(self.people.values().find(|row| row.login == login).map(|row| row.person))
    }

    fn balance(&mut self, account: Account, unit: Unit) -> Result<i64, Fault> {
        Ok(self.balances.get(&(account, unit)).copied().unwrap_or(0))
    }
}

impl Kept {
    fn append(&mut self, batch: Batch) -> Result<Appended, Fault> {
        let balances = match judge(&batch, self)? {
            Verdict::Good(balances) => balances,
            Verdict::Refused(answer) => return Ok(answer),
            Verdict::Unfit(fault) => return Err(fault),
        };
        let first = self.records.len() as u64 + 1;
        let taken_out: Vec<Person> = taken_out(&batch).collect();
        for part in batch.parts {
            for record in part.records {
                let mut head = self.head(part.stream)?;
                let sequence = self.records.len() as u64 + 1;
                let number = head.count + 1;
                let place = Place { sequence, stream: part.stream, number, fence: part.fence };
                let facts = Facts::of(&record);
                let hash = chain::hash(Format::Two, &self.genesis, &head.hash, &place, &facts);
                head = Head { count: number, hash, fence: part.fence };
                self.heads.insert(part.stream, head);
                if let Some(key) = record.key {
                    self.keys.insert((part.stream, record.by.person, key), number);
                }
                self.streams.entry(part.stream).or_default().push(self.records.len());
                let stored = Stored {
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
                self.records.push(chain::Link { record: stored, fence: part.fence, hash });
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

    fn of_stream(&self, stream: Stream) -> impl DoubleEndedIterator<Item = &Stored> {
        let places = self.streams.get(&stream).into_iter().flatten();
        places.map(|place| &self.records[*place].record)
    }
}

impl Memory {
    /// A store in which nothing was written.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Every record in the order of the room, as it lies in the chain.
    pub fn links(&self) -> Vec<chain::Link> {
        self.kept().records.clone()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // A batch is judged before it is written, and writing it cannot fail half way.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn append(&self, batch: Batch, done: Done) {
        let outcome = self.kept().append(batch);
        done(outcome);
    }

    fn count(&self, stream: Stream) -> Result<u64, Fault> {
        Ok(self.kept().head(stream)?.count)
    }

    fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Stored>, Fault> {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(self.kept().of_stream(stream).skip(after).take(most).cloned().collect())
    }

    fn read_from_start(&self, stream: Stream) -> Result<Vec<Stored>, Fault> {
        let kept = self.kept();
        let start =
            kept.of_stream(stream).rev().find(|record| record.start).map_or(0, |record| record.number);
        Ok(kept.of_stream(stream).filter(|record| record.number >= start).cloned().collect())
    }

    fn start_of(&self, stream: Stream, record: u64) -> Result<Option<u64>, Fault> {
        let kept = self.kept();
        let places = kept.streams.get(&stream).map_or(&[][..], Vec::as_slice);
        let up_to = places.len().min(usize::try_from(record).unwrap_or(usize::MAX));
        let mut back = places[..up_to].iter().rev().map(|place| &kept.records[*place].record);
        Ok(back.find(|stored| stored.start).map(|stored| stored.number))
    }

    fn by_key(&self, stream: Stream, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.kept().key(stream, person, key)
    }

    fn streams(&self) -> Result<Vec<Stream>, Fault> {
        Ok(self.kept().heads.keys().copied().collect())
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, Fault> {
        Known::balance(&mut *self.kept(), account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, Fault> {
        let kept = self.kept();
        Ok(kept.balances.iter().map(|((account, unit), balance)| (*account, *unit, *balance)).collect())
    }

    fn statement(&self, account: Account, most: usize) -> Result<Vec<Line>, Fault> {
        let kept = self.kept();
        let lines = kept.records.iter().rev().flat_map(|link| {
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
                Some(Line {
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

    fn people(&self) -> Result<Vec<PersonRow>, Fault> {
        Ok(self.kept().people.values().cloned().collect())
    }
}
