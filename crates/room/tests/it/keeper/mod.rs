//! One table's keeper over a store, with every client in the same thread: no clock, no socket, no task.

pub mod bench;
mod by_hand;
mod clocks;
mod derived;
mod keys;
mod order;
mod over_blinds;
mod recovery;
mod seats;
mod settings;
mod showing;
mod standing;
mod unkeyed;
mod void;
