//! Compares hands under one set of hand-ranking settings.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::choice::{Choice, ChoiceError, LowQualifier, ShowdownMode, Used};
use crate::composition::{self, BoardRow, BoardRows};
use crate::hand_rules::{HighHandRules, LowHandRules, RankCounts, SortKey};
use crate::index::{
    self, FIVE_AND_SIX_CARD_PLACES, FIVE_START, HandSize, RankTable, RowOffsets, SEVEN_CARD_PLACES,
    SEVEN_START, SUITED, SUITS_AT, WeightSum, each_set, weight,
};
use crate::strength::{LowStrength, Strength};
use crate::{Card, CardSet};

/// The hand rankings under one [`Choice`]: tables that give the strength of any hand.
///
/// The cards passed to its methods must be distinct and of its deck; others give a meaningless strength, but
/// never a panic.
///
/// ```
/// use cards::{Card, Category, Choice, Ranking};
/// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let board = cards("Kh Jd Js 4c 2s");
/// let kings_full = ranking.high(&cards("Ks Kd"), &board);
/// let trips = ranking.high(&cards("Jh Ah"), &board);
/// assert!(kings_full > trips);
/// assert_eq!(kings_full.category(), Category::FullHouse);
/// assert_eq!(ranking.name(kings_full), "full house, kings full of jacks");
/// ```
pub struct Ranking {
    choice: Choice,
    deck: Vec<Card>,
    /// The strength of cards by their ranks, ignoring suits.
    pub(crate) ranks: RankTables,
    /// The strength of cards of one suit by their ranks, one bit each; the upper half is for hands with the
    /// joker.
    pub(crate) suited: Box<[u16; 1 << 14]>,
    /// The tables for low hands, if low hands count.
    pub(crate) lows: Option<LowTables>,
    /// The keys of all hands, weakest first, and the index at which each category position starts.
    keys: Vec<SortKey>,
    starts: [usize; 16],
}

/// The strengths of five to seven cards by their ranks.
pub(crate) struct RankTables {
    /// For five or six cards.
    fewer: RankTable<FIVE_AND_SIX_CARD_PLACES>,
    pub(crate) best: BestFiveTable,
}

/// How the best five cards are found, depending on how hands are composed.
pub(crate) enum BestFiveTable {
    /// Any five of seven cards.
    Seven(RankTable<SEVEN_CARD_PLACES>),
    /// Two hole cards and three of five board cards.
    Composed(BoardRows),
}

impl RankTables {
    /// Builds the tables for a choice. `made` gives the key of a set of ranks, `strength` the strength of a
    /// key.
    fn build(
        choice: &Choice,
        made: impl Fn(&RankCounts, bool) -> SortKey,
        fewer: Vec<(WeightSum, SortKey)>,
        strength: impl Fn(SortKey) -> u16,
    ) -> RankTables {
        let lowest = choice.deck.lowest_rank() as usize;
        let fewer = RankTable::of(choice.joker, fewer.into_iter().map(|(sum, key)| (sum, strength(key))));
        let best = match choice.hole_cards_used {
            Used::Any => {
                let mut sevens = RankTable::empty(choice.joker);
                each_set(choice.joker, true, lowest, |counts, joker, sum| {
                    sevens.put(sum, strength(made(counts, joker)));
                });
                BestFiveTable::Seven(sevens)
            }
            Used::ExactlyTwo => {
                BestFiveTable::Composed(BoardRows::build(choice.joker, lowest, |sum| fewer.get(sum)))
            }
        };
        RankTables { fewer, best }
    }

    /// The memory used, in bytes, not counting the shared row offsets.
    fn memory_size(&self) -> usize {
        let best = match &self.best {
            BestFiveTable::Seven(table) => table.memory_size(),
            BestFiveTable::Composed(composed) => composed.memory_size(),
        };
        self.fewer.memory_size() + best
    }

    /// The keys of all sets of five and six cards, by their sums.
    fn five_and_six_card_keys(
        choice: &Choice,
        made: impl Fn(&RankCounts, bool) -> SortKey,
    ) -> Vec<(WeightSum, SortKey)> {
        let mut fewer = Vec::new();
        each_set(choice.joker, false, choice.deck.lowest_rank() as usize, |counts, joker, sum| {
            fewer.push((sum, made(counts, joker)));
        });
        fewer
    }
}

/// The tables for low hands.
pub(crate) struct LowTables {
    ranks: RankTables,
    /// The least strength that qualifies.
    floor: u16,
    /// The keys of all low hands, best first.
    keys: Vec<SortKey>,
    pub(crate) rules: LowHandRules,
}

impl Ranking {
    /// The ranking for a choice. Built on the first call, then shared.
    ///
    /// # Errors
    /// An invalid choice; see [`Choice::validate`].
    pub fn of(choice: Choice) -> Result<Arc<Ranking>, ChoiceError> {
        static BUILT: OnceLock<Mutex<BTreeMap<Choice, Arc<Ranking>>>> = OnceLock::new();
        choice.validate()?;
        let mut built = BUILT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        Ok(built.entry(choice).or_insert_with(|| Arc::new(Ranking::build(choice))).clone())
    }

    /// Builds the ranking for a choice, even if [`Ranking::of`] has built it already.
    ///
    /// # Errors
    /// An invalid choice; see [`Choice::validate`].
    pub fn build_uncached(choice: Choice) -> Result<Ranking, ChoiceError> {
        choice.validate()?;
        Ok(Ranking::build(choice))
    }

    /// Collects the keys of all hands, numbers them within each category, and fills the tables with the
    /// numbers.
    fn build(choice: Choice) -> Ranking {
        let law = HighHandRules::of(&choice);
        let lowest = choice.deck.lowest_rank() as usize;
        let made = |counts: &RankCounts, joker: bool| {
            if joker { law.key_of_ranks_and_joker(counts) } else { law.key_of_ranks(counts) }
        };
        let fewer = RankTables::five_and_six_card_keys(&choice, made);
        let mut suits = Vec::new();
        for set in 0..1u32 << 13 {
            if set & ((1 << lowest) - 1) == 0 {
                if set.count_ones() >= 5 {
                    suits.push((set as usize, law.key_of_suit(set)));
                }
                if choice.joker && set.count_ones() >= 4 {
                    suits.push((1 << 13 | set as usize, law.key_of_suit_and_joker(set)));
                }
            }
        }

        let mut keys: Vec<SortKey> = fewer.iter().map(|(_, key)| *key).collect();
        keys.extend(suits.iter().map(|(_, key)| *key));
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let mut starts = [0; 16];
        for (place, start) in starts.iter_mut().enumerate() {
            *start = keys.partition_point(|key| key >> 20 < place as u32);
        }
        let strength = |key: SortKey| {
            let place = (key >> 20) as usize;
            let start = starts[place & 15];
            (place << 12 | (keys[start..].partition_point(|other| *other < key))) as u16
        };

        let ranks = RankTables::build(&choice, made, fewer, strength);
        let mut suited = index::zeros();
        for (ranks, key) in suits {
            suited[ranks] = strength(key);
        }
        Ranking {
            choice,
            deck: choice.deck.cards(choice.joker).iter().collect(),
            ranks,
            suited,
            lows: (choice.mode != ShowdownMode::High).then(|| LowTables::build(&choice)),
            keys,
            starts,
        }
    }

    /// The choice that the ranking was built from.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The cards in play, deuces first, the joker last.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards in play, as a set.
    pub fn cards(&self) -> CardSet {
        self.choice.deck.cards(self.choice.joker)
    }

    /// The memory used by the tables, in bytes, including those shared with other rankings.
    pub fn memory_size(&self) -> usize {
        // Tables for the same number of cards share their row offsets.
        let indices = match self.ranks.best {
            BestFiveTable::Seven(_) => 2,
            BestFiveTable::Composed(_) => 1,
        };
        let lows = self.lows.as_ref().map_or(0, |lows| lows.ranks.memory_size() + memory_size_of(&lows.keys));
        let lists = memory_size_of(&self.keys) + memory_size_of(&self.deck);
        self.ranks.memory_size()
            + lows
            + lists
            + size_of_val(&*self.suited)
            + indices * size_of::<RowOffsets>()
    }

    /// The strength of the best high hand; [`Strength::NONE`] for fewer than five usable cards.
    #[inline]
    pub fn high(&self, hole: &[Card], board: &[Card]) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(table) if hole.len() + board.len() == 7 => {
                self.look_up(table, add_weights(add_weights(SEVEN_START, hole), board), hole, board)
            }
            BestFiveTable::Composed(composed) if board.len() == 5 => {
                let sum = add_weights(FIVE_START, board);
                self.high_of_composition(composed.row(sum), sum, hole, board)
            }
            BestFiveTable::Seven(_) | BestFiveTable::Composed(_) => self.high_of_unusual(hole, board),
        }
    }

    /// The strength of the best five of seven cards. The same as [`Ranking::high`] if any five cards may be
    /// used.
    #[inline]
    pub fn high_of_seven(&self, cards: &[Card; 7]) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(table) => self.look_up(table, add_weights(SEVEN_START, cards), cards, &[]),
            BestFiveTable::Composed(_) => self.high_of_every_five(cards),
        }
    }

    #[cold]
    #[inline(never)]
    fn high_of_every_five(&self, cards: &[Card]) -> Strength {
        let mut best = Strength::NONE;
        each_combination::<5>(cards, &mut |five| best = best.max(self.high_of_five(&five)));
        best
    }

    /// The strength of five cards.
    #[inline]
    pub fn high_of_five(&self, five: &[Card; 5]) -> Strength {
        self.look_up(&self.ranks.fewer, add_weights(FIVE_START, five), five, &[])
    }

    /// The strength of the best low hand; `None` if it does not qualify, for fewer than five cards, or if low
    /// hands do not count.
    #[inline]
    pub fn low(&self, hole: &[Card], board: &[Card]) -> Option<LowStrength> {
        let lows = self.lows.as_ref()?;
        lows.qualify(match &lows.ranks.best {
            BestFiveTable::Seven(table) if hole.len() + board.len() == 7 => {
                table.get(add_weights(add_weights(SEVEN_START, hole), board))
            }
            BestFiveTable::Composed(composed) if board.len() == 5 => {
                composition::best_in_row(composed.row(add_weights(FIVE_START, board)), hole)
            }
            BestFiveTable::Seven(_) | BestFiveTable::Composed(_) => {
                self.best_of_fives(hole, board, |five| lows.strength_of_five(five))
            }
        })
    }

    /// Does the work that depends on the board alone, for looking up several hands on one board.
    #[inline]
    pub fn board<'a>(&'a self, board: &'a [Card]) -> Board<'a> {
        let sum = add_weights(0, board);
        let row = |ranks: &'a RankTables| match &ranks.best {
            BestFiveTable::Composed(composed) if board.len() == 5 => {
                Some(composed.row(FIVE_START.wrapping_add(sum)))
            }
            BestFiveTable::Seven(_) | BestFiveTable::Composed(_) => None,
        };
        let low_row = self.lows.as_ref().and_then(|lows| row(&lows.ranks));
        Board { ranking: self, cards: board, sum, row: row(&self.ranks), low_row }
    }

    /// The strength of the best flush or straight flush within cards of one suit; [`Strength::NONE`] if there
    /// is none. For code that treats boards alike that differ only in suits.
    ///
    /// The cards are given by their ranks, one bit each, the deuce lowest; bit 13 is the joker.
    #[inline]
    pub fn flush_within(&self, hole: u16, board: u16) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(_) => Strength(self.suited[usize::from(hole | board) & ((1 << 14) - 1)]),
            BestFiveTable::Composed(_) => Strength(composition::flush_within(&self.suited, hole, board)),
        }
    }

    /// Hands that do not have seven cards, or not a complete board.
    #[inline(never)]
    fn high_of_unusual(&self, hole: &[Card], board: &[Card]) -> Strength {
        match (self.choice.hole_cards_used, HandSize::of(hole.len() + board.len())) {
            (Used::Any, HandSize::Fewer(start)) => {
                self.look_up(&self.ranks.fewer, add_weights(add_weights(start, hole), board), hole, board)
            }
            (Used::Any, HandSize::Seven | HandSize::Other) | (Used::ExactlyTwo, _) => {
                Strength(self.best_of_fives(hole, board, |five| self.high_of_five(five).0))
            }
        }
    }

    /// The best strength of all five-card hands a player may use; 0 if there are none.
    fn best_of_fives(&self, hole: &[Card], board: &[Card], strength: impl Fn(&[Card; 5]) -> u16) -> u16 {
        let mut best = 0;
        self.each_five(hole, board, |five| best = best.max(strength(&five)));
        best
    }

    /// The strength for a sum, which must be that of these cards.
    #[inline(always)]
    fn look_up<const PLACES: usize>(
        &self,
        table: &RankTable<PLACES>,
        sum: WeightSum,
        hole: &[Card],
        board: &[Card],
    ) -> Strength {
        let strength = Strength(table.get(sum));
        // With the joker, four of a kind or a full house can coincide with a flush.
        if sum & SUITED == 0 { strength } else { strength.max(self.best_flush(sum, hole, board)) }
    }

    /// The strength of two hole cards and three board cards; `row` and `sum` belong to the board.
    #[inline(always)]
    fn high_of_composition(&self, row: &BoardRow, sum: WeightSum, hole: &[Card], board: &[Card]) -> Strength {
        let strength = composition::best_in_row(row, hole);
        let suits = composition::flush_suits(hole, sum);
        if suits == 0 {
            return Strength(strength);
        }
        Strength(strength.max(composition::best_flush(&self.suited, suits, hole, board)))
    }

    /// The best flush of the suit marked in the sum.
    #[inline(never)]
    fn best_flush(&self, sum: WeightSum, hole: &[Card], board: &[Card]) -> Strength {
        let suit = ((sum & SUITED).trailing_zeros() - SUITS_AT) as usize / 4;
        let mut suited = 0;
        for card in hole.iter().chain(board) {
            let number = card.index();
            // Bit 13 is the joker: it selects the upper half of the table.
            suited |= usize::from(number % 4 == suit || number == 52) << (number / 4);
        }
        Strength(self.suited[suited & ((1 << 14) - 1)])
    }

    pub(crate) fn key(&self, strength: Strength) -> Option<SortKey> {
        let place = usize::from(strength.0 >> 12);
        let start = self.starts[place];
        self.keys.get(start + usize::from(strength.0 & 0xfff)).copied().filter(|_| strength != Strength::NONE)
    }

    /// The strength with this number, as returned by [`Strength::number`]; `None` if no hand of this ranking
    /// has it.
    pub fn strength(&self, number: u16) -> Option<Strength> {
        let strength = Strength(number);
        self.key(strength).filter(|key| key >> 20 == u32::from(number >> 12)).map(|_| strength)
    }

    /// Visits every five-card hand a player may use, those with the most hole cards first.
    pub(crate) fn each_five(&self, hole: &[Card], board: &[Card], mut visit: impl FnMut([Card; 5])) {
        match self.choice.hole_cards_used {
            Used::Any => {
                let all: Vec<Card> = hole.iter().chain(board).copied().collect();
                each_combination::<5>(&all, &mut visit);
            }
            Used::ExactlyTwo => each_combination::<2>(hole, &mut |[a, b]| {
                each_combination::<3>(board, &mut |[c, d, e]| visit([a, b, c, d, e]));
            }),
        }
    }
}

impl std::fmt::Debug for Ranking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ranking").field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl LowTables {
    /// Collects the keys of all low hands, numbers them from the worst, and fills the tables with the
    /// numbers.
    fn build(choice: &Choice) -> LowTables {
        let law = LowHandRules::of(choice);
        let made = |counts: &RankCounts, joker: bool| {
            if joker { law.key_of_ranks_and_joker(counts) } else { law.key_of_ranks(counts) }
        };
        let fewer = RankTables::five_and_six_card_keys(choice, made);
        let mut keys: Vec<SortKey> = fewer.iter().map(|(_, key)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let strength = |key: SortKey| (keys.len() - keys.partition_point(|other| *other < key)) as u16;
        let ranks = RankTables::build(choice, made, fewer, strength);
        let floor = match choice.low_qualifier {
            LowQualifier::None => 1,
            // Keys up to the worst eight qualify. There may be none.
            LowQualifier::Eight => {
                (keys.len() - keys.partition_point(|key| *key <= law.worst_eight_key())) as u16 + 1
            }
        };
        LowTables { ranks, floor, keys, rules: law }
    }

    /// The strength of exactly five cards.
    pub(crate) fn strength_of_five(&self, five: &[Card; 5]) -> u16 {
        self.ranks.fewer.get(add_weights(FIVE_START, five))
    }

    /// The low hand of this number, or `None` if it is worse than the qualifier allows.
    #[inline(always)]
    fn qualify(&self, low: u16) -> Option<LowStrength> {
        (low >= self.floor).then_some(LowStrength(low))
    }

    pub(crate) fn key(&self, low: LowStrength) -> SortKey {
        self.keys.len().checked_sub(usize::from(low.0)).and_then(|at| self.keys.get(at)).copied().unwrap_or(0)
    }
}

/// A board with its own part of the work done: see [`Ranking::board`].
#[derive(Clone, Copy)]
pub struct Board<'a> {
    ranking: &'a Ranking,
    cards: &'a [Card],
    /// The sum of the board's cards alone, without a starting value.
    sum: WeightSum,
    /// The board's rows, if hands use exactly two hole cards.
    row: Option<&'a BoardRow>,
    low_row: Option<&'a BoardRow>,
}

impl Board<'_> {
    /// Same as [`Ranking::high`].
    #[inline]
    pub fn high(&self, hole: &[Card]) -> Strength {
        let ranking = self.ranking;
        match (&ranking.ranks.best, self.row) {
            (BestFiveTable::Seven(table), _) if hole.len() + self.cards.len() == 7 => ranking.look_up(
                table,
                add_weights(SEVEN_START.wrapping_add(self.sum), hole),
                hole,
                self.cards,
            ),
            (BestFiveTable::Composed(_), Some(row)) => {
                ranking.high_of_composition(row, FIVE_START.wrapping_add(self.sum), hole, self.cards)
            }
            (BestFiveTable::Seven(_) | BestFiveTable::Composed(_), _) => ranking.high(hole, self.cards),
        }
    }

    /// Same as [`Ranking::low`].
    #[inline]
    pub fn low(&self, hole: &[Card]) -> Option<LowStrength> {
        let lows = self.ranking.lows.as_ref()?;
        match (&lows.ranks.best, self.low_row) {
            (BestFiveTable::Seven(table), _) if hole.len() + self.cards.len() == 7 => {
                lows.qualify(table.get(add_weights(SEVEN_START.wrapping_add(self.sum), hole)))
            }
            (BestFiveTable::Composed(_), Some(row)) => lows.qualify(composition::best_in_row(row, hole)),
            (BestFiveTable::Seven(_) | BestFiveTable::Composed(_), _) => self.ranking.low(hole, self.cards),
        }
    }
}

/// The memory used by a vector, in bytes, including its spare capacity.
fn memory_size_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Adds cards to a sum.
#[inline(always)]
fn add_weights(start: WeightSum, cards: &[Card]) -> WeightSum {
    cards.iter().fold(start, |sum, card| sum.wrapping_add(weight(*card)))
}

/// Visits every combination of `N` of these cards, in order.
fn each_combination<const N: usize>(cards: &[Card], visit: &mut impl FnMut([Card; N])) {
    if cards.len() < N {
        return;
    }
    let mut at: [usize; N] = std::array::from_fn(|position| position);
    loop {
        visit(at.map(|position| cards[position]));
        // The last position that can still advance.
        let Some(moving) = (0..N).rev().find(|position| at[*position] < cards.len() - N + position) else {
            return;
        };
        at[moving] += 1;
        for position in moving + 1..N {
            at[position] = at[position - 1] + 1;
        }
    }
}
