//! The published vectors, and what a shuffle must be.

mod shuffles;
mod vectors;
