//! What is asked of a table, and the facts that follow.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use serde::{Deserialize, Serialize};

use crate::command::{Act, By, Person};
use crate::event::Event;
use crate::house::House;
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
    /// The player leaves with the stake, between rounds.
    Leave { seat: Seat },
    /// The player is not dealt in any more.
    SitOut { seat: Seat },
    /// The player wants cards again: waits for the last blind, or posts what is owed.
    SitIn { seat: Seat, posts: bool },
    /// The player adds chips to the stake, between rounds.
    Buy { seat: Seat, amount: Chips },
    /// The operator determines the house of the rounds to come (4.1, 4.2).
    Determine { house: Arc<House> },
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
    Left {
        seat: Seat,
        stack: Chips,
    },
    SatOut {
        seat: Seat,
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
    /// Holds from the next round.
    Determined {
        #[serde(with = "crate::stored::shared_house")]
        house: Arc<House>,
    },
    ButtonPlaced {
        seat: Seat,
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
            | TableWhat::SatIn { .. }
            | TableWhat::Bought { .. }
            | TableWhat::Determined { .. }
            | TableWhat::ButtonPlaced { .. }
            | TableWhat::Positions { .. }
            | TableWhat::BlindMissed { .. } => {}
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
            TableWhat::SatIn { .. } => "sat_in",
            TableWhat::Bought { .. } => "bought",
            TableWhat::Determined { .. } => "determined",
            TableWhat::ButtonPlaced { .. } => "button_placed",
            TableWhat::Positions { .. } => "positions",
            TableWhat::BlindMissed { .. } => "blind_missed",
            TableWhat::Hand(event) => event.what.name(),
        }
    }
}
