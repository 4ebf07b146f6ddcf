//! A made hand as a value: its category, the ranks that name it, its side cards and which of them decide, the
//! cards used, and what the joker stands for. This is the only place in Rust where a hand is put into words
//! for people.

use std::fmt;

use crate::ranking::Ranking;
use crate::strength::{Category, LowKind, LowStrength, Strength};
use crate::{Card, Rank};

/// The category of a made hand, high or low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandKind {
    /// A high hand.
    High(Category),
    /// A low hand.
    Low(LowKind),
}

/// What some cards make.
///
/// Displays as a dealer announces it: `two pair, kings and fours`, or with deciding side cards
/// `two pair, kings and fours, ace kicker`.
///
/// ```
/// use cards::{Card, Choice, Ranking};
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// let board = cards("Kd Kc 4h 4s 8d");
/// let ace = ranking.best_high_hand(&cards("As 2s"), &board).unwrap();
/// let jack = ranking.best_high_hand(&cards("Jc Th"), &board).unwrap();
/// assert_eq!(ace.to_string(), "two pair, kings and fours");
/// assert_eq!(ace.compared_with(&jack).to_string(), "two pair, kings and fours, ace kicker");
/// assert_eq!(jack.compared_with(&ace).to_string(), "two pair, kings and fours, jack kicker");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeHand {
    /// The category.
    pub kind: HandKind,
    /// The ranks that name the hand, in the order in which they are compared: one for a pair, three or four
    /// of a kind; two for two pair and a full house; the highest of a straight, a flush or a high-card hand;
    /// none for a royal flush; all five of a low hand.
    pub ranks: Vec<Rank>,
    /// The ranks that are compared after those, highest first: the kickers, or the other four cards of a
    /// flush. Empty for categories without side cards, for low hands, and for fewer than five cards.
    pub side: Vec<Rank>,
    /// How many of the side cards, counted from the first, are needed to tell this hand from the one it was
    /// compared with. Zero if their categories or named ranks differ, if they are equal, or if nothing was
    /// compared.
    pub deciding_count: usize,
    /// The cards that make the hand, in the order in which they are compared, with the joker in the position
    /// it takes. Empty for fewer than five cards, or if only the strength is known.
    pub cards: Vec<Card>,
    /// The card that the joker stands for, if one of the cards is the joker.
    pub joker: Option<Card>,
}

impl MadeHand {
    /// The side cards that decide between this hand and the one it was compared with, highest first; empty if
    /// none does.
    pub fn deciding_side(&self) -> &[Rank] {
        self.side.get(..self.deciding_count).unwrap_or(&self.side)
    }

    /// This hand, with the number of side cards that decide between it and another; what `Display` then adds
    /// as the kicker. The other hand may be the better or the worse one, of the same ranking.
    #[must_use]
    pub fn compared_with(&self, other: &MadeHand) -> MadeHand {
        let alike = self.kind == other.kind && self.ranks == other.ranks;
        let first = self.side.iter().zip(&other.side).position(|(one, other)| one != other);
        MadeHand { deciding_count: first.filter(|_| alike).map_or(0, |at| at + 1), ..self.clone() }
    }

    /// Whether the side cards are called kickers: those of a flush are not, and low hands have none.
    pub fn has_kickers(&self) -> bool {
        match self.kind {
            HandKind::High(
                Category::FourOfAKind
                | Category::ThreeOfAKind
                | Category::TwoPairs
                | Category::OnePair
                | Category::HighCard,
            ) => true,
            HandKind::High(
                Category::RoyalFlush
                | Category::FiveOfAKind
                | Category::StraightFlush
                | Category::FullHouse
                | Category::Flush
                | Category::Straight,
            )
            | HandKind::Low(_) => false,
        }
    }

    /// The deciding side cards in words, for telling apart hands of the same name: `ace kicker`, or `ace-king
    /// high` for a flush. `None` if no side card decides.
    pub fn deciding_words(&self) -> Option<String> {
        let deciding = self.deciding_side();
        if deciding.is_empty() {
            return None;
        }
        let words = |ranks: &mut dyn Iterator<Item = &Rank>| {
            ranks.map(|rank| rank.word()).collect::<Vec<_>>().join("-")
        };
        Some(if self.has_kickers() {
            format!("{} kicker", words(&mut deciding.iter()))
        } else {
            format!("{} high", words(&mut self.ranks.iter().chain(deciding)))
        })
    }

    /// The name without kickers and without what the joker stands for: `two pair, kings and fours`; a low
    /// hand by its letters, `8-6-4-3-2`.
    fn name(&self) -> String {
        let word = |at: usize| self.ranks.get(at).map_or("", |rank| rank.word());
        let words = |at: usize| self.ranks.get(at).map_or("", |rank| rank.plural());
        let category = match self.kind {
            HandKind::High(category) => category,
            HandKind::Low(_) => {
                return self.ranks.iter().map(|rank| rank.letter().to_string()).collect::<Vec<_>>().join("-");
            }
        };
        match category {
            Category::RoyalFlush => "royal flush".to_owned(),
            Category::FiveOfAKind => format!("five of a kind, {}", words(0)),
            Category::StraightFlush => format!("straight flush, {} high", word(0)),
            Category::FourOfAKind => format!("four of a kind, {}", words(0)),
            Category::FullHouse => format!("full house, {} full of {}", words(0), words(1)),
            Category::Flush => {
                format!("flush, {}", self.deciding_words().unwrap_or_else(|| format!("{} high", word(0))))
            }
            Category::Straight => format!("straight, {} high", word(0)),
            Category::ThreeOfAKind => format!("three of a kind, {}", words(0)),
            Category::TwoPairs => format!("two pair, {} and {}", words(0), words(1)),
            Category::OnePair => format!("pair of {}", words(0)),
            Category::HighCard => format!("{} high", word(0)),
        }
    }

    /// Whether all five cards are of one suit, so that the suit of the joker is worth naming.
    fn is_suited(&self) -> bool {
        matches!(self.kind, HandKind::High(Category::RoyalFlush | Category::StraightFlush | Category::Flush))
    }
}

impl fmt::Display for MadeHand {
    /// Writes the hand as a dealer announces it, with deciding side cards and what the joker stands for.
    /// English for people: the page words hands itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        if self.has_kickers()
            && let Some(kicker) = self.deciding_words()
        {
            write!(f, ", {kicker}")?;
        }
        match self.joker.and_then(|card| card.rank().zip(card.suit())) {
            // The suit is named only where it matters.
            Some((rank, suit)) if self.is_suited() => {
                write!(f, ", joker as {} of {}", rank.word(), suit.word())
            }
            Some((rank, _)) => write!(f, ", joker as {}", rank.word()),
            None => Ok(()),
        }
    }
}

impl Ranking {
    /// The hand of a given strength, with the ranks that name it and its side cards, but without its cards, which a
    /// strength does not tell. No side card counts as deciding until [`MadeHand::compared_with`] says so. `None`
    /// for [`Strength::NONE`].
    pub fn hand_of_strength(&self, strength: Strength) -> Option<MadeHand> {
        let ranks = self.ranks(strength)?;
        let category = strength.category();
        let (named, side): (&[usize], usize) = match category {
            Category::RoyalFlush => (&[], 5),
            Category::FiveOfAKind | Category::StraightFlush | Category::Straight => (&[0], 5),
            Category::FourOfAKind => (&[0], 4),
            Category::FullHouse => (&[0, 3], 5),
            Category::ThreeOfAKind => (&[0], 3),
            Category::TwoPairs => (&[0, 2], 4),
            Category::OnePair => (&[0], 2),
            Category::Flush | Category::HighCard => (&[0], 1),
        };
        Some(MadeHand {
            kind: HandKind::High(category),
            ranks: named.iter().map(|at| ranks[*at]).collect(),
            side: ranks[side..].to_vec(),
            deciding_count: 0,
            cards: Vec::new(),
            joker: None,
        })
    }

    /// The low hand of a given strength, without its cards. `None` if low hands do not count.
    pub fn hand_of_low_strength(&self, low: LowStrength) -> Option<MadeHand> {
        Some(MadeHand {
            kind: HandKind::Low(self.low_kind(low)),
            ranks: self.low_ranks(low)?.to_vec(),
            side: Vec::new(),
            deciding_count: 0,
            cards: Vec::new(),
            joker: None,
        })
    }

    /// The best high hand of these cards, with the five cards that make it. `None` for fewer than five cards.
    pub fn best_high_hand(&self, hole: &[Card], board: &[Card]) -> Option<MadeHand> {
        let five = self.best_five(hole, board)?;
        let made = self.hand_of_strength(self.high_of_five(&five))?;
        Some(MadeHand { joker: self.joker_in(&five), cards: five.to_vec(), ..made })
    }

    /// The best low hand of these cards, with the five cards that make it. `None` if no low hand qualifies or
    /// low hands do not count.
    pub fn best_low_hand(&self, hole: &[Card], board: &[Card]) -> Option<MadeHand> {
        let five = self.best_low_five(hole, board)?;
        let made = self.hand_of_low_strength(self.low(hole, board)?)?;
        Some(MadeHand { joker: self.joker_in_low(&five), cards: five.to_vec(), ..made })
    }
}
