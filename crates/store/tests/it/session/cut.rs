//! The write-ahead log of an evening, cut at every frame and at arbitrary bytes: of an evening that came to
//! its end, and of one in the middle of two hands.

use std::collections::BTreeSet;
use std::sync::Arc;

use room::port::StreamId;
use store::SqliteStore;

use super::evening::Part;
use super::holds::{
    Calm, Evening, WentOn, checkpoint, evening, goes_on, in_words, put_checkpoint, records, reopened,
};
use super::noted::Noted;
use crate::disk::Draw;
use crate::log::{FRAME, HEADER};
use crate::made::{Place, keys};

/// The files of a room that was killed.
struct Killed {
    database: Vec<u8>,
    log: Vec<u8>,
    /// A checkpoint that counts every record.
    checkpoint: String,
    count: u64,
}

/// Plays an evening in a folder, up to a given step, and copies its files while the store is open: closing it
/// would empty the log.
fn killed(place: &Place, until: Option<usize>) -> (Evening, Killed) {
    let sqlite = Arc::new(place.open().expect("a new store"));
    let noted = Arc::new(Noted::new(sqlite, None));
    let mut evening = evening(&noted, Part { from: None, until });
    assert_eq!(evening.ended, Ok(()));
    let read = |name: &str| std::fs::read(place.data().join(name)).expect("a file");
    let (database, log) = (read("room.db"), read("room.db-wal"));
    evening.floor = None;
    drop(noted);
    let count = records(&place.data()).expect("read").len() as u64;
    let checkpoint = checkpoint(place, count).expect("read");
    (evening, Killed { database, log, checkpoint, count })
}

/// Starts a room whose log was cut. With a checkpoint that counts what is gone it must refuse; with only that
/// of its founding it goes on from the last complete batch. Returns how many records it has.
fn starts(killed: &Killed, cut: usize, calm: &Calm, went_on: &mut WentOn) -> Result<u64, String> {
    let place = Place::new();
    std::fs::create_dir_all(place.data()).map_err(in_words)?;
    std::fs::write(place.database(), &killed.database).map_err(in_words)?;
    std::fs::write(place.data().join("room.db-wal"), &killed.log[..cut]).map_err(in_words)?;
    put_checkpoint(&place, &killed.checkpoint)?;
    let refused = SqliteStore::open(&place.options(), &keys()).err().map(|fault| fault.to_string());
    let (store, count) = reopened(&place, calm, &calm.known_at(0))?;
    let missed = refused.is_some_and(|why| why.contains("but the last checkpoint counts"));
    if missed != (count < killed.count) {
        return Err(format!("{count} of {} records are there, and that is told: {missed}", killed.count));
    }
    goes_on(store, &place, calm, (count, calm.known_at(count).from), went_on)?;
    Ok(count)
}

/// Cuts at every frame and at random bytes, and returns which record counts were found.
fn cut_everywhere(killed: &Killed, calm: &Calm, seed: u64) -> BTreeSet<u64> {
    let frames = (killed.log.len() - HEADER) / FRAME;
    assert_eq!(killed.log.len(), HEADER + frames * FRAME);
    let mut draw = Draw::new(seed);
    let mut cuts: Vec<usize> = (0..=frames).map(|frame| HEADER + frame * FRAME).collect();
    cuts.extend((0..200).map(|_| draw.below(killed.log.len())));
    cuts.extend([0, HEADER - 1]);
    let mut went_on = WentOn::default();
    let start = |cut: usize| {
        starts(killed, cut, calm, &mut went_on)
            .unwrap_or_else(|why| panic!("cut at {cut} of {frames} frames: {why}"))
    };
    cuts.into_iter().map(start).collect()
}

/// Proves REC-01, REC-02, REC-03, REC-06, INV-1 and INV-9: the log of an evening that is over is cut at every frame and at
/// 200 bytes anywhere. What is gone is told by the checkpoint; without one the evening goes on from the last whole batch,
/// to the end that it had.
#[test]
fn an_evening_whose_log_is_cut_anywhere_goes_on_from_its_last_whole_batch() {
    let place = Place::new();
    let (evening, killed) = killed(&place, None);
    let calm = Calm::of(evening, &place);
    let found = cut_everywhere(&killed, &calm, 11);
    let batches: BTreeSet<u64> = calm.whole().clone();
    let together = batches.difference(&found).count();
    assert!(found.is_subset(&batches) && found.len() > 50, "{} numbers, {together} never found", found.len());
}

/// Proves REC-02: the same for an evening that is killed while hands are played at both tables.
#[test]
fn two_hands_whose_log_is_cut_anywhere_go_on_with_the_same_decks_and_turns() {
    let whole = Place::new();
    let (evening, _) = killed(&whole, None);
    let calm = Calm::of(evening, &whole);
    // In the middle of the fourth betting round after both tables were opened.
    let place = Place::new();
    let (evening, killed) = killed(&place, Some(25));
    for table in [1, 2] {
        let count = records(&place.data()).expect("read");
        let last = count.iter().filter(|stored| stored.stream == StreamId::Table(table)).count() as u64;
        let (turn, deck) = &evening.positions[&(table, last)];
        assert!(turn.is_some() && deck.is_some(), "a hand is played at table {table}");
    }
    let found = cut_everywhere(&killed, &calm, 12);
    assert!(found.contains(&killed.count) && found.len() > 20, "{found:?}");
}
