//! Who sits where in the room: a machine with a stream of its own, beside those of the tables.
//!
//! A seat is taken or given up in one batch with the table's own record, so that the two never disagree. The
//! rules that look across tables are here: one seat per person if a book says so, and programs only where a
//! book marks them.

use std::collections::{BTreeMap, BTreeSet};

use seating::Person;
use serde::{Deserialize, Serialize};

use crate::port::{Store, StoreError, StoredRecord, StreamId};

/// One fact of the roster's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case", deny_unknown_fields)]
pub enum RosterFact {
    /// A person has a seat at a table.
    Seated {
        /// The person.
        person: Person,
        /// The table.
        table: u64,
        /// A program plays the account.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        machine: bool,
        /// The device that took the seat; zero if that does not matter.
        #[serde(default, skip_serializing_if = "is_zero")]
        device: u32,
    },
    /// A person's seat at a table was given up.
    Left {
        /// The person.
        person: Person,
        /// The table.
        table: u64,
    },
}

/// Tells serde to leave out a device of zero: records of earlier versions name none.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(device: &u32) -> bool {
    *device == 0
}

/// A request for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRequest {
    /// The person.
    pub person: Person,
    /// The table.
    pub table: u64,
    /// A program plays the account.
    pub machine: bool,
    /// The device.
    pub device: u32,
}

/// What a table's book says about who may sit there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRules {
    /// Programs may sit there.
    pub machines: bool,
    /// A person seated there may have no seat at another table.
    pub one_seat: bool,
}

/// Why somebody gets no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterRefusal {
    /// Programs may not sit at this table.
    NoMachines,
    /// The book of one of the tables allows one seat only, and the person has one.
    Elsewhere {
        /// Where they have it.
        table: u64,
    },
}

/// A seat at a table as the roster has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RosterSeat {
    /// A program plays the account.
    pub machine: bool,
    /// The device that took the seat.
    pub device: u32,
}

/// Who sits where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roster {
    people: BTreeMap<Person, BTreeMap<u64, RosterSeat>>,
    tables: BTreeMap<u64, BTreeSet<Person>>,
}

/// How many records are read at a time.
const PAGE_SIZE: usize = 1000;

impl Roster {
    /// Reads the roster from its stream at the start of the room; also returns how many records that has.
    ///
    /// # Errors
    /// A fault of the store, or a record that no room wrote.
    pub fn read(store: &dyn Store) -> Result<(Roster, u64), StoreError> {
        let (mut roster, mut count) = (Roster::default(), 0);
        loop {
            let page = store.read(StreamId::Seating, count, PAGE_SIZE)?;
            for stored in &page {
                facts_of(stored)?.iter().for_each(|fact| roster.apply(fact));
                count = stored.number;
            }
            if page.len() < PAGE_SIZE {
                return Ok((roster, count));
            }
        }
    }

    /// The tables where a person sits, in the order of their numbers.
    pub fn tables_of(&self, person: Person) -> impl Iterator<Item = u64> + '_ {
        self.people.get(&person).into_iter().flat_map(|tables| tables.keys().copied())
    }

    /// The person's seat at a table; `None` if they have none there. Which chair it is, only the table knows.
    pub fn seat_of(&self, person: Person, table: u64) -> Option<RosterSeat> {
        self.people.get(&person)?.get(&table).copied()
    }

    /// Who sits at a table, in the order of their numbers.
    pub fn people_at(&self, table: u64) -> impl Iterator<Item = Person> + '_ {
        self.tables.get(&table).into_iter().flatten().copied()
    }

    /// Decides a request for a seat by the rules that look across tables (16.1, 16.2), apart from the table's
    /// own. `rules` returns what a table's book says about who may sit there. Applies nothing: the fact has to
    /// be stored first.
    ///
    /// # Errors
    /// Why there is no seat.
    pub fn decide(
        &self,
        wanted: SeatRequest,
        rules: impl Fn(u64) -> SeatRules,
    ) -> Result<RosterFact, RosterRefusal> {
        let SeatRequest { person, table, machine, device } = wanted;
        let here = rules(table);
        if machine && !here.machines {
            return Err(RosterRefusal::NoMachines);
        }
        let mut others = self.tables_of(person).filter(|other| *other != table);
        if let Some(other) = others.find(|other| here.one_seat || rules(*other).one_seat) {
            return Err(RosterRefusal::Elsewhere { table: other });
        }
        Ok(RosterFact::Seated { person, table, machine, device })
    }

    /// Applies a stored fact. Holds no rule and cannot fail, so that a restart folds the stream to the same
    /// roster.
    pub fn apply(&mut self, fact: &RosterFact) {
        match fact {
            RosterFact::Seated { person, table, machine, device } => {
                let held = RosterSeat { machine: *machine, device: *device };
                self.people.entry(*person).or_default().insert(*table, held);
                self.tables.entry(*table).or_default().insert(*person);
            }
            RosterFact::Left { person, table } => {
                if let Some(tables) = self.people.get_mut(person) {
                    tables.remove(table);
                    if tables.is_empty() {
                        self.people.remove(person);
                    }
                }
                if let Some(people) = self.tables.get_mut(table) {
                    people.remove(person);
                    if people.is_empty() {
                        self.tables.remove(table);
                    }
                }
            }
        }
    }

    /// The facts that bring the roster into line with a table; empty if they agree. Older rooms have no roster,
    /// and the table is always right about who sits there.
    pub fn corrections(&self, table: u64, seated: &BTreeMap<Person, RosterSeat>) -> Vec<RosterFact> {
        let left = self.people_at(table).filter(|person| !seated.contains_key(person));
        let newcomers = seated.iter().filter(|(person, _)| self.seat_of(**person, table).is_none());
        left.map(|person| RosterFact::Left { person, table })
            .chain(newcomers.map(|(person, RosterSeat { machine, device })| RosterFact::Seated {
                person: *person,
                table,
                machine: *machine,
                device: *device,
            }))
            .collect()
    }

    /// The facts that remove everybody from tables that `open` says are no longer open, at a start of the room.
    pub fn removals(&self, open: impl Fn(u64) -> bool) -> Vec<RosterFact> {
        let gone = self.tables.iter().filter(|(table, _)| !open(**table));
        gone.flat_map(|(table, people)| {
            people.iter().map(|person| RosterFact::Left { person: *person, table: *table })
        })
        .collect()
    }
}

/// The facts of a record of the roster's stream, in stored order; the error names the record.
///
/// # Errors
/// A record that no room wrote.
pub fn facts_of(stored: &StoredRecord) -> Result<Vec<RosterFact>, StoreError> {
    serde_json::from_str(&stored.body)
        .map_err(|error| StoreError::unreadable_facts(StreamId::Seating, stored.number, error))
}

/// The kind of a record that begins with this fact. Stored, so the words stay.
pub fn kind(fact: &RosterFact) -> &'static str {
    match fact {
        RosterFact::Seated { .. } => "seated",
        RosterFact::Left { .. } => "seat_left",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: SeatRules = SeatRules { machines: true, one_seat: false };
    const STRICT: SeatRules = SeatRules { machines: false, one_seat: true };

    /// Tables from 10 on are strict, the others open.
    fn rules(table: u64) -> SeatRules {
        if table < 10 { OPEN } else { STRICT }
    }

    /// A person's request for a seat at a table, from device 3 and not by a program.
    fn wants(person: u64, table: u64) -> SeatRequest {
        SeatRequest { person: Person(person), table, machine: false, device: 3 }
    }

    /// A roster with these seats (person, table) taken.
    fn with(seats: &[(u64, u64)]) -> Roster {
        let mut roster = Roster::default();
        for (person, table) in seats {
            let fact = roster.decide(wants(*person, *table), rules).expect("a seat");
            roster.apply(&fact);
        }
        roster
    }

    #[test]
    fn a_person_has_one_seat_where_the_book_of_either_table_says_so() {
        let roster = with(&[(1, 1), (1, 2), (2, 10)]);
        let tables = |person| roster.tables_of(Person(person)).collect::<Vec<_>>();
        assert_eq!((tables(1), tables(2), tables(3)), (vec![1, 2], vec![10], vec![]));
        // Either the wanted table is strict or the one where the person sits.
        assert_eq!(roster.decide(wants(1, 10), rules), Err(RosterRefusal::Elsewhere { table: 1 }));
        assert_eq!(roster.decide(wants(2, 1), rules), Err(RosterRefusal::Elsewhere { table: 10 }));
        assert_eq!(roster.decide(wants(2, 11), rules), Err(RosterRefusal::Elsewhere { table: 10 }));
        // A second seat at the same table is up to that table's own rules.
        assert!(roster.decide(wants(2, 10), rules).is_ok());
        let mut roster = roster;
        roster.apply(&RosterFact::Left { person: Person(2), table: 10 });
        assert!(roster.decide(wants(2, 1), rules).is_ok());
    }

    #[test]
    fn a_program_sits_only_where_programs_are_marked() {
        let roster = Roster::default();
        let program = |table| SeatRequest { machine: true, ..wants(1, table) };
        assert_eq!(roster.decide(program(10), rules), Err(RosterRefusal::NoMachines));
        let fact = roster.decide(program(1), rules).expect("a seat");
        let mut roster = roster;
        roster.apply(&fact);
        assert_eq!(roster.seat_of(Person(1), 1), Some(RosterSeat { machine: true, device: 3 }));
    }

    #[test]
    fn a_roster_is_corrected_by_what_a_table_says() {
        let mut roster = with(&[(1, 1), (2, 1), (2, 2), (3, 7)]);
        let held = RosterSeat { machine: false, device: 0 };
        let seated = BTreeMap::from([(Person(2), held), (Person(4), held)]);
        for fact in roster.corrections(1, &seated) {
            roster.apply(&fact);
        }
        assert_eq!(roster.people_at(1).collect::<Vec<_>>(), [Person(2), Person(4)]);
        assert_eq!(
            roster.seat_of(Person(2), 1),
            Some(RosterSeat { machine: false, device: 3 }),
            "kept as it was"
        );
        assert_eq!(roster.corrections(1, &seated), []);
        assert_eq!(roster.removals(|table| table < 7), [RosterFact::Left { person: Person(3), table: 7 }]);
    }

    #[test]
    fn facts_of_the_roster_are_written_as_ever() {
        for (fact, text) in [
            (
                RosterFact::Seated { person: Person(5), table: 3, machine: false, device: 0 },
                r#"{"fact":"seated","person":5,"table":3}"#,
            ),
            (
                RosterFact::Seated { person: Person(5), table: 3, machine: true, device: 9 },
                r#"{"fact":"seated","person":5,"table":3,"machine":true,"device":9}"#,
            ),
            (RosterFact::Left { person: Person(5), table: 3 }, r#"{"fact":"left","person":5,"table":3}"#),
        ] {
            assert_eq!(serde_json::to_string(&fact).expect("written"), text);
            assert_eq!(serde_json::from_str::<RosterFact>(text).expect("read"), fact);
        }
    }
}
