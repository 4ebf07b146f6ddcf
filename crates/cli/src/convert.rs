//! `cardroom convert`: hand histories from one format to another, and what the other cannot carry.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args as ClapArgs;
use history::replay::Replayer;
use history::{Kind, Record, Unread, phh};
use table::Event;
use table::script::{self, Options};

/// Convert hand histories: PHH, PokerStars text and scripts in, PHH and scripts out
///
/// The ending of OUT says the format: .phh for one hand, .phhs for many, .hands for a script.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// The file to read: .phh, .phhs, .txt or .hands
    r#in: PathBuf,
    /// The file to write: .phh, .phhs or .hands
    out: PathBuf,
    /// The book that scripts are written for, and that hands are played by on the way: a name or a book file
    #[arg(long, default_value = "standard")]
    book: String,
}

/// What OUT is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    OneHand,
    ManyHands,
    Script,
}

/// A hand on its way: what it is called, its record, and the events where it comes from a script.
struct Carried {
    name: String,
    record: Result<Record, String>,
    events: Option<Vec<Event>>,
}

/// Runs the command: 0 everything was carried, 1 a hand was left out, 2 something could not be read or written.
pub fn run(args: Args) -> ExitCode {
    match convert(&args) {
        Ok(code) => code,
        Err(reasons) => {
            for reason in reasons {
                eprintln!("error: {reason}");
            }
            ExitCode::from(2)
        }
    }
}

fn convert(args: &Args) -> Result<ExitCode, Vec<String>> {
    let target = target(&args.out).map_err(|reason| vec![reason])?;
    let shown = args.r#in.display().to_string();
    let (text, kind) = crate::replay::read(&args.r#in).map_err(|what| vec![format!("{shown}: {what}")])?;
    let book = crate::rules::book(&args.book)?;
    let mut replayer = Replayer::new(&book, &[]).map_err(|reason| vec![reason])?;
    let mut broken = Vec::new();
    let mut left_out = 0u64;
    let mut hands: Vec<Carried> = Vec::new();
    match kind {
        Kind::Phh => records(phh::hands(&text), &mut hands, &mut broken, &mut left_out),
        Kind::SiteText => records(history::stars::hands(&text), &mut hands, &mut broken, &mut left_out),
        Kind::OpenHandHistory => {
            return Err(vec![format!(
                "{shown}: not read: Open Hand History; PHH, PokerStars text and scripts are"
            )]);
        }
        Kind::Script => scripts(&text, &shown, &mut hands)?,
    }
    if !broken.is_empty() {
        return Err(broken.into_iter().map(|line| format!("{shown}: {line}")).collect());
    }
    if target == Target::OneHand && hands.len() > 1 {
        return Err(vec![format!("{shown} has {} hands and .phh holds one: .phhs would do", hands.len())]);
    }
    let mut out = String::new();
    let mut written = 0u64;
    let mut told: Vec<String> = Vec::new();
    for hand in &hands {
        let result = match target {
            Target::OneHand => as_phh(hand, None, &mut replayer, &mut out),
            Target::ManyHands => as_phh(hand, Some(&(written + 1).to_string()), &mut replayer, &mut out),
            Target::Script => as_script(hand, &book, &mut replayer, &mut out).map(|()| Vec::new()),
        };
        match result {
            Ok(losses) => {
                written += 1;
                // The same is said of many hands: once is enough.
                for loss in losses {
                    if !told.contains(&loss) {
                        eprintln!("hand {}: {loss}", hand.name);
                        told.push(loss);
                    }
                }
            }
            Err(reason) => {
                left_out += 1;
                eprintln!("hand {} is left out: {reason}", hand.name);
            }
        }
    }
    std::fs::write(&args.out, out)
        .map_err(|error| vec![format!("cannot write {}: {error}", args.out.display())])?;
    eprintln!("{written} hands written to {}", args.out.display());
    Ok(if left_out > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn target(out: &Path) -> Result<Target, String> {
    let ending =
        out.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "phh" => Ok(Target::OneHand),
        "phhs" => Ok(Target::ManyHands),
        "hands" => Ok(Target::Script),
        "txt" => Err("PokerStars text is read and not written: .phh, .phhs or .hands would do".to_owned()),
        "ohh" => Err("Open Hand History is not written: .phh, .phhs or .hands would do".to_owned()),
        _ => Err(format!("{} does not say the format: end it in .phh, .phhs or .hands", out.display())),
    }
}

fn records(
    hands: impl Iterator<Item = Result<Record, Unread>>,
    carried: &mut Vec<Carried>,
    broken: &mut Vec<String>,
    left_out: &mut u64,
) {
    for hand in hands {
        match hand {
            Ok(record) => carried.push(Carried {
                name: if record.origin.hand.is_empty() { "1".to_owned() } else { record.origin.hand.clone() },
                record: Ok(record),
                events: None,
            }),
            Err(unread) if unread.foreign => {
                *left_out += 1;
                eprintln!("left out: {unread}");
            }
            Err(unread) => broken.push(unread.to_string()),
        }
    }
}

/// The hands that the cases of a script play.
fn scripts(text: &str, shown: &str, carried: &mut Vec<Carried>) -> Result<(), Vec<String>> {
    let script = script::parse(text).map_err(|problem| vec![format!("{shown}: {problem}")])?;
    for case in &script.cases {
        let report = script::run(case, &Options::default());
        if let Some(failure) = report.failures.first().filter(|_| report.is_unreadable()) {
            return Err(vec![format!("{shown}: {failure}")]);
        }
        for (at, events) in report.hands.into_iter().enumerate() {
            let name = match (case.title.is_empty(), at) {
                (true, _) => (carried.len() + 1).to_string(),
                (false, 0) => case.title.clone(),
                (false, _) => format!("{}, hand {}", case.title, at + 1),
            };
            let record = history::record_of(&events).map(|mut record| {
                if !case.title.is_empty() {
                    record.extras.push("event", &phh::string(&case.title));
                }
                record
            });
            carried.push(Carried { name, record, events: Some(events) });
        }
    }
    Ok(())
}

fn as_phh(
    hand: &Carried,
    key: Option<&str>,
    replayer: &mut Replayer,
    out: &mut String,
) -> Result<Vec<String>, String> {
    let mut record = hand.record.clone()?;
    if let Some(what) = &record.unplayable {
        return Err(what.to_string());
    }
    // A text tells what was collected, a PHH the stacks at the end: they are played out where the book can.
    if record.stated.finishing_stacks.is_empty()
        && !record.stated.collected.is_empty()
        && let Ok(outcome) = replayer.replay(&record)
    {
        let behind = record.players.iter().map(|player| player.behind);
        record.stated.finishing_stacks =
            outcome.stacks.iter().zip(behind).map(|(stack, behind)| stack.above(behind)).collect();
    }
    let mut text = String::new();
    let losses = phh::write_hand(&record, key, &mut text)?;
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(&text);
    Ok(losses.into_iter().map(|loss| loss.0).collect())
}

fn as_script(
    hand: &Carried,
    book: &rulebook::Book,
    replayer: &mut Replayer,
    out: &mut String,
) -> Result<(), String> {
    let mut case = String::new();
    match &hand.events {
        Some(events) => history::script::write_case(events, &hand.name, &mut case)?,
        None => {
            let mut record = hand.record.clone()?;
            let commission = record.stated.commission.take().filter(|amount| !amount.is_zero());
            record.stated.finishing_stacks.clear();
            record.stated.every_collection = false;
            replayer.replay(&record).map_err(|refused| refused.to_string())?;
            history::script::write_case(replayer.events(), &format!("hand {}", hand.name), &mut case)?;
            if record.decimals > 0 {
                case.insert_str(0, &format!("# amounts are counted in {}\n", record.in_unit_of_file(one())));
            }
            if let Some(commission) = commission {
                case.insert_str(0, &format!("# a commission of {commission} is left out\n"));
            }
        }
    }
    // A script deals by its book's order, and a record need not: what does not come out the same is not carried.
    let script = script::parse(&case).map_err(|problem| format!("a script cannot carry it: {problem}"))?;
    let books = [(book.id().to_owned(), book.clone())];
    let options = Options { books: &books, ..Options::default() };
    for case in &script.cases {
        if let Some(failure) = script::run(case, &options).failures.first() {
            return Err(format!("a script cannot carry it: {}", failure.what));
        }
    }
    out.push_str(&case);
    Ok(())
}

fn one() -> chips::Chips {
    chips::Chips::new(1).unwrap_or_default()
}
