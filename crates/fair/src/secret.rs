//! Secrets of the room other than cards, as they are stored: encrypted under a key derived from the room's
//! key, and bound to their purpose.
//!
//! The key is SHA-256 of `cardroom/secret-key/1` and the room's key, so it cannot open a deck. The cipher is
//! XChaCha20-Poly1305 with a fresh nonce; the associated data is `cardroom/secret/1` and the place. The
//! stored text is the hexadecimal digits of the key's fingerprint (8 bytes), the nonce (24), the ciphertext
//! and the tag (16).

use std::fmt;

use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use zeroize::Zeroizing;

use crate::{Digest, Nonce, RoomKey, hex};

/// A decrypted secret; wiped when dropped.
pub type Secret = Zeroizing<Vec<u8>>;

/// Why a secret cannot be opened. It never contains the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretError {
    /// The text is not the hexadecimal digits of a sealed secret.
    Malformed,
    /// The secret was sealed under another key.
    AnotherKey,
    /// The secret was altered, or was sealed for another place.
    Changed,
}

impl fmt::Display for SecretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SecretError::Malformed => "what is stored is not a sealed secret",
            SecretError::AnotherKey => "the secret was sealed under another room key",
            SecretError::Changed => "the sealed secret was changed, or belongs to something else",
        })
    }
}

impl std::error::Error for SecretError {}

const FINGERPRINT_SIZE: usize = 8;
const NONCE_SIZE: usize = 24;
const TAG_SIZE: usize = 16;
/// The maximum size of a secret, in bytes.
const MAX_SECRET_SIZE: usize = 1024;

/// The key for secrets, derived from the room's key: it differs from every key of a deck. Stored secrets
/// depend on the derivation.
fn derive_key(room: &RoomKey) -> Zeroizing<[u8; 32]> {
    Zeroizing::new(*Digest::of(&[b"cardroom/secret-key/1", room.bytes()]).bytes())
}

/// What a secret's ciphertext is bound to: its place. Stored secrets depend on it.
fn associated_data(place: &str) -> Vec<u8> {
    [b"cardroom/secret/1".as_slice(), place.as_bytes()].concat()
}

/// Seals a secret of the room other than cards, such as that of a second factor, for a place: a text that
/// says where it is used and is needed again to open it. The result is what is stored.
///
/// # Panics
/// If the secret has more than 1,024 bytes.
pub fn seal_secret(room: &RoomKey, place: &str, secret: &[u8], nonce: Nonce) -> String {
    assert!(secret.len() <= MAX_SECRET_SIZE, "a secret has {MAX_SECRET_SIZE} bytes at most");
    let (key, nonce) = (derive_key(room), nonce.bytes());
    let mut cipher = secret.to_vec();
    let tag = XChaCha20Poly1305::new((&*key).into()).encrypt_inout_detached(
        &nonce.into(),
        &associated_data(place),
        cipher.as_mut_slice().into(),
    );
    let Ok(tag) = tag else {
        // The cipher fails only for more than 2^38 bytes.
        unreachable!("{MAX_SECRET_SIZE} bytes are not too long to be sealed")
    };
    let tag: [u8; TAG_SIZE] = tag.into();
    let parts: [&[u8]; 4] = [&room.fingerprint().0, &nonce, &cipher, &tag];
    hex::digits(&parts.concat())
}

/// Opens a secret that was sealed for this place; a text moved from another place does not open.
///
/// # Errors
/// What does not match: the text, the key, or the place.
pub fn open_secret(room: &RoomKey, place: &str, sealed: &str) -> Result<Secret, SecretError> {
    let length = sealed.len() / 2;
    const MIN_SIZE: usize = FINGERPRINT_SIZE + NONCE_SIZE + TAG_SIZE;
    if !(MIN_SIZE..=MIN_SIZE + MAX_SECRET_SIZE).contains(&length) {
        return Err(SecretError::Malformed);
    }
    let mut bytes = vec![0; length];
    hex::decode_into(sealed, "a sealed secret", &mut bytes).map_err(|_| SecretError::Malformed)?;
    let (mark, rest) = bytes.split_at(FINGERPRINT_SIZE);
    let (nonce, rest) = rest.split_at(NONCE_SIZE);
    let (cipher, tag) = rest.split_at(rest.len() - TAG_SIZE);
    if mark != room.fingerprint().0 {
        return Err(SecretError::AnotherKey);
    }
    let (Ok(nonce), Ok(tag)) = (<[u8; NONCE_SIZE]>::try_from(nonce), <[u8; TAG_SIZE]>::try_from(tag)) else {
        return Err(SecretError::Malformed);
    };
    let mut plain = Zeroizing::new(cipher.to_vec());
    XChaCha20Poly1305::new((&*derive_key(room)).into())
        .decrypt_inout_detached(
            &nonce.into(),
            &associated_data(place),
            plain.as_mut_slice().into(),
            &tag.into(),
        )
        .map_err(|_| SecretError::Changed)?;
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> RoomKey {
        RoomKey::new([byte; 32]).expect("a key")
    }

    #[test]
    fn a_secret_opens_with_its_key_and_for_its_place_alone() {
        let sealed = seal_secret(&key(1), "a place", b"twenty bytes of it..", Nonce::new([2; 24]));
        assert!(!sealed.contains(&hex::digits(b"twenty")), "nothing of it appears in clear");
        let opened = open_secret(&key(1), "a place", &sealed).expect("it opens");
        assert_eq!(opened.as_slice(), b"twenty bytes of it..");
        assert_eq!(open_secret(&key(9), "a place", &sealed), Err(SecretError::AnotherKey));
        assert_eq!(open_secret(&key(1), "another", &sealed), Err(SecretError::Changed));
        assert_eq!(open_secret(&key(1), "a place", "12"), Err(SecretError::Malformed));
        assert_eq!(open_secret(&key(1), "a place", &"g".repeat(140)), Err(SecretError::Malformed));
        for at in FINGERPRINT_SIZE..sealed.len() / 2 {
            let mut bytes = vec![0; sealed.len() / 2];
            hex::decode_into(&sealed, "a sealed secret", &mut bytes).expect("digits");
            bytes[at] ^= 1;
            let changed = open_secret(&key(1), "a place", &hex::digits(&bytes));
            assert_eq!(changed, Err(SecretError::Changed), "byte {at}");
        }
    }
}
