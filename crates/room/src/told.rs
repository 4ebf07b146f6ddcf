//! Hands out of what is stored, for one viewer: the facts as the view gave them while the hand was played.

use fair::RoomKey;
use table::view::{Seen, Viewer, table_seen_by};
use table::{Person, TableWhat, What};

use crate::entry;
use crate::port::{Fault, Stored, Wall};
use crate::state::TableState;

/// Where a hand began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Began {
    /// Its number at the table.
    pub hand: u64,
    /// The number of the record.
    pub number: u64,
    /// When.
    pub at: Wall,
    /// Who was dealt in.
    pub people: Vec<Person>,
}

fn unread(stored: &Stored, why: &dyn std::fmt::Display) -> Fault {
    Fault { what: format!("cannot read record {} of {}: {why}", stored.number, stored.stream) }
}

/// The hand that began in a record, if one did.
///
/// # Errors
/// A record that no room wrote.
pub fn hand_began(stored: &Stored) -> Result<Option<Began>, Fault> {
    let entries = entry::read(&stored.body).map_err(|why| unread(stored, &why))?;
    for entry in entries {
        if let entry::Entry::Table { fact } = entry
            && let TableWhat::Hand(event) = fact.what
            && let What::Opened(lineup) = event.what
        {
            let people = lineup.entrants.iter().map(|entrant| entrant.person).collect();
            return Ok(Some(Began { hand: lineup.number, number: stored.number, at: stored.at, people }));
        }
    }
    Ok(None)
}

/// The facts of the table in these records, of which the first began a hand, as a person saw them or may see them:
/// through the eyes of the seat the person was dealt in, or of the rail. Where the room's key does not open the deck,
/// cards that were not shown are unknown to everybody.
///
/// # Errors
/// Records that do not follow from one another, or do not begin with a hand.
pub fn seen_hand(records: &[Stored], keys: &RoomKey, person: Option<Person>) -> Result<Vec<Seen>, Fault> {
    seen_with(records, Some(keys), person).or_else(|_| seen_with(records, None, person))
}

fn seen_with(records: &[Stored], keys: Option<&RoomKey>, person: Option<Person>) -> Result<Vec<Seen>, Fault> {
    let mut state: Option<TableState> = None;
    let mut seen = Vec::new();
    for stored in records {
        let mut entries = entry::read(&stored.body).map_err(|why| unread(stored, &why))?;
        match &mut state {
            None => {
                state = TableState::starting(&entries, keys).map_err(|why| unread(stored, &why))?;
            }
            Some(state) => {
                for entry in &mut entries {
                    state.apply(entry, keys).map_err(|why| unread(stored, &why))?;
                }
            }
        }
        let Some(state) = &state else {
            return Err(unread(stored, &"no hand began in it"));
        };
        let viewer = person.and_then(|person| state.seat_in_hand(person)).map_or(Viewer::Rail, Viewer::Seat);
        for entry in &entries {
            if let entry::Entry::Table { fact } = entry {
                seen.push(table_seen_by(fact, viewer));
            }
        }
    }
    Ok(seen)
}
