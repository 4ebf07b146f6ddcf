//! A room whose files somebody changed is not opened, and the place is named. The changes from `changed.rs`,
//! which `verify` notices, are also tried on the opening for `serve`. What shows only when every record is
//! read is listed here.

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use store::chain::{self, ChainFormat};
use store::checkpoint::Checkpoint;
use store::era::{Era, EraReason};
use store::heads::Heads;
use store::{Keys, Records, SqliteStore};

use crate::changed::{COPY, cut, others, texts};
use crate::checks::furnished;
use crate::made::{Place, SIGNING, differences, keys};

/// A copy of a room with its checkpoints.
fn copied(place: &Place) -> Place {
    let copy = Place::new();
    for folder in [copy.data(), copy.keys()] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    std::fs::copy(place.database(), copy.database()).expect("copied");
    std::fs::copy(place.options().checkpoints, copy.options().checkpoints).expect("copied");
    copy
}

type Change<'a> = &'a dyn Fn(&Connection) -> rusqlite::Result<usize>;

/// Changes a copy of a room's database and opens it: the message if it is refused, or `Ok` if it opens;
/// `None` if the tables themselves refuse the change.
fn opened(place: &Place, change: Change<'_>) -> Option<Result<(), String>> {
    let copy = copied(place);
    let database = Connection::open(copy.database()).expect("a database");
    change(&database).ok()?;
    drop(database);
    Some(copy.open().map(drop).map_err(|fault| fault.to_string()))
}

/// Asserts that the change is refused, and that the message names the place and what to do.
#[track_caller]
fn refused(place: &Place, change: Change<'_>, words: &str) {
    let said = opened(place, change).expect("changed").expect_err(words);
    assert!(said.contains(words), "{words}: {said}");
    assert!(said.contains("`cardroom "), "it says what can be done: {said}");
}

/// What only `verify` notices, because it shows only when every record is read; each with the reason.
const BY_VERIFY_ALONE: &[(&str, &str, &str)] = &[
    ("records", "at", "bound by the hash of its own record alone"),
    ("records", "person", "bound by the hash of its own record alone"),
    ("records", "role", "bound by the hash of its own record alone"),
    ("records", "device", "bound by the hash of its own record alone"),
    ("records", "key", "bound by the hash of its own record alone"),
    ("records", "kind", "bound by the hash of its own record alone"),
    ("records", "start", "bound by the hash of its own record alone"),
    ("records", "body", "bound by the hash of its own record alone"),
    (
        "records",
        "fence",
        "of a record that is not the last of its stream: bound by the hash of its own record alone",
    ),
    (
        "records",
        "hash",
        "of a record that is not the last of its stream: bound by the next of the stream alone",
    ),
    (
        "postings",
        "sequence",
        "a posting that moved to another record changes no sum: bound by the hash of the record",
    ),
];

/// Proves AUD-01: every column of every table is changed; but for those that are listed no change is opened.
#[test]
fn a_change_in_any_column_is_refused_at_the_start_or_is_one_that_only_a_verify_finds() {
    let place = furnished();
    let database = Connection::open(place.database()).expect("a database");
    let tables = texts(&database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    let mut passed: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut stopped = 0;
    for table in &tables {
        let columns = texts(&database, &format!("SELECT name FROM pragma_table_info('{table}')"));
        let keys = texts(&database, &format!("SELECT name FROM pragma_table_info('{table}') WHERE pk > 0"));
        let found: Vec<String> = keys.iter().zip(1..).map(|(key, at)| format!("{key} = ?{at}")).collect();
        let mut statement = database.prepare(&format!("SELECT * FROM {table}")).expect("a statement");
        let rows: Vec<Vec<Value>> = statement
            .query_map([], |row| (0..columns.len()).map(|column| row.get(column)).collect())
            .and_then(Iterator::collect)
            .expect("rows");
        for (column, name) in columns.iter().enumerate() {
            for row in &rows {
                let of_row = |key: &String| columns.iter().position(|name| name == key).expect("a column");
                let key: Vec<Value> = keys.iter().map(|key| row[of_row(key)].clone()).collect();
                for other in others(&row[column]).into_iter().filter(|other| *other != row[column]) {
                    let (count, found) = (keys.len() + 1, found.join(" AND "));
                    let sql = format!("UPDATE {table} SET {name} = ?{count} WHERE {found}");
                    let values: Vec<Value> = key.iter().cloned().chain([other.clone()]).collect();
                    let change = |database: &Connection| {
                        database.execute(&sql, rusqlite::params_from_iter(values.iter()))
                    };
                    let what = format!("{table}.{name} of {key:?} to {other:?}");
                    match opened(&place, &change) {
                        None => {}
                        Some(Ok(())) => *passed.entry((table.clone(), name.clone())).or_default() += 1,
                        Some(Err(said)) => {
                            let places: &[&str] = match table.as_str() {
                                "records" => &["streams: ", "chain: ", "people: "],
                                "postings" => &["balances: ", "record "],
                                "balances" => &["balances: "],
                                "streams" => &["streams: ", "chain: "],
                                "people" => &["people: "],
                                "meta" => &["the key with which", "eras: ", "the room", "the chain is of"],
                                "eras" => &["eras: ", "era 1 of the data"],
                                other => panic!("which words name a change in {other}?"),
                            };
                            assert!(places.iter().any(|place| said.contains(place)), "{what}: {said}");
                            stopped += 1;
                        }
                    }
                }
            }
        }
    }
    let listed: Vec<(&str, &str)> =
        BY_VERIFY_ALONE.iter().map(|(table, column, _)| (*table, *column)).collect();
    let mut found: Vec<(&str, &str)> =
        passed.keys().map(|(table, column)| (table.as_str(), column.as_str())).collect();
    found.sort_by_key(|found| listed.iter().position(|listed| listed == found));
    assert_eq!(found, listed, "{passed:?}");
    assert!(stopped > 150, "{stopped} changes were refused");
}

/// Proves REC-06: records that are removed, doubled or in another order.
#[test]
fn a_record_that_is_missing_doubled_or_elsewhere_in_its_stream_is_refused() {
    let place = furnished();
    for number in 1..=9_u64 {
        let remove = move |database: &Connection| {
            database.execute("DELETE FROM postings WHERE sequence = ?1", [number as i64])?;
            database.execute("DELETE FROM records WHERE sequence = ?1", [number as i64])
        };
        let closed = move |database: &Connection| {
            remove(database)?;
            for next in number as i64 + 1..=9 {
                database.execute("UPDATE postings SET sequence = ?1 - 1 WHERE sequence = ?1", [next])?;
                database.execute("UPDATE records SET sequence = ?1 - 1 WHERE sequence = ?1", [next])?;
            }
            Ok(1)
        };
        let doubled = move |database: &Connection| database.execute(COPY, params![number as i64, 10, 100]);
        let between = move |database: &Connection| {
            for next in (number as i64 + 1..=9).rev() {
                database.execute("UPDATE postings SET sequence = ?1 + 1 WHERE sequence = ?1", [next])?;
                database.execute("UPDATE records SET sequence = ?1 + 1 WHERE sequence = ?1", [next])?;
            }
            database.execute(COPY, params![number as i64, number as i64 + 1, 100])
        };
        let before = move |database: &Connection| database.execute(COPY, params![number as i64, -1, 100]);
        for change in [&remove as Change<'_>, &closed, &doubled, &between, &before] {
            let said = opened(&place, change).expect("changed").expect_err("it is noticed");
            let names = ["record ", "stream ", "the end was cut"];
            assert!(names.iter().any(|name| said.contains(name)), "record {number}: {said}");
        }
    }
    // Two records change places in the room. If each stream keeps its order and the streams begin in the same
    // order, only `verify` notices. The first record of the room is bound to the room's identity.
    let streams = ["people", "people", "room", "room", "table/1", "table/1", "table/2", "table/2", "table/1"];
    let mut unseen = 0;
    for (one, other) in (1..=9_i64).flat_map(|one| (one + 1..=9).map(move |other| (one, other))) {
        let swap = |database: &Connection| {
            for (from, to) in [(one, 1000), (other, one), (1000, other)] {
                database.execute("UPDATE records SET sequence = ?2 WHERE sequence = ?1", [from, to])?;
                database.execute("UPDATE postings SET sequence = ?2 WHERE sequence = ?1", [from, to])?;
            }
            Ok(1)
        };
        let now = |number: i64| match number {
            _ if number == one => other,
            _ if number == other => one,
            _ => number,
        };
        let of = |stream: &str| -> Vec<i64> {
            (1..=9).filter(|number| streams[*number as usize - 1] == stream).map(now).collect()
        };
        let all = ["people", "room", "table/1", "table/2"].map(of);
        let fits = all.iter().all(|numbers| numbers.is_sorted()) && all.is_sorted_by_key(|all| all[0]);
        match opened(&place, &swap).expect("changed") {
            Ok(()) => {
                assert!(fits && one != 1, "{one} and {other} were opened");
                unseen += 1;
            }
            Err(said) => assert!(!fits || one == 1, "{one} and {other}: {said}"),
        }
    }
    assert!(unseen > 0, "some are listed in `docs/formats/records.md`");
}

/// Proves AUD-01: a rollback is refused whether the file of checkpoints is there or gone, also where everything in the
/// database fits what is left.
#[test]
fn a_rollback_is_refused_with_the_checkpoints_and_without_them() {
    let place = furnished();
    for last in 0..9 {
        let copy = copied(&place);
        cut(&Connection::open(copy.database()).expect("a database"), last).expect("cut");
        let said = copy.open().expect_err("the end was cut").to_string();
        assert!(
            said.contains(&format!("the data ends with record {last}, but the last checkpoint counts 9"))
        );
        std::fs::remove_file(copy.options().checkpoints).expect("removed");
        if last > 0 {
            let said = copy.open().expect_err("nothing says how far it went").to_string();
            assert!(said.contains(&format!("the data has {last} records, and there is no checkpoint at")));
            assert!(said.contains("`cardroom restore --replace`"), "{said}");
        }
    }
    // Even if nothing was cut off.
    let copy = copied(&place);
    std::fs::write(copy.options().checkpoints, "").expect("emptied");
    let said = copy.open().expect_err("the checkpoints are gone").to_string();
    assert!(said.contains("the data has 9 records, and there is no checkpoint at"), "{said}");
}

/// Recomputes every hash from a changed record on, as a forger would who knows how they are made.
fn written_anew(place: &Place, database: &Connection) -> rusqlite::Result<usize> {
    let meta = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let mut statement = database.prepare("SELECT name, value FROM meta")?;
    let meta = statement.query_map([], meta)?.collect::<Result<_, _>>()?;
    let genesis = chain::genesis(&meta);
    let mut streams = BTreeMap::new();
    for link in Records::open(&place.data()).expect("a database") {
        let mut link = link.expect("readable");
        if link.record.sequence == 5 {
            link.record.body = r#"{"forged":true}"#.to_owned();
            database.execute("UPDATE records SET body = ?1 WHERE sequence = 5", [&link.record.body])?;
        }
        let before = streams.get(&link.record.stream).copied().unwrap_or(chain::ZERO_HASH);
        let hash = link.hash_after(ChainFormat::Two, &genesis, &before);
        let sequence = link.record.sequence.cast_signed();
        database.execute("UPDATE records SET hash = ?1 WHERE sequence = ?2", params![hash, sequence])?;
        let stream = link.record.stream.to_string();
        database.execute("UPDATE streams SET hash = ?1 WHERE stream = ?2", params![hash, stream])?;
        streams.insert(link.record.stream, hash);
    }
    Ok(1)
}

/// Proves AUD-01.
#[test]
fn a_history_that_was_written_anew_is_refused() {
    let place = furnished();
    let forge = |database: &Connection| written_anew(&place, database);
    refused(&place, &forge, "record 9 or one before it differs from what the last checkpoint counts");
}

/// Proves AUD-01: tables, indexes, triggers and views.
#[test]
fn tables_that_are_not_those_of_a_room_are_refused() {
    let place = furnished();
    for (sql, words) in [
        ("DROP INDEX records_by_key", "index records_by_key is missing or different"),
        ("DROP TABLE eras", "table eras is missing or different"),
        ("DROP TABLE people", "table people is missing or different"),
        ("CREATE TABLE notes (text TEXT)", "table notes does not belong here"),
        ("CREATE VIEW seen AS SELECT body FROM records", "view seen does not belong here"),
        ("CREATE INDEX more ON records (kind)", "index more does not belong here"),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON records BEGIN DELETE FROM postings; END",
            "trigger quiet does not belong here",
        ),
        ("ALTER TABLE people ADD COLUMN mail TEXT", "table people is missing or different"),
    ] {
        refused(&place, &|database| database.execute_batch(sql).map(|()| 1), words);
    }
    let change = |version: u64| {
        let sql = format!("PRAGMA user_version = {version}");
        opened(&place, &|database| database.execute_batch(&sql).map(|()| 1)).expect("changed")
    };
    assert!(change(0).expect_err("no version").contains("it has no version, and "));
    assert!(change(1).expect_err("an older one").contains("`cardroom upgrade`"));
    assert!(change(2).expect_err("an older one").contains("`cardroom upgrade`"));
    assert!(change(4).expect_err("a newer one").contains("a newer program wrote it (version 4"));
}

/// Proves AUD-01: rows of people, added, removed and taken from somebody else.
#[test]
fn rows_of_people_that_are_not_those_of_the_records_are_refused() {
    let place = furnished();
    let run = |sql: &'static str| move |database: &Connection| database.execute(sql, []);
    refused(&place, &run("DELETE FROM people WHERE person = 8"), "people: the row of person 8 is missing");
    refused(
        &place,
        &run(
            "INSERT INTO people SELECT 9, 'cleo', name, password, salt, updated FROM people WHERE person = 8",
        ),
        "people: person 9 has a row, but no record says so",
    );
    refused(
        &place,
        &run(
            "UPDATE people SET password = (SELECT password || 'x' FROM people WHERE person = 7) WHERE person = 8",
        ),
        "people: the row of person 8 is not the one that record 2 states",
    );
}

/// Proves AUD-01: chips that somebody wrote to an account, with and without the account that they came from.
#[test]
fn chips_from_nowhere_are_refused() {
    let place = furnished();
    let run = |sql: &'static str| move |database: &Connection| database.execute_batch(sql).map(|()| 1);
    refused(
        &place,
        &run("UPDATE balances SET balance = balance + 5 WHERE account = 'wallet/7'"),
        "wallet/7 in play holds 45, but its postings sum to 40",
    );
    refused(
        &place,
        &run("UPDATE balances SET balance = balance + 5 WHERE account = 'wallet/7';
             UPDATE balances SET balance = balance - 5 WHERE account = 'issue'"),
        "balances: ",
    );
    refused(
        &place,
        &run("INSERT INTO postings VALUES (77, 1, 'issue', 'wallet/7', 'play', 5)"),
        "balances: a posting belongs to record 77, which is not there",
    );
    refused(
        &place,
        &run("INSERT INTO postings VALUES (4, 3, 'issue', 'wallet/7', 'play', 5)"),
        "the postings of record 4 are out of place",
    );
}

/// Proves AUD-01: the file of checkpoints, changed at every digit of the lines whose signatures are looked at, with lines
/// missing, added and in another order.
#[test]
fn checkpoints_that_are_not_those_of_the_room_are_refused() {
    let place = furnished();
    let text = std::fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    let said = |text: &str| {
        let copy = copied(&place);
        std::fs::write(copy.options().checkpoints, text).expect("written");
        copy.open().map(drop).map_err(|fault| fault.to_string())
    };
    assert_eq!(said(&text), Ok(()));
    for (at, character) in text.char_indices().filter(|(_, character)| character.is_ascii_digit()) {
        let mut changed = text.clone();
        changed.replace_range(at..=at, if character == '1' { "2" } else { "1" });
        let said = said(&changed).expect_err("it is noticed");
        assert!(said.contains("checkpoint"), "{changed}: {said}");
    }
    let signed = |checkpoint: Checkpoint| checkpoint.to_line(&SigningKey::from_bytes(&SIGNING));
    let last = Checkpoint::parse(lines[1], &keys().verifying_key()).expect("a checkpoint");
    let older = signed(Checkpoint { count: 8, ..last });
    let foreign = last.to_line(&SigningKey::from_bytes(&[99; 32]));
    let cases = [
        (format!("{}\n{}\n", lines[1], lines[0]), "line 1 begins no era: those before it are gone"),
        (format!("{}\n", lines[1]), "line 1 begins no era: those before it are gone"),
        (
            format!("{text}{}\n", lines[0]),
            "line 3 begins era 1, which does not go on from the line before it",
        ),
        (format!("{text}{older}\n"), "line 3 counts 8, after one that counts 9"),
        (format!("{text}{}\n", lines[1]), "line 3 counts 9, as the one before it does"),
        (
            format!("{}\nnot a line\n{}\n", lines[0], lines[1]),
            "checkpoint in line 2: it is not a line of JSON",
        ),
        (format!("{text}{foreign}\n"), "the room's key did not sign it"),
        (format!("{}\n{}\n", lines[0], signed(Checkpoint { head: [3; 32], ..last })), "have another root"),
        (
            format!("{text}{}\n", signed(Checkpoint { era: 2, ..last })),
            "line 3 is of era 2, which did not begin",
        ),
        (
            format!("{text}{}\n", signed(Checkpoint { format: ChainFormat::One, ..last })),
            "line 3 is of era 1, which did not begin",
        ),
    ];
    for (text, words) in cases {
        let said = said(&text).expect_err(words);
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// If the room's identity is missing, the keys are not said to belong to another room.
#[test]
fn a_room_that_does_not_say_what_it_is_is_told_so() {
    let place = furnished();
    let emptied = |sql: &'static str| move |database: &Connection| database.execute(sql, []);
    refused(&place, &emptied("DELETE FROM meta"), "damaged: room: the room's `chain` is missing");
    let one = emptied("DELETE FROM meta WHERE name = 'signing-key'");
    refused(&place, &one, "damaged: room: the room's `signing-key` is missing");
}

/// Eras that somebody added so that an old copy would pass for a restored backup.
#[test]
fn an_era_that_no_checkpoint_begins_is_refused() {
    let place = furnished();
    for reason in ["restored", "upgraded", "founded"] {
        let copy = copied(&place);
        let database = Connection::open(copy.database()).expect("a database");
        cut(&database, 4).expect("cut");
        let sql = "INSERT INTO eras SELECT 2, ?1, 2, at, 4, 9, before_head FROM eras";
        database.execute(sql, [reason]).expect("added");
        drop(database);
        let said = copy.open().expect_err(reason).to_string();
        let words = match reason {
            "restored" => "the data ends with record 4, but the last checkpoint counts 9",
            _ => "eras: era 2 cannot come where it stands",
        };
        assert!(said.contains(words), "{said}");
        // A forger who can write the file but does not have the key also removes the last lines.
        let text = std::fs::read_to_string(copy.options().checkpoints).expect("checkpoints");
        let first = text.lines().next().expect("a line");
        std::fs::write(copy.options().checkpoints, format!("{first}\n")).expect("written");
        let said = copy.open().expect_err(reason).to_string();
        let words = match reason {
            "restored" => "no checkpoint begins era 2 of the data (restored)",
            _ => "eras: era 2 cannot come where it stands",
        };
        assert!(said.contains(words), "{said}");
    }
}

/// A restore on record is missing from the data: this is a copy from before it.
#[test]
fn data_from_before_an_era_that_was_begun_is_refused() {
    let place = furnished();
    let last = std::fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    let last = Checkpoint::parse(last.lines().last().expect("a line"), &keys().verifying_key())
        .expect("a checkpoint");
    let era = Era {
        number: 2,
        reason: EraReason::Restored,
        format: ChainFormat::Two,
        at: last.at,
        after: 9,
        before_count: 9,
        before_head: last.head,
    };
    let copy = copied(&place);
    let line = era.first_checkpoint(last.head).to_line(&SigningKey::from_bytes(&SIGNING));
    let text = std::fs::read_to_string(copy.options().checkpoints).expect("checkpoints");
    std::fs::write(copy.options().checkpoints, format!("{text}{line}\n")).expect("written");
    let said = copy.open().expect_err("it is from before").to_string();
    assert!(said.contains("line 3 begins era 2, of which the data knows nothing"), "{said}");
    let said = differences(&copy.verify());
    assert!(said[0].contains("line 3 begins era 2, of which the data knows nothing"), "{said:?}");
}

/// Records of the last second before a crash, which no checkpoint counts yet, are checked one by one.
#[test]
fn records_after_the_last_checkpoint_must_fit_the_chain() {
    let place = furnished();
    let text = std::fs::read_to_string(place.options().checkpoints).expect("checkpoints");
    let first = text.lines().next().expect("a line");
    for count in 0..9_u64 {
        let copy = copied(&place);
        let mut heads = Heads::new();
        let records = Records::open(&place.data()).expect("a database");
        for link in records.take(usize::try_from(count).expect("small")) {
            let link = link.expect("readable");
            heads.set(link.record.stream, link.record.number, link.hash);
        }
        let begin = Checkpoint::parse(first, &keys().verifying_key()).expect("a checkpoint");
        let seen = Checkpoint { count, head: heads.root(), era_start: None, ..begin };
        let seen = seen.to_line(&SigningKey::from_bytes(&SIGNING));
        // The line that begins the era counts none, and there is one line for each count.
        let seen = if count == 0 { String::new() } else { format!("{seen}\n") };
        std::fs::write(copy.options().checkpoints, format!("{first}\n{seen}")).expect("written");
        for number in count + 1..=9 {
            let sql = "UPDATE records SET kind = kind || 'x' WHERE sequence = ?1";
            let change = |database: &Connection| database.execute(sql, [number.cast_signed()]);
            refused(&copy, &change, &format!("record {number} "));
        }
        copy.open().expect("nothing was changed").close().expect("closed");
        assert_eq!(differences(&copy.verify()), [""; 0], "after {count}");
    }
}

/// Proves AUD-01: the keys of another room.
#[test]
fn the_keys_of_another_room_are_refused() {
    let place = furnished();
    for wrong in [Keys::new([1; 32], SIGNING), Keys::new([7; 32], [1; 32])] {
        let refused = SqliteStore::open(&place.options(), &wrong).expect_err("another key");
        assert!(refused.to_string().contains("is not the one given"), "{refused}");
    }
}
