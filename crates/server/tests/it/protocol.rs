//! Compares `docs/protocol.md` with the code: what is sent is described there, and what is described is sent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use table::reason::ReasonValueKind;
use ts_rs::TS;
use wire::codes::{CODES, is_known};
use wire::frame::{Frame, Numbers, WireFigure};
use wire::reasons::{GENERAL, REASONS, all_reasons, is_listed, problems};
use wire::request::{Request, parse};

use crate::hall::every_wish;
use crate::typescript::declarations;

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The cells of the rows in those tables of the page whose first cell begins with `head`.
fn rows(head: &str) -> Vec<Vec<String>> {
    let mut tables = PAGE.split("\n\n").filter(|block| block.trim_start().starts_with(head));
    let table = tables.next().unwrap_or_else(|| panic!("the page has no table {head}"));
    let cells = |row: &str| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    table.trim().lines().skip(2).map(cells).collect()
}

fn words(text: &str) -> BTreeSet<&str> {
    let part = |letter: char| !(letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    text.split(part).filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_page_lists_every_code_and_no_other() {
    let listed: Vec<(String, String)> = rows("| code | means |")
        .into_iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), row[1].clone()))
        .collect();
    let known: Vec<(String, String)> =
        CODES.iter().map(|(code, means)| ((*code).to_owned(), (*means).to_owned())).collect();
    assert_eq!(listed, known);
    assert!(CODES.is_sorted_by_key(|(code, _)| code), "they are found by binary search");
    let shown = PAGE.split("\"code\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    for code in shown.filter(|code| *code != "...") {
        assert!(is_known(code), "the page shows `{code}`, which is not a code");
    }
    let snake = |code: &str| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(CODES.iter().all(|(code, _)| snake(code)), "all in snake case");
    assert!(is_known("raise_cap") && !is_known("raise-cap") && !is_known("nonsense"));
}

#[test]
fn the_page_lists_every_reason_with_its_values_and_no_other() {
    let bare = |text: &str| text.replace('`', "");
    let listed: Vec<(String, String)> =
        rows("| reason | numbers |").into_iter().map(|row| (bare(&row[0]), bare(&row[1]))).collect();
    let values = |values: &[(&str, ReasonValueKind)]| {
        values.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    };
    let every: BTreeMap<_, _> = all_reasons().into_iter().chain(problems()).collect();
    let known: Vec<(String, String)> =
        every.into_iter().map(|(reason, of)| (reason.to_owned(), values(of))).collect();
    assert_eq!(listed, known);
    assert!(REASONS.is_sorted_by_key(|(reason, _)| reason) && GENERAL.is_sorted(), "in order");
    let number = |name: &str, figure: WireFigure| (name.to_owned(), figure);
    let changed =
        |from: WireFigure| Numbers::from([number("from", from), number("to", WireFigure::Number(40))]);
    assert!(is_listed("changed", &changed(WireFigure::Number(20))));
    assert!(!is_listed("changed", &changed(WireFigure::Word("20".to_owned()))), "another kind of value");
    assert!(!is_listed("changed", &Numbers::new()), "a value is missing");
    assert!(is_listed("malformed", &Numbers::new()) && !is_listed("nonsense", &Numbers::new()));
}

/// A reason that is in two lists is the same in both: one sentence with the same values.
#[test]
fn a_reason_of_two_lists_has_the_same_values_in_both() {
    let problems = rulebook::problem::PROBLEM_REASONS;
    let of_houses = table::HouseProblem::REASONS;
    let lists =
        [table::RefusalReason::REASONS, table::TableRefusalReason::REASONS, REASONS, problems, of_houses];
    let mut seen: BTreeMap<&str, &[(&str, ReasonValueKind)]> = BTreeMap::new();
    for (reason, values) in lists.into_iter().flatten() {
        let before = seen.insert(reason, values);
        assert!(before.is_none_or(|before| before == *values), "{reason}: {before:?} and {values:?}");
    }
}

/// The reasons in the sources are those of the list, and the list has none that is never used.
#[test]
fn every_reason_in_the_sources_is_listed_and_every_listed_one_is_used() {
    let of_the_play: BTreeSet<&str> = [table::RefusalReason::REASONS, table::TableRefusalReason::REASONS]
        .into_iter()
        .flatten()
        .map(|(name, _)| *name)
        .collect();
    let mut used = BTreeSet::new();
    for (path, text) in sources() {
        let mut reasons: Vec<&str> = after(&text, ".because(").collect();
        for head in ["fn reason(", "fn reason_name("] {
            let body = text.split(head).nth(1).and_then(|rest| rest.split("\n    }\n").next());
            reasons.extend(body.into_iter().flat_map(|body| after(body, "=>")));
        }
        for reason in reasons {
            let listed = REASONS.iter().any(|(name, _)| *name == reason) || GENERAL.contains(&reason);
            assert!(listed, "{}: `{reason}` is in no list", path.display());
            used.insert(reason.to_owned());
        }
        if path.ends_with("server/src/socket.rs") {
            used.extend(["room_full", "too_many_own_lines", "too_many_from_address"].map(str::to_owned));
        }
    }
    // A code is a reason if it has no other.
    let unused: Vec<&str> = REASONS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !used.contains(*name) && !is_known(name) && !of_the_play.contains(name))
        .collect();
    assert_eq!(unused, [""; 0], "listed and never sent");
}

/// The sources of the room and the server that may refuse something, without their tests.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates");
    let mut folders = ["room/src", "server/src", "wire/src"].map(|folder| crates.join(folder)).to_vec();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("our own sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs")
                && !path.ends_with("wire/src/codes.rs")
                && !path.ends_with("wire/src/reasons.rs")
                && !path.ends_with("tests.rs")
            {
                let text = std::fs::read_to_string(&path).expect("a text");
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
                found.push((path, code));
            }
        }
    }
    found
}

/// The first quoted text after each place where `begins` stands.
fn after<'a>(text: &'a str, begins: &'a str) -> impl Iterator<Item = &'a str> {
    // If no text comes first, as after the name of a rule, none of the others is meant. Nor where a field is
    // only declared.
    let is_meant = |rest: &&str| {
        (!begins.ends_with("plain(") || rest.trim_start().starts_with('"')) && !rest.starts_with("String,")
    };
    let parts = text.split(begins).skip(1).filter(is_meant);
    parts.filter_map(|rest| rest.split('"').nth(1).filter(|_| rest.find('"').is_some_and(|at| at < 80)))
}

/// The codes in the sources are those of the list: no refusal has a code that is not documented, and no
/// listed code is never sent.
#[test]
fn every_code_in_the_sources_is_listed_and_every_listed_one_is_used() {
    let mut used = BTreeSet::new();
    for (path, text) in sources() {
        let ways = [
            "RoomRefusal::plain(",
            "FrameError::new(",
            "Error::refused(",
            "Error::fault(",
            "RoomRefusal::fault(",
            "code: ",
            ".send_error(",
        ];
        let mut codes: Vec<&str> = ways.iter().flat_map(|begins| after(&text, begins)).collect();
        if text.contains("fn code(") {
            let body = text.split("fn code(").nth(1).and_then(|rest| rest.split("\n    }\n").next());
            codes.extend(body.into_iter().flat_map(|body| after(body, "=>")));
        }
        if path.ends_with("server/src/lobby.rs") {
            codes.extend(after(&text, "ill("));
        }
        let word = |code: &&str| code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        for code in codes.into_iter().filter(word) {
            assert!(is_known(code), "{}: `{code}` is in no list", path.display());
            used.insert(code.to_owned());
        }
    }
    let unused: Vec<&str> =
        CODES.iter().map(|(code, _)| *code).filter(|code| !used.contains(*code)).collect();
    assert_eq!(unused, [""; 0], "listed and never sent");
}

/// Names of fields and words of kinds in the declaration of a type.
fn names(declaration: &str) -> BTreeSet<String> {
    let mut text = declaration.to_owned();
    while let Some(start) = text.find("/**") {
        let end = text[start..].find("*/").map_or(text.len(), |end| start + end + 2);
        text.replace_range(start..end, " ");
    }
    let mut found = BTreeSet::new();
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    for (at, quoted) in text.split('"').enumerate() {
        if at % 2 == 1 && !quoted.is_empty() && quoted.chars().all(is_part) {
            found.insert(quoted.to_owned());
        }
    }
    for part in text.split(':') {
        let before = part.trim_end_matches(['?', '"']);
        let name: String = before.chars().rev().take_while(|letter| is_part(*letter)).collect();
        let name: String = name.chars().rev().collect();
        if part.len() < text.len()
            && !name.is_empty()
            && !name.starts_with(|first: char| first.is_ascii_digit())
        {
            found.insert(name);
        }
    }
    found
}

/// Every kind of frame and event, every wish, every field and every word that a field may hold is on the
/// page.
#[test]
fn the_page_has_every_frame_every_field_and_every_word_of_the_types() {
    let described = words(PAGE);
    let mut missing = Vec::new();
    let found = declarations(|gatherer| {
        gatherer.take::<Request>();
        gatherer.take::<Frame>();
    });
    assert!(found.len() > 20, "{} types", found.len());
    let config = ts_rs::Config::new();
    assert!(found.contains_key(&Frame::ident(&config)) && found.contains_key(&Request::ident(&config)));
    // What TypeScript itself adds in declarations.
    let own = ["null", "number", "string", "boolean", "export", "type"];
    for (of, declaration) in found {
        for name in names(&declaration) {
            if !described.contains(name.as_str()) && !own.contains(&name.as_str()) {
                missing.push(format!("{of}: {name}"));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// Each event is on the page with exactly its fields: a row for several events has those of each.
#[test]
fn the_page_shows_every_event_with_its_fields() {
    let found = declarations(|gatherer| gatherer.take::<Frame>());
    let mut of_events = found.values().filter(|declaration| declaration.contains("\"e\": \"sat\""));
    let mut text = of_events.next().expect("the type of events").clone();
    while let Some(start) = text.find("/**") {
        let end = text[start..].find("*/").map_or(text.len(), |end| start + end + 2);
        text.replace_range(start..end, " ");
    }
    let mut events = BTreeMap::new();
    for part in text.split("\"e\": \"").skip(1) {
        let (kind, rest) = part.split_once('"').expect("a kind");
        let fields = rest.split('}').next().unwrap_or_default().split(',');
        let fields =
            fields.filter_map(|field| Some(field.split_once(':')?.0.trim().trim_matches(['?', '"'])));
        let fields: BTreeSet<String> = fields.map(str::to_owned).collect();
        assert_eq!(events.insert(kind.to_owned(), fields), None, "{kind} once");
    }
    let mut shown = BTreeMap::new();
    for row in rows("| `e` |") {
        let quoted =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        for kind in quoted(&row[0]) {
            assert_eq!(
                shown.insert(kind.clone(), quoted(&row[1]).into_iter().collect()),
                None,
                "{kind} once"
            );
        }
    }
    assert_eq!(shown, events);
}

/// The wishes on the page are frames that the room accepts, and none is missing.
#[test]
fn the_page_shows_every_wish_as_it_is_sent() {
    let shown: Vec<Value> = PAGE
        .split('`')
        .filter(|part| part.starts_with("{\"do\":"))
        .map(|part| {
            serde_json::from_str(&part.replace("\"...\"", &format!("\"{}\"", "ab".repeat(32)))).expect(part)
        })
        .collect();
    let mut kinds = BTreeSet::new();
    for wish in &shown {
        let turn = json!({ "hand": 1, "acts": 2, "facing": 3 });
        let frame = json!({ "t": "ask", "table": 1, "key": "ab".repeat(16), "turn": turn, "wish": wish });
        parse(frame.to_string().as_bytes()).unwrap_or_else(|not| panic!("{wish}: {not}"));
        kinds.insert(wish["do"].as_str().expect("a kind").to_owned());
    }
    let every: BTreeSet<String> =
        every_wish().iter().map(|wish| wish["do"].as_str().expect("a kind").to_owned()).collect();
    assert_eq!(kinds, every);
}
