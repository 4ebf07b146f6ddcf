//! A guest moves from one table to another with the stake, in one batch of two keepers, on a disk that loses
//! power at each of its operations.

use std::sync::Arc;

use chips::book::{Account, Unit};
use room::port::{Now, RequestKey, Steady, Store, StoreError, StreamId, Wall};
use room::requests::{OfficialWish, Reply, SeatWish, TableRequest, TableWish, Wish};
use seating::{Actor, Person, Seat};
use store::SqliteStore;

use super::floor::{Floor, GRANT, Move};
use super::holds::{checkpoint, on_disk, put_checkpoint, room_key};
use super::noted::Noted;
use crate::disk::{Disk, Left};
use crate::made::{Place, chips, differences, keys};

const NOW: Now = Now { steady: Steady(1_000_000), wall: Wall(1_700_000_000_000) };
/// The guest who moves, and the stake.
const GUEST: u64 = 2;
const STACK: u64 = 150;
/// The tables moved from and to.
const FROM: u64 = 1;
const TO: u64 = 2;

fn key(number: u8) -> RequestKey {
    RequestKey([number; 16])
}

fn ask(person: u64, number: u8, wish: Wish) -> TableRequest {
    TableRequest { by: Actor::player(Person(person)), key: key(number), turn: None, wish }
}

fn sit(number: u8) -> Wish {
    Wish::Seat(SeatWish::Sit { seat: Seat::new(number).expect("a seat"), stack: chips(STACK) })
}

fn wish(name: &str) -> TableWish {
    TableWish {
        name: name.to_owned(),
        book: "standard".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer: room::Dealer::Software,
    }
}

fn the_move() -> Move {
    Move { leaves: (FROM, ask(GUEST, 40, Wish::Seat(SeatWish::Leave))), sits: (TO, ask(GUEST, 40, sit(6))) }
}

/// Three guests create accounts, the room opens two tables at which nobody is dealt in, and the guests sit
/// down; whatever was done before is not repeated.
fn everybody_sits(floor: &mut Floor) -> Result<(), StoreError> {
    for person in 1..=3 {
        floor.joins(person, key(u8::try_from(person).expect("few guests")))?;
    }
    for (table, name) in [(FROM, "From"), (TO, "To")] {
        floor.opens(table, &wish(name))?;
        let paused = Wish::Official(OfficialWish::Pause { reason: "not yet".to_owned() });
        floor.ask(&[(table, ask(1, 10, paused))])?;
    }
    let asks = [(FROM, ask(1, 20, sit(1))), (FROM, ask(GUEST, 21, sit(2))), (TO, ask(3, 22, sit(3)))];
    for (table, ask) in asks {
        let answers = floor.ask(&[(table, ask)])?;
        assert!(matches!(answers[..], [Reply::Done { .. }]), "{answers:?}");
    }
    Ok(())
}

/// The tables at which the guest sits.
fn sits_at(floor: &Floor) -> Vec<u64> {
    let sits = |table: &u64| {
        floor.keepers.get(table).is_some_and(|keeper| keeper.state().seat_of(Person(GUEST)).is_some())
    };
    [FROM, TO].into_iter().filter(sits).collect()
}

/// The balances of the guest: the wallet, and the stake at each table.
fn accounts(store: &Noted) -> [i64; 3] {
    let accounts = [
        Account::Wallet { person: GUEST },
        Account::Stake { table: FROM, person: GUEST },
        Account::Stake { table: TO, person: GUEST },
    ];
    accounts.map(|account| store.balance(account, Unit::Play).expect("read"))
}

const AT_FROM: [i64; 3] = [(GRANT - STACK).cast_signed(), STACK.cast_signed(), 0];
const AT_TO: [i64; 3] = [(GRANT - STACK).cast_signed(), 0, STACK.cast_signed()];

/// What must hold once the room has started again, whatever was lost: the guest is at exactly one of the
/// tables with all chips, the accounts agree with the table, and no chip of the room was lost or added.
fn is_at_one_table(floor: &Floor, store: &Noted, name: &str) -> u64 {
    let [table] = sits_at(floor)[..] else { panic!("{name}: sits at {:?}", sits_at(floor)) };
    assert_eq!(accounts(store), if table == FROM { AT_FROM } else { AT_TO }, "{name}: table {table}");
    let state = floor.keepers[&table].state();
    let seat = state.seat_of(Person(GUEST)).expect("sits");
    assert_eq!(state.table.chair(seat).map(|chair| chair.stack), Some(chips(STACK)), "{name}");
    for keeper in floor.keepers.values() {
        keeper.state().check_chips().unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    let sum: i64 = store.balances().expect("read").iter().map(|(_, _, held)| held).sum();
    assert_eq!(sum, 0, "{name}");
    table
}

/// Proves REC-01, REC-02, INV-1 and INV-8: a seat and its chips move between two tables in one batch of two keepers. The
/// power fails, or the room is killed, at each operation of the disk; then the guest sits at exactly one of them with all
/// chips, where that was answered at the new one, and asked again the move is done once.
#[test]
fn a_move_that_is_killed_at_any_operation_leaves_the_guest_at_exactly_one_table() {
    let disk = Disk::new("moving");
    disk.films();
    let place = Place::new();
    let sqlite = SqliteStore::open(&on_disk(&place, "moving"), &keys()).expect("opened");
    let store = Arc::new(Noted::new(Arc::new(sqlite), Some(disk.clone())));
    let mut floor = Floor::open(&store, &room_key(), NOW).expect("opened");
    everybody_sits(&mut floor).expect("seated");
    let seated = store.operations();
    assert_eq!(is_at_one_table(&floor, &store, "seated"), FROM);
    let records = store.safe();
    let answers = floor.moves(&the_move()).expect("moved");
    assert!(matches!(answers, [Reply::Done { .. }, Reply::Done { .. }]), "{answers:?}");
    let moved = store.operations();
    assert_eq!(is_at_one_table(&floor, &store, "moved"), TO);
    assert_eq!(store.safe(), records + 2, "a record of each table");
    let safe = store.noted();
    drop((floor, store));
    let mut film = disk.film();
    let mut found = std::collections::BTreeSet::new();
    for operation in seated + 1..=film.operations() + 1 {
        for left in [Left::Nothing, Left::All, Left::Some(operation)] {
            let name = format!("crash at operation {operation}, {left:?} left");
            let place = Place::new();
            film.crash_at(operation, left, &place.data());
            let safe = safe.iter().rfind(|safe| safe.operations < operation).map_or(0, |safe| safe.count);
            let line = checkpoint(&place, safe).unwrap_or_else(|why| panic!("{name}: {why}"));
            put_checkpoint(&place, &line).unwrap_or_else(|why| panic!("{name}: {why}"));
            let sqlite = place.open().unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert_eq!(differences(&place.verify()), [""; 0], "{name}");
            let store = Arc::new(Noted::new(Arc::new(sqlite), None));
            let mut floor =
                Floor::open(&store, &room_key(), NOW).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let table = is_at_one_table(&floor, &store, &name);
            assert!(table == TO || operation <= moved, "{name}: an answered move is undone");
            found.insert(table);
            // The guest asks again, with the same key.
            let answers = floor.moves(&the_move()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(matches!(answers, [Reply::Done { .. }, Reply::Done { .. }]), "{name}: {answers:?}");
            assert_eq!(is_at_one_table(&floor, &store, &name), TO, "{name}");
            for table in [FROM, TO] {
                let records = store.read(StreamId::Table(table), 0, usize::MAX).expect("read");
                let with = records.iter().filter(|record| record.key == Some(key(40))).count();
                assert_eq!(with, 1, "{name}: done {with} times at table {table}");
            }
            drop(floor);
        }
    }
    assert!(moved > seated, "the move does something to the disk");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [FROM, TO], "cut before and after");
}

/// Proves INV-1 and INV-8: what one of the tables refuses is not done at the other either, and both go on.
#[test]
fn a_move_that_one_table_refuses_changes_neither() {
    let place = Place::new();
    let store = Arc::new(Noted::new(Arc::new(place.open().expect("opened")), None));
    let mut floor = Floor::open(&store, &room_key(), NOW).expect("opened");
    everybody_sits(&mut floor).expect("seated");
    let records = store.safe();
    // Seat 3 is taken; and nobody may bring more than the table allows.
    let bigger = SeatWish::Sit { seat: Seat::new(6).expect("a seat"), stack: chips(10 * STACK) };
    for (number, wish, code) in
        [(41, sit(3), "one-player-a-seat"), (42, Wish::Seat(bigger), "stake-within-limits")]
    {
        let refused = Move {
            leaves: (FROM, ask(GUEST, number, Wish::Seat(SeatWish::Leave))),
            sits: (TO, ask(GUEST, number, wish)),
        };
        let answers = floor.moves(&refused).expect("answered");
        let [Reply::Refused(left), Reply::Refused(sat)] = answers else { panic!("{answers:?}") };
        assert_eq!((left.code, sat.code), (code, code), "{left}; {sat}");
        assert_eq!(is_at_one_table(&floor, &store, code), FROM);
        assert_eq!(store.safe(), records, "nothing is stored");
    }
    // Both tables go on.
    let answers = floor.moves(&the_move()).expect("moved");
    assert!(matches!(answers, [Reply::Done { .. }, Reply::Done { .. }]), "{answers:?}");
    assert_eq!(is_at_one_table(&floor, &store, "moved"), TO);
}
