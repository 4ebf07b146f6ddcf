//! A whole table as one viewer sees it, and a table in the lobby.

mod menu;

use std::borrow::Cow;

use cards::Used;
use serde::{Deserialize, Serialize};
use table::Game;
use ts_rs::TS;
use utoipa::ToSchema;

pub use menu::*;

use super::event::{SeenCard, WireHalf};
use super::frame::Numbers;
use super::proof::{WireCommitment, WireCut, WireOpening};
use super::value::{WireCard, WireChips, WireSeat};

/// The stakes and the game of a table, in short: its sign in the lobby (4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Stakes")]
#[schema(as = Stakes)]
pub struct WireStakes {
    /// The name of the rule book.
    pub book: String,
    /// Its version.
    pub book_version: String,
    /// The game by its name in the settings: `holdem`.
    pub game: String,
    /// What the game deals, and when.
    pub deal: WireDeal,
    /// The betting structure: `fixed`, `spread`, `double`, `half_pot`, `full_pot` or `no_limit`.
    pub limit: String,
    /// The blinds, first blind first; empty in a game with antes only.
    pub blinds: Vec<WireChips>,
    /// The ante of each player, or the one that the last blind pays for all; absent without antes.
    pub ante: Option<WireChips>,
    /// The smallest and largest bet or raise of each betting round, if the structure or the house sets them.
    pub bets: Vec<WireBounds>,
    /// The smallest stake to sit down with.
    pub min_buy_in: WireChips,
    /// The largest stake; absent without a limit.
    pub max_buy_in: Option<WireChips>,
    /// The number of seats.
    pub seats: u8,
    /// Amounts are multiples of this, except when all-in.
    pub smallest_chip: WireChips,
    /// The value of a chip in cents; play chips are worth nothing, whatever this says.
    pub chip_cents: u64,
    /// The table's word for a voluntary blind above the last one, posted before the cards: `over-blind` or
    /// `straddle`; absent if none may be posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over_blind_word: Option<String>,
}

/// What a game deals: enough to draw a table of any game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Deal")]
#[schema(as = Deal)]
pub struct WireDeal {
    /// How many hole cards each player gets.
    pub hole_cards: u8,
    /// How many of them a hand must use with the board; absent if any number may be used.
    pub must_use: Option<u8>,
    /// The betting rounds, first round first.
    pub streets: Vec<WireStreet>,
}

impl WireDeal {
    /// What a game deals, as the page needs it for drawing seats, board and streets. Streets are in the order
    /// of play.
    pub fn of(game: &Game) -> WireDeal {
        let street = |(name, board): (&&str, &u8)| WireStreet { name: (*name).to_owned(), board: *board };
        WireDeal {
            hole_cards: game.hole_cards,
            must_use: match game.used {
                Used::Any => None,
                Used::ExactlyTwo => Some(2),
            },
            streets: game.streets.iter().zip(game.board).map(street).collect(),
        }
    }
}

/// A betting round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Street")]
#[schema(as = Street)]
pub struct WireStreet {
    /// Its name: `preflop`, `flop`, `turn` and `river`, or `first` to `fifth` if the board comes card by
    /// card.
    pub name: String,
    /// How many board cards are dealt before it.
    pub board: u8,
}

/// The smallest and largest bet or raise of a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Bounds")]
#[schema(as = Bounds)]
pub struct WireBounds {
    /// The smallest.
    pub least: WireChips,
    /// The largest; absent without a limit.
    pub most: Option<WireChips>,
}

/// Whether a table is in play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
#[ts(rename = "Standing")]
#[schema(as = Standing)]
pub enum WireStanding {
    /// Hands are played when there are enough players.
    Open {},
    /// No new hand begins.
    Paused {
        /// The reason.
        reason: String,
    },
    /// The hand is played to its end, then the table closes.
    Closing {
        /// The reason.
        reason: String,
    },
    /// The table is closed.
    Closed {
        /// The reason.
        reason: String,
    },
    /// Something is wrong, and nothing happens until the operator has looked at it.
    Stopped {
        /// What is wrong, as a sentence, for clients without words of their own for the reason.
        why: String,
        /// The name of the reason, which never changes.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by name: `reference`, under which the room's log has the details.
        #[serde(default)]
        numbers: Numbers,
    },
}

/// A dealer who is not the software.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HumanDealer {
    /// A person.
    Person,
}

/// A table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Listing")]
#[schema(as = Listing)]
pub struct WireListing {
    /// The number of the table.
    pub table: u64,
    /// Its name.
    pub name: String,
    /// The stakes and the game.
    pub stakes: WireStakes,
    /// House bots play here.
    pub practice: bool,
    /// A person deals. Absent if the software does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<HumanDealer>,
    /// The occupied seats.
    pub seated: Vec<WireOccupant>,
    /// Whether it is in play.
    pub standing: WireStanding,
    /// The number of the hand in progress or the last one; 0 before the first.
    pub hand: u64,
}

/// A player at a table in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Seated")]
#[schema(as = Seated)]
pub struct WireOccupant {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
    /// The player is a program.
    pub machine: bool,
}

/// A table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "TableView")]
pub struct WireTableView {
    /// The number of the table.
    pub table: u64,
    /// The number of its last record: the next update has the number after it.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// The stakes and the game: those of the hand in progress, and between hands those of the next one.
    pub stakes: WireStakes,
    /// Stakes announced for later. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub coming: Option<WireComingStakes>,
    /// House bots play here.
    pub practice: bool,
    /// A person deals, from a deck that the room does not know: no hand has a commitment, a cut or openings.
    /// Absent if the software deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<HumanDealer>,
    /// Whether it is in play.
    pub standing: WireStanding,
    /// The room will stop after the current hands: stacks are saved. Absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub draining: bool,
    /// The seat of the button in the last hand that was opened.
    pub button: Option<WireSeat>,
    /// Every occupied seat.
    pub chairs: Vec<WireChair>,
    /// The viewer's own seat.
    pub own: Option<WireSeat>,
    /// The hand in progress, or the last one.
    pub hand: Option<WireHandView>,
    /// What there is to do now.
    #[serde(flatten)]
    pub position: WirePosition,
    /// The number of the hand for whose cut the room now accepts a value from the viewer.
    pub contribute: Option<u64>,
}

/// What there is to do at a table now, as far as the viewer may know: part of each snapshot and each update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Position")]
pub struct WirePosition {
    /// The seat on action, with its time.
    pub turn: Option<WireTurnView>,
    /// The viewer's acts, if it is their turn to bet.
    pub menu: Option<WireMenu>,
    /// If it is the viewer's turn to show: whether they may muck the hand unseen instead.
    pub may_muck: Option<bool>,
    /// The viewer's own cards that may be turned up now that the hand is out of play; absent if there are
    /// none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WireCard>>", optional)]
    pub may_show: Vec<WireCard>,
    /// The over-blind that the viewer may post now; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over_blind: Option<OverBlind>,
    /// What the seats that are not dealt in owe; absent if nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WireOwedBlinds>>", optional)]
    pub owed: Vec<WireOwedBlinds>,
}

/// New stakes that are announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Coming")]
pub struct WireComingStakes {
    /// The stakes and the game from then on.
    pub stakes: WireStakes,
    /// The first hand to which they apply.
    pub hand: u64,
}

/// What a seat owes that waits for the last blind, or will have to: once it is posted, the seat is dealt in
/// with the next hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Owed")]
pub struct WireOwedBlinds {
    /// The seat.
    pub seat: WireSeat,
    /// The part that counts as the seat's bet.
    pub live: WireChips,
    /// The part that goes to the pot and counts as nobody's bet.
    pub dead: WireChips,
    /// It will be posted with the next hand; otherwise the seat waits.
    pub posts: bool,
    /// The name of the rule that requires it.
    pub rule: String,
    /// The clauses of the table's book behind it.
    pub clauses: Vec<String>,
}

/// A player's chair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Chair")]
pub struct WireChair {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
    /// The player is a program.
    pub machine: bool,
    /// The current stack of the seat, without its bets.
    pub stack: WireChips,
    /// Sits out.
    pub away: bool,
    /// Waits for the last blind, or until the player posts.
    pub waits: bool,
    /// Will leave after this hand.
    pub leaving: bool,
    /// Has a connection to the room.
    pub connected: bool,
    /// What is left of the time that the book gives a lost connection in this hand, in milliseconds; absent
    /// if the player is connected, or the book gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub disconnect_ms: Option<u64>,
    /// Will sit out from the next last blind on. Absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub out_at_blind: bool,
}

/// Whether a board is the first one, number 0. Serde calls it: the number of the first board is left out on
/// the wire.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(crate) fn is_first_board(board: &u8) -> bool {
    *board == 0
}

/// A hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "HandView")]
pub struct WireHandView {
    /// The number of the hand at its table.
    pub hand: u64,
    /// Whether it is over.
    pub over: bool,
    /// The seat of the button.
    pub button: WireSeat,
    /// The betting round, from 0; between two rounds, the next one. Equal to the number of betting rounds at
    /// the showdown and after the hand.
    pub round: u8,
    /// The players dealt in, starting left of the button.
    pub players: Vec<WirePlayerView>,
    /// The board; `null` for a card face down.
    pub board: Vec<SeenCard>,
    /// The boards after the first, including the cards that they share with it. Absent if there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<SeenCard>>>")]
    pub more_boards: Vec<Vec<SeenCard>>,
    /// All chips in the middle.
    pub pot: WireChips,
    /// The commitment that was published before the first card.
    pub commitment: Option<WireCommitment>,
    /// The cut.
    pub cut: Option<WireCut>,
    /// The openings of the cards that the viewer saw.
    pub openings: Vec<WireOpening>,
    /// What the hands visible to the viewer make with the board: the viewer's own and those turned up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireMade>>")]
    pub made: Vec<WireMade>,
    /// The pots in the middle, main pot first, without the bets of this betting round; empty after the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WirePot>>")]
    pub pots: Vec<WirePot>,
    /// The hands that won the pots of a finished hand, if hands were compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireWin>>")]
    pub won: Vec<WireWin>,
}

/// A pot in the middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Pot")]
pub struct WirePot {
    /// The number of the pot; the main pot is 0.
    pub pot: u8,
    /// The amount in it.
    pub amount: WireChips,
    /// The seats that can win it.
    pub eligible: Vec<WireSeat>,
}

/// What a hand makes with the board, for the high and low that are played for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Made")]
pub struct WireMade {
    /// The seat.
    pub seat: WireSeat,
    /// The board, from 0. Absent for the first.
    #[serde(default, skip_serializing_if = "is_first_board")]
    #[ts(optional, as = "Option<u8>")]
    pub board: u8,
    /// The high hand; absent if the game has none.
    pub high: Option<WireMadeHand>,
    /// The low hand; absent if the game has none, or this one does not qualify.
    pub low: Option<WireMadeHand>,
}

/// A made hand, as a value and as a dealer announces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Named")]
pub struct WireMadeHand {
    /// `full house, kings full of deuces`; for a low hand its ranks: `8-6-4-3-2`. For people only: the other
    /// fields say all of it.
    pub name: String,
    /// Its kind.
    pub kind: WireHandKind,
    /// The ranks that name it, in the order in which they are compared, each by its letter: `["K", "4"]` for
    /// two pair, kings and fours. Empty for a royal flush; all five for a low hand.
    pub ranks: Vec<String>,
    /// The ranks of the cards that are compared after those, highest first: kickers, or the other four of a
    /// flush. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub side: Vec<String>,
    /// The five cards in the order in which they are compared; empty while there are fewer than five.
    pub cards: Vec<WireCard>,
    /// The card that the joker among them stands for. Absent without a joker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub joker: Option<WireCard>,
}

/// The kind of a made hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
#[ts(rename = "HandKind")]
pub enum WireHandKind {
    RoyalFlush,
    FiveOfAKind,
    StraightFlush,
    FourOfAKind,
    FullHouse,
    Flush,
    Straight,
    ThreeOfAKind,
    TwoPairs,
    OnePair,
    HighCard,
    /// Five cards without a pair, in a low hand.
    NoPair,
}

/// The hand with which one player won a pot or a half of it, if hands were compared for it: each winner has
/// an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Won")]
pub struct WireWin {
    /// The number of the pot; the main pot is 0.
    pub pot: u8,
    /// The board that decided it, from 0. Absent for the first.
    #[serde(default, skip_serializing_if = "is_first_board")]
    #[ts(optional, as = "Option<u8>")]
    pub board: u8,
    /// The part won on that board: the whole of what was played for, or a half.
    pub half: WireHalf,
    /// The seat whose hand it is.
    pub seat: WireSeat,
    /// The winning seats: several if hands are equal.
    pub seats: Vec<WireSeat>,
    /// The hand of this player; the high hand if it won the whole of a pot played for high and low.
    pub hand: WireMadeHand,
    /// The low hand that won the whole pot together with the high hand. Absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub low: Option<WireMadeHand>,
    /// The ranks of its side cards that decided it against the best other hand shown for the pot: the last of
    /// them is higher than that of the other hand. Absent if none decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub deciding: Vec<String>,
    /// The ranks of the same side cards in that other hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub beaten: Vec<String>,
}

/// A player's part in a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "PlayerView")]
pub struct WirePlayerView {
    /// The seat.
    pub seat: WireSeat,
    /// The bet in this betting round.
    pub in_round: WireChips,
    /// What the player put in during the hand, including this betting round and dead money, minus what came
    /// back uncalled. It stays when the pots are paid and when the hand is void.
    pub in_hand: WireChips,
    /// Folded, or mucked.
    pub folded: bool,
    /// All-in: takes no further part in the betting, and did not fold.
    pub all_in: bool,
    /// Turned up.
    pub shown: bool,
    /// The hole cards; `null` for those that the viewer may not see.
    pub cards: Vec<SeenCard>,
}

/// Whose turn it is, and how much time is left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "TurnView")]
pub struct WireTurnView {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the hand.
    pub hand: u64,
    /// How many commands the hand has taken so far.
    pub acts: u32,
    /// The amount to call.
    pub facing: WireChips,
    /// Time to show or muck a hand; otherwise to bet.
    pub showing: bool,
    /// What was left of the time when this was sent, in milliseconds; absent without a clock.
    pub left_ms: Option<u64>,
    /// The whole time for the decision, in milliseconds.
    pub whole_ms: Option<u64>,
    /// What is left in the seat's time bank, in milliseconds.
    pub bank_ms: u64,
    /// The time that runs is that of a lost connection. Absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub disconnected: bool,
    /// The name of the rule that grants the time.
    pub rule: Option<String>,
    /// The clauses of the table's book behind it.
    pub clauses: Vec<String>,
}

/// An over-blind that the viewer may post now, with `over_blind`: the first card waits for the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OverBlind {
    /// The number of the hand.
    pub hand: u64,
    /// How many commands the hand has taken so far.
    pub acts: u32,
    /// What it costs: the `facing` of the turn for this moment.
    pub amount: WireChips,
    /// What was left of the time when this was sent, in milliseconds.
    pub left_ms: u64,
    /// The name of the rule that offers it.
    pub rule: String,
    /// The clauses of the table's book behind it.
    pub clauses: Vec<String>,
}
