//! Random numbers and orders drawn from bytes that come in as a value: the same bytes always give the same
//! draw.

use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use rulebook::rule;

/// Random bytes, used from the front. The same bytes always give the same draws.
#[derive(Clone, Debug)]
pub struct RandomBytes<'a> {
    bytes: &'a [u8],
    used: usize,
}

impl<'a> RandomBytes<'a> {
    /// Draws from these bytes, front to back: for example the stream behind an earlier commitment, so that
    /// anybody can draw again and compare.
    pub fn new(bytes: &'a [u8]) -> RandomBytes<'a> {
        RandomBytes { bytes, used: 0 }
    }

    /// How many bytes the draws so far have consumed, counted from the front.
    pub fn used(&self) -> usize {
        self.used
    }

    /// A number below `count`, each equally likely; 0 without using a byte if `count` is 0 or 1. Four bytes,
    /// most significant first, are drawn again while they fall into the part that does not divide evenly.
    /// Drawing again must give the same, so the use of the bytes never changes.
    ///
    /// # Errors
    /// [`TournamentRefusalReason::MoreLotsNeeded`] when the bytes run out.
    pub fn below(&mut self, count: u32) -> Result<u32, TournamentRefusal> {
        if count <= 1 {
            return Ok(0);
        }
        let even = (1u64 << 32) / u64::from(count) * u64::from(count);
        loop {
            let given = self.bytes.len();
            let next =
                self.bytes.get(self.used..self.used + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
            let four = next.ok_or(TournamentRefusal {
                why: TournamentRefusalReason::MoreLotsNeeded { given },
                rule: rule::SEATS_BY_BALLOT,
            })?;
            self.used += 4;
            let number = u32::from_be_bytes(four);
            if u64::from(number) < even {
                return Ok(number % count);
            }
        }
    }

    /// Shuffles a list in place, every order equally likely: from the last position to the second, each item is
    /// exchanged with a random one at or before it. Drawing again must give the same, so this order of
    /// exchanges never changes.
    ///
    /// # Errors
    /// [`TournamentRefusalReason::MoreLotsNeeded`] when the bytes run out.
    pub fn shuffle<T>(&mut self, list: &mut [T]) -> Result<(), TournamentRefusal> {
        for last in (1..list.len()).rev() {
            let count = u32::try_from(last + 1).unwrap_or(u32::MAX);
            let at = usize::try_from(self.below(count)?).unwrap_or(0);
            list.swap(at, last);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn numbers_in_the_uneven_part_are_drawn_again() {
        // 2^32 leaves 1 when divided by 3, so the largest number of all is rejected.
        let bytes = [255, 255, 255, 255, 0, 0, 0, 5];
        let mut random_bytes = RandomBytes::new(&bytes);
        assert_eq!((random_bytes.below(3), random_bytes.used()), (Ok(2), 8));
        assert_eq!(
            random_bytes.below(3).expect_err("used up").why,
            TournamentRefusalReason::MoreLotsNeeded { given: 8 }
        );
    }

    #[test]
    fn every_order_of_four_is_drawn_equally_often() {
        let mut seen: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
        for (a, b, c) in (0..4u8).flat_map(|a| (0..3u8).flat_map(move |b| (0..2u8).map(move |c| (a, b, c)))) {
            let bytes = [0, 0, 0, a, 0, 0, 0, b, 0, 0, 0, c];
            let mut list = vec![1, 2, 3, 4];
            RandomBytes::new(&bytes).shuffle(&mut list).expect("enough");
            *seen.entry(list).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|times| *times == 1));
    }
}
