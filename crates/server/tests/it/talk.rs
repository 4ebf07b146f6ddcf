//! Chat at tables: who may chat, what everybody is sent, and when the books require silence.

use rulebook::{Book, rule};
use seating::{Person, Role};
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use server::socket::connection::{ConnectedPerson, SIGNED_OUT, SessionLookup};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::hall::{Client, Hall, events, passive, play};

fn key(number: u64) -> String {
    format!("{number:032x}")
}

fn say(client: &mut Client, table: u64, number: u64, text: &str) {
    client.send(&json!({ "t": "say", "table": table, "key": key(number), "text": text }));
}

/// Sends a chat line and waits for the answer.
async fn says(client: &mut Client, table: u64, number: u64, text: &str) -> Value {
    client.keys.remove(&key(number));
    say(client, table, number, text);
    while !client.keys.contains_key(&key(number)) {
        client.next().await;
    }
    client.keys[&key(number)].clone()
}

/// Sends a request and waits for the answer.
async fn asks(client: &mut Client, table: u64, number: u64, wish: &Value) -> Value {
    client.keys.remove(&key(number));
    client.send(&json!({ "t": "ask", "table": table, "key": key(number), "wish": wish }));
    while !client.keys.contains_key(&key(number)) {
        client.next().await;
    }
    client.keys[&key(number)].clone()
}

/// Every chat line that a client was sent, in order.
fn heard(client: &Client) -> Vec<Value> {
    let frames = client.heard.iter().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    let chats = frames.filter(|frame| frame["t"] == "chat");
    chats.flat_map(|frame| frame["lines"].as_array().expect("lines").clone()).collect()
}

/// The texts of every chat line that a client was sent.
fn texts(client: &Client) -> Vec<String> {
    heard(client).iter().map(|line| line["text"].as_str().expect("a text").to_owned()).collect()
}

async fn watching(hall: &mut Hall, person: Option<u64>, table: u64) -> Client {
    let roles: &[Role] = if person.is_some() { &[Role::Player] } else { &[] };
    let mut client = hall.client(person, roles);
    client.watch(table);
    client.until("chat").await;
    client
}

#[tokio::test]
async fn two_viewers_and_a_spectator_are_sent_the_same_lines() {
    let mut hall = Hall::open(3, 50, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut ana = watching(&mut hall, Some(1), table).await;
    let mut ben = watching(&mut hall, Some(2), table).await;
    let mut rail = watching(&mut hall, None, table).await;
    ana.sit(table, 4, 200).await;
    let answer = says(&mut ana, table, 1, " good\n luck \u{202e}all ").await;
    assert_eq!(answer["ok"], true, "{answer}");
    assert_eq!(says(&mut ben, table, 2, "thanks").await["ok"], true);
    for client in [&mut ana, &mut ben, &mut rail] {
        while heard(client).len() < 2 {
            client.next().await;
        }
        let lines = heard(client);
        let number = lines[0]["n"].as_u64().expect("a number");
        assert_eq!(answer["number"], number, "the answer has the number of the line");
        let first = json!({
            "n": number, "person": 1, "name": "Person 1", "seat": 4, "hand": 0, "at": 1_700_000_000_000_u64,
            "text": "good luck all",
        });
        let second = json!({
            "n": number + 1, "person": 2, "name": "Person 2", "seat": null, "hand": 0,
            "at": 1_700_000_000_000_u64, "text": "thanks",
        });
        assert_eq!(lines, [first, second], "a chat line has exactly these fields");
    }
    // A viewer who comes later receives them after the first view.
    let mut late = hall.client(None, &[]);
    late.watch(table);
    assert_eq!(late.next().await["t"], "welcome");
    assert_eq!(late.next().await["t"], "snapshot");
    let told = late.next().await;
    assert_eq!(told["t"], "chat");
    assert_eq!(told["lines"], json!(heard(&ana)));
    assert!(told["off"].is_null());
    // A viewer who reconnects receives them again after the missed updates.
    let from = late.number;
    late.send(&json!({ "t": "watch", "table": table, "from": from }));
    assert_eq!(late.until("chat").await["lines"], json!(heard(&ana)));
}

/// Proves REC-03 for chat: a line that is sent again is said once.
#[tokio::test]
async fn a_line_that_is_sent_again_is_said_once() {
    let mut hall = Hall::open(2, 51, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut ana = watching(&mut hall, Some(1), table).await;
    let mut ben = watching(&mut hall, Some(2), table).await;
    let first = says(&mut ana, table, 1, "hello").await;
    let mut other = hall.player(1);
    for client in [&mut ana, &mut other] {
        let again = says(client, table, 1, "hello").await;
        assert_eq!((&again["ok"], &again["number"]), (&json!(true), &first["number"]));
    }
    // Another line with the key is refused, and the first is answered again.
    assert_eq!(says(&mut ana, table, 1, "goodbye").await["code"], "key_used");
    assert_eq!(says(&mut ana, table, 1, " hello ").await["number"], first["number"]);
    // The key of a chat line is not good for a wish, nor that of a wish for a chat line.
    let sit = json!({ "do": "sit", "seat": 4, "stack": 200 });
    assert_eq!(asks(&mut ana, table, 1, &sit).await["code"], "key_used");
    assert_eq!(asks(&mut ana, table, 30, &sit).await["ok"], true);
    assert_eq!(says(&mut ana, table, 30, "good night").await["code"], "key_used");
    // The same key of another person is another line.
    assert_eq!(says(&mut ben, table, 1, "hello too").await["ok"], true);
    while heard(&ben).len() < 2 {
        ben.next().await;
    }
    assert_eq!(texts(&ben), ["hello", "hello too"]);
}

#[tokio::test]
async fn what_is_no_line_is_refused_and_nobody_hears_it() {
    let mut hall = Hall::open(3, 52, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut ana = watching(&mut hall, Some(1), table).await;
    let mut rail = watching(&mut hall, None, table).await;
    let mut roleless = hall.client(Some(2), &[]);
    let longest = "x".repeat(200);
    for (number, (text, code)) in
        [("", "empty"), (" \u{200b}\n", "empty"), (&*"x".repeat(201), "too_long")].into_iter().enumerate()
    {
        assert_eq!(says(&mut ana, table, number as u64, text).await["code"], code, "{text:?}");
    }
    assert_eq!(says(&mut ana, 99, 10, "hello").await["code"], "no_table");
    assert_eq!(says(&mut rail, table, 11, "hello").await["code"], "not_signed_in");
    assert_eq!(says(&mut roleless, table, 12, "hello").await["code"], "not_granted");
    assert_eq!(says(&mut ana, table, 13, &longest).await["ok"], true);
    assert_eq!(rail.until("chat").await["lines"][0]["text"], longest);
    assert_eq!(texts(&rail), [longest]);
}

#[tokio::test(start_paused = true)]
async fn whoever_talks_too_fast_waits_at_every_table_and_on_every_line() {
    let mut hall = Hall::open(2, 53, ConnectionLimits::USUAL).await;
    let tables = [hall.table("standard", &[]).await, hall.table("standard", &[]).await];
    let (mut ana, mut other) = (hall.player(1), hall.player(1));
    let mut rail = watching(&mut hall, None, tables[0]).await;
    for line in 0..5 {
        let answer = says(&mut ana, tables[line % 2], line as u64, "hello").await;
        assert_eq!(answer["ok"], true, "line {line}: {answer}");
    }
    for (client, table) in [(&mut ana, tables[0]), (&mut other, tables[1])] {
        let refused = says(client, table, 20, "hello").await;
        assert_eq!(refused["code"], "too_fast");
        assert_eq!(refused["why"], "too many messages at once: send the next one in 2 s");
        assert_eq!((&refused["rule"], &refused["clauses"]), (&Value::Null, &json!([])));
    }
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(
        says(&mut ana, tables[0], 20, "later").await["ok"],
        true,
        "the key of a refused line can be used again"
    );
    assert_eq!(says(&mut ana, tables[0], 21, "too soon").await["code"], "too_fast");
    while texts(&rail).len() < 4 {
        rail.next().await;
    }
    assert_eq!(texts(&rail), ["hello", "hello", "hello", "later"]);
}

#[tokio::test]
async fn a_table_remembers_the_last_200_lines() {
    let mut hall = Hall::open(50, 54, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    for line in 0..230_u64 {
        let mut client = hall.player(line / 5 + 1);
        assert_eq!(says(&mut client, table, line, &format!("line {line}")).await["ok"], true);
    }
    let late = watching(&mut hall, None, table).await;
    let expected: Vec<String> = (30..230).map(|line| format!("line {line}")).collect();
    assert_eq!(texts(&late), expected);
}

/// The player on action goes all-in; a player who has to answer folds.
fn all_in_or_fold(frame: &Value) -> Value {
    let facing_all_in = frame["menu"]["raise"].is_null() && frame["menu"]["check"] == false;
    match (frame["turn"]["showing"] == true, facing_all_in) {
        (true, _) => passive(frame),
        (false, true) => json!({ "do": "fold" }),
        (false, false) => json!({ "do": "all_in" }),
    }
}

/// Two players and the rail; the first player is all-in, and the other has to answer.
async fn all_in(hall: &mut Hall, table: u64) -> Vec<Client> {
    let mut clients = Vec::new();
    for person in 1..=2_u64 {
        let mut client = watching(hall, Some(person), table).await;
        client.sit(table, person as u8, 100).await;
        clients.push(client);
    }
    let mut went = false;
    play(
        table,
        &mut clients.iter_mut().collect::<Vec<_>>(),
        &mut |_, frame| all_in_or_fold(frame),
        &mut |_, frame| {
            went |= events(frame).any(|event| event["all_in"] == true);
            went
        },
    )
    .await;
    clients
}

/// The books that forbid talk that helps, with the clauses behind it.
const BOOKS: [(&str, &[&str]); 4] = [
    ("dunedin-17.7", &["DU-13"]),
    ("canberra-holdem-2018", &["HE-16.8(b)", "HE-16.1"]),
    ("canberra-omaha-2006", &["OM-16.8(b)", "OM-16.1"]),
    ("canberra-manila-2006", &["MA-16.8(b)", "MA-16.1"]),
];

#[test]
fn every_book_says_for_itself_whether_talk_that_helps_is_forbidden() {
    for book in Book::built_in() {
        let forbids = BOOKS.iter().find(|(id, _)| *id == book.id());
        assert_eq!(book.has_rule(rule::NO_TALK_THAT_HELPS), forbids.is_some(), "{}", book.id());
        let clauses = forbids.map_or(&[][..], |(_, clauses)| clauses);
        assert_eq!(book.cites(rule::NO_TALK_THAT_HELPS), clauses, "{}", book.id());
    }
}

#[tokio::test]
async fn talk_rests_while_somebody_is_all_in_where_the_book_forbids_talk_that_helps() {
    // The room deals these two; the others say the same of their games.
    for (at, (book, clauses)) in BOOKS.into_iter().take(2).enumerate() {
        let mut hall = Hall::open(3, 60 + at as u64, ConnectionLimits::USUAL).await;
        let table = hall.table(book, &[]).await;
        let mut clients = all_in(&mut hall, table).await;
        let mut rail = hall.player(3);
        // Seated people, people who are not in the hand, and people who arrive just then: all of them wait.
        rail.watch(table);
        let off = rail.until("chat").await["off"].clone();
        assert_eq!(off["code"], "live_hand", "{book}");
        assert_eq!(off["rule"], "no-talk-that-helps", "{book}");
        assert_eq!(off["clauses"], json!(clauses), "{book}");
        let why = off["why"].as_str().expect("a sentence");
        assert!(
            why.starts_with("seat ") && why.ends_with(" is all-in: chat is open again when the hand is over")
        );
        for client in clients.iter_mut().chain([&mut rail]) {
            let refused = says(client, table, 1, "he has nothing").await;
            assert_eq!(refused["code"], "live_hand", "{book}: {refused}");
            assert_eq!((&refused["why"], &refused["clauses"]), (&off["why"], &off["clauses"]));
        }
        // The other folds: the hand is over, and everybody is notified that chat is open.
        let (mut folded, mut open) = (false, false);
        clients.iter_mut().for_each(|client| client.watch(table));
        play(
            table,
            &mut clients.iter_mut().chain([&mut rail]).collect::<Vec<_>>(),
            &mut |_, _| json!({ "do": "fold" }),
            &mut |viewer, frame| {
                folded |= events(frame).any(|event| event["e"] == "folded");
                open |= folded && viewer == 2 && frame["t"] == "chat" && frame["off"].is_null();
                open
            },
        )
        .await;
        assert_eq!(says(&mut rail, table, 2, "well played").await["ok"], true, "{book}");
    }
}

#[tokio::test]
async fn talk_stays_open_where_no_book_forbids_it() {
    for (at, book) in ["standard", "practice"].into_iter().enumerate() {
        let mut hall = Hall::open(3, 70 + at as u64, ConnectionLimits::USUAL).await;
        let table = hall.table(book, &[]).await;
        let mut clients = all_in(&mut hall, table).await;
        assert_eq!(says(&mut clients[0], table, 1, "good luck").await["ok"], true, "{book}");
        for client in &clients {
            assert!(!client.heard.iter().any(|text| text.contains("live_hand")), "{book}");
        }
    }
}

#[tokio::test]
async fn a_room_without_chat_says_so_and_takes_no_line() {
    let mut hall = Hall::open(2, 55, ConnectionLimits { chat: false, ..ConnectionLimits::USUAL }).await;
    let table = hall.table("standard", &[]).await;
    let mut ana = hall.player(1);
    ana.watch(table);
    let told = ana.until("chat").await;
    assert_eq!((&told["off"]["code"], &told["lines"]), (&json!("chat_off"), &json!([])));
    let refused = says(&mut ana, table, 1, "hello").await;
    assert_eq!(refused["code"], "chat_off");
    assert_eq!(refused["why"], "chat is switched off in this room");
}

/// Proves ACS-04 for chat: a banned person says nothing more, even on a connection that was already open.
#[tokio::test]
async fn whoever_was_banned_says_nothing_more() {
    let mut hall = Hall::open(2, 56, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut rail = watching(&mut hall, None, table).await;
    let signed = Arc::new(AtomicBool::new(true));
    let holds = Arc::clone(&signed);
    let who = ConnectedPerson { person: Person(1), roles: vec![Role::Player], waiting: Vec::new(), since: 0 };
    let look: SessionLookup = Arc::new(move || holds.load(Ordering::SeqCst).then(|| who.clone()));
    let mut ana = hall.client_of(Some(1), Some(look));
    assert_eq!(says(&mut ana, table, 1, "hello").await["ok"], true);
    signed.store(false, Ordering::SeqCst);
    say(&mut ana, table, 2, "and another thing");
    ana.drain();
    assert_eq!(ana.closed, Some(SIGNED_OUT));
    let mut ben = hall.player(2);
    assert_eq!(says(&mut ben, table, 1, "bye").await["ok"], true);
    while texts(&rail).len() < 2 {
        rail.next().await;
    }
    assert_eq!(texts(&rail), ["hello", "bye"]);
}

/// Proves ACS-03 on a connection: a role that waits for the second factor is reported as over HTTP, and one
/// that nobody gave is not.
#[tokio::test]
async fn a_role_that_waits_for_the_second_factor_is_told_on_a_line_too() {
    let mut hall = Hall::open(1, 50, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    for (person, waiting, code) in
        [(8, vec![Role::Supervisor], "second_factor_due"), (9, vec![], "not_granted")]
    {
        let who = ConnectedPerson { person: Person(person), roles: Vec::new(), waiting, since: 0 };
        let mut sam = hall.client_of(Some(person), Some(Arc::new(move || Some(who.clone()))));
        assert_eq!(says(&mut sam, table, 1, "hello").await["code"], code);
        let wish = json!({ "do": "pause", "reason": "a look" });
        sam.send(&json!({ "t": "ask", "table": table, "key": key(2), "wish": wish }));
        while !sam.keys.contains_key(&key(2)) {
            sam.next().await;
        }
        let answer = &sam.keys[&key(2)];
        assert_eq!(answer["code"], code);
        if code == "second_factor_due" {
            let why = answer["why"].as_str().expect("words");
            assert_eq!(why, "the role supervisor waits for your second factor: enrol it first");
        }
    }
}
