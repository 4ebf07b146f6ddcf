//! The tests of the rule books: the data, the files of operators, and the choices for a table.

mod books;
mod determinations;
mod reading;
mod register;
mod shared;
