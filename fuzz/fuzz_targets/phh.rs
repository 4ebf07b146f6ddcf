//! Any bytes as PHH: no panic, and a hand that can be read can be written and read again as the same hand.

#![no_main]

use history::{Record, phh};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for record in phh::hands(text).flatten() {
        let mut written = String::new();
        if phh::write_hand(&record, Some("hand"), &mut written).is_err() {
            continue;
        }
        let mut again = phh::hands(&written);
        let second = again.next().expect("a hand").unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert!(again.next().is_none(), "one hand became two:\n{written}");
        assert_eq!(unplaced(record), unplaced(second), "{written}");
    }
});

/// The record without its place in the file and without fields whose order the writer chooses.
fn unplaced(mut record: Record) -> Record {
    record.origin = Default::default();
    record.steps.iter_mut().for_each(|step| step.line = 0);
    record.extras = Default::default();
    record.button = None;
    record
}
