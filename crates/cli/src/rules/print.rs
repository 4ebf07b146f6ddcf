//! JSON lines for programs, sections and columns for people.

use std::fmt::Write;
use std::io::IsTerminal;

use serde::Serialize;

/// A value as one line of JSON with a newline, the form of every `--json` of `cardroom rules`.
pub(super) fn json_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("text and lists of text are always JSON");
    line.push('\n');
    line
}

/// Appends a section of `rules show`: an empty line, a heading, and an indented line for each item, or the
/// word none.
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

/// Rows below their heads in aligned columns, two blanks apart. On a terminal the last column is folded to
/// the width of the window; elsewhere it is not, so that programs such as grep see whole rows.
pub(super) fn text_table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    columns(head, &rows, terminal_width())
}

/// The width of the terminal in characters; `None` if stdout is not a terminal, and then nothing may be
/// folded.
fn terminal_width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// The table for a given width of the window (`None`: no folding), apart from the terminal so that tests can
/// give one. A row shorter than the heads, such as the name of an area, does not count for the widths.
fn columns(head: &[&str], rows: &[Vec<String>], window: Option<usize>) -> String {
    /// A wider cell overflows its column instead of pushing all others away.
    const WIDEST: usize = 60;
    /// The last column is not folded narrower than this.
    const NARROWEST: usize = 30;
    let mut widths: Vec<usize> = head.iter().map(|name| name.len()).collect();
    for row in rows.iter().filter(|row| row.len() == head.len()) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count().min(WIDEST));
        }
    }
    let mut text = String::new();
    let mut push_row = |row: &[String]| {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                line.push_str("  ");
            }
            let start = line.chars().count();
            let last = at + 1 == head.len();
            match window.filter(|window| last && start + NARROWEST <= *window) {
                Some(window) => line.push_str(&fold_text(cell, window - start, start)),
                None => {
                    let _ = write!(line, "{cell:width$}", width = widths[at]);
                }
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    push_row(&head.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
    for row in rows {
        push_row(row);
    }
    text
}

/// Folds a text at spaces into lines of at most `width` characters; all but the first are indented. A longer
/// word stays whole.
fn fold_text(text: &str, width: usize, indent: usize) -> String {
    let mut folded = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            folded.push('\n');
            folded.extend(std::iter::repeat_n(' ', indent));
            used = 0;
        } else if used > 0 {
            folded.push(' ');
            used += 1;
        }
        folded.push_str(word);
        used += length;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn the_last_column_is_folded_to_the_window_and_keeps_its_place() {
        let row =
            vec!["HE-5.1".to_owned(), "a raise lies within the limits of the table and no less".to_owned()];
        let wide = columns(&["id", "says"], std::slice::from_ref(&row), None);
        assert_eq!(wide, "id      says\nHE-5.1  a raise lies within the limits of the table and no less\n");
        // Eight characters come before the last column, so forty leave thirty-two.
        let narrow = columns(&["id", "says"], &[row], Some(40));
        let expected =
            "id      says\nHE-5.1  a raise lies within the limits\n        of the table and no less\n";
        assert_eq!(narrow, expected);
    }
}
