//! Things that happen at the same moment: a role taken while its holder acts, and two administrators whose
//! commands exclude each other. Each is carried out completely or refused with a clear reason, and nothing is
//! lost.

use axum::http::StatusCode;
use room::port::StreamId;
use serde_json::{Value, json};

use crate::house::{Answer, House, PASSWORD};

/// The cookie of a person who became an administrator by another one's link.
async fn second_administrator(house: &House, first: &str, login: &str) -> String {
    let link = house.post("/api/admin/administrator-link", first, json!({})).await;
    let path = link.json()["path"].as_str().expect("a path").to_owned();
    let token = path.strip_prefix("/first/").expect("a link to the page");
    let wish = json!({ "token": token, "administrator": { "login": login, "password": PASSWORD } });
    let made = house.post("/api/first", "", wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    house.enrols(login, &made.cookie()).await;
    made.cookie()
}

fn done(answer: &Answer) -> bool {
    answer.status.is_success()
}

/// How many records of a kind are in the stream of people.
fn records(house: &House, kind: &str) -> usize {
    let records = house.store.read(StreamId::People, 0, 10_000).expect("readable");
    records.iter().filter(|record| record.kind == kind).count()
}

async fn standing(house: &House, table: u64) -> Value {
    house.get(&format!("/api/tables/{table}"), "").await.json()["standing"]["is"].clone()
}

/// A supervisor pauses a table while the role is taken: either the table is paused, or the request was
/// refused and the table is as it was; and after that the role gives no access.
#[tokio::test]
async fn a_role_taken_in_mid_act_leaves_the_act_done_or_refused() {
    let house = House::with(crate::evening::patient()).await;
    let ana = house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let wish = json!({ "name": "Elm", "book": "standard", "settings": {} });
    let table = house.post("/api/tables", &ana, wish).await.json()["table"].as_u64().expect("a table");
    let (mut paused, mut refused) = (0, 0);
    for turn in 0..24 {
        let login = format!("sam-{turn}");
        let sam = house.staff(&login, "supervisor", &ruth).await;
        let person = house.state.people.by_login(&login).expect("there").0;
        let (pause, take) = (
            async {
                // The act begins earlier or later than the other one.
                for _ in 0..turn / 2 {
                    tokio::task::yield_now().await;
                }
                house.post(&format!("/api/tables/{table}/pause"), &sam, json!({ "reason": "a look" })).await
            },
            async {
                for _ in 0..(24 - turn) / 2 {
                    tokio::task::yield_now().await;
                }
                house
                    .post(&format!("/api/admin/people/{person}/roles/supervisor/take"), &ruth, json!({}))
                    .await
            },
        );
        let (pause, take) = tokio::join!(pause, take);
        assert_eq!(take.status, StatusCode::NO_CONTENT, "{}", take.text);
        if done(&pause) {
            paused += 1;
            assert_eq!(standing(&house, table).await, "paused", "turn {turn}");
        } else {
            refused += 1;
            assert_eq!((pause.status, pause.code().as_str()), (StatusCode::UNAUTHORIZED, "not_signed_in"));
            assert_eq!(standing(&house, table).await, "open", "turn {turn}");
        }
        let resume = house.post(&format!("/api/tables/{table}/resume"), &sam, json!({})).await;
        assert_eq!((resume.status, resume.code().as_str()), (StatusCode::UNAUTHORIZED, "not_signed_in"));
        let again = house.sign_in(&login, PASSWORD).await.cookie();
        let resume = house.post(&format!("/api/tables/{table}/resume"), &again, json!({})).await;
        assert_eq!(resume.status, StatusCode::FORBIDDEN, "{}", resume.text);
        if done(&pause) {
            let opener = house.post(&format!("/api/tables/{table}/resume"), &ana, json!({})).await;
            assert!(done(&opener), "{}", opener.text);
        }
    }
    assert!(paused > 0 && refused > 0, "{paused} paused, {refused} refused: both ways were tried");
    assert_eq!(records(&house, "role_taken"), 48, "player and supervisor of each");
}

/// An administrator whose role is taken while a command is in progress is refused by what the account has
/// when the command is decided, not by what the request said.
#[tokio::test]
async fn an_administrator_without_the_role_any_more_does_nothing() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let sara = second_administrator(&house, &ruth, "sara").await;
    let person = house.state.people.by_login("sara").expect("there");
    // The request was let in; before it is decided, the role is taken.
    let by = seating::Actor { person, role: seating::Role::Administrator, device: 2 };
    let taken = house.post("/api/admin/people/3/roles/administrator/take", &ruth, json!({})).await;
    assert_eq!(taken.status, StatusCode::NO_CONTENT, "{}", taken.text);
    let before = house.store.count(StreamId::People).expect("readable");
    let commands = [
        room::people::PeopleCommand::GiveRole { person: seating::Person(1), role: seating::Role::Dealer },
        room::people::PeopleCommand::Ban {
            person: seating::Person(1),
            lasts: None,
            reason: "why".to_owned(),
        },
    ];
    for command in commands {
        let done = house.state.people.carry_out(by, None, house.clocks.now(), command).await;
        let needs = seating::Role::Administrator;
        let refused = room::people::PeopleError::Refused(room::people::PeopleRefusal::NotGranted { needs });
        assert_eq!(done, Err(refused));
    }
    assert_eq!(house.store.count(StreamId::People).expect("readable"), before, "nothing is on record");
    assert_eq!(house.get("/api/admin/people", &sara).await.code(), "not_signed_in");
}

#[tokio::test]
async fn two_administrators_at_once_do_not_undo_each_other() {
    let house = House::with(crate::evening::patient()).await;
    let ruth = house.administrator("ruth").await;
    let sara = second_administrator(&house, &ruth, "sara").await;
    house.player("ana").await;
    let give = async |cookie: &str, role: &str| {
        house.post("/api/admin/people/3/roles", cookie, json!({ "role": role })).await
    };
    // The same role, and two that one person may not hold: one is given, and the other request gets the
    // reason.
    for (roles, told) in [(["dealer", "dealer"], "role_held"), (["supervisor", "cashier"], "role_conflict")] {
        let (one, other) = tokio::join!(give(&ruth, roles[0]), give(&sara, roles[1]));
        assert_eq!(usize::from(done(&one)) + usize::from(done(&other)), 1, "{roles:?}");
        let refused = if done(&one) { other } else { one };
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::CONFLICT, told),
            "{}",
            refused.text
        );
    }
    // Each takes the role from the other: one administrator remains.
    let (one, other) = tokio::join!(
        house.post("/api/admin/people/2/roles/administrator/take", &ruth, json!({})),
        house.post("/api/admin/people/1/roles/administrator/take", &sara, json!({})),
    );
    assert_eq!(usize::from(done(&one)) + usize::from(done(&other)), 1, "{} {}", one.text, other.text);
    let refused = if done(&one) { other } else { one };
    let clear = ["not_granted", "not_signed_in", "last_administrator"];
    assert!(clear.contains(&refused.code().as_str()), "{}", refused.text);
    let left = house.state.people.with_people(|people| people.administrators().count());
    assert_eq!(left, 1);
    let again = house.restarted().await;
    assert_eq!(again.state.people.with_people(|people| people.administrators().count()), 1);
}
