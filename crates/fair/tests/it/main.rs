//! The published vectors, what shuffles and cuts must be, and what sealed decks must not tell.

mod chain;
mod chance;
mod checker;
mod checks;
mod cut;
mod decks;
mod sealing;
mod shuffles;
mod vectors;
