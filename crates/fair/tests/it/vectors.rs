//! The derivation against `vectors/vectors.txt`, which a script made without this crate.

use cards::{Card, CardSet, Deck};
use fair::{Label, Seed, Stream, deal_some, shuffle};

fn seed(hex: &str) -> Seed {
    let bytes = (0..64).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    Seed::new(bytes.collect::<Vec<u8>>().try_into().unwrap())
}

fn label(name: &str) -> Label {
    *[Label::Shuffle, Label::Salts, Label::Cut, Label::Bots]
        .iter()
        .find(|label| label.name() == name)
        .unwrap()
}

/// The fields of all lines that begin with a word.
fn lines(kind: &str) -> Vec<Vec<&'static str>> {
    let lines: Vec<Vec<&str>> = include_str!("../../vectors/vectors.txt")
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(|fields| fields[0] == kind)
        .map(|fields| fields[1..].to_vec())
        .collect();
    assert!(!lines.is_empty());
    lines
}

#[test]
fn a_stream_is_the_cipher_under_its_label() {
    for fields in lines("word") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        for word in &fields[2..] {
            assert_eq!(stream.next_u32().to_string(), *word);
        }
    }
    for fields in lines("word-at") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        for _ in 0..fields[2].parse().unwrap() {
            stream.next_u32();
        }
        assert_eq!(stream.next_u32().to_string(), fields[3], "after {}", fields[2]);
    }
}

#[test]
fn draws_are_those_of_the_vectors() {
    for fields in lines("draw") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        let n = fields[2].parse().unwrap();
        for draw in &fields[3..] {
            assert_eq!(stream.below(n).to_string(), *draw, "below {n}");
        }
    }
}

#[test]
fn the_seed_of_a_hand_is_that_of_the_vectors() {
    for fields in lines("hand") {
        let of_hand = Seed::of_hand(&seed(fields[0]), fields[1].parse().unwrap(), fields[2].parse().unwrap());
        assert_eq!(of_hand, seed(fields[3]));
    }
}

#[test]
fn shuffled_decks_are_those_of_the_vectors() {
    for fields in lines("shuffle") {
        let cards: usize = fields[1].parse().unwrap();
        let deck = Deck::ALL.into_iter().find(|deck| deck.count() == cards / 4 * 4).unwrap();
        let sorted: Vec<Card> = deck.cards(cards % 4 == 1).iter().collect();
        let expected: Vec<Card> = fields[2..].iter().map(|card| card.parse().unwrap()).collect();
        let mut whole = sorted.clone();
        shuffle(&seed(fields[0]), &mut whole);
        assert_eq!(whole, expected);
        for count in 0..=cards + 1 {
            let mut part = sorted.clone();
            deal_some(&seed(fields[0]), &mut part, count);
            assert_eq!(part[..count.min(cards)], expected[..count.min(cards)]);
            assert_eq!(part.into_iter().collect::<CardSet>(), deck.cards(cards % 4 == 1));
        }
    }
}
