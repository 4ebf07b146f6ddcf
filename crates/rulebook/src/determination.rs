//! A table as fixed under a book: a value for every setting. How it is fixed is in `determination_builder`.

use std::sync::Arc;

use crate::Rule;
use crate::book::{Book, ClausePart};
use crate::setting::{GameFamily, Setting, parse_whole};

/// The settings that a table is played by: a value for each, and the rules of its book. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Determination {
    book: Book,
    values: Arc<Vec<String>>,
    /// The citations of rules for which they depend on a choice, under the choices made.
    chosen_clauses: Arc<Vec<(Rule, Vec<String>)>>,
}

/// The value of a setting that the book does not use.
pub(crate) const NOT_USED: &str = "not_used";

impl Determination {
    /// The id of the book it was fixed under, which is stored with the table.
    pub fn book_id(&self) -> &str {
        self.book.id()
    }

    /// The book it was fixed under, whose rules the table is played by.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The value of a setting in its canonical form; `not_used` if the book does not use the setting, and
    /// `none` for a choice that was not needed.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn text(&self, setting: &str) -> &str {
        match self.index(setting) {
            Some(at) => &self.values[at],
            None => NOT_USED,
        }
    }

    /// The value as a whole number, in the setting's own unit (chips, cents, seconds); `None` if it is a
    /// word, a list of several numbers, or not used.
    ///
    /// For a list by percentage, the amount at the percentage chosen.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn amount(&self, setting: &str) -> Option<u64> {
        let text = self.text(setting);
        if text.contains(':') {
            return amount_at_percentage(text, self.text("commission_percent"));
        }
        parse_whole(text)
    }

    /// The numbers of a list, in its order and in the setting's own unit; empty if the value is a word or not
    /// used.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn amounts(&self, setting: &str) -> Vec<u64> {
        parse_numbers(self.text(setting)).unwrap_or_default()
    }

    /// The smallest and the largest bet of each betting round in chips, equal for a single bet; empty if the
    /// value is a word.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn ranges(&self, setting: &str) -> Vec<(u64, u64)> {
        parse_ranges(self.text(setting)).unwrap_or_default()
    }

    /// Whether the value is this word, or a list that contains it; hyphens may be used for underscores.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn is(&self, setting: &str, word: &str) -> bool {
        let text = self.text(setting);
        text == word || text.split(' ').any(|part| part == word.replace('-', "_"))
    }

    /// Whether the table is played with a rule: code that decides by the rule asks this first.
    #[inline]
    pub fn has_rule(&self, rule: Rule) -> bool {
        self.book.has_rule(rule)
    }

    /// The register ids of the clauses behind a rule under the choices made, then the numbers of the decided
    /// readings it rests on: what an event or a refusal under the rule cites.
    pub fn cites(&self, rule: Rule) -> &[String] {
        match self.chosen_clauses.iter().find(|(chosen, _)| *chosen == rule) {
            Some((_, ids)) => ids,
            None => self.book.cites(rule),
        }
    }

    /// Every setting of the book's family with its canonical value, in the order of the data; what is stored
    /// with a table.
    pub fn values(&self) -> impl Iterator<Item = (&'static Setting, &str)> {
        self.book.family().settings().iter().zip(self.values.iter().map(String::as_str))
    }

    /// The same table with one value changed, without any check, to see what depends on it: for scripts, the
    /// terminal and tests. No live room may play such a table.
    ///
    /// # Panics
    ///
    /// If no setting has this name, which is a bug in the program.
    pub fn with_value(&self, setting: &str, value: &str) -> Determination {
        let mut values = Vec::clone(&self.values);
        if let Some(at) = self.index(setting) {
            let known = &self.book.family().settings()[at];
            values[at] = known.canonical(value).unwrap_or_else(|_| value.to_owned());
        }
        from_values(self.book.clone(), values)
    }

    /// The same table with one rule struck out of its book, to see what depends on it; for tests.
    pub fn without(&self, rule: Rule) -> Determination {
        from_values(self.book.without(rule), Vec::clone(&self.values))
    }

    /// The index of a setting in the book's family; `None` for one of another family, which this table does
    /// not have. Panics for a name that no family has: a bug in the program.
    fn index(&self, setting: &str) -> Option<usize> {
        let family = self.book.family();
        if let Some(at) = family.index(setting) {
            return Some(at);
        }
        let elsewhere =
            [GameFamily::Poker, GameFamily::Ultimate].iter().any(|family| family.index(setting).is_some());
        assert!(elsewhere, "no setting is named {setting}");
        None
    }
}

/// The numbers of a canonical list, separated by spaces, in its order; `None` if any part is not a number.
pub(crate) fn parse_numbers(text: &str) -> Option<Vec<u64>> {
    text.split(' ').map(parse_whole).collect()
}

/// The smallest and the largest bet of each part of a canonical list such as `5 5-10`; `None` if any part is
/// not a bet or a range.
pub(crate) fn parse_ranges(text: &str) -> Option<Vec<(u64, u64)>> {
    let one = |part: &str| match part.split_once('-') {
        Some((low, high)) => Some((parse_whole(low)?, parse_whole(high)?)),
        None => parse_whole(part).map(|both| (both, both)),
    };
    text.split(' ').map(one).collect()
}

/// The amount in cents at a percentage of commission in a list such as `5:1000 10:800`; `None` if the list
/// has none for it.
pub(crate) fn amount_at_percentage(list: &str, percent: &str) -> Option<u64> {
    list.split(' ')
        .filter_map(|part| part.split_once(':'))
        .find(|(at, _)| *at == percent)
        .and_then(|(_, v)| parse_whole(v))
}

/// The table with these canonical values, one for each setting of the family in its order; works out the
/// citations that depend on them. Checks nothing: every determined table is made here.
pub(crate) fn from_values(book: Book, values: Vec<String>) -> Determination {
    let mut chosen_clauses = Vec::new();
    for rule in book.rules() {
        let Some(clauses) = &book.data.rules[rule.index()] else { continue };
        if clauses.parts.iter().any(|part| matches!(part, ClausePart::ByChoice(_))) {
            let value = |setting: &str| book.family().index(setting).map(|place| values[place].as_str());
            chosen_clauses.push((rule, clauses.ids_under(value)));
        }
    }
    Determination { book, values: Arc::new(values), chosen_clauses: Arc::new(chosen_clauses) }
}
