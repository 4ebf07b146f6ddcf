//! Who may request what: every route with every role, compared with a list that people have reviewed.

use axum::http::{Method, StatusCode};
use room::people::{ROLES, role_word};
use seating::Role;
use serde_json::json;

use crate::hall::{Hall, every_wish};
use crate::house::House;

/// Who is let in at a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    /// Anybody, signed in or not.
    Anybody,
    /// Anybody who is signed in.
    SignedIn,
    /// People who have the role.
    Only(Role),
    /// People who have one of the roles.
    AnyOf(&'static [Role]),
}

use Door::{AnyOf, Anybody, Only, SignedIn};

/// The roles that look after how people behave.
const LOOKS_AFTER: &[Role] = &[Role::Administrator, Role::Operator, Role::ShiftManager, Role::Supervisor];

/// Every route there is. A new route is added by somebody who has looked at what it shows: none may show a
/// card that is not open to the caller. Finished hands are shown as their own player saw them.
const REVIEWED: &[(&str, &str, Door)] = &[
    ("get", "/api/admin/people", Only(Role::Administrator)),
    ("post", "/api/admin/administrator-link", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/ban", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/reset-link", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/roles", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/roles/{role}/take", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/second-factor/remove", Only(Role::Administrator)),
    ("post", "/api/admin/people/{person}/unban", Only(Role::Administrator)),
    ("get", "/api/admin/reports", AnyOf(LOOKS_AFTER)),
    ("post", "/api/admin/reports/{report}/deal", AnyOf(LOOKS_AFTER)),
    ("get", "/api/audit/events", Only(Role::Auditor)),
    ("get", "/api/audit/openings", Only(Role::Auditor)),
    ("post", "/api/audit/openings", Only(Role::Auditor)),
    ("get", "/api/audit/openings/{opening}", Only(Role::Auditor)),
    ("post", "/api/audit/openings/{opening}/agree", Only(Role::Auditor)),
    ("get", "/api/books", Anybody),
    ("get", "/api/books/{book}", Anybody),
    ("get", "/api/books/{book}/rules", Anybody),
    ("post", "/api/first", Anybody),
    ("get", "/api/hands", SignedIn),
    ("get", "/api/me", SignedIn),
    ("post", "/api/me/delete", SignedIn),
    ("get", "/api/me/export", SignedIn),
    ("get", "/api/openapi.json", Anybody),
    ("post", "/api/password", SignedIn),
    ("post", "/api/reset", Anybody),
    ("get", "/api/results", SignedIn),
    ("get", "/api/room", Anybody),
    ("get", "/api/rules/{id}", Anybody),
    ("post", "/api/second-factor", SignedIn),
    ("post", "/api/second-factor/recovery-codes", SignedIn),
    ("post", "/api/second-factor/remove", SignedIn),
    ("post", "/api/second-factor/start", SignedIn),
    ("get", "/api/sessions", SignedIn),
    ("post", "/api/sessions/{session}/end", SignedIn),
    ("get", "/api/shared", SignedIn),
    ("get", "/api/shared/{token}", Anybody),
    ("delete", "/api/shared/{token}", SignedIn),
    ("post", "/api/sign-in", Anybody),
    ("post", "/api/sign-out", Anybody),
    ("post", "/api/sign-out-everywhere", SignedIn),
    ("post", "/api/sign-up", Anybody),
    ("get", "/api/socket", Anybody),
    ("get", "/api/tables", Anybody),
    ("post", "/api/tables", Only(Role::Player)),
    ("post", "/api/tables/check", Anybody),
    ("get", "/api/tables/{table}", Anybody),
    ("post", "/api/tables/{table}/close", SignedIn),
    ("get", "/api/tables/{table}/hands", SignedIn),
    ("get", "/api/tables/{table}/hands/{hand}", SignedIn),
    ("get", "/api/tables/{table}/hands/{hand}/replay", SignedIn),
    ("post", "/api/tables/{table}/hands/{hand}/share", SignedIn),
    ("get", "/api/tables/{table}/may-sit", Only(Role::Player)),
    ("post", "/api/tables/{table}/pause", SignedIn),
    ("post", "/api/tables/{table}/remove", SignedIn),
    ("post", "/api/tables/{table}/report", SignedIn),
    ("post", "/api/tables/{table}/resume", SignedIn),
    ("get", "/api/tables/{table}/sign", Anybody),
    ("get", "/api/wallet", SignedIn),
    ("get", "/health", Anybody),
];

/// Method and path of every route, from the OpenAPI document that is made from them.
fn routes() -> Vec<(String, String)> {
    let document = serde_json::to_value(server::openapi::document()).expect("it can be written");
    let paths = document["paths"].as_object().expect("paths").clone();
    let mut routes = Vec::new();
    for (path, item) in paths {
        for method in item.as_object().expect("methods").keys() {
            if ["get", "put", "post", "delete", "head", "patch", "trace", "options"]
                .contains(&method.as_str())
            {
                routes.push((method.clone(), path.clone()));
            }
        }
    }
    routes
}

/// A path with its placeholders filled in.
fn filled(path: &str) -> String {
    path.replace("{person}", "1")
        .replace("{role}", "player")
        .replace("{book}", "practice")
        .replace("{id}", "HE-5.1")
        .replace("{table}", "1")
        .replace("{hand}", "1")
        .replace("{token}", &"a".repeat(64))
        .replace("{opening}", "1")
        .replace("{report}", "1")
        .replace("{session}", "1")
}

/// Proves SEC-03, SEC-09: the reviewed list has exactly the routes there are.
#[test]
fn every_route_was_reviewed() {
    let mut found = routes();
    let mut reviewed: Vec<(String, String)> =
        REVIEWED.iter().map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned())).collect();
    found.sort();
    reviewed.sort();
    assert_eq!(found, reviewed);
}

/// Proves SEC-09: no route bypasses the document, because there is no other way to add one.
#[test]
fn no_route_is_added_without_being_described() {
    let mut folders = vec![std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut looked_at = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("our own sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            for way in [".route(", ".route_service(", ".nest(", ".nest_service(", ".fallback_service("] {
                assert!(
                    !text.contains(way),
                    "{}: `{way}` adds a route that nobody has reviewed",
                    path.display()
                );
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 10);
}

/// Proves ACS-01 for HTTP requests: what is not granted is refused, role by role and route by route.
#[tokio::test]
async fn what_is_not_granted_is_refused() {
    let config = server::Config {
        limits: server::config::Limits {
            address: server::config::RequestRate { a_minute: 100_000, at_once: 100_000 },
            ..server::Config::default().limits
        },
        ..server::Config::default()
    };
    let house = House::with(config).await;
    house.player("somebody").await;
    let ruth = house.administrator("ruth").await;
    let mut callers = vec![(None, String::new())];
    for role in ROLES {
        let word = role_word(role);
        let cookie = match role {
            Role::Administrator => ruth.clone(),
            Role::Player => house.player("player").await,
            Role::Dealer
            | Role::Supervisor
            | Role::ShiftManager
            | Role::Operator
            | Role::Director
            | Role::Cashier
            | Role::Auditor => {
                let login = format!("anna-{}", word.replace('_', "-"));
                house.staff(&login, word, &ruth).await
            }
        };
        assert_eq!(house.get("/api/me", &cookie).await.json()["roles"], json!([word]));
        callers.push((Some(role), cookie));
    }
    for (method, path, door) in REVIEWED {
        // These end the session that makes the request.
        if path.contains("sign-out") {
            continue;
        }
        for (role, cookie) in &callers {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let headers = [("content-type", "application/json")];
            let answer = house.ask(method, &filled(path), cookie, &headers, "{\"nonsense\": 1}").await;
            let refused = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&answer.status);
            let let_in = match door {
                Anybody => true,
                SignedIn => role.is_some(),
                Only(needed) => *role == Some(*needed),
                AnyOf(needed) => role.is_some_and(|role| needed.contains(&role)),
            };
            assert_eq!(!refused, let_in, "{role:?} at {path}: {} {}", answer.status, answer.text);
            if !let_in {
                let expected = if role.is_none() { StatusCode::UNAUTHORIZED } else { StatusCode::FORBIDDEN };
                assert_eq!(answer.status, expected, "{role:?} at {path}");
            }
        }
    }
    let outside = house.post("/api/sign-out-everywhere", "", json!({})).await;
    assert_eq!(outside.status, StatusCode::UNAUTHORIZED);
}

/// Proves SEC-09: the interface has no word for looking at other people's cards.
#[test]
fn no_route_peeks() {
    for (_, path) in routes() {
        for word in ["card", "deck", "peek", "reveal", "seed", "stub", "debug", "test", "dump"] {
            assert!(!path.contains(word), "{path}");
        }
    }
}

/// Proves ACS-01 for requests over a socket: every wish with every role, at a table that somebody else
/// opened.
#[tokio::test]
async fn what_is_not_granted_is_refused_over_a_socket() {
    for (at, role) in ROLES.into_iter().enumerate() {
        let mut hall = Hall::open(3, 40 + at as u64, server::socket::ConnectionLimits::USUAL).await;
        let table = hall.table("standard", &[]).await;
        let mut client = hall.client(Some(2), &[role]);
        for wish in every_wish() {
            // The wish that closes the table comes last.
            if wish["do"] == "close" {
                continue;
            }
            let answer = client.asks(table, &wish, None).await;
            let refused =
                ["not_granted", "not_allowed"].contains(&answer["code"].as_str().unwrap_or_default());
            let runs =
                ["pause", "resume", "determine", "remove"].contains(&wish["do"].as_str().expect("a word"));
            let let_in = if runs { LOOKS_AFTER.contains(&role) } else { role == Role::Player };
            assert_eq!(!refused, let_in, "{role:?} wishes {wish}: {answer}");
        }
        let close = client.asks(table, &json!({ "do": "close", "reason": "late" }), None).await;
        assert_eq!(close["ok"] == true, LOOKS_AFTER.contains(&role), "{role:?}: {close}");
    }
}
