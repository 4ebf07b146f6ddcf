//! The key of a room's decks in two halves, for two people who inspect hands together. One half alone reveals
//! nothing about the key: it is equally likely with every key.
//!
//! The first half is 32 random bytes; the second is the key XORed with them. A half is stored in a file of
//! one line: a word, its number, the name of the key, which is a hash, and 64 hexadecimal digits.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use room::port::StoreError;

use crate::bytes::{from_hex, hex};
use crate::error::{IoError, KeysError, RandomnessPurpose};
use crate::keys::{Keys, check_apart, check_private, io_fault, write_new_file};
use crate::permissions::read_named_text;

/// The word that begins the file of a half.
const FILE_PREFIX: &str = "cardroom-key-half";

/// One of the two halves of a key.
pub struct KeyHalf {
    /// 1 or 2.
    number: u8,
    /// The name of the key.
    key: String,
    share: [u8; 32],
}

impl fmt::Debug for KeyHalf {
    /// Prints which half of which key it is, and none of its bytes: the other half may be in the same log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Half").field("number", &self.number).field("key", &self.key).finish_non_exhaustive()
    }
}

impl Keys {
    /// Splits the key of the decks into two halves, for two people who open hidden cards together. They differ each
    /// time, and only two that were made together fit.
    ///
    /// # Errors
    /// The operating system provides no randomness.
    pub fn halves(&self) -> Result<[KeyHalf; 2], StoreError> {
        let mut first = [0; 32];
        getrandom::fill(&mut first)
            .map_err(|source| IoError::NoRandomness { purpose: RandomnessPurpose::HalfAKey, source })?;
        let half = |number, share| KeyHalf { number, key: self.room_id(), share };
        Ok([half(1, first), half(2, xor(&first, self.room()))])
    }
}

/// The bitwise XOR of two keys or halves: it makes the second half of a key, and the key of two halves.
fn xor(one: &[u8; 32], other: &[u8; 32]) -> [u8; 32] {
    std::array::from_fn(|at| one[at] ^ other[at])
}

impl KeyHalf {
    /// Reads a half from its file: one line of the prefix, 1 or 2, the name of the key and 64 hexadecimal digits.
    /// Whether it fits another is for [`join_halves`] to say.
    ///
    /// # Errors
    /// It is not a half, cannot be read, or others may read it.
    pub fn read(path: &Path) -> Result<KeyHalf, StoreError> {
        let wrong = || StoreError::from(KeysError::NotAHalf { path: path.to_owned() });
        if fs::metadata(path).map_err(io_fault("read", path))?.is_dir() {
            return Err(wrong());
        }
        check_private(path)?;
        let text = match read_named_text(path) {
            Err(error) if error.kind() == ErrorKind::InvalidData => return Err(wrong()),
            read => read.map_err(io_fault("read", path))?,
        };
        let mut words = text.split_ascii_whitespace();
        let (word, number, key, share) = (words.next(), words.next(), words.next(), words.next());
        if word != Some(FILE_PREFIX) || words.next().is_some() {
            return Err(wrong());
        }
        let number = match number {
            Some("1") => 1,
            Some("2") => 2,
            Some(_) | None => return Err(wrong()),
        };
        let share = share.and_then(from_hex).ok_or_else(wrong)?;
        Ok(KeyHalf { number, key: key.ok_or_else(wrong)?.to_owned(), share })
    }
}

/// Both halves, written beside their final files: either both get there, or neither does and nothing is left
/// behind.
#[derive(Debug)]
pub struct StagedHalves {
    /// Where each is now, and where it belongs.
    files: [(PathBuf, PathBuf); 2],
    placed: usize,
}

impl StagedHalves {
    /// Writes both halves beside their final files, readable by their owner alone. Their final files must not exist
    /// yet, must differ, and must lie outside the data.
    ///
    /// # Errors
    /// A file already exists, both paths are the same, one lies inside the data, or cannot be written.
    pub fn prepare(
        halves: &[KeyHalf; 2],
        paths: [&Path; 2],
        data: &Path,
    ) -> Result<StagedHalves, StoreError> {
        for path in paths {
            check_apart(path, data)?;
            if path.try_exists().map_err(io_fault("look for", path))? {
                return Err(KeysError::Taken { path: path.to_owned() }.into());
            }
        }
        let [first, second] = paths;
        let folder = |path: &Path| {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            fs::canonicalize(parent.unwrap_or(Path::new("."))).map_err(io_fault("find the folder of", path))
        };
        if first.file_name() == second.file_name() && folder(first)? == folder(second)? {
            return Err(KeysError::OneFile { first: first.to_owned(), second: second.to_owned() }.into());
        }
        let unplaced = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(".half");
            (PathBuf::from(name), path.to_owned())
        };
        let written = StagedHalves { files: [unplaced(first), unplaced(second)], placed: 0 };
        for (half, (file, _)) in halves.iter().zip(&written.files) {
            let KeyHalf { number, key, share } = half;
            write_new_file(file, &format!("{FILE_PREFIX} {number} {key} {}", hex(share)), true)?;
        }
        Ok(written)
    }

    /// Moves both halves to their final files; after an error neither is left, so that no half of a lost pair lies
    /// around.
    ///
    /// # Errors
    /// One cannot be moved; then neither is.
    pub fn put_in_place(mut self) -> Result<(), StoreError> {
        for (file, path) in self.files.clone() {
            fs::rename(&file, &path).map_err(io_fault("make", &path))?;
            self.placed += 1;
        }
        Ok(())
    }
}

impl Drop for StagedHalves {
    /// Unless both were moved into place, removes both: half a key without its other half is of no use and still a
    /// secret.
    fn drop(&mut self) {
        if self.placed == self.files.len() {
            return;
        }
        for (at, (file, path)) in self.files.iter().enumerate() {
            let _ = fs::remove_file(if at < self.placed { path } else { file });
        }
    }
}

/// Joins the key of the decks in a room's data from the files of its two halves, in either order, for opening
/// hidden cards. The key is in memory only; it is checked by its name in the halves and in the room's identity,
/// if the data has one.
///
/// # Errors
/// There are not two, they are not the two halves of one key, or the decks are sealed with another key.
pub fn join_halves(paths: &[PathBuf], data: &Path) -> Result<[u8; 32], StoreError> {
    let sealed = crate::verify::sealing_key_name(data)?;
    let [one, other] = paths else { return Err(KeysError::NotTwo { found: paths.len() }.into()) };
    let (first, second) = (KeyHalf::read(one)?, KeyHalf::read(other)?);
    let (one, other) = (one.clone(), other.clone());
    if first.number == second.number {
        return Err(KeysError::SameHalf { first: one, second: other, number: first.number }.into());
    }
    let key = xor(&first.share, &second.share);
    let name = Keys::new(key, [0; 32]).room_id();
    if first.key != name || second.key != name {
        return Err(KeysError::NotTogether { first: one, second: other }.into());
    }
    match sealed {
        Some(sealed) if sealed != name => {
            Err(KeysError::HalvesOfOtherKey { first: one, second: other, data: data.to_owned() }.into())
        }
        Some(_) | None => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A half is 32 random bytes, or those XORed with the key: for every key there is one that gives this
    /// half.
    #[test]
    fn a_half_is_other_bytes_each_time_and_both_make_the_key() {
        let keys = Keys::new([7; 32], [8; 32]);
        let [first, second] = keys.halves().expect("random bytes");
        assert_eq!(xor(&first.share, &second.share), [7; 32]);
        assert_ne!(first.share, [7; 32]);
        assert_ne!(second.share, [7; 32]);
        let [again, _] = keys.halves().expect("random bytes");
        assert_ne!(first.share, again.share);
        let printed = format!("{first:?} {second:?}");
        assert!(!printed.contains(&hex(&first.share)) && !printed.contains(&hex(&second.share)));
        // Given any half, some second half leads to any key.
        let any = [0x5a; 32];
        assert_eq!(xor(&first.share, &xor(&first.share, &any)), any);
    }
}
