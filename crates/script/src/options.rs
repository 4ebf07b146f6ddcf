//! How a case is run: by which book, with which choices, and with which changes to the house.

use rulebook::{Book, Rule};

/// Options for running a case.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions<'a> {
    /// The book to play by instead of the one that the script names.
    pub book: Option<&'a Book>,
    /// Books that a script may name besides the built-in ones, each with the name that scripts use for it.
    pub books: &'a [(String, Book)],
    /// Choices added to those of the script, which they override.
    pub choices: &'a [(String, String)],
    /// Changes to the house, to see whether the case notices them.
    pub changes: &'a [HouseChange],
}

/// A change to a house after everything was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseChange {
    /// A rule struck from the book.
    Without(Rule),
    /// A rule that the machine ignores, although the book still has it and its clauses are cited.
    Ignored(Rule),
    /// A setting given another value, whether the book offers it or not.
    With {
        /// The setting.
        setting: String,
        /// The value.
        value: String,
    },
}
