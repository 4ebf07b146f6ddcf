//! The one binary, `cardroom`: each command is a module with its arguments and `run`.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod out;

mod audit;
mod backup;
mod convert;
mod export;
mod files;
mod folders;
mod houses;
mod keys;
mod load;
mod odds;
mod outside;
mod play;
mod progress;
mod replay;
mod rules;
mod script;
mod serve;
mod simulate;
mod upgrade;
mod uth;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::out::Purpose;

/// Large blocks, such as a password hash takes, go back to the system instead of staying with each thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The version with the commit that was built.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("CARDROOM_COMMIT"), ")");

/// A poker room that plays by published rule books and cites the clause for everything.
#[derive(Parser, Debug)]
#[command(name = "cardroom", version = VERSION)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Replay(replay::Args),
    Convert(convert::Args),
    Script(script::Args),
    Simulate(simulate::Args),
    Rules(rules::Args),
    Verify(verify::Args),
    Audit(audit::Args),
    Export(export::Args),
    Keys(keys::Args),
    Upgrade(upgrade::Args),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Load(load::Args),
    Uth(uth::Args),
    #[command(flatten)]
    Odds(odds::Command),
}

fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        // Help, the version, or what is wrong with the arguments.
        Err(instead) => {
            if let Err(error) = instead.print()
                && !instead.use_stderr()
            {
                out::lost(error);
            }
            return out::end(ExitCode::from(if instead.use_stderr() { 2 } else { 0 }), Purpose::Printed);
        }
    };
    let purpose = command.purpose();
    out::end(command.run(), purpose)
}

impl Command {
    /// Whether the command is there for what it prints or for what it does.
    const fn purpose(&self) -> Purpose {
        match self {
            Command::Play(_)
            | Command::Replay(_)
            | Command::Script(_)
            | Command::Simulate(_)
            | Command::Rules(_)
            | Command::Verify(_)
            | Command::Audit(_)
            | Command::Export(_)
            | Command::Load(_)
            | Command::Uth(_)
            | Command::Odds(_) => Purpose::Printed,
            Command::Serve(_)
            | Command::Convert(_)
            | Command::Keys(_)
            | Command::Upgrade(_)
            | Command::Backup(_)
            | Command::Restore(_) => Purpose::Done,
        }
    }

    fn run(self) -> ExitCode {
        match self {
            Command::Serve(args) => serve::run(args),
            Command::Play(args) => play::run(args),
            Command::Replay(args) => replay::run(args),
            Command::Convert(args) => convert::run(args),
            Command::Script(args) => script::run(args),
            Command::Simulate(args) => simulate::run(args),
            Command::Rules(args) => rules::run(args),
            Command::Verify(args) => verify::run(&args),
            Command::Audit(args) => audit::run(&args),
            Command::Export(args) => export::run(&args),
            Command::Keys(args) => keys::run(&args),
            Command::Upgrade(args) => upgrade::run(&args),
            Command::Backup(args) => backup::run_backup(&args),
            Command::Restore(args) => backup::run_restore(&args),
            Command::Load(args) => load::run(args),
            Command::Uth(args) => uth::run(&args),
            Command::Odds(command) => odds::run(command),
        }
    }
}
