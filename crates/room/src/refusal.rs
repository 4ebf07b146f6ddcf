//! Why a request to a table was not done.

use std::fmt;
use std::sync::Arc;

use chips::Chips;
use rulebook::{Book, Determination, Problem, Rule, readings};
use table::reason::{AsReasonValue, ReasonValues};
use table::{House, NotPoker};

/// The refusal in words to give out chips when no more can be counted ([`Chips::MAX`]).
pub(crate) fn chips_full_text() -> String {
    format!("the room has given out all {} chips it can count: nobody can get more", Chips::MAX)
}

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomRefusal {
    /// A stable word for programs.
    pub code: &'static str,
    /// The name of the reason: finer than the code, one for each sentence.
    pub reason: &'static str,
    /// The values that help, by name.
    pub numbers: ReasonValues,
    /// In words: what is wrong and what to do instead.
    pub why: String,
    /// The rule it rests on, if it is one of the book's.
    pub rule: Option<Rule>,
    /// Where the table's book says so: clauses, then decided readings.
    pub clauses: Vec<String>,
    /// True if the table remembers what the key was used for, so that the record, which says less, need not
    /// be consulted.
    pub final_word: bool,
    /// When choices for a table are refused, every reason with the setting it concerns; `None` if no setting
    /// is at fault. Behind a pointer because most refusals have none.
    pub listed: Option<Arc<Vec<AtSetting>>>,
}

/// A reason for refusing choices for a table, with the setting it concerns.
#[derive(Clone, Debug, PartialEq)]
pub enum AtSetting {
    /// The book refuses the choice.
    Book(Problem),
    /// The room refuses it.
    Room {
        /// The setting.
        setting: String,
        /// The value given.
        given: String,
        /// Why.
        why: RoomRefusal,
    },
}

impl RoomRefusal {
    /// The key was used for something else: what was done with it stands, and this request is not done. The
    /// client must use a new key.
    pub fn key_used() -> RoomRefusal {
        RoomRefusal::plain("key_used", "this key was used for something else: use a new one for each request")
    }

    /// A refusal by the room itself, which rests on no clause. Clients act on `code`, people read `why`; the
    /// code is also its reason unless it gets another.
    pub fn plain(code: &'static str, why: impl Into<String>) -> RoomRefusal {
        RoomRefusal {
            code,
            reason: code,
            numbers: Vec::new(),
            why: why.into(),
            rule: None,
            clauses: Vec::new(),
            final_word: false,
            listed: None,
        }
    }

    /// The table has stopped; `reference` is where the room's log has the details. Not final: the table may go
    /// on after a restart.
    pub fn stopped(why: &str, reference: impl AsReasonValue) -> RoomRefusal {
        RoomRefusal::plain("stopped", format!("this table has stopped: {why}")).with("reference", reference)
    }

    /// There is no open table with this number.
    pub fn no_table(table: u64) -> RoomRefusal {
        let why = format!("there is no table {table}: it may have been closed");
        RoomRefusal::plain("no_table", why).with("table", table)
    }

    /// There is no book with this name among the built-in ones and those of the operator.
    pub fn no_book(name: &str) -> RoomRefusal {
        RoomRefusal::plain("no_book", format!("there is no book named {name:?}")).with("book", name)
    }

    /// No table is dealt by a book that is not one of poker; `what` says so, as [`House::not_poker`] does.
    /// Names the books that can be played.
    pub fn not_poker(book: &Book, what: &NotPoker) -> RoomRefusal {
        let books = House::playable_books().iter().map(|book| book.id()).collect::<Vec<_>>().join(", ");
        RoomRefusal::plain("not_played", format!("{what}: expected one of {books}"))
            .because("not_poker")
            .with("book", book.id())
            .with("books", books.as_str())
    }

    /// Sets a reason of its own, where several share the code; the page has one sentence for each reason.
    #[must_use]
    pub fn because(self, reason: &'static str) -> RoomRefusal {
        RoomRefusal { reason, ..self }
    }

    /// Adds a named value, which the page puts into its sentence for the reason. The names are part of the
    /// protocol.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl AsReasonValue) -> RoomRefusal {
        self.numbers.push((name, value.value()));
        self
    }

    /// Adds the rule it rests on, and the clauses where a table's book says so.
    #[must_use]
    pub fn citing(self, rule: Rule, determined: &Determination) -> RoomRefusal {
        let clauses = determined.cites(rule).to_vec();
        RoomRefusal { rule: Some(rule), clauses, ..self }
    }

    /// Adds every problem of refused choices with its setting, so that a form can mark all of them at once.
    #[must_use]
    pub fn at_settings(self, problems: Vec<Problem>) -> RoomRefusal {
        let listed = problems.into_iter().map(AtSetting::Book).collect();
        RoomRefusal { listed: Some(Arc::new(listed)), ..self }
    }

    /// Turns a refusal of the room into one about a setting, with the value that the table would have there.
    #[must_use]
    pub fn at_setting(self, setting: &str, determined: &Determination) -> RoomRefusal {
        let given = determined.text(setting).to_owned();
        let line = AtSetting::Room { setting: setting.to_owned(), given, why: self.clone() };
        RoomRefusal { listed: Some(Arc::new(vec![line])), ..self }
    }

    /// Combines refusals of choices into one: the first, listing the settings of all of them; `None` if there
    /// are none.
    pub fn all(refusals: Vec<RoomRefusal>) -> Option<RoomRefusal> {
        let listed = refusals.iter().flat_map(|refused| refused.problems().to_vec()).collect();
        let first = refusals.into_iter().next()?;
        Some(RoomRefusal { listed: Some(Arc::new(listed)), ..first })
    }

    /// When choices for a table are refused, every reason with the setting it concerns; empty for other
    /// refusals.
    pub fn problems(&self) -> &[AtSetting] {
        self.listed.as_deref().map_or(&[], Vec::as_slice)
    }

    /// The decided readings (such as AMB-015) among its clauses, which explain how the book is read.
    pub fn readings(&self) -> Vec<String> {
        readings::reading_ids(&self.clauses)
    }
}

impl fmt::Display for RoomRefusal {
    /// Writes the sentence for people alone, without code or clauses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}
