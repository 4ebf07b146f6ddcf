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
    ///
    /// ```
    /// use chips::Chips;
    /// use seating::{Actor, Person, Seat};
    /// use table::{House, HouseAct, Table, TableAct, TableCommand};
    ///
    /// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
    /// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = std::sync::Arc::new(house);
    /// let mut table = Table::new(house);
    /// for seat in Seat::up_to(2) {
    ///     table.place_player(seat, Person(u64::from(seat.number())), Chips::new(100).ok_or("too many chips")?);
    /// }
    /// let open = TableCommand { by: Actor::HOUSE, act: TableAct::House(HouseAct::Open) };
    /// table.take(&open, &mut |_| {}).map_err(|refusal| refusal.to_string())?;
    /// let hand = table.hand().ok_or("no hand")?.clone();
    /// assert_eq!(Table::from_snapshot(&table.snapshot(), hand), table);
    /// # Ok::<(), String>(())
    /// ```
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
