//! Bytes as lower-case hexadecimal digits: the one form in which public and sealed values are written.

use std::fmt;

use sha2::Digest as _;
use zeroize::Zeroizing;

/// Why a text is not the bytes it should be. It never repeats the text, which may be a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseHexError {
    /// What was to be read: `a digest`, `a sealed deck`.
    pub what: &'static str,
    /// How many digits it has.
    pub digits: usize,
    /// How many characters were given.
    pub given: usize,
    /// The first character that is no digit, counted from 1.
    pub wrong: Option<usize>,
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseHexError { what, digits, given, wrong } = self;
        match wrong {
            Some(at) => write!(f, "{what} is {digits} digits 0-9 and a-f: character {at} is none of them"),
            None => write!(f, "{what} is {digits} digits 0-9 and a-f: {given} were given"),
        }
    }
}

impl std::error::Error for ParseHexError {}

/// The digits of some bytes.
pub(crate) fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    encode_into(&mut text, bytes);
    text
}

/// Adds the digits of some bytes to a text.
pub(crate) fn encode_into(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from(b"0123456789abcdef"[usize::from(half)]));
        }
    }
}

/// The bytes of a text of digits, exactly as many as asked for. They are wiped when dropped.
pub(crate) fn bytes<const SIZE: usize>(
    text: &str,
    what: &'static str,
) -> Result<Zeroizing<[u8; SIZE]>, ParseHexError> {
    let mut bytes = Zeroizing::new([0; SIZE]);
    decode_into(text, what, &mut *bytes)?;
    Ok(bytes)
}

/// Fills all of `bytes` from a text of digits.
pub(crate) fn decode_into(text: &str, what: &'static str, bytes: &mut [u8]) -> Result<(), ParseHexError> {
    let not_hex = |wrong| ParseHexError { what, digits: bytes.len() * 2, given: text.chars().count(), wrong };
    if let Some(at) = text.chars().position(|digit| !matches!(digit, '0'..='9' | 'a'..='f')) {
        return Err(not_hex(Some(at + 1)));
    }
    if text.len() != bytes.len() * 2 {
        return Err(not_hex(None));
    }
    let half = |digit: u8| if digit < b'a' { digit - b'0' } else { digit - b'a' + 10 };
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = half(pair[0]) << 4 | half(pair[1]);
    }
    Ok(())
}

/// Reading, writing and storing a type as the text that its `Display` and `FromStr` have.
macro_rules! stored_as_text {
    ($name:ty) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// 32 public bytes that are written as 64 digits.
macro_rules! written_as_digits {
    ($name:ident, $what:literal) => {
        impl $name {
            /// The value of these bytes.
            pub const fn new(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// The bytes.
            pub const fn bytes(&self) -> &[u8; 32] {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::hex::digits(&self.0))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::hex::ParseHexError;

            fn from_str(text: &str) -> Result<$name, $crate::hex::ParseHexError> {
                $crate::hex::bytes(text, $what).map(|bytes| $name(*bytes))
            }
        }

        $crate::hex::stored_as_text!($name);
    };
}

pub(crate) use {stored_as_text, written_as_digits};

/// A SHA-256 hash: public, and written as 64 digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

written_as_digits!(Digest, "a digest");

impl Digest {
    /// SHA-256 of these parts one after the other.
    pub(crate) fn of(parts: &[&[u8]]) -> Digest {
        let mut hasher = sha2::Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Digest(hasher.finalize().into())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
