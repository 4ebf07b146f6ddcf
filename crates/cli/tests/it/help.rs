//! What the help says: every command, format, path and book that it names exists.

use std::process::{Command, Output};

fn cardroom(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardroom")).args(args).output().expect("the program runs")
}

/// The help of a command.
fn help(command: &[String]) -> String {
    let mut args: Vec<&str> = command.iter().map(String::as_str).collect();
    args.push("--help");
    let output = cardroom(&args);
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    assert!(output.stderr.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Commands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    // A line indented further continues the command above it.
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    // `help` is the parser's own, and takes a command as its only argument.
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command with its help.
fn every_help(command: &[String], all: &mut Vec<(Vec<String>, String)>) {
    let text = help(command);
    for name in listed(&text) {
        every_help(&[command, &[name]].concat(), all);
    }
    all.push((command.to_vec(), text));
}

fn helps() -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    every_help(&[], &mut all);
    assert!(all.len() > 15, "the commands are found");
    all
}

/// The words of a text without the punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "(),;`\"'[]<>|=".contains(c))
        .map(|word| word.trim_end_matches(['.', ':', '?']))
        .filter(|word| !word.is_empty())
}

/// A test's file with these contents.
fn file(name: &str, contents: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("help");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, contents).expect("a file");
    path.display().to_string()
}

const PHH: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

/// A sample file of a format that is read, by its extension; `None` for an extension that no reader knows.
fn sample(ending: &str) -> Option<String> {
    let contents = match ending {
        "phh" => PHH.to_owned(),
        "phhs" => format!("[1]\n{PHH}"),
        "txt" => include_str!("../../../history/tests/data/reference.txt").to_owned(),
        "hands" => "house standard\nseats 1-3:1000 button 1\n1 folds\n2 folds\n".to_owned(),
        _ => return None,
    };
    Some(file(&format!("sample.{ending}"), &contents))
}

#[test]
fn every_ending_of_a_file_that_a_help_names_is_read_or_written_by_the_command() {
    for (command, text) in helps() {
        let endings = words(&text).filter_map(|word| {
            let ending = word.rsplit_once('.').filter(|(name, _)| name.is_empty() || *name == "FILE")?.1;
            (ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_lowercase())).then_some(ending)
        });
        for ending in endings.map(str::to_owned).collect::<std::collections::BTreeSet<_>>() {
            // Tables of showdowns and of results; their commands have tests of their own.
            if ["csv", "md", "svg", "toml"].contains(&ending.as_str()) {
                continue;
            }
            let sample = sample(&ending)
                .unwrap_or_else(|| panic!("{command:?} names .{ending}, which is not a format"));
            match command.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["convert"] => {
                    let to = file("converted.hands", "");
                    let output = cardroom(&["convert", &sample, &to]);
                    assert_eq!(output.status.code(), Some(0), "convert reads .{ending}");
                    if ending != "txt" {
                        let to = file(&format!("written.{ending}"), "");
                        let from = self::sample("phhs").expect("a sample");
                        let output = cardroom(&["convert", &from, &to]);
                        assert_eq!(output.status.code(), Some(0), "convert writes .{ending}");
                    }
                }
                [name @ ("replay" | "script")] => {
                    let output = cardroom(&[name, &sample]);
                    let said = String::from_utf8_lossy(&output.stdout);
                    assert_eq!(output.status.code(), Some(0), "{name} reads .{ending}: {said}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_value_that_a_help_lists_for_a_format_is_written() {
    for (command, text) in helps() {
        let Some((_, values)) = text.rsplit_once("--format <") else { continue };
        let name = command.join(" ");
        assert_eq!(name, "export", "test the other command with formats here too");
        // Only the room's data may be missing: the format is known and written.
        let values = values.split("--").next().unwrap_or_default();
        let listed: Vec<&str> = values
            .lines()
            .filter_map(|line| line.trim().strip_prefix("- ").and_then(|line| line.split(':').next()))
            .chain(values.split_once("[possible values: ").and_then(|(_, list)| list.split(']').next()))
            .flat_map(|list| list.split(", "))
            .collect();
        assert!(listed.contains(&"phh"), "{text}");
        for format in listed {
            let output = cardroom(&["export", "--data", "/nowhere/at/all", "--format", format]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!said.contains("not written") && !said.contains("so far"), "{format}: {said}");
        }
    }
}

#[test]
fn every_command_and_option_that_a_help_names_is_there() {
    let helps = helps();
    let listed = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let names = lines.flat_map(|line| words(line).take(2).map(str::to_owned).collect::<Vec<_>>());
        names.filter(|name| name.starts_with("--")).collect()
    };
    let options: std::collections::BTreeSet<String> =
        helps.iter().flat_map(|(_, text)| listed(text)).collect();
    for (command, text) in &helps {
        for quoted in text.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.strip_prefix("cardroom "))
        {
            let words: Vec<String> = quoted
                .split_whitespace()
                .take_while(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
                .map(str::to_owned)
                .collect();
            assert!(!words.is_empty(), "{command:?}: {quoted}");
            let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
            args.push("--help");
            assert_eq!(cardroom(&args).status.code(), Some(0), "{command:?} quotes {quoted}");
        }
        // An option that a sentence names belongs to this command or to another.
        for option in words(text).filter(|word| word.starts_with("--") && word.len() > 2) {
            assert!(options.contains(option), "{command:?} names {option}, which no command has");
        }
    }
}

#[test]
fn help_as_a_command_says_what_the_option_does() {
    for (asked, same) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "play"], &["play", "--help"]),
        (&["help", "rules", "show"], &["rules", "show", "--help"]),
    ] {
        let (asked, same) = (cardroom(asked), cardroom(same));
        assert_eq!(asked.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&asked.stdout), String::from_utf8_lossy(&same.stdout));
    }
    assert_eq!(cardroom(&["help", "no-such-command"]).status.code(), Some(2));
}

#[test]
fn every_book_and_path_that_a_help_names_is_there() {
    let books = ["standard", "practice"];
    let documents = ["canberra-", "dunedin-"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (command, text) in helps() {
        for word in words(&text) {
            if books.contains(&word) || documents.iter().any(|start| word.starts_with(start)) {
                let output = cardroom(&["rules", "settings", "--book", word]);
                assert_eq!(output.status.code(), Some(0), "{command:?} names the book {word}");
            }
            // A path into the project.
            let path = ["docs/", "web/", "crates/", "deploy/"].iter().any(|folder| word.starts_with(folder));
            assert!(!path || root.join(word).exists(), "{command:?} names {word}, which is not there");
        }
    }
}
