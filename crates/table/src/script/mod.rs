//! Hand scripts: a table, acts and expectations in plain lines, for tests, transcripts and rulings.
//!
//! [`parse`] reads a text, [`run`] plays one case of it on a [`crate::Table`] and checks what is expected,
//! [`transcript`] tells what happened with the clauses. `docs/script.md` describes the language.
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

/// The longest script, in bytes: many thousand lines, and little enough to be read at once.
pub const MOST_BYTES: usize = 1 << 20;

/// The longest line, in bytes.
pub const MOST_LINE_BYTES: usize = 1000;

/// The most acts of one case, preamble included: no hand needs more, and a case ends in a blink.
pub const MOST_STEPS: usize = 5000;

/// A script as it was read: one case, or several under headings.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The cases in the order of the text.
    pub cases: Vec<Case>,
}

/// One table with its acts and expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What the heading says; empty in a script without headings.
    pub title: String,
    /// The line of the heading, or 1.
    pub line: usize,
    /// What the case proves: register ids, names of rules or of settings.
    pub proves: Vec<String>,
    pub(crate) steps: Vec<ScriptStep>,
}

impl Case {
    /// The book the case names; `None` where the default is meant.
    pub fn house(&self) -> Option<&str> {
        self.steps.iter().rev().find_map(|step| step.statement.house())
    }

    /// The names of rules and register ids that the case expects to be cited, and those it proves.
    pub fn claims(&self) -> impl Iterator<Item = &str> {
        let cited = self.steps.iter().flat_map(|step| step.statement.cites());
        cited.map(ExpectedCitation::name).chain(self.proves.iter().map(String::as_str))
    }

    /// The settings that the case chooses or alters.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        self.choices().map(|(setting, _)| setting)
    }

    /// What the case chooses and alters in its lines, in their order: setting and value as they are written.
    pub fn choices(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.steps.iter().flat_map(|step| step.statement.choices());
        pairs.map(|(setting, value)| (setting.as_str(), value.as_str()))
    }
}

/// Why a text is no script: one line that says where, what, and what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what would do, in lower case and without a full stop.
    pub what: String,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ScriptError {}

/// How a case is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions<'a> {
    /// The book to play by instead of the one the script names.
    pub book: Option<&'a Book>,
    /// Books that a script may name besides the built-in ones, each by the name it goes by there.
    pub books: &'a [(String, Book)],
    /// Choices besides those of the script, which they override.
    pub choices: &'a [(String, String)],
    /// Changes to the house, to see whether the case notices.
    pub changes: &'a [HouseChange],
}

/// A change to a house after everything was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseChange {
    /// A rule struck out of the book.
    Without(Rule),
    /// A rule that the machine does not play by, though the book has it and its clauses are cited.
    Ignored(Rule),
    /// A setting with another value, whatever the book offers.
    With {
        /// The setting.
        setting: String,
        /// The value.
        value: String,
    },
}

/// What came of a case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaseReport {
    /// The heading of the case.
    pub title: String,
    /// The book it was played by.
    pub book: String,
    /// Every event and refusal in order.
    pub events: Vec<TranscriptEntry>,
    /// The decided events of each hand, in order, the opening of the hand first.
    pub hands: Vec<Vec<crate::Event>>,
    /// The stacks at the end of each hand, with the number of the entry that ended it.
    pub stacks: Vec<(usize, Vec<(Seat, Chips)>)>,
    /// What came of each act and expectation.
    pub outcomes: Vec<LineOutcome>,
    /// What did not hold.
    pub failures: Vec<CaseFailure>,
}

impl CaseReport {
    /// True when everything held.
    pub fn has_passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// True when something in the script could not be understood at this table: a book or a card that is not there.
    pub fn is_unreadable(&self) -> bool {
        self.failures.iter().any(|failure| failure.unreadable)
    }
}

/// An event or a refusal, with what it was held to be.
#[derive(Clone, Debug, PartialEq)]
pub struct TranscriptEntry {
    /// Counts from 1 in the case.
    pub n: usize,
    /// The line of the script it came of.
    pub line: usize,
    /// The kind of event, or `refused`.
    pub event: &'static str,
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// The street's total of a bet or raise, otherwise what moves.
    pub amount: Option<Chips>,
    /// What happened, in words.
    pub ruling: String,
    /// The rule it rests on.
    pub rule: Rule,
    /// The register ids of the rule under the book.
    pub clauses: Vec<String>,
}

/// What came of one line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineOutcome {
    /// The line, from 1.
    pub line: usize,
    /// The line as it was written, without its comment.
    pub text: String,
    /// What it was held to be, or what was found.
    pub found: String,
    /// The register ids behind it; the rule's name where there are none.
    pub clauses: Vec<String>,
    /// True when what the line says held.
    pub passed: bool,
}

/// Something that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseFailure {
    /// The line, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub what: String,
    /// The script cannot be understood at this table.
    pub unreadable: bool,
}

impl fmt::Display for CaseFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// One statement with its line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ScriptStep {
    pub line: usize,
    pub text: String,
    pub statement: Statement,
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    House(String),
    /// Settings of the game line; the smallest bet follows the blinds where the book leaves it open.
    Game(Vec<(String, String)>),
    Set {
        pairs: Vec<(String, String)>,
        /// The game is declared anew.
        anew: bool,
        expect: Option<ExpectedOutcome>,
    },
    Alter(Vec<(String, String)>),
    Seats {
        stacks: Vec<(Seat, Chips)>,
        button: Option<Seat>,
    },
    Button(Seat),
    /// What is taken from a record instead of the book: commission by pot, or the order of showing.
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
    /// Shuffle, cut, a round declared void, new cards or their check.
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
    /// True where the script speaks of shuffle or cut: then both are recorded at the table.
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

/// What the dealer does with the deck, or an official with the cards or the round.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DealerAct {
    /// With how many cards; the whole deck where nothing is said.
    Shuffle(Option<u8>),
    Cut(u8),
    Void(VoidReason),
    /// The clock is called on a seat.
    Clock(Seat),
    /// New cards in place of old ones, and why.
    Replace(Vec<Card>, String),
    /// New cards as they were found, and how many the deck has; the whole deck where nothing is said.
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
    /// A raise by so much over the highest bet.
    By(Chips),
    AllIn(Option<AllInAmount>),
    Post(Option<Chips>),
    OverBlind(Option<Chips>),
    Show(Vec<HiddenCard>),
    Muck,
    /// Cards of the own hand, when the round is over.
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
    /// The time to act has run out.
    TimeUp,
    DeclineBlind,
    /// A bet in money that is not chips.
    Cash,
}

/// The amount that a script says an all-in comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AllInAmount {
    /// The street's total.
    To(Chips),
    /// What is added.
    For(Chips),
    /// One of the two.
    Either(Chips),
}

/// What an act should be held to be, and by which rules.
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
    /// Words of an event since the last act.
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

/// From a total to another, or up to whatever is allowed.
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
