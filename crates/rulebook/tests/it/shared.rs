//! Compares our data, cell by cell, with the tables it was copied from, if those are there.

use std::path::PathBuf;

use rulebook::setting::{GameFamily, Setting, SettingKind};
use rulebook::{Book, BookSetting, register};

/// The folder of rule tables beside the repository, if there is one.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/rules");
    folder.join("settings.csv").exists().then_some(folder)
}

fn table(name: &str) -> Option<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(folder()?.join(name)).expect("a readable table");
    Some(cells(&text))
}

/// The test's own reader of comma-separated values, so that it does not rely on the one it tests.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    // Doubled quotes are set aside while single quotes open and close cells.
    for (at, part) in text.replace("\"\"", "\u{1}").split('"').enumerate() {
        let inside = at % 2 == 1;
        for c in part.chars() {
            match c {
                ',' if !inside => rows.last_mut().unwrap().push(String::new()),
                '\n' if !inside => rows.push(vec![String::new()]),
                '\r' if !inside => {}
                '\u{1}' => rows.last_mut().unwrap().last_mut().unwrap().push('"'),
                other => rows.last_mut().unwrap().last_mut().unwrap().push(other),
            }
        }
    }
    rows.retain(|row| row.len() > 1);
    rows
}

/// Our settings that the table lacks: the approval required by 15.3 needs a place.
const OURS: [&str; 1] = ["time_charge_maximum_cents"];

/// How a book file writes a cell whose words say more than choices.
const IN_WORDS: [(&str, &str); 9] = [
    ("any up to the last blind", "any; up to the last blind"),
    ("any up to the approved maximum", "any; up to the approved maximum"),
    ("none, any from min_bet", "none, any; from min_bet"),
    ("none, any from min_buy_in", "none, any; from min_buy_in"),
    ("x2, any chips from the last blind", "x2, any; chips from the last blind"),
    (
        "approved amounts; required when commission_method = pot",
        "any; approved amounts; required when commission_method = pot",
    ),
    ("2 to the bound of the deck", "2..; to the bound of the deck"),
    ("none, 5; tournaments 25, 100", "none, 5, 25, 100; tournaments 25, 100"),
    ("high; high_low in Omaha", "high, high_low; high_low in Omaha"),
];

const MORE_IN_WORDS: [(&str, &str); 3] = [
    ("0, 1; more = re-straddles", "0, 1, any; more = re-straddles"),
    ("2 to 10", "2..10"),
    ("1 to 7", "1..7"),
];

/// The cell of the table in the words of `BookSetting::summary`.
fn expected(setting: &Setting, cell: &str) -> String {
    let value = |text: &str| match setting.kind {
        SettingKind::Words => text.replace(", ", " "),
        SettingKind::Word | SettingKind::Number => text.replace('-', "_"),
        _ => text.to_owned(),
    };
    if cell == "1900 at 5 percent, 900 at 10 percent" {
        return "by commission_percent: 900 at 10, 1900 at 5".to_owned();
    }
    let Some(operator) = cell.strip_prefix("operator: ") else {
        return if cell == "not used" { cell.to_owned() } else { value(cell) };
    };
    let (default, choices) = operator.split_once(" (").expect("a default and choices");
    let choices = choices.strip_suffix(')').expect("choices end");
    let default = match default.strip_prefix("default ") {
        Some(default) => format!("default {}", value(default)),
        None => default.to_owned(),
    };
    let known = IN_WORDS.iter().chain(&MORE_IN_WORDS).find(|(theirs, _)| *theirs == choices);
    let choices = known.map_or(choices, |(_, ours)| ours);
    format!("operator: {default} ({choices})")
}

fn compare(file: &str, family: GameFamily, books: &[&str]) {
    let Some(rows) = table(file) else { return };
    let column = |name: &str| rows[0].iter().position(|head| head == name).expect("a column");
    let ours: Vec<&Setting> =
        family.settings().iter().filter(|setting| !OURS.contains(&setting.name.as_str())).collect();
    let theirs: Vec<&str> = rows[1..].iter().map(|row| row[column("setting")].as_str()).collect();
    assert_eq!(
        ours.iter().map(|setting| setting.name.as_str()).collect::<Vec<_>>(),
        theirs,
        "names in their order"
    );
    for (setting, row) in ours.iter().zip(&rows[1..]) {
        assert_eq!(setting.meaning, row[column("meaning")], "{}", setting.name);
        assert_eq!(setting.values, row[column("values")], "{}", setting.name);
        assert_eq!(setting.source, row[column("source")], "{}", setting.name);
        if family == GameFamily::Poker {
            assert_eq!(setting.area, row[column("area")], "{}", setting.name);
            assert_eq!(setting.old_names.join(" "), row[column("old_names")], "{}", setting.name);
        }
        for book in books {
            let cell = Book::named(book).unwrap().setting(&setting.name).expect("a cell").summary();
            assert_eq!(cell, expected(setting, &row[column(book)]), "{book}: {}", setting.name);
        }
    }
}

#[test]
fn our_poker_settings_are_those_of_the_table() {
    let books = [
        "canberra-holdem-2018",
        "canberra-omaha-2006",
        "canberra-manila-2006",
        "dunedin-17.7",
        "standard",
        "practice",
    ];
    compare("settings.csv", GameFamily::Poker, &books);
}

#[test]
fn our_settings_against_the_house_are_those_of_the_table() {
    compare("settings-ultimate.csv", GameFamily::Ultimate, &["canberra-ultimate-2019"]);
}

#[test]
fn the_words_of_a_setting_are_those_of_the_table() {
    let Some(rows) = table("settings.csv") else { return };
    for row in &rows[1..] {
        let setting = Setting::named(GameFamily::Poker, &row[0]).expect("a setting");
        if setting.kind != SettingKind::Word {
            continue;
        }
        let words: Vec<String> = row[3].split(" | ").map(|word| word.replace('-', "_")).collect();
        assert_eq!(setting.words, words, "{}", setting.name);
    }
}

#[test]
fn our_register_is_that_of_the_tables() {
    let files = [
        ("holdem.csv", "canberra-holdem-2018"),
        ("omaha.csv", "canberra-omaha-2006"),
        ("manila.csv", "canberra-manila-2006"),
        ("uth.csv", "canberra-ultimate-2019"),
        ("dunedin.csv", "dunedin-17.7"),
    ];
    for (file, book) in files {
        let Some(rows) = table(file) else { return };
        let ours: Vec<&register::RegisterRow> = register::rows_of(book).collect();
        assert_eq!(ours.len(), rows.len() - 1, "{file}");
        for (row, theirs) in ours.iter().zip(&rows[1..]) {
            let cells = [&row.id, &row.clause, &row.title, row.kind.word(), &row.summary];
            assert_eq!(cells.map(str::to_owned), theirs[..5], "{file}");
        }
    }
}

#[test]
fn only_the_named_settings_are_ours_alone() {
    for name in OURS {
        let setting = Setting::named(GameFamily::Poker, name).expect("a setting");
        assert!(!setting.meaning.is_empty());
        let book = Book::named("standard").unwrap();
        assert_eq!(book.setting(name), Some(&BookSetting::NotUsed));
    }
}
