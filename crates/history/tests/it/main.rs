//! Tests of the readers and writers on complete texts.

mod faults;
mod phh;
mod replay;
mod round_trips;
mod shared;
mod stars;
mod structures;
mod text_trips;

use history::{HandRecord, ReadError};

/// Reads a file of the test data.
fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads a PHH text that has exactly one hand.
fn one_phh(text: &str) -> Result<HandRecord, ReadError> {
    let mut hands = history::phh::hands(text);
    let first = hands.next().expect("at least one result");
    assert!(hands.next().is_none(), "one hand");
    first
}

/// Reads a site text that has exactly one hand.
fn one_text(text: &str) -> Result<HandRecord, ReadError> {
    let mut hands = history::stars::hands(text);
    let first = hands.next().expect("at least one result");
    assert!(hands.next().is_none(), "one hand");
    first
}
