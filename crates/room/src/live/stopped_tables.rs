//! Tables at which nothing happens any more until the room has been looked after: their records cannot be read, a check
//! failed, or nothing can be stored. Whatever is asked there has one reason, with the reference that the log has too.

use std::collections::BTreeMap;

use super::Room;
use crate::requests::{RoomRefusal, Standing};

impl Room {
    /// The tables that could not be opened with the room, and why: the record is named. Nothing happens there, and
    /// nothing of theirs was called off.
    pub fn damaged_tables(&self) -> &BTreeMap<u64, String> {
        &self.inner.damaged
    }

    /// How many tables were ever opened here, those that are closed among them.
    pub async fn tables_opened(&self) -> u64 {
        self.inner.lobby.lock().await.next_table() - 1
    }

    /// Why nothing happens at a table any more, where it has stopped.
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

    /// Why a table is not in the lobby: it has stopped, or there is none.
    pub fn no_table_refusal(&self, table: u64) -> RoomRefusal {
        self.stop_refusal(table).unwrap_or_else(|| RoomRefusal::no_table(table))
    }
}
