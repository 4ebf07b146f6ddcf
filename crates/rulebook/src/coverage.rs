//! Which rows of the register are proven by tests, as told by the tests while they ran.
//!
//! A test that runs a row's case writes lines of `ID<TAB>test name` to a file in the folder that the
//! environment variable `CARDROOM_PROOFS` names; who writes is outside this crate. The functions here read and
//! merge such texts, compare them with the list of rows not proven yet, and give every row its standing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::register::{self, Row};

/// Tests by the row they proved, both in order and without repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs {
    tests: BTreeMap<String, BTreeSet<String>>,
}

impl Proofs {
    /// The proofs that the tests of this version of the program registered.
    pub fn committed() -> &'static Proofs {
        static COMMITTED: LazyLock<Proofs> =
            LazyLock::new(|| match Proofs::read([include_str!("../data/proofs.tsv")]) {
                Ok(proofs) => proofs,
                Err(faults) => panic!("the committed proofs have a fault: {}", faults[0]),
            });
        &COMMITTED
    }

    /// The proofs of several texts together, or every line that is none, each fault in one line.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Proofs, Vec<String>> {
        let mut proofs = Proofs::default();
        let mut faults = Vec::new();
        for text in texts {
            for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
                let number = at + 1;
                match line.split_once('\t') {
                    Some((id, test)) if !test.trim().is_empty() && !test.contains('\t') => {
                        if register::row(id).is_none() {
                            let meant = register::nearest(id).map(|row| format!("; {} would do", row.id));
                            let meant = meant.unwrap_or_default();
                            faults.push(format!(
                                "line {number}: {id}: {test} proves a row that no register has{meant}"
                            ));
                        }
                        proofs.tests.entry(id.to_owned()).or_default().insert(test.to_owned());
                    }
                    Some(_) | None => {
                        faults.push(format!(
                            "line {number}: this is no proof; a row's id, a tab and a test's name would do"
                        ));
                    }
                }
            }
        }
        if faults.is_empty() { Ok(proofs) } else { Err(faults) }
    }

    /// The text of the committed file: a line for each proof, in order.
    pub fn written(&self) -> String {
        let lines =
            self.tests.iter().flat_map(|(id, tests)| tests.iter().map(move |test| format!("{id}\t{test}\n")));
        lines.collect()
    }

    /// The tests that proved a row.
    pub fn of(&self, id: &str) -> Vec<&str> {
        self.tests.get(id).map(|tests| tests.iter().map(String::as_str).collect()).unwrap_or_default()
    }

    /// The rows that still need a test, in the order of the register.
    pub fn missing(&self) -> Vec<&'static str> {
        let missing = register::rows().iter().filter(|row| self.status(row) == Status::Missing);
        missing.map(|row| row.id.as_str()).collect()
    }

    /// The text of the committed list of rows not proven yet: an id a line.
    pub fn missing_written(&self) -> String {
        self.missing().iter().map(|id| format!("{id}\n")).collect()
    }

    /// How a row stands.
    pub fn status(&self, row: &Row) -> Status {
        if self.tests.contains_key(&row.id) {
            Status::Proven
        } else if row.kind.is_recorded() {
            Status::Recorded
        } else {
            Status::Missing
        }
    }

    /// Every row of a book's document, or of all, with how it stands and the tests behind it.
    pub fn standings(&self, book: Option<&str>) -> Vec<Standing<'_>> {
        let wanted = |row: &&Row| book.is_none_or(|book| row.book == book);
        let standing = |row| Standing { row, status: self.status(row), tests: self.of(&row.id) };
        register::rows().iter().filter(wanted).map(standing).collect()
    }

    /// What changed against the list of rows that were not proven before: the list may only shrink.
    pub fn ratchet(&self, list: &str) -> Ratchet {
        let listed: BTreeSet<&str> = list.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let missing = self.missing();
        let now: BTreeSet<&str> = missing.iter().copied().collect();
        Ratchet {
            newly_missing: missing
                .iter()
                .filter(|id| !listed.contains(**id))
                .map(|id| (*id).to_owned())
                .collect(),
            to_strike: listed.iter().filter(|id| !now.contains(**id)).map(|id| (*id).to_owned()).collect(),
        }
    }
}

/// How a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// A test ran its case.
    Proven,
    /// It needs no test: a term, behaviour of people, or a fact of the room.
    Recorded,
    /// It needs a test and has none.
    Missing,
}

impl Status {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Proven => "proven",
            Status::Recorded => "recorded",
            Status::Missing => "missing",
        }
    }
}

/// A row with how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// The row.
    pub row: &'static Row,
    /// How it stands.
    pub status: Status,
    /// The tests that proved it.
    pub tests: Vec<&'a str>,
}

/// What changed against the committed list of rows not proven yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratchet {
    /// Rows without a test that the list does not have: this must be empty.
    pub newly_missing: Vec<String>,
    /// Rows on the list that are proven by now or gone, to be struck from it.
    pub to_strike: Vec<String>,
}

/// The committed list of rows not proven yet.
pub fn committed_missing() -> &'static str {
    include_str!("../data/missing.txt")
}

/// What a test writes for the rows it ran: a line for each.
pub fn lines(test: &str, ids: &[&str]) -> String {
    ids.iter().map(|id| format!("{id}\t{test}\n")).collect()
}

/// A file name for the proofs of one test, so that tests running together do not write to one file.
pub fn file_name(test: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    format!("{}.tsv", test.chars().map(plain).collect::<String>())
}
