//! Options that take a text file, given something else: it is named as what it is, with what is expected there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Every option that takes a text of its own kind, with the kind.
const OPTIONS: &[(&str, &str)] = &[
    ("serve --listen 127.0.0.1:0 --data new --keys new-keys --config", "a configuration file"),
    ("play --book", "a book file"),
    ("simulate --hands 1 --book", "a book file"),
    ("replay latin --book", "a book file"),
    ("showdown AsKd JhAh --board 2c3d4h5s7c --book", "a book file"),
    ("uth advise --hole AsKd --paytable", "a file of rules"),
    ("showdown --batch", "a table of showdowns"),
    ("script", "a hand script"),
];

/// What is no text of any kind.
const FILES: &[(&str, &[u8], &str)] = &[
    ("database", b"SQLite format 3\0\x10\0\x02\x02\0\x40\x20\x20", "it is a database, not text"),
    ("binary", b"\x7fELF\x02\x01\x01\0\0\0\0", "it is a binary file, not text"),
    ("packed", b"\x1f\x8b\x08\0\0\0", "it is compressed with gzip: unpack it first"),
    ("latin", b"caf\xe9 = 1\n", "byte 4 of it, in line 1, is not UTF-8"),
];

/// The one line of a command that is refused for the file it is given.
#[track_caller]
fn refused(folder: &Path, command: &str, file: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    let words = command.split(' ').chain([file]);
    let output = program.args(words).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{command} {file}: {said}");
    let first = said.lines().next().unwrap_or_default().to_owned();
    assert!(first.starts_with("error: ") && first.contains(file), "{command} {file}: {said}");
    first
}

#[test]
fn a_file_that_is_not_of_the_kind_is_named_with_what_is_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, bytes, _) in FILES {
        fs::write(folder.join(name), bytes).expect("written");
    }
    fs::write(folder.join("nothing"), "").expect("written");
    fs::write(folder.join("huge"), "# a line that says nothing\n".repeat(100_000)).expect("written");
    fs::create_dir(folder.join("folder")).expect("made");
    for (command, kind) in OPTIONS {
        for (file, _, why) in FILES {
            let said = refused(folder, command, file);
            assert!(said.contains(&format!("is not {kind}: {why}")), "{command} {file}: {said}");
            assert!(said.contains("; expected "), "{command} {file}: {said}");
        }
        let said = refused(folder, command, "folder");
        assert!(said.contains("it is a folder: name a file"), "{command}: {said}");
        refused(folder, command, "missing");
        if ["a book file", "a file of rules", "a table of showdowns"].contains(kind) {
            let said = refused(folder, command, "nothing");
            assert!(said.contains(&format!("nothing is empty: expected {kind}")), "{command}: {said}");
        }
        if ["a configuration file", "a book file", "a file of rules"].contains(kind) {
            let said = refused(folder, command, "huge");
            assert!(said.contains(&format!("is not {kind}: it has more than 1048576 bytes")), "{said}");
        }
    }
    assert!(!folder.join("new").exists() && !folder.join("new-keys").exists(), "nothing was made");
}
