//! Values of the conditions file that can be written in several ways; each is read exactly or not at all.

use std::fmt;

use chips::Chips;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::exact::Share;

/// An item of the list of contents that may be answered with "not applicable".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[allow(missing_docs)]
pub enum Item {
    #[serde(rename = "i")]
    I,
    #[serde(rename = "ii")]
    Ii,
    #[serde(rename = "iii")]
    Iii,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    #[serde(rename = "iv")]
    Iv,
    #[serde(rename = "v")]
    V,
    #[serde(rename = "vi")]
    Vi,
    #[serde(rename = "vii")]
    Vii,
    #[serde(rename = "viii")]
    Viii,
    #[serde(rename = "ix")]
    Ix,
    #[serde(rename = "x")]
    X,
}

impl Item {
    /// Whether the file may answer the item with "not applicable": those that the document qualifies with "if
    /// applicable" or "whether". The check refuses it for the others.
    pub const fn may_be_skipped(self) -> bool {
        matches!(self, Item::D | Item::E | Item::F | Item::G | Item::H | Item::Viii)
    }

    /// The letter or number by which the document and the file name the item; messages print it.
    pub const fn name(self) -> &'static str {
        match self {
            Item::I => "i",
            Item::Ii => "ii",
            Item::Iii => "iii",
            Item::A => "A",
            Item::B => "B",
            Item::C => "C",
            Item::D => "D",
            Item::E => "E",
            Item::F => "F",
            Item::G => "G",
            Item::H => "H",
            Item::Iv => "iv",
            Item::V => "v",
            Item::Vi => "vi",
            Item::Vii => "vii",
            Item::Viii => "viii",
            Item::Ix => "ix",
            Item::X => "x",
        }
    }
}

/// A time of the wall clock, written with its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallTime {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    pub unix_ms: i64,
}

/// The number of days from 1970-01-01 to a date of the Gregorian calendar, month and day counted from 1;
/// negative before 1970. Wall times in the file are worked out from it.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    // Count years from March, so that the leap day comes last.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

impl<'de> Deserialize<'de> for WallTime {
    /// Reads a TOML date and time, which must have its offset, so that it is the same instant wherever the room
    /// is. Parts of a millisecond are dropped.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WallTime, D::Error> {
        let written = toml::value::Datetime::deserialize(deserializer)?;
        let wrong = || D::Error::custom("expected a date and a time with its offset");
        let date = written.date.ok_or_else(wrong)?;
        let time = written.time.ok_or_else(wrong)?;
        let offset = match written.offset.ok_or_else(wrong)? {
            toml::value::Offset::Z => 0,
            toml::value::Offset::Custom { minutes } => i64::from(minutes),
        };
        let day = days_since_1970(i64::from(date.year), i64::from(date.month), i64::from(date.day));
        let seconds = i64::from(time.second.unwrap_or(0));
        let minutes = (day * 24 + i64::from(time.hour)) * 60 + i64::from(time.minute) - offset;
        let ms = i64::from(time.nanosecond.unwrap_or(0) / 1_000_000);
        Ok(WallTime { unix_ms: (minutes * 60 + seconds) * 1_000 + ms })
    }
}

macro_rules! word {
    ($($(#[$meta:meta])* $name:ident = $word:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        pub enum $name {
            /// The only word that is accepted.
            #[serde(rename = $word)]
            Word,
        }
    )*};
}

word! {
    /// The word `sit_and_go`.
    SitAndGo = "sit_and_go";
    /// The word `start`.
    AtStart = "start";
    /// The word `after`.
    After = "after";
    /// The word `as_needed`.
    AsNeeded = "as_needed";
    /// The word `carried`.
    Carried = "carried";
    /// The word `all_left`.
    AllLeft = "all_left";
    /// The word `unlimited`.
    Unlimited = "unlimited";
    /// The word `runs`.
    Runs = "runs";
    /// The word `no_chips`.
    NoChips = "no_chips";
    /// The word `not_advanced`.
    NotAdvanced = "not_advanced";
    /// The word `fits`.
    Fits = "fits";
    /// The word `director`.
    ByDirector = "director";
    /// The word `never`.
    Never = "never";
    /// The word `money`.
    FromMoney = "money";
}

/// When a tournament starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a date and time with its offset, or \"sit_and_go\"")]
#[allow(missing_docs)]
pub enum StartAt {
    SitAndGo(SitAndGo),
    At(WallTime),
}

/// How long entries are sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"start\", { level = 3 }, or a date and time with its offset")]
#[allow(missing_docs)]
pub enum EntriesUntil {
    Start(AtStart),
    Level { level: u32 },
    At(WallTime),
}

/// When a session starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected \"after\", { players = 9 }, { minutes = 10 }, or a date and time with its offset"
)]
#[allow(missing_docs)]
pub enum SessionStart {
    After(After),
    Players { players: u32 },
    Minutes { minutes: u32 },
    At(WallTime),
}

/// What ends a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected { players = 1 }, { hands = 40 }, or { minutes = 90 }")]
#[allow(missing_docs)]
pub enum SessionEnding {
    Players { players: u32 },
    Hands { hands: u32 },
    Minutes { minutes: u32 },
}

/// How many tables a session has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"as_needed\", or a number of tables")]
#[allow(missing_docs)]
pub enum Tables {
    AsNeeded(AsNeeded),
    Number(u32),
}

/// The stack that players bring to a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"carried\", or a number of chips")]
#[allow(missing_docs)]
pub enum StackFrom {
    Carried(Carried),
    Chips(Chips),
}

/// How often something may be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected a number, or \"unlimited\"")]
#[allow(missing_docs)]
pub enum PurchaseLimit {
    Unlimited(Unlimited),
    Most(u32),
}

impl PurchaseLimit {
    /// Whether an entry that has bought this many may buy another; re-buys are limited by it.
    pub const fn allows(self, bought: u32) -> bool {
        match self {
            PurchaseLimit::Unlimited(_) => true,
            PurchaseLimit::Most(most) => bought < most,
        }
    }
}

/// How long re-buys are sold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected { level = 4 }, or { session = \"one\" }")]
#[allow(missing_docs)]
pub enum RebuyDeadline {
    Level { level: u32 },
    Session { session: String },
}

/// When add-ons are sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected { break_after = 4 }, or { levels = [1, 4] }")]
#[allow(missing_docs)]
pub enum AddOnAt {
    BreakAfter { break_after: u32 },
    Levels { levels: (u32, u32) },
}

/// When a table is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"fits\", { below = 4 }, \"director\", or \"never\"")]
#[allow(missing_docs)]
pub enum BreakWhen {
    Fits(Fits),
    Below { below: u32 },
    Director(ByDirector),
    Never(Never),
}

/// When hand-for-hand play begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"money\", \"director\", \"never\", or { players = 10 }")]
#[allow(missing_docs)]
pub enum HandForHandFrom {
    Money(FromMoney),
    Director(ByDirector),
    Never(Never),
    Players { players: u32 },
}

/// What the clock does while tables play hand for hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected \"runs\", or { seconds_a_hand = 120 }")]
#[allow(missing_docs)]
pub enum HandForHandClock {
    Runs(Runs),
    Seconds { seconds_a_hand: u32 },
}

/// How a share of the players is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RoundDirection {
    #[default]
    Up,
    Down,
}

/// What decides between equal players at the cutoff.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum CutoffTie {
    #[default]
    Draw,
    All,
}

/// Who goes on to the next session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected { per_table = 3 }, { per_session = 3 }, { share = \"1/3\" }, { points = 5 }, or \"all_left\""
)]
#[allow(missing_docs)]
pub enum Advance {
    AllLeft(AllLeft),
    PerTable {
        per_table: u32,
        #[serde(default)]
        tie: CutoffTie,
    },
    PerSession {
        per_session: u32,
        #[serde(default)]
        tie: CutoffTie,
    },
    Share {
        share: FractionText,
        #[serde(default)]
        round: RoundDirection,
        #[serde(default)]
        tie: CutoffTie,
    },
    Points {
        points: u32,
    },
}

/// How a player goes out of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected \"no_chips\", \"not_advanced\", { points_below = 5 }, or { lowest = 2 }"
)]
#[allow(missing_docs)]
pub enum OutBy {
    NoChips(NoChips),
    NotAdvanced(NotAdvanced),
    PointsBelow { points_below: u32 },
    Lowest { lowest: u32 },
}

/// Who plays a session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SessionPlayers {
    All,
    Advanced,
    EliminatedIn(String),
    Missed(String),
}

/// Deserialises a value that is written as text: `read` gives `None` for a text that is none of its forms, and
/// `expected` describes the forms in the error.
fn deserialize_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&str) -> Option<T>,
    expected: &str,
) -> Result<T, D::Error> {
    let written = String::deserialize(deserializer)?;
    read(&written).ok_or_else(|| D::Error::custom(format_args!("expected {expected}, found {written:?}")))
}

impl<'de> Deserialize<'de> for SessionPlayers {
    /// Reads `who` of a session: `all`, `advanced`, or `eliminated_in:` or `missed:` with the id of a session,
    /// which is looked up by the check and not here.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SessionPlayers, D::Error> {
        let read = |written: &str| match written.split_once(':') {
            None if written == "all" => Some(SessionPlayers::All),
            None if written == "advanced" => Some(SessionPlayers::Advanced),
            Some(("eliminated_in", id)) => Some(SessionPlayers::EliminatedIn(id.to_owned())),
            Some(("missed", id)) => Some(SessionPlayers::Missed(id.to_owned())),
            _ => None,
        };
        deserialize_text(deserializer, read, "\"all\", \"advanced\", \"eliminated_in:ID\", or \"missed:ID\"")
    }
}

/// A percentage, written as text so that it is read exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Percentage(pub Share);

impl<'de> Deserialize<'de> for Percentage {
    /// Reads a percentage written as text, such as "12.5", exactly; a TOML number is refused because it would
    /// be a float.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Percentage, D::Error> {
        deserialize_text(
            deserializer,
            |written| Share::percent(written).ok().map(Percentage),
            "a percentage such as \"12.5\"",
        )
    }
}

/// A fraction, written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FractionText(pub Share);

impl<'de> Deserialize<'de> for FractionText {
    /// Reads a fraction written as text, such as "1/3", exactly.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FractionText, D::Error> {
        deserialize_text(
            deserializer,
            |written| written.parse().ok().map(FractionText),
            "a fraction such as \"1/3\"",
        )
    }
}

/// A part of the entries, written as "1 in 8".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneIn(pub Share);

impl<'de> Deserialize<'de> for OneIn {
    /// Reads "1 in 8" as the fraction 1/8, exactly.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneIn, D::Error> {
        let read = |written: &str| {
            let (over, under) = written.split_once(" in ")?;
            format!("{over}/{under}").parse().ok().map(OneIn)
        };
        deserialize_text(deserializer, read, "a part such as \"1 in 8\"")
    }
}

/// A range of numbers, written as "10-18" or as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NumberRange {
    pub from: u32,
    pub to: u32,
}

impl fmt::Display for NumberRange {
    /// The range for a message, "10 to 18", or the number alone; the file writes it with a hyphen instead.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to {
            write!(f, "{}", self.from)
        } else {
            write!(f, "{} to {}", self.from, self.to)
        }
    }
}

impl<'de> Deserialize<'de> for NumberRange {
    /// Reads "10-18" or one number; both ends count, the first is at least 1 and not above the second.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NumberRange, D::Error> {
        let read = |written: &str| {
            let (from, to) = written.split_once('-').unwrap_or((written, written));
            let range = NumberRange { from: from.parse().ok()?, to: to.parse().ok()? };
            (range.from >= 1 && range.from <= range.to).then_some(range)
        };
        deserialize_text(deserializer, read, "numbers such as \"10-18\"")
    }
}
