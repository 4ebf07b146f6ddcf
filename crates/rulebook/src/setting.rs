//! Every setting under its one name, with the values it can have; what a book offers of them is in `book`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use crate::Rule;
use crate::bound::MAX_CHOSEN_CHIPS;
use crate::problem::join_with_or;

/// The games that a setting or a book is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameFamily {
    /// Players against each other.
    Poker,
    /// Ultimate Texas Hold'em, players against the house.
    Ultimate,
}

impl GameFamily {
    /// The word in a book file's `family`; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            GameFamily::Poker => "poker",
            GameFamily::Ultimate => "ultimate",
        }
    }

    /// The family with this word in a book file; `None` for any other text.
    pub fn named(word: &str) -> Option<GameFamily> {
        [GameFamily::Poker, GameFamily::Ultimate].into_iter().find(|family| family.word() == word)
    }

    /// The first family that has a setting of this name, written with underscores; `None` if none has. For
    /// choices that come without a book.
    pub fn of_setting(name: &str) -> Option<GameFamily> {
        [GameFamily::Poker, GameFamily::Ultimate].into_iter().find(|family| family.index(name).is_some())
    }

    /// The settings of this family in the order of the data, which is that of every list of values.
    pub fn settings(self) -> &'static [Setting] {
        match self {
            GameFamily::Poker => &POKER.settings,
            GameFamily::Ultimate => &ULTIMATE.settings,
        }
    }

    /// The index of a setting in [`GameFamily::settings`] by its name with underscores; `None` for an unknown
    /// one.
    pub(crate) fn index(self, name: &str) -> Option<usize> {
        let catalogue: &Catalogue = match self {
            GameFamily::Poker => &POKER,
            GameFamily::Ultimate => &ULTIMATE,
        };
        catalogue.by_name.get(name).copied()
    }
}

/// The form of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingKind {
    /// One of the words.
    Word,
    /// A list of words, or `none`.
    Words,
    /// A whole number, or one of the words.
    Number,
    /// A list of whole numbers, or one of the words.
    Numbers,
    /// A whole number, a list with one for each betting round, or one of the words.
    ByBettingRound,
    /// One of the words, or a list of bets (`10`) or ranges of bets (`2-10`), one for each betting round.
    Limits,
    /// A whole number, a list such as `5:1000 10:800`, or one of the words.
    ByPercentage,
    /// Text for people.
    Text,
    /// A date such as `2006-05-01`, or one of the words.
    Date,
}

const KINDS: [(&str, SettingKind); 9] = [
    ("word", SettingKind::Word),
    ("words", SettingKind::Words),
    ("number", SettingKind::Number),
    ("numbers", SettingKind::Numbers),
    ("by_betting_round", SettingKind::ByBettingRound),
    ("limits", SettingKind::Limits),
    ("by_percentage", SettingKind::ByPercentage),
    ("text", SettingKind::Text),
    ("date", SettingKind::Date),
];

/// A setting: its name, its meaning and every value that the machine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its only name, with underscores.
    pub name: String,
    /// The part of play it belongs to.
    pub area: String,
    /// What it decides.
    pub meaning: String,
    /// What it decides as a plain sentence, for people who do not know the settings.
    pub sentence: String,
    /// Its values as text, as in the settings table.
    pub values: String,
    /// The form of its value.
    pub kind: SettingKind,
    /// The words that it can be set to.
    pub words: Vec<String>,
    /// What its numbers count, such as chips, cents or seconds; empty for words.
    pub unit: String,
    /// The smallest number.
    pub min: u64,
    /// The largest number.
    pub max: u64,
    /// How many numbers a list has, if that is fixed.
    pub count: Option<usize>,
    /// The rule broken by a value that the book does not offer.
    pub rule: Option<Rule>,
    /// The rules whose effect it changes.
    pub governs: Vec<Rule>,
    /// Where its values come from, as in the settings table.
    pub source: String,
    /// The register rows behind it, from all books.
    pub cites: Vec<String>,
    /// The decided readings behind it.
    pub readings: Vec<SettingReading>,
    /// Names it used to have; a choice under one of them is refused, with the current name.
    pub old_names: Vec<String>,
}

/// A decided reading, with the books that it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingReading {
    /// The number of the reading.
    pub id: String,
    /// The letters that the register ids of each book begin with, such as `HE`.
    pub letters: Vec<String>,
}

impl SettingReading {
    /// Parses an entry of a setting's `readings`: `AMB-020` concerns every book whose readings have these
    /// letters, `AMB-044 HE` only the books named.
    fn parse(text: &str) -> SettingReading {
        let mut words = text.split(' ').map(str::to_owned);
        let id = words.next().unwrap_or_default();
        let mut letters: Vec<String> = words.collect();
        if letters.is_empty() {
            let all: &[&str] = match id.split('-').next() {
                Some("AMB") => &["HE", "OM", "MA"],
                Some("DU") => &["DU"],
                Some("UT") => &["UT"],
                Some(_) | None => &[],
            };
            letters = all.iter().map(|letters| (*letters).to_owned()).collect();
        }
        SettingReading { id, letters }
    }
}

impl Setting {
    /// The setting of a family with this name; hyphens may be used for underscores. `None` for an old name.
    pub fn named(family: GameFamily, name: &str) -> Option<&'static Setting> {
        family.index(&name.replace('-', "_")).map(|at| &family.settings()[at])
    }

    /// Whether it is a setting that the sign of a table shows (4.1) or that is determined before a hand
    /// (4.2), or belongs to the deck that a game is declared with (2.2, 2.3). The opener of a table may
    /// change these; the others need an official.
    pub fn is_determined_before_hand(&self) -> bool {
        let clause = |id: &str| id.split_once('-').map(|(_, clause)| clause.to_owned());
        let is = |clause: String| {
            ["2.2", "2.3", "4.1", "4.2"].contains(&clause.as_str()) || clause.starts_with("4.2(")
        };
        self.cites.iter().filter_map(|id| clause(id)).any(is)
    }

    /// The value in its canonical form, in which values are compared, stored and played; whether a book
    /// offers it is another question.
    ///
    /// Words get underscores for hyphens and the setting's own letter case; lists are separated by single
    /// spaces.
    ///
    /// ```
    /// use rulebook::{Setting, setting::GameFamily};
    /// let blinds = Setting::named(GameFamily::Poker, "blinds").unwrap();
    /// assert_eq!(blinds.canonical("25/50").unwrap(), "25 50");
    /// assert!(blinds.canonical("a few").is_err());
    /// ```
    ///
    /// # Errors
    /// The setting cannot have the value.
    pub fn canonical(&self, given: &str) -> Result<String, InvalidValue> {
        let given = given.trim();
        let found = match self.kind {
            SettingKind::Word => self.canonical_word(given),
            SettingKind::Words => self.canonical_words(given),
            SettingKind::Number => self.canonical_word(given).or_else(|| self.canonical_number(given)),
            SettingKind::Numbers => self
                .canonical_word(given)
                .or_else(|| self.canonical_list(given, |part| self.canonical_number(part))),
            SettingKind::ByBettingRound => self
                .canonical_word(given)
                .or_else(|| self.canonical_list(given, |part| self.canonical_number(part))),
            SettingKind::Limits => self
                .canonical_word(given)
                .or_else(|| self.canonical_list(given, |part| self.canonical_range(part))),
            SettingKind::ByPercentage => self
                .canonical_word(given)
                .or_else(|| self.canonical_number(given))
                .or_else(|| self.canonical_percentages(given)),
            SettingKind::Text => {
                (!given.is_empty() && !given.contains(char::is_control)).then(|| given.to_owned())
            }
            SettingKind::Date => self.canonical_word(given).or_else(|| parse_date(given)),
        };
        found.ok_or_else(|| InvalidValue {
            setting: self.name.clone(),
            given: given.to_owned(),
            expected: self.expected(),
        })
    }

    /// The largest number that can be chosen, if some number of the value exceeds it and the setting states
    /// no other maximum: for a problem that names the bound. `None` for settings of words.
    pub(crate) fn exceeded_max(&self, given: &str) -> Option<u64> {
        let most = self.max_chosen();
        let past = |number: &str| number.parse::<u64>().map_or(true, |number| number > most);
        let mut numbers =
            given.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
        let counts = !matches!(
            self.kind,
            SettingKind::Word | SettingKind::Words | SettingKind::Text | SettingKind::Date
        );
        (counts && self.max >= (1 << 53) - 1 && numbers.any(past)).then_some(most)
    }

    /// The largest number that can be chosen: for chips [`MAX_CHOSEN_CHIPS`], which a room can pay out at all
    /// its tables together.
    fn max_chosen(&self) -> u64 {
        if self.unit == "chips" { self.max.min(MAX_CHOSEN_CHIPS) } else { self.max }
    }

    /// Everything that the setting can be, as text for a sentence, whatever the book offers.
    pub fn expected(&self) -> String {
        let mut all = self.words.clone();
        all.extend(self.any_description());
        if self.kind == SettingKind::Words {
            return format!("none, or a list of {}", all.join(", "));
        }
        join_with_or(&all)
    }

    /// What `any` means in a book file, as text for a sentence; `None` if only words are possible.
    pub(crate) fn any_description(&self) -> Option<String> {
        let (least, unit) = (self.min, &self.unit);
        let number = if self.max >= (1 << 53) - 1 {
            format!("a whole number of {unit} from {least} up")
        } else {
            format!("a whole number of {unit} from {least} to {}", self.max)
        };
        match self.kind {
            SettingKind::Word | SettingKind::Words => None,
            SettingKind::Number => Some(number),
            SettingKind::Numbers => Some(match self.count {
                Some(count) => format!("{count} whole numbers of {unit}, {least} or more each"),
                None => format!("a list of whole numbers of {unit}, {least} or more each"),
            }),
            SettingKind::ByBettingRound => Some(format!("{number}, one or a list by betting round")),
            SettingKind::Limits => {
                Some("a list of bets or ranges of bets, one for each betting round".to_owned())
            }
            SettingKind::ByPercentage => Some(format!("{number}, or a list such as 5:1000 10:800")),
            SettingKind::Text => Some("a line of text".to_owned()),
            SettingKind::Date => Some("a day such as 2006-05-01".to_owned()),
        }
    }

    /// The setting's own word that is meant, in any letter case and with hyphens for underscores; `None` if
    /// it has no such word.
    fn canonical_word(&self, given: &str) -> Option<String> {
        let given = given.replace('-', "_");
        self.words.iter().find(|word| word.eq_ignore_ascii_case(&given)).cloned()
    }

    /// A list of words in the setting's own order, separated by spaces, or `none`; `None` if one is unknown
    /// or appears twice.
    fn canonical_words(&self, given: &str) -> Option<String> {
        if given.eq_ignore_ascii_case("none") {
            return Some("none".to_owned());
        }
        let parts: Vec<String> =
            split_list(given).map(|part| self.canonical_word(part)).collect::<Option<_>>()?;
        let listed: Vec<&str> =
            self.words.iter().filter(|word| parts.contains(word)).map(String::as_str).collect();
        (!listed.is_empty() && listed.len() == parts.len()).then(|| listed.join(" "))
    }

    /// The number in digits without leading zeros, if it is within the setting's smallest and largest; `None`
    /// for anything else.
    fn canonical_number(&self, given: &str) -> Option<String> {
        parse_whole(given)
            .filter(|number| (self.min..=self.max).contains(number))
            .map(|number| number.to_string())
    }

    /// A bet such as `10`, or a range such as `2-10` that does not fall; `None` for anything else.
    fn canonical_range(&self, given: &str) -> Option<String> {
        let Some((low, high)) = given.split_once('-') else { return self.canonical_number(given) };
        let (low, high) = (self.canonical_number(low)?, self.canonical_number(high)?);
        (parse_whole(&low) <= parse_whole(&high)).then(|| format!("{low}-{high}"))
    }

    /// A list such as `5:1000 10:800`, sorted by percentage; `None` if one appears twice or exceeds 100.
    fn canonical_percentages(&self, given: &str) -> Option<String> {
        let mut listed = BTreeMap::new();
        for part in split_list(given) {
            let (percent, amount) = part.split_once(':')?;
            let percent = parse_whole(percent).filter(|percent| *percent <= 100)?;
            if listed.insert(percent, self.canonical_number(amount)?).is_some() {
                return None;
            }
        }
        let listed: Vec<String> =
            listed.iter().map(|(percent, amount)| format!("{percent}:{amount}")).collect();
        (!listed.is_empty()).then(|| listed.join(" "))
    }

    /// A list of values that `one` accepts, in the order given and separated by spaces; `None` if one is not
    /// accepted or the list has the wrong length.
    fn canonical_list(&self, given: &str, one: impl Fn(&str) -> Option<String>) -> Option<String> {
        /// More betting rounds or blinds than any table has; limits what is stored.
        const LONGEST: usize = 16;
        let listed: Vec<String> = split_list(given).map(one).collect::<Option<_>>()?;
        let fits = self.count.is_none_or(|count| count == listed.len());
        (!listed.is_empty() && listed.len() <= LONGEST && fits).then(|| listed.join(" "))
    }
}

/// A value that a setting cannot have, whatever the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    /// The name of the setting.
    pub setting: String,
    /// The value as given.
    pub given: String,
    /// Everything that the setting can be, as text for a sentence.
    pub expected: String,
}

impl fmt::Display for InvalidValue {
    /// Names the setting, the value and what was expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidValue { setting, given, expected } = self;
        write!(f, "{setting} = {given}: not a valid value; expected {expected}")
    }
}

impl std::error::Error for InvalidValue {}

/// The parts of a list as people write it, separated by spaces, commas or slashes; empty parts are left out.
fn split_list(given: &str) -> impl Iterator<Item = &str> {
    given.split([' ', ',', '/']).filter(|part| !part.is_empty())
}

/// A whole number written with digits only; `None` for signs, spaces, an empty text and numbers beyond 64
/// bits. The one way to read numbers in books and settings.
pub(crate) fn parse_whole(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// The date as given if it is a day of the calendar in the form `2006-05-01`; `None` for anything else.
fn parse_date(given: &str) -> Option<String> {
    let mut parts = given.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let shaped = parts.next().is_none() && year.len() == 4 && month.len() == 2 && day.len() == 2;
    let (year, month, day) = (parse_whole(year)?, parse_whole(month)?, parse_whole(day)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (shaped && (1..=days).contains(&day)).then(|| given.to_owned())
}

/// The settings of one family, with the index of each name.
struct Catalogue {
    settings: Vec<Setting>,
    by_name: BTreeMap<String, usize>,
}

static POKER: LazyLock<Catalogue> = LazyLock::new(|| load_catalogue(include_str!("../data/settings.toml")));
static ULTIMATE: LazyLock<Catalogue> =
    LazyLock::new(|| load_catalogue(include_str!("../data/settings-ultimate.toml")));

/// Parses our own data into the settings of one family; a test does so too, so a fault here is a broken
/// invariant and panics.
fn load_catalogue(text: &str) -> Catalogue {
    let table = DeTable::parse(text).expect("the settings are TOML").into_inner();
    let Some(DeValue::Array(entries)) = table.get("setting").map(toml::Spanned::get_ref) else {
        panic!("the settings are a list");
    };
    let settings: Vec<Setting> = entries
        .iter()
        .map(|entry| {
            let DeValue::Table(entry) = entry.get_ref() else { panic!("a setting is a table") };
            parse_setting(entry)
        })
        .collect();
    let by_name: BTreeMap<String, usize> =
        settings.iter().enumerate().map(|(at, setting)| (setting.name.clone(), at)).collect();
    assert_eq!(by_name.len(), settings.len(), "every setting has a name of its own");
    Catalogue { settings, by_name }
}

/// One setting of our own data; panics if an entry is malformed. The keys are those of `data/settings.toml`,
/// where a setting added later goes too.
fn parse_setting(entry: &DeTable<'_>) -> Setting {
    let text = |key: &str| match entry.get(key).map(toml::Spanned::get_ref) {
        Some(DeValue::String(text)) => text.to_string(),
        Some(_) => panic!("{key} of a setting is text"),
        None => String::new(),
    };
    let number = |key: &str| match entry.get(key).map(toml::Spanned::get_ref) {
        Some(DeValue::Integer(number)) => parse_whole(number.as_str()),
        Some(_) => panic!("{key} of a setting is a number"),
        None => None,
    };
    let list = |key: &str| match entry.get(key).map(toml::Spanned::get_ref) {
        Some(DeValue::Array(items)) => items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::String(text) => text.to_string(),
                _ => panic!("{key} of a setting is a list of text"),
            })
            .collect(),
        Some(_) => panic!("{key} of a setting is a list"),
        None => Vec::new(),
    };
    let rule = |name: &str| Rule::named(name).unwrap_or_else(|| panic!("no rule is named {name}"));
    let (name, kind) = (text("name"), text("kind"));
    let kind =
        KINDS.iter().find(|(word, _)| *word == kind).unwrap_or_else(|| panic!("{name} has a known kind")).1;
    Setting {
        area: text("area"),
        meaning: text("meaning"),
        sentence: text("says"),
        values: text("values"),
        kind,
        words: list("words"),
        unit: text("unit"),
        min: number("least").unwrap_or(0),
        max: number("most").unwrap_or(0),
        count: number("count").map(|count| count as usize),
        rule: entry.contains_key("rule").then(|| rule(&text("rule"))),
        governs: list("governs").iter().map(|name| rule(name)).collect(),
        source: text("source"),
        cites: list("cites"),
        readings: list("readings").iter().map(|text| SettingReading::parse(text)).collect(),
        old_names: list("old_names"),
        name,
    }
}
