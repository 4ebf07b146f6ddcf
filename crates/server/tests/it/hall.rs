//! A room with its tables in one process, and clients on connections without a network: what they send and
//! receive is what goes over a socket, byte for byte.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use fair::{CheckedEntropy, Entropy, EntropyError, Label, RoomKey, Seed, Stream as Draws};
use room::keeper::Pace;
use room::live::{Clock, Ports, Room};
use room::port::{Appended, Batch, BatchPart, NewRecord, Now, Steady, Store, StoreError, StreamId, Wall};
use room::requests::TableWish;
use seating::{Actor, Person, Role};
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use server::socket::connection::{ConnectedPerson, Connection, OutgoingMessage, SessionLookup};
use server::socket::connections::Connections;
use server::socket::frame_cache::FrameCache;
use store::MemoryStore;
use wire::encode::Names;

/// Bytes for each draw, different every time and the same in every run that starts with the same number.
pub struct Numbered(pub u64);

impl Entropy for Numbered {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        self.0 += 1;
        let mut draws = Draws::new(&Seed::of_number(self.0), Label::Bots);
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&draws.next_u32().to_le_bytes()));
        Ok(32)
    }
}

/// The time since the hall was opened, by the clock of the runtime: if a test stops that clock, time stands
/// still.
struct Running(tokio::time::Instant);

impl Clock for Running {
    fn now(&self) -> Now {
        // A test runs for minutes at most.
        let passed = self.0.elapsed().as_millis() as u64;
        Now { steady: Steady(1_000_000 + passed), wall: Wall(1_700_000_000_000) }
    }
}

/// Names everybody by their number.
pub struct Numbers;

impl Names for Numbers {
    fn name(&self, person: Person) -> (String, bool) {
        (format!("Person {}", person.0), false)
    }
}

pub struct Hall {
    pub room: Room,
    pub store: Arc<MemoryStore>,
    pub lines: Arc<Connections>,
    written: Arc<FrameCache>,
    sessions: u32,
}

pub const RICH: u64 = 100_000;

/// The number for the next table's name.
static TABLES: AtomicU64 = AtomicU64::new(1);

/// A record by which the house gives out chips.
pub fn granted(postings: Vec<Posting>) -> NewRecord {
    let body = "[]".to_owned();
    NewRecord { at: Wall(0), by: Actor::HOUSE, key: None, kind: "grants", start: false, body, postings }
}

impl Hall {
    /// A room in which this many people have chips.
    pub async fn open(people: u64, seed: u64, limits: ConnectionLimits) -> Hall {
        let store = Arc::new(MemoryStore::default());
        let grant = |person| {
            let to = Account::Wallet { person };
            Posting::new(Account::Issue, to, Unit::Play, chips(RICH)).expect("a way")
        };
        let record = granted((1..=people).map(grant).collect());
        let part = BatchPart { stream: StreamId::Room, expected: 0, fence: 1, records: vec![record] };
        append(store.as_ref(), Batch { parts: vec![part], people: Vec::new() }).expect("stored");
        let source: Box<dyn Entropy + Send> = Box::new(Numbered(seed * 1_000_000));
        let ports = Ports {
            store: store.clone(),
            clock: Arc::new(Running(tokio::time::Instant::now())),
            entropy: CheckedEntropy::new(source).expect("the cipher works"),
            keys: Arc::new(room_key()),
        };
        let room = Room::open(ports, Pace::AT_ONCE).await.expect("the room opens");
        Hall { room, store, lines: Connections::new(limits), written: Arc::default(), sessions: 0 }
    }

    /// A table opened by person 1.
    pub async fn table(&self, book: &str, settings: &[(&str, &str)]) -> u64 {
        self.table_of(1, book, settings).await
    }

    /// A table opened by a person.
    pub async fn table_of(&self, person: u64, book: &str, settings: &[(&str, &str)]) -> u64 {
        let wish = TableWish {
            // No two tables have the same name.
            name: format!("Table {}", TABLES.fetch_add(1, Ordering::Relaxed)),
            book: book.to_owned(),
            settings: settings
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            bots: 0,
            dealer: room::Dealer::Software,
        };
        self.room.open_table(Actor::player(Person(person)), &wish).await.expect("a table")
    }

    /// A connection of a person with the roles of a player.
    pub fn player(&mut self, person: u64) -> Client {
        self.client(Some(person), &[Role::Player])
    }

    /// A connection of a person with these roles, or of a spectator.
    pub fn client(&mut self, person: Option<u64>, roles: &[Role]) -> Client {
        let known = person.map(|person| ConnectedPerson {
            person: Person(person),
            roles: roles.to_vec(),
            waiting: Vec::new(),
            since: 0,
        });
        self.client_of(person, known.map(|who| -> SessionLookup { Arc::new(move || Some(who.clone())) }))
    }

    /// A connection of a person whose session lasts as long as `look` says.
    pub fn client_of(&mut self, person: Option<u64>, look: Option<SessionLookup>) -> Client {
        self.sessions += 1;
        let who = person.map(|person| (Person(person), self.sessions));
        let place = self.lines.join(who).expect("a slot");
        let line = Connection::new(
            self.room.clone(),
            Arc::new(Numbers),
            Arc::clone(&self.lines),
            Arc::clone(&self.written),
            place,
            look,
            false,
        );
        Client::at(line)
    }
}

/// One client on its connection.
pub struct Client {
    pub line: Connection,
    /// Every frame as it came.
    pub heard: Vec<String>,
    /// The answers by the key of the request.
    pub keys: BTreeMap<String, Value>,
    asked: u64,
    /// The turn that was answered last.
    acted: Option<(u64, u64)>,
    pub own: Option<u64>,
    /// The code with which the connection was closed.
    pub closed: Option<u16>,
    /// The number of the last update.
    pub number: u64,
}

impl Client {
    /// A client that has received nothing yet.
    pub fn at(line: Connection) -> Client {
        Client {
            line,
            heard: Vec::new(),
            keys: BTreeMap::new(),
            asked: 0,
            acted: None,
            own: None,
            closed: None,
            number: 0,
        }
    }

    pub fn send(&mut self, frame: &Value) {
        self.send_bytes(frame.to_string().as_bytes());
    }

    /// Sends these bytes, whatever they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.line.take_frame(bytes, tokio::time::Instant::now().into_std());
    }

    pub fn watch(&mut self, table: u64) {
        self.send(&json!({ "t": "watch", "table": table, "from": null }));
    }

    /// Sends a request and returns its key.
    pub fn ask(&mut self, table: u64, wish: &Value, turn: Option<&Value>) -> String {
        self.asked += 1;
        let key = format!("{:016x}{:016x}", self.line.slot_mut().number, self.asked);
        let mut frame = json!({ "t": "ask", "table": table, "key": key, "wish": wish });
        if let Some(turn) = turn {
            frame["turn"] = json!({ "hand": turn["hand"], "acts": turn["acts"], "facing": turn["facing"] });
        }
        self.send(&frame);
        key
    }

    /// Handles one outgoing message.
    pub fn note(&mut self, out: OutgoingMessage) -> Option<Value> {
        match out {
            OutgoingMessage::Text(text) => {
                let frame: Value = serde_json::from_str(text.as_str()).expect("a frame is JSON");
                self.heard.push(text.as_str().to_owned());
                self.take_in(&frame);
                Some(frame)
            }
            OutgoingMessage::Close { code, .. } => {
                self.closed = Some(code);
                None
            }
        }
    }

    /// Remembers what a frame says about this client.
    pub fn take_in(&mut self, frame: &Value) {
        match frame["t"].as_str().expect("a frame has a kind") {
            "snapshot" => {
                self.own = frame["own"].as_u64();
                self.number = frame["number"].as_u64().expect("a number");
            }
            "update" => self.number = frame["number"].as_u64().expect("a number"),
            "error" => {
                let code = frame["code"].as_str().expect("a code");
                assert!(wire::codes::is_known(code), "`{code}` is in no list: {frame}");
            }
            "answer" => {
                let code = frame["code"].as_str();
                assert!(code.is_none_or(wire::codes::is_known), "{code:?} is in no list: {frame}");
                let key = frame["key"].as_str().expect("a key").to_owned();
                self.keys.insert(key, frame.clone());
            }
            _ => {}
        }
    }

    /// The next frame.
    pub async fn next(&mut self) -> Value {
        loop {
            let out = tokio::time::timeout(Duration::from_secs(20), self.line.next()).await;
            let out = out.expect("something comes within 20 s");
            if let Some(frame) = self.note(out) {
                return frame;
            }
            assert!(self.closed.is_none(), "the connection was closed: {:?}", self.closed);
        }
    }

    /// The next frame of a kind; frames before it are handled.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            if frame["t"] == kind {
                return frame;
            }
        }
    }

    /// Sends a request and waits for the answer.
    pub async fn asks(&mut self, table: u64, wish: &Value, turn: Option<&Value>) -> Value {
        let key = self.ask(table, wish, turn);
        while !self.keys.contains_key(&key) {
            self.next().await;
        }
        self.keys[&key].clone()
    }

    /// Takes a seat.
    pub async fn sit(&mut self, table: u64, seat: u8, stack: u64) {
        let answer = self.asks(table, &json!({ "do": "sit", "seat": seat, "stack": stack }), None).await;
        assert_eq!(answer["ok"], true, "{answer}");
        self.own = Some(u64::from(seat));
    }

    /// One frame, if one is already there.
    pub fn take_one(&mut self) -> Option<Value> {
        while let Some(out) = self.line.try_next() {
            let frame = self.note(out);
            if frame.is_some() {
                return frame;
            }
        }
        None
    }

    /// All frames that are already there.
    pub fn drain(&mut self) -> Vec<Value> {
        let mut frames = Vec::new();
        while let Some(out) = self.line.try_next() {
            frames.extend(self.note(out));
        }
        frames
    }

    /// Acts if it is this client's turn in a frame.
    pub fn answer_turn(&mut self, table: u64, frame: &Value) {
        if let Some(turn) = self.turn(frame) {
            let (wish, turn) = (passive(frame), turn.clone());
            self.ask(table, &wish, Some(&turn));
        }
    }

    /// This client's turn in a frame, unless it was already answered.
    pub fn turn<'a>(&mut self, frame: &'a Value) -> Option<&'a Value> {
        let turn = &frame["turn"];
        if turn.is_null() || turn["seat"].as_u64() != self.own || self.own.is_none() {
            return None;
        }
        if frame["menu"].is_null() && frame["may_muck"].is_null() {
            return None;
        }
        let position = (turn["hand"].as_u64()?, turn["acts"].as_u64()?);
        if self.acted == Some(position) {
            return None;
        }
        self.acted = Some(position);
        Some(turn)
    }
}

/// Every wish of the protocol, as `docs/protocol.md` writes it.
pub fn every_wish() -> Vec<Value> {
    vec![
        json!({ "do": "sit", "seat": 4, "stack": 200 }),
        json!({ "do": "leave" }),
        json!({ "do": "top_up", "amount": 50 }),
        json!({ "do": "sit_out" }),
        json!({ "do": "sit_out_at_blind", "wished": true }),
        json!({ "do": "sit_in", "posts": true }),
        json!({ "do": "fold" }),
        json!({ "do": "check" }),
        json!({ "do": "call" }),
        json!({ "do": "call_and_fold" }),
        json!({ "do": "raise", "to": 40 }),
        json!({ "do": "all_in" }),
        json!({ "do": "show" }),
        json!({ "do": "muck" }),
        json!({ "do": "show_cards", "cards": ["As"] }),
        json!({ "do": "show_cards", "cards": [] }),
        json!({ "do": "over_blind" }),
        json!({ "do": "use_time_bank" }),
        json!({ "do": "contribute", "hand": 8, "value": "ab".repeat(32) }),
        json!({ "do": "pause", "reason": "a break" }),
        json!({ "do": "resume" }),
        json!({ "do": "close", "reason": "late" }),
        json!({ "do": "determine", "settings": { "blinds": "2 4" } }),
        json!({ "do": "remove", "person": 12, "reason": "rude" }),
    ]
}

/// The key with which the decks of a hall are sealed.
pub fn room_key() -> RoomKey {
    RoomKey::new([7; 32]).expect("a key")
}

/// How a client answers a turn: the wish for a frame in which it is on action.
pub type Mind<'a> = &'a mut dyn FnMut(usize, &Value) -> Value;

/// Checks and calls, and shows what must be shown.
pub fn passive(frame: &Value) -> Value {
    if frame["turn"]["showing"] == true {
        return json!({ "do": if frame["may_muck"] == true { "muck" } else { "show" } });
    }
    let menu = &frame["menu"];
    if menu["check"] == true {
        json!({ "do": "check" })
    } else if menu["call"].is_u64() {
        json!({ "do": "call" })
    } else {
        json!({ "do": "fold" })
    }
}

/// Clients handle what comes and act in their turns until `over` says so.
pub async fn play(
    table: u64,
    clients: &mut [&mut Client],
    mind: Mind<'_>,
    over: &mut dyn FnMut(usize, &Value) -> bool,
) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let mut quiet = true;
        for (at, client) in clients.iter_mut().enumerate() {
            while let Some(frame) = client.take_one() {
                quiet = false;
                if over(at, &frame) {
                    return;
                }
                if let Some(turn) = client.turn(&frame) {
                    let wish = mind(at, &frame);
                    client.ask(table, &wish, Some(turn));
                }
            }
        }
        assert!(Instant::now() < deadline, "nothing more happens");
        if quiet {
            tokio::task::yield_now().await;
        }
    }
}

/// True for an update in which a hand ended.
pub fn ends_a_hand(frame: &Value) -> bool {
    events(frame).any(|event| event["e"] == "closed")
}

/// The events of an update.
pub fn events(frame: &Value) -> impl Iterator<Item = &Value> {
    frame["events"].as_array().into_iter().flatten()
}

pub fn chips(count: u64) -> Chips {
    Chips::new(count).expect("an amount")
}

/// Appends and waits: the store of these tests answers at once.
pub fn append(store: &dyn Store, batch: Batch) -> Result<Appended, StoreError> {
    let outcome = Arc::new(Mutex::new(None));
    let place = Arc::clone(&outcome);
    store.append(batch, Box::new(move |came| *place.lock().expect("not poisoned") = Some(came)));
    let came = outcome.lock().expect("not poisoned").take();
    came.expect("answered at once")
}
