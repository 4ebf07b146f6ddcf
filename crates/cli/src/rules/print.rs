//! Lines of JSON for programs, sections and columns for people.

use std::fmt::Write;

use serde::Serialize;

/// A value as one line of JSON.
pub(super) fn line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("text and lists of text are always JSON");
    line.push('\n');
    line
}

/// A heading with an indented line for each item, or the word none.
pub(super) fn section(text: &mut String, title: &str, lines: impl Iterator<Item = String>) {
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
pub(super) fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
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
