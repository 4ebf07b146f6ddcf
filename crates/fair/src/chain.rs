//! The room cannot choose among decks (RNG-15): every deck committed to is accounted for, in a gap-free chain
//! per table.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Commitment, DeckId};

/// How a committed deck ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum DeckOutcome {
    /// The hand was played to the end.
    Played,
    /// The deal was called off, and the same hand is dealt again.
    Misdeal {
        /// The clause that requires it, such as `HE-10.2`.
        clause: String,
        /// Who ruled: the name of an official, or `the room`.
        official: String,
    },
    /// The hand was called off, and all chips went back.
    Void {
        /// The clause that requires it.
        clause: String,
        /// Who ruled.
        official: String,
    },
}

/// A commitment and how its deck ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The published commitment.
    pub commitment: Commitment,
    /// How the deck ended; `None` while the hand is in progress.
    pub ended: Option<DeckOutcome>,
}

/// What is wrong with a chain of commitments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChainError {
    /// A deck is missing.
    Missing {
        /// The deck that should come next.
        missing: DeckId,
        /// The deck that came instead.
        found: DeckId,
    },
    /// A deck appears for the second time.
    Repeated {
        /// The repeated deck.
        deck: DeckId,
    },
    /// A deck was dealt that was not due: the hand was over, or never began.
    NotDue {
        /// The deck that was dealt.
        deck: DeckId,
        /// The deck that should come next.
        due: DeckId,
    },
    /// A deck has no outcome, although another deck followed.
    Unended {
        /// The deck without an outcome.
        deck: DeckId,
        /// The one that followed.
        next: DeckId,
    },
    /// A misdeal or a void hand without its clause or its official.
    Unexplained {
        /// The deck that was called off.
        deck: DeckId,
        /// What is missing: `clause` or `official`.
        missing: &'static str,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainError::Missing { missing, found } => {
                write!(f, "the commitment to {missing} is missing: found {found} instead")
            }
            ChainError::Repeated { deck } => {
                write!(f, "the commitment to {deck} appears again: each deck is committed to once")
            }
            ChainError::NotDue { deck, due } => {
                write!(f, "the deck for {deck} was not due: expected {due}")
            }
            ChainError::Unended { deck, next } => {
                write!(
                    f,
                    "the deck of {deck} has no outcome, but {next} was dealt after it: expected played, \
                     misdeal or void"
                )
            }
            ChainError::Unexplained { deck, missing } => {
                write!(f, "the deck of {deck} was called off, but its {missing} is missing")
            }
        }
    }
}

impl std::error::Error for ChainError {}

/// How many decks one official called off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallOffCounts {
    /// Misdeals.
    pub misdeals: u64,
    /// Void hands.
    pub voids: u64,
}

/// Reads commitments one after another, those of each table in order, and rejects any that does not follow.
///
/// At each table, hands count from 1 and attempts from 0. After a misdeal comes the next attempt at the same
/// hand; after a hand that was played or void, the next hand. The tables may be interleaved.
///
/// ```
/// use fair::{Chain, ChainError, Commitment, DeckId, Digest, DeckOutcome, Link};
/// let hash = Digest::new([7; 32]);
/// let link = |hand| {
///     let deck = DeckId { table: 1, hand, attempt: 0 };
///     Link { commitment: Commitment::new(deck, 52, hash, hash), ended: Some(DeckOutcome::Played) }
/// };
/// let mut chain = Chain::default();
/// chain.push(&link(1))?;
/// let fault = chain.push(&link(3)).unwrap_err();
/// assert!(fault.to_string().starts_with("the commitment to table 1, hand 2, attempt 0 is missing"));
/// # Ok::<(), ChainError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chain {
    tables: BTreeMap<u64, ChainHead>,
    officials: BTreeMap<String, CallOffCounts>,
    decks: u64,
}

/// The state of one table's chain.
#[derive(Clone, Debug)]
struct ChainHead {
    last: DeckId,
    /// The deck that must come next; `None` while the last one is in progress.
    next: Option<DeckId>,
}

impl Chain {
    /// Appends the next deck of its table, if it is the one that is due: none may be missing, repeated, out
    /// of turn, or called off without a clause and an official (RNG-15).
    ///
    /// # Errors
    /// What is wrong with it. The chain is then unchanged.
    pub fn push(&mut self, link: &Link) -> Result<(), ChainError> {
        let deck = link.commitment.deck();
        let expected = match self.tables.get(&deck.table) {
            None => DeckId::first(deck.table, 1),
            Some(head) if deck <= head.last => return Err(ChainError::Repeated { deck }),
            Some(ChainHead { last, next: None }) => {
                return Err(ChainError::Unended { deck: *last, next: deck });
            }
            Some(ChainHead { next: Some(next), .. }) => *next,
        };
        if deck < expected {
            return Err(ChainError::NotDue { deck, due: expected });
        }
        if deck != expected {
            return Err(ChainError::Missing { missing: expected, found: deck });
        }
        let next = self.next_deck(deck, link.ended.as_ref())?;
        self.tables.insert(deck.table, ChainHead { last: deck, next });
        self.decks += 1;
        Ok(())
    }

    /// The deck that is due at the table after this one: the next attempt after a misdeal, otherwise the
    /// first of the next hand; `None` while the hand is in progress. Counts a deck that was called off.
    fn next_deck(&mut self, deck: DeckId, ended: Option<&DeckOutcome>) -> Result<Option<DeckId>, ChainError> {
        let next_hand = DeckId::first(deck.table, deck.hand.saturating_add(1));
        let Some(ended) = ended else { return Ok(None) };
        match ended {
            DeckOutcome::Played => Ok(Some(next_hand)),
            DeckOutcome::Misdeal { clause, official } => {
                self.counts_of_official(deck, clause, official)?.misdeals += 1;
                Ok(Some(DeckId { attempt: deck.attempt.saturating_add(1), ..deck }))
            }
            DeckOutcome::Void { clause, official } => {
                self.counts_of_official(deck, clause, official)?.voids += 1;
                Ok(Some(next_hand))
            }
        }
    }

    /// The counts to which a deck that an official called off is added. An error if its clause or its
    /// official is missing: nothing is called off without both.
    fn counts_of_official(
        &mut self,
        deck: DeckId,
        clause: &str,
        official: &str,
    ) -> Result<&mut CallOffCounts, ChainError> {
        for (text, missing) in [(clause, "clause"), (official, "official")] {
            if text.trim().is_empty() {
                return Err(ChainError::Unexplained { deck, missing });
            }
        }
        Ok(self.officials.entry(official.to_owned()).or_default())
    }

    /// How many decks were accepted so far, over all tables.
    pub const fn decks(&self) -> u64 {
        self.decks
    }

    /// The decks whose hands are not over yet, by table number: at most one a table.
    pub fn in_progress(&self) -> impl Iterator<Item = DeckId> {
        self.tables.values().filter(|head| head.next.is_none()).map(|head| head.last)
    }

    /// How many decks each official called off, by the name in the records: an auditor sees who calls off
    /// many.
    pub const fn officials(&self) -> &BTreeMap<String, CallOffCounts> {
        &self.officials
    }
}
