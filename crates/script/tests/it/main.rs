//! Tests of hand scripts: their language, how they are played, and what is reported.

// Tests read files; the crate does not.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

mod check;
mod language;
