//! A whole room behind a real socket on loopback.

use std::sync::Arc;

use hyper::Method;
use load::client::{ClientConnection, ClientError, ClientSession};
use room::port::StreamId;
use serde_json::{Value, json};
use server::Config;
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wire::frame::Frame;
use wire::request::{Hex, Request, WireWish};
use wire::value::{WireChips, WireSeat};

use crate::loopback::{Served, for_programs};

impl Served {
    pub async fn open(config: Config) -> Served {
        Served::over(Arc::new(MemoryStore::default()), config).await
    }
}

async fn frame(line: &mut ClientConnection) -> Value {
    let text = line.next_text().await.expect("the connection is open");
    serde_json::from_str(&text).expect("JSON")
}

async fn until(line: &mut ClientConnection, kind: &str) -> Value {
    loop {
        let frame = frame(line).await;
        if frame["t"] == kind {
            return frame;
        }
    }
}

async fn closed(line: &mut ClientConnection) -> u16 {
    loop {
        match line.next_text().await {
            Ok(_) => {}
            Err(ClientError::Closed { code, .. }) => return code,
            Err(_) => return 0,
        }
    }
}

async fn open_table(visitor: &mut ClientSession, settings: Value) -> u64 {
    let wish = json!({ "name": "One", "book": "standard", "settings": settings });
    let made = visitor.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    made["table"].as_u64().expect("a number")
}

#[tokio::test]
async fn a_line_says_who_is_signed_in_and_shows_a_table() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let table = open_table(&mut ada, json!({})).await;
    let mut line = ada.connect().await.expect("a connection");
    assert_eq!(frame(&mut line).await["you"]["name"], "ada");
    line.send(&Request::Watch { table, from: None }).await.expect("sent");
    let heard = line.next().await.expect("the connection is open");
    let Frame::Snapshot(view) = heard else { panic!("{heard:?}") };
    assert_eq!((view.table, view.own), (table, None));
    let mut rail = ClientSession::new(served.address.clone()).connect().await.expect("a connection");
    assert!(frame(&mut rail).await["you"].is_null());
}

#[tokio::test]
async fn a_page_of_another_origin_gets_no_line() {
    let served = Served::open(for_programs()).await;
    let ada = served.visitor("ada").await;
    assert!(ada.connect_from("http://elsewhere.example").await.is_err());
    assert!(ada.connect().await.is_ok());
}

/// Proves ACS-05: another player's cookie opens that player's connection and no other; an invalid cookie
/// opens a spectator's.
#[tokio::test]
async fn a_made_up_cookie_is_nobodys() {
    let served = Served::open(for_programs()).await;
    let mut visitor = served.visitor("ada").await;
    visitor.cookie = Some("cardroom=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned());
    let mut line = visitor.connect().await.expect("a connection");
    assert!(frame(&mut line).await["you"].is_null());
    visitor.cookie = None;
    let welcome = frame(&mut visitor.connect().await.expect("a connection")).await;
    assert!(welcome["you"].is_null() && welcome.get("signed_out").is_none(), "{welcome}");
    // A cookie of the form that the room gives counts as one whose session has ended.
    visitor.cookie = Some(format!("cardroom={}", "ab".repeat(32)));
    let welcome = frame(&mut visitor.connect().await.expect("a connection")).await;
    assert!(welcome["you"].is_null() && welcome["signed_out"] == true, "{welcome}");
}

/// A browser sends the cookies of everything on its host, and some contain letters of any script.
#[tokio::test]
async fn another_cookie_of_any_bytes_signs_nobody_out() {
    let served = Served::open(for_programs()).await;
    let own = served.visitor("ada").await.cookie.expect("signed in");
    let host = &served.address.host;
    let others: [&[u8]; 4] = [b"lang=\xc3\xa9", b"lang=\xe9", b"\xff\xfe=x", b"cardroom=\xff"];
    for other in others {
        let both = [[other, own.as_bytes()].join(&b"; "[..]), [own.as_bytes(), other].join(&b"; "[..])];
        for cookies in both {
            let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                           Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
            for (path, headers, told) in [
                ("/api/me", "Connection: close", "\"login\":\"ada\""),
                ("/api/socket", upgrade, "\"name\":\"ada\""),
            ] {
                let mut stream = TcpStream::connect(host).await.expect("it listens");
                let begin = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\nCookie: ");
                let request = [begin.as_bytes(), &cookies, b"\r\n\r\n"].concat();
                stream.write_all(&request).await.expect("it reads");
                let mut said = Vec::new();
                // Of a connection, the first frame is enough.
                while !String::from_utf8_lossy(&said).contains(told) {
                    let read = stream.read_buf(&mut said).await.expect("it answers");
                    let ended = read == 0 || String::from_utf8_lossy(&said).contains("\"since\":");
                    let text = String::from_utf8_lossy(&said);
                    assert!(!ended || text.contains(told), "{path} {cookies:?}: {text}");
                }
            }
        }
    }
}

#[tokio::test]
async fn signing_out_closes_the_line() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let mut line = ada.connect().await.expect("a connection");
    frame(&mut line).await;
    ada.call(Method::POST, "/api/sign-out", Some(&json!({}))).await.expect("signed out");
    assert_eq!(closed(&mut line).await, 4001);
}

/// A browser that returns with a session that has ended learns that it is signed out; a person who is signed
/// in, or never was, gets no such notice.
#[tokio::test]
async fn a_line_says_that_its_session_has_ended() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let mut line = ada.connect().await.expect("a connection");
    assert!(frame(&mut line).await.get("signed_out").is_none());
    let cookie = ada.cookie.clone();
    ada.call(Method::POST, "/api/sign-out", Some(&json!({}))).await.expect("signed out");
    ada.cookie = cookie;
    let welcome = frame(&mut ada.connect().await.expect("a connection")).await;
    assert!(welcome["you"].is_null() && welcome["signed_out"] == true, "{welcome}");
}

/// Proves ACS-05: malformed frames, binary ones and long ones end in an error or a closed connection, and the
/// room goes on.
#[tokio::test]
async fn what_is_no_frame_ends_in_an_error_or_a_closed_line() {
    use tokio_tungstenite::tungstenite::Message;
    let served = Served::open(for_programs()).await;
    let ada = served.visitor("ada").await;
    let mut line = ada.connect().await.expect("a connection");
    frame(&mut line).await;
    for text in ["", "{", "{}", "[1]", r#"{"t":"ask"}"#, "\u{0}", &"x".repeat(8192)] {
        line.send_raw(Message::text(text)).await.expect("sent");
        assert_eq!(until(&mut line, "error").await["code"], "not_understood", "{text:.20}");
    }
    line.send_raw(Message::text("y".repeat(10_000))).await.expect("sent");
    assert_eq!(until(&mut line, "error").await["code"], "too_long");
    line.send_raw(Message::binary(vec![0; 4])).await.expect("sent");
    assert_eq!(closed(&mut line).await, 1003);
    let mut line = ada.connect().await.expect("a connection");
    // The room may have closed the connection before all of it was sent.
    let _ = line.send_raw(Message::text("z".repeat(100_000))).await;
    assert!([1009, 0, 1006].contains(&closed(&mut line).await));
    let mut line = ada.connect().await.expect("the room goes on");
    line.send(&Request::Ping { n: 5 }).await.expect("sent");
    assert_eq!(until(&mut line, "pong").await["n"], 5);
}

#[tokio::test]
async fn no_more_lines_are_opened_than_a_person_may_have() {
    let mut config = for_programs();
    config.limits.sockets_of_person = 2;
    let served = Served::open(config).await;
    let ada = served.visitor("ada").await;
    let mut first = ada.connect().await.expect("a connection");
    frame(&mut first).await;
    let second = ada.connect().await.expect("a connection");
    assert!(ada.connect().await.is_err());
    drop(second);
    // The room notices that the connection is gone when it reads from it.
    let mut tries = 0;
    while ada.connect().await.is_err() {
        tries += 1;
        assert!(tries < 1000, "the slot is not given back");
        tokio::task::yield_now().await;
    }
    assert_eq!(
        frame(&mut served.visitor("bob").await.connect().await.expect("a connection")).await["t"],
        "welcome"
    );
}

/// Proves DIS-04: a client that does not read is cut off, and the table and its other viewers go on.
#[tokio::test]
async fn who_does_not_read_is_cut_off_and_the_table_goes_on() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let table = open_table(&mut ada, json!({})).await;
    let mut deaf = served.visitor("deaf").await.connect().await.expect("a connection");
    deaf.send(&Request::Watch { table, from: None }).await.expect("sent");
    until(&mut deaf, "snapshot").await;
    let mut line = ada.connect().await.expect("a connection");
    line.send(&Request::Watch { table, from: None }).await.expect("sent");
    // Pings fill the buffers between the room and the deaf client until the room cannot send to it any more.
    let mut beats = 0;
    for n in 0..200 {
        if deaf.send(&Request::Ping { n }).await.is_err() {
            break;
        }
    }
    while beats < 5 {
        line.send(&Request::Ping { n: beats }).await.expect("sent");
        until(&mut line, "pong").await;
        beats += 1;
    }
    assert!(served.state.connections.count() >= 1);
}

/// A connection that is cut silently: its socket stays open and answers nothing.
#[tokio::test]
async fn who_falls_silent_is_told_to_the_others_as_disconnected_after_nine_seconds() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let table = open_table(&mut ada, json!({})).await;
    let mut line = ada.connect().await.expect("a connection");
    line.send(&Request::Watch { table, from: None }).await.expect("sent");
    until(&mut line, "snapshot").await;
    let mut silent = served.visitor("silent").await.connect().await.expect("a connection");
    silent.send(&Request::Watch { table, from: None }).await.expect("sent");
    until(&mut silent, "snapshot").await;
    let (seat, stack) = (seating::Seat::new(3).expect("a seat"), chips::Chips::new(200).expect("an amount"));
    let wish = WireWish::Sit { seat: WireSeat(seat), stack: WireChips(stack) };
    silent.send(&Request::Ask { table, key: Hex([7; 16]).into(), turn: None, wish }).await.expect("sent");
    until(&mut silent, "answer").await;
    let quiet = std::time::Instant::now();
    // From here on nothing is read from this connection, so that no ping is answered. The other one is read
    // all the time.
    let presence = until(&mut line, "presence").await;
    assert_eq!((&presence["person"], &presence["connected"]), (&json!(2), &json!(false)), "{presence}");
    let took = quiet.elapsed().as_millis();
    assert!((8_900..20_000).contains(&took), "{took} ms");
    line.send(&Request::Ping { n: 1 }).await.expect("a connection that answers pings stays");
    until(&mut line, "pong").await;
}

/// The example bot plays by the documents alone, with Node and without packages.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_bot_plays_by_the_documents_alone() {
    let served = Served::open(for_programs()).await;
    let bot = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot/bot.mjs");
    let run = tokio::task::spawn_blocking({
        let url = served.url();
        move || std::process::Command::new("node").arg(bot).arg(url).arg("3").output()
    });
    let output = tokio::time::timeout(std::time::Duration::from_secs(120), run)
        .await
        .expect("the bot ends within two minutes")
        .expect("the bot was waited for")
        .expect("node is there: it is needed for the page too");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_str(told.trim()).expect("the bot prints a summary");
    assert!(summary["hands"].as_u64().is_some_and(|hands| hands >= 3), "{summary}");
    assert!(
        summary["checked"].as_u64().is_some_and(|cards| cards >= 6),
        "the bot checks its own cards: {summary}"
    );
    assert!(summary["acts"].as_u64().is_some_and(|acts| acts > 0), "{summary}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_load_is_measured_and_leaves_the_room_empty() {
    use load::{LoadPlan, run};
    let served = Served::open(for_programs()).await;
    let plan = LoadPlan {
        url: served.url(),
        tables: 3,
        seats: 3,
        seconds: 2,
        book: "practice".to_owned(),
        at_once: 4,
        think_ms: 0,
    };
    let report = run(&plan, |_| ()).await.expect("it runs");
    assert!(report.acts > 20, "{report:?}");
    assert!(report.measured > 20 && report.hands > 2, "{report:?}");
    assert!(
        report.p50_us > 0 && report.p50_us <= report.p99_us && report.p99_us <= report.max_us,
        "{report:?}"
    );
    let fine = |kind: &&String| kind.starts_with("refused: late") || *kind == "slowed down";
    let wrong: Vec<&String> = report.errors.keys().filter(|kind| !fine(kind)).collect();
    assert!(wrong.is_empty(), "{report:?}");
    // No newcomer waits behind the play of others: the first hand begins when everybody sits.
    let store = served.state.store.clone();
    let of_tables = (1..=3).flat_map(|table| store.read(StreamId::Table(table), 0, 100_000).expect("read"));
    let records: Vec<_> = of_tables.collect();
    let of_kind = |kind: &'static str| {
        records.iter().filter(move |record| record.kind == kind).map(|record| record.sequence)
    };
    assert_eq!(of_kind("sit").count(), 9);
    let (last, first) = (of_kind("sit").max(), of_kind("round").min());
    assert!(
        last < first && first.is_some(),
        "somebody sat down in record {last:?}, and {first:?} began a round"
    );
}

#[tokio::test]
async fn a_table_is_opened_by_the_choices_of_its_book_or_every_reason_is_given() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let wish =
        json!({ "book": "standard", "settings": { "seats": "99", "blinds": "5 2", "colour": "blue" } });
    let page = ada.call(Method::POST, "/api/tables/check", Some(&wish)).await.expect("looked at");
    assert_eq!(page["ok"], false);
    let problems = page["problems"].as_array().expect("a list");
    for setting in ["seats", "colour"] {
        assert!(problems.iter().any(|problem| problem["setting"] == setting), "{setting}: {page}");
    }
    let mut open = wish.clone();
    open["name"] = json!("Wrong");
    let refused = ada.call(Method::POST, "/api/tables", Some(&open)).await.expect_err("refused");
    assert!(refused.to_string().contains("422"), "{refused}");
    let table = open_table(&mut ada, json!({ "blinds": "2 5", "seats": "4" })).await;
    let lobby = ada.call(Method::GET, "/api/tables", None).await.expect("the lobby");
    assert_eq!(lobby["tables"][0]["table"], table);
    assert_eq!(lobby["tables"][0]["stakes"]["blinds"], json!([2, 5]));
    let sign = ada.call(Method::GET, &format!("/api/tables/{table}/sign"), None).await.expect("the sign");
    let seats = sign["settings"].as_array().expect("a list").iter().find(|line| line["name"] == "seats");
    assert_eq!(seats.expect("seats are a setting")["value"], "4");
}

#[tokio::test]
async fn a_choice_that_hands_are_not_played_by_yet_is_refused_by_name_and_opens_no_table() {
    let served = Served::open(for_programs()).await;
    let mut ada = served.visitor("ada").await;
    let mut wish = json!({ "book": "standard", "settings": { "bomb_pot": "10", "bomb_pot_boards": "2" } });
    let page = ada.call(Method::POST, "/api/tables/check", Some(&wish)).await.expect("looked at");
    let problems = page["problems"].as_array().expect("a list");
    let told: Vec<_> =
        problems.iter().map(|line| (&line["setting"], &line["given"], &line["what"])).collect();
    let what = json!("not played yet; expected 1");
    assert_eq!(told, [(&json!("bomb_pot_boards"), &json!("2"), &what)], "{page}");
    wish["name"] = json!("Two boards");
    let refused = ada.call(Method::POST, "/api/tables", Some(&wish)).await.expect_err("refused");
    assert!(refused.to_string().contains("bomb_pot_boards"), "{refused}");
    let lobby = ada.call(Method::GET, "/api/tables", None).await.expect("the lobby");
    assert_eq!(lobby["tables"], json!([]));
}

/// Proves PRO-06: an account that a program plays is refused a seat under a book that allows none (16.1),
/// with the clause; where it sits, it is marked for everybody, spectators too: in the view, in the event and
/// in the lobby.
#[tokio::test]
async fn an_account_of_a_program_is_refused_by_the_book_or_marked_for_everybody() {
    let served = Served::open(for_programs()).await;
    let mut robot = ClientSession::new(served.address.clone());
    let account = json!({ "login": "robot", "password": "correct horse battery", "machine": true });
    robot.call(Method::POST, "/api/sign-up", Some(&account)).await.expect("an account");
    let wish = json!({ "name": "Strict", "book": "canberra-holdem-2018", "settings": {} });
    let strict = robot.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    let strict = strict["table"].as_u64().expect("a number");
    let marked = open_table(&mut robot, json!({ "machine_players": "marked" })).await;
    let mut line = robot.connect().await.expect("a connection");
    let sit = |table, key: char| {
        let key = key.to_string().repeat(32);
        json!({"t": "ask", "table": table, "key": key, "wish": {"do": "sit", "seat": 3, "stack": 200}})
    };
    let text = |frame: &Value| tokio_tungstenite::tungstenite::Message::text(frame.to_string());
    line.send_raw(text(&sit(strict, 'a'))).await.expect("sent");
    let answer = until(&mut line, "answer").await;
    assert_eq!((&answer["ok"], &answer["code"]), (&json!(false), &json!("no_machines")), "{answer}");
    assert_eq!(answer["clauses"], json!(["HE-16.1"]));
    let mut rail = ClientSession::new(served.address.clone()).connect().await.expect("a connection");
    rail.send(&Request::Watch { table: marked, from: None }).await.expect("sent");
    until(&mut rail, "snapshot").await;
    line.send_raw(text(&sit(marked, 'b'))).await.expect("sent");
    assert_eq!(until(&mut line, "answer").await["ok"], true);
    let update = until(&mut rail, "update").await;
    let sat = update["events"].as_array().expect("events").iter().find(|event| event["e"] == "sat");
    assert_eq!(sat.map(|event| (&event["name"], &event["machine"])), Some((&json!("robot"), &json!(true))));
    let mut late = served.visitor("ada").await;
    let mut late_line = late.connect().await.expect("a connection");
    late_line.send(&Request::Watch { table: marked, from: None }).await.expect("sent");
    let view = until(&mut late_line, "snapshot").await;
    assert_eq!((&view["chairs"][0]["name"], &view["chairs"][0]["machine"]), (&json!("robot"), &json!(true)));
    let path = format!("/api/tables/{marked}");
    let listed = late.call(Method::GET, &path, None).await.expect("listed");
    assert_eq!(listed["seated"][0]["machine"], true, "{listed}");
}

/// Proves OPS-04: a table is paused, resumed and closed by the person who opened it, and by no other player.
#[tokio::test]
async fn a_table_is_paused_and_closed_by_who_opened_it() {
    let served = Served::open(for_programs()).await;
    let (mut ada, mut bob) = (served.visitor("ada").await, served.visitor("bob").await);
    let table = open_table(&mut ada, json!({})).await;
    let path = |act: &str| format!("/api/tables/{table}/{act}");
    let reason = json!({ "reason": "a break" });
    let refused = bob.call(Method::POST, &path("pause"), Some(&reason)).await.expect_err("refused");
    assert!(refused.to_string().contains("403"), "{refused}");
    ada.call(Method::POST, &path("pause"), Some(&reason)).await.expect("paused");
    let shown = ada.call(Method::GET, &format!("/api/tables/{table}"), None).await.expect("shown");
    assert_eq!(shown["standing"], json!({ "is": "paused", "reason": "a break" }));
    ada.call(Method::POST, &path("resume"), Some(&json!({}))).await.expect("resumed");
    ada.call(Method::POST, &path("close"), Some(&reason)).await.expect("closed");
}
