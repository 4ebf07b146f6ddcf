//! Decided readings: points that a document leaves open, each with the reading that is played, in our words.
//!
//! A book joins a rule to its clauses and, if the outcome rests on a reading, to the number of the reading as
//! well. `AMB-` numbers belong to the three Canberra poker books, `DU-A` to Dunedin, `UT-A` to Ultimate, and
//! `TR-` to tournaments under any book. Five numbers of Dunedin were used twice; the later ones end in
//! `/2.6`.

use std::sync::LazyLock;

/// A point that a document leaves open, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The number, such as `AMB-044` or `DU-A29`.
    pub id: String,
    /// What was open, in a few words.
    pub title: String,
    /// What was decided, in our words.
    pub decision: String,
    /// The settings that allow another answer, or state what the document leaves to the operator; often none.
    pub settings: Vec<String>,
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
    let read = |(at, line): (usize, &str)| match line.split('\t').collect::<Vec<&str>>()[..] {
        [id, title, decided, settings] => Reading {
            id: id.to_owned(),
            title: title.to_owned(),
            decision: decided.to_owned(),
            settings: settings.split_whitespace().map(str::to_owned).collect(),
        },
        _ => panic!(
            "line {} of the readings: expected a number, a title, what was decided and settings",
            at + 1
        ),
    };
    include_str!("../data/readings.tsv").lines().enumerate().map(read).collect()
});

/// Every reading, in the order of their numbers. Panics if our own data is malformed, which tests rule out.
pub fn all() -> &'static [Reading] {
    &READINGS
}

/// The reading with this number, such as `AMB-044`; `None` for a register id and for an unknown one.
///
/// ```
/// use rulebook::readings;
/// assert!(readings::find("AMB-044").is_some());
/// assert!(readings::find("HE-5.1").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Reading> {
    all().iter().find(|reading| reading.id == id)
}

/// Those of the ids that are numbers of readings, in their order; the others are clauses. For refusals, which
/// list the two apart.
pub fn reading_ids(ids: &[String]) -> Vec<String> {
    ids.iter().filter(|id| find(id).is_some()).cloned().collect()
}
