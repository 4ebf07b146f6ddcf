//! How long one waits after failing to sign in: longer each time, for a name and for an address.
//!
//! What is counted comes from events, so a restart forgets nothing.

/// Failures that were seen under one trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// How many there were without a success.
    pub count: u32,
    /// When the last one was, in milliseconds of the room's time.
    pub last: u64,
}

/// How waiting grows. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// So many failures cost no time.
    pub free: u32,
    /// From so many failures on the door is locked for the longest time.
    pub lock_at: u32,
    /// The longest wait.
    pub longest: u64,
    /// After so long without a failure they are forgotten.
    pub forgotten_after: u64,
}

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// For a name: ten failures lock it for a quarter of an hour.
pub const LOGIN: Schedule =
    Schedule { free: 3, lock_at: 10, longest: 15 * MINUTE, forgotten_after: 24 * HOUR };
/// For an address: many people may sit behind one.
pub const ADDRESS: Schedule = Schedule { free: 20, lock_at: 60, longest: 15 * MINUTE, forgotten_after: HOUR };

impl Schedule {
    /// How long one waits after so many failures: a second, and twice as long with each.
    pub fn wait(&self, count: u32) -> u64 {
        if count <= self.free {
            return 0;
        }
        if count >= self.lock_at {
            return self.longest;
        }
        let doublings = (count - self.free - 1).min(32);
        (SECOND << doublings).min(self.longest)
    }

    /// How long one still waits at this time, `more` failures being expected of attempts that are not answered yet.
    pub fn left(&self, tries: Tries, more: u32, time: u64) -> u64 {
        let counted = self.after_forgetting(tries, time);
        let wait = self.wait(counted.saturating_add(more));
        if more > 0 && wait > 0 {
            return wait;
        }
        tries.last.saturating_add(wait).saturating_sub(time)
    }

    /// The failures with one more at this time.
    pub fn failed(&self, tries: Tries, time: u64) -> Tries {
        Tries { count: self.after_forgetting(tries, time).saturating_add(1), last: time }
    }

    fn after_forgetting(&self, tries: Tries, time: u64) -> u32 {
        if time.saturating_sub(tries.last) >= self.forgotten_after { 0 } else { tries.count }
    }
}
