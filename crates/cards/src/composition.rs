//! Hands made of exactly two hole cards and three of the five board cards.
//!
//! For every board of five ranks there is a row, which gives the best hand that each pair of hole ranks makes
//! with any three of the board ranks. Ranking four hole cards therefore takes six numbers from one row. Suits
//! are looked at only if the board has three cards of a suit and the hand has two.

use crate::Card;
use crate::hand_rules::RankCounts;
use crate::index::{
    self, FIVE_AND_SIX_CARD_PLACES, FIVE_START, RankTable, SUIT_COUNTS_SHIFT, WeightSum, weight,
};

/// The number of pairs of hole ranks: 91 of natural cards, 13 with the joker.
const PAIRS: usize = 91 + 13;
/// The rank number of the joker; the others are 0 to 12.
const JOKER: usize = 13;

/// The index in a row of a pair of ranks, looked up by 16 times the first plus the second.
static PAIR_INDEX: [u8; 256] = {
    let mut twos = [0; 256];
    let mut a = 0;
    while a <= JOKER {
        let mut b = 0;
        while b <= a && b < JOKER {
            // Pairs of natural ranks take 0 to 90; 13 * 14 / 2 is 91, so the joker's pairs follow directly.
            let two = (a * (a + 1) / 2 + b) as u8;
            twos[a * 16 + b] = two;
            twos[b * 16 + a] = two;
            b += 1;
        }
        a += 1;
    }
    twos
};

pub(crate) type BoardRow = [u16; PAIRS];

/// The rows of all boards.
pub(crate) struct BoardRows {
    rows: Box<[BoardRow]>,
    /// Maps the sum of a board's five cards to the index of its row.
    row_of: RankTable<FIVE_AND_SIX_CARD_PLACES>,
}

impl BoardRows {
    /// Builds the rows of every board without a rank below `lowest`, once for each ranking. `strength` gives
    /// the strength of five cards by their sum, suits ignored; 0 means no hand.
    pub(crate) fn build(joker: bool, lowest: usize, strength: impl Fn(WeightSum) -> u16) -> BoardRows {
        let ranks = lowest..if joker { JOKER + 1 } else { JOKER };
        // The best hand of every three board ranks with every pair of hole ranks.
        let mut threes: Vec<BoardRow> = Vec::new();
        let mut three_of = vec![0; 1 << 12];
        for a in ranks.clone() {
            for b in lowest..=a {
                for c in lowest..=b {
                    let mut row = [0; PAIRS];
                    for d in ranks.clone() {
                        for e in lowest..=d {
                            let five = [a, b, c, d, e];
                            if five.iter().all(|rank| {
                                let most = if *rank == JOKER { 1 } else { 4 };
                                five.iter().filter(|other| *other == rank).count() <= most
                            }) {
                                row[pair_index(d, e)] = strength(weigh_ranks(&five));
                            }
                        }
                    }
                    three_of[triple_index(a, b, c)] = threes.len();
                    threes.push(row);
                }
            }
        }
        let mut rows = Vec::new();
        let mut numbers = Vec::new();
        index::for_each_rank_set(joker, false, lowest, |counts, with_joker, sum| {
            let Some(board) = board_ranks(counts, with_joker) else { return };
            let mut row = [0; PAIRS];
            let mut done = [usize::MAX; 10];
            for (at, [a, b, c]) in TRIPLES.into_iter().enumerate() {
                done[at] = three_of[triple_index(board[a], board[b], board[c])];
                if !done[..at].contains(&done[at]) {
                    for (best, other) in row.iter_mut().zip(&threes[done[at]]) {
                        *best = (*best).max(*other);
                    }
                }
            }
            numbers.push((sum, rows.len() as u16));
            rows.push(row);
        });
        BoardRows { rows: rows.into_boxed_slice(), row_of: RankTable::filled(joker, numbers.into_iter()) }
    }

    /// The memory used, in bytes, without the row offsets that tables share; a part of
    /// [`Ranking::memory_size`](crate::Ranking::memory_size).
    pub(crate) fn memory_size(&self) -> usize {
        size_of_val(&*self.rows) + self.row_of.memory_size()
    }

    /// The row of a five-card board, by the sum of its cards from [`FIVE_START`]: the strength of each pair
    /// of hole ranks with the best three of the board, suits ignored.
    #[inline(always)]
    pub(crate) fn row(&self, board: WeightSum) -> &BoardRow {
        // An impossible board gets the first row, and with it a meaningless strength.
        self.rows.get(usize::from(self.row_of.get(board))).unwrap_or(&self.rows[0])
    }
}

/// The greatest strength in a board's row over all pairs of these hole cards, suits ignored; 0 for fewer than
/// two. The hot path of Omaha and Manila.
#[inline(always)]
pub(crate) fn best_in_row(row: &BoardRow, hole: &[Card]) -> u16 {
    let rank = |card: Card| card.index() / 4;
    let number = |a: usize, b: usize| row[pair_index(a, b)];
    // Omaha's four and Manila's three cards are unrolled for speed.
    if let [a, b, c, d] = *hole {
        let (a, b, c, d) = (rank(a), rank(b), rank(c), rank(d));
        let first = number(a, b).max(number(a, c)).max(number(a, d));
        return first.max(number(b, c)).max(number(b, d)).max(number(c, d));
    }
    if let [a, b, c] = *hole {
        let (a, b, c) = (rank(a), rank(b), rank(c));
        return number(a, b).max(number(a, c)).max(number(b, c));
    }
    let mut best = 0;
    for (at, first) in hole.iter().enumerate() {
        for second in &hole[at + 1..] {
            best = best.max(number(rank(*first), rank(*second)));
        }
    }
    best
}

/// The suits in which a flush is possible, two hole cards with three of the board, as the top bits of the
/// four suit counts of a [`WeightSum`]; 0, almost always, spares the search for flushes.
#[inline(always)]
pub(crate) fn flush_suits(hole: &[Card], board: WeightSum) -> WeightSum {
    // A suit is marked when its count reaches eight. The board's counts start at three and need three cards,
    // the hand's need two; the starting values make up the difference. The other parts of the sums do not
    // carry into the counts.
    let start = 0x6666 << SUIT_COUNTS_SHIFT;
    let hole = hole.iter().fold(start, |sum: WeightSum, card| sum.wrapping_add(weight(*card)));
    hole & board.wrapping_add(0x2222 << SUIT_COUNTS_SHIFT) & index::SUITED
}

/// The greatest strength of a flush of two hole cards and three board cards in any of the given suits, which
/// are those of [`flush_suits`]. `table` has strengths by rank bits, bit 13 for the joker.
#[inline(never)]
pub(crate) fn best_flush(table: &[u16; 1 << 14], suits: WeightSum, hole: &[Card], board: &[Card]) -> u16 {
    let mut best = 0;
    for suit in (0..4).filter(|suit| suits >> (SUIT_COUNTS_SHIFT as usize + 4 * suit) & 8 != 0) {
        // The joker is bit 13.
        let ranks = |cards: &[Card]| {
            let of_suit = cards.iter().filter(|card| card.index() % 4 == suit || **card == Card::JOKER);
            of_suit.fold(0, |ranks, card| ranks | 1 << (card.index() / 4))
        };
        best = best.max(flush_within(table, ranks(hole), ranks(board)));
    }
    best
}

/// The best flush of exactly two of the hole cards and three of the board cards of one suit, given as rank
/// bits; 0 if there are too few of either.
pub(crate) fn flush_within(table: &[u16; 1 << 14], hole: u16, board: u16) -> u16 {
    let mut best = 0;
    for two in subsets(hole, 2) {
        for three in subsets(board, 3) {
            best = best.max(table[usize::from(two | three) & ((1 << 14) - 1)]);
        }
    }
    best
}

/// The subsets of `bits` that have exactly `number` bits set, for choosing the hole cards and the board cards
/// of a flush.
fn subsets(bits: u16, number: u32) -> impl Iterator<Item = u16> {
    // Counts down through the submasks, from all of `bits` to none.
    let mut next = Some(bits);
    std::iter::from_fn(move || {
        let subset = next?;
        next = subset.checked_sub(1).map(|below| below & bits);
        Some(subset)
    })
    .filter(move |subset| subset.count_ones() == number)
}

/// The index in a [`BoardRow`] of two hole ranks, 0 to 12 or [`JOKER`], in either order. Impossible ranks
/// give some index in the row, never a panic.
#[inline(always)]
fn pair_index(a: usize, b: usize) -> usize {
    usize::from(PAIR_INDEX[(a & 15) * 16 + (b & 15)]).min(PAIRS - 1)
}

/// An index below 4,096 for three ranks, the same in whatever order they come; only while rows are built.
fn triple_index(a: usize, b: usize, c: usize) -> usize {
    let mut ranks = [a, b, c];
    ranks.sort_unstable();
    ranks[0] << 8 | ranks[1] << 4 | ranks[2]
}

const TRIPLES: [[usize; 3]; 10] = [
    [0, 1, 2],
    [0, 1, 3],
    [0, 1, 4],
    [0, 2, 3],
    [0, 2, 4],
    [0, 3, 4],
    [1, 2, 3],
    [1, 2, 4],
    [1, 3, 4],
    [2, 3, 4],
];

/// The sum of five ranks, as [`RankTable`] looks them up; it says nothing about suits.
fn weigh_ranks(five: &[usize; 5]) -> WeightSum {
    five.iter()
        .filter_map(|rank| Card::from_index(rank * 4))
        .fold(FIVE_START, |sum, card| sum.wrapping_add(weight(card)))
}

/// The five ranks of a set, lowest first and the joker last; `None` if it has any other number of cards.
fn board_ranks(counts: &RankCounts, joker: bool) -> Option<[usize; 5]> {
    let natural = (0..13).flat_map(|rank| std::iter::repeat_n(rank, usize::from(counts[rank])));
    let ranks: Vec<usize> = natural.chain(joker.then_some(JOKER)).collect();
    ranks.try_into().ok()
}
