//! Hands looked at in order, many of which begin with the same cards.

use crate::index::{SEVEN, SEVENS, SUITED, SUITS_AT, Sum, Table, WEIGHTS, weight};
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
    sum: Sum,
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
    fn len(self) -> u32 {
        // The joker is in every suit, and counts in the first.
        (self.suits & 0x1fff_1fff_1fff_3fff).count_ones()
    }

    /// The ranks of the first suit that is marked in a sum, one bit each, bit 13 for the joker.
    #[inline(always)]
    fn suited(self, marked: Sum) -> usize {
        // A suit is four bits of the sum, and sixteen here.
        let suit = ((marked & SUITED).trailing_zeros() - SUITS_AT) & !3;
        (self.suits >> ((4 * suit) & 63)) as usize & ((1 << 14) - 1)
    }
}

/// How many ranks there are, the joker counted as one.
const RANKS: usize = 14;

/// Two more cards of every suit, as a sum counts them.
const TWO_OF_EACH_SUIT: Sum = 0x2222 << SUITS_AT;

/// Cards of one rank that may come: the rank, what it adds to a sum, and which suits there are, one bit each.
#[derive(Clone, Copy, Default)]
struct OfRank {
    rank: u32,
    sum: Sum,
    suits: usize,
}

impl OfRank {
    /// How many cards there are.
    #[inline(always)]
    fn number(self) -> u64 {
        /// How many bits a number of four bits has.
        const ONES: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
        u64::from(ONES[self.suits & 15])
    }

    /// How many are of a suit, and how many are not; the joker is of every suit.
    #[inline(always)]
    fn parted(self, suit: u32) -> (u64, u64) {
        let suit = if self.rank == 13 { 0 } else { suit };
        let suited = (self.suits >> (suit & 3) & 1) as u64;
        (suited, self.number() - suited)
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

    /// Every seven that has the gathered cards, at most seven, and others of `left`, where none of them is: `visit` is
    /// told strengths and how many hands have each, a strength possibly more than once.
    ///
    /// The same as [`Ranking::high_of_gathered`] of each, in a fraction of the time: what the last two ranks make is
    /// looked up once for all their suits, and suits are looked at only where two cards more may make five.
    ///
    /// ```
    /// use cards::{Category, Choice, Gathered, Ranking};
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let aces = ranking.deck()[48..].iter().fold(Gathered::NONE, |aces, ace| aces.with(*ace));
    /// let mut hands = 0;
    /// ranking.each_seven(aces, ranking.cards().without(aces.cards()), &mut |strength, number| {
    ///     assert_eq!(strength.category(), Category::FourOfAKind);
    ///     hands += number;
    /// });
    /// // 48 over 3.
    /// assert_eq!(hands, 17_296);
    /// ```
    pub fn each_seven(&self, gathered: Gathered, left: CardSet, visit: &mut impl FnMut(Strength, u64)) {
        let (mut ranks, number) = by_rank(left);
        match gathered.len() {
            cards @ 0..=6 => self.each_of_more(gathered, 7 - cards, &mut ranks[..number], visit),
            7 => visit(self.high_of_gathered(gathered), 1),
            _ => {}
        }
    }

    /// Every seven with so many more cards, at least one.
    fn each_of_more(
        &self,
        gathered: Gathered,
        more: u32,
        left: &mut [OfRank],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        if let (Best::Seven(table), 2) = (&self.ranks.best, more) {
            // A count that begins at three gets to eight with two more.
            let close = gathered.sum.wrapping_add(TWO_OF_EACH_SUIT) & SUITED;
            if close == 0 {
                return each_two(table, gathered, left, visit);
            }
            // With the joker there may be two such suits.
            if close & (close - 1) == 0 {
                return self.each_suited_two(table, gathered, close, left, visit);
            }
        }
        for at in 0..left.len() {
            let OfRank { rank, suits, .. } = left[at];
            for suit in (0..4).filter(|suit| suits >> suit & 1 == 1) {
                left[at].suits = suits & (!1 << suit);
                let with = gathered.with(Card((4 * rank + suit) as u8));
                if more > 1 {
                    self.each_of_more(with, more - 1, &mut left[at..], visit);
                } else {
                    visit(self.high_of_gathered(with), 1);
                }
            }
            left[at].suits = suits;
        }
    }

    /// Five cards and two more of those left, where one suit has three, four or five of the five.
    fn each_suited_two(
        &self,
        table: &Table<SEVENS>,
        five: Gathered,
        close: Sum,
        left: &[OfRank],
        visit: &mut impl FnMut(Strength, u64),
    ) {
        let suit = (close.trailing_zeros() - SUITS_AT) / 4;
        let mine = five.suited(close);
        let missing = 8u64.saturating_sub(five.sum >> (SUITS_AT + 4 * suit) & 15);
        // With the ranks of those of the last two cards that are of the suit, and how many these are.
        let mut see = |made: Strength, ranks: usize, suited: u64, hands: u64| {
            if hands > 0 && suited >= missing {
                visit(made.max(Strength(self.suited[(mine | ranks) & ((1 << 14) - 1)])), hands);
            } else {
                visit(made, hands);
            }
        };
        for (at, sixth) in left.iter().enumerate() {
            let six = five.sum.wrapping_add(sixth.sum);
            let (suited, others) = sixth.parted(suit);
            let bit = 1 << sixth.rank;
            if suited + others > 1 {
                let made = Strength(table.get(six.wrapping_add(sixth.sum)));
                see(made, bit, 1, suited * others);
                see(made, 0, 0, others * others.saturating_sub(1) / 2);
            }
            for seventh in &left[at + 1..] {
                let made = Strength(table.get(six.wrapping_add(seventh.sum)));
                let (suited_too, others_too) = seventh.parted(suit);
                see(made, bit | 1 << seventh.rank, 2, suited * suited_too);
                see(made, bit, 1, suited * others_too);
                see(made, 1 << seventh.rank, 1, others * suited_too);
                see(made, 0, 0, others * others_too);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn high_of_gathered_fives(&self, gathered: Gathered) -> Strength {
        let cards: Vec<Card> = gathered.cards().iter().collect();
        cards.try_into().map_or(Strength::NONE, |seven: [Card; 7]| self.high_of_seven(&seven))
    }
}

/// Five cards and two more of those left, where no suit comes to five.
fn each_two(table: &Table<SEVENS>, five: Gathered, left: &[OfRank], visit: &mut impl FnMut(Strength, u64)) {
    for (at, sixth) in left.iter().enumerate() {
        let six = five.sum.wrapping_add(sixth.sum);
        let number = sixth.number();
        if number > 1 {
            visit(Strength(table.get(six.wrapping_add(sixth.sum))), number * (number - 1) / 2);
        }
        for seventh in &left[at + 1..] {
            visit(Strength(table.get(six.wrapping_add(seventh.sum))), number * seventh.number());
        }
    }
}

/// The cards by their ranks, the first ones of an array, and how many ranks there are.
#[inline(always)]
fn by_rank(cards: CardSet) -> ([OfRank; RANKS], usize) {
    let mut ranks = [OfRank::default(); RANKS];
    let mut number = 0;
    for rank in cards.0.trailing_zeros() / 4..RANKS as u32 {
        let suits = (cards.0 >> (4 * rank)) as usize & 15;
        if suits != 0 {
            ranks[number] = OfRank { rank, sum: WEIGHTS[rank as usize], suits };
            number += 1;
        }
    }
    (ranks, number)
}
