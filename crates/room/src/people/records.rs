//! What the records of people hold, read again by key or by number.

use table::Person;

use super::event::Event;
use super::reporting::{Filed, NewReport};
use super::service::Service;
use crate::port::{Fault, Key, Stream};

impl Service {
    /// The number of the record that a key of a person led to.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn by_key(&self, person: Person, key: Key) -> Result<Option<u64>, Fault> {
        self.inner.store.by_key(Stream::People, person, key)
    }

    /// The event of a record, by its number.
    ///
    /// # Errors
    /// A fault of the store, or no such record.
    pub fn event(&self, number: u64) -> Result<Event, Fault> {
        let before = number.saturating_sub(1);
        let records = self.inner.store.read(Stream::People, before, 1)?;
        let record =
            records.first().ok_or_else(|| Fault { what: format!("people has no record {number}") })?;
        serde_json::from_str(&record.body)
            .map_err(|error| Fault { what: format!("cannot read record {number} of people: {error}") })
    }

    /// A report with all that its record holds.
    ///
    /// # Errors
    /// A fault of the store, or a record that is none of this report.
    pub fn report(&self, number: u64) -> Result<Option<Filed>, Fault> {
        let (record, report) = {
            let state = self.state();
            let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
            let record = at.and_then(|at| state.reports.get(at)).copied();
            (record, state.people.report(number).cloned())
        };
        let (Some(record), Some(report)) = (record, report) else { return Ok(None) };
        match self.event(record)? {
            Event::Reported { about, table, hand, reason, lines, time, .. } => {
                let told = NewReport { about: Person(about), table, hand, reason, lines };
                Ok(Some(Filed { number, time, told, report }))
            }
            other => {
                let what = format!("record {record} of people is `{}` and no report", other.kind());
                Err(Fault { what })
            }
        }
    }
}
