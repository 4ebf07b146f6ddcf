//! Tables at which nothing happens until somebody has looked after the room: their records cannot be read, a
//! check failed, or nothing can be stored. Every request there is refused for the same reason, with the
//! reference under which the log has it.

use std::collections::BTreeMap;

use super::Room;
use crate::requests::{RoomRefusal, Standing};

impl Room {
    /// The tables that could not be opened with the room, by number, and why, naming the record. Nothing
    /// happens there, and none of their hands was called off.
    pub fn damaged_tables(&self) -> &BTreeMap<u64, String> {
        &self.inner.damaged
    }

    /// How many tables were ever opened here, including closed ones: table numbers go from 1 to this.
    pub async fn tables_opened(&self) -> u64 {
        self.inner.lobby.lock().await.next_table() - 1
    }

    /// Why nothing happens at a table, if it has stopped since or could not be read; `None` for a table that
    /// runs or is not known.
    pub fn stop_refusal(&self, table: u64) -> Option<RoomRefusal> {
        if let Some(why) = self.inner.damaged.get(&table) {
            let reference = self.inner.damage_references.get(&table).map_or("", String::as_str);
            return Some(RoomRefusal::stopped(why, reference));
        }
        match &self.table(table)?.standing {
            Standing::Stopped { why, reference } => Some(RoomRefusal::stopped(why, reference.as_str())),
            Standing::Open | Standing::Paused { .. } | Standing::Closing { .. } | Standing::Closed { .. } => {
                None
            }
        }
    }

    /// The refusal for a table that is not in the lobby: that it has stopped, with the reference, or that there
    /// is none.
    pub fn no_table_refusal(&self, table: u64) -> RoomRefusal {
        self.stop_refusal(table).unwrap_or_else(|| RoomRefusal::no_table(table))
    }
}
