//! Significant events, as auditors receive them over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::report::WirePerson;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};
use super::value::{WireCard, WireSeat};

/// Something that happened, in plain words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignificantEvent {
    /// The room-wide number of its record.
    pub sequence: u64,
    /// The stream of the record: `room`, `people`, or `table/12`.
    pub stream: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who caused it; absent if the room itself did.
    pub by: Option<WirePerson>,
    /// The role in which they acted; `nobody` if it was the room itself.
    pub role: String,
    /// The kind of event, as one word.
    pub kind: String,
    /// The person whom it concerns, if it concerns one.
    pub person: Option<WirePerson>,
    /// What happened.
    pub words: String,
}

/// Significant events, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SignificantEvents {
    /// The events. There may be few or none although there are more: `before` tells.
    pub events: Vec<SignificantEvent>,
    /// Request earlier ones with `before` set to this number; absent at the end.
    pub before: Option<u64>,
    /// Every kind there is, for filtering by one.
    pub kinds: Vec<String>,
}

/// A hand that an auditor wants to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningWish {
    /// The table.
    pub table: u64,
    /// The hand at its table; it has to be over.
    pub hand: u64,
    /// The reason: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for OpeningWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("table", Shape::Number, Required),
        ("hand", Shape::Number, Required),
        ("reason", Shape::Text, Required),
    ];
}

/// A second auditor's consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreeWish {
    /// The reason: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for AgreeWish {
    const FIELDS: &'static [FieldSpec] = &[("reason", Shape::Text, Required)];
}

/// The receipt for a requested opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "OpeningAsked")]
#[schema(as = OpeningAsked)]
pub struct WireOpeningReceipt {
    /// Its number.
    pub opening: u64,
}

/// One of the two auditors who open a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Signature")]
#[schema(as = Signature)]
pub struct WireSignature {
    /// The auditor.
    pub by: WirePerson,
    /// The reason.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A hand that two auditors open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpeningLine {
    /// Its number.
    pub opening: u64,
    /// The table.
    pub table: u64,
    /// The hand at its table.
    pub hand: u64,
    /// The auditor who requested it.
    pub asked: WireSignature,
    /// The auditor who agreed, if one has.
    pub agreed: Option<WireSignature>,
    /// Until when another auditor may agree, or the two may look, in milliseconds since 1970.
    pub until: u64,
    /// It ended before that time, for good: the role of one of the two auditors, or the way they sign in, has
    /// changed since.
    pub lapsed: bool,
}

/// Openings, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Openings {
    /// The openings.
    pub openings: Vec<OpeningLine>,
    /// Request earlier ones with `before` set to this number; absent at the end.
    pub next: Option<u64>,
}

/// The cards of a player who was dealt in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedSeat {
    /// The seat.
    pub seat: WireSeat,
    /// The player.
    pub player: WirePerson,
    /// The cards, shown or not.
    pub cards: Vec<WireCard>,
}

/// A hand with every card of its deck. Each card was compared with the commitment published before the first
/// card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedHand {
    /// The opening that shows it.
    pub opening: OpeningLine,
    /// The players who were dealt in.
    pub players: Vec<OpenedSeat>,
    /// The board.
    pub board: Vec<WireCard>,
    /// The boards after the first, including the cards that they share with it. Absent if there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<WireCard>>>")]
    pub more_boards: Vec<Vec<WireCard>>,
    /// The deck as it was committed, slot by slot from 0.
    pub deck: Vec<WireCard>,
    /// The slot that was dealt first, after the cut.
    pub first: Option<u8>,
    /// The digest that was published before the first card, in hexadecimal.
    pub commitment: String,
}
