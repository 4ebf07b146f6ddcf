//! What the repository must not contain: leftovers, files that grow without end, dependencies between crates
//! that are not in the picture, clocks in pure crates, and traces of one machine.
//!
//! A new check comes with a list of its present offenders, and the list may only shrink.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::run::{StepResult, root};

/// A file of the repository.
pub struct RepoFile {
    /// The path from the root, with forward slashes.
    pub path: String,
    /// The contents; `None` if it is not text.
    pub text: Option<String>,
}

/// The files of the repository.
pub struct RepoFiles(Vec<RepoFile>);

impl RepoFiles {
    /// All files that are committed or could be: those that git tracks or does not ignore. Sorted by path,
    /// each once.
    pub fn committed() -> Result<RepoFiles, String> {
        let listed = std::process::Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root())
            .output();
        let mut paths: Vec<String> = match listed {
            Ok(listed) if listed.status.success() => {
                let text = String::from_utf8_lossy(&listed.stdout).into_owned();
                text.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
            }
            // A copy without its history: everything except build output.
            Ok(_) | Err(_) => list_files(&root())?,
        };
        paths.sort();
        paths.dedup();
        let read = |path: String| {
            let bytes = fs::read(root().join(&path)).ok()?;
            Some(RepoFile { path, text: String::from_utf8(bytes).ok() })
        };
        Ok(RepoFiles(paths.into_iter().filter_map(read).collect()))
    }

    /// All files, text or not, by path.
    pub fn iter(&self) -> impl Iterator<Item = &RepoFile> {
        self.0.iter()
    }

    /// The text files whose path passes, each as path and text.
    fn texts<'a>(&'a self, wanted: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = (&'a str, &'a str)> {
        let text = move |file: &'a RepoFile| Some((file.path.as_str(), file.text.as_deref()?));
        self.0.iter().filter(move |file| wanted(&file.path)).filter_map(text)
    }
}

/// All files below a folder, except what builds leave behind: what git would list, in a copy without its
/// history.
fn list_files(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let cannot = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir()
                && !["target", ".git", "node_modules", "dist", "corpus", "artifacts"].contains(&name)
            {
                folders.push(path);
            } else if path.is_file()
                && let Ok(path) = path.strip_prefix(root)
            {
                found.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    Ok(found)
}

/// `cargo xtask tidy`, and a step of the other checks: the error names each offence on its own line. It only
/// reads files.
pub fn check() -> StepResult {
    let files = RepoFiles::committed()?;
    let mut offences = leftovers(&files);
    offences.extend(large_files(&files)?);
    offences.extend(arrows(&files));
    offences.extend(impure_words(&files));
    offences.extend(traces(&files));
    offences.extend(unlisted_lints(&files));
    offences.extend(unexplained_terms(&files));
    offences.extend(tests_that_nobody_runs(&files));
    offences.extend(crate::english::offences(&files));
    if offences.is_empty() {
        return Ok(());
    }
    Err(format!("the repository is not tidy:\n  {}", offences.join("\n  ")))
}

/// Whether a file is Rust code, wherever it is.
fn is_rust(path: &str) -> bool {
    path.ends_with(".rs")
}

/// The code of a line without its comment; a `//` inside a text ends it too.
fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// A line of code without the contents of quotes, so that words in texts are not taken for code.
fn without_texts(code: &str) -> String {
    code.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

/// Whether a line has a word by itself and not as part of another.
fn has_word(line: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(part_of_word);
        let after = line[at + word.len()..].chars().next().is_some_and(part_of_word);
        let (opens, closes) = (word.starts_with(part_of_word), word.ends_with(part_of_word));
        !(before && opens || after && closes)
    })
}

/// Finds marks of unfinished work. They are assembled here so that this file does not find itself.
fn leftovers(files: &RepoFiles) -> Vec<String> {
    let marks = [
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("dbg", "!("),
        concat!("#[", "ignore"),
        concat!("#[", "should_panic"),
        concat!("allow(", "dead_code"),
        concat!("allow(", "unused"),
    ];
    let unexplained = concat!("FIX", "ME");
    let in_comments = [concat!("TO", "DO"), concat!("XX", "X"), concat!("HA", "CK")];
    let mut offences = Vec::new();
    for (path, text) in files.texts(is_rust) {
        for (at, line) in text.lines().enumerate() {
            let number = at + 1;
            for mark in marks.iter().filter(|mark| without_comment(line).contains(**mark)) {
                offences.push(format!("{path}:{number}: `{mark}` is left over"));
            }
            for mark in in_comments.iter().filter(|mark| has_word(line, mark)) {
                offences.push(format!(
                    "{path}:{number}: `{mark}` is left over: write a sentence or open an issue"
                ));
            }
            if let Some((_, reason)) = line.split_once(unexplained)
                && reason.trim_start_matches([':', ' ']).len() < 10
            {
                offences.push(format!("{path}:{number}: a known fault needs its reason on the same line"));
            }
        }
    }
    offences
}

/// The largest number of lines in a file of code: a longer one contains a second idea.
const MAX_LINES_OF_CODE: usize = 600;
/// The files that were longer when the check was added, each with its allowed length.
const LARGE_FILES: &str = "xtask/large-files.txt";

/// Finds files with too many lines, and entries of the list that are out of date: the list may only shrink.
fn large_files(files: &RepoFiles) -> Result<Vec<String>, String> {
    let listed = fs::read_to_string(root().join(LARGE_FILES))
        .map_err(|error| format!("cannot read {LARGE_FILES}: {error}"))?;
    let mut allowed = BTreeMap::new();
    for line in listed.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (lines, path) =
            line.split_once(' ').ok_or_else(|| format!("{LARGE_FILES}: no file in `{line}`"))?;
        let lines: usize = lines.parse().map_err(|_| format!("{LARGE_FILES}: no number in `{line}`"))?;
        allowed.insert(path, lines);
    }
    let mut offences = Vec::new();
    for (path, text) in files.texts(is_rust) {
        let lines = text.lines().count();
        match allowed.remove(path) {
            Some(most) if lines > most => {
                offences.push(format!(
                    "{path}: {lines} lines, listed with {most}: split it, the list may only shrink"
                ));
            }
            Some(_) if lines <= MAX_LINES_OF_CODE => {
                offences.push(format!("{path}: only {lines} lines now: remove it from {LARGE_FILES}"));
            }
            None if lines > MAX_LINES_OF_CODE => {
                offences.push(format!(
                    "{path}: {lines} lines, more than {MAX_LINES_OF_CODE}: look for the second idea in it"
                ));
            }
            Some(_) | None => {}
        }
    }
    offences.extend(allowed.keys().map(|path| format!("{path}: missing: remove it from {LARGE_FILES}")));
    Ok(offences)
}

/// The allowed dependencies: each crate with the crates of the workspace that it may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("cards", &[]),
    ("chips", &[]),
    ("rulebook", &["chips"]),
    ("seating", &[]),
    ("fair", &["cards"]),
    ("table", &["cards", "chips", "rulebook", "seating"]),
    ("banked", &["cards", "chips", "rulebook", "seating"]),
    ("tournament", &["cards", "chips", "rulebook", "seating"]),
    ("script", &["cards", "chips", "rulebook", "seating", "table"]),
    ("history", &["cards", "chips", "rulebook", "seating", "table", "banked", "tournament"]),
    ("odds", &["cards", "chips", "rulebook", "seating", "table", "banked", "tournament", "fair"]),
    ("room", &["cards", "chips", "rulebook", "seating", "table", "banked", "tournament", "fair"]),
    ("store", &["cards", "chips", "rulebook", "seating", "table", "banked", "tournament", "room"]),
    ("wire", &["cards", "chips", "rulebook", "seating", "table", "banked", "tournament", "room"]),
    (
        "server",
        &[
            "cards",
            "chips",
            "rulebook",
            "seating",
            "table",
            "banked",
            "tournament",
            "room",
            "history",
            "wire",
        ],
    ),
    ("load", &["seating", "wire"]),
];
/// The crate that ties all others together and may depend on any of them.
const TIES_ALL: &str = "cli";

/// The crates that hold the rules: plain values in, plain values out.
const PURE: &[&str] = &["cards", "chips", "rulebook", "seating", "table", "script", "banked", "tournament"];

/// Finds crates with a vague name or outside the picture in `ARCHITECTURE.md`, and dependencies that are not
/// in it.
fn arrows(files: &RepoFiles) -> Vec<String> {
    let mut offences = Vec::new();
    let crates: Vec<&str> = files
        .texts(|path| path.starts_with("crates/") && path.ends_with("/Cargo.toml"))
        .filter_map(|(path, _)| path.split('/').nth(1))
        .collect();
    for (path, text) in files.texts(|path| path.starts_with("crates/") && path.ends_with("/Cargo.toml")) {
        let name = path.split('/').nth(1).unwrap_or_default();
        if ["common", "core", "utils", "types"].contains(&name) {
            offences.push(format!("{path}: no crate may be named {name}: what is the idea in it?"));
        }
        if name == TIES_ALL {
            continue;
        }
        let Some((_, may_know)) = ARROWS.iter().find(|(of, _)| *of == name) else {
            offences.push(format!(
                "{path}: {name} is not in the picture of the crates: a decision record adds it"
            ));
            continue;
        };
        for known in dependencies(text).filter(|known| crates.contains(known) && !may_know.contains(known)) {
            offences.push(format!("{path}: {name} may not know {known}: a decision record adds an arrow"));
        }
    }
    offences
}

/// The names in a manifest's `[dependencies]`; those of tests and builds do not count as arrows.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let lines = manifest.lines().skip_while(|line| line.trim() != "[dependencies]").skip(1);
    let section = lines.take_while(|line| !line.starts_with('['));
    section.filter_map(|line| {
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        (!name.is_empty() && !name.starts_with('#')).then_some(name)
    })
}

/// Words that pure crates do not use, each with the reason.
const IMPURE: &[(&str, &str)] = &[
    ("f32", "amounts are whole"),
    ("f64", "amounts are whole"),
    ("HashMap", "its order differs from run to run: use BTreeMap"),
    ("HashSet", "its order differs from run to run: use BTreeSet"),
    ("std::time", "time comes in as a value"),
    ("Instant", "time comes in as a value"),
    ("SystemTime", "time comes in as a value"),
    ("std::fs", "no files are read or written here"),
    ("std::io", "nothing is read or written here"),
    ("std::net", "nothing is sent from here"),
    ("std::env", "settings come in as values"),
    ("std::thread", "nothing runs beside it"),
    ("println!", "results are returned"),
    ("eprintln!", "faults are returned"),
    ("async", "rules do not wait"),
    ("tokio", "rules do not wait"),
    ("rand", "random bytes come in as a value"),
    ("getrandom", "random bytes come in as a value"),
];

/// Finds banned words in the code of pure crates, comments and texts left out.
fn impure_words(files: &RepoFiles) -> Vec<String> {
    let mut offences = Vec::new();
    let of_pure = |path: &str| {
        let mut parts = path.split('/');
        parts.next() == Some("crates")
            && parts.next().is_some_and(|name| PURE.contains(&name))
            && parts.next() == Some("src")
            && is_rust(path)
    };
    for (path, text) in files.texts(of_pure) {
        for (at, line) in text.lines().enumerate() {
            let code = without_texts(without_comment(line));
            for (word, why) in IMPURE.iter().filter(|(word, _)| has_word(&code, word)) {
                offences.push(format!("{path}:{}: `{word}` in a pure crate: {why}", at + 1));
            }
        }
    }
    offences
}

/// Checks that every pure crate has the same bans for clippy as the others.
fn unlisted_lints(files: &RepoFiles) -> Vec<String> {
    let lists: Vec<(&str, &str)> = files
        .texts(|path| {
            path.ends_with("/clippy.toml") && path.split('/').nth(1).is_some_and(|of| PURE.contains(&of))
        })
        .collect();
    let mut offences = Vec::new();
    for name in PURE {
        let manifest = format!("crates/{name}/Cargo.toml");
        let list = format!("crates/{name}/clippy.toml");
        if files.iter().any(|file| file.path == manifest) && !lists.iter().any(|(path, _)| *path == list) {
            offences.push(format!("{list}: missing, and {name} is pure: copy the one of cards"));
        }
    }
    for (path, text) in &lists {
        if lists.first().is_some_and(|(_, first)| first != text) {
            offences.push(format!("{path}: differs from {}", lists[0].0));
        }
    }
    offences
}

/// Finds tests and examples in crates whose manifest says that their sources have none: cargo would not run
/// them.
fn tests_that_nobody_runs(files: &RepoFiles) -> Vec<String> {
    let manifests = files.texts(|path| path.starts_with("crates/") && path.ends_with("/Cargo.toml"));
    let mut offences = Vec::new();
    for (manifest, text) in manifests {
        let lib =
            text.split("\n[lib]").nth(1).map_or("", |rest| rest.split("\n[").next().unwrap_or_default());
        let sources = format!("{}/src/", manifest.trim_end_matches("/Cargo.toml"));
        let says = |key: &str| lib.lines().any(|line| line.trim() == key);
        for (path, text) in files.texts(|path| path.starts_with(&sources) && is_rust(path)) {
            for (at, line) in text.lines().enumerate() {
                let test = without_comment(line).contains("#[cfg(test)]")
                    || without_comment(line).contains("#[test]");
                let comment = line.trim_start();
                let example = comment.starts_with("//")
                    && comment.trim_start_matches(['/', '!', ' ']).starts_with("```");
                for (key, there) in [("test = false", test), ("doctest = false", example)] {
                    if there && says(key) {
                        offences.push(format!(
                            "{path}:{}: this is not run, because {manifest} says {key}",
                            at + 1
                        ));
                    }
                }
            }
        }
    }
    offences
}

/// Finds terms that a document defines and the glossary does not have.
fn unexplained_terms(files: &RepoFiles) -> Vec<String> {
    const GLOSSARY: &str = "docs/glossary.md";
    let Some((_, text)) = files.texts(|path| path == GLOSSARY).next() else {
        return vec![format!("{GLOSSARY}: missing")];
    };
    let text = text.to_lowercase();
    // What a document says about itself is not a term.
    let of_the_instrument = |id: &str| id.contains("-INST-") || id.ends_with("-note");
    let terms = rulebook::register::rows()
        .iter()
        .filter(|row| row.kind == rulebook::register::RowKind::Define && !of_the_instrument(&row.id));
    let mut offences = Vec::new();
    for row in terms {
        let title = row.title.to_lowercase();
        let title = title.trim_start_matches("meaning of ");
        let mut words = title.split(['(', ')', ':']).map(str::trim).filter(|word| !word.is_empty());
        if !text.contains(title) && !words.all(|word| text.contains(word)) {
            offences.push(format!("{GLOSSARY}: `{}` of {} is missing", row.title, row.id));
        }
    }
    offences
}

/// Finds paths of one machine and hosts of package registries, which only lock files may name.
fn traces(files: &RepoFiles) -> Vec<String> {
    let traces = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/tm", "p/"),
        concat!("C:\\", "Users"),
        concat!("crates", ".", "io"),
        concat!("np", "mjs", ".org"),
        concat!("py", "pi", ".org"),
        concat!("python", "hosted", ".org"),
    ];
    let mut offences = Vec::new();
    let no_lock = |path: &str| !path.ends_with(".lock") && !path.ends_with("package-lock.json");
    for (path, text) in files.texts(no_lock) {
        for (at, line) in text.lines().enumerate() {
            for trace in traces.iter().filter(|trace| line.contains(**trace)) {
                offences.push(format!("{path}:{}: `{trace}` belongs to one machine or registry", at + 1));
            }
        }
    }
    offences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> RepoFiles {
        let file = |(path, text): &(&str, &str)| RepoFile {
            path: (*path).to_owned(),
            text: Some((*text).to_owned()),
        };
        RepoFiles(list.iter().map(file).collect())
    }

    #[test]
    fn leftovers_are_found_in_code_and_known_faults_need_a_reason() {
        let mark = concat!("to", "do!()");
        let fault = concat!("FIX", "ME");
        let text =
            format!("fn a() {{ {mark} }}\n// {fault}\n// {fault}: the log says otherwise\n// see {mark}\n");
        let found = leftovers(&files(&[("a.rs", &text), ("a.md", &text)]));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("a.rs:1:") && found[1].starts_with("a.rs:2:"), "{found:?}");
    }

    #[test]
    fn an_arrow_that_is_not_in_the_picture_is_found() {
        let table = "[package]\nname = \"table\"\n[dependencies]\ncards.workspace = true\nroom = { path = \"x\" }\n\n[lints]\n";
        let list = [
            ("crates/table/Cargo.toml", table),
            ("crates/cards/Cargo.toml", ""),
            ("crates/room/Cargo.toml", ""),
        ];
        assert_eq!(arrows(&files(&list)).len(), 1);
        assert_eq!(dependencies(table).collect::<Vec<_>>(), ["cards", "room"]);
        assert_eq!(arrows(&files(&[("crates/utils/Cargo.toml", "")])).len(), 2);
    }

    #[test]
    fn pure_crates_have_no_clocks_floats_or_unordered_maps() {
        let text = "use std::collections::HashMap; // f64\nlet operand = \"async f32\"; let x: f64;\n/// An Instant.\n";
        let found = impure_words(&files(&[("crates/table/src/a.rs", text), ("crates/room/src/a.rs", text)]));
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn tests_in_a_crate_that_says_it_has_none_are_found() {
        let manifest =
            "[package]\nname = \"odds\"\n\n[lib]\ntest = false\ndoctest = false\n\n[dependencies]\n";
        let source = "/// ```\n/// a();\n/// ```\nfn a() {}\n#[cfg(test)]\nmod tests {}\n";
        let list = [("crates/odds/Cargo.toml", manifest), ("crates/odds/src/lib.rs", source)];
        let found = tests_that_nobody_runs(&files(&list));
        let lines: Vec<&str> = found.iter().map(|line| line.split(": ").next().unwrap_or_default()).collect();
        assert_eq!(
            lines,
            ["crates/odds/src/lib.rs:1", "crates/odds/src/lib.rs:3", "crates/odds/src/lib.rs:5"]
        );
        let other = [("crates/odds/Cargo.toml", "[package]\n"), ("crates/odds/src/lib.rs", source)];
        assert_eq!(tests_that_nobody_runs(&files(&other)), Vec::<String>::new());
    }

    #[test]
    fn traces_of_a_machine_are_found_outside_of_lock_files() {
        let text = concat!("see /ho", "me/somebody\n");
        assert_eq!(traces(&files(&[("README.md", text), ("Cargo.lock", text)])).len(), 1);
    }

    #[test]
    fn every_pure_crate_has_the_same_bans() {
        let both = [
            ("crates/cards/Cargo.toml", ""),
            ("crates/chips/Cargo.toml", ""),
            ("crates/cards/clippy.toml", "a"),
        ];
        assert_eq!(unlisted_lints(&files(&both)).len(), 1);
        let differing = [("crates/cards/clippy.toml", "a"), ("crates/chips/clippy.toml", "b")];
        assert_eq!(unlisted_lints(&files(&differing)).len(), 1);
    }
}
