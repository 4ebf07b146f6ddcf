//! The few fields that a simple player reads from the frames it receives.

use serde::Deserialize;
use wire::request::Hex;
use wire::value::WireSeat;
use wire::view::{WireMenu, WireTurnView};

use crate::error::ClientError;

/// The few fields of a frame that a simple player needs.
#[derive(Deserialize)]
pub(crate) struct LoadFrame {
    pub t: String,
    #[serde(default)]
    pub number: u64,
    #[serde(default)]
    pub turn: Option<WireTurnView>,
    #[serde(default)]
    pub menu: Option<WireMenu>,
    #[serde(default)]
    pub may_muck: Option<bool>,
    #[serde(default)]
    pub key: Option<Hex<16>>,
    #[serde(default)]
    pub ok: bool,
    #[serde(default)]
    pub code: String,
    #[serde(default)]
    pub why: String,
    #[serde(default)]
    pub events: Vec<LoadEvent>,
}

/// The few fields of a table's event that a simple player needs.
#[derive(Deserialize)]
pub(crate) struct LoadEvent {
    pub e: String,
    #[serde(default)]
    pub seat: Option<WireSeat>,
    #[serde(default)]
    pub all_in: bool,
}

/// Reads from a frame's text the few fields that a simple player needs; it is far cheaper than reading the
/// whole frame, and a load test reads many.
pub(crate) fn parse(text: &str) -> Result<LoadFrame, ClientError> {
    serde_json::from_str(text).map_err(|source| ClientError::NotAFrame { text: text.to_owned(), source })
}
