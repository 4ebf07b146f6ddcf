//! Blinds, antes and posts before the deal.

use chips::Chips;
use rulebook::rule;
use seating::{Actor, Seat};

use crate::ending::VoidReason;
use crate::event::ChipFact;
use crate::hand::{Hand, HandDraft, Phase, Ruling, refuse};
use crate::lineup::{DuePost, PostKind};
use crate::refusal::RefusalReason;

impl Hand {
    /// How many of the lineup's payments have been collected or skipped; `None` once a card is out.
    fn posts_collected(&self) -> Option<u8> {
        match self.phase {
            Phase::Posting { next } => Some(next),
            Phase::Deck { .. } => Some(0),
            Phase::HoleCards { .. }
            | Phase::Board { .. }
            | Phase::Betting(_)
            | Phase::Showdown(_)
            | Phase::Closed => None,
        }
    }

    /// The payment that is due next: seat, kind and nominal amount; `None` when all are in or a card is out.
    pub(crate) fn next_due(&self) -> Option<DuePost> {
        let next = self.posts_collected()?;
        self.lineup.dues.get(usize::from(next)).copied()
    }

    /// The over-blind that may be posted now: seat and amount in chips. `None` when none may be. The room
    /// asks that seat before the first card.
    pub fn over_blind_offer(&self) -> Option<(Seat, Chips)> {
        let next = self.posts_collected()?;
        if usize::from(next) < self.lineup.dues.len() || self.over_blinds >= self.house().stakes.over_blinds {
            return None;
        }
        let (place, level) = self.last_blind?;
        let next = (usize::from(place) + 1) % self.players().len();
        let already_posted = self.players()[next].in_round > Chips::ZERO;
        let amount = match self.house().stakes.over_blind_level {
            Some(amount) if self.over_blinds == 0 => amount,
            Some(_) | None => level.times(2)?,
        };
        (!already_posted).then(|| (self.players()[next].seat, amount))
    }

    /// Why no over-blind may follow at a table that allows them; for a command that comes although none is
    /// offered.
    fn over_blind_refusal(&self) -> RefusalReason {
        let Some((place, _)) = self.last_blind else { return RefusalReason::NoBlindToFollow };
        let most = self.house().stakes.over_blinds;
        if self.over_blinds >= most {
            return RefusalReason::NoMoreOverBlinds { most };
        }
        let next = (usize::from(place) + 1) % self.players().len();
        RefusalReason::OverBlindSeatHasPosted { next: self.players()[next].seat }
    }
}

impl HandDraft<'_> {
    /// Collects the payment that is due next from its seat; a smaller stack goes in whole, and the seat is
    /// all-in.
    pub fn post(&mut self, seat: Seat) -> Ruling {
        self.hand.require_ready_deck()?;
        let Some(next) = self.hand.posts_collected() else {
            return refuse(RefusalReason::NothingToPost { seat }, rule::FORCED_BETS_COME_FIRST);
        };
        let Some(due) = self.hand.lineup.dues.get(usize::from(next)).copied() else {
            return refuse(RefusalReason::NothingToPost { seat }, rule::FORCED_BETS_COME_FIRST);
        };
        if due.seat != seat {
            return refuse(RefusalReason::PostsDue { seat: due.seat }, rule::BLINDS_IN_ORDER);
        }
        let stack = self.hand.stack(seat);
        let short = stack <= due.amount;
        let amount = if short { stack } else { due.amount };
        let house = self.hand.house();
        let rule = match due.kind {
            _ if stack < due.amount && house.has(rule::SHORT_POST_IS_ALL_IN) => rule::SHORT_POST_IS_ALL_IN,
            PostKind::Ante if house.stakes.bomb_pot.is_some() => rule::BOMB_POT,
            PostKind::Ante => rule::EVERY_PLAYER_ANTES,
            PostKind::Dead if self.hand.lineup.record.showdown => rule::RECORD_IS_FOLLOWED,
            PostKind::Dead if self.hand.lineup.is_big_blind_ante(seat) => rule::BIG_BLIND_ANTE,
            PostKind::Dead => rule::MISSED_BLINDS_ARE_POSTED,
            PostKind::Blind(_) if self.hand.players().len() == 2 => rule::HEADS_UP_BLINDS,
            PostKind::Blind(_) => rule::BLINDS_IN_ORDER,
            PostKind::OverBlind => rule::OVER_BLIND_BEFORE_THE_DEAL,
            PostKind::Live if self.hand.lineup.returning.contains(seat) => rule::MISSED_BLINDS_ARE_POSTED,
            PostKind::Live => rule::NEWCOMER_POSTS,
        };
        self.push(ChipFact::Posted { seat, kind: due.kind, amount, all_in: short }, rule);
        Ok(())
    }

    /// A player who is dealt in and refuses to post a blind is charged anyway (8.3, AMB-059). Where the house
    /// says so, the hand is cancelled instead, as no card is out yet; the table then sits the player out, and
    /// the hand is opened again without them (Dunedin 28).
    pub fn decline_blind(&mut self, seat: Seat, by: Actor) -> Ruling {
        self.hand.require_ready_deck()?;
        let Some(due) = self.hand.next_due().filter(|due| matches!(due.kind, PostKind::Blind(_))) else {
            return refuse(RefusalReason::NothingToPost { seat }, rule::FORCED_BETS_COME_FIRST);
        };
        if due.seat != seat {
            return refuse(RefusalReason::PostsDue { seat: due.seat }, rule::BLINDS_IN_ORDER);
        }
        if self.hand.house().stakes.no_cards_without_the_blind {
            self.cancel(VoidReason::CannotGoOn, by, rule::NO_REFUSAL_OF_A_BLIND);
            return Ok(());
        }
        let stack = self.hand.stack(seat);
        let amount = if stack <= due.amount { stack } else { due.amount };
        let what = ChipFact::Posted { seat, kind: due.kind, amount, all_in: stack <= due.amount };
        self.push(what, rule::NO_REFUSAL_OF_A_BLIND);
        Ok(())
    }

    /// Posts an over-blind; only the seat after the last blind may, once all payments are in. It must be
    /// covered by the stack.
    pub fn over_blind(&mut self, seat: Seat) -> Ruling {
        let rule = rule::OVER_BLIND_BEFORE_THE_DEAL;
        if self.hand.house().stakes.over_blinds == 0 {
            return refuse(RefusalReason::NoOverBlinds, rule);
        }
        self.hand.require_ready_deck()?;
        let Some(next) = self.hand.posts_collected() else {
            return refuse(RefusalReason::CardsAreOut, rule);
        };
        if let Some(due) = self.hand.lineup.dues.get(usize::from(next)) {
            return refuse(RefusalReason::PostsDue { seat: due.seat }, rule);
        }
        let Some((next, amount)) = self.hand.over_blind_offer() else {
            return refuse(self.hand.over_blind_refusal(), rule);
        };
        if next != seat {
            return refuse(RefusalReason::NotNextToTheLastBlind { seat, next }, rule);
        }
        let stack = self.hand.stack(seat);
        if stack < amount {
            return refuse(RefusalReason::StackTooSmall { stack, needed: amount }, rule);
        }
        self.push(
            ChipFact::Posted { seat, kind: PostKind::OverBlind, amount, all_in: stack == amount },
            rule,
        );
        Ok(())
    }
}
