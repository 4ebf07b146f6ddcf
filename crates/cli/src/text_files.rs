//! Text files that an option names, each of one kind: whatever else is named is refused as what it is, with what is
//! expected there.

use std::error::Error;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use store::permissions::open_named;

use crate::files;

/// A kind of file, in words.
#[derive(Clone, Copy, Debug)]
pub struct TextKind {
    /// What it is, as in "a book file".
    pub name: &'static str,
    /// What it contains, and where that is described.
    pub form: &'static str,
    /// The largest size that is read, in bytes.
    pub most: u64,
    /// Whether an empty file is valid.
    pub may_be_empty: bool,
}

const MB: u64 = 1 << 20;

/// The configuration of a room.
pub const CONFIGURATION: TextKind = TextKind {
    name: "a configuration file",
    form: "TOML as docs/configuration.md describes it",
    most: MB,
    may_be_empty: true,
};

/// A rule book.
pub const BOOK: TextKind = TextKind {
    name: "a book file",
    form: "TOML as `cardroom rules copy` writes it",
    most: MB,
    may_be_empty: false,
};

/// The rules of a game of Ultimate.
pub const ULTIMATE_RULES: TextKind = TextKind {
    name: "a file of rules",
    form: "TOML with settings, and with what wagers pay under [blind] and [trips]",
    most: MB,
    may_be_empty: false,
};

/// Showdowns, a line each.
pub const SHOWDOWNS: TextKind = TextKind {
    name: "a table of showdowns",
    form: "CSV whose first line names the columns: id, game, deck, joker, ace_low, mode, low_ace, board, holes",
    most: 256 * MB,
    may_be_empty: false,
};

/// A hand script.
pub const SCRIPT: TextKind = TextKind {
    name: "a hand script",
    form: "lines of text such as `3 raises to 600`",
    most: MB,
    may_be_empty: true,
};

/// Why the text of a file that an option names cannot be used.
#[derive(Debug)]
pub enum TextFileError {
    /// It cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: TextKind,
        /// What the system says.
        source: io::Error,
    },
    /// It is not a file of the kind.
    OtherKind {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        source: NotOfKind,
    },
    /// It is empty, and a file of its kind must not be.
    Empty {
        /// The file.
        path: PathBuf,
        /// What it should be.
        kind: TextKind,
    },
}

/// What a file or an input is, in place of the kind of text that is expected.
#[derive(Clone, Copy, Debug)]
pub struct NotOfKind {
    kind: TextKind,
    found: FoundInstead,
}

/// What was found in place of text of a kind.
#[derive(Clone, Copy, Debug)]
enum FoundInstead {
    /// A kind of file that is not text, in words, with advice.
    Binary(&'static str),
    /// More than the largest that is read.
    TooLarge,
    /// A byte, counted from 1, that is not part of UTF-8, and the line that it is in.
    NotUtf8 { byte: usize, line: usize },
}

impl fmt::Display for TextFileError {
    /// Why the file of an option is refused: one line with its name, what is wrong with it, and what is
    /// expected there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFileError::Unreadable { path, kind: TextKind { name, form, .. }, source } => {
                write!(f, "cannot read {}: {source}; expected {name}: {form}", path.display())
            }
            TextFileError::OtherKind { path, source } => write!(f, "{} {source}", path.display()),
            TextFileError::Empty { path, kind: TextKind { name, form, .. } } => {
                write!(f, "{} is empty: expected {name}: {form}", path.display())
            }
        }
    }
}

impl Error for TextFileError {
    /// The cause below the message: the system's error, or what the file is instead; `None` for an empty
    /// file.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TextFileError::Unreadable { source, .. } => Some(source),
            TextFileError::OtherKind { source, .. } => Some(source),
            TextFileError::Empty { .. } => None,
        }
    }
}

impl fmt::Display for NotOfKind {
    /// What a file is instead of what is expected: the end of a sentence that begins with its name (`is not a
    /// book file: ...`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotOfKind { kind: TextKind { name, form, most, .. }, found } = self;
        write!(f, "is not {name}: ")?;
        match found {
            FoundInstead::Binary(what) => f.write_str(what)?,
            FoundInstead::TooLarge => write!(f, "it has more than {most} bytes")?,
            FoundInstead::NotUtf8 { byte, line } => {
                write!(f, "byte {byte} of it, in line {line}, is not UTF-8")?;
            }
        }
        write!(f, "; expected {form}")
    }
}

impl Error for NotOfKind {}

/// The text of a file that an option names, if it is of the kind that the option takes: UTF-8, not too large,
/// not empty unless that says something. For books, configurations, pay tables and tables of showdowns.
///
/// # Errors
/// It cannot be read, or what it is instead.
pub fn read_text(path: &Path, kind: &TextKind) -> Result<String, TextFileError> {
    let mut bytes = Vec::new();
    let read = open_named(path).and_then(|file| file.take(kind.most + 1).read_to_end(&mut bytes));
    read.map_err(|source| TextFileError::Unreadable { path: path.to_owned(), kind: *kind, source })?;
    let text =
        decode(bytes, kind).map_err(|source| TextFileError::OtherKind { path: path.to_owned(), source })?;
    if !kind.may_be_empty && text.trim().is_empty() {
        return Err(TextFileError::Empty { path: path.to_owned(), kind: *kind });
    }
    Ok(text)
}

/// The text in what a file of a kind holds, or what it is instead: the error is to stand behind the name of
/// the file. Bytes and lines in it count from 1. Also for scripts from standard input.
pub fn decode(bytes: Vec<u8>, kind: &TextKind) -> Result<String, NotOfKind> {
    let not_of_kind = |found| NotOfKind { kind: *kind, found };
    if let Some(what) = files::binary_kind(&bytes[..bytes.len().min(8192)]) {
        return Err(not_of_kind(FoundInstead::Binary(what)));
    }
    if bytes.len() as u64 > kind.most {
        return Err(not_of_kind(FoundInstead::TooLarge));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        not_of_kind(FoundInstead::NotUtf8 { byte: at + 1, line })
    })
}
