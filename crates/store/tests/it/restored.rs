//! Backups of a running room, and what happens when they are put in the place of its data.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use room::port::{Appended, Store, StoreCondition, StreamId};
use rusqlite::Connection;
use store::checkpoint::Checkpoint;
use store::era::EraReason;
use store::{BackupOutcome, RestoreOutcome, StoreOptions, backup, restore, upgrade};

use crate::checks::furnished;
use crate::made::{Place, append, batch, differences, keys, part, record};

/// Where the backup of a place goes.
fn file(place: &Place) -> PathBuf {
    place.data().with_file_name("backup")
}

#[track_caller]
fn backed_up(place: &Place) -> Checkpoint {
    let made = backup(&place.options(), &keys(), &file(place), "a test").expect("a backup");
    assert_eq!(differences(&made.checks), [""; 0]);
    made.checkpoint.expect("it is bound")
}

#[track_caller]
fn put_back(from: &Path, place: &Place, replace: bool) -> RestoreOutcome {
    let restored = restore(from, &place.options(), &keys(), replace).expect("restored");
    assert_eq!(differences(&restored.checks), [""; 0]);
    assert!(!place.data().join("room.db.restored").exists());
    restored
}

fn lines(place: &Place) -> Vec<Checkpoint> {
    let text = fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    text.lines().map(|line| Checkpoint::parse(line, &keys().verifying_key()).expect("a checkpoint")).collect()
}

/// Appends a record, and returns how many the room has.
fn goes_on(place: &Place) -> u64 {
    let store = place.open().expect("it opens");
    let count = store.count(StreamId::Room).expect("readable");
    let outcome = append(&store, batch(StreamId::Room, count, vec![record("more", "{}")]));
    store.close().expect("closed");
    assert_eq!(differences(&place.verify()), [""; 0]);
    match outcome {
        Ok(Appended::Done { first }) => first,
        other => panic!("{other:?}"),
    }
}

/// Proves REC-10: a backup of a room that goes on meanwhile is restored elsewhere, with and without the checkpoints, and has
/// the same root.
#[test]
fn a_backup_of_a_room_that_goes_on_is_whole_and_has_the_same_root_elsewhere() {
    let place = furnished();
    let store = Arc::new(place.open().expect("the store"));
    let stop = Arc::new(AtomicBool::new(false));
    let writer = std::thread::spawn({
        let (store, stop) = (store.clone(), stop.clone());
        move || {
            let mut count = store.count(StreamId::Table(1)).expect("readable");
            while !stop.load(Ordering::SeqCst) {
                let outcome = append(&*store, batch(StreamId::Table(1), count, vec![record("acted", "{}")]));
                assert!(matches!(outcome, Ok(Appended::Done { .. })), "{outcome:?}");
                count += 1;
            }
        }
    });
    let mut counts = Vec::new();
    for number in 0..5 {
        let to = file(&place).with_extension(number.to_string());
        let made = backup(&place.options(), &keys(), &to, "a test").expect("a backup");
        assert_eq!(differences(&made.checks), [""; 0]);
        let checkpoint = made.checkpoint.expect("it is bound");
        counts.push(checkpoint.count);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&to).expect("there").permissions().mode() & 0o777, 0o600);
        }
        for with_checkpoints in [true, false] {
            let other = Place::new();
            if with_checkpoints {
                fs::create_dir_all(other.keys()).expect("a folder");
                fs::copy(place.options().checkpoints, other.options().checkpoints).expect("copied");
            }
            // With the checkpoints of a room it has to be said that its data elsewhere is given up.
            let restored = put_back(&to, &other, with_checkpoints);
            let era = restored.era.expect("an era begins");
            assert_eq!((era.number, era.reason, era.after), (2, EraReason::Restored, checkpoint.count));
            let begun = *lines(&other).last().expect("a line");
            assert_eq!((begun.count, begun.head), (checkpoint.count, checkpoint.head), "the same root");
            assert_eq!(goes_on(&other), checkpoint.count + 1);
        }
    }
    stop.store(true, Ordering::SeqCst);
    writer.join().expect("it wrote on");
    assert!(counts.is_sorted() && counts[0] >= 9, "{counts:?}");
}

/// What was written after the backup is left behind, and the new era says so; the same without a restore is
/// refused.
#[test]
fn a_restore_names_what_it_leaves_behind_and_a_copy_put_back_is_refused() {
    let place = furnished();
    let old = fs::read(place.database()).expect("a file");
    let made = backed_up(&place);
    assert_eq!(made.count, 9);
    for expected in 10..=12 {
        assert_eq!(goes_on(&place), expected);
    }
    let (before, last) = (lines(&place), *lines(&place).last().expect("a line"));
    assert_eq!(last.count, 12);
    // Without the command.
    let new = fs::read(place.database()).expect("a file");
    fs::write(place.database(), &old).expect("written");
    let refused = place.open().expect_err("an old copy").to_string();
    assert!(refused.contains("the data ends with record 9, but the last checkpoint counts 12"), "{refused}");
    fs::write(place.database(), &new).expect("written");
    // With it.
    let refused = restore(&file(&place), &place.options(), &keys(), false).expect_err("there is data");
    assert!(refused.to_string().contains("say --replace"), "{refused}");
    let restored = put_back(&file(&place), &place, true);
    let era = restored.era.expect("an era begins");
    assert_eq!((era.after, era.before_count, era.before_head), (9, 12, last.head));
    let kept = restored.kept_at.expect("the data is kept that was there");
    assert_eq!(fs::read(kept.join("room.db")).expect("kept"), new);
    let now = lines(&place);
    assert_eq!(now[..before.len()], before, "the file only grows");
    assert_eq!(now.len(), before.len() + 1);
    // The room goes on from the backup, and past what was left behind.
    for expected in 10..=15 {
        assert_eq!(goes_on(&place), expected);
    }
    // A backup of the new era does not go with checkpoints from before it.
    let second = file(&place).with_extension("second");
    backup(&place.options(), &keys(), &second, "a test").expect("a backup");
    let other = Place::new();
    fs::create_dir_all(other.keys()).expect("a folder");
    let text = fs::read_to_string(place.options().checkpoints).expect("text");
    let older: Vec<&str> = text.lines().take(before.len()).collect();
    fs::write(other.options().checkpoints, older.join("\n") + "\n").expect("written");
    let refused = restore(&second, &other.options(), &keys(), false).expect_err("they are older");
    assert!(refused.to_string().contains("end in era 1, and the backup is of era 2"), "{refused}");
    assert!(!other.database().exists());
    // What was left behind is an old copy by now, though it has as many records.
    fs::write(place.database(), &new).expect("written");
    let refused = place.open().expect_err("it was left behind").to_string();
    assert!(refused.contains("begins era 2, of which the data knows nothing"), "{refused}");
    // The same backup once more.
    let era = put_back(&file(&place), &place, true).era.expect("an era begins");
    assert_eq!((era.number, era.after, era.before_count), (3, 9, 15));
    assert_eq!(goes_on(&place), 10);
}

/// A restore is killed between any two of its writes, and run again: only one era begins.
#[test]
fn a_restore_that_was_cut_short_is_finished_by_the_next() {
    let place = furnished();
    backed_up(&place);
    assert_eq!(goes_on(&place), 10);
    let (old, text) = (
        fs::read(place.database()).expect("a file"),
        fs::read_to_string(place.options().checkpoints).expect("text"),
    );
    // The new database is complete, or half written.
    fs::write(place.data().join("room.db.restored"), "half").expect("written");
    put_back(&file(&place), &place, true);
    let whole = fs::read_to_string(place.options().checkpoints).expect("text");
    let begin = whole.strip_prefix(&text).expect("the file only grows").to_owned();
    for (database, begun) in [(true, begin.len()), (false, begin.len()), (true, 20), (false, 20)] {
        let other = Place::new();
        fs::create_dir_all(other.data()).expect("a folder");
        fs::create_dir_all(other.keys()).expect("a folder");
        fs::write(other.options().checkpoints, format!("{text}{}", &begin[..begun])).expect("written");
        if database {
            fs::write(other.database(), &old).expect("written");
        } else {
            fs::write(other.data().join("room.db-wal"), "left from before").expect("written");
        }
        if database && begun < begin.len() {
            // Nothing of the restore was done: the old data is intact, and opens.
            other.open().expect("the restore had not begun").close().expect("closed");
        } else {
            let refused = other.open().expect_err("it is not finished").to_string();
            assert!(refused.contains("`cardroom restore --replace`"), "{refused}");
        }
        let era = put_back(&file(&place), &other, true).era.expect("an era begins");
        assert_eq!((era.number, era.after, era.before_count), (2, 9, 10));
        let eras = lines(&other).iter().filter(|line| line.era == 2).count();
        assert_eq!(eras, 1, "it began once");
        assert_eq!(goes_on(&other), 10);
    }
}

/// Starting the room after a killed restore says so, and does not take the old data for the backup.
#[test]
fn a_restore_that_was_cut_short_is_named_by_the_next_start() {
    let place = furnished();
    backed_up(&place);
    let made = place.data().join("room.db.restored");
    fs::write(&made, "half").expect("written");
    let said = place.open().expect_err("it was cut short").to_string();
    assert!(said.contains("was cut short: `cardroom restore --replace` with the same backup"), "{said}");
    assert!(said.contains("without ") && said.contains("room.db.restored the room goes on"), "{said}");
    fs::remove_file(&made).expect("removed");
    place.open().expect("the data is as it was").close().expect("closed");
    // The old data was moved aside, and the new is not in place yet.
    fs::write(&made, "whole").expect("written");
    fs::remove_file(place.database()).expect("removed");
    let checkpoints = place.options().checkpoints;
    let looked = store::verify(&place.data(), &checkpoints, &keys().verifying_key()).map(drop);
    for said in [place.open().map(drop).expect_err("no data"), looked.expect_err("no data")] {
        assert!(
            said.to_string()
                .ends_with("was cut short: `cardroom restore --replace` with the same backup does it again"),
            "{said}"
        );
    }
    put_back(&file(&place), &place, true);
    assert_eq!(goes_on(&place), 10);
}

#[test]
fn nothing_is_left_of_a_restore_that_was_refused() {
    let place = furnished();
    backed_up(&place);
    let database = Connection::open(file(&place)).expect("a database");
    database.execute("UPDATE records SET kind = 'another' WHERE sequence = 3", []).expect("changed");
    drop(database);
    let other = Place::new();
    let refused = restore(&file(&place), &other.options(), &keys(), false).expect("checked");
    assert!(refused.era.is_none() && !differences(&refused.checks).is_empty());
    assert!(!other.data().exists(), "neither the folder nor its lock");
    // A folder that existed before stays, without the lock.
    fs::create_dir_all(other.data()).expect("a folder");
    fs::write(other.data().join("mine"), "").expect("written");
    restore(&file(&place), &other.options(), &keys(), false).expect("checked");
    assert_eq!(names(&other.data()).len(), 1, "{:?}", names(&other.data()));
}

/// A backup that is only to be looked at, restored with a stopped room's own keys, would end that room: it is asked for.
#[test]
fn a_restore_elsewhere_does_not_end_a_stopped_room_unasked() {
    let place = furnished();
    backed_up(&place);
    let before = lines(&place);
    let other = Place::new();
    let options = StoreOptions::new(&other.data(), &place.keys());
    let refused =
        restore(&file(&place), &options, &keys(), false).expect_err("the room would be ended").to_string();
    assert!(refused.contains("could no longer be opened") && refused.contains("--replace"), "{refused}");
    assert!(!other.data().exists(), "neither the folder nor its lock");
    assert_eq!(lines(&place), before);
    place.open().expect("the room goes on").close().expect("closed");
    // A copy of the keys without the checkpoints harms nobody.
    let restored = restore(&file(&place), &other.options(), &keys(), false).expect("restored");
    assert!(restored.era.is_some());
    place.open().expect("the room goes on").close().expect("closed");
    // If the data is lost or given up, it is done when asked for.
    let another = Place::new();
    let options = StoreOptions::new(&another.data(), &place.keys());
    assert!(restore(&file(&place), &options, &keys(), true).expect("restored").era.is_some());
    assert!(place.open().is_err(), "the era of that data is over");
}

/// A file of checkpoints that is damaged in the middle is named as that, and the advice helps: without it the backup is
/// restored.
#[test]
fn damaged_checkpoints_are_named_and_the_advice_helps() {
    type Damage = fn(&str) -> String;
    let whole = |place: &Place| fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    let damages: [(&str, Damage); 3] = [
        ("first line gone", |text| text.split_inclusive('\n').skip(1).collect()),
        ("last line doubled", |text| format!("{text}{}\n", text.lines().last().expect("a line"))),
        ("no JSON", |text| text.replacen("{\"checkpoint\"", "{checkpoint", 1)),
    ];
    for (name, damage) in damages {
        let place = furnished();
        backed_up(&place);
        goes_on(&place);
        goes_on(&place);
        let damaged = damage(&whole(&place));
        fs::write(place.options().checkpoints, damaged).expect("written");
        let opened = place.open().map(drop).expect_err("it is damaged").to_string();
        assert!(opened.contains("move this one elsewhere"), "{name}: {opened}");
        match restore(&file(&place), &place.options(), &keys(), true) {
            Ok(refused) => {
                let differing: Vec<_> =
                    refused.checks.iter().filter(|check| check.difference.is_some()).collect();
                assert!(refused.era.is_none(), "{name}");
                assert!(differing.iter().all(|check| check.name == "checkpoints"), "{name}: {differing:?}");
            }
            Err(refused) => {
                let refused = refused.to_string();
                assert!(
                    refused.contains("is damaged") && refused.contains("move this one elsewhere"),
                    "{name}: {refused}"
                );
            }
        }
        fs::rename(place.options().checkpoints, place.keys().join("moved")).expect("moved");
        assert!(put_back(&file(&place), &place, true).era.is_some(), "{name}");
        goes_on(&place);
    }
}

/// A backup beside the data would be lost with it; one beside the keys could not be handed out.
#[test]
fn a_backup_is_kept_apart_from_the_data_and_the_keys() {
    let place = furnished();
    let linked = place.data().with_file_name("linked");
    std::os::unix::fs::symlink(place.data(), &linked).expect("a link");
    for (folder, words) in [
        (place.data(), "with the data that it is a backup of"),
        (linked, "with the data that it is a backup of"),
        (place.keys(), "with the keys of the room"),
    ] {
        let to = folder.join("backup");
        let said = backup(&place.options(), &keys(), &to, "a test").expect_err(words).to_string();
        assert!(said.contains(words) && said.contains("name a file elsewhere"), "{said}");
        assert!(!to.exists());
    }
}

/// A running room has its data locked: nothing replaces or upgrades it, and the room goes on.
#[test]
fn nothing_is_restored_or_upgraded_under_a_room_that_runs() {
    let place = furnished();
    backed_up(&place);
    let store = place.open().expect("the store");
    let (files, text) =
        (names(&place.data()), fs::read_to_string(place.options().checkpoints).expect("text"));
    for replace in [false, true] {
        let refused = restore(&file(&place), &place.options(), &keys(), replace).expect_err("a room runs");
        assert!(refused.to_string().starts_with("another room uses "), "{refused}");
    }
    let refused = upgrade(&place.options(), &keys()).expect_err("a room runs");
    assert!(refused.to_string().starts_with("another room uses "), "{refused}");
    assert_eq!(names(&place.data()), files);
    assert_eq!(fs::read_to_string(place.options().checkpoints).expect("text"), text);
    let count = store.count(StreamId::Room).expect("readable");
    let outcome = append(&store, batch(StreamId::Room, count, vec![record("more", "{}")]));
    assert_eq!(outcome, Ok(Appended::Done { first: 10 }));
    assert_eq!(store.condition(), StoreCondition::Well);
    store.close().expect("closed");
    assert_eq!(differences(&place.verify()), [""; 0]);
}

/// A restore is killed while it writes the new database, and its journal stays; then another backup is
/// restored.
#[test]
fn a_journal_that_a_killed_restore_left_is_not_written_into_the_next() {
    let place = furnished();
    backed_up(&place);
    let mut more = vec![record("more", "{}"); 40];
    more.iter_mut()
        .zip(0..)
        .for_each(|(record, number)| record.body = format!("{{\"n\":{number}}}").repeat(90));
    let store = place.open().expect("the store");
    let count = store.count(StreamId::Room).expect("readable");
    assert!(append(&store, batch(StreamId::Room, count, more)).is_ok());
    store.close().expect("closed");
    let second = file(&place).with_extension("second");
    backup(&place.options(), &keys(), &second, "a test").expect("a backup");
    // With one page of memory, SQLite writes the journal before the transaction ends.
    let killed = place.data().join("room.db.restored");
    fs::copy(&second, &killed).expect("copied");
    let database = Connection::open(&killed).expect("a database");
    let sql = "PRAGMA cache_size = 1; BEGIN; UPDATE records SET body = body || hex(randomblob(2000));";
    database.execute_batch(sql).expect("begun");
    let journal = fs::read(place.data().join("room.db.restored-journal")).expect("a journal");
    assert!(journal.len() > 20_000 && journal[..8] != [0; 8], "{} bytes", journal.len());
    let other = Place::new();
    fs::create_dir_all(other.data()).expect("a folder");
    fs::copy(&killed, other.data().join("room.db.restored")).expect("copied");
    fs::write(other.data().join("room.db.restored-journal"), journal).expect("written");
    let era = put_back(&file(&place), &other, false).era.expect("an era begins");
    assert_eq!((era.number, era.after), (2, 9));
    assert_eq!(names(&other.data()), ["room.db", "room.lock"]);
    assert_eq!(goes_on(&other), 10);
}

/// The files of a folder, by name.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name());
    let mut names: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A changed backup, another file, the keys of another room: nothing is changed.
#[test]
fn what_is_not_a_whole_backup_of_the_room_is_not_restored() {
    let place = furnished();
    backed_up(&place);
    let again = backup(&place.options(), &keys(), &file(&place), "a test").expect_err("it is there");
    assert!(again.to_string().contains("is there already"), "{again}");
    assert!(!file(&place).with_extension("unfinished").exists());
    for (sql, words) in [
        ("UPDATE records SET body = '[]' WHERE sequence = 5", "chain: record 5 "),
        ("UPDATE balances SET balance = balance + 1 WHERE account = 'issue'", "balances: issue in play"),
        ("UPDATE people SET name = 'X' WHERE person = 7", "people: the row of person 7"),
        ("CREATE TABLE notes (text TEXT)", "tables: table notes does not belong here"),
        ("DELETE FROM records WHERE sequence = 9", "not the one that was made: that had 9 records"),
    ] {
        let changed = file(&place).with_extension("changed");
        fs::copy(file(&place), &changed).expect("copied");
        let database = Connection::open(&changed).expect("a database");
        database.execute_batch(sql).expect("changed");
        drop(database);
        let other = Place::new();
        let restored = restore(&changed, &other.options(), &keys(), false).expect("checked");
        let said = differences(&restored.checks);
        assert!(said.iter().any(|said| said.contains(words)), "{sql}: {said:#?}");
        assert_eq!((restored.era, other.database().exists()), (None, false), "{sql}");
        assert_eq!(lines(&other), []);
    }
    let refused = |from: &Path, keys: &store::Keys| {
        let other = Place::new();
        let refused = restore(from, &other.options(), keys, false).expect_err("it is not one").to_string();
        assert!(!other.database().exists());
        refused
    };
    assert!(refused(&place.database(), &keys()).contains("is not a backup that `cardroom backup` made"));
    assert!(refused(&place.options().checkpoints, &keys()).contains("is not a backup"));
    assert!(refused(&place.data(), &keys()).contains("is a folder: name the file that"));
    let foreign = refused(&file(&place), &store::Keys::new([1; 32], [2; 32]));
    assert!(foreign.contains("is not the one given"), "{foreign}");
    // Data that differs is not backed up either.
    let database = Connection::open(place.database()).expect("a database");
    database.execute("UPDATE records SET body = '[]' WHERE sequence = 5", []).expect("changed");
    drop(database);
    let to = file(&place).with_extension("second");
    let BackupOutcome { checks, checkpoint } =
        backup(&place.options(), &keys(), &to, "a test").expect("checked");
    assert!(differences(&checks)[0].starts_with("chain: record 5 "), "{checks:?}");
    assert_eq!((checkpoint, to.exists()), (None, false));
}

/// Rows erased since the backup are named, and no byte of an erased row is in a backup made afterwards.
#[test]
fn people_who_were_erased_since_the_backup_are_named() {
    let place = furnished();
    backed_up(&place);
    let store = place.open().expect("the store");
    let gone = record("erased", r#"{"person":8,"digest":null}"#);
    let erase = room::port::Batch { parts: vec![part(StreamId::People, 2, vec![gone])], people: Vec::new() };
    assert!(matches!(append(&store, erase), Ok(Appended::Done { .. })));
    store.close().expect("closed");
    let to = file(&place).with_extension("after");
    backup(&place.options(), &keys(), &to, "a test").expect("a backup");
    let holds = |file: &Path| {
        let bytes = fs::read(file).expect("a file");
        bytes.windows(3).any(|bytes| bytes == b"BEN")
    };
    assert!(holds(&file(&place)) && !holds(&to), "ben is in the first alone");
    assert_eq!(put_back(&file(&place), &place, true).erased, [8]);
    assert_eq!(put_back(&to, &place, true).erased, [0; 0], "the row that was erased is not in this one");
}

/// Proves REC-11: a backup that a build with tables of version 2 made is put back by this one.
#[test]
fn a_backup_with_tables_of_version_2_is_restored_and_brought_over() {
    let place = furnished();
    let made = backed_up(&place);
    Connection::open(file(&place))
        .expect("a database")
        .pragma_update(None, "user_version", 2)
        .expect("written");
    let other = Place::new();
    let era = put_back(&file(&place), &other, false).era.expect("an era begins");
    assert_eq!((era.reason, era.after), (EraReason::Restored, made.count));
    assert_eq!(goes_on(&other), made.count + 1);
}
