//! No choosing among decks (RNG-15): every deck that was committed to is accounted for, in one gap-free row a table.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Commitment, DeckId};

/// How the deck of a commitment ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum DeckOutcome {
    /// The hand was played out with it.
    Played,
    /// The deal was called off, and the same hand is dealt again.
    Misdeal {
        /// The clause that orders it: `HE-10.2`.
        clause: String,
        /// Who ruled: an official's name, or `the room`.
        official: String,
    },
    /// The hand was called off, and every chip went back.
    Void {
        /// The clause that orders it.
        clause: String,
        /// Who ruled.
        official: String,
    },
}

/// One commitment and how it ended; `None` while the hand is in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// What was published.
    pub commitment: Commitment,
    /// How it ended.
    pub ended: Option<DeckOutcome>,
}

/// What is wrong with a row of commitments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChainError {
    /// A deck is not there.
    Missing {
        /// The deck that should come next.
        missing: DeckId,
        /// The one that came.
        found: DeckId,
    },
    /// A deck is there that came before.
    Repeated {
        /// Which.
        deck: DeckId,
    },
    /// A deck was dealt that nothing called for: the hand was over, or never began.
    NotDue {
        /// Which.
        deck: DeckId,
        /// The deck that should come next.
        due: DeckId,
    },
    /// A deck was left without an end, and another one was dealt.
    Unended {
        /// The deck that was left.
        deck: DeckId,
        /// The one that followed.
        next: DeckId,
    },
    /// A misdeal or a void without its clause or its official.
    Unexplained {
        /// Which deck.
        deck: DeckId,
        /// What is not said: `clause` or `official`.
        missing: &'static str,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainError::Missing { missing, found } => {
                write!(f, "the commitment to {missing} is missing: {found} stands in its place")
            }
            ChainError::Repeated { deck } => {
                write!(f, "the commitment to {deck} is there again: each deck is committed to once")
            }
            ChainError::NotDue { deck, due } => {
                write!(f, "nothing called for a deck for {deck}: {due} comes next")
            }
            ChainError::Unended { deck, next } => {
                write!(f, "the deck of {deck} has no end, and {next} was dealt: played, misdealt or void?")
            }
            ChainError::Unexplained { deck, missing: unsaid } => {
                write!(f, "the deck of {deck} was called off without its {unsaid}")
            }
        }
    }
}

impl std::error::Error for ChainError {}

/// How many decks one official called off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallOffCounts {
    /// Deals called off and dealt again.
    pub misdeals: u64,
    /// Hands called off.
    pub voids: u64,
}

/// Reads commitments one after the other, each table's in its order, and stops at the first that does not follow.
///
/// At each table hands count from 1 and attempts from 0. After a misdeal comes the same hand with the next attempt;
/// after a hand that was played or void, the next hand. Several tables may be mixed.
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

/// Where a table's row stands.
#[derive(Clone, Debug)]
struct ChainHead {
    last: DeckId,
    /// The deck that must follow; `None` while the last one is in progress.
    next: Option<DeckId>,
}

impl Chain {
    /// Takes the next commitment.
    ///
    /// # Errors
    /// What is wrong with it. The chain stays as it was.
    pub fn push(&mut self, link: &Link) -> Result<(), ChainError> {
        let deck = link.commitment.deck();
        let expected = match self.tables.get(&deck.table) {
            None => DeckId::first(deck.table, 1),
            Some(row) if deck <= row.last => return Err(ChainError::Repeated { deck }),
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

    /// The deck that must follow one with this end.
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

    /// The counts of the official who called a deck off.
    fn counts_of_official(
        &mut self,
        deck: DeckId,
        clause: &str,
        official: &str,
    ) -> Result<&mut CallOffCounts, ChainError> {
        for (said, unsaid) in [(clause, "clause"), (official, "official")] {
            if said.trim().is_empty() {
                return Err(ChainError::Unexplained { deck, missing: unsaid });
            }
        }
        Ok(self.officials.entry(official.to_owned()).or_default())
    }

    /// How many decks were read.
    pub const fn decks(&self) -> u64 {
        self.decks
    }

    /// The decks in progress, by table.
    pub fn in_progress(&self) -> impl Iterator<Item = DeckId> {
        self.tables.values().filter(|row| row.next.is_none()).map(|row| row.last)
    }

    /// What each official called off.
    pub const fn officials(&self) -> &BTreeMap<String, CallOffCounts> {
        &self.officials
    }
}
