//! Balancing: which table gives up a player, which player moves, and which seat disturbs nobody's blinds.
//!
//! Seats are worked out for two blinds. What a seat posts in the next hand follows from where the button
//! goes, which the book decides: it moves to the next player, or it may stand on an empty seat so that no
//! blind is skipped.

use serde::{Deserialize, Serialize};

use crate::places::EntryNumber;
use crate::seats::TableSeat;

/// A table between two hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeating {
    /// The number of the table.
    pub table: u32,
    /// How many seats it has.
    pub seats: u8,
    /// Each player with chips, by seat.
    pub players: Vec<(u8, EntryNumber)>,
    /// The button and the blinds of the last hand; `None` before the first hand.
    pub last: Option<LastHand>,
}

/// How a book moves the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ButtonRule {
    /// Whether the button may stand on an empty seat, so that no blind is skipped.
    pub dead: bool,
    /// Whether the button posts the first blind when two players are left.
    pub heads_up_button_first: bool,
}

/// Where the button and the blinds of the last hand were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct LastHand {
    pub button: u8,
    pub first_blind: u8,
    pub last_blind: u8,
}

/// The seats of the button and the blinds in the next hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NextHand {
    pub button: u8,
    /// `None` if the seat that owes it is empty: then nobody posts it.
    pub first_blind: Option<u8>,
    pub last_blind: u8,
}

/// The effect of a free seat on the player who takes it, and on the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatEffect {
    /// The free seat.
    pub seat: u8,
    /// Hands until this seat posts the last blind; 0 if it does so in the next hand.
    pub hands_to_last_blind: u8,
    /// Whether the player would post the first blind in the next hand.
    pub first_blind: bool,
    /// Whether somebody else would post the same blind twice, or the player would have to wait a hand.
    pub harms: bool,
}

/// How many seats clockwise from `from` to `to` at a table with `seats` seats: 1 to `seats`, a full turn if
/// they are the same, so that in an order by steps the seat itself comes last.
fn steps_clockwise(from: u8, to: u8, seats: u8) -> u8 {
    let distance = (to + seats - from) % seats;
    if distance == 0 { seats } else { distance }
}

impl TableSeating {
    /// The occupied seats clockwise after a seat, nearest first; that seat itself, if somebody sits there,
    /// comes last. Blinds and button move in this order.
    fn occupied_clockwise_after(&self, from: u8) -> Vec<u8> {
        let mut seats: Vec<u8> = self.players.iter().map(|(seat, _)| *seat).collect();
        seats.sort_by_key(|seat| steps_clockwise(from, *seat, self.seats));
        seats
    }

    /// A copy of the table with one more player at a free seat, to work out the blinds as if a player had moved
    /// there; the newcomer has the entry number 0, which no real entry has.
    fn with_player_at(&self, seat: u8) -> TableSeating {
        let mut seating = self.clone();
        seating.players.push((seat, 0));
        seating
    }

    /// The seats of the button and the blinds in the next hand, worked out so that balancing can compare seats;
    /// `None` with fewer than two players or before the first hand. It must agree with how tables move the
    /// button under the same book.
    pub fn next_hand(&self, buttons: ButtonRule) -> Option<NextHand> {
        let last = self.last.filter(|_| self.players.len() >= 2)?;
        if buttons.dead {
            // The last blind moves on by one player; the first blind and the button move to the seats where
            // the last blind and the first blind were.
            let last_blind = *self.occupied_clockwise_after(last.last_blind).first()?;
            if self.players.len() == 2 {
                let other = *self.occupied_clockwise_after(last_blind).first()?;
                let button = if buttons.heads_up_button_first { other } else { last_blind };
                return Some(NextHand { button, first_blind: Some(other), last_blind });
            }
            let occupied = self.players.iter().any(|(seat, _)| *seat == last.last_blind);
            let first_blind = occupied.then_some(last.last_blind).filter(|seat| *seat != last_blind);
            return Some(NextHand { button: last.first_blind, first_blind, last_blind });
        }
        let button = *self.occupied_clockwise_after(last.button).first()?;
        let after = self.occupied_clockwise_after(button);
        if self.players.len() == 2 {
            let (first, last) =
                if buttons.heads_up_button_first { (button, after[0]) } else { (after[0], button) };
            return Some(NextHand { button, first_blind: Some(first), last_blind: last });
        }
        Some(NextHand { button, first_blind: Some(after[0]), last_blind: after[1] })
    }

    /// What each free seat would do to the blinds in the next hand, in the order of the seats from 1.
    /// Balancing, broken tables and moves by the director all judge seats by it.
    pub fn free_seats(&self, buttons: ButtonRule) -> Vec<SeatEffect> {
        let taken = |seat: u8| self.players.iter().any(|(other, _)| *other == seat);
        (1..=self.seats).filter(|seat| !taken(*seat)).map(|seat| self.effect_of(seat, buttons)).collect()
    }

    /// What one free seat would do to the blinds, found by comparing the next hand with and without a player
    /// there; no effect while no hand has been played at the table.
    fn effect_of(&self, seat: u8, buttons: ButtonRule) -> SeatEffect {
        let seating = self.with_player_at(seat);
        let no_effect = SeatEffect { seat, hands_to_last_blind: 0, first_blind: false, harms: false };
        let (Some(last), Some(next)) = (self.last, seating.next_hand(buttons)) else { return no_effect };
        let occupied = |seat: u8| self.players.iter().any(|(other, _)| *other == seat);
        let order = seating.occupied_clockwise_after(next.last_blind);
        let hands = if seat == next.last_blind {
            0
        } else {
            order.iter().position(|other| *other == seat).map_or(0, |at| at + 1)
        };
        let first_blind = next.first_blind == Some(seat);
        // Somebody who posted a blind in the last hand would post the same one again because of the newcomer.
        let without = self.next_hand(buttons);
        let again = |next: &NextHand| {
            (next.last_blind == last.last_blind && occupied(last.last_blind))
                || (next.first_blind == Some(last.first_blind) && occupied(last.first_blind))
        };
        let repeats = again(&next) && !without.as_ref().is_some_and(again);
        // With a dead button, a seat between the button and the last blind gets no cards until the button has
        // passed.
        let between = buttons.dead
            && seat != next.button
            && !first_blind
            && steps_clockwise(next.button, seat, self.seats)
                < steps_clockwise(next.button, next.last_blind, self.seats);
        SeatEffect {
            seat,
            hands_to_last_blind: u8::try_from(hands).unwrap_or(u8::MAX),
            first_blind,
            harms: repeats || between,
        }
    }

    /// The best free seat for a player moved to balance tables, who would have posted the last blind in the
    /// next hand; `None` at a full table. Seats that harm nobody come first, then those that do not post the
    /// first blind, then the fewest hands until the last blind, then the nearest clockwise from the button.
    pub fn seat_for_the_last_blind(&self, buttons: ButtonRule) -> Option<SeatEffect> {
        let button = self.last.map_or(self.seats, |last| last.button);
        let mut free = self.free_seats(buttons);
        free.sort_by_key(|effect| {
            let away = steps_clockwise(button, effect.seat, self.seats);
            (effect.harms, effect.first_blind, effect.hands_to_last_blind, away)
        });
        free.first().copied()
    }
}

/// A move that balancing requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BalancingMove {
    /// The player to move: the one who would post the last blind in the next hand.
    pub entry: EntryNumber,
    /// The seat the player leaves.
    pub from: TableSeat,
    /// The seat the player gets.
    pub to: TableSeat,
    /// What the new seat does to the blinds.
    pub effect: SeatEffect,
}

/// The next move that balancing owes, or `None` while the fullest and the emptiest table differ by fewer than
/// `at` players (at least 2). The player who would post the last blind moves; before the first hand, the one in
/// the lowest seat.
///
/// `tables` are in the order in which they are broken. Of equally full tables the first gives a player; of
/// equally empty ones the last gets the player, unless only another one has a seat that harms nobody.
pub fn next_move(tables: &[TableSeating], at: usize, buttons: ButtonRule) -> Option<BalancingMove> {
    let count = |seating: &TableSeating| seating.players.len();
    let most = tables.iter().map(count).max()?;
    let fewest = tables.iter().map(count).min()?;
    if most - fewest < at.max(2) {
        return None;
    }
    let giver = tables.iter().find(|seating| count(seating) == most)?;
    let from = match giver.next_hand(buttons) {
        Some(next) => next.last_blind,
        None => giver.players.iter().map(|(seat, _)| *seat).min()?,
    };
    let entry = giver.players.iter().find(|(seat, _)| *seat == from)?.1;
    let takers = tables.iter().rev().filter(|seating| count(seating) == fewest);
    let seats = takers.filter_map(|seating| Some((seating, seating.seat_for_the_last_blind(buttons)?)));
    let (taker, effect) = seats.min_by_key(|(_, effect)| effect.harms)?;
    let position = |seating: &TableSeating, seat| TableSeat { table: seating.table, seat };
    Some(BalancingMove { entry, from: position(giver, from), to: position(taker, effect.seat), effect })
}

/// Whether the remaining players would fit at one table fewer, each with this many seats, so that a table may
/// be broken; never true for the last table.
pub fn fits_one_table_fewer(players: usize, tables: usize, seats: u8) -> bool {
    tables > 1 && players <= (tables - 1) * usize::from(seats)
}
