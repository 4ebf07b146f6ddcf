//! A single card, its rank and its suit.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A rank, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

/// A suit. Their order matters only for drawing cards and for ties that a book breaks by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Rank {
    /// All ranks, lowest first.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The letter of the rank: `2` to `9`, `T`, `J`, `Q`, `K`, `A`. The first character of every written or
    /// stored card.
    pub const fn letter(self) -> char {
        b"23456789TJQKA"[self as usize] as char
    }

    /// The rank in words: `deuce`, `three`, `ten`, `ace`; for announcements, never stored.
    pub const fn word(self) -> &'static str {
        const WORDS: [&str; 13] = [
            "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
            "king", "ace",
        ];
        WORDS[self as usize]
    }

    /// The rank in words, in the plural: `deuces`, `sixes`, `aces`; for announcements, never stored.
    pub const fn plural(self) -> &'static str {
        const WORDS: [&str; 13] = [
            "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks",
            "queens", "kings", "aces",
        ];
        WORDS[self as usize]
    }
}

impl Suit {
    /// All suits, clubs first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit in words: `clubs`, `diamonds`, `hearts`, `spades`; for announcements, never stored.
    pub const fn word(self) -> &'static str {
        const WORDS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
        WORDS[self as usize]
    }

    /// The letter of the suit: `c`, `d`, `h`, `s`. The second character of every written or stored card.
    pub const fn letter(self) -> char {
        b"cdhs"[self as usize] as char
    }
}

/// A known card: one of the 52, or the joker.
///
/// ```
/// use cards::{Card, Rank, Suit};
/// let card: Card = "Td".parse().unwrap();
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Diamonds));
/// assert_eq!(card.to_string(), "Td");
/// assert!("10d".parse::<Card>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub(crate) u8);

impl Card {
    /// The joker, written `Jo`.
    pub const JOKER: Card = Card(52);
    /// How many different cards there are, the joker included.
    pub const COUNT: usize = 53;

    /// The card of this rank and suit. It cannot make the joker, which is [`Card::JOKER`].
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }

    /// The card with an index from 0 to 52: rank by rank from the two of clubs (0) to the ace of spades (51),
    /// then the joker (52). `None` above that.
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Card::COUNT { Some(Card(index as u8)) } else { None }
    }

    /// The index of the card, 0 to 52, as in [`Card::from_index`]: the key of every table by card. Four times
    /// the rank plus the suit, for all but the joker.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank; `None` for the joker, whose rank depends on the hand it is in.
    #[inline]
    pub const fn rank(self) -> Option<Rank> {
        if self.0 < 52 { Some(Rank::ALL[(self.0 / 4) as usize]) } else { None }
    }

    /// The suit; `None` for the joker, whose suit depends on the hand it is in.
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < 52 { Some(Suit::ALL[(self.0 % 4) as usize]) } else { None }
    }
}

impl fmt::Display for Card {
    /// Writes the two letters, rank then suit, as in `As`, or `Jo`: the form that is stored, sent and parsed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.letter(), suit.letter()),
            _ => f.write_str("Jo"),
        }
    }
}

impl fmt::Debug for Card {
    /// Writes the card as `Display` does. A card that nobody may see must be a
    /// [`HiddenCard`](crate::HiddenCard).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that does not name a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCardError {
    /// The text as given.
    pub given: String,
}

impl fmt::Display for ParseCardError {
    /// Says which text is not a card and how one is written; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a card: expected rank then suit, as in `As` or `Td`, or `Jo` for the joker",
            self.given
        )
    }
}

impl std::error::Error for ParseCardError {}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Parses what `Display` writes, in exactly these letters: no other case, no spaces, no `10`. The inverse
    /// must hold for every stored card.
    fn from_str(text: &str) -> Result<Card, ParseCardError> {
        let not_a_card = || ParseCardError { given: text.to_owned() };
        match text.as_bytes() {
            b"Jo" => Ok(Card::JOKER),
            [rank, suit] => {
                let rank =
                    b"23456789TJQKA".iter().position(|letter| letter == rank).ok_or_else(not_a_card)?;
                let suit = b"cdhs".iter().position(|letter| letter == suit).ok_or_else(not_a_card)?;
                Ok(Card((rank * 4 + suit) as u8))
            }
            _ => Err(not_a_card()),
        }
    }
}

/// Serialized as its two letters, such as `As`.
impl Serialize for Card {
    /// Writes the two letters, the form of a card in stored events and on the wire.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct CardTextVisitor;

impl de::Visitor<'_> for CardTextVisitor {
    type Value = Card;

    /// What a deserializer's error names as expected.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card such as As")
    }

    /// Parses the text of a stored card; a text that names no card is an error of the deserializer.
    fn visit_str<E: de::Error>(self, text: &str) -> Result<Card, E> {
        text.parse().map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for Card {
    /// Reads the two letters that `serialize` wrote; nothing else is accepted.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        deserializer.deserialize_str(CardTextVisitor)
    }
}
