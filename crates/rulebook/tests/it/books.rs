//! The built-in books.

use rulebook::{AllowedValue, Book, BookSetting, Rule, rule};

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
    // The result of `--book X` alone: one line for each row of that page, with the books in the order of its
    // columns.
    const BOOKS: [&str; 6] = [
        "canberra-holdem-2018",
        "canberra-omaha-2006",
        "canberra-manila-2006",
        "dunedin-17.7",
        "standard",
        "practice",
    ];
    const TABLES: [(&str, [&str; 6]); 30] = [
        ("games", ["holdem", "omaha", "manila", "holdem", "holdem", "holdem"]),
        ("seats", ["10", "10", "10", "10", "6", "6"]),
        ("forced_bets", ["blinds"; 6]),
        ("blinds", ["5 10", "5 10", "5 10", "2 5", "1 2", "1 2"]),
        ("over_blinds", ["0"; 6]),
        ("smallest_chip", ["1"; 6]),
        ("min_buy_in", ["100", "100", "100", "100", "40", "40"]),
        ("max_buy_in", ["none", "none", "none", "none", "200", "200"]),
        ("limit_structure", ["no_limit"; 6]),
        ("min_bet", ["10", "10", "10", "last_blind", "last_blind", "last_blind"]),
        ("raise_cap_pot_and_no_limit", ["none", "3", "3", "none", "none", "none"]),
        ("opening_option", ["B"; 6]),
        (
            "short_all_in",
            ["nobody_raises", "nobody_raises", "nobody_raises", "no_reopen", "no_reopen", "no_reopen"],
        ),
        ("short_all_ins_accumulate", ["false", "false", "false", "true", "true", "true"]),
        ("heads_up_button_posts_first", ["false", "false", "false", "true", "true", "true"]),
        ("button_movement", ["moving", "moving", "moving", "dead", "dead", "dead"]),
        ("commission_method", ["time", "time", "time", "pot", "none", "none"]),
        ("time_charge_cents", ["1000", "1000", "1000", "none", "not_used", "not_used"]),
        ("commission_rounding_cents", ["100", "100", "100", "100", "1", "1"]),
        ("official_clock_seconds", ["40", "90", "90", "60", "none", "none"]),
        ("time_bank_seconds", ["0", "0", "0", "0", "60", "30"]),
        ("disconnect_seconds", ["0", "0", "0", "0", "60", "20"]),
        ("timeout_when_check_is_free", ["fold", "fold", "fold", "fold", "check", "check"]),
        ("deck_cards", ["52"; 6]),
        ("joker", ["false"; 6]),
        ("burn", ["true", "true", "false", "true", "true", "true"]),
        ("ace", ["high", "high", "high", "high_and_low", "high_and_low", "high_and_low"]),
        ("showdown_mode", ["high"; 6]),
        ("run_twice", ["off"; 6]),
        ("machine_players", ["off", "off", "off", "off", "off", "marked"]),
    ];
    for (place, name) in BOOKS.into_iter().enumerate() {
        let opened = Book::named(name).unwrap().determine(&[]);
        let table = opened.unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        for (setting, values) in TABLES {
            assert_eq!(table.text(setting), values[place], "{name}: {setting}");
        }
    }
    let cap = |name: &str, percent: &str| {
        let table = Book::named(name).unwrap().determine(&[]).unwrap();
        (table.amount("commission_cap"), table.text("commission_percent") == percent)
    };
    assert_eq!(cap("dunedin-17.7", "10"), (Some(1000), true));
}

#[test]
fn every_single_choice_stands_as_it_was_made_or_says_what_more_it_needs() {
    for book in Book::built_in().filter(|book| book.determine(&[]).is_ok()) {
        for (setting, cell) in book.settings() {
            let BookSetting::Operator { choices, .. } = cell else { continue };
            for choice in &choices.offered {
                let AllowedValue::Exactly(value) = choice else { continue };
                match book.determine(&[(&setting.name, value)]) {
                    Ok(table) => {
                        assert_eq!(table.text(&setting.name), value, "{}: {}", book.id(), setting.name)
                    }
                    Err(problems) => {
                        for problem in problems {
                            assert!(!problem.expected.is_empty(), "{}: {problem}", book.id());
                            // Only these need a further choice.
                            let needing = [
                                "ante",
                                "antes_with_blinds",
                                "blind_seats",
                                "commission_cap",
                                "commission_percent",
                                "kill_chips",
                                "low_qualifier",
                                "max_bet",
                                "showdown_mode",
                                "time_charge_cents",
                            ];
                            assert!(needing.contains(&problem.setting.as_str()), "{}: {problem}", book.id());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_value_in_its_one_form_stays_as_it_is() {
    for book in Book::built_in() {
        for (setting, cell) in book.settings() {
            let values: Vec<&String> = match cell {
                BookSetting::Fixed(value) => vec![value],
                BookSetting::Operator { default, .. } => default.iter().collect(),
                BookSetting::Depends { at, .. } => at.iter().map(|(_, value)| value).collect(),
                BookSetting::NotUsed => Vec::new(),
            };
            for value in values {
                assert_eq!(setting.canonical(value).as_ref(), Ok(value), "{}: {}", book.id(), setting.name);
            }
        }
    }
}

#[test]
fn the_default_table_of_the_house_game_needs_its_largest_payout() {
    let book = Book::named("canberra-ultimate-2019").unwrap();
    let problems = book.determine(&[]).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0].setting, "max_payout_cents");
    assert!(problems[0].has_citation("UT-10.1"));
    let table = book.determine(&[("max_payout_cents", "2500000")]).unwrap();
    assert_eq!(table.amounts("ante_limits_cents"), [1000, 20000]);
    assert_eq!(table.text("button_movement"), "not_used", "a setting of poker");
}

#[test]
fn a_rule_of_a_document_names_its_clauses() {
    // Rules without a clause of their own. Everywhere: the reading of records, and what the program itself
    // needs. In Dunedin: the players, seats, shuffle and cut of a round, which the text presupposes. In
    // Canberra: a removal without a breach.
    let everywhere = [rule::RECORD_IS_FOLLOWED, rule::OF_THE_PROGRAM];
    let dunedin = [
        rule::ENOUGH_PLAYERS,
        rule::SEATS_OF_THE_TABLE,
        rule::SHUFFLE_COMES_FIRST,
        rule::CUT_LEAVES_TWO_CARDS,
    ];
    let canberra = [rule::REMOVED_BY_THE_HOUSE];
    for book in Book::built_in() {
        let own = if book.id().starts_with("dunedin") { &dunedin[..] } else { &canberra[..] };
        for rule in book.rules() {
            let cited = book.cites(rule);
            if book.document().is_none() {
                assert!(cited.is_empty(), "{} has no document to cite for {rule}", book.id());
            } else {
                let without = everywhere.contains(&rule) || own.contains(&rule);
                assert_eq!(cited.is_empty(), without, "{}: {rule}", book.id());
            }
            for id in cited {
                match rulebook::register::row(id) {
                    Some(row) => assert_eq!(Some(row.book.as_str()), book.register(), "{rule} cites {id}"),
                    None => {
                        // The readings of the three Canberra poker books are AMB, those of Dunedin DU-A, and
                        // those of Ultimate UT-A.
                        let own = match book.id() {
                            "dunedin-17.7" => "DU-A",
                            "canberra-ultimate-2019" => "UT-A",
                            _ => "AMB-",
                        };
                        let known = rulebook::readings::find(id).is_some();
                        assert!(known && id.starts_with(own), "{}: {rule} cites {id}", book.id());
                    }
                }
            }
        }
    }
}

#[test]
fn every_rule_is_in_some_book_and_the_clauses_of_betting_are_where_they_should_be() {
    for rule in Rule::all() {
        assert!(Book::built_in().any(|book| book.has_rule(rule)), "no book has {rule}");
    }
    let clauses = [
        ("canberra-holdem-2018", rule::OPTION_B_CALL, "HE-10.2(b)(i)"),
        ("canberra-holdem-2018", rule::FIRST_ROUND_CALL, "HE-10.3(a)"),
        ("canberra-holdem-2018", rule::LATER_RAISE, "HE-12.3(b)"),
        ("canberra-holdem-2018", rule::SMALLEST_RAISE, "HE-5.1"),
        ("canberra-holdem-2018", rule::LARGEST_BET, "HE-4.2(g)"),
        ("canberra-holdem-2018", rule::ODD_CHIP, "HE-13.2"),
        ("canberra-omaha-2006", rule::FORCED_BETS_COME_FIRST, "OM-8.5"),
        ("canberra-manila-2006", rule::LARGEST_BET, "MA-4.2(h)"),
        ("dunedin-17.7", rule::SHORT_ALL_IN_DOES_NOT_REOPEN, "DU-52"),
    ];
    for (book, rule, id) in clauses {
        let table = Book::named(book).unwrap();
        let chosen = table.determine(&[]).unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!(chosen.cites(rule)[0], id);
    }
}

#[test]
fn a_book_knows_only_the_rules_of_its_document() {
    let holdem = Book::named("canberra-holdem-2018").unwrap();
    let manila = Book::named("canberra-manila-2006").unwrap();
    let dunedin = Book::named("dunedin-17.7").unwrap();
    assert!(!holdem.has_rule(rule::BOMB_POT) && !holdem.has_rule(rule::NO_FLOP_NO_DROP));
    assert!(holdem.has_rule(rule::BURN_BEFORE_BOARD) && !manila.has_rule(rule::BURN_BEFORE_BOARD));
    assert!(holdem.has_rule(rule::OPENER_MUST_RAISE) && !dunedin.has_rule(rule::OPENER_MUST_RAISE));
    assert!(dunedin.has_rule(rule::ANTE_OPENER_CHECKS) && !holdem.has_rule(rule::ANTE_OPENER_CHECKS));
}

#[test]
fn a_rule_struck_out_is_gone_from_that_copy_only() {
    let book = Book::named("dunedin-17.7").unwrap();
    let copy = book.without(rule::RAISE_CAP);
    assert!(book.has_rule(rule::RAISE_CAP) && !copy.has_rule(rule::RAISE_CAP));
    assert!(copy.cites(rule::RAISE_CAP).is_empty());
    assert!(!copy.determine(&[]).unwrap().has_rule(rule::RAISE_CAP));
    let table = book.determine(&[]).unwrap();
    assert!(table.has_rule(rule::RAISE_CAP) && !table.without(rule::RAISE_CAP).has_rule(rule::RAISE_CAP));
}

#[test]
fn what_a_book_says_of_a_setting_is_fixed_left_open_or_not_used() {
    let book = Book::named("canberra-holdem-2018").unwrap();
    assert_eq!(book.setting("odd_chip"), Some(&BookSetting::Fixed("first_left_takes_all".to_owned())));
    assert_eq!(book.setting("kill-chips"), Some(&BookSetting::NotUsed), "hyphens may stand for underscores");
    assert!(matches!(book.setting("commission_cap"), Some(BookSetting::Operator { default: None, .. })));
    assert!(matches!(book.setting("commission_free_up_to_cents"), Some(BookSetting::Depends { .. })));
    assert_eq!(book.setting("no_such_setting"), None);
    let written = book.setting("opening_option").unwrap().summary();
    assert_eq!(written, "operator: default B (A, B, C)");
}

/// The bounds that a sentence names, if any: "a whole number of seconds from 1 to 300", "from 1 up".
fn bounds_of(sentence: &str) -> Option<(u64, u64)> {
    let (_, after) = sentence.split_once("whole number of ")?;
    let (_, numbers) = after.split_once(" from ")?;
    let mut parts = numbers.split([' ', ',']);
    let least = parts.next()?.parse().ok()?;
    let most = match parts.next()? {
        "up" => u64::MAX,
        _ => parts.next()?.parse().ok()?,
    };
    Some((least, most))
}

#[test]
fn each_choice_is_listed_once_and_no_number_is_listed_beside_bounds_that_include_it() {
    let mut seen = 0;
    for book in Book::built_in() {
        for (setting, cell) in book.settings() {
            let BookSetting::Operator { choices, .. } = cell else { continue };
            let says = choices.expected(setting);
            let Some((least, most)) = bounds_of(&says) else { continue };
            seen += 1;
            let (before, _) = says.split_once("whole number of ").expect("it has bounds");
            for number in before.split([' ', ',']).filter_map(|word| word.parse::<u64>().ok()) {
                assert!(
                    !(least..=most).contains(&number),
                    "{}: {}: {number} lies in its bounds: {says}",
                    book.id(),
                    setting.name
                );
            }
            // That leaves out no value that may be chosen.
            for choice in &choices.offered {
                let AllowedValue::Exactly(value) = choice else { continue };
                let named = says.split([' ', ',']).any(|word| word == value);
                let within = value.parse::<u64>().is_ok_and(|number| (least..=most).contains(&number));
                assert!(named || within, "{}: {}: {value} is not said: {says}", book.id(), setting.name);
            }
        }
    }
    assert!(seen > 100, "{seen} settings with bounds");
}

#[test]
fn a_choice_beyond_the_largest_amount_is_refused_with_the_bound() {
    let what = |choice: (&str, &str)| {
        let problems = Book::named("canberra-holdem-2018")
            .expect("it is built in")
            .determine(&[choice])
            .expect_err("it is refused");
        problems.iter().find(|problem| problem.setting == choice.0).expect("it is about it").message.clone()
    };
    // A billion chips, which is the most for every seat of every table.
    let bound_message = "numbers go up to 1000000000";
    for name in ["min_bet", "min_buy_in", "max_buy_in", "blinds"] {
        assert_eq!(what((name, "9007199254740992")), bound_message, "{name}");
        assert_eq!(what((name, "99999999999999999999")), bound_message, "{name}");
        assert_ne!(what((name, "abc")), bound_message, "{name}");
        assert_ne!(what((name, "-1")), bound_message, "{name}");
    }
    assert_eq!(what(("blinds", "5 99999999999999999999")), bound_message);
}
