//! Measures how long acts take to reach all viewers of a table, and the percentiles of many such times.

use std::collections::BTreeMap;
use std::time::Instant;

/// The acts of one table that have not reached all viewers yet.
#[derive(Default)]
pub(crate) struct Meter {
    /// By record number: how many viewers have it, and when the last of them received it.
    pub(crate) seen: BTreeMap<u64, (u8, Instant)>,
    /// By record number: when its act was sent.
    pub(crate) sent: BTreeMap<u64, Instant>,
    /// The times of acts that reached all viewers, in microseconds.
    pub(crate) latencies: Vec<u32>,
}

impl Meter {
    /// Takes the latency of a record's act once all `viewers` have the record and the room has said which act
    /// it is; may be called before that. A measured record is forgotten, so each is counted once.
    pub(crate) fn complete(&mut self, number: u64, viewers: u8) {
        let (Some((seen, last)), Some(sent)) = (self.seen.get(&number), self.sent.get(&number)) else {
            return;
        };
        if *seen < viewers {
            return;
        }
        let latency = last.saturating_duration_since(*sent).as_micros();
        self.latencies.push(u32::try_from(latency).unwrap_or(u32::MAX));
        self.sent.remove(&number);
        self.seen.remove(&number);
        // Records that no client of ours caused are seen by all as well, and never complete.
        while self.seen.len() > 64 {
            self.seen.pop_first();
        }
    }
}

/// The smallest value that at least `per_mille` of a thousand values do not exceed; 0 without values.
/// `sorted` is in ascending order, in microseconds; 500 gives the median and 1000 the maximum.
pub(crate) fn percentile(sorted: &[u32], per_mille: usize) -> u64 {
    let rank = (sorted.len() * per_mille).div_ceil(1000);
    sorted.get(rank.saturating_sub(1)).copied().map_or(0, u64::from)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn shares_are_the_values_at_their_ranks() {
        let sorted: Vec<u32> = (1..=200).collect();
        assert_eq!(
            [500, 900, 990, 1000].map(|per_mille| percentile(&sorted, per_mille)),
            [100, 180, 198, 200]
        );
        assert_eq!(percentile(&[7], 500), 7);
        assert_eq!(percentile(&[], 990), 0);
    }

    #[test]
    fn a_way_ends_when_the_last_viewer_has_it() {
        let (start, mut meter) = (Instant::now(), Meter::default());
        meter.seen.insert(9, (2, start + Duration::from_micros(300)));
        meter.sent.insert(9, start);
        meter.complete(9, 3);
        assert!(meter.latencies.is_empty());
        meter.seen.insert(9, (3, start + Duration::from_micros(450)));
        meter.complete(9, 3);
        assert_eq!(meter.latencies, [450]);
        assert!(meter.seen.is_empty() && meter.sent.is_empty());
    }
}
