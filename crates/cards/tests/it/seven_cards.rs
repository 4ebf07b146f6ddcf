//! Seven cards: the best five of them.

use cards::{Ace, Board, Card, Choice, Ranking, Strength};

use crate::slow::{self, Numbers, agreed_highs, slow};

/// Compares the best of random sevens with the best of their twenty-one fives.
fn check_sevens(choice: Choice, deals: usize) {
    let ranking = Ranking::of(choice).unwrap();
    let agreed = agreed_highs(&ranking);
    let mut numbers = Numbers(7);
    let mut deck = ranking.deck().to_vec();
    for _ in 0..deals {
        let seven: [Card; 7] = numbers.deal(&mut deck);
        let mut best = None;
        slow::each_five(&seven, |five| best = best.max(Some(slow::high(&choice, &five))));
        let expected = agreed[&best.unwrap()].0;
        let (hole, board) = seven.split_at(2);
        assert_eq!(ranking.high(hole, board), expected, "{seven:?} under {choice:?}");
        let shared: Board = ranking.board(board);
        assert_eq!(shared.high(hole), expected, "{seven:?} on a board");
        let six = &seven[..6];
        let mut best = None;
        slow::each_five(six, |five| best = best.max(Some(slow::high(&choice, &five))));
        assert_eq!(ranking.high(&six[..2], &six[2..]), agreed[&best.unwrap()].0, "{six:?} under {choice:?}");
    }
}

#[test]
fn the_best_five_of_seven_cards_count() {
    let deals = if slow() { 3_000_000 } else { 60_000 };
    check_sevens(Choice::default(), deals);
    check_sevens(Choice { ace: Ace::High, ..Choice::default() }, deals);
}

#[test]
fn the_five_cards_named_make_the_hand() {
    let ranking = Ranking::of(Choice::default()).unwrap();
    let mut numbers = Numbers(11);
    let mut deck = ranking.deck().to_vec();
    for _ in 0..20_000 {
        let seven: [Card; 7] = numbers.deal(&mut deck);
        let five = ranking.five(&seven[..2], &seven[2..]).unwrap();
        assert!(five.iter().all(|card| seven.contains(card)));
        let strength = ranking.high(&seven[..2], &seven[2..]);
        assert_eq!(ranking.high(&five, &[]), strength);
        assert_eq!(Some(five.map(|card| card.rank().unwrap())), ranking.ranks(strength));
    }
}

#[test]
fn fewer_than_five_cards_are_no_hand() {
    let ranking = Ranking::of(Choice::default()).unwrap();
    let deck = ranking.deck();
    assert_eq!(ranking.high(&deck[..2], &[]), Strength::NONE);
    assert_eq!(ranking.five(&deck[..2], &deck[2..4]), None);
    assert_eq!(ranking.name(Strength::NONE), "no hand");
    assert!(Strength::NONE < ranking.high(&deck[..5], &[]));
}
