//! `cardroom uth advise`: the value of each choice in one position.

use ::odds::{Advice, DecisionPoint, parse_cards};
use cards::Card;

use super::rules::UltimateRulesArgs;
use super::{UthReasons, json, on_threads, one_reason, text};
use crate::progress::Bar;

/// The exact value of each choice: before the flop, after it, or at the river
///
/// Before the flop the whole game is analysed, which takes some seconds.
#[derive(clap::Args, Debug)]
pub(super) struct AdviseArgs {
    /// The two hole cards, as in "As Kd"
    #[arg(long, value_name = "CARDS")]
    hole: String,
    /// The board so far: none, the three cards of the flop, or all five
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    #[command(flatten)]
    rules: UltimateRulesArgs,
    /// How many threads; by default one per core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// A position with its advice.
pub(super) struct AdvisedPosition {
    pub(super) hole: Vec<Card>,
    pub(super) board: Vec<Card>,
    pub(super) advice: Advice,
}

/// `cardroom uth advise`: the exact value of each choice in one position, as text or as JSON. The board says
/// which decision it is: none, three or five cards.
pub(super) fn run(args: &AdviseArgs) -> Result<String, UthReasons> {
    let rules = args.rules.determine()?;
    let read =
        |option: &str, cards: &str| parse_cards(cards).map_err(|why| one_reason(format!("{option}: {why}")));
    let (hole, board) = (read("--hole", &args.hole)?, read("--board", &args.board)?);
    let bar = Bar::new();
    let progress = |done: u64, all: u64| bar.show(done, all);
    let advice = on_threads(args.threads, || ::odds::advise(&rules, &hole, &board, &progress))?;
    drop(bar);
    let position = AdvisedPosition { hole, board, advice: advice.map_err(one_reason)? };
    Ok(if args.json { json::position(&position) } else { text::position(&position) })
}

/// Which decision of the game it is, in words, for the first line of the answer of `advise`.
pub(super) const fn stage_text(stage: DecisionPoint) -> &'static str {
    match stage {
        DecisionPoint::BeforeFlop => "before the flop",
        DecisionPoint::AfterFlop => "after the flop",
        DecisionPoint::River => "at the river",
    }
}
