//! What of a case was not as the script says, or could not be played.

use std::fmt;

use chips::Chips;
use rulebook::{Problem, Rule};
use seating::Seat;
use table::{HouseProblem, NotPoker, TableRefusalReason};

/// A line whose result was not as it says.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseFailure {
    /// The line, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub kind: CaseFailureKind,
}

impl CaseFailure {
    /// True when the script cannot be understood at this table, as opposed to a line that does not hold: the
    /// command exits with 2 instead of 1.
    pub fn is_unreadable(&self) -> bool {
        match &self.kind {
            CaseFailureKind::UnknownBook { .. } | CaseFailureKind::CannotDeal(_) => true,
            CaseFailureKind::CannotOpen(_)
            | CaseFailureKind::CannotGoOn(_)
            | CaseFailureKind::HandRunning
            | CaseFailureKind::Commission { .. }
            | CaseFailureKind::Mismatch { .. } => false,
        }
    }
}

impl fmt::Display for CaseFailure {
    /// One line for a person: the line of the script, then what was expected and found. Test reports and the
    /// command print it; no code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

/// What was not as the script says.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseFailureKind {
    /// The script names a book that is not known.
    UnknownBook {
        /// The name in the script.
        name: String,
        /// The names of the built-in books.
        known: Vec<&'static str>,
    },
    /// A hand that the script does not open itself cannot be opened.
    CannotOpen(RefusalCause),
    /// What follows by itself was refused.
    CannotGoOn(RefusalCause),
    /// The next card, which the script may have named, was refused.
    CannotDeal(RefusalCause),
    /// Seats are placed while a hand is played.
    HandRunning,
    /// The pots cannot bear the commission that a record states.
    Commission {
        /// The amounts of the record.
        stated: Vec<Chips>,
        /// The pots, main pot first.
        pots: Vec<Chips>,
    },
    /// The result of a statement was not as it says.
    Mismatch {
        /// The statement as it was written.
        statement: String,
        /// How they differ.
        mismatch: Mismatch,
    },
}

impl fmt::Display for CaseFailureKind {
    /// What was expected and found, without the line number; a mismatch repeats the statement as it was written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseFailureKind::UnknownBook { name, known } => {
                write!(f, "`{name}` is not a book: expected one of {}", known.join(", "))
            }
            CaseFailureKind::CannotOpen(cause) => write!(f, "the table cannot be opened: {cause}"),
            CaseFailureKind::CannotGoOn(cause) => write!(f, "play cannot continue: {cause}"),
            CaseFailureKind::CannotDeal(cause) => {
                write!(f, "play cannot continue: {cause}: name another card")
            }
            CaseFailureKind::HandRunning => {
                write!(f, "a hand is being played: seats are placed before it or after it")
            }
            CaseFailureKind::Commission { stated, pots } => {
                write!(f, "record commission {}: refused, as ", joined(stated, " "))?;
                if pots.is_empty() {
                    write!(f, "no pots")?;
                } else {
                    write!(f, "pots of {}", joined(pots, " "))?;
                }
                write!(
                    f,
                    " cannot bear it: give an amount for each pot, main pot first, none larger than its pot"
                )
            }
            CaseFailureKind::Mismatch { statement, mismatch } => write!(f, "{statement}: {mismatch}"),
        }
    }
}

/// How the result of a statement differs from what it says. What was found is in the words of the transcript.
#[derive(Clone, Debug, PartialEq)]
pub enum Mismatch {
    /// It was refused.
    Refused {
        /// Why.
        cause: RefusalCause,
        /// The clauses that the refusal rests on.
        clauses: Vec<String>,
    },
    /// It was expected to be refused.
    NotRefused {
        /// What happened.
        found: String,
    },
    /// A rule or clause was expected to be cited.
    NotCited {
        /// The name of the rule, or the id of the clause.
        expected: String,
        /// The rules that were cited.
        cited: Vec<Rule>,
        /// The clauses of a refusal; empty if nothing was refused.
        clauses: Vec<String>,
    },
    /// Another amount than the line says.
    OtherAmount {
        /// What happened.
        found: String,
    },
    /// Another act than the line says.
    OtherAct {
        /// What happened.
        found: String,
    },
    /// The act was expected to be all-in.
    NotAllIn {
        /// What happened.
        found: String,
    },
    /// The bet or raise was expected to be full, or short.
    NotOfSize {
        /// Whether it was expected to be full.
        full: bool,
        /// What happened.
        found: String,
    },
    /// The table is not as expected.
    Found(String),
    /// No hand was opened.
    NoHand,
    /// It is not the turn of this seat.
    NotOnTurn {
        /// The seat.
        seat: Seat,
        /// Whose turn it is.
        turn: Option<Seat>,
    },
}

impl fmt::Display for Mismatch {
    /// What was found in place of what the statement says, in the words of the transcript; clauses are in
    /// parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_brackets = |f: &mut fmt::Formatter<'_>, clauses: &[String]| {
            if clauses.is_empty() { Ok(()) } else { write!(f, " ({})", clauses.join(", ")) }
        };
        match self {
            Mismatch::Refused { cause, clauses } => {
                write!(f, "refused: {cause}")?;
                in_brackets(f, clauses)
            }
            Mismatch::NotRefused { found } => write!(f, "expected a refusal, found: {found}"),
            Mismatch::NotCited { expected, cited, clauses } => {
                let cited: Vec<&str> = cited.iter().map(|rule| rule.name()).collect();
                write!(f, "expected {expected} to be cited, found {}", cited.join(", "))?;
                in_brackets(f, clauses)
            }
            Mismatch::OtherAmount { found } => write!(f, "expected that amount, found: {found}"),
            Mismatch::OtherAct { found } => write!(f, "it counts as: {found}"),
            Mismatch::NotAllIn { found } => write!(f, "it is not all-in: {found}"),
            Mismatch::NotOfSize { full: true, found } => write!(f, "it is not full: {found}"),
            Mismatch::NotOfSize { full: false, found } => write!(f, "it is not short: {found}"),
            Mismatch::Found(found) => write!(f, "found {found}"),
            Mismatch::NoHand => write!(f, "no hand was opened"),
            Mismatch::NotOnTurn { seat, turn: Some(turn) } => {
                write!(f, "it is not seat {seat}'s turn to act, but seat {turn}'s")
            }
            Mismatch::NotOnTurn { seat, turn: None } => {
                write!(f, "it is nobody's turn to act, so not seat {seat}'s")
            }
        }
    }
}

/// Why something that a script asks for was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum RefusalCause {
    /// The table refused it.
    Table(TableRefusalReason),
    /// The book does not allow the choices.
    Choices(Vec<Problem>),
    /// The machine does not play the choices.
    NotPlayed(Vec<HouseProblem>),
    /// The book is of a game against the house.
    OtherGame {
        /// Why it is not dealt here.
        why: NotPoker,
        /// The ids of the books that can be used.
        books: Vec<&'static str>,
    },
    /// There is no book to play by.
    NoBook,
    /// No table was opened.
    NoTable,
}

impl fmt::Display for RefusalCause {
    /// The reason in the words of the table or the book; several reasons are separated by semicolons.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalCause::Table(why) => write!(f, "{why}"),
            RefusalCause::Choices(problems) => write!(f, "{}", joined(problems, "; ")),
            RefusalCause::NotPlayed(problems) => write!(f, "{}", joined(problems, "; ")),
            RefusalCause::OtherGame { why, books } => {
                write!(f, "{why}: expected a book of poker: {}", books.join(", "))
            }
            RefusalCause::NoBook => write!(f, "no book"),
            RefusalCause::NoTable => write!(f, "there is no table"),
        }
    }
}

/// The items of a list as one text of a message, in their order.
fn joined<T: fmt::Display>(list: &[T], separator: &str) -> String {
    list.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}
