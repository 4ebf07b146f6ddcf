//! `cardroom showdown`, `cardroom count` and `cardroom equity`: cards and odds.

mod order_args;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use ::odds::{BatchColumns, Equity, Range, ShowdownResult, Spot, parse_cards};
use cards::{Ace, Card, Category, Choice, Ranking, ShowdownMode, Used};
use clap::{Args, Subcommand};
use serde::Serialize;

use self::order_args::{GameArgs, OrderArgs};
use crate::out;
use crate::progress::Bar;
use crate::text_files;

/// Every reason why a command cannot be done, one per line.
type OddsReasons = Vec<String>;

/// The commands on cards and odds.
#[derive(Subcommand, Debug)]
pub enum OddsCommand {
    /// Who wins what at a showdown, with each hand named
    Showdown(Box<ShowdownArgs>),
    /// How many hands of each kind there are, over all hands of the deck
    Count(Box<CountArgs>),
    /// How often each hand wins, exactly or from a sample
    Equity(Box<EquityArgs>),
}

/// Arguments of `showdown`.
#[derive(Args, Debug)]
pub struct ShowdownArgs {
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    play: GameArgs,
    /// The five board cards, as in "As Kd 9h 6c 3s"
    #[arg(long, required_unless_present = "batch")]
    board: Option<String>,
    /// A table of showdowns, one per line: id, game, deck, joker, ace_low, mode, low_ace, board and holes
    #[arg(
        long,
        value_name = "FILE.csv",
        conflicts_with_all = ["board", "holes", "deck", "joker", "ace", "game", "mode", "low_ace", "json"]
    )]
    batch: Option<PathBuf>,
    /// Each player's hole cards
    #[arg(value_name = "HOLE")]
    holes: Vec<String>,
    /// Print one JSON object per player
    #[arg(long)]
    json: bool,
}

/// Arguments of `count`.
#[derive(Args, Debug)]
pub struct CountArgs {
    #[command(flatten)]
    order: OrderArgs,
    /// Cards of a hand: 5, 6 or 7
    #[arg(long)]
    cards: usize,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// Arguments of `equity`.
#[derive(Args, Debug)]
pub struct EquityArgs {
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    play: GameArgs,
    /// The board cards so far
    #[arg(long, default_value = "")]
    board: String,
    /// Cards known to be out of the deck
    #[arg(long, default_value = "")]
    dead: String,
    /// Each player's cards (`??` for a player whose cards are unknown), or a range: QQ+, AKs, KQo, ATs+,
    /// JJ-88, T9s-65s, A? (an ace with any card), several with commas, each with a weight as in QQ:0.5 if
    /// wanted (counts then go by weight); or random
    #[arg(value_name = "HAND", required = true)]
    hands: Vec<String>,
    /// Count every deal, however long it takes
    #[arg(long, conflicts_with = "samples")]
    exact: bool,
    /// Sample N random deals
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// The seed of the sample: the same seed, the same result
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

/// `cardroom showdown`, `count` and `equity`: prints the answer; exit code 0 if all was answered, 2 if not.
/// Answers that could be given are printed before the errors.
pub fn run(command: OddsCommand) -> ExitCode {
    let answer = match &command {
        OddsCommand::Showdown(args) => showdown(args),
        OddsCommand::Count(args) => count(args),
        OddsCommand::Equity(args) => equity(args),
    };
    let (text, reasons) = match answer {
        Ok(text) => (text, Vec::new()),
        Err(PartialOutput { text, reasons }) => (text, reasons),
    };
    out::print(format_args!("{text}"));
    for reason in &reasons {
        say!("error: {reason}");
    }
    if reasons.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// What could be printed anyway, and why the rest could not.
struct PartialOutput {
    text: String,
    reasons: OddsReasons,
}

impl From<OddsReasons> for PartialOutput {
    /// So that `?` on reasons ends `showdown`, `count` or `equity` without any output; a batch that was
    /// answered in part keeps its output instead.
    fn from(reasons: OddsReasons) -> PartialOutput {
        PartialOutput { text: String::new(), reasons }
    }
}

/// An error as the only reason why `showdown`, `count` or `equity` cannot be done, printed after `error:`.
fn one_reason(reason: impl ToString) -> OddsReasons {
    vec![reason.to_string()]
}

/// A value as one line of JSON with a newline, for --json of `showdown`, `count` and `equity`, which print
/// one object a line.
fn to_json(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("text, numbers and lists of them are always JSON");
    line.push('\n');
    line
}

/// Cards for text and JSON, in the notation that they are read in (`As Kd`), separated by spaces, in the
/// order given.
fn card_words(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

// showdown

#[derive(Serialize)]
struct ShownHand {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    cards: Vec<String>,
    /// What the joker among the cards stands for.
    joker: Option<String>,
    wins: bool,
}

#[derive(Serialize)]
struct ShownPlayer {
    player: usize,
    hole: String,
    high: ShownHand,
    low: Option<ShownHand>,
}

/// The name of a player's high hand, with its kicker where one decides: a sole winner is compared with the
/// best other hand, a loser with the winner. Winners that tie have no deciding kicker. Players count from 0.
fn high_name(ranking: &Ranking, showdown: &ShowdownResult, player: usize) -> String {
    let winners = &showdown.high_winners;
    let best = |among: &dyn Fn(usize) -> bool| {
        (0..showdown.high.len()).filter(|other| among(*other)).map(|other| showdown.high[other]).max()
    };
    let other = match winners.contains(&player) {
        true if winners.len() > 1 => None,
        true => best(&|other| other != player),
        false => best(&|other| winners.contains(&other)),
    };
    let strength = showdown.high[player];
    let made = ranking.hand_of_strength(strength).map(|made| {
        match other.and_then(|other| ranking.hand_of_strength(other)) {
            Some(other) => made.compared_with(&other),
            None => made,
        }
    });
    made.map_or_else(|| ranking.name(strength), |made| made.to_string())
}

/// `cardroom showdown`: who wins what, as text or as one JSON object per player, in the order of the hands
/// given. With --batch, a table of showdowns instead.
fn showdown(args: &ShowdownArgs) -> Result<String, PartialOutput> {
    if let Some(path) = &args.batch {
        let (usual, _) = args.order.determine(None)?;
        return showdown_batch(path, usual);
    }
    let (choice, game) = args.order.determine(Some(&args.play))?;
    let ranking = Ranking::of(choice).map_err(one_reason)?;
    let board = parse_cards(args.board.as_deref().unwrap_or_default()).map_err(one_reason)?;
    let holes =
        args.holes.iter().map(|hole| parse_cards(hole)).collect::<Result<Vec<_>, _>>().map_err(one_reason)?;
    if holes.is_empty() {
        return Err(one_reason(
            "no hole cards are given: write them as in `cardroom showdown --board \"...\" AsKd QhQc`",
        )
        .into());
    }
    ::odds::check_showdown(&ranking, game, &board, &holes).map_err(one_reason)?;

    let showdown = ShowdownResult::of(&ranking, &board, &holes);
    let shown = |cards: Option<[Card; 5]>| cards.iter().flatten().map(Card::to_string).collect::<Vec<_>>();
    let players = holes.iter().enumerate().map(|(player, hole)| {
        let five = ranking.best_five(hole, &board);
        let strength = showdown.high[player];
        let high = ShownHand {
            name: high_name(&ranking, &showdown, player),
            category: Some(strength.category().name()),
            cards: shown(five),
            joker: five.and_then(|five| ranking.joker_in(&five)).map(|card| card.to_string()),
            wins: showdown.high_winners.contains(&player),
        };
        let low_five = ranking.best_low_five(hole, &board);
        let low = showdown.low[player].map(|low| ShownHand {
            name: ranking.low_name(low),
            category: None,
            cards: shown(low_five),
            joker: low_five.and_then(|five| ranking.joker_in_low(&five)).map(|card| card.to_string()),
            wins: showdown.low_winners.contains(&player),
        });
        ShownPlayer { player: player + 1, hole: card_words(hole), high, low }
    });
    if args.json {
        return Ok(players.map(|player| to_json(&player)).collect());
    }
    let mut text = String::new();
    for player in players {
        let hand = |kind: &str, hand: &ShownHand| {
            let joker = hand.joker.as_ref().map_or_else(String::new, |card| format!(", the joker as {card}"));
            let wins = if hand.wins { " - wins" } else { "" };
            format!("  {kind}  {} ({}{joker}){wins}\n", hand.name, hand.cards.join(" "))
        };
        text.push_str(&format!("player {}  {}\n", player.player, player.hole));
        if choice.mode != ShowdownMode::Low {
            text.push_str(&hand("high", &player.high));
        }
        match (&player.low, choice.mode) {
            (Some(low), _) => text.push_str(&hand("low ", low)),
            (None, ShowdownMode::HighLow) => text.push_str("  low   does not qualify\n"),
            (None, ShowdownMode::High | ShowdownMode::Low) => {}
        }
    }
    Ok(text)
}

/// Answers every line of a CSV table in order, with `usual` for what a line does not say. Lines that cannot
/// be answered are reported with their number, and the others are answered all the same.
fn showdown_batch(path: &Path, usual: Choice) -> Result<String, PartialOutput> {
    let shown = path.display();
    let table = text_files::read_text(path, &text_files::SHOWDOWNS).map_err(one_reason)?;
    let mut lines = table.lines().enumerate();
    let (_, header) = lines
        .next()
        .ok_or_else(|| one_reason(format!("{shown} is empty: the first line names the columns")))?;
    let columns = BatchColumns::of(header)
        .map_err(|why| one_reason(format!("{shown}, line 1: {why}")))?
        .with_defaults(usual);
    let mut text = format!("{}\n", ::odds::ANSWER_HEADER);
    let mut reasons = Vec::new();
    let mut warnings = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let warning = columns.choice(line).ok().and_then(|(_, choice)| choice.warning());
        if let Some(warning) = warning.filter(|warning| !warnings.contains(warning)) {
            say!("warning: {shown}, line {}: {warning}", number + 1);
            warnings.push(warning);
        }
        match columns.answer(line) {
            Ok(answer) => {
                text.push_str(&answer);
                text.push('\n');
            }
            Err(why) => reasons.push(format!("{shown}, line {}: {why}", number + 1)),
        }
    }
    if reasons.is_empty() { Ok(text) } else { Err(PartialOutput { text, reasons }) }
}

// count

#[derive(Serialize)]
struct ShownCount {
    deck: usize,
    joker: bool,
    ace_low: bool,
    cards: usize,
    hands: u64,
    count: serde_json::Map<String, serde_json::Value>,
    classes: u64,
    classes_by_category: serde_json::Map<String, serde_json::Value>,
}

/// `cardroom count`: how many hands of each kind there are, strongest first by the order of the deck, as a
/// table or as a JSON object. High hands only.
fn count(args: &CountArgs) -> Result<String, PartialOutput> {
    let none = || one_reason(format!("hands of {} cards are not counted: choose 5, 6 or 7", args.cards));
    if !(5..=7).contains(&args.cards) {
        return Err(none().into());
    }
    let (choice, _) = args.order.determine(None)?;
    let choice = Choice { hole_cards_used: Used::Any, mode: ShowdownMode::High, ..choice };
    let choice = Choice { low_qualifier: cards::LowQualifier::None, ..choice };
    let ranking: Arc<Ranking> = Ranking::of(choice).map_err(one_reason)?;
    let all = (0..args.cards as u64).fold(1u64, |ways, step| {
        ways.saturating_mul((ranking.deck().len() as u64).saturating_sub(step)) / (step + 1)
    });
    let bar = Bar::new();
    let done = std::sync::atomic::AtomicU64::new(0);
    let progress = |hands: u64| bar.show(done.fetch_add(hands, std::sync::atomic::Ordering::Relaxed), all);
    let counted = ::odds::count_hands(&ranking, args.cards, &progress).ok_or_else(none)?;
    drop(bar);
    // Strongest first, by the order of this deck.
    let mut order: Vec<usize> = (0..Category::ALL.len()).collect();
    if choice.deck != cards::Deck::Cards52 && choice.reduced_order == cards::ReducedOrder::FlushAboveFullHouse
    {
        order.swap(4, 5);
    }
    if args.json {
        let map = |numbers: &[u64; 11]| {
            order.iter().map(|at| (Category::ALL[*at].name().to_owned(), numbers[*at].into())).collect()
        };
        return Ok(to_json(&ShownCount {
            deck: choice.deck.count(),
            joker: choice.joker,
            ace_low: choice.ace == Ace::HighAndLow,
            cards: args.cards,
            hands: counted.hands,
            count: map(&counted.kinds),
            classes: counted.classes,
            classes_by_category: map(&counted.classes_of_kinds),
        }));
    }
    let mut text = format!("{:<16} {:>14} {:>8}\n", "category", "hands", "classes");
    for at in order {
        let (hands, classes) = (counted.kinds[at], counted.classes_of_kinds[at]);
        text.push_str(&format!("{:<16} {hands:>14} {classes:>8}\n", Category::ALL[at].name()));
    }
    text.push_str(&format!("{:<16} {:>14} {:>8}\n", "all", counted.hands, counted.classes));
    Ok(text)
}

// equity

#[derive(Serialize)]
struct ShownShare {
    hand: String,
    wins_high_alone: u128,
    ties_high: u128,
    wins_low_alone: u128,
    ties_low: u128,
    equity: String,
    equity_numerator: u128,
    equity_denominator: u128,
    standard_error: f64,
}

#[derive(Serialize)]
struct ShownOutcome {
    high: Vec<usize>,
    low: Vec<usize>,
    count: u128,
}

#[derive(Serialize)]
struct ShownEquity {
    game: &'static str,
    deck: usize,
    joker: bool,
    ace_low: bool,
    mode: &'static str,
    board: String,
    dead: String,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Deals examined: every runout of the board with every hand of the ranges, or the sample.
    runouts: u128,
    players: Vec<ShownShare>,
    outcomes: Vec<ShownOutcome>,
}

/// How many showdowns a core is assumed to work through exactly in ten seconds.
const WORK_OF_TEN_SECONDS: u128 = 100_000_000;
/// How many deals are sampled if an exact result would take too long and no number is given.
const DEFAULT_SAMPLES: u64 = 2_000_000;

/// `cardroom equity`: each hand's share of the pot, as text or as a JSON object. Counted exactly with
/// --exact, or if that takes about ten seconds at most and --samples is not given; otherwise from a sample
/// that the seed fixes.
fn equity(args: &EquityArgs) -> Result<String, PartialOutput> {
    let (choice, game) = args.order.determine(Some(&args.play))?;
    let board = parse_cards(&args.board).map_err(one_reason)?;
    let dead = parse_cards(&args.dead).map_err(one_reason)?;
    let read = |(at, hand): (usize, &String)| {
        Range::parse(hand, game).map_err(|why| one_reason(format!("hand {}, {why}", at + 1)))
    };
    let hands = args.hands.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let spot = Spot::new(game, choice, board.clone(), &dead, hands).map_err(one_reason)?;
    if args.samples == Some(0) {
        return Err(one_reason("a sample of 0 deals tells nothing: give --samples 1 or more").into());
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u128);
    let exact =
        args.exact || args.samples.is_none() && ::odds::exact_work(&spot) <= WORK_OF_TEN_SECONDS * cores;
    let bar = Bar::new();
    let progress = |done: u64, all: u64| bar.show(done, all);
    let equity = if exact {
        ::odds::exact_equity(&spot, &progress)
    } else {
        ::odds::sampled_equity(&spot, args.samples.unwrap_or(DEFAULT_SAMPLES), args.seed, &progress)
    };
    drop(bar);
    let equity = equity.map_err(one_reason)?;
    if args.json {
        let players =
            (0..equity.players).map(|player| player_share(&equity, player, &args.hands[player])).collect();
        let set = |players: u32| (0..32).filter(|at| players >> at & 1 == 1).map(|at| at + 1).collect();
        let outcomes = equity.outcomes.iter().map(|outcome| ShownOutcome {
            high: set(outcome.high),
            low: set(outcome.low),
            count: outcome.deals,
        });
        return Ok(to_json(&ShownEquity {
            game: game.name(),
            deck: choice.deck.count(),
            joker: choice.joker,
            ace_low: choice.ace == Ace::HighAndLow,
            mode: choice.mode.value(),
            board: card_words(&board),
            dead: card_words(&dead),
            exact: equity.exact,
            seed: (!equity.exact).then_some(args.seed),
            runouts: equity.deals,
            players,
            outcomes: outcomes.collect(),
        }));
    }
    let mut text = String::new();
    for (player, hand) in args.hands.iter().enumerate() {
        let shown = player_share(&equity, player, hand);
        let error =
            if equity.exact { String::new() } else { format!(" +/- {:.4}%", 100.0 * shown.standard_error) };
        let percent = percent(shown.equity_numerator, shown.equity_denominator);
        text.push_str(&format!("{hand:<16} {percent:>9}%{error}  "));
        if choice.mode != ShowdownMode::Low {
            text.push_str(&format!("wins {}, ties {}  ", shown.wins_high_alone, shown.ties_high));
        }
        if choice.mode != ShowdownMode::High {
            text.push_str(&format!("low wins {}, ties {}", shown.wins_low_alone, shown.ties_low));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str(&if equity.exact {
        format!("exact, {} deals\n", equity.deals)
    } else {
        format!("a sample of {} deals, seed {}\n", equity.deals, args.seed)
    });
    Ok(text)
}

/// One player's part of an equity (players count from 0) as `--json` prints it: the exact fraction, its
/// decimals, and the counts of deals won and tied.
fn player_share(equity: &Equity, player: usize, hand: &str) -> ShownShare {
    let (won, all) = equity.share(player);
    let ((wins_high_alone, ties_high), (wins_low_alone, ties_low)) =
        (equity.high_wins(player), equity.low_wins(player));
    ShownShare {
        hand: hand.to_owned(),
        wins_high_alone,
        ties_high,
        wins_low_alone,
        ties_low,
        equity: decimals(won, all, 12),
        equity_numerator: won,
        equity_denominator: all,
        standard_error: equity.standard_error(player),
    }
}

/// The fraction `part / all` with `places` decimals, rounded to nearest, halves up; integer arithmetic. `all`
/// 0 counts as 1.
fn decimals(part: u128, all: u128, places: usize) -> String {
    let all = all.max(1);
    let mut whole = part / all;
    let mut rest = part % all;
    let mut digits = Vec::with_capacity(places);
    for _ in 0..places {
        rest *= 10;
        digits.push((rest / all) as u8);
        rest %= all;
    }
    // A remainder of half or more rounds the last digit up, and carries through nines.
    let mut carry = rest >= all - rest;
    for digit in digits.iter_mut().rev() {
        if carry {
            carry = *digit == 9;
            *digit = if carry { 0 } else { *digit + 1 };
        }
    }
    whole += u128::from(carry);
    let digits: String = digits.into_iter().map(|digit| char::from(b'0' + digit)).collect();
    format!("{whole}.{digits}")
}

/// A fraction as a percentage with four decimals, rounded to nearest, without the sign.
fn percent(part: u128, all: u128) -> String {
    decimals(part.saturating_mul(100), all, 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_to_the_nearest() {
        assert_eq!(percent(2, 3), "66.6667");
        assert_eq!(percent(1, 3), "33.3333");
        assert_eq!(percent(1, 1), "100.0000");
        assert_eq!(percent(0, 7), "0.0000");
        assert_eq!(percent(1_999_999, 2_000_000), "100.0000");
        assert_eq!(percent(1, 2_000_000), "0.0001");
        assert_eq!(percent(1, 2_000_001), "0.0000");
        assert_eq!(percent(8_555_555, 10_000_000), "85.5556");
        assert_eq!(decimals(2, 3, 12), "0.666666666667");
        assert_eq!(decimals(999, 1000, 2), "1.00");
    }
}
