//! An endless stream of pseudorandom numbers from a seed and a label.

use std::fmt;

use cards::Card;
use chacha20::cipher::{Array, KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R20};
use zeroize::Zeroize;

use crate::draw::{Draws, draw};
use crate::seed::Seed;
use crate::shuffle::partial_shuffle_with;

/// ChaCha20 by blocks, as in RFC 8439.
pub(crate) type Cipher = ChaChaCore<R20, Ietf>;

/// Streams stop before this block: four blocks are computed at a time, and the last block is the seed of a
/// hand.
const LAP_END: u32 = u32::MAX - 3;

/// The purpose of a stream. Streams of the same seed under different labels are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The order of the deck: `shuffle`.
    Shuffle,
    /// The salts of the cards in a commitment: `salts`.
    Salts,
    /// The position of the cut: `cut`.
    Cut,
    /// The decisions of house bots and simulated players: `bots`.
    Bots,
}

impl Label {
    /// The ASCII name that goes into the nonce, at most eight bytes. Every shuffle depends on it: it never
    /// changes.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Shuffle => "shuffle",
            Label::Salts => "salts",
            Label::Cut => "cut",
            Label::Bots => "bots",
        }
    }
}

/// The number of blocks computed at a time, which is what the cipher computes in parallel.
const BLOCKS: usize = 4;
const WORDS: usize = BLOCKS * 16;

/// An endless stream of pseudorandom numbers from a seed, for one purpose.
///
/// ```
/// use fair::{Label, Seed, Stream};
/// let seed = Seed::of_number(7);
/// let mut once = Stream::new(&seed, Label::Bots);
/// let mut again = Stream::new(&seed, Label::Bots);
/// assert_eq!(once.next_u64(), again.next_u64());
/// assert!(once.below(6) < 6);
/// ```
pub struct Stream {
    seed: Seed,
    label: Label,
    lap: u32,
    cipher: Cipher,
    words: [u32; WORDS],
    used: usize,
}

impl Stream {
    /// The stream of a seed under a label, from its start. The same two always give the same numbers.
    pub fn new(seed: &Seed, label: Label) -> Stream {
        let cipher = Stream::cipher(seed, label, 0);
        Stream { seed: seed.clone(), label, lap: 0, cipher, words: [0; WORDS], used: WORDS }
    }

    /// The cipher at the start of a lap. Its nonce is the label's name, padded to eight bytes, then the lap,
    /// little-endian; the derivation is frozen.
    fn cipher(seed: &Seed, label: Label, lap: u32) -> Cipher {
        let mut nonce = [0; 12];
        nonce[..label.name().len()].copy_from_slice(label.name().as_bytes());
        nonce[8..].copy_from_slice(&lap.to_le_bytes());
        Cipher::new(&(*seed.bytes()).into(), &nonce.into())
    }

    /// Computes the next blocks, and starts the next lap when the block counter is used up: no block serves
    /// twice, and the last one stays free for the seed of a hand.
    #[inline(never)]
    fn refill(&mut self) {
        if self.cipher.get_block_pos() == LAP_END {
            self.lap += 1;
            self.cipher = Stream::cipher(&self.seed, self.label, self.lap);
        }
        let mut blocks = [Array::default(); BLOCKS];
        self.cipher.write_keystream_blocks(&mut blocks);
        for (block, words) in blocks.iter().zip(self.words.chunks_exact_mut(16)) {
            for (bytes, word) in block.chunks_exact(4).zip(words) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
        }
        self.used = 0;
    }

    /// The next word of the stream: four bytes of the keystream, little-endian. Every draw is made from such
    /// words, and their sequence is frozen.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.used == WORDS {
            self.refill();
        }
        let word = self.words[self.used % WORDS];
        self.used += 1;
        word
    }

    /// The next two words as one number, the lower half first; the order is frozen, as for
    /// [`Stream::next_u32`].
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) | u64::from(self.next_u32()) << 32
    }

    /// The next 32 bytes of the keystream, for a salt or the room's part of the cut.
    pub(crate) fn next_bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for four in bytes.chunks_exact_mut(4) {
            four.copy_from_slice(&self.next_u32().to_le_bytes());
        }
        bytes
    }

    /// A number below `n`, all equally likely; 0 if `n` is 0 or 1, which takes nothing from the stream. The
    /// draw is the frozen one of [`draw`](fn@crate::draw).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        loop {
            if let Some(drawn) = draw::<32>(self.next_u32(), n) {
                return drawn;
            }
        }
    }

    /// Shuffles the first `count` cards into place with the next draws of this stream, for simulations, which
    /// shuffle many decks from one stream.
    pub fn partial_shuffle(&mut self, deck: &mut [Card], count: usize) {
        partial_shuffle_with(self, deck, count);
    }

    /// Wipes the words computed so far and drops the stream. Streams of decks for people are wiped;
    /// simulations skip it for speed.
    pub(crate) fn wipe(mut self) {
        self.words.zeroize();
    }
}

impl Draws for Stream {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Stream::below(self, n)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("label", &self.label).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_has_used_its_blocks_goes_on_in_its_next_lap() {
        let seed = Seed::of_number(3);
        let mut stream = Stream::new(&seed, Label::Bots);
        stream.cipher.set_block_pos(LAP_END - 4);
        for _ in 0..WORDS {
            stream.next_u32();
        }
        let mut next = Stream::new(&seed, Label::Bots);
        next.cipher = Stream::cipher(&seed, Label::Bots, 1);
        assert_eq!(stream.next_u64(), next.next_u64());
        assert_eq!(LAP_END % 4, 0, "laps end where four blocks do");
    }
}
