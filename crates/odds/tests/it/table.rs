//! Tables of known answers: a header line with the column names, then one line per case.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cards::{Ace, Choice};
use odds::{ShowdownGame, parse_mode};

/// A line of a table, by column name.
pub struct Line(BTreeMap<String, String>);

impl Line {
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    pub fn number(&self, column: &str) -> u128 {
        self.text(column).parse().unwrap()
    }

    pub fn numbers(&self, column: &str) -> Vec<u64> {
        self.text(column).split_whitespace().map(|number| number.parse().unwrap()).collect()
    }

    /// The settings given by a line; columns that are missing have their usual values.
    pub fn choice(&self) -> Choice {
        let or =
            |column: &str, otherwise: &str| self.0.get(column).map_or(otherwise.to_owned(), String::clone);
        let (mode, low_qualifier) = parse_mode(&or("mode", "high")).unwrap();
        Choice {
            deck: self.text("deck").parse().unwrap(),
            joker: self.text("joker") == "1",
            ace: if or("ace_low", "1") == "1" { Ace::HighAndLow } else { Ace::High },
            low_ace: or("low_ace", "follow").parse().unwrap(),
            mode,
            low_qualifier,
            hole_cards_used: or("game", "holdem").parse::<ShowdownGame>().unwrap().hole_cards_used(),
            ..Choice::default()
        }
    }
}

/// The lines of a table.
pub fn lines(table: &str) -> Vec<Line> {
    let mut lines = table.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| {
            let fields = line.split(',').map(str::to_owned);
            Line(names.iter().map(|name| (*name).to_owned()).zip(fields).collect())
        })
        .collect()
}

/// A file of the shared known answers, if they are available beside the project.
pub fn shared(name: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/known-answers");
    std::fs::read_to_string(folder.join(name)).ok()
}

/// How long tests may run, from `SLOW`: 0 for every day, 1 for some minutes, 2 for as long as it takes.
pub fn slowness() -> u8 {
    std::env::var("SLOW").ok().and_then(|value| value.parse().ok()).unwrap_or(0)
}

/// Whether to run the long tests too.
pub fn slow() -> bool {
    slowness() > 0
}
