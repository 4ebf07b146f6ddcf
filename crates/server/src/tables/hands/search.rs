//! Search words for hands: part of the table's name, a player's name or the game's name, the hand's number,
//! or cards.

use std::collections::BTreeMap;

use cards::{Card, HiddenCard};
use room::archive::{OwnHand, Sitting};
use seating::Person;

use super::own::table_name;
use crate::wire::encode::Names;

/// The most words in a search; further ones are ignored.
const MOST_WORDS: usize = 8;

/// A search.
pub(super) struct Search<'a> {
    names: &'a dyn Names,
    words: Vec<SearchWord>,
    /// Names that were looked up, in lower case.
    known: BTreeMap<Person, String>,
}

/// One word, in each way in which it may be meant.
struct SearchWord {
    text: String,
    /// Without the signs that are written in different ways: `hold'em`, `no-limit`.
    plain: String,
    number: Option<u64>,
    cards: Vec<Card>,
}

impl Search<'_> {
    /// A search for all words of a text, at most [`MOST_WORDS`]; a text without words matches every hand.
    pub(super) fn new<'a>(names: &'a dyn Names, text: &str) -> Search<'a> {
        let words = text.split_whitespace().take(MOST_WORDS).map(|word| SearchWord {
            text: word.to_lowercase(),
            plain: letters_and_digits(word),
            number: word.strip_prefix('#').unwrap_or(word).parse().ok(),
            cards: parse_cards(word).unwrap_or_default(),
        });
        Search { names, words: words.collect(), known: BTreeMap::new() }
    }

    /// Whether a hand matches every word: by its number, the cards that the player saw, the game, the table's
    /// name or a player's name as it is now.
    pub(super) fn matches(&mut self, sitting: &Sitting, hand: &OwnHand) -> bool {
        let Search { names, words, known } = self;
        words.iter().all(|word| {
            let mut names_fit = || {
                hand.players.iter().any(|(_, person)| {
                    let name = known.entry(*person).or_insert_with(|| names.name(*person).0.to_lowercase());
                    name.contains(&word.text)
                })
            };
            word.number == Some(hand.hand)
                || word.matches_cards(hand)
                || game_words(hand).contains(&word.plain)
                || table_name(sitting).to_lowercase().contains(&word.text)
                || names_fit()
        })
    }
}

impl SearchWord {
    /// Whether the cards that the word names, if any, all lie in the player's own hand or on a board; cards
    /// that the player did not see never match (SEC-05).
    fn matches_cards(&self, hand: &OwnHand) -> bool {
        let lies = |card: &Card| {
            let mut seen = hand.cards.iter().chain(hand.boards.cards());
            seen.any(|hidden: &HiddenCard| hidden.known_card() == Some(*card))
        };
        !self.cards.is_empty() && self.cards.iter().all(lies)
    }
}

/// A text by its letters and digits in lower case, so that `Hold'em` finds `holdem`; a text of nothing but
/// signs stays, and matches no game.
fn letters_and_digits(text: &str) -> String {
    let text = text.to_lowercase();
    let plain: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    // A word of nothing but signs is in no game.
    if plain.is_empty() { text } else { plain }
}

/// All names of a game that somebody may search for, without signs: its own name, its limit, its book.
fn game_words(hand: &OwnHand) -> String {
    let determined = &hand.house.determined;
    let limit = match determined.text("limit_structure") {
        "full_pot" => "potlimit",
        "half_pot" => "halfpotlimit",
        "fixed" => "fixedlimit",
        "spread" => "spreadlimit",
        "no_limit" => "nolimit",
        other => other,
    };
    format!(
        "{} {} {}",
        letters_and_digits(hand.house.game.name),
        letters_and_digits(limit),
        letters_and_digits(determined.book_id())
    )
}

/// Cards written one after another, as people type them: `AhKd`, `10c`, `a♥`. `None` if any part of the word
/// is not a card; an empty word is an empty list.
fn parse_cards(word: &str) -> Option<Vec<Card>> {
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
        // A suit sign may be followed by a mark that requests its emoji form.
        letters.next_if(|letter| *letter == '\u{fe0f}');
        let card: String = [rank, suit].iter().collect();
        found.push(card.parse().ok()?);
    }
    Some(found)
}
