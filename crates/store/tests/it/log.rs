//! The write-ahead log cut at every place, and with flipped bits.

use std::path::Path;

use room::port::{Batch, NewRecord, Store, StoredRecord, StreamId};
use store::{Records, SqliteStore, StoreOptions, verify};

use crate::disk::Draw;
use crate::made::{
    ANA, Place, append, batch, differences, keyed, keys, moving, person, play, record, signed_up, stake,
};

/// Sizes of the log's header, and of a frame with its page, in bytes.
pub const HEADER: usize = 32;
pub const FRAME: usize = 24 + 4096;

/// Batches that are committed one by one.
fn script() -> Vec<Batch> {
    let mut batches = vec![
        signed_up(0, person(7, "ana")),
        batch(StreamId::Room, 0, vec![moving(vec![play(chips::book::Account::Issue, ANA, 500)])]),
    ];
    for number in 0..12_u8 {
        let key = NewRecord { postings: vec![play(ANA, stake(1, 7), 10)], ..keyed(number) };
        let expected = u64::from(number) * 2;
        batches.push(batch(StreamId::Table(1), expected, vec![key, record("told", &"y".repeat(900))]));
    }
    batches
}

/// What is left of a room that is killed after the script.
struct Killed {
    database: Vec<u8>,
    log: Vec<u8>,
    /// The first line of its checkpoints, written at its founding.
    founded: String,
    /// How many records were safe after each batch.
    safe: Vec<u64>,
}

fn killed() -> Killed {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let mut safe = vec![0];
    for batch in script() {
        let count = batch.parts.iter().map(|part| part.records.len() as u64).sum::<u64>();
        append(&store, batch).expect("stored");
        safe.push(safe[safe.len() - 1] + count);
    }
    // Copied while the store is open: closing it would empty the log.
    let read = |name: &str| std::fs::read(place.data().join(name)).expect("a file");
    let checkpoints = std::fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    let founded = format!("{}\n", checkpoints.lines().next().expect("a line"));
    Killed { database: read("room.db"), log: read("room.db-wal"), founded, safe }
}

/// A room with these files, and only the checkpoint of its founding.
fn room(database: &[u8], log: &[u8], founded: &str) -> Place {
    let place = Place::new();
    std::fs::create_dir_all(place.data()).expect("a folder");
    std::fs::write(place.database(), database).expect("written");
    std::fs::write(place.data().join("room.db-wal"), log).expect("written");
    std::fs::create_dir_all(place.keys()).expect("a folder");
    std::fs::write(place.options().checkpoints, founded).expect("written");
    place
}

fn records(data: &Path) -> Vec<StoredRecord> {
    let records = Records::open(data).expect("a database");
    records.map(|link| link.expect("readable").record).collect()
}

/// Asserts that the room starts, has the records of complete batches and nothing else, and goes on. Returns
/// how many records it has.
fn goes_on(place: &Place, safe: &[u64], whole: &[StoredRecord], name: &str) -> u64 {
    let store = place.open().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let found = records(&place.data());
    let count = found.len() as u64;
    assert!(safe.contains(&count), "{name}: {count} records do not make whole batches");
    assert_eq!(found, whole[..found.len()], "{name}");
    let rest = safe.iter().position(|safe| *safe == count).expect("it is one of them");
    for batch in script().into_iter().skip(rest) {
        let outcome = append(&store, batch);
        assert!(matches!(outcome, Ok(room::port::Appended::Done { .. })), "{name}: {outcome:?}");
    }
    store.close().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    assert_eq!(differences(&place.verify()), [""; 0], "{name}");
    assert_eq!(records(&place.data()), whole, "{name}: all is there in the end");
    count
}

/// Proves REC-01, REC-06: the log is cut at every frame, at 200 other bytes, and with garbage after the cut.
#[test]
fn a_log_that_is_cut_anywhere_leaves_whole_batches() {
    let Killed { database, log, founded, safe } = killed();
    let whole = records(&room(&database, &log, &founded).data());
    assert_eq!(whole.len() as u64, safe[safe.len() - 1], "a copy of the files has all");
    let frames = (log.len() - HEADER) / FRAME;
    assert_eq!(log.len(), HEADER + frames * FRAME);
    assert!(frames > 40, "{frames} frames");
    let mut draw = Draw::new(3);
    let mut cuts: Vec<usize> = (0..=frames).map(|frame| HEADER + frame * FRAME).collect();
    cuts.extend((0..200).map(|_| draw.below(log.len())));
    cuts.extend([0, HEADER - 1]);
    let mut counts = std::collections::BTreeSet::new();
    for cut in cuts {
        let place = room(&database, &log[..cut], &founded);
        let count = goes_on(&place, &safe, &whole, &format!("cut at {cut}"));
        counts.insert(count);
        // Never fewer than the complete frames before the cut contain; they are also in a longer cut.
        let torn: Vec<u8> = log[..cut].iter().copied().chain((0..draw.below(5000)).map(|_| 0xa5)).collect();
        let torn = goes_on(
            &room(&database, &torn, &founded),
            &safe,
            &whole,
            &format!("cut at {cut}, garbage after it"),
        );
        assert_eq!(torn, count, "garbage after byte {cut} changes nothing");
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), safe, "each batch was the last one once");
}

/// Proves REC-06: a bit that flipped in the log ends it there; what the last checkpoint counts is missed.
#[test]
fn a_bit_that_flips_in_the_log_leaves_whole_batches_and_is_told_by_the_checkpoints() {
    let Killed { database, log, founded, safe } = killed();
    let whole = records(&room(&database, &log, &founded).data());
    // A checkpoint that counts everything, as there is one a second later.
    let counted = room(&database, &log, &founded);
    let store = counted.open().expect("all is there");
    // It gets a line before the next record follows, which then gets its own.
    append(&store, batch(StreamId::Table(99), 0, vec![record("next", "{}")])).expect("stored");
    store.close().expect("closed");
    let lines = std::fs::read_to_string(counted.options().checkpoints).expect("checkpoints");
    let (lines, _) = lines.trim_end().rsplit_once('\n').expect("more than one");
    std::fs::write(counted.options().checkpoints, format!("{lines}\n")).expect("written");
    let mut draw = Draw::new(4);
    let mut cut = 0;
    for _ in 0..150 {
        let (byte, bit) = (draw.below(log.len()), draw.below(8));
        let name = format!("bit {bit} of byte {byte}");
        let mut flipped = log.clone();
        flipped[byte] ^= 1 << bit;
        let place = room(&database, &flipped, &founded);
        let options = StoreOptions {
            data: place.data(),
            checkpoints: counted.options().checkpoints,
            ..place.options()
        };
        let seen = records(&place.data());
        assert_eq!(seen, whole[..seen.len()], "{name}");
        if seen.len() < whole.len() {
            cut += 1;
            let refused = SqliteStore::open(&options, &keys()).expect_err("some are missing");
            assert!(refused.to_string().contains("but the last checkpoint counts"), "{name}: {refused}");
            let checks =
                verify(&options.data, &options.checkpoints, &keys().verifying_key()).expect("a database");
            assert!(differences(&checks).concat().contains("the end was cut"), "{name}");
        }
        goes_on(&place, &safe, &whole, &name);
    }
    assert!(cut > 100, "{cut} flips cut the log");
}

/// Proves REC-06: whatever bit flips in the database, no record is ever read other than it was written; what cannot be
/// read is told, and `verify` notices every flip that changes anything.
#[test]
fn a_bit_that_flips_in_the_database_is_never_read_as_something_else() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    for batch in script() {
        append(&store, batch).expect("stored");
    }
    let streams = store.streams().expect("readable");
    let read =
        |store: &SqliteStore| streams.iter().map(|stream| store.read(*stream, 0, 100)).collect::<Vec<_>>();
    let (whole, balances, people) = (read(&store), store.balances(), store.people());
    store.close().expect("closed");
    assert_eq!(
        std::fs::metadata(place.data().join("room.db-wal")).map_or(0, |log| log.len()),
        0,
        "it was emptied"
    );
    let database = std::fs::read(place.database()).expect("a file");
    let all = records(&place.data());
    let mut draw = Draw::new(5);
    let (mut noticed, mut harmless) = (0, 0);
    // Most of a small database is empty; three of four flips hit bytes in use.
    let full: Vec<usize> = (0..database.len()).filter(|byte| database[*byte] != 0).collect();
    for flip in 0..400 {
        let byte = if flip % 4 == 0 { draw.below(database.len()) } else { full[draw.below(full.len())] };
        let bit = draw.below(8);
        let name = format!("bit {bit} of byte {byte}");
        let mut flipped = database.clone();
        flipped[byte] ^= 1 << bit;
        let copy = room(&flipped, &[], "");
        let checks = verify(&copy.data(), &place.options().checkpoints, &keys().verifying_key());
        let told = !checks.as_ref().is_ok_and(|checks| differences(checks).is_empty());
        if told {
            noticed += 1;
        } else {
            harmless += 1;
            assert_eq!(records(&copy.data()), all, "{name} is not noticed");
        }
        std::fs::copy(place.options().checkpoints, copy.options().checkpoints).expect("copied");
        // The room may or may not start; whatever it reads must be right.
        let Ok(store) = copy.open() else { continue };
        for (stream, (seen, right)) in streams.iter().zip(read(&store).into_iter().zip(&whole)) {
            if let Ok(seen) = seen {
                assert_eq!(Ok(&seen), right.as_ref(), "{name}: stream {stream} is read as something else");
            }
        }
        if !told {
            assert_eq!((store.balances(), store.people()), (balances.clone(), people.clone()), "{name}");
        }
    }
    assert!(noticed > 250 && harmless > 0, "{noticed} noticed, {harmless} in unused space");
}
