//! The keys that keep decks secret at rest: one per hand, and the room's key, which is stored apart from the
//! data.

use std::fmt;

use zeroize::{Zeroize, Zeroizing};

use crate::hex::{self, ParseHexError};
use crate::{DeckId, Digest, SealError, WrappedKey};

/// Prefix of what is hashed for a fingerprint.
const KEY_CHECK: &[u8] = b"cardroom/key-check/1";

/// Identifies a key without revealing anything about it: the first 8 bytes of a hash over it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyFingerprint(pub(crate) [u8; 8]);

impl KeyFingerprint {
    /// The fingerprint of a key's 32 bytes: the first 8 bytes of a hash, which is stored and never changes.
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

/// The room's key, which wraps the keys of hands. It is stored in a file of its own, outside the data
/// (SEC-08), and wiped when dropped. It has no `Debug`, no equality and no serialization:
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

/// Why a text or some bytes are not a valid room key. It never contains them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomKeyError {
    /// The text is not 64 hexadecimal digits.
    Digits(ParseHexError),
    /// All bytes are zero.
    Zeros,
}

impl fmt::Display for RoomKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomKeyError::Digits(why) => why.fmt(f),
            RoomKeyError::Zeros => {
                f.write_str("a room key of zeros is not valid: make one from 32 random bytes")
            }
        }
    }
}

impl std::error::Error for RoomKeyError {}

impl RoomKey {
    /// The room's key of these bytes, which must be fresh from [`CheckedEntropy`](crate::CheckedEntropy).
    ///
    /// # Errors
    /// [`RoomKeyError::Zeros`] if all bytes are zero.
    pub fn new(bytes: [u8; 32]) -> Result<RoomKey, RoomKeyError> {
        let key = RoomKey(bytes);
        if key.0 == [0; 32] { Err(RoomKeyError::Zeros) } else { Ok(key) }
    }

    /// Parses the contents of the room's key file: 64 lower-case digits, with optional white space around
    /// them.
    ///
    /// # Errors
    /// What is wrong with the text, without repeating it.
    pub fn parse(text: &str) -> Result<RoomKey, RoomKeyError> {
        let bytes = hex::bytes(text.trim_ascii(), "a room key").map_err(RoomKeyError::Digits)?;
        RoomKey::new(*bytes)
    }

    /// The contents of the room's key file: 64 digits and a newline, as [`RoomKey::parse`] reads it. Wiped
    /// when dropped.
    pub fn to_file_text(&self) -> Zeroizing<String> {
        // Allocated at full size, so that growing leaves no copy behind.
        let mut text = Zeroizing::new(String::with_capacity(65));
        hex::encode_into(&mut text, &self.0);
        text.push('\n');
        text
    }

    /// Identifies this key in messages and in what was sealed under it, without revealing it.
    pub fn fingerprint(&self) -> KeyFingerprint {
        KeyFingerprint::of(&self.0)
    }

    /// The secret bytes, for sealing and opening only: they are never stored, sent or logged.
    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for RoomKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// The key of one hand's deck: fresh for every deck and wiped when dropped. It is stored only as a
/// [`WrappedKey`]:
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::HandKey>();
/// ```
pub struct HandKey([u8; 32]);

impl HandKey {
    /// A hand's key of these bytes, which must be fresh from [`CheckedEntropy`](crate::CheckedEntropy) and
    /// serve one deck only.
    pub const fn new(bytes: [u8; 32]) -> HandKey {
        HandKey(bytes)
    }

    /// Wraps this key for storing beside the deck: encrypted under the room's key and bound to the deck, so
    /// that it opens for no other.
    pub fn wrap(&self, room: &RoomKey, deck: DeckId, nonce: Nonce) -> WrappedKey {
        WrappedKey::wrap(self, room, deck, nonce)
    }

    /// Recovers the key of a deck from what is stored beside it, after a restart or for an audit.
    ///
    /// # Errors
    /// What does not match: the room's key, the deck, or the stored bytes, if they were altered.
    pub fn from_wrapped(wrapped: &WrappedKey, room: &RoomKey, deck: DeckId) -> Result<HandKey, SealError> {
        wrapped.open(room, deck)
    }

    /// Identifies this key in what was sealed under it, so that a wrong key is named and not taken for
    /// damage.
    pub fn fingerprint(&self) -> KeyFingerprint {
        KeyFingerprint::of(&self.0)
    }

    /// The secret bytes, for sealing and opening only: they are stored nowhere but in a [`WrappedKey`].
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

/// 24 fresh bytes for sealing one item. Sealing consumes the nonce, and it cannot be copied:
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
    /// A nonce of these bytes, which must be fresh from [`CheckedEntropy`](crate::CheckedEntropy): one that
    /// serves twice breaks the cipher.
    pub const fn new(bytes: [u8; 24]) -> Nonce {
        Nonce(bytes)
    }

    /// Gives up the nonce for its bytes: the one sealing that may use it stores them with the ciphertext.
    pub(crate) const fn bytes(self) -> [u8; 24] {
        self.0
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Nonce(24 bytes)")
    }
}
