//! Tests of the published vectors, of shuffles and cuts, and of what sealed decks must not reveal.

mod chain;
mod chance;
mod checker;
mod checks;
mod cut;
mod decks;
mod sealing;
mod shuffles;
mod vectors;
