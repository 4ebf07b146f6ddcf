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
    /// A store that crashes at the given append, counted from 1 over all streams; or, with `None`, never, to count
    /// them first.
    pub fn new(inner: Arc<S>, crash: Option<(u64, CrashPoint)>) -> CrashingStore<S> {
        CrashingStore { inner, crash, appends: AtomicU64::new(0), crashed: Arc::default() }
    }

    /// How many batches were given to it so far, with those that the crash swallowed: what a test goes through to
    /// crash at each.
    pub fn appends(&self) -> u64 {
        self.appends.load(Ordering::SeqCst)
    }

    /// Whether the crash has come: no outcome is reported and nothing can be read any more, until a test opens
    /// another store on the one behind.
    pub fn has_crashed(&self) -> bool {
        self.crashed.load(Ordering::SeqCst)
    }

    /// The store behind it for reading; an error once the crash has come, since the process of that room counts as
    /// dead.
    fn live_store(&self) -> Result<&S, StoreError> {
        if self.has_crashed() {
            Err(StoreError::unavailable("the room has crashed"))
        } else {
            Ok(&self.inner)
        }
    }
}

impl<S: Store> Store for CrashingStore<S> {
    /// Passes the batch on until the crash. From then on `done` is never called, not even for a batch still under
    /// way: the room that waits for it counts as dead.
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

    /// The backup that the present era began with, as the store behind has it; also after the crash, since it is not
    /// read from disk.
    fn restored(&self) -> Option<RestoredBackup> {
        self.inner.restored()
    }

    /// How many records a stream has, until the crash.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.live_store()?.count(stream)
    }

    /// Records of a stream after a number, until the crash.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        self.live_store()?.read(stream, after, most)
    }

    /// The records of a stream from its last start, until the crash.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        self.live_store()?.read_from_start(stream)
    }

    /// The number of the record that a person's key led to, until the crash.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.live_store()?.by_key(stream, person, key)
    }

    /// The streams that have records, until the crash.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        self.live_store()?.streams()
    }

    /// What an account holds, in chips or cents, until the crash.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.live_store()?.balance(account, unit)
    }

    /// Every account that holds or owes something, until the crash.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        self.live_store()?.balances()
    }

    /// The newest movements on an account, newest first, until the crash.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        self.live_store()?.movements(account, most)
    }

    /// Every row of personal data, until the crash.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        self.live_store()?.people()
    }
}
