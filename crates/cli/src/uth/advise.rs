//! `cardroom uth advise`: the value of each choice in one position.

use ::odds::{Advice, Stage, cards_of};
use cards::Card;

use super::rules::RulesArgs;
use super::{Reasons, json, on_threads, one, text};
use crate::progress::Bar;

/// The exact value of each choice: before the flop, after it, or at the river
///
/// Before the flop the whole game is worked out, which takes some seconds.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The two hole cards, as in "As Kd"
    #[arg(long, value_name = "CARDS")]
    hole: String,
    /// The board so far: none, the three cards of the flop, or all five
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    #[command(flatten)]
    rules: RulesArgs,
    /// How many threads; without it as many as there are cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// A JSON object
    #[arg(long)]
    json: bool,
}

/// A position with its advice.
pub(super) struct Position {
    pub(super) hole: Vec<Card>,
    pub(super) board: Vec<Card>,
    pub(super) advice: Advice,
}

pub(super) fn run(args: &Args) -> Result<String, Reasons> {
    let rules = args.rules.determine()?;
    let read = |option: &str, cards: &str| cards_of(cards).map_err(|why| one(format!("{option}: {why}")));
    let (hole, board) = (read("--hole", &args.hole)?, read("--board", &args.board)?);
    let bar = Bar::new();
    let progress = |done: u64, all: u64| bar.show(done, all);
    let advice = on_threads(args.threads, || ::odds::advise(&rules, &hole, &board, &progress))?;
    drop(bar);
    let position = Position { hole, board, advice: advice.map_err(one)? };
    Ok(if args.json { json::position(&position) } else { text::position(&position) })
}

/// When it is, in words.
pub(super) const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::BeforeFlop => "before the flop",
        Stage::AfterFlop => "after the flop",
        Stage::River => "at the river",
    }
}
