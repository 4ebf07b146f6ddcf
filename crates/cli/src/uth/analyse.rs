//! `cardroom uth analyse`: the whole game.

use ::odds::{Outcomes, UltimateRules, Values, values};

use super::rules::RulesArgs;
use super::{Reasons, json, on_threads, one, text};
use crate::progress::Bar;

/// The value of the game, of every starting hand and of each decision, over all deals
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    rules: RulesArgs,
    /// How many threads; without it as many as there are cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

/// The game worked out.
pub(super) struct Analysis {
    pub(super) rules: UltimateRules,
    pub(super) values: Values,
    pub(super) outcomes: Outcomes,
}

impl Analysis {
    /// Works the game out: every board once for its values, and once more for what best play comes to.
    fn of(rules: UltimateRules) -> Result<Analysis, Reasons> {
        let bar = Bar::new();
        let first = |done: u64, all: u64| bar.show(done, 2 * all);
        let second = |done: u64, all: u64| bar.show(all + done, 2 * all);
        let values = values(&rules, &first).map_err(one)?;
        let outcomes = values.outcomes(&second);
        Ok(Analysis { rules, values, outcomes })
    }
}

pub(super) fn run(args: &Args) -> Result<String, Reasons> {
    let rules = args.rules.determine()?;
    let analysis = on_threads(args.threads, || Analysis::of(rules))??;
    Ok(if args.json { json::analysis(&analysis) } else { text::analysis(&analysis) })
}
