//! Generates the pages of `docs/rules` from the data: an index, the rules, the terms, the readings, and one
//! page per book.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::register::{self, RegisterRow, RowKind};
use crate::{Area, Book, Rule, Setting, readings};

/// Every generated page of `docs/rules`: its path from the root of the repository, and its text. The
/// committed pages must equal them.
pub fn pages() -> Vec<(String, String)> {
    let mut pages = vec![
        ("docs/rules/README.md".to_owned(), index_page()),
        ("docs/rules/rules.md".to_owned(), rules_page()),
        ("docs/rules/glossary.md".to_owned(), glossary_page()),
        ("docs/rules/readings.md".to_owned(), readings_page()),
    ];
    pages.extend(Book::built_in().map(|book| (format!("docs/rules/{}.md", book.id()), book_page(book))));
    pages
}

/// The first line of every page.
const GENERATED_NOTICE: &str = "<!-- Made from crates/rulebook/data. Change the data, not this page. -->\n\n";

/// The page that lists the books with the numbers of their rules and rows: `docs/rules/README.md`.
fn index_page() -> String {
    let mut text =
        format!("{GENERATED_NOTICE}# Rules\n\nThe books that Cardroom plays by, as its data has them.\n\n");
    text.push_str("| book | title | edition | rules | rows of the register |\n|---|---|---|---|---|\n");
    for book in Book::built_in() {
        let rows = book.register().map_or(0, |register| register::rows_of(register).count());
        let rules = book.rules().count();
        let (id, title, version) = (book.id(), escape_cell(book.title()), escape_cell(book.version()));
        let _ = writeln!(text, "| [{id}]({id}.md) | {title} | {version} | {rules} | {rows} |");
    }
    text.push_str(
        "\nThe [named rules](rules.md) are what the program cites; each book joins them to its clauses.\n",
    );
    text.push_str("Where a document leaves a question open, a [decided reading](readings.md) answers it.\n");
    text.push_str("An operator's own book is described in [books](../books.md).\n");
    text
}

/// The page of the named rules by area, each with its sentence and the clauses of every book that has it.
fn rules_page() -> String {
    let mut text = format!("{GENERATED_NOTICE}# The named rules\n\nThe program cites a rule by its name.\n");
    text.push_str("A book that has the rule says which of its clauses stand behind it.\n");
    let mut area: Option<Area> = None;
    for rule in Rule::all() {
        if area != Some(rule.area()) {
            area = Some(rule.area());
            let _ = write!(text, "\n## {:?}\n", rule.area());
        }
        let _ = write!(text, "\n### {rule}\n\n{}\n\n", rule.sentence());
        for book in Book::built_in().filter(|book| book.has_rule(rule)) {
            let cited = book.cites(rule);
            let clauses = match cited {
                [] if book.has_no_clause(rule) => "no clause".to_owned(),
                [] => "without a clause".to_owned(),
                ids => ids.join(", "),
            };
            let _ = writeln!(text, "- {}: {clauses}", book.id());
        }
    }
    text
}

/// The page of what was decided where a document leaves a question open, by document. Every prefix of a
/// reading's number must have its part here.
fn readings_page() -> String {
    const PARTS: [(&str, &str); 4] = [
        ("AMB", "Hold'em, Omaha and Three Card Manila of Canberra"),
        ("DU", "Dunedin"),
        ("UT", "Ultimate Texas Hold'em of Canberra"),
        ("TR", "Tournaments"),
    ];
    let mut text = format!("{GENERATED_NOTICE}# Decided readings\n\n");
    text.push_str("Where a document leaves a question open, this is what is played.\n");
    text.push_str("The settings keep another answer where there is one.\n");
    for (letters, heading) in PARTS {
        let _ = write!(text, "\n## {heading}\n\n| number | open | decided | settings |\n|---|---|---|---|\n");
        for reading in readings::all().iter().filter(|reading| reading.id.split('-').next() == Some(letters))
        {
            let settings: Vec<String> = reading.settings.iter().map(|name| format!("`{name}`")).collect();
            let (title, decided) = (escape_cell(&reading.title), escape_cell(&reading.decision));
            let _ = writeln!(text, "| {} | {title} | {decided} | {} |", reading.id, settings.join(", "));
        }
    }
    text
}

/// The page of the terms of all documents in alphabetical order, each with what the books say.
fn glossary_page() -> String {
    let mut text = format!("{GENERATED_NOTICE}# Terms\n\nWhat the documents define, in our words.\n");
    let mut terms: BTreeMap<String, Vec<&RegisterRow>> = BTreeMap::new();
    for row in register::rows().iter().filter(|row| row.kind == RowKind::Define) {
        terms.entry(row.title.to_lowercase()).or_default().push(row);
    }
    for (term, rows) in terms {
        let _ = write!(text, "\n## {term}\n\n");
        // Books that say the same share one line.
        let mut ids_by_summary: Vec<(&str, Vec<&str>)> = Vec::new();
        for row in rows {
            match ids_by_summary.iter_mut().find(|(summary, _)| *summary == row.summary) {
                Some((_, ids)) => ids.push(&row.id),
                None => ids_by_summary.push((&row.summary, vec![&row.id])),
            }
        }
        for (summary, ids) in ids_by_summary {
            let _ = writeln!(text, "- {summary} ({})", ids.join(", "));
        }
    }
    text
}

/// The page of one book: its settings, its rules and, if it follows a document, the register of that.
fn book_page(book: &Book) -> String {
    let mut text = format!("{GENERATED_NOTICE}# {}\n\n", book.title());
    let _ = writeln!(text, "Book `{}`, edition {}.", book.id(), book.version());
    match book.document() {
        Some(document) => {
            let _ = writeln!(text, "Its document: {document}.");
        }
        None => text.push_str("No document stands behind it.\n"),
    }
    text.push_str("\n## Settings\n");
    let mut area = "";
    for (setting, book_setting) in book.settings() {
        if setting.area != area {
            area = &setting.area;
            let _ = write!(text, "\n### {}\n\n", area.replace('_', " "));
            text.push_str("| setting | meaning | in this book |\n|---|---|---|\n");
        }
        let written = escape_cell(&book_setting.summary());
        let _ = writeln!(
            text,
            "| `{}` | {}{} | {written} |",
            setting.name,
            escape_cell(&setting.meaning),
            unit_suffix(setting)
        );
    }
    if book.rules().next().is_some() {
        text.push_str("\n## Rules\n\n| rule | says | clauses |\n|---|---|---|\n");
        for rule in book.rules() {
            let clauses = if book.has_no_clause(rule) { "no clause" } else { &book.cites(rule).join(", ") };
            let _ =
                writeln!(text, "| {rule} | {} | {} |", escape_cell(rule.sentence()), escape_cell(clauses));
        }
    }
    if let Some(register) = book.register() {
        text.push_str("\n## Register\n\nEvery clause and term of the document, in our words.\n\n");
        for kind in RowKind::ALL {
            let count = register::rows_of(register).filter(|row| row.kind == kind).count();
            let _ = writeln!(text, "- {kind}: {count}");
        }
        text.push_str("\n| id | kind | title | summary |\n|---|---|---|---|\n");
        for row in register::rows_of(register) {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                row.id,
                row.kind,
                escape_cell(&row.title),
                escape_cell(&row.summary)
            );
        }
    }
    text
}

/// The unit of a setting's numbers in brackets, after a space, for the table of settings; empty for a setting
/// of words.
fn unit_suffix(setting: &Setting) -> String {
    if setting.unit.is_empty() { String::new() } else { format!(" ({})", setting.unit) }
}

/// Escapes text so that it stays inside one cell of a Markdown table.
fn escape_cell(text: &str) -> String {
    text.replace('|', "\\|")
}
