//! Hands looked at in order, many of which begin with the same cards.

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
#[derive(Clone, Copy)]
pub struct Gathered {
    sum: Sum,
    cards: CardSet,
}

impl Gathered {
    /// No card yet.
    pub const NONE: Gathered = Gathered { sum: SEVEN, cards: CardSet::EMPTY };

    /// One card more.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> Gathered {
        Gathered { sum: self.sum.wrapping_add(weight(card)), cards: self.cards.union(CardSet::of(card)) }
    }

    /// The cards.
    pub fn cards(self) -> CardSet {
        self.cards
    }

    /// The ranks of the suit that has five cards, one bit each, bit 13 for the joker.
    #[inline]
    fn suited(self) -> usize {
        let suit = ((self.sum & SUITED).trailing_zeros() - SUITS_AT) / 4;
        // Every fourth bit is of the suit; they are drawn together by halves.
        let mut ranks = self.cards.0 >> suit & 0x1_1111_1111_1111;
        ranks = (ranks | ranks >> 3) & 0x0303_0303_0303_0303;
        ranks = (ranks | ranks >> 6) & 0x000f_000f_000f_000f;
        ranks = (ranks | ranks >> 12) & 0x0000_00ff_0000_00ff;
        ranks = (ranks | ranks >> 24) & 0x1fff;
        (ranks | self.cards.0 >> 52 << 13) as usize & ((1 << 14) - 1)
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
                strength.max(Strength(self.suited[gathered.suited()]))
            }
            Best::Composed(_) => self.high_of_gathered_fives(gathered),
        }
    }

    #[cold]
    #[inline(never)]
    fn high_of_gathered_fives(&self, gathered: Gathered) -> Strength {
        let cards: Vec<Card> = gathered.cards.iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}
