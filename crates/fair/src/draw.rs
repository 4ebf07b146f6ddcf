//! The frozen draw: turns uniformly distributed words into uniformly distributed numbers below n.

/// The number below `n` that one word of `BITS` bits gives; `None` if the word is rejected and the next one
/// must be taken. Of all 2^`BITS` words, exactly equally many give each number below `n`, whatever `n` is.
///
/// The product word * n has an upper and a lower half of `BITS` bits. Some upper halves may result from one
/// word more than others; the words with a lower half below (2^`BITS` - n) mod n are the surplus and are
/// rejected. Decks are shuffled with words of 32 bits; with smaller ones a test can try all of them.
///
/// For `n` of 0 or 1 the draw is 0. `n` and the word must fit in `BITS` bits, at most 32.
///
/// ```
/// assert_eq!(fair::draw::<4>(15, 3), Some(2));
/// assert_eq!(fair::draw::<4>(0, 3), None, "16 words are not 3 times anything, so one is rejected");
/// ```
#[inline]
pub const fn draw<const BITS: u32>(word: u32, n: u32) -> Option<u32> {
    assert!(BITS > 0 && BITS <= 32, "a word has 1 to 32 bits");
    if n < 2 {
        return Some(0);
    }
    let product = word as u64 * n as u64;
    let lower = product & ((1 << BITS) - 1);
    // The second comparison costs a division and is almost never reached.
    if lower >= n as u64 || lower >= ((1 << BITS) - n as u64) % n as u64 {
        Some((product >> BITS) as u32)
    } else {
        None
    }
}

/// A source of draws for a shuffle: a [`Stream`](crate::Stream), or in tests a source that enumerates all
/// possible draws.
pub trait Draws {
    /// Draws a number below `n`, all equally likely; 0 if `n` is 0 or 1.
    fn below(&mut self, n: u32) -> u32;
}
