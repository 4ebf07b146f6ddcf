//! What the orders of hands must be.

// Tests read files and the environment; the crate does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod agreed;
mod five_cards;
mod random_deals;
mod seven_cards;
mod slow;
mod tables;
