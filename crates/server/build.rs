//! Tells cargo when the page was rebuilt: the program embeds what is in `web/dist`.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Cargo would look for a missing folder at every build; `cargo xtask web` touches this file when it
    // creates the folder.
    let page = Path::new("../../web/dist");
    if page.is_dir() {
        println!("cargo:rerun-if-changed={}", page.display());
    }
}
