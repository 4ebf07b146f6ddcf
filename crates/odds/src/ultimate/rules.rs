//! What the mathematics depends on: deck, qualification, pay tables, and the trips wager of a folded hand.

use std::fmt;
use std::sync::Arc;

use cards::{
    Card, CardAccumulator, CardSet, Category, Choice, ChoiceError, Ranking, ShowdownMode, Strength, Used,
};

use crate::ultimate::fraction::{choose, greatest_common_divisor};

/// What a winning wager is paid, to one: `3/2` is three for two wagered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// What is paid.
    pub numerator: u32,
    /// For so much wagered; above zero.
    pub denominator: u32,
}

impl Odds {
    /// So much to one.
    pub const fn to_one(numerator: u32) -> Odds {
        Odds { numerator, denominator: 1 }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

/// What each kind of hand is paid; kinds without odds are not paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PayTable {
    odds: [Option<Odds>; 11],
}

impl PayTable {
    /// The table that pays these kinds.
    pub fn of(paid: &[(Category, Odds)]) -> PayTable {
        let mut table = PayTable::default();
        for (kind, odds) in paid {
            table.odds[kind_index(*kind)] = Some(*odds);
        }
        table
    }

    /// What a kind is paid.
    pub fn odds(&self, kind: Category) -> Option<Odds> {
        self.odds[kind_index(kind)]
    }

    /// The kinds that are paid, highest first, with what they are paid.
    pub fn paid(&self) -> impl Iterator<Item = (Category, Odds)> {
        Category::ALL.into_iter().zip(self.odds).filter_map(|(kind, odds)| odds.map(|odds| (kind, odds)))
    }
}

/// Where a kind stands among [`Category::ALL`].
pub(crate) fn kind_index(kind: Category) -> usize {
    Category::ALL.iter().position(|other| *other == kind).unwrap_or(Category::ALL.len() - 1)
}

/// The lowest hand with which the dealer qualifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerQualifier {
    /// Every hand.
    Always,
    /// The lowest hand of a kind.
    Kind(Category),
    /// This hand.
    Hand([Card; 5]),
}

/// The rules of one game of Ultimate Texas Hold'em, as far as its mathematics depends on them.
///
/// The default is the usual game: 52 cards, a pair qualifies, the blind pays 500, 50, 10, 3, 3/2 and 1, the trips
/// wager pays 50, 40, 30, 8, 7, 4 and 3, and a fold loses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UltimateRules {
    /// The deck and the ace; what is played for and how hole cards count is the game's own.
    pub order: Choice,
    /// Cards that the deck lacks.
    pub missing: CardSet,
    /// The lowest hand with which the dealer qualifies.
    pub dealer_qualifies: DealerQualifier,
    /// What the blind is paid when it wins; kinds without odds push.
    pub blind: PayTable,
    /// What the trips wager is paid; kinds without odds lose it.
    pub trips: PayTable,
    /// Whether the trips wager of a folded hand is settled on the cards; otherwise the fold loses it.
    pub trips_survives_fold: bool,
}

impl Default for UltimateRules {
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

/// Why rules cannot be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UltimateRulesError {
    /// The order of hands cannot stand.
    Order(ChoiceError),
    /// The deck has the joker.
    Joker,
    /// The deck has fewer cards than a deal takes.
    FewCards {
        /// How many it has.
        cards: usize,
    },
    /// A missing card that the deck does not have in any case.
    NotInDeck(Card),
    /// The hand with which the dealer qualifies has a card twice.
    QualifyingHand,
    /// Odds that cannot be counted exactly.
    Odds,
}

/// Hole cards, board and dealer's cards.
const CARDS_OF_A_DEAL: usize = 9;

/// The most that odds may come to, in the smallest unit all odds of the blind can be paid in.
/// The square of it times all deals squared is still a whole number of 128 bits, which the variance takes.
pub(crate) const MAX_ODDS: u128 = 250_000;

impl fmt::Display for UltimateRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UltimateRulesError::Order(why) => why.fmt(f),
            UltimateRulesError::Joker => {
                f.write_str("the joker is not in this game: expected a deck without it")
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

/// The game compiled for counting: amounts in `unit` parts of an ante.
#[derive(Debug)]
pub(crate) struct UltimateGame {
    pub(crate) ranking: Arc<Ranking>,
    /// The cards of the deck.
    pub(crate) cards: Vec<Card>,
    /// So many parts make an ante.
    pub(crate) unit: i64,
    /// The position among [`Category::ALL`] of the kind that each place of a strength stands for.
    kinds: [u8; 16],
    /// What a winning blind is paid, by position.
    pub(crate) blind: [i64; 11],
    /// Which kinds win the trips wager, by position.
    pub(crate) trips: [bool; 11],
    pub(crate) trips_survives_fold: bool,
    /// The dealer qualifies with this strength or a higher one.
    pub(crate) qualifying_strength: Strength,
    /// How many hands the dealer may hold once hole cards and board are known.
    pub(crate) dealer_hands: i64,
}

impl UltimateGame {
    pub(crate) fn of(rules: &UltimateRules) -> Result<UltimateGame, UltimateRulesError> {
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
            // A kind that the deck cannot make: the next above it among those it can.
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
            // Ante and play wager come on top.
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

    /// The position of a strength's kind among [`Category::ALL`].
    #[inline(always)]
    pub(crate) fn kind(&self, strength: Strength) -> usize {
        usize::from(self.kinds[usize::from(strength.number() >> 12)])
    }

    /// What a fold loses with every hand that the dealer may hold: ante and blind.
    pub(crate) fn fold_loss(&self) -> i64 {
        -2 * self.unit * self.dealer_hands
    }

    /// The deck, one bit a card.
    pub(crate) fn deck(&self) -> u64 {
        self.cards.iter().fold(0, |deck, card| deck | 1 << card.index())
    }

    /// Every way to deal the two hole cards, the flop, the turn and river, and the dealer's two cards.
    pub(crate) fn deals(&self) -> u128 {
        let cards = self.cards.len() as u64;
        u128::from(choose(cards, 2)) * self.situations() * self.dealer_hands as u128
    }

    /// Every way to deal flop, turn and river to one pair of hole cards.
    pub(crate) fn situations(&self) -> u128 {
        let cards = self.cards.len() as u64;
        u128::from(choose(cards - 2, 3)) * u128::from(choose(cards - 5, 2))
    }

    /// These cards, gathered.
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
