//! Checks everything that was stored again, from the files alone: anybody can do it who has them and the
//! public key.
//!
//! Nothing is written and the writer's lock is not needed; a room may keep running meanwhile. Each check
//! names the first difference it met. Whether the records follow from the rules is checked elsewhere, by code
//! that reads all of them through [`Records`].

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use ed25519_dalek::VerifyingKey;
use room::lobby::STARTED;
use room::port::{StoreError, StreamId};
use rusqlite::{Connection, OpenFlags};

use crate::bytes::hex;
use crate::chain::{self, ChainFormat, ChainedRecord, Hash, ZERO_HASH};
use crate::checkpoint::complete_lines;
use crate::checkpoint_cursor::CheckpointCursor;
use crate::compare::{self, AccountSums, PersonDigests};
use crate::era::{self, Eras};
use crate::error::{Difference, PathError, RecordError, RecordName};
use crate::heads::Heads;
use crate::judge::Head;
use crate::path_checks;
use crate::rows;
use crate::schema::{self, SchemaObject, database_fault};
use crate::sqlite::DATABASE;
use crate::unreadable::UnreadableRecord;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// What was checked, in one word.
    pub name: &'static str,
    /// How much of it there was.
    pub seen: String,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
}

/// The name of the check of the checkpoints.
const CHECKPOINTS_CHECK: &str = "checkpoints";

/// Records read at once.
const PAGE_SIZE: i64 = 500;

/// Iterates over every record in the order of the room, as it lies in the chain, in constant memory. One that
/// cannot be read is given as that, and the others follow. Whether they fit together is for [`verify()`] to say.
#[derive(Debug)]
pub struct Records {
    connection: Connection,
    page: VecDeque<Result<ChainedRecord, UnreadableRecord>>,
    after: u64,
    ended: bool,
}

impl Records {
    /// The room's eras, by which a reader knows how each record is bound and which checkpoints go on from which.
    ///
    /// # Errors
    /// They cannot be read, or are not what a room wrote.
    pub fn eras(&self) -> Result<Eras, StoreError> {
        Ok(era::load_eras(&self.connection)?.2)
    }

    /// Opens the records in a data folder, read-only and without the room's lock: for `verify`, exports and audits,
    /// also while the room runs.
    ///
    /// # Errors
    /// There are none, or a newer program wrote them.
    pub fn open(data: &Path) -> Result<Records, StoreError> {
        let connection = open_for_checking(data)?;
        Ok(Records { connection, page: VecDeque::new(), after: 0, ended: false })
    }
}

impl Iterator for Records {
    type Item = Result<ChainedRecord, UnreadableRecord>;

    /// The next record in the order of the room, or one that cannot be read in its place. After an error without a
    /// number nothing follows.
    fn next(&mut self) -> Option<Result<ChainedRecord, UnreadableRecord>> {
        if self.page.is_empty() && !self.ended {
            match read_each(&self.connection, self.after) {
                Ok(links) => self.page = links,
                Err(fault) => {
                    self.ended = true;
                    return Some(Err(UnreadableRecord {
                        sequence: None,
                        stream: None,
                        number: None,
                        hash: None,
                        why: Box::new(fault),
                    }));
                }
            }
        }
        let link = self.page.pop_front();
        match link.as_ref().and_then(sequence_of) {
            Some(sequence) => self.after = sequence,
            None => self.ended = true,
        }
        link
    }
}

/// The number of a record in the room, whether it can be read or not; `None` if not even that can be read, and then
/// nobody can read on.
fn sequence_of(link: &Result<ChainedRecord, UnreadableRecord>) -> Option<u64> {
    match link {
        Ok(link) => Some(link.record.sequence),
        Err(unreadable) => unreadable.sequence,
    }
}

/// Reads the next `PAGE_SIZE` records after a number in the room, empty at the end; a record that cannot be read is
/// an error. Numbers that do not increase are one too, since reading on would never end.
pub(crate) fn read_page(connection: &Connection, after: u64) -> Result<VecDeque<ChainedRecord>, StoreError> {
    let links = read_each(connection, after)?;
    links.into_iter().map(|link| link.map_err(UnreadableRecord::into_fault)).collect()
}

/// As `read_page`, but records that cannot be read stand among the others.
fn read_each(
    connection: &Connection,
    after: u64,
) -> Result<VecDeque<Result<ChainedRecord, UnreadableRecord>>, StoreError> {
    if after == 0
        && let Some(sequence) = rows::record_below_one(connection)?
    {
        return Err(RecordError::BelowFirst { sequence }.into());
    }
    let sql = include_str!("../sql/records-all.sql");
    let links = rows::query_each_record(connection, sql, [rows::to_column(after)?, PAGE_SIZE])?;
    let links: VecDeque<_> = links.into_iter().map(|link| link.map(|(link, _)| link)).collect();
    let mut last = after;
    for sequence in links.iter().filter_map(sequence_of) {
        // In a damaged database the order may be wrong, and reading on would never end.
        if sequence <= last {
            return Err(RecordError::Disordered { sequence, last }.into());
        }
        last = sequence;
    }
    Ok(links)
}

/// The name of the key that seals the decks in a data folder, as `Keys::room_id` gives it; `None` if the data does
/// not state it.
pub(crate) fn sealing_key_name(data: &Path) -> Result<Option<String>, StoreError> {
    Ok(rows::read_meta(&open_for_checking(data)?)?.remove("room-key"))
}

/// Opens the database of a data folder read-only and refuses one that is not a room's or is too new; data of earlier
/// builds passes. If nothing can be written beside it, it is opened as an immutable file, unless its log holds
/// records.
pub(crate) fn open_for_checking(data: &Path) -> Result<Connection, StoreError> {
    let database = path_checks::find_database(data)?;
    let opened = schema::open_for_reading(&database).and_then(|connection| {
        let version = schema::version(&connection)?;
        Ok((connection, version))
    });
    let (connection, version) = match opened {
        Ok(opened) => opened,
        Err(fault) => {
            let log = data.join(format!("{DATABASE}-wal"));
            if log.metadata().is_ok_and(|log| log.len() > 0) {
                return Err(schema::fault_in_file(&database)(fault));
            }
            let connection = open_immutable(&database)?;
            let version = schema::version(&connection).map_err(schema::fault_in_file(&database))?;
            (connection, version)
        }
    };
    schema::check_known(version).map_err(schema::fault_in_file(&database))?;
    if version == 0 && schema::objects(&connection)?.is_empty() {
        return Err(PathError::NoRoom { path: database, data: data.to_owned() }.into());
    }
    Ok(connection)
}

/// Opens a database as a file that nobody changes, without a log or locks: for backups, and where nothing may be
/// created. What is only in a log is not seen.
pub(crate) fn open_immutable(database: &Path) -> Result<Connection, StoreError> {
    let path = database.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
        .map_err(database_fault(format!("open {} for reading", database.display())))
}

/// Checks everything in a data folder against itself, against the checkpoints and against the public key of the room;
/// every check has a result, in a fixed order. Nothing is written, and the room may keep running.
///
/// # Errors
/// The database cannot be opened at all. Anything else that is wrong is reported in the checks.
pub fn verify(data: &Path, checkpoints: &Path, key: &VerifyingKey) -> Result<Vec<CheckResult>, StoreError> {
    // Read first, so that the checkpoints are not ahead of the records that are read after them.
    let end = complete_lines(checkpoints);
    let mut connection = open_for_checking(data)?;
    let snapshot = connection.transaction().map_err(database_fault("begin to read"))?;
    let until = end.as_ref().map_or(0, |(whole, _)| *whole);
    let (mut checks, _) = verify_against(&snapshot, (checkpoints, until), key, |eras| eras);
    if let Some(check) = checks.iter_mut().find(|check| check.name == CHECKPOINTS_CHECK) {
        match end {
            Ok((_, 0)) => {}
            // An unfinished line confirms nothing yet; the next start removes it.
            Ok((_, bytes)) => {
                check.seen.push_str(&format!(
                    ", and {bytes} bytes of an unfinished line after them, which count for nothing"
                ));
            }
            Err(fault) => check.difference = Some(fault.into()),
        }
    }
    Ok(checks)
}

/// Runs all checks of a database against the first `until` bytes of a file of checkpoints: the same for `verify`,
/// `backup` and `upgrade`. `held` picks those of its eras that must hold. The walk is returned for its number of
/// records and heads.
pub(crate) fn verify_against(
    connection: &Connection,
    (checkpoints, until): (&Path, u64),
    key: &VerifyingKey,
    held: impl FnOnce(Eras) -> Eras,
) -> (Vec<CheckResult>, RecordWalk) {
    let (mut checks, eras, mut walk) = begin_checks(connection, key, &[]);
    let eras = held(eras);
    let mut cursor = CheckpointCursor::new(checkpoints, until, key, &eras);
    walk.through(connection, &eras, |count, hash, heads| cursor.compare(count, hash, heads));
    checks.extend(walk.checks(connection));
    let (seen, found) = cursor.finish(walk.complete.then_some(walk.count), walk.started, true);
    checks.push(CheckResult {
        name: CHECKPOINTS_CHECK,
        seen: seen.to_string(),
        difference: found.or_else(|| walk.if_complete(None)),
    });
    (checks, walk)
}

/// Runs the checks that need no record, loads the eras, and prepares the walk through the records. `beside` lists
/// objects that a database may have in addition to those of its version, as a backup does.
pub(crate) fn begin_checks(
    connection: &Connection,
    key: &VerifyingKey,
    beside: &[SchemaObject],
) -> (Vec<CheckResult>, Eras, RecordWalk) {
    let mut checks = vec![check_tables(connection, beside), check_meta(connection, key)];
    let genesis = rows::read_meta(connection).map_or(ZERO_HASH, |meta| chain::genesis(&meta));
    let (eras, wrong) = match era::load_eras(connection) {
        Ok((_, _, eras)) => (eras, None),
        // The checks that follow need some eras to work with.
        Err(fault) => (Eras::assumed(genesis), Some(fault.into())),
    };
    checks.push(CheckResult {
        name: "eras",
        seen: format!("{} eras", eras.iter().count()),
        difference: wrong,
    });
    (checks, eras, RecordWalk::new(genesis))
}

/// The difference in what was read; or that it cannot be read, which is one too, so that a check always has a result.
fn find_difference<T>(
    found: Result<T, StoreError>,
    judge: impl FnOnce(T) -> Option<Difference>,
) -> Option<Difference> {
    match found {
        Ok(found) => judge(found),
        Err(fault) => Some(fault.into()),
    }
}

/// The check `tables`: the tables are those of this version or an earlier one, each value has its type, and each
/// index is complete. `beside` as in `begin_checks`.
fn check_tables(connection: &Connection, beside: &[SchemaObject]) -> CheckResult {
    let found = schema::version(connection).and_then(|version| {
        let known = if version > 0 { version } else { schema::VERSION };
        let expected = [schema::expected_objects(known)?, beside.to_vec()].concat();
        let foreign = schema::first_difference(connection, &expected)?;
        let unknown = (version == 0).then_some(Difference::NoTableVersion);
        Ok((expected.len(), foreign.or(unknown)))
    });
    let seen = found.as_ref().map_or(0, |(seen, _)| *seen);
    let first = find_difference(found, |(_, first)| first);
    let first = first.or_else(|| {
        let sound = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
        find_difference(sound.map_err(database_fault("check the database")), |report| {
            (report != "ok").then_some(Difference::Integrity { report })
        })
    });
    CheckResult { name: "tables", seen: format!("{seen} tables and indexes"), difference: first }
}

/// The check `room`: no value of the room's identity is missing, and the room signs with the given key. That no value
/// was changed shows in the first record, which is bound to them.
fn check_meta(connection: &Connection, key: &VerifyingKey) -> CheckResult {
    let meta = rows::read_meta(connection);
    let seen = meta.as_ref().map_or(0, BTreeMap::len);
    let first = find_difference(meta, |meta| {
        missing_meta(&meta).or_else(|| {
            let signs_with = &meta["signing-key"];
            (*signs_with != hex(key.as_bytes())).then(|| Difference::SigningKey { key: signs_with.clone() })
        })
    });
    CheckResult { name: "room", seen: format!("{seen} values"), difference: first }
}

/// The first value that is missing from the room's identity, or that no build writes there; `None` if it is complete.
/// A new value needs a new version of the chain.
pub(crate) fn missing_meta(meta: &BTreeMap<String, String>) -> Option<Difference> {
    let names = ["chain", "room", "room-key", "since", "signing-key"];
    if let Some(name) = names.into_iter().find(|name| !meta.contains_key(*name)) {
        return Some(Difference::MetaMissing { name });
    }
    if let Some(name) = meta.keys().find(|name| !names.contains(&name.as_str())) {
        return Some(Difference::MetaUnknown { name: name.clone() });
    }
    let version = &meta["chain"];
    (version != "1").then(|| Difference::ChainVersion { version: version.clone() })
}

/// What a walk through all records collects.
#[derive(Debug)]
pub(crate) struct RecordWalk {
    pub(crate) count: u64,
    genesis: Hash,
    /// The hash of the last record, or the genesis hash before the first.
    pub(crate) last_hash: Hash,
    streams: BTreeMap<StreamId, Head>,
    pub(crate) heads: Heads,
    balances: AccountSums,
    postings: u64,
    pub(crate) people: PersonDigests,
    /// The number of the last record that starts the room.
    pub(crate) started: Option<u64>,
    difference: Option<Difference>,
    /// False if the records could not be read to their end.
    pub(crate) complete: bool,
}

impl RecordWalk {
    /// A walk that has met no record yet; the chain begins with the genesis hash of the room's identity.
    fn new(genesis: Hash) -> RecordWalk {
        RecordWalk {
            count: 0,
            genesis,
            last_hash: genesis,
            streams: BTreeMap::new(),
            heads: Heads::new(),
            balances: BTreeMap::new(),
            postings: 0,
            people: BTreeMap::new(),
            started: None,
            difference: None,
            complete: false,
        }
    }

    /// Walks through all records in the order of the room, once. Calls `passes` before the first and after each, with
    /// the number of records so far, the hash of the last, and the heads, where checkpoints are compared.
    pub(crate) fn through(
        &mut self,
        connection: &Connection,
        eras: &Eras,
        mut passes: impl FnMut(u64, &Hash, &mut Heads),
    ) {
        passes(0, &self.last_hash, &mut self.heads);
        let mut after = 0;
        loop {
            match read_page(connection, after) {
                Ok(links) if links.is_empty() => {
                    self.complete = true;
                    return;
                }
                Ok(links) => {
                    for link in &links {
                        self.visit(link, eras.format_of(link.record.sequence));
                        passes(link.record.sequence, &link.hash, &mut self.heads);
                        after = link.record.sequence;
                    }
                }
                Err(fault) => {
                    self.note_difference(|| fault.into());
                    return;
                }
            }
        }
    }

    /// The results of the walk: the differences in the chain, and the checks of the tables that follow from the
    /// records. Call it after `through`.
    pub(crate) fn checks(&self, connection: &Connection) -> Vec<CheckResult> {
        let chain = CheckResult {
            name: "chain",
            seen: format!("{} records", self.count),
            difference: self.difference.clone(),
        };
        vec![
            chain,
            check_postings(connection, self),
            check_balances(connection, self),
            check_streams(connection, self),
            check_people(connection, self),
        ]
    }

    /// Keeps a difference in the chain if it is the first: those that follow are often its consequences.
    fn note_difference(&mut self, difference: impl FnOnce() -> Difference) {
        if self.difference.is_none() {
            self.difference = Some(difference());
        }
    }

    /// Takes the next record: checks its place, fence and hash, and adds it to what is collected. It goes on from the
    /// record even if that differs, so that later differences are not made up.
    fn visit(&mut self, link: &ChainedRecord, format: ChainFormat) {
        let record = &link.record;
        let head = self.streams.get(&record.stream).copied().unwrap_or(Head::EMPTY);
        let (sequence, stream, number) = (record.sequence, record.stream, record.number);
        let name = || RecordName::from_record(link);
        let before = if format == ChainFormat::One { self.last_hash } else { self.genesis };
        let fits = link.hash_after(format, &before, &head.hash) == link.hash;
        if sequence != self.count + 1 {
            let missing = self.count + 1;
            self.note_difference(|| Difference::MissingBefore { missing, next: name() });
        } else if number != head.count + 1 {
            let next = head.count + 1;
            self.note_difference(|| Difference::OutOfPlace { record: name(), next });
        } else if link.fence < head.fence {
            self.note_difference(|| Difference::ReplacedKeeper(name()));
        } else if !fits && sequence == 1 {
            self.note_difference(|| Difference::FirstChanged(name()));
        } else if !fits {
            self.note_difference(|| Difference::Changed(name()));
        }
        self.count = sequence;
        self.last_hash = link.hash;
        self.streams.insert(stream, Head { count: number, hash: link.hash, fence: link.fence });
        self.heads.set(stream, number, link.hash);
        for posting in &record.postings {
            let amount = i128::from(posting.amount().get());
            *self.balances.entry((posting.from(), posting.unit())).or_default() -= amount;
            *self.balances.entry((posting.to(), posting.unit())).or_default() += amount;
            self.postings += 1;
        }
        if stream == StreamId::Room && record.kind == STARTED {
            self.started = Some(sequence);
        }
        if stream == StreamId::People {
            compare::track_digest(&mut self.people, sequence, &record.body);
        }
    }

    /// The difference to report for a check that needs all records: the given one, or else that the records could not
    /// be read to their end.
    pub(crate) fn if_complete(&self, difference: Option<Difference>) -> Option<Difference> {
        if self.complete { difference } else { Some(Difference::Incomplete) }
    }
}

/// The check `postings`: each posting belongs to a record, there are as many as the records have, and each unit sums
/// to zero.
fn check_postings(connection: &Connection, walk: &RecordWalk) -> CheckResult {
    let sql = "SELECT count(*), (SELECT min(posting.sequence) FROM postings AS posting WHERE NOT EXISTS
        (SELECT 1 FROM records WHERE records.sequence = posting.sequence)) FROM postings";
    let counted =
        connection.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?)));
    let first = find_difference(counted.map_err(database_fault("count the postings")), |(count, foreign)| {
        if let Some(sequence) = foreign {
            return Some(Difference::PostingWithoutRecord { sequence });
        }
        if count.unsigned_abs() != walk.postings {
            return Some(Difference::PostingCount { found: count, expected: walk.postings });
        }
        compare::first_unbalanced_unit(&walk.balances)
    });
    CheckResult {
        name: "postings",
        seen: format!("{} postings", walk.postings),
        difference: walk.if_complete(first),
    }
}

/// The check `balances`: each is the sum of its postings, and no account is below zero that may not owe.
fn check_balances(connection: &Connection, walk: &RecordWalk) -> CheckResult {
    let stored = rows::balances(connection);
    let seen = stored.as_ref().map_or(0, BTreeMap::len);
    let first = find_difference(stored, |stored| compare::first_wrong_balance(&stored, &walk.balances));
    CheckResult { name: "balances", seen: format!("{seen} balances"), difference: walk.if_complete(first) }
}

/// The check `streams`: each ends, in count, hash and fence, as the table of streams states.
fn check_streams(connection: &Connection, walk: &RecordWalk) -> CheckResult {
    let stored = rows::heads(connection);
    let seen = stored.as_ref().map_or(0, BTreeMap::len);
    let first = find_difference(stored, |stored| compare::first_wrong_stream(&walk.streams, &stored));
    CheckResult { name: "streams", seen: format!("{seen} streams"), difference: walk.if_complete(first) }
}

/// The check `people`: each row of personal data matches its digest in the records, and none is missing or left over.
fn check_people(connection: &Connection, walk: &RecordWalk) -> CheckResult {
    let stored = rows::people(connection);
    let seen = stored.as_ref().map_or(0, Vec::len);
    let first = find_difference(stored, |stored| compare::first_wrong_person(&stored, &walk.people));
    CheckResult { name: "people", seen: format!("{seen} rows"), difference: walk.if_complete(first) }
}
