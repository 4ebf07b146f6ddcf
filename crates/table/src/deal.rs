//! Cards leaving the deck, and what follows from each of them.

use cards::HiddenCard;
use rulebook::{Rule, rule};

use crate::event::CardFact;
use crate::hand::{BoardNumber, Hand, HandDraft, Phase, Ruling, refuse};
use crate::refusal::RefusalReason;

/// Where the next card goes.
enum CardDestination {
    HoleCard { dealt: u8 },
    Burn,
    BoardCard { round: u8, left: u8 },
}

impl Hand {
    /// The rule cited when somebody bets before the first betting round is open: it waits for the hole cards,
    /// or for a first board card dealt right after them.
    pub(crate) fn rule_before_first_betting(&self) -> Rule {
        if self.house().has(rule::FIRST_BOARD_CARD_FOLLOWS_HOLE_CARDS) {
            rule::FIRST_BOARD_CARD_FOLLOWS_HOLE_CARDS
        } else {
            rule::BETTING_FOLLOWS_HOLE_CARDS
        }
    }
}

impl HandDraft<'_> {
    /// Deals the next card to wherever it is due; the last card before a betting round opens the betting. The
    /// caller supplies the card, known or not; a known one must be in the deck and not dealt before.
    pub fn deal(&mut self, card: HiddenCard) -> Ruling {
        self.hand.require_ready_deck()?;
        let phase = match self.hand.phase {
            Phase::Deck { .. } | Phase::Posting { .. } => {
                if let Some(due) = self.hand.next_due()
                    && self.has(rule::FORCED_BETS_COME_FIRST)
                {
                    return refuse(RefusalReason::PostsDue { seat: due.seat }, rule::FORCED_BETS_COME_FIRST);
                }
                CardDestination::HoleCard { dealt: 0 }
            }
            Phase::HoleCards { dealt } => CardDestination::HoleCard { dealt },
            Phase::Board { burn_due: true, .. } => CardDestination::Burn,
            Phase::Board { round, left, .. } => CardDestination::BoardCard { round, left },
            Phase::Betting(_) | Phase::Showdown(_) | Phase::Closed => return self.refuse_card(),
        };
        if let Some(card) = card.known_card() {
            if !self.hand.house().ranking.cards().contains(card) {
                return refuse(RefusalReason::CardNotInDeck { card }, rule::CARD_IS_DEALT_ONCE);
            }
            if self.hand.is_dealt(card) && self.has(rule::CARD_IS_DEALT_ONCE) {
                return refuse(RefusalReason::CardAlreadyDealt { card }, rule::CARD_IS_DEALT_ONCE);
            }
        }
        match phase {
            CardDestination::HoleCard { dealt } => self.deal_hole_card(dealt, card),
            CardDestination::Burn => self.push(CardFact::Burned { card }, rule::BURN_BEFORE_BOARD),
            CardDestination::BoardCard { round, left } => {
                let first = round == 0 && self.has(rule::FIRST_BOARD_CARD_FOLLOWS_HOLE_CARDS);
                let rule = if first {
                    rule::FIRST_BOARD_CARD_FOLLOWS_HOLE_CARDS
                } else {
                    rule::BOARD_FOLLOWS_BETTING
                };
                self.push(CardFact::BoardDealt { card, board: BoardNumber::FIRST, shares: 0 }, rule);
                match (left, round) {
                    (1, 0) => self.open_first_betting(),
                    (1, _) => self.open_betting(round),
                    (_, _) => {}
                }
            }
        }
        Ok(())
    }

    /// Refuses a card when no card is due: somebody must act or show, or the hand is over. Names whose turn
    /// it is.
    fn refuse_card(&self) -> Ruling {
        let Some(decision) = self.hand.next().decision() else {
            return refuse(RefusalReason::HandIsOver, rule::PLAY_TO_THE_END);
        };
        let betting = !decision.is_show();
        let rule = if betting { rule::BOARD_FOLLOWS_BETTING } else { rule::LAST_BETTING_ROUND };
        refuse(RefusalReason::NoCardNeeded { seat: decision.seat() }, rule)
    }

    /// Deals a hole card, the one after `dealt`; after the last one, betting opens unless a board card comes
    /// first.
    fn deal_hole_card(&mut self, dealt: u8, card: HiddenCard) {
        let seat = self.hand.next_to_be_dealt(dealt);
        self.push(CardFact::HoleDealt { seat, card }, rule::HOLE_CARDS_ONE_AT_A_TIME);
        let all = self.hand.players().len() * usize::from(self.hand.house().game.hole_cards);
        // Where a first board card comes before any betting, the phase has moved on and that card is next.
        if usize::from(dealt) + 1 == all && matches!(self.hand.phase, Phase::HoleCards { .. }) {
            self.open_first_betting();
        }
    }

    /// Opens the first betting round once its cards are dealt; skips it with a bomb pot, whose antes are the
    /// bets of that round.
    fn open_first_betting(&mut self) {
        if self.hand.house().stakes.bomb_pot.is_some() {
            self.skip_betting(0, rule::BOMB_POT);
        } else {
            self.open_betting(0);
        }
    }

    /// What follows a betting round that closed or was skipped: paying the last player left, more cards,
    /// hands turned up because nobody can bet any more, or the showdown.
    pub fn after_betting(&mut self, round: u8) {
        if self.hand.live_count() == 1 {
            self.settle();
        } else if round + 1 == self.hand.house().game.rounds() {
            self.open_showdown();
        } else if self.hand.able_count() <= 1 {
            self.table_hands();
        }
    }
}
