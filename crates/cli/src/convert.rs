//! `cardroom convert`: converts hand histories from one format to another, and reports what the other cannot
//! hold.
//!
//! Hands are converted one at a time, so that a file of any length takes little memory. A hand is written
//! only if it comes out the same when it is read again: a history is replayed, a script is run.

mod error;
mod output;
mod scripts;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args as ClapArgs;
use history::replay::{RecordReplayError, RecordReplayer};
use history::{FileFormat, HandRecord, HandRecordError, ReadError, StatedCollections, phh};
use rulebook::Book;
use table::{Event, Fact, Lineup};

use crate::files::{EachHandError, HandFile};
use crate::house_args::refuse;
use error::{ConvertError, NotCarried};
use output::ConvertedFile;

/// Convert hand histories: PHH, PokerStars text and scripts in, PHH and scripts out
///
/// The ending of OUT says the format: .phh for one hand, .phhs for many, .hands for a script. A hand that
/// would not come out the same when it is read again is left out and named, with its place and the reason.
#[derive(ClapArgs, Debug)]
pub struct ConvertArgs {
    /// The file to read: .phh, .phhs, .txt or .hands
    r#in: PathBuf,
    /// The file to write: .phh, .phhs or .hands
    out: PathBuf,
    /// The book that scripts are written for, and that histories must replay under: a name or a book file
    #[arg(long, default_value = "standard")]
    book: String,
}

/// What OUT is to contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    OneHand,
    ManyHands,
    Script,
}

/// A hand being converted: its name, its line in the file, its record, and its play if it comes from a
/// script.
struct SourceHand {
    name: String,
    line: usize,
    record: Result<HandRecord, HandRecordError>,
    play: Option<ScriptHand>,
}

/// A hand as a script played it.
struct ScriptHand {
    events: Vec<Event>,
    /// The book's name, as the script gives it.
    house: String,
    book: Book,
}

/// `cardroom convert`: exit code 0 if everything was converted, 1 if a hand was left out, 2 if something
/// could not be read or written (docs/formats/README.md).
pub fn run(args: ConvertArgs) -> ExitCode {
    match convert(&args) {
        Ok(code) => code,
        Err(ConvertError::Book(reasons)) => refuse(&reasons),
        Err(error) => refuse(&[error.to_string()]),
    }
}

/// Opens the input, the book and the output, converts every hand in the order of the file, and moves the
/// output into place. The input's format decides whether hands are replayed or script cases run.
fn convert(args: &ConvertArgs) -> Result<ExitCode, ConvertError> {
    let target = target_format(&args.out)?;
    let shown = args.r#in.display().to_string();
    let text =
        HandFile::open(&args.r#in).map_err(|source| ConvertError::Input { shown: shown.clone(), source })?;
    let book = crate::rules::load_poker_book(&args.book).map_err(ConvertError::Book)?;
    let replayer = RecordReplayer::new(&book, &[]).map_err(ConvertError::House)?;
    let output = ConvertedFile::new(&args.r#in, &args.out)?;
    let mut conversion = Conversion {
        shown: &shown,
        target,
        book: (&args.book, &book),
        replayer,
        output,
        hands: 0,
        written: 0,
        left_out: 0,
        broken: 0,
        reported: Vec::new(),
    };
    match text.format() {
        FileFormat::Phh | FileFormat::SiteText => {
            text.each_hand(&mut |hand| conversion.convert_record(hand)).map_err(|stopped| match stopped {
                EachHandError::Unreadable(source) => ConvertError::InputEnd { shown: shown.clone(), source },
                EachHandError::Consumer(error) => error,
            })?;
        }
        FileFormat::OpenHandHistory => {
            return Err(ConvertError::OpenHandHistoryInput { shown: shown.clone() });
        }
        FileFormat::OtherJson => return Err(ConvertError::JsonInput { shown: shown.clone() }),
        FileFormat::Script => conversion.convert_script(text)?,
    }
    conversion.finish(&args.out)
}

/// The format that the extension of OUT names, upper or lower case: one hand of PHH, many, or a script. The
/// error says why an extension cannot be written.
fn target_format(out: &Path) -> Result<Target, ConvertError> {
    let ending =
        out.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "phh" => Ok(Target::OneHand),
        "phhs" => Ok(Target::ManyHands),
        "hands" => Ok(Target::Script),
        "txt" => Err(ConvertError::TextOutput),
        "ohh" => Err(ConvertError::OpenHandHistoryOutput),
        _ => Err(ConvertError::UnknownOutput { path: out.to_owned() }),
    }
}

/// The conversion of one file into another.
struct Conversion<'a> {
    shown: &'a str,
    target: Target,
    /// The book and the name it was given by.
    book: (&'a str, &'a Book),
    replayer: RecordReplayer,
    output: ConvertedFile,
    /// How many hands could be read.
    hands: u64,
    written: u64,
    left_out: u64,
    broken: u64,
    /// Losses reported already: many hands have the same, and once is enough.
    reported: Vec<String>,
}

impl Conversion<'_> {
    /// Converts a hand of a history, or reports why it could not be read and counts it: as left out if it is
    /// of a kind that is not read, as broken otherwise, which decides the exit code.
    fn convert_record(&mut self, hand: Result<HandRecord, ReadError>) -> Result<(), ConvertError> {
        let read_error = match hand {
            Ok(record) => {
                let name = &record.origin.hand;
                let name = if name.is_empty() { "1".to_owned() } else { name.clone() };
                let line = record.origin.line as usize;
                return self.convert_hand(SourceHand { name, line, record: Ok(record), play: None });
            }
            Err(error) => error,
        };
        if read_error.is_foreign() {
            self.left_out += 1;
        } else {
            self.broken += 1;
        }
        match &read_error.hand {
            Some(hand) => self.report_left_out(hand, read_error.line as usize, &read_error.kind.to_string()),
            None => say!("{}: left out: {read_error}", self.shown),
        }
        Ok(())
    }

    /// Converts the hands that the cases of a script play, in order. A script that cannot be read as a whole
    /// ends the conversion, unlike a hand of a history.
    fn convert_script(&mut self, text: HandFile) -> Result<(), ConvertError> {
        scripts::each_hand(text, self.shown, &mut |hand| self.convert_hand(hand))
    }

    /// Names a hand that is not converted on stderr, with its line in the input (from 1) and the reason.
    /// Required for every such hand: nothing is left out silently (docs/formats/README.md).
    fn report_left_out(&self, hand: &str, line: usize, why: &str) {
        say!("{}, line {line}: hand {hand} is left out: {why}", self.shown);
    }

    /// Converts and writes one hand, or leaves it out with its reason; either way the conversion goes on. A
    /// loss that many hands share is reported for the first only.
    fn convert_hand(&mut self, hand: SourceHand) -> Result<(), ConvertError> {
        self.hands += 1;
        if self.target == Target::OneHand && self.hands > 1 {
            // Still counted, so that the message can say how many there are.
            return Ok(());
        }
        let mut text = String::new();
        let losses = match self.target {
            Target::OneHand => self.push_phh(&hand, None, &mut text),
            Target::ManyHands => self.push_phh(&hand, Some(&(self.written + 1).to_string()), &mut text),
            Target::Script => self.push_script(&hand, &mut text),
        };
        match losses {
            Ok(losses) => {
                if self.written > 0 && self.target == Target::ManyHands {
                    self.output.write("\n")?;
                }
                self.output.write(&text)?;
                self.written += 1;
                for loss in losses {
                    if !self.reported.contains(&loss) {
                        say!("{}, line {}: hand {}: {loss}", self.shown, hand.line, hand.name);
                        self.reported.push(loss);
                    }
                }
            }
            Err(why) => {
                self.left_out += 1;
                self.report_left_out(&hand.name, hand.line, &why.to_string());
            }
        }
        Ok(())
    }

    /// Moves the output into place if any hand was written, prints the totals to stderr, and gives the exit
    /// code. With .phh, more than one hand in the input is an error and OUT stays as it was.
    fn finish(self, out: &Path) -> Result<ExitCode, ConvertError> {
        if self.target == Target::OneHand && self.hands > 1 {
            return Err(ConvertError::OneHandOutput { shown: self.shown.to_owned(), hands: self.hands });
        }
        if self.written == 0 {
            say!("no hand could be converted: {} was not written", out.display());
        } else {
            self.output.finish()?;
            say!("{} hands written to {}", self.written, out.display());
        }
        Ok(match (self.broken, self.left_out) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(1),
            (_, _) => ExitCode::from(2),
        })
    }

    /// Appends a hand in PHH to `out` and returns what the notation cannot hold. A hand of a game that is
    /// played here must replay to the same stacks when it is read again. `key` is its number in a .phhs file,
    /// `None` in a .phh file.
    fn push_phh(
        &mut self,
        hand: &SourceHand,
        key: Option<&str>,
        out: &mut String,
    ) -> Result<Vec<String>, NotCarried> {
        let mut record = hand.record.clone().map_err(NotCarried::Record)?;
        if let Some(what) = &record.unplayable_reason {
            return Err(NotCarried::Unplayable(what.clone()));
        }
        let played = RecordReplayer::can_replay(&record.game);
        if played && hand.play.is_none() {
            let outcome = self.replayer.replay(&record).map_err(|error| self.not_replayed(error))?;
            // PokerStars text states what was collected, PHH the final stacks; replaying gives those.
            if record.stated.finishing_stacks.is_empty() && !record.stated.collected.is_empty() {
                let behind = record.players.iter().map(|player| player.behind);
                record.stated.finishing_stacks =
                    outcome.stacks.iter().zip(behind).map(|(stack, behind)| stack.above(behind)).collect();
            }
        }
        let losses = phh::write_hand(&record, key, out).map_err(NotCarried::NoPhhVariant)?;
        let mut losses: Vec<String> = losses.iter().map(ToString::to_string).collect();
        if !played {
            losses.push(format!("{} is not played here yet; written as it was read", record.game));
            return Ok(losses);
        }
        // Reads and replays what was written: only a hand that ends the same way is converted.
        let again = match phh::hands(out).next() {
            Some(Ok(again)) => again,
            Some(Err(error)) => return Err(NotCarried::NotReadAgain(Some(Box::new(error.kind)))),
            None => return Err(NotCarried::NotReadAgain(None)),
        };
        let outcome = self.replayer.replay(&again).map_err(|error| self.not_replayed(error))?;
        let stated = &record.stated.finishing_stacks;
        if hand.play.is_some() && *stated != outcome.stacks {
            let list = |stacks: &[chips::Chips]| {
                stacks.iter().map(|stack| record.amount_in_file_unit(*stack)).collect::<Vec<_>>().join(" ")
            };
            let (found, stated) = (list(&outcome.stacks), list(stated));
            return Err(NotCarried::OtherStacks { book: self.book.0.to_owned(), found, stated });
        }
        if let Some((seat, ours, theirs)) = history::first_misread_call(self.replayer.events()) {
            losses.push(format!(
                "a blind is short, and seat {seat} still calls {}: other readers take that for a call of {}",
                record.amount_in_file_unit(ours),
                record.amount_in_file_unit(theirs)
            ));
        }
        Ok(losses)
    }

    /// The reason for leaving out a hand that does not replay under the book of --book, whose name is in the
    /// message.
    fn not_replayed(&self, error: RecordReplayError) -> NotCarried {
        NotCarried::Replay { book: self.book.0.to_owned(), source: Box::new(error) }
    }

    /// Appends a hand as a case of a script to `out`; returns what a script cannot hold, such as a
    /// commission. Amounts are counted in chips, with a comment that says how much one is in the file's unit.
    fn push_script(&mut self, hand: &SourceHand, out: &mut String) -> Result<Vec<String>, NotCarried> {
        let mut losses = Vec::new();
        if let Some(play) = &hand.play {
            scripts::push_case(&play.events, &hand.name, (&play.house, &play.book), out)?;
            return Ok(losses);
        }
        let mut record = hand.record.clone().map_err(NotCarried::Record)?;
        let commission = record.stated.commission.take().filter(|amount| !amount.is_zero());
        record.stated.finishing_stacks.clear();
        record.stated.collections = StatedCollections::Nobody;
        self.replayer.replay(&record).map_err(|error| self.not_replayed(error))?;
        if let Some(commission) = commission {
            out.push_str(&format!("# a commission of {commission} is left out\n"));
            losses.push("scripts have no commission: a comment says how much it was".to_owned());
        }
        if record.decimals > 0 {
            out.push_str(&format!("# amounts are counted in {}\n", record.amount_in_file_unit(one_chip())));
        }
        scripts::push_case(self.replayer.events(), &format!("hand {}", hand.name), self.book, out)?;
        Ok(losses)
    }
}

/// One chip, to word in a comment of a script how much it is in the unit of the source file.
fn one_chip() -> chips::Chips {
    chips::Chips::new(1).unwrap_or_default()
}

/// The seats, stacks and rules that a hand was opened with, by its first event; `None` if that does not open
/// a hand.
fn opening_lineup(events: &[Event]) -> Option<&Arc<Lineup>> {
    let Fact::Course(fact) = &events.first()?.what else { return None };
    fact.lineup()
}
