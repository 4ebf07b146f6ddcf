//! What best play comes to: how often each decision is made, what is won and lost, and every net result.

use std::collections::BTreeMap;

use crate::equity::Progress;
use crate::ultimate::analysis::Values;
use crate::ultimate::fraction::Fraction;
use crate::ultimate::hands::{Alike, Hands};
use crate::ultimate::suits::{PAIRS, Stands, pair_of};
use crate::ultimate::work::each_board;

/// A play wager of best play: four times the ante before the flop, twice after it, once at the river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Play {
    /// Four times the ante, before the flop.
    Four,
    /// Twice the ante, after the flop.
    Two,
    /// Once the ante, at the river.
    One,
}

impl Play {
    /// All of them, the largest first.
    pub const ALL: [Play; 3] = [Play::Four, Play::Two, Play::One];

    /// How many times the ante it is.
    pub const fn times(self) -> i64 {
        match self {
            Play::Four => 4,
            Play::Two => 2,
            Play::One => 1,
        }
    }
}

/// How hands with one play wager end, in deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    /// Won by the player's kind of hand, in the order of [`cards::Category::ALL`]: first where the dealer does not
    /// qualify, then where the dealer does.
    pub won: [[u64; 11]; 2],
    /// Equal hands.
    pub tied: u64,
    /// Lost, where the dealer does not qualify and where the dealer does.
    pub lost: [u64; 2],
}

impl Settled {
    fn take(&mut self, alike: &Alike, kind: usize, times: u64) {
        for dealer in 0..2 {
            self.won[dealer][kind] += times * u64::from(alike.won[dealer]);
            self.lost[dealer] += times * u64::from(alike.lost[dealer]);
        }
        self.tied += times * u64::from(alike.tied);
    }

    fn add(&mut self, other: &Settled) {
        for dealer in 0..2 {
            for kind in 0..11 {
                self.won[dealer][kind] += other.won[dealer][kind];
            }
            self.lost[dealer] += other.lost[dealer];
        }
        self.tied += other.tied;
    }

    /// All of its deals.
    pub fn deals(&self) -> u64 {
        self.won.iter().flatten().sum::<u64>() + self.tied + self.lost.iter().sum::<u64>()
    }
}

/// What best play comes to over all deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// How hands end with each play wager, in the order of [`Play::ALL`].
    pub settled: [Settled; 3],
    /// Deals that are folded at the river.
    pub folded: u64,
    /// Every net result, in antes, with its deals.
    pub results: Vec<(Fraction, u64)>,
    /// What is wagered on the average, in antes: ante, blind and play.
    pub mean_wager: Fraction,
    /// The house's share of what is wagered.
    pub element_of_risk: Fraction,
    /// The variance of the net result, in antes squared.
    pub variance: Fraction,
    /// For each starting hand, in the order of [`Values::hands`], what follows a check before the flop as shares: a
    /// bet after the flop, a bet at the river, a fold.
    pub after_check: Vec<[Fraction; 3]>,
}

struct Sums {
    hands: Hands,
    settled: [Settled; 3],
    folded: u64,
    /// For each pair what follows a check.
    after_check: Vec<[u64; 3]>,
    /// On one board: its pairs, which of the alike each is, and on how many flops it is bet.
    board: Vec<(u16, u16)>,
    bets: Vec<u8>,
}

impl Values {
    /// Looks at every deal again with the decisions of best play.
    pub fn outcomes(&self, progress: Progress<'_>) -> Outcomes {
        let start = || Sums {
            hands: Hands::new(),
            settled: [Settled::default(); 3],
            folded: 0,
            after_check: vec![[0; 3]; PAIRS],
            board: Vec::new(),
            bets: Vec::new(),
        };
        let sums = each_board(
            &self.boards,
            progress,
            start,
            |sums, board| self.look(sums, board),
            |all, part| {
                all.settled.iter_mut().zip(&part.settled).for_each(|(all, part)| all.add(part));
                all.folded += part.folded;
                for (all, part) in all.after_check.iter_mut().zip(part.after_check) {
                    (0..3).for_each(|at| all[at] += part[at]);
                }
            },
        );
        self.gather(&sums)
    }

    fn look(&self, sums: &mut Sums, board: Stands) {
        let game = &self.game;
        sums.hands.count(game, board.cards);
        sums.board.clear();
        for (at, (high, kind)) in sums.hands.cards.iter().enumerate() {
            for (low, other) in &sums.hands.cards[..at] {
                let pair = pair_of(usize::from(*low), usize::from(*high)) as u16;
                sums.board.push((pair, sums.hands.of_kinds[usize::from(*kind)][usize::from(*other)]));
            }
        }
        sums.bets.clear();
        sums.bets.resize(sums.board.len(), 0);
        for (flop, moved) in self.suits.flops_on(board.cards) {
            let row = &self.after_flop[flop * PAIRS..][..PAIRS];
            for (bets, (pair, _)) in sums.bets.iter_mut().zip(&sums.board) {
                *bets += u8::from(row[usize::from(moved[usize::from(*pair)])]);
            }
        }
        // For the alike: flops before which, after which and at whose river they come to a decision.
        let mut times = vec![[0u64; 3]; sums.hands.alike.len()];
        let bet_at_river: Vec<bool> = sums
            .hands
            .alike
            .iter()
            .map(|alike| {
                let (initial, play) = alike.wagers(game);
                initial + play > game.folded()
            })
            .collect();
        for ((pair, alike), bets) in sums.board.iter().zip(&sums.bets) {
            let (pair, alike, bets) = (usize::from(*pair), usize::from(*alike), u64::from(*bets));
            let rivers = 10 - bets;
            let after = &mut sums.after_check[pair];
            after[0] += board.number * bets;
            after[if bet_at_river[alike] { 1 } else { 2 }] += board.number * rivers;
            if self.before_flop[pair] {
                times[alike][0] += 10;
            } else {
                times[alike][1] += bets;
                times[alike][2] += rivers;
            }
        }
        for ((alike, times), bet) in sums.hands.alike.iter().zip(times).zip(bet_at_river) {
            let kind = game.kind(alike.strength);
            sums.settled[0].take(alike, kind, board.number * times[0]);
            sums.settled[1].take(alike, kind, board.number * times[1]);
            if bet {
                sums.settled[2].take(alike, kind, board.number * times[2]);
            } else {
                sums.folded += board.number * times[2] * game.dealers as u64;
            }
        }
    }

    fn gather(&self, sums: &Sums) -> Outcomes {
        let unit = self.game.unit;
        let mut results: BTreeMap<i64, u64> = BTreeMap::new();
        let mut count = |net: i64, deals: u64| {
            if deals > 0 {
                *results.entry(net).or_default() += deals;
            }
        };
        let mut wagered = 2 * i128::from(sums.folded);
        for (play, settled) in Play::ALL.into_iter().zip(&sums.settled) {
            let times = play.times();
            wagered += i128::from(2 + times) * i128::from(settled.deals());
            for (kind, blind) in self.game.blind.iter().enumerate() {
                count(blind + times * unit, settled.won[0][kind]);
                count(blind + (1 + times) * unit, settled.won[1][kind]);
            }
            count(0, settled.tied);
            count(-(1 + times) * unit, settled.lost[0]);
            count(-(2 + times) * unit, settled.lost[1]);
        }
        count(-2 * unit, sums.folded);

        let deals = self.deals as i128;
        let (mut sum, mut squares) = (0i128, 0i128);
        for (net, number) in &results {
            sum += i128::from(*net) * i128::from(*number);
            squares += i128::from(*net) * i128::from(*net) * i128::from(*number);
        }
        let unit = i128::from(unit);
        let variance = Fraction::new(squares * deals - sum * sum, deals * deals * unit * unit);
        let after_check = self.hands.iter().map(|hand| self.after_check(hand.name.as_str(), sums)).collect();
        Outcomes {
            settled: sums.settled,
            folded: sums.folded,
            results: results
                .into_iter()
                .map(|(net, number)| (Fraction::new(i128::from(net), unit), number))
                .collect(),
            mean_wager: Fraction::new(wagered, deals),
            element_of_risk: Fraction::new(-sum, wagered * unit),
            variance,
            after_check,
        }
    }

    fn after_check(&self, name: &str, sums: &Sums) -> [Fraction; 3] {
        let mut shares = [0i128; 3];
        for (pair, after) in sums.after_check.iter().enumerate() {
            if super::analysis::name_of_pair(pair).as_deref() == Some(name) {
                (0..3).for_each(|at| shares[at] += i128::from(after[at]));
            }
        }
        shares.map(|share| Fraction::new(share, shares.iter().sum()))
    }
}
