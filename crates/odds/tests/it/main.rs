//! Showdowns, counts and equities against the known answers.

mod clauses;
mod counts;
mod deals;
mod equities;
#[path = "../../../rulebook/tests/it/proofs.rs"]
mod proofs;
mod refusals;
mod showdowns;
mod table;
