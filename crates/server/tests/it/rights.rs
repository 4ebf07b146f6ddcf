//! The rights that an account reports: what the page offers because of them is what the room allows.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::house::House;

const STAFF: [&str; 8] =
    ["dealer", "supervisor", "shift_manager", "operator", "director", "cashier", "auditor", "administrator"];

async fn table(house: &House) -> u64 {
    let host = house.player("host").await;
    let wish = json!({ "name": "Elm", "book": "standard", "settings": {} });
    let opened = house.post("/api/tables", &host, wish).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    opened.json()["table"].as_u64().expect("a number")
}

/// Compares each right of an account with the route that it is for.
async fn holds(house: &House, table: u64, who: &str, cookie: &str) {
    let me = house.get("/api/me", cookie).await.json();
    let doors = [
        ("sit", format!("/api/tables/{table}/may-sit")),
        ("accounts", "/api/admin/people?reason=a+look".to_owned()),
        ("reports", "/api/admin/reports".to_owned()),
        ("record", "/api/audit/events".to_owned()),
    ];
    for (right, path) in doors {
        let has = me["rights"].as_array().expect("a list").contains(&json!(right));
        let answer = house.get(&path, cookie).await;
        assert_eq!(answer.status == StatusCode::OK, has, "{who}, {right}: {}", answer.text);
    }
    let rules = me["rights"].as_array().expect("a list").contains(&json!("run_tables"));
    for act in ["pause", "resume"] {
        let answer =
            house.post(&format!("/api/tables/{table}/{act}"), cookie, json!({ "reason": "a look" })).await;
        assert_eq!(answer.status == StatusCode::OK, rules, "{who}, {act}: {}", answer.text);
    }
}

#[tokio::test]
async fn the_rights_of_an_account_are_the_doors_that_open_to_every_role() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let table = table(&house).await;
    holds(&house, table, "administrator", &ruth).await;
    let ana = house.player("ana").await;
    holds(&house, table, "player", &ana).await;
    for role in STAFF {
        let cookie = house.staff(&format!("anna-{}", role.replace('_', "-")), role, &ruth).await;
        holds(&house, table, role, &cookie).await;
    }
}

#[tokio::test]
async fn before_a_second_factor_the_account_names_the_roles_that_wait_and_offers_no_right_of_theirs() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let table = table(&house).await;
    for (at, role) in STAFF.into_iter().enumerate() {
        let login = format!("new{at}");
        house.player(&login).await;
        let person = house.state.people.by_login(&login).expect("there").0;
        let roles = format!("/api/admin/people/{person}/roles");
        house.post(&format!("{roles}/player/take"), &ruth, json!({})).await;
        let given = house.post(&roles, &ruth, json!({ "role": role })).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{role}: {}", given.text);
        let cookie = house.sign_in(&login, crate::house::PASSWORD).await.cookie();
        let me = house.get("/api/me", &cookie).await.json();
        let told: [&Value; 3] = [&me["roles"], &me["waiting"], &me["rights"]];
        assert_eq!(told, [&json!([]), &json!([role]), &json!([])], "{role}");
        holds(&house, table, role, &cookie).await;
    }
    // A person who also plays keeps playing: one person may hold both roles (ACS-02).
    house.player("both").await;
    let person = house.state.people.by_login("both").expect("there").0;
    house.post(&format!("/api/admin/people/{person}/roles"), &ruth, json!({ "role": "dealer" })).await;
    let cookie = house.sign_in("both", crate::house::PASSWORD).await.cookie();
    let me = house.get("/api/me", &cookie).await.json();
    assert_eq!((&me["roles"], &me["waiting"]), (&json!(["player"]), &json!(["dealer"])));
    holds(&house, table, "player and dealer", &cookie).await;
}
