//! Reads the parts of a book file and records problems with their lines; what the parts mean is in
//! `book_file`.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::bound::Bound;
use crate::problem::{Problem, join_with_or};
use crate::setting::Setting;

/// The offsets at which the lines of a text begin.
pub(crate) struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    /// Indexes the lines of a text; spans must be of the same text.
    pub(crate) fn new(text: &str) -> LineIndex {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        LineIndex { starts }
    }

    /// The line that a span begins on, from 1, for the problems of a book file.
    pub(crate) fn line_number(&self, span: &Range<usize>) -> usize {
        self.starts.partition_point(|start| *start <= span.start).max(1)
    }
}

/// Reads a book file: the line index, and the problems found so far.
pub(crate) struct BookReader {
    pub(crate) lines: LineIndex,
    pub(crate) problems: Vec<Problem>,
}

pub(crate) type TomlValue<'i> = Spanned<DeValue<'i>>;

impl BookReader {
    /// The canonical form of a value of the file; `None` with a problem added if the setting cannot have it.
    pub(crate) fn canonical(
        &mut self,
        setting: &Setting,
        span: &Range<usize>,
        given: &str,
    ) -> Option<String> {
        match setting.canonical(given) {
            Ok(value) => Some(value),
            Err(error) => {
                self.add_problem(span, &setting.name, given, "not a valid value", error.expected);
                None
            }
        }
    }

    /// A value as text, as an operator would type it: a string, a whole number, true or false, or a list of
    /// these joined by spaces. `None` with a problem added for anything else.
    pub(crate) fn value_text(&mut self, name: &str, value: &TomlValue<'_>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
            DeValue::Boolean(truth) => Some(truth.to_string()),
            DeValue::Array(items) => {
                let parts: Option<Vec<String>> = items
                    .iter()
                    .map(|item| match item.get_ref() {
                        DeValue::Array(_) => None,
                        _ => self.value_text(name, item),
                    })
                    .collect();
                if parts.is_none() {
                    self.add_problem(&value.span(), name, "", "not a list of values", "[5, 10] or \"5 10\"");
                }
                parts.map(|parts| parts.join(" "))
            }
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => {
                let expected = "text in quotes, a whole number, true or false";
                self.add_problem(&value.span(), name, "", "not a value that a setting can have", expected);
                None
            }
        }
    }

    /// The bound beyond the choices of a setting, if the file states one; `None` with a problem added for an
    /// unknown name.
    pub(crate) fn bound(&mut self, setting: &str, parts: &DeTable<'_>) -> Option<Bound> {
        let given = self.text(parts, "bound")?;
        let bound = Bound::named(&given);
        if bound.is_none() {
            let names = join_with_or(&Bound::ALL.map(|bound| bound.name().to_owned()));
            self.add_problem(&key_span(parts, "bound"), setting, &given, "unknown bound", names);
        }
        bound
    }

    /// The text of a key of the file; `None` if it is missing, and with a problem added if it is not text.
    pub(crate) fn text(&mut self, table: &DeTable<'_>, key: &str) -> Option<String> {
        match table.get(key)?.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.add_problem(&key_span(table, key), key, "", "not text", "text in quotes");
                None
            }
        }
    }

    /// The table of a key of the file; `None` if it is missing, and with a problem added if it is not a
    /// table.
    pub(crate) fn table<'t, 'i>(&mut self, table: &'t DeTable<'i>, key: &str) -> Option<&'t DeTable<'i>> {
        match table.get(key)?.get_ref() {
            DeValue::Table(found) => Some(found),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => {
                self.add_problem(&key_span(table, key), key, "", "not a table", format!("a table {key}"));
                None
            }
        }
    }

    /// The table `at` of a setting or a citation that follows another setting; `None` with a problem added if
    /// it is missing or empty. `key` is where that problem is.
    pub(crate) fn values_by_setting<'t, 'i>(
        &mut self,
        name: &str,
        key: Range<usize>,
        parts: &'t DeTable<'i>,
    ) -> Option<&'t DeTable<'i>> {
        let at = if parts.contains_key("at") {
            self.table(parts, "at")?
        } else {
            return self.add_missing_values(name, &key);
        };
        if at.is_empty() { self.add_missing_values(name, &key) } else { Some(at) }
    }

    /// Adds the problem that something follows a setting and has no values for it; always `None`, to be
    /// returned.
    pub(crate) fn add_missing_values<T>(&mut self, name: &str, key: &Range<usize>) -> Option<T> {
        let what = "it gives no value for any value of the setting it follows";
        self.add_problem(key, name, "", what, "at = { VALUE = .. }");
        None
    }

    /// Adds a problem for each key that is not known, so that no misspelt key is ignored.
    pub(crate) fn check_keys(&mut self, name: &str, parts: &DeTable<'_>, known: &[&str], expected: &str) {
        for key in parts.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let what = format!("unknown key {}", key.get_ref());
                self.add_problem(&key.span(), name, "", what, expected);
            }
        }
    }

    /// Adds the problem that a key which every book must have is missing; it has no line.
    pub(crate) fn add_missing_key(&mut self, key: &str, expected: &str) {
        self.problems.push(Problem::new(key, "", "it is missing", expected));
    }

    /// Adds a problem with the line that the span begins on; it has the reason of all problems of a file,
    /// [`BOOK_FILE`](crate::problem::BOOK_FILE).
    pub(crate) fn add_problem(
        &mut self,
        span: &Range<usize>,
        name: &str,
        given: &str,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) {
        let line = self.lines.line_number(span);
        self.problems.push(Problem::new(name, given, what, expected).at_line(line));
    }
}

/// Where a key of a table is in the text, for a problem's line; the first line if the table lacks it.
pub(crate) fn key_span(table: &DeTable<'_>, key: &str) -> Range<usize> {
    table.get_key_value(key).map_or(0..0, |(key, _)| key.span())
}
