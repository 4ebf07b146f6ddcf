//! Tournaments from outside: worked examples, published results, and properties over many numbers.

mod balance;
mod colour_up;
mod prizes;
mod seats;
