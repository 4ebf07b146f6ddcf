//! `cardroom upgrade`: data of an earlier build, brought to this one.

use std::path::PathBuf;
use std::process::ExitCode;

use store::{Keys, Options, Upgraded, places, upgrade};

use crate::{folders, verify};

/// Brings data of an earlier build to this one: checked before and after, no record rewritten, the old kept beside
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder of the room's data; the room must not be running
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of the room's keys, where it is not the usual one
    #[arg(long, value_name = "DIR")]
    keys: Option<PathBuf>,
    /// One line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// Does it; 1 where the data differs from what a room wrote, 2 where it cannot be done.
pub fn run(args: &Args) -> ExitCode {
    match upgraded(args) {
        Ok(code) => code,
        Err(why) => {
            say!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn upgraded(args: &Args) -> Result<ExitCode, String> {
    places::holds_data(&args.data).map_err(|fault| fault.to_string())?;
    let folder = folders::keys(args.keys.as_deref(), Some(&args.data))?;
    let keys = Keys::of_founded(&folder, &args.data).map_err(|fault| fault.to_string())?;
    let options = Options::new(&args.data, &folder);
    match upgrade(&options, &keys).map_err(|fault| fault.to_string())? {
        Upgraded::Already => {
            say!("the data is of this build already: nothing was changed");
            Ok(ExitCode::SUCCESS)
        }
        Upgraded::Differs(checks) => {
            verify::print(&checks, args.json);
            Ok(red("the data differs from what a room wrote: it was not upgraded"))
        }
        Upgraded::Done { records, new_era, kept, checks } => {
            verify::print(&checks, args.json);
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

/// Ends the command with 1: it ran, and something did not hold.
pub(crate) fn red(why: &str) -> ExitCode {
    say!("{why}");
    ExitCode::from(1)
}
