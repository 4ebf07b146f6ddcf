//! Tournaments from outside: worked examples, published results, and properties over many numbers.

mod balance;
mod colour_up;
mod conditions;
mod money;
mod prizes;
mod seats;
