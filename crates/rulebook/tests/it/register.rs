//! The register of the five documents.

use std::collections::BTreeSet;

use rulebook::register::{self, RowKind};
use rulebook::setting::GameFamily;

#[test]
fn the_register_has_every_row_of_the_five_documents() {
    // Rows of NI2018-51, NI2006-156, NI2006-158, NI2019-212 and Dunedin v17.7.
    let counts = [
        ("canberra-holdem-2018", 311),
        ("canberra-omaha-2006", 275),
        ("canberra-manila-2006", 272),
        ("canberra-ultimate-2019", 248),
        ("dunedin-17.7", 187),
    ];
    for (book, count) in counts {
        assert_eq!(register::rows_of(book).count(), count, "{book}");
    }
    assert_eq!(register::rows().len(), 1293);
    let ids: BTreeSet<&str> = register::rows().iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), 1293, "no id stands twice");
}

#[test]
fn a_row_is_found_by_its_id() {
    let row = register::row("HE-15.2(a)(i)").unwrap();
    assert_eq!(
        (row.book.as_str(), row.clause.as_str(), row.kind),
        ("canberra-holdem-2018", "15.2(a)(i)", RowKind::Compute)
    );
    assert!(row.summary.starts_with("Nothing up to $19.00; above it 5% of the sum of all pots"));
    assert_eq!(register::row("HE-99"), None);
    assert_eq!(register::nearest("he-15.2(A)(I)").unwrap().id, "HE-15.2(a)(i)");
}

#[test]
fn every_row_says_something_and_no_cell_holds_a_line_break() {
    for row in register::rows() {
        for cell in [&row.id, &row.book, &row.clause, &row.title, &row.summary] {
            assert!(!cell.trim().is_empty() && !cell.contains(['\n', '\t']), "{}", row.id);
        }
    }
}

#[test]
fn choices_operations_behaviour_and_facts_of_the_room_need_the_room() {
    let needing: Vec<&str> =
        RowKind::ALL.iter().filter(|kind| kind.needs_the_room()).map(|kind| kind.word()).collect();
    assert_eq!(needing, ["configure", "operate", "conduct", "physical"]);
    for kind in RowKind::ALL {
        assert_eq!(RowKind::named(kind.word()), Some(kind));
    }
}

/// A sentence for people: it begins with a capital, ends with a full stop, and has no setting names and no
/// reading numbers.
fn is_a_sentence(says: &str) -> bool {
    let plain = |word: &str| !word.contains('_') && !word.starts_with("AMB-") && !word.starts_with("DU-");
    says.starts_with(|first: char| first.is_uppercase())
        && says.ends_with('.')
        && says.split(' ').count() > 3
        && says.split(' ').all(plain)
}

#[test]
fn the_rows_behind_a_setting_exist() {
    for family in [GameFamily::Poker, GameFamily::Ultimate] {
        for setting in family.settings() {
            assert!(!setting.meaning.is_empty() && !setting.area.is_empty(), "{}", setting.name);
            assert!(is_a_sentence(&setting.sentence), "{}: {:?}", setting.name, setting.sentence);
            for id in &setting.cites {
                assert!(register::row(id).is_some(), "{} cites {id}", setting.name);
            }
            for reading in &setting.readings {
                let known = rulebook::readings::find(&reading.id).is_some();
                let of_books = |letters: &String| {
                    let start = format!("{letters}-");
                    register::rows().iter().any(|row| row.id.starts_with(&start))
                };
                let (id, letters) = (&reading.id, &reading.letters);
                assert!(
                    known && !letters.is_empty() && letters.iter().all(of_books),
                    "{}: {id}",
                    setting.name
                );
            }
        }
    }
}
