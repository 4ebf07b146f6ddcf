//! Visits all seven-card hands that begin with given cards, many at a time.
//!
//! Five cards are fixed and two more are to come. The highest of the five is chosen first, since it
//! determines which two can follow: these are listed once by their ranks, and the list serves for all fives
//! below that card. The strength of the ranks is looked up once for all their suits, and suits are looked at
//! only if three of the five cards share one. The joker is dealt first of all, so that the cards to come all
//! have a rank and a suit.

use crate::accumulator::CardAccumulator;
use crate::index::{RankTable, SEVEN_CARD_PLACES, SUIT_COUNTS_SHIFT, SUITED, WEIGHTS, WeightSum};
use crate::ranking::{BestFiveTable, Ranking};
use crate::strength::Strength;
use crate::{Card, CardSet};

/// Two more cards of every suit, in the suit counts of a sum.
const TWO_OF_EACH_SUIT: WeightSum = 0x2222 << SUIT_COUNTS_SHIFT;

/// The suit counts of a sum. A sum of ranks alone can hold another number there.
const SUITS: WeightSum = 0xffff << SUIT_COUNTS_SHIFT;

/// Cards of one rank that can come: the rank, what it adds to a sum, and the available suits, one bit each.
#[derive(Clone, Copy)]
struct RankGroup {
    rank: usize,
    sum: WeightSum,
    suits: u64,
}

impl RankGroup {
    /// The number of cards of this rank that are left for the last two of seven, 0 to 4.
    #[inline(always)]
    fn count(self) -> u64 {
        /// The number of bits set in a four-bit number.
        const ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        u64::from(ONES[self.suits as usize & 15])
    }

    /// The number of cards of a suit (0 or 1), and the number of cards of other suits.
    #[inline(always)]
    fn split_by_suit(self, suit: usize) -> (u64, u64) {
        let suited = self.suits >> (suit & 3) & 1;
        (suited, self.count() - suited)
    }
}

/// Two ranks that can come: what they add to a sum, with a 16-bit number in place of the suit counts.
#[derive(Clone, Copy)]
struct TwoRanks(WeightSum);

impl TwoRanks {
    /// The 16-bit number stored in place of the suit counts; [`LastTwo`] says what each list keeps there.
    #[inline(always)]
    fn payload(self) -> u64 {
        (self.0 & SUITS) >> SUIT_COUNTS_SHIFT
    }
}

/// Masks the number of ways in which two ranks can come, in the number of a [`TwoRanks`]; the suits that both
/// can share are stored above it.
const WAYS_MASK: u64 = 31;
const SHARED_SUITS_SHIFT: usize = 5;

/// The possible last two cards of seven, by their ranks.
#[derive(Default)]
struct LastTwo {
    ranks: Vec<RankGroup>,
    /// All pairs of ranks. Each number holds the number of ways in which they can come, at most 16, and above
    /// that the suits that both can share, one bit each.
    all: Vec<TwoRanks>,
    /// For each suit, the pairs of ranks that can both be of that suit. Each number holds the two ranks, one
    /// bit each.
    suited: [Vec<TwoRanks>; 4],
}

impl LastTwo {
    /// Lists every pair that the last two of seven cards can make out of these, in place of what was listed.
    /// The joker must not be among them.
    fn refill(&mut self, cards: CardSet) {
        self.ranks.clear();
        self.all.clear();
        self.suited.iter_mut().for_each(Vec::clear);
        self.ranks.extend((0..13).filter_map(|rank| {
            let suits = cards.0 >> (4 * rank) & 15;
            (suits != 0).then_some(RankGroup { rank, sum: WEIGHTS[rank], suits })
        }));
        for (at, sixth) in self.ranks.iter().enumerate() {
            let number = sixth.count();
            if number > 1 {
                let sum = sixth.sum.wrapping_add(sixth.sum);
                self.all.push(TwoRanks(sum | (number * (number - 1) / 2) << SUIT_COUNTS_SHIFT));
            }
            for seventh in &self.ranks[at + 1..] {
                let sum = sixth.sum.wrapping_add(seventh.sum);
                let both = sixth.suits & seventh.suits;
                let ways = number * seventh.count();
                self.all.push(TwoRanks(sum | (both << SHARED_SUITS_SHIFT | ways) << SUIT_COUNTS_SHIFT));
                let ranks = 1 << sixth.rank | 1 << seventh.rank;
                for (suit, suited) in self.suited.iter_mut().enumerate() {
                    if both >> suit & 1 == 1 {
                        suited.push(TwoRanks(sum | ranks << SUIT_COUNTS_SHIFT));
                    }
                }
            }
        }
    }
}

impl Ranking {
    /// Visits every seven-card hand made of the accumulated cards, of which there may be at most seven, and
    /// cards of `left`, which must not include any of the accumulated ones. `visit` gets a strength and the
    /// number of hands that have it; the same strength may be visited more than once, and the number may
    /// be 0.
    ///
    /// The result is the same as from [`Ranking::high_of_accumulated`] for each hand, in a fraction of the
    /// time: the strength of the last two ranks is looked up once for all their suits, and suits are looked
    /// at only if two more cards can make five of one.
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
    /// // 48 choose 3.
    /// assert_eq!(hands, 17_296);
    /// ```
    pub fn each_seven(
        &self,
        accumulated: CardAccumulator,
        left: CardSet,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        let natural = left.difference(CardSet::of(Card::JOKER));
        let cards: Vec<Card> = natural.iter().collect();
        self.each_natural_seven(accumulated, natural, &cards, visit);
        if left.contains(Card::JOKER) && accumulated.len() < 7 {
            self.each_natural_seven(accumulated.with(Card::JOKER), natural, &cards, visit);
        }
    }

    /// Visits every seven-card hand that completes the accumulated cards with natural cards of `left`, which
    /// is given as a set and again as a list in index order. Chooses the fastest way for their number.
    fn each_natural_seven(
        &self,
        accumulated: CardAccumulator,
        left: CardSet,
        cards: &[Card],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        match (&self.ranks.best, accumulated.len()) {
            (_, 7) => visit(self.high_of_accumulated(accumulated), 1),
            (BestFiveTable::Seven(table), 5) => {
                let mut last = LastTwo::default();
                last.refill(left);
                self.each_with_last_two(table, accumulated, &last, visit);
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
                    let with = accumulated.with(*fifth);
                    self.each_with_more(table, with, 4 - given, &cards[..at], &last, visit);
                }
            }
            (BestFiveTable::Seven(_) | BestFiveTable::Composed(_), given) => {
                self.each_one_by_one(accumulated, 7u32.saturating_sub(given), cards, visit);
            }
        }
    }

    /// Visits every seven-card hand with `more` further cards of the list and then two of `last`; `last` must
    /// list only cards beyond those in `cards`, so that each hand comes once.
    fn each_with_more(
        &self,
        table: &RankTable<SEVEN_CARD_PLACES>,
        accumulated: CardAccumulator,
        more: u32,
        cards: &[Card],
        last: &LastTwo,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        if more == 0 {
            return self.each_with_last_two(table, accumulated, last, visit);
        }
        for (at, card) in cards.iter().enumerate() {
            let with = accumulated.with(*card);
            if more == 1 {
                self.each_with_last_two(table, with, last, visit);
            } else {
                self.each_with_more(table, with, more - 1, &cards[at + 1..], last, visit);
            }
        }
    }

    /// Visits every seven-card hand made of these five cards and two of `last`, with one lookup for all suits
    /// of two ranks. The hottest loop of the crate.
    #[inline(always)]
    fn each_with_last_two(
        &self,
        table: &RankTable<SEVEN_CARD_PLACES>,
        five: CardAccumulator,
        last: &LastTwo,
        visit: &mut impl FnMut(Strength, u64),
    ) {
        // A suit count starts at three and reaches eight with two more cards if there are three of the suit.
        let close = five.sum.wrapping_add(TWO_OF_EACH_SUIT) & SUITED;
        let sum = five.sum & !SUITS;
        let made = |two: &TwoRanks| Strength(table.get(sum.wrapping_add(two.0)));
        if close == 0 {
            return last.all.iter().for_each(|two| visit(made(two), two.payload() & WAYS_MASK));
        }
        if five.sum.wrapping_add(TWO_OF_EACH_SUIT / 2) & SUITED != 0 {
            return self.each_with_last_two_of_suit(table, five, close, last, visit);
        }
        // Three cards of a suit, counting the joker: only both last cards together can make five. With the
        // joker, two suits can be in this position.
        let suit = first_marked_suit(close);
        let mut other = close & (close - 1);
        if other == 0 {
            for two in &last.all {
                let number = two.payload();
                visit(made(two), (number & WAYS_MASK) - (number >> (SHARED_SUITS_SHIFT + suit) & 1));
            }
        } else {
            let another = first_marked_suit(other);
            for two in &last.all {
                let number = two.payload();
                let both = (number >> (SHARED_SUITS_SHIFT + suit) & 1)
                    + (number >> (SHARED_SUITS_SHIFT + another) & 1);
                visit(made(two), (number & WAYS_MASK) - both);
            }
        }
        other = close;
        while other != 0 {
            let suit_ranks = five.ranks_of_marked_suit(other);
            for two in &last.suited[first_marked_suit(other)] {
                let flush = self.suited[(suit_ranks | two.payload() as usize) & ((1 << 14) - 1)];
                // With the joker, four of a kind can coincide with a flush.
                visit(made(two).max(Strength(flush)), 1);
            }
            other &= other - 1;
        }
    }

    /// Visits the same hands as [`Ranking::each_with_last_two`] where exactly one suit, the one marked in
    /// `close`, has four or five of the five cards, so that one more card can make a flush.
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
        let suit_ranks = five.ranks_of_marked_suit(close);
        let complete = five.sum & SUITED != 0;
        // `ranks` are the ranks of those last cards that are of the suit.
        let mut visit_with_flush = |made: Strength, ranks: usize, hands: u64| {
            if hands > 0 && (ranks != 0 || complete) {
                visit(made.max(Strength(self.suited[(suit_ranks | ranks) & ((1 << 14) - 1)])), hands);
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
                visit_with_flush(made, bit, suited * others);
                visit_with_flush(made, 0, others * others.saturating_sub(1) / 2);
            }
            for seventh in &last.ranks[at + 1..] {
                let made = Strength(table.get(six.wrapping_add(seventh.sum)));
                let (suited_too, others_too) = seventh.split_by_suit(suit);
                visit_with_flush(made, bit | 1 << seventh.rank, suited * suited_too);
                visit_with_flush(made, bit, suited * others_too);
                visit_with_flush(made, 1 << seventh.rank, others * suited_too);
                visit_with_flush(made, 0, others * others_too);
            }
        }
    }

    /// Visits every hand with `more` further cards of the list, looking each up by itself: the slow way, for
    /// games of exactly two hole cards and where only one card is to come.
    fn each_one_by_one(
        &self,
        accumulated: CardAccumulator,
        more: u32,
        cards: &[Card],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        for (at, card) in cards.iter().enumerate() {
            let with = accumulated.with(*card);
            match more {
                0 => return,
                1 => visit(self.high_of_accumulated(with), 1),
                _ => self.each_one_by_one(with, more - 1, &cards[at + 1..], visit),
            }
        }
    }
}

/// The first suit, 0 (clubs) to 3, whose top count bit is set: one that may make a flush. A suit must be
/// marked.
#[inline(always)]
fn first_marked_suit(marked: WeightSum) -> usize {
    ((marked.trailing_zeros() - SUIT_COUNTS_SHIFT) / 4) as usize & 3
}
