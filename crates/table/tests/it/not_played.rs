//! Every setting has an effect, or choosing it is refused by name.

use std::collections::BTreeSet;
use std::path::Path;

use rulebook::setting::{GameFamily, SettingKind};
use rulebook::{AllowedValue, Book, BookSetting, Setting};
use table::{House, HouseProblem, NOT_PLAYED};

/// The list may only shrink: when you make a setting work, strike it and lower this number.
const MOST_NOT_PLAYED: usize = 101;

/// The charge by time is announced and kept within its approved maximum; it is paid at the cashier, not at
/// the table.
const ANNOUNCED: [&str; 3] = ["time_charge_maximum_cents", "time_charge_cents", "time_charge_minutes"];

/// Whether an operator or a book can give a setting more than one value that matters to the machine.
fn has_a_choice(setting: &Setting) -> bool {
    match setting.kind {
        SettingKind::Word => setting.words.len() > 1,
        // A line of text exists only to be shown.
        SettingKind::Text => false,
        SettingKind::Words
        | SettingKind::Number
        | SettingKind::Numbers
        | SettingKind::ByBettingRound
        | SettingKind::Limits
        | SettingKind::ByPercentage
        | SettingKind::Date => true,
    }
}

/// The text of every source file of the engine, the room and the hand-history readers, without their tests.
fn sources() -> String {
    let mut all = String::new();
    let mut folders: Vec<_> = ["table", "room", "history"]
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("not_played.rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                all.push_str(text.split("#[cfg(test)]").next().unwrap_or_default());
            }
        }
    }
    all
}

#[test]
fn every_setting_is_read_where_hands_are_played_or_is_on_the_list_of_those_not_played() {
    let sources = sources();
    let with_a_choice = GameFamily::Poker.settings().iter().filter(|setting| has_a_choice(setting));
    let unread: BTreeSet<&str> = with_a_choice
        .map(|setting| setting.name.as_str())
        .filter(|name| !ANNOUNCED.contains(name) && !sources.contains(&format!("\"{name}\"")))
        .collect();
    let listed = BTreeSet::from(NOT_PLAYED);
    let unlisted: Vec<_> = unread.difference(&listed).collect();
    assert!(unlisted.is_empty(), "nothing reads these, but they are not refused: {unlisted:?}");
    let read: Vec<_> = listed.difference(&unread).collect();
    assert!(read.is_empty(), "these are read now, strike them from the list: {read:?}");
    assert!(NOT_PLAYED.len() <= MOST_NOT_PLAYED, "the list has grown to {}", NOT_PLAYED.len());
}

/// The problems reported for a table of a book with one value changed.
fn problems_of(book: &Book, setting: &str, value: &str) -> Vec<HouseProblem> {
    let determined = book.determine(&[]).expect("a default table").with_value(setting, value);
    House::of_any_game(&determined).err().unwrap_or_default()
}

#[test]
fn every_choice_of_a_setting_not_played_is_refused_by_name_with_what_is_expected() {
    let poker = || Book::built_in().filter(|book| book.family() == GameFamily::Poker);
    let mut refused = 0;
    for book in poker() {
        let unchanged = House::of_any_game(&book.determine(&[]).expect("a default table"));
        assert!(unchanged.is_ok(), "{}: {unchanged:?}", book.id());
        for name in NOT_PLAYED {
            let setting = Setting::named(GameFamily::Poker, name).expect("a setting");
            let Some(BookSetting::Operator { default, choices }) = book.setting(name) else { continue };
            let exactly = choices.offered.iter().filter_map(|choice| match choice {
                AllowedValue::Exactly(value) => Some(value.clone()),
                AllowedValue::Any | AllowedValue::List | AllowedValue::Between(..) => None,
            });
            let numbers = [7, 77, 777].map(|number| number.to_string());
            let days = ["2020-02-29".to_owned()];
            let others = exactly.chain(numbers).chain(days).filter(|value| {
                choices.allows(setting, value) && setting.canonical(value).as_ref() == Ok(value)
            });
            for value in others.filter(|value| default.as_ref() != Some(value)) {
                let problems = problems_of(book, name, &value);
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                let expected = default.as_deref().unwrap_or("no choice");
                let line = format!("{name} = {value}: not played yet; expected {expected}");
                assert_eq!(lines, [line], "{}", book.id());
                refused += 1;
            }
        }
    }
    // Each of the three Canberra books has at least 17 such choices, and Dunedin has more.
    assert!(refused > 100, "{refused} choices");
    let lines = |book: &str, setting, value| {
        let problems = problems_of(Book::named(book).expect("built in"), setting, value);
        problems.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let call = "oversize_chip = call: not played yet; expected face_value";
    assert_eq!(lines("canberra-holdem-2018", "oversize_chip", "call"), [call]);
    let six = "omaha_hole_cards = 6: not played yet; expected 4";
    assert_eq!(lines("standard", "omaha_hole_cards", "6"), [six]);
}

#[test]
fn a_book_file_that_changes_a_setting_not_played_is_refused_too() {
    let head = "id = \"friday\"\ntitle = \"Friday\"\nversion = \"1\"\n";
    let opened = |text: &str| {
        let book = Book::read(text).unwrap_or_else(|problems| panic!("{problems:?}"));
        let house = House::of(&book.determine(&[]).expect("a default table"));
        house.map(|_| ()).map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let changed =
        |settings: &str| opened(&format!("{head}based_on = \"dunedin-17.7\"\n[settings]\n{settings}\n"));
    assert_eq!(changed("odd_chip = \"one_each_from_left\""), Ok(()), "a setting that is played");
    assert_eq!(changed("oversize_chip = \"call\""), Ok(()), "as the book has it");
    assert_eq!(changed("muck_retrieval = \"not_used\""), Ok(()), "the procedure is left out");
    assert_eq!(changed("final_authority = \"The host\""), Ok(()), "a text that is shown");
    let refused = |line: &str| Err(vec![line.to_owned()]);
    let never = "muck_retrieval = never: not played yet; expected management";
    assert_eq!(changed("muck_retrieval = \"never\""), refused(never));
    // A copy that names no base belongs to the book whose clauses it cites; without clauses, to the common
    // rules.
    let copy = |name: &str, from: &str, to: &str| {
        let text = Book::file_of(name).expect("built in");
        assert!(text.contains(from), "{name} has {from}");
        opened(&text.replace(from, to).replace(&format!("id = \"{name}\""), "id = \"copy\""))
    };
    assert_eq!(
        copy("canberra-holdem-2018", "exposed_next_card = \"used\"", "exposed_next_card = \"burned\""),
        refused("exposed_next_card = burned: not played yet; expected used")
    );
    assert_eq!(copy("practice", "id = \"practice\"", "id = \"copy\""), Ok(()));
    assert_eq!(
        copy("standard", "stub_fouled = \"three_steps\"", "stub_fouled = \"official\""),
        refused("stub_fouled = official: not played yet; expected three_steps")
    );
}

#[test]
fn a_house_on_record_is_read_whatever_it_chose() {
    let book = Book::named("canberra-holdem-2018").expect("built in");
    let determined = book.determine(&[]).expect("a default table");
    let written = serde_json::to_string(&House::of(&determined).expect("played")).expect("written");
    let before = "\"oversize_chip\":\"face_value\"";
    assert!(written.contains(before), "{written}");
    let read: House =
        serde_json::from_str(&written.replace(before, "\"oversize_chip\":\"call\"")).expect("read");
    assert_eq!(read.determined.text("oversize_chip"), "call");
}

#[test]
fn no_table_of_the_game_against_the_house_is_opened_yet() {
    let book = Book::named("canberra-ultimate-2019").expect("built in");
    let determined = book.determine(&[("max_payout_cents", "2500000")]).expect("determined");
    for house in [House::of(&determined), House::of_any_game(&determined)] {
        let problems = house.expect_err("not played");
        assert!(problems.iter().any(|problem| problem.setting == "games"), "{problems:?}");
    }
}
