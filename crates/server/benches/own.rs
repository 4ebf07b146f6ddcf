//! How long the lists of own hands and results take for a person who has played a lot: the first look, when
//! nothing has been read yet, and every look after it.
//!
//! `cargo bench -p server --bench own` measures; as a test it runs small. The records are in memory.

#[path = "../tests/it/evening.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod evening;
#[path = "../tests/it/hall.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod hall;
#[path = "../tests/it/house.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod house;

use std::time::{Duration, Instant};

use serde_json::Value;

use evening::{Dice, Evening, lively};

/// How many hands are played before a rest.
const TOGETHER: usize = 10;
/// How long a connection rests after them: if it sends more frames than its rate allows, it is not heard, and
/// a turn stays open.
const BREATH: Duration = Duration::from_secs(1);

struct Size {
    /// How many times each player sits down and leaves.
    sittings: usize,
    hands_of_each: usize,
}

/// What it takes to read a list to its end: the number of answers, the slowest of them, the total, and the
/// first that had something in it.
struct Taken {
    answers: usize,
    slowest: Duration,
    all: Duration,
    first: Option<Duration>,
    found: usize,
}

/// Requests a list page by page, at most `most` times.
async fn looks(evening: &Evening, path: &str, field: &str, most: usize) -> Taken {
    let began = Instant::now();
    let mut taken = Taken { answers: 0, slowest: Duration::ZERO, all: Duration::ZERO, first: None, found: 0 };
    let mut before = String::new();
    loop {
        let asked = Instant::now();
        let page = evening.get(0, &format!("{path}{before}")).await.json();
        taken.slowest = taken.slowest.max(asked.elapsed());
        taken.answers += 1;
        let found = page[field].as_array().map_or(0, Vec::len);
        taken.found += found;
        if found > 0 && taken.first.is_none() {
            taken.first = Some(began.elapsed());
        }
        taken.all = began.elapsed();
        let Value::String(next) = &page["before"] else { return taken };
        if taken.answers >= most {
            return taken;
        }
        before = format!("{}before={next}", if path.contains('?') { "&" } else { "?" });
    }
}

fn print(what: &str, taken: &Taken) {
    let Taken { answers, slowest, all, first, found } = taken;
    let first = first.map_or_else(|| "never".to_owned(), |first| format!("after {} ms", first.as_millis()));
    println!(
        "{what}: {found} in {answers} answers, the slowest {} ms, all {} ms, the first {first}",
        slowest.as_millis(),
        all.as_millis()
    );
}

/// Plays the evening, then measures the lists before and after they were first read.
async fn bench(size: Size) {
    let mut evening = Evening::of(2, 7, "standard", &[("max_buy_in", "none")]).await;
    let table = evening.tables[0];
    let mut dice = Dice(1);
    for _ in 0..size.sittings {
        for player in 0..2 {
            // Enough that nobody loses it all: with one player left, no further hand is dealt.
            evening.sit(player, table, player as u8 + 1, 2000).await;
        }
        // A few at a time, because each wait ends after a minute at the latest.
        for from in (0..size.hands_of_each).step_by(TOGETHER) {
            let hands = TOGETHER.min(size.hands_of_each - from);
            evening.hands(table, hands, &mut |_, frame| lively(&mut dice, frame)).await;
            tokio::time::sleep(BREATH).await;
        }
        evening.rests(table, &mut |_, frame| lively(&mut dice, frame)).await;
        for client in &mut evening.clients {
            let left = client.asks(table, &serde_json::json!({ "do": "leave" }), None).await;
            assert_eq!(left["ok"], true, "{left}");
            client.heard = Vec::new();
        }
        evening.rail.heard = Vec::new();
    }
    println!("{} sittings of {} hands", size.sittings, size.hands_of_each);
    // Each list is measured once, since nothing makes the room forget what it has read.
    print("the first page of hands, first look", &looks(&evening, "/api/hands", "hands", 1).await);
    print("all hands, first look", &looks(&evening, "/api/hands?most=200", "hands", 100_000).await);
    print("the first page of hands, later", &looks(&evening, "/api/hands", "hands", 1).await);
    print("all hands, later", &looks(&evening, "/api/hands?most=200", "hands", 100_000).await);
    print(
        "hands that were won with aces",
        &looks(&evening, "/api/hands?won=true&text=AhAd", "hands", 100_000).await,
    );
    print("results, later", &looks(&evening, "/api/results", "sessions", 100_000).await);
}

fn main() {
    // As a test it only has to run, so it runs small.
    let size = if std::env::args().any(|word| word == "--bench") {
        Size { sittings: 2, hands_of_each: 900 }
    } else {
        Size { sittings: 2, hands_of_each: 3 }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(bench(size));
}
