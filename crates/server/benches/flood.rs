//! How long the other tables wait while one is flooded: the same load twice, alone and beside clients that
//! flood a table in every way, over real sockets and with durable writes.
//!
//! Players think for a tenth of a second on average, so that they wait for the room and not for each other.
//!
//! `cargo bench -p server` measures; as a test it runs small. Room, players and flooders share one machine.

#[path = "../tests/it/flooders.rs"]
mod flooders;
#[path = "../tests/it/loopback.rs"]
mod loopback;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use hyper::Method;
use load::{LoadPlan, LoadReport, LoadStage, run};
use serde_json::json;
use server::config::RequestRate;
use store::{Keys, SqliteStore, StoreOptions};

use flooders::{Flood, WAYS};
use loopback::{Served, for_programs};

/// The budget for the time that others wait for an act, at the 99th percentile, in microseconds.
const BUDGET: u64 = 50_000;

struct Size {
    tables: u32,
    seats: u8,
    seconds: u64,
    rounds: u32,
}

/// A fresh room: what one flood has used up of the limit for its address is not missing for the next.
async fn opened(folder: &Path) -> Served {
    let options = StoreOptions::new(&folder.join("data"), &folder.join("keys"));
    let store = SqliteStore::open(&options, &Keys::new([7; 32], [8; 32])).expect("a database");
    let mut config = for_programs();
    // Everybody comes from one address here: enough for the players, and still a limit for clients that keep
    // coming back.
    config.limits.address = RequestRate { a_minute: 6_000, at_once: 4_000 };
    config.limits.sockets_of_person = 4;
    Served::over(Arc::new(store), config).await
}

/// Measures the load, with or without a flood of another table.
async fn measure(folder: &Path, size: &Size, flooded: bool) -> (LoadReport, Option<Flood>) {
    let served = opened(folder).await;
    let plan = LoadPlan {
        url: served.url(),
        tables: size.tables,
        seats: size.seats,
        seconds: size.seconds,
        book: "practice".to_owned(),
        at_once: 8,
        think_ms: 100,
    };
    let mut owner = served.visitor("owner").await;
    let wish = json!({ "name": "Flooded", "book": "standard" });
    let made = owner.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    let table = made["table"].as_u64().expect("a number");
    let mut people = Vec::new();
    for way in WAYS.into_iter().filter(|_| flooded) {
        people.push((way, served.visitor(&format!("{way:?}").to_lowercase()).await));
    }
    // The flood begins when everybody sits and ends when nobody is measured any more.
    let flood = Arc::new(Mutex::new(None));
    let place = Arc::clone(&flood);
    let people = Mutex::new(people);
    let progress = move |stage: LoadStage| {
        let lock = |mutex: &Mutex<Option<Flood>>| mutex.lock().unwrap_or_else(PoisonError::into_inner).take();
        match stage {
            LoadStage::Playing => {
                let people = std::mem::take(&mut *people.lock().unwrap_or_else(PoisonError::into_inner));
                if flooded {
                    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(Flood::begin(people, table));
                }
            }
            LoadStage::Leaving => {
                if let Some(mut flood) = lock(&place) {
                    flood.stop();
                    *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(flood);
                }
            }
            LoadStage::SignedUp(_) | LoadStage::Opened(_) | LoadStage::Seated(_) => {}
        }
    };
    let report = run(&plan, progress).await.expect("the room takes the load");
    // The players have left; each flooder has at most four connections.
    assert!(served.state.connections.count() <= 4 * WAYS.len(), "{} lines", served.state.connections.count());
    let flood = flood.lock().unwrap_or_else(PoisonError::into_inner).take();
    (report, flood)
}

fn print(what: &str, report: &LoadReport) {
    println!(
        "{what}: {} acts, {} per second; to all viewers: median {} us, 99% {} us ({} measured)",
        report.acts, report.acts_per_second, report.p50_us, report.p99_us, report.measured
    );
    for (kind, count) in &report.errors {
        println!("    {count} x {kind}");
    }
}

/// Measures the load alone and beside a flood, several times in turn, and prints the medians.
async fn bench(folder: &Path, size: Size) {
    println!("{} tables with {} seats, {} s each time", size.tables, size.seats, size.seconds);
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for round in 0..size.rounds {
        let (report, _) = measure(&folder.join(format!("alone-{round}")), &size, false).await;
        print("alone", &report);
        assert!(report.measured > 0, "nobody acted");
        alone.push(report.p99_us);
        let (report, flood) = measure(&folder.join(format!("beside-{round}")), &size, true).await;
        print("beside a flood", &report);
        assert!(report.measured > 0, "nobody acted beside the flood");
        beside.push(report.p99_us);
        let flood = flood.expect("it was begun");
        assert!(flood.is_held(), "{:?}", flood.tallies);
        for (way, tally) in &flood.tallies {
            let [sent, refused, cut, kept_out] = [&tally.sent, &tally.refused, &tally.cut, &tally.kept_out]
                .map(|count| count.load(Ordering::Relaxed));
            println!(
                "    {way:?}: {sent} sent, {refused} refused, {cut} connections closed, {kept_out} kept out"
            );
        }
        flood.end().await;
    }
    alone.sort_unstable();
    beside.sort_unstable();
    let middle = |sorted: &[u64]| sorted.get(sorted.len() / 2).copied().unwrap_or(0);
    let (alone, beside) = (middle(&alone), middle(&beside));
    let verdict = if beside <= BUDGET { "within" } else { "beyond" };
    println!("99% alone in {alone} us, beside a flood in {beside} us: {verdict} the budget of {BUDGET} us");
}

fn main() {
    // As a test it only has to run, so it runs small.
    let size = if std::env::args().any(|word| word == "--bench") {
        Size { tables: 6, seats: 4, seconds: 8, rounds: 5 }
    } else {
        Size { tables: 2, seats: 2, seconds: 1, rounds: 1 }
    };
    let folder = std::env::var_os("CARDROOM_BENCH")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let place = tempfile::tempdir_in(folder).expect("a folder for the room");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(bench(place.path(), size));
}
