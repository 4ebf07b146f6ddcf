//! A database that somebody changed: every column of every table, every record, every head. `verify` must
//! name each change.

use std::path::PathBuf;

use ed25519_dalek::SigningKey;
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use store::chain::ChainFormat;
use store::checkpoint::Checkpoint;
use store::{CheckResult, Records};

use crate::checks::furnished;
use crate::made::{Place, SIGNING, differences, keys, verify};

/// Changes a copy of a room's database and runs `verify` on it.
fn after(
    place: &Place,
    change: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
) -> Option<Vec<CheckResult>> {
    let copy = Place::new();
    std::fs::create_dir_all(copy.data()).expect("a folder");
    std::fs::copy(place.database(), copy.database()).expect("copied");
    let database = Connection::open(copy.database()).expect("a database");
    // A change that the tables themselves refuse does not count.
    change(&database).ok()?;
    drop(database);
    Some(verify(&copy.data(), &place.options().checkpoints))
}

/// Asserts that a difference was found, and that it contains one of the given words.
fn named(checks: &[CheckResult], words: &[&str], what: &str) {
    let said = differences(checks);
    assert!(!said.is_empty(), "{what}: nothing was noticed");
    let told = said.iter().any(|said| words.iter().any(|word| said.contains(word)));
    assert!(told, "{what}: none of {words:?} in {said:#?}");
}

pub fn texts(database: &Connection, sql: &str) -> Vec<String> {
    let mut statement = database.prepare(sql).expect("a statement");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

/// Other values that could stand in place of a value.
pub fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Null => vec![Value::Blob(vec![5; 16])],
        Value::Integer(number) => {
            vec![Value::Integer(number + 1), Value::Integer(number - 1), Value::Integer(number + 100)]
        }
        Value::Real(_) => Vec::new(),
        Value::Text(text) => {
            let mut digit = text.clone();
            let last = digit.pop();
            digit.push(if last == Some('3') { '4' } else { '3' });
            vec![Value::Text(format!("{text}x")), Value::Text(digit), Value::Text(String::new())]
        }
        Value::Blob(bytes) => {
            let flipped = |place: usize| {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1;
                Value::Blob(bytes)
            };
            vec![flipped(0), flipped(bytes.len() - 1), Value::Blob(bytes[1..].to_vec()), Value::Null]
        }
    }
}

/// Proves AUD-01: the columns are taken from the database itself, so that a new one cannot be forgotten.
#[test]
fn a_change_in_any_column_of_any_table_is_noticed_and_named() {
    let place = furnished();
    let database = Connection::open(place.database()).expect("a database");
    let tables = texts(&database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    assert_eq!(tables, ["balances", "eras", "meta", "people", "postings", "records", "streams"]);
    let mut changed = 0;
    for table in &tables {
        let columns = texts(&database, &format!("SELECT name FROM pragma_table_info('{table}')"));
        let keys = texts(&database, &format!("SELECT name FROM pragma_table_info('{table}') WHERE pk > 0"));
        // A row is found again by the values of its primary key.
        let found = keys
            .iter()
            .zip(1..)
            .map(|(key, place)| format!("{key} = ?{place}"))
            .collect::<Vec<_>>()
            .join(" AND ");
        let mut statement = database.prepare(&format!("SELECT * FROM {table}")).expect("a statement");
        let rows: Vec<Vec<Value>> = statement
            .query_map([], |row| (0..columns.len()).map(|column| row.get(column)).collect())
            .and_then(Iterator::collect)
            .expect("rows");
        assert!(!rows.is_empty(), "{table} has rows");
        for (column, name) in columns.iter().enumerate() {
            let mut seen = 0;
            for row in &rows {
                let key: Vec<Value> = keys
                    .iter()
                    .map(|key| row[columns.iter().position(|name| name == key).expect("a column")].clone())
                    .collect();
                for other in others(&row[column]).into_iter().filter(|other| *other != row[column]) {
                    let sql = format!("UPDATE {table} SET {name} = ?{} WHERE {found}", keys.len() + 1);
                    let values: Vec<Value> = key.iter().cloned().chain([other.clone()]).collect();
                    let checks =
                        after(&place, |database| database.execute(&sql, rusqlite::params_from_iter(values)));
                    let Some(checks) = checks else { continue };
                    let what = format!("{table}.{name} of {key:?} to {other:?}");
                    let words: Vec<String> = match table.as_str() {
                        "records" | "postings" => vec!["record".to_owned()],
                        "balances" => vec!["balances:".to_owned()],
                        "streams" => vec!["streams:".to_owned()],
                        "people" => vec!["people: ".to_owned()],
                        "meta" => vec!["room:".to_owned(), "record 1 ".to_owned()],
                        "eras" => vec!["eras:".to_owned(), "checkpoints: era 1 of the data".to_owned()],
                        other => panic!("which words name a change in {other}?"),
                    };
                    named(&checks, &words.iter().map(String::as_str).collect::<Vec<_>>(), &what);
                    seen += 1;
                }
            }
            assert!(seen > 0, "{table}.{name} was never changed");
            changed += seen;
        }
    }
    assert!(changed > 300, "{changed} changes");
}

/// Proves AUD-01.
#[test]
fn a_changed_record_is_named_by_its_number() {
    let place = furnished();
    for number in 1..=9 {
        let sql = "UPDATE records SET body = body || ' ' WHERE sequence = ?1";
        let checks = after(&place, |database| database.execute(sql, [number])).expect("changed");
        named(&checks, &[&format!("chain: record {number} ")], &format!("record {number}"));
    }
}

/// Proves AUD-01.
#[test]
fn a_record_that_is_removed_is_named() {
    let place = furnished();
    for number in 1..=9 {
        let remove = |database: &Connection| {
            database.execute("DELETE FROM postings WHERE sequence = ?1", [number])?;
            database.execute("DELETE FROM records WHERE sequence = ?1", [number])
        };
        let checks = after(&place, remove).expect("changed");
        let words = [format!("record {number} is missing"), "the end was cut".to_owned()];
        named(&checks, &[&words[usize::from(number == 9)]], &format!("record {number} removed"));
        // Now the later ones move up, so that no number is missing.
        let close = |database: &Connection| {
            remove(database)?;
            for next in number + 1..=9 {
                database.execute("UPDATE postings SET sequence = ?1 - 1 WHERE sequence = ?1", [next])?;
                database.execute("UPDATE records SET sequence = ?1 - 1 WHERE sequence = ?1", [next])?;
            }
            Ok(1)
        };
        let checks = after(&place, close).expect("changed");
        let words = [format!("chain: record {number} "), "the end was cut".to_owned()];
        named(
            &checks,
            &[&words[usize::from(number == 9)]],
            &format!("record {number} removed and closed up"),
        );
    }
}

pub const COPY: &str = "INSERT INTO records SELECT ?2, stream, number + ?3, fence, at, person, role, device, NULL, kind, start, body, hash FROM records WHERE sequence = ?1";

/// Proves AUD-01.
#[test]
fn a_record_that_is_doubled_is_named() {
    let place = furnished();
    for number in 1..=9 {
        let checks =
            after(&place, |database| database.execute(COPY, params![number, 10, 100])).expect("changed");
        named(&checks, &["chain: record 10 "], &format!("record {number} doubled at the end"));
        let between = |database: &Connection| {
            for next in (number + 1..=9).rev() {
                database.execute("UPDATE postings SET sequence = ?1 + 1 WHERE sequence = ?1", [next])?;
                database.execute("UPDATE records SET sequence = ?1 + 1 WHERE sequence = ?1", [next])?;
            }
            database.execute(COPY, params![number, number + 1, 100])
        };
        let checks = after(&place, between).expect("changed");
        named(
            &checks,
            &[&format!("chain: record {} ", number + 1)],
            &format!("record {number} doubled in place"),
        );
    }
}

/// Proves AUD-01: whoever reads from the first record on would not meet one that stands before it.
#[test]
fn a_record_that_stands_before_the_first_is_named() {
    let place = furnished();
    for (number, sequence) in (1..=9).flat_map(|number| [0, -1, -1000].map(|sequence| (number, sequence))) {
        for further in [-100, 0, 100] {
            let put = |database: &Connection| database.execute(COPY, params![number, sequence, further]);
            // A stream has each number only once.
            let Some(checks) = after(&place, put) else { continue };
            let name = format!("record {sequence} stands before the first");
            named(&checks, &[&name], &format!("record {number} as {sequence}"));
        }
    }
    let copy = Place::new();
    std::fs::create_dir_all(copy.data()).expect("a folder");
    std::fs::copy(place.database(), copy.database()).expect("copied");
    let database = Connection::open(copy.database()).expect("a database");
    database.execute(COPY, params![2, -1, 100]).expect("changed");
    drop(database);
    let first = Records::open(&copy.data()).expect("opened").next().expect("something");
    assert_eq!(
        first.map(|_| ()).map_err(|fault| fault.to_string()),
        Err("record -1 stands before the first: the database is damaged".to_owned())
    );
}

/// Proves AUD-01.
#[test]
fn records_that_are_swapped_are_named() {
    let place = furnished();
    for one in 1..=9 {
        for other in one + 1..=9 {
            let swap = |database: &Connection| {
                for (from, to) in [(one, 1000), (other, one), (1000, other)] {
                    database.execute("UPDATE records SET sequence = ?2 WHERE sequence = ?1", [from, to])?;
                    database.execute("UPDATE postings SET sequence = ?2 WHERE sequence = ?1", [from, to])?;
                }
                Ok(1)
            };
            let checks = after(&place, swap).expect("changed");
            named(
                &checks,
                &[&format!("chain: record {one} ")],
                &format!("records {one} and {other} swapped"),
            );
        }
    }
}

/// Cuts off the end after a record and makes every table fit the rest, as a forger would.
pub fn cut(database: &Connection, last: u64) -> rusqlite::Result<usize> {
    database.execute("DELETE FROM records WHERE sequence > ?1", [last as i64])?;
    database.execute("DELETE FROM postings WHERE sequence > ?1", [last as i64])?;
    database.execute_batch(
        "DELETE FROM balances;
         INSERT INTO balances SELECT account, unit, sum(change) FROM (
            SELECT payer AS account, unit, -amount AS change FROM postings
            UNION ALL SELECT payee, unit, amount FROM postings) GROUP BY account, unit HAVING sum(change) <> 0;
         DELETE FROM streams;
         INSERT INTO streams SELECT stream, number, hash, fence FROM records AS record
            WHERE number = (SELECT max(number) FROM records WHERE stream = record.stream);",
    )?;
    let people = "DELETE FROM people WHERE NOT EXISTS (SELECT 1 FROM records WHERE stream = 'people' AND body LIKE '%\"person\":' || people.person || ',%')";
    database.execute(people, [])
}

/// Proves AUD-01: everything in the database fits, and only the checkpoint outside of it tells.
#[test]
fn an_end_that_was_cut_is_told_by_the_checkpoints_alone() {
    let place = furnished();
    for last in 0..9 {
        let checks = after(&place, |database| cut(database, last)).expect("changed");
        let said = differences(&checks);
        assert_eq!(said.len(), 1, "cut after {last}: {said:#?}");
        assert!(said[0].starts_with("checkpoints: "), "{said:?}");
        assert!(said[0].contains(&format!("the records end with {last}")), "{said:?}");
        assert!(said[0].contains("counts 9: the end was cut"), "{said:?}");
    }
    let whole = after(&place, |database| cut(database, 9)).expect("changed");
    assert_eq!(differences(&whole), [""; 0], "the forger's own work is not what is noticed");
}

/// Proves AUD-01: a forger who knows how hashes are made writes all of them anew.
#[test]
fn a_history_that_was_written_anew_is_told_by_the_checkpoints_alone() {
    let place = furnished();
    let links: Vec<_> =
        Records::open(&place.data()).expect("a database").map(|link| link.expect("readable")).collect();
    let rewrite = |database: &Connection| {
        let meta = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let meta = database
            .prepare("SELECT name, value FROM meta")?
            .query_map([], meta)?
            .collect::<Result<_, _>>()?;
        let genesis = store::chain::genesis(&meta);
        let mut streams = std::collections::BTreeMap::new();
        for mut link in links {
            if link.record.sequence == 5 {
                link.record.body = r#"{"forged":true}"#.to_owned();
                database.execute("UPDATE records SET body = ?1 WHERE sequence = 5", [&link.record.body])?;
            }
            let before = streams.get(&link.record.stream).copied().unwrap_or(store::chain::ZERO_HASH);
            let hash = link.hash_after(ChainFormat::Two, &genesis, &before);
            let sequence = i64::try_from(link.record.sequence).expect("small");
            database.execute("UPDATE records SET hash = ?1 WHERE sequence = ?2", params![hash, sequence])?;
            let stream = link.record.stream.to_string();
            database.execute("UPDATE streams SET hash = ?1 WHERE stream = ?2", params![hash, stream])?;
            streams.insert(link.record.stream, hash);
        }
        Ok(1)
    };
    let said = differences(&after(&place, rewrite).expect("changed"));
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(
        said[0].starts_with(
            "checkpoints: record 9 or one before it differs from what the checkpoint in line 2 counts"
        ),
        "{said:?}"
    );
}

/// Proves AUD-01.
#[test]
fn a_changed_missing_or_foreign_checkpoint_is_named() {
    let place = furnished();
    let path = place.options().checkpoints;
    let text = std::fs::read_to_string(&path).expect("checkpoints");
    assert_eq!(text.lines().count(), 2, "{text}");
    let said = |text: &str| {
        let other = Place::new();
        std::fs::create_dir_all(other.data()).expect("a folder");
        let path: PathBuf = other.data().join("checkpoints");
        std::fs::write(&path, text).expect("written");
        differences(&verify(&place.data(), &path))
    };
    assert_eq!(said(&text), [""; 0]);
    for (place, character) in text.char_indices().filter(|(_, character)| character.is_ascii_digit()) {
        let mut changed = text.clone();
        changed.replace_range(place..=place, if character == '1' { "2" } else { "1" });
        let said = said(&changed);
        assert!(
            said.len() == 1 && said[0].starts_with("checkpoints: checkpoint in line"),
            "{changed}: {said:?}"
        );
    }
    assert!(said("")[0].contains("there is no checkpoint"));
    let lines: Vec<&str> = text.lines().collect();
    let swapped = said(&format!("{}\n{}\n", lines[1], lines[0]));
    assert!(
        swapped[0].contains("the checkpoint in line 1 begins no era: those before it are gone"),
        "{swapped:?}"
    );
    assert!(said(&format!("{}\n", lines[1]))[0].contains("begins no era"));
    let doubled = said(&format!("{}\n{}\n{}\n", lines[0], lines[1], lines[0]));
    assert!(
        doubled[0].contains("line 3 begins era 1, which does not go on from the line before it"),
        "{doubled:?}"
    );
    let older = Checkpoint {
        count: 8,
        ..Checkpoint::parse(lines[1], &keys().verifying_key()).expect("a checkpoint")
    };
    let older = older.to_line(&SigningKey::from_bytes(&SIGNING));
    let back = said(&format!("{text}{older}\n"));
    assert!(back[0].contains("the checkpoint in line 3 counts 8, after one that counts 9"), "{back:?}");
    let missing = differences(&verify(&place.data(), &place.data().join("nowhere")));
    assert!(missing[0].starts_with("checkpoints: cannot open"), "{missing:?}");
    let foreign = store::Keys::new([7; 32], [99; 32]);
    let checks = store::verify(&place.data(), &path, &foreign.verifying_key()).expect("a database");
    named(&checks, &["checkpoints: checkpoint in line 1: the room's key did not sign it"], "another key");
    named(&checks, &["room: the room signs with"], "another key");
}

/// Proves AUD-01.
#[test]
fn tables_indexes_and_triggers_that_do_not_belong_there_are_named() {
    let place = furnished();
    for (sql, word) in [
        ("DROP INDEX records_by_key", "index records_by_key is missing"),
        ("CREATE TABLE notes (text TEXT)", "table notes does not belong here"),
        (
            "CREATE TRIGGER quiet AFTER INSERT ON records BEGIN DELETE FROM postings; END",
            "trigger quiet does not belong here",
        ),
        ("ALTER TABLE people ADD COLUMN mail TEXT", "table people is missing or different"),
        ("PRAGMA user_version = 0", "the tables have no version"),
    ] {
        let checks = after(&place, |database| database.execute_batch(sql).map(|()| 1)).expect("changed");
        named(&checks, &[word], sql);
    }
    let newer = Place::new();
    std::fs::create_dir_all(newer.data()).expect("a folder");
    std::fs::copy(place.database(), newer.database()).expect("copied");
    Connection::open(newer.database())
        .and_then(|database| database.execute_batch("PRAGMA user_version = 9"))
        .expect("changed");
    let refused = store::verify(&newer.data(), &place.options().checkpoints, &keys().verifying_key());
    assert!(refused.expect_err("a newer one").to_string().contains("a newer program wrote it (version 9"));
}

/// Proves REC-06: the room itself does not start on a damaged end, and reads no damaged record.
#[test]
fn a_room_neither_starts_on_a_cut_end_nor_reads_a_changed_record() {
    let place = furnished();
    let database = || Connection::open(place.database()).expect("a database");
    database()
        .execute("UPDATE records SET body = '[]' WHERE stream = 'table/1' AND number = 2", [])
        .expect("changed");
    let store = place.open().expect("that does not show at once");
    let read = |stream| room::port::Store::read(&store, stream, 0, 100);
    let refused = read(room::port::StreamId::Table(1)).expect_err("it is damaged");
    assert_eq!(
        refused.to_string(),
        "record 6 (stream table/1, number 2) is damaged: it does not fit the chain"
    );
    assert_eq!(read(room::port::StreamId::Table(2)).expect("the others go on").len(), 2);
    drop(store);
    cut(&database(), 4).expect("changed");
    let refused = place.open().expect_err("the end was cut");
    assert!(
        refused.to_string().starts_with("the data ends with record 4, but the last checkpoint counts 9"),
        "{refused}"
    );
}

/// Proves REC-06: the numbers of the rows themselves go back, which SQLite does not look at when it reads in order.
#[test]
fn records_out_of_order_in_the_file_are_named_and_reading_ends() {
    let place = furnished();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'records'";
    let root: usize = Connection::open(place.database())
        .and_then(|database| database.query_row(sql, [], |row| row.get::<_, u32>(0)))
        .expect("a page") as usize;
    let mut database = std::fs::read(place.database()).expect("a file");
    let page = &mut database[(root - 1) * 4096..root * 4096];
    let two = |page: &[u8], at: usize| usize::from(page[at]) * 256 + usize::from(page[at + 1]);
    assert_eq!((page[0], two(page, 3)), (13, 9), "a leaf with nine records");
    let cell = two(page, 8 + 2 * 8);
    // The row's length, in groups of seven bits, stands before its number.
    let length = page[cell..].iter().position(|byte| *byte < 128).expect("an end") + 1;
    assert_eq!(page[cell + length], 9);
    page[cell + length] = 1;
    let copy = Place::new();
    std::fs::create_dir_all(copy.data()).expect("a folder");
    std::fs::write(copy.database(), &database).expect("written");
    let said = differences(&verify(&copy.data(), &place.options().checkpoints));
    assert!(said.iter().any(|said| said.starts_with("chain: record 1 comes after record 8")), "{said:#?}");
    let records: Vec<_> = Records::open(&copy.data()).expect("a database").collect();
    assert!(matches!(records.as_slice(), [Err(_)]), "{records:?}");
}
