//! A spot: hands or ranges on a board that may not be complete.

use std::fmt;
use std::sync::Arc;

use cards::{Card, CardSet, Choice, ChoiceError, Deck, ParseCardError, Ranking};

use crate::game::ShowdownGame;
use crate::range::{ParseRangeError, Range};

/// Hands or ranges in a game, with the board so far and the hand ranking.
#[derive(Clone, Debug)]
pub struct Spot {
    pub(crate) ranking: Arc<Ranking>,
    pub(crate) game: ShowdownGame,
    pub(crate) board: Vec<Card>,
    pub(crate) ranges: Vec<Range>,
    /// The running totals of each range's weights, hand by hand; empty for a range of any cards.
    pub(crate) cumulative_weights: Vec<Vec<u32>>,
    /// The cards that can still come or be held.
    pub(crate) remaining: CardSet,
}

/// Why a spot is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpotError {
    /// Invalid hand-ranking settings.
    Choice(ChoiceError),
    /// A text that does not name a card.
    Card(ParseCardError),
    /// A text that is neither a hand nor a range.
    Range(ParseRangeError),
    /// The same card appears twice.
    Twice(Card),
    /// A card that is not in the deck.
    NotInDeck {
        /// The card.
        card: Card,
        /// The deck.
        deck: Deck,
        /// Whether it has the joker.
        joker: bool,
    },
    /// Too many board cards.
    Board(usize),
    /// Fewer than 2 players or more than 23.
    Players(usize),
    /// More players than the deck can serve to the end of the hand (AMB-020).
    TooManyPlayers {
        /// The number of players.
        players: usize,
        /// The largest possible number.
        most: usize,
        /// The deck.
        deck: Deck,
        /// Whether it has the joker.
        joker: bool,
    },
    /// No hand of a range is possible with the known cards removed.
    EmptyRange {
        /// The player, counted from 1.
        player: usize,
        /// The deck.
        deck: Deck,
        /// Whether it has the joker.
        joker: bool,
    },
    /// The ranges leave no way to give every player a hand.
    NoDeal,
    /// The weights of the ranges are too fine to be counted exactly.
    Weights,
}

impl fmt::Display for SpotError {
    /// Says what is wrong with the spot and what was expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpotError::Choice(why) => why.fmt(f),
            SpotError::Card(why) => why.fmt(f),
            SpotError::Range(why) => why.fmt(f),
            SpotError::Twice(card) => write!(f, "{card} appears twice: each card can be in only one place"),
            SpotError::NotInDeck { card, deck, joker } => {
                write!(f, "{card} is not in the deck of {}", deck_in_words(*deck, *joker))
            }
            SpotError::Board(cards) => write!(f, "expected at most 5 board cards, found {cards}"),
            SpotError::Players(players) => write!(f, "expected 2 to 23 hands, found {players}"),
            SpotError::TooManyPlayers { players, most, deck, joker } => {
                let deck = deck_in_words(*deck, *joker);
                write!(f, "{players} players are too many for {deck}: expected at most {most}")
            }
            SpotError::EmptyRange { player, deck, joker } => write!(
                f,
                "no hand of player {player}'s range is left: all need cards known to be elsewhere or not in the deck of \
                 {}",
                deck_in_words(*deck, *joker)
            ),
            SpotError::Weights => f.write_str(
                "the weights are too fine to be counted for this many players: use fewer decimals",
            ),
            SpotError::NoDeal => f.write_str("the ranges leave no way to give every player a hand"),
        }
    }
}

impl std::error::Error for SpotError {
    /// The error of the part that could not be parsed or chosen, for callers that print a chain of causes.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SpotError::Choice(why) => Some(why),
            SpotError::Card(why) => Some(why),
            SpotError::Range(why) => Some(why),
            SpotError::Twice(_)
            | SpotError::NotInDeck { .. }
            | SpotError::Board(_)
            | SpotError::Players(_)
            | SpotError::TooManyPlayers { .. }
            | SpotError::EmptyRange { .. }
            | SpotError::NoDeal
            | SpotError::Weights => None,
        }
    }
}

/// Parses cards as people write them, with or without spaces: `As Kd`, `AsKd`. `10` is accepted for `T`. The
/// order is kept; a repeated card is not noticed.
///
/// ```
/// assert_eq!(odds::parse_cards("10d Ks"), odds::parse_cards("TdKs"));
/// ```
///
/// # Errors
/// A text that does not name a card.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    let letters: String = text.split_whitespace().collect();
    let letters: Vec<char> = letters.replace("10", "T").chars().collect();
    letters.chunks(2).map(|card| card.iter().collect::<String>().parse()).collect()
}

/// A deck in words for error messages: `36 cards and the joker`.
fn deck_in_words(deck: Deck, joker: bool) -> String {
    format!("{deck} cards{}", if joker { " and the joker" } else { "" })
}

/// The number of players the deck serves to the end of the hand with `out` cards known to be out of play and
/// no burn cards (AMB-020).
pub(crate) fn max_players(ranking: &Ranking, game: ShowdownGame, out: usize) -> usize {
    (ranking.cards().len() - 5).saturating_sub(out) / game.hole_cards()
}

/// The largest number of players in a spot: as many as 52 cards serve in hold'em without burn cards.
const MAX_SPOT_PLAYERS: usize = 23;

/// The largest product of weights. Boards and shares of a pot can still be counted exactly on top of it.
const MAX_WEIGHT: u128 = 1 << 70;

impl Spot {
    /// Makes a spot after checking that its cards can be dealt; every equity is computed from one, and relies
    /// on these checks.
    ///
    /// `choice` gives the deck and the hand ranking, except that the game determines how many hole cards
    /// count. `dead` are cards known to be out of play.
    ///
    /// # Errors
    /// The first problem found, in the order of [`SpotError`].
    pub fn new(
        game: ShowdownGame,
        choice: Choice,
        board: Vec<Card>,
        dead: &[Card],
        hands: Vec<Range>,
    ) -> Result<Spot, SpotError> {
        let choice = Choice { hole_cards_used: game.hole_cards_used(), ..choice };
        let ranking = Ranking::of(choice).map_err(SpotError::Choice)?;
        let cards = ranking.cards();
        let Choice { deck, joker, .. } = choice;

        let mut known = CardSet::EMPTY;
        let single = |hand: &Range| match hand {
            Range::Hands(hands) if hands.len() == 1 => hands[0].cards.clone(),
            Range::Hands(_) | Range::Random => Vec::new(),
        };
        for card in board.iter().chain(dead).copied().chain(hands.iter().flat_map(single)) {
            if !known.insert(card) {
                return Err(SpotError::Twice(card));
            }
            if !cards.contains(card) {
                return Err(SpotError::NotInDeck { card, deck, joker });
            }
        }
        if board.len() > 5 {
            return Err(SpotError::Board(board.len()));
        }
        if !(2..=MAX_SPOT_PLAYERS).contains(&hands.len()) {
            return Err(SpotError::Players(hands.len()));
        }
        let most = max_players(&ranking, game, dead.len());
        if hands.len() > most {
            return Err(SpotError::TooManyPlayers { players: hands.len(), most, deck, joker });
        }
        let gone: CardSet = board.iter().chain(dead).copied().collect();
        let mut possible = Vec::with_capacity(hands.len());
        for (player, hand) in hands.iter().enumerate() {
            // The certain cards of other players are out too.
            let others: CardSet = (0..hands.len())
                .filter(|other| *other != player)
                .flat_map(|other| single(&hands[other]))
                .collect();
            let left = hand.without(gone.union(others), cards);
            if left == Range::Hands(Vec::new()) {
                return Err(SpotError::EmptyRange { player: player + 1, deck, joker });
            }
            possible.push(left);
        }
        let mut sums = Vec::with_capacity(possible.len());
        for range in &possible {
            let Range::Hands(hands) = range else {
                sums.push(Vec::new());
                continue;
            };
            let mut sum = 0u32;
            let running = hands.iter().map(|hand| {
                sum = sum.saturating_add(hand.weight);
                sum
            });
            sums.push(running.collect::<Vec<u32>>());
        }
        let weighted = |range: &Range| match range {
            Range::Hands(hands) => hands.iter().any(|hand| hand.weight != 1),
            Range::Random => false,
        };
        let all = sums.iter().filter_map(|sums| sums.last()).try_fold(1u128, |product, sum| {
            product.checked_mul(u128::from(*sum)).filter(|product| *product <= MAX_WEIGHT)
        });
        if all.is_none() && possible.iter().any(weighted) {
            return Err(SpotError::Weights);
        }
        Ok(Spot {
            ranking,
            game,
            board,
            ranges: possible,
            cumulative_weights: sums,
            remaining: cards.difference(gone),
        })
    }

    /// The hand ranking by which the spot's hands are compared, with the game's rule for hole cards.
    pub fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The number of players, each with a hand or a range, 2 to 23; results list them in the order given.
    pub fn players(&self) -> usize {
        self.ranges.len()
    }
}
