//! The one way from these tests to the crate: they run a script, and every line of it must hold.

use script::{CaseReport, RunOptions};

/// Runs a script; panics with every line that does not hold.
pub fn check(text: &str) {
    let script = script::parse(text).unwrap_or_else(|problem| panic!("{problem}"));
    for case in &script.cases {
        let report = script::run(case, &RunOptions::default());
        let wrong: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
        assert!(wrong.is_empty(), "in `{}`:\n{}", case.title, wrong.join("\n"));
    }
}

/// Runs the only case of a script and returns its report.
pub fn report(text: &str) -> CaseReport {
    let script = script::parse(text).unwrap_or_else(|problem| panic!("{problem}"));
    script::run(&script.cases[0], &RunOptions::default())
}

/// Why a text is not a valid script.
pub fn problem(text: &str) -> String {
    match script::parse(text) {
        Ok(script) => panic!("it was read as {} cases", script.cases.len()),
        Err(problem) => problem.to_string(),
    }
}
