//! Builds one hand from the events of the TOML parser: which field the parser is in, and what it says.

use std::borrow::Cow;

use toml_parser::decoder::{Encoding, ScalarKind};
use toml_parser::parser::EventReceiver;
use toml_parser::{ErrorSink, Span};

use super::actions::{ActionEntry, Number, parse_entry, parse_number};
use super::error::{PhhError, PhhFieldError, PhhFieldProblem};
use super::read::{Scratch, newlines};
use super::{PhhBetting, VARIANTS};
use crate::record::{CardList, Comment, Extras, MAX_STEPS, RecordedAct, RecordedGame, RecordedStep};

/// How deep arrays and tables may be nested; the notation itself needs one level.
pub(super) const MAX_DEPTH: u32 = 16;

/// A field of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Field {
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
    UnpostedBlind,
    Extra,
}

impl Field {
    /// The field with this key; `Extra` for any that has nothing to do with play, so an unknown key is not an
    /// error.
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
            "_unposted_blind" => Field::UnpostedBlind,
            _ => Field::Extra,
        }
    }

    /// True for the fields whose value is an array; any other value of them is an error, and so is an array
    /// for any other field.
    pub(super) fn is_list(self) -> bool {
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
            | Field::UnpostedBlind
            | Field::Extra => false,
        }
    }
}

/// What the parser is reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParserState {
    Header,
    Key,
    Value,
}

/// An error, and the offset in the hand at which it was found.
pub(super) struct ErrorAt {
    pub(super) offset: usize,
    pub(super) error: PhhError,
}

/// One hand, while the events of the parser come in.
pub(super) struct PhhHandBuilder<'t> {
    pub(super) text: &'t str,
    pub(super) first_line: u32,
    pub(super) line: u32,
    /// Up to which offset newlines have been counted, to know the lines of the acts.
    pub(super) counted_to: usize,
    pub(super) decimals: u8,
    /// The most decimals that any amount needs.
    pub(super) needs_decimals: u8,
    /// The offset of the amount that needs them.
    pub(super) longest_at: usize,
    pub(super) first_error: Option<ErrorAt>,
    /// The offset at which a value is missing.
    pub(super) missing_value_at: Option<usize>,
    pub(super) state: ParserState,
    pub(super) hand_name: Cow<'t, str>,
    pub(super) has_header: bool,
    pub(super) header_parts: u32,
    pub(super) key: &'t str,
    pub(super) key_span: Span,
    pub(super) key_parts: u32,
    pub(super) field: Field,
    pub(super) value_start: usize,
    pub(super) depth: u32,
    pub(super) seen_fields: u32,
    /// True inside a table nested in the hand's table: its fields are not the hand's.
    pub(super) is_in_subtable: bool,

    pub(super) variant: Option<(RecordedGame, PhhBetting)>,
    pub(super) trims_antes: bool,
    pub(super) small_bet: Option<i64>,
    pub(super) big_bet: Option<i64>,
    pub(super) min_bet: Option<i64>,
    pub(super) commission: Option<i64>,
    pub(super) button: Option<i64>,
    pub(super) unposted_blind: Option<i64>,
    pub(super) is_in_cents: bool,
    pub(super) currency: Box<str>,
    pub(super) names: Vec<Box<str>>,
    pub(super) steps: Vec<RecordedStep>,
    pub(super) comments: Vec<Comment>,
    pub(super) shown_as_dealt: Vec<usize>,
    pub(super) highest_player: u8,
    pub(super) extras: Extras,
    pub(super) scratch: Scratch,
}

impl<'t> PhhHandBuilder<'t> {
    /// A builder for a hand whose text begins on `line` of the file, with amounts at a scale of `decimals`;
    /// the scratch vectors are emptied and used again.
    pub(super) fn new(text: &'t str, line: u32, decimals: u8, mut scratch: Scratch) -> PhhHandBuilder<'t> {
        scratch.antes.clear();
        scratch.blinds.clear();
        scratch.stacks.clear();
        scratch.seats.clear();
        scratch.finishing.clear();
        PhhHandBuilder {
            text,
            first_line: line,
            line,
            counted_to: 0,
            decimals,
            needs_decimals: 0,
            longest_at: 0,
            first_error: None,
            missing_value_at: None,
            state: ParserState::Key,
            hand_name: Cow::Borrowed(""),
            has_header: false,
            header_parts: 0,
            key: "",
            key_span: Span::default(),
            key_parts: 0,
            field: Field::Extra,
            value_start: 0,
            depth: 0,
            seen_fields: 0,
            is_in_subtable: false,
            variant: None,
            trims_antes: false,
            small_bet: None,
            big_bet: None,
            min_bet: None,
            commission: None,
            button: None,
            unposted_blind: None,
            is_in_cents: false,
            currency: Box::default(),
            names: Vec::new(),
            steps: Vec::with_capacity(48),
            comments: Vec::new(),
            shown_as_dealt: Vec::new(),
            highest_player: 0,
            extras: Extras::default(),
            scratch,
        }
    }

    /// Notes an error at a byte offset in the hand; the first one counts, as the parser goes on.
    fn set_error(&mut self, offset: usize, error: PhhError) {
        self.first_error.get_or_insert(ErrorAt { offset, error });
    }

    /// Notes an error, at a byte offset in the hand, of the field whose key was read last; the first error counts.
    fn set_field_error(&mut self, offset: usize, problem: PhhFieldProblem) {
        if self.first_error.is_none() {
            let field = Cow::Owned(self.key.to_owned());
            self.set_error(offset, PhhError::Field(PhhFieldError { field, problem }));
        }
    }

    /// The text of the hand that a span of the parser covers, as written: numbers and booleans are read from
    /// it.
    fn source_text(&self, span: Span) -> &'t str {
        self.text.get(span.start()..span.end()).unwrap_or_default()
    }

    /// The text of a string value, with its escapes decoded as TOML has them; `None` when the value is not a
    /// string.
    fn string_value(
        &self,
        span: Span,
        encoding: Option<Encoding>,
        error: &mut dyn ErrorSink,
    ) -> Option<Cow<'t, str>> {
        let raw = self.source_text(span);
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

    /// Notes that an amount needs more decimals than the scale of the hand has: the hand is then read again
    /// at a finer one.
    fn need_decimals(&mut self, decimals: u8, span: Span) {
        if decimals > self.needs_decimals {
            (self.needs_decimals, self.longest_at) = (decimals, span.start());
        }
    }

    /// Reads an amount at a scale of `decimals`; notes an error, or that more decimals are needed, in which
    /// case the amount returned is not used.
    fn read_amount(&mut self, span: Span, encoding: Option<Encoding>, decimals: u8) -> Option<i64> {
        let raw = self.source_text(span);
        let read = if encoding.is_none() { parse_number(raw, decimals) } else { None };
        match read {
            Some(Number::Count(count)) => return Some(count),
            Some(Number::NeedsDecimals(places)) => {
                self.need_decimals(places, span);
                return Some(0);
            }
            Some(Number::Infinite) => {
                self.set_field_error(span.start(), PhhFieldProblem::UnknownAmount);
            }
            None => {
                let given = raw.chars().take(24).collect();
                self.set_field_error(span.start(), PhhFieldProblem::NotAnAmount { given });
            }
        }
        None
    }

    /// Reads a whole number, such as a seat; notes an error and gives `None` for any other value.
    fn read_whole(&mut self, span: Span, encoding: Option<Encoding>) -> Option<i64> {
        match if encoding.is_none() { parse_number(self.source_text(span), 0) } else { None } {
            Some(Number::Count(count)) => Some(count),
            Some(Number::NeedsDecimals(_) | Number::Infinite) | None => {
                self.set_field_error(span.start(), PhhFieldProblem::NotWhole);
                None
            }
        }
    }

    /// Reads a single value, or one value of a list, into the field whose key was read last; a list where one
    /// value belongs, or the reverse, is an error of the field.
    fn read_value(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        let listed = self.depth == 1;
        if self.field != Field::Extra && listed != self.field.is_list() {
            let problem = if listed { PhhFieldProblem::List } else { PhhFieldProblem::NotAList };
            return self.set_field_error(span.start(), problem);
        }
        match self.field {
            Field::Variant => match self.string_value(span, encoding, error) {
                Some(code) => match VARIANTS.iter().find(|(name, _, _)| *name == code) {
                    Some((_, game, betting)) => self.variant = Some((game.clone(), *betting)),
                    None => {
                        let given = code.chars().take(24).collect();
                        self.set_field_error(span.start(), PhhFieldProblem::UnknownVariant { given });
                    }
                },
                None => self.set_field_error(span.start(), PhhFieldProblem::NotAVariant),
            },
            Field::AnteTrimming => match self.source_text(span) {
                "true" if encoding.is_none() => self.trims_antes = true,
                "false" if encoding.is_none() => self.trims_antes = false,
                _ => self.set_field_error(span.start(), PhhFieldProblem::NotABool),
            },
            Field::Antes => {
                let amount = self.read_amount(span, encoding, self.decimals);
                self.scratch.antes.extend(amount);
            }
            Field::Blinds => {
                let amount = self.read_amount(span, encoding, self.decimals);
                self.scratch.blinds.extend(amount);
            }
            Field::Stacks => {
                let amount = self.read_amount(span, encoding, self.decimals);
                self.scratch.stacks.extend(amount);
            }
            Field::Finishing => {
                let amount = self.read_amount(span, encoding, self.decimals);
                self.scratch.finishing.extend(amount);
            }
            Field::Seats => {
                let seat = self.read_whole(span, encoding);
                self.scratch.seats.extend(seat);
            }
            Field::BringIn => {
                self.read_amount(span, encoding, self.decimals);
            }
            Field::SmallBet => self.small_bet = self.read_amount(span, encoding, self.decimals),
            Field::BigBet => self.big_bet = self.read_amount(span, encoding, self.decimals),
            Field::MinBet => self.min_bet = self.read_amount(span, encoding, self.decimals),
            Field::Commission => self.commission = self.read_amount(span, encoding, self.decimals),
            Field::Button => self.button = self.read_whole(span, encoding),
            Field::UnpostedBlind => self.unposted_blind = self.read_amount(span, encoding, self.decimals),
            Field::Players => match self.string_value(span, encoding, error) {
                Some(name) => self.names.push(name.as_ref().into()),
                None => self.set_field_error(span.start(), PhhFieldProblem::NotNames),
            },
            Field::Unit => match self.string_value(span, encoding, error).as_deref() {
                Some("cents") => self.is_in_cents = true,
                Some(_) | None => self.keep_extra(span),
            },
            Field::Currency => match self.string_value(span, encoding, error) {
                Some(code) => self.currency = code.as_ref().into(),
                None => self.set_field_error(span.start(), PhhFieldProblem::NotACurrency),
            },
            Field::Actions => match self.string_value(span, encoding, error) {
                Some(text) => self.read_action(span, &text),
                None => self.set_field_error(span.start(), PhhFieldProblem::NotActs),
            },
            Field::Extra => {
                if encoding.is_none() {
                    let mut decoded = Cow::Borrowed("");
                    let raw = toml_parser::Raw::new_unchecked(self.source_text(span), None, span);
                    match raw.decode_scalar(&mut decoded, error) {
                        ScalarKind::String
                        | ScalarKind::Boolean(_)
                        | ScalarKind::DateTime
                        | ScalarKind::Float
                        | ScalarKind::Integer(_) => {}
                    }
                } else {
                    self.string_value(span, encoding, error);
                }
                if self.depth == 0 {
                    self.keep_extra(span);
                }
            }
        }
    }

    /// Stores a field that has nothing to do with play, as written from its value's start to the end of
    /// `span`; fields of nested tables and with dotted keys are left out.
    fn keep_extra(&mut self, span: Span) {
        if !self.is_in_subtable && self.key_parts == 1 {
            let (key, value) = (self.key, self.text.get(self.value_start..span.end()).unwrap_or_default());
            self.extras.push(key, value);
        }
    }

    /// Reads one entry of `actions` into the steps and comments, with the line of the file it is on.
    fn read_action(&mut self, span: Span, text: &str) {
        self.line += newlines(self.text.get(self.counted_to..span.start()).unwrap_or_default());
        // A string over several lines is counted together with the gap after it.
        self.counted_to = if text.len() + 2 == span.len() { span.end() } else { span.start() };
        let (act, words) = match parse_entry(text, self.decimals) {
            Ok(ActionEntry::Act(act, words)) => (Some(act), words),
            Ok(ActionEntry::ShowAsDealt(place, words)) => {
                self.shown_as_dealt.push(self.steps.len());
                (Some(RecordedAct::Show(place, CardList::EMPTY)), words)
            }
            Ok(ActionEntry::Words(words)) => (None, words),
            Ok(ActionEntry::NeedsDecimals(places)) => {
                self.need_decimals(places, span);
                return;
            }
            Err(error) => return self.set_error(span.start(), PhhError::Action(error)),
        };
        if let Some(act) = act {
            if self.steps.len() == MAX_STEPS {
                return self.set_error(span.start(), PhhError::TooManyActs);
            }
            let place = match act {
                RecordedAct::Hole(place, _)
                | RecordedAct::Fold(place)
                | RecordedAct::CheckOrCall(place, _)
                | RecordedAct::To(place, _)
                | RecordedAct::Show(place, _)
                | RecordedAct::Muck(place)
                | RecordedAct::BringIn(place)
                | RecordedAct::Draw(place, _) => place.number(),
                RecordedAct::Board(_) => 0,
            };
            self.highest_player = self.highest_player.max(place);
            self.steps.push(RecordedStep { act, line: self.line });
        }
        if let Some(words) = words {
            self.comments.push(Comment { steps_before: self.steps.len(), text: words.into() });
        }
    }
}

impl EventReceiver for PhhHandBuilder<'_> {
    /// A header `[key]` begins; a hand has one at most, so a second one is an error.
    fn std_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        if self.has_header {
            self.set_error(span.start(), PhhError::SecondHeader);
        }
        self.state = ParserState::Header;
        self.header_parts = 0;
    }

    /// The header is complete: the fields after it are those of the hand, or of a nested table if its key has
    /// several parts.
    fn std_table_close(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.state = ParserState::Key;
        self.has_header = true;
        self.is_in_subtable = self.header_parts > 1;
    }

    /// A header `[[key]]` begins, which the notation does not have: an error, as a hand under it would be
    /// lost.
    fn array_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.state = ParserState::Header;
        self.set_error(span.start(), PhhError::DoubleBrackets);
    }

    /// The header `[[key]]`, which is an error already, is complete; the keys after it are read all the same.
    fn array_table_close(&mut self, _span: Span, _error: &mut dyn ErrorSink) {
        self.state = ParserState::Key;
    }

    /// A table in braces begins, which only fields that have nothing to do with play may have; false, so that
    /// the parser goes no deeper, beyond [`MAX_DEPTH`].
    fn inline_table_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        if self.depth == 0 {
            self.value_start = span.start();
        }
        self.depth += 1;
        if self.field != Field::Extra {
            self.set_field_error(span.start(), PhhFieldProblem::Table);
        }
        if self.depth > MAX_DEPTH {
            self.set_error(span.start(), PhhError::TablesTooDeep);
        }
        self.depth <= MAX_DEPTH
    }

    /// A table in braces ends; the outermost one is kept as an extra field, as written.
    fn inline_table_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            self.keep_extra(span);
            self.state = ParserState::Key;
        }
    }

    /// A list begins; lists within lists are only for fields that have nothing to do with play. False, so
    /// that the parser goes no deeper, beyond [`MAX_DEPTH`].
    fn array_open(&mut self, span: Span, _error: &mut dyn ErrorSink) -> bool {
        if self.depth == 0 {
            self.value_start = span.start();
        } else if self.field != Field::Extra {
            self.set_field_error(span.start(), PhhFieldProblem::NestedList);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.set_error(span.start(), PhhError::ListsTooDeep);
        }
        self.depth <= MAX_DEPTH
    }

    /// A list ends; the outermost one of a field that has nothing to do with play is kept as written.
    fn array_close(&mut self, span: Span, _error: &mut dyn ErrorSink) {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 {
            if self.field == Field::Extra {
                self.keep_extra(span);
            }
            self.state = ParserState::Key;
        }
    }

    /// Takes one part of a header or of a key, and finds the field that the key names; a field may occur
    /// once.
    fn simple_key(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        if self.depth > 0 {
            return;
        }
        let raw = self.source_text(span);
        let plain = encoding.is_none();
        match self.state {
            ParserState::Header => {
                self.header_parts += 1;
                let mut key = Cow::Borrowed(raw);
                if !is_bare(raw) {
                    toml_parser::Raw::new_unchecked(raw, encoding, span).decode_key(&mut key, error);
                }
                if self.header_parts == 1 {
                    self.hand_name = key;
                } else {
                    self.hand_name = Cow::Owned(format!("{}.{key}", self.hand_name));
                }
            }
            ParserState::Key | ParserState::Value => {
                self.key_parts = if self.state == ParserState::Key { 1 } else { self.key_parts + 1 };
                if self.key_parts == 1 {
                    self.key_span = span;
                    self.key =
                        if plain { raw } else { raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default() };
                    self.field = if self.is_in_subtable { Field::Extra } else { Field::named(self.key) };
                } else {
                    self.field = Field::Extra;
                }
                self.state = ParserState::Value;
                if self.field != Field::Extra {
                    let bit = 1 << self.field as u8;
                    if self.seen_fields & bit != 0 {
                        self.set_field_error(span.start(), PhhFieldProblem::Twice);
                    }
                    self.seen_fields |= bit;
                } else if self.key_parts == 1 && !self.is_in_subtable && self.extras.get(self.key).is_some() {
                    self.set_field_error(span.start(), PhhFieldProblem::Twice);
                }
                if plain && !is_bare(raw) {
                    let mut key = Cow::Borrowed("");
                    toml_parser::Raw::new_unchecked(raw, encoding, span).decode_key(&mut key, error);
                }
            }
        }
    }

    /// Takes a single value, or one value of a list, for the field whose key was read last; an empty one is a
    /// missing value.
    fn scalar(&mut self, span: Span, encoding: Option<Encoding>, error: &mut dyn ErrorSink) {
        if span.is_empty() {
            // The parser reports most of these itself, and does it better.
            self.missing_value_at.get_or_insert(span.start());
            self.state = if self.depth == 0 { ParserState::Key } else { self.state };
        } else if self.depth == 0 {
            self.value_start = span.start();
            self.read_value(span, encoding, error);
            self.state = ParserState::Key;
        } else {
            self.read_value(span, encoding, error);
        }
    }
}

/// Whether TOML lets this key stand without quotation marks; then nothing has to be decoded, which is the
/// usual case.
fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}
