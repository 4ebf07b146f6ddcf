//! Invariants that hold for every hand before and after each command, under any rules and any actor.
//!
//! After a command, only what its facts changed is checked, against the counts made before it; at the end of
//! a hand, all of it is. If a fault in the program changes anything else, it is found the next time that part
//! is counted: all chips when a betting round closes, everything at the end of the hand.
//!
//! An invariant that does not hold means a fault in the program. The hand panics at once, before anything
//! from the command is stored; the keeper of the table stops that table alone.

use std::fmt;

use cards::HiddenCard;
use chips::Chips;
use rulebook::rule;
use seating::{Seat, Seats};

use super::{Hand, Phase, PlayerIndex};

/// Which invariant a hand breaks. Names no card and no amount, because it appears in logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokenInvariant {
    /// The chips in the hand do not add up to those brought to it.
    Chips,
    /// A seat has more in its stack and in the middle than it brought.
    Stake,
    /// A seat has bet more in the betting round than in the whole hand.
    Round,
    /// The middle does not hold what the seats have put in.
    Middle,
    /// The pots do not hold what the seats have put in.
    Pots,
    /// A pot may be won by a seat that folded.
    Eligible,
    /// The hand is over but chips are left in the middle.
    LeftInTheMiddle,
    /// The cards that left the deck are not those on the table.
    Deck,
    /// A card lies in two places.
    CardTwice,
    /// Two cards came from the same slot of the deck.
    SlotTwice,
    /// A board shares cards with the first that are not there.
    Shared,
    /// A card does not belong to the deck.
    CardNotInDeck,
    /// A card is recorded as known but is not on the table, or is on the table but not recorded.
    Known,
    /// The seat on turn is not in the hand, or cannot act.
    Turn,
    /// The game has no such betting round.
    Street,
    /// The stored counts of players who are live or able to act are wrong.
    Players,
}

impl fmt::Display for BrokenInvariant {
    /// Words a [`BrokenInvariant`] for a log and the panic; it names no card and no amount, which logs must
    /// not hold.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BrokenInvariant::Chips => "chips were made or lost",
            BrokenInvariant::Stake => "a seat has more than it brought",
            BrokenInvariant::Round => "a seat has bet more in a betting round than in the hand",
            BrokenInvariant::Middle => "the middle is not what was put in",
            BrokenInvariant::Pots => "the pots are not what was put in",
            BrokenInvariant::Eligible => "a pot may be won by a hand that was folded",
            BrokenInvariant::LeftInTheMiddle => "chips are left in the middle",
            BrokenInvariant::Deck => "the cards on the table are not those that left the deck",
            BrokenInvariant::CardTwice => "a card lies in two places",
            BrokenInvariant::SlotTwice => "two cards come from the same slot of the deck",
            BrokenInvariant::Shared => "a board shares cards that are not on the first board",
            BrokenInvariant::CardNotInDeck => "a card is not in the deck",
            BrokenInvariant::Known => "the known cards are not those on the table",
            BrokenInvariant::Turn => "the seat on turn cannot act",
            BrokenInvariant::Street => "the game has no such betting round",
            BrokenInvariant::Players => "the players in the hand are miscounted",
        })
    }
}

/// Parts of a hand that are checked separately, one bit each: the cards, the turn, all chips, and the stake
/// of each seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandParts(u32);

impl HandParts {
    pub const NONE: HandParts = HandParts(0);
    pub const CARDS: HandParts = HandParts(1);
    pub const TURN: HandParts = HandParts(2);
    pub const CHIPS: HandParts = HandParts(4);
    pub const ALL: HandParts = HandParts(7);

    /// The stack and the chips in the hand of one seat, for facts that only move chips between them or to
    /// dead chips.
    #[inline(always)]
    pub fn stake_of(seat: Seat) -> HandParts {
        HandParts(1 << (HandParts::BEFORE_STAKES + seat.number()))
    }

    /// The bits below the stakes: seats are numbered from 1, and three other parts come first.
    const BEFORE_STAKES: u8 = 2;
    const STAKES: HandParts = HandParts(!7);

    /// The seats whose stakes are among these parts, lowest first; [`Hand::verify_stakes`] checks only those.
    #[inline(always)]
    fn stakes(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0 & HandParts::STAKES.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            Seat::new(lowest.wrapping_sub(HandParts::BEFORE_STAKES))
        })
    }

    /// These parts and the others together: what is still to be checked only grows until a check.
    #[inline(always)]
    pub const fn union(self, other: HandParts) -> HandParts {
        HandParts(self.0 | other.0)
    }

    /// Whether any of `part` is among these parts.
    #[inline(always)]
    const fn intersects(self, part: HandParts) -> bool {
        self.0 & part.0 != 0
    }
}

/// A value beside a hand that is not part of its state: hands that differ only in it are equal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IgnoredInEq<T>(pub T);

impl<T> PartialEq for IgnoredInEq<T> {
    /// Always true: an [`IgnoredInEq`] is not part of a hand's state, so a hand read back equals the one that
    /// was played.
    fn eq(&self, _: &IgnoredInEq<T>) -> bool {
        true
    }
}

/// Which parts of a hand have changed since they were last checked, and what the counts were then. The count
/// of each seat is stored with its player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandCount {
    pub changed: HandParts,
    /// Dead chips plus chips already taken.
    dead_and_taken: Chips,
    known: u64,
    times_known: u8,
}

impl HandCount {
    /// For a hand that has not been checked yet.
    pub const NOTHING: HandCount =
        HandCount { changed: HandParts::ALL, dead_and_taken: Chips::ZERO, known: 0, times_known: 0 };
}

/// The invariant that is broken, as an error, unless it holds.
fn ensure(holds: bool, broken: BrokenInvariant) -> Result<(), BrokenInvariant> {
    if holds { Ok(()) } else { Err(broken) }
}

impl Hand {
    /// Panics if the hand is broken before a command, in any part changed since it was last found intact: a
    /// fault broke it, or it was read back broken. Nothing is decided on a broken hand.
    #[inline]
    pub(super) fn assert_before_command(&mut self) {
        if self.counted.0.changed.intersects(HandParts::ALL.union(HandParts::STAKES)) {
            self.assert_invariants();
            self.counted.0.changed = HandParts::NONE;
            self.remember_stakes();
            self.remember_faces();
        }
    }

    /// Panics if the hand is broken after a command, in any part that the command's facts change, or anywhere
    /// at the end of the hand: before its events leave the machine, so nothing of it is stored.
    #[inline]
    pub(super) fn assert_after_command(&mut self) {
        let changed = std::mem::replace(&mut self.counted.0.changed, HandParts::NONE);
        if changed.intersects(HandParts::CARDS) {
            self.panic_if_broken(self.verify_new_cards());
            self.remember_faces();
        }
        if changed.intersects(HandParts::TURN) {
            self.panic_if_broken(self.verify_turn());
        }
        let is_over = self.is_over();
        if changed.intersects(HandParts::CHIPS) || is_over {
            self.panic_if_broken(self.verify_chips());
            self.remember_stakes();
        } else if changed.intersects(HandParts::STAKES) {
            let holds = self.verify_stakes(changed);
            self.panic_if_broken(holds);
        }
        if is_over {
            self.panic_if_broken(self.verify_table());
        }
    }

    /// Panics if the hand is broken anywhere that can be checked at its stage; for callers that apply facts
    /// decided elsewhere.
    ///
    /// # Panics
    /// When an invariant of the hand does not hold.
    pub fn assert_invariants(&self) {
        self.panic_if_broken(
            self.verify_cards().and_then(|()| self.verify_turn()).and_then(|()| self.verify_chips()),
        );
        if self.is_over() {
            self.panic_if_broken(self.verify_table());
        }
    }

    /// Panics with the hand's number and the invariant. The keeper of the table catches it and stops that
    /// table alone.
    fn panic_if_broken(&self, holds: Result<(), BrokenInvariant>) {
        if let Err(broken) = holds {
            panic!("hand {} is broken: {broken}", self.lineup.number);
        }
    }

    /// Checks that as many cards are out as the deal requires, and that no known card was dealt twice: by the
    /// counts alone, without looking at each card.
    pub(super) fn verify_cards(&self) -> Result<(), BrokenInvariant> {
        self.verify_deck()?;
        let once = self.known.count_ones() == u32::from(self.times_known);
        ensure(once || !self.house().has(rule::CARD_IS_DEALT_ONCE), BrokenInvariant::CardTwice)
    }

    /// [`Hand::verify_cards`], given that it held before: any card that became known since must be exactly
    /// one more, or everything is counted. The quick path after a single card.
    #[inline]
    fn verify_new_cards(&self) -> Result<(), BrokenInvariant> {
        let before = &self.counted.0;
        let new = self.known ^ before.known;
        let is_one =
            self.times_known == before.times_known + 1 && new.is_power_of_two() && new & before.known == 0;
        if is_one || (self.times_known == before.times_known && new == 0) {
            self.verify_deck()
        } else {
            self.verify_cards()
        }
    }

    /// Notes which cards are known, for the next [`Hand::verify_new_cards`] to compare with.
    fn remember_faces(&mut self) {
        (self.counted.0.known, self.counted.0.times_known) = (self.known, self.times_known);
    }

    /// Checks that as many cards are out as the deal requires at this stage, and no more than the deck has.
    #[inline]
    fn verify_deck(&self) -> Result<(), BrokenInvariant> {
        let whole = || self.players().len() * usize::from(self.house().game.hole_cards);
        let out = match self.phase {
            Phase::Deck { .. } | Phase::Posting { .. } => 0,
            Phase::HoleCards { dealt } => usize::from(dealt),
            Phase::Board { .. } | Phase::Betting(_) | Phase::Showdown(_) => {
                whole() + self.boards.dealt() + self.burned.len()
            }
            // A hand can be void at any point, so any number of cards may be out.
            Phase::Closed => usize::from(self.dealt_count),
        };
        ensure(
            out == usize::from(self.dealt_count) && self.dealt_count <= self.deck_cards(),
            BrokenInvariant::Deck,
        )
    }

    /// Checks that the seat on turn is in the hand and can act, and that the game has the betting round;
    /// after a command that moves the turn.
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

    /// Whether a place is a player of the hand who is neither folded nor all-in.
    fn may_be_on_turn(&self, place: PlayerIndex) -> bool {
        self.players()
            .get(place)
            .is_some_and(|player| player.is_able() && self.player_index(player.seat) == Some(place))
    }

    /// Checks that every chip brought to the hand is in a stack, in the middle or taken. Until pots are
    /// formed, what each seat lacks lies in the middle, and the pots for which hands are shown add up to the
    /// middle; after that, the pots formed equal what was put in.
    pub(super) fn verify_chips(&self) -> Result<(), BrokenInvariant> {
        let (mut in_front, mut matched, mut missing) = (Chips::ZERO, Chips::ZERO, Chips::ZERO);
        let (mut stakes_hold, mut rounds_hold) = (true, true);
        for player in self.players() {
            let has = player.stack + player.in_hand;
            in_front += player.stack;
            matched += player.in_hand;
            missing += player.starting_stack.above(has);
            stakes_hold &= has <= player.starting_stack;
            rounds_hold &= player.in_round <= player.in_hand;
        }
        let middle = matched + self.dead;
        ensure(in_front + middle + self.commission_taken == self.total, BrokenInvariant::Chips)?;
        if let Some(showdown) = self.showdown() {
            let pots: Chips = showdown.pots.as_slice().iter().map(|pot| pot.amount).sum();
            ensure(pots == middle, BrokenInvariant::Pots)?;
        }
        if self.formed_pot_count > 0 || self.is_over() {
            let followed = !self.lineup.record.is_empty();
            ensure(!self.is_over() || followed || middle.is_zero(), BrokenInvariant::LeftInTheMiddle)?;
            return self.verify_pots();
        }
        ensure(stakes_hold, BrokenInvariant::Stake)?;
        ensure(rounds_hold, BrokenInvariant::Round)?;
        ensure(missing == self.dead, BrokenInvariant::Middle)
    }

    /// Checks that some seats' stakes together with dead chips add up to what they did before, given that
    /// everything held then: those seats only moved chips into the middle or back from it. It also checks that none of
    /// the seats has more than it began with, nor more in the round than in the hand. The quick path after a bet or
    /// post: once pots are formed or a showdown runs, all chips are counted instead.
    #[inline]
    fn verify_stakes(&mut self, seats: HandParts) -> Result<(), BrokenInvariant> {
        if self.formed_pot_count > 0 || self.showdown().is_some() {
            self.remember_stakes();
            return self.verify_chips();
        }
        let dead_and_taken = self.dead + self.commission_taken;
        let (mut before, mut after) = (self.counted.0.dead_and_taken, dead_and_taken);
        self.counted.0.dead_and_taken = dead_and_taken;
        let (mut stakes_hold, mut rounds_hold) = (true, true);
        for seat in seats.stakes() {
            let place = self.index_of(seat);
            let player = &mut self.players[place];
            let has = player.stack + player.in_hand;
            after += has;
            before += std::mem::replace(&mut player.last_checked_stake.0, has);
            stakes_hold &= has <= player.starting_stack;
            rounds_hold &= player.in_round <= player.in_hand;
        }
        ensure(before == after, BrokenInvariant::Chips)?;
        ensure(stakes_hold, BrokenInvariant::Stake)?;
        ensure(rounds_hold, BrokenInvariant::Round)
    }

    /// Notes every stake and the dead chips, for the next [`Hand::verify_stakes`] to compare with.
    fn remember_stakes(&mut self) {
        for player in &mut self.players {
            player.last_checked_stake.0 = player.stack + player.in_hand;
        }
        self.counted.0.dead_and_taken = self.dead + self.commission_taken;
    }

    /// Checks that the pots formed equal what the seats put in and did not get back uncalled, that is, what
    /// each seat lacks apart from what pots paid it. A hand that is void, or in which all chips went back,
    /// forms no pots.
    fn verify_pots(&self) -> Result<(), BrokenInvariant> {
        let (mut put_in, mut refunded) = (Chips::ZERO, Chips::ZERO);
        for player in self.players() {
            put_in +=
                (player.starting_stack + player.paid).less(player.stack).ok_or(BrokenInvariant::Stake)?;
            refunded += player.paid;
        }
        let pots = if self.formed_pot_count > 0 { self.formed_pot_amount } else { refunded };
        ensure(put_in == pots, BrokenInvariant::Pots)
    }

    /// Checks the whole table from scratch, card by card and player by player: at the end of a hand, and in
    /// tests.
    pub(super) fn verify_table(&self) -> Result<(), BrokenInvariant> {
        let deck = self.house().ranking.cards();
        let (mut known, mut slots) = (0_u64, 0_u64);
        let mut note_card = |card: &HiddenCard| {
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
            player.cards.iter().try_for_each(&mut note_card)?;
        }
        let aside = self.burned.iter().chain(self.discards.iter());
        self.boards.cards().chain(aside).try_for_each(&mut note_card)?;
        ensure(self.boards.has_consistent_shares(), BrokenInvariant::Shared)?;
        let held: usize = self.players().iter().map(|player| usize::from(player.dealt)).sum();
        let on_the_table = held + self.boards.dealt() + self.burned.len() + self.discards.len();
        ensure(on_the_table == usize::from(self.dealt_count), BrokenInvariant::Deck)?;
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
