//! Shuffles are fair: every card comes to every place equally often.

use cards::{Card, Deck};
use fair::{Label, Seed, Stream, deal_some, shuffle};

#[test]
fn every_card_comes_to_every_place_equally_often() {
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let master = Seed::of_number(2026);
    let mut seen = vec![[0u64; 52]; 52];
    let hands = 52_000;
    for hand in 0..hands {
        let mut deck = sorted.clone();
        shuffle(&Seed::of_hand(&master, hand, 0), &mut deck);
        for (place, card) in deck.iter().enumerate() {
            seen[place][card.index()] += 1;
        }
    }
    // 1,000 expected in each of 2,704 cells. The sum of (seen - 1000)^2 / 1000 has 51 * 51 = 2,601 degrees of
    // freedom, so a deviation of 72; six of them are 432. In whole numbers, times 1,000:
    let sum: u64 = seen.iter().flatten().map(|seen| seen.abs_diff(1_000).pow(2)).sum();
    assert!((2_601_000 - 432_000..2_601_000 + 432_000).contains(&sum), "{sum}");
}

#[test]
fn no_card_and_one_card_are_shuffled_without_a_draw() {
    let ace: Card = "As".parse().unwrap();
    shuffle(&Seed::of_number(1), &mut []);
    let mut one = [ace];
    deal_some(&Seed::of_number(1), &mut one, 5);
    assert_eq!(one, [ace]);
}

#[test]
fn a_seed_is_not_printed() {
    assert_eq!(format!("{:?}", Seed::of_number(0x1234_5678)), "Seed(32 bytes)");
    let stream = Stream::new(&Seed::of_number(0x1234_5678), Label::Shuffle);
    assert_eq!(format!("{stream:?}"), "Stream { label: Shuffle, .. }");
}
