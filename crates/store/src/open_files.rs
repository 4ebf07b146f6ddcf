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
    /// Remembers the files that are at these paths now, when the room has just opened them; a path with nothing there
    /// is left out and never checked.
    pub(crate) fn at_paths(paths: impl IntoIterator<Item = PathBuf>) -> OpenFiles {
        let found = paths.into_iter().filter_map(|path| identity(&path).map(|file| (path, file)));
        OpenFiles(found.collect())
    }

    /// Checks that each path still leads to the file the room opened. The writer calls it before it confirms a group
    /// of batches.
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

/// The device and inode of what is at a path, links not followed; `None` if nothing is there. Two calls give the same
/// only for the same file.
#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    // A link in the file's place is a different file, wherever it leads.
    let found = std::fs::symlink_metadata(path).ok()?;
    Some((found.dev(), found.ino()))
}

/// Elsewhere than on Unix no file is identified, so none is ever reported as replaced.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}
