//! Counts of all hands of a deck.

use std::collections::BTreeMap;

use cards::{Card, Category, LowKind, LowQualifier, Rank, Ranking, ShowdownMode, Suit};
use odds::{count_hands, parse_cards};

use crate::table::{Line, lines, slow};

/// The number of ways to choose `k` of `n`.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |ways, step| ways * (n - step) / (step + 1))
}

/// Counts all hands of this many cards and compares the counts with a line of the table.
fn check_count(line: &Line, cards: usize) {
    let ranking = Ranking::of(line.choice()).unwrap();
    let counted = count_hands(&ranking, cards, &|_| {}).unwrap();
    for (category, hands) in Category::ALL.iter().zip(counted.kinds) {
        assert_eq!(u128::from(hands), line.number(category.name()), "{category} of {:?}", line.choice());
    }
    assert_eq!(u128::from(counted.hands), line.number("hands"));
    assert_eq!(u128::from(counted.classes), line.number("classes"));
}

#[test]
fn all_sevens_of_every_deck_are_of_the_known_kinds() {
    let table = lines(include_str!("../known/seven-card.csv"));
    assert_eq!(table.len(), 24);
    // All decks together have 1,200 million hands; the two smallest are enough for every day.
    for line in table.iter().filter(|line| slow() || line.number("deck") <= 36) {
        check_count(line, 7);
    }
}

#[test]
fn only_five_to_seven_cards_are_counted() {
    let ranking = Ranking::of(cards::Choice::default()).unwrap();
    assert_eq!(count_hands(&ranking, 4, &|_| {}), None);
    assert_eq!(count_hands(&ranking, 8, &|_| {}), None);
}

/// Visits every set of ranks of this many cards, with the number of ways to deal it.
fn each_ranks(line: &Line, cards: usize, visit: &mut impl FnMut(&[Card], u64)) {
    /// Extends `hand` by `left` cards of these ranks, up to four of each, in every way.
    fn spread(
        ranks: &[Rank],
        left: usize,
        ways: u64,
        hand: &mut Vec<Card>,
        visit: &mut impl FnMut(&[Card], u64),
    ) {
        let Some((rank, rest)) = ranks.split_first() else {
            if left == 0 {
                visit(hand, ways);
            }
            return;
        };
        for number in 0..=left.min(4) {
            let before = hand.len();
            hand.extend(Suit::ALL[..number].iter().map(|suit| Card::new(*rank, *suit)));
            spread(rest, left - number, ways * choose(4, number as u64), hand, visit);
            hand.truncate(before);
        }
    }
    let choice = line.choice();
    spread(choice.deck.ranks(), cards, 1, &mut Vec::new(), visit);
    if choice.joker {
        spread(choice.deck.ranks(), cards - 1, 1, &mut vec![Card::JOKER], visit);
    }
}

#[test]
fn all_low_hands_of_five_and_seven_cards_are_of_the_known_kinds() {
    let table = lines(include_str!("../known/low.csv"));
    assert_eq!(table.len(), 48);
    for line in table {
        let cards = line.number("cards") as usize;
        let choice = cards::Choice { mode: ShowdownMode::HighLow, ..line.choice() };
        let any = Ranking::of(choice).unwrap();
        let eight = Ranking::of(cards::Choice { low_qualifier: LowQualifier::Eight, ..choice }).unwrap();
        let mut lows: BTreeMap<_, u64> = BTreeMap::new();
        let mut eights: BTreeMap<String, u64> = BTreeMap::new();
        each_ranks(&line, cards, &mut |hand, ways| {
            *lows.entry(any.low(hand, &[]).unwrap()).or_default() += ways;
            if let Some(low) = eight.low(hand, &[]) {
                *eights.entry(eight.low_name(low)).or_default() += ways;
            }
        });
        let mut counts = vec![0; LowKind::ALL.len()];
        let mut classes = counts.clone();
        for (low, ways) in &lows {
            counts[any.low_kind(*low) as usize] += ways;
            classes[any.low_kind(*low) as usize] += 1;
        }
        assert_eq!(counts, line.numbers("counts"), "{choice:?}");
        assert_eq!(classes, line.numbers("classes_of_kinds"), "{choice:?}");
        assert_eq!(u128::from(lows.values().sum::<u64>()), line.number("hands"));
        assert_eq!(lows.len() as u128, line.number("classes"));
        assert_eq!(u128::from(eights.values().sum::<u64>()), line.number("eight_or_better"));
        assert_eq!(eights.len() as u128, line.number("eight_or_better_classes"));
        for hand in line.text("by_hand").split_whitespace() {
            let (name, ways) = hand.split_once('=').unwrap();
            assert_eq!(eights[name].to_string(), ways, "{name}");
        }
    }
}

/// Visits all hole cards that are possible on one board.
fn each_hole(stub: &[Card], cards: usize, visit: &mut impl FnMut(&[Card])) {
    fn go(stub: &[Card], left: usize, hole: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
        if left == 0 {
            return visit(hole);
        }
        for (at, card) in stub.iter().enumerate() {
            hole.push(*card);
            go(&stub[at + 1..], left - 1, hole, visit);
            hole.pop();
        }
    }
    go(stub, cards, &mut Vec::new(), visit);
}

#[test]
fn two_hole_cards_and_three_of_the_board_make_the_known_hands() {
    let table = lines(include_str!("../known/two-and-three-boards.csv"));
    assert_eq!(table.len(), 536);
    for (number, line) in table.iter().enumerate() {
        // In Omaha there are 178,365 sets of hole cards per board; every eighth board is enough for every
        // day.
        if !slow() && line.text("game") == "omaha" && number % 8 != 0 {
            continue;
        }
        let board = parse_cards(line.text("board")).unwrap();
        let split = cards::Choice {
            mode: ShowdownMode::HighLow,
            low_qualifier: LowQualifier::Eight,
            ..line.choice()
        };
        let rankings = ["low", "high"].map(|low_ace| {
            Ranking::of(cards::Choice { low_ace: low_ace.parse().unwrap(), ..split }).unwrap()
        });
        let boards = [rankings[0].board(&board), rankings[1].board(&board)];
        let stub: Vec<Card> =
            rankings[0].deck().iter().copied().filter(|card| !board.contains(card)).collect();
        let mut kinds = [0u64; 11];
        let mut eights = [[0u64; 5]; 2];
        let columns = ["eight_ace_low", "eight_ace_high"].map(|column| line.numbers(column));
        let cards = line.text("game").parse::<odds::ShowdownGame>().unwrap().hole_cards();
        each_hole(&stub, cards, &mut |hole| {
            let category = boards[0].high(hole).category();
            kinds[Category::ALL.iter().position(|kind| *kind == category).unwrap()] += 1;
            for ((board, ranking), eights) in boards.iter().zip(&rankings).zip(&mut eights) {
                let top = board.low(hole).map(|low| ranking.low_ranks(low).unwrap()[0]);
                // No low hand first, then from eight high down to five high.
                eights[top.map_or(0, |top| Rank::Eight as usize + 1 - top as usize)] += 1;
            }
        });
        assert_eq!(kinds.iter().sum::<u64>() as u128, line.number("holes"));
        assert_eq!(kinds.to_vec(), line.numbers("kinds"), "{board:?} under {:?}", line.choice());
        for (given, known) in eights.iter().zip(&columns).filter(|(_, known)| !known.is_empty()) {
            assert_eq!(given.to_vec(), *known, "{board:?} under {:?}", line.choice());
        }
    }
}
