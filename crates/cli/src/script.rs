//! `cardroom script`: plays and judges hand scripts, under their own book or under several side by side.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Write as _};
use std::io::Read as _;
use std::process::ExitCode;

use rulebook::Book;
use rulebook::setting::GameFamily;
use script::{Case, CaseReport, RunOptions, Script, ScriptError};
use serde::Serialize;

use crate::files::OpenFileError;
use crate::text_files::{self, NotOfKind, TextKind};
use crate::{out, rules};

/// Plays hand scripts: each line is an act, followed by `=>` and what must come of it
#[derive(clap::Args, Debug)]
pub struct ScriptArgs {
    /// Scripts, `-` for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Play by this book (a name or a book file) instead of the script's own; several are shown side by side
    #[arg(long = "book", value_name = "BOOK")]
    books: Vec<String>,
    /// Choose SETTING=VALUE, overriding the script (may be given several times)
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    set: Vec<String>,
    /// Print every event and ruling with the clause it cites
    #[arg(long)]
    transcript: bool,
    /// Print one JSON object for each event
    #[arg(long, conflicts_with = "transcript")]
    json: bool,
}

/// An event as it is printed for machines.
#[derive(Serialize)]
struct ScriptEventLine<'a> {
    n: usize,
    event: &'a str,
    seat: Option<u8>,
    amount: Option<u64>,
    ruling: &'a str,
    clauses: &'a [String],
    rule: &'a str,
    line: usize,
    book: &'a str,
    file: &'a str,
    test: &'a str,
}

/// `cardroom script`: exit code 0 if everything held, 1 if something did not, 2 if something could not be
/// read (docs/script.md). With faulty options nothing is played.
pub fn run(args: ScriptArgs) -> ExitCode {
    let mut script_run =
        ScriptRun { args: &args, choices: Vec::new(), books: Vec::new(), out: String::new(), worst: 0 };
    script_run.read_options();
    if script_run.worst < 2 {
        for file in &args.files {
            script_run.run_file(file);
        }
    }
    out::print(format_args!("{}", script_run.out));
    ExitCode::from(script_run.worst)
}

struct ScriptRun<'a> {
    args: &'a ScriptArgs,
    choices: Vec<(String, String)>,
    books: Vec<Book>,
    out: String,
    worst: u8,
}

impl ScriptRun<'_> {
    /// Prints an error on stderr and makes the exit code 2, which nothing lowers again; the run goes on with
    /// what can be read.
    fn report_unreadable(&mut self, what: &str) {
        say!("error: {what}");
        self.worst = 2;
    }

    /// Reads the books and choices of the command line; any fault is reported and makes the exit code 2.
    /// Names and values are brought to the form that settings have.
    fn read_options(&mut self) {
        let args = self.args;
        for named in &args.books {
            match rules::load_book(named) {
                Ok(book) => self.books.push(book),
                Err(reasons) => reasons.iter().for_each(|reason| self.report_unreadable(reason)),
            }
        }
        for choice in &args.set {
            let Some((name, value)) = choice.split_once('=') else {
                self.report_unreadable(&format!("--set {choice}: expected SETTING=VALUE"));
                continue;
            };
            let name = name.trim().replace('-', "_");
            match GameFamily::of_setting(&name) {
                Some(GameFamily::Poker) => self.choices.push((name, value.trim().replace('/', " "))),
                Some(GameFamily::Ultimate) => {
                    let what = "is a setting of a game against the house, and poker is dealt here";
                    self.report_unreadable(&format!("--set {choice}: {name} {what}"));
                }
                None => {
                    let what = "`cardroom rules settings` lists them all";
                    self.report_unreadable(&format!(
                        "--set {choice}: there is no setting named {name}; {what}"
                    ));
                }
            }
        }
    }

    /// Plays every case of a file, under its own book or under each book of the command line, and prints the
    /// reports. A file that cannot be read does not stop the others.
    fn run_file(&mut self, file: &str) {
        let script = match read_script(file) {
            Ok(script) => script,
            Err(what) => return self.report_unreadable(&format!("{file}: {what}")),
        };
        let named = match load_books_of(&script) {
            Ok(named) => named,
            Err(reasons) => {
                return reasons
                    .iter()
                    .for_each(|reason| self.report_unreadable(&format!("{file}: {reason}")));
            }
        };
        for case in &script.cases {
            let books: Vec<Option<&Book>> =
                if self.books.is_empty() { vec![None] } else { self.books.iter().map(Some).collect() };
            let choices = &self.choices;
            let play = |book: &Option<&Book>| {
                script::run(case, &RunOptions { book: *book, books: &named, choices, changes: &[] })
            };
            let reports: Vec<CaseReport> = books.iter().map(play).collect();
            self.print_reports(file, case, &reports);
        }
    }

    /// Appends the reports of one case to the output in the form chosen, and keeps the worst exit code: 2
    /// unreadable, 1 not held.
    fn print_reports(&mut self, file: &str, case: &Case, reports: &[CaseReport]) {
        for report in reports {
            let bad = if report.is_unreadable() { 2 } else { u8::from(!report.has_passed()) };
            self.worst = self.worst.max(bad);
            if bad == 2 || self.args.json {
                for failure in &report.failures {
                    let kind = if failure.is_unreadable() { "error: " } else { "" };
                    say!("{kind}{file}: {failure}");
                }
            }
        }
        if self.args.json {
            for report in reports {
                self.print_json(file, report);
            }
        } else if self.args.transcript {
            for report in reports {
                self.out.push_str(&script::transcript(report));
                self.out.push('\n');
            }
        }
        if self.args.json || reports.iter().any(CaseReport::is_unreadable) {
            return;
        }
        if reports.len() > 1 {
            self.push_side_by_side(case, reports);
        } else if let [report] = reports {
            self.push_verdict(file, case, report);
        }
    }

    /// Appends one JSON object for each event of a case; the fields are those of docs/script.md.
    fn print_json(&mut self, file: &str, report: &CaseReport) {
        for entry in &report.events {
            let line = ScriptEventLine {
                n: entry.n,
                event: entry.event,
                seat: entry.seat.map(|seat| seat.number()),
                amount: entry.amount.map(|amount| amount.get()),
                ruling: &entry.ruling,
                clauses: &entry.clauses,
                rule: entry.rule.name(),
                line: entry.line,
                book: &report.book,
                file,
                test: &report.title,
            };
            match serde_json::to_string(&line) {
                Ok(text) => self.push_line(&text),
                Err(error) => self.report_unreadable(&format!("cannot write an event: {error}")),
            }
        }
    }

    /// Appends a line to the output, which is printed as a whole at the end of the run.
    fn push_line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Appends whether a case holds and what failed; before that the result of each line, if it is a script
    /// without named tests.
    fn push_verdict(&mut self, file: &str, case: &Case, report: &CaseReport) {
        let name = if case.title.is_empty() { file } else { &case.title };
        if !self.args.transcript && case.title.is_empty() {
            let widest =
                report.outcomes.iter().map(|outcome| outcome.text.chars().count()).max().unwrap_or(0);
            for outcome in &report.outcomes {
                let mark = if outcome.passed { ' ' } else { '!' };
                let clauses = if outcome.clauses.is_empty() {
                    String::new()
                } else {
                    format!("  ({})", outcome.clauses.join(", "))
                };
                let text = format!(
                    "{:>4} {mark} {:<widest$}  {}{clauses}",
                    outcome.line, outcome.text, outcome.found
                );
                self.push_line(text.trim_end());
            }
        }
        let verdict = if report.has_passed() { "holds" } else { "does not hold" };
        self.push_line(&format!("{verdict}: {name} ({})", report.book));
        for failure in &report.failures {
            self.push_line(&format!("  {file}: {failure}"));
        }
    }

    /// Appends the result of each line of a case with a column for each book, in the order of the command
    /// line; `!` marks what does not hold, `-` what was not reached.
    fn push_side_by_side(&mut self, case: &Case, reports: &[CaseReport]) {
        if !case.title.is_empty() {
            self.push_line(&format!("test {}", case.title));
        }
        // Rows by line of the script; two statements of a line keep their order.
        let mut rows: BTreeMap<(usize, usize), (String, Vec<String>)> = BTreeMap::new();
        for (column, report) in reports.iter().enumerate() {
            let (mut last, mut in_line) = (0, 0);
            for outcome in &report.outcomes {
                in_line = if outcome.line == last { in_line + 1 } else { 0 };
                last = outcome.line;
                let row = rows
                    .entry((outcome.line, in_line))
                    .or_insert_with(|| (outcome.text.clone(), vec!["-".to_owned(); reports.len()]));
                let mark = if outcome.passed { "" } else { "! " };
                row.1[column] = if outcome.clauses.is_empty() {
                    format!("{mark}{}", outcome.found)
                } else {
                    format!("{mark}{} ({})", outcome.found, outcome.clauses.join(", "))
                };
            }
        }
        let mut table: Vec<Vec<String>> = Vec::new();
        let mut head = vec!["line".to_owned(), String::new()];
        head.extend(reports.iter().map(|report| report.book.clone()));
        table.push(head);
        for ((line, _), (text, cells)) in rows {
            let mut row = vec![line.to_string(), text];
            row.extend(cells);
            table.push(row);
        }
        let columns = reports.len() + 2;
        let widths: Vec<usize> = (0..columns)
            .map(|at| table.iter().map(|row| row[at].chars().count()).max().unwrap_or(0))
            .collect();
        for row in &table {
            let mut text = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                // Writing to a string cannot fail.
                let _ = write!(text, "{cell:<width$}  ");
            }
            self.push_line(text.trim_end());
        }
        for report in reports {
            for failure in &report.failures {
                self.push_line(&format!("does not hold under {}: {failure}", report.book));
            }
        }
        self.push_line("");
    }
}

/// Why a script cannot be read.
#[derive(Debug)]
enum ReadScriptError {
    /// Its file cannot be read.
    File(OpenFileError),
    /// It is not text, or too much of it.
    NotText(NotOfKind),
    /// A line of it is not one of a script.
    Script(ScriptError),
}

impl fmt::Display for ReadScriptError {
    /// Why a script cannot be read: one line without the file's name, which the caller puts in front.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadScriptError::File(error) => write!(f, "cannot be read: {error}"),
            ReadScriptError::NotText(error) => write!(f, "it {error}"),
            ReadScriptError::Script(error) => error.fmt(f),
        }
    }
}

impl Error for ReadScriptError {
    /// The cause below the message: the error of the file, or what is behind that of the reader of scripts.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReadScriptError::File(error) => Some(error),
            ReadScriptError::NotText(error) => Some(error),
            ReadScriptError::Script(error) => error.source(),
        }
    }
}

/// Reads a script from a file, or from stdin if the file is named `-`. At most one byte more than a script
/// may have is read.
fn read_script(file: &str) -> Result<Script, ReadScriptError> {
    let most = script::MOST_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let count = if file == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        let opened = crate::files::open_file(file.as_ref()).map_err(ReadScriptError::File)?;
        opened.take(most).read_to_end(&mut bytes)
    };
    count.map_err(|error| ReadScriptError::File(error.into()))?;
    // What is too long is refused as a script.
    let kind = TextKind { most, ..text_files::SCRIPT };
    let text = text_files::decode(bytes, &kind).map_err(ReadScriptError::NotText)?;
    script::parse(&text).map_err(ReadScriptError::Script)
}

/// The book files that the cases of a script name, each with the name that they use; every file is read once.
fn load_books_of(script: &Script) -> Result<Vec<(String, Book)>, Vec<String>> {
    let mut books: Vec<(String, Book)> = Vec::new();
    for case in &script.cases {
        add_book_of(case, &mut books)?;
    }
    Ok(books)
}

/// Adds the book file that a case names to `books`, unless it names none, a built-in book, or one that is
/// there already. For `convert` too, which takes cases one at a time.
pub fn add_book_of(case: &Case, books: &mut Vec<(String, Book)>) -> Result<(), Vec<String>> {
    if let Some(name) = case.house() {
        let known = Book::named(&name.to_ascii_lowercase()).is_some();
        if !known && !books.iter().any(|(other, _)| other == name) {
            books.push((name.to_owned(), rules::load_book(name)?));
        }
    }
    Ok(())
}
