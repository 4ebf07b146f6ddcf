//! Who may read what a room stores, and how much space its disk has left.
//!
//! Only its owner may read the data folder. SQLite creates the files of its log with the permissions of the
//! database, so those are set before SQLite opens it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use room::port::StoreError;

use crate::error::{IoError, PathError};
use crate::keys::io_fault;

/// Why nothing is written or read through a symbolic link: the person who put it there chose the file it leads to.
const IS_A_LINK: &str =
    "it is a symbolic link, and the room follows none there: expected the file itself, or none";
/// Why nothing but a file is opened here: a pipe or a device stores nothing.
const IS_NOT_A_FILE: &str = "it is not a file: expected one, or none";

/// Why a pipe or device that the user named is not read: it may never end, and cannot be read twice.
const IS_READ_FROM_FILES: &str =
    "it is a pipe or a device, and only a file is read: save what it gives to one, and name that";
const IS_A_FOLDER: &str = "it is a folder: name a file in it";

/// Opens a file of the room for writing, creating it for its owner alone if it does not exist; what is in it stays,
/// and no link is followed.
pub(crate) fn open_for_writing(path: &Path) -> io::Result<File> {
    open_no_follow(OpenOptions::new().create(true).truncate(false).write(true), path, 0o600)
}

/// Opens a file of a data folder for appending, creating it for its owner alone if it does not exist: the log outside
/// the database is written by it.
///
/// # Errors
/// It cannot be opened, or something else is in its place, such as a symbolic link.
pub fn open_to_add(path: &Path) -> io::Result<File> {
    open_no_follow(OpenOptions::new().create(true).append(true), path, 0o600)
}

/// Opens a file of a data folder for reading, without following a link, as [`open_to_add`] opens it for appending.
///
/// # Errors
/// It cannot be opened, or something else is in its place, such as a symbolic link.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    open_no_follow(OpenOptions::new().read(true), path, 0o600)
}

/// Opens a file named by the user, for reading. Links are followed, since the user chose the path; only a regular
/// file is read, and a pipe does not block.
///
/// # Errors
/// It cannot be opened, or is not a file.
pub fn open_named(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    let file = options.open(path)?;
    let found = file.metadata()?;
    let why = match (found.is_file(), found.is_dir()) {
        (true, _) => return Ok(file),
        (false, true) => IS_A_FOLDER,
        (false, false) => IS_READ_FROM_FILES,
    };
    Err(io::Error::new(io::ErrorKind::InvalidInput, why))
}

/// How much is read of a file that holds a line of text, in bytes.
const LONGEST_TEXT: u64 = 64 * 1024;

/// Reads the text of a short file named by the user, such as a key, opened as by [`open_named`]; at most
/// `LONGEST_TEXT` bytes of it, so that a wrong file cannot fill the memory.
///
/// # Errors
/// As [`open_named`], or it is not text.
pub(crate) fn read_named_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(open_named(path)?, LONGEST_TEXT), &mut bytes)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text"))
}

/// Opens what is at a path itself, for files that the room writes: no symbolic link is followed, and a pipe does not
/// block. `mode` is for a file that is created, in Unix permissions before the umask.
pub(crate) fn open_no_follow(options: &mut OpenOptions, path: &Path, mode: u32) -> io::Result<File> {
    let refused = |why| io::Error::new(io::ErrorKind::InvalidInput, why);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        options.mode(mode).custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = mode;
    if is_link(path) {
        return Err(refused(IS_A_LINK));
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(refused(IS_NOT_A_FILE)) }
}

/// Whether there is a symbolic link at a path, wherever it leads; false if nothing is there.
fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

/// What SQLite appends to a database's name for its log, the index of the log, and a journal.
const SQLITE_SUFFIXES: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Refuses a data folder with a symbolic link in the place of one of the room's `files` or of SQLite's files beside
/// it: SQLite would follow it. Called before anything is opened there.
///
/// # Errors
/// There is such a link.
pub(crate) fn check_no_links(folder: &Path, files: &[&str]) -> Result<(), StoreError> {
    let paths =
        files.iter().flat_map(|name| SQLITE_SUFFIXES.map(|ending| folder.join(format!("{name}{ending}"))));
    match paths.into_iter().find(|path| is_link(path)) {
        Some(path) => Err(PathError::Link { path, why: IS_A_LINK }.into()),
        None => Ok(()),
    }
}

/// Restricts a data folder and the named files in it to their owner, creating files that are missing: before SQLite
/// opens them, since its log gets the permissions of the database. Files that somebody else put there are left alone.
///
/// # Errors
/// The folder or a file of the room belongs to somebody else.
pub(crate) fn restrict_to_owner(folder: &Path, files: &[&str]) -> Result<(), StoreError> {
    set_mode(folder, 0o700)?;
    for name in files {
        let path = folder.join(name);
        open_for_writing(&path).map_err(|source| IoError::NotOwned { path, source })?;
        for ending in SQLITE_SUFFIXES {
            let path = folder.join(format!("{name}{ending}"));
            if path.exists() {
                set_mode(&path, 0o600)?;
            }
        }
    }
    Ok(())
}

/// Sets the permissions of a path, unless they are right already: then it works for another user's file too.
#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let cannot = |source| StoreError::from(IoError::NotPrivate { path: path.to_owned(), mode, source });
    let now = fs::metadata(path).map_err(cannot)?.permissions().mode() & 0o7777;
    if now == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(cannot)
}

/// Elsewhere than on Unix a file has no such permissions, and nothing is set.
#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), StoreError> {
    Ok(())
}

/// Bytes that the disk of a folder still accepts from an unprivileged program; `None` if this is not known, which
/// never stops a room.
#[cfg(unix)]
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Elsewhere than on Unix the free space is not known, and the disk never counts as nearly full.
#[cfg(not(unix))]
pub(crate) fn free_space(_: &Path) -> Option<u64> {
    None
}

/// Removes what an earlier attempt left of an unfinished database, with its log and journal: SQLite would write those
/// into the next database of that name. Never call it on a room's own database.
///
/// # Errors
/// Something is there and cannot be removed.
pub(crate) fn remove_database(database: &Path) -> Result<(), StoreError> {
    for ending in SQLITE_SUFFIXES {
        let mut path = database.as_os_str().to_owned();
        path.push(ending);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(io_fault("remove", Path::new(&path))(error));
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Copies a file to another name, for its owner alone, and flushes it to disk. What is at that name is overwritten,
/// so callers copy to an unfinished name and rename.
pub(crate) fn copy_private(from: &Path, to: &Path) -> Result<(), StoreError> {
    let cannot =
        |source| StoreError::from(IoError::Copy { from: from.to_owned(), to: to.to_owned(), source });
    let mut source = open_named(from).map_err(cannot)?;
    let mut copy = open_for_writing(to).map_err(cannot)?;
    copy.set_len(0).map_err(cannot)?;
    io::copy(&mut source, &mut copy).map_err(cannot)?;
    copy.sync_all().map_err(cannot)
}
