//! A book from the text of its file. The format is `docs/books.md`; every fault is listed with its line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::book::{
    Book, ByChoice, Cell, Choice, Choices, Clauses, Condition, OnlyWith, Pages, Part, add_new,
};
use crate::choosing::unknown_setting;
use crate::problem::{Problem, either, nearest};
use crate::reader::{Lines, Reader, Value, span_of};
use crate::setting::{Family, Kind, Setting, whole};
use crate::{Rule, readings, register};

/// A book file is a few pages; what is larger is no book.
const LARGEST_FILE: usize = 1 << 20;

/// What a book file has for a rule of the house that the document says nothing about.
const NO_CLAUSE: &str = "no clause";

/// The keys of a book file outside its tables.
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

pub(crate) fn read(text: &str) -> Result<Book, Vec<Problem>> {
    if text.len() > LARGEST_FILE {
        let what = format!("the file has {} bytes", text.len());
        return Err(vec![Problem::new("", "", what, format!("at most {LARGEST_FILE}"))]);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let lines = Lines::of(text);
    if !errors.is_empty() {
        let broken = |error: &toml::de::Error| {
            let line = error.span().map_or(1, |span| lines.at(&span));
            let what = format!("this is no TOML: {}", error.message());
            Problem::new("", "", what, "").at(line)
        };
        return Err(errors.iter().map(broken).collect());
    }
    let mut reader = Reader { lines, problems: Vec::new() };
    let pages = reader.pages(table.get_ref()).map(|pages| Pages { text: Arc::from(text), ..pages });
    match pages {
        Some(pages) if reader.problems.is_empty() => {
            let book = Book { pages: Arc::new(pages) };
            let faults = reader.default_table(&book, table.get_ref());
            if faults.is_empty() { Ok(book) } else { Err(faults) }
        }
        _ => {
            reader.problems.sort_by_key(|problem| problem.line);
            Err(reader.problems)
        }
    }
}

impl Reader {
    fn pages(&mut self, table: &DeTable<'_>) -> Option<Pages> {
        for key in table.keys() {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                let meant = nearest(key.get_ref(), KEYS.into_iter()).map(str::to_owned);
                let would_do = meant.unwrap_or_else(|| either(&KEYS.map(str::to_owned)));
                self.fault(&key.span(), key.get_ref(), "", "a book has no such key", would_do);
            }
        }
        let based_on = self.text(table, "based_on");
        let base = match &based_on {
            Some(name) => {
                let found = BaseOf::named(name);
                if found.is_none() {
                    let names: Vec<String> = Book::names().map(str::to_owned).collect();
                    let span = span_of(table, "based_on");
                    self.fault(
                        &span,
                        "based_on",
                        name,
                        "there is no built-in book of that name",
                        either(&names),
                    );
                    return None;
                }
                found
            }
            None => None,
        };
        let base = base.as_ref().map(|base| base.book.pages.as_ref());
        let id = self.text(table, "id");
        match &id {
            None => self.missing("id", "a name such as \"my-house-1\""),
            Some(id) => {
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
                if id.is_empty() || id.len() > 64 || !id.chars().all(plain) {
                    let would_do = "small letters, digits, hyphens and points, 64 at most";
                    self.fault(&span_of(table, "id"), "id", id, "this is no name for a book", would_do);
                }
            }
        }
        let title = self.text(table, "title");
        let version = self.text(table, "version");
        for (key, value) in [("title", &title), ("version", &version)] {
            match value {
                None => self.missing(key, "a line of text"),
                Some(text) if text.trim().is_empty() || text.contains(char::is_control) => {
                    self.fault(&span_of(table, key), key, text, "this is no line of text", "a line of text");
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
            let span = span_of(table, "register");
            self.fault(&span, "register", name, "there is no register of that book", either(&names));
        }
        let register = register.or_else(|| base.and_then(|base| base.register.clone()));
        let family = match self.text(table, "family") {
            None => base.map_or(Family::Poker, |base| base.family),
            Some(word) => match Family::named(&word) {
                Some(family) if base.is_none_or(|base| base.family == family) => family,
                Some(_) => {
                    let span = span_of(table, "family");
                    self.fault(
                        &span,
                        "family",
                        &word,
                        "the book it is based on is of another",
                        "leaving it out",
                    );
                    return None;
                }
                None => {
                    let span = span_of(table, "family");
                    self.fault(
                        &span,
                        "family",
                        &word,
                        "there is no such family of games",
                        "poker or ultimate",
                    );
                    return None;
                }
            },
        };
        let cells = self.cells(table, family, base);
        let rules = self.rules(table, family, base);
        let only_with = self.bonds(table, family, base);
        Some(Pages {
            id: id?,
            title: title?,
            version: version?,
            document,
            register,
            based_on,
            family,
            cells: cells?,
            rules,
            struck: Vec::new(),
            text: Arc::from(""),
            only_with,
        })
    }

    /// The cells of all settings; `None` if one has none.
    fn cells(&mut self, table: &DeTable<'_>, family: Family, base: Option<&Pages>) -> Option<Vec<Cell>> {
        let settings = family.settings();
        let mut cells: Vec<Option<Cell>> = match base {
            Some(base) => base.cells.iter().cloned().map(Some).collect(),
            None => vec![None; settings.len()],
        };
        let mut seen = vec![false; settings.len()];
        if let Some(given) = self.table(table, "settings") {
            for (key, value) in given {
                let name = key.get_ref();
                let Some(at) = family.index(&name.replace('-', "_")) else {
                    let line = self.lines.at(&key.span());
                    self.problems.push(unknown_setting(family, name, "").at(line));
                    continue;
                };
                if seen[at] {
                    self.fault(&key.span(), name, "", "it is given twice", "one value");
                }
                seen[at] = true;
                if let Some(cell) = self.cell(&settings[at], key.span(), value, cells[at].as_ref()) {
                    cells[at] = Some(cell);
                }
            }
        }
        for (at, setting) in settings.iter().enumerate() {
            if cells[at].is_none() && !seen[at] {
                let what = "the book does not say what it is, and is based on no other";
                let would_do = format!("{}, a choice of them, or not_used", setting.would_do());
                self.problems.push(Problem::new(&setting.name, "", what, would_do));
            }
        }
        cells.into_iter().collect()
    }

    fn cell(
        &mut self,
        setting: &Setting,
        key: Range<usize>,
        value: &Value<'_>,
        base: Option<&Cell>,
    ) -> Option<Cell> {
        if let DeValue::Table(parts) = value.get_ref() {
            return if parts.contains_key("by") || parts.contains_key("at") {
                self.dependent_cell(setting, key, parts)
            } else {
                self.operator_cell(setting, key, parts, base)
            };
        }
        let given = self.plain(&setting.name, value)?;
        if given.replace('-', "_") == "not_used" {
            return Some(Cell::NotUsed);
        }
        self.canonical(setting, &value.span(), &given).map(Cell::Fixed)
    }

    fn operator_cell(
        &mut self,
        setting: &Setting,
        key: Range<usize>,
        parts: &DeTable<'_>,
        base: Option<&Cell>,
    ) -> Option<Cell> {
        const PARTS: [&str; 5] = ["default", "no_default", "choices", "bound", "note"];
        let name = &setting.name;
        self.only_parts(name, parts, &PARTS, "default, no_default, choices, bound, note, or by and at");
        let no_default = match parts.get("no_default").map(Spanned::get_ref) {
            Some(DeValue::Boolean(no_default)) => *no_default,
            Some(_) => {
                self.fault(
                    &span_of(parts, "no_default"),
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
                let given = self.plain(name, value)?;
                Some(self.canonical(setting, &value.span(), &given)?)
            }
            (None, true) => None,
            (Some(value), true) => {
                self.fault(&value.span(), name, "", "there is a default and none", "one of the two");
                return None;
            }
            (None, false) => {
                self.fault(
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
            (None, Some(Cell::Operator { choices, .. })) => {
                note = note.or_else(|| choices.note.clone());
                bound = bound.or(choices.bound);
                choices.offered.clone()
            }
            (None, Some(Cell::Fixed(_) | Cell::Depends { .. } | Cell::NotUsed) | None) => {
                let would_do = format!("choices = [..] out of {}", setting.would_do());
                self.fault(&key, name, "", "it does not say what may be chosen", would_do);
                return None;
            }
        };
        let choices = Choices { offered: choices, bound, note };
        if let Some(default) = default.as_ref().filter(|default| !choices.allow(setting, default)) {
            let what = "the default is not among the choices";
            self.fault(&span_of(parts, "default"), name, default, what, choices.would_do(setting));
            return None;
        }
        Some(Cell::Operator { default, choices })
    }

    fn choices(&mut self, setting: &Setting, value: &Value<'_>) -> Option<Vec<Choice>> {
        let name = &setting.name;
        let DeValue::Array(items) = value.get_ref() else {
            self.fault(&value.span(), name, "", "the choices are no list", "choices = [..]");
            return None;
        };
        if items.is_empty() {
            self.fault(&value.span(), name, "", "there is nothing to choose", "one choice or more");
            return None;
        }
        let mut offered = Vec::new();
        for item in items.iter() {
            let given = self.plain(name, item)?;
            let choice = if given == "any" {
                Choice::Any
            } else if given == "list" && setting.kind == Kind::Limits {
                Choice::List
            } else if let Some((low, high)) = given.split_once("..").filter(|_| setting.kind == Kind::Number)
            {
                let low = if low.is_empty() { Some(setting.least) } else { whole(low) };
                let bounds = (low, high.is_empty(), whole(high));
                let within = |number: u64| (setting.least..=setting.most).contains(&number);
                match bounds {
                    (Some(low), true, _) if within(low) => Choice::Between(low, None),
                    (Some(low), false, Some(high)) if within(low) && within(high) && low <= high => {
                        Choice::Between(low, Some(high))
                    }
                    _ => {
                        let would_do = format!("numbers such as \"2..10\" within {}", setting.would_do());
                        self.fault(&item.span(), name, &given, "these are no bounds", would_do);
                        continue;
                    }
                }
            } else {
                match self.canonical(setting, &item.span(), &given) {
                    Some(exactly) => Choice::Exactly(exactly),
                    None => continue,
                }
            };
            offered.push(choice);
        }
        (offered.len() == items.len()).then_some(offered)
    }

    fn dependent_cell(&mut self, setting: &Setting, key: Range<usize>, parts: &DeTable<'_>) -> Option<Cell> {
        let name = &setting.name;
        self.only_parts(name, parts, &["by", "at"], "by and at");
        let by = self.text(parts, "by");
        let Some(by) = by else {
            self.fault(&key, name, "", "it does not say which setting decides", "by = \"SETTING\"");
            return None;
        };
        let Some(decides) = Setting::named(Family::Poker, &by) else {
            self.problems
                .push(unknown_setting(Family::Poker, &by, "").at(self.lines.at(&span_of(parts, "by"))));
            return None;
        };
        let at = self.each_value(name, key, parts)?;
        let mut values = Vec::new();
        for (when, value) in at {
            let when = self.canonical(decides, &when.span(), when.get_ref());
            let given = self.plain(name, value);
            let value = given.and_then(|given| self.canonical(setting, &value.span(), &given));
            values.push((when?, value?));
        }
        Some(Cell::Depends { by: decides.name.clone(), at: values })
    }

    fn rules(&mut self, table: &DeTable<'_>, family: Family, base: Option<&Pages>) -> Vec<Option<Clauses>> {
        let mut rules = match base {
            Some(base) => base.rules.clone(),
            None => vec![None; Rule::COUNT],
        };
        let given = self.table(table, "rules");
        if given.is_none() && base.is_none() && family == Family::Poker {
            self.missing("rules", "a table [rules] with the rules the book has");
        }
        let Some(given) = given else { return rules };
        for (key, value) in given {
            let name = key.get_ref();
            let Some(rule) = Rule::named(&name.replace('_', "-")) else {
                let meant = nearest(name, Rule::all().map(Rule::name)).unwrap_or_default();
                self.fault(&key.span(), name, "", "there is no rule of that name", meant);
                continue;
            };
            rules[rule.index()] = match value.get_ref() {
                DeValue::Boolean(false) => None,
                DeValue::Boolean(true) => rules[rule.index()].take().or(Some(Clauses {
                    all: Vec::new(),
                    parts: Vec::new(),
                    none: false,
                })),
                DeValue::Array(items) => self.clauses(name, key.span(), items.iter()),
                DeValue::Table(_) => self.clauses(name, key.span(), std::iter::once(value)),
                // Looked for in the document, and not there: the house's own rule, and on record as such.
                DeValue::String(words) if words == NO_CLAUSE => {
                    Some(Clauses { all: Vec::new(), parts: Vec::new(), none: true })
                }
                DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => {
                    let would_do = "a list of register ids, \"no clause\", true or false";
                    self.fault(&value.span(), name, "", "these are no clauses", would_do);
                    None
                }
            };
        }
        rules
    }

    /// Register ids, and among them tables whose ids follow a choice.
    fn clauses<'v, 't: 'v>(
        &mut self,
        name: &str,
        key: Range<usize>,
        items: impl Iterator<Item = &'v Value<'t>>,
    ) -> Option<Clauses> {
        let mut clauses = Clauses { all: Vec::new(), parts: Vec::new(), none: false };
        for item in items {
            if let DeValue::Table(parts) = item.get_ref() {
                let by = self.by_choice(name, key.clone(), parts)?;
                for (_, ids) in &by.at {
                    add_new(&mut clauses.all, ids);
                }
                clauses.parts.push(Part::By(by));
            } else {
                let id = self.id(name, item)?;
                add_new(&mut clauses.all, std::slice::from_ref(&id));
                clauses.parts.push(Part::Always(id));
            }
        }
        Some(clauses)
    }

    fn id(&mut self, name: &str, item: &Value<'_>) -> Option<String> {
        let id = self.plain(name, item)?;
        if register::row(&id).is_none() && readings::reading(&id).is_none() {
            let meant = register::nearest(&id).map_or_else(String::new, |row| row.id.clone());
            self.fault(&item.span(), name, &id, "no register has that id", meant);
        }
        Some(id)
    }

    fn ids(&mut self, name: &str, value: &Value<'_>) -> Option<Vec<String>> {
        let DeValue::Array(items) = value.get_ref() else {
            self.fault(&value.span(), name, "", "these are no clauses", "a list of register ids");
            return None;
        };
        items.iter().map(|item| self.id(name, item)).collect()
    }

    fn by_choice(&mut self, name: &str, key: Range<usize>, parts: &DeTable<'_>) -> Option<ByChoice> {
        self.only_parts(name, parts, &["by", "at"], "by and at");
        let Some(by) = self.text(parts, "by") else {
            self.fault(&key, name, "", "it does not say which setting decides", "by = \"SETTING\"");
            return None;
        };
        let Some(decides) = Setting::named(Family::Poker, &by) else {
            self.problems
                .push(unknown_setting(Family::Poker, &by, "").at(self.lines.at(&span_of(parts, "by"))));
            return None;
        };
        let mut at = Vec::new();
        for (when, value) in self.each_value(name, key, parts)? {
            let when = self.canonical(decides, &when.span(), when.get_ref());
            let ids = self.ids(name, value)?;
            at.push((when?, ids));
        }
        Some(ByChoice { setting: decides.name.clone(), at })
    }

    fn bonds(&mut self, table: &DeTable<'_>, family: Family, base: Option<&Pages>) -> Vec<OnlyWith> {
        let Some(value) = table.get("only_with") else {
            return base.map(|base| base.only_with.clone()).unwrap_or_default();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.fault(&value.span(), "only_with", "", "it is no list", "[[only_with]]");
            return Vec::new();
        };
        items.iter().filter_map(|item| self.bond(item, family)).collect()
    }

    fn bond(&mut self, item: &Value<'_>, family: Family) -> Option<OnlyWith> {
        const PARTS: [&str; 6] = ["setting", "value", "needs", "at_most_cents", "has", "rule"];
        let DeValue::Table(parts) = item.get_ref() else {
            self.fault(&item.span(), "only_with", "", "it is no table", "[[only_with]]");
            return None;
        };
        self.only_parts("only_with", parts, &PARTS, "setting, value, needs, at_most_cents or has, rule");
        let mut named = |key: &str| -> Option<&'static Setting> {
            let Some(name) = self.text(parts, key) else {
                self.fault(
                    &item.span(),
                    "only_with",
                    "",
                    format!("{key} is missing"),
                    format!("{key} = \"SETTING\""),
                );
                return None;
            };
            let found = Setting::named(family, &name);
            if found.is_none() {
                let line = self.lines.at(&span_of(parts, key));
                self.problems.push(unknown_setting(family, &name, "").at(line));
            }
            found
        };
        let (setting, needs) = (named("setting"), named("needs"));
        let (setting, needs) = (setting?, needs?);
        let value = match parts.get("value") {
            Some(value) => {
                let given = self.plain("only_with", value)?;
                self.canonical(setting, &value.span(), &given)?
            }
            None => {
                self.fault(&item.span(), "only_with", "", "value is missing", "value = VALUE");
                return None;
            }
        };
        let rule = match self.text(parts, "rule") {
            None => crate::rule::OPERATOR_MAY_CHOOSE,
            Some(name) => match Rule::named(&name) {
                Some(rule) => rule,
                None => {
                    let meant = nearest(&name, Rule::all().map(Rule::name)).unwrap_or_default();
                    self.fault(
                        &span_of(parts, "rule"),
                        "only_with",
                        &name,
                        "there is no rule of that name",
                        meant,
                    );
                    return None;
                }
            },
        };
        let condition = match (parts.get("at_most_cents"), parts.get("has")) {
            (Some(cents), None) => {
                let given = self.plain("only_with", cents)?;
                let Some(cents) = whole(&given) else {
                    self.fault(
                        &cents.span(),
                        "at_most_cents",
                        &given,
                        "this is no amount",
                        "a whole number of cents",
                    );
                    return None;
                };
                Condition::AtMostCents(cents)
            }
            (None, Some(word)) => {
                let given = self.plain("only_with", word)?;
                Condition::Has(self.canonical(needs, &word.span(), &given)?)
            }
            (None, None) | (Some(_), Some(_)) => {
                let what = "it does not say what the other setting must be";
                self.fault(&item.span(), "only_with", "", what, "either at_most_cents or has");
                return None;
            }
        };
        Some(OnlyWith { setting: setting.name.clone(), value, needs: needs.name.clone(), condition, rule })
    }

    /// The faults of the table that the book means when nobody chooses anything.
    fn default_table(&self, book: &Book, table: &DeTable<'_>) -> Vec<Problem> {
        let Err(problems) = book.determine(&[]) else { return Vec::new() };
        let lines: BTreeMap<String, usize> = match table.get("settings").map(Spanned::get_ref) {
            Some(DeValue::Table(settings)) => settings
                .keys()
                .map(|key| (key.get_ref().replace('-', "_"), self.lines.at(&key.span())))
                .collect(),
            _ => BTreeMap::new(),
        };
        problems
            .into_iter()
            .filter(|problem| {
                !matches!(book.choices(&problem.setting), Some(Cell::Operator { default: None, .. }))
            })
            .map(|mut problem| {
                problem.line = lines.get(&problem.setting).copied();
                problem.what = format!("the defaults contradict each other: {}", problem.what);
                problem
            })
            .collect()
    }
}

/// The built-in book that a file is based on; read anew, since the list of all of them may be in the making.
struct BaseOf {
    book: Book,
}

impl BaseOf {
    fn named(name: &str) -> Option<BaseOf> {
        let text = Book::file_of(name)?;
        let book = read(text)
            .unwrap_or_else(|problems| panic!("a book of our own data has a fault: {}", problems[0]));
        Some(BaseOf { book })
    }
}
