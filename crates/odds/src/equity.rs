//! How often each player wins: exactly, over all deals, or estimated from a sample.
//!
//! Deals that differ only in a permutation of suits are counted together.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, CardSet, Suit};
use fair::{DeckId, Label, Seed, Stream};
use rayon::prelude::*;

use crate::range::Range;
use crate::runouts::{runouts, winners};
use crate::spot::{Spot, SpotError};
use crate::tally::Tally;

/// Called with the amount of work done and the total, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Who wins, and in how many deals. Sets of players have one bit per player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DealOutcome {
    /// The winners of the high hand.
    pub high: u32,
    /// The winners of the low hand; empty if none qualifies.
    pub low: u32,
    /// The number of deals with this outcome.
    pub deals: u128,
}

/// How often each player wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equity {
    /// The number of players.
    pub players: usize,
    /// The number of deals counted: all ways to deal the hands and the board, or the sample.
    pub deals: u128,
    /// All outcomes that occur, ordered by their sets of winners.
    pub outcomes: Vec<DealOutcome>,
    /// Whether all deals were counted.
    pub exact: bool,
}

impl Equity {
    /// A player's share of the pot over all deals, as an exact fraction in lowest terms: equal hands split,
    /// and high and low take half each. The shares of all players add up to 1. Players count from 0.
    pub fn share(&self, player: usize) -> (u128, u128) {
        let unit = self.unit();
        let won: u128 =
            self.outcomes.iter().map(|outcome| outcome.deals * share_won(outcome, player, unit)).sum();
        let all = self.deals * unit;
        let divisor = greatest_common_divisor(won, all).max(1);
        (won / divisor, all / divisor)
    }

    /// The number of deals in which a player wins the high hand alone, and the number in which they tie for
    /// it. Players count from 0.
    pub fn high_wins(&self, player: usize) -> (u128, u128) {
        self.wins(player, |outcome| outcome.high)
    }

    /// The number of deals in which a player wins the low hand alone, and the number in which they tie for
    /// it. Players count from 0.
    pub fn low_wins(&self, player: usize) -> (u128, u128) {
        self.wins(player, |outcome| outcome.low)
    }

    /// The number of deals in which a player is the only member of a set of winners, and in which one of
    /// several; `set` takes the high or the low winners out of an outcome.
    fn wins(&self, player: usize, set: impl Fn(&DealOutcome) -> u32) -> (u128, u128) {
        let mine = self.outcomes.iter().filter(|outcome| set(outcome) >> player & 1 == 1);
        mine.fold((0, 0), |(alone, tied), outcome| {
            if set(outcome).count_ones() == 1 {
                (alone + outcome.deals, tied)
            } else {
                (alone, tied + outcome.deals)
            }
        })
    }

    /// The standard error of a player's share of a sample, as a part of the pot; 0 if all deals were counted.
    /// For printing only: the one figure here that is not exact.
    pub fn standard_error(&self, player: usize) -> f64 {
        if self.exact || self.deals < 2 {
            return 0.0;
        }
        let unit = self.unit() as f64;
        let all = self.deals as f64;
        let shares = |power: i32| -> f64 {
            let of = |outcome: &DealOutcome| {
                outcome.deals as f64 * (share_won(outcome, player, self.unit()) as f64 / unit).powi(power)
            };
            self.outcomes.iter().map(of).sum()
        };
        let mean = shares(1) / all;
        ((shares(2) / all - mean * mean).max(0.0) / (all - 1.0)).sqrt()
    }

    /// A pot in parts, such that every share of it is a whole number: twice the least common multiple of the
    /// numbers up to that of players, of whom there are two or more.
    fn unit(&self) -> u128 {
        (1..=self.players as u128)
            .fold(2, |unit, players| unit / greatest_common_divisor(unit, players) * players)
            * 2
    }
}

/// What a player, counted from 0, wins from a pot of `unit` parts in one deal: the whole pot goes to one half
/// if nobody qualifies for the other. `unit` must be that of [`Equity::unit`], so that nothing is rounded.
fn share_won(outcome: &DealOutcome, player: usize, unit: u128) -> u128 {
    let part = |winners: u32, pot: u128| match winners.count_ones() {
        0 => 0,
        sharing => pot / u128::from(sharing) * u128::from(winners >> player & 1),
    };
    match (outcome.high, outcome.low) {
        (high, 0) => part(high, unit),
        (0, low) => part(low, unit),
        (high, low) => part(high, unit / 2) + part(low, unit / 2),
    }
}

/// The greatest common divisor, for shares in lowest terms; of a number and 0 it is the number.
fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Turns a tally into the equity that callers get, outcomes in the order of their winners; `exact` says
/// whether the tally has all deals or a sample.
fn equity_of(tally: Tally, exact: bool) -> Equity {
    let players = tally.players();
    let outcomes: Vec<DealOutcome> = tally
        .into_deals()
        .into_iter()
        .filter_map(|((high, low), deals)| (deals > 0).then_some(DealOutcome { high, low, deals }))
        .collect();
    Equity { players, deals: outcomes.iter().map(|outcome| outcome.deals).sum(), outcomes, exact }
}

/// A rough estimate of the work of [`exact_equity`], in showdowns: the command line takes a sample instead if
/// it is too much. It affects the choice only, never a result.
pub fn exact_work(spot: &Spot) -> u128 {
    let mut matchups: u128 = 1;
    for hand in &spot.ranges {
        matchups = matchups.saturating_mul(match hand {
            Range::Hands(hands) => hands.len() as u128,
            Range::Random => choose(spot.remaining.len() as u64, spot.game.hole_cards() as u64),
        });
    }
    // Roughly how many boards are examined one by one; the rest is saved by grouping them.
    let boards: u128 = match 5 - spot.board.len() {
        0 => 1,
        1 => 50,
        2 => 600,
        3 => 2_500,
        4 => 8_000,
        _ => 40_000,
    };
    let joker = if spot.remaining.contains(Card::JOKER) { 6 } else { 1 };
    let fewer = matchups.div_ceil(suit_exchanges(spot).len() as u128);
    fewer.saturating_mul(boards * joker * spot.ranges.len() as u128).saturating_add(matchups)
}

/// The number of ways to choose `k` of `n` cards, for the estimate of work.
fn choose(n: u64, k: u64) -> u128 {
    (0..k).fold(1, |ways, step| ways * u128::from(n.saturating_sub(step)) / u128::from(step + 1))
}

/// Counts all deals: every combination of hands from the ranges, weighted, with every way to complete the
/// board. Uses all cores; the counts are exact and do not depend on the number of cores.
///
/// ```
/// use cards::Choice;
/// use odds::{Range, ShowdownGame, Spot, exact_equity, parse_cards};
/// let game = ShowdownGame::Holdem;
/// let hands = ["AsAh", "KsKh"].map(|hand| Range::parse(hand, game).unwrap()).to_vec();
/// let board = parse_cards("2c 7d 9h Jc").unwrap();
/// let spot = Spot::new(game, Choice::default(), board, &[], hands).unwrap();
/// // Of the 44 cards that can come, two are kings.
/// assert_eq!(exact_equity(&spot, &|_, _| {}).unwrap().share(0), (21, 22));
/// ```
///
/// # Errors
/// [`SpotError::NoDeal`] if the ranges leave no way to give every player a hand.
pub fn exact_equity(spot: &Spot, progress: Progress<'_>) -> Result<Equity, SpotError> {
    let players = spot.players();
    let exchanges = suit_exchanges(spot);
    let mut matchups: BTreeMap<Vec<CardSet>, u128> = BTreeMap::new();
    each_matchup(spot, spot.remaining, 1, &mut Vec::new(), &mut |hands, weight| {
        let least = exchanges.iter().map(|exchange| {
            hands.iter().map(|hand| exchange_suits(*hand, exchange)).collect::<Vec<CardSet>>()
        });
        *matchups.entry(least.min().unwrap_or_else(|| hands.to_vec())).or_default() += weight;
    });
    if matchups.is_empty() {
        return Err(SpotError::NoDeal);
    }
    let all = matchups.len() as u64;
    let done = std::sync::atomic::AtomicU64::new(0);
    let tally = matchups
        .into_par_iter()
        .fold(
            || Tally::new(players),
            |mut tally, (hands, times)| {
                let holes: Vec<Vec<Card>> = hands.iter().map(|hand| hand.iter().collect()).collect();
                let left = hands.iter().fold(spot.remaining, |left, hand| left.difference(*hand));
                tally.merge(runouts(&spot.ranking, &spot.board, left, &holes), times);
                progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, all);
                tally
            },
        )
        .reduce(
            || Tally::new(players),
            |mut all, part| {
                all.merge(part, 1);
                all
            },
        );
    Ok(equity_of(tally, true))
}

/// Visits every way to give the players hands from their ranges without sharing cards, in the order of the
/// players, with the product of the weights. `held` are the hands given so far and is as before afterwards,
/// `left` the cards not yet given.
fn each_matchup(
    spot: &Spot,
    left: CardSet,
    weight: u128,
    held: &mut Vec<CardSet>,
    visit: &mut impl FnMut(&[CardSet], u128),
) {
    let Some(range) = spot.ranges.get(held.len()) else {
        return visit(held, weight);
    };
    let mut give = |hand: CardSet, of_hand: u32, held: &mut Vec<CardSet>| {
        if hand.difference(left).is_empty() {
            held.push(hand);
            each_matchup(spot, left.difference(hand), weight * u128::from(of_hand), held, visit);
            held.pop();
        }
    };
    match range {
        Range::Hands(hands) => {
            hands.iter().for_each(|hand| give(hand.cards.iter().copied().collect(), hand.weight, held));
        }
        Range::Random => {
            let cards: Vec<Card> = left.iter().collect();
            each_subset(&cards, spot.game.hole_cards(), CardSet::EMPTY, &mut |hand| give(hand, 1, held));
        }
    }
}

/// Visits every set of `number` of these cards, added to those chosen already: the hands of a player who may
/// hold any cards.
fn each_subset(cards: &[Card], number: usize, chosen: CardSet, visit: &mut impl FnMut(CardSet)) {
    if number == 0 {
        return visit(chosen);
    }
    for (at, card) in cards.iter().enumerate() {
        each_subset(&cards[at + 1..], number - 1, chosen.union(CardSet::of(*card)), visit);
    }
}

/// The permutations of suits that leave the board and the remaining cards unchanged, the identity among them;
/// each gives the new suit of every suit. Deals that one of them turns into each other have the same outcome
/// and are counted together.
fn suit_exchanges(spot: &Spot) -> Vec<[usize; 4]> {
    let board: CardSet = spot.board.iter().copied().collect();
    let mut exchanges = Vec::new();
    for a in 0..4 {
        for b in 0..4 {
            for c in 0..4 {
                let exchange = [a, b, c, 6usize.wrapping_sub(a + b + c)];
                let different: BTreeSet<usize> = exchange.into_iter().filter(|suit| *suit < 4).collect();
                if different.len() == 4
                    && exchange_suits(board, &exchange) == board
                    && exchange_suits(spot.remaining, &exchange) == spot.remaining
                {
                    exchanges.push(exchange);
                }
            }
        }
    }
    exchanges
}

/// The cards with suit `s` replaced by suit `exchange[s]`; the joker stays.
fn exchange_suits(cards: CardSet, exchange: &[usize; 4]) -> CardSet {
    let moved = |card: Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => Card::new(rank, Suit::ALL[exchange[suit as usize]]),
        _ => card,
    };
    cards.iter().map(moved).collect()
}

/// The number of sample deals drawn from one stream.
const SAMPLES_PER_STREAM: u64 = 4_096;
/// After this many draws in which hands collided, the ranges are taken to leave no possible deal.
const MAX_COLLISIONS: u64 = 1_000_000;

/// Estimates equity from random deals. The same seed gives the same sample, whatever the number of threads:
/// printed figures can be repeated.
///
/// # Errors
/// [`SpotError::NoDeal`] if the ranges seem to leave no way to give every player a hand.
pub fn sampled_equity(
    spot: &Spot,
    samples: u64,
    seed: u64,
    progress: Progress<'_>,
) -> Result<Equity, SpotError> {
    let players = spot.players();
    let master = Seed::of_number(seed);
    let done = std::sync::atomic::AtomicU64::new(0);
    let tally = (0..samples.div_ceil(SAMPLES_PER_STREAM))
        .into_par_iter()
        .map(|number| {
            let mut stream = Stream::new(&Seed::of_hand(&master, number, DeckId::FIRST_ATTEMPT), Label::Bots);
            let mut tally = Tally::new(players);
            let deals = SAMPLES_PER_STREAM.min(samples - number * SAMPLES_PER_STREAM);
            for _ in 0..deals {
                let result = deal_at_random(spot, &mut stream)?;
                tally.add(result, 1);
            }
            let done = done.fetch_add(deals, std::sync::atomic::Ordering::Relaxed) + deals;
            progress(done, samples);
            Some(tally)
        })
        .try_reduce(
            || Tally::new(players),
            |mut all, part| {
                all.merge(part, 1);
                Some(all)
            },
        );
    tally.map(|tally| equity_of(tally, false)).ok_or(SpotError::NoDeal)
}

/// The winners, high and low, of one random deal: hands from the ranges by their weights, all redrawn as long
/// as two share a card, then random hands and the board. `None` if the ranges seem to leave no deal. Draws in
/// a fixed order, which seeds rely on.
fn deal_at_random(spot: &Spot, stream: &mut Stream) -> Option<(u32, u32)> {
    let mut holes = vec![Vec::new(); spot.players()];
    let mut left;
    let mut collisions = 0;
    'again: loop {
        left = spot.remaining;
        for ((hole, range), sums) in holes.iter_mut().zip(&spot.ranges).zip(&spot.cumulative_weights) {
            if let (Range::Hands(hands), Some(all)) = (range, sums.last()) {
                let drawn = stream.below(*all);
                let hand = &hands[sums.partition_point(|sum| *sum <= drawn)].cards;
                let cards: CardSet = hand.iter().copied().collect();
                if !cards.difference(left).is_empty() {
                    collisions += 1;
                    if collisions == MAX_COLLISIONS {
                        return None;
                    }
                    continue 'again;
                }
                left = left.difference(cards);
                hole.clone_from(hand);
            }
        }
        break;
    }
    let mut stub: Vec<Card> = left.iter().collect();
    let random = spot.ranges.iter().filter(|range| **range == Range::Random).count() * spot.game.hole_cards();
    let needed = random + 5 - spot.board.len();
    if stub.len() < needed {
        return None;
    }
    stream.partial_shuffle(&mut stub, needed);
    let mut cards = stub.into_iter();
    for (hole, _) in holes.iter_mut().zip(&spot.ranges).filter(|(_, range)| **range == Range::Random) {
        *hole = cards.by_ref().take(spot.game.hole_cards()).collect();
    }
    let board: Vec<Card> = spot.board.iter().copied().chain(cards).take(5).collect();
    Some(winners(&spot.ranking, &spot.ranking.board(&board), &holes))
}
