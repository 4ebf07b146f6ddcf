//! What holds of every hand before a command and after it, whatever the rules are and whoever acts.
//!
//! A command is followed by a count of what its facts change, from what was counted before it, and a hand by a count of
//! all of it. A fact that changed something else by a fault of the program is found where that is counted next: all chips
//! when a betting round closes, everything at the hand's end.
//!
//! A hand of which it does not hold is broken by a fault of the program. It stops at once, before anything of the
//! command is stored; whoever keeps the table stops that table alone.

use std::fmt;

use cards::HiddenCard;
use chips::Chips;
use rulebook::rule;
use seating::{Seat, Seats};

use super::{Hand, Phase, PlayerIndex};

/// What is broken about a hand. Names no card and no amount: it stands in logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokenInvariant {
    /// The chips of the hand are not those that were brought to it.
    Chips,
    /// What a seat has in front and in the middle is more than it brought.
    Stake,
    /// More is bet in the betting round than in the whole hand.
    Round,
    /// The middle is not what the seats have put in.
    Middle,
    /// The pots are not what the seats have put in.
    Pots,
    /// A pot may be won by a seat that gave up its hand.
    Eligible,
    /// The hand is over, and chips are left in the middle.
    LeftInTheMiddle,
    /// The cards that left the deck are not those that lie on the table.
    Deck,
    /// A card lies in two places.
    CardTwice,
    /// A place of the deck was dealt from twice.
    SlotTwice,
    /// A board shares cards with the first that do not lie there.
    Shared,
    /// A card is not of the deck.
    CardNotInDeck,
    /// A card is known that lies nowhere, or lies somewhere and is not known.
    Known,
    /// The seat on turn is not in the hand, or cannot act.
    Turn,
    /// The betting round is none of the game.
    Street,
    /// The players who are in the hand, or can still bet, are not as many as are counted.
    Players,
}

impl fmt::Display for BrokenInvariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BrokenInvariant::Chips => "chips were made or lost",
            BrokenInvariant::Stake => "a seat has more than it brought",
            BrokenInvariant::Round => "a seat has bet more in a round than in the hand",
            BrokenInvariant::Middle => "the middle is not what was put in",
            BrokenInvariant::Pots => "the pots are not what was put in",
            BrokenInvariant::Eligible => "a pot may be won by a hand that was folded",
            BrokenInvariant::LeftInTheMiddle => "chips are left in the middle",
            BrokenInvariant::Deck => "the cards on the table are not those that left the deck",
            BrokenInvariant::CardTwice => "a card lies in two places",
            BrokenInvariant::SlotTwice => "two cards come from one place of the deck",
            BrokenInvariant::Shared => "a board shares cards that are not on the first",
            BrokenInvariant::CardNotInDeck => "a card is not of the deck",
            BrokenInvariant::Known => "the cards that are known are not those on the table",
            BrokenInvariant::Turn => "the seat on turn cannot act",
            BrokenInvariant::Street => "the betting round is not one of the game",
            BrokenInvariant::Players => "the players in the hand are counted wrong",
        })
    }
}

/// Parts of a hand that are counted by themselves, a bit each: the cards, the turn, all chips, and the stake of each seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandParts(u32);

impl HandParts {
    pub const NONE: HandParts = HandParts(0);
    pub const CARDS: HandParts = HandParts(1);
    pub const TURN: HandParts = HandParts(2);
    pub const CHIPS: HandParts = HandParts(4);
    pub const ALL: HandParts = HandParts(7);

    /// What one seat has in front and in the hand, where chips move between the two or to the dead ones alone.
    #[inline(always)]
    pub fn stake_of(seat: Seat) -> HandParts {
        HandParts(1 << (HandParts::BEFORE_STAKES + seat.number()))
    }

    /// Seats have numbers from 1; three other parts stand before them.
    const BEFORE_STAKES: u8 = 2;
    const STAKES: HandParts = HandParts(!7);

    /// The seats whose stakes are among these.
    #[inline(always)]
    fn stakes(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0 & HandParts::STAKES.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            Seat::new(lowest.wrapping_sub(HandParts::BEFORE_STAKES))
        })
    }

    /// These parts and those.
    #[inline(always)]
    pub const fn and(self, other: HandParts) -> HandParts {
        HandParts(self.0 | other.0)
    }

    #[inline(always)]
    const fn has(self, part: HandParts) -> bool {
        self.0 & part.0 != 0
    }
}

/// A note on a hand in memory that is no part of what the hand is: hands that differ in it alone are equal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IgnoredInEq<T>(pub T);

impl<T> PartialEq for IgnoredInEq<T> {
    fn eq(&self, _: &IgnoredInEq<T>) -> bool {
        true
    }
}

/// What of a hand took in a fact since it was counted, and what the counts came to. What a seat has is noted with the
/// player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandCount {
    pub changed: HandParts,
    /// Dead chips, and those that were taken.
    beside: Chips,
    known: u64,
    faces: u8,
}

impl HandCount {
    /// Of a hand that was not counted yet.
    pub const NOTHING: HandCount =
        HandCount { changed: HandParts::ALL, beside: Chips::ZERO, known: 0, faces: 0 };
}

/// A broken invariant, where something that must hold does not.
fn ensure(holds: bool, broken: BrokenInvariant) -> Result<(), BrokenInvariant> {
    if holds { Ok(()) } else { Err(broken) }
}

impl Hand {
    /// Stops where the hand is broken before a command, in any part that took in a fact since it was found whole: it was
    /// broken, or was read back so.
    #[inline]
    pub(super) fn assert_before_command(&mut self) {
        if self.counted.0.changed.has(HandParts::ALL.and(HandParts::STAKES)) {
            self.assert_invariants();
            self.counted.0.changed = HandParts::NONE;
            self.remember_stakes();
            self.remember_faces();
        }
    }

    /// Stops where the hand is broken after a command, in any part that a fact of the command changes; at the end of the
    /// hand, anywhere.
    #[inline]
    pub(super) fn assert_after_command(&mut self) {
        let changed = std::mem::replace(&mut self.counted.0.changed, HandParts::NONE);
        if changed.has(HandParts::CARDS) {
            self.panic_if_broken(self.verify_new_cards());
            self.remember_faces();
        }
        if changed.has(HandParts::TURN) {
            self.panic_if_broken(self.verify_turn());
        }
        let is_over = self.is_over();
        if changed.has(HandParts::CHIPS) || is_over {
            self.panic_if_broken(self.verify_chips());
            self.remember_stakes();
        } else if changed.has(HandParts::STAKES) {
            let holds = self.verify_stakes(changed);
            self.panic_if_broken(holds);
        }
        if is_over {
            self.panic_if_broken(self.verify_table());
        }
    }

    /// Stops where the hand is broken anywhere: for whoever applies facts that were decided elsewhere.
    ///
    /// # Panics
    /// When an invariant of the hand is broken.
    pub fn assert_invariants(&self) {
        self.panic_if_broken(
            self.verify_cards().and_then(|()| self.verify_turn()).and_then(|()| self.verify_chips()),
        );
        if self.is_over() {
            self.panic_if_broken(self.verify_table());
        }
    }

    fn panic_if_broken(&self, holds: Result<(), BrokenInvariant>) {
        if let Err(broken) = holds {
            panic!("hand {} is broken: {broken}", self.lineup.number);
        }
    }

    /// As many cards are out as the deal has come to, and each that is known was not out before.
    pub(super) fn verify_cards(&self) -> Result<(), BrokenInvariant> {
        self.verify_deck()?;
        let once = self.known.count_ones() == u32::from(self.faces);
        ensure(once || !self.house().has(rule::CARD_IS_DEALT_ONCE), BrokenInvariant::CardTwice)
    }

    /// The same, where all held before: a card that became known since is one more.
    #[inline]
    fn verify_new_cards(&self) -> Result<(), BrokenInvariant> {
        let before = &self.counted.0;
        let new = self.known ^ before.known;
        let is_one = self.faces == before.faces + 1 && new.is_power_of_two() && new & before.known == 0;
        if is_one || (self.faces == before.faces && new == 0) {
            self.verify_deck()
        } else {
            self.verify_cards()
        }
    }

    fn remember_faces(&mut self) {
        (self.counted.0.known, self.counted.0.faces) = (self.known, self.faces);
    }

    /// As many cards are out as the deal has come to.
    #[inline]
    fn verify_deck(&self) -> Result<(), BrokenInvariant> {
        let whole = || self.players().len() * usize::from(self.house().game.hole_cards);
        let out = match self.phase {
            Phase::Deck { .. } | Phase::Posting { .. } => 0,
            Phase::HoleCards { dealt } => usize::from(dealt),
            Phase::Board { .. } | Phase::Betting(_) | Phase::Showdown(_) => {
                whole() + self.boards.dealt() + self.burned.len()
            }
            // Over at any time, where the round is void.
            Phase::Closed => usize::from(self.out),
        };
        ensure(out == usize::from(self.out) && self.out <= self.deck_cards(), BrokenInvariant::Deck)
    }

    /// The seat on turn is in the hand and can act, in a betting round of the game.
    #[inline]
    pub(super) fn verify_turn(&self) -> Result<(), BrokenInvariant> {
        match &self.phase {
            Phase::Betting(betting) => {
                ensure(self.may_be_on_turn(usize::from(betting.turn)), BrokenInvariant::Turn)?;
                ensure(betting.round < self.house().game.rounds(), BrokenInvariant::Street)
            }
            Phase::Showdown(showdown) => match showdown.turn(self) {
                Some(place) => ensure(
                    place < self.players().len() && self.players()[place].is_live(),
                    BrokenInvariant::Turn,
                ),
                None => Ok(()),
            },
            Phase::Board { round, .. } => {
                ensure(*round <= self.house().game.rounds(), BrokenInvariant::Street)
            }
            Phase::Posting { next } => {
                ensure(usize::from(*next) <= self.lineup.dues.len(), BrokenInvariant::Turn)
            }
            Phase::Deck { .. } | Phase::HoleCards { .. } | Phase::Closed => Ok(()),
        }
    }

    fn may_be_on_turn(&self, place: PlayerIndex) -> bool {
        self.players()
            .get(place)
            .is_some_and(|player| player.is_able() && self.player_index(player.seat) == Some(place))
    }

    /// Every chip that was brought is in front of a seat, in the middle or taken. Until pots are formed, what each seat
    /// lacks lies in the middle, and the pots that hands are shown for are all of it; from then on the pots that were
    /// formed are what was put in.
    pub(super) fn verify_chips(&self) -> Result<(), BrokenInvariant> {
        let (mut in_front, mut matched, mut dead) = (Chips::ZERO, Chips::ZERO, Chips::ZERO);
        let (mut stakes_hold, mut rounds_hold) = (true, true);
        for player in self.players() {
            let has = player.stack + player.in_hand;
            in_front += player.stack;
            matched += player.in_hand;
            dead += player.brought.above(has);
            stakes_hold &= has <= player.brought;
            rounds_hold &= player.in_round <= player.in_hand;
        }
        let middle = matched + self.dead;
        ensure(in_front + middle + self.taken == self.total, BrokenInvariant::Chips)?;
        if let Some(showdown) = self.showdown() {
            let pots: Chips = showdown.pots.as_slice().iter().map(|pot| pot.amount).sum();
            ensure(pots == middle, BrokenInvariant::Pots)?;
        }
        if self.formed_count > 0 || self.is_over() {
            let followed = !self.lineup.record.is_none();
            ensure(!self.is_over() || followed || middle.is_zero(), BrokenInvariant::LeftInTheMiddle)?;
            return self.verify_pots();
        }
        ensure(stakes_hold, BrokenInvariant::Stake)?;
        ensure(rounds_hold, BrokenInvariant::Round)?;
        ensure(dead == self.dead, BrokenInvariant::Middle)
    }

    /// What some seats have, with what is dead, is what they had with what was dead, where all held before: they moved
    /// chips into the middle or back from it, and nothing else.
    #[inline]
    fn verify_stakes(&mut self, seats: HandParts) -> Result<(), BrokenInvariant> {
        if self.formed_count > 0 || self.showdown().is_some() {
            self.remember_stakes();
            return self.verify_chips();
        }
        let beside = self.dead + self.taken;
        let (mut before, mut after) = (self.counted.0.beside, beside);
        self.counted.0.beside = beside;
        let (mut stakes_hold, mut rounds_hold) = (true, true);
        for seat in seats.stakes() {
            let place = self.index_of(seat);
            let player = &mut self.players[place];
            let has = player.stack + player.in_hand;
            after += has;
            before += std::mem::replace(&mut player.counted.0, has);
            stakes_hold &= has <= player.brought;
            rounds_hold &= player.in_round <= player.in_hand;
        }
        ensure(before == after, BrokenInvariant::Chips)?;
        ensure(stakes_hold, BrokenInvariant::Stake)?;
        ensure(rounds_hold, BrokenInvariant::Round)
    }

    fn remember_stakes(&mut self) {
        for player in &mut self.players {
            player.counted.0 = player.stack + player.in_hand;
        }
        self.counted.0.beside = self.dead + self.taken;
    }

    /// The pots that were formed are what the seats had put in and not got back uncalled: what each lacks, if what it was
    /// paid of them is left out. Of a round that is void, or in which all chips went back, none was formed.
    fn verify_pots(&self) -> Result<(), BrokenInvariant> {
        let (mut put_in, mut refunded) = (Chips::ZERO, Chips::ZERO);
        for player in self.players() {
            put_in += (player.brought + player.paid).less(player.stack).ok_or(BrokenInvariant::Stake)?;
            refunded += player.paid;
        }
        let pots = if self.formed_count > 0 { self.formed_amount } else { refunded };
        ensure(put_in == pots, BrokenInvariant::Pots)
    }

    /// The whole table counted anew, card by card and player by player.
    pub(super) fn verify_table(&self) -> Result<(), BrokenInvariant> {
        let deck = self.house().ranking.cards();
        let (mut known, mut slots) = (0_u64, 0_u64);
        let mut lies = |card: &HiddenCard| {
            if let Some(card) = card.known_card() {
                ensure(deck.contains(card), BrokenInvariant::CardNotInDeck)?;
                let once = known >> card.index() & 1 == 0 || !self.house().has(rule::CARD_IS_DEALT_ONCE);
                ensure(once, BrokenInvariant::CardTwice)?;
                known |= 1 << card.index();
            }
            if let Some(slot) = card.slot() {
                ensure(slot < self.deck_cards(), BrokenInvariant::Deck)?;
                ensure(slots >> slot & 1 == 0, BrokenInvariant::SlotTwice)?;
                slots |= 1 << slot;
            }
            Ok(())
        };
        for player in self.players() {
            player.cards.iter().try_for_each(&mut lies)?;
        }
        let aside = self.burned.iter().chain(self.discards.iter());
        self.boards.cards().chain(aside).try_for_each(&mut lies)?;
        ensure(self.boards.has_consistent_shares(), BrokenInvariant::Shared)?;
        let held: usize = self.players().iter().map(|player| usize::from(player.dealt)).sum();
        let on_the_table = held + self.boards.dealt() + self.burned.len() + self.discards.len();
        ensure(on_the_table == usize::from(self.out), BrokenInvariant::Deck)?;
        ensure(known == self.known, BrokenInvariant::Known)?;
        let live: Seats =
            self.players().iter().filter(|player| player.is_live()).map(|player| player.seat).collect();
        ensure(
            self.pots_formed().iter().all(|pot| pot.iter().all(|seat| live.contains(seat))),
            BrokenInvariant::Eligible,
        )?;
        let live = live.count() as usize;
        let able = self.players().iter().filter(|player| player.is_able()).count();
        ensure((live, able) == (self.live_count(), self.able_count()), BrokenInvariant::Players)
    }
}

#[cfg(test)]
mod tests;
