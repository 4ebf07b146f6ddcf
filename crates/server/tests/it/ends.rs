//! The limits of what can be counted: no choice for a table comes near them, and where they are reached, the
//! refusal says so.

use axum::http::StatusCode;
use chips::Chips;
use chips::book::{Account, Posting, Unit};
use room::port::{Batch, BatchPart, StreamId};
use serde_json::{Value, json};
use server::Config;
use server::config::Openers;

use crate::evening::Evening;
use crate::hall::{append, granted};
use crate::house::{House, PASSWORD};

/// Stakes beyond what a room can pay out, each with the setting that is refused.
const PAST: [(&str, &str); 4] = [
    ("blinds", "1 45035996273704"),
    ("blinds", "1 9007199254740991"),
    ("max_buy_in", "4503599627370400"),
    ("min_buy_in", "9007199254740991"),
];

fn is_too_high(problems: &Value, setting: &str) {
    let of = |problem: &&Value| problem["setting"] == setting && problem["reason"] == "too_high";
    let found = problems.as_array().expect("a list").iter().find(of);
    let found = found.unwrap_or_else(|| panic!("{setting} is not refused: {problems}"));
    assert_eq!(found["numbers"], json!({ "at_most": 1_000_000_000 }));
    assert_eq!(found["would_do"], "1000000000 chips or less");
}

/// Gives everything that can be issued, except this much, to somebody.
fn spends_the_issue(house: &House, but: u64) {
    let to = Account::Wallet { person: 1_000_000 };
    let out = house.store.balance(Account::Issue, Unit::Play).expect("readable").unsigned_abs();
    let amount = Chips::new(Chips::MAX.get() - out - but).expect("countable");
    let record = granted(vec![Posting::new(Account::Issue, to, Unit::Play, amount).expect("a way")]);
    let part = BatchPart { stream: StreamId::Table(1_000_000), expected: 0, fence: 1, records: vec![record] };
    append(house.store.as_ref(), Batch { parts: vec![part], people: Vec::new() }).expect("stored");
}

/// If a player could open a table of quadrillions, the house's bots would take all that can be issued.
#[tokio::test]
async fn no_table_is_opened_for_more_than_the_room_can_pay_out() {
    let house = House::with(Config { openers: Openers::Players, ..Config::default() }).await;
    let ana = house.player("ana").await;
    for (setting, value) in PAST {
        let wish = json!({ "book": "practice", "settings": { setting: value }, "bots": 2 });
        let checked = house.post("/api/tables/check", &ana, wish.clone()).await;
        assert_eq!((checked.status, &checked.json()["ok"]), (StatusCode::OK, &json!(false)));
        is_too_high(&checked.json()["problems"], setting);
        let opened = house.post("/api/tables", &ana, wish).await;
        assert_eq!(opened.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", opened.text);
        is_too_high(&opened.json()["problems"], setting);
    }
}

/// Once everything that can be counted is given out, a sign-up that grants chips gets a refusal that says so,
/// not a fault.
#[tokio::test]
async fn a_room_that_has_given_out_all_chips_says_so() {
    let house = House::new().await;
    house.player("ana").await;
    spends_the_issue(&house, 10_001);
    house.player("ben").await;
    for house in [&house, &house.restarted().await] {
        let refused = house.post("/api/sign-up", "", json!({ "login": "cara", "password": PASSWORD })).await;
        let answer = refused.json();
        assert_eq!((refused.status, &answer["code"]), (StatusCode::CONFLICT, &json!("full")), "{answer}");
        assert_eq!(answer["reason"], "chips_full");
        assert_eq!(answer["numbers"], json!({ "at_most": 9_007_199_254_740_991_u64 }));
    }
}

/// House bots that get no chips watch: the table is open, and a player who sits there leaves with what they
/// brought.
#[tokio::test]
async fn a_table_whose_bots_get_no_chips_stays_open() {
    let mut evening = Evening::of(1, 1, "standard", &[]).await;
    let table =
        evening.house.post("/api/tables", &evening.cookies[0], json!({ "book": "practice", "bots": 2 }));
    let table = table.await.json()["table"].as_u64().expect("opened");
    spends_the_issue(&evening.house, 0);
    evening.clients[0].watch(table);
    evening.clients[0].until("snapshot").await;
    evening.sit(0, table, 6, 200).await;
    let left = evening.clients[0].asks(table, &json!({ "do": "leave" }), None).await;
    assert_eq!(left["ok"], true, "{left}");
    let listed = evening.house.get(&format!("/api/tables/{table}"), "").await.json();
    assert_eq!(listed["standing"]["is"], "open", "{listed}");
}

/// No route reads a list as the fields of an object in their order.
#[tokio::test]
async fn a_list_is_no_body_and_no_part_of_one() {
    let house = House::new().await;
    let nested = json!({ "login": ["ana"], "password": PASSWORD });
    for (body, field, expected) in [(json!(["ana", PASSWORD]), "", "object"), (nested, "login", "text")] {
        let refused = house.post("/api/sign-up", "", body).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.text);
        let answer = refused.json();
        assert_eq!(
            (&answer["reason"], &answer["numbers"]),
            (&json!("body_list"), &json!({ "field": field, "expected": expected }))
        );
    }
    let token = house.first_link().await;
    let nested =
        house.post("/api/first", "", json!({ "token": token, "administrator": ["ana", PASSWORD] })).await;
    assert_eq!(
        nested.json()["numbers"],
        json!({ "field": "administrator", "expected": "object" }),
        "{}",
        nested.text
    );
}

#[tokio::test]
async fn a_setting_is_given_once() {
    let house = House::new().await;
    let body = r#"{ "book": "practice", "settings": { "blinds": "1 2", "blinds": "5 10" } }"#;
    let kind = [("content-type", "application/json")];
    let refused = house.ask(axum::http::Method::POST, "/api/tables/check", "", &kind, body).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{}", refused.text);
    assert_eq!(refused.json()["reason"], "body_twice");
    assert_eq!(refused.json()["numbers"], json!({ "field": "settings.blinds" }));
}

#[test]
fn a_frame_is_an_object_with_numbers_that_everybody_reads() {
    use wire::request::parse;
    let key = "0".repeat(32);
    let reason = |frame: &str| parse(frame.as_bytes()).err().map(|not| (not.reason, not.numbers));
    let list =
        |field: &str| Some(("frame_list", vec![("field", field.into()), ("expected", "object".into())]));
    let large = |field: &str| {
        let at_most = 9_007_199_254_740_991_u64.into();
        let values = vec![("field", field.into()), ("at_least", 0_u64.into()), ("at_most", at_most)];
        Some(("frame_number_too_large", values))
    };
    assert_eq!(reason(r#"["ping",7]"#), list(""));
    let wish = format!(r#"{{"t":"ask","table":1,"key":"{key}","wish":["sit",6,100]}}"#);
    assert_eq!(reason(&wish), list("wish"));
    let turn = format!(r#"{{"t":"ask","table":1,"key":"{key}","turn":[1,2,0],"wish":{{"do":"fold"}}}}"#);
    assert_eq!(reason(&turn), list("turn"));
    let cards =
        format!(r#"{{"t":"ask","table":1,"key":"{key}","wish":{{"do":"show_cards","cards":["As"]}}}}"#);
    assert_eq!(reason(&cards), None);
    let twice = r#"{"do":"determine","settings":{"blinds":"1 2","blinds":"5 10"}}"#;
    let twice = format!(r#"{{"t":"ask","table":1,"key":"{key}","wish":{twice}}}"#);
    assert_eq!(reason(&twice), Some(("frame_twice", vec![("field", "wish.settings.blinds".into())])));
    assert_eq!(reason(r#"{"t":"ping","n":9007199254740991}"#), None);
    assert_eq!(reason(r#"{"t":"ping","n":9007199254740992}"#), large("n"));
    assert_eq!(reason(r#"{"t":"watch","table":18446744073709551615}"#), large("table"));
}
