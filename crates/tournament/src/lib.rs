//! Tournaments: everything that follows from published conditions, without a clock, a source of randomness or
//! a table.
//!
//! Pure, like the table crate: time, random bytes and the results of tables come in as values. What books
//! differ in is read once into [`Terms`]; every refusal names its rule, and the book links the rule to its
//! clauses.

pub mod balance;
pub mod clock;
pub mod colour_up;
pub mod conditions;
pub mod exact;
pub mod lots;
pub mod machine;
pub mod money;
pub mod places;
pub mod prizes;
mod refusal;
pub mod seats;
mod terms;
mod wide;

pub use machine::{
    CommandContext, PostedEvent, Tournament, TournamentCommand, TournamentEvent, TournamentFact,
};
pub use refusal::{TournamentRefusal, TournamentRefusalReason};
pub use terms::{BallotAt, OutTogether, Terms, UnseatedEntry};
