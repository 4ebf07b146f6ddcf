//! What bounds a room: its disk, its end, the tables of one person, and keys that are good for one request
//! only.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use fair::{CheckedEntropy, Entropy, OperatingSystem, RoomKey};
use room::keeper::Pace;
use room::live::{Clock, ClockWatch, Ports, Room, TableLimits, WatchRequest};
use room::lobby::{ConfigurationChange, RoomFact};
use room::port::{
    AppendCallback, Batch, Now, PassThrough, RequestKey, Steady, Store, StoreCondition, StoreError, StreamId,
    Wall,
};
use room::requests::{
    OfficialWish, Outbound, Play, Reply, SeatWish, Standing, TableRequest, TableWish, TurnView, Wish,
};
use seating::{Actor, Person, Role};
use store::MemoryStore;

use crate::keeper::bench::{chips, seat};
use crate::live::{ask, grant, ports, runtime, wish};

/// A store whose disk fills up and is emptied again when a test says so.
struct Disk {
    inner: Arc<MemoryStore>,
    /// Nothing more is written.
    full: AtomicBool,
    /// There is little space, but appends are still written.
    nearly: AtomicBool,
    broken: AtomicBool,
}

impl Disk {
    fn new(inner: &Arc<MemoryStore>) -> Arc<Disk> {
        let no = || AtomicBool::new(false);
        Arc::new(Disk { inner: inner.clone(), full: no(), nearly: no(), broken: no() })
    }
}

fn full() -> StoreError {
    StoreError::unavailable("cannot make what was written safe: database or disk is full")
}

impl PassThrough for Disk {
    fn behind(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        if self.full.load(Ordering::SeqCst) {
            // As with a real one: after a fault nothing more is written, even when there is space again.
            self.broken.store(true, Ordering::SeqCst);
        }
        if self.broken.load(Ordering::SeqCst) { done(Err(full())) } else { self.inner.append(batch, done) }
    }

    fn condition(&self) -> StoreCondition {
        if self.broken.load(Ordering::SeqCst) {
            StoreCondition::Broken(full())
        } else if self.nearly.load(Ordering::SeqCst) {
            StoreCondition::NearlyFull { free: 1_000_000, keep: 64_000_000 }
        } else {
            StoreCondition::Well
        }
    }
}

/// Clocks that a test sets.
#[derive(Default)]
struct Set {
    steady: AtomicU64,
    wall: AtomicU64,
}

impl Clock for Set {
    fn now(&self) -> Now {
        let wall = 1_700_000_000_000 + self.wall.load(Ordering::SeqCst);
        Now { steady: Steady(self.steady.load(Ordering::SeqCst)), wall: Wall(wall) }
    }
}

fn over(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Ports {
    let source: Box<dyn Entropy + Send> = Box::new(OperatingSystem);
    let entropy = CheckedEntropy::new(source).expect("known answers");
    Ports { store, clock, entropy, keys: Arc::new(RoomKey::new([3; 32]).expect("a key")) }
}

/// The code of a reply that must be a refusal.
#[track_caller]
fn code(answer: Reply) -> &'static str {
    match answer {
        Reply::Refused(refused) => refused.code,
        Reply::Done { number } => panic!("it was done in record {number}"),
    }
}

#[track_caller]
fn done(answer: Reply) {
    assert!(matches!(answer, Reply::Done { .. }), "{answer:?}");
}

async fn watch(room: &Room, table: u64) -> room::live::Subscription {
    room.watch(table, WatchRequest::default()).await.expect("the table is there")
}

/// Receives what a viewer is sent until the table has the wanted standing or turn.
async fn until<T>(
    watching: &mut room::live::Subscription,
    wanted: impl Fn(Option<&Standing>, Option<TurnView>) -> Option<T>,
) -> T {
    loop {
        let came = tokio::time::timeout(Duration::from_secs(20), watching.recv()).await;
        let found = match came.expect("something comes").expect("the table goes on") {
            Outbound::Snapshot(view) => wanted(Some(&view.standing), view.position.turn),
            Outbound::Update(update) => wanted(None, update.position.turn),
            Outbound::Presence { .. } | Outbound::Chat(_) => None,
            Outbound::Elsewhere | Outbound::Ended { .. } => panic!("the table goes on"),
        };
        if let Some(found) = found {
            return found;
        }
    }
}

async fn turn(room: &Room, table: u64) -> TurnView {
    until(&mut watch(room, table).await, |_, turn| turn).await
}

/// Folds for the seat on turn, which is held by the person of its number.
async fn fold(room: &Room, table: u64) -> Reply {
    let on = turn(room, table).await;
    let mut fold = ask(u64::from(on.seat.number()), Wish::Play(Play::Fold));
    fold.turn = Some(on.turn);
    room.ask(table, fold).await
}

/// Opens a table at which persons 1 and 2 sit with 200 chips each.
async fn two_play(room: &Room) -> u64 {
    let table = room.open_table(Actor::player(Person(1)), &wish("Elm")).await.expect("opened");
    for person in 1..=2 {
        let sit = Wish::Seat(SeatWish::Sit { seat: seat(person as u8), stack: chips(200) });
        done(room.ask(table, ask(person, sit)).await);
    }
    table
}

/// Proves REC-07 and DIS-04: when the disk accepts nothing more, nobody hears that anything was done and the
/// room says that it has to restart; the hand then goes on where it was.
#[test]
fn a_room_whose_disk_is_full_ends_and_the_next_goes_on_with_its_hand() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    let disk = Disk::new(&store);
    let (table, on) = runtime().block_on(async {
        let room = Room::open(over(disk.clone(), Arc::new(Set::default())), Pace::AT_ONCE).await;
        let room = room.expect("the room opens");
        let table = two_play(&room).await;
        let on = turn(&room, table).await;
        disk.full.store(true, Ordering::SeqCst);
        assert_eq!(code(fold(&room, table).await), "stopped");
        disk.full.store(false, Ordering::SeqCst);
        let fault = tokio::time::timeout(Duration::from_secs(20), room.until_broken()).await;
        assert_eq!(fault.expect("it is reported at once"), full());
        (table, on)
    });
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("the room opens again");
        assert_eq!(turn(&room, table).await.turn, on.turn, "the same turn of the same hand");
        done(fold(&room, table).await);
    });
}

/// Proves DIS-04 for the disk: with little space hands end and none begins, and no table is opened; both
/// resume by themselves when there is space again.
#[test]
fn with_little_space_on_the_disk_no_hand_begins_until_there_is_more() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    let disk = Disk::new(&store);
    runtime().block_on(async {
        let room = Room::open(over(disk.clone(), Arc::new(Set::default())), Pace::AT_ONCE).await;
        let room = room.expect("the room opens");
        let looking = tokio::spawn({
            let room = room.clone();
            async move { room.until_broken().await }
        });
        let table = two_play(&room).await;
        let first = turn(&room, table).await.turn.hand;
        let mut watching = watch(&room, table).await;
        disk.nearly.store(true, Ordering::SeqCst);
        let waits = |standing: Option<&Standing>, _: Option<TurnView>| match standing {
            Some(Standing::Paused { reason }) if reason.contains("disk is nearly full") => Some(()),
            Some(_) | None => None,
        };
        until(&mut watching, waits).await;
        assert!(waits(Some(&room.table(table).expect("there").standing), None).is_some(), "in the lobby too");
        // The hand in play goes on to its end, and the next does not begin.
        done(fold(&room, table).await);
        let opened = room.open_table(Actor::player(Person(1)), &wish("Ash")).await;
        assert_eq!(opened.expect_err("no space").code, "disk_nearly_full");
        assert_eq!(room.table(table).expect("there").hand, first);
        done(room.ask(table, ask(1, SeatWish::SitOut)).await);
        done(room.ask(table, ask(1, SeatWish::SitIn { posts: true })).await);
        assert_eq!(room.table(table).expect("there").hand, first);
        disk.nearly.store(false, Ordering::SeqCst);
        let goes_on =
            |_: Option<&Standing>, turn: Option<TurnView>| turn.filter(|turn| turn.turn.hand > first);
        until(&mut watching, goes_on).await;
        assert_eq!(room.table(table).expect("there").standing, Standing::Open);
        room.open_table(Actor::player(Person(1)), &wish("Ash")).await.expect("there is space");
        looking.abort();
    });
}

/// Proves DIS-04 for the disk: a room that starts with little space begins nothing before it has checked.
#[test]
fn a_room_that_starts_with_little_space_on_the_disk_opens_no_hand_and_no_table() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    let disk = Disk::new(&store);
    let table = runtime().block_on(async {
        let room = Room::open(over(disk.clone(), Arc::new(Set::default())), Pace::AT_ONCE).await;
        let room = room.expect("the room opens");
        let table = room.open_table(Actor::player(Person(1)), &wish("Elm")).await.expect("opened");
        done(room.ask(table, ask(1, SeatWish::Sit { seat: seat(1), stack: chips(200) })).await);
        table
    });
    disk.nearly.store(true, Ordering::SeqCst);
    runtime().block_on(async {
        let room = Room::open(over(disk.clone(), Arc::new(Set::default())), Pace::AT_ONCE).await;
        let room = room.expect("the room opens again");
        let opened = room.open_table(Actor::player(Person(1)), &wish("Ash")).await;
        assert_eq!(opened.expect_err("no space").code, "disk_nearly_full");
        done(room.ask(table, ask(2, SeatWish::Sit { seat: seat(2), stack: chips(200) })).await);
        let stands = room.table(table).expect("there");
        assert!(matches!(stands.standing, Standing::Paused { .. }), "{:?}", stands.standing);
        // This second request arrives after anything the table would have begun.
        done(room.ask(table, ask(2, SeatWish::SitOut)).await);
        done(room.ask(table, ask(2, SeatWish::SitIn { posts: true })).await);
        assert_eq!(room.table(table).expect("there").hand, 0);
        let looking = tokio::spawn({
            let room = room.clone();
            async move { room.until_broken().await }
        });
        disk.nearly.store(false, Ordering::SeqCst);
        turn(&room, table).await;
        looking.abort();
    });
}

#[test]
fn a_room_that_is_about_to_stop_opens_no_table() {
    let store = Arc::new(MemoryStore::new());
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("the room opens");
        assert!(!room.is_draining());
        room.drain().await;
        assert!(room.is_draining());
        let opened = room.open_table(Actor::player(Person(1)), &wish("Elm")).await;
        assert_eq!(opened.expect_err("it stops").code, "draining");
    });
}

/// Proves DIS-04 for tables: of four thousand that one player requests, as many are opened as one may have.
#[test]
fn one_player_has_so_many_tables_and_an_operator_as_many_as_the_room() {
    let store = Arc::new(MemoryStore::new());
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("the room opens");
        room.set_table_limits(TableLimits { of_person: 3, empty: None });
        let mut refused = 0;
        for number in 1..=4000 {
            match room.open_table(Actor::player(Person(1)), &wish(&format!("Elm {number}"))).await {
                Ok(_) => {}
                Err(why) => {
                    assert_eq!(
                        (why.code, why.why.as_str()),
                        ("too_many_tables", "you have 3 tables open: close one first")
                    );
                    refused += 1;
                }
            }
        }
        assert_eq!((room.tables().len(), refused), (3, 3997));
        room.open_table(Actor::player(Person(2)), &wish("Ash")).await.expect("another person");
        done(room.ask(1, ask(1, OfficialWish::Close { reason: "night".to_owned() })).await);
        while room.table(1).is_some() {
            tokio::task::yield_now().await;
        }
        room.open_table(Actor::player(Person(1)), &wish("Oak")).await.expect("one was closed");
        let operator = Actor { person: Person(3), role: Role::Operator, device: 0 };
        for number in 1..=10 {
            room.open_table(operator, &wish(&format!("Hall {number}")))
                .await
                .expect("no bound but the room's");
        }
    });
}

#[test]
fn no_two_tables_have_names_that_look_alike_and_none_has_a_name_that_is_not_seen() {
    let store = Arc::new(MemoryStore::new());
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("the room opens");
        let open = |name: &str| {
            let (room, wish) = (room.clone(), wish(name));
            async move { room.open_table(Actor::player(Person(1)), &wish).await }
        };
        open("Elm").await.expect("the first");
        for same in [
            "Elm",
            " elm ",
            "ELM",
            "E l m",
            "\u{415}lm",
            "Elm.",
            "Elm\u{301}",
            "Elm\u{b4}",
            "3lm",
            "EIm",
            "Elrn",
        ] {
            assert_eq!(open(same).await.expect_err(same).code, "name_taken", "{same}");
        }
        for unseen in
            ["A\u{202e}sh", "A\u{200b}sh", "\u{2066}Ash", "A\u{3000}sh", "A\u{378}sh", "\u{2800}", "   "]
        {
            assert_eq!(open(unseen).await.expect_err(unseen).code, "name", "{unseen:?}");
        }
        let long = "x".repeat(41);
        assert_eq!(open(&long).await.expect_err("long").code, "name");
        open("Zoë's table").await.expect("another name");
        let reason = Wish::Official(OfficialWish::Pause { reason: "a \u{202e}break".to_owned() });
        assert_eq!(code(room.ask(1, ask(1, reason)).await), "reason");
        done(room.ask(1, ask(1, OfficialWish::Close { reason: "night".to_owned() })).await);
        while room.table(1).is_some() {
            tokio::task::yield_now().await;
        }
        open("Elm").await.expect("the name is free again");
    });
}

/// A player's table with nobody seated closes by itself after a time. One with somebody seated does not, nor
/// one of the room's own, and leaving starts the time afresh.
#[test]
fn a_table_at_which_nobody_sits_closes_by_itself() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    let clock = Arc::new(Set::default());
    let one_thread = tokio::runtime::Builder::new_current_thread().enable_all().build();
    one_thread.expect("a runtime").block_on(async {
        let room =
            Room::open(over(store.clone(), clock.clone()), Pace::PEOPLE).await.expect("the room opens");
        room.set_table_limits(TableLimits { of_person: 20, empty: Some(60_000) });
        let empty = room.open_table(Actor::player(Person(1)), &wish("Elm")).await.expect("opened");
        let seated = room.open_table(Actor::player(Person(1)), &wish("Ash")).await.expect("opened");
        let bots = TableWish { book: "practice".to_owned(), bots: 2, ..wish("Oak") };
        let bots = room.open_table(Actor::player(Person(1)), &bots).await.expect("opened");
        let house = Actor { person: Person::HOUSE, role: Role::Operator, device: 0 };
        let own = room.open_table(house, &wish("Yew")).await.expect("opened");
        let sit = Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(200) });
        done(room.ask(seated, ask(1, sit)).await);
        // Watching a table wakes it, and it reads the current time.
        let pass = |seconds: u64| {
            let (clock, room) = (clock.clone(), room.clone());
            async move {
                clock.steady.fetch_add(seconds * 1000, Ordering::SeqCst);
                for table in room.tables() {
                    drop(watch(&room, table.table).await);
                }
                for _ in 0..500 {
                    tokio::task::yield_now().await;
                }
            }
        };
        let open = || room.tables().iter().map(|table| table.table).collect::<Vec<_>>();
        pass(58).await;
        assert_eq!(open(), [empty, seated, bots, own]);
        pass(4).await;
        assert_eq!(open(), [seated, own]);
        done(room.ask(seated, ask(1, SeatWish::Leave)).await);
        pass(58).await;
        assert_eq!(open(), [seated, own]);
        pass(4).await;
        assert_eq!(open(), [own]);
    });
}

/// Proves REC-03: a key is good for one request only, in the room that did it and in the one that starts
/// next.
#[test]
fn a_key_that_was_used_for_something_else_is_refused_as_such() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    let key = RequestKey([5; 16]);
    let asks = |wish: Wish| TableRequest { key, ..ask(1, wish) };
    let sit = Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(200) });
    let others = [
        Wish::Seat(SeatWish::Leave),
        Wish::Seat(SeatWish::SitOut),
        Wish::Seat(SeatWish::Sit { seat: seat(2), stack: chips(200) }),
        Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(201) }),
        Wish::Seat(SeatWish::TopUp { amount: chips(5) }),
        Wish::Official(OfficialWish::Pause { reason: "a break".to_owned() }),
        Wish::Seat(SeatWish::Contribute { hand: 1, value: [1; 32] }),
    ];
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room opens");
        room.open_table(Actor::player(Person(1)), &wish("Elm")).await.expect("opened");
        let first = room.ask(1, asks(sit.clone())).await;
        done(first.clone());
        for other in &others {
            assert_eq!(code(room.ask(1, asks(other.clone())).await), "key_used", "{other:?}");
        }
        assert_eq!(room.ask(1, asks(sit.clone())).await, first);
    });
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room opens again");
        let count = store.count(StreamId::Table(1)).expect("read");
        for other in &others {
            assert_eq!(code(room.ask(1, asks(other.clone())).await), "key_used", "{other:?}");
        }
        done(room.ask(1, asks(sit.clone())).await);
        assert_eq!(store.count(StreamId::Table(1)).expect("read"), count, "nothing was done twice");
    });
}

/// Each table has its own keys, and so does the list of tables: the same key elsewhere is a different key.
#[test]
fn a_key_is_another_one_at_another_table() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    let key = RequestKey([5; 16]);
    let asks =
        |reason: &str| TableRequest { key, ..ask(1, OfficialWish::Pause { reason: reason.to_owned() }) };
    let ask_both = async |room: &Room| {
        let mut answers = Vec::new();
        for (table, reason, another) in [(1, "lunch", "dinner"), (2, "dinner", "lunch")] {
            let answer = room.ask(table, asks(reason)).await;
            done(answer.clone());
            assert_eq!(code(room.ask(table, asks(another)).await), "key_used", "table {table}");
            answers.push(answer);
        }
        answers
    };
    let counts = || [1, 2].map(|table| store.count(StreamId::Table(table)).expect("read"));
    let first = runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room opens");
        for (number, name) in [(1, "Elm"), (2, "Ash")] {
            // The first is opened with the key itself.
            let key = Some(key).filter(|_| number == 1);
            let opened = room.open_table_once(Actor::player(Person(1)), key, &wish(name)).await;
            assert_eq!(opened, Ok(number));
        }
        let first = ask_both(&room).await;
        assert_eq!(ask_both(&room).await, first, "each table gives its own answer again");
        first
    });
    let before = counts();
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room opens again");
        assert_eq!(ask_both(&room).await, first);
    });
    assert_eq!(counts(), before, "nothing was done twice");
}

#[test]
fn a_key_opens_one_table_and_is_refused_for_another() {
    let store = Arc::new(MemoryStore::new());
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room opens");
        let by = Actor::player(Person(1));
        let key = Some(RequestKey([5; 16]));
        let elm = room.open_table_once(by, key, &wish("Elm")).await.expect("opened");
        assert_eq!(room.open_table_once(by, key, &wish("Elm")).await, Ok(elm));
        let changed = |wish: TableWish| {
            let room = room.clone();
            async move { room.open_table_once(by, key, &wish).await.expect_err("another table").code }
        };
        assert_eq!(changed(wish("Ash")).await, "key_used");
        let blinds = vec![("blinds".to_owned(), "5 10".to_owned())];
        assert_eq!(changed(TableWish { settings: blinds, ..wish("Elm") }).await, "key_used");
        assert_eq!(changed(TableWish { book: "dunedin-17.7".to_owned(), ..wish("Elm") }).await, "key_used");
    });
}

/// Proves AUD-04 for the room itself: start and stop, configuration changes with the old values, and the
/// clock.
#[test]
fn start_stop_configuration_and_clock_go_on_record() {
    let store = Arc::new(MemoryStore::new());
    let clock = Arc::new(Set::default());
    let named = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    runtime().block_on(async {
        let room =
            Room::open(over(store.clone(), clock.clone()), Pace::PEOPLE).await.expect("the room opens");
        let all = room.record_configuration(&named(&[("room.chat", "true"), ("room.name", "Elm")])).await;
        assert_eq!(all.expect("stored").len(), 2);
        room.record_fact(RoomFact::Stopped {}).await.expect("stored");
    });
    // Meanwhile the machine's clock is set back by an hour.
    let earlier_wall = 1_700_000_000_000 - 3_600_000;
    runtime().block_on(async {
        let back = Arc::new(Back { wall: AtomicU64::new(earlier_wall), steady: AtomicU64::new(0) });
        let room = Room::open(over(store.clone(), back), Pace::PEOPLE).await.expect("the room opens");
        let same = room.record_configuration(&named(&[("room.chat", "false"), ("room.name", "Elm")])).await;
        let change = ConfigurationChange {
            name: "room.chat".to_owned(),
            was: Some("true".to_owned()),
            is: Some("false".to_owned()),
        };
        assert_eq!(same.expect("stored"), [change]);
        let looked = tokio::time::timeout(Duration::from_millis(300), room.until_broken()).await;
        assert!(looked.is_err(), "the store is intact");
    });
    let records = store.read(StreamId::Room, 0, 100).expect("read");
    let kinds: Vec<&str> = records.iter().map(|record| record.kind.as_str()).collect();
    assert_eq!(kinds, ["started", "configured", "stopped", "started", "configured", "clock_jumped"]);
    let jumped: Vec<RoomFact> = serde_json::from_str(&records[5].body).expect("facts");
    assert_eq!(jumped, [RoomFact::ClockJumped { by: -3_600_000 }]);
}

/// A wall clock that stands still.
struct Back {
    wall: AtomicU64,
    steady: AtomicU64,
}

impl Clock for Back {
    fn now(&self) -> Now {
        let (steady, wall) = (self.steady.load(Ordering::SeqCst), self.wall.load(Ordering::SeqCst));
        Now { steady: Steady(steady), wall: Wall(wall) }
    }
}

#[test]
fn a_clock_that_was_set_is_told_from_one_that_drifts() {
    let now = |steady, wall| Now { steady: Steady(steady), wall: Wall(wall) };
    let mut watch = ClockWatch::new(now(0, 10_000_000), Wall(0));
    assert_eq!(watch.jump(now(1000, 10_001_000)), None);
    assert_eq!(watch.jump(now(2000, 10_002_900)), None, "it drifts");
    assert_eq!(watch.jump(now(3000, 13_603_900)), Some(3_600_000));
    assert_eq!(watch.jump(now(4000, 13_604_900)), None, "it goes on from there");
    assert_eq!(watch.jump(now(5000, 3_905_900)), Some(-9_700_000));
    let mut ahead = ClockWatch::new(now(0, 5_000), Wall(65_000));
    assert_eq!(ahead.jump(now(0, 5_000)), Some(-60_000), "the last record is of a later time");
}
