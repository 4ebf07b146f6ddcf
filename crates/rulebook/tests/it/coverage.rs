//! What tests recorded about the rows they ran, and where the code cites a rule.

use rulebook::coverage::{self, Evidence, Proofs, Reach, RowStatus};
use rulebook::{Rule, code_citations, register, rule};

#[test]
fn proofs_are_merged_in_order_and_without_repetition() {
    let one = coverage::proof_lines("table::a", Evidence::Script, &["HE-5.1", "HE-10.2(b)"]);
    assert_eq!(one, "HE-5.1\tscript\ttable::a\nHE-10.2(b)\tscript\ttable::a\n");
    let two = "HE-5.1\troom\tserver::b\nHE-5.1\tscript\ttable::a\n";
    let proofs = Proofs::read([one.as_str(), two]).unwrap();
    assert_eq!(
        proofs.to_text(),
        "HE-10.2(b)\tscript\ttable::a\nHE-5.1\troom\tserver::b\nHE-5.1\tscript\ttable::a\n"
    );
    assert_eq!(proofs.tests_of("HE-5.1"), ["server::b", "table::a"]);
    assert_eq!(
        (proofs.reach("HE-5.1"), proofs.reach("HE-10.2(b)")),
        (Some(Reach::Room), Some(Reach::Script))
    );
    assert_eq!(Proofs::read([proofs.to_text().as_str()]), Ok(proofs));
}

#[test]
fn a_line_that_proves_nothing_known_is_named() {
    let wrong = "HE-5.1\tscript\ta\nHE-5.9\tscript\ta\nHE-5.1 a\nHE-5.1\ta\nHE-5.1\troom\t\nHE-5.1\tseen\ta\n\
                 HE-5.1\tdefined\ta\n";
    let faults = Proofs::read([wrong]).unwrap_err();
    let begins = [
        "line 2: HE-5.9: a proves a row that no register has; expected HE-5.",
        "line 3: not a proof: expected a row's id",
        "line 4: not a proof",
        "line 5: not a proof",
        "line 6: not a proof",
        "line 7: HE-5.1: a defines a row of kind enforce; expected one of kind define",
    ];
    assert_eq!(faults.len(), begins.len(), "{faults:#?}");
    for (fault, begin) in faults.iter().zip(begins) {
        assert!(fault.to_string().starts_with(begin), "{fault}");
    }
}

#[test]
fn a_row_is_proven_by_a_test_defined_by_the_glossary_or_missing() {
    let text = "HE-5.1\tscript\ttable::a\nHE-DICT-call\tdefined\trulebook::terms\n";
    let proofs = Proofs::read([text]).unwrap();
    let stands = |id| {
        let row = register::row(id).unwrap();
        (proofs.status(row), proofs.reach(id))
    };
    assert_eq!(stands("HE-5.1"), (RowStatus::Proven, Some(Reach::Script)));
    assert_eq!(stands("HE-DICT-call"), (RowStatus::Defined, None));
    // A rule, a term, conduct of players and a fact about the room, without a test: the kind alone proves
    // nothing.
    for id in ["HE-5.2", "HE-DICT-void", "HE-16.1", "HE-7.3"] {
        assert_eq!(stands(id), (RowStatus::Missing, None), "{id}");
    }
    let standings = proofs.row_coverage(Some("canberra-holdem-2018"));
    assert_eq!(standings.len(), 311);
    let proven: Vec<_> = standings.iter().filter(|standing| standing.status == RowStatus::Proven).collect();
    assert_eq!(proven.len(), 1);
    assert_eq!((proven[0].reach, proven[0].tests.as_slice()), (Some(Reach::Script), ["table::a"].as_slice()));
    assert_eq!(proofs.row_coverage(None).len(), 1293);
}

#[test]
fn what_a_person_does_in_the_room_is_not_proven_by_a_script() {
    // A choice, a step with a record, conduct, and a fact about the room.
    let ids = ["HE-4.2(a)", "HE-4.1", "HE-16.1", "HE-7.3"];
    let by = |evidence| Proofs::read([coverage::proof_lines("a", evidence, &ids).as_str()]).unwrap();
    let (script, room) = (by(Evidence::Script), by(Evidence::Room));
    for id in ids {
        let row = register::row(id).unwrap();
        assert_eq!((script.status(row), script.reach(id)), (RowStatus::Missing, Some(Reach::Script)), "{id}");
        assert_eq!((room.status(row), room.reach(id)), (RowStatus::Proven, Some(Reach::Room)), "{id}");
        assert!(script.missing_text().lines().any(|line| line == format!("{id}\tscript")));
        assert!(!room.missing_text().contains(&format!("{id}\t")));
    }
    // A script is enough to prove a term.
    let term = Proofs::read(["HE-DICT-pot\tscript\ta\n"]).unwrap();
    assert_eq!(term.status(register::row("HE-DICT-pot").unwrap()), RowStatus::Proven);
}

#[test]
fn the_list_of_missing_rows_may_only_shrink() {
    let less = Proofs::read(["HE-5.1\tscript\ta\n"]).unwrap();
    let more = Proofs::read(["HE-5.1\tscript\ta\nHE-5.2\tscript\ta\nHE-4.1\tscript\ta\n"]).unwrap();
    let list = more.missing_text();
    assert!(!list.lines().any(|id| id == "HE-5.2"));
    assert!(list.lines().any(|id| id == "HE-4.1\tscript"));
    assert_eq!(more.ratchet(&list), coverage::Ratchet::default());
    // A row that only lacked the room, and now has no test at all, has lost one.
    assert_eq!(less.ratchet(&list).newly_missing, ["HE-4.1", "HE-5.2"]);
    assert_eq!(more.ratchet(&less.missing_text()).to_strike, ["HE-5.2"]);
    let all = Proofs::read(["HE-5.1\tscript\ta\nHE-5.2\tscript\ta\nHE-4.1\troom\tb\n"]).unwrap();
    assert_eq!(all.ratchet(&list).to_strike, ["HE-4.1"]);
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
        let found = code_citations::scan("x.rs", &format!("fn act() {{ rule::{constant} }}"));
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
    let found = code_citations::scan("crates/table/src/betting.rs", text);
    let lines = code_citations::to_text(&found);
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
    assert_eq!(code_citations::scan_all(files), found, "tests, tools and the list of rules do not count");
    assert_eq!(code_citations::read(&lines), Ok(found));
    let error = code_citations::read("no-rule\tx\ty").unwrap_err();
    assert!(error.to_string().starts_with("line 1: not a citation"), "{error}");
    let book = rulebook::Book::named("standard").unwrap();
    assert!(book.has_rule(rule::RAISE_CAP));
}
