//! Updates that many see alike are put into words once.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use room::ask::Update;

/// How many places there are, so that tables seldom meet.
const PLACES: usize = 256;
/// How many updates a place remembers: one act of a table makes a few.
const REMEMBERED: usize = 4;

/// The updates written last.
pub struct Written {
    places: Vec<Mutex<Place>>,
}

#[derive(Default)]
struct Place {
    /// The update itself is kept, so that no other can have its address.
    recent: [Option<(Arc<Update>, Utf8Bytes)>; REMEMBERED],
    next: usize,
}

impl Default for Written {
    fn default() -> Written {
        Written { places: (0..PLACES).map(|_| Mutex::default()).collect() }
    }
}

impl Written {
    /// The update in words, made by `write` unless it was made before. Viewers that were given the same update see the
    /// same, for the room made it for all of them at once.
    pub fn of(&self, table: u64, update: &Arc<Update>, write: impl FnOnce() -> Utf8Bytes) -> Utf8Bytes {
        if Arc::strong_count(update) == 1 {
            return write();
        }
        // Less than the number of places.
        let place = &self.places[(table % PLACES as u64) as usize];
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let known = place.recent.iter().flatten().find(|(known, _)| Arc::ptr_eq(known, update));
        if let Some((_, text)) = known {
            return text.clone();
        }
        let text = write();
        let next = place.next;
        place.recent[next] = Some((Arc::clone(update), text.clone()));
        place.next = (next + 1) % REMEMBERED;
        text
    }
}
