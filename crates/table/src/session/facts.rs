//! What happened at a table: the facts that follow from commands, in families like those of a hand.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use seating::{Actor, Person, Seat};
use serde::{Deserialize, Serialize};

use super::admission::Timestamp;
use crate::deck::DeckSource;
use crate::event::Event;
use crate::families::{fact_families, fact_family};
use crate::house::{House, Sign};

/// A decided fact about a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableEvent {
    pub what: TableFact,
    pub rule: Rule,
}

/// The facts about a table.
///
/// Stored flat under its [`TableFact::name`], without its family.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TableFact {
    /// Chips came to the table, or left it with their player.
    Stakes(StakeFact),
    /// Whether a player is dealt in changed.
    Seats(SeatFact),
    /// The button or the blinds changed.
    Blinds(BlindFact),
    /// What is played by, and from when on.
    House(HouseFact),
    /// Cards of the deck were changed.
    Deck(DeckFact),
    /// An official made a decision, or has to.
    Officials(OfficialFact),
    /// A fact of the hand; stored as the event of the hand.
    #[serde(skip)]
    Hand(Event),
}

fact_families! {
    TableFact: "a fact of a table" {
        Stakes(StakeFact),
        Seats(SeatFact),
        Blinds(BlindFact),
        House(HouseFact),
        Deck(DeckFact),
        Officials(OfficialFact),
    }
}

fact_family! {
    /// Chips came to the table, or left it with their player.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum StakeFact {
        /// A person took a seat.
        #[serde(rename = "sat")]
        Sat { seat: Seat, person: Person, stack: Chips, waits: bool },
        /// A chair became free and its stake was paid out.
        #[serde(rename = "left")]
        Left { seat: Seat, stack: Chips },
        /// Chips were added to a stake.
        #[serde(rename = "bought")]
        Bought { seat: Seat, amount: Chips },
    }
}

fact_family! {
    /// Whether a player is dealt in changed.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum SeatFact {
        /// The player leaves when the hand is over; their cards are folded when their turn comes.
        #[serde(rename = "leaving")]
        Leaving { seat: Seat },
        /// The player is not dealt in until further notice.
        #[serde(rename = "sat_out")]
        SatOut { seat: Seat },
        /// The player is no longer dealt in once the last blind reaches them; with `wished` false, takes that
        /// back.
        #[serde(rename = "out_at_blind")]
        OutAtBlind { seat: Seat, wished: bool },
        /// The player is dealt in again: `waits` for the last blind, or `posts` what is owed.
        #[serde(rename = "sat_in")]
        SatIn { seat: Seat, waits: bool, posts: bool },
        /// The player is not dealt in: the button is at this seat, and nobody enters on the button.
        #[serde(rename = "held_back")]
        HeldBack { seat: Seat },
    }
}

fact_family! {
    /// Button and blinds.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum BlindFact {
        /// The button was placed by hand.
        #[serde(rename = "button_placed")]
        ButtonPlaced { seat: Seat },
        /// Button and blinds of the hand being opened; `None` for a blind that nobody posts.
        #[serde(rename = "positions")]
        Positions { button: Seat, blinds: Vec<Option<Seat>> },
        /// A blind passed a player who was away.
        #[serde(rename = "blind_missed")]
        BlindMissed { seat: Seat, last: bool },
    }
}

fact_family! {
    /// What is played by, and from when.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum HouseFact {
        /// The table was opened with this sign.
        #[serde(rename = "table_opened")]
        TableOpened {
            #[serde(with = "crate::stored::shared_house")]
            house: Arc<House>,
            deck: DeckSource,
            sign: Sign,
        },
        /// The house applies from a certain hand on.
        #[serde(rename = "determined")]
        Determined {
            #[serde(with = "crate::stored::shared_house")]
            house: Arc<House>,
            from_round: u64,
            /// True when it is declared as a new game.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            anew: bool,
        },
        /// Notice that the smallest stake or the smallest bet changes, with the time if it was reported.
        #[serde(rename = "sign_changed")]
        SignChanged { sign: Sign, from_round: u64, at: Option<Timestamp> },
        /// The time, for everything that depends on it: notices, and how long a player has been gone.
        #[serde(rename = "time_told")]
        TimeTold { at: Timestamp },
    }
}

fact_family! {
    /// Cards of the deck were changed.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum DeckFact {
        /// Cards were replaced; the supervisor and the dealer must each check the new ones before they are
        /// used.
        #[serde(rename = "cards_replaced")]
        CardsReplaced { cards: Vec<Card>, reason: String, by: Actor, at: Option<Timestamp> },
        /// The new cards that somebody found when checking, and how many cards the deck has with them.
        #[serde(rename = "cards_checked")]
        CardsChecked { cards: Vec<Card>, counted: u8, by: Actor, at: Option<Timestamp> },
    }
}

fact_family! {
    /// An official decided about a person, or has to.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum OfficialFact {
        /// The player is removed when the hand is over.
        #[serde(rename = "removal_decided")]
        RemovalDecided {
            seat: Seat,
            reason: String,
            by: Actor,
            /// Excluded from the game until an official readmits them.
            excluded: bool,
        },
        /// A person who was excluded may come back.
        #[serde(rename = "readmitted")]
        Readmitted { person: Person, by: Actor },
        /// A person wanted to come back with less than they took away; an official decides.
        #[serde(rename = "rejoin_referred")]
        RejoinReferred { person: Person, seat: Seat, stack: Chips, took: Chips },
        /// Whether a person may come back with less than they took away.
        #[serde(rename = "rejoin_decided")]
        RejoinDecided { person: Person, allowed: bool, by: Actor },
    }
}

impl StakeFact {
    /// The seat of the stake, and how many chips came or left: both in one match, so that a new fact must
    /// answer both.
    const fn seat_and_amount(&self) -> (Seat, Chips) {
        match *self {
            StakeFact::Sat { seat, stack, .. } | StakeFact::Left { seat, stack } => (seat, stack),
            StakeFact::Bought { seat, amount } => (seat, amount),
        }
    }

    /// The seat of the stake that arrived, grew or left.
    pub const fn seat(&self) -> Seat {
        self.seat_and_amount().0
    }

    /// How many chips came to the table or left it; the room's ledger moves as many.
    pub const fn amount(&self) -> Chips {
        self.seat_and_amount().1
    }

    /// The seat that was given up; its chair is empty from here on.
    pub const fn vacated_seat(&self) -> Option<Seat> {
        if let StakeFact::Left { seat, .. } = *self { Some(seat) } else { None }
    }
}

impl SeatFact {
    /// The player's seat, whose chair the fact changes.
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
    /// The button and the blinds' seats, first blind first, of the hand being opened; `None` for a blind that
    /// nobody posts.
    pub const fn positions(&self) -> Option<(Seat, &Vec<Option<Seat>>)> {
        if let BlindFact::Positions { button, blinds } = self { Some((*button, blinds)) } else { None }
    }

    /// The seat that is given the button or misses a blind; `None` for the positions of a hand, which name
    /// several.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            BlindFact::ButtonPlaced { seat } | BlindFact::BlindMissed { seat, .. } => Some(seat),
            BlindFact::Positions { .. } => None,
        }
    }
}

impl OfficialFact {
    /// The seat that is given up or requested; `None` where a person without a chair is decided on.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            OfficialFact::RemovalDecided { seat, .. } | OfficialFact::RejoinReferred { seat, .. } => {
                Some(seat)
            }
            OfficialFact::Readmitted { .. } | OfficialFact::RejoinDecided { .. } => None,
        }
    }

    /// The stake in chips that a person wanted to come back with; none was brought yet.
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
    /// Fills in unknown cards of the hand's events by their slots; facts of the table have no face-down
    /// cards.
    pub fn fill_cards(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match &mut self.what {
            TableFact::Hand(event) => event.fill_cards(card_in_slot),
            TableFact::Stakes(_)
            | TableFact::Seats(_)
            | TableFact::Blinds(_)
            | TableFact::House(_)
            | TableFact::Deck(_)
            | TableFact::Officials(_) => {}
        }
    }
}

impl TableFact {
    /// The fact of the hand, where it is one; every fact of a hand reaches the room in this way.
    pub const fn hand_event(&self) -> Option<&Event> {
        match self {
            TableFact::Hand(event) => Some(event),
            TableFact::Stakes(_)
            | TableFact::Seats(_)
            | TableFact::Blinds(_)
            | TableFact::House(_)
            | TableFact::Deck(_)
            | TableFact::Officials(_) => None,
        }
    }

    /// The seat it concerns, if it concerns one. For filtering and showing; no rule depends on it.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            TableFact::Stakes(fact) => Some(fact.seat()),
            TableFact::Seats(fact) => Some(fact.seat()),
            TableFact::Blinds(fact) => fact.seat(),
            TableFact::Officials(fact) => fact.seat(),
            TableFact::Hand(event) => event.what.seat(),
            TableFact::House(_) | TableFact::Deck(_) => None,
        }
    }

    /// The chips that it is about: a stake that arrives, grows, leaves or is requested, or those of the
    /// hand's event. For showing; a ledger reads the families.
    pub const fn amount(&self) -> Option<Chips> {
        match self {
            TableFact::Stakes(fact) => Some(fact.amount()),
            TableFact::Officials(fact) => fact.amount(),
            TableFact::Hand(event) => event.what.amount(),
            TableFact::Seats(_) | TableFact::Blinds(_) | TableFact::House(_) | TableFact::Deck(_) => None,
        }
    }

    /// The name of this kind of event, as stored and as programs read it; for an event of the hand, that
    /// event's name. It never changes.
    pub const fn name(&self) -> &'static str {
        match self {
            TableFact::Stakes(fact) => fact.name(),
            TableFact::Seats(fact) => fact.name(),
            TableFact::Blinds(fact) => fact.name(),
            TableFact::House(fact) => fact.name(),
            TableFact::Deck(fact) => fact.name(),
            TableFact::Officials(fact) => fact.name(),
            TableFact::Hand(event) => event.what.name(),
        }
    }
}
