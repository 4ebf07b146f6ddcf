//! A table as a value that can be stored beside a hand's opening: everything but the hand and its house.

use serde::{Deserialize, Serialize};

use super::{Chair, Table};
use crate::hand::Hand;
use crate::seat::{MOST_SEATS, Seat};

/// Everything of a table that the opening of a hand does not hold: who sits where, the button, what is owed.
///
/// Written beside a hand's opening, so that recovery and replay can start there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Between {
    chairs: Vec<(Seat, Chair)>,
    button: Option<Seat>,
    positions: Vec<Seat>,
    opened: u64,
}

impl Table {
    /// The table without its hand, as it is just after the hand was opened.
    pub fn between(&self) -> Between {
        // Named one by one: what is added to a table must be thought of here.
        let Table { house: _, next_house: _, chairs: _, button, positions, hand: _, opened } = self;
        let chairs = self.chairs().map(|(seat, chair)| (seat, chair.clone())).collect();
        Between { chairs, button: *button, positions: positions.clone(), opened: *opened }
    }

    /// The table that had just opened a hand; the house is the hand's.
    pub fn with_hand(between: &Between, hand: Hand) -> Table {
        let mut chairs = [const { None }; MOST_SEATS + 1];
        for (seat, chair) in &between.chairs {
            chairs[usize::from(seat.number())] = Some(chair.clone());
        }
        Table {
            house: hand.lineup().house.clone(),
            next_house: None,
            chairs,
            button: between.button,
            positions: between.positions.clone(),
            hand: Some(hand),
            opened: between.opened,
        }
    }
}
