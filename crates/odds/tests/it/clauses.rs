//! Test cases for sections 2, 3 and 9.1 of the three Canberra books: decks, hand rankings, composition of
//! hands.
//!
//! The three books are identical except for the composition of a hand, and each is tested with its own
//! default table.

use std::cmp::Ordering;
use std::sync::Arc;

use cards::{
    Ace, Card, CardSet, Category, Choice, ChoiceError, Deck, LowAce, LowQualifier, Rank, Ranking,
    ShowdownMode, Used,
};
use odds::{Range, ShowdownGame, ShowdownResult, Spot, count_hands, exact_equity, parse_cards};
use rulebook::coverage::Evidence;

use crate::proofs::proves;

/// Records that the case of a clause was run for all three books.
fn all_three(clause: &str) {
    let ids = ["HE", "OM", "MA"].map(|book| format!("{book}-{clause}"));
    proves(Evidence::Script, &ids.each_ref().map(String::as_str));
}

fn five(text: &str) -> Vec<Card> {
    parse_cards(&text.replace("Joker", "Jo")).unwrap()
}

/// The default of the three books: ace high only.
fn canberra() -> Choice {
    Choice { ace: Ace::High, ..Choice::default() }
}

fn joker() -> Choice {
    Choice { joker: true, ..canberra() }
}

fn reduced(deck: Deck) -> Choice {
    Choice { deck, ..canberra() }
}

fn low_ace(choice: Choice) -> Choice {
    Choice { ace: Ace::HighAndLow, ..choice }
}

fn ranking(choice: Choice) -> Arc<Ranking> {
    Ranking::of(choice).unwrap()
}

/// Compares two five-card hands.
fn compared(choice: Choice, first: &str, second: &str) -> Ordering {
    let ranking = ranking(choice);
    let strength = |text: &str| {
        let cards = five(text);
        assert!(cards.iter().all(|card| ranking.cards().contains(*card)), "{text} with {}", choice.deck);
        ranking.high(&cards, &[])
    };
    strength(first).cmp(&strength(second))
}

/// Checks that the first hand beats each of the others.
fn beats(choice: Choice, first: &str, others: &[&str]) {
    for other in others {
        assert_eq!(compared(choice, first, other), Ordering::Greater, "{first} against {other}");
    }
}

fn category(choice: Choice, hand: &str) -> Category {
    ranking(choice).high(&five(hand), &[]).category()
}

fn ranks(choice: Choice, hand: &str) -> String {
    let ranking = ranking(choice);
    let ranks = ranking.ranks(ranking.high(&five(hand), &[])).unwrap();
    ranks.map(|rank| rank.letter().to_string()).join("-")
}

/// The winners between five-card hands, high and low. Players count from 1.
fn winners(choice: Choice, hands: &[&str]) -> (Vec<usize>, Vec<usize>) {
    let hands: Vec<Vec<Card>> = hands.iter().map(|hand| five(hand)).collect();
    let showdown = ShowdownResult::of(&ranking(choice), &[], &hands);
    let from_one = |winners: Vec<usize>| winners.into_iter().map(|player| player + 1).collect();
    (from_one(showdown.high_winners), from_one(showdown.low_winners))
}

const LOWEST: [(Deck, Rank, &str, &str); 6] = [
    (Deck::Cards52, Rank::Two, "5s 4h 3d 2c Ah", "6s 5h 4d 3c 2h"),
    (Deck::Cards48, Rank::Three, "6s 5h 4d 3c Ah", "7s 6h 5d 4c 3h"),
    (Deck::Cards44, Rank::Four, "7s 6h 5d 4c Ah", "8s 7h 6d 5c 4h"),
    (Deck::Cards40, Rank::Five, "8s 7h 6d 5c Ah", "9s 8h 7d 6c 5h"),
    (Deck::Cards36, Rank::Six, "9s 8h 7d 6c Ah", "Ts 9h 8d 7c 6h"),
    (Deck::Cards32, Rank::Seven, "Ts 9h 8d 7c Ah", "Js Th 9d 8c 7h"),
];

#[test]
fn each_deck_has_its_cards_its_order_and_its_lowest_straight() {
    for ((deck, lowest, low_straight, next), letter) in LOWEST.into_iter().zip('a'..='f') {
        let cards = deck.cards(false);
        assert_eq!(
            (cards.len(), deck.lowest_rank(), deck.ranks().len()),
            (deck.count(), lowest, deck.count() / 4)
        );
        for suit in cards::Suit::ALL {
            assert_eq!(cards.of_suit(suit).len(), deck.count() / 4);
        }
        assert!(cards.iter().all(|card| card.rank().unwrap() >= lowest));
        // In the full order the full house ranks above the flush; in the reduced order it is the other way
        // round.
        let flush_wins = compared(reduced(deck), "Ad Kd Jd 9d 8d", "As Ah Ac Kc Ks") == Ordering::Greater;
        assert_eq!(flush_wins, deck != Deck::Cards52);
        let low = low_ace(reduced(deck));
        assert_eq!(category(low, low_straight), Category::Straight);
        beats(low, next, &[low_straight]);
        beats(low, low_straight, &["As Ah Ad Kc Qs"]);
        assert_eq!(category(reduced(deck), low_straight), Category::HighCard);
        assert_eq!(ranks(reduced(deck), low_straight).chars().next(), Some('A'));
        all_three(&format!("2.2({letter})"));
    }
    // A straight with the low ace exists only in the deck it belongs to.
    for (deck, _, low_straight, _) in LOWEST {
        for (other, ..) in LOWEST {
            let fits = five(low_straight).iter().all(|card| other.cards(false).contains(*card));
            if other != deck && fits {
                assert_eq!(category(low_ace(reduced(other)), low_straight), Category::HighCard);
            }
        }
    }
    all_three("3.4(g)");
}

#[test]
fn one_joker_may_be_added_and_a_reduced_deck_stays_reduced() {
    let with = ranking(Choice { deck: Deck::Cards48, ..joker() });
    assert_eq!(with.deck().len(), 49);
    assert_eq!(with.deck().iter().filter(|card| **card == Card::JOKER).count(), 1);
    beats(Choice { deck: Deck::Cards48, ..joker() }, "9d 8d 7d 5d 3d", &["Ks Kh Kd Jc Js"]);
    // A second joker would be the same card again.
    let mut cards: CardSet = with.deck().iter().copied().collect();
    assert!(!cards.insert(Card::JOKER));
    all_three("2.3");
}

#[test]
fn suits_are_equal_and_ranks_run_from_the_ace_down() {
    let first = "As Kd 9h 6c 3s";
    assert_eq!(winners(canberra(), &[first, "Ah Kc 9s 6d 3h"]).0, [1, 2]);
    assert_eq!(winners(canberra(), &["As Qd 9h 6c 3s", "Ah Kc 9s 6d 3h"]).0, [2]);
    // The effect on chips is tested in the table's script order-of-hands.hands.
    all_three("3.1");
}

#[test]
fn all_five_cards_count_and_a_sixth_never() {
    beats(canberra(), "Qs Qh Jd Jc Ts", &["Qd Qc Js Jh 9s"]);
    let board = five("Ks Kh 8d 8c As");
    let shown = |used: Used, first: &str, second: &str| {
        let ranking = ranking(Choice { hole_cards_used: used, ..canberra() });
        let (first, second) = (ranking.high(&five(first), &board), ranking.high(&five(second), &board));
        assert_eq!(first, second);
        ranking.ranks(first).unwrap().map(|rank| rank.letter().to_string()).join("-")
    };
    assert_eq!(shown(Used::Any, "7s 2d", "6s 3d"), "K-K-8-8-A");
    assert_eq!(shown(Used::ExactlyTwo, "Kd Qd 7c 2h", "Kc Qc 6s 3h"), "K-K-K-A-Q");
    assert_eq!(shown(Used::ExactlyTwo, "Kd Qd 7c", "Kc Qc 6s"), "K-K-K-A-Q");
    all_three("3.2");
}

/// Checks that hands, one of each category, are in order from the best, in a deck with the joker.
fn in_order(choice: Choice, hands: &[&str]) {
    assert!(
        hands
            .iter()
            .zip(&hands[1..])
            .all(|(better, worse)| { compared(choice, better, worse) == Ordering::Greater })
    );
}

#[test]
fn kinds_of_hand_stand_in_the_full_order_with_52_cards_or_more() {
    let order = [
        "As Ks Qs Js Ts",
        "2s 2h 2d 2c Joker",
        "Kh Qh Jh Th 9h",
        "As Ah Ad Ac 4s",
        "Ks Kh Kd Jc Js",
        "Ad Kd Jd 9d 7d",
        "Kh Qc Jc Ts 9d",
        "Qs Qh Qd 8c 5s",
        "As Ah Kd Kc Qs",
        "As Ah Kd Qc 9s",
        "As Kh Qd 8c 6h",
    ];
    in_order(joker(), &order);
    let kinds: Vec<Category> = order.iter().map(|hand| category(joker(), hand)).collect();
    assert_eq!(kinds, Category::ALL);
    all_three("3.3");
    let reduced_order = [
        "As Ks Qs Js Ts",
        "3s 3h 3d 3c Joker",
        "Kh Qh Jh Th 9h",
        "As Ah Ad Ac 4s",
        "9d 8d 7d 5d 3d",
        "As Ah Ad Kc Ks",
        "Kh Qc Jc Ts 9d",
        "Qs Qh Qd 8c 5s",
        "As Ah Kd Kc Qs",
        "As Ah Kd Qc 9s",
        "As Kh Qd 8c 6h",
    ];
    in_order(Choice { deck: Deck::Cards48, ..joker() }, &reduced_order);
    all_three("3.4");
}

/// 3.3(b) and 3.4(b): over all five-card hands of every deck.
fn five_of_a_kind_needs_the_joker() {
    for deck in Deck::ALL {
        let of = |joker: bool| {
            let counted = count_hands(&ranking(Choice { joker, ..reduced(deck) }), 5, &|_| {}).unwrap();
            let at = Category::ALL.iter().position(|kind| *kind == Category::FiveOfAKind).unwrap();
            (counted.kinds[at], counted.hands)
        };
        let cards = deck.count() as u64;
        let fives = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) / 120;
        assert_eq!(of(false), (0, fives), "{deck} cards");
        // With the joker there is one of every rank: the four natural cards and the joker.
        assert_eq!(of(true).0, cards / 4, "{deck} cards and the joker");
    }
}

#[test]
fn hands_of_the_full_deck_compare_as_the_cases_say() {
    let full = canberra();
    beats(joker(), "As Ks Qs Js Ts", &["As Ah Ad Ac Joker"]);
    assert_eq!(compared(full, "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"), Ordering::Equal);
    assert_eq!(compared(joker(), "As Ks Qs Js Ts", "Joker Kd Qd Jd Td"), Ordering::Equal);
    all_three("3.3(a)");
    beats(joker(), "2s 2h 2d 2c Joker", &["Kh Qh Jh Th 9h"]);
    beats(joker(), "Ks Kh Kd Kc Joker", &["2s 2h 2d 2c Joker"]);
    beats(joker(), "As Ah Ad Ac Joker", &["Ks Kh Kd Kc Joker", "Kh Qh Jh Th 9h", "As Ah Ad Ac Ks"]);
    five_of_a_kind_needs_the_joker();
    all_three("3.3(b)");
    beats(full, "Jh Th 9h 8h 7h", &["As Ah Ad Ac Ks"]);
    beats(low_ace(full), "6c 5c 4c 3c 2c", &["5c 4c 3c 2c Ac"]);
    assert_eq!(category(low_ace(full), "5c 4c 3c 2c Ac"), Category::StraightFlush);
    assert_eq!(category(full, "5c 4c 3c 2c Ac"), Category::Flush);
    assert_eq!(ranks(full, "5c 4c 3c 2c Ac"), "A-5-4-3-2");
    all_three("3.3(c)");
    in_order(full, &["As Ah Ad Ac 4s", "Ks Kh Kd Kc As", "As Ah Ad Kc Ks"]);
    beats(full, "5s 5h 5d 5c Ks", &["5s 5h 5d 5c Qs"]);
    all_three("3.3(d)");
    beats(full, "Ks Kh Kd Jc Js", &["Qs Qh Qd Ac As", "Ad Kd Jd 9d 7d", "Ks Kh Kd Tc Ts"]);
    all_three("3.3(e)");
    beats(full, "Kd Jd 9d 7d 5d", &["As Kh Qd Jc Ts", "Ks Js 9s 7s 4s"]);
    assert_eq!(ranks(joker(), "As Ks 9s 5s Joker"), "A-A-K-9-5");
    beats(joker(), "As Ks 9s 5s Joker", &["Ah Kh Qh 9h 5h"]);
    let house = Choice { wild_may_copy_in_flush: false, ..joker() };
    assert_eq!(ranks(house, "As Ks 9s 5s Joker"), "A-K-Q-9-5");
    all_three("3.3(f)");
    beats(full, "Kh Qc Jc Ts 9d", &["As Ah Ad Kc Qs"]);
    assert_eq!(category(low_ace(full), "5s 4h 3d 2c Ah"), Category::Straight);
    beats(low_ace(full), "6s 5h 4d 3c 2h", &["5s 4h 3d 2c Ah"]);
    assert_eq!(category(low_ace(full), "3s 2h Ad Kc Qh"), Category::HighCard);
    assert_eq!(category(full, "5s 4h 3d 2c Ah"), Category::HighCard);
    all_three("3.3(g)");
    beats(full, "Qs Qh Qd 8c 5s", &["As Ah Kd Kc Qs"]);
    beats(full, "Qs Qh Qd 9c 2s", &["Qs Qh Qd 8c 5s"]);
    all_three("3.3(h)");
    beats(full, "Qs Qh 4d 4c Js", &["Js Jh Td Tc As", "Qd Qc 4s 4h Ts"]);
    all_three("3.3(i)");
    beats(full, "Ts Th Kd 6c 2s", &["9s 9h Ad Kc Qs"]);
    beats(full, "Td Tc Kh 6s 3d", &["Ts Th Kd 6c 2s"]);
    all_three("3.3(j)");
    beats(full, "Qh Tc 7c 4d 3s", &["Js Th 9d 8c 6h"]);
    beats(full, "Qd Ts 7h 5d 2s", &["Qh Tc 7c 4d 3s"]);
    all_three("3.3(k)");
}

#[test]
fn hands_of_reduced_decks_compare_as_the_cases_say() {
    let sevens = Choice { deck: Deck::Cards32, ..joker() };
    beats(sevens, "As Ks Qs Js Ts", &["As Ah Ad Ac Joker"]);
    assert_eq!(compared(sevens, "As Ks Qs Js Ts", "Joker Kd Qd Jd Td"), Ordering::Equal);
    all_three("3.4(a)");
    beats(sevens, "7s 7h 7d 7c Joker", &["Kh Qh Jh Th 9h"]);
    beats(sevens, "As Ah Ad Ac Joker", &["7s 7h 7d 7c Joker"]);
    five_of_a_kind_needs_the_joker();
    all_three("3.4(b)");
    let fives = low_ace(reduced(Deck::Cards40));
    assert_eq!(category(fives, "8h 7h 6h 5h Ah"), Category::StraightFlush);
    beats(fives, "9h 8h 7h 6h 5h", &["8h 7h 6h 5h Ah"]);
    beats(fives, "8h 7h 6h 5h Ah", &["As Ah Ad Ac Ks"]);
    assert_eq!(category(low_ace(reduced(Deck::Cards48)), "8h 7h 6h 5h Ah"), Category::Flush);
    all_three("3.4(c)");
    let fours = reduced(Deck::Cards44);
    beats(fours, "As Ah Ad Ac 4s", &["Ad Kd Jd 9d 7d"]);
    all_three("3.4(d)");
    let threes = reduced(Deck::Cards48);
    beats(threes, "Kd Jd 9d 7d 5d", &["As Ah Ad Kc Ks"]);
    beats(threes, "3s 3h 3d 3c 4s", &["Kd Jd 9d 7d 5d"]);
    all_three("3.4(e)");
    beats(threes, "Ks Kh Kd Jc Js", &["Kh Qc Jc Ts 9d", "Qs Qh Qd Ac As"]);
    beats(threes, "9d 8d 7d 5d 3d", &["Ks Kh Kd Jc Js"]);
    all_three("3.4(f)");
    beats(fours, "Qs Qh Qd 8c 5s", &["As Ah Kd Kc Qs"]);
    beats(fours, "8s 7h 6d 5c 4h", &["Qs Qh Qd 8c 5s"]);
    all_three("3.4(h)");
    beats(fours, "Qs Qh 4d 4c Js", &["Js Jh Td Tc As"]);
    all_three("3.4(i)");
    beats(fours, "Ts Th Kd 6c 5s", &["9s 9h Ad Kc Qs"]);
    beats(fours, "Td Tc Kh 7s 4d", &["Ts Th Kd 6c 5s"]);
    all_three("3.4(j)");
    beats(fours, "Qh Tc 9c 7d 4s", &["Js Th 9d 8c 6h"]);
    beats(fours, "Qd Ts 9h 8d 4c", &["Qh Tc 9c 7d 4s"]);
    all_three("3.4(k)");
}

#[test]
fn the_ace_is_low_in_straights_only_where_it_was_declared() {
    let hands = ["5s 4h 3d 2c Ah", "As Ad Kh 9c 4d"];
    assert_eq!(winners(low_ace(canberra()), &hands).0, [1]);
    assert_eq!(winners(canberra(), &hands).0, [2]);
    all_three("3.5(a)");
}

#[test]
fn low_ball_is_won_by_the_lowest_hand() {
    let low = Choice { mode: ShowdownMode::Low, ..canberra() };
    let hands = ["6s 5h 4d 3c 2s", "7s 5d 4c 3h 2d", "Ah 5s 4h 3d 2c"];
    assert_eq!(winners(low, &hands), (vec![], vec![1]));
    assert_eq!(winners(low_ace(low), &hands), (vec![], vec![3]));
    // AMB-023: the setting low_ace counts by itself unless it is `follow`.
    assert_eq!(winners(Choice { low_ace: LowAce::Low, ..low }, &hands).1, [3]);
    assert_eq!(winners(Choice { low_ace: LowAce::High, ..low_ace(low) }, &hands).1, [1]);
    all_three("3.5(b)");
}

#[test]
fn a_split_is_won_by_the_best_and_the_lowest_hand() {
    let split = Choice { mode: ShowdownMode::HighLow, ..canberra() };
    assert_eq!(winners(split, &["As Ah Ad Kc Ks", "7s 5d 4c 3h 2d"]), (vec![1], vec![2]));
    let both_ways = ["5s 4h 3d 2c Ah", "Ks Kh Kd 8c 7s"];
    assert_eq!(winners(low_ace(split), &both_ways), (vec![1], vec![1]));
    let eight = Choice { low_qualifier: LowQualifier::Eight, ..split };
    let high = "As Ah Ad Kc Ks";
    assert_eq!(winners(eight, &[high, "9s 6d 4c 3h 2d"]), (vec![1], vec![]));
    assert_eq!(winners(eight, &[high, "8s 6d 4c 3h 2d"]), (vec![1], vec![2]));
    assert_eq!(winners(eight, &[high, "8s 8d 4c 3h 2d"]), (vec![1], vec![]));
    for mode in [ShowdownMode::High, ShowdownMode::Low] {
        let alone = Choice { mode, ..eight };
        assert_eq!(alone.validate(), Err(ChoiceError::QualifierWithoutSplit { mode }));
        assert!(Ranking::of(alone).is_err());
    }
}

#[test]
fn a_split_pot_is_halved_and_a_hand_that_is_best_both_ways_takes_it_whole() {
    // What two players win from a pot of 200.
    let settled = |game: ShowdownGame, choice: Choice, board: &str, hands: [&str; 2]| {
        let hands = hands.map(|hand| Range::parse(&hand[..3 * game.hole_cards() - 1], game).unwrap());
        let spot = Spot::new(game, choice, five(board), &[], hands.to_vec()).unwrap();
        let equity = exact_equity(&spot, &|_, _| {}).unwrap();
        [0, 1].map(|player| {
            let (won, all) = equity.share(player);
            200 * won / all
        })
    };
    let split = Choice { mode: ShowdownMode::HighLow, ..canberra() };
    let eight = Choice { low_qualifier: LowQualifier::Eight, ..split };
    // Three kings against 9-6-4-3-2 or 8-6-4-3-2. In Three Card Manila, hands have the first three of the
    // four cards.
    let (kings, low) = ("Ks Kd Qh Qd", "6c 3d Tc Td");
    for (game, clauses) in [
        (ShowdownGame::Omaha, ["OM-3.5(c)", "OM-3.5(d)"]),
        (ShowdownGame::Manila, ["MA-3.5(c)", "MA-3.5(d)"]),
    ] {
        assert_eq!(settled(game, split, "Kc 2d 4h 9s Js", [kings, low]), [100, 100]);
        // 6-5-4-3-2 is both the straight and the low hand.
        let both_ways = ["2s 3c 5h 7d", "Qs Qd Ts Th"];
        assert_eq!(settled(game, split, "2d 2c 4h 6s Kc", both_ways), [200, 0]);
        assert_eq!(settled(game, eight, "Kc 2d 4h 9s Js", [kings, low]), [200, 0]);
        assert_eq!(settled(game, eight, "Kc 2d 4h 8s Js", [kings, low]), [100, 100]);
        // Two eights with the four and two of the hand do not make five unpaired cards.
        assert_eq!(settled(game, eight, "Kc 8d 4h 8s Js", [kings, low]), [200, 0]);
        assert!(Ranking::of(Choice { mode: ShowdownMode::High, ..eight }).is_err());
        proves(Evidence::Script, &clauses);
    }
}

#[test]
fn straights_and_flushes_do_not_count_for_low() {
    let low = Choice { mode: ShowdownMode::Low, ..canberra() };
    assert_eq!(winners(low, &["6h 5h 4h 3h 2h", "7s 5h 4d 3c 2h"]).1, [1]);
    let split = low_ace(Choice { mode: ShowdownMode::HighLow, ..canberra() });
    let hand = five("5s 4h 3d 2c Ah");
    let ranking = ranking(split);
    assert_eq!(winners(split, &["5s 4h 3d 2c Ah", "Ks Kh Kd 8c 7s"]), (vec![1], vec![1]));
    assert_eq!(ranking.high(&hand, &[]).category(), Category::Straight);
    assert_eq!(ranking.low_name(ranking.low(&hand, &[]).unwrap()), "5-4-3-2-A");
    all_three("3.6");
}

#[test]
fn the_joker_counts_as_the_card_that_serves_the_hand_best() {
    let with = ranking(joker());
    let name = |hand: &str| with.name(with.high(&five(hand), &[]));
    assert_eq!(name("9s 8h 7d 6c Joker"), "straight, ten high");
    assert_eq!(name("Ks Kh 7d 7c Joker"), "full house, kings full of sevens");
    assert_eq!(name("As Qh 9d 6c Joker"), "pair of aces");
    assert_eq!(ranks(joker(), "As Qh 9d 6c Joker"), "A-A-Q-9-6");
    let low = Choice { mode: ShowdownMode::Low, ..joker() };
    assert_eq!(winners(low, &["7s 5h 4d 3c Joker", "7h 5s 4h 3d 2c"]).1, [1, 2]);
    let stands_for = |hand: &str| with.joker_in(&five(hand).try_into().unwrap()).unwrap().to_string();
    assert_eq!(stands_for("Joker Kd Qd Jd Td"), "Ad");
    assert_eq!(stands_for("As Ks 9s 5s Joker"), "As");
    assert_eq!(stands_for("As Ah Ad Qh Joker"), "Ac");
    all_three("3.7");
}

#[test]
fn a_hand_is_composed_as_its_game_says() {
    let any = ranking(canberra());
    let two = ranking(Choice { hole_cards_used: Used::ExactlyTwo, ..canberra() });
    let (royal, flush) = (five("As Ks Qs Js Ts"), five("Ks Qs Js 9s 5d"));
    let shown = |ranking: &Ranking, hole: &str, board: &[Card]| {
        let strength = ranking.high(&five(hole), board);
        let ranks = ranking.ranks(strength).unwrap().map(|rank| rank.letter().to_string()).join("-");
        (strength.category(), ranks)
    };
    assert_eq!(shown(&any, "2c 3d", &royal), (Category::RoyalFlush, "A-K-Q-J-T".to_owned()));
    assert_eq!(shown(&any, "4h 5c", &royal), shown(&any, "2c 3d", &royal));
    assert_eq!(shown(&any, "As 2h", &flush), (Category::Flush, "A-K-Q-J-9".to_owned()));
    proves(Evidence::Script, &["HE-9.1"]);
    assert_eq!(shown(&two, "2c 3d 4h 5c", &royal), (Category::HighCard, "A-K-Q-5-4".to_owned()));
    assert_eq!(shown(&two, "As 2h 3d 4c", &flush), (Category::HighCard, "A-K-Q-J-4".to_owned()));
    proves(Evidence::Script, &["OM-9.1"]);
    assert_eq!(shown(&two, "2c 3d 4h", &royal), (Category::HighCard, "A-K-Q-4-3".to_owned()));
    assert_eq!(shown(&two, "As 2h 3d", &flush), (Category::HighCard, "A-K-Q-J-3".to_owned()));
    proves(Evidence::Script, &["MA-9.1"]);
}
