//! Seven cards: the best five of them.

use std::collections::BTreeMap;

use cards::{Ace, Board, Card, CardAccumulator, CardSet, Choice, Deck, Ranking, Strength, Used};

use crate::agreed::{agreed_highs, deal, slow, slowness};
use crate::slow::{self, SplitMix64};

/// The slow evaluator's order of all five-card hands of a deck.
struct Fives {
    /// The position of each five-card hand among all strengths, indexed by [`Fives::number`].
    places: Vec<u16>,
    /// The ranking's strength for each position.
    strengths: Vec<Strength>,
    /// For each card, the number of ways to choose one to five of the cards below it.
    ways: Vec<[usize; 5]>,
}

impl Fives {
    /// Ranks every five-card hand of the ranking's deck with the slow evaluator.
    fn of(ranking: &Ranking) -> Fives {
        let agreed = agreed_highs(ranking);
        let place: BTreeMap<slow::High, u16> = agreed.keys().copied().zip(0..).collect();
        let mut ways = vec![[0; 5]; ranking.deck().len()];
        for at in 1..ways.len() {
            ways[at] =
                std::array::from_fn(|k| ways[at - 1][k] + if k == 0 { 1 } else { ways[at - 1][k - 1] });
        }
        let all = ways.last().map_or(0, |last| last[4] + last[3]);
        let mut fives = Fives {
            places: vec![0; all],
            strengths: agreed.values().map(|(strength, _)| *strength).collect(),
            ways,
        };
        let first = ranking.deck()[0].index();
        slow::each_five(ranking.deck(), |five| {
            let number = fives.number(five.map(|card| fives.at(card, first)));
            fives.places[number] = place[&slow::high(ranking.choice(), &five)];
        });
        fives
    }

    /// A card's position in the deck, whose first card has index `first`; the joker is last.
    fn at(&self, card: Card, first: usize) -> usize {
        (card.index() - first).min(self.ways.len() - 1)
    }

    /// The number of a five-card hand, given as positions in the deck, lowest first.
    fn number(&self, five: [usize; 5]) -> usize {
        (0..5).map(|k| self.ways[five[k]][k]).sum()
    }

    /// The best five of seven cards, given as positions in the deck, lowest first.
    fn best(&self, seven: [usize; 7]) -> Strength {
        let mut best = 0;
        for left in 0..7 {
            for out in left + 1..7 {
                let mut five = [0; 5];
                let others = (0..7).filter(|at| *at != left && *at != out);
                five.iter_mut().zip(others).for_each(|(place, at)| *place = seven[at]);
                best = best.max(self.places[self.number(five)]);
            }
        }
        self.strengths[usize::from(best)]
    }
}

/// Compares the strength of random seven-card hands with the best of their 21 five-card hands.
fn check_sevens(choice: Choice, deals: usize) {
    let ranking = Ranking::of(choice).unwrap();
    let fives = Fives::of(&ranking);
    let mut numbers = SplitMix64(7);
    let mut deck = ranking.deck().to_vec();
    let first = deck[0].index();
    for _ in 0..deals {
        let seven: [Card; 7] = deal(&mut numbers, &mut deck);
        let mut places = seven.map(|card| fives.at(card, first));
        places.sort_unstable();
        let expected = fives.best(places);
        let (hole, board) = seven.split_at(2);
        assert_eq!(ranking.high(hole, board), expected, "{seven:?} under {choice:?}");
        assert_eq!(ranking.high_of_seven(&seven), expected, "{seven:?} under {choice:?}");
        let shared: Board = ranking.board(board);
        assert_eq!(shared.high(hole), expected, "{seven:?} on a board");
        let [first @ .., last] = seven;
        let six = first.iter().fold(CardAccumulator::NONE, |gathered, card| gathered.with(*card));
        assert_eq!(ranking.high_of_accumulated(six.with(last)), expected, "{seven:?} gathered");
        let last = CardAccumulator::NONE.with(last);
        assert_eq!(ranking.with_one_to_come(six).high(last), expected, "{seven:?}, the last to come");
    }
}

/// Compares the strength of random six-card hands with the best of their five-card hands.
fn check_sixes(choice: Choice, deals: usize) {
    let ranking = Ranking::of(choice).unwrap();
    let agreed = agreed_highs(&ranking);
    let mut numbers = SplitMix64(6);
    let mut deck = ranking.deck().to_vec();
    for _ in 0..deals {
        let six: [Card; 6] = deal(&mut numbers, &mut deck);
        let mut best = None;
        slow::each_five(&six, |five| best = best.max(Some(slow::high(&choice, &five))));
        assert_eq!(ranking.high(&six[..2], &six[2..]), agreed[&best.unwrap()].0, "{six:?} under {choice:?}");
    }
}

/// Every deck, with and without the joker.
fn every_deck() -> impl Iterator<Item = Choice> {
    Deck::ALL
        .into_iter()
        .flat_map(|deck| [false, true].map(|joker| Choice { deck, joker, ..Choice::default() }))
}

#[test]
fn the_best_five_of_seven_cards_count() {
    let deals = if slow() { 3_000_000 } else { 60_000 };
    for choice in [Choice::default(), Choice { ace: Ace::High, ..Choice::default() }] {
        check_sevens(choice, deals);
        check_sixes(choice, deals / 10);
    }
}

/// With `SLOW=2`, a hundred million seven-card hands of every deck are tested.
#[test]
fn the_best_five_of_seven_cards_of_every_deck_count() {
    let deals = match slowness() {
        0 => return check_sevens(Choice { deck: Deck::Cards32, joker: true, ..Choice::default() }, 60_000),
        1 => 1_000_000,
        _ => 100_000_000,
    };
    for choice in every_deck() {
        check_sevens(choice, deals);
        println!("{} cards, joker {}: {deals} sevens agree", choice.deck, choice.joker);
    }
}

/// Counts how many hands have each strength, one by one.
fn counted(
    ranking: &Ranking,
    gathered: CardAccumulator,
    more: usize,
    left: &[Card],
    counts: &mut BTreeMap<Strength, u64>,
) {
    if more == 0 {
        *counts.entry(ranking.high_of_accumulated(gathered)).or_default() += 1;
    }
    if more == 1 {
        let six = ranking.with_one_to_come(gathered);
        for card in left {
            let seven = gathered.with(*card);
            assert_eq!(six.high(CardAccumulator::NONE.with(*card)), ranking.high_of_accumulated(seven));
        }
    }
    for (at, card) in left.iter().enumerate().filter(|_| more > 0) {
        counted(ranking, gathered.with(*card), more - 1, &left[at + 1..], counts);
    }
}

#[test]
fn sevens_looked_at_together_are_those_looked_at_one_by_one() {
    let mut numbers = SplitMix64(5);
    for choice in every_deck() {
        for used in [Used::Any, Used::ExactlyTwo] {
            let ranking = Ranking::of(Choice { hole_cards_used: used, ..choice }).unwrap();
            let mut deck = ranking.deck().to_vec();
            for round in 0..if used == Used::Any { 240 } else { 7 } {
                let begun: [Card; 7] = deal(&mut numbers, &mut deck);
                // Mostly five cards, often with some of one suit; the joker may be among them.
                let cards = [5, 4, 5, 7, 6, 5, 5, 0, 1, 2, 3][round % if used == Used::Any { 11 } else { 7 }];
                let begun = &begun[..cards];
                let left: CardSet = if cards < 4 {
                    // Everything that can happen with few cards; the joker is often one of them.
                    let joker = deck[7..].iter().filter(|card| **card == Card::JOKER);
                    deck[7..20].iter().chain(joker).copied().collect()
                } else {
                    deck[if round % 3 == 0 { 14 } else { 7 }..].iter().copied().collect()
                };
                let gathered =
                    begun.iter().fold(CardAccumulator::NONE, |gathered, card| gathered.with(*card));
                assert_eq!(gathered.cards(), begun.iter().copied().collect());
                let mut one_by_one = BTreeMap::new();
                let rest: Vec<Card> = left.iter().collect();
                counted(&ranking, gathered, 7 - cards, &rest, &mut one_by_one);
                let mut together = BTreeMap::new();
                ranking.each_seven(gathered, left, &mut |strength, hands| {
                    *together.entry(strength).or_default() += hands;
                });
                together.retain(|_, hands| *hands > 0);
                assert_eq!(together, one_by_one, "{begun:?} and {left} under {:?}", ranking.choice());
            }
        }
    }
}

#[test]
fn the_five_cards_named_make_the_hand() {
    let ranking = Ranking::of(Choice::default()).unwrap();
    let mut numbers = SplitMix64(11);
    let mut deck = ranking.deck().to_vec();
    for _ in 0..20_000 {
        let seven: [Card; 7] = deal(&mut numbers, &mut deck);
        let five = ranking.best_five(&seven[..2], &seven[2..]).unwrap();
        assert!(five.iter().all(|card| seven.contains(card)));
        let strength = ranking.high(&seven[..2], &seven[2..]);
        assert_eq!(ranking.high(&five, &[]), strength);
        assert_eq!(Some(five.map(|card| card.rank().unwrap())), ranking.ranks(strength));
    }
}

#[test]
fn fewer_than_five_cards_are_not_a_hand() {
    let ranking = Ranking::of(Choice::default()).unwrap();
    let deck = ranking.deck();
    assert_eq!(ranking.high(&deck[..2], &[]), Strength::NONE);
    assert_eq!(ranking.best_five(&deck[..2], &deck[2..4]), None);
    assert_eq!(ranking.name(Strength::NONE), "no hand");
    assert!(Strength::NONE < ranking.high(&deck[..5], &[]));
}
