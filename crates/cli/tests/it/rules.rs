//! `cardroom rules`: what it prints, and its exit codes.

use std::path::PathBuf;
use std::process::{Command, Output};

use rulebook::{Book, register};
use serde_json::Value;

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("rules").args(args).output().expect("the program runs")
}

fn printed(args: &[&str]) -> String {
    let output = cardroom(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines on standard error of a command that could not be done.
fn reasons(args: &[&str]) -> Vec<String> {
    let output = cardroom(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let lines: Vec<String> = String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned).collect();
    assert!(!lines.is_empty(), "{args:?} says why");
    lines
}

/// A book file with a unique name in the folder for temporary files.
fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("cardroom-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn list_gives_the_register_of_a_book_and_of_a_kind() {
    let all = objects(&printed(&["list", "--json"]));
    assert_eq!(all.len(), 1293);
    let rows = objects(&printed(&["list", "--book", "canberra-holdem-2018", "--kind", "rule", "--json"]));
    // The register counts 30 rows of this kind.
    assert_eq!(rows.len(), 30);
    for row in &rows {
        for field in ["id", "book", "clause", "kind", "summary"] {
            assert!(row[field].as_str().is_some_and(|text| !text.is_empty()), "{field} of {row}");
        }
        assert_eq!(
            (row["book"].as_str(), row["kind"].as_str()),
            (Some("canberra-holdem-2018"), Some("rule"))
        );
    }
    let text = printed(&["list", "--book", "dunedin-17.7", "--kind", "configure"]);
    assert_eq!(text.lines().count(), 5, "a head and four rows");
}

#[test]
fn show_tells_all_about_a_clause_and_about_a_rule() {
    let row = &objects(&printed(&["show", "HE-5.1", "--json"]))[0];
    assert_eq!(row["id"], "HE-5.1");
    let rules = ["smallest-raise", "raise-over-short-raise", "raise-over-short-bet", "raise-over-over-blind"];
    assert_eq!(row["rules"], serde_json::json!(rules));
    assert!(row["settings"].as_array().unwrap().contains(&Value::from("over_blind_min_raise")));
    // 5.1 grants "an unlimited number of raises": the cap is in the term Betting round.
    assert!(!row["settings"].as_array().unwrap().contains(&Value::from("raise_cap")));
    let term = &objects(&printed(&["show", "HE-DICT-betting-round", "--json"]))[0];
    assert!(term["settings"].as_array().unwrap().contains(&Value::from("raise_cap")));
    let text = printed(&["show", "HE-5.1"]);
    assert!(text.contains(&register::row("HE-5.1").unwrap().summary));
    let reading = &objects(&printed(&["show", "AMB-044", "--json"]))[0];
    assert_eq!(
        reading["rules"],
        serde_json::json!([{ "rule": "raise-cap", "books": ["canberra-holdem-2018"] }])
    );
    assert_eq!(reading["settings"], serde_json::json!(["raise_cap"]));
    assert!(printed(&["show", "amb-044"]).contains("raise-cap: canberra-holdem-2018"));
    // A reading that no rule rests on yet.
    assert!(printed(&["show", "tr-04"]).contains("late_entries"));
    assert!(
        printed(&["show", "raise-cap"])
            .contains("canberra-holdem-2018: HE-DICT-betting-round, AMB-047, AMB-044")
    );
    let rule = &objects(&printed(&["show", "short-all-in-does-not-reopen", "--json"]))[0];
    let dunedin =
        rule["books"].as_array().unwrap().iter().find(|book| book["book"] == "dunedin-17.7").unwrap();
    assert_eq!(dunedin["clauses"], serde_json::json!(["DU-53", "DU-52", "DU-A30"]));
    assert_eq!(
        reasons(&["show", "HE-4.2f"]),
        ["error: there is no clause or rule named HE-4.2f: use HE-4.2(f)"]
    );
}

#[test]
fn a_choice_without_an_effect_is_refused_by_name() {
    let lines =
        reasons(&["settings", "--book", "standard", "--set", "omaha_hole_cards=5", "--set", "run_count=3"]);
    assert_eq!(
        lines,
        [
            "error: omaha_hole_cards = 5: not played yet; expected 4",
            "error: run_count = 3: not played yet; expected 2",
        ]
    );
    let all = objects(&printed(&["settings", "--book", "standard", "--json"]));
    let played = |name: &str| all.iter().find(|row| row["setting"] == name).unwrap()["played"] == true;
    assert!(played("burn") && !played("run_count"));
    // The commands that deal refuse it in the same way.
    let dealt = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args([
            "simulate",
            "--book",
            "standard",
            "--players",
            "2",
            "--hands",
            "1",
            "--seed",
            "1",
            "--set",
            "run_count=3",
        ])
        .output()
        .expect("the program runs");
    assert_eq!(dealt.status.code(), Some(2));
    let told = String::from_utf8(dealt.stderr).unwrap();
    assert!(told.contains("run_count = 3: not played yet; expected 2"), "{told}");
}

#[test]
fn coverage_gives_each_row_a_status_and_fails_while_any_is_missing() {
    let output = cardroom(&["coverage", "--book", "canberra-holdem-2018", "--json"]);
    let rows = objects(&String::from_utf8(output.stdout).unwrap());
    let (totals, rows) = rows.split_last().unwrap();
    assert_eq!(rows.len(), 311);
    let count = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    assert_eq!(totals["totals"]["rows"], 311);
    for status in ["proven", "defined", "missing"] {
        assert_eq!(totals["totals"][status], count(status), "{status}");
    }
    assert_eq!(count("proven") + count("defined") + count("missing"), rows.len());
    let short = |row: &&Value| row["status"] == "missing" && row["reach"] == "script";
    assert_eq!(totals["totals"]["missing_reach_script"], rows.iter().filter(short).count());
    for row in rows {
        let (status, reach) = (row["status"].as_str().unwrap(), row["reach"].as_str());
        let (tested, kind) = (!row["tests"].as_array().unwrap().is_empty(), row["kind"].as_str().unwrap());
        assert_eq!(tested, status == "defined" || reach.is_some(), "{row}");
        // A choice, a step, behaviour or a fact of the room is proven in the room.
        let needs_the_room = ["configure", "operate", "conduct", "physical"].contains(&kind);
        match status {
            "proven" => assert!(reach == Some("room") || reach == Some("script") && !needs_the_room, "{row}"),
            "defined" => assert!(kind == "define" && reach.is_none(), "{row}"),
            "missing" => assert!(reach.is_none() || reach == Some("script") && needs_the_room, "{row}"),
            other => panic!("{other} is not a status"),
        }
    }
    let expected = if count("missing") == 0 { 0 } else { 1 };
    assert_eq!(output.status.code(), Some(expected));
}

#[test]
fn settings_gives_values_and_choices_and_takes_choices() {
    let rows = objects(&printed(&["settings", "--book", "canberra-holdem-2018", "--json"]));
    let setting = |name: &str| rows.iter().find(|row| row["setting"] == name).unwrap();
    assert_eq!(rows.len(), 215);
    assert_eq!(setting("opening_option")["value"], "B");
    assert_eq!(setting("opening_option")["choices"], serde_json::json!(["A", "B", "C"]));
    assert_eq!(setting("odd_chip")["state"], "fixed");
    assert_eq!(setting("kill_chips")["state"], "not_used");
    let chosen =
        ["settings", "--book", "canberra-holdem-2018", "--set", "blinds=10 20", "--set", "opening-option=c"];
    let text = printed(&chosen);
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("blinds ").contains("  10 20  ") && line("opening_option ").contains("  C  "));
    let all = objects(&printed(&["settings", "--json"]));
    assert_eq!(all.len(), 215 + 54, "of poker and of the house game");
}

#[test]
fn choices_that_cannot_be_are_refused_with_all_reasons() {
    let lines = reasons(&[
        "settings",
        "--book",
        "canberra-holdem-2018",
        "--set",
        "blinds=10 5",
        "--set",
        "min_bet=20",
    ]);
    assert_eq!(
        lines,
        [
            "error: blinds = 10 5: it falls from 10 to 5; expected amounts that do not fall (HE-4.2(f), AMB-056)",
            "error: blinds = 10 5: the last blind of 5 is below the smallest bet of 20; expected a last blind of 20 or more, or \
             a smallest bet of 5 or less (HE-4.2(f), AMB-056)",
        ]
    );
    assert_eq!(reasons(&["settings", "--book", "standard", "--set", "blinds"]).len(), 1);
    assert_eq!(reasons(&["settings", "--set", "blinds=1 2"]).len(), 1);
}

#[test]
fn diff_shows_where_two_books_differ_with_their_clauses() {
    let found = objects(&printed(&["diff", "canberra-holdem-2018", "canberra-omaha-2006", "--json"]));
    let of = |name: &str| found.iter().find(|found| found["name"] == name).unwrap();
    let cap = of("raise_cap_pot_and_no_limit");
    assert_eq!((cap["left"].as_str(), cap["right"].as_str()), (Some("none"), Some("3")));
    assert_eq!(cap["left_clauses"], serde_json::json!(["HE-5.1"]));
    assert_eq!(cap["right_clauses"], serde_json::json!(["OM-5.1"]));
    let found = objects(&printed(&["diff", "canberra-omaha-2006", "canberra-manila-2006", "--json"]));
    assert!(found.iter().any(|found| found["what"] == "rule" && found["name"] == "burn-before-board"));
    assert_eq!(printed(&["diff", "standard", "standard"]), "standard and standard do not differ\n");
    assert_eq!(reasons(&["diff", "standard", "canberra-ultimate-2019"]).len(), 1);
    assert_eq!(reasons(&["diff", "nobody", "nowhere"]).len(), 2);
}

#[test]
fn a_copied_and_edited_book_file_works() {
    let text = printed(&["copy", "dunedin-17.7"]);
    assert_eq!(Some(text.as_str()), Book::file_of("dunedin-17.7"));
    let edited =
        text.replace("id = \"dunedin-17.7\"", "id = \"my-house\"").replace("joker = false", "joker = true");
    let path = file("edited.toml", &edited);
    let found = objects(&printed(&["diff", "dunedin-17.7", path.to_str().unwrap(), "--json"]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["name"], &found[0]["right"]), (&Value::from("joker"), &Value::from("true")));
    let rows = objects(&printed(&["list", "--book", path.to_str().unwrap(), "--json"]));
    assert_eq!(rows.len(), 187, "the register of the document it goes by");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_book_file_with_faults_is_refused_with_each_on_a_line() {
    let path = file(
        "faults.toml",
        "id = \"x\"\ntitle = \"X\"\nversion = \"1\"\nbased_on = \"standard\"\n[settings]\nburns = 1\njoker = 2\n",
    );
    let lines = reasons(&["settings", "--book", path.to_str().unwrap()]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(": line 6: burns: unknown setting; expected burn"), "{}", lines[0]);
    assert!(
        lines[1].contains(": line 7: joker = 2: not a valid value; expected false or true"),
        "{}",
        lines[1]
    );
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert_eq!(reasons(&["settings", "--book", path.to_str().unwrap()]).len(), 1);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn an_unknown_book_or_kind_is_a_line_and_exit_code_two() {
    let lines = reasons(&["list", "--book", "nowhere"]);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].starts_with("error: there is no book or file named nowhere: use standard, "),
        "{}",
        lines[0]
    );
    assert_eq!(reasons(&["list", "--kind", "sort"]).len(), 1);
    assert_eq!(reasons(&["list", "--book", "standard"]).len(), 1, "no document, no register");
    assert_eq!(cardroom(&[]).status.code(), Some(2));
    assert_eq!(cardroom(&["--help"]).status.code(), Some(0));
}
