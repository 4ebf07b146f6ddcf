//! Tables read back from their streams, as they were when the room stopped, in the middle of a hand where they were.

use fair::RoomKey;
use table::Person;

use crate::ask::{Answer, Refused};
use crate::entry;
use crate::port::{Fault, Key, Store, Stored, Stream};
use crate::state::TableState;

/// A table that was read, and how many records its stream has.
type Read = Result<(TableState, u64), Fault>;

/// Reads tables from their streams, on every core. One that cannot be read does not keep the others from being read.
pub(crate) fn read_tables(store: &dyn Store, keys: &RoomKey, tables: &[u64]) -> Vec<(u64, Read)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = tables.len().div_ceil(cores).max(1);
    let broke_off = |table: &u64| {
        (*table, Err(Fault { what: format!("cannot open table {table}: the reading broke off") }))
    };
    std::thread::scope(|scope| {
        let readers: Vec<_> = tables
            .chunks(share)
            .map(|tables| {
                let read = move || -> Vec<_> {
                    tables.iter().map(|table| (*table, read_table(store, *table, keys))).collect()
                };
                (tables, scope.spawn(read))
            })
            .collect();
        let mut read = Vec::with_capacity(tables.len());
        for (tables, reader) in readers {
            match reader.join() {
                Ok(part) => read.extend(part),
                Err(_) => read.extend(tables.iter().map(broke_off)),
            }
        }
        read
    })
}

/// A table as its stream makes it, and how many records that has. Where the room's key does not open the deck, the
/// table is without its cards: no damage, and the hand cannot go on.
///
/// # Errors
/// A fault of the store, or a stream that is not what a room wrote; it names the record.
pub fn read_table(store: &dyn Store, table: u64, keys: &RoomKey) -> Result<(TableState, u64), Fault> {
    let records = store.read_from_start(Stream::Table(table))?;
    // Records that follow from one another without the key are whole: then the deck alone is lost.
    folded(table, &records, Some(keys)).or_else(|_| folded(table, &records, None))
}

fn folded(table: u64, records: &[Stored], keys: Option<&RoomKey>) -> Result<(TableState, u64), Fault> {
    let cannot = |number: u64, why: &dyn std::fmt::Display| Fault {
        what: format!("cannot open table {table}: record {number} of its stream: {why}"),
    };
    let mut state: Option<TableState> = None;
    let mut count = 0;
    for stored in records {
        let mut entries = entry::read(&stored.body).map_err(|why| cannot(stored.number, &why))?;
        count = stored.number;
        match &mut state {
            None => {
                state = TableState::starting(&entries, keys).map_err(|why| cannot(stored.number, &why))?;
            }
            Some(state) => {
                for entry in &mut entries {
                    state.apply(entry, keys).map_err(|why| cannot(stored.number, &why))?;
                }
            }
        }
    }
    let state =
        state.ok_or_else(|| Fault { what: format!("cannot open table {table}: its stream has no start") })?;
    state.counted().map_err(|why| cannot(count, &why))?;
    Ok((state, count))
}

/// What is answered to something asked: what the store has under the key was done, whatever the table says of it by now.
/// A table that was read back from its stream, or took much since, remembers no answers (REC-03).
pub fn as_stored(store: &dyn Store, table: u64, person: Person, key: Key, answer: Answer) -> Answer {
    match answer {
        // A table that has stopped knows no more what is safe.
        Answer::Refused(Refused { code: "stopped", .. }) | Answer::Done { .. } => answer,
        Answer::Refused(_) => match store.by_key(Stream::Table(table), person, key) {
            Ok(Some(number)) => Answer::Done { number },
            Ok(None) | Err(_) => answer,
        },
    }
}
