//! The exact value of each decision in a given position.

use std::fmt;

use cards::{Card, CardSet, Category};

use crate::equity::Progress;
use crate::ultimate::analysis::best_play;
use crate::ultimate::board_pairs::{BoardPairs, mask};
use crate::ultimate::fraction::Fraction;
use crate::ultimate::rules::{UltimateGame, UltimateRules, UltimateRulesError};

/// A decision that a player can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UltimateDecision {
    /// A play wager of this many antes.
    Bet(u8),
    /// No wager yet.
    Check,
    /// Gives up ante and blind.
    Fold,
}

impl fmt::Display for UltimateDecision {
    /// Writes the decision for people: `bet 4x`, `check`, `fold`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UltimateDecision::Bet(times) => write!(f, "bet {times}x"),
            UltimateDecision::Check => f.write_str("check"),
            UltimateDecision::Fold => f.write_str("fold"),
        }
    }
}

/// When a decision is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionPoint {
    /// No board card is known.
    BeforeFlop,
    /// Three board cards are known.
    AfterFlop,
    /// All five board cards are known.
    River,
}

/// A decision and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionValue {
    /// The decision.
    pub decision: UltimateDecision,
    /// Its value per ante, with best play after it.
    pub value: Fraction,
}

/// A hand on a complete board against all hands the dealer may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealerMatchup {
    /// The category of the player's hand.
    pub kind: Category,
    /// The number of dealer's hands it beats: those that do not qualify, then those that do.
    pub won: [u32; 2],
    /// The number of dealer's hands equal to it.
    pub tied: u32,
    /// The number of dealer's hands that beat it, in the same order as `won`.
    pub lost: [u32; 2],
}

/// The decisions in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Which decision it is.
    pub stage: DecisionPoint,
    /// At the river: how the hand does against the dealer's hands.
    pub matchup: Option<DealerMatchup>,
    /// All decisions with their values: bets first, from the largest, and the fold last.
    pub choices: Vec<DecisionValue>,
    /// The best decision. A bet is chosen only if it is worth more than the alternatives.
    pub best: UltimateDecision,
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdviceError {
    /// Rules that cannot be analysed.
    Rules(UltimateRulesError),
    /// The number of hole cards is not two.
    Hole(usize),
    /// There is no decision at this number of board cards.
    Board(usize),
    /// A card appears twice.
    Twice(Card),
    /// A card that is not in the deck.
    NotInDeck(Card),
}

impl fmt::Display for AdviceError {
    /// Says why advice cannot be given and what was expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceError::Rules(why) => why.fmt(f),
            AdviceError::Hole(found) => write!(f, "expected two hole cards, found {found}"),
            AdviceError::Board(found) => {
                write!(f, "expected no board card, the three of the flop or all five, found {found}")
            }
            AdviceError::Twice(card) => write!(f, "{card} appears twice: expected different cards"),
            AdviceError::NotInDeck(card) => write!(f, "{card} is not in the deck"),
        }
    }
}

impl std::error::Error for AdviceError {}

/// The value of each decision with these hole cards on this board, for a player who plays best afterwards,
/// and which is best.
///
/// Before the flop this analyses the whole game and reports to `progress`.
///
/// ```
/// use odds::{UltimateDecision, UltimateRules, advise, parse_cards};
/// let (hole, board) = (parse_cards("2c 3d").unwrap(), parse_cards("As Ks Qs Js Ts").unwrap());
/// let advice = advise(&UltimateRules::default(), &hole, &board, &|_, _| {}).unwrap();
/// // The royal flush on the board ties with the 990 hands that the dealer may hold.
/// assert_eq!(advice.best, UltimateDecision::Bet(1));
/// assert_eq!(advice.matchup.unwrap().tied, 990);
/// ```
///
/// # Errors
/// The first problem found, in the order of [`AdviceError`].
pub fn advise(
    rules: &UltimateRules,
    hole: &[Card],
    board: &[Card],
    progress: Progress<'_>,
) -> Result<Advice, AdviceError> {
    let game = UltimateGame::compile(rules).map_err(AdviceError::Rules)?;
    let two: [Card; 2] = hole.try_into().map_err(|_| AdviceError::Hole(hole.len()))?;
    if ![0, 3, 5].contains(&board.len()) {
        return Err(AdviceError::Board(board.len()));
    }
    let mut seen = CardSet::EMPTY;
    for card in hole.iter().chain(board) {
        if !seen.insert(*card) {
            return Err(AdviceError::Twice(*card));
        }
        if !game.cards.contains(card) {
            return Err(AdviceError::NotInDeck(*card));
        }
    }
    let fold = (UltimateDecision::Fold, Fraction::new(-2, 1));
    let mut against = None;
    let (stage, choices) = match board.len() {
        0 => {
            let values = best_play(rules, progress).map_err(AdviceError::Rules)?;
            let [four, three, check] = values.values_of(two).ok_or(AdviceError::Hole(hole.len()))?;
            (
                DecisionPoint::BeforeFlop,
                vec![
                    (UltimateDecision::Bet(4), four),
                    (UltimateDecision::Bet(3), three),
                    (UltimateDecision::Check, check),
                    fold,
                ],
            )
        }
        3 => {
            let (bet, check) = values_after_flop(&game, mask(hole), mask(board));
            (
                DecisionPoint::AfterFlop,
                vec![(UltimateDecision::Bet(2), bet), (UltimateDecision::Check, check), fold],
            )
        }
        _ => {
            let mut hands = BoardPairs::new();
            hands.count_pairs(&game, mask(board));
            let (initial, play) =
                hands.class_of_pair(mask(hole)).map_or((0, 0), |class| class.wager_sums(&game));
            against = hands.class_of_pair(mask(hole)).map(|class| DealerMatchup {
                kind: Category::ALL[game.kind(class.strength)],
                won: class.won,
                tied: class.tied,
                lost: class.lost,
            });
            let bet = Fraction::new((initial + play).into(), i128::from(game.unit * game.dealer_hands));
            (DecisionPoint::River, vec![(UltimateDecision::Bet(1), bet), fold])
        }
    };
    // Between decisions of equal value, a check is preferred to a bet, and a fold to both.
    let mut best = fold;
    for choice in choices.iter().rev() {
        if choice.1 > best.1 || choice.0 == UltimateDecision::Check && choice.1 == best.1 {
            best = *choice;
        }
    }
    let choices = choices.into_iter().map(|(decision, value)| DecisionValue { decision, value }).collect();
    Ok(Advice { stage, matchup: against, choices, best: best.0 })
}

/// What ante and blind win summed over all the dealer's hands on this board if the player does not fold, and what
/// each ante of the play wager adds; in parts of an ante, as in
/// [`PairClass::wager_sums`](crate::ultimate::board_pairs::PairClass::wager_sums). `hands` is overwritten.
fn river_wager_sums(game: &UltimateGame, hands: &mut BoardPairs, hole: u64, board: u64) -> (i64, i64) {
    hands.count_pairs(game, board);
    hands.class_of_pair(hole).map_or((0, 0), |class| class.wager_sums(game))
}

/// The values of a bet of two antes and of a check after the flop, per ante, over every turn and river.
fn values_after_flop(game: &UltimateGame, hole: u64, flop: u64) -> (Fraction, Fraction) {
    let left: Vec<u64> = game.cards.iter().map(|card| 1 << card.index()).collect();
    let left: Vec<u64> = left.into_iter().filter(|card| card & (hole | flop) == 0).collect();
    let mut hands = BoardPairs::new();
    let (mut bet, mut check, mut rivers) = (0i128, 0i128, 0i128);
    for (at, turn) in left.iter().enumerate() {
        for last in &left[..at] {
            let (initial, play) = river_wager_sums(game, &mut hands, hole, flop | turn | last);
            bet += i128::from(initial + 2 * play);
            check += i128::from(game.fold_loss().max(initial + play));
            rivers += 1;
        }
    }
    let all = rivers * i128::from(game.unit * game.dealer_hands);
    (Fraction::new(bet, all), Fraction::new(check, all))
}
