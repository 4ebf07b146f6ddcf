//! Cards gathered one after another, for hands that begin with the same cards.

use crate::index::{ONE_OF_EACH_SUIT, SEVEN, SUITED, SUITS_AT, Sum, weight};
use crate::ranking::{Best, Ranking};
use crate::strength::Strength;
use crate::{Card, CardSet};

/// Cards gathered one after another on the way to seven. What they share is added up once for all hands that begin
/// with them.
///
/// ```
/// use cards::{Card, Choice, Gathered, Ranking};
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let seven: [Card; 7] = std::array::from_fn(|at| ranking.deck()[7 * at]);
/// let gathered = seven.iter().fold(Gathered::NONE, |gathered, card| gathered.with(*card));
/// assert_eq!(ranking.high_of_gathered(gathered), ranking.high(&seven, &[]));
/// ```
// A list of them is walked by whole steps of 32 bytes, without a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Gathered {
    pub(crate) sum: Sum,
    /// The same without what a sum starts from: what is added where these cards come to others.
    plain: Sum,
    /// The ranks of each suit, one bit each in sixteen bits a suit, clubs lowest; the joker is bit 13 of every suit.
    suits: u64,
}

/// What each card is, gathered alone; there is one for every byte.
static ALONE: [Gathered; 256] = {
    let mut alone = [Gathered { sum: SEVEN, plain: 0, suits: 0 }; 256];
    let mut card = 0;
    while card < Card::COUNT as u8 {
        let suits = if card < 52 { 1 << (16 * (card % 4) + card / 4) } else { 0x2000_2000_2000_2000 };
        let plain = weight(Card(card));
        alone[card as usize] = Gathered { sum: SEVEN.wrapping_add(plain), plain, suits };
        card += 1;
    }
    alone
};

impl Gathered {
    /// No card yet.
    pub const NONE: Gathered = Gathered { sum: SEVEN, plain: 0, suits: 0 };

    /// One card more.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> Gathered {
        self.and(ALONE[usize::from(card.0)])
    }

    /// The cards of both, which are different ones.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Gathered) -> Gathered {
        Gathered {
            sum: self.sum.wrapping_add(other.plain),
            plain: self.plain.wrapping_add(other.plain),
            suits: self.suits | other.suits,
        }
    }

    /// The cards.
    pub fn cards(self) -> CardSet {
        let within = |card: &Card| self.suits & ALONE[usize::from(card.0)].suits != 0;
        let joker = self.suits & ALONE[Card::JOKER.index()].suits != 0;
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
    pub(crate) fn suited(self, marked: Sum) -> usize {
        self.of_suit(place_of(marked))
    }

    /// The ranks of the suit whose ranks begin there.
    #[inline(always)]
    fn of_suit(self, place: u32) -> usize {
        (self.suits >> (place & 63)) as usize & ((1 << 14) - 1)
    }
}

/// Where among the ranks those of the first suit begin that is marked in a sum.
#[inline(always)]
fn place_of(marked: Sum) -> u32 {
    // A suit is four bits of the sum, and sixteen of the ranks.
    4 * (((marked & SUITED).trailing_zeros() - SUITS_AT) & !3)
}

impl Ranking {
    /// The strength of the best five of seven gathered cards, the same as [`Ranking::high_of_seven`].
    /// Another number of cards gives a strength without meaning.
    #[inline(always)]
    pub fn high_of_gathered(&self, gathered: Gathered) -> Strength {
        match &self.ranks.best {
            Best::Seven(table) => {
                let strength = Strength(table.get(gathered.sum));
                if gathered.sum & SUITED == 0 {
                    return strength;
                }
                strength.max(Strength(self.suited[gathered.suited(gathered.sum)]))
            }
            Best::Composed(_) => self.high_of_gathered_fives(gathered),
        }
    }

    /// Six gathered cards of which all sevens are asked for, one after another.
    ///
    /// ```
    /// use cards::{Card, Choice, Gathered, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let [first, rest @ ..] = ranking.deck() else { unreachable!() };
    /// let six = rest[..6].iter().fold(Gathered::NONE, |six, card| six.with(*card));
    /// let seven = six.with(*first);
    /// let last = Gathered::NONE.with(*first);
    /// assert_eq!(ranking.one_to_come(six).high(last), ranking.high_of_gathered(seven));
    /// ```
    #[inline(always)]
    pub fn one_to_come(&self, six: Gathered) -> OneToCome<'_> {
        let close = six.sum.wrapping_add(ONE_OF_EACH_SUIT) & SUITED;
        OneToCome { ranking: self, six, suit: (close != 0).then(|| place_of(close)) }
    }

    #[cold]
    #[inline(never)]
    fn high_of_gathered_fives(&self, gathered: Gathered) -> Strength {
        let cards: Vec<Card> = gathered.cards().iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}

/// Six cards of seven, for loops over the last one: suits are looked at only where one more card may make five of one.
#[derive(Clone, Copy)]
pub struct OneToCome<'a> {
    ranking: &'a Ranking,
    six: Gathered,
    /// Where the ranks of the suit begin that has four cards or more; no two suits have.
    suit: Option<u32>,
}

impl OneToCome<'_> {
    /// The strength of the best five with the last card, gathered alone; the same as [`Ranking::high_of_gathered`].
    /// Another number of cards gives a strength without meaning.
    #[inline(always)]
    pub fn high(&self, last: Gathered) -> Strength {
        let seven = self.six.and(last);
        match &self.ranking.ranks.best {
            Best::Seven(table) => {
                let made = table.get(seven.sum);
                Strength(match self.suit {
                    None => made,
                    // Too few ranks of a suit have a strength of none, so nobody needs to count them.
                    Some(suit) => made.max(self.ranking.suited[seven.of_suit(suit)]),
                })
            }
            Best::Composed(_) => self.ranking.high_of_gathered_fives(seven),
        }
    }
}
