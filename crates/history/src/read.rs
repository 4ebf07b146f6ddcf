//! What all readers share: the line that says why something was not read, and telling formats apart.

use std::borrow::Cow;
use std::fmt;

/// Why a hand, or a whole text, was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The line, from 1.
    pub line: u32,
    /// What the file calls the hand, where it was known by then.
    pub hand: Option<String>,
    /// What is wrong and what would do.
    pub what: String,
    /// True for a text that is sound but of a kind that is not read; false for one that is broken.
    pub foreign: bool,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hand {
            Some(hand) => write!(f, "line {}, hand {}: {}", self.line, hand, self.what),
            None => write!(f, "line {}: {}", self.line, self.what),
        }
    }
}

impl std::error::Error for Unread {}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The Poker Hand History notation: one hand or many.
    Phh,
    /// Hand histories in the words of a site.
    SiteText,
    /// Open Hand History, in JSON.
    OpenHandHistory,
    /// A hand script of this project.
    Script,
}

/// What a file holds, by the end of its name, else by its first words; `None` when neither tells.
pub fn kind_of(name: &str, text: &str) -> Option<Kind> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("phh" | "phhs") => return Some(Kind::Phh),
        Some("ohh") => return Some(Kind::OpenHandHistory),
        Some("hands") => return Some(Kind::Script),
        Some(_) | None => {}
    }
    let first = text.trim_start_matches('\u{feff}').lines().map(str::trim).find(|line| !line.is_empty())?;
    if crate::stars::is_header(first) || crate::stars::other_site(first).is_some() {
        Some(Kind::SiteText)
    } else if first.starts_with('{') {
        Some(Kind::OpenHandHistory)
    } else if first.starts_with("house ") || first.starts_with("game ") || first.starts_with("seats ") {
        Some(Kind::Script)
    } else if first.starts_with('[') || first.starts_with("variant") || first.contains(" = ") {
        Some(Kind::Phh)
    } else if ending.as_deref() == Some("txt") {
        Some(Kind::SiteText)
    } else {
        None
    }
}

/// The text of a file's bytes: UTF-8, UTF-16 with a byte order mark, else the Western code page old logs use.
///
/// PHH must be UTF-8 by its specification; ask [`std::str::from_utf8`] for those.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => return wide(rest, u16::from_le_bytes).into(),
        [0xfe, 0xff, rest @ ..] => return wide(rest, u16::from_be_bytes).into(),
        _ => {}
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes
            .iter()
            // In that code page only the euro and a few quotation marks differ from the first 256 characters.
            .map(|&byte| match byte {
                0x80 => '€',
                byte => char::from(byte),
            })
            .collect::<String>()
            .into(),
    }
}

fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}
