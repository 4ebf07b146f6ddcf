//! Answers showdowns given as table rows, as read and printed by `cardroom showdown --batch`.

use std::fmt;

use cards::{
    Ace, Card, CardSet, Choice, ChoiceError, ParseCardError, ParseChoiceError, ParseDeckError, Ranking,
    ShowdownMode,
};

use crate::game::{ParseGameError, ShowdownGame, parse_mode};
use crate::showdown::ShowdownResult;
use crate::spot::{SpotError, max_players, parse_cards};

/// The header line of the answers.
pub const ANSWER_HEADER: &str = "id,high_category,high_winners,low_hand,low_winners";

/// The columns a table must have; others are ignored.
const COLUMNS: [&str; 9] = ["id", "game", "deck", "joker", "ace_low", "mode", "low_ace", "board", "holes"];

/// The positions of the columns, and the settings for which the table has no column.
#[derive(Clone, Debug)]
pub struct BatchColumns {
    positions: [usize; 9],
    defaults: Choice,
}

/// Why a table or one of its rows cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchLineError {
    /// The header lacks a column.
    MissingColumn {
        /// The column.
        column: &'static str,
    },
    /// A row ends before a column.
    MissingField {
        /// The column.
        column: &'static str,
    },
    /// Neither 0 nor 1.
    Flag {
        /// The column.
        column: &'static str,
        /// What is there instead.
        given: String,
    },
    /// Not a mode of showdown.
    Mode {
        /// What is there instead.
        given: String,
    },
    /// Not a game.
    Game(ParseGameError),
    /// Not a deck.
    Deck(ParseDeckError),
    /// Not a value of a hand-ranking setting.
    Setting(ParseChoiceError),
    /// The hand-ranking settings contradict each other.
    Choice(ChoiceError),
    /// A text that does not name a card.
    Card(ParseCardError),
    /// Not a complete board.
    Board {
        /// How many cards there are.
        found: usize,
    },
    /// More or fewer hole cards than the game deals.
    HoleCards {
        /// The game.
        game: ShowdownGame,
        /// How many cards there are.
        found: usize,
    },
    /// Cards that cannot be dealt together.
    Spot(SpotError),
}

impl fmt::Display for BatchLineError {
    /// Says which column is wrong and what was expected there; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BatchLineError::MissingColumn { column } => {
                write!(f, "column {column} is missing: the first line names the columns")
            }
            BatchLineError::MissingField { column } => write!(f, "column {column} is missing"),
            BatchLineError::Flag { column, given } => {
                write!(f, "column {column}: expected 0 or 1, found `{given}`")
            }
            BatchLineError::Mode { given } => {
                write!(f, "column mode: expected high, low, hilo or hilo8, found `{given}`")
            }
            BatchLineError::Game(error) => error.fmt(f),
            BatchLineError::Deck(error) => error.fmt(f),
            BatchLineError::Setting(error) => error.fmt(f),
            BatchLineError::Choice(error) => error.fmt(f),
            BatchLineError::Card(error) => error.fmt(f),
            BatchLineError::Board { found } => write!(f, "expected a board of 5 cards, found {found}"),
            BatchLineError::HoleCards { game, found } => {
                write!(f, "expected {} hole cards in {game}, found {found}", game.hole_cards())
            }
            BatchLineError::Spot(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BatchLineError {
    /// The error of the part that could not be parsed, for callers that print a chain of causes.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BatchLineError::Game(error) => Some(error),
            BatchLineError::Deck(error) => Some(error),
            BatchLineError::Setting(error) => Some(error),
            BatchLineError::Choice(error) => Some(error),
            BatchLineError::Card(error) => Some(error),
            BatchLineError::Spot(error) => Some(error),
            BatchLineError::MissingColumn { .. }
            | BatchLineError::MissingField { .. }
            | BatchLineError::Flag { .. }
            | BatchLineError::Mode { .. }
            | BatchLineError::Board { .. }
            | BatchLineError::HoleCards { .. } => None,
        }
    }
}

impl BatchColumns {
    /// Finds the columns of a batch of showdowns in its header line, in any order; unknown columns are
    /// ignored and none of the nine may be missing. Settings without a column are those of
    /// [`Choice::default`].
    ///
    /// # Errors
    /// A missing column.
    pub fn of(header: &str) -> Result<BatchColumns, BatchLineError> {
        let names: Vec<&str> =
            header.trim_end().trim_start_matches('\u{feff}').split(',').map(str::trim).collect();
        let mut at = [0; 9];
        for (at, column) in at.iter_mut().zip(COLUMNS) {
            let found = names.iter().position(|name| *name == column);
            *at = found.ok_or(BatchLineError::MissingColumn { column })?;
        }
        Ok(BatchColumns { positions: at, defaults: Choice::default() })
    }

    /// The same columns, with the settings that have no column taken from `usual`, as `cardroom showdown
    /// --batch` takes them from the command line.
    #[must_use]
    pub fn with_defaults(self, usual: Choice) -> BatchColumns {
        BatchColumns { defaults: usual, ..self }
    }

    /// The fields of a row, in the order of [`COLUMNS`] whatever their order in the file, without surrounding
    /// spaces. An error if the row ends early; quoting is not supported.
    fn fields<'a>(&self, line: &'a str) -> Result<[&'a str; 9], BatchLineError> {
        let fields: Vec<&str> = line.trim_end_matches(['\r', '\n']).split(',').collect();
        let mut found = [""; 9];
        for (column, field) in found.iter_mut().enumerate() {
            *field = fields
                .get(self.positions[column])
                .ok_or(BatchLineError::MissingField { column: COLUMNS[column] })?
                .trim();
        }
        Ok(found)
    }

    /// The game and the hand-ranking settings that a row's columns ask for; its cards are not looked at, and
    /// the rule for hole cards is the game's.
    ///
    /// # Errors
    /// A field that cannot be parsed, or invalid settings.
    pub fn choice(&self, line: &str) -> Result<(ShowdownGame, Choice), BatchLineError> {
        let fields = self.fields(line)?;
        let flag = |column: usize| match fields[column] {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(BatchLineError::Flag { column: COLUMNS[column], given: other.to_owned() }),
        };
        let game: ShowdownGame = fields[1].parse().map_err(BatchLineError::Game)?;
        let word = fields[5];
        let (mode, low_qualifier) =
            parse_mode(word).ok_or_else(|| BatchLineError::Mode { given: word.to_owned() })?;
        let choice = Choice {
            deck: fields[2].parse().map_err(BatchLineError::Deck)?,
            joker: flag(3)?,
            ace: if flag(4)? { Ace::HighAndLow } else { Ace::High },
            low_ace: fields[6].parse().map_err(BatchLineError::Setting)?,
            mode,
            low_qualifier,
            hole_cards_used: game.hole_cards_used(),
            ..self.defaults
        };
        choice.validate().map_err(BatchLineError::Choice)?;
        Ok((game, choice))
    }

    /// The answer to one row as a line in the columns of [`ANSWER_HEADER`], without a line end; a file format
    /// that does not change. Players count from 1; `-` stands for nobody, and for low hands that do not
    /// count.
    ///
    /// ```
    /// use odds::BatchColumns;
    /// let columns = BatchColumns::of("id,game,deck,joker,ace_low,mode,low_ace,board,holes").unwrap();
    /// let answer = columns.answer("1,holdem,52,0,1,high,follow,Kd Kc 4h 4s 8d,As 2s|Jc Th").unwrap();
    /// assert_eq!(answer, "1,two_pairs|two_pairs,1,-,-");
    /// ```
    ///
    /// # Errors
    /// A field that cannot be parsed, or cards that cannot be dealt together.
    pub fn answer(&self, line: &str) -> Result<String, BatchLineError> {
        let (game, choice) = self.choice(line)?;
        let [id, .., board, holes] = self.fields(line)?;
        let ranking = Ranking::of(choice).map_err(BatchLineError::Choice)?;
        let board = parse_cards(board).map_err(BatchLineError::Card)?;
        let holes: Vec<Vec<Card>> =
            holes.split('|').map(parse_cards).collect::<Result<_, _>>().map_err(BatchLineError::Card)?;
        check_showdown(&ranking, game, &board, &holes)?;

        let showdown = ShowdownResult::of(&ranking, &board, &holes);
        let high: Vec<&str> = showdown.high.iter().map(|strength| strength.category().name()).collect();
        let low = match choice.mode {
            ShowdownMode::High => "-".to_owned(),
            ShowdownMode::Low | ShowdownMode::HighLow => {
                let name =
                    |low: &Option<_>| low.map_or_else(|| "none".to_owned(), |low| ranking.low_name(low));
                showdown.low.iter().map(name).collect::<Vec<_>>().join("|")
            }
        };
        let players = |winners: &[usize]| match winners {
            [] => "-".to_owned(),
            winners => winners.iter().map(|player| (player + 1).to_string()).collect::<Vec<_>>().join("+"),
        };
        Ok(format!(
            "{id},{},{},{low},{}",
            high.join("|"),
            players(&showdown.high_winners),
            players(&showdown.low_winners)
        ))
    }
}

/// Checks that these cards can be on the table at a showdown: a full board, each player with the game's
/// number of hole cards, no card twice or outside the deck. [`ShowdownResult::of`] relies on it.
///
/// # Errors
/// A wrong number of cards, too many players for the deck, a duplicate card, or a card that is not in the
/// deck.
pub fn check_showdown(
    ranking: &Ranking,
    game: ShowdownGame,
    board: &[Card],
    holes: &[Vec<Card>],
) -> Result<(), BatchLineError> {
    if board.len() != 5 {
        return Err(BatchLineError::Board { found: board.len() });
    }
    let mut seen = CardSet::EMPTY;
    for hole in holes {
        if hole.len() != game.hole_cards() {
            return Err(BatchLineError::HoleCards { game, found: hole.len() });
        }
    }
    let (players, most) = (holes.len(), max_players(ranking, game, 0));
    let Choice { deck, joker, .. } = *ranking.choice();
    if players > most {
        return Err(BatchLineError::Spot(SpotError::TooManyPlayers { players, most, deck, joker }));
    }
    for card in board.iter().chain(holes.iter().flatten()).copied() {
        if !ranking.cards().contains(card) {
            return Err(BatchLineError::Spot(SpotError::NotInDeck { card, deck, joker }));
        }
        if !seen.insert(card) {
            return Err(BatchLineError::Spot(SpotError::Twice(card)));
        }
    }
    Ok(())
}
