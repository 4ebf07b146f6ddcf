//! `cardroom rules`: the register, the settings, the books side by side, and what the tests prove.

mod print;
mod settings;

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args as ClapArgs, Subcommand};
use rulebook::coverage::{Proofs, Reach, RowCoverage, RowStatus};
use rulebook::register::{self, RegisterRow, RowKind};
use rulebook::setting::GameFamily;
use rulebook::{Book, Reading, Rule, Setting, code_citations, readings};
use serde::Serialize;
use table::House;

use print::{json_line, section, text_table};

use crate::{out, text_files};

/// Clauses, settings and books: what Cardroom plays by, and what proves it
#[derive(ClapArgs, Debug)]
pub struct RulesArgs {
    #[command(subcommand)]
    what: RulesCommand,
}

#[derive(Subcommand, Debug)]
enum RulesCommand {
    /// The register: every clause and term of the documents
    List {
        /// Only the document of this book (a name or a book file)
        #[arg(long)]
        book: Option<String>,
        /// Only rows of this kind, such as enforce or compute
        #[arg(long)]
        kind: Option<String>,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// One clause or named rule: what it says, its settings, its tests, where the code cites it
    Show {
        /// A register id such as HE-10.2(b), or a rule's name such as raise-cap
        id: String,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Which rows tests have proven and how far they reach; exit code 1 if any is missing
    Coverage {
        /// Only the document of this book (a name or a book file)
        #[arg(long)]
        book: Option<String>,
        /// Print one JSON object per line, the totals last
        #[arg(long)]
        json: bool,
    },
    /// Every setting, the value a book gives it, and what an operator may choose
    Settings {
        /// The book (a name or a book file); without one, every value the machine knows
        #[arg(long)]
        book: Option<String>,
        /// Choose SETTING=VALUE and show the table that results (may be given several times)
        #[arg(long = "set", value_name = "SETTING=VALUE")]
        set: Vec<String>,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Where two books differ, with clauses
    Diff {
        /// A book (a name or a book file)
        left: String,
        /// Another book
        right: String,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Print the file of a built-in book, to edit it and use it with --book FILE
    Copy {
        /// The book's name
        book: String,
    },
}

/// What a command prints, and whether everything held.
struct RulesOutput {
    text: String,
    holds: bool,
}

impl RulesOutput {
    /// Output of a command that checks nothing, so that the exit code is 0.
    fn ok(text: String) -> RulesOutput {
        RulesOutput { text, holds: true }
    }
}

/// Every reason why a command cannot be done, one per line.
type RulesReasons = Vec<String>;

/// `cardroom rules`: prints the answer; exit code 0 if everything held, 1 if `coverage` finds a row missing,
/// 2 if the command cannot be done.
pub fn run(args: RulesArgs) -> ExitCode {
    match run_command(&args.what) {
        Ok(answer) => {
            out::print(format_args!("{}", answer.text));
            if answer.holds { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(reasons) => {
            for reason in reasons {
                say!("error: {reason}");
            }
            ExitCode::from(2)
        }
    }
}

/// Answers one subcommand of `cardroom rules` without printing; the error has every reason why it cannot be
/// done.
fn run_command(what: &RulesCommand) -> Result<RulesOutput, RulesReasons> {
    match what {
        RulesCommand::List { book, kind, json } => list_rows(book.as_deref(), kind.as_deref(), *json),
        RulesCommand::Show { id, json } => show_id(id, *json),
        RulesCommand::Coverage { book, json } => coverage(book.as_deref(), *json),
        RulesCommand::Settings { book, set, json } => settings::list_settings(book.as_deref(), set, *json),
        RulesCommand::Diff { left, right, json } => settings::diff(left, right, *json),
        RulesCommand::Copy { book } => copy_book(book),
    }
}

/// The book that an option names, for all commands: a built-in book goes before a file of the same name. Each
/// fault of a book file is its own reason, with the file's name.
pub fn load_book(named: &str) -> Result<Book, RulesReasons> {
    if let Some(book) = Book::named(named) {
        return Ok(book.clone());
    }
    let path = Path::new(named);
    if !path.exists() {
        let names: Vec<&str> = Book::names().collect();
        return Err(vec![format!(
            "there is no book or file named {named}: use {}, or a book file",
            names.join(", ")
        )]);
    }
    let text = text_files::read_text(path, &text_files::BOOK).map_err(|error| vec![error.to_string()])?;
    Book::read(&text)
        .map_err(|problems| problems.iter().map(|problem| format!("{named}: {problem}")).collect())
}

/// As [`load_book`], for commands that deal hands: refuses books of games that are not poker, such as
/// Ultimate.
pub fn load_poker_book(named: &str) -> Result<Book, RulesReasons> {
    let book = load_book(named)?;
    let Some(why) = House::not_poker(&book) else { return Ok(book) };
    let names: Vec<&str> = House::playable_books().iter().map(|book| book.id()).collect();
    Err(vec![format!(
        "--book {named}: {why}: expected {} or a file made of one of them; `cardroom uth` works out Ultimate Texas Hold'em",
        names.join(", ")
    )])
}

/// The choices of `--set SETTING=VALUE`, trimmed and in order; whether the book allows them is not asked
/// here. The error names every one without a value.
pub fn parse_choices(set: &[String]) -> Result<Vec<(&str, &str)>, RulesReasons> {
    let mut reasons = Vec::new();
    let mut chosen = Vec::new();
    for given in set {
        match given.split_once('=') {
            Some((setting, value)) => chosen.push((setting.trim(), value.trim())),
            None => reasons.push(format!("--set {given}: there is no value: expected --set SETTING=VALUE")),
        }
    }
    if reasons.is_empty() { Ok(chosen) } else { Err(reasons) }
}

#[derive(Serialize)]
struct ListedRow<'a> {
    id: &'a str,
    book: &'a str,
    clause: &'a str,
    kind: &'a str,
    title: &'a str,
    summary: &'a str,
}

impl<'a> ListedRow<'a> {
    /// A row of the register as `rules list --json` prints it, and `rules show --json` with more; programs
    /// read the fields.
    fn of(row: &'a RegisterRow) -> ListedRow<'a> {
        let RegisterRow { id, book, clause, kind, title, summary } = row;
        ListedRow { id, book, clause, kind: kind.word(), title, summary }
    }
}

/// `rules list`: the rows of the register, of one book's document or one kind if given; in the order of the
/// register.
fn list_rows(named: Option<&str>, kind: Option<&str>, json: bool) -> Result<RulesOutput, RulesReasons> {
    let register = register_of(named)?;
    let kind = match kind {
        None => None,
        Some(word) => Some(RowKind::named(word).ok_or_else(|| {
            let words: Vec<&str> = RowKind::ALL.iter().map(|kind| kind.word()).collect();
            vec![format!("--kind {word}: there is no such kind: expected one of {}", words.join(", "))]
        })?),
    };
    let wanted = |row: &&RegisterRow| {
        register.as_ref().is_none_or(|register| row.book == *register)
            && kind.is_none_or(|kind| row.kind == kind)
    };
    let rows: Vec<&RegisterRow> = register::rows().iter().filter(wanted).collect();
    if json {
        return Ok(RulesOutput::ok(rows.iter().map(|row| json_line(&ListedRow::of(row))).collect()));
    }
    let cells = rows.iter().map(|row| vec![row.id.clone(), row.kind.word().to_owned(), row.summary.clone()]);
    Ok(RulesOutput::ok(text_table(&["id", "kind", "summary"], cells.collect())))
}

/// The register that --book restricts a command to; `None`, without --book, for all of them. A book without a
/// document has none and is an error.
fn register_of(named: Option<&str>) -> Result<Option<String>, RulesReasons> {
    let Some(named) = named else { return Ok(None) };
    let book = load_book(named)?;
    match book.register() {
        Some(register) => Ok(Some(register.to_owned())),
        None => {
            let with: Vec<&str> = register::books().collect();
            Err(vec![format!(
                "{} has no document and so no register: expected one of {}",
                book.id(),
                with.join(", ")
            )])
        }
    }
}

#[derive(Serialize)]
struct ShownRow<'a> {
    #[serde(flatten)]
    row: ListedRow<'a>,
    status: &'a str,
    reach: Option<&'a str>,
    rules: Vec<&'a str>,
    settings: Vec<&'a str>,
    tests: Vec<&'a str>,
    cited: Vec<ShownCitation<'a>>,
}

#[derive(Serialize)]
struct ShownCitation<'a> {
    rule: &'a str,
    file: &'a str,
    function: &'a str,
}

#[derive(Serialize)]
struct ShownRule<'a> {
    rule: &'a str,
    says: &'a str,
    books: Vec<ShownClauses<'a>>,
    settings: Vec<&'a str>,
    tests: Vec<&'a str>,
    cited: Vec<ShownCitation<'a>>,
}

#[derive(Serialize)]
struct ShownClauses<'a> {
    book: &'a str,
    clauses: &'a [String],
    /// The document has no clause for it, which is on record.
    no_clause: bool,
}

/// `rules show`: a clause or term by its id, a rule by its name, or a reading by its id, looked for in that
/// order. An unknown id is an error that suggests the nearest.
fn show_id(id: &str, json: bool) -> Result<RulesOutput, RulesReasons> {
    if let Some(row) = register::row(id) {
        return Ok(RulesOutput::ok(show_row(row, json)));
    }
    if let Some(rule) = Rule::named(&id.replace('_', "-")) {
        return Ok(RulesOutput::ok(show_rule(rule, json)));
    }
    if let Some(reading) = readings::find(&id.to_ascii_uppercase()) {
        return Ok(RulesOutput::ok(show_reading(reading, json)));
    }
    let nearest = register::nearest(id).map_or("an id of `cardroom rules list`", |row| row.id.as_str());
    Err(vec![format!("there is no clause or rule named {id}: use {nearest}")])
}

/// One row of the register: what it says, whether tests prove it, the rules and settings that rest on it, and
/// where the code cites those rules.
fn show_row(row: &'static RegisterRow, json: bool) -> String {
    let proofs = Proofs::committed();
    let book = Book::named(&row.book);
    let rules: Vec<Rule> = match book {
        Some(book) => book.rules().filter(|rule| book.cites(*rule).contains(&row.id)).collect(),
        None => Vec::new(),
    };
    let family = book.map_or(GameFamily::Poker, Book::family);
    let governed = |setting: &&Setting| {
        setting.cites.contains(&row.id) || setting.governs.iter().any(|rule| rules.contains(rule))
    };
    let settings: Vec<&Setting> = family.settings().iter().filter(governed).collect();
    let (status, tests) = (proofs.status(row).word(), proofs.tests_of(&row.id));
    let reach = proofs.reach(&row.id).map(Reach::word);
    let cited = citations(&rules);
    if json {
        return json_line(&ShownRow {
            row: ListedRow::of(row),
            status,
            reach,
            rules: rules.iter().map(|rule| rule.name()).collect(),
            settings: settings.iter().map(|setting| setting.name.as_str()).collect(),
            tests,
            cited,
        });
    }
    let stands = reach.map_or_else(|| status.to_owned(), |reach| format!("{status}, reach {reach}"));
    let mut text =
        format!("{}  {}\n{}, clause {}, {}, {stands}\n\n", row.id, row.title, row.book, row.clause, row.kind);
    let _ = writeln!(text, "{}", row.summary);
    let named = rules.iter().map(|rule| format!("{rule}: {}", rule.sentence()));
    section(&mut text, "Rules", named);
    let with_value = |setting: &&Setting| match book.and_then(|book| book.setting(&setting.name)) {
        Some(cell) => format!("{} = {}", setting.name, cell.summary()),
        None => setting.name.clone(),
    };
    section(&mut text, "Settings", settings.iter().map(with_value));
    section(&mut text, "Tests", tests.iter().map(|test| (*test).to_owned()));
    section(&mut text, "Cited in the code", cited.iter().map(ShownCitation::in_text));
    text
}

/// One rule: the clauses behind it in each built-in book, the settings that change it, tests of those
/// clauses, and where the code cites it.
fn show_rule(rule: Rule, json: bool) -> String {
    let proofs = Proofs::committed();
    let with: Vec<&Book> = Book::built_in().filter(|book| book.has_rule(rule)).collect();
    let settings: Vec<&Setting> =
        GameFamily::Poker.settings().iter().filter(|setting| setting.governs.contains(&rule)).collect();
    let mut tests: Vec<&str> =
        with.iter().flat_map(|book| book.cites(rule)).flat_map(|id| proofs.tests_of(id)).collect();
    tests.sort_unstable();
    tests.dedup();
    let cited = citations(&[rule]);
    if json {
        return json_line(&ShownRule {
            rule: rule.name(),
            says: rule.sentence(),
            books: with
                .iter()
                .map(|book| ShownClauses {
                    book: book.id(),
                    clauses: book.cites(rule),
                    no_clause: book.has_no_clause(rule),
                })
                .collect(),
            settings: settings.iter().map(|setting| setting.name.as_str()).collect(),
            tests,
            cited,
        });
    }
    let mut text = format!("{rule}\n\n{}\n", rule.sentence());
    let clauses = with.iter().map(|book| match book.cites(rule) {
        [] if book.has_no_clause(rule) => format!("{}: no clause, the rule is the house's own", book.id()),
        [] => format!("{}: without a clause", book.id()),
        ids => format!("{}: {}", book.id(), ids.join(", ")),
    });
    section(&mut text, "Books that have it", clauses);
    section(
        &mut text,
        "Settings",
        settings.iter().map(|setting| format!("{}: {}", setting.name, setting.values)),
    );
    section(&mut text, "Tests of its clauses", tests.iter().map(|test| (*test).to_owned()));
    section(&mut text, "Cited in the code", cited.iter().map(ShownCitation::in_text));
    text
}

#[derive(Serialize)]
struct ShownReading<'a> {
    reading: &'a str,
    title: &'a str,
    decided: &'a str,
    settings: &'a [String],
    rules: Vec<ReadingOfRule<'a>>,
}

#[derive(Serialize)]
struct ReadingOfRule<'a> {
    rule: &'a str,
    books: Vec<&'a str>,
}

/// A decided reading (docs/rules/readings.md), the settings that keep another answer, and the rules that rest
/// on it in each book.
fn show_reading(reading: &'static Reading, json: bool) -> String {
    let in_books = |rule: Rule| -> Vec<&'static str> {
        Book::built_in().filter(|book| book.cites(rule).contains(&reading.id)).map(Book::id).collect()
    };
    let rules = Rule::all().map(|rule| (rule, in_books(rule)));
    let rules: Vec<(Rule, Vec<&str>)> = rules.filter(|(_, books)| !books.is_empty()).collect();
    let Reading { id, title, decision: decided, settings } = reading;
    if json {
        let rules = rules.into_iter().map(|(rule, books)| ReadingOfRule { rule: rule.name(), books });
        return json_line(&ShownReading { reading: id, title, decided, settings, rules: rules.collect() });
    }
    let mut text = format!("{id}  {title}\na decided reading\n\n{decided}\n");
    section(&mut text, "Settings that keep another answer", settings.iter().cloned());
    section(
        &mut text,
        "Rules that rest on it",
        rules.iter().map(|(rule, books)| format!("{rule}: {}", books.join(", "))),
    );
    text
}

/// Where the code cites the rules, from the committed list, in its order. It has no line numbers, so that
/// editing a file does not change it.
fn citations(rules: &[Rule]) -> Vec<ShownCitation<'static>> {
    let found = code_citations::committed().iter().filter(|found| rules.contains(&found.rule));
    found
        .map(|found| ShownCitation { rule: found.rule.name(), file: &found.path, function: &found.function })
        .collect()
}

impl ShownCitation<'_> {
    /// A citation in the text of `rules show`: file, function if there is one, and rule.
    fn in_text(&self) -> String {
        let ShownCitation { rule, file, function } = self;
        if function.is_empty() { format!("{file}: {rule}") } else { format!("{file}, {function}: {rule}") }
    }
}

#[derive(Serialize)]
struct CoveredRow<'a> {
    id: &'a str,
    kind: &'a str,
    status: &'a str,
    reach: Option<&'a str>,
    tests: &'a [&'a str],
}

#[derive(Serialize)]
struct CoverageTotals {
    totals: CoverageCounts,
}

#[derive(Serialize)]
struct CoverageCounts {
    rows: usize,
    proven: usize,
    defined: usize,
    missing: usize,
    /// How many of the missing rows a script has proven, but nobody in the room.
    missing_reach_script: usize,
}

/// `rules coverage`: which rows of the register tests have proven, from the committed proofs. Holds only if
/// no row is missing; otherwise the exit code is 1.
fn coverage(named: Option<&str>, json: bool) -> Result<RulesOutput, RulesReasons> {
    let register = register_of(named)?;
    let standings = Proofs::committed().row_coverage(register.as_deref());
    let count = |status| standings.iter().filter(|standing| standing.status == status).count();
    let counts = CoverageCounts {
        rows: standings.len(),
        proven: count(RowStatus::Proven),
        defined: count(RowStatus::Defined),
        missing: count(RowStatus::Missing),
        missing_reach_script: standings
            .iter()
            .filter(|standing| standing.status == RowStatus::Missing && standing.reach == Some(Reach::Script))
            .count(),
    };
    let holds = counts.missing == 0;
    if json {
        let covered = |standing: &RowCoverage<'_>| {
            json_line(&CoveredRow {
                id: &standing.row.id,
                kind: standing.row.kind.word(),
                status: standing.status.word(),
                reach: standing.reach.map(Reach::word),
                tests: &standing.tests,
            })
        };
        let mut text: String = standings.iter().map(covered).collect();
        text.push_str(&json_line(&CoverageTotals { totals: counts }));
        return Ok(RulesOutput { text, holds });
    }
    let cells = standings.iter().map(|standing| {
        let tests = match standing.tests.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        };
        let kind = standing.row.kind.word().to_owned();
        let reach = standing.reach.map_or("", Reach::word).to_owned();
        vec![standing.row.id.clone(), kind, standing.status.word().to_owned(), reach, tests]
    });
    let mut text = text_table(&["id", "kind", "status", "reach", "tests"], cells.collect());
    let CoverageCounts { rows, proven, defined, missing, missing_reach_script } = counts;
    let _ = writeln!(text, "\n{rows} rows: {proven} proven, {defined} defined, {missing} missing");
    if missing_reach_script > 0 {
        let _ = writeln!(
            text,
            "{missing_reach_script} of the missing rows are proven by a script only and need the room"
        );
    }
    Ok(RulesOutput { text, holds })
}

/// `rules copy`: the file of a built-in book, byte for byte, to be edited and used with --book FILE.
fn copy_book(named: &str) -> Result<RulesOutput, RulesReasons> {
    match Book::file_of(named) {
        Some(text) => Ok(RulesOutput::ok(text.to_owned())),
        None => {
            let names: Vec<&str> = Book::names().collect();
            Err(vec![format!(
                "there is no built-in book named {named}: expected one of {}",
                names.join(", ")
            )])
        }
    }
}
