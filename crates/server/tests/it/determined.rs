//! Choices for an open table, over the socket: a refusal says of every setting what HTTP says when a table is
//! opened.

use seating::Role;
use serde_json::{Value, json};
use server::socket::ConnectionLimits;

use crate::evening::Evening;
use crate::hall::Hall;

fn determine(settings: &Value) -> Value {
    json!({ "do": "determine", "settings": settings })
}

/// Proves RUL-01 for refused requests: an entry for each setting that is wrong, the same on the socket and
/// over HTTP.
#[tokio::test]
async fn choices_that_are_refused_come_with_every_problem_at_its_setting() {
    let mut evening = Evening::of(1, 3, "standard", &[]).await;
    let table = evening.tables[0];
    let wrong = [
        json!({ "blinds": "five ten" }),
        json!({ "no_such_thing": "1", "seats": "400", "min_buy_in": "1000000001" }),
        json!({ "limit_structure": "fixed", "max_bet": "10..20" }),
        json!({ "turn_seconds": "0" }),
    ];
    for settings in wrong {
        let wish = json!({ "book": "standard", "settings": settings });
        let checked = evening.house.post("/api/tables/check", &evening.cookies[0], wish).await.json();
        let problems = checked["problems"].as_array().expect("a list");
        assert!(!problems.is_empty(), "{settings}: {checked}");
        let answer = evening.clients[0].asks(table, &determine(&settings), None).await;
        assert_eq!(answer["ok"], false, "{answer}");
        assert_eq!(&answer["problems"], &checked["problems"], "{settings}");
    }
    // If no setting is at fault, there is no such list.
    let seated = evening.clients[0].asks(table, &json!({ "do": "leave" }), None).await;
    assert_eq!((&seated["ok"], &seated["problems"]), (&json!(false), &Value::Null), "{seated}");
}

/// What the room itself refuses, with the bounds that hold for the person who opened the table, is reported
/// at its setting too, and so is a time to act, as over HTTP.
#[tokio::test]
async fn what_the_room_refuses_of_choices_stands_at_its_setting_too() {
    let mut evening = Evening::of(3, 3, "standard", &[("turn_seconds", "60")]).await;
    let table = evening.tables[0];
    evening.sit(1, table, 3, 200).await;
    // A blind may be at most a tenth of the largest buy-in and of what people sat down with; seat 3 is taken.
    let cases = [
        (json!({ "turn_seconds": "1" }), "time_unfit", vec![("turn_seconds", "1")]),
        (json!({ "turn_seconds": "301" }), "time_unfit", vec![("turn_seconds", "301")]),
        (json!({ "blinds": "500 1000" }), "blinds_too_large", vec![("blinds", "500 1000")]),
        (json!({ "seats": "2" }), "seats_taken", vec![("seats", "2")]),
        (
            json!({ "time_bank_seconds": "30", "blinds": "1 2", "disconnect_seconds": "61" }),
            "not_for_the_opener",
            vec![("disconnect_seconds", "61"), ("time_bank_seconds", "30")],
        ),
    ];
    for (settings, reason, lines) in cases {
        let answer = evening.clients[0].asks(table, &determine(&settings), None).await;
        assert_eq!((&answer["ok"], &answer["reason"]), (&json!(false), &json!(reason)), "{answer}");
        let problems = answer["problems"].as_array().expect("a list");
        let told: Vec<_> = problems.iter().map(|line| (&line["setting"], &line["given"])).collect();
        let lines: Vec<_> = lines.into_iter().map(|(name, value)| (json!(name), json!(value))).collect();
        assert_eq!(told, lines.iter().map(|(name, value)| (name, value)).collect::<Vec<_>>(), "{answer}");
        for line in problems {
            assert_eq!((&line["code"], &line["reason"]), (&json!(reason), &json!(reason)), "{line}");
            assert_eq!((&line["rule"], &line["clauses"]), (&answer["rule"], &answer["clauses"]), "{line}");
        }
        assert_eq!(problems[0]["numbers"], answer["numbers"], "{answer}");
        if reason == "time_unfit" {
            let wish = json!({ "book": "standard", "settings": settings });
            let checked = evening.house.post("/api/tables/check", &evening.cookies[0], wish).await.json();
            assert_eq!(&answer["problems"], &checked["problems"], "{settings}");
        }
    }
}

/// A thousand million chips is the maximum for any amount of a table, also in the choices of an official.
#[tokio::test]
async fn an_official_chooses_no_amount_beyond_what_a_room_pays_out() {
    let mut hall = Hall::open(2, 5, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut official = hall.client(Some(2), &[Role::Operator]);
    for name in ["min_buy_in", "max_buy_in", "blinds"] {
        let of = |most: &str| if name == "blinds" { format!("1 {most}") } else { most.to_owned() };
        let answer = official.asks(table, &determine(&json!({ name: of("1000000001") })), None).await;
        let problem = &answer["problems"][0];
        assert_eq!((&problem["setting"], &problem["reason"]), (&json!(name), &json!("too_high")), "{answer}");
        assert_eq!(problem["numbers"], json!({ "at_most": 1_000_000_000 }), "{name}");
    }
    let most = json!({ "min_buy_in": "1000000000", "max_buy_in": "1000000000" });
    let answer = official.asks(table, &determine(&most), None).await;
    assert_eq!(answer["ok"], true, "{answer}");
}
