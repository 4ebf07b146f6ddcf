//! The commands that run cargo step by step and stop at the first step that fails.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::steps::{self, MeasuredCommand, Steps};
use crate::{fold, generate, tidy, web};

/// The result of a step: nothing, or one line that says what is wrong.
pub type StepResult = Result<(), String>;

/// The root of the repository, from which all paths in reports start.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// A cargo command in the root of the repository, with the cargo that runs this program.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The folder that cargo builds into, which may be set by `CARGO_TARGET_DIR`; everything made by a run lies
/// below it.
pub fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    if target.is_absolute() { target } else { root().join(target) }
}

/// Runs a command to its end and adds its time to the current step. `what` names it in the error.
pub fn run_to_end(command: &mut Command, what: &str) -> StepResult {
    let mut measured = MeasuredCommand::of(command)?;
    let status = measured.command.status().map_err(|error| format!("cannot start {what}: {error}"))?;
    measured.add_up();
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

/// Runs tests to their end, prints their output line by line, and counts them with `add_line`. Their time is
/// added to the current step.
pub fn run_counted(
    command: &Command,
    what: &str,
    add_line: impl Fn(&mut TestCounts, &str),
) -> Result<TestCounts, String> {
    let mut measured = MeasuredCommand::of(command)?;
    measured.command.stdout(Stdio::piped());
    let mut running = measured.command.spawn().map_err(|error| format!("cannot start {what}: {error}"))?;
    let mut sum = TestCounts::default();
    if let Some(output) = running.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("cannot read the output of {what}: {error}"))?;
            add_line(&mut sum, &line);
            steps::say(&line)?;
        }
    }
    let status = running.wait().map_err(|error| format!("cannot wait for {what}: {error}"))?;
    measured.add_up();
    if status.success() {
        return Ok(sum);
    }
    steps::say(&sum.closing_line(0))?;
    Err(format!("{what} failed"))
}

/// Installs a missing component of the toolchain if rustup can; otherwise the error says how to install it.
fn install_component(command: &str, name: &str, package: &str) -> StepResult {
    let there =
        |status: std::io::Result<std::process::ExitStatus>| status.is_ok_and(|status| status.success());
    let quiet = |command: &mut Command| there(command.stdout(Stdio::null()).stderr(Stdio::null()).status());
    if quiet(&mut cargo([command, "--version"])) {
        return Ok(());
    }
    println!("== cargo {command} is missing: rustup component add {name}");
    if there(Command::new("rustup").args(["component", "add", name]).status()) {
        return Ok(());
    }
    Err(format!("cargo {command} is missing: run rustup component add {name}, or apt-get install {package}"))
}

/// The step that checks the format of all Rust files; it changes none.
fn format() -> StepResult {
    install_component("fmt", "rustfmt", "rustfmt")?;
    run_to_end(&mut cargo(["fmt", "--all", "--check"]), "cargo fmt --check (cargo fmt --all fixes it)")
}

/// The step that runs clippy over the whole workspace, tests included, with every warning an error.
fn lints() -> StepResult {
    install_component("clippy", "clippy", "rust-clippy")?;
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    run_to_end(&mut cargo(lints), "cargo clippy")
}

/// `cargo xtask test`: everything the pipeline runs, in two lanes: the Rust part, and beside it the page. Its
/// last line is in the format of a test program, with the sum of all tests.
pub fn test() -> StepResult {
    let steps = Steps::begin()?;
    let done = both_lanes(&steps);
    println!("{}kept in {}", steps.table(), steps.table_path().display());
    println!("{}", done?.closing_line(steps.seconds()));
    Ok(())
}

/// Runs both lanes, then the steps that need the results of both. The error is that of the lane that failed
/// first.
fn both_lanes(steps: &Steps) -> Result<TestCounts, String> {
    let proofs = generate::proofs_folder()?;
    let (page_built, page) = channel();
    let (program_built, program) = channel();
    let (rust, page) = std::thread::scope(|scope| {
        let beside = scope.spawn(|| page_lane(steps, &proofs, &page_built, program));
        let rust = rust_lane(steps, &proofs, page, program_built);
        (rust, beside.join().unwrap_or_else(|_| Err("the lane of the page panicked".to_owned())))
    });
    // The lane that failed first gives the reason; the other lane's step was only not started.
    let not_begun = |why: &String| why.ends_with(NOT_BEGUN);
    let sum = match (rust, page) {
        (Ok(mut rust), Ok(page)) => {
            rust.add(page);
            rust
        }
        (Err(why), Err(other)) if not_begun(&why) => return Err(other),
        (Err(why), Ok(_) | Err(_)) | (Ok(_), Err(why)) => return Err(why),
    };
    let mut sum = sum;
    // The Rust tests have played the games that the page folds.
    steps.step("the page's fold", || fold::compare().map(|page| sum.add(page)))?;
    steps.step("proofs", || generate::check_proofs_fresh(&proofs))?;
    Ok(sum)
}

/// The end of the error of a step that was not started because another one failed.
pub const NOT_BEGUN: &str = "was not begun";

/// The first lane: the checks of the sources, then every Rust test. It waits for the page, because the server
/// embeds it when it is built.
fn rust_lane(
    steps: &Steps,
    proofs: &Path,
    page: Receiver<()>,
    program_built: Sender<()>,
) -> Result<TestCounts, String> {
    steps.step("format", format)?;
    steps.step("tidy", tidy::check)?;
    steps.step("lints", lints)?;
    steps.step("pages and citations", generate::check_pages_fresh)?;
    page.recv().map_err(|_| format!("the build of the tests {NOT_BEGUN}"))?;
    // What the browser tests wait for must not be delayed by heavy Rust tests, nor by compilation beside
    // them.
    steps::lower_priority();
    steps.step("the tests' build", || build_tests(&program_built))?;
    let mut sum = TestCounts::default();
    steps.step("tests", || {
        sum = tests(proofs)?;
        Ok(())
    })?;
    Ok(sum)
}

/// The second lane: the page's packages, build and checks, then the page in a browser with the program built
/// for the tests. It waits for that program.
fn page_lane(
    steps: &Steps,
    proofs: &Path,
    page: &Sender<()>,
    program: Receiver<()>,
) -> Result<TestCounts, String> {
    let mut sum = TestCounts::default();
    steps.step_beside("the page's packages", web::packages)?;
    steps.step_beside("the page's build", web::build)?;
    // The receiving lane may have failed meanwhile, and then reports that itself.
    let _ = page.send(());
    steps.step_beside("the page's types and lints", || web::types().and_then(|()| web::lint()))?;
    steps.step_beside("the page's own tests", || web::units().map(|page| sum.add(page)))?;
    steps.step_beside("the browser", || web::browser().map(|_| ()))?;
    // The counts of the page's own tests have no second attempts.
    steps.step_beside("the page in a browser", || web::page_tests(proofs).map(|page| sum.add(page)))?;
    program.recv().map_err(|_| format!("the program in a browser {NOT_BEGUN}"))?;
    steps.step_beside("the program in a browser", || web::program_tests(proofs).map(|page| sum.add(page)))?;
    web::check_flaky(&sum)?;
    Ok(sum)
}

/// `cargo xtask check`: the fast part of the checks, for before a commit.
pub fn check() -> StepResult {
    let steps = Steps::begin()?;
    steps.step("format", format)?;
    steps.step("tidy", tidy::check)?;
    steps.step("lints", lints)?;
    steps.step("pages and citations", generate::check_pages_fresh)?;
    steps.step("the page", web::fast_checks)
}

/// `cargo xtask slow`: the tests of the workspace with their long parts, which are not in the pipeline.
pub fn slow() -> StepResult {
    let arguments = ["test", "--workspace", "--locked", "--no-fail-fast"];
    run_to_end(cargo(arguments).env("SLOW", "1"), "the slow tests")
}

/// `cargo xtask crash`: kills the real program in the middle of play, this many times, and checks that every
/// acknowledged act is there afterwards.
pub fn crash(times: &str) -> StepResult {
    let count: u32 = times.parse().map_err(|_| format!("--times {times}: expected a whole number"))?;
    let arguments = ["test", "--package", "cli", "--test", "it", "--locked", "crash::", "--", "--nocapture"];
    run_to_end(cargo(arguments).env("CARDROOM_CRASHES", count.to_string()), "the kills")
}

/// `cargo xtask play`: opens a table in the terminal; the options are those of `cardroom play`.
pub fn play(options: &[&str]) -> StepResult {
    let start = ["run", "--release", "--quiet", "--bin", "cardroom", "--", "play"];
    run_to_end(&mut cargo(start.iter().chain(options)), "cardroom play")
}

/// The number of tests, over all test programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestCounts {
    passed: u64,
    failed: u64,
    ignored: u64,
    /// Browser tests that passed only on the second attempt; they are not counted in `passed`.
    flaky: u64,
}

impl TestCounts {
    /// Adds the counts from a line of a test program's output, if it is the closing one.
    fn add_line(&mut self, line: &str) {
        let Some(counts) = line.strip_prefix("test result: ") else { return };
        for part in counts.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(Ok(count)), Some(of)) = (words.next().map(str::parse::<u64>), words.next()) else {
                continue;
            };
            match of {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }

    /// Adds the counts from a line of the page's tests, if it is a closing one: `Tests  40 passed (40)`, or
    /// `3 passed (12.3s)` in a browser.
    pub fn add_page_line(&mut self, line: &str) {
        let line = line.trim();
        let counts = line.strip_prefix("Tests ").unwrap_or(line);
        let mut words = counts.split([' ', '|']).filter(|word| !word.is_empty()).peekable();
        if words.peek().is_none_or(|word| word.parse::<u64>().is_err()) {
            return;
        }
        while let Some(count) = words.next().and_then(|word| word.parse::<u64>().ok()) {
            match words.next() {
                Some("passed") => self.passed += count,
                Some("failed") => self.failed += count,
                Some("skipped") => self.ignored += count,
                Some("flaky") => self.flaky += count,
                Some(_) | None => return,
            }
        }
    }

    /// Adds the counts of other tests, for the sum of a run.
    pub fn add(&mut self, other: TestCounts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.flaky += other.flaky;
    }

    /// How many tests passed only on the second attempt; [`web::check_flaky`](crate::web::check_flaky) limits
    /// them.
    pub fn flaky(self) -> u64 {
        self.flaky
    }

    /// One closing line for all of them, in the format of a test program, for tools that read those.
    fn closing_line(self, seconds: u64) -> String {
        let TestCounts { passed, failed, ignored, flaky } = self;
        let word = if failed == 0 { "ok" } else { "FAILED" };
        let passed = passed + flaky;
        format!(
            "test result: {word}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             0 filtered out; finished in {seconds}.00s"
        )
    }
}

/// Builds every test of the workspace, and with them the program, which the browser tests use too. The
/// browser tests begin as soon as the program is built, while other tests still compile.
fn build_tests(program_built: &Sender<()>) -> StepResult {
    let arguments =
        ["test", "--workspace", "--locked", "--no-run", "--message-format", "json-render-diagnostics"];
    let mut measured = MeasuredCommand::of(&cargo(arguments))?;
    measured.command.stdout(Stdio::piped());
    let what = "the build of the tests";
    let mut running = measured.command.spawn().map_err(|error| format!("cannot start {what}: {error}"))?;
    if let Some(output) = running.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("cannot read the output of {what}: {error}"))?;
            if is_program(&line) {
                // The receiving lane may have failed meanwhile, and then reports that itself.
                let _ = program_built.send(());
            }
        }
    }
    let status = running.wait().map_err(|error| format!("cannot wait for {what}: {error}"))?;
    measured.add_up();
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

/// Whether a message of cargo reports that the program itself was built, not its tests.
fn is_program(message: &str) -> bool {
    let has = |part: &str| message.contains(part);
    has(r#""reason":"compiler-artifact""#)
        && has(r#""kind":["bin"]"#)
        && has(r#""name":"cardroom""#)
        && has(r#""test":false},"features""#)
}

/// Runs every test of the workspace, even after a failure; their proofs go to a folder, and the games for the
/// page's fold are recorded.
pub fn tests(proofs: &Path) -> Result<TestCounts, String> {
    let mut command = cargo(["test", "--workspace", "--locked", "--no-fail-fast"]);
    command.env("CARDROOM_PROOFS", proofs).env("CARDROOM_FOLD", fold::folder()?).env_remove("SLOW");
    run_counted(&command, "cargo test", TestCounts::add_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_distinguished_from_its_own_tests_and_from_other_parts() {
        let message = |name: &str, kind: &str, tested: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"path+file:///x/crates/cli#0.0.0","target":{{"kind":["{kind}"],"crate_types":["bin"],"name":"{name}","edition":"2024","doc":true,"doctest":false,"test":true}},"profile":{{"opt_level":"1","test":{tested}}},"features":[],"fresh":false}}"#
            )
        };
        assert!(is_program(&message("cardroom", "bin", false)));
        assert!(!is_program(&message("cardroom", "bin", true)));
        assert!(!is_program(&message("it", "test", true)));
        assert!(!is_program(&message("server", "lib", false)));
        assert!(!is_program(r#"{"reason":"build-finished","success":true}"#));
    }

    #[test]
    fn closing_lines_of_the_page_are_added_too() {
        let mut sum = TestCounts::default();
        sum.add_page_line("      Tests  2 failed | 38 passed (40)");
        sum.add_page_line(" Test Files  6 passed (6)");
        sum.add_page_line("  3 passed (12.3s)");
        sum.add_page_line("   Duration  1.91s");
        sum.add_page_line("  1 browser was tried");
        sum.add_page_line("  1 flaky");
        let mut all = TestCounts { passed: 1, failed: 0, ignored: 1, flaky: 0 };
        all.add(sum);
        assert_eq!(all, TestCounts { passed: 42, failed: 2, ignored: 1, flaky: 1 });
        assert!(all.closing_line(1).contains(" 43 passed; 2 failed; "));
    }

    #[test]
    fn closing_lines_of_test_programs_are_added_up() {
        let mut sum = TestCounts::default();
        sum.add_line(
            "test result: ok. 21 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 59.81s",
        );
        sum.add_line("test result: FAILED. 4 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        sum.add_line("test betting::a ... ok");
        assert_eq!(sum, TestCounts { passed: 25, failed: 1, ignored: 2, flaky: 0 });
        let line = sum.closing_line(61);
        assert!(line.starts_with("test result: FAILED. 25 passed; 1 failed; 2 ignored; "), "{line}");
    }
}
