//! What is known about a hand: who is in it, which cards and chips lie where, who can still bet.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use seating::{Person, Seat, Seats};

use super::{Boards, Hand, Phase, Player, PlayerIndex};
use crate::house::House;
use crate::lineup::Lineup;

impl Hand {
    /// The house that the hand is played by.
    #[inline]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The lineup that the hand was opened with.
    pub fn lineup(&self) -> &Arc<Lineup> {
        &self.lineup
    }

    /// True when the hand is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    /// True when the hand was declared void.
    pub fn is_void(&self) -> bool {
        self.voided.is_some()
    }

    /// Who may win each pot that was formed, main pot first; empty before the end of the hand.
    pub(crate) fn pots_formed(&self) -> &[Seats] {
        &self.formed_pots[..usize::from(self.formed_pot_count)]
    }

    /// The current betting round, from 0, or the one that board cards are being dealt for.
    pub fn round(&self) -> u8 {
        match self.phase {
            Phase::Deck { .. } | Phase::Posting { .. } | Phase::HoleCards { .. } => 0,
            Phase::Board { round, .. } => round,
            Phase::Betting(betting) => betting.round,
            Phase::Showdown(_) | Phase::Closed => self.house().game.rounds(),
        }
    }

    /// The attempt at dealing this hand, from 0, that the next deck shuffled at the table is for.
    pub fn next_attempt(&self) -> u32 {
        self.shuffles
    }

    /// The boards so far.
    #[inline]
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The seats dealt in, in dealing order: first left of the button first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players().iter().map(|player| player.seat)
    }

    /// The seats that have not folded.
    pub fn live_seats(&self) -> Seats {
        self.players().iter().filter(|player| player.is_live()).map(|player| player.seat).collect()
    }

    /// The person in a seat; `None` for a seat not dealt in.
    pub fn person(&self, seat: Seat) -> Option<Person> {
        self.player_index(seat).map(|place| self.players[place].person)
    }

    /// The stack of a seat; zero for a seat not dealt in.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].stack)
    }

    /// The chips that a seat has put in during this betting round.
    pub fn in_round(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].in_round)
    }

    /// The chips that a seat has put in during the whole hand, without dead posts.
    pub fn in_hand(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].in_hand)
    }

    /// Everything that a seat has put in during the hand, dead posts included, less what came back uncalled.
    /// Does not change when the pots are paid or the hand is declared void.
    pub fn put_in(&self, seat: Seat) -> Chips {
        let put_in = |player: &Player| (player.starting_stack + player.paid).above(player.stack);
        self.player_index(seat).map_or(Chips::ZERO, |place| put_in(&self.players[place]))
    }

    /// True when the seat is live and takes no further part in the betting.
    pub fn is_all_in(&self, seat: Seat) -> bool {
        self.player_index(seat)
            .is_some_and(|place| self.players[place].is_live() && self.players[place].all_in)
    }

    /// True when the seat was dealt in and has folded.
    pub fn has_folded(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].folded)
    }

    /// True when the seat's cards were turned up.
    pub fn has_shown(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].shown)
    }

    /// True when this hole card of the seat lies face up, with the whole hand or on its own.
    pub fn is_face_up(&self, seat: Seat, at: usize) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].is_up(at))
    }

    /// True when the seat mucked at the showdown.
    pub fn has_mucked(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].mucked)
    }

    /// The hole cards dealt to a seat so far. Only for the machine's owner: see [`crate::view`] for viewers.
    pub fn hole_cards(&self, seat: Seat) -> &[HiddenCard] {
        self.player_index(seat).map_or(&[], |place| {
            let player = &self.players[place];
            &player.cards[..usize::from(player.dealt)]
        })
    }

    /// All chips in the middle: bets, blinds, antes and dead posts of the hand so far.
    pub fn pot(&self) -> Chips {
        self.players().iter().map(|player| player.in_hand).sum::<Chips>() + self.dead
    }

    #[inline]
    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    #[inline]
    pub(crate) fn player_index(&self, seat: Seat) -> Option<PlayerIndex> {
        let place = self.places[usize::from(seat.number())];
        (place != u8::MAX).then_some(usize::from(place))
    }

    /// The place of a seat that decided events name, and that is therefore in the hand.
    #[inline]
    pub(crate) fn index_of(&self, seat: Seat) -> PlayerIndex {
        usize::from(self.places[usize::from(seat.number())])
    }

    #[inline]
    pub(crate) fn live_count(&self) -> usize {
        usize::from(self.live)
    }

    #[inline]
    pub(crate) fn able_count(&self) -> usize {
        usize::from(self.able)
    }

    pub(crate) fn is_dealt(&self, card: Card) -> bool {
        self.known >> card.index() & 1 == 1
    }
}
