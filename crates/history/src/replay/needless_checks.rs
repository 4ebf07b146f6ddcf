//! Checks in a record that nobody needs: some programs write one for the last player who could bet.

use chips::Chips;

use super::hand_replay::HandReplay;
use crate::record::PlayerNumber;

impl HandReplay<'_> {
    /// True for a check that changes nothing: by a live hand when nothing can be bet any more, once per
    /// player and betting round. The replay then passes over it.
    ///
    /// Betting must be over because at most one player has chips to bet, or because everybody else folded. A
    /// check after everybody has checked does not count: that is an act out of turn.
    pub(super) fn accept_needless_check(&mut self, place: PlayerNumber, stated: Option<Chips>) -> bool {
        let seat = self.seats[place.index()];
        let waits_for_an_act = self.hand.next().to_act().is_some();
        if waits_for_an_act || self.hand.has_folded(seat) || stated.is_some_and(|added| !added.is_zero()) {
            return false;
        }
        let live = self.seats.iter().filter(|seat| !self.hand.has_folded(**seat));
        let can_bet = live.clone().filter(|seat| !self.hand.is_all_in(**seat)).count();
        if live.count() > 1 && can_bet > 1 {
            return false;
        }
        let Some(players) = self.needless_checks.get_mut(self.hand.boards().first().len()) else {
            return false;
        };
        let bit = 1 << place.index();
        let first = *players & bit == 0;
        *players |= bit;
        first
    }
}
