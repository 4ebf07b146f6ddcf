//! `cardroom replay`, run as people run it.

use std::process::{Command, Output};

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of its own with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("deeper")).expect("a folder");
    for (file, contents) in files {
        std::fs::write(path.join(file), contents).expect("a file");
    }
    path.display().to_string()
}

const HAND: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

#[test]
fn folders_are_walked_in_the_order_of_names_and_every_hand_is_answered() {
    let omaha = HAND.replace("'NT'", "'PO'");
    let folder = folder(
        "walked",
        &[
            ("b.phh", HAND),
            ("a.phhs", &format!("[1]\n{HAND}[two]\n{omaha}")),
            ("deeper/c.txt", "Full Tilt Poker Game #1: Table X - NL Hold'em\n"),
            ("readme.md", "no hands"),
        ],
    );
    let output = cardroom(&["replay", &folder, "--json"]);
    let lines: Vec<serde_json::Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said: Vec<(String, bool, Option<&str>)> = lines
        .iter()
        .map(|line| {
            let file = line["file"].as_str().expect("a path").strip_prefix(&folder).expect("inside");
            let key = format!("{file} {}", line["hand"].as_str().expect("a key"));
            (key, line["ok"].as_bool().expect("a truth"), line["error"].as_str())
        })
        .collect();
    assert_eq!(
        said,
        [
            ("/a.phhs 1".to_owned(), true, None),
            ("/a.phhs two".to_owned(), false, Some("not played yet: pot-limit omaha; hold'em is")),
            ("/b.phh ".to_owned(), true, None),
            (
                "/deeper/c.txt 1".to_owned(),
                false,
                Some("line 1, hand 1: not read: a Full Tilt hand history; PokerStars text is"),
            ),
        ]
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).starts_with("4 hands: 2 played, 1 refused, 1 not read; "),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn all_well_is_zero_and_a_broken_file_is_two_with_one_line() {
    let folder = folder(
        "codes",
        &[("good.phh", HAND), ("card.phh", &HAND.replace("7h7c", "7h7h")), ("cut.phh", &HAND[..120])],
    );
    let good = cardroom(&["replay", &format!("{folder}/good.phh")]);
    assert_eq!(good.status.code(), Some(0));
    assert_eq!(text(&good.stdout), format!("{folder}/good.phh: 1:-1 2:-2 3:+3\n"));
    for (file, said) in [
        ("card.phh", "line 6: 7h is dealt twice to p3: a deck has each card once"),
        ("cut.phh", "line 6: no TOML: "),
        ("none.phh", "cannot read "),
    ] {
        let output = cardroom(&["replay", &format!("{folder}/{file}")]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        let stderr = text(&output.stderr);
        let line = stderr.lines().next().unwrap_or_default();
        assert!(line.starts_with("error: ") && line.contains(said), "{file}: {line}");
    }
}

#[test]
fn another_book_may_refuse_what_standard_plays() {
    let folder = folder("books", &[("hand.phh", HAND)]);
    let path = format!("{folder}/hand.phh");
    let output = cardroom(&["replay", &path, "--book", "no-such-book"]);
    assert_eq!(output.status.code(), Some(2));
    // Under the Canberra book the smallest raise over a blind of 2 is to 4: to 6 is allowed there too.
    let output = cardroom(&["replay", &path, "--book", "canberra-holdem-2018", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{} {}", text(&output.stdout), text(&output.stderr));
    let output = cardroom(&["replay", &path, "--set", "limit_structure=fixed"]);
    assert_eq!(output.status.code(), Some(1), "a raise to 6 is none in fixed limit of 2");
    assert!(text(&output.stdout).contains("`p3 cbr 6`: "), "{}", text(&output.stdout));
}
