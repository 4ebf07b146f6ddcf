//! Tests of hand rankings.

// Tests read files and the environment; the crate itself does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod agreed;
mod five_cards;
mod random_deals;
mod seven_cards;
mod slow;
mod tables;
