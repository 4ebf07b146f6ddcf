//! What goes over a connection: playing, reconnecting, connecting twice, and everything a hostile client may
//! try.

use seating::Role;
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use server::socket::connection::{ABUSED, SIGNED_OUT};

use crate::hall::{Client, Hall, RICH, ends_a_hand, events, every_wish, passive, play};

/// A hall in which this many people watch a table and sit at it.
async fn seated(people: u64, seed: u64) -> (Hall, u64, Vec<Client>) {
    let mut hall = Hall::open(people + 5, seed, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut clients = Vec::new();
    for person in 1..=people {
        let mut client = hall.player(person);
        client.watch(table);
        client.until("snapshot").await;
        clients.push(client);
    }
    for (at, client) in clients.iter_mut().enumerate() {
        client.sit(table, at as u8 + 1, 200).await;
    }
    (hall, table, clients)
}

fn all(clients: &mut [Client]) -> Vec<&mut Client> {
    clients.iter_mut().collect()
}

async fn play_hands(table: u64, clients: &mut [Client], hands: usize) {
    let mut left = hands;
    play(table, &mut all(clients), &mut |_, frame| passive(frame), &mut |at, frame| {
        left -= usize::from(at == 0 && ends_a_hand(frame));
        left == 0
    })
    .await;
}

#[tokio::test]
async fn a_hand_is_played_over_lines_and_its_rules_are_cited() {
    let (_hall, table, mut clients) = seated(3, 1).await;
    play_hands(table, &mut clients, 2).await;
    let frames: Vec<Value> =
        clients[0].heard.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect();
    let kinds: Vec<&str> = frames.iter().flat_map(events).filter_map(|event| event["e"].as_str()).collect();
    for kind in
        ["opened", "deck", "cut", "posted", "hole_dealt", "opening", "board_dealt", "pot_formed", "awarded"]
    {
        assert!(kinds.contains(&kind), "no {kind} in {kinds:?}");
    }
    let ruled = frames.iter().flat_map(events).filter(|event| event["rule"].is_string()).count();
    assert!(ruled > 20, "events name their rules");
}

/// Proves OLD-08: every update names its hand, and the number of every update is one more than the one
/// before.
#[tokio::test]
async fn every_update_names_its_hand_and_is_counted_without_a_gap() {
    let (_hall, table, mut clients) = seated(3, 2).await;
    play_hands(table, &mut clients, 3).await;
    for client in &clients {
        let (mut number, mut hand) = (None, 0);
        for text in &client.heard {
            let frame: Value = serde_json::from_str(text).expect("JSON");
            if frame["t"] == "snapshot" {
                number = frame["number"].as_u64();
            }
            if frame["t"] != "update" {
                continue;
            }
            assert_eq!(frame["number"].as_u64(), number.map(|number| number + 1));
            number = frame["number"].as_u64();
            for event in events(&frame).filter(|event| event["e"] == "opened") {
                hand = event["hand"].as_u64().expect("a number");
            }
            assert_eq!(frame["hand"], hand, "{text}");
            if frame["turn"].is_object() {
                assert_eq!(frame["turn"]["hand"], hand, "{text}");
            }
        }
        assert!(hand >= 3);
    }
}

/// Proves OLD-08: an act that names another hand or another position than the current one does nothing.
#[tokio::test]
async fn a_late_act_does_not_hit_the_next_turn() {
    let (_hall, table, mut clients) = seated(3, 3).await;
    let mut turn = None;
    play(table, &mut all(&mut clients), &mut |_, frame| passive(frame), &mut |_, frame| {
        if frame["turn"].is_object() && frame["turn"]["showing"] == false && frame["menu"].is_object() {
            turn = Some(frame["turn"].clone());
        }
        turn.is_some()
    })
    .await;
    let turn = turn.expect("a turn");
    let at = turn["seat"].as_u64().expect("a seat") as usize - 1;
    for (field, other) in [("hand", 7), ("acts", 999), ("facing", 1_000_000)] {
        let mut wrong = turn.clone();
        wrong[field] = json!(other);
        let answer = clients[at].asks(table, &json!({ "do": "call" }), Some(&wrong)).await;
        assert_eq!(answer["ok"], false, "{field}: {answer}");
    }
    let without = clients[at].asks(table, &json!({ "do": "call" }), None).await;
    assert_eq!(without["code"], "no_turn");
    let answer = clients[at].asks(table, &json!({ "do": "call" }), Some(&turn)).await;
    assert_eq!(answer["ok"], true, "{answer}");
}

/// What person 1 is sent during two hands, event by event: always there, or away after every event until the
/// others have gone on. Person 1 reconnects with the number of the last update, or without one.
async fn told_to_the_first(seed: u64, away: Option<bool>) -> (Vec<Value>, usize) {
    let (mut hall, table, mut clients) = seated(3, seed).await;
    let (mut told, mut hands, mut returns) = (Vec::new(), 0, 0);
    while hands < 2 {
        let mut came = None;
        play(table, &mut all(&mut clients), &mut |_, frame| passive(frame), &mut |at, frame| {
            if at == 0 && events(frame).next().is_some() {
                came = Some(frame.clone());
            }
            came.is_some()
        })
        .await;
        let frame = came.expect("an update");
        clients[0].answer_turn(table, &frame);
        hands += usize::from(ends_a_hand(&frame));
        told.extend(events(&frame).cloned());
        // An act of the first client that is on its way is not left behind.
        let on_turn = frame["turn"]["seat"].as_u64() == clients[0].own;
        let Some(with_number) = away.filter(|_| !on_turn && needs_the_first(&told)) else { continue };
        let (number, own) = (clients[0].number, clients[0].own);
        let mut back = hall.player(1);
        back.own = own;
        back.number = number;
        // The connection is gone; what was in it was not received.
        drop(std::mem::replace(&mut clients[0], back));
        for _ in 0..50 {
            for client in &mut clients[1..] {
                for frame in client.drain() {
                    client.answer_turn(table, &frame);
                }
            }
            tokio::task::yield_now().await;
        }
        returns += 1;
        let from = with_number.then_some(number);
        clients[0].send(&json!({ "t": "watch", "table": table, "from": from }));
        if !with_number {
            let view = clients[0].until("snapshot").await;
            assert_own_view(&view, &told, own);
            clients[0].answer_turn(table, &view);
        }
    }
    (told, returns)
}

/// Whether the hand of these events is in progress and cannot end without another act of a player who has not
/// folded: then no other hand opens while the player is away.
fn needs_the_first(told: &[Value]) -> bool {
    let Some(begun) = told.iter().rposition(|event| event["e"] == "opened") else { return false };
    let ends = |event: &Value| {
        event["e"] == "closed"
            || event["e"] == "hands_tabled"
            || (event["e"] == "betting_opened" && event["round"] == 3)
    };
    !told[begun..].iter().any(ends)
}

/// A snapshot shows the hand as the events showed it, and more if it went on.
fn assert_own_view(view: &Value, told: &[Value], own: Option<u64>) {
    assert_eq!(view["own"].as_u64(), own);
    let begun = told.iter().rposition(|event| event["e"] == "opened");
    let hand = &told[begun.unwrap_or(0)..];
    if begun.is_none_or(|_| hand[0]["hand"] != view["hand"]["hand"]) {
        return;
    }
    let cards = |kind: &str, seat: Option<u64>| -> Vec<&Value> {
        let of_kind = hand.iter().filter(|event| event["e"] == kind && event["seat"].as_u64() == seat);
        of_kind.map(|event| &event["card"]).collect()
    };
    let players = view["hand"]["players"].as_array().expect("a list");
    let player = players.iter().find(|player| player["seat"].as_u64() == own).expect("own part");
    let shown = player["cards"].as_array().expect("a list");
    for card in cards("hole_dealt", own) {
        assert!(shown.contains(card), "{card} is in {player}");
    }
    let board = view["hand"]["board"].as_array().expect("a list");
    for card in cards("board_dealt", None) {
        assert!(board.contains(card), "{card} is in {board:?}");
    }
}

/// Proves DIS-03: a viewer who reconnects after every event has been sent exactly what a viewer who was never
/// away is sent.
#[tokio::test]
async fn who_comes_back_with_a_number_is_told_what_was_missed_and_nothing_twice() {
    let (stayed, _) = told_to_the_first(4, None).await;
    let (came_back, returns) = told_to_the_first(4, Some(true)).await;
    assert!(returns > 10, "{returns} returns");
    assert_eq!(came_back, stayed);
}

/// Proves DIS-03: a player who reconnects without a number gets their whole view at once.
#[tokio::test]
async fn who_comes_back_without_a_number_gets_the_whole_own_view() {
    let (_, returns) = told_to_the_first(4, Some(false)).await;
    assert!(returns > 10, "{returns} returns");
}

/// Proves DIS-03: a viewer who joins a hand in progress is sent all of it that another viewer with the same
/// rights was sent, and then the whole view.
#[tokio::test]
async fn who_watches_from_the_beginning_is_told_the_hand_so_far_and_then_the_whole() {
    let (mut hall, table, mut clients) = seated(3, 19).await;
    play_hands(table, &mut clients, 1).await;
    // The second hand, as far as its flop.
    play(table, &mut all(&mut clients), &mut |_, frame| passive(frame), &mut |_, frame| {
        frame["hand"] == 2 && events(frame).any(|event| event["e"] == "board_dealt")
    })
    .await;
    let own = clients[1].own;
    clients[1].drain();
    let heard = clients[1].heard.iter().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    let of_hand = |frame: &Value| frame["t"] == "update" && frame["hand"] == 2;
    let told: Vec<Value> = heard.filter(of_hand).collect();
    let mut back = hall.player(2);
    back.own = own;
    back.send(&json!({ "t": "watch", "table": table, "from": 0 }));
    let mut again = Vec::new();
    let view = loop {
        let frame = back.next().await;
        match frame["t"].as_str() {
            Some("update") => again.push(frame),
            Some("snapshot") => break frame,
            _ => {}
        }
    };
    assert!(told.len() > 3 && again.len() >= told.len(), "{} and {}", told.len(), again.len());
    for (before, now) in told.iter().zip(&again) {
        assert_eq!((&before["number"], &before["events"]), (&now["number"], &now["events"]));
        assert!(
            now["turn"].is_null() && now["menu"].is_null(),
            "the position is the snapshot's to tell: {now}"
        );
    }
    assert_eq!(again.last().map(|frame| &frame["number"]), Some(&view["number"]));
    assert_eq!(view["hand"]["hand"], 2);
    let dealt = again.iter().flat_map(events).filter(|event| event["e"] == "hole_dealt");
    let seen: Vec<&Value> = dealt.filter(|event| event["card"].is_string()).collect();
    assert!(seen.len() == 2 && seen.iter().all(|event| event["seat"].as_u64() == own), "{seen:?}");
}

/// Proves DIS-03 and ACS-06: a player's newest connection has the table; the older one is notified and can do
/// nothing more.
#[tokio::test]
async fn of_two_lines_of_a_player_the_newer_one_plays() {
    let (mut hall, table, mut clients) = seated(2, 5).await;
    let mut newer = hall.player(1);
    newer.watch(table);
    newer.until("snapshot").await;
    clients[0].until("elsewhere").await;
    let answer = clients[0].asks(table, &json!({ "do": "sit_out" }), None).await;
    assert_eq!((answer["ok"].clone(), answer["code"].clone()), (json!(false), json!("elsewhere")));
    let answer = newer.asks(table, &json!({ "do": "sit_out" }), None).await;
    assert_eq!(answer["ok"], true, "{answer}");
}

/// Proves ACS-05: whatever a client requests, in any order, of any table, the answer is a legal act or a
/// refusal, and no chip is made or lost.
#[tokio::test]
async fn a_hostile_client_gets_refusals_and_changes_nothing() {
    let (mut hall, table, mut clients) = seated(3, 6).await;
    let mut hostile = hall.player(4);
    hostile.watch(table);
    hostile.until("snapshot").await;
    for wish in every_wish() {
        if wish["do"] == "sit" {
            continue;
        }
        for turn in [None, Some(json!({ "hand": 1, "acts": 0, "facing": 0 }))] {
            let answer = hostile.asks(table, &wish, turn.as_ref()).await;
            assert_eq!(answer["ok"], false, "{wish}: {answer}");
            assert!(answer["why"].as_str().is_some_and(|why| !why.is_empty()), "{answer}");
        }
    }
    for (table, seat, stack) in
        [(table, 1, 200), (table, 5, 0), (table, 5, RICH + 1), (table, 20, 200), (99, 1, 200)]
    {
        let wish = json!({ "do": "sit", "seat": seat, "stack": stack });
        let answer = hostile.asks(table, &wish, None).await;
        assert_eq!(answer["ok"], false, "{wish}: {answer}");
    }
    // A player in the hand tries everything too, out of turn and with other amounts.
    play_hands(table, &mut clients, 1).await;
    let mut done = 0;
    play(
        table,
        &mut all(&mut clients),
        &mut |_, frame| {
            done += 1;
            match done % 4 {
                0 => json!({ "do": "raise", "to": 9_007_199_254_740_991_u64 }),
                1 => json!({ "do": "raise", "to": 0 }),
                2 => json!({ "do": "over_blind" }),
                _ => passive(frame),
            }
        },
        &mut |_, frame| frame["t"] == "answer" && frame["ok"] == false,
    )
    .await;
    assert!(hall.room.table(table).is_some_and(|listing| listing.seated.len() == 3), "the table goes on");
}

/// Proves ACS-05: a key gets one answer, however often it is sent.
#[tokio::test]
async fn the_same_key_gets_the_same_answer_and_does_nothing_twice() {
    let (_hall, table, mut clients) = seated(2, 7).await;
    play_hands(table, &mut clients, 1).await;
    let frame = json!({ "t": "ask", "table": table, "key": "ab".repeat(16), "wish": { "do": "sit_out" } });
    let mut answers = Vec::new();
    for _ in 0..3 {
        clients[0].send(&frame);
        answers.push(clients[0].until("answer").await);
    }
    assert_eq!(answers[0]["ok"], true);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    // In capitals it is the same key, and comes back as it was sent; this holds for malformed requests too.
    let capitals = json!({ "t": "ask", "table": table, "key": "aB".repeat(16), "wish": { "do": "sit_out" } });
    clients[0].send(&capitals);
    let answer = clients[0].until("answer").await;
    assert_eq!((&answer["number"], &answer["key"]), (&answers[0]["number"], &json!("aB".repeat(16))));
    let malformed = json!({ "t": "ask", "table": table, "key": "Ab".repeat(16), "wish": { "do": "dance" } });
    clients[0].send(&malformed);
    let answer = clients[0].until("answer").await;
    assert_eq!((&answer["code"], &answer["key"]), (&json!("not_understood"), &json!("Ab".repeat(16))));
}

/// Proves DIS-04: a flooder is told to slow down and then closed, and the connection holds only a few frames.
#[tokio::test]
async fn a_flood_of_frames_is_cut_off() {
    let mut hall = Hall::open(1, 8, ConnectionLimits::USUAL).await;
    let mut flooder = hall.player(1);
    for n in 0..10_000 {
        flooder.send(&json!({ "t": "ping", "n": n }));
        flooder.drain();
        if flooder.closed.is_some() {
            break;
        }
    }
    assert_eq!(flooder.closed, Some(ABUSED));
    assert!(flooder.heard.len() < 600, "{} frames", flooder.heard.len());
    assert!(flooder.heard.iter().any(|text| text.contains("too_fast")));
}

/// Proves DIS-04: a person with many connections has one rate.
#[tokio::test]
async fn many_lines_of_a_person_share_a_rate() {
    let mut hall = Hall::open(1, 9, ConnectionLimits::USUAL).await;
    let mut lines: Vec<Client> = (0..8).map(|_| hall.player(1)).collect();
    for n in 0..100 {
        lines.iter_mut().for_each(|line| line.send(&json!({ "t": "ping", "n": n })));
    }
    let mut pongs = 0;
    for line in &mut lines {
        pongs += line.drain().iter().filter(|frame| frame["t"] == "pong").count();
    }
    // 800 were sent in a moment; 400 may come at once, and a few more while the test ran.
    assert!((400..600).contains(&pongs), "{pongs} pongs");
}

#[tokio::test]
async fn frames_that_are_none_are_told_and_then_the_line_is_closed() {
    let mut hall = Hall::open(1, 10, ConnectionLimits { strikes: 3, ..ConnectionLimits::USUAL }).await;
    let mut client = hall.player(1);
    for _ in 0..4 {
        client.line.take_frame(b"{\"t\":\"dance\"}", std::time::Instant::now());
    }
    let frames = client.drain();
    assert_eq!(frames.iter().filter(|frame| frame["code"] == "not_understood").count(), 4);
    assert_eq!(client.closed, Some(ABUSED));
}

#[tokio::test]
async fn a_spectator_sees_and_asks_nothing() {
    let (mut hall, table, mut clients) = seated(2, 11).await;
    let mut rail = hall.client(None, &[]);
    rail.watch(table);
    let view = rail.until("snapshot").await;
    assert!(view["own"].is_null() && view["menu"].is_null());
    let answer = rail.asks(table, &json!({ "do": "sit", "seat": 5, "stack": 200 }), None).await;
    assert_eq!(answer["code"], "not_signed_in");
    play_hands(table, &mut clients, 1).await;
}

#[tokio::test]
async fn a_room_can_keep_spectators_out() {
    let mut hall = Hall::open(1, 12, ConnectionLimits { spectators: false, ..ConnectionLimits::USUAL }).await;
    let table = hall.table("standard", &[]).await;
    let mut rail = hall.client(None, &[]);
    rail.watch(table);
    let ended = rail.until("ended").await;
    assert_eq!((&ended["reason"], &ended["numbers"]), (&json!("signed_in_alone"), &json!({})), "{ended}");
}

/// Proves ACS-05: a person who runs the installation does not play.
#[tokio::test]
async fn an_administrator_takes_no_seat_and_may_close() {
    let mut hall = Hall::open(3, 13, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut runs = hall.client(Some(2), &[Role::Administrator]);
    runs.watch(table);
    runs.until("snapshot").await;
    let answer = runs.asks(table, &json!({ "do": "sit", "seat": 5, "stack": 200 }), None).await;
    assert_eq!(answer["code"], "not_granted");
    let answer = runs.asks(table, &json!({ "do": "close", "reason": "the night is over" }), None).await;
    assert_eq!(answer["ok"], true, "{answer}");
    let ended = runs.until("ended").await;
    let reason = (&ended["reason"], &ended["numbers"]);
    assert_eq!(reason, (&json!("table_closed"), &json!({ "table": table })), "{ended}");
}

#[tokio::test]
async fn a_line_watches_several_tables_and_no_more_than_it_may() {
    let mut hall = Hall::open(1, 14, ConnectionLimits { tables: 2, ..ConnectionLimits::USUAL }).await;
    let tables = [
        hall.table("standard", &[]).await,
        hall.table("standard", &[]).await,
        hall.table("standard", &[]).await,
    ];
    let mut client = hall.player(1);
    for table in tables {
        client.watch(table);
    }
    let mut kinds = Vec::new();
    for _ in 0..3 {
        let frame = loop {
            let frame = client.next().await;
            if frame["t"] != "welcome" && frame["t"] != "chat" {
                break frame;
            }
        };
        if frame["t"] == "ended" {
            let reason = (&frame["reason"], &frame["numbers"]);
            assert_eq!(reason, (&json!("line_watches"), &json!({ "at_most": 2 })), "{frame}");
        }
        kinds.push((frame["t"].as_str().unwrap_or_default().to_owned(), frame["table"].as_u64()));
    }
    kinds.sort();
    let expected = [("ended", tables[2]), ("snapshot", tables[0]), ("snapshot", tables[1])];
    assert_eq!(kinds, expected.map(|(kind, table)| (kind.to_owned(), Some(table))));
    client.send(&json!({ "t": "unwatch", "table": tables[0] }));
    client.watch(tables[2]);
    assert_eq!(client.until("snapshot").await["table"], tables[2]);
}

#[tokio::test]
async fn a_session_that_ends_ends_its_lines() {
    let mut hall = Hall::open(2, 15, ConnectionLimits::USUAL).await;
    let mut first = hall.player(1);
    let mut second = hall.player(2);
    // Sessions are numbered as the hall assigns them.
    hall.lines.close_sessions(&[1]);
    assert!(first.line.slot_mut().close.has_changed().is_ok_and(|changed| changed));
    assert!(second.line.slot_mut().close.has_changed().is_ok_and(|changed| !changed));
    assert_eq!(hall.lines.count(), 2);
    drop(first);
    assert_eq!(hall.lines.count(), 1);
    assert_eq!(SIGNED_OUT, 4001);
}
