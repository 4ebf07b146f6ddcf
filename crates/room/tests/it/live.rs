//! The room with its tasks and mailboxes: people at several tables, over a store that is read again
//! afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use chips::book::{Account, Posting, Unit};
use fair::{CheckedEntropy, Entropy, Label, OperatingSystem, RoomKey, Seed, Stream as Draws};
use room::audit::Audit;
use room::keeper::Pace;
use room::live::{Clock, Ports, Room, WatchRequest};
use room::port::{Appended, Batch, BatchPart, NewRecord, Now, RequestKey, Steady, Store, StreamId, Wall};
use room::recovery::read_table;
use room::requests::{
    Dealer, DealerWish, OfficialWish, Outbound, Play, Reply, SeatWish, ShowWish, TableRequest, TableWish,
    Wish,
};
use seating::{Actor, Person, Role};
use store::MemoryStore;

use crate::keeper::bench::{append, chips, seat};

struct Machine(Instant);

impl Clock for Machine {
    fn now(&self) -> Now {
        let steady = u64::try_from(self.0.elapsed().as_millis()).expect("a short test");
        Now { steady: Steady(steady), wall: Wall(1_700_000_000_000 + steady) }
    }
}

/// Ports over this store, with a running clock, real entropy and a fixed key.
pub fn ports(store: &Arc<MemoryStore>) -> Ports {
    let source: Box<dyn Entropy + Send> = Box::new(OperatingSystem);
    Ports {
        store: store.clone(),
        clock: Arc::new(Machine(Instant::now())),
        entropy: CheckedEntropy::new(source).expect("known answers"),
        keys: Arc::new(RoomKey::new([3; 32]).expect("a key")),
    }
}

/// Play chips for people, as their accounts get them.
pub fn grant(store: &MemoryStore, people: u64) {
    let postings = (1..=people)
        .map(|person| {
            let to = Account::Wallet { person };
            Posting::new(Account::Issue, to, Unit::Play, chips(10_000)).expect("a way")
        })
        .collect();
    let record = NewRecord {
        at: Wall(0),
        by: Actor::HOUSE,
        key: None,
        kind: "granted",
        start: false,
        body: "{}".to_owned(),
        postings,
    };
    let part = BatchPart { stream: StreamId::People, expected: 0, fence: 1, records: vec![record] };
    append(store, Batch { parts: vec![part], people: Vec::new() }).expect("stored");
}

static KEYS: AtomicU64 = AtomicU64::new(1);

pub fn ask(person: u64, wish: impl Into<Wish>) -> TableRequest {
    let mut key = [0; 16];
    key[..8].copy_from_slice(&KEYS.fetch_add(1, Ordering::Relaxed).to_le_bytes());
    TableRequest { by: Actor::player(Person(person)), key: RequestKey(key), turn: None, wish: wish.into() }
}

/// A client that knows only what it is sent, and acts when its menu comes.
async fn play(room: Room, table: u64, person: u64, seat_number: u8, hands: u64) {
    let mut watching = room
        .watch(table, WatchRequest { person: Some(Person(person)), ..WatchRequest::default() })
        .await
        .expect("a table");
    let sit = Wish::Seat(SeatWish::Sit { seat: seat(seat_number), stack: chips(200) });
    assert!(matches!(room.ask(table, ask(person, sit)).await, Reply::Done { .. }));
    let mut draws = Draws::new(&Seed::of_number(person), Label::Bots);
    let mut last = 0;
    let mut acted = None;
    while let Some(came) = watching.recv().await {
        let (number, position) = match &came {
            Outbound::Snapshot(view) => (view.number, &view.position),
            Outbound::Update(update) => {
                assert_eq!(update.number, last + 1, "every viewer counts the same numbers");
                (update.number, &update.position)
            }
            Outbound::Presence { .. } | Outbound::Chat(_) => continue,
            Outbound::Elsewhere | Outbound::Ended { .. } => break,
        };
        last = number;
        let Some(turn) = position.turn else { continue };
        if turn.turn.hand > hands {
            break;
        }
        if turn.seat != seat(seat_number) {
            continue;
        }
        // Updates that come while an act is in flight show the same turn again.
        if acted == Some(turn.turn) {
            continue;
        }
        let wish = match (position.may_muck, position.menu) {
            (Some(true), _) if draws.below(2) == 0 => Wish::Show(ShowWish::Muck),
            (Some(_), _) => Wish::Show(ShowWish::Hand),
            (None, Some(menu)) => match menu.raise.filter(|_| draws.below(5) == 0) {
                Some(raise) => Wish::Play(Play::Raise { to: raise.least }),
                None if menu.check => Wish::Play(Play::Check),
                None if menu.call.is_some() && draws.below(4) > 0 => Wish::Play(Play::Call),
                None => Wish::Play(Play::Fold),
            },
            (None, None) => continue,
        };
        let mut asked = ask(person, wish);
        asked.turn = Some(turn.turn);
        acted = Some(turn.turn);
        let answer = room.ask(table, asked.clone()).await;
        assert!(matches!(answer, Reply::Done { .. }), "{asked:?}: {answer:?}");
    }
    let left = room.ask(table, ask(person, SeatWish::Leave)).await;
    assert!(matches!(left, Reply::Done { .. }), "{left:?}");
}

/// A request for a standard table without bots.
pub fn wish(name: &str) -> TableWish {
    TableWish {
        name: name.to_owned(),
        book: "standard".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer: Dealer::Software,
    }
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// Proves AUD-02, RNG-15 and ACC-02: everything stored follows from what was stored before it, including
/// chips and cards, and every wallet ends up right.
#[test]
fn people_at_several_tables_leave_with_every_chip_and_records_that_follow() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 12);
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("a room");
        let mut players = Vec::new();
        for table in 1..=3 {
            let opened = room.open_table(Actor::player(Person(1)), &wish(&format!("Table {table}"))).await;
            assert_eq!(opened, Ok(table));
            for number in 1..=4 {
                let person = (table - 1) * 4 + number;
                players.push(tokio::spawn(play(room.clone(), table, person, number as u8, 40)));
            }
        }
        for player in players {
            player.await.expect("the player was content");
        }
        room.drain().await;
        assert!(room.tables().iter().all(|listing| listing.seated.is_empty() && listing.hand > 20));
    });
    let balances = store.balances().expect("read");
    let wallets: i64 = balances
        .iter()
        .filter(|(account, _, _)| matches!(account, Account::Wallet { .. } | Account::Commission { .. }))
        .map(|(_, _, balance)| balance)
        .sum();
    assert_eq!(wallets, 120_000, "{balances:?}");
    for keys in [None, Some(&RoomKey::new([3; 32]).expect("a key"))] {
        let mut audit = Audit::new(keys);
        for link in store.links() {
            audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
        }
        let (counts, book) = audit.finish().expect("decks follow each other");
        assert!(counts.hands > 60 && counts.acts > 600, "{counts:?}");
        let audited: Vec<_> =
            book.balances().map(|(account, unit, balance)| (account, unit, balance.get())).collect();
        assert_eq!(audited, balances);
    }
}

/// Proves ACS-06: of two seats that one person requests at the same moment, in games that allow one, one is
/// taken.
#[test]
fn a_person_who_wants_two_seats_at_once_gets_one() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    // On one thread neither table proceeds before both requests are made.
    let one_thread = tokio::runtime::Builder::new_current_thread().enable_all().build();
    one_thread.expect("a runtime").block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("a room");
        for name in ["Strict", "Stern"] {
            let strict = TableWish { book: "dunedin-17.7".to_owned(), ..wish(name) };
            room.open_table(Actor::player(Person(1)), &strict).await.expect("a table");
        }
        let sit = |table| room.ask(table, ask(1, SeatWish::Sit { seat: seat(1), stack: chips(200) }));
        // The second request is made while the first waits for its table.
        let (one, two) = tokio::join!(sit(1), sit(2));
        assert!(matches!(one, Reply::Done { .. }), "{one:?}");
        assert!(matches!(&two, Reply::Refused(refused) if refused.code == "busy"), "{two:?}");
        // Nobody is left marked as sitting down.
        let three = sit(2).await;
        assert!(matches!(&three, Reply::Refused(refused) if refused.code == "one_seat"), "{three:?}");
        assert_eq!(room.seats_of(Person(1)).len(), 1);
        // `may_sit` says the same before a seat is requested, naming the table where the other seat is.
        let before = room.may_sit(2, Person(1)).expect_err("refused");
        assert_eq!(
            (&before.why, before.rule),
            (
                &"you have a seat at Strict: leave it before you sit down at Stern".to_owned(),
                Some(rulebook::rule::ONE_SEAT_A_PLAYER)
            )
        );
        assert_eq!(Reply::Refused(before), three);
        assert_eq!((room.may_sit(1, Person(1)), room.may_sit(2, Person(2))), (Ok(()), Ok(())));
    });
}

/// Proves REC-03: what was done before the room stopped gets the same reply, with the same number, from the
/// room that starts next, even at a table that is closed by then, and nothing is done twice.
#[test]
fn what_is_asked_again_of_a_room_that_has_started_again_is_answered_as_before() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 2);
    let sits: Vec<TableRequest> = (1..=2)
        .map(|person| ask(person, SeatWish::Sit { seat: seat(person as u8), stack: chips(100) }))
        .collect();
    let (leaves, stranger) = (ask(2, SeatWish::Leave), ask(1, SeatWish::Leave));
    let closes = ask(1, OfficialWish::Close { reason: "night".to_owned() });
    let mut first = Vec::new();
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("a room");
        room.open_table(Actor::player(Person(1)), &wish("One")).await.expect("a table");
        for asked in sits.iter().chain([&leaves]) {
            first.push(room.ask(1, asked.clone()).await);
        }
    });
    assert!(first.iter().all(|answer| matches!(answer, Reply::Done { .. })), "{first:?}");
    let stored = store.count(StreamId::Table(1)).expect("read");
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room again");
        for (asked, answer) in sits.iter().chain([&leaves]).zip(&first) {
            assert_eq!(&room.ask(1, asked.clone()).await, answer, "{asked:?}");
        }
        assert_eq!(store.count(StreamId::Table(1)).expect("read"), stored, "nothing was done twice");
        first.push(room.ask(1, closes.clone()).await);
        while room.table(1).is_some() {
            tokio::task::yield_now().await;
        }
        for (asked, answer) in sits.iter().chain([&leaves, &closes]).zip(&first) {
            assert_eq!(&room.ask(1, asked.clone()).await, answer, "{asked:?} at a closed table");
        }
        // What was never done is still refused.
        assert!(matches!(room.ask(1, stranger).await, Reply::Refused(_)));
    });
}

/// Proves OPS-04: play can be stopped at any moment without harm to a hand in progress.
#[test]
fn a_room_that_is_drained_finishes_its_hands_and_goes_on_from_there() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 3);
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("a room");
        room.open_table(Actor::player(Person(1)), &wish("One")).await.expect("a table");
        let players: Vec<_> = (1..=3)
            .map(|person| tokio::spawn(play(room.clone(), 1, person, person as u8, u64::MAX)))
            .collect();
        while room.table(1).is_none_or(|listing| listing.hand < 5) {
            tokio::task::yield_now().await;
        }
        room.drain().await;
        players.iter().for_each(tokio::task::JoinHandle::abort);
    });
    let played = store.count(StreamId::Table(1)).expect("read");
    runtime().block_on(async {
        let again = Room::open(ports(&store), Pace::PEOPLE).await.expect("the room again");
        let listing = again.table(1).expect("the table is there");
        assert_eq!(listing.seated.len(), 3);
        assert_eq!(store.count(StreamId::Table(1)).expect("read"), played, "nothing happened meanwhile");
        let by = Actor { person: Person(9), role: Role::Administrator, device: 0 };
        let close = TableRequest { by, ..ask(9, OfficialWish::Close { reason: "night".to_owned() }) };
        assert!(matches!(again.ask(1, close).await, Reply::Done { .. }));
    });
    let wallets: i64 =
        (1..=3).map(|person| store.balance(Account::Wallet { person }, Unit::Play).expect("read")).sum();
    assert_eq!(wallets, 30_000);
}

/// Adds a record such as a later build might write to a stream.
fn add(store: &MemoryStore, stream: StreamId, body: &str) {
    let expected = store.count(stream).expect("read");
    let fence = store.count(StreamId::Room).expect("read");
    let record = NewRecord {
        at: Wall(1),
        by: Actor::HOUSE,
        key: None,
        kind: "unheard_of",
        start: false,
        body: body.to_owned(),
        postings: Vec::new(),
    };
    let part = BatchPart { stream, expected, fence, records: vec![record] };
    let added = append(store, Batch { parts: vec![part], people: Vec::new() });
    assert!(matches!(added, Ok(Appended::Done { .. })), "{added:?}");
}

/// Proves REC-11: what this build does not know in a record is refused by every reader and never skipped: the
/// table stays stopped, or the room does not open. An audit names the record.
#[test]
fn a_record_of_a_kind_that_is_not_known_is_refused() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 1);
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("a room");
        for name in ["One", "Two"] {
            room.open_table(Actor::player(Person(1)), &wish(name)).await.expect("a table");
        }
    });
    add(&store, StreamId::Table(1), r#"[{"entry":"unheard_of"}]"#);
    let number = store.count(StreamId::Table(1)).expect("read");
    let keys = RoomKey::new([3; 32]).expect("a key");
    let refused = read_table(store.as_ref(), 1, &keys).expect_err("it is not known").to_string();
    assert!(
        refused.starts_with(&format!("cannot open table 1: record {number} of its stream: "))
            && refused.contains("unheard_of"),
        "{refused}"
    );
    let mut audit = Audit::new(Some(&keys));
    let records = store.read(StreamId::Table(1), 0, 1000).expect("read");
    let (last, before) = records.split_last().expect("a record");
    before.iter().for_each(|stored| audit.take(stored).expect("all well"));
    assert_eq!(audit.take(last).expect_err("it is not known").number, number);
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::PEOPLE).await.expect("the others go on");
        let sit = |table| room.ask(table, ask(1, SeatWish::Sit { seat: seat(1), stack: chips(200) }));
        assert!(!matches!(sit(1).await, Reply::Done { .. }), "the table stays stopped");
        assert!(matches!(sit(2).await, Reply::Done { .. }), "the other goes on");
    });
    add(&store, StreamId::Room, r#"[{"fact":"unheard_of"}]"#);
    let refused = runtime().block_on(Room::open(ports(&store), Pace::PEOPLE)).err().expect("it is not known");
    assert!(
        refused.to_string().starts_with("record ") && refused.to_string().contains("unheard_of"),
        "{refused}"
    );
}

/// Both kinds of tables in one room: each goes its own way, even across a restart in the middle of their
/// hands, and the records of both follow.
#[test]
fn a_person_deals_at_one_table_and_the_software_at_another() {
    let store = Arc::new(MemoryStore::new());
    grant(&store, 4);
    let dealer = |wish: DealerWish| {
        let by = Actor { person: Person(90), role: Role::Dealer, device: 0 };
        TableRequest { by, ..ask(90, wish) }
    };
    let done = |answer: Reply| assert!(matches!(answer, Reply::Done { .. }), "{answer:?}");
    let by_hand = TableWish { dealer: Dealer::Person, ..wish("Ash") };
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("a room");
        let (opener, key) = (Actor::player(Person(1)), Some(RequestKey([4; 16])));
        let elm = room.open_table(opener, &wish("Elm")).await.expect("opened");
        let ash = room.open_table_once(opener, key, &by_hand).await.expect("opened");
        // The same request returns the same table; with a different dealer it would be a different table.
        assert_eq!(room.open_table_once(opener, key, &by_hand).await, Ok(ash));
        let other = room.open_table_once(opener, key, &wish("Ash")).await.expect_err("another table");
        assert_eq!(other.code, "key_used");
        let bots = TableWish { book: "practice".to_owned(), bots: 2, ..by_hand.clone() };
        let refused = room.open_table(opener, &bots).await.expect_err("no bots");
        assert_eq!(refused.reason, "bots_see_no_cardboard");
        let deals = |table| room.table(table).expect("listed").dealer;
        assert_eq!((deals(elm), deals(ash)), (Dealer::Software, Dealer::Person));
        for (table, person, number) in [(elm, 1, 1), (elm, 2, 2), (ash, 3, 1), (ash, 4, 2)] {
            let sit = SeatWish::Sit { seat: seat(number), stack: chips(200) };
            done(room.ask(table, ask(person, sit)).await);
        }
        done(room.ask(ash, dealer(DealerWish::Open)).await);
        let refused = room.ask(elm, dealer(DealerWish::HoleCards)).await;
        assert!(matches!(refused, Reply::Refused(refused) if refused.reason == "software_deals"));
        // It stops here without a shutdown.
    });
    runtime().block_on(async {
        let room = Room::open(ports(&store), Pace::AT_ONCE).await.expect("the room goes on");
        let ash = room.tables().iter().find(|listing| listing.name == "Ash").expect("listed").table;
        done(room.ask(ash, dealer(DealerWish::HoleCards)).await);
        for table in room.tables() {
            // The player on turn leaves, and the other wins.
            for (_, person) in &table.seated {
                done(room.ask(table.table, ask(person.0, SeatWish::Leave)).await);
            }
        }
        room.drain().await;
    });
    let keys = RoomKey::new([3; 32]).expect("a key");
    let mut audit = Audit::new(Some(&keys));
    for link in store.links() {
        audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
    }
    let hands: Vec<(Dealer, u64)> =
        audit.tables().map(|table| (table.dealer, table.table.hands_opened())).collect();
    assert!(matches!(hands[..], [(Dealer::Software, 1..), (Dealer::Person, 1)]), "{hands:?}");
    audit.finish().expect("decks follow each other");
    let wallets: i64 =
        (1..=4).map(|person| store.balance(Account::Wallet { person }, Unit::Play).expect("read")).sum();
    assert_eq!(wallets, 40_000);
}
