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

/// Every reason why a command cannot be done, one per line.
type UthReasons = Vec<String>;

/// Ultimate Texas Hold'em: its exact value, and the value of each choice in any position
///
/// One player who plays best against the dealer. Every deal is counted, nothing is sampled.
#[derive(clap::Args, Debug)]
pub struct UthArgs {
    #[command(subcommand)]
    what: UthCommand,
}

#[derive(Subcommand, Debug)]
enum UthCommand {
    Analyse(analyse::AnalyseArgs),
    Advise(advise::AdviseArgs),
}

/// `cardroom uth`: prints the answer; exit code 0 if the command was done, 2 if not, with every reason on
/// stderr.
pub fn run(args: &UthArgs) -> ExitCode {
    let answer = match &args.what {
        UthCommand::Analyse(args) => analyse::run(args),
        UthCommand::Advise(args) => advise::run(args),
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

/// An error as the only reason why a `cardroom uth` command cannot be done, printed after `error:`.
fn one_reason(reason: impl ToString) -> UthReasons {
    vec![reason.to_string()]
}

/// Does long work on the given number of threads, or on one per core. The result must not depend on the
/// number.
fn on_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, UthReasons> {
    let Some(threads) = threads else { return Ok(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build();
    Ok(pool.map_err(|why| one_reason(format!("cannot start {threads} threads: {why}")))?.install(work))
}
