//! A file of checkpoints that was replaced by an older one, or lost lines, beside data that has gone on. It
//! is noticed wherever the room could not have left it that way, and a room that was killed still opens.

use std::fs;
use std::path::Path;

use room::port::{Appended, StreamId};
use store::{BackupOutcome, backup};

use crate::made::{Place, append, batch, differences, keys, part, record};

/// Most records between two checkpoints: twice the 4096 after which the next is due, and one batch of the
/// same size.
const APART: u64 = 3 * 4096;

/// The results of opening, verifying and backing up.
fn said(place: &Place) -> (Result<(), String>, Vec<String>, Option<BackupOutcome>) {
    let opened = place.open().map(drop).map_err(|fault| fault.to_string());
    let to = place.data().join("../backup");
    let _ = fs::remove_file(&to);
    let made = backup(&place.options(), &keys(), &to, "test").ok();
    (opened, differences(&place.verify()), made)
}

#[track_caller]
fn refused(place: &Place, words: &str) {
    let (opened, differences, made) = said(place);
    let opened = opened.expect_err("it is refused");
    assert!(opened.contains(words) && opened.contains("`cardroom restore --replace`"), "{opened}");
    let [difference] = differences.as_slice() else { panic!("{differences:?}") };
    assert!(difference.starts_with("checkpoints: ") && difference.contains(words), "{difference}");
    assert_eq!(made.expect("tried").checkpoint, None, "no backup is made");
}

/// One run of a room: it starts, something happens, and it stops in order or is killed.
fn life(place: &Place, start: u64, records: u64, killed: bool) {
    let store = place.open().expect("it opens");
    let count = room::port::Store::count(&store, StreamId::Room).expect("read");
    let part = |expected, records| {
        let mut part = part(StreamId::Room, expected, records);
        part.fence = start;
        part
    };
    let mut kinds = vec!["started"];
    kinds.extend((0..records).map(|_| "configured"));
    for (at, kind) in (0..).zip(kinds) {
        let batch =
            room::port::Batch { parts: vec![part(count + at, vec![record(kind, "{}")])], people: Vec::new() };
        append(&store, batch).expect("stored");
    }
    if killed {
        let copied = killed_copy(place);
        drop(store);
        put(&copied, place);
    } else {
        store.close().expect("closed");
    }
}

/// The files as they are while the room runs, which is what a kill leaves.
fn killed_copy(place: &Place) -> Place {
    let copy = Place::new();
    put(place, &copy);
    copy
}

fn put(from: &Place, to: &Place) {
    for folder in [to.data(), to.keys()] {
        fs::create_dir_all(folder).expect("a folder");
    }
    for name in ["room.db", "room.db-wal"] {
        let _ = fs::remove_file(to.data().join(name));
        if from.data().join(name).exists() {
            fs::copy(from.data().join(name), to.data().join(name)).expect("copied");
        }
    }
    fs::copy(from.options().checkpoints, to.options().checkpoints).expect("copied");
}

fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("checkpoints");
    text.lines().map(|line| format!("{line}\n")).collect()
}

fn counted(line: &str) -> u64 {
    let value: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
    value["count"].as_u64().expect("a count")
}

/// Proves AUD-01 for the file of checkpoints itself: a room leaves a checkpoint when it opens, so that a file from before
/// the last start is known, however few records came since.
#[test]
fn a_file_of_checkpoints_from_before_the_last_start_is_refused() {
    let place = Place::new();
    life(&place, 1, 3, false);
    let file = place.options().checkpoints;
    let older = fs::read(&file).expect("checkpoints");
    life(&place, 2, 2, false);
    life(&place, 3, 0, true);
    assert_eq!(said(&place).0, Ok(()), "a room that was killed opens");
    fs::write(&file, older).expect("put back");
    refused(&place, "the room started with record 8, and the last checkpoint counts 4, not the 7 before it");
}

/// A run that was killed may have left any number of records up to that limit, the first being the record of
/// its start.
#[test]
fn records_of_a_life_that_was_killed_may_come_after_the_last_checkpoint() {
    let place = Place::new();
    life(&place, 1, 3, false);
    life(&place, 2, 5, true);
    let file = place.options().checkpoints;
    let whole: Vec<String> = lines(&file);
    let before: Vec<&String> = whole.iter().filter(|line| counted(line) <= 4).collect();
    fs::write(&file, before.into_iter().cloned().collect::<String>()).expect("written");
    let checks = place.verify();
    assert_eq!(differences(&checks), Vec::<String>::new());
    let told = checks.iter().find(|check| check.name == "checkpoints").expect("a check");
    assert!(told.seen.contains("6 records after the last"), "{}", told.seen);
    assert!(told.seen.contains("bring back the newest file of checkpoints"), "{}", told.seen);
    assert_eq!(said(&place).0, Ok(()));
}

/// Proves AUD-01 for the file of checkpoints itself, within one life: a checkpoint comes at least every so many records,
/// and where there are more after the last, or between two, lines are gone.
#[test]
fn a_file_of_checkpoints_that_lost_more_lines_than_a_crash_loses_is_refused() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let many = || (0..2000).map(|_| record("acted", "{}")).collect();
    // 16,000 records.
    for at in 0..8 {
        let outcome = append(&store, batch(StreamId::Table(1), at * 2000, many())).expect("stored");
        assert!(matches!(outcome, Appended::Done { .. }), "{outcome:?}");
    }
    store.close().expect("closed");
    assert_eq!(said(&place).0, Ok(()));
    let file = place.options().checkpoints;
    let whole = lines(&file);
    let counts: Vec<u64> = whole.iter().map(|line| counted(line)).collect();
    assert_eq!(counts.last(), Some(&16_000));
    assert!(counts.windows(2).all(|two| two[1] - two[0] <= APART), "{counts:?}");
    assert!(counts.windows(2).filter(|two| two[1] > two[0]).count() >= 3, "16,000 / 4096: {counts:?}");

    fs::write(&file, &whole[0]).expect("written");
    refused(
        &place,
        "16000 records come after the last checkpoint, which counts 0, and a room leaves one at least every 12288",
    );
    fs::write(&file, format!("{}{}", whole[0], whole[whole.len() - 1])).expect("written");
    refused(&place, "line 2 counts 16000, after one that counts 0");
}

/// The distance between two checkpoints is bounded for the largest batch too.
#[test]
fn a_batch_that_would_come_between_checkpoints_too_far_apart_is_not_written() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let of = |count: u64| batch(StreamId::Table(1), 0, (0..count).map(|_| record("acted", "{}")).collect());
    let said = append(&store, of(4097)).expect_err("it is too large").to_string();
    assert_eq!(said, "a batch has 4097 records: 4096 are the most");
    assert_eq!(append(&store, of(4096)).expect("stored"), Appended::Done { first: 1 });
}

/// After opening the store, the caller may find that the room cannot go on from its data: until then the
/// files stay as they were. Records that a kill left without a checkpoint get theirs before the first one
/// that follows.
#[test]
fn nothing_is_written_before_the_first_record_after_a_start() {
    let place = Place::new();
    life(&place, 1, 2, true);
    let file = place.options().checkpoints;
    let first = lines(&file).remove(0);
    fs::write(&file, &first).expect("written");
    place.open().expect("it opens").close().expect("closed");
    assert_eq!(fs::read_to_string(&file).expect("text"), first);
    life(&place, 2, 1, false);
    let counts: Vec<u64> = lines(&file).iter().map(|line| counted(line)).collect();
    // The start and two records, then the start and one.
    assert_eq!((&counts[..2], counts.last()), (&[0, 3][..], Some(&5)), "{counts:?}");
    assert_eq!(differences(&place.verify()), Vec::<String>::new());
}
