//! The keys that keep a deck secret at rest: one for each hand, and the room's, which is kept apart from the data.

use std::fmt;

use zeroize::{Zeroize, Zeroizing};

use crate::hex::{self, ParseHexError};
use crate::{DeckId, Digest, SealError, WrappedKey};

/// Begins what is hashed to tell keys apart.
const KEY_CHECK: &[u8] = b"cardroom/key-check/1";

/// Tells keys apart without saying anything about them: 8 bytes of a hash of 32 that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyFingerprint(pub(crate) [u8; 8]);

impl KeyFingerprint {
    fn of(key: &[u8; 32]) -> KeyFingerprint {
        let digest = Digest::of(&[KEY_CHECK, key]);
        let mut check = [0; 8];
        check.copy_from_slice(&digest.bytes()[..8]);
        KeyFingerprint(check)
    }
}

impl fmt::Display for KeyFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::digits(&self.0))
    }
}

impl fmt::Debug for KeyFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The room's key, which wraps the keys of hands. It is kept in a file of its own, outside the data (SEC-08), and
/// wiped when dropped. It has no `Debug`, no equality and no serialisation:
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::RoomKey>();
/// ```
///
/// ```compile_fail,E0277
/// fn printed<T: std::fmt::Debug>() {}
/// printed::<fair::RoomKey>();
/// ```
pub struct RoomKey([u8; 32]);

/// Why a text or some bytes are no room key. It never repeats them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomKeyError {
    /// They are not 64 digits.
    Digits(ParseHexError),
    /// All bytes are zero.
    Zeros,
}

impl fmt::Display for RoomKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomKeyError::Digits(why) => why.fmt(f),
            RoomKeyError::Zeros => {
                f.write_str("a room key of zeros is no key: make one from 32 random bytes")
            }
        }
    }
}

impl std::error::Error for RoomKeyError {}

impl RoomKey {
    /// The key of 32 bytes, fresh from [`CheckedEntropy`](crate::Checked).
    ///
    /// # Errors
    /// [`RoomKeyError::Zeros`].
    pub fn new(bytes: [u8; 32]) -> Result<RoomKey, RoomKeyError> {
        let key = RoomKey(bytes);
        if key.0 == [0; 32] { Err(RoomKeyError::Zeros) } else { Ok(key) }
    }

    /// The key that a key file holds: 64 digits, and white space around them.
    ///
    /// # Errors
    /// What is wrong with the text, without repeating it.
    pub fn parse(text: &str) -> Result<RoomKey, RoomKeyError> {
        let bytes = hex::bytes(text.trim_ascii(), "a room key").map_err(RoomKeyError::Digits)?;
        RoomKey::new(*bytes)
    }

    /// What a key file holds: 64 digits and the end of the line. Wiped when dropped.
    pub fn to_file_text(&self) -> Zeroizing<String> {
        // Of the right size from the start, so that no copy is left behind by growing.
        let mut text = Zeroizing::new(String::with_capacity(65));
        hex::encode_into(&mut text, &self.0);
        text.push('\n');
        text
    }

    /// Tells this key from others, for a line that says which is missing.
    pub fn fingerprint(&self) -> KeyFingerprint {
        KeyFingerprint::of(&self.0)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for RoomKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// The key of one hand's deck: fresh for each deck and wiped when dropped. It is stored only as a [`WrappedKey`]:
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::HandKey>();
/// ```
pub struct HandKey([u8; 32]);

impl HandKey {
    /// The key of 32 bytes, fresh from [`CheckedEntropy`](crate::Checked).
    pub const fn new(bytes: [u8; 32]) -> HandKey {
        HandKey(bytes)
    }

    /// This key as it is stored beside the deck: under the room's key, bound to the deck.
    pub fn wrap(&self, room: &RoomKey, deck: DeckId, nonce: Nonce) -> WrappedKey {
        WrappedKey::wrap(self, room, deck, nonce)
    }

    /// The key of a deck from what is stored beside it.
    ///
    /// # Errors
    /// Which of them does not fit: the room's key, the deck, or what is stored was changed.
    pub fn from_wrapped(wrapped: &WrappedKey, room: &RoomKey, deck: DeckId) -> Result<HandKey, SealError> {
        wrapped.open(room, deck)
    }

    /// Tells this key from others.
    pub fn fingerprint(&self) -> KeyFingerprint {
        KeyFingerprint::of(&self.0)
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for HandKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for HandKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandKey(32 bytes)")
    }
}

/// 24 fresh bytes for one sealing. It is used up by it, and cannot be copied:
///
/// ```compile_fail,E0382
/// use fair::{DeckId, HandKey, Nonce, RoomKey};
/// let (room, key) = (RoomKey::new([1; 32]).unwrap(), HandKey::new([2; 32]));
/// let nonce = Nonce::new([3; 24]);
/// let once = key.wrap(&room, DeckId { table: 1, hand: 1, attempt: 0 }, nonce);
/// let twice = key.wrap(&room, DeckId { table: 1, hand: 2, attempt: 0 }, nonce);
/// ```
pub struct Nonce([u8; 24]);

impl Nonce {
    /// The nonce of 24 bytes, fresh from [`CheckedEntropy`](crate::Checked).
    pub const fn new(bytes: [u8; 24]) -> Nonce {
        Nonce(bytes)
    }

    pub(crate) const fn bytes(self) -> [u8; 24] {
        self.0
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(24 bytes)")
    }
}
