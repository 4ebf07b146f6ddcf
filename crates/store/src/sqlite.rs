//! The store of a room on one machine: SQLite with a write-ahead log, one writer, and as many readers as
//! needed.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use chips::book::{Account, Unit};
use room::port::{
    AccountMovement, AppendCallback, Batch, PersonRow, RequestKey, RestoredBackup, Store, StoreCondition,
    StoreError, StoredRecord, StreamId, Wall,
};
use rusqlite::{Connection, params};
use seating::Person;

use crate::bytes::hex;
use crate::chain::{self, ChainFormat};
use crate::checkpoint::CheckpointFile;
use crate::commit_counter::CommitCounter;
use crate::era::{Era, EraReason, Eras};
use crate::error::{IoError, LostDatabase, OpenError, RandomnessPurpose, RecordError};
use crate::keys::{CHECKPOINTS_FILE, Keys};
use crate::open_files::OpenFiles;
use crate::opening_checks::{self, StartState};
use crate::path_checks;
use crate::permissions;
use crate::rows;
use crate::schema::{self, database_fault};
use crate::writer::{ChainTip, Queue, Writer};

/// The database in the data folder.
pub(crate) const DATABASE: &str = "room.db";
/// The index of the write-ahead log, beside it.
const LOG_INDEX: &str = "room.db-shm";
/// The lock file in the data folder, held by the room that uses it.
pub(crate) const LOCK: &str = "room.lock";
/// The usual limit of the write-ahead log, in pages: 16 MB.
const PAGES_IN_LOG: u32 = 4000;
/// Most idle reader connections kept for reuse.
const READERS: usize = 8;

/// Where a room stores its data, and how.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The folder of the database.
    pub data: PathBuf,
    /// The file of signed checkpoints. It should lie outside the data folder, preferably on another machine.
    pub checkpoints: PathBuf,
    /// Length of the write-ahead log, in pages, from which it is written into the database.
    pub pages_in_log: u32,
    /// Free space wanted on the disk, in bytes. Below that the store reports a nearly full disk, but still
    /// writes.
    pub keep_free: u64,
    /// The name of another SQLite VFS, which tests use to inject faults. The database is then used through a
    /// single connection.
    pub vfs: Option<String>,
}

impl StoreOptions {
    /// The usual options: the data in one folder, the checkpoints in the file `checkpoints` of the folder with the
    /// keys, and no free space asked for.
    pub fn new(data: &Path, keys: &Path) -> StoreOptions {
        StoreOptions {
            data: data.to_owned(),
            checkpoints: keys.join(CHECKPOINTS_FILE),
            pages_in_log: PAGES_IN_LOG,
            keep_free: 0,
            vfs: None,
        }
    }
}

/// A store in SQLite.
///
/// [`Store::append`] hands a batch to the only writer, which commits many of them with one flush of the disk.
/// Readers have their own connections and see only committed data. Callbacks run on the writer's thread and
/// must not block there.
#[derive(Debug)]
pub struct SqliteStore {
    queue: Queue,
    readers: Readers,
    genesis: chain::Hash,
    eras: Eras,
    /// The folders that are written to.
    folders: Vec<PathBuf>,
    /// Free space wanted on their disks, in bytes.
    keep_free: u64,
    _lock: Option<File>,
    /// Dropped last: see [`CommitCounter`].
    _counter: CommitCounter,
}

#[derive(Debug)]
enum Readers {
    /// Each reader has a connection of its own.
    Own { database: PathBuf, idle: Mutex<Vec<Connection>> },
    /// Readers wait for the writer and share its connection.
    Writers(Arc<Mutex<Connection>>),
}

impl SqliteStore {
    /// Opens the store of a room, founding the room if there is no data, and starts the writer. Everything that can
    /// be checked without reading every record is checked before anything is written to existing data.
    ///
    /// # Errors
    /// Another program uses the data, a newer or an older build wrote it, the keys do not belong to it, it is
    /// damaged in a way that shows without reading every record, or it does not match the last checkpoint.
    /// The message names the place.
    pub fn open(options: &StoreOptions, keys: &Keys) -> Result<SqliteStore, StoreError> {
        let database = options.data.join(DATABASE);
        if options.vfs.is_none() {
            permissions::check_no_links(&options.data, &[DATABASE, LOCK])?;
        }
        let lock = if options.vfs.is_none() { Some(lock_data_folder(&options.data)?) } else { None };
        if options.vfs.is_none() {
            path_checks::check_no_unfinished_restore(&options.data)?;
        }
        if options.vfs.is_none() {
            check_may_found(&database, options, keys)?;
        }
        if options.vfs.is_none() {
            permissions::restrict_to_owner(&options.data, &[DATABASE, LOCK])?;
        }
        let mut connection = schema::open_for_writing(&database, options.vfs.as_deref())?;
        opening_checks::check_tables(&connection)?;
        load_or_create_meta(&mut connection, keys)?;
        opening_checks::check_keys(&connection, keys, &options.data)?;
        let mut checkpoints = CheckpointFile::open_existing(&options.checkpoints, keys.signing().clone())?;
        let StartState { genesis, eras, count, mut heads } =
            opening_checks::check_all(&connection, &options.data, &checkpoints)?;
        // What was read may be only in the page cache of a machine whose last flush failed. Writing all of it
        // into the database again makes it safe, and the log starts empty.
        schema::run_pragma(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(database_fault("write the log into the database"))?;
        let era = *eras.current();
        // Records that no checkpoint counts yet get theirs when the first record is appended.
        if checkpoints.last().is_none() {
            checkpoints.append(era.first_checkpoint(heads.root()))?;
        }
        let connection = Arc::new(Mutex::new(connection));
        let readers = match options.vfs {
            None => Readers::Own { database, idle: Mutex::new(Vec::new()) },
            Some(_) => Readers::Writers(connection.clone()),
        };
        let files = if options.vfs.is_none() { files_in_use(options) } else { OpenFiles::default() };
        let tip = ChainTip { genesis, era: era.number, count, heads };
        let counter = match options.vfs {
            None => CommitCounter::open(&options.data.join(LOG_INDEX)),
            Some(_) => CommitCounter::default(),
        };
        let writer = Writer::new(connection, checkpoints, files, counter.clone(), tip, options.pages_in_log)?;
        let queue = Queue::start(writer)?;
        let beside = options.checkpoints.parent().map(Path::to_owned);
        let folders = [options.data.clone()].into_iter().chain(beside).collect();
        Ok(SqliteStore {
            queue,
            readers,
            genesis,
            eras,
            folders,
            keep_free: options.keep_free,
            _lock: lock,
            _counter: counter,
        })
    }

    /// Commits everything that was appended, writes a last checkpoint and closes the store; the next open finds
    /// nothing uncounted.
    ///
    /// # Errors
    /// The fault that the store met, now or earlier.
    pub fn close(mut self) -> Result<(), StoreError> {
        if let Readers::Own { idle, .. } = &self.readers {
            lock(idle).clear();
        }
        self.queue.stop()
    }

    /// The first fault that broke the store; `None` while it takes batches. A broken store stays broken until it is
    /// opened again.
    pub fn failure(&self) -> Option<StoreError> {
        self.queue.failure()
    }

    /// How many commits the writer has made since the store was opened, each with one flush of the disk: benchmarks
    /// compare it with the number of batches.
    pub fn commits(&self) -> u64 {
        self.queue.commits()
    }

    /// Runs a reader in a read transaction, on a state of the data that does not change under it. A connection on
    /// which reading failed is not used again.
    fn with_reader<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &self.readers {
            Readers::Own { database, idle } => {
                let kept = lock(idle).pop();
                let mut connection = match kept {
                    Some(connection) => connection,
                    None => schema::open_for_reading(database)?,
                };
                let found = in_snapshot(&mut connection, read);
                let mut idle = lock(idle);
                if found.is_ok() && idle.len() < READERS {
                    idle.push(connection);
                }
                found
            }
            Readers::Writers(connection) => in_snapshot(&mut lock(connection), read),
        }
    }

    /// Up to `most` records of a stream after number `after`, each checked against the chain, and the last against
    /// the stream's head. A record that does not fit is an error: the room never acts on it.
    fn checked_records(
        &self,
        connection: &Connection,
        stream: StreamId,
        after: u64,
        most: usize,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let end = rows::head(connection, stream)?;
        let mut in_stream = match after.min(end.count) {
            0 => chain::ZERO_HASH,
            number => hash_in_stream(connection, stream, number)?,
        };
        let sql = include_str!("../sql/records-read.sql");
        let limit = i64::try_from(most).unwrap_or(i64::MAX);
        let in_format_one = i64::try_from(self.eras.count_in_format_one()).unwrap_or(i64::MAX);
        let parameters = params![stream.to_string(), rows::to_column(after)?, limit, in_format_one];
        let links = rows::query_records(connection, sql, parameters)?;
        let expected = end.count.saturating_sub(after).min(most as u64);
        if links.len() as u64 != expected {
            let found = links.len();
            return Err(RecordError::StreamLength { stream, after, expected, found }.into());
        }
        let mut records = Vec::with_capacity(links.len());
        for ((link, in_room), number) in links.into_iter().zip(after + 1..) {
            let sequence = link.record.sequence;
            let format = self.eras.format_of(sequence);
            let before = match in_room {
                Some(hash) => hash,
                None if sequence == 1 || format == ChainFormat::Two => self.genesis,
                None => return Err(RecordError::MissingBefore { sequence }.into()),
            };
            if link.record.number != number || link.hash_after(format, &before, &in_stream) != link.hash {
                return Err(RecordError::Chain { sequence, stream, number }.into());
            }
            in_stream = link.hash;
            records.push(link.record);
        }
        if after + records.len() as u64 == end.count && in_stream != end.hash {
            return Err(RecordError::StreamEnd { stream }.into());
        }
        Ok(records)
    }
}

impl Store for SqliteStore {
    /// Queues the batch for the writer; may block while the queue is full. `done` runs on the writer's thread once
    /// the batch is committed and flushed, or refused.
    fn append(&self, batch: Batch, done: AppendCallback) {
        self.queue.append(batch, done);
    }

    /// Broken after any fault of the writer, or if a file was moved away under it; otherwise by the free space, in
    /// bytes, of the fullest disk written to. Touches the disk.
    fn condition(&self) -> StoreCondition {
        self.queue.check_files();
        if let Some(fault) = self.queue.failure() {
            return StoreCondition::Broken(fault);
        }
        let keep = self.keep_free;
        let free = self.folders.iter().filter_map(|folder| permissions::free_space(folder)).min();
        match free {
            Some(free) if free < keep => StoreCondition::NearlyFull { free, keep },
            Some(_) | None => StoreCondition::Well,
        }
    }

    /// The backup that the present era began with, from the row of the era; `None` if it was founded or upgraded.
    fn restored(&self) -> Option<RestoredBackup> {
        let era = self.eras.current();
        let Era { number, at, after, before_count, .. } = *era;
        let restored = RestoredBackup { era: number, at, records: after, left: before_count };
        (era.reason == EraReason::Restored).then_some(restored)
    }

    /// How many records a stream has, by the table of streams.
    fn count(&self, stream: StreamId) -> Result<u64, StoreError> {
        self.with_reader(|connection| Ok(rows::head(connection, stream)?.count))
    }

    /// Up to `most` records of a stream after number `after`, in order, each checked against the chain.
    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        self.with_reader(|connection| self.checked_records(connection, stream, after, most))
    }

    /// The records of a stream from its last start on, or all of them if there is none, each checked against the
    /// chain.
    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        self.with_reader(|connection| {
            let start: Option<i64> = connection
                .prepare_cached("SELECT max(number) FROM records WHERE stream = ?1 AND start = 1")
                .and_then(|mut statement| statement.query_row([stream.to_string()], |row| row.get(0)))
                .map_err(database_fault(format!("find where stream {stream} starts")))?;
            let after =
                start.and_then(|start| u64::try_from(start).ok()).map_or(0, |start| start.saturating_sub(1));
            self.checked_records(connection, stream, after, usize::MAX)
        })
    }

    /// The number of the stream's start at this place, from 0, by the index of starts; `None` if there are fewer.
    fn nth_start(&self, stream: StreamId, place: u64) -> Result<Option<u64>, StoreError> {
        self.with_reader(|connection| rows::nth_start(connection, stream, place))
    }

    /// The number in the stream of the record that a person's key led to; `None` for a key that is still free there.
    fn by_key(&self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        self.with_reader(|connection| rows::by_key(connection, stream, person, key))
    }

    /// Records of some kinds, newest first, and where to continue: one call looks at a bounded number of records.
    /// They are not checked against the chain.
    fn newest_of(
        &self,
        kinds: &[&str],
        before: u64,
        most: usize,
    ) -> Result<(Vec<StoredRecord>, Option<u64>), StoreError> {
        self.with_reader(|connection| rows::newest_of(connection, kinds, before, most))
    }

    /// The streams that have records, in the order of `StreamId`, by the table of streams.
    fn streams(&self) -> Result<Vec<StreamId>, StoreError> {
        self.with_reader(|connection| Ok(rows::heads(connection)?.into_keys().collect()))
    }

    /// What an account holds, in chips or cents, by its row; negative if it owes, 0 without a row.
    fn balance(&self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        self.with_reader(|connection| rows::balance(connection, account, unit))
    }

    /// Every account that holds or owes something, in order, by the rows of balances.
    fn balances(&self) -> Result<Vec<(Account, Unit, i64)>, StoreError> {
        let list = |balances: BTreeMap<(Account, Unit), i64>| {
            balances.into_iter().map(|((account, unit), balance)| (account, unit, balance)).collect()
        };
        self.with_reader(|connection| rows::balances(connection).map(list))
    }

    /// Up to `most` movements on an account, newest first.
    fn movements(&self, account: Account, most: usize) -> Result<Vec<AccountMovement>, StoreError> {
        self.with_reader(|connection| rows::movements(connection, account, u64::MAX, most))
    }

    /// Up to `most` movements on an account in records with a room-wide number below `before`, newest first.
    fn movements_before(
        &self,
        account: Account,
        before: u64,
        most: usize,
    ) -> Result<Vec<AccountMovement>, StoreError> {
        self.with_reader(|connection| rows::movements(connection, account, before, most))
    }

    /// The number of the stream's last start at or before `record`, by the index of starts; `None` if there is none.
    fn start_of(&self, stream: StreamId, record: u64) -> Result<Option<u64>, StoreError> {
        self.with_reader(|connection| rows::start_of(connection, stream, record))
    }

    /// Every row of personal data, by person number, on a snapshot; not compared with the digests in the records
    /// here.
    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        self.with_reader(rows::people)
    }
}

/// The machine's wall clock in milliseconds since 1970: for records of eras and checkpoints, never for a decision. 0
/// if the clock is set before 1970.
pub(crate) fn now() -> Wall {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Wall(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Locks a mutex, even a poisoned one: nothing guarded by one in this crate is ever half changed when a thread
/// panics, and that must stay so.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a reader in a transaction of its own on this connection, which is rolled back after it: nothing may be
/// written by it.
fn in_snapshot<T>(
    connection: &mut Connection,
    read: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let transaction = connection.transaction().map_err(database_fault("begin to read"))?;
    read(&transaction)
}

/// The stored hash of a record, by its number in its stream, from which the check of the next record goes on; a
/// missing record is a fault.
fn hash_in_stream(connection: &Connection, stream: StreamId, number: u64) -> Result<chain::Hash, StoreError> {
    let sql = "SELECT sequence FROM records WHERE stream = ?1 AND number = ?2";
    let missing = || StoreError::from(RecordError::Missing { stream, number });
    let sequence: Option<i64> = connection
        .prepare_cached(sql)
        .and_then(|mut statement| {
            let mut rows =
                statement.query(params![stream.to_string(), i64::try_from(number).unwrap_or(i64::MAX)])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        })
        .map_err(database_fault(format!("read record {number} of stream {stream}")))?;
    let sequence = sequence.and_then(|sequence| u64::try_from(sequence).ok()).ok_or_else(missing)?;
    rows::hash_of(connection, sequence)?.ok_or_else(missing)
}

/// The files that a room writes to while it is open: the database, its log and index, the lock file and the
/// checkpoints. They must be there already, or they are not watched.
fn files_in_use(options: &StoreOptions) -> OpenFiles {
    let of_data =
        [DATABASE.to_owned(), format!("{DATABASE}-wal"), format!("{DATABASE}-shm"), LOCK.to_owned()];
    let of_data = of_data.map(|name| options.data.join(name));
    OpenFiles::at_paths(of_data.into_iter().chain([options.checkpoints.clone()]))
}

/// Creates the data folder if it is missing and locks it for this process: room, restore and upgrade exclude each
/// other by it. The lock lasts as long as the returned file is open.
pub(crate) fn lock_data_folder(data: &Path) -> Result<File, StoreError> {
    let cannot = |doing, source| IoError::DataFolder { doing, path: data.to_owned(), source };
    fs::create_dir_all(data).map_err(|error| cannot("make", error))?;
    let path = data.join(LOCK);
    // Either the folder is wrong, or something else is in the place of the lock file.
    let file = permissions::open_for_writing(&path).map_err(|source| {
        if path.symlink_metadata().is_err() {
            cannot("write into", source)
        } else {
            IoError::LockFile { path, folder: data.to_owned(), source }
        }
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { data: data.to_owned() }.into()),
        Err(TryLockError::Error(error)) => Err(cannot("lock", error).into()),
    }
}

/// Refuses to found a room where the data seems to be lost: there is no database, or one that is empty or has no
/// tables, but there is a checkpoint. Without a checkpoint, a room may be founded there.
fn check_may_found(database: &Path, options: &StoreOptions, keys: &Keys) -> Result<(), StoreError> {
    let state = match fs::metadata(database) {
        Ok(found) if found.len() > 0 => {
            path_checks::check_is_rooms(database, &options.data)?;
            if !path_checks::has_no_tables(database)? {
                return Ok(());
            }
            LostDatabase::WithoutTables
        }
        Ok(_) => LostDatabase::Empty,
        Err(_) => LostDatabase::Missing,
    };
    let last = CheckpointFile::open_existing(&options.checkpoints, keys.signing().clone())?.last();
    let Some(last) = last else { return Ok(()) };
    Err(OpenError::DataLost { database: database.to_owned(), state, counted: last.count }.into())
}

/// On the first start, writes the room's identity and begins its first era, in one transaction; later it changes
/// nothing. Every record's hash depends on the names and values of that identity.
fn load_or_create_meta(connection: &mut Connection, keys: &Keys) -> Result<(), StoreError> {
    let meta = rows::read_meta(connection)?;
    if !meta.is_empty() || rows::last_record(connection)?.is_some() {
        return Ok(());
    }
    let mut room = [0; 16];
    getrandom::fill(&mut room)
        .map_err(|source| IoError::NoRandomness { purpose: RandomnessPurpose::RoomName, source })?;
    let since = now();
    let meta = BTreeMap::from([
        ("chain".to_owned(), "1".to_owned()),
        ("room".to_owned(), hex(&room)),
        ("room-key".to_owned(), keys.room_id()),
        ("signing-key".to_owned(), keys.public_key_text()),
        ("since".to_owned(), since.0.to_string()),
    ]);
    let doing = "write what the room is";
    let transaction = connection.transaction().map_err(database_fault(doing))?;
    for (name, value) in &meta {
        transaction
            .execute("INSERT INTO meta (name, value) VALUES (?1, ?2)", [name, value])
            .map_err(database_fault(doing))?;
    }
    Era::founded(since, chain::genesis(&meta)).insert(&transaction)?;
    transaction.commit().map_err(database_fault(doing))
}
