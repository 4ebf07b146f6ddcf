//! Folds lines to at most eighty columns; the rest of a longer line follows on the next, indented further.

use std::io::{self, Write};

/// The widest a line may be.
pub const COLUMNS: usize = 80;

/// The deepest indent of a continued line.
const MAX_INDENT: usize = 24;

/// A writer that folds lines between words.
pub struct FoldingWriter<W> {
    out: W,
    /// The unfinished line written so far.
    line: Vec<u8>,
    /// How many columns of the line have been written out already, for example as a prompt.
    column: usize,
}

impl<W: Write> FoldingWriter<W> {
    /// Folds what is written to `out`. A line is passed on once it has ended or the writer is flushed.
    pub fn new(out: W) -> FoldingWriter<W> {
        FoldingWriter { out, line: Vec::new(), column: 0 }
    }

    /// Folds and writes out the pending line. If it has not ended, the column where it stops is kept, so that
    /// what follows a prompt is folded with it.
    fn flush_line(&mut self, ends: bool) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let (text, column) = fold_line(&String::from_utf8_lossy(&line), self.column);
        self.column = if ends { 0 } else { column };
        self.out.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for FoldingWriter<W> {
    /// Takes all bytes, and passes on the lines that end among them. Lines end with `\n` alone.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(rest) => {
                    self.line.extend_from_slice(rest);
                    self.flush_line(true)?;
                    self.out.write_all(b"\n")?;
                }
                None => self.line.extend_from_slice(part),
            }
        }
        Ok(bytes.len())
    }

    /// Writes out the unfinished line too, as a prompt needs; the rest of the line is folded as if it had
    /// come with it.
    fn flush(&mut self) -> io::Result<()> {
        self.flush_line(false)?;
        self.out.flush()
    }
}

/// Folds a line between words to at most [`COLUMNS`], from the column where it begins; also returns the
/// column where it ends. A word that is too long stays whole; continued lines are indented two further.
fn fold_line(line: &str, column: usize) -> (String, usize) {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let deeper = (indent + 2).min(MAX_INDENT);
    let mut out = String::with_capacity(line.len());
    let mut at = column;
    let mut first = true;
    for word in words(line) {
        let (blanks, width) = (word.len() - word.trim_start_matches(' ').len(), width(word));
        if at + width > COLUMNS && !first {
            out.push('\n');
            out.push_str(&" ".repeat(deeper));
            let word = &word[blanks..];
            out.push_str(word);
            at = deeper + width - blanks;
        } else {
            out.push_str(word);
            at += width;
        }
        first = false;
    }
    (out, at)
}

/// The words of a line, each with the blanks before it: put together again they are the line.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[start..].find(' ').map_or(rest.len(), |end| start + end);
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The width of a text in columns of the terminal: one for each character, none for colour codes.
fn width(text: &str) -> usize {
    let mut width = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            width += 1;
        }
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out of the writer for a text, flushed at its end.
    fn written(text: &str) -> String {
        let mut folded = FoldingWriter::new(Vec::new());
        folded.write_all(text.as_bytes()).expect("memory");
        folded.flush().expect("memory");
        String::from_utf8(folded.out).expect("text")
    }

    #[test]
    fn lines_are_folded_between_words_and_colours_take_no_room() {
        let long = format!("  {}", "word ".repeat(40));
        let text = written(&format!("{long}\nshort\n"));
        assert!(text.lines().all(|line| width(line) <= COLUMNS), "{text}");
        assert!(text.lines().nth(1).expect("a second line").starts_with("    word"), "{text}");
        assert_eq!(text.split_whitespace().count(), 41);
        let coloured = "\u{1b}[1mword\u{1b}[0m ".repeat(15);
        assert_eq!(written(&coloured), coloured, "sixty letters and fourteen blanks fit");
        let unbroken = "x".repeat(100);
        assert_eq!(written(&unbroken), unbroken);
    }

    #[test]
    fn a_prompt_counts_toward_the_line_that_follows_it() {
        let mut folded = FoldingWriter::new(Vec::new());
        folded.write_all("p".repeat(70).as_bytes()).expect("memory");
        folded.flush().expect("memory");
        folded.write_all(b" twelve wide\n").expect("memory");
        let text = String::from_utf8(folded.out).expect("text");
        assert!(text.lines().all(|line| width(line) <= COLUMNS), "{text}");
    }
}
