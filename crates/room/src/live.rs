//! The live room: a task for each table that performs what its keeper returns, and the interface for servers
//! and programs.
//!
//! The keepers decide; the mailboxes, timers and ports are here. Everything is bounded.

mod chat;
mod hand_access;
mod seats;
mod start;
mod stopped_tables;
mod supervision;
mod task;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use fair::{CheckedEntropy, Entropy, EntropyError, Label, RoomKey, Seed, Stream as Draws};
use rulebook::Book;
use seating::{Actor, Person};
use table::{House, HouseFact, Table, TableFact};
use tokio::sync::{mpsc, oneshot};

use crate::chat::ChatRates;
use crate::dealer::Dealer;
use crate::entry::{self, TableEntry};
use crate::house::compile_house;
use crate::keeper::{Pace, WatcherId};
use crate::lobby::{self, Lobby, RoomFact};
use crate::port::{
    Appended, Batch, BatchPart, Cause, InterruptedRead, NewRecord, Now, RequestKey, Store, StoreError,
    StreamId,
};
use crate::recovery::reply_from_store;
use crate::requests::{
    Listing, OfficialWish, Outbound, Reply, RoomRefusal, SeatWish, TableRequest, TableWish, Wish,
};
use crate::state::TableState;
use chat::ChatRequest;
pub use hand_access::TablePresence;
use seats::SeatBook;
pub use start::RoomStart;
pub use supervision::ClockWatch;
use task::start_table;

/// The source of time.
pub trait Clock: Send + Sync {
    /// Both clocks, read together: the wall clock for records, the steady one for every deadline. The steady
    /// one never goes back.
    fn now(&self) -> Now;
}

/// What a room depends on.
pub struct Ports {
    /// The source of truth.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Entropy, checked before it is used.
    pub entropy: CheckedEntropy<Box<dyn Entropy + Send>>,
    /// What decks are sealed with.
    pub keys: Arc<RoomKey>,
}

/// The most tables in a room.
pub const MAX_TABLES: usize = 20_000;
/// How many inputs can queue for a table; once it is full, senders wait.
const MAILBOX: usize = 128;
/// How many messages can queue for one viewer: several complete hands. A viewer who reads more slowly is cut
/// off and has to come back.
const OUTBOX: usize = 256;

/// What a table's task receives.
enum TaskMessage {
    Request {
        request: TableRequest,
        answer: oneshot::Sender<Reply>,
    },
    Watch {
        person: Option<Person>,
        device: u32,
        from: Option<u64>,
        unseen: u64,
        id: WatcherId,
        out: mpsc::Sender<Outbound>,
    },
    Unwatch {
        id: WatcherId,
    },
    AtTable {
        person: Person,
        answer: oneshot::Sender<TablePresence>,
    },
    Chat(ChatRequest),
    Drain {
        done: oneshot::Sender<()>,
    },
    Hold(bool),
}

#[derive(Clone)]
struct TableHandle {
    mailbox: mpsc::Sender<TaskMessage>,
    listing: Arc<Mutex<Arc<Listing>>>,
}

struct RoomInner {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Mutex<CheckedEntropy<Box<dyn Entropy + Send>>>,
    keys: Arc<RoomKey>,
    pace: Pace,
    fence: u64,
    tables: RwLock<BTreeMap<u64, TableHandle>>,
    /// Tables that could not be opened with the room, and why: nothing happens there.
    damaged: BTreeMap<u64, String>,
    /// The reference of each of those in the log.
    damage_references: BTreeMap<u64, String>,
    /// Held while a table is opened, so that each number is given once and the room's stream has one writer.
    lobby: tokio::sync::Mutex<Lobby>,
    /// Who sits where.
    roster: Mutex<SeatBook>,
    /// People who are taking a seat at this moment.
    sitting_down: Mutex<BTreeSet<Person>>,
    next_watcher: std::sync::atomic::AtomicU64,
    /// The room is about to stop.
    draining: AtomicBool,
    /// The disk has too little free space for anything new to begin.
    held: AtomicBool,
    /// The rate limits of chat.
    chat_rates: Mutex<ChatRates>,
    /// Which accounts are played by programs.
    machines: OnceLock<MachineCheck>,
    /// How many tables people may have, and how long these may stay empty.
    limits: OnceLock<TableLimits>,
}

/// Limits on the tables that players open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// How many tables one player may have open.
    pub of_person: usize,
    /// How long a player's table stays open with nobody seated, in milliseconds; `None` for no limit.
    pub empty: Option<u64>,
}

/// Tells whether an account is played by a program.
type MachineCheck = Box<dyn Fn(Person) -> bool + Send + Sync>;

/// A running room. Clones are handles to the same room.
#[derive(Clone)]
pub struct Room {
    inner: Arc<RoomInner>,
}

/// A request to watch a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct WatchRequest {
    /// The person; `None` for a spectator without an account.
    pub person: Option<Person>,
    /// The device.
    pub device: u32,
    /// The number of the last record the viewer already has.
    pub from: Option<u64>,
    /// A record number in the room: hands opened before that record are not shown to the person as to their
    /// player.
    pub since: u64,
}

/// A live view of a table that lasts until it is dropped.
pub struct Subscription {
    updates: mpsc::Receiver<Outbound>,
    id: WatcherId,
    mailbox: mpsc::Sender<TaskMessage>,
}

impl Subscription {
    /// The next message for this viewer, in the order of the table's records; `None` when there will be no
    /// more, because the table closed or the viewer was too slow.
    pub async fn recv(&mut self) -> Option<Outbound> {
        self.updates.recv().await
    }
}

impl Drop for Subscription {
    /// Stops watching; if the mailbox is full, a task of its own delivers the message later.
    fn drop(&mut self) {
        let (sender, message) = (self.mailbox.clone(), TaskMessage::Unwatch { id: self.id });
        if let Err(mpsc::error::TrySendError::Full(message)) = sender.try_send(message)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { sender.send(message).await });
        }
    }
}

/// Marks a person as taking a seat until it is dropped, which also happens if the requester stops waiting for
/// the reply.
struct SittingGuard<'a> {
    people: &'a Mutex<BTreeSet<Person>>,
    person: Person,
}

impl<'a> SittingGuard<'a> {
    /// Marks the person as taking a seat; `None` if they are taking one already. While the guard lives, a
    /// second request to sit is refused.
    fn try_new(people: &'a Mutex<BTreeSet<Person>>, person: Person) -> Option<SittingGuard<'a>> {
        // Made only if the person was not there already: any guard that is made is also dropped, and that
        // removes the person.
        let is_first = lock(people).insert(person);
        is_first.then(|| SittingGuard { people, person })
    }
}

impl Drop for SittingGuard<'_> {
    /// Ends the mark, so that the person may ask for a seat again, also if the requester stopped waiting.
    fn drop(&mut self) {
        lock(self.people).remove(&self.person);
    }
}

/// Locks a mutex, even one that a thread held when it panicked: a failed check at one table must not stop the
/// whole room.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Appends a batch and waits until it is safely stored; nothing may be shown to anybody before that.
///
/// # Errors
/// A fault of the store.
pub async fn append(store: &dyn Store, batch: Batch) -> Result<Appended, StoreError> {
    let (sender, receiver) = oneshot::channel();
    store.append(batch, Box::new(move |outcome| drop(sender.send(outcome))));
    receiver.await.unwrap_or(Err(StoreError::Stopped))
}

/// Runs work to its end even if whoever waits for it has gone, such as a client that disconnects: what is stored must
/// be counted by the room that stored it, or the room takes its own record for that of another process. `None` if the
/// runtime ends first.
async fn run_to_end<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Option<T> {
    match tokio::spawn(work).await {
        Ok(done) => Some(done),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => None,
        },
    }
}

/// The draws with which a table's bots decide, from a fresh seed; `None` if it has no bots. Without entropy a
/// table with bots is not opened (RNG-09).
fn bot_draws(
    state: &TableState,
    entropy: &mut CheckedEntropy<Box<dyn Entropy + Send>>,
) -> Result<Option<Draws>, EntropyError> {
    if state.bots.is_empty() {
        return Ok(None);
    }
    entropy.draw().map(|bytes| Some(Draws::new(&Seed::new(bytes), Label::Bots)))
}

impl RoomInner {
    /// Whether an account is played by a program: a house bot, or one that the machine check names. Its seat is
    /// limited by 16.1.
    fn is_machine(&self, person: Person) -> bool {
        lobby::is_machine(person) || self.machines.get().is_some_and(|machines| machines(person))
    }
}

impl Room {
    /// Opens the room that is in the store: every table that was open comes back, in mid-hand if it was. A
    /// table whose records cannot be read stays stopped, and the others go on. Tables run as tasks of the
    /// current runtime. [`RoomStart`] does the same in two steps.
    ///
    /// # Errors
    /// A fault of the store, or a stream of the room that no room wrote; it names the record.
    pub async fn open(ports: Ports, pace: Pace) -> Result<Room, StoreError> {
        RoomStart::read(ports).await?.open(pace).await
    }

    /// How often the room has started, from 1: the fencing number of everything it writes.
    pub fn fence(&self) -> u64 {
        self.inner.fence
    }

    /// True if the room has started for the first time, on an empty store.
    pub fn is_new(&self) -> bool {
        self.inner.fence == 1
    }

    /// Sets how the room recognises accounts played by programs. They may sit only where the book allows marked
    /// machine players (16.1). Only the first call counts; until then only house bots count as programs.
    pub fn set_machine_check(&self, machines: impl Fn(Person) -> bool + Send + Sync + 'static) {
        let _ = self.inner.machines.set(Box::new(machines));
    }

    /// Limits the tables that players open, from now on. Only the first call counts; until then there are no
    /// limits.
    pub fn set_table_limits(&self, limits: TableLimits) {
        let _ = self.inner.limits.set(limits);
    }

    /// Whether an account is played by a program, as [`Room::set_machine_check`] says, or is a house bot.
    fn is_machine(&self, person: Person) -> bool {
        self.inner.is_machine(person)
    }

    /// The lobby listings in the order of the table numbers. Closed tables are not listed; nor are those that
    /// could not be read at the start.
    pub fn tables(&self) -> Vec<Arc<Listing>> {
        let tables = self.inner.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.values().map(|handle| Arc::clone(&lock(&handle.listing))).collect()
    }

    /// A page of the lobby: the first `most` listings after table number `after` that `fits` accepts, in the
    /// order of the numbers, and whether there are more.
    pub fn tables_after(
        &self,
        after: u64,
        most: usize,
        fits: impl Fn(&Listing) -> bool,
    ) -> (Vec<Arc<Listing>>, bool) {
        let tables = self.inner.tables.read().unwrap_or_else(PoisonError::into_inner);
        let above = tables.range((Bound::Excluded(after), Bound::Unbounded));
        let listed = above.map(|(_, handle)| Arc::clone(&lock(&handle.listing)));
        let mut found: Vec<Arc<Listing>> = listed.filter(|listing| fits(listing)).take(most + 1).collect();
        let more = found.len() > most;
        found.truncate(most);
        (found, more)
    }

    /// How many tables are open in the lobby now, shown beside each page of it.
    pub fn table_count(&self) -> usize {
        self.inner.tables.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The lobby listing of one table as of its last stored record; `None` if it is not open.
    pub fn table(&self, table: u64) -> Option<Arc<Listing>> {
        self.handle(table).map(|handle| Arc::clone(&lock(&handle.listing)))
    }

    /// The key that the room's decks are sealed with, for reading finished hands back. It opens hidden cards:
    /// callers must not send it anywhere.
    pub fn keys(&self) -> &RoomKey {
        &self.inner.keys
    }

    /// The mailbox and listing of a table's task; `None` for a table that is not open.
    fn handle(&self, table: u64) -> Option<TableHandle> {
        let tables = self.inner.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&table).cloned()
    }

    /// Opens a table and returns its number. The caller checks who may; the name, the book's choices and the
    /// room's limits are checked here. Without a key a repeated call opens another table.
    ///
    /// # Errors
    /// Why the table cannot be played as requested, with clauses, or that nothing can be stored.
    pub async fn open_table(&self, by: Actor, wish: &TableWish) -> Result<u64, RoomRefusal> {
        self.open_table_once(by, None, wish).await
    }

    /// Opens a table once per key: the same request with the same key returns the table opened the first time.
    /// Tables are opened one at a time, so that numbers are given once.
    ///
    /// # Errors
    /// As [`Room::open_table`], and if the key opened a different table.
    pub async fn open_table_once(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        wish: &TableWish,
    ) -> Result<u64, RoomRefusal> {
        let (room, wish) = (self.clone(), wish.clone());
        let opened = run_to_end(async move { room.open_checked_table(by, key, &wish).await }).await;
        opened.unwrap_or_else(|| Err(RoomRefusal::plain("store_broken", StoreError::Stopped.to_string())))
    }

    /// Does what [`Room::open_table_once`] says. From the append on it must not be dropped before its end.
    async fn open_checked_table(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        wish: &TableWish,
    ) -> Result<u64, RoomRefusal> {
        let fault = |why: StoreError| RoomRefusal::plain("fault", why.to_string());
        let chosen = (!wish.name.is_empty()).then(|| lobby::tidy_table_name(&wish.name)).transpose()?;
        let book = Book::named(&wish.book).ok_or_else(|| RoomRefusal::no_book(&wish.book))?;
        // A table without a name of its own is named after its book and number, so that two can be told
        // apart.
        let named = |table: u64| chosen.clone().unwrap_or_else(|| lobby::name_by_number(book.title(), table));
        let choices: Vec<(&str, &str)> =
            wish.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let house = compile_house(book, &choices)?;
        let mut lobby = self.inner.lobby.lock().await;
        if let Some(key) = key
            && let Some(table) = self.table_opened_with(by.person, key).await.map_err(fault)?
        {
            let same = self.matches_opening(table, &named(table), &house, wish).await.map_err(fault)?;
            return if same { Ok(table) } else { Err(RoomRefusal::key_used()) };
        }
        self.check_may_begin()?;
        if lobby.open_count() >= MAX_TABLES {
            let why = format!("the room already has {MAX_TABLES} tables: close one first");
            return Err(RoomRefusal::plain("full", why).because("tables_full").with("at_most", MAX_TABLES));
        }
        let table = lobby.next_table();
        let bots = lobby::bots_for(table, wish.bots, &house)?;
        let dealer = wish.dealer;
        if dealer == Dealer::Person && !bots.is_empty() {
            let why = "house bots play only where the software deals: they cannot see physical cards";
            return Err(RoomRefusal::plain("bots", why).because("bots_see_no_cardboard"));
        }
        let name = named(table);
        self.check_may_open(by, &name)?;
        let (_, opened) = Table::open_with_deck(Arc::clone(&house), dealer.deck());
        let state = TableState::create(table, &name, by.person, &bots, &opened, dealer);
        let state = state.map_err(|why| RoomRefusal::plain("fault", why.to_string()))?;
        let draws = bot_draws(&state, &mut lock(&self.inner.entropy))
            .map_err(|why| RoomRefusal::plain("no_chance", why.to_string()))?;
        let opened = Box::new(opened);
        let made = TableEntry::Made { table, name: name.clone(), opener: by.person, bots, opened, dealer };
        let body = entry::to_body(&[made]).map_err(|why| RoomRefusal::plain("fault", why.to_string()))?;
        let now = self.inner.clock.now();
        let mut batch = lobby.batch(now.wall, by, &[RoomFact::TableOpened { table, name }]).map_err(fault)?;
        batch.parts.iter_mut().flat_map(|part| &mut part.records).for_each(|record| record.key = key);
        batch.parts.push(BatchPart {
            stream: StreamId::Table(table),
            expected: 0,
            fence: self.inner.fence,
            records: vec![NewRecord {
                at: now.wall,
                by,
                key: None,
                kind: "made",
                start: true,
                body,
                postings: Vec::new(),
            }],
        });
        let broken = |why: StoreError| RoomRefusal::plain("store_broken", why.to_string());
        let appended = append(self.inner.store.as_ref(), batch).await.map_err(broken)?;
        lobby.on_appended(appended).map_err(fault)?;
        tracing::info!(table, opener = by.person.0, "a table was opened");
        start_table(&self.inner, state, 1, draws, false);
        Ok(table)
    }

    /// Whether table `table` was opened with this name and house, and with the number of bots and the dealer of
    /// this wish: whether a repeated key asks for the same thing.
    async fn matches_opening(
        &self,
        table: u64,
        name: &str,
        house: &House,
        wish: &TableWish,
    ) -> Result<bool, StoreError> {
        let store = Arc::clone(&self.inner.store);
        let read = tokio::task::spawn_blocking(move || store.read(StreamId::Table(table), 0, 1));
        let read = read.await.map_err(|error| StoreError::ReadInterrupted {
            reading: InterruptedRead::TableOpening,
            source: Cause::new(error),
        })??;
        let Some(made) = read.first().and_then(|record| entry::from_body(&record.body).ok()) else {
            return Ok(false);
        };
        Ok(made.iter().any(|entry| match entry {
            TableEntry::Made { name: named, bots: programs, opened, dealer, .. } => {
                let so = matches!(&opened.what, TableFact::House(HouseFact::TableOpened { house: by, .. }) if by.determined == house.determined);
                so && named == name && programs.len() == usize::from(wish.bots) && *dealer == wish.dealer
            }
            TableEntry::Table { .. }
            | TableEntry::Snapshot(_)
            | TableEntry::Deck { .. }
            | TableEntry::Cut(_)
            | TableEntry::Opening(_)
            | TableEntry::Play(_)
            | TableEntry::TimeBank { .. }
            | TableEntry::Asked { .. }
            | TableEntry::Purse { .. } => false,
        }))
    }

    /// The table that a person opened with a key, looked up in the room's stream; `None` if the key is new.
    async fn table_opened_with(&self, person: Person, key: RequestKey) -> Result<Option<u64>, StoreError> {
        let store = Arc::clone(&self.inner.store);
        let read = move || match store.by_key(StreamId::Room, person, key)? {
            Some(number) => lobby::table_opened_in(store.as_ref(), number),
            None => Ok(None),
        };
        let read = tokio::task::spawn_blocking(read).await;
        read.map_err(|error| StoreError::ReadInterrupted {
            reading: InterruptedRead::Room,
            source: Cause::new(error),
        })?
    }

    /// Makes a request of a table and waits for the reply: what was done is stored by then. The same request
    /// with the same key gets the same reply, even after a restart of the room, and nothing is done twice. A
    /// server sends every request of a player or official through here.
    pub async fn ask(&self, table: u64, request: TableRequest) -> Reply {
        let answer = self.route_request(table, request.clone()).await;
        if matches!(answer, Reply::Done { .. }) {
            return answer;
        }
        let (store, refused) = (Arc::clone(&self.inner.store), answer.clone());
        let read = move || reply_from_store(store.as_ref(), table, &request, answer);
        tokio::task::spawn_blocking(read).await.unwrap_or(refused)
    }

    /// Sends a request to its table after the checks that concern the whole room: programs only where the book
    /// marks them, one seat a player where the book says so (16.1, 16.2).
    async fn route_request(&self, table: u64, request: TableRequest) -> Reply {
        let Some(handle) = self.handle(table) else { return Reply::Refused(self.no_table_refusal(table)) };
        let listing = Arc::clone(&lock(&handle.listing));
        if let Some(refused) = self.machine_refusal(&listing, &request) {
            return Reply::Refused(refused);
        }
        if !matches!(request.wish, Wish::Seat(SeatWish::Sit { .. })) {
            return Room::send_request(&handle, request).await;
        }
        let person = request.by.person;
        // One seat per person if the book says so (16.2), even if two are requested at the same moment.
        let Some(_sitting) = SittingGuard::try_new(&self.inner.sitting_down, person) else {
            let why = "you are already taking a seat: wait for the reply";
            return Reply::Refused(RoomRefusal::plain("busy", why).because("sitting_down"));
        };
        match self.seat_refusal(&listing, person) {
            Some(refused) => Reply::Refused(refused),
            None => Room::send_request(&handle, request).await,
        }
    }

    /// Checks whether a person could take a seat at a table, apart from which seat and with how much: the
    /// checks that [`Room::ask`] makes before it looks at the seat, for the page to show them early. Reserves
    /// nothing.
    ///
    /// # Errors
    /// Why not: there is no such table, it has stopped, programs may not play there, or a book allows one
    /// seat only.
    pub fn may_sit(&self, table: u64, person: Person) -> Result<(), RoomRefusal> {
        let listing = self.table(table).ok_or_else(|| self.no_table_refusal(table))?;
        if let Some(stopped) = self.stop_refusal(table) {
            return Err(stopped);
        }
        match self.seat_refusal(&listing, person) {
            Some(refused) => Err(refused),
            None => Ok(()),
        }
    }

    /// Why a program may not take a seat at this table, or why a table where programs sit may not start to bar
    /// them (16.1); `None` for every other request.
    fn machine_refusal(&self, listing: &Listing, request: &TableRequest) -> Option<RoomRefusal> {
        let house = &listing.house;
        if let Wish::Seat(SeatWish::Sit { .. }) = &request.wish {
            let barred = !house.machine_players && self.is_machine(request.by.person);
            return barred.then(|| lobby::machines_refusal(house));
        }
        let Wish::Official(OfficialWish::Determine { settings, .. }) = &request.wish else { return None };
        let off =
            |(name, value): &(String, String)| name.replace('-', "_") == "machine_players" && value == "off";
        let seated = || listing.practice || listing.seated.iter().any(|(_, person)| self.is_machine(*person));
        (settings.iter().any(off) && seated()).then(|| {
            let why = "programs sit at this table: they must leave before it can bar them";
            RoomRefusal::plain("machines_sit", why)
        })
    }

    /// Sends a request to a table's task and waits for the reply; a table that has gone counts as closed.
    async fn send_request(handle: &TableHandle, request: TableRequest) -> Reply {
        let (answer, answered) = oneshot::channel();
        let gone = || Reply::Refused(RoomRefusal::plain("closed", "this table is closed"));
        if handle.mailbox.send(TaskMessage::Request { request, answer }).await.is_err() {
            return gone();
        }
        answered.await.unwrap_or_else(|_| gone())
    }

    /// Watches a table: first the full view or whatever was missed, then everything as it is stored. Hands
    /// opened before `viewing.since` are shown as the rail sees them.
    ///
    /// # Errors
    /// There is no such table.
    pub async fn watch(&self, table: u64, viewing: WatchRequest) -> Result<Subscription, RoomRefusal> {
        let handle = self.handle(table).ok_or_else(|| self.no_table_refusal(table))?;
        let id = WatcherId(self.inner.next_watcher.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let (out, receiver) = mpsc::channel(OUTBOX);
        let WatchRequest { person, device, from, since } = viewing;
        let unseen = self.last_unseen_hand(table, since).await?;
        let message = TaskMessage::Watch { person, device, from, unseen, id, out };
        handle.mailbox.send(message).await.map_err(|_| self.no_table_refusal(table))?;
        Ok(Subscription { updates: receiver, id, mailbox: handle.mailbox.clone() })
    }
}
