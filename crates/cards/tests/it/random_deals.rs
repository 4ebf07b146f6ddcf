//! Random deals of every game and deck: the tables against the slow evaluator, hand by hand.

use std::cmp::Ordering;

use cards::{
    Ace, Card, Choice, Deck, FiveOfAKind, LowAce, LowQualifier, Ranking, ReducedOrder, ShowdownMode, Used,
};

use crate::agreed::deal;
use crate::slow::{self, High, Low, SplitMix64};

/// Visits every five-card hand a player may use.
fn each_five(used: Used, hole: &[Card], board: &[Card], mut visit: impl FnMut([Card; 5])) {
    let all: Vec<Card> = hole.iter().chain(board).copied().collect();
    slow::each_five(&all, |five| {
        let from_hole = five.iter().filter(|card| hole.contains(card)).count();
        if used == Used::Any || from_hole == 2 {
            visit(five);
        }
    });
}

fn best_high(choice: &Choice, hole: &[Card], board: &[Card]) -> High {
    let mut best = None;
    each_five(choice.hole_cards_used, hole, board, |five| best = best.max(Some(slow::high(choice, &five))));
    best.unwrap()
}

fn best_low(choice: &Choice, hole: &[Card], board: &[Card]) -> Low {
    let mut best: Option<Low> = None;
    each_five(choice.hole_cards_used, hole, board, |five| {
        let low = slow::low(choice, &five);
        best = Some(best.map_or(low, |best| best.min(low)));
    });
    best.unwrap()
}

/// Deals two hands of `HOLE` cards on one board, many times, and compares who wins, high and low, and with
/// which hand.
fn check<const HOLE: usize>(choice: Choice, deals: usize) {
    let ranking = Ranking::of(choice).unwrap();
    let mut numbers = SplitMix64(HOLE as u64);
    let mut deck = ranking.deck().to_vec();
    for _ in 0..deals {
        let board: [Card; 5] = deal(&mut numbers, &mut deck);
        let rest = &mut deck[5..];
        let first: [Card; HOLE] = deal(&mut numbers, rest);
        let second: [Card; HOLE] = deal(&mut numbers, &mut rest[HOLE..]);
        let context = || format!("{first:?} and {second:?} on {board:?} under {choice:?}");
        let shared = ranking.board(&board);

        let expected = [first, second].map(|hole| best_high(&choice, &hole, &board));
        let given = [first, second].map(|hole| ranking.high(&hole, &board));
        assert_eq!(given[0].cmp(&given[1]), expected[0].cmp(&expected[1]), "high, {}", context());
        for (hole, (given, expected)) in [first, second].iter().zip(given.into_iter().zip(expected)) {
            assert_eq!(shared.high(hole), given, "{}", context());
            assert_eq!(given.category().name(), slow::kind_of(&choice, expected), "{}", context());
            // The ranks in comparison order distinguish hands of the same category.
            let ranks = ranking.ranks(given).unwrap().map(|rank| rank as u8 + 2);
            assert_eq!(ranks, expected.1, "{}", context());
            let five = ranking.best_five(hole, &board).unwrap();
            assert_eq!(slow::high(&choice, &five), expected, "{five:?} of {}", context());
        }
        if choice.mode == ShowdownMode::High {
            assert_eq!(ranking.low(&first, &board), None);
            continue;
        }

        let expected = [first, second].map(|hole| best_low(&choice, &hole, &board));
        let qualifies = |low: &Low| low.0 == 0 && low.1[0] <= 8;
        let given = [first, second].map(|hole| ranking.low(&hole, &board));
        for (hole, (given, expected)) in [first, second].iter().zip(given.into_iter().zip(expected)) {
            assert_eq!(shared.low(hole), given, "{}", context());
            if choice.low_qualifier == LowQualifier::Eight && !qualifies(&expected) {
                assert_eq!(given, None, "{}", context());
                continue;
            }
            let low = given.unwrap_or_else(|| panic!("no low for {}", context()));
            assert_eq!(ranking.low_kind(low) as u8, expected.0, "{}", context());
            let ranks = ranking.low_ranks(low).unwrap().map(|rank| rank as u8 + 2);
            let ace = if choice.ace_is_low_in_low_hands() { 1 } else { 14 };
            assert_eq!(ranks.map(|rank| if rank == 14 { ace } else { rank }), expected.1, "{}", context());
            let five = ranking.best_low_five(hole, &board).unwrap();
            assert_eq!(slow::low(&choice, &five), expected, "{five:?} of {}", context());
        }
        if let [Some(first), Some(second)] = given {
            // The lower hand is smaller in the slow evaluator and has the greater strength in the ranking.
            let order: Ordering = expected[1].cmp(&expected[0]);
            assert_eq!(first.cmp(&second), order, "low, {}", context());
        }
    }
}

/// All choices: every value of each setting that matters.
fn every_choice(used: Used) -> Vec<Choice> {
    let mut choices = Vec::new();
    for deck in Deck::ALL {
        for joker in [false, true] {
            for (ace, low_ace) in
                [(Ace::High, LowAce::Follow), (Ace::HighAndLow, LowAce::Follow), (Ace::High, LowAce::Low)]
            {
                for (mode, low_qualifier) in [
                    (ShowdownMode::HighLow, LowQualifier::None),
                    (ShowdownMode::HighLow, LowQualifier::Eight),
                ] {
                    let choice = Choice {
                        deck,
                        joker,
                        ace,
                        low_ace,
                        mode,
                        low_qualifier,
                        hole_cards_used: used,
                        ..Choice::default()
                    };
                    choices.push(choice);
                }
            }
            choices.push(Choice {
                deck,
                joker,
                hole_cards_used: used,
                reduced_order: ReducedOrder::FullHouseAboveFlush,
                five_of_a_kind: FiveOfAKind::Top,
                wild_may_copy_in_flush: false,
                ..Choice::default()
            });
        }
    }
    choices
}

#[test]
fn any_five_of_seven_cards_make_the_hand_in_every_game() {
    for choice in every_choice(Used::Any) {
        check::<2>(choice, 300);
    }
}

#[test]
fn exactly_two_of_four_hole_cards_make_the_hand_in_every_game() {
    for choice in every_choice(Used::ExactlyTwo) {
        check::<4>(choice, 120);
    }
}

#[test]
fn exactly_two_of_three_hole_cards_make_the_hand_in_every_game() {
    for choice in every_choice(Used::ExactlyTwo) {
        check::<3>(choice, 200);
    }
}

#[test]
fn hands_of_more_than_seven_cards_are_the_best_five_of_them() {
    for joker in [false, true] {
        check::<3>(Choice { joker, mode: ShowdownMode::HighLow, ..Choice::default() }, 300);
    }
}
