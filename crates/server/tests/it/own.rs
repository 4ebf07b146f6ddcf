//! A person's own hands are read once, and no more at a time than the work limit allows.

use chips::book::{Account, Unit};
use room::archive::{OwnHand, Sitting};
use room::port::{Store, StreamId};
use seating::Person;
use server::Config;

use crate::counting::Counting;
use crate::evening::{Dice, Evening, lively};
use crate::house::{CHEAP, House};

async fn played() -> Evening {
    let mut evening = Evening::of(4, 23, "standard", &[("max_buy_in", "none")]).await;
    let table = evening.tables[0];
    for player in 0..3 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(23);
    evening.hands(table, 5, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    evening
}

#[tokio::test]
async fn what_is_read_once_of_own_hands_is_not_read_again() {
    let mut evening = played().await;
    let table = evening.tables[0];
    // Somebody sits down when most hands have already been played.
    evening.sit(3, table, 4, 100).await;
    let store = Counting::over(evening.house.store.clone());
    let clocks = evening.house.clocks.clone();
    let again = House::over(store.clone(), Config::default(), clocks, CHEAP).await;
    let counted = async |path: &str, player: usize| -> usize {
        let before = store.work().of_tables;
        let answer = again.get(path, &evening.cookies[player]).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        store.work().of_tables - before
    };
    let all = store.count(StreamId::Table(table)).expect("countable") as usize;
    let first = counted("/api/hands", 0).await;
    assert!(
        first > all / 2 && first <= all + 1,
        "{first} of {all} for a player who has sat from the beginning"
    );
    assert_eq!(counted("/api/hands?text=elm", 0).await, 0);
    assert_eq!(counted("/api/results", 0).await, 0);
    let late = counted("/api/hands", 3).await;
    assert!(late < 5, "{late} records for a player who has just sat down");
}

#[tokio::test]
async fn a_page_of_the_newest_hands_reads_no_older_sitting() {
    let mut evening = played().await;
    let table = evening.tables[0];
    let stake = Account::Stake { table, person: 1 };
    let stack = evening.house.store.balance(stake, Unit::Play).expect("readable");
    let left = evening.clients[0].asks(table, &serde_json::json!({ "do": "leave" }), None).await;
    assert_eq!(left["ok"], true, "{left}");
    let before = evening.house.store.count(StreamId::Table(table)).expect("countable") as usize;
    evening.sit(0, table, 1, u64::try_from(stack).expect("chips").max(40)).await;
    let mut dice = Dice(5);
    evening.hands(table, 3, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    let all = evening.house.store.count(StreamId::Table(table)).expect("countable") as usize;
    let store = Counting::over(evening.house.store.clone());
    let clocks = evening.house.clocks.clone();
    let again = House::over(store.clone(), Config::default(), clocks, CHEAP).await;
    let started = store.work().of_tables;
    let page = again.get("/api/hands?most=1", &evening.cookies[0]).await.json();
    assert_eq!(page["hands"].as_array().map(Vec::len), Some(1), "{page}");
    let read = store.work().of_tables - started;
    assert!(read <= all - before + 1, "{read} of {all} records, {before} of them before sitting down again");
    let next = page["before"].as_str().expect("there are more");
    let rest = again.get(&format!("/api/hands?before={next}"), &evening.cookies[0]).await.json();
    assert!(rest["before"].is_null());
    assert!(rest["hands"].as_array().map_or(0, Vec::len) >= 5, "{rest}");
}

#[tokio::test]
async fn a_sitting_that_is_read_a_record_at_a_time_comes_to_the_same() {
    let evening = played().await;
    let store = evening.house.store.as_ref();
    let keys = evening.house.state.room.keys();
    let lines = store.movements(Account::Wallet { person: 1 }, 100).expect("readable");
    let sitting = lines.iter().find_map(|line| Sitting::from_movement(Person(1), line)).expect("sat down");
    let mut at_once = sitting.clone();
    assert!(at_once.read_all(store, keys, &mut 100_000).expect("readable"));
    let mut slowly = sitting;
    let mut steps = 0;
    while !slowly.read_all(store, keys, &mut 1).expect("readable") {
        steps += 1;
        assert!(steps < 10_000, "it comes to an end");
    }
    let hands = |sitting: &Sitting| -> Vec<OwnHand> { sitting.hands.iter().cloned().collect() };
    assert!(hands(&at_once).len() >= 5 && steps > 20);
    assert_eq!(hands(&slowly), hands(&at_once));
    assert_eq!((slowly.net(), slowly.stack, slowly.brought), (at_once.net(), at_once.stack, at_once.brought));
}
