//! What is known about a hand: who is in it, which cards and chips lie where, who can still bet.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use seating::{Person, Seat, Seats};

use super::{Boards, Hand, Phase, Player, PlayerIndex};
use crate::house::House;
use crate::lineup::Lineup;

impl Hand {
    /// The house that the hand is played by, fixed for the whole hand by its lineup.
    #[inline]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The lineup that the hand was opened with; never changes afterwards.
    pub fn lineup(&self) -> &Arc<Lineup> {
        &self.lineup
    }

    /// True when the hand is over: stacks are final, and only cards may still be shown.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    /// True when the hand was declared void: every chip went back, and nobody won.
    pub fn is_void(&self) -> bool {
        self.voided.is_some()
    }

    /// Who may win each pot that was formed, main pot first; empty before the end of the hand. The index is
    /// the number of the pot.
    pub(crate) fn pots_formed(&self) -> &[Seats] {
        &self.formed_pots[..usize::from(self.formed_pot_count)]
    }

    /// The current betting round, from 0, or the one that board cards are being dealt for; at the showdown
    /// and after the hand, the number of betting rounds of the game.
    pub fn round(&self) -> u8 {
        match self.phase {
            Phase::Deck { .. } | Phase::Posting { .. } | Phase::HoleCards { .. } => 0,
            Phase::Board { round, .. } => round,
            Phase::Betting(betting) => betting.round,
            Phase::Showdown(_) | Phase::Closed => self.house().game.rounds(),
        }
    }

    /// The attempt at dealing this hand, from 0, that the next deck shuffled at the table is for; the room
    /// names its decks by it.
    pub fn next_attempt(&self) -> u32 {
        self.shuffles
    }

    /// The boards so far, with the cards known to the machine; board cards are face up.
    #[inline]
    pub fn boards(&self) -> &Boards {
        &self.boards
    }

    /// The seats dealt in, in dealing order: first left of the button first. Folded seats stay in the list.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.players().iter().map(|player| player.seat)
    }

    /// The seats that have not folded, all-in players among them.
    pub fn live_seats(&self) -> Seats {
        self.players().iter().filter(|player| player.is_live()).map(|player| player.seat).collect()
    }

    /// The person dealt in at a seat; `None` for a seat not dealt in. It decides who may act there.
    pub fn person(&self, seat: Seat) -> Option<Person> {
        self.player_index(seat).map(|place| self.players[place].person)
    }

    /// The chips of a seat that are not put in; zero for a seat not dealt in. The chairs of the table take
    /// them over when the hand is over.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].stack)
    }

    /// The chips that a seat has bet in this betting round, blinds included, without antes and dead posts;
    /// zero for a seat not dealt in.
    pub fn in_round(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].in_round)
    }

    /// The chips that a seat has put in during the whole hand, without dead posts, and that are not paid out
    /// yet: falls to zero as the pots are paid.
    pub fn in_hand(&self, seat: Seat) -> Chips {
        self.player_index(seat).map_or(Chips::ZERO, |place| self.players[place].in_hand)
    }

    /// Everything that a seat has put in during the hand, dead posts included, less what came back uncalled.
    /// Does not change when the pots are paid or the hand is declared void. Zero for a seat not dealt in.
    pub fn put_in(&self, seat: Seat) -> Chips {
        let put_in = |player: &Player| (player.starting_stack + player.paid).above(player.stack);
        self.player_index(seat).map_or(Chips::ZERO, |place| put_in(&self.players[place]))
    }

    /// True when the seat is live and takes no further part in the betting, though it stays in the hand.
    pub fn is_all_in(&self, seat: Seat) -> bool {
        self.player_index(seat)
            .is_some_and(|place| self.players[place].is_live() && self.players[place].all_in)
    }

    /// True when the seat was dealt in and has folded, in turn or because its player left; a muck at the
    /// showdown is not a fold.
    pub fn has_folded(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].folded)
    }

    /// True when all of the seat's cards were turned up; single cards shown later do not count.
    pub fn has_shown(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].shown)
    }

    /// True when this hole card of the seat, from 0 in the order dealt, lies face up, with the whole hand or
    /// on its own: everybody may see it.
    pub fn is_face_up(&self, seat: Seat, at: usize) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].is_up(at))
    }

    /// True when the seat mucked at the showdown; a fold in the betting is not a muck.
    pub fn has_mucked(&self, seat: Seat) -> bool {
        self.player_index(seat).is_some_and(|place| self.players[place].mucked)
    }

    /// The hole cards dealt to a seat so far. Only for the machine's owner: see [`crate::view`] for viewers.
    /// Empty for a seat not dealt in; in the order dealt.
    pub fn hole_cards(&self, seat: Seat) -> &[HiddenCard] {
        self.player_index(seat).map_or(&[], |place| {
            let player = &self.players[place];
            &player.cards[..usize::from(player.dealt)]
        })
    }

    /// All chips in the middle and in front of the seats: bets, blinds, antes and dead posts, less what the
    /// pots paid.
    pub fn pot(&self) -> Chips {
        self.players().iter().map(|player| player.in_hand).sum::<Chips>() + self.dead
    }

    /// The players in dealing order: the index is the [`PlayerIndex`], 0 the first left of the button. Those
    /// who folded stay, so an index holds for the whole hand.
    #[inline]
    pub(crate) fn players(&self) -> &[Player] {
        &self.players
    }

    /// The place of a seat in dealing order; `None` for a seat not dealt in. For seats that a command names.
    #[inline]
    pub(crate) fn player_index(&self, seat: Seat) -> Option<PlayerIndex> {
        let place = self.places[usize::from(seat.number())];
        (place != u8::MAX).then_some(usize::from(place))
    }

    /// The place of a seat that decided events name, and that is therefore in the hand; for a seat from a
    /// command use [`Hand::player_index`].
    #[inline]
    pub(crate) fn index_of(&self, seat: Seat) -> PlayerIndex {
        usize::from(self.places[usize::from(seat.number())])
    }

    /// How many players have not folded; kept up to date by [`Hand::change_player`]. With one left, the hand
    /// is won.
    #[inline]
    pub(crate) fn live_count(&self) -> usize {
        usize::from(self.live)
    }

    /// How many players can still bet: not folded, not all-in. With fewer than two, betting is skipped unless
    /// there is something to call.
    #[inline]
    pub(crate) fn able_count(&self) -> usize {
        usize::from(self.able)
    }

    /// Whether a card is known to have left the deck; a card that lies unknown is not noticed.
    pub(crate) fn is_dealt(&self, card: Card) -> bool {
        self.known >> card.index() & 1 == 1
    }
}
