//! Counts match arms that name a variant only to say that it does not matter there.
//!
//! An arm counts if its body is nothing (`{}`, `None`, `false`, `Ok(())`, an empty list or text, ...) and its
//! pattern names variants without binding a value; each alternative of an or-pattern counts separately. Code
//! that lists a flat enum has a dozen such arms for each variant that it handles, and a new variant has to be
//! entered in every such place.
//!
//! Places are the matches that the compiler points at when a variant is added: those that distinguish the
//! variants of an enum and have no catch-all.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;
use syn::{Arm, Expr, ExprMatch, Item, Pat, Path, Signature, Stmt, UseTree};

use crate::run::StepResult;
use crate::tidy::RepoFiles;

/// The arms found, by enum and by file, and the places of each enum.
#[derive(Default)]
struct ArmCounts {
    arms: BTreeMap<String, usize>,
    files: BTreeMap<String, usize>,
    places: BTreeMap<String, Vec<ArmPlace>>,
}

/// A file of code, and a function in it.
type ArmPlace = (String, String);

/// `cargo xtask arms`: prints how many arms name a variant that does not matter there, by enum and by file.
pub fn count() -> StepResult {
    let found = count_arms()?;
    println!("{} arms name a variant that does not matter there", found.arms.values().sum::<usize>());
    println!("\n  arms  places  enum");
    let names: BTreeSet<&String> = found.arms.keys().chain(found.places.keys()).collect();
    let arms = |name| found.arms.get(name).copied().unwrap_or_default();
    let places = |name| found.places.get(name).map_or(0, Vec::len);
    let mut enums: Vec<_> = names.into_iter().map(|name| (arms(name), places(name), name)).collect();
    enums.sort_by(|one, other| other.cmp(one));
    for (arms, places, name) in enums.iter().filter(|(arms, places, _)| *arms > 1 || *places > 1) {
        println!("{arms:6}  {places:6}  {name}");
    }
    println!("\n  arms  file");
    let mut files: Vec<_> = found.files.iter().map(|(path, arms)| (*arms, path)).collect();
    files.sort_by(|one, other| other.cmp(one));
    for (arms, path) in files.iter().filter(|(arms, _)| *arms > 1) {
        println!("{arms:6}  {path}");
    }
    Ok(())
}

/// `cargo xtask arms ENUM`: prints where a new variant of each enum would have to be entered, by file and
/// function.
pub fn places(enums: &[&str]) -> StepResult {
    let found = count_arms()?;
    for name in enums {
        let places = found.places.get(*name).map_or(&[][..], Vec::as_slice);
        println!("{} places of {name}", places.len());
        for (path, function) in places {
            println!("  {path}  {function}");
        }
    }
    Ok(())
}

/// The arms and places of every source below `crates/*/src`; an error names the file that cannot be parsed.
fn count_arms() -> Result<ArmCounts, String> {
    let files = RepoFiles::committed()?;
    let mut found = ArmCounts::default();
    for file in files.iter().filter(|file| is_source(&file.path)) {
        let Some(text) = &file.text else { continue };
        found.add_file(&file.path, text)?;
    }
    Ok(found)
}

/// Whether a path, from the root of the repository, is a Rust source of a crate.
fn is_source(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates") && parts.nth(1) == Some("src") && path.ends_with(".rs")
}

impl ArmCounts {
    /// Adds the arms and places of one file. Enums that the file imports under another name count under their
    /// own.
    fn add_file(&mut self, path: &str, text: &str) -> Result<(), String> {
        let file = syn::parse_file(text).map_err(|error| format!("{path}: {error}"))?;
        let mut names = RenamedImports::default();
        names.visit_file(&file);
        let mut matches = MatchVisitor { renamed: names.renamed, ..MatchVisitor::default() };
        matches.visit_file(&file);
        for (name, count) in matches.arms {
            *self.arms.entry(name).or_default() += count;
            *self.files.entry(path.to_owned()).or_default() += count;
        }
        for (name, function) in matches.places {
            self.places.entry(name).or_default().push((path.to_owned(), function));
        }
        Ok(())
    }
}

/// The local names of imports that a file renames.
#[derive(Default)]
struct RenamedImports {
    renamed: BTreeMap<String, String>,
}

impl RenamedImports {
    /// Adds the names that an import renames, also inside groups.
    fn add_renamed(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => self.add_renamed(&path.tree),
            UseTree::Rename(rename) => {
                self.renamed.insert(rename.rename.to_string(), rename.ident.to_string());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_renamed(tree)),
            UseTree::Name(_) | UseTree::Glob(_) => {}
        }
    }
}

impl Visit<'_> for RenamedImports {
    fn visit_item(&mut self, item: &Item) {
        if let Item::Use(used) = item {
            self.add_renamed(&used.tree);
        }
        syn::visit::visit_item(self, item);
    }
}

/// Collects the matches of one file.
#[derive(Default)]
struct MatchVisitor {
    renamed: BTreeMap<String, String>,
    arms: BTreeMap<String, usize>,
    /// The enum and the function.
    places: Vec<(String, String)>,
    /// The function that is being visited.
    function: String,
}

impl Visit<'_> for MatchVisitor {
    fn visit_signature(&mut self, signature: &Signature) {
        self.function = signature.ident.to_string();
        syn::visit::visit_signature(self, signature);
    }

    fn visit_expr_match(&mut self, matched: &ExprMatch) {
        let mut patterns = MatchPatterns::default();
        for arm in matched.arms.iter().filter(|arm| !matches!(arm.pat, Pat::Guard(_))) {
            patterns.add(&arm.pat, "");
        }
        for (name, within) in &patterns.distinguished {
            // If a catch-all surrounds it, the match does not name every variant.
            if !patterns.caught.contains("") && !patterns.caught.contains(within) {
                self.places.push((self.enum_named(name), self.function.clone()));
            }
        }
        syn::visit::visit_expr_match(self, matched);
    }

    fn visit_arm(&mut self, arm: &Arm) {
        if does_nothing(&arm.body) {
            self.count_variants(&arm.pat);
        }
        syn::visit::visit_arm(self, arm);
    }
}

/// What the patterns of a match distinguish: enums, each with the variant it is inside (empty for the matched
/// value itself), and the variants that have a catch-all.
#[derive(Default)]
struct MatchPatterns {
    distinguished: BTreeSet<(String, String)>,
    caught: BTreeSet<String>,
}

impl MatchPatterns {
    /// Adds what a pattern distinguishes or catches; `within` is the variant around it, empty for the matched
    /// value.
    fn add(&mut self, pattern: &Pat, within: &str) {
        match pattern {
            Pat::Or(or) => or.cases.iter().for_each(|case| self.add(case, within)),
            Pat::Paren(inner) => self.add(&inner.pat, within),
            Pat::Reference(inner) => self.add(&inner.pat, within),
            Pat::Path(variant) => {
                self.enter_variant(&variant.path, within);
            }
            Pat::Struct(variant) => {
                self.enter_variant(&variant.path, within);
            }
            Pat::TupleStruct(variant) => {
                let inside = self.enter_variant(&variant.path, within);
                if let [only] = variant.elems.iter().collect::<Vec<_>>().as_slice() {
                    self.add(only, &inside);
                }
            }
            // The values of a tuple are distinguished one by one, and a catch-all may cover all of them.
            Pat::Tuple(tuple) if tuple.elems.iter().all(is_catch_all) => {
                self.caught.insert(within.to_owned());
            }
            Pat::Tuple(tuple) => {
                tuple.elems.iter().filter(|one| !is_catch_all(one)).for_each(|one| self.add(one, within))
            }
            _ if is_catch_all(pattern) => {
                self.caught.insert(within.to_owned());
            }
            _ => {}
        }
    }

    /// Notes a variant as distinguished, and returns the name under which patterns inside it are noted.
    fn enter_variant(&mut self, path: &Path, within: &str) -> String {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let [.., of, _] = names.as_slice() {
            self.distinguished.insert((of.clone(), within.to_owned()));
        }
        names.join("::")
    }
}

/// Whether a pattern matches anything, so that the compiler says nothing when a variant is added.
fn is_catch_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => true,
        Pat::Ident(name) => {
            name.subpat.is_none() && name.ident.to_string().starts_with(|first: char| !first.is_uppercase())
        }
        _ => false,
    }
}

impl MatchVisitor {
    /// An enum's own name, if the file imports it under another.
    fn enum_named(&self, name: &str) -> String {
        self.renamed.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// Counts the variants in the pattern of an arm that does nothing; each alternative of an or-pattern
    /// counts.
    fn count_variants(&mut self, pattern: &Pat) {
        match pattern {
            Pat::Or(or) => or.cases.iter().for_each(|case| self.count_variants(case)),
            Pat::Paren(inner) => self.count_variants(&inner.pat),
            Pat::Reference(inner) => self.count_variants(&inner.pat),
            // A family with its variant, or an alternative inside a variant: `Fact::Turn(Turn::Bet { .. })`.
            Pat::TupleStruct(variant) if variant.elems.len() == 1 && is_variant(&variant.elems[0]) => {
                self.count_variants(&variant.elems[0]);
            }
            Pat::TupleStruct(variant) if variant.elems.iter().all(binds_nothing) => {
                self.note_variant(&variant.path)
            }
            Pat::Struct(variant) if variant.fields.iter().all(|field| binds_nothing(&field.pat)) => {
                self.note_variant(&variant.path);
            }
            Pat::Path(variant) => self.note_variant(&variant.path),
            _ => {}
        }
    }

    /// Counts one variant under its enum; a path of a single name says no enum and does not count.
    fn note_variant(&mut self, path: &Path) {
        let Some(of) = path.segments.len().checked_sub(2).and_then(|at| path.segments.get(at)) else {
            return;
        };
        let name = self.enum_named(&of.ident.to_string());
        *self.arms.entry(name).or_default() += 1;
    }
}

/// Whether a pattern names variants with their enum, so that it is a variant inside a variant.
fn is_variant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Or(or) => or.cases.iter().all(is_variant),
        Pat::Paren(inner) => is_variant(&inner.pat),
        Pat::TupleStruct(variant) => variant.path.segments.len() > 1,
        Pat::Struct(variant) => variant.path.segments.len() > 1,
        Pat::Path(variant) => variant.path.segments.len() > 1,
        _ => false,
    }
}

/// Whether a field of a variant is ignored. An arm that takes a value does something with it and does not
/// count.
fn binds_nothing(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Wild(_) | Pat::Rest(_))
}

/// Whether a body does nothing and returns nothing: `{}`, `None`, `false`, `Ok(())`, an empty list or text.
fn does_nothing(body: &Expr) -> bool {
    match body {
        Expr::Block(block) => match block.block.stmts.as_slice() {
            [] => true,
            [Stmt::Expr(only, _)] => does_nothing(only),
            _ => false,
        },
        Expr::Tuple(tuple) => tuple.elems.iter().all(does_nothing),
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Bool(value) => !value.value,
            syn::Lit::Str(text) => text.value().is_empty(),
            _ => false,
        },
        Expr::Call(call) => {
            let Expr::Path(called) = call.func.as_ref() else { return false };
            let name = called.path.segments.last().map(|segment| segment.ident.to_string());
            match name.as_deref() {
                Some("Ok") => call.args.iter().all(does_nothing),
                Some("new" | "default") => call.args.is_empty(),
                _ => false,
            }
        }
        Expr::Macro(made) => made.mac.path.is_ident("vec") && made.mac.tokens.is_empty(),
        Expr::Return(returned) => returned.expr.as_deref().is_none_or(does_nothing),
        Expr::Continue(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> ArmCounts {
        let mut found = ArmCounts::default();
        found.add_file("a.rs", text).expect("it is code");
        found
    }

    fn counts<const N: usize>(list: [(&str, usize); N]) -> BTreeMap<String, usize> {
        list.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn arms_that_do_nothing_are_counted_by_alternative_under_the_name_of_their_enum() {
        let text = "
            use table::What as Fact;
            fn a(fact: &Fact) -> Option<u8> {
                match fact {
                    Fact::Bet { to, .. } => Some(*to),
                    Fact::Opened(_) | Fact::Closed | Fact::Cut { .. } => None,
                    Fact::Turn(Turn::Bet { .. } | Turn::Folded { .. }) => return None,
                    Fact::Chips(_) => None,
                }
            }
        ";
        assert_eq!(found(text).arms, counts([("Turn", 2), ("What", 4)]));
    }

    #[test]
    fn arms_that_do_or_take_something_are_not_counted() {
        let text = "
            fn a(fact: &Fact) -> bool {
                match fact {
                    Fact::Opened(_) | Fact::Closed => true,
                    Fact::Bet { to } => false,
                    Fact::Cut { .. } => { cut(); false }
                    other => false,
                }
            }
        ";
        assert_eq!(found(text).arms, counts([]));
    }

    #[test]
    fn a_place_tells_the_variants_apart_and_catches_no_rest() {
        let whole = "
            fn a(fact: &Fact) -> bool {
                match fact { Fact::Turn(Turn::Bet { .. }) => true, Fact::Turn(Turn::Folded) | Fact::Pots(_) => false }
            }
            fn b(fact: &Fact) -> bool {
                match fact { Fact::Turn(Turn::Bet { .. }) => true, Fact::Turn(_) | Fact::Pots(_) => false }
            }
            fn c(turn: &Turn) -> bool {
                match turn { Turn::Bet { .. } => true, other => other.is_a_fold() }
            }
        ";
        let place = |function: &str| ("a.rs".to_owned(), function.to_owned());
        let fact = ("Fact".to_owned(), vec![place("a"), place("b")]);
        assert_eq!(found(whole).places, BTreeMap::from([fact, ("Turn".to_owned(), vec![place("a")])]));
    }
}
