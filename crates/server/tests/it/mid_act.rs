//! What happens at the same moment: an administrator whose role is taken meanwhile, and two who do what excludes each other.
//! Each is wholly done or refused with a clear word, and nothing is lost.

use axum::http::StatusCode;
use room::port::Stream;
use serde_json::json;

use crate::house::{Answer, House, PASSWORD};

/// Somebody who became an administrator by another one's link: the cookie.
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

/// An administrator whose role is taken while a command is under way is refused by what the account has when it is decided,
/// not by what the request said.
#[tokio::test]
async fn an_administrator_without_the_role_any_more_does_nothing() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    let sara = second_administrator(&house, &ruth, "sara").await;
    let person = house.state.people.by_login("sara").expect("there");
    // The request was let in; before it is decided the role goes.
    let by = table::By { person, role: table::Role::Administrator, device: 2 };
    let taken = house.post("/api/admin/people/3/roles/administrator/take", &ruth, json!({})).await;
    assert_eq!(taken.status, StatusCode::NO_CONTENT, "{}", taken.text);
    let before = house.store.count(Stream::People).expect("readable");
    let commands = [
        room::people::Command::GiveRole { person: table::Person(1), role: table::Role::Dealer },
        room::people::Command::Ban { person: table::Person(1), until: None, reason: "why".to_owned() },
    ];
    for command in commands {
        let done = house.state.people.carry_out(by, None, house.clocks.now(), command).await;
        let needs = table::Role::Administrator;
        let refused = room::people::NotDone::Refused(room::people::Refusal::NotGranted { needs });
        assert_eq!(done, Err(refused));
    }
    assert_eq!(house.store.count(Stream::People).expect("readable"), before, "nothing is on record");
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
    // The same role, and two that may not meet: one is done, and the other is told why not.
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
    // Each takes the role of the other: one administrator is left.
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
