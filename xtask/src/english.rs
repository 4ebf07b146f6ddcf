//! That no code reads English: no comparison and no regular expression with a text of two or more words.
//!
//! What a program means goes from place to place as data, and sentences are for people alone: whoever improves one must
//! not break what another place makes of it. So nothing in `crates/*/src` and `web/src` compares with a sentence, looks
//! for one inside of a text, or takes one apart. Readers of texts whose grammar has words of its own are listed with the
//! reason.

use std::collections::BTreeSet;

use syn::visit::Visit;
use syn::{Attribute, BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, Item, Lit, Macro, Meta, Pat};

use crate::tidy::Files;

/// The files that read texts of others, each with the reason: where it ends with a stroke, all files of a folder.
const READERS: &[(&str, &str)] = &[
    ("crates/cli/src/pipe.rs", "the standard library says in words alone that nobody reads what is printed"),
    (
        "crates/history/src/stars/",
        "reads the histories that PokerStars writes, whose lines are English sentences",
    ),
    ("crates/history/src/phh/", "reads the notation of PHH"),
    ("crates/rulebook/src/authority.rs", "reads the titles of officials, as a book file lists them"),
    ("crates/rulebook/src/reading.rs", "reads book files, in which `no clause` is a value"),
    ("crates/server/src/config/wrong.rs", "reads what the reader of TOML says of a file, in words alone"),
    ("crates/table/src/script/", "reads scripts, whose acts are words"),
];

/// Every place in the files that matches English.
pub fn offences(files: &Files) -> Vec<String> {
    let mut offences = Vec::new();
    let sources: Vec<(&str, &str)> = files
        .iter()
        .filter_map(|file| Some((file.path.as_str(), file.text.as_deref()?)))
        .filter(|(path, _)| {
            !READERS
                .iter()
                .any(|(reader, _)| path == reader || reader.ends_with('/') && path.starts_with(reader))
        })
        .collect();
    let rust: Vec<(&str, &str)> = sources.iter().copied().filter(|(path, _)| is_rust_source(path)).collect();
    let tests = files_of_tests(&rust);
    for (path, text) in rust.iter().filter(|(path, _)| !tests.iter().any(|test| is_in(path, test))) {
        match in_rust(text) {
            Ok(found) => offences.extend(found.iter().map(|found| told(path, text, found))),
            Err(error) => offences.push(format!("{path}: {error}")),
        }
    }
    for (path, text) in sources.iter().filter(|(path, _)| is_page_source(path)) {
        offences.extend(in_script(text).iter().map(|found| told(path, text, found)));
    }
    for (reader, _) in READERS {
        if !files.iter().any(|file| file.path == *reader || file.path.starts_with(reader)) {
            offences.push(format!(
                "{reader}: not there: strike it from the readers of texts in xtask/src/english.rs"
            ));
        }
    }
    offences
}

fn told(path: &str, text: &str, found: &str) -> String {
    let line =
        text.lines().position(|line| line.contains(found)).map_or(String::new(), |at| format!(":{}", at + 1));
    format!("{path}{line}: matches the words `{found}`: data tells things apart, sentences are for people")
}

fn is_rust_source(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates") && parts.nth(1) == Some("src") && path.ends_with(".rs")
}

fn is_page_source(path: &str) -> bool {
    let source = path.ends_with(".ts") || path.ends_with(".svelte");
    path.starts_with("web/src/") && source && !path.ends_with(".test.ts")
}

/// Whether a text has two or more words: letters, a space or the sign of one, and letters again.
fn has_words(text: &str) -> bool {
    let spaced = text.replace("\\s+", " ").replace("\\s*", " ").replace("\\s", " ");
    let word = |part: &&str| {
        // Of a regular expression what stands for letters is none.
        let mut letters = part.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter == '\\' {
                letters.next();
            } else if letter.is_alphabetic() {
                return true;
            }
        }
        false
    };
    spaced.split_whitespace().filter(word).count() >= 2
}

/// Files that are built for tests alone: of a module that is declared so, with all below it.
fn files_of_tests(sources: &[(&str, &str)]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, text) in sources {
        let Ok(file) = syn::parse_file(text) else { continue };
        let folder = match path.rsplit_once('/') {
            Some((folder, "lib.rs" | "main.rs" | "mod.rs")) => folder.to_owned(),
            Some(_) | None => path.trim_end_matches(".rs").to_owned(),
        };
        for item in &file.items {
            if let Item::Mod(module) = item
                && module.content.is_none()
                && module.attrs.iter().any(is_for_tests)
            {
                found.insert(format!("{folder}/{}", module.ident));
            }
        }
    }
    found
}

fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(_) | Meta::NameValue(_) => false,
    }
}

/// What compares a text with another, or finds one in it.
const METHODS: &[&str] = &[
    "contains",
    "ends_with",
    "eq",
    "eq_ignore_ascii_case",
    "find",
    "match_indices",
    "matches",
    "ne",
    "replace",
    "replacen",
    "rfind",
    "rmatches",
    "rsplit",
    "rsplit_once",
    "rsplitn",
    "split",
    "split_once",
    "split_terminator",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_matches",
    "trim_start_matches",
];

/// Words that a file of Rust compares with, outside of its tests.
fn in_rust(text: &str) -> Result<Vec<String>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut constants = Constants::default();
    constants.visit_file(&file);
    let mut found = Compared { constants: constants.0, found: Vec::new() };
    found.visit_file(&file);
    Ok(found.found)
}

/// The constants of a file that are texts of several words, by name.
#[derive(Default)]
struct Constants(std::collections::BTreeMap<String, String>);

impl Visit<'_> for Constants {
    fn visit_item_const(&mut self, item: &syn::ItemConst) {
        if let Some(text) = text_of(&item.expr).filter(|text| has_words(text)) {
            self.0.insert(item.ident.to_string(), text);
        }
    }
}

struct Compared {
    constants: std::collections::BTreeMap<String, String>,
    found: Vec<String>,
}

fn text_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            Lit::ByteStr(bytes) => String::from_utf8(bytes.value()).ok(),
            _ => None,
        },
        Expr::Reference(of) => text_of(&of.expr),
        Expr::Paren(of) => text_of(&of.expr),
        Expr::Group(of) => text_of(&of.expr),
        // `"..".to_owned()`, `Some("..")`
        Expr::MethodCall(call) if call.args.is_empty() => text_of(&call.receiver),
        Expr::Call(call) if call.args.len() == 1 => call.args.first().and_then(text_of),
        _ => None,
    }
}

impl Compared {
    fn take(&mut self, expr: &Expr) {
        if let Some(text) = text_of(expr) {
            self.found.extend(Some(text).filter(|text| has_words(text)));
        }
        match expr {
            Expr::Array(list) => list.elems.iter().for_each(|one| self.take(one)),
            Expr::Reference(of) => self.take_name(&of.expr),
            other => self.take_name(other),
        }
        if let Expr::Reference(of) = expr
            && let Expr::Array(list) = &*of.expr
        {
            list.elems.iter().for_each(|one| self.take(one));
        }
    }

    fn take_name(&mut self, expr: &Expr) {
        if let Expr::Path(path) = expr
            && let Some(last) = path.path.segments.last()
            && let Some(text) = self.constants.get(&last.ident.to_string())
        {
            self.found.push(text.clone());
        }
    }
}

impl Visit<'_> for Compared {
    fn visit_item(&mut self, item: &Item) {
        let attributes = match item {
            Item::Mod(module) => &module.attrs,
            Item::Fn(function) => &function.attrs,
            Item::Impl(of) => &of.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_expr_binary(&mut self, binary: &ExprBinary) {
        if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_)) {
            self.take(&binary.left);
            self.take(&binary.right);
        }
        syn::visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        if METHODS.contains(&call.method.to_string().as_str()) {
            // `["..", ".."].contains(&word)` is a comparison too.
            if let Expr::Array(list) = &*call.receiver {
                list.elems.iter().for_each(|one| self.take(one));
            }
            call.args.iter().for_each(|one| self.take(one));
        }
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        let is_regex = matches!(&*call.func, Expr::Path(path)
            if path.path.segments.iter().any(|part| part.ident.to_string().contains("Regex")));
        if is_regex {
            call.args.iter().for_each(|one| self.take(one));
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_pat(&mut self, pat: &Pat) {
        if let Pat::Lit(literal) = pat
            && let Lit::Str(text) = &literal.lit
        {
            self.found.extend(Some(text.value()).filter(|text| has_words(text)));
        }
        syn::visit::visit_pat(self, pat);
    }

    fn visit_macro(&mut self, used: &Macro) {
        if used.path.is_ident("matches") {
            let parsed = used.parse_body_with(|input: syn::parse::ParseStream<'_>| {
                let of: Expr = input.parse()?;
                input.parse::<syn::Token![,]>()?;
                let pat = Pat::parse_multi_with_leading_vert(input)?;
                let guard = match input.parse::<Option<syn::Token![if]>>()? {
                    Some(_) => Some(input.parse::<Expr>()?),
                    None => None,
                };
                input.parse::<Option<syn::Token![,]>>()?;
                Ok((of, pat, guard))
            });
            if let Ok((of, pat, guard)) = parsed {
                self.visit_expr(&of);
                self.visit_pat(&pat);
                guard.iter().for_each(|guard| self.visit_expr(guard));
            }
        }
        syn::visit::visit_macro(self, used);
    }
}

/// What compares a text with another in the page, or finds one in it.
const CALLS: &[&str] = &[
    ".endsWith(",
    ".exec(",
    ".includes(",
    ".indexOf(",
    ".lastIndexOf(",
    ".match(",
    ".matchAll(",
    ".replace(",
    ".replaceAll(",
    ".search(",
    ".split(",
    ".startsWith(",
    ".test(",
    "RegExp(",
];

/// Words that a file of the page compares with: a text beside `===` or in a `case`, one that a method looks for, and any
/// regular expression.
fn in_script(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The code so far on its own, without comments and with every text as an empty one: what stands before a text says
    // what is done with it.
    let mut before = String::new();
    let mut rest = text;
    // How deep the braces are, and at which depths code stands inside of a text in backticks.
    let (mut depth, mut inside) = (0_usize, Vec::new());
    while let Some(letter) = rest.chars().next() {
        let goes_on = letter == '}' && inside.last() == Some(&depth);
        if letter == '`' || goes_on {
            let (words, ends, after) = to_the_end(&rest[1..]);
            if !goes_on && is_compared(&before) && has_words(words) {
                found.push(words.to_owned());
            }
            match (goes_on, ends) {
                (true, true) => {
                    inside.pop();
                }
                (false, false) => inside.push(depth),
                (true, false) | (false, true) => {}
            }
            before.push_str(if ends { "'" } else { "' + " });
            rest = after;
        } else if rest.starts_with("//") && !before.ends_with(':') {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with("<!--") {
            rest = rest.find("-->").map_or("", |end| &rest[end + 3..]);
        } else if let Some((inside, after)) =
            quoted(rest).filter(|_| !before.ends_with(char::is_alphanumeric))
        {
            let next = after.trim_start();
            let compared = is_compared(&before) || next.starts_with("===") || next.starts_with("!==");
            if compared && has_words(inside) {
                found.push(inside.to_owned());
            }
            before.push('\'');
            rest = after;
        } else if let Some((inside, after)) = expression(&before, rest) {
            if has_words(inside) {
                found.push(inside.to_owned());
            }
            before.push('\'');
            rest = after;
        } else {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            before.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    found
}

/// A text in backticks as far as it goes without code, whether it ends there, and what follows.
fn to_the_end(text: &str) -> (&str, bool, &str) {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '`' => return (&text[..at], true, &text[at + 1..]),
            '$' if text[at + 1..].starts_with('{') => return (&text[..at], false, &text[at + 2..]),
            _ => {}
        }
    }
    (text, true, "")
}

/// A text in quotes at the start, and what follows it. Those in one or two strokes end on their line; in markup an
/// apostrophe stands alone, behind a letter.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '\n' => return None,
            _ if letter == quote => return Some((&text[1..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A regular expression at the start, and what follows it, where one can stand behind what is before it.
fn expression<'a>(before: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    if !text.starts_with('/') {
        return None;
    }
    let before = before.trim_end();
    let may_stand = before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', ';'])
        || before.ends_with("return")
        || before.ends_with("=>");
    let mut letters = text.char_indices().skip(1);
    let mut in_set = false;
    while let Some((at, letter)) = letters.next().filter(|_| may_stand) {
        match letter {
            '\\' => {
                letters.next();
            }
            '\n' => return None,
            '[' => in_set = true,
            ']' => in_set = false,
            '/' if !in_set && at > 1 => return Some((&text[1..at], &text[at + 1..])),
            '/' if !in_set => return None,
            _ => {}
        }
    }
    None
}

/// Whether a text that stands behind this code is compared with something.
fn is_compared(before: &str) -> bool {
    let before = before.trim_end();
    let is_case =
        before.ends_with("case") && !before.trim_end_matches("case").ends_with(|c: char| c.is_alphanumeric());
    before.ends_with("===")
        || before.ends_with("!==")
        || is_case
        || CALLS.iter().any(|call| before.ends_with(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(body: &str) -> usize {
        let text = format!("fn f(text: &str) {{ {body} }}");
        in_rust(&text).unwrap_or_else(|error| panic!("{text}: {error}")).len()
    }

    #[test]
    fn words_are_letters_with_a_space_between() {
        for words in
            ["two words", "the bet changed from", r"from (\d+) to (\d+)", r"\bsmallest\s+stake\b", "a 1 b"]
        {
            assert!(has_words(words), "{words}");
        }
        for none in
            ["", "word", "snake_case", "kebab-case", " word ", "1 2", ", ", r"\d+ \w+", r"^\s*word$", "x/y.z"]
        {
            assert!(!has_words(none), "{none}");
        }
    }

    #[test]
    fn rust_that_compares_with_a_sentence_is_caught() {
        for body in [
            r#"let _ = text == "not played yet";"#,
            r#"let _ = "not played yet" != text;"#,
            r#"let _ = Some(text) == Some("not played yet");"#,
            r#"let _ = text.contains("no such table");"#,
            r#"let _ = text.starts_with("a check");"#,
            r#"let _ = text.ends_with("to you");"#,
            r#"let _ = text.find("is missing");"#,
            r#"let _ = text.split_once(" needs the role ");"#,
            r#"let _ = text.strip_prefix("seat is");"#,
            r#"let _ = ["one thing", "another"].contains(&text);"#,
            r#"match text { "it is missing" => {} _ => {} }"#,
            r#"if let Some("it is missing") = Some(text) {}"#,
            r#"let _ = matches!(text, "it is missing" | "other");"#,
            r#"let _ = matches!(text, other if other.starts_with("it is"));"#,
            r#"let _ = Regex::new(r"from (\d+) to");"#,
            r#"const HEAD: &str = "a check failed"; let _ = text.starts_with(HEAD);"#,
        ] {
            assert_eq!(rust(body), 1, "{body}");
        }
    }

    #[test]
    fn rust_that_writes_a_sentence_or_compares_a_name_is_not() {
        for body in [
            r#"let _ = format!("a table of {text} seats");"#,
            r#"let _ = text == "not_played";"#,
            r#"let _ = text.split_once(" = ");"#,
            r#"let _ = text.contains(", ");"#,
            r#"let _ = Refused::plain("late", "the play has moved on");"#,
            r#"match text { "late" => say("it is late"), _ => {} }"#,
            "/// Whether it == \"two words\".\nfn g() {}",
            r#"#[cfg(test)] mod tests { fn g(text: &str) -> bool { text == "two words" } }"#,
        ] {
            assert_eq!(rust(body), 0, "{body}");
        }
    }

    #[test]
    fn a_file_that_is_built_for_tests_alone_is_known_by_its_module() {
        let sources = [
            ("crates/a/src/lib.rs", "#[cfg(test)] mod proofs; mod other;"),
            ("crates/a/src/other.rs", "#[cfg(test)] mod deep;"),
        ];
        let tests = files_of_tests(&sources);
        let within = |path: &str| tests.iter().any(|test| is_in(path, test));
        assert!(within("crates/a/src/proofs.rs") && within("crates/a/src/proofs/more.rs"));
        assert!(within("crates/a/src/other/deep.rs"));
        assert!(!within("crates/a/src/other.rs") && !within("crates/a/src/proofs_of_play.rs"));
    }

    #[test]
    fn a_page_that_compares_with_a_sentence_is_caught() {
        for text in [
            "if (why === 'not played yet') go();",
            "if ('not played yet' !== why) go();",
            "switch (why) { case 'not played yet': go(); }",
            "const [, from] = /from (\\d+) to (\\d+)/.exec(why) ?? [];",
            "const all: RegExp[] = [\n  [/\\bsmallest stake\\b/g, 'x'],\n];",
            "why.includes('no such table')",
            "why.startsWith(\"a check\")",
            "why.replaceAll('smallest stake', '')",
            "new RegExp('to you')",
            "<p>{#if why === 'not played yet'}<b>so</b>{/if}</p>",
            "const said = `to act${why === 'not played yet' ? '' : ` ${left}`}`;",
            "<p>don't</p>{#if why.endsWith('to you')}x{/if}",
        ] {
            assert_eq!(in_script(text).len(), 1, "{text}");
        }
    }

    #[test]
    fn a_page_that_writes_a_sentence_or_compares_a_name_is_not() {
        for text in [
            "const said = `Hand ${String(1)} is over`;",
            "if (why === 'late') say('it is late');",
            "// why === 'two words'",
            "/* /two words/ */ go();",
            "<!-- why === 'two words' -->",
            "<div class=\"two words\" aria-label=\"more words\" />",
            "const half = whole / two; const more = words / 2;",
            "text.split(/[ ,]+/).map((one) => one.replace(/^\\s+/, ''))",
            "const address = 'https://example.org/a b'; go();",
            "parts.join(' and ')",
            "{/each}{#if value('joker') === 'true'}<span class=\"rank\">{letters}</span>{/if}",
            "const said = `to act${left === undefined ? '' : ` ${left}`}`; const calls = `to ${amount}`;",
        ] {
            assert_eq!(in_script(text), [""; 0], "{text}");
        }
    }
}
