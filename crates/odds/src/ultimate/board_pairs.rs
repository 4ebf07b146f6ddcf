//! All pairs of hole cards on one board, against all hands the dealer may hold.
//!
//! Cards of the same rank are equivalent, except for those of a suit of which the board has three. Pairs of
//! the same two kinds of card are counted together.

use cards::{Card, CardAccumulator, Strength};

use crate::ultimate::kind_sums::{RANKS, kind_of};
use crate::ultimate::rules::UltimateGame;
use crate::ultimate::suit_exchanges::SUIT;

/// Two kinds of card per rank: of the board's suit, and of other suits.
const KINDS: usize = 2 * RANKS;

/// An index beyond that of any pair of kinds.
pub(crate) const NO_CLASS: usize = 511;

/// A class of equivalent pairs of hole cards on a board, with its results against the dealer's hands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PairClass {
    pub(crate) strength: Strength,
    pub(crate) kinds: (u8, u8),
    /// The number of pairs in the class.
    pub(crate) pairs: u32,
    /// The number of dealer's hands it beats: those that do not qualify, then those that do.
    pub(crate) won: [u32; 2],
    pub(crate) tied: u32,
    /// The number of dealer's hands it loses to: those that do not qualify, then those that do.
    pub(crate) lost: [u32; 2],
}

impl PairClass {
    /// What ante and blind win summed over all the dealer's hands if the hand is played, and what each ante
    /// of the play wager adds; in parts of an ante ([`UltimateGame`]'s `unit`), losses negative.
    #[inline]
    pub(crate) fn wager_sums(&self, game: &UltimateGame) -> (i64, i64) {
        let [won_unqualified, won_qualified] = self.won.map(i64::from);
        let [lost_unqualified, lost_qualified] = self.lost.map(i64::from);
        let blind = game.blind[game.kind(self.strength)];
        let initial = won_qualified * (game.unit + blind) + won_unqualified * blind
            - lost_qualified * 2 * game.unit
            - lost_unqualified * game.unit;
        let play = (won_qualified + won_unqualified - lost_qualified - lost_unqualified) * game.unit;
        (initial, play)
    }
}

/// A number of hands, and for each kind the number of them that contain one given card of it.
#[derive(Clone, Copy, Default)]
struct PairCount {
    all: u32,
    with: [u32; KINDS],
}

impl PairCount {
    /// Adds a class of pairs to the counts; `numbers` has how many cards of each kind are not on the board.
    /// The classes added must be of one board.
    fn add(&mut self, class: &PairClass, numbers: &[u32; KINDS]) {
        let (one, other) = (usize::from(class.kinds.0), usize::from(class.kinds.1));
        self.all += class.pairs;
        if one == other {
            self.with[one] += numbers[one] - 1;
        } else {
            self.with[one] += numbers[other];
            self.with[other] += numbers[one];
        }
    }

    /// The number of counted hands that share no card with a pair of these kinds, which must not be among
    /// them itself.
    fn without_cards_of(&self, kinds: (u8, u8)) -> u32 {
        self.all - self.with[usize::from(kinds.0)] - self.with[usize::from(kinds.1)]
    }
}

/// The classes of pairs on one board. Reused for the next board.
pub(crate) struct BoardPairs {
    pub(crate) classes: Vec<PairClass>,
    /// The suit of which the board has three cards or more.
    pub(crate) suit: Option<usize>,
    /// The cards that are not on the board, in order, each with its kind.
    pub(crate) cards: Vec<(u8, u8)>,
    /// The kind of every card; [`KINDS`] for cards that nobody can hold.
    pub(crate) kinds: [u8; 52],
    /// The index in `classes` of a pair of kinds; [`NO_CLASS`] beyond the last kind.
    pub(crate) class_of_kinds: [[u16; 32]; KINDS],
    order: Vec<u32>,
}

impl BoardPairs {
    /// Empty work space, one for each thread; [`BoardPairs::count_pairs`] fills it for a board, again and
    /// again.
    pub(crate) fn new() -> BoardPairs {
        BoardPairs {
            classes: Vec::new(),
            suit: None,
            cards: Vec::new(),
            kinds: [KINDS as u8; 52],
            class_of_kinds: [[NO_CLASS as u16; 32]; KINDS],
            order: Vec::new(),
        }
    }

    /// The class of a pair of cards, given as a bit mask, on the board counted last; `None` unless the mask
    /// holds two cards that are not on it.
    pub(crate) fn class_of_pair(&self, cards: u64) -> Option<&PairClass> {
        let mut kinds = self.cards.iter().filter(|(card, _)| cards >> card & 1 == 1);
        let (one, other) = (kinds.next()?, kinds.next()?);
        self.classes.get(usize::from(self.class_of_kinds[usize::from(one.1)][usize::from(other.1)]))
    }

    /// Finds all classes of pairs on a board, a bit mask of five cards, and counts each against all the
    /// dealer's hands, in place of those of the board before. The hot path of the whole analysis.
    pub(crate) fn count_pairs(&mut self, game: &UltimateGame, board: u64) {
        let suit = (0..4).find(|suit| (board >> suit & SUIT).count_ones() >= 3);
        self.suit = suit;
        let mut numbers = [0u32; KINDS];
        let mut first = [CardAccumulator::NONE; KINDS];
        let mut second = [CardAccumulator::NONE; KINDS];
        self.cards.clear();
        self.kinds = [KINDS as u8; 52];
        for card in &game.cards {
            let index = card.index();
            if board >> index & 1 == 1 {
                continue;
            }
            let kind = kind_of(index, suit);
            self.cards.push((index as u8, kind as u8));
            self.kinds[index] = kind as u8;
            let example = if numbers[kind] == 0 { &mut first } else { &mut second };
            example[kind] = CardAccumulator::NONE.with(*card);
            numbers[kind] += 1;
        }

        let five = UltimateGame::accumulate(board);
        self.classes.clear();
        self.order.clear();
        for one in (0..KINDS).filter(|kind| numbers[*kind] > 0) {
            let six = game.ranking.with_one_to_come(five.and(first[one]));
            for other in one..KINDS {
                let (last, pairs) = if one == other {
                    (second[one], numbers[one] * (numbers[one] - 1) / 2)
                } else {
                    (first[other], numbers[one] * numbers[other])
                };
                if pairs == 0 {
                    continue;
                }
                let strength = six.high(last);
                let at = self.classes.len() as u16;
                self.class_of_kinds[one][other] = at;
                self.class_of_kinds[other][one] = at;
                self.order.push(u32::from(strength.number()) << 16 | u32::from(at));
                let kinds = (one as u8, other as u8);
                self.classes.push(PairClass { strength, kinds, pairs, ..PairClass::default() });
            }
        }
        self.order.sort_unstable();
        self.compare_with_dealer(game, &numbers);
    }

    /// Counts for every class how many of the dealer's hands it beats, ties and loses to, apart for hands
    /// with which the dealer does not qualify. Relies on `order` being sorted by strength.
    fn compare_with_dealer(&mut self, game: &UltimateGame, numbers: &[u32; KINDS]) {
        let dealers = game.dealer_hands as u32;
        let mut unqualified = PairCount::default();
        for class in self.classes.iter().filter(|class| class.strength < game.qualifying_strength) {
            unqualified.add(class, numbers);
        }
        let mut below = PairCount::default();
        for equal in self.order.chunk_by(|one, other| one >> 16 == other >> 16) {
            let mut same = below;
            for at in equal {
                same.add(&self.classes[(at & 0xffff) as usize], numbers);
            }
            for at in equal {
                let class = &mut self.classes[(at & 0xffff) as usize];
                let won = below.without_cards_of(class.kinds);
                // The pair itself was counted once among all, and once with each of its cards.
                let up_to = same.all + 1
                    - same.with[usize::from(class.kinds.0)]
                    - same.with[usize::from(class.kinds.1)];
                class.tied = up_to - won;
                let lost = dealers - up_to;
                if class.strength < game.qualifying_strength {
                    let unqualified = unqualified.all + 1
                        - unqualified.with[usize::from(class.kinds.0)]
                        - unqualified.with[usize::from(class.kinds.1)];
                    let lost_unqualified = unqualified - up_to;
                    class.won = [won, 0];
                    class.lost = [lost_unqualified, lost - lost_unqualified];
                } else {
                    let unqualified = unqualified.without_cards_of(class.kinds);
                    class.won = [unqualified, won - unqualified];
                    class.lost = [0, lost];
                }
            }
            below = same;
        }
    }
}

/// The bit mask of some cards, one bit per card by its index; the joker, which this game does not have, would
/// be bit 52.
pub(crate) fn mask(cards: &[Card]) -> u64 {
    cards.iter().fold(0, |mask, card| mask | 1 << card.index())
}
