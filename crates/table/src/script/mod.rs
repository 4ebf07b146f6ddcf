//! Hand scripts: a table, acts and expectations in plain lines, for tests, transcripts and rulings.
//!
//! [`parse`] reads a text, [`run`] plays one of its cases on a [`crate::Table`] and checks the expectations,
//! and [`transcript`] lists what happened with the clauses. `docs/script.md` describes the language.
//!
//! ```
//! use table::script::{self, RunOptions};
//!
//! let script = script::parse(
//!     "house  dunedin-17.7\n\
//!      game   no-limit holdem 100/200\n\
//!      seats  1:650 2:20000 3:20000  button 3\n\
//!      3 raises to 600\n\
//!      1 all-in           => raises to 650\n\
//!      2 calls\n\
//!      3 raises to 1250   => refused short-all-in-does-not-reopen\n",
//! )
//! .unwrap();
//! let report = script::run(&script.cases[0], &RunOptions::default());
//! assert!(report.has_passed(), "{:?}", report.failures);
//! ```

mod acts;
mod builder;
mod cases;
mod deck_acts;
mod expectations;
mod menus;
mod opening;
mod runner;
mod seats;
mod shoe;
mod transcripts;
mod verdicts;
mod words;

use std::fmt;

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::{Book, Rule};
use seating::{Actor, Seat, Seats};

use crate::ending::VoidReason;

pub use cases::{CaseReader, parse};
pub use runner::run;
pub use transcripts::transcript;

/// The longest script, in bytes: room for many thousands of lines, but small enough to read at once.
pub const MOST_BYTES: usize = 1 << 20;

/// The longest line, in bytes.
pub const MOST_LINE_BYTES: usize = 1000;

/// The most acts in a case, preamble included: no hand needs more, and a case takes no noticeable time.
pub const MOST_STEPS: usize = 5000;

/// A script after reading: one case, or several under headings.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The cases in the order of the text.
    pub cases: Vec<Case>,
}

/// One table with its acts and expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The text of the heading; empty in a script without headings.
    pub title: String,
    /// The line of the heading, or 1.
    pub line: usize,
    /// What the case proves: register ids, names of rules or of settings.
    pub proves: Vec<String>,
    pub(crate) steps: Vec<ScriptStep>,
}

impl Case {
    /// The book that the case names; `None` for the default book.
    pub fn house(&self) -> Option<&str> {
        self.steps.iter().rev().find_map(|step| step.statement.house())
    }

    /// The rule names and register ids that the case expects to be cited, and those that it proves.
    pub fn claims(&self) -> impl Iterator<Item = &str> {
        let cited = self.steps.iter().flat_map(|step| step.statement.cites());
        cited.map(ExpectedCitation::name).chain(self.proves.iter().map(String::as_str))
    }

    /// The settings that the case chooses or alters.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        self.choices().map(|(setting, _)| setting)
    }

    /// The settings that the case chooses and alters, in the order of its lines: name and value as written.
    pub fn choices(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.steps.iter().flat_map(|step| step.statement.choices());
        pairs.map(|(setting, value)| (setting.as_str(), value.as_str()))
    }
}

/// Why a text is not a valid script: one line that says where, what is wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what was expected, in lower case and without a full stop.
    pub what: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ScriptError {}

/// Options for running a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions<'a> {
    /// The book to play by instead of the one that the script names.
    pub book: Option<&'a Book>,
    /// Books that a script may name besides the built-in ones, each with the name that scripts use for it.
    pub books: &'a [(String, Book)],
    /// Choices added to those of the script, which they override.
    pub choices: &'a [(String, String)],
    /// Changes to the house, to see whether the case notices them.
    pub changes: &'a [HouseChange],
}

/// A change to a house after everything was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseChange {
    /// A rule struck from the book.
    Without(Rule),
    /// A rule that the machine ignores, although the book still has it and its clauses are cited.
    Ignored(Rule),
    /// A setting given another value, whether the book offers it or not.
    With {
        /// The setting.
        setting: String,
        /// The value.
        value: String,
    },
}

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
    pub hands: Vec<Vec<crate::Event>>,
    /// The stacks at the end of each hand, each with the number of the entry that ended the hand.
    pub stacks: Vec<(usize, Vec<(Seat, Chips)>)>,
    /// The result of each act and expectation.
    pub outcomes: Vec<LineOutcome>,
    /// Everything that was not as the script says.
    pub failures: Vec<CaseFailure>,
}

impl CaseReport {
    /// True when everything was as the script says.
    pub fn has_passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// True when the script could not be understood at this table, for instance because it names a book or
    /// card that does not exist.
    pub fn is_unreadable(&self) -> bool {
        self.failures.iter().any(|failure| failure.unreadable)
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

/// A line whose result was not as it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFailure {
    /// The line, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub what: String,
    /// True when the script cannot be understood at this table.
    pub unreadable: bool,
}

impl fmt::Display for CaseFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// A statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScriptStep {
    pub line: usize,
    pub text: String,
    pub statement: Statement,
}

/// What a line of a script states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    House(String),
    /// Settings from the game line; the smallest bet follows the blinds where the book leaves it open.
    Game(Vec<(String, String)>),
    Set {
        pairs: Vec<(String, String)>,
        /// The settings take effect with the next hand, as a new game.
        anew: bool,
        expect: Option<ExpectedOutcome>,
    },
    Alter(Vec<(String, String)>),
    Seats {
        stacks: Vec<(Seat, Chips)>,
        button: Option<Seat>,
    },
    Button(Seat),
    /// Something taken from a record instead of the book: commission by pot, or the order of showing.
    Record(RecordStatement),
    Cards {
        seat: Seat,
        cards: Vec<HiddenCard>,
    },
    Board(Vec<HiddenCard>),
    Deck(Vec<Card>),
    Open(Option<ExpectedOutcome>),
    Deal {
        count: u32,
        expect: Option<ExpectedOutcome>,
    },
    /// A shuffle, a cut, a hand declared void, new cards or a check of them.
    Dealer {
        act: DealerAct,
        by: Option<Actor>,
        expect: Option<ExpectedOutcome>,
    },
    Act {
        seat: Seat,
        act: SeatAct,
        by: Option<Actor>,
        expect: Option<ExpectedOutcome>,
    },
    Expect(Expectation),
}

impl Statement {
    /// True for a statement about the shuffle or cut: a script that has one records both at the table.
    pub fn is_shuffle_or_cut(&self) -> bool {
        matches!(self, Statement::Dealer { act: DealerAct::Shuffle(_) | DealerAct::Cut(_), .. })
    }

    fn house(&self) -> Option<&str> {
        if let Statement::House(name) = self { Some(name) } else { None }
    }

    fn choices(&self) -> &[(String, String)] {
        if let Statement::Set { pairs, .. } | Statement::Alter(pairs) = self { pairs } else { &[] }
    }

    pub fn cites(&self) -> &[ExpectedCitation] {
        match self {
            Statement::Set { expect, .. }
            | Statement::Open(expect)
            | Statement::Deal { expect, .. }
            | Statement::Dealer { expect, .. }
            | Statement::Act { expect, .. } => expect.as_ref().map_or(&[], |outcome| &outcome.cites),
            Statement::Expect(Expectation::Cites(cites)) => cites,
            Statement::Expect(_)
            | Statement::House(_)
            | Statement::Game(_)
            | Statement::Alter(_)
            | Statement::Seats { .. }
            | Statement::Button(_)
            | Statement::Record(_)
            | Statement::Cards { .. }
            | Statement::Board(_)
            | Statement::Deck(_) => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RecordStatement {
    Commission(Vec<Chips>),
    Showdown,
}

/// What the dealer does with the deck, or an official about the cards or the hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DealerAct {
    /// The number of cards; `None` for the full deck.
    Shuffle(Option<u8>),
    Cut(u8),
    Void(VoidReason),
    /// The clock is called on a seat.
    Clock(Seat),
    /// New cards in place of old ones, and the reason.
    Replace(Vec<Card>, String),
    /// The new cards that were found, and how many cards the deck has; `None` for the full deck.
    Check(Vec<Card>, Option<u8>),
}

/// What a seat does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SeatAct {
    Fold,
    Check,
    Call(Option<Chips>),
    CallAndFold,
    /// A bet or raise to a total.
    To(Chips),
    /// A raise by this much over the highest bet.
    By(Chips),
    AllIn(Option<AllInAmount>),
    Post(Option<Chips>),
    OverBlind(Option<Chips>),
    Show(Vec<HiddenCard>),
    Muck,
    /// The seat's own cards, after the hand is over.
    TurnUp(Vec<HiddenCard>),
    Share,
    Sit {
        stack: Chips,
        person: Option<u64>,
        posts: bool,
    },
    Leave,
    SitOut,
    SitIn {
        posts: bool,
    },
    Buy(Chips),
    TakeOff(Chips),
    /// The time to act ran out.
    TimeUp,
    DeclineBlind,
    /// A bet in money that is not chips.
    Cash,
}

/// The amount that a script gives for an all-in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AllInAmount {
    /// The street's total.
    To(Chips),
    /// The amount added.
    For(Chips),
    /// Either of the two.
    Either(Chips),
}

/// What an act is expected to count as, and by which rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExpectedOutcome {
    pub ruling: ExpectedRuling,
    pub all_in: bool,
    pub full: Option<bool>,
    pub cites: Vec<ExpectedCitation>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ExpectedRuling {
    Accepted,
    Refused,
    Fold,
    Check,
    Call(Option<Chips>),
    Bet(Option<Chips>),
    Raise(Option<Chips>),
    /// A bet or raise to this total.
    To(Chips),
    Post(Option<Chips>),
    Show,
    Muck,
}

/// A rule by its name, a row of the register, or a decided reading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExpectedCitation {
    Rule(Rule),
    Row(String),
}

impl ExpectedCitation {
    pub fn name(&self) -> &str {
        match self {
            ExpectedCitation::Rule(rule) => rule.name(),
            ExpectedCitation::Row(id) => id,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expectation {
    Pots(Vec<(Chips, Option<Seats>)>),
    Pot(Chips),
    Stacks(Vec<(Seat, Chips)>),
    Menu {
        seat: Seat,
        how: MenuMatch,
        items: Vec<MenuItem>,
    },
    ToAct(Option<Seat>),
    ToShow(Option<Seat>),
    ToCall(Seat, Chips),
    FirstToShow(Seat),
    Street(Street),
    Winners(Seats),
    Awards(Vec<(Seat, Chips)>),
    Wins(Seat, Chips),
    Returned(Vec<(Seat, Chips)>),
    Commission(Vec<Chips>),
    Posted(Vec<(Seat, Chips)>),
    Shown(Seats),
    Mucked(Seats),
    Folded(Seats),
    AllIn(Seats),
    DealtIn(Seats),
    Over(bool),
    Button(Seat),
    Blinds(Vec<Option<Seat>>),
    Board(Vec<HiddenCard>),
    Cards(Seat, Vec<HiddenCard>),
    Burns(Vec<HiddenCard>),
    Cites(Vec<ExpectedCitation>),
    /// Words expected in an event since the last act.
    Ruling(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MenuMatch {
    Exactly,
    Has,
    Lacks,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MenuItem {
    Fold,
    Check,
    Call(Option<Chips>),
    CallAndFold,
    Bet(Option<AmountRange>),
    Raise(Option<AmountRange>),
    AllIn(Option<Chips>),
}

/// From one total to another, or up to whatever is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AmountRange {
    pub least: Chips,
    pub most: Option<Chips>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Street {
    Betting(u8),
    Showdown,
    Over,
}
