//! Runs tests against changes that no script case notices because only the room deals with them: turns that
//! run out, seats that are lost, long times. The room's tests, and if none of them notices the table's, run
//! with each rule and setting altered, in a copy of the sources whose books take an alteration from outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use rulebook::{Area, Rule};

use crate::run::{cargo, target};
use crate::steps::say;
use crate::tidy::RepoFiles;

/// A change that no script case notices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Survivor {
    /// A rule is removed from its book.
    Rule(Rule),
    /// A setting has another value.
    Setting {
        /// The setting.
        name: String,
        /// The value it gets.
        value: String,
    },
}

impl Survivor {
    /// The name of the rule or the setting, as `mutants-of-rules` takes it; without the value of a setting.
    pub fn name(&self) -> &str {
        match self {
            Survivor::Rule(rule) => rule.name(),
            Survivor::Setting { name, .. } => name,
        }
    }

    /// The change in the form that [`ALTERING_CODE`] reads from the environment; it is printed in this form
    /// too.
    pub fn to_variable(&self) -> String {
        match self {
            Survivor::Rule(rule) => format!("rule {rule}"),
            Survivor::Setting { name, value } => format!("setting {name} {value}"),
        }
    }
}

/// The file in which the copy's books are altered: every determined table is made by this function.
const ALTERED_FILE: &str = "crates/rulebook/src/determination.rs";
/// The head of the function, which occurs once in the file.
const FUNCTION_HEAD: &str = "pub(crate) fn from_values(book: Book, values: Vec<String>) -> Determination {\n";
/// The environment variable that names the alteration.
const ALTERED_VARIABLE: &str = "CARDROOM_ALTERED";
/// The code inserted after the head.
const ALTERING_CODE: &str = r#"    let (mut book, mut values) = (book, values);
    if let Ok(told) = std::env::var("CARDROOM_ALTERED") {
        let mut words = told.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("rule"), Some(name), None) => {
                // A book is struck once, however often tables are made of it: its copies stay equal.
                if let Some(rule) = Rule::all().find(|rule| rule.name() == name && book.has_rule(*rule)) {
                    book = book.without(rule);
                }
            }
            (Some("setting"), Some(name), Some(value)) => {
                if let Some(at) = book.family().index(name) {
                    values[at] = value.to_owned();
                }
            }
            _ => panic!("unknown alteration: {told}"),
        }
    }
"#;

/// Splits the changes into those that the tests of the room and the table do not notice either, and those
/// that they do, each in the order given.
///
/// # Errors
/// The copy cannot be made or built, or its tests fail unaltered.
pub fn split_by_notice(survivors: Vec<Survivor>) -> Result<(Vec<Survivor>, Vec<Survivor>), String> {
    if survivors.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let sources = target().join("altered/sources");
    copy_sources(&sources)?;
    say("building the tests of the room and the table with books that can be altered")?;
    let [room, table] = build_tests(&sources)?;
    // No hand shows how people behave, so tests that notice the loss of such a rule look at the books and not
    // at play.
    let conduct =
        Rule::all().find(|rule| rule.area() == Area::Conduct).map(|rule| Survivor::Rule(rule).to_variable());
    let mut suites = [Suite::of(room, &[]), Suite::of(table, SKIPPED_MODULES)];
    for suite in &mut suites {
        let unaltered = suite.run(None)?;
        if let Some(first) = unaltered.failed.first() {
            return Err(format!("`{first}` fails unaltered"));
        }
        suite.book_tests = suite.run(conduct.as_deref())?.failed;
    }
    let (mut left, mut noticed_here) = (Vec::new(), Vec::new());
    for survivor in survivors {
        let begun = Instant::now();
        let change = survivor.to_variable();
        let mut outcomes = String::new();
        let mut noticed = false;
        for suite in &suites {
            let TestOutcome { mut failed, passed } = suite.run(Some(&change))?;
            failed.retain(|name| !suite.book_tests.contains(name));
            let of = format!("of {}'s tests", suite.name);
            match failed.first() {
                None => outcomes += &format!("{passed} {of} pass; "),
                // If no table can be opened any more, failing tests do not count as noticing: nothing can be
                // played.
                Some(_) if failed.len() > passed => {
                    let all = passed + failed.len();
                    outcomes += &format!("{} of {all} {of} fail, as nothing can be played; ", failed.len());
                }
                Some(first) => {
                    outcomes += &format!("{} {of} notice it, such as `{first}`; ", failed.len());
                    noticed = true;
                    break;
                }
            }
        }
        say(&format!("{change}: {outcomes}{:.1} s", begun.elapsed().as_secs_f64()))?;
        if noticed {
            noticed_here.push(survivor);
        } else {
            left.push(survivor);
        }
    }
    Ok((left, noticed_here))
}

/// Copies the sources with the altered function; those of the repository are not touched. Files that are the
/// same are not written, so that little is rebuilt.
fn copy_sources(to: &Path) -> Result<(), String> {
    let mut altered = false;
    for file in RepoFiles::committed()?.iter() {
        let path = to.join(&file.path);
        let from = crate::run::root().join(&file.path);
        let mut bytes =
            fs::read(&from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
        if file.path == ALTERED_FILE {
            let text = String::from_utf8(bytes).map_err(|_| format!("{ALTERED_FILE} is not text"))?;
            if text.matches(FUNCTION_HEAD).count() != 1 {
                return Err(format!(
                    "{ALTERED_FILE}: expected one function that begins with `{}`",
                    FUNCTION_HEAD.trim_end()
                ));
            }
            bytes = text.replace(FUNCTION_HEAD, &format!("{FUNCTION_HEAD}{ALTERING_CODE}")).into_bytes();
            altered = true;
        }
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            continue;
        }
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    if altered { Ok(()) } else { Err(format!("{ALTERED_FILE} is missing")) }
}

/// Modules of the table's tests that are not run, because they take nine tenths of the time: they count
/// betting trees, divide pots, play many random hands, and look at what is stored, seen and written as
/// scripts. Skipping them cannot make a change look noticed; it can only leave more survivors.
const SKIPPED_MODULES: &[&str] =
    &["betting_tree::", "many_hands::", "pot_divider::", "properties::", "stored::", "views::"];

/// A test program with its crate's folder in the copy.
struct TestProgram {
    file: PathBuf,
    folder: PathBuf,
}

/// Builds the tests of the copied room and table once, in the profile of all tests, and finds their programs:
/// a change is then a matter of the environment, not of a build.
fn build_tests(sources: &Path) -> Result<[(&'static str, Vec<TestProgram>); 2], String> {
    let mut command =
        cargo(["test", "--quiet", "-p", "room", "-p", "table", "--tests", "--locked", "--no-run"]);
    command.args(["--message-format", "json-render-diagnostics"]);
    command.current_dir(sources).env("CARGO_TARGET_DIR", target().join("altered/build"));
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests of the copy cannot be built".to_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let programs = |name: &'static str| {
        let folder = sources.join("crates").join(name);
        let here = format!("{}/", folder.display());
        let of_it = text.lines().filter(|line| line.contains(&here));
        let files = of_it.filter_map(|line| line.split_once(r#""executable":""#)?.1.split_once('"'));
        let programs: Vec<TestProgram> = files
            .map(|(file, _)| TestProgram { file: PathBuf::from(file), folder: folder.clone() })
            .collect();
        if programs.is_empty() { Err(format!("no test of {name} was built")) } else { Ok((name, programs)) }
    };
    Ok([programs("room")?, programs("table")?])
}

/// The tests of one crate.
struct Suite {
    name: &'static str,
    programs: Vec<TestProgram>,
    /// Modules that are skipped.
    skipped: &'static [&'static str],
    /// The tests that notice a change by looking at the book itself.
    book_tests: Vec<String>,
}

/// The outcome of the tests.
#[derive(Default)]
struct TestOutcome {
    /// The names of the failed tests.
    failed: Vec<String>,
    passed: usize,
}

impl Suite {
    /// The tests of a crate, before it is known which of them look at the books themselves.
    fn of((name, programs): (&'static str, Vec<TestProgram>), skipped: &'static [&'static str]) -> Suite {
        Suite { name, programs, skipped, book_tests: Vec::new() }
    }

    /// Runs the tests, with a change or without one. An error means that they could not be run, not that one
    /// failed.
    fn run(&self, change: Option<&str>) -> Result<TestOutcome, String> {
        let mut outcome = TestOutcome::default();
        for program in &self.programs {
            let mut command = Command::new(&program.file);
            command.arg("--format=pretty");
            self.skipped.iter().for_each(|module| {
                command.args(["--skip", module]);
            });
            command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
            command.env_remove("CARDROOM_PROOFS").env_remove("SLOW").env_remove(ALTERED_VARIABLE);
            if let Some(change) = change {
                command.env(ALTERED_VARIABLE, change);
            }
            let output = command
                .output()
                .map_err(|error| format!("cannot start {}: {error}", program.file.display()))?;
            let text = String::from_utf8_lossy(&output.stdout);
            let named = |end: &str| {
                let lines = text.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(end));
                lines.map(|name| name.trim_end().to_owned()).collect::<Vec<_>>()
            };
            let (failed, passed) = (named("... FAILED"), named("... ok").len());
            if failed.is_empty() && !output.status.success() {
                return Err(format!(
                    "the tests of {} did not run to their end:\n{}",
                    self.name,
                    String::from_utf8_lossy(&output.stderr)
                ));
            }
            outcome.failed.extend(failed);
            outcome.passed += passed;
        }
        if outcome.failed.is_empty() && outcome.passed == 0 {
            return Err(format!("no test of {} ran", self.name));
        }
        Ok(outcome)
    }
}
