//! Many clients at many tables of a running room, and what they measure.
//!
//! Every seat has an account, a line and a mind of its own: it calls and checks mostly, raises the least now and then,
//! and folds rarely. No round begins before everybody sits: players who act at once would keep the room so busy that those
//! who come in wait behind their play. Measured is the time from sending an act to the moment when every viewer of the table has it.

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

/// How long a client waits that was told to slow down.
const SLOW_DOWN_PAUSE: Duration = Duration::from_millis(50);
/// How long tables may take to close when all is over, and to begin when everybody sits.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(60);
/// Why no round begins yet.
const START_PAUSE_REASON: &str = "everybody comes in";

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadPlan {
    /// Where the room is.
    pub url: String,
    /// How many tables are opened.
    pub tables: u32,
    /// How many seats of each are taken.
    pub seats: u8,
    /// How long is measured, once everybody sits.
    pub seconds: u64,
    /// The book of the tables.
    pub book: String,
    /// The largest number of requests that are under way at once while everybody comes in.
    pub at_once: usize,
    /// How long a player thinks on average, in milliseconds: nothing up to twice as long, each length as likely.
    pub think_ms: u64,
}

/// How far the preparations are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LoadStage {
    SignedUp(u64),
    Opened(u64),
    Seated(u64),
    Playing,
    Leaving,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LoadReport {
    /// Tables.
    pub tables: u32,
    /// Seats of each.
    pub seats: u8,
    /// How long was measured, in milliseconds.
    pub milliseconds: u64,
    /// Acts that were answered with yes.
    pub acts: u64,
    /// The same for each second.
    pub acts_per_second: u64,
    /// Acts whose way to all viewers was measured.
    pub measured: u64,
    /// Half of them were with all viewers in so many microseconds,
    pub p50_us: u64,
    /// ninety of a hundred in so many,
    pub p90_us: u64,
    /// ninety-nine of a hundred in so many,
    pub p99_us: u64,
    /// and all of them in so many.
    pub max_us: u64,
    /// Hands that began.
    pub hands: u64,
    /// What went wrong, by kind, with how often.
    pub errors: BTreeMap<String, u64>,
    /// How many of them are faults: an act that came too late, or was sent too fast, is none.
    pub faults: u64,
    /// How long everybody took to sign up, open tables and sit down, in milliseconds.
    pub preparation_ms: u64,
}

/// What all clients share.
#[derive(Default)]
struct LoadState {
    measuring: AtomicBool,
    /// Everybody sits: play begins.
    begun: watch::Sender<bool>,
    /// Tables at which it has, or which are lost.
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
    /// Something went wrong.
    fn record_fault(&self, kind: impl Into<String>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.record_error(kind);
    }

    /// Something came of many clients at once, and did no harm.
    fn record_error(&self, kind: impl Into<String>) {
        *lock(&self.errors).entry(kind.into()).or_default() += 1;
    }
}

/// A table with those who will play at it.
struct LoadTable {
    table: u64,
    players: Vec<ClientSession>,
}

/// Carries out a plan.
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
                            player.shared.record_fault(format!("line: {trouble}"));
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

/// Accounts and tables.
async fn prepare(
    plan: &LoadPlan,
    address: &Address,
    progress: &Arc<impl Fn(LoadStage) + Send + Sync + 'static>,
) -> Result<Vec<LoadTable>, ClientError> {
    let mut run = [0; 5];
    getrandom::fill(&mut run)
        .map_err(|why| ClientError::Connection(format!("no chance to name the accounts: {why}")))?;
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
                // A room keeps the tables of an earlier run; no two have one name.
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
            done.map_err(|why| ClientError::Connection(format!("the preparations broke off: {why}")))?;
        prepared.push(done?);
    }
    Ok(prepared)
}

/// One seat.
struct LoadPlayer {
    table: u64,
    seat: WireSeat,
    viewers: u8,
    visitor: ClientSession,
    meter: Arc<Mutex<Meter>>,
    shared: Arc<LoadState>,
    rng_state: u64,
    keys: u64,
    /// The turn that was answered last.
    asked: Option<(u64, u32)>,
    /// The stake of this seat when it sat down.
    stake: WireChips,
    /// All of the stake went in, and nothing has come back in this hand.
    lost: bool,
    /// This seat is yet to set its table going.
    resumes: bool,
    /// What was asked last: asked again, with its key, when the room says that it came too fast.
    last: Option<Request>,
    /// Acts that wait for their answers.
    sent: BTreeMap<Hex<16>, Instant>,
    /// How long this player thinks on average, in milliseconds.
    think_ms: u64,
}

/// What a player is about to do, and when.
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

    /// A number below a hundred.
    fn draw(&mut self) -> u64 {
        self.rng_state =
            self.rng_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.rng_state >> 33) % 100
    }

    /// How long this player thinks now.
    fn think_time(&mut self) -> Duration {
        Duration::from_micros(self.think_ms * 20 * self.draw())
    }

    /// What this seat was waited for is done, or will never be.
    fn set_playing(&mut self) {
        if std::mem::take(&mut self.resumes) {
            self.shared.playing.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn sit(mut self) -> Result<(LoadPlayer, ClientConnection), (LoadPlayer, ClientError)> {
        let sitting = async {
            let mut line = self.visitor.connect().await?;
            line.send(&Request::Watch { table: self.table, from: None }).await?;
            let stack = loop {
                let text = next_text(&mut line).await?;
                let frame: Value = serde_json::from_str(&text)
                    .map_err(|why| ClientError::Answer(format!("no frame: {why}")))?;
                if frame["t"] == "snapshot" {
                    let stakes = &frame["stakes"];
                    let amount = |name: &str| WireChips::deserialize(&stakes[name]).ok();
                    let stake = amount("max_buy_in").or_else(|| amount("min_buy_in"));
                    break stake.ok_or_else(|| ClientError::Answer(format!("no stake fits {stakes}")))?;
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

    async fn play(&mut self, mut line: ClientConnection) -> Result<(), ClientError> {
        let mut breath = tokio::time::interval(Duration::from_secs(20));
        let mut over = self.shared.over.subscribe();
        let mut begun = self.shared.begun.subscribe();
        // Asked over the line and counted as no act.
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

    /// The first seat closes its table, so that the room is as it was; the round is played to its end for that, by
    /// the clock where nobody acts any more.
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
                // It may have been this wish or the act before it: what has a key is done once.
                self.shared.record_error("slowed down");
                tokio::time::sleep(SLOW_DOWN_PAUSE).await;
                line.send(&request).await?;
            } else if frame.t == "answer" && frame.key == Some(key) {
                // The table may have closed, and left the lobby, before the wish to leave it was read.
                if !frame.ok && !["closed", "no_table"].contains(&frame.code.as_str()) {
                    self.shared.record_fault(format!("not left: {}", frame.code));
                }
                return Ok(());
            }
        }
    }

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

    /// Whether a hand ended in which this seat lost everything: then it buys in again.
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

    /// What this seat does now, if it is to do something that it has not done.
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

/// Waits until all is over.
async fn wait_for(over: &mut watch::Receiver<bool>) {
    // When the other end is gone, all is over too.
    let _ = over.wait_for(|over| *over).await;
}
