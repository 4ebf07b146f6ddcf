//! Checks that no code reads English: no comparison and no regular expression with a text of two or more
//! words.
//!
//! Meaning travels through the program as data, and sentences are for people only: improving a sentence must
//! not break code elsewhere. So nothing in `crates/*/src` and `web/src` compares with a sentence, looks for
//! one inside a text, or takes one apart, and the page does not do so with any text of its catalogue. Named
//! constants are followed from file to file. Code that reads texts whose grammar contains words is listed
//! with the reason.

mod catalogue;
mod script;

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;
use syn::{Attribute, BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, Item, Lit, Macro, Meta, Pat};

use crate::tidy::RepoFiles;

/// The files that read texts from elsewhere, each with the reason; a path that ends with a slash means all
/// files of a folder.
const READERS: &[(&str, &str)] = &[
    (
        "crates/history/src/stars/",
        "reads the histories that PokerStars writes, whose lines are English sentences",
    ),
    ("crates/history/src/phh/", "reads the notation of PHH"),
    ("crates/rulebook/src/authority.rs", "reads the titles of officials as a book file lists them"),
    ("crates/rulebook/src/book_file.rs", "reads book files, in which `no clause` is a value"),
    (
        "crates/server/src/config/toml_error.rs",
        "reads what the TOML parser says about a file, which is only in words",
    ),
    (
        "crates/store/src/path_checks.rs",
        "recognises a database by the first bytes of its file, which are words",
    ),
    ("crates/script/src/reader/", "reads scripts, whose acts are words"),
];

/// Every place in the sources of the crates and the page that compares with a sentence, one line each for the
/// report of the checks. Empty if all is well.
pub fn offences(files: &RepoFiles) -> Vec<String> {
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
    let constants = Constants::of(&rust);
    for (path, text) in rust.iter().filter(|(path, _)| !tests.iter().any(|test| is_in(path, test))) {
        match compared_in_rust(path, text, &constants) {
            Ok(found) => offences.extend(found.iter().map(|found| offence_text(path, text, found))),
            Err(error) => offences.push(format!("{path}: {error}")),
        }
    }
    let named = catalogue::NamedTexts::of(&sources);
    for (path, text) in sources.iter().filter(|(path, _)| is_page_source(path)) {
        offences
            .extend(script::compared_in_script(text).0.iter().map(|found| offence_text(path, text, found)));
        let compared = named.compared(path, text);
        offences.extend(compared.iter().map(|found| offence_text(path, text, found)));
    }
    for (reader, _) in READERS {
        if !files.iter().any(|file| file.path == *reader || file.path.starts_with(reader)) {
            offences.push(format!(
                "{reader}: missing: remove it from the readers of texts in xtask/src/english.rs"
            ));
        }
    }
    offences
}

/// The line that reports an offence; `found` is the text that was compared, with which its line number is
/// found.
fn offence_text(path: &str, text: &str, found: &str) -> String {
    let line =
        text.lines().position(|line| line.contains(found)).map_or(String::new(), |at| format!(":{}", at + 1));
    format!("{path}{line}: matches the words `{found}`: compare data, sentences are for people")
}

/// Whether a path, from the root of the repository, is a Rust source of a crate, tests inside it included.
fn is_rust_source(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates") && parts.nth(1) == Some("src") && path.ends_with(".rs")
}

/// Whether a path, from the root of the repository, is a source of the page, its tests left out.
fn is_page_source(path: &str) -> bool {
    let source = path.ends_with(".ts") || path.ends_with(".svelte");
    path.starts_with("web/src/") && source && !path.ends_with(".test.ts")
}

/// Whether a text has two or more words, which makes it a sentence here: letters, a space or an escape for
/// one, and letters again.
fn has_words(text: &str) -> bool {
    let spaced = text.replace("\\s+", " ").replace("\\s*", " ").replace("\\s", " ");
    let word = |part: &&str| {
        // An escape in a regular expression that stands for letters is not a word.
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

/// Modules that are declared for tests only, as paths without `.rs`; everything below them counts as tests
/// too.
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

/// Whether a file is the module, as [`files_of_tests`] gives it, or lies below it.
fn is_in(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Whether an attribute says that its item is built for tests only.
fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(_) | Meta::NameValue(_) => false,
    }
}

/// Methods that compare a text with another, or find one in it.
const COMPARING_METHODS: &[&str] = &[
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

/// The sentences that a Rust file compares with, outside its tests; constants are followed to their texts. An
/// error if it cannot be parsed.
fn compared_in_rust(path: &str, text: &str, constants: &Constants) -> Result<Vec<String>, String> {
    let file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut imported = ImportedNames::default();
    imported.visit_file(&file);
    let mut found = ComparisonVisitor { path, constants, imported: imported.names, found: Vec::new() };
    found.visit_file(&file);
    Ok(found.found)
}

/// The constants that are texts of several words: by name, each with its file and its text.
#[derive(Default)]
struct Constants {
    named: BTreeMap<String, Vec<(String, String)>>,
    path: String,
}

impl Constants {
    /// Collects the constants of these sources whose texts are sentences; a file that cannot be parsed has
    /// none.
    fn of(sources: &[(&str, &str)]) -> Constants {
        let mut constants = Constants::default();
        for (path, text) in sources {
            (*path).clone_into(&mut constants.path);
            if let Ok(file) = syn::parse_file(text) {
                constants.visit_file(&file);
            }
        }
        constants
    }

    /// Keeps a constant if its text is a sentence.
    fn add(&mut self, name: &syn::Ident, expr: &Expr) {
        if let Some(text) = text_of(expr).filter(|text| has_words(text)) {
            self.named.entry(name.to_string()).or_default().push((self.path.clone(), text));
        }
    }

    /// The text that a name stands for in a file: the file's own constant, or one of the module that the name
    /// is imported from; `None` if that is no sentence.
    fn resolve(&self, path: &str, module: Option<&str>, name: &str) -> Option<&str> {
        let all = self.named.get(name)?;
        let own = all.iter().find(|(file, _)| file == path);
        let elsewhere = || {
            let module = module?;
            let is_there = |file: &str| {
                ["crate", "self", "super", "Self"].contains(&module)
                    || file.contains(&format!("/{module}/"))
                    || file.ends_with(&format!("/{module}.rs"))
            };
            all.iter().find(|(file, _)| is_there(file))
        };
        own.or_else(elsewhere).map(|(_, text)| text.as_str())
    }
}

impl Visit<'_> for Constants {
    fn visit_item_const(&mut self, item: &syn::ItemConst) {
        self.add(&item.ident, &item.expr);
    }

    fn visit_item_static(&mut self, item: &syn::ItemStatic) {
        self.add(&item.ident, &item.expr);
    }

    fn visit_impl_item_const(&mut self, item: &syn::ImplItemConst) {
        self.add(&item.ident, &item.expr);
    }
}

/// The names that a file imports, each with its module.
#[derive(Default)]
struct ImportedNames {
    names: BTreeMap<String, (String, String)>,
    module: String,
}

impl Visit<'_> for ImportedNames {
    fn visit_use_path(&mut self, path: &syn::UsePath) {
        let before = std::mem::replace(&mut self.module, path.ident.to_string());
        syn::visit::visit_use_path(self, path);
        self.module = before;
    }

    fn visit_use_name(&mut self, name: &syn::UseName) {
        let name = name.ident.to_string();
        self.names.insert(name.clone(), (self.module.clone(), name));
    }

    fn visit_use_rename(&mut self, of: &syn::UseRename) {
        self.names.insert(of.rename.to_string(), (self.module.clone(), of.ident.to_string()));
    }
}

struct ComparisonVisitor<'a> {
    path: &'a str,
    constants: &'a Constants,
    imported: BTreeMap<String, (String, String)>,
    found: Vec<String>,
}

/// The text of a literal, also behind references, conversions and `Some`.
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

impl ComparisonVisitor<'_> {
    /// Notes the sentences in an expression that is compared: its own text, a constant's, or those of a list.
    fn note(&mut self, expr: &Expr) {
        if let Some(text) = text_of(expr) {
            self.found.extend(Some(text).filter(|text| has_words(text)));
        }
        match expr {
            Expr::Array(list) => list.elems.iter().for_each(|one| self.note(one)),
            Expr::Reference(of) => self.note_name(&of.expr),
            other => self.note_name(other),
        }
        if let Expr::Reference(of) = expr
            && let Expr::Array(list) = &*of.expr
        {
            list.elems.iter().for_each(|one| self.note(one));
        }
    }

    /// Notes the sentence of a constant that is compared, if the expression is a name.
    fn note_name(&mut self, expr: &Expr) {
        if let Expr::Path(path) = expr {
            self.note_path(&path.path);
        }
    }

    /// Notes the sentence that a name or path stands for; names that are no constants stand for none.
    fn note_path(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        let Some((name, before)) = names.split_last() else { return };
        let (module, name) = match (before.last(), self.imported.get(name)) {
            (Some(module), _) => (Some(module.as_str()), name.as_str()),
            (None, Some((module, name))) => (Some(module.as_str()), name.as_str()),
            (None, None) => (None, name.as_str()),
        };
        self.found.extend(self.constants.resolve(self.path, module, name).map(str::to_owned));
    }
}

impl Visit<'_> for ComparisonVisitor<'_> {
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
            self.note(&binary.left);
            self.note(&binary.right);
        }
        syn::visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        if COMPARING_METHODS.contains(&call.method.to_string().as_str()) {
            // `["..", ".."].contains(&word)` is a comparison too.
            if let Expr::Array(list) = &*call.receiver {
                list.elems.iter().for_each(|one| self.note(one));
            }
            call.args.iter().for_each(|one| self.note(one));
        }
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &ExprCall) {
        let is_regex = matches!(&*call.func, Expr::Path(path)
            if path.path.segments.iter().any(|part| part.ident.to_string().contains("Regex")));
        if is_regex {
            call.args.iter().for_each(|one| self.note(one));
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_pat(&mut self, pat: &Pat) {
        match pat {
            Pat::Lit(literal) => {
                if let Lit::Str(text) = &literal.lit {
                    self.found.extend(Some(text.value()).filter(|text| has_words(text)));
                }
            }
            // The name of a constant, or of a binding.
            Pat::Ident(name) if name.subpat.is_none() => self.note_path(&name.ident.clone().into()),
            Pat::Path(path) => self.note_path(&path.path),
            _ => {}
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rust(body: &str) -> usize {
        let text = format!("fn f(text: &str) {{ {body} }}");
        compared("crates/a/src/lib.rs", &text)
    }

    fn compared(path: &str, text: &str) -> usize {
        let other = r#"pub const HEAD: &str = "a check failed"; pub const NAME: &str = "late";
            impl Said for Other { const SAYS: &'static str = "it is missing"; }"#;
        let constants = Constants::of(&[("crates/b/src/said.rs", other), (path, text)]);
        compared_in_rust(path, text, &constants).unwrap_or_else(|error| panic!("{text}: {error}")).len()
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
            r#"static HEAD: &str = "a check failed"; let _ = text == HEAD;"#,
            r#"const HEAD: &str = "a check failed"; match text { HEAD => {} _ => {} }"#,
        ] {
            assert_eq!(rust(body), 1, "{body}");
        }
    }

    #[test]
    fn a_constant_of_another_file_is_followed() {
        for (uses, body, found) in [
            ("use b::said::HEAD;", "text == HEAD", 1),
            ("use b::said::HEAD as BEGINS;", "text.starts_with(BEGINS)", 1),
            ("use b::{other::Kept, said::{HEAD, NAME}};", "matches!(text, HEAD | NAME)", 1),
            ("use b::said;", "text.contains(said::HEAD)", 1),
            ("use b::said;", "match text { said::HEAD => true, _ => false }", 1),
            ("use b::said::Other;", "text == b::said::SAYS", 1),
            // A name of another module, and a text that is a single word.
            ("use b::kept::HEAD;", "text == HEAD", 0),
            ("use b::said::NAME;", "text == NAME", 0),
            ("", "match text { head => head == text }", 0),
        ] {
            let text = format!("{uses} fn f(text: &str) -> bool {{ {body} }}");
            assert_eq!(compared("crates/a/src/lib.rs", &text), found, "{text}");
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
}
