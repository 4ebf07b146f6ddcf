//! Reports about people: made once, stored with the chat before them, read and dealt with by the people who
//! look after the room.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use room::chat::NewChatMessage;
use room::port::{RequestKey, StreamId};
use room::requests::Reply as Said;
use seating::Person;
use serde_json::{Value, json};
use server::Config;
use store::{Keys, SqliteStore, StoreOptions};

use crate::house::{Answer, CHEAP, House};

const JSON: (&str, &str) = ("content-type", "application/json");
const KEY: &str = "00112233445566778899aabbccddeeff";
const OTHER: &str = "ff112233445566778899aabbccddeeff";

async fn keyed(house: &House, path: &str, cookie: &str, key: &str, body: Value) -> Answer {
    let headers = [JSON, ("idempotency-key", key)];
    house.ask(Method::POST, path, cookie, &headers, &body.to_string()).await
}

/// Sends this many chat lines; every fifth is by the next of these people.
async fn talk(house: &House, lines: u64) {
    for line in 0..lines {
        let mut key = [0; 16];
        key[..8].copy_from_slice(&line.to_be_bytes());
        let say = NewChatMessage {
            person: Person(2 + line / 5),
            key: RequestKey(key),
            text: format!("line {line}"),
        };
        let said = house.state.room.say(1, say).await;
        assert!(matches!(said, Said::Done { .. }), "{said:?}");
    }
}

/// Ana is person 1, Ben person 2, and Ruth, who looks after the room, person 3; there is table 1.
async fn people(house: &House) -> (String, String, String) {
    let (ana, ben) = (house.player("ana").await, house.player("ben").await);
    let ruth = house.administrator("ruth").await;
    house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await;
    (ana, ben, ruth)
}

async fn listed(house: &House, cookie: &str) -> Value {
    let listed = house.get("/api/admin/reports", cookie).await;
    assert_eq!(listed.status, StatusCode::OK, "{}", listed.text);
    listed.json()
}

/// Proves COL-05: a report is stored with the latest chat, is there after a restart, and is answered once.
#[tokio::test]
async fn a_report_keeps_the_last_fifty_lines_and_is_dealt_with_once() {
    let house = House::new().await;
    let (ana, _, ruth) = people(&house).await;
    talk(&house, 60).await;
    let report = json!({ "person": 2, "reason": " called me names " });
    let made = keyed(&house, "/api/tables/1/report", &ana, KEY, report.clone()).await;
    assert_eq!((made.status, made.json()), (StatusCode::CREATED, json!({ "report": 1 })), "{}", made.text);
    let before = listed(&house, &ruth).await;
    let kept = &before["reports"][0];
    assert_eq!(kept["by"], json!({ "person": 1, "name": "ana" }));
    assert_eq!(kept["about"], json!({ "person": 2, "name": "ben" }));
    assert_eq!((&kept["table"], &kept["hand"]), (&json!(1), &json!(0)));
    assert_eq!((&kept["reason"], &kept["dealt"]), (&json!("called me names"), &Value::Null));
    assert_eq!(kept["at"], 1_790_000_000_000_u64);
    let lines: Vec<&str> =
        kept["lines"].as_array().expect("lines").iter().filter_map(|line| line["text"].as_str()).collect();
    let expected: Vec<String> = (10..60).map(|line| format!("line {line}")).collect();
    assert_eq!(lines, expected, "the last 50, oldest first");
    assert_eq!((&kept["lines"][0]["person"], &kept["lines"][0]["seat"]), (&json!(4), &Value::Null));
    assert_eq!((&before["waiting"], &before["next"]), (&json!(1), &Value::Null));

    let house = house.restarted().await;
    assert_eq!(listed(&house, &ruth).await, before, "a restart keeps it as it was");
    let again = keyed(&house, "/api/tables/1/report", &ana, KEY, report).await;
    assert_eq!(
        (again.status, again.json()),
        (StatusCode::CREATED, json!({ "report": 1 })),
        "made once for a key"
    );
    assert_eq!(listed(&house, &ruth).await, before);

    let deal = "/api/admin/reports/1/deal";
    let no_note = house.post(deal, &ruth, json!({ "note": " " })).await;
    assert_eq!((no_note.status, no_note.code().as_str()), (StatusCode::BAD_REQUEST, "reason"));
    for _ in 0..2 {
        let dealt = keyed(&house, deal, &ruth, OTHER, json!({ "note": "spoke to ben" })).await;
        assert_eq!(dealt.status, StatusCode::NO_CONTENT, "{}", dealt.text);
    }
    let twice = house.post(deal, &ruth, json!({ "note": "again" })).await;
    assert_eq!((twice.status, twice.code().as_str()), (StatusCode::CONFLICT, "dealt_with"));
    let none = house.post("/api/admin/reports/2/deal", &ruth, json!({ "note": "x" })).await;
    assert_eq!((none.status, none.code().as_str()), (StatusCode::NOT_FOUND, "no_such_report"));
    let after = house.restarted().await;
    let after = listed(&after, &ruth).await;
    let dealt =
        json!({ "by": { "person": 3, "name": "ruth" }, "at": 1_790_000_000_000_u64, "note": "spoke to ben" });
    assert_eq!((&after["reports"][0]["dealt"], &after["waiting"]), (&dealt, &json!(0)));
}

/// Proves REC-03 for reports: the same one is answered again, and a different one with its key is refused,
/// not lost.
#[tokio::test]
async fn another_report_with_a_key_that_was_used_is_refused_and_says_so() {
    let house = House::new().await;
    let (ana, _, ruth) = people(&house).await;
    house.post("/api/tables", &ana, json!({ "name": "Ash", "book": "standard" })).await;
    let report = json!({ "person": 2, "reason": "called me names" });
    let made = keyed(&house, "/api/tables/1/report", &ana, KEY, report.clone()).await;
    assert_eq!((made.status, made.json()), (StatusCode::CREATED, json!({ "report": 1 })), "{}", made.text);
    for (path, wish) in [
        ("/api/tables/1/report", json!({ "person": 2, "reason": "and again" })),
        ("/api/tables/1/report", json!({ "person": 3, "reason": "called me names" })),
        ("/api/tables/2/report", report.clone()),
    ] {
        let other = keyed(&house, path, &ana, KEY, wish.clone()).await;
        let told = (other.status, other.code());
        assert_eq!(told, (StatusCode::CONFLICT, "key_used".to_owned()), "{path} {wish}");
    }
    let again = keyed(&house, "/api/tables/1/report", &ana, KEY, report).await;
    assert_eq!((again.status, again.json()), (StatusCode::CREATED, json!({ "report": 1 })));
    assert_eq!(listed(&house, &ruth).await["reports"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_is_no_report_is_refused() {
    let house = House::new().await;
    let (ana, _, _) = people(&house).await;
    for (path, wish, status, code) in [
        ("/api/tables/1/report", json!({ "person": 2, "reason": "" }), StatusCode::BAD_REQUEST, "reason"),
        (
            "/api/tables/1/report",
            json!({ "person": 2, "reason": "x".repeat(201) }),
            StatusCode::BAD_REQUEST,
            "reason",
        ),
        (
            "/api/tables/1/report",
            json!({ "person": 9, "reason": "x" }),
            StatusCode::NOT_FOUND,
            "no_such_person",
        ),
        ("/api/tables/1/report", json!({ "person": 1, "reason": "x" }), StatusCode::CONFLICT, "oneself"),
        ("/api/tables/7/report", json!({ "person": 2, "reason": "x" }), StatusCode::NOT_FOUND, "no_such"),
    ] {
        let refused = house.post(path, &ana, wish.clone()).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (status, code),
            "{path} {wish}: {}",
            refused.text
        );
    }
    let records = house.store.read(StreamId::People, 0, 1000).expect("readable");
    assert!(!records.iter().any(|record| record.kind == "reported"));
}

#[tokio::test]
async fn five_reports_come_at_once_and_then_one_in_ten_minutes_and_a_restart_forgets_none_of_it() {
    let house = House::new().await;
    let (ana, ben, ruth) = people(&house).await;
    let report = |about: u64, reason: u64| json!({ "person": about, "reason": format!("reason {reason}") });
    for number in 1..=5 {
        let made = house.post("/api/tables/1/report", &ana, report(2, number)).await;
        assert_eq!(made.json(), json!({ "report": number }));
    }
    let refused = house.post("/api/tables/1/report", &ana, report(2, 6)).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_fast"));
    assert_eq!(refused.json()["retry_after_seconds"], 600);
    let house = house.restarted().await;
    assert_eq!(house.post("/api/tables/1/report", &ana, report(2, 6)).await.code(), "too_fast");
    assert_eq!(house.post("/api/tables/1/report", &ben, report(1, 6)).await.json(), json!({ "report": 6 }));
    house.clocks.pass(10 * 60_000);
    assert_eq!(house.post("/api/tables/1/report", &ana, report(2, 7)).await.json(), json!({ "report": 7 }));
    // Newest first, page by page.
    let numbers = |page: &Value| -> Vec<u64> {
        let reports = page["reports"].as_array().expect("reports").iter();
        reports.filter_map(|report| report["report"].as_u64()).collect()
    };
    let first = house.get("/api/admin/reports?most=4", &ruth).await.json();
    assert_eq!((numbers(&first), &first["next"]), (vec![7, 6, 5, 4], &json!(4)));
    let rest = house.get("/api/admin/reports?most=4&before=4", &ruth).await.json();
    assert_eq!((numbers(&rest), &rest["next"]), (vec![3, 2, 1], &Value::Null));
    assert_eq!(rest["waiting"], 7);
}

/// Proves AUD-01 for reports: they live on in SQLite, bound into the chain like everything else.
#[test]
fn reports_live_on_in_sqlite_and_verify_finds_no_difference() {
    let place = tempfile::tempdir().expect("a folder for the test");
    let (data, keys) = (place.path().join("data"), place.path().join("keys"));
    let open = || {
        let options = StoreOptions::new(&data, &keys);
        Arc::new(SqliteStore::open(&options, &Keys::new([7; 32], [8; 32])).expect("it opens"))
    };
    // The tables of a room go on as long as the runtime they run on.
    let alone = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let clocks = alone().block_on(async { House::new().await.clocks });
    let (before, ruth) = alone().block_on(async {
        let house = House::over(open(), Config::default(), clocks.clone(), CHEAP).await;
        let (ana, _, ruth) = people(&house).await;
        talk(&house, 60).await;
        house.post("/api/tables/1/report", &ana, json!({ "person": 2, "reason": "called me names" })).await;
        house.post("/api/admin/reports/1/deal", &ruth, json!({ "note": "spoke to ben" })).await;
        (listed(&house, &ruth).await, ruth)
    });
    assert_eq!(before["reports"][0]["lines"].as_array().map(Vec::len), Some(50));
    assert_eq!(before["reports"][0]["dealt"]["note"], "spoke to ben");
    alone().block_on(async {
        let again = House::over(open(), Config::default(), clocks, CHEAP).await;
        assert_eq!(listed(&again, &ruth).await, before);
    });
    let key = Keys::new([7; 32], [8; 32]).verifying_key();
    let checks = store::verify(&data, &StoreOptions::new(&data, &keys).checkpoints, &key).expect("readable");
    for check in checks {
        assert_eq!(check.difference, None, "{}", check.name);
    }
}
