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

/// Prints each reason as an `error:` line on stderr and returns exit code 2, the code for unusable input in
/// every command that uses it (`play`, `simulate`, `convert`).
pub fn refuse(reasons: &[String]) -> ExitCode {
    for reason in reasons {
        say!("error: {reason}");
    }
    ExitCode::from(2)
}

impl HouseArgs {
    /// The table that `play` and `simulate` deal at: the book with the choices of --game and --set, and
    /// enough seats for `players` even if the book's default has fewer, unless --set gives the seats.
    ///
    /// Without --book the book is `default_book`. `adjust` may change the determination before the table is
    /// made of it. Warnings of the book go to stderr. The error has every reason, one per line: the choices,
    /// or too many players for the table or the deck.
    pub fn house(
        &self,
        default_book: &str,
        players: u8,
        adjust: impl Fn(Determination) -> Determination,
    ) -> Result<Arc<House>, Reasons> {
        let book = rules::load_poker_book(self.book.as_deref().unwrap_or(default_book))?;
        let mut choices = rules::parse_choices(&self.set)?;
        let game = self.game.as_deref().map(|game| game.trim().replace('-', "_"));
        if let Some(game) = &game {
            choices.push(("games", game));
        }
        let determine = |choices: &[(&str, &str)]| -> Result<House, Reasons> {
            let determined = book.determine(choices).map_err(|problems| to_reasons(&problems))?;
            House::of(&adjust(determined)).map_err(|problems| to_reasons(&problems))
        };
        let mut house = determine(&choices)?;
        let seats = players.to_string();
        if players > house.seats && !choices.iter().any(|(setting, _)| setting.trim() == "seats") {
            choices.push(("seats", &seats));
            house = determine(&choices)?;
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

/// The book's or table's problems as reasons that [`refuse`] prints, one per problem and in the same order.
fn to_reasons(problems: &[impl ToString]) -> Reasons {
    problems.iter().map(ToString::to_string).collect()
}

/// The stack, in chips, where none is named: 100 times the last blind, as documented for `simulate --stack`;
/// at most `Chips::MAX`.
pub fn default_stack(house: &House) -> chips::Chips {
    house.last_blind().times(100).unwrap_or(chips::Chips::MAX)
}

/// The clauses of the book that a rule rests on, joined by commas; the rule's own name if the book has no
/// document. For the brackets after refusals and logged events in `play` and `simulate`.
pub fn clauses_text(determined: &Determination, rule: Rule) -> String {
    let ids = determined.cites(rule);
    if ids.is_empty() { rule.name().to_owned() } else { ids.join(", ") }
}
