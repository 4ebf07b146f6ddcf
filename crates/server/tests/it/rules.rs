//! Books and clauses over HTTP.

use axum::http::StatusCode;
use serde_json::Value;

use crate::house::House;

#[tokio::test]
async fn books_say_what_they_fix_and_what_may_be_chosen() {
    let house = House::new().await;
    let books = house.get("/api/books", "").await.json();
    let ids: Vec<&str> =
        books.as_array().expect("a list").iter().filter_map(|book| book["id"].as_str()).collect();
    for id in ["practice", "standard", "canberra-holdem-2018", "dunedin-17.7"] {
        assert!(ids.contains(&id), "{ids:?}");
    }
    let machines = |id: &str| {
        let book = books.as_array().expect("a list").iter().find(|book| book["id"] == id);
        book.map(|book| book["machine_players"].clone()).unwrap_or_default()
    };
    // 16.1: only human players in the official books; marked programs in practice; as chosen in the standard
    // one.
    assert_eq!(machines("canberra-holdem-2018"), Value::Bool(false));
    assert_eq!(machines("practice"), Value::Bool(true));
    assert_eq!(machines("standard"), Value::Null);
    let book = house.get("/api/books/canberra-holdem-2018", "").await.json();
    let settings = book["settings"].as_array().expect("a list");
    let blinds = settings.iter().find(|line| line["name"] == "blinds").expect("there");
    assert_eq!(blinds["says"], "chosen");
    assert!(blinds["clauses"].to_string().contains("HE-4.2"), "{blinds}");
    // Where hands are not yet played by a setting, only the book's own value is offered.
    let book = house.get("/api/books/standard", "").await.json();
    let settings = book["settings"].as_array().expect("a list");
    let line = |name: &str| settings.iter().find(|line| line["name"] == name).expect("there");
    assert_eq!(line("run_count")["choices"], serde_json::json!(["2"]));
    assert_eq!(line("run_count")["note"], "not played yet");
    assert_eq!(line("bomb_pot")["choices"], serde_json::json!(["off", "any"]));
    // A further bound on an amount has a name, and is in the remark for clients without words of their own.
    assert_eq!(line("max_buy_in")["bound"], "from_min_buy_in");
    assert_eq!(line("max_buy_in")["note"], "from min_buy_in");
    assert_eq!(line("seats").get("bound"), None);
    // Of the times to act, those are offered that the room accepts from a player: 10 to 300 seconds.
    assert_eq!(line("turn_seconds")["choices"], serde_json::json!(["10..300"]));
    assert_eq!(line("turn_seconds")["would_do"], "a whole number of seconds from 10 to 300");
    let none = house.get("/api/books/atlantis", "").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    assert!(none.json()["why"].as_str().expect("a sentence").contains("practice"));
}

#[tokio::test]
async fn a_cited_clause_is_found_by_its_id() {
    let house = House::new().await;
    let rules = house.get("/api/books/canberra-holdem-2018/rules", "").await.json();
    let rules = rules.as_array().expect("a list");
    assert!(rules.len() > 50);
    let cited: Vec<&str> = rules
        .iter()
        .flat_map(|rule| rule["clauses"].as_array().expect("a list"))
        .filter_map(Value::as_str)
        .collect();
    for id in cited.iter().take(20) {
        let escaped = id.replace('(', "%28").replace(')', "%29");
        let clause = house.get(&format!("/api/rules/{escaped}"), "").await;
        assert_eq!((clause.status, clause.json()["id"].as_str()), (StatusCode::OK, Some(*id)));
        assert!(!clause.json()["summary"].as_str().unwrap_or_default().is_empty());
    }
    let near = house.get("/api/rules/he-5.1", "").await;
    assert_eq!(near.status, StatusCode::NOT_FOUND);
    assert!(near.json()["why"].as_str().expect("a sentence").contains("HE-5.1"), "{}", near.text);
}

#[tokio::test]
async fn the_room_says_what_it_is_and_whether_it_is_well() {
    let house = House::new().await;
    let room = house.get("/api/room", "").await.json();
    assert_eq!((room["name"].as_str(), room["version"].as_str()), (Some("Cardroom"), Some("test (none)")));
    assert_eq!(
        (room["play_chips"].as_u64(), room["who_opens_tables"].as_str()),
        (Some(10_000), Some("players"))
    );
    assert_eq!(house.get("/health", "").await.json()["ok"], true);
}
