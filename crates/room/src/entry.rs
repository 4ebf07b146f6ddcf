//! What a table's stream holds: the facts of its machine and, beside them, the room's own facts.
//!
//! A record's body is a JSON list of these. They are never edited. A new shape is added beside the old ones,
//! and a golden file for each guards both (`tests/golden`).

use std::collections::BTreeMap;

use chips::Chips;
use fair::{Commitment, Cut, Opening, SealedDeck, WrappedKey};
use seating::{Person, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use table::TableEvent;

use crate::dealer::Dealer;

/// The kind of a record in which somebody sits down. A person's sittings are found by it, so it stays.
pub const SIT: &str = "sit";

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

/// Whether a table is open for play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Standing {
    Open,
    /// No new hand begins.
    Paused {
        reason: String,
    },
    /// The current hand is finished, then the table closes.
    Closing {
        reason: String,
    },
    Closed {
        reason: String,
    },
    /// A check failed or nothing can be stored: nothing happens here until somebody has looked after the
    /// room.
    Stopped {
        why: String,
        /// The reference under which the room's log has it.
        #[serde(default)]
        reference: String,
    },
}

/// What was requested with a key, as 64 bits of a SHA-256: enough to tell two wishes of one person apart.
/// Written in records as hexadecimal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestDigest(u64);

impl RequestDigest {
    /// The digest of a request's canonical text: the first 64 bits of its SHA-256. It is stored and compared
    /// with later requests, so neither that text nor the way to its digest may ever change.
    pub(crate) fn of_text(text: &str) -> RequestDigest {
        let digest = <[u8; 32]>::from(Sha256::digest(text));
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        RequestDigest(u64::from_be_bytes(first))
    }
}

impl Serialize for RequestDigest {
    /// Writes 16 lowercase hexadecimal digits, as they are stored in records.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for RequestDigest {
    /// Reads exactly the 16 lowercase digits that are written, and no other form, so that a record has one
    /// spelling only.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestDigest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = u64::from_str_radix(&text, 16).ok().filter(|read| format!("{read:016x}") == text);
        read.map(RequestDigest)
            .ok_or_else(|| serde::de::Error::custom("expected a digest of 16 hexadecimal digits"))
    }
}

/// Everything about a table except the hand in play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Its number in the room.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Who opened it.
    pub opener: Person,
    /// The bots that play here.
    pub bots: Vec<Person>,
    /// Who deals; not written if the software does.
    #[serde(default, skip_serializing_if = "Dealer::is_software")]
    pub dealer: Dealer,
    /// Whether the table is open for play.
    pub standing: Standing,
    /// Chairs, button and blinds owed.
    pub table: table::TableSnapshot,
    /// The time left in the time banks of those who have used theirs, in milliseconds.
    #[serde(with = "pairs")]
    pub banks: BTreeMap<Person, u64>,
    /// In how many hands in a row people have timed out.
    #[serde(with = "pairs")]
    pub silent: BTreeMap<Person, u8>,
    /// Where the chips are.
    pub ledger: LedgerSnapshot,
    /// The smallest stake limit for the people seated, since the first of them sat down; see
    /// [`lowest_stake_limit`](crate::state::TableState::lowest_stake_limit). Earlier versions did not store it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat_under: Option<Chips>,
}

/// Where a table's chips are, as a snapshot stores it: the amounts of
/// [`Ledger`](crate::ledger::Ledger), none of them zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerSnapshot {
    /// In front of people.
    #[serde(with = "pairs")]
    pub stakes: BTreeMap<Person, Chips>,
    /// Bet in this betting round.
    #[serde(with = "pairs")]
    pub bets: BTreeMap<Person, Chips>,
    /// In the middle.
    pub pot: Chips,
}

/// Maps by person, written as lists of pairs: a number cannot be a key in JSON.
mod pairs {
    use std::collections::BTreeMap;

    use seating::Person;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the map as a list of pairs, in the order of the persons: the stored form of a snapshot.
    pub fn serialize<T: Serialize, S: Serializer>(
        map: &BTreeMap<Person, T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    /// Reads the stored list of pairs back into a map by person.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Person, T>, D::Error> {
        Vec::<(Person, T)>::deserialize(deserializer).map(|pairs| pairs.into_iter().collect())
    }
}

/// Writes a record's facts as its body, a JSON list. Bodies are hashed and kept for good: the form may grow but
/// not change (see `tests/golden`).
pub fn to_body(entries: &[TableEntry]) -> Result<String, serde_json::Error> {
    serde_json::to_string(entries)
}

/// Reads the facts of a record's body, in the form of this version or of any earlier one.
///
/// # Errors
/// An unknown fact, or one that is not in the form it was written.
pub fn from_body(body: &str) -> Result<Vec<TableEntry>, serde_json::Error> {
    serde_json::from_str(body)
}
