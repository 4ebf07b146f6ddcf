//! Functions of each crate drawn at random, with what a reader sees of them first: where they stand, their signature and
//! their first comment. A reader who has not seen the code says from that alone why each is there.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use syn::visit::Visit;
use syn::{
    Attribute, Expr, ExprLit, ImplItemFn, ItemFn, ItemImpl, ItemMod, Lit, Meta, Signature, TraitItemFn, Type,
};

use crate::names::is_source;
use crate::run::StepResult;
use crate::tidy::RepoFiles;

/// How many functions are drawn from each crate.
const DRAWN: usize = 10;

/// A function, as a reader meets it first.
struct Function {
    /// `Type::name`, or the name alone.
    name: String,
    comment: String,
}

/// `cargo xtask drawn`: prints functions drawn from each crate by a number. The same number gives the same
/// functions for as long as they are there.
///
/// # Errors
/// The draw is not a whole number, or a source cannot be read.
pub fn draw(draw: &str) -> StepResult {
    let draw: u64 = draw.parse().map_err(|_| format!("the draw is `{draw}`: expected a whole number"))?;
    let mut crates: BTreeMap<String, Vec<(u64, String, Function)>> = BTreeMap::new();
    for file in RepoFiles::committed()?.iter().filter(|file| is_source(&file.path)) {
        let Some(text) = &file.text else { continue };
        let parsed = syn::parse_file(text).map_err(|error| format!("{}: {error}", file.path))?;
        let mut found = Found::default();
        found.visit_file(&parsed);
        let name = file.path.split('/').nth(1).unwrap_or_default();
        for function in found.functions {
            let mut hasher = DefaultHasher::new();
            (draw, &file.path, &function.name).hash(&mut hasher);
            let lot = (hasher.finish(), file.path.clone(), function);
            crates.entry(name.to_owned()).or_default().push(lot);
        }
    }
    for (name, mut functions) in crates {
        println!("{name}: {DRAWN} of {} functions", functions.len());
        functions.sort_by_key(|(lot, ..)| *lot);
        for (_, path, Function { name, comment }) in functions.into_iter().take(DRAWN) {
            println!("  {path}  {name}");
            if !comment.is_empty() {
                println!("      {comment}");
            }
        }
    }
    Ok(())
}

/// The functions of a file, those of its tests and of traits that are implemented left out: the trait names those.
#[derive(Default)]
struct Found {
    functions: Vec<Function>,
    within: Option<String>,
}

impl Found {
    /// Adds a function under its name, with the type or trait around it, and its first comment.
    fn push(&mut self, signature: &Signature, attributes: &[Attribute]) {
        let name = signature.ident.to_string();
        let name = self.within.as_ref().map_or_else(|| name.clone(), |within| format!("{within}::{name}"));
        self.functions.push(Function { name, comment: first_comment(attributes) });
    }
}

impl Visit<'_> for Found {
    fn visit_item_mod(&mut self, module: &ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &ItemImpl) {
        if item.trait_.is_some() || is_test(&item.attrs) {
            return;
        }
        let before = self.within.replace(type_name(&item.self_ty));
        syn::visit::visit_item_impl(self, item);
        self.within = before;
    }

    fn visit_item_trait(&mut self, item: &syn::ItemTrait) {
        let before = self.within.replace(item.ident.to_string());
        syn::visit::visit_item_trait(self, item);
        self.within = before;
    }

    fn visit_item_fn(&mut self, item: &ItemFn) {
        if !is_test(&item.attrs) {
            self.push(&item.sig, &item.attrs);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &ImplItemFn) {
        self.push(&item.sig, &item.attrs);
    }

    fn visit_trait_item_fn(&mut self, item: &TraitItemFn) {
        self.push(&item.sig, &item.attrs);
    }
}

/// The last name of the type that an `impl` is for, without its path; empty if it is not a named type.
fn type_name(item: &Type) -> String {
    match item {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}

/// Whether an item is built for tests only, so that it is not drawn.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::Path(path) => path.is_ident("test"),
        Meta::NameValue(_) => false,
    })
}

/// The documentation up to its first empty line: what a reader sees first.
fn first_comment(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        Meta::List(_) | Meta::NameValue(_) | Meta::Path(_) => None,
    });
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_with_their_type_and_their_first_comment() {
        let source = "/// Deals.\n/// All of it.\n///\n/// # Errors\nfn deal() {}\nimpl Deck { fn cut(&self) {} }\n\
                      impl Clone for Deck { fn clone(&self) {} }\n#[cfg(test)] mod tests { fn helper() {} }";
        let mut found = Found::default();
        found.visit_file(&syn::parse_file(source).expect("a source"));
        let seen: Vec<_> = found.functions.iter().map(|f| (f.name.as_str(), f.comment.as_str())).collect();
        assert_eq!(seen, [("deal", "Deals. All of it."), ("Deck::cut", "")]);
    }
}
