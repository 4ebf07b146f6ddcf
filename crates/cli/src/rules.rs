//! `cardroom rules`: the register, the settings, the books side by side, and what the tests prove.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args as ClapArgs, Subcommand};
use rulebook::coverage::{Proofs, Standing, Status};
use rulebook::register::{self, Kind, Row};
use rulebook::setting::Family;
use rulebook::{Book, Cell, Choice, Determined, Rule, Setting, cited};
use serde::Serialize;

/// Clauses, settings and books: what Cardroom plays by, and what proves it
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The register: every clause and term of the documents
    List {
        /// Only the document of this book (a name or a book file)
        #[arg(long)]
        book: Option<String>,
        /// Only rows of this kind, such as enforce or compute
        #[arg(long)]
        kind: Option<String>,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// One clause or named rule: what it says, its settings, its tests, where the code cites it
    Show {
        /// A register id such as HE-10.2(b), or a rule's name such as raise-cap
        id: String,
        /// A JSON object
        #[arg(long)]
        json: bool,
    },
    /// Which rows tests have proven; exit code 1 if any is missing
    Coverage {
        /// Only the document of this book (a name or a book file)
        #[arg(long)]
        book: Option<String>,
        /// One JSON object a line, the totals last
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
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Where two books differ, with clauses
    Diff {
        /// A book (a name or a book file)
        left: String,
        /// Another
        right: String,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// The file of a built-in book, to be edited and used with --book FILE
    Copy {
        /// The book's name
        book: String,
    },
}

/// What a command prints, and whether all held.
struct Answer {
    text: String,
    holds: bool,
}

impl Answer {
    fn good(text: String) -> Answer {
        Answer { text, holds: true }
    }
}

/// Every reason why a command cannot be done, each a line.
type Reasons = Vec<String>;

/// Runs the command: 0 all well, 1 something is missing, 2 it could not be done.
pub fn run(args: Args) -> ExitCode {
    match answer(&args.what) {
        Ok(answer) => {
            // A reader that has seen enough closes the pipe; that is no fault.
            let _ = std::io::stdout().lock().write_all(answer.text.as_bytes());
            if answer.holds { ExitCode::SUCCESS } else { ExitCode::from(1) }
        }
        Err(reasons) => {
            for reason in reasons {
                let _ = writeln!(std::io::stderr().lock(), "error: {reason}");
            }
            ExitCode::from(2)
        }
    }
}

fn answer(what: &What) -> Result<Answer, Reasons> {
    match what {
        What::List { book, kind, json } => list(book.as_deref(), kind.as_deref(), *json),
        What::Show { id, json } => show(id, *json),
        What::Coverage { book, json } => coverage(book.as_deref(), *json),
        What::Settings { book, set, json } => settings(book.as_deref(), set, *json),
        What::Diff { left, right, json } => diff(left, right, *json),
        What::Copy { book } => copy(book),
    }
}

/// The book with a name, or the one in a file; every fault of the file in a line of its own.
pub fn book(named: &str) -> Result<Book, Reasons> {
    if let Some(book) = Book::named(named) {
        return Ok(book.clone());
    }
    let path = Path::new(named);
    if !path.is_file() {
        let names: Vec<&str> = Book::names().collect();
        return Err(vec![format!(
            "there is no book and no file named {named}; {} or a file would do",
            names.join(", ")
        )]);
    }
    let bytes = std::fs::read(path).map_err(|error| vec![format!("cannot read {named}: {error}")])?;
    let text = String::from_utf8(bytes).map_err(|error| {
        vec![format!(
            "{named}: byte {} is no text; a TOML file would do",
            error.utf8_error().valid_up_to() + 1
        )]
    })?;
    Book::read(&text)
        .map_err(|problems| problems.iter().map(|problem| format!("{named}: {problem}")).collect())
}

/// The choices of `--set SETTING=VALUE`, as the book takes them.
pub fn choices(set: &[String]) -> Result<Vec<(&str, &str)>, Reasons> {
    let mut reasons = Vec::new();
    let mut chosen = Vec::new();
    for given in set {
        match given.split_once('=') {
            Some((setting, value)) => chosen.push((setting.trim(), value.trim())),
            None => reasons.push(format!("--set {given}: there is no value; --set SETTING=VALUE would do")),
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
    fn of(row: &'a Row) -> ListedRow<'a> {
        let Row { id, book, clause, kind, title, summary } = row;
        ListedRow { id, book, clause, kind: kind.word(), title, summary }
    }
}

fn list(named: Option<&str>, kind: Option<&str>, json: bool) -> Result<Answer, Reasons> {
    let register = register_of(named)?;
    let kind = match kind {
        None => None,
        Some(word) => Some(Kind::named(word).ok_or_else(|| {
            let words: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
            vec![format!("--kind {word}: there is no such kind; {} would do", words.join(", "))]
        })?),
    };
    let wanted = |row: &&Row| {
        register.as_ref().is_none_or(|register| row.book == *register)
            && kind.is_none_or(|kind| row.kind == kind)
    };
    let rows: Vec<&Row> = register::rows().iter().filter(wanted).collect();
    if json {
        return Ok(Answer::good(rows.iter().map(|row| line(&ListedRow::of(row))).collect()));
    }
    let cells = rows.iter().map(|row| vec![row.id.clone(), row.kind.word().to_owned(), row.summary.clone()]);
    Ok(Answer::good(table(&["id", "kind", "summary"], cells.collect())))
}

/// The register of a book, `None` for all registers, or why there is none.
fn register_of(named: Option<&str>) -> Result<Option<String>, Reasons> {
    let Some(named) = named else { return Ok(None) };
    let book = book(named)?;
    match book.register() {
        Some(register) => Ok(Some(register.to_owned())),
        None => {
            let with: Vec<&str> = register::books().collect();
            Err(vec![format!(
                "{} has no document and so no register; {} would do",
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
}

fn show(id: &str, json: bool) -> Result<Answer, Reasons> {
    if let Some(row) = register::row(id) {
        return Ok(Answer::good(show_row(row, json)));
    }
    if let Some(rule) = Rule::named(&id.replace('_', "-")) {
        return Ok(Answer::good(show_rule(rule, json)));
    }
    let nearest = register::nearest(id).map_or("an id of `cardroom rules list`", |row| row.id.as_str());
    Err(vec![format!("there is no clause and no rule named {id}; {nearest} would do")])
}

fn show_row(row: &'static Row, json: bool) -> String {
    let proofs = Proofs::committed();
    let book = Book::named(&row.book);
    let rules: Vec<Rule> = match book {
        Some(book) => book.rules().filter(|rule| book.cites(*rule).contains(&row.id)).collect(),
        None => Vec::new(),
    };
    let family = book.map_or(Family::Poker, Book::family);
    let governed = |setting: &&Setting| {
        setting.cites.contains(&row.id) || setting.governs.iter().any(|rule| rules.contains(rule))
    };
    let settings: Vec<&Setting> = family.settings().iter().filter(governed).collect();
    let (status, tests) = (proofs.status(row).word(), proofs.of(&row.id));
    let cited = citations(&rules);
    if json {
        return line(&ShownRow {
            row: ListedRow::of(row),
            status,
            rules: rules.iter().map(|rule| rule.name()).collect(),
            settings: settings.iter().map(|setting| setting.name.as_str()).collect(),
            tests,
            cited,
        });
    }
    let mut text =
        format!("{}  {}\n{}, clause {}, {}, {status}\n\n", row.id, row.title, row.book, row.clause, row.kind);
    let _ = writeln!(text, "{}", row.summary);
    let named = rules.iter().map(|rule| format!("{rule}: {}", rule.says()));
    section(&mut text, "Rules", named);
    let said = |setting: &&Setting| match book.and_then(|book| book.choices(&setting.name)) {
        Some(cell) => format!("{} = {}", setting.name, cell.written()),
        None => setting.name.clone(),
    };
    section(&mut text, "Settings", settings.iter().map(said));
    section(&mut text, "Tests", tests.iter().map(|test| (*test).to_owned()));
    section(&mut text, "Cited in the code", cited.iter().map(ShownCitation::in_words));
    text
}

fn show_rule(rule: Rule, json: bool) -> String {
    let proofs = Proofs::committed();
    let with: Vec<&Book> = Book::built_in().filter(|book| book.in_force(rule)).collect();
    let settings: Vec<&Setting> =
        Family::Poker.settings().iter().filter(|setting| setting.governs.contains(&rule)).collect();
    let mut tests: Vec<&str> =
        with.iter().flat_map(|book| book.cites(rule)).flat_map(|id| proofs.of(id)).collect();
    tests.sort_unstable();
    tests.dedup();
    let cited = citations(&[rule]);
    if json {
        return line(&ShownRule {
            rule: rule.name(),
            says: rule.says(),
            books: with
                .iter()
                .map(|book| ShownClauses { book: book.id(), clauses: book.cites(rule) })
                .collect(),
            settings: settings.iter().map(|setting| setting.name.as_str()).collect(),
            tests,
            cited,
        });
    }
    let mut text = format!("{rule}\n\n{}\n", rule.says());
    let clauses = with.iter().map(|book| match book.cites(rule) {
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
    section(&mut text, "Cited in the code", cited.iter().map(ShownCitation::in_words));
    text
}

fn citations(rules: &[Rule]) -> Vec<ShownCitation<'static>> {
    let found = cited::committed().iter().filter(|found| rules.contains(&found.rule));
    found
        .map(|found| ShownCitation { rule: found.rule.name(), file: &found.path, function: &found.function })
        .collect()
}

impl ShownCitation<'_> {
    fn in_words(&self) -> String {
        let ShownCitation { rule, file, function } = self;
        if function.is_empty() { format!("{file}: {rule}") } else { format!("{file}, {function}: {rule}") }
    }
}

#[derive(Serialize)]
struct CoveredRow<'a> {
    id: &'a str,
    kind: &'a str,
    status: &'a str,
    tests: &'a [&'a str],
}

#[derive(Serialize)]
struct Totals {
    totals: Counts,
}

#[derive(Serialize)]
struct Counts {
    rows: usize,
    proven: usize,
    recorded: usize,
    missing: usize,
}

fn coverage(named: Option<&str>, json: bool) -> Result<Answer, Reasons> {
    let register = register_of(named)?;
    let standings = Proofs::committed().standings(register.as_deref());
    let count = |status| standings.iter().filter(|standing| standing.status == status).count();
    let counts = Counts {
        rows: standings.len(),
        proven: count(Status::Proven),
        recorded: count(Status::Recorded),
        missing: count(Status::Missing),
    };
    let holds = counts.missing == 0;
    if json {
        let covered = |standing: &Standing<'_>| {
            line(&CoveredRow {
                id: &standing.row.id,
                kind: standing.row.kind.word(),
                status: standing.status.word(),
                tests: &standing.tests,
            })
        };
        let mut text: String = standings.iter().map(covered).collect();
        text.push_str(&line(&Totals { totals: counts }));
        return Ok(Answer { text, holds });
    }
    let cells = standings.iter().map(|standing| {
        let tests = match standing.tests.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [first, rest @ ..] => format!("{first} and {} more", rest.len()),
        };
        let kind = standing.row.kind.word().to_owned();
        vec![standing.row.id.clone(), kind, standing.status.word().to_owned(), tests]
    });
    let mut text = table(&["id", "kind", "status", "tests"], cells.collect());
    let Counts { rows, proven, recorded, missing } = counts;
    let _ = writeln!(text, "\n{rows} rows: {proven} proven, {recorded} recorded, {missing} missing");
    Ok(Answer { text, holds })
}

#[derive(Serialize)]
struct ShownSetting<'a> {
    setting: &'a str,
    area: &'a str,
    meaning: &'a str,
    values: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
    /// What it is without a choice, or under the choices of `--set`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    clauses: Vec<&'a str>,
}

fn settings(named: Option<&str>, set: &[String], json: bool) -> Result<Answer, Reasons> {
    let chosen = choices(set)?;
    let Some(named) = named else {
        if !chosen.is_empty() {
            return Err(vec!["--set needs a book to choose under; --book NAME would do".to_owned()]);
        }
        return Ok(Answer::good(all_settings(json)));
    };
    let book = book(named)?;
    let determined = match chosen.is_empty() {
        true => None,
        false => Some(
            book.determine(&chosen)
                .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Reasons>())?,
        ),
    };
    if json {
        let shown =
            book.cells().map(|(setting, cell)| line(&shown(&book, setting, cell, determined.as_ref())));
        return Ok(Answer::good(shown.collect()));
    }
    let mut text = format!("{}, edition {}\n", book.title(), book.version());
    let mut area = "";
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (setting, cell) in book.cells() {
        if setting.area != area {
            area = &setting.area;
            rows.push(vec![format!("[{}]", area.replace('_', " "))]);
        }
        let mut row = vec![setting.name.clone(), cell.written(), setting.meaning.clone()];
        if let Some(table) = &determined {
            row.insert(1, table.text(&setting.name).to_owned());
        }
        rows.push(row);
    }
    text.push('\n');
    match determined {
        Some(_) => text.push_str(&table(&["setting", "at this table", "in the book", "meaning"], rows)),
        None => text.push_str(&table(&["setting", "in the book", "meaning"], rows)),
    }
    Ok(Answer::good(text))
}

fn all_settings(json: bool) -> String {
    let all = || [Family::Poker, Family::Ultimate].into_iter().flat_map(Family::settings);
    if json {
        let bare = |setting: &Setting| {
            line(&ShownSetting {
                setting: &setting.name,
                area: &setting.area,
                meaning: &setting.meaning,
                values: &setting.values,
                book: None,
                state: None,
                value: None,
                choices: None,
                note: None,
                clauses: setting.cites.iter().map(String::as_str).collect(),
            })
        };
        return all().map(bare).collect();
    }
    let cells = all().map(|setting| {
        vec![
            setting.name.clone(),
            setting.area.replace('_', " "),
            setting.values.clone(),
            setting.meaning.clone(),
        ]
    });
    table(&["setting", "area", "values", "meaning"], cells.collect())
}

fn shown<'a>(
    book: &'a Book,
    setting: &'a Setting,
    cell: &'a Cell,
    determined: Option<&'a Determined>,
) -> ShownSetting<'a> {
    let (state, value, choices, note) = match cell {
        Cell::Fixed(value) => ("fixed", Some(value.as_str()), None, None),
        Cell::NotUsed => ("not_used", None, None, None),
        Cell::Depends { .. } => ("depends", None, None, None),
        Cell::Operator { default, choices } => {
            let offered = choices.offered.iter().map(Choice::written).collect();
            ("operator", default.as_deref(), Some(offered), choices.note.as_deref())
        }
    };
    let register = book.register();
    let own = |id: &&String| register::row(id).is_some_and(|row| Some(row.book.as_str()) == register);
    ShownSetting {
        setting: &setting.name,
        area: &setting.area,
        meaning: &setting.meaning,
        values: &setting.values,
        book: Some(book.id()),
        state: Some(state),
        value: determined.map_or(value, |table| Some(table.text(&setting.name))),
        choices,
        note,
        clauses: setting.cites.iter().filter(own).map(String::as_str).collect(),
    }
}

#[derive(Serialize)]
struct Difference<'a> {
    what: &'a str,
    name: &'a str,
    left: String,
    right: String,
    left_clauses: Vec<&'a str>,
    right_clauses: Vec<&'a str>,
}

fn diff(left: &str, right: &str, json: bool) -> Result<Answer, Reasons> {
    let (left, right) = match (book(left), book(right)) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(mut reasons), Err(more)) => {
            reasons.extend(more);
            return Err(reasons);
        }
        (Err(reasons), Ok(_)) | (Ok(_), Err(reasons)) => return Err(reasons),
    };
    if left.family() != right.family() {
        let (left, right) = (left.id(), right.id());
        return Err(vec![format!("{left} and {right} are for different games; two books of poker would do")]);
    }
    let differences = differences(&left, &right);
    if json {
        return Ok(Answer::good(differences.iter().map(line).collect()));
    }
    if differences.is_empty() {
        return Ok(Answer::good(format!("{} and {} do not differ\n", left.id(), right.id())));
    }
    let said = |written: &str, clauses: &[&str]| {
        if clauses.is_empty() { written.to_owned() } else { format!("{written} ({})", clauses.join(", ")) }
    };
    let row = |found: &Difference<'_>| {
        vec![
            found.name.to_owned(),
            said(&found.left, &found.left_clauses),
            said(&found.right, &found.right_clauses),
        ]
    };
    let (rules, settings): (Vec<_>, Vec<_>) = differences.iter().partition(|found| found.what == "rule");
    let mut text = String::new();
    if !settings.is_empty() {
        text.push_str(&table(&["setting", left.id(), right.id()], settings.into_iter().map(row).collect()));
    }
    if !rules.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&table(&["rule", left.id(), right.id()], rules.into_iter().map(row).collect()));
    }
    Ok(Answer::good(text))
}

/// Settings of which the books say different things, then rules that only one has or that other clauses stand behind.
fn differences<'a>(left: &'a Book, right: &'a Book) -> Vec<Difference<'a>> {
    let own = |book: &'a Book, ids: &'a [String]| -> Vec<&'a str> {
        let kept =
            |id: &&String| register::row(id).is_some_and(|row| Some(row.book.as_str()) == book.register());
        ids.iter().filter(kept).map(String::as_str).collect()
    };
    let mut found = Vec::new();
    for ((setting, ours), (_, theirs)) in left.cells().zip(right.cells()) {
        if ours != theirs {
            found.push(Difference {
                what: "setting",
                name: &setting.name,
                left: ours.written(),
                right: theirs.written(),
                left_clauses: own(left, &setting.cites),
                right_clauses: own(right, &setting.cites),
            });
        }
    }
    let one_register = left.register() == right.register();
    for rule in Rule::all() {
        let has = (left.in_force(rule), right.in_force(rule));
        if has.0 != has.1 || (one_register && left.cites(rule) != right.cites(rule)) {
            let word = |has: bool| if has { "has it" } else { "has it not" }.to_owned();
            found.push(Difference {
                what: "rule",
                name: rule.name(),
                left: word(has.0),
                right: word(has.1),
                left_clauses: own(left, left.cites(rule)),
                right_clauses: own(right, right.cites(rule)),
            });
        }
    }
    found
}

fn copy(named: &str) -> Result<Answer, Reasons> {
    match Book::file_of(named) {
        Some(text) => Ok(Answer::good(text.to_owned())),
        None => {
            let names: Vec<&str> = Book::names().collect();
            Err(vec![format!("there is no built-in book named {named}; {} would do", names.join(", "))])
        }
    }
}

/// A value as one line of JSON.
fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("text and lists of text are always JSON");
    line.push('\n');
    line
}

fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        let _ = writeln!(text, "\n{title}: none");
        return;
    }
    let _ = writeln!(text, "\n{title}:");
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
}

/// Rows in columns as wide as their widest cell, up to a bound; the last column is as long as it is.
fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    /// A wider cell stands out of its column rather than pushing all others away.
    const WIDEST: usize = 60;
    let mut widths: Vec<usize> = head.iter().map(|name| name.len()).collect();
    for row in rows.iter().filter(|row| row.len() == head.len()) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count().min(WIDEST));
        }
    }
    let mut text = String::new();
    let mut put = |row: &[String]| {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                line.push_str("  ");
            }
            let _ = write!(line, "{cell:width$}", width = widths[at]);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    put(&head.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
    for row in &rows {
        put(row);
    }
    text
}
