//! `cardroom convert`, run as people run it.

use std::process::{Command, Output};

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

/// A path for a file of a test, with these contents if any.
fn path(name: &str, contents: Option<&str>) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    match contents {
        Some(contents) => std::fs::write(&path, contents).expect("a file"),
        None => {
            let _ = std::fs::remove_file(&path);
        }
    }
    path.display().to_string()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const TEXT: &str = include_str!("../../../history/tests/data/reference.txt");

#[test]
fn a_text_becomes_phh_that_plays_to_the_same_end() {
    let (from, to) = (path("convert.txt", Some(TEXT)), path("convert.phh", None));
    let output = cardroom(&["convert", &from, &to]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let written = std::fs::read_to_string(&to).expect("written");
    for line in [
        "variant = 'NT'",
        "blinds_or_straddles = [200, 500, 0]",
        "starting_stacks = [40000, 12000, 51500]",
        "seats = [2, 5, 7]",
        "players = ['Ana', 'Ben', 'Cho']",
        "finishing_stacks = [38000, 35000, 29500]",
        "currency = 'AUD'",
        "_commission = 1000",
    ] {
        assert!(written.lines().any(|other| other == line), "{line}\n{written}");
    }
    let replayed = cardroom(&["replay", &to]);
    assert_eq!(replayed.status.code(), Some(0), "{}", said(&replayed));
}

#[test]
fn a_hand_becomes_a_script_that_holds_and_comes_back() {
    let (from, to) = (path("script.txt", Some(TEXT)), path("script.hands", None));
    let output = cardroom(&["convert", &from, &to]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let written = std::fs::read_to_string(&to).expect("written");
    // Without the commission of 10 Ben keeps the whole main pot of 360.
    assert!(written.contains("stacks 2:38000 5:36000 7:29500"), "{written}");
    let played = cardroom(&["script", &to]);
    assert_eq!(played.status.code(), Some(0), "{}", said(&played));
    let back = path("script-back.phhs", None);
    let output = cardroom(&["convert", &to, &back]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let written = std::fs::read_to_string(&back).expect("written");
    assert!(written.contains("finishing_stacks = [38000, 36000, 29500]"), "{written}");
    assert!(written.contains("'p2 cbr 12000'"), "{written}");
}

#[test]
fn what_cannot_be_carried_is_said_and_left_out() {
    let live = "[1]
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, -2]
min_bet = 2
starting_stacks = [100, 100, 100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'p3 f', 'p4 cc', 'p1 f', 'p2 cbr 8', 'p4 f']
";
    let (from, to) = (path("live.phhs", Some(live)), path("live.hands", None));
    let output = cardroom(&["convert", &from, &to]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("hand 1 is left out: a script cannot carry a live post out of turn"),
        "{}",
        said(&output)
    );
    let output = cardroom(&["convert", &from, &path("live-again.phhs", None)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(said(&output).contains("a negative blind: other readers will not know it"), "{}", said(&output));
    for (to, expected) in [
        ("live.txt", "PokerStars text is read and not written"),
        ("live.ohh", "Open Hand History is not written"),
        ("live.xyz", "does not say the format"),
    ] {
        let output = cardroom(&["convert", &from, &path(to, None)]);
        assert_eq!(output.status.code(), Some(2), "{to}");
        assert!(said(&output).contains(expected), "{}", said(&output));
    }
    let two = format!("{live}{}", live.replace("[1]\n", "[2]\n"));
    let output = cardroom(&["convert", &path("two.phhs", Some(&two)), &path("two.phh", None)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("has 2 hands and .phh holds one"), "{}", said(&output));
}
