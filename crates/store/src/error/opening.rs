//! Errors of opening the data of a room, and of putting other data in its place.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use room::port::{Cause, StoreError};

use super::{Difference, SequenceError};
use crate::era::EraReason;

/// Advice for data that is not what a room wrote.
const HELP: &str =
    "`cardroom verify` says more, and `cardroom restore --replace` puts a backup in the place of the data";

/// Advice for a lost file of checkpoints.
const RESTORE_HELP: &str = "put a backup in the place of the data with `cardroom restore --replace`";

/// Advice for a file of checkpoints that is damaged: a restore would compare the backup with it.
const CHECKPOINTS_HELP: &str = "bring the room's own file back, or move this one elsewhere and put a backup in the place of the data with `cardroom restore --replace`";

/// Why the data of a room is not opened.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum OpenError {
    /// Something in a file at this path makes it unusable.
    File { path: PathBuf, source: StoreError },
    /// A check failed that goes by this name in `verify`.
    Check { name: &'static str, source: StoreError },
    /// The data is not what a room wrote.
    Damaged { data: PathBuf, source: StoreError },
    /// The tables are not those of a room.
    Tables(Difference),
    /// The keys are not those of the room's first start.
    OtherKey { key: KeyRole, data: PathBuf },
    /// There are records, and no checkpoint.
    NoCheckpoint { count: u64, checkpoints: PathBuf },
    /// There are fewer records than the last checkpoint counts.
    EndCut { count: u64, counted: u64 },
    /// The last checkpoint cannot be the last that the room left.
    OldCheckpoints { checkpoints: PathBuf, source: SequenceError },
    /// The lines of the checkpoints do not fit the eras of the data.
    OtherCheckpoints { checkpoints: PathBuf, source: StoreError, upgrade_cut_short: bool },
    /// The data seems lost, and no room is founded in its place.
    DataLost { database: PathBuf, state: LostDatabase, counted: u64 },
    /// Another room holds the data folder.
    InUse { data: PathBuf },
    /// The data is of an earlier build, and cannot be backed up as it is.
    EarlierBuild { data: PathBuf },
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRole {
    /// It seals the decks.
    Sealing,
    /// It signs the checkpoints.
    Signing,
}

/// How a database looks that had records once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostDatabase {
    /// There is no file.
    Missing,
    /// The file has no bytes.
    Empty,
    /// The database has no tables.
    WithoutTables,
}

impl fmt::Display for OpenError {
    /// Why the room does not open, in one sentence with the paths and the command that helps; operators read it, and
    /// tests compare it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::File { path, source } => write!(f, "cannot use {}: {source}", path.display()),
            OpenError::Check { name, source } => write!(f, "{name}: {source}"),
            OpenError::Damaged { data, source } => {
                write!(f, "the data in {} is damaged: {source}; {HELP}", data.display())
            }
            OpenError::Tables(difference) => {
                write!(f, "the tables are not those of a room: {difference}; {HELP}")
            }
            OpenError::OtherKey { key, data } => {
                let what = match key {
                    KeyRole::Sealing => "decks are sealed",
                    KeyRole::Signing => "checkpoints are signed",
                };
                write!(
                    f,
                    "the key with which {what} in {} is not the one given: bring back the keys of its first start",
                    data.display()
                )
            }
            OpenError::NoCheckpoint { count, checkpoints } => write!(
                f,
                "the data has {count} records, and there is no checkpoint at {}: it cannot be known whether an old copy was put in its place; bring the file of checkpoints back, or {RESTORE_HELP}",
                checkpoints.display()
            ),
            OpenError::EndCut { count, counted } => write!(
                f,
                "the data ends with record {count}, but the last checkpoint counts {counted}: the end was cut, or an old copy was put in place; bring the data back, or put a backup in its place with `cardroom restore --replace`; `cardroom verify` says more"
            ),
            OpenError::OldCheckpoints { checkpoints, source } => write!(
                f,
                "the checkpoints at {} are not the room's own: {source}, or {RESTORE_HELP}",
                checkpoints.display()
            ),
            OpenError::OtherCheckpoints { checkpoints, source, upgrade_cut_short } => {
                let help = if *upgrade_cut_short {
                    "the upgrade was cut short: `cardroom upgrade` finishes it"
                } else {
                    CHECKPOINTS_HELP
                };
                write!(
                    f,
                    "the checkpoints at {} do not fit the data: {source}; {help}",
                    checkpoints.display()
                )
            }
            OpenError::DataLost { database, state, counted } => {
                let database = database.display();
                match state {
                    LostDatabase::Missing => write!(f, "there is no {database}")?,
                    LostDatabase::Empty => write!(f, "{database} is empty")?,
                    LostDatabase::WithoutTables => write!(f, "{database} has no tables")?,
                }
                write!(
                    f,
                    ", but the last checkpoint counts {counted} records: bring the data back, put a backup in its place with `cardroom restore --replace`, or name other checkpoints for a new room"
                )
            }
            OpenError::InUse { data } => write!(
                f,
                "another room uses {}: stop it first, or name another data folder with --data",
                data.display()
            ),
            OpenError::EarlierBuild { data } => write!(
                f,
                "the data in {} is of an earlier build: `cardroom upgrade` brings it over first",
                data.display()
            ),
        }
    }
}

impl Error for OpenError {
    /// The fault or difference that a check found; `None` where the sentence is all there is.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OpenError::File { source, .. }
            | OpenError::Check { source, .. }
            | OpenError::Damaged { source, .. }
            | OpenError::OtherCheckpoints { source, .. } => Some(source),
            OpenError::Tables(difference) => Some(difference),
            OpenError::OldCheckpoints { source, .. } => Some(source),
            OpenError::OtherKey { .. }
            | OpenError::NoCheckpoint { .. }
            | OpenError::EndCut { .. }
            | OpenError::DataLost { .. }
            | OpenError::InUse { .. }
            | OpenError::EarlierBuild { .. } => None,
        }
    }
}

impl From<OpenError> for StoreError {
    /// Decides what the room is given: corrupt for data that no room wrote, unusable where keys, folder or version do
    /// not go with it; a wrapped fault keeps its own class.
    fn from(error: OpenError) -> StoreError {
        match error {
            OpenError::File { path, source } => {
                super::wrap(source, |source| OpenError::File { path, source })
            }
            OpenError::Check { name, source } => {
                super::wrap(source, |source| OpenError::Check { name, source })
            }
            OpenError::Damaged { .. }
            | OpenError::Tables(_)
            | OpenError::NoCheckpoint { .. }
            | OpenError::EndCut { .. }
            | OpenError::OldCheckpoints { .. }
            | OpenError::OtherCheckpoints { .. }
            | OpenError::DataLost { .. } => StoreError::corrupt(error),
            OpenError::OtherKey { .. } | OpenError::InUse { .. } | OpenError::EarlierBuild { .. } => {
                StoreError::unusable(error)
            }
        }
    }
}

/// Why the eras of a room cannot follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EraError {
    /// There is none.
    None,
    /// The first did not begin with the founding of the room.
    NotFounded,
    /// The first goes on from another identity of the room.
    OtherRoom,
    /// A number is left out.
    Missing { expected: u64, found: u64 },
    /// An era with this reason cannot have this number, or not after those before it.
    OutOfPlace { era: u64, reason: EraReason },
    /// Records in format 1 were never upgraded, and an era follows them.
    NotUpgraded,
    /// An era goes on from a record before the upgrade.
    BeforeUpgrade { era: u64 },
}

impl fmt::Display for EraError {
    /// Which era it is, by number, and what is wrong with it, in the sentence of `verify` and of opening.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EraError::None => f.write_str("no era has begun"),
            EraError::NotFounded => f.write_str("era 1 does not begin with the founding of the room"),
            EraError::OtherRoom => {
                f.write_str("era 1 is of another room, or the room's identity was changed")
            }
            EraError::Missing { expected, found } => {
                write!(f, "era {expected} is missing: era {found} comes next")
            }
            EraError::OutOfPlace { era, reason } => {
                write!(f, "era {era} cannot come where it stands: {reason}")
            }
            EraError::NotUpgraded => f.write_str("a new era follows records of format 1 without an upgrade"),
            EraError::BeforeUpgrade { era } => write!(f, "era {era} goes on from before the upgrade"),
        }
    }
}

impl Error for EraError {}

impl From<EraError> for StoreError {
    /// For the room such eras are corrupt data: no room writes them.
    fn from(error: EraError) -> StoreError {
        StoreError::corrupt(error)
    }
}

/// Why other data is not put in the place of a room's: by a restore or an upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReplaceError {
    /// A line of the checkpoints begins an era otherwise than the backup has it.
    OtherCourse { line: u64, checkpoints: PathBuf, era: u64 },
    /// The checkpoints end before the era of the backup.
    OlderCheckpoints { checkpoints: PathBuf, ends: u64, era: u64 },
    /// The data has changed since an upgrade that was cut short.
    ChangedSinceUpgrade { count: u64, upgraded_at: u64, kept: PathBuf },
    /// A line of the checkpoints cannot be read, or its signature is not the room's.
    UnreadableCheckpoints { checkpoints: PathBuf, source: Cause },
    /// The checkpoints belong to a room whose data is in another folder, or lost: a restore here would end it.
    EndsARoomElsewhere { checkpoints: PathBuf },
    /// Another file is where an old one is to be kept.
    KeptDiffers { kept: PathBuf, file: PathBuf },
}

impl fmt::Display for ReplaceError {
    /// What keeps a restore or an upgrade from going on, with the paths, and what the operator can do; nothing was
    /// changed yet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaceError::OtherCourse { line, checkpoints, era } => write!(
                f,
                "the checkpoint in line {line} of {} begins another era {era} than the backup has: it is of another course of the room",
                checkpoints.display()
            ),
            ReplaceError::OlderCheckpoints { checkpoints, ends, era } => write!(
                f,
                "the checkpoints at {} end in era {ends}, and the backup is of era {era}: they are an older copy; bring the newest back, or leave the file out",
                checkpoints.display()
            ),
            ReplaceError::ChangedSinceUpgrade { count, upgraded_at, kept } => write!(
                f,
                "the data has {count} records, but was upgraded after {upgraded_at}: put {} back and upgrade again",
                kept.display()
            ),
            ReplaceError::UnreadableCheckpoints { checkpoints, source } => {
                write!(
                    f,
                    "the file of checkpoints at {} is damaged: {source}; {CHECKPOINTS_HELP}",
                    checkpoints.display()
                )
            }
            ReplaceError::EndsARoomElsewhere { checkpoints } => write!(
                f,
                "the checkpoints at {} belong to a room whose data is not in this folder: after this restore its data could no longer be opened. If that data is lost or may be given up, add --replace; to leave that room as it is, name a copy of its folder of keys without the checkpoints with --keys",
                checkpoints.display()
            ),
            ReplaceError::KeptDiffers { kept, file } => write!(
                f,
                "{} is there already and differs from {}, which is to be kept there: move it elsewhere and upgrade again; nothing was changed",
                kept.display(),
                file.display()
            ),
        }
    }
}

impl Error for ReplaceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReplaceError::UnreadableCheckpoints { source, .. } => Some(source.get()),
            ReplaceError::OtherCourse { .. }
            | ReplaceError::OlderCheckpoints { .. }
            | ReplaceError::ChangedSinceUpgrade { .. }
            | ReplaceError::EndsARoomElsewhere { .. }
            | ReplaceError::KeptDiffers { .. } => None,
        }
    }
}

impl From<ReplaceError> for StoreError {
    /// Unusable: the data stays as it was and may be sound, but the other files given do not go with it.
    fn from(error: ReplaceError) -> StoreError {
        StoreError::unusable(error)
    }
}
