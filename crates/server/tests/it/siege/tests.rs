//! Sieges in the test suite: those that the fuzzer starts from, random ones, and leaks and losses that must
//! be noticed.

use std::fs;
use std::path::Path;

use chips::book::{Account, Unit};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::checks::conserved;
use super::{besiege, besiege_with};

fn seeds() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/frame");
    let files = fs::read_dir(folder).expect("the fuzzer has seeds");
    let mut seeds: Vec<(String, Vec<u8>)> = files
        .map(|file| {
            let file = file.expect("readable");
            (file.file_name().to_string_lossy().into_owned(), fs::read(file.path()).expect("readable"))
        })
        .collect();
    seeds.sort();
    seeds
}

/// Proves ACS-05, DIS-04 and SEC-01: whatever hostile clients send to a live room, no chip appears or
/// vanishes, nobody is sent a card that is hidden from them, and the others play on.
#[test]
fn no_seed_of_the_fuzzer_harms_a_room() {
    let (mut done, mut refused) = (0, 0);
    for (name, bytes) in seeds() {
        let outcome = besiege(&bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(Ok(outcome), besiege(&bytes), "{name}: the same bytes give the same siege");
        assert!(outcome.hands > 0, "{name}: {outcome:?}");
        done += outcome.done;
        refused += outcome.refused;
    }
    assert!(done > 100 && refused > 20, "{done} requests were carried out and {refused} refused");
}

/// Proves ACS-05: the same for sieges that nobody thought of.
#[test]
fn no_siege_by_chance_harms_a_room() {
    let runs = if std::env::var_os("SLOW").is_some() { 2000 } else { 40 };
    let line = (
        proptest::sample::select(b"rwpoabntsxf".to_vec()),
        any::<u8>(),
        proptest::collection::vec(1..=255_u8, 0..9),
    );
    let sieges = proptest::collection::vec(line, 1..40);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(runs)
    });
    let outcome = runner.run(&(any::<u8>(), sieges), |(table, lines)| {
        let mut bytes = vec![table];
        for (what, who, mut rest) in lines {
            bytes.extend([b'\n', what, who]);
            rest.retain(|byte| *byte != b'\n');
            bytes.extend(rest);
        }
        prop_assert_eq!(besiege(&bytes).err(), None, "{:?}", String::from_utf8_lossy(&bytes));
        Ok(())
    });
    outcome.expect("no harm");
}

const HANDS: &[u8] = b"0\no06\np12\no09\no09";

/// Proves SEC-07: another player's card in one more field of a frame is noticed.
#[test]
fn a_card_of_another_player_that_is_sent_is_noticed() {
    let mut dealt = Value::Null;
    let leaky = besiege_with(
        HANDS,
        Some(&mut |who, frame: &mut Value| {
            let mut cards =
                frame["events"].as_array().into_iter().flatten().map(|event| event["card"].clone());
            let own = cards.rfind(Value::is_string);
            match (who, own) {
                (Some(1), Some(card)) if dealt.is_null() => dealt = card,
                (Some(2), _) if !dealt.is_null() && frame["t"] == "update" => frame["hint"] = json!([dealt]),
                _ => {}
            }
        }),
    );
    let told = leaky.expect_err("the leak is noticed");
    assert!(told.contains("person 2 was sent") && told.contains("/hint"), "{told}");
}

/// Proves SEC-07: a board card in a frame of an earlier record than that in which it was dealt is noticed.
#[test]
fn a_board_card_that_comes_early_is_noticed() {
    let leaky = besiege_with(
        HANDS,
        Some(&mut |_, frame: &mut Value| {
            let board = frame["events"]
                .as_array()
                .is_some_and(|events| events.iter().any(|event| event["e"] == "board_dealt"));
            if let Some(number) = frame["number"].as_u64().filter(|_| board) {
                frame["number"] = json!(number - 1);
            }
        }),
    );
    assert!(leaky.is_err_and(|told| told.contains("was sent")));
}

#[test]
fn chips_that_come_from_nowhere_are_noticed() {
    let wallet = Account::Wallet { person: 1 };
    let issued = (Account::Issue, Unit::Play, -100);
    assert_eq!(conserved(&[issued, (wallet, Unit::Play, 100)]), Ok(()));
    assert!(conserved(&[issued, (wallet, Unit::Play, 101)]).is_err());
    let stake = (Account::Stake { table: 1, person: 1 }, Unit::Play, -1);
    assert!(conserved(&[issued, (wallet, Unit::Play, 101), stake]).is_err());
}
