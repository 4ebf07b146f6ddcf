//! Showdowns, counts and equities against the known answers.

mod counts;
mod equities;
mod refusals;
mod showdowns;
mod table;
