//! The keys of a room, and the crashing store that other crates test with.

use std::fs;
use std::sync::Arc;

use room::port::{Appended, Store, StreamId};
use store::faults::{CrashPoint, CrashingStore};
use store::keys::parse_public_key;
use store::{Keys, MemoryStore, SqliteStore};

use crate::made::{Place, append, batch, record};

#[test]
fn keys_are_made_on_the_first_start_and_are_the_same_on_the_next() {
    let place = Place::new();
    let first = Keys::from_folder(&place.keys(), &place.data()).expect("made");
    let again = Keys::from_folder(&place.keys(), &place.data()).expect("read");
    assert_eq!((first.room(), first.public_key_text()), (again.room(), again.public_key_text()));
    let other = Place::new();
    let others = Keys::from_folder(&other.keys(), &other.data()).expect("made");
    assert_ne!(first.room(), others.room());
    assert_ne!(first.public_key_text(), others.public_key_text());
    let public = fs::read_to_string(place.keys().join("signing.pub")).expect("beside the keys");
    assert_eq!(parse_public_key(&public), Ok(first.verifying_key()));
    let store = SqliteStore::open(&place.options(), &first).expect("a new store");
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    drop(store);
    SqliteStore::open(&place.options(), &again).expect("its own keys");
}

#[cfg(unix)]
#[test]
fn keys_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    Keys::from_folder(&place.keys(), &place.data()).expect("made");
    for name in ["room.key", "signing.key"] {
        let path = place.keys().join(name);
        let mode = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("changed");
        let refused = Keys::from_folder(&place.keys(), &place.data()).expect_err("others may read it");
        assert!(refused.to_string().contains("chmod 600"), "{refused}");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("changed");
    }
}

#[test]
fn data_without_its_keys_is_refused_and_no_new_keys_are_made() {
    for missing in [vec!["room.key"], vec!["signing.key"], vec!["room.key", "signing.key"]] {
        let place = Place::new();
        let keys = Keys::from_folder(&place.keys(), &place.data()).expect("made");
        SqliteStore::open(&place.options(), &keys).expect("a new store").close().expect("closed");
        for name in &missing {
            fs::remove_file(place.keys().join(name)).expect("removed");
        }
        let refused = Keys::from_folder(&place.keys(), &place.data()).expect_err("they are missing");
        assert!(refused.to_string().contains("is missing: the data in"), "{refused}");
        assert!(missing.iter().all(|name| !place.keys().join(name).exists()), "{missing:?}");
    }
}

#[test]
fn keys_inside_of_the_data_are_refused() {
    let place = Place::new();
    for folder in [place.data(), place.data().join("keys"), place.keys().join("../data/deeper")] {
        let refused = Keys::from_folder(&folder, &place.data());
        assert!(
            refused.is_err_and(|fault| fault.to_string().contains("keep them apart")),
            "{}",
            folder.display()
        );
    }
}

/// Proves AUD-05.
#[test]
fn a_key_is_printed_nowhere() {
    let (room, signing) = ("ab".repeat(32), "cd".repeat(32));
    let keys = Keys::parse(&room, &signing).expect("two keys");
    let printed = format!("{keys:?} {keys:#?} {} {}", keys.room_id(), keys.public_key_text());
    for secret in ["abababab", "cdcdcdcd", "171, 171", "205, 205"] {
        assert!(!printed.contains(secret), "{printed}");
    }
    let wrong = Keys::parse("deadbeef", &signing).expect_err("it is short");
    assert!(!wrong.to_string().contains("deadbeef"), "{wrong}");
}

#[test]
fn a_store_that_crashes_tells_nobody_and_has_the_batch_or_not() {
    for (moment, there) in [(CrashPoint::Before, 2), (CrashPoint::After, 3)] {
        let behind = Arc::new(MemoryStore::new());
        let store = CrashingStore::new(behind.clone(), Some((3, moment)));
        let (told, outcomes) = std::sync::mpsc::channel();
        for expected in 0..5 {
            let told = told.clone();
            let done = Box::new(move |outcome| told.send(outcome).expect("somebody waits"));
            store.append(batch(StreamId::Room, expected, vec![record("one", "{}")]), done);
        }
        drop(told);
        let told: Vec<_> = outcomes.iter().collect();
        assert_eq!(told, [Ok(Appended::Done { first: 1 }), Ok(Appended::Done { first: 2 })]);
        assert!(store.has_crashed() && store.read(StreamId::Room, 0, 9).is_err());
        assert_eq!((store.appends(), behind.count(StreamId::Room)), (5, Ok(there)), "{moment:?}");
    }
    let untouched = CrashingStore::new(Arc::new(MemoryStore::new()), None);
    append(&untouched, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    assert!(!untouched.has_crashed());
    assert_eq!(untouched.count(StreamId::Room), Ok(1));
}
