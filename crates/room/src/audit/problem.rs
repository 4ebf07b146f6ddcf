//! How a record can differ from what follows from the records before it.

use std::error::Error;
use std::fmt;

use chips::book::{Posting, TransferError};
use fair::ChainError;
use seating::{Person, Role, Seat};
use table::Refusal;

use crate::port::StoreError;
use crate::state::ReplayError;

/// What is wrong with one record, as an audit finds it.
#[derive(Debug)]
pub enum AuditProblem {
    /// Its body is not in the form that is written.
    Unreadable(serde_json::Error),
    /// The body of a record of the seating is not in the form that is written.
    UnreadableSeating(StoreError),
    /// Somebody takes a seat they already have.
    SeatTakenTwice {
        /// Who.
        person: Person,
        /// At which table.
        table: u64,
    },
    /// Somebody gives up a seat they do not have.
    SeatNotHeld {
        /// Who.
        person: Person,
        /// At which table.
        table: u64,
    },
    /// A table is created in another table's stream, or again.
    WrongCreation {
        /// The table that the record creates.
        created: u64,
        /// The table whose stream it is in.
        stream: u64,
    },
    /// The table has records but was never created.
    NeverCreated,
    /// The table's records do not follow from one another.
    Replay(ReplayError),
    /// An act of a hand stands where no hand was opened.
    OutsideHand,
    /// No act begins with this fact.
    NoSuchAct {
        /// The stored name of the fact.
        fact: &'static str,
    },
    /// The act, decided again, leads to other facts.
    FactDiffers {
        /// The place of the first other fact among those of the act, from 1.
        number: usize,
        /// The stored name of the fact that follows; `None` if there is none at this place.
        expected: Option<&'static str>,
        /// The stored name of the fact in the record.
        found: Option<&'static str>,
    },
    /// The act, decided again, is refused.
    ActRefused(Refusal),
    /// A player acted for a seat that is not their own.
    WrongActor {
        /// Who.
        person: Person,
        /// For which seat.
        seat: Seat,
    },
    /// Somebody dealt who may not.
    WrongDealer {
        /// Who.
        person: Person,
        /// In which role.
        role: Role,
    },
    /// The chips that the record moves are not those that its facts move.
    PostingDiffers(Box<PostingDifference>),
    /// The record's chips cannot move: an account does not have them.
    Transfer(TransferError),
    /// The deck of a hand that is over does not follow from the decks before it.
    Chain(ChainError),
}

/// The first posting of a record that is not the one that its facts make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostingDifference {
    /// Its place in the record, from 1.
    pub number: usize,
    /// What is stored; `None` if there is nothing at this place.
    pub stored: Option<Posting>,
    /// What the facts make.
    pub expected: Option<Posting>,
}

/// A posting in words, or `nothing`, as both sides of a difference are printed.
fn posting_words(posting: Option<Posting>) -> String {
    posting.map_or("nothing".to_owned(), |posting| {
        let (amount, unit) = (posting.amount().get(), posting.unit());
        format!("{amount} {unit} from {} to {}", posting.from(), posting.to())
    })
}

impl fmt::Display for PostingDifference {
    /// One line for `cardroom verify`; no code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, expected) = (posting_words(self.stored), posting_words(self.expected));
        let number = self.number;
        write!(f, "posting {number} of the record is {stored}, and by its facts it should be {expected}")
    }
}

impl fmt::Display for AuditProblem {
    /// One line for `cardroom verify`; no code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditProblem::Unreadable(error) => error.fmt(f),
            AuditProblem::UnreadableSeating(error) => error.fmt(f),
            AuditProblem::SeatTakenTwice { person, table } => {
                write!(f, "person {} takes a seat they already have at table {table}", person.0)
            }
            AuditProblem::SeatNotHeld { person, table } => {
                write!(f, "person {} gives up a seat they do not have at table {table}", person.0)
            }
            AuditProblem::WrongCreation { created, stream } => {
                write!(f, "table {created} is created in the stream of table {stream}, or created twice")
            }
            AuditProblem::NeverCreated => f.write_str("the table was never created"),
            AuditProblem::Replay(error) => error.fmt(f),
            AuditProblem::OutsideHand => f.write_str("an act outside of a hand"),
            AuditProblem::NoSuchAct { fact } => write!(f, "no act can begin with the fact {fact}"),
            AuditProblem::FactDiffers { number, expected, found } => {
                let (expected, found) = (expected.unwrap_or("nothing"), found.unwrap_or("nothing"));
                write!(f, "fact {number} of the act: expected {expected}, found {found}")
            }
            AuditProblem::ActRefused(refusal) => write!(f, "the act is refused: {refusal}"),
            AuditProblem::WrongActor { person, seat } => {
                write!(f, "person {} acted for seat {seat}", person.0)
            }
            AuditProblem::WrongDealer { person, role } => {
                write!(f, "person {} dealt in the role {}", person.0, role.word())
            }
            AuditProblem::PostingDiffers(difference) => difference.fmt(f),
            AuditProblem::Transfer(error) => error.fmt(f),
            AuditProblem::Chain(error) => error.fmt(f),
        }
    }
}

impl Error for AuditProblem {
    /// The error behind the problem, for those that wrap one; the text of the problem already contains it.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AuditProblem::Unreadable(error) => Some(error),
            AuditProblem::UnreadableSeating(error) => Some(error),
            AuditProblem::Replay(error) => Some(error),
            AuditProblem::ActRefused(refusal) => Some(refusal),
            AuditProblem::Transfer(error) => Some(error),
            AuditProblem::Chain(error) => Some(error),
            AuditProblem::SeatTakenTwice { .. }
            | AuditProblem::SeatNotHeld { .. }
            | AuditProblem::WrongCreation { .. }
            | AuditProblem::NeverCreated
            | AuditProblem::OutsideHand
            | AuditProblem::NoSuchAct { .. }
            | AuditProblem::FactDiffers { .. }
            | AuditProblem::WrongActor { .. }
            | AuditProblem::WrongDealer { .. }
            | AuditProblem::PostingDiffers(_) => None,
        }
    }
}

impl From<serde_json::Error> for AuditProblem {
    /// Lets `?` report a body that is not JSON of the stored form.
    fn from(error: serde_json::Error) -> AuditProblem {
        AuditProblem::Unreadable(error)
    }
}

impl From<ReplayError> for AuditProblem {
    /// Lets `?` report a record that the state folded so far does not accept.
    fn from(error: ReplayError) -> AuditProblem {
        AuditProblem::Replay(error)
    }
}

impl From<TransferError> for AuditProblem {
    /// Lets `?` report a posting that the account book refuses.
    fn from(error: TransferError) -> AuditProblem {
        AuditProblem::Transfer(error)
    }
}

impl From<ChainError> for AuditProblem {
    /// Lets `?` report a deck that does not follow in the chain of commitments.
    fn from(error: ChainError) -> AuditProblem {
        AuditProblem::Chain(error)
    }
}
