//! The value of the game and of every starting hand, and the decisions of best play.
//!
//! Every board up to suits is ranked once. What a bet after the flop is worth beyond a check is added to each of the
//! ten flops in the board, up to suits; once all boards are done, the sum of each flop and pair of hole cards decides.

use cards::{Card, Category};

use crate::equity::Progress;
use crate::ultimate::fraction::Fraction;
use crate::ultimate::hands::Hands;
use crate::ultimate::rules::{BadRules, Game, UltimateRules};
use crate::ultimate::suits::{PAIRS, Stands, Suits, pair_of};
use crate::ultimate::work::each_board;

/// How many flops are in a board.
pub(crate) const FLOPS_OF_A_BOARD: i128 = 10;

/// What one pair of hole cards comes to over boards: a count for each.
#[derive(Clone, Copy, Default)]
struct OfPair {
    /// What ante and blind win when the hand is played, and each ante of the play wager.
    initial: i64,
    play: i64,
    /// What the better of bet and fold at the river wins.
    river: i64,
    /// What is lost at the river where a hand that wins the trips wager may not be folded.
    kept: i64,
    won: i64,
    tied: i64,
    /// Boards on which bet and fold at the river are worth the same.
    even: i64,
}

struct Sums {
    hands: Hands,
    pairs: Vec<OfPair>,
    /// For each flop and pair: what a bet after the flop is worth beyond a check.
    flops: Vec<i64>,
    /// What a check is worth less where a hand that wins the trips wager may not be folded.
    kept: Vec<i64>,
    /// How many deals of hole cards and board make each kind of hand.
    kinds: [u64; 11],
    /// The pairs of one board, with which of the alike each is.
    board: Vec<(u16, u16)>,
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
    let rows = suits.standing.len() * PAIRS;
    let start = || Sums {
        hands: Hands::new(),
        pairs: vec![OfPair::default(); PAIRS],
        flops: vec![0; rows],
        kept: Vec::new(),
        kinds: [0; 11],
        board: Vec::new(),
    };
    let sums = each_board(&boards, progress, start, |sums, board| look(&game, &suits, sums, board), add);
    Ok(decide(game, rules, suits, boards, sums))
}

/// Takes one board in.
fn look(game: &Game, suits: &Suits, sums: &mut Sums, board: Stands) {
    sums.hands.count(game, board.cards);
    let number = board.number as i64;
    let folded = game.folded();
    let mut of_alike = Vec::with_capacity(sums.hands.alike.len());
    let mut beyond = Vec::with_capacity(sums.hands.alike.len());
    let mut kept_any = false;
    for alike in &sums.hands.alike {
        let (initial, play) = alike.wagers(game);
        let river = folded.max(initial + play);
        let kind = game.kind(alike.strength);
        sums.kinds[kind] += board.number * u64::from(alike.pairs);
        let keeps = game.trips[kind] && !game.trips_survives_fold;
        let kept = if keeps { river - (initial + play) } else { 0 };
        kept_any |= kept > 0;
        of_alike.push(OfPair {
            initial: number * initial,
            play: number * play,
            river: number * river,
            kept: number * kept,
            won: number * i64::from(alike.won[0] + alike.won[1]),
            tied: number * i64::from(alike.tied),
            even: number * i64::from(initial + play == folded),
        });
        beyond.push(number * (initial + 2 * play - river));
    }
    sums.board.clear();
    for (at, (high, kind)) in sums.hands.cards.iter().enumerate() {
        for (low, other) in &sums.hands.cards[..at] {
            let pair = pair_of(usize::from(*low), usize::from(*high));
            let alike = sums.hands.of_kinds[usize::from(*kind)][usize::from(*other)];
            sums.board.push((pair as u16, alike));
            let (sum, part) = (&mut sums.pairs[pair], &of_alike[usize::from(alike)]);
            sum.initial += part.initial;
            sum.play += part.play;
            sum.river += part.river;
            sum.kept += part.kept;
            sum.won += part.won;
            sum.tied += part.tied;
            sum.even += part.even;
        }
    }
    let flops = suits.flops_on(board.cards);
    for (flop, moved) in flops {
        let row = &mut sums.flops[flop * PAIRS..][..PAIRS];
        for (pair, alike) in &sums.board {
            row[usize::from(moved[usize::from(*pair)])] += beyond[usize::from(*alike)];
        }
    }
    if kept_any {
        sums.kept.resize(suits.standing.len() * PAIRS, 0);
        for (flop, moved) in flops {
            let row = &mut sums.kept[flop * PAIRS..][..PAIRS];
            for (pair, alike) in &sums.board {
                row[usize::from(moved[usize::from(*pair)])] += of_alike[usize::from(*alike)].kept;
            }
        }
    }
}

fn add(all: &mut Sums, part: Sums) {
    for (all, part) in all.pairs.iter_mut().zip(part.pairs) {
        all.initial += part.initial;
        all.play += part.play;
        all.river += part.river;
        all.kept += part.kept;
        all.won += part.won;
        all.tied += part.tied;
        all.even += part.even;
    }
    all.flops.iter_mut().zip(part.flops).for_each(|(all, part)| *all += part);
    all.kept.resize(all.kept.len().max(part.kept.len()), 0);
    all.kept.iter_mut().zip(part.kept).for_each(|(all, part)| *all += part);
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
    won: i128,
    tied: i128,
}

fn decide(game: Game, rules: &UltimateRules, suits: Suits, boards: Vec<Stands>, sums: Sums) -> Values {
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
        let (initial, play) = (of(|sum| sum.initial), of(|sum| sum.play));
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
            even_at_river += of(|sum| sum.even) as u64;
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
        sum.won += of(|sum| sum.won);
        sum.tied += of(|sum| sum.tied);
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
                won: sum.won as u128,
                tied: sum.tied as u128,
                lost: (all - sum.won - sum.tied) as u128,
            }
        })
        .collect();
    hands.sort_by_key(|hand| std::cmp::Reverse(hand.four.max(hand.check)));

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
    cards_of_pair(pair).map(|[low, high]| name_of(low, high))
}

fn cards_of_pair(pair: usize) -> Option<[Card; 2]> {
    let high = (1..52).rev().find(|high| pair_of(0, *high) <= pair)?;
    Some([Card::from_index(pair - pair_of(0, high))?, Card::from_index(high)?])
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

    /// What the house wins per ante.
    pub fn house_edge(&self) -> Fraction {
        self.value.negated()
    }
}
