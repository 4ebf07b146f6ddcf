//! The order of hands under one choice, ready to compare hands.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::choice::{BadChoice, Choice, LowQualifier, ShowdownMode, Used};
use crate::composed::{self, Composed, Row};
use crate::index::{
    self, FEWER, FIVE, Index, SEVEN, SEVENS, SUITED, SUITS_AT, Size, Sum, Table, each_set, weight,
};
use crate::made::{Counts, Key, Law, LowLaw};
use crate::strength::{LowStrength, Strength};
use crate::{Card, CardSet};

/// The order of hands under one [`Choice`]: tables that give any hand its strength.
///
/// Cards handed to it must be different ones of its deck; others give a strength without meaning, never a panic.
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
    /// The strength of cards by their ranks, suits disregarded.
    pub(crate) ranks: Ranks,
    /// The strength of cards of one suit, by their ranks, one bit each; the upper half with the joker.
    pub(crate) suited: Box<[u16; 1 << 14]>,
    /// The low hands, where something is played for low.
    pub(crate) lows: Option<Lows>,
    /// The keys of all hands, weakest first, and where each place of kind starts in them.
    keys: Vec<Key>,
    starts: [usize; 16],
}

/// A strength for the ranks of five to seven cards.
pub(crate) struct Ranks {
    /// Of five or six cards.
    fewer: Table<FEWER>,
    pub(crate) best: Best,
}

/// How the best five are found, as the composition of hands wants it.
pub(crate) enum Best {
    /// Any five of seven cards.
    Seven(Table<SEVENS>),
    /// Two hole cards and three of five board cards.
    Composed(Composed),
}

impl Ranks {
    /// The tables for the composition of a choice. `made` gives the key of ranks, `strength` that of a key.
    fn build(
        choice: &Choice,
        made: impl Fn(&Counts, bool) -> Key,
        fewer: Vec<(Sum, Key)>,
        strength: impl Fn(Key) -> u16,
    ) -> Ranks {
        let lowest = choice.deck.lowest() as usize;
        let fewer = Table::of(choice.joker, fewer.into_iter().map(|(sum, key)| (sum, strength(key))));
        let best = match choice.hole_cards_used {
            Used::Any => {
                let mut sevens = Table::empty(choice.joker);
                each_set(choice.joker, true, lowest, |counts, joker, sum| {
                    sevens.put(sum, strength(made(counts, joker)));
                });
                Best::Seven(sevens)
            }
            Used::ExactlyTwo => Best::Composed(Composed::build(choice.joker, lowest, |sum| fewer.get(sum))),
        };
        Ranks { fewer, best }
    }

    /// The memory they take, in bytes; places are shared.
    fn bytes(&self) -> usize {
        let best = match &self.best {
            Best::Seven(table) => table.bytes(),
            Best::Composed(composed) => composed.bytes(),
        };
        self.fewer.bytes() + best
    }

    /// The keys of five and six cards.
    fn fewer(choice: &Choice, made: impl Fn(&Counts, bool) -> Key) -> Vec<(Sum, Key)> {
        let mut fewer = Vec::new();
        each_set(choice.joker, false, choice.deck.lowest() as usize, |counts, joker, sum| {
            fewer.push((sum, made(counts, joker)));
        });
        fewer
    }
}

pub(crate) struct Lows {
    ranks: Ranks,
    /// A low hand must be at least this.
    floor: u16,
    /// The keys of all low hands, best first.
    keys: Vec<Key>,
    pub(crate) law: LowLaw,
}

impl Ranking {
    /// The ranking of a choice. Built the first time it is asked for, shared from then on.
    ///
    /// # Errors
    /// A choice that cannot stand: see [`Choice::check`].
    pub fn of(choice: Choice) -> Result<Arc<Ranking>, BadChoice> {
        static BUILT: OnceLock<Mutex<BTreeMap<Choice, Arc<Ranking>>>> = OnceLock::new();
        choice.check()?;
        let mut built = BUILT.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        Ok(built.entry(choice).or_insert_with(|| Arc::new(Ranking::build(choice))).clone())
    }

    /// Builds the ranking of a choice anew, whether or not [`Ranking::of`] has it.
    ///
    /// # Errors
    /// A choice that cannot stand: see [`Choice::check`].
    pub fn anew(choice: Choice) -> Result<Ranking, BadChoice> {
        choice.check()?;
        Ok(Ranking::build(choice))
    }

    fn build(choice: Choice) -> Ranking {
        let law = Law::of(&choice);
        let lowest = choice.deck.lowest() as usize;
        let made = |counts: &Counts, joker: bool| {
            if joker { law.of_ranks_and_joker(counts) } else { law.of_ranks(counts) }
        };
        let fewer = Ranks::fewer(&choice, made);
        let mut suits = Vec::new();
        for set in 0..1u32 << 13 {
            if set & ((1 << lowest) - 1) == 0 {
                if set.count_ones() >= 5 {
                    suits.push((set as usize, law.of_suit(set)));
                }
                if choice.joker && set.count_ones() >= 4 {
                    suits.push((1 << 13 | set as usize, law.of_suit_and_joker(set)));
                }
            }
        }

        let mut keys: Vec<Key> = fewer.iter().map(|(_, key)| *key).collect();
        keys.extend(suits.iter().map(|(_, key)| *key));
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let mut starts = [0; 16];
        for (place, start) in starts.iter_mut().enumerate() {
            *start = keys.partition_point(|key| key >> 20 < place as u32);
        }
        let strength = |key: Key| {
            let place = (key >> 20) as usize;
            let start = starts[place & 15];
            (place << 12 | (keys[start..].partition_point(|other| *other < key))) as u16
        };

        let ranks = Ranks::build(&choice, made, fewer, strength);
        let mut suited = index::zeros();
        for (ranks, key) in suits {
            suited[ranks] = strength(key);
        }
        Ranking {
            choice,
            deck: choice.deck.cards(choice.joker).iter().collect(),
            ranks,
            suited,
            lows: (choice.mode != ShowdownMode::High).then(|| Lows::build(&choice)),
            keys,
            starts,
        }
    }

    /// The choice it was built from.
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

    /// The memory its tables take, in bytes, with those that rankings share.
    pub fn bytes(&self) -> usize {
        // Tables of as many cards have their places in common.
        let indices = match self.ranks.best {
            Best::Seven(_) => 2,
            Best::Composed(_) => 1,
        };
        let lows = self.lows.as_ref().map_or(0, |lows| lows.ranks.bytes() + bytes_of(&lows.keys));
        let lists = bytes_of(&self.keys) + bytes_of(&self.deck);
        self.ranks.bytes() + lows + lists + size_of_val(&*self.suited) + indices * size_of::<Index>()
    }

    /// The strength of the best high hand. Fewer than five usable cards make [`Strength::NONE`].
    #[inline]
    pub fn high(&self, hole: &[Card], board: &[Card]) -> Strength {
        match &self.ranks.best {
            Best::Seven(table) if hole.len() + board.len() == 7 => {
                self.look_up(table, sum(sum(SEVEN, hole), board), hole, board)
            }
            Best::Composed(composed) if board.len() == 5 => {
                let sum = sum(FIVE, board);
                self.compose(composed.row(sum), sum, hole, board)
            }
            Best::Seven(_) | Best::Composed(_) => self.high_of_unusual(hole, board),
        }
    }

    /// The strength of the best five of seven cards; the same as [`Ranking::high`] where any five may be used.
    #[inline]
    pub fn high_of_seven(&self, cards: &[Card; 7]) -> Strength {
        match &self.ranks.best {
            Best::Seven(table) => self.look_up(table, sum(SEVEN, cards), cards, &[]),
            Best::Composed(_) => self.high_of_fives(cards),
        }
    }

    #[cold]
    #[inline(never)]
    fn high_of_fives(&self, cards: &[Card]) -> Strength {
        let mut best = Strength::NONE;
        choose::<5>(cards, &mut |five| best = best.max(self.high_of_five(&five)));
        best
    }

    /// The strength of five cards.
    #[inline]
    pub fn high_of_five(&self, five: &[Card; 5]) -> Strength {
        self.look_up(&self.ranks.fewer, sum(FIVE, five), five, &[])
    }

    /// The strength of the best low hand; `None` where it does not qualify, where there are not five cards,
    /// or where nothing is played for low.
    #[inline]
    pub fn low(&self, hole: &[Card], board: &[Card]) -> Option<LowStrength> {
        let lows = self.lows.as_ref()?;
        lows.qualified(match &lows.ranks.best {
            Best::Seven(table) if hole.len() + board.len() == 7 => table.get(sum(sum(SEVEN, hole), board)),
            Best::Composed(composed) if board.len() == 5 => {
                composed::best(composed.row(sum(FIVE, board)), hole)
            }
            Best::Seven(_) | Best::Composed(_) => self.best_of_fives(hole, board, |five| lows.of_five(five)),
        })
    }

    /// The board's share of the work, for several hands on one board.
    #[inline]
    pub fn board<'a>(&'a self, board: &'a [Card]) -> Board<'a> {
        let sum = sum(0, board);
        let row = |ranks: &'a Ranks| match &ranks.best {
            Best::Composed(composed) if board.len() == 5 => Some(composed.row(FIVE.wrapping_add(sum))),
            Best::Seven(_) | Best::Composed(_) => None,
        };
        let low_row = self.lows.as_ref().and_then(|lows| row(&lows.ranks));
        Board { ranking: self, cards: board, sum, row: row(&self.ranks), low_row }
    }

    /// The strength of the best flush (or straight flush) within cards of one suit; [`Strength::NONE`] when there is
    /// none. For work that takes together boards that differ only by suits.
    ///
    /// The cards are given by their ranks, one bit each, the deuce lowest; bit 13 is the joker.
    #[inline]
    pub fn flush_within(&self, hole: u16, board: u16) -> Strength {
        match &self.ranks.best {
            Best::Seven(_) => Strength(self.suited[usize::from(hole | board) & ((1 << 14) - 1)]),
            Best::Composed(_) => Strength(composed::flush_within(&self.suited, hole, board)),
        }
    }

    /// Hands that are not seven cards, or not on a whole board.
    #[inline(never)]
    fn high_of_unusual(&self, hole: &[Card], board: &[Card]) -> Strength {
        match (self.choice.hole_cards_used, Size::of(hole.len() + board.len())) {
            (Used::Any, Size::Fewer(start)) => {
                self.look_up(&self.ranks.fewer, sum(sum(start, hole), board), hole, board)
            }
            (Used::Any, Size::Seven | Size::Other) | (Used::ExactlyTwo, _) => {
                Strength(self.best_of_fives(hole, board, |five| self.high_of_five(five).0))
            }
        }
    }

    /// The best of every five cards a player may use; 0 when there are none.
    fn best_of_fives(&self, hole: &[Card], board: &[Card], strength: impl Fn(&[Card; 5]) -> u16) -> u16 {
        let mut best = 0;
        self.each_five(hole, board, |five| best = best.max(strength(&five)));
        best
    }

    /// The strength behind a sum, which is that of these cards.
    #[inline(always)]
    fn look_up<const PLACES: usize>(
        &self,
        table: &Table<PLACES>,
        sum: Sum,
        hole: &[Card],
        board: &[Card],
    ) -> Strength {
        let strength = Strength(table.get(sum));
        // With the joker, four of a kind or a full house may stand beside a flush.
        if sum & SUITED == 0 { strength } else { strength.max(self.flush(sum, hole, board)) }
    }

    /// The strength of two hole cards and three of a board, whose row and sum are given.
    #[inline(always)]
    fn compose(&self, row: &Row, sum: Sum, hole: &[Card], board: &[Card]) -> Strength {
        let strength = composed::best(row, hole);
        let suits = composed::suited(hole, sum);
        if suits == 0 {
            return Strength(strength);
        }
        Strength(strength.max(composed::flush(&self.suited, suits, hole, board)))
    }

    #[inline(never)]
    fn flush(&self, sum: Sum, hole: &[Card], board: &[Card]) -> Strength {
        let suit = ((sum & SUITED).trailing_zeros() - SUITS_AT) as usize / 4;
        let mut suited = 0;
        for card in hole.iter().chain(board) {
            let number = card.index();
            // The joker's bit is the fourteenth: it opens the upper half of the table.
            suited |= usize::from(number % 4 == suit || number == 52) << (number / 4);
        }
        Strength(self.suited[suited & ((1 << 14) - 1)])
    }

    pub(crate) fn key(&self, strength: Strength) -> Option<Key> {
        let place = usize::from(strength.0 >> 12);
        let start = self.starts[place];
        self.keys.get(start + usize::from(strength.0 & 0xfff)).copied().filter(|_| strength != Strength::NONE)
    }

    /// The strength with a number, as [`Strength::number`] gives it; `None` where no hand of this ranking has it.
    pub fn strength(&self, number: u16) -> Option<Strength> {
        let strength = Strength(number);
        self.key(strength).filter(|key| key >> 20 == u32::from(number >> 12)).map(|_| strength)
    }

    /// Every five cards a player may use, those with most hole cards first.
    pub(crate) fn each_five(&self, hole: &[Card], board: &[Card], mut visit: impl FnMut([Card; 5])) {
        match self.choice.hole_cards_used {
            Used::Any => {
                let all: Vec<Card> = hole.iter().chain(board).copied().collect();
                choose::<5>(&all, &mut visit);
            }
            Used::ExactlyTwo => choose::<2>(hole, &mut |[a, b]| {
                choose::<3>(board, &mut |[c, d, e]| visit([a, b, c, d, e]));
            }),
        }
    }
}

impl std::fmt::Debug for Ranking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ranking").field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl Lows {
    fn build(choice: &Choice) -> Lows {
        let law = LowLaw::of(choice);
        let made = |counts: &Counts, joker: bool| {
            if joker { law.of_ranks_and_joker(counts) } else { law.of_ranks(counts) }
        };
        let fewer = Ranks::fewer(choice, made);
        let mut keys: Vec<Key> = fewer.iter().map(|(_, key)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.shrink_to_fit();
        let strength = |key: Key| (keys.len() - keys.partition_point(|other| *other < key)) as u16;
        let ranks = Ranks::build(choice, made, fewer, strength);
        let floor = match choice.low_qualifier {
            LowQualifier::None => 1,
            // Keys up to the worst eight qualify, and there may be none.
            LowQualifier::Eight => {
                (keys.len() - keys.partition_point(|key| *key <= law.worst_eight())) as u16 + 1
            }
        };
        Lows { ranks, floor, keys, law }
    }

    /// The number of exactly five cards.
    pub(crate) fn of_five(&self, five: &[Card; 5]) -> u16 {
        self.ranks.fewer.get(sum(FIVE, five))
    }

    #[inline(always)]
    fn qualified(&self, low: u16) -> Option<LowStrength> {
        (low >= self.floor).then_some(LowStrength(low))
    }

    pub(crate) fn key(&self, low: LowStrength) -> Key {
        self.keys.len().checked_sub(usize::from(low.0)).and_then(|at| self.keys.get(at)).copied().unwrap_or(0)
    }
}

/// One board, with its share of the work done: see [`Ranking::board`].
#[derive(Clone, Copy)]
pub struct Board<'a> {
    ranking: &'a Ranking,
    cards: &'a [Card],
    /// The sum of its cards alone.
    sum: Sum,
    /// Its rows, where hands are composed.
    row: Option<&'a Row>,
    low_row: Option<&'a Row>,
}

impl Board<'_> {
    /// The same as [`Ranking::high`].
    #[inline]
    pub fn high(&self, hole: &[Card]) -> Strength {
        let ranking = self.ranking;
        match (&ranking.ranks.best, self.row) {
            (Best::Seven(table), _) if hole.len() + self.cards.len() == 7 => {
                ranking.look_up(table, sum(SEVEN.wrapping_add(self.sum), hole), hole, self.cards)
            }
            (Best::Composed(_), Some(row)) => {
                ranking.compose(row, FIVE.wrapping_add(self.sum), hole, self.cards)
            }
            (Best::Seven(_) | Best::Composed(_), _) => ranking.high(hole, self.cards),
        }
    }

    /// The same as [`Ranking::low`].
    #[inline]
    pub fn low(&self, hole: &[Card]) -> Option<LowStrength> {
        let lows = self.ranking.lows.as_ref()?;
        match (&lows.ranks.best, self.low_row) {
            (Best::Seven(table), _) if hole.len() + self.cards.len() == 7 => {
                lows.qualified(table.get(sum(SEVEN.wrapping_add(self.sum), hole)))
            }
            (Best::Composed(_), Some(row)) => lows.qualified(composed::best(row, hole)),
            (Best::Seven(_) | Best::Composed(_), _) => self.ranking.low(hole, self.cards),
        }
    }
}

/// The memory a list takes, in bytes, with its room to grow.
fn bytes_of<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Adds cards to a sum.
#[inline(always)]
fn sum(start: Sum, cards: &[Card]) -> Sum {
    cards.iter().fold(start, |sum, card| sum.wrapping_add(weight(*card)))
}

/// Every `N` of these cards, in their order, the first ones first.
fn choose<const N: usize>(cards: &[Card], visit: &mut impl FnMut([Card; N])) {
    if cards.len() < N {
        return;
    }
    let mut at: [usize; N] = std::array::from_fn(|position| position);
    loop {
        visit(at.map(|position| cards[position]));
        // The last position that can still move on.
        let Some(moving) = (0..N).rev().find(|position| at[*position] < cards.len() - N + position) else {
            return;
        };
        at[moving] += 1;
        for position in moving + 1..N {
            at[position] = at[position - 1] + 1;
        }
    }
}
