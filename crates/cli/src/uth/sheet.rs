//! The par sheet for a regulator: the rules, every figure exactly, and every result with its probability.

use std::fmt::Write as _;

use ::odds::{Fraction, PayTable, PlayWager, WagerTally};
use cards::Category;

use super::analyse::Analysis;
use super::text::{self, category_text, exact_text, grouped};

/// The format of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SheetFormat {
    Markdown,
    Csv,
}

impl SheetFormat {
    /// The format by the extension of the file, upper or lower case; `None` for any but .md and .csv.
    pub(super) fn of(path: &std::path::Path) -> Option<SheetFormat> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "md" => Some(SheetFormat::Markdown),
            "csv" => Some(SheetFormat::Csv),
            _ => None,
        }
    }
}

/// A section of the sheet: a heading, the names of its columns, and its rows.
struct SheetSection {
    name: &'static str,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

/// Decimals shown of a probability.
const DECIMALS_OF_PROBABILITY: usize = 12;

/// The share `part / all` as a decimal, cut off after `DECIMALS_OF_PROBABILITY` places.
fn probability(part: u64, all: i128) -> String {
    Fraction::new(part.into(), all).to_decimal(DECIMALS_OF_PROBABILITY)
}

/// The section of the par sheet with the rules that were worked out, the method, and the program's version.
fn rules(analysis: &Analysis) -> SheetSection {
    let rules = &analysis.rules;
    let rows = [
        ("deck", text::deck(rules)),
        ("ante", text::ante(rules)),
        ("blind", text::blind(rules)),
        (
            "play",
            format!("4 or 3 times the ante before the flop, 2 after it, 1 at the river; {}", text::PLAY),
        ),
        ("fold", text::FOLD.to_owned()),
        ("trips", text::trips(rules)),
        ("play of the player", format!("best at every decision for the main game; {}", text::TIES)),
        ("method", "every deal counted in whole numbers, nothing sampled".to_owned()),
        ("program", format!("cardroom {}", crate::VERSION)),
    ];
    let rows = rows.into_iter().map(|(name, what)| vec![name.to_owned(), what]).collect();
    SheetSection { name: "Rules", columns: &["rule", "as worked out"], rows }
}

/// The section of the par sheet with every figure of the game, in antes or as a share: decimal and exact
/// fraction.
fn figures(analysis: &Analysis) -> SheetSection {
    let (values, outcomes) = (&analysis.values, &analysis.outcomes);
    let mut rows = Vec::new();
    let mut figure = |name: &str, value: Fraction| {
        rows.push(vec![name.to_owned(), value.to_decimal(DECIMALS_OF_PROBABILITY), exact_text(value)]);
    };
    figure("value of the game in antes", values.value);
    figure("house edge of the ante", values.house_edge());
    figure(
        "return to the player of the ante",
        Fraction::new(values.value.numerator() + values.value.denominator(), values.value.denominator()),
    );
    figure("mean wager in antes", outcomes.mean_wager);
    figure("element of risk: house edge of all that is wagered", outcomes.element_of_risk);
    figure("variance in antes squared", outcomes.variance);
    let deals = |part: u64| Fraction::new(part.into(), values.deals as i128);
    for (play, settled) in PlayWager::ALL.into_iter().zip(&outcomes.by_wager) {
        figure(&format!("share of deals bet {}x", play.times()), deals(settled.deals()));
    }
    figure("share of deals folded", deals(outcomes.folded));
    figure("value of the trips wager", values.trips);
    figure("variance of the trips wager", values.trips_variance);
    figure("value of the game where no hand that wins trips is folded", values.with_trips.value);
    figure("what that costs in antes", values.with_trips.cost);
    rows.push(vec!["deals".to_owned(), values.deals.to_string(), values.deals.to_string()]);
    SheetSection { name: "Figures", columns: &["figure", "decimal (cut off)", "exact"], rows }
}

/// The section of the par sheet with every net result in antes: how many deals have it, and its part of the
/// value.
fn results(analysis: &Analysis) -> SheetSection {
    let deals = analysis.values.deals as i128;
    let row = |(net, count): &(Fraction, u64)| {
        let part = Fraction::new(net.numerator() * i128::from(*count), net.denominator() * deals);
        vec![
            exact_text(*net),
            count.to_string(),
            probability(*count, deals),
            part.to_decimal(DECIMALS_OF_PROBABILITY),
        ]
    };
    let columns = &["net result in antes", "deals", "probability", "part of the value"];
    SheetSection { name: "Results", columns, rows: analysis.outcomes.results.iter().map(row).collect() }
}

/// The section of the par sheet on how hands end, by play wager. The counts of its rows add up to all deals.
fn endings(analysis: &Analysis) -> SheetSection {
    let deals = analysis.values.deals as i128;
    let mut rows = Vec::new();
    for (play, settled) in PlayWager::ALL.into_iter().zip(&analysis.outcomes.by_wager) {
        let mut row = |ending: String, qualifies: &str, count: u64| {
            if count > 0 {
                let play = format!("{}x", play.times());
                rows.push(vec![
                    play,
                    ending,
                    qualifies.to_owned(),
                    count.to_string(),
                    probability(count, deals),
                ]);
            }
        };
        let WagerTally { won, tied, lost } = settled;
        for (dealer, qualifies) in [(1, "yes"), (0, "no")] {
            for (hand, count) in Category::ALL.into_iter().zip(won[dealer]) {
                row(format!("won with {}", category_text(hand)), qualifies, count);
            }
        }
        row("tied".to_owned(), "either", *tied);
        row("lost".to_owned(), "yes", lost[1]);
        row("lost".to_owned(), "no", lost[0]);
    }
    let folded = analysis.outcomes.folded;
    rows.push(vec![
        "none".to_owned(),
        "folded".to_owned(),
        "either".to_owned(),
        folded.to_string(),
        probability(folded, deals),
    ]);
    let columns = &["play", "ending", "dealer qualifies", "deals", "probability"];
    SheetSection { name: "Endings", columns, rows }
}

/// The section of the par sheet on the trips wager: each kind of hand of seven cards, what it pays, and its
/// part of the value.
fn trips(analysis: &Analysis) -> SheetSection {
    let sevens = &analysis.values.sevens;
    let all: i128 = sevens.iter().map(|number| i128::from(*number)).sum();
    let table: &PayTable = &analysis.rules.trips;
    let row = |(hand, number): (Category, &u64)| {
        let odds = table.odds(hand);
        let net = odds.map_or(Fraction::new(-1, 1), |odds| {
            Fraction::new(odds.numerator.into(), odds.denominator.into())
        });
        let part = Fraction::new(net.numerator() * i128::from(*number), net.denominator() * all);
        let pays = odds.map_or("loses".to_owned(), |odds| odds.to_string());
        vec![
            category_text(hand),
            pays,
            number.to_string(),
            probability(*number, all),
            part.to_decimal(DECIMALS_OF_PROBABILITY),
        ]
    };
    let rows = Category::ALL.into_iter().zip(sevens).filter(|(_, number)| **number > 0).map(row).collect();
    let columns = &["hand of seven cards", "pays to one", "sets", "probability", "part of the value"];
    SheetSection { name: "Trips wager", columns, rows }
}

/// The section of the par sheet with every starting hand: its best decision, and the values of the choices in
/// antes.
fn hands(analysis: &Analysis) -> SheetSection {
    let row = |hand: &::odds::StartingHand| {
        let values = [hand.best, hand.four, hand.three, hand.check]
            .map(|value| value.to_decimal(DECIMALS_OF_PROBABILITY));
        let name = [hand.name.clone(), hand.combinations.to_string(), text::best_in_words(hand)];
        name.into_iter().chain(values).collect()
    };
    let columns = &["hand", "combinations", "best", "value", "4x", "3x", "check"];
    SheetSection { name: "Starting hands", columns, rows: analysis.values.hands.iter().map(row).collect() }
}

/// The par sheet for a regulator in the given format; the sections and their columns are the same in both.
pub(super) fn sheet(analysis: &Analysis, form: SheetFormat) -> String {
    let parts = [
        rules(analysis),
        figures(analysis),
        results(analysis),
        endings(analysis),
        trips(analysis),
        hands(analysis),
    ];
    match form {
        SheetFormat::Markdown => markdown(&format!("Par sheet: {}", text::title(&analysis.rules)), &parts),
        SheetFormat::Csv => csv(&parts),
    }
}

/// The sections as Markdown tables under headings. Whole numbers get commas, because people read them here.
fn markdown(title: &str, parts: &[SheetSection]) -> String {
    let mut text = format!("# {title}\n");
    for part in parts {
        let _ = write!(text, "\n## {}\n\n| {} |\n|", part.name, part.columns.join(" | "));
        part.columns.iter().for_each(|_| text.push_str("---|"));
        text.push('\n');
        for row in &part.rows {
            // Group the digits of whole numbers: people read them here.
            let cells: Vec<String> = row
                .iter()
                .map(|cell| {
                    if cell.bytes().all(|byte| byte.is_ascii_digit()) { grouped(cell) } else { cell.clone() }
                })
                .collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }
    text
}

/// The sections as CSV, one below the other with an empty line between: each row begins with the section's
/// name. Numbers have no commas, so that programs can read them.
fn csv(parts: &[SheetSection]) -> String {
    let quoted = |cell: &str| match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    };
    let line = |cells: &mut dyn Iterator<Item = String>| -> String {
        let mut line = cells.map(|cell| quoted(&cell)).collect::<Vec<_>>().join(",");
        line.push('\n');
        line
    };
    let mut text = String::new();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        let name = part.name;
        let mut columns = std::iter::once("part").chain(part.columns.iter().copied()).map(str::to_owned);
        text.push_str(&line(&mut columns));
        for row in &part.rows {
            text.push_str(&line(&mut std::iter::once(name.to_owned()).chain(row.iter().cloned())));
        }
    }
    text
}
