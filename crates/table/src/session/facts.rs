//! What is asked of a table, and the facts that follow.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use serde::{Deserialize, Serialize};

use super::door::Moment;
use crate::command::{Act, By, Person};
use crate::deck::DeckSource;
use crate::event::Event;
use crate::house::{House, Sign};
use crate::seat::Seat;

/// Something asked of a table, and by whom.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableCommand {
    pub by: By,
    pub act: TableAct,
}

/// The acts of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TableAct {
    /// A person takes a free seat with a stake.
    Sit { seat: Seat, person: Person, stack: Chips },
    /// The player leaves with the stake: at once between rounds, otherwise when the round is over, and the hand is
    /// folded when its turn comes.
    Leave { seat: Seat },
    /// The house or an administrator takes a player off the table when the round is over.
    Remove { seat: Seat, reason: String },
    /// An official shuts a player out of the game: off the table when the round is over, and not back (19.2(b)).
    Exclude { seat: Seat, reason: String },
    /// An official lifts it.
    Readmit { person: Person },
    /// An official decides whether a person may come back with less than was taken away (4.6).
    DecideRejoin { person: Person, allowed: bool },
    /// The player takes chips off the table and stays; there is no such act (4.4, 4.6).
    TakeOff { seat: Seat, amount: Chips },
    /// The room tells the time, for what depends on it: notices, and how long somebody was gone.
    TellTime { at: Moment },
    /// The player is not dealt in any more.
    SitOut { seat: Seat },
    /// The player is not dealt in any more from the round in which the last blind would come, or takes that back.
    SitOutAtBlind { seat: Seat, wished: bool },
    /// The player wants cards again: waits for the last blind, or posts what is owed.
    SitIn { seat: Seat, posts: bool },
    /// The player adds chips to the stake, between rounds.
    Buy { seat: Seat, amount: Chips },
    /// The operator determines the house of the rounds to come (4.1, 4.2); or declares the game anew by it, between
    /// rounds: then deck and joker may be others too (2.2).
    Determine { house: Arc<House>, anew: bool },
    /// The operator changes some or all cards of the deck, between rounds (2.5).
    ReplaceCards { cards: Vec<Card>, reason: String },
    /// The supervisor or the dealer has looked at new cards one by one and counted the deck with them.
    CheckCards { cards: Vec<Card>, counted: u8 },
    /// The button is placed by hand.
    PlaceButton { seat: Seat },
    /// The next round is opened: button and blinds move, the hand begins.
    Open,
    /// An act of the hand.
    Hand(Act),
}

/// A decided fact of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableEvent {
    pub what: TableWhat,
    pub rule: Rule,
}

/// The facts of a table.
///
/// Written under its [`TableWhat::name`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum TableWhat {
    Sat {
        seat: Seat,
        person: Person,
        stack: Chips,
        waits: bool,
    },
    /// The chair is free and the stake is paid out.
    Left {
        seat: Seat,
        stack: Chips,
    },
    /// Leaves when the round is over; the hand is folded when its turn comes.
    Leaving {
        seat: Seat,
    },
    /// Is off the table when the round is over.
    RemovalDecided {
        seat: Seat,
        reason: String,
        by: By,
        /// Shut out of the game until an official lifts it.
        excluded: bool,
    },
    Readmitted {
        person: Person,
        by: By,
    },
    /// Wanted to come back with less than was taken away; an official decides.
    RejoinReferred {
        person: Person,
        seat: Seat,
        stack: Chips,
        took: Chips,
    },
    RejoinDecided {
        person: Person,
        allowed: bool,
        by: By,
    },
    TimeTold {
        at: Moment,
    },
    /// The table was opened; the sign says so.
    TableOpened {
        #[serde(with = "crate::stored::shared_house")]
        house: Arc<House>,
        deck: DeckSource,
        sign: Sign,
    },
    SatOut {
        seat: Seat,
    },
    /// Is not dealt in any more once the last blind comes round; or is, where that is not wished any more.
    OutAtBlind {
        seat: Seat,
        wished: bool,
    },
    SatIn {
        seat: Seat,
        waits: bool,
        posts: bool,
    },
    Bought {
        seat: Seat,
        amount: Chips,
    },
    /// Holds from a round on.
    Determined {
        #[serde(with = "crate::stored::shared_house")]
        house: Arc<House>,
        from_round: u64,
        /// The game is declared anew.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        anew: bool,
    },
    /// The notice that smallest stake or smallest bet change, with the time where it was told.
    SignChanged {
        sign: Sign,
        from_round: u64,
        at: Option<Moment>,
    },
    ButtonPlaced {
        seat: Seat,
    },
    /// New cards, each to be checked by the supervisor and the dealer before it is used.
    CardsReplaced {
        cards: Vec<Card>,
        reason: String,
        by: By,
        at: Option<Moment>,
    },
    /// What new cards were found, and how many cards the deck has with them.
    CardsChecked {
        cards: Vec<Card>,
        counted: u8,
        by: By,
        at: Option<Moment>,
    },
    /// Button and blinds of the round that opens; `None` for a blind nobody posts.
    Positions {
        button: Seat,
        blinds: Vec<Option<Seat>>,
    },
    /// A blind passed a player who was away.
    BlindMissed {
        seat: Seat,
        last: bool,
    },
    /// Is not dealt in: the button is at this seat, and nobody enters on it.
    HeldBack {
        seat: Seat,
    },
    /// A fact of the hand; written as the event of the hand that it is.
    #[serde(skip)]
    Hand(Event),
}

impl TableEvent {
    /// Gives cards that are not known their card back by the slot they lay in.
    pub fn fill(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match &mut self.what {
            TableWhat::Hand(event) => event.fill(card_in_slot),
            TableWhat::Sat { .. }
            | TableWhat::Left { .. }
            | TableWhat::SatOut { .. }
            | TableWhat::OutAtBlind { .. }
            | TableWhat::SatIn { .. }
            | TableWhat::Bought { .. }
            | TableWhat::Determined { .. }
            | TableWhat::ButtonPlaced { .. }
            | TableWhat::Positions { .. }
            | TableWhat::BlindMissed { .. }
            | TableWhat::Leaving { .. }
            | TableWhat::RemovalDecided { .. }
            | TableWhat::Readmitted { .. }
            | TableWhat::RejoinReferred { .. }
            | TableWhat::RejoinDecided { .. }
            | TableWhat::TimeTold { .. }
            | TableWhat::TableOpened { .. }
            | TableWhat::SignChanged { .. }
            | TableWhat::CardsReplaced { .. }
            | TableWhat::CardsChecked { .. }
            | TableWhat::HeldBack { .. } => {}
        }
    }
}

impl TableWhat {
    /// The name of the kind of event, for files and machines; that of the hand's event where it is one.
    pub const fn name(&self) -> &'static str {
        match self {
            TableWhat::Sat { .. } => "sat",
            TableWhat::Left { .. } => "left",
            TableWhat::SatOut { .. } => "sat_out",
            TableWhat::OutAtBlind { .. } => "out_at_blind",
            TableWhat::SatIn { .. } => "sat_in",
            TableWhat::Bought { .. } => "bought",
            TableWhat::Determined { .. } => "determined",
            TableWhat::ButtonPlaced { .. } => "button_placed",
            TableWhat::Positions { .. } => "positions",
            TableWhat::BlindMissed { .. } => "blind_missed",
            TableWhat::Leaving { .. } => "leaving",
            TableWhat::RemovalDecided { .. } => "removal_decided",
            TableWhat::Readmitted { .. } => "readmitted",
            TableWhat::RejoinReferred { .. } => "rejoin_referred",
            TableWhat::RejoinDecided { .. } => "rejoin_decided",
            TableWhat::TimeTold { .. } => "time_told",
            TableWhat::TableOpened { .. } => "table_opened",
            TableWhat::SignChanged { .. } => "sign_changed",
            TableWhat::CardsReplaced { .. } => "cards_replaced",
            TableWhat::CardsChecked { .. } => "cards_checked",
            TableWhat::HeldBack { .. } => "held_back",
            TableWhat::Hand(event) => event.what.name(),
        }
    }
}
