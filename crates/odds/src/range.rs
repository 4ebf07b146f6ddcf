//! What a player may hold: certain cards, a range of starting hands, or anything.

use std::collections::BTreeSet;
use std::fmt;

use cards::{Card, CardSet, Rank, Suit};

use crate::game::Game;

/// What a player may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// One of these hands, each as likely; each hand's cards in the order of their numbers, highest first.
    Hands(Vec<Vec<Card>>),
    /// Any cards.
    Random,
}

/// Why a text is no hand and no range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotARange {
    /// The part that cannot be read.
    pub given: String,
    /// What would do.
    pub instead: String,
}

impl fmt::Display for NotARange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no hand: {}", self.given, self.instead)
    }
}

impl std::error::Error for NotARange {}

impl Range {
    /// Reads a hand or a range.
    ///
    /// A hand is its cards, with or without spaces: `As Ah`, `AsAh`. For games of two hole cards a range is a list of
    /// parts with commas: `QQ`, `QQ+` (and every higher pair), `AKs`, `AKo`, `AK` (both), `ATs+` (up to `AKs`),
    /// `JJ-88`, `A5s-A2s`, and hands. `random` is anything.
    ///
    /// # Errors
    /// The part that cannot be read, and what would do.
    pub fn read(text: &str, game: Game) -> Result<Range, NotARange> {
        let text = text.trim();
        if text == "random" {
            return Ok(Range::Random);
        }
        let mut hands = BTreeSet::new();
        for part in text.split(',').map(str::trim) {
            match hand(part) {
                Some(cards) if cards.len() == game.hole_cards() => {
                    let hand = sorted(cards);
                    if let Some([card, ..]) = hand.windows(2).find(|two| two[0] == two[1]) {
                        let instead = format!("{card} is in it twice");
                        return Err(NotARange { given: part.to_owned(), instead });
                    }
                    hands.insert(hand);
                }
                Some(cards) if has_suit(part) => {
                    let instead =
                        format!("{game} takes {} hole cards, not {}", game.hole_cards(), cards.len());
                    return Err(NotARange { given: part.to_owned(), instead });
                }
                _ if game.hole_cards() == 2 => hands.extend(starting_hands(part)?),
                _ => {
                    let instead = format!("write {} cards as in `AsKd`, or `random`", game.hole_cards());
                    return Err(NotARange { given: part.to_owned(), instead });
                }
            }
        }
        Ok(Range::Hands(hands.into_iter().collect()))
    }

    /// The range without the hands that need one of these cards or a card outside `deck`.
    #[must_use]
    pub fn without(&self, gone: CardSet, deck: CardSet) -> Range {
        match self {
            Range::Random => Range::Random,
            Range::Hands(hands) => {
                let possible = |hand: &&Vec<Card>| {
                    let cards: CardSet = hand.iter().copied().collect();
                    cards.both(gone).is_empty() && cards.without(deck).is_empty()
                };
                Range::Hands(hands.iter().filter(possible).cloned().collect())
            }
        }
    }
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable_by(|a, b| b.cmp(a));
    cards
}

fn has_suit(text: &str) -> bool {
    text.len() > 3
}

/// Cards one after the other, with spaces or without.
fn hand(text: &str) -> Option<Vec<Card>> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if letters.is_empty() || !letters.len().is_multiple_of(2) {
        return None;
    }
    letters.chunks(2).map(|card| card.iter().collect::<String>().parse().ok()).collect()
}

/// Two ranks, the higher first, and how they are suited: `s`, `o`, or both.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Start {
    high: Rank,
    low: Rank,
    suited: Option<bool>,
}

fn starting_hands(part: &str) -> Result<Vec<Vec<Card>>, NotARange> {
    let unreadable = || NotARange {
        given: part.to_owned(),
        instead: "write cards as in `AsKd`, a range as in `QQ+`, `AKs`, `KQo`, `ATs+`, `JJ-88`, or `random`"
            .to_owned(),
    };
    let (from, to) = match part.split_once('-') {
        Some((from, to)) => (start(from).ok_or_else(unreadable)?, start(to).ok_or_else(unreadable)?),
        None => match part.strip_suffix('+') {
            Some(from) => {
                let from = start(from).ok_or_else(unreadable)?;
                let pair = from.high == from.low;
                // A pair goes up to aces; the lower card of two goes up to just below the higher.
                let top = if pair { Rank::Ace } else { Rank::ALL[(from.high as usize).saturating_sub(1)] };
                (from, Start { high: if pair { top } else { from.high }, low: top, ..from })
            }
            None => {
                let one = start(part).ok_or_else(unreadable)?;
                (one, one)
            }
        },
    };
    let pairs = from.high == from.low && to.high == to.low;
    if from.suited != to.suited
        || !(pairs || from.high == to.high && from.low != from.high && to.low != to.high)
    {
        return Err(unreadable());
    }
    let (bottom, top) = (from.low.min(to.low), from.low.max(to.low));
    let mut hands = Vec::new();
    for low in Rank::ALL.into_iter().filter(|rank| (bottom..=top).contains(rank)) {
        let high = if pairs { low } else { from.high };
        for first in Suit::ALL {
            for second in Suit::ALL {
                let wanted = if pairs {
                    first > second
                } else {
                    from.suited.is_none_or(|suited| suited == (first == second))
                };
                if wanted {
                    hands.push(sorted(vec![Card::new(high, first), Card::new(low, second)]));
                }
            }
        }
    }
    Ok(hands)
}

fn start(text: &str) -> Option<Start> {
    let mut letters = text.trim().chars();
    let mut rank = || {
        let letter = letters.next()?;
        Rank::ALL.into_iter().find(|rank| rank.letter() == letter)
    };
    let (first, second) = (rank()?, rank()?);
    let suited = match letters.next() {
        None => None,
        Some('s') if first != second => Some(true),
        Some('o') if first != second => Some(false),
        Some(_) => return None,
    };
    if letters.next().is_some() {
        return None;
    }
    Some(Start { high: first.max(second), low: first.min(second), suited })
}
