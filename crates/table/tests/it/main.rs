//! Tests of the table machine, a module an area.

mod any;
mod betting_tree;
mod check;
mod many_hands;
mod play;
mod pot_divider;
mod properties;
mod rules;
mod script;
mod views;
