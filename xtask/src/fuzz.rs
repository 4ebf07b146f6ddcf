//! Fuzzing of the readers: every target of `fuzz/`, on the stable compiler.

use std::fs;
use std::process::{Command, Stdio};

use crate::run::{StepResult, cargo, root, run_to_end};

/// How many seconds a target runs, unless `FUZZ_SECONDS` says otherwise.
const SECONDS: &str = "600";

/// `cargo xtask fuzz`: feeds the named targets, or all of them, with random bytes, one after the other. Stops
/// at the first finding.
pub fn run(targets: &[&str]) -> StepResult {
    let known = targets_of_the_folder()?;
    if let Some(unknown) = targets.iter().find(|target| !known.iter().any(|name| name == *target)) {
        return Err(format!("unknown target {unknown}, expected one of: {}", known.join(", ")));
    }
    install()?;
    let seconds = std::env::var("FUZZ_SECONDS").unwrap_or_else(|_| SECONDS.to_owned());
    for target in known.iter().filter(|name| targets.is_empty() || targets.contains(&name.as_str())) {
        println!("== {target}, {seconds} s");
        let seeds = root().join("fuzz/seeds").join(target);
        let found = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&found).map_err(|error| format!("cannot make {}: {error}", found.display()))?;
        let mut command = cargo(["fuzz", "run", "--sanitizer", "none", target]);
        command.arg(found);
        if seeds.is_dir() {
            command.arg(seeds);
        }
        // The longest input is well above what a reader takes at once; an input that takes too long is a
        // finding.
        command.args(["--", &format!("-max_total_time={seconds}"), "-timeout=10", "-print_final_stats=1"]);
        run_to_end(&mut command, &format!("fuzzing {target}"))?;
    }
    Ok(())
}

/// The names of all fuzz targets in alphabetical order, from the files of their folder.
fn targets_of_the_folder() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|ending| ending == "rs")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Installs cargo-fuzz, which is a program of its own, if it is missing.
fn install() -> StepResult {
    let mut version = cargo(["fuzz", "--version"]);
    version.stdout(Stdio::null()).stderr(Stdio::null());
    if version.status().is_ok_and(|status| status.success()) {
        return Ok(());
    }
    println!("== installing cargo-fuzz, which is missing");
    let mut install: Command = cargo(["install", "--locked", "cargo-fuzz"]);
    run_to_end(&mut install, "installing cargo-fuzz (a C++ compiler is needed: apt-get install g++)")
}
