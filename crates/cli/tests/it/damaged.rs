//! Damaged data under the real program: a start reads and checks its data before it writes anything, and says
//! what a damaged record needs.

use std::path::Path;
use std::process::{Command, Output};

use rusqlite::Connection;

use crate::crash::Program;

/// A room that was founded with a practice table, and has stopped.
fn founded(folder: &Path) {
    std::fs::write(folder.join("room.toml"), "[practice]\ntables = 1\nbots = 0\n").expect("written");
    Program::start(folder).kill();
}

fn serve(folder: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    program.arg("--keys").arg(folder.join("keys")).arg("--config").arg(folder.join("room.toml"));
    program.output().expect("the program runs")
}

/// The number of records, and the checkpoints.
fn written(folder: &Path) -> (i64, String) {
    let database = Connection::open(folder.join("data/room.db")).expect("a database");
    let records = database.query_row("SELECT count(*) FROM records", [], |row| row.get(0)).expect("counted");
    (records, std::fs::read_to_string(folder.join("keys/checkpoints")).expect("checkpoints"))
}

/// Proves REC-06: a start that is refused leaves no `started` and no checkpoint behind, by which an undamaged copy of the
/// data would be refused.
#[test]
fn a_start_that_is_refused_for_a_damaged_record_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    founded(folder);
    let database = folder.join("data/room.db");
    // With the log written into it, the file is a complete copy.
    Connection::open(&database)
        .and_then(|opened| opened.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
        .expect("the log is empty");
    let whole = std::fs::read(&database).expect("the database");
    std::fs::remove_file(folder.join("keys/signing.pub")).expect("removed");
    for change in [
        "UPDATE records SET body = 'garbage' WHERE stream = 'people' AND number = 1",
        "UPDATE records SET body = body || ' ' WHERE stream = 'people' AND number = 1",
        "UPDATE records SET body = 'garbage' WHERE stream = 'room' AND kind = 'configured'",
        "UPDATE records SET at = at + 1 WHERE stream = 'room' AND number = 1",
    ] {
        let changed = Connection::open(&database).expect("a database").execute(change, []);
        assert!(changed.expect(change) > 0, "{change}");
        let before = written(folder);
        for _ in 0..2 {
            let output = serve(folder);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{change}: {said}");
            assert!(said.contains("is damaged") || said.contains("is not the one that"), "{change}: {said}");
            assert!(said.contains("`cardroom verify`") && said.contains("`cardroom restore"), "{said}");
            assert!(!said.contains("space"), "a full disk is something else: {said}");
        }
        assert_eq!(written(folder), before, "{change}");
        assert!(!folder.join("keys/signing.pub").exists(), "{change}");
        std::fs::write(&database, &whole).expect("the undamaged copy is put back");
    }
    Program::start(folder).kill();
}

/// A record that is not the one that was stored ends the export of its table, which is named; others go on.
#[test]
fn hands_of_a_damaged_table_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("room.toml"), "[practice]\ntables = 2\nbots = 0\n").expect("written");
    Program::start(folder).kill();
    for change in [
        "UPDATE records SET at = at + 31536000000 WHERE stream = 'table/2' AND number = 1",
        "UPDATE records SET kind = 'evil' WHERE stream = 'table/2' AND number = 1",
        "UPDATE records SET person = 7 WHERE stream = 'table/2' AND number = 1",
        "UPDATE records SET body = 'garbage' WHERE stream = 'table/2' AND number = 1",
    ] {
        let database = Connection::open(folder.join("data/room.db")).expect("a database");
        assert_eq!(database.execute(change, []), Ok(1), "{change}");
        let export = |more: &[&str]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
            program.args(["export", "--format", "phh", "--data"]).arg(folder.join("data")).args(more);
            let output = program.output().expect("the program runs");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let (status, said) = export(&[]);
        assert_eq!(status, Some(1), "{change}: {said}");
        assert!(said.contains("table 2 is damaged: record "), "{change}: {said}");
        assert!(said.contains("`cardroom verify` says what differs"), "{change}: {said}");
        assert!(!said.contains("table 1 "), "{change}: {said}");
        let (status, said) = export(&["--table", "1"]);
        assert_eq!(status, Some(0), "the other table is whole: {said}");
    }
}

/// Changes a row of the records to what their table itself would refuse, as damage on a disk does.
fn change_unchecked(database: &Path, change: &str) {
    let database = Connection::open(database).expect("a database");
    let sql = "SELECT sql FROM sqlite_schema WHERE name = 'records'";
    let words: String = database.query_row(sql, [], |row| row.get(0)).expect("the table");
    let loose = words.replace(") STRICT", ")").replace(" NOT NULL", "");
    let rewrite = |words: &str| {
        let words = words.replace('\'', "''");
        let sql = format!(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '{words}' WHERE name = 'records'; PRAGMA writable_schema = RESET"
        );
        database.execute_batch(&sql).expect("rewritten");
    };
    rewrite(&loose);
    assert_eq!(database.execute(change, []), Ok(1), "{change}");
    rewrite(&words);
}

/// A record whose columns cannot be read ends what is written of its table, which is named with it; others go on.
#[test]
fn a_record_that_cannot_be_read_is_named_and_the_others_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("room.toml"), "[practice]\ntables = 3\nbots = 0\n").expect("written");
    Program::start(folder).kill();
    let database = folder.join("data/room.db");
    Connection::open(&database)
        .and_then(|opened| opened.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
        .expect("the log is empty");
    let whole = std::fs::read(&database).expect("the database");
    for (change, said_of_it) in [
        ("body = NULL", "`body` holds nothing, expected a text"),
        ("at = 'never'", "`at` holds a text, expected a number"),
        ("hash = 'none'", "`hash` holds a text, expected bytes"),
        ("kind = x'00'", "`kind` holds bytes, expected a text"),
        ("role = 'boss'", "`boss` is not a role"),
    ] {
        change_unchecked(
            &database,
            &format!("UPDATE records SET {change} WHERE stream = 'table/1' AND number = 1"),
        );
        // Behind it another table is damaged: whoever goes on finds that too.
        change_unchecked(
            &database,
            "UPDATE records SET body = 'garbage' WHERE stream = 'table/3' AND number = 1",
        );
        let export = |more: &[&str]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
            program.args(["export", "--format", "phh", "--data"]).arg(folder.join("data")).args(more);
            let output = program.output().expect("the program runs");
            (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
        };
        let (status, said) = export(&[]);
        assert_eq!(status, Some(1), "{change}: {said}");
        assert!(said.contains("table 1 is damaged: record "), "{change}: {said}");
        assert!(said.contains(&format!(" (number 1 of the table): {said_of_it}; ")), "{change}: {said}");
        assert!(said.contains("table 3 is damaged: record "), "{change}: {said}");
        assert!(!said.contains("table 2 "), "{change}: {said}");
        assert!(said.contains("0 hands written, 0 left out"), "{change}: {said}");
        assert_eq!(export(&["--table", "2"]).0, Some(0), "{change}");
        assert_eq!(export(&["--table", "1"]).0, Some(1), "{change}");
        std::fs::write(&database, &whole).expect("put back");
    }
    // Of which table it is cannot be told.
    change_unchecked(&database, "UPDATE records SET stream = NULL WHERE stream = 'table/2' AND number = 1");
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let output = program.args(["export", "--format", "phh", "--data"]).arg(folder.join("data")).output();
    let output = output.expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains(
            " is damaged: `stream` holds nothing, expected a text; which table it belongs to cannot be told"
        ),
        "{said}"
    );
}
