//! The page's fold: games that the room plays are folded as the page does it and compared with the room's own
//! snapshots.

use std::fs;
use std::path::PathBuf;

use crate::generate::empty_folder;
use crate::run::{StepResult, TestCounts, cargo, run_to_end, target};
use crate::web;

/// Makes the folder empty into which the games for the page's fold are recorded; the tests get its path in
/// `CARDROOM_FOLD`.
pub fn folder() -> Result<PathBuf, String> {
    empty_folder("fold")
}

/// `cargo xtask fold`: lets the room play this many hands and compares the page's table with the room's after
/// every record.
pub fn run(hands: &str) -> StepResult {
    let hands: u64 = hands.parse().map_err(|_| format!("fold {hands}: expected a whole number"))?;
    web::packages()?;
    let arguments =
        ["test", "--package", "server", "--test", "it", "--locked", "fold::", "--", "--nocapture"];
    let mut evenings = cargo(arguments);
    evenings.env("CARDROOM_FOLD", folder()?).env("CARDROOM_FOLD_HANDS", hands.to_string());
    run_to_end(&mut evenings, "the games for the fold")?;
    compare().map(|_| ())
}

/// Compares the recorded games with the page's fold and counts the tests. The games are kept if something
/// differs.
pub fn compare() -> Result<TestCounts, String> {
    let folder = target().join("fold");
    let sum = web::folds(&folder)?;
    fs::remove_dir_all(&folder).map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
    Ok(sum)
}
