//! The room's own stream: when it started, which tables were opened and closed.

use std::collections::{BTreeMap, BTreeSet};

use seating::{Actor, Person};
use serde::{Deserialize, Serialize};
use table::House;

use crate::port::{
    Appended, Batch, BatchPart, Cause, NewRecord, RestoredBackup, Store, StoreError, StoredRecord, StreamId,
    Wall, WriteRejection,
};
use crate::refusal::RoomRefusal;
use crate::text;

/// The kind of the record that begins each start of the room: no record of that start comes before it.
pub const STARTED: &str = "started";

/// One fact of the room's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub enum RoomFact {
    /// The room started.
    Started {
        /// How often it has, including this time: the fencing number of everything it writes.
        start: u64,
    },
    /// A table was opened.
    TableOpened {
        /// Its number.
        table: u64,
        /// Its name.
        name: String,
    },
    /// A table was closed.
    TableClosed {
        /// Its number.
        table: u64,
    },
    /// The room shut down cleanly: nothing was cut short.
    Stopped {},
    /// The configuration differs from the one the room ran with before.
    Configured {
        /// What differs, by name; everything, if none is on record.
        changes: Vec<ConfigurationChange>,
    },
    /// The wall clock did not keep pace with time: it was set, or the machine slept.
    ClockJumped {
        /// The size of the jump in milliseconds; negative if the clock was set back.
        by: i64,
    },
    /// Requests were refused because they came too often. Written once in a while, however many there were.
    Throttled {
        /// What was requested too often: `requests` or `sign_ups`.
        what: String,
        /// How many were refused.
        refused: u64,
        /// From how many addresses or people.
        callers: u64,
    },
    /// Somebody with access to the room's files wrote out the key of the decks in two halves.
    KeySplit {
        /// When, in milliseconds since 1970.
        at: u64,
    },
    /// The room's data was replaced by a backup.
    Restored {
        /// The era that began with it.
        era: u64,
        /// When, in milliseconds since 1970.
        at: u64,
        /// How many records the backup had.
        records: u64,
        /// How many records the room had before, by its last checkpoint.
        left: u64,
    },
    /// Somebody with access to the room's files exported records without going through the room.
    Exported {
        /// The command, such as `export`.
        command: String,
        /// Whether hidden cards were opened for it.
        hidden: bool,
        /// When, in milliseconds since 1970.
        at: u64,
    },
}

/// A configuration entry whose value has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigurationChange {
    /// The name with its section, such as `limits.sockets`.
    pub name: String,
    /// The old value; `None` if it was not on record.
    pub was: Option<String>,
    /// The new value; `None` if the name no longer exists.
    pub is: Option<String>,
}

/// The state folded from the room's stream.
#[derive(Clone, Debug, Default)]
pub struct Lobby {
    record_count: u64,
    starts: u64,
    tables: u64,
    open: BTreeSet<u64>,
    /// The era of the last restore on record; 0 if there was none.
    era: u64,
    /// The last recorded configuration, by name.
    configuration: BTreeMap<String, String>,
    /// The time of the last record, by the wall clock.
    last_record_at: Wall,
    /// Facts on their way to the store.
    pending: Vec<RoomFact>,
}

/// How many records are read at a time.
const PAGE_SIZE: usize = 1000;

impl Lobby {
    /// Reads the room's stream from its first record and folds it: what a starting room continues from.
    ///
    /// # Errors
    /// A fault of the store, or a record that no room wrote.
    pub fn read(store: &dyn Store) -> Result<Lobby, StoreError> {
        let mut lobby = Lobby::default();
        loop {
            let page = store.read(StreamId::Room, lobby.record_count, PAGE_SIZE)?;
            for stored in &page {
                facts_of(stored)?.iter().for_each(|fact| lobby.apply(fact));
                lobby.record_count = stored.number;
                lobby.last_record_at = lobby.last_record_at.max(stored.at);
            }
            if page.len() < PAGE_SIZE {
                return Ok(lobby);
            }
        }
    }

    /// Folds one stored fact into the state; reading the stream and a stored batch both come through here.
    fn apply(&mut self, fact: &RoomFact) {
        match fact {
            RoomFact::Started { start } => self.starts = *start,
            RoomFact::TableOpened { table, .. } => {
                self.tables = self.tables.max(*table);
                self.open.insert(*table);
            }
            RoomFact::TableClosed { table } => {
                self.open.remove(table);
            }
            RoomFact::Restored { era, .. } => self.era = *era,
            RoomFact::Configured { changes } => {
                for change in changes {
                    match &change.is {
                        Some(is) => drop(self.configuration.insert(change.name.clone(), is.clone())),
                        None => drop(self.configuration.remove(&change.name)),
                    }
                }
            }
            RoomFact::Stopped {}
            | RoomFact::ClockJumped { .. }
            | RoomFact::Throttled { .. }
            | RoomFact::Exported { .. }
            | RoomFact::KeySplit { .. } => {}
        }
    }

    /// When the last record of the room's stream was written, by the wall clock; the clock watch starts from
    /// it.
    pub fn last_record_at(&self) -> Wall {
        self.last_record_at
    }

    /// What differs between the configuration on record and this one (name, value), in the order of the names,
    /// to be recorded as [`RoomFact::Configured`].
    pub fn configuration_changes(&self, configuration: &[(String, String)]) -> Vec<ConfigurationChange> {
        let is: BTreeMap<&String, &String> =
            configuration.iter().map(|(name, value)| (name, value)).collect();
        let names: BTreeSet<&String> = is.keys().copied().chain(self.configuration.keys()).collect();
        let change = |name: &String| {
            let (was, is) = (self.configuration.get(name), is.get(name).copied());
            (was != is).then(|| ConfigurationChange {
                name: name.clone(),
                was: was.cloned(),
                is: is.cloned(),
            })
        };
        names.into_iter().filter_map(change).collect()
    }

    /// How often the room has started so far; the next start's fencing number is one more.
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// The fact to record about a restored backup; `None` if there was none or its era is already on record.
    pub(crate) fn restore_fact(&self, restored: Option<RestoredBackup>) -> Option<RoomFact> {
        let RestoredBackup { era, at, records, left } =
            restored.filter(|restored| restored.era != self.era)?;
        Some(RoomFact::Restored { era, at: at.0, records, left })
    }

    /// The number of the next table, one above the highest ever given: numbers are never used again.
    pub fn next_table(&self) -> u64 {
        self.tables + 1
    }

    /// The numbers of the tables that are open, ascending, which a starting room has to load.
    pub fn open_tables(&self) -> impl Iterator<Item = u64> + '_ {
        self.open.iter().copied()
    }

    /// How many tables are open by the stored facts, which the room's limit is checked against.
    pub fn open_count(&self) -> usize {
        self.open.len()
    }

    /// A batch that adds one record of these facts to the room's stream; its kind follows from the first. Store
    /// it and pass the outcome to [`Lobby::on_appended`] before the next batch.
    ///
    /// # Errors
    /// If a fact cannot be written.
    pub fn batch(&mut self, at: Wall, by: Actor, facts: &[RoomFact]) -> Result<Batch, StoreError> {
        let body = serde_json::to_string(facts)
            .map_err(|error| StoreError::Unwritable { stream: StreamId::Room, source: Cause::new(error) })?;
        let kind = match facts.first() {
            Some(RoomFact::Started { .. }) | None => STARTED,
            Some(RoomFact::TableOpened { .. }) => "table_opened",
            Some(RoomFact::TableClosed { .. }) => "table_closed",
            Some(RoomFact::Stopped {}) => "stopped",
            Some(RoomFact::Configured { .. }) => "configured",
            Some(RoomFact::ClockJumped { .. }) => "clock_jumped",
            Some(RoomFact::Throttled { .. }) => "throttled",
            Some(RoomFact::Exported { .. }) => "exported",
            Some(RoomFact::KeySplit { .. }) => "key_split",
            Some(RoomFact::Restored { .. }) => "restored",
        };
        let record = NewRecord { at, by, key: None, kind, start: false, body, postings: Vec::new() };
        let fence = self.starts.max(1);
        self.pending = facts.to_vec();
        let part =
            BatchPart { stream: StreamId::Room, expected: self.record_count, fence, records: vec![record] };
        Ok(Batch { parts: vec![part], people: Vec::new() })
    }

    /// Takes in the outcome of the last batch: applies its facts if it was stored.
    ///
    /// # Errors
    /// If it was not stored.
    pub fn on_appended(&mut self, appended: Appended) -> Result<(), StoreError> {
        let facts = std::mem::take(&mut self.pending);
        match appended {
            Appended::Done { .. } => {
                facts.iter().for_each(|fact| self.apply(fact));
                self.record_count += 1;
                Ok(())
            }
            Appended::Stale { count, .. } => {
                Err(WriteRejection::RoomMovedOn { expected: self.record_count, found: count }.into())
            }
            Appended::Short { .. } | Appended::Full { .. } | Appended::Known { .. } | Appended::NameTaken => {
                Err(WriteRejection::RoomFact(appended).into())
            }
        }
    }
}

/// The number of the table that was opened in record `number` of the room's stream; `None` if that record
/// opened none.
///
/// # Errors
/// A fault of the store, or a record that no room wrote.
pub fn table_opened_in(store: &dyn Store, number: u64) -> Result<Option<u64>, StoreError> {
    let record = store.read(StreamId::Room, number.saturating_sub(1), 1)?;
    let Some(stored) = record.first() else { return Ok(None) };
    Ok(facts_of(stored)?.into_iter().find_map(|fact| match fact {
        RoomFact::TableOpened { table, .. } => Some(table),
        RoomFact::Started { .. }
        | RoomFact::TableClosed { .. }
        | RoomFact::Stopped {}
        | RoomFact::Configured { .. }
        | RoomFact::ClockJumped { .. }
        | RoomFact::Throttled { .. }
        | RoomFact::Exported { .. }
        | RoomFact::KeySplit { .. }
        | RoomFact::Restored { .. } => None,
    }))
}

/// The facts of a record of the room's stream, in stored order; the error names the record.
pub(crate) fn facts_of(stored: &StoredRecord) -> Result<Vec<RoomFact>, StoreError> {
    serde_json::from_str(&stored.body)
        .map_err(|error| StoreError::unreadable_facts(StreamId::Room, stored.number, error))
}

/// The longest table name, in characters.
pub const MAX_NAME_LETTERS: usize = 40;

/// The name of a table that was given none: its book's title, cut to fit [`MAX_NAME_LETTERS`], and its number,
/// which tells two tables of one book apart.
pub fn name_by_number(title: &str, table: u64) -> String {
    let number = format!(" {table}");
    let most = MAX_NAME_LETTERS.saturating_sub(number.chars().count());
    title.chars().take(most).collect::<String>().trim_end().to_owned() + &number
}

/// A table's name as it is stored: trimmed, 1 to [`MAX_NAME_LETTERS`] readable characters with something
/// visible among them. Whether it is free is checked elsewhere.
///
/// # Errors
/// What is wrong with it and what is expected.
pub fn tidy_table_name(name: &str) -> Result<String, RoomRefusal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_LETTERS {
        let why = format!("a table's name must have 1 to {MAX_NAME_LETTERS} characters");
        return Err(RoomRefusal::plain("name", why)
            .because("name_length")
            .with("at_least", 1_u8)
            .with("at_most", MAX_NAME_LETTERS));
    }
    text::check_readable(name, false).map_err(|why| why.to_refusal("name"))?;
    if text::skeleton(name).is_empty() {
        return Err(RoomRefusal::plain("name", "a table's name must contain something visible")
            .because("name_unseen"));
    }
    Ok(name.to_owned())
}

/// Where the numbers of house bots begin: people are counted from 1 and never get that far.
const FIRST_MACHINE: u64 = 1 << 48;
/// How many bot numbers each table has to itself.
const MACHINES_PER_TABLE: u64 = 32;
/// The names of house bots; a mark beside the name always shows that they are bots.
const MACHINE_NAMES: [&str; 12] =
    ["Alba", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Greta", "Hugo", "Iris", "Jonas", "Klara", "Luca"];

/// The names of all house bots, which accounts of people may not take.
pub(crate) fn machine_names() -> impl Iterator<Item = &'static str> {
    MACHINE_NAMES.into_iter()
}

/// True for a house bot, whose number is above every person's. Programs with an account of their own are not
/// house bots.
pub fn is_machine(person: Person) -> bool {
    person.0 >= FIRST_MACHINE
}

/// The name of a house bot, by its number at its table; `None` for people.
pub fn machine_name(person: Person) -> Option<&'static str> {
    let number = person.0.checked_sub(FIRST_MACHINE)? % MACHINES_PER_TABLE;
    // There are fewer names than 32, so the remainder is a valid index.
    MACHINE_NAMES.get((number % MACHINE_NAMES.len() as u64) as usize).copied()
}

/// The bots of a new table: their numbers, `wished` of them, in the range that belongs to this table alone.
///
/// # Errors
/// If the book allows none (16.1), or if more are requested than leave a seat free.
pub fn bots_for(table: u64, wished: u8, house: &House) -> Result<Vec<Person>, RoomRefusal> {
    if wished == 0 {
        return Ok(Vec::new());
    }
    if !house.machine_players {
        return Err(machines_refusal(house));
    }
    if wished >= house.seats {
        let (seats, at_most) = (house.seats, house.seats - 1);
        let why = format!("a table of {seats} seats takes at most {at_most} bots");
        return Err(RoomRefusal::plain("bots", why).with("seats", seats).with("at_most", at_most));
    }
    Ok((0..u64::from(wished)).map(|bot| Person(FIRST_MACHINE + table * MACHINES_PER_TABLE + bot)).collect())
}

/// Why programs do not play under a book (16.1: players act in their own interest alone), with the clauses of
/// the book behind the setting.
pub(crate) fn machines_refusal(house: &House) -> RoomRefusal {
    const SETTING: &str = "machine_players";
    let why =
        "programs may not play under this book: choose one with marked machine players, such as practice";
    let determined = &house.determined;
    let own = determined.book().register();
    let of_the_book =
        |id: &&String| rulebook::register::row(id).is_some_and(|row| own == Some(row.book.as_str()));
    let setting = determined.values().find(|(setting, _)| setting.name == SETTING);
    let cites = setting.map(|(setting, _)| setting.cites.iter().filter(of_the_book).cloned().collect());
    RoomRefusal { clauses: cites.unwrap_or_default(), ..RoomRefusal::plain("no_machines", why) }
}
