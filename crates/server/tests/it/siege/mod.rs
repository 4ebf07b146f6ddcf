//! A room under siege: hostile clients on many connections throw whatever some bytes say at two tables, while
//! honest people play at the second. Everything is made from the bytes and a clock that stands still, so that
//! the same bytes give the same siege again. The fuzz target `frame` runs this; so do the tests below.
//!
//! The bytes are lines of text. A line begins with what happens and with who does it, a letter and a digit:
//!
//! | line | what happens |
//! |---|---|
//! | `r2{"t":"ping","n":1}` | connection 2 sends these bytes; `@turn`, `@key`, `@used` become a turn and keys |
//! | `w2` + table, wish, turn, amount, changes | connection 2 sends a changed wish of the protocol |
//! | `p2` + choice | connection 2 answers its turn as the menu allows |
//! | `o0` + rounds | every player on action checks, calls or folds |
//! | `a2` + which | connection 2 sends again what some connection sent before |
//! | `b2` + how | connection 2 breaks and comes back |
//! | `n2` | the person of connection 2 opens another connection |
//! | `t0` + how long | time passes |
//! | `s2` | connection 2 stops reading, or resumes |
//! | `x2` | the session of connection 2 ends |
//! | `f2` + how often | connection 2 sends what it sent last again and again |

mod checks;
mod secrets;
#[cfg(test)]
mod tests;
mod thrown;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use room::port::Store;
use room::requests::Standing;
use seating::{Person, Role};
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use server::socket::connection::{ConnectedPerson, OutgoingMessage, SessionLookup};
use tokio::time::advance;
use wire::request::{self, Request};

use crate::hall::{Client, Hall, passive};
use checks::{audited, conserved, note_answer};
use secrets::{Following, Secrets};

/// People who may have chips; the honest ones are the last two.
const PEOPLE: u64 = 10;
const HONEST: [u64; 2] = [9, 10];
/// The hostile people who sit at the first table when the siege begins.
const SEATED: u64 = 4;
/// The table that is besieged, and the one at which honest people play.
const BESIEGED: u64 = 1;
const QUIET: u64 = 2;
/// The most connections of hostile clients.
const MOST_LINES: usize = 14;
/// The most steps in one siege.
const MOST_STEPS: usize = 80;

/// The tables that can be besieged.
const TABLES: [&[(&str, &str)]; 6] = [
    &[],
    &[("limit_structure", "full_pot")],
    &[("limit_structure", "fixed")],
    &[("over_blinds", "2"), ("antes_with_blinds", "each_player"), ("ante", "1")],
    &[("deck_cards", "36")],
    &[("forced_bets", "antes"), ("ante", "1"), ("limit_structure", "half_pot")],
];

/// The outcome of a siege.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Steps taken.
    pub steps: usize,
    /// Frames that hostile clients sent.
    pub sent: usize,
    /// Hostile requests that were carried out.
    pub done: usize,
    /// Hostile requests that were refused.
    pub refused: usize,
    /// Hands that ended at the table of the honest.
    pub hands: usize,
    /// Records that were read again.
    pub records: u64,
}

/// May change a frame before it is checked: this is how a test plants a leak.
pub type Tamper<'a> = Option<&'a mut dyn FnMut(Option<u64>, &mut Value)>;

/// Besieges a room with these bytes.
///
/// # Errors
/// What went wrong in the room: chips that appeared or vanished, a card that a viewer may not know, an honest
/// act that was not accepted, an answer that differs from the first.
pub fn besiege(bytes: &[u8]) -> Result<Outcome, String> {
    besiege_with(bytes, None)
}

/// The same, with frames that were tampered with.
///
/// # Errors
/// As [`besiege`].
pub fn besiege_with(bytes: &[u8], tamper: Tamper<'_>) -> Result<Outcome, String> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    // One thread for the room's reads, so that a test can wait for all of them.
    builder.enable_time().start_paused(true).max_blocking_threads(1);
    let runtime = builder.build().map_err(|why| why.to_string())?;
    // Everything in a connection is taken from it, however much it is.
    runtime.block_on(tokio::task::unconstrained(async {
        let mut siege = Siege::laid(bytes.first().copied().unwrap_or(0), tamper).await?;
        for line in
            bytes.split(|byte| *byte == b'\n').skip(1).filter(|line| !line.is_empty()).take(MOST_STEPS)
        {
            siege.step(line).await?;
            siege.outcome.steps += 1;
        }
        siege.lift().await
    }))
}

/// An honest player at the quiet table.
struct Honest {
    person: u64,
    client: Client,
    following: Following,
    /// The last view or update.
    last: Rc<Value>,
}

/// A connection of a hostile client.
struct Post {
    person: Option<u64>,
    signed_in: Arc<AtomicBool>,
    client: Option<Client>,
    reads: bool,
    following: Following,
    /// For each table, the last frame in which it was this connection's turn.
    turns: BTreeMap<u64, Rc<Value>>,
    used: String,
    sent: Vec<u8>,
    tally: Tally,
}

/// What a connection requested, and how it was answered.
#[derive(Default)]
struct Tally {
    asked: usize,
    answered: usize,
    too_fast: usize,
}

impl Post {
    fn of(hall: &mut Hall, person: Option<u64>) -> Post {
        let signed_in = Arc::new(AtomicBool::new(true));
        let client = Some(line(hall, person, &signed_in));
        let following = Following::default();
        Post {
            person,
            signed_in,
            client,
            reads: true,
            following,
            turns: BTreeMap::new(),
            used: "0".repeat(32),
            sent: Vec::new(),
            tally: Tally::default(),
        }
    }
}

fn line(hall: &mut Hall, person: Option<u64>, signed_in: &Arc<AtomicBool>) -> Client {
    let look = person.map(|person| -> SessionLookup {
        let (who, signed_in) = (
            ConnectedPerson {
                person: Person(person),
                roles: vec![Role::Player],
                waiting: Vec::new(),
                since: 0,
            },
            Arc::clone(signed_in),
        );
        Arc::new(move || signed_in.load(Ordering::Relaxed).then(|| who.clone()))
    });
    hall.client_of(person, look)
}

struct Siege<'a> {
    hall: Hall,
    rail: Client,
    rail_follows: Following,
    honest: Vec<Honest>,
    posts: Vec<Post>,
    secrets: Secrets,
    /// The frames that were sent, for clients that send them again.
    history: Vec<Vec<u8>>,
    /// The record that a person's key led to at a table.
    answers: BTreeMap<(u64, u64, String), u64>,
    keys: u64,
    outcome: Outcome,
    /// Frames that many viewers receive alike are parsed once.
    readings: BTreeMap<String, Rc<Value>>,
    tamper: Tamper<'a>,
}

/// Everything that a client has been sent so far.
fn drained(client: &mut Client, readings: &mut BTreeMap<String, Rc<Value>>) -> Vec<Rc<Value>> {
    let mut frames = Vec::new();
    while let Some(out) = client.line.try_next() {
        match out {
            OutgoingMessage::Text(text) => {
                let frame = match readings.get(text.as_str()) {
                    Some(known) => Rc::clone(known),
                    None => {
                        let read = serde_json::from_str(text.as_str()).expect("a frame is JSON");
                        let read = Rc::new(read);
                        readings.insert(text.as_str().to_owned(), Rc::clone(&read));
                        read
                    }
                };
                client.take_in(&frame);
                frames.push(frame);
            }
            OutgoingMessage::Close { code, .. } => client.closed = Some(code),
        }
    }
    frames
}

/// A frame, possibly tampered with.
fn tampered(tamper: &mut Tamper<'_>, who: Option<u64>, frame: Rc<Value>) -> Rc<Value> {
    match tamper {
        Some(tamper) => {
            let mut changed = Value::clone(&frame);
            tamper(who, &mut changed);
            Rc::new(changed)
        }
        None => frame,
    }
}

impl<'a> Siege<'a> {
    /// Opens both tables and seats the honest players and the first hostile ones.
    async fn laid(which: u8, tamper: Tamper<'a>) -> Result<Siege<'a>, String> {
        let mut hall = Hall::open(PEOPLE, 1, ConnectionLimits::USUAL).await;
        hall.table_of(1, "standard", TABLES[usize::from(digit(which)) % TABLES.len()]).await;
        hall.table_of(HONEST[0], "standard", &[("seats", "2")]).await;
        let mut rail = hall.client(None, &[]);
        let mut honest = Vec::new();
        for person in HONEST {
            let client = hall.player(person);
            honest.push(Honest { person, client, following: Following::default(), last: Rc::default() });
        }
        let mut posts: Vec<Post> = (1..=6).map(|person| Post::of(&mut hall, Some(person))).collect();
        posts.push(Post::of(&mut hall, None));
        for table in [BESIEGED, QUIET] {
            rail.watch(table);
            rail.until("snapshot").await;
        }
        let mut siege = Siege {
            hall,
            rail,
            rail_follows: Following::default(),
            honest: Vec::new(),
            posts,
            secrets: Secrets::default(),
            history: Vec::new(),
            answers: BTreeMap::new(),
            keys: 0,
            outcome: Outcome::default(),
            readings: BTreeMap::new(),
            tamper,
        };
        for at in 0..siege.posts.len() {
            for table in [BESIEGED, QUIET].into_iter().take(1 + usize::from(at >= 4)) {
                siege.send(at, json!({ "t": "watch", "table": table }).to_string().into_bytes());
            }
        }
        for at in 0..SEATED {
            let wish = json!({ "do": "sit", "seat": at + 1, "stack": 60 + 20 * at });
            siege.ask(at as usize, BESIEGED, &wish, None);
        }
        for (seat, one) in honest.iter_mut().enumerate() {
            one.client.watch(QUIET);
            one.client.ask(QUIET, &json!({ "do": "sit", "seat": seat + 1, "stack": 200 }), None);
        }
        siege.honest = honest;
        siege.settle().await?;
        for (seat, one) in (1..).zip(&mut siege.honest) {
            one.client.own = Some(seat);
        }
        Ok(siege)
    }

    /// Makes one thing happen, and everything that follows from it.
    async fn step(&mut self, line: &[u8]) -> Result<(), String> {
        let mut args = line.iter().skip(2).copied().map(digit);
        let mut arg = || args.next().unwrap_or(0);
        let who = usize::from(digit(line.get(1).copied().unwrap_or(0))) % self.posts.len();
        const WHAT: [u8; 11] = *b"rwpoabntsxf";
        let what = match line[0] {
            known if WHAT.contains(&known) => known,
            other => WHAT[usize::from(other) % WHAT.len()],
        };
        match what {
            b'r' => {
                let frame = self.filled(who, line.get(2..).unwrap_or_default());
                self.send(who, frame);
            }
            b'w' => {
                let frame = self.wish(who, &mut arg);
                self.send(who, frame);
            }
            b'p' => self.play(who, arg()),
            b'o' => {
                for _ in 0..=arg() % 16 {
                    for at in 0..self.posts.len() {
                        self.play(at, 0);
                    }
                    self.settle().await?;
                }
            }
            b'a' => {
                if let Some(frame) = self.history.get(usize::from(arg()) % self.history.len().max(1)) {
                    self.send(who, frame.clone());
                }
            }
            b'b' => self.come_back(who, arg()),
            b'n' if self.posts.len() < MOST_LINES => {
                let post = Post::of(&mut self.hall, self.posts[who].person);
                self.posts.push(post);
                let watch = json!({ "t": "watch", "table": BESIEGED }).to_string().into_bytes();
                self.send(self.posts.len() - 1, watch);
            }
            b't' => self.pass(arg()).await?,
            b's' => self.posts[who].reads = !self.posts[who].reads,
            b'x' => self.posts[who].signed_in.store(false, Ordering::Relaxed),
            b'f' => {
                let frame = self.posts[who].sent.clone();
                for _ in 0..=usize::from(arg()) * 4 {
                    self.send(who, frame.clone());
                }
            }
            _ => {}
        }
        self.settle().await?;
        self.honest_act().await?;
        self.check_standing()?;
        self.check_chips()
    }

    /// A connection sends something, if it is there and its network accepts it.
    fn send(&mut self, at: usize, frame: Vec<u8>) {
        let post = &mut self.posts[at];
        let Some(client) = post.client.as_mut().filter(|_| post.reads) else { return };
        match request::parse(&frame) {
            Ok(Request::Ask { key, .. }) => {
                post.tally.asked += 1;
                post.used = key.key.0.iter().map(|byte| format!("{byte:02x}")).collect();
            }
            Ok(_) => {}
            // A malformed request with a key is answered too.
            Err(_) => post.tally.asked += usize::from(request::reply_address(&frame).is_some()),
        }
        client.send_bytes(&frame);
        self.outcome.sent += 1;
        if self.history.len() < 256 {
            self.history.push(frame.clone());
        }
        post.sent = frame;
    }

    fn fresh_key(&mut self) -> String {
        self.keys += 1;
        format!("{:032x}", self.keys)
    }

    fn ask(&mut self, at: usize, table: u64, wish: &Value, turn: Option<&Value>) {
        let mut frame = json!({ "t": "ask", "table": table, "key": self.fresh_key(), "wish": wish });
        if let Some(turn) = turn {
            frame["turn"] = json!({ "hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"] });
        }
        self.send(at, frame.to_string().into_bytes());
    }

    /// A connection answers its turn as the menu allows.
    fn play(&mut self, at: usize, choice: u8) {
        let Some((table, frame)) = self.posts[at].turns.pop_last() else { return };
        let menu = &frame["menu"];
        let raise = &menu["raise"];
        let wish = match choice % 6 {
            1 if menu["fold"] == true => json!({ "do": "fold" }),
            2 if raise["min"].is_u64() => json!({ "do": "raise", "to": raise["min"] }),
            3 if raise["max"].is_u64() => json!({ "do": "raise", "to": raise["max"] }),
            4 if menu.is_object() => json!({ "do": "all_in" }),
            5 if menu["call_and_fold"] == true => json!({ "do": "call_and_fold" }),
            _ => passive(&frame),
        };
        self.ask(at, table, &wish, Some(&frame["turn"]));
    }

    /// A connection breaks; its person reconnects and watches from a number, or from none.
    fn come_back(&mut self, at: usize, how: u8) {
        let number = self.posts[at].client.as_ref().map_or(0, |client| client.number);
        let person = self.posts[at].person;
        // The old connection goes before the new one comes.
        self.posts[at].client = None;
        self.posts[at] = Post::of(&mut self.hall, person);
        let from = match how % 5 {
            0 => json!(null),
            1 => json!(number),
            2 => json!(0),
            3 => json!(number.saturating_sub(u64::from(how))),
            _ => json!(u64::MAX),
        };
        for table in [BESIEGED, QUIET] {
            let watch = json!({ "t": "watch", "table": table, "from": from });
            self.send(at, watch.to_string().into_bytes());
        }
    }

    /// Lets time pass, in steps in which the honest act before their time is up.
    async fn pass(&mut self, how: u8) -> Result<(), String> {
        let milliseconds = [100, 1000, 5000, 30_000, 60_000, 120_000][usize::from(how) % 6];
        let mut left: u64 = milliseconds;
        while left > 0 {
            let step = left.min(5000);
            left -= step;
            advance(Duration::from_millis(step)).await;
            self.settle().await?;
            self.honest_act().await?;
        }
        Ok(())
    }

    /// Lets the room do everything there is to do, and receives what it sends.
    async fn settle(&mut self) -> Result<(), String> {
        let mut quiet = 0;
        for _ in 0..5000 {
            if quiet == 4 {
                return Ok(());
            }
            tokio::task::yield_now().await;
            // The room's pending reads from its store are done when this comes back.
            let _ = tokio::task::spawn_blocking(|| ()).await;
            quiet = if self.hear()? { 0 } else { quiet + 1 };
        }
        Err("the room does not come to rest".to_owned())
    }

    /// Receives what is there; true if there was something.
    fn hear(&mut self) -> Result<bool, String> {
        let mut heard = false;
        self.readings.clear();
        for frame in drained(&mut self.rail, &mut self.readings) {
            heard = true;
            self.secrets.learn(&mut self.rail_follows, &frame);
            if frame["table"] == QUIET {
                self.outcome.hands += usize::from(crate::hall::ends_a_hand(&frame));
            }
            // What the spectator learns is itself checked: it must not have a card too early either.
            self.secrets.look(None, &mut self.rail_follows, &frame)?;
        }
        for Honest { person, client, following, last } in &mut self.honest {
            for frame in drained(client, &mut self.readings) {
                heard = true;
                let frame = tampered(&mut self.tamper, Some(*person), frame);
                self.secrets.look(Some(*person), following, &frame)?;
                if frame["t"] == "update" || frame["t"] == "snapshot" {
                    *last = frame;
                }
            }
            if client.closed.is_some() {
                return Err(format!("the connection of person {person}, who did nothing wrong, was closed"));
            }
        }
        for post in self.posts.iter_mut().filter(|post| post.reads) {
            let Some(client) = &mut post.client else { continue };
            for frame in drained(client, &mut self.readings) {
                heard = true;
                let frame = tampered(&mut self.tamper, post.person, frame);
                self.secrets.look(post.person, &mut post.following, &frame)?;
                let table = frame["table"].as_u64().unwrap_or(0);
                match frame["t"].as_str() {
                    Some("update" | "snapshot") => {
                        let mine = frame["menu"].is_object() || !frame["may_muck"].is_null();
                        post.turns.remove(&table);
                        if mine {
                            post.turns.insert(table, frame);
                        }
                    }
                    Some("answer") => {
                        post.tally.answered += 1;
                        note_answer(&mut self.answers, &mut self.outcome, post.person, &frame)?;
                    }
                    Some("error") => post.tally.too_fast += usize::from(frame["code"] == "too_fast"),
                    _ => {}
                }
            }
            client.keys.clear();
            if client.closed.is_some() {
                post.client = None;
                post.turns.clear();
                post.tally = Tally::default();
            }
        }
        Ok(heard)
    }

    /// Each honest player on action acts once, and the act must be accepted.
    async fn honest_act(&mut self) -> Result<(), String> {
        for one in &mut self.honest {
            one.client.answer_turn(QUIET, &one.last);
        }
        self.settle().await?;
        for Honest { person, client, .. } in &mut self.honest {
            for answer in std::mem::take(&mut client.keys).into_values() {
                if answer["ok"] != true {
                    return Err(format!("person {person} plays correctly and is refused: {answer}"));
                }
            }
        }
        Ok(())
    }

    fn check_standing(&self) -> Result<(), String> {
        for listing in self.hall.room.tables() {
            if let Standing::Stopped { why, .. } = &listing.standing {
                return Err(format!("table {} has stopped: {why}", listing.table));
            }
        }
        let quiet = self.hall.room.table(QUIET).ok_or("the table of the honest is gone")?;
        let seated: Vec<u64> = quiet.seated.iter().map(|(_, person)| person.0).collect();
        if quiet.standing != Standing::Open || seated != HONEST {
            return Err(format!("{seated:?} sit at the table of the honest, which is {:?}", quiet.standing));
        }
        Ok(())
    }

    fn check_chips(&self) -> Result<(), String> {
        conserved(&self.hall.store.balances().map_err(|why| why.to_string())?)
    }

    /// Ends the siege: every request was answered, the honest play on, and every record follows from those
    /// before.
    async fn lift(mut self) -> Result<Outcome, String> {
        for post in &mut self.posts {
            post.reads = true;
        }
        self.settle().await?;
        for (at, post) in self.posts.iter().enumerate().filter(|(_, post)| post.client.is_some()) {
            let Tally { asked, answered, too_fast } = post.tally;
            if post.signed_in.load(Ordering::Relaxed) && (answered > asked || answered + too_fast < asked) {
                return Err(format!("connection {at} sent {asked} requests and got {answered} answers"));
            }
        }
        let before = self.outcome.hands;
        for _ in 0..60 {
            if self.outcome.hands > before {
                break;
            }
            self.honest_act().await?;
        }
        if self.outcome.hands == before {
            return Err("the honest players finish no hand".to_owned());
        }
        self.check_standing()?;
        self.check_chips()?;
        self.outcome.records = audited(self.hall.store.as_ref())?;
        Ok(self.outcome)
    }
}

/// A digit as its number, and any other byte as some number.
fn digit(byte: u8) -> u8 {
    byte.wrapping_sub(b'0')
}
