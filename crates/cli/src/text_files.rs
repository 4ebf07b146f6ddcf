//! Text files that an option names, each of one kind: whatever else is named is refused as what it is, with what is
//! expected there.

use std::io::Read as _;
use std::path::Path;

use store::permissions::open_named;

use crate::files;

/// A kind of file, in words.
pub struct TextKind {
    /// What it is, as in "a book file".
    pub name: &'static str,
    /// What is in it, and who says more.
    pub form: &'static str,
    /// The largest that is read, in bytes.
    pub most: u64,
    /// Without anything in it, it still says something.
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

/// The text of a file of a kind.
///
/// # Errors
/// It cannot be read, or what it is instead; a line with the file's name.
pub fn read_text(path: &Path, kind: &TextKind) -> Result<String, String> {
    let shown = path.display();
    let TextKind { name, form, most, may_be_empty } = kind;
    let mut bytes = Vec::new();
    open_named(path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {shown}: {error}; expected {name}: {form}"))?;
    let text = decode(bytes, kind).map_err(|why| format!("{shown} {why}"))?;
    if !may_be_empty && text.trim().is_empty() {
        return Err(format!("{shown} is empty: expected {name}: {form}"));
    }
    Ok(text)
}

/// The text of what a file of a kind holds; the error is to stand behind the name of the file.
pub fn decode(bytes: Vec<u8>, kind: &TextKind) -> Result<String, String> {
    let TextKind { name, form, most, .. } = kind;
    let not_one = |why: &str| format!("is not {name}: {why}; expected {form}");
    if let Some(why) = files::binary_kind(&bytes[..bytes.len().min(8192)]) {
        return Err(not_one(why));
    }
    if bytes.len() as u64 > *most {
        return Err(not_one(&format!("it has more than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        not_one(&format!("byte {} of it, in line {line}, is not UTF-8", at + 1))
    })
}
