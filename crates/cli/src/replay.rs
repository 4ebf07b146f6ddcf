//! `cardroom replay`: hand histories played again by the table machine, one answer a hand.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use chips::Chips;
use clap::Args as ClapArgs;
use history::replay::{Outcome, Refused, Replayer};
use history::{Kind, Record, Unread};
use rulebook::readings;
use table::Refusal;
use table::reason::Figure;

use crate::files::{self, Aside, NotOpened, Stopped, Text};
use crate::out;

/// Play hand histories again under a book: PHH and PokerStars text
///
/// Folders are walked with all links in them; a file of a folder that holds no hand history is named and skipped.
#[derive(ClapArgs, Debug)]
pub struct Args {
    /// Files (.phh, .phhs, .txt) and folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The book to play by: a name or a book file
    #[arg(long, default_value = "standard")]
    book: String,
    /// Choose SETTING=VALUE where the book leaves a choice (may be given several times)
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    set: Vec<String>,
    /// One JSON object a hand
    #[arg(long)]
    json: bool,
}

/// Runs the command. Exit code 1 when a hand was refused or not read, 2 when something could not be read at all.
pub fn run(args: Args) -> ExitCode {
    let mut replayer = match replayer(&args) {
        Ok(replayer) => replayer,
        Err(reasons) => {
            for reason in reasons {
                say!("error: {reason}");
            }
            return ExitCode::from(2);
        }
    };
    let mut unreadable = false;
    let files = files::files(&args.paths, &mut |aside| match aside {
        Aside::Skipped(line) => say!("skipped: {line}"),
        Aside::Wrong(line) => {
            say!("error: {line}");
            unreadable = true;
        }
    });
    let stdout = io::stdout().lock();
    let mut run = Run {
        out: BufWriter::with_capacity(1 << 16, stdout),
        json: args.json,
        line: String::with_capacity(1024),
        count: Count { unreadable, ..Count::default() },
        progress: Progress::new(),
    };
    for (path, shown) in &files {
        if let Err(error) = run.file(path, shown, &mut replayer) {
            // Whoever reads the answers has seen enough, or gets no more.
            out::lost(error);
            return ExitCode::from(2);
        }
    }
    if let Err(error) = run.out.flush() {
        out::lost(error);
        return ExitCode::from(2);
    }
    run.progress.done();
    run.count.summary(run.progress.began.elapsed());
    run.count.exit()
}

fn replayer(args: &Args) -> Result<Replayer, Vec<String>> {
    let book = crate::rules::book(&args.book)?;
    let chosen: Vec<(String, String)> = crate::rules::choices(&args.set)?
        .into_iter()
        .map(|(setting, value)| (setting.to_owned(), value.to_owned()))
        .collect();
    Replayer::new(&book, &chosen).map_err(|reason| vec![reason])
}

/// How many hands there were, by what became of them.
#[derive(Default)]
struct Count {
    played: u64,
    noted: u64,
    refused: u64,
    not_read: u64,
    broken: u64,
    unreadable: bool,
}

impl Count {
    fn hands(&self) -> u64 {
        self.played + self.refused + self.not_read + self.broken
    }

    fn summary(&self, took: Duration) {
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

    fn exit(&self) -> ExitCode {
        if self.unreadable || self.broken > 0 {
            ExitCode::from(2)
        } else if self.refused > 0 || self.not_read > 0 {
            ExitCode::from(1)
        } else {
            ExitCode::SUCCESS
        }
    }
}

/// Progress on a terminal, once the work has lasted over a second.
struct Progress {
    began: Instant,
    terminal: bool,
    next: Duration,
    shown: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress {
            began: Instant::now(),
            terminal: io::stderr().is_terminal(),
            next: Duration::from_secs(1),
            shown: false,
        }
    }

    fn tick(&mut self, hands: u64) {
        if self.terminal && hands.is_multiple_of(1024) && self.began.elapsed() >= self.next {
            let _ = write!(io::stderr(), "\r{hands} hands");
            self.shown = true;
            self.next = self.began.elapsed() + Duration::from_millis(250);
        }
    }

    fn done(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

struct Run<W: Write> {
    out: W,
    json: bool,
    line: String,
    count: Count,
    progress: Progress,
}

impl<W: Write> Run<W> {
    fn file(&mut self, path: &Path, shown: &str, replayer: &mut Replayer) -> io::Result<()> {
        let text = match Text::open(path) {
            Ok(text) => text,
            Err(NotOpened::Unknown(what)) => return self.whole_file(shown, what, true),
            Err(NotOpened::Unreadable(what)) => return self.whole_file(shown, what, false),
        };
        match text.kind() {
            Kind::Phh | Kind::SiteText => {
                match text.each_hand(&mut |hand| self.hand(shown, hand, replayer)) {
                    Ok(()) => Ok(()),
                    Err(Stopped::Taking(error)) => Err(error),
                    Err(Stopped::Reading(what)) => self.whole_file(shown, what, false),
                }
            }
            Kind::OpenHandHistory => self.whole_file(
                shown,
                "not read: Open Hand History; PHH and PokerStars text are".to_owned(),
                true,
            ),
            Kind::OtherJson => self.whole_file(
                shown,
                "not read: JSON that is not Open Hand History; PHH and PokerStars text are".to_owned(),
                true,
            ),
            Kind::Script => self.whole_file(
                shown,
                "not read: a hand script; `cardroom script` runs those".to_owned(),
                true,
            ),
        }
    }

    /// A file of which nothing could be read.
    fn whole_file(&mut self, shown: &str, what: String, foreign: bool) -> io::Result<()> {
        self.unread(shown, &Unread { line: 1, hand: None, what, foreign }, true)
    }

    fn hand(&mut self, shown: &str, hand: Result<Record, Unread>, replayer: &mut Replayer) -> io::Result<()> {
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
                    json(shown, &record, &result, &mut self.line);
                } else {
                    plain(shown, &record, &result, &mut self.line);
                }
                self.out.write_all(self.line.as_bytes())?;
            }
            Err(unread) => self.unread(shown, &unread, false)?,
        }
        self.progress.tick(self.count.hands());
        Ok(())
    }

    fn unread(&mut self, shown: &str, unread: &Unread, whole_file: bool) -> io::Result<()> {
        let what =
            if whole_file { Cow::Borrowed(unread.what.as_str()) } else { Cow::Owned(unread.to_string()) };
        if unread.foreign {
            self.count.not_read += 1;
        } else {
            self.count.broken += 1;
            self.out.flush()?;
            say!("error: {shown}: {what}");
        }
        self.line.clear();
        if self.json {
            let hand = unread.hand.as_deref().unwrap_or_default();
            head(shown, hand, false, &mut self.line);
            self.line.push_str(NOTHING);
            self.line.push_str(",\"notes\":[],\"error\":");
            quoted(&what, &mut self.line);
            self.line.push_str("}\n");
        } else if unread.foreign {
            let _ = writeln!(self.line, "{shown}: {what}");
        }
        self.out.write_all(self.line.as_bytes())
    }
}

/// A hand for people: seats with what they won or lost, or why it was refused.
fn plain(shown: &str, record: &Record, result: &Result<Outcome, Refused>, out: &mut String) {
    let gap = if record.origin.hand.is_empty() { "" } else { " " };
    let _ = write!(out, "{shown}{gap}{}: ", record.origin.hand);
    match result {
        Ok(outcome) => {
            for (at, (player, stack)) in record.players.iter().zip(&outcome.stacks).enumerate() {
                let gap = if at == 0 { "" } else { " " };
                let (sign, amount) = net(*stack, player.stack + player.behind);
                let _ = write!(
                    out,
                    "{gap}{}:{}{}",
                    player.seat,
                    if sign { "-" } else { "+" },
                    record.in_unit_of_file(amount)
                );
            }
            if !outcome.commission.is_zero() {
                let _ = write!(out, "  commission {}", record.in_unit_of_file(outcome.commission));
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

/// The fields of which nothing is known where a hand was not read.
const NOTHING: &str = ",\"players\":null,\"seats\":null,\"finishing_stacks\":null,\"net\":null,\"pots\":null,\
    \"uncalled\":null,\"commission\":null";

fn head(shown: &str, hand: &str, ok: bool, out: &mut String) {
    out.push_str("{\"file\":");
    quoted(shown, out);
    out.push_str(",\"hand\":");
    quoted(hand, out);
    out.push_str(if ok { ",\"ok\":true" } else { ",\"ok\":false" });
}

/// A hand for machines; the fields are those of the contract.
fn json(shown: &str, record: &Record, result: &Result<Outcome, Refused>, out: &mut String) {
    head(shown, &record.origin.hand, result.is_ok(), out);
    let _ = write!(out, ",\"players\":{},\"seats\":", record.players.len());
    list(out, record.players.iter(), |out, player| number(out, u64::from(player.seat)));
    match result {
        Ok(outcome) => {
            let amount = |out: &mut String, amount: Chips| {
                if record.decimals == 0 {
                    number(out, amount.get());
                } else {
                    out.push_str(&record.in_unit_of_file(amount));
                }
            };
            // The machine may have numbered the seats anew where the record's do not run round the table.
            let seat_of = |out: &mut String, seat: seating::Seat| {
                let at = outcome.seats.iter().position(|other| *other == seat).unwrap_or(0);
                number(out, u64::from(record.players[at].seat));
            };
            out.push_str(",\"finishing_stacks\":");
            list(out, outcome.stacks.iter(), |out, stack| amount(out, *stack));
            out.push_str(",\"net\":");
            list(out, record.players.iter().zip(&outcome.stacks), |out, (player, stack)| {
                let (below, by) = net(*stack, player.stack + player.behind);
                if below {
                    out.push('-');
                }
                amount(out, by);
            });
            out.push_str(",\"pots\":");
            list(out, outcome.pots.iter(), |out, pot| {
                out.push_str("{\"amount\":");
                amount(out, pot.amount);
                out.push_str(",\"eligible\":");
                let eligible = outcome.seats.iter().copied().filter(|seat| pot.eligible.has(*seat));
                list(out, eligible, seat_of);
                out.push_str(",\"winners\":");
                list(out, pot.winners.iter(), |out, (seat, won)| {
                    out.push('[');
                    seat_of(out, *seat);
                    out.push(',');
                    amount(out, *won);
                    out.push(']');
                });
                out.push('}');
            });
            out.push_str(",\"uncalled\":");
            amount(out, outcome.uncalled_in_all());
            out.push_str(",\"commission\":");
            amount(out, outcome.commission);
            out.push_str(",\"notes\":");
            list(out, outcome.notes.iter(), |out, note| quoted(note, out));
            out.push_str(",\"error\":null}\n");
        }
        Err(refused) => {
            out.push_str(
                ",\"finishing_stacks\":null,\"net\":null,\"pots\":null,\"uncalled\":null,\"commission\":null,\"notes\":",
            );
            list(out, record.notes.iter(), |out, note| quoted(note, out));
            out.push_str(",\"error\":");
            quoted(&refused.to_string(), out);
            if let Some(refusal) = &refused.refusal {
                out.push_str(",\"refusal\":");
                as_data(out, refused, refusal);
            }
            out.push_str("}\n");
        }
    }
}

/// A refusal of the machine as data: its reason and numbers, the rule, and what stands behind it.
fn as_data(out: &mut String, refused: &Refused, refusal: &Refusal) {
    out.push_str("{\"reason\":");
    quoted(refusal.why.name(), out);
    out.push_str(",\"numbers\":{");
    for (at, (name, figure)) in refusal.why.figures().iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        quoted(name, out);
        out.push(':');
        match figure {
            Figure::Number(count) => number(out, *count),
            Figure::Word(word) => quoted(word, out),
            Figure::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
        }
    }
    out.push_str("},\"why\":");
    quoted(&refusal.why.to_string(), out);
    out.push_str(",\"rule\":");
    quoted(refusal.rule.name(), out);
    out.push_str(",\"clauses\":");
    list(out, refused.clauses.iter(), |out, id| quoted(id, out));
    out.push_str(",\"readings\":");
    list(out, readings::among(&refused.clauses).iter(), |out, id| quoted(id, out));
    out.push('}');
}

/// By how much a stack is below (true) or above what it was.
fn net(now: Chips, before: Chips) -> (bool, Chips) {
    (now < before, now.above(before).max(before.above(now)))
}

fn list<T>(out: &mut String, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(']');
}

fn number(out: &mut String, number: u64) {
    let _ = write!(out, "{number}");
}

/// A JSON string.
fn quoted(text: &str, out: &mut String) {
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

    fn json_of(text: &str) -> String {
        let book = rulebook::Book::named("standard").expect("the book");
        let record = history::phh::hands(text).next().expect("a hand").expect("read");
        let result = Replayer::new(book, &[]).expect("no choices").replay(&record);
        let mut out = String::new();
        json("a \"file\".phh", &record, &result, &mut out);
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
