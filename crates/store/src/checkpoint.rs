//! Signed checkpoints outside the database: how many records there were, and the hash of the last.
//!
//! A chain alone does not show that its end was cut; a checkpoint kept elsewhere does. The file has a line of JSON for
//! each and only grows.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::path::{Path, PathBuf};

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use room::port::{Fault, Wall};

use crate::bytes::{Bytes, from_hex, hex};
use crate::chain::Hash;
use crate::permissions::open_itself;

/// How many records the room had, and the hash of the last of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The number of records.
    pub count: u64,
    /// The hash of the last, or what stands before the first.
    pub head: Hash,
    /// When it was written, by the wall clock.
    pub at: Wall,
}

impl Checkpoint {
    fn bytes(&self) -> Bytes {
        Bytes::of("cardroom checkpoint 1").number(self.count).fixed(&self.head).number(self.at.0)
    }

    /// The line for the file, signed.
    pub fn line(&self, key: &SigningKey) -> String {
        let signature = hex(&key.sign(self.bytes().as_slice()).to_bytes());
        let (count, head, at) = (self.count, hex(&self.head), self.at.0);
        format!(r#"{{"checkpoint":1,"count":{count},"head":"{head}","at":{at},"signature":"{signature}"}}"#)
    }

    /// Reads a line of the file.
    ///
    /// # Errors
    /// What is wrong with it: it is no checkpoint, or another key signed it.
    pub fn read(line: &str, key: &VerifyingKey) -> Result<Checkpoint, Fault> {
        let wrong = |what: &str| Fault { what: what.to_owned() };
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|_| wrong("it is no line of JSON"))?;
        if value["checkpoint"].as_u64() != Some(1) {
            return Err(wrong("it is no checkpoint of a version that is known"));
        }
        let number = |name: &str| value[name].as_u64().ok_or_else(|| wrong("a number is missing"));
        let text = |name: &str| value[name].as_str().unwrap_or_default();
        let head = from_hex(text("head")).ok_or_else(|| wrong("its head is no hash"))?;
        let signature = from_hex(text("signature")).ok_or_else(|| wrong("its signature is none"))?;
        let checkpoint = Checkpoint { count: number("count")?, head, at: Wall(number("at")?) };
        key.verify_strict(checkpoint.bytes().as_slice(), &Signature::from_bytes(&signature))
            .map_err(|_| wrong("the room's key did not sign it"))?;
        Ok(checkpoint)
    }
}

fn cannot(doing: &str, path: &Path) -> impl FnOnce(std::io::Error) -> Fault {
    let place = path.display().to_string();
    move |error| Fault { what: format!("cannot {doing} the checkpoints at {place}: {error}") }
}

/// The file of checkpoints, open for writing.
#[derive(Debug)]
pub(crate) struct Checkpoints {
    path: PathBuf,
    file: File,
    key: SigningKey,
    last: Option<Checkpoint>,
}

/// The longest line with its end: a line that is longer is none.
const LONGEST: u64 = 1024;

impl Checkpoints {
    /// Opens the file, making it where there is none. An unfinished last line, left by a crash, is taken off.
    pub(crate) fn open(path: &Path, key: SigningKey) -> Result<Checkpoints, Fault> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(cannot("make the folder of", path))?;
        }
        // They are no secret: the permissions are those that the operator gives to new files.
        let mut options = OpenOptions::new();
        let opened = open_itself(options.read(true).append(true).create(true), path, 0o666);
        let mut file = opened.map_err(cannot("open", path))?;
        let length = file.seek(SeekFrom::End(0)).map_err(cannot("read", path))?;
        let from = length.saturating_sub(2 * LONGEST);
        file.seek(SeekFrom::Start(from)).map_err(cannot("read", path))?;
        let mut end = Vec::new();
        Read::by_ref(&mut file).take(2 * LONGEST).read_to_end(&mut end).map_err(cannot("read", path))?;
        let whole = end.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        if whole < end.len() {
            if whole == 0 && from > 0 {
                return Err(Fault { what: format!("{} is no file of checkpoints", path.display()) });
            }
            file.set_len(from + whole as u64).map_err(cannot("take an unfinished line off", path))?;
            end.truncate(whole);
        }
        let last = end.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty());
        let last = last.map(|line| {
            let wrong = |fault: Fault| Fault {
                what: format!("the last checkpoint at {} is not good: {}", path.display(), fault.what),
            };
            Checkpoint::read(&String::from_utf8_lossy(line), &key.verifying_key()).map_err(wrong)
        });
        Ok(Checkpoints { path: path.to_owned(), file, last: last.transpose()?, key })
    }

    /// A file that cannot be written, as when the disk it lies on is gone.
    #[cfg(test)]
    pub(crate) fn lost(path: &Path, key: SigningKey) -> Result<Checkpoints, Fault> {
        let opened = Checkpoints::open(path, key)?;
        Ok(Checkpoints { file: File::open(path).map_err(cannot("open", path))?, ..opened })
    }

    /// The last one that was written.
    pub(crate) fn last(&self) -> Option<Checkpoint> {
        self.last
    }

    /// Adds one, and has the disk keep it.
    pub(crate) fn add(&mut self, checkpoint: Checkpoint) -> Result<(), Fault> {
        let mut line = checkpoint.line(&self.key);
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(cannot("write", &self.path))?;
        self.file.sync_data().map_err(cannot("write", &self.path))?;
        self.last = Some(checkpoint);
        Ok(())
    }
}

/// The checkpoints of a file one by one, each with the number of its line, without keeping them.
pub(crate) struct Lines {
    path: PathBuf,
    lines: std::io::Split<BufReader<Take<File>>>,
    key: VerifyingKey,
    number: u64,
}

impl Lines {
    /// Opens the file, of which only so many bytes are read.
    pub(crate) fn open(path: &Path, until: u64, key: VerifyingKey) -> Result<Lines, Fault> {
        let file = File::open(path).map_err(cannot("open", path))?.take(until);
        Ok(Lines { path: path.to_owned(), lines: BufReader::new(file).split(b'\n'), key, number: 0 })
    }
}

impl Iterator for Lines {
    type Item = Result<(u64, Checkpoint), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        self.number += 1;
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(cannot("read", &self.path)(error))),
        };
        let of_line =
            |fault: Fault| Fault { what: format!("checkpoint in line {}: {}", self.number, fault.what) };
        let read = Checkpoint::read(&String::from_utf8_lossy(&line), &self.key).map_err(of_line);
        Some(read.map(|checkpoint| (self.number, checkpoint)))
    }
}
