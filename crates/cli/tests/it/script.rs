//! `cardroom script`: what it prints, and its exit codes.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const SHORT_ALL_IN: &str = "\
house  dunedin-17.7
game   no-limit holdem 100/200
seats  1:650 2:20000 3:20000  button 3
3 raises to 600
1 all-in              => raises to 650
2 calls
3 raises to 1250      => refused short-all-in-does-not-reopen
3 calls
pots   1950 {1 2 3}
stacks 1:0 2:19350 3:19350
";

/// The output for a script on standard input.
fn cardroom(script: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["script", "-"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().expect("its input").write_all(script.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("plain text")
}

#[test]
fn a_script_that_holds_exits_with_0_and_shows_what_each_line_was_held_to_be() {
    let output = cardroom(SHORT_ALL_IN, &[]);
    assert_eq!(output.status.code(), Some(0));
    let printed = text(&output.stdout);
    assert!(printed.contains("raises to 650, all-in, short of a full raise"), "{printed}");
    assert!(printed.ends_with("holds: - (dunedin-17.7)\n"), "{printed}");
}

#[test]
fn a_line_that_does_not_hold_exits_with_1_and_is_named() {
    let output = cardroom("house standard\nseats 1:100 2:100 button 1\n1 raises to 3\n", &[]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains("line 3: 1 raises to 3: refused: raise to 3 is short: at least 4"), "{printed}");
}

#[test]
fn what_cannot_be_read_exits_with_2_and_one_line() {
    let cases: &[(&str, &[&str])] = &[
        ("house standard\n3 raises to", &[]),
        ("house standard\ncards 1 Ax Kd\n", &[]),
        ("house standard\ncards 1 AsAs\n", &[]),
        ("house standard\nseats 1:-5 2:100\n", &[]),
        ("house nowhere\n", &[]),
        ("house standard\nset deck_cards 36\ncards 1 2c 3c\n", &[]),
        ("", &[]),
        (SHORT_ALL_IN, &["--book", "nowhere"]),
        (SHORT_ALL_IN, &["--set", "nothing=1"]),
        (SHORT_ALL_IN, &["--set", "nothing"]),
    ];
    for (script, args) in cases {
        let output = cardroom(script, args);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{script} {args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{script} {args:?}: {said}");
        assert!(said.starts_with("error: "), "{said}");
        assert!(output.stdout.is_empty(), "{script} {args:?}");
    }
}

#[test]
fn a_transcript_gives_every_event_and_ruling_with_its_clause() {
    let output = cardroom(SHORT_ALL_IN, &["--transcript"]);
    let printed = text(&output.stdout);
    for line in [
        "seat 1 posts the small blind of 100",
        "seat 3 refused: the all-in of 650 is short of a full raise and does not reopen the betting: call 50 or fold",
        "short-all-in-does-not-reopen (DU-52, DU-A30)",
        "seat 2 opens the betting on the flop",
    ] {
        assert!(printed.contains(line), "{line} in\n{printed}");
    }
}

#[test]
fn with_json_every_event_is_an_object_numbered_from_1() {
    let output = cardroom(SHORT_ALL_IN, &["--json"]);
    assert_eq!(output.status.code(), Some(0));
    let events: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    for (at, event) in events.iter().enumerate() {
        assert_eq!(event["n"], at + 1);
        for field in ["event", "seat", "amount", "ruling", "clauses"] {
            assert!(event.get(field).is_some(), "{field} in {event}");
        }
    }
    let raised = events.iter().find(|event| event["event"] == "raised" && event["seat"] == 1);
    assert_eq!(raised.expect("the all-in")["amount"], 650);
    let called = events.iter().find(|event| event["event"] == "called" && event["seat"] == 2);
    assert_eq!(called.expect("the call")["amount"], 450);
    let refused = events.iter().find(|event| event["event"] == "refused").expect("the refusal");
    assert_eq!(refused["seat"], 3);
    assert_eq!(refused["clauses"], serde_json::json!(["DU-52", "DU-A30"]));
}

#[test]
fn several_books_stand_side_by_side() {
    let script = "\
game no-limit holdem 50/100
seats 1-3:10000 4:150 button 1
4 all-in
1 calls
2 folds
menu 3  fold | call 50 | raise to 250..10000
";
    // Taken literally, 14.5 lets nobody raise; elsewhere a player who has not acted may (Dunedin 52).
    let books = ["--book", "canberra-holdem-2018", "--book", "dunedin-17.7"];
    let output = cardroom(script, &books);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    let menu = printed.lines().find(|line| line.contains("menu 3  fold") || line.contains("menu 3 fold"));
    let menu = menu.expect("the line of the menu");
    assert!(menu.contains("! found menu 3 fold | call 50"), "{menu}");
    assert!(menu.contains("menu 3 fold | call 50 | raise to 250..10000"), "{menu}");
    assert!(printed.contains("does not hold under canberra-holdem-2018: line 6"), "{printed}");
    assert!(!printed.contains("does not hold under dunedin-17.7"), "{printed}");
}

#[test]
fn a_choice_given_with_the_command_overrides_the_script() {
    let script = "house canberra-holdem-2018\nset opening_option B\nmenu 3 fold | raise to 20..1000\n";
    assert_eq!(cardroom(script, &["--set", "opening-option=C"]).status.code(), Some(0));
    assert_eq!(cardroom(script, &[]).status.code(), Some(1));
}
