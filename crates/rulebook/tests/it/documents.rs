//! The pages generated from the data.

use rulebook::register::RowKind;
use rulebook::{Book, docs, register};

#[test]
fn there_is_a_page_for_each_book_with_its_settings_rules_and_rows() {
    let pages = docs::pages();
    for book in Book::built_in() {
        let path = format!("docs/rules/{}.md", book.id());
        let (_, text) = pages.iter().find(|(at, _)| *at == path).unwrap_or_else(|| panic!("no page {path}"));
        for (setting, _) in book.settings() {
            assert!(text.contains(&format!("\n| `{}` | ", setting.name)), "{path}: {}", setting.name);
        }
        for rule in book.rules() {
            assert!(text.contains(&format!("\n| {rule} | ")), "{path}: {rule}");
        }
        for row in register::rows().iter().filter(|row| Some(row.book.as_str()) == book.register()) {
            assert!(text.contains(&format!("\n| {} | {} | ", row.id, row.kind)), "{path}: {}", row.id);
        }
    }
    assert_eq!(pages.len(), 11, "seven books, the rules, the terms, the readings, and the list");
}

#[test]
fn every_term_that_a_document_defines_is_in_the_glossary() {
    let pages = docs::pages();
    let (_, text) = pages.iter().find(|(path, _)| path == "docs/rules/glossary.md").expect("a glossary");
    let terms = register::rows().iter().filter(|row| row.kind == RowKind::Define);
    for row in terms {
        let head = format!("\n## {}\n", row.title.to_lowercase());
        let (_, after) = text.split_once(&head).unwrap_or_else(|| panic!("no term {}", row.title));
        let entry = after.split("\n## ").next().unwrap();
        let id = |line: &str| line.contains(&row.summary) && line.contains(&row.id);
        assert!(entry.lines().any(id), "{}", row.id);
    }
}

#[test]
fn every_line_of_a_table_has_as_many_cells_as_its_head() {
    for (path, text) in docs::pages() {
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let mut head = None;
        for line in text.lines() {
            if !line.starts_with('|') {
                head = None;
                continue;
            }
            let width = *head.get_or_insert(cells(line));
            assert_eq!(cells(line), width, "{path}: {line}");
        }
    }
}

#[test]
fn the_committed_pages_are_those_of_the_data() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, text) in docs::pages() {
        let committed = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        assert!(committed == text, "{path} is not what the data makes");
    }
}
