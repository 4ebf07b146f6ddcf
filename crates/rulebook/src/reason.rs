//! A reason as data: a name that never changes, and named values that explain it.
//!
//! Programs and pages word it themselves; the sentence that comes with it is for everybody else.

/// A value that explains a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonValue {
    /// An amount of chips, a seat number or a count.
    Number(u64),
    /// A card as written, a name, or a word.
    Word(String),
    /// True or false.
    Flag(bool),
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonValueKind {
    /// [`ReasonValue::Number`].
    Number,
    /// [`ReasonValue::Word`].
    Word,
    /// [`ReasonValue::Flag`].
    Flag,
}

impl ReasonValue {
    /// The kind of the value: that which [`PROBLEM_REASONS`](crate::problem::PROBLEM_REASONS) and the other
    /// lists of reasons declare for its name.
    pub const fn kind(&self) -> ReasonValueKind {
        match self {
            ReasonValue::Number(_) => ReasonValueKind::Number,
            ReasonValue::Word(_) => ReasonValueKind::Word,
            ReasonValue::Flag(_) => ReasonValueKind::Flag,
        }
    }
}

/// The values of a refusal, each with its name.
pub type ReasonValues = Vec<(&'static str, ReasonValue)>;

/// The name of a reason, and the values of every refusal with that reason, each with its kind.
pub type Reason = (&'static str, &'static [(&'static str, ReasonValueKind)]);

impl From<u64> for ReasonValue {
    /// An amount, a seat number or a count as a value of a reason.
    fn from(number: u64) -> ReasonValue {
        ReasonValue::Number(number)
    }
}

impl From<u32> for ReasonValue {
    /// An amount, a seat number or a count as a value of a reason.
    fn from(number: u32) -> ReasonValue {
        ReasonValue::Number(number.into())
    }
}

impl From<u8> for ReasonValue {
    /// A small number, such as a seat's, as a value of a reason.
    fn from(number: u8) -> ReasonValue {
        ReasonValue::Number(number.into())
    }
}

impl From<usize> for ReasonValue {
    /// A count as a value of a reason.
    fn from(number: usize) -> ReasonValue {
        ReasonValue::Number(number as u64)
    }
}

impl From<bool> for ReasonValue {
    /// A yes or no as a value of a reason.
    fn from(flag: bool) -> ReasonValue {
        ReasonValue::Flag(flag)
    }
}

impl From<String> for ReasonValue {
    /// A word, a name or a card as a value of a reason.
    fn from(word: String) -> ReasonValue {
        ReasonValue::Word(word)
    }
}

impl From<&str> for ReasonValue {
    /// A word, a name or a card as a value of a reason.
    fn from(word: &str) -> ReasonValue {
        ReasonValue::Word(word.to_owned())
    }
}
