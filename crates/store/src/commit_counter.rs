//! How often anybody has committed to the database. This tells a write by another program from something that
//! changes no data, such as moving the pages of the log into the database.
//!
//! The index of the write-ahead log counts commits and nothing else (`iChange`, the four bytes at offset 8 in
//! <https://www.sqlite.org/walformat.html#wal_index_header>).

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use room::port::StoreError;
use rusqlite::Connection;

use crate::error::IoError;
use crate::schema::database_fault;

/// Offset of the count in the index.
const COUNT_OFFSET: u64 = 8;

/// The index of a write-ahead log, open for reading.
///
/// On Unix, a process that closes any handle of a file loses all its locks on that file, SQLite's included.
/// So this one stays open until every connection is closed.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommitCounter(Option<Arc<File>>);

impl CommitCounter {
    /// Opens the index of the write-ahead log at a path. If it cannot be opened, `read` gives `None` and the writer
    /// treats any change of `data_version` as somebody else's write.
    pub(crate) fn open(path: &Path) -> CommitCounter {
        CommitCounter(File::open(path).ok().map(Arc::new))
    }

    /// The number of commits that anybody has made, modulo 2^32, as SQLite keeps it in the index (`iChange`); `None`
    /// if it is not known. The writer compares it with its own commits to notice another program's.
    #[cfg(unix)]
    pub(crate) fn read(&self) -> Option<u32> {
        use std::os::unix::fs::FileExt;
        let mut count = [0; 4];
        self.0.as_ref()?.read_exact_at(&mut count, COUNT_OFFSET).ok()?;
        Some(u32::from_ne_bytes(count))
    }

    /// Nothing is counted where a file cannot be read at an offset without moving its position.
    #[cfg(not(unix))]
    pub(crate) fn read(&self) -> Option<u32> {
        None
    }
}

/// SQLite's number that changes when another connection has committed or moved the log, and never by what this one
/// writes. The writer looks at it in each transaction, before it trusts what it has cached.
pub(crate) fn data_version(connection: &Connection) -> Result<i64, StoreError> {
    let doing = "look whether others have written";
    let mut statement = connection.prepare_cached("PRAGMA data_version").map_err(database_fault(doing))?;
    statement.query_row([], |row| row.get(0)).map_err(database_fault(doing))
}

/// The fault with which the writer stops when another program has written to its database: what it has cached is no
/// longer true. `count` is the number of records before that.
pub(crate) fn foreign_write_fault(connection: &Connection, count: u64) -> StoreError {
    let database = connection.path().unwrap_or_default().to_owned();
    IoError::ForeignWrite { database, count }.into()
}
