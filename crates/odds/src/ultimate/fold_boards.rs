//! Distributes boards over the cores: each thread keeps its own sums, which are added at the end.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::equity::Progress;
use crate::ultimate::suit_exchanges::Representative;

/// The number of boards a thread takes at a time.
const BOARDS: usize = 256;

/// Visits every board once, on all available threads, each with sums of its own from `start`, and returns the
/// sums merged. `merge` must not depend on order, so that any number of threads gives the same result.
pub(crate) fn fold_boards<T: Send>(
    boards: &[Representative],
    progress: Progress<'_>,
    start: impl Fn() -> T + Sync,
    visit: impl Fn(&mut T, Representative) + Sync,
    merge: impl Fn(&mut T, T),
) -> T {
    let next = AtomicUsize::new(0);
    let done = AtomicU64::new(0);
    let parts: Vec<T> = (0..rayon::current_num_threads())
        .into_par_iter()
        .with_max_len(1)
        .map(|_| {
            let mut part = start();
            loop {
                let from = next.fetch_add(BOARDS, Ordering::Relaxed);
                let Some(taken) = boards.get(from..boards.len().min(from + BOARDS)) else { break };
                if taken.is_empty() {
                    break;
                }
                taken.iter().for_each(|board| visit(&mut part, *board));
                let taken = taken.len() as u64;
                progress(done.fetch_add(taken, Ordering::Relaxed) + taken, boards.len() as u64);
            }
            part
        })
        .collect();
    let mut parts = parts.into_iter();
    let mut all = parts.next().unwrap_or_else(start);
    parts.for_each(|part| merge(&mut all, part));
    all
}
