//! All five-card hands: the tables against the slow evaluator, and the counts against known numbers.

use std::collections::BTreeMap;

use cards::{Ace, Choice, Deck, LowAce, Ranking, ShowdownMode};

use crate::agreed::{agreed_highs, agreed_lows, slow};

/// One row of `known/five-card.csv`.
struct Row {
    choice: Choice,
    hands: u64,
    counts: BTreeMap<String, u64>,
    classes: usize,
    classes_without_copies: usize,
}

/// Reads `known/five-card.csv`.
fn rows() -> Vec<Row> {
    let mut lines = include_str!("../known/five-card.csv").lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let fields: BTreeMap<&str, &str> = names.iter().copied().zip(line.split(',')).collect();
            let number = |name: &str| fields[name].parse::<u64>().unwrap();
            Row {
                choice: Choice {
                    deck: fields["deck"].parse().unwrap(),
                    joker: fields["joker"] == "1",
                    ace: if fields["ace_low"] == "1" { Ace::HighAndLow } else { Ace::High },
                    ..Choice::default()
                },
                hands: number("hands"),
                counts: cards::Category::ALL
                    .iter()
                    .map(|c| (c.name().to_owned(), number(c.name())))
                    .collect(),
                classes: number("classes") as usize,
                classes_without_copies: number("classes_without_copies") as usize,
            }
        })
        .collect()
}

/// Compares every five-card hand of a deck, under both settings of the ace.
fn check(deck: Deck, joker: bool) {
    let mut checked = 0;
    for row in rows().into_iter().filter(|row| row.choice.deck == deck && row.choice.joker == joker) {
        let ranking = Ranking::of(row.choice).unwrap();
        let agreed = agreed_highs(&ranking);
        assert_eq!(agreed.len(), row.classes, "{:?}", row.choice);
        assert_eq!(agreed.values().map(|(_, hands)| hands).sum::<u64>(), row.hands);
        let mut counts: BTreeMap<String, u64> = row.counts.keys().map(|name| (name.clone(), 0)).collect();
        for (strength, hands) in agreed.values() {
            *counts.get_mut(strength.category().name()).unwrap() += hands;
        }
        assert_eq!(counts, row.counts, "{:?}", row.choice);
        if joker {
            let strict = Ranking::of(Choice { wild_may_copy_in_flush: false, ..row.choice }).unwrap();
            assert_eq!(agreed_highs(&strict).len(), row.classes_without_copies);
        }
        checked += 1;
    }
    assert_eq!(checked, 2);
}

/// Two of the reduced decks are enough for every day; with `SLOW=1` or more, all of them are tested.
fn reduced_decks() -> Vec<Deck> {
    if slow() {
        Deck::ALL.into_iter().filter(|deck| *deck != Deck::Cards52).collect()
    } else {
        vec![Deck::Cards40, Deck::Cards32]
    }
}

#[test]
fn every_hand_of_52_cards_is_ranked_as_the_rules_say() {
    check(Deck::Cards52, false);
}

#[test]
fn every_hand_of_52_cards_and_the_joker_is_ranked_as_the_rules_say() {
    check(Deck::Cards52, true);
}

#[test]
fn every_hand_of_the_reduced_decks_is_ranked_as_the_rules_say() {
    for deck in reduced_decks() {
        check(deck, false);
    }
}

#[test]
fn every_hand_of_the_reduced_decks_and_the_joker_is_ranked_as_the_rules_say() {
    for deck in reduced_decks() {
        check(deck, true);
    }
}

/// Compares the low order of every five-card hand with that of the slow evaluator.
fn check_lows(deck: Deck, joker: bool) {
    for low_ace in [LowAce::High, LowAce::Low] {
        let choice = Choice { deck, joker, low_ace, mode: ShowdownMode::Low, ..Choice::default() };
        let agreed = agreed_lows(&Ranking::of(choice).unwrap());
        let best_first = agreed.values().map(|(low, _)| low.unwrap()).collect::<Vec<_>>();
        assert!(best_first.is_sorted_by(|a, b| a > b), "the orders differ under {choice:?}");
    }
}

#[test]
fn every_low_hand_of_every_deck_is_ranked_as_the_rules_say() {
    check_lows(Deck::Cards52, false);
    for deck in reduced_decks() {
        check_lows(deck, false);
        check_lows(deck, true);
    }
    if slow() {
        check_lows(Deck::Cards52, true);
    }
}
