//! `cardroom simulate`: bots play many hands, and the chips are counted in every one.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chips::Chips;
use indicatif::{ProgressBar, ProgressStyle};
use room::{HouseBots, RandomBot, Simulation, SimulationError, SimulationProgress, SimulationTotals};
use serde_json::json;

use crate::house_args::{HouseArgs, Reasons, clauses_text, default_stack, refuse};
use crate::out;

/// Play many hands in the engine: chips conserved, results by seat, hands per second
///
/// Stacks are reset every hand and the button moves one seat. The same seed gives the same result, whatever
/// the number of threads.
#[derive(clap::Args, Debug)]
pub struct SimulateArgs {
    #[command(flatten)]
    house: HouseArgs,
    /// How many players sit down
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=23))]
    players: u8,
    /// How many hands to play
    #[arg(long, default_value_t = 100_000)]
    hands: u64,
    /// The seed of all cards and choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays: random decides by one draw, house thinks a little
    #[arg(long, value_enum, default_value_t = Bots::Random)]
    bots: Bots,
    /// The stack of every player at the beginning of every hand; by default a hundred times the last blind
    #[arg(long, value_name = "CHIPS")]
    stack: Option<u64>,
    /// How many threads; by default one per core
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Bots {
    Random,
    House,
}

impl Bots {
    /// The name of the bots in text and JSON; the same word as in --bots.
    const fn name(self) -> &'static str {
        match self {
            Bots::Random => "random",
            Bots::House => "house",
        }
    }
}

/// `cardroom simulate`: exit code 0 if all hands were played, 1 if a hand was refused or did not conserve
/// chips, 2 if the options cannot be played, 130 after Ctrl-C.
pub fn run(args: SimulateArgs) -> ExitCode {
    match prepare_simulation(&args) {
        Ok(simulation) => simulate(&args, &simulation),
        Err(reasons) => refuse(&reasons),
    }
}

/// The simulation that the options describe, checked before anything is dealt; the error has every reason why
/// not.
fn prepare_simulation(args: &SimulateArgs) -> Result<Simulation, Reasons> {
    let house = args.house.house("standard", args.players, |determined| determined)?;
    let stack = match args.stack {
        Some(stack) => Chips::new(stack).filter(|stack| !stack.is_zero()).ok_or_else(|| {
            vec![format!("--stack {stack}: expected a whole number from 1 to {}", Chips::MAX)]
        })?,
        None => default_stack(&house),
    };
    let simulation = Simulation { house, players: args.players, stack, hands: args.hands, seed: args.seed };
    simulation.check().map_err(|stopped| to_reasons(stopped, &simulation))?;
    Ok(simulation)
}

/// Why the simulation cannot be played, one reason per line: each fault of the lineup with the clauses of its
/// rule.
fn to_reasons(stopped: SimulationError, simulation: &Simulation) -> Reasons {
    match stopped {
        SimulationError::Lineup(problems) => {
            let clauses = |rule| clauses_text(&simulation.house.determined, rule);
            problems.iter().map(|problem| format!("{problem} ({})", clauses(problem.rule()))).collect()
        }
        SimulationError::Refused { .. }
        | SimulationError::ChipsNotConserved { .. }
        | SimulationError::Interrupted => {
            vec![stopped.to_string()]
        }
    }
}

/// Plays all hands with the bots chosen and prints the totals. Stdout depends on the options and the seed
/// alone, except for the speed in JSON; the time goes to stderr.
fn simulate(args: &SimulateArgs, simulation: &Simulation) -> ExitCode {
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let progress = Arc::new(SimulationProgress::default());
    let watching = Arc::clone(&progress);
    if let Err(error) = ctrlc::set_handler(move || watching.stop()) {
        say!("error: cannot handle Ctrl-C: {error}");
        return ExitCode::from(2);
    }
    let start = Instant::now();
    let result = run_with_progress(simulation.hands, &progress, || match args.bots {
        Bots::Random => simulation.run(&RandomBot, threads, &progress),
        Bots::House => simulation.run(&HouseBots::new(Arc::clone(&simulation.house)), threads, &progress),
    });
    let seconds = start.elapsed().as_secs_f64();
    match result {
        Ok(totals) => {
            let per_second = (totals.hands as f64 / seconds.max(1e-9)) as u64;
            if args.json {
                tell!("{}", as_json(args, simulation, &totals, per_second));
            } else {
                out::print(format_args!("{}", as_text(args, simulation, &totals)));
                say!("{seconds:.2} s, {} hands a second on {threads} threads", grouped(per_second as i64));
            }
            ExitCode::SUCCESS
        }
        Err(SimulationError::Interrupted) => {
            say!("stopped after {} of {} hands", progress.done(), simulation.hands);
            ExitCode::from(130)
        }
        Err(stopped) => {
            say!("error: {stopped}");
            ExitCode::from(1)
        }
    }
}

/// Does the work, with a bar on stderr if that is a terminal and the work takes over a second. A panic of the
/// work is passed on.
fn run_with_progress(
    hands: u64,
    progress: &SimulationProgress,
    work: impl FnOnce() -> Result<SimulationTotals, SimulationError> + Send,
) -> Result<SimulationTotals, SimulationError> {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    std::thread::scope(|scope| {
        let working = scope.spawn(work);
        let start = Instant::now();
        let mut bar = None;
        while !working.is_finished() {
            std::thread::sleep(Duration::from_millis(20));
            if start.elapsed() > Duration::from_secs(1) {
                let bar = bar.get_or_insert_with(|| progress_bar(hands));
                bar.set_position(progress.done());
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        match working.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// A bar on stderr that counts the hands of a simulation, with the speed and the time left.
fn progress_bar(hands: u64) -> ProgressBar {
    let bar = ProgressBar::new(hands);
    let template = "{bar:30} {human_pos} of {human_len} hands, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The totals as one JSON object: chips won in whole chips, hands won and shown as counts, seats in order
/// from 1. Scripts read the names of the fields.
fn as_json(
    args: &SimulateArgs,
    simulation: &Simulation,
    totals: &SimulationTotals,
    per_second: u64,
) -> serde_json::Value {
    let seats: Vec<_> = totals
        .seats
        .iter()
        .enumerate()
        .map(|(at, seat)| json!({"seat": at + 1, "net": seat.net, "won": seat.won, "shown": seat.shown}))
        .collect();
    json!({
        "book": simulation.house.determined.book_id(),
        "game": simulation.house.game.name,
        "players": simulation.players,
        "stack": simulation.stack.get(),
        "hands": totals.hands,
        "seed": args.seed,
        "bots": args.bots.name(),
        "showdowns": totals.showdowns,
        "events": totals.events,
        "commission": totals.commission,
        "chips_conserved": true,
        "seats": seats,
        "fingerprint": format!("{:016x}", totals.fingerprint),
        "hands_per_second": per_second,
    })
}

/// The totals as a table with a line for each seat. Without times, so that the same seed prints the same
/// text.
fn as_text(args: &SimulateArgs, simulation: &Simulation, totals: &SimulationTotals) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let book = simulation.house.determined.book();
    let hands = totals.hands;
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "{}, {}: {} hands, {} players with {} chips, {} bots, seed {}",
        book.title(),
        simulation.house.game.name,
        grouped(hands as i64),
        simulation.players,
        simulation.stack,
        args.bots.name(),
        args.seed
    );
    let _ = writeln!(
        text,
        "seat {:>16} {:>14} {:>14} {:>14}",
        "net chips", "per 100 hands", "pots won in", "shown in"
    );
    for (at, seat) in totals.seats.iter().enumerate() {
        let _ = writeln!(
            text,
            "{:>4} {:>16} {:>14} {:>14} {:>14}",
            at + 1,
            signed(seat.net),
            per_hundred(seat.net, hands),
            percent(seat.won, hands),
            percent(seat.shown, hands)
        );
    }
    let _ = writeln!(
        text,
        "{} showdowns, {} events, commission {}",
        grouped(totals.showdowns as i64),
        grouped(totals.events as i64),
        grouped(totals.commission as i64)
    );
    let _ = writeln!(text, "chips conserved in every hand; fingerprint {:016x}", totals.fingerprint);
    text
}

/// A whole number of the simulation's text with commas between groups of three digits; JSON has plain
/// numbers.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// A seat's net result in chips with its sign and commas; 0 has no sign.
fn signed(number: i64) -> String {
    if number > 0 { format!("+{}", grouped(number)) } else { grouped(number) }
}

/// A seat's net result per hundred hands, in chips with two decimals. Integer arithmetic, so that the same
/// seed prints the same digits everywhere.
fn per_hundred(net: i64, hands: u64) -> String {
    let hundredths = i128::from(net) * 10_000 / i128::from(hands.max(1));
    let sign = if hundredths < 0 { "-" } else { "+" };
    format!("{sign}{}.{:02}", hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100)
}

/// How many of the hands, as a percentage with one decimal that is cut off; integer arithmetic, as in
/// [`per_hundred`].
fn percent(part: u64, of: u64) -> String {
    let tenths = u128::from(part) * 1000 / u128::from(of.max(1));
    format!("{}.{}%", tenths / 10, tenths % 10)
}
