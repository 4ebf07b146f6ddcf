//! Reads the text of a script into its cases, all at once or one after another.

mod acts;
mod deck_acts;
mod lines;
mod menus;
mod words;

use cards::CardSet;
use seating::Seat;

use self::lines::CaseBuilder;
use crate::case::{Case, Script, hand_ranges};
use crate::error::{ScriptError, ScriptErrorKind};
use crate::statement::{ScriptStep, SeatAct, Statement};

/// The longest script, in bytes: room for many thousands of lines, but small enough to read at once.
pub const MOST_BYTES: usize = 1 << 20;

/// The longest line, in bytes.
pub const MOST_LINE_BYTES: usize = 1000;

/// The most acts in a case, preamble included: no hand needs more, and a case takes no noticeable time.
pub const MOST_STEPS: usize = 5000;

/// Reads a complete script of at most [`MOST_BYTES`] into its cases; one line that cannot be read makes all
/// of it unreadable. A longer text is read case by case, with [`CaseReader`].
///
/// # Errors
/// The first line that cannot be read, with what was expected.
pub fn parse(text: &str) -> Result<Script, ScriptError> {
    if text.len() > MOST_BYTES {
        return Err(ScriptError { line: 1, kind: ScriptErrorKind::ScriptTooLong { bytes: text.len() } });
    }
    let mut reader = CaseReader::new();
    let mut cases = Vec::new();
    for line in text.lines() {
        cases.extend(reader.read_line(line)?);
    }
    cases.extend(reader.finish()?);
    Ok(Script { cases })
}

/// Reads a script line by line and returns each case once it is complete, so that a script of any length
/// needs memory for only one case.
#[derive(Default)]
pub struct CaseReader {
    reader: CaseBuilder,
    /// The number of the line read last, from 1.
    line: usize,
}

impl CaseReader {
    /// A reader before the first line of a script; lines are counted from here, so each script needs a reader
    /// of its own.
    #[must_use]
    pub fn new() -> CaseReader {
        CaseReader::default()
    }

    /// Reads the next line, without its line ending; returns the previous case if the line is a heading,
    /// complete and checked.
    ///
    /// # Errors
    /// The line cannot be read, or the previous case names a card twice. Stop reading after an error.
    pub fn read_line(&mut self, line: &str) -> Result<Option<Case>, ScriptError> {
        self.line += 1;
        // Some editors put a byte order mark at the start of a file.
        let line = if self.line == 1 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let done = self.reader.read_line(self.line, line);
        self.checked_case(done.map_err(|kind| ScriptError { line: self.line, kind })?)
    }

    /// Ends the script and returns its last case, once every line has been read. A script without headings is
    /// one case without a title.
    ///
    /// # Errors
    /// The script is empty, or its last case names a card twice.
    pub fn finish(mut self) -> Result<Option<Case>, ScriptError> {
        let CaseBuilder { preamble, common, case } = &mut self.reader;
        let case = match case.take() {
            Some(case) => case,
            None if preamble.is_empty() => {
                return Err(ScriptError { line: self.line.max(1), kind: ScriptErrorKind::EmptyScript });
            }
            None => {
                let (steps, proves) = (std::mem::take(preamble), std::mem::take(common));
                Case { title: String::new(), line: 1, proves, steps }
            }
        };
        self.checked_case(Some(case))
    }

    /// The case as it is, unless a hand in it names a card twice: every case passes here before a caller gets
    /// it.
    fn checked_case(&self, case: Option<Case>) -> Result<Option<Case>, ScriptError> {
        if let Some(case) = &case {
            check_cards_named_once(&case.steps)?;
        }
        Ok(case)
    }
}

/// Refuses a hand that names a card in two places: that is a mistake in the script, not in the deal. Naming a
/// seat's own card again, as in a show, is allowed.
fn check_cards_named_once(steps: &[ScriptStep]) -> Result<(), ScriptError> {
    for hand in hand_ranges(steps) {
        let mut board = CardSet::EMPTY;
        let mut holes: Vec<(Seat, CardSet)> = Vec::new();
        for step in &steps[hand] {
            let (of, named) = match &step.statement {
                Statement::Cards { seat, cards } => (Some(*seat), cards),
                Statement::Act { seat, act: SeatAct::Show(cards), .. } => (Some(*seat), cards),
                Statement::Board(cards) => (None, cards),
                Statement::House(_)
                | Statement::Game(_)
                | Statement::Set { .. }
                | Statement::Alter(_)
                | Statement::Seats { .. }
                | Statement::Button(_)
                | Statement::Record(_)
                | Statement::Deck(_)
                | Statement::Open(_)
                | Statement::Deal { .. }
                | Statement::Dealer { .. }
                | Statement::Act { .. }
                | Statement::Expect(_) => continue,
            };
            for card in named.iter().filter_map(|card| card.known_card()) {
                let elsewhere = holes.iter().any(|(seat, set)| Some(*seat) != of && set.contains(card))
                    || (of.is_some() && board.contains(card));
                if elsewhere {
                    let kind = ScriptErrorKind::CardInTwoPlaces { card };
                    return Err(ScriptError { line: step.line, kind });
                }
                match of {
                    None => {
                        board.insert(card);
                    }
                    Some(seat) => match holes.iter_mut().find(|(other, _)| *other == seat) {
                        Some((_, set)) => {
                            set.insert(card);
                        }
                        None => holes.push((seat, CardSet::of(card))),
                    },
                }
            }
        }
    }
    Ok(())
}
