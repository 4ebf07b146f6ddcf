//! The accounts as a start reads them, before anything is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use seating::Person;

use super::apply::People;
use super::event::PeopleEvent;
use super::rows::PersonRows;
use crate::port::{PersonRow, Store, StoreError, StreamId, UnreadableStream};

/// How many records are read at once when the room starts.
const PAGE_SIZE: usize = 1000;

/// The accounts in a store, found good. Nothing is written yet.
pub struct PeopleStart {
    pub(super) store: Arc<dyn Store>,
    pub(super) people: People,
    pub(super) rows: PersonRows,
    /// How many records their stream has.
    pub(super) count: u64,
    /// The numbers of the records that are reports.
    pub(super) reports: Vec<u64>,
    /// For each person, the record in which a link for a new password was last used.
    pub(super) reset_links_used: BTreeMap<Person, u64>,
}

impl PeopleStart {
    /// Reads the stream of people and their rows, and checks each row against the digest in the records. Writes
    /// nothing.
    ///
    /// # Errors
    /// A fault of the store, a record that does not belong to this stream, or a row that does not match the
    /// records.
    pub fn read(store: Arc<dyn Store>) -> Result<PeopleStart, StoreError> {
        let mut people = People::new();
        let (mut reports, mut links_used) = (Vec::new(), BTreeMap::new());
        let mut count = 0;
        loop {
            let records = store.read(StreamId::People, count, PAGE_SIZE)?;
            let Some(last) = records.last() else { break };
            count = last.number;
            for record in &records {
                let event: PeopleEvent = serde_json::from_str(&record.body)
                    .map_err(|error| StoreError::unreadable_facts(StreamId::People, record.number, error))?;
                people.apply(&event);
                people.track_auditor(&event, record.sequence);
                if matches!(event, PeopleEvent::Reported { .. }) {
                    reports.push(record.number);
                }
                if let PeopleEvent::ResetLinkUsed { person, .. } = event {
                    links_used.insert(Person(person), record.sequence);
                }
            }
        }
        let rows = PersonRows::new(store.people()?);
        // The room's own row too, even if it is not there: without its salt no trace can be made.
        for person in rows.iter().map(|row| row.person).chain([Person::HOUSE]) {
            if people.digest(person) != rows.get(person).map(PersonRow::digest).as_deref() {
                return Err(UnreadableStream::PersonRow { person: person.0 }.into());
            }
        }
        Ok(PeopleStart { store, people, rows, count, reports, reset_links_used: links_used })
    }
}
