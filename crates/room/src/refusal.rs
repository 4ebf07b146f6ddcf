//! Why something asked of a table was not done.

use std::fmt;
use std::sync::Arc;

use chips::Chips;
use rulebook::{Determination, Problem, Rule, readings};
use table::reason::{AsReasonValue, ReasonValues};

/// Why chips are not given out: no more can be counted.
pub(crate) fn chips_full() -> String {
    format!("the room has given out all the {} chips that it can count: nobody gets more", Chips::MAX)
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomRefusal {
    /// One word for machines.
    pub code: &'static str,
    /// The reason by its name: finer than the code, one for each sentence.
    pub reason: &'static str,
    /// The values that help, by their names.
    pub numbers: ReasonValues,
    /// In words: what is wrong and what to do instead.
    pub why: String,
    /// The rule it rests on, where it is one of the book's.
    pub rule: Option<Rule>,
    /// Where the table's book says so: clauses, then decided readings.
    pub clauses: Vec<String>,
    /// True where the table remembers what the key was used for: the record, which tells less, is not asked.
    pub final_word: bool,
    /// Of choices for a table, every reason with the setting it stands at; none where no setting is at fault. Behind a
    /// pointer: most refusals have none.
    pub listed: Option<Arc<Vec<AtSetting>>>,
}

/// Of choices for a table, a reason with the setting it stands at.
#[derive(Clone, Debug, PartialEq)]
pub enum AtSetting {
    /// The book refuses the choice.
    Book(Problem),
    /// The room does.
    Room {
        /// The setting.
        setting: String,
        /// The value that was given.
        given: String,
        /// Why.
        why: RoomRefusal,
    },
}

impl RoomRefusal {
    /// The key was used for something else: what was done with it stays, and nothing else is done.
    pub fn key_used() -> RoomRefusal {
        RoomRefusal::plain(
            "key_used",
            "this key was used for something else: draw a new one for each thing asked",
        )
    }

    /// A refusal of the room itself, which rests on no clause. The code is its reason too, where it has no other.
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

    /// Nothing happens at a table any more; `reference` is what the log has it under.
    pub fn stopped(why: &str, reference: impl AsReasonValue) -> RoomRefusal {
        RoomRefusal::plain("stopped", format!("this table has stopped: {why}")).with("reference", reference)
    }

    /// There is no table with a number.
    pub fn no_table(table: u64) -> RoomRefusal {
        let why = format!("there is no table {table}: it may have been closed");
        RoomRefusal::plain("no_table", why).with("table", table)
    }

    /// There is no book with a name.
    pub fn no_book(name: &str) -> RoomRefusal {
        RoomRefusal::plain("no_book", format!("there is no book named {name:?}")).with("book", name)
    }

    /// The refusal with a reason of its own, where several share the code.
    #[must_use]
    pub fn because(self, reason: &'static str) -> RoomRefusal {
        RoomRefusal { reason, ..self }
    }

    /// The refusal with a value that helps.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl AsReasonValue) -> RoomRefusal {
        self.numbers.push((name, value.figure()));
        self
    }

    /// The refusal with the rule it rests on, and where the book of a table says so.
    #[must_use]
    pub fn citing(self, rule: Rule, determined: &Determination) -> RoomRefusal {
        let clauses = determined.cites(rule).to_vec();
        RoomRefusal { rule: Some(rule), clauses, ..self }
    }

    /// The refusal of choices for a table, with every reason at its setting.
    #[must_use]
    pub fn at_settings(self, problems: Vec<Problem>) -> RoomRefusal {
        let listed = problems.into_iter().map(AtSetting::Book).collect();
        RoomRefusal { listed: Some(Arc::new(listed)), ..self }
    }

    /// The room's own refusal of a choice, at its setting with the value that a table would have there.
    #[must_use]
    pub fn at_setting(self, setting: &str, determined: &Determination) -> RoomRefusal {
        let given = determined.text(setting).to_owned();
        let line = AtSetting::Room { setting: setting.to_owned(), given, why: self.clone() };
        RoomRefusal { listed: Some(Arc::new(vec![line])), ..self }
    }

    /// Of several refusals of choices the first, with the settings of them all.
    pub fn all(refusals: Vec<RoomRefusal>) -> Option<RoomRefusal> {
        let listed = refusals.iter().flat_map(|refused| refused.problems().to_vec()).collect();
        let first = refusals.into_iter().next()?;
        Some(RoomRefusal { listed: Some(Arc::new(listed)), ..first })
    }

    /// Of choices for a table, every reason with the setting it stands at.
    pub fn problems(&self) -> &[AtSetting] {
        self.listed.as_deref().map_or(&[], Vec::as_slice)
    }

    /// The decided readings among its clauses.
    pub fn readings(&self) -> Vec<String> {
        readings::reading_ids(&self.clauses)
    }
}

impl fmt::Display for RoomRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}
