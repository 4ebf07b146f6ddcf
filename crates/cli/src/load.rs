//! `cardroom load`: plays with real clients over real sockets in a running room, and measures it.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use ::load::{ClientError, LoadError, LoadPlan, LoadReport, LoadStage, run as carry_out};
use indicatif::{ProgressBar, ProgressStyle};

/// Play at many tables of a running room with real clients: acts per second, percentiles of the latency to
/// all viewers, errors
///
/// Every seat signs up an account of its own (marked as a machine), opens a connection and plays. The tables
/// are closed at the end. For many tables, the room's configuration must allow for them: sign-ups, requests
/// and sockets.
#[derive(clap::Args, Debug)]
pub struct LoadArgs {
    /// The address of the room, such as http://127.0.0.1:7777
    #[arg(long)]
    url: String,
    /// How many tables to open
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    tables: u32,
    /// How many seats to take at each table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    seats: u8,
    /// How many seconds to measure, once everybody is seated
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// The book of the tables
    #[arg(long, default_value = "practice")]
    book: String,
    /// Most requests in flight at once while everybody signs up and sits down
    #[arg(long, default_value_t = 16)]
    at_once: usize,
    /// How long a player thinks on average, in milliseconds: with 0 everybody acts at once, and the room is
    /// as busy as it can be
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    think: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// `cardroom load`: plays against a running room and prints the report, as text or as one JSON object. Exit
/// code 0 if everything held, 1 if not (`verdict`), 2 if the load could not be run.
pub fn run(args: LoadArgs) -> ExitCode {
    let plan = LoadPlan {
        url: args.url,
        tables: args.tables,
        seats: args.seats,
        seconds: args.seconds,
        book: args.book,
        at_once: args.at_once,
        think_ms: args.think,
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(why) => {
            say!("the clients cannot be started: {why}");
            return ExitCode::from(2);
        }
    };
    let bar = progress_bar(&plan);
    let shown = bar.clone();
    let seated = AtomicU64::new(0);
    let progress = move |stage: LoadStage| match stage {
        LoadStage::SignedUp(_) => shown.inc(1),
        LoadStage::Opened(_) => {}
        LoadStage::Seated(_) => {
            seated.fetch_add(1, Ordering::Relaxed);
            shown.inc(1);
        }
        LoadStage::Playing => shown.set_message("playing"),
        LoadStage::Leaving => shown.set_message("leaving"),
    };
    let outcome = runtime.block_on(carry_out(&plan, progress));
    bar.finish_and_clear();
    match outcome {
        Ok(report) if args.json => match serde_json::to_string(&report) {
            Ok(text) => {
                tell!("{text}");
                verdict(&report)
            }
            Err(why) => {
                say!("the report cannot be written: {why}");
                ExitCode::from(1)
            }
        },
        Ok(report) => {
            print_report(&report);
            verdict(&report)
        }
        Err(trouble @ LoadError::Client(ClientError::Unreachable { .. })) => {
            say!(
                "error: {trouble}; see that `cardroom serve` has the room open there, or name another address with --url"
            );
            ExitCode::from(2)
        }
        Err(trouble) => {
            say!("error: {trouble}");
            ExitCode::from(2)
        }
    }
}

/// The bar on stderr while players come in, hidden off a terminal. Two steps for each seat: everybody signs
/// up, then everybody sits down.
fn progress_bar(plan: &LoadPlan) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let steps = u64::from(plan.tables) * u64::from(plan.seats) * 2;
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message("coming in");
    bar
}

/// Prints the report for people on stdout: acts per second, latency from an act to all viewers, errors by
/// kind. The report has microseconds; milliseconds are shown.
fn print_report(report: &LoadReport) {
    let milliseconds = |microseconds: u64| format!("{}.{:03} ms", microseconds / 1000, microseconds % 1000);
    tell!("{} tables of {} seats, {} ms", report.tables, report.seats, report.milliseconds);
    tell!("{} acts, {} a second; {} hands", report.acts, report.acts_per_second, report.hands);
    tell!(
        "from an act to all viewers: half in {}, 90% in {}, 99% in {}, all in {} ({} measured)",
        milliseconds(report.p50_us),
        milliseconds(report.p90_us),
        milliseconds(report.p99_us),
        milliseconds(report.max_us),
        report.measured
    );
    for (kind, count) in &report.errors {
        tell!("{count} x {kind}");
    }
}

/// Exit code 1 if a promise of the room did not hold or nobody acted at all. An act that came too late or too
/// fast is not a fault.
fn verdict(report: &LoadReport) -> ExitCode {
    ExitCode::from(u8::from(report.faults > 0 || report.acts == 0))
}
