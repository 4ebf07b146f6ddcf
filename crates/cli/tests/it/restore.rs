//! Data of an earlier build, and backups, with the real program and hands in play: `upgrade`, `backup`,
//! `restore`, `serve` and `verify` as an operator runs them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use chips::book::Account;
use load::client::{Address, ClientSession, Message, Method};
use room::port::{Store, StoredRecord, StreamId};
use serde_json::{Value, json};
use store::Records;

use crate::crash::{Acknowledged, CONFIGURATION, Program, TABLES, play, play_on, prepare};

/// A folder containing the configuration of a room.
fn place(name: &str) -> PathBuf {
    let place = std::env::temp_dir().join(format!("cardroom-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("a folder");
    fs::write(place.join("room.toml"), CONFIGURATION).expect("written");
    place
}

/// Runs a command on the data and the keys of a place.
fn cardroom(command: &[&str], place: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(command).arg("--data").arg(place.join("data")).arg("--keys").arg(place.join("keys"));
    program.output().expect("the program runs")
}

#[track_caller]
fn well(output: &Output) -> String {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8(said).expect("text");
    assert_eq!(output.status.code(), Some(0), "{said}");
    said
}

/// Asserts that the command was not carried out; returns its output.
#[track_caller]
fn refused(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

/// Starts a room that must be refused before it listens.
fn serve_refused(place: &Path, more: &[&str]) -> String {
    let config = place.join("room.toml");
    let serve = ["serve", "--listen", "127.0.0.1:0", "--config", config.to_str().expect("text")];
    refused(&cardroom(&[&serve[..], more].concat(), place))
}

#[track_caller]
fn verified(place: &Path) {
    for half in ["first", "second"] {
        let _ = fs::remove_file(place.join("keys").with_extension(half));
    }
    well(&crate::verify::whole(&place.join("data"), &place.join("keys")));
}

fn records(place: &Path) -> Vec<StoredRecord> {
    let records = Records::open(&place.join("data")).expect("the records");
    records.map(|link| link.expect("a record").record).collect()
}

/// The chips in the bets and pots of each table that is playing a hand.
fn in_play(records: &[StoredRecord]) -> BTreeMap<u64, i64> {
    let mut held: BTreeMap<u64, i64> = BTreeMap::new();
    for posting in records.iter().flat_map(|record| &record.postings) {
        let amount = posting.amount().get().cast_signed();
        for (account, change) in [(posting.from(), -amount), (posting.to(), amount)] {
            if let Account::Bet { table, .. } | Account::Pot { table } = account {
                *held.entry(table).or_default() += change;
            }
        }
    }
    held.retain(|_, held| *held != 0);
    held
}

fn runtime() -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime")
}

/// Copies the room of an earlier build, which was killed with a hand in play at each of its tables.
fn old(place: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/format-1");
    for (folder, names) in
        [("data", &["room.db"][..]), ("keys", &["checkpoints", "room.key", "signing.key", "signing.pub"])]
    {
        fs::create_dir_all(place.join(folder)).expect("a folder");
        for name in names {
            let to = place.join(folder).join(name);
            fs::copy(from.join(name), &to).expect("copied");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                fs::set_permissions(to, fs::Permissions::from_mode(0o600)).expect("set");
            }
        }
    }
}

/// Who sits where: the login, the table and the seat, which the end of a login of `cardroom load` names.
fn seated(place: &Path, records: &[StoredRecord]) -> Vec<(String, u64, u64)> {
    let keys = store::Keys::from_folder(&place.join("keys"), &place.join("data")).expect("keys");
    let options = store::StoreOptions::new(&place.join("data"), &place.join("keys"));
    let store = store::SqliteStore::open(&options, &keys).expect("the store");
    let rows = store.people().expect("readable");
    store.close().expect("closed");
    let login_of = |person| rows.iter().find(|row| row.person == person).expect("a row").login.clone();
    let sat = records.iter().filter(|record| record.kind == "sit").map(|record| {
        let login = login_of(record.by.person);
        let seat = login.rsplit('s').next().and_then(|seat| seat.parse().ok()).expect("a seat");
        match record.stream {
            StreamId::Table(table) => (login, table, seat),
            StreamId::Room | StreamId::People | StreamId::Seating => {
                panic!("nobody sits in {}", record.stream)
            }
        }
    });
    sat.collect()
}

/// Proves REC-11: the players of a hand that an earlier build dealt play it to its end.
#[test]
fn data_of_an_earlier_build_with_hands_in_play_goes_on_after_an_upgrade() {
    let place = place("upgrade");
    old(&place);
    let before = records(&place);
    assert_eq!(in_play(&before).len(), 2, "a hand is in play at both tables");
    let said = serve_refused(&place, &[]);
    assert!(said.contains("`cardroom upgrade` with the same --data and --keys"), "{said}");
    let said = well(&cardroom(&["upgrade"], &place));
    assert!(said.contains("116 records go on in a new era"), "{said}");
    assert!(well(&cardroom(&["upgrade"], &place)).contains("of this build already"));
    assert_eq!(records(&place), before, "no record differs");
    verified(&place);
    let seated = seated(&place, &before);
    assert_eq!(seated.len(), 6, "three at each table");
    let program = Program::start(&place);
    let runtime = runtime();
    let acknowledged = Acknowledged::default();
    runtime.block_on(async {
        let (acts, mut done) = tokio::sync::mpsc::unbounded_channel();
        let mut players = Vec::new();
        for (login, table, seat) in seated {
            let mut visitor = ClientSession::new(Address::parse(&program.url).expect("an address"));
            let account = json!({ "login": login, "password": format!("{login} plays on") });
            visitor.call(Method::POST, "/api/sign-in", Some(&account)).await.expect("signed in");
            let acknowledged = Arc::clone(&acknowledged);
            players.push(tokio::spawn(play(visitor, table, seat, acknowledged, acts.clone())));
        }
        // Until another hand has been opened at both tables.
        let enough = async {
            loop {
                done.recv().await.expect("acts go on");
                let after = records(&place);
                let opened = |table| {
                    let later = &after[before.len()..];
                    later.iter().any(|record| record.start && record.stream == StreamId::Table(table))
                };
                if (1..=2).all(opened) {
                    return;
                }
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), enough).await.expect("they play on");
        players.iter().for_each(tokio::task::JoinHandle::abort);
    });
    program.kill();
    let after = records(&place);
    assert_eq!(after[..before.len()], before[..]);
    for table in 1..=2 {
        let of_table = |record: &&StoredRecord| record.stream == StreamId::Table(table);
        let later: Vec<_> = after[before.len()..].iter().filter(of_table).collect();
        let opened = later.iter().position(|record| record.start).expect("another hand was opened");
        assert!(later[..opened].iter().any(|record| record.kind == "act"), "the hand in play was played on");
        assert!(later.iter().all(|record| record.kind != "void"), "none was called off");
    }
    verified(&place);
    fs::remove_dir_all(&place).expect("removed");
}

/// Sends a request to a table, and waits until it is done.
async fn ask(url: &str, cookie: Option<String>, table: u64, wish: Value) {
    let mut visitor = ClientSession::new(Address::parse(url).expect("an address"));
    visitor.cookie = cookie;
    let mut line = visitor.connect().await.expect("a line");
    let send = |value: Value| Message::Text(value.to_string().into());
    line.send_raw(send(json!({"t": "watch", "table": table, "from": null}))).await.expect("sent");
    let key = format!("{:032x}", (1_u128 << 100) + u128::from(table));
    line.send_raw(send(json!({"t": "ask", "table": table, "key": key, "wish": wish}))).await.expect("sent");
    loop {
        let text = line.next_text().await.expect("a line");
        let told: Value = serde_json::from_str(&text).expect("JSON");
        if told["t"] == json!("answer") {
            assert_eq!(told["ok"], json!(true), "{told}");
            return;
        }
    }
}

/// Proves REC-10 and REC-08: backups are made while hands are played; the room plays on, is lost, and is restored from one
/// elsewhere. The hands that were in play are void, every chip is back, it is on record, and play goes on.
#[test]
fn a_backup_made_in_mid_hand_is_restored_and_its_hands_are_void() {
    let place = place("restore");
    let runtime = runtime();
    let program = Program::start(&place);
    let people = runtime.block_on(prepare(&program.url));
    let acknowledged = Acknowledged::default();
    let players = runtime.block_on(play_on(&program.url, &people, &acknowledged, 25));
    let backup = |file: &Path| cardroom(&["backup", "--to", file.to_str().expect("text")], &place);
    // On another machine, with the keys but without the checkpoints. Now and then a copy is made between two
    // hands.
    let other = crate::restore::place("restored-elsewhere");
    let file = (1..=50)
        .map(|attempt| {
            let file = place.join(format!("backup-{attempt}"));
            let said = well(&backup(&file));
            assert!(said.contains("the keys of the room are not"), "{said}");
            assert!(refused(&backup(&file)).contains("is there already"));
            let _ = (fs::remove_dir_all(other.join("data")), fs::remove_dir_all(other.join("keys")));
            fs::create_dir_all(other.join("keys")).expect("a folder");
            let restore = ["restore", file.to_str().expect("text")];
            assert!(refused(&cardroom(&restore, &other)).contains("the keys of the room are not in"));
            for name in ["room.key", "signing.key", "signing.pub"] {
                fs::copy(place.join("keys").join(name), other.join("keys").join(name)).expect("copied");
            }
            well(&cardroom(&restore, &other));
            file
        })
        .find(|_| !in_play(&records(&other)).is_empty())
        .expect("hands are played most of the time");
    program.kill();
    for player in players {
        let _ = runtime.block_on(player).expect("no panic");
    }
    verified(&place);
    let lost = records(&place);
    let restore = ["restore", file.to_str().expect("text")];
    assert!(refused(&cardroom(&restore, &place)).contains("say --replace"));
    let said = well(&cardroom(&[&restore[..], &["--replace"]].concat(), &place));
    assert!(said.contains("hands that were in play are void when the room starts"), "{said}");
    assert!(said.contains("passwords, roles, bans and second factors are as they were"), "{said}");
    for place in [&other, &place] {
        let before = records(place);
        assert_eq!(before[..], lost[..before.len()]);
        assert!(before.len() < lost.len(), "the room went on after the backup");
        let playing = in_play(&before);
        assert!(!playing.is_empty(), "hands were in play");
        verified(place);
        let program = Program::start(place);
        let people = runtime.block_on(sign_in_again(&program.url, &people));
        runtime.block_on(async {
            for table in 1..=TABLES {
                let opener = people[usize::try_from(table - 1).expect("small")].clone();
                if playing.contains_key(&table) {
                    ask(&program.url, opener, table, json!({"do": "resume"})).await;
                }
            }
        });
        let acknowledged = Acknowledged::default();
        let players = runtime.block_on(play_on(&program.url, &people, &acknowledged, 12));
        program.kill();
        for player in players {
            let _ = runtime.block_on(player).expect("no panic");
        }
        let after = records(place);
        let later = &after[before.len()..];
        let restored = later.iter().find(|record| record.kind == "restored").expect("it is on record");
        assert_eq!(restored.stream, StreamId::Room);
        for table in playing.keys() {
            let first =
                later.iter().find(|record| record.stream == StreamId::Table(*table)).expect("a record");
            assert_eq!(first.kind, "void", "before anything else the hand of table {table} is void");
            let upto = &after[..usize::try_from(first.sequence).expect("small")];
            assert_eq!(in_play(upto).get(table), None, "no chip is left in its pots");
            // Players who sat down since were not dealt in.
            let now = stakes(upto, *table);
            for (person, had) in stakes_before_the_hand(&before, *table) {
                assert_eq!(now.get(&person), Some(&had), "every chip of person {person} is back");
            }
        }
        assert!(acknowledged.lock().expect("not poisoned").len() >= 12);
        verified(place);
    }
    for place in [place, other] {
        fs::remove_dir_all(place).expect("removed");
    }
}

/// Nobody is signed in any more after a restore; everybody signs in by password.
async fn sign_in_again(url: &str, people: &[Option<String>]) -> Vec<Option<String>> {
    let mut again = Vec::new();
    for (cookie, number) in people.iter().zip(1..) {
        let mut visitor = ClientSession::new(Address::parse(url).expect("an address"));
        visitor.cookie.clone_from(cookie);
        assert!(visitor.call(Method::GET, "/api/me", None).await.is_err(), "the session has ended");
        let account =
            json!({"login": format!("player{number}"), "password": "a password that is long enough"});
        visitor.call(Method::POST, "/api/sign-in", Some(&account)).await.expect("signed in");
        again.push(visitor.cookie);
    }
    again
}

/// What each person at a table has, with what is in the wallet: each sits at one table, and topping up does
/// not change the total.
fn stakes(records: &[StoredRecord], table: u64) -> BTreeMap<u64, i64> {
    let mut held: BTreeMap<u64, i64> = BTreeMap::new();
    let mut seated = BTreeSet::new();
    for posting in records.iter().flat_map(|record| &record.postings) {
        let amount = posting.amount().get().cast_signed();
        for (account, change) in [(posting.from(), -amount), (posting.to(), amount)] {
            if let Account::Wallet { person } = account {
                *held.entry(person).or_default() += change;
            }
            if let Account::Stake { table: at, person } = account
                && at == table
            {
                *held.entry(person).or_default() += change;
                seated.insert(person);
            }
        }
    }
    held.retain(|person, _| seated.contains(person));
    held
}

/// The same, as of the opening of the hand in play.
fn stakes_before_the_hand(records: &[StoredRecord], table: u64) -> BTreeMap<u64, i64> {
    let opening = records.iter().rposition(|record| record.stream == StreamId::Table(table) && record.start);
    stakes(&records[..opening.expect("a hand was opened")], table)
}

/// `serve --verify` refuses data whose damage shows only by reading every record.
#[test]
fn serve_checks_every_record_before_it_opens_where_that_is_wished() {
    let place = place("verify");
    let runtime = runtime();
    let program = Program::start(&place);
    runtime.block_on(prepare(&program.url));
    program.kill();
    // The next start leaves a checkpoint of everything before it.
    Program::start(&place).kill();
    // The log is in the database once the store was closed in order.
    let keys = store::Keys::from_folder(&place.join("keys"), &place.join("data")).expect("keys");
    let options = store::StoreOptions::new(&place.join("data"), &place.join("keys"));
    store::SqliteStore::open(&options, &keys).expect("the store").close().expect("closed");
    let database = place.join("data/room.db");
    let mut bytes = fs::read(&database).expect("a file");
    let word = br#"{"entry":"made","table":1,"name":"Table 1"#;
    let at = bytes.windows(word.len()).position(|window| window == word).expect("the making of a table");
    bytes[at + word.len() - 1] = b'7';
    fs::write(&database, &bytes).expect("written");
    let said = serve_refused(&place, &["--verify"]);
    assert!(said.contains("the data differs from what a room wrote: chain: record "), "{said}");
    // Without it, only that table stands still, as soon as it is read.
    Program::start(&place).kill();
    fs::remove_dir_all(&place).expect("removed");
}
