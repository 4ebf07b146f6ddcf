//! What the room sends: one JSON text a frame.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::event::WireEvent;
use super::problem::ProblemLine;
use super::request::AskKey;
use super::value::WireSeat;
use super::view::{WireMade, WirePosition, WirePot, WireTableView, WireWin};

/// The version of the protocol. It rises when a client that was written for an older one would go wrong.
pub const PROTOCOL: u32 = 1;

/// A frame from the room. A client passes over kinds and fields that it does not know.
#[expect(clippy::large_enum_variant, reason = "a frame is written out at once, and most are updates")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Frame {
    /// The first frame of every line.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// Who is signed in; nobody for a spectator without an account.
        you: Option<You>,
        /// Since when the room is open, in milliseconds since 1970: it rises with every start of the program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<u64>,
        /// The session that the line brought has ended: it goes on as a spectator's. Not there otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        signed_out: bool,
    },
    /// The answer to a `ping`.
    Pong {
        /// Its number.
        n: u64,
    },
    /// The whole view of a table: after `watch`, and whenever too much was missed.
    Snapshot(Box<WireTableView>),
    /// What one record of a table says.
    Update(WireUpdate),
    /// A player's line came or went.
    Presence {
        /// The number of the table.
        table: u64,
        /// The number of the person.
        person: u64,
        /// There is a line.
        connected: bool,
        /// Without one: what is left of the time that the book gives a lost connection in this round, in milliseconds; not
        /// there where it gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        disconnect_ms: Option<u64>,
    },
    /// The answer to an `ask` or a `say`.
    Answer(WireAnswer),
    /// What was said at a table: the last lines after the first view, then each as it comes.
    Chat(Chat),
    /// The player watches this table from another line: this one gets nothing more of it.
    Elsewhere {
        /// The number of the table.
        table: u64,
    },
    /// Nothing more of this table comes on this line.
    Ended {
        /// The number of the table.
        table: u64,
        /// Why, in a sentence, for whoever has no words for the reason.
        why: String,
        /// The name of the reason, which stays.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by their names.
        #[serde(default)]
        numbers: Numbers,
    },
    /// A frame was not taken, or the line is about to be closed.
    Error {
        /// One word for machines.
        code: Cow<'static, str>,
        /// What is wrong and what would do.
        why: String,
        /// The name of the reason, which stays: finer than the code.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by their names.
        #[serde(default)]
        numbers: Numbers,
    },
}

/// Who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct You {
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
}

/// What one record of a table says to this viewer. Every viewer of a table counts the same numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Update")]
pub struct WireUpdate {
    /// The number of the table.
    pub table: u64,
    /// The number of the record: one more than the one before.
    pub number: u64,
    /// The number of the hand it belongs to: the one that is played or was the last; 0 before the first.
    pub hand: u64,
    /// When it was recorded, in milliseconds since 1970.
    pub at: u64,
    /// What happened, in order.
    pub events: Vec<WireEvent>,
    /// What there is to do after it.
    #[serde(flatten)]
    pub position: WirePosition,
    /// What the hands that the viewer sees make with the board now; absent where it is as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made: Option<Vec<WireMade>>,
    /// The pots in the middle now, without the bets of this round; absent where they are as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pots: Option<Vec<WirePot>>,
    /// With what the pots were won that are paid in it, where hands were compared; not there otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireWin>>")]
    pub won: Vec<WireWin>,
}

/// What was said at a table, and whether anybody may talk there now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Chat {
    /// The number of the table.
    pub table: u64,
    /// The lines, oldest first; none where only `off` has changed.
    pub lines: Vec<ChatLine>,
    /// Why nobody may talk at the table now; nothing while talk is open.
    pub off: Option<WireRefusal>,
}

/// A line that somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    /// Its number at the table: later lines have higher ones, also after the room has started again.
    pub n: u64,
    /// The number of the person who said it.
    pub person: u64,
    /// The name of that person.
    pub name: String,
    /// The seat it was said from; nothing for the rail.
    pub seat: Option<WireSeat>,
    /// The number of the hand that was played or was the last; 0 before the first.
    pub hand: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The words, without line breaks.
    pub text: String,
}

/// The answer to an `ask` or a `say`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
#[ts(rename = "Answer")]
pub enum WireAnswer {
    /// It was done and is stored.
    Done(WireDone),
    /// It was not done, and nothing has changed.
    Refused(RefusedAnswer),
}

/// It was done and is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Done")]
pub struct WireDone {
    /// The number of the table.
    pub table: u64,
    /// The key of the frame that asked.
    #[ts(type = "string")]
    pub key: AskKey,
    /// Always true.
    #[ts(type = "true")]
    pub ok: bool,
    /// The number of the table's record that holds it; of the line, for a `say`.
    pub number: u64,
}

/// It was not done, and nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RefusedAnswer {
    /// The number of the table.
    pub table: u64,
    /// The key of the frame that asked.
    #[ts(type = "string")]
    pub key: AskKey,
    /// Always false.
    #[ts(type = "false")]
    pub ok: bool,
    /// Why.
    #[serde(flatten)]
    pub refused: WireRefusal,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Refused")]
pub struct WireRefusal {
    /// One word for machines.
    pub code: Cow<'static, str>,
    /// The name of the reason, which stays: finer than the code, one for each sentence.
    #[serde(default)]
    pub reason: Cow<'static, str>,
    /// The values that help, by their names.
    #[serde(default)]
    pub numbers: Numbers,
    /// The sentence: what is wrong and what to do instead, for whoever has no words for the reason.
    pub why: String,
    /// The name of the rule it rests on; `null` where it is the room's own.
    pub rule: Option<Cow<'static, str>>,
    /// Where the table's book says so: clauses, then decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among them.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Of choices for a table, every reason with the setting it stands at; not there where no setting is at fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ProblemLine>>")]
    pub problems: Vec<ProblemLine>,
}

/// A value that helps to understand a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
#[ts(rename = "Figure")]
#[schema(as = Figure)]
pub enum WireFigure {
    /// An amount of chips, a seat's number, a count.
    Number(u64),
    /// One of two cases.
    Flag(bool),
    /// A card as it is written, a name, a word of somebody.
    Word(String),
}

/// The values of a refusal by their names.
pub type Numbers = BTreeMap<String, WireFigure>;
