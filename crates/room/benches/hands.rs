//! Complete hands from the first blind to the award: the benchmark task, and the house bots.
//!
//! Invariants are on, and every event with its rule is collected in a list for its hand.

use std::hint::black_box;
use std::sync::Arc;

use chips::Chips;
use divan::Bencher;
use divan::counter::ItemsCount;
use room::{Bot, HouseBots, RandomBot, Simulation};
use rulebook::Book;
use table::{Event, Hand, House, Lineup};

/// Hands in one sample.
const HANDS: u64 = 2_000;

fn main() {
    divan::main();
}

/// The benchmark task: six players at the default table of the book `standard`.
fn task() -> Simulation {
    let book = Book::named("standard").expect("a book of our own");
    let determined = book.determine(&[]).expect("its default table");
    let house = Arc::new(House::of(&determined).expect("a table we play"));
    Simulation { house, players: 6, stack: Chips::new(200).expect("small"), hands: HANDS, seed: 7 }
}

/// Plays all hands and returns how many events they had in total.
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

/// Applies the facts of all hands. The next benchmark minus this one is the cost of the checks, to be
/// compared with the task.
#[divan::bench]
fn facts_of_the_task_followed(bencher: Bencher<'_, '_>) {
    follow(bencher, |_| {});
}

/// The same with the complete hand checked before and after every command: more than the machine checks in
/// play.
#[divan::bench]
fn facts_of_the_task_followed_and_checked(bencher: Bencher<'_, '_>) {
    follow(bencher, Hand::assert_invariants);
}

/// Applies the facts of every hand, with a check before and after those of each command.
fn follow(bencher: Bencher<'_, '_>, check: impl Fn(&Hand) + Sync) {
    let task = task();
    let hands: Vec<(Arc<Lineup>, Vec<Event>)> = (1..=task.hands)
        .map(|hand| {
            let mut events = Vec::with_capacity(64);
            let played = task.play(hand, &RandomBot, &mut events).expect("a hand of the task");
            (Arc::clone(played.lineup()), events.split_off(1))
        })
        .collect();
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| {
        for (lineup, events) in &hands {
            let mut hand = Hand::from_lineup(Arc::clone(lineup));
            for command in events.chunk_by(|one, next| one.cause == next.cause) {
                check(&hand);
                command.iter().for_each(|event| hand.apply(event));
                check(&hand);
            }
            assert!(black_box(&hand).is_over());
        }
    });
}

#[divan::bench]
fn house_bots_of_six_players(bencher: Bencher<'_, '_>) {
    let task = task();
    let bots = HouseBots::new(Arc::clone(&task.house));
    bencher.counter(ItemsCount::new(HANDS)).bench_local(|| black_box(play_all(&task, &bots)));
}
