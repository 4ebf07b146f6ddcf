//! Links to hands: what they show and to whom, and that they can be revoked.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::evening::{Dice, Evening, cards_of, lively};
use crate::hall::events;
use crate::house::Answer;

async fn played() -> Evening {
    let mut evening = Evening::of(5, 17, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..4 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(17);
    evening.hands(table, 6, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    evening
}

async fn share(evening: &Evening, player: usize, hand: u64, own_cards: bool) -> Answer {
    let path = format!("/api/tables/1/hands/{hand}/share");
    evening.house.post(&path, &evening.cookies[player], json!({ "own_cards": own_cards })).await
}

async fn token(evening: &Evening, player: usize, hand: u64, own_cards: bool) -> String {
    let made = share(evening, player, hand, own_cards).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(made.json()["path"], format!("/#/shared/{token}"));
    assert_eq!(token.len(), 64, "32 random bytes");
    token
}

async fn open(evening: &Evening, token: &str) -> Answer {
    evening.house.get(&format!("/api/shared/{token}"), "").await
}

async fn take_back(evening: &Evening, player: usize, token: &str, key: Option<&str>) -> Answer {
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(key.map(|key| ("idempotency-key", key)));
    let path = format!("/api/shared/{token}");
    evening.house.ask(Method::DELETE, &path, &evening.cookies[player], &headers, "").await
}

fn set(value: &Value) -> BTreeSet<String> {
    cards_of(value).into_iter().collect()
}

/// Proves SEC-05 for shared hands: a link without the player's own cards has only the board and what was
/// shown, as the rail saw it; one with them adds exactly these cards. Neither marks a seat as the viewer's
/// own, or has what was on a menu.
#[tokio::test]
async fn a_link_shows_what_the_rail_saw_and_the_own_cards_where_that_is_wished() {
    let evening = played().await;
    let rail = Evening::heard(&evening.rail, 1);
    let mut added = 0;
    for player in 0..4 {
        for (hand, frames) in Evening::heard(&evening.clients[player], 1) {
            let seat = player as u64 + 1;
            let opened = frames.iter().flat_map(events).find(|event| event["e"] == "opened").expect("opened");
            let players = opened["players"].as_array().expect("players");
            if !players.iter().any(|dealt| dealt["seat"].as_u64() == Some(seat)) {
                assert_eq!(share(&evening, player, hand, false).await.status, StatusCode::FORBIDDEN);
                continue;
            }
            let of_rail: BTreeSet<String> = rail[&hand].iter().flat_map(cards_of).collect();
            let hole = frames
                .iter()
                .flat_map(events)
                .filter(|event| event["e"] == "hole_dealt" && event["seat"].as_u64() == Some(seat));
            let own: BTreeSet<String> = hole.flat_map(cards_of).collect();
            assert_eq!(own.len(), 2);
            for own_cards in [false, true] {
                let answer = open(&evening, &token(&evening, player, hand, own_cards).await).await;
                assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
                assert_eq!(answer.header("cache-control"), "no-store");
                assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
                let shared = answer.json();
                let expected: BTreeSet<String> =
                    if own_cards { of_rail.union(&own).cloned().collect() } else { of_rail.clone() };
                assert_eq!(set(&shared), expected, "player {player}, hand {hand}, own cards {own_cards}");
                added += usize::from(set(&shared).len() > of_rail.len());
                assert_eq!(shared["shared"], json!({ "own_cards": own_cards }));
                assert_eq!(shared["by"], format!("player{seat}"));
                assert!(shared["before"]["own"].is_null());
                let updates = shared["updates"].as_array().expect("updates");
                assert_eq!(updates.len(), frames.len());
                for (update, frame) in updates.iter().zip(&rail[&hand]) {
                    assert_eq!((&update["menu"], &update["may_muck"]), (&Value::Null, &Value::Null));
                    if !own_cards {
                        assert_eq!(
                            update["events"], frame["events"],
                            "what the rail was sent, event by event"
                        );
                    }
                }
            }
        }
    }
    assert!(added > 5, "{added} links showed cards that the rail had not seen");
}

#[tokio::test]
async fn a_link_that_is_taken_back_or_was_never_made_opens_nothing() {
    let evening = played().await;
    let (mine, other) = (token(&evening, 0, 2, true).await, token(&evening, 0, 3, false).await);
    assert_eq!(open(&evening, &mine).await.status, StatusCode::OK, "without signing in");
    for nobodys in ["0".repeat(64), "short".to_owned(), "G".repeat(64), mine[..63].to_owned()] {
        let answer = open(&evening, &nobodys).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "no_such"), "{nobodys}");
        assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow");
    }
    let foreign = take_back(&evening, 1, &mine, None).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND, "nobody revokes another person's link");
    assert_eq!(open(&evening, &mine).await.status, StatusCode::OK);
    let listed = evening.get(0, "/api/shared").await.json();
    let hands: Vec<u64> =
        listed["shared"].as_array().expect("links").iter().filter_map(|link| link["hand"].as_u64()).collect();
    assert_eq!(hands, [3, 2], "newest first");
    assert_eq!(evening.get(1, "/api/shared").await.json()["shared"], json!([]));
    let id = listed["shared"][1]["id"].as_str().expect("an id").to_owned();
    assert_eq!(open(&evening, &id).await.status, StatusCode::NOT_FOUND, "an id opens nothing");
    assert!(!evening.get(0, "/api/shared").await.text.contains(&mine), "a token is shown once");
    assert_eq!(take_back(&evening, 0, &id, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(open(&evening, &mine).await.status, StatusCode::NOT_FOUND);
    assert_eq!(take_back(&evening, 0, &mine, None).await.status, StatusCode::NOT_FOUND, "once");
    // The other is revoked by its token, twice with the same key.
    let key = Some("0123456789abcdef0123456789abcdef");
    for _ in 0..2 {
        assert_eq!(take_back(&evening, 0, &other, key).await.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(take_back(&evening, 0, &mine, key).await.code(), "key_used");
    assert_eq!(open(&evening, &other).await.status, StatusCode::NOT_FOUND);
    assert_eq!(evening.get(0, "/api/shared").await.json()["shared"], json!([]));
}

/// Proves REC-01 for links: a link that was made works after the room has restarted, and a revoked one does
/// not.
#[tokio::test]
async fn links_outlive_the_room_and_their_tokens_are_nowhere_in_it() {
    let evening = played().await;
    let (stays, goes) = (token(&evening, 0, 2, true).await, token(&evening, 1, 2, true).await);
    take_back(&evening, 1, &goes, None).await;
    let records = evening.house.store.read(room::port::StreamId::People, 0, 1000).expect("readable");
    assert!(records.iter().any(|record| record.kind == "hand_shared"));
    for record in &records {
        assert!(!record.body.contains(&stays), "only its hash is stored");
    }
    let again = evening.house.restarted().await;
    assert_eq!(again.get(&format!("/api/shared/{stays}"), "").await.status, StatusCode::OK);
    assert_eq!(again.get(&format!("/api/shared/{goes}"), "").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_a_person_shares_who_is_kept_out_opens_nothing_as_long() {
    let evening = played().await;
    let mine = token(&evening, 0, 2, true).await;
    let ruth = evening.house.administrator("ruth").await;
    let ban = json!({ "reason": "chip dumping" });
    let banned = evening.house.post("/api/admin/people/1/ban", &ruth, ban).await;
    assert!(banned.status.is_success(), "{}", banned.text);
    assert_eq!(open(&evening, &mine).await.status, StatusCode::NOT_FOUND);
    evening.house.post("/api/admin/people/1/unban", &ruth, json!({ "reason": "heard" })).await;
    assert_eq!(open(&evening, &mine).await.status, StatusCode::OK);
}

/// Proves REC-03 for links: the same request with the same key makes no second link.
#[tokio::test]
async fn a_link_that_is_asked_for_twice_with_a_key_is_made_once_and_there_are_a_hundred_at_most() {
    let evening = played().await;
    let headers =
        [("content-type", "application/json"), ("idempotency-key", "fedcba9876543210fedcba9876543210")];
    let ask = async || {
        let path = "/api/tables/1/hands/2/share";
        evening.house.ask(Method::POST, path, &evening.cookies[0], &headers, "{\"own_cards\":false}").await
    };
    assert_eq!(ask().await.status, StatusCode::CREATED);
    let again = ask().await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::CONFLICT, "done_before"));
    for (hand, own_cards) in [(2, true), (3, false)] {
        let path = format!("/api/tables/1/hands/{hand}/share");
        let body = json!({ "own_cards": own_cards }).to_string();
        let other = evening.house.ask(Method::POST, &path, &evening.cookies[0], &headers, &body).await;
        let told = (other.status, other.code());
        assert_eq!(
            told,
            (StatusCode::CONFLICT, "key_used".to_owned()),
            "hand {hand}, own cards: {own_cards}"
        );
    }
    let count = async || {
        let page = evening.get(0, "/api/shared").await.json();
        page["shared"].as_array().expect("links").len()
    };
    assert_eq!(count().await, 1);
    for _ in 1..100 {
        token(&evening, 0, 3, false).await;
    }
    let full = share(&evening, 0, 3, false).await;
    assert_eq!((full.status, full.code().as_str()), (StatusCode::CONFLICT, "shares_full"), "{}", full.text);
    assert_eq!(evening.get(0, "/api/shared").await.json()["most"], 100);
    assert_eq!(count().await, 100);
    token(&evening, 1, 3, false).await;
    let id =
        evening.get(0, "/api/shared").await.json()["shared"][0]["id"].as_str().expect("an id").to_owned();
    take_back(&evening, 0, &id, None).await;
    token(&evening, 0, 3, false).await;
}

#[tokio::test]
async fn only_hands_that_are_over_are_shared_by_somebody_who_is_signed_in() {
    let evening = played().await;
    let no_such = share(&evening, 0, 99, false).await;
    assert_eq!(no_such.status, StatusCode::NOT_FOUND);
    assert_eq!(share(&evening, 4, 2, false).await.status, StatusCode::FORBIDDEN, "not dealt in");
    let outside = evening.house.post("/api/tables/1/hands/2/share", "", json!({ "own_cards": true })).await;
    assert_eq!(outside.status, StatusCode::UNAUTHORIZED);
    let odd = evening.house.post("/api/tables/1/hands/2/share", &evening.cookies[0], json!({})).await;
    assert_eq!(odd.status, StatusCode::BAD_REQUEST);
    assert_eq!(evening.house.get("/api/shared", "").await.status, StatusCode::UNAUTHORIZED);
}
