//! What is wrong with a book file or with the choices for a table: one line for each problem, and all of
//! them.

use std::fmt;

use crate::Rule;
use crate::reason::{Reason, ReasonValue, ReasonValueKind, ReasonValues};

/// The reason for problems of a book file; they have a sentence and no values.
pub const BOOK_FILE: &str = "book_file";

const NUMBER: ReasonValueKind = ReasonValueKind::Number;
const WORD: ReasonValueKind = ReasonValueKind::Word;

/// Every reason why a choice is refused or warned about, with its values, in alphabetical order.
pub const PROBLEM_REASONS: &[Reason] = &[
    ("above_approved", &[("at_most", NUMBER)]),
    ("ante_needed", &[("at_least", NUMBER)]),
    ("below_last_blind", &[("at_least", NUMBER)]),
    ("below_smallest_bet", &[("at_least", NUMBER)]),
    ("below_smallest_stake", &[("at_least", NUMBER)]),
    ("bets_by_round_need_limit", &[]),
    ("blinds_fall", &[("from", NUMBER), ("to", NUMBER)]),
    ("blinds_listed", &[("listed", NUMBER), ("count", NUMBER)]),
    ("blinds_needed", &[]),
    ("cap_at_ten_above_five", &[("ten", NUMBER), ("at_most", NUMBER)]),
    ("cap_needed", &[]),
    ("cap_without_percent", &[("percent", WORD)]),
    ("charge_needed", &[]),
    ("chosen_twice", &[("first", WORD)]),
    ("commission_is_from_pots", &[]),
    ("commission_is_by_time", &[]),
    ("commission_needs_change", &[("counted_in", NUMBER), ("chip", NUMBER)]),
    ("commission_rounded_to_chips", &[("counted_in", NUMBER), ("unit", NUMBER)]),
    ("deck_serves", &[("cards", NUMBER), ("at_most", NUMBER), ("hole_cards", NUMBER)]),
    ("fixed_by_the_book", &[("value", WORD)]),
    ("fixed_limit_has_one_bet", &[("from", NUMBER), ("to", NUMBER)]),
    ("follows_another", &[("by", WORD)]),
    ("has_antes", &[]),
    ("has_blinds", &[("beside", ReasonValueKind::Flag)]),
    ("is_the_smallest_bet", &[("amount", NUMBER)]),
    ("kill_wager_needed", &[]),
    ("largest_below_smallest", &[("largest", NUMBER), ("smallest", NUMBER)]),
    ("largest_bet_needed", &[]),
    ("largest_bet_needs_limit", &[]),
    ("last_blind_below_bet", &[("blind", NUMBER), ("at_least", NUMBER)]),
    ("must_be_chosen", &[]),
    ("nobody_is_low", &[("cards", NUMBER), ("ace_is_low", ReasonValueKind::Flag)]),
    ("not_a_multiple", &[("amount", NUMBER), ("unit", NUMBER)]),
    ("not_offered", &[]),
    ("not_used", &[]),
    ("nothing_given", &[]),
    ("one_opening_option", &[]),
    ("only_beside", &[("needs", WORD), ("value", WORD), ("wanted", WORD)]),
    ("only_up_to", &[("needs", WORD), ("value", WORD), ("at_most", NUMBER)]),
    ("over_blind_needs_blinds", &[]),
    ("play_below_antes", &[("play", NUMBER), ("at_least", NUMBER)]),
    ("rounds_listed", &[("listed", NUMBER), ("rounds", NUMBER)]),
    ("so_many_blinds", &[("count", WORD)]),
    ("too_high", &[("at_most", NUMBER)]),
    ("unknown_setting", &[("meant", WORD)]),
];

/// One reason why a book cannot be read or a table cannot be opened, with what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line of the book file, from 1; `None` if there is no file.
    pub line: Option<usize>,
    /// The setting or key at fault, as written.
    pub setting: String,
    /// The value given; empty if there was none.
    pub given: String,
    /// The name of the reason, which never changes; [`BOOK_FILE`] for a problem of a file.
    pub reason: &'static str,
    /// The values that explain it, each with its name.
    pub values: ReasonValues,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// What was expected, in lower case and without a full stop; empty if `message` says it.
    pub expected: String,
    /// The rule that is broken, if it is one of the named rules.
    pub rule: Option<Rule>,
    /// The register ids of the clauses behind it, in the book's order.
    pub cites: Vec<String>,
}

impl Problem {
    /// A problem of a book file, with the reason [`BOOK_FILE`] and without citations, until the caller gives
    /// it others. `given` is empty if nothing was given, `expected` if `what` says it.
    pub(crate) fn new(
        setting: &str,
        given: &str,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem {
        Problem {
            line: None,
            setting: setting.to_owned(),
            given: given.to_owned(),
            reason: BOOK_FILE,
            values: ReasonValues::new(),
            message: what.into(),
            expected: expected.into(),
            rule: None,
            cites: Vec::new(),
        }
    }

    /// Sets the reason: a name of [`PROBLEM_REASONS`], by which clients word the problem.
    pub(crate) fn with_reason(&mut self, reason: &'static str) -> &mut Problem {
        self.reason = reason;
        self
    }

    /// Adds a value that explains it, under the name that [`PROBLEM_REASONS`] lists for the reason; every
    /// listed value must be added.
    pub(crate) fn with_value(&mut self, name: &'static str, value: impl Into<ReasonValue>) -> &mut Problem {
        self.values.push((name, value.into()));
        self
    }

    /// The problem with the line of the book file that it is on, from 1.
    pub(crate) fn at_line(mut self, line: usize) -> Problem {
        self.line = Some(line);
        self
    }

    /// Whether a register id is among the citations; for tests.
    pub fn has_citation(&self, id: &str) -> bool {
        self.cites.iter().any(|cited| cited == id)
    }
}

impl fmt::Display for Problem {
    /// Writes the problem on one line: line, setting and value, what is wrong, what was expected, citations.
    /// For people and the terminal; no program may take it apart.
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
        f.write_str(&one_line(&self.message))?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", one_line(&self.expected))?;
        }
        if !self.cites.is_empty() {
            write!(f, " ({})", self.cites.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// The text with line breaks and other control characters made visible, cut to 200 characters: what people
/// typed must not break a problem's line.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut line: String =
        text.chars().take(LONGEST).flat_map(|c| escaped(c).collect::<Vec<char>>()).collect();
    if text.chars().count() > LONGEST {
        line.push_str("...");
    }
    line
}

/// The character, or its escape such as `\u{7}` if it is a control character.
fn escaped(c: char) -> Box<dyn Iterator<Item = char>> {
    if c.is_control() { Box::new(c.escape_default()) } else { Box::new(std::iter::once(c)) }
}

/// Joins words as in a sentence: `a, b or c`; empty for none.
pub(crate) fn join_with_or(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// The name nearest to the one written, for suggestions; `None` if none is near enough to be meant, with as
/// many letters wrong as a third of those written and one more.
pub(crate) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = written.chars().count() / 3 + 1;
    names
        .map(|name| (distance(written, name), name))
        .filter(|(far, _)| *far <= allowed)
        .min()
        .map(|(_, name)| name)
}

/// The edit distance: how many letters to add, drop or change to turn one word into the other. Only the first
/// hundred letters of `a` count, so that long input costs little.
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
