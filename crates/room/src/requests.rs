//! What people request of a table, and what those who watch it receive.
//!
//! A viewer is sent nothing but the values in this file. [`table::view`] makes each of them for that viewer,
//! except chat messages.

use std::sync::Arc;

/// What viewers are shown of a deck, so that they can check it.
pub use fair::{Commitment, Cut, CutValue, Opening};

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::Rule;
use seating::{Actor, Person, Seat};
pub use table::Play;
use table::view::VisibleEvent;
use table::{Boards, CurrentPot, HandOnBoard, House, Menu, OwedBlinds, Refusal, WinningHand};

use crate::chat;
pub use crate::dealer::{Dealer, DealerWish};
pub use crate::entry::{RequestDigest, Standing};
use crate::port::{RequestKey, Wall};
pub use crate::refusal::{AtSetting, RoomRefusal};

/// The position that an act answers. An act for any other position is refused, so that a late click cannot
/// hit the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnId {
    /// The number of the hand at its table.
    pub hand: u64,
    /// How many commands the hand had taken.
    pub acts: u32,
    /// What there was to call.
    pub facing: Chips,
}

/// A request to a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRequest {
    /// Who makes it, in which role, on which device.
    pub by: Actor,
    /// Made by the client: the same request with the same key gets the first reply again and does nothing.
    pub key: RequestKey,
    /// The position it answers; acts of a hand need it.
    pub turn: Option<TurnId>,
    /// What is requested.
    pub wish: Wish,
}

impl TableRequest {
    /// The digest of this request and the turn it names, which tells it from any other: a key is good for one
    /// request only. It is stored, so the text it is made from must never change.
    pub fn digest(&self) -> RequestDigest {
        let turn = self
            .turn
            .map_or_else(String::new, |turn| format!("{} {} {}", turn.hand, turn.acts, turn.facing.get()));
        RequestDigest::of_text(&format!("{turn}\n{}", self.wish.canonical_text()))
    }
}

/// What can be requested of a table. The seat is that of the requester.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// An act in turn in the betting.
    Play(Play),
    /// Something about the requester's own cards.
    Show(ShowWish),
    /// Something about the requester's own seat and its stake.
    Seat(SeatWish),
    /// What a person who deals did with the deck, or saw turned up.
    Dealer(DealerWish),
    /// Something about the table, for those who run it.
    Official(OfficialWish),
}

/// What can be requested about one's own cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShowWish {
    /// Turn up the complete hand, in turn.
    Hand,
    /// Muck the hand unseen, in turn.
    Muck,
    /// Show some of one's own cards once the hand is out of play.
    Cards {
        /// Which cards; empty for all of them.
        cards: Vec<Card>,
    },
}

/// What can be requested about one's own seat and its stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SeatWish {
    /// Take a free seat with a stake from the wallet.
    Sit { seat: Seat, stack: Chips },
    /// Give up the seat, even in mid-hand: the hand is then folded when its turn comes.
    Leave,
    /// Add chips from the wallet, between hands (4.5).
    TopUp { amount: Chips },
    /// Be dealt no cards until further notice.
    SitOut,
    /// Be dealt no cards from the hand on in which the last blind would come; or take that back.
    SitOutAtBlind { wished: bool },
    /// Be dealt in again: wait for the last blind, or post what is owed.
    SitIn { posts: bool },
    /// Post one more blind, before the first card.
    OverBlind,
    /// Use the time bank for this decision.
    UseTimeBank,
    /// Add a value to the cut of the deck that was committed for a hand.
    Contribute { hand: u64, value: [u8; 32] },
}

/// What those who run a table can request about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OfficialWish {
    /// Begin no new hand until play is resumed. For those who may open tables and the administrator.
    Pause { reason: String },
    /// Begin hands again.
    Resume,
    /// Finish the hand, pay out the stakes, and close the table.
    Close { reason: String },
    /// Pay the person out when the hand is over.
    Remove { person: Person, reason: String },
    /// Change the choices of 4.2 for later hands: names of settings and their values. With `anew`, declare
    /// the game anew by them while no hand is in play: the only way to change deck and joker.
    Determine { settings: Vec<(String, String)>, anew: bool },
}

impl From<Play> for Wish {
    /// Makes a wish of an act in turn, so that callers can give the act alone.
    fn from(wish: Play) -> Wish {
        Wish::Play(wish)
    }
}

impl From<ShowWish> for Wish {
    /// Makes a wish of a request about one's own cards, so that callers can give it alone.
    fn from(wish: ShowWish) -> Wish {
        Wish::Show(wish)
    }
}

impl From<SeatWish> for Wish {
    /// Makes a wish of a request about one's own seat, so that callers can give it alone.
    fn from(wish: SeatWish) -> Wish {
        Wish::Seat(wish)
    }
}

impl From<DealerWish> for Wish {
    /// Makes a wish of what a dealer enters, so that callers can give it alone.
    fn from(wish: DealerWish) -> Wish {
        Wish::Dealer(wish)
    }
}

impl From<OfficialWish> for Wish {
    /// Makes a wish of a request of those who run the table, so that callers can give it alone.
    fn from(wish: OfficialWish) -> Wish {
        Wish::Official(wish)
    }
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It was done and is stored.
    Done {
        /// The number of the table's record that holds it.
        number: u64,
    },
    /// It was not done, and nothing has changed.
    Refused(RoomRefusal),
}

impl Wish {
    /// The full wish as text, from which its digest is made: settings in any order, reasons as they are stored.
    /// Digests are stored, so the text for a wish must never change; a new wish needs a text of its own.
    fn canonical_text(&self) -> String {
        match self {
            Wish::Play(play) => match play {
                Play::Fold => "fold".to_owned(),
                Play::Check => "check".to_owned(),
                Play::Call => "call".to_owned(),
                Play::CallAndFold => "call_and_fold".to_owned(),
                Play::Raise { to } => format!("raise {}", to.get()),
                Play::AllIn => "all_in".to_owned(),
            },
            Wish::Show(show) => match show {
                ShowWish::Hand => "show".to_owned(),
                ShowWish::Muck => "muck".to_owned(),
                ShowWish::Cards { cards } => {
                    let mut cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
                    cards.sort_unstable();
                    format!("show_cards {}", cards.join(" "))
                }
            },
            Wish::Dealer(wish) => wish.canonical_text(),
            Wish::Seat(wish) => match wish {
                SeatWish::Sit { seat, stack } => format!("sit {} {}", seat.number(), stack.get()),
                SeatWish::Leave => "leave".to_owned(),
                SeatWish::TopUp { amount } => format!("top_up {}", amount.get()),
                SeatWish::SitOut => "sit_out".to_owned(),
                SeatWish::SitOutAtBlind { wished } => format!("sit_out_at_blind {wished}"),
                SeatWish::SitIn { posts } => format!("sit_in {posts}"),
                SeatWish::OverBlind => "over_blind".to_owned(),
                SeatWish::UseTimeBank => "use_time_bank".to_owned(),
                SeatWish::Contribute { hand, value } => {
                    let value: String = value.iter().map(|byte| format!("{byte:02x}")).collect();
                    format!("contribute {hand} {value}")
                }
            },
            Wish::Official(wish) => match wish {
                OfficialWish::Pause { reason } => format!("pause {}", reason.trim()),
                OfficialWish::Resume => "resume".to_owned(),
                OfficialWish::Close { reason } => format!("close {}", reason.trim()),
                OfficialWish::Remove { person, reason } => format!("remove {} {}", person.0, reason.trim()),
                OfficialWish::Determine { settings, anew } => {
                    let named =
                        |(name, value): &(String, String)| format!("{:?} {value:?}", name.replace('-', "_"));
                    let mut settings: Vec<String> = settings.iter().map(named).collect();
                    settings.sort_unstable();
                    format!("determine {anew} {}", settings.join(" "))
                }
            },
        }
    }

    /// Whether the wish answers the current position and must do nothing at another. What a dealer enters has
    /// happened: it fits what the hand needs, or is refused.
    pub fn needs_turn(&self) -> bool {
        match self {
            Wish::Play(_)
            | Wish::Show(ShowWish::Hand | ShowWish::Muck)
            | Wish::Seat(SeatWish::UseTimeBank) => true,
            Wish::Show(ShowWish::Cards { .. })
            | Wish::Seat(
                SeatWish::Sit { .. }
                | SeatWish::Leave
                | SeatWish::TopUp { .. }
                | SeatWish::SitOut
                | SeatWish::SitOutAtBlind { .. }
                | SeatWish::SitIn { .. }
                | SeatWish::OverBlind
                | SeatWish::Contribute { .. },
            )
            | Wish::Dealer(_)
            | Wish::Official(_) => false,
        }
    }
}

/// A table as listed in the lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The table's number.
    pub table: u64,
    /// Its name.
    pub name: String,
    /// Who opened it; the house for the room's own tables.
    pub opener: Person,
    /// What is played: game, book, limits, seats.
    pub house: Arc<House>,
    /// House bots play here.
    pub practice: bool,
    /// Who deals.
    pub dealer: Dealer,
    /// Who sits, by seat, including machines.
    pub seated: Vec<(Seat, Person)>,
    /// Whether the table is open for play.
    pub standing: Standing,
    /// The number of the hand in play, or of the last one; zero before the first.
    pub hand: u64,
}

/// A chair, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ChairView {
    pub seat: Seat,
    pub person: Person,
    /// In front of the seat now, without what is bet in this hand.
    pub stack: Chips,
    pub machine: bool,
    pub away: bool,
    /// Is waiting for the last blind.
    pub waits: bool,
    /// Leaves when the hand is over.
    pub leaving: bool,
    pub connected: bool,
    /// If not connected, the disconnect time that the book still gives in this hand, in milliseconds; `None`
    /// if it gives none.
    pub disconnect_left: Option<u64>,
    /// Sits out when the last blind next reaches the seat.
    pub out_at_blind: bool,
}

/// A player's part in the hand, as the viewer sees it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PlayerView {
    pub seat: Seat,
    /// What is bet in this betting round.
    pub in_round: Chips,
    /// What was put in during the whole hand, including this betting round and dead posts, minus uncalled
    /// bets returned. It stays when the pots are paid and when the hand is void.
    pub in_hand: Chips,
    pub folded: bool,
    pub all_in: bool,
    pub shown: bool,
    /// The viewer's own cards and shown ones; the others are unknown.
    pub cards: Vec<HiddenCard>,
}

/// A hand as the viewer sees it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct HandView {
    pub number: u64,
    pub over: bool,
    pub button: Seat,
    /// The betting round, from 0.
    pub betting_round: u8,
    pub players: Vec<PlayerView>,
    pub boards: Boards,
    /// All chips in the middle.
    pub pot: Chips,
    /// What was published before the first card.
    pub commitment: Option<Commitment>,
    pub cut: Option<Cut>,
    /// One for each card the viewer has seen.
    pub openings: Vec<Opening>,
    /// What the hands that the viewer sees make with the board.
    pub made: Vec<HandOnBoard>,
    /// The pots in the middle, main pot first, without the bets of this betting round.
    pub pots: Vec<CurrentPot>,
    /// The hands that won the pots, once the hand is over and if hands were compared.
    pub won: Vec<WinningHand>,
}

/// Whose turn it is, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct TurnView {
    pub seat: Seat,
    /// What an act must name.
    pub turn: TurnId,
    /// True for showing or mucking, false for betting.
    pub showing: bool,
    /// The time left when this was sent, in milliseconds; `None` without a clock.
    pub left: Option<u64>,
    /// The full time of the decision, in milliseconds.
    pub whole: Option<u64>,
    /// The time left in the seat's time bank, in milliseconds.
    pub bank: u64,
    /// The rule that grants the time.
    pub rule: Option<Rule>,
    /// The clock is running on disconnect time.
    pub disconnected: bool,
}

/// An over-blind that the viewer may post now: the deal waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBlindView {
    /// What a post for this offer must name: its amount is `facing`.
    pub turn: TurnId,
    /// The time left for it when this was sent, in milliseconds.
    pub left: u64,
}

/// What there is to do at a table now, as one viewer may know it. Part of the full view and of each update.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Option<TurnView>,
    /// The viewer's acts, if it is the viewer's turn to bet.
    pub menu: Option<Menu>,
    /// Why the viewer may not raise, if it is the viewer's turn to bet.
    pub raise_closed: Option<Refusal>,
    /// How many more raises the cap allows.
    pub raises_left: Option<u32>,
    /// Whether the viewer may muck unseen, if it is the viewer's turn to show.
    pub may_muck: Option<bool>,
    /// The viewer's own cards that may be shown now that the hand is out of play.
    pub may_show: Vec<Card>,
    /// The over-blind that the viewer may post now.
    pub over_blind: Option<OverBlindView>,
    /// What the seats that are not dealt in owe.
    pub owed: Vec<OwedBlinds>,
}

/// The full table as one viewer may see it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableView {
    pub table: u64,
    pub name: String,
    /// The number of the table's last record: updates continue from here.
    pub number: u64,
    /// The house in force.
    pub house: Arc<House>,
    /// The house announced for later, with the first hand to which it applies.
    pub coming: Option<(Arc<House>, u64)>,
    pub practice: bool,
    /// Who deals.
    pub dealer: Dealer,
    pub standing: Standing,
    /// The room stops when the hands in play are over.
    pub draining: bool,
    pub button: Option<Seat>,
    pub chairs: Vec<ChairView>,
    /// The viewer's own seat.
    pub own: Option<Seat>,
    pub hand: Option<HandView>,
    /// What there is to do now.
    pub position: Position,
    /// The hand for which the room accepts cut values.
    pub contribute: Option<u64>,
}

/// A fact as one viewer may see it.
#[derive(Clone, Debug, PartialEq)]
pub enum FactView {
    /// A fact of the table or the hand.
    Table(VisibleEvent),
    /// The order of the deck is fixed, before any card leaves it.
    Deck {
        /// The hand it is for.
        hand: u64,
        /// What binds the room to the order.
        commitment: Commitment,
    },
    /// The deck was cut.
    Cut(Cut),
    /// A card that this viewer was shown, ready to be checked.
    Opening(Opening),
    /// Play stops, resumes or ends.
    Standing(Standing),
    /// A seat used time from its time bank, in milliseconds.
    TimeBank {
        /// Which seat.
        seat: Seat,
        /// How much.
        taken: u64,
    },
}

/// What a viewer of a table is sent.
#[derive(Clone, Debug)]
pub enum Outbound {
    /// The full view, at the start or when too much was missed.
    Snapshot(Box<TableView>),
    /// One record of the table, as this viewer may see it.
    Update(Arc<Update>),
    /// A player connected or disconnected.
    Presence {
        /// Which player.
        person: Person,
        /// Whether the player is connected.
        connected: bool,
        /// The disconnect time that the book still gives in this hand, in milliseconds.
        disconnect_left: Option<u64>,
    },
    /// Chat messages; after the first view, the latest ones so far.
    Chat(Arc<chat::ChatUpdate>),
    /// The player now watches this table from another device: this one is sent nothing more.
    Elsewhere,
    /// Nothing more will be sent.
    Ended {
        /// Why.
        why: RoomRefusal,
    },
}

/// One record of a table as a viewer may see it. Every viewer counts the same numbers.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Update {
    pub number: u64,
    /// The hand that it belongs to, or the last one; zero before the first.
    pub hand: u64,
    pub at: Wall,
    pub facts: Vec<FactView>,
    /// What there is to do after it.
    pub position: Position,
    /// What the hands that the viewer sees make with the board now; `None` if not included.
    pub made: Option<Vec<HandOnBoard>>,
    /// The pots in the middle now, without the bets of this betting round; `None` if not included.
    pub pots: Option<Vec<CurrentPot>>,
    /// The winning hands of the pots that the record pays, if hands were compared.
    pub won: Vec<WinningHand>,
}

/// A request to open a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableWish {
    pub name: String,
    /// The name of a built-in book, or of one that the operator gave the room.
    pub book: String,
    /// Choices of 4.2: names of settings and their values.
    pub settings: Vec<(String, String)>,
    /// How many house bots play; zero except at a practice table.
    pub bots: u8,
    /// Who deals; a table with house bots is dealt by the software.
    pub dealer: Dealer,
}
