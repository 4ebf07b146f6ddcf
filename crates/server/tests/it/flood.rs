//! A flood at one table does not affect another. A bench measures how long the others wait; this file tests
//! what must hold on any machine: they play on, and the flooders are held back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use hyper::Method;
use load::client::{ClientConnection, ClientSession, Message};
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use server::socket::bucket::FrameRate;
use server::socket::connection::TRY_AGAIN;

use crate::flooders::{Flood, WAYS};
use crate::hall::{Client, Hall, ends_a_hand, passive, play};
use crate::loopback::{Served, for_programs};

async fn open_table(visitor: &mut ClientSession) -> u64 {
    let wish = json!({ "book": "standard" });
    let made = visitor.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    made["table"].as_u64().expect("a number")
}

/// A player on a real connection who checks and calls.
struct Player {
    line: ClientConnection,
    table: u64,
    seat: u64,
    asked: u64,
    acted: Option<(u64, u64)>,
}

impl Player {
    async fn seated(visitor: &ClientSession, table: u64, seat: u64) -> Player {
        let line = visitor.connect().await.expect("a connection");
        let mut player = Player { line, table, seat, asked: 0, acted: None };
        player.send(json!({ "t": "watch", "table": table, "from": null })).await;
        player.ask(json!({ "do": "sit", "seat": seat, "stack": 200 }), &Value::Null).await;
        player
    }

    async fn send(&mut self, frame: Value) {
        self.line.send_raw(Message::text(frame.to_string())).await.expect("the connection is open");
    }

    async fn ask(&mut self, wish: Value, turn: &Value) {
        self.asked += 1;
        let key = format!("{:016x}{:016x}", self.seat, self.asked);
        let mut frame = json!({ "t": "ask", "table": self.table, "key": key, "wish": wish });
        if turn.is_object() {
            frame["turn"] = json!({ "hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"] });
        }
        self.send(frame).await;
    }

    /// Plays until told to stop; every act must be accepted. Returns the number of accepted acts.
    async fn plays(mut self, hands: Arc<AtomicUsize>, over: Arc<AtomicBool>) -> u64 {
        let mut answered = 0;
        while !over.load(Ordering::SeqCst) {
            let text = self.line.next_text().await.expect("the connection is open");
            let frame: Value = serde_json::from_str(&text).expect("JSON");
            if frame["t"] == "answer" {
                assert_eq!(frame["ok"], true, "{frame}");
                answered += 1;
            }
            assert_ne!(frame["t"], "error", "{frame}");
            hands.fetch_add(usize::from(self.seat == 1 && ends_a_hand(&frame)), Ordering::SeqCst);
            let turn = &frame["turn"];
            let position = turn["hand"].as_u64().zip(turn["acts"].as_u64());
            let own = turn["seat"].as_u64() == Some(self.seat)
                && (frame["menu"].is_object() || !frame["may_muck"].is_null());
            if own && position != self.acted {
                self.acted = position;
                self.ask(passive(&frame), turn).await;
            }
        }
        // One request may still be in flight.
        assert!(self.asked - answered <= 1, "{} requests, {answered} answers", self.asked);
        answered
    }
}

/// Proves DIS-04: while a table is flooded in every way at once, hands at another table go on to their ends
/// and every act there is accepted; each flooder is refused or cut off, and the number of their connections
/// stays bounded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_at_one_table_leaves_another_alone() {
    let mut config = for_programs();
    config.limits.sockets_of_person = 4;
    let served = Served::open(config).await;
    let (mut ada, mut bob) = (served.visitor("ada").await, served.visitor("bob").await);
    let flooded = open_table(&mut ada).await;
    let quiet = open_table(&mut bob).await;
    let mut people = Vec::new();
    for way in WAYS {
        people.push((way, served.visitor(&format!("{way:?}").to_lowercase()).await));
    }
    let players = [Player::seated(&ada, quiet, 1).await, Player::seated(&bob, quiet, 2).await];
    let mut flood = Flood::begin(people, flooded);
    let (hands, over) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let playing = players.map(|player| tokio::spawn(player.plays(Arc::clone(&hands), Arc::clone(&over))));
    let mut most_lines = 0;
    let held = async {
        while hands.load(Ordering::SeqCst) < 20 || !flood.is_held() {
            most_lines = most_lines.max(served.state.connections.count());
            assert!(!playing.iter().any(tokio::task::JoinHandle::is_finished), "a player stopped early");
            tokio::task::yield_now().await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(120), held).await;
    assert!(in_time.is_ok(), "{} hands, {:?}", hands.load(Ordering::SeqCst), flood.tallies);
    over.store(true, Ordering::SeqCst);
    let mut acts = 0;
    for player in playing {
        acts += player.await.expect("every act was accepted");
    }
    assert!(acts >= 100, "{acts} acts");
    // Two connections of players, and four of each flooder.
    assert!(most_lines <= 2 + 4 * WAYS.len(), "{most_lines} connections");
    flood.stop();
    flood.end().await;
    // Neither table has changed because of it.
    for (table, seated) in [(flooded, 0..=1), (quiet, 2..=2)] {
        let listing = served.state.room.table(table).expect("it is open");
        assert!(seated.contains(&listing.seated.len()), "{:?}", listing.seated);
    }
}

/// Programs that play as fast as they can do not count as flooders.
const WIDE: FrameRate = FrameRate { burst: 100_000, every: Duration::from_nanos(1) };

/// Proves DIS-04: what waits for a viewer who reads nothing is bounded, whatever happens at the table; then
/// the viewer is cut off, and the others have lost nothing.
#[tokio::test]
async fn what_waits_for_a_viewer_who_reads_nothing_is_bounded() {
    let mut hall = Hall::open(
        4,
        31,
        ConnectionLimits { connection_rate: WIDE, person_rate: WIDE, ..ConnectionLimits::USUAL },
    )
    .await;
    let table = hall.table("standard", &[]).await;
    let mut players: Vec<Client> = Vec::new();
    for person in 1..=2 {
        let mut player = hall.player(person);
        player.watch(table);
        player.until("snapshot").await;
        players.push(player);
    }
    let mut deaf = hall.player(3);
    deaf.watch(table);
    deaf.until("snapshot").await;
    let heard_before = deaf.heard.len();
    for (at, player) in players.iter_mut().enumerate() {
        player.sit(table, at as u8 + 1, 200).await;
    }
    let mut hands = 0;
    let mut everybody: Vec<&mut Client> = players.iter_mut().collect();
    play(table, &mut everybody, &mut |_, frame| passive(frame), &mut |at, frame| {
        hands += usize::from(at == 0 && ends_a_hand(frame));
        hands == 60
    })
    .await;
    let told = players[0].heard.len();
    assert!(told > 600, "much more happened than is kept for one viewer: {told}");
    for _ in 0..20 {
        deaf.drain();
        tokio::task::yield_now().await;
    }
    assert_eq!(deaf.closed, Some(TRY_AGAIN));
    // The room keeps 256 updates for a viewer, and each of them is one frame.
    assert!(deaf.heard.len() - heard_before <= 256, "{} frames", deaf.heard.len());
}
