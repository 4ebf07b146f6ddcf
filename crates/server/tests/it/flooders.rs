//! Clients that flood a room by way of one table, each in its own way, until they are told to stop. The tests
//! and a bench use them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hyper::Method;
use load::client::{ClientConnection, ClientSession, Message};
use serde_json::json;
use tokio::task::JoinSet;

/// A way to flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Malformed frames.
    Nonsense,
    /// Frames that are too long, some of them longer than anything that is read.
    Long,
    /// Valid frames, as fast as possible.
    Fast,
    /// Requests everything there is to see and reads none of it.
    Deaf,
    /// One connection after another.
    Lines,
    /// Requests over HTTP.
    Requests,
}

/// All of them.
pub const WAYS: [Way; 6] = [Way::Nonsense, Way::Long, Way::Fast, Way::Deaf, Way::Lines, Way::Requests];

/// What happened to one flooder, as counts.
#[derive(Debug, Default)]
pub struct Tally {
    /// Frames and requests that were sent.
    pub sent: AtomicU64,
    /// Refusals received.
    pub refused: AtomicU64,
    /// Connections that the room closed.
    pub cut: AtomicU64,
    /// Connections that the room did not open.
    pub kept_out: AtomicU64,
}

fn one_more(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}

/// The flooders.
pub struct Flood {
    tasks: JoinSet<()>,
    /// The counts of each of them.
    pub tallies: Vec<(Way, Arc<Tally>)>,
}

impl Flood {
    /// Starts the flood. Each of these people has an account of their own.
    pub fn begin(people: Vec<(Way, ClientSession)>, table: u64) -> Flood {
        let mut flood = Flood { tasks: JoinSet::new(), tallies: Vec::new() };
        for (way, visitor) in people {
            let tally = Arc::new(Tally::default());
            flood.tallies.push((way, Arc::clone(&tally)));
            flood.tasks.spawn(async move {
                match way {
                    Way::Lines => opens_lines(&visitor, &tally).await,
                    Way::Requests => asks(visitor, &tally).await,
                    Way::Nonsense | Way::Long | Way::Fast | Way::Deaf => loop {
                        match visitor.connect().await {
                            Ok(line) => send(line, way, table, &tally).await,
                            Err(_) => one_more(&tally.kept_out),
                        }
                        tokio::task::yield_now().await;
                    },
                }
            });
        }
        flood
    }

    /// Whether each of them was refused, cut off or kept out. A flooder that reads nothing sees no refusal,
    /// and is cut off after a while.
    pub fn is_held(&self) -> bool {
        self.tallies.iter().all(|(way, tally)| {
            let [refused, cut, kept_out] =
                [&tally.refused, &tally.cut, &tally.kept_out].map(|count| count.load(Ordering::Relaxed));
            match way {
                Way::Nonsense | Way::Long | Way::Fast => refused > 0 && cut > 0,
                Way::Lines => kept_out > 0,
                Way::Requests => refused > 0,
                Way::Deaf => tally.sent.load(Ordering::Relaxed) > 0,
            }
        })
    }

    /// Stops sending.
    pub fn stop(&mut self) {
        self.tasks.abort_all();
    }

    /// Waits for the flooders to end.
    pub async fn end(mut self) {
        self.tasks.shutdown().await;
    }
}

/// How many frames are sent before the answers are read.
const TOGETHER: usize = 50;

/// Sends until the room closes the connection.
async fn send(mut line: ClientConnection, way: Way, table: u64, tally: &Tally) {
    for round in 1_u64.. {
        for _ in 0..TOGETHER {
            let message = match way {
                Way::Nonsense => Message::text(r#"{"t":"ask","table":1,"wish":[[[["#),
                Way::Long if round.is_multiple_of(2) => Message::text("y".repeat(70_000)),
                Way::Long => Message::text("y".repeat(10_000)),
                Way::Deaf => Message::text(json!({ "t": "watch", "table": table, "from": null }).to_string()),
                Way::Fast | Way::Lines | Way::Requests => {
                    let key = format!("{:032x}", tally.sent.load(Ordering::Relaxed));
                    let wish = json!({ "do": "sit", "seat": 1, "stack": 200 });
                    Message::text(json!({ "t": "ask", "table": table, "key": key, "wish": wish }).to_string())
                }
            };
            if line.send_raw(message).await.is_err() {
                return one_more(&tally.cut);
            }
            one_more(&tally.sent);
        }
        if way == Way::Deaf {
            continue;
        }
        for _ in 0..TOGETHER {
            match line.next_text().await {
                Ok(text) => {
                    if text.contains(r#""t":"error""#) || text.contains(r#""ok":false"#) {
                        one_more(&tally.refused);
                    }
                }
                Err(_) => return one_more(&tally.cut),
            }
        }
    }
}

async fn opens_lines(visitor: &ClientSession, tally: &Tally) {
    let mut lines = Vec::new();
    loop {
        one_more(&tally.sent);
        match visitor.connect().await {
            Ok(line) => lines.push(line),
            Err(_) => {
                one_more(&tally.kept_out);
                lines.clear();
                tokio::task::yield_now().await;
            }
        }
    }
}

async fn asks(mut visitor: ClientSession, tally: &Tally) {
    let wish = json!({ "name": "x".repeat(4000), "book": "none" });
    loop {
        one_more(&tally.sent);
        if visitor.call(Method::POST, "/api/tables", Some(&wish)).await.is_err() {
            one_more(&tally.refused);
        }
    }
}
