//! Why the records of a table do not follow from one another.

use std::error::Error;
use std::fmt;

use chips::Chips;
use fair::{CutError, DeckId, OpeningError, SealError};
use seating::Seat;

use crate::ledger::PostingError;

/// Why a stream cannot be folded: no room wrote it like this. It stops a table, and says in an audit which
/// record is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The machine's first fact does not open a table.
    NotOpened {
        /// The table.
        table: u64,
    },
    /// A person deals, who has no use for a sealed deck, and whom house bots cannot play with.
    NotForPersonDealing {
        /// The table.
        table: u64,
    },
    /// A table is created by a record that is not its first.
    CreatedTwice {
        /// The table that the record creates.
        table: u64,
    },
    /// The record of a snapshot opens no hand.
    SnapshotWithoutHand,
    /// A snapshot is not the table that the records before it make.
    SnapshotDiffers {
        /// The table.
        table: u64,
    },
    /// A deck is sealed where a person deals.
    SealedWherePersonDeals {
        /// The table.
        table: u64,
    },
    /// The room's key does not open a deck, or not to the cards that were committed to.
    SealedDeck(SealError),
    /// The deck is of another hand, or of another attempt to deal it.
    WrongDeck {
        /// Whose deck it is.
        deck: DeckId,
    },
    /// There is no deck, or it is cut already.
    NothingToCut,
    /// The cut does not follow from its parts.
    Cut(CutError),
    /// A card is opened, but there is no deck.
    OpeningWithoutDeck,
    /// An opening does not prove its card.
    Opening(OpeningError),
    /// The machine and the accounts disagree about what is in front of a seat.
    StackDiffers {
        /// The seat.
        seat: Seat,
        /// What the machine has.
        stack: Chips,
        /// What its account has.
        account: Chips,
    },
    /// The machine and the accounts disagree about all chips on the table.
    TotalDiffers {
        /// What the machine has.
        table: Chips,
        /// What the accounts have together.
        accounts: Chips,
    },
    /// A fact moves chips that are not there.
    Posting(PostingError),
}

impl fmt::Display for ReplayError {
    /// One line for a log, a fault or an audit; no code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NotOpened { table } => write!(f, "table {table} does not begin with its opening"),
            ReplayError::NotForPersonDealing { table } => {
                write!(f, "a person deals at table {table}, but its deck or its players are the software's")
            }
            ReplayError::CreatedTwice { table } => write!(f, "table {table} is created twice"),
            ReplayError::SnapshotWithoutHand => {
                f.write_str("a snapshot comes without the hand it belongs to")
            }
            ReplayError::SnapshotDiffers { table } => {
                write!(f, "the snapshot of table {table} does not match the records before it")
            }
            ReplayError::SealedWherePersonDeals { table } => {
                write!(f, "a deck is sealed at table {table}, where a person deals")
            }
            ReplayError::SealedDeck(error) => error.fmt(f),
            ReplayError::WrongDeck { deck } => write!(f, "{deck} is not the deck of the hand in play"),
            ReplayError::NothingToCut => f.write_str("a deck is cut that does not exist or was already cut"),
            ReplayError::Cut(error) => error.fmt(f),
            ReplayError::OpeningWithoutDeck => f.write_str("a card is opened without a deck"),
            ReplayError::Opening(error) => error.fmt(f),
            ReplayError::StackDiffers { seat, stack, account } => {
                write!(f, "seat {seat} has {stack} in front, but its account has {account}")
            }
            ReplayError::TotalDiffers { table, accounts } => {
                write!(f, "{table} chips are on the table, but its accounts hold {accounts}")
            }
            ReplayError::Posting(error) => error.fmt(f),
        }
    }
}

impl Error for ReplayError {
    /// The error of the sealed deck, the cut, an opening or a posting, where that is the cause.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReplayError::SealedDeck(error) => Some(error),
            ReplayError::Cut(error) => Some(error),
            ReplayError::Opening(error) => Some(error),
            ReplayError::Posting(error) => Some(error),
            ReplayError::NotOpened { .. }
            | ReplayError::NotForPersonDealing { .. }
            | ReplayError::CreatedTwice { .. }
            | ReplayError::SnapshotWithoutHand
            | ReplayError::SnapshotDiffers { .. }
            | ReplayError::SealedWherePersonDeals { .. }
            | ReplayError::WrongDeck { .. }
            | ReplayError::NothingToCut
            | ReplayError::OpeningWithoutDeck
            | ReplayError::StackDiffers { .. }
            | ReplayError::TotalDiffers { .. } => None,
        }
    }
}

impl From<PostingError> for ReplayError {
    /// Lets `?` report a fact that the ledger cannot post.
    fn from(error: PostingError) -> ReplayError {
        ReplayError::Posting(error)
    }
}
