//! Runs a script of batches on a disk that fails at each of its operations in turn.

use std::sync::mpsc::channel;

use chips::book::Account;
use room::port::{Appended, Batch, Store, StoreError as Broken, StoredRecord, StreamId};
use store::{Records, SqliteStore, StoreOptions};

use crate::disk::{Disk, Fault, Left};
use crate::made::{
    ANA, Place, batch, differences, keyed, keys, moving, part, person, play, record, signed_up, stake,
};

/// Batches in the order they are appended; those of one step are appended together.
fn script() -> Vec<Vec<Batch>> {
    let table = StreamId::Table;
    let wallet = |person| Account::Wallet { person };
    let long = "x".repeat(6000);
    vec![
        vec![signed_up(0, person(7, "ana"))],
        vec![signed_up(1, person(8, "ben"))],
        vec![batch(
            StreamId::Room,
            0,
            vec![moving(vec![play(Account::Issue, ANA, 500), play(Account::Issue, wallet(8), 500)])],
        )],
        vec![batch(table(1), 0, vec![record("opened", &long), keyed(1)])],
        vec![
            batch(table(1), 2, vec![moving(vec![play(ANA, stake(1, 7), 200)]), keyed(2)]),
            batch(table(2), 0, vec![moving(vec![play(wallet(8), stake(2, 8), 100)]), keyed(3)]),
            batch(table(3), 0, vec![keyed(4), record("opened", "{}"), record("more", "{}")]),
        ],
        vec![Batch {
            parts: vec![
                part(table(1), 4, vec![moving(vec![play(stake(1, 7), ANA, 50)])]),
                part(table(2), 2, vec![moving(vec![play(ANA, stake(2, 7), 50)]), keyed(5)]),
            ],
            people: Vec::new(),
        }],
        vec![batch(table(2), 4, vec![record("long", &long), keyed(6)])],
        vec![signed_up(2, person(7, "anna"))],
        vec![
            batch(table(1), 5, vec![moving(vec![play(stake(1, 7), Account::Pot { table: 1 }, 150)])]),
            batch(table(3), 3, vec![record("long", &long)]),
        ],
        vec![batch(
            table(1),
            6,
            vec![moving(vec![play(Account::Pot { table: 1 }, stake(1, 7), 150)]), keyed(7)],
        )],
    ]
}

/// Batches with the outcome reported for each, in order; `None` if the store could not even be opened.
type Told = Vec<(Batch, Option<Result<Appended, Broken>>)>;

fn options(place: &Place, vfs: &str) -> StoreOptions {
    // A short log, so that the script moves pages into the database several times.
    StoreOptions { pages_in_log: 20, vfs: Some(vfs.to_owned()), ..place.options() }
}

/// Runs the script, then closes the store.
fn run(place: &Place, vfs: &str) -> Told {
    let opened = SqliteStore::open(&options(place, vfs), &keys());
    let mut told = Told::new();
    for step in script() {
        let (tell, outcome) = channel();
        for batch in &step {
            let tell = tell.clone();
            if let Ok(store) = &opened {
                store.append(
                    batch.clone(),
                    Box::new(move |result| tell.send(result).expect("somebody waits")),
                );
            }
        }
        drop(tell);
        let mut outcomes = outcome.into_iter();
        told.extend(step.into_iter().map(|batch| (batch, outcomes.next())));
    }
    if let Ok(store) = opened {
        // Closing may meet the fault; what was acknowledged does not depend on it.
        let _ = store.close();
    }
    told
}

fn same(stored: &StoredRecord, stream: StreamId, record: &room::port::NewRecord) -> bool {
    stored.stream == stream
        && (stored.at, stored.by, stored.key, stored.start)
            == (record.at, record.by, record.key, record.start)
        && (stored.kind.as_str(), &stored.body, &stored.postings)
            == (record.kind, &record.body, &record.postings)
}

/// Which batches are stored, each completely or not at all, in order and once. Fails if anything else is
/// found, or if an acknowledged batch is missing.
fn there(stored: &[StoredRecord], told: &Told, name: &str) -> Vec<bool> {
    let mut rest = stored;
    let mut found = Vec::new();
    for (batch, outcome) in told {
        let records: Vec<_> = batch
            .parts
            .iter()
            .flat_map(|part| part.records.iter().map(|record| (part.stream, record)))
            .collect();
        let is = rest.len() >= records.len()
            && records.iter().zip(rest).all(|((stream, record), stored)| same(stored, *stream, record));
        if is {
            if let Some(Ok(Appended::Done { first })) = outcome {
                assert_eq!(*first, rest[0].sequence, "{name}: the number that was reported");
            }
            rest = &rest[records.len()..];
        } else {
            assert!(!matches!(outcome, Some(Ok(_))), "{name}: an acknowledged batch is not there: {batch:?}");
        }
        found.push(is);
    }
    assert_eq!(rest, [], "{name}: nothing else is there");
    found
}

/// What must hold of a store opened again, whatever happened to the disk. Returns how many batches were
/// stored.
fn holds(store: &SqliteStore, stored: &[StoredRecord], told: &Told, name: &str) -> usize {
    let found = there(stored, told, name);
    for ((batch, _), is) in told.iter().zip(&found) {
        for part in &batch.parts {
            for record in &part.records {
                if let Some(key) = record.key {
                    let number = store.by_key(part.stream, record.by.person, key).expect("readable");
                    assert_eq!(number.is_some(), *is, "{name}: key {key}");
                }
            }
        }
    }
    let sum: i64 = store.balances().expect("readable").iter().map(|(_, _, held)| held).sum();
    assert_eq!(sum, 0, "{name}");
    // Callers without an outcome ask again: a stored batch is recognized by its key, the others are done now.
    for ((batch, _), is) in told.iter().zip(&found) {
        let outcome = crate::made::append(store, batch.clone());
        if *is {
            let refused = matches!(outcome, Ok(Appended::Known { .. } | Appended::Stale { .. }));
            assert!(refused, "{name}: done twice: {outcome:?}");
        } else {
            assert!(matches!(outcome, Ok(Appended::Done { .. })), "{name}: not done: {outcome:?}");
        }
    }
    found.iter().filter(|is| **is).count()
}

fn all_records(place: &Place, name: &str) -> Vec<StoredRecord> {
    let records = Records::open(&place.data()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    records
        .map(|link| link.map(|link| link.record))
        .collect::<Result<_, _>>()
        .unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// Copies the disk out and has SQLite itself open it: everything must hold, and `verify` must find nothing.
fn holds_on_a_real_disk(disk: &Disk, place: &Place, told: &Told, name: &str) -> usize {
    disk.copy_out(&place.data());
    // Opening founds the room if not even that was safe.
    let store = place.open().unwrap_or_else(|fault| panic!("{name}: cannot open again: {fault}"));
    let stored = all_records(place, name);
    assert_eq!(differences(&place.verify()), [""; 0], "{name}");
    let count = holds(&store, &stored, told, name);
    store.close().unwrap_or_else(|fault| panic!("{name}: cannot close: {fault}"));
    assert_eq!(differences(&place.verify()), [""; 0], "{name}: after going on");
    assert_eq!(all_records(place, name).len(), script_length(), "{name}: all is done in the end");
    count
}

fn script_length() -> usize {
    script().iter().flatten().flat_map(|batch| &batch.parts).map(|part| part.records.len()).sum()
}

/// Runs the test for every operation of the script.
fn each_operation(disk: &Disk, vfs: &str, mut test: impl FnMut(u64)) -> u64 {
    disk.fresh(None);
    run(&Place::new(), vfs);
    let last = disk.operations();
    for operation in 1..=last + 1 {
        test(operation);
    }
    last
}

/// Runs the test for every operation of the script that changes the disk: a power loss, a full disk or one that takes
/// no writes is met at those alone.
fn each_change(disk: &Disk, vfs: &str, mut test: impl FnMut(u64)) -> u64 {
    disk.films();
    run(&Place::new(), vfs);
    let film = disk.film();
    let last = film.operations();
    (1..=last + 1).filter(|operation| film.changes(*operation)).for_each(&mut test);
    last
}

/// Proves REC-01, REC-06: the power fails at each operation of the disk; of what was not flushed nothing, all or any
/// part is left.
#[test]
fn a_crash_at_any_operation_loses_nothing_acknowledged_and_leaves_nothing_half() {
    let disk = Disk::new("crash");
    let mut counts = std::collections::BTreeSet::new();
    let last = each_change(&disk, "crash", |operation| {
        for left in [Left::Nothing, Left::All, Left::Some(operation), Left::Some(operation + 1_000_000)] {
            let name = format!("crash at operation {operation}, {left:?} left");
            let place = Place::new();
            disk.fresh(Some((operation, Fault::Crash)));
            let told = run(&place, "crash");
            disk.power_returns(left);
            counts.insert(holds_on_a_real_disk(&disk, &place, &told, &name));
        }
    });
    // The script was long enough to be cut everywhere: with none of its batches, with all, and with most
    // numbers in between (the batches of one step are stored together).
    assert!(last > 100, "{last} operations");
    assert!(counts.contains(&0) && counts.contains(&13) && counts.len() >= 10, "{counts:?}");
}

/// Proves REC-07, AUD-06: each operation fails once; from then on nothing is written any more, and everything that was
/// acknowledged is there when the disk is well again, also after the power failed.
#[test]
fn an_error_at_any_operation_stops_the_store_and_loses_nothing() {
    let disk = Disk::new("error");
    let mut stopped = 0;
    each_operation(&disk, "error", |operation| {
        for left in [Left::Nothing, Left::All, Left::Some(operation)] {
            let name = format!("error at operation {operation}, {left:?} left");
            let place = Place::new();
            disk.fresh(Some((operation, Fault::Error)));
            let told = run(&place, "error");
            let failed = told.iter().position(|(_, outcome)| !matches!(outcome, Some(Ok(_))));
            if let Some(first) = failed {
                stopped += 1;
                let rest = &told[first..];
                assert!(
                    rest.iter().all(|(_, outcome)| !matches!(outcome, Some(Ok(_)))),
                    "{name}: it went on"
                );
            }
            disk.power_returns(left);
            holds_on_a_real_disk(&disk, &place, &told, &name);
        }
    });
    assert!(stopped > 100, "{stopped} runs stopped");
}

/// Proves REC-07: after a fault not one operation changes the disk, not even on closing.
#[test]
fn after_a_fault_nothing_is_written_any_more() {
    let disk = Disk::new("silent");
    let mut looked = 0;
    each_operation(&disk, "silent", |operation| {
        let place = Place::new();
        disk.fresh(Some((operation, Fault::Error)));
        let Ok(store) = SqliteStore::open(&options(&place, "silent"), &keys()) else { return };
        for batch in script().into_iter().flatten() {
            if crate::made::append(&store, batch).is_err() {
                break;
            }
        }
        if store.failure().is_some() {
            looked += 1;
            let changes = disk.changes();
            let again = crate::made::append(&store, batch(StreamId::Table(9), 0, vec![record("late", "{}")]));
            assert_eq!(again, Err(store.failure().expect("it is broken")));
            assert!(store.close().is_err());
            assert_eq!(disk.changes(), changes, "error at operation {operation}");
        }
    });
    assert!(looked > 50, "{looked} runs looked at");
}

/// Proves REC-07: the disk is full, or takes no writes, from each operation on.
#[test]
fn a_full_or_closed_disk_stops_the_store_and_loses_nothing() {
    let disk = Disk::new("full");
    each_change(&disk, "full", |operation| {
        for fault in [Fault::Full, Fault::ReadOnly] {
            let name = format!("{fault:?} from operation {operation} on");
            let place = Place::new();
            disk.fresh(Some((operation, fault)));
            let told = run(&place, "full");
            disk.power_returns(Left::Nothing);
            holds_on_a_real_disk(&disk, &place, &told, &name);
        }
    });
}

/// Proves REC-07: a flush fails, the process starts again on the same machine, which still shows what it never wrote;
/// then the power fails.
#[test]
fn a_failed_flush_is_healed_by_the_next_start_before_anything_is_built_on_it() {
    let disk = Disk::new("flush");
    let mut tried = 0;
    each_operation(&disk, "flush", |operation| {
        let place = Place::new();
        let name = format!("error at operation {operation}, then started again");
        disk.fresh(Some((operation, Fault::Error)));
        let first = run(&place, "flush");
        disk.breaks(None);
        let again = SqliteStore::open(&options(&place, "flush"), &keys());
        let again = again.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let late = batch(StreamId::Table(9), 0, vec![record("late", "{}")]);
        let outcome = crate::made::append(&again, late.clone());
        assert!(matches!(outcome, Ok(Appended::Done { .. })), "{name}: {outcome:?}");
        // The power fails while the store is open.
        disk.breaks(Some((1, Fault::Crash)));
        drop(again);
        disk.power_returns(Left::Nothing);
        disk.copy_out(&place.data());
        assert_eq!(differences(&place.verify()), [""; 0], "{name}");
        let stored = all_records(&place, &name);
        let mut told = first;
        told.push((late, Some(outcome)));
        there(&stored, &told, &name);
        tried += 1;
    });
    assert!(tried > 100, "{tried} runs");
}
