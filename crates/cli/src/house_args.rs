//! The options that choose the rules of play, `--book`, `--game` and `--set`, and the reply to wrong ones.

use std::process::ExitCode;
use std::sync::Arc;

use rulebook::{Determination, Rule};
use table::House;

use crate::rules;

/// Every reason why something cannot be done, one per line.
pub type Reasons = Vec<String>;

/// The rules of play.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct HouseArgs {
    /// The rule book: a name such as canberra-holdem-2018, or a book file
    #[arg(long)]
    pub book: Option<String>,
    /// The game, such as holdem
    #[arg(long)]
    pub game: Option<String>,
    /// A choice the book leaves open, such as --set limit_structure=fixed (may be given several times)
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    pub set: Vec<String>,
}

/// Prints why something cannot be done, and returns the exit code for unusable input.
pub fn refuse(reasons: &[String]) -> ExitCode {
    for reason in reasons {
        say!("error: {reason}");
    }
    ExitCode::from(2)
}

impl HouseArgs {
    /// A table of the book with the choices made, large enough for `players`. Without --book the book is
    /// `otherwise`; `adjusted` may change what was determined.
    pub fn house(
        &self,
        otherwise: &str,
        players: u8,
        adjusted: impl Fn(Determination) -> Determination,
    ) -> Result<Arc<House>, Reasons> {
        let book = rules::load_poker_book(self.book.as_deref().unwrap_or(otherwise))?;
        let mut choices = rules::parse_choices(&self.set)?;
        let game = self.game.as_deref().map(|game| game.trim().replace('-', "_"));
        if let Some(game) = &game {
            choices.push(("games", game));
        }
        let fixed = |choices: &[(&str, &str)]| -> Result<House, Reasons> {
            let determined = book.determine(choices).map_err(|problems| to_reasons(&problems))?;
            House::of(&adjusted(determined)).map_err(|problems| to_reasons(&problems))
        };
        let mut house = fixed(&choices)?;
        let seats = players.to_string();
        if players > house.seats && !choices.iter().any(|(setting, _)| setting.trim() == "seats") {
            choices.push(("seats", &seats));
            house = fixed(&choices)?;
        }
        if players > house.seats {
            let seats = house.seats;
            return Err(vec![format!("{players} players do not fit a table of {seats} seats")]);
        }
        if players > house.most_players() {
            let most = house.most_players();
            return Err(vec![format!("{players} players are too many: the deck serves at most {most}")]);
        }
        for warning in house.determined.warnings() {
            say!("warning: {warning}");
        }
        Ok(Arc::new(house))
    }
}

fn to_reasons(problems: &[impl ToString]) -> Reasons {
    problems.iter().map(ToString::to_string).collect()
}

/// The stack of the default tables: a hundred times the last blind.
pub fn default_stack(house: &House) -> chips::Chips {
    house.last_blind().times(100).unwrap_or(chips::Chips::MAX)
}

/// The clauses of a rule, or its name if no document is behind it.
pub fn clauses_text(determined: &Determination, rule: Rule) -> String {
    let ids = determined.cites(rule);
    if ids.is_empty() { rule.name().to_owned() } else { ids.join(", ") }
}
