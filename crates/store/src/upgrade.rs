//! Brings data of an earlier build to this one. No record is rewritten; the data is first checked to its last
//! checkpoint and beyond. After records in format 1 a new era begins, and a signed checkpoint names the head
//! of the old chain.
//!
//! An upgrade that was killed at any moment can be run again: the old database and the old checkpoints are
//! kept beside the new ones before anything changes, the tables change in one transaction, and the next
//! attempt signs the checkpoint if it is still missing.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use ed25519_dalek::VerifyingKey;
use room::port::StoreError;
use rusqlite::Connection;

use crate::chain::ChainFormat;
use crate::checkpoint::{CheckpointFile, complete_lines};
use crate::era::{self, Era, EraReason, Eras};
use crate::error::ReplaceError;
use crate::keys::{Keys, io_fault};
use crate::opening_checks;
use crate::permissions::{self, open_named};
use crate::schema::{self, database_fault};
use crate::sqlite::{DATABASE, LOCK, StoreOptions, lock_data_folder, now};
use crate::verify::{self, CheckResult, RecordWalk};

/// What is appended to the names of the old files that are kept: those with records in format 1, and those
/// with tables of version 2.
const KEPT_FORMAT_1: &str = ".format-1";
const KEPT_TABLES_2: &str = ".tables-2";

/// The result of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpgradeOutcome {
    /// The data is already of this build.
    Already,
    /// The data differs from what a room wrote; nothing was changed.
    Differs(Vec<CheckResult>),
    /// The data was upgraded.
    Done {
        /// The number of records.
        records: u64,
        /// A new era has begun: from here on, records are bound in a different way.
        new_era: bool,
        /// Where the old database is kept, and the old checkpoints if new ones follow them.
        kept: Vec<PathBuf>,
        /// The checks of the data as it is now.
        checks: Vec<CheckResult>,
    },
}

/// Brings the data of an earlier build to the tables and the record format of this one; no record is rewritten. It
/// checks everything before and after, keeps copies of the old files, and can be run again after being killed at any
/// moment.
///
/// # Errors
/// A room uses the data, a newer program wrote it, the keys do not belong to it, or something cannot be
/// written.
pub fn upgrade(options: &StoreOptions, keys: &Keys) -> Result<UpgradeOutcome, StoreError> {
    let database = options.data.join(DATABASE);
    permissions::check_no_links(&options.data, &[DATABASE, LOCK])?;
    let version = schema::version(&verify::open_for_checking(&options.data)?)?;
    let _lock = lock_data_folder(&options.data)?;
    permissions::restrict_to_owner(&options.data, &[DATABASE])?;
    let mut connection = schema::open_unmigrated(&database)?;
    opening_checks::check_keys(&connection, keys, &options.data)?;
    let mut checkpoints = CheckpointFile::open(&options.checkpoints, keys.signing().clone())?;
    let key = keys.verifying_key();
    let with_eras = version >= schema::FIRST_WITH_ERAS;
    let cut_short = with_eras && {
        let (.., eras) = era::load_eras(&connection)?;
        eras.current().reason == EraReason::Upgraded
            && checkpoints.last().is_some_and(|last| last.format == ChainFormat::One)
    };
    if version == schema::VERSION && !cut_short {
        return Ok(UpgradeOutcome::Already);
    }
    let new_era = !with_eras || cut_short;
    let (checks, mut walk) = if new_era {
        // As the earlier build left it.
        verify_data(&connection, options, &key, |eras| eras.first_only())?
    } else {
        verify_data(&connection, options, &key, |eras| eras)?
    };
    if has_difference(&checks) {
        return Ok(UpgradeOutcome::Differs(checks));
    }
    let mut kept = if new_era {
        vec![kept_path(&database, KEPT_FORMAT_1), kept_path(&options.checkpoints, KEPT_FORMAT_1)]
    } else {
        vec![kept_path(&database, KEPT_TABLES_2)]
    };
    if cut_short {
        let (.., eras) = era::load_eras(&connection)?;
        let era = *eras.current();
        if (walk.count, walk.last_hash) != (era.after, era.before_head) {
            let (count, upgraded_at) = (walk.count, era.after);
            return Err(
                ReplaceError::ChangedSinceUpgrade { count, upgraded_at, kept: kept[0].clone() }.into()
            );
        }
    } else {
        schema::run_pragma(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(database_fault("write the log into the database"))?;
        let files = || [&database, &options.checkpoints].into_iter().zip(&kept);
        for (file, kept) in files() {
            check_free_for(file, kept)?;
        }
        for (file, kept) in files() {
            keep_copy(file, kept)?;
        }
    }
    if version < schema::VERSION {
        let (_, genesis, eras) = era::load_eras(&connection)?;
        let first = *eras.current();
        let transaction = connection.transaction().map_err(database_fault("begin the upgrade"))?;
        schema::apply_steps(&transaction, version)?;
        if !with_eras {
            let era = Era {
                number: 2,
                reason: EraReason::Upgraded,
                format: ChainFormat::Two,
                at: now(),
                after: walk.count,
                before_count: walk.count,
                before_head: if walk.count == 0 { genesis } else { walk.last_hash },
            };
            first.insert(&transaction)?;
            era.insert(&transaction)?;
        }
        transaction.commit().map_err(database_fault("make the upgrade safe"))?;
        schema::run_pragma(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(database_fault("write the log into the database"))?;
    }
    if new_era {
        let (.., eras) = era::load_eras(&connection)?;
        checkpoints.append(eras.current().first_checkpoint(walk.heads.root()))?;
    }
    kept.retain(|kept| kept.exists());
    let (checks, walk) = verify_data(&connection, options, &key, |eras| eras)?;
    Ok(if has_difference(&checks) {
        UpgradeOutcome::Differs(checks)
    } else {
        UpgradeOutcome::Done { records: walk.count, new_era, kept, checks }
    })
}

/// Checks all of the data against its file of checkpoints, before and after the upgrade; `held` picks the eras that
/// must hold, since one that was just begun may not have its checkpoint yet.
fn verify_data(
    connection: &Connection,
    options: &StoreOptions,
    key: &VerifyingKey,
    held: impl FnOnce(Eras) -> Eras,
) -> Result<(Vec<CheckResult>, RecordWalk), StoreError> {
    let (until, _) = complete_lines(&options.checkpoints)?;
    Ok(verify::verify_against(connection, (&options.checkpoints, until), key, held))
}

/// Whether any check found a difference: then backup, restore and upgrade leave everything as it is.
pub(crate) fn has_difference(checks: &[CheckResult]) -> bool {
    checks.iter().any(|check| check.difference.is_some())
}

/// Where an old file is kept, beside it: its name with an ending. A later attempt finds it there, so the endings
/// never change.
fn kept_path(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Refuses to overwrite a kept file: it may be the only copy from an earlier upgrade. The same bytes may be there
/// already, if the last attempt was cut short.
fn check_free_for(file: &Path, kept: &Path) -> Result<(), StoreError> {
    if kept.symlink_metadata().is_err() || have_same_bytes(file, kept).map_err(io_fault("read", kept))? {
        return Ok(());
    }
    Err(ReplaceError::KeptDiffers { kept: kept.to_owned(), file: file.to_owned() }.into())
}

/// Whether two files have the same bytes, read in pieces, since a database may be larger than memory.
fn have_same_bytes(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (open_named(one)?, open_named(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let most = left.len().min(right.len());
        if most == 0 {
            return Ok(left.len() == right.len());
        }
        if left[..most] != right[..most] {
            return Ok(false);
        }
        one.consume(most);
        other.consume(most);
    }
}

/// Keeps a copy of a file under its kept name, complete or not at all, for its owner alone. `check_free_for` has
/// allowed the name.
fn keep_copy(file: &Path, kept: &Path) -> Result<(), StoreError> {
    let unfinished = kept.with_extension("unfinished");
    permissions::copy_private(file, &unfinished)?;
    fs::rename(&unfinished, kept).map_err(io_fault("make", kept))
}
