//! `cardroom upgrade`: brings data of an earlier build to this one.

use std::path::PathBuf;
use std::process::ExitCode;

use store::{Keys, StoreOptions, UpgradeOutcome, path_checks, upgrade};

use crate::records_error::RecordsError;
use crate::{folders, verify};

/// Upgrades data of an earlier build to this one: checked before and after, no record rewritten, the old data
/// kept beside
#[derive(clap::Args, Debug)]
pub struct UpgradeArgs {
    /// The folder of the room's data; the room must not be running
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of the room's keys, if it is not the default one
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    /// Print one line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// `cardroom upgrade`: exit code 0 if the data is of this build now, 1 if it differs from what a room wrote
/// (it is left as it was), 2 if it cannot be done. The room must not be running.
pub fn run(args: &UpgradeArgs) -> ExitCode {
    match upgrade_data(args) {
        Ok(code) => code,
        Err(why) => {
            say!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Checks the paths and keys, upgrades the data in the store, and reports the outcome: checks on stdout, the
/// rest on stderr.
fn upgrade_data(args: &UpgradeArgs) -> Result<ExitCode, RecordsError> {
    path_checks::check_holds_data(&args.data)?;
    let folder = folders::keys_folder(args.keys.as_deref(), Some(&args.data))?;
    let keys = Keys::for_existing_room(&folder, &args.data)?;
    let options = StoreOptions::new(&args.data, &folder);
    match upgrade(&options, &keys)? {
        UpgradeOutcome::Already => {
            say!("the data is of this build already: nothing was changed");
            Ok(ExitCode::SUCCESS)
        }
        UpgradeOutcome::Differs(checks) => {
            verify::print_checks(&checks, args.json);
            Ok(check_failed("the data differs from what a room wrote: it was not upgraded"))
        }
        UpgradeOutcome::Done { records, new_era, kept, checks } => {
            verify::print_checks(&checks, args.json);
            let kept: Vec<String> = kept.iter().map(|file| file.display().to_string()).collect();
            say!(
                "{records} records go on{}; as they were before, they are kept in {}",
                if new_era { " in a new era" } else { "" },
                kept.join(" and ")
            );
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Prints the reason on stderr and returns exit code 1: the command ran, and a check did not hold. Also for
/// `backup` and `restore`.
pub(crate) fn check_failed(why: &str) -> ExitCode {
    say!("{why}");
    ExitCode::from(1)
}
