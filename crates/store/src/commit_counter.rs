//! How often anybody has committed into the database: what tells a write by another program from one that changes nothing,
//! such as moving the pages of the log into the database.
//!
//! The index of the write-ahead log counts commits and nothing else (`iChange`, the four bytes from 8 on in
//! <https://www.sqlite.org/walformat.html#wal_index_header>).

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use room::port::StoreError;
use rusqlite::Connection;

use crate::schema::database_fault;

/// Where the count stands in the index.
const PLACE: u64 = 8;

/// The index of a write-ahead log, open for reading.
///
/// On Unix a process that closes any file loses its locks on it, those of SQLite too. So it stays open until every
/// connection is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommitCounter(Option<Arc<File>>);

impl CommitCounter {
    /// Opens the index at a path; where there is none, nothing is counted.
    pub(crate) fn open(path: &Path) -> CommitCounter {
        CommitCounter(File::open(path).ok().map(Arc::new))
    }

    /// How often was committed, modulo 2^32; none where that cannot be told.
    #[cfg(unix)]
    pub(crate) fn read(&self) -> Option<u32> {
        use std::os::unix::fs::FileExt;
        let mut count = [0; 4];
        self.0.as_ref()?.read_exact_at(&mut count, PLACE).ok()?;
        Some(u32::from_ne_bytes(count))
    }

    #[cfg(not(unix))]
    pub(crate) fn read(&self) -> Option<u32> {
        None
    }
}

/// What tells whether another connection has committed.
pub(crate) fn by_others(connection: &Connection) -> Result<i64, StoreError> {
    let doing = "look whether others have written";
    let mut statement = connection.prepare_cached("PRAGMA data_version").map_err(database_fault(doing))?;
    statement.query_row([], |row| row.get(0)).map_err(database_fault(doing))
}

/// Another program has written into the database of a room that runs: what the room knows of it holds no more.
pub(crate) fn foreign(connection: &Connection, count: u64) -> StoreError {
    let place = connection.path().unwrap_or_default();
    StoreError {
        what: format!(
            "another program has written into {place} since record {count}, and nothing is written there any more: stop that program and run `cardroom verify`; where all is well, start the room again, and where something differs, `cardroom restore` puts a backup in its place"
        ),
    }
}
