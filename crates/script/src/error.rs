//! Why a text is not a script.

use std::fmt;

use cards::Card;
use chips::Chips;
use seating::{ParseSeatError, Seat};
use table::{MAX_BOARD_CARDS, MAX_HOLE_CARDS, VoidReason};

use crate::reader::{MOST_BYTES, MOST_LINE_BYTES, MOST_STEPS};

/// Why a text is not a valid script: one line that says where, what is wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: ScriptErrorKind,
}

impl fmt::Display for ScriptError {
    /// One line for a person: the line of the script, what is wrong, and what was expected. No code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for ScriptError {}

/// What is wrong with a line of a script, with the words that are wrong as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ScriptErrorKind {
    /// The script is longer than [`MOST_BYTES`].
    ScriptTooLong {
        bytes: usize,
    },
    /// The line is longer than [`MOST_LINE_BYTES`].
    LineTooLong {
        bytes: usize,
    },
    /// The case has more than [`MOST_STEPS`] statements.
    CaseTooLong,
    /// There is no statement at all.
    EmptyScript,
    ControlCharacter {
        found: char,
    },
    /// A statement lacks something that it needs.
    Needs(Needs),
    /// Nothing stands before or after a `;`.
    EmptyStatement,
    NothingBeforeArrow,
    NothingAfterArrow,
    ArrowTwice,
    /// A statement with an outcome after `=>` that has none.
    TakesNoArrow {
        word: String,
    },
    /// No statement begins with this word.
    UnknownStatement {
        word: String,
    },
    /// A line with the word `seat` but no number.
    NoSeatNumber,
    NoAct {
        seat: Seat,
    },
    UnknownAct {
        words: String,
    },
    /// An expectation written as an act: for several seats, or with `=>`.
    ExpectationAsAct {
        words: String,
    },
    /// `raises 40`: to 40 or by 40.
    AmbiguousRaise {
        amount: String,
    },
    /// A bet or raise without its amount.
    NoWager {
        words: String,
    },
    NotAPost {
        word: String,
    },
    NotAPlayer {
        word: String,
    },
    UnknownDeckAct,
    NotAVoidReason {
        words: String,
    },
    NotAnAmount {
        word: String,
    },
    NotASeat(ParseSeatError),
    /// One seat was expected, and there are none or several.
    NotOneSeat,
    /// A range of seats without any.
    EmptySeatRange {
        word: String,
    },
    SeatTwice {
        seat: Seat,
    },
    /// A seat without chips, or chips without a seat.
    NotASeatWithChips {
        word: String,
    },
    NotACard {
        word: String,
    },
    /// `??` where the card has to be known.
    CardNotKnown,
    CardTwice {
        card: Card,
    },
    /// A card that the hand has named elsewhere.
    CardInTwoPlaces {
        card: Card,
    },
    TooManyHoleCards {
        found: usize,
    },
    TooManyBoardCards {
        found: usize,
    },
    /// Not a number of cards to deal.
    NotADealCount {
        word: String,
    },
    /// Not a number of cards of a deck.
    NotADeckCount {
        word: String,
    },
    NotAStreet {
        words: String,
    },
    NotACitation {
        word: String,
    },
    UnknownSetting {
        word: String,
    },
    /// A setting of a game that the machine does not deal yet.
    SettingOfAnotherGame {
        word: String,
    },
    NoSettingValue {
        setting: String,
    },
    NotInAGame {
        word: String,
    },
    SecondBlinds {
        word: String,
    },
    /// The game line gives this setting twice.
    GameSettingTwice {
        setting: String,
    },
    EmptyMenuItem,
    UnknownMenuItem {
        words: String,
    },
    NotARange {
        words: String,
    },
    /// A sign of the pots line has no amount before it.
    NoPotAmount,
    /// The pots line ends with a sign.
    NoLastPot,
    BraceNotClosed,
}

/// What a statement needs and does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The statement, or the word in it that needs something.
    pub statement: &'static str,
    /// What it needs.
    pub needed: &'static str,
    /// How such a statement is written; empty where that goes without saying.
    pub example: &'static str,
}

/// The error for a statement that lacks something, where no example helps: what it is about, and what it
/// needs.
pub(crate) const fn needs(statement: &'static str, needed: &'static str) -> ScriptErrorKind {
    needs_as_in(statement, needed, "")
}

/// The error for a statement that lacks something, with an example of how it is written, which the message
/// quotes.
pub(crate) const fn needs_as_in(
    statement: &'static str,
    needed: &'static str,
    example: &'static str,
) -> ScriptErrorKind {
    ScriptErrorKind::Needs(Needs { statement, needed, example })
}

impl fmt::Display for Needs {
    /// The statement and what it needs, then the example if there is one, as one part of an error's line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} needs {}", self.statement, self.needed)?;
        if self.example.is_empty() { Ok(()) } else { write!(f, ": {}", self.example) }
    }
}

impl std::error::Error for ScriptErrorKind {}

impl fmt::Display for ScriptErrorKind {
    /// What is wrong and what was expected, without the line number, which [`ScriptError`] adds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptErrorKind::ScriptTooLong { bytes } => {
                write!(f, "the script has {bytes} bytes: at most {MOST_BYTES} are read")
            }
            ScriptErrorKind::LineTooLong { bytes } => {
                write!(f, "the line has {bytes} bytes: at most {MOST_LINE_BYTES} are read")
            }
            ScriptErrorKind::CaseTooLong => {
                write!(f, "the case is too long: at most {MOST_STEPS} statements")
            }
            ScriptErrorKind::EmptyScript => {
                write!(f, "the script is empty: begin with a table, such as house standard")
            }
            ScriptErrorKind::ControlCharacter { found } => {
                write!(f, "the character {found:?} is not allowed: write plain lines of text")
            }
            ScriptErrorKind::Needs(needs) => write!(f, "{needs}"),
            ScriptErrorKind::EmptyStatement => {
                write!(f, "a statement is missing next to `;`: it separates two statements")
            }
            ScriptErrorKind::NothingBeforeArrow => {
                write!(f, "nothing comes before `=>`: write an act, or what to compare, such as button")
            }
            ScriptErrorKind::NothingAfterArrow => {
                write!(f, "nothing follows `=>`: write an outcome, such as refused")
            }
            ScriptErrorKind::ArrowTwice => write!(f, "`=>` appears twice: use it once"),
            ScriptErrorKind::TakesNoArrow { word } => write!(
                f,
                "`{word}` takes no `=>`: only acts do, and set, declare, open, deal, button, board, cards"
            ),
            ScriptErrorKind::UnknownStatement { word } => write!(
                f,
                "`{word}` cannot begin a line: begin with a seat and its act (3 raises to 600), or with house, game, \
                 set, seats, button, cards, board, open, pots, stacks or menu"
            ),
            ScriptErrorKind::NoSeatNumber => write!(f, "a seat number is missing, as in 3 raises to 600"),
            ScriptErrorKind::NoAct { seat } => {
                write!(f, "seat {seat} has no act: write one, as in 3 raises to 600")
            }
            ScriptErrorKind::UnknownAct { words } => write!(
                f,
                "`{words}` is not an act: use folds, checks, calls, bets 40, raises to 600, all-in, posts, shows, \
                 mucks, or sits with 1000"
            ),
            ScriptErrorKind::ExpectationAsAct { words } => {
                write!(f, "`{words}` is not an act: write it with one seat and without `=>`")
            }
            ScriptErrorKind::AmbiguousRaise { amount } => write!(
                f,
                "raises {amount} may mean two things: write raises to {amount}, or raises by {amount}"
            ),
            ScriptErrorKind::NoWager { words } => {
                write!(f, "`{words}` needs an amount: raises to 600, or raises by 200")
            }
            ScriptErrorKind::NotAPost { word } => {
                write!(f, "`{word}` cannot be posted: use posts 10, posts ante or posts over-blind")
            }
            ScriptErrorKind::NotAPlayer { word } => {
                write!(f, "`{word}` is not a player: use a number, as in by player 4")
            }
            ScriptErrorKind::UnknownDeckAct => write!(
                f,
                "write shuffle, cut after 20, clock on 4, void fire, replace As for a bent corner, or check As count 52"
            ),
            ScriptErrorKind::NotAVoidReason { words } => {
                let reasons: Vec<&str> = VoidReason::ALL.iter().map(|reason| reason.word()).collect();
                let reasons = reasons.join(", ");
                write!(f, "`{words}` is not a reason to void a hand: expected one of {reasons}")
            }
            ScriptErrorKind::NotAnAmount { word } => {
                write!(f, "`{word}` is not an amount: expected a whole number of chips up to {}", Chips::MAX)
            }
            ScriptErrorKind::NotASeat(error) => write!(f, "{error}"),
            ScriptErrorKind::NotOneSeat => write!(f, "one seat is needed"),
            ScriptErrorKind::EmptySeatRange { word } => {
                write!(f, "`{word}` names no seat: put the lower number first")
            }
            ScriptErrorKind::SeatTwice { seat } => {
                write!(f, "seat {seat} is named twice: name it once")
            }
            ScriptErrorKind::NotASeatWithChips { word } => {
                write!(f, "`{word}` is not a seat with its chips: write both, as in 2:500")
            }
            ScriptErrorKind::NotACard { word } => {
                write!(f, "`{word}` is not a card: write rank then suit, as in As or Td, Jo for the joker")
            }
            ScriptErrorKind::CardNotKnown => write!(f, "`??` is not a known card: name it"),
            ScriptErrorKind::CardTwice { card } => {
                write!(f, "{card} is named twice: a deck has each card once")
            }
            ScriptErrorKind::CardInTwoPlaces { card } => {
                write!(f, "{card} is in two places: a deck has each card once")
            }
            ScriptErrorKind::TooManyHoleCards { found } => {
                write!(f, "expected at most {MAX_HOLE_CARDS} hole cards, found {found}")
            }
            ScriptErrorKind::TooManyBoardCards { found } => {
                write!(f, "expected at most {MAX_BOARD_CARDS} board cards, found {found}")
            }
            ScriptErrorKind::NotADealCount { word } => {
                write!(f, "expected a number of cards from 1 to 60, found `{word}`")
            }
            ScriptErrorKind::NotADeckCount { word } => {
                write!(f, "expected a number of cards up to 53, found `{word}`")
            }
            ScriptErrorKind::NotAStreet { words } => {
                write!(f, "`{words}` is not a street: expected preflop, flop, turn, river, showdown or over")
            }
            ScriptErrorKind::NotACitation { word } => write!(
                f,
                "`{word}` is not a rule, a clause of the register or a decided reading: `cardroom rules list` lists \
                 them all"
            ),
            ScriptErrorKind::UnknownSetting { word } => {
                write!(f, "there is no setting named `{word}`: `cardroom rules settings` lists them all")
            }
            ScriptErrorKind::SettingOfAnotherGame { word } => {
                write!(f, "`{word}` is a setting of a game against the house, and poker is dealt here")
            }
            ScriptErrorKind::NoSettingValue { setting } => write!(f, "set {setting} needs a value"),
            ScriptErrorKind::NotInAGame { word } => write!(
                f,
                "`{word}` does not belong in a game: give a limit, a game, the blinds and an ante, as in no-limit \
                 holdem 5/10"
            ),
            ScriptErrorKind::SecondBlinds { word } => {
                write!(f, "`{word}` is a second list of blinds: give only one, as in 5/10")
            }
            ScriptErrorKind::GameSettingTwice { setting } => {
                write!(f, "the game names its {} twice: name it once", setting.replace('_', " "))
            }
            ScriptErrorKind::EmptyMenuItem => {
                write!(f, "an act is missing from the menu: fold | call 500 | raise to 1500..20000")
            }
            ScriptErrorKind::UnknownMenuItem { words } => write!(
                f,
                "`{words}` is not an act of a menu: use fold, check, call 10, call and fold, bet 10..990 or raise to \
                 20..1000"
            ),
            ScriptErrorKind::NotARange { words } => {
                write!(f, "`{words}` is not a range: expected one such as 20..1000")
            }
            ScriptErrorKind::NoPotAmount => {
                write!(f, "an amount is missing before a brace or a sign: pots 1950 {{1 2 3}}")
            }
            ScriptErrorKind::NoLastPot => write!(f, "a pot is missing at the end of the line"),
            ScriptErrorKind::BraceNotClosed => write!(f, "a brace is not closed: pots 1950 {{1 2 3}}"),
        }
    }
}
