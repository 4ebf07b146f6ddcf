//! A store that crashes where a test says, to try a whole room on it.
//!
//! It breaks between the batches of a store; what happens inside of one, down to the flushes of a disk, is tried in the
//! tests of this crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chips::book::{Account, Unit};
use room::port::{Batch, Done, Fault, Key, Line, PersonRow, Restored, Store, Stored, Stream};
use seating::Person;

/// At which moment of an append the crash comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Nothing of the batch is written, and nobody is told.
    Before,
    /// The batch is safe, and nobody is told.
    After,
}

/// A store that takes appends until it crashes: from then on no outcome is told and nothing can be read.
///
/// The store behind it lives on, for the room that starts again.
#[derive(Debug)]
pub struct Crashing<S> {
    inner: Arc<S>,
    crash: Option<(u64, Moment)>,
    appends: AtomicU64,
    crashed: Arc<AtomicBool>,
}

impl<S> Crashing<S> {
    /// A store that crashes at an append, counted from 1; or never, to count them.
    pub fn new(inner: Arc<S>, crash: Option<(u64, Moment)>) -> Crashing<S> {
        Crashing { inner, crash, appends: AtomicU64::new(0), crashed: Arc::default() }
    }

    /// How many batches were brought.
    pub fn appends(&self) -> u64 {
        self.appends.load(Ordering::SeqCst)
    }

    /// Whether the crash has come.
    pub fn crashed(&self) -> bool {
        self.crashed.load(Ordering::SeqCst)
    }

    /// The store behind it, unless the crash has come.
    fn alive(&self) -> Result<&S, Fault> {
        if self.crashed() { Err(Fault { what: "the room has crashed".to_owned() }) } else { Ok(&self.inner) }
    }
}

impl<S: Store> Store for Crashing<S> {
    fn append(&self, batch: Batch, done: Done) {
        let number = self.appends.fetch_add(1, Ordering::SeqCst) + 1;
        if self.crashed() {
            return;
        }
        match self.crash {
            Some((at, Moment::Before)) if at == number => self.crashed.store(true, Ordering::SeqCst),
            Some((at, Moment::After)) if at == number => {
                self.crashed.store(true, Ordering::SeqCst);
                self.inner.append(batch, Box::new(|_| {}));
            }
            Some(_) | None => {
                let crashed = self.crashed.clone();
                let tell = Box::new(move |outcome| {
                    if !crashed.load(Ordering::SeqCst) {
                        done(outcome);
                    }
                });
                self.inner.append(batch, tell);
            }
        }
    }

    fn restored(&self) -> Option<Restored> {
        self.inner.restored()
    }

    fn count(&self, stream: Stream) -> Result<u64, Fault> {
        self.alive()?.count(stream)
    }

    fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Stored>, Fault> {
        self.alive()?.read(stream, after, most)
    }

    fn read_from_start(&self, stream: Stream) -> Result<Vec<Stored>, Fault> {
        self.alive()?.read_from_start(stream)
    }

    fn by_key(&self, stream: Stream, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.alive()?.by_key(stream, person, key)
    }

    fn streams(&self) -> Result<Vec<Stream>, Fault> {
        self.alive()?.streams()
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, Fault> {
        self.alive()?.balance(account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, Fault> {
        self.alive()?.balances()
    }

    fn statement(&self, account: Account, most: usize) -> Result<Vec<Line>, Fault> {
        self.alive()?.statement(account, most)
    }

    fn people(&self) -> Result<Vec<PersonRow>, Fault> {
        self.alive()?.people()
    }
}
