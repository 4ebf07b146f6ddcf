//! A room whose founding was cut short: the next start completes it, as long as nobody has signed up.

use std::path::Path;
use std::process::Command;

use load::client::{Address, ClientSession, Method};

use crate::crash::Program;

fn configured(folder: &Path, tables: u32) {
    std::fs::write(folder.join("room.toml"), format!("[practice]\ntables = {tables}\nbots = 2\n"))
        .expect("written");
}

/// The names of the tables that a room lists, once it is open.
fn tables(folder: &Path) -> Vec<String> {
    let program = Program::start(folder);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut visitor = ClientSession::new(Address::parse(&program.url).expect("an address"));
    let listed = runtime.block_on(visitor.call(Method::GET, "/api/tables", None)).expect("an answer");
    program.kill();
    let names = listed["tables"].as_array().expect("a list").iter();
    names.map(|table| table["name"].as_str().expect("a name").to_owned()).collect()
}

/// Proves REC-07 for the first start: where it ended after the first practice table, the next one opens the others, and the
/// one after it opens none again.
#[test]
fn a_founding_that_was_cut_short_goes_on_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    configured(folder, 1);
    assert_eq!(tables(folder), ["Practice 1"]);
    configured(folder, 3);
    for _ in 0..2 {
        assert_eq!(tables(folder), ["Practice 1", "Practice 2", "Practice 3"]);
    }
}

/// An empty database is what a first start leaves that was cut short: where nothing was signed, no keys are missing for it.
#[test]
fn an_empty_database_without_keys_is_a_first_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    configured(folder, 1);
    std::fs::create_dir(folder.join("data")).expect("a folder");
    std::fs::write(folder.join("data/room.db"), "").expect("written");
    assert_eq!(tables(folder), ["Practice 1"]);
    // The keys of a room that has signed something are not made anew.
    std::fs::remove_file(folder.join("keys/room.key")).expect("removed");
    std::fs::remove_file(folder.join("keys/signing.key")).expect("removed");
    for name in ["room.db", "room.db-wal", "room.db-shm"] {
        let _ = std::fs::remove_file(folder.join("data").join(name));
    }
    std::fs::write(folder.join("data/room.db"), "").expect("written");
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    let output = program.arg("--keys").arg(folder.join("keys")).output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("room.key is missing: the data in"), "{said}");
    assert!(!folder.join("keys/room.key").exists());
}
