//! Any bytes as a client's frame: no panic, one clear line for an invalid frame, and a valid one is written
//! as it was read. And any bytes as an attack on a live room, with valid, altered and broken frames of the
//! protocol: no panic, no chip appears or disappears, nobody is sent a card that is hidden from them, honest
//! people at another table play on, and every record follows from those before it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use server::wire::request::parse;

fuzz_target!(|bytes: &[u8]| {
    for frame in bytes.split(|byte| *byte == b'\n').filter_map(|line| line.get(2..)) {
        reads(frame);
    }
    reads(bytes);
    if let Err(why) = cardroom_fuzz::siege::besiege(bytes) {
        panic!("{why}");
    }
});

fn reads(bytes: &[u8]) {
    match parse(bytes) {
        Err(not) => {
            let why = not.to_string();
            assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
            assert!(why.len() < 1000, "the error repeats all that was sent");
        }
        Ok(request) => {
            let written = serde_json::to_vec(&request).expect("a request can be written");
            assert_eq!(parse(&written).as_ref(), Ok(&request));
        }
    }
}
