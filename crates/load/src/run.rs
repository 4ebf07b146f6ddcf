//! Many clients at many tables of a running room, and what they measure.
//!
//! Every seat has an account, a connection and a mind of its own: it mostly calls and checks, makes the
//! smallest raise now and then, and rarely folds. No hand begins before everybody sits: players who act at
//! once would keep the room so busy that newcomers wait behind their play. The measured time runs from
//! sending an act to the moment when every viewer of the table has it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyper::Method;
use serde::Serialize;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use wire::request::Hex;
use wire::value::WireSeat;

use crate::client::{Address, ClientSession};
use crate::error::LoadError;
use crate::meter::{Meter, percentile};
use crate::player::LoadPlayer;
use crate::state::{LoadState, lock};

/// How long tables may take to close at the end, and to begin once everybody sits.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(60);
/// The reason given for the pause until the first hand.
const START_PAUSE_REASON: &str = "everybody comes in";

/// What a load test does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadPlan {
    /// The URL of the room.
    pub url: String,
    /// How many tables to open.
    pub tables: u32,
    /// How many seats to take at each table.
    pub seats: u8,
    /// How many seconds to measure, once everybody sits.
    pub seconds: u64,
    /// The book of the tables.
    pub book: String,
    /// The most requests in flight at once while everybody comes in.
    pub at_once: usize,
    /// Average thinking time, in milliseconds: evenly spread from zero to twice as long.
    pub think_ms: u64,
}

/// How far the preparations have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LoadStage {
    SignedUp(u64),
    Opened(u64),
    Seated(u64),
    Playing,
    Leaving,
}

/// The results of a load test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadReport {
    /// Number of tables.
    pub tables: u32,
    /// Seats at each table.
    pub seats: u8,
    /// How long was measured, in milliseconds.
    pub milliseconds: u64,
    /// Acts that the room accepted.
    pub acts: u64,
    /// Acts accepted per second.
    pub acts_per_second: u64,
    /// Acts whose time to reach all viewers was measured.
    pub measured: u64,
    /// The median time until all viewers had an act, in microseconds,
    pub p50_us: u64,
    /// the time within which 90 percent of the acts reached all viewers,
    pub p90_us: u64,
    /// the time for 99 percent,
    pub p99_us: u64,
    /// and the longest time.
    pub max_us: u64,
    /// Hands that began.
    pub hands: u64,
    /// What went wrong, by kind, with a count.
    pub errors: BTreeMap<String, u64>,
    /// How many of these are faults: an act that came too late or was sent too fast does not count.
    pub faults: u64,
    /// How long it took everybody to sign up, open tables and sit down, in milliseconds.
    pub preparation_ms: u64,
}

/// A table and the people who will play at it.
struct LoadTable {
    table: u64,
    players: Vec<ClientSession>,
}

/// Runs a load test against a running room: opens the tables, seats everybody, measures for the planned
/// seconds, and closes the tables. `progress` is called from several tasks. What goes wrong during play is in
/// the report.
///
/// # Errors
/// When the room cannot be reached, or refuses accounts or tables.
pub async fn run(
    plan: &LoadPlan,
    progress: impl Fn(LoadStage) + Send + Sync + 'static,
) -> Result<LoadReport, LoadError> {
    let address = Address::parse(&plan.url)?;
    let progress = Arc::new(progress);
    let started = Instant::now();
    let prepared = prepare(plan, &address, &progress).await?;
    let shared = Arc::new(LoadState::default());
    let mut players = JoinSet::new();
    let mut meters = Vec::new();
    let seated = Arc::new(AtomicU64::new(0));
    let gate = Arc::new(Semaphore::new(plan.at_once.max(1)));
    for LoadTable { table, players: people } in &prepared {
        let meter = Arc::new(Mutex::new(Meter::default()));
        meters.push(Arc::clone(&meter));
        for (visitor, seat) in people.iter().zip(seating::Seat::up_to(plan.seats)) {
            let meter = Arc::clone(&meter);
            let player =
                LoadPlayer::new(plan, *table, WireSeat(seat), visitor.clone(), meter, Arc::clone(&shared));
            let (gate, seated, progress) = (Arc::clone(&gate), Arc::clone(&seated), Arc::clone(&progress));
            players.spawn(async move {
                let sat = {
                    let _turn = gate.acquire().await;
                    player.sit().await
                };
                match sat {
                    Ok((mut player, connection)) => {
                        progress(LoadStage::Seated(seated.fetch_add(1, Ordering::Relaxed) + 1));
                        let outcome = player.play(connection).await;
                        if let Err(error) = outcome {
                            player.give_up(format!("connection: {error}"));
                        }
                    }
                    Err((mut player, error)) => {
                        seated.fetch_add(1, Ordering::Relaxed);
                        player.give_up(format!("not seated: {error}"));
                    }
                }
            });
        }
    }
    let wanted = prepared.iter().map(|table| table.players.len() as u64).sum::<u64>();
    while seated.load(Ordering::Relaxed) < wanted {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    shared.started.send_replace(true);
    let tables = prepared.len() as u64;
    let waited = Instant::now();
    while shared.playing.load(Ordering::Relaxed) < tables && waited.elapsed() < CLOSE_TIMEOUT {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let preparation_ms = millis(started.elapsed());
    progress(LoadStage::Playing);
    let measured_from = Instant::now();
    shared.measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(plan.seconds)).await;
    shared.measuring.store(false, Ordering::Relaxed);
    let took = measured_from.elapsed();
    let acts = shared.acts.load(Ordering::Relaxed);
    progress(LoadStage::Leaving);
    shared.finished.send_replace(true);
    let farewell = async { while players.join_next().await.is_some() {} };
    if tokio::time::timeout(CLOSE_TIMEOUT, farewell).await.is_err() {
        shared.record_fault("not closed in time");
        players.shutdown().await;
    }
    let mut latencies: Vec<u32> = Vec::new();
    meters.iter().for_each(|meter| latencies.append(&mut lock(meter).latencies));
    latencies.sort_unstable();
    let errors = lock(&shared.errors).clone();
    Ok(LoadReport {
        tables: plan.tables,
        seats: plan.seats,
        milliseconds: millis(took),
        acts,
        acts_per_second: acts * 1000 / millis(took).max(1),
        measured: latencies.len() as u64,
        p50_us: percentile(&latencies, 500),
        p90_us: percentile(&latencies, 900),
        p99_us: percentile(&latencies, 990),
        max_us: percentile(&latencies, 1000),
        hands: shared.hands.load(Ordering::Relaxed),
        errors,
        faults: shared.faults.load(Ordering::Relaxed),
        preparation_ms,
    })
}

/// Whole milliseconds of a duration, for the report.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Creates the accounts and opens the tables, each paused until everybody sits. Logins and table names begin
/// with random letters: a room that is tested again still has the earlier ones.
async fn prepare(
    plan: &LoadPlan,
    address: &Address,
    progress: &Arc<impl Fn(LoadStage) + Send + Sync + 'static>,
) -> Result<Vec<LoadTable>, LoadError> {
    let mut run = [0; 5];
    getrandom::fill(&mut run).map_err(LoadError::Entropy)?;
    let run = Hex(run).to_string();
    let gate = Arc::new(Semaphore::new(plan.at_once.max(1)));
    let signed = Arc::new(AtomicU64::new(0));
    let opened = Arc::new(AtomicU64::new(0));
    let mut openings = JoinSet::new();
    for table in 0..plan.tables {
        let (gate, address, plan, run) = (Arc::clone(&gate), address.clone(), plan.clone(), run.clone());
        let (signed, opened, progress) = (Arc::clone(&signed), Arc::clone(&opened), Arc::clone(progress));
        openings.spawn(async move {
            let _turn = gate.acquire().await;
            let mut players = Vec::with_capacity(usize::from(plan.seats));
            for seat in 1..=plan.seats {
                let mut visitor = ClientSession::new(address.clone());
                let login = format!("l{run}t{table}s{seat}");
                let account =
                    json!({ "login": login, "password": format!("{login} plays on"), "machine": true });
                visitor.call(Method::POST, "/api/sign-up", Some(&account)).await?;
                progress(LoadStage::SignedUp(signed.fetch_add(1, Ordering::Relaxed) + 1));
                players.push(visitor);
            }
            let wish = json!({
                // The room may still have tables of an earlier run, and no two tables share a name.
                "name": format!("Load {run} {table}"),
                "book": plan.book,
                "settings": { "seats": plan.seats.max(2).to_string() },
                "bots": 0,
            });
            let owner = players.first_mut().ok_or(LoadError::NoSeats)?;
            let made = owner.call(Method::POST, "/api/tables", Some(&wish)).await?;
            let table = made["table"].as_u64().ok_or(LoadError::NoTable)?;
            let path = format!("/api/tables/{table}/pause");
            owner.call(Method::POST, &path, Some(&json!({ "reason": START_PAUSE_REASON }))).await?;
            progress(LoadStage::Opened(opened.fetch_add(1, Ordering::Relaxed) + 1));
            Ok::<LoadTable, LoadError>(LoadTable { table, players })
        });
    }
    let mut prepared = Vec::with_capacity(plan.tables as usize);
    while let Some(done) = openings.join_next().await {
        prepared.push(done.map_err(LoadError::Interrupted)??);
    }
    Ok(prepared)
}
