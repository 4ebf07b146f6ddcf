//! `cardroom uth`: the known answers to the last digit, and the messages when something cannot be analysed.

use std::path::{Path, PathBuf};
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

fn object(args: &[&str]) -> Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// The error of a command that cannot be done.
fn reason(args: &[&str]) -> String {
    let output = cardroom(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A test's file with these contents.
fn file(name: &str, contents: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uth");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, contents).expect("a file");
    path
}

/// Sentences, and how the answers were found: not compared.
const NOT_COMPARED: [&str; 8] =
    ["what", "how", "note", "rules_read", "three_times", "timing", "flop_samples", "river_samples"];

/// Asserts that everything known is there: whole numbers and text exactly, binary fractions to their last
/// places.
fn compare(at: &str, known: &Value, given: &Value) {
    match (known, given) {
        (Value::Object(known), _) => {
            for (name, known) in known.iter().filter(|(name, _)| !NOT_COMPARED.contains(&name.as_str())) {
                compare(&format!("{at}/{name}"), known, &given[name]);
            }
        }
        (Value::Array(known), Value::Array(list)) => {
            assert_eq!(known.len(), list.len(), "{at}");
            for (number, (known, given)) in known.iter().zip(list).enumerate() {
                compare(&format!("{at}/{number}"), known, given);
            }
        }
        (Value::Number(known), Value::Number(number)) if known.is_f64() => {
            let (known, number) = (known.as_f64().unwrap(), number.as_f64().unwrap());
            assert!((known - number).abs() <= known.abs() * 4.0 * f64::EPSILON, "{at}: {known} {number}");
        }
        (known, given) => assert_eq!(known, given, "{at}"),
    }
}

/// The rows of a CSV table, without its header.
fn rows(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

fn fraction(value: &Value) -> String {
    format!("{}/{}", value["numerator"], value["denominator"])
}

/// The step between tested positions: every one in the long tests, otherwise every eighth.
fn step() -> usize {
    if std::env::var_os("SLOW").is_some_and(|value| value != "0") { 1 } else { 8 }
}

#[test]
fn advice_after_the_flop_has_the_known_values() {
    let table = rows(include_str!("../../../odds/tests/known/ultimate-flops.csv"));
    assert_eq!(table.len(), 48);
    for row in table.iter().step_by(step()) {
        let [hole, flop, bet, check, best] = row[..] else { panic!("{row:?}") };
        let given = object(&["uth", "advise", "--hole", hole, "--board", flop, "--json"]);
        assert_eq!((&given["hole"], &given["flop"]), (&hole.into(), &flop.into()));
        assert_eq!((fraction(&given["ev_2x"]), fraction(&given["ev_check"])), (bet.into(), check.into()));
        assert_eq!((&given["best"], fraction(&given["ev_fold"])), (&best.into(), "-2/1".into()));
    }
}

#[test]
fn advice_at_the_river_has_the_known_values() {
    let table = rows(include_str!("../../../odds/tests/known/ultimate-rivers.csv"));
    assert_eq!(table.len(), 120);
    for row in table.iter().step_by(step()) {
        let [hole, board, sum, best] = row[..] else { panic!("{row:?}") };
        let given = object(&["uth", "advise", "--hole", hole, "--board", board, "--json"]);
        assert_eq!(given["ev_1x_sum_half_antes"].to_string(), sum, "{hole} {board}");
        assert_eq!(given["best"], best);
    }
    let given = object(&["uth", "advise", "--hole", "Qh4h", "--board", "JsKhJcQc6h", "--json"]);
    // The first of the known positions, with its counts.
    assert_eq!(given["player"], "two_pairs");
    let counts = ["win_qualified", "win_unqualified", "tie", "lose_qualified", "lose_unqualified"];
    assert_eq!(counts.map(|count| given[count].as_u64().unwrap()), [662, 0, 68, 260, 0]);
    let said = printed(&["uth", "advise", "--hole", "Qh 4h", "--board", "Js Kh Jc Qc 6h"]);
    // 1,088 half antes over 990 hands.
    assert!(said.contains("bet 1x    0.549494 = 272/495  <- best\n  fold     -2.000000 = -2\n"), "{said}");
}

/// The complete file of known answers, if it is there.
fn whole() -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/known-answers/uth.json");
    std::fs::read_to_string(path).ok().map(|text| serde_json::from_str(&text).unwrap())
}

#[test]
fn positions_of_the_known_answers_have_their_values() {
    let Some(known) = whole() else { return };
    for (samples, board) in [("flop_samples", "flop"), ("river_samples", "board")] {
        for sample in known[samples].as_array().unwrap().iter().step_by(step()) {
            let [hole, board] = ["hole", board].map(|cards| sample[cards].as_str().unwrap());
            let given = object(&["uth", "advise", "--hole", hole, "--board", board, "--json"]);
            compare(samples, sample, &given);
        }
    }
}

#[test]
fn the_whole_game_has_the_known_values() {
    let given = object(&["uth", "analyse", "--json"]);
    compare("", &serde_json::from_str(include_str!("../data/uth.json")).unwrap(), &given);
    let table = rows(include_str!("../../../odds/tests/known/ultimate-hands.csv"));
    assert_eq!(table.len(), 169);
    for row in &table {
        let hands = given["hands"].as_array().unwrap();
        let hand = hands.iter().find(|hand| hand["hand"] == row[0]).unwrap();
        let texts = [&hand["combinations"], &hand["best"], &hand["win"], &hand["tie"], &hand["lose"]]
            .map(|value| value.to_string().replace('"', ""));
        assert_eq!(texts, [row[1], row[2], row[6], row[7], row[8]]);
        let values = ["ev_4x", "ev_3x", "ev_check"].map(|value| fraction(&hand[value]));
        assert_eq!(values, [row[3], row[4], row[5]]);
    }
    if let Some(known) = whole() {
        compare("", &known, &given);
    }
}

/// A deck small enough to be analysed at once: the tens and better, without one suit's court cards.
const SMALL: &str = "missing_cards=7c7d7h7s8c8d8h8s9c9d9h9sJsQsKs";

fn small<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["uth", "analyse", "--set", "deck_cards=32", "--set", SMALL], args].concat()
}

#[test]
fn one_thread_and_two_give_the_same_numbers() {
    let on = |threads: &str| printed(&small(&["--json", "--threads", threads]));
    let alone = on("1");
    assert_eq!(alone, on("2"));
    assert_eq!(alone, on("5"));
    let given: Value = serde_json::from_str(&alone).unwrap();
    // 17 over 2, 15 over 3, 12 over 2, 10 over 2.
    assert_eq!(given["deals"], 136 * 455 * 66 * 45);
}

#[test]
fn the_chart_and_the_par_sheet_have_every_starting_hand() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uth");
    std::fs::create_dir_all(&folder).unwrap();
    let [chart, markdown, table] =
        ["chart.svg", "sheet.md", "sheet.csv"].map(|name| folder.join(name).display().to_string());
    let args = ["--plot", &chart, "--par-sheet", &markdown, "--par-sheet", &table, "--json"];
    let given = object(&small(&args));
    let [chart, markdown, table] =
        [chart, markdown, table].map(|path| std::fs::read_to_string(path).unwrap());
    // Five ranks: 5 pairs, and 10 hands of two ranks each suited and offsuit; the same without the J, Q and K
    // of one suit.
    let hands = given["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 25);
    for hand in hands {
        let name = hand["hand"].as_str().unwrap();
        assert!(chart.contains(&format!(">{name}</text>")), "{name}");
        assert!(markdown.contains(&format!("\n| {name} | {} |", hand["combinations"])), "{name}");
        assert!(table.contains(&format!("\nStarting hands,{name},{},", hand["combinations"])), "{name}");
    }
    assert_eq!(chart.matches("<rect").count(), 1 + 25 + 2, "ground, cells, legend");
    for net in given["net_result_histogram"].as_array().unwrap() {
        let net_antes = match net["denominator"].as_i64() {
            Some(1) => net["numerator"].to_string(),
            _ => fraction(net),
        };
        assert!(table.contains(&format!("\nResults,{net_antes},{},", net["count"])), "{net}");
    }
    let (edge, value) = (given["house_edge_per_ante"].as_str().unwrap(), fraction(&given["ev_per_ante"]));
    assert!(markdown.contains(&edge[..14]) && markdown.contains(&value), "{edge} {value}");
    // Probabilities are of all deals: those of the results add up to one, but for truncated digits.
    let shares = table.lines().filter(|line| line.starts_with("Results,"));
    let shares: f64 = shares.map(|line| line.split(',').nth(3).unwrap().parse::<f64>().unwrap()).sum();
    assert!((1.0 - shares).abs() < 1e-9, "{shares}");
}

#[test]
fn what_cannot_be_written_is_said_before_the_game_is_worked_out() {
    let args = ["uth", "analyse", "--plot", "nowhere/chart.svg", "--par-sheet", "sheet.pdf"];
    assert_eq!(
        reason(&args),
        "error: --par-sheet sheet.pdf: expected a file that ends in .md or .csv\n\
         error: cannot write nowhere/chart.svg: there is no folder nowhere\n"
    );
}

#[test]
fn rules_come_from_a_book_a_file_and_choices_each_before_the_next() {
    let path = file(
        "rules.toml",
        "dealer_qualifies = \"two_pairs\"\ntrips_survives_fold = true\n\n[blind]\nroyal_flush = 100\nfull_house = \"7/3\"\n",
    );
    let path = path.to_str().unwrap();
    let given = object(&small(&["--paytable", path, "--set", "dealer-qualifies=trips", "--json"]));
    assert_eq!(given["rules"]["dealer_qualifies"], "three_of_a_kind");
    assert_eq!(given["rules"]["blind_odds"], serde_json::json!({"royal_flush": "100", "full_house": "7/3"}));
    assert_eq!(given["rules"]["trips_odds"]["straight_flush"], "40");
    // A fold then costs nothing of the trips wager (UT-A01 read the other way).
    assert_eq!(given["with_trips_wager"]["main_game_ev"], given["ev_per_ante"]);
    let nets = given["net_result_histogram"].as_array().unwrap();
    // Blind 7/3, a play wager of four antes, ante pushed.
    assert!(nets.iter().any(|net| net["numerator"] == 19 && net["denominator"] == 3), "{nets:?}");

    let advice = ["uth", "advise", "--hole", "AsKd", "--board", "Ah7c2d", "--json"];
    let usual = printed(&advice);
    assert_eq!(printed(&[&advice[..], &["--book", "canberra-ultimate-2019"]].concat()), usual);
}

#[test]
fn what_cannot_be_is_refused_in_clear_lines() {
    let bad = file("bad.toml", "dealer_qualifies = \"two\"\n\n[blind]\nflush = \"3/0\"\nfive = 3\n");
    let bad = bad.to_str().unwrap();
    let broken = file("broken.toml", "[blind\n");
    let broken = broken.to_str().unwrap();
    let advise =
        |hole: &'static str, board: &'static str| ["uth", "advise", "--hole", hole, "--board", board];
    let cases: [(&[&str], &str); 10] = [
        (&advise("As", "")[..], "error: expected two hole cards, found 1\n"),
        (
            &advise("AsKs", "2c3c"),
            "error: expected no board card, the three of the flop or all five, found 2\n",
        ),
        (&advise("AsKs", "2c3cAs"), "error: As appears twice: expected different cards\n"),
        (
            &["uth", "analyse", "--set", "seats=6"],
            "error: --set seats=6: `seats` is not a setting of the analysis: expected one of deck_cards, missing_cards, \
             ace, dealer_qualifies, blind_odds, trips_odds, trips_survives_fold\n",
        ),
        (
            &["uth", "analyse", "--set", "trips_survives_fold=maybe", "--set", "deck_cards=51"],
            "error: --set trips_survives_fold=maybe: trips_survives_fold: expected true or false, found `maybe`\n\
             error: --set deck_cards=51: deck_cards: expected 52, 48, 44, 40, 36 or 32 cards, found `51`\n",
        ),
        (
            &["uth", "analyse", "--paytable", bad],
            &format!(
                "error: {bad}, line 1: dealer_qualifies: expected none, a kind of hand such as pair or two_pairs, or \
                 five cards such as `Ac Kd 4h 3s 2c`, found `two`\n\
                 error: {bad}, line 4: blind, flush: expected odds to one such as 500 or 3/2, found `3/0`\n\
                 error: {bad}, line 5: blind: expected a kind of hand such as royal_flush, full_house or one_pair, \
                 found `five`\n"
            ),
        ),
        (
            &["uth", "analyse", "--book", "standard"],
            "error: --book standard: Standard is not a book of Ultimate Texas Hold'em; use canberra-ultimate-2019 or a \
             file made from it\n",
        ),
        (
            &["uth", "analyse", "--set", "missing_cards=2c 7d 7d"],
            "error: --set missing_cards=2c 7d 7d: missing_cards: expected cards such as `2c 7d`, each of them once, \
             found `2c 7d 7d`\n",
        ),
        (
            &["uth", "analyse", "--set", "missing_cards=Jo"],
            "error: Jo is not in the deck, so it cannot be missing\n",
        ),
        (&["uth", "analyse", "--paytable", "nowhere.toml"], "error: cannot read nowhere.toml: "),
    ];
    for (args, said) in cases {
        let given = reason(args);
        assert!(given.starts_with(said), "{args:?}: {given}");
        assert!(given.lines().count() == said.lines().count(), "{args:?}: {given}");
    }
    assert!(
        reason(&["uth", "analyse", "--paytable", broken]).starts_with(&format!("error: {broken}, line 1: "))
    );
    // The book allows only one reading of a fold, and says which clause that rests on.
    let fixed = ["uth", "analyse", "--book", "canberra-ultimate-2019", "--set", "trips_survives_fold=true"];
    let said = reason(&fixed);
    assert!(said.contains("trips_survives_fold") && said.contains("UT-9.7"), "{said}");
}
