//! A reason as data: a name that stays, and the values that help, each under a name.
//!
//! Programs and pages say it in words of their own; the sentence that comes with it is for everybody else.

/// A value that helps to understand a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// An amount of chips, a seat's number, a count.
    Number(u64),
    /// A card as it is written, a name, a word of somebody.
    Word(String),
    /// One of two cases.
    Flag(bool),
}

/// What kind of value stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Figure::Number`].
    Number,
    /// [`Figure::Word`].
    Word,
    /// [`Figure::Flag`].
    Flag,
}

impl Figure {
    /// What kind of value it is.
    pub const fn kind(&self) -> Kind {
        match self {
            Figure::Number(_) => Kind::Number,
            Figure::Word(_) => Kind::Word,
            Figure::Flag(_) => Kind::Flag,
        }
    }
}

/// The values of a refusal by their names.
pub type Figures = Vec<(&'static str, Figure)>;

/// The name of a reason, and the values that every refusal for it has, with their kinds.
pub type Reason = (&'static str, &'static [(&'static str, Kind)]);

impl From<u64> for Figure {
    fn from(number: u64) -> Figure {
        Figure::Number(number)
    }
}

impl From<u32> for Figure {
    fn from(number: u32) -> Figure {
        Figure::Number(number.into())
    }
}

impl From<u8> for Figure {
    fn from(number: u8) -> Figure {
        Figure::Number(number.into())
    }
}

impl From<usize> for Figure {
    fn from(number: usize) -> Figure {
        Figure::Number(number as u64)
    }
}

impl From<bool> for Figure {
    fn from(flag: bool) -> Figure {
        Figure::Flag(flag)
    }
}

impl From<String> for Figure {
    fn from(word: String) -> Figure {
        Figure::Word(word)
    }
}

impl From<&str> for Figure {
    fn from(word: &str) -> Figure {
        Figure::Word(word.to_owned())
    }
}
