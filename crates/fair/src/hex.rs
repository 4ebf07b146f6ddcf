//! Bytes as lower-case hexadecimal digits, the one form in which public and sealed values are written.

use std::fmt;

use sha2::Digest as _;
use zeroize::Zeroizing;

/// Why a text is not the expected hexadecimal digits. It never contains the text, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseHexError {
    /// What was to be parsed: `a digest`, `a sealed deck`.
    pub what: &'static str,
    /// The number of digits expected.
    pub digits: usize,
    /// The number of characters given.
    pub given: usize,
    /// The position of the first character that is not a digit, counted from 1.
    pub wrong: Option<usize>,
}

impl fmt::Display for ParseHexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseHexError { what, digits, given, wrong } = self;
        match wrong {
            Some(at) => write!(f, "{what} is {digits} digits 0-9 and a-f: character {at} is not one"),
            None => write!(f, "{what} is {digits} digits 0-9 and a-f: found {given}"),
        }
    }
}

impl std::error::Error for ParseHexError {}

/// Bytes as lower-case hexadecimal digits, two each, in their order. Not for secrets in clear: the text is
/// not wiped.
pub(crate) fn digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    encode_into(&mut text, bytes);
    text
}

/// Appends the digits of some bytes to a text, and leaves no other copy of them: they may be a secret key's.
/// Give the text its full capacity before, so that growing leaves none either.
pub(crate) fn encode_into(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        for half in [byte >> 4, byte & 15] {
            text.push(char::from(b"0123456789abcdef"[usize::from(half)]));
        }
    }
}

/// The bytes of a text of exactly `SIZE` * 2 lower-case digits, wiped when dropped. `what` names the value in
/// the error.
pub(crate) fn bytes<const SIZE: usize>(
    text: &str,
    what: &'static str,
) -> Result<Zeroizing<[u8; SIZE]>, ParseHexError> {
    let mut bytes = Zeroizing::new([0; SIZE]);
    decode_into(text, what, &mut *bytes)?;
    Ok(bytes)
}

/// Decodes lower-case digits into `bytes`, which must be filled exactly; `what` names the value in the error,
/// which never contains the text.
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

/// Implements serialization of a type as the text of its `Display` and `FromStr`.
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

/// Implements a type of 32 public bytes that is written as 64 digits.
macro_rules! written_as_digits {
    ($name:ident, $what:literal) => {
        impl $name {
            /// The value with these 32 bytes; any bytes are valid.
            pub const fn new(bytes: [u8; 32]) -> $name {
                $name(bytes)
            }

            /// The 32 bytes, as they are hashed.
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

/// A SHA-256 hash. Public, and written as 64 digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

written_as_digits!(Digest, "a digest");

impl Digest {
    /// SHA-256 of the concatenated parts, without separators: each use begins with a prefix of
    /// its own, so that no two uses hash the same bytes.
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
