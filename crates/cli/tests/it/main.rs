//! The tests of the program as it is called.

mod odds;
mod play;
mod rules;
mod simulate;
