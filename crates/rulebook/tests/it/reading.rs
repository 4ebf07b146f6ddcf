//! Operators' book files.

use rulebook::{Book, BookSetting, rule};

const SHORT: &str = "id = \"my-house\"\ntitle = \"My house\"\nversion = \"1\"\nbased_on = \"dunedin-17.7\"\n";

/// A file based on Dunedin, with these lines added.
fn with(lines: &str) -> String {
    format!("{SHORT}{lines}\n")
}

fn faults(text: &str) -> Vec<String> {
    match Book::read(text) {
        Ok(_) => panic!("a faulty book was read:\n{text}"),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_copied_book_with_one_value_edited_works_and_the_change_shows() {
    for name in Book::names() {
        let text = Book::file_of(name).unwrap();
        assert_eq!(Book::read(text).as_ref().ok(), Book::named(name), "{name} read from its own file");
    }
    let text = Book::file_of("dunedin-17.7").unwrap();
    let edited = text
        .replace("id = \"dunedin-17.7\"", "id = \"my-house\"")
        .replace(
            "blinds = { default = \"2 5\", choices = [\"any\"] }",
            "blinds = { default = \"5 10\", choices = [\"any\"] }",
        )
        .replace("odd_chip = \"highest_hole_card\"", "odd_chip = \"one_each_from_left\"");
    let book = Book::read(&edited).unwrap();
    let original = Book::named("dunedin-17.7").unwrap();
    assert_eq!(book.id(), "my-house");
    let changed: Vec<&str> = book
        .settings()
        .zip(original.settings())
        .filter(|((_, ours), (_, theirs))| ours != theirs)
        .map(|((setting, _), _)| setting.name.as_str())
        .collect();
    assert_eq!(changed, ["blinds", "odd_chip"]);
    let table = book.determine(&[]).unwrap();
    assert_eq!((table.text("blinds"), table.text("odd_chip")), ("5 10", "one_each_from_left"));
    assert_eq!(table.cites(rule::SHORT_ALL_IN_DOES_NOT_REOPEN), ["DU-52", "DU-A30"]);
}

#[test]
fn a_book_may_state_only_its_differences() {
    let book = Book::read(&with("[settings]\nblinds = { default = [5, 10] }\nburn = false")).unwrap();
    assert_eq!(book.based_on(), Some("dunedin-17.7"));
    let table = book.determine(&[]).unwrap();
    assert_eq!((table.text("blinds"), table.text("burn")), ("5 10", "false"));
    assert_eq!(table.text("short_all_in"), "no_reopen");
    assert!(
        matches!(book.setting("blinds"), Some(BookSetting::Operator { .. })),
        "the choices are those of the base"
    );
    book.determine(&[("blinds", "25 50")]).unwrap();
}

#[test]
fn a_book_may_strike_and_add_rules() {
    let book =
        Book::read(&with("[rules]\nraise-cap = false\nbomb-pot = true\nodd-chip = [\"DU-74\"]")).unwrap();
    assert!(!book.has_rule(rule::RAISE_CAP) && book.has_rule(rule::BOMB_POT));
    assert_eq!(book.cites(rule::ODD_CHIP), ["DU-74"]);
    assert!(book.cites(rule::BOMB_POT).is_empty());
}

#[test]
fn a_choice_may_depend_on_another_setting() {
    let line = "commission_free_up_to_cents = { by = \"commission_percent\", at = { 10 = 500, 5 = 900 } }";
    let book = Book::read(&with(&format!("[settings]\n{line}"))).unwrap();
    assert_eq!(book.determine(&[]).unwrap().amount("commission_free_up_to_cents"), Some(500));
    let table = book.determine(&[("commission_percent", "5")]).unwrap();
    assert_eq!(table.amount("commission_free_up_to_cents"), Some(900));
    let problems = book.determine(&[("commission_percent", "7")]).unwrap_err();
    assert_eq!(
        problems[0].to_string(),
        "commission_percent = 7: the book has no commission_free_up_to_cents for it; expected 10 or 5 (DU-22, DU-A15)"
    );
}

#[test]
fn each_fault_of_a_book_is_named_with_its_line() {
    let cases = [
        ("[settings]\nburns = true", "line 6: burns: unknown setting; expected burn"),
        ("[settings]\nstraddle = 1", "line 6: straddle: unknown setting; expected over_blinds"),
        ("[settings]\nburn = \"maybe\"", "line 6: burn = maybe: not a valid value; expected false or true"),
        (
            "[settings]\nsmallest_chip = 0",
            "line 6: smallest_chip = 0: not a valid value; expected a whole number of chips from 1 up",
        ),
        (
            "[settings]\ncommission_percent = 101",
            "line 6: commission_percent = 101: not a valid value; expected a whole number of percent from 0 to 100",
        ),
        (
            "[settings]\nodd_chip = { default = \"highest_hole_card\", choices = [\"one_each_from_left\"] }",
            "line 6: odd_chip = highest_hole_card: the default is not among the choices; expected one_each_from_left",
        ),
        (
            "[settings]\nodd_chip = { default = \"highest_hole_card\" }",
            "line 6: odd_chip: it does not say what may be chosen; expected choices = [..] out of first_left_takes_all, \
             one_each_from_left or highest_hole_card",
        ),
        (
            "[settings]\nburn = { choices = [true] }",
            "line 6: burn: a choice needs a default; expected default = VALUE or no_default = true",
        ),
        (
            "[settings]\nburn = { default = true, choices = [], }",
            "line 6: burn: the list of choices is empty; expected one choice or more",
        ),
        (
            "[settings]\nseats = { default = 6, choices = [\"10..2\"] }",
            "line 6: seats = 10..2: not a valid range; expected a range such as \"2..10\" within a whole number of seats \
             from 2 to 100",
        ),
        (
            "[settings]\nburn = { default = true, choices = [true], why = \"x\" }",
            "line 6: burn: unknown key why; expected default, no_default, choices, bound, note, or by and at",
        ),
        (
            "[settings]\nmax_buy_in = { default = \"none\", choices = [\"none\"], bound = \"from min_buy_in\" }",
            "line 6: max_buy_in = from min_buy_in: unknown bound; expected from_min_buy_in, from_min_bet, \
             from_last_blind, to_last_blind, to_approved, approved or to_deck",
        ),
        (
            "[settings]\nburn = 1.5",
            "line 6: burn: not a value that a setting can have; expected text in quotes, a whole number, true or false",
        ),
        (
            "[settings]\nblinds = { default = \"10 5\", choices = [\"any\"] }",
            "line 6: blinds = 10 5: the defaults contradict each other: it falls from 10 to 5; expected amounts that do not \
             fall (DU-22, DU-A22)",
        ),
        ("[rules]\nraise-caps = true", "line 6: raise-caps: unknown rule; expected raise-cap"),
        (
            "[rules]\nraise-cap = [\"DU-41.3\"]",
            "line 6: raise-cap = DU-41.3: no register has that id; expected DU-41.2",
        ),
        (
            "[rules]\nraise-cap = 3",
            "line 6: raise-cap: not a list of clauses; expected a list of register ids, \"no clause\", true or false",
        ),
        (
            "colour = \"red\"",
            "line 5: colour: unknown key; expected id, title, version, document, register, family, based_on, settings, rules or only_with",
        ),
        (
            "register = \"paris\"",
            "line 5: register = paris: no register has this name; expected canberra-holdem-2018, canberra-omaha-2006, canberra-manila-2006, canberra-ultimate-2019 or dunedin-17.7",
        ),
        (
            "family = \"bridge\"",
            "line 5: family = bridge: unknown family of games; expected poker or ultimate",
        ),
        (
            "[[only_with]]\nsetting = \"burn\"\nvalue = true\nneeds = \"joker\"",
            "line 5: only_with: it does not say what the other setting must be; expected either at_most_cents or has",
        ),
        (
            "[settings]\nburn = { by = \"jokers\", at = {} }",
            "line 6: jokers: unknown setting; expected joker",
        ),
    ];
    for (lines, expected) in cases {
        let found = faults(&with(lines));
        assert!(found.iter().any(|fault| fault == expected), "{expected}\nis not among\n{found:#?}");
    }
}

#[test]
fn a_full_book_must_say_what_every_setting_is() {
    let found = faults("id = \"x\"\ntitle = \"X\"\nversion = \"1\"\n[settings]\nburn = true\n[rules]\n");
    // All 215 settings but the one that it gives.
    assert_eq!(found.len(), 214, "{:#?}", &found[..3]);
    assert!(found[0].starts_with("games: the book does not set it"), "{}", found[0]);
}

#[test]
fn all_faults_of_a_file_are_listed_in_the_order_of_its_lines() {
    let found =
        faults(&with("[settings]\nburns = 1\njoker = 7\n[rules]\nno-such-rule-at-all-anywhere = true"));
    let lines: Vec<&str> = found.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["line 6", "line 7", "line 9"], "{found:#?}");
}

#[test]
fn a_file_without_a_name_or_on_an_unknown_base_is_not_a_book() {
    let found = faults("based_on = \"standard\"");
    assert_eq!(found.len(), 3, "id, title and version are missing: {found:#?}");
    let found = faults("id = \"x\"\ntitle = \"X\"\nversion = \"1\"\nbased_on = \"standrad\"");
    assert!(found[0].starts_with("line 4: based_on = standrad: unknown built-in book"), "{found:#?}");
    let found = faults("id = \"My House\"\ntitle = \"X\"\nversion = \"1\"\nbased_on = \"standard\"");
    assert!(found[0].starts_with("line 1: id = My House: not a valid id for a book"), "{found:#?}");
}

#[test]
fn a_broken_file_gives_one_line_with_its_place() {
    let cases = ["id = ", "[settings", "id = \"x\"\nid = \"y\"", "\u{0}", "= 3", "[settings]\nburn = {"];
    for text in cases {
        for fault in faults(text) {
            assert!(fault.starts_with("line "), "{fault}");
            assert!(!fault.contains('\n'), "{fault}");
        }
    }
    let large = "#".repeat((1 << 20) + 1);
    assert_eq!(faults(&large), ["the file has 1048577 bytes; expected at most 1048576"]);
}

fn read_or_faults(text: &str) {
    if let Err(problems) = Book::read(text) {
        assert!(!problems.is_empty(), "no book and no reason:\n{text}");
    }
}

#[test]
fn no_text_makes_the_reader_fall() {
    // Every prefix of a good file, and the file with each of a few characters inserted at the start of each
    // line.
    let good = with(
        "[settings]\nblinds = { default = [5, 10] }\n[rules]\nodd-chip = [\"DU-74\"]\n[[only_with]]\nsetting = \"kill\"",
    );
    for end in 0..good.len() {
        read_or_faults(&good[..end]);
    }
    for (at, _) in good.match_indices('\n') {
        for put in ["[", "{", "\"", "=", "burn", "\u{7f}", "é"] {
            let mut text = good.clone();
            text.insert_str(at, put);
            read_or_faults(&text);
        }
    }
}

#[test]
fn the_examples_of_the_format_are_books() {
    let page = include_str!("../../../../docs/books.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2);
    let book = Book::read(blocks[0]).unwrap_or_else(|problems| panic!("{problems:?}"));
    let table = book.determine(&[]).unwrap();
    assert_eq!((book.id(), table.text("blinds"), table.text("burn")), ("friday", "5 10", "true"));
    assert!(!book.has_rule(rule::OVER_BLIND_BEFORE_THE_DEAL));
    Book::read(&with(blocks[1])).unwrap_or_else(|problems| panic!("{problems:?}"));
    // Every line that shows how to write a setting or a rule.
    let examples = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    let (mut settings, mut rules) = (Vec::new(), Vec::new());
    for (written, _) in examples.filter(|(written, _)| written.contains(" = ")) {
        if written.split(' ').next().unwrap().contains('-') {
            rules.push(written)
        } else {
            settings.push(written)
        }
    }
    assert_eq!((settings.len(), rules.len()), (5, 7), "{settings:?} {rules:?}");
    for (head, lines) in [("[settings]", settings), ("[rules]", rules)] {
        for line in lines {
            let line = line.split("` or `").next().unwrap();
            Book::read(&with(&format!("{head}\n{line}")))
                .unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
        }
    }
}
