//! Errors of the paths that are given to commands on a room's files.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use room::port::StoreError;

use super::CheckpointError;
use crate::schema::{REPLACE_HELP, in_words};

/// What can be done about a backup that is damaged.
const OTHER_BACKUP: &str = "restore from another backup";

/// Why a path is refused. What is wrong there is found out before anything else is done.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum PathError {
    /// There is no data folder.
    NoDataFolder { path: PathBuf },
    /// The path for the data is not a folder.
    DataNotAFolder { path: PathBuf },
    /// The path for new data is not a folder.
    NewDataNotAFolder { path: PathBuf },
    /// The data folder has no database.
    NoDatabase { path: PathBuf, data: PathBuf },
    /// The database has no room in it.
    NoRoom { path: PathBuf, data: PathBuf },
    /// The database is not a file.
    DatabaseNotAFile { path: PathBuf, data: PathBuf },
    /// The database has no bytes.
    DatabaseEmpty { path: PathBuf, data: PathBuf },
    /// The file does not begin as a database.
    NotADatabase { path: PathBuf },
    /// The header names a format that is not known.
    UnknownFormat { path: PathBuf, backup: bool },
    /// The file is shorter than its header says, or than a header.
    CutShort { path: PathBuf, length: u64, promised: Option<u64>, backup: bool },
    /// A backup is where the database of a room belongs.
    BackupAsDatabase { path: PathBuf, data: PathBuf },
    /// There is data that is not to be replaced.
    DataThere { data: PathBuf },
    /// A folder is where a file is to be created.
    IsAFolder { path: PathBuf },
    /// Something is where a file is to be created.
    Taken { path: PathBuf },
    /// The folder of a file to be created is not a folder.
    ParentNotAFolder { parent: PathBuf },
    /// The folder of a file to be created does not exist.
    NoParent { parent: PathBuf },
    /// A backup would lie with its data.
    BackupInData { backup: PathBuf, data: PathBuf },
    /// A backup would lie with the keys of the room.
    BackupWithKeys { backup: PathBuf, keys: PathBuf },
    /// A restore was cut short; the old database is still there if `replacing`.
    RestoreCutShort { data: PathBuf, restored: PathBuf, replacing: bool },
    /// A symbolic link is in the place of a file of the room.
    Link { path: PathBuf, why: &'static str },
    /// There is no backup.
    NoBackup { path: PathBuf },
    /// A folder was given as a backup.
    BackupIsAFolder { path: PathBuf },
    /// The file is not a backup.
    NotABackup { path: PathBuf, problem: BackupProblem },
}

/// Why a file is not a backup.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum BackupProblem {
    /// It is a pipe, a device or the like.
    NotAFile,
    /// It has no bytes.
    Empty,
    /// It does not begin as a database.
    NotADatabase,
    /// Its tables cannot be listed.
    Tables(rusqlite::Error),
    /// Its version or its tables make no sense.
    Unreadable(StoreError),
    /// It is the database of a room, as it runs.
    DatabaseOfARoom,
    /// It has no checkpoint.
    NoCheckpoint,
    /// Its checkpoint cannot be read.
    CheckpointUnreadable(rusqlite::Error),
    /// Its checkpoint is not one of the room.
    Checkpoint(CheckpointError),
    /// Its eras are not what a room wrote.
    Eras(StoreError),
}

impl fmt::Display for PathError {
    /// What is at the path, what was expected, and what to name instead: the whole sentence that a command ends with.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let help = |backup: bool| if backup { OTHER_BACKUP } else { REPLACE_HELP };
        match self {
            PathError::NoDataFolder { path } => {
                write!(f, "there is no folder {}: name the one of a room's data", path.display())
            }
            PathError::DataNotAFolder { path } => {
                write!(f, "{} is not a folder: name the one of a room's data", path.display())
            }
            PathError::NewDataNotAFolder { path } => {
                write!(f, "{} is not a folder: name one for a room's data", path.display())
            }
            PathError::NoDatabase { path, data } => {
                write!(f, "there is no {}: is {} the data folder?", path.display(), data.display())
            }
            PathError::NoRoom { path, data } => {
                write!(f, "there is no room in {}: is {} the data folder?", path.display(), data.display())
            }
            PathError::DatabaseNotAFile { path, data } => write!(
                f,
                "{} is not a file, but a room's database is: is {} the data folder?",
                path.display(),
                data.display()
            ),
            PathError::DatabaseEmpty { path, data } => write!(
                f,
                "{} is empty: no room was founded in {}, or its data is lost; {REPLACE_HELP}",
                path.display(),
                data.display()
            ),
            PathError::NotADatabase { path } => {
                write!(f, "{} is not a database: it was damaged or replaced; {REPLACE_HELP}", path.display())
            }
            PathError::UnknownFormat { path, backup } => write!(
                f,
                "cannot use {}: the database is damaged (its header names no format that is known); {}",
                path.display(),
                help(*backup)
            ),
            PathError::CutShort { path, length, promised, backup } => {
                write!(f, "{} is cut short: it has {length} bytes, and ", path.display())?;
                match promised {
                    Some(promised) => write!(f, "by its header it should have {promised}")?,
                    None => f.write_str("not even its header is complete")?,
                }
                write!(f, "; {}", help(*backup))
            }
            PathError::BackupAsDatabase { path, data } => {
                let data = data.display();
                write!(
                    f,
                    "{} is a backup that `cardroom backup` made, not the database of a room: move it out of {data}, and `cardroom restore FILE --data {data} --replace` puts it in place",
                    path.display()
                )
            }
            PathError::DataThere { data } => write!(
                f,
                "there is a room's data in {}: name another folder, or say --replace to put the backup in its place (what is there is kept beside)",
                data.display()
            ),
            PathError::IsAFolder { path } => {
                write!(f, "{} is a folder: name a file in it", path.display())
            }
            PathError::Taken { path } => {
                write!(f, "{} is there already: name a file that is not", path.display())
            }
            PathError::ParentNotAFolder { parent } => {
                write!(f, "{} is not a folder: name a file in one", parent.display())
            }
            PathError::NoParent { parent } => {
                write!(f, "there is no folder {}: make it, or name a file in another", parent.display())
            }
            PathError::BackupInData { backup, data } => write!(
                f,
                "{} would lie in {}, with the data that it is a backup of: name a file elsewhere, best on another disk",
                backup.display(),
                data.display()
            ),
            PathError::BackupWithKeys { backup, keys } => write!(
                f,
                "{} would lie in {}, with the keys of the room, and a backup is kept apart from them: name a file elsewhere, best on another disk",
                backup.display(),
                keys.display()
            ),
            PathError::RestoreCutShort { data, restored, replacing: true } => write!(
                f,
                "a restore into {} was cut short: `cardroom restore --replace` with the same backup does it again; without {} the room goes on with the data as it was, where the checkpoints still fit it",
                data.display(),
                restored.display()
            ),
            PathError::RestoreCutShort { data, restored: _, replacing: false } => write!(
                f,
                "a restore into {} was cut short: `cardroom restore --replace` with the same backup does it again",
                data.display()
            ),
            PathError::Link { path, why } => write!(f, "cannot use {}: {why}", path.display()),
            PathError::NoBackup { path } => {
                write!(f, "there is no file {}: name the one that `cardroom backup` made", path.display())
            }
            PathError::BackupIsAFolder { path } => {
                write!(f, "{} is a folder: name the file that `cardroom backup` made", path.display())
            }
            PathError::NotABackup { path, problem } => {
                write!(f, "{} is not a backup that `cardroom backup` made{problem}", path.display())
            }
        }
    }
}

impl Error for PathError {
    /// The error that kept a file from being a backup; the other refusals have none behind them.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let PathError::NotABackup { problem, .. } = self else { return None };
        match problem {
            BackupProblem::Tables(error) | BackupProblem::CheckpointUnreadable(error) => Some(error),
            BackupProblem::Unreadable(error) | BackupProblem::Eras(error) => Some(error),
            BackupProblem::Checkpoint(error) => Some(error),
            BackupProblem::NotAFile
            | BackupProblem::Empty
            | BackupProblem::NotADatabase
            | BackupProblem::DatabaseOfARoom
            | BackupProblem::NoCheckpoint => None,
        }
    }
}

impl fmt::Display for BackupProblem {
    /// The end of the sentence that says that a file is not a backup; it starts with a colon or a blank, so it does
    /// not stand alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BackupProblem::NotAFile => f.write_str(": it is not a file"),
            BackupProblem::Empty => f.write_str(": it is empty"),
            BackupProblem::NotADatabase => f.write_str(": it is not a database"),
            BackupProblem::Tables(error) => write!(f, ": {}; {OTHER_BACKUP}", in_words(error)),
            BackupProblem::Unreadable(error) => write!(f, ": {error}"),
            BackupProblem::DatabaseOfARoom => {
                f.write_str(": it is the database of a room, of which `cardroom backup` makes one")
            }
            BackupProblem::NoCheckpoint => f.write_str(": the checkpoint that binds it is missing"),
            BackupProblem::CheckpointUnreadable(error) => {
                write!(f, ": the checkpoint that binds it cannot be read: {}", in_words(error))
            }
            BackupProblem::Checkpoint(error) => {
                write!(f, ": the checkpoint that binds it is not good: {error}")
            }
            BackupProblem::Eras(error) => write!(f, " as it is: {error}"),
        }
    }
}

impl From<PathError> for StoreError {
    /// Unusable: another path may do, and nothing is known to be wrong with the room's data.
    fn from(error: PathError) -> StoreError {
        StoreError::unusable(error)
    }
}
