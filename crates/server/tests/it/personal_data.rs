//! Personal data over HTTP: sessions, the file with everything, deleting the account, and what the room
//! forgets.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;
use room::port::StreamId;
use serde_json::{Value, json};
use server::Config;
use server::config::Retention;
use store::{Keys, SqliteStore, StoreOptions};

use crate::house::{CHEAP, House, PASSWORD};

const DAY: u64 = 24 * 3600 * 1000;

#[tokio::test]
async fn sessions_are_seen_and_ended_one_by_one() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let bob = house.player("bob").await;
    let phone = house.sign_in("ana", PASSWORD).await.cookie();
    let open = house.get("/api/sessions", &ana).await.json();
    let lines = open["sessions"].as_array().expect("a list").clone();
    assert_eq!(lines.iter().map(|line| line["own"].clone()).collect::<Vec<_>>(), [json!(true), json!(false)]);
    let other = lines[1]["session"].as_u64().expect("a number");
    let path = format!("/api/sessions/{other}/end");
    let foreign = house.post(&path, &bob, json!({})).await;
    assert_eq!((foreign.status, foreign.code().as_str()), (StatusCode::NOT_FOUND, "no_such"));
    assert_eq!(house.post(&path, &ana, json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &phone).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::OK);
    let gone = house.post("/api/sessions/9007199254740991/end", &ana, json!({})).await;
    assert_eq!((gone.status, gone.code().as_str()), (StatusCode::NOT_FOUND, "no_such"));
    let none = house.post("/api/sessions/-1/end", &ana, json!({})).await;
    assert_eq!((none.status, none.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
}

/// Proves PII-05: the file has what is stored about the person and nothing about another.
#[tokio::test]
async fn everything_there_is_of_a_person_comes_in_one_file() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let bob = house.player("bob").await;
    house.sign_in("ana", "not the password").await;
    house.post("/api/tables", &bob, json!({ "name": "Elm", "book": "standard" })).await;
    house.post("/api/tables/1/report", &bob, json!({ "person": 1, "reason": "rude" })).await;
    house.post("/api/tables/1/report", &ana, json!({ "person": 2, "reason": "slow" })).await;
    let answer = house.get("/api/me/export", &ana).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"cardroom-ana.json\"");
    let file = answer.json();
    let row = house.state.people.row(seating::Person(1)).expect("there");
    assert_eq!(file["account"]["login"], "ana");
    assert_eq!(file["account"]["updated"], row.updated.0);
    assert!(!answer.text.contains(&row.password), "a hash is in no file");
    let stored = house.store.read(StreamId::People, 0, 1000).expect("readable");
    let mine = stored.iter().filter(|record| {
        let facts: Value = serde_json::from_str(&record.body).expect("JSON");
        facts["person"] == 1 || record.by.person.0 == 1
    });
    let mine: Vec<(u64, Value)> =
        mine.map(|record| (record.number, serde_json::from_str(&record.body).expect("JSON"))).collect();
    let told: Vec<(u64, Value)> = file["records"]
        .as_array()
        .expect("records")
        .iter()
        .map(|record| (record["number"].as_u64().expect("a number"), record["facts"].clone()))
        .collect();
    assert_eq!(told, mine);
    let kinds: Vec<&str> = told.iter().filter_map(|(_, facts)| facts["kind"].as_str()).collect();
    assert_eq!(kinds, ["signed_up", "role_given", "granted", "signed_in", "sign_in_failed", "reported"]);
    assert!(
        answer.text.contains("slow") && !answer.text.contains("rude"),
        "what others said belongs to them"
    );
    assert_eq!(
        (file["wallet"].as_i64(), file["movements"][0]["change"].as_i64()),
        (Some(10_000), Some(10_000))
    );
    assert_eq!(file["sessions"], house.get("/api/sessions", &ana).await.json()["sessions"]);
    assert_eq!(file["hands"], house.get("/api/hands", &ana).await.json()["hands"]);
}

#[tokio::test]
async fn an_account_is_deleted_with_the_password_and_without_a_seat() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.administrator("ruth").await;
    let wrong = house.post("/api/me/delete", &ana, json!({ "password": "not the password" })).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::UNAUTHORIZED, "wrong_credentials"));
    let done = house.post("/api/me/delete", &ana, json!({ "password": PASSWORD })).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
    assert!(done.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    let gone = house.sign_in("ana", PASSWORD).await;
    assert_eq!((gone.status, gone.code().as_str()), (StatusCode::UNAUTHORIZED, "wrong_credentials"));
    let again = house.player("ana").await;
    assert_eq!(house.get("/api/me", &again).await.json()["person"], 3, "the number is not used again");
    let ruth = house.sign_in("ruth", PASSWORD).await.cookie();
    // If there is a second factor, the password alone deletes nothing.
    for code in [None, Some("000000".to_owned())] {
        let alone = house.post("/api/me/delete", &ruth, json!({ "password": PASSWORD, "code": code })).await;
        assert_eq!((alone.status, alone.code().as_str()), (StatusCode::UNAUTHORIZED, "second_factor"));
    }
    house.clocks.pass(30_000);
    let both = json!({ "password": PASSWORD, "code": house.code("ruth") });
    let last = house.post("/api/me/delete", &ruth, both).await;
    assert_eq!((last.status, last.code().as_str()), (StatusCode::CONFLICT, "last_administrator"));
    let listed = house.get("/api/admin/people", &ruth).await.json();
    let numbers: Vec<u64> = listed["people"]
        .as_array()
        .expect("people")
        .iter()
        .filter_map(|line| line["person"].as_u64())
        .collect();
    assert_eq!(numbers, [2, 3], "a deleted person is in no list");
}

#[tokio::test]
async fn an_account_with_a_second_factor_is_deleted_with_a_code() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.enrols("ana", &ana).await;
    let delete = |code| house.post("/api/me/delete", &ana, json!({ "password": PASSWORD, "code": code }));
    assert_eq!(delete(house.code("ana")).await.code(), "second_factor", "used up by the enrolment");
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::OK);
    house.clocks.pass(30_000);
    assert_eq!(delete(house.code("ana")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
}

/// Every file under a folder that contains these bytes.
fn files_with(folder: &Path, wanted: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files_with(&path, wanted));
        } else if std::fs::read(&path).expect("a file").windows(wanted.len()).any(|bytes| bytes == wanted) {
            found.push(path.display().to_string());
        }
    }
    found
}

/// Proves PII-01, PII-03: names are in the row only, and after the account is deleted in no byte of any file,
/// even while the room is open; what is stored still verifies, and every chip is accounted for.
#[tokio::test]
async fn no_byte_of_an_erased_name_is_left_in_the_data() {
    let place = tempfile::tempdir().expect("a folder for the test");
    let (data, keys) = (place.path().join("data"), place.path().join("keys"));
    let options = StoreOptions::new(&data, &keys);
    let made = || Keys::new([7; 32], [8; 32]);
    let store = Arc::new(SqliteStore::open(&options, &made()).expect("it opens"));
    let clocks = House::new().await.clocks;
    let house = House::over(store, Config::default(), clocks.clone(), CHEAP).await;
    let mut cookies = Vec::new();
    // Enough that rows move from page to page.
    for number in 0..150 {
        if number % 15 == 0 {
            clocks.pass(20 * 60_000);
        }
        cookies.push(house.player(&format!("planted-{number:03}-name")).await);
    }
    let chips = house.store.balances().expect("readable");
    for (number, cookie) in cookies.iter().enumerate().filter(|(number, _)| number % 3 == 0) {
        clocks.pass(60_000);
        let done = house.post("/api/me/delete", cookie, json!({ "password": PASSWORD })).await;
        assert_eq!(done.status, StatusCode::NO_CONTENT, "{number}: {}", done.text);
    }
    let find = |number: usize| files_with(place.path(), format!("planted-{number:03}-name").as_bytes());
    for number in 0..150 {
        let found = find(number);
        assert_eq!(found.is_empty(), number % 3 == 0, "name {number}: {found:?}");
    }
    for record in house.store.read(StreamId::People, 0, 100_000).expect("readable") {
        assert!(!record.body.contains("planted"), "a record knows a name: {}", record.body);
    }
    assert_eq!(house.store.balances().expect("readable"), chips, "every chip is where it was");
    drop(house);
    let checks = store::verify(&data, &options.checkpoints, &made().verifying_key()).expect("readable");
    for check in checks {
        assert_eq!(check.difference, None, "{}", check.name);
    }
    let store = Arc::new(SqliteStore::open(&options, &made()).expect("it opens"));
    let again = House::over(store, Config::default(), clocks, CHEAP).await;
    assert_eq!(again.sign_in("planted-001-name", PASSWORD).await.status, StatusCode::OK);
    assert_eq!(again.sign_in("planted-000-name", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
}

/// Proves PII-02: over simulated years, each kind of data goes by itself when its time is over.
#[tokio::test]
async fn over_the_years_the_room_forgets_by_itself() {
    let retention = Retention { unused_account_days: 365, trace_days: 30 };
    let house = House::with(Config { retention, ..Config::default() }).await;
    house.player("ana").await;
    house.player("bob").await;
    let salt = |house: &House| house.state.people.row(seating::Person::HOUSE).expect("there").salt;
    let first = salt(&house);
    house.clocks.pass(30 * DAY - 1);
    house.state.apply_retention().await;
    assert_eq!(salt(&house), first);
    house.clocks.pass(1);
    house.state.apply_retention().await;
    let second = salt(&house);
    assert_ne!(second, first);
    house.clocks.pass(300 * DAY);
    let ana = house.sign_in("ana", PASSWORD).await.cookie();
    house.clocks.pass(35 * DAY - 1);
    house.state.apply_retention().await;
    assert_eq!(house.sign_in("bob", "not the password").await.code(), "wrong_credentials");
    assert!(house.state.people.by_login("bob").is_some());
    house.clocks.pass(1);
    house.state.apply_retention().await;
    assert!(house.state.people.by_login("bob").is_none() && house.state.people.by_login("ana").is_some());
    // Ana's session expired long ago, but the account is still there.
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    for _ in 0..11 {
        house.clocks.pass(30 * DAY);
        house.state.apply_retention().await;
    }
    assert!(house.state.people.by_login("ana").is_none());
    let stored = house.store.read(StreamId::People, 0, 1000).expect("readable");
    assert_eq!(stored.iter().filter(|record| record.kind == "account_erased").count(), 2);
    assert!(
        stored.iter().filter(|record| record.kind == "account_erased").all(|record| record.by.person.0 == 0)
    );
    assert_eq!(house.restarted().await.state.people.by_login("ana"), None);
}

/// Proves PII-04: anybody who looks at accounts or reports is on record, with role and reason, before
/// anything is shown.
#[tokio::test]
async fn a_look_at_personal_data_is_on_record() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await;
    house.post("/api/tables/1/report", &ana, json!({ "person": 2, "reason": "slow" })).await;
    let looks = || {
        let stored = house.store.read(StreamId::People, 0, 1000).expect("readable");
        let looks = stored.into_iter().filter(|record| record.kind == "personal_data_seen");
        looks
            .map(|record| {
                let facts: Value = serde_json::from_str(&record.body).expect("JSON");
                (record.by.person.0, record.by.role, facts["what"].clone(), facts["reason"].clone())
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(house.get("/api/admin/people", &ana).await.status, StatusCode::FORBIDDEN);
    assert_eq!(looks(), [], "nothing was shown");
    house.get("/api/admin/people?reason=a%20complaint", &ruth).await;
    house.get("/api/admin/people", &ruth).await;
    house.get("/api/admin/reports", &ruth).await;
    let role = seating::Role::Administrator;
    assert_eq!(
        looks(),
        [
            (2, role, json!("accounts"), json!("a complaint")),
            (2, role, json!("accounts"), Value::Null),
            (2, role, json!("reports"), json!("to deal with reports")),
        ]
    );
    let bad = house.get("/api/admin/people?reason=%20", &ruth).await;
    assert_eq!((bad.status, bad.code().as_str()), (StatusCode::BAD_REQUEST, "reason"));
}
