//! An evening of several people at a table behind the whole service: played over connections, observed over
//! HTTP.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use seating::{Person, Role};
use serde_json::{Value, json};
use server::Config;
use server::config::{Limits, RequestRate};
use server::socket::connection::{ConnectedPerson, Connection, SessionLookup};
use store::MemoryStore;

use crate::hall::{Client, Numbered, ends_a_hand, events, passive, play};
use crate::house::{Answer, CHEAP, Clocks, House};

/// Draws that are the same in every run.
pub struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// The players, each with a cookie and a connection; after them somebody who only watches.
pub struct Evening {
    pub house: House,
    pub cookies: Vec<String>,
    pub clients: Vec<Client>,
    pub rail: Client,
    pub tables: Vec<u64>,
    /// Tables at which no hand begins before a test wants one.
    paused: BTreeSet<u64>,
}

/// A configuration that allows as many requests as a test likes.
pub fn patient() -> Config {
    let often = RequestRate { a_minute: 1_000_000, at_once: 1_000_000 };
    let limits = Limits { address: often, person: often, sign_ups: often, ..Config::default().limits };
    Config { limits, ..Config::default() }
}

impl Evening {
    /// This many people at a table of a book, with the decks of a seed. The first of them has opened it.
    pub async fn of(people: u64, seed: u64, book: &str, settings: &[(&str, &str)]) -> Evening {
        let clocks = Clocks { steady: AtomicU64::new(5_000), wall: AtomicU64::new(1_790_000_000_000) };
        let chance = Box::new(Numbered(seed * 1_000_000));
        let house =
            House::with_chance(Arc::new(MemoryStore::new()), patient(), Arc::new(clocks), CHEAP, chance)
                .await;
        let mut cookies = Vec::new();
        for person in 1..=people {
            cookies.push(house.player(&format!("player{person}")).await);
        }
        let rail = line(&house, None);
        let mut evening = Evening {
            house,
            cookies,
            clients: Vec::new(),
            rail,
            tables: Vec::new(),
            paused: BTreeSet::new(),
        };
        evening.open("Elm", book, settings).await;
        for person in 1..=people {
            evening.clients.push(line(&evening.house, Some(person)));
        }
        evening.watch(evening.tables[0]).await;
        evening
    }

    /// One more table, at which people sit down before a hand begins.
    pub async fn open(&mut self, name: &str, book: &str, settings: &[(&str, &str)]) -> u64 {
        let settings: BTreeMap<&str, &str> = settings.iter().copied().collect();
        let wish = json!({ "name": name, "book": book, "settings": settings });
        let opened = self.house.post("/api/tables", &self.cookies[0], wish).await;
        let table = opened.json()["table"].as_u64().unwrap_or_else(|| panic!("{}", opened.text));
        self.tables.push(table);
        self.pause(table).await;
        table
    }

    async fn pause(&mut self, table: u64) {
        let path = format!("/api/tables/{table}/pause");
        let paused = self.house.post(&path, &self.cookies[0], json!({ "reason": "a break" })).await;
        assert!(paused.status.is_success(), "{}", paused.text);
        self.paused.insert(table);
    }

    /// Everybody watches a table.
    pub async fn watch(&mut self, table: u64) {
        for client in self.clients.iter_mut().chain([&mut self.rail]) {
            client.watch(table);
            client.until("snapshot").await;
        }
    }

    /// Sends a GET request for somebody.
    pub async fn get(&self, player: usize, path: &str) -> Answer {
        self.house.get(path, &self.cookies[player]).await
    }

    /// Takes a seat.
    pub async fn sit(&mut self, player: usize, table: u64, seat: u8, stack: u64) {
        self.clients[player].sit(table, seat, stack).await;
    }

    /// Plays until this many hands are over, with acts chosen by `mind`.
    pub async fn hands(&mut self, table: u64, hands: usize, mind: &mut dyn FnMut(usize, &Value) -> Value) {
        if self.paused.remove(&table) {
            let path = format!("/api/tables/{table}/resume");
            let resumed = self.house.post(&path, &self.cookies[0], json!({})).await;
            assert!(resumed.status.is_success(), "{}", resumed.text);
        }
        let last = self.clients.len();
        let mut left = hands;
        let mut everybody: Vec<&mut Client> = self.clients.iter_mut().chain([&mut self.rail]).collect();
        play(table, &mut everybody, mind, &mut |at, frame| {
            left -= usize::from(at == last && ends_a_hand(frame));
            left == 0
        })
        .await;
    }

    /// No further hand begins, and the current one is played to its end.
    pub async fn rests(&mut self, table: u64, mind: &mut dyn FnMut(usize, &Value) -> Value) {
        self.pause(table).await;
        let mut eye = line(&self.house, None);
        eye.watch(table);
        let seen = eye.until("snapshot").await;
        if !seen["hand"].is_null() && seen["hand"]["over"] == false {
            let last = self.clients.len();
            let mut everybody: Vec<&mut Client> = self.clients.iter_mut().chain([&mut eye]).collect();
            play(table, &mut everybody, mind, &mut |at, frame| at == last && ends_a_hand(frame)).await;
        }
        // Everything sent about the end has been received.
        let number = eye.number;
        let deadline = Instant::now() + Duration::from_secs(20);
        for client in self.clients.iter_mut().chain([&mut self.rail]) {
            while client.number < number {
                assert!(Instant::now() < deadline, "the end is sent");
                if client.take_one().is_none() {
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    /// What a spectator sees while a hand waits for a player to act.
    pub async fn waits(&self, table: u64) -> Value {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let mut eye = line(&self.house, None);
            eye.watch(table);
            let seen = eye.until("snapshot").await;
            if seen["hand"]["over"] == false && seen["turn"].is_object() {
                return seen;
            }
            assert!(Instant::now() < deadline, "a hand is played");
        }
    }

    /// The updates of each finished hand, as a client received them: from the opening to the end.
    pub fn heard(client: &Client, table: u64) -> BTreeMap<u64, Vec<Value>> {
        let mut hands: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
        let mut open: Option<(u64, Vec<Value>)> = None;
        for text in &client.heard {
            let frame: Value = serde_json::from_str(text).expect("JSON");
            if frame["t"] != "update" || frame["table"].as_u64() != Some(table) {
                continue;
            }
            if events(&frame).any(|event| event["e"] == "opened") {
                open = Some((frame["hand"].as_u64().expect("a number"), Vec::new()));
            }
            let Some((hand, frames)) = &mut open else { continue };
            frames.push(frame.clone());
            if ends_a_hand(&frame) {
                hands.insert(*hand, std::mem::take(frames));
                open = None;
            }
        }
        hands
    }
}

/// A connection of a person, or of a spectator.
pub fn line(house: &House, person: Option<u64>) -> Client {
    let state = &house.state;
    let who = person.map(|person| (Person(person), person as u32));
    let place = state.connections.join(who).expect("a slot");
    let look = person.map(|person| -> SessionLookup {
        let (person, since) = (Person(person), state.people.reset_link_record(Person(person)));
        let who = ConnectedPerson { person, roles: vec![Role::Player], waiting: Vec::new(), since };
        Arc::new(move || Some(who.clone()))
    });
    let names = Arc::new(state.clone());
    let (lines, written) = (Arc::clone(&state.connections), Arc::clone(&state.frame_cache));
    Client::at(Connection::new(state.room.clone(), names, lines, written, place, look, false))
}

/// Acts of every kind, so that hands end in every way; few players call a large bet.
pub fn lively(dice: &mut Dice, frame: &Value) -> Value {
    acts(dice, frame, false)
}

/// The same, with a player's whole stack now and then.
pub fn bold(dice: &mut Dice, frame: &Value) -> Value {
    acts(dice, frame, true)
}

fn acts(dice: &mut Dice, frame: &Value, bold: bool) -> Value {
    let menu = &frame["menu"];
    if menu.is_null() {
        return passive(frame);
    }
    let raise = &menu["raise"];
    let draw = dice.below(24);
    let large = menu["call"].as_u64() > Some(12);
    if bold && draw == 0 && !raise.is_null() {
        json!({ "do": "all_in" })
    } else if menu["fold"] == true && (draw < 3 || large && draw < 15) {
        json!({ "do": "fold" })
    } else if !large && draw < 9 && !raise.is_null() {
        json!({ "do": "raise", "to": raise["min"] })
    } else {
        passive(frame)
    }
}

/// Every card that a value names, wherever it is.
pub fn cards_of(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    gather(value, &mut found);
    found.sort();
    found.dedup();
    found
}

fn gather(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text.len() == 2 && text.parse::<cards::Card>().is_ok() => {
            found.push(text.clone())
        }
        Value::Array(list) => list.iter().for_each(|value| gather(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
