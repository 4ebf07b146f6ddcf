//! How decided events change a hand. Nothing here is a rule, and nothing can fail.

use std::sync::Arc;

use cards::Hidden;
use chips::Chips;

use super::{Hand, Phase, Place, Player};
use crate::betting::Betting;
use crate::event::{CardFact, ChipFact, ClockFact, CourseFact, Event, PotFact, StreetFact, TurnFact, What};
use crate::lineup::PostKind;
use crate::seat::Seat;
use crate::showdown::Showdown;

impl Hand {
    /// Takes one decided event into the hand. Holds no rule and cannot fail.
    pub fn apply(&mut self, event: &Event) {
        self.commands = event.cause;
        match event.what {
            What::Course(CourseFact::Opened(ref lineup)) => *self = Hand::opened(Arc::clone(lineup)),
            What::Chips(ChipFact::Posted { seat, kind, amount, all_in }) => {
                self.apply_post(seat, kind, amount, all_in)
            }
            What::Cards(CardFact::HoleDealt { seat, card }) => {
                let dealt = if let Phase::HoleCards { dealt } = self.phase { dealt } else { 0 };
                let player = self.player_mut(seat);
                player.cards[usize::from(player.dealt)] = card;
                player.dealt += 1;
                self.remember(card);
                let all = usize::from(self.house().game.hole_cards) * self.players().len();
                let board_first = self.house().game.board.first().is_some_and(|cards| *cards > 0);
                self.phase = if board_first && usize::from(dealt) + 1 == all {
                    self.board_phase(0)
                } else {
                    Phase::HoleCards { dealt: dealt + 1 }
                };
            }
            What::Cards(CardFact::Burned { card }) => {
                self.remember(card);
                if let Phase::Board { burn_due, .. } = &mut self.phase {
                    *burn_due = false;
                }
            }
            What::Cards(CardFact::BoardDealt { card }) => {
                self.remember(card);
                self.board[usize::from(self.board_count)] = card;
                self.board_count += 1;
                if let Phase::Board { left, burn_due, .. } = &mut self.phase {
                    *left -= 1;
                    *burn_due = false;
                }
            }
            What::Street(StreetFact::BettingOpened { round, seat }) => {
                let betting = Betting::opened(self, round, self.place_of(seat));
                self.phase = Phase::Betting(betting);
            }
            What::Street(StreetFact::BettingSkipped { round }) => self.round_is_over(round),
            What::Turn(TurnFact::Folded { seat }) => {
                let place = self.place_of(seat);
                self.players[place].folded = true;
                self.recount();
                self.acted(place);
            }
            What::Turn(TurnFact::Checked { seat, .. }) => self.acted(self.place_of(seat)),
            What::Turn(TurnFact::Called { seat, amount, all_in }) => {
                let place = self.place_of(seat);
                self.bet_chips(place, amount, all_in);
                self.acted(place);
            }
            What::Turn(
                TurnFact::Bet { seat, to, full, all_in } | TurnFact::Raised { seat, to, full, all_in },
            ) => {
                let place = self.place_of(seat);
                let amount = to.above(self.players[place].in_round);
                self.bet_chips(place, amount, all_in);
                if let Phase::Betting(mut betting) = self.phase {
                    betting.raised(self, place, to, full);
                    self.phase = Phase::Betting(betting);
                }
                self.acted(place);
            }
            What::Street(StreetFact::BettingClosed { round }) => {
                if let Phase::Betting(betting) = self.phase {
                    if betting.aggressor.is_some() {
                        self.aggressor = betting.aggressor;
                    } else if betting.is_last(self.house()) {
                        self.aggressor = None;
                    }
                    self.last_round_held |= betting.is_last(self.house());
                    self.called_in_last_round =
                        betting.is_last(self.house()) && self.aggressor_was_called(&betting);
                }
                self.round_is_over(round);
            }
            What::Chips(ChipFact::Returned { seat, amount }) => {
                let player = self.player_mut(seat);
                player.stack += amount;
                player.in_round = player.in_round.above(amount);
                player.in_hand = player.in_hand.above(amount);
                player.by_choice = player.by_choice.above(amount);
                player.all_in = false;
                self.recount();
            }
            What::Street(StreetFact::HandsTabled { first }) => {
                let round = self.round();
                self.phase = Phase::Showdown(Showdown::opened(self, self.place_of(first), Some(round)));
            }
            What::Street(StreetFact::ShowdownOpened { first, .. }) => {
                self.phase = Phase::Showdown(Showdown::opened(self, self.place_of(first), None));
            }
            What::Cards(CardFact::Shown { seat, cards }) => {
                let place = self.place_of(seat);
                if self.players[place].cards != cards {
                    for card in cards {
                        self.remember(card);
                    }
                    self.players[place].cards = cards;
                    self.rank(place);
                }
                self.players[place].shown = true;
                self.clock_on = None;
                self.showdown_goes_on();
            }
            What::Cards(CardFact::Mucked { seat }) => {
                let before = self.players().iter().filter(|player| player.mucked).count() as u8;
                let player = self.player_mut(seat);
                player.mucked = true;
                player.muck_order = before + 1;
                self.clock_on = None;
                self.showdown_goes_on();
            }
            What::Cards(CardFact::CardsShown { seat, cards }) => {
                let place = self.place_of(seat);
                for (at, card) in cards.iter().enumerate().filter(|(_, card)| card.known().is_some()) {
                    self.remember(*card);
                    self.players[place].cards[at] = *card;
                    self.players[place].up |= 1 << at;
                }
            }
            What::Pots(PotFact::PotFormed { pot, eligible, .. }) => {
                if let Some(formed) = self.formed.get_mut(usize::from(pot)) {
                    *formed = eligible;
                    self.formed_count = self.formed_count.max(pot + 1);
                }
            }
            What::Pots(PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. }) => {}
            What::Pots(PotFact::CommissionTaken { amount, .. }) => {
                self.pay_out(amount);
                self.taken += amount;
            }
            What::Pots(PotFact::Awarded { seat, amount, .. } | PotFact::OddChips { seat, amount, .. }) => {
                self.pay_out(amount);
                self.player_mut(seat).stack += amount;
            }
            What::Cards(CardFact::Shuffled { .. }) => self.phase = Phase::Deck { shuffled: true },
            What::Cards(CardFact::Cut { .. }) => self.phase = Phase::Posting { next: 0 },
            What::Clock(ClockFact::ClockCalled { seat, .. }) => self.clock_on = Some(seat),
            What::Clock(ClockFact::TimeRanOut { .. }) => {}
            What::Course(CourseFact::Voided { .. }) => self.voided = Some(event.rule),
            What::Chips(ChipFact::Refunded { seat, amount }) => {
                let place = self.place_of(seat);
                let player = &mut self.players[place];
                player.stack += amount;
                let matched = player.in_hand;
                (player.in_hand, player.in_round) = (Chips::ZERO, Chips::ZERO);
                self.dead = self.dead.above(amount.above(matched));
            }
            What::Course(CourseFact::Closed) => self.phase = Phase::Closed,
        }
    }

    /// True when another player who is still in the hand put chips in against the last bettor or raiser of a round.
    fn aggressor_was_called(&self, betting: &Betting) -> bool {
        betting.aggressor.is_some_and(|bettor| {
            let others = self.players().iter().enumerate().filter(|(place, _)| *place != usize::from(bettor));
            others.into_iter().any(|(_, player)| player.live() && !player.in_round.is_zero())
        })
    }

    fn apply_post(&mut self, seat: Seat, kind: PostKind, amount: Chips, all_in: bool) {
        // A post of nothing, as older records have it, was passed over already.
        if amount.is_zero() {
            return;
        }
        let place = self.place_of(seat);
        let player = &mut self.players[place];
        player.stack = player.stack.above(amount);
        player.all_in = all_in;
        if all_in {
            self.recount();
        }
        let player = &mut self.players[place];
        match kind {
            PostKind::Dead => {
                player.posted_dead = true;
                self.dead += amount;
            }
            PostKind::Ante => player.in_hand += amount,
            PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => {
                player.in_hand += amount;
                player.in_round += amount;
            }
        }
        let mut next = if let Phase::Posting { next } = self.phase { next } else { 0 };
        let due = self.lineup.dues.get(usize::from(next)).copied();
        self.blind_falls(place, kind, due.map_or(amount, |due| due.amount));
        next += u8::from(due.is_some());
        // A stack that an earlier post took whole posts nothing more; its blind has fallen all the same.
        while let Some(due) = self.lineup.dues.get(usize::from(next)).copied() {
            let place = self.place_of(due.seat);
            if !self.players[place].stack.is_zero() {
                break;
            }
            self.blind_falls(place, due.kind, due.amount);
            next += 1;
        }
        self.phase = Phase::Posting { next };
    }

    /// A blind or over-blind is the last one until another falls.
    fn blind_falls(&mut self, place: Place, kind: PostKind, nominal: Chips) {
        match kind {
            PostKind::Blind(_) => self.last_blind = Some((place as u8, nominal)),
            PostKind::OverBlind => {
                self.over_blinds += 1;
                self.last_blind = Some((place as u8, nominal));
            }
            PostKind::Ante | PostKind::Dead | PostKind::Live => {}
        }
    }

    fn bet_chips(&mut self, place: Place, amount: Chips, all_in: bool) {
        let player = &mut self.players[place];
        player.stack = player.stack.above(amount);
        player.in_round += amount;
        player.in_hand += amount;
        player.by_choice += amount;
        player.all_in = all_in;
        if all_in {
            self.recount();
        }
    }

    fn acted(&mut self, place: Place) {
        self.clock_on = None;
        let Phase::Betting(betting) = &self.phase else { return };
        self.players[place].acted = Some(betting.full_bets);
        let passed = betting.turn_passes(self, place);
        if let Phase::Betting(betting) = &mut self.phase {
            betting.pass(passed);
        }
    }

    fn round_is_over(&mut self, round: u8) {
        for player in &mut self.players[..usize::from(self.count)] {
            player.in_round = Chips::ZERO;
            player.acted = None;
        }
        self.phase = self.board_phase(round + 1);
    }

    /// The board cards before a round; past the last round, a board with nothing left.
    pub(crate) fn board_phase(&self, round: u8) -> Phase {
        let left = self.house().game.board.get(usize::from(round)).copied().unwrap_or(0);
        Phase::Board { round, burn_due: left > 0 && self.house().burn, left }
    }

    /// Chips leave the middle: dead ones and what was matched are one heap once pots are formed.
    fn pay_out(&mut self, amount: Chips) {
        let mut rest = amount;
        let from_dead = if rest > self.dead { self.dead } else { rest };
        self.dead = self.dead.above(from_dead);
        rest = rest.above(from_dead);
        for player in &mut self.players[..usize::from(self.count)] {
            let part = if rest > player.in_hand { player.in_hand } else { rest };
            player.in_hand = player.in_hand.above(part);
            rest = rest.above(part);
        }
    }

    fn remember(&mut self, card: Hidden) {
        if let Some(card) = card.known() {
            self.known |= 1 << card.index();
        }
    }

    #[inline]
    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        let place = self.place_of(seat);
        &mut self.players[place]
    }

    /// Counts anew who is live and who can still bet, after a fold, an all-in or a returned bet.
    fn recount(&mut self) {
        self.live = self.players().iter().filter(|player| player.live()).count() as u8;
        self.able = self.players().iter().filter(|player| player.able()).count() as u8;
    }
}
