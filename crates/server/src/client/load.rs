//! Many clients at many tables of a running room, and what they measure.
//!
//! Every seat has an account, a connection and a mind of its own: it mostly calls and checks, makes the
//! smallest raise now and then, and rarely folds. No hand begins before everybody sits: players who act at
//! once would keep the room so busy that newcomers wait behind their play. The measured time runs from
//! sending an act to the moment when every viewer of the table has it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hyper::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

mod frame;
mod meter;

use super::{Address, ClientConnection, ClientError, ClientSession};
use crate::wire::request::{Hex, Request, TurnName, WireWish};
use crate::wire::value::{WireChips, WireSeat};
use crate::wire::view::WireTurnView;
use frame::{LoadEvent, LoadFrame, next_text, parse};
use meter::{Meter, percentile};

/// How long a client waits after the room tells it to slow down.
const SLOW_DOWN_PAUSE: Duration = Duration::from_millis(50);
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

/// What all clients share.
#[derive(Default)]
struct LoadState {
    measuring: AtomicBool,
    /// Set once everybody sits: play begins.
    begun: watch::Sender<bool>,
    /// Tables where play has begun, or that are lost.
    playing: AtomicU64,
    over: watch::Sender<bool>,
    acts: AtomicU64,
    hands: AtomicU64,
    errors: Mutex<BTreeMap<String, u64>>,
    faults: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LoadState {
    /// Counts something that went wrong.
    fn record_fault(&self, kind: impl Into<String>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.record_error(kind);
    }

    /// Counts something that happens when many clients play at once and does no harm.
    fn record_error(&self, kind: impl Into<String>) {
        *lock(&self.errors).entry(kind.into()).or_default() += 1;
    }
}

/// A table and the people who will play at it.
struct LoadTable {
    table: u64,
    players: Vec<ClientSession>,
}

/// Runs a load test.
///
/// # Errors
/// When the room cannot be reached, or refuses accounts or tables.
pub async fn run(
    plan: &LoadPlan,
    progress: impl Fn(LoadStage) + Send + Sync + 'static,
) -> Result<LoadReport, ClientError> {
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
        for ((at, visitor), seat) in people.iter().enumerate().zip(seating::Seat::up_to(plan.seats)) {
            let player = LoadPlayer {
                table: *table,
                seat: WireSeat(seat),
                viewers: plan.seats,
                visitor: visitor.clone(),
                meter: Arc::clone(&meter),
                shared: Arc::clone(&shared),
                rng_state: table.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (at as u64 + 1),
                keys: 0,
                asked: None,
                stake: WireChips::default(),
                lost: false,
                resumes: at == 0,
                last: None,
                sent: BTreeMap::new(),
                think_ms: plan.think_ms,
            };
            let (gate, seated, progress) = (Arc::clone(&gate), Arc::clone(&seated), Arc::clone(&progress));
            players.spawn(async move {
                let sat = {
                    let _turn = gate.acquire().await;
                    player.sit().await
                };
                match sat {
                    Ok((mut player, line)) => {
                        progress(LoadStage::Seated(seated.fetch_add(1, Ordering::Relaxed) + 1));
                        let outcome = player.play(line).await;
                        if let Err(trouble) = outcome {
                            player.set_playing();
                            player.shared.record_fault(format!("connection: {trouble}"));
                        }
                    }
                    Err((mut player, trouble)) => {
                        player.set_playing();
                        let shared = Arc::clone(&player.shared);
                        seated.fetch_add(1, Ordering::Relaxed);
                        shared.record_fault(format!("not seated: {trouble}"));
                    }
                }
            });
        }
    }
    let wanted = prepared.iter().map(|table| table.players.len() as u64).sum::<u64>();
    while seated.load(Ordering::Relaxed) < wanted {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    shared.begun.send_replace(true);
    let tables = prepared.len() as u64;
    let waited = Instant::now();
    while shared.playing.load(Ordering::Relaxed) < tables && waited.elapsed() < CLOSE_TIMEOUT {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let preparation_ms = millis(started.elapsed());
    progress(LoadStage::Playing);
    let begun = Instant::now();
    shared.measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(plan.seconds)).await;
    shared.measuring.store(false, Ordering::Relaxed);
    let took = begun.elapsed();
    let acts = shared.acts.load(Ordering::Relaxed);
    progress(LoadStage::Leaving);
    shared.over.send_replace(true);
    let farewell = async { while players.join_next().await.is_some() {} };
    if tokio::time::timeout(CLOSE_TIMEOUT, farewell).await.is_err() {
        shared.record_fault("not closed in time");
        players.shutdown().await;
    }
    let mut ways: Vec<u32> = Vec::new();
    meters.iter().for_each(|meter| ways.append(&mut lock(meter).latencies));
    ways.sort_unstable();
    let errors = lock(&shared.errors).clone();
    Ok(LoadReport {
        tables: plan.tables,
        seats: plan.seats,
        milliseconds: millis(took),
        acts,
        acts_per_second: acts * 1000 / millis(took).max(1),
        measured: ways.len() as u64,
        p50_us: percentile(&ways, 500),
        p90_us: percentile(&ways, 900),
        p99_us: percentile(&ways, 990),
        max_us: percentile(&ways, 1000),
        hands: shared.hands.load(Ordering::Relaxed),
        errors,
        faults: shared.faults.load(Ordering::Relaxed),
        preparation_ms,
    })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Creates the accounts and opens the tables.
async fn prepare(
    plan: &LoadPlan,
    address: &Address,
    progress: &Arc<impl Fn(LoadStage) + Send + Sync + 'static>,
) -> Result<Vec<LoadTable>, ClientError> {
    let mut run = [0; 5];
    getrandom::fill(&mut run)
        .map_err(|why| ClientError::Connection(format!("no random bytes to name the accounts: {why}")))?;
    let run = Hex(run).to_string();
    let gate = Arc::new(Semaphore::new(plan.at_once.max(1)));
    let signed = Arc::new(AtomicU64::new(0));
    let opened = Arc::new(AtomicU64::new(0));
    let mut coming = JoinSet::new();
    for table in 0..plan.tables {
        let (gate, address, plan, run) = (Arc::clone(&gate), address.clone(), plan.clone(), run.clone());
        let (signed, opened, progress) = (Arc::clone(&signed), Arc::clone(&opened), Arc::clone(progress));
        coming.spawn(async move {
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
            let owner = players.first_mut().ok_or_else(|| ClientError::Address("no seats".to_owned()))?;
            let made = owner.call(Method::POST, "/api/tables", Some(&wish)).await?;
            let number = made["table"].as_u64();
            let table = number.ok_or_else(|| ClientError::Answer("a new table has no number".to_owned()))?;
            let path = format!("/api/tables/{table}/pause");
            owner.call(Method::POST, &path, Some(&json!({ "reason": START_PAUSE_REASON }))).await?;
            progress(LoadStage::Opened(opened.fetch_add(1, Ordering::Relaxed) + 1));
            Ok(LoadTable { table, players })
        });
    }
    let mut prepared = Vec::with_capacity(plan.tables as usize);
    while let Some(done) = coming.join_next().await {
        let done =
            done.map_err(|why| ClientError::Connection(format!("the preparations were interrupted: {why}")))?;
        prepared.push(done?);
    }
    Ok(prepared)
}

/// One seat and the client that plays it.
struct LoadPlayer {
    table: u64,
    seat: WireSeat,
    viewers: u8,
    visitor: ClientSession,
    meter: Arc<Mutex<Meter>>,
    shared: Arc<LoadState>,
    rng_state: u64,
    keys: u64,
    /// The turn that this seat answered last: hand and acts.
    asked: Option<(u64, u32)>,
    /// The stake of this seat when it sat down.
    stake: WireChips,
    /// The whole stake went in, and nothing has come back in this hand.
    lost: bool,
    /// This seat still has to resume its table.
    resumes: bool,
    /// The last request: sent again, with its key, when the room says that it came too fast.
    last: Option<Request>,
    /// Acts that have no answer yet.
    sent: BTreeMap<Hex<16>, Instant>,
    /// How long this player thinks on average, in milliseconds.
    think_ms: u64,
}

/// The act that a player has chosen, and when it is due.
struct Thought {
    due: tokio::time::Instant,
    turn: Option<WireTurnView>,
    wish: WireWish,
}

impl LoadPlayer {
    fn key(&mut self) -> Hex<16> {
        self.keys += 1;
        let mut key = [0; 16];
        key[..8].copy_from_slice(&self.rng_state.to_be_bytes());
        key[8..].copy_from_slice(&self.keys.to_be_bytes());
        Hex(key)
    }

    /// A random number below 100.
    fn draw(&mut self) -> u64 {
        self.rng_state =
            self.rng_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.rng_state >> 33) % 100
    }

    /// How long this player thinks this time.
    fn think_time(&mut self) -> Duration {
        Duration::from_micros(self.think_ms * 20 * self.draw())
    }

    /// Records that this seat's part in starting the table is done, or will never be.
    fn set_playing(&mut self) {
        if std::mem::take(&mut self.resumes) {
            self.shared.playing.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Watches the table, sits down with its largest buy-in, and returns the open connection.
    async fn sit(mut self) -> Result<(LoadPlayer, ClientConnection), (LoadPlayer, ClientError)> {
        let sitting = async {
            let mut line = self.visitor.connect().await?;
            line.send(&Request::Watch { table: self.table, from: None }).await?;
            let stack = loop {
                let text = next_text(&mut line).await?;
                let frame: Value = serde_json::from_str(&text)
                    .map_err(|why| ClientError::Answer(format!("malformed frame: {why}")))?;
                if frame["t"] == "snapshot" {
                    let stakes = &frame["stakes"];
                    let amount = |name: &str| WireChips::deserialize(&stakes[name]).ok();
                    let stake = amount("max_buy_in").or_else(|| amount("min_buy_in"));
                    break stake.ok_or_else(|| ClientError::Answer(format!("no stake in {stakes}")))?;
                }
            };
            self.stake = stack;
            let key = self.key();
            let wish = WireWish::Sit { seat: self.seat, stack };
            line.send(&Request::Ask { table: self.table, key: key.into(), turn: None, wish }).await?;
            loop {
                let text = next_text(&mut line).await?;
                let frame: LoadFrame = parse(&text)?;
                if frame.t == "answer" && frame.key == Some(key) {
                    if frame.ok {
                        return Ok(line);
                    }
                    return Err(ClientError::Refused { status: 0, code: frame.code, why: frame.why });
                }
            }
        };
        match sitting.await {
            Ok(line) => Ok((self, line)),
            Err(trouble) => Err((self, trouble)),
        }
    }

    /// Plays the seat until the test is over: reads frames, counts them and answers each turn.
    async fn play(&mut self, mut line: ClientConnection) -> Result<(), ClientError> {
        let mut breath = tokio::time::interval(Duration::from_secs(20));
        let mut over = self.shared.over.subscribe();
        let mut begun = self.shared.begun.subscribe();
        // Sent over the same connection, but not counted as an act.
        let mut resuming: Option<Hex<16>> = None;
        let mut thought: Option<Thought> = None;
        loop {
            let due = thought.as_ref().map(|thought| thought.due);
            let text = tokio::select! {
                text = next_text(&mut line) => text?,
                () = tokio::time::sleep_until(due.unwrap_or_else(tokio::time::Instant::now)), if due.is_some() => {
                    if let Some(Thought { turn, wish, .. }) = thought.take() {
                        self.ask(&mut line, turn.as_ref(), wish).await?;
                    }
                    continue;
                }
                _ = breath.tick() => {
                    line.send(&Request::Ping { n: self.keys }).await?;
                    continue;
                }
                () = wait_for(&mut begun), if self.resumes && resuming.is_none() => {
                    let key = self.key();
                    resuming = Some(key);
                    line.send(&Request::Ask { table: self.table, key: key.into(), turn: None, wish: WireWish::Resume {} }).await?;
                    continue;
                }
                () = wait_for(&mut over) => return self.leave(line).await,
            };
            let came = Instant::now();
            let frame: LoadFrame = parse(&text)?;
            match frame.t.as_str() {
                "update" | "snapshot" => {
                    if frame.t == "update" {
                        self.count(&frame, came);
                        if self.needs_rebuy(&frame.events) {
                            let wish = WireWish::TopUp { amount: self.stake };
                            self.ask(&mut line, None, wish).await?;
                        }
                    }
                    if let Some(wish) = self.choose(&frame) {
                        if self.think_ms == 0 {
                            self.ask(&mut line, frame.turn.as_ref(), wish).await?;
                        } else {
                            let due = tokio::time::Instant::now() + self.think_time();
                            thought = Some(Thought { due, turn: frame.turn, wish });
                        }
                    }
                }
                "answer" if frame.key.is_some() && frame.key == resuming => {
                    self.set_playing();
                    if !frame.ok {
                        self.shared.record_fault(format!("not begun: {}", frame.code));
                    }
                }
                "answer" => {
                    let sent = frame.key.and_then(|key| self.sent.remove(&key));
                    if !frame.ok {
                        let kind = format!("refused: {}", frame.code);
                        if frame.code == "late" {
                            self.shared.record_error(kind);
                        } else {
                            self.shared.record_fault(kind);
                        }
                    } else if let Some(sent) = sent
                        && self.shared.measuring.load(Ordering::Relaxed)
                    {
                        self.shared.acts.fetch_add(1, Ordering::Relaxed);
                        let mut meter = lock(&self.meter);
                        meter.sent.insert(frame.number, sent);
                        meter.complete(frame.number, self.viewers);
                    }
                }
                "error" if frame.code == "too_fast" => {
                    self.shared.record_error("slowed down");
                    tokio::time::sleep(SLOW_DOWN_PAUSE).await;
                    if self.resumes {
                        resuming = None;
                    } else if let Some(last) = &self.last {
                        line.send(last).await?;
                    }
                }
                "error" | "elsewhere" | "ended" => {
                    self.shared.record_fault(format!("{}: {}{}", frame.t, frame.code, frame.why));
                }
                _ => {}
            }
        }
    }

    /// Leaves the table. The first seat closes it instead, so that the room is as it was; for that, the hand
    /// is played to its end, on the clock if nobody acts any more.
    async fn leave(&mut self, mut line: ClientConnection) -> Result<(), ClientError> {
        let wish = if self.seat.0 == seating::Seat::FIRST {
            WireWish::Close { reason: "the load test is over".to_owned() }
        } else {
            WireWish::Leave {}
        };
        let key = self.key();
        let request = Request::Ask { table: self.table, key: key.into(), turn: None, wish };
        line.send(&request).await?;
        loop {
            let frame: LoadFrame = parse(&next_text(&mut line).await?)?;
            if frame.t == "error" && frame.code == "too_fast" {
                // The refusal may be for this request or for the act before it; a request with a key is
                // carried out only once.
                self.shared.record_error("slowed down");
                tokio::time::sleep(SLOW_DOWN_PAUSE).await;
                line.send(&request).await?;
            } else if frame.t == "answer" && frame.key == Some(key) {
                // The table may have closed, and left the lobby, before the room read the request to leave.
                if !frame.ok && !["closed", "no_table"].contains(&frame.code.as_str()) {
                    self.shared.record_fault(format!("not left: {}", frame.code));
                }
                return Ok(());
            }
        }
    }

    /// Counts a frame of the table for the measurement.
    fn count(&self, frame: &LoadFrame, came: Instant) {
        if !self.shared.measuring.load(Ordering::Relaxed) {
            return;
        }
        let mut meter = lock(&self.meter);
        let (seen, last) = meter.seen.entry(frame.number).or_insert((0, came));
        *seen += 1;
        *last = came.max(*last);
        meter.complete(frame.number, self.viewers);
        if self.seat.0 == seating::Seat::FIRST {
            let began = frame.events.iter().filter(|event| event.e == "opened").count();
            self.shared.hands.fetch_add(began as u64, Ordering::Relaxed);
        }
    }

    /// Whether a hand ended in which this seat lost everything, so that it buys in again.
    fn needs_rebuy(&mut self, events: &[LoadEvent]) -> bool {
        let mut over = false;
        for event in events {
            match event.e.as_str() {
                "opened" => self.lost = false,
                "awarded" | "odd_chips" | "returned" | "refunded" if event.seat == Some(self.seat) => {
                    self.lost = false
                }
                "closed" => over = self.lost,
                _ => self.lost |= event.all_in && event.seat == Some(self.seat),
            }
        }
        over
    }

    /// What this seat does now, if it is on action and has not acted yet.
    fn choose(&mut self, frame: &LoadFrame) -> Option<WireWish> {
        let turn = frame.turn.as_ref().filter(|turn| turn.seat == self.seat)?;
        let position = (turn.hand, turn.acts);
        if self.asked == Some(position) {
            return None;
        }
        let wish = if turn.showing {
            if frame.may_muck? { WireWish::Muck {} } else { WireWish::Show {} }
        } else {
            let menu = frame.menu.as_ref()?;
            match self.draw() {
                0..8 if menu.fold && !menu.check => WireWish::Fold {},
                0..20 if menu.raise.is_some() => WireWish::Raise { to: menu.raise?.min },
                _ if menu.check => WireWish::Check {},
                _ if menu.call.is_some() => WireWish::Call {},
                _ if menu.fold => WireWish::Fold {},
                _ => WireWish::AllIn {},
            }
        };
        self.asked = Some(position);
        Some(wish)
    }

    async fn ask(
        &mut self,
        line: &mut ClientConnection,
        turn: Option<&WireTurnView>,
        wish: WireWish,
    ) -> Result<(), ClientError> {
        let key = self.key();
        let turn = turn.map(|turn| TurnName { hand: turn.hand, acts: turn.acts, facing: turn.facing });
        self.sent.insert(key, Instant::now());
        let request = Request::Ask { table: self.table, key: key.into(), turn, wish };
        line.send(&request).await?;
        self.last = Some(request);
        Ok(())
    }
}

/// Waits until the test is over.
async fn wait_for(over: &mut watch::Receiver<bool>) {
    // If the sender is gone, the test is over too.
    let _ = over.wait_for(|over| *over).await;
}
