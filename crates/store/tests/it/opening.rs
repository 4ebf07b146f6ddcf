//! Opening and closing a store: who may, and what is refused.

use chips::book::Account;
use room::port::{Appended, Store, StoreCondition, StreamId};
use rusqlite::Connection;
use store::{Keys, SqliteStore, StoreOptions};

use crate::made::{ANA, Place, append, batch, differences, keys, moving, person, play, record, signed_up};

#[test]
fn a_second_room_on_the_same_data_is_refused_with_a_clear_word() {
    let place = Place::new();
    let first = place.open().expect("a new store");
    let second = place.open().expect_err("the first is there");
    assert!(second.to_string().contains("another room uses"), "{second}");
    append(&first, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    drop(first);
    let again = place.open().expect("the first is gone");
    assert_eq!(again.count(StreamId::Room), Ok(1));
}

/// Proves REC-10 for two copies of one room: with the keys of a room that runs, no other data is opened, restored or upgraded,
/// and what it wrote stays its own.
#[cfg(unix)]
#[test]
fn a_second_room_on_a_copy_of_the_data_is_refused_while_the_first_runs() {
    let place = Place::new();
    let first = place.open().expect("a new store");
    append(&first, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    first.close().expect("closed");
    let copy = place.data().with_file_name("copy");
    std::fs::create_dir(&copy).expect("a folder");
    std::fs::copy(place.database(), copy.join("room.db")).expect("copied");
    let options = StoreOptions { data: copy, ..place.options() };
    let first = place.open().expect("opened");
    let backup_file = place.data().with_file_name("backup");
    store::backup(&place.options(), &keys(), &backup_file, "test").expect("a backup of a room that runs");
    let before = std::fs::read(&options.checkpoints).expect("checkpoints");
    let elsewhere = StoreOptions { data: place.data().with_file_name("elsewhere"), ..place.options() };
    for refused in [
        SqliteStore::open(&options, &keys()).expect_err("the first runs"),
        store::restore(&backup_file, &elsewhere, &keys(), false).expect_err("the first runs"),
        store::upgrade(&options, &keys()).expect_err("the first runs"),
    ] {
        assert!(refused.to_string().starts_with("a room is running on another data folder"), "{refused}");
    }
    assert_eq!(std::fs::read(&options.checkpoints).expect("checkpoints"), before);
    assert!(!elsewhere.data.exists(), "nothing was made");
    append(&first, batch(StreamId::Room, 1, vec![record("two", "{}")])).expect("stored");
    first.close().expect("closed");
    assert_eq!(differences(&place.verify()), [""; 0]);
    place.open().expect("the room goes on").close().expect("closed");
}

/// Proves REC-10 for a first start: a room that was killed within its first second is opened again, though no second has
/// passed in which a checkpoint was due.
#[test]
fn a_room_that_is_killed_right_after_its_first_start_goes_on() {
    for after in 0..3 {
        let place = Place::new();
        let store = place.open().expect("a new store");
        append(&store, signed_up(0, person(7, "ana"))).expect("stored");
        append(&store, batch(StreamId::Room, 0, vec![record("started", "{}")])).expect("stored");
        for number in 0..after {
            append(&store, batch(StreamId::Table(1), number, vec![record("one", "{}")])).expect("stored");
        }
        // A killed process leaves its files as they are.
        let killed = Place::new();
        for (from, to) in [(place.data(), killed.data()), (place.keys(), killed.keys())] {
            std::fs::create_dir_all(&to).expect("a folder");
            for entry in std::fs::read_dir(from).expect("a folder") {
                let path = entry.expect("an entry").path();
                std::fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
            }
        }
        let again = killed.open().unwrap_or_else(|fault| panic!("{after} records later: {fault}"));
        assert_eq!(again.count(StreamId::Room), Ok(1));
    }
}

/// A database without tables beside checkpoints is lost data: it is refused and left as it is.
#[test]
fn a_database_without_tables_beside_checkpoints_is_refused_and_left_alone() {
    let place = Place::new();
    place.open().expect("a new store").close().expect("closed");
    std::fs::remove_file(place.database()).expect("removed");
    Connection::open(place.database()).expect("a database").execute_batch("VACUUM").expect("written");
    let before = std::fs::read(place.database()).expect("a database");
    assert!(!before.is_empty());
    let refused = place.open().expect_err("the data is lost");
    assert!(refused.to_string().contains("has no tables, but the last checkpoint counts"), "{refused}");
    assert_eq!(std::fs::read(place.database()).expect("a database"), before);
}

#[test]
fn a_newer_database_is_refused_with_a_clear_word() {
    let place = Place::new();
    place.open().expect("a new store").close().expect("closed");
    let database = Connection::open(place.database()).expect("a database");
    database.pragma_update(None, "user_version", 77).expect("written");
    drop(database);
    let refused = place.open().expect_err("it is newer");
    assert!(refused.to_string().contains("a newer program wrote it (version 77"), "{refused}");
}

#[test]
fn the_database_of_another_program_is_refused() {
    let place = Place::new();
    std::fs::create_dir_all(place.data()).expect("a folder");
    let database = Connection::open(place.database()).expect("a database");
    database.execute_batch("CREATE TABLE cats (name TEXT)").expect("written");
    drop(database);
    let refused = place.open().expect_err("it is not ours");
    assert!(refused.to_string().contains("another program"), "{refused}");
}

#[test]
fn other_keys_than_those_of_the_first_start_are_refused() {
    let place = Place::new();
    place.open().expect("a new store").close().expect("closed");
    for wrong in [Keys::new([1; 32], [8; 32]), Keys::new([7; 32], [1; 32])] {
        let refused = SqliteStore::open(&place.options(), &wrong).expect_err("another key");
        assert!(refused.to_string().contains("is not the one given"), "{refused}");
    }
    SqliteStore::open(&place.options(), &keys()).expect("its own keys");
}

#[test]
fn outcomes_of_many_tables_come_in_order_and_stay_after_closing() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let (told, outcomes) = std::sync::mpsc::channel();
    for number in 0..50_u64 {
        for table in 1..=20 {
            let told = told.clone();
            let one = batch(StreamId::Table(table), number, vec![record("one", "{}")]);
            store.append(one, Box::new(move |outcome| told.send(outcome).expect("somebody waits")));
        }
    }
    let expected: Vec<_> = (1..=1000).map(|first| Ok(Appended::Done { first })).collect();
    assert_eq!(outcomes.iter().take(1000).collect::<Vec<_>>(), expected);
    store.close().expect("closed");
    let store = place.open().expect("the store again");
    for table in 1..=20 {
        assert_eq!(store.read(StreamId::Table(table), 0, 100).expect("readable").len(), 50);
    }
}

#[test]
fn the_store_takes_nothing_after_it_was_closed_by_its_last_owner() {
    let place = Place::new();
    let store = std::sync::Arc::new(place.open().expect("a new store"));
    let kept = store.clone();
    let (told, ended) = std::sync::mpsc::channel();
    // The batch's callback is the last owner of the store, so it is dropped on the writer's thread.
    let done = Box::new(move |outcome| {
        drop(kept);
        told.send(outcome).expect("somebody waits");
    });
    store.append(batch(StreamId::Room, 0, vec![record("one", "{}")]), done);
    drop(store);
    assert_eq!(ended.recv().expect("an outcome"), Ok(Appended::Done { first: 1 }));
}

#[test]
fn an_unfinished_checkpoint_is_taken_off_and_a_forged_one_is_refused() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    store.close().expect("closed");
    let path = place.options().checkpoints;
    let mut whole = std::fs::read_to_string(&path).expect("checkpoints");
    let last = whole.lines().next_back().expect("a line").to_owned();
    for (length, records) in [(1, 1), (last.len() / 2, 2), (last.len(), 3)] {
        let torn = format!("{whole}{}", &last[..length]);
        std::fs::write(&path, &torn).expect("written");
        // An auditor of the room sees it as the room does.
        let checks = place.verify();
        assert!(checks.iter().all(|check| check.difference.is_none()), "{checks:?}");
        let noted = format!(", and {length} bytes of an unfinished line after them, which count for nothing");
        assert!(checks.iter().any(|check| check.seen.ends_with(&noted)), "{checks:?}");
        let store = place.open().expect("the end of the file was torn");
        assert_eq!(std::fs::read_to_string(&path).expect("checkpoints"), torn, "nothing is written yet");
        append(&store, batch(StreamId::Room, records, vec![record("next", "{}")])).expect("stored");
        store.close().expect("closed");
        let now = std::fs::read_to_string(&path).expect("checkpoints");
        let next = now.strip_prefix(&whole).expect("the lines before stay");
        assert!(next.contains(&format!(r#""count":{},"#, records + 1)), "{length} bytes: {next}");
        assert_eq!(next.lines().count(), 1, "{length} bytes: {next}");
        whole = now;
    }
    std::fs::write(&path, whole.replace(r#""count":4,"#, r#""count":0,"#)).expect("written");
    let refused = place.open().expect_err("nobody signed it");
    assert!(refused.to_string().contains("is not good: the room's key did not sign it"), "{refused}");
    std::fs::write(&path, "x".repeat(5000)).expect("written");
    let refused = place.open().expect_err("it is something else");
    assert!(refused.to_string().contains("is not a file of checkpoints"), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).expect("untouched").len(), 5000);
    let checks = place.verify();
    let said = |check: &store::CheckResult| {
        check
            .difference
            .as_ref()
            .is_some_and(|found| found.to_string().contains("is not a file of checkpoints"))
    };
    assert!(checks.iter().any(said), "{checks:?}");
}

/// Auditors check a room with the public half that lies beside its checkpoints.
#[test]
fn the_public_half_of_the_key_that_signs_is_restored_where_it_is_missing_and_no_other_is_taken() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = place.path().join("keys");
    let keys = Keys::from_folder(&folder, &place.path().join("data")).expect("made");
    assert_eq!(keys.ensure_public_file(&folder), Ok(None), "it is there");
    let public = folder.join(store::keys::PUBLIC_FILE);
    std::fs::remove_file(&public).expect("removed");
    assert_eq!(keys.ensure_public_file(&folder), Ok(Some(public.clone())));
    assert_eq!(std::fs::read_to_string(&public).expect("text"), format!("{}\n", keys.public_key_text()));
    for other in [Keys::new([1; 32], [2; 32]).public_key_text(), "no key".to_owned()] {
        std::fs::write(&public, &other).expect("written");
        let refused = keys.ensure_public_file(&folder).expect_err("another key");
        assert!(refused.to_string().contains("is not the public half of the key that signs"), "{refused}");
        assert_eq!(std::fs::read_to_string(&public).expect("text"), other, "nothing is lost");
    }
    // Keys from the environment have no file beside which it could lie.
    let none = place.path().join("none");
    assert_eq!(keys.ensure_public_file(&none), Ok(None));
    assert!(!none.exists());
}

#[test]
fn data_that_is_gone_is_noticed_by_its_checkpoints() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    store.close().expect("closed");
    std::fs::remove_dir_all(place.data()).expect("removed");
    let refused = place.open().expect_err("it is gone");
    assert!(
        refused.to_string().contains("but the last checkpoint counts 1 records: bring the data back"),
        "{refused}"
    );
    assert!(!place.database().exists(), "nothing new was founded");
    // An empty file in its place counts for no more.
    std::fs::write(place.database(), "").expect("written");
    let refused = place.open().expect_err("it is empty");
    assert!(
        refused.to_string().contains("room.db is empty, but the last checkpoint counts 1 records"),
        "{refused}"
    );
    assert_eq!(std::fs::metadata(place.database()).expect("there").len(), 0, "nothing new was founded");
}

/// If the checkpoints are gone, no empty file is left in their place: it would look as if there had never
/// been any.
#[test]
fn a_refusal_for_missing_checkpoints_leaves_none_behind() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    store.close().expect("closed");
    std::fs::remove_file(place.options().checkpoints).expect("removed");
    let refused = place.open().expect_err("they are gone");
    assert!(refused.to_string().contains("there is no checkpoint at"), "{refused}");
    assert!(!place.options().checkpoints.exists(), "{refused}");
}

/// Proves REC-07 for the first start: the tables were being made when it was killed, and the journal of that is still there.
#[test]
fn a_founding_that_was_killed_while_the_tables_were_made_goes_on() {
    let place = Place::new();
    let elsewhere = place.data().join("../elsewhere");
    std::fs::create_dir_all(&elsewhere).expect("a folder");
    let database = Connection::open(elsewhere.join("room.db")).expect("a database");
    // With so little memory, pages are written before the transaction ends.
    database
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN; CREATE TABLE meta (name TEXT, value TEXT);
             WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
             INSERT INTO meta SELECT i, hex(randomblob(40)) FROM n;",
        )
        .expect("begun");
    std::fs::create_dir_all(place.data()).expect("a folder");
    for name in ["room.db", "room.db-journal"] {
        std::fs::copy(elsewhere.join(name), place.data().join(name)).expect("copied");
        assert!(std::fs::metadata(place.data().join(name)).expect("there").len() > 0, "{name}");
    }
    store::path_checks::check_can_hold_data(&place.data()).expect("a room can be founded there");
    let store = place.open().expect("the founding goes on");
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    store.close().expect("closed");
    assert_eq!(differences(&place.verify()), Vec::<String>::new());
}

/// Proves REC-07 for the first start: the key of the decks was made, and that which signs was not.
#[test]
fn keys_that_a_founding_left_half_made_are_completed_where_nothing_was_signed() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, data) = (place.path().join("keys"), place.path().join("data"));
    let first = Keys::from_folder(&folder, &data).expect("made");
    let half = || {
        std::fs::remove_file(folder.join("signing.key")).expect("removed");
        std::fs::write(folder.join("signing.unfinished"), "12").expect("written");
    };
    // If something may have been signed, a new key will not do.
    half();
    let refused = Keys::from_folder(&folder, &data).expect_err("its public half is there");
    assert!(refused.to_string().contains("signing.key is missing"), "{refused}");
    std::fs::remove_file(folder.join("signing.pub")).expect("removed");
    std::fs::write(folder.join("checkpoints"), "").expect("written");
    let refused = Keys::from_folder(&folder, &data).expect_err("there are checkpoints");
    assert!(refused.to_string().contains("signing.key is missing"), "{refused}");
    std::fs::remove_file(folder.join("checkpoints")).expect("removed");
    std::fs::create_dir(&data).expect("a folder");
    std::fs::write(data.join("room.db"), "data").expect("written");
    let refused = Keys::from_folder(&folder, &data).expect_err("there is data");
    assert!(refused.to_string().contains("signing.key is missing"), "{refused}");
    std::fs::remove_file(data.join("room.db")).expect("removed");

    let whole = Keys::from_folder(&folder, &data).expect("completed");
    assert_eq!(whole.room_id(), first.room_id(), "the key of the decks stays");
    assert_eq!(whole.ensure_public_file(&folder), Ok(None), "its public half lies beside it");
    let again = Keys::from_folder(&folder, &data).expect("they are there");
    assert_eq!(again.public_key_text(), whole.public_key_text());
    assert!(!folder.join("signing.unfinished").exists());
}

/// Only its owner may read what a room stores, even if it was created earlier with other permissions.
#[cfg(unix)]
#[test]
fn the_data_folder_and_its_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let mode = |path: &std::path::Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    let all = |store: &SqliteStore, count: u64| {
        append(store, batch(StreamId::Room, count, vec![record("one", "{}")])).expect("stored");
        assert_eq!(mode(&place.data()), 0o700);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(place.data()).expect("a folder") {
            let entry = entry.expect("an entry");
            assert_eq!(mode(&entry.path()), 0o600, "{:?}", entry.file_name());
            names.push(entry.file_name().into_string().expect("text"));
        }
        names.sort();
        assert_eq!(names, ["room.db", "room.db-shm", "room.db-wal", "room.lock"]);
    };
    let store = place.open().expect("a new store");
    all(&store, 0);
    store.close().expect("closed");
    std::fs::set_permissions(place.data(), PermissionsExt::from_mode(0o755)).expect("set");
    std::fs::set_permissions(place.database(), PermissionsExt::from_mode(0o644)).expect("set");
    all(&place.open().expect("the store again"), 1);
}

/// A store reports whether its disk has the space that is to be kept free, and that it is broken once it is.
#[test]
fn a_store_says_how_much_space_its_disk_has() {
    let place = Place::new();
    let with = |keep_free| {
        SqliteStore::open(&StoreOptions { keep_free, ..place.options() }, &keys()).expect("opened")
    };
    assert_eq!(with(0).condition(), StoreCondition::Well);
    match with(u64::MAX).condition() {
        StoreCondition::NearlyFull { free, keep } => assert!(free > 0 && keep == u64::MAX),
        StoreCondition::Well if cfg!(not(unix)) => {}
        other => panic!("{other:?}"),
    }
}

/// Proves SEC-03: whoever can put a link into the data folder, or beside it, chooses no other file that the room writes.
#[cfg(unix)]
#[test]
fn a_symbolic_link_in_the_place_of_a_file_of_the_room_is_refused_and_not_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Place::new();
    place.open().expect("a new store").close().expect("closed");
    let found: Vec<_> = std::fs::read_dir(place.data()).expect("a folder").collect();
    let database = place.database();
    let target = place.data().with_file_name("target");
    let name = database.file_name().expect("a name").to_string_lossy().into_owned();
    let endings = ["-wal", "-shm", "-journal"];
    let mut paths: Vec<_> =
        endings.iter().map(|ending| database.with_file_name(format!("{name}{ending}"))).collect();
    paths.extend(found.into_iter().map(|entry| entry.expect("readable").path()));
    paths.push(place.options().checkpoints);
    assert!(paths.len() >= 6, "{paths:?}");
    for path in paths {
        let kept = path.with_extension("kept");
        let was_there = std::fs::rename(&path, &kept).is_ok();
        std::fs::write(&target, "mine").expect("written");
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o644)).expect("set");
        for to in [&target, &target.with_extension("nothing")] {
            symlink(to, &path).expect("a link");
            let refused = place.open().expect_err("a link");
            assert!(refused.to_string().contains("symbolic link"), "{}: {refused}", path.display());
            std::fs::remove_file(&path).expect("the link");
        }
        assert_eq!(std::fs::read_to_string(&target).expect("readable"), "mine", "{}", path.display());
        assert!(!target.with_extension("nothing").exists(), "{}", path.display());
        let mode = std::fs::metadata(&target).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode, 0o644, "{}", path.display());
        if was_there {
            std::fs::rename(&kept, &path).expect("put back");
        }
    }
    place.open().expect("all is as it was");
}

/// Proves DIS-04: what is confirmed is there for the next start. A file of the room that is deleted, moved away or replaced
/// under it breaks the store: nothing is confirmed into a file that nobody finds again.
#[cfg(unix)]
#[test]
fn nothing_is_confirmed_into_a_file_that_is_not_at_its_path_any_more() {
    let names = ["room.db", "room.db-wal", "room.db-shm", "room.lock", "checkpoints"];
    for (name, looked_at) in names.into_iter().flat_map(|name| [(name, true), (name, false)]) {
        for replaced in [false, true] {
            let place = Place::new();
            let store = place.open().expect("a new store");
            append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
            assert_eq!(store.condition(), StoreCondition::Well);
            let path = match name {
                "checkpoints" => place.options().checkpoints,
                name => place.data().join(name),
            };
            let kept = path.with_file_name("kept");
            std::fs::rename(&path, &kept).unwrap_or_else(|error| panic!("{name}: {error}"));
            if replaced {
                std::fs::copy(&kept, &path).expect("copied");
            }
            if looked_at {
                let StoreCondition::Broken(fault) = store.condition() else { panic!("{name} is gone") };
                assert!(fault.to_string().starts_with(&path.display().to_string()), "{fault}");
            }
            let refused = append(&store, batch(StreamId::Room, 1, vec![record("two", "{}")]));
            let refused = refused.expect_err("it went nowhere");
            assert!(refused.to_string().contains("deleted, moved or replaced"), "{name}: {refused}");
            assert!(matches!(store.condition(), StoreCondition::Broken(_)), "{name}");
            store.close().expect_err("it is broken");
            // Once the file is brought back, everything confirmed is there.
            std::fs::rename(&kept, &path).expect("put back");
            let again = place.open().unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(again.count(StreamId::Room).expect("readable") >= 1, "{name}");
        }
    }
}

/// Proves REC-06 for a room that runs: what another program commits into its database is noticed before anything more is
/// confirmed. Whoever only reads changes nothing.
#[test]
fn nothing_is_confirmed_after_another_program_has_written_into_the_database() {
    let changes = [
        "UPDATE balances SET balance = balance + 1 WHERE account = 'wallet/7'",
        "CREATE TRIGGER mine AFTER INSERT ON records BEGIN SELECT 1; END",
        "UPDATE records SET body = 'changed' WHERE sequence = 1",
    ];
    for change in changes {
        let place = Place::new();
        let store = place.open().expect("a new store");
        let brought = vec![moving(vec![play(Account::Issue, ANA, 100)])];
        append(&store, batch(StreamId::Table(1), 0, brought)).expect("stored");
        assert_eq!(differences(&place.verify()), Vec::<String>::new());
        let copy = place.data().join("../backup");
        let made = store::backup(&place.options(), &keys(), &copy, "test").expect("made");
        assert_eq!(made.checkpoint.map(|made| made.count), Some(1));
        append(&store, signed_up(0, person(8, "bob"))).expect("others have only read");
        // The log is truncated to its last byte when a row is erased.
        let gone = vec![record("erased", r#"{"person":8,"digest":null}"#)];
        append(&store, batch(StreamId::People, 1, gone)).expect("taken out");
        append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")]))
            .expect("the room itself has written");

        let other = Connection::open(place.database()).expect("a database");
        assert_eq!(other.query_row("SELECT count(*) FROM meta", [], |row| row.get(0)), Ok(5));
        append(&store, batch(StreamId::Room, 1, vec![record("two", "{}")])).expect("another has looked");
        other.execute_batch(change).expect("changed");
        let refused = append(&store, batch(StreamId::Room, 2, vec![record("three", "{}")]));
        let said = refused.expect_err(change).to_string();
        assert!(
            said.contains("another program has written into") && said.contains("room.db since record"),
            "{said}"
        );
        assert!(said.contains("stop that program and run `cardroom verify`"), "{said}");
        let StoreCondition::Broken(fault) = store.condition() else { panic!("{change}") };
        assert_eq!(fault.to_string(), said);
        store.close().expect_err("it is broken");
        assert_ne!(differences(&place.verify()), Vec::<String>::new(), "{change}");
    }
}

/// Moving the log's pages into the database changes nothing that is stored: the room goes on, and notices a
/// write that comes with it or after it. Rewriting the same contents, as `VACUUM` does, cannot be told from
/// any other write.
#[cfg(unix)]
#[test]
fn another_program_may_empty_the_log_of_a_room_that_runs() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let other = Connection::open(place.database()).expect("a database");
    let empties = "PRAGMA wal_checkpoint(TRUNCATE)";
    for number in 0..3 {
        append(&store, batch(StreamId::Room, number, vec![record("one", "{}")])).expect("stored");
        assert_eq!(other.query_row(empties, [], |row| row.get(0)), Ok(0), "the log was emptied");
    }
    append(&store, batch(StreamId::Room, 3, vec![record("one", "{}")])).expect("the room goes on");
    // A refused batch commits nothing, and is not counted.
    let refused = append(&store, batch(StreamId::Room, 1, vec![record("one", "{}")])).expect("an answer");
    assert_eq!(refused, Appended::Stale { stream: StreamId::Room, count: 4 });
    assert_eq!(other.query_row(empties, [], |row| row.get(0)), Ok(0));
    append(&store, batch(StreamId::Room, 4, vec![record("one", "{}")])).expect("the room goes on");
    for change in
        ["UPDATE meta SET value = 'x' WHERE name = 'since'; PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"]
    {
        let copy = Place::new();
        let store = copy.open().expect("a new store");
        append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
        Connection::open(copy.database()).expect("a database").execute_batch(change).expect("changed");
        let refused = append(&store, batch(StreamId::Room, 1, vec![record("two", "{}")]));
        let said = refused.expect_err(change).to_string();
        assert!(said.contains("another program has written into"), "{change}: {said}");
        assert!(said.contains("where all is well, start the room again"), "{change}: {said}");
    }
    store.close().expect("closed");
    drop(other);
    assert_eq!(differences(&place.verify()), Vec::<String>::new());
}
