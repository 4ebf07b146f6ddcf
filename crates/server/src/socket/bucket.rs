//! Limits how often somebody may send something.

use std::time::{Duration, Instant};

/// A rate: a burst at once, then one per interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRate {
    /// How many may come at once.
    pub burst: u32,
    /// The interval between two frames once the burst is used up.
    pub every: Duration,
}

/// What is left of a rate. It stores a single moment: when it will be full again.
#[derive(Clone, Copy, Debug)]
pub struct FrameBucket {
    rate: FrameRate,
    full_at: Option<Instant>,
}

impl FrameBucket {
    /// A full bucket for the frames of a connection, or of all connections of a person: a whole burst may
    /// come at once.
    pub const fn new(rate: FrameRate) -> FrameBucket {
        FrameBucket { rate, full_at: None }
    }

    /// Takes one frame out and says true, or takes nothing and says false: the frame comes too fast. `now`
    /// must not go back.
    pub fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.map_or(now, |full_at| full_at.max(now)) + self.rate.every;
        if full_at > now + self.rate.every * self.rate.burst {
            return false;
        }
        self.full_at = Some(full_at);
        true
    }

    /// How long until [`take`](FrameBucket::take) succeeds again; zero if it would now. It takes nothing.
    /// Clients get it as the time after which to send again, so the two must agree.
    pub fn wait(&self, now: Instant) -> Duration {
        let full_at = self.full_at.map_or(now, |full_at| full_at.max(now)) + self.rate.every;
        full_at.saturating_duration_since(now + self.rate.every * self.rate.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_bucket_says_when_there_is_one_again() {
        let rate = FrameRate { burst: 2, every: Duration::from_millis(100) };
        let (mut bucket, start) = (FrameBucket::new(rate), Instant::now());
        assert_eq!(bucket.wait(start), Duration::ZERO);
        assert_eq!([(); 3].map(|()| bucket.take(start)), [true, true, false]);
        assert_eq!(bucket.wait(start), Duration::from_millis(100));
        assert_eq!(bucket.wait(start + Duration::from_millis(60)), Duration::from_millis(40));
        assert_eq!(bucket.wait(start + Duration::from_millis(100)), Duration::ZERO);
    }

    #[test]
    fn a_burst_passes_and_then_one_at_a_time() {
        let rate = FrameRate { burst: 3, every: Duration::from_millis(100) };
        let (mut bucket, start) = (FrameBucket::new(rate), Instant::now());
        assert_eq!([(); 5].map(|()| bucket.take(start)), [true, true, true, false, false]);
        assert!(!bucket.take(start + Duration::from_millis(99)));
        assert!(bucket.take(start + Duration::from_millis(100)));
        assert!(!bucket.take(start + Duration::from_millis(199)));
        assert!(bucket.take(start + Duration::from_millis(200)));
    }

    #[test]
    fn after_a_rest_no_more_than_a_burst_passes() {
        let rate = FrameRate { burst: 2, every: Duration::from_millis(10) };
        let (mut bucket, start) = (FrameBucket::new(rate), Instant::now());
        bucket.take(start);
        let later = start + Duration::from_secs(60);
        assert_eq!([(); 3].map(|()| bucket.take(later)), [true, true, false]);
    }
}
