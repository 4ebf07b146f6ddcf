//! The types of the page are generated from those of the wire: `CARDROOM_WRITE=1` rewrites the file.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rulebook::Bound;
use table::reason::ReasonValueKind;
use ts_rs::{Config, TS, TypeVisitor};
use wire::audit::{AgreeWish, OpenedHand, OpeningWish, Openings, SignificantEvents, WireOpeningReceipt};
use wire::hand::{OwnHands, Results, ShareLink, ShareWish, SharedPage, WireReplay};
use wire::reasons::{all_reasons, problems};
use wire::report::{DealtWish, ReportWish, Reports, WireReportReceipt};
use wire::{
    frame::Frame,
    request::Request,
    view::{WireListing, WirePosition},
};

const HEAD: &str = "// What goes over the socket and about tables over HTTP. Written from crates/wire/src: \
                    `CARDROOM_WRITE=1 cargo test -p server --test it typescript` writes it anew.\n";

/// Declarations by name, each type once.
pub struct Gatherer<'a> {
    config: &'a Config,
    seen: BTreeSet<TypeId>,
    found: BTreeMap<String, String>,
}

impl Gatherer<'_> {
    pub fn take<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        let docs = T::docs().map_or_else(String::new, |docs| format!("{}\n", docs.trim_end()));
        let written = format!("{docs}export {}\n", T::decl(self.config));
        self.found.insert(T::ident(self.config), written);
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for Gatherer<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.take::<T>();
    }
}

/// The declarations of types and of everything in them, by name.
pub fn declarations(take: impl FnOnce(&mut Gatherer<'_>)) -> BTreeMap<String, String> {
    let config = Config::new().with_large_int("number");
    let mut gatherer = Gatherer { config: &config, seen: BTreeSet::new(), found: BTreeMap::new() };
    take(&mut gatherer);
    gatherer.found
}

/// The whole file: types, reasons of refusals, problems of choices and bounds.
fn written() -> String {
    let found = declarations(gather);
    let declarations: Vec<String> = found.into_values().collect();
    let refusals = reasons("Reasons", "The reasons of refusals, each with its values.", all_reasons());
    let choices = reasons(
        "Problems",
        "The reasons why a choice for a table is refused, each with its values.",
        problems(),
    );
    let bounds: Vec<String> = Bound::ALL.iter().map(|bound| format!("\"{}\"", bound.name())).collect();
    let bounds = format!(
        "/**\n * What bounds an amount beyond the choices of a setting, by its name.\n */\nexport type Bound = {};\n",
        bounds.join(" | ")
    );
    format!("{HEAD}\n{}\n{refusals}\n{choices}\n{bounds}", declarations.join("\n"))
}

/// Reasons with the values of each, so that the page does not compile if it lacks words for one.
fn reasons(name: &str, docs: &str, reasons: BTreeMap<&str, &[(&str, ReasonValueKind)]>) -> String {
    let kind = |kind: &ReasonValueKind| match kind {
        ReasonValueKind::Number => "number",
        ReasonValueKind::Word => "string",
        ReasonValueKind::Flag => "boolean",
    };
    let line = |(reason, values): (&str, &[(&str, ReasonValueKind)])| {
        let values: Vec<String> = values.iter().map(|(name, of)| format!("{name}: {}", kind(of))).collect();
        let values = if values.is_empty() {
            "Record<never, never>".to_owned()
        } else {
            format!("{{ {} }}", values.join(", "))
        };
        format!("{reason}: {values}, ")
    };
    let lines: String = reasons.into_iter().map(line).collect();
    format!("/**\n * {docs}\n */\nexport type {name} = {{ {lines}}};\n")
}

fn gather(gatherer: &mut Gatherer<'_>) {
    gatherer.take::<Request>();
    gatherer.take::<Frame>();
    gatherer.take::<WireListing>();
    gatherer.take::<WirePosition>();
    gatherer.take::<ReportWish>();
    gatherer.take::<WireReportReceipt>();
    gatherer.take::<Reports>();
    gatherer.take::<DealtWish>();
    gatherer.take::<SignificantEvents>();
    gatherer.take::<OpeningWish>();
    gatherer.take::<AgreeWish>();
    gatherer.take::<WireOpeningReceipt>();
    gatherer.take::<Openings>();
    gatherer.take::<OpenedHand>();
    gatherer.take::<OwnHands>();
    gatherer.take::<WireReplay>();
    gatherer.take::<Results>();
    gatherer.take::<ShareWish>();
    gatherer.take::<ShareLink>();
    gatherer.take::<SharedPage>();
}

#[test]
fn the_types_of_the_page_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/wire.ts");
    let fresh = written();
    if std::env::var_os("CARDROOM_WRITE").is_some() {
        std::fs::write(&path, &fresh).expect("the page's folder can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == fresh,
        "web/src/wire/wire.ts is old: CARDROOM_WRITE=1 cargo test -p server --test it typescript"
    );
}
