//! Conditions that contradict a rule of their book.

use rulebook::coverage::Evidence;
use tournament::conditions::{FindingKind, Severity};

use super::{FREEZEOUT, HEATS, POINTS, RE_BUY, REPECHAGE, SIT_AND_GO, read, report_lines, stops, with};

use crate::proofs::proves;

/// The codes of the check's findings, with their clauses.
fn codes(text: &str, severity: Severity) -> Vec<(&'static str, Vec<String>)> {
    let findings = read(text).check();
    let those = findings.iter().filter(|finding| finding.severity == severity);
    those.map(|finding| (finding.kind.code(), finding.clauses())).collect()
}

/// Asserts that the check has this one refusal and that it cites the clause.
fn refused(text: &str, code: &str, clause: &str) {
    let reported = codes(text, Severity::Refused);
    assert_eq!(reported.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [code], "{reported:?}");
    assert!(reported[0].1.iter().any(|id| id == clause), "{reported:?}");
}

/// Asserts that the check has a warning of this kind that cites the clause.
fn warned(text: &str, code: &str, clause: &str) {
    let reported = codes(text, Severity::Warning);
    let found = reported.iter().any(|(of, ids)| *of == code && ids.iter().any(|id| id == clause));
    assert!(found, "{reported:?}");
}

#[test]
fn an_item_is_not_both_described_and_marked_not_applicable() {
    let both = with(RE_BUY, "\"F\", \"viii\"]", "\"F\", \"G\", \"viii\"]");
    refused(&both, "answered-twice", "HE-20.3(a)(iii)(G)");
    let skipped = with(FREEZEOUT, "[\"D\", ", "[\"i\", \"D\", ");
    refused(&skipped, "may-not-be-skipped", "HE-20.3(a)(i)");
}

#[test]
fn commission_is_part_of_the_entry_fee_and_of_nothing_else() {
    proves(Evidence::Script, &["HE-20.21"]);
    refused(&with(FREEZEOUT, "commission = 1000", "commission = 11100"), "commission-above-fee", "HE-20.21");
    let kept = with(RE_BUY, "cost = 10000, ", "cost = 11000, commission = 1000, ");
    refused(&kept, "commission-on-rebuy", "HE-20.22");
    let reported = stops(&kept);
    assert!(reported[0].starts_with("refused rebuy: 1000 of 11000 would not reach the pool"), "{reported:?}");
}

#[test]
fn only_a_player_without_chips_buys_back_in() {
    refused(
        &with(RE_BUY, "at = \"zero\"", "at = \"at_most_start\""),
        "rebuy-with-chips",
        "HE-20.3(a)(iii)(G)",
    );
}

#[test]
fn nobody_enters_after_seats_were_drawn() {
    let late = with(FREEZEOUT, "entries_until = \"start\"", "entries_until = { level = 3 }");
    refused(&late, "late-entries", "HE-20.8");
    let practice =
        with(SIT_AND_GO, "eligible = [\"anyone\"]", "eligible = [\"anyone\"], entries_until = { level = 2 }");
    assert_eq!(stops(&practice), [""; 0], "that book leaves it to the conditions");
}

#[test]
fn the_numbers_of_players_fit_the_seats_and_what_goes_on() {
    refused(&with(FREEZEOUT, "min = 10, max = 90", "min = 91, max = 90"), "players-range", "HE-20.3(a)(v)");
    let tables = with(FREEZEOUT, "tables = \"as_needed\"", "tables = 4");
    refused(&tables, "tables-too-few", "HE-20.3(a)(iii)(B)");
    let few = with(HEATS, "min = 24", "min = 10");
    let reported = stops(&few);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].contains("12 players cannot go on from 10 entries"), "{reported:?}");
}

#[test]
fn sessions_follow_one_another_to_one_final() {
    let ring =
        with(REPECHAGE, "kind = \"heat\", count = 2", "kind = \"heat\", after = [\"last\"], count = 2");
    assert!(codes(&ring, Severity::Refused).iter().all(|(code, _)| *code == "session-order"));
    let two = with(REPECHAGE, "kind = \"repechage\"", "kind = \"final\"");
    refused(&two, "session-order", "HE-20.3(a)(iii)(D)");
    let nowhere = with(REPECHAGE, "after = [\"heat\", \"again\"]", "after = [\"heat\"]");
    refused(&nowhere, "session-order", "HE-20.3(a)(iii)(D)");
    let unknown = with(REPECHAGE, "after = [\"heat\", \"again\"]", "after = [\"heat\", \"again\", \"semi\"]");
    refused(&unknown, "session-order", "HE-20.3(a)(iii)(D)");
}

#[test]
fn the_older_books_warn_of_what_needs_their_approval() {
    warned(&HEATS.replace("{ hands = 236 }", "{ players = 1 }"), "session-end", "OM-DICT-session");
    let moves = HEATS
        .replace("balance = { method = \"none\" }", "balance = { method = \"last_blind_to_worst\" }")
        .replace(
            "count = 4, game = \"omaha\", who = \"all\", start = \"after\", end = { hands = 40 }, tables = 1",
            "count = 4, game = \"omaha\", who = \"all\", start = \"after\", end = { hands = 40 }, tables = 2",
        );
    warned(&moves, "moves-inside", "OM-20.7");
    assert_eq!(codes(HEATS, Severity::Refused), []);
}

#[test]
fn nothing_is_added_or_refunded_under_the_older_books() {
    let added = with(HEATS, "unit = 100 }", "unit = 100, added = { cash = 50000 } }");
    refused(&added, "added-value", "OM-20.18");
    let refunds = format!("refunds = {{ until = \"start\", part = \"all\" }}\n{HEATS}");
    refused(&refunds, "refunds", "OM-20.21");
    let newer = format!("refunds = {{ until = \"start\", part = \"all\" }}\n{FREEZEOUT}");
    assert_eq!(stops(&newer), [""; 0], "the newer book leaves refunds to the conditions");
}

#[test]
fn blinds_rise_are_whole_chips_and_are_two_when_two_are_left() {
    refused(&with(FREEZEOUT, "\"50/100 20m\", ", "\"20/100 20m\", "), "levels-fall", "HE-20.3(a)(vii)");
    let odd = with(RE_BUY, "\"300/600 15m\"", "\"325/650 15m\"");
    let reported = codes(&odd, Severity::Refused);
    assert!(
        reported.iter().any(|(code, _)| matches!(*code, "levels-chip" | "levels-colour")),
        "{reported:?}"
    );
    refused(
        &with(RE_BUY, "colour_up = \"race\"", "colour_up = \"none\""),
        "levels-colour",
        "HE-20.3(a)(vii)",
    );
    let three = with(FREEZEOUT, "\"25/50 20m\"", "\"25/50/50 20m\"");
    refused(&three, "heads-up-blinds", "HE-20.19");
    let ante = with(FREEZEOUT, "\"50/100 20m\"", "\"50/100 bb-ante 100 20m\"");
    refused(&ante, "antes", "HE-20.12");
    let each = with(FREEZEOUT, "\"50/100 20m\"", "\"50/100 ante 25 20m\"");
    assert_eq!(stops(&each), [""; 0], "that book has antes of each player");
    let ante = with(SIT_AND_GO, "\"15/30 5m\"", "\"15/30 bb-ante 30 5m\"");
    assert_eq!(stops(&ante), [""; 0], "and this one an ante of the last blind");
}

#[test]
fn a_stack_that_cannot_be_exchanged_whole_is_warned_of() {
    warned(&with(RE_BUY, "entry = 3000", "entry = 3025"), "stack-chip", "HE-20.15");
}

#[test]
fn the_breakdown_is_the_whole_pool_for_every_number_of_entries() {
    let short = with(RE_BUY, "[\"50\", \"30\", \"20\"]", "[\"50\", \"30\", \"15\"]");
    let reported = stops(&short);
    assert!(
        reported[0].starts_with("refused prizes.percent: the shares add up to 95 per cent, expected 100"),
        "{reported:?}"
    );
    refused(&short, "prize-sum", "HE-20.22(b)");
    let gap = with(FREEZEOUT, "\"19-90\"", "\"30-90\"");
    let reported = stops(&gap);
    assert!(
        reported[0].contains("the breakdown is missing for 19 to 29 entries (HE-20.3(a)(ix))"),
        "{reported:?}"
    );
    let found = read(&gap).check();
    assert!(found.iter().any(|found| found.kind == FindingKind::PrizeGap { from: 19, to: 29 }));
    let amounts = with(
        FREEZEOUT,
        "by = \"table\", unit = 500, table = [{ entries = \"10-18\", percent = [\"50\", \"30\", \"20\"] }, { entries = \"19-90\", percent = [\"35\", \"25\", \"12.5\", \"10\", \"7.5\", \"5\", \"5\"] }]",
        "by = \"amounts\", amounts = [60000, 40000]",
    );
    // Ten entries of 100.00 are 1,000.00; ninety are not.
    refused(&amounts, "prize-sum", "HE-20.22(b)");
    assert_eq!(stops(&with(&amounts, "max = 90", "max = 10")), [""; 0]);
}

#[test]
fn a_session_cannot_set_what_its_book_fixes() {
    let contrary = with(
        FREEZEOUT,
        "game = \"holdem\", ",
        "game = \"holdem\", settings = { out_of_time = \"check_if_free\" }, ",
    );
    let found = read(&contrary).check();
    let of_settings: Vec<&str> = found
        .iter()
        .map(|found| found.kind.code())
        .filter(|code| matches!(*code, "contradicts-setting" | "unknown-setting"))
        .collect();
    assert_eq!(of_settings.len(), 1, "{found:?}");
    let fixed = with(
        FREEZEOUT,
        "game = \"holdem\", ",
        "game = \"holdem\", settings = { tournament_not_seated = \"director\" }, ",
    );
    refused(&fixed, "contradicts-setting", "HE-20.3(b)");
    let omaha = HEATS.replacen(
        "game = \"omaha\", ",
        "game = \"omaha\", settings = { tournament_not_seated = \"forfeited\" }, ",
        1,
    );
    warned(&omaha, "overrides-rule", "OM-20.5");
}

#[test]
fn programs_sit_down_only_where_the_book_has_them() {
    let bots = "eligible = [\"anyone\"], machine_players = true";
    assert_eq!(stops(&with(SIT_AND_GO, "eligible = [\"anyone\"]", bots)), [""; 0]);
    let people = with(FREEZEOUT, "agreement = true", "agreement = true, machine_players = true");
    refused(&people, "bots", "HE-20.3(a)(i)");
}

#[test]
fn prizes_paid_before_the_list_are_warned_of() {
    warned(&with(FREEZEOUT, "\"after_final\"", "\"elimination\""), "pay-early", "HE-20.25");
    assert!(report_lines(POINTS, &[Severity::Warning]).iter().all(|line| !line.contains("pay:")));
}

#[test]
fn what_is_not_played_yet_is_refused_by_name() {
    for (text, field) in [
        (with(RE_BUY, "by = \"percent\"", "by = \"percent\"\nbounty = 1000"), "prizes.bounty"),
        (format!("draws = {{ player_values = true }}\n{FREEZEOUT}"), "draws.player_values"),
        (with(FREEZEOUT, "\"last_blind_to_worst\"", "\"same_position\""), "balance.method"),
        (with(FREEZEOUT, "\"highest_number_first\"", "\"draw\""), "break.order"),
        (with(FREEZEOUT, "clock = \"runs\"", "clock = { seconds_a_hand = 120 }"), "hand_for_hand.clock"),
        (with(REPECHAGE, "must = false", "must = true"), "repechage.must"),
    ] {
        assert_eq!(stops(&text), [format!("refused {field}: this is not played yet")]);
    }
}
