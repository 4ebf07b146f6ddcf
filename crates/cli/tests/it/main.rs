//! The tests of the program as it is called.

mod odds;
mod rules;
