//! The shapes of frames and bodies, field by field: a refusal of one names the field and what is expected
//! there. The types that are deserialised decide what is accepted; this file only explains why something was
//! not.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use table::reason::ReasonValues;

use super::request::{AskKey, CutValueHex, abbreviate};
use super::value::{LARGEST_NUMBER, WireCard};

/// What is expected at a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A whole number up to the largest on the wire.
    Number,
    /// A whole number from 0 to this one.
    Whole(u64),
    /// An amount of chips.
    Chips,
    /// The number of a seat.
    Seat,
    /// `true` or `false`.
    Flag,
    /// Any text.
    Text,
    /// The key of a request.
    Key,
    /// A value for the cut.
    CutValue,
    /// A list of cards.
    Cards,
    /// Names of settings with their values.
    Settings,
    /// An object with these fields.
    Object(&'static [FieldSpec]),
    /// The `wish` of a frame.
    Wish,
}

/// A field: its name, its shape, and whether it may be left out.
pub type FieldSpec = (&'static str, Shape, Presence);

/// Objects of several kinds, each with the fields that it has besides the one that names the kind.
type TaggedShapes = &'static [(&'static str, &'static [FieldSpec])];

/// Whether a field must be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must.
    Required,
    /// It may be left out or `null`.
    Optional,
    /// It may be left out, but `null` is not accepted.
    Default,
}

use Presence::{Default, Optional, Required};

/// The shape of a request body.
pub trait Shaped: DeserializeOwned {
    /// Its fields.
    const FIELDS: &'static [FieldSpec];
}

const FRAMES: TaggedShapes = &[
    ("ping", &[("n", Shape::Number, Required)]),
    ("watch", &[("table", Shape::Number, Required), ("from", Shape::Number, Optional)]),
    ("unwatch", &[("table", Shape::Number, Required)]),
    (
        "ask",
        &[
            ("table", Shape::Number, Required),
            ("key", Shape::Key, Required),
            ("turn", Shape::Object(TURN), Optional),
            ("wish", Shape::Wish, Required),
        ],
    ),
    (
        "say",
        &[("table", Shape::Number, Required), ("key", Shape::Key, Required), ("text", Shape::Text, Required)],
    ),
];

const WISHES: TaggedShapes = &[
    ("sit", &[("seat", Shape::Seat, Required), ("stack", Shape::Chips, Required)]),
    ("leave", &[]),
    ("top_up", &[("amount", Shape::Chips, Required)]),
    ("sit_out", &[]),
    ("sit_out_at_blind", &[("wished", Shape::Flag, Required)]),
    ("sit_in", &[("posts", Shape::Flag, Required)]),
    ("fold", &[]),
    ("check", &[]),
    ("call", &[]),
    ("call_and_fold", &[]),
    ("raise", &[("to", Shape::Chips, Required)]),
    ("all_in", &[]),
    ("show", &[]),
    ("muck", &[]),
    ("show_cards", &[("cards", Shape::Cards, Required)]),
    ("over_blind", &[]),
    ("use_time_bank", &[]),
    ("contribute", &[("hand", Shape::Number, Required), ("value", Shape::CutValue, Required)]),
    ("pause", &[("reason", Shape::Text, Required)]),
    ("resume", &[]),
    ("close", &[("reason", Shape::Text, Required)]),
    ("remove", &[("person", Shape::Number, Required), ("reason", Shape::Text, Required)]),
    ("determine", &[("settings", Shape::Settings, Required), ("anew", Shape::Flag, Default)]),
];

const TURN: &[FieldSpec] = &[
    ("hand", Shape::Number, Required),
    ("acts", Shape::Whole(u32::MAX as u64), Required),
    ("facing", Shape::Chips, Required),
];

/// What is wrong at one field.
pub struct FieldError {
    /// The kind of error.
    pub problem: FieldProblem,
    /// The path of the field, such as `wish.seat`; empty for the whole value.
    pub field: String,
    /// What is wrong, for people.
    pub why: String,
    values: ReasonValues,
}

/// What kind of error a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldProblem {
    /// Its value has an unexpected type or form.
    Mismatch,
    /// It has a list where none is expected.
    UnexpectedList,
    /// It is missing.
    Missing,
    /// It does not exist in this frame or body.
    Unknown,
    /// Its number is above the maximum.
    TooLarge,
    /// Its number is below the minimum.
    TooSmall,
}

impl FieldError {
    /// The error at a path, which becomes the first of its values; the path may contain names that a client
    /// wrote, so it is shortened.
    fn new(problem: FieldProblem, path: &str, why: String) -> FieldError {
        let field = abbreviate(path);
        FieldError { problem, values: vec![("field", field.as_str().into())], field, why }
    }

    /// The error with one more of the values that its reason has on the list, under the name that it has
    /// there.
    fn with(mut self, name: &'static str, value: impl Into<table::reason::ReasonValue>) -> FieldError {
        self.values.push((name, value.into()));
        self
    }

    /// The values of the refusal, by name: the field and what was expected, as the list in `reasons.rs` has
    /// them.
    pub fn values(self) -> ReasonValues {
        self.values
    }
}

impl Shape {
    /// The name of the expected shape, as the value `expected` of a refusal. Pages have words for it, so it
    /// never changes.
    fn name(self) -> &'static str {
        match self {
            Shape::Number | Shape::Whole(_) => "number",
            Shape::Chips => "chips",
            Shape::Seat => "seat",
            Shape::Flag => "true, false",
            Shape::Text => "text",
            Shape::Key => "key",
            Shape::CutValue => "cut_value",
            Shape::Cards => "cards",
            Shape::Settings => "settings",
            Shape::Object(_) | Shape::Wish => "object",
        }
    }

    /// The expected shape in words, for the sentence of a refusal.
    fn description(self) -> String {
        let numbers = |what: &str| {
            let (least, most) = self.bounds().unwrap_or((0, LARGEST_NUMBER));
            format!("{what} from {least} to {most}")
        };
        match self {
            Shape::Number | Shape::Whole(_) => numbers("a whole number"),
            Shape::Chips => numbers("an amount, a whole number"),
            Shape::Seat => numbers("a seat, a whole number"),
            Shape::Flag => "true or false".to_owned(),
            Shape::Text => "a text".to_owned(),
            Shape::Key => "32 hexadecimal digits".to_owned(),
            Shape::CutValue => "64 hexadecimal digits".to_owned(),
            Shape::Cards => "a list of cards, rank and suit as in \"As\"".to_owned(),
            Shape::Settings => "names of settings with their values as texts".to_owned(),
            Shape::Object(_) | Shape::Wish => "an object".to_owned(),
        }
    }

    /// The smallest and the largest number expected, both allowed; `None` if the shape is not a number.
    fn bounds(self) -> Option<(u64, u64)> {
        match self {
            Shape::Number => Some((0, LARGEST_NUMBER)),
            Shape::Whole(most) => Some((0, most)),
            Shape::Chips => Some((0, chips::Chips::MAX.get())),
            Shape::Seat => Some((1, seating::MAX_SEATS as u64)),
            Shape::Flag
            | Shape::Text
            | Shape::Key
            | Shape::CutValue
            | Shape::Cards
            | Shape::Settings
            | Shape::Object(_)
            | Shape::Wish => None,
        }
    }

    /// Adds everything that is wrong with the value at a path. It explains a refusal and decides none: the
    /// types that are deserialised do.
    fn check(self, value: &Value, path: &str, errors: &mut Vec<FieldError>) {
        let text = |fits: fn(&str) -> bool| value.as_str().is_some_and(fits);
        let fits = match self {
            Shape::Object(fields) => return check_fields(value, path, None, fields, errors),
            Shape::Wish => return check_tagged(value, path, "do", WISHES, errors),
            Shape::Number | Shape::Whole(_) | Shape::Chips | Shape::Seat => {
                match self.bounds().and_then(|bounds| out_of_bounds(bounds, value, path)) {
                    Some(wrong) => return errors.push(wrong),
                    None => value.is_u64(),
                }
            }
            Shape::Flag => value.is_boolean(),
            Shape::Text => value.is_string(),
            Shape::Key => text(|key| AskKey::parse(key).is_some()),
            Shape::CutValue => text(|digits| CutValueHex::parse(digits).is_some()),
            Shape::Cards => serde_json::from_value::<Vec<WireCard>>(value.clone()).is_ok(),
            Shape::Settings => match value.as_object() {
                Some(settings) => {
                    for (name, value) in settings.iter().filter(|(_, value)| !value.is_string()) {
                        errors.push(mismatch(value, &field_path(path, name), Shape::Text));
                    }
                    return;
                }
                None => false,
            },
        };
        if !fits {
            errors.push(mismatch(value, path, self));
        }
    }
}

/// What is wrong with a frame that could not be read, field by field, unknown fields first; empty if nothing
/// is found. Only the reason and the sentence of the refusal depend on it.
pub(crate) fn frame_errors(frame: &Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_tagged(frame, "", "t", FRAMES, &mut errors);
    errors
}

/// What is wrong with a request body that could not be read, field by field; empty if nothing is found.
pub fn body_errors<T: Shaped>(body: &Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_fields(body, "", None, T::FIELDS, &mut errors);
    errors
}

/// The path of a field inside the value at `path`, such as `wish.seat`; a field of the whole value is its own
/// path.
fn field_path(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// The error for a number outside its bounds, whether or not it is whole and however many digits it has;
/// `None` if it is within them or no number.
fn out_of_bounds((least, most): (u64, u64), value: &Value, path: &str) -> Option<FieldError> {
    let number = value.as_number()?;
    // Every bound is exact as a double, and so is every number next to it that does not fit a u64.
    let is = match (number.as_u64(), number.as_f64()) {
        (Some(number), _) if number > most => FieldProblem::TooLarge,
        (Some(number), _) if number < least => FieldProblem::TooSmall,
        (Some(_), _) => return None,
        (None, Some(number)) if number > most as f64 => FieldProblem::TooLarge,
        (None, Some(number)) if number < least as f64 => FieldProblem::TooSmall,
        (None, _) => return None,
    };
    let is_what = if is == FieldProblem::TooLarge { "too large" } else { "too small" };
    let why = format!("{}: the number is {is_what}: expected one from {least} to {most}", abbreviate(path));
    Some(FieldError::new(is, path, why).with("at_least", least).with("at_most", most))
}

/// The error for a value that does not have the expected shape.
fn mismatch(value: &Value, path: &str, expected: Shape) -> FieldError {
    mismatch_with(value, path, expected.name(), &expected.description())
}

/// The error for a value of an unexpected type, with the expected shape by name (for programs) and in words.
/// A list has an error of its own.
fn mismatch_with(value: &Value, path: &str, word: &str, description: &str) -> FieldError {
    let place = if path.is_empty() { "the value" } else { path };
    // If cards are expected, a list is not unexpected.
    let list = value.is_array() && word != Shape::Cards.name();
    let (is, what) =
        if list { (FieldProblem::UnexpectedList, " is a list") } else { (FieldProblem::Mismatch, "") };
    FieldError::new(is, path, format!("{}{what}: expected {description}", abbreviate(place)))
        .with("expected", word)
}

/// The error for a field that must be there and is not, with the expected shape by name and in words.
fn missing(path: &str, word: &str, description: &str) -> FieldError {
    FieldError::new(FieldProblem::Missing, path, format!("{path} is missing: expected {description}"))
        .with("expected", word)
}

/// The error for a field that does not exist in this frame or body; `names` lists those that do.
fn unknown(path: &str, names: &str) -> FieldError {
    let why = format!("{}: unknown field: expected only {names}", abbreviate(path));
    FieldError::new(FieldProblem::Unknown, path, why).with("fields", names)
}

/// Adds what is wrong with an object whose kind is named by one of its fields, `tag`: the kind, then the
/// fields of that kind.
fn check_tagged(
    value: &Value,
    path: &str,
    tag: &'static str,
    kinds: TaggedShapes,
    errors: &mut Vec<FieldError>,
) {
    let Some(object) = value.as_object() else { return errors.push(mismatch(value, path, Shape::Wish)) };
    let names = kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let description = format!("one of {names}");
    let tag_path = field_path(path, tag);
    let Some(named) = object.get(tag) else { return errors.push(missing(&tag_path, &names, &description)) };
    match kinds.iter().find(|(name, _)| named.as_str() == Some(name)) {
        Some((_, fields)) => check_fields(value, path, Some(tag), fields, errors),
        None => errors.push(mismatch_with(named, &tag_path, &names, &description)),
    }
}

/// Adds what is wrong with an object that has these fields, and `tag` if it names its kind: unknown ones
/// first, then each field in order.
fn check_fields(
    value: &Value,
    path: &str,
    tag: Option<&'static str>,
    fields: &'static [FieldSpec],
    errors: &mut Vec<FieldError>,
) {
    let Some(object) = value.as_object() else {
        return errors.push(mismatch(value, path, Shape::Object(fields)));
    };
    check_unknown(object, path, tag, fields, errors);
    for (name, shape, presence) in fields {
        match (object.get(*name), presence) {
            (None | Some(Value::Null), Optional) | (None, Default) => {}
            (None, Required) => {
                errors.push(missing(&field_path(path, name), shape.name(), &shape.description()))
            }
            (Some(value), Required | Optional | Default) => {
                shape.check(value, &field_path(path, name), errors)
            }
        }
    }
}

/// Adds every field that an object of this kind does not have: a misspelt name must not pass unnoticed.
fn check_unknown(
    object: &Map<String, Value>,
    path: &str,
    tag: Option<&'static str>,
    fields: &'static [FieldSpec],
    errors: &mut Vec<FieldError>,
) {
    let names: Vec<&str> = tag.into_iter().chain(fields.iter().map(|(name, _, _)| *name)).collect();
    for name in object.keys().filter(|name| !names.contains(&name.as_str())) {
        errors.push(unknown(&field_path(path, name), &names.join(", ")));
    }
}
