//! Errors of the TOML parser, in words for the operator who writes the file.

use std::fmt;

use super::{ConfigError, ConfigProblem, SECTIONS, line_of};

/// The longest piece of a line that a message repeats, in characters.
const LONGEST: usize = 80;
/// What a value may look like.
const VALUES: &str =
    "one value: a whole number, true or false, a text in quotation marks, or a list in square brackets";

/// What is wrong with a line of a configuration file. Texts from the file are shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TomlProblem {
    /// The TOML parser says it best, as for a name that does not exist.
    InTheirWords,
    /// A name or a section appears a second time.
    Twice {
        /// The name, or the section in its brackets.
        what: String,
    },
    /// A section is written as one of several.
    ListOfSections {
        /// The whole line.
        line: String,
        /// The name of the section.
        name: String,
    },
    /// The name of a section has a value.
    NotASection {
        /// The name.
        name: String,
        /// The value in the file.
        value: String,
    },
    /// A line is neither a section nor a name with a value.
    Line {
        /// The whole line.
        line: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A name has no value.
    NoValue {
        /// The name.
        name: String,
    },
    /// A value is of the wrong kind.
    Value {
        /// The name.
        name: String,
        /// The value in the file.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl fmt::Display for TomlProblem {
    /// A sentence for the operator who writes the file, with the line's text and what was expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TomlProblem::InTheirWords => f.write_str("the text is not a configuration"),
            TomlProblem::Twice { what } => write!(f, "{what} appears twice"),
            TomlProblem::ListOfSections { line, name } => {
                write!(f, "{line}: expected [{name}], because each section appears once")
            }
            TomlProblem::NotASection { name, value } => {
                write!(f, "{name} = {value}: expected a section: a line with [{name}] and its values below")
            }
            TomlProblem::Line { line, expected } => write!(f, "{line}: expected {expected}"),
            TomlProblem::NoValue { name } => write!(f, "{name}: expected a value after ="),
            TomlProblem::Value { name, value, expected } => {
                write!(f, "{name} = {value}: expected {expected}")
            }
        }
    }
}

/// The error for a text that the TOML parser refuses, in words for an operator who does not know TOML: the
/// line, the name on it, and what was expected instead of its value. It reads the parser's English messages,
/// so an update of `toml` may cost words, but never the line.
pub(super) fn from_toml(text: &str, error: toml::de::Error) -> ConfigError {
    let at = error.span().map(|span| line_of(text, span.start));
    let message = error.message().lines().collect::<Vec<_>>().join(" ");
    let before = || text.lines().take(at.unwrap_or_default().saturating_sub(1));
    let line = at.and_then(|line| text.lines().nth(line.saturating_sub(1))).unwrap_or_default().trim();
    let in_section = before().any(|line| line.trim_start().starts_with('['));
    let problem = match name_in(line) {
        _ if message.starts_with("unknown field") || line.is_empty() => TomlProblem::InTheirWords,
        _ if line.starts_with("[[") => {
            let name = line.trim_matches(['[', ']']).to_owned();
            TomlProblem::ListOfSections { line: abbreviate(line), name }
        }
        None if message == "duplicate key" => TomlProblem::Twice { what: abbreviate(line) },
        None if line.starts_with('[') => {
            let expected =
                expected_kind(&message).unwrap_or("the name of a section in square brackets, such as [room]");
            TomlProblem::Line { line: abbreviate(line), expected }
        }
        None => {
            let expected = expected_kind(&message).unwrap_or("a name, = and a value");
            TomlProblem::Line { line: abbreviate(line), expected }
        }
        Some((name, _)) if message == "duplicate key" => TomlProblem::Twice { what: abbreviate(name) },
        Some((name, value)) if !in_section && SECTIONS.contains(&name) && !value.starts_with('{') => {
            TomlProblem::NotASection { name: name.to_owned(), value: abbreviate(value) }
        }
        Some((name, "")) => TomlProblem::NoValue { name: abbreviate(name) },
        Some((name, value)) => {
            let number = value.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first));
            let expected = expected_kind(&message).unwrap_or(if number { NUMBER } else { VALUES });
            TomlProblem::Value { name: abbreviate(name), value: abbreviate(value), expected }
        }
    };
    ConfigError { line: at, problem: ConfigProblem::Toml { problem, source: Box::new(error) } }
}

/// A whole number, as the author of the file would write it.
const NUMBER: &str = "a whole number, without a sign";

/// What the operator should have written, if the parser's message says that a value is of another kind;
/// `None` for other messages.
fn expected_kind(message: &str) -> Option<&'static str> {
    if !message.starts_with("invalid ") {
        return None;
    }
    match message.rsplit_once(", expected ")?.1 {
        "u64" => Some(NUMBER),
        "a boolean" => Some("true or false"),
        "a string" => Some("a text in quotation marks"),
        "a sequence" => Some("a list in square brackets"),
        _ => None,
    }
}

/// A text from the file as an error message repeats it: its first 80 characters, with an ellipsis for the rest,
/// and no control characters, which could disturb the operator's terminal.
fn abbreviate(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LONGEST).filter(|letter| !letter.is_control()).collect();
    if letters.next().is_some() {
        short.push('\u{2026}');
    }
    short
}

/// The name and the value on a line, trimmed and without a comment; `None` if the line has no equals sign.
/// Only for messages: the parser decides what the line means.
fn name_in(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let value = if value.contains('"') { value } else { value.split('#').next().unwrap_or_default() };
    Some((name.trim(), value.trim()))
}
