//! `cardroom uth`: the exact mathematics of Ultimate Texas Hold'em.

mod advise;
mod analyse;
mod chart;
mod json;
mod rules;
mod sheet;
mod text;

use std::process::ExitCode;

use clap::Subcommand;

use crate::out;

/// Every reason why a command cannot be done, each a line.
type Reasons = Vec<String>;

/// Ultimate Texas Hold'em: its exact value, and the value of each choice in any position
///
/// One player who plays best against the dealer. Every deal is counted, nothing is sampled.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Analyse(analyse::Args),
    Advise(advise::Args),
}

/// Runs the command: 0 all well, 2 it could not be done.
pub fn run(args: &Args) -> ExitCode {
    let answer = match &args.what {
        What::Analyse(args) => analyse::run(args),
        What::Advise(args) => advise::run(args),
    };
    match answer {
        Ok(text) => {
            out::print(format_args!("{text}"));
            ExitCode::SUCCESS
        }
        Err(reasons) => {
            for reason in &reasons {
                say!("error: {reason}");
            }
            ExitCode::from(2)
        }
    }
}

fn one(reason: impl ToString) -> Reasons {
    vec![reason.to_string()]
}

/// Does long work on so many threads, or on one for each core.
fn on_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, Reasons> {
    let Some(threads) = threads else { return Ok(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
    Ok(pool.map_err(|why| one(format!("cannot start {threads} threads: {why}")))?.install(work))
}
