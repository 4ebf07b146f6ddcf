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
    /// The store behind it, which does everything that is not overridden.
    fn behind(&self) -> &dyn Store;

    /// As [`Store::append`].
    fn append(&self, batch: Batch, done: AppendCallback) {
        self.behind().append(batch, done);
    }

    /// As [`Store::condition`].
    fn condition(&self) -> StoreCondition {
        self.behind().condition()
    }

    /// As [`Store::restored`].
    fn restored(&self) -> Option<RestoredBackup> {
        self.behind().restored()
    }

    /// As [`Store::read_from_start`].
    ///
    /// # Errors
    /// As there.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        self.behind().read_from_start(stream)
    }

    /// As [`Store::read`].
    ///
    /// # Errors
    /// As there.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        self.behind().read(stream, after, most)
    }

    /// As [`Store::people`].
    ///
    /// # Errors
    /// As there.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        self.behind().people()
    }
}

impl<T: PassThrough> Store for T {
    /// By the store itself, or the one behind.
    fn append(&self, batch: Batch, done: AppendCallback) {
        PassThrough::append(self, batch, done);
    }

    /// By the store itself, or the one behind.
    fn condition(&self) -> StoreCondition {
        PassThrough::condition(self)
    }

    /// By the store itself, or the one behind.
    fn restored(&self) -> Option<RestoredBackup> {
        PassThrough::restored(self)
    }

    /// By the store itself, or the one behind.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        PassThrough::read_from_start(self, stream)
    }

    /// By the store itself, or the one behind.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        PassThrough::people(self)
    }

    /// Always by the store behind.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.behind().count(stream)
    }

    /// By the store itself, or the one behind.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        PassThrough::read(self, stream, after, most)
    }

    /// Always by the store behind.
    fn nth_start(&self, stream: StreamId, place: u64) -> Result<Option<u64>, StoreError> {
        self.behind().nth_start(stream, place)
    }

    /// Always by the store behind.
    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        self.behind().start_of(stream, record)
    }

    /// Always by the store behind.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.behind().by_key(stream, person, key)
    }

    /// Always by the store behind.
    fn newest_of(
        &self,
        kinds: &[&str],
        before: u64,
        most: usize,
    ) -> Result<(Vec<StoredRecord>, Option<u64>), StoreError> {
        self.behind().newest_of(kinds, before, most)
    }

    /// Always by the store behind.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        self.behind().streams()
    }

    /// Always by the store behind.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.behind().balance(account, unit)
    }

    /// Always by the store behind.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        self.behind().balances()
    }

    /// Always by the store behind.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        self.behind().movements(account, most)
    }

    /// Always by the store behind.
    fn movements_before(
        &self,
        account: Account,
        before: u64,
        most: usize,
    ) -> Result<Vec<AccountMovement>, StoreError> {
        self.behind().movements_before(account, before, most)
    }
}
