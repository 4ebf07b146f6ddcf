//! What holds of every hand before a command and after it, whatever the rules are and whoever acts.
//!
//! A command is followed by a count of what its facts change, from what was counted before it, and a hand by a count of
//! all of it. A fact that changed something else by a fault of the program is found where that is counted next: all chips
//! when a betting round closes, everything at the hand's end.
//!
//! A hand of which it does not hold is broken by a fault of the program. It stops at once, before anything of the
//! command is stored; whoever keeps the table stops that table alone.

use std::fmt;

use cards::Hidden;
use chips::Chips;
use rulebook::rule;
use seating::{Seat, Seats};

use super::{Hand, Phase, Place};

/// What is broken about a hand. Names no card and no amount: it stands in logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
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

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Broken::Chips => "chips were made or lost",
            Broken::Stake => "a seat has more than it brought",
            Broken::Round => "a seat has bet more in a round than in the hand",
            Broken::Middle => "the middle is not what was put in",
            Broken::Pots => "the pots are not what was put in",
            Broken::Eligible => "a pot may be won by a hand that was folded",
            Broken::LeftInTheMiddle => "chips are left in the middle",
            Broken::Deck => "the cards on the table are not those that left the deck",
            Broken::CardTwice => "a card lies in two places",
            Broken::SlotTwice => "two cards come from one place of the deck",
            Broken::Shared => "a board shares cards that are not on the first",
            Broken::CardNotInDeck => "a card is not of the deck",
            Broken::Known => "the cards that are known are not those on the table",
            Broken::Turn => "the seat on turn cannot act",
            Broken::Street => "the betting round is not one of the game",
            Broken::Players => "the players in the hand are counted wrong",
        })
    }
}

/// Parts of a hand that are counted by themselves, a bit each: the cards, the turn, all chips, and the stake of each seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts(u32);

impl Parts {
    pub const NONE: Parts = Parts(0);
    pub const CARDS: Parts = Parts(1);
    pub const TURN: Parts = Parts(2);
    pub const CHIPS: Parts = Parts(4);
    pub const ALL: Parts = Parts(7);

    /// What one seat has in front and in the hand, where chips move between the two or to the dead ones alone.
    #[inline(always)]
    pub fn stake_of(seat: Seat) -> Parts {
        Parts(1 << (Parts::BEFORE_STAKES + seat.number()))
    }

    /// Seats have numbers from 1; three other parts stand before them.
    const BEFORE_STAKES: u8 = 2;
    const STAKES: Parts = Parts(!7);

    /// The seats whose stakes are among these.
    #[inline(always)]
    fn stakes(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0 & Parts::STAKES.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros() as u8;
            left &= left.wrapping_sub(1);
            Seat::new(lowest.wrapping_sub(Parts::BEFORE_STAKES))
        })
    }

    /// These parts and those.
    #[inline(always)]
    pub const fn and(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    #[inline(always)]
    const fn has(self, part: Parts) -> bool {
        self.0 & part.0 != 0
    }
}

/// A note on a hand in memory that is no part of what the hand is: hands that differ in it alone are equal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Note<T>(pub T);

impl<T> PartialEq for Note<T> {
    fn eq(&self, _: &Note<T>) -> bool {
        true
    }
}

/// What of a hand took in a fact since it was counted, and what the counts came to. What a seat has is noted with the
/// player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub changed: Parts,
    /// Dead chips, and those that were taken.
    beside: Chips,
    known: u64,
    faces: u8,
}

impl Counted {
    /// Of a hand that was not counted yet.
    pub const NOTHING: Counted = Counted { changed: Parts::ALL, beside: Chips::ZERO, known: 0, faces: 0 };
}

/// A broken invariant, where something that must hold does not.
fn unless(holds: bool, broken: Broken) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(broken) }
}

impl Hand {
    /// Stops where the hand is broken before a command, in any part that took in a fact since it was found whole: it was
    /// broken, or was read back so.
    #[inline]
    pub(super) fn assert_before(&mut self) {
        if self.counted.0.changed.has(Parts::ALL.and(Parts::STAKES)) {
            self.assert_unbroken();
            self.counted.0.changed = Parts::NONE;
            self.note_stakes();
            self.note_faces();
        }
    }

    /// Stops where the hand is broken after a command, in any part that a fact of the command changes; at the end of the
    /// hand, anywhere.
    #[inline]
    pub(super) fn assert_after(&mut self) {
        let changed = std::mem::replace(&mut self.counted.0.changed, Parts::NONE);
        if changed.has(Parts::CARDS) {
            self.must(self.new_cards_hold());
            self.note_faces();
        }
        if changed.has(Parts::TURN) {
            self.must(self.turn_holds());
        }
        let is_over = self.is_over();
        if changed.has(Parts::CHIPS) || is_over {
            self.must(self.chips_hold());
            self.note_stakes();
        } else if changed.has(Parts::STAKES) {
            let holds = self.stakes_hold(changed);
            self.must(holds);
        }
        if is_over {
            self.must(self.table_holds());
        }
    }

    /// Stops where the hand is broken anywhere: for whoever applies facts that were decided elsewhere.
    ///
    /// # Panics
    /// When an invariant of the hand is broken.
    pub fn assert_unbroken(&self) {
        self.must(self.cards_hold().and_then(|()| self.turn_holds()).and_then(|()| self.chips_hold()));
        if self.is_over() {
            self.must(self.table_holds());
        }
    }

    fn must(&self, holds: Result<(), Broken>) {
        if let Err(broken) = holds {
            panic!("hand {} is broken: {broken}", self.lineup.number);
        }
    }

    /// As many cards are out as the deal has come to, and each that is known was not out before.
    pub(super) fn cards_hold(&self) -> Result<(), Broken> {
        self.deck_holds()?;
        let once = self.known.count_ones() == u32::from(self.faces);
        unless(once || !self.house().has(rule::CARD_IS_DEALT_ONCE), Broken::CardTwice)
    }

    /// The same, where all held before: a card that became known since is one more.
    #[inline]
    fn new_cards_hold(&self) -> Result<(), Broken> {
        let before = &self.counted.0;
        let new = self.known ^ before.known;
        let is_one = self.faces == before.faces + 1 && new.is_power_of_two() && new & before.known == 0;
        if is_one || (self.faces == before.faces && new == 0) { self.deck_holds() } else { self.cards_hold() }
    }

    fn note_faces(&mut self) {
        (self.counted.0.known, self.counted.0.faces) = (self.known, self.faces);
    }

    /// As many cards are out as the deal has come to.
    #[inline]
    fn deck_holds(&self) -> Result<(), Broken> {
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
        unless(out == usize::from(self.out) && self.out <= self.deck_cards(), Broken::Deck)
    }

    /// The seat on turn is in the hand and can act, in a betting round of the game.
    #[inline]
    pub(super) fn turn_holds(&self) -> Result<(), Broken> {
        match &self.phase {
            Phase::Betting(betting) => {
                unless(self.may_be_on_turn(usize::from(betting.turn)), Broken::Turn)?;
                unless(betting.round < self.house().game.rounds(), Broken::Street)
            }
            Phase::Showdown(showdown) => match showdown.turn(self) {
                Some(place) => {
                    unless(place < self.players().len() && self.players()[place].live(), Broken::Turn)
                }
                None => Ok(()),
            },
            Phase::Board { round, .. } => unless(*round <= self.house().game.rounds(), Broken::Street),
            Phase::Posting { next } => unless(usize::from(*next) <= self.lineup.dues.len(), Broken::Turn),
            Phase::Deck { .. } | Phase::HoleCards { .. } | Phase::Closed => Ok(()),
        }
    }

    fn may_be_on_turn(&self, place: Place) -> bool {
        self.players()
            .get(place)
            .is_some_and(|player| player.able() && self.place(player.seat) == Some(place))
    }

    /// Every chip that was brought is in front of a seat, in the middle or taken. Until pots are formed, what each seat
    /// lacks lies in the middle, and the pots that hands are shown for are all of it; from then on the pots that were
    /// formed are what was put in.
    pub(super) fn chips_hold(&self) -> Result<(), Broken> {
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
        unless(in_front + middle + self.taken == self.total, Broken::Chips)?;
        if let Some(showdown) = self.showdown() {
            let pots: Chips = showdown.pots.as_slice().iter().map(|pot| pot.amount).sum();
            unless(pots == middle, Broken::Pots)?;
        }
        if self.formed_count > 0 || self.is_over() {
            let followed = !self.lineup.record.is_none();
            unless(!self.is_over() || followed || middle.is_zero(), Broken::LeftInTheMiddle)?;
            return self.pots_hold();
        }
        unless(stakes_hold, Broken::Stake)?;
        unless(rounds_hold, Broken::Round)?;
        unless(dead == self.dead, Broken::Middle)
    }

    /// What some seats have, with what is dead, is what they had with what was dead, where all held before: they moved
    /// chips into the middle or back from it, and nothing else.
    #[inline]
    fn stakes_hold(&mut self, seats: Parts) -> Result<(), Broken> {
        if self.formed_count > 0 || self.showdown().is_some() {
            self.note_stakes();
            return self.chips_hold();
        }
        let beside = self.dead + self.taken;
        let (mut before, mut after) = (self.counted.0.beside, beside);
        self.counted.0.beside = beside;
        let (mut stakes_hold, mut rounds_hold) = (true, true);
        for seat in seats.stakes() {
            let place = self.place_of(seat);
            let player = &mut self.players[place];
            let has = player.stack + player.in_hand;
            after += has;
            before += std::mem::replace(&mut player.counted.0, has);
            stakes_hold &= has <= player.brought;
            rounds_hold &= player.in_round <= player.in_hand;
        }
        unless(before == after, Broken::Chips)?;
        unless(stakes_hold, Broken::Stake)?;
        unless(rounds_hold, Broken::Round)
    }

    fn note_stakes(&mut self) {
        for player in &mut self.players {
            player.counted.0 = player.stack + player.in_hand;
        }
        self.counted.0.beside = self.dead + self.taken;
    }

    /// The pots that were formed are what the seats had put in and not got back uncalled: what each lacks, if what it was
    /// paid of them is left out. Of a round that is void, or in which all chips went back, none was formed.
    fn pots_hold(&self) -> Result<(), Broken> {
        let (mut put_in, mut refunded) = (Chips::ZERO, Chips::ZERO);
        for player in self.players() {
            put_in += (player.brought + player.paid).less(player.stack).ok_or(Broken::Stake)?;
            refunded += player.paid;
        }
        let pots = if self.formed_count > 0 { self.formed_amount } else { refunded };
        unless(put_in == pots, Broken::Pots)
    }

    /// The whole table counted anew, card by card and player by player.
    pub(super) fn table_holds(&self) -> Result<(), Broken> {
        let deck = self.house().ranking.cards();
        let (mut known, mut slots) = (0_u64, 0_u64);
        let mut lies = |card: &Hidden| {
            if let Some(card) = card.known() {
                unless(deck.contains(card), Broken::CardNotInDeck)?;
                let once = known >> card.index() & 1 == 0 || !self.house().has(rule::CARD_IS_DEALT_ONCE);
                unless(once, Broken::CardTwice)?;
                known |= 1 << card.index();
            }
            if let Some(slot) = card.slot() {
                unless(slot < self.deck_cards(), Broken::Deck)?;
                unless(slots >> slot & 1 == 0, Broken::SlotTwice)?;
                slots |= 1 << slot;
            }
            Ok(())
        };
        for player in self.players() {
            player.cards.iter().try_for_each(&mut lies)?;
        }
        let aside = self.burned.iter().chain(self.discards.iter());
        self.boards.cards().chain(aside).try_for_each(&mut lies)?;
        unless(self.boards.share_the_first(), Broken::Shared)?;
        let held: usize = self.players().iter().map(|player| usize::from(player.dealt)).sum();
        let on_the_table = held + self.boards.dealt() + self.burned.len() + self.discards.len();
        unless(on_the_table == usize::from(self.out), Broken::Deck)?;
        unless(known == self.known, Broken::Known)?;
        let live: Seats =
            self.players().iter().filter(|player| player.live()).map(|player| player.seat).collect();
        unless(self.pots_formed().iter().all(|pot| pot.iter().all(|seat| live.has(seat))), Broken::Eligible)?;
        let live = live.count() as usize;
        let able = self.players().iter().filter(|player| player.able()).count();
        unless((live, able) == (self.live_count(), self.able_count()), Broken::Players)
    }
}

#[cfg(test)]
mod tests;
