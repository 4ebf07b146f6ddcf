//! What an administrator does, and does not do.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::house::{House, PASSWORD};

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn the_first_link_makes_an_administrator_with_a_players_account_beside_it_once() {
    let house = House::new().await;
    assert_eq!(house.get("/api/room", "").await.json()["has_administrator"], false);
    let wish = json!({
        "token": house.first_link().await,
        "administrator": {"login": "ruth", "password": PASSWORD},
        "player": {"login": "ruth-plays", "password": PASSWORD},
    });
    let made = house.post("/api/first", "", wish.clone()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    assert_eq!(made.json()["roles"], json!([]), "the role waits for the second factor");
    assert_eq!(made.json()["second_factor"], "due");
    let early = house.get("/api/admin/people", &made.cookie()).await;
    assert_eq!((early.status, early.code().as_str()), (StatusCode::FORBIDDEN, "second_factor_due"));
    house.enrols("ruth", &made.cookie()).await;
    assert_eq!(house.get("/api/me", &made.cookie()).await.json()["roles"], json!(["administrator"]));
    assert_eq!(house.get("/api/admin/people", &made.cookie()).await.status, StatusCode::OK);
    assert_eq!(made.json()["wallet"], 0, "an administrator has no chips");
    let player = house.sign_in("ruth-plays", PASSWORD).await.json();
    assert_eq!((&player["roles"], &player["wallet"]), (&json!(["player"]), &json!(10_000)));
    let again = house.post("/api/first", "", wish).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::NOT_FOUND, "no_such_link"));
    assert_eq!(house.get("/api/room", "").await.json()["has_administrator"], true);
}

#[tokio::test]
async fn a_link_that_failed_for_a_taken_name_still_opens() {
    let house = House::new().await;
    house.player("ana").await;
    let token = house.first_link().await;
    let wish = |login: &str| json!({"token": token, "administrator": {"login": login, "password": PASSWORD}});
    assert_eq!(house.post("/api/first", "", wish("ana")).await.code(), "login_taken");
    assert_eq!(house.post("/api/first", "", wish("ruth")).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_reset_link_gives_a_new_password_once_and_ends_every_session() {
    let house = House::new().await;
    let (ana, ruth) = (house.player("ana").await, house.administrator("ruth").await);
    let link = house.post("/api/admin/people/1/reset-link", &ruth, json!({})).await;
    assert_eq!(link.status, StatusCode::CREATED, "{}", link.text);
    let path = link.json()["path"].as_str().expect("a path").to_owned();
    let token = path.strip_prefix("/reset/").expect("a link to the page");
    assert_eq!(house.get(&path, "").await.text, "<!doctype html>the page");
    for _ in 0..12 {
        house.sign_in("ana", "not the password").await;
    }
    let wish = json!({"token": token, "password": "a new long password"});
    assert_eq!(house.post("/api/reset", "", wish.clone()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        house.sign_in("ana", "a new long password").await.status,
        StatusCode::OK,
        "the lock is lifted"
    );
    assert_eq!(house.post("/api/reset", "", wish).await.code(), "no_such_link");
}

#[tokio::test]
async fn a_link_is_shown_once_for_a_key() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let key = ("idempotency-key", "00112233445566778899aabbccddeeff");
    for path in ["/api/admin/people/1/reset-link", "/api/admin/administrator-link"] {
        let key = if path.ends_with("administrator-link") {
            ("idempotency-key", "ff112233445566778899aabbccddeeff")
        } else {
            key
        };
        let first = house.ask(Method::POST, path, &ruth, &[JSON, key], "").await;
        let again = house.ask(Method::POST, path, &ruth, &[JSON, key], "").await;
        assert_eq!((first.status, again.status), (StatusCode::CREATED, StatusCode::CONFLICT), "{path}");
        assert_eq!(again.code(), "done_before");
    }
    // The same key for another person, or for the other kind of link, is a different use of it.
    house.player("ana").await;
    for (path, key) in [
        ("/api/admin/people/2/reset-link", "00112233445566778899aabbccddeeff"),
        ("/api/admin/administrator-link", "00112233445566778899aabbccddeeff"),
        ("/api/admin/people/1/reset-link", "ff112233445566778899aabbccddeeff"),
    ] {
        let other = house.ask(Method::POST, path, &ruth, &[JSON, ("idempotency-key", key)], "").await;
        assert_eq!((other.status, other.code().as_str()), (StatusCode::CONFLICT, "key_used"), "{path}");
    }
}

/// A ban that ends as it begins would lift a permanent one, and a ban without an end has no hours.
#[tokio::test]
async fn a_ban_lasts_an_hour_or_more_and_a_key_does_for_its_length_alone() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let path = "/api/admin/people/1/ban";
    let ban = async |key: u8, wish: Value| {
        let key = format!("{key:032x}");
        let headers = [JSON, ("idempotency-key", key.as_str())];
        let answer = house.ask(Method::POST, path, &ruth, &headers, &wish.to_string()).await;
        (answer.status, if answer.status.is_success() { String::new() } else { answer.code() })
    };
    let reason = "chip dumping";
    let done = (StatusCode::NO_CONTENT, String::new());
    assert_eq!(ban(1, json!({ "reason": reason })).await, done);
    for hours in [0, 876_001, 9_007_199_254_740_991_u64] {
        let malformed = (StatusCode::BAD_REQUEST, "malformed".to_owned());
        assert_eq!(ban(2, json!({ "reason": reason, "hours": hours })).await, malformed, "{hours}");
        assert_eq!(house.sign_in("ana", PASSWORD).await.code(), "banned", "{hours}");
    }
    let longer = (StatusCode::CONFLICT, "banned_longer".to_owned());
    assert_eq!(ban(2, json!({ "reason": reason, "hours": 2 })).await, longer, "over a permanent one");
    assert_eq!(house.sign_in("ana", PASSWORD).await.code(), "banned");
    let lifted = house.post("/api/admin/people/1/unban", &ruth, json!({ "reason": "two hours do" })).await;
    assert_eq!(lifted.status, StatusCode::NO_CONTENT, "{}", lifted.text);
    assert_eq!(ban(3, json!({ "reason": reason, "hours": 2 })).await, done);
    assert_eq!(ban(2, json!({ "reason": reason, "hours": 1 })).await, longer, "over a longer one");
    house.clocks.pass(60_000);
    assert_eq!(ban(3, json!({ "reason": reason, "hours": 2 })).await, done, "the same");
    for other in [
        json!({ "reason": reason, "hours": 3 }),
        json!({ "reason": reason }),
        json!({ "reason": "rude", "hours": 2 }),
    ] {
        assert_eq!(ban(3, other.clone()).await, (StatusCode::CONFLICT, "key_used".to_owned()), "{other}");
    }
    house.clocks.pass(2 * 3_600_000 - 60_000);
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK, "two hours after the first");
}

/// Proves ACS-04.
#[tokio::test]
async fn who_is_banned_is_out_at_once_and_stays_out() {
    let house = House::new().await;
    let (ana, ruth) = (house.player("ana").await, house.administrator("ruth").await);
    let no_reason = house.post("/api/admin/people/1/ban", &ruth, json!({"reason": " "})).await;
    assert_eq!((no_reason.status, no_reason.code().as_str()), (StatusCode::BAD_REQUEST, "reason"));
    let banned =
        house.post("/api/admin/people/1/ban", &ruth, json!({"hours": 2, "reason": "chip dumping"})).await;
    assert_eq!(banned.status, StatusCode::NO_CONTENT, "{}", banned.text);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    let refused = house.sign_in("ana", PASSWORD).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::FORBIDDEN, "banned"));
    assert_eq!(
        house.sign_in("ana", "not the password").await.code(),
        "wrong_credentials",
        "a ban is shown to nobody else"
    );
    let listed = house.get("/api/admin/people", &ruth).await.json();
    assert_eq!(listed["people"][0]["banned"], true);
    house.post("/api/admin/people/1/unban", &ruth, json!({"reason": "heard"})).await;
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK);
    house.post("/api/admin/people/1/ban", &ruth, json!({"hours": 2, "reason": "again"})).await;
    house.clocks.pass(2 * 3_600_000);
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK, "it ends by itself");
}

/// Proves ACS-01, ACS-02: every role is given and taken, pairs that one person may not hold are refused, and
/// the refusal is on record.
#[tokio::test]
async fn every_role_is_given_and_taken_and_pairs_that_may_not_meet_are_refused_on_record() {
    use room::people::{PeopleEvent, ROLES, is_role_conflict, role_word};
    let house = House::with(crate::evening::patient()).await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let roles = "/api/admin/people/1/roles";
    let give = |role: seating::Role| house.post(roles, &ruth, json!({"role": role_word(role)}));
    let take = |role: seating::Role| {
        let (house, ruth) = (&house, &ruth);
        let path = format!("{roles}/{}/take", role_word(role));
        async move { house.post(&path, ruth, json!({})).await }
    };
    assert_eq!(take(seating::Role::Player).await.status, StatusCode::NO_CONTENT);
    let mut refused = 0;
    for one in ROLES {
        assert_eq!(give(one).await.status, StatusCode::NO_CONTENT, "{one:?}");
        let listed = house.get("/api/admin/people", &ruth).await.json();
        assert_eq!(listed["people"][0]["roles"], json!([role_word(one)]));
        for other in ROLES.into_iter().filter(|other| *other != one) {
            let answer = give(other).await;
            if is_role_conflict(one, other) {
                refused += 1;
                assert_eq!(
                    (answer.status, answer.code().as_str()),
                    (StatusCode::CONFLICT, "role_conflict"),
                    "{one:?} and {other:?}"
                );
            } else {
                assert_eq!(answer.status, StatusCode::NO_CONTENT, "{one:?} and {other:?}");
                assert_eq!(take(other).await.status, StatusCode::NO_CONTENT);
            }
        }
        assert_eq!(take(one).await.status, StatusCode::NO_CONTENT);
    }
    // Auditor and administrator go with no other role (8 + 8, counting their own pair from both sides);
    // cashier does not go with the four who approve.
    assert_eq!(refused, 2 * (8 + 8 - 1) + 2 * 4);
    let records = house.store.read(room::port::StreamId::People, 0, 10_000).expect("readable");
    let on_record = records.iter().filter(|record| record.kind == "role_refused").count();
    assert_eq!(on_record, refused);
    let last = records.iter().rfind(|record| record.kind == "role_refused").expect("there");
    let event: PeopleEvent = serde_json::from_str(&last.body).expect("an event");
    assert!(matches!(event, PeopleEvent::RoleRefused { person: 1, by: 2, .. }), "{event:?}");
    assert_eq!(last.by.role, seating::Role::Administrator);
    let king = house.post(roles, &ruth, json!({"role": "king"})).await;
    assert_eq!(king.code(), "malformed");
    assert_eq!(
        (&king.json()["reason"], &king.json()["numbers"]["role"]),
        (&json!("no_such_role"), &json!("king"))
    );
    assert!(king.text.contains("shift_manager"), "the answer lists what is allowed: {}", king.text);
    let own = |role: &str| format!("/api/admin/people/2/roles/{role}/take");
    assert_eq!(house.post(&own("administrator"), &ruth, json!({})).await.code(), "last_administrator");
    assert_eq!(house.post(&own("player"), &ruth, json!({})).await.code(), "role_not_held");
    assert_eq!(
        house.post("/api/admin/people/2/roles", &ruth, json!({"role": "player"})).await.code(),
        "role_conflict"
    );
    assert_eq!(house.sign_in("ana", PASSWORD).await.json()["roles"], json!([]));
}

/// Proves ACS-02 when a role changes within a session: of two administrators who take the role from each
/// other at the same moment one remains, and the other gets the reason.
#[tokio::test]
async fn of_two_administrators_who_take_the_role_from_each_other_one_is_left() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let link = house.post("/api/admin/administrator-link", &ruth, json!({})).await.json();
    let token = link["path"].as_str().and_then(|path| path.strip_prefix("/first/")).expect("a link");
    let wish = json!({"token": token, "administrator": {"login": "rosa", "password": PASSWORD}});
    let rosa = house.post("/api/first", "", wish).await.cookie();
    house.enrols("rosa", &rosa).await;
    let take = |person: u64, cookie: String| {
        let path = format!("/api/admin/people/{person}/roles/administrator/take");
        let house = &house;
        async move { house.post(&path, &cookie, json!({})).await }
    };
    let (one, other) = tokio::join!(take(2, ruth.clone()), take(1, rosa.clone()));
    let mut statuses = [one.status, other.status];
    statuses.sort();
    assert_eq!(statuses[0], StatusCode::NO_CONTENT, "{} {}", one.text, other.text);
    let refused = if one.status == StatusCode::NO_CONTENT { other } else { one };
    assert!(
        ["last_administrator", "not_signed_in", "not_granted"].contains(&refused.code().as_str()),
        "{}",
        refused.text
    );
    let left = house.state.people.with_people(|people| people.administrators().count());
    assert_eq!(left, 1);
}

#[tokio::test]
async fn people_are_listed_page_by_page() {
    let house = House::new().await;
    for login in ["ana", "ben", "cleo"] {
        house.player(login).await;
    }
    let ruth = house.administrator("ruth").await;
    let first = house.get("/api/admin/people?most=3", &ruth).await.json();
    let logins = |page: &Value| -> Vec<String> {
        let people = page["people"].as_array().expect("a list");
        people.iter().filter_map(|line| line["login"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(
        (logins(&first), &first["next"]),
        (vec!["ana".into(), "ben".into(), "cleo".into()], &json!(3))
    );
    let rest = house.get("/api/admin/people?after=3", &ruth).await.json();
    assert_eq!((logins(&rest), &rest["next"]), (vec!["ruth".to_owned()], &json!(null)));
    assert_eq!(house.get("/api/admin/people?most=x", &ruth).await.code(), "malformed");
}

#[tokio::test]
async fn a_program_is_marked_as_one() {
    let house = House::new().await;
    let made =
        house.post("/api/sign-up", "", json!({"login": "robo", "password": PASSWORD, "machine": true})).await;
    assert_eq!(made.json()["machine"], true);
    assert_eq!(house.state.people.name(seating::Person(1)), Some(("robo".to_owned(), true)));
}

/// Proves OPS-04 for a player: a player who is banned, or may no longer play, leaves the seat with the whole
/// stake.
#[tokio::test]
async fn who_may_play_no_more_leaves_every_seat_with_the_whole_stake() {
    use room::requests::{Reply, SeatWish, TableRequest, TableWish, Wish};
    use seating::{Actor, Person, Seat};
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let (ana, room) = (Person(1), house.state.room.clone());
    let chips = |count| chips::Chips::new(count).expect("small");
    let balance = |house: &House| {
        house.store.balance(chips::book::Account::Wallet { person: 1 }, chips::book::Unit::Play)
    };
    let ways = [
        ("/api/admin/people/1/ban", json!({"reason": "chip dumping"})),
        ("/api/admin/people/1/roles/player/take", json!({})),
    ];
    for (number, (path, body)) in ways.into_iter().enumerate() {
        let wish = TableWish {
            name: format!("Table {number}"),
            book: "practice".to_owned(),
            settings: Vec::new(),
            bots: 0,
            dealer: room::Dealer::Software,
        };
        let table = room.open_table(Actor::player(ana), &wish).await.expect("a table");
        let wish = Wish::Seat(SeatWish::Sit { seat: Seat::new(1).expect("a seat"), stack: chips(200) });
        let key = room::port::RequestKey([number as u8; 16]);
        let sat = room.ask(table, TableRequest { by: Actor::player(ana), key, turn: None, wish }).await;
        assert!(matches!(sat, Reply::Done { .. }), "{sat:?}");
        assert_eq!((room.seats_of(ana), balance(&house)), (vec![table], Ok(9_800)));
        let answer = house.post(path, &ruth, body).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
        assert_eq!((room.seats_of(ana), balance(&house)), (vec![], Ok(10_000)), "{path}");
    }
}
