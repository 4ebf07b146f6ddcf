//! The only writer: it takes batches from its queue, judges and writes each, and commits them together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chips::book::{Account, Unit};
use room::port::{AppendCallback, Appended, Batch, RequestKey, StoreError, StreamId};
use rusqlite::config::DbConfig;
use rusqlite::hooks::Wal;
use rusqlite::{Connection, params};
use seating::Person;

use crate::chain::{self, ChainFormat, ChainPosition, Hash, RecordFields, role_word};
use crate::checkpoint::{Checkpoint, CheckpointFile};
use crate::checkpoint_cursor::{CHECKPOINT_INTERVAL, starts_room};
use crate::commit_counter::{CommitCounter, data_version, foreign_write_fault};
use crate::error::IoError;
use crate::heads::Heads;
use crate::judge::{Head, StoreLookup, Verdict, erased_people, judge, records_of};
use crate::open_files::OpenFiles;
use crate::phrases;
use crate::rows::{self, to_column};
use crate::schema::{self, database_fault};
use crate::sqlite::lock;

/// Most batches that may wait in the queue; a caller with one more blocks until there is room. A table has at
/// most one under way, so this is more than a room has tables.
const MAX_QUEUED: usize = 16_384;
/// Most batches in one commit, so that the first does not wait long for the last.
const MAX_GROUP: usize = 1024;
/// Longest time between checkpoints while records are being written.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);
/// Most stream heads and balances cached in memory; beyond that the cache is cleared and they are read again.
const MAX_CACHED: usize = 200_000;

type QueuedBatch = (Batch, AppendCallback);

/// The queue of batches that wait for the writer.
#[derive(Debug)]
pub(crate) struct Queue {
    batches: Option<SyncSender<QueuedBatch>>,
    broken: Arc<OnceLock<StoreError>>,
    commits: Arc<AtomicU64>,
    connection: Arc<Mutex<Connection>>,
    files: Arc<OpenFiles>,
    thread: Option<JoinHandle<()>>,
}

impl Queue {
    /// Starts the thread `store`, the only one that writes to the database, and the queue that feeds it. It ends when
    /// the queue is stopped or dropped.
    pub(crate) fn start(mut writer: Writer) -> Result<Queue, StoreError> {
        let (batches, waiting) = sync_channel(MAX_QUEUED);
        let (broken, commits) = (writer.broken.clone(), writer.commits.clone());
        let (connection, files) = (writer.connection.clone(), writer.files.clone());
        let thread = std::thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || writer.run(&waiting)).map_err(IoError::WriterThread)?;
        Ok(Queue { batches: Some(batches), broken, commits, connection, files, thread: Some(thread) })
    }

    /// Queues a batch for the writer, blocking while `MAX_QUEUED` wait. `done` is called exactly once: on the
    /// writer's thread with the outcome, or here with the fault if the store is broken or closed.
    pub(crate) fn append(&self, batch: Batch, done: AppendCallback) {
        if let Some(fault) = self.broken.get() {
            return done(Err(fault.clone()));
        }
        let refused = match &self.batches {
            Some(batches) => batches.send((batch, done)).err().map(|refused| refused.0),
            None => Some((batch, done)),
        };
        if let Some((_, done)) = refused {
            done(Err(self.failure().unwrap_or_else(|| IoError::Closed.into())));
        }
    }

    /// The first fault that broke the store, after which nothing is written until it is opened again; `None` while it
    /// works.
    pub(crate) fn failure(&self) -> Option<StoreError> {
        self.broken.get().cloned()
    }

    /// Checks that the files are still the ones the writer has open; if not, the store breaks and writes nothing
    /// more. `SqliteStore::condition` asks for it, so that it is noticed without an append too.
    pub(crate) fn check_files(&self) {
        if let (None, Err(fault)) = (self.broken.get(), self.files.check_in_place()) {
            break_on(&self.connection, &self.broken, fault);
        }
    }

    /// How many commits appended something since the store was opened; groups in which every batch was refused do not
    /// count.
    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Lets the writer finish what is queued, write a last checkpoint and end, and waits for it. Gives the fault that
    /// broke the store, now or earlier. A second call does nothing more.
    pub(crate) fn stop(&mut self) -> Result<(), StoreError> {
        self.batches = None;
        if let Some(thread) = self.thread.take()
            // The last handle to the store may be dropped by a batch's own callback, on the writer's thread.
            && thread.thread().id() != std::thread::current().id()
            && thread.join().is_err()
        {
            return Err(IoError::WriterPanicked.into());
        }
        self.failure().map_or(Ok(()), Err)
    }
}

impl Drop for Queue {
    /// Stops the writer as `stop` does, so that a store that is merely dropped still leaves its last checkpoint.
    fn drop(&mut self) {
        // Callers that want to know how it ended call `stop` first.
        let _ = self.stop();
    }
}

/// The writer's state.
#[derive(Debug)]
pub(crate) struct Writer {
    connection: Arc<Mutex<Connection>>,
    checkpoints: CheckpointFile,
    /// The files being written to.
    files: Arc<OpenFiles>,
    cache: WriterCache,
    broken: Arc<OnceLock<StoreError>>,
    commits: Arc<AtomicU64>,
    /// Pages in the write-ahead log, as reported by the last commit.
    pages: Arc<AtomicU32>,
    /// Log length, in pages, from which the log is written into the database.
    pages_in_log: u32,
    /// When the last checkpoint was written.
    checkpointed_at: Instant,
    /// A row was erased, and the log may still hold its old contents.
    log_has_erased: bool,
    /// SQLite's `data_version`: it changes when another connection commits, never by what this one writes.
    data_version: i64,
    /// How many commits this writer has made, counted by its connection's hook.
    own_commits: Arc<AtomicU32>,
    /// How many commits anybody had made before that, where this is known.
    commits_before: Option<u32>,
    /// Dropped last: see [`CommitCounter`].
    counter: CommitCounter,
}

/// What the writer need not read again, because nobody else writes.
#[derive(Debug)]
struct WriterCache {
    heads: BTreeMap<StreamId, Head>,
    balances: BTreeMap<(Account, Unit), i64>,
    tip: ChainTip,
}

/// The end of the chain, from which the next record goes on.
#[derive(Debug)]
pub(crate) struct ChainTip {
    /// The hash that every record is bound to.
    pub(crate) genesis: Hash,
    /// The number of the current era.
    pub(crate) era: u64,
    /// The number of records.
    pub(crate) count: u64,
    /// The heads of all streams.
    pub(crate) heads: Heads,
}

/// The writer's cache, with the database behind it.
struct CachedDatabase<'a> {
    cache: &'a mut WriterCache,
    connection: &'a Connection,
}

impl StoreLookup for CachedDatabase<'_> {
    /// From the cache, or from the table of streams, which is then cached: only this writer changes it.
    fn head(&mut self, stream: StreamId) -> Result<Head, StoreError> {
        if let Some(head) = self.cache.heads.get(&stream) {
            return Ok(*head);
        }
        let head = rows::head(self.connection, stream)?;
        self.cache.heads.insert(stream, head);
        Ok(head)
    }

    /// From the database each time, within the transaction, so it knows the earlier batches of the group too.
    fn key(&mut self, stream: StreamId, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        rows::by_key(self.connection, stream, person, key)
    }

    /// From the database each time, within the transaction, so it knows the earlier batches of the group too.
    fn login(&mut self, login: &str) -> Result<Option<Person>, StoreError> {
        rows::person_by_login(self.connection, login)
    }

    /// From the cache, or from the table of balances, which is then cached: only this writer changes it.
    fn balance(&mut self, account: Account, unit: Unit) -> Result<i64, StoreError> {
        if let Some(balance) = self.cache.balances.get(&(account, unit)) {
            return Ok(*balance);
        }
        let balance = rows::balance(self.connection, account, unit)?;
        self.cache.balances.insert((account, unit), balance);
        Ok(balance)
    }
}

/// Stops all further writing, even of what the log still holds: a write that the disk refused is not tried again, and
/// whatever is now at a file's path belongs to somebody else. The first fault stays the one that is reported.
fn break_on(connection: &Mutex<Connection>, broken: &OnceLock<StoreError>, fault: StoreError) {
    let connection = lock(connection);
    // Otherwise closing would write the log into the database. There is nowhere to report a failure.
    let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
    // The first fault stays the reported one.
    let _ = broken.set(fault);
}

impl Writer {
    /// A writer for a checked database whose chain ends at the given tip. From here on its connection never moves the
    /// log by itself: the writer does, where a failure is noticed. `pages_in_log` is the log's limit in pages.
    pub(crate) fn new(
        connection: Arc<Mutex<Connection>>,
        checkpoints: CheckpointFile,
        files: OpenFiles,
        counter: CommitCounter,
        tip: ChainTip,
        pages_in_log: u32,
    ) -> Result<Writer, StoreError> {
        let cache = WriterCache { heads: BTreeMap::new(), balances: BTreeMap::new(), tip };
        let pages = Arc::new(AtomicU32::new(0));
        let counted = pages.clone();
        let (own_commits, commits_before) = (Arc::new(AtomicU32::new(0)), counter.read());
        let committed = own_commits.clone();
        let data_version = data_version(&lock(&connection))?;
        // This hook also keeps SQLite from checkpointing by itself, where it would not report a failure.
        lock(&connection)
            .wal_hook(Some(move |_: &mut Wal, pages: i32| {
                counted.store(pages.unsigned_abs(), Ordering::Relaxed);
                committed.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }))
            .map_err(database_fault("watch the write-ahead log"))?;
        Ok(Writer {
            connection,
            checkpoints,
            files: Arc::new(files),
            cache,
            broken: Arc::default(),
            commits: Arc::default(),
            pages,
            pages_in_log,
            checkpointed_at: Instant::now(),
            log_has_erased: false,
            data_version,
            own_commits,
            commits_before,
            counter,
        })
    }

    /// Works until the queue is closed: commits what waits as one group, and checkpoints after `CHECKPOINT_EVERY` or
    /// `CHECKPOINT_INTERVAL` records and before a start of the room, which later openings rely on.
    fn run(&mut self, waiting: &Receiver<QueuedBatch>) {
        // Nothing is written until the first batch comes: the room may turn out not to go on from this data.
        let Ok(first) = waiting.recv() else { return };
        // Records that a crash left without a checkpoint get theirs before others follow.
        self.checkpoint_rest();
        let mut next = Some(first);
        loop {
            let first = if let Some(first) = next.take() {
                Some(first)
            } else if self.has_uncheckpointed() || self.log_has_erased {
                match waiting.recv_timeout(self.idle_timeout()) {
                    Ok(first) => Some(first),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            } else {
                match waiting.recv() {
                    Ok(first) => Some(first),
                    Err(_) => break,
                }
            };
            if let Some(first) = first {
                // Whoever opens the data expects a checkpoint of all records before the last start.
                if starts_room(&first.0) {
                    self.checkpoint_rest();
                }
                let mut records = records_of(&first.0);
                let mut group = vec![first];
                while group.len() < MAX_GROUP && records < CHECKPOINT_INTERVAL {
                    match waiting.try_recv() {
                        Ok(start) if starts_room(&start.0) => {
                            next = Some(start);
                            break;
                        }
                        Ok(next) => {
                            records += records_of(&next.0);
                            group.push(next);
                        }
                        Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                    }
                }
                self.write_group(group);
                if self.broken.get().is_none() && self.pages.load(Ordering::Relaxed) >= self.pages_in_log {
                    self.empty_log();
                }
            }
            if self.log_has_erased && self.broken.get().is_none() {
                self.erase_log();
            }
            if self.has_uncheckpointed()
                && (self.checkpointed_at.elapsed() >= CHECKPOINT_EVERY
                    || self.records_since_checkpoint() >= CHECKPOINT_INTERVAL)
            {
                self.write_checkpoint();
            }
        }
        self.checkpoint_rest();
        if self.broken.get().is_none() {
            self.empty_log();
        }
    }

    /// How long to wait for the next batch while a checkpoint is due or the log still holds an erased row.
    fn idle_timeout(&self) -> Duration {
        if self.has_uncheckpointed() {
            CHECKPOINT_EVERY.saturating_sub(self.checkpointed_at.elapsed())
        } else {
            CHECKPOINT_EVERY
        }
    }

    /// Whether there are records that no checkpoint counts and that one can still count: false once the store is
    /// broken.
    fn has_uncheckpointed(&self) -> bool {
        self.broken.get().is_none()
            && self.checkpoints.last().is_none_or(|last| last.count != self.cache.tip.count)
    }

    /// How many records come after the last checkpoint; never more than `MAX_CHECKPOINT_GAP`, or the next opening
    /// refuses the file.
    fn records_since_checkpoint(&self) -> u64 {
        let counted = self.checkpoints.last().map_or(0, |last| last.count);
        self.cache.tip.count.saturating_sub(counted)
    }

    /// Writes a checkpoint if there are records that none counts: before the first batch, before a start of the room,
    /// and at the end.
    fn checkpoint_rest(&mut self) {
        if self.has_uncheckpointed() {
            self.write_checkpoint();
        }
    }

    /// Signs and writes a checkpoint of all records committed so far. Uncounted records could be cut off unnoticed,
    /// so failing to write one breaks the store.
    fn write_checkpoint(&mut self) {
        self.checkpointed_at = Instant::now();
        let ChainTip { era, count, heads, .. } = &mut self.cache.tip;
        let checkpoint = Checkpoint::now(*era, *count, heads.root());
        if let Err(fault) = self.checkpoints.append(checkpoint) {
            self.break_on(fault);
        }
    }

    /// Breaks the store on a fault: every batch from here on is answered with it, and nothing more is written.
    fn break_on(&self, fault: StoreError) {
        break_on(&self.connection, &self.broken, fault);
    }

    /// Copies the pages of the write-ahead log into the database, so that the log starts over. It waits for no
    /// reader, so some pages may stay; data is never lost by that.
    fn empty_log(&mut self) {
        let done = schema::run_pragma(&lock(&self.connection), "PRAGMA wal_checkpoint(PASSIVE)");
        if let Err(fault) = done.map_err(database_fault("write the log into the database")) {
            self.break_on(fault);
        }
    }

    /// Truncates the log, so that nothing of an erased person's row is left in it. If a reader holds part of it back,
    /// nobody waits: `log_has_erased` stays set, and it is tried again later.
    fn erase_log(&mut self) {
        let connection = lock(&self.connection);
        let busy = schema::without_waiting(&connection, |connection| {
            schema::run_pragma_number(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
        });
        drop(connection);
        match busy.map_err(database_fault("empty the log")) {
            Ok(0) => self.log_has_erased = false,
            Ok(_) => {}
            Err(fault) => self.break_on(fault),
        }
    }

    /// Writes some batches and commits them together. Outcomes are reported only once that is safe, even a refusal: a
    /// batch may be refused because of one before it in the group.
    fn write_group(&mut self, group: Vec<QueuedBatch>) {
        if let Some(fault) = self.broken.get() {
            for (_, done) in group {
                done(Err(fault.clone()));
            }
            return;
        }
        let (batches, callbacks): (Vec<Batch>, Vec<AppendCallback>) = group.into_iter().unzip();
        // Nothing is confirmed that went into a file which is no longer at its path.
        let written =
            self.write_batches(&batches).and_then(|outcomes| self.files.check_in_place().map(|()| outcomes));
        match written {
            Ok(outcomes) => {
                // By the time a caller hears that a row is gone, the log holds nothing of it.
                if self.log_has_erased {
                    self.erase_log();
                }
                for (done, outcome) in callbacks.into_iter().zip(outcomes) {
                    done(outcome);
                }
            }
            Err(fault) => {
                self.break_on(fault.clone());
                for done in callbacks {
                    done(Err(fault.clone()));
                }
            }
        }
    }

    /// Judges and writes a group in one transaction, and gives each batch's outcome, in order, once all are safe on
    /// disk. An error is a fault of the store: then nothing of the group is stored and none is acknowledged.
    fn write_batches(&mut self, batches: &[Batch]) -> Result<Vec<Result<Appended, StoreError>>, StoreError> {
        if self.cache.heads.len() + self.cache.balances.len() > MAX_CACHED {
            self.cache.heads.clear();
            self.cache.balances.clear();
        }
        let mut connection = lock(&self.connection);
        let transaction = connection
            .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
            .map_err(database_fault("begin to write"))?;
        // From here on nobody else can write.
        let data_version = data_version(&transaction)?;
        if data_version != self.data_version {
            // The number also changes when another connection checkpoints the log, which changes no data.
            let own = self.own_commits.load(Ordering::Relaxed);
            let expected = self.commits_before.map(|before| before.wrapping_add(own));
            if expected.is_none() || self.counter.read() != expected {
                return Err(foreign_write_fault(&transaction, self.cache.tip.count));
            }
            self.data_version = data_version;
        }
        let mut outcomes = Vec::with_capacity(batches.len());
        for batch in batches {
            let mut lookup = CachedDatabase { cache: &mut self.cache, connection: &transaction };
            outcomes.push(match judge(batch, &mut lookup)? {
                Verdict::Accepted(balances) => {
                    Ok(Appended::Done { first: insert_batch(&mut lookup, batch, balances)? })
                }
                Verdict::Refused(answer) => Ok(answer),
                Verdict::Invalid(error) => Err(error.into()),
            });
        }
        transaction.commit().map_err(database_fault("make what was written safe"))?;
        self.log_has_erased |= batches.iter().any(|batch| erased_people(batch).next().is_some());
        if outcomes.iter().any(|outcome| matches!(outcome, Ok(Appended::Done { .. }))) {
            self.commits.fetch_add(1, Ordering::Relaxed);
        }
        Ok(outcomes)
    }
}

/// Writes a batch that was judged good, with its records, postings, `balances` after it and rows of people, and
/// returns the room-wide number of its first record. Cache and tip advance with it, so a failure must break the
/// store.
fn insert_batch(
    lookup: &mut CachedDatabase<'_>,
    batch: &Batch,
    balances: Vec<(Account, Unit, i64)>,
) -> Result<u64, StoreError> {
    let first = lookup.cache.tip.count + 1;
    for part in &batch.parts {
        let mut head = lookup.head(part.stream)?;
        let stream = part.stream.to_string();
        for record in &part.records {
            let sequence = lookup.cache.tip.count + 1;
            let number = head.count + 1;
            let position = ChainPosition { sequence, stream: part.stream, number, fence: part.fence };
            let fields = RecordFields::from_new(record);
            let hash =
                chain::hash(ChainFormat::Two, &lookup.cache.tip.genesis, &head.hash, &position, &fields);
            let mut statement = lookup
                .connection
                .prepare_cached(include_str!("../sql/record-add.sql"))
                .map_err(database_fault("write a record"))?;
            let parameters = params![
                to_column(sequence)?,
                stream,
                to_column(number)?,
                to_column(part.fence)?,
                to_column(record.at.0)?,
                to_column(record.by.person.0)?,
                role_word(record.by.role),
                record.by.device,
                record.key.map(|key| key.0),
                record.kind,
                record.start,
                phrases::compress(&record.body),
                hash,
            ];
            statement.execute(parameters).map_err(database_fault(format!("write record {sequence}")))?;
            for (posting, place) in record.postings.iter().zip(1_i64..) {
                let sql = "INSERT INTO postings (sequence, place, payer, payee, unit, amount) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
                let mut statement =
                    lookup.connection.prepare_cached(sql).map_err(database_fault("write a posting"))?;
                let parameters = params![
                    to_column(sequence)?,
                    place,
                    posting.from().to_string(),
                    posting.to().to_string(),
                    posting.unit().to_string(),
                    to_column(posting.amount().get())?,
                ];
                let doing = || format!("write posting {place} of record {sequence}");
                statement.execute(parameters).map_err(database_fault(doing()))?;
            }
            head = Head { count: number, hash, fence: part.fence };
            lookup.cache.tip.count = sequence;
        }
        if !part.records.is_empty() {
            let mut statement = lookup
                .connection
                .prepare_cached(include_str!("../sql/stream-put.sql"))
                .map_err(database_fault("write the end of a stream"))?;
            statement
                .execute(params![stream, to_column(head.count)?, head.hash, to_column(head.fence)?])
                .map_err(database_fault(format!("write the end of stream {stream}")))?;
            lookup.cache.heads.insert(part.stream, head);
            lookup.cache.tip.heads.set(part.stream, head.count, head.hash);
        }
    }
    for (account, unit, balance) in balances {
        let (account_text, unit_text) = (account.to_string(), unit.to_string());
        let doing = || format!("write the balance of {account}");
        if balance == 0 {
            let sql = "DELETE FROM balances WHERE account = ?1 AND unit = ?2";
            let mut statement = lookup.connection.prepare_cached(sql).map_err(database_fault(doing()))?;
            statement.execute([account_text, unit_text]).map_err(database_fault(doing()))?;
        } else {
            let sql = include_str!("../sql/balance-put.sql");
            let mut statement = lookup.connection.prepare_cached(sql).map_err(database_fault(doing()))?;
            statement.execute(params![account_text, unit_text, balance]).map_err(database_fault(doing()))?;
        }
        lookup.cache.balances.insert((account, unit), balance);
    }
    for row in &batch.people {
        let doing = || format!("write the row of person {}", row.person.0);
        let sql = include_str!("../sql/person-put.sql");
        let mut statement = lookup.connection.prepare_cached(sql).map_err(database_fault(doing()))?;
        let parameters = params![
            to_column(row.person.0)?,
            row.login,
            row.name,
            row.password,
            row.salt,
            to_column(row.updated.0)?
        ];
        statement.execute(parameters).map_err(database_fault(doing()))?;
    }
    for person in erased_people(batch) {
        let doing = || format!("take the row of person {} out", person.0);
        let sql = "DELETE FROM people WHERE person = ?1";
        let mut statement = lookup.connection.prepare_cached(sql).map_err(database_fault(doing()))?;
        statement.execute([to_column(person.0)?]).map_err(database_fault(doing()))?;
    }
    Ok(first)
}

#[cfg(test)]
mod tests;
