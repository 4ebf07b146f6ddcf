//! The decks an operator may choose from, and sets of cards.

use std::fmt;
use std::str::FromStr;

use crate::{Card, Rank, Suit};

/// A deck, not counting a joker: from the ace down to its lowest rank, in each of the four suits.
///
/// ```
/// use cards::{Deck, Rank};
/// let deck: Deck = "36".parse().unwrap();
/// assert_eq!(deck, Deck::Cards36);
/// assert_eq!(deck.lowest_rank(), Rank::Six);
/// assert!("24".parse::<Deck>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Deck {
    /// Sevens and up.
    Cards32,
    /// Sixes and up.
    Cards36,
    /// Fives and up.
    Cards40,
    /// Fours and up.
    Cards44,
    /// Threes and up.
    Cards48,
    /// Deuces and up.
    #[default]
    Cards52,
}

impl Deck {
    /// All decks, smallest first.
    pub const ALL: [Deck; 6] =
        [Deck::Cards32, Deck::Cards36, Deck::Cards40, Deck::Cards44, Deck::Cards48, Deck::Cards52];

    /// The number of cards, not counting a joker: the number that names the deck in books and settings.
    pub const fn count(self) -> usize {
        32 + 4 * self as usize
    }

    /// Its lowest rank. Every rank from here to the ace is in the deck in all four suits.
    pub const fn lowest_rank(self) -> Rank {
        Rank::ALL[5 - self as usize]
    }

    /// Its ranks, lowest first, the ace last.
    pub const fn ranks(self) -> &'static [Rank] {
        Rank::ALL.split_at(5 - self as usize).1
    }

    /// The set of its cards, with the joker or without; what is dealt from is this set in a shuffled order.
    ///
    /// ```
    /// use cards::{Card, Deck};
    /// let deck = Deck::Cards36.cards(true);
    /// assert_eq!(deck.len(), 37);
    /// assert!(deck.contains(Card::JOKER));
    /// assert!(!deck.contains("5s".parse().unwrap()));
    /// ```
    pub fn cards(self, joker: bool) -> CardSet {
        let natural = CardSet::ALL.0 & !((1 << (4 * self.lowest_rank() as u32)) - 1) & !CardSet::JOKER.0;
        CardSet(natural | if joker { CardSet::JOKER.0 } else { 0 })
    }
}

impl fmt::Display for Deck {
    /// Writes the number of cards, such as `36`: the value of the setting `deck_cards`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.count())
    }
}

/// A text that does not name a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDeckError {
    /// The text as given.
    pub given: String,
}

impl fmt::Display for ParseDeckError {
    /// Names the text and the numbers expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a deck: expected 52, 48, 44, 40, 36 or 32 cards", self.given)
    }
}

impl std::error::Error for ParseDeckError {}

impl FromStr for Deck {
    type Err = ParseDeckError;

    /// Parses the number of cards as `Display` writes it, the value of the setting `deck_cards`.
    fn from_str(text: &str) -> Result<Deck, ParseDeckError> {
        Deck::ALL
            .into_iter()
            .find(|deck| deck.to_string() == text)
            .ok_or_else(|| ParseDeckError { given: text.to_owned() })
    }
}

/// A set of distinct cards, which may include the joker.
///
/// ```
/// use cards::{Card, CardSet};
/// let mut set: CardSet = ["As", "Kd"].iter().map(|card| card.parse::<Card>().unwrap()).collect();
/// assert_eq!(set.len(), 2);
/// assert!(!set.insert("As".parse().unwrap()), "it was there already");
/// assert_eq!(set.to_string(), "Kd As");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(pub(crate) u64);

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52 cards and the joker.
    pub const ALL: CardSet = CardSet((1 << Card::COUNT) - 1);
    const JOKER: CardSet = CardSet(1 << Card::JOKER.index());

    /// The set that contains only this card.
    #[inline]
    pub const fn of(card: Card) -> CardSet {
        CardSet(1 << (card.index() & 63))
    }

    /// Adds a card; returns false if it was in the set before. Checks for a card dealt twice rely on it.
    #[inline]
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= CardSet::of(card).0;
        before != self.0
    }

    /// Removes a card; returns false if it was not in the set.
    #[inline]
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !CardSet::of(card).0;
        before != self.0
    }

    /// Whether the set contains this card; the joker is a card of its own.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & CardSet::of(card).0 != 0
    }

    /// The number of cards in the set, the joker included.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no cards, not even the joker.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards that are in either set; a card in both is there once.
    #[inline]
    pub const fn union(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// The cards that are in both sets.
    #[inline]
    pub const fn intersection(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards that are in this set but not in the other, as when known cards are taken out of a deck.
    #[inline]
    pub const fn difference(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The cards of this set that are of one suit; never the joker, which has none.
    pub const fn of_suit(self, suit: Suit) -> CardSet {
        CardSet(self.0 & (0x1_1111_1111_1111 << suit as u32))
    }

    /// The cards in index order: deuces first, the joker last. A fixed order, so that results and hashes over
    /// it repeat.
    pub fn iter(self) -> Cards {
        Cards(self.0)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = Cards;

    /// The cards in the order of [`CardSet::iter`].
    fn into_iter(self) -> Cards {
        self.iter()
    }
}

/// Iterates over the cards of a [`CardSet`].
#[derive(Clone, Debug)]
pub struct Cards(u64);

impl Iterator for Cards {
    type Item = Card;

    /// The next card in index order: deuces first, the joker last.
    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Card::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    /// The exact number of cards left, which [`ExactSizeIterator`] relies on.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cards {}

impl FromIterator<Card> for CardSet {
    /// The set of these cards; a repeated card is not noticed, unlike by [`CardSet::insert`].
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| set.union(CardSet::of(card)))
    }
}

impl fmt::Display for CardSet {
    /// Writes the cards in index order with spaces between them: `Kd As`; nothing for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, card) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    /// Writes the cards as `Display` does, in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
