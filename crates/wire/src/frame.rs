//! The frames that the room sends: one JSON text per frame.

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

/// The version of the protocol. It rises when a client written for an older version would go wrong.
pub const PROTOCOL: u32 = 1;

/// A frame from the room. A client must ignore kinds and fields that it does not know.
#[expect(clippy::large_enum_variant, reason = "a frame is written out at once, and most are updates")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Frame {
    /// The first frame of every connection.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// The person who is signed in; absent for a spectator without an account.
        you: Option<You>,
        /// When the room was opened, in milliseconds since 1970: it rises with every start of the program.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        since: Option<u64>,
        /// The session of this connection has ended: it continues as a spectator's. Absent otherwise.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        signed_out: bool,
    },
    /// The answer to a `ping`.
    Pong {
        /// The number of that `ping`.
        n: u64,
    },
    /// The whole view of a table: after `watch`, and whenever too much was missed.
    Snapshot(Box<WireTableView>),
    /// The content of one record of a table.
    Update(WireUpdate),
    /// A player connected or disconnected.
    Presence {
        /// The number of the table.
        table: u64,
        /// The number of the person.
        person: u64,
        /// Whether the player has a connection.
        connected: bool,
        /// Without a connection: what is left of the time that the book gives a lost connection in this hand,
        /// in milliseconds; absent if it gives none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        disconnect_ms: Option<u64>,
    },
    /// The answer to an `ask` or a `say`.
    Answer(WireAnswer),
    /// Chat at a table: the latest lines after the first view, then each as it comes.
    Chat(Chat),
    /// The player now watches this table over another connection: this one receives nothing more of it.
    Elsewhere {
        /// The number of the table.
        table: u64,
    },
    /// Nothing more of this table comes over this connection.
    Ended {
        /// The number of the table.
        table: u64,
        /// The reason as a sentence, for clients without words of their own for it.
        why: String,
        /// The name of the reason, which never changes.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by name.
        #[serde(default)]
        numbers: Numbers,
    },
    /// A frame was rejected, or the connection is about to be closed.
    Error {
        /// The code: one word for programs.
        code: Cow<'static, str>,
        /// What is wrong and what was expected.
        why: String,
        /// The name of the reason, which never changes: finer than the code.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by name.
        #[serde(default)]
        numbers: Numbers,
    },
}

/// The person who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct You {
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
}

/// The content of one record of a table, for this viewer. Every viewer of a table counts the same numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Update")]
pub struct WireUpdate {
    /// The number of the table.
    pub table: u64,
    /// The number of the record: one more than the one before.
    pub number: u64,
    /// The number of the hand it belongs to: the current hand or the last one; 0 before the first.
    pub hand: u64,
    /// When it was recorded, in milliseconds since 1970.
    pub at: u64,
    /// What happened, in order.
    pub events: Vec<WireEvent>,
    /// What there is to do after it.
    #[serde(flatten)]
    pub position: WirePosition,
    /// What the hands visible to the viewer make with the board now; absent if unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub made: Option<Vec<WireMade>>,
    /// The pots in the middle now, without the bets of this betting round; absent if unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pots: Option<Vec<WirePot>>,
    /// The hands that won the pots paid in this update, if hands were compared; absent otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireWin>>")]
    pub won: Vec<WireWin>,
}

/// Chat at a table, and whether anybody may chat there now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Chat {
    /// The number of the table.
    pub table: u64,
    /// The lines, oldest first; empty if only `off` has changed.
    pub lines: Vec<ChatLine>,
    /// Why nobody may chat at the table now; absent while chat is open.
    pub off: Option<WireRefusal>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    /// Its number at the table: later lines have higher ones, even after a restart of the room.
    pub n: u64,
    /// The number of the person who said it.
    pub person: u64,
    /// The name of that person.
    pub name: String,
    /// The seat it was said from; absent for the rail.
    pub seat: Option<WireSeat>,
    /// The number of the current hand or the last one; 0 before the first.
    pub hand: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The text, without line breaks.
    pub text: String,
}

/// The answer to an `ask` or a `say`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(untagged)]
#[ts(rename = "Answer")]
pub enum WireAnswer {
    /// It was carried out and is stored.
    Done(WireDone),
    /// It was refused, and nothing has changed.
    Refused(RefusedAnswer),
}

/// It was carried out and is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Done")]
pub struct WireDone {
    /// The number of the table.
    pub table: u64,
    /// The key of the request.
    #[ts(type = "string")]
    pub key: AskKey,
    /// Always true.
    #[ts(type = "true")]
    pub ok: bool,
    /// The number of the table's record that holds it; for a `say`, the number of the line.
    pub number: u64,
}

/// It was refused, and nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RefusedAnswer {
    /// The number of the table.
    pub table: u64,
    /// The key of the request.
    #[ts(type = "string")]
    pub key: AskKey,
    /// Always false.
    #[ts(type = "false")]
    pub ok: bool,
    /// The refusal.
    #[serde(flatten)]
    pub refused: WireRefusal,
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Refused")]
pub struct WireRefusal {
    /// The code: one word for programs.
    pub code: Cow<'static, str>,
    /// The name of the reason, which never changes: finer than the code, with one name per sentence.
    #[serde(default)]
    pub reason: Cow<'static, str>,
    /// The values that help, by name.
    #[serde(default)]
    pub numbers: Numbers,
    /// The sentence: what is wrong and what to do instead, for clients without words of their own for the
    /// reason.
    pub why: String,
    /// The name of the rule it rests on; `null` if it is the room's own.
    pub rule: Option<Cow<'static, str>>,
    /// The clauses of the table's book behind it, followed by the decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among the clauses.
    #[serde(default)]
    pub readings: Vec<String>,
    /// For choices of a table, every reason with the setting that it concerns; absent if no setting is at
    /// fault.
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
    /// Yes or no.
    Flag(bool),
    /// A card's code, a name, or text that a person wrote.
    Word(String),
}

/// The values of a refusal, by name.
pub type Numbers = BTreeMap<String, WireFigure>;
