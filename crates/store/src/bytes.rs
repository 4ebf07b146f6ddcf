//! The bytes that are hashed and signed, and hexadecimal text.

use sha2::{Digest, Sha256};

/// Builds bytes that can be parsed in one way only: every part has a fixed length or is preceded by its
/// length.
#[derive(Clone, Debug, Default)]
pub(crate) struct CanonicalBytes(Vec<u8>);

impl CanonicalBytes {
    /// Starts a message that is hashed or signed with its kind and version, such as `cardroom record 2`. A released
    /// kind never changes: `docs/formats/records.md` lists them, and every stored hash and signature depends on it.
    pub(crate) fn start(kind: &str) -> CanonicalBytes {
        CanonicalBytes(Vec::with_capacity(512)).text(kind)
    }

    /// Appends bytes without their length: only for parts whose length the kind fixes, such as a hash, or one part
    /// could be read as another.
    pub(crate) fn fixed(mut self, bytes: &[u8]) -> CanonicalBytes {
        self.0.extend_from_slice(bytes);
        self
    }

    /// Appends a number as 8 bytes, big-endian, as `docs/formats/records.md` fixes it for every hash.
    pub(crate) fn number(self, number: u64) -> CanonicalBytes {
        self.fixed(&number.to_be_bytes())
    }

    /// Appends bytes after their length in bytes, for parts of any length; an absent request key is written with
    /// length 0.
    pub(crate) fn length_prefixed(self, bytes: &[u8]) -> CanonicalBytes {
        self.number(bytes.len() as u64).fixed(bytes)
    }

    /// Appends a text as UTF-8 after its length in bytes.
    pub(crate) fn text(self, text: &str) -> CanonicalBytes {
        self.length_prefixed(text.as_bytes())
    }

    /// SHA-256 over the bytes so far: a hash of the chain, a node of the tree of heads, or the name of a key.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// The bytes so far, for the signature of a checkpoint, which is made over them and not over their hash.
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

/// Bytes as lower-case hexadecimal: the form of hashes, keys and signatures in files, which `from_hex` reads back.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes lower-case hexadecimal of exactly `2 * LENGTH` digits; `None` for anything else, upper case included, so
/// that each value has a single written form in checkpoints and key files.
pub(crate) fn from_hex<const LENGTH: usize>(text: &str) -> Option<[u8; LENGTH]> {
    let digits = text.as_bytes();
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    if digits.len() != 2 * LENGTH {
        return None;
    }
    let mut bytes = [0; LENGTH];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? * 16 + digit(pair[1])?;
    }
    Some(bytes)
}
