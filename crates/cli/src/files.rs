//! Files and folders named on the command line: found, opened, and read as text.
//!
//! Nothing is passed over in silence: every file of a folder is found or named with the reason, links are followed
//! once, and what is no file (a pipe, a socket, a device) is refused before it is opened.

use std::collections::HashSet;
use std::fs::{File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use history::{Encoding, Kind};

/// The endings of files that hold hand histories.
const ENDINGS: [&str; 4] = ["phh", "phhs", "txt", "ohh"];

/// The largest file that is read, in bytes: it is held in memory while its hands are played.
const MAX_FILE: u64 = 2 << 30;

/// How deep folders are walked.
const MAX_DEPTH: u32 = 32;

/// How much of a file is looked at to tell what it holds, in bytes.
const BEGINNING: u64 = 8192;

/// How much of a file is decoded at once, in bytes.
const PART: usize = 1 << 16;

/// Something about a path that is not among the files found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aside {
    /// A file that is none of those looked for, and why.
    Skipped(String),
    /// A path that cannot be read, and why.
    Wrong(String),
}

/// The files named and those found in the folders named, each with its path as given; folders in the order of names.
pub fn files(paths: &[PathBuf], tell: &mut dyn FnMut(Aside)) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for path in paths {
        let shown = path.display().to_string();
        match std::fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                let before = found.len();
                Walk { found: &mut found, walked: HashSet::new(), tell }.folder(path, 0);
                if found.len() == before {
                    tell(Aside::Wrong(format!(
                        "{shown}: no hand histories: files ending in .phh, .phhs, .txt or .ohh are looked for"
                    )));
                }
            }
            Ok(data) => match special(&data) {
                None => found.push((path.clone(), shown)),
                Some(what) => tell(Aside::Wrong(format!("{shown}: {}", not_a_file(what)))),
            },
            Err(error) => tell(Aside::Wrong(format!("cannot read {shown}: {error}"))),
        }
    }
    found
}

/// One folder on its way through all that it holds.
struct Walk<'a> {
    found: &'a mut Vec<(PathBuf, String)>,
    /// The folders walked so far, by their real paths.
    walked: HashSet<PathBuf>,
    tell: &'a mut dyn FnMut(Aside),
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: u32) {
        let shown = folder.display();
        match std::fs::canonicalize(folder) {
            Ok(real) if self.walked.contains(&real) => {
                let line = format!("{shown}: a link to a folder that is read already: {}", real.display());
                return (self.tell)(Aside::Skipped(line));
            }
            Ok(real) => {
                self.walked.insert(real);
            }
            Err(error) => return (self.tell)(Aside::Wrong(format!("cannot read {shown}: {error}"))),
        }
        if depth == MAX_DEPTH {
            let line = format!("{shown}: more than {MAX_DEPTH} folders deep: name it on the command line");
            return (self.tell)(Aside::Wrong(line));
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return (self.tell)(Aside::Wrong(format!("cannot read {shown}: {error}"))),
        };
        let mut paths = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => paths.push(entry.path()),
                Err(error) => (self.tell)(Aside::Wrong(format!("cannot read all of {shown}: {error}"))),
            }
        }
        paths.sort();
        for path in paths {
            self.entry(path, depth);
        }
    }

    fn entry(&mut self, path: PathBuf, depth: u32) {
        let shown = path.display().to_string();
        let data = match std::fs::metadata(&path) {
            Ok(data) => data,
            Err(error) => {
                let link = std::fs::symlink_metadata(&path).is_ok_and(|data| data.is_symlink());
                let link = if link { ", which is a link" } else { "" };
                return (self.tell)(Aside::Wrong(format!("cannot read {shown}{link}: {error}")));
            }
        };
        if data.is_dir() {
            return self.folder(&path, depth + 1);
        }
        if let Some(what) = special(&data) {
            return (self.tell)(Aside::Wrong(format!("{shown}: {}", not_a_file(what))));
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let ending = ending.as_deref().unwrap_or_default();
        if ENDINGS.contains(&ending) {
            return self.found.push((path, shown));
        }
        if ending == "hands" {
            let line = format!("{shown}: a hand script: `cardroom script` runs those");
            return (self.tell)(Aside::Skipped(line));
        }
        match beginning(&path) {
            Ok(start) if history::kind_within(&start).is_some() => self.found.push((path, shown)),
            Ok(_) => (self.tell)(Aside::Skipped(format!(
                "{shown}: no hand history, by its name and by its beginning"
            ))),
            Err(error) => (self.tell)(Aside::Wrong(format!("cannot read {shown}: {error}"))),
        }
    }
}

/// The beginning of a file as text, whatever its encoding.
fn beginning(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    file.take(BEGINNING).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(match Encoding::of(&bytes) {
        // The last character may be cut in two.
        Encoding::Utf8 | Encoding::Western => String::from_utf8_lossy(&bytes).into_owned(),
        Encoding::Utf16Le | Encoding::Utf16Be => history::text_of(&bytes).into_owned(),
    })
}

/// What a path is that is neither a file nor a folder.
fn special(data: &Metadata) -> Option<&'static str> {
    let kind = data.file_type();
    if kind.is_file() || kind.is_dir() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    Some("something else than a file")
}

fn not_a_file(what: &str) -> String {
    format!("it is {what} and cannot be read as a file; save what it gives to a file first")
}

/// Opens a file to read it; what is no file is refused, not waited for.
pub fn open(path: &Path) -> Result<File, String> {
    let data = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if data.is_dir() {
        return Err("it is a folder: name a file".to_owned());
    }
    match special(&data) {
        Some(what) => Err(not_a_file(what)),
        None => File::open(path).map_err(|error| error.to_string()),
    }
}

/// A file's bytes as text and what it holds; the error is a line without the file's name.
///
/// At no time does it take more memory than the file has bytes, or its text where that is longer, and a little.
pub fn read(path: &Path) -> Result<(String, Kind), String> {
    let mut file = open(path)?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    if size > MAX_FILE {
        return Err(format!("the file has {size} bytes: at most {MAX_FILE} are read"));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let unknown =
        || "not read: neither PHH nor a hand history in text, by its name or its first line".to_owned();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let encoding = Encoding::of(&bytes);
    if encoding == Encoding::Utf8 {
        let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
        let kind = history::kind_of(&name, &text).ok_or_else(unknown)?;
        return Ok((text, kind));
    }
    let at = std::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
    let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let mark = if encoding == Encoding::Western { 0 } else { 2 };
    let length = encoding.length(&bytes[mark..]);
    drop(bytes);
    let text = decoded(path, encoding, mark, length)?;
    match history::kind_of(&name, &text) {
        Some(kind @ (Kind::SiteText | Kind::OtherJson)) => Ok((text, kind)),
        Some(Kind::Phh | Kind::OpenHandHistory | Kind::Script) | None => {
            Err(format!("line {line}: byte {} is no UTF-8 text; the file should be saved as UTF-8", at + 1))
        }
    }
}

/// The text of a file in another encoding, read again a part at a time.
fn decoded(path: &Path, encoding: Encoding, mark: usize, length: usize) -> Result<String, String> {
    let mut file = open(path)?;
    let mut text = String::with_capacity(length);
    let mut part: Vec<u8> = Vec::with_capacity(PART + 4);
    let mut skip = mark;
    loop {
        let read =
            file.by_ref().take(PART as u64).read_to_end(&mut part).map_err(|error| error.to_string())?;
        part.drain(..std::mem::take(&mut skip).min(part.len()));
        // A character of two units stays together.
        let high = match encoding {
            Encoding::Utf16Le => part.len().checked_sub(1).map(|last| part[last]),
            Encoding::Utf16Be => part.len().checked_sub(2).map(|last| part[last]),
            Encoding::Utf8 | Encoding::Western => None,
        };
        let keep = if read > 0 && high.is_some_and(|high| (0xd8..=0xdb).contains(&high)) { 2 } else { 0 };
        let whole = part.len() - keep;
        encoding.decode(&part[..whole], &mut text);
        part.drain(..whole);
        if read == 0 {
            return Ok(text);
        }
    }
}
