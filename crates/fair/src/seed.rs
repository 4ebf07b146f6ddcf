//! The 32 bytes that determine a shuffle: seeds in general, and the seed of a deck that is dealt to people.

use std::fmt;

use chacha20::cipher::{Array, KeyIvInit, StreamCipherCore};
use zeroize::Zeroize;

use crate::stream::Cipher;

/// 32 bytes that determine a shuffle. `Debug` does not print them, and they are wiped when dropped.
///
/// Simulations and tests may make a seed from a number. A deck for people takes a [`DeckSeed`].
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::Seed>();
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes, for simulations and replays. A deck for people takes a [`DeckSeed`], whose
    /// bytes come fresh from the operating system.
    pub const fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed from a number (little-endian, padded with zeros), for simulations and tests. There are far too
    /// few of them for a real deal, and [`ShuffledDeck`](crate::ShuffledDeck) does not accept them.
    pub fn of_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    /// The seed of one attempt to deal one hand of a simulation, derived from a master seed. Attempts count
    /// from 0 and increase with each misdeal. The derivation is frozen.
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

    /// The 32 bytes, which are the key of the streams; in a real deal they are secret.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(32 bytes)")
    }
}

/// The block from which a hand's seed is taken. Streams stop before it.
const LAST_BLOCK: u32 = u32::MAX;

/// The seed of a deck that is dealt to people: 32 bytes from the operating system and nothing else (RNG-01).
///
/// It cannot be made from a number, a clock or another seed:
///
/// ```compile_fail,E0308
/// use fair::{DeckId, Seed, ShuffledDeck};
/// let id = DeckId { table: 1, hand: 1, attempt: 0 };
/// let deck = ShuffledDeck::new(id, &Seed::of_number(7), &[]);
/// ```
///
/// ```compile_fail,E0599
/// let seed = fair::DeckSeed::of_number(7);
/// ```
///
/// It is stored only as a [`SealedDeck`](crate::SealedDeck):
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::DeckSeed>();
/// ```
pub struct DeckSeed(Seed);

impl DeckSeed {
    /// A deck's seed of these bytes, which come from [`CheckedEntropy`](crate::CheckedEntropy), or in a test
    /// from the test.
    pub const fn new(bytes: [u8; 32]) -> DeckSeed {
        DeckSeed(Seed::new(bytes))
    }

    /// The seed for the streams of this deck and for sealing it; nothing outside the crate gets it.
    pub(crate) const fn seed(&self) -> &Seed {
        &self.0
    }
}

impl fmt::Debug for DeckSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeckSeed(32 bytes)")
    }
}
