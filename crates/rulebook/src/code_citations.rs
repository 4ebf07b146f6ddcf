//! Where the code cites a rule, found by the rules' constants in the text of the source files.
//!
//! The committed table names files and functions; line numbers would go stale with every edit.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use crate::Rule;

/// A function, or code of a file outside functions, that cites a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// The rule.
    pub rule: Rule,
    /// The file, from the root of the repository, with forward slashes.
    pub path: String,
    /// The function; empty outside functions.
    pub function: String,
}

/// A line that is not a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CitationError {
    /// The line, from 1.
    pub line: usize,
}

impl fmt::Display for CitationError {
    /// Names the line and what was expected of it; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: not a citation; expected a rule, a file and a function", self.line)
    }
}

impl std::error::Error for CitationError {}

/// The citations in the sources of the crates, out of any files of the repository, each given as path and
/// text. The committed table must equal them.
///
/// Tests and tools are skipped, and so is the list of the rules itself.
pub fn scan_all<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> BTreeSet<Citation> {
    let counts = |path: &str| {
        let mut parts = path.split('/');
        let source = parts.next() == Some("crates") && parts.nth(1) == Some("src") && path.ends_with(".rs");
        source && path != "crates/rulebook/src/rule.rs"
    };
    files.into_iter().filter(|(path, _)| counts(path)).flat_map(|(path, text)| scan(path, text)).collect()
}

/// The citations in one source file, by the function they are in, including tests inside it. Comments do not
/// count.
///
/// ```
/// use rulebook::{code_citations::scan, rule};
/// let found = scan("a.rs", "fn raise() { cite(rule::SMALLEST_RAISE) }");
/// let citation = found.first().unwrap();
/// assert_eq!((citation.rule, citation.function.as_str()), (rule::SMALLEST_RAISE, "raise"));
/// ```
pub fn scan(path: &str, text: &str) -> BTreeSet<Citation> {
    let mut found = BTreeSet::new();
    let mut function = String::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        if let Some(name) = function_named(code) {
            function = name.to_owned();
        }
        let words = code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        for rule in words.filter_map(rule_of_constant) {
            found.insert(Citation { rule, path: path.to_owned(), function: function.clone() });
        }
    }
    found
}

/// The table of citations committed as `data/cited.tsv`; panics if that file is faulty, which the checks rule
/// out.
pub fn committed() -> &'static BTreeSet<Citation> {
    static COMMITTED: LazyLock<BTreeSet<Citation>> =
        LazyLock::new(|| match read(include_str!("../data/cited.tsv")) {
            Ok(citations) => citations,
            Err(fault) => panic!("the committed citations are faulty: {fault}"),
        });
    &COMMITTED
}

/// The text of the committed table, sorted: rule, file and function, separated by tabs. [`read`] reads it
/// again.
pub fn to_text(citations: &BTreeSet<Citation>) -> String {
    citations.iter().map(|found| format!("{}\t{}\t{}\n", found.rule, found.path, found.function)).collect()
}

/// Parses the text of the committed table, as [`to_text`] writes it.
///
/// # Errors
/// The first line that is not a citation.
pub fn read(text: &str) -> Result<BTreeSet<Citation>, CitationError> {
    let one = |(at, line): (usize, &str)| {
        let mut parts = line.split('\t');
        let rule = parts.next().and_then(Rule::named);
        match (rule, parts.next(), parts.next(), parts.next()) {
            (Some(rule), Some(path), Some(function), None) => {
                Ok(Citation { rule, path: path.to_owned(), function: function.to_owned() })
            }
            _ => Err(CitationError { line: at + 1 }),
        }
    };
    text.lines().enumerate().map(one).collect()
}

/// The rule whose constant in [`rule`](crate::rule) this word is, such as `BLINDS_OR_ANTES`; `None` for any
/// other word.
fn rule_of_constant(word: &str) -> Option<Rule> {
    if word != word.to_ascii_uppercase() {
        return None;
    }
    Rule::named(&word.to_ascii_lowercase().replace('_', "-"))
}

/// The name of the function whose signature begins on this line of code, for [`scan`]; `None` if none does.
fn function_named(code: &str) -> Option<&str> {
    let after = code.trim_start().split("fn ").nth(1)?;
    let before = code.trim_start().split("fn ").next().unwrap_or_default();
    let words = ["pub", "pub(crate)", "pub(super)", "const", "async", ""];
    let opens = before.split(' ').all(|word| words.contains(&word));
    let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    (opens && end > 0).then(|| &after[..end])
}
