//! The built-in books.

use rulebook::{Book, Cell, Rule, rule};

#[test]
fn every_built_in_book_reads_and_goes_by_its_name() {
    let names: Vec<&str> = Book::names().collect();
    assert_eq!(names.len(), 7);
    for name in names {
        let book = Book::named(name).expect("a built-in book");
        assert_eq!(book.id(), name);
        assert!(!book.title().is_empty() && !book.version().is_empty());
        assert_eq!(Book::named(&name.replace('-', "_")), Some(book), "underscores may stand for hyphens");
    }
    assert_eq!(Book::built_in().count(), 7);
    assert_eq!(Book::named("canberra"), None);
}

#[test]
fn every_poker_book_opens_its_default_table() {
    // What `--book X` alone means, for the values that the books differ in.
    let tables = [
        ("canberra-holdem-2018", "holdem", "5 10", "10", "none", "time", "nobody_raises", "moving"),
        ("canberra-omaha-2006", "omaha", "5 10", "10", "3", "time", "nobody_raises", "moving"),
        ("canberra-manila-2006", "manila", "5 10", "10", "3", "time", "nobody_raises", "moving"),
        ("dunedin-17.7", "holdem", "2 5", "last_blind", "none", "pot", "no_reopen", "dead"),
        ("standard", "holdem", "1 2", "last_blind", "none", "none", "no_reopen", "dead"),
        ("practice", "holdem", "1 2", "last_blind", "none", "none", "no_reopen", "dead"),
    ];
    for (name, games, blinds, min_bet, cap, commission, short, button) in tables {
        let table = Book::named(name)
            .unwrap()
            .determine(&[])
            .unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        assert_eq!(table.text("games"), games, "{name}");
        assert_eq!(table.text("blinds"), blinds, "{name}");
        assert_eq!(table.text("blind_count"), "2", "{name}");
        assert_eq!(table.text("limit_structure"), "no_limit", "{name}");
        assert_eq!(table.text("min_bet"), min_bet, "{name}");
        assert_eq!(table.text("raise_cap_pot_and_no_limit"), cap, "{name}");
        assert_eq!(table.text("commission_method"), commission, "{name}");
        assert_eq!(table.text("short_all_in"), short, "{name}");
        assert_eq!(table.text("button_movement"), button, "{name}");
        assert_eq!(table.text("deck_cards"), "52", "{name}");
    }
}

#[test]
fn the_default_table_of_the_house_game_needs_its_largest_payout() {
    let book = Book::named("canberra-ultimate-2019").unwrap();
    let problems = book.determine(&[]).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].setting, "max_payout_cents");
    assert!(problems[0].cites_row("UT-10.1"));
    let table = book.determine(&[("max_payout_cents", "2500000")]).unwrap();
    assert_eq!(table.amounts("ante_limits_cents"), [1000, 20000]);
    assert_eq!(table.text("button_movement"), "not_used", "a setting of poker");
}

#[test]
fn a_rule_of_a_document_names_its_clauses() {
    // These have no clause of their own: a round's players and cards, and the reading of records.
    let without = [rule::ENOUGH_PLAYERS, rule::DECK_BOUNDS_THE_PLAYERS, rule::RECORD_IS_FOLLOWED];
    for book in Book::built_in() {
        for rule in book.rules() {
            let cited = book.cites(rule);
            if book.document().is_none() {
                assert!(cited.is_empty(), "{} has no document to cite for {rule}", book.id());
            } else {
                assert!(!cited.is_empty() || without.contains(&rule), "{}: {rule} has no clause", book.id());
            }
            for id in cited {
                let row = rulebook::register::row(id).unwrap_or_else(|| panic!("no row {id}"));
                assert_eq!(Some(row.book.as_str()), book.register(), "{rule} cites {id}");
            }
        }
    }
}

#[test]
fn every_rule_is_in_some_book_and_the_clauses_of_betting_are_where_they_should_be() {
    for rule in Rule::all() {
        // Nothing built in lets a house forbid folding with nothing to call.
        let by_hand = rule == rule::NO_FOLD_WHEN_CHECK_IS_FREE;
        assert!(by_hand || Book::built_in().any(|book| book.in_force(rule)), "no book has {rule}");
    }
    let clauses = [
        ("canberra-holdem-2018", rule::OPTION_B_CALL, "HE-10.2(b)(i)"),
        ("canberra-holdem-2018", rule::FIRST_ROUND_CALL, "HE-10.3(a)"),
        ("canberra-holdem-2018", rule::LATER_RAISE, "HE-12.3(b)"),
        ("canberra-holdem-2018", rule::SMALLEST_RAISE, "HE-5.1"),
        ("canberra-holdem-2018", rule::POT_LIMIT, "HE-4.2(g)"),
        ("canberra-holdem-2018", rule::ODD_CHIP, "HE-13.2"),
        ("canberra-omaha-2006", rule::FORCED_BETS_COME_FIRST, "OM-8.5"),
        ("canberra-manila-2006", rule::POT_LIMIT, "MA-4.2(h)"),
        ("dunedin-17.7", rule::SHORT_ALL_IN_DOES_NOT_REOPEN, "DU-52"),
    ];
    for (book, rule, id) in clauses {
        assert_eq!(Book::named(book).unwrap().cites(rule)[0], id);
    }
}

#[test]
fn a_book_knows_only_the_rules_of_its_document() {
    let holdem = Book::named("canberra-holdem-2018").unwrap();
    let manila = Book::named("canberra-manila-2006").unwrap();
    let dunedin = Book::named("dunedin-17.7").unwrap();
    assert!(!holdem.in_force(rule::BOMB_POT) && !holdem.in_force(rule::NO_FLOP_NO_DROP));
    assert!(holdem.in_force(rule::BURN_BEFORE_BOARD) && !manila.in_force(rule::BURN_BEFORE_BOARD));
    assert!(holdem.in_force(rule::OPENER_MUST_RAISE) && !dunedin.in_force(rule::OPENER_MUST_RAISE));
    assert!(dunedin.in_force(rule::ANTE_OPENER_CHECKS) && !holdem.in_force(rule::ANTE_OPENER_CHECKS));
}

#[test]
fn a_rule_struck_out_is_gone_from_that_copy_only() {
    let book = Book::named("dunedin-17.7").unwrap();
    let copy = book.without(rule::RAISE_CAP);
    assert!(book.in_force(rule::RAISE_CAP) && !copy.in_force(rule::RAISE_CAP));
    assert!(copy.cites(rule::RAISE_CAP).is_empty());
    assert!(!copy.determine(&[]).unwrap().in_force(rule::RAISE_CAP));
    let table = book.determine(&[]).unwrap();
    assert!(table.in_force(rule::RAISE_CAP) && !table.without(rule::RAISE_CAP).in_force(rule::RAISE_CAP));
}

#[test]
fn what_a_book_says_of_a_setting_is_fixed_left_open_or_not_used() {
    let book = Book::named("canberra-holdem-2018").unwrap();
    assert_eq!(book.choices("odd_chip"), Some(&Cell::Fixed("first_left_takes_all".to_owned())));
    assert_eq!(book.choices("kill-chips"), Some(&Cell::NotUsed), "hyphens may stand for underscores");
    assert!(matches!(book.choices("commission_cap"), Some(Cell::Operator { default: None, .. })));
    assert!(matches!(book.choices("commission_free_up_to_cents"), Some(Cell::Depends { .. })));
    assert_eq!(book.choices("no_such_setting"), None);
    let written = book.choices("opening_option").unwrap().written();
    assert_eq!(written, "operator: default B (A, B, C)");
}
