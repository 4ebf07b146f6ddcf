//! How a room starts: it reads everything first and only then writes anything. Data that cannot be read is
//! left as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, RwLock};

use fair::Stream as Draws;
use seating::Actor;

use super::seats::SeatBook;
use super::task::start_table;
use super::{Ports, Room, RoomInner, append, bot_draws, supervision};
use crate::keeper::{Pace, reference};
use crate::lobby::{Lobby, RoomFact};
use crate::port::{Cause, InterruptedRead, RestoredBackup, StoreCondition, StoreError, StreamId};
use crate::recovery::{read_tables, was_in_play_at_backup};
use crate::roster::Roster;
use crate::state::TableState;

/// Everything that a start reads, found good. Nothing is written yet.
pub struct RoomStart {
    ports: Ports,
    lobby: Lobby,
    roster: (Roster, u64),
    tables: Vec<ReadTable>,
    damaged: BTreeMap<u64, String>,
    references: BTreeMap<u64, String>,
    restored: Option<RestoredBackup>,
    condition: StoreCondition,
}

/// A table that goes on.
struct ReadTable {
    state: TableState,
    count: u64,
    draws: Option<Draws>,
    /// Its hand was in play in the backup that was since restored.
    is_void: bool,
}

impl RoomStart {
    /// Reads what the room continues from, without writing anything. A table whose records cannot be read stays
    /// stopped, and the others go on.
    ///
    /// # Errors
    /// A fault of the store, or a stream of the room that no room wrote; it names the record.
    pub async fn read(ports: Ports) -> Result<RoomStart, StoreError> {
        let Ports { store, clock, mut entropy, keys } = ports;
        let lobby = Lobby::read(store.as_ref())?;
        let roster = Roster::read(store.as_ref())?;
        let restored = store.restored();
        let open: Vec<u64> = lobby.open_tables().collect();
        let reader = (Arc::clone(&store), Arc::clone(&keys));
        let read = tokio::task::spawn_blocking(move || {
            let (store, keys) = reader;
            (read_tables(store.as_ref(), &keys, &open), store.condition())
        });
        let (read, condition) = read.await.map_err(|error| StoreError::ReadInterrupted {
            reading: InterruptedRead::Tables,
            source: Cause::new(error),
        })?;
        let mut tables = Vec::with_capacity(read.len());
        let (mut damaged, mut references) = (BTreeMap::new(), BTreeMap::new());
        for (table, read) in read {
            let ready = read.map_err(|why| why.to_string()).and_then(|(state, count)| {
                let draws = bot_draws(&state, &mut entropy).map_err(|why| why.to_string())?;
                Ok((state, count, draws))
            });
            match ready {
                Ok((state, count, draws)) => {
                    let is_void = was_in_play_at_backup(store.as_ref(), &state, restored)?;
                    tables.push(ReadTable { state, count, draws, is_void });
                }
                Err(why) => {
                    // Use the record count for the reference, if at least that can be read.
                    let records = store.count(StreamId::Table(table)).unwrap_or_default();
                    let reference = reference(table, records);
                    tracing::error!(reference, table, what = why.as_str(), "a table cannot be opened");
                    damaged.insert(table, format!("{why} ({reference})"));
                    references.insert(table, reference);
                }
            }
        }
        let ports = Ports { store, clock, entropy, keys };
        Ok(RoomStart { ports, lobby, roster, tables, damaged, references, restored, condition })
    }

    /// Opens the room after [`RoomStart::read`]: its start goes on record, a restored backup too, the roster is
    /// corrected, and its tables run as tasks of the current runtime.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn open(self, pace: Pace) -> Result<Room, StoreError> {
        let RoomStart { ports, mut lobby, roster, tables, damaged, references, restored, condition } = self;
        let Ports { store, clock, entropy, keys } = ports;
        let fence = lobby.starts() + 1;
        let started = RoomFact::Started { start: fence };
        let appended =
            append(store.as_ref(), lobby.batch(clock.now().wall, Actor::HOUSE, &[started])?).await?;
        lobby.on_appended(appended)?;
        if let Some(fact) = lobby.restore_fact(restored) {
            let batch = lobby.batch(clock.now().wall, Actor::HOUSE, &[fact])?;
            lobby.on_appended(append(store.as_ref(), batch).await?)?;
        }
        let listed: BTreeSet<u64> = lobby.open_tables().collect();
        let is_open = |table| listed.contains(&table);
        let states = tables.iter().map(|table| &table.state);
        let at = clock.now().wall;
        let roster = SeatBook::open(store.as_ref(), roster, at, fence, is_open, states).await?;
        let inner = Arc::new(RoomInner {
            store,
            clock,
            entropy: Mutex::new(entropy),
            keys,
            pace,
            fence,
            tables: RwLock::new(BTreeMap::new()),
            damaged,
            damage_references: references,
            lobby: tokio::sync::Mutex::new(lobby),
            roster: Mutex::new(roster),
            sitting_down: Mutex::new(BTreeSet::new()),
            next_watcher: std::sync::atomic::AtomicU64::new(1),
            draining: AtomicBool::new(false),
            held: AtomicBool::new(supervision::is_nearly_full(&condition)),
            chat_rates: Mutex::default(),
            machines: OnceLock::new(),
            limits: OnceLock::new(),
        });
        for ReadTable { state, count, draws, is_void } in tables {
            start_table(&inner, state, count, draws, is_void);
        }
        Ok(Room { inner })
    }
}
