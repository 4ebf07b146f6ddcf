//! Showdowns, counts and equities against known answers.

mod clauses;
mod counts;
mod deals;
mod equities;
#[path = "../../../rulebook/tests/it/proofs.rs"]
mod proofs;
mod random_showdowns;
mod refusals;
mod showdowns;
#[path = "../../../cards/tests/it/slow.rs"]
mod slow;
mod table;
mod ultimate;
