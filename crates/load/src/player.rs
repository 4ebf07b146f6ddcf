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
    answered_turn: Option<(u64, u32)>,
    /// The stake of this seat when it sat down.
    stake: WireChips,
    /// The whole stake went in, and nothing has come back in this hand.
    busted: bool,
    /// This seat still has to resume its table.
    must_resume: bool,
    /// The last request: sent again, with its key, when the room says that it came too fast.
    last: Option<Request>,
    /// Acts that have no answer yet.
    in_flight: BTreeMap<Hex<16>, Instant>,
    /// How long this player thinks on average, in milliseconds.
    think_ms: u64,
}

/// The act that a player has chosen, and when it is due.
struct PlannedAct {
    due: tokio::time::Instant,
    turn: Option<WireTurnView>,
    wish: WireWish,
}

impl LoadPlayer {
    /// A player who has not sat down yet. The one in the first seat opened the table, and resumes it when the
    /// test begins. `meter` is shared by the table, `shared` by the whole test.
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
            answered_turn: None,
            stake: WireChips::default(),
            busted: false,
            must_resume: seat.0 == Seat::FIRST,
            last: None,
            in_flight: BTreeMap::new(),
            think_ms: plan.think_ms,
        }
    }

    /// A key that this player has not used before: the room carries out a request once for each key.
    fn next_key(&mut self) -> Hex<16> {
        self.keys += 1;
        let mut key = [0; 16];
        key[..8].copy_from_slice(&self.rng_state.to_be_bytes());
        key[8..].copy_from_slice(&self.keys.to_be_bytes());
        Hex(key)
    }

    /// A pseudorandom number below 100, for how to act and how long to think. Each seat has its own sequence,
    /// the same in every run with the same table numbers.
    fn draw_percent(&mut self) -> u64 {
        self.rng_state =
            self.rng_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.rng_state >> 33) % 100
    }

    /// How long this player thinks about one act: evenly spread from zero to almost twice the plan's average.
    fn think_time(&mut self) -> Duration {
        Duration::from_micros(self.think_ms * 20 * self.draw_percent())
    }

    /// Counts this table as playing, or as lost, once the first seat has resumed it or given up: the run
    /// waits for as many as there are tables. Does nothing for other seats or a second time.
    fn count_begun_table(&mut self) {
        if std::mem::take(&mut self.must_resume) {
            self.shared.playing.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Counts as a fault what stopped this player, and releases whoever waits for its table. `kind` is the
    /// line of the report.
    pub(crate) fn give_up(&mut self, kind: String) {
        self.count_begun_table();
        self.shared.record_fault(kind);
    }

    /// Watches the table, sits down with its largest buy-in, and returns the open connection. An error comes
    /// with the player, who has to [`give_up`](Self::give_up).
    pub(crate) async fn sit(mut self) -> Result<(LoadPlayer, ClientConnection), (LoadPlayer, LoadError)> {
        let sitting = async {
            let mut connection = self.visitor.connect().await?;
            connection.send(&Request::Watch { table: self.table, from: None }).await?;
            let stack = loop {
                let text = connection.next_text().await?;
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
            let key = self.next_key();
            let wish = WireWish::Sit { seat: self.seat, stack };
            connection.send(&Request::Ask { table: self.table, key: key.into(), turn: None, wish }).await?;
            loop {
                let text = connection.next_text().await?;
                let frame: LoadFrame = parse(&text)?;
                if frame.t == "answer" && frame.key == Some(key) {
                    if frame.ok {
                        return Ok(connection);
                    }
                    return Err(LoadError::NotSeated { code: frame.code, why: frame.why });
                }
            }
        };
        match sitting.await {
            Ok(connection) => Ok((self, connection)),
            Err(error) => Err((self, error)),
        }
    }

    /// Plays the seat until the test is over, then leaves: counts each frame, answers each turn of its own,
    /// and buys in again. A refusal is counted and play goes on; only a broken connection is an error.
    pub(crate) async fn play(&mut self, mut connection: ClientConnection) -> Result<(), ClientError> {
        let mut keep_alive = tokio::time::interval(Duration::from_secs(20));
        let mut finished = self.shared.finished.subscribe();
        let mut started = self.shared.started.subscribe();
        // Sent over the same connection, but not counted as an act.
        let mut resuming: Option<Hex<16>> = None;
        let mut planned: Option<PlannedAct> = None;
        loop {
            let due = planned.as_ref().map(|planned| planned.due);
            let text = tokio::select! {
                text = connection.next_text() => text?,
                () = tokio::time::sleep_until(due.unwrap_or_else(tokio::time::Instant::now)), if due.is_some() => {
                    if let Some(PlannedAct { turn, wish, .. }) = planned.take() {
                        self.send_wish(&mut connection, turn.as_ref(), wish).await?;
                    }
                    continue;
                }
                _ = keep_alive.tick() => {
                    connection.send(&Request::Ping { n: self.keys }).await?;
                    continue;
                }
                () = wait_for(&mut started), if self.must_resume && resuming.is_none() => {
                    let key = self.next_key();
                    resuming = Some(key);
                    connection.send(&Request::Ask { table: self.table, key: key.into(), turn: None, wish: WireWish::Resume {} }).await?;
                    continue;
                }
                () = wait_for(&mut finished) => return self.leave(connection).await,
            };
            let received = Instant::now();
            let frame: LoadFrame = parse(&text)?;
            match frame.t.as_str() {
                "update" | "snapshot" => {
                    if frame.t == "update" {
                        self.count_frame(&frame, received);
                        if self.needs_rebuy(&frame.events) {
                            let wish = WireWish::TopUp { amount: self.stake };
                            self.send_wish(&mut connection, None, wish).await?;
                        }
                    }
                    if let Some(wish) = self.choose_act(&frame) {
                        if self.think_ms == 0 {
                            self.send_wish(&mut connection, frame.turn.as_ref(), wish).await?;
                        } else {
                            let due = tokio::time::Instant::now() + self.think_time();
                            planned = Some(PlannedAct { due, turn: frame.turn, wish });
                        }
                    }
                }
                "answer" if frame.key.is_some() && frame.key == resuming => {
                    self.count_begun_table();
                    if !frame.ok {
                        self.shared.record_fault(format!("not begun: {}", frame.code));
                    }
                }
                "answer" => {
                    let sent = frame.key.and_then(|key| self.in_flight.remove(&key));
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
                    if self.must_resume {
                        resuming = None;
                    } else if let Some(last) = &self.last {
                        connection.send(last).await?;
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
    async fn leave(&mut self, mut connection: ClientConnection) -> Result<(), ClientError> {
        let wish = if self.seat.0 == Seat::FIRST {
            WireWish::Close { reason: "the load test is over".to_owned() }
        } else {
            WireWish::Leave {}
        };
        let key = self.next_key();
        let request = Request::Ask { table: self.table, key: key.into(), turn: None, wish };
        connection.send(&request).await?;
        loop {
            let frame: LoadFrame = parse(&connection.next_text().await?)?;
            if frame.t == "error" && frame.code == "too_fast" {
                // The refusal may be for this request or for the act before it; a request with a key is
                // carried out only once.
                self.shared.record_error("slowed down");
                tokio::time::sleep(SLOW_DOWN_PAUSE).await;
                connection.send(&request).await?;
            } else if frame.t == "answer" && frame.key == Some(key) {
                // The table may have closed, and left the lobby, before the room read the request to leave.
                if !frame.ok && !["closed", "no_table"].contains(&frame.code.as_str()) {
                    self.shared.record_fault(format!("not left: {}", frame.code));
                }
                return Ok(());
            }
        }
    }

    /// Counts an update as seen by this viewer of the table, while acts are measured. The first seat also
    /// counts the hands that begin, once for the table.
    fn count_frame(&self, frame: &LoadFrame, received: Instant) {
        if !self.shared.measuring.load(Ordering::Relaxed) {
            return;
        }
        let mut meter = lock(&self.meter);
        let (seen, last) = meter.seen.entry(frame.number).or_insert((0, received));
        *seen += 1;
        *last = received.max(*last);
        meter.complete(frame.number, self.viewers);
        if self.seat.0 == Seat::FIRST {
            let began = frame.events.iter().filter(|event| event.e == "opened").count();
            self.shared.hands.fetch_add(began as u64, Ordering::Relaxed);
        }
    }

    /// Whether a hand has ended in which this seat lost its whole stake, so that it has to buy in again. Must
    /// see every event of the table, in order.
    fn needs_rebuy(&mut self, events: &[LoadEvent]) -> bool {
        let mut over = false;
        for event in events {
            match event.e.as_str() {
                "opened" => self.busted = false,
                "awarded" | "odd_chips" | "returned" | "refunded" if event.seat == Some(self.seat) => {
                    self.busted = false
                }
                "closed" => over = self.busted,
                _ => self.busted |= event.all_in && event.seat == Some(self.seat),
            }
        }
        over
    }

    /// What this seat does now; `None` if it is not its turn or it has answered this turn already. Always
    /// something that the menu allows: mostly a check or call, at times the smallest raise, rarely a fold.
    fn choose_act(&mut self, frame: &LoadFrame) -> Option<WireWish> {
        let turn = frame.turn.as_ref().filter(|turn| turn.seat == self.seat)?;
        let position = (turn.hand, turn.acts);
        if self.answered_turn == Some(position) {
            return None;
        }
        let wish = if turn.showing {
            if frame.may_muck? { WireWish::Muck {} } else { WireWish::Show {} }
        } else {
            let menu = frame.menu.as_ref()?;
            match self.draw_percent() {
                0..8 if menu.fold && !menu.check => WireWish::Fold {},
                0..20 if menu.raise.is_some() => WireWish::Raise { to: menu.raise?.min },
                _ if menu.check => WireWish::Check {},
                _ if menu.call.is_some() => WireWish::Call {},
                _ if menu.fold => WireWish::Fold {},
                _ => WireWish::AllIn {},
            }
        };
        self.answered_turn = Some(position);
        Some(wish)
    }

    /// Sends a wish with a new key and notes when, so that the answer can be timed. An act of the hand needs
    /// the turn that it answers; a request sent too fast is sent again with the same key.
    async fn send_wish(
        &mut self,
        connection: &mut ClientConnection,
        turn: Option<&WireTurnView>,
        wish: WireWish,
    ) -> Result<(), ClientError> {
        let key = self.next_key();
        let turn = turn.map(|turn| TurnName { hand: turn.hand, acts: turn.acts, facing: turn.facing });
        self.in_flight.insert(key, Instant::now());
        let request = Request::Ask { table: self.table, key: key.into(), turn, wish };
        connection.send(&request).await?;
        self.last = Some(request);
        Ok(())
    }
}

/// Waits until a signal of the test is given: that everybody sits, or that the time is over.
async fn wait_for(signal: &mut watch::Receiver<bool>) {
    // If the sender is gone, the test is over too.
    let _ = signal.wait_for(|given| *given).await;
}
