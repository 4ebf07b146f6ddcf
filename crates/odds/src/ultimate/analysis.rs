//! The value of the game and of every starting hand, and the decisions of best play.
//!
//! Every board is evaluated once up to suits. The gain of a bet after the flop over a check is added to the
//! sums of each of the board's ten flops, up to suits and by kind of card (`kind_sums`). Once all boards are
//! done, the sum for each flop and pair of hole cards determines the decision.

use std::ops::{AddAssign, SubAssign};

use cards::{Card, Category};

use crate::equity::Progress;
use crate::ultimate::board_pairs::{BoardPairs, PairClass};
use crate::ultimate::fold_boards::fold_boards;
use crate::ultimate::fraction::Fraction;
use crate::ultimate::kind_sums::{
    Amounts, CARD_ROWS, KIND_PAIRS, PairPlaces, SUIT_KIND_PAIRS, add_board, exclude_card, kind_of,
    kind_pair_index, pair_cards, with_each_kind,
};
use crate::ultimate::rules::{UltimateGame, UltimateRules, UltimateRulesError};
use crate::ultimate::suit_exchanges::{PAIRS, Representative, SuitExchanges, cards_on, pair_index};

/// The number of flops in a board.
pub(crate) const FLOPS_PER_BOARD: i128 = 10;

/// Sums for one pair of hole cards over all boards.
#[derive(Clone, Copy, Default)]
struct PairSums {
    /// What ante and blind win if the hand is played.
    initial: i64,
    /// What the better of a bet and a fold at the river wins.
    river: i64,
    won: i64,
    tied: i64,
}

impl AddAssign for PairSums {
    /// Adds the sums of other boards or threads; every field must be added here and subtracted in
    /// [`SubAssign`].
    fn add_assign(&mut self, other: PairSums) {
        self.initial += other.initial;
        self.river += other.river;
        self.won += other.won;
        self.tied += other.tied;
    }
}

impl SubAssign for PairSums {
    /// Takes back what was added for hole cards that are on the board; the inverse of adding.
    fn sub_assign(&mut self, other: PairSums) {
        self.initial -= other.initial;
        self.river -= other.river;
        self.won -= other.won;
        self.tied -= other.tied;
    }
}

/// The sums over the boards that one thread has counted, with its work space.
struct BoardSums {
    hands: BoardPairs,
    /// Sums by pairs of kinds, and corrections by card for cards that are on the board.
    by_kind: Vec<PairSums>,
    excluded: Vec<PairSums>,
    /// The same for each flop: the gain of a bet after it over a check.
    flops_by_kind: Vec<i64>,
    flops_excluded: Vec<i64>,
    /// How much less a check is worth if a hand that wins the trips wager may not be folded, by flop and
    /// pair.
    forced_play_cost: Vec<i64>,
    /// The number of boards on which a bet and a fold at the river are worth the same, by pair.
    even: Vec<i64>,
    /// The number of deals of hole cards and board in each category.
    kinds: [u64; 11],
    /// The amounts for the current board.
    amounts: Box<Amounts<PairSums>>,
    bet_gains: Box<Amounts<i64>>,
}

/// The sums over all boards, by pair and by flop and pair.
struct BoardTotals {
    pairs: Vec<PairSums>,
    flops: Vec<i64>,
    forced_play_cost: Vec<i64>,
    even: Vec<i64>,
    kinds: [u64; 11],
}

/// A starting hand such as AKs, with all its combinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingHand {
    /// Its name: `AA`, `AKs`, `T9o`.
    pub name: String,
    /// The number of combinations in the deck.
    pub combinations: u64,
    /// The number of combinations that are bet before the flop; all or none if the suits of the deck are
    /// interchangeable.
    pub bet: u64,
    /// The value of a bet of four times the ante, per ante.
    pub four: Fraction,
    /// The value of a bet of three times the ante.
    pub three: Fraction,
    /// The value of a check followed by best play.
    pub check: Fraction,
    /// The value of best play; greater than that of any single decision if it differs between combinations.
    pub best: Fraction,
    /// The number of deals that the player's hand wins.
    pub won: u128,
    /// The number of deals with equal hands.
    pub tied: u128,
    /// The number of deals that it loses.
    pub lost: u128,
}

/// The effect of not being allowed to fold a hand that wins the trips wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripsConstraint {
    /// The value of the main game per ante under best play with this constraint.
    pub value: Fraction,
    /// What the constraint costs per ante.
    pub cost: Fraction,
}

/// The values and decisions of best play.
pub struct BestPlay {
    pub(crate) game: UltimateGame,
    pub(crate) suits: SuitExchanges,
    pub(crate) boards: Vec<Representative>,
    /// For each pair, whether it is bet before the flop.
    pub(crate) before_flop: Vec<bool>,
    /// For each representative flop and each pair, whether it is bet after the flop.
    pub(crate) after_flop: Vec<bool>,
    /// The number of all deals.
    pub deals: u128,
    /// The value of the game per ante.
    pub value: Fraction,
    /// All starting hands, the most valuable first.
    pub hands: Vec<StartingHand>,
    /// The number of starting hands, counting each combination, for which a bet and a check are worth the
    /// same.
    pub even_before_flop: u64,
    /// Of the hole cards with a flop that were checked before it, the number that are bet after it.
    pub flops_bet: u64,
    /// The number of all of them.
    pub flops_checked_to: u64,
    /// The number of those for which a bet and a check are worth the same.
    pub even_after_flop: u64,
    /// The same up to suits and over all starting hands: the number that are bet.
    pub flops_bet_up_to_suits: u64,
    /// The number of all of them, up to suits.
    pub flops_up_to_suits: u64,
    /// The number of hole cards with a board, checked before the flop, for which a bet and a fold are worth
    /// the same.
    pub even_at_river: u64,
    /// The number of seven-card hands in each category, in the order of [`Category::ALL`].
    pub sevens: [u64; 11],
    /// The value of the trips wager per unit wagered, if no winning hand is folded.
    pub trips: Fraction,
    /// The variance of the trips wager.
    pub trips_variance: Fraction,
    /// The main game for a player who also makes a trips wager.
    pub with_trips: TripsConstraint,
    by_pair: Vec<Option<[Fraction; 3]>>,
}

impl std::fmt::Debug for BestPlay {
    /// Writes the value of the game only; the decisions would fill screens.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values").field("value", &self.value).finish_non_exhaustive()
    }
}

/// Computes the value of the game and of every starting hand, exactly, over all boards up to suits. Uses all
/// cores and reports to `progress` by boards; the result does not depend on the number of cores.
///
/// # Errors
/// Rules that cannot be analysed; see [`UltimateRulesError`].
pub fn best_play(rules: &UltimateRules, progress: Progress<'_>) -> Result<BestPlay, UltimateRulesError> {
    let game = UltimateGame::compile(rules)?;
    let suits = SuitExchanges::for_deck(game.deck());
    let boards = suits.representatives(5);
    let flops = suits.flop_classes.len();
    let start = || BoardSums {
        hands: BoardPairs::new(),
        by_kind: vec![PairSums::default(); KIND_PAIRS],
        excluded: vec![PairSums::default(); CARD_ROWS],
        flops_by_kind: vec![0; flops * KIND_PAIRS],
        flops_excluded: vec![0; flops * CARD_ROWS],
        forced_play_cost: Vec::new(),
        even: vec![0; PAIRS],
        kinds: [0; 11],
        amounts: Box::new([PairSums::default(); SUIT_KIND_PAIRS]),
        bet_gains: Box::new([0; SUIT_KIND_PAIRS]),
    };
    let sums = fold_boards(
        &boards,
        progress,
        start,
        |sums, board| count_board(&game, &suits, sums, board),
        merge_sums,
    );
    let spread = PairPlaces::new();
    let by_flop = sums.flops_by_kind.chunks(KIND_PAIRS).zip(sums.flops_excluded.chunks(CARD_ROWS));
    let sums = BoardTotals {
        pairs: spread.sums_by_pair(&sums.by_kind, &sums.excluded),
        flops: by_flop.flat_map(|(by_kind, out)| spread.sums_by_pair(by_kind, out)).collect(),
        forced_play_cost: sums.forced_play_cost,
        even: sums.even,
        kinds: sums.kinds,
    };
    Ok(decide_best_play(game, rules, suits, boards, sums))
}

/// Adds one board to the sums of one thread, as often as boards it represents: every pair's values, and for
/// each of its ten flops what a bet gains over a check. Amounts are in parts of an ante.
fn count_board(game: &UltimateGame, suits: &SuitExchanges, sums: &mut BoardSums, board: Representative) {
    let BoardSums { hands, amounts, bet_gains, .. } = sums;
    hands.count_pairs(game, board.cards);
    let number = board.number as i64;
    let folded = game.fold_loss();
    amounts.fill(PairSums::default());
    bet_gains.fill(0);
    let (mut any_forced, mut any_even) = (false, false);
    for class in &hands.classes {
        let (initial, play) = class.wager_sums(game);
        let river = folded.max(initial + play);
        let kind = game.kind(class.strength);
        sums.kinds[kind] += board.number * u64::from(class.pairs);
        any_forced |= forced_play_cost(game, class) > 0;
        any_even |= initial + play == folded;
        let at = kind_pair_index(usize::from(class.kinds.0), usize::from(class.kinds.1));
        amounts[at] = PairSums {
            initial: number * initial,
            river: number * river,
            won: number * i64::from(class.won[0] + class.won[1]),
            tied: number * i64::from(class.tied),
        };
        bet_gains[at] = number * (initial + 2 * play - river);
    }

    let cards = cards_on(board.cards);
    let kinds = cards.map(|card| kind_of(card, hands.suit));
    add_board(&mut sums.by_kind, hands.suit, amounts);
    for (at, card) in cards.into_iter().enumerate() {
        exclude_card(&mut sums.excluded[52 * card..][..52], hands.suit, &with_each_kind(kinds[at], amounts));
        // A pair of two board cards was subtracted in both of their rows.
        for other in 0..at {
            sums.excluded[52 * card + cards[other]] += amounts[kind_pair_index(kinds[at], kinds[other])];
        }
    }

    let given = kinds.map(|kind| with_each_kind(kind, bet_gains));
    let flops = suits.flops_on(board.cards);
    for flop in &flops {
        let suit = hands.suit.map(|suit| suits.exchanges[flop.exchange][suit]);
        let moved = &suits.cards[flop.exchange];
        add_board(&mut sums.flops_by_kind[flop.flop * KIND_PAIRS..][..KIND_PAIRS], suit, bet_gains);
        let out = &mut sums.flops_excluded[flop.flop * CARD_ROWS..][..CARD_ROWS];
        let [turn, river] = flop.other_cards.map(|at| usize::from(moved[cards[at]]));
        exclude_card(&mut out[52 * turn..][..52], suit, &given[flop.other_cards[0]]);
        exclude_card(&mut out[52 * river..][..52], suit, &given[flop.other_cards[1]]);
        out[52 * river + turn] +=
            bet_gains[kind_pair_index(kinds[flop.other_cards[0]], kinds[flop.other_cards[1]])];
    }

    // Only few boards make a hand that wins the trips wager and is folded, or one for which bet and fold are
    // worth the same.
    if any_forced || any_even {
        sums.forced_play_cost.resize(suits.flop_classes.len() * PAIRS, 0);
        for (at, (high, kind)) in hands.cards.iter().enumerate() {
            for (low, other) in &hands.cards[..at] {
                let pair = pair_index(usize::from(*low), usize::from(*high));
                let class = hands.class_of_kinds[usize::from(*kind)][usize::from(*other)];
                let class = &hands.classes[usize::from(class)];
                let (initial, play) = class.wager_sums(game);
                sums.even[pair] += number * i64::from(initial + play == folded);
                let forced_cost = number * forced_play_cost(game, class);
                if forced_cost > 0 {
                    for flop in &flops {
                        sums.forced_play_cost
                            [flop.flop * PAIRS + usize::from(suits.pairs[flop.exchange][pair])] +=
                            forced_cost;
                    }
                }
            }
        }
    }
}

/// What is lost at the river, in parts of an ante over all the dealer's hands, if a hand that wins the trips
/// wager may not be folded; never negative, and 0 if the rules settle the wager of a folded hand.
fn forced_play_cost(game: &UltimateGame, class: &PairClass) -> i64 {
    if game.trips_survives_fold || !game.trips[game.kind(class.strength)] {
        return 0;
    }
    let (initial, play) = class.wager_sums(game);
    (game.fold_loss() - (initial + play)).max(0)
}

/// Adds the sums of another thread, all fields; the order of threads must not matter, so that the result is
/// the same on any number of cores.
fn merge_sums(all: &mut BoardSums, part: BoardSums) {
    all.by_kind.iter_mut().zip(part.by_kind).for_each(|(all, part)| *all += part);
    all.excluded.iter_mut().zip(part.excluded).for_each(|(all, part)| *all += part);
    all.flops_by_kind.iter_mut().zip(part.flops_by_kind).for_each(|(all, part)| *all += part);
    all.flops_excluded.iter_mut().zip(part.flops_excluded).for_each(|(all, part)| *all += part);
    all.forced_play_cost.resize(all.forced_play_cost.len().max(part.forced_play_cost.len()), 0);
    all.forced_play_cost.iter_mut().zip(part.forced_play_cost).for_each(|(all, part)| *all += part);
    all.even.iter_mut().zip(part.even).for_each(|(all, part)| *all += part);
    all.kinds.iter_mut().zip(part.kinds).for_each(|(all, part)| *all += part);
}

/// The name of a starting hand, the higher rank first: `AA`, `AKs`, `T9o`. Results are grouped by it.
fn starting_hand_name(low: Card, high: Card) -> String {
    let letter = |card: Card| card.rank().map_or('?', cards::Rank::letter);
    let suited = match (low.rank() == high.rank(), low.suit() == high.suit()) {
        (true, _) => "",
        (false, true) => "s",
        (false, false) => "o",
    };
    format!("{}{}{suited}", letter(high), letter(low))
}

/// A starting hand while its combinations are added up.
#[derive(Default)]
struct StartingHandSums {
    combinations: u64,
    bet: u64,
    four: i128,
    three: i128,
    check: i128,
    best: i128,
    won: i128,
    tied: i128,
}

/// Makes the decisions of best play from the sums over all boards, from the flop back to the hole cards, and
/// collects the results. Between equal values a check is preferred to a bet.
fn decide_best_play(
    game: UltimateGame,
    rules: &UltimateRules,
    suits: SuitExchanges,
    boards: Vec<Representative>,
    sums: BoardTotals,
) -> BestPlay {
    let pair_classes = suits.pair_classes_beside(0);
    let mut class_of_pair = vec![usize::MAX; PAIRS];
    for (number, pairs) in pair_classes.iter().enumerate() {
        pairs.iter().for_each(|pair| class_of_pair[*pair] = number);
    }
    // The gain of best play after a check over checking to the river, by class of equivalent hole cards;
    // without and with the trips constraint.
    let mut gained = vec![(0i128, 0i128); pair_classes.len()];
    let mut after_flop = vec![false; suits.flop_classes.len() * PAIRS];
    let mut flops = vec![[0u64; 3]; pair_classes.len()];
    let (mut flops_bet_up_to_suits, mut flops_up_to_suits) = (0, 0);
    for (number, flop) in suits.flop_classes.iter().enumerate() {
        for pairs in suits.pair_classes_beside(flop.cards) {
            let of = |sums: &[i64]| -> i128 {
                pairs
                    .iter()
                    .map(|pair| sums.get(number * PAIRS + pair).map_or(0, |sum| i128::from(*sum)))
                    .sum()
            };
            let (bet_gain, forced_cost) = (of(&sums.flops), of(&sums.forced_play_cost));
            let at = class_of_pair[pairs[0]];
            gained[at].0 += bet_gain.max(0);
            gained[at].1 += (bet_gain + forced_cost).max(0) - forced_cost;
            let situations = flop.number * pairs.len() as u64;
            flops[at][0] += situations * u64::from(bet_gain > 0);
            flops[at][1] += situations * u64::from(bet_gain == 0);
            flops[at][2] += situations;
            flops_bet_up_to_suits += u64::from(bet_gain > 0);
            flops_up_to_suits += 1;
            pairs.iter().for_each(|pair| after_flop[number * PAIRS + pair] = bet_gain > 0);
        }
    }

    let deals = game.deals();
    let unit = i128::from(game.unit);
    let deals_per_pair = game.situations() as i128 * i128::from(game.dealer_hands);
    let mut names: Vec<(String, StartingHandSums)> = Vec::new();
    let mut before_flop = vec![false; PAIRS];
    let mut by_pair = vec![None; PAIRS];
    let (mut total, mut constrained_total) = (0i128, 0i128);
    let (mut even_before_flop, mut even_at_river) = (0, 0);
    let (mut flops_bet, mut even_after_flop, mut flops_checked_to) = (0, 0, 0);
    for (number, pairs) in pair_classes.iter().enumerate() {
        let of = |part: fn(&PairSums) -> i64| -> i128 {
            FLOPS_PER_BOARD * pairs.iter().map(|pair| i128::from(part(&sums.pairs[*pair]))).sum::<i128>()
        };
        let (initial, won, tied) = (of(|sum| sum.initial), of(|sum| sum.won), of(|sum| sum.tied));
        // Hands that are neither won nor tied are lost.
        let play = unit * (2 * won + tied - deals_per_pair * pairs.len() as i128);
        let (four, three) = (initial + 4 * play, initial + 3 * play);
        let check = of(|sum| sum.river) + gained[number].0;
        let constrained_check = of(|sum| sum.river) + gained[number].1;
        let bet = four > check;
        total += four.max(check);
        constrained_total += four.max(constrained_check);
        let combinations = pairs.len() as u64;
        let all = deals_per_pair * i128::from(combinations) * unit;
        for pair in pairs {
            before_flop[*pair] = bet;
            by_pair[*pair] = Some([four, three, check].map(|sum| Fraction::new(sum, all)));
        }
        even_before_flop += combinations * u64::from(four == check);
        if !bet {
            let even: i64 = pairs.iter().map(|pair| sums.even[*pair]).sum();
            even_at_river += FLOPS_PER_BOARD as u64 * even as u64;
            flops_bet += flops[number][0];
            even_after_flop += flops[number][1];
            flops_checked_to += flops[number][2];
        }
        let name = starting_hand_of_pair(pairs[0]).unwrap_or_default();
        let at = names.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            names.push((name, StartingHandSums::default()));
            names.len() - 1
        });
        let sum = &mut names[at].1;
        sum.combinations += combinations;
        sum.bet += if bet { combinations } else { 0 };
        sum.four += four;
        sum.three += three;
        sum.check += check;
        sum.best += four.max(check);
        sum.won += won;
        sum.tied += tied;
    }
    let mut hands: Vec<StartingHand> = names
        .into_iter()
        .map(|(name, sum)| {
            let all = deals_per_pair * i128::from(sum.combinations);
            let value = |sum: i128| Fraction::new(sum, all * unit);
            StartingHand {
                name,
                combinations: sum.combinations,
                bet: sum.bet,
                four: value(sum.four),
                three: value(sum.three),
                check: value(sum.check),
                best: value(sum.best),
                won: sum.won as u128,
                tied: sum.tied as u128,
                lost: (all - sum.won - sum.tied) as u128,
            }
        })
        .collect();
    hands.sort_by_key(|hand| std::cmp::Reverse(hand.best));

    // Seven cards are two hole cards and a board in 21 ways.
    let sevens = sums.kinds.map(|deals| deals / 21);
    let (trips, trips_variance) = trips_value_and_variance(rules, &sevens);
    let all = deals as i128 * unit;
    let value = Fraction::new(total, all);
    BestPlay {
        deals,
        value,
        hands,
        even_before_flop,
        flops_bet,
        flops_checked_to,
        even_after_flop,
        flops_bet_up_to_suits,
        flops_up_to_suits,
        even_at_river,
        sevens,
        trips,
        trips_variance,
        with_trips: TripsConstraint {
            value: Fraction::new(constrained_total, all),
            cost: Fraction::new(total - constrained_total, all),
        },
        by_pair,
        game,
        suits,
        boards,
        before_flop,
        after_flop,
    }
}

/// The value and the variance of the trips wager, per unit wagered, over all seven-card hands; `sevens`
/// counts them by category in the order of [`Category::ALL`].
fn trips_value_and_variance(rules: &UltimateRules, sevens: &[u64; 11]) -> (Fraction, Fraction) {
    // A common denominator of all odds. It is bounded by their product, and the odds are bounded.
    let mut unit = 1u128;
    for (_, odds) in rules.trips.paid() {
        let denominator = u128::from(odds.denominator.max(1));
        unit = unit / super::fraction::greatest_common_divisor(unit, denominator) * denominator;
    }
    let unit = unit as i128;
    let (mut sum, mut squares, mut all) = (0i128, 0i128, 0i128);
    for (kind, number) in Category::ALL.into_iter().zip(sevens) {
        let won = rules
            .trips
            .odds(kind)
            .map_or(-unit, |odds| unit / i128::from(odds.denominator.max(1)) * i128::from(odds.numerator));
        sum += won * i128::from(*number);
        squares += won * won * i128::from(*number);
        all += i128::from(*number);
    }
    (Fraction::new(sum, all * unit), Fraction::new(squares * all - sum * sum, all * all * unit * unit))
}

/// The name of the starting hand that a pair of cards, given by its index, belongs to; never `None` for an
/// index below [`PAIRS`].
pub(crate) fn starting_hand_of_pair(pair: usize) -> Option<String> {
    let (low, high) = pair_cards(pair);
    Some(starting_hand_name(Card::from_index(low)?, Card::from_index(high)?))
}

impl BestPlay {
    /// The values of a pair of hole cards, per ante: a bet of four times the ante, a bet of three times, and
    /// a check. `None` if the deck does not contain the cards.
    pub fn values_of(&self, hole: [Card; 2]) -> Option<[Fraction; 3]> {
        let (low, high) = (hole[0].index().min(hole[1].index()), hole[0].index().max(hole[1].index()));
        if low == high || high > 51 {
            return None;
        }
        self.by_pair[pair_index(low, high)]
    }

    /// Whether the deck contains both cards of a pair, given by its index; decisions for others mean nothing.
    pub(crate) fn has_pair(&self, pair: usize) -> bool {
        self.by_pair[pair].is_some()
    }

    /// The house edge: what the house wins per ante under best play, the value of the game with its sign
    /// reversed.
    pub fn house_edge(&self) -> Fraction {
        self.value.negated()
    }
}
