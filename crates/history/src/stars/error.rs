//! What can be wrong with a hand in PokerStars text. Texts in the variants are shortened to a readable length.

use std::error::Error;
use std::fmt;

use chips::Chips;

use super::body::MAX_SEAT;
use super::{MAX_LINE, MAX_LINES};
use crate::record::{MAX_PLAYERS, MAX_STEPS};
use crate::unique_cards::CardError;

/// What is wrong with a hand in PokerStars text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StarsError {
    /// The text is empty.
    Empty,
    /// The hand has lost its beginning.
    CutOff {
        /// What is left of it begins with this.
        before: String,
    },
    /// The hand has more lines than a reader accepts.
    TooManyLines,
    /// A line is longer than a reader accepts.
    LineTooLong,
    /// The hand has more acts than a reader accepts.
    TooManyActs,
    /// The first line has no hand number.
    NoHandNumber {
        /// The line.
        line: String,
    },
    /// The first line does not name a game of the site.
    UnknownGame {
        /// The line.
        line: String,
    },
    /// The first line names a cap, and no amount above zero for it.
    BadCap {
        /// The line.
        line: String,
    },
    /// The first line has no stakes.
    NoStakes,
    /// The line of the table does not say where the button is.
    NoButton {
        /// The line.
        line: String,
    },
    /// The line of the table is missing.
    NoTableLine,
    /// Not a seat number.
    BadSeat {
        /// What is there instead.
        given: String,
    },
    /// Two players have the same seat.
    SeatTwice {
        /// The seat number.
        seat: u8,
    },
    /// Two players have the same name.
    NameTwice {
        /// The name.
        name: String,
    },
    /// More seats are listed than a hand can have.
    TooManySeats,
    /// Fewer than two seats are listed.
    TooFewSeats,
    /// A seat is listed without a stack.
    NoStack {
        /// The line.
        line: String,
    },
    /// A stack that is not an amount.
    BadStack {
        /// The line.
        line: String,
    },
    /// A player has no chips.
    EmptyStack {
        /// The name.
        name: String,
    },
    /// A street without its cards.
    NoBoardCards {
        /// The line.
        line: String,
    },
    /// A player shows no cards that can be read.
    NoShownCards {
        /// The line.
        line: String,
    },
    /// A line without an amount that can be read.
    NoAmount {
        /// The line.
        line: String,
    },
    /// A bet or raise of zero.
    ZeroAmount {
        /// The line.
        line: String,
    },
    /// An amount is followed by words that nobody knows.
    UnknownEnding {
        /// The line.
        line: String,
        /// The words.
        ending: String,
    },
    /// Somebody acts who is not in the list of seats.
    UnknownPlayer {
        /// The name.
        name: String,
    },
    /// No such act.
    UnknownAct {
        /// What comes after the name of the player.
        act: String,
    },
    /// No such post.
    UnknownPost {
        /// What comes after `posts`.
        post: String,
    },
    /// Chips are collected from a pot that cannot be told.
    UnknownPot {
        /// The line.
        line: String,
    },
    /// Two lines give a player different cards.
    CardsDiffer {
        /// The name of the player.
        name: String,
    },
    /// An amount in chips is not whole.
    FractionOfAChip,
    /// An amount is larger than any that can be counted.
    AmountTooLarge,
    /// The cards of the hand cannot come from one deck.
    Cards(CardError),
}

impl fmt::Display for StarsError {
    /// What is wrong and what was expected, quoting the line, for people; [`crate::ReadError`] adds its
    /// number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StarsError::Empty => f.write_str("the text is empty: expected a PokerStars hand history"),
            StarsError::CutOff { before } => {
                write!(f, "the beginning of the hand is cut off before `{before}`")
            }
            StarsError::TooManyLines => write!(f, "the hand has more than {MAX_LINES} lines"),
            StarsError::LineTooLong => write!(f, "the line is longer than {MAX_LINE} bytes"),
            StarsError::TooManyActs => write!(f, "the hand has more than {MAX_STEPS} acts"),
            StarsError::NoHandNumber { line } => write!(f, "`{line}` has no hand number"),
            StarsError::UnknownGame { line } => {
                write!(f, "`{line}` names no known game: expected one as in `Hold'em No Limit`")
            }
            StarsError::BadCap { line } => write!(
                f,
                "`{line}` names a cap without an amount above zero: expected one as in `$20 Cap`"
            ),
            StarsError::NoStakes => {
                f.write_str("the first line has no stakes, as in `($0.25/$0.50 USD)` or `Level II (15/30)`")
            }
            StarsError::NoButton { line } => {
                write!(f, "`{line}` does not say where the button is, as in `Seat #7 is the button`")
            }
            StarsError::NoTableLine => f.write_str(
                "the line that says where the button is, as in `Table 'X' 9-max Seat #7 is the button`, is missing",
            ),
            StarsError::BadSeat { given } => {
                write!(f, "`{given}` is not a seat: expected a number from 1 to {MAX_SEAT}")
            }
            StarsError::SeatTwice { seat } => {
                write!(f, "seat {seat} is listed twice: a seat has one player")
            }
            StarsError::NameTwice { name } => {
                write!(f, "`{name}` is listed twice: a name may be listed only once")
            }
            StarsError::TooManySeats => write!(f, "more than {MAX_PLAYERS} seats are listed"),
            StarsError::TooFewSeats => {
                f.write_str("fewer than two seats are listed, as in `Seat 2: Ana ($400 in chips)`")
            }
            StarsError::NoStack { line } => write!(f, "`{line}` has no stack"),
            StarsError::BadStack { line } => write!(f, "`{line}` has a stack that is not an amount"),
            StarsError::EmptyStack { name } => {
                write!(f, "the stack of {name} is 0: expected an amount above zero")
            }
            StarsError::NoBoardCards { line } => {
                write!(f, "`{line}` has no cards in brackets, as in `[Kd 7s 2c]`")
            }
            StarsError::NoShownCards { line } => {
                write!(f, "`{line}` has no cards in brackets, as in `[7h 7c]`")
            }
            StarsError::NoAmount { line } => write!(f, "`{line}` has no valid amount"),
            StarsError::ZeroAmount { line } => {
                write!(f, "`{line}` is for nothing: expected an amount above zero")
            }
            StarsError::UnknownEnding { line, ending } => {
                write!(f, "`{line}` ends with an unknown `{ending}`")
            }
            StarsError::UnknownPlayer { name } => {
                write!(f, "`{name}` acts but is not in the list of seats")
            }
            StarsError::UnknownAct { act } => write!(f, "`{act}` is not a known act"),
            StarsError::UnknownPost { post } => write!(f, "`posts {post}` is not a known post"),
            StarsError::UnknownPot { line } => write!(f, "`{line}` names an unknown pot"),
            StarsError::CardsDiffer { name } => {
                write!(f, "the cards of {name} differ between two lines")
            }
            StarsError::FractionOfAChip => {
                f.write_str("an amount is a fraction of a chip: expected whole chips")
            }
            StarsError::AmountTooLarge => write!(f, "an amount is above {}", Chips::MAX),
            StarsError::Cards(error) => error.fmt(f),
        }
    }
}

impl Error for StarsError {
    /// The error of the cards, if they are what is wrong, for callers that follow the chain of causes.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            StarsError::Cards(error) => Some(error),
            StarsError::Empty
            | StarsError::CutOff { .. }
            | StarsError::TooManyLines
            | StarsError::LineTooLong
            | StarsError::TooManyActs
            | StarsError::NoHandNumber { .. }
            | StarsError::UnknownGame { .. }
            | StarsError::BadCap { .. }
            | StarsError::NoStakes
            | StarsError::NoButton { .. }
            | StarsError::NoTableLine
            | StarsError::BadSeat { .. }
            | StarsError::SeatTwice { .. }
            | StarsError::NameTwice { .. }
            | StarsError::TooManySeats
            | StarsError::TooFewSeats
            | StarsError::NoStack { .. }
            | StarsError::BadStack { .. }
            | StarsError::EmptyStack { .. }
            | StarsError::NoBoardCards { .. }
            | StarsError::NoShownCards { .. }
            | StarsError::NoAmount { .. }
            | StarsError::ZeroAmount { .. }
            | StarsError::UnknownEnding { .. }
            | StarsError::UnknownPlayer { .. }
            | StarsError::UnknownAct { .. }
            | StarsError::UnknownPost { .. }
            | StarsError::UnknownPot { .. }
            | StarsError::CardsDiffer { .. }
            | StarsError::FractionOfAChip
            | StarsError::AmountTooLarge => None,
        }
    }
}

impl From<CardError> for StarsError {
    /// Makes an error of a hand of what is wrong with its cards; the line is that of the hand's beginning.
    fn from(error: CardError) -> StarsError {
        StarsError::Cards(error)
    }
}
