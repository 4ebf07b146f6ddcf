//! A store in front of another.

use chips::book::{Account, Unit};
use seating::Person;

use super::{Batch, Condition, Done, Fault, Key, Line, PersonRow, Restored, Store, Stored, Stream};

/// A store that does some things itself, and passes everything else on to the one behind it.
///
/// Whatever implements this is a [`Store`].
pub trait PassThrough: Send + Sync {
    /// The store behind it.
    fn behind(&self) -> &dyn Store;

    /// As [`Store::append`].
    fn append(&self, batch: Batch, done: Done) {
        self.behind().append(batch, done);
    }

    /// As [`Store::condition`].
    fn condition(&self) -> Condition {
        self.behind().condition()
    }

    /// As [`Store::restored`].
    fn restored(&self) -> Option<Restored> {
        self.behind().restored()
    }

    /// As [`Store::read_from_start`].
    ///
    /// # Errors
    /// As there.
    fn read_from_start(&self, stream: Stream) -> Result<Vec<Stored>, Fault> {
        self.behind().read_from_start(stream)
    }

    /// As [`Store::read`].
    ///
    /// # Errors
    /// As there.
    fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Stored>, Fault> {
        self.behind().read(stream, after, most)
    }

    /// As [`Store::people`].
    ///
    /// # Errors
    /// As there.
    fn people(&self) -> Result<Vec<PersonRow>, Fault> {
        self.behind().people()
    }
}

impl<T: PassThrough> Store for T {
    fn append(&self, batch: Batch, done: Done) {
        PassThrough::append(self, batch, done);
    }

    fn condition(&self) -> Condition {
        PassThrough::condition(self)
    }

    fn restored(&self) -> Option<Restored> {
        PassThrough::restored(self)
    }

    fn read_from_start(&self, stream: Stream) -> Result<Vec<Stored>, Fault> {
        PassThrough::read_from_start(self, stream)
    }

    fn people(&self) -> Result<Vec<PersonRow>, Fault> {
        PassThrough::people(self)
    }

    fn count(&self, stream: Stream) -> Result<u64, Fault> {
        self.behind().count(stream)
    }

    fn read(&self, stream: Stream, after: u64, most: usize) -> Result<Vec<Stored>, Fault> {
        PassThrough::read(self, stream, after, most)
    }

    fn nth_start(&self, stream: Stream, place: u64) -> Result<Option<u64>, Fault> {
        self.behind().nth_start(stream, place)
    }

    fn start_of(&self, stream: Stream, record: u64) -> Result<Option<u64>, Fault> {
        self.behind().start_of(stream, record)
    }

    fn by_key(&self, stream: Stream, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.behind().by_key(stream, person, key)
    }

    fn newest_of(
        &self,
        kinds: &[&str],
        before: u64,
        most: usize,
    ) -> Result<(Vec<Stored>, Option<u64>), Fault> {
        self.behind().newest_of(kinds, before, most)
    }

    fn streams(&self) -> Result<Vec<Stream>, Fault> {
        self.behind().streams()
    }

    fn balance(&self, account: Account, unit: Unit) -> Result<i64, Fault> {
        self.behind().balance(account, unit)
    }

    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, Fault> {
        self.behind().balances()
    }

    fn statement(&self, account: Account, most: usize) -> Result<Vec<Line>, Fault> {
        self.behind().statement(account, most)
    }

    fn statement_before(&self, account: Account, before: u64, most: usize) -> Result<Vec<Line>, Fault> {
        self.behind().statement_before(account, before, most)
    }
}
