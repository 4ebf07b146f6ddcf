//! A reason as data: a name that stays, and the values that help, each under a name.
//!
//! Programs and pages say it in words of their own; the sentence that comes with it is for everybody else.

/// A value that helps to understand a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReasonValue {
    /// An amount of chips, a seat's number, a count.
    Number(u64),
    /// A card as it is written, a name, a word of somebody.
    Word(String),
    /// One of two cases.
    Flag(bool),
}

/// What kind of value stands under a name.
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
    /// What kind of value it is.
    pub const fn kind(&self) -> ReasonValueKind {
        match self {
            ReasonValue::Number(_) => ReasonValueKind::Number,
            ReasonValue::Word(_) => ReasonValueKind::Word,
            ReasonValue::Flag(_) => ReasonValueKind::Flag,
        }
    }
}

/// The values of a refusal by their names.
pub type ReasonValues = Vec<(&'static str, ReasonValue)>;

/// The name of a reason, and the values that every refusal for it has, with their kinds.
pub type Reason = (&'static str, &'static [(&'static str, ReasonValueKind)]);

impl From<u64> for ReasonValue {
    fn from(number: u64) -> ReasonValue {
        ReasonValue::Number(number)
    }
}

impl From<u32> for ReasonValue {
    fn from(number: u32) -> ReasonValue {
        ReasonValue::Number(number.into())
    }
}

impl From<u8> for ReasonValue {
    fn from(number: u8) -> ReasonValue {
        ReasonValue::Number(number.into())
    }
}

impl From<usize> for ReasonValue {
    fn from(number: usize) -> ReasonValue {
        ReasonValue::Number(number as u64)
    }
}

impl From<bool> for ReasonValue {
    fn from(flag: bool) -> ReasonValue {
        ReasonValue::Flag(flag)
    }
}

impl From<String> for ReasonValue {
    fn from(word: String) -> ReasonValue {
        ReasonValue::Word(word)
    }
}

impl From<&str> for ReasonValue {
    fn from(word: &str) -> ReasonValue {
        ReasonValue::Word(word.to_owned())
    }
}
