//! Why a hand, or an entire text, could not be read.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::phh::PhhError;
use crate::stars::StarsError;

/// Why a hand, or an entire text, could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: u32,
    /// What the file calls the hand, if that was known by then.
    pub hand: Option<String>,
    /// What is wrong, and what was expected.
    pub kind: ReadErrorKind,
}

/// What is wrong with a hand, or with an entire text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The text is of a kind that is not supported; nothing says that it is broken.
    Foreign(ForeignText),
    /// A hand in PHH is broken.
    Phh(PhhError),
    /// A hand in PokerStars text is broken.
    Stars(StarsError),
}

/// A text that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignText {
    /// No line begins a known hand history.
    Unknown,
    /// A text of another site, or of another kind.
    OtherSite {
        /// The kind of text, as in `a Full Tilt hand history`.
        kind: Cow<'static, str>,
    },
    /// PokerStars text in a language other than English.
    OtherLanguage {
        /// The language, or a few languages that it may be.
        language: &'static str,
    },
}

impl ReadError {
    /// True when the text is of a kind that is not supported; false when it is broken. Commands count the one
    /// as left out and the other as an error.
    pub fn is_foreign(&self) -> bool {
        match self.kind {
            ReadErrorKind::Foreign(_) => true,
            ReadErrorKind::Phh(_) | ReadErrorKind::Stars(_) => false,
        }
    }
}

impl fmt::Display for ReadError {
    /// One line for a person: the line of the file, the hand if it is known, then what is wrong. No code
    /// reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hand {
            Some(hand) => write!(f, "line {}, hand {}: {}", self.line, hand, self.kind),
            None => write!(f, "line {}: {}", self.line, self.kind),
        }
    }
}

impl Error for ReadError {
    /// The error without its place in the file, for callers that print or examine the chain of causes.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.kind)
    }
}

impl fmt::Display for ReadErrorKind {
    /// What is wrong and what was expected, without the place in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::Foreign(text) => text.fmt(f),
            ReadErrorKind::Phh(error) => error.fmt(f),
            ReadErrorKind::Stars(error) => error.fmt(f),
        }
    }
}

impl Error for ReadErrorKind {
    /// The error of the format; none for a text that is not supported, since nothing is wrong with it.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReadErrorKind::Foreign(_) => None,
            ReadErrorKind::Phh(error) => Some(error),
            ReadErrorKind::Stars(error) => Some(error),
        }
    }
}

impl fmt::Display for ForeignText {
    /// What kind of text it is and what is read instead; it begins with `not read`, as it is not an error in
    /// the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignText::Unknown => {
                f.write_str("not read: not a known hand history; only PokerStars text is")
            }
            ForeignText::OtherSite { kind } => write!(f, "not read: {kind}; only PokerStars text is"),
            ForeignText::OtherLanguage { language } => write!(
                f,
                "not read: a PokerStars hand history in {language}; only PokerStars text in English is"
            ),
        }
    }
}

impl From<ForeignText> for ReadErrorKind {
    /// Makes an error of reading of an unsupported text, so that [`ReadError::is_foreign`] is true for it.
    fn from(text: ForeignText) -> ReadErrorKind {
        ReadErrorKind::Foreign(text)
    }
}

impl From<PhhError> for ReadErrorKind {
    /// Makes an error of reading of what is wrong with a hand in PHH; the caller adds line and hand.
    fn from(error: PhhError) -> ReadErrorKind {
        ReadErrorKind::Phh(error)
    }
}

impl From<StarsError> for ReadErrorKind {
    /// Makes an error of reading of what is wrong with a hand in PokerStars text; the caller adds line and
    /// hand.
    fn from(error: StarsError) -> ReadErrorKind {
        ReadErrorKind::Stars(error)
    }
}
