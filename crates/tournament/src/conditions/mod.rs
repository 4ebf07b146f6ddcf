//! The published conditions of a tournament: a file that is read exactly, checked against its books, and run.
//!
//! [`Conditions::read`] reads a text or says at which line and column it cannot be read;
//! [`Conditions::check`] lists everything that is missing, contradicts a rule or needs a record, each with
//! its clauses. Conditions that pass can be run to their prizes.

mod contents_check;
mod contradictions;
pub mod file;
mod finding;
mod levels;
mod plan;
mod prizes_check;
mod session_order_check;
mod structure_check;
pub mod values;

use std::fmt;
use std::sync::Arc;

use rulebook::Book;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub use self::file::ConditionsFile;
pub use self::finding::{Finding, FindingKind, Missing, Severity};
pub use self::levels::ParseLevelError;
pub use self::plan::{Plan, RebuyPlan, SessionPlan, StackPlan};
use crate::terms::Terms;

/// The largest conditions file: 256 KiB, many times the size of the longest real one.
pub const LARGEST_FILE: usize = 256 * 1024;
/// The version of the format.
pub const FORMAT: u32 = 1;

/// Conditions that were read: the text, which is what counts, and its contents.
#[derive(Clone)]
pub struct Conditions {
    text: Arc<str>,
    file: Arc<ConditionsFile>,
    terms: Terms,
    session_terms: Vec<Terms>,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionsError {
    /// The line, counted from 1; `None` if the error is about the file as a whole.
    pub line: Option<usize>,
    /// The column in that line, counted from 1.
    pub column: Option<usize>,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ConditionsError {
    /// The message, with line and column in front if the error has a place in the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "{}", self.message)
    }
}

impl std::error::Error for ConditionsError {}

impl ConditionsError {
    /// An error about the file as a whole, without a line: it is too large, has another format or names an
    /// unknown book.
    fn about_file(message: String) -> ConditionsError {
        ConditionsError { line: None, column: None, message }
    }
}

impl Conditions {
    /// Reads a conditions file: its form, its format number and its books. What it lacks or contradicts is not
    /// looked at here, but by [`Conditions::check`].
    ///
    /// # Errors
    /// The first place that cannot be read, with line and column, or an unknown book.
    pub fn read(text: &str) -> Result<Conditions, ConditionsError> {
        if text.len() > LARGEST_FILE {
            let message = format!("the file has {} bytes, expected at most {LARGEST_FILE}", text.len());
            return Err(ConditionsError::about_file(message));
        }
        let file: ConditionsFile = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let column = |before: &str| before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            ConditionsError {
                line: before.map(|before| before.matches('\n').count() + 1),
                column: before.map(column),
                message: error.message().to_owned(),
            }
        })?;
        if file.conditions != FORMAT {
            let message = format!("conditions = {}: expected {FORMAT}", file.conditions);
            return Err(ConditionsError::about_file(message));
        }
        let terms = |name: &str| {
            let book = Book::named(name);
            let unknown = || ConditionsError::about_file(format!("there is no book {name:?}"));
            book.map(Terms::from_book).ok_or_else(unknown)
        };
        let leading = terms(&file.book)?;
        let session_terms: Result<Vec<Terms>, ConditionsError> = file
            .session
            .iter()
            .map(|session| session.book.as_deref().map_or_else(|| Ok(leading.clone()), terms))
            .collect();
        Ok(Conditions {
            text: Arc::from(text),
            file: Arc::new(file),
            terms: leading,
            session_terms: session_terms?,
        })
    }

    /// The text of the file as it was written, comments included: it is what counts, what is stored and what is
    /// compared.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The contents of the file as read; what the file leaves out is still missing here. The plan has the
    /// defaults filled in.
    pub fn file(&self) -> &ConditionsFile {
        &self.file
    }

    /// The terms of the leading book, which entries, money, prizes and the contents of the conditions follow.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The terms of the book that a session is played by; sessions are counted from 0 here. It is the leading
    /// book unless the session names another.
    pub fn session_terms(&self, session: usize) -> &Terms {
        self.session_terms.get(session).unwrap_or(&self.terms)
    }

    /// The terms of all books concerned: the leading one first, then one for each session, so a book may come
    /// more than once.
    pub fn all_terms(&self) -> impl Iterator<Item = &Terms> {
        std::iter::once(&self.terms).chain(&self.session_terms)
    }

    /// Whether any book concerned needs the regulator's approval, which must then be on record before an entry
    /// is sold (`conditions-are-approved`).
    pub fn needs_approval(&self) -> bool {
        self.all_terms().any(|terms| terms.needs_approval)
    }

    /// Whether any book concerned needs the regulator to have a copy, which must then be on record before an
    /// entry is sold (`conditions-are-notified`).
    pub fn needs_notice(&self) -> bool {
        self.all_terms().any(|terms| terms.has_clause(rulebook::rule::CONDITIONS_ARE_NOTIFIED))
    }

    /// Everything that is missing, contradicts a rule or needs a record: first what is missing, in the order of
    /// the list of contents, then the rest by area. An empty list means that nothing has to be done.
    pub fn check(&self) -> Vec<Finding> {
        let mut findings = contents_check::find_missing(self);
        contradictions::find_contradictions(self, &mut findings);
        findings
    }

    /// The plan that the machine runs, with every default filled in. Entries can be sold only under conditions
    /// that have one.
    ///
    /// # Errors
    /// The findings that keep the tournament from being published or started.
    pub fn plan(&self) -> Result<Plan, Vec<Finding>> {
        let stops = |finding: &Finding| matches!(finding.severity, Severity::Refused | Severity::Start);
        let findings: Vec<Finding> = self.check().into_iter().filter(stops).collect();
        if !findings.is_empty() {
            return Err(findings);
        }
        Plan::from_conditions(self).ok_or(findings)
    }
}

impl fmt::Debug for Conditions {
    /// The name only, because the text may be long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conditions").field("name", &self.file.name).finish_non_exhaustive()
    }
}

impl PartialEq for Conditions {
    /// Equal if the texts are the same byte for byte, for the text is what was published.
    fn eq(&self, other: &Conditions) -> bool {
        self.text == other.text
    }
}

/// Conditions are stored as the text of the file.
impl Serialize for Conditions {
    /// Writes the text of the file, as the stored fact `published` holds it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Conditions {
    /// Reads a stored text again like a file; what [`Conditions::read`] refuses makes the stored fact
    /// unreadable.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Conditions, D::Error> {
        let text = String::deserialize(deserializer)?;
        Conditions::read(&text).map_err(de::Error::custom)
    }
}
