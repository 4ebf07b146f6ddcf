//! Rate limits: token buckets for addresses and for people, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use room::port::Steady;

use crate::config::RequestRate;

/// The most names that each of a limiter's two generations remembers.
const MOST_NAMES: usize = 50_000;

/// What is left in a bucket, in thousandths of a request, and when it was last looked at.
#[derive(Clone, Copy)]
struct RequestBucket {
    left: u64,
    at: Steady,
}

/// Allows each name a number of requests.
///
/// Two generations bound its memory: when the younger is full, the older is forgotten, so a quiet name starts
/// afresh and a busy name is remembered.
pub struct Limiter<Name> {
    rate: RequestRate,
    generations: Mutex<(HashMap<Name, RequestBucket>, HashMap<Name, RequestBucket>)>,
}

impl<Name: Eq + Hash + Clone> Limiter<Name> {
    /// A limiter that has counted no request yet: every name starts with a full bucket.
    pub fn new(rate: RequestRate) -> Limiter<Name> {
        Limiter { rate, generations: Mutex::default() }
    }

    /// Takes one request of a name (an address or a person) out of its bucket. `now` must not go back. A
    /// refused request takes nothing, so waiting always helps.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn take(&self, name: Name, now: Steady) -> Result<(), u64> {
        const ONE: u64 = 1000;
        let full = u64::from(self.rate.at_once) * ONE;
        let a_minute = u64::from(self.rate.a_minute) * ONE;
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let (young, old) = &mut *generations;
        let known = young.get(&name).or_else(|| old.get(&name)).copied();
        let mut bucket = known.unwrap_or(RequestBucket { left: full, at: now });
        let passed = now.0.saturating_sub(bucket.at.0);
        let filled = passed.saturating_mul(a_minute) / 60_000;
        if filled > 0 {
            bucket = RequestBucket { left: bucket.left.saturating_add(filled).min(full), at: now };
        }
        let outcome = match bucket.left.checked_sub(ONE) {
            Some(left) => {
                bucket.left = left;
                Ok(())
            }
            None => {
                let missing = ONE - bucket.left;
                Err((missing * 60).div_ceil(a_minute.max(1)).max(1))
            }
        };
        if young.len() >= MOST_NAMES && !young.contains_key(&name) {
            *old = std::mem::take(young);
        }
        young.insert(name, bucket);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        // 60 per minute: one per second.
        let limiter = Limiter::new(RequestRate { a_minute: 60, at_once: 3 });
        for _ in 0..3 {
            assert_eq!(limiter.take("ana", Steady(5)), Ok(()));
        }
        assert_eq!(limiter.take("ana", Steady(5)), Err(1));
        assert_eq!(limiter.take("ben", Steady(5)), Ok(()), "others are not slowed");
        assert_eq!(limiter.take("ana", Steady(1004)), Err(1));
        assert_eq!(limiter.take("ana", Steady(2005)), Ok(()));
        assert_eq!(limiter.take("ana", Steady(100_000)), Ok(()));
        assert_eq!(limiter.take("ana", Steady(100_000)), Ok(()));
        assert_eq!(limiter.take("ana", Steady(100_000)), Ok(()));
        assert_eq!(limiter.take("ana", Steady(100_000)), Err(1), "never more than at once");
    }

    /// Proves DIS-04 for what is remembered about callers.
    #[test]
    fn a_limiter_remembers_a_bounded_number_of_names() {
        let limiter = Limiter::new(RequestRate { a_minute: 1, at_once: 1 });
        for name in 0..3 * MOST_NAMES {
            assert_eq!(limiter.take(name, Steady(0)), Ok(()));
            assert!(name % 1000 != 0 || limiter.take(usize::MAX, Steady(0)).is_err() || name == 0);
        }
        let generations = limiter.generations.lock().expect("no panic");
        assert!(generations.0.len() + generations.1.len() <= 2 * MOST_NAMES);
    }
}
