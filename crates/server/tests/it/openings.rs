//! Two auditors open a finished hand, each with a reason, and every step is on record.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::apart::link;
use crate::evening::{Dice, Evening, cards_of, lively};

/// Proves SEC-03: with one person, without a reason or before the end nothing is opened; with two, every card
/// is, including those of folded hands, and the players who were dealt in see that it was.
#[tokio::test]
async fn two_auditors_open_a_hand_and_one_does_not() {
    let mut evening = Evening::of(3, 5, "standard", &[]).await;
    let table = evening.tables[0];
    let ruth = evening.house.administrator("ruth").await;
    let kim = evening.house.staff("kim", "auditor", &ruth).await;
    let lee = evening.house.staff("lee", "auditor", &ruth).await;
    let max = evening.house.staff("max", "auditor", &ruth).await;
    for player in 0..3 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(5);
    evening.hands(table, 2, &mut |_, frame| lively(&mut dice, frame)).await;
    let running = evening.waits(table).await["hand"]["hand"].as_u64().expect("a number");
    let house = &evening.house;
    let ask = async |hand: u64, reason: &str| {
        house
            .post("/api/audit/openings", &kim, json!({ "table": table, "hand": hand, "reason": reason }))
            .await
    };
    assert_eq!(ask(running, "why").await.status, StatusCode::NOT_FOUND, "it is not over");
    assert_eq!(ask(1, " ").await.code(), "reason");
    let asked = ask(1, "a complaint of player2").await;
    assert_eq!((asked.status, &asked.json()["opening"]), (StatusCode::CREATED, &json!(1)), "{}", asked.text);
    let look = async |cookie: &str| house.get("/api/audit/openings/1", cookie).await;
    let agree = async |cookie: &str, reason: &str| {
        house.post("/api/audit/openings/1/agree", cookie, json!({ "reason": reason })).await
    };
    assert_eq!(look(&kim).await.code(), "one_auditor");
    assert_eq!(agree(&kim, "mine").await.code(), "one_auditor");
    assert_eq!(agree(&lee, "").await.code(), "reason");
    let listed = house.get("/api/audit/openings", &lee).await;
    assert_eq!(listed.json()["openings"][0]["agreed"], Value::Null);
    assert!(cards_of(&listed.json()).is_empty());
    assert_eq!(agree(&lee, "the same complaint").await.status, StatusCode::NO_CONTENT);
    assert_eq!(agree(&max, "me too").await.code(), "opening_agreed");
    let other = look(&max).await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::FORBIDDEN, "not_granted"));

    for cookie in [&kim, &lee] {
        let opened = look(cookie).await;
        assert_eq!(opened.status, StatusCode::OK, "{}", opened.text);
        let opened = opened.json();
        let deck: BTreeSet<String> = cards_of(&opened["deck"]).into_iter().collect();
        assert_eq!((deck.len(), opened["deck"].as_array().map(Vec::len)), (52, Some(52)));
        let players = opened["players"].as_array().expect("a list");
        assert_eq!(players.len(), 3);
        for (player, seat) in players.iter().enumerate() {
            // What that player saw, dealt card by dealt card.
            let number = seat["player"]["person"].as_u64().expect("a number") as usize - 1;
            let path = format!("/api/tables/{table}/hands/1/replay");
            let seen: BTreeSet<String> =
                cards_of(&evening.get(number, &path).await.json()).into_iter().collect();
            let own = cards_of(&seat["cards"]);
            assert_eq!(own.len(), 2, "player {player}");
            assert!(own.iter().all(|card| seen.contains(card)), "{own:?} of {seen:?}");
        }
    }
    let me = evening.get(1, "/api/me").await.json();
    assert_eq!((&me["notices"][0]["what"], &me["notices"][0]["by"]), (&json!("hand_opened"), &json!("lee")));
    let words = async |kind: &str| {
        let found = house.get(&format!("/api/audit/events?kind={kind}"), &max).await.json();
        let events = found["events"].as_array().cloned().unwrap_or_default();
        events.iter().filter_map(|event| event["words"].as_str().map(str::to_owned)).collect::<Vec<String>>()
    };
    let asked = words("opening_asked").await;
    assert!(asked.len() == 1 && asked[0].ends_with("a complaint of player2"), "{asked:?}");
    let agreed = words("opening_agreed").await;
    assert!(agreed.len() == 1 && agreed[0].ends_with("the same complaint"), "{agreed:?}");
    assert_eq!(words("opened_hand_seen").await.len(), 2, "each look");
    let listed = house.get("/api/audit/openings", &kim).await.json();
    assert_eq!(listed["openings"][0]["lapsed"], false, "{listed}");
    // After a day it is closed again, and a restart forgets none of it.
    let again = house.restarted().await;
    assert_eq!(again.get("/api/audit/openings/1", &kim).await.status, StatusCode::OK);
    // An auditor who loses the role takes the other's view away too.
    let lee = again.state.people.by_login("lee").expect("there").0;
    let taken = again.post(&format!("/api/admin/people/{lee}/roles/auditor/take"), &ruth, json!({})).await;
    assert_eq!(taken.status, StatusCode::NO_CONTENT, "{}", taken.text);
    let lapsed = again.get("/api/audit/openings/1", &kim).await;
    assert_eq!((lapsed.status, lapsed.code().as_str()), (StatusCode::CONFLICT, "opening_lapsed"));
    let listed = again.get("/api/audit/openings", &kim).await.json();
    assert_eq!(listed["openings"][0]["lapsed"], true, "{listed}");
    again.clocks.pass(24 * 3_600_000);
    let late = again.sign_in("kim", crate::house::PASSWORD).await.cookie();
    assert_eq!(again.get("/api/audit/openings/1", &late).await.code(), "opening_over");
}

/// Proves SEC-03: an administrator alone opens no finished hand, whichever accounts they use: not as an
/// auditor whose second factor and password are replaced while an opening waits, not as two of them, and not
/// as two new auditors.
#[tokio::test]
async fn an_administrator_alone_opens_no_hand_of_before() {
    let mut evening = Evening::of(3, 6, "standard", &[]).await;
    let table = evening.tables[0];
    let ruth = evening.house.administrator("ruth").await;
    let kim = evening.house.staff("kim", "auditor", &ruth).await;
    for login in ["lee", "max"] {
        evening.house.staff(login, "auditor", &ruth).await;
    }
    for player in 0..3 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(6);
    evening.hands(table, 1, &mut |_, frame| lively(&mut dice, frame)).await;
    let house = &evening.house;
    let asks = async |cookie: &str| {
        let wish = json!({ "table": table, "hand": 1, "reason": "why" });
        house.post("/api/audit/openings", cookie, wish).await
    };
    let taken_over = async |login: &str| {
        let person = house.state.people.by_login(login).expect("there").0;
        let path = format!("/api/admin/people/{person}/second-factor/remove");
        let removed = house.post(&path, &ruth, json!({ "reason": "lost" })).await;
        assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.text);
        house.authenticators.lock().expect("no panic").remove(login);
        let wish = json!({ "token": link(house, &ruth, person).await, "password": "quite another long one" });
        assert_eq!(house.post("/api/reset", "", wish).await.status, StatusCode::NO_CONTENT);
        let cookie = house.sign_in(login, "quite another long one").await.cookie();
        house.enrols(login, &cookie).await;
        cookie
    };
    assert_eq!(asks(&kim).await.status, StatusCode::CREATED);
    let lee = taken_over("lee").await;
    let max = taken_over("max").await;
    let (one, other) =
        (house.staff("one", "auditor", &ruth).await, house.staff("other", "auditor", &ruth).await);
    for cookie in [&lee, &max, &one, &other] {
        let agrees = house.post("/api/audit/openings/1/agree", cookie, json!({ "reason": "why" })).await;
        let refused = (StatusCode::FORBIDDEN, "before_auditor".to_owned());
        assert_eq!((agrees.status, agrees.code()), refused, "{}", agrees.text);
        let asked = asks(cookie).await;
        assert_eq!((asked.status, asked.code()), refused, "{}", asked.text);
        assert_eq!(house.get("/api/audit/openings/1", cookie).await.code(), "not_granted");
    }
}
