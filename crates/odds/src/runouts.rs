//! Counts who wins over all boards that can still come.
//!
//! Far fewer boards are examined than exist. All boards of the same ranks are handled together, as if there
//! were no flushes; then, for each suit, those boards that have enough cards of the suit to give somebody a
//! flush are taken out again and examined with the flush. Only boards with the joker are examined one by one.

use cards::{Board, Card, CardSet, LowStrength, Rank, Ranking, ShowdownMode, Strength, Suit, Used};

use crate::tally::{Tally, Winners};

/// Counts who wins on all boards that can be completed from the cards in `left`, which must exclude the board
/// and all hole cards: the core of [`exact_equity`](crate::exact_equity). The deals add up to the ways to
/// complete the board.
pub(crate) fn runouts(ranking: &Ranking, board: &[Card], left: CardSet, holes: &[Vec<Card>]) -> Tally {
    let mut tally = Tally::new(holes.len());
    let natural = left.difference(CardSet::of(Card::JOKER));
    let cards: Vec<Card> = natural.iter().collect();
    let to_come = 5 - board.len();
    if board.contains(&Card::JOKER) || to_come == 0 {
        // With the joker on the board, flushes in two suits are possible at once.
        each_board(ranking, holes, &cards, to_come, &mut board.to_vec(), &mut tally);
        return tally;
    }
    if left.contains(Card::JOKER) {
        let mut with_joker = board.to_vec();
        with_joker.push(Card::JOKER);
        each_board(ranking, holes, &cards, to_come - 1, &mut with_joker, &mut tally);
    }
    let mut ranks = RunoutsByRank::new(ranking, board, natural, holes, tally);
    ranks.each_rank_set(0, to_come, 1);
    ranks.tally
}

/// Counts every completion of the board by itself: the slow way, right for every deck, and the only one with
/// the joker on the board. `board` is as before afterwards.
fn each_board(
    ranking: &Ranking,
    holes: &[Vec<Card>],
    cards: &[Card],
    to_come: usize,
    board: &mut Vec<Card>,
    tally: &mut Tally,
) {
    if to_come == 0 {
        return tally.add(winners(ranking, &ranking.board(board), holes), 1);
    }
    for (at, card) in cards.iter().enumerate() {
        board.push(*card);
        each_board(ranking, holes, &cards[at + 1..], to_come - 1, board, tally);
        board.pop();
    }
}

/// What is needed to find the flushes in one suit.
struct FlushSuit {
    /// Each player's cards of the suit, one bit per rank; bit 13 is the joker.
    holes: Vec<u16>,
    /// The cards of the suit on the known part of the board.
    board: u16,
    /// The cards of the suit that can still come.
    left: u16,
    /// For each rank, the number of cards of other suits that can still come.
    others: [u64; 13],
    /// The number of cards of the suit that must come to give anybody a flush.
    needed: usize,
}

/// Counts boards by their ranks.
struct RunoutsByRank<'a> {
    ranking: &'a Ranking,
    holes: &'a [Vec<Card>],
    /// For each rank, the number of cards that can still come.
    rank_counts: [u64; 13],
    /// The ranks on the board, the known cards first.
    board: Vec<Rank>,
    /// The ranks still to come, and how many of each.
    ranks_to_come: Vec<(usize, u64)>,
    suits: Vec<FlushSuit>,
    high: Vec<Strength>,
    tally: Tally,
}

impl<'a> RunoutsByRank<'a> {
    /// Prepares the suits in which somebody can still make a flush; `tally` already has the boards with the
    /// joker, and `left` is without it.
    fn new(
        ranking: &'a Ranking,
        board: &[Card],
        left: CardSet,
        holes: &'a [Vec<Card>],
        tally: Tally,
    ) -> RunoutsByRank<'a> {
        let to_come = 5 - board.len();
        let mut suits = Vec::new();
        // Flushes do not count in low hands.
        let played = if ranking.choice().mode == ShowdownMode::Low { &[][..] } else { &Suit::ALL[..] };
        for suit in played {
            let of_suit = |cards: &[Card]| {
                let mine = cards.iter().filter(|card| card.suit() == Some(*suit) || **card == Card::JOKER);
                mine.fold(0u16, |ranks, card| ranks | 1 << (card.index() / 4))
            };
            let held: Vec<u16> = holes.iter().map(|hole| of_suit(hole)).collect();
            // A flush takes three board cards of its suit, since at most two hole cards count, so it is
            // possible in only one suit on any board.
            let needed = held.iter().filter_map(|held| match ranking.choice().hole_cards_used {
                Used::Any => Some(5usize.saturating_sub(held.count_ones() as usize)),
                Used::ExactlyTwo => (held.count_ones() >= 2).then_some(3),
            });
            let known = of_suit(board);
            let Some(needed) = needed.min().map(|needed| needed.saturating_sub(known.count_ones() as usize))
            else {
                continue;
            };
            if needed <= to_come {
                suits.push(FlushSuit {
                    holes: held,
                    board: known,
                    left: of_suit(&left.iter().collect::<Vec<_>>()),
                    others: rank_counts(left.difference(left.of_suit(*suit))),
                    needed,
                });
            }
        }
        RunoutsByRank {
            ranking,
            holes,
            rank_counts: rank_counts(left),
            board: board.iter().filter_map(|card| card.rank()).collect(),
            ranks_to_come: Vec::new(),
            suits,
            high: vec![Strength::NONE; holes.len()],
            tally,
        }
    }

    /// Counts every set of `left` further ranks that can come, none below `from`; `ways` is the number of
    /// ways to deal those chosen so far.
    fn each_rank_set(&mut self, from: usize, left: usize, ways: u64) {
        if left == 0 {
            return self.tally_ranks(ways);
        }
        for rank in from..13 {
            let (board, ranks_to_come) = (self.board.len(), self.ranks_to_come.len());
            let mut combined = ways;
            for taken in 1..=(left as u64).min(self.rank_counts[rank]) {
                combined = combined * (self.rank_counts[rank] - taken + 1) / taken;
                self.board.push(Rank::ALL[rank]);
                self.ranks_to_come.truncate(ranks_to_come);
                self.ranks_to_come.push((rank, taken));
                self.each_rank_set(rank + 1, left - taken as usize, combined);
            }
            self.board.truncate(board);
            self.ranks_to_come.truncate(ranks_to_come);
        }
    }

    /// Counts who wins on the boards with the ranks chosen, of which there are `ways`, flushes included: each
    /// board once.
    fn tally_ranks(&mut self, ways: u64) {
        // Suits are spread over the board so that there is no flush.
        let mut board = [Card::JOKER; 5];
        for ((place, rank), suit) in board.iter_mut().zip(&self.board).zip(Suit::ALL.into_iter().cycle()) {
            *place = Card::new(*rank, suit);
        }
        let shared = self.ranking.board(&board);
        let mode = self.ranking.choice().mode;
        if mode != ShowdownMode::Low {
            for (strength, hole) in self.high.iter_mut().zip(self.holes) {
                *strength = shared.high(hole);
            }
        }
        let low = if mode == ShowdownMode::High { 0 } else { low_winners(&shared, self.holes) };
        let high = if mode == ShowdownMode::Low { 0 } else { best_players(self.high.iter().copied()) };
        let mut left = ways;
        for suit in &self.suits {
            let possible = self.ranks_to_come.iter().filter(|(rank, _)| suit.left >> rank & 1 == 1).count();
            if possible >= suit.needed {
                let mut flushes =
                    Flushes { ranking: self.ranking, suit, without: &self.high, high, low, changed: 0 };
                flushes.each_suit_choice(&self.ranks_to_come, suit.board, 0, 1, &mut self.tally);
                left -= flushes.changed;
            }
        }
        self.tally.add((high, low), left);
    }
}

/// Finds the boards of given ranks on which a flush changes the winner.
struct Flushes<'a> {
    ranking: &'a Ranking,
    suit: &'a FlushSuit,
    /// The players' strengths without a flush, and the winners then.
    without: &'a [Strength],
    high: u32,
    low: u32,
    /// The number of boards on which the high winners are different.
    changed: u64,
}

impl Flushes<'_> {
    /// Chooses for each rank to come whether a card of the suit is among it, tallies the boards on which that
    /// changes the winners and counts them in `changed`: the caller takes them off those without the flush.
    fn each_suit_choice(
        &mut self,
        ranks_to_come: &[(usize, u64)],
        board: u16,
        suited: usize,
        ways: u64,
        tally: &mut Tally,
    ) {
        if ways == 0 || suited + ranks_to_come.len() < self.suit.needed {
            return;
        }
        let Some(((rank, number), rest)) = ranks_to_come.split_first() else {
            let strengths = self.without.iter().zip(&self.suit.holes);
            let high = best_players(
                strengths.map(|(without, hole)| (*without).max(self.ranking.flush_within(*hole, board))),
            );
            if high != self.high {
                tally.add((high, self.low), ways);
                self.changed += ways;
            }
            return;
        };
        let others = self.suit.others[*rank];
        self.each_suit_choice(rest, board, suited, ways * choose(others, *number), tally);
        if self.suit.left >> rank & 1 == 1 {
            self.each_suit_choice(
                rest,
                board | 1 << rank,
                suited + 1,
                ways * choose(others, number - 1),
                tally,
            );
        }
    }
}

/// The number of ways to choose `k` of `n`, for the few cards of a board; 0 if there are fewer than `k`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, step| ways * n.saturating_sub(step) / (step + 1))
}

/// The number of cards of each rank, deuces first; the joker is not counted.
fn rank_counts(cards: CardSet) -> [u64; 13] {
    let mut numbers = [0; 13];
    for rank in cards.iter().filter_map(Card::rank) {
        numbers[rank as usize] += 1;
    }
    numbers
}

/// The players with the best strength, one bit each, the first player in the lowest bit; all of them if
/// equal.
#[inline]
fn best_players(strengths: impl Iterator<Item = Strength>) -> u32 {
    let mut best = Strength::NONE;
    let mut winners = 0;
    for (player, strength) in strengths.enumerate() {
        if strength > best {
            best = strength;
            winners = 0;
        }
        winners |= u32::from(strength == best) << player;
    }
    winners
}

/// The players with the best low hand, one bit each, the first player in the lowest bit; none if no low hand
/// qualifies.
#[inline]
fn low_winners(board: &Board<'_>, holes: &[Vec<Card>]) -> u32 {
    let mut best = 0;
    let mut winners = 0;
    for (player, hole) in holes.iter().enumerate() {
        let strength = board.low(hole).map_or(0, LowStrength::number);
        if strength > best {
            best = strength;
            winners = 0;
        }
        winners |= u32::from(strength == best && best > 0) << player;
    }
    winners
}

/// The winners of a showdown, high and low, one bit per player; 0 for a half that is not played. For at most
/// 32 players; the way that sampling and boards counted one by one share.
#[inline]
pub(crate) fn winners(ranking: &Ranking, board: &Board<'_>, holes: &[Vec<Card>]) -> Winners {
    let mode = ranking.choice().mode;
    let high =
        if mode == ShowdownMode::Low { 0 } else { best_players(holes.iter().map(|hole| board.high(hole))) };
    let low = if mode == ShowdownMode::High { 0 } else { low_winners(board, holes) };
    (high, low)
}
