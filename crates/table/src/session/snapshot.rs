//! A table as a value that can be stored beside a hand's opening: everything except the hand and its house.

use std::sync::Arc;

use seating::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

use super::admission::{AbsentPlayers, Timestamp};
use super::{BeforeHand, Chair, NewCards, Table};
use crate::deck::DeckSource;
use crate::hand::Hand;
use crate::house::House;

/// A house that was announced, and the number of the first hand that it applies to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncedHouse {
    #[serde(with = "crate::stored::shared_house")]
    pub house: Arc<House>,
    pub from_round: u64,
}

/// Everything about a table that a hand's opening does not hold: who sits where, the button, what is owed.
///
/// Stored beside a hand's opening, so that recovery and replay can start there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSnapshot {
    chairs: Vec<(Seat, Chair)>,
    button: Option<Seat>,
    positions: Vec<Seat>,
    opened: u64,
    #[serde(default, skip_serializing_if = "DeckSource::is_prepared")]
    deck: DeckSource,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next_house: Option<AnnouncedHouse>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<BeforeHand>,
    door: AbsentPlayers,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_cards: Option<NewCards>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    now: Option<Timestamp>,
}

impl Table {
    /// The table without its hand, as it is just after the hand was opened; stored beside the opening, so
    /// that reading can start there.
    pub fn snapshot(&self) -> TableSnapshot {
        // The fields are named one by one so that a new field of a table cannot be forgotten here.
        let Table {
            house: _,
            next_house,
            chairs: _,
            button,
            positions,
            hand: _,
            hands_opened,
            deck,
            state_before_hand,
            absent_players,
            new_cards,
            now,
        } = self;
        TableSnapshot {
            chairs: self.chairs().map(|(seat, chair)| (seat, chair.clone())).collect(),
            button: *button,
            positions: positions.clone(),
            opened: *hands_opened,
            deck: *deck,
            next_house: next_house.clone(),
            before: state_before_hand.clone(),
            door: absent_players.clone(),
            new_cards: new_cards.clone(),
            now: *now,
        }
    }

    /// The table just after it opened a hand, equal to the one that made the snapshot; the house is taken
    /// from the hand.
    pub fn from_snapshot(snapshot: &TableSnapshot, hand: Hand) -> Table {
        let mut chairs = [const { None }; MAX_SEATS + 1];
        for (seat, chair) in &snapshot.chairs {
            chairs[usize::from(seat.number())] = Some(chair.clone());
        }
        Table {
            house: hand.lineup().house.clone(),
            next_house: snapshot.next_house.clone(),
            chairs,
            button: snapshot.button,
            positions: snapshot.positions.clone(),
            hand: Some(hand),
            hands_opened: snapshot.opened,
            deck: snapshot.deck,
            state_before_hand: snapshot.before.clone(),
            absent_players: snapshot.door.clone(),
            new_cards: snapshot.new_cards.clone(),
            now: snapshot.now,
        }
    }
}
