//! Any bytes as a client's frame: no panic, one clear line for what is none, and what is one is written as it was read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use server::wire::request::parse;

fuzz_target!(|bytes: &[u8]| {
    match parse(bytes) {
        Err(not) => {
            let why = not.to_string();
            assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
            assert!(why.len() < 1000, "what was sent comes back whole");
        }
        Ok(request) => {
            let written = serde_json::to_vec(&request).expect("a request can be written");
            assert_eq!(parse(&written).as_ref(), Ok(&request));
        }
    }
});
