//! A table dealt by a person, opened over HTTP: no deck, no seal, and nothing that two auditors could open.

use axum::http::StatusCode;
use cards::Card;
use room::port::RequestKey;
use room::requests::{Dealer, DealerWish, Reply, SeatWish, TableRequest, TableWish, Wish};
use seating::{Actor, Person, Role, Seat};
use serde_json::{Value, json};

use crate::hall::chips;
use crate::house::House;

/// Sends a request to a table, which must be carried out; acts name the current turn.
async fn done(house: &House, table: u64, by: Actor, key: u8, wish: impl Into<Wish>) {
    let ask = TableRequest { by, key: RequestKey([key; 16]), turn: None, wish: wish.into() };
    let answer = house.state.room.ask(table, ask.clone()).await;
    assert!(matches!(answer, Reply::Done { .. }), "{ask:?}: {answer:?}");
}

#[tokio::test]
async fn a_hand_that_a_person_dealt_has_no_seal_in_any_answer_and_is_opened_by_nobody() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let kim = house.staff("kim", "auditor", &ruth).await;
    let ana = house.player("ana").await;
    house.player("ben").await;
    let person = |login: &str| house.state.people.by_login(login).expect("there");
    let (ana_by, ben_by) = (Actor::player(person("ana")), Actor::player(person("ben")));
    let dealer = Actor { person: Person(9_999), role: Role::Dealer, device: 0 };
    let wish = TableWish {
        name: "Ash".to_owned(),
        book: "standard".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer: Dealer::Person,
    };
    let table = house.state.room.open_table(ana_by, &wish).await.expect("opened");
    let seat = |number| Seat::new(number).expect("a seat");
    done(&house, table, ana_by, 1, SeatWish::Sit { seat: seat(1), stack: chips(200) }).await;
    done(&house, table, ben_by, 2, SeatWish::Sit { seat: seat(2), stack: chips(200) }).await;
    done(&house, table, dealer, 3, DealerWish::Open).await;
    done(&house, table, dealer, 4, DealerWish::HoleCards).await;
    // The player on action leaves, and the hand is over.
    done(&house, table, ana_by, 5, SeatWish::Leave).await;
    done(&house, table, ben_by, 6, SeatWish::Leave).await;

    let listed = house.get("/api/tables", "").await.json();
    let line = &listed["tables"][0];
    assert_eq!((&line["name"], &line["dealer"]), (&json!("Ash"), &json!("person")), "{listed}");
    let replay = house.get(&format!("/api/tables/{table}/hands/1/replay"), &ana).await;
    assert_eq!(replay.status, StatusCode::OK, "{}", replay.text);
    let replay = replay.json();
    assert_eq!(replay["before"]["dealer"], "person");
    let events: Vec<&Value> = replay["updates"]
        .as_array()
        .expect("updates")
        .iter()
        .flat_map(|update| update["events"].as_array().expect("events"))
        .collect();
    let is = |event: &&&Value, names: &[&str]| names.iter().any(|name| event["e"] == *name);
    assert_eq!(events.iter().filter(|event| is(event, &["deck", "cut", "opening"])).count(), 0);
    let dealt: Vec<_> = events.iter().filter(|event| is(event, &["hole_dealt"])).collect();
    assert_eq!(dealt.len(), 4);
    assert!(dealt.iter().all(|event| event["card"].is_null() && event["slot"].is_null()), "{dealt:?}");

    let opening = json!({ "table": table, "hand": 1, "reason": "a complaint" });
    let asked = house.post("/api/audit/openings", &kim, opening).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::CONFLICT, "no_sealed_deck"));
    assert_eq!(house.get("/api/audit/openings", &kim).await.json()["openings"], json!([]));
}

/// A dealer who enters what was dealt gets a refusal with a reason that programs know and the rule with its
/// clauses.
#[tokio::test]
async fn every_refusal_of_a_dealer_is_one_that_programs_know() {
    let house = House::new().await;
    house.player("ana").await;
    let ana = Actor::player(house.state.people.by_login("ana").expect("there"));
    let wish = |dealer| TableWish {
        name: String::new(),
        book: "canberra-holdem-2018".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer,
    };
    let room = &house.state.room;
    let elm = room.open_table(ana, &wish(Dealer::Software)).await.expect("opened");
    let ash = room.open_table(ana, &wish(Dealer::Person)).await.expect("opened");
    let dealer = Actor { person: Person(9_999), role: Role::Dealer, device: 0 };
    let card: Card = "As".parse().expect("a card");
    let wishes = [
        DealerWish::Open,
        DealerWish::HoleCards,
        DealerWish::Burn,
        DealerWish::Board { cards: vec![card] },
        DealerWish::Mucks { seat: Seat::FIRST },
        DealerWish::Shows { seat: Seat::FIRST, cards: vec![card] },
    ];
    let mut key = 0;
    for (table, by) in [(elm, dealer), (ash, ana), (ash, dealer)] {
        for wish in &wishes {
            key += 1;
            let ask =
                TableRequest { by, key: RequestKey([key; 16]), turn: None, wish: Wish::Dealer(wish.clone()) };
            let Reply::Refused(refused) = room.ask(table, ask).await else { panic!("{wish:?} was done") };
            // Encoding it looks up its reason.
            let written = wire::encode::refusal(&refused);
            assert!(wire::codes::is_known(&written.code), "{written:?}");
            assert!(wire::reasons::is_listed(&written.reason, &written.numbers), "{written:?}");
        }
    }
}
