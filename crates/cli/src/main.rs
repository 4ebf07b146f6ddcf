//! The one binary, `cardroom`.

fn main() {}
