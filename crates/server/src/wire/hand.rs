//! Hands that are over, over HTTP: somebody's own in a list, one of them to be looked at again, what was shared, and the
//! results of evenings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::event::SeenCard;
use super::frame::WireUpdate;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};
use super::value::{WireCard, WireChips, WireSeat};
use super::view::{WireStakes, WireTableView};

/// Somebody's own hands, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnHands {
    /// The hands. There may be fewer than were asked for, and none, while there are more.
    pub hands: Vec<HandSummary>,
    /// Where to go on, as `before` of the next request; none when there are no more.
    pub before: Option<String>,
    /// Times at tables of which something cannot be read: it is left out, also where no more comes. Not there where all can
    /// be read that was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<UnreadSitting>>")]
    pub unread: Vec<UnreadSitting>,
}

/// A time at a table of which something cannot be read, as its records are damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnreadSitting {
    /// The number of the table.
    pub table: u64,
    /// When the player sat down, in milliseconds since 1970.
    pub from: u64,
    /// Under which the log of the room has what is damaged.
    pub reference: String,
}

/// A hand that is over, in short, for one who was dealt in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct HandSummary {
    /// The number of the table.
    pub table: u64,
    /// The table's name.
    pub name: String,
    /// The number of the hand at its table.
    pub hand: u64,
    /// When it began, in milliseconds since 1970.
    pub at: u64,
    /// What was played by and for.
    pub stakes: WireStakes,
    /// Who was dealt in.
    pub players: Vec<SeatName>,
    /// The player's own seat.
    pub own: WireSeat,
    /// The player's own cards; `null` where the room cannot read them any more.
    pub cards: Vec<SeenCard>,
    /// The board.
    pub board: Vec<WireCard>,
    /// The boards after the first, with the cards that they share with it. Not there where there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<WireCard>>>")]
    pub more_boards: Vec<Vec<WireCard>>,
    /// All pots, before commission.
    pub pot: WireChips,
    /// What the player put into the pots and did not get back uncalled.
    pub paid: WireChips,
    /// What the player was awarded.
    pub won: WireChips,
    /// What was won less what was paid.
    pub net: i64,
    /// Hands were shown down.
    pub showdown: bool,
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatName {
    /// The seat.
    pub seat: WireSeat,
    /// The name that others see.
    pub name: String,
}

/// A hand that is over, as one viewer saw it, record by record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Replay")]
#[schema(as = Replay)]
pub struct WireReplay {
    /// The table just before the hand was opened, in the form of a snapshot of the socket. It has no hand, and everybody
    /// counts as connected.
    #[schema(value_type = Object)]
    pub before: WireTableView,
    /// What each record of the hand said to the viewer, in the form of the socket's updates, without what was left of the
    /// time.
    #[schema(value_type = Vec<Object>)]
    pub updates: Vec<WireUpdate>,
    /// Who shared it; none where nobody did.
    pub by: Option<String>,
    /// How it is shared; none where it is looked at by who asked for it.
    pub shared: Option<SharedAs>,
}

/// How a hand is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedAs {
    /// With the cards of who shares it.
    pub own_cards: bool,
}

/// A hand that is to be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareWish {
    /// With the own cards; without them it shows what a spectator saw.
    pub own_cards: bool,
}

impl Shaped for ShareWish {
    const FIELDS: &'static [FieldSpec] = &[("own_cards", Shape::Flag, Required)];
}

/// A link to a hand. It is shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShareLink {
    /// What opens it.
    pub token: String,
    /// Where the page shows it.
    pub path: String,
    /// By what it is named in the list of links: `DELETE /api/shared/{id}` takes it back as well.
    pub id: String,
}

/// The links of whoever asks, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedPage {
    /// The links.
    pub shared: Vec<WireSharedHand>,
    /// How many there may be.
    pub most: u64,
}

/// A hand that is shared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "SharedHand")]
#[schema(as = SharedHand)]
pub struct WireSharedHand {
    /// What names the link, and opens nothing: the SHA-256 of its token.
    pub id: String,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
    /// With the cards of who shares it.
    pub own_cards: bool,
    /// When the link was made, in milliseconds since 1970.
    pub made: u64,
}

/// What somebody's evenings came to, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Results {
    /// From sitting down to leaving, table by table. There may be fewer than were asked for, and none, while there are
    /// more.
    pub sessions: Vec<WireSession>,
    /// Where to go on, as `before` of the next request; none when there are no more.
    pub before: Option<String>,
    /// Times at tables of which something cannot be read: it is left out, also where no more comes. Not there where all can
    /// be read that was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<UnreadSitting>>")]
    pub unread: Vec<UnreadSitting>,
}

/// A time at a table, from sitting down to leaving.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Session")]
#[schema(as = Session)]
pub struct WireSession {
    /// The number of the table.
    pub table: u64,
    /// The table's name.
    pub name: String,
    /// What was played by and for, last.
    pub stakes: WireStakes,
    /// When the player sat down, in milliseconds since 1970.
    pub from: u64,
    /// When the player left; none for who still sits there.
    pub until: Option<u64>,
    /// Hands in which the player was dealt in, and which are over.
    pub hands: u64,
    /// Chips from the wallet.
    pub brought: WireChips,
    /// Chips back to the wallet.
    pub took: WireChips,
    /// What was taken, or is in front of who still sits there, less what was brought. Chips that are bet in a hand that is
    /// played are not in front.
    pub net: i64,
    /// The net after each hand; of many hands 200, the last among them.
    pub points: Vec<Point>,
}

/// The net of a session after a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Point {
    /// The number of the hand at its table.
    pub hand: u64,
    /// When it was over, in milliseconds since 1970.
    pub at: u64,
    /// The net since sitting down.
    pub net: i64,
}
