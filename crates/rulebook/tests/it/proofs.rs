//! How a test records the rows of the register that it ran. Other crates may include this file as a module.

use std::fs;
use std::path::PathBuf;

use rulebook::coverage::{self, Evidence};
use rulebook::register;

/// Records what the running test shows about these rows, and so how far it reached.
///
/// The record goes to the folder that `CARDROOM_PROOFS` names, if it is set. A row that no register has fails
/// the test.
pub fn proves(evidence: Evidence, ids: &[&str]) {
    for id in ids {
        assert!(register::row(id).is_some(), "no register has the row {id}");
    }
    let Some(folder) = std::env::var_os("CARDROOM_PROOFS").map(PathBuf::from) else { return };
    let thread = std::thread::current();
    let test = format!("{}::{}", env!("CARGO_PKG_NAME"), thread.name().expect("a test has a name"));
    fs::create_dir_all(&folder).expect("a folder for proofs");
    let file = folder.join(coverage::file_name(&test));
    let before = fs::read_to_string(&file).unwrap_or_default();
    fs::write(file, before + &coverage::proof_lines(&test, evidence, ids)).expect("a file for proofs");
}
