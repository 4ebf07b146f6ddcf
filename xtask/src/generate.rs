//! Generated files, which are committed: the pages of `docs/rules`, where the code cites a rule, which tests prove
//! which rows of the register, the rows that still need a test, and which tests show what must hold.

use std::fs;
use std::path::{Path, PathBuf};

use rulebook::coverage::{self, Proofs};
use rulebook::{cited, docs};

use crate::run::{self, Done, root};
use crate::{tidy, trust};

const CITED: &str = "crates/rulebook/data/cited.tsv";
const PROOFS: &str = "crates/rulebook/data/proofs.tsv";
const MISSING: &str = "crates/rulebook/data/missing.txt";

/// What puts a stale file right.
const PUT_RIGHT: &str = "cargo xtask generate writes it anew";

/// Writes every generated file; the proofs come from running the tests.
pub fn write() -> Done {
    write_pages()?;
    let folder = proofs_folder()?;
    let tests = run::tests(&folder);
    let proofs = gather(&folder)?;
    write_if_changed(PROOFS, &proofs.written())?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost(&ratchet.newly_missing));
    }
    write_if_changed(MISSING, &proofs.missing_written())?;
    tests
        .map(|_| ())
        .map_err(|_| "a test failed: the files are written, run this again when it passes".to_owned())
}

/// Writes the proofs and the missing rows from what the last whole run of the tests showed, without running them again.
pub fn write_kept() -> Done {
    write_pages()?;
    let folder = run::target().join("proofs");
    let proofs = gather(&folder)?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost(&ratchet.newly_missing));
    }
    write_if_changed(PROOFS, &proofs.written())?;
    write_if_changed(MISSING, &proofs.missing_written())
}

/// Writes the pages and the citations.
pub fn write_pages() -> Done {
    made_of_the_data()?.into_iter().try_for_each(|(path, text)| write_if_changed(&path, &text))
}

/// The pages and the citations: path and text.
fn made_of_the_data() -> Result<Vec<(String, String)>, String> {
    let mut files = docs::pages();
    let sources = tidy::Files::committed()?;
    let citations =
        cited::scan_all(sources.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?))));
    files.push((CITED.to_owned(), cited::written(&citations)));
    let texts = sources.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)));
    files.push((trust::PAGE.to_owned(), trust::page(texts)?));
    Ok(files)
}

fn write_if_changed(path: &str, text: &str) -> Done {
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

/// The committed pages and citations are those that the data and the code make.
pub fn pages_are_fresh() -> Done {
    for (path, text) in made_of_the_data()? {
        is_fresh(&path, &text)?;
    }
    Ok(())
}

fn is_fresh(path: &str, text: &str) -> Done {
    let committed = fs::read_to_string(root().join(path)).unwrap_or_default();
    let line = committed.lines().zip(text.lines()).position(|(one, other)| one != other);
    let shorter = || committed.lines().count().min(text.lines().count());
    if committed == text {
        Ok(())
    } else {
        Err(format!("{path} is stale from line {}: {PUT_RIGHT}", line.unwrap_or_else(shorter) + 1))
    }
}

/// An empty folder for what the tests prove.
pub fn proofs_folder() -> Result<PathBuf, String> {
    empty_folder("proofs")
}

/// A folder with nothing in it, among what is built.
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

fn gather(folder: &Path) -> Result<Proofs, String> {
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        texts.push(fs::read_to_string(entry.map_err(cannot)?.path()).map_err(cannot)?);
    }
    Proofs::read(texts.iter().map(String::as_str)).map_err(|faults| faults.join("; "))
}

/// The committed proofs and missing rows are those that the tests just told; no row has lost its test.
pub fn proofs_are_fresh(folder: &Path) -> Done {
    let proofs = gather(folder)?;
    let ratchet = proofs.ratchet(coverage::committed_missing());
    if !ratchet.newly_missing.is_empty() {
        return Err(lost(&ratchet.newly_missing));
    }
    is_fresh(PROOFS, &proofs.written())?;
    is_fresh(MISSING, &proofs.missing_written())
}

fn lost(rows: &[String]) -> String {
    format!("rows of the register lost their test: {}", rows.join(", "))
}
