//! `cardroom backup` and `cardroom restore`: makes a checked copy of a room that may be running, and puts it
//! back.

use std::path::PathBuf;
use std::process::ExitCode;

use store::{Keys, StoreOptions, backup, path_checks, restore};

use crate::records_error::RecordsError;
use crate::upgrade::check_failed;
use crate::{folders, outside_log, verify};

/// Writes a consistent, checked copy of a room's data into one file, while the room runs
///
/// The room's keys are not in the copy: keep them elsewhere, because no backup can be restored without them.
#[derive(clap::Args, Debug)]
pub struct BackupArgs {
    /// The folder of the room's data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The file to write; it must not exist yet
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// The folder of the room's keys, if it is not the default one
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    /// Print one line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// Puts a backup in the place of a room's data: a new era begins, on record, and hands in play are void
///
/// Existing data is kept in a folder beside it. Passwords, roles, bans and second factors are as they were
/// when the backup was made: repeat any changes made since. Every session ends. People who were erased after
/// the backup was made are in it again, and must be erased again.
#[derive(clap::Args, Debug)]
pub struct RestoreArgs {
    /// The file that `cardroom backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder of the room's data; the room must not be running
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of the room's keys, if it is not the default one
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    /// Replace existing data, or restore into an empty folder although the checkpoints beside the keys belong to a
    /// room: its data elsewhere can no longer be opened
    #[arg(long)]
    replace: bool,
    /// Print one line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// `cardroom backup`: exit code 0 if the backup was made, 1 if the data differs from what a room wrote (no
/// backup is made then), 2 if it cannot be done. The room may be running meanwhile.
pub fn run_backup(args: &BackupArgs) -> ExitCode {
    make_backup(args).unwrap_or_else(refuse)
}

/// `cardroom restore`: exit code 0 if the data was put back and checks out, 1 if the backup or the restored
/// data differs from what a room wrote, 2 if it cannot be done. The room must not be running.
pub fn run_restore(args: &RestoreArgs) -> ExitCode {
    restore_backup(args).unwrap_or_else(refuse)
}

/// Prints why a backup or restore cannot be done on stderr; returns exit code 2. A check that does not hold
/// is not such a reason: that is exit code 1.
fn refuse(why: RecordsError) -> ExitCode {
    say!("error: {why}");
    ExitCode::from(2)
}

/// Checks the paths before any key is read, writes the checked backup, and puts the command on the room's
/// record. A line for each check goes to stdout, in JSON if asked for.
fn make_backup(args: &BackupArgs) -> Result<ExitCode, RecordsError> {
    // A wrong data folder or output file is reported before the keys, whose default folder follows from the
    // data.
    path_checks::check_holds_data(&args.data)?;
    path_checks::check_can_create_file(&args.to)?;
    let folder = folders::keys_folder(args.keys.as_deref(), Some(&args.data))?;
    path_checks::check_backup_apart(&args.to, &args.data, &folder)?;
    let keys = Keys::for_existing_room(&folder, &args.data)?;
    let options = StoreOptions::new(&args.data, &folder);
    let made = backup(&options, &keys, &args.to, crate::VERSION)?;
    verify::print_checks(&made.checks, args.json);
    let Some(checkpoint) = made.checkpoint else {
        return Ok(check_failed("the data differs from what a room wrote: no backup was made"));
    };
    outside_log::log_command(&args.data, "backup", false)?;
    say!(
        "{} records are in {}; the keys of the room are not, keep a copy of {} elsewhere",
        checkpoint.count,
        args.to.display(),
        folder.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Checks the paths, restores the backup as a new era, and reports on stderr what it brings back and leaves
/// out: later records, changed passwords, people erased since. Must not touch existing data unless --replace
/// was given.
fn restore_backup(args: &RestoreArgs) -> Result<ExitCode, RecordsError> {
    path_checks::check_is_backup(&args.file)?;
    path_checks::check_can_restore_into(&args.data, args.replace)?;
    let folder = folders::keys_folder(args.keys.as_deref(), Some(&args.data))?;
    let keys = Keys::for_existing_room(&folder, &args.data)?;
    let options = StoreOptions::new(&args.data, &folder);
    let restored = restore(&args.file, &options, &keys, args.replace)?;
    verify::print_checks(&restored.checks, args.json);
    let Some(era) = restored.era else {
        let file = options.checkpoints.display();
        let only_checkpoints =
            restored.checks.iter().all(|check| check.difference.is_none() || check.name == "checkpoints");
        return Ok(if only_checkpoints {
            check_failed(&format!(
                "nothing was restored: the backup is altered or damaged, or the file of checkpoints at {file} is; bring the room's own file back, or move it elsewhere to restore the backup by its own checkpoint"
            ))
        } else {
            check_failed("the backup has been altered or damaged: nothing was restored")
        });
    };
    let left = era.before_count.saturating_sub(era.after);
    say!(
        "{} records restored; {left} later records, which the checkpoints count, were left out; hands that were in play are void when the room starts",
        era.after
    );
    say!(
        "passwords, roles, bans and second factors are as they were when the backup was made; everybody signs in again, and links for passwords and administrators no longer work"
    );
    match restored.kept_at {
        Some(kept) => say!("the previous data is kept in {}", kept.display()),
        None => say!(
            "the room's data is in {} now: with these keys, data in any other folder can no longer be opened",
            args.data.display()
        ),
    }
    if !restored.erased.is_empty() {
        let people: Vec<String> = restored.erased.iter().map(u64::to_string).collect();
        say!("erased since, and back with the backup: person {}; erase them again", people.join(", "));
    }
    if restored.checks.iter().any(|check| check.difference.is_some()) {
        return Ok(check_failed("the data is in its place and differs from what a room wrote"));
    }
    Ok(ExitCode::SUCCESS)
}
