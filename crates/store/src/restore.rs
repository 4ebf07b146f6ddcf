//! Puts a backup in the place of a room's data. This begins a new era, which names the last checkpoint of the
//! era that is left behind. The room voids hands that were in play at the time of the copy at its next start.
//!
//! A restore that was killed at any moment can be run again: the new database is built beside the old one,
//! the checkpoint that begins the era is signed, and only then is the database moved into place. The old data
//! is kept in a folder beside it.

use std::fs;
use std::path::{Path, PathBuf};

use room::port::{Cause, StoreError};
use rusqlite::Connection;

use crate::backup::schema_object;
use crate::chain::ChainFormat;
use crate::checkpoint::{Checkpoint, CheckpointFile};
use crate::checkpoint_cursor::CheckpointCursor;
use crate::era::{self, Era, EraReason, Eras};
use crate::error::{BackupProblem, Difference, PathError, ReplaceError};
use crate::keys::{Keys, io_fault, sync_folder};
use crate::opening_checks;
use crate::path_checks;
use crate::permissions;
use crate::rows;
use crate::schema::{self, database_fault};
use crate::sqlite::{DATABASE, LOCK, StoreOptions, lock_data_folder, now};
use crate::upgrade::has_difference;
use crate::verify::{self, CheckResult};

/// A backup that was restored; or was not, because it differs from what a room wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreOutcome {
    /// The checks: of the data as it is now, or of the backup if that differs.
    pub checks: Vec<CheckResult>,
    /// The era that has begun; `None` if something differs, and then nothing was changed.
    pub era: Option<Era>,
    /// Where the previous data is kept.
    pub kept_at: Option<PathBuf>,
    /// People whose rows were erased since the backup was made, as far as the previous data shows: restoring
    /// brings their rows back.
    pub erased: Vec<u64>,
}

/// Puts a backup in the place of the data and begins a new era. If there is data already, `replace` must be set; and
/// also if there is none, but the checkpoints are those of a room, whose data may be in another folder and could not
/// be opened again. Nothing is changed before the backup has passed all checks.
///
/// # Errors
/// The file is not a backup, the keys do not belong to it, a room uses the data, there is data or there are
/// checkpoints that are not to be replaced, or something cannot be written.
pub fn restore(
    file: &Path,
    options: &StoreOptions,
    keys: &Keys,
    replace: bool,
) -> Result<RestoreOutcome, StoreError> {
    let backup = OpenBackup::open(file, keys)?;
    path_checks::check_can_restore_into(&options.data, true)?;
    let fresh = Fresh::in_folder(&options.data)?;
    let _lock = lock_data_folder(&options.data)?;
    // Bound again after the lock, so that it cleans up while the folder is still locked.
    let mut fresh = fresh;
    path_checks::check_can_restore_into(&options.data, replace)?;
    let database = options.data.join(DATABASE);
    let there = database.try_exists().map_err(io_fault("look for", &database))?;
    let mut checkpoints = CheckpointFile::open(&options.checkpoints, keys.signing().clone())?;
    let next = RestorePlan::after(&backup, &checkpoints)?;
    if !there && !replace && !next.is_begun && checkpoints.last().is_some() {
        return Err(ReplaceError::EndsARoomElsewhere { checkpoints: checkpoints.path().to_owned() }.into());
    }
    let checks = backup.check(keys, &checkpoints, &next.eras)?;
    if has_difference(&checks) {
        return Ok(RestoreOutcome { checks, era: None, kept_at: None, erased: Vec::new() });
    }
    let erased = if there { erased_since(&options.data, &backup.connection) } else { Vec::new() };
    let made = path_checks::restored_path(&options.data);
    let begun = build_database(file, &made, &backup.eras, &next.eras).and_then(|()| {
        if next.is_begun {
            Ok(())
        } else {
            checkpoints.append(next.era.first_checkpoint(backup.checkpoint.head))
        }
    });
    if begun.is_err() && !next.is_begun {
        // The data stays as it was. If this file cannot be removed, the next start reports it.
        let _ = permissions::remove_database(&made);
    }
    begun?;
    fresh.0.clear();
    let kept = put_aside(&options.data, next.era.at.0)?;
    fs::rename(&made, &database).map_err(io_fault("make", &database))?;
    sync_folder(&options.data)?;
    permissions::restrict_to_owner(&options.data, &[DATABASE, LOCK])?;
    let checks = verify::verify(&options.data, &options.checkpoints, &keys.verifying_key())?;
    Ok(RestoreOutcome { checks, era: Some(next.era), kept_at: kept, erased })
}

/// Paths that a restore creates where nothing was; removed again if nothing is restored.
struct Fresh(Vec<PathBuf>);

impl Fresh {
    /// Remembers whether the data folder and its lock file are there before the restore creates them, so that a
    /// refused restore leaves nothing behind.
    fn in_folder(data: &Path) -> Result<Fresh, StoreError> {
        let mut made = Vec::new();
        for path in [data.join(LOCK), data.to_owned()] {
            if !path.try_exists().map_err(io_fault("look for", &path))? {
                made.push(path);
            }
        }
        Ok(Fresh(made))
    }
}

impl Drop for Fresh {
    /// Removes what the restore created, unless the list was cleared because it went through. A folder with anything
    /// else in it stays.
    fn drop(&mut self) {
        for path in &self.0 {
            // The folder contains only the lock file; otherwise it stays.
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// A backup that is open.
struct OpenBackup {
    connection: Connection,
    eras: Eras,
    /// The checkpoint that binds all of it.
    checkpoint: Checkpoint,
}

impl OpenBackup {
    /// Opens a backup, reading only; checks that the keys belong to it, and the signature of the checkpoint that
    /// binds it. Its records are for `check`.
    fn open(file: &Path, keys: &Keys) -> Result<OpenBackup, StoreError> {
        let (connection, line) = path_checks::open_backup(file)?;
        let not_one = |problem| PathError::NotABackup { path: file.to_owned(), problem };
        opening_checks::check_keys(&connection, keys, file)?;
        let checkpoint = Checkpoint::parse(&line, &keys.verifying_key())
            .map_err(|error| not_one(BackupProblem::Checkpoint(error)))?;
        let (.., eras) = era::load_eras(&connection).map_err(|fault| not_one(BackupProblem::Eras(fault)))?;
        Ok(OpenBackup { connection, eras, checkpoint })
    }

    /// Checks all of it, as `verify` would: against the checkpoint that binds it, and against the checkpoints of the
    /// room's file that count its records. `eras` are those after the restore.
    fn check(
        &self,
        keys: &Keys,
        checkpoints: &CheckpointFile,
        eras: &Eras,
    ) -> Result<Vec<CheckResult>, StoreError> {
        let key = keys.verifying_key();
        let (mut checks, _, mut walk) = verify::begin_checks(&self.connection, &key, &[schema_object()]);
        let length = checkpoints.path().metadata().map_or(0, |file| file.len());
        let mut cursor = CheckpointCursor::new(checkpoints.path(), length, &key, eras);
        walk.through(&self.connection, eras, |count, hash, heads| cursor.compare(count, hash, heads));
        checks.extend(walk.checks(&self.connection));
        let (seen, found) = cursor.finish(walk.complete.then_some(walk.count), walk.started, false);
        let Checkpoint { era, count, head, .. } = self.checkpoint;
        let same = (era, count, head) == (self.eras.current().number, walk.count, walk.heads.root());
        let bound = (!same).then_some(Difference::OtherBackup { count });
        checks.push(CheckResult {
            name: "checkpoints",
            seen: format!("{} checkpoints, and the one that binds the backup", seen.lines),
            difference: walk.if_complete(bound.or(found)),
        });
        Ok(checks)
    }
}

/// The eras that the data is to have after the restore.
struct RestorePlan {
    /// All of them.
    eras: Eras,
    /// The last one.
    era: Era,
    /// The checkpoint that begins it already exists: an earlier restore was cut short.
    is_begun: bool,
}

impl RestorePlan {
    /// Plans the eras by following the checkpoints from those of the backup: a restore of it that was cut short is
    /// resumed, otherwise a new era is planned that goes on from the last checkpoint there is.
    fn after(backup: &OpenBackup, checkpoints: &CheckpointFile) -> Result<RestorePlan, StoreError> {
        let Checkpoint { count, head, .. } = backup.checkpoint;
        let mut eras = backup.eras.clone();
        let mut last = None;
        for line in checkpoints.lines()? {
            let (line, checkpoint) = line.map_err(|error| ReplaceError::UnreadableCheckpoints {
                checkpoints: checkpoints.path().to_owned(),
                source: Cause::new(error),
            })?;
            if let Some(era) = Era::from_checkpoint(&checkpoint) {
                match eras.get(era.number) {
                    None => eras = eras.with(era),
                    Some(own) if *own == era => {}
                    Some(_) => {
                        let checkpoints = checkpoints.path().to_owned();
                        return Err(ReplaceError::OtherCourse { line, checkpoints, era: era.number }.into());
                    }
                }
            }
            last = Some(checkpoint);
        }
        let cut_short = last.filter(|last| {
            let restored = last.era_start.is_some_and(|begins| begins.reason == EraReason::Restored);
            restored && last.era > backup.eras.current().number && (last.count, last.head) == (count, head)
        });
        if cut_short.is_some() {
            let era = *eras.current();
            return Ok(RestorePlan { eras, era, is_begun: true });
        }
        if let Some(last) = last.filter(|last| last.era != eras.current().number) {
            let checkpoints = checkpoints.path().to_owned();
            let (ends, era) = (last.era, eras.current().number);
            return Err(ReplaceError::OlderCheckpoints { checkpoints, ends, era }.into());
        }
        let (before_count, before_head) = last.map_or((count, head), |last| (last.count, last.head));
        let era = Era {
            number: eras.current().number + 1,
            reason: EraReason::Restored,
            format: ChainFormat::Two,
            at: now(),
            after: count,
            before_count,
            before_head,
        };
        Ok(RestorePlan { eras: eras.with(era), era, is_begun: false })
    }
}

/// Builds the database of the room beside the existing one, from the backup: without the table `backup`, with tables
/// of this version, and with the eras of `new` that `old` lacks. It is flushed before the era's checkpoint is signed.
fn build_database(file: &Path, made: &Path, old: &Eras, new: &Eras) -> Result<(), StoreError> {
    permissions::remove_database(made)?;
    permissions::copy_private(file, made)?;
    let mut connection = Connection::open(made).map_err(database_fault("open the copy of the backup"))?;
    let doing = "begin the era of the restore";
    let transaction = connection.transaction().map_err(database_fault(doing))?;
    transaction.execute_batch("DROP TABLE backup").map_err(database_fault(doing))?;
    // A backup of an earlier build already has eras: only its tables are brought to this version.
    schema::apply_steps(&transaction, schema::version(&transaction)?)?;
    for era in new.iter().skip(old.iter().count()) {
        era.insert(&transaction)?;
    }
    transaction.commit().map_err(database_fault(doing))?;
    connection.close().map_err(|(_, error)| database_fault("close the copy of the backup")(error))?;
    let copy = fs::OpenOptions::new().write(true).open(made).map_err(io_fault("open", made))?;
    copy.sync_all().map_err(io_fault("write", made))
}

/// Moves the files of the old database and its log into the folder `replaced-{at}`, and returns it; `None` if there
/// were none. SQLite would write a log left behind into the new database.
fn put_aside(data: &Path, at: u64) -> Result<Option<PathBuf>, StoreError> {
    let folder = data.join(format!("replaced-{at}"));
    let mut moved = false;
    for ending in ["", "-wal", "-shm", "-journal"] {
        let name = format!("{DATABASE}{ending}");
        let file = data.join(&name);
        if file.try_exists().map_err(io_fault("look for", &file))? {
            fs::create_dir_all(&folder).map_err(io_fault("make", &folder))?;
            fs::rename(&file, folder.join(name)).map_err(io_fault("move", &file))?;
            moved = true;
        }
    }
    Ok(moved.then_some(folder))
}

/// People whose rows were erased according to the old data, but are still in the backup, by number: the operator has
/// to erase them again. Unreadable data yields none.
fn erased_since(data: &Path, backup: &Connection) -> Vec<u64> {
    let known =
        verify::open_for_checking(data).and_then(|data| Ok((rows::digests(&data)?, rows::digests(backup)?)));
    let Ok((now, then)) = known else { return Vec::new() };
    let held = |person: &u64| then.get(person).is_some_and(|(digest, _)| digest.is_some());
    now.into_iter()
        .filter(|(person, (digest, _))| digest.is_none() && held(person))
        .map(|(person, _)| person)
        .collect()
}
