//! The tests of the rule books: the data, the files of operators, and the choices for a table.

mod books;
mod coverage;
mod determinations;
mod documents;
mod proofs;
mod reading;
mod register;
mod shared;
