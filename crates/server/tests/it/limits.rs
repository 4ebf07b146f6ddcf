//! What one client cannot do to the others, and how the room reports that it is unhealthy.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::{Method, StatusCode, header};

use room::live::WatchRequest;
use room::port::{AppendCallback, Batch, PassThrough, Store, StoreCondition, StoreError, StreamId};
use room::requests::{Outbound, Standing};
use seating::Person;
use serde_json::{Value, json};
use server::Config;
use server::config::{Limits, RequestRate};
use server::socket::connections::{Connections, ConnectionsFull};
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::hall::Hall;
use crate::house::{Answer, CHEAP, Clocks, House, PASSWORD};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A store whose condition a test sets.
#[derive(Default)]
struct Disk {
    inner: MemoryStore,
    nearly_full: AtomicBool,
    broken: AtomicBool,
}

impl PassThrough for Disk {
    fn behind(&self) -> &dyn Store {
        &self.inner
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        if self.broken.load(Ordering::SeqCst) {
            return done(Err(StoreError::unavailable("database or disk is full")));
        }
        self.inner.append(batch, done);
    }

    fn condition(&self) -> StoreCondition {
        if self.broken.load(Ordering::SeqCst) {
            StoreCondition::Broken(StoreError::unavailable("database or disk is full"))
        } else if self.nearly_full.load(Ordering::SeqCst) {
            StoreCondition::NearlyFull { free: 3_000_000, keep: 64_000_000 }
        } else {
            StoreCondition::Well
        }
    }
}

fn clocks() -> Arc<Clocks> {
    Arc::new(Clocks { steady: 5_000.into(), wall: 1_790_000_000_000.into() })
}

/// Proves REC-07 for health checks: the room reports itself healthy only while it can store, has space, and
/// is not stopping.
#[tokio::test]
async fn a_room_that_is_not_well_says_so_with_the_reason() {
    let disk = Arc::new(Disk::default());
    let limits = Limits { address: RequestRate { a_minute: 1, at_once: 1 }, ..Config::default().limits };
    let house = House::over(disk.clone(), Config { limits, ..Config::default() }, clocks(), CHEAP).await;
    assert_eq!(house.get("/api/room", "").await.status, StatusCode::OK);
    assert_eq!(house.get("/api/room", "").await.status, StatusCode::TOO_MANY_REQUESTS);
    for _ in 0..5 {
        let well = house.get("/health", "").await;
        assert_eq!((well.status, well.json()["ok"].as_bool()), (StatusCode::OK, Some(true)), "{}", well.text);
    }
    let ill = |answer: Answer| (answer.status, answer.code());
    disk.nearly_full.store(true, Ordering::SeqCst);
    let nearly = house.get("/health", "").await;
    assert!(nearly.json()["why"].as_str().is_some_and(|why| why.contains("3 MB free")), "{}", nearly.text);
    assert_eq!(ill(nearly), (StatusCode::SERVICE_UNAVAILABLE, "disk_nearly_full".to_owned()));
    disk.nearly_full.store(false, Ordering::SeqCst);
    assert_eq!(house.get("/health", "").await.status, StatusCode::OK);
    house.state.room.drain().await;
    let draining = house.get("/health", "").await;
    assert_eq!(ill(draining), (StatusCode::SERVICE_UNAVAILABLE, "draining".to_owned()));
    disk.broken.store(true, Ordering::SeqCst);
    let broken = house.get("/health", "").await;
    assert!(!broken.text.contains("disk is full"), "only the log says what broke: {}", broken.text);
    assert_eq!(ill(broken), (StatusCode::SERVICE_UNAVAILABLE, "store_broken".to_owned()));
}

/// Whatever a request would have stored, its reply says that nothing can be: it is not an unknown fault, and not a table's.
#[tokio::test]
async fn a_request_that_cannot_be_stored_is_told_that_nothing_can_be() {
    let disk = Arc::new(Disk::default());
    let house = House::over(disk.clone(), Config::default(), clocks(), CHEAP).await;
    let ana = house.player("ana").await;
    disk.broken.store(true, Ordering::SeqCst);
    let bea = json!({ "login": "bea", "password": PASSWORD });
    let requests = [
        house.post("/api/sign-up", "", bea).await,
        house.post("/api/sign-in", "", json!({ "login": "ana", "password": PASSWORD })).await,
        house.post("/api/sign-out-everywhere", &ana, json!({})).await,
        house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await,
        house.post("/api/sign-out", &ana, json!({})).await,
    ];
    for (at, answer) in requests.into_iter().enumerate() {
        assert!(!answer.text.contains("disk is full"), "what broke is in the log alone: {}", answer.text);
        let said = (answer.status, answer.code());
        assert_eq!(
            said,
            (StatusCode::SERVICE_UNAVAILABLE, "store_broken".to_owned()),
            "request {at}: {}",
            answer.text
        );
    }
}

/// Proves DIS-04 for the disk: the lobby says that no hand begins, for as long as that is so.
#[tokio::test]
async fn the_lobby_says_that_no_hand_begins_while_the_disk_is_nearly_full() {
    let disk = Arc::new(Disk::default());
    let house = House::over(disk.clone(), Config::default(), clocks(), CHEAP).await;
    let ana = house.player("ana").await;
    let opened = house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await;
    let table = opened.json()["table"].as_u64().expect("a table");
    let room = house.state.room.clone();
    let mut watching = room.watch(table, WatchRequest::default()).await.expect("the table is there");
    let looking = tokio::spawn(async move { room.until_broken().await });
    for (nearly, expected) in [(true, "paused"), (false, "open")] {
        disk.nearly_full.store(nearly, Ordering::SeqCst);
        loop {
            let came = tokio::time::timeout(Duration::from_secs(20), watching.recv()).await;
            if let Outbound::Snapshot(view) =
                came.expect("an open connection is notified").expect("it goes on")
                && matches!(view.standing, Standing::Paused { .. }) == nearly
            {
                break;
            }
        }
        let page = house.get("/api/tables", "").await.json();
        let one = house.get(&format!("/api/tables/{table}"), "").await.json();
        for listed in [&page["tables"][0], &one] {
            assert_eq!(listed["standing"]["is"], expected, "{listed}");
        }
        let why = one["standing"]["reason"].as_str().unwrap_or_default();
        assert_eq!(why.contains("disk is nearly full"), nearly, "{why}");
    }
    looking.abort();
}

#[tokio::test]
async fn a_room_that_is_about_to_stop_opens_no_table_and_says_why() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.state.room.drain().await;
    let refused = house.post("/api/tables", &ana, json!({ "name": "Elm", "book": "standard" })).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "draining"));
}

/// A room that listens, with the usual limits.
async fn listening(config: Config) -> (House, SocketAddr) {
    let house = House::with(config).await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(server::serve(listener, house.state.clone(), std::future::pending()));
    (house, address)
}

/// One request over a connection of its own: the first line of the response.
async fn over_the_network(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer.lines().next().unwrap_or_default().to_owned()
}

/// Proves DIS-04 for connections: somebody signs up while 1,400 others are held open in silence from the same
/// address, and from another.
#[cfg(unix)]
#[tokio::test]
async fn somebody_signs_up_past_fourteen_hundred_silent_connections() {
    // Both ends of every connection are in this process.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let raised = rustix::process::Rlimit { current: limit.maximum, maximum: limit.maximum };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, raised).expect("as many as are allowed");
    let (house, address) = listening(Config::default()).await;
    let mut silent = Vec::new();
    for number in 0..1400 {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        if number % 2 == 0 {
            // Half of them begin a request and never end it.
            let _ = stream.write_all(b"GET /api/room HTTP/1.1\r\nHost: ").await;
        }
        silent.push(stream);
    }
    let body = json!({ "login": "ana", "password": PASSWORD }).to_string();
    let length = body.len();
    let request = format!(
        "POST /api/sign-up HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    assert_eq!(over_the_network(address, &request).await, "HTTP/1.1 201 Created");
    assert_eq!(house.state.people.by_login("ana"), Some(Person(1)));
    let room = format!("GET /api/room HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    assert_eq!(over_the_network(address, &room).await, "HTTP/1.1 200 OK");
    // The connections closed to make room are closed; the youngest are still held.
    let mut byte = [0; 1];
    let first = silent[0].read(&mut byte).await;
    assert!(matches!(first, Ok(0) | Err(_)), "{first:?}");
    let last = silent.last_mut().expect("there are some");
    let last = tokio::time::timeout(Duration::from_millis(50), last.read(&mut byte)).await;
    assert!(last.is_err(), "{last:?}");
}

/// Proves DIS-04 for sockets: one address may have this many, whoever opens them, and others are not kept
/// out.
#[test]
fn an_address_has_so_many_lines() {
    let limits = server::socket::ConnectionLimits {
        connections_of_address: 3,
        ..server::socket::ConnectionLimits::USUAL
    };
    let lines = Connections::new(limits);
    let from = |address: &str| lines.join_from(Some(address.to_owned()), None);
    let mut places: Vec<_> = (0..3).map(|_| from("192.0.2.1").expect("a slot")).collect();
    assert_eq!(from("192.0.2.1").err(), Some(ConnectionsFull::Address));
    assert_eq!(
        lines.join_from(Some("192.0.2.1".to_owned()), Some((Person(1), 1))).err(),
        Some(ConnectionsFull::Address)
    );
    let other = from("192.0.2.2").expect("another address");
    places.pop();
    drop(from("192.0.2.1").expect("one was given up"));
    drop((places, other));
    assert_eq!(lines.count(), 0);
}

fn device_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all(header::SET_COOKIE).iter();
    let mut pairs = cookies.filter_map(|value| value.to_str().ok()?.split(';').next());
    pairs.find(|pair| pair.starts_with("cardroom-device-")).expect("the device is known now").to_owned()
}

async fn signs_in(house: &House, cookies: &str, password: &str) -> Answer {
    house.post("/api/sign-in", cookies, json!({ "login": "ana", "password": password })).await
}

/// Proves ACS-03: ten wrong passwords from a stranger lock the name for strangers, and the owner signs in on
/// a device where they signed in before; that device is locked by its own failures alone, and knows nobody
/// else.
#[tokio::test]
async fn a_stranger_who_fails_ten_times_locks_the_owner_out_of_no_device_that_is_known() {
    let mut house = House::new().await;
    let made = house.post("/api/sign-up", "", json!({ "login": "ana", "password": PASSWORD })).await;
    let signed_up = device_of(&made);
    let known = device_of(&signs_in(&house, "", PASSWORD).await);
    assert_ne!(known, signed_up, "each time another number");
    let ben = house.post("/api/sign-up", "", json!({ "login": "ben", "password": PASSWORD })).await;
    let ben = device_of(&ben);
    let owner = house.address;
    house.address = SocketAddr::from(([198, 51, 100, 7], 4000));
    for guess in 0..10 {
        let failed = signs_in(&house, "", &format!("guess number {guess}")).await;
        assert_eq!(failed.status, StatusCode::UNAUTHORIZED, "{guess}: {}", failed.text);
        // Longer than the longest wait before the lock.
        house.clocks.pass(40_000);
    }
    let locked = signs_in(&house, "", PASSWORD).await;
    assert_eq!((locked.status, locked.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "throttled"));
    // Devices that are not the owner's do not count: another person's, a made-up one, one with another
    // number.
    let forged = format!("cardroom-device-1={}", "0".repeat(96));
    let moved = known.replace(&known[18..50], &"0".repeat(32));
    for cookie in [ben.as_str(), &ben.replace("device-2", "device-1"), &forged, &moved] {
        assert_eq!(signs_in(&house, cookie, PASSWORD).await.code(), "throttled", "{cookie}");
    }
    house.address = owner;
    assert_eq!(
        signs_in(&house, "", PASSWORD).await.code(),
        "throttled",
        "the name is locked from everywhere"
    );
    for cookie in [&known, &signed_up, &format!("{forged}; {known}")] {
        assert_eq!(signs_in(&house, cookie, PASSWORD).await.status, StatusCode::OK);
    }
    // The owner's sign-in does not unlock the name for the stranger.
    assert_eq!(signs_in(&house, "", PASSWORD).await.code(), "throttled");
    // A stolen device gives no more tries than a stranger has.
    for guess in 0..10 {
        let failed = signs_in(&house, &known, &format!("guess number {guess}")).await;
        assert_eq!(failed.status, StatusCode::UNAUTHORIZED, "{guess}: {}", failed.text);
        house.clocks.pass(40_000);
    }
    assert_eq!(signs_in(&house, &known, PASSWORD).await.code(), "throttled");
    assert_eq!(
        signs_in(&house, &signed_up, PASSWORD).await.status,
        StatusCode::OK,
        "the other is counted by itself"
    );
}

/// A device is known until the password changes, and its cookie alone gives no access.
#[tokio::test]
async fn a_new_password_forgets_the_devices() {
    let house = House::new().await;
    let made = house.post("/api/sign-up", "", json!({ "login": "ana", "password": PASSWORD })).await;
    let (session, known) = (made.cookie(), device_of(&made));
    assert_eq!(house.get("/api/me", &known).await.status, StatusCode::UNAUTHORIZED);
    let wish = json!({ "old": PASSWORD, "new": "another horse and battery" });
    let changed = house.post("/api/password", &session, wish).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text);
    let fresh = device_of(&changed);
    for guess in 0..10 {
        signs_in(&house, "", &format!("guess number {guess}")).await;
        house.clocks.pass(40_000);
    }
    assert_eq!(signs_in(&house, &known, "another horse and battery").await.code(), "throttled");
    assert_eq!(signs_in(&house, &fresh, "another horse and battery").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_password_that_many_people_have_or_that_is_the_own_name_is_refused() {
    let house = House::new().await;
    for password in [
        "1234567890",
        "password123",
        "Qwertyuiop",
        "letmein2026!",
        "aaaaaaaaaaaa",
        "anabelle12345",
        "AnaBelle-1999-12-31",
        "ellebanaanabelle",
        "Ana.B 2026!!",
    ] {
        let wish = json!({ "login": "anabelle", "name": "Ana B", "password": password });
        let refused = house.post("/api/sign-up", "", wish).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (StatusCode::BAD_REQUEST, "password_unfit"),
            "{password}"
        );
    }
    let wish = json!({ "login": "anabelle", "name": "Ana B", "password": "anabelle likes cold rivers" });
    assert_eq!(house.post("/api/sign-up", "", wish).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_request_that_names_another_host_is_refused_where_the_hosts_are_listed() {
    let hosts = vec!["room.test".to_owned(), "[::1]".to_owned()];
    let house = House::with(Config { hosts, ..Config::default() }).await;
    let ask = |host: &'static str, uri: &'static str| {
        let request = axum::http::Request::builder().method(Method::GET).uri(uri).header(header::HOST, host);
        let (house, request) = (&house, request.body(axum::body::Body::empty()).expect("a request"));
        async move { house.send(request).await }
    };
    for host in ["room.test", "Room.Test:7777", "[::1]:7777"] {
        assert_eq!(ask(host, "/api/room").await.status, StatusCode::OK, "{host}");
    }
    for host in ["evil.test", "room.test.evil.test", "127.0.0.1:7777", "", "room.test:x"] {
        for uri in ["/api/room", "/", "/api/socket"] {
            let refused = ask(host, uri).await;
            assert_eq!(
                (refused.status, refused.code().as_str()),
                (StatusCode::MISDIRECTED_REQUEST, "wrong_host"),
                "{host} {uri}"
            );
        }
    }
    // The request line may name a host too.
    assert_eq!(ask("room.test", "http://evil.test/api/room").await.code(), "wrong_host");
    assert_eq!(ask("evil.test", "/health").await.status, StatusCode::OK, "whoever looks whether it is well");
    let open = House::new().await;
    let any = open.ask(Method::GET, "/api/room", "", &[("x-any", "1")], "").await;
    assert_eq!(any.status, StatusCode::OK);
}

/// Proves DIS-04 for the lobby: however many tables there are, a page has a limited number.
#[tokio::test]
async fn the_lobby_comes_a_page_at_a_time() {
    let limits = Limits { tables_of_person: 600, ..Config::default().limits };
    let house = House::with(Config { limits, ..Config::default() }).await;
    let wish = |number: u64| room::requests::TableWish {
        name: format!("{} {number}", if number == 520 { "Hidden" } else { "Table" }),
        book: "standard".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer: room::Dealer::Software,
    };
    for number in 1..=520 {
        let by = seating::Actor::player(Person(1));
        house.state.room.open_table(by, &wish(number)).await.expect("opened");
    }
    let page = |query: &'static str| {
        let house = &house;
        async move {
            let answer = house.get(&format!("/api/tables{query}"), "").await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            let page = answer.json();
            let tables = page["tables"].as_array().expect("a list").iter();
            (tables.map(|table| table["table"].as_u64().expect("a number")).collect::<Vec<_>>(), page)
        }
    };
    let (first, told) = page("").await;
    assert_eq!((first.len(), first[0], &told["next"], &told["open"]), (500, 1, &json!(500), &json!(520)));
    let (rest, told) = page("?after=500").await;
    assert_eq!((rest.len(), rest[0], &told["next"]), (20, 501, &Value::Null));
    let (three, told) = page("?after=10&most=3").await;
    assert_eq!((three, &told["next"]), (vec![11, 12, 13], &json!(13)));
    assert_eq!(page("?most=20&after=500").await.1["next"], Value::Null, "the last page ends");
    assert_eq!(page("?name=hIDden").await.0, [520]);
    assert_eq!(page("?person=7").await.0, [0; 0]);
    assert_eq!(page("?most=100000").await.0.len(), 500);
    let wrong = house.get("/api/tables?after=x", "").await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
}

/// Proves AUD-04 for requests that come too often: they are on record, once for many refusals.
#[tokio::test]
async fn what_comes_too_often_goes_on_record_once_in_a_while() {
    let limits = Limits {
        address: RequestRate { a_minute: 1, at_once: 3 },
        sign_ups: RequestRate { a_minute: 1, at_once: 1 },
        ..Config::default().limits
    };
    let mut house = House::with(Config { limits, ..Config::default() }).await;
    house.player("ana").await;
    house.post("/api/sign-up", "", json!({ "login": "ben", "password": PASSWORD })).await;
    house.get("/api/room", "").await;
    for _ in 0..50 {
        assert_eq!(house.get("/api/room", "").await.code(), "too_often");
    }
    house.address = SocketAddr::from(([192, 0, 2, 9], 4000));
    for _ in 0..5 {
        house.get("/api/room", "").await;
    }
    house.state.record_throttled().await;
    house.state.record_throttled().await;
    let records = house.store.read(StreamId::Room, 0, 100).expect("readable");
    let throttled: Vec<String> = records
        .iter()
        .filter(|record| record.kind == "throttled")
        .flat_map(|record| room::significant_records::extract_significant(record).expect("readable"))
        .map(|event| event.words)
        .collect();
    assert_eq!(
        throttled,
        [
            "52 requests came too often and were refused, from 2 callers",
            "1 sign-ups came too often and were refused, from 1 callers"
        ]
    );
}

/// Proves AUD-04 for sign-ins: a lock is on record with the failures that led to it.
#[tokio::test]
async fn a_name_that_is_locked_is_on_record() {
    let house = House::new().await;
    house.player("ana").await;
    for guess in 0..10 {
        signs_in(&house, "", &format!("guess number {guess}")).await;
        house.clocks.pass(40_000);
    }
    let records = house.store.read(StreamId::People, 0, 100).expect("readable");
    let count = |kind: &str| records.iter().filter(|record| record.kind == kind).count();
    assert_eq!((count("sign_in_failed"), count("sign_in_locked")), (10, 1));
    let locked = records.iter().find(|record| record.kind == "sign_in_locked").expect("there");
    let words = &room::significant_records::extract_significant(locked).expect("readable")[0].words;
    assert!(words.starts_with("the name ") && words.ends_with(", last tried as person 1"), "{words}");
}

/// Proves ACS-05: a malformed request with a key is answered like any other, so that nobody waits for ever.
#[tokio::test]
async fn an_ask_that_is_malformed_and_has_a_key_gets_an_answer() {
    let mut hall = Hall::open(1, 91, server::socket::ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut client = hall.player(1);
    let key = "ab".repeat(16);
    let frames = [
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "dance" } }),
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "raise", "to": 9_007_199_254_740_992_u64 } }),
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "sit", "seat": 99, "stack": 1 } }),
        json!({ "t": "ask", "table": table, "key": key }),
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "fold" }, "more": 1 }),
        json!({ "t": "say", "table": table, "key": key }),
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "pause", "reason": "x".repeat(300) } }),
    ];
    for frame in &frames {
        client.send(frame);
        let answer = client.until("answer").await;
        assert_eq!(
            (&answer["table"], &answer["key"], &answer["ok"]),
            (&json!(table), &json!(key), &json!(false))
        );
        let code = answer["code"].as_str().expect("a code");
        assert!(["not_understood", "too_long"].contains(&code), "{answer}");
        match code {
            "too_long" => {
                let numbers = json!({ "at_least": 1, "at_most": 200 });
                assert_eq!((&answer["reason"], &answer["numbers"]), (&json!("reason_length"), &numbers));
            }
            _ => assert!(answer["numbers"]["field"].is_string(), "it says where: {answer}"),
        }
    }
    // Without a key there is nothing to answer.
    for frame in
        [json!({ "t": "ask", "table": table }), json!({ "t": "watch", "table": table, "key": key, "x": 1 })]
    {
        client.send(&frame);
        assert_eq!(client.until("error").await["code"], "not_understood");
    }
    // Nothing was done with the key, so it can be used for a valid request.
    let sat =
        json!({ "t": "ask", "table": table, "key": key, "wish": { "do": "sit", "seat": 1, "stack": 200 } });
    client.send(&sat);
    assert_eq!(client.until("answer").await["ok"], true);
}

/// Proves REC-03 over HTTP: a key is good for one thing only.
#[tokio::test]
async fn a_key_that_was_used_for_something_else_is_refused_over_http_too() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    house.player("ben").await;
    let ruth = house.administrator("ruth").await;
    let key = "0123456789abcdef0123456789abcdef";
    let keyed = |path: &'static str, cookie: String, body: Value| {
        let house = &house;
        async move {
            let headers = [JSON, ("idempotency-key", key)];
            let answer = house.ask(Method::POST, path, &cookie, &headers, &body.to_string()).await;
            (answer.status, answer.code())
        }
    };
    let used = (StatusCode::CONFLICT, "key_used".to_owned());
    let elm = json!({ "name": "Elm", "book": "standard" });
    assert_eq!(keyed("/api/tables", ana.clone(), elm.clone()).await.0, StatusCode::CREATED);
    assert_eq!(keyed("/api/tables", ana.clone(), elm).await.0, StatusCode::CREATED);
    assert_eq!(keyed("/api/tables", ana.clone(), json!({ "name": "Ash", "book": "standard" })).await, used);
    let reason = |why: &str| json!({ "reason": why });
    assert_eq!(keyed("/api/tables/1/pause", ana.clone(), reason("a break")).await.0, StatusCode::OK);
    assert_eq!(keyed("/api/tables/1/pause", ana.clone(), reason("another")).await, used);
    assert_eq!(keyed("/api/tables/1/close", ana.clone(), reason("a break")).await, used);
    assert_eq!(
        keyed("/api/admin/people/1/ban", ruth.clone(), reason("rude")).await.0,
        StatusCode::NO_CONTENT
    );
    assert_eq!(keyed("/api/admin/people/2/ban", ruth.clone(), reason("rude")).await, used);
    assert_eq!(keyed("/api/admin/people/1/ban", ruth.clone(), reason("ruder")).await, used);
    assert_eq!(keyed("/api/admin/people/1/unban", ruth.clone(), reason("rude")).await, used);
    assert_eq!(
        keyed("/api/admin/people/1/ban", ruth, reason("rude")).await.0,
        StatusCode::NO_CONTENT,
        "the same is answered again"
    );
}
