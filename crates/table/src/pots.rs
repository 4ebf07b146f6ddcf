//! Main and side pots, and the shares of equal hands. Plain arithmetic on plain values.

use chips::Chips;
use seating::{MAX_SEATS, Seats};

use crate::hand::{Hand, Player, PlayerIndex};
use crate::view::View;

/// A pot and the places that may win it, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pot {
    pub amount: Chips,
    pub eligible: u32,
}

impl Pot {
    /// True for a place (dealing order, from 0) that may win the pot.
    pub fn has(&self, place: PlayerIndex) -> bool {
        self.eligible >> place & 1 == 1
    }
}

/// The pots of a hand, main pot first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pots {
    pots: [Pot; MAX_SEATS],
    count: u8,
}

impl Pots {
    /// The pots that exist, main pot first; the index of a pot is its number in every fact about it.
    pub fn as_slice(&self) -> &[Pot] {
        &self.pots[..usize::from(self.count)]
    }

    /// Adds the next side pot; there are never more pots than players, so the array always has room.
    fn push(&mut self, pot: Pot) {
        self.pots[usize::from(self.count)] = pot;
        self.count += 1;
    }

    /// One pot that holds everything: the usual case, and the only one where the book has no side pots.
    /// `eligible` has one bit per place.
    pub fn single(amount: Chips, eligible: u32) -> Pots {
        let mut pots = Pots::default();
        pots.push(Pot { amount, eligible });
        pots
    }

    /// The pots of a hand in which live players are all-in for different amounts: from what every player put
    /// in, and from dead chips. The amounts always add up to both together.
    ///
    /// Each level at which a live player stopped closes a pot, which takes chips up to that level from
    /// everybody, folded players included; the live players who reach the level contest it (AMB-084). Dead
    /// chips go to the first pot; what folded players put in above the highest level goes to the last.
    pub fn layered(put_in: &[PutIn], dead: Chips) -> Pots {
        let mut pots = Pots::default();
        let mut below = Chips::ZERO;
        let up_to = |level: Chips| put_in.iter().map(|part| part.chips.min(level)).sum::<Chips>();
        loop {
            let first = pots.count == 0;
            let levels = put_in.iter().filter_map(|part| part.reaches);
            let next = levels.filter(|level| *level > below || (first && *level >= below)).min();
            let Some(level) = next else { break };
            let amount = up_to(level).above(up_to(below)) + if first { dead } else { Chips::ZERO };
            pots.push(Pot { amount, eligible: contesting(put_in, level) });
            below = level;
        }
        let rest = put_in.iter().map(|part| part.chips.above(below)).sum::<Chips>();
        if pots.count > 0 {
            pots.pots[usize::from(pots.count) - 1].amount += rest;
        }
        pots
    }
}

/// What a player put in, and up to which level of everybody's chips they contest the pots.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PutIn {
    chips: Chips,
    /// `None` for a player who folded; [`Chips::MAX`] for one who contests every pot.
    reaches: Option<Chips>,
}

/// The places that contest a pot up to a level of chips put in, one bit each; a folded player has no level
/// and contests none.
fn contesting(put_in: &[PutIn], level: Chips) -> u32 {
    let reach = put_in.iter().map(|part| part.reaches.is_some_and(|reached| reached >= level));
    reach.enumerate().map(|(place, reaches)| u32::from(reaches) << place).sum()
}

impl Hand {
    /// The pots that a showdown is held for, with every chip of the hand: every live player stopped at what
    /// they put in, after the uncalled part went back. One pot where the book has no rule on side pots.
    pub(crate) fn current_pots(&self) -> Pots {
        let side_pots = self.house().has(rulebook::rule::SIDE_POTS);
        self.divided_pots(|player| player.in_hand, |_| side_pots)
    }

    /// One pot that holds everything, for the players who are left: what is paid when a hand ends without a
    /// showdown.
    pub(crate) fn undivided_pot(&self) -> Pots {
        self.divided_pots(|player| player.in_hand, |_| false)
    }

    /// The pots of some part of everybody's chips, and of the dead chips; every query about pots goes through
    /// it. A live player for whom `stops` is true contests the pots up to what they put in, another one
    /// contests all. Nothing is allocated, because showdowns call it in every hand.
    fn divided_pots(&self, chips: impl Fn(&Player) -> Chips, stops: impl Fn(&Player) -> bool) -> Pots {
        let mut put_in = [PutIn::default(); MAX_SEATS];
        for (part, player) in put_in.iter_mut().zip(self.players()) {
            let chips = chips(player);
            let reaches = if stops(player) { chips } else { Chips::MAX };
            *part = PutIn { chips, reaches: player.is_live().then_some(reaches) };
        }
        let put_in = &put_in[..self.players().len()];
        let mut levels = put_in.iter().filter_map(|part| part.reaches);
        let first = levels.next();
        if levels.all(|level| Some(level) == first) {
            // Everybody left contests everything, as in most hands.
            let amount = put_in.iter().map(|part| part.chips).sum::<Chips>() + self.dead;
            return Pots::single(amount, contesting(put_in, Chips::ZERO));
        }
        Pots::layered(put_in, self.dead)
    }

    /// Pots with the seats that may win them instead of places, for callers outside the machine; a pot
    /// without chips is left out.
    fn seated_pots(&self, pots: &Pots) -> Vec<CurrentPot> {
        let filled = pots.as_slice().iter().filter(|pot| !pot.amount.is_zero());
        let seated = filled.map(|pot| {
            let eligible = self.players().iter().enumerate().filter(|(place, _)| pot.has(*place));
            CurrentPot { amount: pot.amount, eligible: eligible.map(|(_, player)| player.seat).collect() }
        });
        seated.collect()
    }

    /// The pots of a hand in play, main pot first, with the bets in front of the seats; scripts compare a
    /// stated pot with these. For what lies in the middle only, see [`View::pots`].
    ///
    /// Only a live player who is all-in closes a pot, at what that player put in: a player who can still bet
    /// may yet match the others, and may win every pot.
    pub fn pots_so_far(&self) -> Vec<CurrentPot> {
        self.seated_pots(&self.divided_pots(|player| player.in_hand, |player| !player.is_able()))
    }
}

/// A pot in the middle, with the seats that may win it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentPot {
    /// How many chips it holds.
    pub amount: Chips,
    /// The seats that may win it.
    pub eligible: Seats,
}

impl View<'_> {
    /// The pots drawn in the middle of the table, main pot first: what earlier betting rounds left there,
    /// without the bets in front of the seats. Empty while nothing was gathered, and once the hand is over.
    pub fn pots(&self) -> Vec<CurrentPot> {
        let hand = self.hand();
        if hand.is_over() {
            return Vec::new();
        }
        let side_pots = hand.house().has(rulebook::rule::SIDE_POTS);
        let gathered = hand.divided_pots(|player| player.in_hand.above(player.in_round), |_| side_pots);
        hand.seated_pots(&gathered)
    }
}
