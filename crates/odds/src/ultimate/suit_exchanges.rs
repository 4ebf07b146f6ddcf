//! Permutations of suits (exchanges): cards that differ only in one are counted once.
//!
//! Sets of cards are bit masks, one bit per card by its index.

use crate::ultimate::fraction::choose;

/// The number of pairs of 52 cards.
pub(crate) const PAIRS: usize = 1_326;
/// The number of flops of 52 cards.
const FLOPS: usize = 22_100;
/// The entry for a flop that the deck does not contain.
const NO_FLOP: (u16, u8) = (u16::MAX, 0);
/// The cards of the first suit; shift left for the other suits.
pub(crate) const SUIT: u64 = 0x1_1111_1111_1111;

/// The index of a pair of cards, below [`PAIRS`], by which all sums and decisions by pair are ordered; `low`
/// must be less than `high`.
#[inline(always)]
pub(crate) fn pair_index(low: usize, high: usize) -> usize {
    (high * high - high) / 2 + low
}

/// The index of three cards, a bit mask, among all flops of 52 cards, below [`FLOPS`]; the order in which
/// flops are stored.
fn flop_index(cards: u64) -> usize {
    let mut left = cards;
    let mut place = 0;
    for number in 1..=3 {
        place += choose(u64::from(left.trailing_zeros()), number) as usize;
        left &= left - 1;
    }
    place
}

/// The cards, a bit mask, with their suits permuted: a card of suit `s` gets suit `exchange[s]`.
fn exchange_suits(cards: u64, exchange: [usize; 4]) -> u64 {
    (0..4).fold(0, |moved, suit| moved | (cards >> suit & SUIT) << exchange[suit])
}

/// Whether the first set comes before the other, in the order that picks representatives: it contains the
/// lowest card in which they differ.
fn is_before(one: u64, other: u64) -> bool {
    let lowest = (one ^ other) & (one ^ other).wrapping_neg();
    one & lowest != 0
}

/// The cards of a board, lowest index first: the order of the positions in [`BoardFlop`].
pub(crate) fn cards_on(board: u64) -> [usize; 5] {
    let mut left = board;
    std::array::from_fn(|_| {
        let card = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        card
    })
}

/// A set of cards that represents all sets it can be turned into by exchanges of suits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Representative {
    pub(crate) cards: u64,
    /// The number of sets it represents.
    pub(crate) number: u64,
}

/// A flop on a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardFlop {
    /// Its index among all flops.
    pub(crate) index: usize,
    /// The index of its representative among the flop classes.
    pub(crate) flop: usize,
    /// The index of the exchange that turns it into its representative.
    pub(crate) exchange: usize,
    /// The positions on the board, in order, of the two cards that are not in the flop.
    pub(crate) other_cards: [usize; 2],
}

/// The exchanges of suits that leave a deck unchanged.
pub(crate) struct SuitExchanges {
    deck: u64,
    pub(crate) exchanges: Vec<[usize; 4]>,
    /// For each exchange, what it turns each card into.
    pub(crate) cards: Vec<[u8; 52]>,
    /// For each exchange, what it turns each pair into.
    pub(crate) pairs: Vec<Vec<u16>>,
    /// For each flop, the index of its representative in `flop_classes` and of the exchange that leads to it.
    flops: Vec<(u16, u8)>,
    /// The flops that represent others.
    pub(crate) flop_classes: Vec<Representative>,
}

impl SuitExchanges {
    /// Finds the exchanges that leave a deck, a bit mask, unchanged, what they do to cards and pairs, and the
    /// representatives of its flops; once for each analysis.
    pub(crate) fn for_deck(deck: u64) -> SuitExchanges {
        let mut exchanges = Vec::new();
        for number in 0..256usize {
            let exchange = [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6];
            let all = exchange.iter().fold(0, |all, suit| all | 1 << suit);
            if all == 15 && exchange_suits(deck, exchange) == deck {
                exchanges.push(exchange);
            }
        }
        let pairs = exchanges
            .iter()
            .map(|exchange| {
                let moved = |card: usize| card / 4 * 4 + exchange[card % 4];
                let mut pairs = vec![0; PAIRS];
                for high in 1..52 {
                    for low in 0..high {
                        let (one, other) = (moved(low), moved(high));
                        pairs[pair_index(low, high)] = pair_index(one.min(other), one.max(other)) as u16;
                    }
                }
                pairs
            })
            .collect();
        let cards = exchanges
            .iter()
            .map(|exchange| std::array::from_fn(|card| (card / 4 * 4 + exchange[card % 4]) as u8))
            .collect();
        let flops = vec![NO_FLOP; FLOPS];
        let mut suits = SuitExchanges { deck, exchanges, cards, pairs, flops, flop_classes: Vec::new() };
        suits.flop_classes = suits.representatives(3);
        let mut flops = vec![NO_FLOP; FLOPS];
        for (number, flop) in suits.flop_classes.iter().enumerate() {
            for exchange in &suits.exchanges {
                let moved = exchange_suits(flop.cards, *exchange);
                let back = suits.exchanges.iter().position(|back| exchange_suits(moved, *back) == flop.cards);
                flops[flop_index(moved)] = (number as u16, back.unwrap_or(0) as u8);
            }
        }
        suits.flops = flops;
        suits
    }

    /// The sets of `cards` cards that represent all others of the deck, each with the number it represents,
    /// which add up to the number of all sets.
    ///
    /// If a set comes before all its exchanges, so does the set without its last card; so it is enough to
    /// extend such sets card by card.
    pub(crate) fn representatives(&self, cards: u32) -> Vec<Representative> {
        let mut sets = vec![Representative { cards: 0, number: 1 }];
        for _ in 0..cards {
            let mut grown = Vec::new();
            for set in &sets {
                let mut left = self.deck & !(u64::MAX >> set.cards.leading_zeros().min(63));
                if set.cards == 0 {
                    left = self.deck;
                }
                while left != 0 {
                    let with = set.cards | left & left.wrapping_neg();
                    left &= left - 1;
                    if let Some(number) = self.represented_sets(with) {
                        grown.push(Representative { cards: with, number });
                    }
                }
            }
            sets = grown;
        }
        sets
    }

    /// The number of sets that this one represents, itself included; `None` if it is represented by another.
    fn represented_sets(&self, cards: u64) -> Option<u64> {
        let mut unmoved = 0;
        for exchange in &self.exchanges {
            let moved = exchange_suits(cards, *exchange);
            if moved == cards {
                unmoved += 1;
            } else if is_before(moved, cards) {
                return None;
            }
        }
        Some(self.exchanges.len() as u64 / unmoved)
    }

    /// The ten flops on a board, each with its representative; the other two cards come as turn and river in
    /// either order.
    pub(crate) fn flops_on(&self, board: u64) -> [BoardFlop; 10] {
        let cards = cards_on(board).map(|card| 1u64 << card);
        let mut flops = [BoardFlop::default(); 10];
        let mut at = 0;
        for first in 0..5 {
            for second in first + 1..5 {
                let index = flop_index(board & !cards[first] & !cards[second]);
                let (flop, exchange) = self.flops[index];
                flops[at] = BoardFlop {
                    index,
                    flop: flop.into(),
                    exchange: exchange.into(),
                    other_cards: [first, second],
                };
                at += 1;
            }
        }
        flops
    }

    /// For every flop by its index: its representative's index in `flop_classes`, and the index of the
    /// exchange that leads to it. `None` for a flop that the deck does not contain.
    pub(crate) fn flop_representatives(&self) -> Vec<Option<(usize, usize)>> {
        let known = |flop: &(u16, u8)| (*flop != NO_FLOP).then_some((flop.0.into(), flop.1.into()));
        self.flops.iter().map(known).collect()
    }

    /// The pairs of the deck without these cards, by index, grouped by the exchanges that leave the cards
    /// unchanged: pairs of one group have the same values beside these cards.
    pub(crate) fn pair_classes_beside(&self, cards: u64) -> Vec<Vec<usize>> {
        let left: Vec<usize> = (0..52).filter(|card| (self.deck & !cards) >> card & 1 == 1).collect();
        let kept: Vec<&Vec<u16>> = self
            .exchanges
            .iter()
            .zip(&self.pairs)
            .filter(|(exchange, _)| exchange_suits(cards, **exchange) == cards)
            .map(|(_, pairs)| pairs)
            .collect();
        let mut seen = [false; PAIRS];
        let mut classes = Vec::new();
        for (at, high) in left.iter().enumerate() {
            for low in &left[..at] {
                let pair = pair_index(*low, *high);
                if seen[pair] {
                    continue;
                }
                let mut class: Vec<usize> = kept.iter().map(|moved| usize::from(moved[pair])).collect();
                class.sort_unstable();
                class.dedup();
                class.iter().for_each(|pair| seen[*pair] = true);
                classes.push(class);
            }
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flops_boards_and_holdings_are_as_many_as_known() {
        let suits = SuitExchanges::for_deck((1 << 52) - 1);
        // Known numbers for hold'em: 1,755 flops, 134,459 boards, 169 hands, 1,286,792 hands with a flop.
        assert_eq!(suits.flop_classes.len(), 1_755);
        assert_eq!(suits.flop_classes.iter().map(|flop| flop.number).sum::<u64>(), 22_100);
        let boards = suits.representatives(5);
        assert_eq!(boards.len(), 134_459);
        assert_eq!(boards.iter().map(|board| board.number).sum::<u64>(), 2_598_960);
        assert_eq!(suits.pair_classes_beside(0).len(), 169);
        let holdings: usize =
            suits.flop_classes.iter().map(|flop| suits.pair_classes_beside(flop.cards).len()).sum();
        assert_eq!(holdings, 1_286_792);
    }

    #[test]
    fn a_deck_without_a_card_keeps_the_exchanges_of_the_other_suits() {
        let suits = SuitExchanges::for_deck((1 << 52) - 2);
        assert_eq!(suits.exchanges.len(), 6);
        // 51 choose 3 and 51 choose 5.
        assert_eq!(suits.flop_classes.iter().map(|flop| flop.number).sum::<u64>(), 20_825);
        assert_eq!(suits.representatives(5).iter().map(|board| board.number).sum::<u64>(), 2_349_060);
    }
}
