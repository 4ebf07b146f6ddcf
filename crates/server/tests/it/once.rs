//! HTTP requests that create something are carried out once per key, however often they are sent.

use axum::http::{Method, StatusCode};
use room::people::PeopleEvent;
use room::port::StreamId;
use serde_json::{Value, json};

use crate::house::{Answer, House, PASSWORD};

const JSON: (&str, &str) = ("content-type", "application/json");
const FIRST: &str = "00112233445566778899aabbccddeeff";
const OTHER: &str = "ff112233445566778899aabbccddeeff";

/// Posts something with a key.
async fn keyed(house: &House, path: &str, cookie: &str, key: &str, body: Value) -> Answer {
    let headers = [JSON, ("idempotency-key", key)];
    house.ask(Method::POST, path, cookie, &headers, &body.to_string()).await
}

fn table() -> Value {
    named("Elm")
}

fn named(name: &str) -> Value {
    json!({ "name": name, "book": "standard" })
}

async fn tables(house: &House) -> usize {
    house.get("/api/tables", "").await.json()["tables"].as_array().expect("a list").len()
}

/// Proves REC-03: a table that is requested twice with a key is opened once, even if the room was restarted
/// in between.
#[tokio::test]
async fn a_table_that_is_asked_for_twice_with_a_key_is_opened_once() {
    let house = House::new().await;
    let (ana, ben) = (house.player("ana").await, house.player("ben").await);
    let first = keyed(&house, "/api/tables", &ana, FIRST, table()).await;
    assert_eq!((first.status, first.json()), (StatusCode::CREATED, json!({ "table": 1, "warnings": [] })));
    let again = keyed(&house, "/api/tables", &ana, FIRST, table()).await;
    assert_eq!((again.status, again.json()), (StatusCode::CREATED, json!({ "table": 1, "warnings": [] })));
    assert_eq!(tables(&house).await, 1);
    let house = house.restarted().await;
    let later = keyed(&house, "/api/tables", &ana, FIRST, table()).await;
    assert_eq!(later.json(), json!({ "table": 1, "warnings": [] }));
    // Another key is another table, and so is the same key of another person.
    assert_eq!(
        keyed(&house, "/api/tables", &ana, OTHER, named("Ash")).await.json(),
        json!({ "table": 2, "warnings": [] })
    );
    assert_eq!(
        keyed(&house, "/api/tables", &ben, FIRST, named("Oak")).await.json(),
        json!({ "table": 3, "warnings": [] })
    );
    assert_eq!(
        house.post("/api/tables", &ana, named("Fir")).await.json(),
        json!({ "table": 4, "warnings": [] })
    );
    assert_eq!(tables(&house).await, 4);
}

/// Proves REC-03 for identical requests in progress at the same moment.
#[tokio::test]
async fn of_twins_at_the_same_moment_one_opens_a_table() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let ask = || keyed(&house, "/api/tables", &ana, FIRST, table());
    let (a, b, c) = tokio::join!(ask(), ask(), ask());
    for answer in [a, b, c] {
        assert_eq!(
            (answer.status, answer.json()),
            (StatusCode::CREATED, json!({ "table": 1, "warnings": [] }))
        );
    }
    assert_eq!(tables(&house).await, 1);
}

/// A refusal is not stored as the answer to a key: what was wrong may be right later.
#[tokio::test]
async fn what_was_refused_may_be_asked_for_again_with_its_key() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let wrong = json!({ "name": "Elm", "book": "standard", "settings": { "seats": "99" } });
    assert_eq!(
        keyed(&house, "/api/tables", &ana, FIRST, wrong).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(
        keyed(&house, "/api/tables", &ana, FIRST, table()).await.json(),
        json!({ "table": 1, "warnings": [] })
    );
    let broken = keyed(&house, "/api/tables", &ana, "12", table()).await;
    assert_eq!((broken.status, broken.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
}

/// Proves REC-03: a pause that is sent again, late, does not stop a table that has resumed.
#[tokio::test]
async fn a_pause_that_comes_twice_stops_a_table_once() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.post("/api/tables", &ana, table()).await;
    let reason = json!({ "reason": "a break" });
    let first = keyed(&house, "/api/tables/1/pause", &ana, FIRST, reason.clone()).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    let resumed = keyed(&house, "/api/tables/1/resume", &ana, OTHER, json!({})).await;
    assert_eq!(resumed.status, StatusCode::OK, "{}", resumed.text);
    let again = keyed(&house, "/api/tables/1/pause", &ana, FIRST, reason).await;
    assert_eq!(again.json(), first.json());
    assert_eq!(house.get("/api/tables/1", "").await.json()["standing"]["is"], "open");
}

/// Proves REC-03 for a table that is gone: what was done with a key is answered again, and anything else is
/// refused.
#[tokio::test]
async fn what_was_asked_of_a_table_is_answered_again_when_the_table_is_gone() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.post("/api/tables", &ana, table()).await;
    let (tea, late) = (json!({ "reason": "tea" }), json!({ "reason": "late" }));
    let paused = keyed(&house, "/api/tables/1/pause", &ana, FIRST, tea.clone()).await;
    let closed = keyed(&house, "/api/tables/1/close", &ana, OTHER, late.clone()).await;
    assert_eq!((paused.status, closed.status), (StatusCode::OK, StatusCode::OK), "{}", closed.text);
    let mut house = house;
    for restarted in [false, true] {
        if restarted {
            house = house.restarted().await;
        }
        while house.state.room.table(1).is_some() {
            tokio::task::yield_now().await;
        }
        for (path, key, reason, before) in [("pause", FIRST, &tea, &paused), ("close", OTHER, &late, &closed)]
        {
            let path = format!("/api/tables/1/{path}");
            let again = keyed(&house, &path, &ana, key, reason.clone()).await;
            assert_eq!((again.status, again.json()), (StatusCode::OK, before.json()), "{path}");
            let other = keyed(&house, &path, &ana, key, json!({ "reason": "why not" })).await;
            assert_eq!((other.status, other.code().as_str()), (StatusCode::CONFLICT, "key_used"), "{path}");
        }
        let third =
            keyed(&house, "/api/tables/1/pause", &ana, "0f112233445566778899aabbccddeeff", tea.clone()).await;
        assert_eq!((third.status, third.code().as_str()), (StatusCode::NOT_FOUND, "no_such"));
        let resumed = keyed(&house, "/api/tables/1/resume", &ana, FIRST, json!({})).await;
        assert_eq!(resumed.code(), "key_used");
    }
}

/// Proves REC-03 for new accounts: the same request signs in again, and a different one with its key is
/// refused.
#[tokio::test]
async fn a_key_of_a_sign_up_makes_one_account_and_no_other() {
    let house = House::new().await;
    let wish = |login: &str, name: &str| json!({ "login": login, "name": name, "password": PASSWORD });
    let made = keyed(&house, "/api/sign-up", "", FIRST, wish("ana", "Ana")).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    for other in [
        wish("ben", "Ben"),
        wish("ana", "Anna"),
        json!({ "login": "ana", "name": "Ana", "password": PASSWORD, "machine": true }),
        json!({ "login": "ana", "name": "Ana", "password": "quite another long one" }),
    ] {
        let told = keyed(&house, "/api/sign-up", "", FIRST, other.clone()).await;
        assert_eq!((told.status, told.code().as_str()), (StatusCode::CONFLICT, "key_used"), "{other}");
    }
    let again = keyed(&house, "/api/sign-up", "", FIRST, wish("ANA", "Ana")).await;
    assert_eq!((again.status, &again.json()["person"]), (StatusCode::CREATED, &json!(1)), "{}", again.text);
}

fn count(house: &House, kind: &str) -> usize {
    let records = house.store.read(StreamId::People, 0, usize::MAX).expect("readable");
    records.iter().filter(|stored| stored.kind == kind).count()
}

/// Proves REC-03 for what an administrator does: a ban that is sent again after it was lifted bans nobody.
#[tokio::test]
async fn what_an_administrator_does_is_done_once_for_a_key() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let person = |act: &str| format!("/api/admin/people/1/{act}");
    let reason = json!({ "reason": "chip dumping" });
    let keys: Vec<String> = (0..4).map(|key| format!("{key:032x}")).collect();
    let ban = || keyed(&house, "/api/admin/people/1/ban", &ruth, &keys[0], reason.clone());
    for _ in 0..2 {
        assert_eq!(ban().await.status, StatusCode::NO_CONTENT);
    }
    for _ in 0..2 {
        let unbanned = keyed(&house, &person("unban"), &ruth, &keys[1], json!({ "reason": "heard" })).await;
        assert_eq!(unbanned.status, StatusCode::NO_CONTENT, "{}", unbanned.text);
    }
    assert_eq!(ban().await.status, StatusCode::NO_CONTENT);
    assert_eq!((count(&house, "banned"), count(&house, "unbanned")), (1, 1));
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK, "the late ban did nothing");
    // Accounts begin with a role.
    let before = count(&house, "role_given");
    for _ in 0..2 {
        let taken = keyed(&house, &person("roles/player/take"), &ruth, &keys[2], json!({})).await;
        assert_eq!(taken.status, StatusCode::NO_CONTENT, "{}", taken.text);
    }
    for _ in 0..2 {
        let given = keyed(&house, &person("roles"), &ruth, &keys[3], json!({ "role": "player" })).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{}", given.text);
    }
    assert_eq!((count(&house, "role_taken"), count(&house, "role_given")), (1, before + 1));
    // Without a key, each request counts anew.
    let unban = house.post(&person("unban"), &ruth, json!({ "reason": "heard" })).await;
    assert_eq!((unban.status, unban.code().as_str()), (StatusCode::CONFLICT, "not_banned"));
}

/// Proves REC-03: a person who became an administrator and never got the answer signs in by sending the
/// request again.
#[tokio::test]
async fn a_first_link_that_is_used_twice_with_a_key_makes_one_administrator() {
    let house = House::new().await;
    let wish = |password: &str| json!({ "login": "ruth", "password": password });
    let token = house.first_link().await;
    let first = |password: &str| json!({ "token": token, "administrator": wish(password) });
    let made = keyed(&house, "/api/first", "", FIRST, first(PASSWORD)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let again = keyed(&house, "/api/first", "", FIRST, first(PASSWORD)).await;
    assert_eq!(again.status, StatusCode::CREATED, "{}", again.text);
    assert_eq!(again.json()["person"], made.json()["person"]);
    assert_eq!(house.get("/api/me", &again.cookie()).await.status, StatusCode::OK);
    // The key alone gives no access.
    let guess = keyed(&house, "/api/first", "", FIRST, first("not the password")).await;
    assert_eq!((guess.status, guess.code().as_str()), (StatusCode::CONFLICT, "key_used"));
    // Nor does it with another link, or at the other path that makes accounts.
    for token in ["ab".repeat(32), "no link".to_owned()] {
        let wish = json!({ "token": token, "administrator": wish(PASSWORD) });
        let told = keyed(&house, "/api/first", "", FIRST, wish).await;
        assert_eq!((told.status, told.code().as_str()), (StatusCode::CONFLICT, "key_used"), "{token}");
    }
    assert_eq!(keyed(&house, "/api/sign-up", "", FIRST, wish(PASSWORD)).await.code(), "key_used");
    let another = json!({ "token": token, "administrator": { "login": "sara", "password": PASSWORD } });
    assert_eq!(keyed(&house, "/api/first", "", FIRST, another).await.code(), "key_used");
    let other = keyed(&house, "/api/first", "", OTHER, first(PASSWORD)).await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::NOT_FOUND, "no_such_link"));
    let records = house.store.read(StreamId::People, 0, usize::MAX).expect("readable");
    let events =
        records.iter().map(|stored| serde_json::from_str::<PeopleEvent>(&stored.body).expect("an event"));
    assert_eq!(events.filter(|event| matches!(event, PeopleEvent::SignedUp { .. })).count(), 1);
}

/// The same request four times at once, and the answer to each.
async fn at_once(house: &House, path: &str, cookie: &str, key: &str, bodies: [Value; 4]) -> [Answer; 4] {
    let [a, b, c, d] = bodies;
    let ask = |body| keyed(house, path, cookie, key, body);
    tokio::join!(ask(a), ask(b), ask(c), ask(d)).into()
}

/// Proves REC-03 for simultaneous requests: those that carry the same key wait for each other.
#[tokio::test]
async fn the_same_request_at_once_is_done_once_and_answered_to_each() {
    let house = House::new().await;
    let wish = |login: &str| json!({ "login": login, "password": PASSWORD });
    let made = at_once(&house, "/api/sign-up", "", FIRST, [(); 4].map(|()| wish("ana"))).await;
    for answer in &made {
        assert_eq!(
            (answer.status, &answer.json()["person"]),
            (StatusCode::CREATED, &json!(1)),
            "{}",
            answer.text
        );
        assert_eq!(house.get("/api/me", &answer.cookie()).await.status, StatusCode::OK);
    }
    let token = house.first_link().await;
    let first = || json!({ "token": token, "administrator": wish("ruth") });
    let made = at_once(&house, "/api/first", "", OTHER, [(); 4].map(|()| first())).await;
    for answer in &made {
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    }
    let ruth = made[0].cookie();
    house.enrols("ruth", &ruth).await;
    let (reason, nothing) = (json!({ "reason": "language" }), json!({}));
    for (number, (act, body, kind)) in [
        ("roles", json!({ "role": "dealer" }), "role_given"),
        ("roles/dealer/take", nothing.clone(), "role_taken"),
        ("ban", reason.clone(), "banned"),
        ("unban", reason.clone(), "unbanned"),
    ]
    .into_iter()
    .enumerate()
    {
        let (path, key, before) =
            (format!("/api/admin/people/1/{act}"), format!("{number:032x}"), count(&house, kind));
        for answer in at_once(&house, &path, &ruth, &key, [(); 4].map(|()| body.clone())).await {
            assert_eq!(answer.status, StatusCode::NO_CONTENT, "{act}: {}", answer.text);
        }
        assert_eq!(count(&house, kind), before + 1, "{act}");
    }
    let links =
        at_once(&house, "/api/admin/people/1/reset-link", &ruth, FIRST, [(); 4].map(|()| nothing.clone()))
            .await;
    let made = links.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    let shown = links.iter().filter(|answer| answer.text.contains("done_before")).count();
    assert_eq!((made, shown), (1, 3));
}

/// Proves REC-03 for different simultaneous requests: the first is carried out, and for the others the key is
/// used.
#[tokio::test]
async fn other_requests_at_once_with_one_key_are_told_that_it_is_used() {
    let house = House::new().await;
    let told = |answers: &[Answer; 4]| {
        let mut told: Vec<_> = answers
            .iter()
            .map(|answer| {
                (answer.status, if answer.status.is_success() { String::new() } else { answer.code() })
            })
            .collect();
        told.sort();
        told
    };
    let used = || (StatusCode::CONFLICT, "key_used".to_owned());
    let created = || (StatusCode::CREATED, String::new());
    let wish = |login: &str| json!({ "login": login, "password": PASSWORD });
    let bodies = [wish("ana"), wish("ben"), wish("cleo"), wish("dan")];
    let made = at_once(&house, "/api/sign-up", "", FIRST, bodies).await;
    assert_eq!(told(&made), [created(), used(), used(), used()]);
    let bodies = ["Elm", "Ash", "Oak", "Yew"].map(named);
    let eve = house.player("eve").await;
    let opened = at_once(&house, "/api/tables", &eve, FIRST, bodies).await;
    assert_eq!(told(&opened), [created(), used(), used(), used()]);
    assert_eq!(tables(&house).await, 1);
    let ruth = house.administrator("ruth").await;
    let roles = ["dealer", "dealer", "cashier", "supervisor"].map(|role| json!({ "role": role }));
    let given = at_once(&house, "/api/admin/people/1/roles", &ruth, FIRST, roles).await;
    let done = (StatusCode::NO_CONTENT, String::new());
    let used_by_two = told(&given).iter().filter(|told| **told == used()).count();
    let done_by = told(&given).iter().filter(|told| **told == done).count();
    assert_eq!(used_by_two + done_by, 4, "{:?}", told(&given));
    assert!((1..=2).contains(&done_by), "{:?}", told(&given));
}

/// A request with two keys is refused, because nobody knows which of them a later one would carry.
#[tokio::test]
async fn a_request_with_two_keys_is_refused() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    for second in [OTHER, FIRST, "none"] {
        let headers = [JSON, ("idempotency-key", FIRST), ("idempotency-key", second)];
        let told = house.ask(Method::POST, "/api/tables", &ana, &headers, &table().to_string()).await;
        assert_eq!((told.status, told.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"), "{second}");
        assert!(told.text.contains("once"), "{}", told.text);
    }
    assert_eq!(tables(&house).await, 0);
}
