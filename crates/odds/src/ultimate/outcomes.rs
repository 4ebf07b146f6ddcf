//! The results of best play: how often each decision is made, what is won and lost, and every net result.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::equity::Progress;
use crate::ultimate::analysis::{BestPlay, FLOPS_PER_BOARD, StartingHand, starting_hand_of_pair};
use crate::ultimate::board_pairs::{BoardPairs, NO_CLASS, PairClass};
use crate::ultimate::fold_boards::fold_boards;
use crate::ultimate::fraction::{Fraction, choose};
use crate::ultimate::suit_exchanges::{PAIRS, Representative, pair_index};

/// A play wager under best play: four times the ante before the flop, twice after it, or once at the river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayWager {
    /// Four times the ante, before the flop.
    Four,
    /// Twice the ante, after the flop.
    Two,
    /// Once the ante, at the river.
    One,
}

impl PlayWager {
    /// All play wagers, the largest first.
    pub const ALL: [PlayWager; 3] = [PlayWager::Four, PlayWager::Two, PlayWager::One];

    /// The multiple of the ante that is wagered: 4, 2 or 1.
    pub const fn times(self) -> i64 {
        match self {
            PlayWager::Four => 4,
            PlayWager::Two => 2,
            PlayWager::One => 1,
        }
    }
}

/// How hands with one play wager end, as numbers of deals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WagerTally {
    /// Deals won, by the category of the player's hand in the order of [`cards::Category::ALL`]: first those
    /// where the dealer does not qualify, then those where the dealer does.
    pub won: [[u64; 11]; 2],
    /// Deals with equal hands.
    pub tied: u64,
    /// Deals lost: where the dealer does not qualify, and where the dealer does.
    pub lost: [u64; 2],
}

impl WagerTally {
    /// Adds the results of a class of hole cards against all the dealer's hands, `times` over; `kind` is its
    /// category's index in [`cards::Category::ALL`].
    fn add_class(&mut self, class: &PairClass, kind: usize, times: u64) {
        for dealer in 0..2 {
            self.won[dealer][kind] += times * u64::from(class.won[dealer]);
            self.lost[dealer] += times * u64::from(class.lost[dealer]);
        }
        self.tied += times * u64::from(class.tied);
    }

    /// Adds another thread's tally of the same play wager.
    fn add(&mut self, other: &WagerTally) {
        for dealer in 0..2 {
            for kind in 0..11 {
                self.won[dealer][kind] += other.won[dealer][kind];
            }
            self.lost[dealer] += other.lost[dealer];
        }
        self.tied += other.tied;
    }

    /// The number of deals in the tally: won, tied and lost. Those of the three play wagers and the folds
    /// add up to all deals.
    pub fn deals(&self) -> u64 {
        self.won.iter().flatten().sum::<u64>() + self.tied + self.lost.iter().sum::<u64>()
    }
}

/// The results of best play over all deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPlayOutcomes {
    /// How hands with each play wager end, in the order of [`PlayWager::ALL`].
    pub by_wager: [WagerTally; 3],
    /// The number of deals folded at the river.
    pub folded: u64,
    /// Every net result in antes, with its number of deals.
    pub results: Vec<(Fraction, u64)>,
    /// The average total wager, in antes: ante, blind and play.
    pub mean_wager: Fraction,
    /// The house's share of all wagers.
    pub element_of_risk: Fraction,
    /// The variance of the net result, in square antes.
    pub variance: Fraction,
    /// For each starting hand in the order of [`BestPlay::hands`], what follows a check before the flop, as
    /// shares: a bet after the flop, a bet at the river, a fold.
    pub after_check: Vec<[Fraction; 3]>,
}

/// The number of flops in a board.
const FLOPS: u64 = FLOPS_PER_BOARD as u64;

/// The sums over the boards that one thread has counted, with its work space.
struct OutcomeSums {
    hands: BoardPairs,
    by_wager: [WagerTally; 3],
    folded: u64,
    /// For each pair, assuming it was checked before the flop: the number of boards on which it is bet at the
    /// river.
    river_bets: Vec<u64>,
    /// For each pair, the number of flops of the current board on which it is bet.
    bets: [u8; PAIRS],
}

/// The unit of pairs bet before the flop, in a number whose lower part counts the flops bet by other pairs.
const BEFORE_FLOP: u32 = 1 << 16;

impl BestPlay {
    /// Goes through all deals again with the decisions of best play: how often each is made, and every net
    /// result. A second pass over all boards, on all cores.
    pub fn outcomes(&self, progress: Progress<'_>) -> BestPlayOutcomes {
        let flops = self.bets_by_flop();
        let start = || OutcomeSums {
            hands: BoardPairs::new(),
            by_wager: [WagerTally::default(); 3],
            folded: 0,
            river_bets: vec![0; PAIRS],
            bets: [0; PAIRS],
        };
        let before_flop: Vec<u32> =
            self.before_flop.iter().map(|bet| if *bet { u32::MAX } else { 0 }).collect();
        let sums = fold_boards(
            &self.boards,
            progress,
            start,
            |sums, board| self.count_board(sums, &flops, &before_flop, board),
            |all, part| {
                all.by_wager.iter_mut().zip(&part.by_wager).for_each(|(all, part)| all.add(part));
                all.folded += part.folded;
                all.river_bets.iter_mut().zip(part.river_bets).for_each(|(all, part)| *all += part);
            },
        );
        let mut flop_bets = vec![0u64; PAIRS];
        for row in flops.chunks(PAIRS) {
            flop_bets.iter_mut().zip(row).for_each(|(all, bet)| *all += u64::from(*bet));
        }
        self.summarize(&sums, &flop_bets)
    }

    /// For every flop by its index, a row with an entry for each pair: 1 if it is bet after the flop under
    /// best play. Spares the inner loop the exchanges of suits.
    fn bets_by_flop(&self) -> Vec<u8> {
        let flops = self.suits.flop_representatives();
        let mut bets = vec![0; flops.len() * PAIRS];
        bets.par_chunks_mut(PAIRS).zip(&flops).for_each(|(row, flop)| {
            let Some((standing, exchange)) = flop else { return };
            let decided = &self.after_flop[standing * PAIRS..][..PAIRS];
            for (bet, moved) in row.iter_mut().zip(&self.suits.pairs[*exchange]) {
                *bet = u8::from(decided[usize::from(*moved)]);
            }
        });
        bets
    }

    /// Adds one board, as many times as boards it represents, to the sums of one thread. `flops` is from
    /// [`BestPlay::bets_by_flop`]; `before_flop` has all bits set for each pair bet before the flop.
    fn count_board(&self, sums: &mut OutcomeSums, flops: &[u8], before_flop: &[u32], board: Representative) {
        let game = &self.game;
        let OutcomeSums { hands, by_wager, folded, river_bets, bets } = sums;
        hands.count_pairs(game, board.cards);
        bets.fill(0);
        for flop in self.suits.flops_on(board.cards) {
            let row = &flops[flop.index * PAIRS..][..PAIRS];
            bets.iter_mut().zip(row).for_each(|(bets, bet)| *bets += bet);
        }
        // By class: the decisions of its pairs, and the number of boards this one stands for if they bet at
        // the river.
        let mut decided = [0u32; NO_CLASS + 1];
        let mut river = [0u64; NO_CLASS + 1];
        for (class, river) in hands.classes.iter().zip(&mut river) {
            let (initial, play) = class.wager_sums(game);
            *river = if initial + play > game.fold_loss() { board.number } else { 0 };
        }
        for (high, kind) in &hands.cards {
            let (from, lower) = (pair_index(0, usize::from(*high)), usize::from(*high));
            let of_kinds = &hands.class_of_kinds[usize::from(*kind)];
            let pairs = bets[from..from + lower].iter().zip(&before_flop[from..from + lower]);
            let pairs = pairs.zip(&mut river_bets[from..from + lower]);
            for (kind, ((bets, before_flop), river_bets)) in hands.kinds[..lower].iter().zip(pairs) {
                let class = usize::from(of_kinds[usize::from(kind & 31)]) & NO_CLASS;
                let flops = u32::from(*bets);
                decided[class] += before_flop & BEFORE_FLOP | !before_flop & flops;
                *river_bets += river[class] * (FLOPS - u64::from(*bets));
            }
        }
        for ((class, decided), river) in hands.classes.iter().zip(decided).zip(river) {
            let kind = game.kind(class.strength);
            let (before, after) = (u64::from(decided / BEFORE_FLOP), u64::from(decided % BEFORE_FLOP));
            let rivers = FLOPS * (u64::from(class.pairs) - before) - after;
            by_wager[0].add_class(class, kind, board.number * FLOPS * before);
            by_wager[1].add_class(class, kind, board.number * after);
            if river > 0 {
                by_wager[2].add_class(class, kind, board.number * rivers);
            } else {
                *folded += board.number * rivers * game.dealer_hands as u64;
            }
        }
    }

    /// Computes what callers get from the sums over all boards, in antes; net results must account for every
    /// deal once.
    fn summarize(&self, sums: &OutcomeSums, flop_bets: &[u64]) -> BestPlayOutcomes {
        let unit = self.game.unit;
        let mut results: BTreeMap<i64, u64> = BTreeMap::new();
        let mut count = |net: i64, deals: u64| {
            if deals > 0 {
                *results.entry(net).or_default() += deals;
            }
        };
        let mut wagered = 2 * i128::from(sums.folded);
        for (play, tally) in PlayWager::ALL.into_iter().zip(&sums.by_wager) {
            let times = play.times();
            wagered += i128::from(2 + times) * i128::from(tally.deals());
            for (kind, blind) in self.game.blind.iter().enumerate() {
                count(blind + times * unit, tally.won[0][kind]);
                count(blind + (1 + times) * unit, tally.won[1][kind]);
            }
            count(0, tally.tied);
            count(-(1 + times) * unit, tally.lost[0]);
            count(-(2 + times) * unit, tally.lost[1]);
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
        let after_check = self.after_check_shares(&sums.river_bets, flop_bets);
        BestPlayOutcomes {
            by_wager: sums.by_wager,
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

    /// The shares of what follows a check before the flop: a bet after the flop, a bet at the river, a fold, in
    /// this order, adding up to 1. For each starting hand in the order of [`BestPlay::hands`]; computed from the
    /// numbers of boards and flops on which each pair bets.
    fn after_check_shares(&self, river_bets: &[u64], flop_bets: &[u64]) -> Vec<[Fraction; 3]> {
        let cards = self.game.cards.len() as u64;
        let rivers = choose(cards - 5, 2);
        let mut by_name: BTreeMap<String, [i128; 3]> = BTreeMap::new();
        for (pair, (at_river, after_flop)) in river_bets.iter().zip(flop_bets).enumerate() {
            let Some(name) = starting_hand_of_pair(pair).filter(|_| self.has_pair(pair)) else { continue };
            let (at_river, after_flop) = (i128::from(*at_river), i128::from(after_flop * rivers));
            let shares = by_name.entry(name).or_default();
            shares[0] += after_flop;
            shares[1] += at_river;
            shares[2] += self.game.situations() as i128 - after_flop - at_river;
        }
        let shares = |hand: &StartingHand| by_name.get(&hand.name).copied().unwrap_or_default();
        self.hands
            .iter()
            .map(|hand| shares(hand).map(|share| Fraction::new(share, shares(hand).iter().sum())))
            .collect()
    }
}
