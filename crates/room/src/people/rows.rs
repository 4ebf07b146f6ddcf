//! The rows of personal data, found by number and by name.

use std::collections::{BTreeMap, BTreeSet};

use seating::Person;

use crate::port::PersonRow;
use crate::text::skeleton;

/// Every row of personal data, kept apart from the machine that is folded from records.
#[derive(Clone, Debug, Default)]
pub struct PersonRows {
    by_person: BTreeMap<Person, PersonRow>,
    logins: BTreeMap<String, Person>,
    /// The skeletons of display names with their owners. Two people may have names that look alike, from
    /// before that was refused.
    names: BTreeSet<(String, Person)>,
}

impl PersonRows {
    /// All rows as the store has them, the room's own among them, indexed by number, sign-in name and look of
    /// the name.
    pub fn new(rows: Vec<PersonRow>) -> PersonRows {
        let mut all = PersonRows::default();
        rows.into_iter().for_each(|row| all.put(row));
        all
    }

    /// Adds or replaces a person's row; the old names are free from now on, unless kept.
    pub fn put(&mut self, row: PersonRow) {
        if let Some(old) = self.by_person.get(&row.person) {
            self.logins.remove(&old.login);
            self.names.remove(&(skeleton(&old.name), old.person));
        }
        self.logins.insert(row.login.clone(), row.person);
        self.names.insert((skeleton(&row.name), row.person));
        self.by_person.insert(row.person, row);
    }

    /// Removes a person's row when the account is erased; its names are free then.
    pub fn remove(&mut self, person: Person) {
        if let Some(old) = self.by_person.remove(&person) {
            self.logins.remove(&old.login);
            self.names.remove(&(skeleton(&old.name), old.person));
        }
    }

    /// A person's row with names and password hash; `None` for an erased account. [`Person::HOUSE`] has the
    /// room's own.
    pub fn get(&self, person: Person) -> Option<&PersonRow> {
        self.by_person.get(&person)
    }

    /// The row of the person who signs in with a name in the form of [`fold_login`](super::fold_login); may be
    /// the room's own.
    pub fn by_login(&self, login: &str) -> Option<&PersonRow> {
        self.logins.get(login).and_then(|person| self.get(*person))
    }

    /// Whether somebody has a display name that people could take for this one, by the look of both.
    pub fn name_is_taken(&self, name: &str) -> bool {
        let from = (skeleton(name), Person(0));
        self.names.range(&from..).next().is_some_and(|(other, _)| *other == from.0)
    }

    /// Every row, in the order of the persons' numbers, the room's own first; a start checks each against the
    /// records.
    pub fn iter(&self) -> impl Iterator<Item = &PersonRow> {
        self.by_person.values()
    }
}
