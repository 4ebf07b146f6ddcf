//! Words that a hand has to fit: of the table's name, of a player's or the game's, its number, or cards.

use std::collections::BTreeMap;

use cards::{Card, Hidden};
use room::own::{OwnHand, Sitting};
use seating::Person;

use super::own::name_of;
use crate::wire::told::Names;

/// The most words that are looked for; further ones are not read.
const MOST_WORDS: usize = 8;

/// What is looked for.
pub(super) struct Search<'a> {
    names: &'a dyn Names,
    words: Vec<Word>,
    /// Names that were looked up, in small letters.
    known: BTreeMap<Person, String>,
}

/// One word, in each way in which it may be meant.
struct Word {
    text: String,
    /// Without what is written this way and that: `hold'em`, `no-limit`.
    plain: String,
    number: Option<u64>,
    cards: Vec<Card>,
}

impl Search<'_> {
    /// A search for all words of a text; nothing is wished where it has none.
    pub(super) fn new<'a>(names: &'a dyn Names, text: &str) -> Search<'a> {
        let words = text.split_whitespace().take(MOST_WORDS).map(|word| Word {
            text: word.to_lowercase(),
            plain: plain(word),
            number: word.strip_prefix('#').unwrap_or(word).parse().ok(),
            cards: cards_in(word).unwrap_or_default(),
        });
        Search { names, words: words.collect(), known: BTreeMap::new() }
    }

    /// Whether a hand fits every word.
    pub(super) fn fits(&mut self, sitting: &Sitting, hand: &OwnHand) -> bool {
        let Search { names, words, known } = self;
        words.iter().all(|word| {
            let mut names_fit = || {
                hand.players.iter().any(|(_, person)| {
                    let name = known.entry(*person).or_insert_with(|| names.name(*person).0.to_lowercase());
                    name.contains(&word.text)
                })
            };
            word.number == Some(hand.hand)
                || word.shows(hand)
                || game(hand).contains(&word.plain)
                || name_of(sitting).to_lowercase().contains(&word.text)
                || names_fit()
        })
    }
}

impl Word {
    /// Whether its cards, if it names some, all lie in the own hand or on a board.
    fn shows(&self, hand: &OwnHand) -> bool {
        let lies = |card: &Card| {
            let mut seen = hand.cards.iter().chain(hand.boards.cards());
            seen.any(|hidden: &Hidden| hidden.known() == Some(*card))
        };
        !self.cards.is_empty() && self.cards.iter().all(lies)
    }
}

/// Small letters and digits alone.
fn plain(text: &str) -> String {
    let text = text.to_lowercase();
    let plain: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    // A word of signs alone is in no game.
    if plain.is_empty() { text } else { plain }
}

/// What a game is called, in every way somebody may look for: its own name, its limit, its book.
fn game(hand: &OwnHand) -> String {
    let determined = &hand.house.determined;
    let limit = match determined.text("limit_structure") {
        "full_pot" => "potlimit",
        "half_pot" => "halfpotlimit",
        "fixed" => "fixedlimit",
        "spread" => "spreadlimit",
        "no_limit" => "nolimit",
        other => other,
    };
    format!("{} {} {}", plain(hand.house.game.name), plain(limit), plain(determined.book_id()))
}

/// Cards written one after the other: `AhKd`, `10c`, `a♥`.
fn cards_in(word: &str) -> Option<Vec<Card>> {
    let mut letters = word.chars().peekable();
    let mut found = Vec::new();
    while let Some(rank) = letters.next() {
        let rank = match rank {
            '1' if letters.next() == Some('0') => 'T',
            other => other.to_ascii_uppercase(),
        };
        let suit = match letters.next()? {
            '♠' | '♤' => 's',
            '♥' | '♡' => 'h',
            '♦' | '♢' => 'd',
            '♣' | '♧' => 'c',
            other => other.to_ascii_lowercase(),
        };
        // A sign may carry a mark that asks for its picture.
        letters.next_if(|letter| *letter == '\u{fe0f}');
        let card: String = [rank, suit].iter().collect();
        found.push(card.parse().ok()?);
    }
    Some(found)
}
