//! The value of each choice in one position, exactly.

use std::fmt;

use cards::{Card, CardSet, Category};

use crate::equity::Progress;
use crate::ultimate::analysis::values;
use crate::ultimate::fraction::Fraction;
use crate::ultimate::hands::{Hands, mask};
use crate::ultimate::rules::{BadRules, Game, UltimateRules};

/// A choice that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A play wager of so many antes.
    Bet(u8),
    /// Nothing yet.
    Check,
    /// Ante and blind are lost.
    Fold,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Bet(times) => write!(f, "bet {times}x"),
            Decision::Check => f.write_str("check"),
            Decision::Fold => f.write_str("fold"),
        }
    }
}

/// When a decision is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No board card is known.
    BeforeFlop,
    /// Three are.
    AfterFlop,
    /// All five are.
    River,
}

/// A choice with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The choice.
    pub decision: Decision,
    /// What it is worth per ante, with best play after it.
    pub value: Fraction,
}

/// A hand on a whole board against every hand that the dealer may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    /// The kind of the player's hand.
    pub kind: Category,
    /// Dealer's hands that it beats: first those with which the dealer does not qualify, then the others.
    pub won: [u32; 2],
    /// Dealer's hands equal to it.
    pub tied: u32,
    /// Dealer's hands that beat it, in the order of `won`.
    pub lost: [u32; 2],
}

/// The choices of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// When it is.
    pub stage: Stage,
    /// At the river: how the hand does.
    pub against: Option<Against>,
    /// Every choice with its value; bets first, the largest first, the fold last.
    pub choices: Vec<Valued>,
    /// The choice worth most. A bet is chosen only when it is worth more than what else may be done.
    pub best: Decision,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPosition {
    /// The rules cannot be worked out.
    Rules(BadRules),
    /// Not two hole cards.
    Hole(usize),
    /// A number of board cards at which nothing is decided.
    Board(usize),
    /// A card is there twice.
    Twice(Card),
    /// A card that the deck does not have.
    NotInDeck(Card),
}

impl fmt::Display for BadPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPosition::Rules(why) => why.fmt(f),
            BadPosition::Hole(found) => write!(f, "expected two hole cards, found {found}"),
            BadPosition::Board(found) => {
                write!(f, "expected no board card, the three of the flop or all five, found {found}")
            }
            BadPosition::Twice(card) => write!(f, "{card} is there twice: expected different cards"),
            BadPosition::NotInDeck(card) => write!(f, "{card} is not in the deck"),
        }
    }
}

impl std::error::Error for BadPosition {}

/// The value of each choice with these hole cards on this board.
///
/// Before the flop the whole game is worked out; `progress` is told of it.
///
/// # Errors
/// The first thing that cannot be, in the order of [`BadPosition`].
pub fn advise(
    rules: &UltimateRules,
    hole: &[Card],
    board: &[Card],
    progress: Progress<'_>,
) -> Result<Advice, BadPosition> {
    let game = Game::of(rules).map_err(BadPosition::Rules)?;
    let two: [Card; 2] = hole.try_into().map_err(|_| BadPosition::Hole(hole.len()))?;
    if ![0, 3, 5].contains(&board.len()) {
        return Err(BadPosition::Board(board.len()));
    }
    let mut seen = CardSet::EMPTY;
    for card in hole.iter().chain(board) {
        if !seen.insert(*card) {
            return Err(BadPosition::Twice(*card));
        }
        if !game.cards.contains(card) {
            return Err(BadPosition::NotInDeck(*card));
        }
    }
    let fold = (Decision::Fold, Fraction::new(-2, 1));
    let mut against = None;
    let (stage, choices) = match board.len() {
        0 => {
            let values = values(rules, progress).map_err(BadPosition::Rules)?;
            let [four, three, check] = values.of(two).ok_or(BadPosition::Hole(hole.len()))?;
            (
                Stage::BeforeFlop,
                vec![(Decision::Bet(4), four), (Decision::Bet(3), three), (Decision::Check, check), fold],
            )
        }
        3 => {
            let (bet, check) = after_flop(&game, mask(hole), mask(board));
            (Stage::AfterFlop, vec![(Decision::Bet(2), bet), (Decision::Check, check), fold])
        }
        _ => {
            let mut hands = Hands::new();
            hands.count(&game, mask(board));
            let (initial, play) = hands.of_pair(mask(hole)).map_or((0, 0), |alike| alike.wagers(&game));
            against = hands.of_pair(mask(hole)).map(|alike| Against {
                kind: Category::ALL[game.kind(alike.strength)],
                won: alike.won,
                tied: alike.tied,
                lost: alike.lost,
            });
            let bet = Fraction::new((initial + play).into(), i128::from(game.unit * game.dealers));
            (Stage::River, vec![(Decision::Bet(1), bet), fold])
        }
    };
    // Of choices worth the same, a check stands before a bet and a fold before both.
    let mut best = fold;
    for choice in choices.iter().rev() {
        if choice.1 > best.1 || choice.0 == Decision::Check && choice.1 == best.1 {
            best = *choice;
        }
    }
    let choices = choices.into_iter().map(|(decision, value)| Valued { decision, value }).collect();
    Ok(Advice { stage, against, choices, best: best.0 })
}

/// What ante and blind win over all the dealer's hands, and what each ante of the play wager does.
fn river(game: &Game, hands: &mut Hands, hole: u64, board: u64) -> (i64, i64) {
    hands.count(game, board);
    hands.of_pair(hole).map_or((0, 0), |alike| alike.wagers(game))
}

/// The values of a bet and a check after the flop.
fn after_flop(game: &Game, hole: u64, flop: u64) -> (Fraction, Fraction) {
    let left: Vec<u64> = game.cards.iter().map(|card| 1 << card.index()).collect();
    let left: Vec<u64> = left.into_iter().filter(|card| card & (hole | flop) == 0).collect();
    let mut hands = Hands::new();
    let (mut bet, mut check, mut rivers) = (0i128, 0i128, 0i128);
    for (at, turn) in left.iter().enumerate() {
        for last in &left[..at] {
            let (initial, play) = river(game, &mut hands, hole, flop | turn | last);
            bet += i128::from(initial + 2 * play);
            check += i128::from(game.folded().max(initial + play));
            rivers += 1;
        }
    }
    let all = rivers * i128::from(game.unit * game.dealers);
    (Fraction::new(bet, all), Fraction::new(check, all))
}
