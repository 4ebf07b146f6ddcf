//! A whole room on one thread: the real keepers, lobby and accounts over any store. Nothing happens but what
//! a test says, in the same order in every run, and everything sent to anybody is noted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use fair::{CheckedEntropy, Entropy, EntropyError, Label, RoomKey, Seed, Stream as Draws};
use room::entry::{self, TableEntry};
use room::house::compile_house;
use room::keeper::{Effect, Keeper, KeeperInput, Pace, RequestId, WatcherId};
use room::lobby::{Lobby, RoomFact};
use room::people::{Grants, NewPerson, PeopleCommand, PeopleError, PeopleService};
use room::port::{Appended, Batch, BatchPart, NewRecord, Now, RequestKey, Store, StoreError, StreamId};
use room::recovery::{read_table, reply_from_store};
use room::requests::{Outbound, Reply, RoomRefusal, Standing, TableRequest, TableWish, TurnId};
use room::state::TableState;
use rulebook::Book;
use seating::{Actor, Person, Seat};
use table::Table;

use super::noted::Noted;
use crate::made::chips;

/// Bytes from a numbered seed for each draw: different every time, the same in every run.
struct Numbered(u64);

impl Entropy for Numbered {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        self.0 += 1;
        let mut draws = Draws::new(&Seed::of_number(self.0), Label::Bots);
        bytes.chunks_exact_mut(4).for_each(|word| word.copy_from_slice(&draws.next_u32().to_le_bytes()));
        Ok(32)
    }
}

/// The entropy of a hand. It depends only on the table and the hand's number, so that a room that starts
/// again draws what it would have drawn.
fn chance(table: u64, round: u64) -> Result<fair::DeckEntropy, EntropyError> {
    CheckedEntropy::new(Numbered((table << 40) + (round << 8)))?.deck_entropy()
}

/// What was sent to the outside, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A request to a table was done.
    Answered { table: u64, person: u64, key: RequestKey, number: u64 },
    /// An account was created for the guest who asked with this key.
    Joined { person: u64, key: RequestKey },
    /// A spectator was shown the table's record with this number.
    Shown { table: u64, number: u64 },
}

/// Something sent, and how many operations the disk had done by then.
#[derive(Clone, Debug)]
pub struct Told {
    pub operations: u64,
    pub what: What,
}

/// Whose turn it is, with the commitment to the deck being dealt: what an interrupted hand must go on with.
pub type Position = (Option<(Seat, TurnId, bool)>, Option<String>);

pub fn position(state: &TableState) -> Position {
    let deck = state.deck.as_ref().filter(|_| state.hand_in_play().is_some());
    (state.turn(), deck.map(|deck| format!("{:?} {:?}", deck.commitment, deck.cut)))
}

/// A guest's move from one table to another: done at both tables, or at neither.
pub struct Move {
    pub leaves: (u64, TableRequest),
    pub sits: (u64, TableRequest),
}

pub struct Floor {
    store: Arc<Noted>,
    lobby: Lobby,
    pub people: PeopleService,
    pub keepers: BTreeMap<u64, Keeper>,
    /// The positions of tables after those of their records at which the room paused.
    pub positions: BTreeMap<(u64, u64), Position>,
    keys: Arc<RoomKey>,
    pub now: Now,
    fence: u64,
    pub told: Vec<Told>,
    /// Batches on their way to the store.
    bringing: BTreeMap<u64, Batch>,
    asks: u64,
    /// Requests not answered yet, with their sender and key.
    asked: BTreeMap<RequestId, (u64, RequestKey)>,
    answers: BTreeMap<RequestId, Reply>,
    runtime: tokio::runtime::Runtime,
    /// The fault that broke the store.
    pub broken: Option<StoreError>,
}

/// The spectator of every table.
const RAIL: WatcherId = WatcherId(1);

/// The chips of a new account.
pub const GRANT: u64 = 1000;

impl Floor {
    /// Opens the room that the store contains, as [`room::live::Room::open`] does. Every table waits where it
    /// was.
    pub fn open(store: &Arc<Noted>, keys: &Arc<RoomKey>, now: Now) -> Result<Floor, StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let mut lobby = Lobby::read(store.as_ref())?;
        let fence = lobby.starts() + 1;
        let started = lobby.batch(now.wall, Actor::HOUSE, &[RoomFact::Started { start: fence }])?;
        lobby.on_appended(append(store.as_ref(), started)?)?;
        let grants = Grants { play_chips: chips(GRANT) };
        let people = Arc::clone(store);
        let people = runtime.block_on(PeopleService::load(people, fence, grants, now, [5; 16]))?;
        let mut floor = Floor {
            store: Arc::clone(store),
            lobby,
            people,
            keepers: BTreeMap::new(),
            positions: BTreeMap::new(),
            keys: Arc::clone(keys),
            now,
            fence,
            told: Vec::new(),
            bringing: BTreeMap::new(),
            asks: 0,
            asked: BTreeMap::new(),
            answers: BTreeMap::new(),
            runtime,
            broken: None,
        };
        for table in floor.lobby.open_tables().collect::<Vec<_>>() {
            let (state, count) = read_table(floor.store.as_ref(), table, keys)?;
            floor.start(state, count);
        }
        Ok(floor)
    }

    fn start(&mut self, state: TableState, count: u64) {
        let table = state.id;
        self.positions.insert((table, count), position(&state));
        let draws = Draws::new(&Seed::of_number(table), Label::Bots);
        let keys = Arc::clone(&self.keys);
        let mut keeper = Keeper::new(state, count, self.fence, keys, Pace::AT_ONCE, Some(draws));
        let mut effects = keeper.start(self.now);
        let watch = KeeperInput::Watch { watcher: RAIL, person: None, device: 0, from: None, unseen: 0 };
        effects.extend(keeper.handle(self.now, watch, &mut || Err(EntropyError::NotReady)));
        self.keepers.insert(table, keeper);
        self.perform(table, effects);
    }

    fn note(&mut self, what: What) {
        self.told.push(Told { operations: self.store.operations(), what });
    }

    /// Creates an account for somebody, unless it was created before with the same key.
    pub fn joins(&mut self, person: u64, key: RequestKey) -> Result<(), StoreError> {
        let made = self.people.by_key(Person::HOUSE, key)?;
        if made.is_none() {
            let name = format!("guest{person}");
            let password = "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA".to_owned();
            let salt = [person.to_le_bytes()[0]; 16];
            let new = NewPerson { login: name.clone(), name, password, salt, machine: false };
            let command = PeopleCommand::SignUp { new, grant: chips(GRANT), session: None };
            let done = self.people.carry_out(Actor::HOUSE, Some(key), self.now, command);
            match self.runtime.block_on(done) {
                Ok(_) => {}
                Err(PeopleError::Unwritten(fault) | PeopleError::Fault(fault)) => {
                    return Err(self.breaks(fault));
                }
                Err(PeopleError::Refused(refusal)) => {
                    return Err(StoreError::unavailable(format!("guest {person}: {refusal}")));
                }
            }
        }
        self.note(What::Joined { person, key });
        Ok(())
    }

    /// Opens a table, unless one with this number is open.
    pub fn opens(&mut self, table: u64, wish: &TableWish) -> Result<(), StoreError> {
        if self.keepers.contains_key(&table) {
            return Ok(());
        }
        assert_eq!(table, self.lobby.next_table(), "tables are numbered");
        let choices: Vec<(&str, &str)> =
            wish.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let house = compile_house(Book::named(&wish.book).expect("a book"), &choices);
        let house = house.unwrap_or_else(|why| panic!("table {table}: {why}"));
        let (_, opened) = Table::open_with_deck(house, wish.dealer.deck());
        let opener = Person(1);
        let state =
            TableState::create(table, &wish.name, opener, &[], &opened, wish.dealer).expect("a table");
        let (name, opened) = (wish.name.clone(), Box::new(opened));
        let made = TableEntry::Made {
            table,
            name: name.clone(),
            opener,
            bots: Vec::new(),
            opened,
            dealer: wish.dealer,
        };
        let by = Actor::player(opener);
        let mut batch = self.lobby.batch(self.now.wall, by, &[RoomFact::TableOpened { table, name }])?;
        let record = NewRecord {
            at: self.now.wall,
            by,
            key: None,
            kind: "made",
            start: true,
            body: entry::to_body(&[made]).expect("written"),
            postings: Vec::new(),
        };
        let stream = StreamId::Table(table);
        batch.parts.push(BatchPart { stream, expected: 0, fence: self.fence, records: vec![record] });
        let appended = append(self.store.as_ref(), batch);
        let appended = appended.map_err(|fault| self.breaks(fault))?;
        self.lobby.on_appended(appended)?;
        self.start(state, 1);
        self.settle()
    }

    /// Sends requests to several tables at the same moment, and returns each reply; the store commits
    /// together what it can.
    pub fn ask(&mut self, asks: &[(u64, TableRequest)]) -> Result<Vec<Reply>, StoreError> {
        let ids: Vec<RequestId> = asks
            .iter()
            .map(|(table, ask)| {
                self.asks += 1;
                let id = RequestId(self.asks);
                if self.keepers.contains_key(table) {
                    self.asked.insert(id, (ask.by.person.0, ask.key));
                    self.input(*table, KeeperInput::Request { id, ask: ask.clone() });
                } else {
                    let gone = RoomRefusal::plain("no_table", format!("there is no table {table}"));
                    self.answers.insert(id, Reply::Refused(gone));
                }
                id
            })
            .collect();
        let settled = self.settle();
        let mut answers = Vec::new();
        for ((table, ask), id) in asks.iter().zip(ids) {
            let Some(answer) = self.answers.remove(&id) else {
                // No replies are sent any more.
                return Err(settled
                    .err()
                    .unwrap_or_else(|| panic!("table {table} does not answer: {ask:?}")));
            };
            answers.push(reply_from_store(self.store.as_ref(), *table, ask, answer));
        }
        Ok(answers)
    }

    /// A guest moves: the keepers of both tables have a part in one batch.
    pub fn moves(&mut self, wish: &Move) -> Result<[Reply; 2], StoreError> {
        let asks = [&wish.leaves, &wish.sits];
        let mut parts = Vec::new();
        let mut given = Vec::new();
        let mut refused = None;
        for (table, ask) in asks {
            self.asks += 1;
            let id = RequestId(self.asks);
            match self.keepers.get_mut(table).expect("the table is open").joint_part(self.now, id, ask) {
                Ok(part) => {
                    self.asked.insert(id, (ask.by.person.0, ask.key));
                    parts.push(part);
                    given.push((*table, id));
                }
                Err(Reply::Refused(why)) => refused = Some(why),
                Err(Reply::Done { .. }) => refused = Some(RoomRefusal::key_used()),
            }
            if refused.is_some() {
                break;
            }
        }
        match &refused {
            Some(why) => {
                for (table, _) in &given {
                    self.input(*table, KeeperInput::Withdrawn(why.clone()));
                }
            }
            None => {
                let batch = Batch { parts, people: Vec::new() };
                let outcome = hand_over(self.store.as_ref(), vec![batch])[0].recv();
                let outcome = outcome.unwrap_or_else(|_| Err(gone()));
                if let Err(fault) = &outcome {
                    self.breaks(fault.clone());
                }
                for (table, _) in &given {
                    self.input(*table, KeeperInput::Stored(outcome.clone()));
                }
            }
        }
        self.settle()?;
        let own: Vec<Option<Reply>> = given.iter().map(|(_, id)| self.answers.remove(id)).collect();
        Ok([0, 1].map(|at| {
            let (table, ask) = asks[at];
            let answer = match (&refused, own.get(at)) {
                (Some(why), _) => Reply::Refused(why.clone()),
                (None, Some(Some(answer))) => answer.clone(),
                (None, other) => panic!("table {table} does not answer: {other:?}"),
            };
            reply_from_store(self.store.as_ref(), *table, ask, answer)
        }))
    }

    /// Carries out everything that is due, and whatever follows from it.
    pub fn settle(&mut self) -> Result<(), StoreError> {
        loop {
            if !self.bringing.is_empty() {
                self.bring();
                continue;
            }
            if let Some(fault) = &self.broken {
                return Err(fault.clone());
            }
            let due = |(table, keeper): (&u64, &Keeper)| {
                keeper.wakes_at().filter(|at| *at <= self.now.steady).map(|_| *table)
            };
            let tables: Vec<u64> = self.keepers.iter().filter_map(due).collect();
            if tables.is_empty() {
                return self.strike();
            }
            for table in tables {
                self.input(table, KeeperInput::Tick);
            }
        }
    }

    /// Removes closed tables from the lobby.
    fn strike(&mut self) -> Result<(), StoreError> {
        let closed = |(table, keeper): (&u64, &Keeper)| {
            matches!(keeper.state().standing, Standing::Closed { .. }).then_some(*table)
        };
        for table in self.keepers.iter().filter_map(closed).collect::<Vec<_>>() {
            let batch = self.lobby.batch(self.now.wall, Actor::HOUSE, &[RoomFact::TableClosed { table }])?;
            let appended = append(self.store.as_ref(), batch);
            let appended = appended.map_err(|fault| self.breaks(fault))?;
            self.lobby.on_appended(appended)?;
            self.keepers.remove(&table);
        }
        Ok(())
    }

    fn breaks(&mut self, fault: StoreError) -> StoreError {
        self.broken = Some(fault.clone());
        fault
    }

    fn input(&mut self, table: u64, input: KeeperInput) {
        let keeper = self.keepers.get_mut(&table).expect("the table is open");
        let round = keeper.state().table.hands_opened();
        let effects = keeper.handle(self.now, input, &mut || chance(table, round));
        self.perform(table, effects);
    }

    fn perform(&mut self, table: u64, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Append(batch) => {
                    self.bringing.insert(table, batch);
                }
                Effect::Reply { id, answer } => {
                    let (person, key) = self.asked.remove(&id).expect("what is answered was asked, once");
                    if let Reply::Done { number } = answer {
                        self.note(What::Answered { table, person, key, number });
                    }
                    self.answers.insert(id, answer);
                }
                Effect::Send { what: Outbound::Update(update), .. } => {
                    self.note(What::Shown { table, number: update.number });
                }
                Effect::Send { what: Outbound::Snapshot(view), .. } => {
                    self.note(What::Shown { table, number: view.number });
                }
                Effect::Send {
                    what:
                        Outbound::Presence { .. }
                        | Outbound::Chat(_)
                        | Outbound::Elsewhere
                        | Outbound::Ended { .. },
                    ..
                }
                | Effect::Drop { .. }
                | Effect::UpdateListing(_)
                | Effect::LogFailure { .. } => {}
            }
        }
    }

    /// Appends every waiting batch, and passes the outcomes to the tables.
    fn bring(&mut self) {
        let batches = std::mem::take(&mut self.bringing);
        let (tables, batches): (Vec<u64>, Vec<Batch>) = batches.into_iter().unzip();
        let outcomes = hand_over(self.store.as_ref(), batches);
        for (table, outcome) in tables.into_iter().zip(outcomes) {
            let outcome = outcome.recv().unwrap_or_else(|_| Err(gone()));
            if let Err(fault) = &outcome {
                self.breaks(fault.clone());
            }
            self.input(table, KeeperInput::Stored(outcome));
            let keeper = &self.keepers[&table];
            self.positions.insert((table, keeper.count()), position(keeper.state()));
        }
    }
}

fn gone() -> StoreError {
    StoreError::Stopped
}

/// Appends batches so that the store finds all of them at once and may commit them with one flush.
fn hand_over(store: &dyn Store, batches: Vec<Batch>) -> Vec<Receiver<Result<Appended, StoreError>>> {
    // The callback of an empty batch blocks the writer until all are there.
    let (open, gate) = channel::<()>();
    if batches.len() > 1 {
        let wait = move |outcome: Result<Appended, StoreError>| {
            if outcome.is_ok() {
                let _ = gate.recv();
            }
        };
        store.append(Batch::default(), Box::new(wait));
    }
    let outcomes = batches
        .into_iter()
        .map(|batch| {
            let (tell, outcome) = channel();
            store.append(batch, Box::new(move |came| drop(tell.send(came))));
            outcome
        })
        .collect();
    drop(open);
    outcomes
}

/// Appends and waits.
fn append(store: &dyn Store, batch: Batch) -> Result<Appended, StoreError> {
    hand_over(store, vec![batch])[0].recv().unwrap_or_else(|_| Err(gone()))
}
