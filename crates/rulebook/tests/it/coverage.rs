//! What tests told of the rows they ran, and where the code cites a rule.

use rulebook::coverage::{self, Proofs, Status};
use rulebook::{Rule, cited, register, rule};

#[test]
fn proofs_are_merged_in_order_and_without_repetition() {
    let one = coverage::lines("table::a", &["HE-5.1", "HE-10.2(b)"]);
    assert_eq!(one, "HE-5.1\ttable::a\nHE-10.2(b)\ttable::a\n");
    let two = "HE-5.1\ttable::b\nHE-5.1\ttable::a\n";
    let proofs = Proofs::read([one.as_str(), two]).unwrap();
    assert_eq!(proofs.written(), "HE-10.2(b)\ttable::a\nHE-5.1\ttable::a\nHE-5.1\ttable::b\n");
    assert_eq!(proofs.of("HE-5.1"), ["table::a", "table::b"]);
    assert_eq!(Proofs::read([proofs.written().as_str()]), Ok(proofs));
}

#[test]
fn a_line_that_proves_nothing_known_is_named() {
    let faults = Proofs::read(["HE-5.1\ta\nHE-5.9\ta\nHE-5.1 a\nHE-5.1\t\n"]).unwrap_err();
    assert_eq!(faults.len(), 3, "{faults:#?}");
    assert!(
        faults[0].starts_with("line 2: HE-5.9: a proves a row that no register has; HE-5."),
        "{}",
        faults[0]
    );
    assert!(faults[1].starts_with("line 3: this is no proof"), "{}", faults[1]);
    assert!(faults[2].starts_with("line 4: this is no proof"), "{}", faults[2]);
}

#[test]
fn a_row_is_proven_by_a_test_recorded_by_its_kind_or_missing() {
    let proofs = Proofs::read(["HE-5.1\ttable::a\n"]).unwrap();
    let status = |id| proofs.status(register::row(id).unwrap());
    assert_eq!(status("HE-5.1"), Status::Proven);
    assert_eq!(status("HE-5.2"), Status::Missing);
    // A term, conduct of players, and a fact of the room.
    for id in ["HE-DICT-call", "HE-16.1", "HE-7.3"] {
        assert_eq!(status(id), Status::Recorded, "{id}");
    }
    let standings = proofs.standings(Some("canberra-holdem-2018"));
    assert_eq!(standings.len(), 311);
    let proven: Vec<_> = standings.iter().filter(|standing| standing.status == Status::Proven).collect();
    assert_eq!(proven.len(), 1);
    assert_eq!(proven[0].tests, ["table::a"]);
    assert_eq!(proofs.standings(None).len(), 1293);
}

#[test]
fn the_list_of_missing_rows_may_only_shrink() {
    let less = Proofs::read(["HE-5.1\ta\n"]).unwrap();
    let more = Proofs::read(["HE-5.1\ta\nHE-5.2\ta\n"]).unwrap();
    let list = more.missing_written();
    assert!(!list.lines().any(|id| id == "HE-5.2"));
    assert_eq!(more.ratchet(&list), coverage::Ratchet::default());
    assert_eq!(less.ratchet(&list).newly_missing, ["HE-5.2"]);
    assert_eq!(more.ratchet(&less.missing_written()).to_strike, ["HE-5.2"]);
}

#[test]
fn the_committed_list_of_missing_rows_agrees_with_the_committed_proofs() {
    let ratchet = Proofs::committed().ratchet(coverage::committed_missing());
    assert_eq!(ratchet.newly_missing, Vec::<String>::new(), "rows lost their test");
}

#[test]
fn tests_that_run_together_write_to_files_of_their_own() {
    assert_eq!(coverage::file_name("table::betting::a_raise"), "table--betting--a_raise.tsv");
}

#[test]
fn every_rule_has_a_constant_of_its_name_and_is_found_by_it() {
    let text = include_str!("../../src/rule.rs");
    for rule in Rule::all() {
        let constant = rule.name().to_ascii_uppercase().replace('-', "_");
        assert!(text.contains(&format!("{constant} = \"{}\"", rule.name())), "{constant}");
        let found = cited::scan("x.rs", &format!("fn act() {{ rule::{constant} }}"));
        assert_eq!(found.len(), 1, "{constant}");
        assert_eq!(found.first().map(|citation| citation.rule), Some(rule));
    }
}

#[test]
fn citations_name_the_function_and_pass_over_comments() {
    let text = "\
use x::RAISE_CAP;
// SIDE_POTS is not meant here
impl A {
    pub(crate) fn raise(&self) -> B {
        let cap = [rule::RAISE_CAP, rule::SMALLEST_RAISE]; // ODD_CHIP
        refuse(rule::RAISE_CAP)
    }
    fn call(&self) { NOT_A_RULE; TABLE_STAKES }
}
";
    let found = cited::scan("crates/table/src/betting.rs", text);
    let lines = cited::written(&found);
    assert_eq!(
        lines,
        "smallest-raise\tcrates/table/src/betting.rs\traise\n\
         raise-cap\tcrates/table/src/betting.rs\t\n\
         raise-cap\tcrates/table/src/betting.rs\traise\n\
         table-stakes\tcrates/table/src/betting.rs\tcall\n"
    );
    let files = [
        ("crates/table/src/betting.rs", text),
        ("crates/table/tests/it/betting.rs", text),
        ("crates/rulebook/src/rule.rs", text),
        ("xtask/src/main.rs", text),
        ("crates/table/src/betting.md", text),
    ];
    assert_eq!(cited::scan_all(files), found, "tests, tools and the list of rules do not count");
    assert_eq!(cited::read(&lines), Ok(found));
    assert!(cited::read("no-rule\tx\ty").unwrap_err().starts_with("line 1: this is no citation"));
    let book = rulebook::Book::named("standard").unwrap();
    assert!(book.in_force(rule::RAISE_CAP));
}
