//! Counts requests that were refused because they came too often, and puts the counts on record from time to
//! time, so that a flood of requests makes no flood of records.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use room::lobby::RoomFact;

use crate::state::AppState;

/// How often the refusals go on record.
pub(crate) const RECORD_INTERVAL: Duration = Duration::from_secs(60);
/// The most callers that are counted separately.
const MOST_CALLERS: usize = 10_000;

/// What comes too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ThrottleKind {
    /// Requests, from an address or by a person.
    Requests,
    /// New accounts from an address.
    SignUps,
}

impl ThrottleKind {
    /// The word for the kind in the record of refusals; it is stored, so it never changes.
    const fn word(self) -> &'static str {
        match self {
            ThrottleKind::Requests => "requests",
            ThrottleKind::SignUps => "sign_ups",
        }
    }
}

/// Refusals of one kind, and how many callers they concern.
#[derive(Default)]
struct ThrottleCount {
    refused: u64,
    /// Hashes of the callers: nobody is named.
    callers: BTreeSet<u64>,
}

/// Refusals since they were last put on record.
#[derive(Default)]
pub(crate) struct ThrottleCounts {
    hashes: RandomState,
    counts: Mutex<BTreeMap<ThrottleKind, ThrottleCount>>,
}

impl ThrottleCounts {
    /// Counts the refusal of a caller, by a text that tells callers apart; only a hash of it is kept. Callers
    /// beyond [`MOST_CALLERS`] are counted in the total only.
    pub(crate) fn count(&self, what: ThrottleKind, caller: &str) {
        let hash = self.hashes.hash_one(caller);
        let mut counted = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = counted.entry(what).or_default();
        counted.refused += 1;
        if counted.callers.len() < MOST_CALLERS {
            counted.callers.insert(hash);
        }
    }

    /// The counts since the last call, which starts them again at zero; `record_throttled` alone takes them, so
    /// that no refusal is recorded twice.
    fn take_counts(&self) -> BTreeMap<ThrottleKind, ThrottleCount> {
        std::mem::take(&mut *self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl AppState {
    /// Puts on record how many requests were refused since the last time because they came too often, one
    /// record for each kind. `serve` calls it once a minute and when it ends.
    pub async fn record_throttled(&self) {
        for (what, ThrottleCount { refused, callers }) in self.throttle_counts.take_counts() {
            let (what, callers) = (what.word().to_owned(), callers.len() as u64);
            tracing::warn!(what, refused, callers, "refused because they came too often");
            if let Err(fault) = self.room.record_fact(RoomFact::Throttled { what, refused, callers }).await {
                tracing::error!(
                    what = fault.to_string(),
                    "the refusals of requests that came too often are not on record"
                );
            }
        }
    }
}
