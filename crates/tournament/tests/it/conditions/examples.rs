//! The six complete examples, structures of real tournaments, and files that cannot be read.

use std::path::Path;

use tournament::clock::StructureLine;
use tournament::conditions::values::{SessionStart, StartAt};
use tournament::conditions::{Conditions, LARGEST_FILE, Severity};

use super::{EXAMPLES, FREEZEOUT, HEATS, POINTS, RE_BUY, read, report_lines, stops};

#[test]
fn the_examples_are_complete_and_wait_only_for_their_records() {
    for (name, text) in EXAMPLES {
        assert_eq!(stops(text), [""; 0], "{name}");
        assert!(read(text).plan().is_ok(), "{name}");
    }
    assert_eq!(
        report_lines(FREEZEOUT, &[Severity::Record]),
        ["record conditions: the regulator's copy of this version is not recorded (HE-20.2(c))"]
    );
    let omaha = report_lines(HEATS, &[Severity::Record]);
    assert_eq!(omaha.len(), 1);
    assert!(omaha[0].starts_with("record conditions: reference and date of the approval"), "{omaha:?}");
    assert!(omaha[0].contains("OM-20.3"), "{omaha:?}");
    // Three games under three books: the leading one requires the notice, Omaha the approval as well.
    let both = report_lines(POINTS, &[Severity::Record]);
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both[0].contains("HE-20.2(c)") && both[1].contains("OM-20.3"), "{both:?}");
    // Somebody has to read a sentence that no program can judge.
    let read_by_somebody = report_lines(RE_BUY, &[Severity::Record]);
    assert!(read_by_somebody[1].starts_with("record text 1: nobody has recorded checking text 1"));
    assert!(read_by_somebody[1].contains("HE-20.3(a)(iii)(C)"), "{read_by_somebody:?}");
}

#[test]
fn the_start_is_read_with_its_offset() {
    let plan = read(FREEZEOUT).plan().expect("complete");
    // 19:00 on 5 March 2027 at UTC+11 is 08:00 UTC: 20,882 days and 8 hours after 1970.
    let Some(StartAt::At(moment)) = plan.start else { panic!("a moment") };
    assert_eq!(moment.unix_ms, (20_882 * 24 + 8) * 3_600_000);
    assert!(matches!(plan.sessions[0].start, SessionStart::After(_)));
}

#[test]
fn what_the_file_leaves_out_has_the_documented_default() {
    let plan = read(super::SIT_AND_GO).plan().expect("complete");
    assert_eq!((plan.prize_unit.get(), plan.reserve, plan.agreement), (1, 0, false));
    assert!(plan.rebuy.is_none() && plan.addon.is_none() && plan.redraw_final);
    let rebuy = read(RE_BUY).plan().expect("complete").rebuy.expect("sold");
    assert_eq!((rebuy.decide_seconds, rebuy.chips.get()), (60, 2000));
}

#[test]
fn a_file_that_cannot_be_read_says_where() {
    let unknown = super::with(FREEZEOUT, "unit = \"cents\"", "unit = \"cents\"\nlevel = 3");
    let error = Conditions::read(&unknown).expect_err("no such key");
    assert_eq!((error.line, error.column), (Some(5), Some(1)), "{error}");
    assert!(error.message.contains("unknown field `level`"), "{error}");
    let doubled = super::with(FREEZEOUT, "unit = \"cents\"", "unit = \"cents\"\nunit = \"play\"");
    assert_eq!(Conditions::read(&doubled).expect_err("twice").line, Some(5));
    for (old, new, expected) in [
        ("11:00, method", "11:00, methods", "unknown field `methods`"),
        ("\"12.5\"", "12.5", "expected a string"),
        ("\"12.5\"", "\"12.50001\"", "expected a percentage such as \"12.5\""),
        ("\"10-18\"", "\"18-10\"", "expected numbers such as \"10-18\""),
        ("\"25/50 20m\"", "\"25/50\"", "expected a level such as"),
        ("2027-03-05T19:00:00+11:00", "2027-03-05T19:00:00", "expected a date and time with its offset"),
        ("\"as_needed\"", "\"some\"", "\"as_needed\", or a number of tables"),
        ("canberra-holdem-2018", "canberra-holdem-1999", "there is no book"),
        ("conditions = 1", "conditions = 2", "expected 1"),
        ("entry = 11000", "entry = -5", "-5"),
        ("entry = 11000", "entry = 110.0", "floating"),
    ] {
        let error = Conditions::read(&super::with(FREEZEOUT, old, new)).expect_err(new);
        assert!(error.to_string().contains(expected), "{new}: {error}");
    }
    let long = format!("{FREEZEOUT}#{}", " ".repeat(LARGEST_FILE));
    assert!(Conditions::read(&long).is_err());
}

#[test]
fn conditions_are_stored_as_their_text() {
    let conditions = read(FREEZEOUT);
    let stored = serde_json::to_string(&conditions).expect("text");
    let again: Conditions = serde_json::from_str(&stored).expect("the same");
    assert_eq!(again.text(), FREEZEOUT);
    assert_eq!(again, conditions);
    assert!(serde_json::from_str::<Conditions>("\"conditions = 1\"").is_err());
}

/// Three live and home structures from public pages, read and printed back without their notes.
#[test]
fn published_structures_load_and_print_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tournaments/structures.csv");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let mut lines = 0;
    for row in text.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [_, _, is_break, small, big, ante, paid_by, minutes] = cells[..8] else { panic!("{row}") };
        if minutes.is_empty() {
            continue;
        }
        let ante = match (ante, paid_by) {
            ("" | "0", _) => String::new(),
            (ante, "big blind" | "big_blind" | "bb") => format!(" bb-ante {ante}"),
            (ante, _) => format!(" ante {ante}"),
        };
        let written = match is_break {
            "1" => format!("break {minutes}m"),
            _ => format!("{small}/{big}{ante} {minutes}m"),
        };
        let line: StructureLine = written.parse().unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!((line.to_string(), line.stakes.is_none()), (written, is_break == "1"), "{row}");
        lines += 1;
    }
    assert!(lines > 50, "{lines} lines of structures");
}
