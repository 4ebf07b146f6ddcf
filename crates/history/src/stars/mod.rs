//! Reads PokerStars hand histories in English, cash and tournament, old and new, and recognises texts of
//! other sites.
//!
//! PokerStars publishes no grammar. Lines are recognised by their form, never by columns; a line whose
//! meaning would have to be guessed is refused or noted. Hands of any community-card game become records, so
//! that a replay can refuse a game by its name; of other games only the head is read.

mod amount;
mod body;
mod error;
mod header;
mod record;
mod sites;
mod summary;

use std::borrow::Cow;

use crate::error::{ForeignText, ReadError, ReadErrorKind};
use crate::record::HandRecord;
pub use error::StarsError;
pub use sites::{is_header, other_site};

/// The most lines of one hand; ten players and a talkative table fill a few hundred.
const MAX_LINES: usize = 4096;

/// The longest line accepted, in bytes.
const MAX_LINE: usize = 2048;

/// The hands of a complete text in English, in order. A hand that is broken, or from another site, yields an
/// error, and reading goes on with the next.
///
/// ```
/// let text = "\
/// PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2021/07/30 21:50:52 ET
/// Table 'Vesta' 2-max Seat #1 is the button
/// Seat 1: Ana ($100 in chips)
/// Seat 2: Ben ($100 in chips)
/// Ana: posts small blind $1
/// Ben: posts big blind $2
/// *** HOLE CARDS ***
/// Ana: folds
/// ";
/// let hand = history::stars::hands(text).next().unwrap().unwrap();
/// assert_eq!(hand.players[0].seat, 2, "players begin to the left of the button");
/// assert_eq!(hand.players[0].blind.get(), 200, "money is counted in cents");
/// ```
pub fn hands(text: &str) -> StarsHands<'_> {
    hands_from(text, StarsCursor::default(), true)
}

/// The hands of one part of a text that is read in parts, so that a file of any length needs little memory;
/// `last` says that this is the last part.
///
/// `position` is where the part before it ended. A part begins at the beginning of the text or of a hand, as
/// [`is_hand_start`] tells.
pub fn hands_from(text: &str, position: StarsCursor, last: bool) -> StarsHands<'_> {
    let StarsCursor { lines, count, has_begun: began } = position;
    let text = if lines == 0 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
    StarsHands {
        lines: NumberedLines { rest: text, number: lines, pushed_back: None },
        count,
        has_begun: began,
        is_last: last,
    }
}

/// How far a text has been read, part by part.
#[derive(Clone, Debug, Default)]
pub struct StarsCursor {
    lines: u32,
    count: usize,
    has_begun: bool,
}

/// An iterator over the hands of a text; see [`hands`].
pub struct StarsHands<'t> {
    lines: NumberedLines<'t>,
    count: usize,
    has_begun: bool,
    is_last: bool,
}

impl StarsHands<'_> {
    /// Where the next part begins; call this once the iterator has returned all hands of this part. The
    /// numbers of lines and hands continue from it.
    pub fn cursor(&self) -> StarsCursor {
        StarsCursor { lines: self.lines.number, count: self.count, has_begun: self.has_begun }
    }
}

/// A line with its number from 1, without its line ending and trailing spaces.
#[derive(Clone, Copy, Debug)]
struct NumberedLine<'t> {
    number: u32,
    text: &'t str,
}

/// The lines of a text; the last one read can be put back.
struct NumberedLines<'t> {
    rest: &'t str,
    number: u32,
    pushed_back: Option<NumberedLine<'t>>,
}

impl<'t> NumberedLines<'t> {
    /// The first line of the text not yet read, without its `\n` but otherwise as it stands; it is not consumed. A
    /// line put back is passed over: `next` would return that one, this the line after it. It tells whether a
    /// header stuck to the end of a line begins a hand.
    fn peek(&self) -> Option<&'t str> {
        self.rest.split('\n').next().filter(|_| !self.rest.is_empty())
    }
}

impl<'t> Iterator for NumberedLines<'t> {
    type Item = NumberedLine<'t>;

    /// The line put back, or else the next one, with its number from 1 in the whole text and without marks
    /// that editors leave.
    fn next(&mut self) -> Option<NumberedLine<'t>> {
        if let Some(line) = self.pushed_back.take() {
            return Some(line);
        }
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.number += 1;
        // A page break or a direction mark at the start of a line is not part of the line.
        let text = line.trim_end().trim_start_matches(['\u{feff}', '\u{200e}', '\u{c}']);
        Some(NumberedLine { number: self.number, text })
    }
}

/// True where a hand of this or another site begins, so that a text may be divided there; the line may be
/// indented.
pub fn is_hand_start(line: &str) -> bool {
    let line = line.trim_start();
    is_header(line) || other_site(line).is_some()
}

impl<'t> StarsHands<'t> {
    /// The first line of a hand and the lines after it, up to the next hand; true when there are too many, of
    /// which the rest are left out.
    fn lines_of_hand(&mut self, head: NumberedLine<'t>) -> (NumberedLine<'t>, Vec<NumberedLine<'t>>, bool) {
        // When a first line was cut off, the next hand follows on the same line.
        if let Some(at) = sites::find_glued_header(head.text, self.lines.peek()) {
            let (cut, next) = head.text.split_at(at);
            self.lines.pushed_back = Some(NumberedLine { text: next, ..head });
            return (NumberedLine { text: cut, ..head }, Vec::new(), false);
        }
        let mut lines = Vec::with_capacity(64);
        let mut too_many = false;
        let foreign = other_site(head.text.trim_start()).is_some();
        while let Some(line) = self.lines.next() {
            // Some sites begin a hand with two first lines, one after the other.
            let second = || foreign && lines.is_empty() && other_site(line.text.trim_start()).is_some();
            if is_hand_start(line.text) && !second() {
                self.lines.pushed_back = Some(line);
                break;
            }
            let glued = sites::find_glued_header(line.text, self.lines.peek());
            let text = glued.map_or(line.text, |at| &line.text[..at]);
            if lines.len() == MAX_LINES {
                too_many = true;
            } else {
                lines.push(NumberedLine { text, ..line });
            }
            if let Some(at) = glued {
                self.lines.pushed_back = Some(NumberedLine { text: &line.text[at..], ..line });
                break;
            }
        }
        (head, lines, too_many)
    }
}

/// Removes the indentation of a hand's lines: all of it, or only as much as the first line has if a player's
/// name begins with a blank.
fn strip_indent<'t>(head: &mut NumberedLine<'t>, lines: &mut [NumberedLine<'t>]) {
    let text = head.text.trim_start();
    let indent = &head.text[..head.text.len() - text.len()];
    head.text = text;
    if !indent.is_empty() || lines.iter().any(|line| line.text.starts_with(char::is_whitespace)) {
        let name_begins_blank = |line: &NumberedLine<'_>| {
            let seat = line.text.trim_start();
            seat.starts_with("Seat ") && seat.split_once(": ").is_some_and(|(_, name)| name.starts_with(' '))
        };
        let blank_names = lines.iter().any(name_begins_blank);
        for line in lines {
            line.text = match line.text.strip_prefix(indent) {
                Some(text) if blank_names => text,
                Some(_) | None => line.text.trim_start(),
            };
        }
    }
}

impl Iterator for StarsHands<'_> {
    type Item = Result<HandRecord, ReadError>;

    /// The next hand or its error, each once; `None` at the end of the text or part. The remains of a hand
    /// that was cut off count as one.
    fn next(&mut self) -> Option<Result<HandRecord, ReadError>> {
        let mut first_words = None;
        let mut remains: Option<NumberedLine<'_>> = None;
        let head = loop {
            let Some(line) = self.lines.next() else {
                if !self.has_begun && !self.is_last && remains.is_some() {
                    break None;
                }
                if self.has_begun || !self.is_last {
                    return None;
                }
                self.has_begun = true;
                // An empty text is broken; any other text is of a kind that is not supported.
                let (line, kind) = match first_words {
                    None => (1, StarsError::Empty.into()),
                    Some(line) => (line, ForeignText::Unknown.into()),
                };
                return Some(Err(ReadError { line, hand: None, kind }));
            };
            if is_hand_start(line.text) {
                break Some(line);
            }
            // The rest of a hand that was cut off counts as a hand; the one glued to it is complete.
            if let Some(at) = sites::find_glued_header(line.text, self.lines.peek()) {
                remains = remains.or(Some(NumberedLine { text: line.text[..at].trim(), ..line }));
                break Some(NumberedLine { text: &line.text[at..], ..line });
            }
            if remains.is_none() && sites::is_hand_line(line.text) {
                remains = Some(line);
            }
            if first_words.is_none() && !line.text.is_empty() {
                first_words = Some(line.number);
            }
        };
        self.has_begun = true;
        self.count += 1;
        if let Some(cut) = remains {
            self.lines.pushed_back = head;
            return Some(Err(ReadError {
                line: cut.number,
                hand: Some(self.count.to_string()),
                kind: StarsError::CutOff { before: quote(cut.text) }.into(),
            }));
        }
        let head = head?;
        let (mut head, mut lines, too_many) = self.lines_of_hand(head);
        strip_indent(&mut head, &mut lines);
        let hand = self.count.to_string();
        let unread =
            |line: u32, kind: ReadErrorKind| Some(Err(ReadError { line, hand: Some(hand.clone()), kind }));
        if let Some(kind) = other_site(head.text) {
            let foreign = match sites::foreign_language(head.text) {
                Some(language) => ForeignText::OtherLanguage { language },
                None => ForeignText::OtherSite { kind },
            };
            return unread(head.number, foreign.into());
        }
        if too_many {
            return unread(head.number, StarsError::TooManyLines.into());
        }
        if let Some(long) = std::iter::once(&head).chain(&lines).find(|line| line.text.len() > MAX_LINE) {
            return unread(long.number, StarsError::LineTooLong.into());
        }
        // The first line may be in English and the rest in another language.
        let in_english =
            |line: &NumberedLine<'_>| line.text.starts_with("Table ") || line.text.starts_with("Seat ");
        if !lines.iter().any(in_english)
            && let Some(language) = lines.iter().take(3).find_map(|line| sites::language_of_table(line.text))
        {
            return unread(head.number, ForeignText::OtherLanguage { language }.into());
        }
        let result = header::parse_header(head.text)
            .map_err(|error| LineError { line: head.number, error })
            .and_then(|header| body::read_hand(header, head.number, &hand, &lines));
        match result {
            Ok(record) => Some(Ok(record)),
            Err(LineError { line, error }) => unread(line, error.into()),
        }
    }
}

/// What is wrong with a line of a hand, and which one.
struct LineError {
    /// The line, from 1.
    line: u32,
    error: StarsError,
}

/// A text as an error quotes it: one line of at most 60 characters.
fn quote(text: &str) -> String {
    shorten(text).into_owned()
}

/// Shortens a text for a message: at most 60 characters, on one line; longer ones end with dots.
fn shorten(text: &str) -> Cow<'_, str> {
    if text.chars().count() <= 60 && !text.chars().any(char::is_control) {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|c| !c.is_control()).take(60).chain("...".chars()).collect()
}
