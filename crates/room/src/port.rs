//! The ports of the room: everything behind it is reached through these and in no other way.
//!
//! Values go in and out; nothing here knows a database, a machine's clock, or a network.

mod pass_through;
mod store_error;

use std::fmt;

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use seating::{Actor, Person};
use sha2::{Digest, Sha256};

pub use pass_through::PassThrough;
pub use store_error::{Cause, InterruptedRead, StoreError, UnreadableStream, WriteRejection};

/// A time of the wall clock, in milliseconds since 1970: for records and display, never for a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wall(pub u64);

/// A time of the room's own clock, in milliseconds from an arbitrary start. It never goes back; decisions are
/// timed by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Steady(pub u64);

/// Both clocks, read together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Now {
    pub steady: Steady,
    pub wall: Wall,
}

/// A client's key for one request: the same request with the same key gets the first reply again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestKey(pub [u8; 16]);

/// A sequence of records, each bound to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StreamId {
    /// What concerns the whole room: tables opened and closed, settings, start and stop.
    Room,
    /// Accounts: sign-ups, sign-ins, roles, bans. People appear by number only.
    People,
    /// Who sits where.
    Seating,
    /// One table.
    Table(u64),
}

/// One thing that happened, with its consequences, to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRecord {
    /// When, by the wall clock.
    pub at: Wall,
    /// Who caused it.
    pub by: Actor,
    /// The client's key, if a client requested it. A stream accepts each key of a person once.
    pub key: Option<RequestKey>,
    /// The kind of record, in a word.
    pub kind: &'static str,
    /// Whether the stream's state can be folded from here without older records.
    pub start: bool,
    /// The facts, as JSON.
    pub body: String,
    /// The chips it moved.
    pub postings: Vec<Posting>,
}

/// Records for one stream.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchPart {
    /// The stream.
    pub stream: StreamId,
    /// How many records the writer believes the stream to have. A different number means that somebody else
    /// has written.
    pub expected: u64,
    /// The writer's fencing number: refused if lower than that of the stream's last record.
    pub fence: u64,
    /// What is added, in order.
    pub records: Vec<NewRecord>,
}

/// A row of personal data, stored apart from the records.
#[derive(Clone, PartialEq, Eq)]
pub struct PersonRow {
    /// The person's number in the records.
    pub person: Person,
    /// The sign-in name, folded; unique.
    pub login: String,
    /// The display name.
    pub name: String,
    /// The hashed password, in the text form that names its method; empty for a machine player.
    pub password: String,
    /// Random bytes that keep this row's digest in the records from being guessed.
    pub salt: [u8; 16],
    /// When it was last changed.
    pub updated: Wall,
}

impl PersonRow {
    /// The digest that represents this row in the records: SHA-256 over the salt and every field, as 64 hexadecimal
    /// digits. It is stored, and checked at each opening, so its bytes never change. Without the salt nobody can test
    /// whether it belongs to a particular name.
    ///
    /// Without the salt nobody can test whether it belongs to a particular name.
    pub fn digest(&self) -> String {
        let mut bytes = Vec::with_capacity(256);
        bytes.extend_from_slice(b"cardroom person 1");
        bytes.extend_from_slice(&self.salt);
        bytes.extend_from_slice(&self.person.0.to_be_bytes());
        for text in [&self.login, &self.name, &self.password] {
            bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.extend_from_slice(&self.updated.0.to_be_bytes());
        Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for PersonRow {
    /// Prints only the number: names and hashed passwords must never get into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PersonRow").field("person", &self.person).finish_non_exhaustive()
    }
}

/// What is written in one transaction: all of it or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Records, one part per stream.
    pub parts: Vec<BatchPart>,
    /// Rows of personal data that are added or replaced. Each comes with a record of the stream People whose
    /// body has at its top level `person`, the number, and `digest`, the row's [`PersonRow::digest`], so that
    /// a row changed from outside is noticed. For a record whose `digest` is null the store removes the row
    /// and keeps no copy of it.
    pub people: Vec<PersonRow>,
}

/// The outcome of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// Stored, and safe against a power failure.
    Done {
        /// The room-wide number of the first record.
        first: u64,
    },
    /// Nothing was written: the stream has a different number of records, or a newer writer.
    Stale {
        /// Which stream.
        stream: StreamId,
        /// How many records it has.
        count: u64,
    },
    /// Nothing was written: an account would be overdrawn.
    Short {
        /// Which account.
        account: Account,
        /// In which unit.
        unit: Unit,
        /// What it has.
        has: Chips,
        /// What it would need.
        needs: Chips,
    },
    /// Nothing was written: an account would hold, or owe, more than can be counted.
    Full {
        /// Which account.
        account: Account,
        /// In which unit.
        unit: Unit,
    },
    /// Nothing was written: the person used this key in this stream before.
    Known {
        /// The number of the record it led to.
        number: u64,
    },
    /// Nothing was written: somebody else signs in with this name.
    NameTaken,
}

/// A record as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRecord {
    /// Its number in the room, from 1, without gaps.
    pub sequence: u64,
    /// Its stream.
    pub stream: StreamId,
    /// Its number in the stream, from 1, without gaps.
    pub number: u64,
    /// When, by the wall clock.
    pub at: Wall,
    /// Who caused it.
    pub by: Actor,
    /// The client's key.
    pub key: Option<RequestKey>,
    /// The kind of record.
    pub kind: String,
    /// Whether the stream's state can be folded from here.
    pub start: bool,
    /// The facts, as JSON.
    pub body: String,
    /// The chips it moved.
    pub postings: Vec<Posting>,
}

/// A backup that replaced the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoredBackup {
    /// The era that began with it; each era of a room has its own number.
    pub era: u64,
    /// When, by the wall clock.
    pub at: Wall,
    /// How many records the backup had. Hands opened in them and still in play are void.
    pub records: u64,
    /// How many records the room had before, by its last checkpoint.
    pub left: u64,
}

/// Whether a store accepts writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StoreCondition {
    /// It does.
    #[default]
    Well,
    /// It still does, but the disk has less free space than the operator wants kept.
    NearlyFull {
        /// Free space, in bytes.
        free: u64,
        /// The space to be kept free, in bytes.
        keep: u64,
    },
    /// It accepts nothing until the program restarts.
    Broken(StoreError),
}

/// How many records at a time a store without an index searches for starts.
const START_PAGE_SIZE: usize = 500;

/// Receives the outcome of an append.
pub type AppendCallback = Box<dyn FnOnce(Result<Appended, StoreError>) + Send>;

/// The source of truth: records, balances and personal data that survive.
pub trait Store: Send + Sync {
    /// Writes a batch, all or nothing. `done` is called once it is safely stored, refused or failed, perhaps on
    /// another thread; only then may anybody see its effects. Batches with no stream in common may be made safe
    /// together. After a fault nothing more is written; a batch that is refused or invalid is not a fault.
    fn append(&self, batch: Batch, done: AppendCallback);

    /// Whether the store accepts writes: a running room looks at it regularly, warns operators of a nearly full disk,
    /// and stops when it is broken. May block on a disk. The default is that of a store without a disk.
    fn condition(&self) -> StoreCondition {
        StoreCondition::Well
    }

    /// The last backup that replaced the data, if the present era began with one: the room voids hands in play by it.
    /// `None` for a store that cannot be restored.
    fn restored(&self) -> Option<RestoredBackup> {
        None
    }

    /// How many records a stream has, 0 for one that has not begun: the number that the next [`BatchPart::expected`]
    /// must have.
    ///
    /// # Errors
    /// A fault of the store.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError>;

    /// Up to `most` records of a stream after number `after`, in order and complete; fewer only at the end of the
    /// stream.
    ///
    /// # Errors
    /// A fault of the store, including a record that does not fit the chain.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError>;

    /// The records of a stream from its last start, that one included, or all of them if there is none: what its
    /// state is folded from when the room starts.
    ///
    /// # Errors
    /// As [`Store::read`].
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError>;

    /// The number of the start record at this place, counted from 0: for a table, place 0 is its creation, and the
    /// opening of each hand is at the place of its number. `None` if there are fewer. A store with an index overrides
    /// this search through all records.
    ///
    /// # Errors
    /// As [`Store::read`].
    fn nth_start(&self, stream: StreamId, place: u64) -> Result<Option<u64>, StoreError> {
        let (mut read, mut left) = (0, place);
        loop {
            let page = self.read(stream, read, START_PAGE_SIZE)?;
            let Some(last) = page.last() else { return Ok(None) };
            read = last.number;
            for stored in page.iter().filter(|stored| stored.start) {
                if left == 0 {
                    return Ok(Some(stored.number));
                }
                left -= 1;
            }
        }
    }

    /// The number of the last start at or before a record, from which that record's state is folded; `None` if there
    /// is none. A store with an index overrides this search.
    ///
    /// # Errors
    /// As [`Store::read`].
    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        let mut found = None;
        let mut read = 0;
        while read < record {
            let page = self.read(stream, read, START_PAGE_SIZE)?;
            let Some(last) = page.last() else { break };
            read = last.number;
            let start = page.iter().rev().find(|stored| stored.start && stored.number <= record);
            found = start.map(|stored| stored.number).or(found);
        }
        Ok(found)
    }

    /// The number in the stream of the record that a person's key led to, so that a repeated request gets its first
    /// reply again; `None` if the key was never used there.
    ///
    /// # Errors
    /// A fault of the store.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError>;

    /// Up to `most` records of some kinds with a room-wide number below `before`, newest first, and the number to
    /// continue below, or `None` at the end. One call looks back only as far as is quick, so it may give few or none
    /// and still have more.
    ///
    /// # Errors
    /// A fault of the store.
    fn newest_of(
        &self,
        kinds: &[&str],
        before: u64,
        most: usize,
    ) -> Result<(Vec<StoredRecord>, Option<u64>), StoreError> {
        // Without an index everything must be read.
        let mut found = Vec::new();
        for stream in self.streams()? {
            let records = self.read(stream, 0, usize::MAX)?;
            let wanted =
                |stored: &StoredRecord| stored.sequence < before && kinds.contains(&stored.kind.as_str());
            found.extend(records.into_iter().filter(wanted));
        }
        found.sort_by_key(|stored| std::cmp::Reverse(stored.sequence));
        let more = found.len() > most;
        found.truncate(most);
        let next = found.last().map(|stored| stored.sequence).filter(|_| more);
        Ok((found, next))
    }

    /// The streams that have at least one record, in the order of [`StreamId`]; [`Store::newest_of`] without an index
    /// searches all of them. Which tables are open is for the stream of the room to say.
    ///
    /// # Errors
    /// A fault of the store.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError>;

    /// What an account holds, in chips, or in cents for [`Unit::Cents`]; negative if it owes, 0 if nothing was ever
    /// posted to it.
    ///
    /// # Errors
    /// A fault of the store.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError>;

    /// Every account that holds or owes something, with its unit and what it holds as in [`Store::balance`]; the
    /// amounts of each unit sum to zero.
    ///
    /// # Errors
    /// A fault of the store.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError>;

    /// Up to `most` movements on an account, newest first, as lines of its statement; [`AccountMovement::change`] is
    /// negative for what it paid out.
    ///
    /// # Errors
    /// A fault of the store.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError>;

    /// As [`Store::movements`], of records with a room-wide number below `before`: the next page of a statement. A
    /// store with an index overrides this, which reads everything newer too.
    ///
    /// # Errors
    /// A fault of the store.
    fn movements_before(
        &self,
        account: Account,
        before: u64,
        most: usize,
    ) -> Result<Vec<AccountMovement>, StoreError> {
        // Without an index everything newer is read too.
        let all = self.movements(account, usize::MAX)?;
        Ok(all.into_iter().filter(|line| line.sequence < before).take(most).collect())
    }

    /// Every row of personal data, read when the room starts and compared there with the digests in the records;
    /// erased rows are gone.
    ///
    /// # Errors
    /// A fault of the store.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError>;
}

/// One line of an account's statement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct AccountMovement {
    pub sequence: u64,
    pub stream: StreamId,
    /// The number of the record in its stream.
    pub number: u64,
    pub at: Wall,
    pub kind: String,
    pub other: Account,
    pub unit: Unit,
    /// What came in; negative for what went out.
    pub change: i64,
}

impl fmt::Display for StreamId {
    /// The stream's name as it is stored and hashed with each record, such as `table/12`; it never changes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamId::Room => f.write_str("room"),
            StreamId::People => f.write_str("people"),
            StreamId::Seating => f.write_str("seating"),
            StreamId::Table(number) => write!(f, "table/{number}"),
        }
    }
}

impl std::str::FromStr for StreamId {
    type Err = ParseStreamError;

    /// Reads the stored name that `Display` writes, and no other, such as `table/012`, so that each stream has one
    /// name.
    fn from_str(text: &str) -> Result<StreamId, ParseStreamError> {
        match text {
            "room" => return Ok(StreamId::Room),
            "people" => return Ok(StreamId::People),
            "seating" => return Ok(StreamId::Seating),
            _ => {}
        }
        let number = text.strip_prefix("table/").and_then(|number| number.parse().ok());
        let table = number.map(StreamId::Table).filter(|table| table.to_string() == text);
        table.ok_or_else(|| ParseStreamError { text: text.to_owned() })
    }
}

/// A text that does not name a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStreamError {
    /// The text.
    pub text: String,
}

impl fmt::Display for ParseStreamError {
    /// The text, and that it is not a stream: part of the sentence about a damaged row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a stream", self.text)
    }
}

impl std::error::Error for ParseStreamError {}

impl fmt::Display for RequestKey {
    /// 32 lower-case hexadecimal digits, the form in which clients send a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for RequestKey {
    type Err = ParseKeyError;

    /// Reads a key as a client sends it: exactly 32 hexadecimal digits, in either case.
    fn from_str(text: &str) -> Result<RequestKey, ParseKeyError> {
        let digits = text.as_bytes();
        if digits.len() != 32 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(ParseKeyError);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| ParseKeyError)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| ParseKeyError)?;
        }
        Ok(RequestKey(bytes))
    }
}

/// A text that is not the key of a request. It does not show the text, which may be as long as anybody likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseKeyError;

impl fmt::Display for ParseKeyError {
    /// What a key looks like, without the text that is not one, for the reply to the client.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a key of 32 hexadecimal digits")
    }
}

impl std::error::Error for ParseKeyError {}
