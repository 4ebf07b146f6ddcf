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

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// A cargo command in the root of the repository.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The folder that cargo builds into.
pub fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    if target.is_absolute() { target } else { root().join(target) }
}

/// Runs a command to its end.
pub fn run_to_end(command: &mut Command, what: &str) -> StepResult {
    let mut measured = MeasuredCommand::of(command)?;
    let status = measured.command.status().map_err(|error| format!("cannot start {what}: {error}"))?;
    measured.add_up();
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

/// Runs tests to their end, prints their output, and counts them by their closing lines.
pub fn run_counted(
    command: &Command,
    what: &str,
    take: impl Fn(&mut TestCounts, &str),
) -> Result<TestCounts, String> {
    let mut measured = MeasuredCommand::of(command)?;
    measured.command.stdout(Stdio::piped());
    let mut running = measured.command.spawn().map_err(|error| format!("cannot start {what}: {error}"))?;
    let mut sum = TestCounts::default();
    if let Some(output) = running.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("cannot read the output of {what}: {error}"))?;
            take(&mut sum, &line);
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

fn format() -> StepResult {
    install_component("fmt", "rustfmt", "rustfmt")?;
    run_to_end(&mut cargo(["fmt", "--all", "--check"]), "cargo fmt --check (cargo fmt --all fixes it)")
}

fn lints() -> StepResult {
    install_component("clippy", "clippy", "rust-clippy")?;
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    run_to_end(&mut cargo(lints), "cargo clippy")
}

/// Runs everything the pipeline runs, in two lanes: the Rust part, and beside it the page. The page's tests in a browser
/// that need no program begin as soon as the page is built, the others as soon as the program is.
pub fn test() -> StepResult {
    let steps = Steps::begin()?;
    let done = both_lanes(&steps);
    println!("{}kept in {}", steps.table(), steps.table_path().display());
    println!("{}", done?.closing_line(steps.seconds()));
    Ok(())
}

/// Runs both lanes, then the steps that need the results of both.
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
    steps::give_way();
    steps.step("the tests' build", || build_tests(&program_built))?;
    let mut sum = TestCounts::default();
    steps.step("tests", || {
        sum = tests(proofs)?;
        Ok(())
    })?;
    Ok(sum)
}

/// The second lane: the page's packages, build and checks, then the page in a browser with the program built
/// for the tests.
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

/// Runs the fast part of the checks.
pub fn check() -> StepResult {
    let steps = Steps::begin()?;
    steps.step("format", format)?;
    steps.step("tidy", tidy::check)?;
    steps.step("lints", lints)?;
    steps.step("pages and citations", generate::check_pages_fresh)?;
    steps.step("the page", web::fast_checks)
}

/// Runs the tests with their long parts.
pub fn slow() -> StepResult {
    let arguments = ["test", "--workspace", "--locked", "--no-fail-fast"];
    run_to_end(cargo(arguments).env("SLOW", "1"), "the slow tests")
}

/// Kills the real program in the middle of play, this many times.
pub fn crash(times: &str) -> StepResult {
    let count: u32 = times.parse().map_err(|_| format!("--times {times}: expected a whole number"))?;
    let arguments = ["test", "--package", "cli", "--test", "it", "--locked", "crash::", "--", "--nocapture"];
    run_to_end(cargo(arguments).env("CARDROOM_CRASHES", count.to_string()), "the kills")
}

/// Opens a table in the terminal.
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
    /// Adds the counts from the closing line of a test program.
    fn take(&mut self, line: &str) {
        let Some(told) = line.strip_prefix("test result: ") else { return };
        for part in told.split([';', '.']) {
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

    /// Adds the counts from the closing line of the page's tests: `Tests  40 passed (40)`, or `3 passed
    /// (12.3s)` in a browser.
    pub fn take_page(&mut self, line: &str) {
        let told = line.trim();
        let counts = told.strip_prefix("Tests ").unwrap_or(told);
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

    /// Adds the counts of other tests.
    pub fn add(&mut self, other: TestCounts) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.flaky += other.flaky;
    }

    /// How many passed only on the second attempt.
    pub fn flaky(self) -> u64 {
        self.flaky
    }

    /// One closing line for all of them, in the format of a test program.
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

/// Whether cargo reports that the program itself was built, not its tests.
fn is_program(message: &str) -> bool {
    let has = |part: &str| message.contains(part);
    has(r#""reason":"compiler-artifact""#)
        && has(r#""kind":["bin"]"#)
        && has(r#""name":"cardroom""#)
        && has(r#""test":false},"features""#)
}

/// Runs every test of the workspace, even after a failure; their proofs go to a folder.
pub fn tests(proofs: &Path) -> Result<TestCounts, String> {
    let mut command = cargo(["test", "--workspace", "--locked", "--no-fail-fast"]);
    command.env("CARDROOM_PROOFS", proofs).env("CARDROOM_FOLD", fold::folder()?).env_remove("SLOW");
    run_counted(&command, "cargo test", TestCounts::take)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_told_from_its_own_tests_and_from_other_parts() {
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
        sum.take_page("      Tests  2 failed | 38 passed (40)");
        sum.take_page(" Test Files  6 passed (6)");
        sum.take_page("  3 passed (12.3s)");
        sum.take_page("   Duration  1.91s");
        sum.take_page("  1 browser was tried");
        sum.take_page("  1 flaky");
        let mut all = TestCounts { passed: 1, failed: 0, ignored: 1, flaky: 0 };
        all.add(sum);
        assert_eq!(all, TestCounts { passed: 42, failed: 2, ignored: 1, flaky: 1 });
        assert!(all.closing_line(1).contains(" 43 passed; 2 failed; "));
    }

    #[test]
    fn closing_lines_of_test_programs_are_added_up() {
        let mut sum = TestCounts::default();
        sum.take(
            "test result: ok. 21 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 59.81s",
        );
        sum.take("test result: FAILED. 4 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        sum.take("test betting::a ... ok");
        assert_eq!(sum, TestCounts { passed: 25, failed: 1, ignored: 2, flaky: 0 });
        let line = sum.closing_line(61);
        assert!(line.starts_with("test result: FAILED. 25 passed; 1 failed; 2 ignored; "), "{line}");
    }
}
