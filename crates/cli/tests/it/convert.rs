//! `cardroom convert`, run as people run it.

use std::process::{Command, Output};

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

/// A path for a test's file, with these contents if there are any.
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
    // Without the commission of 10, Ben keeps the whole main pot of 360.
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

const PHH: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

#[test]
fn every_hand_that_is_left_out_is_named_with_its_place_and_the_reason() {
    let illegal = PHH.replace("cbr 6", "cbr 3");
    let stops = PHH.replace(", 'p2 f'", "");
    let broken = PHH.replace("antes = [0, 0, 0]", "antes = [0, 0]");
    let all = format!("[1]\n{PHH}[two]\n{illegal}[3]\n{stops}[4]\n{broken}[5]\n{PHH}");
    let (from, to) = (path("left-out.phhs", Some(&all)), path("left-out-again.phhs", None));
    let output = cardroom(&["convert", &from, &to]);
    // A broken hand is unreadable input.
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    for expected in [
        format!(
            "{from}, line 8: hand two is left out: it does not replay under standard: line 14, `p3 cbr 3`: raise"
        ),
        format!(
            "{from}, line 15: hand 3 is left out: it does not replay under standard: the record stops before"
        ),
        format!("{from}, line 24: hand 4 is left out: `antes` has 2 values"),
        format!("2 hands written to {to}"),
    ] {
        assert!(said(&output).contains(&expected), "{expected}\n{}", said(&output));
    }
    assert_eq!(cardroom(&["replay", &to]).status.code(), Some(0));
}

#[test]
fn nothing_is_written_where_no_hand_is_carried_or_over_what_is_read() {
    let from = path("nothing.phh", Some(&PHH.replace("cbr 6", "cbr 3")));
    let to = path("nothing-again.phh", Some("what stood there"));
    let output = cardroom(&["convert", &from, &to]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("no hand could be converted"), "{}", said(&output));
    assert_eq!(std::fs::read_to_string(&to).expect("still there"), "what stood there");
    let output = cardroom(&["convert", &from, &from]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("it is the input file"), "{}", said(&output));
}

/// Converts a script's hands to PHH: the exit code, what was printed, and what replaying gives.
fn through(name: &str, script: &str) -> (Option<i32>, String, Option<serde_json::Value>) {
    let from = path(&format!("{name}.hands"), Some(script));
    let to = path(&format!("{name}.phhs"), None);
    let output = cardroom(&["convert", &from, &to]);
    let replayed = cardroom(&["replay", "--json", &to]);
    let line = String::from_utf8_lossy(&replayed.stdout).lines().next().map(str::to_owned);
    let json = line.map(|line| serde_json::from_str(&line).expect("JSON"));
    (output.status.code(), said(&output), json)
}

#[test]
fn void_hands_and_calls_that_give_up_are_left_out_by_name() {
    let (code, said, _) = through(
        "void",
        "test void round\nhouse canberra-holdem-2018\nseats 1-3:1000 button 1\n1 calls 10\nvoid fire\n",
    );
    assert_eq!(code, Some(1));
    assert!(
        said.contains("line 1: hand void round is left out: the hand was declared void (fire)"),
        "{said}"
    );
    let (code, said, _) = through(
        "call-and-fold",
        "test call and fold\nhouse canberra-holdem-2018\nset opening_option A\nseats 1-3:1000 button 1\n\
         1 calls and folds\n2 folds\n",
    );
    assert_eq!(code, Some(1));
    assert!(said.contains("seat 1 calls and folds in one act"), "{said}");
}

#[test]
fn a_call_that_other_readers_take_for_less_is_said() {
    // The big blind has 18 of 50; the others put in 50 each and contest 64 besides the 54.
    let (code, said, json) = through(
        "short-blind",
        "test short\nhouse standard\ngame no-limit holdem 16/50\nseats 1:89 2:18 3:177 button 3\n\
         cards 1 6d3s\ncards 2 AsJc\ncards 3 4h4s\nboard JsAh4cJhTs\n3 calls 50\n1 calls 34\n\
         1 checks; 3 checks\n1 checks; 3 checks\n1 checks; 3 checks\n",
    );
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("seat 3 still calls 50: other readers take that for a call of 18"), "{said}");
    let json = json.expect("a hand");
    assert_eq!(json["ok"], true);
    assert_eq!(json["finishing_stacks"], serde_json::json!([39, 54, 191]));
}

#[test]
fn a_script_whose_house_is_a_file_is_carried_both_ways() {
    let book = cardroom(&["rules", "copy", "standard"]);
    assert_eq!(book.status.code(), Some(0), "{}", said(&book));
    let file = path("own-book.toml", Some(&String::from_utf8(book.stdout).expect("text")));
    let script = format!("test own\nhouse {file}\nseats 1-3:1000 button 1\n1 folds\n2 folds\n");
    let (code, said, json) = through("own-book", &script);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(json.expect("a hand")["ok"], true);
    let again = path("own-book-again.hands", None);
    let output = cardroom(&["convert", &path("own-book.hands", Some(&script)), &again]);
    assert_eq!(output.status.code(), Some(0), "{}", self::said(&output));
    assert!(std::fs::read_to_string(&again).expect("written").contains(&format!("house  {file}")));
    assert_eq!(cardroom(&["script", &again]).status.code(), Some(0));
    let missing = script.replace("own-book.toml", "no-book.toml");
    let output = cardroom(&["convert", &path("no-book.hands", Some(&missing)), &again]);
    assert_eq!(output.status.code(), Some(2));
    assert!(self::said(&output).contains("there is no book or file named"), "{}", self::said(&output));
}

#[test]
fn a_record_with_an_order_of_its_own_becomes_a_script_that_follows_it() {
    // Heads-up, the other player shows first by the book; here the loser does.
    let hand = "variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [69, 21]
actions = ['d dh p1 7c2d', 'd dh p2 KcTd', 'p2 cc', 'p1 cc', 'd db 4h6s8d', 'p1 cc', 'p2 cc', 'd db Qh', \
'p1 cc', 'p2 cc', 'd db Qs', 'p1 cc', 'p2 cc', ORDER]
";
    for (name, order, followed) in [
        ("by-the-book", "'p1 sm 7c2d', 'p2 sm KcTd'", false),
        ("second-first", "'p2 sm KcTd', 'p1 sm 7c2d'", true),
        ("mucked-first", "'p1 sm', 'p2 sm KcTd'", true),
    ] {
        let hand = hand.replace("\\\n", "").replace("ORDER", order);
        let from = path(&format!("{name}.phh"), Some(&hand));
        let to = path(&format!("{name}-order.hands"), None);
        let output = cardroom(&["convert", &from, &to]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", said(&output));
        let written = std::fs::read_to_string(&to).expect("written");
        assert_eq!(written.contains("record showdown"), followed, "{name}:\n{written}");
        let played = cardroom(&["script", &to]);
        assert_eq!(played.status.code(), Some(0), "{name}: {}", said(&played));
        let back = path(&format!("{name}-back.phhs"), None);
        assert_eq!(cardroom(&["convert", &to, &back]).status.code(), Some(0), "{name}");
        assert_eq!(cardroom(&["replay", &back]).status.code(), Some(0), "{name}");
    }
}

/// The scripts of the engine's tests, each with its path.
fn scripts(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "hands") {
            found.push(path);
        }
    }
}

/// The number of hands in a PHH file.
fn hands_in(phhs: &str) -> usize {
    phhs.lines().filter(|line| line.starts_with("variant = ")).count()
}

#[test]
fn whatever_is_written_is_replayed_and_whatever_is_not_is_named() {
    let mut files = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    scripts(&root.join("../table/tests/rules"), &mut files);
    assert!(files.len() > 20, "the scripts of the engine are there");
    let histories = root.join("../history/tests/data");
    for folder in ["", "texts", "phh"] {
        let entries = std::fs::read_dir(histories.join(folder)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    let (mut written, mut left_out) = (0, 0);
    for (at, file) in files.iter().enumerate() {
        let shown = file.display().to_string();
        for ending in ["phhs", "hands"] {
            let to = path(&format!("whatever-{at}.{ending}"), None);
            let output = cardroom(&["convert", &shown, &to]);
            let said = said(&output);
            let out = said.lines().filter(|line| line.contains("left out: ")).count();
            let unplayed = said.lines().any(|line| line.contains("is not played here yet"));
            left_out += out;
            match output.status.code() {
                Some(0) => assert_eq!(out, 0, "{shown}: {said}"),
                Some(1 | 2) => assert!(out > 0, "{shown}: {said}"),
                code => panic!("{shown}: {code:?}: {said}"),
            }
            let Ok(text) = std::fs::read_to_string(&to) else { continue };
            if ending == "hands" {
                let played = cardroom(&["script", &to]);
                assert_eq!(
                    played.status.code(),
                    Some(0),
                    "{shown}: {}",
                    String::from_utf8_lossy(&played.stdout)
                );
                written += text.lines().filter(|line| line.starts_with("test ")).count();
                continue;
            }
            let replayed = cardroom(&["replay", "--json", &to]);
            let lines = String::from_utf8_lossy(&replayed.stdout).into_owned();
            assert_eq!(lines.lines().count(), hands_in(&text), "{shown}");
            written += hands_in(&text);
            for line in lines.lines() {
                let hand: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let not_yet = hand["error"].as_str().is_some_and(|error| error.starts_with("not played yet"));
                assert!(hand["ok"] == true || not_yet && unplayed, "{shown}: {line}");
            }
        }
    }
    assert!(written > 500 && left_out > 0, "{written} written, {left_out} left out");
}

#[test]
fn a_hand_that_another_order_of_hands_would_turn_about_is_left_out() {
    // With the ace above the king only, A-9-8-7-6 of 36 cards and 5-4-3-2-A of 52 are not straights; in the
    // order of hands that the notation has, they are.
    for (name, deck, cards, board) in
        [("ace-36", "36", "As9s", "6c 7d 8h Jc Qc"), ("ace-52", "52", "As2s", "3c 4d 5h Jc Qc")]
    {
        let script = |seat_one: &str, winner: u8| {
            format!(
                "house canberra-holdem-2018\ntest {name}\ngame no-limit holdem 5/10\nset deck_cards {deck}\n\
                 seats 1-2:1000 button 1\ncards 1 {seat_one}; cards 2 KsJd; board {board}\n\
                 2 raises to 30; 1 calls\n2 1 check; 2 1 check; 2 1 check\nwinners {winner}\n"
            )
        };
        let to = path(&format!("{name}.phhs"), None);
        let turned = path(&format!("{name}.hands"), Some(&script(cards, 2)));
        let output = cardroom(&["convert", &turned, &to, "--book", "canberra-holdem-2018"]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(
            said(&output).contains("compare differently by the ranking that a record of"),
            "{}",
            said(&output)
        );
        // A pair of queens, with a jack beside it or not: both orders agree.
        let alike = path(&format!("{name}-alike.hands"), Some(&script("QsTd", 1)));
        let output = cardroom(&["convert", &alike, &to]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
}
