//! The one binary, `cardroom`.

mod odds;
mod replay;
mod rules;
mod script;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A poker room that plays by published rule books and cites the clause for everything.
#[derive(Parser, Debug)]
#[command(name = "cardroom", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Odds(odds::Command),
    Rules(rules::Args),
    Replay(replay::Args),
    Script(script::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Odds(command) => odds::run(command),
        Command::Rules(args) => rules::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Script(args) => script::run(args),
    }
}
