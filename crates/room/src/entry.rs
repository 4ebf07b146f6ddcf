//! What a table's stream holds: the facts of its machine, and the room's own facts beside them.
//!
//! A record's body is a list of these as JSON. They are never edited; a new shape is added beside the old ones, and a
//! golden file for each guards both (`tests/golden`).

use chips::Chips;
use fair::{Commitment, Cut, Opening, SealedDeck, WrappedKey};
use seating::{Person, Seat};
use serde::{Deserialize, Serialize};
use table::TableEvent;

use crate::dealer::Dealer;
use crate::requests::{RequestDigest, Standing};
use crate::state::Snapshot;

/// One fact of a table's stream.
#[expect(clippy::large_enum_variant, reason = "a record has a few, and they are written out at once")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case", deny_unknown_fields)]
pub enum TableEntry {
    /// The table was made. The first fact of its stream.
    Made {
        /// Its number in the room.
        table: u64,
        /// Its name.
        name: String,
        /// Who opened it.
        opener: Person,
        /// The programs that play here, in the order in which they take seats.
        bots: Vec<Person>,
        /// The machine's own first fact: house, deck and sign.
        opened: Box<TableEvent>,
        /// Who deals; not written where the software does.
        #[serde(default, skip_serializing_if = "Dealer::is_software")]
        dealer: Dealer,
    },
    /// A fact of the machine.
    Table {
        /// The fact with its rule.
        fact: TableEvent,
    },
    /// Everything about the table but the hand that the same record opens: recovery and replay can start here.
    Snapshot(Box<Snapshot>),
    /// The order of the deck was fixed, published and sealed, before any card of it left.
    Deck {
        /// What was published.
        commitment: Commitment,
        /// The order, to be read with the hand's key.
        sealed: SealedDeck,
        /// The hand's key, to be read with the room's key.
        key: WrappedKey,
    },
    /// The deck was cut.
    Cut(Cut),
    /// What shows that a card that lies face up was in its place from the beginning.
    Opening(Opening),
    /// Play stops, goes on or ends here.
    Play(Standing),
    /// A seat took time from its bank.
    TimeBank {
        /// Who.
        seat: Seat,
        /// How much, in milliseconds.
        taken: u64,
    },
    /// What was asked with the record's key. The facts beside it tell what came of it, which two wishes may have in common;
    /// asked again with the key, the two are compared. Earlier versions stored none.
    Asked {
        /// The mark of the wish and its turn.
        wish: RequestDigest,
    },
    /// A program got chips from the issue, so that it can buy in.
    Purse {
        /// The program.
        person: Person,
        /// How much.
        amount: Chips,
    },
}

/// A record's facts as its body.
pub fn to_body(entries: &[TableEntry]) -> Result<String, serde_json::Error> {
    serde_json::to_string(entries)
}

/// The facts of a record's body.
///
/// # Errors
/// What is not known, or not as it was written.
pub fn from_body(body: &str) -> Result<Vec<TableEntry>, serde_json::Error> {
    serde_json::from_str(body)
}
