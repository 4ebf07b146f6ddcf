//! A table as one viewer sees it, whole; and a line of the lobby.

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

/// What a table is played by and for, in short: its sign in the lobby (4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Stakes")]
#[schema(as = Stakes)]
pub struct WireStakes {
    /// The name of the rule book.
    pub book: String,
    /// Its version.
    pub book_version: String,
    /// The game, as the settings name it: `holdem`.
    pub game: String,
    /// What is dealt in it, and when.
    pub deal: WireDeal,
    /// The structure of bets: `fixed`, `spread`, `double`, `half_pot`, `full_pot` or `no_limit`.
    pub limit: String,
    /// The blinds, first blind first; none in a game with antes only.
    pub blinds: Vec<WireChips>,
    /// The ante of each player, or the one of the last blind for all; none without antes.
    pub ante: Option<WireChips>,
    /// The smallest and largest bet or raise of each betting round, where the structure or the house names them.
    pub bets: Vec<WireBounds>,
    /// The smallest stake to sit down with.
    pub min_buy_in: WireChips,
    /// The largest one; none without a limit.
    pub max_buy_in: Option<WireChips>,
    /// How many seats there are.
    pub seats: u8,
    /// Amounts are multiples of this, all-in excepted.
    pub smallest_chip: WireChips,
    /// What a chip is worth, in cents; play chips are worth nothing whatever it says.
    pub chip_cents: u64,
    /// What the table calls a blind that is posted over the last one before the cards: `over-blind` or `straddle`; not
    /// there where none may be posted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over_blind_word: Option<String>,
}

/// What is dealt in a game: enough to draw a table of any game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Deal")]
#[schema(as = Deal)]
pub struct WireDeal {
    /// How many hole cards each player gets.
    pub hole_cards: u8,
    /// How many of them a hand must use with the board; none where any number may be used.
    pub must_use: Option<u8>,
    /// The betting rounds, first one first.
    pub streets: Vec<WireStreet>,
}

impl WireDeal {
    /// What is dealt in a game.
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
    /// Its name: `preflop`, `flop`, `turn` and `river`, or `first` to `fifth` where the board comes card by card.
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
    /// The largest; none without a limit.
    pub most: Option<WireChips>,
}

/// Whether a table is played at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
#[ts(rename = "Standing")]
#[schema(as = Standing)]
pub enum WireStanding {
    /// Rounds are played when there are players enough.
    Open {},
    /// No new round begins.
    Paused {
        /// Why.
        reason: String,
    },
    /// The round is played to its end, then the table closes.
    Closing {
        /// Why.
        reason: String,
    },
    /// The table is closed.
    Closed {
        /// Why.
        reason: String,
    },
    /// Something is wrong and nothing happens until the room has been looked after.
    Stopped {
        /// What, in a sentence, for whoever has no words for the reason.
        why: String,
        /// The name of the reason, which stays.
        #[serde(default)]
        reason: Cow<'static, str>,
        /// The values that help, by their names: `reference`, under which the room's log has the rest.
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

/// A line of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Listing")]
#[schema(as = Listing)]
pub struct WireListing {
    /// The number of the table.
    pub table: u64,
    /// Its name.
    pub name: String,
    /// What it is played by and for.
    pub stakes: WireStakes,
    /// House bots play here.
    pub practice: bool,
    /// A person deals. Not there where the software does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<HumanDealer>,
    /// Who sits where.
    pub seated: Vec<WireOccupant>,
    /// Whether it is played at.
    pub standing: WireStanding,
    /// The number of the hand that is played or was the last; 0 before the first.
    pub hand: u64,
}

/// Somebody at a table of the lobby.
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
    /// A program plays.
    pub machine: bool,
}

/// A table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "TableView")]
pub struct WireTableView {
    /// The number of the table.
    pub table: u64,
    /// The number of its last record: the next update has the next number.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// What it is played by and for: what the hand on the table is played by, and between hands what the next one is.
    pub stakes: WireStakes,
    /// What is announced for later. Not there when nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub coming: Option<WireComingStakes>,
    /// House bots play here.
    pub practice: bool,
    /// A person deals, from a deck that the room does not know: no hand has a commitment, a cut or openings. Not there where
    /// the software deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<HumanDealer>,
    /// Whether it is played at.
    pub standing: WireStanding,
    /// The room stops when the hands that are played are over: stacks are saved. Not there otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub draining: bool,
    /// The seat of the button in the last round opened.
    pub button: Option<WireSeat>,
    /// Every seat that is taken.
    pub chairs: Vec<WireChair>,
    /// The viewer's own seat.
    pub own: Option<WireSeat>,
    /// The hand that is played, or the last one.
    pub hand: Option<WireHandView>,
    /// What there is to do now.
    #[serde(flatten)]
    pub position: WirePosition,
    /// The number of the hand for whose cut the room takes the viewer's value now.
    pub contribute: Option<u64>,
}

/// What there is to do at a table now, as the viewer may know it: a snapshot says it, and so does each update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Position")]
pub struct WirePosition {
    /// Whose turn it is.
    pub turn: Option<WireTurnView>,
    /// The viewer's acts, when it is the viewer's turn to bet.
    pub menu: Option<WireMenu>,
    /// When it is the viewer's turn to show: whether the hand may be thrown away unseen instead.
    pub may_muck: Option<bool>,
    /// The viewer's own cards that may be turned up now, the hand being out of the play; not there when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WireCard>>", optional)]
    pub may_show: Vec<WireCard>,
    /// The over-blind that the viewer may post now; not there when there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over_blind: Option<OverBlind>,
    /// What the seats that are not dealt in owe; not there when it is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<WireOwedBlinds>>", optional)]
    pub owed: Vec<WireOwedBlinds>,
}

/// Other stakes that are announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Coming")]
pub struct WireComingStakes {
    /// What is played by and for then.
    pub stakes: WireStakes,
    /// The first hand for which they hold.
    pub hand: u64,
}

/// What a seat owes that waits for the last blind, or will have to: posted, it is dealt in with the next hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Owed")]
pub struct WireOwedBlinds {
    /// The seat.
    pub seat: WireSeat,
    /// What counts as the seat's bet.
    pub live: WireChips,
    /// What goes to the pot and counts as nobody's bet.
    pub dead: WireChips,
    /// It is posted with the next hand; otherwise the seat waits.
    pub posts: bool,
    /// The name of the rule that asks for it.
    pub rule: String,
    /// Where the table's book says so.
    pub clauses: Vec<String>,
}

/// Somebody's chair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "Chair")]
pub struct WireChair {
    /// The seat.
    pub seat: WireSeat,
    /// The number of the person.
    pub person: u64,
    /// The name that others see.
    pub name: String,
    /// A program plays.
    pub machine: bool,
    /// What is in front of the seat now, without what is bet.
    pub stack: WireChips,
    /// Gets no cards.
    pub away: bool,
    /// Waits for the last blind, or until it posts.
    pub waits: bool,
    /// Leaves when the round is over.
    pub leaving: bool,
    /// Has a line to the room.
    pub connected: bool,
    /// What is left of the time that the book gives a lost connection in this round, in milliseconds; not there for who is
    /// connected, and where the book gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub disconnect_ms: Option<u64>,
    /// Gets no cards any more once the last blind comes round. Not there otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub out_at_blind: bool,
}

/// Whether a board is the first one, which is not written.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
pub(super) fn is_first(board: &u8) -> bool {
    *board == 0
}

/// A hand as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "HandView")]
pub struct WireHandView {
    /// The number of the hand at its table.
    pub hand: u64,
    /// It is over.
    pub over: bool,
    /// The seat of the button.
    pub button: WireSeat,
    /// The betting round, from 0: between two, the one to come. Their number when hands are shown and when the hand is over.
    pub round: u8,
    /// The players dealt in, first left of the button first.
    pub players: Vec<WirePlayerView>,
    /// The board; `null` for a card face down.
    pub board: Vec<SeenCard>,
    /// The boards after the first, with the cards that they share with it. Not there where there is one board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Vec<SeenCard>>>")]
    pub more_boards: Vec<Vec<SeenCard>>,
    /// All chips in the middle.
    pub pot: WireChips,
    /// What was published before the first card.
    pub commitment: Option<WireCommitment>,
    /// The cut.
    pub cut: Option<WireCut>,
    /// The proofs of the cards that the viewer saw.
    pub openings: Vec<WireOpening>,
    /// What the hands that the viewer sees make with the board: the viewer's own and those turned up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireMade>>")]
    pub made: Vec<WireMade>,
    /// The pots in the middle, main pot first, without the bets of this round; none of a hand that is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WirePot>>")]
    pub pots: Vec<WirePot>,
    /// With what the pots of a hand that is over were won, where hands were compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<WireWin>>")]
    pub won: Vec<WireWin>,
}

/// A pot in the middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Pot")]
pub struct WirePot {
    /// Which pot; the main pot is 0.
    pub pot: u8,
    /// What is in it.
    pub amount: WireChips,
    /// The seats that can win it.
    pub eligible: Vec<WireSeat>,
}

/// What a hand makes with the board, in what is played for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Made")]
pub struct WireMade {
    /// Whose.
    pub seat: WireSeat,
    /// On which board, from 0. Not there where it is the first.
    #[serde(default, skip_serializing_if = "is_first")]
    #[ts(optional, as = "Option<u8>")]
    pub board: u8,
    /// The high hand; none where none is played for.
    pub high: Option<WireMadeHand>,
    /// The low hand; none where none is played for, or this one does not count.
    pub low: Option<WireMadeHand>,
}

/// A made hand, as a value and as a dealer announces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Named")]
pub struct WireMadeHand {
    /// `full house, kings full of deuces`; the ranks of a low hand: `8-6-4-3-2`. For people alone: all that it says stands
    /// in the other fields.
    pub name: String,
    /// Its kind.
    pub kind: WireHandKind,
    /// The ranks that name it, in the order in which they are compared, each by its letter: `["K", "4"]` of two pair, kings
    /// and fours. None of a royal flush; all five of a low hand.
    pub ranks: Vec<String>,
    /// The ranks of the cards that are compared after those, highest first: kickers, or the other four of a flush. Not there
    /// where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub side: Vec<String>,
    /// The five cards in the order in which they are compared; none while there are not five.
    pub cards: Vec<WireCard>,
    /// The card that the joker among them stands for. Not there without a joker.
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
    /// Five odd cards, of a low hand.
    NoPair,
}

/// With what one player won a pot or a half of it, where hands were compared for it: each winner has one of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Won")]
pub struct WireWin {
    /// Which pot; the main pot is 0.
    pub pot: u8,
    /// The board that decided, from 0. Not there where it is the first.
    #[serde(default, skip_serializing_if = "is_first")]
    #[ts(optional, as = "Option<u8>")]
    pub board: u8,
    /// The whole of what was played for on it, or a half.
    pub half: WireHalf,
    /// Whose hand it is.
    pub seat: WireSeat,
    /// Who won: several where hands are equal.
    pub seats: Vec<WireSeat>,
    /// What this player holds; the high hand where it is the whole of a pot played for high and low.
    pub hand: WireMadeHand,
    /// The low hand that won the whole of a pot together with the high one. Not there otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub low: Option<WireMadeHand>,
    /// The ranks of its side cards that decided against the best other hand that was shown for the pot: the last of them is
    /// higher than that of the other hand. Not there where none did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub deciding: Vec<String>,
    /// The ranks of the same side cards of that other hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub beaten: Vec<String>,
}

/// Somebody's part in a hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "PlayerView")]
pub struct WirePlayerView {
    /// The seat.
    pub seat: WireSeat,
    /// What is bet in this betting round.
    pub in_round: WireChips,
    /// What was put in during the hand, this round and dead money included, less what came back uncalled. It stays when the
    /// pots are paid and when the hand is void.
    pub in_hand: WireChips,
    /// Folded, or thrown away.
    pub folded: bool,
    /// Takes no further part in the betting, and did not fold.
    pub all_in: bool,
    /// Turned up.
    pub shown: bool,
    /// The hole cards; `null` for those the viewer may not see.
    pub cards: Vec<SeenCard>,
}

/// Whose turn it is, and how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "TurnView")]
pub struct WireTurnView {
    /// Whose.
    pub seat: WireSeat,
    /// The number of the hand.
    pub hand: u64,
    /// How many commands the hand has taken.
    pub acts: u32,
    /// What there is to call.
    pub facing: WireChips,
    /// A hand is to be shown or thrown away; otherwise it is time to bet.
    pub showing: bool,
    /// What was left of the time when this was sent, in milliseconds; none without a clock.
    pub left_ms: Option<u64>,
    /// The whole time of the decision, in milliseconds.
    pub whole_ms: Option<u64>,
    /// What is left in the seat's time bank, in milliseconds.
    pub bank_ms: u64,
    /// The time that runs is that of a lost connection. Not there otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub disconnected: bool,
    /// The name of the rule that grants the time.
    pub rule: Option<String>,
    /// Where the table's book says so.
    pub clauses: Vec<String>,
}

/// An over-blind that the viewer may post now, with `over_blind`: the first card waits for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OverBlind {
    /// The number of the hand.
    pub hand: u64,
    /// How many commands the hand has taken.
    pub acts: u32,
    /// What it costs: `facing` of the turn that names this moment.
    pub amount: WireChips,
    /// What was left of the moment when this was sent, in milliseconds.
    pub left_ms: u64,
    /// The name of the rule that offers it.
    pub rule: String,
    /// Where the table's book says so.
    pub clauses: Vec<String>,
}
