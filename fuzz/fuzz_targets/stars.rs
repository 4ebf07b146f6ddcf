//! Any bytes as a poker site's text: no panic, and hands that can be read become PHH that can be read.

#![no_main]

use history::{phh, stars, decode_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = decode_text(bytes);
    let _ = history::detect_format("hands.txt", &text);
    for record in stars::hands(&text).flatten() {
        let mut written = String::new();
        if record.unplayable.is_none() && phh::write_hand(&record, None, &mut written).is_ok() {
            for hand in phh::hands(&written) {
                if let Err(error) = hand {
                    panic!("{error}\n{written}");
                }
            }
        }
    }
});
