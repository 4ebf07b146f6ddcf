//! A store in front of another.

use chips::book::{Account, Unit};
use seating::Person;

use super::{
    AccountMovement, AppendCallback, Batch, PersonRow, RequestKey, RestoredBackup, Store, StoreCondition,
    StoreError, StoredRecord, StreamId,
};

/// A store that does some things itself and passes everything else on to the store behind it.
///
/// Every implementation of this is also a [`Store`].
pub trait PassThrough: Send + Sync {
    /// The store behind this one, which does everything that is not overridden; overriding methods call it to pass on
    /// what they let through.
    fn behind(&self) -> &dyn Store;

    /// Writes a batch and then calls `done`, as [`Store::append`]; passed on unless overridden, such as to delay,
    /// count or fail writes. An override still has to call `done` once.
    fn append(&self, batch: Batch, done: AppendCallback) {
        self.behind().append(batch, done);
    }

    /// Whether the store accepts writes, as [`Store::condition`]; passed on unless overridden.
    fn condition(&self) -> StoreCondition {
        self.behind().condition()
    }

    /// The backup that the present era began with, as [`Store::restored`]; passed on unless overridden.
    fn restored(&self) -> Option<RestoredBackup> {
        self.behind().restored()
    }

    /// The records of a stream from its last start, as [`Store::read_from_start`]; passed on unless overridden.
    ///
    /// # Errors
    /// As there.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        self.behind().read_from_start(stream)
    }

    /// Up to `most` records of a stream after number `after`, as [`Store::read`]; passed on unless overridden.
    ///
    /// # Errors
    /// As there.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        self.behind().read(stream, after, most)
    }

    /// Every row of personal data, as [`Store::people`]; passed on unless overridden.
    ///
    /// # Errors
    /// As there.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        self.behind().people()
    }
}

impl<T: PassThrough> Store for T {
    /// Writes a batch by the method of [`PassThrough`], which may override it.
    fn append(&self, batch: Batch, done: AppendCallback) {
        PassThrough::append(self, batch, done);
    }

    /// Whether writes are accepted, by the method of [`PassThrough`], which may override it.
    fn condition(&self) -> StoreCondition {
        PassThrough::condition(self)
    }

    /// The last restored backup, by the method of [`PassThrough`], which may override it.
    fn restored(&self) -> Option<RestoredBackup> {
        PassThrough::restored(self)
    }

    /// Records from the last start, by the method of [`PassThrough`], which may override it.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        PassThrough::read_from_start(self, stream)
    }

    /// The rows of personal data, by the method of [`PassThrough`], which may override it.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        PassThrough::people(self)
    }

    /// How many records a stream has, always by the store behind.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.behind().count(stream)
    }

    /// Records after a number, by the method of [`PassThrough`], which may override it.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        PassThrough::read(self, stream, after, most)
    }

    /// The number of the start record at a place, from 0, always by the store behind.
    fn nth_start(&self, stream: StreamId, place: u64) -> Result<Option<u64>, StoreError> {
        self.behind().nth_start(stream, place)
    }

    /// The number of the last start at or before a record, always by the store behind.
    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        self.behind().start_of(stream, record)
    }

    /// The number of the record that a person's key led to, always by the store behind.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.behind().by_key(stream, person, key)
    }

    /// The newest records of some kinds, newest first, always by the store behind.
    fn newest_of(
        &self,
        kinds: &[&str],
        before: u64,
        most: usize,
    ) -> Result<(Vec<StoredRecord>, Option<u64>), StoreError> {
        self.behind().newest_of(kinds, before, most)
    }

    /// The streams that have records, always by the store behind.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        self.behind().streams()
    }

    /// What an account holds, negative if it owes, always by the store behind.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.behind().balance(account, unit)
    }

    /// Every account that holds or owes something, always by the store behind.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        self.behind().balances()
    }

    /// The last movements on an account, newest first, always by the store behind.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        self.behind().movements(account, most)
    }

    /// Movements on an account in records with a room-wide number below `before`, newest first, always by the store
    /// behind.
    fn movements_before(
        &self,
        account: Account,
        before: u64,
        most: usize,
    ) -> Result<Vec<AccountMovement>, StoreError> {
        self.behind().movements_before(account, before, most)
    }
}
