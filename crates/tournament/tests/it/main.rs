//! Tournaments from outside: worked examples, published results, and properties over many numbers.

mod prizes;
