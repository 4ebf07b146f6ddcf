//! All deals of Omaha and Three Card Manila: every board with all hole cards.

use std::collections::BTreeSet;

use cards::{Card, CardSet, Category, Choice, LowQualifier, Rank, Ranking, ShowdownMode, Suit};
use odds::ShowdownGame;
use rayon::prelude::*;

use crate::table::{Line, lines, slowness};

/// The permutations of the four suits.
fn exchanges() -> Vec<[usize; 4]> {
    let mut all = Vec::new();
    for a in 0..4 {
        for b in 0..4 {
            for c in 0..4 {
                for d in 0..4 {
                    if BTreeSet::from([a, b, c, d]).len() == 4 {
                        all.push([a, b, c, d]);
                    }
                }
            }
        }
    }
    all
}

fn exchanged(board: &[Card; 5], exchange: &[usize; 4]) -> CardSet {
    let moved = |card: &Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => Card::new(rank, Suit::ALL[exchange[suit as usize]]),
        _ => *card,
    };
    board.iter().map(moved).collect()
}

/// One of each class of boards that differ only in suits, with the size of the class.
fn boards(deck: &[Card]) -> Vec<([Card; 5], u64)> {
    let exchanges = exchanges();
    let firsts: Vec<(usize, usize)> =
        (0..deck.len()).flat_map(|a| (a + 1..deck.len()).map(move |b| (a, b))).collect();
    let boards = firsts.into_par_iter().flat_map_iter(|(a, b)| {
        let mut found = Vec::new();
        for c in b + 1..deck.len() {
            for d in c + 1..deck.len() {
                for e in d + 1..deck.len() {
                    let board = [deck[a], deck[b], deck[c], deck[d], deck[e]];
                    let itself: CardSet = board.iter().copied().collect();
                    // The smallest board represents its class.
                    if exchanges.iter().all(|exchange| exchanged(&board, exchange) >= itself) {
                        let sort: BTreeSet<CardSet> =
                            exchanges.iter().map(|exchange| exchanged(&board, exchange)).collect();
                        found.push((board, sort.len() as u64));
                    }
                }
            }
        }
        found
    });
    boards.collect()
}

/// Counts sets of hole cards by level; the level of a set is the highest of its pairs of cards.
fn holes_by_level(levels: &[[u8; 52]; 52], cards: usize, hole: usize) -> [u64; 16] {
    let mut holes = [0; 16];
    for (a, of_a) in levels[..cards].iter().enumerate() {
        for (b, of_b) in levels[..cards].iter().enumerate().skip(a + 1) {
            for (c, of_c) in levels[..cards].iter().enumerate().skip(b + 1) {
                let three = of_a[b].max(of_a[c]).max(of_b[c]);
                if hole == 3 {
                    holes[usize::from(three & 15)] += 1;
                    continue;
                }
                for ((a, b), c) in of_a[c + 1..cards].iter().zip(&of_b[c + 1..cards]).zip(&of_c[c + 1..cards])
                {
                    holes[usize::from(three.max(*a).max(*b).max(*c) & 15)] += 1;
                }
            }
        }
    }
    holes
}

/// A level for every pair of cards that is not on the board.
fn pairs(stub: &[Card], level: impl Fn(&[Card; 2]) -> u8) -> [[u8; 52]; 52] {
    let mut levels = [[0; 52]; 52];
    for (a, first) in stub.iter().enumerate() {
        for (b, second) in stub.iter().enumerate().skip(a + 1) {
            levels[a][b] = level(&[*first, *second]);
        }
    }
    levels
}

/// Counts the high and low hands of all deals and compares them with a line of the table.
fn check(line: &Line) {
    let hole = line.text("game").parse::<ShowdownGame>().unwrap().hole_cards();
    let split = Choice { mode: ShowdownMode::HighLow, low_qualifier: LowQualifier::Eight, ..line.choice() };
    let rankings = ["low", "high"]
        .map(|low_ace| Ranking::of(Choice { low_ace: low_ace.parse().unwrap(), ..split }).unwrap());
    let lows = ["eight_ace_low", "eight_ace_high"].map(|column| line.numbers(column));
    let deck = rankings[0].deck();
    let boards = boards(deck);
    assert_eq!(boards.len() as u128, line.number("boards"));
    let add = |mut all: [[u64; 16]; 3], part: [[u64; 16]; 3]| {
        all.iter_mut().flatten().zip(part.iter().flatten()).for_each(|(all, part)| *all += part);
        all
    };
    let counted = boards
        .par_iter()
        .map(|(board, times)| {
            let stub: Vec<Card> = deck.iter().copied().filter(|card| !board.contains(card)).collect();
            let shared = rankings.each_ref().map(|ranking| ranking.board(board));
            let count = |level: &dyn Fn(&[Card; 2]) -> u8| {
                holes_by_level(&pairs(&stub, level), stub.len(), hole).map(|holes| holes * times)
            };
            let high = count(&|pair| {
                // The category in this ranking's order: the upper four bits of a strength.
                (shared[0].high(pair).number() >> 12) as u8
            });
            let low = [0, 1].map(|which| {
                if lows[which].is_empty() {
                    return [0; 16];
                }
                count(&|pair| {
                    let top = shared[which].low(pair).map(|low| rankings[which].low_ranks(low).unwrap()[0]);
                    // No low hand, then from eight high up to five high, the best.
                    top.map_or(0, |top| Rank::Eight as u8 + 1 - top as u8)
                })
            });
            [high, low[0], low[1]]
        })
        .reduce(|| [[0; 16]; 3], add);
    let mut kinds = [0u64; 11];
    for (place, deals) in (0u16..).zip(counted[0]).filter(|(_, deals)| *deals > 0) {
        let category = rankings[0].strength(place << 12).unwrap().category();
        kinds[Category::ALL.iter().position(|kind| *kind == category).unwrap()] += deals;
    }
    assert_eq!(u128::from(kinds.iter().sum::<u64>()), line.number("deals"));
    assert_eq!(kinds.to_vec(), line.numbers("kinds"), "{:?}", line.choice());
    for (given, known) in counted[1..].iter().zip(&lows).filter(|(_, known)| !known.is_empty()) {
        assert_eq!(given[..5].to_vec(), *known, "{:?}", line.choice());
    }
}

fn check_all(game: &str, wanted: impl Fn(u128) -> bool) {
    let table = lines(include_str!("../known/two-and-three-deals.csv"));
    let rows: Vec<&Line> = table.iter().filter(|line| line.text("game") == game).collect();
    assert_eq!(rows.len(), 24);
    for line in rows.into_iter().filter(|line| wanted(line.number("deck") + line.number("joker"))) {
        check(line);
    }
}

#[test]
fn every_deal_of_manila_makes_a_known_hand() {
    check_all("manila", |cards| slowness() > 0 || cards == 32);
}

#[test]
fn every_deal_of_omaha_makes_a_known_hand() {
    // Decks of 48 cards or more take minutes each, so they run only with `SLOW=2`.
    check_all("omaha", |cards| match slowness() {
        0 => false,
        1 => cards <= 45,
        _ => true,
    });
}
