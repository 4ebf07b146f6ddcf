//! What all readers share: detection of formats, and text encodings.

use std::borrow::Cow;

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// The Poker Hand History notation, with one hand or many.
    Phh,
    /// Hand histories as a poker site writes them.
    SiteText,
    /// Open Hand History, in JSON.
    OpenHandHistory,
    /// JSON that is not Open Hand History.
    OtherJson,
    /// A hand script of this project.
    Script,
}

/// Detects the format of a file that somebody named. A site's header line or a JSON text outweighs a file
/// extension that says otherwise; then the extension decides, then the first words. `None` if nothing tells.
///
/// ```
/// use history::{FileFormat, detect_format};
///
/// assert_eq!(detect_format("hand.phh", "variant = 'NT'\n"), Some(FileFormat::Phh));
/// assert_eq!(detect_format("notes", "Dear reader,\n"), None);
/// ```
pub fn detect_format(name: &str, text: &str) -> Option<FileFormat> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let json = json_format(text);
    let first = || text.trim_start_matches('\u{feff}').lines().map(str::trim).find(|line| !line.is_empty());
    let is_site_text = |line: &str| crate::stars::is_header(line) || crate::stars::other_site(line).is_some();
    match ending.as_deref() {
        Some("ohh" | "json" | "jsonl") => return json.or(Some(FileFormat::OtherJson)),
        // Neither TOML nor a script begins with a brace, and a site's hand history begins with its header
        // line.
        Some("phh" | "phhs" | "hands") if first().is_some_and(is_site_text) => {
            return Some(FileFormat::SiteText);
        }
        Some("phh" | "phhs") => return json.or(Some(FileFormat::Phh)),
        Some("hands") => return json.or(Some(FileFormat::Script)),
        Some(_) | None if json.is_some() => return json,
        Some(_) | None => {}
    }
    let first = first()?;
    if is_site_text(first) {
        Some(FileFormat::SiteText)
    } else if first.starts_with("house ") || first.starts_with("game ") || first.starts_with("seats ") {
        Some(FileFormat::Script)
    } else if first.starts_with('[') || first.starts_with("variant") || first.contains(" = ") {
        Some(FileFormat::Phh)
    } else if ending.as_deref() == Some("txt") {
        Some(FileFormat::SiteText)
    } else {
        None
    }
}

/// Detects the format from the beginning of a text alone; `None` unless it is certain. For files found in a
/// folder: nobody said that they are histories.
///
/// `start` is the beginning of the text; a few thousand characters are enough.
pub fn detect_format_at_start(start: &str) -> Option<FileFormat> {
    if let Some(json) = json_format(start) {
        return (json == FileFormat::OpenHandHistory).then_some(json);
    }
    let lines = || start.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines().find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let names_variant =
        |line: &str| line.strip_prefix("variant").is_some_and(|rest| rest.trim_start().starts_with('='));
    if crate::stars::is_header(first) || crate::stars::other_site(first).is_some() {
        Some(FileFormat::SiteText)
    } else if names_variant(first) || first.starts_with('[') && lines().any(names_variant) {
        Some(FileFormat::Phh)
    } else {
        None
    }
}

/// The kind of JSON, if the text looks like JSON: its first character tells, and for an object its keys do.
/// `None` for any other text, TOML included.
fn json_format(text: &str) -> Option<FileFormat> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    match text.as_bytes() {
        [b'{', ..] => {
            Some(if has_key(text, "ohh") { FileFormat::OpenHandHistory } else { FileFormat::OtherJson })
        }
        // A table header of TOML begins with a bracket too, but never has a brace in it.
        [b'[', rest @ ..] => rest
            .iter()
            .find(|byte| !byte.is_ascii_whitespace())
            .filter(|byte| **byte == b'{')
            .map(|_| FileFormat::OtherJson),
        _ => None,
    }
}

/// True when the object at the beginning of a text, which may be cut off, has this key at its top level; the
/// key inside strings or nested objects does not count.
fn has_key(text: &str, wanted: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0u32);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return false,
            b'}' | b']' => depth -= 1,
            b'"' => {
                let start = at;
                while let Some(&byte) = bytes.get(at) {
                    match byte {
                        b'\\' => at += 2,
                        b'"' => break,
                        _ => at += 1,
                    }
                }
                let end = at.min(bytes.len());
                at = end + 1;
                let follows = bytes.get(at..).unwrap_or_default();
                let colon = follows.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
                if depth == 1 && colon && &bytes[start..end] == wanted.as_bytes() {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// The character encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// The Western code page that old log files use.
    Western,
}

impl Encoding {
    /// Detects the encoding of a complete text: by its byte order mark, or else UTF-8 if the bytes are valid
    /// UTF-8. Whatever is neither is taken for the Western code page.
    pub fn detect(bytes: &[u8]) -> Encoding {
        match bytes {
            [0xff, 0xfe, ..] => Encoding::Utf16Le,
            [0xfe, 0xff, ..] => Encoding::Utf16Be,
            _ if std::str::from_utf8(bytes).is_ok() => Encoding::Utf8,
            _ => Encoding::Western,
        }
    }

    /// How many bytes the text takes up in UTF-8, so that a buffer for it is allocated once.
    pub fn utf8_len(self, bytes: &[u8]) -> usize {
        let mut length = 0;
        self.for_each_char(bytes, |c| length += c.len_utf8());
        length
    }

    /// Appends the decoded characters of a chunk to `out`; the chunk must end between two characters, as
    /// [`Encoding::complete_len`] tells. Invalid bytes become U+FFFD.
    pub fn decode(self, bytes: &[u8], out: &mut String) {
        match self {
            Encoding::Utf8 => out.push_str(&String::from_utf8_lossy(bytes)),
            Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Western => {
                self.for_each_char(bytes, |c| out.push(c))
            }
        }
    }

    /// How many of these bytes form complete characters, when more bytes may follow: the rest is kept for the
    /// next chunk.
    pub fn complete_len(self, bytes: &[u8]) -> usize {
        match self {
            Encoding::Western => bytes.len(),
            Encoding::Utf8 => match std::str::from_utf8(bytes) {
                // A character is cut off at the end. Any other error is not mended by more bytes.
                Err(error) if error.error_len().is_none() => error.valid_up_to(),
                Ok(_) | Err(_) => bytes.len(),
            },
            Encoding::Utf16Le | Encoding::Utf16Be => {
                let even = bytes.len() - bytes.len() % 2;
                let last = bytes[..even].last_chunk::<2>().copied().map(|pair| match self {
                    Encoding::Utf16Le => u16::from_le_bytes(pair),
                    Encoding::Utf8 | Encoding::Utf16Be | Encoding::Western => u16::from_be_bytes(pair),
                });
                // Keep both units of a surrogate pair together.
                if last.is_some_and(|unit| (0xd800..0xdc00).contains(&unit)) { even - 2 } else { even }
            }
        }
    }

    /// Calls `take` with each character in order; bytes that are not valid become U+FFFD, so decoding never
    /// fails.
    fn for_each_char(self, bytes: &[u8], mut take: impl FnMut(char)) {
        let wide = |unit: fn([u8; 2]) -> u16| {
            let units = bytes.chunks_exact(2).map(move |pair| unit([pair[0], pair[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        };
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).chars().for_each(take),
            Encoding::Utf16Le => wide(u16::from_le_bytes).for_each(take),
            Encoding::Utf16Be => wide(u16::from_be_bytes).for_each(take),
            // That code page differs from the first 256 Unicode characters only in the euro and a few
            // quotation marks.
            Encoding::Western => bytes.iter().for_each(|&byte| match byte {
                0x80 => take('€'),
                byte => take(char::from(byte)),
            }),
        }
    }
}

/// Decodes the bytes of a file, without its byte order mark if it is UTF-16: UTF-8, UTF-16 with a byte order
/// mark, or else the Western code page of old logs. Any bytes give a text.
///
/// The PHH specification requires UTF-8; use [`std::str::from_utf8`] for PHH.
pub fn decode_text(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = Encoding::detect(bytes);
    if let (Encoding::Utf8, Ok(text)) = (encoding, std::str::from_utf8(bytes)) {
        return Cow::Borrowed(text);
    }
    // The byte order mark is not part of the text.
    let bytes = if encoding == Encoding::Western { bytes } else { &bytes[2..] };
    let mut text = String::with_capacity(encoding.utf8_len(bytes));
    encoding.decode(bytes, &mut text);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_open_hand_history_by_its_own_key_alone() {
        for (text, kind) in [
            ("{\"ohh\": {\"spec_version\": \"1.4.7\"}}", Some(FileFormat::OpenHandHistory)),
            (" \n{\"id\": 1, \"ohh\" : {}}", Some(FileFormat::OpenHandHistory)),
            ("{\"history\":[{\"ohh\":1}]}", Some(FileFormat::OtherJson)),
            ("{\"note\":\"ohh\"}", Some(FileFormat::OtherJson)),
            ("{\"a\\\"ohh\":1", Some(FileFormat::OtherJson)),
            ("{\"ots\": {}}", Some(FileFormat::OtherJson)),
            ("[ {\"ohh\": {}} ]", Some(FileFormat::OtherJson)),
            ("[1]\nvariant = 'NT'", Some(FileFormat::Phh)),
            ("{", Some(FileFormat::OtherJson)),
            ("{\"", Some(FileFormat::OtherJson)),
            ("{\"\\", Some(FileFormat::OtherJson)),
        ] {
            assert_eq!(detect_format("hands", text), kind, "{text}");
        }
        assert_eq!(detect_format("hands.ohh", "Dear reader"), Some(FileFormat::OtherJson));
        // A site's text is recognised whatever the file is called.
        let site = "PokerStars Hand #1: Hold'em No Limit ($1/$2)\n";
        for name in ["hands.phh", "hands.phhs", "hands.hands", "hands"] {
            assert_eq!(detect_format(name, site), Some(FileFormat::SiteText), "{name}");
        }
        assert_eq!(detect_format("hands.phh", "# a note\nvariant = 'NT'"), Some(FileFormat::Phh));
    }

    #[test]
    fn only_what_is_certain_is_taken_for_a_history_by_its_beginning() {
        assert_eq!(detect_format_at_start("# notes\n[1]\nvariant = 'NT'\n"), Some(FileFormat::Phh));
        assert_eq!(detect_format_at_start("[a link](there)\nwith = signs\n"), None);
        assert_eq!(detect_format_at_start("seats = 4\n"), None);
        assert_eq!(
            detect_format_at_start("PokerStars Hand #1: Hold'em No Limit ($1/$2)"),
            Some(FileFormat::SiteText)
        );
        assert_eq!(detect_format_at_start("{\"a\": 1}"), None);
    }
}
