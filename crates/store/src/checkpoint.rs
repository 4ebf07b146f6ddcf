//! Signed checkpoints outside the database: how many records there were, and what binds all of them.
//!
//! A chain alone does not reveal that its end was cut off; a checkpoint kept elsewhere does. The file has one
//! line of JSON for each checkpoint and only grows. The first line of an era states what the era goes on
//! from.

#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Take, Write};
use std::path::{Path, PathBuf};

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use room::port::{StoreError, Wall};

use crate::bytes::{CanonicalBytes, from_hex, hex};
use crate::chain::{ChainFormat, Hash};
use crate::checkpoint_cursor::CheckpointSequence;
use crate::era::{EraReason, Eras};
use crate::error::{CheckpointError, CheckpointFileError, IoError};
use crate::permissions::{open_named, open_no_follow};

/// How many records the room had, and what binds all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// How the records of its era are bound.
    pub format: ChainFormat,
    /// The number of the era; 1 in format 1.
    pub era: u64,
    /// The number of records.
    pub count: u64,
    /// In format 2, the root over the heads of all streams; in format 1, the hash of the last record, or the
    /// genesis hash before the first.
    pub head: Hash,
    /// When it was written, by the wall clock.
    pub at: Wall,
    /// What its era goes on from, if it is the first of the era.
    pub era_start: Option<EraStart>,
}

/// What the first checkpoint of an era states about it, as in [`crate::era::Era`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct EraStart {
    pub reason: EraReason,
    pub format: ChainFormat,
    pub before_count: u64,
    pub before_head: Hash,
}

impl Checkpoint {
    /// A checkpoint within an era, at the wall clock's time, of `count` records with this root over their heads. The
    /// first checkpoint of an era comes from `Era::first_checkpoint` instead.
    pub(crate) fn now(era: u64, count: u64, root: Hash) -> Checkpoint {
        let at = crate::sqlite::now();
        Checkpoint { format: ChainFormat::Two, era, count, head: root, at, era_start: None }
    }

    /// The bytes that are signed: every field, in the order that `docs/formats/records.md` fixes for each format. A
    /// change makes all stored signatures invalid.
    fn bytes(&self) -> CanonicalBytes {
        match self.format {
            ChainFormat::One => CanonicalBytes::start("cardroom checkpoint 1")
                .number(self.count)
                .fixed(&self.head)
                .number(self.at.0),
            ChainFormat::Two => {
                let bytes = CanonicalBytes::start("cardroom checkpoint 2")
                    .number(self.era)
                    .number(self.count)
                    .fixed(&self.head)
                    .number(self.at.0);
                match &self.era_start {
                    None => bytes.number(0),
                    Some(begins) => bytes
                        .number(1)
                        .text(begins.reason.word())
                        .number(begins.format.number())
                        .number(begins.before_count)
                        .fixed(&begins.before_head),
                }
            }
        }
    }

    /// The signed line for the file, JSON without its line end, which [`Checkpoint::parse`] reads back. Order and
    /// names of the fields are fixed by `docs/formats/records.md`.
    pub fn to_line(&self, key: &SigningKey) -> String {
        let signature = hex(&key.sign(self.bytes().as_slice()).to_bytes());
        let Checkpoint { era, count, at, .. } = self;
        let (head, at) = (hex(&self.head), at.0);
        if self.format == ChainFormat::One {
            return format!(
                r#"{{"checkpoint":1,"count":{count},"head":"{head}","at":{at},"signature":"{signature}"}}"#
            );
        }
        let begins = self.era_start.map_or_else(String::new, |begins| {
            let EraStart { reason, format, before_count, before_head } = begins;
            let (format, before) = (format.number(), hex(&before_head));
            format!(
                r#""begins":"{reason}","format":{format},"before_count":{before_count},"before_head":"{before}","#
            )
        });
        format!(
            r#"{{"checkpoint":2,"era":{era},{begins}"count":{count},"root":"{head}","at":{at},"signature":"{signature}"}}"#
        )
    }

    /// Reads a line of the file, without its line end, and checks its signature: what it returns was written by a
    /// holder of the room's signing key.
    ///
    /// # Errors
    /// What is wrong with it: it is not a checkpoint, or another key signed it.
    pub fn parse(line: &str, key: &VerifyingKey) -> Result<Checkpoint, CheckpointError> {
        let (checkpoint, signature) = Checkpoint::parse_unverified(line)?;
        checkpoint.check_signature(&signature, key)?;
        Ok(checkpoint)
    }

    /// Reads a line without checking its signature, which is returned beside it: nobody may rely on the checkpoint
    /// before `check_signature`. Checking the order of lines alone does without, because signatures are slow.
    fn parse_unverified(line: &str) -> Result<(Checkpoint, Signature), CheckpointError> {
        let value: serde_json::Value = serde_json::from_str(line).map_err(|_| CheckpointError::NotJson)?;
        let format = value["checkpoint"].as_u64().and_then(ChainFormat::from_number);
        let format = format.ok_or(CheckpointError::UnknownVersion)?;
        let number = |name: &str| value[name].as_u64().ok_or(CheckpointError::NumberMissing);
        let text = |name: &str| value[name].as_str().unwrap_or_default();
        let hash = |name: &'static str| from_hex(text(name)).ok_or(CheckpointError::NotAHash { name });
        let signature = from_hex(text("signature")).ok_or(CheckpointError::MalformedSignature)?;
        let (count, at) = (number("count")?, Wall(number("at")?));
        let checkpoint = match format {
            ChainFormat::One => {
                Checkpoint { format, era: 1, count, head: hash("head")?, at, era_start: None }
            }
            ChainFormat::Two => {
                let begins = value.get("begins").map(|_| {
                    let reason = EraReason::from_word(text("begins"));
                    Ok(EraStart {
                        reason: reason.ok_or(CheckpointError::UnknownEraReason)?,
                        format: ChainFormat::from_number(number("format")?)
                            .ok_or(CheckpointError::UnknownEraFormat)?,
                        before_count: number("before_count")?,
                        before_head: hash("before_head")?,
                    })
                });
                let (era, head) = (number("era")?, hash("root")?);
                Checkpoint { format, era, count, head, at, era_start: begins.transpose()? }
            }
        };
        Ok((checkpoint, Signature::from_bytes(&signature)))
    }

    /// Checks a line's signature strictly, so that only one signature fits a line and no weak key passes.
    fn check_signature(&self, signature: &Signature, key: &VerifyingKey) -> Result<(), CheckpointError> {
        key.verify_strict(self.bytes().as_slice(), signature).map_err(|_| CheckpointError::NotSigned)
    }
}

/// For `map_err`: the fault of something that cannot be done with the file of checkpoints; `doing` is a verb for it,
/// such as "read", and becomes part of the sentence.
fn io_fault(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| IoError::Checkpoints { doing, path, opening: false, source }.into()
}

/// As `io_fault`, while a room is being opened: the sentence adds what the operator has to permit.
fn io_fault_at_opening(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| IoError::Checkpoints { doing, path, opening: true, source }.into()
}

/// The fault of a file whose end has no line as short as a checkpoint must be: it is something else and is left as it
/// is.
fn not_checkpoints(path: &Path) -> StoreError {
    CheckpointFileError::NotCheckpoints { path: path.to_owned() }.into()
}

/// The file of checkpoints, open for writing.
#[derive(Debug)]
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// `None` if there is no file yet: it is created with the first line.
    file: Option<File>,
    /// Where an unfinished last line begins that a crash left: it is cut off before the next line is written.
    unfinished: Option<u64>,
    key: SigningKey,
    last: Option<Checkpoint>,
}

/// Locks the file against other rooms for as long as it is open here: two copies of the data, each in a folder of its
/// own, would leave checkpoints that fit neither. Programs that only read the file are not kept out.
fn lock(file: File, path: &Path) -> Result<File, StoreError> {
    // Elsewhere a lock would keep readers out too.
    #[cfg(unix)]
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(CheckpointFileError::InUse { path: path.to_owned() }.into());
        }
        Err(TryLockError::Error(error)) => return Err(io_fault_at_opening("lock", path)(error)),
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(file)
}

/// The longest line, including its end; anything longer is not a checkpoint.
const MAX_LINE: u64 = 1024;

impl CheckpointFile {
    /// Opens the file for writing, creating it if there is none; an unfinished last line, left by a crash, is cut off
    /// now. Restore and upgrade use it; a room opens with `open_existing`, which changes nothing yet.
    pub(crate) fn open(path: &Path, key: SigningKey) -> Result<CheckpointFile, StoreError> {
        let mut found = CheckpointFile::open_existing(path, key)?;
        found.make_ready()?;
        Ok(found)
    }

    /// Looks at the file, which need not exist. Nothing is created or changed before the first line is
    /// appended.
    ///
    /// # Errors
    /// It cannot be opened or is not a file of checkpoints, or another room writes into it.
    pub(crate) fn open_existing(path: &Path, key: SigningKey) -> Result<CheckpointFile, StoreError> {
        let mut options = OpenOptions::new();
        let mut file = match open_no_follow(options.read(true).append(true), path, 0o666) {
            Ok(file) => lock(file, path)?,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(CheckpointFile {
                    path: path.to_owned(),
                    file: None,
                    unfinished: None,
                    key,
                    last: None,
                });
            }
            Err(error) => return Err(io_fault_at_opening("open", path)(error)),
        };
        let length = file.seek(SeekFrom::End(0)).map_err(io_fault_at_opening("read", path))?;
        let from = length.saturating_sub(2 * MAX_LINE);
        file.seek(SeekFrom::Start(from)).map_err(io_fault_at_opening("read", path))?;
        let mut end = Vec::new();
        Read::by_ref(&mut file)
            .take(2 * MAX_LINE)
            .read_to_end(&mut end)
            .map_err(io_fault_at_opening("read", path))?;
        let whole = end.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let mut unfinished = None;
        if whole < end.len() {
            if whole == 0 && from > 0 {
                return Err(not_checkpoints(path));
            }
            unfinished = Some(from + whole as u64);
            end.truncate(whole);
        }
        let last = end.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty());
        let last = last.map(|line| {
            Checkpoint::parse(&String::from_utf8_lossy(line), &key.verifying_key())
                .map_err(|source| CheckpointFileError::LastLine { path: path.to_owned(), source })
        });
        Ok(CheckpointFile {
            path: path.to_owned(),
            file: Some(file),
            unfinished,
            last: last.transpose()?,
            key,
        })
    }

    /// Creates the file if there is none, cuts off an unfinished line, and returns it for appending: called before
    /// each line.
    fn make_ready(&mut self) -> Result<&mut File, StoreError> {
        let path = &self.path;
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)
                        .map_err(io_fault_at_opening("make the folder of", path))?;
                }
                // Checkpoints are not secret: the file gets the permissions the operator gives to new files.
                let mut options = OpenOptions::new();
                let opened = open_no_follow(options.read(true).append(true).create(true), path, 0o666);
                none.insert(lock(opened.map_err(io_fault_at_opening("open", path))?, path)?)
            }
        };
        if let Some(whole) = self.unfinished {
            file.set_len(whole).map_err(io_fault_at_opening("take an unfinished line off", path))?;
            self.unfinished = None;
        }
        Ok(file)
    }

    /// A file that is open but cannot be written to, as when its disk is gone: for the tests of the writer.
    #[cfg(test)]
    pub(crate) fn unwritable(path: &Path, key: SigningKey) -> Result<CheckpointFile, StoreError> {
        let opened = CheckpointFile::open(path, key)?;
        Ok(CheckpointFile { file: Some(File::open(path).map_err(io_fault("open", path))?), ..opened })
    }

    /// Where the file is, or will be: for messages and for readers that open it themselves.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The last checkpoint in the file, its signature checked when it was opened; `None` if it has no complete line.
    pub(crate) fn last(&self) -> Option<Checkpoint> {
        self.last
    }

    /// Checks at opening that each line of the file can follow the one before it and fits the eras of the data.
    /// Signatures are checked where an era begins, and at the end; [`crate::verify()`] checks all of them.
    pub(crate) fn check_order(&self, eras: &Eras) -> Result<(), StoreError> {
        let length = self.complete_len()?;
        let mut sequence = CheckpointSequence::new(eras);
        for line in
            CheckpointLines::open_checking_era_signatures(&self.path, length, self.key.verifying_key())?
        {
            let (number, checkpoint) = line?;
            sequence.check_next(number, &checkpoint)?;
        }
        Ok(sequence.check_end()?)
    }

    /// The number of bytes at the beginning of the file that are complete lines: what readers may look at.
    fn complete_len(&self) -> Result<u64, StoreError> {
        match (&self.file, self.unfinished) {
            (_, Some(whole)) => Ok(whole),
            (Some(file), None) => Ok(file.metadata().map_err(io_fault("read", &self.path))?.len()),
            (None, None) => Ok(0),
        }
    }

    /// Every complete line as a checkpoint with its line number, oldest first; each signature is checked.
    pub(crate) fn lines(&self) -> Result<CheckpointLines, StoreError> {
        let length = self.complete_len()?;
        CheckpointLines::open(&self.path, length, self.key.verifying_key())
    }

    /// Appends a checkpoint, signed, and flushes it to disk before returning. It must go on from the last one, which
    /// is not checked here.
    pub(crate) fn append(&mut self, checkpoint: Checkpoint) -> Result<(), StoreError> {
        let mut line = checkpoint.to_line(&self.key);
        line.push('\n');
        let file = self.make_ready()?;
        let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        written.map_err(io_fault("write", &self.path))?;
        self.last = Some(checkpoint);
        Ok(())
    }
}

/// How many bytes of a file of checkpoints are complete lines, and how many follow: those are a line that a room is
/// just writing, or that a crash left unfinished, and count for nothing. No lock is needed.
pub(crate) fn complete_lines(path: &Path) -> Result<(u64, u64), StoreError> {
    let mut file = open_named(path).map_err(io_fault("open", path))?;
    let length = file.seek(SeekFrom::End(0)).map_err(io_fault("read", path))?;
    let from = length.saturating_sub(2 * MAX_LINE);
    file.seek(SeekFrom::Start(from)).map_err(io_fault("read", path))?;
    let mut end = Vec::new();
    file.take(length - from).read_to_end(&mut end).map_err(io_fault("read", path))?;
    let whole = match end.iter().rposition(|byte| *byte == b'\n') {
        Some(place) => from + place as u64 + 1,
        None if from > 0 => return Err(not_checkpoints(path)),
        None => 0,
    };
    Ok((whole, length - whole))
}

/// Reads the checkpoints of a file one by one, each with its line number, without keeping them.
#[derive(Debug)]
pub(crate) struct CheckpointLines {
    path: PathBuf,
    lines: std::io::Split<BufReader<Take<File>>>,
    key: VerifyingKey,
    number: u64,
    /// Signatures are checked only where an era begins.
    era_signatures_only: bool,
}

impl CheckpointLines {
    /// Opens the file to read its first `until` bytes, which should end with a line; lines that a running room
    /// appends later are not seen. Every signature is checked.
    pub(crate) fn open(path: &Path, until: u64, key: VerifyingKey) -> Result<CheckpointLines, StoreError> {
        let file = open_named(path).map_err(io_fault("open", path))?.take(until);
        let lines = BufReader::new(file).split(b'\n');
        Ok(CheckpointLines { path: path.to_owned(), lines, key, number: 0, era_signatures_only: false })
    }

    /// As `open`, but checking only the signatures of lines that begin an era: a signature costs far more than the
    /// rest, and a room must open quickly.
    fn open_checking_era_signatures(
        path: &Path,
        until: u64,
        key: VerifyingKey,
    ) -> Result<CheckpointLines, StoreError> {
        Ok(CheckpointLines { era_signatures_only: true, ..CheckpointLines::open(path, until, key)? })
    }

    /// The last complete line of the file at this moment, its signature checked: a running room may have written it
    /// since this reader was opened. `None` if there is no line.
    pub(crate) fn last_now(&self) -> Result<Option<Checkpoint>, StoreError> {
        let (whole, _) = complete_lines(&self.path)?;
        let mut file = open_named(&self.path).map_err(io_fault("open", &self.path))?;
        let from = whole.saturating_sub(MAX_LINE);
        file.seek(SeekFrom::Start(from)).map_err(io_fault("read", &self.path))?;
        let mut end = Vec::new();
        file.take(whole - from).read_to_end(&mut end).map_err(io_fault("read", &self.path))?;
        let last = end.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty());
        let last = last.map(|line| Checkpoint::parse(&String::from_utf8_lossy(line), &self.key));
        Ok(last.transpose()?)
    }

    /// Reads a line and checks its signature, or only that of a line that begins an era if the file was opened so.
    fn read(&self, line: &[u8]) -> Result<Checkpoint, CheckpointError> {
        let (checkpoint, signature) = Checkpoint::parse_unverified(&String::from_utf8_lossy(line))?;
        if !self.era_signatures_only || checkpoint.era_start.is_some() {
            checkpoint.check_signature(&signature, &self.key)?;
        }
        Ok(checkpoint)
    }
}

impl Iterator for CheckpointLines {
    type Item = Result<(u64, Checkpoint), StoreError>;

    /// The next line with its number from 1. A line that is not a checkpoint is an error with that number, and the
    /// lines after it still follow.
    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        self.number += 1;
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(io_fault("read", &self.path)(error))),
        };
        let number = self.number;
        let read = self.read(&line).map_err(|source| CheckpointFileError::Line { number, source }.into());
        Some(read.map(|checkpoint| (number, checkpoint)))
    }
}
