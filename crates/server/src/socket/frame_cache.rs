//! Encodes an update once for all the viewers who see the same.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use room::requests::Update;

/// The number of shards, large enough that tables rarely share one.
const SHARDS: usize = 256;
/// How many updates a shard remembers: one act at a table causes a few.
const UPDATES_PER_SHARD: usize = 4;

/// The updates encoded last.
pub struct FrameCache {
    shards: Vec<Mutex<Shard>>,
}

/// The last updates of the tables that share it.
#[derive(Default)]
struct Shard {
    /// The update itself is stored, so that no other can have its address.
    recent: [Option<(Arc<Update>, Utf8Bytes)>; UPDATES_PER_SHARD],
    next: usize,
}

impl Default for FrameCache {
    /// An empty cache; it never grows beyond `UPDATES_PER_SHARD` updates in each of its shards.
    fn default() -> FrameCache {
        FrameCache { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
    }
}

impl FrameCache {
    /// The encoded update, made by `write` unless it was made before. Only viewers for whom the room made the
    /// very same `Arc` share a text (SEC-01): updates that are merely equal, or made for different viewers,
    /// never do.
    pub fn get_or_encode(
        &self,
        table: u64,
        update: &Arc<Update>,
        write: impl FnOnce() -> Utf8Bytes,
    ) -> Utf8Bytes {
        if Arc::strong_count(update) == 1 {
            return write();
        }
        // Always less than the number of shards.
        let shard = &self.shards[(table % SHARDS as u64) as usize];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shard.recent.iter().flatten().find(|(known, _)| Arc::ptr_eq(known, update));
        if let Some((_, text)) = known {
            return text.clone();
        }
        let text = write();
        let next = shard.next;
        shard.recent[next] = Some((Arc::clone(update), text.clone()));
        shard.next = (next + 1) % UPDATES_PER_SHARD;
        text
    }
}
