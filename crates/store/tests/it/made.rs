//! Records, batches and stores for tests.

use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use room::port::{
    Appended, Batch, BatchPart, NewRecord, PersonRow, RequestKey, Store, StoreError, StreamId, Wall,
};
use seating::{Actor, Person, Role};
use store::{CheckResult, Keys, SqliteStore, StoreOptions};

/// A folder with a test's data and one with its keys beside it, both removed with it.
pub struct Place {
    root: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Place {
        // In memory if possible: thousands of stores are opened, and none of them outlives its test.
        let memory = Path::new("/dev/shm");
        let root = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
        Place { root: root.expect("a folder for the test") }
    }

    pub fn data(&self) -> PathBuf {
        self.root.path().join("data")
    }

    pub fn keys(&self) -> PathBuf {
        self.root.path().join("keys")
    }

    pub fn database(&self) -> PathBuf {
        self.data().join("room.db")
    }

    pub fn options(&self) -> StoreOptions {
        StoreOptions::new(&self.data(), &self.keys())
    }

    pub fn open(&self) -> Result<SqliteStore, StoreError> {
        SqliteStore::open(&self.options(), &keys())
    }

    pub fn verify(&self) -> Vec<CheckResult> {
        verify(&self.data(), &self.options().checkpoints)
    }
}

pub fn verify(data: &Path, checkpoints: &Path) -> Vec<CheckResult> {
    store::verify(data, checkpoints, &keys().verifying_key()).expect("a database")
}

/// The differences found, one line for each check that found one.
pub fn differences(checks: &[CheckResult]) -> Vec<String> {
    let told = |check: &CheckResult| check.difference.as_ref().map(|what| format!("{}: {what}", check.name));
    checks.iter().filter_map(told).collect()
}

/// The key that signs checkpoints in these tests.
pub const SIGNING: [u8; 32] = [8; 32];

pub fn keys() -> Keys {
    Keys::new([7; 32], SIGNING)
}

/// Appends and waits for the outcome.
pub fn append(store: &dyn Store, batch: Batch) -> Result<Appended, StoreError> {
    let (told, outcome) = channel();
    store.append(batch, Box::new(move |result| told.send(result).expect("somebody waits")));
    outcome.recv().expect("an outcome")
}

pub fn record(kind: &'static str, body: &str) -> NewRecord {
    NewRecord {
        at: Wall(1_700_000_000_000),
        by: Actor { person: Person(7), role: Role::Player, device: 3 },
        key: None,
        kind,
        start: false,
        body: body.to_owned(),
        postings: Vec::new(),
    }
}

pub fn keyed(number: u8) -> NewRecord {
    NewRecord { key: Some(RequestKey([number; 16])), ..record("acted", "{}") }
}

pub fn part(stream: StreamId, expected: u64, records: Vec<NewRecord>) -> BatchPart {
    BatchPart { stream, expected, fence: 0, records }
}

pub fn batch(stream: StreamId, expected: u64, records: Vec<NewRecord>) -> Batch {
    Batch { parts: vec![part(stream, expected, records)], people: Vec::new() }
}

pub fn chips(count: u64) -> Chips {
    Chips::new(count).expect("countable")
}

pub fn play(from: Account, to: Account, amount: u64) -> Posting {
    Posting::new(from, to, Unit::Play, chips(amount)).expect("an allowed transfer")
}

pub fn moving(postings: Vec<Posting>) -> NewRecord {
    NewRecord { postings, ..record("moved", "{}") }
}

pub const ANA: Account = Account::Wallet { person: 7 };

pub const fn stake(table: u64, person: u64) -> Account {
    Account::Stake { table, person }
}

pub fn person(number: u64, login: &str) -> PersonRow {
    PersonRow {
        person: Person(number),
        login: login.to_owned(),
        name: login.to_uppercase(),
        password: "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA".to_owned(),
        salt: [9; 16],
        updated: Wall(1_700_000_000_000),
    }
}

/// A sign-up: a person's row, with the record that states its digest.
pub fn signed_up(expected: u64, row: PersonRow) -> Batch {
    let body = format!(r#"{{"person":{},"digest":"{}"}}"#, row.person.0, row.digest());
    let told = record("signed-up", &body);
    Batch { parts: vec![part(StreamId::People, expected, vec![told])], people: vec![row] }
}
