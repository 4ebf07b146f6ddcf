//! The source of entropy: 32 bytes at a time from the operating system, checked before they are used.
//!
//! The checks catch obvious failures (a source that is missing, stuck, or returns too few bytes); they cannot
//! tell whether the bytes are predictable. That depends on the operating system.

use std::collections::VecDeque;
use std::fmt;

use chacha20::cipher::{Array, KeyIvInit, StreamCipherCore};
use zeroize::Zeroizing;

use crate::stream::Cipher;
use crate::{DeckSeed, Digest, HandKey, Label, Nonce, Seed, Stream};

/// A source of 32 unpredictable bytes at a time.
pub trait Entropy {
    /// Fills `bytes` from the front and returns how many it filled; fewer than 32 is a short read. The bytes
    /// need not be checked here: [`CheckedEntropy`] does that.
    ///
    /// # Errors
    /// [`EntropyError::NotReady`] or [`EntropyError::Failed`] if there are no bytes.
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError>;
}

/// The operating system's random number generator.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperatingSystem;

impl Entropy for OperatingSystem {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        getrandom::fill(bytes).map_err(EntropyError::Failed)?;
        Ok(bytes.len())
    }
}

/// Why no entropy can be drawn, so that nothing can be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntropyError {
    /// The generator does not reproduce the known answers, so no shuffle would be correct.
    WrongAnswer,
    /// The source has no bytes yet. Worth retrying later.
    NotReady,
    /// The source reports that it failed. Worth retrying later.
    Failed(getrandom::Error),
    /// The source returned too few bytes. Worth retrying.
    Short {
        /// How many bytes it returned.
        given: usize,
    },
    /// All bytes are zero. The source is not used again.
    Zeros,
    /// The same few bytes repeat. The source is not used again.
    Stuck {
        /// The number of bytes after which they repeat: 1, 2, 4, 8 or 16.
        period: usize,
    },
    /// Too few different byte values, as from a clock or a counter. The source is not used again.
    FewValues {
        /// The number of different values.
        different: usize,
    },
    /// The source returned the same bytes as in an earlier draw. It is not used again.
    Repeated {
        /// How many draws ago; 1 is the previous draw.
        ago: usize,
    },
}

impl EntropyError {
    /// Whether the source has proved broken and must not be used again before a restart (RNG-09); the other
    /// errors are worth another try at the next draw.
    const fn is_permanent(&self) -> bool {
        match self {
            EntropyError::WrongAnswer
            | EntropyError::Zeros
            | EntropyError::Stuck { .. }
            | EntropyError::FewValues { .. }
            | EntropyError::Repeated { .. } => true,
            EntropyError::NotReady | EntropyError::Failed(_) | EntropyError::Short { .. } => false,
        }
    }
}

impl fmt::Display for EntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing can be dealt: ")?;
        match self {
            EntropyError::WrongAnswer => {
                f.write_str("the shuffle generator gives wrong answers on this machine: try another build")
            }
            EntropyError::NotReady => {
                f.write_str("the source of randomness is not ready: it is tried again before the next deal")
            }
            EntropyError::Failed(error) => write!(f, "the source of randomness failed: {error}"),
            EntropyError::Short { given } => {
                write!(f, "the source of randomness returned {given} bytes: expected 32")
            }
            EntropyError::Zeros => {
                f.write_str("the source of randomness returned only zeros: fix it and restart the room")
            }
            EntropyError::Stuck { period } => write!(
                f,
                "the source of randomness is stuck (its bytes repeat with period {period}): fix it and restart \
                 the room"
            ),
            EntropyError::FewValues { different } => write!(
                f,
                "the source of randomness returned only {different} different bytes in 32, as a clock or a \
                 counter does: fix it and restart the room"
            ),
            EntropyError::Repeated { ago } => write!(
                f,
                "the source of randomness repeated the bytes of {ago} draws ago: fix it and restart the room"
            ),
        }
    }
}

impl std::error::Error for EntropyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            EntropyError::Failed(error) => Some(error),
            EntropyError::WrongAnswer
            | EntropyError::NotReady
            | EntropyError::Short { .. }
            | EntropyError::Zeros
            | EntropyError::Stuck { .. }
            | EntropyError::FewValues { .. }
            | EntropyError::Repeated { .. } => None,
        }
    }
}

impl<E: Entropy + ?Sized> Entropy for Box<E> {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        (**self).fill(bytes)
    }
}

/// A source whose bytes are checked before they are used (RNG-09).
///
/// A source that returns zeros, repeating bytes, too few different values, or an earlier draw is considered
/// broken and not used again. One that fails, is not ready, or returns too few bytes is tried again at the
/// next draw.
pub struct CheckedEntropy<E> {
    source: E,
    broken: Option<EntropyError>,
    /// Hashes of the last draws, newest last. Only hashes, so that no seed can be read from them.
    recent_draws: VecDeque<u128>,
}

/// How many earlier draws to compare with: at four draws per deck, those of the last 256 decks, in 16 KiB.
const REMEMBERED_DRAWS: usize = 1024;
/// The smallest number of different values among 32 bytes. Fewer occur at random less than once in 2^111
/// draws: there are fewer than 2^49 ways to choose 8 of 256 values, and 32 bytes all fall among 8 given
/// values once in 2^160.
const MIN_DIFFERENT_BYTES: usize = 9;
/// Prefix of what is hashed for a draw.
const DRAW_PREFIX: &[u8] = b"cardroom/drawn/1";

impl<E: Entropy> CheckedEntropy<E> {
    /// Wraps a source, after checking that the shuffle generator reproduces known answers: one that does not
    /// may deal nothing (RNG-09).
    ///
    /// # Errors
    /// [`EntropyError::WrongAnswer`] if it does not.
    pub fn new(source: E) -> Result<CheckedEntropy<E>, EntropyError> {
        check_known_answers(keystream_block)?;
        Ok(CheckedEntropy { source, broken: None, recent_draws: VecDeque::with_capacity(REMEMBERED_DRAWS) })
    }

    /// Draws 32 fresh bytes that passed the checks. After a source has proved broken, every later draw
    /// returns the same error.
    ///
    /// # Errors
    /// Why nothing can be drawn.
    pub fn draw(&mut self) -> Result<[u8; 32], EntropyError> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let drawn = self.draw_checked();
        self.broken = drawn.as_ref().err().filter(|why| why.is_permanent()).cloned();
        drawn
    }

    /// Draws 32 bytes and rejects them if they are zero, repeat, have too few different values or are equal
    /// to one of the last 1,024 draws. Whether the source stays in use is for [`CheckedEntropy::draw`] to
    /// decide.
    fn draw_checked(&mut self) -> Result<[u8; 32], EntropyError> {
        let mut bytes = Zeroizing::new([0; 32]);
        let given = self.source.fill(&mut bytes)?;
        if given != bytes.len() {
            return Err(EntropyError::Short { given });
        }
        if *bytes == [0; 32] {
            return Err(EntropyError::Zeros);
        }
        for period in [1, 2, 4, 8, 16] {
            if bytes[period..] == bytes[..32 - period] {
                return Err(EntropyError::Stuck { period });
            }
        }
        let mut sorted = Zeroizing::new(*bytes);
        sorted.sort_unstable();
        let different = sorted.chunk_by(|one, next| one == next).count();
        if different < MIN_DIFFERENT_BYTES {
            return Err(EntropyError::FewValues { different });
        }
        let digest = Digest::of(&[DRAW_PREFIX, &*bytes]);
        let mut half = [0; 16];
        half.copy_from_slice(&digest.bytes()[..16]);
        let drawn = u128::from_le_bytes(half);
        if let Some(at) = self.recent_draws.iter().rposition(|seen| *seen == drawn) {
            return Err(EntropyError::Repeated { ago: self.recent_draws.len() - at });
        }
        if self.recent_draws.len() == REMEMBERED_DRAWS {
            self.recent_draws.pop_front();
        }
        self.recent_draws.push_back(drawn);
        Ok(*bytes)
    }

    /// Draws a fresh seed for one deck, from checked bytes of the source and nothing else (RNG-01).
    ///
    /// # Errors
    /// Why nothing can be drawn.
    pub fn seed(&mut self) -> Result<DeckSeed, EntropyError> {
        self.draw().map(DeckSeed::new)
    }

    /// Draws a fresh key for one hand's deck, under which its seed is sealed; each deck has a key of its own.
    ///
    /// # Errors
    /// Why nothing can be drawn.
    pub fn hand_key(&mut self) -> Result<HandKey, EntropyError> {
        self.draw().map(HandKey::new)
    }

    /// Draws a fresh nonce of 24 bytes, to seal one item; none may serve twice under a key.
    ///
    /// # Errors
    /// Why nothing can be drawn.
    pub fn nonce(&mut self) -> Result<Nonce, EntropyError> {
        let drawn = self.draw()?;
        let mut nonce = [0; 24];
        nonce.copy_from_slice(&drawn[..24]);
        Ok(Nonce::new(nonce))
    }

    /// Draws all the entropy for one deck, in four draws, before the room knows anything of its cards.
    ///
    /// # Errors
    /// Why nothing can be drawn.
    pub fn deck_entropy(&mut self) -> Result<DeckEntropy, EntropyError> {
        Ok(DeckEntropy {
            seed: self.seed()?,
            key: self.hand_key()?,
            key_nonce: self.nonce()?,
            deck_nonce: self.nonce()?,
        })
    }
}

impl<E> fmt::Debug for CheckedEntropy<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedEntropy").field("broken", &self.broken).finish_non_exhaustive()
    }
}

/// All the entropy for one deck, drawn but not yet used.
/// [`NewDeck::shuffle_and_seal`](crate::NewDeck::shuffle_and_seal) consumes it.
pub struct DeckEntropy {
    /// The seed of the shuffle, the salts and the room's part of the cut.
    pub seed: DeckSeed,
    /// The key under which the seed is sealed.
    pub key: HandKey,
    /// The nonce for wrapping the key.
    pub key_nonce: Nonce,
    /// The nonce for sealing the seed.
    pub deck_nonce: Nonce,
}

impl fmt::Debug for DeckEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeckEntropy(for one deck)")
    }
}

/// One block of ChaCha20 as in RFC 8439, for the check of known answers only: decks use [`Stream`].
fn keystream_block(key: &[u8; 32], counter: u32, nonce: &[u8; 12]) -> [u8; 64] {
    let mut cipher = Cipher::new(&(*key).into(), &(*nonce).into());
    cipher.set_block_pos(counter);
    let mut block = Array::default();
    cipher.write_keystream_block(&mut block);
    block.into()
}

/// Checks that the generator reproduces the block of RFC 8439 section 2.3.2, and that a stream reproduces the
/// words of the test vectors: no shuffle of another generator can be checked by anybody.
fn check_known_answers(block: impl Fn(&[u8; 32], u32, &[u8; 12]) -> [u8; 64]) -> Result<(), EntropyError> {
    let mut key = [0; 32];
    for (byte, number) in key.iter_mut().zip(0..) {
        *byte = number;
    }
    let nonce = [0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0];
    if block(&key, 1, &nonce) != RFC_8439_BLOCK {
        return Err(EntropyError::WrongAnswer);
    }
    // A stream computes several blocks at once, on a different path through the cipher than a single block.
    let mut stream = Stream::new(&Seed::new(key), Label::Bots);
    let words: Zeroizing<Vec<u32>> = Zeroizing::new((0..=1000).map(|_| stream.next_u32()).collect());
    if KNOWN_STREAM_WORDS.iter().all(|(at, word)| words.get(*at) == Some(word)) {
        Ok(())
    } else {
        Err(EntropyError::WrongAnswer)
    }
}

/// RFC 8439 section 2.3.2: the block for key 00 01 .. 1f, counter 1, nonce 00000009 0000004a 00000000.
const RFC_8439_BLOCK: [u8; 64] = [
    0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3, 0x20, 0x71, 0xc4, 0xc7,
    0xd1, 0xf4, 0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22, 0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e, 0xd2, 0x82,
    0x64, 0x46, 0x07, 0x9f, 0xaa, 0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2, 0xb5, 0x12, 0x9c,
    0xd1, 0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e,
];

/// Words from `vectors/vectors.txt` for the same key and the label `bots`: index and value.
const KNOWN_STREAM_WORDS: [(usize, u32); 4] =
    [(15, 952_502_261), (64, 2_566_310_287), (256, 106_502_391), (1000, 2_816_231_915)];

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves RNG-09.
    #[test]
    fn a_generator_with_a_wrong_answer_deals_nothing() {
        assert_eq!(check_known_answers(keystream_block), Ok(()));
        // The next block; a block of another key; an empty block.
        for wrong in [
            |key: &[u8; 32], counter: u32, nonce: &[u8; 12]| keystream_block(key, counter + 1, nonce),
            |_: &[u8; 32], counter: u32, nonce: &[u8; 12]| keystream_block(&[0; 32], counter, nonce),
            |_: &[u8; 32], _: u32, _: &[u8; 12]| [0; 64],
        ] {
            assert_eq!(check_known_answers(wrong), Err(EntropyError::WrongAnswer));
        }
    }
}
