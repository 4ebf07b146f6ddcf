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
    pub fn as_slice(&self) -> &[Pot] {
        &self.pots[..usize::from(self.count)]
    }

    fn push(&mut self, pot: Pot) {
        self.pots[usize::from(self.count)] = pot;
        self.count += 1;
    }

    /// One pot that holds everything.
    pub fn single(amount: Chips, eligible: u32) -> Pots {
        let mut pots = Pots::default();
        pots.push(Pot { amount, eligible });
        pots
    }

    /// The pots from what every player put in (with true for a live player) and from dead chips.
    ///
    /// Each level at which a live player stopped closes a pot, which takes chips up to that level from
    /// everybody, folded players included; the live players who reached the level contest it (AMB-084). Dead
    /// chips go to the first pot; what folded players put in above the highest level goes to the last.
    pub fn layered(put_in: &[(Chips, bool)], dead: Chips) -> Pots {
        let mut pots = Pots::default();
        let mut below = Chips::ZERO;
        let up_to = |level: Chips| put_in.iter().map(|(chips, _)| (*chips).min(level)).sum::<Chips>();
        loop {
            let first = pots.count == 0;
            let next = put_in
                .iter()
                .filter(|(chips, live)| *live && (*chips > below || (first && *chips >= below)))
                .map(|(chips, _)| *chips)
                .min();
            let Some(level) = next else { break };
            let amount = up_to(level).above(up_to(below)) + if first { dead } else { Chips::ZERO };
            let reached = |(place, (chips, live)): (usize, &(Chips, bool))| {
                if *live && *chips >= level { 1 << place } else { 0 }
            };
            let eligible = put_in.iter().enumerate().map(reached).sum();
            pots.push(Pot { amount, eligible });
            below = level;
        }
        let rest = put_in.iter().map(|(chips, _)| chips.above(below)).sum::<Chips>();
        if pots.count > 0 {
            pots.pots[usize::from(pots.count) - 1].amount += rest;
        }
        pots
    }
}

impl Hand {
    /// The pots as they stand, with every chip of the hand.
    pub(crate) fn current_pots(&self) -> Pots {
        let one_pot = !self.house().has(rulebook::rule::SIDE_POTS);
        if one_pot || self.has_single_level() {
            return self.undivided_pot();
        }
        let mut put_in = [(Chips::ZERO, false); MAX_SEATS];
        for (part, player) in put_in.iter_mut().zip(self.players()) {
            *part = (player.in_hand, player.is_live());
        }
        Pots::layered(&put_in[..self.players().len()], self.dead)
    }

    /// One pot that holds everything, for the players who are left.
    pub(crate) fn undivided_pot(&self) -> Pots {
        let live = |(place, player): (usize, &Player)| u32::from(player.is_live()) << place;
        Pots::single(self.pot(), self.players().iter().enumerate().map(live).sum())
    }

    /// True when every live player has put in the same amount, so that there is one pot.
    fn has_single_level(&self) -> bool {
        let mut live = self.players().iter().filter(|player| player.is_live()).map(|player| player.in_hand);
        let first = live.next();
        live.all(|chips| Some(chips) == first)
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
    /// The pots of a hand in play, main pot first: what earlier betting rounds left in the middle, without
    /// the bets in front of the seats. Empty while nothing was gathered, and once the hand is over.
    pub fn pots(&self) -> Vec<CurrentPot> {
        self.hand().gathered_pots()
    }
}

impl Hand {
    /// The pots from what earlier betting rounds gathered.
    fn gathered_pots(&self) -> Vec<CurrentPot> {
        if self.is_over() {
            return Vec::new();
        }
        let players = self.players();
        let gathered: Vec<(Chips, bool)> =
            players.iter().map(|player| (player.in_hand.above(player.in_round), player.is_live())).collect();
        let mut live = gathered.iter().filter(|(_, live)| *live).map(|(chips, _)| *chips);
        let first = live.next();
        let alike = live.all(|chips| Some(chips) == first);
        let pots = if alike || !self.house().has(rulebook::rule::SIDE_POTS) {
            let amount = gathered.iter().map(|(chips, _)| *chips).sum::<Chips>() + self.dead;
            let bit = |(place, (_, live)): (usize, &(Chips, bool))| u32::from(*live) << place;
            Pots::single(amount, gathered.iter().enumerate().map(bit).sum())
        } else {
            Pots::layered(&gathered, self.dead)
        };
        let seats = |eligible: u32| {
            let of = players.iter().enumerate().filter(|(place, _)| eligible >> place & 1 == 1);
            of.map(|(_, player)| player.seat).collect()
        };
        let shown = pots.as_slice().iter().filter(|pot| !pot.amount.is_zero());
        shown.map(|pot| CurrentPot { amount: pot.amount, eligible: seats(pot.eligible) }).collect()
    }
}

impl Hand {
    /// The pots of a hand in play, main pot first, with the bets in front of the seats.
    ///
    /// Only a live player who is all-in closes a pot, at what that player put in: whoever can still bet may
    /// yet match the others, and may win every pot.
    pub fn pots_so_far(&self) -> Vec<CurrentPot> {
        let players = self.players();
        let mut levels: Vec<Chips> = players
            .iter()
            .filter(|player| player.is_live() && !player.is_able())
            .map(|player| player.in_hand)
            .collect();
        levels.push(Chips::MAX);
        levels.sort_unstable();
        levels.dedup();
        let mut pots: Vec<CurrentPot> = Vec::new();
        let (mut below, mut dead) = (Chips::ZERO, self.dead);
        for level in levels {
            let put_in = |player: &Player| player.in_hand.min(level).above(below);
            let amount = players.iter().map(put_in).sum::<Chips>() + dead;
            dead = Chips::ZERO;
            let may_win =
                |player: &&Player| player.is_live() && (player.is_able() || player.in_hand >= level);
            let eligible: Seats = players.iter().filter(may_win).map(|player| player.seat).collect();
            match pots.last_mut() {
                Some(last) if eligible.count() == 0 || last.eligible == eligible => last.amount += amount,
                Some(_) | None if amount.is_zero() => {}
                Some(_) | None => pots.push(CurrentPot { amount, eligible }),
            }
            below = level;
        }
        pots
    }
}
