//! Prints the table of docs/benchmarks.md, measured in CPU time of this thread, which a busy machine affects
//! less than wall-clock time. The best of seven rounds counts, decks take turns, and every round asserts its
//! result.

// Benchmarks read the clock.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use std::hint::black_box;
use std::time::Instant;

use cards::{Card, CardAccumulator, Choice, Ranking, ShowdownMode, Used};

use crate::{
    DECKS, HANDS, SEVENS, USUAL, agreed, expected, numbered, of_pokers, ranking, sample, sum_gathered,
    sum_of_pokers, sum_one_by_one,
};

const ROUNDS: usize = 7;

/// The least number of hands in a round.
const ENOUGH: usize = 30_000_000;

/// The CPU time of this thread in nanoseconds if the system reports it (Linux), otherwise wall-clock time.
fn now(start: Instant) -> u128 {
    let of_thread = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let of_thread = of_thread.and_then(|text| text.split(' ').next()?.parse().ok());
    of_thread.unwrap_or_else(|| start.elapsed().as_nanos())
}

/// How long `work` takes, in nanoseconds.
fn time(work: impl Fn()) -> u128 {
    let start = Instant::now();
    let before = now(start);
    work();
    now(start) - before
}

/// One cell of the table: a number of hands whose strengths have the expected sum.
struct Cell {
    hands: usize,
    expected: u64,
    sum: Box<dyn Fn() -> u64>,
}

impl Cell {
    /// A cell that computes this sum over this many hands and must get what is expected.
    fn of(hands: usize, expected: u64, sum: impl Fn() -> u64 + 'static) -> Cell {
        Cell { hands, expected, sum: Box::new(sum) }
    }

    /// The speed in millions of hands per second, measured in one round.
    fn speed(&self) -> u128 {
        let times = ENOUGH.div_ceil(self.hands);
        let took = time(|| (0..times).for_each(|_| assert_eq!((self.sum)(), self.expected)));
        (self.hands * times) as u128 * 1000 / took.max(1)
    }
}

/// A speed in millions as the table writes it, with a comma for thousands.
fn in_thousands(number: u128) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// Measures and prints a row; its cells take turns.
fn row(what: &str, cells: Vec<Cell>) {
    let mut best = vec![0; cells.len()];
    for _ in 0..ROUNDS {
        best.iter_mut().zip(&cells).for_each(|(best, cell)| *best = cell.speed().max(*best));
    }
    let speeds: Vec<String> = best.into_iter().map(in_thousands).collect();
    println!("| {what} | {} |", speeds.join(" | "));
}

/// The sum of the strengths of these hands, which the compiler cannot work out beforehand.
fn sum_of<H>(hands: &[H], strength: impl Fn(&H) -> u64) -> u64 {
    black_box(hands).iter().map(strength).sum()
}

/// A cell that measures random hands of `N` cards.
fn random<const N: usize>(choice: Choice, strength: fn(&Ranking, &[Card; N]) -> u64) -> Cell {
    let ranking = ranking(choice);
    let hands = sample::<N>(&ranking);
    let expected = match choice.hole_cards_used {
        Used::Any => expected(&ranking, &hands),
        Used::ExactlyTwo => sum_of(&hands, |deal| {
            let five = ranking.best_five(&deal[5..], &deal[..5]).expect("five cards");
            u64::from(ranking.high_of_five(&five).number())
        }),
    };
    Cell::of(HANDS, expected, move || sum_of(&hands, |hand| strength(&ranking, hand)))
}

/// A cell that measures random hands of `N` cards with the crate `pokers`.
fn random_of_pokers<const N: usize>() -> Cell {
    let ranking = ranking(USUAL);
    let hands = sample::<N>(&ranking);
    let numbers = numbered(&hands);
    let sum = agreed(&ranking, &hands);
    Cell::of(HANDS, sum, move || sum_of(&numbers, |hand| u64::from(of_pokers(hand))))
}

/// The sum of the strengths of all seven-card hands, looked up many at a time.
fn together(ranking: &Ranking) -> u64 {
    let mut sum = 0;
    ranking.each_seven(CardAccumulator::NONE, black_box(ranking.cards()), &mut |strength, hands| {
        sum += u64::from(strength.number()) * hands;
    });
    sum
}

/// The number of seven-card hands of a ranking's deck.
fn sevens(ranking: &Ranking) -> usize {
    (0..7).fold(1, |ways, at| ways * (ranking.deck().len() - at) / (at + 1))
}

/// The time to build the tables, in milliseconds.
fn tables(choice: Choice) -> String {
    // CPU time is reported in steps of some milliseconds, so several builds are measured at once.
    const TIMES: u128 = 20;
    let built = || (0..TIMES).for_each(|_| drop(black_box(Ranking::build_uncached(black_box(choice)))));
    let tenths = (0..ROUNDS).map(|_| time(built)).min().unwrap_or(0) / TIMES / 100_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Prints the table.
pub(crate) fn print() {
    let decks = || DECKS.iter().map(|(_, choice)| *choice);
    let two = |choice| Choice { hole_cards_used: Used::ExactlyTwo, ..choice };
    // The first ranking built in a process also computes the row offsets; build one here so that it is not
    // measured.
    for joker in [false, true] {
        let choice = Choice { joker, ..USUAL };
        let took = time(|| drop(black_box(Ranking::build_uncached(choice))));
        println!("the first ranking, joker {joker}: about {} ms", took / 1_000_000);
    }
    println!("| millions per second | 52 cards | 52 and joker | 36 | 32 and joker | `pokers`, 52 cards |");
    println!("|---|---|---|---|---|---|");
    let sevens_of =
        decks().map(|choice| random::<7>(choice, |r, hand| r.high_of_seven(hand).number().into()));
    row("seven random cards", sevens_of.chain([random_of_pokers::<7>()]).collect());
    let fives_of = decks().map(|choice| random::<5>(choice, |r, hand| r.high_of_five(hand).number().into()));
    row("five random cards", fives_of.chain([random_of_pokers::<5>()]).collect());
    let in_order = |sum: fn(&Ranking) -> u64, other: fn(&Ranking) -> u64| {
        decks().map(move |choice| {
            let ranking = ranking(choice);
            Cell::of(sevens(&ranking), other(&ranking), move || sum(&ranking))
        })
    };
    row("all sevens in order, looked at together", in_order(together, sum_one_by_one).collect());
    let pokers = Cell::of(SEVENS, sum_of_pokers(), sum_of_pokers);
    row("all sevens in order, one by one", in_order(sum_one_by_one, together).chain([pokers]).collect());
    row("the same by `high_of_accumulated`", in_order(sum_gathered, together).collect());
    let omaha = |choice| random::<9>(two(choice), |r, deal| r.high(&deal[5..], &deal[..5]).number().into());
    row("Omaha, 4 and 5 cards", decks().map(omaha).collect());
    let manila = |choice| random::<8>(two(choice), |r, deal| r.high(&deal[5..], &deal[..5]).number().into());
    row("Three Card Manila, 3 and 5 cards", decks().map(manila).collect());
    println!("\n| milliseconds until the tables are built | 52 cards | 52 and joker | 36 | 32 and joker |");
    println!("|---|---|---|---|---|");
    let any: Vec<String> = decks().map(tables).collect();
    println!("| any five | {} |", any.join(" | "));
    let split = |choice| Choice { mode: ShowdownMode::HighLow, ..two(choice) };
    let composed: Vec<String> = decks().map(|choice| tables(split(choice))).collect();
    println!("| exactly two hole cards, high and low | {} |", composed.join(" | "));
}
