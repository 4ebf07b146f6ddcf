//! One table's keeper with a store and clients. Time moves only when a test says so.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use fair::{CheckedEntropy, Entropy, EntropyError, Label, RoomKey, Seed, Stream as Draws};
use room::audit::Audit;
use room::entry::{self, TableEntry};
use room::house::compile_house;
use room::keeper::{Effect, Keeper, KeeperInput, Pace, RequestId, WatcherId};
use room::port::{
    Appended, Batch, BatchPart, NewRecord, Now, RequestKey, Steady, Store, StoreError, StreamId, Wall,
};
use room::recovery::read_table;
use room::requests::{
    Dealer, DealerWish, Outbound, Reply, SeatWish, TableRequest, TableView, TurnId, Update, Wish,
};
use room::state::TableState;
use rulebook::Book;
use seating::{Actor, Person, Role, Seat};
use store::MemoryStore;
use table::{House, Table};

/// Seed bytes that differ for each draw and are the same in every run.
pub struct Numbered(pub u64);

impl Entropy for Numbered {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        self.0 += 1;
        let mut draws = Draws::new(&Seed::of_number(self.0), Label::Bots);
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&draws.next_u32().to_le_bytes()));
        Ok(32)
    }
}

pub fn chips(count: u64) -> Chips {
    Chips::new(count).expect("an amount")
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

pub fn house(book: &str, settings: &[(&str, &str)]) -> Arc<House> {
    compile_house(Book::named(book).expect("a book"), settings).expect("a house")
}

/// The table's number in every bench.
pub const TABLE: u64 = 1;

pub struct Bench {
    pub keeper: Keeper,
    pub store: Arc<MemoryStore>,
    pub now: Now,
    pub keys: Arc<RoomKey>,
    pub pace: Pace,
    /// How many decks were drawn. A deck's entropy depends only on its number, so an interrupted room draws
    /// what it would have drawn.
    pub decks: u64,
    pub answers: BTreeMap<RequestId, Reply>,
    pub sent: BTreeMap<WatcherId, Vec<Outbound>>,
    asks: u64,
    watchers: u64,
    /// The outcome of the next append instead of being stored.
    pub fault: Option<StoreError>,
    /// What was logged.
    pub broke: Vec<String>,
    /// Set by tests that check what goes out before a batch is stored: batches wait in `held`.
    pub hold: bool,
    pub held: VecDeque<Batch>,
}

impl Bench {
    /// A table that has just been opened, and people with 10,000 chips each.
    pub fn new(house: &Arc<House>, pace: Pace, people: u64) -> Bench {
        Bench::with_bots(house, pace, people, &[])
    }

    pub fn with_bots(house: &Arc<House>, pace: Pace, people: u64, bots: &[Person]) -> Bench {
        Bench::opened(house, pace, people, bots, Dealer::Software)
    }

    /// A table at which a person deals, with people seated with `stack` chips each.
    pub fn by_hand(house: &Arc<House>, people: u64, stack: u64) -> Bench {
        let mut bench = Bench::opened(house, Pace::AT_ONCE, people, &[], Dealer::Person);
        bench.seat_all(people, stack);
        bench
    }

    /// A new table with people's wallets filled, at its keeper's start.
    fn opened(house: &Arc<House>, pace: Pace, people: u64, bots: &[Person], dealer: Dealer) -> Bench {
        let store = Arc::new(MemoryStore::default());
        let (_, opened) = Table::open_with_deck(Arc::clone(house), dealer.deck());
        let state = TableState::create(TABLE, "One", Person(1), bots, &opened, dealer).expect("a table");
        let made = TableEntry::Made {
            table: TABLE,
            name: "One".to_owned(),
            opener: Person(1),
            bots: bots.to_vec(),
            opened: Box::new(opened),
            dealer,
        };
        let body = entry::to_body(&[made]).expect("written");
        let record = |kind, body, start, postings| NewRecord {
            at: Wall(0),
            by: Actor::HOUSE,
            key: None,
            kind,
            start,
            body,
            postings,
        };
        let grant = |person| {
            let to = Account::Wallet { person };
            Posting::new(Account::Issue, to, Unit::Play, chips(10_000)).expect("a way")
        };
        let grants = (1..=people).map(grant).collect();
        let part = |stream, record| BatchPart { stream, expected: 0, fence: 1, records: vec![record] };
        let parts = vec![
            part(StreamId::Room, record("grants", "[]".to_owned(), false, grants)),
            part(StreamId::Table(TABLE), record("made", body, true, Vec::new())),
        ];
        append(store.as_ref(), Batch { parts, people: Vec::new() }).expect("stored");
        let keys = Arc::new(RoomKey::new([7; 32]).expect("a key"));
        let now = Now { steady: Steady(1_000_000), wall: Wall(1_700_000_000_000) };
        let mut bench = Bench {
            keeper: keeper(state, 1, &keys, pace),
            store,
            now,
            keys,
            pace,
            decks: 0,
            answers: BTreeMap::new(),
            sent: BTreeMap::new(),
            asks: 0,
            watchers: 0,
            fault: None,
            broke: Vec::new(),
            hold: false,
            held: VecDeque::new(),
        };
        let effects = bench.keeper.start(now);
        bench.perform(effects);
        bench
    }

    /// The room dies and starts again from its store: whatever was not stored is gone.
    pub fn crash(&mut self) {
        let (state, count) = read_table(self.store.as_ref(), TABLE, &self.keys).expect("the table is read");
        self.keeper = keeper(state, count, &self.keys, self.pace);
        self.sent.clear();
        self.held.clear();
        self.hold = false;
        let effects = self.keeper.start(self.now);
        self.perform(effects);
    }

    /// Hands the keeper an input with numbered entropy and performs the effects.
    pub fn input(&mut self, input: KeeperInput) {
        let mut drawn = self.decks;
        let mut entropy = || {
            drawn += 1;
            CheckedEntropy::new(Numbered(drawn * 100)).and_then(|mut checked| checked.deck_entropy())
        };
        let effects = self.keeper.handle(self.now, input, &mut entropy);
        self.decks = drawn;
        self.perform(effects);
    }

    /// Gives the keeper a corrupted state, as a bug would. Viewers are gone.
    pub fn spoil(&mut self, spoil: impl FnOnce(&mut TableState)) {
        let mut state = self.keeper.state().clone();
        spoil(&mut state);
        self.keeper = keeper(state, self.keeper.count(), &self.keys, self.pace);
        let _ = self.keeper.start(self.now);
    }

    /// Makes a request on which a check of the keeper fails; returns the check's message.
    #[track_caller]
    pub fn fails(&mut self, person: u64, wish: Wish) -> String {
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.ask(person, wish.clone())));
        match asked {
            Ok(answer) => panic!("{wish:?}: {answer:?}, and no check failed"),
            Err(message) => message.downcast_ref::<String>().cloned().unwrap_or_default(),
        }
    }

    /// What the loop does when a check has failed.
    pub fn look_after(&mut self) {
        let (state, count) = read_table(self.store.as_ref(), TABLE, &self.keys).expect("the table is read");
        let effects = self.keeper.recover(self.now, state, count);
        self.perform(effects);
    }

    /// Audits everything stored, from the first record.
    #[track_caller]
    pub fn assert_follows(&self) {
        let mut audit = Audit::new(Some(&self.keys));
        for link in self.store.links() {
            audit.take(&link.record).unwrap_or_else(|difference| panic!("{difference}"));
        }
        let (_, book) = audit.finish().expect("decks follow each other");
        let audited: Vec<_> =
            book.balances().map(|(account, unit, balance)| (account, unit, balance.get())).collect();
        assert_eq!(audited, self.store.balances().expect("read"));
    }

    /// Performs effects as the loop does: the append comes last.
    fn perform(&mut self, effects: Vec<Effect>) {
        let mut batch = None;
        for effect in effects {
            match effect {
                Effect::Append(given) => batch = Some(given),
                Effect::Reply { id, answer } => {
                    self.answers.insert(id, answer);
                }
                Effect::Send { to, what } => self.sent.entry(to).or_default().push(what),
                Effect::Drop { .. } | Effect::UpdateListing(_) => {}
                Effect::LogFailure { what } => self.broke.push(what),
            }
        }
        if let Some(batch) = batch {
            if self.hold {
                self.held.push_back(batch);
            } else {
                self.append(batch);
            }
        }
    }

    /// Stores what was held back.
    pub fn release(&mut self) {
        self.hold = false;
        if let Some(batch) = self.held.pop_front() {
            self.append(batch);
        }
    }

    /// Stores a batch, or fails as planted, and gives the keeper the outcome.
    fn append(&mut self, batch: Batch) {
        let outcome = match self.fault.clone() {
            Some(fault) => Err(fault),
            None => append(self.store.as_ref(), batch),
        };
        self.input(KeeperInput::Stored(outcome));
    }

    /// Makes a request at the current turn and returns the reply; `None` while it is held back.
    pub fn ask(&mut self, person: u64, wish: Wish) -> Option<Reply> {
        let turn = self.keeper.state().turn().map(|(_, turn, _)| turn);
        self.ask_at(person, turn, wish)
    }

    pub fn ask_at(&mut self, person: u64, turn: Option<TurnId>, wish: Wish) -> Option<Reply> {
        let mut key = [0; 16];
        key[..8].copy_from_slice(&(self.asks + 1).to_le_bytes());
        self.ask_with(person, RequestKey(key), turn, wish)
    }

    pub fn ask_with(
        &mut self,
        person: u64,
        key: RequestKey,
        turn: Option<TurnId>,
        wish: Wish,
    ) -> Option<Reply> {
        self.ask_as(Actor::player(Person(person)), key, turn, wish)
    }

    /// Enters what was dealt, in a role and with a fresh key; returns the reply.
    pub fn deals(&mut self, person: u64, role: Role, wish: DealerWish) -> Reply {
        let mut key = [1; 16];
        key[..8].copy_from_slice(&(self.asks + 1).to_le_bytes());
        let by = Actor { person: Person(person), role, device: 0 };
        self.ask_as(by, RequestKey(key), None, Wish::Dealer(wish)).expect("answered")
    }

    /// Makes a request as this actor and returns the reply, if there is one yet.
    pub fn ask_as(&mut self, by: Actor, key: RequestKey, turn: Option<TurnId>, wish: Wish) -> Option<Reply> {
        self.asks += 1;
        let id = RequestId(self.asks);
        let ask = TableRequest { by, key, turn, wish };
        self.input(KeeperInput::Request { id, ask });
        self.answers.get(&id).cloned()
    }

    /// Makes a request that must be done.
    #[track_caller]
    pub fn does(&mut self, person: u64, wish: Wish) {
        let answer = self.ask(person, wish.clone());
        assert!(matches!(answer, Some(Reply::Done { .. })), "{wish:?}: {answer:?}");
    }

    /// Makes a request that must be refused; returns the code of the refusal.
    #[track_caller]
    pub fn refused(&mut self, person: u64, wish: Wish) -> &'static str {
        match self.ask(person, wish.clone()) {
            Some(Reply::Refused(refused)) => refused.code,
            answer => panic!("{wish:?}: {answer:?}"),
        }
    }

    /// Adds a viewer, with the last record they have.
    pub fn watch(&mut self, person: Option<u64>, from: Option<u64>) -> WatcherId {
        self.watchers += 1;
        let watcher = WatcherId(self.watchers);
        self.input(KeeperInput::Watch { watcher, person: person.map(Person), device: 0, from, unseen: 0 });
        watcher
    }

    pub fn unwatch(&mut self, watcher: WatcherId) {
        self.input(KeeperInput::Unwatch { watcher });
    }

    /// Lets time pass; whatever falls due happens when it is due.
    pub fn pass(&mut self, milliseconds: u64) {
        let end = self.now.steady.after(milliseconds);
        while let Some(at) = self.keeper.wakes_at().filter(|at| *at <= end) {
            self.move_to(at.max(self.now.steady));
            self.input(KeeperInput::Tick);
        }
        self.move_to(end);
    }

    fn move_to(&mut self, steady: Steady) {
        self.now.wall.0 += steady.0 - self.now.steady.0;
        self.now.steady = steady;
    }

    /// Lets everything due happen without time passing.
    pub fn settle(&mut self) {
        self.pass(0);
    }

    /// Everybody takes the seat with their number, with `stack` chips.
    pub fn seat_all(&mut self, people: u64, stack: u64) {
        for person in 1..=people {
            self.does(person, Wish::Seat(SeatWish::Sit { seat: seat(person as u8), stack: chips(stack) }));
        }
        self.settle();
    }

    /// The last full view that a viewer was sent.
    pub fn snapshot(&self, watcher: WatcherId) -> &TableView {
        let sent = self.sent.get(&watcher).expect("something was sent");
        let views = sent.iter().rev().filter_map(|what| match what {
            Outbound::Snapshot(view) => Some(view.as_ref()),
            Outbound::Update(_)
            | Outbound::Presence { .. }
            | Outbound::Chat(_)
            | Outbound::Elsewhere
            | Outbound::Ended { .. } => None,
        });
        views.into_iter().next().expect("a full view")
    }

    /// The updates that a viewer was sent.
    pub fn updates(&self, watcher: WatcherId) -> Vec<&Update> {
        let updates = self.sent.get(&watcher).into_iter().flatten().filter_map(|what| match what {
            Outbound::Update(update) => Some(update.as_ref()),
            Outbound::Snapshot(_)
            | Outbound::Presence { .. }
            | Outbound::Chat(_)
            | Outbound::Elsewhere
            | Outbound::Ended { .. } => None,
        });
        updates.collect()
    }

    /// What an account holds in the store.
    pub fn balance(&self, account: Account) -> i64 {
        self.store.balance(account, Unit::Play).expect("read")
    }

    /// The table read back from its stream.
    #[track_caller]
    pub fn read_back(&self) -> TableState {
        read_table(self.store.as_ref(), TABLE, &self.keys).expect("the table is read").0
    }

    /// Every issued chip is in a wallet, on the table, or taken as commission.
    #[track_caller]
    pub fn assert_all_chips_there(&self) {
        let balances = self.store.balances().expect("read");
        let sum: i64 = balances.iter().map(|(_, _, balance)| balance).sum();
        assert_eq!(sum, 0, "{balances:?}");
        assert!(
            balances.iter().all(|(account, _, balance)| *balance >= 0 || *account == Account::Issue),
            "{balances:?}"
        );
    }
}

pub fn keeper(state: TableState, count: u64, keys: &Arc<RoomKey>, pace: Pace) -> Keeper {
    let draws = Draws::new(&Seed::of_number(1), Label::Bots);
    Keeper::new(state, count, 1, Arc::clone(keys), pace, Some(draws))
}

/// Appends and waits: the stores of these tests answer at once.
pub fn append(store: &dyn Store, batch: Batch) -> Result<Appended, StoreError> {
    let outcome = Arc::new(Mutex::new(None));
    let place = Arc::clone(&outcome);
    store.append(batch, Box::new(move |came| *place.lock().expect("not poisoned") = Some(came)));
    let came = outcome.lock().expect("not poisoned").take();
    came.expect("answered at once")
}
