//! One seat of a load test, with the client that plays it.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use seating::Seat;
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::watch;
use wire::request::{Hex, Request, TurnName, WireWish};
use wire::value::{WireChips, WireSeat};
use wire::view::WireTurnView;

use crate::client::{ClientConnection, ClientSession};
use crate::error::{ClientError, LoadError};
use crate::frame::{LoadEvent, LoadFrame, parse};
use crate::meter::Meter;
use crate::run::LoadPlan;
use crate::state::{LoadState, lock};

/// How long a client waits after the room tells it to slow down.
const SLOW_DOWN_PAUSE: Duration = Duration::from_millis(50);

/// One seat and the client that plays it.
pub(crate) struct LoadPlayer {
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
    /// A player who has not sat down yet. The one in the first seat resumes the table when the test begins.
    pub(crate) fn new(
        plan: &LoadPlan,
        table: u64,
        seat: WireSeat,
        visitor: ClientSession,
        meter: Arc<Mutex<Meter>>,
        shared: Arc<LoadState>,
    ) -> LoadPlayer {
        LoadPlayer {
            table,
            seat,
            viewers: plan.seats,
            visitor,
            meter,
            shared,
            rng_state: table.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(seat.0.number()),
            keys: 0,
            asked: None,
            stake: WireChips::default(),
            lost: false,
            resumes: seat.0 == Seat::FIRST,
            last: None,
            sent: BTreeMap::new(),
            think_ms: plan.think_ms,
        }
    }

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

    /// Records what stopped this player, so that nobody waits for it.
    pub(crate) fn give_up(&mut self, kind: String) {
        self.set_playing();
        self.shared.record_fault(kind);
    }

    /// Watches the table, sits down with its largest buy-in, and returns the open connection.
    pub(crate) async fn sit(mut self) -> Result<(LoadPlayer, ClientConnection), (LoadPlayer, LoadError)> {
        let sitting = async {
            let mut line = self.visitor.connect().await?;
            line.send(&Request::Watch { table: self.table, from: None }).await?;
            let stack = loop {
                let text = line.next_text().await?;
                let frame: Value = match serde_json::from_str(&text) {
                    Ok(frame) => frame,
                    Err(source) => return Err(ClientError::NotAFrame { text, source }.into()),
                };
                if frame["t"] == "snapshot" {
                    let stakes = &frame["stakes"];
                    let amount = |name: &str| WireChips::deserialize(&stakes[name]).ok();
                    let stake = amount("max_buy_in").or_else(|| amount("min_buy_in"));
                    break stake.ok_or_else(|| LoadError::NoStake { stakes: stakes.to_string() })?;
                }
            };
            self.stake = stack;
            let key = self.key();
            let wish = WireWish::Sit { seat: self.seat, stack };
            line.send(&Request::Ask { table: self.table, key: key.into(), turn: None, wish }).await?;
            loop {
                let text = line.next_text().await?;
                let frame: LoadFrame = parse(&text)?;
                if frame.t == "answer" && frame.key == Some(key) {
                    if frame.ok {
                        return Ok(line);
                    }
                    return Err(LoadError::NotSeated { code: frame.code, why: frame.why });
                }
            }
        };
        match sitting.await {
            Ok(line) => Ok((self, line)),
            Err(trouble) => Err((self, trouble)),
        }
    }

    /// Plays the seat until the test is over: reads frames, counts them and answers each turn.
    pub(crate) async fn play(&mut self, mut line: ClientConnection) -> Result<(), ClientError> {
        let mut breath = tokio::time::interval(Duration::from_secs(20));
        let mut over = self.shared.over.subscribe();
        let mut begun = self.shared.begun.subscribe();
        // Sent over the same connection, but not counted as an act.
        let mut resuming: Option<Hex<16>> = None;
        let mut thought: Option<Thought> = None;
        loop {
            let due = thought.as_ref().map(|thought| thought.due);
            let text = tokio::select! {
                text = line.next_text() => text?,
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
        let wish = if self.seat.0 == Seat::FIRST {
            WireWish::Close { reason: "the load test is over".to_owned() }
        } else {
            WireWish::Leave {}
        };
        let key = self.key();
        let request = Request::Ask { table: self.table, key: key.into(), turn: None, wish };
        line.send(&request).await?;
        loop {
            let frame: LoadFrame = parse(&line.next_text().await?)?;
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
        if self.seat.0 == Seat::FIRST {
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
