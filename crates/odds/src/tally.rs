//! Counts deals by who wins.

use std::collections::BTreeMap;

/// The winners of the high hand and of the low hand, one bit per player.
pub(crate) type Winners = (u32, u32);

/// The number of deals with each outcome.
pub(crate) struct Tally {
    players: usize,
    deals: BTreeMap<Winners, u128>,
    /// The outcomes of two or three players, by index: faster than the map.
    small_outcomes: Vec<u64>,
}

impl Tally {
    /// An empty tally for this many players, at most 32.
    pub(crate) fn new(players: usize) -> Tally {
        let small_outcomes = if players <= 3 { vec![0; 1 << (2 * players)] } else { Vec::new() };
        Tally { players, deals: BTreeMap::new(), small_outcomes }
    }

    /// The number of players whose winning is counted; a set of winners has no bits beyond it.
    pub(crate) fn players(&self) -> usize {
        self.players
    }

    /// Counts `deals` more deals with exactly these winners. The innermost step of every equity.
    #[inline]
    pub(crate) fn add(&mut self, (high, low): Winners, deals: u64) {
        if self.players <= 3
            && let Some(small_outcomes) = self.small_outcomes.get_mut((high | low << self.players) as usize)
        {
            *small_outcomes += deals;
        } else {
            *self.deals.entry((high, low)).or_default() += u128::from(deals);
        }
    }

    /// Adds another tally of the same players, with every number of deals multiplied by `times`: deals alike
    /// but for suits or the weights of ranges.
    pub(crate) fn merge(&mut self, other: Tally, times: u128) {
        for (winners, deals) in other.into_deals() {
            *self.deals.entry(winners).or_default() += deals * times;
        }
    }

    /// All outcomes that were counted with their numbers of deals, ordered by the high winners, then the low,
    /// so that printed results repeat.
    pub(crate) fn into_deals(mut self) -> BTreeMap<Winners, u128> {
        for (number, deals) in (0u32..).zip(&self.small_outcomes) {
            if *deals > 0 {
                let winners = (number & ((1 << self.players) - 1), number >> self.players);
                *self.deals.entry(winners).or_default() += u128::from(*deals);
            }
        }
        self.deals
    }
}
