//! Any bytes as a hand script: no panic, one clear line for an unreadable script, and the same outcome each
//! time.

#![no_main]

use libfuzzer_sys::fuzz_target;
use script::RunOptions;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match script::parse(text) {
        Err(problem) => one_line(&problem.to_string()),
        Ok(script) => {
            for case in &script.cases {
                let report = script::run(case, &RunOptions::default());
                assert_eq!(report, script::run(case, &RunOptions::default()), "the same script ran differently");
                for failure in &report.failures {
                    one_line(&failure.kind.to_string());
                }
                script::transcript(&report);
            }
        }
    }
});

fn one_line(told: &str) {
    assert!(!told.is_empty() && !told.contains('\n'), "{told:?}");
}
