//! Who sits where, in a stream of its own beside those of the tables.

use std::collections::BTreeMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use room::audit::Audit;
use room::keeper::Pace;
use room::live::{Ports, Room};
use room::lobby::RoomFact;
use room::port::{AppendCallback, Batch, PassThrough, Store, StoredRecord, StreamId};
use room::requests::{Reply, SeatWish, TableWish};
use room::roster::{RosterFact, facts_of};
use seating::{Actor, Person};
use store::MemoryStore;

use crate::keeper::bench::{append, chips, seat};
use crate::live::{ask, grant, ports, runtime, wish};

/// A store that writes on a thread of its own and slowly, so that many batches are in flight at once.
struct Slow {
    inner: Arc<MemoryStore>,
    bring: Mutex<Sender<(Batch, AppendCallback)>>,
}

impl Slow {
    /// Starts the thread that writes each batch after a millisecond.
    fn new(inner: &Arc<MemoryStore>) -> Arc<Slow> {
        let (bring, brought) = channel::<(Batch, AppendCallback)>();
        let memory = Arc::clone(inner);
        std::thread::spawn(move || {
            for (batch, done) in brought {
                std::thread::sleep(Duration::from_millis(1));
                memory.append(batch, done);
            }
        });
        Arc::new(Slow { inner: Arc::clone(inner), bring: Mutex::new(bring) })
    }
}

impl PassThrough for Slow {
    fn behind(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        self.bring.lock().expect("not poisoned").send((batch, done)).expect("it writes");
    }
}

fn sit(number: u8) -> SeatWish {
    SeatWish::Sit { seat: seat(number), stack: chips(100) }
}

/// The facts of the roster's stream, each with the room-wide number of its record.
fn roster(store: &MemoryStore) -> Vec<(u64, RosterFact)> {
    let records = store.read(StreamId::Seating, 0, usize::MAX).expect("read");
    let facts = |stored: &StoredRecord| {
        let sequence = stored.sequence;
        facts_of(stored).expect("facts").into_iter().map(move |fact| (sequence, fact))
    };
    records.iter().flat_map(facts).collect()
}

/// Audits everything stored.
fn follows(store: &MemoryStore) {
    let mut audit = Audit::new(None);
    for link in store.links() {
        audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// Proves ACS-06: who sits where is stored with the table's own record, and known again when the room starts.
#[test]
fn a_seat_is_on_record_beside_the_table_and_known_after_a_start() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("a room");
        for name in ["One", "Two"] {
            room.open_table(Actor::player(Person(1)), &wish(name)).await.expect("a table");
        }
        for (table, person) in [(1, 1), (2, 1), (2, 2)] {
            let answer = room.ask(table, ask(person, sit(person as u8))).await;
            assert!(matches!(answer, Reply::Done { .. }), "{answer:?}");
        }
        assert!(matches!(room.ask(2, ask(1, SeatWish::Leave)).await, Reply::Done { .. }));
        assert_eq!((room.seats_of(Person(1)), room.seats_of(Person(2))), (vec![1], vec![2]));
    });
    let seated =
        |person, table| RosterFact::Seated { person: Person(person), table, machine: false, device: 0 };
    let left = |person, table| RosterFact::Left { person: Person(person), table };
    let facts = roster(&store);
    let stored_facts: Vec<&RosterFact> = facts.iter().map(|(_, fact)| fact).collect();
    assert_eq!(stored_facts, [&seated(1, 1), &seated(1, 2), &seated(2, 2), &left(1, 2)]);
    // Each comes right after the record of its table.
    let records: BTreeMap<u64, StoredRecord> =
        store.links().into_iter().map(|link| (link.record.sequence, link.record)).collect();
    for (sequence, fact) in &facts {
        let (RosterFact::Seated { table, .. } | RosterFact::Left { table, .. }) = fact;
        assert_eq!(records[&(sequence - 1)].stream, StreamId::Table(*table), "{fact:?}");
    }
    follows(&store);
    let before = store.count(StreamId::Seating).expect("read");
    runtime().block_on(async {
        let again = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room again");
        assert_eq!((again.seats_of(Person(1)), again.seats_of(Person(2))), (vec![1], vec![2]));
    });
    assert_eq!(store.count(StreamId::Seating).expect("read"), before, "nothing needed correcting");
}

/// Proves ACS-06: a room from before there was a roster takes it from its tables, once, and obeys the rule.
#[test]
fn a_room_without_a_roster_takes_it_from_its_tables() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    let strict = |name: &str| TableWish { book: "dunedin-17.7".to_owned(), ..wish(name) };
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("a room");
        for name in ["Strict", "Stern"] {
            room.open_table(Actor::player(Person(1)), &strict(name)).await.expect("a table");
        }
        for person in [1, 2] {
            let sits = SeatWish::Sit { seat: seat(person as u8), stack: chips(200) };
            assert!(matches!(room.ask(1, ask(person, sits)).await, Reply::Done { .. }));
        }
    });
    // The same records without the roster's, as an older room would have left them.
    let old = Arc::new(MemoryStore::new());
    for link in store.links().into_iter().filter(|link| link.record.stream != StreamId::Seating) {
        let StoredRecord { stream, number, at, by, key, kind, start, body, postings, .. } = link.record;
        let kind: &'static str = kind.leak();
        let record = room::port::NewRecord { at, by, key, kind, start, body, postings };
        let part = room::port::BatchPart { stream, expected: number - 1, fence: 1, records: vec![record] };
        append(old.as_ref(), Batch { parts: vec![part], people: Vec::new() }).expect("stored");
    }
    assert_eq!(old.count(StreamId::Seating), Ok(0));
    for _ in 0..2 {
        runtime().block_on(async {
            let room = Room::open(ports(&old), Pace::PEOPLE).await.expect("the room again");
            assert_eq!((room.seats_of(Person(1)), room.seats_of(Person(2))), (vec![1], vec![1]));
            let sits = SeatWish::Sit { seat: seat(1), stack: chips(200) };
            let answer = room.ask(2, ask(2, sits)).await;
            assert!(matches!(&answer, Reply::Refused(why) if why.code == "one_seat"), "{answer:?}");
        });
        assert_eq!(old.count(StreamId::Seating), Ok(1), "taken from the tables once");
    }
    follows(&old);
}

/// Proves INV-8: while many sit down at many tables at once, and some cannot pay, those who can get their
/// seats, and the roster agrees with the tables.
#[test]
fn many_who_sit_down_at_once_are_seated_though_others_are_refused_between() {
    let store = Arc::new(MemoryStore::new());
    let (tables, payers) = (8, 24);
    grant(&store, payers);
    let slow = Slow::new(&store);
    let ports = Ports { store: slow, ..ports(&store) };
    runtime().block_on(async {
        let room = Room::open(ports, Pace::PEOPLE).await.expect("a room");
        for table in 1..=tables {
            room.open_table(Actor::HOUSE, &wish(&format!("Table {table}"))).await.expect("a table");
        }
        let mut asked = Vec::new();
        // People with numbers above the payers' have no chips.
        for person in 1..=payers + tables {
            let (room, table) = (room.clone(), person % tables + 1);
            let number = u8::try_from(person / tables + 1).expect("a small number");
            let sits = tokio::spawn(async move { room.ask(table, ask(person, sit(number))).await });
            asked.push((person, table, sits));
        }
        for (person, table, sits) in asked {
            let answer = sits.await.expect("answered");
            if person <= payers {
                assert!(matches!(answer, Reply::Done { .. }), "{person} at {table}: {answer:?}");
                assert_eq!(room.seats_of(Person(person)), [table]);
            } else {
                assert!(
                    matches!(&answer, Reply::Refused(why) if why.code == "short"),
                    "{person}: {answer:?}"
                );
                assert_eq!(room.seats_of(Person(person)), [0; 0]);
            }
        }
        for listing in room.tables() {
            for (_, person) in &listing.seated {
                assert_eq!(room.seats_of(*person), [listing.table]);
            }
        }
    });
    assert_eq!(roster(&store).len() as u64, payers);
    follows(&store);
}

/// Proves ACS-06: a person who requests a seat, does not wait for the reply, and at once requests another
/// gets only one.
#[test]
fn whoever_does_not_wait_for_one_seat_gets_no_other() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    let ports = Ports { store: Slow::new(&store), ..ports(&store) };
    let one_thread = tokio::runtime::Builder::new_current_thread().enable_all().build();
    one_thread.expect("a runtime").block_on(async {
        let room = Room::open(ports, Pace::PEOPLE).await.expect("a room");
        for name in ["Strict", "Stern"] {
            let strict = TableWish { book: "dunedin-17.7".to_owned(), ..wish(name) };
            room.open_table(Actor::HOUSE, &strict).await.expect("a table");
        }
        let sits = || ask(1, SeatWish::Sit { seat: seat(1), stack: chips(200) });
        let hasty = room.clone();
        let first = tokio::spawn(async move { hasty.ask(1, sits()).await });
        // The table has the request, but the store does not yet.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        first.abort();
        let _ = first.await;
        let sits = ask(1, SeatWish::Sit { seat: seat(1), stack: chips(200) });
        let second = room.ask(2, sits).await;
        assert!(matches!(&second, Reply::Refused(why) if why.code == "one_seat"), "{second:?}");
        while room.seats_of(Person(1)).is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(room.seats_of(Person(1)), [1]);
    });
    assert_eq!(roster(&store).len(), 1);
}

/// Begins work and drops it at its first wait, as the request of a client that disconnects.
async fn begin_and_leave<T>(work: impl Future<Output = T>) {
    tokio::select! {
        biased;
        _ = work => panic!("it is stored slowly"),
        () = std::future::ready(()) => {}
    }
}

/// Somebody who goes away while something is being stored for them, as a client that disconnects, costs the room
/// nothing: it counts what it stored, and the table that was opened is there.
#[test]
fn a_room_counts_what_it_stored_for_somebody_who_has_gone() {
    let store = Arc::new(MemoryStore::new());
    let ports = Ports { store: Slow::new(&store), ..ports(&store) };
    runtime().block_on(async {
        let room = Room::open(ports, Pace::PEOPLE).await.expect("a room");
        begin_and_leave(room.record_fact(RoomFact::ClockJumped { by: 60_000 })).await;
        room.record_fact(RoomFact::ClockJumped { by: 60_000 }).await.expect("counted");
        let elm = wish("Elm");
        begin_and_leave(room.open_table(Actor::HOUSE, &elm)).await;
        let table = room.open_table(Actor::HOUSE, &wish("Ash")).await.expect("counted");
        // Either of the two may be stored first.
        while room.tables().len() < 2 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let mut tables: Vec<(u64, String)> =
            room.tables().iter().map(|line| (line.table, line.name.clone())).collect();
        tables.sort_unstable();
        let other = 3 - table;
        let mut expected = [(table, "Ash".to_owned()), (other, "Elm".to_owned())];
        expected.sort_unstable();
        assert_eq!(tables, expected);
        room.record_fact(RoomFact::Stopped {}).await.expect("counted");
    });
    follows(&store);
}
