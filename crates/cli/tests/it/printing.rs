//! What the program does when what it prints cannot be printed: it is never success, and never a panic.

use std::fs::OpenOptions;
use std::process::{Command, Output, Stdio};

fn simulate(stdout: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["simulate", "--hands", "2000"])
        .stdout(stdout)
        .output()
        .expect("the program runs")
}

#[test]
fn a_reader_who_went_away_ends_the_program_without_a_word_and_without_success() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = simulate(writer.into());
    // What a shell reports of a program that a closed pipe (signal 13) ended.
    assert_eq!(output.status.code(), Some(128 + 13));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_behind_what_is_printed_is_reported() {
    let full = OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let output = simulate(full.into());
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("cardroom: cannot print to stdout: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
