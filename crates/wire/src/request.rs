//! The frames that a client sends: one JSON text per frame. The parser is a plain function from bytes to a
//! result.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use table::reason::{ReasonValue, ReasonValues};
use ts_rs::TS;

use super::duplicates::duplicate_name;
use super::json::{DEEPEST, JsonError, TextPosition, find_list, has_too_large_number};
use super::shape::FieldProblem;
use super::value::{LARGEST_NUMBER, WireCard, WireChips, WireSeat};
use super::{decode, json, shape};

/// The longest frame that a client may send, in bytes: the longest list of settings fits many times over.
pub const LONGEST_FRAME: usize = 8 * 1024;

/// The most characters in a reason that goes on record.
pub const LONGEST_REASON: usize = 200;

/// The most settings that one frame may name: more than there are.
pub const MOST_SETTINGS: usize = 256;

/// A frame from a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Asks whether the connection is alive. The answer is a `pong` with the same number.
    Ping {
        /// Any number that the client chooses.
        n: u64,
    },
    /// Watch a table: everything that happens there from now on.
    Watch {
        /// The number of the table.
        table: u64,
        /// The number of the last update that the client has: the updates after it are sent, or a snapshot if
        /// that is too much. Without it a snapshot is sent; with 0, the updates of the hand so far and then a
        /// snapshot.
        #[serde(default)]
        #[ts(optional = nullable)]
        from: Option<u64>,
    },
    /// Stop watching a table.
    Unwatch {
        /// The number of the table.
        table: u64,
    },
    /// Ask a table for something.
    Ask {
        /// The number of the table.
        table: u64,
        /// 32 hexadecimal digits that the client makes for each request: sent again, they get the first
        /// answer.
        key: AskKey,
        /// The position that an act of a hand answers, as the last turn gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = nullable)]
        turn: Option<TurnName>,
        /// The request itself.
        wish: WireWish,
    },
    /// Chat at a table, to everybody who watches it.
    Say {
        /// The number of the table.
        table: u64,
        /// 32 hexadecimal digits that the client makes for each line: a line sent again is said once.
        key: AskKey,
        /// The text: 1 to 200 characters.
        text: String,
    },
}

/// The position that an act answers: in any other position, the act is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TurnName {
    /// The number of the hand at its table.
    pub hand: u64,
    /// How many commands the hand had taken so far.
    pub acts: u32,
    /// What there was to call, in chips.
    pub facing: WireChips,
}

/// The requests to a table. The seat is always that of the person who sends the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[ts(rename = "Wish")]
pub enum WireWish {
    /// Take a free seat, with a stake from the wallet.
    Sit {
        /// The seat.
        seat: WireSeat,
        /// The stake, in chips.
        stack: WireChips,
    },
    /// Give up the seat; in mid-hand, the hand is folded when its turn comes.
    Leave {},
    /// Add chips from the wallet, between hands.
    TopUp {
        /// The number of chips.
        amount: WireChips,
    },
    /// Sit out: no cards until further notice.
    SitOut {},
    /// Sit out from the hand on in which the last blind would come.
    SitOutAtBlind {
        /// `false` withdraws it.
        wished: bool,
    },
    /// Receive cards again.
    SitIn {
        /// Post what is owed with the next hand; otherwise wait for the last blind.
        posts: bool,
    },
    /// Fold.
    Fold {},
    /// Check, or stand on the last blind.
    Check {},
    /// Call, all-in if the stack is smaller.
    Call {},
    /// Pay the call and fold, if the book offers it.
    CallAndFold {},
    /// Bet or raise.
    Raise {
        /// The total of the street.
        to: WireChips,
    },
    /// Go all-in.
    AllIn {},
    /// Show the hand.
    Show {},
    /// Muck the hand, unseen.
    Muck {},
    /// Turn up cards of one's own hand after the hand is over, or one of them instead of mucking it unseen.
    ShowCards {
        /// The cards; none means all.
        cards: Vec<WireCard>,
    },
    /// Post one more blind, before the first card.
    OverBlind {},
    /// Take more time for this decision, from the time bank.
    UseTimeBank {},
    /// Add a value to the cut of the deck that was committed for a hand.
    Contribute {
        /// The number of the hand.
        hand: u64,
        /// 64 hexadecimal digits.
        value: CutValueHex,
    },
    /// Pause: no new hand begins until play is resumed.
    Pause {
        /// The reason, for the record and shown to everybody.
        reason: String,
    },
    /// Resume play.
    Resume {},
    /// Play the hand to its end, then close the table.
    Close {
        /// The reason, for the record and shown to everybody.
        reason: String,
    },
    /// Remove a person, who is paid out after the hand.
    Remove {
        /// The number of the person.
        person: u64,
        /// The reason, for the record and shown to everybody.
        reason: String,
    },
    /// Make choices of 4.2 for later hands.
    Determine {
        /// Names of settings with their values.
        #[serde(deserialize_with = "unique_entries")]
        settings: BTreeMap<String, String>,
        /// Declare the game anew with these choices, while no hand is in progress: this is the only way to
        /// change deck and joker.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        anew: bool,
    },
}

/// Reads an object of texts in which each name occurs once, such as the settings of a table.
///
/// # Errors
/// A name that occurs twice: another reader would take the other value.
pub fn unique_entries<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    struct UniqueEntries;

    impl<'de> serde::de::Visitor<'de> for UniqueEntries {
        type Value = BTreeMap<String, String>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("names with their values, each name once")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut read = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                if read.contains_key(&name) {
                    return Err(serde::de::Error::custom("a name appears twice"));
                }
                read.insert(name, value);
            }
            Ok(read)
        }
    }

    deserializer.deserialize_map(UniqueEntries)
}

/// Bytes written in hexadecimal, two digits per byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(type = "string")]
pub struct Hex<const BYTES: usize>(pub [u8; BYTES]);

/// The key of a request. The answer repeats it as it was sent; it is the same key in upper or lower case.
#[derive(Clone, Copy, TS)]
#[ts(type = "string")]
pub struct AskKey {
    /// The key.
    pub key: Hex<16>,
    /// Which digits were sent in upper case.
    capitals: u32,
}

impl AskKey {
    /// Reads a key, if the text has exactly 32 hexadecimal digits, in upper or lower case; the answer repeats
    /// it as it was sent.
    pub fn parse(text: &str) -> Option<AskKey> {
        let key = Hex::parse(text)?;
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
        AskKey::parse(text)
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
    /// Reads the bytes, if the text has exactly two hexadecimal digits for each, in upper or lower case.
    pub fn parse(text: &str) -> Option<Hex<BYTES>> {
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
        Hex::parse(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Other("another text"), &self))
    }
}

impl<'de, const BYTES: usize> Deserialize<'de> for Hex<BYTES> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hex<BYTES>, D::Error> {
        deserializer.deserialize_str(HexVisitor)
    }
}

/// Why a frame was rejected. Nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// The code: one word for programs.
    pub code: &'static str,
    /// The name of the reason, which never changes.
    pub reason: &'static str,
    /// The values that help, by name.
    pub numbers: ReasonValues,
    /// What is wrong.
    pub why: String,
}

impl FrameError {
    /// The error of a frame that is not accepted, with its code for programs and its sentence for people. The
    /// code is also the reason, unless [`FrameError::because`] gives a finer one.
    pub fn new(code: &'static str, why: impl Into<String>) -> FrameError {
        FrameError { code, reason: code, numbers: ReasonValues::new(), why: why.into() }
    }

    /// The error with a finer reason than its code; reason and values must be on the list in `reasons.rs`.
    #[must_use]
    pub fn because(self, reason: &'static str) -> FrameError {
        FrameError { reason, ..self }
    }

    /// The error with one more of the values that its reason has on the list, under the name that it has
    /// there.
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

/// The fields of frames that are lists. Serde would read any other list as the fields of an object in their
/// order.
const LISTS: [&str; 1] = ["cards"];

/// Parses the bytes of a text frame of a client into a request. Only the form is checked: nothing is known
/// yet of the person, the table or the rules.
///
/// # Errors
/// What is wrong with them: too long, not JSON, an unknown frame, a missing or unknown field, a number that
/// is not a valid amount, or a text that is too long.
pub fn parse(bytes: &[u8]) -> Result<Request, FrameError> {
    if bytes.len() > LONGEST_FRAME {
        let why = format!("a frame of {} bytes is too long: at most {LONGEST_FRAME}", bytes.len());
        let long = FrameError::new("too_long", why).because("frame_too_long");
        return Err(long.with("length", bytes.len()).with("at_most", LONGEST_FRAME));
    }
    let frame = json::read(bytes).map_err(json_error)?;
    if let Some(field) = duplicate_name(bytes) {
        let why = format!("{}: duplicate field: expected each field once", abbreviate(&field));
        let twice = FrameError::new("not_understood", why).because("frame_twice");
        return Err(twice.with("field", abbreviate(&field)));
    }
    let Ok(request) = serde_json::from_slice::<Request>(bytes) else { return Err(shape_error(&frame)) };
    if has_too_large_number(&frame) || find_list(&frame, &LISTS).is_some() {
        return Err(shape_error(&frame));
    }
    if let Request::Ask { wish, .. } = &request {
        // A request that no room could carry out is not a valid frame.
        decode::wish(wish.clone())?;
    }
    Ok(request)
}

/// The error for a text that is not readable JSON, with the position, counted from 1.
fn json_error(unread: JsonError) -> FrameError {
    let at = |position: TextPosition, what: &str| {
        let TextPosition { line, column } = position;
        let why = format!("{what} (line {line}, column {column}): every frame is one JSON object");
        FrameError::new("not_understood", why).with("line", line).with("column", column)
    };
    match unread {
        JsonError::Unfinished(place) | JsonError::NotJson(place) => {
            at(place, "the frame is not JSON").because("frame_no_json")
        }
        JsonError::NotUnicode(place) => {
            at(place, "a string in the frame is not valid Unicode").because("frame_no_text")
        }
        JsonError::TooDeep => {
            let why = format!("the frame is nested deeper than {DEEPEST} objects or lists");
            FrameError::new("not_understood", why).because("frame_too_deep").with("at_most", DEEPEST)
        }
    }
}

/// The error for JSON that is not a known frame: the first field that is wrong, and what is expected there.
fn shape_error(frame: &serde_json::Value) -> FrameError {
    let Some(wrong) = shape::frame_errors(frame).into_iter().next() else {
        let why = "the frame is not part of the protocol: docs/protocol.md has the shape of every frame";
        return FrameError::new("not_understood", why);
    };
    let not = FrameError::new("not_understood", wrong.why.as_str()).because(reason_name(wrong.problem));
    FrameError { numbers: wrong.values(), ..not }
}

/// The name of the reason why a field of a frame is refused; pages have words for it, so it never changes.
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

/// The table and the key of an `ask` or a `say` that was refused as malformed, if they can be read: its
/// refusal is then sent as the answer to that request. `None` for other frames.
pub fn reply_address(bytes: &[u8]) -> Option<(u64, AskKey)> {
    let frame = json::read(bytes).ok()?;
    let kind = frame.get("t")?.as_str()?;
    let key = AskKey::parse(frame.get("key")?.as_str()?)?;
    matches!(kind, "ask" | "say")
        .then_some((frame.get("table")?.as_u64().filter(|table| *table <= LARGEST_NUMBER)?, key))
}

/// Shortens text that a client wrote for use in a message, to 200 characters, and replaces control
/// characters.
pub fn abbreviate(why: &str) -> String {
    const MOST: usize = 200;
    let mut line: String =
        why.chars().take(MOST).map(|letter| if letter.is_control() { '?' } else { letter }).collect();
    if why.chars().nth(MOST).is_some() {
        line.push_str("...");
    }
    line
}
