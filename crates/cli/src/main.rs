//! The one binary, `cardroom`: each command is a module with its arguments and `run`.

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
mod pipe;
mod play;
mod replay;
mod rules;
mod script;
mod serve;
mod simulate;
mod upgrade;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
    #[command(flatten)]
    Odds(odds::Command),
}

fn main() -> ExitCode {
    pipe::end_when_printing_fails();
    match Cli::parse().command {
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
        Command::Odds(command) => odds::run(command),
    }
}
