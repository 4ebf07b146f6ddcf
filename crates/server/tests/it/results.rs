//! The results of evenings: exact to the chip, whoever joins, leaves, buys in and loses everything.

use std::collections::BTreeMap;

use chips::book::{Account, Unit};
use serde_json::{Value, json};

use crate::evening::{Dice, Evening, bold, lively};
use crate::hall::events;

/// What a person's wallet says about a table: what went there, and what came back.
fn moved(evening: &Evening, person: u64, table: u64) -> (i64, i64) {
    let wallet = Account::Wallet { person };
    let lines = evening.house.store.movements(wallet, 10_000).expect("readable");
    let stake = Account::Stake { table, person };
    let changes = lines.iter().filter(|line| line.other == stake).map(|line| line.change);
    changes.fold((0, 0), |(went, came), change| (went - change.min(0), came + change.max(0)))
}

fn balance(evening: &Evening, account: Account) -> i64 {
    evening.house.store.balance(account, Unit::Play).expect("readable")
}

fn sessions(page: &Value) -> Vec<Value> {
    page["sessions"].as_array().expect("sessions").clone()
}

fn number(value: &Value, field: &str) -> i64 {
    value[field].as_i64().unwrap_or_else(|| panic!("{field} of {value}"))
}

/// Everything that must hold for everybody's results while nobody is in a hand.
async fn everything_adds_up(evening: &Evening, table: u64, what: &str) {
    let mut nets = 0;
    for player in 0..evening.cookies.len() {
        let person = player as u64 + 1;
        let page = evening.get(player, "/api/results").await.json();
        assert!(page["before"].is_null());
        let mine: Vec<Value> =
            sessions(&page).into_iter().filter(|session| session["table"].as_u64() == Some(table)).collect();
        let sum = |field: &str| mine.iter().map(|session| number(session, field)).sum::<i64>();
        let (went, came) = moved(evening, person, table);
        assert_eq!((sum("brought"), sum("took")), (went, came), "{what}: the wallet of {person}");
        let stake = balance(evening, Account::Stake { table, person });
        assert_eq!(sum("net"), came + stake - went, "{what}: the wallet and the stack of {person}");
        nets += sum("net");
        let open: Vec<bool> = mine.iter().map(|session| session["until"].is_null()).collect();
        assert!(open.iter().skip(1).all(|open| !open), "{what}: only the newest can go on");
        for session in &mine {
            let points = session["points"].as_array().expect("points");
            let last = points.last().map_or(0, |point| number(point, "net"));
            assert_eq!(last, number(session, "net"), "{what}: the last point is the net");
            assert_eq!(points.len() as u64, session["hands"].as_u64().expect("hands").min(200));
        }
        let listed = evening.get(player, &format!("/api/hands?most=200&table={table}")).await.json();
        let hands = listed["hands"].as_array().expect("hands").clone();
        let of_hands: i64 = hands.iter().map(|hand| number(hand, "net")).sum();
        assert_eq!(of_hands, sum("net"), "{what}: the hands of {person} add up to the sessions");
        assert_eq!(hands.len() as i64, sum("hands"));
    }
    let commission = balance(evening, Account::Commission { table });
    assert_eq!(nets + commission, 0, "{what}: what one player lost, another won or the house took");
}

/// A property over evenings: people play boldly, go broke, buy in, leave and come back; after each part of
/// the evening, all results are compared with the wallets, the stacks and the commission.
#[tokio::test]
async fn what_all_have_won_and_lost_is_the_commission_and_what_the_wallets_say() {
    let mut taken = 0;
    let mut left_broke = 0;
    for (seed, settings) in [
        (1, &[("max_buy_in", "none"), ("commission_method", "pot"), ("commission_percent", "10")][..]),
        (2, &[("max_buy_in", "none")]),
        (3, &[("max_buy_in", "none"), ("commission_method", "pot"), ("commission_percent", "5")][..]),
    ] {
        let mut evening = Evening::of(4, seed, "standard", settings).await;
        let table = evening.tables[0];
        let mut dice = Dice(seed * 1000);
        for player in 0..4 {
            evening.sit(player, table, player as u8 + 1, 40 + 20 * dice.below(5)).await;
        }
        for part in 0..6 {
            evening.hands(table, 4, &mut |_, frame| bold(&mut dice, frame)).await;
            evening.rests(table, &mut |_, frame| bold(&mut dice, frame)).await;
            everything_adds_up(&evening, table, &format!("evening {seed}, part {part}")).await;
            for player in 0..4 {
                let stack = balance(&evening, Account::Stake { table, person: player as u64 + 1 });
                let wish = match (stack, dice.below(3)) {
                    (0, 0) => json!({ "do": "top_up", "amount": 60 }),
                    (0, _) | (_, 0) => json!({ "do": "leave" }),
                    (1..=60, _) => json!({ "do": "top_up", "amount": 20 }),
                    _ => continue,
                };
                let answer = evening.clients[player].asks(table, &wish, None).await;
                if wish["do"] == "leave" {
                    assert_eq!(answer["ok"], true, "{answer}");
                    left_broke += usize::from(stack == 0);
                    // A player who left comes back with an allowed stake.
                    evening.clients[player].own = None;
                    let stack = u64::try_from(stack).unwrap_or(0).max(100);
                    let sit = json!({ "do": "sit", "seat": player + 1, "stack": stack });
                    let sat = evening.clients[player].asks(table, &sit, None).await;
                    assert_eq!(sat["ok"], true, "{sat}");
                    evening.clients[player].own = Some(player as u64 + 1);
                }
            }
            everything_adds_up(&evening, table, &format!("evening {seed}, after part {part}")).await;
        }
        taken += balance(&evening, Account::Commission { table });
        // A room with nothing cached computes the same.
        let again = evening.house.restarted().await;
        let fresh = again.get("/api/results", &evening.cookies[2]).await.json();
        assert!(sessions(&fresh).len() >= sessions(&evening.get(2, "/api/results").await.json()).len());
    }
    assert!(taken > 0 && left_broke > 0, "commission of {taken}, {left_broke} left with nothing");
}

/// This holds in the middle of a hand, too: bets do not belong to the stack.
#[tokio::test]
async fn a_session_of_a_table_that_is_played_counts_what_is_in_front() {
    let mut evening = Evening::of(2, 4, "standard", &[]).await;
    let table = evening.tables[0];
    for player in 0..2 {
        evening.sit(player, table, player as u8 + 1, 100).await;
    }
    let mut dice = Dice(4);
    evening.hands(table, 3, &mut |_, frame| lively(&mut dice, frame)).await;
    let seen = evening.waits(table).await;
    let hands = seen["hand"]["hand"].as_u64().expect("a number") - 1;
    let chairs = seen["chairs"].as_array().expect("chairs").iter();
    let stacks: BTreeMap<u64, i64> =
        chairs.map(|chair| (chair["seat"].as_u64().expect("a seat"), number(chair, "stack"))).collect();
    assert!(number(&seen["hand"], "pot") > 0, "the blinds are in");
    for player in 0..2 {
        let session = sessions(&evening.get(player, "/api/results").await.json()).remove(0);
        assert_eq!(session["until"], Value::Null);
        assert_eq!((number(&session, "brought"), number(&session, "took")), (100, 0));
        assert_eq!(number(&session, "net"), stacks[&(player as u64 + 1)] - 100);
        assert_eq!(session["hands"], hands);
        assert_eq!(session["name"], "Elm");
        assert_eq!(session["points"].as_array().expect("points").len() as u64, hands);
    }
    let nobody = evening.house.player("watcher").await;
    let page = evening.house.get("/api/results", &nobody).await.json();
    assert_eq!(page, json!({ "sessions": [], "before": null }));
}

/// Sessions come in consecutive pages, and the points of each say what each hand came to.
#[tokio::test]
async fn sessions_come_in_pages_newest_first_with_a_point_for_each_hand() {
    let mut evening = Evening::of(3, 12, "standard", &[("max_buy_in", "none")]).await;
    let table = evening.tables[0];
    for player in 0..3 {
        evening.sit(player, table, player as u8 + 1, 100).await;
    }
    let mut dice = Dice(12);
    for _ in 0..3 {
        evening.hands(table, 2, &mut |_, frame| lively(&mut dice, frame)).await;
        evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
        let stack = balance(&evening, Account::Stake { table, person: 1 });
        let left = evening.clients[0].asks(table, &json!({ "do": "leave" }), None).await;
        assert_eq!(left["ok"], true);
        let stack = u64::try_from(stack).expect("not negative").max(100);
        evening.sit(0, table, 1, stack).await;
    }
    let whole = sessions(&evening.get(0, "/api/results").await.json());
    assert_eq!(whole.len(), 4);
    let mut paged = Vec::new();
    let mut before = String::new();
    loop {
        let page = evening.get(0, &format!("/api/results?most=1{before}")).await.json();
        paged.extend(sessions(&page));
        let Some(next) = page["before"].as_str() else { break };
        before = format!("&before={next}");
    }
    // The newest goes on while it is read.
    assert_eq!(paged[1..], whole[1..]);
    let heard = Evening::heard(&evening.clients[0], table);
    let hands: Vec<u64> = whole[1..]
        .iter()
        .rev()
        .flat_map(|session| session["points"].as_array().expect("points").clone())
        .filter_map(|point| point["hand"].as_u64())
        .collect();
    let dealt_in: Vec<u64> = heard
        .iter()
        .filter(|(_, frames)| {
            let opened = frames.iter().flat_map(events).find(|event| event["e"] == "opened");
            opened.is_some_and(|event| {
                event["players"].as_array().expect("players").iter().any(|player| player["seat"] == 1)
            })
        })
        .map(|(hand, _)| *hand)
        .take(hands.len())
        .collect();
    assert_eq!(hands, dealt_in, "each hand in which the player was dealt in, once");
}

#[tokio::test]
async fn a_statement_goes_back_to_its_beginning_page_by_page_with_the_table_and_hand_of_each_line() {
    let mut evening = Evening::of(2, 5, "standard", &[]).await;
    let table = evening.tables[0];
    let mut dice = Dice(3);
    for _ in 0..3 {
        for player in 0..2 {
            evening.sit(player, table, player as u8 + 1, 100).await;
        }
        evening.hands(table, 2, &mut |_, frame| lively(&mut dice, frame)).await;
        evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
        for client in &mut evening.clients {
            assert_eq!(client.asks(table, &json!({ "do": "leave" }), None).await["ok"], true);
        }
    }
    let whole = evening.get(0, "/api/wallet?most=500").await.json();
    let lines = whole["lines"].as_array().expect("lines").clone();
    assert!(whole["before"].is_null() && lines.len() >= 7, "{whole}");
    for most in [1, 2, 3] {
        let (mut read, mut before) = (Vec::new(), String::new());
        loop {
            let page = evening.get(0, &format!("/api/wallet?most={most}{before}")).await.json();
            let part = page["lines"].as_array().expect("lines");
            assert!(!part.is_empty(), "no page is empty");
            read.extend(part.iter().cloned());
            let Some(next) = page["before"].as_u64() else { break };
            before = format!("&before={next}");
        }
        assert_eq!(read, lines, "pages of {most}");
    }
    // The oldest is the grant; then each sitting is paid from and back to the wallet, at a table and after a
    // hand.
    let oldest = &lines[lines.len() - 1];
    assert!(oldest["table"].is_null() && oldest["hand"].is_null(), "{oldest}");
    let of_table: Vec<&Value> = lines.iter().filter(|line| line["table"] == table).collect();
    assert_eq!(of_table.len() + 1, lines.len());
    let first = of_table[of_table.len() - 1];
    assert!(first["hand"].is_null(), "no hand was played when the person first sat down: {first}");
    let hands: Vec<u64> =
        of_table[..of_table.len() - 1].iter().map(|line| line["hand"].as_u64().expect("a hand")).collect();
    assert!(hands.windows(2).all(|pair| pair[0] >= pair[1]) && hands[0] >= 6, "{hands:?}");
}
