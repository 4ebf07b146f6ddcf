//! From the text of a script to its cases, all at once or one after another.

use cards::CardSet;
use seating::Seat;

use super::dealing::hands;
use super::reading::Reader;
use super::{Case, MOST_BYTES, Problem, Script, SeatAct, Step, Told};

/// Reads a script.
///
/// # Errors
/// The first line that cannot be read, with what would do.
pub fn parse(text: &str) -> Result<Script, Problem> {
    if text.len() > MOST_BYTES {
        let what = format!("the script has {} bytes: at most {MOST_BYTES} are read", text.len());
        return Err(Problem { line: 1, what });
    }
    let mut reader = CaseReader::new();
    let mut cases = Vec::new();
    for line in text.lines() {
        cases.extend(reader.line(line)?);
    }
    cases.extend(reader.finish()?);
    Ok(Script { cases })
}

/// Reads a script line by line and gives each case when it is complete, so that a script of any length takes the
/// memory of one case.
#[derive(Default)]
pub struct CaseReader {
    reader: Reader,
    /// The line read last, from 1.
    line: usize,
}

impl CaseReader {
    /// A reader at the beginning of a script.
    #[must_use]
    pub fn new() -> CaseReader {
        CaseReader::default()
    }

    /// Takes the next line, without its ending; gives the case before it where a heading begins another.
    ///
    /// # Errors
    /// The line cannot be read, or the case before it names a card twice. Nothing is to be read after that.
    pub fn line(&mut self, line: &str) -> Result<Option<Case>, Problem> {
        self.line += 1;
        // Some editors begin a file with a mark of its encoding.
        let line = if self.line == 1 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        let done = self.reader.line(self.line, line);
        self.given(done.map_err(|what| Problem { line: self.line, what })?)
    }

    /// The last case.
    ///
    /// # Errors
    /// The script is empty, or its last case names a card twice.
    pub fn finish(mut self) -> Result<Option<Case>, Problem> {
        let Reader { preamble, common, case } = &mut self.reader;
        let case = match case.take() {
            Some(case) => case,
            None if preamble.is_empty() => {
                let what = "the script is empty: it begins with a table, such as house standard".to_owned();
                return Err(Problem { line: self.line.max(1), what });
            }
            None => {
                let (steps, proves) = (std::mem::take(preamble), std::mem::take(common));
                Case { title: String::new(), line: 1, proves, steps }
            }
        };
        self.given(Some(case))
    }

    fn given(&self, case: Option<Case>) -> Result<Option<Case>, Problem> {
        if let Some(case) = &case {
            cards_are_named_once(&case.steps)?;
        }
        Ok(case)
    }
}

/// A card that a hand names in two places is a fault of the script, not of the deal.
fn cards_are_named_once(steps: &[Step]) -> Result<(), Problem> {
    for hand in hands(steps) {
        let mut board = CardSet::EMPTY;
        let mut holes: Vec<(Seat, CardSet)> = Vec::new();
        for step in &steps[hand] {
            let (of, named) = match &step.told {
                Told::Cards { seat, cards } => (Some(*seat), cards),
                Told::Act { seat, act: SeatAct::Show(cards), .. } => (Some(*seat), cards),
                Told::Board(cards) => (None, cards),
                Told::House(_)
                | Told::Game(_)
                | Told::Set { .. }
                | Told::Alter(_)
                | Told::Seats { .. }
                | Told::Button(_)
                | Told::Record(_)
                | Told::Deck(_)
                | Told::Open(_)
                | Told::Deal { .. }
                | Told::Dealer { .. }
                | Told::Act { .. }
                | Told::Expect(_) => continue,
            };
            for card in named.iter().filter_map(|card| card.known()) {
                let elsewhere = holes.iter().any(|(seat, set)| Some(*seat) != of && set.contains(card))
                    || (of.is_some() && board.contains(card));
                if elsewhere {
                    let what = format!("{card} is in two places: a deck has each card once");
                    return Err(Problem { line: step.line, what });
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
