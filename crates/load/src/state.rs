//! What all clients of a load test share: how far the test has come, and what went wrong.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// What all clients share.
#[derive(Default)]
pub(crate) struct LoadState {
    /// Whether acts are being measured.
    pub(crate) measuring: AtomicBool,
    /// Set once everybody sits: play begins.
    pub(crate) started: watch::Sender<bool>,
    /// Tables where play has begun, or that are lost.
    pub(crate) playing: AtomicU64,
    /// Set once the test is over: everybody leaves.
    pub(crate) finished: watch::Sender<bool>,
    /// Acts that the room accepted.
    pub(crate) acts: AtomicU64,
    /// Hands that began.
    pub(crate) hands: AtomicU64,
    /// What went wrong, by kind, with a count.
    pub(crate) errors: Mutex<BTreeMap<String, u64>>,
    /// How many of these are faults.
    pub(crate) faults: AtomicU64,
}

/// Locks a mutex, even after a client panicked while it held the lock: counts are whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LoadState {
    /// Counts something that must not go wrong, by kind; a run with faults has failed.
    pub(crate) fn record_fault(&self, kind: impl Into<String>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.record_error(kind);
    }

    /// Counts something that happens when many clients play at once and does no harm, such as an act that
    /// came late. It is reported and is not a fault.
    pub(crate) fn record_error(&self, kind: impl Into<String>) {
        *lock(&self.errors).entry(kind.into()).or_default() += 1;
    }
}
