//! Checks that no file of the page compares with a text of the catalogue, `web/src/words`, takes one apart or
//! looks one up: data is stored and compared, and worded only where it is drawn.
//!
//! Names are followed: those that a file imports from the catalogue, those that a catalogue module has
//! itself, and names that any file of the page gives to texts of two or more words. A text that was put into
//! a variable first is not found.

use std::collections::{BTreeMap, BTreeSet};

use super::script::{CALLS, compared_in_script, quoted_text};
use super::{has_words, is_page_source};

/// Methods that compare a text with others by looking it up.
const LOOKUP_METHODS: &[&str] = &[".delete(", ".get(", ".has(", ".set("];

/// The files of the page, each with the texts that it gives names to.
pub(super) struct NamedTexts<'a> {
    files: BTreeMap<&'a str, BTreeSet<String>>,
}

impl<'a> NamedTexts<'a> {
    /// Collects the named texts of all these files; files that are not the page's are passed over.
    pub(super) fn of(sources: &[(&'a str, &str)]) -> NamedTexts<'a> {
        let pages = sources.iter().filter(|(path, _)| is_page_source(path));
        NamedTexts { files: pages.map(|(path, text)| (*path, texts_named(path, text))).collect() }
    }

    /// The names that mean texts in a file: its own and those it imports, under their local names.
    fn within(&self, path: &str, text: &str) -> BTreeSet<String> {
        let mut names = self.files.get(path).cloned().unwrap_or_default();
        for Import { clause, from } in imports(text) {
            let Some(from) = resolve_import(path, from) else { continue };
            let exported = self.files.get(from.as_str());
            for (name, local) in bindings(clause) {
                let is_text = match name {
                    _ if is_catalogue(&from) => true,
                    Some(name) => exported.is_some_and(|names| names.contains(name)),
                    None => false,
                };
                if is_text {
                    names.insert(local.to_owned());
                }
            }
        }
        names
    }

    /// The places in a file where a text of the catalogue is compared, each with the expression that stands
    /// there.
    pub(super) fn compared(&self, path: &str, text: &str) -> Vec<String> {
        let (_, code) = compared_in_script(text);
        let names = self.within(path, text);
        names.iter().flat_map(|name| compared_places(&code, name)).collect()
    }
}

/// Whether a file belongs to the catalogue of the page's texts.
fn is_catalogue(path: &str) -> bool {
    path.starts_with("web/src/words/")
}

/// The names that a file gives to texts: in the catalogue to any exported text, elsewhere to texts of several
/// words.
fn texts_named(path: &str, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let line = line.trim_start();
        let exported = line.strip_prefix("export const ");
        let Some(rest) = exported.or_else(|| line.strip_prefix("const ")) else { continue };
        let Some((name, value)) = rest.split_once('=') else { continue };
        let name = name.split(':').next().unwrap_or_default().trim();
        let value = value.trim_start();
        let words = quoted_text(value).is_some_and(|(words, _)| has_words(words));
        if words || is_catalogue(path) && exported.is_some() && value.starts_with(['\'', '"', '`']) {
            found.insert(name.to_owned());
        }
    }
    found
}

struct Import<'a> {
    clause: &'a str,
    from: &'a str,
}

/// What a file imports with `import .. from`, except types.
fn imports(text: &str) -> Vec<Import<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("import ") {
        let begins = rest[..at].trim_end_matches([' ', '\t']).ends_with('\n') || rest[..at].is_empty();
        rest = &rest[at + "import ".len()..];
        let Some((clause, after)) = rest.split_once(" from ") else { break };
        if let Some((from, _)) = quoted_text(after)
            && begins
            && !clause.starts_with("type ")
            && !clause.contains([';', '\'', '"'])
        {
            found.push(Import { clause, from });
        }
    }
    found
}

/// The names that an import brings in: its name in the module, or `None` for the whole module, and its local
/// name.
fn bindings(clause: &str) -> Vec<(Option<&str>, &str)> {
    if let Some(all) = clause.trim().strip_prefix("* as ") {
        return vec![(None, all.trim())];
    }
    let list = clause.trim().trim_start_matches('{').trim_end_matches('}');
    list.split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty() && !one.starts_with("type "))
        .map(|one| match one.split_once(" as ") {
            Some((name, local)) => (Some(name.trim()), local.trim()),
            None => (Some(one), one),
        })
        .collect()
}

/// The path, from the root, of the file that an import in a file refers to; `None` for a package.
fn resolve_import(path: &str, address: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in address.strip_prefix("./").unwrap_or(address).split('/') {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    address.starts_with('.').then(|| parts.join("/"))
}

/// The places in code without comments and texts where the value of a name is compared, with the fields and
/// calls after it.
fn compared_places(code: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(name) {
        let before = &code[..at];
        let after = &code[at + name.len()..];
        if before.ends_with(|letter| is_name_letter(letter) || letter == '.') && !before.ends_with("...")
            || after.starts_with(is_name_letter)
        {
            continue;
        }
        let (value, looks) = value(&code[at..]);
        if looks || is_compared(before.trim_end(), code[at + value.len()..].trim_start()) {
            found.push(value.to_owned());
        }
    }
    found
}

/// Whether a letter may be part of a name in TypeScript.
fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// The expression that begins with a name, including the fields and calls after it, and whether it ends in a
/// call that looks for a text or in it.
fn value(code: &str) -> (&str, bool) {
    let mut end = code.find(|letter| !is_name_letter(letter)).unwrap_or(code.len());
    loop {
        let rest = &code[end..];
        if CALLS.iter().any(|call| rest.strip_prefix('?').unwrap_or(rest).starts_with(call)) {
            return (&code[..end], true);
        }
        let dot = if rest.starts_with("?.") { 2 } else { usize::from(rest.starts_with('.')) };
        let member = rest[dot..].find(|letter| !is_name_letter(letter)).unwrap_or(rest.len() - dot);
        if dot > 0 && member > 0 {
            end += dot + member;
        } else if let Some(within) = bracket_length(&rest[dot..]) {
            end += dot + within;
        } else {
            return (&code[..end], false);
        }
    }
}

/// The length in bytes of the bracketed part at the start, including the brackets; `None` if there is none.
fn bracket_length(code: &str) -> Option<usize> {
    if !code.starts_with(['(', '[']) {
        return None;
    }
    let mut depth = 0_usize;
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + letter.len_utf8());
        }
    }
    None
}

/// Whether the expression between these pieces of code is compared with something, or used to find something.
/// Checking whether a text exists at all is allowed.
fn is_compared(before: &str, after: &str) -> bool {
    const NOTHING: &[&str] = &["undefined", "null"];
    let beside =
        |code: &str| ["===", "!==", "==", "!="].iter().find(|sign| code.starts_with(**sign)).copied();
    if let Some(sign) = beside(after)
        && !before.ends_with("typeof")
    {
        let other = after[sign.len()..].trim_start();
        return !NOTHING.iter().any(|nothing| other.starts_with(nothing));
    }
    if let Some(sign) = ["===", "!=="].iter().find(|sign| before.ends_with(**sign)) {
        let other = before[..before.len() - sign.len()].trim_end();
        return !NOTHING.iter().any(|nothing| other.ends_with(nothing));
    }
    let is_case = before.strip_suffix("case").is_some_and(|rest| !rest.ends_with(is_name_letter));
    let is_sought = CALLS.iter().chain(LOOKUP_METHODS).any(|call| before.ends_with(call));
    is_case || is_sought || after.starts_with("in ") || is_key(before, after) || is_listed(before, after)
}

/// Whether it is the key of a field, `{ [text]: .. }` or `record[text]`, or of an entry, `new Map([[text,
/// ..]])`: a key is compared when it is looked up.
fn is_key(before: &str, after: &str) -> bool {
    let Some(outside) = before.strip_suffix('[').map(str::trim_end) else { return false };
    let closes = after.strip_prefix(']').map(str::trim_start);
    let is_field = outside.ends_with(['{', ',']) && closes.is_some_and(|rest| rest.starts_with(':'));
    let is_index = closes.is_some()
        && outside.ends_with(|letter| is_name_letter(letter) || [')', ']', '.'].contains(&letter))
        && !["return", "of", "in", "case"].iter().any(|word| outside.ends_with(word));
    is_field || is_index || after.starts_with(',') && is_within(outside, "newMap([")
}

/// Whether it is in a list that is compared with something: `[text, ..].includes(..)`, `new Set([text, ..])`.
fn is_listed(before: &str, after: &str) -> bool {
    if !before.ends_with(['[', ',']) {
        return false;
    }
    let mut depth = 0_usize;
    for (at, letter) in after.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ']' if depth == 0 => {
                let rest = &after[at + 1..];
                return is_within(before, "newSet([")
                    || [".includes(", ".indexOf("].iter().any(|call| rest.starts_with(call));
            }
            ')' | ']' | '}' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    false
}

/// Whether the innermost bracket still open at the end of `before` is the last one of `opening`; spaces do
/// not matter.
fn is_within(before: &str, opening: &str) -> bool {
    let mut depth = 0_usize;
    for (at, letter) in before.char_indices().rev() {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => {
                    let code: String = before[..=at]
                        .chars()
                        .rev()
                        .filter(|letter| !letter.is_whitespace())
                        .take(opening.len())
                        .collect();
                    return code.chars().eq(opening.chars().rev());
                }
            },
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "web/src/words/felt.ts";
    const FELT: &str = "export const folds = 'folds';\nexport const did = { mucks: 'mucks' };\n\
                        export const posts = (amount: string): string => `posts ${amount}`;\n";

    fn found(path: &str, text: &str) -> Vec<String> {
        let shared = "export const HEAD = 'not played yet';\nexport const NAME = 'late';\n";
        let sources = [(WORDS, FELT), ("web/src/lib/shared.ts", shared), (path, text)];
        NamedTexts::of(&sources).compared(path, text)
    }

    #[test]
    fn a_page_that_compares_with_a_text_of_the_catalogue_is_caught() {
        for body in [
            "if (did === words.did.mucks) go();",
            "if (words.folds !== did) go();",
            "if (text === words.posts(chips(amount))) go();",
            "switch (did) { case words.folds: go(); }",
            "const [one] = all.filter(([, word]) => word === words.folds || word);",
            "text.includes(words.folds)",
            "text.startsWith(words.posts(sum))",
            "text.replace(words.folds, other)",
            "words.posts(sum).endsWith(sum)",
            "words.did[kind]?.split(' ')",
            "const short = { [words.folds]: 'f' };",
            "const short = record[words.folds];",
            "const short = new Map([[words.folds, 1]]);",
            "const short = new Map([['x', 0], [words.folds, 1]]);",
            "const lasting = new Set([words.folds]);",
            "const lasting = [words.folds, words.posts(sum)].includes(did);",
            "lasting.has(words.folds)",
            "if (words.folds in record) go();",
        ] {
            let text = format!("import * as words from '../words/felt.ts';\n{body}");
            assert!(!found("web/src/lib/seat.ts", &text).is_empty(), "{body}");
        }
    }

    #[test]
    fn a_name_that_is_imported_alone_or_under_another_is_followed() {
        for (import, name) in
            [("{ folds }", "folds"), ("{ did as acts, folds as gone }", "gone"), ("{\n  folds,\n}", "folds")]
        {
            for body in ["{#if did === NAME}<b>so</b>{/if}", "<p>{texts.includes(NAME)}</p>"] {
                let text = format!(
                    "<script lang=\"ts\">\n  import {import} from '../words/felt.ts';\n</script>\n{body}"
                );
                assert_eq!(found("web/src/parts/Seat.svelte", &text.replace("NAME", name)), [name], "{text}");
            }
        }
    }

    #[test]
    fn a_text_that_another_file_of_the_page_names_is_followed() {
        for (import, compared) in [("{ HEAD }", 1), ("{ NAME as HEAD }", 0), ("type { HEAD }", 0)] {
            let text = format!("import {import} from './shared.ts';\nif (why === HEAD) go();");
            assert_eq!(found("web/src/lib/seat.ts", &text).len(), compared, "{text}");
        }
        let own = "const HEAD = 'not played yet';\nif (why.startsWith(HEAD)) go();";
        assert_eq!(found("web/src/lib/seat.ts", own), ["HEAD"]);
    }

    #[test]
    fn the_catalogue_does_not_look_up_its_own_texts() {
        let text = "export const leaving = 'leaving';\nexport const briefly = { [leaving]: 'leaves' };";
        assert_eq!(found("web/src/words/seats.ts", text), ["leaving"]);
    }

    #[test]
    fn a_page_that_draws_a_text_of_the_catalogue_is_not_caught() {
        for body in [
            "const text = did.is === 'folds' ? words.folds : words.did[did.is];",
            "if (words.did[kind] === undefined) go();",
            "if (typeof words.posts === 'function') go();",
            "const all = mine ? [words.folds] : [words.did.mucks];",
            "for (const one of [words.folds, words.did.mucks]) draw(one);",
            "parts.push(words.folds); draw(texts.join(words.folds));",
            "const of = kind in words.did ? words.did[kind] : words.folds;",
            "// did === words.folds",
            "other.words === did; const swords = did === crosswords;",
            "const heads = [['folds', words.folds], ['mucks', words.did.mucks]];",
            "text.replaceAll('_', words.folds)",
        ] {
            let text = format!("import * as words from '../words/felt.ts';\n{body}");
            assert_eq!(found("web/src/lib/seat.ts", &text), [""; 0], "{body}");
        }
    }
}
