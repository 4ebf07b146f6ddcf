//! Files and folders named on the command line: found, opened, and read as text.
//!
//! Nothing is skipped silently: every file of a folder is either found or reported with the reason, links are
//! followed once, and anything but a file (a pipe, a socket, a device) is refused before it is opened.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use history::{Encoding, FileFormat, HandRecord, ReadError, phh, stars};

/// The extensions of files with hand histories.
const HISTORY_SUFFIXES: [&str; 4] = ["phh", "phhs", "txt", "ohh"];

/// The largest file that is read, in bytes: its lines are counted, and text other than hands is held in
/// memory.
const MAX_FILE: u64 = 2 << 30;

/// How deep folders are walked.
const MAX_DEPTH: u32 = 32;

/// How much of a file is read to detect its format, in bytes.
const BEGINNING_SIZE: u64 = 8192;

/// How much of a file is read at once, in bytes.
const READ_SIZE: usize = 1 << 16;

/// How much text is searched for hands at once, in bytes; longer hands take more.
const PART_SIZE: usize = 1 << 18;

/// A remark about a path that is not among the files found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathNotice {
    /// A file of another kind, and why it was skipped.
    Skipped(String),
    /// A path that cannot be read, and why.
    Unreadable(String),
}

/// The files that `replay` reads: those named, and those in the folders named, each with its path as it is
/// printed; in the order of the arguments, within a folder sorted by name.
///
/// Whatever is left out is passed to `report` with the reason: nothing is skipped silently. A folder without
/// any hand history is an error.
pub fn find_files(paths: &[PathBuf], report: &mut dyn FnMut(PathNotice)) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for path in paths {
        let shown = path.display().to_string();
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                let before = found.len();
                FolderWalk { found: &mut found, walked: HashSet::new(), report }.walk_folder(path, 0);
                if found.len() == before {
                    report(PathNotice::Unreadable(format!(
                        "{shown}: no hand histories: expected PHH or PokerStars text, mostly in files ending in .phh, .phhs or .txt"
                    )));
                }
            }
            Ok(data) => match special_kind(&data) {
                None => found.push((path.clone(), shown)),
                Some(what) => report(PathNotice::Unreadable(format!("{shown}: {what}"))),
            },
            Err(error) => report(PathNotice::Unreadable(format!("cannot read {shown}: {error}"))),
        }
    }
    found
}

/// A walk through one folder and everything in it.
struct FolderWalk<'a> {
    found: &'a mut Vec<(PathBuf, String)>,
    /// The folders walked so far, by their real paths.
    walked: HashSet<PathBuf>,
    report: &'a mut dyn FnMut(PathNotice),
}

impl FolderWalk<'_> {
    /// Visits the entries of a folder by name. Each real folder is walked once, so that links cannot loop,
    /// and at most `MAX_DEPTH` deep; `depth` counts from 0 at the folder named. What cannot be read is
    /// reported and the walk goes on.
    fn walk_folder(&mut self, folder: &Path, depth: u32) {
        let shown = folder.display();
        match std::fs::canonicalize(folder) {
            Ok(real) if self.walked.contains(&real) => {
                let line = format!("{shown}: a link to a folder that was already read: {}", real.display());
                return (self.report)(PathNotice::Skipped(line));
            }
            Ok(real) => {
                self.walked.insert(real);
            }
            Err(error) => {
                return (self.report)(PathNotice::Unreadable(format!("cannot read {shown}: {error}")));
            }
        }
        if depth == MAX_DEPTH {
            let line = format!("{shown}: more than {MAX_DEPTH} folders deep: name it on the command line");
            return (self.report)(PathNotice::Unreadable(line));
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                return (self.report)(PathNotice::Unreadable(format!("cannot read {shown}: {error}")));
            }
        };
        let mut paths = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => paths.push(entry.path()),
                Err(error) => {
                    (self.report)(PathNotice::Unreadable(format!("cannot read all of {shown}: {error}")))
                }
            }
        }
        paths.sort();
        for path in paths {
            self.visit_entry(path, depth);
        }
    }

    /// Adds a file that holds hands by its extension or its beginning, walks a folder, and reports anything
    /// else as skipped or unreadable. `depth` is that of the folder it is in.
    fn visit_entry(&mut self, path: PathBuf, depth: u32) {
        let shown = path.display().to_string();
        let data = match std::fs::metadata(&path) {
            Ok(data) => data,
            Err(error) => {
                let link = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink());
                let link = if link { ", which is a link" } else { "" };
                return (self.report)(PathNotice::Unreadable(format!("cannot read {shown}{link}: {error}")));
            }
        };
        if data.is_dir() {
            return self.walk_folder(&path, depth + 1);
        }
        if let Some(what) = special_kind(&data) {
            return (self.report)(PathNotice::Unreadable(format!("{shown}: {what}")));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let ending = ending.as_deref().unwrap_or_default();
        if HISTORY_SUFFIXES.contains(&ending) {
            return self.found.push((path, shown));
        }
        if ending == "hands" {
            let line = format!("{shown}: a hand script: `cardroom script` runs those");
            return (self.report)(PathNotice::Skipped(line));
        }
        match read_beginning(&path) {
            Ok(start) if history::detect_format_at_start(&start).is_some() => self.found.push((path, shown)),
            Ok(_) => (self.report)(PathNotice::Skipped(format!(
                "{shown}: not a hand history, by its name and its beginning"
            ))),
            Err(error) => (self.report)(PathNotice::Unreadable(format!("cannot read {shown}: {error}"))),
        }
    }
}

/// The first `BEGINNING_SIZE` bytes as text, whatever the encoding, to detect the format of a file without a
/// known extension. The last character may be cut in half and replaced.
fn read_beginning(path: &Path) -> Result<String, OpenFileError> {
    let mut bytes = Vec::new();
    let file = open_file(path)?;
    file.take(BEGINNING_SIZE).read_to_end(&mut bytes)?;
    Ok(match Encoding::detect(&bytes) {
        // The last character may be cut in half.
        Encoding::Utf8 | Encoding::Western => String::from_utf8_lossy(&bytes).into_owned(),
        Encoding::Utf16Le | Encoding::Utf16Be => history::decode_text(&bytes).into_owned(),
    })
}

/// What kind of thing a path is, if neither a file nor a folder; `None` for those two. Asked before anything
/// is opened, because opening a pipe would block.
fn special_kind(data: &Metadata) -> Option<SpecialKind> {
    let kind = data.file_type();
    if kind.is_file() || kind.is_dir() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Some(SpecialKind::Pipe);
        }
        if kind.is_socket() {
            return Some(SpecialKind::Socket);
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some(SpecialKind::Device);
        }
    }
    Some(SpecialKind::Other)
}

/// What a path is that is neither a file nor a folder: it may block or never end, so it is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialKind {
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A character or block device.
    Device,
    /// Anything else that the system has.
    Other,
}

impl fmt::Display for SpecialKind {
    /// Why a pipe, socket or device is not opened and what can be done instead, to stand after the path and a
    /// colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            SpecialKind::Pipe => "a pipe",
            SpecialKind::Socket => "a socket",
            SpecialKind::Device => "a device",
            SpecialKind::Other => "something other than a file",
        };
        write!(f, "it is {what} and cannot be read as a file; save its output to a file first")
    }
}

/// Opens a file for reading; folders, pipes, sockets and devices are refused instead of blocking. For hand
/// histories and scripts.
pub fn open_file(path: &Path) -> Result<File, OpenFileError> {
    let data = std::fs::metadata(path)?;
    if data.is_dir() {
        return Err(OpenFileError::Folder);
    }
    match special_kind(&data) {
        Some(kind) => Err(OpenFileError::Special(kind)),
        None => Ok(File::open(path)?),
    }
}

/// The text of a file, read in parts: only some of its hands need be in memory at a time.
pub struct HandFile {
    file: File,
    /// Size of the file, in bytes.
    size: u64,
    kind: FileFormat,
    encoding: Encoding,
    /// Bytes not decoded yet: the beginning of a character that was cut off.
    bytes: Vec<u8>,
    /// Text that was decoded but not yet handed out.
    pending: String,
    /// Lines end with a carriage return alone, as old programs wrote them.
    bare_returns: bool,
    /// Nothing is left to read.
    ended: bool,
    /// The last part was handed out.
    given: bool,
}

/// Why a file yields no hands; a message without the file's name.
#[derive(Debug)]
pub enum OpenFileError {
    /// The system does not let it be read.
    Io(io::Error),
    /// It is a folder.
    Folder,
    /// It is neither a file nor a folder.
    Special(SpecialKind),
    /// It is larger than what is read.
    TooLarge {
        /// Its size in bytes.
        size: u64,
    },
    /// It is not text; what it is, and what to do with it.
    Binary(&'static str),
    /// There is nothing in it.
    Empty,
    /// It is of a format whose files are UTF-8, and it is not.
    NotUtf8 {
        /// The line, from 1.
        line: usize,
        /// The byte in the file, from 1.
        byte: usize,
    },
    /// It can be read, but its format is not known here.
    UnknownFormat,
}

impl fmt::Display for OpenFileError {
    /// Why a file yields no hands or no script, in one line without the file's name: callers put the name in
    /// front.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenFileError::Io(error) => error.fmt(f),
            OpenFileError::Folder => f.write_str("it is a folder: name a file"),
            OpenFileError::Special(kind) => kind.fmt(f),
            OpenFileError::TooLarge { size } => {
                write!(f, "the file has {size} bytes: the largest allowed has {MAX_FILE}")
            }
            OpenFileError::Binary(what) => f.write_str(what),
            OpenFileError::Empty => f.write_str("the file is empty: expected PHH or PokerStars text"),
            OpenFileError::NotUtf8 { line, byte } => {
                write!(f, "line {line}: byte {byte} is not valid UTF-8: save the file as UTF-8")
            }
            OpenFileError::UnknownFormat => {
                f.write_str("not read: neither PHH nor a hand history in text, by its name or its first line")
            }
        }
    }
}

impl Error for OpenFileError {
    /// The cause below the message: what is behind the system's error, whose message is shown already.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let OpenFileError::Io(error) = self { error.source() } else { None }
    }
}

impl From<io::Error> for OpenFileError {
    /// So that `?` turns an error of the system into the reason why a file yields no hands.
    fn from(error: io::Error) -> OpenFileError {
        OpenFileError::Io(error)
    }
}

/// Why the reading of hands or lines stopped before the end.
#[derive(Debug)]
pub enum EachHandError<E> {
    /// The rest of the file could not be read.
    Unreadable(io::Error),
    /// The consumer stopped with this error.
    Consumer(E),
}

impl HandFile {
    /// Opens a hand history or a script: checks size and encoding, and detects the format by its name and its
    /// first part.
    ///
    /// # Errors
    /// Why the file cannot be read, or that its format is not known here; a message without the file's name.
    pub fn open(path: &Path) -> Result<HandFile, OpenFileError> {
        let mut file = open_file(path)?;
        let size = file.metadata()?.len();
        if size > MAX_FILE {
            return Err(OpenFileError::TooLarge { size });
        }
        let start = first_bytes(&mut file)?;
        if let Some(what) = binary_kind(&start) {
            return Err(OpenFileError::Binary(what));
        }
        let bare_returns = start.contains(&b'\r') && !start.contains(&b'\n');
        let (encoding, wrong) = detect_encoding(&mut file)?;
        let mark = if matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be) { 2 } else { 0 };
        file.seek(SeekFrom::Start(mark))?;
        let mut text = HandFile {
            file,
            size,
            kind: FileFormat::SiteText,
            encoding,
            bytes: Vec::new(),
            pending: String::new(),
            bare_returns,
            ended: false,
            given: false,
        };
        text.fill(PART_SIZE)?;
        if text.ended && text.pending.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(OpenFileError::Empty);
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let kind = history::detect_format(&name, &text.pending);
        match (kind, wrong) {
            (Some(kind), None) => text.kind = kind,
            (Some(kind @ (FileFormat::SiteText | FileFormat::OtherJson)), Some(_)) => text.kind = kind,
            (None, None) => return Err(OpenFileError::UnknownFormat),
            (
                Some(FileFormat::Phh | FileFormat::OpenHandHistory | FileFormat::Script) | None,
                Some((line, byte)),
            ) => return Err(OpenFileError::NotUtf8 { line, byte }),
        }
        Ok(text)
    }

    /// The format detected by [`HandFile::open`]. Callers choose [`HandFile::each_hand`] or
    /// [`HandFile::each_line`] by it.
    pub fn format(&self) -> FileFormat {
        self.kind
    }

    /// Passes every line of a script to `take`, in order and without its line ending; an error of `take` ends
    /// the reading. A line longer than `PART_SIZE` comes in several pieces, which the script's reader refuses
    /// as too long.
    pub fn each_line<E>(
        mut self,
        take: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(), EachHandError<E>> {
        loop {
            self.fill(PART_SIZE).map_err(EachHandError::Unreadable)?;
            // A line longer than a part is too long whatever follows, so it is passed on as far as it was
            // read.
            let whole = match self.pending.rfind('\n') {
                Some(at) if !self.ended => at + 1,
                Some(_) | None => self.pending.len(),
            };
            for line in self.pending[..whole].lines() {
                take(line).map_err(EachHandError::Consumer)?;
            }
            self.pending.drain(..whole);
            if self.ended {
                return Ok(());
            }
        }
    }

    /// Passes every hand of a history to `take`, in order, or why it cannot be read; an error of `take` ends
    /// the reading. Memory stays small however long the file is. Formats other than PHH and PokerStars text
    /// give no hands.
    pub fn each_hand<E>(
        mut self,
        take: &mut dyn FnMut(Result<HandRecord, ReadError>) -> Result<(), E>,
    ) -> Result<(), EachHandError<E>> {
        let (mut in_phh, mut in_text) = (phh::PhhCursor::default(), stars::StarsCursor::default());
        while let Some((part, last)) = self.next_part().map_err(EachHandError::Unreadable)? {
            match self.kind {
                FileFormat::Phh => {
                    let mut hands = phh::hands_from(&part, in_phh, last);
                    for hand in &mut hands {
                        take(hand).map_err(EachHandError::Consumer)?;
                    }
                    in_phh = hands.cursor();
                }
                FileFormat::SiteText => {
                    let mut hands = stars::hands_from(&part, in_text, last);
                    for hand in &mut hands {
                        take(hand).map_err(EachHandError::Consumer)?;
                    }
                    in_text = hands.cursor();
                }
                FileFormat::OpenHandHistory | FileFormat::OtherJson | FileFormat::Script => return Ok(()),
            }
        }
        Ok(())
    }

    /// The next part of a history, cut where a hand begins, and whether it is the last; `None` after the
    /// last. A hand is never split: the parsers continue from part to part.
    fn next_part(&mut self) -> io::Result<Option<(String, bool)>> {
        let mut wanted = PART_SIZE;
        loop {
            self.fill(wanted)?;
            if self.ended {
                let last = !std::mem::replace(&mut self.given, true);
                return Ok(last.then(|| (std::mem::take(&mut self.pending), true)));
            }
            if let Some(at) = self.last_hand_start() {
                let rest = self.pending.split_off(at);
                return Ok(Some((std::mem::replace(&mut self.pending, rest), false)));
            }
            // A hand longer than a part, or text of another kind. At most the rest of the file can follow, so
            // no more memory than that is reserved.
            wanted = self.pending.len() * 2;
            let read = self.file.stream_position()?;
            let left = self.size.saturating_sub(read) + self.bytes.len() as u64;
            let more = usize::try_from(left).unwrap_or(usize::MAX).min(self.pending.len()) + READ_SIZE;
            self.pending.reserve_exact(more);
        }
    }

    /// The byte offset in the pending text where its last hand begins, the place to cut a part; `None` if no
    /// hand begins after the start of the text.
    fn last_hand_start(&self) -> Option<usize> {
        let begins = |at: usize| {
            let rest = &self.pending[at..];
            match self.kind {
                FileFormat::Phh => phh::is_hand_start(rest),
                // The whole line must be there, and the one after it.
                FileFormat::SiteText => rest.split_once('\n').is_some_and(|(line, after)| {
                    after.contains('\n') && stars::is_hand_start(line.trim_end())
                }),
                FileFormat::OpenHandHistory | FileFormat::OtherJson | FileFormat::Script => false,
            }
        };
        self.pending.rmatch_indices('\n').map(|(at, _)| at + 1).find(|at| begins(*at))
    }

    /// Reads until at least `wanted` bytes of decoded text are pending, or to the end of the file (`ended`).
    /// A character that is cut off is kept for the next read; bare carriage returns become newlines.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while !self.ended && self.pending.len() < wanted {
            let most = READ_SIZE as u64;
            let read = self.file.by_ref().take(most).read_to_end(&mut self.bytes);
            self.ended = read? == 0;
            let whole = if self.ended { self.bytes.len() } else { self.encoding.complete_len(&self.bytes) };
            let before = self.pending.len();
            self.encoding.decode(&self.bytes[..whole], &mut self.pending);
            if self.bare_returns {
                let read = self.pending.split_off(before);
                self.pending.push_str(&read.replace('\r', "\n"));
            }
            self.bytes.drain(..whole);
        }
        Ok(())
    }
}

/// The first `BEGINNING_SIZE` bytes, for [`binary_kind`]; leaves the file at its beginning.
fn first_bytes(file: &mut File) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.by_ref().take(BEGINNING_SIZE).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(start)
}

/// What a file is and what to do with it, if its first bytes show that it is not text; `None` for text. Meant
/// to stand after the file's name. Also asked for books, configurations and scripts.
pub fn binary_kind(start: &[u8]) -> Option<&'static str> {
    const PACKED: [(&[u8], &str); 6] = [
        (b"SQLite format 3\0", "it is a database, not text"),
        (b"\x1f\x8b", "it is compressed with gzip: unpack it first, for example with gunzip"),
        (b"PK\x03\x04", "it is a zip archive: unpack it first"),
        (b"BZh", "it is compressed with bzip2: unpack it first"),
        (b"\xfd7zXZ\0", "it is compressed with xz: unpack it first"),
        (b"7z\xbc\xaf\x27\x1c", "it is a 7z archive: unpack it first"),
    ];
    if let Some((_, what)) = PACKED.iter().find(|(mark, _)| start.starts_with(mark)) {
        return Some(what);
    }
    // In UTF-16, every second byte of text in Western letters is 0.
    let pairs = || start.chunks_exact(2).take(32);
    let wide = |zero: usize| start.len() >= 8 && pairs().all(|pair| pair[zero] == 0 && pair[1 - zero] != 0);
    if wide(0) || wide(1) {
        return Some("it is UTF-16 without a byte order mark: save it as UTF-8");
    }
    let marked = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    (!marked && start.contains(&0)).then_some("it is a binary file, not text")
}

/// The encoding of a whole file, and where it stops being UTF-8: line and byte, from 1; `None` if all of it
/// is UTF-8. Reads the file to its end and leaves it there.
fn detect_encoding(file: &mut File) -> io::Result<(Encoding, Option<(usize, usize)>)> {
    let mut bytes = Vec::with_capacity(READ_SIZE + 4);
    let (mut lines, mut before) = (0, 0);
    let mut first = true;
    loop {
        let read = file.by_ref().take(READ_SIZE as u64).read_to_end(&mut bytes)?;
        if std::mem::take(&mut first) {
            let encoding = Encoding::detect(&bytes[..bytes.len().min(2)]);
            if encoding == Encoding::Utf16Le || encoding == Encoding::Utf16Be {
                return Ok((encoding, Some((1, 1))));
            }
        }
        let newlines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        let whole = match std::str::from_utf8(&bytes) {
            Ok(_) => bytes.len(),
            Err(error) if error.error_len().is_none() && read > 0 => error.valid_up_to(),
            Err(error) => {
                let at = error.valid_up_to();
                return Ok((Encoding::Western, Some((lines + newlines(&bytes[..at]) + 1, before + at + 1))));
            }
        };
        if read == 0 {
            return Ok((Encoding::Utf8, None));
        }
        lines += newlines(&bytes[..whole]);
        before += whole;
        bytes.drain(..whole);
    }
}
