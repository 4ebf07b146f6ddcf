//! Cards gathered one after another, for hands that begin with the same cards.

use crate::index::{SEVEN, SUITED, SUITS_AT, Sum, weight};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gathered {
    pub(crate) sum: Sum,
    /// The ranks of each suit, one bit each in sixteen bits a suit, clubs lowest; the joker is bit 13 of every suit.
    suits: u64,
}

/// What each card is, gathered alone, but for what a sum starts from; there is one for every byte.
static ALONE: [Gathered; 256] = {
    let mut alone = [Gathered { sum: 0, suits: 0 }; 256];
    let mut card = 0;
    while card < Card::COUNT as u8 {
        let suits = if card < 52 { 1 << (16 * (card % 4) + card / 4) } else { 0x2000_2000_2000_2000 };
        alone[card as usize] = Gathered { sum: weight(Card(card)), suits };
        card += 1;
    }
    alone
};

impl Gathered {
    /// No card yet.
    pub const NONE: Gathered = Gathered { sum: SEVEN, suits: 0 };

    /// One card more.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> Gathered {
        let alone = ALONE[usize::from(card.0)];
        Gathered { sum: self.sum.wrapping_add(alone.sum), suits: self.suits | alone.suits }
    }

    /// The cards of both, which are different ones.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Gathered) -> Gathered {
        // Both sums start from that of no card.
        Gathered {
            sum: self.sum.wrapping_add(other.sum).wrapping_sub(SEVEN),
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
        // A suit is four bits of the sum, and sixteen here.
        let suit = ((marked & SUITED).trailing_zeros() - SUITS_AT) & !3;
        (self.suits >> ((4 * suit) & 63)) as usize & ((1 << 14) - 1)
    }
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

    #[cold]
    #[inline(never)]
    fn high_of_gathered_fives(&self, gathered: Gathered) -> Strength {
        let cards: Vec<Card> = gathered.cards().iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}
