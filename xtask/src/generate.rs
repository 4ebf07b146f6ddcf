//! Generated files, which are committed: the pages of `docs/rules`, where the code cites a rule, which tests
//! prove which rows of the register, the rows that still need a test, and which tests show what must hold.

use std::fs;
use std::path::{Path, PathBuf};

use rulebook::coverage::{self, Proofs};
use rulebook::{code_citations, docs};

use crate::run::{self, StepResult, root};
use crate::{tidy, trust};

const CITED: &str = "crates/rulebook/data/cited.tsv";
const PROOFS: &str = "crates/rulebook/data/proofs.tsv";
const MISSING: &str = "crates/rulebook/data/missing.txt";

/// How to update a stale file.
const STALE_HELP: &str = "run cargo xtask generate";

/// `cargo xtask generate`: writes every generated file; the proofs come from running the tests. Refuses to
/// write the missing rows if one of them had a test before.
pub fn write() -> StepResult {
    write_pages()?;
    let folder = proofs_folder()?;
    let tests = run::tests(&folder);
    let proofs = gather_proofs(&folder)?;
    write_if_changed(PROOFS, &proofs.to_text())?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost_rows_text(&ratchet.newly_missing));
    }
    write_if_changed(MISSING, &proofs.missing_text())?;
    tests
        .map(|_| ())
        .map_err(|_| "a test failed: the files are written, run this again when it passes".to_owned())
}

/// `cargo xtask generate --kept`: writes the proofs and the missing rows from the last complete run of the
/// tests, without running them again.
pub fn write_from_last_run() -> StepResult {
    write_pages()?;
    let folder = run::target().join("proofs");
    let proofs = gather_proofs(&folder)?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost_rows_text(&ratchet.newly_missing));
    }
    write_if_changed(PROOFS, &proofs.to_text())?;
    write_if_changed(MISSING, &proofs.missing_text())
}

/// `cargo xtask pages`: writes the generated files that need no test run: the pages, the citations, and
/// `docs/trust.md`.
pub fn write_pages() -> StepResult {
    generate_pages()?.into_iter().try_for_each(|(path, text)| write_if_changed(&path, &text))
}

/// The generated files that need no test run, each as its path from the root and its text.
fn generate_pages() -> Result<Vec<(String, String)>, String> {
    let mut files = docs::pages();
    let sources = tidy::RepoFiles::committed()?;
    let citations = code_citations::scan_all(
        sources.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?))),
    );
    files.push((CITED.to_owned(), code_citations::to_text(&citations)));
    let texts = sources.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)));
    files.push((trust::PAGE.to_owned(), trust::page(texts)?));
    Ok(files)
}

/// Writes a generated file and says so; one that is right already is not touched, so that nothing is rebuilt.
fn write_if_changed(path: &str, text: &str) -> StepResult {
    let place = root().join(path);
    if fs::read_to_string(&place).is_ok_and(|now| now == text) {
        return Ok(());
    }
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("cannot make the folder of {path}: {error}"))?;
    }
    fs::write(&place, text).map_err(|error| format!("cannot write {path}: {error}"))?;
    println!("wrote {path}");
    Ok(())
}

/// Checks that the committed pages and citations are those that the data and the code give. Writes nothing.
pub fn check_pages_fresh() -> StepResult {
    for (path, text) in generate_pages()? {
        check_fresh(&path, &text)?;
    }
    Ok(())
}

/// Checks a committed file against what it should be; the error has the first line that differs and what to
/// run.
fn check_fresh(path: &str, text: &str) -> StepResult {
    let committed = fs::read_to_string(root().join(path)).unwrap_or_default();
    let line = committed.lines().zip(text.lines()).position(|(one, other)| one != other);
    let shorter = || committed.lines().count().min(text.lines().count());
    if committed == text {
        Ok(())
    } else {
        Err(format!("{path} is stale from line {}: {STALE_HELP}", line.unwrap_or_else(shorter) + 1))
    }
}

/// Makes the folder empty into which the tests write their proofs; they get its path in `CARDROOM_PROOFS`.
pub fn proofs_folder() -> Result<PathBuf, String> {
    empty_folder("proofs")
}

/// Makes a folder of this name in the build folder, and empties it if it is there.
pub fn empty_folder(name: &str) -> Result<PathBuf, String> {
    let folder = run::target().join(name);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("cannot empty {}: {error}", folder.display()));
        }
        Ok(()) | Err(_) => {}
    }
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Reads the proofs that the tests wrote into a folder; an error lists every line that is not a proof.
fn gather_proofs(folder: &Path) -> Result<Proofs, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        texts.push(fs::read_to_string(entry.map_err(cannot)?.path()).map_err(cannot)?);
    }
    Proofs::read(texts.iter().map(String::as_str))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

/// Checks that the committed proofs and missing rows are those of the tests that just ran, and that no row
/// has lost its test.
pub fn check_proofs_fresh(folder: &Path) -> StepResult {
    let proofs = gather_proofs(folder)?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost_rows_text(&ratchet.newly_missing));
    }
    check_fresh(PROOFS, &proofs.to_text())?;
    check_fresh(MISSING, &proofs.missing_text())
}

/// The error for rows of the register that were proven before and are not any more: the list of missing rows
/// may only shrink.
fn lost_rows_text(rows: &[String]) -> String {
    format!("rows of the register lost their test: {}", rows.join(", "))
}
