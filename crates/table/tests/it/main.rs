//! Tests of the table machine, a module an area.

mod check;
mod play;
mod rules;
mod script;
