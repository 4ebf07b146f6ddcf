//! What the reader of TOML finds wrong, in the words of whoever writes the file.

use super::{Wrong, line_of};

/// What is wrong with a text, and in which line: with the name that stands there, and what is expected in place of the value.
pub(super) fn told(text: &str, error: &toml::de::Error) -> Wrong {
    let line = error.span().map(|span| line_of(text, span.start));
    let said = error.message().lines().collect::<Vec<_>>().join(" ");
    let name = line.and_then(|line| text.lines().nth(line.saturating_sub(1))).and_then(name_in);
    let expected = match said.rsplit_once(", expected ").map(|(_, expected)| expected) {
        Some("u64") => Some("a whole number, without a sign"),
        Some("a boolean") => Some("true or false"),
        Some("a string") => Some("a text in quotation marks"),
        Some("a sequence") => Some("a list in square brackets"),
        Some(_) | None => None,
    };
    let what = match (expected, name) {
        (Some(expected), Some((name, value))) => format!("{name} = {value}: expected {expected}"),
        (None, Some((name, _))) if said == "duplicate key" => format!("{name} stands there twice"),
        (Some(_) | None, _) => said,
    };
    Wrong { line, what }
}

/// The name and the value that a line gives, without what is said of it behind.
fn name_in(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let value = if value.contains('"') { value } else { value.split('#').next().unwrap_or_default() };
    Some((name.trim(), value.trim()))
}
