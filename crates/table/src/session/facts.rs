//! What happened at a table: the facts that follow from what is asked, in families like those of a hand.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use serde::{Deserialize, Serialize};

use super::door::Moment;
use crate::command::{By, Person};
use crate::deck::DeckSource;
use crate::event::Event;
use crate::families::{families, named};
use crate::house::{House, Sign};
use crate::seat::Seat;

/// A decided fact of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableEvent {
    pub what: TableWhat,
    pub rule: Rule,
}

/// The facts of a table.
///
/// Written under its [`TableWhat::name`], without its family.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TableWhat {
    /// Chips came to the table or left it with their player.
    Stakes(StakeFact),
    /// A player is dealt in, or is not any more.
    Seats(SeatFact),
    /// Button and blinds.
    Blinds(BlindFact),
    /// What is played by, and from when.
    House(HouseFact),
    /// Cards of the deck were changed.
    Deck(DeckFact),
    /// An official decided, or is to decide.
    Officials(OfficialFact),
    /// A fact of the hand; written as the event of the hand that it is.
    #[serde(skip)]
    Hand(Event),
}

families! {
    TableWhat: "a fact of a table" {
        Stakes(StakeFact),
        Seats(SeatFact),
        Blinds(BlindFact),
        House(HouseFact),
        Deck(DeckFact),
        Officials(OfficialFact),
    }
}

/// Chips came to the table or left it with their player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum StakeFact {
    /// A person took a seat.
    Sat { seat: Seat, person: Person, stack: Chips, waits: bool },
    /// The chair is free and the stake is paid out.
    Left { seat: Seat, stack: Chips },
    /// Chips were added to a stake.
    Bought { seat: Seat, amount: Chips },
}

named! {
    StakeFact {
        Sat => "sat",
        Left => "left",
        Bought => "bought",
    }
}

/// A player is dealt in, or is not any more.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum SeatFact {
    /// Leaves when the round is over; the hand is folded when its turn comes.
    Leaving { seat: Seat },
    /// Is not dealt in until further notice.
    SatOut { seat: Seat },
    /// Is not dealt in any more once the last blind comes round; or is, where that is not wished any more.
    OutAtBlind { seat: Seat, wished: bool },
    /// Is dealt in again: `waits` for the last blind, or `posts` what is owed.
    SatIn { seat: Seat, waits: bool, posts: bool },
    /// Is not dealt in: the button is at this seat, and nobody enters on it.
    HeldBack { seat: Seat },
}

named! {
    SeatFact {
        Leaving => "leaving",
        SatOut => "sat_out",
        OutAtBlind => "out_at_blind",
        SatIn => "sat_in",
        HeldBack => "held_back",
    }
}

/// Button and blinds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum BlindFact {
    /// The button was placed by hand.
    ButtonPlaced { seat: Seat },
    /// Button and blinds of the round that opens; `None` for a blind nobody posts.
    Positions { button: Seat, blinds: Vec<Option<Seat>> },
    /// A blind passed a player who was away.
    BlindMissed { seat: Seat, last: bool },
}

named! {
    BlindFact {
        ButtonPlaced => "button_placed",
        Positions => "positions",
        BlindMissed => "blind_missed",
    }
}

/// What is played by, and from when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum HouseFact {
    /// The table was opened; the sign says so.
    TableOpened {
        #[serde(with = "crate::stored::shared_house")]
        house: Arc<House>,
        deck: DeckSource,
        sign: Sign,
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
    SignChanged { sign: Sign, from_round: u64, at: Option<Moment> },
    /// The time, for what depends on it: notices, and how long somebody was gone.
    TimeTold { at: Moment },
}

named! {
    HouseFact {
        TableOpened => "table_opened",
        Determined => "determined",
        SignChanged => "sign_changed",
        TimeTold => "time_told",
    }
}

/// Cards of the deck were changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DeckFact {
    /// New cards, each to be checked by the supervisor and the dealer before it is used.
    CardsReplaced { cards: Vec<Card>, reason: String, by: By, at: Option<Moment> },
    /// What new cards were found, and how many cards the deck has with them.
    CardsChecked { cards: Vec<Card>, counted: u8, by: By, at: Option<Moment> },
}

named! {
    DeckFact {
        CardsReplaced => "cards_replaced",
        CardsChecked => "cards_checked",
    }
}

/// An official decided on a person, or is to decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OfficialFact {
    /// Is off the table when the round is over.
    RemovalDecided {
        seat: Seat,
        reason: String,
        by: By,
        /// Shut out of the game until an official lifts it.
        excluded: bool,
    },
    /// A person who was shut out may come back.
    Readmitted { person: Person, by: By },
    /// Wanted to come back with less than was taken away; an official decides.
    RejoinReferred { person: Person, seat: Seat, stack: Chips, took: Chips },
    /// Whether a person may come back with less than was taken away.
    RejoinDecided { person: Person, allowed: bool, by: By },
}

named! {
    OfficialFact {
        RemovalDecided => "removal_decided",
        Readmitted => "readmitted",
        RejoinReferred => "rejoin_referred",
        RejoinDecided => "rejoin_decided",
    }
}

impl StakeFact {
    /// Whose stake it is.
    pub const fn seat(&self) -> Seat {
        match *self {
            StakeFact::Sat { seat, .. } | StakeFact::Left { seat, .. } | StakeFact::Bought { seat, .. } => {
                seat
            }
        }
    }

    /// How many chips came or left.
    pub const fn amount(&self) -> Chips {
        match *self {
            StakeFact::Sat { stack, .. } | StakeFact::Left { stack, .. } => stack,
            StakeFact::Bought { amount, .. } => amount,
        }
    }
}

impl SeatFact {
    /// Whose seat it is.
    pub const fn seat(&self) -> Seat {
        match *self {
            SeatFact::Leaving { seat }
            | SeatFact::SatOut { seat }
            | SeatFact::OutAtBlind { seat, .. }
            | SeatFact::SatIn { seat, .. }
            | SeatFact::HeldBack { seat } => seat,
        }
    }
}

impl BlindFact {
    /// The seat that is given the button or misses a blind.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            BlindFact::ButtonPlaced { seat } | BlindFact::BlindMissed { seat, .. } => Some(seat),
            BlindFact::Positions { .. } => None,
        }
    }
}

impl OfficialFact {
    /// The seat that is given up or wanted.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            OfficialFact::RemovalDecided { seat, .. } | OfficialFact::RejoinReferred { seat, .. } => {
                Some(seat)
            }
            OfficialFact::Readmitted { .. } | OfficialFact::RejoinDecided { .. } => None,
        }
    }

    /// The stake that was wanted.
    pub const fn amount(&self) -> Option<Chips> {
        match *self {
            OfficialFact::RejoinReferred { stack, .. } => Some(stack),
            OfficialFact::RemovalDecided { .. }
            | OfficialFact::Readmitted { .. }
            | OfficialFact::RejoinDecided { .. } => None,
        }
    }
}

impl TableEvent {
    /// Gives cards that are not known their card back by the slot they lay in.
    pub fn fill(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match &mut self.what {
            TableWhat::Hand(event) => event.fill(card_in_slot),
            TableWhat::Stakes(_)
            | TableWhat::Seats(_)
            | TableWhat::Blinds(_)
            | TableWhat::House(_)
            | TableWhat::Deck(_)
            | TableWhat::Officials(_) => {}
        }
    }
}

impl TableWhat {
    /// The fact of the hand, where it is one.
    pub const fn of_hand(&self) -> Option<&Event> {
        match self {
            TableWhat::Hand(event) => Some(event),
            TableWhat::Stakes(_)
            | TableWhat::Seats(_)
            | TableWhat::Blinds(_)
            | TableWhat::House(_)
            | TableWhat::Deck(_)
            | TableWhat::Officials(_) => None,
        }
    }

    /// The seat it concerns, if it concerns one.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            TableWhat::Stakes(fact) => Some(fact.seat()),
            TableWhat::Seats(fact) => Some(fact.seat()),
            TableWhat::Blinds(fact) => fact.seat(),
            TableWhat::Officials(fact) => fact.seat(),
            TableWhat::Hand(event) => event.what.seat(),
            TableWhat::House(_) | TableWhat::Deck(_) => None,
        }
    }

    /// The chips it is about: a stake that comes, grows, leaves or is wanted, or those of the hand's event.
    pub const fn amount(&self) -> Option<Chips> {
        match self {
            TableWhat::Stakes(fact) => Some(fact.amount()),
            TableWhat::Officials(fact) => fact.amount(),
            TableWhat::Hand(event) => event.what.amount(),
            TableWhat::Seats(_) | TableWhat::Blinds(_) | TableWhat::House(_) | TableWhat::Deck(_) => None,
        }
    }

    /// The name of the kind of event, for files and machines; that of the hand's event where it is one.
    pub const fn name(&self) -> &'static str {
        match self {
            TableWhat::Stakes(fact) => fact.name(),
            TableWhat::Seats(fact) => fact.name(),
            TableWhat::Blinds(fact) => fact.name(),
            TableWhat::House(fact) => fact.name(),
            TableWhat::Deck(fact) => fact.name(),
            TableWhat::Officials(fact) => fact.name(),
            TableWhat::Hand(event) => event.what.name(),
        }
    }
}
