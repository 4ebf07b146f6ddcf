//! Decided readings: points that a document leaves open, each with the reading that is played, in our words.
//!
//! A book joins a rule to its clauses and, where the outcome rests on such a reading, to the reading's number beside
//! them. The lists of readings are kept outside of the program; what it cites of them is in `data/readings.tsv`.

use std::sync::LazyLock;

/// A point that a document leaves open, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The number, such as `AMB-044` or `DU-A29`.
    pub id: String,
    /// What was open, in a few words.
    pub title: String,
    /// What was decided, in our words.
    pub decided: String,
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
    let read = |(at, line): (usize, &str)| {
        let mut cells = line.split('\t').map(str::to_owned);
        match (cells.next(), cells.next(), cells.next(), cells.next()) {
            (Some(id), Some(title), Some(decided), None) => Reading { id, title, decided },
            _ => panic!("line {} of the readings: expected a number, a title and what was decided", at + 1),
        }
    };
    include_str!("../data/readings.tsv").lines().enumerate().map(read).collect()
});

/// Every reading that a book cites, in the order of their lists.
pub fn all() -> &'static [Reading] {
    &READINGS
}

/// The reading with a number.
pub fn reading(id: &str) -> Option<&'static Reading> {
    all().iter().find(|reading| reading.id == id)
}
