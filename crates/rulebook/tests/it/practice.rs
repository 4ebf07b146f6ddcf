//! Practice books derived from the built-in ones. What each changes is written out from `rules/README.md`:
//! `machine_players = marked`, `commission_method = none`, `clock_with_bots_only = stands`, `turn_seconds = 15`
//! where it is none, `max_payout_cents = 2500000`, no approvals; each where the book has the setting.

use rulebook::{AllowedValue, Book, BookSetting};

/// The value that a book fixes, or its default.
fn value(says: &BookSetting) -> &str {
    match says {
        BookSetting::Fixed(value) => value,
        BookSetting::Operator { default, .. } => default.as_deref().unwrap_or("no default"),
        BookSetting::NotUsed => "not used",
        BookSetting::Depends { .. } => "depends",
    }
}

#[test]
fn each_derived_book_changes_what_practice_needs_and_nothing_else() {
    type Changes = &'static [(&'static str, &'static str, &'static str)];
    const CASINO: Changes = &[
        ("turn_seconds", "none", "15"),
        ("clock_with_bots_only", "runs", "stands"),
        ("commission_method", "time", "none"),
        ("machine_players", "off", "marked"),
    ];
    const APPROVED: Changes = &[
        ("turn_seconds", "none", "15"),
        ("clock_with_bots_only", "runs", "stands"),
        ("commission_method", "time", "none"),
        ("tournament_conditions_approval", "true", "false"),
        ("machine_players", "off", "marked"),
    ];
    const BOOKS: [(&str, Changes); 6] = [
        (
            "standard",
            &[
                ("clock_with_bots_only", "runs", "stands"),
                ("commission_method", "none", "none"),
                ("machine_players", "off", "marked"),
            ],
        ),
        ("canberra-holdem-2018", CASINO),
        ("canberra-omaha-2006", APPROVED),
        ("canberra-manila-2006", APPROVED),
        (
            "canberra-ultimate-2019",
            &[
                ("max_payout_cents", "no default", "2500000"),
                ("machine_players", "off", "marked"),
                ("clock_with_bots_only", "runs", "stands"),
            ],
        ),
        (
            "dunedin-17.7",
            &[
                ("turn_seconds", "none", "15"),
                ("clock_with_bots_only", "runs", "stands"),
                ("commission_method", "pot", "none"),
                ("machine_players", "off", "marked"),
            ],
        ),
    ];
    let derived: Vec<&str> = Book::derived_practice().map(Book::id).collect();
    assert_eq!(derived, BOOKS.map(|(base, _)| format!("{base}+practice")));
    for (base, expected) in BOOKS {
        let book = Book::named(&format!("{base}+practice")).expect("a derived book");
        let changes: Vec<(&str, &str, &str)> = book
            .changes_from_base()
            .map(|(setting, base, own)| (setting.name.as_str(), value(base), value(own)))
            .collect();
        assert_eq!(changes, expected, "{base}");
        let official = Book::named(base).expect("a built-in book");
        assert!(book.rules().eq(official.rules()), "{base}: the same rules");
        assert!(
            book.rules().all(|rule| book.cites(rule) == official.cites(rule)),
            "{base}: the same clauses"
        );
        assert!(book.is_derived_practice() && !official.is_derived_practice());
        assert_eq!(book.title(), format!("{} · practice", official.title()));
    }
}

#[test]
fn the_preset_for_practice_is_not_derived_again_and_the_official_books_stay_literal() {
    assert_eq!(Book::named("practice+practice"), None);
    assert_eq!(Book::named("standard+practice+practice"), None);
    assert_eq!(Book::named("paris+practice"), None);
    assert_eq!(Book::named("canberra-holdem-2018").map(|book| book.changes_from_base().count()), Some(0));
    let refused = Book::named("canberra-holdem-2018").unwrap().determine(&[("commission_method", "none")]);
    assert_eq!(refused.unwrap_err()[0].setting, "commission_method");
    let refused = Book::named("canberra-holdem-2018").unwrap().determine(&[("machine_players", "marked")]);
    assert_eq!(refused.unwrap_err()[0].setting, "machine_players");
}

#[test]
fn a_practice_table_has_a_time_and_other_times_may_be_chosen_but_not_none() {
    let book = Book::named("canberra-holdem-2018+practice").unwrap();
    assert_eq!(book.determine(&[]).unwrap().text("turn_seconds"), "15");
    assert_eq!(book.determine(&[("turn_seconds", "40")]).unwrap().text("turn_seconds"), "40");
    let refused = book.determine(&[("turn_seconds", "none")]).unwrap_err();
    assert_eq!(refused[0].setting, "turn_seconds");
    let Some(BookSetting::Operator { choices, .. }) = book.setting("turn_seconds") else {
        panic!("left open")
    };
    assert_eq!(choices.offered, [AllowedValue::Any]);
}

#[test]
fn a_derived_book_is_found_by_its_id_and_its_file_reads_as_the_same_book() {
    for book in Book::derived_practice() {
        assert_eq!(Book::named(&book.id().replace('-', "_")), Some(book));
        assert_eq!(Book::file_of(book.id()), Some(book.text()));
        assert_eq!(Book::read(book.text()).as_ref(), Ok(book));
        assert!(book.is_built_in(), "stored by its id alone");
    }
}

#[test]
fn only_a_practice_book_has_the_sign_plus_in_its_id() {
    let file = |id: &str| format!("id = \"{id}\"\ntitle = \"T\"\nversion = \"1\"\nbased_on = \"standard\"\n");
    assert!(Book::read(&file("standard+practice")).is_ok());
    for id in ["practice+", "my+practice", "a+b", "+practice", "dunedin-17.7+practice"] {
        let problems = Book::read(&file(id)).expect_err(id);
        assert_eq!(problems[0].setting, "id", "{id}");
    }
    // A copy that says something else is a book of its own, stored with its text.
    let other = Book::read(&file("standard+practice")).unwrap();
    assert!(!other.is_built_in() && !other.is_derived_practice());
}
