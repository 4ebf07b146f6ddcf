//! A room whose founding was cut short: the next start completes it, as long as nobody has signed up.

use std::path::Path;

use server::client::{Address, ClientSession, Method};

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
