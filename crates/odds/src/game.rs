//! The games whose hands can be compared.

use std::fmt;
use std::str::FromStr;

use cards::{LowQualifier, ShowdownMode, Used};

/// A game, as far as its showdown is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Two hole cards, any five cards.
    Holdem,
    /// Four hole cards, exactly two of them.
    Omaha,
    /// Three hole cards, exactly two of them.
    Manila,
    /// Hold'em with a third hole card that is thrown away before the flop.
    Pineapple,
    /// Hold'em with a third hole card that is thrown away after the flop.
    CrazyPineapple,
}

impl Game {
    /// All games.
    pub const ALL: [Game; 5] =
        [Game::Holdem, Game::Omaha, Game::Manila, Game::Pineapple, Game::CrazyPineapple];

    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Game::Holdem => "holdem",
            Game::Omaha => "omaha",
            Game::Manila => "manila",
            Game::Pineapple => "pineapple",
            Game::CrazyPineapple => "crazy_pineapple",
        }
    }

    /// How many hole cards a hand has at the showdown.
    pub const fn hole_cards(self) -> usize {
        match self {
            Game::Holdem | Game::Pineapple | Game::CrazyPineapple => 2,
            Game::Manila => 3,
            Game::Omaha => 4,
        }
    }

    /// How a hand is composed (9.1).
    pub const fn used(self) -> Used {
        match self {
            Game::Holdem | Game::Pineapple | Game::CrazyPineapple => Used::Any,
            Game::Omaha | Game::Manila => Used::ExactlyTwo,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text names no game with a showdown of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAGame {
    /// What was given.
    pub given: String,
}

impl fmt::Display for NotAGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no game that can be compared: choose holdem, omaha, manila, pineapple or crazy-pineapple",
            self.given
        )
    }
}

impl std::error::Error for NotAGame {}

impl FromStr for Game {
    type Err = NotAGame;

    fn from_str(text: &str) -> Result<Game, NotAGame> {
        let name = text.replace('-', "_");
        let game = Game::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| NotAGame { given: text.to_owned() })
    }
}

/// What `high`, `low`, `hilo` and `hilo8` stand for; `None` for any other word.
pub fn mode_of(word: &str) -> Option<(ShowdownMode, LowQualifier)> {
    match word {
        "high" => Some((ShowdownMode::High, LowQualifier::None)),
        "low" => Some((ShowdownMode::Low, LowQualifier::None)),
        "hilo" => Some((ShowdownMode::HighLow, LowQualifier::None)),
        "hilo8" => Some((ShowdownMode::HighLow, LowQualifier::Eight)),
        _ => None,
    }
}
