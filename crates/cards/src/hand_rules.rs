//! What a set of ranks makes, or a set of cards of one suit: the hand rules from which the tables are filled.
//!
//! Every made hand is one number, its *key*: the position of its category, then its five ranks in the order
//! in which they are compared, four bits each. The greater key wins. Nothing here is fast; it runs only while
//! tables are built.

use crate::choice::{Ace, Choice, FiveOfAKind, ReducedOrder};
use crate::strength::{LowKind, category_position};
use crate::{Deck, Rank};

/// The number of cards of each rank, lowest rank first.
pub(crate) type RankCounts = [u8; 13];

/// A high hand: the position of its category (bits 20 and up), then five ranks of four bits each, the one
/// compared first in the highest bits.
pub(crate) type SortKey = u32;

/// The ranks of a straight that starts at the deuce, one bit per rank.
const STRAIGHT: u32 = 0b11111;

/// The rules for high hands under one [`Choice`].
pub(crate) struct HighHandRules {
    lowest: u32,
    ace_also_low: bool,
    full_house: u32,
    five_of_a_kind: u32,
    may_copy: bool,
}

impl HighHandRules {
    /// Resolves the settings into the positions of the categories that books rank differently (3.3, 3.4). The
    /// choice must be valid; see [`Choice::validate`].
    pub(crate) fn new(choice: &Choice) -> HighHandRules {
        // AMB-028: the joker never makes a reduced deck full, since 48 cards and the joker are 49.
        let reduced = choice.deck != Deck::Cards52;
        HighHandRules {
            lowest: choice.deck.lowest_rank() as u32,
            ace_also_low: choice.ace == Ace::HighAndLow,
            full_house: if reduced && choice.reduced_order == ReducedOrder::FlushAboveFullHouse {
                category_position::FULL_HOUSE_BELOW_FLUSH
            } else {
                category_position::FULL_HOUSE
            },
            five_of_a_kind: match choice.five_of_a_kind {
                FiveOfAKind::BelowRoyalFlush => category_position::FIVE_OF_A_KIND,
                FiveOfAKind::Top => category_position::FIVE_OF_A_KIND_ON_TOP,
            },
            may_copy: choice.wild_may_copy_in_flush,
        }
    }

    /// The five ranks of the highest straight within `ranks` (one bit per rank), the top one first; a wheel
    /// ends with its low ace (AMB-021). `None` without a straight.
    fn highest_straight(&self, ranks: u32) -> Option<[u32; 5]> {
        let ace = Rank::Ace as u32;
        for top in (self.lowest + 4..=ace).rev() {
            if (ranks >> (top - 4)) & STRAIGHT == STRAIGHT {
                return Some([top, top - 1, top - 2, top - 3, top - 4]);
            }
        }
        // AMB-021: the low ace ranks directly below the lowest card of the deck.
        let wheel = 0b1111 << self.lowest | 1 << ace;
        if self.ace_also_low && ranks & wheel == wheel {
            let low = self.lowest;
            return Some([low + 3, low + 2, low + 1, low, ace]);
        }
        None
    }

    /// The key of the best five-card hand within these five to seven ranks, suits ignored: flushes are found
    /// elsewhere, and the greater key wins.
    pub(crate) fn key_of_ranks(&self, counts: &RankCounts) -> SortKey {
        // `at_least[n]` has one bit for every rank of which there are at least `n` cards.
        let mut at_least = [0u32; 6];
        for (rank, count) in counts.iter().enumerate() {
            for number in &mut at_least[1..=usize::from(*count).min(5)] {
                *number |= 1 << rank;
            }
        }
        let [_, all, two, three, four, five] = at_least;
        let highest = |ranks: u32| ranks.checked_ilog2().unwrap_or(0);
        // Returns the highest remaining ranks one after another, leaving out those used.
        let highest_but = |used: u32| {
            let mut left = all & !used;
            move || {
                let rank = highest(left);
                left &= !(1 << rank);
                rank
            }
        };

        let straight =
            self.highest_straight(all).map_or(0, |ranks| sort_key(category_position::STRAIGHT, ranks));
        let grouped = if five != 0 {
            sort_key(self.five_of_a_kind, [highest(five); 5])
        } else if four != 0 {
            let top = highest(four);
            let mut next = highest_but(1 << top);
            sort_key(category_position::FOUR_OF_A_KIND, [top, top, top, top, next()])
        } else if three != 0 {
            let top = highest(three);
            // A second three of a kind counts as a pair.
            let pairs = two & !(1 << top);
            if pairs != 0 {
                let pair = highest(pairs);
                sort_key(self.full_house, [top, top, top, pair, pair])
            } else {
                let mut next = highest_but(1 << top);
                sort_key(category_position::THREE_OF_A_KIND, [top, top, top, next(), next()])
            }
        } else if two != 0 {
            let top = highest(two);
            let second = two & !(1 << top);
            if second != 0 {
                let second = highest(second);
                let mut next = highest_but(1 << top | 1 << second);
                sort_key(category_position::TWO_PAIRS, [top, top, second, second, next()])
            } else {
                let mut next = highest_but(1 << top);
                sort_key(category_position::ONE_PAIR, [top, top, next(), next(), next()])
            }
        } else {
            let mut next = highest_but(0);
            sort_key(category_position::HIGH_CARD, [next(), next(), next(), next(), next()])
        };
        grouped.max(straight)
    }

    /// The key of the best hand with the joker added to these ranks, suits ignored: the joker stands for the
    /// rank of the deck that makes the best hand (3.7), even a fifth of a kind.
    pub(crate) fn key_of_ranks_and_joker(&self, counts: &RankCounts) -> SortKey {
        let mut best = 0;
        for rank in self.lowest as usize..13 {
            let mut with = *counts;
            with[rank] += 1;
            best = best.max(self.key_of_ranks(&with));
        }
        best
    }

    /// The key of the best straight flush or flush within at least five cards of one suit, whose ranks are
    /// given one bit each (3.3).
    pub(crate) fn key_of_suit(&self, ranks: u32) -> SortKey {
        self.best_flush(ranks, None)
    }

    /// The key of the best straight flush or flush with the joker added to at least four cards of one suit,
    /// whose ranks are given one bit each; the joker is any card of the suit (3.7, AMB-026).
    pub(crate) fn key_of_suit_and_joker(&self, ranks: u32) -> SortKey {
        let mut best = if ranks.count_ones() >= 5 { self.key_of_suit(ranks) } else { 0 };
        for rank in self.lowest..13 {
            if ranks >> rank & 1 == 0 {
                best = best.max(self.best_flush(ranks | 1 << rank, None));
            } else if self.may_copy {
                // AMB-026, read literally: the joker may be a second ace of the same suit.
                best = best.max(self.best_flush(ranks, Some(rank)));
            }
        }
        best
    }

    /// The key of the best straight flush or flush of these ranks, one bit each, with the rank `copy`
    /// counting twice: the joker as a card already in the flush (AMB-026).
    fn best_flush(&self, ranks: u32, copy: Option<u32>) -> SortKey {
        if let Some(straight) = self.highest_straight(ranks) {
            // 3.3(a): only the top five cards make a royal flush.
            let royal = straight[0] == Rank::Ace as u32;
            return sort_key(
                if royal { category_position::ROYAL_FLUSH } else { category_position::STRAIGHT_FLUSH },
                straight,
            );
        }
        let mut five = [0; 5];
        let mut cards = (0..13).rev().flat_map(|rank| {
            let times = (ranks >> rank & 1) as usize + usize::from(copy == Some(rank));
            std::iter::repeat_n(rank, times)
        });
        five.fill_with(|| cards.next().unwrap_or(0));
        sort_key(category_position::FLUSH, five)
    }
}

/// Packs the position of a category and five ranks, the one compared first at the front, into a key: greater
/// keys are greater hands, so the order of the ranks decides ties.
fn sort_key(place: u32, ranks: [u32; 5]) -> SortKey {
    ranks.into_iter().fold(place, |key, rank| key << 4 | rank)
}

/// The five ranks of a high hand's key, the one compared first at the front: undoes [`sort_key`].
pub(crate) fn ranks_of(key: SortKey) -> [Rank; 5] {
    std::array::from_fn(|position| Rank::ALL[((key >> (16 - 4 * position)) & 15).min(12) as usize])
}

/// The rules for low hands under one [`Choice`] (3.6, AMB-023, AMB-024).
///
/// A low hand's key is built in the same way, with the categories in the order of [`LowKind`], and the
/// smaller key wins. Ranks are stored as steps above the lowest: a low ace is 0 and the deuce then is 1.
pub(crate) struct LowHandRules {
    lowest: usize,
    ace_low: bool,
}

impl LowHandRules {
    /// Takes from the choice what low hands depend on: the deck's lowest rank and where the ace ranks
    /// (AMB-023).
    pub(crate) fn new(choice: &Choice) -> LowHandRules {
        LowHandRules { lowest: choice.deck.lowest_rank() as usize, ace_low: choice.ace_is_low_in_low_hands() }
    }

    /// How many steps a rank is above the lowest in low hands; the lower the better. Ranks in keys of low
    /// hands are steps.
    pub(crate) fn step(&self, rank: usize) -> usize {
        if self.ace_low { (rank + 1) % 13 } else { rank }
    }

    /// The five ranks of a low hand's key: paired ranks first, then the others from the highest down. Turns
    /// steps back into ranks.
    pub(crate) fn ranks_of(&self, key: SortKey) -> [Rank; 5] {
        std::array::from_fn(|position| {
            let step = (((key >> (16 - 4 * position)) & 15) as usize).min(12);
            Rank::ALL[if self.ace_low { (step + 12) % 13 } else { step }]
        })
    }

    /// The greatest key that is still eight or better: 8-7-6-5-4, five unpaired cards, none above an eight
    /// (3.5(d)). Keys up to it qualify.
    pub(crate) fn worst_eight_key(&self) -> SortKey {
        let eight = self.step(Rank::Eight as usize) as u32;
        sort_key(LowKind::NoPair as u32, [eight, eight - 1, eight - 2, eight - 3, eight - 4])
    }

    /// The key of the best five-card low hand within five to seven ranks: straights and flushes do not count,
    /// pairs are bad, and the smaller key wins (3.6, AMB-024).
    pub(crate) fn key_of_ranks(&self, counts: &RankCounts) -> SortKey {
        let mut steps = [0u8; 13];
        let mut there = 0u32;
        for (rank, count) in counts.iter().enumerate() {
            steps[self.step(rank)] = *count;
            there |= u32::from(*count > 0) << self.step(rank);
        }
        if there.count_ones() >= 5 {
            let mut low = [0; 5];
            for step in low.iter_mut().rev() {
                *step = there.trailing_zeros();
                there &= there - 1;
            }
            return sort_key(LowKind::NoPair as u32, low);
        }
        // With four ranks or fewer, all of them are in the hand, and the lowest that can be are repeated.
        let lowest_of =
            |number: u8| (0..13u32).filter(move |step| steps[*step as usize] >= number).collect::<Vec<u32>>();
        let (all, pairs, threes, fours) = (lowest_of(1), lowest_of(2), lowest_of(3), lowest_of(4));
        let rest =
            |used: &[u32]| all.iter().rev().copied().filter(|step| !used.contains(step)).collect::<Vec<_>>();
        match all.len() {
            4 => {
                let (pair, rest) = (pairs[0], rest(&pairs[..1]));
                sort_key(LowKind::OnePair as u32, [pair, pair, rest[0], rest[1], rest[2]])
            }
            3 if pairs.len() >= 2 => {
                let (low, high, rest) = (pairs[0], pairs[1], rest(&pairs[..2]));
                sort_key(LowKind::TwoPairs as u32, [high, high, low, low, rest[0]])
            }
            3 => {
                let (three, rest) = (threes[0], rest(&threes));
                sort_key(LowKind::ThreeOfAKind as u32, [three, three, three, rest[0], rest[1]])
            }
            2 if pairs.len() == 2 => {
                let (three, rest) = (threes[0], rest(&threes[..1]));
                sort_key(LowKind::FullHouse as u32, [three, three, three, rest[0], rest[0]])
            }
            2 => {
                let (four, rest) = (fours[0], rest(&fours));
                sort_key(LowKind::FourOfAKind as u32, [four, four, four, four, rest[0]])
            }
            _ => sort_key(LowKind::FiveOfAKind as u32, [all[0]; 5]),
        }
    }

    /// The key of the best low hand with the joker added to these ranks. AMB-027: the joker is the lowest
    /// rank not among them.
    pub(crate) fn key_of_ranks_and_joker(&self, counts: &RankCounts) -> SortKey {
        let missing = (self.lowest..13).filter(|rank| counts[*rank] == 0).min_by_key(|rank| self.step(*rank));
        let mut with = *counts;
        with[missing.unwrap_or(self.lowest)] += 1;
        self.key_of_ranks(&with)
    }
}
