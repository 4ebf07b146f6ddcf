//! Parses a book file, whose format is in `docs/books.md`. Every problem is listed with its line.

mod requirements;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::book::{
    AllowedValue, Book, BookData, BookSetting, Choices, ClausePart, Clauses, Condition, ConditionalClauses,
    SettingRequirement, add_citations,
};
use crate::determination_builder::unknown_setting;
use crate::problem::{Problem, join_with_or, nearest};
use crate::setting::{GameFamily, Setting, SettingKind, parse_whole};
use crate::toml_reader::{BookReader, LineIndex, TomlValue, key_span};
use crate::{Rule, practice_book, readings, register};

/// The largest book file: a book has a few pages, so anything larger is not a book.
const MAX_FILE_BYTES: usize = 1 << 20;

/// What a book file writes for a rule of the house that the document says nothing about.
const NO_CLAUSE: &str = "no clause";

/// The top-level keys of a book file.
const KEYS: [&str; 10] = [
    "id",
    "title",
    "version",
    "document",
    "register",
    "family",
    "based_on",
    "settings",
    "rules",
    "only_with",
];

/// Parses the text of a book file; the error has every problem, in the order of the lines. A book whose
/// defaults contradict each other is refused too.
pub(crate) fn parse(text: &str) -> Result<Book, Vec<Problem>> {
    if text.len() > MAX_FILE_BYTES {
        let what = format!("the file has {} bytes", text.len());
        return Err(vec![Problem::new("", "", what, format!("at most {MAX_FILE_BYTES}"))]);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let lines = LineIndex::new(text);
    if !errors.is_empty() {
        let broken = |error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| lines.line_number(&span));
            let what = format!("not valid TOML: {}", error.message());
            Problem::new("", "", what, "").at_line(line)
        };
        return Err(errors.iter().map(broken).collect());
    }
    let mut reader = BookReader { lines, problems: Vec::new() };
    let data = reader.read_book(table.get_ref()).map(|data| BookData { text: Arc::from(text), ..data });
    match data {
        Some(data) if reader.problems.is_empty() => {
            let book = Book { data: Arc::new(data) };
            let faults = reader.check_defaults(&book, table.get_ref());
            if faults.is_empty() { Ok(book) } else { Err(faults) }
        }
        _ => {
            reader.problems.sort_by_key(|problem| problem.line);
            Err(reader.problems)
        }
    }
}

impl BookReader {
    /// Reads everything a book file has; `None` if a necessary part is missing or wrong. Problems are added
    /// on the way, also to parts that can be read.
    fn read_book(&mut self, table: &DeTable<'_>) -> Option<BookData> {
        for key in table.keys() {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                let meant = nearest(key.get_ref(), KEYS.into_iter()).map(str::to_owned);
                let expected = meant.unwrap_or_else(|| join_with_or(&KEYS.map(str::to_owned)));
                self.add_problem(&key.span(), key.get_ref(), "", "unknown key", expected);
            }
        }
        let based_on = self.text(table, "based_on");
        let base = match &based_on {
            Some(name) => {
                let found = BaseBook::named(name);
                if found.is_none() {
                    let names: Vec<String> = Book::names().map(str::to_owned).collect();
                    let span = key_span(table, "based_on");
                    self.add_problem(&span, "based_on", name, "unknown built-in book", join_with_or(&names));
                    return None;
                }
                found
            }
            None => None,
        };
        let base = base.as_ref().map(|base| base.book.data.as_ref());
        let id = self.text(table, "id");
        match &id {
            None => self.add_missing_key("id", "a name such as \"my-house-1\""),
            Some(id) => {
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
                // Only the id of a practice book has the sign plus: after the id of the book it is based on.
                let stem =
                    id.strip_suffix(practice_book::SUFFIX).filter(|stem| based_on.as_deref() == Some(*stem));
                let stem = stem.unwrap_or(id);
                if stem.is_empty() || id.len() > 64 || !stem.chars().all(plain) {
                    let expected = "small letters, digits, hyphens and points, 64 at most";
                    self.add_problem(&key_span(table, "id"), "id", id, "not a valid id for a book", expected);
                }
            }
        }
        let title = self.text(table, "title");
        let version = self.text(table, "version");
        for (key, value) in [("title", &title), ("version", &version)] {
            match value {
                None => self.add_missing_key(key, "a line of text"),
                Some(text) if text.trim().is_empty() || text.contains(char::is_control) => {
                    self.add_problem(
                        &key_span(table, key),
                        key,
                        text,
                        "not a line of text",
                        "a line of text",
                    );
                }
                Some(_) => {}
            }
        }
        let document = self.text(table, "document").or_else(|| base.and_then(|base| base.document.clone()));
        let register = self.text(table, "register");
        if let Some(name) = &register
            && !register::books().any(|book| book == name)
        {
            let names: Vec<String> = register::books().map(str::to_owned).collect();
            let span = key_span(table, "register");
            self.add_problem(&span, "register", name, "no register has this name", join_with_or(&names));
        }
        let register = register.or_else(|| base.and_then(|base| base.register.clone()));
        let family = match self.text(table, "family") {
            None => base.map_or(GameFamily::Poker, |base| base.family),
            Some(word) => match GameFamily::named(&word) {
                Some(family) if base.is_none_or(|base| base.family == family) => family,
                Some(_) => {
                    let span = key_span(table, "family");
                    self.add_problem(
                        &span,
                        "family",
                        &word,
                        "the book it is based on has another family",
                        "no family here",
                    );
                    return None;
                }
                None => {
                    let span = key_span(table, "family");
                    self.add_problem(&span, "family", &word, "unknown family of games", "poker or ultimate");
                    return None;
                }
            },
        };
        let book_settings = self.read_settings(table, family, base);
        let rules = self.rules(table, family, base);
        let requirements = self.requirements(table, family, base);
        Some(BookData {
            id: id?,
            title: title?,
            version: version?,
            document,
            register,
            based_on,
            family,
            settings: book_settings?,
            rules,
            struck: Vec::new(),
            text: Arc::from(""),
            requirements,
        })
    }

    /// What the book says about every setting, in the family's order: the file's own word, else that of the
    /// base. `None` if neither says anything about one, or what the file says is wrong.
    fn read_settings(
        &mut self,
        table: &DeTable<'_>,
        family: GameFamily,
        base: Option<&BookData>,
    ) -> Option<Vec<BookSetting>> {
        let settings = family.settings();
        let mut book_settings: Vec<Option<BookSetting>> = match base {
            Some(base) => base.settings.iter().cloned().map(Some).collect(),
            None => vec![None; settings.len()],
        };
        let mut seen = vec![false; settings.len()];
        if let Some(given) = self.table(table, "settings") {
            for (key, value) in given {
                let name = key.get_ref();
                let Some(at) = family.index(&name.replace('-', "_")) else {
                    let line = self.lines.line_number(&key.span());
                    self.problems.push(unknown_setting(family, name, "").at_line(line));
                    continue;
                };
                if seen[at] {
                    self.add_problem(&key.span(), name, "", "it is given twice", "one value");
                }
                seen[at] = true;
                if let Some(book_setting) =
                    self.read_setting(&settings[at], key.span(), value, book_settings[at].as_ref())
                {
                    book_settings[at] = Some(book_setting);
                }
            }
        }
        for (at, setting) in settings.iter().enumerate() {
            if book_settings[at].is_none() && !seen[at] {
                let what = "the book does not set it and is not based on another book";
                let expected = format!("{}, a choice of them, or not_used", setting.expected());
                self.problems.push(Problem::new(&setting.name, "", what, expected));
            }
        }
        book_settings.into_iter().collect()
    }

    /// Reads what the file says about one setting: a value, a choice of the operator, or one that follows
    /// another. `base` is what the book it is based on says, `key` where the setting's name is.
    fn read_setting(
        &mut self,
        setting: &Setting,
        key: Range<usize>,
        value: &TomlValue<'_>,
        base: Option<&BookSetting>,
    ) -> Option<BookSetting> {
        if let DeValue::Table(parts) = value.get_ref() {
            return if parts.contains_key("by") || parts.contains_key("at") {
                self.read_dependent_setting(setting, key, parts)
            } else {
                self.read_operator_setting(setting, key, parts, base)
            };
        }
        let given = self.value_text(&setting.name, value)?;
        if given.replace('-', "_") == "not_used" {
            return Some(BookSetting::NotUsed);
        }
        self.canonical(setting, &value.span(), &given).map(BookSetting::Fixed)
    }

    /// Reads a setting left to the operator, with its default and the choices offered; choices, bound and
    /// note that the file leaves out are those of the base. The default must be among the choices.
    fn read_operator_setting(
        &mut self,
        setting: &Setting,
        key: Range<usize>,
        parts: &DeTable<'_>,
        base: Option<&BookSetting>,
    ) -> Option<BookSetting> {
        const PARTS: [&str; 5] = ["default", "no_default", "choices", "bound", "note"];
        let name = &setting.name;
        self.check_keys(name, parts, &PARTS, "default, no_default, choices, bound, note, or by and at");
        let no_default = match parts.get("no_default").map(Spanned::get_ref) {
            Some(DeValue::Boolean(no_default)) => *no_default,
            Some(_) => {
                self.add_problem(
                    &key_span(parts, "no_default"),
                    name,
                    "",
                    "no_default is true or false",
                    "no_default = true",
                );
                false
            }
            None => false,
        };
        let default = match (parts.get("default"), no_default) {
            (Some(value), false) => {
                let given = self.value_text(name, value)?;
                Some(self.canonical(setting, &value.span(), &given)?)
            }
            (None, true) => None,
            (Some(value), true) => {
                self.add_problem(
                    &value.span(),
                    name,
                    "",
                    "default and no_default = true are both given",
                    "one of the two",
                );
                return None;
            }
            (None, false) => {
                self.add_problem(
                    &key,
                    name,
                    "",
                    "a choice needs a default",
                    "default = VALUE or no_default = true",
                );
                return None;
            }
        };
        let (mut bound, mut note) = (self.bound(name, parts), self.text(parts, "note"));
        let choices = match (parts.get("choices"), base) {
            (Some(value), _) => self.choices(setting, value)?,
            (None, Some(BookSetting::Operator { choices, .. })) => {
                note = note.or_else(|| choices.note.clone());
                bound = bound.or(choices.bound);
                choices.offered.clone()
            }
            (
                None,
                Some(BookSetting::Fixed(_) | BookSetting::Depends { .. } | BookSetting::NotUsed) | None,
            ) => {
                let expected = format!("choices = [..] out of {}", setting.expected());
                self.add_problem(&key, name, "", "it does not say what may be chosen", expected);
                return None;
            }
        };
        let choices = Choices { offered: choices, bound, note };
        if let Some(default) = default.as_ref().filter(|default| !choices.allows(setting, default)) {
            let what = "the default is not among the choices";
            self.add_problem(&key_span(parts, "default"), name, default, what, choices.expected(setting));
            return None;
        }
        Some(BookSetting::Operator { default, choices })
    }

    /// Reads the list of choices that a setting offers, in the file's order, each in its canonical form;
    /// `None` with a problem added if any of them is not valid.
    fn choices(&mut self, setting: &Setting, value: &TomlValue<'_>) -> Option<Vec<AllowedValue>> {
        let name = &setting.name;
        let DeValue::Array(items) = value.get_ref() else {
            self.add_problem(&value.span(), name, "", "the choices are not a list", "choices = [..]");
            return None;
        };
        if items.is_empty() {
            self.add_problem(&value.span(), name, "", "the list of choices is empty", "one choice or more");
            return None;
        }
        let mut offered = Vec::new();
        for item in items.iter() {
            let given = self.value_text(name, item)?;
            let choice = if given == "any" {
                AllowedValue::Any
            } else if given == "list" && setting.kind == SettingKind::Limits {
                AllowedValue::List
            } else if let Some((low, high)) =
                given.split_once("..").filter(|_| setting.kind == SettingKind::Number)
            {
                let low = if low.is_empty() { Some(setting.min) } else { parse_whole(low) };
                let bounds = (low, high.is_empty(), parse_whole(high));
                let within = |number: u64| (setting.min..=setting.max).contains(&number);
                match bounds {
                    (Some(low), true, _) if within(low) => AllowedValue::Between(low, None),
                    (Some(low), false, Some(high)) if within(low) && within(high) && low <= high => {
                        AllowedValue::Between(low, Some(high))
                    }
                    _ => {
                        let expected = format!("a range such as \"2..10\" within {}", setting.expected());
                        self.add_problem(&item.span(), name, &given, "not a valid range", expected);
                        continue;
                    }
                }
            } else {
                match self.canonical(setting, &item.span(), &given) {
                    Some(exactly) => AllowedValue::Exactly(exactly),
                    None => continue,
                }
            };
            offered.push(choice);
        }
        (offered.len() == items.len()).then_some(offered)
    }

    /// Reads a setting that follows another, `by`, with a value `at` each value of that one; only settings of
    /// poker can be followed.
    fn read_dependent_setting(
        &mut self,
        setting: &Setting,
        key: Range<usize>,
        parts: &DeTable<'_>,
    ) -> Option<BookSetting> {
        let name = &setting.name;
        self.check_keys(name, parts, &["by", "at"], "by and at");
        let by = self.text(parts, "by");
        let Some(by) = by else {
            self.add_problem(&key, name, "", "it does not say which setting it follows", "by = \"SETTING\"");
            return None;
        };
        let Some(decides) = Setting::named(GameFamily::Poker, &by) else {
            self.problems.push(
                unknown_setting(GameFamily::Poker, &by, "")
                    .at_line(self.lines.line_number(&key_span(parts, "by"))),
            );
            return None;
        };
        let at = self.values_by_setting(name, key, parts)?;
        let mut values = Vec::new();
        for (when, value) in at {
            let when = self.canonical(decides, &when.span(), when.get_ref());
            let given = self.value_text(name, value);
            let value = given.and_then(|given| self.canonical(setting, &value.span(), &given));
            values.push((when?, value?));
        }
        Some(BookSetting::Depends { by: decides.name.clone(), at: values })
    }

    /// Reads the rules that the book has, one entry for each of all rules in their order: those of the base
    /// as far as the file does not say otherwise. `false` removes a rule.
    fn rules(
        &mut self,
        table: &DeTable<'_>,
        family: GameFamily,
        base: Option<&BookData>,
    ) -> Vec<Option<Clauses>> {
        let mut rules = match base {
            Some(base) => base.rules.clone(),
            None => vec![None; Rule::COUNT],
        };
        let given = self.table(table, "rules");
        if given.is_none() && base.is_none() && family == GameFamily::Poker {
            self.add_missing_key("rules", "a table [rules] with the rules the book has");
        }
        let Some(given) = given else { return rules };
        for (key, value) in given {
            let name = key.get_ref();
            let Some(rule) = Rule::named(&name.replace('_', "-")) else {
                let meant = nearest(name, Rule::all().map(Rule::name)).unwrap_or_default();
                self.add_problem(&key.span(), name, "", "unknown rule", meant);
                continue;
            };
            rules[rule.index()] = match value.get_ref() {
                DeValue::Boolean(false) => None,
                DeValue::Boolean(true) => rules[rule.index()].take().or(Some(Clauses {
                    all: Vec::new(),
                    parts: Vec::new(),
                    is_silent: false,
                })),
                DeValue::Array(items) => self.clauses(name, key.span(), items.iter()),
                DeValue::Table(_) => self.clauses(name, key.span(), std::iter::once(value)),
                // The document was searched and says nothing: the house's own rule, recorded as such.
                DeValue::String(words) if words == NO_CLAUSE => {
                    Some(Clauses { all: Vec::new(), parts: Vec::new(), is_silent: true })
                }
                DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => {
                    let expected = "a list of register ids, \"no clause\", true or false";
                    self.add_problem(&value.span(), name, "", "not a list of clauses", expected);
                    None
                }
            };
        }
        rules
    }

    /// Reads the citations of one rule: register ids, and tables of ids that count only under certain
    /// choices. `None` with a problem added if one cannot be read; an unknown id is a problem too.
    fn clauses<'v, 't: 'v>(
        &mut self,
        name: &str,
        key: Range<usize>,
        items: impl Iterator<Item = &'v TomlValue<'t>>,
    ) -> Option<Clauses> {
        let mut clauses = Clauses { all: Vec::new(), parts: Vec::new(), is_silent: false };
        for item in items {
            if let DeValue::Table(parts) = item.get_ref() {
                let by = self.clauses_by_choice(name, key.clone(), parts)?;
                for (_, ids) in &by.at {
                    add_citations(&mut clauses.all, ids);
                }
                clauses.parts.push(ClausePart::ByChoice(by));
            } else {
                let id = self.citation(name, item)?;
                add_citations(&mut clauses.all, std::slice::from_ref(&id));
                clauses.parts.push(ClausePart::Always(id));
            }
        }
        Some(clauses)
    }

    /// Reads one citation; adds a problem unless a register or the readings have it.
    fn citation(&mut self, name: &str, item: &TomlValue<'_>) -> Option<String> {
        let id = self.value_text(name, item)?;
        if register::row(&id).is_none() && readings::find(&id).is_none() {
            let meant = register::nearest(&id).map_or_else(String::new, |row| row.id.clone());
            self.add_problem(&item.span(), name, &id, "no register has that id", meant);
        }
        Some(id)
    }

    /// Reads a list of citations; `None` with a problem added if it is not a list.
    fn citations(&mut self, name: &str, value: &TomlValue<'_>) -> Option<Vec<String>> {
        let DeValue::Array(items) = value.get_ref() else {
            self.add_problem(&value.span(), name, "", "not a list of clauses", "a list of register ids");
            return None;
        };
        items.iter().map(|item| self.citation(name, item)).collect()
    }

    /// Reads citations that count only under certain values of a setting, written like a setting that follows
    /// another: `by` names it, `at` has its values. `None` with a problem added if a part is missing or
    /// wrong.
    fn clauses_by_choice(
        &mut self,
        name: &str,
        key: Range<usize>,
        parts: &DeTable<'_>,
    ) -> Option<ConditionalClauses> {
        self.check_keys(name, parts, &["by", "at"], "by and at");
        let Some(by) = self.text(parts, "by") else {
            self.add_problem(&key, name, "", "it does not say which setting it follows", "by = \"SETTING\"");
            return None;
        };
        let Some(decides) = Setting::named(GameFamily::Poker, &by) else {
            self.problems.push(
                unknown_setting(GameFamily::Poker, &by, "")
                    .at_line(self.lines.line_number(&key_span(parts, "by"))),
            );
            return None;
        };
        let mut at = Vec::new();
        for (when, value) in self.values_by_setting(name, key, parts)? {
            let when = self.canonical(decides, &when.span(), when.get_ref());
            let ids = self.citations(name, value)?;
            at.push((when?, ids));
        }
        Some(ConditionalClauses { setting: decides.name.clone(), at })
    }

    /// The problems of the table that the book describes when nobody makes a choice, with the lines of its
    /// settings. Settings that must be chosen are left out: they have no default by intent.
    fn check_defaults(&self, book: &Book, table: &DeTable<'_>) -> Vec<Problem> {
        let Err(problems) = book.determine(&[]) else { return Vec::new() };
        let lines: BTreeMap<String, usize> = match table.get("settings").map(Spanned::get_ref) {
            Some(DeValue::Table(settings)) => settings
                .keys()
                .map(|key| (key.get_ref().replace('-', "_"), self.lines.line_number(&key.span())))
                .collect(),
            _ => BTreeMap::new(),
        };
        problems
            .into_iter()
            .filter(|problem| {
                !matches!(book.setting(&problem.setting), Some(BookSetting::Operator { default: None, .. }))
            })
            .map(|mut problem| {
                problem.line = lines.get(&problem.setting).copied();
                problem.message = format!("the defaults contradict each other: {}", problem.message);
                problem
            })
            .collect()
    }
}

/// The built-in book that a file is based on. Parsed again, as the list of built-in books may be under
/// construction.
struct BaseBook {
    book: Book,
}

impl BaseBook {
    /// The built-in book with this id, parsed for this one use; `None` if there is none. Never the shared
    /// one, which may be under construction just now.
    fn named(name: &str) -> Option<BaseBook> {
        let text = Book::file_of(name)?;
        let book =
            parse(text).unwrap_or_else(|problems| panic!("a built-in book is faulty: {}", problems[0]));
        Some(BaseBook { book })
    }
}
