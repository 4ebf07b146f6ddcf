//! What the operator determines for the hands to come, and what cannot change while the table is open.

use std::sync::Arc;

use rulebook::rule;
use seating::{Actor, Person};

use super::refusal::refuse;
use super::{HouseFact, Table, TableEvent, TableFact, TableRefusal, TableRefusalReason};
use crate::house::House;

impl Table {
    /// The operator determines the house for the hands to come, after the required notice (4.2); or declares
    /// a new game under it (`anew`), between hands and from the next hand on. A change of stakes is announced
    /// by a fact of its own.
    pub(super) fn determine(
        &self,
        house: &Arc<House>,
        anew: bool,
        by: Actor,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        self.require_person_or_house(Person::HOUSE, by)?;
        if anew && self.is_playing() {
            return refuse(TableRefusalReason::HandRunning, rule::DETERMINED_BEFORE_THE_ROUND);
        }
        let from_round = self.hands_opened + if anew { 1 } else { self.house.clocks.notice_rounds };
        if !anew && from_round > 1 && !self.keeps_the_deck(house) && self.house().has(rule::DECK_IS_FIXED) {
            return refuse(TableRefusalReason::DeckIsFixed, rule::DECK_IS_FIXED);
        }
        let what = TableFact::House(HouseFact::Determined { house: Arc::clone(house), from_round, anew });
        let mut events = vec![TableEvent { what, rule: rule::DETERMINED_BEFORE_THE_ROUND }];
        let sign = house.sign();
        if sign != self.house.sign() && house.has(rule::CHANGES_ARE_ANNOUNCED) {
            let what = TableFact::House(HouseFact::SignChanged { sign, from_round, at: self.now });
            events.push(TableEvent { what, rule: rule::CHANGES_ARE_ANNOUNCED });
        }
        Ok(events)
    }

    /// True when a house plays with the same deck as the next hand: as many cards, and with or without the
    /// joker. A change that does not is refused once the table is open, but for a new game.
    ///
    /// The deck is fixed once the first hand has begun, or once it can no longer be changed for that hand
    /// (2.2, AMB-019).
    fn keeps_the_deck(&self, house: &House) -> bool {
        let (now, then) = (self.house().ranking.choice(), house.ranking.choice());
        (now.deck, now.joker) == (then.deck, then.joker)
    }
}
