//! What may be opened: what is offered can be opened, and the check of a table gives the same answer as
//! opening it.

use axum::http::StatusCode;
use proptest::prelude::*;
use serde_json::{Value, json};

use server::Config;
use server::config::Openers;

use crate::house::House;

/// One of these, correct often enough.
fn of(values: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop::sample::select(values).prop_map(|text| serde_json::from_str(text).expect("JSON"))
}

/// Bodies of every kind: books and games that are played and that are not, choices that can be played and
/// that cannot, names, bots, unknown fields and fields of the wrong type.
fn bodies() -> impl Strategy<Value = Value> {
    let name = of(&[
        r#""One""#,
        r#""One""#,
        r#""One""#,
        r#""""#,
        r#""  ""#,
        "null",
        "7",
        r#""a name that is far too long for any table of a room""#,
    ]);
    let book = of(&[
        r#""practice""#,
        r#""standard""#,
        r#""canberra-holdem-2018""#,
        r#""dunedin-17.7""#,
        r#""canberra-omaha-2006""#,
        r#""canberra-manila-2006""#,
        r#""canberra-ultimate-2019""#,
        r#""atlantis""#,
        "3",
    ]);
    let bots = of(&["0", "0", "0", "1", "5", "9", "250", "300", "-1", r#""2""#]);
    let setting = prop::sample::select(
        &[
            ("games", r#""omaha""#),
            ("games", r#""holdem""#),
            ("games", r#""pineapple""#),
            ("seats", r#""6""#),
            ("seats", r#""99""#),
            ("seats", r#""2""#),
            ("blinds", r#""2 5""#),
            ("blinds", r#""5 2""#),
            ("blinds", r#""1 2 4""#),
            ("min_buy_in", r#""500""#),
            ("max_buy_in", r#""100""#),
            ("max_buy_in", r#""none""#),
            ("limit_structure", r#""spread""#),
            ("limit_structure", r#""fixed""#),
            ("max_bet", r#""50""#),
            ("machine_players", r#""marked""#),
            ("machine_players", r#""off""#),
            ("turn_seconds", r#""none""#),
            ("turn_seconds", r#""15""#),
            ("official_clock_call", r#""by_official""#),
            ("deck_cards", r#""36""#),
            ("joker", r#""true""#),
            ("showdown_mode", r#""high_low""#),
            ("low_qualifier", r#""eight""#),
            ("kill", r#""half""#),
            ("run_twice", r#""offered""#),
            ("newcomer_in_small_blind", r#""waits""#),
            ("colour", r#""blue""#),
            ("burn", "true"),
        ][..],
    );
    let settings = prop::collection::vec(setting, 0..4).prop_map(|chosen| {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        Value::Object(chosen.into_iter().map(|(name, text)| (name.to_owned(), value(text))).collect())
    });
    let more = prop::option::weighted(0.05, Just(()));
    let parts = prop::collection::vec(any::<bool>(), 2);
    (name, book, bots, settings, more, parts).prop_map(|(name, book, bots, settings, more, there)| {
        let mut body = json!({ "book": book });
        body["settings"] = settings;
        if there[0] {
            body["name"] = name;
        }
        if there[1] {
            body["bots"] = bots;
        }
        if more.is_some() {
            body["colour"] = json!("blue");
        }
        body
    })
}

/// The problems in a refusal, field by field.
fn problems(answer: &Value) -> Vec<(String, String)> {
    let field = |problem: &Value, name: &str| problem[name].as_str().unwrap_or_default().to_owned();
    let all = answer["problems"].as_array().cloned().unwrap_or_default();
    all.iter().map(|problem| (field(problem, "setting"), field(problem, "what"))).collect()
}

#[test]
fn a_table_is_opened_exactly_where_the_check_says_so() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let config = Config {
        limits: server::config::Limits { tables_of_person: 1000, ..Config::default().limits },
        ..Config::default()
    };
    let house = runtime.block_on(House::with(config));
    let ada = runtime.block_on(house.player("ada"));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let asked = runner.run(&bodies(), |body| {
        // Request limits do not hold up a test.
        house.clocks.pass(60_000);
        let check = runtime.block_on(house.post("/api/tables/check", "", body.clone()));
        let opened = runtime.block_on(house.post("/api/tables", &ada, body.clone()));
        match opened.status {
            StatusCode::CREATED => {
                prop_assert_eq!(&check.json()["ok"], &json!(true), "{}: {}", body, check.text)
            }
            StatusCode::UNPROCESSABLE_ENTITY => {
                // A name is refused with a code of the room's own.
                for problem in opened.json()["problems"].as_array().expect("a list") {
                    let named = problem["setting"] == "name";
                    let code = problem["code"].as_str();
                    prop_assert!(!named || matches!(code, Some("name" | "name_taken")), "{}", problem);
                }
                prop_assert_eq!(&check.json()["ok"], &json!(false), "{}: {}", body, opened.text);
                prop_assert_eq!(problems(&check.json()), problems(&opened.json()), "{}", body);
                prop_assert!(!problems(&opened.json()).is_empty(), "{}", body);
            }
            status => {
                prop_assert_eq!(status, StatusCode::BAD_REQUEST, "{}: {}", body, opened.text);
                prop_assert_eq!((check.status, check.code()), (status, opened.code()), "{}", body);
            }
        }
        Ok(())
    });
    asked.unwrap_or_else(|why| panic!("{why}"));
}

#[tokio::test]
async fn books_and_games_that_are_offered_can_be_opened() {
    let house = House::new().await;
    let books = house.get("/api/books", "").await.json();
    let ids: Vec<&str> =
        books.as_array().expect("a list").iter().filter_map(|book| book["id"].as_str()).collect();
    assert!(
        ids.contains(&"standard") && ids.contains(&"canberra-holdem-2018") && ids.contains(&"dunedin-17.7")
    );
    for id in ids {
        house.clocks.pass(60_000);
        let page = house.get(&format!("/api/books/{id}"), "").await.json();
        for setting in
            page["settings"].as_array().expect("a list").iter().filter(|line| line["says"] == "chosen")
        {
            let name = setting["name"].as_str().expect("a name");
            for value in setting["choices"].as_array().expect("a list").iter().filter_map(Value::as_str) {
                if name != "games" || value.contains("..") || value == "any" || value == "list" {
                    continue;
                }
                house.clocks.pass(60_000);
                let body = json!({ "book": id, "settings": { name: value } });
                let check = house.post("/api/tables/check", "", body).await.json();
                let refused =
                    problems(&check).into_iter().any(|(setting, _)| setting == name || setting == "book");
                assert!(!refused, "{id} offers {name} = {value}: {check}");
            }
        }
    }
}

/// If a book's document has more games than the room plays, those that the room plays are offered, and
/// nothing that needs another game.
#[tokio::test]
async fn what_only_another_game_lets_in_is_not_offered() {
    let house = House::new().await;
    let choices = |page: &Value, name: &str| {
        let lines = page["settings"].as_array().cloned().unwrap_or_default();
        lines
            .into_iter()
            .find(|line| line["name"] == name)
            .map(|line| line["choices"].clone())
            .unwrap_or_default()
    };
    let dunedin = house.get("/api/books/dunedin-17.7", "").await.json();
    assert_eq!(choices(&dunedin, "games"), json!(["holdem"]));
    assert!(
        !choices(&dunedin, "showdown_mode").to_string().contains("high_low"),
        "{}",
        choices(&dunedin, "showdown_mode")
    );
    let standard = house.get("/api/books/standard", "").await.json();
    assert_eq!(choices(&standard, "games"), json!(["holdem"]));
    assert!(
        choices(&standard, "showdown_mode").to_string().contains("high_low"),
        "high and low is played at Hold'em"
    );
    assert!(
        choices(&standard, "low_qualifier").to_string().contains("eight"),
        "with high and low it is played"
    );
}

/// A player cannot open a table at which nobody can act in time, or waits for ever; a person who opens for
/// the operator may choose all that the book offers.
#[tokio::test]
async fn a_player_opens_a_table_with_a_time_in_which_people_can_act() {
    for (openers, bounded) in [(Openers::Players, true), (Openers::Operator, false)] {
        let house = House::with(Config { openers, ..Config::default() }).await;
        let cookie = if bounded {
            house.player("ana").await
        } else {
            let ruth = house.administrator("ruth").await;
            house.staff("olga", "operator", &ruth).await
        };
        for (book, setting, seconds, fits) in [
            ("standard", "turn_seconds", "1", false),
            ("standard", "turn-seconds", "9", false),
            ("standard", "turn_seconds", "10", true),
            ("standard", "turn_seconds", "300", true),
            ("standard", "turn_seconds", "301", false),
            ("canberra-holdem-2018", "turn_seconds", "9", false),
            ("dunedin-17.7", "turn_seconds", "1", false),
            ("dunedin-17.7", "official_clock_seconds", "1", false),
            ("dunedin-17.7", "official_clock_seconds", "60", true),
        ] {
            let wish = json!({ "book": book, "settings": { setting: seconds } });
            let checked = house.post("/api/tables/check", "", wish.clone()).await.json();
            let opened = house.post("/api/tables", &cookie, wish).await;
            let opens = fits || !bounded;
            assert_eq!(
                (&checked["ok"], opened.status.is_success()),
                (&json!(opens), opens),
                "{book} {setting} {seconds}: {}",
                opened.text
            );
            if !opens {
                let problem = &checked["problems"][0];
                assert_eq!(
                    (&problem["setting"], &problem["given"]),
                    (&json!(setting.replace('-', "_")), &json!(seconds))
                );
                assert!(
                    problem["what"].as_str().is_some_and(|what| what.contains("expected 10 to 300")),
                    "{problem}"
                );
            }
        }
    }
}
