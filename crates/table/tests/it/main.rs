//! Tests of the table machine, one module per area.

// Tests read files and environment variables; the crate does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod any;
mod authority;
mod best_hand;
mod betting_tree;
mod boards;
mod chairs;
mod check;
mod clocks;
mod commission;
mod many_hands;
mod new_cards;
mod not_played;
mod play;
mod played;
mod pot_divider;
mod properties;
mod rules;
mod stored;
mod views;
mod won;
