//! Checks of the paths given to commands on a room's files. They come before anything else, so that a wrong
//! path is reported as such, and not by what is missing there.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use room::port::StoreError;
use rusqlite::Connection;

use crate::keys::{io_fault, is_within};
use crate::permissions::{self, open_named};
use crate::schema;
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
                "{place} is empty: no room was founded in {data}, or its data is lost; `cardroom restore --replace` puts a backup in its place"
            )),
            MAGIC => Ok(path),
            _ => refuse(format!(
                "{place} is not a database: it was damaged or replaced; `cardroom restore --replace` puts a backup in its place"
            )),
        },
    }
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
    let connection = verify::open_immutable(file)?;
    let version = schema::version(&connection).map_err(|fault| not_one(&format!(": {}", fault.what)))?;
    schema::check_known(version)
        .map_err(|fault| StoreError { what: format!("cannot use {place}: {}", fault.what) })?;
    let tables = schema::objects(&connection).map_err(|fault| not_one(&format!(": {}", fault.what)))?;
    if !tables.iter().any(|(kind, name, _)| kind == "table" && name == "backup") {
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
