//! `cardroom replay`: replays hand histories on the table machine, with one line of output for each hand.

use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use chips::Chips;
use clap::Args as ClapArgs;
use history::replay::{RecordReplayError, RecordReplayer, ReplayOutcome};
use history::{FileFormat, HandRecord, ReadError};
use rulebook::readings;
use table::Refusal;
use table::reason::ReasonValue;

use crate::files::{self, EachHandError, HandFile, OpenFileError, PathNotice};
use crate::out;

/// Replay hand histories under a book: PHH and PokerStars text
///
/// Folders are searched, following links; a file in a folder that is not a hand history is named and skipped.
#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// Files (.phh, .phhs, .txt) and folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The book to play by: a name or a book file
    #[arg(long, default_value = "standard")]
    book: String,
    /// Choose SETTING=VALUE where the book leaves a choice (may be given several times)
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    set: Vec<String>,
    /// Print one JSON object per hand
    #[arg(long)]
    json: bool,
}

/// `cardroom replay`: a line for each hand on stdout, the summary on stderr; the exit codes are those of
/// docs/formats/replay.md. Ends with 2 as soon as stdout fails.
pub fn run(args: ReplayArgs) -> ExitCode {
    let mut replayer = match new_replayer(&args) {
        Ok(replayer) => replayer,
        Err(reasons) => {
            for reason in reasons {
                say!("error: {reason}");
            }
            return ExitCode::from(2);
        }
    };
    let mut unreadable = false;
    let files = files::find_files(&args.paths, &mut |notice| match notice {
        PathNotice::Skipped(line) => say!("skipped: {line}"),
        PathNotice::Unreadable(line) => {
            say!("error: {line}");
            unreadable = true;
        }
    });
    let stdout = io::stdout().lock();
    let mut run = ReplayRun {
        out: BufWriter::with_capacity(1 << 16, stdout),
        json: args.json,
        line: String::with_capacity(1024),
        count: ReplayCounts { unreadable, ..ReplayCounts::default() },
        progress: ReplayProgress::new(),
    };
    for (path, shown) in &files {
        if let Err(error) = run.replay_file(path, shown, &mut replayer) {
            // The reader of the output has closed it, or it cannot be written.
            out::record_failure(error);
            return ExitCode::from(2);
        }
    }
    if let Err(error) = run.out.flush() {
        out::record_failure(error);
        return ExitCode::from(2);
    }
    run.progress.clear();
    run.count.print_summary(run.progress.began.elapsed());
    run.count.exit_code()
}

/// Replays under the book of --book with the choices of --set; the error has every reason why they do not
/// fit.
fn new_replayer(args: &ReplayArgs) -> Result<RecordReplayer, Vec<String>> {
    let book = crate::rules::load_poker_book(&args.book)?;
    let chosen: Vec<(String, String)> = crate::rules::parse_choices(&args.set)?
        .into_iter()
        .map(|(setting, value)| (setting.to_owned(), value.to_owned()))
        .collect();
    RecordReplayer::new(&book, &chosen).map_err(|error| vec![error.to_string()])
}

/// How many hands there were, by result.
#[derive(Default)]
struct ReplayCounts {
    played: u64,
    noted: u64,
    refused: u64,
    not_read: u64,
    broken: u64,
    unreadable: bool,
}

impl ReplayCounts {
    /// How many hands there were, played, refused or not read: the total of the summary, and the base of the
    /// speed.
    fn hands(&self) -> u64 {
        self.played + self.refused + self.not_read + self.broken
    }

    /// Prints the summary on stderr: hands by result, and hands per second over the time it took.
    fn print_summary(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let rate = if seconds > 0.0 { (self.hands() as f64 / seconds) as u64 } else { 0 };
        let mut line = format!("{} hands: {} played", self.hands(), self.played);
        for (count, word) in [
            (self.noted, "with notes"),
            (self.refused, "refused"),
            (self.not_read, "not read"),
            (self.broken, "broken"),
        ] {
            if count > 0 {
                let _ = write!(line, ", {count} {word}");
            }
        }
        let _ = write!(line, "; {seconds:.3} s, {rate} hands per second");
        say!("{line}");
    }

    /// The exit code of docs/formats/replay.md, by the counts: 2 if a hand was broken or a file unreadable,
    /// else 1 if one was refused or not read.
    fn exit_code(&self) -> ExitCode {
        if self.unreadable || self.broken > 0 {
            ExitCode::from(2)
        } else if self.refused > 0 || self.not_read > 0 {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        }
    }
}

/// Progress on a terminal, once the work has taken over a second.
struct ReplayProgress {
    began: Instant,
    terminal: bool,
    next: Duration,
    shown: bool,
}

impl ReplayProgress {
    /// Starts the clock of the run, which the summary reads too; nothing is shown before a second has passed.
    fn new() -> ReplayProgress {
        ReplayProgress {
            began: Instant::now(),
            terminal: io::stderr().is_terminal(),
            next: Duration::from_secs(1),
            shown: false,
        }
    }

    /// Shows how many hands are done, on a terminal only. Called after every hand, so it looks at the clock
    /// every 1024th.
    fn tick(&mut self, hands: u64) {
        if self.terminal && hands.is_multiple_of(1024) && self.began.elapsed() >= self.next {
            let _ = write!(io::stderr(), "\r{hands} hands");
            self.shown = true;
            self.next = self.began.elapsed() + Duration::from_millis(250);
        }
    }

    /// Removes the progress line from the terminal, before the summary is printed.
    fn clear(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

struct ReplayRun<W: Write> {
    out: W,
    json: bool,
    line: String,
    count: ReplayCounts,
    progress: ReplayProgress,
}

impl<W: Write> ReplayRun<W> {
    /// Replays all hands of a file, or reports that its format is not read. An error means that stdout
    /// failed, never the file: that is counted and the run goes on.
    fn replay_file(&mut self, path: &Path, shown: &str, replayer: &mut RecordReplayer) -> io::Result<()> {
        let text = match HandFile::open(path) {
            Ok(text) => text,
            Err(error) => {
                let is_foreign = matches!(error, OpenFileError::UnknownFormat);
                return self.report_unread(shown, "", &error.to_string(), is_foreign);
            }
        };
        match text.format() {
            FileFormat::Phh | FileFormat::SiteText => {
                match text.each_hand(&mut |hand| self.replay_hand(shown, hand, replayer)) {
                    Ok(()) => Ok(()),
                    Err(EachHandError::Consumer(error)) => Err(error),
                    Err(EachHandError::Unreadable(error)) => {
                        self.report_unread(shown, "", &error.to_string(), false)
                    }
                }
            }
            FileFormat::OpenHandHistory => {
                let what = "not read: Open Hand History; use PHH or PokerStars text";
                self.report_unread(shown, "", what, true)
            }
            FileFormat::OtherJson => {
                let what = "not read: JSON that is not Open Hand History; use PHH or PokerStars text";
                self.report_unread(shown, "", what, true)
            }
            FileFormat::Script => {
                let what = "not read: a hand script; `cardroom script` runs those";
                self.report_unread(shown, "", what, true)
            }
        }
    }

    /// Replays one hand (or takes why it could not be read), counts the result and prints its line.
    fn replay_hand(
        &mut self,
        shown: &str,
        hand: Result<HandRecord, ReadError>,
        replayer: &mut RecordReplayer,
    ) -> io::Result<()> {
        match hand {
            Ok(record) => {
                let result = replayer.replay(&record);
                match &result {
                    Ok(outcome) => {
                        self.count.played += 1;
                        self.count.noted += u64::from(!outcome.notes.is_empty());
                    }
                    Err(_) => self.count.refused += 1,
                }
                self.line.clear();
                if self.json {
                    write_json(shown, &record, &result, &mut self.line);
                } else {
                    write_text(shown, &record, &result, &mut self.line);
                }
                self.out.write_all(self.line.as_bytes())?;
            }
            Err(unread) => {
                let hand = unread.hand.as_deref().unwrap_or_default();
                self.report_unread(shown, hand, &unread.to_string(), unread.is_foreign())?;
            }
        }
        self.progress.tick(self.count.hands());
        Ok(())
    }

    /// Counts and reports a hand, or with an empty name an entire file, that was not read. `is_foreign`: of a
    /// kind that is not read, a line of output and exit code 1; otherwise broken, an error on stderr and exit
    /// code 2.
    fn report_unread(&mut self, shown: &str, hand: &str, what: &str, is_foreign: bool) -> io::Result<()> {
        if is_foreign {
            self.count.not_read += 1;
        } else {
            self.count.broken += 1;
            self.out.flush()?;
            say!("error: {shown}: {what}");
        }
        self.line.clear();
        if self.json {
            write_head(shown, hand, false, &mut self.line);
            self.line.push_str(EMPTY_FIELDS);
            self.line.push_str(",\"notes\":[],\"error\":");
            write_json_string(what, &mut self.line);
            self.line.push_str("}\n");
        } else if is_foreign {
            let _ = writeln!(self.line, "{shown}: {what}");
        }
        self.out.write_all(self.line.as_bytes())
    }
}

/// A hand for people, ending with a newline: seats in the order of the record with what they won or lost in
/// the unit of the file, or why it was refused.
fn write_text(
    shown: &str,
    record: &HandRecord,
    result: &Result<ReplayOutcome, RecordReplayError>,
    out: &mut String,
) {
    let gap = if record.origin.hand.is_empty() { "" } else { " " };
    let _ = write!(out, "{shown}{gap}{}: ", record.origin.hand);
    match result {
        Ok(outcome) => {
            for (at, (player, stack)) in record.players.iter().zip(&outcome.stacks).enumerate() {
                let gap = if at == 0 { "" } else { " " };
                let (sign, amount) = net_change(*stack, player.stack + player.behind);
                let _ = write!(
                    out,
                    "{gap}{}:{}{}",
                    player.seat,
                    if sign { "-" } else { "+" },
                    record.amount_in_file_unit(amount)
                );
            }
            if !outcome.commission.is_zero() {
                let _ = write!(out, "  commission {}", record.amount_in_file_unit(outcome.commission));
            }
            out.push('\n');
            for note in &outcome.notes {
                let _ = writeln!(out, "    note: {note}");
            }
        }
        Err(refused) => {
            let _ = writeln!(out, "refused: {refused}");
        }
    }
}

/// The fields without a value, for a hand that was not read.
const EMPTY_FIELDS: &str = ",\"players\":null,\"seats\":null,\"finishing_stacks\":null,\"net\":null,\"pots\":null,\
    \"uncalled\":null,\"commission\":null";

/// The first fields of the JSON object of a hand (docs/formats/replay.md), which is left open. `ok` says
/// whether the hand was played to its end.
fn write_head(shown: &str, hand: &str, ok: bool, out: &mut String) {
    out.push_str("{\"file\":");
    write_json_string(shown, out);
    out.push_str(",\"hand\":");
    write_json_string(hand, out);
    out.push_str(if ok { ",\"ok\":true" } else { ",\"ok\":false" });
}

/// A hand for machines, one line; fields and their order are those of docs/formats/replay.md, whether it was
/// played or refused. Amounts are in the unit of the file; seats are those of the record, not of the machine.
fn write_json(
    shown: &str,
    record: &HandRecord,
    result: &Result<ReplayOutcome, RecordReplayError>,
    out: &mut String,
) {
    write_head(shown, &record.origin.hand, result.is_ok(), out);
    let _ = write!(out, ",\"players\":{},\"seats\":", record.players.len());
    write_list(out, record.players.iter(), |out, player| write_number(out, u64::from(player.seat)));
    match result {
        Ok(outcome) => {
            let amount = |out: &mut String, amount: Chips| {
                if record.decimals == 0 {
                    write_number(out, amount.get());
                } else {
                    out.push_str(&record.amount_in_file_unit(amount));
                }
            };
            // The machine may have renumbered the seats, if the record's do not run clockwise round the
            // table.
            let seat_of = |out: &mut String, seat: seating::Seat| {
                let at = outcome.seats.iter().position(|other| *other == seat).unwrap_or(0);
                write_number(out, u64::from(record.players[at].seat));
            };
            out.push_str(",\"finishing_stacks\":");
            write_list(out, outcome.stacks.iter(), |out, stack| amount(out, *stack));
            out.push_str(",\"net\":");
            write_list(out, record.players.iter().zip(&outcome.stacks), |out, (player, stack)| {
                let (below, by) = net_change(*stack, player.stack + player.behind);
                if below {
                    out.push('-');
                }
                amount(out, by);
            });
            out.push_str(",\"pots\":");
            write_list(out, outcome.pots.iter(), |out, pot| {
                out.push_str("{\"amount\":");
                amount(out, pot.amount);
                out.push_str(",\"eligible\":");
                let eligible = outcome.seats.iter().copied().filter(|seat| pot.eligible.contains(*seat));
                write_list(out, eligible, seat_of);
                out.push_str(",\"winners\":");
                write_list(out, pot.winners.iter(), |out, (seat, won)| {
                    out.push('[');
                    seat_of(out, *seat);
                    out.push(',');
                    amount(out, *won);
                    out.push(']');
                });
                out.push('}');
            });
            out.push_str(",\"uncalled\":");
            amount(out, outcome.total_uncalled());
            out.push_str(",\"commission\":");
            amount(out, outcome.commission);
            out.push_str(",\"notes\":");
            write_list(out, outcome.notes.iter(), |out, note| write_json_string(note, out));
            out.push_str(",\"error\":null}\n");
        }
        Err(refused) => {
            out.push_str(
                ",\"finishing_stacks\":null,\"net\":null,\"pots\":null,\"uncalled\":null,\"commission\":null,\"notes\":",
            );
            write_list(out, record.notes.iter(), |out, note| write_json_string(note, out));
            out.push_str(",\"error\":");
            write_json_string(&refused.to_string(), out);
            if let Some(refusal) = refused.refusal() {
                out.push_str(",\"refusal\":");
                write_refusal(out, refused, refusal);
            }
            out.push_str("}\n");
        }
    }
}

/// A refusal of the machine as a JSON object: its reason and numbers, the rule, and the clauses and readings
/// behind it.
fn write_refusal(out: &mut String, refused: &RecordReplayError, refusal: &Refusal) {
    out.push_str("{\"reason\":");
    write_json_string(refusal.why.name(), out);
    out.push_str(",\"numbers\":{");
    for (at, (name, figure)) in refusal.why.values().iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_json_string(name, out);
        out.push(':');
        match figure {
            ReasonValue::Number(count) => write_number(out, *count),
            ReasonValue::Word(word) => write_json_string(word, out),
            ReasonValue::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
        }
    }
    out.push_str("},\"why\":");
    write_json_string(&refusal.why.to_string(), out);
    out.push_str(",\"rule\":");
    write_json_string(refusal.rule.name(), out);
    out.push_str(",\"clauses\":");
    write_list(out, refused.clauses.iter(), |out, id| write_json_string(id, out));
    out.push_str(",\"readings\":");
    write_list(out, readings::reading_ids(&refused.clauses).iter(), |out, id| write_json_string(id, out));
    out.push('}');
}

/// How far a stack is from what it was before, in chips, and whether that is a loss: `Chips` have no sign.
fn net_change(now: Chips, before: Chips) -> (bool, Chips) {
    (now < before, now.above(before).max(before.above(now)))
}

/// Appends a JSON array to the line of a hand: `write` appends each item, the brackets and commas come from
/// here.
fn write_list<T>(out: &mut String, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

/// Appends a whole number to the JSON; chips and seat numbers fit into 64 bits.
fn write_number(out: &mut String, number: u64) {
    let _ = write!(out, "{number}");
}

/// Appends a JSON string in its quotes to the line of a hand, with quotes, backslashes and control characters
/// escaped.
fn write_json_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line that `--json` prints for the first hand of a PHH text, played under `standard`.
    fn json_of(text: &str) -> String {
        let book = rulebook::Book::named("standard").expect("the book");
        let record = history::phh::hands(text).next().expect("a hand").expect("read");
        let result = RecordReplayer::new(book, &[]).expect("no choices").replay(&record);
        let mut out = String::new();
        write_json("a \"file\".phh", &record, &result, &mut out);
        out
    }

    const HAND: &str = "[x]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150.5, 90]
seats = [4, 6, 2]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

    #[test]
    fn a_hand_has_every_field_of_the_contract_in_the_unit_of_its_file() {
        // The raise of 6 has 4 returned; the pot is 1 + 2 + 2.
        assert_eq!(
            json_of(HAND),
            "{\"file\":\"a \\\"file\\\".phh\",\"hand\":\"x\",\"ok\":true,\"players\":3,\"seats\":[4,6,2],\
             \"finishing_stacks\":[199,148.5,93],\"net\":[-1,-2,3],\
             \"pots\":[{\"amount\":5,\"eligible\":[2],\"winners\":[[2,5]]}],\"uncalled\":4,\"commission\":0,\
             \"notes\":[],\"error\":null}\n"
        );
    }

    #[test]
    fn a_refused_hand_has_the_same_fields_and_says_why() {
        let out = json_of(&HAND.replace("'p3 cbr 6'", "'p3 cbr 3'"));
        let value: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(value["ok"], false);
        assert_eq!(value["finishing_stacks"], serde_json::Value::Null);
        let error = value["error"].as_str().expect("a line");
        assert!(
            error.starts_with("line 8, `p3 cbr 3`: raise to 30 is short: at least 40 (smallest-raise)"),
            "{error}"
        );
        let refusal = &value["refusal"];
        assert_eq!(refusal["reason"], "raise_too_small");
        assert_eq!(refusal["numbers"], serde_json::json!({ "to": 30, "at_least": 40 }));
        assert_eq!(refusal["why"], "raise to 30 is short: at least 40");
        assert_eq!(refusal["rule"], "smallest-raise");
        assert!(refusal["clauses"].is_array() && refusal["readings"].is_array(), "{refusal}");
    }
}
