//! The page: its packages, its checks, its build, and the browser it is tested in.
//!
//! Only these steps need Node: a plain `cargo build` works without it, and the program then serves a page
//! that says how to build the real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{self, StepResult, TestCounts, cargo, root, run_to_end, target};
use crate::steps;

/// The oldest Node that the page's tools run on.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The folder of the page's sources.
fn folder() -> PathBuf {
    root().join("web")
}

/// An npm command in the folder of the page.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(folder());
    command
}

/// Major and minor version in the output of `node --version`, such as `v20.20.2`; `None` if it is something
/// else.
fn parse_node_version(output: &str) -> Option<(u32, u32)> {
    let mut parts = output.trim().strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Checks that Node and npm are there and new enough; the error says which version is needed.
fn check_node() -> StepResult {
    let (major, minor) = OLDEST_NODE;
    let help = format!("install Node {major}.{minor} or later with npm");
    let output = Command::new("node")
        .arg("--version")
        .output()
        .map_err(|_| format!("node is missing, and the page needs it: {help}"))?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    if parse_node_version(&output).is_none_or(|version| version < OLDEST_NODE) {
        return Err(format!("node {} is too old for the page's tools: {help}", output.trim()));
    }
    let quiet = npm(&["--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match quiet {
        Ok(status) if status.success() => Ok(()),
        Ok(_) | Err(_) => Err(format!("npm is missing, and the page's packages need it: {help}")),
    }
}

/// The lock file of the page's packages, and the copy of it that records what is installed.
fn lock_files() -> (PathBuf, PathBuf) {
    (folder().join("package-lock.json"), folder().join("node_modules/.cardroom-installed"))
}

/// Whether the installed packages are those of the lock file.
fn are_packages_current() -> bool {
    let (list, installed) = lock_files();
    match (fs::read(list), fs::read(installed)) {
        (Ok(list), Ok(installed)) => list == installed,
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// Installs the page's packages if they are missing or differ from the lock file; only then a network is
/// needed.
pub fn packages() -> StepResult {
    check_node()?;
    if are_packages_current() {
        return Ok(());
    }
    run_to_end(
        &mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"]),
        "npm ci (the page's packages; a network is needed once)",
    )?;
    let (list, installed) = lock_files();
    fs::copy(&list, &installed).map_err(|error| format!("cannot write {}: {error}", installed.display()))?;
    Ok(())
}

/// The page's part of `cargo xtask check`. Without installed packages it says so and passes: it installs
/// nothing.
pub fn fast_checks() -> StepResult {
    if !are_packages_current() {
        println!(
            "the page's packages are not installed: `cargo xtask test` installs them and checks the page"
        );
        return Ok(());
    }
    types()?;
    lint()?;
    units().map(|_| ())
}

/// Checks the page's types, in its scripts and in its components.
pub fn types() -> StepResult {
    run_to_end(&mut npm(&["run", "--silent", "check"]), "svelte-check")
}

/// Runs the page's lints over its scripts and components.
pub fn lint() -> StepResult {
    run_to_end(&mut npm(&["run", "--silent", "lint"]), "eslint")
}

/// Runs and counts the unit tests of the page's logic, which need no browser.
pub fn units() -> Result<TestCounts, String> {
    run_counted_tests(&mut npm(&["run", "--silent", "test"]), "vitest")
}

/// Folds the games recorded in a folder as the page does, compares them with the room's snapshots after every
/// record, and counts the tests.
pub fn folds(evenings: &Path) -> Result<TestCounts, String> {
    let mut command = npm(&["exec", "--", "vitest", "run", "--config", "fold.config.ts"]);
    run_counted_tests(command.env("CARDROOM_FOLD", evenings), "the page's fold")
}

/// Builds the page into `web/dist`, where the server's build embeds it. Its packages must be installed.
pub fn build() -> StepResult {
    let first = !folder().join("dist").is_dir();
    run_to_end(&mut npm(&["run", "--silent", "build"]), "vite build")?;
    let entry = folder().join("dist/index.html");
    if !entry.is_file() {
        return Err(format!("{} was not built", entry.display()));
    }
    if first { rebuild_for_first_page() } else { Ok(()) }
}

/// Makes cargo rebuild a server that was built before there was a page: its build script did not find one to
/// watch.
fn rebuild_for_first_page() -> StepResult {
    let script = root().join("crates/server/build.rs");
    let touched = fs::File::options().append(true).open(&script);
    let touched = touched.and_then(|file| file.set_modified(std::time::SystemTime::now()));
    touched.map_err(|error| format!("cannot touch {}: {error}", script.display()))
}

/// A browser from Debian.
struct Browser {
    package: &'static str,
    place: &'static str,
}

/// Chromium without a window. It draws the same and takes a little more than half of the processor time.
const SHELL: Browser =
    Browser { package: "chromium-headless-shell", place: "/usr/bin/chromium-headless-shell" };

/// The browser that people use.
const CHROMIUM: Browser = Browser { package: "chromium", place: "/usr/bin/chromium" };

/// How many browser tests may pass only on the second attempt before the step fails. A slow machine can upset
/// one; more are a fault of the page or of its tests.
const MOST_FLAKY: u64 = 2;

/// The browser that the page is tested in: the one `CARDROOM_CHROMIUM` names, else the system's headless
/// shell, which is installed if it is missing and that is possible, else the system's Chromium.
pub fn browser() -> Result<PathBuf, String> {
    find_browser(&[SHELL, CHROMIUM])
}

/// The browser whose speed is measured: the one people use, never the headless shell.
fn whole_browser() -> Result<PathBuf, String> {
    find_browser(&[CHROMIUM])
}

/// The browser that `CARDROOM_CHROMIUM` names, or the first of these that is there or can be installed; the
/// error says what to do.
fn find_browser(browsers: &[Browser]) -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("CARDROOM_CHROMIUM") {
        let named = PathBuf::from(named);
        return if named.is_file() {
            Ok(named)
        } else {
            Err(format!("CARDROOM_CHROMIUM names {}, which does not exist", named.display()))
        };
    }
    for browser in browsers {
        if is_installed(browser)? {
            return Ok(browser.place.into());
        }
    }
    let places: Vec<&str> = browsers.iter().map(|browser| browser.place).collect();
    Err(format!(
        "the browser tests need Chromium and it could not be installed: run `apt-get install chromium` as root, \
         or set CARDROOM_CHROMIUM to the path of one (looked for {})",
        places.join(", ")
    ))
}

/// Whether a browser is there, after trying to install it, which needs root.
fn is_installed(browser: &Browser) -> Result<bool, String> {
    let Browser { package, place } = browser;
    let there = || Path::new(place).is_file();
    if there() {
        return Ok(true);
    }
    steps::say(&format!("== {place} is missing: apt-get install -y {package}"))?;
    let apt = |arguments: &[&str]| {
        let mut apt = Command::new("apt-get");
        run_to_end(apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive"), "apt-get").is_ok()
    };
    // Package lists become stale, so the first attempt may fail only because of that.
    let install = ["install", "-y", "-q", "--no-install-recommends", package];
    Ok((apt(&install) || (apt(&["update", "-q"]) && apt(&install))) && there())
}

/// Runs the browser tests that need no program: the room's side is scripted. The proofs of the tests go to a
/// folder.
pub fn page_tests(proofs: &Path) -> Result<TestCounts, String> {
    browser_tests("page", &[], proofs)
}

/// Runs the browser tests against the real program built with the tests: a build of its own would choose
/// other features of its dependencies and rebuild half of them. The proofs of the tests go to a folder.
pub fn program_tests(proofs: &Path) -> Result<TestCounts, String> {
    browser_tests("program", &[("CARDROOM_PROGRAM", program("debug"))], proofs)
}

/// Runs one project of the browser tests, with these environment variables, and counts its tests.
fn browser_tests(project: &str, variables: &[(&str, PathBuf)], proofs: &Path) -> Result<TestCounts, String> {
    let mut command = npm(&["run", "--silent", "browser", "--", "--project", project]);
    command.env("CARDROOM_CHROMIUM", browser()?).env("CARDROOM_PROOFS", proofs);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    run_counted_tests(&mut command, "the browser tests")
}

/// Fails if more browser tests passed only on the second attempt than a slow machine explains.
pub fn check_flaky(sum: &TestCounts) -> StepResult {
    if sum.flaky() > MOST_FLAKY {
        return Err(format!(
            "{} of the browser tests passed only on the second attempt, and at most {MOST_FLAKY} may: they are named above",
            sum.flaky()
        ));
    }
    Ok(())
}

/// `cargo xtask screenshots`: takes a picture of every state of the page at every size into a folder, with a
/// page that shows them.
pub fn pictures(folder: &str) -> StepResult {
    let folder =
        std::path::absolute(folder).map_err(|error| format!("{folder} is not a folder name: {error}"))?;
    packages()?;
    build()?;
    let mut command = npm(&["run", "--silent", "pictures"]);
    command.env("CARDROOM_CHROMIUM", browser()?).env("CARDROOM_PICTURES", &folder);
    run_counted_tests(&mut command, "the pictures")?;
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// `cargo xtask measure-page`: measures the size of the page's script, how fast it loads, frames while chips
/// move, and what an idle page uses.
pub fn measure() -> StepResult {
    packages()?;
    build()?;
    run_to_end(
        &mut cargo(["build", "--locked", "--quiet", "--release", "--bin", "cardroom"]),
        "cargo build",
    )?;
    let mut command = npm(&["run", "--silent", "measure"]);
    command.env("CARDROOM_CHROMIUM", whole_browser()?).env("CARDROOM_PROGRAM", program("release"));
    run_counted_tests(&mut command, "the measurements").map(|_| ())
}

/// The path of the `cardroom` program that cargo built; `profile` is its folder, `debug` or `release`.
fn program(profile: &str) -> PathBuf {
    target().join(profile).join(format!("cardroom{}", std::env::consts::EXE_SUFFIX))
}

/// `cargo xtask serve`: builds the page and the program and starts the room; the options are those of
/// `cardroom serve`.
pub fn serve(options: &[&str]) -> StepResult {
    packages()?;
    build()?;
    // Not quiet: the first build takes minutes, and the user should see why.
    let start = ["run", "--release", "--bin", "cardroom", "--", "serve"];
    let mut command = cargo(start.iter().chain(options));
    become_or_run(&mut command)
}

/// Replaces this process with the room, so that only the room gets Ctrl-C and can let the hands finish.
/// Returns only if that fails.
#[cfg(unix)]
fn become_or_run(command: &mut Command) -> StepResult {
    use std::os::unix::process::CommandExt;
    // Relative paths in the options start from the caller's folder, as with the program itself.
    if let Ok(here) = std::env::current_dir() {
        command.current_dir(here);
    }
    Err(format!("cannot start cardroom serve: {}", command.exec()))
}

/// Runs the room and waits for it, where a process cannot be replaced.
#[cfg(not(unix))]
fn become_or_run(command: &mut Command) -> StepResult {
    run_to_end(command, "cardroom serve")
}

/// Runs tests of the page to their end, prints their output without colours, and counts them.
fn run_counted_tests(command: &mut Command, what: &str) -> Result<TestCounts, String> {
    command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    run::run_counted(command, what, TestCounts::add_page_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node_is_read_from_what_it_says() {
        assert_eq!(parse_node_version("v20.20.2\n"), Some((20, 20)));
        assert_eq!(parse_node_version("v8.1"), Some((8, 1)));
        assert_eq!(parse_node_version("node 20"), None);
        assert!(parse_node_version("v18.20.0").is_some_and(|old| old < OLDEST_NODE));
        assert!(parse_node_version("v22.0.0").is_some_and(|new| new >= OLDEST_NODE));
    }
}
