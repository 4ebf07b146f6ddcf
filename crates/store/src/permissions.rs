//! Who may read what a room stores, and how much more its disk takes.
//!
//! The data folder is its owner's alone. SQLite makes the files of its log with the permissions of the database, so that
//! these are set before it opens it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use room::port::Fault;

/// Opens a file for writing, making it for its owner alone where there is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Leaves a data folder and the files in it to their owner alone, and makes those that are named where they are missing.
/// Files that somebody else put there are left as they are.
///
/// # Errors
/// When the folder or a file of the room belongs to somebody else.
pub(crate) fn for_owner(folder: &Path, files: &[&str]) -> Result<(), Fault> {
    set(folder, 0o700)?;
    for name in files {
        let path = folder.join(name);
        open(&path).map_err(|error| Fault { what: format!("cannot make {}: {error}", path.display()) })?;
        // The log of the database and its index have the same name with an ending.
        for ending in ["", "-wal", "-shm", "-journal"] {
            let path = folder.join(format!("{name}{ending}"));
            if path.exists() {
                set(&path, 0o600)?;
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn set(path: &Path, mode: u32) -> Result<(), Fault> {
    use std::os::unix::fs::PermissionsExt;
    let cannot = |error: io::Error| {
        let path = path.display();
        Fault {
            what: format!(
                "cannot keep others from reading {path}: {error}: chmod {mode:o} {path} by its owner"
            ),
        }
    };
    let now = fs::metadata(path).map_err(cannot)?.permissions().mode() & 0o7777;
    if now == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(cannot)
}

#[cfg(not(unix))]
fn set(_: &Path, _: u32) -> Result<(), Fault> {
    Ok(())
}

/// How many bytes the disk under a folder takes from a program without privileges; none where it cannot be found out.
#[cfg(unix)]
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free_space(_: &Path) -> Option<u64> {
    None
}
