//! Records what is done with a room's files outside the room itself. A command leaves a line in the data
//! folder, and the room that is running, or starts next, puts it on record.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use room::lobby::RoomFact;
use serde::{Deserialize, Serialize};
use store::permissions::{open_to_add, open_to_read};

/// Lines that no room has taken yet.
const PENDING_FILE: &str = "outside.jsonl";
/// Lines that a room is taking.
const TAKEN_FILE: &str = "outside.taken";
/// Lines that stay after others were put on record, before the file takes the place of [`TAKEN_FILE`].
const REST_FILE: &str = "outside.rest";
/// Most lines put on record at once.
const MAX_LINES: usize = 1000;

/// Why a line cannot be left, or lines cannot be taken.
#[derive(Debug)]
pub enum OutsideLogError {
    /// A line cannot be left, for something that must not be done without one.
    Leave {
        /// The file for lines that no room has taken.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The lines that were left cannot be read or moved.
    Take {
        /// The file that has them.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Lines that are on record cannot be removed, and will be recorded again.
    Discard {
        /// The file that has them.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl fmt::Display for OutsideLogError {
    /// What failed with the file of lines for the room's record: one line after `error:`, or in the log of
    /// the running room. Says what is not done without a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutsideLogError::Leave { path, source } => write!(
                f,
                "cannot write {}: {source}; hidden cards are not opened, and a key is not split, without the room's record of it",
                path.display()
            ),
            OutsideLogError::Take { path, source } => {
                write!(f, "cannot read {}: {source}", path.display())
            }
            OutsideLogError::Discard { path, source } => {
                write!(f, "cannot remove {}: {source}", path.display())
            }
        }
    }
}

impl Error for OutsideLogError {
    /// The cause below the message: the error of the system.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            OutsideLogError::Leave { source, .. }
            | OutsideLogError::Take { source, .. }
            | OutsideLogError::Discard { source, .. } => Some(source),
        }
    }
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OutsideLine {
    command: String,
    hidden: bool,
    at: u64,
    /// The key of the decks was split; no records were exported.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    split: bool,
}

/// Leaves a line for the room's record about a command that reads or copies records, with its name and
/// whether it opens hidden cards. Data that cannot be written to is a copy whose room is elsewhere: what
/// everybody saw is exported from it without a line.
///
/// # Errors
/// Hidden cards would be opened, and the line cannot be left: then they stay hidden.
pub fn log_command(data: &Path, command: &str, hidden: bool) -> Result<(), OutsideLogError> {
    log_line(data, command, hidden, false)
}

/// Leaves a line for the room's record about a key that is being split into two halves, before any half is
/// written.
///
/// # Errors
/// The line cannot be left: then no half is written.
pub fn log_key_split(data: &Path) -> Result<(), OutsideLogError> {
    log_line(data, "keys split", true, true)
}

/// Leaves a line with the time now, in ms since 1970. If it cannot be left: an error where hidden cards or a
/// key depend on it, otherwise a warning on stderr and the command goes on.
fn log_line(data: &Path, command: &str, hidden: bool, split: bool) -> Result<(), OutsideLogError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
    let Err(source) = append_line(data, &OutsideLine { command: command.to_owned(), hidden, at, split })
    else {
        return Ok(());
    };
    let path = data.join(PENDING_FILE);
    if hidden {
        return Err(OutsideLogError::Leave { path, source });
    }
    say!("this is not on the room's record: {}: {source}", path.display());
    Ok(())
}

/// Appends a line as a whole, flushed to disk, or not at all: half a line would be read as one that no
/// command wrote.
fn append_line(data: &Path, line: &OutsideLine) -> io::Result<()> {
    let text = serde_json::to_string(line)?;
    let mut file = open_to_add(&data.join(PENDING_FILE))?;
    let before = file.metadata()?.len();
    let added = file.write_all(format!("{text}\n").as_bytes()).and_then(|()| file.sync_all());
    if added.is_err() {
        file.set_len(before)?;
    }
    added
}

/// Lines taken for the record.
#[derive(Debug, Default, PartialEq)]
pub struct TakenLines {
    /// What they say, oldest first.
    pub facts: Vec<RoomFact>,
    /// How many bytes of the file they are.
    bytes: usize,
}

/// Takes the lines that commands left, at most [`MAX_LINES`] at once, as facts for the room's record. Until
/// [`discard_taken`] is called with them, they are taken again: a line is never lost, even if the room ends in between.
///
/// # Errors
/// They cannot be read, or something else is in the place of a file: that stays where it is, and all lines
/// stay with it.
pub fn take_pending(data: &Path) -> Result<TakenLines, OutsideLogError> {
    let (left, taken): (PathBuf, PathBuf) = (data.join(PENDING_FILE), data.join(TAKEN_FILE));
    let cannot = |path: &Path, source| OutsideLogError::Take { path: path.to_owned(), source };
    // Lines that a room took but did not put on record before it ended come first.
    if fs::symlink_metadata(&taken).is_err() {
        match open_to_read(&left) {
            Ok(_) => fs::rename(&left, &taken).map_err(|why| cannot(&left, why))?,
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(TakenLines::default()),
            Err(why) => return Err(cannot(&left, why)),
        }
    }
    let mut text = Vec::new();
    let read = open_to_read(&taken).and_then(|mut file| file.read_to_end(&mut text));
    read.map_err(|why| cannot(&taken, why))?;
    if text.is_empty() {
        // A command that could not write its line left it; later lines must not wait behind it.
        fs::remove_file(&taken).map_err(|why| cannot(&taken, why))?;
        return Ok(TakenLines::default());
    }
    let fact = |line: &[u8]| match serde_json::from_slice(line) {
        Ok(OutsideLine { split: true, at, .. }) => RoomFact::KeySplit { at },
        Ok(OutsideLine { command, hidden, at, split: false }) => RoomFact::Exported { command, hidden, at },
        // Somebody wrote here who should not have.
        Err(_) => {
            RoomFact::Exported { command: "a line that no command wrote".to_owned(), hidden: false, at: 0 }
        }
    };
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').take(MAX_LINES).collect();
    let bytes = lines.iter().map(|line| line.len()).sum();
    Ok(TakenLines { facts: lines.into_iter().map(fact).collect(), bytes })
}

/// Discards lines that [`take_pending`] returned. To be called only once all of them are on record. Lines behind them
/// stay to be taken next: those beyond the most at once, and one that a command was still writing.
pub fn discard_taken(data: &Path, lines: &TakenLines) -> Result<(), OutsideLogError> {
    let path = data.join(TAKEN_FILE);
    let discard = || {
        let mut text = Vec::new();
        open_to_read(&path)?.read_to_end(&mut text)?;
        let rest = text.get(lines.bytes..).unwrap_or_default();
        if rest.is_empty() {
            return fs::remove_file(&path);
        }
        let next = data.join(REST_FILE);
        let _ = fs::remove_file(&next);
        let mut file = open_to_add(&next)?;
        file.write_all(rest)?;
        file.sync_all()?;
        fs::rename(&next, &path)
    };
    discard().map_err(|source| OutsideLogError::Discard { path: path.clone(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_taken_once_and_not_lost_with_the_room() {
        let data = tempfile::tempdir().expect("a folder");
        assert_eq!(take_pending(data.path()).expect("read"), TakenLines::default());
        log_command(data.path(), "export", false).expect("left");
        log_command(data.path(), "verify", true).expect("left");
        let kinds = |lines: Result<TakenLines, OutsideLogError>| -> Vec<(String, bool)> {
            let kind = |fact| match fact {
                RoomFact::Exported { command, hidden, at } => {
                    assert!(at > 1_700_000_000_000);
                    (command, hidden)
                }
                other => panic!("{other:?}"),
            };
            lines.expect("read").facts.into_iter().map(kind).collect()
        };
        let both = [("export".to_owned(), false), ("verify".to_owned(), true)];
        assert_eq!(kinds(take_pending(data.path())), both);
        log_command(data.path(), "export", true).expect("left");
        let taken = take_pending(data.path()).expect("read");
        assert_eq!(kinds(take_pending(data.path())), both, "the room ended before they were on record");
        discard_taken(data.path(), &taken).expect("removed");
        let taken = take_pending(data.path()).expect("read");
        assert_eq!(kinds(take_pending(data.path())), [("export".to_owned(), true)]);
        discard_taken(data.path(), &taken).expect("removed");
        assert_eq!(take_pending(data.path()).expect("read"), TakenLines::default());
    }

    /// More lines than are put on record at once, one that came while they were, and an empty file: none is lost, and
    /// none stops those that come later.
    #[test]
    fn no_line_is_lost_behind_many_or_behind_an_empty_file() {
        let data = tempfile::tempdir().expect("a folder");
        fs::write(data.path().join(PENDING_FILE), "").expect("written");
        assert_eq!(take_pending(data.path()).expect("read"), TakenLines::default());
        let line = |at: usize| {
            let line =
                OutsideLine { command: "export".to_owned(), hidden: false, at: at as u64, split: false };
            serde_json::to_string(&line).expect("JSON") + "\n"
        };
        let many: String = (1..=MAX_LINES + 2).map(line).collect();
        fs::write(data.path().join(PENDING_FILE), many).expect("written");
        let mut times = Vec::new();
        let first = take_pending(data.path()).expect("read");
        assert_eq!(first.facts.len(), MAX_LINES);
        // A command that had the file open before it was taken.
        let mut open = open_to_add(&data.path().join(TAKEN_FILE)).expect("opened");
        open.write_all(line(MAX_LINES + 3).as_bytes()).expect("written");
        discard_taken(data.path(), &first).expect("kept");
        let second = take_pending(data.path()).expect("read");
        discard_taken(data.path(), &second).expect("removed");
        for fact in first.facts.into_iter().chain(second.facts) {
            let RoomFact::Exported { at, .. } = fact else { panic!("{fact:?}") };
            times.push(at);
        }
        assert_eq!(times, (1..=MAX_LINES as u64 + 3).collect::<Vec<_>>());
        assert_eq!(take_pending(data.path()).expect("read"), TakenLines::default());
    }

    /// Proves SEC-03: no line goes to a file that somebody chose by a link, none comes from one, and none is lost by it.
    #[cfg(unix)]
    #[test]
    fn nothing_is_left_or_taken_through_a_symbolic_link() {
        let place = tempfile::tempdir().expect("a folder");
        let data = place.path().join("data");
        fs::create_dir(&data).expect("a folder");
        let target = place.path().join("target");
        fs::write(&target, "mine\n").expect("written");
        let link = |name: &str, to: &Path| std::os::unix::fs::symlink(to, data.join(name)).expect("a link");
        for to in [target.as_path(), &place.path().join("nothing")] {
            link(PENDING_FILE, to);
            let refused = log_command(&data, "export", true).expect_err("a link").to_string();
            assert!(refused.contains(PENDING_FILE) && refused.contains("symbolic link"), "{refused}");
            // What everybody saw is exported all the same, without a line.
            log_command(&data, "export", false).expect("nothing is hidden");
            let refused = take_pending(&data).expect_err("a link").to_string();
            assert!(refused.contains(PENDING_FILE) && refused.contains("symbolic link"), "{refused}");
            assert!(
                !to.exists() || fs::read_to_string(to).expect("readable") == "mine\n",
                "{}",
                to.display()
            );
            assert!(!data.join(TAKEN_FILE).exists());
            fs::remove_file(data.join(PENDING_FILE)).expect("the link");
        }
        log_command(&data, "export", true).expect("left");
        link(TAKEN_FILE, &target);
        let refused = take_pending(&data).expect_err("a link").to_string();
        assert!(refused.contains(TAKEN_FILE) && refused.contains("symbolic link"), "{refused}");
        fs::remove_file(data.join(TAKEN_FILE)).expect("the link");
        assert_eq!(take_pending(&data).expect("read").facts.len(), 1, "the line is still there");
    }
}
