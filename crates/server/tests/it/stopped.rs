//! Tables that have stopped: every HTTP request for them gets the reason that the socket gives, with the
//! reference that the log has.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::http::StatusCode;
use room::port::{AppendCallback, Batch, PassThrough, Store, StoreError, StoredRecord, StreamId};
use serde_json::{Value, json};

use crate::evening::{Dice, Evening, line, lively, patient};
use crate::house::{Answer, CHEAP, House};

/// A store in which the first table's records cannot be read.
struct Damaged(Arc<dyn Store>);

impl Damaged {
    fn at(stream: StreamId) -> Result<(), StoreError> {
        if stream == StreamId::Table(1) { Err(StoreError::corrupt("record 9 is damaged")) } else { Ok(()) }
    }
}

impl PassThrough for Damaged {
    fn behind(&self) -> &dyn Store {
        self.0.as_ref()
    }

    fn read_from_start(&self, stream: StreamId) -> Result<Vec<StoredRecord>, StoreError> {
        Damaged::at(stream).and_then(|()| self.0.read_from_start(stream))
    }

    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        Damaged::at(stream).and_then(|()| self.0.read(stream, after, most))
    }
}

/// Every route that names the table, a hand of it or a person there.
const LOOKS: &[&str] = &[
    "/api/tables/1",
    "/api/tables/1/sign",
    "/api/tables/1/may-sit",
    "/api/tables/1/hands",
    "/api/tables/1/hands/1",
    "/api/tables/1/hands/1?as=text",
    "/api/tables/1/hands/1/replay",
];

fn acts() -> Vec<(&'static str, Value)> {
    vec![
        ("/api/tables/1/pause", json!({ "reason": "a break" })),
        ("/api/tables/1/resume", json!({})),
        ("/api/tables/1/close", json!({ "reason": "it is late" })),
        ("/api/tables/1/remove", json!({ "person": 2, "reason": "rude" })),
        ("/api/tables/1/report", json!({ "person": 2, "reason": "rude" })),
        ("/api/tables/1/hands/1/share", json!({ "own_cards": true })),
    ]
}

fn is_stopped(what: &str, answer: &Answer, reference: &str) {
    let told = answer.json();
    let reason = (told["code"].as_str(), told["reason"].as_str());
    assert_eq!(reason, (Some("stopped"), Some("stopped")), "{what}: {}", answer.text);
    assert_eq!(answer.status, StatusCode::CONFLICT, "{what}: {}", answer.text);
    assert_eq!(told["numbers"], json!({ "reference": reference }), "{what}");
}

/// Proves REC-06 for every caller: a table whose records are damaged has one reason everywhere, and a person
/// who sat there still has their wallet, their other hands and their file.
#[tokio::test]
async fn a_table_whose_records_are_damaged_is_stopped_on_every_route_as_on_the_socket() {
    let mut evening = Evening::of(3, 5, "standard", &[]).await;
    let ruth = evening.house.administrator("ruth").await;
    let kim = evening.house.staff("kim", "auditor", &ruth).await;
    for player in 0..3 {
        evening.sit(player, 1, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(5);
    evening.hands(1, 2, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(1, &mut |_, frame| lively(&mut dice, frame)).await;
    let cookie = &evening.cookies[0];
    let wish = json!({ "own_cards": false });
    let shared = evening.house.post("/api/tables/1/hands/1/share", cookie, wish).await.json();
    let shared = format!("/api/shared/{}", shared["token"].as_str().expect("a link"));
    let whole = evening.house.get("/api/wallet", cookie).await.json();

    let records = evening.house.store.count(StreamId::Table(1)).expect("read");
    let reference = format!("E-1-{records}");
    let damaged = Arc::new(Damaged(evening.house.store.clone()));
    let house = House::over(damaged, patient(), Arc::clone(&evening.house.clocks), CHEAP).await;
    let mut eye = line(&house, None);
    eye.watch(1);
    let ended = eye.until("ended").await;
    assert_eq!((&ended["reason"], &ended["numbers"]["reference"]), (&json!("stopped"), &json!(reference)));
    for path in LOOKS {
        is_stopped(path, &house.get(path, cookie).await, &reference);
    }
    is_stopped(&shared, &house.get(&shared, "").await, &reference);
    for (path, body) in acts() {
        is_stopped(path, &house.post(path, cookie, body).await, &reference);
    }
    let opening = json!({ "table": 1, "hand": 1, "reason": "a complaint" });
    let asked = house.post("/api/audit/openings", &kim, opening).await;
    is_stopped("/api/audit/openings", &asked, &reference);
    // A table that never existed is another matter.
    assert_eq!(house.get("/api/tables/7", cookie).await.status, StatusCode::NOT_FOUND);

    let wallet = house.get("/api/wallet", cookie).await;
    assert_eq!(wallet.status, StatusCode::OK, "{}", wallet.text);
    assert_eq!(wallet.json()["balance"], whole["balance"]);
    for path in ["/api/hands", "/api/results", "/api/me/export"] {
        let answer = house.get(path, cookie).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        leaves_out(path, &answer, &reference);
    }
}

/// One time at the table is reported as left out, with the reference.
fn leaves_out(what: &str, answer: &Answer, reference: &str) {
    let told = answer.json();
    let unread = &told["unread"];
    assert_eq!(unread.as_array().map(Vec::len), Some(1), "{what}: {}", answer.text);
    assert_eq!((&unread[0]["table"], &unread[0]["reference"]), (&json!(1), &json!(reference)), "{what}");
}

/// A store in which one record of a stream is damaged since the room opened; 0 is none.
struct OneDamaged {
    store: Arc<dyn Store>,
    stream: StreamId,
    number: AtomicU64,
}

impl PassThrough for OneDamaged {
    fn behind(&self) -> &dyn Store {
        self.store.as_ref()
    }

    fn read(&self, stream: StreamId, after: u64, most: usize) -> Result<Vec<StoredRecord>, StoreError> {
        let number = self.number.load(Ordering::SeqCst);
        if stream == self.stream && after < number && number - after <= most as u64 {
            return Err(StoreError::corrupt(format!("record (stream {stream}, number {number}) is damaged")));
        }
        self.store.read(stream, after, most)
    }
}

async fn damaged_later(evening: &Evening, stream: StreamId) -> (Arc<OneDamaged>, House) {
    let store = evening.house.store.clone();
    let damaged = Arc::new(OneDamaged { store, stream, number: AtomicU64::new(0) });
    let house = House::over(damaged.clone(), patient(), Arc::clone(&evening.house.clocks), CHEAP).await;
    (damaged, house)
}

/// Proves REC-06 for a record that is damaged while the room runs: what is stored in it is refused like a
/// stopped table, what is not in it is shown, and a list says what it leaves out.
#[tokio::test]
async fn a_damaged_record_of_an_old_hand_is_refused_or_said_to_be_left_out() {
    let mut evening = Evening::of(3, 5, "standard", &[]).await;
    for player in 0..3 {
        evening.sit(player, 1, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(5);
    evening.hands(1, 6, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(1, &mut |_, frame| lively(&mut dice, frame)).await;
    let cookie = &evening.cookies[0];
    let numbers = |answer: &Answer| -> Vec<u64> {
        let told = answer.json();
        let hands = told["hands"].as_array().expect("a list").iter();
        hands.map(|hand| hand["hand"].as_u64().expect("a number")).collect()
    };
    let whole = evening.house.get("/api/hands", cookie).await;
    let all = numbers(&whole);
    assert!(all.len() >= 6 && whole.json()["unread"].is_null(), "{}", whole.text);

    // A record of hand 4, neither its opening nor its last.
    let stream = StreamId::Table(1);
    let (damaged, house) = damaged_later(&evening, stream).await;
    let number = house.store.nth_start(stream, 4).expect("read").expect("hand 4") + 2;
    damaged.number.store(number, Ordering::SeqCst);
    let reference = format!("E-1-{}", house.store.count(stream).expect("read"));
    for path in ["", "?as=text", "/replay"] {
        let of = |hand: u64| format!("/api/tables/1/hands/{hand}{path}");
        is_stopped(path, &house.get(&of(4), cookie).await, &reference);
        // The table as hand 5 found it follows from hand 4.
        is_stopped(path, &house.get(&of(5), cookie).await, &reference);
        for hand in [3, 6] {
            let answer = house.get(&of(hand), cookie).await;
            assert_eq!(answer.status, StatusCode::OK, "{hand}: {}", answer.text);
        }
    }
    is_stopped("hands of the table", &house.get("/api/tables/1/hands", cookie).await, &reference);
    let share = json!({ "own_cards": true });
    is_stopped("share", &house.post("/api/tables/1/hands/4/share", cookie, share).await, &reference);
    let rest: Vec<u64> = all.into_iter().filter(|hand| *hand != 4).collect();
    for path in ["/api/hands", "/api/hands?table=1", "/api/me/export"] {
        let answer = house.get(path, cookie).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
        assert_eq!(numbers(&answer), rest, "{path}");
        leaves_out(path, &answer, &reference);
    }
    // The result of an evening is not computed from a part of it.
    let results = house.get("/api/results", cookie).await;
    assert_eq!(results.json()["sessions"], json!([]), "{}", results.text);
    leaves_out("results", &results, &reference);
    // The last hand is another one that may be damaged.
    let (damaged, house) = damaged_later(&evening, stream).await;
    let last = house.store.nth_start(stream, rest[0]).expect("read").expect("the last hand") + 1;
    damaged.number.store(last, Ordering::SeqCst);
    let answer = house.get("/api/hands", cookie).await;
    assert!(numbers(&answer).contains(&4) && !numbers(&answer).contains(&rest[0]), "{}", answer.text);
    leaves_out("the last hand", &answer, &reference);
}

/// A damaged record of people belongs to no table, and is refused in the same way.
#[tokio::test]
async fn a_damaged_record_of_people_keeps_their_file_with_a_reference() {
    let evening = Evening::of(2, 5, "standard", &[]).await;
    let (damaged, house) = damaged_later(&evening, StreamId::People).await;
    damaged.number.store(1, Ordering::SeqCst);
    let records = house.store.count(StreamId::People).expect("read");
    let answer = house.get("/api/me/export", &evening.cookies[0]).await;
    is_stopped("the file", &answer, &format!("E-people-{records}"));
}

/// A store that accepts nothing more for the first table.
struct Refusing {
    store: Arc<dyn Store>,
    refuses: AtomicBool,
}

impl PassThrough for Refusing {
    fn behind(&self) -> &dyn Store {
        self.store.as_ref()
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        let of_it = batch.parts.iter().any(|part| part.stream == StreamId::Table(1));
        if of_it && self.refuses.load(Ordering::SeqCst) {
            return done(Err(StoreError::unavailable("the disk is gone")));
        }
        self.store.append(batch, done);
    }
}

/// If a table stops while the room runs, its sign and its hands are still shown, and acts and seats get the
/// reason.
#[tokio::test]
async fn a_table_that_stops_while_the_room_runs_gives_no_seat_and_takes_no_act() {
    let evening = Evening::of(2, 5, "standard", &[]).await;
    let refusing = Refusing { store: evening.house.store.clone(), refuses: AtomicBool::new(false) };
    let refusing = Arc::new(refusing);
    let clocks = Arc::clone(&evening.house.clocks);
    let house = House::over(refusing.clone(), patient(), clocks, CHEAP).await;
    let cookie = &evening.cookies[0];
    assert_eq!(house.get("/api/tables/1/may-sit", cookie).await.status, StatusCode::OK);
    refusing.refuses.store(true, Ordering::SeqCst);
    let records = house.store.count(StreamId::Table(1)).expect("read");
    let reference = format!("E-1-{records}");
    let close = json!({ "reason": "it is late" });
    for _ in 0..2 {
        is_stopped("close", &house.post("/api/tables/1/close", cookie, close.clone()).await, &reference);
    }
    is_stopped("may-sit", &house.get("/api/tables/1/may-sit", cookie).await, &reference);
    let table = house.get("/api/tables/1", cookie).await.json();
    assert_eq!(table["standing"]["is"], "stopped", "{table}");
    assert_eq!(table["standing"]["numbers"]["reference"], json!(reference));
    assert_eq!(house.get("/api/tables/1/sign", cookie).await.status, StatusCode::OK);
}
