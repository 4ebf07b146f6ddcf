//! Benchmarks exact equities and counts, and all of Ultimate Texas Hold'em. Every benchmark asserts its
//! result against a known or calculated one.

use cards::{Choice, Ranking};
use divan::Bencher;
use odds::{
    Fraction, Range, ShowdownGame, Spot, UltimateRules, best_play, count_hands, exact_equity, parse_mode,
};

/// Runs the benchmarks.
fn main() {
    divan::main();
}

/// A heads-up spot before the flop with the full deck.
fn spot(game: ShowdownGame, mode: &str, hands: [&str; 2]) -> Spot {
    let (mode, low_qualifier) = parse_mode(mode).expect("a mode");
    let choice = Choice { mode, low_qualifier, ..Choice::default() };
    let hands = hands.map(|hand| Range::parse(hand, game).expect("a range")).to_vec();
    Spot::new(game, choice, Vec::new(), &[], hands).expect("a valid spot")
}

/// Measures an exact equity on one thread, so that figures can be compared, and asserts its number of deals.
fn measure(bencher: Bencher<'_, '_>, spot: &Spot, deals: u128) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    bencher.bench(|| {
        let equity = pool.install(|| exact_equity(spot, &|_, _| {})).expect("hands can be dealt");
        assert_eq!(equity.deals, deals);
    });
}

/// The number of boards from 48 cards.
const BOARDS: u128 = 1_712_304;

#[divan::bench]
fn aces_against_kings_of_the_same_suits(bencher: Bencher<'_, '_>) {
    measure(bencher, &spot(ShowdownGame::Holdem, "high", ["AsAh", "KsKh"]), BOARDS);
}

#[divan::bench]
fn all_aces_against_all_kings(bencher: Bencher<'_, '_>) {
    measure(bencher, &spot(ShowdownGame::Holdem, "high", ["AA", "KK"]), 36 * BOARDS);
}

#[divan::bench(sample_count = 5)]
fn aces_against_a_random_hand(bencher: Bencher<'_, '_>) {
    measure(bencher, &spot(ShowdownGame::Holdem, "high", ["AsAh", "random"]), 1_225 * BOARDS);
}

/// The number of boards from 44 cards.
const OMAHA_BOARDS: u128 = 1_086_008;

#[divan::bench]
fn omaha_before_the_flop(bencher: Bencher<'_, '_>) {
    measure(bencher, &spot(ShowdownGame::Omaha, "high", ["AsAhKsKh", "QdQcJdJc"]), OMAHA_BOARDS);
}

#[divan::bench]
fn omaha_high_low_before_the_flop(bencher: Bencher<'_, '_>) {
    measure(bencher, &spot(ShowdownGame::Omaha, "hilo8", ["AsAh2s3h", "KdQcJd4c"]), OMAHA_BOARDS);
}

#[divan::bench(sample_count = 3)]
fn all_sevens(bencher: Bencher<'_, '_>) {
    let ranking = Ranking::of(Choice::default()).expect("the usual order");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    bencher.bench(|| {
        let counted = pool.install(|| count_hands(&ranking, 7, &|_| {})).expect("seven cards are counted");
        assert_eq!((counted.hands, counted.kinds[0]), (133_784_560, 4_324));
    });
}

/// Computes the value of the game and of every starting hand.
#[divan::bench(sample_count = 3)]
fn ultimate_holdem_values(bencher: Bencher<'_, '_>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    bencher.bench(|| {
        let given =
            pool.install(|| best_play(&UltimateRules::default(), &|_, _| {})).expect("the usual rules");
        assert_eq!(given.value, Fraction::new(-50_643_648_973, 2_317_817_502_000));
    });
}

/// Computes the results of best play, once the values are known.
#[divan::bench(sample_count = 3)]
fn ultimate_holdem_outcomes(bencher: Bencher<'_, '_>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let given = best_play(&UltimateRules::default(), &|_, _| {}).expect("the usual rules");
    bencher.bench(|| {
        let outcomes = pool.install(|| given.outcomes(&|_, _| {}));
        assert_eq!(outcomes.folded, 5_336_312_786_640);
    });
}
