//! Shuffles that anybody can check.
//!
//! A deck is shuffled from a [`Seed`] of 32 bytes, and the seed alone decides the order of the cards. The derivation
//! below never changes: a shuffle that was ever dealt can be made again from its seed. `vectors/vectors.txt` holds
//! test vectors, made by the script beside it without this crate.
//!
//! # The derivation
//!
//! *Keystream.* ChaCha20 as in RFC 8439: the seed is the key, and there are a nonce of 12 bytes and a block counter
//! of 32 bits.
//!
//! *Stream.* The nonce is the [`Label`]'s name in ASCII, filled with zero bytes to eight, then a lap number of 32
//! bits, least byte first, which is 0. Blocks are taken from counter 0 on. Should 2^32 - 4 blocks ever be used up,
//! the lap number rises by one and the counter starts again at 0. The stream's *words* are its bytes by fours, least
//! byte first; its numbers of 64 bits are two words, the lower half first.
//!
//! *Draw below n*, for n from 2 to 2^32 - 1: take a word w; the product w * n has an upper and a lower half of 32
//! bits. If the lower half is less than (2^32 - n) mod n, the word is rejected and the next one taken; otherwise the
//! upper half is the draw. Every number below n is equally likely. For n = 0 and n = 1 the draw is 0 and takes no word.
//!
//! *Shuffle.* The stream `shuffle`; for each place i = 0, 1, 2, ... of the deck but the last, draw d below the number
//! of cards from place i on, and exchange the cards in places i and i + d (Fisher-Yates). So the first cards of a
//! shuffle are known without drawing the others.
//!
//! *Seed of a hand.* The nonce is the hand's number (64 bits, least byte first), then the attempt (32 bits, least
//! byte first). The seed is the first 32 bytes of the block with counter 2^32 - 1, which no stream ever uses.

use std::fmt;

use cards::Card;
use chacha20::cipher::{Array, KeyIvInit, StreamCipherCore};
use chacha20::variants::Ietf;
use chacha20::{ChaChaCore, R20};

type Cipher = ChaChaCore<R20, Ietf>;

/// 32 bytes that decide a shuffle. `Debug` does not print them.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed of these bytes. For a deal that matters they come fresh from the operating system.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed of a number (least byte first, then zeros), for simulations and tests: there are far too few of
    /// them for a deal that matters.
    pub fn of_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    /// The seed of one attempt to deal one hand, from a master seed. Attempts count from 0 and rise with each
    /// misdeal.
    pub fn of_hand(master: &Seed, hand: u64, attempt: u32) -> Seed {
        let mut nonce = [0; 12];
        nonce[..8].copy_from_slice(&hand.to_le_bytes());
        nonce[8..].copy_from_slice(&attempt.to_le_bytes());
        let mut cipher = Cipher::new(&master.0.into(), &nonce.into());
        cipher.set_block_pos(LAST_BLOCK);
        let mut block = Array::default();
        cipher.write_keystream_block(&mut block);
        let mut seed = [0; 32];
        seed.copy_from_slice(&block[..32]);
        Seed(seed)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(32 bytes)")
    }
}

/// The block a hand's seed is taken from.
const LAST_BLOCK: u32 = u32::MAX;
/// Streams stop before this block: four are made at a time, and the last is a hand's seed.
const LAP: u32 = u32::MAX - 3;

/// What a stream is for. Streams of one seed under different labels have nothing in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The order of the deck: `shuffle`.
    Shuffle,
    /// The salts of commitments to cards: `salts`.
    Salts,
    /// Where the deck is cut: `cut`.
    Cut,
    /// What house bots and simulated players do: `bots`.
    Bots,
}

impl Label {
    /// The name that goes into the derivation.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Shuffle => "shuffle",
            Label::Salts => "salts",
            Label::Cut => "cut",
            Label::Bots => "bots",
        }
    }
}

/// How many blocks are made at a time: as many as the cipher makes side by side.
const BLOCKS: usize = 4;
const WORDS: usize = BLOCKS * 16;

/// Numbers without end from a seed, for one purpose.
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
    /// The stream of a seed under a label, from its beginning.
    pub fn new(seed: &Seed, label: Label) -> Stream {
        let cipher = Stream::cipher(seed, label, 0);
        Stream { seed: seed.clone(), label, lap: 0, cipher, words: [0; WORDS], used: WORDS }
    }

    fn cipher(seed: &Seed, label: Label, lap: u32) -> Cipher {
        let mut nonce = [0; 12];
        nonce[..label.name().len()].copy_from_slice(label.name().as_bytes());
        nonce[8..].copy_from_slice(&lap.to_le_bytes());
        Cipher::new(&seed.0.into(), &nonce.into())
    }

    #[inline(never)]
    fn refill(&mut self) {
        if self.cipher.get_block_pos() == LAP {
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

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.used == WORDS {
            self.refill();
        }
        let word = self.words[self.used % WORDS];
        self.used += 1;
        word
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) | u64::from(self.next_u32()) << 32
    }

    /// A number below `n`, each equally likely; 0 when `n` is 0 or 1, which takes nothing from the stream.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        loop {
            let product = u64::from(self.next_u32()) * u64::from(n);
            let lower = product as u32;
            // The second comparison costs a division and is almost never needed.
            if lower >= n || lower >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the first `count` cards of a shuffle in place with the next draws of this stream, as [`deal_some`] does
    /// with the first draws of a seed's stream `shuffle`. For simulations, which shuffle many decks from one stream.
    pub fn deal_some(&mut self, deck: &mut [Card], count: usize) {
        let cards = deck.len();
        for place in 0..count.min(cards.saturating_sub(1)) {
            // A deck has far fewer than 2^32 cards.
            let other = place + self.below((cards - place) as u32) as usize;
            deck.swap(place, other);
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("label", &self.label).finish_non_exhaustive()
    }
}

/// Puts the deck into the order the seed decides. The order it had before matters: begin with a sorted deck.
///
/// ```
/// use cards::{Card, Deck};
/// let mut deck: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
/// fair::shuffle(&fair::Seed::of_number(1), &mut deck);
/// ```
pub fn shuffle(seed: &Seed, deck: &mut [Card]) {
    deal_some(seed, deck, deck.len());
}

/// Puts only the first `count` cards in place: the same cards as [`shuffle`] puts there. The others stay in the rest
/// of the deck, in an order that means nothing.
pub fn deal_some(seed: &Seed, deck: &mut [Card], count: usize) {
    Stream::new(seed, Label::Shuffle).deal_some(deck, count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_that_has_used_its_blocks_goes_on_in_its_next_lap() {
        let seed = Seed::of_number(3);
        let mut stream = Stream::new(&seed, Label::Bots);
        stream.cipher.set_block_pos(LAP - 4);
        for _ in 0..WORDS {
            stream.next_u32();
        }
        let mut next = Stream::new(&seed, Label::Bots);
        next.cipher = Stream::cipher(&seed, Label::Bots, 1);
        assert_eq!(stream.next_u64(), next.next_u64());
        assert_eq!(LAP % 4, 0, "laps end where four blocks do");
    }
}
