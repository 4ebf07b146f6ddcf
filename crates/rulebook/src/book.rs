//! A book: what it fixes of every setting, what it leaves to the operator, and the rules it has with their clauses.
//!
//! How a book is read from a file is in `reading`; how a table is fixed under it is in `determine`.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::bound::Bound;
use crate::problem::{Problem, join_with_or};
use crate::setting::{GameFamily, Setting, SettingKind, parse_whole};
use crate::{Rule, book_file, determination, determination_builder, readings};

/// What a book says of one setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookSetting {
    /// One value that nobody may change.
    Fixed(String),
    /// Fixed by another choice: the setting it follows, and the value for each of that setting's values.
    Depends {
        /// The setting that decides.
        by: String,
        /// Its values, each with the value this setting then has.
        at: Vec<(String, String)>,
    },
    /// Left to the operator.
    Operator {
        /// The value where nobody chooses; without one the operator must.
        default: Option<String>,
        /// What may be chosen.
        choices: Choices,
    },
    /// The book does not know the procedure.
    NotUsed,
}

/// What an operator may choose for a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The choices, in the book's order.
    pub offered: Vec<AllowedValue>,
    /// What bounds an amount further.
    pub bound: Option<Bound>,
    /// A remark for people.
    pub note: Option<String>,
}

/// One item of what an operator may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedValue {
    /// Any value of the setting that is not one of its words.
    Any,
    /// Any list of the setting.
    List,
    /// This value.
    Exactly(String),
    /// A whole number within bounds.
    Between(u64, Option<u64>),
}

impl Choices {
    /// Whether a value, as it is kept, is offered.
    pub fn allows(&self, setting: &Setting, value: &str) -> bool {
        if setting.kind == SettingKind::Words && value != "none" {
            return value
                .split(' ')
                .all(|part| self.offered.iter().any(|choice| choice.matches(setting, part)));
        }
        self.offered.iter().any(|choice| choice.matches(setting, value))
    }

    /// The bound and the remark in words for people, where there is one.
    pub fn remark(&self) -> Option<String> {
        let parts: Vec<&str> =
            self.bound.map(Bound::description).into_iter().chain(self.note.as_deref()).collect();
        Some(parts.join("; ")).filter(|remark| !remark.is_empty())
    }

    /// The choices in words for a sentence. A number that lies within bounds that are offered too is not named beside them.
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

    /// The choice as a book file writes it, without quotes.
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
    /// The cell in one line, in the words of the settings table.
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

/// The clauses and readings behind a rule, which may follow a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clauses {
    /// Register ids and numbers of readings under every choice, without repetition.
    pub all: Vec<String>,
    /// What counts always and what follows a choice, in the order of the file.
    pub parts: Vec<ClausePart>,
    /// The document was looked through and says nothing of it.
    pub is_silent: bool,
}

/// A part of what stands behind a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClausePart {
    /// It counts under every choice.
    Always(String),
    /// A setting, and for its values the ids that count under each.
    ByChoice(ConditionalClauses),
}

impl Clauses {
    /// The clauses that count under these choices, then the readings, without repetition.
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

/// Adds ids that are not there yet; clauses stay before readings.
pub(crate) fn add_citations(ids: &mut Vec<String>, more: &[String]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
    ids.sort_by_key(|id| readings::find(id).is_some());
}

/// Register ids that count under one choice or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConditionalClauses {
    pub setting: String,
    /// The setting's values, each with the ids that count under it.
    pub at: Vec<(String, Vec<String>)>,
}

/// A choice that a book allows only beside another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingRequirement {
    pub setting: String,
    pub value: String,
    pub needs: String,
    pub condition: Condition,
    pub rule: Rule,
}

/// What the other choice must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// A stake of chips that is worth at most so many cents; `none` fails.
    AtMostCents(u64),
    /// A value, or a list that has it.
    Has(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BookData {
    pub id: String,
    pub title: String,
    pub version: String,
    pub document: Option<String>,
    pub register: Option<String>,
    pub based_on: Option<String>,
    pub family: GameFamily,
    /// By the place of the setting in its family.
    pub settings: Vec<BookSetting>,
    /// By the place of the rule in the list of all rules.
    pub rules: Vec<Option<Clauses>>,
    /// Rules taken out of this copy to see what depends on them.
    pub struck: Vec<Rule>,
    /// The text of its file.
    pub text: Arc<str>,
    pub requirements: Vec<SettingRequirement>,
}

/// A book of rules, from our data or from an operator's file. Cheap to clone.
#[derive(Clone, PartialEq, Eq)]
pub struct Book {
    pub(crate) data: Arc<BookData>,
}

/// Its name and edition; the pages would fill a screen.
impl fmt::Debug for Book {
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

/// The built-in books, each read when it is first asked for: most programs need one of them.
static BUILT_IN: [OnceLock<Book>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// The built-in book at a place in [`FILES`].
fn built_in(at: usize) -> &'static Book {
    let (name, text) = FILES[at];
    BUILT_IN[at].get_or_init(|| match book_file::parse(text) {
        Ok(book) => book,
        Err(problems) => panic!("the book {name} of our own data has a fault: {}", problems[0]),
    })
}

impl Book {
    /// The built-in book with a name, such as `dunedin-17.7`; underscores may stand for hyphens.
    pub fn named(name: &str) -> Option<&'static Book> {
        let name = name.replace('_', "-");
        FILES.iter().position(|(id, _)| *id == name).map(built_in)
    }

    /// All built-in books.
    pub fn built_in() -> impl Iterator<Item = &'static Book> {
        (0..FILES.len()).map(built_in)
    }

    /// The file of a built-in book, to be copied and edited.
    pub fn file_of(name: &str) -> Option<&'static str> {
        let name = name.replace('_', "-");
        FILES.iter().find(|(id, _)| *id == name).map(|(_, text)| *text)
    }

    /// The names of the built-in books.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// A book from the text of a file as `docs/books.md` describes it, or every reason why it is none.
    pub fn read(text: &str) -> Result<Book, Vec<Problem>> {
        book_file::parse(text)
    }

    /// The name it is asked for by.
    pub fn id(&self) -> &str {
        &self.data.id
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.data.title
    }

    /// The edition.
    pub fn version(&self) -> &str {
        &self.data.version
    }

    /// The document behind it, where there is one.
    pub fn document(&self) -> Option<&str> {
        self.data.document.as_deref()
    }

    /// The register its clauses are in, by the name of that register's book.
    pub fn register(&self) -> Option<&str> {
        self.data.register.as_deref()
    }

    /// The book it was written as a change of.
    pub fn based_on(&self) -> Option<&str> {
        self.data.based_on.as_deref()
    }

    /// Which games it is for.
    pub fn family(&self) -> GameFamily {
        self.data.family
    }

    /// Whether the book has a rule.
    #[inline]
    pub fn has_rule(&self, rule: Rule) -> bool {
        self.data.rules[rule.index()].is_some()
    }

    /// The register ids of the clauses behind a rule, then the numbers of the decided readings it rests on; empty for
    /// a rule without a document and for one that the book does not have.
    pub fn cites(&self, rule: Rule) -> &[String] {
        match &self.data.rules[rule.index()] {
            Some(clauses) => &clauses.all,
            None => &[],
        }
    }

    /// Whether it is on record that the document says nothing of a rule: it is the house's own.
    pub fn has_no_clause(&self, rule: Rule) -> bool {
        self.data.rules[rule.index()].as_ref().is_some_and(|clauses| clauses.is_silent)
    }

    /// The rules it has, in the order of play.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        Rule::all().filter(|rule| self.has_rule(*rule))
    }

    /// What it says of a setting; `None` for a setting that its family of games does not have.
    pub fn setting(&self, setting: &str) -> Option<&BookSetting> {
        let name = setting.replace('-', "_");
        self.data.family.index(&name).map(|at| &self.data.settings[at])
    }

    /// Every setting of its family with what it says of it.
    pub fn settings(&self) -> impl Iterator<Item = (&'static Setting, &BookSetting)> {
        self.data.family.settings().iter().zip(&self.data.settings)
    }

    /// The table that results from these choices and the defaults for the rest, or every reason why it cannot be.
    pub fn determine(&self, chosen: &[(&str, &str)]) -> Result<determination::Determination, Vec<Problem>> {
        determination_builder::determine(self, chosen)
    }

    /// The same book with one rule struck out, to see what depends on it.
    pub fn without(&self, rule: Rule) -> Book {
        let mut pages = BookData::clone(&self.data);
        pages.rules[rule.index()] = None;
        pages.struck.push(rule);
        Book { data: Arc::new(pages) }
    }

    /// What stands behind a setting in this book: the rows of its own register, then the decided readings that concern
    /// it; empty in a book without a document.
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

    /// The text of its file: [`Book::parse`] makes the same book of it.
    pub fn text(&self) -> &str {
        &self.data.text
    }

    /// Whether it is one of the built-in books, whole or with rules struck out.
    pub fn is_built_in(&self) -> bool {
        Book::named(self.id()).is_some_and(|book| book.data.text == self.data.text)
    }

    /// The rules taken out of this copy to see what depends on them.
    pub fn struck_rules(&self) -> &[Rule] {
        &self.data.struck
    }

    /// The table with values that were fixed before, as a stored hand has them; or every reason why it cannot be.
    ///
    /// What was fixed then holds whatever the book would offer now, so only the form of each value is looked at. A
    /// setting that is not among them has what the book itself gives it: settings came that an old table did not know.
    pub fn determine_stored<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<determination::Determination, Vec<Problem>> {
        determination_builder::determine_stored(self, values)
    }

    /// Whether a rule was taken out of this copy.
    pub(crate) fn is_struck(&self, rule: Rule) -> bool {
        self.data.struck.contains(&rule)
    }
}
