//! What a player of few thoughts reads of the frames that come.

use serde::Deserialize;

use crate::client::{Line, Trouble};
use crate::wire::request::Hex;
use crate::wire::value::Seat;
use crate::wire::view::{Menu, TurnView};

/// The few fields of a frame that a player of few thoughts needs.
#[derive(Deserialize)]
pub(super) struct Slim {
    pub t: String,
    #[serde(default)]
    pub number: u64,
    #[serde(default)]
    pub turn: Option<TurnView>,
    #[serde(default)]
    pub menu: Option<Menu>,
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
    pub events: Vec<SlimEvent>,
}

#[derive(Deserialize)]
pub(super) struct SlimEvent {
    pub e: String,
    #[serde(default)]
    pub seat: Option<Seat>,
    #[serde(default)]
    pub all_in: bool,
}

/// A frame as it came.
pub(super) fn read(text: &str) -> Result<Slim, Trouble> {
    serde_json::from_str(text)
        .map_err(|why| Trouble::Answer(format!("the room sent no frame: {why}: {text}")))
}

/// The next text of a line that is open.
pub(super) async fn text(line: &mut Line) -> Result<String, Trouble> {
    line.text()
        .await?
        .map_err(|(code, why)| Trouble::Line(format!("the room closed the line ({code}): {why}")))
}
