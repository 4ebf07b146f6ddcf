//! The order of hands and the game, from a book, its settings, and options of their own.

use ::odds::{ShowdownGame, parse_mode};
use cards::Choice;
use clap::Args;

use super::{OddsReasons, one_reason};
use crate::rules;

/// The order of hands. Without a book: 52 cards, no joker, ace high and low, the highest hand.
#[derive(Args, Debug)]
pub(super) struct OrderArgs {
    /// The book whose default table is played (a name or a book file)
    #[arg(long)]
    book: Option<String>,
    /// Choose SETTING=VALUE (may be given several times)
    #[arg(long = "set", value_name = "SETTING=VALUE")]
    set: Vec<String>,
    /// Cards in the deck without the joker: 52, 48, 44, 40, 36 or 32
    #[arg(long, value_name = "N")]
    deck: Option<String>,
    /// Add one joker, a wild card
    #[arg(long)]
    joker: bool,
    /// The ace in straights: high or high-and-low
    #[arg(long)]
    ace: Option<String>,
}

/// What is played for.
#[derive(Args, Debug)]
pub(super) struct GameArgs {
    /// The game: holdem, omaha, manila, pineapple or crazy-pineapple; hold'em or the book's own if none is
    /// named
    #[arg(long)]
    game: Option<String>,
    /// What is played for: high, low, hilo, or hilo8 (eight or better for low)
    #[arg(long)]
    mode: Option<String>,
    /// The ace in low hands: follow, high or low
    #[arg(long = "low-ace")]
    low_ace: Option<String>,
}

impl OrderArgs {
    /// The choices as settings and values: first those of --set, then those of the separate options. `play`
    /// has the options of the game, for commands that have them.
    fn choices<'a>(&'a self, play: Option<&'a GameArgs>) -> Result<Vec<(&'a str, &'a str)>, OddsReasons> {
        let mut chosen = Vec::new();
        for set in &self.set {
            let (setting, value) = set.split_once('=').ok_or_else(|| {
                one_reason(format!("`{set}` chooses nothing: expected --set SETTING=VALUE"))
            })?;
            chosen.push((setting.trim(), value.trim()));
        }
        chosen.extend(self.deck.as_deref().map(|deck| ("deck_cards", deck)));
        chosen.extend(self.joker.then_some(("joker", "true")));
        chosen.extend(self.ace.as_deref().map(|ace| ("ace", ace)));
        if let Some(play) = play {
            chosen.extend(play.low_ace.as_deref().map(|ace| ("low_ace", ace)));
            if let Some(word) = play.mode.as_deref() {
                let (mode, qualifier) = parse_mode(word).ok_or_else(|| {
                    one_reason(format!("`{word}` is not a mode: choose high, low, hilo or hilo8"))
                })?;
                chosen.push(("showdown_mode", mode.value()));
                // A qualifier that is set by name is checked against the mode, not overruled by it.
                if !chosen.iter().any(|(setting, _)| setting.replace('-', "_") == "low_qualifier") {
                    chosen.push(("low_qualifier", qualifier.value()));
                }
            }
        }
        Ok(chosen)
    }

    /// The order of hands and the game that the options give, checked to go together; a warning of the order
    /// goes to stderr. Without a book, the usual order of 52 cards and hold'em.
    pub(super) fn determine(&self, play: Option<&GameArgs>) -> Result<(Choice, ShowdownGame), OddsReasons> {
        let chosen = self.choices(play)?;
        let mut choice = Choice::default();
        let mut game = play.and_then(|play| play.game.clone());
        match &self.book {
            None => {
                for (setting, value) in chosen {
                    apply_setting(&mut choice, &setting.replace('-', "_"), value)?;
                }
            }
            Some(named) => {
                let book = rules::load_book(named)?;
                // A book may fix a value that an option also chooses; only values that differ count as
                // choices.
                let usual = book.determine(&[]).map_err(to_reasons)?;
                let differs = |(setting, value): &(&str, &str)| match rulebook::Setting::named(
                    book.family(),
                    setting,
                ) {
                    Some(known) => known.canonical(value).as_deref() != Ok(usual.text(&known.name)),
                    None => true,
                };
                let chosen: Vec<(&str, &str)> = chosen.into_iter().filter(differs).collect();
                let table = book.determine(&chosen).map_err(to_reasons)?;
                let games = table.text("games").split(' ').next().unwrap_or_default().to_owned();
                game = game.or(Some(games));
                for setting in SETTINGS {
                    let value = table.text(setting);
                    // Where a book does not use a setting, the usual order holds.
                    if value != "not_used" {
                        apply_setting(&mut choice, setting, value)?;
                    }
                }
            }
        }
        let game: ShowdownGame = game.as_deref().unwrap_or("holdem").parse().map_err(one_reason)?;
        choice.hole_cards_used = game.hole_cards_used();
        choice.validate().map_err(one_reason)?;
        if let Some(warning) = choice.warning() {
            say!("warning: {warning}");
        }
        Ok((choice, game))
    }
}

/// The book's problems with the choices as reasons that the odds commands print, in the same order.
fn to_reasons(problems: Vec<rulebook::Problem>) -> OddsReasons {
    problems.iter().map(ToString::to_string).collect()
}

/// The settings that determine the order of hands.
const SETTINGS: [&str; 9] = [
    "deck_cards",
    "joker",
    "ace",
    "low_ace",
    "reduced_deck_order",
    "five_of_a_kind",
    "wild_may_copy_in_flush",
    "showdown_mode",
    "low_qualifier",
];

/// Applies the value of a setting, named with underscores, to the order of hands. Only those in `SETTINGS`
/// have a bearing on it; another is an error.
fn apply_setting(choice: &mut Choice, setting: &str, value: &str) -> Result<(), OddsReasons> {
    let flag = || match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(one_reason(format!("`{value}` is not a value of {setting}: choose true or false"))),
    };
    match setting {
        "deck_cards" => choice.deck = value.parse().map_err(one_reason)?,
        "joker" => choice.joker = flag()?,
        "ace" => choice.ace = value.parse().map_err(one_reason)?,
        "low_ace" => choice.low_ace = value.parse().map_err(one_reason)?,
        "reduced_deck_order" => choice.reduced_order = value.parse().map_err(one_reason)?,
        "five_of_a_kind" => choice.five_of_a_kind = value.parse().map_err(one_reason)?,
        "wild_may_copy_in_flush" => choice.wild_may_copy_in_flush = flag()?,
        "showdown_mode" => choice.mode = value.parse().map_err(one_reason)?,
        "low_qualifier" => choice.low_qualifier = value.parse().map_err(one_reason)?,
        _ => {
            let known = SETTINGS.join(", ");
            return Err(one_reason(format!(
                "{setting} does not affect cards and odds: choose one of {known}"
            )));
        }
    }
    Ok(())
}
