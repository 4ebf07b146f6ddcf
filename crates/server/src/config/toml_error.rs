//! Errors of the TOML parser, in words for the operator who writes the file.

use super::{ConfigError, SECTIONS, line_of};

/// The longest piece of a line that a message repeats, in characters.
const LONGEST: usize = 80;
/// What a value may look like.
const VALUES: &str =
    "one value: a whole number, true or false, a text in quotation marks, or a list in square brackets";

/// What is wrong with a text, and in which line: the name on that line, and what was expected instead of its
/// value.
pub(super) fn from_toml(text: &str, error: &toml::de::Error) -> ConfigError {
    let at = error.span().map(|span| line_of(text, span.start));
    let said = error.message().lines().collect::<Vec<_>>().join(" ");
    let before = || text.lines().take(at.unwrap_or_default().saturating_sub(1));
    let line = at.and_then(|line| text.lines().nth(line.saturating_sub(1))).unwrap_or_default().trim();
    let in_section = before().any(|line| line.trim_start().starts_with('['));
    let what = match name_in(line) {
        _ if said.starts_with("unknown field") || line.is_empty() => said,
        _ if line.starts_with("[[") => {
            let name = line.trim_matches(['[', ']']);
            format!("{}: expected [{name}], because each section appears once", abbreviate(line))
        }
        None if said == "duplicate key" => format!("{} appears twice", abbreviate(line)),
        None if line.starts_with('[') => {
            let expected =
                expected_kind(&said).unwrap_or("the name of a section in square brackets, such as [room]");
            format!("{}: expected {expected}", abbreviate(line))
        }
        None => {
            let expected = expected_kind(&said).unwrap_or("a name, = and a value");
            format!("{}: expected {expected}", abbreviate(line))
        }
        Some((name, _)) if said == "duplicate key" => format!("{} appears twice", abbreviate(name)),
        Some((name, value)) if !in_section && SECTIONS.contains(&name) && !value.starts_with('{') => {
            format!(
                "{name} = {}: expected a section: a line with [{name}] and its values below",
                abbreviate(value)
            )
        }
        Some((name, "")) => format!("{}: expected a value after =", abbreviate(name)),
        Some((name, value)) => {
            let number = value.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first));
            let expected = expected_kind(&said).unwrap_or(if number { NUMBER } else { VALUES });
            format!("{} = {}: expected {expected}", abbreviate(name), abbreviate(value))
        }
    };
    ConfigError { line: at, what }
}

/// A whole number, as the author of the file would write it.
const NUMBER: &str = "a whole number, without a sign";

/// The kind of value that the TOML parser expected when it found one of another kind.
fn expected_kind(said: &str) -> Option<&'static str> {
    if !said.starts_with("invalid ") {
        return None;
    }
    match said.rsplit_once(", expected ")?.1 {
        "u64" => Some(NUMBER),
        "a boolean" => Some("true or false"),
        "a string" => Some("a text in quotation marks"),
        "a sequence" => Some("a list in square brackets"),
        _ => None,
    }
}

/// A text cut to the length that a message repeats.
fn abbreviate(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LONGEST).filter(|letter| !letter.is_control()).collect();
    if letters.next().is_some() {
        short.push('\u{2026}');
    }
    short
}

/// The name and the value on a line, without a comment after them.
fn name_in(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let value = if value.contains('"') { value } else { value.split('#').next().unwrap_or_default() };
    Some((name.trim(), value.trim()))
}
