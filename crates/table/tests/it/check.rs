//! The one way from these tests to the machine: they run a script, and every line of it must hold.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use script::{CaseReport, RunOptions};

/// Runs a file of cases and records what each case proves.
pub fn check_file(name: &str, text: &str) {
    let wrong = wrong_in(text, name);
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Runs the only case of a script and returns its report.
pub fn report(text: &str) -> CaseReport {
    let script = script::parse(text).unwrap_or_else(|problem| panic!("{problem}"));
    script::run(&script.cases[0], &RunOptions::default())
}

/// Every line of a file that does not hold; records what its passed cases prove.
fn wrong_in(text: &str, file: &str) -> Vec<String> {
    let script = match script::parse(text) {
        Ok(script) => script,
        Err(problem) => return vec![format!("{file} {problem}")],
    };
    let mut wrong = Vec::new();
    for case in &script.cases {
        let report = script::run(case, &RunOptions::default());
        for failure in &report.failures {
            wrong.push(format!("{file} line {} in `{}`: {}", failure.line, case.title, failure.kind));
        }
        if report.has_passed() {
            register(file, &case.title, &case.proves);
        }
    }
    wrong
}

/// Records what a passed test proves, by rows of the register; called at the end of the test.
pub fn proven(rows: &[&str], test: &str) {
    let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    let module = test.split(':').next().unwrap_or(test);
    register_as(&format!("table-{module}-tests.tsv"), &format!("table::{test}"), &rows);
}

/// Notes which clauses a passed case proves, in the folder named by the environment variable.
fn register(file: &str, title: &str, proves: &[String]) {
    let name = format!("table-{}.tsv", file.replace(['/', '.'], "-"));
    register_as(&name, &format!("table {file}: {title}"), proves);
}

/// Appends the rows of the register that a proof covers to a file in the folder of proofs, if one is set.
fn register_as(name: &str, proof: &str, proves: &[String]) {
    let Ok(folder) = std::env::var("CARDROOM_PROOFS") else { return };
    let rows: Vec<&String> = proves.iter().filter(|id| rulebook::register::row(id).is_some()).collect();
    if rows.is_empty() {
        return;
    }
    fs::create_dir_all(&folder).expect("the folder of proofs can be created");
    let mut proofs = OpenOptions::new()
        .create(true)
        .append(true)
        .open(Path::new(&folder).join(name))
        .expect("the file of proofs can be written");
    for row in rows {
        writeln!(proofs, "{row}\tscript\t{proof}").expect("the file of proofs can be written");
    }
}
