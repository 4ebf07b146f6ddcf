//! Checks and generated files of the project: `cargo xtask test` is everything the pipeline runs.

fn main() {}
