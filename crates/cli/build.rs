//! Builds the commit into the program, so that `--version` and the page show what is running.

use std::process::Command;

/// Sets `CARDROOM_COMMIT`, which `VERSION` in main.rs needs: the commit of the sources, or `unknown` outside git.
fn main() {
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=CARDROOM_COMMIT={commit}");
    // A new commit moves one of these; without a git history there is nothing to watch.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}
