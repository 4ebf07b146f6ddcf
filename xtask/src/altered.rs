//! What no case of a script notices because the room alone does it: turns that run out, seats that are lost, times that
//! are long. The room's tests are run with each rule and setting altered, in a copy of the sources whose books take an
//! alteration from outside.

use std::fs;
use std::path::Path;
use std::process::Command;

use rulebook::{Area, Rule};

use crate::run::{cargo, target};
use crate::tidy::Files;

/// A change that no case of a script notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Survivor {
    /// A rule is struck out of its book.
    Rule(Rule),
    /// A setting has another value.
    Setting {
        /// Which.
        name: String,
        /// What it is made to be.
        value: String,
    },
}

impl Survivor {
    /// As the altered copy reads it.
    fn told(&self) -> String {
        match self {
            Survivor::Rule(rule) => format!("rule {rule}"),
            Survivor::Setting { name, value } => format!("setting {name} {value}"),
        }
    }
}

/// Where the copy's books take an alteration: every determined table is made by this function.
const FILE: &str = "crates/rulebook/src/determine.rs";
/// Its head, which stands there once.
const HEAD: &str = "pub(crate) fn fixed(book: Book, values: Vec<String>) -> Determined {\n";
/// How the alteration is told.
const TOLD: &str = "CARDROOM_ALTERED";
/// What is put after the head.
const PUT: &str = r#"    let (mut book, mut values) = (book, values);
    if let Ok(told) = std::env::var("CARDROOM_ALTERED") {
        let mut words = told.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("rule"), Some(name), None) => {
                // A book is struck once, however often tables are made of it: its copies stay equal.
                if let Some(rule) = Rule::all().find(|rule| rule.name() == name && book.in_force(*rule)) {
                    book = book.without(rule);
                }
            }
            (Some("setting"), Some(name), Some(value)) => {
                if let Some(at) = book.family().index(name) {
                    values[at] = value.to_owned();
                }
            }
            _ => panic!("an alteration that is not understood: {told}"),
        }
    }
"#;

/// The changes of these that the room's tests do not notice either.
///
/// # Errors
/// When the copy cannot be made or built, or when its tests fail unaltered.
pub fn not_noticed(survivors: Vec<Survivor>) -> Result<Vec<Survivor>, String> {
    if survivors.is_empty() {
        return Ok(survivors);
    }
    let sources = target().join("altered/sources");
    copy(&sources)?;
    println!("the room's tests are built with books that can be altered");
    let unaltered = tests(&sources, None)?;
    if let Some(first) = unaltered.failed.first() {
        return Err(format!("`{first}` fails unaltered"));
    }
    // No hand shows how people behave: what notices the loss of such a rule looks at the books and not at what is played.
    let conduct =
        Rule::all().find(|rule| rule.area() == Area::Conduct).map(|rule| Survivor::Rule(rule).told());
    let of_books = tests(&sources, conduct.as_deref())?.failed;
    let mut left = Vec::new();
    for survivor in survivors {
        let told = survivor.told();
        let Outcome { mut failed, passed } = tests(&sources, Some(&told))?;
        failed.retain(|name| !of_books.contains(name));
        match failed.first() {
            None => {
                println!("{told}: {passed} tests hold");
                left.push(survivor);
            }
            // A room that opens no table any more notices nothing: it cannot be played.
            Some(_) if failed.len() > passed => {
                println!(
                    "{told}: {} of {} tests fail, as nothing can be played",
                    failed.len(),
                    passed + failed.len()
                );
                left.push(survivor);
            }
            Some(first) => println!("{told}: {} tests notice, as `{first}`", failed.len()),
        }
    }
    Ok(left)
}

/// Copies the sources with the altered function. A file that is the same stays as it is, so that little is built anew.
fn copy(to: &Path) -> Result<(), String> {
    let mut altered = false;
    for file in Files::committed()?.iter() {
        let path = to.join(&file.path);
        let from = crate::run::root().join(&file.path);
        let mut bytes =
            fs::read(&from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
        if file.path == FILE {
            let text = String::from_utf8(bytes).map_err(|_| format!("{FILE} is no text"))?;
            if text.matches(HEAD).count() != 1 {
                return Err(format!("{FILE}: expected one function that begins with `{}`", HEAD.trim_end()));
            }
            bytes = text.replace(HEAD, &format!("{HEAD}{PUT}")).into_bytes();
            altered = true;
        }
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            continue;
        }
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    if altered { Ok(()) } else { Err(format!("{FILE} is not there")) }
}

/// What came of the tests.
struct Outcome {
    /// The names of those that failed.
    failed: Vec<String>,
    passed: usize,
}

/// Runs the tests of the room and of the table in the copy, with a change or without.
fn tests(sources: &Path, change: Option<&str>) -> Result<Outcome, String> {
    let mut command: Command = cargo([
        "test",
        "--quiet",
        "-p",
        "room",
        "-p",
        "table",
        "--tests",
        "--no-fail-fast",
        "--",
        "--format=pretty",
    ]);
    command.current_dir(sources).env("CARGO_TARGET_DIR", target().join("altered/build"));
    command.env_remove("CARDROOM_PROOFS");
    if let Some(change) = change {
        command.env(TOLD, change);
    }
    let output = command.output().map_err(|error| format!("cannot start cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let named = |end: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(end));
        lines.map(|name| name.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let (failed, passed) = (named("... FAILED"), named("... ok").len());
    if failed.is_empty() && passed == 0 || failed.is_empty() && !output.status.success() {
        return Err(format!(
            "the tests of the copy did not run:\n{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(Outcome { failed, passed })
}
