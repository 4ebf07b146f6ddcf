//! Finished hands over HTTP: a player's own hands in a list, the replay of a hand, shared hands, and the
//! results of sittings.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::event::SeenCard;
use super::frame::WireUpdate;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};
use super::value::{WireCard, WireChips, WireSeat};
use super::view::{WireStakes, WireTableView};

/// A player's own hands, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnHands {
    /// The hands. There may be fewer than requested, or none, although there are more.
    pub hands: Vec<HandSummary>,
    /// Where the next page starts, as `before` of the next request; none if there are no more.
    pub before: Option<String>,
    /// Times at tables of which something cannot be read: that part is left out, even if no more comes.
    /// Absent if everything on this page could be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<UnreadSitting>>")]
    pub unread: Vec<UnreadSitting>,
}

/// A time at a table of which something cannot be read because its records are damaged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct UnreadSitting {
    /// The number of the table.
    pub table: u64,
    /// When the player sat down, in milliseconds since 1970.
    pub from: u64,
    /// The reference under which the room's log has what is damaged.
    pub reference: String,
}

/// A finished hand in short, for a player who was dealt in.
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
    /// The stakes and the game.
    pub stakes: WireStakes,
    /// The players who were dealt in.
    pub players: Vec<SeatName>,
    /// The player's own seat.
    pub own: WireSeat,
    /// The player's own cards; `null` for those that the room can no longer read.
    pub cards: Vec<SeenCard>,
    /// The board.
    pub board: Vec<WireCard>,
    /// The boards after the first, including the cards that they share with it. Absent if there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<WireCard>>>")]
    pub more_boards: Vec<Vec<WireCard>>,
    /// All pots, before commission.
    pub pot: WireChips,
    /// What the player put into the pots, without uncalled bets that went back.
    pub paid: WireChips,
    /// What the player was awarded.
    pub won: WireChips,
    /// What was won minus what was paid.
    pub net: i64,
    /// There was a showdown.
    pub showdown: bool,
}

/// A player in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatName {
    /// The seat.
    pub seat: WireSeat,
    /// The name that others see.
    pub name: String,
}

/// A finished hand, as one viewer saw it, record by record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Replay")]
#[schema(as = Replay)]
pub struct WireReplay {
    /// The table just before the hand was opened, in the form of a snapshot of the socket. It has no hand,
    /// and everybody counts as connected.
    #[schema(value_type = Object)]
    pub before: WireTableView,
    /// What the viewer was sent for each record of the hand, in the form of the socket's updates, without the
    /// remaining times.
    #[schema(value_type = Vec<Object>)]
    pub updates: Vec<WireUpdate>,
    /// The name of the player who shared it; absent if nobody did.
    pub by: Option<String>,
    /// How it is shared; absent if the viewer requested the hand themselves.
    pub shared: Option<SharedAs>,
}

/// How a hand is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedAs {
    /// With the cards of the player who shares it.
    pub own_cards: bool,
}

/// A request to share a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareWish {
    /// With the player's own cards; otherwise it shows what a spectator saw.
    pub own_cards: bool,
}

impl Shaped for ShareWish {
    const FIELDS: &'static [FieldSpec] = &[("own_cards", Shape::Flag, Required)];
}

/// A link to a hand. It is shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShareLink {
    /// The token that opens it.
    pub token: String,
    /// The path where the page shows it.
    pub path: String,
    /// Its name in the list of links: `DELETE /api/shared/{id}` revokes it as well.
    pub id: String,
}

/// The caller's links, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedPage {
    /// The links.
    pub shared: Vec<WireSharedHand>,
    /// How many links there may be.
    pub most: u64,
}

/// A shared hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "SharedHand")]
#[schema(as = SharedHand)]
pub struct WireSharedHand {
    /// The SHA-256 of the link's token: it names the link, but gives no access.
    pub id: String,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
    /// With the cards of the player who shares it.
    pub own_cards: bool,
    /// When the link was made, in milliseconds since 1970.
    pub made: u64,
}

/// The results of a player's sittings, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Results {
    /// Each from sitting down to leaving, table by table. There may be fewer than requested, or none,
    /// although there are more.
    pub sessions: Vec<WireSession>,
    /// Where the next page starts, as `before` of the next request; none if there are no more.
    pub before: Option<String>,
    /// Times at tables of which something cannot be read: that part is left out, even if no more comes.
    /// Absent if everything on this page could be read.
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
    /// The stakes and the game, at the end.
    pub stakes: WireStakes,
    /// When the player sat down, in milliseconds since 1970.
    pub from: u64,
    /// When the player left; absent while they still sit there.
    pub until: Option<u64>,
    /// Finished hands in which the player was dealt in.
    pub hands: u64,
    /// Chips brought from the wallet.
    pub brought: WireChips,
    /// Chips taken back to the wallet.
    pub took: WireChips,
    /// What was taken, or the current stack if the player still sits there, minus what was brought. Chips bet
    /// in a hand in progress do not belong to the stack.
    pub net: i64,
    /// The net after each hand; after many hands, a selection of 200 that includes the last.
    pub points: Vec<Point>,
}

/// The net of a sitting after a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Point {
    /// The number of the hand at its table.
    pub hand: u64,
    /// When the hand ended, in milliseconds since 1970.
    pub at: u64,
    /// The net since sitting down.
    pub net: i64,
}
