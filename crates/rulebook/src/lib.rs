//! The rule books as data: rules with their citations, settings with each book's choice, and the register of clauses.

pub mod rule;

pub use rule::{Area, Rule};
