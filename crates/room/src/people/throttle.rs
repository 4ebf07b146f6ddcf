//! How long to wait after failed sign-ins: longer each time, for a name and for an address.
//!
//! The counts come from events, so a restart forgets nothing.

/// Failures counted under one trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailureCount {
    /// How many there were without a success.
    pub count: u32,
    /// When the last one was, in milliseconds of the room's time.
    pub last: u64,
}

/// How the wait grows. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitSchedule {
    /// This many failures cost no time.
    pub free_failures: u32,
    /// From this many failures on, the wait is the longest.
    pub lock_at: u32,
    /// The longest wait.
    pub longest_wait: u64,
    /// Failures are forgotten after this time without another.
    pub forgotten_after: u64,
}

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// For a name: ten failures lock it for a quarter of an hour.
pub const LOGIN_SCHEDULE: WaitSchedule =
    WaitSchedule { free_failures: 3, lock_at: 10, longest_wait: 15 * MINUTE, forgotten_after: 24 * HOUR };
/// For an address: many people may share one.
pub const ADDRESS_SCHEDULE: WaitSchedule =
    WaitSchedule { free_failures: 20, lock_at: 60, longest_wait: 15 * MINUTE, forgotten_after: HOUR };

impl WaitSchedule {
    /// The wait in milliseconds after this many failures: none for the first `free_failures`, one second after the
    /// next, doubled with each further one, and from `lock_at` failures on the longest at once. Never more than the
    /// longest.
    pub fn wait(&self, count: u32) -> u64 {
        if count <= self.free_failures {
            return 0;
        }
        if count >= self.lock_at {
            return self.longest_wait;
        }
        let doublings = (count - self.free_failures - 1).min(32);
        (SECOND << doublings).min(self.longest_wait)
    }

    /// The wait still left at this time, in milliseconds, if `more` unanswered attempts all fail: guesses at
    /// once gain nothing over guesses one by one.
    pub fn wait_left(&self, failures: FailureCount, more: u32, time: u64) -> u64 {
        let counted = self.remembered_count(failures, time);
        let wait = self.wait(counted.saturating_add(more));
        if more > 0 && wait > 0 {
            return wait;
        }
        failures.last.saturating_add(wait).saturating_sub(time)
    }

    /// The count after one more failure at this time; forgotten failures do not count.
    pub fn with_failure(&self, failures: FailureCount, time: u64) -> FailureCount {
        FailureCount { count: self.remembered_count(failures, time).saturating_add(1), last: time }
    }

    /// How many failures still count at a time: none once they are forgotten.
    fn remembered_count(&self, failures: FailureCount, time: u64) -> u32 {
        if time.saturating_sub(failures.last) >= self.forgotten_after { 0 } else { failures.count }
    }
}
