//! How many acts per second are committed, for rooms of different sizes, next to what the disk can flush at
//! all.
//!
//! `cargo bench -p store` measures in the folder that `CARDROOM_BENCH` names, or else in the build's folder
//! for temporary files; as a test it runs small.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use room::port::{Appended, Batch, BatchPart, NewRecord, RequestKey, Store, StreamId, Wall};
use seating::{Actor, Person};
use store::{Keys, SqliteStore, StoreOptions};

/// What a table writes for a call: who, what, and the chips that moved.
fn act(table: u64, number: u64) -> Batch {
    let person = table;
    let (wallet, stake) = (Account::Wallet { person }, Account::Stake { table, person });
    let (bet, pot) = (Account::Bet { table, person }, Account::Pot { table });
    let moves = |from, to, amount| {
        let amount = Chips::new(amount).expect("small");
        Posting::new(from, to, Unit::Play, amount).expect("an allowed transfer")
    };
    let postings = if number == 0 {
        let all = 1_000_000_000;
        vec![moves(Account::Issue, wallet, all), moves(wallet, stake, all), moves(stake, bet, all)]
    } else {
        vec![moves(bet, pot, 40)]
    };
    let mut key = [0; 16];
    key[..8].copy_from_slice(&table.to_be_bytes());
    key[8..].copy_from_slice(&number.to_be_bytes());
    let body = format!(
        r#"{{"entry":"table","hand":{number},"event":{{"called":{{"seat":3,"amount":40,"all_in":false}}}},"rule":"call","clauses":["HE-10.2(a)"],"clock":{{"seat":4,"acts":{number},"left_ms":30000}},"noise":"0123456789abcdef0123456789abcdef"}}"#
    );
    let record = NewRecord {
        at: Wall(1_700_000_000_000 + number),
        by: Actor::player(Person(person)),
        key: Some(RequestKey(key)),
        kind: "table",
        start: number.is_multiple_of(50),
        body,
        postings,
    };
    let part =
        BatchPart { stream: StreamId::Table(table), expected: number, fence: 1, records: vec![record] };
    Batch { parts: vec![part], people: Vec::new() }
}

/// A table that acts again as soon as its last act is committed.
fn play(store: Arc<SqliteStore>, table: u64, number: u64, until: Instant, ended: Sender<u64>) {
    let batch = act(table, number);
    let again = store.clone();
    store.append(
        batch,
        Box::new(move |outcome| {
            assert!(matches!(outcome, Ok(Appended::Done { .. })), "{outcome:?}");
            if Instant::now() < until {
                play(again, table, number + 1, until, ended);
            } else {
                ended.send(number + 1).expect("somebody counts");
            }
        }),
    );
}

fn folder(name: &str) -> PathBuf {
    let root = std::env::var_os("CARDROOM_BENCH")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let folder = root.join(format!("{name}-{}", std::process::id()));
    // Leftovers of an earlier run must not be measured.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// How often per second the disk flushes one page appended to a file.
fn flushes(place: &Path, time: Duration) -> f64 {
    let mut file = File::create(place.join("flushes")).expect("a file");
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < time {
        file.write_all(&[7; 4096]).expect("written");
        file.sync_data().expect("flushed");
        count += 1;
    }
    f64::from(count) / start.elapsed().as_secs_f64()
}

/// Has tables append for a time, and prints the rate; asserts that everything confirmed is stored.
fn appends(place: &Path, tables: u64, time: Duration) {
    let options = StoreOptions::new(&place.join("data"), &place.join("keys"));
    let keys = Keys::new([1; 32], [2; 32]);
    let store = Arc::new(SqliteStore::open(&options, &keys).expect("a new store"));
    let (ended, counts) = channel();
    let start = Instant::now();
    for table in 1..=tables {
        play(store.clone(), table, 0, start + time, ended.clone());
    }
    drop(ended);
    let count: u64 = counts.iter().sum();
    let seconds = start.elapsed().as_secs_f64();
    let commits = store.commits();
    let stored: u64 = (1..=tables).map(|table| store.count(StreamId::Table(table)).expect("readable")).sum();
    assert_eq!(stored, count, "everything confirmed is stored");
    drop(store);
    let (rate, commits) = (count as f64 / seconds, commits as f64 / seconds);
    println!(
        "{tables} tables: {rate:.0} appends/s, {commits:.0} commits/s, {:.1} appends a commit",
        rate / commits
    );
}

/// Measures opening the store, reading every table from its last start, and verifying everything.
fn restart(place: &Path) {
    let options = StoreOptions::new(&place.join("data"), &place.join("keys"));
    let start = Instant::now();
    let store = SqliteStore::open(&options, &Keys::new([1; 32], [2; 32])).expect("the store again");
    let opened = start.elapsed();
    let streams = store.streams().expect("readable");
    let records: usize =
        streams.iter().map(|stream| store.read_from_start(*stream).expect("readable").len()).sum();
    let (all, count) = (start.elapsed(), streams.len());
    println!(
        "opened in {opened:.0?}; {records} records of {count} tables read from their last start in {all:.0?}"
    );
    drop(store);
    let start = Instant::now();
    let checks =
        store::verify(&options.data, &options.checkpoints, &Keys::new([1; 32], [2; 32]).verifying_key());
    let checks = checks.expect("a database");
    assert!(checks.iter().all(|check| check.difference.is_none()), "{checks:?}");
    let chain = checks.iter().find(|check| check.name == "chain").expect("records are checked");
    println!("{} checked in {:.1?}", chain.seen, start.elapsed());
}

/// How long a start takes for the lines of a file of checkpoints, which grows by one a second at most: the first and
/// the last as they are, and between them one for every count, or fewer if `most` is less. Their signatures are those
/// of the last, which a start does not check.
fn long_checkpoints(place: &Path, most: u64) {
    let options = StoreOptions::new(&place.join("data"), &place.join("keys"));
    let open = || {
        let start = Instant::now();
        let store = SqliteStore::open(&options, &Keys::new([1; 32], [2; 32])).expect("the store again");
        let opened = start.elapsed();
        store.close().expect("closed");
        opened
    };
    let before = open();
    let text = std::fs::read_to_string(&options.checkpoints).expect("checkpoints");
    let (first, last) =
        (text.lines().next().expect("a first line"), text.lines().last().expect("a last line"));
    let count = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        line["count"].as_u64().expect("a count")
    };
    let (from, to) = (count(first), count(last));
    let written = format!("\"count\":{to},");
    assert!(last.contains(&written), "{last}");
    let lines = most.min((to - from).saturating_sub(1));
    let mut text = format!("{first}\n");
    for line in 1..=lines {
        let counts = from + (to - from) * line / (lines + 1);
        text.push_str(&last.replace(&written, &format!("\"count\":{counts},")));
        text.push('\n');
    }
    if to > from {
        text.push_str(&format!("{last}\n"));
    }
    std::fs::write(&options.checkpoints, text).expect("written");
    let after = open();
    println!(
        "opened in {before:.0?}; with {lines} checkpoints between the first and the last in {after:.0?}"
    );
}

fn main() {
    // As a test it only has to run.
    let full = std::env::args().any(|argument| argument == "--bench");
    let time = if full { Duration::from_secs(8) } else { Duration::from_millis(50) };
    let place = folder("appends");
    println!("the disk: {:.0} flushes/s", flushes(&place, time / 4));
    for tables in if full { vec![1, 100, 1000] } else { vec![1, 10] } {
        let place = folder(&format!("appends-{tables}"));
        appends(&place, tables, time);
        restart(&place);
        long_checkpoints(&place, if full { 200_000 } else { 20 });
        std::fs::remove_dir_all(&place).expect("removed");
    }
    std::fs::remove_dir_all(&place).expect("removed");
}
