//! Copies a room, which may keep running meanwhile, into one consistent file. It is checked against the
//! checkpoints before it counts as a backup, and a checkpoint of its own binds all of it.
//!
//! The copy is the database as SQLite rewrites it from one snapshot, without a trace of erased rows, and with
//! one extra table, `backup`. It does not contain the room's keys.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use room::port::StoreError;
use rusqlite::Connection;

use crate::checkpoint::{Checkpoint, complete_lines};
use crate::error::OpenError;
use crate::keys::{Keys, io_fault, sync_folder};
use crate::opening_checks;
use crate::path_checks;
use crate::permissions;
use crate::schema::{self, SchemaObject, database_fault};
use crate::sqlite::{DATABASE, StoreOptions};
use crate::upgrade::has_difference;
use crate::verify::{self, CheckResult};

/// The extra table of a backup.
pub(crate) const BACKUP_TABLE: &str =
    "CREATE TABLE backup (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID";

/// The table `backup` as it stands in the schema of a backup: a check of a backup expects it beside the tables of a
/// room.
pub(crate) fn schema_object() -> SchemaObject {
    ("table".to_owned(), "backup".to_owned(), BACKUP_TABLE.to_owned())
}

/// A backup that was made; or none, because the data differs from what a room wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupOutcome {
    /// The checks of the copy.
    pub checks: Vec<CheckResult>,
    /// What binds the backup: its number of records and the root over their heads. `None` if something
    /// differs; then there is no file.
    pub checkpoint: Option<Checkpoint>,
}

/// Copies the data of a room that may be running into one new file, checks the copy, and binds it with a signed
/// checkpoint. If something differs there is no file, and the outcome has the checks. `made_by` names the program in
/// the copy.
///
/// # Errors
/// The file already exists, the data cannot be read or was written by an earlier build, the keys do not
/// belong to it, or something cannot be written.
pub fn backup(
    options: &StoreOptions,
    keys: &Keys,
    to: &Path,
    made_by: &str,
) -> Result<BackupOutcome, StoreError> {
    path_checks::check_can_create_file(to)?;
    let beside = options.checkpoints.parent().unwrap_or(Path::new("."));
    path_checks::check_backup_apart(to, &options.data, beside)?;
    let source = verify::open_for_checking(&options.data)?;
    if schema::version(&source)? != schema::VERSION {
        return Err(OpenError::EarlierBuild { data: options.data.clone() }.into());
    }
    opening_checks::check_keys(&source, keys, &options.data)?;
    // Read first: whatever the checkpoints count by now is in the records that are read afterwards.
    let (until, _) = complete_lines(&options.checkpoints)?;
    let unfinished = PartialFile::create(to)?;
    // The file name is bound as a value, never spliced into the statement.
    source.execute("VACUUM INTO ?1", [unfinished.0.to_string_lossy()]).map_err(database_fault(format!(
        "copy {} to {}",
        options.data.join(DATABASE).display(),
        to.display()
    )))?;
    drop(source);
    let copy = Connection::open(&unfinished.0).map_err(database_fault("open the copy"))?;
    let (checks, mut walk) =
        verify::verify_against(&copy, (&options.checkpoints, until), &keys.verifying_key(), |eras| eras);
    if has_difference(&checks) {
        return Ok(BackupOutcome { checks, checkpoint: None });
    }
    let (.., eras) = crate::era::load_eras(&copy)?;
    let checkpoint = Checkpoint::now(eras.current().number, walk.count, walk.heads.root());
    let doing = "write what binds the copy";
    copy.execute_batch(BACKUP_TABLE).map_err(database_fault(doing))?;
    for (name, value) in [("checkpoint", checkpoint.to_line(keys.signing())), ("made-by", made_by.to_owned())]
    {
        copy.execute("INSERT INTO backup (name, value) VALUES (?1, ?2)", [name, &value])
            .map_err(database_fault(doing))?;
    }
    copy.close().map_err(|(_, error)| database_fault("close the copy")(error))?;
    unfinished.persist(to)?;
    Ok(BackupOutcome { checks, checkpoint: Some(checkpoint) })
}

/// An unfinished file, removed on drop.
struct PartialFile(PathBuf);

impl PartialFile {
    /// Creates it empty, readable by its owner alone, beside its final path with `.unfinished` appended; what an
    /// earlier attempt left there is removed.
    fn create(to: &Path) -> Result<PartialFile, StoreError> {
        let mut name = to.as_os_str().to_owned();
        name.push(".unfinished");
        let path = PathBuf::from(name);
        permissions::remove_database(&path)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map_err(io_fault("make", &path))?;
        Ok(PartialFile(path))
    }

    /// Flushes it to disk and gives it its final name, which must still be free: a backup is there whole or not at
    /// all.
    fn persist(self, to: &Path) -> Result<(), StoreError> {
        let file = OpenOptions::new().write(true).open(&self.0).map_err(io_fault("open", &self.0))?;
        file.sync_all().map_err(io_fault("write", &self.0))?;
        path_checks::check_can_create_file(to)?;
        fs::rename(&self.0, to).map_err(io_fault("make", to))?;
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
        sync_folder(parent.unwrap_or(Path::new(".")))
    }
}

impl Drop for PartialFile {
    /// Removes the unfinished file and its journal if the backup was not finished; nothing is left under that name
    /// after `persist`.
    fn drop(&mut self) {
        // After it got its name there is nothing left here to remove.
        let _ = permissions::remove_database(&self.0);
    }
}
