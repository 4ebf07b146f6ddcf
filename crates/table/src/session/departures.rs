//! Leaving a chair with the whole stake: at once between hands, otherwise when the hand is over.

use rulebook::rule;
use seating::{Actor, Person, Role, Seat, Seats};

use super::refusal::refuse;
use super::{
    BlindFact, OfficialFact, SeatFact, Sink, StakeFact, Table, TableEvent, TableFact, TableRefusal,
    TableRefusalReason,
};
use crate::command::{Act, ClockAct};
use crate::event::Fact;
use crate::lineup::PostKind;

/// The longest reason, in characters: one line of text.
pub const MAX_REASON_LENGTH: usize = 200;

impl Table {
    /// The player leaves with the whole stake: at once if not in a hand, otherwise when the hand is over.
    /// Decides only; the fact is the caller's to apply.
    pub(super) fn leave(&self, seat: Seat, by: Actor) -> Result<TableEvent, TableRefusal> {
        let chair = self.own_chair(seat, by)?;
        let rule = rule::WHO_LEAVES_TAKES_THE_STAKE;
        if chair.leaving {
            return refuse(TableRefusalReason::IsLeaving { seat }, rule);
        }
        if self.is_playing() && self.is_in_hand(seat) {
            return Ok(TableEvent { what: TableFact::Seats(SeatFact::Leaving { seat }), rule });
        }
        Ok(TableEvent { what: TableFact::Stakes(StakeFact::Left { seat, stack: chair.stack }), rule })
    }

    /// The house or an administrator removes a player from the table, or an official excludes them from the
    /// game; a hand they are in is played out first. The cited rule says why a seat is lost.
    pub(super) fn remove(
        &self,
        seat: Seat,
        reason: &str,
        excluded: bool,
        by: Actor,
    ) -> Result<Vec<TableEvent>, TableRefusal> {
        if excluded {
            self.require_official(by, rule::EXCLUDED_AFTER_THE_ROUND)?;
        } else if !by.role.may_deal() && by.role != Role::Administrator {
            return refuse(TableRefusalReason::NotYours, rule::REMOVED_BY_THE_HOUSE);
        }
        let Some(chair) = self.chair(seat) else {
            return refuse(TableRefusalReason::SeatEmpty { seat }, rule::OF_THE_PROGRAM);
        };
        if reason.chars().count() > MAX_REASON_LENGTH {
            return refuse(
                TableRefusalReason::ReasonTooLong { most: MAX_REASON_LENGTH },
                rule::OF_THE_PROGRAM,
            );
        }
        let by_the_house = by.person == Person::HOUSE;
        let rule = match (excluded, by_the_house && chair.stack.is_zero(), by_the_house && chair.is_away()) {
            (true, _, _) => rule::EXCLUDED_AFTER_THE_ROUND,
            (false, true, _) => rule::NO_STAKE_NO_SEAT,
            (false, false, true) => rule::SEAT_IS_LOST_BY_ABSENCE,
            (false, false, false) => rule::REMOVED_BY_THE_HOUSE,
        };
        let what = TableFact::Officials(OfficialFact::RemovalDecided {
            seat,
            reason: reason.to_owned(),
            by,
            excluded,
        });
        let mut events = vec![TableEvent { what, rule }];
        if !(self.is_playing() && self.is_in_hand(seat)) {
            let what = TableFact::Stakes(StakeFact::Left { seat, stack: chair.stack });
            events.push(TableEvent { what, rule: rule::WHO_LEAVES_TAKES_THE_STAKE });
        }
        Ok(events)
    }

    /// Does what follows by itself: folds the hands of players who left when their turn comes, and once the
    /// hand is over pays out the chairs that were given up. Called after every command but the opening of a
    /// hand.
    pub(super) fn process_departures(&mut self, sink: Sink<'_>) {
        while let Some(seat) = self.leaver_on_turn() {
            if self.take_hand_act(Actor::HOUSE, &ClockAct::Forfeit.by(seat), sink).is_err() {
                break;
            }
        }
        if self.is_playing() {
            return;
        }
        let leavers: Vec<_> = self
            .chairs()
            .filter(|(_, chair)| chair.goes_after_hand())
            .map(|(seat, chair)| (seat, chair.stack))
            .collect();
        for (seat, stack) in leavers {
            let what = TableFact::Stakes(StakeFact::Left { seat, stack });
            self.push(TableEvent { what, rule: rule::WHO_LEAVES_TAKES_THE_STAKE }, sink);
        }
    }

    /// Makes a player who refused to post the blind sit out, with the blind missed; after the hand was
    /// cancelled for it. `due` is the blind that was refused.
    pub(super) fn sit_out_decliner(&mut self, seat: Seat, due: PostKind, sink: Sink<'_>) {
        let last = self.house().stakes.blinds.len().saturating_sub(1);
        let last = due == PostKind::Blind(last as u8);
        for what in [
            TableFact::Seats(SeatFact::SatOut { seat }),
            TableFact::Blinds(BlindFact::BlindMissed { seat, last }),
        ] {
            self.push(TableEvent { what, rule: rule::NO_REFUSAL_OF_A_BLIND }, sink);
        }
    }

    /// The seat on turn, if its player has asked to leave; a player whom the house removes plays on.
    fn leaver_on_turn(&self) -> Option<Seat> {
        let seat = self.hand.as_ref()?.next().turn()?;
        self.chair(seat).filter(|chair| chair.leaving).map(|_| seat)
    }

    /// Passes a command to the hand, and updates the chairs; a refusal of the hand comes back wrapped.
    pub(super) fn take_hand_act(&mut self, by: Actor, act: &Act, sink: Sink<'_>) -> Result<(), TableRefusal> {
        let Some(hand) = &mut self.hand else {
            return refuse(TableRefusalReason::NoHand, rule::PLAY_TO_THE_END);
        };
        let mut hand_events = Vec::new();
        hand.take_act(by, act, &mut hand_events)
            .map_err(|refusal| TableRefusal { why: TableRefusalReason::Act(refusal), rule: refusal.rule })?;
        for event in hand_events {
            self.apply_to_chairs(&event.what);
            sink(TableEvent { rule: event.rule, what: TableFact::Hand(event) });
        }
        Ok(())
    }

    /// Updates the chairs after an event of the hand: stacks when it is over, blinds owed when it is void.
    pub(super) fn apply_to_chairs(&mut self, what: &Fact) {
        match what {
            Fact::Course(fact) if fact.is_over() => self.update_stacks_from_hand(),
            Fact::Course(fact) if fact.void().is_some() => self.restore_after_void(),
            Fact::Course(_)
            | Fact::Cards(_)
            | Fact::Chips(_)
            | Fact::Street(_)
            | Fact::Turn(_)
            | Fact::Clock(_)
            | Fact::Pots(_) => {}
        }
    }

    /// After a void hand, which counts as not played, restores button, blinds and blind marks to what they
    /// were before, where the house says so (AMB-010). Does nothing where there is no earlier state; stacks
    /// come back through the hand's refunds.
    fn restore_after_void(&mut self) {
        let Some(before) = self.state_before_hand.take() else { return };
        if !self.house.stakes.button_stays_after_void {
            return;
        }
        let dealt: Seats = self.hand.iter().flat_map(|hand| hand.seats()).collect();
        self.button = before.button;
        self.positions = before.positions;
        for (seat, person, marks) in before.marks {
            let chair = self.chairs[usize::from(seat.number())].as_mut();
            if let Some(chair) = chair.filter(|chair| chair.person == person) {
                if dealt.contains(seat) {
                    chair.blinds.entry = marks.entry;
                }
                chair.blinds.missed = marks.missed;
            }
        }
    }
}
