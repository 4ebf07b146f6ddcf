//! Tournaments from outside: worked examples, published results, and properties over many numbers.

// The tests read files beside the project; the crate itself reads none.
#![allow(clippy::disallowed_methods)]

mod balance;
mod colour_up;
mod conditions;
mod data;
mod machine;
mod money;
mod prizes;
#[path = "../../../rulebook/tests/it/proofs.rs"]
mod proofs;
mod seats;
