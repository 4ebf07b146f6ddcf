//! Tables read back from their streams, as they were when the room stopped, in the middle of a hand where they were.

use fair::RoomKey;
use table::Person;

use crate::ask::{Answer, Refused};
use crate::entry;
use crate::port::{Fault, Key, Store, Stream};
use crate::state::TableState;

/// Reads tables from their streams, on every core.
pub(crate) fn read_tables(
    store: &dyn Store,
    keys: &RoomKey,
    tables: &[u64],
) -> Result<Vec<(TableState, u64)>, Fault> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = tables.len().div_ceil(cores).max(1);
    std::thread::scope(|scope| {
        let readers: Vec<_> = tables
            .chunks(share)
            .map(|tables| {
                scope.spawn(move || -> Result<Vec<_>, Fault> {
                    tables.iter().map(|table| read_table(store, *table, keys)).collect()
                })
            })
            .collect();
        let mut read = Vec::with_capacity(tables.len());
        for reader in readers {
            let part =
                reader.join().map_err(|_| Fault { what: "a reader of tables broke off".to_owned() })?;
            read.extend(part?);
        }
        Ok(read)
    })
}

/// A table as its stream makes it, and how many records that has.
///
/// # Errors
/// A fault of the store, or a stream that is not what a room wrote.
pub fn read_table(store: &dyn Store, table: u64, keys: &RoomKey) -> Result<(TableState, u64), Fault> {
    let cannot = |number: u64, why: &dyn std::fmt::Display| Fault {
        what: format!("cannot open table {table}: record {number} of its stream: {why}"),
    };
    let mut state: Option<TableState> = None;
    let mut count = 0;
    for stored in store.read_from_start(Stream::Table(table))? {
        let mut entries = entry::read(&stored.body).map_err(|why| cannot(stored.number, &why))?;
        count = stored.number;
        match &mut state {
            None => {
                state =
                    TableState::starting(&entries, Some(keys)).map_err(|why| cannot(stored.number, &why))?;
            }
            Some(state) => {
                for entry in &mut entries {
                    state.apply(entry, Some(keys)).map_err(|why| cannot(stored.number, &why))?;
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
