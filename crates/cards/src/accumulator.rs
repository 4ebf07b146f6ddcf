//! Cards added up one at a time, so that hands with the same first cards share the work.

use crate::index::{ONE_OF_EACH_SUIT, SEVEN_START, SUIT_COUNTS_SHIFT, SUITED, WeightSum, weight};
use crate::ranking::{BestFiveTable, Ranking};
use crate::strength::Strength;
use crate::{Card, CardSet};

/// Some of the cards of a seven-card hand, added up one at a time. The sum is shared by all hands that begin
/// with the same cards.
///
/// ```
/// use cards::{Card, Choice, CardAccumulator, Ranking};
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let seven: [Card; 7] = std::array::from_fn(|at| ranking.deck()[7 * at]);
/// let accumulated = seven.iter().fold(CardAccumulator::NONE, |accumulated, card| accumulated.with(*card));
/// assert_eq!(ranking.high_of_accumulated(accumulated), ranking.high(&seven, &[]));
/// ```
// Aligned so that a loop over a slice advances in steps of 32 bytes, without a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct CardAccumulator {
    pub(crate) sum: WeightSum,
    /// The same sum without the starting value, for adding these cards to others.
    plain: WeightSum,
    /// The ranks of each suit, one bit each in 16 bits per suit, clubs lowest; the joker is bit 13 of every
    /// suit.
    suits: u64,
}

/// Every card accumulated by itself; the array covers every byte so that no bounds check is needed.
static SINGLE_CARDS: [CardAccumulator; 256] = {
    let mut alone = [CardAccumulator { sum: SEVEN_START, plain: 0, suits: 0 }; 256];
    let mut card = 0;
    while card < Card::COUNT as u8 {
        let suits = if card < 52 { 1 << (16 * (card % 4) + card / 4) } else { 0x2000_2000_2000_2000 };
        let plain = weight(Card(card));
        alone[card as usize] = CardAccumulator { sum: SEVEN_START.wrapping_add(plain), plain, suits };
        card += 1;
    }
    alone
};

impl CardAccumulator {
    /// No cards.
    pub const NONE: CardAccumulator = CardAccumulator { sum: SEVEN_START, plain: 0, suits: 0 };

    /// These cards and one more, which must not be among them. The order of adding does not matter, so hands
    /// with the same first cards share their sum.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> CardAccumulator {
        self.and(SINGLE_CARDS[usize::from(card.0)])
    }

    /// The cards of both, which must not overlap: nothing checks it, as this is the innermost step of loops
    /// over hands. The starting value of a sum is in the result once.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: CardAccumulator) -> CardAccumulator {
        CardAccumulator {
            sum: self.sum.wrapping_add(other.plain),
            plain: self.plain.wrapping_add(other.plain),
            suits: self.suits | other.suits,
        }
    }

    /// The cards that were added, read back from the suit bits: for slow paths and checks.
    pub fn cards(self) -> CardSet {
        let within = |card: &Card| self.suits & SINGLE_CARDS[usize::from(card.0)].suits != 0;
        let joker = self.suits & SINGLE_CARDS[Card::JOKER.index()].suits != 0;
        let natural = CardSet::ALL.iter().filter(|card| *card != Card::JOKER && within(card));
        natural.chain(joker.then_some(Card::JOKER)).collect()
    }

    /// The number of cards added, the joker counted once; decides how [`Ranking::each_seven`] goes on.
    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        // The joker is in every suit and is counted in the first only.
        (self.suits & 0x1fff_1fff_1fff_3fff).count_ones()
    }

    /// The ranks of the first suit whose top count bit is set in `marked`, one bit each with the deuce lowest
    /// and the joker as bit 13: the index into [`Ranking`]'s flush table.
    #[inline(always)]
    pub(crate) fn ranks_of_marked_suit(self, marked: WeightSum) -> usize {
        self.ranks_of_suit(marked_suit_place(marked))
    }

    /// The ranks of the suit that begins at bit `place` of `suits`, as 14 bits; `place` is a multiple of 16,
    /// as from [`marked_suit_place`].
    #[inline(always)]
    fn ranks_of_suit(self, place: u32) -> usize {
        (self.suits >> (place & 63)) as usize & ((1 << 14) - 1)
    }
}

/// The bit of `suits` in a [`CardAccumulator`] at which the first suit marked in a sum begins. A suit must be
/// marked, which means that it may make a flush.
#[inline(always)]
fn marked_suit_place(marked: WeightSum) -> u32 {
    // A suit takes 4 bits in a sum and 16 bits in `suits`.
    4 * (((marked & SUITED).trailing_zeros() - SUIT_COUNTS_SHIFT) & !3)
}

impl Ranking {
    /// The strength of the best five of seven accumulated cards, the same as from [`Ranking::high_of_seven`].
    /// Any other number of cards gives a meaningless strength.
    #[inline(always)]
    pub fn high_of_accumulated(&self, accumulated: CardAccumulator) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(table) => {
                let strength = Strength(table.get(accumulated.sum));
                if accumulated.sum & SUITED == 0 {
                    return strength;
                }
                strength.max(Strength(self.suited[accumulated.ranks_of_marked_suit(accumulated.sum)]))
            }
            BestFiveTable::Composed(_) => self.high_of_accumulated_fives(accumulated),
        }
    }

    /// Prepares six accumulated cards for looking up many seven-card hands that complete them: the inner loop
    /// of Ultimate Texas Hold'em in the crate `odds`.
    ///
    /// ```
    /// use cards::{Card, Choice, CardAccumulator, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let [first, rest @ ..] = ranking.deck() else { unreachable!() };
    /// let six = rest[..6].iter().fold(CardAccumulator::NONE, |six, card| six.with(*card));
    /// let seven = six.with(*first);
    /// let last = CardAccumulator::NONE.with(*first);
    /// assert_eq!(ranking.with_one_to_come(six).high(last), ranking.high_of_accumulated(seven));
    /// ```
    #[inline(always)]
    pub fn with_one_to_come(&self, six: CardAccumulator) -> OneToCome<'_> {
        let close = six.sum.wrapping_add(ONE_OF_EACH_SUIT) & SUITED;
        OneToCome { ranking: self, six, suit: (close != 0).then(|| marked_suit_place(close)) }
    }

    /// The slow way for games that use exactly two hole cards, whose tables do not cover any five of seven:
    /// the best five of all seven cards. [`Strength::NONE`] unless there are seven.
    #[cold]
    #[inline(never)]
    fn high_of_accumulated_fives(&self, accumulated: CardAccumulator) -> Strength {
        let cards: Vec<Card> = accumulated.cards().iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}

/// Six of seven cards, for loops over the last one: suits are looked at only if one more card can make five
/// of one.
#[derive(Clone, Copy)]
pub struct OneToCome<'a> {
    ranking: &'a Ranking,
    six: CardAccumulator,
    /// Where in `suits` the suit with four cards or more begins; at most one suit has that many.
    suit: Option<u32>,
}

impl OneToCome<'_> {
    /// The strength of the best five with the last card, which is accumulated by itself; the same as from
    /// [`Ranking::high_of_accumulated`]. Any other number of cards gives a meaningless strength.
    #[inline(always)]
    pub fn high(&self, last: CardAccumulator) -> Strength {
        let seven = self.six.and(last);
        match &self.ranking.ranks.best {
            BestFiveTable::Seven(table) => {
                let made = table.get(seven.sum);
                Strength(match self.suit {
                    None => made,
                    // For fewer than five ranks the table has `Strength::NONE`, so they need not be counted
                    // here.
                    Some(suit) => made.max(self.ranking.suited[seven.ranks_of_suit(suit)]),
                })
            }
            BestFiveTable::Composed(_) => self.ranking.high_of_accumulated_fives(seven),
        }
    }
}
