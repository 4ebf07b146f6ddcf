//! What people ask of a table, and what comes back to those who watch it.
//!
//! A viewer is sent nothing but the values of this file. Each is made by [`table::view`] for that viewer, but for what
//! people said themselves.

use std::sync::Arc;

/// What viewers are shown of a deck, so that they can check it.
pub use fair::{Commitment, Cut, CutValue, Opening};

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::Rule;
use seating::{Actor, Person, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
pub use table::Play;
use table::view::VisibleEvent;
use table::{Boards, CurrentPot, HandOnBoard, House, Menu, OwedBlinds, Refusal, WinningHand};

use crate::chat;
pub use crate::dealer::{Dealer, DealerWish};
use crate::port::{RequestKey, Wall};
pub use crate::refusal::{AtSetting, RoomRefusal};

/// The position that an act answers: an act made for another is refused, so that a late click cannot hit the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnId {
    /// The number of the hand at its table.
    pub hand: u64,
    /// How many commands the hand had taken.
    pub acts: u32,
    /// What there was to call.
    pub facing: Chips,
}

/// Something asked of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRequest {
    /// Who asks, in which role, on which device.
    pub by: Actor,
    /// Made by the client: asked again with the same key, it gets the first answer and does nothing.
    pub key: RequestKey,
    /// The position it answers; acts of a hand need it.
    pub turn: Option<TurnId>,
    /// What is asked.
    pub wish: Wish,
}

impl TableRequest {
    /// Tells what is asked, with the turn that it names, from anything else: the same key does for one thing alone. It is
    /// stored, so what it is made of stays as it is.
    pub fn digest(&self) -> RequestDigest {
        let turn = self
            .turn
            .map_or_else(String::new, |turn| format!("{} {} {}", turn.hand, turn.acts, turn.facing.get()));
        let digest = <[u8; 32]>::from(Sha256::digest(format!("{turn}\n{}", self.wish.canonical_text())));
        let mut mark = [0; 8];
        mark.copy_from_slice(&digest[..8]);
        RequestDigest(u64::from_be_bytes(mark))
    }
}

/// What was asked with a key, as 64 bits of a SHA-256: as much as tells two wishes of one person apart. In records it is
/// hexadecimal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestDigest(u64);

impl Serialize for RequestDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for RequestDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestDigest, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = u64::from_str_radix(&text, 16).ok().filter(|read| format!("{read:016x}") == text);
        read.map(RequestDigest).ok_or_else(|| serde::de::Error::custom("a mark has 16 hexadecimal digits"))
    }
}

/// What can be asked of a table. The seat is that of the person who asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// An act in turn in the betting.
    Play(Play),
    /// Something about the own cards.
    Show(ShowWish),
    /// Something about the own seat and its stake.
    Seat(SeatWish),
    /// What a person who deals did with the deck, or saw turned up.
    Dealer(DealerWish),
    /// Something about the table, for those who run it.
    Official(OfficialWish),
}

/// What can be asked about one's own cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShowWish {
    /// The whole hand is turned up, in turn.
    Hand,
    /// The hand is thrown away unseen, in turn.
    Muck,
    /// Some cards of the own hand, when it is out of the play.
    Cards {
        /// Which; none named: all of them.
        cards: Vec<Card>,
    },
}

/// What can be asked about one's own seat and its stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SeatWish {
    /// A free seat with a stake from the wallet.
    Sit { seat: Seat, stack: Chips },
    /// The seat is given up, in mid-hand too: then the hand is folded when its turn comes.
    Leave,
    /// Chips from the wallet, between rounds (4.5).
    TopUp { amount: Chips },
    /// No cards until further notice.
    SitOut,
    /// No cards from the round on in which the last blind would come; or cards all the same.
    SitOutAtBlind { wished: bool },
    /// Cards again: waits for the last blind, or posts what is owed.
    SitIn { posts: bool },
    /// One more blind, before the first card.
    OverBlind,
    /// More time for this decision from the time bank.
    UseTimeBank,
    /// A value for the cut of the deck that was committed for a hand.
    Contribute { hand: u64, value: [u8; 32] },
}

/// What can be asked about a table by those who run it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OfficialWish {
    /// No new round begins until play is resumed. For those who may open tables and the administrator.
    Pause { reason: String },
    /// Rounds begin again.
    Resume,
    /// The round is played to its end, stakes are paid out, the table is closed.
    Close { reason: String },
    /// The person is paid out when the round is over.
    Remove { person: Person, reason: String },
    /// Choices of 4.2 for the rounds to come: names of settings and their values. Or the game is declared `anew` by them,
    /// while no round is played: deck and joker change in no other way.
    Determine { settings: Vec<(String, String)>, anew: bool },
}

impl From<Play> for Wish {
    fn from(wish: Play) -> Wish {
        Wish::Play(wish)
    }
}

impl From<ShowWish> for Wish {
    fn from(wish: ShowWish) -> Wish {
        Wish::Show(wish)
    }
}

impl From<SeatWish> for Wish {
    fn from(wish: SeatWish) -> Wish {
        Wish::Seat(wish)
    }
}

impl From<DealerWish> for Wish {
    fn from(wish: DealerWish) -> Wish {
        Wish::Dealer(wish)
    }
}

impl From<OfficialWish> for Wish {
    fn from(wish: OfficialWish) -> Wish {
        Wish::Official(wish)
    }
}

/// What is answered.
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
    /// Every word of it, the same for the same wish in every version: settings in any order, reasons as they are kept.
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

    /// Whether it answers the position that is on, and does nothing at another. What a dealer says is what happened: it fits
    /// what the hand needs, or is refused.
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

/// Whether a table is played at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Standing {
    Open,
    /// No new round begins.
    Paused {
        reason: String,
    },
    /// The round is played to its end, then the table closes.
    Closing {
        reason: String,
    },
    Closed {
        reason: String,
    },
    /// A check failed or nothing can be stored: nothing happens here until the room has been looked after.
    Stopped {
        why: String,
        /// What the room's log has it under.
        #[serde(default)]
        reference: String,
    },
}

/// One line of the lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct Listing {
    /// The table's number.
    pub table: u64,
    /// Its name.
    pub name: String,
    /// Who opened it; the house for the room's own.
    pub opener: Person,
    /// What it is played by: game, book, limits, seats.
    pub house: Arc<House>,
    /// House bots play here.
    pub practice: bool,
    /// Who deals.
    pub dealer: Dealer,
    /// Who sits, by seat; machines among them.
    pub seated: Vec<(Seat, Person)>,
    /// Whether it is played at.
    pub standing: Standing,
    /// The number of the round that is played or was the last; zero before the first.
    pub hand: u64,
}

/// Somebody's chair, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ChairView {
    pub seat: Seat,
    pub person: Person,
    /// In front of the seat now, without what is bet in the round of play.
    pub stack: Chips,
    pub machine: bool,
    pub away: bool,
    /// Waits for the last blind.
    pub waits: bool,
    /// Leaves when the round is over.
    pub leaving: bool,
    pub connected: bool,
    /// Who is not connected: what is left of the time that the book gives a lost connection in this round of play, in
    /// milliseconds; none where it gives none.
    pub disconnect_left: Option<u64>,
    /// Sits out once the last blind comes round.
    pub out_at_blind: bool,
}

/// Somebody's part in the hand, as the viewer sees it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct PlayerView {
    pub seat: Seat,
    /// What is bet in this betting round.
    pub in_round: Chips,
    /// What was put in during the whole hand, this round and dead posts included, less what came back uncalled. It stays
    /// when the pots are paid and when the hand is void.
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
    /// For each card the viewer has seen.
    pub openings: Vec<Opening>,
    /// What the hands that the viewer sees make with the board.
    pub made: Vec<HandOnBoard>,
    /// The pots in the middle, main pot first, without the bets of this round.
    pub pots: Vec<CurrentPot>,
    /// With what the pots of a hand that is over were won, where hands were compared.
    pub won: Vec<WinningHand>,
}

/// Whose turn it is, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct TurnView {
    pub seat: Seat,
    /// What an act must name.
    pub turn: TurnId,
    /// True when hands are shown or mucked, false when it is time to bet.
    pub showing: bool,
    /// What was left of the time when this was sent, in milliseconds; none without a clock.
    pub left: Option<u64>,
    /// The whole time of the decision, in milliseconds.
    pub whole: Option<u64>,
    /// What is left in the seat's time bank, in milliseconds.
    pub bank: u64,
    /// The rule that grants the time.
    pub rule: Option<Rule>,
    /// The time that runs is that of a lost connection.
    pub disconnected: bool,
}

/// An over-blind that the viewer may post now: the dealing waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverBlindView {
    /// What an over-blind that is meant for this moment names: its amount is what faces it.
    pub turn: TurnId,
    /// What is left of the moment when this was sent, in milliseconds.
    pub left: u64,
}

/// What there is to do at a table now, as one viewer may know it. The whole view has it, and so has each update.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Position {
    /// Whose turn it is.
    pub turn: Option<TurnView>,
    /// The viewer's acts, when it is the viewer's turn to bet.
    pub menu: Option<Menu>,
    /// Why the viewer may not raise, when it is the viewer's turn to bet.
    pub raise_closed: Option<Refusal>,
    /// How many more raises the cap allows.
    pub raises_left: Option<u32>,
    /// Whether the viewer's hand may be thrown away unseen, when it is the viewer's turn to show.
    pub may_muck: Option<bool>,
    /// The viewer's own cards that may be turned up now, the hand being out of the play.
    pub may_show: Vec<Card>,
    /// The over-blind that the viewer may post now.
    pub over_blind: Option<OverBlindView>,
    /// What the seats that are not dealt in owe.
    pub owed: Vec<OwedBlinds>,
}

/// A table as one viewer may see it, whole.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableView {
    pub table: u64,
    pub name: String,
    /// The number of the table's last record: what follows is counted from here.
    pub number: u64,
    /// What is played by now.
    pub house: Arc<House>,
    /// What is announced for later, with the first hand for which it holds.
    pub coming: Option<(Arc<House>, u64)>,
    pub practice: bool,
    /// Who deals.
    pub dealer: Dealer,
    pub standing: Standing,
    /// The room stops when the rounds that are played are over.
    pub draining: bool,
    pub button: Option<Seat>,
    pub chairs: Vec<ChairView>,
    /// The viewer's own seat.
    pub own: Option<Seat>,
    pub hand: Option<HandView>,
    /// What there is to do now.
    pub position: Position,
    /// The round of play for which the room takes values for the cut.
    pub contribute: Option<u64>,
}

/// A fact as one viewer may see it.
#[derive(Clone, Debug, PartialEq)]
pub enum FactView {
    /// A fact of the table or the hand.
    Table(VisibleEvent),
    /// The order of the deck is fixed: before any card leaves.
    Deck {
        /// The round of play it is for.
        hand: u64,
        /// What binds the room to the order.
        commitment: Commitment,
    },
    /// The deck was cut.
    Cut(Cut),
    /// A card that this viewer was shown, ready to be checked.
    Opening(Opening),
    /// Play stops, goes on, or ends.
    Standing(Standing),
    /// A seat took time from its bank, in milliseconds.
    TimeBank {
        /// Who.
        seat: Seat,
        /// How much.
        taken: u64,
    },
}

/// What goes to a viewer of a table.
#[derive(Clone, Debug)]
pub enum Outbound {
    /// The whole view, at the start or when too much was missed.
    Snapshot(Box<TableView>),
    /// What one record of the table says to this viewer.
    Update(Arc<Update>),
    /// A player's connection came or went.
    Presence {
        /// Who.
        person: Person,
        /// Whether the player is there.
        connected: bool,
        /// What is left of the time that the book gives a lost connection in this round, in milliseconds.
        disconnect_left: Option<u64>,
    },
    /// What was said at the table; the last lines after the first view.
    Chat(Arc<chat::ChatUpdate>),
    /// The player watches this table from another device: this one gets nothing more.
    Elsewhere,
    /// Nothing more comes.
    Ended {
        /// Why.
        why: RoomRefusal,
    },
}

/// What one record of a table says to a viewer. Every viewer counts the same numbers.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Update {
    pub number: u64,
    /// The round of play that it belongs to, or the last one; zero before the first.
    pub hand: u64,
    pub at: Wall,
    pub facts: Vec<FactView>,
    /// What there is to do after it.
    pub position: Position,
    /// What the hands that the viewer sees make with the board now; none where it is not said.
    pub made: Option<Vec<HandOnBoard>>,
    /// The pots in the middle now, without the bets of this round; none where it is not said.
    pub pots: Option<Vec<CurrentPot>>,
    /// With what the pots were won that the record pays, where hands were compared.
    pub won: Vec<WinningHand>,
}

/// A table that somebody wants opened.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableWish {
    pub name: String,
    /// The name of a built-in book, or of one that the operator gave the room.
    pub book: String,
    /// Choices of 4.2: names of settings and their values.
    pub settings: Vec<(String, String)>,
    /// How many house bots play; none but at a practice table.
    pub bots: u8,
    /// Who deals; a table of house bots is dealt by the software.
    pub dealer: Dealer,
}
