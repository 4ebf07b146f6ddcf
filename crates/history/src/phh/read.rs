//! The reader: a hand at a time, straight from the events of the TOML parser.

use std::borrow::Cow;
use std::collections::HashSet;

use chips::Chips;
use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::lexer::{Token, TokenKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, ParseError, Source, Span};

use super::act::{Entry, MAX_DECIMALS, Number, entry, number};
use super::{Betting, VARIANTS, is_stud};
use crate::read::Unread;
use crate::record::{
    Act, CardList, Comment, Extras, Game, Limit, MAX_PLAYERS, MAX_STEPS, Origin, Player, Record, Stated,
    Step, Unit,
};

/// The most tokens of one hand: more than [`MAX_STEPS`] acts with all their commas and spaces need.
pub const MAX_HAND_TOKENS: usize = 1 << 16;

/// How deep arrays and tables may stand in each other; the notation itself needs one level.
const MAX_DEPTH: u32 = 16;

/// The highest seat number of a table.
const MAX_SEAT: i64 = 23;

/// The hands of a `.phh` or `.phhs` text, in order; a hand that cannot be read gives its line and the next follows.
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
pub fn hands(text: &str) -> Hands<'_> {
    Hands {
        text,
        at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 },
        line: 1,
        tokens: Vec::with_capacity(512),
        counted: 0,
        keys: HashSet::new(),
        any: false,
        scratch: Scratch::default(),
    }
}

/// An iterator over the hands of a text; see [`hands`].
pub struct Hands<'t> {
    text: &'t str,
    /// Where the next section begins, at the start of a line, and the number of that line.
    at: usize,
    line: u32,
    tokens: Vec<Token>,
    /// The keys `1` to this one headed hands before, and so did those listed.
    counted: u64,
    keys: HashSet<Box<str>>,
    any: bool,
    scratch: Scratch,
}

/// Vectors that are used again for every hand.
#[derive(Default)]
struct Scratch {
    antes: Vec<i64>,
    blinds: Vec<i64>,
    stacks: Vec<i64>,
    seats: Vec<i64>,
    finishing: Vec<i64>,
}

impl Iterator for Hands<'_> {
    type Item = Result<Record, Unread>;

    fn next(&mut self) -> Option<Result<Record, Unread>> {
        loop {
            if self.at == self.text.len() {
                if self.any {
                    return None;
                }
                self.any = true;
                let what = "there is no hand: a PHH file begins with `variant = ...` or `[1]`".to_owned();
                return Some(Err(Unread { line: 1, hand: None, what, foreign: false }));
            }
            if let Some(result) = self.section() {
                self.any = true;
                return Some(result);
            }
        }
    }
}

fn is_blank(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Whitespace | TokenKind::Newline | TokenKind::Comment)
}

/// Where the next line that begins with `[` starts, after `from`.
fn next_header(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(length) = text[at..].find('\n') {
        at += length + 1;
        if text.as_bytes().get(at) == Some(&b'[') {
            return at;
        }
    }
    text.len()
}

impl<'t> Hands<'t> {
    /// Reads up to the next table header; `None` when there is nothing but blanks and comments.
    fn section(&mut self) -> Option<Result<Record, Unread>> {
        let (start, line) = (self.at, self.line);
        let first_end = next_header(self.text, start);
        let mut end = first_end;
        let mut first_failure = None;
        // A line that begins with `[` may also stand inside a list or a text of several lines:
        // while something stands open there, the hand is read on to the next such line.
        for _ in 0..MAX_LINES_THAT_LOOK_LIKE_HEADERS {
            let section = &self.text[start..end];
            self.tokens.clear();
            self.tokens.extend(Source::new(section).lex().take(MAX_HAND_TOKENS));
            let result = match self.tokens.iter().find(|token| !is_blank(token.kind())).map(Token::kind) {
                Some(TokenKind::Eof) | None if self.tokens.len() < MAX_HAND_TOKENS => None,
                Some(_) | None if self.tokens.len() == MAX_HAND_TOKENS => {
                    let what = format!("the hand has over {MAX_HAND_TOKENS} words: too many for one hand");
                    Some(Err(Unread { line, hand: None, what, foreign: false }))
                }
                Some(_) | None => Some(self.read(section, line)),
            };
            let open = matches!(&result, Some(Err(_))) && stands_open(&self.tokens, section);
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
        // Nothing closes what is open: the hand is broken, and the next may well be sound.
        self.line += newlines(&self.text[start..first_end]);
        self.at = first_end;
        first_failure.map(Err)
    }

    /// True when no hand before had this key. Keys that count up need no list.
    fn is_new(&mut self, key: &str) -> bool {
        let counts = key.as_bytes().first().is_some_and(|first| matches!(first, b'1'..=b'9'));
        match if counts { key.parse::<u64>().ok() } else { None } {
            Some(number) if number <= self.counted => false,
            Some(number) if number == self.counted + 1 => {
                self.counted = number;
                self.keys.is_empty() || !self.keys.contains(key)
            }
            Some(_) | None => self.keys.insert(key.into()),
        }
    }

    fn read(&mut self, text: &'t str, line: u32) -> Result<Record, Unread> {
        let mut decimals = 0;
        loop {
            let mut section = Section::new(text, line, decimals, std::mem::take(&mut self.scratch));
            let mut broken: Option<ParseError> = None;
            parse_document(&self.tokens, &mut section, &mut broken);
            let unread = |at: usize, what: String| Unread {
                line: line + newlines(text.get(..at).unwrap_or_default()),
                hand: (!section.hand.is_empty()).then(|| section.hand.to_string()),
                what,
                foreign: false,
            };
            // What is wrong with a value is told before what is wrong with the document after it.
            let failure = match (&broken, &section.failure) {
                (Some(error), Some((at, what))) if position(error) >= *at => Some(unread(*at, what.clone())),
                (Some(error), _) => Some(unread(position(error), in_toml(error, text))),
                (None, Some((at, what))) => Some(unread(*at, what.clone())),
                (None, None) => None,
            };
            if let Some(failure) = failure {
                self.scratch = section.scratch;
                return Err(failure);
            }
            if section.needs_decimals > decimals {
                if section.needs_decimals > MAX_DECIMALS {
                    let what = format!("an amount has more than {MAX_DECIMALS} decimals: use a smaller unit");
                    let failure = unread(0, what);
                    self.scratch = section.scratch;
                    return Err(failure);
                }
                decimals = section.needs_decimals;
                self.scratch = section.scratch;
                continue;
            }
            let hand = section.hand.to_string();
            let twice = section.has_header && !self.is_new(&hand);
            let record = section.record();
            self.scratch = section.scratch;
            let unread = |what: String| Unread {
                line,
                hand: Some(hand).filter(|hand| !hand.is_empty()),
                what,
                foreign: false,
            };
            if twice {
                return Err(unread("this name heads two hands: each needs its own".to_owned()));
            }
            return record.map_err(unread);
        }
    }
}

/// How many lines inside one hand may begin with `[` without being a header.
const MAX_LINES_THAT_LOOK_LIKE_HEADERS: usize = 32;

/// True when a bracket or a text of several lines is not closed by the end of a section.
fn stands_open(tokens: &[Token], section: &str) -> bool {
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

fn newlines(text: &str) -> u32 {
    if text.len() <= 2 {
        return u32::from(text.starts_with('\n')) + u32::from(text.len() == 2 && text.ends_with('\n'));
    }
    text.bytes().filter(|byte| *byte == b'\n').count() as u32
}

fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

fn position(error: &ParseError) -> usize {
    error.unexpected().or(error.context()).map_or(0, |span| span.start())
}

/// The line for a text that is no TOML.
fn in_toml(error: &ParseError, text: &str) -> String {
    let near: String = error
        .unexpected()
        .and_then(|span| text.get(span.start()..))
        .map(|rest| rest.chars().take_while(|c| !c.is_control()).take(24).collect())
        .unwrap_or_default();
    let expected = error.expected().unwrap_or_default().first().map(|expected| match expected {
        toml_parser::Expected::Literal(literal) => format!(": `{}` is needed", literal.escape_default()),
        toml_parser::Expected::Description(words) => format!(": {words} is needed"),
        _ => String::new(),
    });
    let near = if near.is_empty() { String::new() } else { format!(" at `{near}`") };
    format!("no TOML: {}{near}{}", error.description(), expected.unwrap_or_default())
}

/// A field of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Field {
    Variant,
    AnteTrimming,
    Antes,
    Blinds,
    BringIn,
    SmallBet,
    BigBet,
    MinBet,
    Stacks,
    Actions,
    Seats,
    Players,
    Finishing,
    Unit,
    Currency,
    Commission,
    Button,
    Extra,
}

impl Field {
    fn named(key: &str) -> Field {
        match key {
            "variant" => Field::Variant,
            "ante_trimming_status" => Field::AnteTrimming,
            "antes" => Field::Antes,
            "blinds_or_straddles" => Field::Blinds,
            "bring_in" => Field::BringIn,
            "small_bet" => Field::SmallBet,
            "big_bet" => Field::BigBet,
            "min_bet" => Field::MinBet,
            "starting_stacks" => Field::Stacks,
            "actions" => Field::Actions,
            "seats" => Field::Seats,
            "players" => Field::Players,
            "finishing_stacks" => Field::Finishing,
            "_unit" => Field::Unit,
            "currency" => Field::Currency,
            "_commission" => Field::Commission,
            "_button" => Field::Button,
            _ => Field::Extra,
        }
    }

    /// True for the fields whose value is an array.
    fn is_list(self) -> bool {
        match self {
            Field::Antes
            | Field::Blinds
            | Field::Stacks
            | Field::Actions
            | Field::Seats
            | Field::Players
            | Field::Finishing => true,
            Field::Variant
            | Field::AnteTrimming
            | Field::BringIn
            | Field::SmallBet
            | Field::BigBet
            | Field::MinBet
            | Field::Unit
            | Field::Currency
            | Field::Commission
            | Field::Button
            | Field::Extra => false,
        }
    }
}

/// Where the parser stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Header,
    Key,
    Value,
}

/// One hand while its events come in.
struct Section<'t> {
    text: &'t str,
    first_line: u32,
    line: u32,
    /// Up to where lines were counted, for the lines of acts.
    counted_to: usize,
    decimals: u8,
    needs_decimals: u8,
    failure: Option<(usize, String)>,
    at: At,
    hand: Cow<'t, str>,
    has_header: bool,
    header_parts: u32,
    key: &'t str,
    key_span: Span,
    key_parts: u32,
    field: Field,
    value_start: usize,
    depth: u32,
    seen: u32,
    /// Inside a table of a table, whose fields are not the hand's.
    aside: bool,

    variant: Option<(Game, Betting)>,
    trimming: bool,
    small_bet: Option<i64>,
    big_bet: Option<i64>,
    min_bet: Option<i64>,
    commission: Option<i64>,
    button: Option<i64>,
    cents: bool,
    currency: Box<str>,
    names: Vec<Box<str>>,
    steps: Vec<Step>,
    comments: Vec<Comment>,
    as_dealt: Vec<usize>,
    highest: u8,
    extras: Extras,
    scratch: Scratch,
}

impl<'t> Section<'t> {
    fn new(text: &'t str, line: u32, decimals: u8, mut scratch: Scratch) -> Section<'t> {
        scratch.antes.clear();
        scratch.blinds.clear();
        scratch.stacks.clear();
        scratch.seats.clear();
        scratch.finishing.clear();
        Section {
            text,
            first_line: line,
            line,
            counted_to: 0,
            decimals,
            needs_decimals: 0,
            failure: None,
            at: At::Key,
            hand: Cow::Borrowed(""),
            has_header: false,
            header_parts: 0,
            key: "",
            key_span: Span::default(),
            key_parts: 0,
            field: Field::Extra,
            value_start: 0,
            depth: 0,
            seen: 0,
            aside: false,
            variant: None,
            trimming: false,
            small_bet: None,
            big_bet: None,
            min_bet: None,
            commission: None,
            button: None,
            cents: false,
            currency: Box::default(),
            names: Vec::new(),
            steps: Vec::with_capacity(48),
            comments: Vec::new(),
            as_dealt: Vec::new(),
            highest: 0,
            extras: Extras::default(),
            scratch,
        }
    }

    fn fail(&mut self, at: usize, what: String) {
        if self.failure.is_none() {
            self.failure = Some((at, what));
        }
    }

    fn raw(&self, span: Span) -> &'t str {
        self.text.get(span.start()..span.end()).unwrap_or_default()
    }

    /// The text of a string value; `None` when the value is no string.
    fn string(
        &self,
        span: Span,
        encoding: Option<Encoding>,
        error: &mut dyn ErrorSink,
    ) -> Option<Cow<'t, str>> {
        let raw = self.raw(span);
        match encoding {
            Some(Encoding::LiteralString) if raw.len() >= 2 && raw.ends_with('\'') => {
                Some(Cow::Borrowed(&raw[1..raw.len() - 1]))
            }
            Some(_) => {
                let mut text = Cow::Borrowed("");
                let _ = toml_parser::Raw::new_unchecked(raw, encoding, span).decode_scalar(&mut text, error);
                Some(text)
            }
            None => None,
        }
    }

    /// A plain number of the file.
    fn amount(&mut self, span: Span, encoding: Option<Encoding>, decimals: u8) -> Option<i64> {
        let raw = self.raw(span);
        let read = if encoding.is_none() { number(raw, decimals) } else { None };
        match read {
            Some(Number::Count(count)) => return Some(count),
            Some(Number::NeedsDecimals(places)) => {
                self.needs_decimals = self.needs_decimals.max(places);
                return Some(0);
            }
            Some(Number::Infinite) => {
                let what =
                    format!("`{}` has an amount nobody knows (inf): a whole amount is needed", self.key);
                self.fail(span.start(), what);
            }
            None => {
                let given: String = raw.chars().take(24).collect();
                let what = format!(
                    "`{}` has `{given}` where an amount is needed: a plain number up to {}",
                    self.key,
                    Chips::MAX
                );
                self.fail(span.start(), what);
            }
        }
        None
    }

    fn whole(&mut self, span: Span, encoding: Option<Encoding>) -> Option<i64> {
        match if encoding.is_none() { number(self.raw(span), 0) } else { None } {
            Some(Number::Count(count)) => Some(count),
            Some(Number::NeedsDecimals(_) | Number::Infinite) | None => {
                let what = format!("`{}` needs whole numbers", self.key);
                self.fail(span.start(), what);
                None
            }
        }
    }

    fn value(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        let listed = self.depth == 1;
        if self.field != Field::Extra && listed != self.field.is_list() {
            let what =
                format!("`{}` needs {}", self.key, if listed { "one value" } else { "a list in brackets" });
            return self.fail(span.start(), what);
        }
        match self.field {
            Field::Variant => match self.string(span, encoding, error) {
                Some(code) => match VARIANTS.iter().find(|(name, _, _)| *name == code) {
                    Some((_, game, betting)) => self.variant = Some((game.clone(), *betting)),
                    None => {
                        let known: Vec<&str> = VARIANTS.iter().map(|(name, _, _)| *name).collect();
                        let given: String = code.chars().take(24).collect();
                        let what = format!("variant `{given}` is not known: one of {}", known.join(", "));
                        self.fail(span.start(), what);
                    }
                },
                None => self.fail(span.start(), "`variant` needs a code in quotes, as in 'NT'".to_owned()),
            },
            Field::AnteTrimming => match self.raw(span) {
                "true" if encoding.is_none() => self.trimming = true,
                "false" if encoding.is_none() => self.trimming = false,
                _ => self.fail(span.start(), "`ante_trimming_status` is true or false".to_owned()),
            },
            Field::Antes => {
                let amount = self.amount(span, encoding, self.decimals);
                self.scratch.antes.extend(amount);
            }
            Field::Blinds => {
                let amount = self.amount(span, encoding, self.decimals);
                self.scratch.blinds.extend(amount);
            }
            Field::Stacks => {
                let amount = self.amount(span, encoding, self.decimals);
                self.scratch.stacks.extend(amount);
            }
            Field::Finishing => {
                let amount = self.amount(span, encoding, self.decimals);
                self.scratch.finishing.extend(amount);
            }
            Field::Seats => {
                let seat = self.whole(span, encoding);
                self.scratch.seats.extend(seat);
            }
            Field::BringIn => {
                self.amount(span, encoding, self.decimals);
            }
            Field::SmallBet => self.small_bet = self.amount(span, encoding, self.decimals),
            Field::BigBet => self.big_bet = self.amount(span, encoding, self.decimals),
            Field::MinBet => self.min_bet = self.amount(span, encoding, self.decimals),
            Field::Commission => self.commission = self.amount(span, encoding, self.decimals),
            Field::Button => self.button = self.whole(span, encoding),
            Field::Players => match self.string(span, encoding, error) {
                Some(name) => self.names.push(name.as_ref().into()),
                None => self.fail(span.start(), "`players` needs names in quotes".to_owned()),
            },
            Field::Unit => match self.string(span, encoding, error).as_deref() {
                Some("cents") => self.cents = true,
                Some(_) | None => self.extra(span),
            },
            Field::Currency => match self.string(span, encoding, error) {
                Some(code) => self.currency = code.as_ref().into(),
                None => self.fail(span.start(), "`currency` needs a code in quotes, as in 'AUD'".to_owned()),
            },
            Field::Actions => match self.string(span, encoding, error) {
                Some(text) => self.action(span, &text),
                None => {
                    self.fail(span.start(), "`actions` needs acts in quotes, as in 'p3 cbr 30'".to_owned())
                }
            },
            Field::Extra => {
                if encoding.is_none() {
                    let mut decoded = Cow::Borrowed("");
                    let raw = toml_parser::Raw::new_unchecked(self.raw(span), None, span);
                    match raw.decode_scalar(&mut decoded, error) {
                        ScalarKind::String
                        | ScalarKind::Boolean(_)
                        | ScalarKind::DateTime
                        | ScalarKind::Float
                        | ScalarKind::Integer(_) => {}
                    }
                } else {
                    self.string(span, encoding, error);
                }
                if self.depth == 0 {
                    self.extra(span);
                }
            }
        }
    }

    fn extra(&mut self, span: Span) {
        if !self.aside && self.key_parts == 1 {
            let (key, value) = (self.key, self.text.get(self.value_start..span.end()).unwrap_or_default());
            self.extras.push(key, value);
        }
    }

    fn action(&mut self, span: Span, text: &str) {
        self.line += newlines(self.text.get(self.counted_to..span.start()).unwrap_or_default());
        // A string over several lines is counted with the gap after it.
        self.counted_to = if text.len() + 2 == span.len() { span.end() } else { span.start() };
        let (act, words) = match entry(text, self.decimals) {
            Ok(Entry::Act(act, words)) => (Some(act), words),
            Ok(Entry::ShowAsDealt(place, words)) => {
                self.as_dealt.push(self.steps.len());
                (Some(Act::Show(place, CardList::NONE)), words)
            }
            Ok(Entry::Words(words)) => (None, words),
            Ok(Entry::NeedsDecimals(places)) => {
                self.needs_decimals = self.needs_decimals.max(places);
                return;
            }
            Err(what) => return self.fail(span.start(), what),
        };
        if let Some(act) = act {
            if self.steps.len() == MAX_STEPS {
                return self.fail(span.start(), format!("the hand has more than {MAX_STEPS} acts"));
            }
            let place = match act {
                Act::Hole(place, _)
                | Act::Fold(place)
                | Act::CheckOrCall(place, _)
                | Act::To(place, _)
                | Act::Show(place, _)
                | Act::Muck(place)
                | Act::BringIn(place)
                | Act::Draw(place, _) => place.number(),
                Act::Board(_) => 0,
            };
            self.highest = self.highest.max(place);
            self.steps.push(Step { act, line: self.line });
        }
        if let Some(words) = words {
            self.comments.push(Comment { after: self.steps.len(), words: words.into() });
        }
    }

    fn record(&mut self) -> Result<Record, String> {
        let missing = |field: &str, needed: &str| Err(format!("`{field}` is missing: {needed} is needed"));
        let Some((game, betting)) = self.variant.take() else {
            return missing("variant", "a code as in 'NT'");
        };
        let stud = is_stud(&game);
        let count = self.scratch.stacks.len();
        for (field, name, needed) in [
            (Field::Stacks, "starting_stacks", true),
            (Field::Antes, "antes", true),
            (Field::Blinds, "blinds_or_straddles", !stud),
            (Field::SmallBet, "small_bet", betting == Betting::Fixed),
            (Field::BigBet, "big_bet", betting == Betting::Fixed),
            (Field::MinBet, "min_bet", betting != Betting::Fixed),
            (Field::BringIn, "bring_in", stud),
            (Field::Actions, "actions", true),
        ] {
            if needed && self.seen & 1 << field as u8 == 0 {
                return missing(name, if field.is_list() { "a list" } else { "an amount" });
            }
        }
        if !(2..=MAX_PLAYERS).contains(&count) {
            return Err(format!("`starting_stacks` has {count} players: 2 to {MAX_PLAYERS} can be dealt in"));
        }
        if stud && self.scratch.blinds.is_empty() {
            self.scratch.blinds.resize(count, 0);
        }
        for (name, length, needed) in [
            ("antes", self.scratch.antes.len(), true),
            ("blinds_or_straddles", self.scratch.blinds.len(), true),
            ("seats", self.scratch.seats.len(), self.seen & 1 << Field::Seats as u8 != 0),
            ("players", self.names.len(), self.seen & 1 << Field::Players as u8 != 0),
            ("finishing_stacks", self.scratch.finishing.len(), self.seen & 1 << Field::Finishing as u8 != 0),
        ] {
            if needed && length != count {
                return Err(format!(
                    "`{name}` has {length} values and `starting_stacks` {count}: one a player is needed"
                ));
            }
        }
        if usize::from(self.highest) > count {
            return Err(format!("`actions` has p{} act and there are {count} players", self.highest));
        }
        // Of two players the button posts the first amounts (2.2 of the notation): they stand in the other order.
        if count == 2 {
            self.scratch.antes.swap(0, 1);
            self.scratch.blinds.swap(0, 1);
        }
        let chips = |amount: i64, least: i64, what: &str| -> Result<Chips, String> {
            let bad = || {
                let least = if least > 0 { "an amount above zero" } else { "an amount from zero" };
                format!("{what} is {amount}: {least} is needed")
            };
            if amount < least { Err(bad()) } else { Chips::new(amount as u64).ok_or_else(bad) }
        };
        let mut players = Vec::with_capacity(count);
        let mut taken = 0u32;
        for at in 0..count {
            let p = at + 1;
            let seat = self.scratch.seats.get(at).copied().unwrap_or(p as i64);
            if !(1..=MAX_SEAT).contains(&seat) {
                return Err(format!("`seats` has {seat}: seats count from 1 to {MAX_SEAT}"));
            }
            if taken & 1 << seat != 0 {
                return Err(format!("`seats` has {seat} twice: a seat has one player"));
            }
            taken |= 1 << seat;
            let ante = self.scratch.antes[at];
            let ante = if ante == 0 { Chips::ZERO } else { chips(ante, 0, &format!("the ante of p{p}"))? };
            let blind = self.scratch.blinds[at];
            let stack = self.scratch.stacks[at];
            players.push(Player {
                seat: seat as u8,
                stack: if stack > 0 {
                    chips(stack, 1, "")?
                } else {
                    chips(stack, 1, &format!("the stack of p{p}"))?
                },
                ante: if self.trimming { ante } else { Chips::ZERO },
                dead: if self.trimming { Chips::ZERO } else { ante },
                blind: Chips::new(blind.unsigned_abs()).unwrap_or(Chips::MAX),
                out_of_turn: blind < 0,
            });
        }
        let bet = |amount: Option<i64>, name: &str| chips(amount.unwrap_or(0), 1, &format!("`{name}`"));
        let limit = match betting {
            Betting::NoLimit => Limit::NoLimit { smallest_bet: bet(self.min_bet, "min_bet")? },
            Betting::PotLimit => Limit::PotLimit { smallest_bet: bet(self.min_bet, "min_bet")? },
            Betting::Fixed => Limit::Fixed {
                small_bet: bet(self.small_bet, "small_bet")?,
                big_bet: bet(self.big_bet, "big_bet")?,
            },
        };
        let button = match self.button {
            Some(seat) if (1..=MAX_SEAT).contains(&seat) => Some(seat as u8),
            Some(seat) => return Err(format!("`_button` is {seat}: seats count from 1 to {MAX_SEAT}")),
            None => None,
        };
        let mut finishing_stacks = Vec::with_capacity(self.scratch.finishing.len());
        for at in 0..self.scratch.finishing.len() {
            finishing_stacks.push(chips(self.scratch.finishing[at], 0, "a value of `finishing_stacks`")?);
        }
        let commission = self.commission.map(|amount| chips(amount, 0, "`_commission`")).transpose()?;
        let mut steps = std::mem::take(&mut self.steps);
        crate::cards_once::check(&mut steps, &self.as_dealt, count)?;
        Ok(Record {
            origin: Origin { hand: self.hand.to_string(), line: self.first_line },
            game,
            limit,
            players,
            seats_told: !self.scratch.seats.is_empty(),
            names: std::mem::take(&mut self.names),
            button,
            unit: if self.cents {
                Unit::Cents { currency: std::mem::take(&mut self.currency) }
            } else {
                Unit::Chips
            },
            decimals: self.decimals,
            steps,
            comments: std::mem::take(&mut self.comments),
            stated: Stated { commission, finishing_stacks, ..Stated::default() },
            unplayable: None,
            notes: Vec::new(),
            extras: std::mem::take(&mut self.extras),
        })
    }
}

impl EventReceiver for Section<'_> {
    fn std_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        if self.has_header {
            self.fail(span.start(), "a table stands inside the line of another".to_owned());
        }
        self.at = At::Header;
        self.header_parts = 0;
    }

    fn std_table_close(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.at = At::Key;
        self.has_header = true;
        self.aside = self.header_parts > 1;
    }

    fn array_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.at = At::Header;
        self.fail(span.start(), "a hand is headed by one pair of brackets, as in `[1]`".to_owned());
    }

    fn array_table_close(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.at = At::Key;
    }

    fn inline_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        if self.depth == 0 {
            self.value_start = span.start();
        }
        self.depth += 1;
        if self.field != Field::Extra {
            let what = format!("`{}` is a table where a value is needed", self.key);
            self.fail(span.start(), what);
        }
        if self.depth > MAX_DEPTH {
            self.fail(span.start(), format!("tables stand more than {MAX_DEPTH} deep in each other"));
        }
        self.depth <= MAX_DEPTH
    }

    fn inline_table_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.extra(span);
            self.at = At::Key;
        }
    }

    fn array_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        if self.depth == 0 {
            self.value_start = span.start();
        } else if self.field != Field::Extra {
            let what = format!("`{}` has a list within its list", self.key);
            self.fail(span.start(), what);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.fail(span.start(), format!("lists stand more than {MAX_DEPTH} deep in each other"));
        }
        self.depth <= MAX_DEPTH
    }

    fn array_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            if self.field == Field::Extra {
                self.extra(span);
            }
            self.at = At::Key;
        }
    }

    fn simple_key(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        if self.depth > 0 {
            return;
        }
        let raw = self.raw(span);
        let plain = encoding.is_none();
        match self.at {
            At::Header => {
                self.header_parts += 1;
                let mut key = Cow::Borrowed(raw);
                if !is_bare(raw) {
                    toml_parser::Raw::new_unchecked(raw, encoding, span).decode_key(&mut key, error);
                }
                if self.header_parts == 1 {
                    self.hand = key;
                } else {
                    self.hand = Cow::Owned(format!("{}.{key}", self.hand));
                }
            }
            At::Key | At::Value => {
                self.key_parts = if self.at == At::Key { 1 } else { self.key_parts + 1 };
                if self.key_parts == 1 {
                    self.key_span = span;
                    self.key =
                        if plain { raw } else { raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default() };
                    self.field = if self.aside { Field::Extra } else { Field::named(self.key) };
                } else {
                    self.field = Field::Extra;
                }
                self.at = At::Value;
                if self.field != Field::Extra {
                    let bit = 1 << self.field as u8;
                    if self.seen & bit != 0 {
                        let what = format!("`{}` is given twice", self.key);
                        self.fail(span.start(), what);
                    }
                    self.seen |= bit;
                } else if self.key_parts == 1 && !self.aside && self.extras.get(self.key).is_some() {
                    let what = format!("`{}` is given twice", self.key);
                    self.fail(span.start(), what);
                }
                if plain && !is_bare(raw) {
                    let mut key = Cow::Borrowed("");
                    toml_parser::Raw::new_unchecked(raw, encoding, span).decode_key(&mut key, error);
                }
            }
        }
    }

    fn scalar(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        if span.is_empty() {
            let mut missing = Cow::Borrowed("");
            let raw = toml_parser::Raw::new_unchecked("", encoding, span);
            let (ScalarKind::String
            | ScalarKind::Boolean(_)
            | ScalarKind::DateTime
            | ScalarKind::Float
            | ScalarKind::Integer(_)) = raw.decode_scalar(&mut missing, error);
            self.at = if self.depth == 0 { At::Key } else { self.at };
        } else if self.depth == 0 {
            self.value_start = span.start();
            self.value(span, encoding, error);
            self.at = At::Key;
        } else {
            self.value(span, encoding, error);
        }
    }
}
