//! What comes of running a case: every event, the result of each line, and what was not as the script says.

use chips::Chips;
use rulebook::Rule;
use seating::Seat;

use crate::failure::CaseFailure;

/// The result of running a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseReport {
    /// The heading of the case.
    pub title: String,
    /// The book that it was played by.
    pub book: String,
    /// Every event and refusal, in order.
    pub events: Vec<TranscriptEntry>,
    /// The decided events of each hand in order, starting with the opening of the hand.
    pub hands: Vec<Vec<table::Event>>,
    /// The stacks at the end of each hand, each with the number of the entry that ended the hand.
    pub stacks: Vec<(usize, Vec<(Seat, Chips)>)>,
    /// The result of each act and expectation.
    pub outcomes: Vec<LineOutcome>,
    /// Everything that was not as the script says.
    pub failures: Vec<CaseFailure>,
}

impl CaseReport {
    /// True when everything was as the script says, which is when `failures` is empty; the command then exits
    /// with 0.
    pub fn has_passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// True when the script could not be understood at this table, for instance because it names a book or
    /// card that does not exist; the command then exits with 2.
    pub fn is_unreadable(&self) -> bool {
        self.failures.iter().any(CaseFailure::is_unreadable)
    }
}

/// An event or a refusal in the transcript of a case.
#[derive(Clone, Debug, PartialEq)]
pub struct TranscriptEntry {
    /// Its number in the case, from 1.
    pub n: usize,
    /// The line of the script that caused it.
    pub line: usize,
    /// The kind of event, or `refused`.
    pub event: &'static str,
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// The street's total for a bet or raise, otherwise the amount that moves.
    pub amount: Option<Chips>,
    /// What happened, in words.
    pub ruling: String,
    /// The rule that it rests on.
    pub rule: Rule,
    /// The register ids that the book gives the rule.
    pub clauses: Vec<String>,
}

/// The result of one line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineOutcome {
    /// The line, from 1.
    pub line: usize,
    /// The line as it was written, without its comment.
    pub text: String,
    /// What the act counted as, or what was found.
    pub found: String,
    /// The register ids behind it; the name of the rule where there are none.
    pub clauses: Vec<String>,
    /// True when the result was as the line says.
    pub passed: bool,
}
