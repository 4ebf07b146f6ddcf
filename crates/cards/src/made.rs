//! What a set of ranks, or of cards of one suit, makes: the law from which the tables are filled.
//!
//! Every made hand is one number, its *key*: the place of its kind, then its five ranks in the order in which they
//! are compared, four bits each. The greater key wins. Nothing here is fast; it runs while tables are built.

use crate::choice::{Ace, Choice, FiveOfAKind, ReducedOrder};
use crate::strength::{LowKind, place};
use crate::{Deck, Rank};

/// How many cards of each rank, lowest rank first.
pub(crate) type Counts = [u8; 13];

/// A high hand: place of its kind (bits 20 and up), then five ranks (four bits each, the one compared first on top).
pub(crate) type Key = u32;

/// The top rank (0 is the deuce) of a straight's ranks, one bit a rank.
const STRAIGHT: u32 = 0b11111;

/// The law of high hands under one choice.
pub(crate) struct Law {
    lowest: u32,
    ace_also_low: bool,
    full_house: u32,
    five_of_a_kind: u32,
    may_copy: bool,
}

impl Law {
    pub(crate) fn of(choice: &Choice) -> Law {
        // AMB-028: the joker never makes a reduced deck full, since 48 and the joker are 49.
        let reduced = choice.deck != Deck::Cards52;
        Law {
            lowest: choice.deck.lowest() as u32,
            ace_also_low: choice.ace == Ace::HighAndLow,
            full_house: if reduced && choice.reduced_order == ReducedOrder::FlushAboveFullHouse {
                place::FULL_HOUSE_BELOW_FLUSH
            } else {
                place::FULL_HOUSE
            },
            five_of_a_kind: match choice.five_of_a_kind {
                FiveOfAKind::BelowRoyalFlush => place::FIVE_OF_A_KIND,
                FiveOfAKind::Top => place::FIVE_OF_A_KIND_ON_TOP,
            },
            may_copy: choice.wild_may_copy_in_flush,
        }
    }

    /// The five ranks of the highest straight within `ranks` (one bit a rank), the top one first.
    fn straight(&self, ranks: u32) -> Option<[u32; 5]> {
        let ace = Rank::Ace as u32;
        for top in (self.lowest + 4..=ace).rev() {
            if (ranks >> (top - 4)) & STRAIGHT == STRAIGHT {
                return Some([top, top - 1, top - 2, top - 3, top - 4]);
            }
        }
        // AMB-021: the low ace stands directly below the lowest card of the deck.
        let wheel = 0b1111 << self.lowest | 1 << ace;
        if self.ace_also_low && ranks & wheel == wheel {
            let low = self.lowest;
            return Some([low + 3, low + 2, low + 1, low, ace]);
        }
        None
    }

    /// The best hand of five within these ranks, suits disregarded.
    pub(crate) fn of_ranks(&self, counts: &Counts) -> Key {
        // The ranks by number of cards, then by rank: what a hand is compared by.
        let mut by_number = [0u32; 13];
        let mut different = 0;
        for rank in (0..13u32).rev() {
            if counts[rank as usize] > 0 {
                by_number[different] = u32::from(counts[rank as usize]) << 4 | rank;
                different += 1;
            }
        }
        let ranks = by_number[..different].iter().fold(0, |ranks, entry| ranks | 1 << (entry & 15));
        by_number[..different].sort_unstable_by(|a, b| b.cmp(a));
        let number = |position: usize| if position < different { by_number[position] >> 4 } else { 0 };
        let rank = |position: usize| by_number[position] & 15;
        let highest_but = |used: &[u32]| {
            (0..13u32).rev().filter(|rank| ranks >> rank & 1 == 1 && !used.contains(rank)).collect::<Vec<_>>()
        };

        let mut best = 0;
        let mut offer = |place: u32, ranks: [u32; 5]| best = best.max(key(place, ranks));
        let top = rank(0);
        match number(0) {
            0 => {}
            1 => {
                let high = highest_but(&[]);
                offer(place::HIGH_CARD, [high[0], high[1], high[2], high[3], high[4]]);
            }
            2 if number(1) < 2 => {
                let rest = highest_but(&[top]);
                offer(place::ONE_PAIR, [top, top, rest[0], rest[1], rest[2]]);
            }
            2 => {
                let second = rank(1);
                let rest = highest_but(&[top, second]);
                offer(place::TWO_PAIRS, [top, top, second, second, rest[0]]);
            }
            3 if number(1) < 2 => {
                let rest = highest_but(&[top]);
                offer(place::THREE_OF_A_KIND, [top, top, top, rest[0], rest[1]]);
            }
            3 => {
                // A second three of a kind serves as a pair, and so may lie below a pair.
                let pair =
                    by_number[1..different].iter().filter(|entry| *entry >> 4 >= 2).map(|entry| entry & 15);
                let pair = pair.max().unwrap_or(top);
                offer(self.full_house, [top, top, top, pair, pair]);
            }
            4 => {
                let rest = highest_but(&[top]);
                offer(place::FOUR_OF_A_KIND, [top, top, top, top, rest[0]]);
            }
            _ => offer(self.five_of_a_kind, [top; 5]),
        }
        if let Some(straight) = self.straight(ranks) {
            offer(place::STRAIGHT, straight);
        }
        best
    }

    /// The same with the joker beside these ranks: it stands for whatever rank of the deck makes the best hand (3.7).
    pub(crate) fn of_ranks_and_joker(&self, counts: &Counts) -> Key {
        let mut best = 0;
        for rank in self.lowest as usize..13 {
            let mut with = *counts;
            with[rank] += 1;
            best = best.max(self.of_ranks(&with));
        }
        best
    }

    /// The best flush of cards of one suit, whose ranks are given one bit each; at least five of them.
    pub(crate) fn of_suit(&self, ranks: u32) -> Key {
        self.flush(ranks, None)
    }

    /// The same with the joker beside at least four of them.
    pub(crate) fn of_suit_and_joker(&self, ranks: u32) -> Key {
        let mut best = if ranks.count_ones() >= 5 { self.of_suit(ranks) } else { 0 };
        for rank in self.lowest..13 {
            if ranks >> rank & 1 == 0 {
                best = best.max(self.flush(ranks | 1 << rank, None));
            } else if self.may_copy {
                // AMB-026, the literal reading: a second ace of the same suit counts.
                best = best.max(self.flush(ranks, Some(rank)));
            }
        }
        best
    }

    fn flush(&self, ranks: u32, copy: Option<u32>) -> Key {
        if let Some(straight) = self.straight(ranks) {
            // 3.3(a): only the five top cards are royal.
            let royal = straight[0] == Rank::Ace as u32;
            return key(if royal { place::ROYAL_FLUSH } else { place::STRAIGHT_FLUSH }, straight);
        }
        let mut five = [0; 5];
        let mut cards = (0..13).rev().flat_map(|rank| {
            let times = (ranks >> rank & 1) as usize + usize::from(copy == Some(rank));
            std::iter::repeat_n(rank, times)
        });
        five.fill_with(|| cards.next().unwrap_or(0));
        key(place::FLUSH, five)
    }
}

fn key(place: u32, ranks: [u32; 5]) -> Key {
    ranks.into_iter().fold(place, |key, rank| key << 4 | rank)
}

/// The five ranks of a key, the one compared first on top.
pub(crate) fn ranks_of(key: Key) -> [Rank; 5] {
    std::array::from_fn(|position| Rank::ALL[((key >> (16 - 4 * position)) & 15).min(12) as usize])
}

/// The law of low hands under one choice (3.6, AMB-023, AMB-024).
///
/// A low hand's key is built the same way, kinds in the order of [`LowKind`], and the smaller key wins.
/// The ranks in it are steps above the lowest: with the ace low, the ace is 0 and the deuce 1.
pub(crate) struct LowLaw {
    lowest: usize,
    ace_low: bool,
}

impl LowLaw {
    pub(crate) fn of(choice: &Choice) -> LowLaw {
        LowLaw { lowest: choice.deck.lowest() as usize, ace_low: choice.ace_is_low_in_low_hands() }
    }

    /// The step of a rank above the lowest.
    pub(crate) fn step(&self, rank: usize) -> usize {
        if self.ace_low { (rank + 1) % 13 } else { rank }
    }

    /// The five ranks of a low hand's key, grouped ones first, then the highest first.
    pub(crate) fn ranks_of(&self, key: Key) -> [Rank; 5] {
        std::array::from_fn(|position| {
            let step = (((key >> (16 - 4 * position)) & 15) as usize).min(12);
            Rank::ALL[if self.ace_low { (step + 12) % 13 } else { step }]
        })
    }

    /// The highest key of eight-or-better: five odd cards, none above an eight (3.5(d)).
    pub(crate) fn worst_eight(&self) -> Key {
        let eight = self.step(Rank::Eight as usize) as u32;
        key(LowKind::NoPair as u32, [eight, eight - 1, eight - 2, eight - 3, eight - 4])
    }

    /// The best low hand of five within these ranks.
    pub(crate) fn of_ranks(&self, counts: &Counts) -> Key {
        let mut steps = [0u8; 13];
        for (rank, count) in counts.iter().enumerate() {
            steps[self.step(rank)] = *count;
        }
        if steps.iter().filter(|count| **count > 0).count() >= 5 {
            let mut low = (0..13).filter(|step| steps[*step as usize] > 0).take(5).collect::<Vec<u32>>();
            low.reverse();
            return key(LowKind::NoPair as u32, [low[0], low[1], low[2], low[3], low[4]]);
        }
        let mut best = Key::MAX;
        choose_five(&steps, 0, 5, &mut [0; 13], &mut best);
        best
    }

    /// The same with the joker beside these ranks: it stands for whatever makes the low hand best (AMB-027).
    pub(crate) fn of_ranks_and_joker(&self, counts: &Counts) -> Key {
        let mut best = Key::MAX;
        for rank in self.lowest..13 {
            let mut with = *counts;
            with[rank] += 1;
            best = best.min(self.of_ranks(&with));
        }
        best
    }
}

/// Tries every five of the ranks that are there.
fn choose_five(there: &Counts, step: usize, left: u8, chosen: &mut Counts, best: &mut Key) {
    if left == 0 {
        *best = (*best).min(low_key(chosen));
    } else if step < 13 {
        for count in 0..=there[step].min(left) {
            chosen[step] = count;
            choose_five(there, step + 1, left - count, chosen, best);
        }
        chosen[step] = 0;
    }
}

/// The key of exactly five cards as a low hand.
fn low_key(five: &Counts) -> Key {
    let mut groups: Vec<(u8, u32)> =
        (0..13).filter(|step| five[*step] > 0).map(|step| (five[step], step as u32)).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let second = if groups.len() > 1 { groups[1].0 } else { 0 };
    let kind = match (groups[0].0, second) {
        (1, _) => LowKind::NoPair,
        (2, 1) => LowKind::OnePair,
        (2, _) => LowKind::TwoPairs,
        (3, 1) => LowKind::ThreeOfAKind,
        (3, _) => LowKind::FullHouse,
        (4, _) => LowKind::FourOfAKind,
        _ => LowKind::FiveOfAKind,
    };
    let mut ranks = [0; 5];
    let mut cards = groups.iter().flat_map(|(count, step)| std::iter::repeat_n(*step, usize::from(*count)));
    ranks.fill_with(|| cards.next().unwrap_or(0));
    key(kind as u32, ranks)
}
