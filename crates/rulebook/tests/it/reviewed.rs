//! Every pair of a rule and a clause or reading was looked up in the text. `data/reviewed.tsv` lists all of
//! them, each with its line in the text and, in our words, why it says what the rule says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rulebook::setting::GameFamily;
use rulebook::{Book, Reading, Rule, Setting, readings, register, rule};

/// A pair of rule and citation that was looked up.
struct Reviewed {
    book: String,
    rule: Rule,
    clause: String,
    line: usize,
    why: String,
}

fn reviewed() -> Vec<Reviewed> {
    let read = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [book, rule, clause, at, why] = cells[..] else { panic!("not five cells: {line}") };
        Reviewed {
            book: book.to_owned(),
            rule: Rule::named(rule).unwrap_or_else(|| panic!("no rule is named {rule}")),
            clause: clause.to_owned(),
            line: at.parse().unwrap_or_else(|_| panic!("{at} is not a line number: {line}")),
            why: why.to_owned(),
        }
    };
    let mut lines = include_str!("../../data/reviewed.tsv").lines();
    assert_eq!(lines.next(), Some("book\trule\tclause\tline\twhy"));
    lines.map(read).collect()
}

/// The pairs that are in only one of the lists, as messages.
fn differences(reviewed: &BTreeSet<String>, cited: &BTreeSet<String>) -> Vec<String> {
    let new = cited.difference(reviewed).map(|pair| format!("{pair}: cited and not reviewed"));
    new.chain(reviewed.difference(cited).map(|pair| format!("{pair}: reviewed and not cited"))).collect()
}

#[test]
fn the_pairs_of_the_books_are_exactly_those_that_were_reviewed() {
    let mut pairs = BTreeSet::new();
    for Reviewed { book, rule, clause, line, why } in reviewed() {
        assert!(line > 0 && why.trim().len() > 5, "{book}: {rule}: {clause}: {why:?} on line {line}");
        assert!(
            pairs.insert(format!("{book}: {rule}: {clause}")),
            "{book}: {rule}: {clause} stands there twice"
        );
    }
    let cited = Book::built_in()
        .flat_map(|book| {
            // A document that says nothing about a rule was looked up too.
            let none =
                book.rules().filter(|rule| book.has_no_clause(*rule)).map(move |rule| (book, rule, "none"));
            let ids = move |rule: Rule| book.cites(rule).iter().map(move |id| (book, rule, id.as_str()));
            none.chain(book.rules().flat_map(ids))
        })
        .map(|(book, rule, id)| format!("{}: {rule}: {id}", book.id()))
        .collect();
    let wrong = differences(&pairs, &cited);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_book_with_a_document_cites_it_for_every_rule_or_says_that_it_has_no_clause() {
    let (mut with_clauses, mut without) = (0, 0);
    for book in Book::built_in() {
        for rule in book.rules() {
            let (cites, none) = (!book.cites(rule).is_empty(), book.has_no_clause(rule));
            let expected = if book.document().is_some() { cites != none } else { !cites && !none };
            assert!(expected, "{}: {rule} has neither clauses nor `no clause`", book.id());
            with_clauses += usize::from(cites);
            without += usize::from(none);
        }
    }
    assert!(with_clauses > 500 && without > 10, "{with_clauses} {without}");
    let dunedin = Book::named("dunedin-17.7").expect("built in");
    assert!(dunedin.has_no_clause(rule::SEATS_OF_THE_TABLE) && dunedin.has_no_clause(rule::ENOUGH_PLAYERS));
    let standard = Book::named("standard").expect("built in");
    assert!(!standard.has_no_clause(rule::SEATS_OF_THE_TABLE), "the book has no document to look through");
}

#[test]
fn a_new_pair_and_a_stale_one_are_both_found() {
    let set = |pairs: &[&str]| pairs.iter().map(|pair| (*pair).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(
        differences(&set(&["a", "b"]), &set(&["b", "c"])),
        ["c: cited and not reviewed", "a: reviewed and not cited"]
    );
    assert!(differences(&set(&["a"]), &set(&["a"])).is_empty());
}

#[test]
fn every_number_has_a_reading_that_says_what_was_decided() {
    // 169 for the Canberra poker books; up to 98 for Dunedin, five of them twice; up to 46 for Ultimate; up
    // to 44 for tournaments.
    let numbers = |letters: &str, most: usize, width: usize| {
        (1..=most).map(|number| format!("{letters}{number:0width$}")).collect::<Vec<String>>()
    };
    let twice = (93..=97).map(|number| format!("DU-A{number}/2.6"));
    let all = [("AMB-", 169, 3), ("DU-A", 98, 2), ("UT-A", 46, 2), ("TR-", 44, 2)];
    let mut expected: BTreeSet<String> =
        all.iter().flat_map(|(letters, most, width)| numbers(letters, *most, *width)).collect();
    expected.extend(twice);
    let mut seen = BTreeSet::new();
    for reading in readings::all() {
        let Reading { id, title, decision: decided, settings } = reading;
        assert!(seen.insert(id.clone()), "{id} stands there twice");
        assert!(title.len() > 3 && decided.ends_with('.') && !decided.contains('"'), "{id}");
        assert_eq!(register::row(id), None);
        for name in settings {
            let known = [GameFamily::Poker, GameFamily::Ultimate]
                .iter()
                .any(|of| Setting::named(*of, name).is_some());
            assert!(known, "{id}: no setting is named {name}");
        }
    }
    assert_eq!(seen, expected);
    let settings = |id: &str| readings::find(id).expect("decided").settings.clone();
    assert_eq!(settings("AMB-044"), ["raise_cap"]);
    assert_eq!(settings("AMB-155"), ["boxed_board_card"]);
    assert_eq!(settings("DU-A93/2.6"), ["misdeal_repair"]);
    assert!(settings("AMB-154").is_empty());
}

#[test]
fn the_numbers_that_settings_name_as_their_source_have_readings() {
    for family in [GameFamily::Poker, GameFamily::Ultimate] {
        for setting in family.settings() {
            for word in setting.source.split([' ', ';', ',', '(', ')']) {
                let numbered =
                    ["AMB-", "DU-A", "UT-A", "TR-"].iter().any(|letters| word.starts_with(letters));
                assert!(!numbered || readings::find(word).is_some(), "{} names {word}", setting.name);
            }
        }
    }
}

#[test]
fn a_reading_stands_behind_the_clauses_it_is_read_into() {
    for book in Book::built_in() {
        for rule in book.rules() {
            let cited = book.cites(rule);
            assert!(
                cited.is_sorted_by_key(|id| readings::find(id).is_some()),
                "{}: {rule}: {cited:?}",
                book.id()
            );
        }
    }
}

/// The first revolution of the button and declared players are not played yet, so nothing may rest on their
/// clauses.
#[test]
fn nothing_cites_what_is_not_played() {
    for Reviewed { book, rule, clause, .. } in reviewed() {
        for unplayed in ["-17.12", "-14.3"] {
            let poker = clause.starts_with("HE") || clause.starts_with("OM") || clause.starts_with("MA");
            assert!(!(poker && clause.ends_with(unplayed)), "{book}: {rule} cites {clause}");
        }
    }
}

#[test]
fn the_cap_on_raises_rests_on_what_each_book_says_of_it() {
    let cites = |book: &str, chosen: &[(&str, &str)]| {
        let table = Book::named(book).expect("built in").determine(chosen);
        table.unwrap_or_else(|problems| panic!("{problems:?}")).cites(rule::RAISE_CAP).to_vec()
    };
    let antes = [("forced_bets", "antes"), ("ante", "10")];
    assert_eq!(cites("canberra-holdem-2018", &[]), ["HE-DICT-betting-round", "AMB-044"]);
    assert_eq!(cites("canberra-holdem-2018", &antes), ["HE-DICT-betting-round", "AMB-047"]);
    assert_eq!(cites("canberra-omaha-2006", &[])[0], "OM-5.1");
    assert_eq!(cites("canberra-omaha-2006", &antes), ["OM-DICT-betting-round", "AMB-047"]);
    assert_eq!(cites("canberra-manila-2006", &[])[0], "MA-5.1");
    assert_eq!(cites("dunedin-17.7", &[]), ["DU-41.2", "DU-A33", "DU-A34"]);
}

/// The texts beside the repository, by the letters that their ids begin with; `None` if they are not there.
fn texts() -> Option<BTreeMap<&'static str, Vec<String>>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/rules");
    let files = [
        ("HE-", "texts/NI2018-51-holdem.txt"),
        ("OM-", "texts/NI2006-156-omaha.txt"),
        ("MA-", "texts/NI2006-158-manila.txt"),
        ("DU-", "texts/dunedin-v17.7.txt"),
        ("UT-", "texts/NI2019-212-ultimate.txt"),
        ("AMB-", "ambiguities.md"),
        ("DU-A", "dunedin-ambiguities.md"),
    ];
    let read = |(start, file): (&'static str, &str)| {
        let text = std::fs::read_to_string(folder.join(file)).ok()?;
        Some((start, text.lines().map(str::to_owned).collect()))
    };
    files.into_iter().map(read).collect()
}

#[test]
fn the_line_of_a_pair_is_the_line_of_its_clause_and_the_reason_is_not_its_wording() {
    let Some(texts) = texts() else { return };
    let plain = |text: &str| {
        let text = text.replace("<u>", "").replace("</u>", "").to_lowercase();
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '.'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<String>>()
    };
    let mut wrong = Vec::new();
    // What a document does not say is not on any of its lines.
    for Reviewed { book, rule, clause, line, why } in
        reviewed().into_iter().filter(|pair| pair.clause != "none")
    {
        let reading = readings::find(&clause).is_some();
        let start = match (reading, clause.as_str()) {
            (true, id) if id.starts_with("DU-A") => "DU-A",
            (true, _) => "AMB-",
            (false, id) => texts.keys().find(|start| id.starts_with(**start)).expect("a text"),
        };
        let text = &texts[start];
        let found = text.get(line - 1).map(String::as_str).unwrap_or_default();
        let place = clause.split_once('-').map_or("", |(_, place)| place);
        // 16.3-a-iii-C of Ultimate ends in (C); what follows (E) is marked a., b. and c. in the texts.
        let last = place.rsplit('-').next().unwrap_or_default();
        let bare = ["a", "b", "c"]
            .into_iter()
            .find(|bare| place.ends_with(&format!("(E){bare}")) || place.ends_with(&format!("-E-{bare}")));
        let label = match (bare, place.rfind('(')) {
            (Some(bare), _) => format!("{bare}. "),
            (None, Some(at)) => place[at..].to_owned(),
            (None, None) if clause.starts_with("UT-") && last != place => format!("({last})"),
            (None, None) => place.to_owned(),
        };
        let stands = if reading {
            found.contains(&clause)
        } else if let Some(term) = place.strip_prefix("DICT-") {
            // The term is the heading above.
            plain(&text[line - 3]).join("-").ends_with(&term.replace("--", "-"))
        } else if place == "GLOSS-session" {
            plain(&text[line - 3]).join("-") == "session"
        } else if let Some(term) = place.strip_prefix("GLOSS-") {
            plain(&found.replace('\'', "")).join("-").starts_with(term)
        } else if place.ends_with("-last-blind") || place == "8.3-post" {
            found.contains("blind")
        } else if bare.is_some() {
            found.trim_start_matches(['-', ' ']).starts_with(&label)
        } else if label.starts_with('(') {
            found.contains(&label)
        } else if book.starts_with("dunedin") {
            let number = place.split('.').next().unwrap_or_default();
            let letter = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let label = if letter.is_empty() { format!("{number}.") } else { format!("{letter}.") };
            found.trim_start_matches(['-', ' ']).starts_with(&label)
        } else {
            // The copy of 2018 has lost the label of 5.1.
            plain(found).iter().any(|word| word == place) || clause == "HE-5.1"
        };
        if !stands {
            wrong.push(format!("{book}: {rule}: {clause} does not stand on line {line}: {found}"));
        }
        let theirs = plain(found);
        let ours = plain(&why);
        if ours.windows(7).any(|run| theirs.windows(7).any(|other| run == other)) {
            wrong.push(format!("{book}: {rule}: {clause} is quoted: {why}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
