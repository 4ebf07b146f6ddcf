//! Each item of the list of contents left out, and what the check reports under each book.

use rulebook::coverage::Evidence;
use tournament::conditions::{FindingKind, Missing, Severity};

use super::{FREEZEOUT, HEATS, POINTS, RE_BUY, REPECHAGE, read, report_lines, stops, with};

use crate::proofs::proves;

/// The one line that the check reports when this piece is taken out.
fn lacks(text: &str, piece: &str) -> String {
    lacks_with(text, piece, "")
}

fn lacks_with(text: &str, piece: &str, instead: &str) -> String {
    let reported = stops(&with(text, piece, instead));
    assert_eq!(reported.len(), 1, "{piece}: {reported:?}");
    reported[0].clone()
}

#[test]
fn every_item_of_the_newer_list_is_asked_for_by_its_clause() {
    proves(Evidence::Script, &["HE-20.3", "HE-20.3(b)"]);
    for (piece, reported) in [
        (
            "at = 2027-03-05T19:00:00+11:00, ",
            "refused start.at: the date and time are missing (HE-20.3(a)(i))",
        ),
        ("method = \"cashier or page\", ", "refused start.method: how to enter is missing (HE-20.3(a)(i))"),
        (
            "eligible = [\"adult\", \"not_staff\"], ",
            "refused start.eligible: who may enter is missing, write \"anyone\" if everybody may (HE-20.3(a)(i))",
        ),
        ("entry = 11000, ", "refused fee.entry: the entry fee is missing (HE-20.3(a)(ii))"),
        (
            ", commission = 1000",
            "refused fee.commission: the commission is missing, write 0 if there is none (HE-20.3(a)(ii))",
        ),
        (", end = { players = 1 }", "refused session main: its end is missing (HE-20.3(a)(iii)(A))"),
        (
            ", tables = \"as_needed\"",
            "refused session main: the number of tables is missing, write a number or \"as_needed\" \
             (HE-20.3(a)(iii)(B))",
        ),
        (
            "balance = { method = \"last_blind_to_worst\", at = 2, halt_at = 3 }\n",
            "refused balance.method: how tables are balanced is missing (HE-20.3(a)(iii)(C))",
        ),
        (
            "break = { when = \"fits\", order = \"highest_number_first\" }\n",
            "refused break.when: how tables are broken is missing (HE-20.3(a)(iii)(C))",
        ),
        (
            "chips = { entry = 5000 }\n",
            "refused chips.entry: the chips for the entry fee are missing (HE-20.3(a)(iv))",
        ),
        ("min = 10, ", "refused players: the smallest and the largest number are missing (HE-20.3(a)(v))"),
        (
            ", groups = [{ who = \"one household\", rule = \"different_tables\" }]",
            "refused players.groups: name them, or write [] for none (HE-20.3(a)(vi))",
        ),
        (", levels = \"main\"", "refused session main: the levels are missing (HE-20.3(a)(vii))"),
        (
            "pay = { when = \"after_final\", where = \"cashier\" }\n",
            "refused pay: when and where prizes are paid is missing (HE-20.3(a)(x))",
        ),
    ] {
        assert_eq!(lacks(FREEZEOUT, piece), reported);
    }
    let no_statement = lacks(FREEZEOUT, "statement = true\n");
    assert!(no_statement.starts_with("refused statement: the statement that the director runs"));
    assert!(no_statement.contains("HE-20.3(b)"), "{no_statement}");
}

#[test]
fn an_item_is_answered_or_marked_not_applicable_never_passed_over() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)", "HE-20.3(a)(viii)"]);
    for (letter, field, clause) in [
        ("\"D\", ", "session", "HE-20.3(a)(iii)(D)"),
        ("\"E\", ", "points", "HE-20.3(a)(iii)(E)"),
        ("\"F\", ", "repechage", "HE-20.3(a)(iii)(F)"),
        ("\"G\", ", "rebuy.allowed", "HE-20.3(a)(iii)(G)"),
        ("\"H\", ", "addon.allowed", "HE-20.3(a)(iii)(H)"),
        (", \"viii\"", "session", "HE-20.3(a)(viii)(B)"),
    ] {
        let reported = lacks(FREEZEOUT, letter);
        assert!(
            reported.starts_with(&format!("refused {field}: ")) && reported.contains(clause),
            "{reported}"
        );
    }
}

#[test]
fn what_is_sold_needs_its_time_cost_and_chips() {
    for (piece, instead, field) in [
        (", until = { level = 4 }", "", "rebuy.until"),
        (", cost = 10000", "", "rebuy.cost"),
        (", at = { break_after = 4 }", "", "addon.at"),
        (", cost = 5000", "", "addon.cost"),
        (", rebuy = 2000", "", "chips.rebuy"),
        (", addon = 2500", "", "chips.addon"),
    ] {
        let reported = lacks_with(RE_BUY, piece, instead);
        assert!(reported.starts_with(&format!("refused {field}: ")), "{reported}");
    }
    let reported = stops(&with(RE_BUY, "rebuy = { allowed = true, ", "rebuy = { "));
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].contains("HE-20.3(a)(iii)(G)"), "{reported:?}");
}

#[test]
fn points_need_who_goes_out_how_places_are_decided_and_what_a_tie_does() {
    let tie = lacks(POINTS, "points = { tie = \"share\" }\n");
    assert!(tie.starts_with("refused points.tie: ") && tie.contains("HE-20.3(a)(iii)(E)c"), "{tie}");
    let reported = stops(&POINTS.replace("out = [], ", ""));
    assert_eq!(reported.len(), 3, "one for each session: {reported:?}");
    assert!(reported.iter().all(|line| line.contains("HE-20.3(a)(iii)(E)a")), "{reported:?}");
    let reported = stops(&POINTS.replace("places = \"elimination\", ", ""));
    assert!(reported.len() == 3 && reported[0].contains("HE-20.3(a)(iii)(E)b"), "{reported:?}");
}

#[test]
fn a_later_session_needs_who_plays_it_and_how_many_go_on() {
    let reported = stops(&REPECHAGE.replace("who = \"advanced\", ", ""));
    assert!(reported.iter().any(|line| line.contains("HE-20.3(a)(iii)(D)")), "{reported:?}");
    let again = with(REPECHAGE, "who = \"eliminated_in:heat\", ", "");
    assert!(
        stops(&again).iter().any(|line| line.starts_with("refused session again: who qualifies is missing"))
    );
    let number = REPECHAGE.replacen(", advance = \"all_left\"", "", 1);
    let reported = stops(&number);
    assert!(reported.len() == 1 && reported[0].contains("HE-20.3(a)(viii)(B)"), "{reported:?}");
}

#[test]
fn the_older_list_is_optional_but_for_what_no_tournament_runs_without() {
    let groups = with(HEATS, ", groups = []", "");
    assert_eq!(stops(&groups), [""; 0]);
    let warned = report_lines(&groups, &[Severity::Warning]);
    assert!(
        warned.iter().any(|line| line.contains("players.groups") && line.contains("OM-20.4(f)")),
        "{warned:?}"
    );
    let conditions = read(&with(HEATS, "fee = { entry = 22000, commission = 2000 }\n", ""));
    let fee =
        conditions.check().into_iter().find(|found| found.kind == FindingKind::Missing(Missing::EntryFee));
    let fee = fee.expect("said");
    assert_eq!((fee.severity, fee.clauses()), (Severity::Start, vec!["OM-20.4(c)".to_owned()]));
    for piece in [
        "chips = { entry = 4000 }\n",
        "prizes = { by = \"percent\", percent = [\"40\", \"25\", \"15\", \"10\", \"6\", \"4\"], unit = 100 }\n",
    ] {
        let reported = stops(&with(HEATS, piece, ""));
        assert!(reported.len() == 1 && reported[0].starts_with("start "), "{reported:?}");
    }
}

#[test]
fn ultimate_asks_for_the_same_items_by_its_own_clauses() {
    let ultimate = POINTS
        .replace("book = \"canberra-omaha-2006\"", "book = \"canberra-holdem-2018\"")
        .replacen("book = \"canberra-holdem-2018\"", "book = \"canberra-ultimate-2019\"", 1);
    let reported = stops(&with(&ultimate, "points = { tie = \"share\" }\n", ""));
    assert!(reported.len() == 1 && reported[0].contains("UT-16.3-a-iii-E-c"), "{reported:?}");
    let reported = stops(&with(&ultimate, "statement = true\n", ""));
    assert!(reported.len() == 1 && reported[0].contains("UT-16.3-b"), "{reported:?}");
}
