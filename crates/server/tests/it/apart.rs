//! A link to choose a new password gives no access to a hand in progress, or to what the account saw before.

use axum::http::StatusCode;
use room::port::RequestKey;
use room::requests::{Reply, SeatWish, TableRequest, Wish};
use seating::{Actor, Person, Seat};
use serde_json::{Value, json};

use crate::evening::{Dice, Evening, cards_of, line, lively};
use crate::hall::chips;
use crate::house::House;

const NEW: &str = "quite another long one";

/// The token of a link that an administrator makes for a person.
pub(crate) async fn link(house: &House, administrator: &str, person: u64) -> String {
    let path = format!("/api/admin/people/{person}/reset-link");
    let made = house.post(&path, administrator, json!({})).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let path = made.json()["path"].as_str().expect("a path").to_owned();
    path.strip_prefix("/reset/").expect("a link to the page").to_owned()
}

/// Proves SEC-03: a link works once the hand is over and its person sits out, the person sees who made it and
/// when, and with the new password nothing is visible of earlier hands, over whatever path.
#[tokio::test]
async fn a_reset_link_opens_to_nobody_who_plays_and_to_no_hand_before() {
    let mut evening = Evening::of(3, 1, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..3 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(1);
    evening.hands(table, 3, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.waits(table).await;
    let ruth = evening.house.administrator("ruth").await;
    let token = link(&evening.house, &ruth, 2).await;
    let wish = json!({ "token": token, "password": NEW });
    let resets = async |evening: &Evening| evening.house.post("/api/reset", "", wish.clone()).await;
    let early = resets(&evening).await;
    assert_eq!((early.status, early.code().as_str()), (StatusCode::CONFLICT, "in_play"), "{}", early.text);
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    assert_eq!(resets(&evening).await.code(), "in_play", "the hand is over, and the seat still plays");
    let still = evening.get(1, "/api/hands").await;
    let last = still.json()["hands"][0]["hand"].as_u64().expect("hands of the person");
    let out = evening.clients[1].asks(table, &json!({ "do": "sit_out" }), None).await;
    assert_eq!(out["ok"], true, "{out}");
    assert_eq!(resets(&evening).await.status, StatusCode::NO_CONTENT);
    assert_eq!(evening.get(1, "/api/me").await.status, StatusCode::UNAUTHORIZED);

    let house = &evening.house;
    let signed = house.sign_in("player2", NEW).await;
    let me = signed.json();
    let notices = &me["notices"];
    let told: Vec<(&Value, &Value, &Value)> = notices
        .as_array()
        .expect("a list")
        .iter()
        .map(|notice| (&notice["what"], &notice["by"], &notice["new"]))
        .collect();
    let (made, used) = (json!("reset_link_made"), json!("reset_link_used"));
    let (by_ruth, by_link) = (json!("ruth"), json!("player2"));
    let new = json!(true);
    assert_eq!(told, [(&used, &by_link, &new), (&made, &by_ruth, &new)]);
    assert_eq!(notices[1]["at"].as_u64(), Some(house.clocks.now().wall.0), "when");

    let cookie = signed.cookie();
    let nothing = [
        ("/api/hands", "/hands"),
        ("/api/results", "/sessions"),
        ("/api/me/export", "/hands"),
        ("/api/me/export", "/evenings"),
    ];
    for (path, list) in nothing {
        assert_eq!(house.get(path, &cookie).await.json().pointer(list), Some(&json!([])), "{path}");
    }
    let listed = house.get(&format!("/api/tables/{table}/hands"), &cookie).await.json();
    let own =
        |hands: &Value| hands.as_array().expect("a list").iter().filter(|hand| hand["own"] == true).count();
    assert_eq!(own(&listed["hands"]), 0);
    for hand in 1..=last {
        let hand = format!("/api/tables/{table}/hands/{hand}");
        for path in [hand.clone(), format!("{hand}?as=text"), format!("{hand}/replay")] {
            let seen = house.get(&path, &cookie).await;
            assert_eq!((seen.status, seen.code().as_str()), (StatusCode::FORBIDDEN, "before_link"), "{path}");
        }
        let shared = house.post(&format!("{hand}/share"), &cookie, json!({ "own_cards": true })).await;
        assert_eq!(shared.code(), "before_link");
    }
    // The hand that still lies on the table is shown as to the rail, whatever is requested.
    for from in [json!(null), json!(0)] {
        let seen = async |person| {
            let mut client = line(house, person);
            client.send(&json!({ "t": "watch", "table": table, "from": from }));
            client.until("snapshot").await;
            let heard: Vec<Value> =
                client.heard.iter().map(|frame| serde_json::from_str(frame).expect("JSON")).collect();
            cards_of(&json!(heard))
        };
        let (of_link, of_rail) = (seen(Some(2)).await, seen(None).await);
        assert_eq!(of_link, of_rail);
        let of_players = [seen(Some(1)).await.len(), seen(Some(3)).await.len()];
        assert!(
            of_players.iter().any(|seen| *seen > of_rail.len()),
            "players see their own cards: {of_players:?}"
        );
    }

    // From the next hand on it is an account like any other.
    for player in 0..3 {
        let mut back = line(&evening.house, Some(player as u64 + 1));
        back.watch(table);
        back.until("snapshot").await;
        evening.clients[player] = back;
    }
    let turns_up = evening.clients[1].asks(table, &json!({ "do": "show_cards", "cards": [] }), None).await;
    assert_eq!(turns_up["code"], "before_link", "{turns_up}");
    let comes = evening.clients[1].asks(table, &json!({ "do": "sit_in", "posts": true }), None).await;
    assert_eq!(comes["ok"], true, "{comes}");
    evening.hands(table, 4, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    let hands = evening.house.get("/api/hands", &cookie).await.json();
    let numbers: Vec<u64> =
        hands["hands"].as_array().expect("a list").iter().filter_map(|hand| hand["hand"].as_u64()).collect();
    assert!(!numbers.is_empty() && numbers.iter().all(|hand| *hand > last), "{numbers:?} after {last}");
    let path = format!("/api/tables/{table}/hands/{}/replay", numbers[0]);
    let replay = evening.house.get(&path, &cookie).await.json();
    assert_eq!(replay["before"]["own"], 2);
    // A restart forgets none of it.
    let again = evening.house.restarted().await;
    assert_eq!(again.get("/api/hands", &cookie).await.json()["hands"], hands["hands"]);
    let old = again.get(&format!("/api/tables/{table}/hands/1/replay"), &cookie).await;
    assert_eq!(old.code(), "before_link");
}

async fn seated(house: &House, table: u64, person: u64) {
    let wish =
        Wish::Seat(SeatWish::Sit { seat: Seat::new(person as u8).expect("a seat"), stack: chips(200) });
    let ask = TableRequest {
        by: Actor::player(Person(person)),
        key: RequestKey([person as u8; 16]),
        turn: None,
        wish,
    };
    let answer = house.state.room.ask(table, ask).await;
    assert!(matches!(answer, Reply::Done { .. }), "{answer:?}");
}

/// A person who lost the password and has no connection to the room cannot sit out: the link does it.
#[tokio::test]
async fn a_link_sits_somebody_out_who_is_not_there() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let opened =
        house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard", "settings": {} })).await;
    let table = opened.json()["table"].as_u64().expect("a table");
    seated(&house, table, 1).await;
    let token = link(&house, &ruth, 1).await;
    let done = house.post("/api/reset", "", json!({ "token": token, "password": NEW })).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT, "{}", done.text);
    let mut eye = line(&house, None);
    eye.watch(table);
    assert_eq!(eye.until("snapshot").await["chairs"][0]["away"], true);
}

/// If a hand began at the same moment as the link was used, the new password lets nobody in before that hand
/// is over.
#[tokio::test]
async fn nobody_comes_in_by_a_link_while_a_hand_from_before_goes_on() {
    let mut evening = Evening::of(2, 3, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..2 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(3);
    evening.hands(table, 1, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.waits(table).await;
    let ruth = evening.house.administrator("ruth").await;
    let token = link(&evening.house, &ruth, 2).await;
    let state = &evening.house.state;
    let hashed = server::secret::SecretToken::parse(&token).expect("a token").hashed();
    let password = state.hasher.hash(NEW.to_owned()).await.expect("hashed");
    let used = state.people.use_reset_link(hashed, password, [9; 16], evening.house.clocks.now()).await;
    assert_eq!(used, Ok(Person(2)));
    let early = evening.house.sign_in("player2", NEW).await;
    assert_eq!((early.status, early.code().as_str()), (StatusCode::CONFLICT, "in_play"));
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    assert_eq!(evening.house.sign_in("player2", NEW).await.status, StatusCode::OK);
}
