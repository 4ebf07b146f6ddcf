//! `cardroom verify` and `cardroom export` where something that they need is not there, or is another.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use store::{Keys, Options, Sqlite};

fn cardroom(command: &[&str], data: &Path, keys: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.args(command).arg("--data").arg(data).arg("--keys").arg(keys);
    program.output().expect("the program runs")
}

/// The one line of a command that was not carried out.
#[track_caller]
fn refused(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(output.stdout.is_empty());
    said
}

/// A folder with nothing in it.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("verify-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("a folder");
    place
}

/// A room that was founded and holds nothing yet.
fn founded(data: &Path, folder: &Path) {
    let keys = Keys::of_folder(folder, data).expect("keys are made");
    Sqlite::open(&Options::new(data, folder), &keys).expect("a store").close().expect("closed");
}

#[test]
fn a_data_folder_that_is_not_there_is_named_before_anything_else() {
    let place = place("nowhere");
    let (data, keys) = (place.join("nowhere"), place.join("keys"));
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        let said = refused(&cardroom(command, &data, &keys));
        assert!(said.contains(&format!("there is no folder {}", data.display())), "{command:?}: {said}");
        assert!(!keys.exists(), "{command:?}: no keys are made for looking");
    }
    std::fs::remove_dir_all(&place).expect("cleared away");
}

#[test]
fn keys_of_another_room_are_told_before_a_deck_does_not_open() {
    let place = place("keys");
    let [data, keys, other_data, other] =
        ["data", "keys", "other-data", "other"].map(|name| place.join(name));
    founded(&data, &keys);
    founded(&other_data, &other);
    assert!(cardroom(&["verify"], &data, &keys).status.success());
    // The public key is that of the room: it is the key of the decks that is another.
    std::fs::copy(keys.join("signing.pub"), other.join("signing.pub")).expect("copied");
    for command in [&["verify"][..], &["export", "--format", "phh"]] {
        let said = refused(&cardroom(command, &data, &other));
        let told = format!("the key in {} is another", other.display());
        assert!(said.contains(&told) && said.contains("name the folder"), "{command:?}: {said}");
    }
    std::fs::remove_dir_all(&place).expect("cleared away");
}
