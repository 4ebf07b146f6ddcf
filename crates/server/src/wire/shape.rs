//! What a frame of a client is made of, field by field: where one is refused, the refusal names the field and what is
//! expected there. The types of [`super::request`] decide what is taken; here it is only told why something was not.

use serde_json::{Map, Value};

use super::request::{AskKey, CutValue, NotAFrame, short};
use super::value::{Card, Chips, Seat};
use crate::path::LARGEST;

/// What is expected at a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Number,
    Count,
    Chips,
    Seat,
    Flag,
    Text,
    Key,
    CutValue,
    Cards,
    Settings,
    Turn,
    Wish,
}

/// A field by its name, what is expected there, and whether it may be left out.
type Field = (&'static str, Shape, Presence);

/// Objects of several kinds, each with the fields that it has beside the one that names the kind.
type Kinds = &'static [(&'static str, &'static [Field])];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Needed,
    /// Left out, or `null`.
    Optional,
    /// Left out, and nothing else than what is expected where it is there.
    Default,
}

use Presence::{Default, Needed, Optional};

const FRAMES: Kinds = &[
    ("ping", &[("n", Shape::Number, Needed)]),
    ("watch", &[("table", Shape::Number, Needed), ("from", Shape::Number, Optional)]),
    ("unwatch", &[("table", Shape::Number, Needed)]),
    (
        "ask",
        &[
            ("table", Shape::Number, Needed),
            ("key", Shape::Key, Needed),
            ("turn", Shape::Turn, Optional),
            ("wish", Shape::Wish, Needed),
        ],
    ),
    ("say", &[("table", Shape::Number, Needed), ("key", Shape::Key, Needed), ("text", Shape::Text, Needed)]),
];

const WISHES: Kinds = &[
    ("sit", &[("seat", Shape::Seat, Needed), ("stack", Shape::Chips, Needed)]),
    ("leave", &[]),
    ("top_up", &[("amount", Shape::Chips, Needed)]),
    ("sit_out", &[]),
    ("sit_out_at_blind", &[("wished", Shape::Flag, Needed)]),
    ("sit_in", &[("posts", Shape::Flag, Needed)]),
    ("fold", &[]),
    ("check", &[]),
    ("call", &[]),
    ("call_and_fold", &[]),
    ("raise", &[("to", Shape::Chips, Needed)]),
    ("all_in", &[]),
    ("show", &[]),
    ("muck", &[]),
    ("show_cards", &[("cards", Shape::Cards, Needed)]),
    ("over_blind", &[]),
    ("use_time_bank", &[]),
    ("contribute", &[("hand", Shape::Number, Needed), ("value", Shape::CutValue, Needed)]),
    ("pause", &[("reason", Shape::Text, Needed)]),
    ("resume", &[]),
    ("close", &[("reason", Shape::Text, Needed)]),
    ("remove", &[("person", Shape::Number, Needed), ("reason", Shape::Text, Needed)]),
    ("determine", &[("settings", Shape::Settings, Needed), ("anew", Shape::Flag, Default)]),
];

const TURN: &[Field] =
    &[("hand", Shape::Number, Needed), ("acts", Shape::Count, Needed), ("facing", Shape::Chips, Needed)];

impl Shape {
    /// What is expected, by its name.
    fn word(self) -> &'static str {
        match self {
            Shape::Number | Shape::Count => "number",
            Shape::Chips => "chips",
            Shape::Seat => "seat",
            Shape::Flag => "true, false",
            Shape::Text => "text",
            Shape::Key => "key",
            Shape::CutValue => "cut_value",
            Shape::Cards => "cards",
            Shape::Settings => "settings",
            Shape::Turn | Shape::Wish => "object",
        }
    }

    /// What is expected, in words.
    fn says(self) -> String {
        match self {
            Shape::Number => format!("a whole number from 0 to {LARGEST}"),
            Shape::Count => format!("a whole number from 0 to {}", u32::MAX),
            Shape::Chips => format!("an amount, a whole number from 0 to {}", chips::Chips::MAX),
            Shape::Seat => format!("a seat, a whole number from 1 to {}", seating::MOST_SEATS),
            Shape::Flag => "true or false".to_owned(),
            Shape::Text => "a text".to_owned(),
            Shape::Key => "32 hexadecimal digits".to_owned(),
            Shape::CutValue => "64 hexadecimal digits".to_owned(),
            Shape::Cards => "a list of cards, rank and suit as in \"As\"".to_owned(),
            Shape::Settings => "names of settings with their values, which are texts".to_owned(),
            Shape::Turn | Shape::Wish => "an object".to_owned(),
        }
    }

    /// What is wrong with a value that stands at a place.
    fn wrong(self, value: &Value, at: &str) -> Option<NotAFrame> {
        let text = |fits: fn(&str) -> bool| value.as_str().is_some_and(fits);
        let fits = match self {
            Shape::Turn => return fields_wrong(value.as_object(), at, None, TURN),
            Shape::Wish => return kind_wrong(value, at, "do", WISHES),
            Shape::Number => value.is_u64(),
            Shape::Count => value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()),
            Shape::Chips => serde_json::from_value::<Chips>(value.clone()).is_ok(),
            Shape::Seat => serde_json::from_value::<Seat>(value.clone()).is_ok(),
            Shape::Flag => value.is_boolean(),
            Shape::Text => value.is_string(),
            Shape::Key => text(|key| AskKey::read(key).is_some()),
            Shape::CutValue => text(|digits| CutValue::read(digits).is_some()),
            Shape::Cards => serde_json::from_value::<Vec<Card>>(value.clone()).is_ok(),
            Shape::Settings => match value.as_object() {
                Some(settings) => {
                    let not_a_text = settings.iter().find(|(_, value)| !value.is_string());
                    return not_a_text
                        .map(|(name, _)| unfit(&within(at, name), Shape::Text.word(), &Shape::Text.says()));
                }
                None => false,
            },
        };
        (!fits).then(|| unfit(at, self.word(), &self.says()))
    }
}

/// What is wrong with the frame that a text holds, where it is found.
pub(super) fn wrong(frame: &Value) -> Option<NotAFrame> {
    kind_wrong(frame, "", "t", FRAMES)
}

fn within(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

fn unfit(at: &str, word: &str, says: &str) -> NotAFrame {
    let place = if at.is_empty() { "the frame" } else { at };
    let not = NotAFrame::plain("not_understood", format!("{}: expected {says}", short(place)));
    not.because("frame_unfit").with("field", short(at)).with("expected", word)
}

fn missing(at: &str, word: &str, says: &str) -> NotAFrame {
    let not = NotAFrame::plain("not_understood", format!("{at} is missing: expected {says}"));
    not.because("frame_missing").with("field", at).with("expected", word)
}

fn unknown(at: &str, names: &str) -> NotAFrame {
    let at = short(at);
    let not = NotAFrame::plain("not_understood", format!("{at}: there is no such field here, only {names}"));
    not.because("frame_unknown").with("field", at).with("fields", names)
}

/// An object whose kind one of its fields names.
fn kind_wrong(value: &Value, at: &str, tag: &'static str, kinds: Kinds) -> Option<NotAFrame> {
    let Some(object) = value.as_object() else { return Some(unfit(at, "object", "an object")) };
    let names = || kinds.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let says = || format!("one of {}", names());
    let Some(named) = object.get(tag) else { return Some(missing(&within(at, tag), &names(), &says())) };
    match kinds.iter().find(|(name, _)| named.as_str() == Some(name)) {
        Some((_, fields)) => fields_wrong(Some(object), at, Some(tag), fields),
        None => Some(unfit(&within(at, tag), &names(), &says())),
    }
}

fn fields_wrong(
    object: Option<&Map<String, Value>>,
    at: &str,
    tag: Option<&'static str>,
    fields: &'static [Field],
) -> Option<NotAFrame> {
    let Some(object) = object else { return Some(unfit(at, "object", "an object")) };
    let known = |name: &str| Some(name) == tag || fields.iter().any(|(field, _, _)| *field == name);
    if let Some(name) = object.keys().find(|name| !known(name)) {
        let names: Vec<&str> = tag.into_iter().chain(fields.iter().map(|(name, _, _)| *name)).collect();
        return Some(unknown(&within(at, name), &names.join(", ")));
    }
    fields.iter().find_map(|(name, shape, presence)| match (object.get(*name), presence) {
        (None | Some(Value::Null), Optional) | (None, Default) => None,
        (None, Needed) => Some(missing(&within(at, name), shape.word(), &shape.says())),
        (Some(value), Needed | Optional | Default) => shape.wrong(value, &within(at, name)),
    })
}
