//! The large sets of real hands beside the project, read if they are there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use history::{HandRecord, phh, stars};

/// The files of a folder of the shared material, by name; none if the folder is not there.
pub fn shared(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../../shared/data", folder].iter().collect();
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| endings.iter().any(|e| ending == *e)))
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            (name, std::fs::read_to_string(&path).expect("a readable file"))
        })
        .collect()
}

#[test]
fn every_hand_of_the_shared_notation_files_survives_a_round_trip() {
    for (name, text) in shared("phh", &["phhs", "phh"]) {
        let mut lines: Vec<&str> = text.lines().collect();
        let mut out = String::new();
        for hand in phh::hands(&text) {
            let hand: HandRecord = hand.unwrap_or_else(|error| panic!("{name}: {error}"));
            phh::write_hand(&hand, Some(&hand.origin.hand), &mut out).expect("a code");
            out.push('\n');
        }
        let mut written: Vec<&str> = out.lines().collect();
        lines.retain(|line| !line.is_empty());
        written.retain(|line| !line.is_empty());
        lines.sort_unstable();
        written.sort_unstable();
        assert_eq!(lines, written, "{name}");
    }
}

#[test]
fn every_shared_text_is_read_or_named() {
    for (name, text) in shared("histories", &["txt"]) {
        for hand in stars::hands(&text) {
            match hand {
                Ok(_) => assert!(name.starts_with("pokerstars"), "{name}"),
                Err(failure) => {
                    assert!(failure.is_foreign(), "{name}: {failure}");
                    assert!(!name.starts_with("pokerstars"), "{name}: {failure}");
                }
            }
        }
    }
}

/// The rows of a table of expected results, by column name.
pub fn expected(folder: &str) -> Vec<BTreeMap<String, String>> {
    let Some((_, text)) = shared(folder, &["csv"]).into_iter().find(|(name, _)| name == "expected.csv")
    else {
        return Vec::new();
    };
    let mut lines = text.lines();
    let head = fields(lines.next().expect("a head"));
    lines.map(|line| head.iter().cloned().zip(fields(line)).collect()).collect()
}

/// The fields of a line of CSV; a field with a comma is in double quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("one").push(c),
        }
    }
    fields
}
