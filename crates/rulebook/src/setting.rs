//! Every setting under its one name, with the values it can have; what a book offers of them is in `book`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use toml::de::{DeTable, DeValue};

use crate::Rule;
use crate::bound::MOST_CHIPS;
use crate::problem::either;

/// Which games a setting or a book is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Players against each other.
    Poker,
    /// Ultimate Texas Hold'em, players against the house.
    Ultimate,
}

impl Family {
    /// The word in a book file.
    pub const fn word(self) -> &'static str {
        match self {
            Family::Poker => "poker",
            Family::Ultimate => "ultimate",
        }
    }

    /// The family with a word.
    pub fn named(word: &str) -> Option<Family> {
        [Family::Poker, Family::Ultimate].into_iter().find(|family| family.word() == word)
    }

    /// The first family that has a setting of this name, written with underscores.
    pub fn of_setting(name: &str) -> Option<Family> {
        [Family::Poker, Family::Ultimate].into_iter().find(|family| family.index(name).is_some())
    }

    /// The settings of this family in the order of the data.
    pub fn settings(self) -> &'static [Setting] {
        match self {
            Family::Poker => &POKER.settings,
            Family::Ultimate => &ULTIMATE.settings,
        }
    }

    pub(crate) fn index(self, name: &str) -> Option<usize> {
        let catalogue: &Catalogue = match self {
            Family::Poker => &POKER,
            Family::Ultimate => &ULTIMATE,
        };
        catalogue.by_name.get(name).copied()
    }
}

/// What the value of a setting looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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
    /// Words for people.
    Text,
    /// A day such as `2006-05-01`, or one of the words.
    Date,
}

const KINDS: [(&str, Kind); 9] = [
    ("word", Kind::Word),
    ("words", Kind::Words),
    ("number", Kind::Number),
    ("numbers", Kind::Numbers),
    ("by_betting_round", Kind::ByBettingRound),
    ("limits", Kind::Limits),
    ("by_percentage", Kind::ByPercentage),
    ("text", Kind::Text),
    ("date", Kind::Date),
];

/// A setting: its name, its meaning and every value the machine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The one name, with underscores.
    pub name: String,
    /// The part of play it belongs to.
    pub area: String,
    /// What it decides.
    pub meaning: String,
    /// What it decides in a plain sentence, for people who know no setting.
    pub says: String,
    /// Its values in words, as the settings table has them.
    pub values: String,
    /// What its value looks like.
    pub kind: Kind,
    /// The words it can be.
    pub words: Vec<String>,
    /// What its numbers count: chips, cents, seconds and so on; empty for words.
    pub unit: String,
    /// Smallest number.
    pub least: u64,
    /// Largest number.
    pub most: u64,
    /// How many numbers a list has, where that is fixed.
    pub count: Option<usize>,
    /// The rule that a value breaks which the book does not offer.
    pub rule: Option<Rule>,
    /// The rules whose effect it changes.
    pub governs: Vec<Rule>,
    /// Where its values come from, as the settings table has it.
    pub source: String,
    /// The register rows behind it, of all books.
    pub cites: Vec<String>,
    /// The decided readings behind it.
    pub readings: Vec<Concerning>,
    /// Names it had before; a choice under one of them is refused with the right name.
    pub old_names: Vec<String>,
}

/// A decided reading with the books it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concerning {
    /// The number of the reading.
    pub id: String,
    /// The letters before the ids of each book's register, such as `HE`.
    pub letters: Vec<String>,
}

impl Concerning {
    /// `AMB-020` concerns every book whose readings have these letters, `AMB-044 HE` the books that are named.
    fn read(text: &str) -> Concerning {
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
        Concerning { id, letters }
    }
}

impl Setting {
    /// The setting of a family with a name; hyphens may stand for underscores.
    pub fn named(family: Family, name: &str) -> Option<&'static Setting> {
        family.index(&name.replace('-', "_")).map(|at| &family.settings()[at])
    }

    /// Whether it is one of those that the sign of a table shows (4.1) or that are determined before a round of play (4.2),
    /// or of the deck that a game is declared with (2.2, 2.3).
    pub fn is_determined_before_a_round(&self) -> bool {
        let clause = |id: &str| id.split_once('-').map(|(_, clause)| clause.to_owned());
        let is = |clause: String| {
            ["2.2", "2.3", "4.1", "4.2"].contains(&clause.as_str()) || clause.starts_with("4.2(")
        };
        self.cites.iter().filter_map(|id| clause(id)).any(is)
    }

    /// The value as it is kept, or what would do instead.
    ///
    /// Words take underscores for hyphens and their own letter case; lists are parted by single spaces.
    pub fn canonical(&self, given: &str) -> Result<String, String> {
        let given = given.trim();
        let found = match self.kind {
            Kind::Word => self.word(given),
            Kind::Words => self.list_of_words(given),
            Kind::Number => self.word(given).or_else(|| self.number(given)),
            Kind::Numbers => self.word(given).or_else(|| self.list(given, |part| self.number(part))),
            Kind::ByBettingRound => self.word(given).or_else(|| self.list(given, |part| self.number(part))),
            Kind::Limits => self.word(given).or_else(|| self.list(given, |part| self.range(part))),
            Kind::ByPercentage => {
                self.word(given).or_else(|| self.number(given)).or_else(|| self.percentages(given))
            }
            Kind::Text => (!given.is_empty() && !given.contains(char::is_control)).then(|| given.to_owned()),
            Kind::Date => self.word(given).or_else(|| date(given)),
        };
        found.ok_or_else(|| self.would_do())
    }

    /// The largest number that a room counts to, where some number of a value goes past it and no other bound is said of
    /// the setting.
    pub(crate) fn gone_past(&self, given: &str) -> Option<u64> {
        let most = self.most_chosen();
        let past = |number: &str| number.parse::<u64>().map_or(true, |number| number > most);
        let mut numbers =
            given.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
        let counts = !matches!(self.kind, Kind::Word | Kind::Words | Kind::Text | Kind::Date);
        (counts && self.most >= (1 << 53) - 1 && numbers.any(past)).then_some(most)
    }

    /// The largest number that can be chosen: no more chips than a room can pay out at all its tables together.
    fn most_chosen(&self) -> u64 {
        if self.unit == "chips" { self.most.min(MOST_CHIPS) } else { self.most }
    }

    /// Everything the setting can be, in words for a sentence.
    pub fn would_do(&self) -> String {
        let mut all = self.words.clone();
        all.extend(self.any());
        if self.kind == Kind::Words {
            return format!("none, or a list of {}", all.join(", "));
        }
        either(&all)
    }

    /// What stands for `any` in a sentence; nothing where only words are possible.
    pub(crate) fn any(&self) -> Option<String> {
        let (least, unit) = (self.least, &self.unit);
        let number = if self.most >= (1 << 53) - 1 {
            format!("a whole number of {unit} from {least} up")
        } else {
            format!("a whole number of {unit} from {least} to {}", self.most)
        };
        match self.kind {
            Kind::Word | Kind::Words => None,
            Kind::Number => Some(number),
            Kind::Numbers => Some(match self.count {
                Some(count) => format!("{count} whole numbers of {unit}, {least} or more each"),
                None => format!("a list of whole numbers of {unit}, {least} or more each"),
            }),
            Kind::ByBettingRound => Some(format!("{number}, one or a list by betting round")),
            Kind::Limits => Some("a list of bets or ranges of bets, one for each betting round".to_owned()),
            Kind::ByPercentage => Some(format!("{number}, or a list such as 5:1000 10:800")),
            Kind::Text => Some("a line of text".to_owned()),
            Kind::Date => Some("a day such as 2006-05-01".to_owned()),
        }
    }

    fn word(&self, given: &str) -> Option<String> {
        let given = given.replace('-', "_");
        self.words.iter().find(|word| word.eq_ignore_ascii_case(&given)).cloned()
    }

    fn list_of_words(&self, given: &str) -> Option<String> {
        if given.eq_ignore_ascii_case("none") {
            return Some("none".to_owned());
        }
        let parts: Vec<String> = parts(given).map(|part| self.word(part)).collect::<Option<_>>()?;
        let listed: Vec<&str> =
            self.words.iter().filter(|word| parts.contains(word)).map(String::as_str).collect();
        (!listed.is_empty() && listed.len() == parts.len()).then(|| listed.join(" "))
    }

    fn number(&self, given: &str) -> Option<String> {
        whole(given)
            .filter(|number| (self.least..=self.most).contains(number))
            .map(|number| number.to_string())
    }

    fn range(&self, given: &str) -> Option<String> {
        let Some((low, high)) = given.split_once('-') else { return self.number(given) };
        let (low, high) = (self.number(low)?, self.number(high)?);
        (whole(&low) <= whole(&high)).then(|| format!("{low}-{high}"))
    }

    fn percentages(&self, given: &str) -> Option<String> {
        let mut listed = BTreeMap::new();
        for part in parts(given) {
            let (percent, amount) = part.split_once(':')?;
            let percent = whole(percent).filter(|percent| *percent <= 100)?;
            if listed.insert(percent, self.number(amount)?).is_some() {
                return None;
            }
        }
        let listed: Vec<String> =
            listed.iter().map(|(percent, amount)| format!("{percent}:{amount}")).collect();
        (!listed.is_empty()).then(|| listed.join(" "))
    }

    fn list(&self, given: &str, one: impl Fn(&str) -> Option<String>) -> Option<String> {
        /// No table has more betting rounds or blinds than this; it bounds what is kept.
        const LONGEST: usize = 16;
        let listed: Vec<String> = parts(given).map(one).collect::<Option<_>>()?;
        let fits = self.count.is_none_or(|count| count == listed.len());
        (!listed.is_empty() && listed.len() <= LONGEST && fits).then(|| listed.join(" "))
    }
}

/// The parts of a list: parted by spaces, commas or strokes.
fn parts(given: &str) -> impl Iterator<Item = &str> {
    given.split([' ', ',', '/']).filter(|part| !part.is_empty())
}

/// A whole number written with digits alone.
pub(crate) fn whole(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

fn date(given: &str) -> Option<String> {
    let mut parts = given.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let shaped = parts.next().is_none() && year.len() == 4 && month.len() == 2 && day.len() == 2;
    let (year, month, day) = (whole(year)?, whole(month)?, whole(day)?);
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

struct Catalogue {
    settings: Vec<Setting>,
    by_name: BTreeMap<String, usize>,
}

static POKER: LazyLock<Catalogue> = LazyLock::new(|| catalogue(include_str!("../data/settings.toml")));
static ULTIMATE: LazyLock<Catalogue> =
    LazyLock::new(|| catalogue(include_str!("../data/settings-ultimate.toml")));

/// Our own data; that it reads is a test, so a fault in it is a broken invariant.
fn catalogue(text: &str) -> Catalogue {
    let table = DeTable::parse(text).expect("the settings are TOML").into_inner();
    let Some(DeValue::Array(entries)) = table.get("setting").map(toml::Spanned::get_ref) else {
        panic!("the settings are a list");
    };
    let settings: Vec<Setting> = entries
        .iter()
        .map(|entry| {
            let DeValue::Table(entry) = entry.get_ref() else { panic!("a setting is a table") };
            setting(entry)
        })
        .collect();
    let by_name: BTreeMap<String, usize> =
        settings.iter().enumerate().map(|(at, setting)| (setting.name.clone(), at)).collect();
    assert_eq!(by_name.len(), settings.len(), "every setting has a name of its own");
    Catalogue { settings, by_name }
}

fn setting(entry: &DeTable<'_>) -> Setting {
    let text = |key: &str| match entry.get(key).map(toml::Spanned::get_ref) {
        Some(DeValue::String(text)) => text.to_string(),
        Some(_) => panic!("{key} of a setting is text"),
        None => String::new(),
    };
    let number = |key: &str| match entry.get(key).map(toml::Spanned::get_ref) {
        Some(DeValue::Integer(number)) => whole(number.as_str()),
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
        says: text("says"),
        values: text("values"),
        kind,
        words: list("words"),
        unit: text("unit"),
        least: number("least").unwrap_or(0),
        most: number("most").unwrap_or(0),
        count: number("count").map(|count| count as usize),
        rule: entry.contains_key("rule").then(|| rule(&text("rule"))),
        governs: list("governs").iter().map(|name| rule(name)).collect(),
        source: text("source"),
        cites: list("cites"),
        readings: list("readings").iter().map(|text| Concerning::read(text)).collect(),
        old_names: list("old_names"),
        name,
    }
}
