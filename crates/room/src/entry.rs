//! What a table's stream holds: the facts of its machine and, beside them, the room's own facts.
//!
//! A record's body is a JSON list of these. They are never edited. A new shape is added beside the old ones,
//! and a golden file for each guards both (`tests/golden`).

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
    /// The table was created. The first fact of its stream.
    Made {
        /// Its number in the room.
        table: u64,
        /// Its name.
        name: String,
        /// Who opened it.
        opener: Person,
        /// The bots that play here, in the order in which they take seats.
        bots: Vec<Person>,
        /// The machine's own first fact: house, deck and sign.
        opened: Box<TableEvent>,
        /// Who deals; not written if the software does.
        #[serde(default, skip_serializing_if = "Dealer::is_software")]
        dealer: Dealer,
    },
    /// A fact of the machine.
    Table {
        /// The fact with its rule.
        fact: TableEvent,
    },
    /// Everything about the table except the hand that the same record opens: recovery and replay can start
    /// here.
    Snapshot(Box<Snapshot>),
    /// The order of the deck was fixed, committed to and sealed before any card left it.
    Deck {
        /// The published commitment.
        commitment: Commitment,
        /// The order, sealed under the hand's key.
        sealed: SealedDeck,
        /// The hand's key, wrapped under the room's key.
        key: WrappedKey,
    },
    /// The deck was cut.
    Cut(Cut),
    /// Proof that a face-up card was in its place from the beginning.
    Opening(Opening),
    /// Play stops, resumes or ends here.
    Play(Standing),
    /// A seat used time from its time bank.
    TimeBank {
        /// Which seat.
        seat: Seat,
        /// How much, in milliseconds.
        taken: u64,
    },
    /// What was requested with the record's key. The facts beside it say what it led to, but two different
    /// requests can lead to the same facts; when the key comes again, the digests are compared. Earlier
    /// versions stored none.
    Asked {
        /// The digest of the wish and its turn.
        wish: RequestDigest,
    },
    /// A bot received chips from the issue so that it can buy in.
    Purse {
        /// The bot.
        person: Person,
        /// How much.
        amount: Chips,
    },
}

/// Writes a record's facts as its body.
pub fn to_body(entries: &[TableEntry]) -> Result<String, serde_json::Error> {
    serde_json::to_string(entries)
}

/// Reads the facts of a record's body.
///
/// # Errors
/// An unknown fact, or one that is not in the form it was written.
pub fn from_body(body: &str) -> Result<Vec<TableEntry>, serde_json::Error> {
    serde_json::from_str(body)
}
