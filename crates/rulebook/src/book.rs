//! A book: which settings it fixes, which it leaves to the operator, and its rules with their clauses.
//!
//! Reading a book from a file is in `book_file`; fixing a table under it is in `determination_builder`.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::bound::Bound;
use crate::problem::{Problem, join_with_or};
use crate::setting::{GameFamily, Setting, SettingKind, parse_whole};
use crate::{Rule, book_file, determination, determination_builder, practice_book, readings};

/// What a book says about one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookSetting {
    /// One value that cannot be changed.
    Fixed(String),
    /// Follows another setting, with a value for each value of that setting.
    Depends {
        /// The setting it follows.
        by: String,
        /// The values of that setting, each with the value this setting then has.
        at: Vec<(String, String)>,
    },
    /// Left to the operator.
    Operator {
        /// The value if the operator makes no choice; without a default the operator must make one.
        default: Option<String>,
        /// What may be chosen.
        choices: Choices,
    },
    /// The book does not have this procedure.
    NotUsed,
}

/// What an operator may choose for a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The values offered, in the book's order.
    pub offered: Vec<AllowedValue>,
    /// A further bound on an amount.
    pub bound: Option<Bound>,
    /// A remark for people.
    pub note: Option<String>,
}

/// One of the values that an operator may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedValue {
    /// Any value of the setting that is not one of its fixed words.
    Any,
    /// Any list that the setting can have.
    List,
    /// This value.
    Exactly(String),
    /// A whole number from the first to the second, both included; without the second there is no upper
    /// bound.
    Between(u64, Option<u64>),
}

impl Choices {
    /// Whether an operator may choose this value, which must be in its canonical form; a list of words if
    /// each of them is offered.
    pub fn allows(&self, setting: &Setting, value: &str) -> bool {
        if setting.kind == SettingKind::Words && value != "none" {
            return value
                .split(' ')
                .all(|part| self.offered.iter().any(|choice| choice.matches(setting, part)));
        }
        self.offered.iter().any(|choice| choice.matches(setting, value))
    }

    /// The bound and the remark as text for people, as lists of choices show them; `None` if there are none.
    pub fn remark(&self) -> Option<String> {
        let parts: Vec<&str> =
            self.bound.map(Bound::description).into_iter().chain(self.note.as_deref()).collect();
        Some(parts.join("; ")).filter(|remark| !remark.is_empty())
    }

    /// The choices as text for a sentence, as in a problem's `expected`. A number inside a range that is
    /// offered too is left out.
    pub fn expected(&self, setting: &Setting) -> String {
        let within = |choice: &AllowedValue, value: &str| {
            !matches!(choice, AllowedValue::Exactly(_)) && choice.matches(setting, value)
        };
        let covered = |choice: &&AllowedValue| match choice {
            AllowedValue::Exactly(value) => {
                parse_whole(value).is_some() && self.offered.iter().any(|other| within(other, value))
            }
            AllowedValue::Any | AllowedValue::List | AllowedValue::Between(..) => false,
        };
        let offered: Vec<String> = self
            .offered
            .iter()
            .filter(|choice| !covered(choice) || setting.kind == SettingKind::Words)
            .map(|choice| choice.description(setting))
            .collect();
        if setting.kind == SettingKind::Words {
            format!("a list of {}", offered.join(", "))
        } else {
            join_with_or(&offered)
        }
    }
}

impl AllowedValue {
    /// Whether the value, in its canonical form, is this one or is covered by it.
    fn matches(&self, setting: &Setting, value: &str) -> bool {
        match self {
            AllowedValue::Any => {
                setting.kind == SettingKind::Word || !setting.words.iter().any(|word| word == value)
            }
            AllowedValue::List => !setting.words.iter().any(|word| word == value),
            AllowedValue::Exactly(exactly) => exactly == value,
            AllowedValue::Between(low, high) => parse_whole(value)
                .is_some_and(|number| *low <= number && high.is_none_or(|high| number <= high)),
        }
    }

    /// The choice as text for a sentence: the words of [`Choices::expected`].
    fn description(&self, setting: &Setting) -> String {
        match self {
            AllowedValue::Any | AllowedValue::List => {
                setting.any_description().unwrap_or_else(|| setting.expected())
            }
            AllowedValue::Exactly(value) => value.clone(),
            AllowedValue::Between(low, None) => format!("a whole number of {} from {low} up", setting.unit),
            AllowedValue::Between(low, Some(high)) => {
                format!("a whole number of {} from {low} to {high}", setting.unit)
            }
        }
    }

    /// The choice as written in a book file, without quotes: reading the file gives the same choice again.
    pub fn file_text(&self) -> String {
        match self {
            AllowedValue::Any => "any".to_owned(),
            AllowedValue::List => "list".to_owned(),
            AllowedValue::Exactly(value) => value.clone(),
            AllowedValue::Between(low, None) => format!("{low}.."),
            AllowedValue::Between(low, Some(high)) => format!("{low}..{high}"),
        }
    }
}

impl BookSetting {
    /// What the book says as one line, in the words of the settings table; for the pages of `docs/rules` and
    /// the terminal.
    pub fn summary(&self) -> String {
        match self {
            BookSetting::Fixed(value) => value.clone(),
            BookSetting::NotUsed => "not used".to_owned(),
            BookSetting::Depends { by, at } => {
                let parts: Vec<String> =
                    at.iter().map(|(when, value)| format!("{value} at {when}")).collect();
                format!("by {by}: {}", parts.join(", "))
            }
            BookSetting::Operator { default, choices } => {
                let default = match default {
                    Some(default) => format!("default {default}"),
                    None => "no default".to_owned(),
                };
                let mut offered =
                    choices.offered.iter().map(AllowedValue::file_text).collect::<Vec<String>>().join(", ");
                if let Some(remark) = choices.remark() {
                    offered = format!("{offered}; {remark}");
                }
                format!("operator: {default} ({offered})")
            }
        }
    }
}

/// The clauses and readings behind a rule; some may count only under certain choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clauses {
    /// Register ids and reading numbers under every choice, without duplicates.
    pub all: Vec<String>,
    /// Citations that always count and those that depend on a choice, in the order of the file.
    pub parts: Vec<ClausePart>,
    /// True if the document was searched and says nothing about the rule.
    pub is_silent: bool,
}

/// One entry of the citations behind a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClausePart {
    /// A citation that counts under every choice.
    Always(String),
    /// Citations that count only under certain values of a setting.
    ByChoice(ConditionalClauses),
}

impl Clauses {
    /// The citations of a rule that count under these choices, clauses before readings, without duplicates.
    /// `value` gives the canonical value of a setting, `None` while it has none.
    pub fn ids_under<'a>(&self, value: impl Fn(&str) -> Option<&'a str>) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for part in &self.parts {
            let counts = match part {
                ClausePart::Always(id) => std::slice::from_ref(id),
                ClausePart::ByChoice(by) => {
                    let decides = value(&by.setting);
                    let found = by.at.iter().find(|(when, _)| Some(when.as_str()) == decides);
                    found.map_or(&[][..], |(_, ids)| ids.as_slice())
                }
            };
            add_citations(&mut ids, counts);
        }
        ids
    }
}

/// Adds citations that are not in the list yet; all clauses come before all readings, each in the order
/// added. Every list of citations is put together by this.
pub(crate) fn add_citations(ids: &mut Vec<String>, more: &[String]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    ids.sort_by_key(|id| readings::find(id).is_some());
}

/// Citations that depend on the value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConditionalClauses {
    pub setting: String,
    /// Values of the setting, each with the citations that count under it.
    pub at: Vec<(String, Vec<String>)>,
}

/// A choice that a book allows only together with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingRequirement {
    pub setting: String,
    pub value: String,
    pub needs: String,
    pub condition: Condition,
    pub rule: Rule,
}

/// What the other setting must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A number of chips worth at most this many cents; `none` does not meet it.
    AtMostCents(u64),
    /// This value, or a list that contains it.
    Has(String),
}

/// The contents of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookData {
    pub id: String,
    pub title: String,
    pub version: String,
    pub document: Option<String>,
    pub register: Option<String>,
    pub based_on: Option<String>,
    pub family: GameFamily,
    /// One for each setting of the family, in the family's order.
    pub settings: Vec<BookSetting>,
    /// One for each rule, in the order of all rules; `None` for a rule that the book does not have.
    pub rules: Vec<Option<Clauses>>,
    /// Rules struck out of this copy to see what depends on them.
    pub struck: Vec<Rule>,
    /// The text of the book's file.
    pub text: Arc<str>,
    pub requirements: Vec<SettingRequirement>,
}

/// A book of rules, built in or read from an operator's file. Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    pub(crate) data: Arc<BookData>,
}

/// The book's id and edition; its pages would fill a screen.
impl fmt::Debug for Book {
    /// Writes the book's id and edition only; its contents would fill a screen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in version {}", self.id(), self.version())
    }
}

const FILES: [(&str, &str); 7] = [
    ("standard", include_str!("../data/books/standard.toml")),
    ("practice", include_str!("../data/books/practice.toml")),
    ("canberra-holdem-2018", include_str!("../data/books/canberra-holdem-2018.toml")),
    ("canberra-omaha-2006", include_str!("../data/books/canberra-omaha-2006.toml")),
    ("canberra-manila-2006", include_str!("../data/books/canberra-manila-2006.toml")),
    ("canberra-ultimate-2019", include_str!("../data/books/canberra-ultimate-2019.toml")),
    ("dunedin-17.7", include_str!("../data/books/dunedin-17.7.toml")),
];

/// The built-in books, each parsed on first use: most programs need only one.
static BUILT_IN: [OnceLock<Book>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The built-in book at an index of [`FILES`], parsed on first use. Panics if our own file is faulty, which
/// tests rule out.
fn built_in_at(at: usize) -> &'static Book {
    let (name, text) = FILES[at];
    BUILT_IN[at].get_or_init(|| match book_file::parse(text) {
        Ok(book) => book,
        Err(problems) => panic!("the built-in book {name} is faulty: {}", problems[0]),
    })
}

/// The derived practice books, by the index in [`FILES`] of the book that each is based on.
static PRACTICE: [OnceLock<Book>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The practice book based on the built-in book at an index of [`FILES`], derived on first use; `None` for the
/// preset that is a practice book already. Panics if our own derivation is faulty, which tests rule out.
fn practice_at(at: usize) -> Option<&'static Book> {
    let (name, _) = FILES[at];
    if name == practice_book::PRESET {
        return None;
    }
    Some(PRACTICE[at].get_or_init(|| match book_file::parse(&practice_book::text(built_in_at(at))) {
        Ok(book) => book,
        Err(problems) => panic!("the practice book based on {name} is faulty: {}", problems[0]),
    }))
}

impl Book {
    /// The built-in book with an id, such as `dunedin-17.7`, or a practice book derived from one, such as
    /// `dunedin-17.7+practice`; underscores may be used for hyphens. `None` for an operator's own book.
    ///
    /// ```
    /// use rulebook::Book;
    /// let book = Book::named("canberra-holdem-2018+practice").unwrap();
    /// assert_eq!(book.based_on(), Some("canberra-holdem-2018"));
    /// assert_eq!(book.determine(&[]).unwrap().text("machine_players"), "marked");
    /// ```
    pub fn named(name: &str) -> Option<&'static Book> {
        let name = name.replace('_', "-");
        let index_of = |name: &str| FILES.iter().position(|(id, _)| *id == name);
        match name.strip_suffix(practice_book::SUFFIX) {
            Some(base) => index_of(base).and_then(practice_at),
            None => index_of(&name).map(built_in_at),
        }
    }

    /// The practice books derived from the built-in ones, in the order of their list: each lets one person
    /// alone try its book with bots.
    pub fn derived_practice() -> impl Iterator<Item = &'static Book> {
        (0..FILES.len()).filter_map(practice_at)
    }

    /// Whether this is a practice book derived from a built-in one, whose tables are none of the official
    /// book.
    pub fn is_derived_practice(&self) -> bool {
        self.id().ends_with(practice_book::SUFFIX) && self.is_built_in()
    }

    /// All built-in books, in the order of their list; parses each on first use.
    pub fn built_in() -> impl Iterator<Item = &'static Book> {
        (0..FILES.len()).map(built_in_at)
    }

    /// The file of a built-in book or of a practice book derived from one, to copy and edit, or to base another
    /// book on; underscores may be used for hyphens in the id.
    pub fn file_of(name: &str) -> Option<&'static str> {
        let name = name.replace('_', "-");
        if name.ends_with(practice_book::SUFFIX) {
            return Book::named(&name).map(Book::text);
        }
        FILES.iter().find(|(id, _)| *id == name).map(|(_, text)| *text)
    }

    /// The ids of the built-in books, in the order of their list; parses none of them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// Parses the text of a book file, whose format is in `docs/books.md`; the error has every problem found.
    /// The book is not listed anywhere: stored tables keep its text.
    pub fn read(text: &str) -> Result<Book, Vec<Problem>> {
        book_file::parse(text)
    }

    /// The id that the book is found by. Stored tables name it, so that of a built-in book never changes.
    pub fn id(&self) -> &str {
        &self.data.id
    }

    /// The name for people; programs use the id.
    pub fn title(&self) -> &str {
        &self.data.title
    }

    /// The edition of the book, as text for people.
    pub fn version(&self) -> &str {
        &self.data.version
    }

    /// The document that the book follows, as a title for people; `None` for the house's own rules.
    pub fn document(&self) -> Option<&str> {
        self.data.document.as_deref()
    }

    /// The register that has its clauses, by the id of that register's book; `None` for a book without a
    /// document. Only its rows are cited.
    pub fn register(&self) -> Option<&str> {
        self.data.register.as_deref()
    }

    /// The id of the built-in book that this one changes, if any; what it does not say it takes from there.
    pub fn based_on(&self) -> Option<&str> {
        self.data.based_on.as_deref()
    }

    /// The games that the book is for: poker, where players play against each other, or Ultimate Texas
    /// Hold'em, where they play against the house. Determines which settings it has.
    pub fn family(&self) -> GameFamily {
        self.data.family
    }

    /// Whether the book has a rule. Code that decides by a rule asks this first, and does nothing for a rule
    /// that the book does not have.
    #[inline]
    pub fn has_rule(&self, rule: Rule) -> bool {
        self.data.rules[rule.index()].is_some()
    }

    /// The register ids of the clauses behind a rule under any choice, then the numbers of the decided
    /// readings it rests on; under the choices of a table it is
    /// [`Determination::cites`](crate::Determination::cites).
    ///
    /// Empty for a rule without a document behind it, and for one that the book does not have.
    pub fn cites(&self, rule: Rule) -> &[String] {
        match &self.data.rules[rule.index()] {
            Some(clauses) => &clauses.all,
            None => &[],
        }
    }

    /// Whether the book records that its document says nothing about a rule (`no clause` in the file): it is
    /// the house's own rule.
    pub fn has_no_clause(&self, rule: Rule) -> bool {
        self.data.rules[rule.index()].as_ref().is_some_and(|clauses| clauses.is_silent)
    }

    /// The rules that the book has, in the order of play, which is that of [`Rule::all`].
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        Rule::all().filter(|rule| self.has_rule(*rule))
    }

    /// What the book says about a setting; hyphens may be used for underscores. `None` if its family of games
    /// has no such setting.
    pub fn setting(&self, setting: &str) -> Option<&BookSetting> {
        let name = setting.replace('-', "_");
        self.data.family.index(&name).map(|at| &self.data.settings[at])
    }

    /// Every setting of the book's family, in the order of the data, with what the book says about it.
    pub fn settings(&self) -> impl Iterator<Item = (&'static Setting, &BookSetting)> {
        self.data.family.settings().iter().zip(&self.data.settings)
    }

    /// Fixes a table with these choices, each a setting and its value, and the book's defaults for the rest;
    /// the error lists every reason why that is not possible, never only the first.
    pub fn determine(&self, chosen: &[(&str, &str)]) -> Result<determination::Determination, Vec<Problem>> {
        determination_builder::determine(self, chosen)
    }

    /// Each setting about which this book says something else than the built-in book that it is based on: the
    /// setting, what that book says, what this one says. Empty for a book that is based on none.
    ///
    /// ```
    /// use rulebook::{Book, BookSetting};
    /// let book = Book::named("dunedin-17.7+practice").unwrap();
    /// let (setting, base, own) = book.changes_from_base().last().unwrap();
    /// assert_eq!(setting.name, "machine_players");
    /// assert_eq!(*base, BookSetting::Fixed("off".to_owned()));
    /// assert_eq!(*own, BookSetting::Fixed("marked".to_owned()));
    /// ```
    pub fn changes_from_base(&self) -> impl Iterator<Item = (&'static Setting, &BookSetting, &BookSetting)> {
        let base = self.based_on().and_then(Book::named);
        let pairs = base.into_iter().flat_map(|base| base.settings().zip(&self.data.settings));
        pairs.filter(|((_, base), own)| base != own).map(|((setting, base), own)| (setting, base, own))
    }

    /// The same book with one rule struck out, to see what depends on it: for tests that each rule is
    /// noticed. A struck rule stays struck in every copy.
    pub fn without(&self, rule: Rule) -> Book {
        let mut data = BookData::clone(&self.data);
        data.rules[rule.index()] = None;
        data.struck.push(rule);
        Book { data: Arc::new(data) }
    }

    /// The register rows of this book behind a setting, then the decided readings that concern it; empty for
    /// a book without a document. Rows of other books' documents are never cited.
    pub(crate) fn setting_cites(&self, setting: &Setting) -> Vec<String> {
        let Some(register) = self.register() else { return Vec::new() };
        let own = |id: &&String| crate::register::row(id).is_some_and(|row| row.book == register);
        let mut ids: Vec<String> = setting.cites.iter().filter(own).cloned().collect();
        let Some(letters) = crate::register::id_prefix(register) else { return ids };
        let concerns =
            |reading: &&crate::setting::SettingReading| reading.letters.iter().any(|of| of == letters);
        ids.extend(setting.readings.iter().filter(concerns).map(|reading| reading.id.clone()));
        ids
    }

    /// The text of the book's file, stored with the tables of an operator's own book; [`Book::read`] turns it
    /// into the same book.
    pub fn text(&self) -> &str {
        &self.data.text
    }

    /// Whether this is one of the built-in books or a practice book derived from one, complete or with rules
    /// struck out, so that its id is enough to store; decided by the text, not by the id alone.
    pub fn is_built_in(&self) -> bool {
        Book::named(self.id()).is_some_and(|book| book.data.text == self.data.text)
    }

    /// The rules struck out of this copy by [`Book::without`], in that order; empty for a book that rooms
    /// play by.
    pub fn struck_rules(&self) -> &[Rule] {
        &self.data.struck
    }

    /// The table with values fixed earlier, as a stored hand has them; the error lists every reason why that
    /// is not possible.
    ///
    /// Values fixed then still hold whatever the book offers now, so only the form of each is checked. A
    /// setting without a stored value gets the book's own value: an old table may lack settings that were
    /// added later.
    ///
    /// ```
    /// use rulebook::Book;
    /// let book = Book::named("canberra-holdem-2018").unwrap();
    /// let table = book.determine(&[("blinds", "25 50"), ("min_bet", "50")]).unwrap();
    /// let stored = table.values().map(|(setting, value)| (setting.name.as_str(), value));
    /// assert_eq!(book.determine_stored(stored).unwrap(), table);
    /// ```
    pub fn determine_stored<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<determination::Determination, Vec<Problem>> {
        determination_builder::determine_stored(self, values)
    }

    /// Whether a rule was struck out of this copy, in which case choices that only it refuses are taken.
    pub(crate) fn is_struck(&self, rule: Rule) -> bool {
        self.data.struck.contains(&rule)
    }
}
