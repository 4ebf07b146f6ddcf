//! How a test registers the rows of the register it ran; other crates may take this file in as a module.

use std::fs;
use std::path::PathBuf;

use rulebook::coverage::{self, Evidence};
use rulebook::register;

/// Registers what the running test shows of these rows, and so how far it reached.
///
/// Written to the folder that `CARDROOM_PROOFS` names, where it is set; a row that no register has fails the test.
pub fn proves(evidence: Evidence, ids: &[&str]) {
    for id in ids {
        assert!(register::row(id).is_some(), "there is no row {id} to prove");
    }
    let Some(folder) = std::env::var_os("CARDROOM_PROOFS").map(PathBuf::from) else { return };
    let thread = std::thread::current();
    let test = format!("{}::{}", env!("CARGO_PKG_NAME"), thread.name().expect("a test has a name"));
    fs::create_dir_all(&folder).expect("a folder for proofs");
    let file = folder.join(coverage::file_name(&test));
    let before = fs::read_to_string(&file).unwrap_or_default();
    fs::write(file, before + &coverage::proof_lines(&test, evidence, ids)).expect("a file for proofs");
}
