//! A table as a script or a record describes it: players placed without a purchase, and a hand that follows
//! a record.

use std::sync::Arc;

use chips::Chips;
use rulebook::rule;
use seating::{Person, Seat};

use super::{Chair, Entry, Table};
use crate::hand::Hand;
use crate::lineup::{Lineup, RecordOverrides};

impl Table {
    /// Places a player with a stack in a chair, or replaces the player who is there. Nothing is bought, so
    /// the limits on stakes do not apply, and the player is dealt in from the next hand on. Puts nothing on
    /// record: a room seats players by a command.
    ///
    /// ```
    /// use chips::Chips;
    /// use seating::{Person, Seat};
    /// use table::{Chair, House, Table};
    ///
    /// # let book = rulebook::Book::named("practice").ok_or("no such book")?;
    /// # let determined = book.determine(&[]).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
    /// # let house = std::sync::Arc::new(house);
    /// let mut table = Table::new(house);
    /// table.place_player(Seat::FIRST, Person(1), Chips::new(5).ok_or("too many chips")?);
    /// assert!(table.chair(Seat::FIRST).is_some_and(Chair::is_dealt_in));
    /// # Ok::<(), String>(())
    /// ```
    pub fn place_player(&mut self, seat: Seat, person: Person, stack: Chips) {
        self.fill_chair(seat, person, stack, false);
    }

    /// Makes the hand that was just opened follow a record, where the house follows records. Begins the hand
    /// anew, so nothing may have been posted or dealt.
    pub fn follow_record(&mut self, record: RecordOverrides) {
        let Some(hand) = &self.hand else { return };
        if !hand.house().has(rule::RECORD_IS_FOLLOWED) {
            return;
        }
        let lineup = Lineup { record, ..Lineup::clone(hand.lineup()) };
        self.hand = Some(Hand::from_lineup(Arc::new(lineup)));
    }

    /// Gives a chair to a player, who owes nothing and may have to wait for the last blind (`waits`).
    pub(super) fn fill_chair(&mut self, seat: Seat, person: Person, stack: Chips, waits: bool) {
        self.absent_players.forget(person);
        self.chairs[usize::from(seat.number())] =
            Some(Chair::new(person, stack, Entry::from_flags(waits, false)));
    }
}
