//! A store that counts what is requested of it: work that does not depend on how fast the machine is.

use std::sync::{Arc, Mutex};

use chips::book::{Account, Unit};
use room::port::{
    AccountMovement, AppendCallback, Batch, PersonRow, RequestKey, Store, StoreError, StoredRecord, StreamId,
};

/// What a store has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Records and rows that were written.
    pub written: usize,
    /// The bytes of their bodies.
    pub bytes: usize,
    /// Records, rows and lines that were read.
    pub read: usize,
    /// How many of them are records of tables.
    pub of_tables: usize,
}

impl Work {
    /// The work done since an earlier count.
    pub fn since(self, before: Work) -> Work {
        Work {
            written: self.written - before.written,
            bytes: self.bytes - before.bytes,
            read: self.read - before.read,
            of_tables: self.of_tables - before.of_tables,
        }
    }
}

/// A store with a count of its work so far.
pub struct Counting {
    store: Arc<dyn Store>,
    work: Mutex<Work>,
}

impl Counting {
    pub fn over(store: Arc<dyn Store>) -> Arc<Counting> {
        Arc::new(Counting { store, work: Mutex::default() })
    }

    pub fn work(&self) -> Work {
        *self.work.lock().expect("no panic")
    }

    fn reads<T>(&self, found: Vec<T>) -> Vec<T> {
        self.work.lock().expect("no panic").read += found.len();
        found
    }

    fn records(&self, stream: StreamId, found: Vec<StoredRecord>) -> Vec<StoredRecord> {
        if let StreamId::Table(_) = stream {
            self.work.lock().expect("no panic").of_tables += found.len();
        }
        self.reads(found)
    }
}

impl Store for Counting {
    fn append(&self, batch: Batch, done: AppendCallback) {
        {
            let mut work = self.work.lock().expect("no panic");
            let records = batch.parts.iter().flat_map(|part| &part.records);
            let (count, bytes) = records.fold((0, 0), |(count, bytes), record| {
                (count + 1 + record.postings.len(), bytes + record.body.len())
            });
            work.written += count + batch.people.len();
            work.bytes += bytes;
        }
        self.store.append(batch, done);
    }

    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.store.count(stream)
    }

    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        Ok(self.records(stream, self.store.read(stream, after, most)?))
    }

    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        Ok(self.records(stream, self.store.read_from_start(stream)?))
    }

    fn nth_start(&self, stream: StreamId, place: u64) -> Result<Option<u64>, StoreError> {
        self.reads(vec![()]);
        self.store.nth_start(stream, place)
    }

    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        self.reads(vec![()]);
        self.store.start_of(stream, record)
    }

    fn by_key(
        &self,
        stream: StreamId,
        person: seating::Person,
        key: RequestKey,
    ) -> Result<Option<u64>, StoreError> {
        self.reads(vec![()]);
        self.store.by_key(stream, person, key)
    }

    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        Ok(self.reads(self.store.streams()?))
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.reads(vec![()]);
        self.store.balance(account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        Ok(self.reads(self.store.balances()?))
    }

    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        Ok(self.reads(self.store.movements(account, most)?))
    }

    fn movements_before(
        &self,
        account: Account,
        before: u64,
        most: usize,
    ) -> Result<Vec<AccountMovement>, StoreError> {
        Ok(self.reads(self.store.movements_before(account, before, most)?))
    }

    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        Ok(self.reads(self.store.people()?))
    }
}
