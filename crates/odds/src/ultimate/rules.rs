//! The rules that the mathematics depends on: deck, dealer's qualifying hand, pay tables, and the trips wager
//! of a folded hand.

use std::fmt;
use std::sync::Arc;

use cards::{
    Card, CardAccumulator, CardSet, Category, Choice, ChoiceError, Ranking, ShowdownMode, Strength, Used,
};

use crate::ultimate::fraction::{choose, greatest_common_divisor};

/// What a winning wager is paid: `3/2` pays three for two wagered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The amount paid.
    pub numerator: u32,
    /// The amount wagered; greater than zero.
    pub denominator: u32,
}

impl Odds {
    /// Odds of `numerator` to one, as pay tables print them.
    pub const fn to_one(numerator: u32) -> Odds {
        Odds { numerator, denominator: 1 }
    }
}

impl fmt::Display for Odds {
    /// Writes the odds as settings have them: `500`, or `3/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// The odds for each category of hands; categories without odds are not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PayTable {
    odds: [Option<Odds>; 11],
}

impl PayTable {
    /// The table that pays these categories and no others; of a category given twice the last odds count.
    ///
    /// ```
    /// use cards::Category;
    /// use odds::{Odds, PayTable};
    /// let table = PayTable::of(&[(Category::Flush, Odds { numerator: 3, denominator: 2 })]);
    /// assert_eq!(table.odds(Category::Flush).unwrap().to_string(), "3/2");
    /// assert_eq!(table.odds(Category::Straight), None);
    /// ```
    pub fn of(paid: &[(Category, Odds)]) -> PayTable {
        let mut table = PayTable::default();
        for (kind, odds) in paid {
            table.odds[kind_index(*kind)] = Some(*odds);
        }
        table
    }

    /// The odds for a category; `None` if it is not paid, which for the blind means a push and for the trips
    /// wager a loss.
    pub fn odds(&self, kind: Category) -> Option<Odds> {
        self.odds[kind_index(kind)]
    }

    /// The categories that are paid, highest first as in [`Category::ALL`], with their odds.
    pub fn paid(&self) -> impl Iterator<Item = (Category, Odds)> {
        Category::ALL.into_iter().zip(self.odds).filter_map(|(kind, odds)| odds.map(|odds| (kind, odds)))
    }
}

/// The index of a category in [`Category::ALL`], by which all tables here are ordered.
pub(crate) fn kind_index(kind: Category) -> usize {
    Category::ALL.iter().position(|other| *other == kind).unwrap_or(Category::ALL.len() - 1)
}

/// The lowest hand with which the dealer qualifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerQualifier {
    /// The dealer qualifies with every hand.
    Always,
    /// The lowest hand of this category.
    Kind(Category),
    /// This hand.
    Hand([Card; 5]),
}

/// The rules of one game of Ultimate Texas Hold'em, as far as they affect its mathematics.
///
/// The default is the usual game: 52 cards, the dealer qualifies with a pair, the blind pays 500, 50, 10, 3,
/// 3/2 and 1, the trips wager pays 50, 40, 30, 8, 7, 4 and 3, and is lost with a fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UltimateRules {
    /// The deck and the ace; the mode and how hole cards count are fixed by the game.
    pub order: Choice,
    /// Cards missing from the deck.
    pub missing: CardSet,
    /// The lowest hand with which the dealer qualifies.
    pub dealer_qualifies: DealerQualifier,
    /// What a winning blind is paid; it pushes for categories without odds.
    pub blind: PayTable,
    /// What the trips wager is paid; it loses for categories without odds.
    pub trips: PayTable,
    /// Whether the trips wager of a folded hand is settled on the cards; otherwise it is lost with the fold.
    pub trips_survives_fold: bool,
}

impl Default for UltimateRules {
    /// The usual game, as [`UltimateRules`] describes it.
    fn default() -> UltimateRules {
        let to_one = |kind, odds| (kind, Odds::to_one(odds));
        UltimateRules {
            order: Choice::default(),
            missing: CardSet::EMPTY,
            dealer_qualifies: DealerQualifier::Kind(Category::OnePair),
            blind: PayTable::of(&[
                to_one(Category::RoyalFlush, 500),
                to_one(Category::StraightFlush, 50),
                to_one(Category::FourOfAKind, 10),
                to_one(Category::FullHouse, 3),
                (Category::Flush, Odds { numerator: 3, denominator: 2 }),
                to_one(Category::Straight, 1),
            ]),
            trips: PayTable::of(&[
                to_one(Category::RoyalFlush, 50),
                to_one(Category::StraightFlush, 40),
                to_one(Category::FourOfAKind, 30),
                to_one(Category::FullHouse, 8),
                to_one(Category::Flush, 7),
                to_one(Category::Straight, 4),
                to_one(Category::ThreeOfAKind, 3),
            ]),
            trips_survives_fold: false,
        }
    }
}

/// Why rules cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UltimateRulesError {
    /// Invalid hand-ranking settings.
    Order(ChoiceError),
    /// The deck contains the joker.
    Joker,
    /// The deck has fewer cards than a deal needs.
    FewCards {
        /// The number of cards.
        cards: usize,
    },
    /// A card listed as missing that the deck does not contain anyway.
    NotInDeck(Card),
    /// The dealer's qualifying hand contains a card twice.
    QualifyingHand,
    /// Odds that cannot be counted exactly.
    Odds,
}

/// Hole cards, board and dealer's cards.
const CARDS_OF_A_DEAL: usize = 9;

/// The largest amount a deal may pay, in the smallest unit in which all odds of the blind can be paid. Its
/// square times the square of the number of deals, which the variance needs, still fits in 128 bits.
pub(crate) const MAX_ODDS: u128 = 250_000;

impl fmt::Display for UltimateRulesError {
    /// Says why the rules cannot be analysed and what was expected; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UltimateRulesError::Order(why) => why.fmt(f),
            UltimateRulesError::Joker => {
                f.write_str("this game is played without the joker: expected a deck without it")
            }
            UltimateRulesError::FewCards { cards } => {
                write!(f, "a deck of {cards} cards is too small: expected {CARDS_OF_A_DEAL} cards or more")
            }
            UltimateRulesError::NotInDeck(card) => {
                write!(f, "{card} is not in the deck, so it cannot be missing")
            }
            UltimateRulesError::QualifyingHand => {
                f.write_str("the dealer's qualifying hand has a card twice: expected five different cards")
            }
            UltimateRulesError::Odds => write!(
                f,
                "the odds cannot be counted exactly: expected at most {MAX_ODDS} times the smallest part of an \
                 ante that they pay"
            ),
        }
    }
}

impl std::error::Error for UltimateRulesError {}

/// The rules compiled for counting: amounts are in parts of an ante, `unit` to the ante.
#[derive(Debug)]
pub(crate) struct UltimateGame {
    pub(crate) ranking: Arc<Ranking>,
    /// The cards of the deck.
    pub(crate) cards: Vec<Card>,
    /// The number of parts in an ante.
    pub(crate) unit: i64,
    /// Maps the category position of a strength to an index in [`Category::ALL`].
    kinds: [u8; 16],
    /// What a winning blind is paid, by category index.
    pub(crate) blind: [i64; 11],
    /// Whether each category wins the trips wager, by category index.
    pub(crate) trips: [bool; 11],
    pub(crate) trips_survives_fold: bool,
    /// The lowest strength with which the dealer qualifies.
    pub(crate) qualifying_strength: Strength,
    /// The number of hands the dealer may hold once hole cards and board are known.
    pub(crate) dealer_hands: i64,
}

impl UltimateGame {
    /// Checks the rules and turns them into whole amounts for counting. Every sum must stay exact: odds that
    /// could overflow are refused.
    pub(crate) fn compile(rules: &UltimateRules) -> Result<UltimateGame, UltimateRulesError> {
        if rules.order.joker {
            return Err(UltimateRulesError::Joker);
        }
        let order = Choice { mode: ShowdownMode::High, hole_cards_used: Used::Any, ..rules.order };
        let ranking = Ranking::of(order).map_err(UltimateRulesError::Order)?;
        if let Some(card) = rules.missing.difference(ranking.cards()).iter().next() {
            return Err(UltimateRulesError::NotInDeck(card));
        }
        let cards: Vec<Card> = ranking.cards().difference(rules.missing).iter().collect();
        if cards.len() < CARDS_OF_A_DEAL {
            return Err(UltimateRulesError::FewCards { cards: cards.len() });
        }
        let mut kinds = [(Category::ALL.len() - 1) as u8; 16];
        let mut lowest = [None; 11];
        for place in 0..16u16 {
            if let Some(strength) = ranking.strength(place << 12) {
                let kind = kind_index(strength.category());
                kinds[usize::from(place)] = kind as u8;
                lowest[kind] = Some(strength);
            }
        }
        let least = match rules.dealer_qualifies {
            DealerQualifier::Always => Strength::NONE,
            DealerQualifier::Hand(hand) => {
                if hand.iter().collect::<std::collections::BTreeSet<_>>().len() < 5 {
                    return Err(UltimateRulesError::QualifyingHand);
                }
                if let Some(card) = hand.iter().find(|card| !ranking.cards().contains(**card)) {
                    return Err(UltimateRulesError::NotInDeck(*card));
                }
                ranking.high_of_five(&hand)
            }
            // For a category the deck cannot make, the next higher one that it can.
            DealerQualifier::Kind(kind) => {
                let from = kind_index(kind);
                lowest[..=from].iter().rev().flatten().next().copied().unwrap_or(Strength::NONE)
            }
        };
        let mut unit = 1u128;
        for (_, odds) in rules.blind.paid() {
            let denominator = u128::from(odds.denominator.max(1));
            unit = unit / greatest_common_divisor(unit, denominator) * denominator;
            if unit > MAX_ODDS {
                return Err(UltimateRulesError::Odds);
            }
        }
        let mut blind = [0; 11];
        for (kind, odds) in rules.blind.paid() {
            let paid = unit / u128::from(odds.denominator.max(1)) * u128::from(odds.numerator);
            // Ante and play wager are added to it.
            if paid + 5 * unit > MAX_ODDS {
                return Err(UltimateRulesError::Odds);
            }
            blind[kind_index(kind)] = paid as i64;
        }
        let mut trips = [false; 11];
        for (kind, odds) in rules.trips.paid() {
            if u128::from(odds.numerator) > MAX_ODDS || u128::from(odds.denominator) > MAX_ODDS {
                return Err(UltimateRulesError::Odds);
            }
            trips[kind_index(kind)] = true;
        }
        Ok(UltimateGame {
            ranking,
            dealer_hands: choose(cards.len() as u64 - 7, 2) as i64,
            cards,
            unit: unit as i64,
            kinds,
            blind,
            trips,
            trips_survives_fold: rules.trips_survives_fold,
            qualifying_strength: least,
        })
    }

    /// The index in [`Category::ALL`] of a strength's category, for pay tables and counts; a lookup, since it
    /// is needed for every class on every board.
    #[inline(always)]
    pub(crate) fn kind(&self, strength: Strength) -> usize {
        usize::from(self.kinds[usize::from(strength.number() >> 12)])
    }

    /// What a fold loses, in parts of an ante and negative, summed over all hands the dealer may hold: ante
    /// and blind.
    pub(crate) fn fold_loss(&self) -> i64 {
        -2 * self.unit * self.dealer_hands
    }

    /// The deck as a bit mask, one bit per card by its index, without the missing cards.
    pub(crate) fn deck(&self) -> u64 {
        self.cards.iter().fold(0, |deck, card| deck | 1 << card.index())
    }

    /// The number of ways to deal two hole cards, the flop, the turn and river, and the dealer's two cards:
    /// the denominator of every value.
    pub(crate) fn deals(&self) -> u128 {
        let cards = self.cards.len() as u64;
        u128::from(choose(cards, 2)) * self.situations() * self.dealer_hands as u128
    }

    /// The number of ways to deal the flop, and then turn and river, to one pair of hole cards; ten for each
    /// board, as a flop and its later cards are distinct.
    pub(crate) fn situations(&self) -> u128 {
        let cards = self.cards.len() as u64;
        u128::from(choose(cards - 2, 3)) * u128::from(choose(cards - 5, 2))
    }

    /// The cards of a bit mask, accumulated for looking up the hands on a board.
    pub(crate) fn accumulate(cards: u64) -> CardAccumulator {
        let mut left = cards;
        let mut gathered = CardAccumulator::NONE;
        while let Some(card) = Card::from_index(left.trailing_zeros() as usize) {
            gathered = gathered.with(card);
            left &= left - 1;
        }
        gathered
    }
}
