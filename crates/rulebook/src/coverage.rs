//! Which rows of the register are proven by tests, as recorded by the tests while they ran, and how far they
//! reached.
//!
//! A test that runs the case of a row writes lines of `ID<TAB>EVIDENCE<TAB>test name` to a file in the folder
//! that the environment variable `CARDROOM_PROOFS` names; the code that writes them is not in this crate. The
//! functions here read and merge such texts, compare them with the list of missing rows, and give the status
//! of every row.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use crate::register::{self, RegisterRow, RowKind};

/// What a test showed about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// The term of a `define` row is in the glossary, and code and texts use it in that sense.
    Defined,
    /// The case was run by a script or against the machine.
    Script,
    /// The case was carried out over HTTP, a socket or the page, as a person would.
    Room,
}

impl Evidence {
    /// All kinds of evidence, weakest first.
    pub const ALL: [Evidence; 3] = [Evidence::Defined, Evidence::Script, Evidence::Room];

    /// The word in a line of proof; stored in `data/proofs.tsv` and never changed.
    pub const fn word(self) -> &'static str {
        match self {
            Evidence::Defined => "defined",
            Evidence::Script => "script",
            Evidence::Room => "room",
        }
    }

    /// The evidence with this word of a line of proof; `None` for any other text.
    pub fn named(word: &str) -> Option<Evidence> {
        Evidence::ALL.into_iter().find(|evidence| evidence.word() == word)
    }
}

/// How far a row is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Only by a script.
    Script,
    /// A person can do it in the room.
    Room,
}

impl Reach {
    /// The word in the list of missing rows and other data files; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Reach::Script => "script",
            Reach::Room => "room",
        }
    }
}

/// A line that is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: ProofProblem,
}

/// Why a line is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofProblem {
    /// It does not have the form of a proof.
    Malformed,
    /// No register has the row.
    UnknownRow {
        /// The row.
        id: String,
        /// The test that names it.
        test: String,
        /// The row that is probably meant.
        meant: Option<&'static str>,
    },
    /// The row has no term to define.
    NotATerm {
        /// The row.
        id: &'static str,
        /// The test that names it.
        test: String,
        /// The kind of the row.
        kind: RowKind,
    },
}

impl fmt::Display for ProofError {
    /// Names the line and what is wrong with it; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ProofError {}

impl fmt::Display for ProofProblem {
    /// Says what is wrong and what was expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofProblem::Malformed => f.write_str(
                "not a proof: expected a row's id, what was shown (defined, script or room) and a test's name, with tabs",
            ),
            ProofProblem::UnknownRow { id, test, meant } => {
                write!(f, "{id}: {test} proves a row that no register has")?;
                meant.map_or(Ok(()), |meant| write!(f, "; expected {meant}"))
            }
            ProofProblem::NotATerm { id, test, kind } => {
                write!(f, "{id}: {test} defines a row of kind {kind}; expected one of kind define")
            }
        }
    }
}

/// The tests by the row they proved, with what each showed; sorted, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proofs {
    tests: BTreeMap<String, BTreeSet<(String, Evidence)>>,
}

impl Proofs {
    /// The proofs recorded by the tests of this version of the program, as committed in `data/proofs.tsv`;
    /// panics if that file is faulty, which the checks rule out.
    pub fn committed() -> &'static Proofs {
        static COMMITTED: LazyLock<Proofs> =
            LazyLock::new(|| match Proofs::read([include_str!("../data/proofs.tsv")]) {
                Ok(proofs) => proofs,
                Err(faults) => panic!("the committed proofs are faulty: {}", faults[0]),
            });
        &COMMITTED
    }

    /// Merges the proofs of several texts, each with lines as [`proof_lines`] writes them. The same proof
    /// twice counts once.
    ///
    /// ```
    /// use rulebook::coverage::{Evidence, Proofs, proof_lines};
    /// let lines = proof_lines("table::a", Evidence::Script, &["HE-5.1"]);
    /// assert_eq!(Proofs::read([lines.as_str()]).unwrap().tests_of("HE-5.1"), ["table::a"]);
    /// ```
    ///
    /// # Errors
    /// Every line that is not a proof.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Proofs, Vec<ProofError>> {
        let mut proofs = Proofs::default();
        let mut faults = Vec::new();
        for text in texts {
            for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
                match parse_proof(line) {
                    Ok((id, evidence, test)) => {
                        let test = (test.to_owned(), evidence);
                        proofs.tests.entry(id.to_owned()).or_default().insert(test);
                    }
                    Err(problem) => faults.push(ProofError { line: at + 1, problem }),
                }
            }
        }
        if faults.is_empty() { Ok(proofs) } else { Err(faults) }
    }

    /// The text of the committed file: one line for each proof, sorted by row and test, so that it changes
    /// only with the proofs.
    pub fn to_text(&self) -> String {
        let line = |id: &str, test: &str, evidence: Evidence| format!("{id}\t{}\t{test}\n", evidence.word());
        let of_row = |(id, tests): (&String, &BTreeSet<(String, Evidence)>)| {
            tests.iter().map(|(test, evidence)| line(id, test, *evidence)).collect::<String>()
        };
        self.tests.iter().map(of_row).collect()
    }

    /// The names of the tests that proved a row, sorted; empty if none did.
    pub fn tests_of(&self, id: &str) -> Vec<&str> {
        self.tests.get(id).into_iter().flatten().map(|(test, _)| test.as_str()).collect()
    }

    /// How far the tests of a row reached; `None` if no test ran its case, as for a term that is only
    /// defined.
    pub fn reach(&self, id: &str) -> Option<Reach> {
        match self.evidence(id)? {
            Evidence::Defined => None,
            Evidence::Script => Some(Reach::Script),
            Evidence::Room => Some(Reach::Room),
        }
    }

    /// The strongest evidence for a row; `None` if there is none.
    fn evidence(&self, id: &str) -> Option<Evidence> {
        self.tests.get(id)?.iter().map(|(_, evidence)| *evidence).max()
    }

    /// The status of a row, by its strongest evidence: a kind that [needs the room](RowKind::needs_the_room)
    /// is missing until a test did it there.
    pub fn status(&self, row: &RegisterRow) -> RowStatus {
        match self.evidence(&row.id) {
            None => RowStatus::Missing,
            Some(Evidence::Defined) => RowStatus::Defined,
            Some(Evidence::Script) if row.kind.needs_the_room() => RowStatus::Missing,
            Some(Evidence::Script | Evidence::Room) => RowStatus::Proven,
        }
    }

    /// The rows that still need a test, in the order of the register, with how far their tests reach if they
    /// have any.
    pub fn missing_rows(&self) -> Vec<(&'static str, Option<Reach>)> {
        let missing = register::rows().iter().filter(|row| self.status(row) == RowStatus::Missing);
        missing.map(|row| (row.id.as_str(), self.reach(&row.id))).collect()
    }

    /// The text of the committed list of missing rows: one id per line, followed by `script` if a test ran
    /// its case without reaching the room. The list may only shrink.
    pub fn missing_text(&self) -> String {
        let line = |(id, reach): (&str, Option<Reach>)| match reach {
            Some(reach) => format!("{id}\t{}\n", reach.word()),
            None => format!("{id}\n"),
        };
        self.missing_rows().into_iter().map(line).collect()
    }

    /// Every row of one book's document, or of all documents, in the order of the register, with its status
    /// and the tests behind it: the report of `cardroom rules`.
    pub fn row_coverage(&self, book: Option<&str>) -> Vec<RowCoverage<'_>> {
        let wanted = |row: &&RegisterRow| book.is_none_or(|book| row.book == book);
        let standing = |row: &'static RegisterRow| RowCoverage {
            row,
            status: self.status(row),
            reach: self.reach(&row.id),
            tests: self.tests_of(&row.id),
        };
        register::rows().iter().filter(wanted).map(standing).collect()
    }

    /// What changed since `list`, the list of missing rows, was committed: the list may only shrink, so a
    /// newly missing row fails the checks.
    pub fn ratchet(&self, list: &str) -> Ratchet {
        let listed: BTreeMap<&str, bool> = list
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.split_once('\t').map_or((line.trim(), false), |(id, _)| (id, true)))
            .collect();
        let missing: BTreeMap<&str, Option<Reach>> = self.missing_rows().into_iter().collect();
        // A row that only lacked the room has lost its test if no test runs its case now.
        let lost = |(id, reach): &(&str, Option<Reach>)| match listed.get(id) {
            None => true,
            Some(had_a_test) => *had_a_test && reach.is_none(),
        };
        let newly_missing =
            self.missing_rows().into_iter().filter(lost).map(|(id, _)| id.to_owned()).collect();
        let to_strike =
            listed.keys().filter(|id| !missing.contains_key(*id)).map(|id| (*id).to_owned()).collect();
        Ratchet { newly_missing, to_strike }
    }
}

/// Parses one line of proof into row, evidence and test; the error says what is wrong with it. Only a row of
/// kind `define` can be defined.
fn parse_proof(line: &str) -> Result<(&str, Evidence, &str), ProofProblem> {
    let [id, word, test] = line.split('\t').collect::<Vec<_>>()[..] else {
        return Err(ProofProblem::Malformed);
    };
    let evidence = Evidence::named(word).filter(|_| !test.trim().is_empty());
    let evidence = evidence.ok_or(ProofProblem::Malformed)?;
    let Some(row) = register::row(id) else {
        let meant = register::nearest(id).map(|row| row.id.as_str());
        return Err(ProofProblem::UnknownRow { id: id.to_owned(), test: test.to_owned(), meant });
    };
    if evidence == Evidence::Defined && row.kind != RowKind::Define {
        return Err(ProofProblem::NotATerm { id: &row.id, test: test.to_owned(), kind: row.kind });
    }
    Ok((id, evidence, test))
}

/// The status of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowStatus {
    /// A test ran its case; for a choice, an operation, conduct or a fact of the room, it did so in the room.
    Proven,
    /// A term in the glossary that code and texts use in that sense.
    Defined,
    /// Neither.
    Missing,
}

impl RowStatus {
    /// The word for people and for programs that read the report; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            RowStatus::Proven => "proven",
            RowStatus::Defined => "defined",
            RowStatus::Missing => "missing",
        }
    }
}

/// A row with its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCoverage<'a> {
    /// The row.
    pub row: &'static RegisterRow,
    /// The status.
    pub status: RowStatus,
    /// How far its tests reach; `None` if no test ran its case.
    pub reach: Option<Reach>,
    /// The tests that proved it, or that checked how its term is used.
    pub tests: Vec<&'a str>,
}

/// What changed since the list of missing rows was committed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratchet {
    /// Rows without a test that are not on the list, or are on it as tested; this must be empty.
    pub newly_missing: Vec<String>,
    /// Rows on the list that are now proven or no longer exist; strike them from it.
    pub to_strike: Vec<String>,
}

/// The text of the committed list of missing rows, `data/missing.txt`, against which [`Proofs::ratchet`]
/// compares.
pub fn committed_missing() -> &'static str {
    include_str!("../data/missing.txt")
}

/// The text that a test writes for the rows it ran, one line for each: [`Proofs::read`] reads it.
pub fn proof_lines(test: &str, evidence: Evidence, ids: &[&str]) -> String {
    ids.iter().map(|id| format!("{id}\t{}\t{test}\n", evidence.word())).collect()
}

/// The name of the file for the proofs of one test, so that tests running at the same time use different
/// files; no character in it needs escaping.
pub fn file_name(test: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    format!("{}.tsv", test.chars().map(plain).collect::<String>())
}
