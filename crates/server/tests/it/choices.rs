//! What an operator settles before a hand, done in the room as a person would do it: tables are opened over
//! HTTP, anybody reads their signs, and seats are taken over sockets.

use axum::http::StatusCode;
use hyper::Method;
use load::client::{ClientConnection, ClientSession};
use rulebook::coverage::Evidence;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use wire::request::Request;

use crate::house::{Answer, House};
use crate::loopback::{Served, for_programs};
use crate::proofs::proves;

const BOOK: &str = "canberra-holdem-2018";

/// A room over HTTP and a player in it who may open tables.
struct Operator {
    house: House,
    cookie: String,
}

impl Operator {
    async fn new() -> Operator {
        let house = House::new().await;
        let cookie = house.player("ada").await;
        Operator { house, cookie }
    }

    async fn asked(&self, settings: Value) -> Answer {
        let wish = json!({ "book": BOOK, "settings": settings });
        self.house.post("/api/tables", &self.cookie, wish).await
    }

    /// The sign of an opened table, as somebody who is not signed in reads it.
    async fn sign_of(&self, settings: Value) -> Sign {
        let opened = self.asked(settings.clone()).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{settings}: {}", opened.text);
        let table = opened.json()["table"].as_u64().expect("a number");
        let sign = self.house.get(&format!("/api/tables/{table}/sign"), "").await;
        assert_eq!(sign.status, StatusCode::OK, "{}", sign.text);
        Sign(sign.json())
    }

    /// No table can be opened with these choices, and a clause says why; checking them gives the same answer.
    async fn is_refused(&self, settings: Value, clause: &str) {
        let before = self.house.get("/api/tables", "").await.json();
        let refused = self.asked(settings.clone()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{settings}: {}", refused.text);
        assert!(refused.text.contains(&format!("\"{clause}\"")), "{clause}: {}", refused.text);
        assert_eq!(self.house.get("/api/tables", "").await.json(), before, "no table");
        let wish = json!({ "book": BOOK, "settings": settings });
        let looked = self.house.post("/api/tables/check", &self.cookie, wish).await.json();
        let cited = looked["problems"].as_array().expect("a list").iter().flat_map(|problem| {
            problem["clauses"].as_array().expect("a list").iter().filter_map(Value::as_str)
        });
        assert!(looked["ok"] == false && cited.collect::<Vec<_>>().contains(&clause), "{looked}");
    }
}

/// The sign of a table.
struct Sign(Value);

impl Sign {
    fn value(&self, name: &str) -> &str {
        let lines = self.0["settings"].as_array().expect("a list");
        let line = lines.iter().find(|line| line["name"] == name);
        line.unwrap_or_else(|| panic!("no {name} on {}", self.0))["value"].as_str().expect("a value")
    }
}

#[tokio::test]
async fn a_deck_of_one_of_six_sizes_is_chosen_and_shown() {
    let operator = Operator::new().await;
    operator.is_refused(json!({ "deck_cards": "24" }), "HE-2.2").await;
    for (cards, seats) in [("52", "10"), ("48", "10"), ("44", "10"), ("40", "10"), ("36", "10"), ("32", "10")]
    {
        let sign = operator.sign_of(json!({ "deck_cards": cards, "seats": seats })).await;
        assert_eq!(sign.value("deck_cards"), cards);
    }
    proves(Evidence::Room, &["HE-2.2"]);
}

#[tokio::test]
async fn the_smallest_stake_and_the_rate_of_commission_are_settled_and_shown() {
    let operator = Operator::new().await;
    let pot = json!({
        "min_buy_in": "100", "commission_method": "pot", "commission_percent": "5", "commission_cap": "1000",
    });
    let sign = operator.sign_of(pot).await;
    assert_eq!(sign.value("min_buy_in"), "100");
    assert_eq!((sign.value("commission_percent"), sign.value("commission_cap")), ("5", "1000"));
    operator.is_refused(json!({ "commission_method": "none" }), "HE-4.2(a)").await;
    proves(Evidence::Room, &["HE-4.2(a)"]);
}

#[tokio::test]
async fn commission_is_taken_in_exactly_one_way() {
    let operator = Operator::new().await;
    operator.is_refused(json!({ "commission_method": "none" }), "HE-15.1").await;
    let both = json!({ "commission_method": "pot", "commission_cap": "1000", "time_charge_cents": "1000" });
    operator.is_refused(both, "HE-15.1").await;
    let by_time = operator.sign_of(json!({ "commission_method": "time", "time_charge_cents": "1000" })).await;
    assert_eq!((by_time.value("commission_method"), by_time.value("time_charge_cents")), ("time", "1000"));
    let from_pots = operator.sign_of(json!({ "commission_method": "pot", "commission_cap": "1000" })).await;
    assert_eq!(from_pots.value("commission_method"), "pot");
    proves(Evidence::Room, &["HE-15.1"]);
}

/// AMB-093: with chips of five dollars, commission in dollars needs change; the operator is warned before the
/// table is opened and as it is opened.
#[tokio::test]
async fn commission_that_needs_change_is_warned_of_when_it_is_determined() {
    let operator = Operator::new().await;
    for (chip, warned) in [("1", false), ("5", true)] {
        let settings = json!({
            "min_buy_in": "100", "commission_method": "pot", "commission_percent": "5", "commission_cap": "1000",
            "smallest_chip": chip,
        });
        let wish = json!({ "name": format!("Chips of {chip}"), "book": "canberra-holdem-2018", "settings": settings });
        for path in ["/api/tables/check", "/api/tables"] {
            let page = operator.house.post(path, &operator.cookie, wish.clone()).await.json();
            let warnings = page["warnings"].as_array().unwrap_or_else(|| panic!("{path}: {page}")).clone();
            assert_eq!(warnings.len(), usize::from(warned), "{path} with chips of {chip}: {page}");
            for warning in warnings {
                assert_eq!(warning["setting"], "smallest_chip", "{warning}");
                assert_eq!(warning["clauses"], json!(["HE-13.2", "AMB-075", "AMB-093"]), "{warning}");
            }
        }
    }
}

/// AMB-025: a low half that no hand of the deck can win causes a warning at its setting, and the table can be
/// opened all the same.
#[tokio::test]
async fn eight_or_better_that_no_hand_can_meet_is_warned_of_when_it_is_determined() {
    let operator = Operator::new().await;
    for (deck, warned) in [("44", false), ("40", true), ("36", true)] {
        let settings = json!({
            "min_buy_in": "100", "deck_cards": deck, "showdown_mode": "high_low", "low_qualifier": "eight",
        });
        let wish =
            json!({ "name": format!("{deck} cards"), "book": "canberra-holdem-2018", "settings": settings });
        for path in ["/api/tables/check", "/api/tables"] {
            let page = operator.house.post(path, &operator.cookie, wish.clone()).await.json();
            let warnings = page["warnings"].as_array().unwrap_or_else(|| panic!("{path}: {page}")).clone();
            assert_eq!(warnings.len(), usize::from(warned), "{path} with {deck} cards: {page}");
            for warning in warnings {
                assert_eq!(
                    (&warning["setting"], &warning["given"]),
                    (&json!("low_qualifier"), &json!("eight"))
                );
                let clauses = warning["clauses"].as_array().expect("a list");
                assert!(
                    clauses.contains(&json!("HE-3.5(d)")) && clauses.contains(&json!("AMB-025")),
                    "{warning}"
                );
            }
        }
    }
}

/// Every viewer has the table's own word for a blind posted above the last one, if such a blind may be
/// posted.
#[tokio::test]
async fn the_word_of_the_book_for_an_over_blind_is_among_the_stakes() {
    let operator = Operator::new().await;
    for (book, settings, word) in [
        ("dunedin-17.7", json!({ "over_blinds": "1" }), json!("straddle")),
        ("standard", json!({ "over_blinds": "2" }), json!("straddle")),
        ("canberra-holdem-2018", json!({ "over_blinds": "1", "min_buy_in": "100" }), json!("over-blind")),
        ("standard", json!({}), Value::Null),
    ] {
        let wish = json!({ "name": format!("{word} at {book}"), "book": book, "settings": settings });
        let opened = operator.house.post("/api/tables", &operator.cookie, wish.clone()).await;
        assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
        let page = operator.house.get("/api/tables", "").await.json();
        let tables = page["tables"].as_array().cloned().expect("a list");
        let table = tables.iter().find(|one| one["name"] == wish["name"]).expect("it is open");
        assert_eq!(table["stakes"]["over_blind_word"], word, "{book}");
    }
}

#[tokio::test]
async fn blinds_rise_and_meet_the_smallest_bet_and_the_smallest_chip() {
    let operator = Operator::new().await;
    let sign = json!({ "blinds": "5 10", "over_blinds": "1", "over_blind_level": "20" });
    let sign = operator.sign_of(sign).await;
    assert_eq!((sign.value("blinds"), sign.value("over_blind_level")), ("5 10", "20"));
    for wrong in [
        json!({ "blinds": "10 5", "min_bet": "5" }),
        json!({ "blinds": "5 8", "min_bet": "10" }),
        json!({ "over_blinds": "1", "over_blind_level": "8" }),
        json!({ "blinds": "5 10", "smallest_chip": "2" }),
    ] {
        operator.is_refused(wrong, "HE-4.2(f)").await;
    }
    proves(Evidence::Room, &["HE-4.2(f)"]);
}

/// A frame of a kind.
async fn until(line: &mut ClientConnection, kind: &str) -> Value {
    loop {
        let text = line.next_text().await.expect("the connection is open");
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        if frame["t"] == kind {
            return frame;
        }
    }
}

/// The number of a table that is opened over HTTP.
async fn opened(visitor: &mut ClientSession, settings: Value) -> u64 {
    let wish = json!({ "name": "One", "book": BOOK, "settings": settings });
    let made = visitor.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    made["table"].as_u64().expect("a number")
}

/// The answer to a person who sits down with this stake.
async fn sits(line: &mut ClientConnection, table: u64, seat: u8, stack: u64, key: char) -> Value {
    let wish = json!({ "do": "sit", "seat": seat, "stack": stack });
    let ask = json!({ "t": "ask", "table": table, "key": key.to_string().repeat(32), "wish": wish });
    line.send_raw(Message::text(ask.to_string())).await.expect("sent");
    until(line, "answer").await
}

#[tokio::test]
async fn nobody_sits_down_with_more_than_the_largest_buy_in() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let table = opened(&mut ada, json!({ "min_buy_in": "100", "max_buy_in": "500" })).await;
    let mut line = ada.connect().await.expect("a connection");
    let refused = sits(&mut line, table, 3, 501, 'a').await;
    assert_eq!(refused["ok"], false, "{refused}");
    assert!(refused["clauses"].to_string().contains("HE-4.2(i)"), "{refused}");
    assert_eq!(sits(&mut line, table, 3, 500, 'b').await["ok"], true);
    proves(Evidence::Room, &["HE-4.2(i)"]);
}

#[tokio::test]
async fn an_announced_time_is_every_turns_time() {
    let served = Served::open(for_programs()).await;
    let (mut ada, bob) = (served.visitor("ada").await, served.visitor("bob").await);
    let table = opened(&mut ada, json!({ "turn_seconds": "30" })).await;
    let (mut first, mut second) =
        (ada.connect().await.expect("a connection"), bob.connect().await.expect("a connection"));
    assert_eq!(sits(&mut first, table, 3, 500, 'a').await["ok"], true);
    assert_eq!(sits(&mut second, table, 5, 500, 'b').await["ok"], true);
    // Spectators see the time of the turn, and the rule by which it runs.
    let mut rail = ClientSession::new(served.address.clone()).connect().await.expect("a connection");
    let turn = loop {
        rail.send(&Request::Watch { table, from: None }).await.expect("sent");
        let view = until(&mut rail, "snapshot").await;
        if view["turn"].is_object() {
            break view["turn"].clone();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(turn["whole_ms"], 30_000, "{turn}");
    assert_eq!(turn["rule"], "announced-time-runs-out", "{turn}");
    proves(Evidence::Room, &["HE-4.2(j)"]);
}

/// A book of another game is refused as that, and not by each thing that a poker table does not have.
#[tokio::test]
async fn a_book_of_a_game_against_the_house_opens_no_table() {
    let operator = Operator::new().await;
    let books = "practice, standard, canberra-holdem-2018, dunedin-17.7, standard+practice, canberra-holdem-2018+practice, dunedin-17.7+practice";
    for settings in [json!({}), json!({ "max_payout_cents": "100000", "seats": "99" })] {
        let wish = json!({ "book": "canberra-ultimate-2019", "settings": settings });
        let refused = operator.house.post("/api/tables", &operator.cookie, wish.clone()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
        let checked = operator.house.post("/api/tables/check", &operator.cookie, wish).await.json();
        for problems in [&refused.json()["problems"], &checked["problems"]] {
            assert_eq!(problems.as_array().map(Vec::len), Some(1), "{problems}");
            let line = &problems[0];
            assert_eq!((&line["setting"], &line["reason"]), (&json!("book"), &json!("not_poker")), "{line}");
            assert!(
                line["what"].as_str().is_some_and(|what| what.contains("a game against the house")),
                "{line}"
            );
            let mut named: Vec<&str> = line["would_do"].as_str().expect("books").split(", ").collect();
            let mut expected: Vec<&str> = books.split(", ").collect();
            named.sort_unstable();
            expected.sort_unstable();
            assert_eq!(named, expected, "{line}");
        }
    }
}
