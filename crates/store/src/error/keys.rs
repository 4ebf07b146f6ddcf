//! Errors of the room's keys, of which none shows a key.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;

use room::port::StoreError;

use crate::keys::{ROOM_VARIABLE, SIGNING_VARIABLE};

/// Why the keys, or the halves of a key, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum KeysError {
    /// The platform has no folder for configuration.
    NoHome,
    /// Only one of the two is in the environment.
    OneVariable,
    /// The folder has no keys.
    NotInFolder { folder: PathBuf },
    /// One of the two keys of a folder is missing.
    Missing { path: PathBuf },
    /// The same, where there is data that they sealed.
    MissingForData { path: PathBuf, data: PathBuf },
    /// The key of the decks is not the one of the data.
    OtherKey { folder: PathBuf, data: PathBuf },
    /// The public key beside the keys is another one's.
    OtherPublicKey { path: PathBuf },
    /// The text is not a public key.
    NotAPublicKey,
    /// A file holds no key.
    NotAKey { path: PathBuf },
    /// A variable of the environment holds no key.
    NotAKeyInVariable { name: &'static str },
    /// The path for the keys is not a folder.
    NotAFolder { path: PathBuf },
    /// The keys would lie inside of the data.
    InsideData { path: PathBuf, data: PathBuf },
    /// Others may read a secret file.
    OthersMayRead { path: PathBuf },
    /// The file is not half of a key.
    NotAHalf { path: PathBuf },
    /// There is a file where a half is to be written.
    Taken { path: PathBuf },
    /// Both halves would be written to one file.
    OneFile { first: PathBuf, second: PathBuf },
    /// A key is joined from two files, and others were named.
    NotTwo { found: usize },
    /// Both files hold the same half.
    SameHalf { first: PathBuf, second: PathBuf, number: u8 },
    /// The halves were not made together.
    NotTogether { first: PathBuf, second: PathBuf },
    /// The halves are of another key than that of the data.
    HalvesOfOtherKey { first: PathBuf, second: PathBuf, data: PathBuf },
}

impl fmt::Display for KeysError {
    /// What is wrong with the keys, where, and what is expected; never a part of a key or of a text given as one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not_a_key = "does not hold a key: expected 64 hexadecimal digits; bring back the one of the room's first start";
        match self {
            KeysError::NoHome => {
                f.write_str("there is no home folder to keep the keys in: name a folder for them")
            }
            KeysError::OneVariable => {
                write!(f, "{ROOM_VARIABLE} and {SIGNING_VARIABLE} belong together: set both or none")
            }
            KeysError::NotInFolder { folder } => write!(
                f,
                "the keys of the room are not in {}: bring them there, or name the folder that has them with --keys",
                folder.display()
            ),
            KeysError::Missing { path } => write!(
                f,
                "{} is missing: bring it back, or name the folder that has both keys with --keys",
                path.display()
            ),
            KeysError::MissingForData { path, data } => write!(
                f,
                "{} is missing: the data in {} belongs to a room whose keys were made before; bring them back, or name the folder that has them with --keys",
                path.display(),
                data.display()
            ),
            KeysError::OtherKey { folder, data } => write!(
                f,
                "the key in {} is not the one with which decks in {} have been sealed since the room's first start: name the folder that has that key, or no folder, and hidden cards are not looked at",
                folder.display(),
                data.display()
            ),
            KeysError::OtherPublicKey { path } => write!(
                f,
                "{} is not the public half of the key that signs: whoever checks the room by it finds nothing signed; move it away, and the next start writes the right one",
                path.display()
            ),
            KeysError::NotAPublicKey => {
                f.write_str("a public key has 64 hexadecimal digits and is a point of the curve")
            }
            KeysError::NotAKey { path } => write!(f, "{} {not_a_key}", path.display()),
            KeysError::NotAKeyInVariable { name } => write!(f, "{name} {not_a_key}"),
            KeysError::NotAFolder { path } => {
                write!(f, "{} is not a folder: name the one of the room's keys with --keys", path.display())
            }
            KeysError::InsideData { path, data } => write!(
                f,
                "the keys in {} would lie inside of the data in {}: keep them apart, and name another folder with --keys",
                path.display(),
                data.display()
            ),
            KeysError::OthersMayRead { path } => {
                let path = path.display();
                write!(f, "others may read {path}: run chmod 600 {path}")
            }
            KeysError::NotAHalf { path } => write!(
                f,
                "{} is not half of a key: expected a file that `cardroom keys split` wrote; a whole key opens nothing here",
                path.display()
            ),
            KeysError::Taken { path } => {
                write!(f, "{} is there already: name a file that is not", path.display())
            }
            KeysError::OneFile { first, second } => {
                write!(f, "{} and {} are one file: name two", first.display(), second.display())
            }
            KeysError::NotTwo { found } => write!(
                f,
                "hidden cards are opened with both halves of the room's key: expected --keys FILE --keys FILE, found {found} of them"
            ),
            KeysError::SameHalf { first, second, number } => write!(
                f,
                "{} and {} are both half {number} of a key: name half 1 and half 2",
                first.display(),
                second.display()
            ),
            KeysError::NotTogether { first, second } => write!(
                f,
                "{} and {} are not halves that were made together of one key",
                first.display(),
                second.display()
            ),
            KeysError::HalvesOfOtherKey { first, second, data } => write!(
                f,
                "{} and {} are halves of another key, not of the one with which decks in {} have been sealed since the room's first start",
                first.display(),
                second.display(),
                data.display()
            ),
        }
    }
}

impl Error for KeysError {}

impl From<KeysError> for StoreError {
    /// Unusable: what is stored may be sound, and other keys open it.
    fn from(error: KeysError) -> StoreError {
        StoreError::unusable(error)
    }
}
