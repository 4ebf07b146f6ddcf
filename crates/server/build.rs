//! Lets cargo see when the page was built anew: the program takes in what lies in `web/dist`.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // A folder that is not there would be looked for at every build; `cargo xtask web` touches this file when it makes
    // the folder.
    let page = Path::new("../../web/dist");
    if page.is_dir() {
        println!("cargo:rerun-if-changed={}", page.display());
    }
}
