//! The tables held against the slow evaluator over whole decks, and how long the tests may take for it.

use std::collections::BTreeMap;

use cards::{Card, LowStrength, Ranking, ShowdownMode, Strength};

use crate::slow::{High, Low, Numbers, each_five, high, low};

/// The strength the ranking gives to each hand of the slow evaluator, over every five cards of the deck, with how
/// many there are of each; the two must order all hands alike.
pub fn agreed_highs(ranking: &Ranking) -> BTreeMap<High, (Strength, u64)> {
    let mut agreed: BTreeMap<High, (Strength, u64)> = BTreeMap::new();
    each_five(ranking.deck(), |five| {
        let fast = ranking.high(&five[..2], &five[2..]);
        let entry = agreed.entry(high(ranking.choice(), &five)).or_insert((fast, 0));
        assert_eq!(entry.0, fast, "{five:?} under {:?}", ranking.choice());
        entry.1 += 1;
    });
    let in_order = agreed.values().map(|(strength, _)| *strength).collect::<Vec<_>>();
    assert!(in_order.is_sorted_by(|a, b| a < b), "the orders differ under {:?}", ranking.choice());
    agreed
}

/// The same for low.
pub fn agreed_lows(ranking: &Ranking) -> BTreeMap<Low, (Option<LowStrength>, u64)> {
    assert_ne!(ranking.choice().mode, ShowdownMode::High);
    let mut agreed: BTreeMap<Low, (Option<LowStrength>, u64)> = BTreeMap::new();
    each_five(ranking.deck(), |five| {
        let fast = ranking.low(&five[..2], &five[2..]);
        let entry = agreed.entry(low(ranking.choice(), &five)).or_insert((fast, 0));
        assert_eq!(entry.0, fast, "{five:?} under {:?}", ranking.choice());
        entry.1 += 1;
    });
    agreed
}

/// How long tests may be: 0 for every day, 1 for some minutes, 2 for as long as it takes (`SLOW`).
pub fn slowness() -> u8 {
    std::env::var("SLOW").ok().and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Whether the long tests are wanted too.
pub fn slow() -> bool {
    slowness() > 0
}

/// Puts `N` different cards at the front of the deck.
pub fn deal<const N: usize>(numbers: &mut Numbers, deck: &mut [Card]) -> [Card; N] {
    std::array::from_fn(|at| {
        let other = at + numbers.below(deck.len() - at);
        deck.swap(at, other);
        deck[at]
    })
}
