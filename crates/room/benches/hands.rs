//! Whole hands from the first blind to the award: the benchmark task, and the house's own bots.
//!
//! Invariants are on, and every event with its rule is kept in a list of its hand.

use std::hint::black_box;
use std::sync::Arc;

use chips::Chips;
use divan::Bencher;
use divan::counter::ItemsCount;
use room::{Bot, HouseBots, RandomBot, Simulation};
use rulebook::Book;
use table::{Event, House};

/// Hands of one sample.
const HANDS: u64 = 2_000;

fn main() {
    divan::main();
}

fn task() -> Simulation {
    let book = Book::named("standard").expect("a book of our own");
    let determined = book.determine(&[]).expect("its default table");
    let house = Arc::new(House::of(&determined).expect("a table we play"));
    Simulation { house, players: 6, stack: Chips::new(200).expect("small"), hands: HANDS, seed: 7 }
}

/// How many events all hands had together.
fn play_all<B: Bot>(task: &Simulation, bot: &B) -> usize {
    let mut count = 0;
    for hand in 1..=task.hands {
        let mut events: Vec<Event> = Vec::with_capacity(64);
        let played = task.play(hand, bot, &mut events).expect("a hand of the task");
        assert!(played.is_over());
        count += black_box(&events).len();
    }
    count
}

#[divan::bench]
fn benchmark_task_of_six_players(bencher: Bencher<'_, '_>) {
    let task = task();
    let events = play_all(&task, &RandomBot);
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        assert_eq!(play_all(&task, &RandomBot), events, "the same seed gives the same hands");
    });
}

#[divan::bench]
fn house_bots_of_six_players(bencher: Bencher<'_, '_>) {
    let task = task();
    let bots = HouseBots::new(Arc::clone(&task.house));
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| black_box(play_all(&task, &bots)));
}
