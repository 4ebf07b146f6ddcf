//! Tournaments from outside: worked examples, published results, and properties over many numbers.

mod balance;
mod colour_up;
mod money;
mod prizes;
mod seats;
