//! Has a release built anew when the page was: what is embedded is the page that is there, also when there was none
//! before. Other builds read the page when they run.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        // A path that is not there is looked for at each build.
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
