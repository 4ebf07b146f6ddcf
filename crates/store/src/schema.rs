//! Opening a database: its settings, and the migrations from older versions of its tables to this one.

use std::path::Path;
use std::time::Duration;

use room::port::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::ffi::SQLITE_ERROR;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::{DatabaseError, Difference, OpenError};

/// The migrations, in order. A released one is never edited; a new one is added.
const MIGRATIONS: &[&str] = &[
    include_str!("../sql/0001-first.sql"),
    include_str!("../sql/0002-eras.sql"),
    include_str!("../sql/0003-phrases.sql"),
];

/// The version of the tables that this program writes.
pub(crate) const VERSION: u64 = MIGRATIONS.len() as u64;

/// The first version of the tables with eras and with records in format 2.
pub(crate) const FIRST_WITH_ERAS: u64 = 2;

/// What can be done about a database that is not as a room wrote it.
pub(crate) const REPLACE_HELP: &str = "`cardroom restore --replace` puts a backup in its place";

/// Marks the file as ours: `card` in ASCII.
const APPLICATION_ID: i32 = 0x6361_7264;

/// How long a reader waits for a lock, which the writer holds only briefly.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Page cache of the writer, in KiB: enough for what a thousand tables write at once.
const WRITERS_CACHE: i32 = 65_536;

/// Page cache of a reader, in KiB.
const READERS_CACHE: i32 = 16_384;

/// Prepared statements cached per connection; more than there are.
const STATEMENT_CACHE: usize = 64;

/// For `map_err`: a fault that says what could not be done with the database; `doing` follows "cannot", such as "read
/// the streams".
pub(crate) fn database_fault(doing: impl std::fmt::Display) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |source| DatabaseError::Failed { doing: doing.to_string(), source }.into()
}

/// As `database_fault`, while a database is being opened: of a damaged one it says that it is damaged and what can be
/// done, and not at which setting SQLite noticed it.
fn opening_fault(doing: impl std::fmt::Display) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |error| match error.sqlite_error() {
        Some(found) if matches!(found.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            DatabaseError::Damaged(error).into()
        }
        // The statements are ours: what makes no sense to SQLite is what it found in the file.
        Some(found) if found.extended_code == SQLITE_ERROR => DatabaseError::Senseless(error).into(),
        Some(_) | None => database_fault(doing)(error),
    }
}

/// What SQLite reports, for operators: without the SQL, and with advice where there is some. Part of the sentences of
/// errors.
pub(crate) fn in_words(error: &rusqlite::Error) -> String {
    let message = match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            format!("the database is damaged ({message})")
        }
        Some(ErrorCode::DiskFull) => format!("{message}: its disk needs more space"),
        Some(ErrorCode::ReadOnly) => {
            format!(
                "{message}: the user who runs the room has to be allowed to write that file and its folder"
            )
        }
        // The other messages say what is wrong; what to do depends on it.
        _ => message,
    }
}

/// For `map_err`: says in which file a fault was met, and keeps its class for the room.
pub(crate) fn fault_in_file(path: &Path) -> impl FnOnce(StoreError) -> StoreError {
    let path = path.to_owned();
    move |source| OpenError::File { path, source }.into()
}

/// Opens the database for the writer of a room, creating it with this version's tables if there is none. It upgrades
/// no data: that of an earlier build is refused. `vfs` is for tests.
pub(crate) fn open_for_writing(path: &Path, vfs: Option<&str>) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let mut connection = match vfs {
        Some(vfs) => Connection::open_with_flags_and_vfs(path, flags, vfs),
        None => Connection::open_with_flags(path, flags),
    }
    .map_err(database_fault(format!("open {}", path.display())))?;
    configure(&mut connection, vfs.is_some())
        .and_then(|version| migrate(&mut connection, version))
        .map_err(fault_in_file(path))?;
    Ok(connection)
}

/// Opens an existing database for writing with the version of tables it has: for an upgrade, which changes them
/// itself.
pub(crate) fn open_unmigrated(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let opened = Connection::open_with_flags(path, flags);
    let mut connection = opened.map_err(database_fault(format!("open {}", path.display())))?;
    configure(&mut connection, false).map_err(fault_in_file(path))?;
    Ok(connection)
}

/// Sets how the database is written, so that a commit survives a power failure and erased rows are overwritten, and
/// returns the version of its tables. `exclusive` is for a VFS without shared memory.
fn configure(connection: &mut Connection, exclusive: bool) -> Result<u64, StoreError> {
    configure_common(connection)?;
    if exclusive {
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(opening_fault("lock it"))?;
    }
    let version = version(connection)?;
    if version == 0 {
        // A page is as large as what a disk writes at once. The size must be set before anything is written.
        connection.pragma_update(None, "page_size", 4096).map_err(opening_fault("set the size of a page"))?;
    }
    // Beyond FULL, EXTRA also makes the deletion of a journal safe: if a journal came back after a power
    // loss, it would undo what was written since. This matters only on the first start, before there is a
    // write-ahead log.
    for (name, value) in [("synchronous", "EXTRA"), ("temp_store", "MEMORY")] {
        connection.pragma_update(None, name, value).map_err(opening_fault("set how it is written"))?;
    }
    let mode = run_pragma(connection, "PRAGMA journal_mode = WAL")
        .map_err(opening_fault("keep a write-ahead log"))?;
    if !mode.eq_ignore_ascii_case("wal") {
        return Err(DatabaseError::NoWriteAheadLog { mode }.into());
    }
    for (name, value) in
        [("fullfsync", 1), ("checkpoint_fullfsync", 1), ("secure_delete", 1), ("cache_size", -WRITERS_CACHE)]
    {
        connection.pragma_update(None, name, value).map_err(opening_fault("set how it is written"))?;
    }
    Ok(version)
}

/// Runs a pragma to its end, since it may fail after returning its row, and returns the row's first text, empty for a
/// number.
pub(crate) fn run_pragma(connection: &Connection, pragma: &str) -> rusqlite::Result<String> {
    let mut statement = connection.prepare(pragma)?;
    let mut rows = statement.query([])?;
    let mut first = String::new();
    while let Some(row) = rows.next()? {
        if first.is_empty() {
            first = row.get_ref(0)?.as_str().unwrap_or_default().to_owned();
        }
    }
    Ok(first)
}

/// As `run_pragma`, for a row whose first value is a number, such as whether a checkpoint of the log was held
/// back; 0 if there is no row.
pub(crate) fn run_pragma_number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    let mut statement = connection.prepare(pragma)?;
    let mut rows = statement.query([])?;
    let mut first = 0;
    if let Some(row) = rows.next()? {
        first = row.get(0)?;
    }
    while rows.next()?.is_some() {}
    Ok(first)
}

/// Does something that fails at once where others hold a lock, and sets the usual waiting time again after it.
pub(crate) fn without_waiting<T>(
    connection: &Connection,
    what: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.busy_timeout(Duration::ZERO)?;
    let done = what(connection);
    connection.busy_timeout(BUSY_TIMEOUT)?;
    done
}

/// Opens an existing database read-only, with a snapshot of its own for each transaction; a running room is not
/// disturbed. The version of its tables is not checked.
pub(crate) fn open_for_reading(path: &Path) -> Result<Connection, StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags);
    let connection = connection.map_err(database_fault(format!("open {} for reading", path.display())))?;
    configure_common(&connection)?;
    connection
        .pragma_update(None, "cache_size", -READERS_CACHE)
        .map_err(opening_fault("set how much of it is held in memory"))?;
    Ok(connection)
}

/// Settings that readers and the writer share: how long they wait for a lock, and that neither trusts what is in the
/// file.
fn configure_common(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT).map_err(opening_fault("set how long to wait"))?;
    connection.set_prepared_statement_cache_capacity(STATEMENT_CACHE);
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)
        .map_err(opening_fault("guard the tables"))?;
    // Statements keep their plan whatever is bound to them. Otherwise SQLite prepares those with a limit
    // again for each use.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(opening_fault("keep the plans of statements"))?;
    connection.pragma_update(None, "trusted_schema", false).map_err(opening_fault("distrust the tables"))?;
    connection.pragma_update(None, "cell_size_check", true).map_err(opening_fault("have pages checked"))
}

/// The version of the tables in a database, from its header; 0 if there are none. The database of another program is
/// refused.
pub(crate) fn version(connection: &Connection) -> Result<u64, StoreError> {
    let number = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(opening_fault("read its header"))
    };
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(opening_fault("read its tables"))?;
    if application != i64::from(APPLICATION_ID) && (application, version, tables) != (0, 0, 0) {
        return Err(DatabaseError::AnotherProgram.into());
    }
    u64::try_from(version).map_err(|_| DatabaseError::InvalidVersion { version }.into())
}

/// Refuses a version that this program does not know: a newer program wrote it, and writing would damage it.
pub(crate) fn check_known(version: u64) -> Result<(), StoreError> {
    if version > VERSION { Err(DatabaseError::Newer { version }.into()) } else { Ok(()) }
}

/// Creates the tables of a new database; refuses those of an older or newer build that hold anything, and those
/// without a version.
fn migrate(connection: &mut Connection, from: u64) -> Result<(), StoreError> {
    check_known(from)?;
    if from == VERSION {
        return Ok(());
    }
    let objects = objects(connection)?.len();
    if from == 0 && objects > 0 {
        return Err(DatabaseError::NoVersion { objects }.into());
    }
    if from > 0 && !is_empty(connection)? {
        return Err(DatabaseError::Earlier { version: from }.into());
    }
    let transaction = connection.transaction().map_err(database_fault("make its tables"))?;
    apply_steps(&transaction, from)?;
    transaction.commit().map_err(database_fault("make its tables"))
}

/// Whether nothing was written, not even the room's identity: then tables of an earlier version may be brought to
/// this one without an upgrade.
fn is_empty(connection: &Connection) -> Result<bool, StoreError> {
    let sql = "SELECT (SELECT count(*) FROM meta) + (SELECT count(*) FROM (SELECT 1 FROM records LIMIT 1))";
    let count: i64 =
        connection.query_row(sql, [], |row| row.get(0)).map_err(database_fault("read what it is"))?;
    Ok(count == 0)
}

/// Brings the tables from version `from` to this one, within the caller's transaction, and sets the version in the
/// header: the same for a new database, an upgrade and a restore.
pub(crate) fn apply_steps(transaction: &Connection, from: u64) -> Result<(), StoreError> {
    for (step, version) in
        MIGRATIONS.iter().zip(1_i64..).skip_while(|(_, version)| version.unsigned_abs() <= from)
    {
        let doing = || format!("bring its tables to version {version}");
        transaction.execute_batch(step).map_err(database_fault(doing()))?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(database_fault(doing()))?;
        transaction.pragma_update(None, "user_version", version).map_err(database_fault(doing()))?;
    }
    Ok(())
}

/// A table, an index or another object of a database: its kind, its name, and the SQL that created it.
pub(crate) type SchemaObject = (String, String, String);

/// The tables and indexes of a version, with their SQL, as in a newly created database: what a room's are compared
/// with.
pub(crate) fn expected_objects(version: u64) -> Result<Vec<SchemaObject>, StoreError> {
    let connection = Connection::open_in_memory().map_err(database_fault("open a database in memory"))?;
    for step in MIGRATIONS.iter().zip(1..).take_while(|(_, step)| *step <= version).map(|(words, _)| words) {
        connection.execute_batch(step).map_err(database_fault("make the tables"))?;
    }
    objects(&connection)
}

/// The first of a database's tables, indexes, triggers and views that is missing, changed or foreign, compared by the
/// SQL that created it; `None` if all are as expected.
pub(crate) fn first_difference(
    connection: &Connection,
    expected: &[SchemaObject],
) -> Result<Option<Difference>, StoreError> {
    let found = objects(connection)?;
    if let Some((kind, name, _)) = expected.iter().find(|object| !found.contains(object)).cloned() {
        return Ok(Some(Difference::TableDiffers { kind, name }));
    }
    let foreign = found.into_iter().find(|object| !expected.contains(object));
    Ok(foreign.map(|(kind, name, _)| Difference::ForeignTable { kind, name }))
}

/// The tables, indexes and other objects of a database; empty if it has none. A damaged database is named as that.
pub(crate) fn objects(connection: &Connection) -> Result<Vec<SchemaObject>, StoreError> {
    let sql = "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type DESC, name";
    let mut statement = connection.prepare(sql).map_err(opening_fault("read its tables"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let rows = rows.map_err(opening_fault("read its tables"))?;
    rows.collect::<Result<_, _>>().map_err(opening_fault("read its tables"))
}
