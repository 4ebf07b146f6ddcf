//! What is wrong with a book file or with the choices for a table: one line each, never only the first.

use std::fmt;

use crate::Rule;

/// One reason why a book cannot be read or a table cannot be opened, with what would do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line of the book file, counted from 1, where there is a file.
    pub line: Option<usize>,
    /// The setting or the key that is wrong, as it was written.
    pub setting: String,
    /// The value that was given, empty where none was.
    pub given: String,
    /// What is wrong, in lower case and without a full stop.
    pub what: String,
    /// What would do, in lower case and without a full stop; empty where `what` says it.
    pub would_do: String,
    /// The rule that is broken, where one of the named rules is.
    pub rule: Option<Rule>,
    /// Register ids of the clauses behind it, in the book's own order.
    pub cites: Vec<String>,
}

impl Problem {
    pub(crate) fn new(
        setting: &str,
        given: &str,
        what: impl Into<String>,
        would_do: impl Into<String>,
    ) -> Problem {
        Problem {
            line: None,
            setting: setting.to_owned(),
            given: given.to_owned(),
            what: what.into(),
            would_do: would_do.into(),
            rule: None,
            cites: Vec::new(),
        }
    }

    pub(crate) fn at(mut self, line: usize) -> Problem {
        self.line = Some(line);
        self
    }

    /// Whether a register id is among the cited ones.
    pub fn cites_row(&self, id: &str) -> bool {
        self.cites.iter().any(|cited| cited == id)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.setting.is_empty() {
            f.write_str(&one_line(&self.setting))?;
            if !self.given.is_empty() {
                write!(f, " = {}", one_line(&self.given))?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&one_line(&self.what))?;
        if !self.would_do.is_empty() {
            write!(f, "; {} would do", one_line(&self.would_do))?;
        }
        if !self.cites.is_empty() {
            write!(f, " ({})", self.cites.join(", "))?;
        }
        Ok(())
    }
}

/// The text with its line breaks and other control characters made visible, cut at a readable length.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut line: String =
        text.chars().take(LONGEST).flat_map(|c| escaped(c).collect::<Vec<char>>()).collect();
    if text.chars().count() > LONGEST {
        line.push_str("...");
    }
    line
}

fn escaped(c: char) -> Box<dyn Iterator<Item = char>> {
    if c.is_control() { Box::new(c.escape_default()) } else { Box::new(std::iter::once(c)) }
}

/// Words joined as in a sentence: `a, b or c`.
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The name nearest to what was written, if one is near enough to be meant.
pub(crate) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = written.chars().count() / 3 + 1;
    names
        .map(|name| (distance(written, name), name))
        .filter(|(far, _)| *far <= allowed)
        .min()
        .map(|(_, name)| name)
}

/// Letters to add, drop or change to make one word the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(100).enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
