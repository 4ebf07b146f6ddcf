//! The single binary, `cardroom`: each command is a module with its arguments and a `run` function.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[macro_use]
mod out;

mod audit;
mod backup;
mod convert;
mod export;
mod files;
mod folders;
mod house_args;
mod keys;
mod load;
mod odds;
mod outside_log;
mod play;
mod progress;
mod records_error;
mod replay;
mod rules;
mod script;
mod serve;
mod simulate;
mod text_files;
mod upgrade;
mod uth;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::out::Purpose;

/// Returns large blocks, such as those of a password hash, to the system instead of keeping them per thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The version, with the commit it was built from.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("CARDROOM_COMMIT"), ")");

/// A poker room that plays by published rule books and cites the clause for everything.
#[derive(Parser, Debug)]
#[command(name = "cardroom", version = VERSION)]
struct Cli {
    #[command(subcommand)]
    command: CardroomCommand,
}

#[derive(Subcommand, Debug)]
enum CardroomCommand {
    Serve(serve::ServeArgs),
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    Convert(convert::ConvertArgs),
    Script(script::ScriptArgs),
    Simulate(simulate::SimulateArgs),
    Rules(rules::RulesArgs),
    Verify(verify::VerifyArgs),
    Audit(audit::AuditArgs),
    Export(export::ExportArgs),
    Keys(keys::KeysArgs),
    Upgrade(upgrade::UpgradeArgs),
    Backup(backup::BackupArgs),
    Restore(backup::RestoreArgs),
    Load(load::LoadArgs),
    Uth(uth::UthArgs),
    #[command(flatten)]
    Odds(odds::OddsCommand),
}

/// Parses the command line and runs one command; the README lists the exit codes. Errors in the arguments
/// give 2, help and the version 0. Ends through [`out::exit_code`], so that a failure of stdout is never
/// lost.
fn main() -> ExitCode {
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        // Help, the version, or an error in the arguments.
        Err(instead) => {
            if let Err(error) = instead.print()
                && !instead.use_stderr()
            {
                out::record_failure(error);
            }
            return out::exit_code(ExitCode::from(if instead.use_stderr() { 2 } else { 0 }), Purpose::Output);
        }
    };
    let purpose = command.purpose();
    out::exit_code(command.run(), purpose)
}

impl CardroomCommand {
    /// Whether the command is run for what it prints or for what it does: a failing stdout fails only the
    /// former (see [`out::exit_code`]). Every new command is put on one side; those that change files are on
    /// the side of `Effect`.
    const fn purpose(&self) -> Purpose {
        match self {
            CardroomCommand::Play(_)
            | CardroomCommand::Replay(_)
            | CardroomCommand::Script(_)
            | CardroomCommand::Simulate(_)
            | CardroomCommand::Rules(_)
            | CardroomCommand::Verify(_)
            | CardroomCommand::Audit(_)
            | CardroomCommand::Export(_)
            | CardroomCommand::Load(_)
            | CardroomCommand::Uth(_)
            | CardroomCommand::Odds(_) => Purpose::Output,
            CardroomCommand::Serve(_)
            | CardroomCommand::Convert(_)
            | CardroomCommand::Keys(_)
            | CardroomCommand::Upgrade(_)
            | CardroomCommand::Backup(_)
            | CardroomCommand::Restore(_) => Purpose::Effect,
        }
    }

    /// Hands the parsed arguments to the module of the command, which prints its own output and errors, and
    /// returns its exit code.
    fn run(self) -> ExitCode {
        match self {
            CardroomCommand::Serve(args) => serve::run(args),
            CardroomCommand::Play(args) => play::run(args),
            CardroomCommand::Replay(args) => replay::run(args),
            CardroomCommand::Convert(args) => convert::run(args),
            CardroomCommand::Script(args) => script::run(args),
            CardroomCommand::Simulate(args) => simulate::run(args),
            CardroomCommand::Rules(args) => rules::run(args),
            CardroomCommand::Verify(args) => verify::run(&args),
            CardroomCommand::Audit(args) => audit::run(&args),
            CardroomCommand::Export(args) => export::run(&args),
            CardroomCommand::Keys(args) => keys::run(&args),
            CardroomCommand::Upgrade(args) => upgrade::run(&args),
            CardroomCommand::Backup(args) => backup::run_backup(&args),
            CardroomCommand::Restore(args) => backup::run_restore(&args),
            CardroomCommand::Load(args) => load::run(args),
            CardroomCommand::Uth(args) => uth::run(&args),
            CardroomCommand::Odds(command) => odds::run(command),
        }
    }
}
