//! Significant events, as auditors get them over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::report::Somebody;

/// Something that happened, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignificantEvent {
    /// The number of its record in the room.
    pub sequence: u64,
    /// The stream of the record: `room`, `people`, or `table/12`.
    pub stream: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who caused it; nobody where it was the room itself.
    pub by: Option<Somebody>,
    /// The role in which they did.
    pub role: String,
    /// What kind of event it is, in a word.
    pub kind: String,
    /// The person that it is about, where it is about one.
    pub person: Option<Somebody>,
    /// What happened.
    pub words: String,
}

/// Significant events, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignificantEvents {
    /// The events. There may be few or none although there are more: `before` tells.
    pub events: Vec<SignificantEvent>,
    /// Ask with `before` at this number for earlier ones; nothing at the end.
    pub before: Option<u64>,
    /// Every kind there is, to ask for one.
    pub kinds: Vec<String>,
}
