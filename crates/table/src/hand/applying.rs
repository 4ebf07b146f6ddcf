//! How decided events change a hand. Nothing here is a rule, and nothing can fail.
//!
//! Whoever decides a fact knows which it is: what it changes is put in place there, so that no match is run for it.

use std::sync::Arc;

use cards::Hidden;
use chips::Chips;
use rulebook::Rule;
use seating::Seat;

use super::checks::Parts;
use super::{BoardCard, Hand, Phase, Place, Player};
use crate::betting::Betting;
use crate::event::{CardFact, ChipFact, ClockFact, CourseFact, Event, PotFact, StreetFact, TurnFact, What};
use crate::lineup::PostKind;
use crate::showdown::Showdown;

/// A family of facts, as a hand takes them in. Holds no rule and cannot fail.
pub(crate) trait Fact: Into<What> {
    /// What of the hand it changes, and is to be counted after it.
    fn changes(&self) -> Parts;

    /// Takes one decided fact, which rests on a rule, into the hand.
    fn apply(&self, hand: &mut Hand, rule: Rule);
}

impl Hand {
    /// Takes one decided event into the hand. Holds no rule and cannot fail.
    pub fn apply(&mut self, event: &Event) {
        self.commands = event.cause;
        self.counted.0.changed = Parts::ALL;
        match &event.what {
            What::Course(fact) => fact.apply(self, event.rule),
            What::Street(fact) => fact.apply(self, event.rule),
            What::Cards(fact) => fact.apply(self, event.rule),
            What::Turn(fact) => fact.apply(self, event.rule),
            What::Clock(fact) => fact.apply(self, event.rule),
            What::Chips(fact) => fact.apply(self, event.rule),
            What::Pots(fact) => fact.apply(self, event.rule),
        }
    }
}

impl Fact for CourseFact {
    fn changes(&self) -> Parts {
        Parts::ALL
    }

    fn apply(&self, hand: &mut Hand, rule: Rule) {
        match self {
            CourseFact::Opened(lineup) => *hand = Hand::opened(Arc::clone(lineup)),
            CourseFact::Voided { .. } => hand.voided = Some(rule),
            CourseFact::Closed => hand.phase = Phase::Closed,
        }
    }
}

impl Fact for StreetFact {
    #[inline(always)]
    fn changes(&self) -> Parts {
        match self {
            StreetFact::BettingOpened { .. } | StreetFact::BettingSkipped { .. } => {
                Parts::CARDS.and(Parts::TURN)
            }
            StreetFact::BettingClosed { .. }
            | StreetFact::HandsTabled { .. }
            | StreetFact::ShowdownOpened { .. } => Parts::ALL,
        }
    }

    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            StreetFact::BettingOpened { round, seat } => {
                let betting = Betting::opened(hand, round, hand.place_of(seat));
                hand.phase = Phase::Betting(betting);
            }
            StreetFact::BettingSkipped { round } => hand.round_is_over(round),
            StreetFact::BettingClosed { round } => {
                if let Phase::Betting(betting) = hand.phase {
                    if betting.aggressor.is_some() {
                        hand.aggressor = betting.aggressor;
                    } else if betting.is_last(hand.house()) {
                        hand.aggressor = None;
                    }
                    hand.last_round_held |= betting.is_last(hand.house());
                    hand.called_in_last_round =
                        betting.is_last(hand.house()) && hand.aggressor_was_called(&betting);
                }
                hand.round_is_over(round);
            }
            StreetFact::HandsTabled { first } => {
                let round = hand.round();
                hand.phase =
                    Phase::Showdown(Showdown::opened(hand, hand.place_of(first), Some(round)).into());
            }
            StreetFact::ShowdownOpened { first, .. } => {
                hand.phase = Phase::Showdown(Showdown::opened(hand, hand.place_of(first), None).into());
            }
        }
    }
}

impl Fact for CardFact {
    #[inline(always)]
    fn changes(&self) -> Parts {
        match self {
            CardFact::HoleDealt { .. }
            | CardFact::Burned { .. }
            | CardFact::BoardDealt { .. }
            | CardFact::CardsShown { .. }
            | CardFact::Shuffled { .. }
            | CardFact::Cut { .. } => Parts::CARDS,
            CardFact::Shown { .. } | CardFact::Mucked { .. } => Parts::CARDS.and(Parts::TURN),
        }
    }

    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            CardFact::HoleDealt { seat, card } => {
                let dealt = if let Phase::HoleCards { dealt } = hand.phase { dealt } else { 0 };
                let player = hand.player_mut(seat);
                player.cards[usize::from(player.dealt)] = card;
                player.dealt += 1;
                hand.leaves_the_deck(card);
                let all = usize::from(hand.house().game.hole_cards) * hand.players().len();
                let board_first = hand.house().game.board.first().is_some_and(|cards| *cards > 0);
                hand.phase = if board_first && usize::from(dealt) + 1 == all {
                    hand.board_phase(0)
                } else {
                    Phase::HoleCards { dealt: dealt + 1 }
                };
            }
            CardFact::Burned { card } => {
                hand.leaves_the_deck(card);
                hand.burned.push(card);
                if let Phase::Board { burn_due, .. } = &mut hand.phase {
                    *burn_due = false;
                }
            }
            CardFact::BoardDealt { card, board, shares } => {
                hand.leaves_the_deck(card);
                hand.boards.deal(BoardCard { board, shares, card });
                // The streets are those of the first board.
                if let (Phase::Board { left, burn_due, .. }, true) = (&mut hand.phase, board.is_first()) {
                    *left -= 1;
                    *burn_due = false;
                }
            }
            CardFact::Shown { seat, cards } => {
                let place = hand.place_of(seat);
                if hand.players[place].cards != cards {
                    for card in cards {
                        hand.becomes_known(place, card);
                    }
                    hand.players[place].cards = cards;
                    hand.rank(place);
                }
                hand.players[place].shown = true;
                hand.clock_on = None;
                hand.showdown_goes_on();
            }
            CardFact::Mucked { seat } => {
                let before = hand.players().iter().filter(|player| player.mucked).count() as u8;
                let player = hand.player_mut(seat);
                player.mucked = true;
                player.muck_order = before + 1;
                hand.clock_on = None;
                hand.showdown_goes_on();
            }
            CardFact::CardsShown { seat, cards } => {
                let place = hand.place_of(seat);
                for (at, card) in cards.iter().enumerate().filter(|(_, card)| card.known().is_some()) {
                    hand.becomes_known(place, *card);
                    hand.players[place].cards[at] = *card;
                    hand.players[place].up |= 1 << at;
                }
            }
            CardFact::Shuffled { .. } => {
                hand.shuffles = hand.shuffles.saturating_add(1);
                hand.phase = Phase::Deck { shuffled: true };
            }
            CardFact::Cut { .. } => hand.phase = Phase::Posting { next: 0 },
        }
    }
}

impl Fact for TurnFact {
    #[inline(always)]
    fn changes(&self) -> Parts {
        match self {
            TurnFact::Folded { .. } | TurnFact::Checked { .. } => Parts::TURN,
            TurnFact::Called { seat, .. } | TurnFact::Bet { seat, .. } | TurnFact::Raised { seat, .. } => {
                Parts::TURN.and(Parts::stake_of(*seat))
            }
        }
    }

    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            TurnFact::Folded { seat } => {
                let place = hand.place_of(seat);
                hand.change(place, |player| player.folded = true);
                hand.acted(place);
            }
            TurnFact::Checked { seat, .. } => hand.acted(hand.place_of(seat)),
            TurnFact::Called { seat, amount, all_in } => {
                let place = hand.place_of(seat);
                hand.bet_chips(place, amount, all_in);
                hand.acted(place);
            }
            TurnFact::Bet { seat, to, full, all_in } | TurnFact::Raised { seat, to, full, all_in } => {
                let place = hand.place_of(seat);
                let amount = to.above(hand.players[place].in_round);
                hand.bet_chips(place, amount, all_in);
                if let Phase::Betting(mut betting) = hand.phase {
                    betting.raised(hand, place, to, full);
                    hand.phase = Phase::Betting(betting);
                }
                hand.acted(place);
            }
        }
    }
}

impl Fact for ClockFact {
    fn changes(&self) -> Parts {
        Parts::NONE
    }

    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            ClockFact::ClockCalled { seat, .. } => hand.clock_on = Some(seat),
            ClockFact::TimeRanOut { .. } => {}
        }
    }
}

impl Fact for ChipFact {
    #[inline(always)]
    fn changes(&self) -> Parts {
        match self {
            ChipFact::Posted { seat, .. } | ChipFact::Returned { seat, .. } => {
                Parts::TURN.and(Parts::stake_of(*seat))
            }
            ChipFact::Refunded { .. } => Parts::TURN.and(Parts::CHIPS),
        }
    }

    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            ChipFact::Posted { seat, kind, amount, all_in } => hand.apply_post(seat, kind, amount, all_in),
            ChipFact::Returned { seat, amount } => {
                hand.change(hand.place_of(seat), |player| {
                    player.stack += amount;
                    player.in_round = player.in_round.above(amount);
                    player.in_hand = player.in_hand.above(amount);
                    player.by_choice = player.by_choice.above(amount);
                    player.all_in = false;
                });
            }
            ChipFact::Refunded { seat, amount } => {
                let place = hand.place_of(seat);
                let player = &mut hand.players[place];
                player.stack += amount;
                player.paid += amount;
                let matched = player.in_hand;
                (player.in_hand, player.in_round) = (Chips::ZERO, Chips::ZERO);
                hand.dead = hand.dead.above(amount.above(matched));
            }
        }
    }
}

impl Fact for PotFact {
    #[inline(always)]
    fn changes(&self) -> Parts {
        Parts::CHIPS
    }

    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            PotFact::PotFormed { pot, amount, eligible } => {
                hand.formed_amount += amount;
                if let Some(formed) = hand.formed.get_mut(usize::from(pot)) {
                    *formed = eligible;
                    hand.formed_count = hand.formed_count.max(pot + 1);
                }
            }
            PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. } => {}
            PotFact::CommissionTaken { amount, .. } => {
                hand.pay_out(amount);
                hand.taken += amount;
            }
            PotFact::Awarded { seat, amount, .. } | PotFact::OddChips { seat, amount, .. } => {
                hand.pay_out(amount);
                let player = hand.player_mut(seat);
                player.stack += amount;
                player.paid += amount;
            }
        }
    }
}

impl Hand {
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
        self.change(place, |player| {
            player.stack = player.stack.above(amount);
            player.all_in = all_in;
        });
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
        self.change(place, |player| {
            player.stack = player.stack.above(amount);
            player.in_round += amount;
            player.in_hand += amount;
            player.by_choice += amount;
            player.all_in = all_in;
        });
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
        for player in &mut self.players {
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
        for player in &mut self.players {
            let part = if rest > player.in_hand { player.in_hand } else { rest };
            player.in_hand = player.in_hand.above(part);
            rest = rest.above(part);
        }
    }

    fn leaves_the_deck(&mut self, card: Hidden) {
        self.out = self.out.saturating_add(1);
        self.remember(card);
    }

    /// A card of a hand is turned up: that hand had it, and nobody knew.
    fn becomes_known(&mut self, place: Place, card: Hidden) {
        if !self.players[place].cards.iter().any(|held| held.known() == card.known()) {
            self.remember(card);
        }
    }

    fn remember(&mut self, card: Hidden) {
        if let Some(card) = card.known() {
            self.known |= 1 << card.index();
            self.faces = self.faces.saturating_add(1);
        }
    }

    #[inline]
    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        let place = self.place_of(seat);
        &mut self.players[place]
    }

    /// Changes a player, and counts whether that one is still live and can still bet: a fold, an all-in, a returned bet.
    #[inline]
    pub(super) fn change(&mut self, place: Place, change: impl FnOnce(&mut Player)) {
        let player = &mut self.players[place];
        (self.live, self.able) = (self.live - u8::from(player.live()), self.able - u8::from(player.able()));
        change(player);
        (self.live, self.able) = (self.live + u8::from(player.live()), self.able + u8::from(player.able()));
    }
}
