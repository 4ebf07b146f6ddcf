//! The reader: one hand at a time, straight from the events of the TOML parser.

use std::collections::HashSet;

use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::parse_document;
use toml_parser::{ParseError, Source};

use super::actions::MAX_DECIMALS;
use super::error::{PhhError, TomlError};
use super::hand_builder::{ErrorAt, PhhHandBuilder};
use crate::error::{ReadError, ReadErrorKind};
use crate::record::HandRecord;

/// The most tokens in one hand: more than [`crate::MAX_STEPS`] acts need with all their commas and spaces.
pub const MAX_HAND_TOKENS: usize = 1 << 16;

/// The hands of a complete `.phh` or `.phhs` text, in order. A hand that cannot be read yields an error, and
/// reading goes on with the next; a text without a hand yields one error.
///
/// ```
/// let text = "
/// variant = 'NT'
/// antes = [0, 0]
/// blinds_or_straddles = [1, 2]
/// min_bet = 2
/// starting_stacks = [200, 150]
/// actions = ['d dh p1 ????', 'd dh p2 AsKd', 'p2 cbr 6', 'p1 f']
/// ";
/// let hand = history::phh::hands(text).next().unwrap().unwrap();
/// assert_eq!(hand.players[1].blind.get(), 1, "of two players the button posts the small blind");
/// ```
pub fn hands(text: &str) -> PhhHands<'_> {
    hands_from(text, PhhCursor::default(), true)
}

/// The hands of one part of a text that is read in parts, so that a file of any length needs little memory;
/// `last` says that this is the last part.
///
/// `position` is where the part before it ended. A part begins at the beginning of the text or of a hand, as
/// [`is_hand_start`] tells.
pub fn hands_from(text: &str, position: PhhCursor, last: bool) -> PhhHands<'_> {
    let first = position.lines == 0;
    PhhHands {
        text,
        at: if first && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 },
        line: position.lines + 1,
        tokens: Vec::with_capacity(512),
        counted_keys: position.counted_keys,
        keys: position.keys,
        has_hands: position.has_hands,
        is_last: last,
        scratch: Scratch::default(),
    }
}

/// How far a text has been read, part by part, and which keys have headed hands so far.
#[derive(Clone, Debug, Default)]
pub struct PhhCursor {
    lines: u32,
    counted_keys: u64,
    keys: HashSet<Box<str>>,
    has_hands: bool,
}

/// True where a hand begins, so that a text may be divided there: a table header, followed by the first field
/// of a hand, with only comments between.
///
/// `lines` is the text from the start of a line on.
pub fn is_hand_start(lines: &str) -> bool {
    let mut rest = lines.lines();
    let header = rest.next().is_some_and(is_header);
    let mut rest = rest.map(str::trim_start).take(MAX_LINES_BEFORE_A_FIELD);
    let first = || rest.find(|line| !line.is_empty() && !line.starts_with('#'));
    header && is_first_field(first)
}

/// True for the field that hands usually begin with, `variant`; a closure, so that the line is only looked
/// for when it matters.
fn is_first_field<'t>(line: impl FnOnce() -> Option<&'t str>) -> bool {
    line()
        .and_then(|line| line.strip_prefix("variant"))
        .is_some_and(|rest| rest.trim_start().starts_with('='))
}

/// An iterator over the hands of a text; see [`hands`].
pub struct PhhHands<'t> {
    text: &'t str,
    /// Where the next section begins, always at the start of a line.
    at: usize,
    /// The number of that line.
    line: u32,
    tokens: Vec<Token>,
    /// The keys from `1` to this one have headed hands before.
    counted_keys: u64,
    /// Other keys that have headed hands before.
    keys: HashSet<Box<str>>,
    has_hands: bool,
    is_last: bool,
    scratch: Scratch,
}

impl PhhHands<'_> {
    /// Where the next part begins; call this once the iterator has returned all hands of this part. Line
    /// numbers and the keys used so far continue from it.
    pub fn cursor(self) -> PhhCursor {
        PhhCursor {
            lines: self.line - 1,
            counted_keys: self.counted_keys,
            keys: self.keys,
            has_hands: self.has_hands,
        }
    }
}

/// Vectors reused for every hand.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) antes: Vec<i64>,
    pub(super) blinds: Vec<i64>,
    pub(super) stacks: Vec<i64>,
    pub(super) seats: Vec<i64>,
    pub(super) finishing: Vec<i64>,
}

impl Iterator for PhhHands<'_> {
    type Item = Result<HandRecord, ReadError>;

    /// The next hand or its error, each once and in the order of the text; `None` at the end of the text or
    /// part.
    fn next(&mut self) -> Option<Result<HandRecord, ReadError>> {
        loop {
            if self.at == self.text.len() {
                if self.has_hands || !self.is_last {
                    return None;
                }
                self.has_hands = true;
                return Some(Err(ReadError { line: 1, hand: None, kind: PhhError::NoHand.into() }));
            }
            if let Some(result) = self.next_hand() {
                self.has_hands = true;
                return Some(result);
            }
        }
    }
}

/// True for a token that a section may have without containing a hand: spaces, line ends, comments. Such a
/// section yields nothing.
fn is_blank(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment)
}

/// The offset of the next line after `from` that may be a header: one that begins with `[`, or an indented
/// one that is nothing but a key in brackets. The end of the text if there is none.
fn next_header(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(length) = text[at..].find('\n') {
        at += length + 1;
        match text.as_bytes().get(at) {
            Some(b'[') => return at,
            Some(b' ' | b'\t') if is_header(text[at..].lines().next().unwrap_or_default()) => return at,
            Some(_) | None => {}
        }
    }
    text.len()
}

/// True for a line that is nothing but a key in brackets, with or without a comment after it. Not every such
/// line is a header: it may be inside a list or a string.
fn is_header(line: &str) -> bool {
    let Some((key, rest)) = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']')) else {
        return false;
    };
    let (key, rest) = (key.trim(), rest.trim());
    let bare = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-\"'.".contains(&byte));
    !key.is_empty() && bare(key) && (rest.is_empty() || rest.starts_with('#'))
}

/// How many lines of comment may come between a header and the first field of its hand.
const MAX_LINES_BEFORE_A_FIELD: usize = 16;

/// The offset of a header glued to the rest of a hand that was cut off: it ends a line, and the next line has
/// the first field of a hand. Reading goes on there, so that one broken hand does not take the next with it.
fn find_glued_header(section: &str) -> Option<usize> {
    let mut at = 0;
    for line in section.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(bracket) = line.rfind('[').filter(|bracket| *bracket > 0)
            && is_hand_start(&section[at + bracket..])
        {
            return Some(at + bracket);
        }
        at = next;
    }
    None
}

impl<'t> PhhHands<'t> {
    /// Reads one section, up to the next table header, and moves past it; `None` when it has only blanks and
    /// comments.
    fn next_hand(&mut self) -> Option<Result<HandRecord, ReadError>> {
        let (start, line) = (self.at, self.line);
        let first_end = next_header(self.text, start);
        let mut end = first_end;
        let mut first_failure = None;
        // A line inside a list or a multi-line string may begin with `[` too: while something is left open,
        // read on to the next such line.
        for _ in 0..MAX_LINES_THAT_LOOK_LIKE_HEADERS {
            let section = &self.text[start..end];
            self.tokens.clear();
            self.tokens.extend(Source::new(section).lex().take(MAX_HAND_TOKENS));
            let result = match self.tokens.iter().find(|token| !is_blank(token.kind())).map(Token::kind) {
                Some(TokenKind::Eof) | None if self.tokens.len() < MAX_HAND_TOKENS => None,
                Some(_) | None if self.tokens.len() == MAX_HAND_TOKENS => {
                    Some(Err(ReadError { line, hand: None, kind: PhhError::TooManyTokens.into() }))
                }
                Some(_) | None => Some(self.read_hand(section, line)),
            };
            // After a hand that was cut off, the next header may follow on the same line.
            if matches!(&result, Some(Err(_)))
                && let Some(at) = find_glued_header(section)
            {
                self.skip_to(start + at);
                return first_failure.map(Err).or(result);
            }
            let open = matches!(&result, Some(Err(_))) && has_open_delimiter(&self.tokens, section);
            if !open {
                self.line += newlines(section);
                self.at = end;
                return result;
            }
            if let Some(Err(failure)) = result {
                first_failure.get_or_insert(failure);
            }
            if end == self.text.len() {
                break;
            }
            end = next_header(self.text, end);
        }
        // Nothing closes what is open: this hand is broken, and the next one may well be intact.
        self.skip_to(first_end);
        first_failure.map(Err)
    }

    /// Continues with the section that begins at the byte offset `at`, and keeps the line number right.
    fn skip_to(&mut self, at: usize) {
        self.line += newlines(&self.text[self.at..at]);
        self.at = at;
    }

    /// True when no earlier hand of the text, in any part, had this key; notes it. Keys that count up from 1
    /// are not listed one by one, so memory does not grow with the file.
    fn is_new_key(&mut self, key: &str) -> bool {
        let counts = key.as_bytes().first().is_some_and(|first| matches!(first, b'1'..=b'9'));
        match if counts { key.parse::<u64>().ok() } else { None } {
            Some(number) if number <= self.counted_keys => false,
            Some(number) if number == self.counted_keys + 1 => {
                self.counted_keys = number;
                self.keys.is_empty() || !self.keys.contains(key)
            }
            Some(_) | None => self.keys.insert(key.into()),
        }
    }

    /// Reads one hand whose tokens were lexed already, again with more decimals where an amount needs them:
    /// all amounts of a hand have one scale.
    fn read_hand(&mut self, text: &'t str, line: u32) -> Result<HandRecord, ReadError> {
        let mut decimals = 0;
        loop {
            let mut section = PhhHandBuilder::new(text, line, decimals, std::mem::take(&mut self.scratch));
            let mut broken: Option<ParseError> = None;
            parse_document(&self.tokens, &mut section, &mut broken);
            let unread = |at: usize, error: PhhError| ReadError {
                line: line + newlines(text.get(..at).unwrap_or_default()),
                hand: (!section.hand_name.is_empty()).then(|| section.hand_name.to_string()),
                kind: ReadErrorKind::Phh(error),
            };
            let missing_value = section
                .missing_value_at
                .filter(|_| broken.is_none())
                .map(|offset| ErrorAt { offset, error: PhhError::Toml(TomlError::MissingValue) });
            // Report a bad value before an error of syntax that comes after it.
            let failure = match (&broken, section.first_error.take().or(missing_value)) {
                (Some(syntax), Some(first)) if error_offset(syntax) >= first.offset => {
                    Some(unread(first.offset, first.error))
                }
                (Some(syntax), _) => {
                    Some(unread(error_offset(syntax), PhhError::Toml(toml_error(syntax, text))))
                }
                (None, Some(first)) => Some(unread(first.offset, first.error)),
                (None, None) => None,
            };
            if let Some(failure) = failure {
                self.scratch = section.scratch;
                return Err(failure);
            }
            if section.needs_decimals > decimals {
                if section.needs_decimals > MAX_DECIMALS {
                    let failure = unread(section.longest_at, PhhError::TooManyDecimals);
                    self.scratch = section.scratch;
                    return Err(failure);
                }
                decimals = section.needs_decimals;
                self.scratch = section.scratch;
                continue;
            }
            let hand = section.hand_name.to_string();
            let twice = section.has_header && !self.is_new_key(&hand);
            let record = section.read_record();
            self.scratch = section.scratch;
            let record = if twice { Err(PhhError::NameTwice) } else { record };
            return record.map_err(|error| ReadError {
                line: line + line_at_fault(text, &error),
                hand: Some(hand).filter(|hand| !hand.is_empty()),
                kind: ReadErrorKind::Phh(error),
            });
        }
    }
}

/// How many lines into a hand the field is that an error of the complete hand comes from; 0, the header,
/// where no field is to blame.
fn line_at_fault(text: &str, error: &PhhError) -> u32 {
    match error {
        PhhError::Field(error) => line_of(text, &error.field),
        PhhError::Cards(_) => line_of(text, "actions"),
        PhhError::NoHand
        | PhhError::TooManyTokens
        | PhhError::TooManyActs
        | PhhError::TooManyDecimals
        | PhhError::NameTwice
        | PhhError::SecondHeader
        | PhhError::DoubleBrackets
        | PhhError::TablesTooDeep
        | PhhError::ListsTooDeep
        | PhhError::Toml(_)
        | PhhError::Action(_) => 0,
    }
}

/// How many lines into a hand a field is, for the line of an error; 0, the first line of the hand, when no
/// line begins with it.
fn line_of(text: &str, field: &str) -> u32 {
    let names = |line: &str| {
        line.trim_start().strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    text.lines().position(names).and_then(|at| u32::try_from(at).ok()).unwrap_or(0)
}

/// How many lines of one hand may begin with `[` without being a header.
const MAX_LINES_THAT_LOOK_LIKE_HEADERS: usize = 32;

/// True when a bracket or a multi-line string is still open at the end of a section: what looked like the
/// next header then belongs to this hand.
fn has_open_delimiter(tokens: &[Token], section: &str) -> bool {
    let mut depth = 0i64;
    for token in tokens {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth -= 1,
            TokenKind::MlLiteralString | TokenKind::MlBasicString if token.span().end() == section.len() => {
                return true;
            }
            _ => {}
        }
    }
    depth > 0
}

/// How many line ends a text has, for the line numbers of errors; fast for the short gaps between acts.
pub(super) fn newlines(text: &str) -> u32 {
    if text.len() <= 2 {
        return u32::from(text.starts_with('\n')) + u32::from(text.len() == 2 && text.ends_with('\n'));
    }
    text.bytes().filter(|byte| *byte == b'\n').count() as u32
}

/// The byte offset in the hand at which the TOML parser found an error; 0 if it does not say. The earlier of
/// this and our own error is reported.
fn error_offset(error: &ParseError) -> usize {
    error.unexpected().or(error.context()).map_or(0, |span| span.start())
}

/// The parser's error with the words around it and what it expected, in our own type: callers do not depend
/// on the parser.
fn toml_error(error: &ParseError, text: &str) -> TomlError {
    let near: String = error
        .unexpected()
        .and_then(|span| text.get(span.start()..))
        .map(|rest| rest.chars().take_while(|c| !c.is_control()).take(24).collect())
        .unwrap_or_default();
    let expected = error.expected().unwrap_or_default().first().and_then(|expected| match expected {
        toml_parser::Expected::Literal(literal) => Some(format!("`{}`", literal.escape_default())),
        toml_parser::Expected::Description(words) => Some((*words).to_owned()),
        _ => None,
    });
    TomlError::Syntax {
        description: error.description().into(),
        near: near.into(),
        expected: expected.map(String::into_boxed_str),
    }
}
