//! Finished hands: a replay has what was sent live and nothing else, and everybody finds their own hands.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::evening::{Dice, Evening, cards_of, lively};
use crate::hall::events;

/// Four players, and a signed-in person who watches.
async fn played(hands: usize, seed: u64) -> Evening {
    let mut evening = Evening::of(5, seed, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..4 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(seed);
    evening.hands(table, hands, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
    evening
}

/// The part of an update that is compared: the time left in a turn is in no record.
fn told(update: &Value) -> Value {
    json!([update["number"], update["hand"], update["at"], update["events"]])
}

/// Proves SEC-05: for each player, the rail and another person, a replay has exactly what the socket sent to
/// that viewer, card by card and event by event.
#[tokio::test]
async fn a_replay_is_what_the_socket_told_that_viewer() {
    let evening = played(7, 3).await;
    let table = evening.tables[0];
    let mut compared = 0;
    for player in 0..5 {
        let client = &evening.clients[player];
        for (hand, frames) in Evening::heard(client, table) {
            let answer = evening.get(player, &format!("/api/tables/{table}/hands/{hand}/replay")).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            let replay = answer.json();
            let updates = replay["updates"].as_array().expect("updates");
            let live: Vec<Value> = frames.iter().map(told).collect();
            let again: Vec<Value> = updates.iter().map(told).collect();
            assert_eq!(again, live, "player {player}, hand {hand}");
            for (frame, update) in frames.iter().zip(updates) {
                // Of records that came together, only the last showed the turn.
                if !frame["turn"].is_null() {
                    for field in ["seat", "hand", "acts", "facing", "showing", "clauses"] {
                        assert_eq!(update["turn"][field], frame["turn"][field], "{field}");
                    }
                    assert_eq!(update["menu"], frame["menu"]);
                    assert_eq!(update["may_muck"], frame["may_muck"]);
                }
                assert!(update["menu"].is_null() || update["turn"]["seat"] == replay["before"]["own"]);
            }
            let heard: BTreeSet<String> = frames.iter().flat_map(cards_of).collect();
            let shown: BTreeSet<String> = cards_of(&replay).into_iter().collect();
            assert_eq!(shown, heard, "no card more and none less");
            assert!(replay["before"]["hand"].is_null(), "nothing of the hand before");
            assert_eq!(replay["before"]["own"].as_u64(), client.own, "their own seat");
            assert_eq!((&replay["by"], &replay["shared"]), (&Value::Null, &Value::Null));
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared} hands were compared");
}

/// The table before a hand leads to the hand: chairs and stacks are those with which it was opened.
#[tokio::test]
async fn a_replay_begins_with_the_table_as_it_was_before_the_hand() {
    let evening = played(5, 11).await;
    let table = evening.tables[0];
    let heard = Evening::heard(&evening.clients[0], table);
    let mut stacks: BTreeMap<u64, u64> = (1..=4).map(|seat| (seat, 200)).collect();
    for (hand, frames) in &heard {
        let replay = evening.get(4, &format!("/api/tables/{table}/hands/{hand}/replay")).await.json();
        let before = &replay["before"];
        for chair in before["chairs"].as_array().expect("chairs") {
            let seat = chair["seat"].as_u64().expect("a seat");
            assert_eq!(chair["stack"].as_u64(), Some(stacks[&seat]), "seat {seat} before hand {hand}");
            assert_eq!(chair["name"], format!("player{seat}"));
        }
        assert_eq!(before["number"].as_u64().map(|number| number + 1), frames[0]["number"].as_u64());
        // What each player has afterwards, computed from the events alone.
        let mut round: BTreeMap<u64, u64> = BTreeMap::new();
        for event in frames.iter().flat_map(events) {
            let seat = event["seat"].as_u64().unwrap_or_default();
            let amount = event["amount"].as_u64().unwrap_or_default();
            let stack = stacks.entry(seat).or_default();
            match event["e"].as_str().expect("a kind") {
                "posted" | "called" => {
                    *stack -= amount;
                    *round.entry(seat).or_default() += amount;
                }
                "bet" | "raised" => {
                    let to = event["to"].as_u64().expect("a total");
                    let before = round.insert(seat, to).unwrap_or_default();
                    *stack -= to - before;
                }
                "betting_closed" | "betting_skipped" => round.clear(),
                "returned" | "awarded" | "odd_chips" => *stack += amount,
                _ => {}
            }
        }
    }
    assert!(heard.len() >= 5);
}

#[tokio::test]
async fn a_hand_that_is_played_or_never_was_has_no_replay() {
    let mut evening = Evening::of(3, 1, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..2 {
        evening.sit(player, table, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(1);
    evening.hands(table, 2, &mut |_, frame| lively(&mut dice, frame)).await;
    // The hand in progress waits for somebody.
    let played = evening.waits(table).await["hand"]["hand"].as_u64().expect("a number");
    let one = format!("hands/{played}");
    for path in [
        one.clone(),
        format!("{one}/replay"),
        format!("{one}?as=text"),
        "hands/0/replay".to_owned(),
        "hands/99/replay".to_owned(),
    ] {
        let answer = evening.get(0, &format!("/api/tables/{table}/{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text);
    }
    let listed = evening.get(0, "/api/hands").await.json();
    assert_eq!(listed["hands"][0]["hand"], played - 1, "no list has it before it is over");
    let elsewhere = evening.get(0, "/api/tables/77/hands/1/replay").await;
    assert_eq!(elsewhere.status, StatusCode::NOT_FOUND);
    let outside = evening.house.get(&format!("/api/tables/{table}/hands/1/replay"), "").await;
    assert_eq!(outside.status, StatusCode::UNAUTHORIZED);
    let odd = evening.get(0, &format!("/api/tables/{table}/hands/one/replay")).await;
    assert_eq!(odd.status, StatusCode::BAD_REQUEST);
    assert_eq!(evening.get(0, "/api/tables/1/hands/1?as=song").await.status, StatusCode::BAD_REQUEST);
}

/// Everything that a person's list must say about a hand, from the frames that the person received.
fn expected(frames: &[Value], own: u64) -> (i64, u64, Vec<String>, Vec<String>) {
    let (mut net, mut pot, mut round) = (0_i64, 0, 0_i64);
    let (mut cards, mut board) = (Vec::new(), Vec::new());
    for event in frames.iter().flat_map(events) {
        let mine = event["seat"].as_u64() == Some(own);
        let amount = event["amount"].as_i64().unwrap_or_default();
        match event["e"].as_str().expect("a kind") {
            "posted" | "called" if mine => {
                net -= amount;
                round += amount;
            }
            "bet" | "raised" if mine => {
                let to = event["to"].as_i64().expect("a total");
                net -= to - round;
                round = to;
            }
            "betting_closed" | "betting_skipped" => round = 0,
            "returned" | "awarded" | "odd_chips" if mine => net += amount,
            "pot_formed" => pot += amount.unsigned_abs(),
            "hole_dealt" if mine => cards.extend(event["card"].as_str().map(str::to_owned)),
            "board_dealt" => board.extend(event["card"].as_str().map(str::to_owned)),
            _ => {}
        }
    }
    (net, pot, cards, board)
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Proves SEC-05 for lists: the caller finds their own hands with their own cards, newest first, and nobody
/// else's.
#[tokio::test]
async fn everybody_finds_the_own_hands_and_no_others() {
    let evening = played(8, 5).await;
    let table = evening.tables[0];
    for player in 0..4 {
        let found = evening.get(player, "/api/hands").await.json();
        assert!(found["before"].is_null(), "all hands are listed");
        let hands = found["hands"].as_array().expect("hands");
        let own = player as u64 + 1;
        let heard = Evening::heard(&evening.clients[player], table);
        let dealt_in = |frames: &[Value]| {
            let opened = frames.iter().flat_map(events).find(|event| event["e"] == "opened");
            let players = opened.and_then(|event| event["players"].as_array()).expect("players");
            players.iter().any(|player| player["seat"].as_u64() == Some(own))
        };
        let mine: Vec<u64> =
            heard.iter().rev().filter(|(_, frames)| dealt_in(frames)).map(|(hand, _)| *hand).collect();
        let listed: Vec<u64> = hands.iter().filter_map(|hand| hand["hand"].as_u64()).collect();
        assert_eq!(listed, mine, "newest first");
        for hand in hands {
            let frames = &heard[&hand["hand"].as_u64().expect("a number")];
            let (net, pot, cards, board) = expected(frames, own);
            assert_eq!(hand["net"], net);
            assert_eq!(hand["pot"], pot);
            assert_eq!(texts(&hand["cards"]), cards);
            assert_eq!(texts(&hand["board"]), board);
            assert_eq!(hand["own"], own);
            let (won, paid) = (hand["won"].as_i64().expect("won"), hand["paid"].as_i64().expect("paid"));
            assert_eq!(won - paid, net);
            let showdown = frames.iter().flat_map(events).any(|event| event["e"] == "showdown_opened");
            assert_eq!(hand["showdown"], showdown);
            assert_eq!((&hand["name"], hand["table"].as_u64()), (&json!("Elm"), Some(table)));
            assert_eq!(hand["stakes"]["game"], "holdem");
        }
    }
    // The spectator was dealt in nowhere.
    assert_eq!(evening.get(4, "/api/hands").await.json(), json!({ "hands": [], "before": null }));
}

#[tokio::test]
async fn hands_are_found_by_table_name_player_number_cards_result_and_time() {
    let evening = played(9, 8).await;
    let all = evening.get(0, "/api/hands").await.json();
    let all = all["hands"].as_array().expect("hands").clone();
    let find = async |query: &str| -> Vec<u64> {
        let answer = evening.get(0, &format!("/api/hands?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text);
        let hands = answer.json()["hands"].as_array().expect("hands").clone();
        hands.iter().filter_map(|hand| hand["hand"].as_u64()).collect()
    };
    let those = |fits: &dyn Fn(&Value) -> bool| -> Vec<u64> {
        all.iter().filter(|hand| fits(hand)).filter_map(|hand| hand["hand"].as_u64()).collect()
    };
    let every = those(&|_| true);
    assert!(every.len() >= 9);
    for query in
        ["", "text=elm", "text=ELM%20player2", "game=holdem", "text=hold%27em", "text=no-limit", "table=1"]
    {
        assert_eq!(find(query).await, every, "{query}");
    }
    for query in ["text=oak", "game=omaha", "table=2", "text=elm%20oak", "text=player9"] {
        assert_eq!(find(query).await, Vec::<u64>::new(), "{query}");
    }
    assert_eq!(find("text=%233").await, [3], "#3");
    assert_eq!(find("won=true").await, those(&|hand| hand["net"].as_i64() > Some(0)));
    assert_eq!(find("won=false").await, those(&|hand| hand["net"].as_i64() < Some(0)));
    let lies = |hand: &Value, card: &str| {
        texts(&hand["cards"]).iter().chain(&texts(&hand["board"])).any(|other| other == card)
    };
    for hand in &all {
        let cards = texts(&hand["cards"]);
        let both = cards.concat();
        let expected = those(&|other| cards.iter().all(|card| lies(other, card)));
        for written in [both.clone(), both.to_lowercase(), both.replace('T', "10"), cards.join("%20")] {
            assert_eq!(find(&format!("text={written}")).await, expected, "{written}");
        }
    }
    let at = all[0]["at"].as_u64().expect("a time");
    assert_eq!(find(&format!("from={at}")).await, every, "the clock of this room stands still");
    assert_eq!(find(&format!("to={at}")).await, Vec::<u64>::new());
    assert_eq!(find(&format!("to={}", at + 1)).await, every);
    for later in [1, 3 * 86_400_000] {
        let page = evening.get(0, &format!("/api/hands?from={}", at + later)).await.json();
        assert_eq!(page, json!({ "hands": [], "before": null }), "nothing is left to look for");
    }
    let odd = evening.get(0, "/api/hands?before=zebra").await;
    assert_eq!((odd.status, odd.code().as_str()), (StatusCode::BAD_REQUEST, "malformed"));
    assert_eq!(evening.get(0, "/api/hands?colour=red").await.status, StatusCode::BAD_REQUEST);
}

/// Pages follow each other without a gap and without repeating a hand, even when hands are played meanwhile
/// and at several tables.
#[tokio::test]
async fn pages_of_hands_stay_as_they_are_while_new_hands_are_played() {
    let mut evening = played(7, 2).await;
    let other = evening.open("Oak", "standard", &[]).await;
    evening.watch(other).await;
    for player in 0..4 {
        evening.sit(player, other, player as u8 + 1, 200).await;
    }
    let mut dice = Dice(9);
    evening.hands(other, 4, &mut |_, frame| lively(&mut dice, frame)).await;
    evening.rests(other, &mut |_, frame| lively(&mut dice, frame)).await;
    let name = |hand: &Value| (hand["table"].as_u64(), hand["hand"].as_u64());
    let whole = evening.get(0, "/api/hands").await.json();
    let whole: Vec<_> = whole["hands"].as_array().expect("hands").iter().map(name).collect();
    assert!(whole.len() >= 11);
    assert_eq!(whole[0].0, Some(other), "the newest first");
    let mut paged = Vec::new();
    let mut before = String::new();
    loop {
        let page = evening.get(0, &format!("/api/hands?most=2{before}")).await.json();
        paged.extend(page["hands"].as_array().expect("hands").iter().map(name));
        let Some(next) = page["before"].as_str() else { break };
        before = format!("&before={next}");
        // Meanwhile play goes on.
        if paged.len() == 4 {
            evening.hands(other, 2, &mut |_, frame| lively(&mut dice, frame)).await;
            evening.rests(other, &mut |_, frame| lively(&mut dice, frame)).await;
        }
    }
    assert_eq!(paged, whole);
    let again = evening.get(0, "/api/hands").await.json();
    let again = again["hands"].as_array().expect("hands").len();
    assert!(again >= whole.len() + 2, "a new request shows what was played since");
}

/// A restarted room, with nothing cached, gives the same answers.
#[tokio::test]
async fn a_room_that_starts_again_tells_the_same_hands_and_results() {
    let evening = played(6, 4).await;
    let again = evening.house.restarted().await;
    for path in
        ["/api/hands", "/api/results", "/api/tables/1/hands/2/replay", "/api/tables/1/hands/2?as=text"]
    {
        let (one, other) = (evening.get(1, path).await, again.get(path, &evening.cookies[1]).await);
        assert_eq!(one.status, StatusCode::OK, "{path}: {}", one.text);
        assert_eq!(one.text, other.text, "{path}");
    }
}

/// Proves SEC-05 for documents: the account of a hand names the cards that its reader saw, in words, and no
/// others.
#[tokio::test]
async fn an_account_has_a_heading_for_each_street_and_no_card_that_was_not_seen() {
    let evening = played(8, 6).await;
    let table = evening.tables[0];
    let (mut rivers, mut looked) = (0, 0);
    for player in 0..5 {
        for (hand, frames) in Evening::heard(&evening.clients[player], table) {
            let answer = evening.get(player, &format!("/api/tables/{table}/hands/{hand}?as=text")).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
            assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
            let name = format!("attachment; filename=\"table-{table}-hand-{hand}.txt\"");
            assert_eq!(answer.header("content-disposition"), name);
            let seen: BTreeSet<String> =
                frames.iter().flat_map(cards_of).map(|card| in_words(&card)).collect();
            for card in every_card() {
                let named = answer.text.contains(&in_words(&card));
                assert_eq!(
                    named,
                    seen.contains(&in_words(&card)),
                    "{card} for player {player}: {}",
                    answer.text
                );
            }
            let (_, _, _, board) = expected(&frames, 0);
            for (heading, from) in [("Flop\n----", 3), ("Turn\n----", 4), ("River\n-----", 5)] {
                assert_eq!(answer.text.contains(heading), board.len() >= from, "{heading}");
            }
            rivers += usize::from(board.len() == 5);
            let count = frames.iter().flat_map(events).count();
            assert!(answer.text.contains(&format!("\n{count}. ")), "every event has its line: {count}");
            assert!(!answer.text.contains(&format!("\n{}. ", count + 1)));
            for event in frames.iter().flat_map(events) {
                for clause in texts(&event["clauses"]) {
                    assert!(answer.text.contains(&clause), "{clause}");
                }
            }
            assert!(answer.text.contains("nothing is missing"), "{}", answer.text);
            let whose = if player == 4 { "As a spectator saw it." } else { "As player" };
            assert!(answer.text.contains(whose));
            looked += 1;
        }
    }
    assert!(rivers > 0 && looked >= 40, "{rivers} rivers of {looked}");
}

fn every_card() -> Vec<String> {
    (0..52).filter_map(cards::Card::from_index).map(|card| card.to_string()).collect()
}

/// A card's code as its name in words.
fn in_words(card: &str) -> String {
    let (rank, suit) = card.split_at(1);
    let rank = match rank {
        "A" => "ace",
        "K" => "king",
        "Q" => "queen",
        "J" => "jack",
        "T" => "ten",
        "9" => "nine",
        "8" => "eight",
        "7" => "seven",
        "6" => "six",
        "5" => "five",
        "4" => "four",
        "3" => "three",
        _ => "deuce",
    };
    let suit = match suit {
        "s" => "spades",
        "h" => "hearts",
        "d" => "diamonds",
        _ => "clubs",
    };
    format!("{rank} of {suit}")
}
