//! Requests from an attacker: any field, any order, any bytes.

use axum::body::Body;
use axum::http::{Method, Request};
use chips::book::Unit;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::house::{House, PASSWORD};

/// Values that might trip a program up.
fn hostile() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        Just(json!(1e308)),
        Just(json!(-0.5)),
        ".{0,40}".prop_map(Value::from),
        Just(Value::from("\u{0}\u{202e}' OR 1=1 --")),
        Just(Value::from("x".repeat(3000))),
        Just(Value::from("ana")),
        Just(Value::from(PASSWORD)),
        Just(Value::from("administrator")),
        Just(Value::from("ab".repeat(32))),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((field(), inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        prop_oneof![
            Just("login"),
            Just("password"),
            Just("name"),
            Just("machine"),
            Just("old"),
            Just("new"),
            Just("token"),
            Just("administrator"),
            Just("player"),
            Just("person"),
            Just("role"),
            Just("roles"),
            Just("reason"),
            Just("hours"),
            Just("wallet"),
            Just("grant"),
        ]
        .prop_map(str::to_owned),
        "[a-z]{0,8}",
    ]
}

fn paths() -> Vec<(Method, String)> {
    let document = serde_json::to_value(server::openapi::document()).expect("it can be written");
    let mut paths = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for method in item.as_object().expect("methods").keys() {
            if let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) {
                paths.push((method, path.clone()));
            }
        }
    }
    paths
}

/// Proves ACS-05: whatever is sent, the answer is a result or a refusal, never a fault, and no chip has
/// moved.
#[test]
fn whatever_is_sent_the_answer_is_no_fault_and_no_chip_has_moved() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let wide = server::config::RequestRate { a_minute: 1_000_000, at_once: 1_000_000 };
    let limits = server::config::Limits {
        address: wide,
        person: wide,
        sign_ups: wide,
        ..server::Config::default().limits
    };
    let config = server::Config { limits, ..server::Config::default() };
    let (house, ana, ruth) = runtime.block_on(async {
        let house = House::with(config).await;
        let ana = house.player("ana").await;
        let ruth = house.administrator("ruth").await;
        (house, ana, ruth)
    });
    let paths = paths();
    let places =
        prop_oneof![Just("1".to_owned()), Just("18446744073709551616".to_owned()), "[^/?#\\\\]{0,12}"];
    let request = (
        0..paths.len(),
        places,
        0..3_usize,
        prop_oneof![
            hostile().prop_map(|value| value.to_string().into_bytes()),
            proptest::collection::vec(any::<u8>(), 0..200),
        ],
    );
    let runs = if std::env::var_os("SLOW").is_some() { 20_000 } else { 1_500 };
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(runs));
    let outcome = runner.run(&request, |(at, place, caller, body)| {
        let (method, path) = &paths[at];
        let place: String = place.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let mut path = path.clone();
        while let (Some(from), Some(to)) = (path.find('{'), path.find('}')) {
            path.replace_range(from..=to, if place.is_empty() { "1" } else { &place });
        }
        let cookie = ["", ana.as_str(), ruth.as_str()][caller];
        let mut request = Request::builder().method(method.clone()).uri(&path).header("host", "room.test");
        request = request.header("content-type", "application/json");
        if !cookie.is_empty() {
            request = request.header("cookie", cookie);
        }
        let Ok(request) = request.body(Body::from(body)) else { return Ok(()) };
        let answer = runtime.block_on(house.send(request));
        prop_assert!(!answer.status.is_server_error(), "{method} {path}: {} {}", answer.status, answer.text);
        if answer.status.is_client_error() {
            let told = answer.json();
            prop_assert!(
                told["code"].is_string() && told["why"].is_string(),
                "{method} {path}: {}",
                answer.text
            );
        }
        Ok(())
    });
    outcome.expect("no fault");
    let balances = house.store.balances().expect("readable");
    let sum: i64 =
        balances.iter().filter(|(_, unit, _)| *unit == Unit::Play).map(|(_, _, balance)| balance).sum();
    assert_eq!(sum, 0);
    for (account, _, balance) in balances {
        if let chips::book::Account::Wallet { .. } = account {
            assert_eq!(balance, 10_000, "{account}: chips come from the grant alone");
        }
    }
}

#[tokio::test]
async fn cookies_of_any_form_let_nobody_in() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let token = ana.strip_prefix("cardroom=").expect("the plain cookie");
    for cookie in [
        "cardroom=".to_owned(),
        "cardroom=0".to_owned(),
        format!("cardroom={}", "0".repeat(64)),
        format!("cardroom={}", token.to_uppercase()),
        format!("cardroom={token}0"),
        format!("cardroom=\"{token}\""),
        format!("__Host-cardroom={token}"),
        format!("Cardroom={token}"),
        ";;;===".to_owned(),
    ] {
        let answer = house.get("/api/me", &cookie).await;
        assert_eq!(answer.code(), "not_signed_in", "{cookie}");
    }
    assert_eq!(house.get("/api/me", &format!("other=1; {ana}")).await.json()["login"], "ana");
}
