//! `cardroom replay`, run as people run it.

use std::process::{Command, Output};

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder for one test, with these files.
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
            ("/a.phhs two".to_owned(), false, Some("not played yet: pot-limit omaha; only hold'em is")),
            ("/b.phh ".to_owned(), true, None),
            (
                "/deeper/c.txt 1".to_owned(),
                false,
                Some("line 1, hand 1: not read: a Full Tilt hand history; only PokerStars text is"),
            ),
        ]
    );
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with(&format!("skipped: {folder}/readme.md: not a hand history")), "{said}");
    assert!(lines[1].starts_with("4 hands: 2 played, 1 refused, 1 not read; "), "{said}");
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
        ("cut.phh", "line 6: not valid TOML: "),
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
fn an_empty_file_is_unreadable_whatever_its_name_says() {
    let names = ["empty.phh", "empty.phhs", "empty.txt", "empty.ohh", "empty"];
    let empty: Vec<(&str, &str)> = names.iter().map(|name| (*name, "")).collect();
    let blank: Vec<(&str, &str)> =
        ["blank.txt", "mark.txt"].into_iter().zip([" \n\n", "\u{feff}\n"]).collect();
    let folder = folder("empty", &[empty, blank].concat());
    for name in names.into_iter().chain(["blank.txt", "mark.txt"]) {
        let path = format!("{folder}/{name}");
        for args in [&["replay", &path][..], &["replay", &path, "--json"], &["convert", &path, "none.phhs"]] {
            let output = cardroom(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = text(&output.stderr);
            assert!(said.starts_with(&format!("error: {path}: the file is empty")), "{args:?}: {said}");
        }
    }
    // A text of a kind that is not read is not broken.
    std::fs::write(format!("{folder}/letter.txt"), "Dear reader\n").expect("a file");
    assert_eq!(cardroom(&["replay", &format!("{folder}/letter.txt")]).status.code(), Some(1));
}

#[test]
fn another_book_may_refuse_what_standard_plays() {
    let folder = folder("books", &[("hand.phh", HAND)]);
    let path = format!("{folder}/hand.phh");
    let output = cardroom(&["replay", &path, "--book", "no-such-book"]);
    assert_eq!(output.status.code(), Some(2));
    // Under the Canberra book the smallest raise over a blind of 2 is to 4, so a raise to 6 is allowed there
    // too.
    let output = cardroom(&["replay", &path, "--book", "canberra-holdem-2018", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{} {}", text(&output.stdout), text(&output.stderr));
    let output = cardroom(&["replay", &path, "--set", "limit_structure=fixed"]);
    assert_eq!(output.status.code(), Some(1), "a raise to 6 is not allowed at fixed limit 2");
    assert!(text(&output.stdout).contains("`p3 cbr 6`: "), "{}", text(&output.stdout));
}

#[test]
fn every_file_of_a_folder_is_read_or_named_with_the_reason() {
    let folder = folder(
        "all-named",
        &[
            ("a.phh", HAND),
            ("notes.md", "# notes\n\nseats = 4\n"),
            ("table.csv", "file,hand\n"),
            ("case.hands", "house standard\n"),
            ("no-ending", HAND),
            (
                "old.log",
                &format!("PokerStars Hand #1287:  Hold'em No Limit ($2/$5 AUD)\n{}", "x\n".repeat(9000)),
            ),
            ("other.json", "{\"history\":[]}"),
            (".hidden.txt", "a letter"),
        ],
    );
    let output = cardroom(&["replay", &folder, "--json"]);
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    for name in ["a.phh", "no-ending", "old.log", ".hidden.txt"] {
        assert!(out.contains(&format!("{folder}/{name}")), "{name}: {out}");
    }
    for (name, why) in [
        ("notes.md", "not a hand history, by its name and its beginning"),
        ("table.csv", "not a hand history, by its name and its beginning"),
        ("other.json", "not a hand history, by its name and its beginning"),
        ("case.hands", "a hand script: `cardroom script` runs those"),
    ] {
        assert!(said.contains(&format!("skipped: {folder}/{name}: {why}")), "{name}: {said}");
        assert!(!out.contains(name), "{name}: {out}");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_once_and_what_is_not_a_file_is_refused_at_once() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    let elsewhere = folder("linked-elsewhere", &[("c.phh", HAND)]);
    let folder = folder("linked", &[("a.phh", HAND), ("deeper/b.phh", HAND)]);
    let inside = |name: &str| Path::new(&folder).join(name);
    symlink(&elsewhere, inside("out")).expect("a link");
    symlink(&folder, inside("deeper/up")).expect("a link");
    symlink("nowhere.phh", inside("dangling.phh")).expect("a link");
    symlink("round.phh", inside("round.phh")).expect("a link");
    symlink("a.phh", inside("z.phh")).expect("a link");
    let output = cardroom(&["replay", &folder]);
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "a link that leads nowhere cannot be read: {said}");
    for name in ["a.phh", "deeper/b.phh", "out/c.phh", "z.phh"] {
        assert_eq!(out.matches(&format!("{folder}/{name}: ")).count(), 1, "{name}: {out}");
    }
    assert!(
        said.contains(&format!("skipped: {folder}/deeper/up: a link to a folder that was already read")),
        "{said}"
    );
    for name in ["dangling.phh", "round.phh"] {
        assert!(said.contains(&format!("error: cannot read {folder}/{name}, which is a link: ")), "{said}");
    }

    let pipe = inside("pipe.phh");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    // The path of a socket must be short.
    let place = std::env::temp_dir().join(format!("cardroom-socket-{}", std::process::id()));
    let _ = std::fs::remove_file(&place);
    let socket = UnixListener::bind(&place).expect("a socket");
    let pipe = pipe.display().to_string();
    for (path, what) in [
        (pipe.as_str(), "it is a pipe"),
        ("/dev/null", "it is a device"),
        (&place.display().to_string(), "it is a socket"),
    ] {
        for args in [&["replay", path][..], &["convert", path, "never.phhs"], &["script", path]] {
            let output = cardroom(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = text(&output.stderr);
            assert!(said.starts_with("error: ") && said.contains(what), "{args:?}: {said}");
        }
    }
    let said = text(&cardroom(&["replay", &folder]).stderr);
    assert!(said.contains(&format!("error: {pipe}: it is a pipe and cannot be read as a file")), "{said}");
    drop(socket);
    let _ = std::fs::remove_file(&place);
}

#[test]
fn json_that_is_no_open_hand_history_is_named_whatever_the_file_is_called() {
    let json = "{\"history\":[{\"player\":[{\"name\":\"ANA\",\"seat\":\"1\"}]}]}\n";
    let folder =
        folder("json", &[("a.txt", json), ("a.ohh", json), ("a.json", json), ("b.ohh", "{\"ohh\":{}}")]);
    for (name, expected) in [
        ("a.txt", "not read: JSON that is not Open Hand History"),
        ("a.ohh", "not read: JSON that is not Open Hand History"),
        ("a.json", "not read: JSON that is not Open Hand History"),
        ("b.ohh", "not read: Open Hand History;"),
    ] {
        let output = cardroom(&["replay", &format!("{folder}/{name}"), "--json"]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(text(&output.stdout).contains(expected), "{name}: {}", text(&output.stdout));
    }
}

#[test]
fn a_text_in_another_encoding_is_read_whole_however_long_it_is() {
    // Longer than the parts in which it is decoded, with two-unit characters at every offset.
    let hand = include_str!("../../../history/tests/data/reference.txt").replace("Cho", "Ch\u{1f0a1}");
    let hands = format!("{hand}\n\n").repeat(200);
    let units: Vec<u16> = hands.encode_utf16().collect();
    let little: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(units.iter().flat_map(|unit| unit.to_le_bytes())).collect();
    let big: Vec<u8> =
        [0xfe, 0xff].into_iter().chain(units.iter().flat_map(|unit| unit.to_be_bytes())).collect();
    let folder = folder("encoded", &[]);
    for (name, bytes) in [("little.txt", little), ("big.txt", big)] {
        let file = format!("{folder}/{name}");
        std::fs::write(&file, bytes).expect("a file");
        let output = cardroom(&["replay", &file]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stderr).starts_with("200 hands: 200 played;"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_file_of_many_parts_is_read_like_a_short_one() {
    // More than two million bytes are searched at once; a hand of these has some four thousand.
    let hands = 1500;
    let long = format!("{HAND}_note = '{}'\n", "n".repeat(4000));
    let mut phhs = String::new();
    for number in 1..=hands {
        phhs.push_str(&format!("[{number}]\n{long}\n"));
    }
    let broken = long.replace("antes = [0, 0, 0]", "antes = [0, 0]");
    phhs.push_str(&format!("[broken]\n{broken}\n[7]\n{long}\n[last]\n{long}"));
    assert!(phhs.len() > 5_000_000);
    let talk = format!("Ana said, \"{}\"\n", "n".repeat(1000)).repeat(3);
    let hand = include_str!("../../../history/tests/data/reference.txt");
    let hand = hand.replace("*** SUMMARY", &format!("{talk}*** SUMMARY"));
    let texts = format!("{hand}\n\n").repeat(1500);
    assert!(texts.len() > 5_000_000);
    let folder = folder("parts", &[("a.phhs", &phhs), ("b.txt", &texts)]);

    let output = cardroom(&["replay", &format!("{folder}/a.phhs")]);
    let (out, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(out.lines().count(), hands + 1);
    assert!(out.lines().last().expect("a line").contains("a.phhs last: 1:-1 2:-2 3:+3"), "{out}");
    let line = phhs.lines().position(|line| line == "[broken]").expect("there") + 1;
    assert!(said.contains(&format!("line {}, hand broken: `antes` has 2 values", line + 2)), "{said}");
    assert!(said.contains("hand 7: two hands have this name"), "{said}");

    let output = cardroom(&["replay", "--json", &format!("{folder}/b.txt")]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(out.lines().count(), 1500);
    let last: serde_json::Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["hand"], "1500");
}

#[test]
fn what_is_no_text_is_named_with_what_to_do() {
    let folder = folder("packed", &[]);
    let wide: Vec<u8> = HAND.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, expected) in [
        ("a.txt.gz", &b"\x1f\x8b\x08\0\0\0\0\0"[..], "compressed with gzip: unpack it first"),
        ("a.txt", b"\x1f\x8b\x08\0\0\0\0\0", "compressed with gzip: unpack it first"),
        ("b.phh", b"PK\x03\x04\x14\0", "a zip archive: unpack it first"),
        ("c.phh", &wide, "UTF-16 without a byte order mark"),
    ] {
        let file = format!("{folder}/{name}");
        std::fs::write(&file, bytes).expect("a file");
        let output = cardroom(&["replay", &file]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(text(&output.stderr).contains(expected), "{name}: {}", text(&output.stderr));
    }
}

#[test]
fn lines_that_end_with_a_carriage_return_alone_are_lines() {
    let reference = include_str!("../../../history/tests/data/reference.txt");
    let folder = folder("returns", &[]);
    for (name, contents) in [("a.txt", reference.replace("\r\n", "\n")), ("b.phh", HAND.to_owned())] {
        let file = format!("{folder}/{name}");
        std::fs::write(&file, contents.replace('\n', "\r")).expect("a file");
        let output = cardroom(&["replay", &file]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
    // A site's text is recognized whatever the file is called.
    let file = format!("{folder}/misnamed.phh");
    std::fs::write(&file, reference).expect("a file");
    assert_eq!(cardroom(&["replay", &file]).status.code(), Some(0));
}
