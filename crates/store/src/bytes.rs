//! The bytes that are hashed and signed, and hexadecimal text.

use sha2::{Digest, Sha256};

/// Builds bytes that can be parsed in one way only: every part has a fixed length or is preceded by its
/// length.
#[derive(Clone, Debug, Default)]
pub(crate) struct CanonicalBytes(Vec<u8>);

impl CanonicalBytes {
    /// Starts with the name and version of what follows, so that no two kinds of message are ever alike.
    pub(crate) fn of(kind: &str) -> CanonicalBytes {
        CanonicalBytes(Vec::with_capacity(512)).text(kind)
    }

    pub(crate) fn fixed(mut self, bytes: &[u8]) -> CanonicalBytes {
        self.0.extend_from_slice(bytes);
        self
    }

    pub(crate) fn number(self, number: u64) -> CanonicalBytes {
        self.fixed(&number.to_be_bytes())
    }

    pub(crate) fn length_prefixed(self, bytes: &[u8]) -> CanonicalBytes {
        self.number(bytes.len() as u64).fixed(bytes)
    }

    pub(crate) fn text(self, text: &str) -> CanonicalBytes {
        self.length_prefixed(text.as_bytes())
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

/// Bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes lower-case hexadecimal of exactly the right length.
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
