//! The same hand played twice in a whole room behind its socket, with the cards that a viewer may not see
//! exchanged: everything that reaches the viewer is the same, byte for byte.
//!
//! The two runs differ in one draw of entropy, the seed of the hand's deck. The seeds were found by search:
//! the second deck has the viewer's cards in the same slots, and every other card that is dealt is different.
//!
//! Compared are the frames of the socket in their order, the answers to requests in theirs, the bodies and
//! statuses of what can be read over HTTP after every act, and the room's log. Left out are the values that
//! bind the room to its deck (hashes and salts; these are searched for secrets instead), which of an answer
//! and an update comes first (the scheduler's choice), headers, and time: the clocks stand still.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cards::Card;
use fair::{
    DeckId, DeckSeed, Entropy, EntropyError, HandKey, Label, RoomKey, Seed, ShuffledDeck, Stream as Draws,
};
use hyper::Method;
use load::client::{ClientConnection, ClientSession, Message};
use room::entry::{self, TableEntry};
use room::live::Clock;
use room::port::{Now, Steady, Store, StreamId, Wall};
use room::recovery::read_table;
use serde_json::{Value, json};
use store::MemoryStore;

use crate::loopback::{Served, for_programs};
use crate::search::{Deck, Search, needles};
use crate::secrets::Log;

/// Clocks that stand still, so that no times differ.
struct Still;

impl Clock for Still {
    fn now(&self) -> Now {
        Now { steady: Steady(1_000_000), wall: Wall(1_790_000_000_000) }
    }
}

/// The 32 bytes of a seed found by search.
fn seed_bytes(number: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(0_u8..).for_each(|(byte, at)| *byte = at.wrapping_mul(37).wrapping_add(11));
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    bytes
}

/// Every draw other than that seed.
fn other_draw(number: u64) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut draws = Draws::new(&Seed::of_number(number), Label::Bots);
    bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&draws.next_u32().to_le_bytes()));
    bytes
}

/// The same entropy in every run, except for the seed of the first deck: the first draw once play may begin.
struct Planned {
    begun: Arc<AtomicBool>,
    before: u64,
    since: u64,
    seed: u64,
}

impl Entropy for Planned {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        *bytes = if self.begun.load(Ordering::SeqCst) {
            self.since += 1;
            if self.since == 1 { seed_bytes(self.seed) } else { other_draw(self.since) }
        } else {
            self.before += 1;
            other_draw(1_000 + self.before)
        };
        Ok(bytes.len())
    }
}

/// The key of the hand is drawn after the seed of its deck.
const KEY: u64 = 2;

/// A seed's deck.
fn shuffled(seed: u64) -> ShuffledDeck {
    let sorted: Vec<Card> = (0..52).map(|index| Card::from_index(index).expect("a card")).collect();
    let id = DeckId { table: 1, hand: 1, attempt: 0 };
    ShuffledDeck::new(id, &DeckSeed::new(seed_bytes(seed)), &sorted).expect("a deck")
}

/// The slots of a seed's deck in the order in which they are dealt.
fn slots(seed: u64) -> Vec<u8> {
    let cut = shuffled(seed).cut(&[]).expect("a cut");
    (0..52).map(|at| cut.dealt_slot(at).expect("a slot")).collect()
}

/// The cards of a seed's deck in the order in which they are dealt.
fn dealt(seed: u64) -> Vec<Card> {
    let deck = shuffled(seed);
    slots(seed).into_iter().map(|slot| deck.card(slot).expect("a card")).collect()
}

/// Secrets of a seed's deck that a stream contains while only some dealt cards are open, also in the fields
/// that are made alike.
fn secrets(stream: &[String], seed: u64, open: &[usize]) -> Vec<String> {
    let deck = Deck::of(&shuffled(seed), seed_bytes(seed), other_draw(KEY));
    let slots = slots(seed);
    let open: BTreeSet<usize> = open.iter().map(|at| usize::from(slots[*at])).collect();
    let search = Search::new(needles(&deck, &open));
    let found = |text: &String| -> Vec<String> {
        search
            .find(text.as_bytes())
            .into_iter()
            .map(|(_, needle)| format!("{}: {text}", needle.what))
            .collect()
    };
    stream.iter().flat_map(found).collect()
}

/// The deck of the first run, and those of the second: for each player, for viewers who see the flop, for
/// viewers who see nothing.
const FIRST: u64 = 1;
const OF_PLAYERS: [u64; 3] = [6668, 235_984, 5509];
const OF_THE_FLOP: u64 = 747_598;
const OF_NOBODY: u64 = 7;

/// The fields whose values are hashes or random: they bind the room to its deck, so they differ with it. Each
/// has 64 digits, whatever the deck. Nothing else is made alike.
const BINDING: [&str; 5] = ["root", "cut", "commitment", "part", "salt"];

/// A text in which the values of those fields, and the hashes of a path, are all replaced by the same digits.
fn alike(text: &str) -> String {
    let digits = |from: &str| from.len() >= 64 && from.as_bytes()[..64].iter().all(u8::is_ascii_hexdigit);
    let blank = "0".repeat(64);
    let mut text = text.to_owned();
    for field in BINDING {
        let name = format!("\"{field}\":\"");
        let places: Vec<usize> = text.match_indices(&name).map(|(at, _)| at + name.len()).collect();
        for at in places {
            if digits(&text[at..]) {
                text.replace_range(at..at + 64, &blank);
            }
        }
    }
    let places: Vec<usize> = text.match_indices("\"path\":[").map(|(at, name)| at + name.len()).collect();
    for mut at in places {
        while text[at..].starts_with('"') && digits(&text[at + 1..]) {
            text.replace_range(at + 1..at + 65, &blank);
            at += 66 + usize::from(text[at + 66..].starts_with(','));
        }
    }
    text
}

/// Everything that reached each viewer, in order: frames of the socket, and answers over HTTP.
type Streams = BTreeMap<&'static str, Vec<String>>;

/// A viewer of the table, with a connection.
struct Looker {
    name: &'static str,
    visitor: ClientSession,
    line: ClientConnection,
    /// Frames about the table, and answers to requests: which of two comes first is the scheduler's choice.
    news: Vec<String>,
    answers: Vec<String>,
    asked: u64,
    /// The last record it received.
    heard: u64,
}

impl Looker {
    async fn new(name: &'static str, visitor: ClientSession) -> Looker {
        let mut line = visitor.connect().await.expect("a connection");
        line.send_raw(Message::text(r#"{"t":"watch","table":1,"from":null}"#)).await.expect("sent");
        let (news, answers) = (Vec::new(), Vec::new());
        let mut looker = Looker { name, visitor, line, news, answers, asked: 0, heard: 0 };
        while looker.hear().await["t"] != "snapshot" {}
        looker
    }

    async fn hear(&mut self) -> Value {
        let text = self.line.next_text().await.expect("the connection is open");
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        if frame["t"] == "answer" {
            self.answers.push(text);
        } else {
            self.heard = frame["number"].as_u64().unwrap_or(0).max(self.heard);
            self.news.push(text);
        }
        frame
    }

    /// Receives everything up to a record.
    async fn hears(&mut self, number: u64) {
        while self.heard < number {
            self.hear().await;
        }
    }

    async fn asks(&mut self, wish: Value, turn: Option<Value>) {
        self.asked += 1;
        let key = format!("{:030x}{:02x}", self.asked, self.name.len());
        let mut frame = json!({ "t": "ask", "table": 1, "key": key, "wish": wish });
        if let Some(turn) = turn {
            frame["turn"] = turn;
        }
        self.line.send_raw(Message::text(frame.to_string())).await.expect("sent");
        loop {
            let answer = self.hear().await;
            if answer["t"] == "answer" {
                assert_eq!(answer["ok"], true, "{}: {frame}: {answer}", self.name);
                return;
            }
        }
    }

    /// Reads what everybody may request.
    async fn reads(&mut self) {
        for path in [
            "/health",
            "/api/room",
            "/api/tables",
            "/api/tables/1",
            "/api/tables/1/sign",
            "/api/tables/1/hands",
            "/api/tables/1/hands/1",
            "/api/tables/1/hands/1/replay",
            "/api/hands",
            "/api/results",
            "/api/shared",
            "/api/wallet",
            "/api/admin/people",
        ] {
            let (status, body) = self.visitor.call_raw(Method::GET, path, None).await.expect("answered");
            self.news.push(format!("{path} {status} {}", String::from_utf8_lossy(&body)));
        }
    }
}

/// Plays the first hand of three players, one letter per act (`c` checks or calls, `r` raises, `f` folds), in
/// a room with this deck, and returns what reached everybody.
async fn run(seed: u64, acts: &str) -> Streams {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_writer(log.clone())
        .with_ansi(false)
        .without_time()
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let begun = Arc::new(AtomicBool::new(false));
    let source = Box::new(Planned { begun: Arc::clone(&begun), before: 0, since: 0, seed });
    let served = Served::with(Arc::clone(&store), for_programs(), Arc::new(Still), source).await;
    let link = served.state.first_link().await.expect("made").expect("there is no administrator yet");
    let mut ruth = ClientSession::new(served.address.clone());
    let token = link.rsplit('/').next().unwrap_or_default();
    let wish =
        json!({ "token": token, "administrator": { "login": "ruth", "password": "correct horse battery" } });
    ruth.call(Method::POST, "/api/first", Some(&wish)).await.expect("an administrator");
    let mut opener = served.visitor("opener").await;
    let wish = json!({ "name": "One", "book": "standard", "settings": {} });
    opener.call(Method::POST, "/api/tables", Some(&wish)).await.expect("a table");
    let reason = json!({ "reason": "a break" });
    opener.call(Method::POST, "/api/tables/1/pause", Some(&reason)).await.expect("paused");
    let mut lookers = Vec::new();
    for name in ["player 1", "player 2", "player 3"] {
        let visitor = served.visitor(&name.replace(' ', "-")).await;
        lookers.push(Looker::new(name, visitor).await);
    }
    let other = served.visitor("other").await;
    let rail = ClientSession::new(served.address.clone());
    for (name, visitor) in
        [("opener", opener.clone()), ("other", other), ("administrator", ruth), ("rail", rail)]
    {
        lookers.push(Looker::new(name, visitor).await);
    }
    for (at, looker) in lookers.iter_mut().take(3).enumerate() {
        looker.asks(json!({ "do": "sit", "seat": at + 1, "stack": 100 }), None).await;
    }
    begun.store(true, Ordering::SeqCst);
    opener.call(Method::POST, "/api/tables/1/resume", Some(&json!({}))).await.expect("resumed");
    let keys = RoomKey::new([7; 32]).expect("a key");
    let mut acts = acts.chars();
    let mut paused = false;
    loop {
        let (state, _) = read_table(store.as_ref(), 1, &keys).expect("read");
        if state.table.hands_opened() == 1 && !paused {
            // One hand and no other.
            opener.call(Method::POST, "/api/tables/1/pause", Some(&reason)).await.expect("paused");
            paused = true;
            continue;
        }
        let over = paused && state.hand_in_play().is_none();
        if let Some((seat, turn, _)) = state.turn().filter(|_| paused) {
            let count = store.count(StreamId::Table(1)).expect("read");
            for looker in &mut lookers {
                looker.hears(count).await;
                looker.reads().await;
            }
            let wish = match acts.next().expect("the hand is over by then") {
                'f' => json!({ "do": "fold" }),
                'r' => json!({ "do": "raise", "to": turn.facing.get() + 8 }),
                _ if turn.facing.is_zero() => json!({ "do": "check" }),
                _ => json!({ "do": "call" }),
            };
            let turn = json!({ "hand": turn.hand, "acts": turn.acts, "facing": turn.facing.get() });
            lookers[usize::from(seat.number()) - 1].asks(wish, Some(turn)).await;
        } else if over {
            break;
        } else {
            tokio::task::yield_now().await;
        }
    }
    let count = store.count(StreamId::Table(1)).expect("read");
    for looker in &mut lookers {
        looker.hears(count).await;
        looker.reads().await;
    }
    // The search looks for the actual secrets of the deck.
    for stored in store.read(StreamId::Table(1), 0, usize::MAX).expect("read") {
        for entry in entry::from_body(&stored.body).expect("read") {
            if let TableEntry::Deck { commitment, sealed, .. } = entry {
                assert_eq!(&commitment, shuffled(seed).commitment());
                assert!(sealed.open(&HandKey::new(other_draw(KEY)), commitment.deck()).is_ok());
            }
        }
    }
    // Shows that the log is being captured.
    tracing::info!("the log is open");
    drop(guard);
    let log = String::from_utf8(log.0.lock().expect("not poisoned").clone()).expect("text");
    let log = log.replace(&served.address.host, "the room");
    let lines = log.lines().map(str::to_owned).collect();
    let mut streams = Streams::from([("log", lines)]);
    for looker in lookers {
        streams.insert(looker.name, looker.news.into_iter().chain(looker.answers).collect());
    }
    streams
}

/// The first difference between two streams, once the values that bind the room to its deck are made alike.
fn difference(one: &[String], other: &[String]) -> Option<String> {
    let all_alike = |stream: &[String]| -> Vec<String> { stream.iter().map(|text| alike(text)).collect() };
    let (one, other) = (all_alike(one), all_alike(other));
    let differs = one.iter().zip(&other).find(|(one, other)| one != other);
    let differs = differs.map(|(one, other)| format!("{one}\ninstead of\n{other}"));
    differs.or_else(|| (one.len() != other.len()).then(|| format!("{} messages, {}", one.len(), other.len())))
}

fn names(stream: &[String], card: Card) -> bool {
    stream.iter().any(|text| text.contains(&format!("\"{card}\"")))
}

/// Viewers who are sent what everybody is sent.
const EVERYBODY: [&str; 5] = ["opener", "other", "administrator", "rail", "log"];

/// Proves SEC-02: a hand that is raised and folded, played twice through the whole room and its socket. Each
/// player's stream is the same when all cards except the player's own are different; those of the opener,
/// another person, the administrator and the rail, and the log, are the same when all cards are different. A
/// stream contains what the lobby, the histories and the health page say to its viewer.
#[tokio::test]
async fn a_hand_with_other_hidden_cards_is_the_same_to_whoever_may_not_see_them() {
    // Seat 3 is the button, opens and folds; seat 1 raises, seat 2 folds.
    let acts = "frf";
    let first = run(FIRST, acts).await;
    let cards = dealt(FIRST);
    for (at, seed) in OF_PLAYERS.into_iter().enumerate() {
        let others = dealt(seed);
        let own = [at, at + 3];
        assert!((0..14).all(|card| (cards[card] == others[card]) == own.contains(&card)), "deck {seed}");
        let second = run(seed, acts).await;
        let name = ["player 1", "player 2", "player 3"][at];
        assert!(own.iter().all(|card| names(&first[name], cards[*card])), "{name} sees their own cards");
        for name in EVERYBODY.iter().chain([&name]) {
            assert_eq!(difference(&first[name], &second[name]), None, "{name}");
        }
        // The others' own cards did change: the comparison sees that.
        let other = ["player 2", "player 3", "player 1"][at];
        assert!(difference(&first[other], &second[other]).is_some(), "{other}");
    }
    let nothing = run(OF_NOBODY, acts).await;
    for name in EVERYBODY {
        assert_eq!(difference(&first[name], &nothing[name]), None, "{name}");
    }
    assert!(
        first["rail"].len() > 30
            && first["administrator"].len() > 30
            && first["log"].iter().any(|line| line.contains("the log is open"))
    );
    // Making fields alike hides nothing.
    for name in EVERYBODY {
        assert_eq!(secrets(&first[name], FIRST, &[]), [""; 0], "{name}");
    }
}

/// Proves SEC-02: the same for a hand that reaches the flop, for all who see the flop and no more.
#[tokio::test]
async fn a_hand_with_the_same_flop_is_the_same_to_whoever_sees_no_more() {
    let acts = "cccrff";
    let (first, second) = (run(FIRST, acts).await, run(OF_THE_FLOP, acts).await);
    let (cards, others) = (dealt(FIRST), dealt(OF_THE_FLOP));
    assert!((0..14).all(|card| (cards[card] == others[card]) == (7..10).contains(&card)));
    for name in EVERYBODY {
        assert_eq!(difference(&first[name], &second[name]), None, "{name}");
    }
    assert!((7..10).all(|card| names(&first["rail"], cards[card])), "the rail sees the flop");
    for name in EVERYBODY {
        assert_eq!(secrets(&first[name], FIRST, &[7, 8, 9]), [""; 0], "{name}");
        // The openings of the flop are there: the search finds them.
        let there = secrets(&first[name], FIRST, &[]);
        assert_eq!(there.is_empty(), name == "log", "{name}");
    }
    // With another flop it differs: the comparison sees that.
    let another = run(OF_NOBODY, acts).await;
    assert!(difference(&first["rail"], &another["rail"]).is_some());
}

/// Something that a careless room does with a stream, knowing the cards.
type Leak = fn(&mut Vec<String>, &[Card]);

/// Proves SEC-02 of the comparison itself: leaks of every kind are noticed.
#[tokio::test]
async fn planted_leaks_are_caught() {
    let acts = "frf";
    let (first, second) = (run(FIRST, acts).await, run(OF_NOBODY, acts).await);
    let (cards, others) = (dealt(FIRST), dealt(OF_NOBODY));
    let leaks: [(&str, &str, Leak); 5] = [
        ("a reaction to the equity", "rail", |stream, cards| {
            let strength: usize = cards[..6].iter().map(|card| card.index() / 4).sum();
            stream.push(format!(r#"{{"t":"reaction","mood":{strength}}}"#));
        }),
        ("a card of the board ahead of its time", "rail", |stream, cards| {
            stream.insert(10, format!(r#"{{"preload":"{}"}}"#, cards[7]));
        }),
        ("a delay by the strength of a hand", "other", |stream, cards| {
            // A delayed frame comes after the one that follows it.
            let held_back = stream.remove(5 + cards[0].index() % 13);
            stream.push(held_back);
        }),
        ("a line of the log", "log", |stream, cards| stream.push(format!("server: dealt {:?}", &cards[..2]))),
        ("a field in what staff may export", "administrator", |stream, cards| {
            stream[12].push_str(&format!(r#""cards":"{}""#, cards[1]));
        }),
    ];
    for (what, name, leak) in leaks {
        let (mut one, mut other) = (first[name].clone(), second[name].clone());
        assert_eq!(difference(&one, &other), None, "{what}: without the leak they are the same");
        leak(&mut one, &cards);
        leak(&mut other, &others);
        assert!(difference(&one, &other).is_some(), "{what} is not noticed");
    }
    // The fields that are made alike are not a hiding place.
    let deck = Deck::of(&shuffled(FIRST), seed_bytes(FIRST), other_draw(KEY));
    for secret in [deck.seed, deck.key, deck.salts[usize::from(slots(FIRST)[7])]] {
        let digits: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let leak = [format!(r#"{{"root":"{digits}"}}"#)];
        let blank = [format!(r#"{{"root":"{}"}}"#, "0".repeat(64))];
        assert_eq!(difference(&leak, &blank), None);
        assert!(!secrets(&leak, FIRST, &[]).is_empty(), "{digits}");
    }
}

#[test]
fn what_is_made_alike_is_what_binds_the_room_to_its_deck_and_nothing_else() {
    let digits = "ab".repeat(32);
    let given = format!(
        r#"{{"card":"As","salt":"{digits}","path":["{digits}","{digits}"],"key":"{digits}","cut":7,"values":["{digits}"]}}"#
    );
    let blank = "0".repeat(64);
    let right = format!(
        r#"{{"card":"As","salt":"{blank}","path":["{blank}","{blank}"],"key":"{digits}","cut":7,"values":["{digits}"]}}"#
    );
    assert_eq!(alike(&given), right);
}
