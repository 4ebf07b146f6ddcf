//! What a client sends: one JSON text a frame. The parser is a plain function from bytes to a result.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use table::reason::{ReasonValue, ReasonValues};
use ts_rs::TS;

use super::duplicates::duplicate_name;
use super::json::{DEEPEST, JsonError, TextPosition};
use super::shape::FieldProblem;
use super::value::{WireCard, WireChips, WireSeat};
use super::{decode, json, shape};
use crate::body::{find_list, has_too_large_number};
use crate::path::LARGEST_NUMBER;

/// The longest frame a client may send, in bytes: the longest list of determinations fits many times.
pub const LONGEST_FRAME: usize = 8 * 1024;

/// The most characters of a reason that goes on record.
pub const LONGEST_REASON: usize = 200;

/// The most settings that one frame may name: every setting there is, and more.
pub const MOST_SETTINGS: usize = 256;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Is the line alive? The answer is a `pong` with the same number.
    Ping {
        /// Any number that the client likes.
        n: u64,
    },
    /// Everything that happens at a table from here on.
    Watch {
        /// The number of the table.
        table: u64,
        /// The number of the last update that the client has: what came after is sent, or a snapshot when that is too
        /// much. Without it a snapshot comes, and with 0 the updates of the hand so far and then a snapshot.
        #[serde(default)]
        #[ts(optional = nullable)]
        from: Option<u64>,
    },
    /// Nothing more of a table.
    Unwatch {
        /// The number of the table.
        table: u64,
    },
    /// Something is asked of a table.
    Ask {
        /// The number of the table.
        table: u64,
        /// 32 hexadecimal digits that the client makes for each thing it asks: sent again, they get the first answer.
        key: AskKey,
        /// The position that an act of a hand answers, as the last turn named it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        turn: Option<TurnName>,
        /// What is asked.
        wish: WireWish,
    },
    /// Something is said at a table, for everybody who watches it.
    Say {
        /// The number of the table.
        table: u64,
        /// 32 hexadecimal digits that the client makes for each line: sent again, it is said once.
        key: AskKey,
        /// The words: 1 to 200 characters.
        text: String,
    },
}

/// The position that an act answers: for another position the act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TurnName {
    /// The number of the hand at its table.
    pub hand: u64,
    /// How many commands the hand had taken.
    pub acts: u32,
    /// What there was to call, in chips.
    pub facing: WireChips,
}

/// What can be asked of a table. The seat is always that of the person who asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[ts(rename = "Wish")]
pub enum WireWish {
    /// A free seat, with a stake from the wallet.
    Sit {
        /// Which seat.
        seat: WireSeat,
        /// The stake, in chips.
        stack: WireChips,
    },
    /// The seat is given up; in mid-hand the hand is folded when its turn comes.
    Leave {},
    /// Chips from the wallet, between rounds.
    TopUp {
        /// How many.
        amount: WireChips,
    },
    /// No cards until further notice.
    SitOut {},
    /// No cards from the round on in which the last blind would come.
    SitOutAtBlind {
        /// `false` takes it back.
        wished: bool,
    },
    /// Cards again.
    SitIn {
        /// Posts what is owed with the next hand; otherwise waits for the last blind.
        posts: bool,
    },
    /// Fold.
    Fold {},
    /// Check, or stand on the last blind.
    Check {},
    /// Call, all-in where the stack is smaller.
    Call {},
    /// Pay the call and fold, where the book offers it.
    CallAndFold {},
    /// Bet or raise.
    Raise {
        /// The total of this street.
        to: WireChips,
    },
    /// Every chip.
    AllIn {},
    /// Turn up the hand.
    Show {},
    /// Throw the hand away unseen.
    Muck {},
    /// Turn up cards of the own hand when the round is over, or one of them instead of throwing the hand away unseen.
    ShowCards {
        /// Which of them; none named: all.
        cards: Vec<WireCard>,
    },
    /// One more blind, before the first card.
    OverBlind {},
    /// More time for this decision, from the time bank.
    UseTimeBank {},
    /// A value for the cut of the deck that was committed for a hand.
    Contribute {
        /// The number of the hand.
        hand: u64,
        /// 64 hexadecimal digits.
        value: CutValueHex,
    },
    /// No new round begins until play is resumed.
    Pause {
        /// For the record, and shown to everybody.
        reason: String,
    },
    /// Play goes on.
    Resume {},
    /// The round is played to its end, then the table closes.
    Close {
        /// For the record, and shown to everybody.
        reason: String,
    },
    /// A person is paid out when the round is over.
    Remove {
        /// The number of the person.
        person: u64,
        /// For the record, and shown to everybody.
        reason: String,
    },
    /// Choices of 4.2 for the rounds to come.
    Determine {
        /// Names of settings with their values.
        #[serde(deserialize_with = "once")]
        settings: BTreeMap<String, String>,
        /// The game is declared anew by them, while no round is played: deck and joker change in no other way.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        anew: bool,
    },
}

/// Names with their values, each once.
///
/// # Errors
/// A name that is given twice: the reader of the other one would take another value.
pub(crate) fn once<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    struct Once;

    impl<'de> serde::de::Visitor<'de> for Once {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("names with their values, each once")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut read = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                if read.contains_key(&name) {
                    return Err(serde::de::Error::custom("a name is given twice"));
                }
                read.insert(name, value);
            }
            Ok(read)
        }
    }

    deserializer.deserialize_map(Once)
}

/// Bytes that are written in hexadecimal digits, two a byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Hex<const BYTES: usize>(pub [u8; BYTES]);

/// The key of an ask. An answer has it as it was sent; in capitals or not it is the same key.
#[derive(Clone, Copy, TS)]
#[ts(type = "string")]
pub struct AskKey {
    /// The key.
    pub key: Hex<16>,
    /// The places of the digits that were sent as capitals.
    capitals: u32,
}

impl AskKey {
    /// The key of a text, if it has exactly 32 hexadecimal digits.
    pub fn read(text: &str) -> Option<AskKey> {
        let key = Hex::read(text)?;
        let capital = |(place, letter): (u32, char)| u32::from(letter.is_ascii_uppercase()) << place;
        Some(AskKey { key, capitals: (0..).zip(text.chars()).map(capital).sum() })
    }
}

impl From<Hex<16>> for AskKey {
    fn from(key: Hex<16>) -> AskKey {
        AskKey { key, capitals: 0 }
    }
}

impl PartialEq for AskKey {
    fn eq(&self, other: &AskKey) -> bool {
        self.key == other.key
    }
}

impl Eq for AskKey {}

impl fmt::Display for AskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, letter) in (0..).zip(self.key.to_string().chars()) {
            let capital = self.capitals >> place & 1 == 1;
            fmt::Write::write_char(f, if capital { letter.to_ascii_uppercase() } else { letter })?;
        }
        Ok(())
    }
}

impl fmt::Debug for AskKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for AskKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct AskKeyVisitor;

impl serde::de::Visitor<'_> for AskKeyVisitor {
    type Value = AskKey;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("32 hexadecimal digits")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<AskKey, E> {
        AskKey::read(text)
            .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Other("another text"), &self))
    }
}

impl<'de> Deserialize<'de> for AskKey {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<AskKey, D::Error> {
        deserializer.deserialize_str(AskKeyVisitor)
    }
}

/// A value for the cut.
pub type CutValueHex = Hex<32>;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl<const BYTES: usize> fmt::Display for Hex<BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            f.write_str(char::from(DIGITS[usize::from(byte >> 4)]).encode_utf8(&mut [0; 4]))?;
            f.write_str(char::from(DIGITS[usize::from(byte & 15)]).encode_utf8(&mut [0; 4]))?;
        }
        Ok(())
    }
}

impl<const BYTES: usize> fmt::Debug for Hex<BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const BYTES: usize> Hex<BYTES> {
    /// The bytes of a text, if it has exactly two digits for each.
    pub fn read(text: &str) -> Option<Hex<BYTES>> {
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let mut bytes = [0; BYTES];
        if text.len() != 2 * BYTES {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Hex(bytes))
    }
}

impl<const BYTES: usize> Serialize for Hex<BYTES> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct HexVisitor<const BYTES: usize>;

impl<const BYTES: usize> serde::de::Visitor<'_> for HexVisitor<BYTES> {
    type Value = Hex<BYTES>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} hexadecimal digits", 2 * BYTES)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hex<BYTES>, E> {
        Hex::read(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Other("another text"), &self))
    }
}

impl<'de, const BYTES: usize> Deserialize<'de> for Hex<BYTES> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hex<BYTES>, D::Error> {
        deserializer.deserialize_str(HexVisitor)
    }
}

/// Why a frame was not understood. Nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// One word for machines.
    pub code: &'static str,
    /// The name of the reason, which stays.
    pub reason: &'static str,
    /// The values that help, by their names.
    pub numbers: ReasonValues,
    /// What is wrong.
    pub why: String,
}

impl FrameError {
    /// With a code, which is the reason too where there is no other.
    pub fn new(code: &'static str, why: impl Into<String>) -> FrameError {
        FrameError { code, reason: code, numbers: ReasonValues::new(), why: why.into() }
    }

    /// With a reason of its own.
    #[must_use]
    pub fn because(self, reason: &'static str) -> FrameError {
        FrameError { reason, ..self }
    }

    /// With a value that helps.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<ReasonValue>) -> FrameError {
        self.numbers.push((name, value.into()));
        self
    }
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for FrameError {}

/// The fields of frames that are lists. Another list would be read as the fields of an object in their order.
const LISTS: [&str; 1] = ["cards"];

/// The request that the bytes of a text frame hold.
///
/// # Errors
/// What is wrong with them: too long, no JSON, no frame that is known, a field too many or too few, a number that is
/// no amount, a text that is too long.
pub fn parse(bytes: &[u8]) -> Result<Request, FrameError> {
    if bytes.len() > LONGEST_FRAME {
        let why = format!("a frame of {} bytes is too long: at most {LONGEST_FRAME}", bytes.len());
        let long = FrameError::new("too_long", why).because("frame_too_long");
        return Err(long.with("length", bytes.len()).with("at_most", LONGEST_FRAME));
    }
    let frame = json::read(bytes).map_err(json_error)?;
    if let Some(field) = duplicate_name(bytes) {
        let why = format!("{}: a field is given once, and this one is there twice", abbreviate(&field));
        let twice = FrameError::new("not_understood", why).because("frame_twice");
        return Err(twice.with("field", abbreviate(&field)));
    }
    let Ok(request) = serde_json::from_slice::<Request>(bytes) else { return Err(shape_error(&frame)) };
    if has_too_large_number(&frame) || find_list(&frame, &LISTS).is_some() {
        return Err(shape_error(&frame));
    }
    if let Request::Ask { wish, .. } = &request {
        // What cannot be asked of any room is no frame.
        decode::wish(wish.clone())?;
    }
    Ok(request)
}

/// The refusal of what cannot be read as JSON.
fn json_error(unread: JsonError) -> FrameError {
    let at = |position: TextPosition, what: &str| {
        let TextPosition { line, column } = position;
        let why = format!("{what} (line {line}, column {column}): every frame is one JSON object");
        FrameError::new("not_understood", why).with("line", line).with("column", column)
    };
    match unread {
        JsonError::Unfinished(place) | JsonError::NotJson(place) => {
            at(place, "the frame is no JSON").because("frame_no_json")
        }
        JsonError::NotUnicode(place) => {
            at(place, "a text in the frame has what is no character").because("frame_no_text")
        }
        JsonError::TooDeep => {
            let why = format!("the frame has more than {DEEPEST} objects or lists in each other");
            FrameError::new("not_understood", why).because("frame_too_deep").with("at_most", DEEPEST)
        }
    }
}

/// The refusal of JSON that is no frame: what is wrong stands at a field.
fn shape_error(frame: &serde_json::Value) -> FrameError {
    let Some(wrong) = shape::frame_errors(frame).into_iter().next() else {
        let why = "the frame is none of the protocol: docs/protocol.md has the shape of every frame";
        return FrameError::new("not_understood", why);
    };
    let not = FrameError::new("not_understood", wrong.why.as_str()).because(reason_name(wrong.problem));
    FrameError { numbers: wrong.values(), ..not }
}

/// The name of the reason for which a field of a frame is refused.
const fn reason_name(is: FieldProblem) -> &'static str {
    match is {
        FieldProblem::Mismatch => "frame_unfit",
        FieldProblem::UnexpectedList => "frame_list",
        FieldProblem::Missing => "frame_missing",
        FieldProblem::Unknown => "frame_unknown",
        FieldProblem::TooLarge => "frame_number_too_large",
        FieldProblem::TooSmall => "frame_number_too_small",
    }
}

/// The table and the key of an `ask` or a `say` that cannot be taken, where it has them: it is answered like any other.
pub fn reply_address(bytes: &[u8]) -> Option<(u64, AskKey)> {
    let frame = json::read(bytes).ok()?;
    let kind = frame.get("t")?.as_str()?;
    let key = AskKey::read(frame.get("key")?.as_str()?)?;
    matches!(kind, "ask" | "say")
        .then_some((frame.get("table")?.as_u64().filter(|table| *table <= LARGEST_NUMBER)?, key))
}

/// What a client wrote comes back in the message; a few words of it are enough.
pub(crate) fn abbreviate(why: &str) -> String {
    const MOST: usize = 200;
    let mut line: String =
        why.chars().take(MOST).map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    if why.chars().nth(MOST).is_some() {
        line.push_str("...");
    }
    line
}
