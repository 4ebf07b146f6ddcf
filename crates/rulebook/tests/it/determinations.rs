//! The acceptance cases for what an operator determines before a round.

use rulebook::coverage::Evidence;
use rulebook::{Book, Determination, Problem, Rule, rule};

use crate::proofs::proves;

/// The three Canberra poker books, each with the letters that its row ids begin with.
fn canberra() -> [(&'static Book, &'static str); 3] {
    let named = |name| Book::named(name).unwrap();
    [
        (named("canberra-holdem-2018"), "HE"),
        (named("canberra-omaha-2006"), "OM"),
        (named("canberra-manila-2006"), "MA"),
    ]
}

fn book() -> &'static Book {
    Book::named("canberra-holdem-2018").unwrap()
}

fn accepted(book: &Book, chosen: &[(&str, &str)]) -> Determination {
    book.determine(chosen).unwrap_or_else(|problems| panic!("{chosen:?} is refused: {problems:?}"))
}

/// The only problem of these choices. It must belong to the rule and cite the row, and be gone without the
/// rule.
fn refused(book: &Book, chosen: &[(&str, &str)], rule: Rule, row: &str) -> Problem {
    let problems = book.determine(chosen).expect_err("a refusal");
    assert_eq!(problems.len(), 1, "{chosen:?}: {problems:?}");
    let problem = problems.into_iter().next().unwrap();
    assert_eq!(problem.rule, Some(rule), "{problem}");
    assert!(problem.has_citation(row), "{row} is not cited: {problem}");
    assert!(!problem.expected.is_empty(), "{problem}");
    let without = book.without(rule).determine(chosen);
    // A value that the machine does not know stays refused even without the rule.
    let known = |(name, value): &(&str, &str)| {
        let setting = rulebook::Setting::named(book.family(), name);
        setting.is_some_and(|setting| setting.canonical(value).is_ok())
    };
    let gone = !chosen.iter().all(known) || without.err().is_none_or(|left| !left.contains(&problem));
    assert!(gone, "{rule} is struck out and still refuses {chosen:?}");
    problem
}

#[test]
fn a_round_needs_its_smallest_bet() {
    // HE-4.2
    refused(book(), &[("blinds", "5 10"), ("min_bet", "none")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    refused(book(), &[("blinds", "5 10"), ("min_bet", "")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    accepted(book(), &[("blinds", "10 20"), ("min_bet", "20")]);
    refused(book(), &[("blinds", "5 10"), ("min_bet", "20")], rule::BLIND_LEVELS, "HE-4.2(f)");
    // HE-4.1
    accepted(book(), &[("blinds", "5 10"), ("min_buy_in", "100"), ("min_bet", "5")]);
}

#[test]
fn a_table_has_a_stake_and_a_rate_of_commission() {
    proves(Evidence::Script, &["HE-4.2(a)", "OM-4.2(a)", "MA-4.2(b)"]);
    for (book, letters) in canberra() {
        let clause = if letters == "MA" { "4.2(b)" } else { "4.2(a)" };
        let row = format!("{letters}-{clause}");
        let pot = [
            ("min_buy_in", "100"),
            ("commission_method", "pot"),
            ("commission_percent", "5"),
            ("commission_cap", "1000"),
        ];
        let table = accepted(book, &pot);
        assert_eq!((table.amount("min_buy_in"), table.amount("commission_percent")), (Some(100), Some(5)));
        assert_eq!(table.amount("commission_cap"), Some(1000), "cents");
        refused(book, &[("commission_method", "none")], rule::COMMISSION_IS_CHARGED, &row);
    }
}

#[test]
fn a_game_has_blinds_or_antes() {
    // HE-4.2(b)
    refused(book(), &[("blinds", "5 10"), ("ante", "1")], rule::BLINDS_OR_ANTES, "HE-4.2(b)");
    accepted(book(), &[("forced_bets", "antes"), ("ante", "1")]);
    accepted(book(), &[("forced_bets", "antes"), ("blinds", "none"), ("ante", "1")]);
    refused(book(), &[("forced_bets", "antes")], rule::BLINDS_OR_ANTES, "HE-4.2(b)");
    refused(
        book(),
        &[("forced_bets", "antes"), ("ante", "1"), ("blinds", "5 10")],
        rule::BLINDS_OR_ANTES,
        "HE-4.2(b)",
    );
    refused(
        book(),
        &[("forced_bets", "antes"), ("ante", "1"), ("over_blinds", "1")],
        rule::BLINDS_OR_ANTES,
        "HE-4.2(b)",
    );
}

#[test]
fn blinds_are_one_two_or_three() {
    // HE-4.2(c)
    for count in ["0", "4"] {
        refused(book(), &[("blind_count", count)], rule::NUMBER_OF_BLINDS, "HE-4.2(c)");
    }
    refused(book(), &[("blinds", "5 10 20 40")], rule::NUMBER_OF_BLINDS, "HE-4.2(c)");
    // The three tables of HE-8.4(a).
    for (count, blinds) in [("1", "10"), ("2", "5 10"), ("3", "5 10 20")] {
        assert_eq!(accepted(book(), &[("blind_count", count)]).text("blinds"), blinds);
        assert_eq!(accepted(book(), &[("blinds", blinds)]).text("blind_count"), count);
        accepted(book(), &[("blind_count", count), ("blinds", blinds)]);
    }
    refused(book(), &[("blind_count", "3"), ("blinds", "5 10")], rule::NUMBER_OF_BLINDS, "HE-4.2(c)");
}

#[test]
fn the_opening_option_is_b_unless_another_is_chosen_and_an_ante_game_has_none() {
    // HE-4.2(d), HE-10.2
    assert_eq!(accepted(book(), &[]).text("opening_option"), "B");
    let table =
        accepted(book(), &[("blinds", "5 10"), ("limit_structure", "full-pot"), ("opening_option", "c")]);
    assert!(table.is("limit_structure", "full_pot") && table.is("opening_option", "C"));
    for option in ["A", "B", "C"] {
        let chosen = [("forced_bets", "antes"), ("ante", "2"), ("opening_option", option)];
        refused(book(), &chosen, rule::OPENING_OPTION_IS_FIXED, "HE-10.2");
    }
    refused(book(), &[("opening_option", "D")], rule::OPENING_OPTION_IS_FIXED, "HE-10.2");
}

#[test]
fn blinds_do_not_fall_and_meet_the_smallest_bet_and_the_smallest_chip() {
    proves(Evidence::Script, &["HE-4.2(f)", "OM-4.2(f)", "MA-4.2(g)"]);
    let levels = rule::BLIND_LEVELS;
    for (book, letters) in canberra() {
        let clause = if letters == "MA" { "4.2(g)" } else { "4.2(f)" };
        let row = format!("{letters}-{clause}");
        accepted(book, &[("blinds", "5/10"), ("over_blinds", "1"), ("over_blind_level", "20")]);
        refused(book, &[("blinds", "10 5"), ("min_bet", "5")], levels, &row);
        refused(book, &[("blinds", "5 8"), ("min_bet", "10")], levels, &row);
        refused(book, &[("over_blinds", "1"), ("over_blind_level", "8")], levels, &row);
        refused(book, &[("blinds", "5 10"), ("smallest_chip", "2")], levels, &row);
    }
    accepted(book(), &[("blinds", "10, 10"), ("smallest_chip", "10")]);
    refused(
        book(),
        &[("forced_bets", "antes"), ("ante", "3"), ("smallest_chip", "2")],
        rule::BLIND_LEVELS,
        "HE-4.2(f)",
    );
}

#[test]
fn a_largest_bet_goes_with_its_limit() {
    // HE-4.2(g), HE-5.2
    accepted(book(), &[("limit_structure", "fixed"), ("max_bet", "10")]);
    refused(
        book(),
        &[("limit_structure", "fixed"), ("max_bet", "20")],
        rule::LIMITS_ARE_DETERMINED,
        "HE-4.2(g)",
    );
    accepted(book(), &[("limit_structure", "spread"), ("max_bet", "50")]);
    refused(book(), &[("limit_structure", "spread")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    refused(
        book(),
        &[("limit_structure", "spread"), ("max_bet", "9")],
        rule::LIMITS_ARE_DETERMINED,
        "HE-4.2(g)",
    );
    refused(book(), &[("max_bet", "50")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    refused(
        book(),
        &[("blinds", "5 15"), ("smallest_chip", "5"), ("min_bet", "12")],
        rule::LIMITS_ARE_DETERMINED,
        "HE-4.2(g)",
    );
    let table =
        accepted(book(), &[("limit_structure", "fixed"), ("limits_per_betting_round", "10 10 20 20")]);
    assert_eq!(table.amounts("limits_per_betting_round"), [10, 10, 20, 20]);
    let spread = [
        ("limit_structure", "spread"),
        ("limits_per_betting_round", "2-10 2-10 4-20 4-20"),
        ("min_bet", "2"),
    ];
    let table = accepted(book(), &spread);
    assert_eq!(table.ranges("limits_per_betting_round"), [(2, 10), (2, 10), (4, 20), (4, 20)]);
    let short = [("limit_structure", "fixed"), ("limits_per_betting_round", "10 20")];
    refused(book(), &short, rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    refused(book(), &[("limits_per_betting_round", "10 10 20 20")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    let range =
        [("limit_structure", "fixed"), ("limits_per_betting_round", "5-10 10 20 20"), ("min_bet", "5")];
    refused(book(), &range, rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
}

#[test]
fn a_cap_on_raises_may_be_a_list_by_betting_round() {
    let table = accepted(book(), &[("limit_structure", "fixed"), ("raise_cap", "3 3 4 4")]);
    assert_eq!(table.amounts("raise_cap"), [3, 3, 4, 4]);
    assert_eq!(accepted(book(), &[("raise_cap", "none")]).amount("raise_cap"), None);
    refused(book(), &[("raise_cap", "3 3")], rule::LIMITS_ARE_DETERMINED, "HE-4.2(g)");
    refused(book(), &[("raise_cap", "0")], rule::OPERATOR_MAY_CHOOSE, "HE-DICT-betting-round");
    refused(
        Book::named("canberra-manila-2006").unwrap(),
        &[("raise_cap", "4")],
        rule::OPERATOR_MAY_CHOOSE,
        "MA-5.1",
    );
}

#[test]
fn the_largest_stake_is_no_less_than_the_smallest() {
    // HE-4.2(i)
    let table = accepted(book(), &[("min_buy_in", "100"), ("max_buy_in", "500")]);
    assert_eq!(table.amount("max_buy_in"), Some(500));
    assert_eq!(accepted(book(), &[]).amount("max_buy_in"), None);
    refused(book(), &[("min_buy_in", "100"), ("max_buy_in", "99")], rule::STAKE_WITHIN_LIMITS, "HE-4.2(i)");
}

#[test]
fn a_time_for_every_action_may_be_chosen() {
    // HE-4.2(j), HE-4.8
    assert_eq!(accepted(book(), &[("turn_seconds", "30")]).amount("turn_seconds"), Some(30));
    let table = accepted(book(), &[]);
    assert_eq!((table.amount("turn_seconds"), table.amount("official_clock_seconds")), (None, Some(40)));
}

#[test]
fn a_table_has_exactly_one_way_of_taking_commission() {
    proves(Evidence::Script, &["HE-15.1", "OM-15.1", "MA-15.1"]);
    let rule = rule::COMMISSION_IS_CHARGED;
    for (book, letters) in canberra() {
        let row = format!("{letters}-15.1");
        refused(book, &[("commission_method", "none")], rule, &row);
        refused(book, &[("commission_method", "pot time")], rule, &row);
        let both = [("commission_method", "pot"), ("commission_cap", "1000"), ("time_charge_cents", "1000")];
        refused(book, &both, rule, &row);
        refused(book, &[("commission_method", "time"), ("commission_percent", "5")], rule, &row);
        let twice = [("commission_method", "time"), ("commission_method", "pot")];
        assert!(book.determine(&twice).unwrap_err()[0].to_string().contains("chosen twice"));
        accepted(book, &[("commission_method", "time"), ("time_charge_cents", "1000")]);
        accepted(
            book,
            &[("commission_method", "pot"), ("commission_percent", "5"), ("commission_cap", "1000")],
        );
    }
}

#[test]
fn the_rate_is_five_or_ten_percent() {
    // HE-15.2(a): a stake of 100 and a largest purchase of 400.
    let stakes = [("min_buy_in", "100"), ("max_buy_in", "400"), ("commission_method", "pot")];
    let with = |percent, cap| {
        let mut chosen = stakes.to_vec();
        chosen.extend([("commission_percent", percent), ("commission_cap", cap)]);
        chosen
    };
    let five = accepted(book(), &with("5", "1000"));
    assert_eq!(
        (five.amount("commission_percent"), five.amount("commission_free_up_to_cents")),
        (Some(5), Some(1900))
    );
    let ten = accepted(book(), &with("10", "800"));
    assert_eq!(
        (ten.amount("commission_percent"), ten.amount("commission_free_up_to_cents")),
        (Some(10), Some(900))
    );
    refused(book(), &with("7", "1000"), rule::COMMISSION_RATE_FOLLOWS_STAKE, "HE-15.2(a)");
    refused(book(), &with("5 10", "1000"), rule::COMMISSION_RATE_FOLLOWS_STAKE, "HE-15.2(a)");
    refused(book(), &with("", "1000"), rule::COMMISSION_RATE_FOLLOWS_STAKE, "HE-15.2(a)");
    assert_eq!(five.cites(rule::COMMISSION_OF_THE_ROUND), ["HE-15.2(a)(i)", "HE-15.2", "AMB-086", "AMB-087"]);
    assert_eq!(ten.cites(rule::COMMISSION_OF_THE_ROUND), ["HE-15.2(a)(ii)", "HE-15.2", "AMB-086", "AMB-087"]);
}

#[test]
fn commission_from_the_pot_needs_its_approved_cap() {
    let rule = rule::COMMISSION_CAP_IS_APPROVED;
    refused(book(), &[("commission_method", "pot")], rule, "HE-15.2(a)");
    refused(book(), &[("commission_method", "pot"), ("commission_cap", "none")], rule, "HE-15.2(a)");
    let listed = [("commission_method", "pot"), ("commission_cap", "10:800 5:1000")];
    let table = accepted(book(), &listed);
    assert_eq!((table.text("commission_cap"), table.amount("commission_cap")), ("5:1000 10:800", Some(1000)));
    refused(book(), &[("commission_method", "pot"), ("commission_cap", "5:800 10:1000")], rule, "HE-15.2(a)");
    refused(book(), &[("commission_method", "pot"), ("commission_cap", "10:800")], rule, "HE-15.2(a)");
}

#[test]
fn ten_percent_is_for_games_with_a_small_stake() {
    proves(Evidence::Script, &["HE-15.2(e)"]);
    let rule = rule::COMMISSION_RATE_FOLLOWS_STAKE;
    let with = |most, percent| {
        [
            ("max_buy_in", most),
            ("commission_method", "pot"),
            ("commission_percent", percent),
            ("commission_cap", "800"),
        ]
    };
    accepted(book(), &with("500", "10"));
    refused(book(), &with("501", "10"), rule, "HE-15.2(e)");
    refused(book(), &with("none", "10"), rule, "HE-15.2(e)");
    accepted(book(), &with("500", "5"));
    // Chips of 50 cents: 1,000 of them are 500 dollars.
    let mut halves = with("1000", "10").to_vec();
    halves.push(("chip_cents", "50"));
    accepted(book(), &halves);
    halves[0] = ("max_buy_in", "1001");
    refused(book(), &halves, rule, "HE-15.2(e)");
}

#[test]
fn in_the_books_of_2006_the_smallest_stake_decides_the_rate() {
    proves(Evidence::Script, &["OM-15.2(e)", "MA-15.2(e)"]);
    for (name, row) in [("canberra-omaha-2006", "OM-15.2(e)"), ("canberra-manila-2006", "MA-15.2(e)")] {
        let book = Book::named(name).unwrap();
        let with = |least, percent| {
            [
                ("min_buy_in", least),
                ("commission_method", "pot"),
                ("commission_percent", percent),
                ("commission_cap", "800"),
            ]
        };
        accepted(book, &with("100", "10"));
        accepted(book, &with("100", "5"));
        refused(book, &with("101", "10"), rule::COMMISSION_RATE_FOLLOWS_STAKE, row);
    }
}

#[test]
fn the_time_charge_keeps_to_its_approved_maximum() {
    // HE-15.3
    let with = |charge| [("time_charge_maximum_cents", "1200"), ("time_charge_cents", charge)];
    refused(book(), &with("1300"), rule::TIME_CHARGE_IS_APPROVED, "HE-15.3");
    assert_eq!(accepted(book(), &with("1000")).amount("time_charge_cents"), Some(1000));
    accepted(book(), &with("1200"));
}

#[test]
fn the_deck_bounds_the_seats() {
    // The bounds that the reading of 2.2 works out for each book.
    let rule = rule::DECK_BOUNDS_THE_PLAYERS;
    let bound = |name: &str, row: &str, deck: &str, burn: Option<&str>, most: u64| {
        let book = Book::named(name).unwrap();
        let (fits, over) = (most.to_string(), (most + 1).to_string());
        let with = |seats| {
            let mut chosen = vec![("deck_cards", deck), ("seats", seats)];
            chosen.extend(burn.map(|burn| ("burn", burn)));
            chosen
        };
        accepted(book, &with(&fits));
        refused(book, &with(&over), rule, row);
    };
    bound("canberra-holdem-2018", "HE-2.2", "52", Some("false"), 23);
    bound("canberra-holdem-2018", "HE-2.2", "32", Some("true"), 12);
    bound("canberra-omaha-2006", "OM-2.2", "52", Some("true"), 11);
    bound("canberra-omaha-2006", "OM-2.2", "52", Some("false"), 11);
    bound("canberra-omaha-2006", "OM-2.2", "32", Some("true"), 6);
    bound("canberra-manila-2006", "MA-2.2", "52", None, 15);
    bound("canberra-manila-2006", "MA-2.2", "32", None, 9);
    // Ten seats that nobody chose are lowered: 44 cards with burns serve 9 at Omaha.
    let omaha = Book::named("canberra-omaha-2006").unwrap();
    assert_eq!(accepted(omaha, &[("deck_cards", "44")]).amount("seats"), Some(9));
    assert_eq!(accepted(omaha, &[("deck_cards", "48")]).amount("seats"), Some(10));
    // The joker adds one card: 33 cards with burns serve 12, and 53 cards without burns serve 24.
    accepted(book(), &[("joker", "true"), ("burn", "false"), ("seats", "24")]);
}

#[test]
fn a_deck_is_one_of_six() {
    for (name, row) in [
        ("canberra-holdem-2018", "HE-2.2"),
        ("canberra-omaha-2006", "OM-2.2"),
        ("canberra-manila-2006", "MA-2.2"),
    ] {
        let book = Book::named(name).unwrap();
        // No deck at all is also another size. A table for which the operator chooses nothing has the book's
        // default of 52 cards: the register's case would refuse it, but the settings name that default and
        // take precedence.
        for other in ["24", "none", "53"] {
            refused(book, &[("deck_cards", other)], rule::OPERATOR_MAY_CHOOSE, row);
        }
        for deck in ["52", "48", "44", "40", "36", "32"] {
            // The sign of the table shows this, for everybody to see before the first round.
            assert_eq!(accepted(book, &[("deck_cards", deck), ("seats", "6")]).text("deck_cards"), deck);
        }
    }
    proves(Evidence::Script, &["HE-2.2", "OM-2.2", "MA-2.2"]);
}

#[test]
fn a_qualifier_for_low_is_for_split_games() {
    // HE-3.5(d)
    refused(book(), &[("low_qualifier", "eight")], rule::OPERATOR_MAY_CHOOSE, "HE-3.5(d)");
    accepted(book(), &[("showdown_mode", "high_low"), ("low_qualifier", "eight")]);
    accepted(book(), &[("showdown_mode", "high-low"), ("ace", "high-and-low")]);
}

#[test]
fn a_value_the_book_fixes_may_be_given_and_not_changed() {
    accepted(book(), &[("odd_chip", "first-left-takes-all"), ("kill_chips", "not_used")]);
    let problem =
        refused(book(), &[("odd_chip", "one_each_from_left")], rule::OPERATOR_MAY_CHOOSE, "HE-13.2");
    assert_eq!(problem.expected, "first_left_takes_all");
    refused(book(), &[("kill_chips", "10")], rule::OPERATOR_MAY_CHOOSE, "HE-4.2");
    refused(book(), &[("commission_free_up_to_cents", "0")], rule::OPERATOR_MAY_CHOOSE, "HE-15.2(a)(i)");
}

#[test]
fn all_reasons_are_given_at_once() {
    let chosen =
        [("deck", "24"), ("deck_cards", "24"), ("blinds", "10 5"), ("min_bet", "5"), ("colour", "red")];
    let problems = book().determine(&chosen).unwrap_err();
    let named: Vec<&str> = problems.iter().map(|problem| problem.setting.as_str()).collect();
    assert_eq!(named, ["deck", "deck_cards", "colour", "blinds"]);
    assert_eq!(problems[0].to_string(), "deck = 24: unknown setting; expected deck_cards");
}

#[test]
fn high_low_at_dunedin_is_for_omaha() {
    let book = Book::named("dunedin-17.7").unwrap();
    refused(book, &[("showdown_mode", "high_low")], rule::OPERATOR_MAY_CHOOSE, "DU-A13");
    let table =
        accepted(book, &[("games", "omaha"), ("showdown_mode", "high_low"), ("limit_structure", "full_pot")]);
    assert!(table.is("low_qualifier", "eight"));
    refused(book, &[("kill", "half")], rule::OPERATOR_MAY_CHOOSE, "DU-48");
    accepted(book, &[("kill", "half"), ("kill_chips", "10")]);
    refused(book, &[("commission_method", "time")], rule::DETERMINED_BEFORE_THE_ROUND, "DU-22");
    let table = accepted(book, &[]);
    assert_eq!((table.amount("commission_percent"), table.amount("commission_cap")), (Some(10), Some(1000)));
    assert_eq!(table.amount("commission_free_up_to_cents"), Some(0));
}

#[test]
fn antes_may_go_beside_blinds_where_the_book_says_so() {
    let book = Book::named("standard").unwrap();
    accepted(book, &[("antes_with_blinds", "big_blind"), ("ante", "2")]);
    assert!(book.determine(&[("antes_with_blinds", "each_player")]).is_err(), "an ante of 0");
    assert!(book.determine(&[("ante", "1")]).is_err(), "no antes beside blinds were chosen");
    accepted(book, &[("tournament_antes", "each_player"), ("ante", "1")]);
    // If the smallest bet is the last blind, the blinds of an ante game state its bets.
    let table = accepted(book, &[("forced_bets", "antes"), ("ante", "1"), ("blinds", "5 10")]);
    assert_eq!(table.amounts("blinds"), [5, 10]);
}

#[test]
fn five_and_six_hole_cards_bound_the_players() {
    // AMB-020: players x hole cards + 5 + 3 burns out of 52 cards; 44 cards serve eight players with five and
    // seven with six.
    let book = Book::named("standard").unwrap();
    for (cards, most) in [("4", 10), ("5", 8), ("6", 7)] {
        let with = |seats: &str| {
            let chosen = [("games", "omaha"), ("omaha_hole_cards", cards), ("seats", seats)];
            book.determine(&chosen).map(|table| table.text("seats").to_owned())
        };
        assert_eq!(with(&most.to_string()), Ok(most.to_string()));
        if most < 10 {
            let problems = with(&(most + 1).to_string()).expect_err("too many");
            assert_eq!(problems[0].rule, Some(rule::DECK_BOUNDS_THE_PLAYERS));
            assert_eq!(problems[0].expected, format!("at most {most}"));
        }
    }
    let two_blinds = book.determine(&[("blind_seats", "button")]).expect_err("one blind alone stands there");
    assert_eq!(two_blinds[0].rule, Some(rule::NUMBER_OF_BLINDS));
    accepted(book, &[("blind_seats", "button"), ("blind_count", "1")]);
}

#[test]
fn a_changed_table_is_changed_in_that_value_only() {
    let table = accepted(book(), &[]);
    let other = table.with_value("opening_option", "A").with_value("odd_chip", "one-each-from-left");
    assert_eq!((other.text("opening_option"), other.text("odd_chip")), ("A", "one_each_from_left"));
    let differing = table.values().zip(other.values()).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 2);
    assert_eq!(
        table.with_value("commission_percent", "10").cites(rule::COMMISSION_OF_THE_ROUND)[0],
        "HE-15.2(a)(ii)"
    );
}

#[test]
fn wagers_against_the_house_fit_each_other() {
    // UT-5.1
    let book = Book::named("canberra-ultimate-2019").unwrap();
    let with = |setting, value| [("max_payout_cents", "2500000"), (setting, value)];
    accepted(book, &with("ante_limits_cents", "500 1000"));
    for chosen in [with("ante_limits_cents", "1000 500"), with("play_limits_cents", "1000 79999")] {
        let problems = book.determine(&chosen).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].has_citation("UT-5.1"), "{}", problems[0]);
    }
    accepted(book, &with("play_limits_cents", "1000 80000"));
}

/// A refused setting cites what is behind that setting, with its readings, and not the list of what may be
/// chosen.
#[test]
fn a_refused_setting_cites_what_stands_behind_it() {
    let (he, om, ma, du) =
        ("canberra-holdem-2018", "canberra-omaha-2006", "canberra-manila-2006", "dunedin-17.7");
    let cases: [(&str, &str, &str, &[&str]); 33] = [
        (he, "raise_cap", "0", &["HE-DICT-betting-round", "AMB-044", "AMB-045"]),
        (he, "raise_cap_heads_up", "never", &["HE-DICT-betting-round", "AMB-046"]),
        (he, "raise_cap_counts_all_in_players", "true", &["HE-DICT-betting-round", "AMB-046"]),
        (he, "run_twice", "offered", &["HE-13.3", "AMB-077"]),
        (he, "odd_chip", "one_each_from_left", &["HE-13.2", "AMB-075"]),
        (he, "short_blind_price", "posted", &["HE-8.4", "HE-14.1", "AMB-057"]),
        (he, "newcomer_exempt", "none", &["HE-17.12", "AMB-113"]),
        (om, "newcomer_exempt", "none", &["OM-17.12", "AMB-113"]),
        (ma, "newcomer_exempt", "none", &["MA-17.12", "AMB-113"]),
        (he, "short_stack", "plays_on", &["HE-14.3", "AMB-011"]),
        (om, "turn_seconds", "30", &["OM-4.8"]),
        (ma, "turn_seconds", "30", &["MA-4.8"]),
        (ma, "burn", "true", &["AMB-061"]),
        (om, "show_one_show_all", "at_once_if_seen", &["OM-17.16", "AMB-099"]),
        (he, "kill", "half", &["HE-4.2"]),
        (du, "deck_cards", "48", &["DU-A12"]),
        (du, "joker", "true", &["DU-A12"]),
        (du, "ace", "high", &["DU-A12"]),
        (du, "low_ace", "high", &["DU-A13"]),
        (du, "showdown_mode", "low", &["DU-A12", "DU-A13"]),
        (du, "seats", "60", &["DU-A12"]),
        (du, "short_blind_price", "posted", &["DU-A98"]),
        (du, "heads_up_button_posts_first", "false", &["DU-A22"]),
        (du, "button_after_void", "moves", &["DU-A23"]),
        (du, "commission_equal_hands_exempt", "round", &["DU-A15"]),
        (du, "raise_into_all_in_players", "offered", &["DU-GLOSS-all-in"]),
        (du, "over_blind_level", "30", &["DU-GLOSS-straddle", "DU-A59"]),
        (du, "ante_opener", "may_fold", &["DU-GLOSS-check", "DU-A06"]),
        (du, "min_bet", "10", &["DU-39"]),
        (du, "kill", "half", &["DU-48", "DU-48.2", "DU-A16"]),
        // These cite a rule and its clauses first, and then the setting's own.
        (du, "commission_method", "time", &["DU-22", "DU-A15"]),
        (he, "min_bet", "20", &["HE-4.2(f)", "AMB-056"]),
        (he, "max_buy_in", "50", &["HE-4.3", "HE-4.2(a)", "HE-4.2(i)", "HE-4.5", "AMB-012", "AMB-040"]),
    ];
    for (name, setting, value, expected) in cases {
        let problems = Book::named(name).unwrap().determine(&[(setting, value)]).expect_err(setting);
        assert_eq!(problems.len(), 1, "{name}: {problems:?}");
        assert_eq!(problems[0].cites, expected, "{name}: {setting} = {value}");
    }
    let antes = [("forced_bets", "antes"), ("ante", "2"), ("opening_option", "C")];
    for (book, letters) in canberra() {
        let problems = book.determine(&antes).expect_err("an ante game has one option");
        let own = [format!("{letters}-10.2(d)"), format!("{letters}-10.2")];
        assert_eq!(problems[0].cites, [&own[0], &own[1], "AMB-068", "AMB-064"]);
    }
}

/// The citations of a rule may have several parts that depend on a choice.
#[test]
fn clauses_may_follow_several_choices() {
    let cites = |chosen: &[(&str, &str)]| accepted(book(), chosen).cites(rule::BEST_HAND_WINS).to_vec();
    assert_eq!(cites(&[]), ["HE-9.1", "HE-DICT-high-ball", "HE-3.2", "HE-3.3"]);
    let short = [("deck_cards", "36"), ("joker", "true"), ("ace", "high_and_low")];
    assert_eq!(cites(&short), ["HE-9.1", "HE-DICT-high-ball", "HE-3.2", "HE-3.4"]);
    let halves = [("deck_cards", "36"), ("showdown_mode", "high_low")];
    assert_eq!(cites(&halves), ["HE-9.1", "HE-DICT-high-low-split", "HE-3.2", "HE-3.4", "AMB-032"]);
    let own = Book::read(
        "id = \"mine\"\ntitle = \"Mine\"\nversion = \"1\"\nbased_on = \"dunedin-17.7\"\n[rules]\n\
         odd-chip = [\"DU-A87\", \"DU-74\", { by = \"games\", at = { omaha = [\"DU-74b\"] } }]\n",
    );
    let own = own.unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(accepted(&own, &[]).cites(rule::ODD_CHIP), ["DU-74", "DU-A87"]);
    assert_eq!(accepted(&own, &[("games", "omaha")]).cites(rule::ODD_CHIP), ["DU-74", "DU-74b", "DU-A87"]);
}

/// AMB-093: a pot of 45 less a commission of 2 leaves 43, which chips of 5 dollars cannot pay. On the other
/// side of the line, a chip of a dollar needs no change.
#[test]
fn a_smallest_chip_above_what_commission_is_counted_in_is_warned_of() {
    for (book, letters) in canberra() {
        let with = |chip: &str, others: &[(&str, &str)]| {
            let pots = [("commission_method", "pot"), ("commission_cap", "1000"), ("smallest_chip", chip)];
            let choices: Vec<(&str, &str)> = pots.iter().chain(others).copied().collect();
            accepted(book, &choices).warnings()
        };
        assert_eq!(with("1", &[]), []);
        let warned = with("5", &[]);
        let [warning] = warned.as_slice() else { panic!("{warned:?}") };
        assert_eq!((warning.setting.as_str(), warning.given.as_str()), ("smallest_chip", "5"));
        assert_eq!(warning.rule, Some(rule::ODD_AMOUNT_AFTER_COMMISSION));
        assert_eq!(warning.cites, [format!("{letters}-13.2"), "AMB-075".to_owned(), "AMB-093".to_owned()]);
        assert!(
            warning.to_string().contains("counted in 100 cents and the smallest chip is worth 500"),
            "{warning}"
        );
        // The chips that stacks are counted in are not changed: of $125, the $6 are one chip of $5, and of a
        // dollar, chips of 30 cents pay 90.
        for unit in ["500", "30"] {
            let warned = with("1", &[("chip_cents", unit)]);
            let [warning] = warned.as_slice() else { panic!("{warned:?}") };
            assert_eq!((warning.setting.as_str(), warning.given.as_str()), ("chip_cents", unit));
            assert_eq!(warning.rule, Some(rule::COMMISSION_IN_WHOLE_CHIPS));
            assert_eq!(warning.cites.last().map(String::as_str), Some("AMB-093"));
            assert!(warning.to_string().contains("no change is made of a chip"), "{warning}");
        }
        assert_eq!(with("5", &[("chip_cents", "20")]), [], "a chip of a dollar");
        assert_eq!(with("5", &[("commission_round_to_chip", "true")]), [], "no change is made");
        let by_time = accepted(book, &[("smallest_chip", "5")]);
        assert_eq!(by_time.warnings(), [], "nothing is taken from the pots");
    }
}
