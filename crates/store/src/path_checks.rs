//! Checks of the paths given to commands on a room's files. They come before anything else, so that a wrong
//! path is reported as such, and not by what is missing there.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use room::port::StoreError;
use rusqlite::Connection;

use crate::error::{BackupProblem, PathError};
use crate::keys::{CHECKPOINTS_FILE, io_fault, is_within};
use crate::permissions::{self, open_named};
use crate::schema;
use crate::sqlite::DATABASE;
use crate::verify;

/// The first bytes of a database file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Ends a check with the refusal of a path.
fn refuse<T>(error: PathError) -> Result<T, StoreError> {
    Err(error.into())
}

/// The metadata of what is at a path, following links; `None` if nothing is there. Another failure is a fault, for
/// then nobody knows.
fn metadata_of(path: &Path) -> Result<Option<fs::Metadata>, StoreError> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_fault("look at", path)(error)),
    }
}

/// The first bytes of a file, as many as `MAGIC` has, or fewer if it is shorter; anything but a readable file is
/// refused.
fn read_beginning(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let read = open_named(path).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut bytes));
    read.map_err(io_fault("read", path))?;
    Ok(bytes)
}

/// Refuses a folder that does not hold a room's data, before a command asks for keys: it does not exist, it is a
/// file, or its database is missing, empty or another program's.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_holds_data(folder: &Path) -> Result<(), StoreError> {
    verify::open_for_checking(folder).map(drop)
}

/// The path of the database in a data folder, checked to be a readable file, a database, and not a backup that was
/// copied there; whether its tables are a room's is not looked at.
pub(crate) fn find_database(folder: &Path) -> Result<PathBuf, StoreError> {
    let (data, path) = (folder.to_owned(), folder.join(DATABASE));
    match metadata_of(folder)? {
        None => return refuse(PathError::NoDataFolder { path: data }),
        Some(found) if !found.is_dir() => return refuse(PathError::DataNotAFolder { path: data }),
        Some(_) => {}
    }
    // The room would not open a link here, so it is not taken for the room's file either.
    permissions::check_no_links(folder, &[DATABASE])?;
    match metadata_of(&path)? {
        None => {
            check_no_unfinished_restore(folder)?;
            refuse(PathError::NoDatabase { path, data })
        }
        Some(found) if !found.is_file() => refuse(PathError::DatabaseNotAFile { path, data }),
        Some(_) => match read_beginning(&path)?.as_slice() {
            [] => refuse(PathError::DatabaseEmpty { path, data }),
            MAGIC => check_is_rooms(&path, folder).map(|()| path),
            _ => refuse(PathError::NotADatabase { path }),
        },
    }
}

/// Refuses a database that shows by its header or its tables that no room can use it where it is: cut short, of an
/// unknown format, or a backup.
pub(crate) fn check_is_rooms(path: &Path, folder: &Path) -> Result<(), StoreError> {
    check_header(path, false)?;
    check_not_backup(path, folder)
}

/// How long the header of a database is, in bytes.
const HEADER: usize = 100;

/// How many bytes a database should have by its own header; `None` where the header does not say so, or cannot be
/// trusted. Offsets are those of <https://www.sqlite.org/fileformat2.html#the_database_header>.
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

/// Refuses a database of a format that SQLite does not know, and one that is shorter than its header says; but not
/// where a log or a journal lies beside it, for what is missing may be in there. `backup` only changes the advice.
fn check_header(path: &Path, backup: bool) -> Result<(), StoreError> {
    let mut header = Vec::new();
    let read = open_named(path).and_then(|file| file.take(HEADER as u64).read_to_end(&mut header));
    read.map_err(io_fault("read", path))?;
    if has_log(path)? {
        return Ok(());
    }
    // The versions of the format for writing and for reading: a rollback journal or a write-ahead log.
    if header.get(18..20).is_some_and(|versions| versions.iter().any(|version| !matches!(version, 1 | 2))) {
        return refuse(PathError::UnknownFormat { path: path.to_owned(), backup });
    }
    // Looked at last: a room that runs makes the file longer before its log is empty.
    let length = metadata_of(path)?.map_or(0, |found| found.len());
    let promised = if header.len() < HEADER { None } else { promised_length(&header) };
    let cut_short = header.len() < HEADER && length < HEADER as u64;
    if cut_short || promised.is_some_and(|promised| length < promised) {
        return refuse(PathError::CutShort { path: path.to_owned(), length, promised, backup });
    }
    Ok(())
}

/// Refuses a backup that was copied to where a database belongs: only a restore makes a room's data of it, in a new
/// era.
fn check_not_backup(path: &Path, folder: &Path) -> Result<(), StoreError> {
    // Read as it lies there: a log that another database left would be taken for its own. Other faults are reported
    // later.
    let objects = verify::open_immutable(path).and_then(|connection| schema::objects(&connection));
    if !objects.is_ok_and(|objects| has_backup_table(&objects)) {
        return Ok(());
    }
    refuse(PathError::BackupAsDatabase { path: path.to_owned(), data: folder.to_owned() })
}

/// Whether there is a table `backup` among the objects of a database, which every backup has and no room's data.
fn has_backup_table(objects: &[schema::SchemaObject]) -> bool {
    objects.iter().any(|(kind, name, _)| kind == "table" && name == "backup")
}

/// Refuses a path where a room's data can neither be nor be created, before a room starts: it is not a folder, or its
/// database is another program's. What a first start left that was cut short passes.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_hold_data(folder: &Path) -> Result<(), StoreError> {
    check_folder_or_absent(folder)?;
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
    version.and_then(schema::check_known).map_err(schema::fault_in_file(&path))
}

/// Whether a data folder has a database that something may have been stored in; if not, new keys may be created. An
/// empty one without a log or a journal, for which no checkpoint was signed, is what a first start leaves that was
/// cut short.
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

/// Whether a database has no tables, nor a log or a journal that may hold some: a first start that was cut short, or
/// lost data. False if it cannot be read.
pub(crate) fn has_no_tables(database: &Path) -> Result<bool, StoreError> {
    if has_log(database)? {
        return Ok(false);
    }
    let objects = verify::open_immutable(database).and_then(|connection| schema::objects(&connection));
    Ok(objects.is_ok_and(|objects| objects.is_empty()))
}

/// Whether there is a log or a journal beside a database with something in it, which SQLite would apply.
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

/// Refuses a folder into which no backup can be restored: it is not a folder, or has a room's data and `replace` is
/// not set.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_restore_into(folder: &Path, replace: bool) -> Result<(), StoreError> {
    check_folder_or_absent(folder)?;
    if metadata_of(&folder.join(DATABASE))?.is_some() && !replace {
        return refuse(PathError::DataThere { data: folder.to_owned() });
    }
    Ok(())
}

/// Refuses a path for new data where something other than a folder is; one where nothing is passes, since the folder
/// is created.
fn check_folder_or_absent(folder: &Path) -> Result<(), StoreError> {
    match metadata_of(folder)? {
        Some(found) if !found.is_dir() => refuse(PathError::NewDataNotAFolder { path: folder.to_owned() }),
        Some(_) | None => Ok(()),
    }
}

/// Refuses a path where no new file can be created: something is there, or its folder does not exist. Nothing is
/// created here.
///
/// # Errors
/// What is wrong with it, and what is expected.
pub fn check_can_create_file(path: &Path) -> Result<(), StoreError> {
    match metadata_of(path)? {
        Some(found) if found.is_dir() => return refuse(PathError::IsAFolder { path: path.to_owned() }),
        Some(_) => return refuse(PathError::Taken { path: path.to_owned() }),
        None => {}
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match metadata_of(parent)? {
        Some(found) if found.is_dir() => Ok(()),
        Some(_) => refuse(PathError::ParentNotAFolder { parent: parent.to_owned() }),
        None => refuse(PathError::NoParent { parent: parent.to_owned() }),
    }
}

/// Refuses a path for a backup where it would be lost together with the data, or taken along with the keys, which
/// open its decks.
///
/// # Errors
/// It lies in the folder of the data or in that of the keys.
pub fn check_backup_apart(backup: &Path, data: &Path, keys: &Path) -> Result<(), StoreError> {
    if is_within(backup, data) {
        return refuse(PathError::BackupInData { backup: backup.to_owned(), data: data.to_owned() });
    }
    if is_within(backup, keys) {
        return refuse(PathError::BackupWithKeys { backup: backup.to_owned(), keys: keys.to_owned() });
    }
    Ok(())
}

/// The database that a restore builds beside the one in its place. The name never changes: by it a restore that was
/// cut short is noticed.
pub(crate) fn restored_path(folder: &Path) -> PathBuf {
    folder.join(format!("{DATABASE}.restored"))
}

/// Refuses data into which a restore was cut short: run it again first, or the room would go on from the data that
/// was to be replaced.
pub(crate) fn check_no_unfinished_restore(folder: &Path) -> Result<(), StoreError> {
    let restored = restored_path(folder);
    if metadata_of(&restored)?.is_none() {
        return Ok(());
    }
    let replacing = metadata_of(&folder.join(DATABASE))?.is_some();
    refuse(PathError::RestoreCutShort { data: folder.to_owned(), restored, replacing })
}

/// Refuses what is not a backup, as far as that shows without the room's keys, before a restore asks for them.
///
/// # Errors
/// What it is instead, and what is expected.
pub fn check_is_backup(file: &Path) -> Result<(), StoreError> {
    open_backup(file).map(drop)
}

/// Opens a backup, never writing to it, and reads the signed line of the checkpoint that binds it; the line is not
/// checked here. What is not a backup is refused by what it is instead.
pub(crate) fn open_backup(file: &Path) -> Result<(Connection, String), StoreError> {
    let not_one = |problem| StoreError::from(PathError::NotABackup { path: file.to_owned(), problem });
    match metadata_of(file)? {
        None => return refuse(PathError::NoBackup { path: file.to_owned() }),
        Some(found) if found.is_dir() => return refuse(PathError::BackupIsAFolder { path: file.to_owned() }),
        Some(found) if !found.is_file() => return Err(not_one(BackupProblem::NotAFile)),
        Some(_) => {}
    }
    match read_beginning(file)?.as_slice() {
        [] => return Err(not_one(BackupProblem::Empty)),
        MAGIC => {}
        _ => return Err(not_one(BackupProblem::NotADatabase)),
    }
    check_header(file, true)?;
    let connection = verify::open_immutable(file)?;
    connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
        .map_err(|error| not_one(BackupProblem::Tables(error)))?;
    let version = schema::version(&connection).map_err(|fault| not_one(BackupProblem::Unreadable(fault)))?;
    schema::check_known(version).map_err(schema::fault_in_file(file))?;
    let tables = schema::objects(&connection).map_err(|fault| not_one(BackupProblem::Unreadable(fault)))?;
    if !has_backup_table(&tables) {
        let is_rooms = tables.iter().any(|(_, name, _)| name == "records");
        return Err(not_one(if is_rooms {
            BackupProblem::DatabaseOfARoom
        } else {
            BackupProblem::NoCheckpoint
        }));
    }
    let line =
        connection.query_row("SELECT value FROM backup WHERE name = 'checkpoint'", [], |row| row.get(0));
    match line {
        Ok(line) => Ok((connection, line)),
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(not_one(BackupProblem::NoCheckpoint)),
        Err(error) => Err(not_one(BackupProblem::CheckpointUnreadable(error))),
    }
}
