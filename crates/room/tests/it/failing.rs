//! The room when something fails at one table: a check, the deck's key, the records, the source of entropy.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use chips::book::{Account, Unit};
use fair::{CheckedEntropy, Entropy, EntropyError, OperatingSystem, RoomKey};
use room::audit::Audit;
use room::keeper::Pace;
use room::live::{Clock, Ports, Room, Subscription, WatchRequest};
use room::port::{Now, PassThrough, Steady, Store, StoreError, StoredRecord, StreamId, Wall};
use room::requests::{
    FactView, OfficialWish, Outbound, Play, Reply, RoomRefusal, SeatWish, Standing, TableRequest, TableWish,
    TurnView, Wish,
};
use seating::{Actor, Person, Role};
use store::MemoryStore;
use table::{ChipFact, CourseFact, Fact, HouseFact, TableFact};

use crate::keeper::bench::{chips, seat};
use crate::live::{ask, grant, runtime, wish};

/// A clock on which checks can be made to fail: the next `fails` readings panic, inside whatever reads it.
struct Breaking {
    started: Instant,
    fails: AtomicU32,
}

impl Clock for Breaking {
    /// Panics for as many readings as were planted.
    fn now(&self) -> Now {
        let left = self.fails.load(Ordering::SeqCst);
        if left > 0 {
            self.fails.store(left - 1, Ordering::SeqCst);
            panic!("a planted check fails, and its words name the ace of spades");
        }
        let steady = u64::try_from(self.started.elapsed().as_millis()).expect("a short test");
        Now { steady: Steady(steady), wall: Wall(1_700_000_000_000 + steady) }
    }
}

fn clock() -> Arc<Breaking> {
    Arc::new(Breaking { started: Instant::now(), fails: AtomicU32::new(0) })
}

/// A source of entropy that gives nothing but zeros.
struct Zeros;

impl Entropy for Zeros {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        *bytes = [0; 32];
        Ok(32)
    }
}

/// A room on one thread: everything a request leads to is done when its reply arrives, and no task reads the
/// clock in the meantime.
fn alone() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

fn ports(store: Arc<dyn Store>, clock: Arc<Breaking>, key: u8, entropy: Box<dyn Entropy + Send>) -> Ports {
    let entropy = CheckedEntropy::new(entropy).expect("known answers");
    Ports { store, clock, entropy, keys: Arc::new(RoomKey::new([key; 32]).expect("a key")) }
}

async fn open(store: &Arc<MemoryStore>, clock: &Arc<Breaking>, key: u8) -> Room {
    let ports = ports(store.clone(), clock.clone(), key, Box::new(OperatingSystem));
    Room::open(ports, Pace::AT_ONCE).await.expect("the room opens")
}

#[track_caller]
fn done(answer: Reply) {
    assert!(matches!(answer, Reply::Done { .. }), "{answer:?}");
}

#[track_caller]
fn refused(answer: Reply) -> RoomRefusal {
    match answer {
        Reply::Refused(refused) => refused,
        Reply::Done { number } => panic!("it was done in record {number}"),
    }
}

#[track_caller]
fn refused_code(answer: Reply) -> &'static str {
    refused(answer).code
}

/// A table where three people sit with 200 each and a hand is in play.
async fn table_of_three(room: &Room, first: u64) -> u64 {
    let table = room
        .open_table(Actor::player(Person(first)), &wish(&format!("Table {first}")))
        .await
        .expect("opened");
    for (number, person) in (1..).zip(first..first + 3) {
        done(room.ask(table, ask(person, SeatWish::Sit { seat: seat(number), stack: chips(200) })).await);
    }
    table
}

/// The reference in a message about a table.
#[track_caller]
fn reference_in(words: &str, table: u64) -> String {
    let from = words.find(&format!("E-{table}-")).unwrap_or_else(|| panic!("no reference in: {words}"));
    words[from..].chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

async fn watch(room: &Room, table: u64, person: u64) -> Subscription {
    let viewing = WatchRequest { person: Some(Person(person)), ..WatchRequest::default() };
    room.watch(table, viewing).await.expect("the table is there")
}

/// The current turn; waits until there is one.
async fn turn(room: &Room, table: u64) -> TurnView {
    let mut watching = room.watch(table, WatchRequest::default()).await.expect("the table is there");
    loop {
        match watching.recv().await.expect("the table goes on") {
            Outbound::Snapshot(view) => {
                if let Some(turn) = view.position.turn {
                    return turn;
                }
            }
            Outbound::Update(update) => {
                if let Some(turn) = update.position.turn {
                    return turn;
                }
            }
            Outbound::Presence { .. } | Outbound::Chat(_) => {}
            Outbound::Elsewhere | Outbound::Ended { .. } => panic!("the table goes on"),
        }
    }
}

/// Folds for the seat on turn; the table's first person has seat 1.
async fn fold(room: &Room, table: u64, first: u64) -> Reply {
    let on = turn(room, table).await;
    let mut fold = ask(first + u64::from(on.seat.number()) - 1, Wish::Play(Play::Fold));
    fold.turn = Some(on.turn);
    room.ask(table, fold).await
}

/// Receives what a viewer is sent until the table's standing is the wanted one: returns the rules by which
/// hands were void, and everything as text.
async fn until(
    watching: &mut Subscription,
    wanted: impl Fn(&Standing) -> bool,
) -> (Vec<&'static str>, String) {
    let (mut void, mut text) = (Vec::new(), String::new());
    loop {
        let came = watching.recv().await.expect("the table is there");
        text.push_str(&format!("{came:?}"));
        match came {
            Outbound::Snapshot(view) if wanted(&view.standing) => return (void, text),
            Outbound::Update(update) => {
                let mut stands = false;
                for fact in &update.facts {
                    match fact {
                        FactView::Table(seen) => {
                            if let TableFact::Hand(event) = &seen.event().what
                                && let Fact::Course(CourseFact::Voided { .. }) = event.what
                            {
                                void.push(event.rule.name());
                            }
                        }
                        FactView::Standing(standing) => stands |= wanted(standing),
                        FactView::Deck { .. }
                        | FactView::Cut(_)
                        | FactView::Opening(_)
                        | FactView::TimeBank { .. } => {}
                    }
                }
                if stands {
                    return (void, text);
                }
            }
            Outbound::Snapshot(_) | Outbound::Presence { .. } | Outbound::Chat(_) => {}
            Outbound::Elsewhere | Outbound::Ended { .. } => panic!("the table is there"),
        }
    }
}

fn wallet(store: &MemoryStore, person: u64) -> i64 {
    store.balance(Account::Wallet { person }, Unit::Play).expect("read")
}

fn stake(store: &MemoryStore, table: u64, person: u64) -> i64 {
    store.balance(Account::Stake { table, person }, Unit::Play).expect("read")
}

/// Proves OPS-02 and REC-08: a check that fails at one table stops the act and voids the hand there.
/// Everybody at the table learns the rule but not what failed, every chip is back, players can leave with
/// their stakes, and the room and the other tables go on.
#[test]
fn a_check_that_fails_at_one_table_voids_its_hand_and_the_others_go_on() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 6);
    alone().block_on(async {
        let room = open(&store, &clock, 3).await;
        let (one, two) = (table_of_three(&room, 1).await, table_of_three(&room, 4).await);
        let mut watching = watch(&room, one, 3).await;
        let on = turn(&room, one).await;
        let mut act = ask(u64::from(on.seat.number()), Wish::Play(Play::AllIn));
        act.turn = Some(on.turn);
        assert_eq!(refused(room.ask(one, ask(1, OfficialWish::Resume)).await).code, "not_paused");
        clock.fails.store(1, Ordering::SeqCst);
        let refused = refused(room.ask(one, act.clone()).await);
        assert_eq!((refused.code, clock.fails.load(Ordering::SeqCst)), ("stopped", 0));
        let paused =
            |standing: &Standing| matches!(standing, Standing::Paused { reason } if reason.contains("void"));
        let (void, words) = until(&mut watching, paused).await;
        assert_eq!(void, ["void-round-returns-every-chip"]);
        // Requester and viewers get the same reference: the table's number and how far its records went.
        let reference = reference_in(&refused.why, one);
        assert!(
            words.contains(&format!("a check of the room failed ({reference}): the hand is void")),
            "{words}"
        );
        assert!(
            !words.contains("ace of spades") && !refused.why.contains("ace"),
            "nobody learns what failed"
        );
        for person in 1..=3 {
            assert_eq!((stake(&store, one, person), wallet(&store, person)), (200, 9_800));
        }
        // The other table does not notice.
        done(fold(&room, two, 4).await);
        let leaver = u64::from(on.seat.number()) % 3 + 1;
        done(room.ask(one, ask(leaver, SeatWish::Leave)).await);
        assert_eq!(wallet(&store, leaver), 10_000);
        assert_eq!(refused_code(room.ask(one, act).await), "late");
        // Those who run the table set it going again.
        let by = Actor { person: Person(9), role: Role::Administrator, device: 0 };
        done(room.ask(one, TableRequest { by, ..ask(9, OfficialWish::Resume) }).await);
        done(fold(&room, one, 1).await);
    });
    let keys = RoomKey::new([3; 32]).expect("a key");
    let mut audit = Audit::new(Some(&keys));
    for link in store.links() {
        audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
    }
    audit.finish().expect("every deck has ended: played, or void with its rule");
}

/// Proves OPS-02: if a check fails again while calling the hand off, the table stops as it is; nothing is
/// stored, and the hand is still there after a restart.
#[test]
fn a_table_that_cannot_even_call_its_hand_off_stops_and_stores_nothing() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 6);
    alone().block_on(async {
        let room = open(&store, &clock, 3).await;
        let table = table_of_three(&room, 1).await;
        let mut watching = watch(&room, table, 3).await;
        let on = turn(&room, table).await;
        let stored = store.count(StreamId::Table(table)).expect("read");
        let mut act = ask(u64::from(on.seat.number()), Wish::Play(Play::Fold));
        act.turn = Some(on.turn);
        assert_eq!(refused(room.ask(table, ask(1, OfficialWish::Resume)).await).code, "not_paused");
        clock.fails.store(2, Ordering::SeqCst);
        let refused_act = refused(room.ask(table, act).await);
        assert_eq!(refused_act.code, "stopped");
        let reference = reference_in(&refused_act.why, table);
        assert_eq!(reference, format!("E-{table}-{stored}"));
        let (_, words) = until(&mut watching, |standing| matches!(standing, Standing::Stopped { .. })).await;
        assert!(words.contains(&reference), "{words}");
        assert_eq!(refused(room.ask(table, ask(1, SeatWish::Leave)).await).code, "stopped");
        assert_eq!(store.count(StreamId::Table(table)).expect("read"), stored);
        // The room goes on, and draining it does not wait for a hand that will never end.
        let other = room.open_table(Actor::player(Person(4)), &wish("Other")).await.expect("opened");
        done(room.ask(other, ask(4, SeatWish::Sit { seat: seat(1), stack: chips(200) })).await);
        room.drain().await;
    });
    runtime().block_on(async {
        let room = open(&store, &clock, 3).await;
        done(fold(&room, 1, 1).await);
    });
}

/// Proves REC-08: after a restart with another key the deck of a hand cannot be opened. That hand is void,
/// its table waits, and chips are back; a table between hands plays on under the new key.
#[test]
fn a_hand_whose_deck_cannot_be_opened_after_a_restart_is_void() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 6);
    let (one, two) = runtime().block_on(async {
        let room = open(&store, &clock, 3).await;
        let one = table_of_three(&room, 1).await;
        let two = room.open_table(Actor::player(Person(4)), &wish("Other")).await.expect("opened");
        done(room.ask(two, ask(4, SeatWish::Sit { seat: seat(1), stack: chips(200) })).await);
        turn(&room, one).await;
        (one, two)
    });
    runtime().block_on(async {
        let room = open(&store, &clock, 4).await;
        assert!(room.damaged_tables().is_empty(), "{:?}", room.damaged_tables());
        let mut watching = watch(&room, one, 2).await;
        let void =
            |standing: &Standing| matches!(standing, Standing::Paused { reason } if reason.contains("deck"));
        until(&mut watching, void).await;
        for person in 1..=3 {
            assert_eq!((stake(&store, one, person), wallet(&store, person)), (200, 9_800));
        }
        done(room.ask(two, ask(5, SeatWish::Sit { seat: seat(2), stack: chips(200) })).await);
        done(fold(&room, two, 4).await);
        done(room.ask(one, ask(1, OfficialWish::Resume)).await);
        done(fold(&room, one, 1).await);
    });
    let mut audit = Audit::new(None);
    for link in store.links() {
        audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
    }
    audit.finish().expect("every deck has ended");
}

/// A store that returns damaged records for one table.
struct Damaged {
    store: Arc<MemoryStore>,
    table: u64,
    how: fn(Vec<StoredRecord>) -> Result<Vec<StoredRecord>, StoreError>,
}

impl PassThrough for Damaged {
    fn behind(&self) -> &dyn Store {
        self.store.as_ref()
    }

    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        let read = self.store.read_from_start(stream)?;
        if stream == StreamId::Table(self.table) { (self.how)(read) } else { Ok(read) }
    }
}

/// One way of damaging records.
type Damage = (&'static str, fn(Vec<StoredRecord>) -> Result<Vec<StoredRecord>, StoreError>);

const DAMAGES: &[Damage] = &[
    ("a record that the store finds damaged", |_| Err(StoreError::corrupt("record 9 is damaged"))),
    ("a stake that grew", |mut records| {
        let body = &mut records[0].body;
        *body = body.replacen("\"stack\":200", "\"stack\":201", 1);
        Ok(records)
    }),
    ("a record that is missing", |mut records| {
        records.remove(0);
        Ok(records)
    }),
    ("a record of another kind", |mut records| {
        records[0].body = "[{\"entry\":\"unheard_of\"}]".to_owned();
        Ok(records)
    }),
];

/// Proves REC-06 and OPS-02: a table with damaged records stays stopped and names the record, none of its
/// hands is called off on a guess, and the other tables go on.
#[test]
fn a_table_whose_records_are_damaged_stops_with_the_record_named() {
    for (damage, how) in DAMAGES {
        let (store, clock) = (Arc::new(MemoryStore::new()), clock());
        grant(&store, 6);
        let (one, two) = runtime().block_on(async {
            let room = open(&store, &clock, 3).await;
            (table_of_three(&room, 1).await, table_of_three(&room, 4).await)
        });
        let before = (store.count(StreamId::Table(one)).expect("read"), store.balances().expect("read"));
        runtime().block_on(async {
            let damaged = Arc::new(Damaged { store: store.clone(), table: one, how: *how });
            let ports = ports(damaged, clock.clone(), 3, Box::new(OperatingSystem));
            let room = Room::open(ports, Pace::AT_ONCE).await.expect("the room opens");
            let why =
                room.damaged_tables().get(&one).unwrap_or_else(|| panic!("{damage}: the table was opened"));
            assert!(why.contains("record") || why.contains("stream"), "{damage}: {why}");
            assert_eq!(reference_in(why, one), format!("E-{one}-{}", before.0), "{damage}");
            let refused = refused(room.ask(one, ask(1, SeatWish::Leave)).await);
            assert_eq!(refused.code, "stopped", "{damage}");
            assert!(refused.why.contains(why.as_str()), "{damage}: {}", refused.why);
            assert!(room.watch(one, WatchRequest::default()).await.is_err(), "{damage}");
            let after = (store.count(StreamId::Table(one)).expect("read"), store.balances().expect("read"));
            assert_eq!(after, before, "{damage}: nothing of it was called off");
            done(fold(&room, two, 4).await);
        });
    }
}

/// Proves RNG-09 and RNG-01: without entropy no table with bots is opened, no hand begins, and nothing is
/// used in its place; a hand in progress goes on with its deck.
#[test]
fn without_chance_nothing_is_begun_and_a_hand_in_progress_keeps_its_deck() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 3);
    alone().block_on(async {
        let room = open(&store, &clock, 3).await;
        table_of_three(&room, 1).await;
        let practice = TableWish { book: "practice".to_owned(), bots: 2, ..wish("Practice") };
        room.open_table(Actor::player(Person(1)), &practice).await.expect("opened");
    });
    alone().block_on(async {
        let ports = ports(store.clone(), clock.clone(), 3, Box::new(Zeros));
        let room = Room::open(ports, Pace::AT_ONCE).await.expect("the room opens");
        assert!(
            room.damaged_tables().get(&2).is_some_and(|why| why.contains("zeros")),
            "{:?}",
            room.damaged_tables()
        );
        let practice = TableWish { book: "practice".to_owned(), bots: 2, ..wish("Practice") };
        let before = store.count(StreamId::Room).expect("read");
        let refused = room.open_table(Actor::player(Person(1)), &practice).await.expect_err("no entropy");
        assert_eq!(refused.code, "no_chance");
        assert_eq!(store.count(StreamId::Room).expect("read"), before);
        let round = room.table(1).expect("the table").hand;
        let mut watching = watch(&room, 1, 3).await;
        let mut folded = 0;
        let why = loop {
            let (turn, standing) = match watching.recv().await.expect("the table is there") {
                Outbound::Snapshot(view) => (view.position.turn, Some(view.standing)),
                Outbound::Update(update) => {
                    let standing = update.facts.iter().find_map(|fact| match fact {
                        FactView::Standing(standing) => Some(standing.clone()),
                        FactView::Table(_)
                        | FactView::Deck { .. }
                        | FactView::Cut(_)
                        | FactView::Opening(_)
                        | FactView::TimeBank { .. } => None,
                    });
                    (update.position.turn, standing)
                }
                Outbound::Presence { .. }
                | Outbound::Chat(_)
                | Outbound::Elsewhere
                | Outbound::Ended { .. } => continue,
            };
            if let Some(Standing::Paused { reason }) = standing {
                break reason;
            }
            let Some(turn) = turn else { continue };
            assert_eq!(turn.turn.hand, round, "no hand was begun");
            let mut fold = ask(u64::from(turn.seat.number()), Wish::Play(Play::Fold));
            fold.turn = Some(turn.turn);
            done(room.ask(1, fold).await);
            folded += 1;
        };
        assert!(folded > 0 && why.contains("zeros"), "{folded} folded, then: {why}");
        reference_in(&why, 1);
        assert_eq!(room.table(1).expect("the table").hand, round, "no hand was begun");
    });
}

/// The first line of a source that would make a seed from something other than fresh entropy, and what it
/// uses.
fn seed_of_something_else(source: &str) -> Option<(usize, &'static str)> {
    const BANNED: [&str; 6] =
        ["of_number(", "of_hand(", "SystemTime", "Instant::now", "process::id", "thread_rng"];
    source.lines().enumerate().find_map(|(line, text)| {
        let code = text.split("//").next().unwrap_or_default();
        BANNED.iter().find(|banned| code.contains(**banned)).map(|banned| (line + 1, *banned))
    })
}

/// Proves RNG-01 and OLD-01: nothing in the live room makes a seed from a number, a clock or an id, and a
/// line that did would be found.
#[test]
fn no_seed_of_the_live_room_comes_from_a_number_a_clock_or_an_id() {
    let planted = "let seed = draw().map_or_else(|_| Seed::of_number(table), Seed::new);\n";
    assert_eq!(seed_of_something_else(planted), Some((1, "of_number(")));
    assert!(seed_of_something_else("\nlet now = SystemTime::now();\n").is_some());
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    // The simulator and its shoe deal to nobody: their decks come from the number that the user gave.
    let of_the_room =
        ["live.rs", "live/task.rs", "recovery.rs", "state.rs", "lobby.rs"].map(|file| folder.join(file));
    let keeper = std::fs::read_dir(folder.join("keeper")).expect("the keeper's folder");
    let keeper = keeper.map(|file| file.expect("a file").path());
    let mut read = 0;
    for file in of_the_room.into_iter().chain(keeper) {
        let source = std::fs::read_to_string(&file).expect("readable");
        assert_eq!(seed_of_something_else(&source), None, "{}", file.display());
        read += 1;
    }
    assert!(read > 10, "{read} files");
}

/// Proves PRO-06: an account played by a program gets no seat, with the clause, if the book requires players
/// to act in their own interest alone (16.1). Where marked machine players are allowed it may sit, and a
/// table where one sits cannot start to bar them.
#[test]
fn an_account_of_a_program_sits_only_where_the_book_has_machine_players() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 3);
    runtime().block_on(async {
        let room = open(&store, &clock, 3).await;
        room.set_machine_check(|person| person == Person(2));
        for (book, clauses) in [
            ("canberra-holdem-2018", &["HE-16.1"][..]),
            ("dunedin-17.7", &["DU-13", "DU-14"]),
            ("standard", &[]),
        ] {
            let strict = TableWish { book: book.to_owned(), ..wish(book) };
            let table = room.open_table(Actor::player(Person(1)), &strict).await.expect("opened");
            let sit = |person| ask(person, SeatWish::Sit { seat: seat(1), stack: chips(200) });
            let refused = refused(room.ask(table, sit(2)).await);
            assert_eq!(
                (refused.code, refused.clauses.as_slice()),
                ("no_machines", &clauses.iter().map(|clause| (*clause).to_owned()).collect::<Vec<_>>()[..]),
                "{book}"
            );
            let by_bots = TableWish { bots: 1, ..strict.clone() };
            let refused = room.open_table(Actor::player(Person(1)), &by_bots).await.expect_err("no bots");
            assert_eq!((refused.code, refused.clauses.len()), ("no_machines", clauses.len()), "{book}");
            done(room.ask(table, sit(1)).await);
            done(room.ask(table, ask(1, SeatWish::Leave)).await);
        }
        let marked = vec![("machine_players".to_owned(), "marked".to_owned())];
        let marked = TableWish { settings: marked, ..wish("Marked") };
        let table = room.open_table(Actor::player(Person(1)), &marked).await.expect("opened");
        done(room.ask(table, ask(2, SeatWish::Sit { seat: seat(1), stack: chips(200) })).await);
        let off = || {
            Wish::Official(OfficialWish::Determine {
                settings: vec![("machine_players".to_owned(), "off".to_owned())],
                anew: false,
            })
        };
        let by_operator = |key: u64| {
            let by = Actor { person: Person(9), role: Role::Operator, device: 0 };
            TableRequest { by, ..ask(key, off()) }
        };
        assert_eq!(refused(room.ask(table, by_operator(9)).await).code, "machines_sit");
        done(room.ask(table, ask(2, SeatWish::Leave)).await);
        // The opener does not decide how the table is ruled.
        assert_eq!(refused(room.ask(table, ask(1, off())).await).code, "not_for_the_opener");
        done(room.ask(table, by_operator(9)).await);
    });
}

/// Proves RUL-01: through the room, a change requested during a hand is announced to everybody before the
/// first hand to which it applies, and the hand in play keeps the blinds with which it began.
#[test]
fn a_change_through_the_room_holds_from_the_hand_after_the_notice() {
    let (store, clock) = (Arc::new(MemoryStore::new()), clock());
    grant(&store, 3);
    alone().block_on(async {
        let room = open(&store, &clock, 3).await;
        let table = table_of_three(&room, 1).await;
        let mut watching = watch(&room, table, 3).await;
        let first = turn(&room, table).await.turn.hand;
        let change = || {
            Wish::Official(OfficialWish::Determine {
                settings: vec![("blinds".to_owned(), "5 10".to_owned())],
                anew: false,
            })
        };
        assert_eq!(refused(room.ask(table, ask(2, change())).await).code, "not_allowed");
        let mut by_administrator = ask(9, change());
        by_administrator.by = Actor { person: Person(9), role: Role::Administrator, device: 0 };
        done(room.ask(table, by_administrator).await);
        let (mut announced, mut posted) = (None, Vec::new());
        while posted.len() < 2 {
            let Outbound::Update(update) = watching.recv().await.expect("the table is there") else {
                continue;
            };
            for fact in &update.facts {
                let FactView::Table(seen) = fact else { continue };
                match &seen.event().what {
                    TableFact::House(HouseFact::Determined { from_round, .. }) => {
                        announced = Some(*from_round)
                    }
                    TableFact::Hand(event) => {
                        if let Fact::Chips(ChipFact::Posted { amount, .. }) = event.what {
                            assert!(announced.is_some_and(|from| from <= update.hand), "announced before");
                            posted.push((update.hand, amount));
                        }
                    }
                    _ => {}
                }
            }
            if let Some(turn) = update.position.turn.filter(|turn| turn.turn.hand == first) {
                let mut fold = ask(u64::from(turn.seat.number()), Wish::Play(Play::Fold));
                fold.turn = Some(turn.turn);
                done(room.ask(table, fold).await);
            }
        }
        assert_eq!(announced, Some(first + 1));
        assert_eq!(posted, [(first + 1, chips(5)), (first + 1, chips(10))]);
    });
}
