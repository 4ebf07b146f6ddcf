//! Where a set of cards stands in the tables: a sum of one number a card, then one step through a small table.
//!
//! Each rank has a weight of 32 bits, and the weights of a hand's cards are added, what overflows being lost.
//! No two sets of ranks get the same upper 13 and lower 16 bits. The upper 13 bits name a *row*, the lower 16 a
//! place within it, and the rows are pushed over each other until every set has a place of its own (displacement
//! hashing, as sparse tables have been packed for fifty years).
//! The places depend on nothing an operator chooses but the joker, so they are found once and rankings share them.

use std::sync::OnceLock;

use crate::made::Counts;

/// In the upper half the weights, added up; in the lowest 16 bits the cards of each suit, four bits a suit, which
/// start at three and so have their top bit set when five cards are suited. The joker counts in every suit.
pub(crate) type Sum = u64;

/// Where a suit has five cards.
pub(crate) const SUITED: Sum = 0x8888;
const NO_SUIT: Sum = 0x3333;

/// The weights of the thirteen ranks, of the joker, and of a hand of six and of five cards.
///
/// They are the first numbers of SplitMix64 from seed 1, upper halves; the test below is what they must pass.
const WEIGHTS: [Sum; 16] = {
    let mut weights = [0; 16];
    let mut state: u64 = 1;
    let mut at = 0;
    while at < 16 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        weights[at] = (mixed ^ (mixed >> 31)) >> 32 << 32;
        at += 1;
    }
    weights
};
const JOKER: Sum = WEIGHTS[13];
const SIX: Sum = WEIGHTS[14];
const FIVE: Sum = WEIGHTS[15];

/// What each card adds to a sum, by its number; unused numbers add nothing.
pub(crate) static CARD: [Sum; 64] = {
    let mut sums = [0; 64];
    let mut card = 0;
    while card < 52 {
        sums[card] = WEIGHTS[card / 4] | 1 << (4 * (card % 4));
        card += 1;
    }
    sums[52] = JOKER | 0x1111;
    sums
};

/// Which of the two tables a hand of so many cards is found in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Seven cards: most hands.
    Seven,
    /// Five or six cards; the sum starts from this.
    Fewer(Sum),
    /// There is no table.
    Other,
}

impl Size {
    #[inline(always)]
    pub(crate) const fn of(cards: usize) -> Size {
        match cards {
            7 => Size::Seven,
            6 => Size::Fewer(SIX | NO_SUIT),
            5 => Size::Fewer(FIVE | NO_SUIT),
            _ => Size::Other,
        }
    }
}

/// What a sum of seven cards starts from.
pub(crate) const SEVEN: Sum = NO_SUIT;

const ROWS: usize = 1 << 13;
/// How many places a table has: a row may start anywhere in the first half and reach over half the table.
const PLACES: usize = 1 << 17;

/// How far each row is pushed.
struct Index(Box<[u16; ROWS]>);

impl Index {
    #[inline(always)]
    fn place(&self, sum: Sum) -> usize {
        usize::from((sum >> 32) as u16) + usize::from(self.0[(sum >> 51) as usize])
    }

    /// Pushes the rows of these sums, fullest first, to the first start where none meets another.
    ///
    /// Searches begin at 0 so that the table stays short; where the sets would not fit so, they begin all over it.
    fn pack(sums: &[Sum]) -> Index {
        let spread = sums.len() > 60_000;
        let mut rows: Vec<(usize, Vec<usize>)> = (0..ROWS).map(|row| (row, Vec::new())).collect();
        for sum in sums {
            rows[(sum >> 51) as usize].1.push(usize::from((sum >> 32) as u16));
        }
        rows.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        let mut pushed = Box::new([0; ROWS]);
        let mut taken = vec![false; PLACES];
        for (row, places) in rows {
            let first = if spread { row as u16 ^ (row as u16).wrapping_mul(40_503) } else { 0 };
            let free = |push: u16| places.iter().all(|place| !taken[place + usize::from(push)]);
            let push = (0..=u16::MAX).map(|step| first.wrapping_add(step)).find(|push| free(*push));
            // The weights are constants: the tests see to it that there is always room.
            let push = push.expect("the weights of the ranks pack into the table");
            for place in places {
                taken[place + usize::from(push)] = true;
            }
            pushed[row] = push;
        }
        Index(pushed)
    }
}

/// The sets of ranks a table has entries for, and where: with or without the joker, of seven or of fewer cards.
fn index(joker: bool, sevens: bool) -> &'static Index {
    static INDICES: [OnceLock<Index>; 4] = [const { OnceLock::new() }; 4];
    INDICES[2 * usize::from(joker) + usize::from(sevens)].get_or_init(|| {
        let mut sums = Vec::new();
        each_set(joker, sevens, 0, |_, _, sum| sums.push(sum));
        Index::pack(&sums)
    })
}

/// A number for every set of ranks of so many cards.
pub(crate) struct Table {
    index: &'static Index,
    numbers: Box<[u16; PLACES]>,
}

impl Table {
    /// The number behind a sum.
    #[inline(always)]
    pub(crate) fn get(&self, sum: Sum) -> u16 {
        self.numbers[self.index.place(sum)]
    }

    /// A table of the numbers of these sums.
    pub(crate) fn of(joker: bool, sevens: bool, numbers: impl Iterator<Item = (Sum, u16)>) -> Table {
        let mut table = Table { index: index(joker, sevens), numbers: zeros() };
        for (sum, number) in numbers {
            table.numbers[table.index.place(sum)] = number;
        }
        table
    }
}

/// An array on the heap, all zero.
pub(crate) fn zeros<const N: usize>() -> Box<[u16; N]> {
    vec![0; N].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; N]))
}

/// Every set of ranks of seven, or else of five or six cards, none of them below `lowest`, without suits.
/// With `joker` also those of which one is the joker; the second value tells them.
pub(crate) fn each_set(joker: bool, sevens: bool, lowest: usize, mut visit: impl FnMut(&Counts, bool, Sum)) {
    let sizes: &[(usize, Sum)] = if sevens { &[(7, 0)] } else { &[(6, SIX), (5, FIVE)] };
    for (cards, start) in sizes {
        let mut counts = [0; 13];
        spread(&mut counts, 12, lowest, *cards, *start, &mut |counts, sum| visit(counts, false, sum));
        if joker {
            let start = start.wrapping_add(JOKER);
            spread(&mut counts, 12, lowest, cards - 1, start, &mut |counts, sum| visit(counts, true, sum));
        }
    }
}

fn spread(
    counts: &mut Counts,
    rank: usize,
    lowest: usize,
    left: usize,
    sum: Sum,
    visit: &mut impl FnMut(&Counts, Sum),
) {
    for count in 0..=left.min(4) {
        let sum = sum.wrapping_add(WEIGHTS[rank].wrapping_mul(count as u64));
        counts[rank] = count as u8;
        if rank > lowest {
            spread(counts, rank - 1, lowest, left - count, sum, visit);
        } else if count == left {
            visit(counts, sum);
        }
    }
    counts[rank] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_ranks_has_a_place_of_its_own() {
        // Coefficients of (1 + x + x^2 + x^3 + x^4)^13: 4 cards 1,820, 5 cards 6,175, 6 cards 18,395, 7 cards 49,205.
        let sizes = [6_175 + 18_395, 49_205, 6_175 + 18_395 + 1_820 + 6_175, 49_205 + 18_395];
        for (joker, sevens, size) in [
            (false, false, sizes[0]),
            (false, true, sizes[1]),
            (true, false, sizes[2]),
            (true, true, sizes[3]),
        ] {
            let index = index(joker, sevens);
            let mut taken = vec![false; PLACES];
            let mut sets = 0;
            each_set(joker, sevens, 0, |_, _, sum| {
                let place = index.place(sum);
                assert!(!taken[place], "two sets at {place}");
                taken[place] = true;
                sets += 1;
            });
            assert_eq!(sets, size);
        }
    }
}
