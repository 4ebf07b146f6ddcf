//! Finds the table entry of a set of cards: one number per card is added up, then one lookup in a small table
//! follows.
//!
//! Each rank has a weight, and the weights of a hand's cards are added. A weight consists of two numbers: one
//! of 28 bits at the top, which wraps on overflow, and one of 16 bits at the bottom, with room above it to
//! grow. The top 13 bits of a sum select a *row*, its lowest bits a position within the row (16 bits for
//! seven cards, 15 for fewer); no two sets of ranks have both in common. The rows are shifted over each other
//! until every set has a place of its own (displacement hashing, the classic way to pack sparse tables). The
//! places do not depend on any setting but the joker, so they are computed once and shared by all rankings.

use std::sync::OnceLock;

use crate::Card;
use crate::hand_rules::RankCounts;

/// The sum of the weights of some cards: one number from bit 36 up, another at the bottom up to bit 18, which
/// has room for eight cards. Between them are the suit counts, four bits per suit. They start at three, so
/// that the top bit of a count is set when five cards are suited. The joker counts in every suit.
pub(crate) type WeightSum = u64;

/// The bit at which the suit counts begin.
pub(crate) const SUIT_COUNTS_SHIFT: u32 = 20;
/// The top bits of the suit counts; each is set if the suit has five cards.
pub(crate) const SUITED: WeightSum = 0x8888 << SUIT_COUNTS_SHIFT;
const NO_SUIT: WeightSum = 0x3333 << SUIT_COUNTS_SHIFT;
/// What the joker adds to the suit counts.
pub(crate) const ONE_OF_EACH_SUIT: WeightSum = 0x1111 << SUIT_COUNTS_SHIFT;

/// The weights of the thirteen ranks and of the joker, then the starting values of six-card and five-card
/// sums.
///
/// They come from the first numbers of SplitMix64 with seed 3, the first seed whose weights pass the test
/// below.
pub(crate) static WEIGHTS: [WeightSum; 16] = {
    let mut weights = [0; 16];
    let mut state: u64 = 3;
    let mut at = 0;
    while at < 16 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        weights[at] = mixed >> 36 << 36 | mixed & 0xffff;
        at += 1;
    }
    weights
};
const JOKER: WeightSum = WEIGHTS[13];
/// The starting value of a seven-card sum.
pub(crate) const SEVEN_START: WeightSum = NO_SUIT;
const SIX_START: WeightSum = WEIGHTS[14] | NO_SUIT;
/// The starting value of a five-card sum.
pub(crate) const FIVE_START: WeightSum = WEIGHTS[15] | NO_SUIT;

/// What each card adds to a sum, by its index. Unused indices add nothing; the array covers every byte so
/// that no bounds check is needed.
static CARD_WEIGHTS: [WeightSum; 256] = {
    let mut sums = [0; 256];
    let mut card = 0;
    while card < 52 {
        sums[card] = WEIGHTS[card / 4] | 1 << (SUIT_COUNTS_SHIFT as usize + 4 * (card % 4));
        card += 1;
    }
    sums[52] = JOKER | ONE_OF_EACH_SUIT;
    sums
};

/// What a card adds to a sum: its rank's weight, and one in its suit's count; the joker counts in every suit.
/// All tables are looked up by such sums, from the starting value for the number of cards.
#[inline(always)]
pub(crate) const fn weight(card: Card) -> WeightSum {
    CARD_WEIGHTS[card.0 as usize]
}

/// Which of the two tables a hand of a given size is looked up in.
pub(crate) enum HandSize {
    /// Seven cards, the most frequent case.
    Seven,
    /// Five or six cards, with the starting value of their sum.
    FiveOrSix(WeightSum),
    /// There is no table for this size.
    Other,
}

impl HandSize {
    /// The table in which a hand of this many cards is looked up, with the starting value of its sum where
    /// two sizes share a table.
    #[inline(always)]
    pub(crate) const fn for_count(cards: usize) -> HandSize {
        match cards {
            7 => HandSize::Seven,
            6 => HandSize::FiveOrSix(SIX_START),
            5 => HandSize::FiveOrSix(FIVE_START),
            _ => HandSize::Other,
        }
    }
}

const ROWS: usize = 1 << 13;
/// The size of a seven-card table: a row may start anywhere in the first half and spans half the table.
pub(crate) const SEVEN_CARD_PLACES: usize = 1 << 17;
/// The size of a table of five-card and six-card hands.
pub(crate) const FIVE_AND_SIX_CARD_PLACES: usize = 1 << 16;

/// The position of a sum within its row, in a table of `places` places: the sum's lowest bits, half the table
/// wide. Building and looking up must agree on it.
#[inline(always)]
const fn place_in_row(sum: WeightSum, places: usize) -> usize {
    sum as usize & (places / 2 - 1)
}

/// How far each row is shifted.
pub(crate) type RowOffsets = [u16; ROWS];

/// Finds the offset of every row of these sums so that no two sets of ranks share a place. Panics if they do
/// not fit, which the constant weights rule out; stored nowhere, so the packing may change.
///
/// The search begins at 0 to keep the table short; if the sets would not fit that way, it begins at starts
/// spread over the table.
fn pack_rows(sums: &[WeightSum], places: usize) -> Box<RowOffsets> {
    let spread = sums.len() > places / 2;
    let last = places / 2 - 1;
    let mut rows: Vec<(usize, Vec<usize>)> = (0..ROWS).map(|row| (row, Vec::new())).collect();
    for sum in sums {
        rows[(sum >> 51) as usize].1.push(place_in_row(*sum, places));
    }
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.len()));
    let mut offsets = Box::new([0; ROWS]);
    let mut taken = vec![false; places];
    for (number, row) in rows {
        let first = if spread { number.wrapping_mul(40_503) } else { 0 };
        let free = |offset: usize| row.iter().all(|place| !taken[place + offset]);
        let offset = (0..=last).map(|step| first.wrapping_add(step) & last).find(|offset| free(*offset));
        // The weights are constants, and the tests make sure that there is always room.
        let offset = offset.expect("the weights of the ranks pack into the table");
        for place in row {
            taken[place + offset] = true;
        }
        offsets[number] = offset as u16;
    }
    offsets
}

/// The row offsets for sets of ranks with or without the joker, of seven cards or of five and six: computed
/// once per process and shared by all rankings.
fn row_offsets(joker: bool, sevens: bool) -> &'static RowOffsets {
    static INDICES: [OnceLock<Box<RowOffsets>>; 4] = [const { OnceLock::new() }; 4];
    INDICES[2 * usize::from(joker) + usize::from(sevens)].get_or_init(|| {
        let mut sums = Vec::new();
        for_each_rank_set(joker, sevens, 0, |_, _, sum| sums.push(sum));
        pack_rows(&sums, if sevens { SEVEN_CARD_PLACES } else { FIVE_AND_SIX_CARD_PLACES })
    })
}

/// Maps every set of ranks to a number: sets of seven cards if it has [`SEVEN_CARD_PLACES`] places, sets of
/// five and six if it has [`FIVE_AND_SIX_CARD_PLACES`].
pub(crate) struct RankTable<const PLACES: usize> {
    offsets: &'static RowOffsets,
    numbers: Box<[u16; PLACES]>,
}

impl<const PLACES: usize> RankTable<PLACES> {
    /// The index in `numbers` for a sum, one for each set of ranks. Sums of impossible cards give some index
    /// too, never a panic.
    #[inline(always)]
    fn place(&self, sum: WeightSum) -> usize {
        // The mask never changes the place, but lets the compiler drop the bounds check.
        (place_in_row(sum, PLACES) + usize::from(self.offsets[(sum >> 51) as usize])) & (PLACES - 1)
    }

    /// The number stored for a sum; meaningless for cards that the table was not filled for.
    #[inline(always)]
    pub(crate) fn get(&self, sum: WeightSum) -> u16 {
        self.numbers[self.place(sum)]
    }

    /// The memory used by the numbers, in bytes; the row offsets are shared and not counted. A part of
    /// [`Ranking::memory_size`](crate::Ranking::memory_size).
    pub(crate) fn memory_size(&self) -> usize {
        size_of_val(&*self.numbers)
    }

    /// A table with these numbers, each stored for its sum; 0 for every other sum.
    pub(crate) fn filled(joker: bool, numbers: impl Iterator<Item = (WeightSum, u16)>) -> RankTable<PLACES> {
        let mut table = RankTable::empty(joker);
        for (sum, number) in numbers {
            table.store(sum, number);
        }
        table
    }

    /// A table of zeros for sets with or without the joker, to be filled by [`RankTable::store`].
    pub(crate) fn empty(joker: bool) -> RankTable<PLACES> {
        RankTable { offsets: row_offsets(joker, PLACES == SEVEN_CARD_PLACES), numbers: zeros() }
    }

    /// Stores a number for the sum of one set of ranks, which must be of the table's sizes: another would
    /// take the place of a different set.
    pub(crate) fn store(&mut self, sum: WeightSum, number: u16) {
        let place = self.place(sum);
        self.numbers[place] = number;
    }
}

/// A zeroed array on the heap, for tables too large for the stack.
pub(crate) fn zeros<const N: usize>() -> Box<[u16; N]> {
    vec![0; N].into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; N]))
}

/// Visits every set of ranks of seven cards, or else of five or six, with at most four of a rank, none below
/// `lowest` and without suits: the entries of a table. With `joker`, also the sets that include the joker;
/// the second argument of the visitor says which, the third is the sum that looks the set up. The joker is in
/// that sum but not in the counts.
pub(crate) fn for_each_rank_set(
    joker: bool,
    sevens: bool,
    lowest: usize,
    mut visit: impl FnMut(&RankCounts, bool, WeightSum),
) {
    let sizes: &[(usize, WeightSum)] =
        if sevens { &[(7, SEVEN_START)] } else { &[(6, SIX_START), (5, FIVE_START)] };
    for (cards, start) in sizes {
        let mut counts = [0; 13];
        for_each_rank_set_below(&mut counts, 12, lowest, *cards, *start, &mut |counts, sum| {
            visit(counts, false, sum)
        });
        if joker {
            let start = start.wrapping_add(JOKER);
            for_each_rank_set_below(&mut counts, 12, lowest, cards - 1, start, &mut |counts, sum| {
                visit(counts, true, sum)
            });
        }
    }
}

/// Visits every way to add exactly `left` cards of ranks from `rank` down to `lowest` to the counts, which
/// are as before afterwards. `sum` is the sum so far.
fn for_each_rank_set_below(
    counts: &mut RankCounts,
    rank: usize,
    lowest: usize,
    left: usize,
    sum: WeightSum,
    visit: &mut impl FnMut(&RankCounts, WeightSum),
) {
    for count in 0..=left.min(4) {
        let sum = sum.wrapping_add(WEIGHTS[rank].wrapping_mul(count as u64));
        counts[rank] = count as u8;
        if rank > lowest {
            for_each_rank_set_below(counts, rank - 1, lowest, left - count, sum, visit);
        } else if count == left {
            visit(counts, sum);
        }
    }
    counts[rank] = 0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that there are as many sets of ranks as calculated and that each has a place of its own.
    fn check<const PLACES: usize>(joker: bool, sets: usize) {
        let mut sums = Vec::new();
        for_each_rank_set(joker, PLACES == SEVEN_CARD_PLACES, 0, |_, _, sum| sums.push(sum));
        assert_eq!(sums.len(), sets);
        let table = RankTable::<PLACES>::filled(joker, std::iter::empty());
        let mut taken = vec![false; PLACES];
        for sum in sums {
            let place = table.place(sum);
            assert!(!taken[place], "two sets at {place}");
            taken[place] = true;
        }
    }

    #[test]
    fn every_set_of_ranks_has_a_place_of_its_own() {
        // Coefficients of (1 + x + x^2 + x^3 + x^4)^13: 4 cards 1,820, 5 cards 6,175, 6 cards 18,395, 7 cards 49,205.
        check::<FIVE_AND_SIX_CARD_PLACES>(false, 6_175 + 18_395);
        check::<SEVEN_CARD_PLACES>(false, 49_205);
        check::<FIVE_AND_SIX_CARD_PLACES>(true, 6_175 + 18_395 + 1_820 + 6_175);
        check::<SEVEN_CARD_PLACES>(true, 49_205 + 18_395);
    }
}
