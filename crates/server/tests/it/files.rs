//! A live deck is in none of the room's files: its database, its log, its journals and checkpoints, at
//! whatever moment they are read, and what the room writes into its own log.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use cards::{Card, Deck as Cards};
use chips::Chips;

use fair::{DeckSeed, Entropy, EntropyError, HandKey, Label, RoomKey, Seed, ShuffledDeck, Stream as Draws};
use room::entry::{self, TableEntry};
use room::port::{AppendCallback, Appended, Batch, PassThrough, RequestKey, Store, StoreError, StreamId};
use room::recovery::read_table;
use room::requests::{Play, Reply, SeatWish, ShowWish, TableRequest, TableWish, TurnId, Wish};
use seating::{Actor, Person, Seat};
use server::Config;
use store::{Keys, SqliteStore, StoreOptions};

use crate::house::{CHEAP, Clocks, House};
use crate::search::{Deck, Needle, Search, face_up, hex, needles};
use crate::secrets::Log;

/// Entropy known to the test: every draw is recorded.
#[derive(Clone, Default)]
struct Known(Arc<Mutex<Vec<[u8; 32]>>>);

impl Entropy for Known {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        let mut drawn = self.0.lock().expect("not poisoned");
        let mut draws = Draws::new(&Seed::of_number(9_000 + drawn.len() as u64), Label::Bots);
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&draws.next_u32().to_le_bytes()));
        drawn.push(*bytes);
        Ok(bytes.len())
    }
}

/// All files below some folders at one moment, and the room's own log.
struct Moment {
    name: String,
    /// How many records were stored by then.
    count: u64,
    files: Vec<(String, Vec<u8>)>,
}

fn files_below(folder: &Path, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, into);
        } else if let Ok(bytes) = std::fs::read(&path) {
            // A file may be gone by the time it is read.
            into.push((path.display().to_string(), bytes));
        }
    }
}

/// Where a room keeps everything except its keys.
#[derive(Clone)]
struct Place {
    data: PathBuf,
    checkpoints: PathBuf,
    log: Log,
    moments: Arc<Mutex<Vec<Moment>>>,
}

impl Place {
    fn look(&self, name: &str, count: u64) {
        let mut files = vec![("the log".to_owned(), self.log.0.lock().expect("not poisoned").clone())];
        for folder in [&self.data, &self.checkpoints] {
            files_below(folder, &mut files);
        }
        let mut moments = self.moments.lock().expect("not poisoned");
        let name = format!("{name}, {count} records, look {}", moments.len());
        moments.push(Moment { name, count, files });
    }
}

/// The store, whose files are read after every commit, before anybody is notified of it.
struct Watched {
    inner: SqliteStore,
    place: Place,
}

impl PassThrough for Watched {
    fn behind(&self) -> &dyn Store {
        &self.inner
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        let size: u64 = batch.parts.iter().map(|part| part.records.len() as u64).sum();
        let place = self.place.clone();
        let look = move |outcome: Result<Appended, StoreError>| {
            if let Ok(Appended::Done { first }) = &outcome {
                place.look("after a commit", first + size - 1);
            }
            done(outcome);
        };
        self.inner.append(batch, Box::new(look));
    }
}

const TABLE: u64 = 1;

/// A room over files, and the decks that it deals.
struct Files {
    house: House,
    store: Arc<Watched>,
    place: Place,
    asked: u64,
}

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("an amount")
}

/// The key with which [`House`] seals decks.
fn room_key() -> RoomKey {
    RoomKey::new([7; 32]).expect("a key")
}

impl Files {
    async fn open(root: &Path, log: &Log, chance: &Known, moments: &Arc<Mutex<Vec<Moment>>>) -> Files {
        let checkpoints = root.join("checkpoints");
        let place =
            Place { data: root.join("data"), checkpoints, log: log.clone(), moments: moments.clone() };
        // A log so short that its pages are written into the database every few acts.
        let options = StoreOptions {
            checkpoints: place.checkpoints.join("signed"),
            pages_in_log: 40,
            ..StoreOptions::new(&place.data, &root.join("keys"))
        };
        let inner = SqliteStore::open(&options, &Keys::new([7; 32], [8; 32])).expect("opened");
        let store = Arc::new(Watched { inner, place: place.clone() });
        let clocks = Clocks { steady: AtomicU64::new(5_000), wall: AtomicU64::new(1_790_000_000_000) };
        let shared: Arc<dyn Store> = store.clone();
        let source = Box::new(chance.clone());
        let house = House::with_chance(shared, Config::default(), Arc::new(clocks), CHEAP, source).await;
        Files { house, store, place, asked: 0 }
    }

    async fn does(&mut self, person: u64, turn: Option<TurnId>, wish: Wish) {
        self.asked += 1;
        let mut key = [root_byte(&self.place); 16];
        key[..8].copy_from_slice(&self.asked.to_le_bytes());
        let ask = TableRequest {
            by: Actor::player(Person(person)),
            key: RequestKey(key),
            turn,
            wish: wish.clone(),
        };
        let answer = self.house.state.room.ask(TABLE, ask).await;
        assert!(matches!(answer, Reply::Done { .. }), "{wish:?}: {answer:?}");
    }

    /// Whose turn it is, once the dealer has gone on as far as possible.
    async fn turn(&self) -> (u64, TurnId, bool, u64) {
        for _ in 0..10_000 {
            let (state, count) = read_table(self.store.as_ref(), TABLE, &room_key()).expect("read");
            if let (Some((seat, turn, showing)), Some(hand)) = (state.turn(), state.hand_in_play()) {
                return (hand.person(seat).expect("a player").0, turn, showing, count);
            }
            tokio::task::yield_now().await;
        }
        panic!("nobody is on turn");
    }

    /// The player on action does something; then everybody looks at everything that can be requested.
    async fn acts(&mut self, wish: impl Fn(bool) -> Wish, cookie: &str) {
        let (person, turn, showing, _) = self.turn().await;
        let wish = if showing { Wish::Show(ShowWish::Hand) } else { wish(turn.facing.is_zero()) };
        self.does(person, Some(turn), wish).await;
        for path in [
            "/health",
            "/api/tables",
            "/api/tables/1",
            "/api/tables/1/hands",
            "/api/tables/1/sign",
            "/api/me",
        ] {
            self.house.get(path, cookie).await;
        }
    }
}

/// A room that continues from copied files has other request keys than before.
fn root_byte(place: &Place) -> u8 {
    u8::from(place.data.to_string_lossy().contains("killed"))
}

fn passive(free: bool) -> Wish {
    if free { Wish::Play(Play::Check) } else { Wish::Play(Play::Call) }
}

/// A deck that was dealt, what was opened of it, and the records from its shuffle to the next one's, as they
/// are on disk.
struct Dealt {
    deck: Deck,
    /// The number of the room's record after which each slot was open.
    open: BTreeMap<usize, u64>,
    records: Vec<(u64, String)>,
}

impl Dealt {
    /// The slots that were open when the room had this many records.
    fn open_by(&self, count: u64) -> BTreeSet<usize> {
        self.open.iter().filter(|(_, at)| **at <= count).map(|(slot, _)| *slot).collect()
    }
}

/// The bodies of records as they are on disk, where phrases are stored as signs.
fn on_disk(data: &Path) -> BTreeMap<u64, String> {
    let reader = rusqlite::Connection::open(data.join("room.db")).expect("opened");
    let mut statement = reader.prepare("SELECT sequence, body FROM records").expect("a statement");
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?)));
    rows.expect("rows").collect::<Result<_, _>>().expect("bodies")
}

/// The decks that were dealt, in order.
fn dealt(files: &Files, chance: &Known) -> Vec<Dealt> {
    let mut stands = on_disk(&files.place.data);
    let sorted: Vec<Card> = Cards::Cards52.cards(false).iter().collect();
    let drawn = chance.0.lock().expect("not poisoned").clone();
    let mut decks: Vec<Dealt> = Vec::new();
    for stored in Store::read(&*files.store, StreamId::Table(TABLE), 0, usize::MAX).expect("read") {
        for entry in entry::from_body(&stored.body).expect("read") {
            match entry {
                TableEntry::Deck { commitment, sealed, .. } => {
                    let of = |at: &usize| {
                        ShuffledDeck::new(commitment.deck(), &DeckSeed::new(drawn[*at]), &sorted)
                    };
                    let is = |at: &usize| *of(at).expect("a deck").commitment() == commitment;
                    let at = (0..drawn.len()).find(is).expect("the seed was drawn");
                    let opens =
                        |key: &&[u8; 32]| sealed.open(&HandKey::new(**key), commitment.deck()).is_ok();
                    let key = drawn.iter().find(opens).expect("the key was drawn");
                    let deck = Deck::of(&of(&at).expect("a deck"), drawn[at], *key);
                    decks.push(Dealt { deck, open: BTreeMap::new(), records: Vec::new() });
                }
                TableEntry::Opening(opening) => {
                    let dealt = decks.last_mut().expect("a deck");
                    dealt.open.insert(usize::from(opening.slot), stored.sequence);
                }
                _ => {}
            }
        }
        if let Some(dealt) = decks.last_mut() {
            let body = stands.remove(&stored.sequence).expect("it is on the disk");
            dealt.records.push((stored.sequence, body));
        }
    }
    decks
}

/// How many bytes before or after a card must agree for it to be the one of a record.
const AROUND: usize = 40;

/// Whether a match is a card that another hand opened, written where that hand's record is: the same card may
/// lie in the same slot of two decks. The bytes around it have to be those of that record, so the same text
/// anywhere else is not excused.
fn is_of_another_hand(file: &[u8], at: usize, needle: &Needle, count: u64, decks: &[Dealt]) -> bool {
    let end = at + needle.bytes.len();
    // A page may end on one side.
    let before = at.checked_sub(AROUND).and_then(|from| file.get(from..end));
    let windows = [before, file.get(at..end + AROUND)];
    let windows = windows.map(|window| window.and_then(|window| std::str::from_utf8(window).ok()));
    decks.iter().filter(|other| other.deck.id.hand != needle.hand).any(|other| {
        let opened = |slot: usize| face_up(other.deck.order[slot], slot).contains(&needle.bytes);
        let in_record = |(sequence, body): &(u64, String)| {
            *sequence <= count && windows.iter().flatten().any(|window| body.contains(window))
        };
        other.open_by(count).into_iter().any(opened) && other.records.iter().any(in_record)
    })
}

/// What is found at a moment that must not be there; and what was skipped as a card of another hand.
fn found(moment: &Moment, decks: &[Dealt]) -> (Vec<String>, Vec<Needle>) {
    let closed = |dealt: &Dealt| needles(&dealt.deck, &dealt.open_by(moment.count));
    let search = Search::new(decks.iter().flat_map(closed).collect());
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    for (file, bytes) in &moment.files {
        for (at, needle) in search.find(bytes) {
            if is_of_another_hand(bytes, at, needle, moment.count, decks) {
                excused.push(needle.clone());
                continue;
            }
            let around = &bytes[at.saturating_sub(AROUND)..bytes.len().min(at + 2 * AROUND)];
            let (name, hand, what) = (&moment.name, needle.hand, &needle.what);
            let around = String::from_utf8_lossy(around);
            found.push(format!("{name}: hand {hand}: {what} in {file} at byte {at}: {around}"));
        }
    }
    (found, excused)
}

/// Whether some bytes are in a file of a moment.
fn is_there(moment: &Moment, bytes: &[u8]) -> bool {
    let search = Search::new(vec![Needle { hand: 0, what: "it".to_owned(), bytes: bytes.to_vec() }]);
    moment.files.iter().any(|(_, file)| !search.find(file).is_empty())
}

/// Proves SEC-08: with known decks, every file of the room (database, log of the database, its index,
/// checkpoints, a backup copy) is read after every commit, in the middle of a hand, while pages are written
/// into the database, and after the room was killed and restarted. No card that is not face up is there in
/// any form, nor is a seed, a key of a hand, or the salt of a closed card; and none of it is in the room's
/// own log. After a hand, the opened cards are there, and no others. Not searched: memory, and what the
/// operating system may write of it.
#[tokio::test]
async fn no_file_holds_a_live_card() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .with_ansi(false)
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let (root, chance, moments) = (tempfile::tempdir().expect("a folder"), Known::default(), Arc::default());
    let mut files = Files::open(root.path(), &log, &chance, &moments).await;
    let mut cookies = Vec::new();
    for login in ["ana", "ben", "cleo"] {
        cookies.push(files.house.player(login).await);
    }
    let wish = TableWish {
        name: "One".to_owned(),
        book: "standard".to_owned(),
        settings: Vec::new(),
        bots: 0,
        dealer: room::Dealer::Software,
    };
    let table = files.house.state.room.open_table(Actor::player(Person(1)), &wish).await;
    assert_eq!(table, Ok(TABLE));
    for person in 1..=3_u8 {
        let seat = Seat::new(person).expect("a seat");
        files.does(u64::from(person), None, Wish::Seat(SeatWish::Sit { seat, stack: chips(200) })).await;
    }
    // Hands that reach a showdown, one with a fold, one with an all-in; then one that is interrupted in the
    // middle.
    let cookie = cookies[0].clone();
    let (mut acts, mut of_hand) = (0, (0, 0));
    loop {
        let hand = files.turn().await.1.hand;
        if hand == 5 {
            break;
        }
        of_hand = (hand, if of_hand.0 == hand { of_hand.1 + 1 } else { 0 });
        let wish = |free: bool| match of_hand {
            (3, 0) | (4, 1) => Wish::Play(Play::Fold),
            (4, 0) => Wish::Play(Play::AllIn),
            _ => passive(free),
        };
        files.acts(wish, &cookie).await;
        acts += 1;
        assert!(acts < 200, "the hands go on");
    }
    // A reader holds back part of the log: pages up to there are in the database, later ones in the log only.
    let reader = rusqlite::Connection::open(files.place.data.join("room.db")).expect("opened");
    reader.execute_batch("BEGIN; SELECT count(*) FROM records").expect("read");
    for _ in 0..4 {
        files.acts(passive, &cookie).await;
    }
    let (_, turn, _, _) = files.turn().await;
    assert_eq!(turn.hand, 5, "a hand is being played");
    let count = moments_count(&moments);
    files.place.look("while pages are moved", count);
    reader.execute_batch("COMMIT").expect("read");
    // A backup copy, made while the hand is played.
    let copy = files.place.checkpoints.join("copy.db");
    reader.execute("VACUUM INTO ?1", [copy.to_str().expect("a path")]).expect("copied");
    drop(reader);
    files.place.look("with a copy of the database", count);
    // A killed process leaves its files as they are.
    let killed = root.path().join("killed");
    for (from, to) in [("data", "data"), ("checkpoints", "checkpoints")] {
        std::fs::create_dir_all(killed.join(to)).expect("a folder");
        for entry in std::fs::read_dir(root.path().join(from)).expect("a folder") {
            let path = entry.expect("an entry").path();
            std::fs::copy(&path, killed.join(to).join(path.file_name().expect("a name"))).expect("copied");
        }
    }
    let mut again = Files::open(&killed, &log, &chance, &moments).await;
    assert_eq!(again.turn().await.1, turn, "the hand goes on");
    for _ in 0..2 {
        again.acts(passive, &cookie).await;
    }
    again.place.look("in a room that was started again", moments_count(&moments));
    tracing::info!("the log is open");
    again.place.look("at the end", moments_count(&moments));
    drop(guard);

    let decks = dealt(&again, &chance);
    assert_eq!(decks.len(), 5);
    let moments = moments.lock().expect("not poisoned");
    assert!(moments.len() > 50, "{} moments", moments.len());
    let mut passed_over = BTreeMap::new();
    for moment in moments.iter() {
        let (found, excused) = found(moment, &decks);
        assert!(found.is_empty(), "{:#?}", &found[..found.len().min(20)]);
        for needle in excused {
            passed_over.entry((needle.hand, needle.bytes)).or_insert(moment);
        }
    }
    // With these decks it happens that a card lies in the slot in which it was opened in an earlier hand. At
    // the same moment, the live hand's own card is still found: the same text in another place, and an
    // opening of its own.
    assert!(!passed_over.is_empty(), "no two decks have a card in the same slot: use other seeds");
    for ((hand, bytes), moment) in &passed_over {
        let dealt = decks.iter().find(|dealt| dealt.deck.id.hand == *hand).expect("its deck");
        let deck = &dealt.deck;
        let is = |slot: &usize| face_up(deck.order[*slot], *slot).contains(bytes);
        let slot = (0..52).find(is).expect("its slot");
        let (card, salt) = (deck.order[slot], hex(&deck.salts[slot]));
        let opening =
            format!(r#"[{{"entry":"opening","slot":{slot},"card":"{card}","salt":"{salt}","path":["#);
        let mut text = br#"{"stub":["#.to_vec();
        text.extend_from_slice(bytes);
        let files = vec![("a text".to_owned(), text), ("an opening".to_owned(), opening.into_bytes())];
        let planted = Moment { name: "planted".to_owned(), count: moment.count, files };
        let (planted, _) = found(&planted, &decks);
        for what in [
            format!("the card of slot {slot} in a text"),
            format!("the card of slot {slot} in an opening"),
            format!("the salt of slot {slot} as hexadecimal in an opening"),
        ] {
            assert!(planted.iter().any(|line| line.contains(&what)), "{what}: {planted:?}");
        }
    }
    // The files were worth searching: a log that was not empty, and each opened card in one of them.
    let last = moments.last().expect("a moment");
    assert!(is_there(last, b"the log is open"));
    let named = |part: &str| {
        moments
            .iter()
            .filter(|moment| {
                moment.files.iter().any(|(name, bytes)| name.ends_with(part) && bytes.len() > 4096)
            })
            .count()
    };
    assert!(named("room.db-wal") > 40 && named("room.db") > 40);
    let mut opened = 0;
    for dealt in &decks {
        for slot in dealt.open.keys() {
            opened += 1;
            let there = face_up(dealt.deck.order[*slot], *slot).iter().any(|form| is_there(last, form));
            assert!(there, "the opened card of slot {slot}");
        }
    }
    assert!(opened > 20, "{opened} cards were opened");
}

fn moments_count(moments: &Arc<Mutex<Vec<Moment>>>) -> u64 {
    moments.lock().expect("not poisoned").iter().map(|moment| moment.count).max().unwrap_or(0)
}

/// Proves SEC-08 of the search itself: it finds a deck that is written into the store, a temporary file or a
/// line of the log.
#[tokio::test]
async fn a_live_deck_in_a_file_is_found() {
    let (log, root) = (Log::default(), tempfile::tempdir().expect("a folder"));
    let moments = Arc::default();
    let files = Files::open(root.path(), &log, &Known::default(), &moments).await;
    let deck = Deck::from_seed(5);
    let decks = [Dealt { deck: Deck::from_seed(5), open: BTreeMap::new(), records: Vec::new() }];
    files.place.look("before", 0);
    let cards: Vec<String> = deck.order[20..25].iter().map(Card::to_string).collect();
    let record = room::port::NewRecord {
        at: room::port::Wall(0),
        by: Actor::HOUSE,
        key: None,
        kind: "leak",
        start: false,
        body: serde_json::json!({ "stub": cards }).to_string(),
        postings: Vec::new(),
    };
    let part =
        room::port::BatchPart { stream: StreamId::Table(9), expected: 0, fence: 0, records: vec![record] };
    let (tell, told) = std::sync::mpsc::channel();
    let batch = Batch { parts: vec![part], people: Vec::new() };
    Store::append(&*files.store, batch, Box::new(move |outcome| tell.send(outcome).expect("somebody waits")));
    assert!(matches!(told.recv().expect("told"), Ok(Appended::Done { .. })));
    let temporary = files.place.data.join("room.db-journal.tmp");
    std::fs::write(&temporary, deck.seed).expect("written");
    files.place.look("a temporary file", 0);
    std::fs::remove_file(temporary).expect("removed");
    log.0.lock().expect("not poisoned").extend(format!("dealt {cards:?}").bytes());
    files.place.look("a line of the log", 0);
    let moments = moments.lock().expect("not poisoned");
    let of = |name: &str| {
        let moment = moments.iter().find(|moment| moment.name.starts_with(name)).expect("looked at");
        found(moment, &decks).0.join("\n")
    };
    assert_eq!(of("before"), "");
    let stored = moments.iter().rfind(|moment| moment.name.starts_with("after a commit"));
    let stored = found(stored.expect("a commit"), &decks).0.join("\n");
    assert!(stored.contains("in ") && stored.contains("room.db-wal"), "{stored}");
    assert!(of("a temporary file").contains("room.db-journal.tmp"));
    assert!(of("a line of the log").contains("in the log"));
}
