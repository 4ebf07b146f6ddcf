//! `cardroom showdown`, `count` and `equity`: what they print, and their exit codes.

use std::process::{Command, Output};

use serde_json::Value;

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

fn printed(args: &[&str]) -> String {
    let output = cardroom(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The error of a command that cannot be done.
fn reason(args: &[&str]) -> String {
    let output = cardroom(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn showdown_names_each_hand_and_who_wins() {
    let text = printed(&["showdown", "--board", "Kh Jd Js 4c 2s", "Ks Kd", "JhAh"]);
    assert_eq!(
        text,
        "player 1  Ks Kd\n  \
         high  full house, kings full of jacks (Ks Kd Kh Jd Js) - wins\n\
         player 2  Jh Ah\n  \
         high  three of a kind, jacks (Jh Jd Js Ah Kh)\n"
    );
    // K-K-4-4-A beats K-K-4-4-J and K-K-4-4-T; two players who hold it share.
    let kicker = printed(&["showdown", "--board", "Kd Kc 4h 4s 8d", "As2s", "JcTh", "Tc9c"]);
    for named in ["ace kicker (", "jack kicker (", "ten kicker ("] {
        assert!(kicker.contains(&format!("high  two pair, kings and fours, {named}")), "{kicker}");
    }
    let shared = printed(&["showdown", "--board", "Kd Kc 4h 4s 8d", "As2s", "Ad3c"]);
    assert!(shared.contains("two pair, kings and fours (") && !shared.contains("kicker"), "{shared}");
    let split = ["showdown", "--game", "omaha", "--mode", "hilo8", "--deck", "44", "--joker", "--json"];
    let players = objects(&printed(
        &[&split[..], &["--board", "Ah 5c 4h 4d 9h", "7c 6h 9d Jo", "Th 7h Kh Jc"]].concat(),
    ));
    // The joker is a second ace of hearts: A-A-9-6-4 beats A-K-T-9-4.
    assert_eq!(players[0]["high"]["joker"], "Ah");
    assert_eq!((&players[0]["high"]["wins"], &players[1]["high"]["wins"]), (&true.into(), &false.into()));
    assert_eq!(players[0]["low"]["name"], "7-6-5-4-A");
    assert_eq!(players[1]["low"], Value::Null);
}

#[test]
fn showdown_answers_a_table_line_by_line() {
    let file = std::env::temp_dir().join(format!("cardroom-{}-showdowns.csv", std::process::id()));
    let header = "id,game,deck,joker,ace_low,mode,low_ace,board,holes,more\n";
    let good = "7,holdem,52,0,1,high,low,Kh Jd Js 4c 2s,Ks Kd|Jh Ah,x\n";
    std::fs::write(&file, format!("{header}{good}8,holdem,52,0,1,high,low,Kh Jd Js 4c 2s,Kh Kd|Jh Ah,x\n"))
        .unwrap();
    let path = file.to_str().unwrap();
    let output = cardroom(&["showdown", "--batch", path]);
    // A setting for which the table has no column: whether the joker may repeat the ace of the flush.
    let flush = "1,holdem,52,1,0,high,low,8s Ks 6s 3s Jo,4s As|2s Ts|Qs 5s,x\n";
    std::fs::write(&file, format!("{header}{flush}")).unwrap();
    let winner = |set: &[&str]| {
        let answer = printed(&[&["showdown", "--batch", path], set].concat());
        answer.lines().nth(1).unwrap().split(',').nth(2).unwrap().to_owned()
    };
    assert_eq!(winner(&[]), "1");
    assert_eq!(winner(&["--set", "wild_may_copy_in_flush=false"]), "1+3");
    std::fs::write(&file, format!("{header}{good}")).unwrap();
    let answered = printed(&["showdown", "--batch", path]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(
        answered,
        "id,high_category,high_winners,low_hand,low_winners\n7,full_house|three_of_a_kind,1,-,-\n"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), answered, "the line that can be answered is");
    let reason = String::from_utf8(output.stderr).unwrap();
    assert!(reason.contains("line 3: Kh appears twice"), "{reason}");
}

#[test]
fn count_gives_the_known_counts() {
    let counted =
        &objects(&printed(&["count", "--cards", "5", "--deck", "32", "--ace", "high", "--json"]))[0];
    // 4 royal flushes; a straight flush to the king, the queen and the jack in each of four suits.
    assert_eq!(counted["count"]["royal_flush"], 4);
    assert_eq!(counted["count"]["straight_flush"], 12);
    // 32 choose 5.
    assert_eq!(counted["hands"], 201_376);
}

#[test]
fn equity_is_exact_where_it_can_be_and_sampled_by_seed_where_asked() {
    let exact = &objects(&printed(&["equity", "AsAh", "KsKh", "--json"]))[0];
    assert_eq!(exact["exact"], true);
    assert_eq!(exact["runouts"], 1_712_304);
    assert_eq!(exact["players"][0]["equity"], "0.826366112559");
    let sample = ["equity", "AA", "QQ+", "random", "--samples", "10000", "--seed", "5", "--json"];
    assert_eq!(printed(&sample), printed(&sample));
    assert_eq!(objects(&printed(&sample))[0]["runouts"], 10_000);
}

#[test]
fn a_book_decides_the_order_of_hands() {
    // Ace high only is the default of the Canberra books: A-2-3-4-5 is not a straight there.
    let board = ["--board", "2c 3d 4h 9s Kd", "As5s"];
    let usual = objects(&printed(&[&["showdown", "--json"], &board[..]].concat()));
    assert_eq!(usual[0]["high"]["category"], "straight");
    let canberra = ["showdown", "--json", "--book", "canberra-holdem-2018"];
    assert_eq!(objects(&printed(&[&canberra, &board[..]].concat()))[0]["high"]["category"], "high_card");
    let chosen = [&canberra[..], &["--set", "ace=high-and-low"], &board[..]].concat();
    assert_eq!(objects(&printed(&chosen))[0]["high"]["category"], "straight");
    assert!(reason(&["equity", "--book", "dunedin-17.7", "--joker", "AA", "KK"]).contains("joker"));
}

#[test]
fn what_cannot_be_is_refused_in_one_clear_line() {
    let cases: [(&[&str], &str); 19] = [
        (&["equity", "AsAh", "AsKh"], "error: As appears twice: each card can be in only one place\n"),
        (
            &["equity", "AsAh", "KK", "--deck", "24"],
            "error: `24` is not a deck: expected 52, 48, 44, 40, 36 or 32 cards\n",
        ),
        (
            &["equity", "AsAh", "55", "--deck", "36"],
            "error: no hand of player 2's range is left: all need cards known to be elsewhere or not in the deck of 36 cards\n",
        ),
        (
            &["equity", "AsAh", "KK", "--mode", "hi"],
            "error: `hi` is not a mode: choose high, low, hilo or hilo8\n",
        ),
        (
            &["equity", "AsAh", "XX"],
            "error: hand 2, character 1: `XX` is not a hand: write cards as in `AsKd`, a range as in `QQ+`, `AKs`, `KQo`, `ATs+`, `JJ-88`, `T9s-65s`, `A?`, or `random`\n",
        ),
        (&["equity", "AsAh", "2s2h", "--deck", "48"], "error: 2s is not in the deck of 48 cards\n"),
        (&["equity", "AsJo", "KK"], "error: Jo is not in the deck of 52 cards\n"),
        (
            &["equity", "AA", "KK", "--board", "AsAhAc"],
            "error: no hand of player 1's range is left: all need cards known to be elsewhere or not in the deck of 52 cards\n",
        ),
        (
            &[
                "equity", "--game", "omaha", "--deck", "32", "random", "random", "random", "random",
                "random", "random", "random",
            ],
            "error: 7 players are too many for 32 cards: expected at most 6\n",
        ),
        (
            &[
                "equity", "--game", "manila", "--deck", "32", "random", "random", "random", "random",
                "random", "random", "random", "random", "random", "random",
            ],
            "error: 10 players are too many for 32 cards: expected at most 9\n",
        ),
        (
            &["showdown", "--board", "Kh Jd Js 4c 2s", "KsKd", "KdQh"],
            "error: Kd appears twice: each card can be in only one place\n",
        ),
        (
            &["showdown", "--deck", "36", "--joker", "--board", "Kh Jd Js 7c 5s", "KsJo"],
            "error: 5s is not in the deck of 36 cards and the joker\n",
        ),
        (&["equity", "AsAh"], "error: expected 2 to 23 hands, found 1\n"),
        (
            &["equity", "AA", "KK", "--samples", "0"],
            "error: a sample of 0 deals tells nothing: give --samples 1 or more\n",
        ),
        (
            &[
                "showdown",
                "--game",
                "omaha",
                "--deck",
                "32",
                "--board",
                "As Ks Qs Js Ts",
                "AhAdAcKh",
                "KdKcQhQd",
                "QcJhJdJc",
                "ThTdTc9s",
                "9h9d9c8s",
                "8h8d8c7s",
                "7h7d7c9s",
            ],
            "error: 7 players are too many for 32 cards: expected at most 6\n",
        ),
        (&["count", "--cards", "9"], "error: hands of 9 cards are not counted: choose 5, 6 or 7\n"),
        // Too many to count up to first.
        (
            &["count", "--cards", "4294967301"],
            "error: hands of 4294967301 cards are not counted: choose 5, 6 or 7\n",
        ),
        (&["showdown", "--board", "As Kd", "QhQd"], "error: expected a board of 5 cards, found 2\n"),
        (
            &[
                "showdown",
                "--mode",
                "low",
                "--set",
                "low_qualifier=eight",
                "--board",
                "Kh Jd Js 4c 2s",
                "QhQd",
            ],
            "error: low_qualifier eight needs showdown_mode high_low, not low: choose high_low, or no qualifier\n",
        ),
    ];
    for (args, said) in cases {
        assert_eq!(reason(args), said, "{args:?}");
    }
}

#[test]
fn a_qualifier_nobody_can_meet_is_played_with_a_warning() {
    let output = cardroom(&["equity", "--deck", "36", "--mode", "hilo8", "AsAh", "KK"]);
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.starts_with("warning: no low hand can be eight or better with 36 cards"), "{warning}");
    assert_eq!(warning.lines().count(), 1, "{warning}");
    // A table of showdowns warns once for each such order of hands, with the first line that has it.
    let file = std::env::temp_dir().join(format!("cardroom-warned-{}.csv", std::process::id()));
    let header = "id,game,deck,joker,ace_low,mode,low_ace,board,holes";
    let row = "holdem,36,0,1,hilo8,follow,As Kd 9h 6c 7s,Qh Qd|8h 8d";
    let other = "holdem,32,0,1,hilo8,follow,As Kd 9h 8c 7s,Qh Qd|8h 8d";
    std::fs::write(&file, format!("{header}\n1,{row}\n2,{row}\n3,{other}\n")).unwrap();
    let output = cardroom(&["showdown", "--batch", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap().lines().nth(1),
        Some("1,one_pair|straight,2,none|none,-")
    );
    let warnings = String::from_utf8(output.stderr).unwrap();
    let said: Vec<&str> = warnings.lines().collect();
    assert_eq!(said.len(), 2, "{warnings}");
    assert!(said[0].contains(".csv, line 2: no low hand can be eight or better with 36 cards"), "{warnings}");
    assert!(said[1].contains(".csv, line 4: no low hand can be eight or better with 32 cards"), "{warnings}");
}

#[test]
fn a_table_of_showdowns_is_answered_as_a_table_alone() {
    let said = reason(&["showdown", "--batch", "any.csv", "--json"]);
    assert!(said.contains("cannot be used with"), "{said}");
}
