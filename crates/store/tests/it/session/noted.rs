//! A store that notes what it said to be safe, and when.

use std::sync::{Arc, Mutex};

use chips::book::{Account, Unit};
use room::port::{Appended, Batch, Done, Fault, Key, Line, PersonRow, Store, Stored, Stream};
use seating::Person;

use crate::disk::Disk;

/// So many records were said to be safe after so many operations of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safe {
    pub operations: u64,
    pub count: u64,
}

/// The store behind it, and what it said.
pub struct Noted {
    inner: Arc<dyn Store>,
    disk: Option<Disk>,
    safe: Arc<Mutex<Vec<Safe>>>,
}

fn operations(disk: &Option<Disk>) -> u64 {
    disk.as_ref().map_or(0, Disk::operations)
}

impl Noted {
    pub fn new(inner: Arc<dyn Store>, disk: Option<Disk>) -> Noted {
        Noted { inner, disk, safe: Arc::default() }
    }

    /// How many operations the disk has done.
    pub fn operations(&self) -> u64 {
        operations(&self.disk)
    }

    /// How many records are known to be safe.
    pub fn safe(&self) -> u64 {
        self.noted().last().map_or(0, |safe| safe.count)
    }

    /// All that was noted, in order.
    pub fn noted(&self) -> Vec<Safe> {
        self.safe.lock().expect("not poisoned").clone()
    }
}

impl Store for Noted {
    fn append(&self, batch: Batch, done: Done) {
        let size: u64 = batch.parts.iter().map(|part| part.records.len() as u64).sum();
        let (disk, safe) = (self.disk.clone(), Arc::clone(&self.safe));
        let note = move |outcome: Result<Appended, Fault>| {
            if let (Ok(Appended::Done { first }), true) = (&outcome, size > 0) {
                let operations = operations(&disk);
                let mut safe = safe.lock().expect("not poisoned");
                safe.push(Safe { operations, count: first + size - 1 });
            }
            done(outcome);
        };
        self.inner.append(batch, Box::new(note));
    }

    fn count(&self, stream: Stream) -> Result<u64, Fault> {
        self.inner.count(stream)
    }

    fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Stored>, Fault> {
        self.inner.read(stream, after, most)
    }

    fn read_from_start(&self, stream: Stream) -> Result<Vec<Stored>, Fault> {
        self.inner.read_from_start(stream)
    }

    fn by_key(&self, stream: Stream, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.inner.by_key(stream, person, key)
    }

    fn streams(&self) -> Result<Vec<Stream>, Fault> {
        self.inner.streams()
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, Fault> {
        self.inner.balance(account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, Fault> {
        self.inner.balances()
    }

    fn statement(&self, account: Account, most: usize) -> Result<Vec<Line>, Fault> {
        self.inner.statement(account, most)
    }

    fn people(&self) -> Result<Vec<PersonRow>, Fault> {
        self.inner.people()
    }
}
