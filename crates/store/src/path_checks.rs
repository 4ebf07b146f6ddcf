//! Checks of the paths given to commands on a room's files. They come before anything else, so that a wrong
//! path is reported as such, and not by what is missing there.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use room::port::StoreError;
use rusqlite::Connection;

use crate::keys::{CHECKPOINTS_FILE, io_fault, is_within};
use crate::permissions::{self, open_named};
use crate::schema::{self, REPLACE_HELP};
use crate::sqlite::DATABASE;
use crate::verify;

/// The first bytes of a database file.
const MAGIC: &[u8] = b"SQLite format 3\0";

fn refuse<T>(what: String) -> Result<T, StoreError> {
    Err(StoreError { what })
}

/// The metadata of what is at a path, following links; `None` if nothing is there.
fn metadata_of(path: &Path) -> Result<Option<fs::Metadata>, StoreError> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_fault("look at", path)(error)),
    }
}

/// Refuses anything but a readable file; returns its first bytes.
fn read_beginning(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let read = open_named(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut bytes));
    read.map_err(io_fault("read", path))?;
    Ok(bytes)
}

/// Refuses a folder that does not hold a room's data: it does not exist, it is a file, or its database is
/// missing, empty or another program's.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_holds_data(folder: &Path) -> Result<(), StoreError> {
    verify::open_for_checking(folder).map(drop)
}

/// The database in a folder, checked to be a readable file and a database.
pub(crate) fn find_database(folder: &Path) -> Result<PathBuf, StoreError> {
    let (data, path) = (folder.display(), folder.join(DATABASE));
    match metadata_of(folder)? {
        None => return refuse(format!("there is no folder {data}: name the one of a room's data")),
        Some(found) if !found.is_dir() => {
            return refuse(format!("{data} is not a folder: name the one of a room's data"));
        }
        Some(_) => {}
    }
    let place = path.display();
    // The room would not open a link here, so it is not taken for the room's file either.
    permissions::check_no_links(folder, &[DATABASE])?;
    match metadata_of(&path)? {
        None => {
            is_no_restore(folder)?;
            refuse(format!("there is no {place}: is {data} the data folder?"))
        }
        Some(found) if !found.is_file() => {
            refuse(format!("{place} is not a file, but a room's database is: is {data} the data folder?"))
        }
        Some(_) => match read_beginning(&path)?.as_slice() {
            [] => refuse(format!(
                "{place} is empty: no room was founded in {data}, or its data is lost; {REPLACE_HELP}"
            )),
            MAGIC => check_is_rooms(&path, folder).map(|()| path),
            _ => refuse(format!("{place} is not a database: it was damaged or replaced; {REPLACE_HELP}")),
        },
    }
}

/// Refuses a database that shows by its header or its tables that no room can use it where it is.
pub(crate) fn check_is_rooms(path: &Path, folder: &Path) -> Result<(), StoreError> {
    check_header(path, REPLACE_HELP)?;
    check_not_backup(path, folder)
}

/// How long the header of a database is, in bytes.
const HEADER: usize = 100;

/// How many bytes a database should have by its own header; none where the header does not say so, or cannot be trusted.
/// <https://www.sqlite.org/fileformat2.html#the_database_header>
fn promised_length(header: &[u8]) -> Option<u64> {
    let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
    // The number of pages holds as long as the change that wrote it is the last one.
    let (pages, change, valid_for) = (number(28)?, number(24)?, number(92)?);
    let page_size = match u16::from_be_bytes(header.get(16..18)?.try_into().ok()?) {
        1 => 65_536,
        size if size >= 512 && size.is_power_of_two() => u64::from(size),
        _ => return None,
    };
    (pages > 0 && change == valid_for).then(|| page_size * u64::from(pages))
}

/// Refuses a database of a format that SQLite does not know, and one that is shorter than its header says; but not where
/// a log or a journal lies beside it, for what is missing may be in there.
fn check_header(path: &Path, help: &str) -> Result<(), StoreError> {
    let mut header = Vec::new();
    let read = open_named(path).and_then(|file| file.take(HEADER as u64).read_to_end(&mut header));
    read.map_err(io_fault("read", path))?;
    if has_log(path)? {
        return Ok(());
    }
    // The versions of the format for writing and for reading: a rollback journal or a write-ahead log.
    if header.get(18..20).is_some_and(|versions| versions.iter().any(|version| !matches!(version, 1 | 2))) {
        let place = path.display();
        return refuse(format!(
            "cannot use {place}: the database is damaged (its header names no format that is known); {help}"
        ));
    }
    // Looked at last: a room that runs makes the file longer before its log is empty.
    let length = metadata_of(path)?.map_or(0, |found| found.len());
    let wanted = if header.len() < HEADER { Some(HEADER as u64) } else { promised_length(&header) };
    match wanted {
        Some(wanted) if length < wanted => {
            let place = path.display();
            let expected = if header.len() < HEADER {
                "not even its header is complete".to_owned()
            } else {
                format!("by its header it should have {wanted}")
            };
            refuse(format!("{place} is cut short: it has {length} bytes, and {expected}; {help}"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses a backup that was copied to where a database belongs: only a restore makes a room's data of it.
fn check_not_backup(path: &Path, folder: &Path) -> Result<(), StoreError> {
    // Read as it lies there: a log that another database left would be taken for its own. Other faults are told later.
    let objects = verify::open_immutable(path).and_then(|connection| schema::objects(&connection));
    if !objects.is_ok_and(|objects| has_backup_table(&objects)) {
        return Ok(());
    }
    let (place, data) = (path.display(), folder.display());
    refuse(format!(
        "{place} is a backup that `cardroom backup` made, not the database of a room: move it out of {data}, and `cardroom restore FILE --data {data}` puts it in place"
    ))
}

fn has_backup_table(objects: &[schema::SchemaObject]) -> bool {
    objects.iter().any(|(kind, name, _)| kind == "table" && name == "backup")
}

/// Refuses a path where a room's data can neither be nor be created: it is not a folder, or its database is
/// another program's.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_hold_data(folder: &Path) -> Result<(), StoreError> {
    check_folder_or_free(folder)?;
    let path = folder.join(DATABASE);
    // A first start that was cut short leaves an empty database.
    if metadata_of(&path)?.is_none_or(|found| found.is_file() && found.len() == 0) {
        return Ok(());
    }
    // So does one cut short while the tables were created; only a process that may write can tell what the
    // file held before.
    if metadata_of(&folder.join(format!("{DATABASE}-journal")))?.is_some_and(|found| found.len() > 0) {
        return Ok(());
    }
    let path = find_database(folder)?;
    let version = schema::open_for_reading(&path).and_then(|database| schema::version(&database));
    version
        .and_then(schema::check_known)
        .map_err(|fault| StoreError { what: format!("cannot use {}: {}", path.display(), fault.what) })
}

/// Whether a data folder has a database that something may have been stored in. An empty one without a log or a journal, for
/// which no checkpoint was signed, is what a first start leaves that was cut short.
pub(crate) fn may_hold_records(data: &Path, keys: &Path) -> Result<bool, StoreError> {
    let database = data.join(DATABASE);
    match metadata_of(&database)? {
        None => Ok(false),
        Some(found) if found.is_file() && found.len() == 0 => {
            let signed = metadata_of(&keys.join(CHECKPOINTS_FILE))?.is_some_and(|found| found.len() > 0);
            Ok(signed || has_log(&database)?)
        }
        Some(_) => Ok(true),
    }
}

/// Whether a database has no tables, nor a log or a journal that may hold some.
pub(crate) fn has_no_tables(database: &Path) -> Result<bool, StoreError> {
    if has_log(database)? {
        return Ok(false);
    }
    let objects = verify::open_immutable(database).and_then(|connection| schema::objects(&connection));
    Ok(objects.is_ok_and(|objects| objects.is_empty()))
}

/// Whether there is a log or a journal beside a database with something in it.
fn has_log(database: &Path) -> Result<bool, StoreError> {
    for ending in ["-wal", "-journal"] {
        let mut beside = database.as_os_str().to_owned();
        beside.push(ending);
        if metadata_of(Path::new(&beside))?.is_some_and(|found| found.len() > 0) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses a folder into which no backup can be restored: it is not a folder, or has a room's data that is
/// not to be replaced.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_restore_into(folder: &Path, replace: bool) -> Result<(), StoreError> {
    check_folder_or_free(folder)?;
    if metadata_of(&folder.join(DATABASE))?.is_some() && !replace {
        let data = folder.display();
        return refuse(format!(
            "there is a room's data in {data}: name another folder, or say --replace to put the backup in its place (what is there is kept beside)"
        ));
    }
    Ok(())
}

fn check_folder_or_free(folder: &Path) -> Result<(), StoreError> {
    match metadata_of(folder)? {
        Some(found) if !found.is_dir() => {
            refuse(format!("{} is not a folder: name one for a room's data", folder.display()))
        }
        Some(_) | None => Ok(()),
    }
}

/// Refuses a path where no new file can be created: something is there, or its folder does not exist.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_create_file(path: &Path) -> Result<(), StoreError> {
    let place = path.display();
    match metadata_of(path)? {
        Some(found) if found.is_dir() => return refuse(format!("{place} is a folder: name a file in it")),
        Some(_) => return refuse(format!("{place} is there already: name a file that is not")),
        None => {}
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match metadata_of(parent)? {
        Some(found) if found.is_dir() => Ok(()),
        Some(_) => refuse(format!("{} is not a folder: name a file in one", parent.display())),
        None => {
            refuse(format!("there is no folder {}: make it, or name a file in another", parent.display()))
        }
    }
}

/// Refuses a path for a backup where it would be lost together with the data, or taken along with the keys.
///
/// # Errors
/// It lies in the folder of the data or in that of the keys.
pub fn is_apart(backup: &Path, data: &Path, keys: &Path) -> Result<(), StoreError> {
    let place = backup.display();
    if is_within(backup, data) {
        let data = data.display();
        return refuse(format!(
            "{place} would lie in {data}, with the data that it is a backup of: name a file elsewhere, best on another disk"
        ));
    }
    if is_within(backup, keys) {
        let keys = keys.display();
        return refuse(format!(
            "{place} would lie in {keys}, with the keys of the room, and a backup is kept apart from them: name a file elsewhere, best on another disk"
        ));
    }
    Ok(())
}

/// The database that a restore builds beside the one in its place.
pub(crate) fn restored(folder: &Path) -> PathBuf {
    folder.join(format!("{DATABASE}.restored"))
}

/// Refuses data into which a restore was cut short.
pub(crate) fn is_no_restore(folder: &Path) -> Result<(), StoreError> {
    let made = restored(folder);
    if metadata_of(&made)?.is_none() {
        return Ok(());
    }
    let (data, made) = (folder.display(), made.display());
    refuse(if metadata_of(&folder.join(DATABASE))?.is_some() {
        format!(
            "a restore into {data} was cut short: `cardroom restore --replace` with the same backup does it again; without {made} the room goes on with the data as it was, where the checkpoints still fit it"
        )
    } else {
        format!("a restore into {data} was cut short: `cardroom restore` with the same backup does it again")
    })
}

/// What can be done about a backup that is damaged.
const OTHER_BACKUP: &str = "restore from another backup";

/// Refuses what is not a backup, as far as that shows without the room's keys.
///
/// # Errors
/// What it is instead, and what is expected.
pub fn check_is_backup(file: &Path) -> Result<(), StoreError> {
    open_backup(file).map(drop)
}

/// Opens a backup and reads the line of the checkpoint that binds it.
pub(crate) fn open_backup(file: &Path) -> Result<(Connection, String), StoreError> {
    let place = file.display();
    let not_one =
        |why: &str| StoreError { what: format!("{place} is not a backup that `cardroom backup` made{why}") };
    match metadata_of(file)? {
        None => return refuse(format!("there is no file {place}: name the one that `cardroom backup` made")),
        Some(found) if found.is_dir() => {
            return refuse(format!("{place} is a folder: name the file that `cardroom backup` made"));
        }
        Some(found) if !found.is_file() => return Err(not_one(": it is not a file")),
        Some(_) => {}
    }
    match read_beginning(file)?.as_slice() {
        [] => return Err(not_one(": it is empty")),
        MAGIC => {}
        _ => return Err(not_one(": it is not a database")),
    }
    check_header(file, OTHER_BACKUP)?;
    let connection = verify::open_immutable(file)?;
    connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
        .map_err(|error| not_one(&format!(": {}; {OTHER_BACKUP}", schema::in_words(&error))))?;
    let version = schema::version(&connection).map_err(|fault| not_one(&format!(": {}", fault.what)))?;
    schema::check_known(version)
        .map_err(|fault| StoreError { what: format!("cannot use {place}: {}", fault.what) })?;
    let tables = schema::objects(&connection).map_err(|fault| not_one(&format!(": {}", fault.what)))?;
    if !has_backup_table(&tables) {
        let own = tables.iter().any(|(_, name, _)| name == "records");
        return Err(not_one(if own {
            ": it is the database of a room, of which `cardroom backup` makes one"
        } else {
            ": the checkpoint that binds it is missing"
        }));
    }
    let line =
        connection.query_row("SELECT value FROM backup WHERE name = 'checkpoint'", [], |row| row.get(0));
    match line {
        Ok(line) => Ok((connection, line)),
        Err(rusqlite::Error::QueryReturnedNoRows) => {
            Err(not_one(": the checkpoint that binds it is missing"))
        }
        Err(error) => Err(not_one(&format!(
            ": the checkpoint that binds it cannot be read: {}",
            schema::in_words(&error)
        ))),
    }
}
