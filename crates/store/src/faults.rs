//! A store that crashes where a test asks it to, for testing a whole room.
//!
//! It crashes only between batches; crashes within a batch, down to single disk flushes, are covered by this
//! crate's tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chips::book::{Account, Unit};
use room::port::{
    AccountMovement, AppendCallback, Batch, PersonRow, RequestKey, RestoredBackup, Store, StoreError,
    StoredRecord, StreamId,
};
use seating::Person;

/// The moment of an append at which the crash comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashPoint {
    /// Nothing of the batch is written, and no outcome is reported.
    Before,
    /// The batch is committed, and no outcome is reported.
    After,
}

/// A store that takes appends until it crashes: from then on it reports no outcome and nothing can be read.
///
/// The store behind it lives on, for the room that starts again.
#[derive(Debug)]
pub struct CrashingStore<S> {
    inner: Arc<S>,
    crash: Option<(u64, CrashPoint)>,
    appends: AtomicU64,
    crashed: Arc<AtomicBool>,
}

impl<S> CrashingStore<S> {
    /// A store that crashes at the given append, counted from 1; or never, to count them.
    pub fn new(inner: Arc<S>, crash: Option<(u64, CrashPoint)>) -> CrashingStore<S> {
        CrashingStore { inner, crash, appends: AtomicU64::new(0), crashed: Arc::default() }
    }

    /// How many batches were appended so far.
    pub fn appends(&self) -> u64 {
        self.appends.load(Ordering::SeqCst)
    }

    /// Whether the crash has come.
    pub fn has_crashed(&self) -> bool {
        self.crashed.load(Ordering::SeqCst)
    }

    /// The store behind it, unless the crash has come.
    fn live_store(&self) -> Result<&S, StoreError> {
        if self.has_crashed() {
            Err(StoreError::unavailable("the room has crashed"))
        } else {
            Ok(&self.inner)
        }
    }
}

impl<S: Store> Store for CrashingStore<S> {
    fn append(&self, batch: Batch, done: AppendCallback) {
        let number = self.appends.fetch_add(1, Ordering::SeqCst) + 1;
        if self.has_crashed() {
            return;
        }
        match self.crash {
            Some((at, CrashPoint::Before)) if at == number => self.crashed.store(true, Ordering::SeqCst),
            Some((at, CrashPoint::After)) if at == number => {
                self.crashed.store(true, Ordering::SeqCst);
                self.inner.append(batch, Box::new(|_| {}));
            }
            Some(_) | None => {
                let crashed = self.crashed.clone();
                let callback = Box::new(move |outcome| {
                    if !crashed.load(Ordering::SeqCst) {
                        done(outcome);
                    }
                });
                self.inner.append(batch, callback);
            }
        }
    }

    fn restored(&self) -> Option<RestoredBackup> {
        self.inner.restored()
    }

    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.live_store()?.count(stream)
    }

    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        self.live_store()?.read(stream, after, most)
    }

    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        self.live_store()?.read_from_start(stream)
    }

    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.live_store()?.by_key(stream, person, key)
    }

    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        self.live_store()?.streams()
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.live_store()?.balance(account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        self.live_store()?.balances()
    }

    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        self.live_store()?.movements(account, most)
    }

    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        self.live_store()?.people()
    }
}
