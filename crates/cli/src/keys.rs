//! `cardroom keys`: splits the key of a room's decks into two halves, for two people.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use store::{Keys, StagedHalves};

use crate::outside_log;
use crate::records_error::RecordsError;

/// Commands on the room's key
#[derive(clap::Args, Debug)]
pub struct KeysArgs {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Subcommand, Debug)]
enum KeysCommand {
    Split(SplitArgs),
}

/// Splits the key of the decks into two halves: `export` and `verify` open hidden cards with both
#[derive(clap::Args, Debug)]
struct SplitArgs {
    /// The folder of the room's data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder of the room's keys
    #[arg(long, value_name = "DIR")]
    keys: PathBuf,
    /// The file for the first half; it must not exist yet
    #[arg(long, value_name = "FILE")]
    first: PathBuf,
    /// The file for the second half; it must not exist yet
    #[arg(long, value_name = "FILE")]
    second: PathBuf,
}

/// `cardroom keys split`: exit code 0 if both halves of the room's key are written, 2 if not. The key itself
/// stays where it is.
pub fn run(args: &KeysArgs) -> ExitCode {
    let KeysCommand::Split(args) = &args.command;
    match split(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Writes both halves of the room's key. They are put in place only once the split is on the room's record:
/// no half may exist without a record of it.
fn split(args: &SplitArgs) -> Result<(), RecordsError> {
    let SplitArgs { data, keys, first, second } = args;
    let keys = Keys::for_reading(keys, data)?;
    let halves = keys.halves()?;
    let written = StagedHalves::prepare(&halves, [first, second], data)?;
    outside_log::log_key_split(data)?;
    written.put_in_place()?;
    for path in [first, second] {
        tell!("{}", path.display());
    }
    say!("give each half to a different person; both together open every deck of this room");
    Ok(())
}
