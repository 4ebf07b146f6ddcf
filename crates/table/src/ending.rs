//! How a turn or a hand ends other than by play: time runs out, a player leaves, or the hand is declared
//! void.

use rulebook::{Rule, rule};
use seating::{Actor, Person, Role, Seat};
use serde::{Deserialize, Serialize};

use crate::event::{CardFact, ChipFact, ClockFact, CourseFact, TurnFact};
use crate::hand::{Decision, Hand, HandDraft, Need, Phase, Ruling, refuse};
use crate::refusal::RefusalReason;

/// Why a hand is declared void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// Unrest, riot or fighting in the room.
    Unrest,
    /// Fire, or an alarm.
    Fire,
    /// Robbery.
    Robbery,
    /// Another disturbance that breaks up the game.
    Disturbance,
    /// It is impractical to go on: a fault of the deck, the table or the machine.
    CannotGoOn,
    /// A fraudulent act affects the outcome.
    Fraud,
}

impl VoidReason {
    /// The rule by which a hand is void for this reason; a house without the rule does not void hands for it.
    pub const fn rule(self) -> Rule {
        match self {
            VoidReason::Unrest | VoidReason::Fire | VoidReason::Robbery | VoidReason::Disturbance => {
                rule::DISTURBANCE_ENDS_THE_ROUND
            }
            VoidReason::CannotGoOn | VoidReason::Fraud => rule::VOID_ROUND_RETURNS_EVERY_CHIP,
        }
    }

    /// The reason in words, as scripts and texts write it; records store the variant's own name instead.
    pub const fn word(self) -> &'static str {
        match self {
            VoidReason::Unrest => "unrest",
            VoidReason::Fire => "fire",
            VoidReason::Robbery => "robbery",
            VoidReason::Disturbance => "disturbance",
            VoidReason::CannotGoOn => "cannot go on",
            VoidReason::Fraud => "fraud",
        }
    }

    /// Every reason.
    pub const ALL: [VoidReason; 6] = [
        VoidReason::Unrest,
        VoidReason::Fire,
        VoidReason::Robbery,
        VoidReason::Disturbance,
        VoidReason::CannotGoOn,
        VoidReason::Fraud,
    ];
}

/// Why a seat's turn is ended for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TurnEndReason {
    OutOfTime,
    Left,
}

impl Hand {
    /// Allows only those who may void the hand: the room itself, and officials who may decide for the
    /// operator. `rule` is cited in the refusal.
    pub(crate) fn authorize_void(&self, by: Actor, rule: Rule) -> Ruling {
        authorize_official(by, self.house().decides_for_operator(by.role), rule)
    }

    /// Allows only those who may call the clock: the room itself, and officials to whom the book gives it. A
    /// player may not.
    pub(crate) fn authorize_clock_call(&self, by: Actor) -> Ruling {
        authorize_official(by, self.house().calls_the_clock(by.role), rule::CALLED_TIME_RUNS_OUT)
    }
}

/// Allows the room itself, and an official for whom `may` is true; cites `rule` in the refusal.
fn authorize_official(by: Actor, may: bool, rule: Rule) -> Ruling {
    let is_the_room = by.role == Role::Dealer && by.person == Person::HOUSE;
    if is_the_room || may { Ok(()) } else { refuse(RefusalReason::NotAnOfficial, rule) }
}

impl HandDraft<'_> {
    /// Declares the hand void, where the house has the rule for this reason; possible at any stage until it
    /// is over.
    pub fn void(&mut self, reason: VoidReason, by: Actor) -> Ruling {
        if !self.has(reason.rule()) {
            return refuse(RefusalReason::NoVoidRounds, reason.rule());
        }
        self.cancel(reason, by, reason.rule());
        Ok(())
    }

    /// Ends the hand as if it had never been opened: every chip goes back to the seat that put it in, and the
    /// hand closes. Judges nothing.
    pub fn cancel(&mut self, reason: VoidReason, by: Actor, rule: Rule) {
        self.push(CourseFact::Voided { reason, by }, rule);
        let back: Vec<_> = self
            .hand
            .players()
            .iter()
            .map(|player| (player.seat, player.starting_stack.above(player.stack)))
            .filter(|(_, amount)| !amount.is_zero())
            .collect();
        for (seat, amount) in back {
            self.push(ChipFact::Refunded { seat, amount }, rule);
        }
        self.push(CourseFact::Closed, rule);
    }

    /// Calls the clock: the seat on turn, in the betting or at the showdown, now has the book's time to act.
    /// Where a time was announced for every act, no clock may be called as well (AMB-043).
    pub fn call_clock(&mut self, seat: Seat) -> Ruling {
        let rule = rule::CALLED_TIME_RUNS_OUT;
        let house = self.hand.house();
        if house.clock_rule() == Some(rule::ANNOUNCED_TIME_RUNS_OUT) {
            return refuse(RefusalReason::TimeIsAnnounced, rule);
        }
        let Some(seconds) = house.clocks.official_clock_seconds.filter(|_| house.has(rule)) else {
            return refuse(RefusalReason::NoClock, rule);
        };
        if let Need::Decision(Decision::Show { seat: turn, .. }) = self.hand.next() {
            if turn != seat {
                return refuse(RefusalReason::NotToShow { turn }, self.show_rule());
            }
        } else {
            self.turn_options(seat)?;
        }
        if self.hand.clock_on == Some(seat) {
            return refuse(RefusalReason::ClockIsOn { seat }, rule);
        }
        self.push(ClockFact::ClockCalled { seat, seconds }, rule);
        Ok(())
    }

    /// Ends the turn of a seat whose time has run out: it folds, or checks where the house says so and there
    /// is nothing to call. Refused where no time is limited, or where called time was not called.
    pub fn time_up(&mut self, seat: Seat) -> Ruling {
        let Some(rule) = self.hand.house().clock_rule() else {
            return refuse(RefusalReason::NoClock, rule::CALLED_TIME_RUNS_OUT);
        };
        // Called time starts when the player is warned: by an official, or in advance for every turn, where
        // the determination before the hand says that the room calls the clock.
        let was_warned =
            self.hand.clock_on == Some(seat) || self.hand.house().clocks.official_clock_is_automatic;
        if rule == rule::CALLED_TIME_RUNS_OUT && !was_warned {
            return refuse(RefusalReason::ClockNotCalled { seat }, rule);
        }
        self.end_turn(seat, TurnEndReason::OutOfTime, rule)
    }

    /// Folds, in turn, the hand of a player who has left; an opener who must pay pays first. At the showdown
    /// the hand is mucked or shown.
    pub fn forfeit(&mut self, seat: Seat) -> Ruling {
        self.end_turn(seat, TurnEndReason::Left, rule::LEAVER_IS_FOLDED_IN_TURN)
    }

    /// Ends a seat's turn by checking or folding; at the showdown, by showing or mucking. `rule` is cited,
    /// unless a free check is folded.
    fn end_turn(&mut self, seat: Seat, ends: TurnEndReason, rule: Rule) -> Ruling {
        if let Phase::Showdown(_) = self.hand.phase {
            return self.end_show(seat, ends, rule);
        }
        let turn = self.turn_options(seat)?;
        if ends == TurnEndReason::Left && turn.fold_costs_call {
            return self.call_and_fold(seat);
        }
        if ends == TurnEndReason::OutOfTime {
            self.push(ClockFact::TimeRanOut { seat }, rule);
        }
        let house = self.hand.house();
        let checks =
            ends == TurnEndReason::OutOfTime && turn.may_check && house.clocks.check_when_out_of_time;
        let stands = turn.check_is_stand;
        let what = if checks { TurnFact::Checked { seat, stands } } else { TurnFact::Folded { seat } };
        let folds_despite_free_check = ends == TurnEndReason::OutOfTime && turn.may_check && !checks;
        let rule = if folds_despite_free_check { rule::FOLDED_WITH_A_FREE_CHECK } else { rule };
        self.push(what, rule);
        self.after_act(turn.round);
        Ok(())
    }

    /// Ends a turn at the showdown: a hand that may be mucked is mucked, any other is shown. Refused where it
    /// must be shown and its cards are unknown.
    fn end_show(&mut self, seat: Seat, ends: TurnEndReason, rule: Rule) -> Ruling {
        let place = self.showdown_turn(seat)?;
        let Phase::Showdown(showdown) = &self.hand.phase else {
            return refuse(RefusalReason::NoShowdownNow, rule::SHOWDOWN_FOLLOWS_BETTING);
        };
        let mucks = self.hand.may_muck(showdown, place);
        if !mucks && !self.hand.knows_cards(place) {
            return refuse(RefusalReason::CardsNeeded, rule::EQUAL_OR_BETTER_SHOWS);
        }
        if ends == TurnEndReason::OutOfTime {
            self.push(ClockFact::TimeRanOut { seat }, rule);
        }
        let cards = self.hand.players()[place].cards;
        self.push(if mucks { CardFact::Mucked { seat } } else { CardFact::Shown { seat, cards } }, rule);
        self.run_showdown();
        Ok(())
    }
}
