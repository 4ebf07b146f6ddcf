//! Cards gathered one after another, for hands that begin with the same cards.

use crate::index::{ONE_OF_EACH_SUIT, SEVEN_START, SUITED, SUITS_AT, WeightSum, weight};
use crate::ranking::{BestFiveTable, Ranking};
use crate::strength::Strength;
use crate::{Card, CardSet};

/// Cards gathered one after another on the way to seven. What they share is added up once for all hands that begin
/// with them.
///
/// ```
/// use cards::{Card, Choice, CardAccumulator, Ranking};
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let seven: [Card; 7] = std::array::from_fn(|at| ranking.deck()[7 * at]);
/// let gathered = seven.iter().fold(CardAccumulator::NONE, |gathered, card| gathered.with(*card));
/// assert_eq!(ranking.high_of_accumulated(gathered), ranking.high(&seven, &[]));
/// ```
// A list of them is walked by whole steps of 32 bytes, without a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct CardAccumulator {
    pub(crate) sum: WeightSum,
    /// The same without what a sum starts from: what is added where these cards come to others.
    plain: WeightSum,
    /// The ranks of each suit, one bit each in sixteen bits a suit, clubs lowest; the joker is bit 13 of every suit.
    suits: u64,
}

/// What each card is, gathered alone; there is one for every byte.
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
    /// No card yet.
    pub const NONE: CardAccumulator = CardAccumulator { sum: SEVEN_START, plain: 0, suits: 0 };

    /// One card more.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> CardAccumulator {
        self.and(SINGLE_CARDS[usize::from(card.0)])
    }

    /// The cards of both, which are different ones.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: CardAccumulator) -> CardAccumulator {
        CardAccumulator {
            sum: self.sum.wrapping_add(other.plain),
            plain: self.plain.wrapping_add(other.plain),
            suits: self.suits | other.suits,
        }
    }

    /// The cards.
    pub fn cards(self) -> CardSet {
        let within = |card: &Card| self.suits & SINGLE_CARDS[usize::from(card.0)].suits != 0;
        let joker = self.suits & SINGLE_CARDS[Card::JOKER.index()].suits != 0;
        let natural = CardSet::ALL.iter().filter(|card| *card != Card::JOKER && within(card));
        natural.chain(joker.then_some(Card::JOKER)).collect()
    }

    /// How many cards there are.
    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        // The joker is in every suit, and counts in the first.
        (self.suits & 0x1fff_1fff_1fff_3fff).count_ones()
    }

    /// The ranks of the first suit that is marked in a sum, one bit each, bit 13 for the joker.
    #[inline(always)]
    pub(crate) fn ranks_of_marked_suit(self, marked: WeightSum) -> usize {
        self.ranks_of_suit(marked_suit_place(marked))
    }

    /// The ranks of the suit whose ranks begin there.
    #[inline(always)]
    fn ranks_of_suit(self, place: u32) -> usize {
        (self.suits >> (place & 63)) as usize & ((1 << 14) - 1)
    }
}

/// Where among the ranks those of the first suit begin that is marked in a sum.
#[inline(always)]
fn marked_suit_place(marked: WeightSum) -> u32 {
    // A suit is four bits of the sum, and sixteen of the ranks.
    4 * (((marked & SUITED).trailing_zeros() - SUITS_AT) & !3)
}

impl Ranking {
    /// The strength of the best five of seven gathered cards, the same as [`Ranking::high_of_seven`].
    /// Another number of cards gives a strength without meaning.
    #[inline(always)]
    pub fn high_of_accumulated(&self, gathered: CardAccumulator) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(table) => {
                let strength = Strength(table.get(gathered.sum));
                if gathered.sum & SUITED == 0 {
                    return strength;
                }
                strength.max(Strength(self.suited[gathered.ranks_of_marked_suit(gathered.sum)]))
            }
            BestFiveTable::Composed(_) => self.high_of_accumulated_fives(gathered),
        }
    }

    /// Six gathered cards of which all sevens are asked for, one after another.
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

    #[cold]
    #[inline(never)]
    fn high_of_accumulated_fives(&self, gathered: CardAccumulator) -> Strength {
        let cards: Vec<Card> = gathered.cards().iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}

/// Six cards of seven, for loops over the last one: suits are looked at only where one more card may make five of one.
#[derive(Clone, Copy)]
pub struct OneToCome<'a> {
    ranking: &'a Ranking,
    six: CardAccumulator,
    /// Where the ranks of the suit begin that has four cards or more; no two suits have.
    suit: Option<u32>,
}

impl OneToCome<'_> {
    /// The strength of the best five with the last card, gathered alone; the same as [`Ranking::high_of_accumulated`].
    /// Another number of cards gives a strength without meaning.
    #[inline(always)]
    pub fn high(&self, last: CardAccumulator) -> Strength {
        let seven = self.six.and(last);
        match &self.ranking.ranks.best {
            BestFiveTable::Seven(table) => {
                let made = table.get(seven.sum);
                Strength(match self.suit {
                    None => made,
                    // Too few ranks of a suit have a strength of none, so nobody needs to count them.
                    Some(suit) => made.max(self.ranking.suited[seven.ranks_of_suit(suit)]),
                })
            }
            BestFiveTable::Composed(_) => self.ranking.high_of_accumulated_fives(seven),
        }
    }
}
