//! What applies to every request: origins, headers, sizes, rates, cookies behind a proxy, and the page.

use std::net::SocketAddr;

use axum::http::{Method, StatusCode};
use serde_json::json;
use server::Config;
use server::config::{Limits, RequestRate, SecureCookies};

use crate::house::{House, PASSWORD};

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn a_page_of_another_origin_can_ask_for_nothing_unsafe() {
    let house = House::new().await;
    let cookie = house.player("ana").await;
    for foreign in [("origin", "http://evil.test"), ("sec-fetch-site", "cross-site"), ("origin", "null")] {
        let answer = house.ask(Method::POST, "/api/sign-out-everywhere", &cookie, &[JSON, foreign], "").await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "foreign_origin"));
        let upgrade = house.ask(Method::GET, "/api/socket", &cookie, &[foreign], "").await;
        assert_eq!(upgrade.code(), "foreign_origin", "the socket is not a safe method");
    }
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK, "nothing was done");
    let own = [JSON, ("origin", "http://room.test"), ("sec-fetch-site", "same-origin")];
    let answer = house.ask(Method::POST, "/api/sign-out-everywhere", &cookie, &own, "").await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_form_of_another_page_is_no_json() {
    let house = House::new().await;
    let cookie = house.player("ana").await;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        let answer = house.ask(Method::POST, "/api/sign-out", &cookie, &[("content-type", kind)], "{}").await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"));
    }
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
    // A body without a content type is invalid too; without a body there is nothing to declare.
    let unsaid = house.ask(Method::POST, "/api/sign-out", &cookie, &[("content-length", "2")], "{}").await;
    assert_eq!((unsaid.status, unsaid.code().as_str()), (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json"));
    let bare = house.ask(Method::POST, "/api/sign-out", &cookie, &[], "").await;
    assert_eq!(bare.status, StatusCode::NO_CONTENT, "{}", bare.text);
}

/// A number beyond 2^53 - 1 is refused wherever it is, as the document says.
#[tokio::test]
async fn a_number_that_no_reader_of_doubles_reads_is_refused() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await;
    let (largest, beyond) = (9_007_199_254_740_991_u64, 9_007_199_254_740_992_u64);
    for path in ["/api/tables?after=", "/api/tables?person=", "/api/hands?from=", "/api/wallet?before="] {
        assert_eq!(house.get(&format!("{path}{largest}"), &ana).await.status, StatusCode::OK, "{path}");
        let refused = house.get(&format!("{path}{beyond}"), &ana).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::BAD_REQUEST, "malformed"),
            "{path}"
        );
    }
    let path = house.get(&format!("/api/tables/{beyond}/hands"), &ana).await;
    assert_eq!((path.status, path.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
    let named = house.get(&format!("/api/tables?name={beyond}"), &ana).await;
    assert_eq!(named.status, StatusCode::OK, "a name may be digits");
    let report = |person: u64| json!({ "person": person, "reason": "rude" });
    assert_eq!(house.post("/api/tables/1/report", &ana, report(largest)).await.status, StatusCode::NOT_FOUND);
    let refused = house.post("/api/tables/1/report", &ana, report(beyond)).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
    let too_large = json!({ "field": "person", "at_least": 0, "at_most": largest });
    let too_large = (json!("body_number_too_large"), too_large);
    assert_eq!((refused.json()["reason"].clone(), refused.json()["numbers"].clone()), too_large);
}

/// A field with a wrong value is refused with its path, as values, so that no sentence has to be parsed.
#[tokio::test]
async fn what_is_not_of_its_form_is_refused_with_its_place() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let place = |refused: &crate::house::Answer| {
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
        let json = refused.json();
        (json["reason"].as_str().unwrap_or_default().to_owned(), json["numbers"].clone())
    };
    let path = place(&house.get("/api/tables/x/hands", &ana).await);
    assert_eq!(
        path,
        ("path_unfit".to_owned(), json!({ "field": "table", "at_most": 9_007_199_254_740_991_u64 }))
    );
}

/// A body is refused with the field that is wrong in it and what is expected there, like a frame and a query.
#[tokio::test]
async fn a_body_is_refused_with_its_field_and_what_is_expected() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let most = 9_007_199_254_740_991_u64;
    let unfit = |field: &str, expected: &str, column: u64| {
        ("body_unfit", json!({ "field": field, "expected": expected, "line": 1, "column": column }))
    };
    let missing =
        |field: &str, expected: &str| ("body_missing", json!({ "field": field, "expected": expected }));
    let unknown = |field: &str, fields: &str| ("body_unknown", json!({ "field": field, "fields": fields }));
    let list = |field: &str, expected: &str| ("body_list", json!({ "field": field, "expected": expected }));
    let bounds = |way: &'static str, field: &str, at_most: u64| {
        (way, json!({ "field": field, "at_least": 0, "at_most": at_most }))
    };
    let (large, small) = ("body_number_too_large", "body_number_too_small");
    let (open, report, first) = ("/api/tables", "/api/tables/1/report", "/api/first");
    let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    let digits = format!(r#"{{"person":{},"reason":"rude"}}"#, "9".repeat(26));
    let cases = [
        (report, r#"7"#, unfit("", "object", 1)),
        (report, r#"{"reason":"rude"}"#, missing("person", "number")),
        (report, r#"{"person":1}"#, missing("reason", "text")),
        // `{"person":"x"` ends in column 13.
        (report, r#"{"person":"x","reason":"rude"}"#, unfit("person", "number", 13)),
        (report, r#"{"person":1.5,"reason":"rude"}"#, unfit("person", "number", 13)),
        (report, r#"{"reason":7,"person":"x"}"#, unfit("reason", "text", 11)),
        (report, r#"{"person":1,"reason":"rude","why":1}"#, unknown("why", "person, reason")),
        (report, r#"{"person":-1,"reason":"rude"}"#, bounds(small, "person", most)),
        (report, r#"{"person":9007199254740992,"reason":"rude"}"#, bounds(large, "person", most)),
        (report, digits.as_str(), bounds(large, "person", most)),
        (report, r#"{"person":1e400,"reason":"rude"}"#, bounds(large, "person", most)),
        (open, r#"{"book":"standard","bots":256}"#, bounds(large, "bots", 255)),
        (open, r#"{"book":"standard","bots":null}"#, unfit("bots", "number", 30)),
        (open, r#"{"book":"standard","settings":[]}"#, list("settings", "settings")),
        (open, r#"{"book":"standard","settings":{"seats":6}}"#, unfit("settings.seats", "text", 40)),
        (open, r#"{"name":"Elm"}"#, missing("book", "text")),
        (open, r#"{"book":"standard","names":"Elm"}"#, unknown("names", "name, book, settings, bots")),
        (
            first,
            r#"{"token":"0","administrator":{"login":"ana"}}"#,
            missing("administrator.password", "text"),
        ),
        (first, r#"{"token":"0","administrator":["ana"]}"#, list("administrator", "object")),
        (open, deep.as_str(), ("body_too_deep", json!({ "at_most": 127 }))),
        (open, r#"{"book":"\ud800"}"#, ("body_no_text", json!({ "line": 1, "column": 16 }))),
        (open, r#"{"book":"#, ("body_unfinished", json!({ "line": 1, "column": 8 }))),
        (open, r#"{"book":01}"#, ("body_no_json", json!({ "line": 1, "column": 10 }))),
    ];
    for (path, body, (reason, numbers)) in cases {
        let refused = house.ask(Method::POST, path, &ana, &[JSON], body).await;
        let expected = (StatusCode::BAD_REQUEST, "malformed");
        assert_eq!((refused.status, refused.code().as_str()), expected, "{body}: {}", refused.text);
        let json = refused.json();
        assert_eq!((&json["reason"], &json["numbers"]), (&json!(reason), &numbers), "{body}: {json}");
    }
}

/// The refusal of an unreadable query names what is wrong, where, and what is expected there.
#[tokio::test]
async fn what_stands_behind_the_question_mark_is_refused_with_its_name_and_what_is_expected() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let number = |field: &str| json!({ "field": field, "expected": "number" });
    let bounds = |field: &str| json!({ "field": field, "at_least": 0, "at_most": 9_007_199_254_740_991_u64 });
    let cases = [
        ("/api/hands?from=9007199254740992", "query_number_too_large", bounds("from")),
        ("/api/hands?from=99999999999999999999999999", "query_number_too_large", bounds("from")),
        ("/api/hands?from=1e400", "query_unfit", number("from")),
        ("/api/hands?before=later", "query_unfit", json!({ "field": "before", "expected": "place" })),
        ("/api/hands?table=1&won=maybe", "query_unfit", json!({ "field": "won", "expected": "true, false" })),
        ("/api/tables?most=", "query_unfit", number("most")),
        ("/api/tables?after=1.5", "query_unfit", number("after")),
        ("/api/tables?after=-1", "query_number_too_small", bounds("after")),
        ("/api/wallet?before=x", "query_unfit", number("before")),
        ("/api/tables?most=5&most=6", "query_twice", json!({ "field": "most" })),
        (
            "/api/tables?most=5&nam%65s=elm",
            "query_unknown",
            json!({ "field": "names", "fields": "after, most, name, person" }),
        ),
        ("/api/tables/1/hands/1?as=pdf", "query_unfit", json!({ "field": "as", "expected": "phh, text" })),
    ];
    for (path, reason, numbers) in cases {
        let refused = house.get(path, &ana).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::BAD_REQUEST, "malformed"),
            "{path}"
        );
        let json = refused.json();
        assert_eq!((&json["reason"], &json["numbers"]), (&json!(reason), &numbers), "{path}: {json}");
    }
}

/// A query is refused at routes that take none, whatever it says: at every route of the document without
/// query parameters.
#[tokio::test]
async fn a_query_is_refused_where_nothing_can_be_asked_for_by_one() {
    let house = House::new().await;
    let document = house.get("/api/openapi.json", "").await.json();
    let mut without = 0;
    let paths = document["paths"].as_object().expect("paths");
    for (path, item) in paths.iter().filter(|(path, _)| *path != "/health") {
        for (method, operation) in item.as_object().expect("operations") {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            if parameters.clone().any(|parameter| parameter["in"] == "query") {
                continue;
            }
            without += 1;
            let mut place = path.clone();
            for parameter in parameters.filter(|parameter| parameter["in"] == "path") {
                let name = parameter["name"].as_str().expect("a name");
                place = place.replace(&format!("{{{name}}}"), "1");
            }
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let refused = house.ask(method, &format!("{place}?seat=99999&x=1"), "", &[JSON], "{}").await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{path}: {}", refused.text);
            let json = refused.json();
            let expected = (json!("query_unknown"), json!({ "field": "seat", "fields": "" }));
            assert_eq!((json["reason"].clone(), json["numbers"].clone()), expected, "{path}");
        }
    }
    assert!(without > 40, "most routes have none: {without}");
    // Whoever looks whether the room is well adds what keeps the question out of caches.
    for path in ["/api/room?", "/api/room?&", "/?x=1", "/health?x", "/health?t=1764523200&t=2"] {
        assert_eq!(house.get(path, "").await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn every_answer_tells_a_browser_what_to_forbid() {
    let house = House::new().await;
    for path in ["/", "/api/room", "/api/nothing", "/api/me", "/assets/index-12345678.js"] {
        let answer = house.get(path, "").await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
    }
    assert_eq!(house.get("/api/room", "").await.header("cache-control"), "no-store");
}

/// Proves DIS-04 for the size of a request.
#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let house = House::new().await;
    let large = json!({"login": "ana", "password": "x".repeat(20_000)}).to_string();
    let answer = house.ask(Method::POST, "/api/sign-in", "", &[JSON], &large).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
}

/// Proves DIS-04 for a body that is announced and never comes: nobody waits for what would be refused.
#[tokio::test]
async fn a_body_that_is_announced_too_large_is_refused_before_it_comes() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let house = House::new().await;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (_stop, stops) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(server::serve(listener, house.state.clone(), async move { drop(stops.await) }));
    let most = Config::default().limits.body_bytes;
    for path in ["/api/sign-in", "/api/sign-out", "/api/tables/1/hands/1/share"] {
        let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: room.test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            most + 1
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut start = [0; 13];
        stream.read_exact(&mut start).await.expect("an answer without the body");
        assert_eq!(String::from_utf8_lossy(&start), "HTTP/1.1 413 ", "{path}");
        let mut rest = String::new();
        stream.read_to_string(&mut rest).await.expect("the end");
        assert!(rest.contains(r#""reason":"body_too_large""#), "{rest}");
        assert!(rest.contains(&format!(r#""at_most":{most}"#)), "{rest}");
    }
}

/// Proves DIS-04 for a body that is announced and does not come whole: its sender is told, and it is no fault of the
/// room's.
#[tokio::test]
async fn a_body_that_arrives_too_slowly_is_refused_and_nothing_is_done() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let limits = Limits { request_seconds: 1, ..Config::default().limits };
    let house = House::with(Config { limits, ..Config::default() }).await;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (_stop, stops) = tokio::sync::oneshot::channel::<()>();
    tokio::spawn(server::serve(listener, house.state.clone(), async move { drop(stops.await) }));
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    let head = "POST /api/sign-in HTTP/1.1\r\nHost: room.test\r\nContent-Type: application/json\r\nContent-Length: 40\r\nConnection: close\r\n\r\n{\"login\"";
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains(r#""code":"body_too_slow""#) && answer.contains(r#""seconds":1"#), "{answer}");
    assert!(!answer.contains(r#""id""#), "a fault of the room's has a number in its log: {answer}");
}

/// Proves DIS-04 for how often somebody sends requests.
#[tokio::test]
async fn who_asks_too_often_is_told_when_to_come_back_and_others_are_not_slowed() {
    let limits = Limits {
        address: RequestRate { a_minute: 60, at_once: 5 },
        person: RequestRate { a_minute: 60, at_once: 2 },
        ..Config::default().limits
    };
    let mut house = House::with(Config { limits, ..Config::default() }).await;
    let cookie = house.player("ana").await;
    for _ in 0..2 {
        assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
    }
    let person = house.get("/api/me", &cookie).await;
    assert_eq!((person.status, person.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_often"));
    assert_eq!(house.get("/api/room", "").await.status, StatusCode::OK);
    let address = house.get("/api/room", "").await;
    assert_eq!((address.status, address.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "1"));
    house.address = SocketAddr::from(([192, 0, 2, 2], 4000));
    assert_eq!(house.get("/api/room", "").await.status, StatusCode::OK, "another address");
    house.clocks.pass(1000);
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
}

#[tokio::test]
async fn accounts_are_not_made_in_bulk_from_one_address() {
    let limits = Limits { sign_ups: RequestRate { a_minute: 1, at_once: 2 }, ..Config::default().limits };
    let house = House::with(Config { limits, ..Config::default() }).await;
    house.player("ana").await;
    house.player("ben").await;
    let third = house.post("/api/sign-up", "", json!({"login": "cleo", "password": PASSWORD})).await;
    assert_eq!((third.status, third.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_often"));
    house.clocks.pass(60_000);
    house.player("cleo").await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_cookie_goes_over_tls_only() {
    let trusted = vec!["192.0.2.0/24".parse().expect("a network")];
    let mut house = House::with(Config { trusted_proxies: trusted, ..Config::default() }).await;
    let tls = [JSON, ("x-forwarded-proto", "https"), ("x-forwarded-for", "198.51.100.7")];
    let body = json!({"login": "ana", "password": PASSWORD}).to_string();
    let made = house.ask(Method::POST, "/api/sign-up", "", &tls, &body).await;
    let cookie = made.header("set-cookie");
    assert!(cookie.starts_with("__Host-cardroom="), "{cookie}");
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Strict", "; Secure"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!made.header("strict-transport-security").is_empty());
    assert_eq!(house.ask(Method::GET, "/api/me", &made.cookie(), &tls[1..], "").await.status, StatusCode::OK);
    // Without TLS, the cookie of the other kind is not accepted.
    assert_eq!(house.get("/api/me", &made.cookie()).await.status, StatusCode::UNAUTHORIZED);
    // A client that is not a trusted proxy is not believed.
    house.address = SocketAddr::from(([203, 0, 113, 5], 4000));
    let lie = house.ask(Method::GET, "/api/me", &made.cookie(), &tls[1..], "").await;
    assert_eq!(lie.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn where_tls_is_always_in_front_no_plain_cookie_is_given() {
    let house = House::with(Config { secure_cookies: SecureCookies::Always, ..Config::default() }).await;
    let cookie = house.player("ana").await;
    assert!(cookie.starts_with("__Host-cardroom="));
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_answers_for_its_own_paths_and_files_with_a_digest_are_kept() {
    let house = House::new().await;
    for path in ["/", "/index.html", "/first/abc", "/reset/abc"] {
        let page = house.get(path, "").await;
        assert_eq!((page.status, page.text.as_str()), (StatusCode::OK, "<!doctype html>the page"), "{path}");
        assert_eq!(page.header("cache-control"), "no-cache");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    }
    let code = house.get("/assets/index-12345678.js", "").await;
    assert_eq!(code.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(house.get("/assets/cardroom.svg", "").await.header("cache-control"), "no-cache");
    assert_eq!(house.get("/assets/missing.js", "").await.status, StatusCode::NOT_FOUND);
    // The page itself says that there is nothing, and so does the status.
    for path in ["/casino", "/table/7", "/first", "/reset/a/b"] {
        let unknown = house.get(path, "").await;
        let expected = (StatusCode::NOT_FOUND, "<!doctype html>the page");
        assert_eq!((unknown.status, unknown.text.as_str()), expected, "{path}");
    }
    let missing = house.get("/api/nothing", "").await;
    assert_eq!((missing.status, missing.code().as_str()), (StatusCode::NOT_FOUND, "no_such"));
    assert_eq!(house.post("/table/7", "", json!({})).await.status, StatusCode::METHOD_NOT_ALLOWED);
    let method = house.get("/api/sign-in", "").await;
    assert_eq!((method.status, method.code().as_str()), (StatusCode::METHOD_NOT_ALLOWED, "method"));
}

#[tokio::test]
async fn without_a_built_page_the_room_says_how_to_build_it() {
    let with = House::new().await;
    let people = with.state.people.clone();
    let clocks = with.clocks.clone();
    let state = server::AppState::new(server::ServerParts {
        version: "test (none)".to_owned(),
        config: Config::default(),
        clock: std::sync::Arc::new(move || clocks.now()),
        store: with.store.clone(),
        people,
        room: with.state.room.clone(),
        page: server::embed::Page::from_fn(|_| None),
        cost: crate::house::CHEAP,
    });
    let house = House { app: server::app(state.expect("random bytes")), ..with };
    let page = house.get("/", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("cargo xtask serve"), "{}", page.text);
}

#[tokio::test]
async fn a_served_room_answers_over_a_real_connection_until_it_closes() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let house = House::new().await;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let (stop, stops) = tokio::sync::oneshot::channel::<()>();
    let state = house.state.clone();
    let serving = tokio::spawn(server::serve(listener, state, async move { drop(stops.await) }));
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: room.test\r\n\r\n").await.expect("sent");
    let mut head = [0; 15];
    stream.read_exact(&mut head).await.expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 200 OK");
    // The connection stays open for more requests until the room closes.
    stop.send(()).expect("it serves");
    serving.await.expect("no panic").expect("it listened");
    let mut rest = Vec::new();
    stream.read_to_end(&mut rest).await.expect("the end");
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");
}
