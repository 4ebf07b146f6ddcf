//! Conditions: what the files say, what is missing, what contradicts a rule.

mod contradicting;
mod examples;
mod missing;

use tournament::conditions::{Conditions, Severity};

pub const FREEZEOUT: &str = include_str!("../../conditions/freezeout.toml");
pub const RE_BUY: &str = include_str!("../../conditions/re-buy.toml");
pub const SIT_AND_GO: &str = include_str!("../../conditions/sit-and-go.toml");
pub const HEATS: &str = include_str!("../../conditions/heats.toml");
pub const POINTS: &str = include_str!("../../conditions/points.toml");
pub const REPECHAGE: &str = include_str!("../../conditions/repechage.toml");

/// All six examples, with the names of their files.
pub const EXAMPLES: [(&str, &str); 6] = [
    ("freezeout", FREEZEOUT),
    ("re-buy", RE_BUY),
    ("sit-and-go", SIT_AND_GO),
    ("heats", HEATS),
    ("points", POINTS),
    ("repechage", REPECHAGE),
];

pub fn read(text: &str) -> Conditions {
    Conditions::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The same file with one piece replaced; the piece must be there.
pub fn with(text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{old:?} stands there once");
    text.replace(old, new)
}

/// The check's findings of these severities, one a line.
pub fn report_lines(text: &str, severities: &[Severity]) -> Vec<String> {
    let findings = read(text).check();
    findings
        .iter()
        .filter(|finding| severities.contains(&finding.severity))
        .map(ToString::to_string)
        .collect()
}

/// The findings that stop it from being published or started.
pub fn stops(text: &str) -> Vec<String> {
    report_lines(text, &[Severity::Refused, Severity::Start])
}
