//! Compares hands under one set of hand-ranking settings.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::choice::{Choice, ChoiceError, LowQualifier, ShowdownMode, Used};
use crate::composition::{self, BoardRow, BoardRows};
use crate::hand_rules::{HighHandRules, LowHandRules, RankCounts, SortKey};
use crate::index::{
    self, FIVE_AND_SIX_CARD_PLACES, FIVE_START, HandSize, RankTable, RowOffsets, SEVEN_CARD_PLACES,
    SEVEN_START, SUIT_COUNTS_SHIFT, SUITED, WeightSum, for_each_rank_set, weight,
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
    category_starts: [usize; 16],
}

/// The strengths of five to seven cards by their ranks.
pub(crate) struct RankTables {
    /// For five or six cards.
    five_or_six: RankTable<FIVE_AND_SIX_CARD_PLACES>,
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
    /// Builds the tables of high hands, or of low hands, for a choice. `key_of` gives the key of a set of
    /// ranks, with or without the joker, `strength` the number that is stored for a key.
    fn build(
        choice: &Choice,
        key_of: impl Fn(&RankCounts, bool) -> SortKey,
        five_or_six: Vec<(WeightSum, SortKey)>,
        strength: impl Fn(SortKey) -> u16,
    ) -> RankTables {
        let lowest = choice.deck.lowest_rank() as usize;
        let five_or_six =
            RankTable::filled(choice.joker, five_or_six.into_iter().map(|(sum, key)| (sum, strength(key))));
        let best = match choice.hole_cards_used {
            Used::Any => {
                let mut sevens = RankTable::empty(choice.joker);
                for_each_rank_set(choice.joker, true, lowest, |counts, joker, sum| {
                    sevens.store(sum, strength(key_of(counts, joker)));
                });
                BestFiveTable::Seven(sevens)
            }
            Used::ExactlyTwo => {
                BestFiveTable::Composed(BoardRows::build(choice.joker, lowest, |sum| five_or_six.get(sum)))
            }
        };
        RankTables { five_or_six, best }
    }

    /// The memory used, in bytes, not counting the shared row offsets; a part of [`Ranking::memory_size`].
    fn memory_size(&self) -> usize {
        let best = match &self.best {
            BestFiveTable::Seven(table) => table.memory_size(),
            BestFiveTable::Composed(composed) => composed.memory_size(),
        };
        self.five_or_six.memory_size() + best
    }

    /// The keys of all sets of five and six cards of the choice's deck, suits ignored, each with the sum that
    /// looks it up.
    fn five_and_six_card_keys(
        choice: &Choice,
        key_of: impl Fn(&RankCounts, bool) -> SortKey,
    ) -> Vec<(WeightSum, SortKey)> {
        let mut five_or_six = Vec::new();
        for_each_rank_set(choice.joker, false, choice.deck.lowest_rank() as usize, |counts, joker, sum| {
            five_or_six.push((sum, key_of(counts, joker)));
        });
        five_or_six
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
    /// The ranking for a choice. Built on the first call and kept for the whole process, so that every table
    /// with the same choice shares it; building takes milliseconds.
    ///
    /// # Errors
    /// An invalid choice; see [`Choice::validate`].
    pub fn of(choice: Choice) -> Result<Arc<Ranking>, ChoiceError> {
        static BUILT: OnceLock<Mutex<BTreeMap<Choice, Arc<Ranking>>>> = OnceLock::new();
        choice.validate()?;
        let mut built = BUILT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        Ok(built.entry(choice).or_insert_with(|| Arc::new(Ranking::build(choice))).clone())
    }

    /// Builds the ranking for a choice, even if [`Ranking::of`] has built it already: for benchmarks and
    /// tests of the building itself.
    ///
    /// # Errors
    /// An invalid choice; see [`Choice::validate`].
    pub fn build_uncached(choice: Choice) -> Result<Ranking, ChoiceError> {
        choice.validate()?;
        Ok(Ranking::build(choice))
    }

    /// Numbers the keys of all hands within each category and fills the tables with the numbers, so that a
    /// greater strength always is a better hand and equal strengths tie. The choice must be valid.
    fn build(choice: Choice) -> Ranking {
        let rules = HighHandRules::new(&choice);
        let lowest = choice.deck.lowest_rank() as usize;
        let key_of = |counts: &RankCounts, joker: bool| {
            if joker { rules.key_of_ranks_and_joker(counts) } else { rules.key_of_ranks(counts) }
        };
        let five_or_six = RankTables::five_and_six_card_keys(&choice, key_of);
        let mut suits = Vec::new();
        for set in 0..1u32 << 13 {
            if set & ((1 << lowest) - 1) == 0 {
                if set.count_ones() >= 5 {
                    suits.push((set as usize, rules.key_of_suit(set)));
                }
                if choice.joker && set.count_ones() >= 4 {
                    suits.push((1 << 13 | set as usize, rules.key_of_suit_and_joker(set)));
                }
            }
        }

        let mut keys: Vec<SortKey> = five_or_six.iter().map(|(_, key)| *key).collect();
        keys.extend(suits.iter().map(|(_, key)| *key));
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let mut category_starts = [0; 16];
        for (place, start) in category_starts.iter_mut().enumerate() {
            *start = keys.partition_point(|key| key >> 20 < place as u32);
        }
        let strength = |key: SortKey| {
            let place = (key >> 20) as usize;
            let start = category_starts[place & 15];
            (place << 12 | (keys[start..].partition_point(|other| *other < key))) as u16
        };

        let ranks = RankTables::build(&choice, key_of, five_or_six, strength);
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
            category_starts,
        }
    }

    /// The choice that the ranking was built from; nothing else affects its strengths.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The cards in play, deuces first, the joker last: a fixed order, not a shuffled one.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// The cards in play, as a set; what a dealer may deal under this ranking.
    pub fn cards(&self) -> CardSet {
        self.choice.deck.cards(self.choice.joker)
    }

    /// The memory used by the tables, in bytes, including those shared with other rankings; less than four
    /// megabytes for every choice.
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

    /// The strength of the best high hand; [`Strength::NONE`] for fewer than five usable cards. The game's
    /// rule for hole cards holds: any, or exactly two.
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
            BestFiveTable::Seven(_) | BestFiveTable::Composed(_) => self.high_of_other_sizes(hole, board),
        }
    }

    /// The strength of the best five of seven cards, whatever the rule for hole cards. The same as
    /// [`Ranking::high`] if any five cards may be used.
    #[inline]
    pub fn high_of_seven(&self, cards: &[Card; 7]) -> Strength {
        match &self.ranks.best {
            BestFiveTable::Seven(table) => self.look_up(table, add_weights(SEVEN_START, cards), cards, &[]),
            BestFiveTable::Composed(_) => self.high_of_every_five(cards),
        }
    }

    /// The strength of the best five of these cards, each five looked up by itself: for games of exactly two
    /// hole cards, whose tables do not have sevens.
    #[cold]
    #[inline(never)]
    fn high_of_every_five(&self, cards: &[Card]) -> Strength {
        let mut best = Strength::NONE;
        each_combination::<5>(cards, &mut |five| best = best.max(self.high_of_five(&five)));
        best
    }

    /// The strength of exactly these five cards, whatever the rule for hole cards.
    #[inline]
    pub fn high_of_five(&self, five: &[Card; 5]) -> Strength {
        self.look_up(&self.ranks.five_or_six, add_weights(FIVE_START, five), five, &[])
    }

    /// The strength of the best low hand; `None` if it does not qualify (3.5(d)), for fewer than five cards,
    /// or if low hands do not count.
    ///
    /// ```
    /// use cards::{Card, Choice, LowQualifier, Ranking, ShowdownMode};
    /// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// let mode = ShowdownMode::HighLow;
    /// let ranking = Ranking::of(Choice { mode, low_qualifier: LowQualifier::Eight, ..Choice::default() }).unwrap();
    /// let board = cards("8c 4d 2s Kh Kc");
    /// let low = ranking.low(&cards("6s 3h"), &board).unwrap();
    /// assert_eq!(ranking.low_name(low), "8-6-4-3-2");
    /// assert_eq!(ranking.low(&cards("Qs Qd"), &board), None);
    /// ```
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

    /// Does the work that depends on the board alone, for looking up several hands on one board; gives the
    /// same strengths as [`Ranking::high`] and [`Ranking::low`].
    ///
    /// ```
    /// use cards::{Card, Choice, Ranking};
    /// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// let ranking = Ranking::of(Choice::default()).unwrap();
    /// let board = cards("Kh Jd Js 4c 2s");
    /// let shared = ranking.board(&board);
    /// for hole in ["Ks Kd", "Jh Ah"].map(cards) {
    ///     assert_eq!(shared.high(&hole), ranking.high(&hole, &board));
    /// }
    /// ```
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

    /// The strength of hands that do not have seven cards, or not a complete board: the rare sizes that
    /// [`Ranking::high`] does not look up itself.
    #[inline(never)]
    fn high_of_other_sizes(&self, hole: &[Card], board: &[Card]) -> Strength {
        match (self.choice.hole_cards_used, HandSize::for_count(hole.len() + board.len())) {
            (Used::Any, HandSize::FiveOrSix(start)) => self.look_up(
                &self.ranks.five_or_six,
                add_weights(add_weights(start, hole), board),
                hole,
                board,
            ),
            (Used::Any, HandSize::Seven | HandSize::Other) | (Used::ExactlyTwo, _) => {
                Strength(self.best_of_fives(hole, board, |five| self.high_of_five(five).0))
            }
        }
    }

    /// The best number that `strength` gives for a five-card hand the player may use; 0 if there are none.
    /// The slow way, right for every number of cards.
    fn best_of_fives(&self, hole: &[Card], board: &[Card], strength: impl Fn(&[Card; 5]) -> u16) -> u16 {
        let mut best = 0;
        self.each_five(hole, board, |five| best = best.max(strength(&five)));
        best
    }

    /// The strength for a sum, which must be that of these cards from the table's starting value: the better
    /// of the table's hand and, if five cards are suited, the flush.
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

    /// The strength of the best two hole cards with three of five board cards; `row` and `sum` belong to this
    /// board.
    #[inline(always)]
    fn high_of_composition(&self, row: &BoardRow, sum: WeightSum, hole: &[Card], board: &[Card]) -> Strength {
        let strength = composition::best_in_row(row, hole);
        let suits = composition::flush_suits(hole, sum);
        if suits == 0 {
            return Strength(strength);
        }
        Strength(strength.max(composition::best_flush(&self.suited, suits, hole, board)))
    }

    /// The best flush or straight flush of the suit that the sum marks as having five cards; a suit must be
    /// marked.
    #[inline(never)]
    fn best_flush(&self, sum: WeightSum, hole: &[Card], board: &[Card]) -> Strength {
        let suit = ((sum & SUITED).trailing_zeros() - SUIT_COUNTS_SHIFT) as usize / 4;
        let mut suited = 0;
        for card in hole.iter().chain(board) {
            let number = card.index();
            // Bit 13 is the joker: it selects the upper half of the table.
            suited |= usize::from(number % 4 == suit || number == 52) << (number / 4);
        }
        Strength(self.suited[suited & ((1 << 14) - 1)])
    }

    /// The key from which the strength was numbered, with category and ranks; `None` for [`Strength::NONE`]
    /// or a number beyond the last hand. It may belong to a later category if the number is not a strength.
    pub(crate) fn key(&self, strength: Strength) -> Option<SortKey> {
        let place = usize::from(strength.0 >> 12);
        let start = self.category_starts[place];
        self.keys.get(start + usize::from(strength.0 & 0xfff)).copied().filter(|_| strength != Strength::NONE)
    }

    /// The strength with this number, as returned by [`Strength::number`], for tables that store numbers;
    /// `None` if no hand of this ranking has it.
    pub fn strength(&self, number: u16) -> Option<Strength> {
        let strength = Strength(number);
        self.key(strength).filter(|key| key >> 20 == u32::from(number >> 12)).map(|_| strength)
    }

    /// Visits every five-card hand a player may use under the rule for hole cards, those with the most hole
    /// cards first: the order by which [`Ranking::best_five`] prefers hole cards.
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
    /// Writes the choice only; the tables would fill screens.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ranking").field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl LowTables {
    /// Numbers the keys of all low hands from the worst, from 1, and fills the tables with the numbers, so
    /// that here too the greater number wins.
    fn build(choice: &Choice) -> LowTables {
        let rules = LowHandRules::new(choice);
        let key_of = |counts: &RankCounts, joker: bool| {
            if joker { rules.key_of_ranks_and_joker(counts) } else { rules.key_of_ranks(counts) }
        };
        let five_or_six = RankTables::five_and_six_card_keys(choice, key_of);
        let mut keys: Vec<SortKey> = five_or_six.iter().map(|(_, key)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let strength = |key: SortKey| (keys.len() - keys.partition_point(|other| *other < key)) as u16;
        let ranks = RankTables::build(choice, key_of, five_or_six, strength);
        let floor = match choice.low_qualifier {
            LowQualifier::None => 1,
            // Keys up to the worst eight qualify. There may be none.
            LowQualifier::Eight => {
                (keys.len() - keys.partition_point(|key| *key <= rules.worst_eight_key())) as u16 + 1
            }
        };
        LowTables { ranks, floor, keys, rules }
    }

    /// The number of exactly five cards as a low hand, whether it qualifies or not; 0 if they are not of the
    /// deck.
    pub(crate) fn strength_of_five(&self, five: &[Card; 5]) -> u16 {
        self.ranks.five_or_six.get(add_weights(FIVE_START, five))
    }

    /// The low hand of this number, or `None` if it is worse than the qualifier allows (3.5(d)) or is not a
    /// hand.
    #[inline(always)]
    fn qualify(&self, low: u16) -> Option<LowStrength> {
        (low >= self.floor).then_some(LowStrength(low))
    }

    /// The key of a low hand, with category and steps; 0 for a number beyond the hands of this ranking.
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
    /// The strength of the best high hand on this board, the same as from [`Ranking::high`].
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

    /// The strength of the best low hand on this board, the same as from [`Ranking::low`].
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

/// The memory used by a vector, in bytes, including its spare capacity, for [`Ranking::memory_size`].
fn memory_size_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// The sum with these cards added; the order of cards does not matter, and a repeated card is not noticed.
#[inline(always)]
fn add_weights(start: WeightSum, cards: &[Card]) -> WeightSum {
    cards.iter().fold(start, |sum, card| sum.wrapping_add(weight(*card)))
}

/// Visits every combination of `N` of these cards once, in the order of the cards, the first ones first; none
/// if there are fewer than `N`.
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
