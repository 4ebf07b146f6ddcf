//! How decided events change a hand. Nothing here is a rule, and nothing can fail.
//!
//! Deciding code pushes a concrete family, which is applied directly: no match over all families is run.

use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use rulebook::Rule;
use seating::Seat;

use super::checks::HandParts;
use super::{BoardCard, Hand, Phase, Player, PlayerIndex};
use crate::betting::Betting;
use crate::event::{
    CardFact, ChipFact, ClockFact, CourseFact, Event, Fact, PotFact, StreetFact, TurnFact, TurnKind,
};
use crate::lineup::PostKind;
use crate::showdown::Showdown;

/// A family of facts that a hand can apply. Holds no rules and cannot fail.
pub(crate) trait HandFact: Into<Fact> {
    /// Which parts of the hand it changes, and so must be checked after it. Naming too few hides a fault
    /// until the next full count; naming too many only costs time.
    fn changes(&self) -> HandParts;

    /// Applies one decided fact, which rests on `rule`, to the hand. Called for facts just decided and for
    /// stored ones alike, so it must do the same for records of every version.
    fn apply(&self, hand: &mut Hand, rule: Rule);
}

impl Hand {
    /// Applies one decided event to the hand, for callers that follow facts decided elsewhere: replay,
    /// recovery, audits. Holds no rules and cannot fail; the whole hand is checked before the next command.
    pub fn apply(&mut self, event: &Event) {
        self.commands = event.cause;
        self.counted.0.changed = HandParts::ALL;
        match &event.what {
            Fact::Course(fact) => fact.apply(self, event.rule),
            Fact::Street(fact) => fact.apply(self, event.rule),
            Fact::Cards(fact) => fact.apply(self, event.rule),
            Fact::Turn(fact) => fact.apply(self, event.rule),
            Fact::Clock(fact) => fact.apply(self, event.rule),
            Fact::Chips(fact) => fact.apply(self, event.rule),
            Fact::Pots(fact) => fact.apply(self, event.rule),
        }
    }
}

impl HandFact for CourseFact {
    /// A [`CourseFact`] begins or ends the hand: everything is checked after it.
    fn changes(&self) -> HandParts {
        HandParts::ALL
    }

    /// Applies a [`CourseFact`]: begins the hand anew from its lineup, notes the rule by which it is void, or
    /// closes it.
    fn apply(&self, hand: &mut Hand, rule: Rule) {
        match self {
            CourseFact::Opened(lineup) => *hand = Hand::from_lineup(Arc::clone(lineup)),
            CourseFact::Voided { .. } => hand.voided = Some(rule),
            CourseFact::Closed => hand.phase = Phase::Closed,
        }
    }
}

impl HandFact for StreetFact {
    /// After a [`StreetFact`] that opens a betting round, the cards and the turn are checked; when a round
    /// closes or a showdown begins, everything.
    #[inline(always)]
    fn changes(&self) -> HandParts {
        match self {
            StreetFact::BettingOpened { .. } | StreetFact::BettingSkipped { .. } => {
                HandParts::CARDS.union(HandParts::TURN)
            }
            StreetFact::BettingClosed { .. }
            | StreetFact::HandsTabled { .. }
            | StreetFact::ShowdownOpened { .. } => HandParts::ALL,
        }
    }

    /// Applies a [`StreetFact`]: moves the hand from one stage to the next. At the close of a round it keeps
    /// who bet last and whether they were called, which decides who shows first.
    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            StreetFact::BettingOpened { round, seat } => {
                let betting = Betting::new(hand, round, hand.index_of(seat));
                hand.phase = Phase::Betting(betting);
            }
            StreetFact::BettingSkipped { round } => hand.end_round(round),
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
                hand.end_round(round);
            }
            StreetFact::HandsTabled { first } => {
                let round = hand.round();
                hand.phase = Phase::Showdown(Showdown::new(hand, hand.index_of(first), Some(round)).into());
            }
            StreetFact::ShowdownOpened { first, .. } => {
                hand.phase = Phase::Showdown(Showdown::new(hand, hand.index_of(first), None).into());
            }
        }
    }
}

impl HandFact for CardFact {
    /// After a [`CardFact`] the cards are checked; after a show or muck the turn too.
    #[inline(always)]
    fn changes(&self) -> HandParts {
        match self {
            CardFact::HoleDealt { .. }
            | CardFact::Burned { .. }
            | CardFact::BoardDealt { .. }
            | CardFact::CardsShown { .. }
            | CardFact::Shuffled { .. }
            | CardFact::Cut { .. } => HandParts::CARDS,
            CardFact::Shown { .. } | CardFact::Mucked { .. } => HandParts::CARDS.union(HandParts::TURN),
        }
    }

    /// Applies a [`CardFact`]: puts a card where it lies and moves the deal on. Only cards of the first board
    /// advance the streets; a card that becomes known is counted once.
    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            CardFact::HoleDealt { seat, card } => {
                let dealt = if let Phase::HoleCards { dealt } = hand.phase { dealt } else { 0 };
                let player = hand.player_mut(seat);
                player.cards[usize::from(player.dealt)] = card;
                player.dealt += 1;
                hand.take_from_deck(card);
                let all = usize::from(hand.house().game.hole_cards) * hand.players().len();
                let board_first = hand.house().game.board.first().is_some_and(|cards| *cards > 0);
                hand.phase = if board_first && usize::from(dealt) + 1 == all {
                    hand.board_phase(0)
                } else {
                    Phase::HoleCards { dealt: dealt + 1 }
                };
            }
            CardFact::Burned { card } => {
                hand.take_from_deck(card);
                hand.burned.push(card);
                if let Phase::Board { burn_due, .. } = &mut hand.phase {
                    *burn_due = false;
                }
            }
            CardFact::BoardDealt { card, board, shares } => {
                hand.take_from_deck(card);
                hand.boards.deal(BoardCard { board, shares, card });
                // Only cards of the first board advance the streets.
                if let (Phase::Board { left, burn_due, .. }, true) = (&mut hand.phase, board.is_first()) {
                    *left -= 1;
                    *burn_due = false;
                }
            }
            CardFact::Shown { seat, cards } => {
                let place = hand.index_of(seat);
                if hand.players[place].cards != cards {
                    for card in cards {
                        hand.reveal(place, card);
                    }
                    hand.players[place].cards = cards;
                    hand.rank(place);
                }
                hand.players[place].shown = true;
                hand.clock_on = None;
                hand.resume_board_when_shown();
            }
            CardFact::Mucked { seat } => {
                let before = hand.players().iter().filter(|player| player.mucked).count() as u8;
                let player = hand.player_mut(seat);
                player.mucked = true;
                player.muck_order = before + 1;
                hand.clock_on = None;
                hand.resume_board_when_shown();
            }
            CardFact::CardsShown { seat, cards } => {
                let place = hand.index_of(seat);
                for (at, card) in cards.iter().enumerate().filter(|(_, card)| card.known_card().is_some()) {
                    hand.reveal(place, *card);
                    hand.players[place].cards[at] = *card;
                    hand.players[place].face_up_bits |= 1 << at;
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

impl HandFact for TurnFact {
    /// After a [`TurnFact`] the turn is checked, and the stake of the seat if it put chips in.
    #[inline(always)]
    fn changes(&self) -> HandParts {
        match self.kind() {
            (_, TurnKind::Fold | TurnKind::Check) => HandParts::TURN,
            (seat, TurnKind::Call(_) | TurnKind::To(_)) => HandParts::TURN.union(HandParts::stake_of(seat)),
        }
    }

    /// Applies a [`TurnFact`]: moves the chips of a turn, notes that the seat acted, and passes the turn on.
    /// A bet or raise stands for its total, so what it adds follows from what the seat has in the round.
    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            TurnFact::Folded { seat } => {
                let place = hand.index_of(seat);
                hand.change_player(place, |player| player.folded = true);
                hand.record_act(place);
            }
            TurnFact::Checked { seat, .. } => hand.record_act(hand.index_of(seat)),
            TurnFact::Called { seat, amount, all_in } => {
                let place = hand.index_of(seat);
                hand.bet_chips(place, amount, all_in);
                hand.record_act(place);
            }
            TurnFact::Bet { seat, to, full, all_in } | TurnFact::Raised { seat, to, full, all_in } => {
                let place = hand.index_of(seat);
                let amount = to.above(hand.players[place].in_round);
                hand.bet_chips(place, amount, all_in);
                if let Phase::Betting(mut betting) = hand.phase {
                    betting.apply_raise(hand, place, to, full);
                    hand.phase = Phase::Betting(betting);
                }
                hand.record_act(place);
            }
        }
    }
}

impl HandFact for ClockFact {
    /// After a [`ClockFact`] nothing is checked: no card, chip or turn moves.
    fn changes(&self) -> HandParts {
        HandParts::NONE
    }

    /// Applies a [`ClockFact`]: notes the seat whose clock was called, until it acts; what follows from lost
    /// time is in facts of its own.
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            ClockFact::ClockCalled { seat, .. } => hand.clock_on = Some(seat),
            ClockFact::TimeRanOut { .. } => {}
        }
    }
}

impl HandFact for ChipFact {
    /// After a [`ChipFact`] the turn and the stake of the seat are checked; after a refund all chips, because
    /// dead ones go back too.
    #[inline(always)]
    fn changes(&self) -> HandParts {
        match self {
            ChipFact::Posted { seat, .. } | ChipFact::Returned { seat, .. } => {
                HandParts::TURN.union(HandParts::stake_of(*seat))
            }
            ChipFact::Refunded { .. } => HandParts::TURN.union(HandParts::CHIPS),
        }
    }

    /// Applies a [`ChipFact`]: moves a post, an uncalled bet or a refund. An uncalled bet counts as never
    /// made; a refund counts as paid to the player.
    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            ChipFact::Posted { seat, kind, amount, all_in } => hand.apply_post(seat, kind, amount, all_in),
            ChipFact::Returned { seat, amount } => {
                hand.change_player(hand.index_of(seat), |player| {
                    player.stack += amount;
                    player.in_round = player.in_round.above(amount);
                    player.in_hand = player.in_hand.above(amount);
                    player.by_choice = player.by_choice.above(amount);
                    player.all_in = false;
                });
            }
            ChipFact::Refunded { seat, amount } => {
                let place = hand.index_of(seat);
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

impl HandFact for PotFact {
    /// After a [`PotFact`] all chips are checked.
    #[inline(always)]
    fn changes(&self) -> HandParts {
        HandParts::CHIPS
    }

    /// Applies a [`PotFact`]: notes a pot that was formed, or pays out of the middle to the house or a
    /// player.
    #[inline(always)]
    fn apply(&self, hand: &mut Hand, _rule: Rule) {
        match *self {
            PotFact::PotFormed { pot, amount, eligible } => {
                hand.formed_pot_amount += amount;
                if let Some(formed) = hand.formed_pots.get_mut(usize::from(pot)) {
                    *formed = eligible;
                    hand.formed_pot_count = hand.formed_pot_count.max(pot + 1);
                }
            }
            PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. } => {}
            PotFact::CommissionTaken { amount, .. } => {
                hand.pay_out(amount);
                hand.commission_taken += amount;
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
    /// True when another player who is still in the hand put chips in against the last bettor or raiser of
    /// this round: after the last round the bettor then shows first.
    fn aggressor_was_called(&self, betting: &Betting) -> bool {
        betting.aggressor.is_some_and(|bettor| {
            let others = self.players().iter().enumerate().filter(|(place, _)| *place != usize::from(bettor));
            others.into_iter().any(|(_, player)| player.is_live() && !player.in_round.is_zero())
        })
    }

    /// Moves a post and goes on to the next payment that is due; an ante counts for the hand but not as a bet
    /// of the round, a dead post as nobody's bet.
    fn apply_post(&mut self, seat: Seat, kind: PostKind, amount: Chips, all_in: bool) {
        // Older records have posts of zero; the seats they belong to were skipped already.
        if amount.is_zero() {
            return;
        }
        let place = self.index_of(seat);
        self.change_player(place, |player| {
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
        self.track_last_blind(place, kind, due.map_or(amount, |due| due.amount));
        next += u8::from(due.is_some());
        // A seat whose whole stack went into an earlier post posts nothing more, but its blind still counts
        // as fallen.
        while let Some(due) = self.lineup.dues.get(usize::from(next)).copied() {
            let place = self.index_of(due.seat);
            if !self.players[place].stack.is_zero() {
                break;
            }
            self.track_last_blind(place, due.kind, due.amount);
            next += 1;
        }
        self.phase = Phase::Posting { next };
    }

    /// Makes a blind or over-blind the last one, until another is posted; the betting opens after it, at its
    /// nominal amount.
    fn track_last_blind(&mut self, place: PlayerIndex, kind: PostKind, nominal: Chips) {
        match kind {
            PostKind::Blind(_) => self.last_blind = Some((place as u8, nominal)),
            PostKind::OverBlind => {
                self.over_blinds += 1;
                self.last_blind = Some((place as u8, nominal));
            }
            PostKind::Ante | PostKind::Dead | PostKind::Live => {}
        }
    }

    /// Moves a bet, call or raise from the stack: by choice, so the pot no longer consists of blinds alone.
    fn bet_chips(&mut self, place: PlayerIndex, amount: Chips, all_in: bool) {
        self.change_player(place, |player| {
            player.stack = player.stack.above(amount);
            player.in_round += amount;
            player.in_hand += amount;
            player.by_choice += amount;
            player.all_in = all_in;
        });
    }

    /// Notes that a place acted, and after how many full bets, which decides whether it may raise again;
    /// stops a called clock and passes the turn on.
    fn record_act(&mut self, place: PlayerIndex) {
        self.clock_on = None;
        let Phase::Betting(betting) = &self.phase else { return };
        self.players[place].acted = Some(betting.full_bets);
        let passed = betting.next_turn(self, place);
        if let Phase::Betting(betting) = &mut self.phase {
            betting.move_turn(passed);
        }
    }

    /// Ends a betting round: what the seats put in no longer counts as bets. The next phase deals board
    /// cards.
    fn end_round(&mut self, round: u8) {
        for player in &mut self.players {
            player.in_round = Chips::ZERO;
            player.acted = None;
        }
        self.phase = self.board_phase(round + 1);
    }

    /// The phase of dealing board cards before a betting round counted from 0; past the last round, with no
    /// cards left to deal, until the showdown opens.
    pub(crate) fn board_phase(&self, round: u8) -> Phase {
        let left = self.house().game.board.get(usize::from(round)).copied().unwrap_or(0);
        Phase::Board { round, burn_due: left > 0 && self.house().burn, left }
    }

    /// Takes chips out of the middle, dead ones first: once pots are formed, dead chips and matched chips
    /// make one heap, so whose chips are taken does not matter.
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

    /// Counts a card that left the deck, known or not; the checks compare the count with the cards on the
    /// table.
    fn take_from_deck(&mut self, card: HiddenCard) {
        self.dealt_count = self.dealt_count.saturating_add(1);
        self.mark_known(card);
    }

    /// Marks a hole card that was turned up as known, unless it already was among the player's cards.
    fn reveal(&mut self, place: PlayerIndex, card: HiddenCard) {
        if !self.players[place].cards.iter().any(|held| held.known_card() == card.known_card()) {
            self.mark_known(card);
        }
    }

    /// Records a card as known, counting it even if it was known before, so that a check can notice. An
    /// unknown card changes nothing.
    fn mark_known(&mut self, card: HiddenCard) {
        if let Some(card) = card.known_card() {
            self.known |= 1 << card.index();
            self.times_known = self.times_known.saturating_add(1);
        }
    }

    /// The player of a seat that a decided fact names; for changes that leave the counts of live and able
    /// players alone. For all others see [`Hand::change_player`].
    #[inline]
    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        let place = self.index_of(seat);
        &mut self.players[place]
    }

    /// Changes a player and keeps the counts of live and able players in step: for a fold, an all-in, a
    /// returned bet. Folding or setting all-in without it breaks those counts.
    #[inline]
    pub(super) fn change_player(&mut self, place: PlayerIndex, change: impl FnOnce(&mut Player)) {
        let player = &mut self.players[place];
        (self.live, self.able) =
            (self.live - u8::from(player.is_live()), self.able - u8::from(player.is_able()));
        change(player);
        (self.live, self.able) =
            (self.live + u8::from(player.is_live()), self.able + u8::from(player.is_able()));
    }
}
