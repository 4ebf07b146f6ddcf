//! Checks that the files that a room has open are still those at their paths.
//!
//! Nobody who starts the room again sees what was written to a file that was deleted, moved away or replaced.
//! A room that went on would confirm what the next start does not find. SQLite compares the same numbers
//! (`SQLITE_FCNTL_HAS_MOVED`), but reports it only without a write-ahead log.

use std::path::{Path, PathBuf};

use room::port::StoreError;

use crate::error::IoError;

/// Files by their paths, as they were when the room opened them.
#[derive(Debug, Default)]
pub(crate) struct OpenFiles(Vec<(PathBuf, Identity)>);

/// Identifies a file: the device and the inode number.
type Identity = (u64, u64);

impl OpenFiles {
    /// The files that are at these paths now; a path with nothing there is left out.
    pub(crate) fn of(paths: impl IntoIterator<Item = PathBuf>) -> OpenFiles {
        let found = paths.into_iter().filter_map(|path| identity(&path).map(|file| (path, file)));
        OpenFiles(found.collect())
    }

    /// Checks that all of them are still there.
    ///
    /// # Errors
    /// The first path that now has another file, or none.
    pub(crate) fn check_in_place(&self) -> Result<(), StoreError> {
        let Some((path, _)) = self.0.iter().find(|(path, file)| identity(path) != Some(*file)) else {
            return Ok(());
        };
        Err(IoError::Replaced { path: path.clone() }.into())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    // A link in the file's place is a different file, wherever it leads.
    let found = std::fs::symlink_metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}
