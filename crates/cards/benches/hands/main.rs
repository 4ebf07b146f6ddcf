//! Benchmarks five-card, seven-card, Omaha and Manila hands against `pokers`, and the time to build a
//! ranking's tables.
//!
//! Every benchmark asserts its result: the sum over a fixed sample is computed in another way that is not
//! measured, and for `pokers` the test checks that it orders the sample as we do.
//!
//! `cargo bench -p cards --bench hands -- --table` prints the table of docs/benchmarks.md instead, measured
//! in CPU time of this thread.

mod table;

use std::hint::black_box;
use std::sync::Arc;

use cards::{
    Ace, Card, CardAccumulator, Choice, Deck, LowQualifier, LowStrength, Ranking, ShowdownMode, Used,
};
use divan::Bencher;
use divan::counter::ItemsCount;

/// The number of hands in a sample.
const HANDS: usize = 1 << 16;

/// Runs the benchmarks, or with `--table` prints the table of docs/benchmarks.md instead.
fn main() {
    if std::env::args().any(|argument| argument == "--table") {
        return table::print();
    }
    divan::main();
}

/// A pseudorandom generator with a fixed sequence (SplitMix64): each call gives a number below its argument,
/// so that every run measures the same hands.
fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 1u64;
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
}

/// Random hands of `N` distinct cards of the ranking's deck, [`HANDS`] of them, the same in every run.
fn sample<const N: usize>(ranking: &Ranking) -> Vec<[Card; N]> {
    let mut below = numbers();
    let mut deck = ranking.deck().to_vec();
    let mut deal = || {
        std::array::from_fn(|at| {
            let other = at + below(deck.len() - at);
            deck.swap(at, other);
            deck[at]
        })
    };
    (0..HANDS).map(|_| deal()).collect()
}

/// The ranking of one of the choices here, which are all valid.
fn ranking(choice: Choice) -> Arc<Ranking> {
    Ranking::of(choice).expect("a valid choice")
}

/// Measures the sum of the strengths of a sample and asserts that it is the expected one.
fn measure<H: Sync>(
    bencher: Bencher<'_, '_>,
    hands: &[H],
    expected: u64,
    strength: impl Fn(&H) -> u64 + Sync,
) {
    bencher.counter(ItemsCount::new(hands.len())).bench(|| {
        let sum: u64 = black_box(hands).iter().map(&strength).sum();
        assert_eq!(sum, expected);
    });
}

/// The sum of the strengths of a sample, each hand ranked by the best of its five-card hands.
fn expected<const N: usize>(ranking: &Ranking, hands: &[[Card; N]]) -> u64 {
    let best = |hand: &[Card; N]| {
        let five = ranking.best_five(hand, &[]).expect("five cards or more");
        u64::from(ranking.high_of_five(&five).number())
    };
    hands.iter().map(best).sum()
}

const DECKS: [(&str, Choice); 4] = [
    ("52", USUAL),
    ("52 and joker", Choice { joker: true, ..USUAL }),
    ("36", Choice { deck: Deck::Cards36, ..USUAL }),
    ("32 and joker", Choice { deck: Deck::Cards32, joker: true, ..USUAL }),
];

const USUAL: Choice = Choice {
    deck: Deck::Cards52,
    joker: false,
    ace: Ace::HighAndLow,
    low_ace: cards::LowAce::Follow,
    reduced_order: cards::ReducedOrder::FlushAboveFullHouse,
    five_of_a_kind: cards::FiveOfAKind::BelowRoyalFlush,
    wild_may_copy_in_flush: true,
    mode: ShowdownMode::High,
    low_qualifier: LowQualifier::None,
    hole_cards_used: Used::Any,
};

/// The choice that a benchmark's argument names.
fn choice(deck: &str) -> Choice {
    DECKS.iter().find(|(name, _)| *name == deck).expect("one of the decks").1
}

#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"])]
fn seven_random_cards(bencher: Bencher<'_, '_>, deck: &str) {
    let ranking = ranking(choice(deck));
    let hands = sample::<7>(&ranking);
    measure(bencher, &hands, expected(&ranking, &hands), |hand| {
        u64::from(ranking.high_of_seven(hand).number())
    });
}

#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"])]
fn five_random_cards(bencher: Bencher<'_, '_>, deck: &str) {
    let ranking = ranking(choice(deck));
    let hands = sample::<5>(&ranking);
    measure(bencher, &hands, expected(&ranking, &hands), |hand| {
        u64::from(ranking.high_of_five(hand).number())
    });
}

/// The same hands as card indices, which `pokers` numbers in the same order.
fn numbered<const N: usize>(hands: &[[Card; N]]) -> Vec<[u8; N]> {
    hands.iter().map(|hand| hand.map(|card| card.index() as u8)).collect()
}

/// The strength that the crate `pokers` gives a hand, greater for the better; comparable only with its own.
fn of_pokers<const N: usize>(hand: &[u8; N]) -> u16 {
    let hand =
        hand.iter().fold(pokers::Hand::default(), |hand, card| hand + pokers::CARDS[usize::from(*card)]);
    hand.evaluate()
}

/// The sum that `pokers` gives, after checking that it orders the hands as we do.
fn agreed<const N: usize>(ranking: &Ranking, hands: &[[Card; N]]) -> u64 {
    let mut both: Vec<(u16, u16)> = hands
        .iter()
        .zip(numbered(hands))
        .map(|(ours, theirs)| (ranking.high(ours, &[]).number(), of_pokers(&theirs)))
        .collect();
    let sum = both.iter().map(|(_, theirs)| u64::from(*theirs)).sum();
    both.sort_unstable();
    both.dedup();
    assert!(both.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "pokers orders hands differently");
    sum
}

#[divan::bench]
fn seven_random_cards_of_pokers(bencher: Bencher<'_, '_>) {
    let ranking = ranking(USUAL);
    let hands = sample::<7>(&ranking);
    let sum = agreed(&ranking, &hands);
    measure(bencher, &numbered(&hands), sum, |hand| u64::from(of_pokers(hand)));
}

#[divan::bench]
fn five_random_cards_of_pokers(bencher: Bencher<'_, '_>) {
    let ranking = ranking(USUAL);
    let hands = sample::<5>(&ranking);
    let sum = agreed(&ranking, &hands);
    measure(bencher, &numbered(&hands), sum, |hand| u64::from(of_pokers(hand)));
}

/// The number of seven-card hands of 52 cards.
const SEVENS: usize = 133_784_560;

/// Sums all seven-card hands that begin with `hand`; only the sum of the first cards is shared. `last_two`
/// sums the hands that lack two cards.
fn one_by_one<C: Copy>(
    left: &[C],
    more: usize,
    hand: C,
    and: &impl Fn(C, C) -> C,
    last_two: &impl Fn(&[C], C) -> u64,
) -> u64 {
    if more == 2 {
        return last_two(left, hand);
    }
    let mut left = left;
    let mut sum = 0;
    while let [card, rest @ ..] = left {
        sum += one_by_one(rest, more - 1, and(hand, *card), and, last_two);
        left = rest;
    }
    sum
}

/// Runs [`one_by_one`] over the whole deck of a ranking, with cards accumulated one by one.
fn one_by_one_of(ranking: &Ranking, last_two: impl Fn(&[CardAccumulator], CardAccumulator) -> u64) -> u64 {
    let deck: Vec<CardAccumulator> =
        ranking.deck().iter().map(|card| CardAccumulator::NONE.with(*card)).collect();
    one_by_one(black_box(&deck), 7, CardAccumulator::NONE, &CardAccumulator::and, &last_two)
}

/// The sum of the strengths of all seven-card hands, looking at each by itself.
fn sum_one_by_one(ranking: &Ranking) -> u64 {
    #[inline(never)]
    fn last_two(ranking: &Ranking, mut left: &[CardAccumulator], five: CardAccumulator) -> u64 {
        let mut sum = 0;
        while let [card, rest @ ..] = left {
            let six = ranking.with_one_to_come(five.and(*card));
            for last in rest {
                sum += u64::from(six.high(*last).number());
            }
            left = rest;
        }
        sum
    }
    one_by_one_of(ranking, |left, five| last_two(ranking, left, five))
}

/// The same, without preparing the six cards first.
fn sum_gathered(ranking: &Ranking) -> u64 {
    #[inline(never)]
    fn last_two(ranking: &Ranking, mut left: &[CardAccumulator], five: CardAccumulator) -> u64 {
        let mut sum = 0;
        while let [card, rest @ ..] = left {
            let six = five.and(*card);
            for last in rest {
                sum += u64::from(ranking.high_of_accumulated(six.and(*last)).number());
            }
            left = rest;
        }
        sum
    }
    one_by_one_of(ranking, |left, five| last_two(ranking, left, five))
}

/// The sum that `pokers` gives for all seven-card hands. In these loops it is faster than with seven nested
/// in one function.
fn sum_of_pokers() -> u64 {
    use pokers::Hand;
    #[inline(never)]
    fn last_two(mut left: &[Hand], five: Hand) -> u64 {
        let mut sum = 0;
        while let [card, rest @ ..] = left {
            let six = five + *card;
            for last in rest {
                sum += u64::from((six + *last).evaluate());
            }
            left = rest;
        }
        sum
    }
    one_by_one(black_box(&pokers::CARDS), 7, Hand::default(), &|hand, card| hand + card, &last_two)
}

/// Hands that begin with the same five cards and end with the same two ranks are looked up together.
#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"], sample_count = 10)]
fn sevens_in_order(bencher: Bencher<'_, '_>, deck: &str) {
    let ranking = ranking(choice(deck));
    let all = ranking.deck().len();
    let expected = sum_one_by_one(&ranking);
    bencher.counter(ItemsCount::new((0..7).fold(1, |ways, at| ways * (all - at) / (at + 1)))).bench(|| {
        let mut sum = 0;
        ranking.each_seven(CardAccumulator::NONE, black_box(ranking.cards()), &mut |strength, hands| {
            sum += u64::from(strength.number()) * hands;
        });
        assert_eq!(sum, expected);
    });
}

#[divan::bench(sample_count = 10)]
fn sevens_in_order_one_by_one(bencher: Bencher<'_, '_>) {
    let ranking = ranking(USUAL);
    let expected = expected_of_sevens(&ranking);
    bencher
        .counter(ItemsCount::new(SEVENS))
        .bench(|| assert_eq!(sum_one_by_one(black_box(&ranking)), expected));
}

/// The sum of the strengths of all seven-card hands, looked up together.
fn expected_of_sevens(ranking: &Ranking) -> u64 {
    let mut sum = 0;
    ranking.each_seven(CardAccumulator::NONE, ranking.cards(), &mut |strength, hands| {
        sum += u64::from(strength.number()) * hands;
    });
    sum
}

#[divan::bench(sample_count = 10)]
fn sevens_in_order_of_pokers(bencher: Bencher<'_, '_>) {
    let expected = sum_of_pokers();
    bencher.counter(ItemsCount::new(SEVENS)).bench(|| assert_eq!(sum_of_pokers(), expected));
}

/// Measures deals of a board and one set of hole cards, in a game that uses exactly two of them.
fn two_and_three<const N: usize>(bencher: Bencher<'_, '_>, choice: Choice, low: bool) {
    let ranking = ranking(Choice { hole_cards_used: Used::ExactlyTwo, ..choice });
    let deals = sample::<N>(&ranking);
    let strength = |deal: &[Card; N]| {
        let (board, hole) = deal.split_at(5);
        if low {
            ranking.low(hole, board).map_or(0, |low| u64::from(LowStrength::number(low)))
        } else {
            u64::from(ranking.high(hole, board).number())
        }
    };
    // The expected sum comes from the named five cards, which are not measured.
    let named = |deal: &[Card; N]| {
        let (board, hole) = deal.split_at(5);
        if low {
            ranking.best_low_five(hole, board).map_or(0, |five| {
                ranking.low(&five[..2], &five[2..]).map_or(0, |low| u64::from(LowStrength::number(low)))
            })
        } else {
            ranking.best_five(hole, board).map_or(0, |five| u64::from(ranking.high_of_five(&five).number()))
        }
    };
    let expected = deals.iter().map(named).sum();
    measure(bencher, &deals, expected, strength);
}

#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"])]
fn omaha_deals(bencher: Bencher<'_, '_>, deck: &str) {
    two_and_three::<9>(bencher, choice(deck), false);
}

#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"])]
fn manila_deals(bencher: Bencher<'_, '_>, deck: &str) {
    two_and_three::<8>(bencher, choice(deck), false);
}

#[divan::bench]
fn omaha_deals_for_low(bencher: Bencher<'_, '_>) {
    let eight = Choice { mode: ShowdownMode::HighLow, low_qualifier: LowQualifier::Eight, ..USUAL };
    two_and_three::<9>(bencher, eight, true);
}

#[divan::bench(args = ["52", "52 and joker", "36", "32 and joker"], sample_count = 20)]
fn tables_for_any_five(bencher: Bencher<'_, '_>, deck: &str) {
    let choice = choice(deck);
    bencher.bench(|| Ranking::build_uncached(black_box(choice)));
}

#[divan::bench(args = ["52", "52 and joker"], sample_count = 20)]
fn tables_for_exactly_two_high_and_low(bencher: Bencher<'_, '_>, deck: &str) {
    let choice = Choice { mode: ShowdownMode::HighLow, hole_cards_used: Used::ExactlyTwo, ..choice(deck) };
    bencher.bench(|| Ranking::build_uncached(black_box(choice)));
}
