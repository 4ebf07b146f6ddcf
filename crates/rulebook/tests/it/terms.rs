//! Terms of the documents: which are in the glossary, and whether code and texts use them in that sense.
//!
//! `data/terms.csv` has one line per word: the rows that define it, the word in the glossary, a name in the
//! code that stands for it, and how texts for people say it. A term without a line is missing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rulebook::coverage::Evidence;
use rulebook::register::{self, RowKind};

use crate::proofs::proves;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder whose names end with `end`.
fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().is_some_and(|path| path.ends_with(end)) {
                found.push(path);
            }
        }
    }
    found
}

/// The code of all crates, without comments and tests; and every line of text for people, in lower case.
struct Used {
    code: String,
    texts: String,
}

impl Used {
    fn read() -> Used {
        let mut used = Used { code: String::new(), texts: String::new() };
        let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
        for folder in crates.map(|entry| entry.expect("a crate").path().join("src")).filter(|at| at.is_dir())
        {
            for path in files(&folder, ".rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
                    let code = line.split(" // ").next().unwrap_or_default();
                    let _ = writeln!(used.code, "{code}");
                    if code.contains('"') {
                        let _ = writeln!(used.texts, "{}", code.to_lowercase());
                    }
                }
            }
        }
        for path in files(&root().join("web/src/words"), ".ts") {
            if !path.to_str().is_some_and(|path| path.ends_with(".test.ts")) {
                let text = std::fs::read_to_string(&path).expect("a file of words");
                let _ = writeln!(used.texts, "{}", text.to_lowercase());
            }
        }
        used
    }
}

/// Whether a text has a word, but not inside a longer one; the plural counts too.
fn has(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + word.len()..];
        let after = rest.strip_prefix('s').unwrap_or(rest).chars().next();
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

/// The entries of the project's glossary: the words in the first column, and the entire line.
fn glossary() -> Vec<(Vec<String>, String)> {
    let text = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary");
    let entry = |line: &str| {
        let first = line.strip_prefix("| ")?.split(" | ").next()?.to_owned();
        let mut words: Vec<String> = first.split(", ").map(str::to_owned).collect();
        words.push(first);
        Some((words, line.to_lowercase()))
    };
    text.lines().filter_map(entry).collect()
}

#[test]
fn the_terms_of_the_documents_stand_in_the_glossary_and_are_used_so() {
    let used = Used::read();
    let glossary = glossary();
    let mut defined = Vec::new();
    for line in include_str!("../../data/terms.csv").lines().skip(1) {
        let [rows, word, code, text] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four cells: {line}");
        };
        let entry = glossary.iter().find(|(words, _)| words.iter().any(|known| known == word));
        let (_, entry) = entry.unwrap_or_else(|| panic!("the glossary has no {word}"));
        assert!(has(&used.code, code), "{word}: nothing in the code is named {code}");
        assert!(has(&used.texts, text), "{word}: no text says {text}");
        for id in rows.split(' ') {
            let row = register::row(id).unwrap_or_else(|| panic!("{word}: no register has the row {id}"));
            assert_eq!(row.kind, RowKind::Define, "{id}");
            // The document's own word for it must lead to the entry.
            let title = row.title.to_lowercase();
            let own = title.split([' ', '/', '-', '(']).find(|part| part.len() > 2).unwrap_or(&title);
            assert!(
                entry.contains(own.trim_end_matches('s')),
                "{id}: the entry of {word} does not say {title}"
            );
            assert!(!defined.contains(&id), "{id} is defined twice");
            defined.push(id);
        }
    }
    assert!(defined.len() > 100, "{} rows", defined.len());
    proves(Evidence::Defined, &defined);
}

#[test]
fn a_word_is_found_whole_and_in_the_plural() {
    assert!(has("the pots are", "pot") && has("a \"pot\"", "pot") && has("Pot", "Pot"));
    assert!(!has("potent", "pot") && !has("side_pot", "pot") && !has("jackpot", "pot"));
}
