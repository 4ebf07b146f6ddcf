//! Significant events, as auditors get them over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::report::WirePerson;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};
use super::value::{WireCard, WireSeat};

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
    pub by: Option<WirePerson>,
    /// The role in which they did; `nobody` where it was the room itself.
    pub role: String,
    /// What kind of event it is, in a word.
    pub kind: String,
    /// The person that it is about, where it is about one.
    pub person: Option<WirePerson>,
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

/// A hand that an auditor wants opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningWish {
    /// The table.
    pub table: u64,
    /// The hand at its table; it has to be over.
    pub hand: u64,
    /// Why: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for OpeningWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("table", Shape::Number, Required),
        ("hand", Shape::Number, Required),
        ("reason", Shape::Text, Required),
    ];
}

/// Why a second auditor agrees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreeWish {
    /// Why: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for AgreeWish {
    const FIELDS: &'static [FieldSpec] = &[("reason", Shape::Text, Required)];
}

/// An opening that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "OpeningAsked")]
#[schema(as = OpeningAsked)]
pub struct WireOpeningReceipt {
    /// Its number.
    pub opening: u64,
}

/// One of the two who open a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Signature")]
#[schema(as = Signature)]
pub struct WireSignature {
    /// Who.
    pub by: WirePerson,
    /// Why.
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
    /// Who asked.
    pub asked: WireSignature,
    /// Who agreed, if somebody has.
    pub agreed: Option<WireSignature>,
    /// Until when somebody may agree, or the two may look, in milliseconds since 1970.
    pub until: u64,
    /// It is over before that time, for good: the role or the way in of one of the two has changed since.
    pub lapsed: bool,
}

/// Openings, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Openings {
    /// The openings.
    pub openings: Vec<OpeningLine>,
    /// Ask with `before` at this number for earlier ones; nothing at the end.
    pub next: Option<u64>,
}

/// The cards of somebody who was dealt in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedSeat {
    /// The seat.
    pub seat: WireSeat,
    /// Who.
    pub player: WirePerson,
    /// The cards, shown or not.
    pub cards: Vec<WireCard>,
}

/// A hand with every card of its deck. Each was compared with what was published before the first card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OpenedHand {
    /// How it came to be opened.
    pub opening: OpeningLine,
    /// Who was dealt in.
    pub players: Vec<OpenedSeat>,
    /// The board.
    pub board: Vec<WireCard>,
    /// The boards after the first, with the cards that they share with it. Not there where there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<WireCard>>>")]
    pub more_boards: Vec<Vec<WireCard>>,
    /// The deck as it was committed, slot by slot from 0.
    pub deck: Vec<WireCard>,
    /// The slot that was dealt first, after the cut.
    pub first: Option<u8>,
    /// The digest that was published before the first card, in hexadecimal digits.
    pub commitment: String,
}
