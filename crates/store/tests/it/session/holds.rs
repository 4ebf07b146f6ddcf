//! What must hold of a room that was interrupted and started again, compared with one that never was.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use chips::book::{Account, AccountBook, Unit};
use ed25519_dalek::SigningKey;
use fair::RoomKey;
use room::audit::Audit;
use room::port::{PersonRow, Store, StoreError, StoredRecord, StreamId};
use seating::Person;
use store::chain::ChainFormat;
use store::checkpoint::Checkpoint;
use store::heads::Heads;
use store::{Records, SqliteStore, StoreOptions};

use super::evening::{self, Begun, Part, play};
use super::floor::{Floor, GRANT, Position, Told, What};
use super::noted::{Noted, Safe};
use crate::made::{Place, SIGNING, differences, keys};

pub fn room_key() -> Arc<RoomKey> {
    Arc::new(RoomKey::new(*keys().room()).expect("a key"))
}

/// An evening, as far as it got.
pub struct Evening {
    /// What was sent to the outside.
    pub told: Vec<Told>,
    /// What the store reported as safe.
    pub safe: Vec<Safe>,
    /// The steps that were begun.
    pub begun: Vec<Begun>,
    /// The positions of tables after their records.
    pub positions: BTreeMap<(u64, u64), Position>,
    /// How play ended.
    pub ended: Result<(), StoreError>,
    /// The floor itself, if the room could be opened.
    pub floor: Option<Floor>,
}

impl Evening {
    /// An evening that did not begin because its store could not be opened.
    pub fn not_begun(fault: StoreError) -> Evening {
        Evening {
            told: Vec::new(),
            safe: Vec::new(),
            begun: Vec::new(),
            positions: BTreeMap::new(),
            ended: Err(fault),
            floor: None,
        }
    }

    /// Everything known of it.
    pub fn known(&self) -> Known<'_> {
        Known {
            told: self.told.iter().collect(),
            safe: self.safe.last().map_or(0, |safe| safe.count),
            from: self.begun.last(),
        }
    }
}

/// Plays a part of an evening on a store.
pub fn evening(store: &Arc<Noted>, part: Part<'_>) -> Evening {
    let mut begun = Vec::new();
    let step = part.from.map_or(0, |begun| begun.step);
    let mut floor = match Floor::open(store, &room_key(), evening::time_of(step)) {
        Ok(floor) => floor,
        Err(fault) => {
            return Evening { safe: store.noted(), ..Evening::not_begun(fault) };
        }
    };
    let ended = play(&mut floor, store, part, &mut begun);
    let (told, positions) = (floor.told.clone(), floor.positions.clone());
    Evening { told, safe: store.noted(), begun, positions, ended, floor: Some(floor) }
}

/// An evening that nothing interrupted, and what was stored.
pub struct Calm {
    pub evening: Evening,
    pub records: Vec<StoredRecord>,
    pub balances: Vec<(Account, Unit, i64)>,
    pub people: Vec<PersonRow>,
    /// Record counts at which the store is between two batches.
    whole: BTreeSet<u64>,
}

/// Every record of a data folder.
pub fn records(data: &Path) -> Result<Vec<StoredRecord>, String> {
    let links = Records::open(data).map_err(in_words)?;
    links.map(|link| link.map(|link| link.record).map_err(in_words)).collect()
}

pub fn in_words(why: impl std::fmt::Display) -> String {
    why.to_string()
}

impl Calm {
    /// From a finished evening, whose data lies in a folder.
    pub fn of(evening: Evening, place: &Place) -> Calm {
        assert_eq!(evening.ended, Ok(()));
        let store = place.open().expect("opened");
        let (balances, people) = (store.balances().expect("read"), store.people().expect("read"));
        let records = records(&place.data()).expect("read");
        store.close().expect("closed");
        let whole = evening.safe.iter().map(|safe| safe.count).chain([0]).collect();
        let calm = Calm { evening, records, balances, people, whole };
        calm.is_an_evening_worth_its_name();
        calm
    }

    /// Asserts that everything that may go wrong at a table happened at these; otherwise the test would prove
    /// less than it claims.
    fn is_an_evening_worth_its_name(&self) {
        let all = |table| {
            let of = |stored: &&StoredRecord| stored.stream == StreamId::Table(table);
            self.records.iter().filter(of).map(|stored| stored.body.as_str()).collect::<String>()
        };
        let (antes, blinds, by_hand) = (all(1), all(2), all(3));
        for (name, texts) in [
            ("antes", [&antes, r#""kind":"ante""#]),
            ("commission", [&antes, r#""name":"commission_taken""#]),
            ("a leave in mid-hand", [&antes, r#""name":"leaving""#]),
            ("a raise to half of the pot", [&antes, r#""name":"raised""#]),
            ("all-in", [&blinds, r#""all_in":true"#]),
            ("a side pot", [&blinds, r#""name":"pot_formed","pot":1"#]),
            ("a showdown", [&blinds, r#""name":"shown""#]),
            ("a bigger stake", [&blinds, r#""name":"bought""#]),
            ("a hand that was turned up where a person deals", [&by_hand, r#""name":"shown""#]),
            ("cards that nobody of the room knows", [&by_hand, r#""card":null"#]),
        ] {
            assert!(texts[0].contains(texts[1]), "{name} is missing from the evening");
        }
        for text in [&antes, &blinds] {
            let hands = text.matches(r#""entry":"deck""#).count();
            assert!(hands >= 3, "{hands} hands at a table");
        }
        // A person dealt several hands to their end, and the software sealed a deck for none of them.
        let by_person = by_hand.matches(r#""what":{"name":"closed"}"#).count();
        assert!(by_person >= 2, "{by_person} hands where a person deals");
        assert_eq!(by_hand.matches(r#""entry":"deck""#).count(), 0);
        let mut audit = Audit::new(None);
        for record in &self.records {
            audit.take(record).unwrap_or_else(|difference| panic!("{difference}"));
        }
        audit.finish().expect("decks follow each other");
        let wallets = |account: &Account| matches!(account, Account::Wallet { .. });
        let at = |wanted: &dyn Fn(&Account) -> bool| -> i64 {
            self.balances.iter().filter(|(account, ..)| wanted(account)).map(|(_, _, held)| held).sum()
        };
        let commission = at(&|account| matches!(account, Account::Commission { .. }));
        assert!(commission > 0);
        assert_eq!(at(&wallets) + commission, 8 * GRANT.cast_signed(), "wallets are whole in the end");
    }

    /// Record counts at which the store is between two batches.
    pub fn whole(&self) -> &BTreeSet<u64> {
        &self.whole
    }

    /// What was known when the disk had done all operations before this one.
    pub fn known_before(&self, operation: u64) -> Known<'_> {
        let before = |operations: u64| operations < operation;
        Known {
            told: self.evening.told.iter().filter(|told| before(told.operations)).collect(),
            safe: self.evening.safe.iter().rfind(|safe| before(safe.operations)).map_or(0, |safe| safe.count),
            from: self.evening.begun.iter().rfind(|begun| before(begun.operations)),
        }
    }

    /// What is known if the store has `count` records: nobody remembers more than it does.
    pub fn known_at(&self, count: u64) -> Known<'_> {
        let from = self.evening.begun.iter().rfind(|begun| begun.safe <= count);
        Known { told: Vec::new(), safe: 0, from }
    }
}

/// What the outside knows of an interrupted evening.
#[derive(Clone)]
pub struct Known<'a> {
    /// What was sent.
    pub told: Vec<&'a Told>,
    /// How many records the store reported as safe.
    pub safe: u64,
    /// The last step begun: its guests ask again.
    pub from: Option<&'a Begun>,
}

/// The checkpoints of a place up to one that counts `count` records, as the store would have written them;
/// empty if not even the founding of the room is safe.
pub fn checkpoint(place: &Place, count: u64) -> Result<String, String> {
    let records = match Records::open(&place.data()).and_then(|records| Ok((records.eras()?, records))) {
        Ok(found) => Some(found),
        Err(_) if count == 0 => None,
        Err(fault) => return Err(in_words(fault)),
    };
    let Some((eras, records)) = records else { return Ok(String::new()) };
    let key = SigningKey::from_bytes(&SIGNING);
    let mut heads = Heads::new();
    let mut lines = eras.current().first_checkpoint(heads.root()).to_line(&key) + "\n";
    let mut last = 0;
    for link in records.take(usize::try_from(count).map_err(in_words)?) {
        let link = link.map_err(in_words)?;
        heads.set(link.record.stream, link.record.number, link.hash);
        last = link.record.sequence;
    }
    if last < count {
        return Err(format!("{count} records were reported as safe, and there are {last}"));
    }
    if count > 0 {
        let at = evening::time_of(0).wall;
        let last =
            Checkpoint { format: ChainFormat::Two, era: 1, count, head: heads.root(), at, era_start: None };
        lines.push_str(&(last.to_line(&key) + "\n"));
    }
    Ok(lines)
}

/// Puts checkpoints where the store of a place looks for them.
pub fn put_checkpoint(place: &Place, line: &str) -> Result<(), String> {
    std::fs::create_dir_all(place.keys()).map_err(in_words)?;
    std::fs::write(place.options().checkpoints, line).map_err(in_words)
}

/// Opens what an interruption left: what was sent is stored once, nothing is half done, and every chip is
/// accounted for.
pub fn reopened(place: &Place, calm: &Calm, known: &Known<'_>) -> Result<(SqliteStore, u64), String> {
    put_checkpoint(place, &checkpoint(place, known.safe)?)?;
    let store = place.open().map_err(in_words)?;
    let found = differences(&place.verify());
    if !found.is_empty() {
        return Err(format!("verify: {found:?}"));
    }
    let stored = records(&place.data())?;
    let count = stored.len() as u64;
    if count < known.safe || !calm.whole.contains(&count) {
        return Err(format!("{count} records are half of something, or less than the {} told", known.safe));
    }
    if let Some((one, other)) = stored.iter().zip(&calm.records).find(|(one, other)| one != other) {
        return Err(format!("{one:?} was never stored, but {other:?}"));
    }
    told_once(&store, &stored, known)?;
    chips_add_up(&store, &stored)?;
    Ok((store, count))
}

/// Each act that was answered is stored once, and so is everything shown.
fn told_once(store: &SqliteStore, stored: &[StoredRecord], known: &Known<'_>) -> Result<(), String> {
    let once = |stream: StreamId, person: u64, key, number: Option<u64>| {
        let with = |stored: &&StoredRecord| {
            stored.stream == stream && stored.key == Some(key) && stored.by.person == Person(person)
        };
        let there: Vec<u64> = stored.iter().filter(with).map(|stored| stored.number).collect();
        let found = store.by_key(stream, Person(person), key).map_err(in_words)?;
        let right =
            there.len() == 1 && found == Some(there[0]) && number.is_none_or(|number| number == there[0]);
        let say = || format!("key {key} of {person} in {stream} was answered, and is in {there:?}");
        if right { Ok(()) } else { Err(say()) }
    };
    let mut shown: BTreeMap<u64, u64> = BTreeMap::new();
    for told in &known.told {
        match told.what {
            What::Answered { table, person, key, number } => {
                once(StreamId::Table(table), person, key, Some(number))?;
            }
            What::Joined { key, .. } => once(StreamId::People, Person::HOUSE.0, key, None)?,
            What::Shown { table, number } => {
                let last = shown.entry(table).or_default();
                *last = number.max(*last);
            }
        }
    }
    for (table, number) in shown {
        let count = store.count(StreamId::Table(table)).map_err(in_words)?;
        if count < number {
            return Err(format!("record {number} of table {table} was shown, and there are {count}"));
        }
    }
    Ok(())
}

/// Wallets, stakes, bets, pots and commission sum to the chips that were issued, and nobody owes any.
fn chips_add_up(store: &SqliteStore, stored: &[StoredRecord]) -> Result<(), String> {
    let mut book = AccountBook::new();
    for stored in stored {
        book.post(&stored.postings).map_err(in_words)?;
    }
    let posted: Vec<_> =
        book.balances().map(|(account, unit, balance)| (account, unit, balance.get())).collect();
    let balances = store.balances().map_err(in_words)?;
    if posted != balances {
        return Err(format!("the postings make {posted:?}, and the balances are {balances:?}"));
    }
    let (mut issued, mut held) = (0, 0);
    for (account, unit, balance) in balances {
        match account {
            Account::Issue if unit == Unit::Play => issued -= balance,
            Account::Wallet { .. }
            | Account::Stake { .. }
            | Account::Bet { .. }
            | Account::Pot { .. }
            | Account::Commission { .. }
                if unit == Unit::Play && balance >= 0 =>
            {
                held += balance;
            }
            other => return Err(format!("{other} has {balance} of {unit}")),
        }
    }
    let joined = stored.iter().filter(|stored| stored.kind == "granted").count() as u64;
    if issued == held && issued == (joined * GRANT).cast_signed() {
        return Ok(());
    }
    Err(format!("{issued} chips were issued to {joined} guests, and {held} are there"))
}

/// How far interrupted evenings were played on. If a room comes back with the same records and resumes the
/// same step, the rest is the same too, whatever else is on the disk.
#[derive(Default)]
pub struct WentOn {
    to_the_end: BTreeSet<(u64, usize)>,
}

/// How many steps are played of an evening that another one already played to its end: enough that every file
/// is written again.
const FURTHER: usize = 4;

impl WentOn {
    /// The step before which play may stop, given the record count and the step resumed; `None` if no evening
    /// was played to its end from here yet.
    fn until(&mut self, count: u64, from: Option<&Begun>) -> Option<usize> {
        let step = from.map_or(0, |begun| begun.step);
        if self.to_the_end.insert((count, step)) { None } else { Some(step + FURTHER) }
    }
}

/// Starts the room again and plays on as the evening would have gone: to its end the first time for this
/// record count and step, and a few steps further every other time.
pub fn goes_on(
    store: SqliteStore,
    place: &Place,
    calm: &Calm,
    (count, from): (u64, Option<&Begun>),
    went_on: &mut WentOn,
) -> Result<(), String> {
    let until = went_on.until(count, from);
    let sqlite = Arc::new(store);
    let noted = Arc::new(Noted::new(sqlite.clone(), None));
    let mut evening = evening(&noted, Part { from, until });
    evening.ended.clone().map_err(in_words)?;
    for (at, position) in &evening.positions {
        if calm.evening.positions.get(at) != Some(position) {
            let (table, number) = at;
            return Err(format!("table {table} stands otherwise after record {number}: {position:?}"));
        }
    }
    evening.floor = None;
    let balances = noted.balances().map_err(in_words)?;
    let people = noted.people().map_err(in_words)?;
    drop(noted);
    let sqlite = Arc::into_inner(sqlite).ok_or("somebody still holds the store")?;
    sqlite.close().map_err(in_words)?;
    let stored = records(&place.data())?;
    for stream in
        [StreamId::Room, StreamId::People, StreamId::Table(1), StreamId::Table(2), StreamId::Table(3)]
    {
        let of = |records: &[StoredRecord]| lines(records, stream);
        let (after, right) = (of(&stored), of(&calm.records));
        if let Some((one, other)) = after.iter().zip(&right).find(|(one, other)| one != other) {
            return Err(format!("{stream}: {one} instead of {other}"));
        }
        if until.is_none() && after.len() != right.len() {
            return Err(format!("{stream}: {} records instead of {}", after.len(), right.len()));
        }
    }
    if until.is_none() && (balances != calm.balances || people != calm.people) {
        return Err(format!("the evening ends with {balances:?}"));
    }
    let found = differences(&place.verify());
    if found.is_empty() { Ok(()) } else { Err(format!("verify, in the end: {found:?}")) }
}

/// The records of a stream without their number in the room, which the room's starts shift.
fn lines(records: &[StoredRecord], stream: StreamId) -> Vec<String> {
    let of = |stored: &&StoredRecord| stored.stream == stream && stored.kind != "started";
    let line = |stored: &StoredRecord| {
        let StoredRecord { sequence: _, stream: _, number, at, by, key, kind, start, body, postings } =
            stored;
        let number = if stream == StreamId::Room { 0 } else { *number };
        format!("{number} {at:?} {by:?} {key:?} {kind} {start} {body} {postings:?}")
    };
    records.iter().filter(of).map(line).collect()
}

/// Options for a store on a failing disk, with a log so short that its pages are moved several times in an
/// evening.
pub fn on_disk(place: &Place, name: &str) -> StoreOptions {
    StoreOptions { pages_in_log: 60, vfs: Some(name.to_owned()), ..place.options() }
}
