//! `cardroom simulate`: what it prints, and that the number of threads does not matter.

use std::process::{Command, Output};

use serde_json::Value;

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("simulate")
        .args(args)
        .output()
        .expect("the program runs")
}

fn printed(args: &[&str]) -> String {
    let output = cardroom(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &[&str]) -> Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&printed(&all)).expect("one JSON object")
}

#[test]
fn one_and_two_threads_print_the_same() {
    let args = ["--hands", "9000", "--seed", "4"];
    let alone = printed(&[&args[..], &["--threads", "1"]].concat());
    assert_eq!(printed(&[&args[..], &["--threads", "2"]].concat()), alone);
    assert_ne!(printed(&["--hands", "9000", "--seed", "5"]), alone);
}

#[test]
fn the_json_has_every_seat_and_its_chips_add_up() {
    let result = json(&["--book", "canberra-holdem-2018", "--players", "4", "--hands", "500", "--seed", "2"]);
    assert_eq!(result["book"], "canberra-holdem-2018");
    assert_eq!(result["game"], "holdem");
    assert_eq!(result["hands"], 500);
    assert_eq!(result["chips_conserved"], true);
    let seats = result["seats"].as_array().expect("a list");
    let numbers: Vec<u64> = seats.iter().filter_map(|seat| seat["seat"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    let net: i64 = seats.iter().filter_map(|seat| seat["net"].as_i64()).sum();
    assert_eq!(net, 0, "time commission takes nothing from the pots");
    assert!(result["hands_per_second"].as_u64().is_some_and(|speed| speed > 0));
}

#[test]
fn house_bots_play_as_well() {
    let result = json(&["--bots", "house", "--hands", "100"]);
    assert_eq!(result["bots"], "house");
    assert_eq!(result["hands"], 100);
}

#[test]
fn more_players_than_a_table_usually_has_get_a_larger_one() {
    assert_eq!(json(&["--players", "10", "--hands", "10"])["players"], 10);
}

#[test]
fn what_cannot_be_simulated_is_refused_with_a_reason() {
    for (args, reason) in [
        (vec!["--players", "1"], "--players"),
        (vec!["--players", "11"], "11"),
        (vec!["--stack", "0"], "--stack 0: expected a whole number from 1"),
        (vec!["--book", "nowhere"], "there is no book"),
        (vec!["--game", "pinochle"], "games"),
        (vec!["--book", "canberra-ultimate-2019"], "is a game against the house, and poker is dealt here"),
        (vec!["--hands", "many"], "--hands"),
    ] {
        let output = cardroom(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.starts_with("error: ") && text.contains(reason), "{args:?}: {text}");
    }
}

#[test]
fn too_few_players_for_the_blinds_are_told_with_the_clause() {
    let args = ["--book", "canberra-holdem-2018", "--players", "2", "--set", "blinds=5,10,20"];
    let output = cardroom(&[&args[..], &["--set", "blind_count=3", "--hands", "1"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: 2 players cannot post 3 blinds: choose fewer blinds first (HE-4.2(c), AMB-054)\n"
    );
}
