//! The commands that run cargo, step by step, and stop at the first that fails.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{generate, tidy, web};

/// What a step comes to: nothing, or one line that says what is wrong.
pub type Done = Result<(), String>;

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_owned(), Path::to_owned)
}

/// A command of cargo in the root of the repository.
pub fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end.
pub fn finish(command: &mut Command, what: &str) -> Done {
    let status = command.status().map_err(|error| format!("cannot start {what}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} failed")) }
}

fn step(name: &str, act: impl FnOnce() -> Done) -> Done {
    println!("== {name}");
    let start = Instant::now();
    act()?;
    println!("== {name}: well, {} s", start.elapsed().as_secs());
    Ok(())
}

/// Installs a part of the compiler's tools that is not there, where rustup can; otherwise says what would do.
fn component(command: &str, name: &str, package: &str) -> Done {
    let there =
        |status: std::io::Result<std::process::ExitStatus>| status.is_ok_and(|status| status.success());
    let quiet = |command: &mut Command| there(command.stdout(Stdio::null()).stderr(Stdio::null()).status());
    if quiet(&mut cargo([command, "--version"])) {
        return Ok(());
    }
    println!("== cargo {command} is not there: rustup component add {name}");
    if there(Command::new("rustup").args(["component", "add", name]).status()) {
        return Ok(());
    }
    Err(format!(
        "cargo {command} is missing: rustup component add {name}, or apt-get install {package}, would do"
    ))
}

fn format() -> Done {
    component("fmt", "rustfmt", "rustfmt")?;
    finish(&mut cargo(["fmt", "--all", "--check"]), "cargo fmt --check (cargo fmt --all puts it right)")
}

fn lints() -> Done {
    component("clippy", "clippy", "rust-clippy")?;
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    finish(&mut cargo(lints), "cargo clippy")
}

/// Everything the pipeline runs.
pub fn test() -> Done {
    let start = Instant::now();
    step("format", format)?;
    step("tidy", tidy::check)?;
    step("lints", lints)?;
    step("pages and citations", generate::pages_are_fresh)?;
    let mut sum = Sum::default();
    step("the page's packages", web::packages)?;
    step("the page's types and lints", || web::types().and_then(|()| web::lint()))?;
    step("the page's build", web::build)?;
    step("tests", || {
        let proofs = generate::proofs_folder()?;
        sum = tests(&proofs, false)?;
        generate::proofs_are_fresh(&proofs)
    })?;
    step("the page's own tests", || web::units().map(|page| sum.add(page)))?;
    step("the page in a browser", || web::in_a_browser().map(|page| sum.add(page)))?;
    println!("{}", sum.closing_line(start.elapsed().as_secs()));
    Ok(())
}

/// The fast part of the checks.
pub fn check() -> Done {
    step("format", format)?;
    step("tidy", tidy::check)?;
    step("lints", lints)?;
    step("pages and citations", generate::pages_are_fresh)?;
    step("the page", web::fast_checks)
}

/// The tests with their long parts.
pub fn slow() -> Done {
    let arguments = ["test", "--workspace", "--locked", "--no-fail-fast"];
    finish(cargo(arguments).env("SLOW", "1"), "the slow tests")
}

/// The real program is killed in the middle of play so many times.
pub fn crash(times: &str) -> Done {
    let count: u32 = times.parse().map_err(|_| format!("--times {times}: a whole number would do"))?;
    let arguments = ["test", "--package", "cli", "--test", "it", "--locked", "crash::", "--", "--nocapture"];
    finish(cargo(arguments).env("CARDROOM_CRASHES", count.to_string()), "the kills")
}

/// A table in the terminal.
pub fn play(options: &[&str]) -> Done {
    let start = ["run", "--release", "--quiet", "--bin", "cardroom", "--", "play"];
    finish(&mut cargo(start.iter().chain(options)), "cardroom play")
}

/// How many tests there were, over all test programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Sum {
    /// Takes in the closing line of one test program.
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

    /// Takes in the closing line of the page's tests: `Tests  40 passed (40)`, or `3 passed (12.3s)` in a browser.
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
                Some(_) | None => return,
            }
        }
    }

    /// Adds those of another kind.
    pub fn add(&mut self, other: Sum) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }

    /// One closing line for all of them, in the words of a test program.
    fn closing_line(self, seconds: u64) -> String {
        let Sum { passed, failed, ignored } = self;
        let word = if failed == 0 { "ok" } else { "FAILED" };
        format!(
            "test result: {word}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             0 filtered out; finished in {seconds}.00s"
        )
    }
}

/// Runs every test of the workspace; what they prove goes to a folder.
pub fn tests(proofs: &Path, go_on: bool) -> Result<Sum, String> {
    let mut command = cargo(["test", "--workspace", "--locked"]);
    if go_on {
        command.arg("--no-fail-fast");
    }
    command.env("CARDROOM_PROOFS", proofs).env_remove("SLOW").stdout(Stdio::piped());
    let mut running = command.spawn().map_err(|error| format!("cannot start cargo test: {error}"))?;
    let mut sum = Sum::default();
    if let Some(output) = running.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| format!("cannot read what cargo test says: {error}"))?;
            sum.take(&line);
            writeln!(std::io::stdout(), "{line}").map_err(|error| format!("cannot print: {error}"))?;
        }
    }
    let status = running.wait().map_err(|error| format!("cannot wait for cargo test: {error}"))?;
    if status.success() {
        Ok(sum)
    } else {
        println!("{}", sum.closing_line(0));
        Err("a test failed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_the_page_are_added_too() {
        let mut sum = Sum::default();
        sum.take_page("      Tests  2 failed | 38 passed (40)");
        sum.take_page(" Test Files  6 passed (6)");
        sum.take_page("  3 passed (12.3s)");
        sum.take_page("   Duration  1.91s");
        sum.take_page("  1 browser was tried");
        let mut all = Sum { passed: 1, failed: 0, ignored: 1 };
        all.add(sum);
        assert_eq!(all, Sum { passed: 42, failed: 2, ignored: 1 });
    }

    #[test]
    fn closing_lines_of_test_programs_are_added_up() {
        let mut sum = Sum::default();
        sum.take(
            "test result: ok. 21 passed; 0 failed; 0 ignored; 0 measured; 2 filtered out; finished in 59.81s",
        );
        sum.take("test result: FAILED. 4 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        sum.take("test betting::a ... ok");
        assert_eq!(sum, Sum { passed: 25, failed: 1, ignored: 2 });
        let line = sum.closing_line(61);
        assert!(line.starts_with("test result: FAILED. 25 passed; 1 failed; 2 ignored; "), "{line}");
    }
}
