//! The evening on a disk that fails at each of its operations in turn; and faulty stores that must be caught.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use room::port::{AppendCallback, Appended, Batch, PassThrough, RequestKey, Store, StoreError as Broken};
use room::requests::{OfficialWish, Reply, Standing, TableRequest, Wish};
use seating::{Actor, Person};
use store::SqliteStore;

use super::evening::Part;
use super::floor::Floor;
use super::holds::{Calm, Evening, WentOn, evening, goes_on, on_disk, reopened};
use super::noted::Noted;
use crate::disk::{Disk, Fault, Film, Left};
use crate::made::{Place, keys};

/// Plays the evening on a disk and closes the store; `look` sees the floor while the store is open.
fn played(
    place: &Place,
    disk: &Disk,
    name: &str,
    between: impl FnOnce(SqliteStore) -> Arc<dyn Store>,
    look: impl FnOnce(&mut Floor, &Broken),
) -> Evening {
    let sqlite = match SqliteStore::open(&on_disk(place, name), &keys()) {
        Ok(sqlite) => sqlite,
        Err(fault) => return Evening::not_begun(fault),
    };
    let noted = Arc::new(Noted::new(between(sqlite), Some(disk.clone())));
    let mut evening = evening(&noted, Part::default());
    if let (Err(fault), Some(floor)) = (&evening.ended, &mut evening.floor) {
        look(floor, fault);
    }
    evening.floor = None;
    evening
}

/// An evening that nothing interrupts, with a recording of the disk.
fn filmed(name: &str, between: impl FnOnce(SqliteStore) -> Arc<dyn Store>) -> (Calm, Film) {
    let disk = Disk::new(name);
    disk.films();
    let place = Place::new();
    let evening = played(&place, &disk, name, between, |_, _| {});
    disk.copy_out(&place.data());
    (Calm::of(evening, &place), disk.film())
}

fn as_it_is(sqlite: SqliteStore) -> Arc<dyn Store> {
    Arc::new(sqlite)
}

/// Crashes the evening at an operation, and checks that it goes on from what is left.
fn crashes(
    calm: &Calm,
    film: &mut Film,
    operation: u64,
    left: Left,
    went_on: &mut WentOn,
) -> Result<(), String> {
    let known = calm.known_before(operation);
    let place = Place::new();
    film.crash_at(operation, left, &place.data());
    let (store, count) = reopened(&place, calm, &known)?;
    goes_on(store, &place, calm, (count, known.from), went_on)
}

/// Crashes the evening at each operation that changes the disk; where the tests are to be quick, at every third one
/// from `first` on (0 to 2), so that each operation meets one of the three ways to crash.
fn crashes_everywhere(name: &str, first: usize, left: impl Fn(u64) -> Left) {
    let (calm, mut film) = filmed(name, as_it_is);
    let last = film.operations();
    assert!(last > 1000, "{last} operations");
    let mut went_on = WentOn::default();
    let changing: Vec<u64> = (1..=last + 1).filter(|operation| film.changes(*operation)).collect();
    let (first, every) = if std::env::var_os("SLOW").is_some() { (0, 1) } else { (first, 3) };
    for operation in changing.into_iter().skip(first).step_by(every) {
        let left = left(operation);
        crashes(&calm, &mut film, operation, left, &mut went_on)
            .unwrap_or_else(|why| panic!("crash at operation {operation}, {left:?} left: {why}"));
    }
}

/// Proves REC-01, REC-02, REC-03, INV-1, INV-8 and INV-9: the power fails at each operation of the disk, and nothing is
/// left of what was not flushed. What was answered is there once, nothing is half there, every chip is somewhere, and the
/// evening goes on, with the same decks and turns, to the end that it would have had.
#[test]
fn an_evening_that_loses_power_at_any_operation_goes_on_as_if_it_had_not() {
    crashes_everywhere("evening-power", 0, |_| Left::Nothing);
}

/// Proves REC-01, REC-02, REC-03, INV-1, INV-8 and INV-9: the same where any part of what was not flushed is left, the
/// last of it torn in the middle.
#[test]
fn an_evening_whose_last_writes_are_torn_goes_on_as_if_they_had_not_been() {
    crashes_everywhere("evening-torn", 1, Left::Some);
}

/// Proves REC-01, REC-02, REC-03, INV-1, INV-8 and INV-9: the same where the process is killed and the machine goes on.
#[test]
fn an_evening_that_is_killed_at_any_operation_goes_on_as_if_it_had_not() {
    crashes_everywhere("evening-killed", 2, |_| Left::All);
}

/// Asserts that every request to a room with a broken store is refused with the reason, at every table.
fn says_that_it_has_stopped(floor: &mut Floor, fault: &Broken) {
    let closed = |table: &u64| matches!(floor.keepers[table].state().standing, Standing::Closed { .. });
    let tables: Vec<u64> = floor.keepers.keys().copied().filter(|table| !closed(table)).collect();
    for table in tables {
        let wish = Wish::Official(OfficialWish::Pause { reason: "what is the matter?".to_owned() });
        let ask = TableRequest { by: Actor::player(Person(1)), key: RequestKey([9; 16]), turn: None, wish };
        let answers = floor.ask(&[(table, ask)]).expect("answered all the same");
        let Some(Reply::Refused(refused)) = answers.first() else { panic!("table {table}: {answers:?}") };
        assert_eq!(refused.code, "stopped", "{refused}");
        assert!(refused.why.contains(&fault.to_string()), "{refused} instead of {fault}");
    }
}

/// Proves REC-07, REC-01, REC-02, INV-1 and INV-8: each operation of the disk fails once, every fourth one where the tests
/// are to be quick. Play stops at every table and says why, nothing is written any more, and when the room starts again, also after the power failed, the evening goes
/// on as if nothing had been.
#[test]
fn an_evening_with_an_error_at_any_operation_stops_and_goes_on_after_the_next_start() {
    let (calm, film) = filmed("evening-error-calm", as_it_is);
    let disk = Disk::new("evening-error");
    let mut stopped = 0;
    let mut went_on = WentOn::default();
    let every = if std::env::var_os("SLOW").is_some() { 1 } else { 4 };
    for operation in (1..=film.operations() + 1).step_by(every) {
        let name = format!("error at operation {operation}");
        disk.fresh(Some((operation, Fault::Error)));
        let place = Place::new();
        let mut changes = None;
        let look = |floor: &mut Floor, fault: &Broken| {
            changes = Some(disk.changes());
            says_that_it_has_stopped(floor, fault);
        };
        let evening = played(&place, &disk, "evening-error", as_it_is, look);
        if let Some(changes) = changes {
            stopped += 1;
            assert_eq!(disk.changes(), changes, "{name}: something is written to a broken store");
        }
        for left in [Left::Nothing, Left::All] {
            let place = Place::new();
            disk.copy_left(left, &place.data());
            let known = evening.known();
            let went = reopened(&place, &calm, &known)
                .and_then(|(store, count)| goes_on(store, &place, &calm, (count, known.from), &mut went_on));
            went.unwrap_or_else(|why| panic!("{name}, {left:?} left: {why}"));
        }
    }
    assert!(stopped > 900 / every, "{stopped} evenings stopped");
}

/// What is wrong with a store.
#[derive(Clone, Copy)]
enum Wrong {
    /// It reports success before anything is safe.
    Hasty,
    /// It forgets request keys.
    Keyless,
}

/// A faulty store; the counter is its own.
struct Faulty(SqliteStore, Wrong, AtomicU64);

impl PassThrough for Faulty {
    fn behind(&self) -> &dyn Store {
        &self.0
    }

    fn append(&self, mut batch: Batch, done: AppendCallback) {
        let size: u64 = batch.parts.iter().map(|part| part.records.len() as u64).sum();
        match self.1 {
            Wrong::Hasty if size > 0 => {
                let before = self.2.fetch_add(size, Ordering::SeqCst);
                done(Ok(Appended::Done { first: before + 1 }));
                self.0.append(batch, Box::new(drop));
            }
            Wrong::Hasty => self.0.append(batch, done),
            Wrong::Keyless => {
                batch
                    .parts
                    .iter_mut()
                    .flat_map(|part| &mut part.records)
                    .for_each(|record| record.key = None);
                self.0.append(batch, done);
            }
        }
    }
}

/// At how many operations, of how many, a crash loses something that was sent.
fn caught(calm: &Calm, film: &mut Film) -> (usize, u64) {
    let mut caught = 0;
    for operation in 1..=film.operations() {
        let place = Place::new();
        film.crash_at(operation, Left::Nothing, &place.data());
        caught += usize::from(reopened(&place, calm, &calm.known_before(operation)).is_err());
    }
    (caught, film.operations())
}

/// A test of the test: a store that reports success before storing loses what it reported, and that is
/// noticed.
#[test]
fn a_store_that_tells_before_it_is_safe_is_caught() {
    let hasty = |sqlite| -> Arc<dyn Store> { Arc::new(Faulty(sqlite, Wrong::Hasty, AtomicU64::new(0))) };
    let (calm, mut film) = filmed("evening-hasty", hasty);
    let (caught, operations) = caught(&calm, &mut film);
    assert!(caught > 20, "{caught} of {operations}");
}

/// A test of the test: a store that forgets request keys cannot tell that something was done, and that is
/// noticed.
#[test]
fn a_store_that_keeps_no_keys_is_caught() {
    let keyless = |sqlite| -> Arc<dyn Store> { Arc::new(Faulty(sqlite, Wrong::Keyless, AtomicU64::new(0))) };
    let (calm, mut film) = filmed("evening-keyless", keyless);
    let (mut twice, mut lost) = (0, 0);
    for operation in (1..=film.operations()).step_by(7) {
        let place = Place::new();
        film.crash_at(operation, Left::All, &place.data());
        let mut known = calm.known_before(operation);
        lost += usize::from(reopened(&place, &calm, &known).is_err());
        // Even if nobody checks the keys: guests who ask again get it done twice, or are told that it was not
        // done.
        known.told.clear();
        if let Ok((store, count)) = reopened(&place, &calm, &known) {
            let at = (count, known.from);
            twice += usize::from(goes_on(store, &place, &calm, at, &mut WentOn::default()).is_err());
        }
    }
    assert!(lost > 70 && twice > 10, "{lost} lost, {twice} done twice or not");
}

/// A test of the test: a disk that fakes its flushes loses what was reported, and that is noticed.
#[test]
fn a_disk_that_forgets_its_flushes_is_caught() {
    let disk = Disk::new("evening-forgetful");
    disk.films();
    let place = Place::new();
    let forgets = disk.clone();
    let between = |sqlite: SqliteStore| -> Arc<dyn Store> {
        // The room was founded properly; then the disk begins to lie.
        forgets.forgets();
        Arc::new(sqlite)
    };
    let evening = played(&place, &disk, "evening-forgetful", between, |_, _| {});
    disk.copy_out(&place.data());
    let (caught, operations) = caught(&Calm::of(evening, &place), &mut disk.film());
    assert!(caught > 300, "{caught} of {operations}");
}
