//! The archive: finished hands read back from the store.
//!
//! Three kinds of reader come here. A viewer gets the hand again as it was sent to them ([`replay_hand`]), two
//! auditors get every card of its deck ([`reveal_hand`]), and a player gets their own sittings and hands
//! ([`Sitting`]). All of them read records and fold them with [`TableState`](crate::state::TableState); none of
//! them writes, and none needs a running room. Whether somebody may see a hand is decided by the caller.

mod own_hands;
mod records;
mod replay;
mod reveal;

use seating::Person;
use table::{CourseFact, Fact, TableFact};

use crate::entry::{self, TableEntry};
use crate::port::{Cause, StoreError, StoredRecord, UnreadableStream, Wall};

pub use own_hands::{OwnHand, Sitting};
pub use replay::{DealtPlayer, Replay, ReplayCheck, replay_hand};
pub use reveal::{HandReveal, RevealedHand, reveal_hand};

/// How many records are read at once.
const PAGE_SIZE: usize = 500;

/// Where a hand began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandStart {
    /// Its number at the table.
    pub hand: u64,
    /// The number of the record.
    pub number: u64,
    /// The record's number in the room.
    pub sequence: u64,
    /// When.
    pub at: Wall,
    /// Who was dealt in.
    pub people: Vec<Person>,
}

/// The hand that a table's record opens; `None` if it opens none. Lists of hands are made from opening records
/// alone, without replaying any hand.
///
/// # Errors
/// A record that no room wrote.
pub fn hand_start(stored: &StoredRecord) -> Result<Option<HandStart>, StoreError> {
    let entries = entries_of(stored)?;
    for entry in entries {
        if let TableEntry::Table { fact } = entry
            && let TableFact::Hand(event) = fact.what
            && let Fact::Course(CourseFact::Opened(lineup)) = event.what
        {
            let people = lineup.entrants.iter().map(|entrant| entrant.person).collect();
            let (number, sequence) = (stored.number, stored.sequence);
            return Ok(Some(HandStart { hand: lineup.number, number, sequence, at: stored.at, people }));
        }
    }
    Ok(None)
}

/// The error of a stored record that cannot be read or does not follow, for `map_err`: it names sequence, stream and
/// number, so that an operator can find the record.
fn unreadable_record<E>(stored: &StoredRecord) -> impl FnOnce(E) -> StoreError
where
    E: std::error::Error + Send + Sync + 'static,
{
    let StoredRecord { sequence, stream, number, .. } = *stored;
    move |error| UnreadableStream::Record { sequence, stream, number, source: Cause::new(error) }.into()
}

/// A table record's entries in stored order. Every reader of the archive decodes bodies here, so an unreadable
/// one is always reported with its record.
fn entries_of(stored: &StoredRecord) -> Result<Vec<TableEntry>, StoreError> {
    entry::from_body(&stored.body).map_err(unreadable_record(stored))
}
