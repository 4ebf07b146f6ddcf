//! Results for machines. Decimals are truncated, so the exact fraction stands beside them.

use ::odds::{
    BestPlay, BestPlayOutcomes, DecisionPoint, Fraction, PayTable, PlayWager, StartingHand, UltimateDecision,
    UltimateRules, WagerTally,
};
use cards::{Category, Rank};
use serde::Serialize;

use super::advise::AdvisedPosition;
use super::analyse::Analysis;
use super::text;

#[derive(Serialize)]
struct Exact {
    decimal: String,
    numerator: i128,
    denominator: i128,
}

/// A fraction as JSON gives it: numerator and denominator, with 16 decimals that are cut off.
fn to_exact(value: Fraction) -> Exact {
    Exact { decimal: value.to_decimal(16), numerator: value.numerator(), denominator: value.denominator() }
}

/// The nearest binary number, found by parsing more decimals than it can hold: the same digits on every
/// machine.
pub(super) fn to_f64(value: Fraction) -> f64 {
    value.to_decimal(40).parse().unwrap_or_else(|_| value.to_f64())
}

/// A value as one line of JSON with a newline, for --json of `advise` and `analyse`.
fn json_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("text, numbers and lists of them are always JSON");
    line.push('\n');
    line
}

type Map = serde_json::Map<String, serde_json::Value>;

// a position

#[derive(Default, Serialize)]
struct ShownPosition {
    hole: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    flop: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_qualified: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    win_unqualified: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tie: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_qualified: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lose_unqualified: Option<u32>,
    /// Over all hands of the dealer; left out if the pay tables do not make it a whole number.
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_1x_sum_half_antes: Option<i128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_4x: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_3x: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_2x: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_1x: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_check: Option<Exact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ev_fold: Option<Exact>,
    best: String,
}

/// The answer of `advise --json`, one line: the value of each choice that is open there, in antes. Scripts
/// read the names of the fields.
pub(super) fn position(position: &AdvisedPosition) -> String {
    let AdvisedPosition { hole, board, advice } = position;
    let mut shown = ShownPosition {
        hole: text::card_words(hole.iter().copied()),
        best: advice.best.to_string(),
        ..Default::default()
    };
    match advice.stage {
        DecisionPoint::BeforeFlop => {}
        DecisionPoint::AfterFlop => shown.flop = Some(text::card_words(board.iter().copied())),
        DecisionPoint::River => shown.board = Some(text::card_words(board.iter().copied())),
    }
    for choice in &advice.choices {
        let value = Some(to_exact(choice.value));
        match choice.decision {
            UltimateDecision::Bet(4) => shown.ev_4x = value,
            UltimateDecision::Bet(3) => shown.ev_3x = value,
            UltimateDecision::Bet(2) => shown.ev_2x = value,
            UltimateDecision::Bet(_) => shown.ev_1x = value,
            UltimateDecision::Check => shown.ev_check = value,
            UltimateDecision::Fold => shown.ev_fold = value,
        }
    }
    if let Some(against) = advice.matchup {
        shown.player = Some(against.kind.name());
        [shown.win_unqualified, shown.win_qualified] = against.won.map(Some);
        shown.tie = Some(against.tied);
        [shown.lose_unqualified, shown.lose_qualified] = against.lost.map(Some);
        let hands = against.won.iter().chain(&against.lost).sum::<u32>() + against.tied;
        let bet = advice.choices.iter().find(|choice| choice.decision == UltimateDecision::Bet(1));
        shown.ev_1x_sum_half_antes = bet.and_then(|bet| {
            let (part, all) = (bet.value.numerator() * 2 * i128::from(hands), bet.value.denominator());
            (part % all == 0).then_some(part / all)
        });
    }
    json_line(&shown)
}

// the whole game

#[derive(Serialize)]
struct ShownRules {
    deck_cards: usize,
    missing_cards: String,
    ace: &'static str,
    dealer_qualifies: String,
    blind_odds: Map,
    trips_odds: Map,
    trips_survives_fold: bool,
}

#[derive(Serialize)]
struct RulesRead {
    ante: String,
    blind: String,
    play: &'static str,
    fold: &'static str,
    trips: String,
    ties_in_value: &'static str,
}

#[derive(Serialize)]
struct Ties {
    preflop_hands: u64,
    flop_situations_after_check: u64,
    river_situations_after_check: u64,
}

#[derive(Serialize)]
struct Situations {
    bet_2x: u64,
    of: u64,
}

#[derive(Serialize)]
struct Net {
    net_antes: f64,
    numerator: i128,
    denominator: i128,
    count: u64,
}

#[derive(Serialize)]
struct ShownSettled {
    win_dealer_qualifies: Map,
    win_dealer_does_not_qualify: Map,
    tie: u64,
    lose_dealer_qualifies: u64,
    lose_dealer_does_not_qualify: u64,
}

#[derive(Serialize)]
struct ShownStartingHand {
    hand: String,
    combinations: u64,
    best: String,
    /// For a deck with cards missing: how many combinations are bet, if not all or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    combinations_bet: Option<u64>,
    ev_4x: Exact,
    ev_3x: Exact,
    ev_check: Exact,
    ev_best: Exact,
    win: u128,
    tie: u128,
    lose: u128,
    win_tie_lose_total: u128,
    after_check_share_2x: f64,
    after_check_share_1x: f64,
    after_check_share_fold: f64,
}

#[derive(Serialize)]
struct Trips {
    counts: Map,
    sets: u64,
    ev_per_unit: Exact,
    house_edge: String,
    standard_deviation: f64,
}

#[derive(Serialize)]
struct WithTrips {
    main_game_house_edge_per_ante: String,
    extra_cost_per_ante: String,
    main_game_ev: Exact,
}

#[derive(Serialize)]
struct ShownAnalysis {
    what: String,
    rules: ShownRules,
    rules_read: RulesRead,
    deals: u128,
    ev_per_ante: Exact,
    house_edge_per_ante: String,
    mean_total_wager_antes: Exact,
    element_of_risk: String,
    standard_deviation_antes: f64,
    variance_antes: f64,
    share_bet_4x: Exact,
    share_bet_2x: Exact,
    share_bet_1x: Exact,
    share_fold: Exact,
    deals_bet_4x: u64,
    deals_bet_2x: u64,
    deals_bet_1x: u64,
    deals_fold: u64,
    exact_ties: Ties,
    flop_situations_after_check: Situations,
    flop_situations_up_to_suits_all_169: Situations,
    three_times: String,
    bet_4x_hands: Vec<String>,
    net_result_histogram: Vec<Net>,
    outcomes_bet_4x: ShownSettled,
    outcomes_bet_2x: ShownSettled,
    outcomes_bet_1x: ShownSettled,
    hands: Vec<ShownStartingHand>,
    trips: Trips,
    with_trips_wager: WithTrips,
}

/// Counts by kind of hand: those that the pay table pays under their names, the rest together as `less`.
/// `counts` are in the order of `Category::ALL`.
fn by_kind(table: &PayTable, counts: &[u64; 11]) -> Map {
    let mut less = 0;
    let mut map = Map::new();
    for (kind, count) in Category::ALL.into_iter().zip(counts) {
        if table.odds(kind).is_some() {
            map.insert(kind.name().to_owned(), (*count).into());
        } else {
            less += count;
        }
    }
    map.insert("less".to_owned(), less.into());
    map
}

/// How the hands of one play wager end, as `analyse --json` prints it: wins by what the blind pays, and by
/// whether the dealer qualifies.
fn shown_settled(rules: &UltimateRules, settled: &WagerTally) -> ShownSettled {
    let [without, with] = settled.won.map(|won| by_kind(&rules.blind, &won));
    ShownSettled {
        win_dealer_qualifies: with,
        win_dealer_does_not_qualify: without,
        tie: settled.tied,
        lose_dealer_qualifies: settled.lost[1],
        lose_dealer_does_not_qualify: settled.lost[0],
    }
}

/// The best decision with a starting hand before the flop. A tie in value goes to the check, as the text on
/// ties says; three times the ante is never best.
pub(super) fn best_decision(hand: &StartingHand) -> UltimateDecision {
    if hand.four > hand.check { UltimateDecision::Bet(4) } else { UltimateDecision::Check }
}

/// Names of the starting hands as on a chart, from deuces up: a row for each rank, suited hands with lower
/// cards before the pair, offsuit hands after it.
pub(super) fn chart() -> impl Iterator<Item = [String; 13]> {
    let ranks = Rank::ALL;
    ranks.into_iter().map(move |row| {
        ranks.map(|column| match column.cmp(&row) {
            std::cmp::Ordering::Less => format!("{}{}s", row.letter(), column.letter()),
            std::cmp::Ordering::Equal => format!("{}{}", row.letter(), row.letter()),
            std::cmp::Ordering::Greater => format!("{}{}o", column.letter(), row.letter()),
        })
    })
}

/// A starting hand as `analyse --json` prints it. `after_check` are the shares of deals that are then bet 2x,
/// bet 1x and folded, in this order.
fn shown_hand(hand: &StartingHand, after_check: &[Fraction; 3]) -> ShownStartingHand {
    let [two, one, fold] = after_check.map(to_f64);
    ShownStartingHand {
        hand: hand.name.clone(),
        combinations: hand.combinations,
        best: best_decision(hand).to_string(),
        combinations_bet: (hand.bet != 0 && hand.bet != hand.combinations).then_some(hand.bet),
        ev_4x: to_exact(hand.four),
        ev_3x: to_exact(hand.three),
        ev_check: to_exact(hand.check),
        ev_best: to_exact(hand.best),
        win: hand.won,
        tie: hand.tied,
        lose: hand.lost,
        win_tie_lose_total: hand.won + hand.tied + hand.lost,
        after_check_share_2x: two,
        after_check_share_1x: one,
        after_check_share_fold: fold,
    }
}

/// A sentence for `analyse --json` on whether a bet of three times the ante is ever the best choice, with the
/// hands where it is.
fn three_times(values: &BestPlay) -> String {
    let better: Vec<&str> = values
        .hands
        .iter()
        .filter(|hand| hand.three > hand.four.max(hand.check))
        .map(|hand| hand.name.as_str())
        .collect();
    if better.is_empty() {
        "never best: with every hand a bet of 4x or a check is worth at least as much".to_owned()
    } else {
        format!("best with {}", better.join(", "))
    }
}

/// The kinds of hand that a pay table pays, with their odds as text such as `3/2`, for `rules` of `analyse
/// --json`.
fn odds_of(table: &PayTable) -> Map {
    table.paid().map(|(kind, odds)| (kind.name().to_owned(), odds.to_string().into())).collect()
}

/// The answer of `analyse --json`, one line: values in antes, counts of deals, and the rules that were worked
/// out. Scripts read the names of the fields (docs/ultimate.md).
pub(super) fn analysis(analysis: &Analysis) -> String {
    let Analysis { rules, values, outcomes } = analysis;
    let BestPlayOutcomes { by_wager: of_play, folded, .. } = outcomes;
    let deals = |play: PlayWager| of_play[play as usize].deals();
    let share = |part: u64| to_exact(Fraction::new(part.into(), values.deals as i128));
    let [four, two, one] = PlayWager::ALL.map(deals);
    let bet: Vec<&StartingHand> =
        values.hands.iter().filter(|hand| best_decision(hand) != UltimateDecision::Check).collect();
    json_line(&ShownAnalysis {
        what: text::title(rules),
        rules: ShownRules {
            deck_cards: rules.order.deck.count(),
            missing_cards: text::card_words(text::missing(rules)),
            ace: rules.order.ace.value(),
            dealer_qualifies: rules.dealer_qualifies.to_string(),
            blind_odds: odds_of(&rules.blind),
            trips_odds: odds_of(&rules.trips),
            trips_survives_fold: rules.trips_survives_fold,
        },
        rules_read: RulesRead {
            ante: text::ante(rules),
            blind: text::blind(rules),
            play: text::PLAY,
            fold: text::FOLD,
            trips: text::trips(rules),
            ties_in_value: text::TIES,
        },
        deals: values.deals,
        ev_per_ante: to_exact(values.value),
        house_edge_per_ante: values.house_edge().to_decimal(20),
        mean_total_wager_antes: to_exact(outcomes.mean_wager),
        element_of_risk: outcomes.element_of_risk.to_decimal(18),
        standard_deviation_antes: to_f64(outcomes.variance).sqrt(),
        variance_antes: to_f64(outcomes.variance),
        share_bet_4x: share(four),
        share_bet_2x: share(two),
        share_bet_1x: share(one),
        share_fold: share(*folded),
        deals_bet_4x: four,
        deals_bet_2x: two,
        deals_bet_1x: one,
        deals_fold: *folded,
        exact_ties: Ties {
            preflop_hands: values.even_before_flop,
            flop_situations_after_check: values.even_after_flop,
            river_situations_after_check: values.even_at_river,
        },
        flop_situations_after_check: Situations { bet_2x: values.flops_bet, of: values.flops_checked_to },
        flop_situations_up_to_suits_all_169: Situations {
            bet_2x: values.flops_bet_up_to_suits,
            of: values.flops_up_to_suits,
        },
        three_times: three_times(values),
        bet_4x_hands: chart().flatten().filter(|name| bet.iter().any(|hand| hand.name == *name)).collect(),
        net_result_histogram: outcomes
            .results
            .iter()
            .map(|(net, count)| Net {
                net_antes: to_f64(*net),
                numerator: net.numerator(),
                denominator: net.denominator(),
                count: *count,
            })
            .collect(),
        outcomes_bet_4x: shown_settled(rules, &of_play[0]),
        outcomes_bet_2x: shown_settled(rules, &of_play[1]),
        outcomes_bet_1x: shown_settled(rules, &of_play[2]),
        hands: values
            .hands
            .iter()
            .zip(&outcomes.after_check)
            .map(|(of, after)| shown_hand(of, after))
            .collect(),
        trips: Trips {
            counts: by_kind(&rules.trips, &values.sevens),
            sets: values.sevens.iter().sum(),
            ev_per_unit: to_exact(values.trips),
            house_edge: values.trips.negated().to_decimal(18),
            standard_deviation: to_f64(values.trips_variance).sqrt(),
        },
        with_trips_wager: WithTrips {
            main_game_house_edge_per_ante: values.with_trips.value.negated().to_decimal(20),
            extra_cost_per_ante: values.with_trips.cost.to_decimal(20),
            main_game_ev: to_exact(values.with_trips.value),
        },
    })
}
