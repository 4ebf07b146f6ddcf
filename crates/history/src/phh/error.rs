//! What can be wrong with a hand in PHH: the text as TOML, a field, or one of its acts.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use cards::ParseCardError;
use chips::Chips;

use super::VARIANTS;
use super::actions::MAX_DECIMALS;
use super::hand_builder::MAX_DEPTH;
use super::read::MAX_HAND_TOKENS;
use super::record::MAX_SEAT;
use crate::record::{MAX_PLAYERS, MAX_STEPS};
use crate::unique_cards::CardError;

/// What is wrong with a hand in PHH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhhError {
    /// The text has no hand at all.
    NoHand,
    /// The hand is longer than any hand needs to be.
    TooManyTokens,
    /// The hand has more acts than a reader accepts.
    TooManyActs,
    /// An amount has more decimals than an amount may have.
    TooManyDecimals,
    /// An earlier hand of the file has the same name.
    NameTwice,
    /// A table header within a hand that has one already.
    SecondHeader,
    /// A header in two pairs of brackets, as of a TOML array of tables.
    DoubleBrackets,
    /// Tables are nested too deep.
    TablesTooDeep,
    /// Lists are nested too deep.
    ListsTooDeep,
    /// The text is not TOML.
    Toml(TomlError),
    /// A field is missing, malformed, or contradicts another.
    Field(PhhFieldError),
    /// An entry of `actions` cannot be read.
    Action(ActionError),
    /// The cards of the hand cannot come from one deck.
    Cards(CardError),
}

/// Why a text is not TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TomlError {
    /// A key has no value.
    MissingValue,
    /// A syntax error, as the TOML parser reports it.
    Syntax {
        /// What is wrong.
        description: Box<str>,
        /// The text at the error; empty at the end of the hand.
        near: Box<str>,
        /// What was expected, if the parser says so.
        expected: Option<Box<str>>,
    },
}

/// What is wrong with a field of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhhFieldError {
    /// The field, as the file names it.
    pub field: Cow<'static, str>,
    /// What is wrong with it.
    pub problem: PhhFieldProblem,
}

/// The ways in which a field can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhhFieldProblem {
    /// A code of a variant is missing.
    MissingVariant,
    /// A list is missing.
    MissingList,
    /// An amount is missing.
    MissingAmount,
    /// The key occurs before.
    Twice,
    /// A list has a list inside it.
    NestedList,
    /// A table where a value was expected.
    Table,
    /// A list where one value was expected.
    List,
    /// One value where a list was expected.
    NotAList,
    /// `inf`, for an amount that is not known.
    UnknownAmount,
    /// Not an amount.
    NotAnAmount {
        /// The value, cut to a readable length.
        given: String,
    },
    /// Not a whole number.
    NotWhole,
    /// Neither `true` nor `false`.
    NotABool,
    /// A code that no variant has.
    UnknownVariant {
        /// The code, cut to a readable length.
        given: String,
    },
    /// Not a variant code in quotes.
    NotAVariant,
    /// Not names in quotes.
    NotNames,
    /// Not a currency code in quotes.
    NotACurrency,
    /// Not acts in quotes.
    NotActs,
    /// Too few or too many players.
    PlayerCount {
        /// How many there are.
        found: usize,
    },
    /// The list does not have one value for each player.
    ValueCount {
        /// How many values it has.
        found: usize,
        /// How many players there are.
        players: usize,
    },
    /// A player acts who is not in the lists.
    PlayerNotListed {
        /// The number of the player.
        player: u8,
        /// How many players there are.
        players: usize,
    },
    /// An amount of a player that is below the smallest possible, or too large.
    PlayerAmount {
        /// The number of the player.
        player: usize,
        /// The amount.
        amount: i64,
        /// The smallest possible amount.
        least: i64,
    },
    /// Another amount that is below the smallest possible, or too large.
    Amount {
        /// The amount.
        amount: i64,
        /// The smallest possible amount.
        least: i64,
    },
    /// A seat number that no table has.
    Seat {
        /// The number.
        seat: i64,
    },
    /// Two players have the same seat.
    SeatTwice {
        /// The seat number.
        seat: i64,
    },
}

/// An entry of `actions` that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionError {
    /// The entry as written.
    pub text: String,
    /// What is wrong with it.
    pub problem: ActionProblem,
}

/// The ways in which an entry of `actions` can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionProblem {
    /// An actor and nothing else.
    NoAct,
    /// More words than any act takes.
    TooManyWords,
    /// The cards are missing.
    NoCards,
    /// The cards cannot be read.
    BadCards(ParseCardError),
    /// A word too many for this act.
    ExtraWord {
        /// The word.
        word: String,
    },
    /// Hole cards without a player.
    NoPlayer,
    /// Not the name of a player.
    UnknownPlayer {
        /// The word.
        word: String,
    },
    /// A bet or raise without an amount.
    NoAmount,
    /// Not an amount above zero.
    BadAmount {
        /// The word.
        word: String,
    },
    /// No such act of the dealer.
    UnknownDealerAct,
    /// No such act of a player.
    UnknownPlayerAct,
}

impl fmt::Display for PhhError {
    /// What is wrong and what was expected, for people, without the line, which [`crate::ReadError`] adds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PhhError::NoHand => {
                f.write_str("no hand was found: a PHH file begins with `variant = ...` or `[1]`")
            }
            PhhError::TooManyTokens => write!(f, "the hand has more than {MAX_HAND_TOKENS} tokens"),
            PhhError::TooManyActs => write!(f, "the hand has more than {MAX_STEPS} acts"),
            PhhError::TooManyDecimals => {
                write!(f, "an amount has more than {MAX_DECIMALS} decimals: use a smaller unit")
            }
            PhhError::NameTwice => f.write_str("two hands have this name: each needs its own"),
            PhhError::SecondHeader => f.write_str("a second table header was found within one hand"),
            PhhError::DoubleBrackets => {
                f.write_str("expected the name of a hand in one pair of brackets, as in `[1]`")
            }
            PhhError::TablesTooDeep => write!(f, "tables are nested more than {MAX_DEPTH} deep"),
            PhhError::ListsTooDeep => write!(f, "lists are nested more than {MAX_DEPTH} deep"),
            PhhError::Toml(error) => error.fmt(f),
            PhhError::Field(error) => error.fmt(f),
            PhhError::Action(error) => error.fmt(f),
            PhhError::Cards(error) => error.fmt(f),
        }
    }
}

impl Error for PhhError {
    /// The error of the field, act, cards or TOML behind it, where there is one, for callers that follow the
    /// chain of causes.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PhhError::Toml(error) => Some(error),
            PhhError::Field(error) => Some(error),
            PhhError::Action(error) => Some(error),
            PhhError::Cards(error) => Some(error),
            PhhError::NoHand
            | PhhError::TooManyTokens
            | PhhError::TooManyActs
            | PhhError::TooManyDecimals
            | PhhError::NameTwice
            | PhhError::SecondHeader
            | PhhError::DoubleBrackets
            | PhhError::TablesTooDeep
            | PhhError::ListsTooDeep => None,
        }
    }
}

impl fmt::Display for TomlError {
    /// What the TOML parser found, where, and what it expected there, for people; the first words are always
    /// `not valid TOML`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not valid TOML: ")?;
        match self {
            TomlError::MissingValue => f.write_str("a value is missing after `=`"),
            TomlError::Syntax { description, near, expected } => {
                f.write_str(description)?;
                if !near.is_empty() {
                    write!(f, " at `{near}`")?;
                }
                match expected {
                    Some(expected) => write!(f, "; expected {expected}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl Error for TomlError {}

impl fmt::Display for PhhFieldError {
    /// The field by its key, then what is wrong with its value and what was expected, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        let amount_of_at_least = |least: &i64| {
            if *least > 0 { "an amount above zero" } else { "zero or more" }
        };
        match &self.problem {
            PhhFieldProblem::MissingVariant => {
                write!(f, "`{field}` is missing: expected a code as in 'NT'")
            }
            PhhFieldProblem::MissingList => write!(f, "`{field}` is missing: expected a list"),
            PhhFieldProblem::MissingAmount => write!(f, "`{field}` is missing: expected an amount"),
            PhhFieldProblem::Twice => write!(f, "`{field}` is given twice"),
            PhhFieldProblem::NestedList => write!(f, "`{field}` has a list inside its list"),
            PhhFieldProblem::Table => write!(f, "`{field}`: expected a value, found a table"),
            PhhFieldProblem::List => write!(f, "`{field}` needs one value"),
            PhhFieldProblem::NotAList => write!(f, "`{field}` needs a list in brackets"),
            PhhFieldProblem::UnknownAmount => write!(f, "`{field}`: expected a known amount, found inf"),
            PhhFieldProblem::NotAnAmount { given } => write!(
                f,
                "`{field}`: expected an amount, a plain number up to {}, found `{given}`",
                Chips::MAX
            ),
            PhhFieldProblem::NotWhole => write!(f, "`{field}` needs whole numbers"),
            PhhFieldProblem::NotABool => write!(f, "`{field}` must be true or false"),
            PhhFieldProblem::UnknownVariant { given } => {
                let known: Vec<&str> = VARIANTS.iter().map(|(name, _, _)| *name).collect();
                write!(f, "unknown variant `{given}`: expected one of {}", known.join(", "))
            }
            PhhFieldProblem::NotAVariant => write!(f, "`{field}` needs a code in quotes, as in 'NT'"),
            PhhFieldProblem::NotNames => write!(f, "`{field}` needs names in quotes"),
            PhhFieldProblem::NotACurrency => write!(f, "`{field}` needs a code in quotes, as in 'AUD'"),
            PhhFieldProblem::NotActs => write!(f, "`{field}` needs acts in quotes, as in 'p3 cbr 30'"),
            PhhFieldProblem::PlayerCount { found } => {
                write!(f, "`{field}` has {found} players: expected 2 to {MAX_PLAYERS}")
            }
            PhhFieldProblem::ValueCount { found, players } => write!(
                f,
                "`{field}` has {found} values, `starting_stacks` has {players}: expected one for each player"
            ),
            PhhFieldProblem::PlayerNotListed { player, players } => {
                write!(f, "p{player} acts in `{field}`, and there are {players} players")
            }
            PhhFieldProblem::PlayerAmount { player, amount, least } => {
                let what = match field.as_ref() {
                    "antes" => "ante",
                    "starting_stacks" => "stack",
                    other => other,
                };
                write!(f, "the {what} of p{player} is {amount}: expected {}", amount_of_at_least(least))
            }
            PhhFieldProblem::Amount { amount, least } => {
                let of = if field == "finishing_stacks" { "a value of " } else { "" };
                write!(f, "{of}`{field}` is {amount}: expected {}", amount_of_at_least(least))
            }
            PhhFieldProblem::Seat { seat } => {
                let verb = if field == "seats" { "has" } else { "is" };
                write!(f, "`{field}` {verb} {seat}: expected a seat from 1 to {MAX_SEAT}")
            }
            PhhFieldProblem::SeatTwice { seat } => {
                write!(f, "`{field}` has {seat} twice: a seat has one player")
            }
        }
    }
}

impl Error for PhhFieldError {}

impl fmt::Display for ActionError {
    /// The entry of `actions` as written, then what is wrong with it and what was expected, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match &self.problem {
            ActionProblem::NoAct => write!(
                f,
                "`{text}` names no act: write an actor, an act and what it needs, as in `p3 cbr 30`"
            ),
            ActionProblem::TooManyWords => write!(f, "`{text}` has more words than any act takes"),
            ActionProblem::NoCards => write!(f, "`{text}` names no cards"),
            ActionProblem::BadCards(_) => {
                write!(f, "`{text}` has invalid cards: expected up to eight as in `AsTd`, `??` for unknown")
            }
            ActionProblem::ExtraWord { word } => write!(f, "`{text}` has an extra `{word}`"),
            ActionProblem::NoPlayer => write!(f, "`{text}` does not say whom the cards are for"),
            ActionProblem::UnknownPlayer { word } => {
                write!(f, "`{text}`: expected p1 to p{MAX_PLAYERS}, or d for the dealer, found `{word}`")
            }
            ActionProblem::NoAmount => write!(f, "`{text}` has no amount"),
            ActionProblem::BadAmount { word } => {
                write!(f, "`{text}`: expected an amount above zero, found `{word}`")
            }
            ActionProblem::UnknownDealerAct => {
                write!(f, "`{text}` is not an act of the dealer: expected `d dh pN CARDS` or `d db CARDS`")
            }
            ActionProblem::UnknownPlayerAct => write!(
                f,
                "`{text}` is not an act of a player: expected `f`, `cc`, `cbr AMOUNT`, `pb`, `sd` or `sm`"
            ),
        }
    }
}

impl Error for ActionError {
    /// The error of the cards that could not be parsed, if that is what is wrong.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            ActionProblem::BadCards(error) => Some(error),
            ActionProblem::NoAct
            | ActionProblem::TooManyWords
            | ActionProblem::NoCards
            | ActionProblem::ExtraWord { .. }
            | ActionProblem::NoPlayer
            | ActionProblem::UnknownPlayer { .. }
            | ActionProblem::NoAmount
            | ActionProblem::BadAmount { .. }
            | ActionProblem::UnknownDealerAct
            | ActionProblem::UnknownPlayerAct => None,
        }
    }
}
