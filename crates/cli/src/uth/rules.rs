//! The rules of the game from a book, a file and the choices on the command line; later ones override earlier
//! ones.

use std::ops::Range;
use std::path::{Path, PathBuf};

use ::odds::{PayTable, UltimateRules};
use rulebook::setting::GameFamily;
use toml::de::{DeTable, DeValue};

use super::{UthReasons, one_reason};
use crate::{rules, text_files};

/// The rules of the game; without any of these options, those of NI2019-212.
#[derive(clap::Args, Debug)]
pub(super) struct UltimateRulesArgs {
    /// The book whose table is played (a name or a book file)
    #[arg(long)]
    book: Option<String>,
    /// A file of other rules: settings such as `dealer_qualifies = "two_pairs"`, and what a wager pays under
    /// [blind] and [trips], such as `flush = "3/2"`
    #[arg(long, value_name = "FILE")]
    paytable: Option<PathBuf>,
    /// Choose SETTING=VALUE (may be given several times): deck_cards, missing_cards, ace, dealer_qualifies,
    /// blind_odds, trips_odds, trips_survives_fold
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    set: Vec<String>,
}

/// A choice that every real table needs, but the mathematics does not.
const LARGEST_PAYOUT: (&str, &str) = ("max_payout_cents", "1");

/// A setting that no book has: it is only for what-if questions.
const MISSING_CARDS: &str = "missing_cards";

impl UltimateRulesArgs {
    /// The rules that result from all options: those of NI2019-212, then the book, the file of --paytable and
    /// --set, each overriding the ones before. Every fault of --set is reported at once.
    pub(super) fn determine(&self) -> Result<UltimateRules, UthReasons> {
        let mut rules = UltimateRules::default();
        let chosen = rules::parse_choices(&self.set)?;
        // Report faults of every choice at once, before asking the book.
        let mut reasons = Vec::new();
        for (setting, value) in &chosen {
            let tried = UltimateRules::default().set(setting, value);
            reasons.extend(tried.err().map(|why| format!("--set {setting}={value}: {why}")));
        }
        if !reasons.is_empty() {
            return Err(reasons);
        }
        if let Some(named) = &self.book {
            apply_book(&mut rules, named, &chosen)?;
        }
        if let Some(path) = &self.paytable {
            apply_file(&mut rules, path)?;
        }
        for (setting, value) in &chosen {
            rules.set(setting, value).map_err(one_reason)?;
        }
        Ok(rules)
    }
}

/// Applies a book of Ultimate, with the choices it allows, to the rules. Missing cards are left out of the
/// choices: no book has that setting.
fn apply_book(rules: &mut UltimateRules, named: &str, chosen: &[(&str, &str)]) -> Result<(), UthReasons> {
    let book = rules::load_book(named)?;
    if book.family() != GameFamily::Ultimate {
        return Err(one_reason(format!(
            "--book {named}: {} is not a book of Ultimate Texas Hold'em; use canberra-ultimate-2019 or a file made from it",
            book.title()
        )));
    }
    let is_missing_cards = |setting: &str| setting.trim().replace('-', "_") == MISSING_CARDS;
    let mut choices: Vec<(&str, &str)> =
        chosen.iter().copied().filter(|(setting, _)| !is_missing_cards(setting)).collect();
    choices.push(LARGEST_PAYOUT);
    let table = book
        .determine(&choices)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect::<UthReasons>())?;
    for setting in UltimateRules::SETTINGS.into_iter().filter(|setting| *setting != MISSING_CARDS) {
        rules
            .set(setting, table.text(setting))
            .map_err(|why| one_reason(format!("--book {named}: {why}")))?;
    }
    Ok(())
}

/// Applies the file of --paytable to the rules; every fault in it is reported with its line.
fn apply_file(rules: &mut UltimateRules, path: &Path) -> Result<(), UthReasons> {
    let shown = path.display();
    let text = text_files::read_text(path, &text_files::ULTIMATE_RULES).map_err(one_reason)?;
    apply_text(rules, &text)
        .map_err(|faults| faults.iter().map(|(line, why)| format!("{shown}, line {line}: {why}")).collect())
}

/// A line number, from 1, and what is wrong there.
type RulesFileError = (usize, String);

/// Applies the settings and pay tables in the text of a file. On an error, with all faults in the order of
/// their lines, the rules may be changed in part and must not be used.
fn apply_text(rules: &mut UltimateRules, text: &str) -> Result<(), Vec<RulesFileError>> {
    let line = |span: Range<usize>| {
        text.as_bytes()[..span.start.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
    };
    let table = DeTable::parse(text)
        .map_err(|why| vec![(line(why.span().unwrap_or_default()), why.message().to_owned())])?;
    let mut faults = Vec::new();
    for (key, value) in table.get_ref() {
        let name: &str = key.get_ref();
        match (name, value.get_ref()) {
            ("blind" | "trips", DeValue::Table(odds)) => {
                let mut lines = Vec::new();
                for (kind, odds) in odds {
                    let kind_name: &str = kind.get_ref();
                    let written = scalar_text(odds.get_ref()).unwrap_or_else(|| "a list".to_owned());
                    let alone = PayTable::parse(name, std::iter::once((kind_name, written.as_str())));
                    match alone {
                        Ok(_) => lines.push((kind_name.to_owned(), written)),
                        Err(why) => faults.push((line(kind.span()), why.to_string())),
                    }
                }
                let pairs = lines.iter().map(|(kind, odds)| (kind.as_str(), odds.as_str()));
                let Ok(paid) = PayTable::parse(name, pairs) else { continue };
                if paid.paid().count() < lines.len() {
                    let why = format!("[{name}] names a kind of hand twice: expected each once");
                    faults.push((line(key.span()), why));
                }
                if name == "blind" {
                    rules.blind = paid;
                } else {
                    rules.trips = paid;
                }
            }
            ("blind" | "trips", _) => {
                let why =
                    format!("expected a table [{name}] with a line such as `flush = \"3/2\"` for each kind");
                faults.push((line(key.span()), why));
            }
            (setting, value) => {
                let written = scalar_text(value).unwrap_or_else(|| "a list".to_owned());
                if let Err(why) = rules.set(setting, &written) {
                    faults.push((line(key.span()), why.to_string()));
                }
            }
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// A text, a number, true or false as a setting takes it; `None` for lists, tables and dates.
fn scalar_text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
