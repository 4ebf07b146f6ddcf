//! Compares the tables with the slow evaluator over whole decks, and says how long the tests may take for it.

use std::collections::BTreeMap;

use cards::{Card, LowStrength, Ranking, ShowdownMode, Strength};

use crate::slow::{High, Low, SplitMix64, each_five, high, low};

/// The ranking's strength for each hand of the slow evaluator, over all five-card hands of the deck, with the
/// number of hands that have it. Fails unless both order all hands alike.
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

/// The same for low hands.
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

/// How long tests may run, from `SLOW`: 0 for every day, 1 for some minutes, 2 for as long as it takes.
pub fn slowness() -> u8 {
    std::env::var("SLOW").ok().and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Whether to run the long tests too.
pub fn slow() -> bool {
    slowness() > 0
}

/// Moves `N` random distinct cards to the front of the deck and returns them.
pub fn deal<const N: usize>(numbers: &mut SplitMix64, deck: &mut [Card]) -> [Card; N] {
    std::array::from_fn(|at| {
        let other = at + numbers.below(deck.len() - at);
        deck.swap(at, other);
        deck[at]
    })
}
