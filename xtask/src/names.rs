//! Counts how much of the project still reads as translated: four turns of phrase, and type names with two
//! meanings.
//!
//! The turns of phrase are looked for in code, comments, messages, the page and the docs. Texts of the books
//! and the register, and generated pages, are not ours and are left out.

use std::collections::BTreeMap;

use syn::visit::Visit;
use syn::{ItemEnum, ItemMod, ItemStruct, ItemTrait, ItemType, Meta};

use crate::run::StepResult;
use crate::tidy::RepoFiles;

/// A turn of phrase, and a way to count it in a text of lower-case words.
struct Pattern {
    name: &'static str,
    count: fn(&[&str]) -> usize,
}

/// The patterns, in the order in which they are printed.
const PATTERNS: [Pattern; 4] = [
    Pattern { name: "is no", count: count_is_no },
    Pattern { name: "whoever", count: count_whoever },
    Pattern { name: "told", count: count_told },
    Pattern { name: "would do", count: count_would_do },
];

const BE: [&str; 8] = ["is", "are", "was", "were", "be", "been", "being", "isn"];

/// Counts "X is no Y", but not "is no longer", "is no more" or "is no other", which are English.
fn count_is_no(words: &[&str]) -> usize {
    let natural = ["longer", "more", "other", "better", "worse", "later", "less", "fewer"];
    words.windows(3).filter(|w| BE.contains(&w[0]) && w[1] == "no" && !natural.contains(&w[2])).count()
}

/// Counts people who are named by what they do: "whoever", and "who" where no person stands before it.
fn count_whoever(words: &[&str]) -> usize {
    let before =
        [".", ":", ";", ",", "//", "that", "and", "or", "to", "of", "for", "than", "by", "from", "whether"];
    let questions = ["?", "says", "knows", "shows", "tells", "decides", "see", "know", "show", "tell"];
    words.iter().filter(|word| **word == "whoever").count()
        + words
            .windows(2)
            .filter(|w| w[1] == "who" && before.contains(&w[0]) && !questions.contains(&w[0]))
            .count()
}

/// Counts "told" at all, and "is said", "is asked" and their like.
fn count_told(words: &[&str]) -> usize {
    words.iter().filter(|word| **word == "told").count()
        + words.windows(2).filter(|w| BE.contains(&w[0]) && ["said", "asked"].contains(&w[1])).count()
}

/// Counts "would do", where "expected" or "use" is natural.
fn count_would_do(words: &[&str]) -> usize {
    words.windows(2).filter(|w| w == &["would", "do"]).count()
}

/// `cargo xtask names`: prints how often each pattern occurs in each part of the project, and the type names
/// that are declared more than once. It only counts, and never fails the checks.
pub fn count() -> StepResult {
    let files = RepoFiles::committed()?;
    let mut parts: BTreeMap<String, [usize; PATTERNS.len()]> = BTreeMap::new();
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files.iter() {
        let Some(text) = file.text.as_deref().filter(|_| is_read(&file.path)) else { continue };
        let text = text.to_lowercase();
        let words = words(&text);
        let counts = parts.entry(part_of(&file.path)).or_default();
        for (count, pattern) in counts.iter_mut().zip(&PATTERNS) {
            *count += (pattern.count)(&words);
        }
    }
    for file in files.iter().filter(|file| is_source(&file.path)) {
        let Some(text) = &file.text else { continue };
        let parsed = syn::parse_file(text).map_err(|error| format!("{}: {error}", file.path))?;
        let mut declared = Declared::default();
        declared.visit_file(&parsed);
        for name in declared.names {
            types.entry(name).or_default().push(file.path.clone());
        }
    }
    types.retain(|_, places| places.len() > 1);
    print_table(&parts, &types);
    Ok(())
}

/// Prints the counts of each part with their sum, then the type names, each with its files.
fn print_table(parts: &BTreeMap<String, [usize; PATTERNS.len()]>, types: &BTreeMap<String, Vec<String>>) {
    for pattern in &PATTERNS {
        print!("{:>9}", pattern.name);
    }
    println!("  part");
    let mut sum = [0; PATTERNS.len()];
    for (part, counts) in parts.iter().filter(|(_, counts)| counts.iter().any(|count| *count > 0)) {
        print_counts(counts, part);
        sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    print_counts(&sum, "in all");
    println!("\n{} type names with more than one declaration", types.len());
    for (name, places) in types {
        println!("  {name}: {}", places.join(", "));
    }
}

/// Prints one row of the table: a count for each pattern, then the part.
fn print_counts(counts: &[usize], part: &str) {
    counts.iter().for_each(|count| print!("{count:9}"));
    println!("  {part}");
}

/// The words of a text and its punctuation, in order, which the patterns are counted in. A name in code
/// counts as its words.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        if length > 0 {
            words.push(&rest[..length]);
            rest = &rest[length..];
        } else if rest.starts_with("//") {
            let end = rest.find(|c: char| c != '/' && c != '!').unwrap_or(rest.len());
            // A comment that continues on the next line does not begin a sentence.
            rest = &rest[end..];
        } else {
            if ".:;,?\"".contains(first) {
                words.push(&rest[..first.len_utf8()]);
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    words
}

/// Whether the words of a file are ours: code, tests, page and docs, but no quotations and nothing generated.
fn is_read(path: &str) -> bool {
    let ours = [".rs", ".ts", ".svelte", ".md", ".toml", ".css", ".html", ".js"];
    let theirs =
        ["crates/rulebook/data/", "docs/rules/", "web/src/wire/", "CHANGELOG.md", "xtask/src/names.rs"];
    ours.iter().any(|end| path.ends_with(end)) && !theirs.iter().any(|start| path.starts_with(start))
}

/// Whether a path, from the root of the repository, is a Rust source of a crate outside its tests.
pub(crate) fn is_source(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates")
        && parts.nth(1) == Some("src")
        && path.ends_with(".rs")
        && !path.contains("/tests/")
        && !path.ends_with("/tests.rs")
}

/// The part of the project to which a file counts: its crate, or its folder at the root.
fn part_of(path: &str) -> String {
    let mut folders = path.split('/');
    match (folders.next(), folders.next(), folders.next()) {
        (Some("crates"), Some(name), Some(_)) => format!("crates/{name}"),
        (Some(folder), Some(_), _) => folder.to_owned(),
        _ => "the root".to_owned(),
    }
}

/// The types that a file declares, except in its tests.
#[derive(Default)]
struct Declared {
    names: Vec<String>,
}

impl Visit<'_> for Declared {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| match &attribute.meta {
            Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
            Meta::Path(_) | Meta::NameValue(_) => false,
        });
        if !is_test {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        self.names.push(item.ident.to_string());
    }

    fn visit_item_enum(&mut self, item: &ItemEnum) {
        self.names.push(item.ident.to_string());
    }

    fn visit_item_trait(&mut self, item: &ItemTrait) {
        self.names.push(item.ident.to_string());
        syn::visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &ItemType) {
        self.names.push(item.ident.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_of_phrase_is_counted_where_it_stands_and_not_where_it_is_english() {
        let count = |text: &str| {
            let text = text.to_lowercase();
            let words = words(&text);
            PATTERNS.map(|pattern| (pattern.count)(&words))
        };
        assert_eq!(count("the deck is no deck; it is no longer full"), [1, 0, 0, 0]);
        assert_eq!(
            count("/// Whoever bets, acts. Who folds, is out. The player who folds is out."),
            [0, 2, 0, 0]
        );
        assert_eq!(count("the room is told; what is asked; it was said; he said so"), [0, 0, 3, 0]);
        assert_eq!(count("const WOULD_DO: &str = \"a number would do\";"), [0, 0, 0, 2]);
    }

    #[test]
    fn a_sentence_may_go_on_over_the_lines_of_a_comment() {
        assert_eq!(count_is_no(&words("// this is\n// no deck")), 1);
        assert_eq!(count_whoever(&words("/// the player\n/// who folds")), 0);
    }
}
