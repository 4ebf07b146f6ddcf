//! Sums over boards, by kind of card.
//!
//! On one board, hole cards of the same two kinds are equivalent, so a sum has one entry for each pair of
//! kinds and a board is added to it in one step. This includes hole cards that are on the board, so for each
//! board card, the amounts it was given with every other card are subtracted again, in a row for that card.

use std::ops::{AddAssign, SubAssign};

use crate::ultimate::suit_exchanges::{PAIRS, pair_index};

/// The number of ranks, and the numbers of pairs of kinds: by rank alone, and by rank and whether the card is
/// of the board's suit.
pub(crate) const RANKS: usize = 13;
const RANK_KIND_PAIRS: usize = RANKS * (RANKS + 1) / 2;
pub(crate) const SUIT_KIND_PAIRS: usize = RANKS * (2 * RANKS + 1);
/// The size of all sums together: those for boards without three cards of a suit, and for each suit those for
/// boards with three of it.
pub(crate) const KIND_PAIRS: usize = RANK_KIND_PAIRS + 4 * SUIT_KIND_PAIRS;

/// The kind of a card, given by its index, on a board with three cards of this suit, or with no such suit: 0
/// to 12 by rank, plus 13 for a card of the suit. Cards of one kind are equivalent on the board.
#[inline(always)]
pub(crate) fn kind_of(card: usize, suit: Option<usize>) -> usize {
    card / 4 + RANKS * usize::from(suit == Some(card % 4))
}

/// The index of a pair of kinds, in either order; those of ranks alone come first, so that boards without a
/// suit need only the first part.
#[inline(always)]
pub(crate) fn kind_pair_index(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// Where the sums for boards with three cards of a suit, or of none, are among all [`KIND_PAIRS`] sums: the
/// first index and their number.
#[inline(always)]
fn suit_range(suit: Option<usize>) -> (usize, usize) {
    match suit {
        None => (0, RANK_KIND_PAIRS),
        Some(suit) => (RANK_KIND_PAIRS + suit * SUIT_KIND_PAIRS, SUIT_KIND_PAIRS),
    }
}

/// The amounts of one board by pair of kinds; zero if there is no such pair.
pub(crate) type Amounts<T> = [T; SUIT_KIND_PAIRS];

/// Adds one board's amounts to the sums over all boards, in the part for its suit; also to pairs that hold a
/// card of the board, which [`exclude_card`] corrects.
#[inline(always)]
pub(crate) fn add_board<T: Copy + AddAssign>(sums: &mut [T], suit: Option<usize>, amounts: &Amounts<T>) {
    let (from, number) = suit_range(suit);
    for (sum, amount) in sums[from..from + number].iter_mut().zip(amounts) {
        *sum += *amount;
    }
}

/// The two cards of a pair by its index: the lower, then the higher. The inverse of [`pair_index`].
pub(crate) fn pair_cards(pair: usize) -> (usize, usize) {
    let high = (1..52).rev().find(|high| pair_index(0, *high) <= pair).unwrap_or(1);
    (pair - pair_index(0, high), high)
}

/// The amounts that one card, given by its kind, was given with each other card, by the other's kind: what
/// [`exclude_card`] takes back.
pub(crate) fn with_each_kind<T: Copy>(kind: usize, amounts: &Amounts<T>) -> [T; 2 * RANKS] {
    // Without a suit, the amounts beyond the kinds of ranks alone are unused.
    std::array::from_fn(|other| amounts[kind_pair_index(kind, other)])
}

/// Takes back what a board gave, by kind, to pairs that hold one of its own cards: subtracts it from that
/// card's row, which has an entry for each other card.
#[inline(always)]
pub(crate) fn exclude_card<T: Copy + AddAssign + SubAssign>(
    row: &mut [T],
    suit: Option<usize>,
    given: &[T; 2 * RANKS],
) {
    for (cards, given) in row.chunks_exact_mut(4).zip(given) {
        cards.iter_mut().for_each(|card| *card -= *given);
    }
    let Some(suit) = suit else { return };
    let (others, of_suit) = given.split_at(RANKS);
    for ((cards, given), instead) in row.chunks_exact_mut(4).zip(of_suit).zip(others) {
        cards[suit] += *instead;
        cards[suit] -= *given;
    }
}

/// The size of the corrections: one row per card, with an entry for each other card.
pub(crate) const CARD_ROWS: usize = 52 * 52;

/// The two cards of every pair, and the index of the pair in the sums for each suit.
pub(crate) struct PairPlaces {
    pairs: Vec<(usize, usize)>,
    places: Vec<[u16; 5]>,
}

impl PairPlaces {
    /// Works out, once for all boards, where each pair's sums are among those by kind.
    pub(crate) fn new() -> PairPlaces {
        let pairs: Vec<(usize, usize)> = (0..PAIRS).map(pair_cards).collect();
        let place = |(low, high): &(usize, usize)| {
            [None, Some(0), Some(1), Some(2), Some(3)].map(|suit| {
                (suit_range(suit).0 + kind_pair_index(kind_of(*low, suit), kind_of(*high, suit))) as u16
            })
        };
        let places = pairs.iter().map(place).collect();
        PairPlaces { pairs, places }
    }

    /// The final sum of every pair by its index: the sums of its kinds plus the corrections `out`, in the
    /// rows of its two cards, for boards that hold one of them.
    pub(crate) fn sums_by_pair<T: Copy + Default + AddAssign>(&self, sums: &[T], out: &[T]) -> Vec<T> {
        let of_pair = |((low, high), places): (&(usize, usize), &[u16; 5])| {
            let mut pair = out[52 * low + high];
            pair += out[52 * high + low];
            places.iter().for_each(|place| pair += sums[usize::from(*place)]);
            pair
        };
        self.pairs.iter().zip(&self.places).map(of_pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_kinds_stand_where_they_are_found() {
        for high in 1..52 {
            for low in 0..high {
                assert_eq!(pair_cards(pair_index(low, high)), (low, high));
            }
        }
        // 13 ranks: 78 pairs of two and 13 of one; 26 kinds: 325 and 26.
        assert_eq!((RANK_KIND_PAIRS, SUIT_KIND_PAIRS), (91, 351));
        assert_eq!((kind_pair_index(0, 0), kind_pair_index(12, 12), kind_pair_index(25, 25)), (0, 90, 350));
    }
}
