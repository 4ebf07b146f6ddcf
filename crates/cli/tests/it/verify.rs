//! `cardroom verify` and `cardroom export` when something they need is missing, or is not the right one.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use store::{Keys, SqliteStore, StoreOptions};

/// A command with files of key halves, and for `verify` with what is in the folder of the keys.
fn cardroom(command: &[&str], data: &Path, folder: &Path, halves: &[&Path]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(command).arg("--data").arg(data);
    if command[0] == "verify" {
        program.arg("--checkpoints").arg(folder.join("checkpoints"));
        program.arg("--public-key").arg(folder.join("signing.pub"));
    }
    for half in halves {
        program.arg("--keys").arg(half);
    }
    program.output().expect("the program runs")
}

/// Splits the key of a room into two halves beside the folder of its keys.
fn split(data: &Path, folder: &Path) -> [PathBuf; 2] {
    let halves = ["first", "second"].map(|name| folder.with_extension(name));
    let done = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["keys", "split", "--data"])
        .arg(data)
        .arg("--keys")
        .arg(folder)
        .arg("--first")
        .arg(&halves[0])
        .arg("--second")
        .arg(&halves[1])
        .output()
        .expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    halves
}

/// Checks everything there is, with both halves of the key.
pub fn whole(data: &Path, folder: &Path) -> Output {
    let [first, second] = split(data, folder);
    cardroom(&["verify"], data, folder, &[&first, &second])
}

/// The single line of a command that was not carried out.
#[track_caller]
fn refused(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.stdout.is_empty());
    said
}

/// An empty folder.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("a folder");
    place
}

/// A room that was founded and contains nothing yet.
fn founded(data: &Path, folder: &Path) {
    let keys = Keys::from_folder(folder, data).expect("keys are made");
    SqliteStore::open(&StoreOptions::new(data, folder), &keys).expect("a store").close().expect("closed");
}

#[test]
fn a_data_folder_that_is_not_there_is_named_before_anything_else() {
    let place = place("nowhere");
    let (data, keys) = (place.join("nowhere"), place.join("keys"));
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        for halves in [&[][..], &[keys.as_path()], &[keys.as_path(), keys.as_path()]] {
            let said = refused(&cardroom(command, &data, &keys, halves));
            assert!(said.contains(&format!("there is no folder {}", data.display())), "{command:?}: {said}");
            assert!(!keys.exists(), "{command:?}: no keys are made for looking");
        }
    }
    std::fs::remove_dir_all(&place).expect("removed");
}

/// Proves SEC-03 for the files of a room: half a key opens nothing, and neither does the whole one in one file.
#[test]
fn hidden_cards_are_opened_with_both_halves_of_the_key() {
    let place = place("halves");
    let (data, keys) = (place.join("data"), place.join("keys"));
    founded(&data, &keys);
    let [first, second] = split(&data, &keys);
    let odd = place.join("odd");
    std::fs::write(&odd, "cardroom-key-half 3 aa bb").expect("written");
    let room = keys.join("room.key");
    for path in [&first, &second] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "nobody else reads it");
    }
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        let tries = |halves: &[&Path]| cardroom(command, &data, &keys, halves);
        assert!(tries(&[&first, &second]).status.success());
        assert!(tries(&[&second, &first]).status.success(), "in either order");
        assert!(tries(&[]).status.success(), "without hidden cards");
        let cases: [(&[&Path], &str); 5] = [
            (&[&first], "both halves"),
            (&[&first, &second, &first], "found 3"),
            (&[&first, &first], "both half 1"),
            (&[&first, &room], "is not half of a key"),
            (&[&keys, &second], "is not half of a key"),
        ];
        for (halves, told) in cases {
            let said = refused(&tries(halves));
            assert!(said.contains(told), "{command:?}: {said}");
        }
        let said = refused(&tries(&[&first, &odd]));
        assert!(said.contains("others may read") || said.contains("is not half of a key"), "{said}");
    }
    // Halves of two different splits do not fit, and none is overwritten.
    let again = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["keys", "split", "--data"])
        .arg(&data)
        .arg("--keys")
        .arg(&keys)
        .arg("--first")
        .arg(place.join("third"))
        .arg("--second")
        .arg(&second)
        .output()
        .expect("the program runs");
    assert!(refused(&again).contains("is there already"));
    assert!(!place.join("third").exists(), "no half by itself is left");
    let (third, fourth) = (place.join("third"), place.join("fourth"));
    let again = split_to(&data, &keys, &third, &fourth);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let said = refused(&cardroom(&["verify"], &data, &keys, &[&third, &second]));
    assert!(said.contains("not halves that were made together"), "{said}");
    std::fs::remove_dir_all(&place).expect("removed");
}

fn split_to(data: &Path, keys: &Path, first: &Path, second: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(["keys", "split", "--data"]).arg(data).arg("--keys").arg(keys);
    program.arg("--first").arg(first).arg("--second").arg(second).output().expect("the program runs")
}

/// Whatever keeps one half from being written, the other is not left behind, and nothing is on record.
#[test]
fn a_key_is_split_whole_or_not_at_all() {
    let place = place("whole");
    let (data, keys, halves) = (place.join("data"), place.join("keys"), place.join("halves"));
    founded(&data, &keys);
    std::fs::create_dir(&halves).expect("a folder");
    let taken = halves.join("taken");
    std::fs::write(&taken, "mine").expect("written");
    let (new, nowhere) = (halves.join("new"), halves.join("nowhere").join("half"));
    let odd = halves.join(".").join("new");
    let (inside, around) = (data.join("half"), halves.join("..").join("data").join("half"));
    let cases: [(&Path, &Path, &str); 9] = [
        (&inside, &new, "inside of the data"),
        (&new, &inside, "inside of the data"),
        (&new, &around, "inside of the data"),
        (&new, &taken, "is there already"),
        (&taken, &new, "is there already"),
        (&new, &new, "are one file"),
        (&new, &odd, "are one file"),
        (&new, &nowhere, "nowhere"),
        (&nowhere, &new, "nowhere"),
    ];
    for (first, second, told) in cases {
        let said = refused(&split_to(&data, &keys, first, second));
        assert!(said.contains(told), "{first:?} {second:?}: {said}");
        let left: Vec<PathBuf> = std::fs::read_dir(&halves)
            .expect("a folder")
            .map(|entry| entry.expect("readable").path())
            .collect();
        assert_eq!(left, std::slice::from_ref(&taken), "{first:?} {second:?}");
        assert_eq!(std::fs::read_to_string(&taken).expect("readable"), "mine");
        assert!(!data.join("outside.jsonl").exists(), "{first:?} {second:?}");
        assert!(!inside.exists(), "{first:?} {second:?}");
    }
    assert!(split_to(&data, &keys, &new, &halves.join("other")).status.success());
    let line = std::fs::read_to_string(data.join("outside.jsonl")).expect("a line");
    assert!(line.contains("\"split\":true"), "{line}");
    std::fs::remove_dir_all(&place).expect("removed");
}

/// Proves SEC-03 for commands: no hidden card is opened, and no key split, where the room's record cannot have it.
#[test]
fn hidden_cards_stay_hidden_where_the_record_cannot_be_written() {
    let place = place("unrecorded");
    let (data, keys) = (place.join("data"), place.join("keys"));
    founded(&data, &keys);
    let [first, second] = split(&data, &keys);
    // Nobody can write to a folder as to a file, whatever their permissions.
    std::fs::remove_file(data.join("outside.jsonl")).expect("the line of the split");
    std::fs::create_dir(data.join("outside.jsonl")).expect("a folder in its place");
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        let said = refused(&cardroom(command, &data, &keys, &[&first, &second]));
        assert!(said.contains("outside.jsonl") && said.contains("without the room's record"), "{said}");
        // What everybody saw is exported as before.
        let open = cardroom(command, &data, &keys, &[]);
        assert!(open.status.success(), "{command:?}: {}", String::from_utf8_lossy(&open.stderr));
    }
    let (third, fourth) = (place.join("third"), place.join("fourth"));
    let said = refused(&split_to(&data, &keys, &third, &fourth));
    assert!(said.contains("outside.jsonl"), "{said}");
    let left: Vec<_> = std::fs::read_dir(&place)
        .expect("a folder")
        .map(|entry| entry.expect("readable").file_name())
        .collect();
    assert_eq!(left.len(), 4, "data, keys and two halves: {left:?}");
    std::fs::remove_dir_all(&place).expect("removed");
}

/// A room whose keys are elsewhere: the message says what to name, and the signing key is found beside the
/// checkpoints.
#[test]
fn verify_asks_for_the_checkpoints_of_keys_that_lie_elsewhere() {
    let place = place("elsewhere");
    let (data, keys) = (place.join("data"), place.join("keys"));
    founded(&data, &keys);
    let verify = |more: &[&Path]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        program.env("XDG_CONFIG_HOME", place.join("config")).arg("verify").arg("--data").arg(&data);
        if let [checkpoints] = more {
            program.arg("--checkpoints").arg(checkpoints);
        }
        program.output().expect("the program runs")
    };
    let said = refused(&verify(&[]));
    assert!(said.contains("--checkpoints"), "{said}");
    let found = verify(&[&keys.join("checkpoints")]);
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
    std::fs::remove_dir_all(&place).expect("removed");
}

#[test]
fn keys_of_another_room_are_told_before_a_deck_does_not_open() {
    let place = place("keys");
    let [data, keys, other_data, other] =
        ["data", "keys", "other-data", "other"].map(|name| place.join(name));
    founded(&data, &keys);
    founded(&other_data, &other);
    assert!(whole(&data, &keys).status.success());
    let [first, second] = split(&other_data, &other);
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        let said = refused(&cardroom(command, &data, &keys, &[&first, &second]));
        assert!(said.contains("halves of another key"), "{command:?}: {said}");
    }
    std::fs::remove_dir_all(&place).expect("removed");
}
