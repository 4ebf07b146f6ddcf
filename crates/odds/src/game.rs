//! The games whose hands can be compared.

use std::fmt;
use std::str::FromStr;

use cards::{LowQualifier, ShowdownMode, Used};

/// A game, as far as its showdown is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShowdownGame {
    /// Two hole cards; any five cards make a hand.
    Holdem,
    /// Four hole cards, of which exactly two are used.
    Omaha,
    /// Three hole cards, of which exactly two are used.
    Manila,
    /// Hold'em with a third hole card that is discarded before the flop.
    Pineapple,
    /// Hold'em with a third hole card that is discarded after the flop.
    CrazyPineapple,
}

impl ShowdownGame {
    /// All games.
    pub const ALL: [ShowdownGame; 5] = [
        ShowdownGame::Holdem,
        ShowdownGame::Omaha,
        ShowdownGame::Manila,
        ShowdownGame::Pineapple,
        ShowdownGame::CrazyPineapple,
    ];

    /// The name used in commands and batch files, with underscores; it never changes.
    pub const fn name(self) -> &'static str {
        match self {
            ShowdownGame::Holdem => "holdem",
            ShowdownGame::Omaha => "omaha",
            ShowdownGame::Manila => "manila",
            ShowdownGame::Pineapple => "pineapple",
            ShowdownGame::CrazyPineapple => "crazy_pineapple",
        }
    }

    /// The number of hole cards each player has at the showdown, after any discard: two in both Pineapple
    /// games.
    pub const fn hole_cards(self) -> usize {
        match self {
            ShowdownGame::Holdem | ShowdownGame::Pineapple | ShowdownGame::CrazyPineapple => 2,
            ShowdownGame::Manila => 3,
            ShowdownGame::Omaha => 4,
        }
    }

    /// How many hole cards make up a hand (9.1); overrides that setting in any [`Choice`](cards::Choice) a
    /// game is played with.
    pub const fn hole_cards_used(self) -> Used {
        match self {
            ShowdownGame::Holdem | ShowdownGame::Pineapple | ShowdownGame::CrazyPineapple => Used::Any,
            ShowdownGame::Omaha | ShowdownGame::Manila => Used::ExactlyTwo,
        }
    }
}

impl fmt::Display for ShowdownGame {
    /// Writes the name used in commands and files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that does not name a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGameError {
    /// The text as given.
    pub given: String,
}

impl fmt::Display for ParseGameError {
    /// Names the text and the games expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a game whose hands can be compared: expected holdem, omaha, manila, pineapple or \
             crazy-pineapple",
            self.given
        )
    }
}

impl std::error::Error for ParseGameError {}

impl FromStr for ShowdownGame {
    type Err = ParseGameError;

    /// Parses the name of a game; hyphens are accepted in place of underscores.
    fn from_str(text: &str) -> Result<ShowdownGame, ParseGameError> {
        let name = text.replace('-', "_");
        let game = ShowdownGame::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| ParseGameError { given: text.to_owned() })
    }
}

/// What the words `high`, `low`, `hilo` and `hilo8` of commands and batch files stand for; `None` for any
/// other word.
///
/// ```
/// use cards::{LowQualifier, ShowdownMode};
/// assert_eq!(odds::parse_mode("hilo8"), Some((ShowdownMode::HighLow, LowQualifier::Eight)));
/// ```
pub fn parse_mode(word: &str) -> Option<(ShowdownMode, LowQualifier)> {
    match word {
        "high" => Some((ShowdownMode::High, LowQualifier::None)),
        "low" => Some((ShowdownMode::Low, LowQualifier::None)),
        "hilo" => Some((ShowdownMode::HighLow, LowQualifier::None)),
        "hilo8" => Some((ShowdownMode::HighLow, LowQualifier::Eight)),
        _ => None,
    }
}
