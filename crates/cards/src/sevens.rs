//! Every seven that begins with given cards, looked at together.
//!
//! Five cards are fixed and two more come. The highest of the five is chosen first, since it decides which two can
//! come: these are listed once by their ranks, and the list serves for all fives below that card. What two ranks make
//! is looked up once for all their suits, and suits are looked at only where a suit has three of the five.
//! The joker is taken first of all, so that what comes has a rank and a suit.

use crate::accumulator::CardAccumulator;
use crate::index::{RankTable, SEVEN_CARD_PLACES, SUITED, SUITS_AT, WEIGHTS, WeightSum};
use crate::ranking::{BestFiveTable, Ranking};
use crate::strength::Strength;
use crate::{Card, CardSet};

/// Two more cards of every suit, as a sum counts them.
const TWO_OF_EACH_SUIT: WeightSum = 0x2222 << SUITS_AT;

/// Where a sum counts suits. One of ranks alone has room for a number there.
const SUITS: WeightSum = 0xffff << SUITS_AT;

/// Cards of one rank that come: the rank, what it adds to a sum, and which suits there are, one bit each.
#[derive(Clone, Copy)]
struct RankGroup {
    rank: usize,
    sum: WeightSum,
    suits: u64,
}

impl RankGroup {
    /// How many cards there are.
    #[inline(always)]
    fn number(self) -> u64 {
        /// How many bits a number of four bits has.
        const ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        u64::from(ONES[self.suits as usize & 15])
    }

    /// How many are of a suit, and how many are not.
    #[inline(always)]
    fn split_by_suit(self, suit: usize) -> (u64, u64) {
        let suited = self.suits >> (suit & 3) & 1;
        (suited, self.number() - suited)
    }
}

/// Two ranks that come: what they add to a sum, and where that counts suits a number of 16 bits.
#[derive(Clone, Copy)]
struct TwoRanks(WeightSum);

impl TwoRanks {
    #[inline(always)]
    fn number(self) -> u64 {
        (self.0 & SUITS) >> SUITS_AT
    }
}

/// In how many ways two ranks come, as the number of a [`TwoRanks`] has it; the suits both may be of stand above it.
const WAYS_MASK: u64 = 31;
const BOTH_AT: usize = 5;

/// The last two cards of sevens, by their ranks.
#[derive(Default)]
struct LastTwo {
    ranks: Vec<RankGroup>,
    /// All, with in how many ways they come, at most 16, and above that the suits of which both may be, one bit each.
    all: Vec<TwoRanks>,
    /// For each suit those of which both may be of it, with the two ranks, one bit each.
    suited: [Vec<TwoRanks>; 4],
}

impl LastTwo {
    /// Makes it the list of two of these cards, which are natural.
    fn refill(&mut self, cards: CardSet) {
        self.ranks.clear();
        self.all.clear();
        self.suited.iter_mut().for_each(Vec::clear);
        self.ranks.extend((0..13).filter_map(|rank| {
            let suits = cards.0 >> (4 * rank) & 15;
            (suits != 0).then_some(RankGroup { rank, sum: WEIGHTS[rank], suits })
        }));
        for (at, sixth) in self.ranks.iter().enumerate() {
            let number = sixth.number();
            if number > 1 {
                let sum = sixth.sum.wrapping_add(sixth.sum);
                self.all.push(TwoRanks(sum | (number * (number - 1) / 2) << SUITS_AT));
            }
            for seventh in &self.ranks[at + 1..] {
                let sum = sixth.sum.wrapping_add(seventh.sum);
                let both = sixth.suits & seventh.suits;
                let ways = number * seventh.number();
                self.all.push(TwoRanks(sum | (both << BOTH_AT | ways) << SUITS_AT));
                let ranks = 1 << sixth.rank | 1 << seventh.rank;
                for (suit, suited) in self.suited.iter_mut().enumerate() {
                    if both >> suit & 1 == 1 {
                        suited.push(TwoRanks(sum | ranks << SUITS_AT));
                    }
                }
            }
        }
    }
}

impl Ranking {
    /// Every seven that has the gathered cards, at most seven, and others of `left`, where none of them is: `visit` is
    /// told strengths and how many hands have each, a strength possibly more than once, and possibly that none has it.
    ///
    /// The same as [`Ranking::high_of_accumulated`] of each, in a fraction of the time: what the last two ranks make is
    /// looked up once for all their suits, and suits are looked at only where two cards more may make five.
    ///
    /// ```
    /// use cards::{Category, Choice, CardAccumulator, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let aces = ranking.deck()[48..].iter().fold(CardAccumulator::NONE, |aces, ace| aces.with(*ace));
    /// let mut hands = 0;
    /// ranking.each_seven(aces, ranking.cards().difference(aces.cards()), &mut |strength, number| {
    ///     assert_eq!(strength.category(), Category::FourOfAKind);
    ///     hands += number;
    /// });
    /// // 48 over 3.
    /// assert_eq!(hands, 17_296);
    /// ```
    pub fn each_seven(
        &self,
        gathered: CardAccumulator,
        left: CardSet,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        let natural = left.difference(CardSet::of(Card::JOKER));
        let cards: Vec<Card> = natural.iter().collect();
        self.each_natural_seven(gathered, natural, &cards, visit);
        if left.contains(Card::JOKER) && gathered.len() < 7 {
            self.each_natural_seven(gathered.with(Card::JOKER), natural, &cards, visit);
        }
    }

    /// Every seven with others of these natural cards, which are given twice.
    fn each_natural_seven(
        &self,
        gathered: CardAccumulator,
        left: CardSet,
        cards: &[Card],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        match (&self.ranks.best, gathered.len()) {
            (_, 7) => visit(self.high_of_accumulated(gathered), 1),
            (BestFiveTable::Seven(table), 5) => {
                let mut last = LastTwo::default();
                last.refill(left);
                self.each_with_last_two(table, gathered, &last, visit);
            }
            (BestFiveTable::Seven(table), given @ 0..=4) => {
                let mut last = LastTwo::default();
                let mut after = left;
                for (at, fifth) in cards.iter().enumerate() {
                    after = after.difference(CardSet::of(*fifth));
                    last.refill(after);
                    if last.all.is_empty() {
                        break;
                    }
                    let with = gathered.with(*fifth);
                    self.each_with_more(table, with, 4 - given, &cards[..at], &last, visit);
                }
            }
            (BestFiveTable::Seven(_) | BestFiveTable::Composed(_), given) => {
                self.each_one_by_one(gathered, 7u32.saturating_sub(given), cards, visit);
            }
        }
    }

    /// Every seven with so many more of these cards and two of the last.
    fn each_with_more(
        &self,
        table: &RankTable<SEVEN_CARD_PLACES>,
        gathered: CardAccumulator,
        more: u32,
        cards: &[Card],
        last: &LastTwo,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        if more == 0 {
            return self.each_with_last_two(table, gathered, last, visit);
        }
        for (at, card) in cards.iter().enumerate() {
            let with = gathered.with(*card);
            if more == 1 {
                self.each_with_last_two(table, with, last, visit);
            } else {
                self.each_with_more(table, with, more - 1, &cards[at + 1..], last, visit);
            }
        }
    }

    /// Every seven of five cards and two of the last.
    #[inline(always)]
    fn each_with_last_two(
        &self,
        table: &RankTable<SEVEN_CARD_PLACES>,
        five: CardAccumulator,
        last: &LastTwo,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        // A count that begins at three gets to eight with two more.
        let close = five.sum.wrapping_add(TWO_OF_EACH_SUIT) & SUITED;
        let sum = five.sum & !SUITS;
        let made = |two: &TwoRanks| Strength(table.get(sum.wrapping_add(two.0)));
        if close == 0 {
            return last.all.iter().for_each(|two| visit(made(two), two.number() & WAYS_MASK));
        }
        if five.sum.wrapping_add(TWO_OF_EACH_SUIT / 2) & SUITED != 0 {
            return self.each_with_last_two_of_suit(table, five, close, last, visit);
        }
        // Three of a suit, with the joker of two: only both cards together make five.
        let suit = first_marked_suit(close);
        let mut other = close & (close - 1);
        if other == 0 {
            for two in &last.all {
                let number = two.number();
                visit(made(two), (number & WAYS_MASK) - (number >> (BOTH_AT + suit) & 1));
            }
        } else {
            let another = first_marked_suit(other);
            for two in &last.all {
                let number = two.number();
                let both = (number >> (BOTH_AT + suit) & 1) + (number >> (BOTH_AT + another) & 1);
                visit(made(two), (number & WAYS_MASK) - both);
            }
        }
        other = close;
        while other != 0 {
            let mine = five.ranks_of_marked_suit(other);
            for two in &last.suited[first_marked_suit(other)] {
                let flush = self.suited[(mine | two.number() as usize) & ((1 << 14) - 1)];
                // With the joker, four of a kind may stand beside a flush.
                visit(made(two).max(Strength(flush)), 1);
            }
            other &= other - 1;
        }
    }

    /// Every seven of five cards and two of the last, where a suit, and no other, has four or five of the five cards.
    #[inline(never)]
    fn each_with_last_two_of_suit(
        &self,
        table: &RankTable<SEVEN_CARD_PLACES>,
        five: CardAccumulator,
        close: WeightSum,
        last: &LastTwo,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        let suit = first_marked_suit(close);
        let mine = five.ranks_of_marked_suit(close);
        let complete = five.sum & SUITED != 0;
        // With the ranks of those of the last two cards that are of the suit.
        let mut see = |made: Strength, ranks: usize, hands: u64| {
            if hands > 0 && (ranks != 0 || complete) {
                visit(made.max(Strength(self.suited[(mine | ranks) & ((1 << 14) - 1)])), hands);
            } else {
                visit(made, hands);
            }
        };
        for (at, sixth) in last.ranks.iter().enumerate() {
            let six = five.sum.wrapping_add(sixth.sum);
            let (suited, others) = sixth.split_by_suit(suit);
            let bit = 1 << sixth.rank;
            if suited + others > 1 {
                let made = Strength(table.get(six.wrapping_add(sixth.sum)));
                see(made, bit, suited * others);
                see(made, 0, others * others.saturating_sub(1) / 2);
            }
            for seventh in &last.ranks[at + 1..] {
                let made = Strength(table.get(six.wrapping_add(seventh.sum)));
                let (suited_too, others_too) = seventh.split_by_suit(suit);
                see(made, bit | 1 << seventh.rank, suited * suited_too);
                see(made, bit, suited * others_too);
                see(made, 1 << seventh.rank, others * suited_too);
                see(made, 0, others * others_too);
            }
        }
    }

    /// Every hand with so many more of these cards, each looked at by itself.
    fn each_one_by_one(
        &self,
        gathered: CardAccumulator,
        more: u32,
        cards: &[Card],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        for (at, card) in cards.iter().enumerate() {
            let with = gathered.with(*card);
            match more {
                0 => return,
                1 => visit(self.high_of_accumulated(with), 1),
                _ => self.each_one_by_one(with, more - 1, &cards[at + 1..], visit),
            }
        }
    }
}

/// The first suit that is marked in a sum.
#[inline(always)]
fn first_marked_suit(marked: WeightSum) -> usize {
    ((marked.trailing_zeros() - SUITS_AT) / 4) as usize & 3
}
