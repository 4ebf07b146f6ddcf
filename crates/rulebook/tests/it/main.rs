//! Tests of the rule books: the data, operators' files, and the choices for a table.

// Tests read files and the environment; the crate does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod books;
mod bounds;
mod coverage;
mod determinations;
mod documents;
mod practice;
mod proofs;
mod reading;
mod register;
mod reviewed;
mod shared;
mod terms;
mod warnings;
