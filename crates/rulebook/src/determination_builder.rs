//! Fixes a table under a book: takes the operator's choices and the book's defaults and checks them against
//! each other.
//!
//! Every problem is listed, in the order of the calls below. The checks between settings are in `checks`.

use crate::book::{Book, BookSetting, add_citations};
use crate::determination::{Determination, NOT_USED, from_values, parse_numbers};
use crate::problem::{Problem, nearest};
use crate::reason::ReasonValue;
use crate::setting::{GameFamily, Setting, parse_whole};
use crate::{Rule, rule};

/// Fixes a table with an operator's choices, behind [`Book::determine`]; the error has every problem, in the
/// order of the checks. Blinds are derived before the checks that need them, and missing choices are looked
/// for last.
pub(crate) fn determine(book: &Book, chosen: &[(&str, &str)]) -> Result<Determination, Vec<Problem>> {
    let mut table = DeterminationBuilder::new(book);
    for (setting, value) in chosen {
        table.choose(setting, value);
    }
    table.derive_blinds();
    table.check_payable_amounts();
    match book.family() {
        GameFamily::Poker => {
            table.check_forced_bets();
            table.check_blind_levels();
            table.check_limits();
            table.check_stakes();
            table.check_commission();
            table.check_deck();
        }
        GameFamily::Ultimate => table.check_house_wagers(),
    }
    table.check_requirements();
    table.check_dependent_settings();
    table.check_required_settings();
    table.finish()
}

/// Fixes a table with stored values, behind [`Book::determine_stored`]: checks only their form, so that a
/// table opened once can always be read. The error has every problem.
pub(crate) fn determine_stored<'a>(
    book: &Book,
    values: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Determination, Vec<Problem>> {
    let mut table = DeterminationBuilder::new(book);
    let mut found = vec![None; table.settings.len()];
    for (name, value) in values {
        let Some(at) = book.family().index(name) else {
            table.problems.push(unknown_setting(book.family(), name, value));
            continue;
        };
        let setting = &table.settings[at];
        // `none` is stored for a choice that was not needed.
        if value != NOT_USED && value != "none" && setting.canonical(value).as_deref() != Ok(value) {
            let what = "not a valid value".to_owned();
            table.problems.push(Problem::new(name, value, what, setting.expected()));
        }
        found[at] = Some(value.to_owned());
    }
    table.values.iter_mut().zip(found).for_each(|(value, found)| *value = found.or(value.take()));
    for at in 0..table.settings.len() {
        if table.values[at].is_none() && !matches!(book.data.settings[at], BookSetting::Depends { .. }) {
            let name = &table.settings[at].name;
            table.problems.push(Problem::new(name, "", "it has no value and the book gives none", ""));
        }
    }
    if !table.problems.is_empty() {
        return Err(table.problems);
    }
    for at in 0..table.settings.len() {
        if let (None, BookSetting::Depends { by, at: values }) = (&table.values[at], &book.data.settings[at])
        {
            let decides = table.value(by);
            let follows = values.iter().find(|(when, _)| Some(when.as_str()) == decides);
            table.values[at] = follows.map(|(_, value)| value.clone());
        }
    }
    Ok(from_values(
        book.clone(),
        table.values.into_iter().map(|value| value.unwrap_or_else(|| "none".to_owned())).collect(),
    ))
}

/// A table while it is being fixed.
pub(crate) struct DeterminationBuilder<'a> {
    pub(crate) book: &'a Book,
    pub(crate) settings: &'static [Setting],
    /// The value of each setting so far, by its index; `None` if it has none or a wrong one.
    pub(crate) values: Vec<Option<String>>,
    /// What was given for each setting that was chosen, by its index.
    pub(crate) chosen: Vec<Option<String>>,
    problems: Vec<Problem>,
}

impl<'a> DeterminationBuilder<'a> {
    /// Starts with the book's own values: what it fixes, its defaults, and `not_used`. Settings that follow
    /// others have no value yet.
    fn new(book: &'a Book) -> DeterminationBuilder<'a> {
        let settings = book.family().settings();
        let start = |setting: &BookSetting| match setting {
            BookSetting::Fixed(value) => Some(value.clone()),
            BookSetting::Operator { default, .. } => default.clone(),
            BookSetting::NotUsed => Some(NOT_USED.to_owned()),
            BookSetting::Depends { .. } => None,
        };
        DeterminationBuilder {
            book,
            settings,
            values: book.data.settings.iter().map(start).collect(),
            chosen: vec![None; settings.len()],
            problems: Vec::new(),
        }
    }

    /// Takes one choice, or adds a problem and leaves the setting without a value if the book does not offer
    /// it. Hyphens may be used for underscores.
    fn choose(&mut self, name: &str, given: &str) {
        let normal = name.trim().replace('-', "_");
        let Some(at) = self.book.family().index(&normal) else {
            self.problems.push(unknown_setting(self.book.family(), name, given));
            return;
        };
        let setting = &self.settings[at];
        if let Some(before) = &self.chosen[at] {
            let what = format!("it is chosen twice, first as {before}");
            self.values[at] = None;
            let first = before.clone();
            self.add_problem(setting.rule, setting, given, what, "one value".to_owned())
                .with_reason("chosen_twice")
                .with_value("first", first);
            return;
        }
        self.chosen[at] = Some(given.trim().to_owned());
        let canonical = setting.canonical(given);
        let (reason, value, what, expected) = match (&self.book.data.settings[at], canonical) {
            (BookSetting::NotUsed, _) if given.trim().replace('-', "_") == NOT_USED => return,
            (BookSetting::NotUsed, _) => {
                ("not_used", None, "the book does not use it".to_owned(), "no choice here".to_owned())
            }
            (BookSetting::Fixed(fixed), Ok(value)) if *fixed == value => return,
            (_, Ok(value)) if setting.rule.is_some_and(|rule| self.book.is_struck(rule)) => {
                self.values[at] = Some(value);
                return;
            }
            (BookSetting::Fixed(fixed), _) => {
                let value = ("value", ReasonValue::from(fixed.as_str()));
                ("fixed_by_the_book", Some(value), "the book fixes it".to_owned(), fixed.clone())
            }
            (BookSetting::Depends { by, .. }, _) => {
                let value = ("by", ReasonValue::from(by.as_str()));
                ("follows_another", Some(value), format!("it follows from {by}"), format!("a choice of {by}"))
            }
            // A list of blinds may be empty; whether the game can do without blinds is checked once
            // everything is known.
            (BookSetting::Operator { choices, .. }, Ok(value))
                if choices.allows(setting, &value) || (setting.name == "blinds" && value == "none") =>
            {
                self.values[at] = Some(value);
                return;
            }
            (BookSetting::Operator { choices, .. }, _) => {
                let (reason, value, what) = match setting.exceeded_max(given) {
                    _ if given.trim().is_empty() => ("nothing_given", None, "no value was given".to_owned()),
                    Some(most) => (
                        "too_high",
                        Some(("at_most", ReasonValue::from(most))),
                        format!("numbers go up to {most}"),
                    ),
                    None => ("not_offered", None, "the book does not offer it".to_owned()),
                };
                let expected = match setting.exceeded_max(given) {
                    Some(most) => format!("{most} {} or less", setting.unit),
                    None => choices.expected(setting),
                };
                (reason, value, what, expected)
            }
        };
        if let (true, Ok(value)) = (self.book.is_struck(rule::OPERATOR_MAY_CHOOSE), setting.canonical(given))
        {
            self.values[at] = Some(value);
            return;
        }
        let fixed = matches!(self.book.data.settings[at], BookSetting::Fixed(_));
        self.values[at] = None;
        self.add_problem(setting.rule, setting, given, what, expected)
            .with_reason(reason)
            .values
            .extend(value);
        let of_the_setting = self.book.setting_cites(setting);
        if let Some(problem) = self.problems.last_mut().filter(|_| !of_the_setting.is_empty()) {
            // The choice was not compared with any other: the setting's own clauses are cited first, and then
            // the rule's.
            let of_the_rule = std::mem::replace(&mut problem.cites, of_the_setting);
            if !fixed {
                add_citations(&mut problem.cites, &of_the_rule);
            }
        }
    }

    /// Works out the settings that follow others and returns the table, or every problem. Nothing may be
    /// chosen or checked after it.
    fn finish(mut self) -> Result<Determination, Vec<Problem>> {
        for at in 0..self.settings.len() {
            if let BookSetting::Depends { by, at: values } = &self.book.data.settings[at] {
                let decides = self.value(by);
                let found = values.iter().find(|(when, _)| Some(when.as_str()) == decides);
                self.values[at] = found.map(|(_, value)| value.clone());
            }
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        // A choice that this table does not need may have no value.
        let values =
            self.values.into_iter().map(|value| value.unwrap_or_else(|| "none".to_owned())).collect();
        Ok(from_values(self.book.clone(), values))
    }

    /// Whether the book has a rule: each check belongs to one and is skipped without it.
    pub(crate) fn has_rule(&self, rule: Rule) -> bool {
        self.book.has_rule(rule)
    }

    /// The citations behind a rule under the choices so far, for a problem with it; empty for a rule that the
    /// book does not have.
    fn cites(&self, rule: Rule) -> Vec<String> {
        let clauses = self.book.data.rules[rule.index()].as_ref();
        clauses.map(|clauses| clauses.ids_under(|setting| self.value(setting))).unwrap_or_default()
    }

    /// The canonical value of a setting so far, by the name the program uses; `None` if it has none or a
    /// wrong one, on which no check may build.
    pub(crate) fn value(&self, setting: &str) -> Option<&str> {
        self.book.family().index(setting).and_then(|at| self.values[at].as_deref())
    }

    /// Sets a setting, by the name the program uses, to a canonical value that follows from others.
    pub(crate) fn set(&mut self, setting: &str, value: String) {
        if let Some(at) = self.book.family().index(setting) {
            self.values[at] = Some(value);
        }
    }

    /// Whether a setting has exactly this canonical value so far; false while it has none.
    pub(crate) fn is(&self, setting: &str, word: &str) -> bool {
        self.value(setting) == Some(word)
    }

    /// The value of a setting so far as a whole number, in the setting's unit; `None` for words, lists and
    /// missing or wrong values.
    pub(crate) fn number(&self, setting: &str) -> Option<u64> {
        self.value(setting).and_then(parse_whole)
    }

    /// The value of a setting so far as a list of whole numbers, in the setting's unit; `None` for words and
    /// missing or wrong values.
    pub(crate) fn list(&self, setting: &str) -> Option<Vec<u64>> {
        self.value(setting).and_then(parse_numbers)
    }

    /// Whether the operator made a choice for a setting, rightly or wrongly; a default is not a choice.
    pub(crate) fn is_chosen(&self, setting: &str) -> bool {
        self.book.family().index(setting).is_some_and(|at| self.chosen[at].is_some())
    }

    /// Whether a problem with this setting was added already, so that it is not refused twice.
    pub(crate) fn has_problem(&self, setting: &str) -> bool {
        self.problems.iter().any(|problem| problem.setting == setting)
    }

    /// The value as the operator gave it, or else as it is so far; by the setting's index. For the `given` of
    /// problems.
    pub(crate) fn given_text(&self, at: usize) -> String {
        self.chosen[at].clone().or_else(|| self.values[at].clone()).unwrap_or_default()
    }

    /// Whether the book offers this setting with any value other than one word, so that a problem may suggest
    /// it.
    pub(crate) fn offers_more_than(&self, setting: &str, word: &str) -> bool {
        match self.book.setting(setting) {
            Some(BookSetting::Operator { choices, .. }) => {
                choices.offered.iter().any(|choice| choice.file_text() != word)
            }
            Some(BookSetting::Fixed(_) | BookSetting::Depends { .. } | BookSetting::NotUsed) | None => false,
        }
    }

    /// Adds a problem with a setting, by the name the program uses and with its value so far. The caller must
    /// then give it its reason and values, by which clients word it.
    pub(crate) fn add_problem_by_name(
        &mut self,
        rule: Option<Rule>,
        name: &str,
        what: impl Into<String>,
        expected: impl Into<String>,
    ) -> &mut Problem {
        let at = self.book.family().index(name).expect("the program names settings that exist");
        let given = self.given_text(at);
        self.add_problem(rule, &self.settings[at], &given, what.into(), expected.into())
    }

    /// Adds a problem with a setting; cites the rule first and then what is behind the setting. A rule that
    /// the book does not have counts as `operator-may-choose`. The caller must then give it its reason and
    /// values.
    pub(crate) fn add_problem(
        &mut self,
        rule: Option<Rule>,
        setting: &Setting,
        given: &str,
        what: String,
        expected: String,
    ) -> &mut Problem {
        let mut problem = Problem::new(&setting.name, given.trim(), what, expected);
        problem.rule = Some(rule.filter(|rule| self.has_rule(*rule)).unwrap_or(rule::OPERATOR_MAY_CHOOSE));
        // First what the rule rests on under the choices so far, then what is behind the setting.
        let special = rule.filter(|rule| *rule != rule::OPERATOR_MAY_CHOOSE);
        problem.cites = special.map(|rule| self.cites(rule)).unwrap_or_default();
        add_citations(&mut problem.cites, &self.book.setting_cites(setting));
        if problem.cites.is_empty() {
            problem.cites = self.book.cites(rule::OPERATOR_MAY_CHOOSE).to_vec();
        }
        let at = self.problems.len();
        self.problems.push(problem);
        &mut self.problems[at]
    }
}

/// The problem of a choice for a setting that does not exist, with the current name of a renamed setting, or
/// else the nearest name, as what was expected.
pub(crate) fn unknown_setting(family: GameFamily, name: &str, given: &str) -> Problem {
    let normal = name.trim().replace('-', "_");
    let by_old_name = family.settings().iter().find(|setting| setting.old_names.contains(&normal));
    let names = family.settings().iter().map(|setting| setting.name.as_str());
    let meant = by_old_name.map(|setting| setting.name.as_str()).or_else(|| nearest(&normal, names));
    let meant = meant.unwrap_or_default();
    let mut problem = Problem::new(name.trim(), given.trim(), "unknown setting", meant);
    problem.with_reason("unknown_setting").with_value("meant", meant);
    problem
}
