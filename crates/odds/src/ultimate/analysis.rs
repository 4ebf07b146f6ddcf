//! The value of the game and of every starting hand, and the decisions of best play.
//!
//! Every board up to suits is ranked once. What a bet after the flop is worth beyond a check is added to each of the
//! ten flops in the board, up to suits and by kinds of card (`sums`); once all boards are done, the sum of each flop and
//! pair of hole cards decides.

use std::ops::{AddAssign, SubAssign};

use cards::{Card, Category};

use crate::equity::Progress;
use crate::ultimate::fraction::Fraction;
use crate::ultimate::hands::{Alike, Hands};
use crate::ultimate::rules::{BadRules, Game, UltimateRules};
use crate::ultimate::suits::{PAIRS, Stands, Suits, cards_on, pair_of};
use crate::ultimate::sums::{
    ALL_KINDS, Amounts, BY_SUIT, SQUARE, Spread, add_board, cards_of, kind_of, kinds_at, take_out,
    with_each_kind,
};
use crate::ultimate::work::each_board;

/// How many flops are in a board.
pub(crate) const FLOPS_OF_A_BOARD: i128 = 10;

/// What one pair of hole cards comes to over boards: a count for each.
#[derive(Clone, Copy, Default)]
struct OfPair {
    /// What ante and blind win when the hand is played.
    initial: i64,
    /// What the better of bet and fold at the river wins.
    river: i64,
    won: i64,
    tied: i64,
}

impl AddAssign for OfPair {
    fn add_assign(&mut self, other: OfPair) {
        self.initial += other.initial;
        self.river += other.river;
        self.won += other.won;
        self.tied += other.tied;
    }
}

impl SubAssign for OfPair {
    fn sub_assign(&mut self, other: OfPair) {
        self.initial -= other.initial;
        self.river -= other.river;
        self.won -= other.won;
        self.tied -= other.tied;
    }
}

struct Sums {
    hands: Hands,
    /// For pairs of kinds, and what is taken out by card.
    by_kind: Vec<OfPair>,
    out: Vec<OfPair>,
    /// For each flop what a bet after it is worth beyond a check, in the same way.
    flops_by_kind: Vec<i64>,
    flops_out: Vec<i64>,
    /// What a check is worth less where a hand that wins the trips wager may not be folded, by flop and pair.
    kept: Vec<i64>,
    /// Boards on which bet and fold at the river are worth the same, by pair.
    even: Vec<i64>,
    /// How many deals of hole cards and board make each kind of hand.
    kinds: [u64; 11],
    /// The amounts of one board.
    amounts: Box<Amounts<OfPair>>,
    beyond: Box<Amounts<i64>>,
}

/// What the boards come to, by pair and by flop and pair.
struct Totals {
    pairs: Vec<OfPair>,
    flops: Vec<i64>,
    kept: Vec<i64>,
    even: Vec<i64>,
    kinds: [u64; 11],
}

/// A starting hand, such as AKs, with all its combinations together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartingHand {
    /// Its name: `AA`, `AKs`, `T9o`.
    pub name: String,
    /// How many combinations the deck has.
    pub combinations: u64,
    /// How many of them are bet before the flop; all or none where the suits of the deck are alike.
    pub bet: u64,
    /// The value of a bet of four times the ante, per ante.
    pub four: Fraction,
    /// The value of a bet of three times the ante.
    pub three: Fraction,
    /// The value of a check with best play after it.
    pub check: Fraction,
    /// The value of best play; more than that of both choices where not all combinations want the same.
    pub best: Fraction,
    /// Deals that the player's hand wins, ties and loses.
    pub won: u128,
    /// Deals with equal hands.
    pub tied: u128,
    /// Deals that it loses.
    pub lost: u128,
}

/// What best play is worth to a player who may not fold a hand that wins the trips wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripsConstraint {
    /// The value of the main game per ante.
    pub value: Fraction,
    /// What that costs per ante.
    pub cost: Fraction,
}

/// The values of best play, and its decisions.
pub struct Values {
    pub(crate) game: Game,
    pub(crate) suits: Suits,
    pub(crate) boards: Vec<Stands>,
    /// For each pair whether it is bet before the flop.
    pub(crate) before_flop: Vec<bool>,
    /// For each flop that stands for others and each pair whether it is bet after it.
    pub(crate) after_flop: Vec<bool>,
    /// All deals.
    pub deals: u128,
    /// The value of the game per ante.
    pub value: Fraction,
    /// Every starting hand, the one worth most first.
    pub hands: Vec<StartingHand>,
    /// Starting hands, each combination counted, for which bet and check are worth the same.
    pub even_before_flop: u64,
    /// Hole cards with a flop, of hands that are checked before it: those bet after it, all, and those for which bet
    /// and check are worth the same.
    pub flops_bet: u64,
    /// All of them.
    pub flops_checked_to: u64,
    /// Those for which bet and check are worth the same.
    pub even_after_flop: u64,
    /// The same up to suits and over all starting hands: those bet, and all.
    pub flops_bet_up_to_suits: u64,
    /// All of them.
    pub flops_up_to_suits: u64,
    /// Hole cards, flop, turn and river, of hands checked before the flop, for which bet and fold are worth the same.
    pub even_at_river: u64,
    /// All hands of seven cards by their kind, in the order of [`Category::ALL`].
    pub sevens: [u64; 11],
    /// The value of the trips wager to one that is wagered, where no winning hand is folded.
    pub trips: Fraction,
    /// The variance of the trips wager.
    pub trips_variance: Fraction,
    /// The main game beside a trips wager.
    pub with_trips: TripsConstraint,
    by_pair: Vec<Option<[Fraction; 3]>>,
}

impl std::fmt::Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values").field("value", &self.value).finish_non_exhaustive()
    }
}

/// Works out the value of the game and of every starting hand, exactly.
///
/// # Errors
/// Rules that cannot be worked out: see [`BadRules`].
pub fn values(rules: &UltimateRules, progress: Progress<'_>) -> Result<Values, BadRules> {
    let game = Game::of(rules)?;
    let suits = Suits::of(game.deck());
    let boards = suits.sets(5);
    let flops = suits.standing.len();
    let start = || Sums {
        hands: Hands::new(),
        by_kind: vec![OfPair::default(); ALL_KINDS],
        out: vec![OfPair::default(); SQUARE],
        flops_by_kind: vec![0; flops * ALL_KINDS],
        flops_out: vec![0; flops * SQUARE],
        kept: Vec::new(),
        even: vec![0; PAIRS],
        kinds: [0; 11],
        amounts: Box::new([OfPair::default(); BY_SUIT]),
        beyond: Box::new([0; BY_SUIT]),
    };
    let sums = each_board(&boards, progress, start, |sums, board| look(&game, &suits, sums, board), add);
    let spread = Spread::new();
    let by_flop = sums.flops_by_kind.chunks(ALL_KINDS).zip(sums.flops_out.chunks(SQUARE));
    let sums = Totals {
        pairs: spread.pairs(&sums.by_kind, &sums.out),
        flops: by_flop.flat_map(|(by_kind, out)| spread.pairs(by_kind, out)).collect(),
        kept: sums.kept,
        even: sums.even,
        kinds: sums.kinds,
    };
    Ok(decide(game, rules, suits, boards, sums))
}

/// Takes one board in.
fn look(game: &Game, suits: &Suits, sums: &mut Sums, board: Stands) {
    let Sums { hands, amounts, beyond, .. } = sums;
    hands.count(game, board.cards);
    let number = board.number as i64;
    let folded = game.folded();
    amounts.fill(OfPair::default());
    beyond.fill(0);
    let (mut kept_any, mut even_any) = (false, false);
    for alike in &hands.alike {
        let (initial, play) = alike.wagers(game);
        let river = folded.max(initial + play);
        let kind = game.kind(alike.strength);
        sums.kinds[kind] += board.number * u64::from(alike.pairs);
        kept_any |= kept(game, alike) > 0;
        even_any |= initial + play == folded;
        let at = kinds_at(usize::from(alike.kinds.0), usize::from(alike.kinds.1));
        amounts[at] = OfPair {
            initial: number * initial,
            river: number * river,
            won: number * i64::from(alike.won[0] + alike.won[1]),
            tied: number * i64::from(alike.tied),
        };
        beyond[at] = number * (initial + 2 * play - river);
    }

    let cards = cards_on(board.cards);
    let kinds = cards.map(|card| kind_of(card, hands.suit));
    add_board(&mut sums.by_kind, hands.suit, amounts);
    for (at, card) in cards.into_iter().enumerate() {
        take_out(&mut sums.out[52 * card..][..52], hands.suit, &with_each_kind(kinds[at], amounts));
        // Two cards of the board have each other in both rows.
        for other in 0..at {
            sums.out[52 * card + cards[other]] += amounts[kinds_at(kinds[at], kinds[other])];
        }
    }

    let given = kinds.map(|kind| with_each_kind(kind, beyond));
    let flops = suits.flops_on(board.cards);
    for flop in &flops {
        let suit = hands.suit.map(|suit| suits.exchanges[flop.exchange][suit]);
        let moved = &suits.cards[flop.exchange];
        add_board(&mut sums.flops_by_kind[flop.flop * ALL_KINDS..][..ALL_KINDS], suit, beyond);
        let out = &mut sums.flops_out[flop.flop * SQUARE..][..SQUARE];
        let [turn, river] = flop.rest.map(|at| usize::from(moved[cards[at]]));
        take_out(&mut out[52 * turn..][..52], suit, &given[flop.rest[0]]);
        take_out(&mut out[52 * river..][..52], suit, &given[flop.rest[1]]);
        out[52 * river + turn] += beyond[kinds_at(kinds[flop.rest[0]], kinds[flop.rest[1]])];
    }

    // Few boards make a hand that wins the trips wager and is folded, or one with which bet and fold are worth the same.
    if kept_any || even_any {
        sums.kept.resize(suits.standing.len() * PAIRS, 0);
        for (at, (high, kind)) in hands.cards.iter().enumerate() {
            for (low, other) in &hands.cards[..at] {
                let pair = pair_of(usize::from(*low), usize::from(*high));
                let alike = hands.of_kinds[usize::from(*kind)][usize::from(*other)];
                let alike = &hands.alike[usize::from(alike)];
                let (initial, play) = alike.wagers(game);
                sums.even[pair] += number * i64::from(initial + play == folded);
                let kept = number * kept(game, alike);
                if kept > 0 {
                    for flop in &flops {
                        sums.kept[flop.flop * PAIRS + usize::from(suits.pairs[flop.exchange][pair])] += kept;
                    }
                }
            }
        }
    }
}

/// What is lost at the river where a hand that wins the trips wager may not be folded.
fn kept(game: &Game, alike: &Alike) -> i64 {
    if game.trips_survives_fold || !game.trips[game.kind(alike.strength)] {
        return 0;
    }
    let (initial, play) = alike.wagers(game);
    (game.folded() - (initial + play)).max(0)
}

fn add(all: &mut Sums, part: Sums) {
    all.by_kind.iter_mut().zip(part.by_kind).for_each(|(all, part)| *all += part);
    all.out.iter_mut().zip(part.out).for_each(|(all, part)| *all += part);
    all.flops_by_kind.iter_mut().zip(part.flops_by_kind).for_each(|(all, part)| *all += part);
    all.flops_out.iter_mut().zip(part.flops_out).for_each(|(all, part)| *all += part);
    all.kept.resize(all.kept.len().max(part.kept.len()), 0);
    all.kept.iter_mut().zip(part.kept).for_each(|(all, part)| *all += part);
    all.even.iter_mut().zip(part.even).for_each(|(all, part)| *all += part);
    all.kinds.iter_mut().zip(part.kinds).for_each(|(all, part)| *all += part);
}

/// The name of a starting hand, the higher rank first.
fn name_of(low: Card, high: Card) -> String {
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
struct Sum {
    combinations: u64,
    bet: u64,
    four: i128,
    three: i128,
    check: i128,
    best: i128,
    won: i128,
    tied: i128,
}

fn decide(game: Game, rules: &UltimateRules, suits: Suits, boards: Vec<Stands>, sums: Totals) -> Values {
    let together = suits.pairs_beside(0);
    let mut class = vec![usize::MAX; PAIRS];
    for (number, pairs) in together.iter().enumerate() {
        pairs.iter().for_each(|pair| class[*pair] = number);
    }
    // What best play after a check gains over a check to the river, by holdings that suits make alike.
    let mut gained = vec![(0i128, 0i128); together.len()];
    let mut after_flop = vec![false; suits.standing.len() * PAIRS];
    let mut flops = vec![[0u64; 3]; together.len()];
    let (mut flops_bet_up_to_suits, mut flops_up_to_suits) = (0, 0);
    for (number, flop) in suits.standing.iter().enumerate() {
        for pairs in suits.pairs_beside(flop.cards) {
            let of = |sums: &[i64]| -> i128 {
                pairs
                    .iter()
                    .map(|pair| sums.get(number * PAIRS + pair).map_or(0, |sum| i128::from(*sum)))
                    .sum()
            };
            let (beyond, kept) = (of(&sums.flops), of(&sums.kept));
            let at = class[pairs[0]];
            gained[at].0 += beyond.max(0);
            gained[at].1 += (beyond + kept).max(0) - kept;
            let situations = flop.number * pairs.len() as u64;
            flops[at][0] += situations * u64::from(beyond > 0);
            flops[at][1] += situations * u64::from(beyond == 0);
            flops[at][2] += situations;
            flops_bet_up_to_suits += u64::from(beyond > 0);
            flops_up_to_suits += 1;
            pairs.iter().for_each(|pair| after_flop[number * PAIRS + pair] = beyond > 0);
        }
    }

    let deals = game.deals();
    let unit = i128::from(game.unit);
    let of_one = game.situations() as i128 * i128::from(game.dealers);
    let mut names: Vec<(String, Sum)> = Vec::new();
    let mut before_flop = vec![false; PAIRS];
    let mut by_pair = vec![None; PAIRS];
    let (mut total, mut kept_total) = (0i128, 0i128);
    let (mut even_before_flop, mut even_at_river) = (0, 0);
    let (mut flops_bet, mut even_after_flop, mut flops_checked_to) = (0, 0, 0);
    for (number, pairs) in together.iter().enumerate() {
        let of = |part: fn(&OfPair) -> i64| -> i128 {
            FLOPS_OF_A_BOARD * pairs.iter().map(|pair| i128::from(part(&sums.pairs[*pair]))).sum::<i128>()
        };
        let (initial, won, tied) = (of(|sum| sum.initial), of(|sum| sum.won), of(|sum| sum.tied));
        // Of all hands those that are not won or tied are lost.
        let play = unit * (2 * won + tied - of_one * pairs.len() as i128);
        let (four, three) = (initial + 4 * play, initial + 3 * play);
        let check = of(|sum| sum.river) + gained[number].0;
        let kept_check = of(|sum| sum.river) + gained[number].1;
        let bet = four > check;
        total += four.max(check);
        kept_total += four.max(kept_check);
        let combinations = pairs.len() as u64;
        let all = of_one * i128::from(combinations) * unit;
        for pair in pairs {
            before_flop[*pair] = bet;
            by_pair[*pair] = Some([four, three, check].map(|sum| Fraction::new(sum, all)));
        }
        even_before_flop += combinations * u64::from(four == check);
        if !bet {
            let even: i64 = pairs.iter().map(|pair| sums.even[*pair]).sum();
            even_at_river += FLOPS_OF_A_BOARD as u64 * even as u64;
            flops_bet += flops[number][0];
            even_after_flop += flops[number][1];
            flops_checked_to += flops[number][2];
        }
        let name = name_of_pair(pairs[0]).unwrap_or_default();
        let at = names.iter().position(|(other, _)| *other == name).unwrap_or_else(|| {
            names.push((name, Sum::default()));
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
            let all = of_one * i128::from(sum.combinations);
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
    let (trips, trips_variance) = trips(rules, &sevens);
    let all = deals as i128 * unit;
    let value = Fraction::new(total, all);
    Values {
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
            value: Fraction::new(kept_total, all),
            cost: Fraction::new(total - kept_total, all),
        },
        by_pair,
        game,
        suits,
        boards,
        before_flop,
        after_flop,
    }
}

/// The value and the variance of the trips wager on all sevens.
fn trips(rules: &UltimateRules, sevens: &[u64; 11]) -> (Fraction, Fraction) {
    // A common denominator of all odds; odds are bounded, and so is it by their product.
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

/// The name of the starting hand that a pair of cards is.
pub(crate) fn name_of_pair(pair: usize) -> Option<String> {
    let (low, high) = cards_of(pair);
    Some(name_of(Card::from_index(low)?, Card::from_index(high)?))
}

impl Values {
    /// The values of one pair of hole cards, per ante: of a bet of four times the ante, of three times, of a check.
    /// `None` where the deck does not have the cards.
    pub fn of(&self, hole: [Card; 2]) -> Option<[Fraction; 3]> {
        let (low, high) = (hole[0].index().min(hole[1].index()), hole[0].index().max(hole[1].index()));
        if low == high || high > 51 {
            return None;
        }
        self.by_pair[pair_of(low, high)]
    }

    /// Whether the deck has both cards of a pair.
    pub(crate) fn has(&self, pair: usize) -> bool {
        self.by_pair[pair].is_some()
    }

    /// What the house wins per ante.
    pub fn house_edge(&self) -> Fraction {
        self.value.negated()
    }
}
