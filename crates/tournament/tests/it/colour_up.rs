//! The race for odd chips: the worked table, and that the sum of all stacks stays the same.

use cards::Card;
use chips::Chips;
use proptest::prelude::*;
use tournament::TournamentRefusalReason;
use tournament::colour_up::{Race, RaceStack, Stack, quotas, race, round_up};
use tournament::lots::RandomBytes;

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}

fn stacks(odd: &[u64]) -> Vec<Stack> {
    (1..).zip(odd).map(|(entry, odd)| Stack { entry, chips: chips(1_000 + odd) }).collect()
}

fn raced(entry: u32, stack: u64, cards: &str) -> RaceStack {
    let cards = cards.split_whitespace().map(|card| card.parse::<Card>().expect("a card")).collect();
    RaceStack { entry, chips: chips(stack), cards }
}

#[test]
fn the_eleventh_chip_goes_to_the_table_with_the_largest_remainder() {
    let tables = [
        stacks(&[75, 50, 25, 0, 75, 25, 50, 75, 0]),
        stacks(&[25, 75, 50, 50, 25, 0, 50, 25]),
        stacks(&[50, 50, 75, 0, 25, 75, 75, 25, 50]),
    ];
    let found = quotas(&tables, chips(100), &mut RandomBytes::new(&[0; 64])).expect("lots");
    assert_eq!((found.chips, found.remainder), (vec![4, 3, 4], Chips::ZERO));
}

#[test]
fn a_chip_goes_to_each_of_the_highest_cards_and_one_a_player() {
    let table = [
        raced(1, 1_075, "Kd 4c 9s"),
        raced(2, 1_050, "Ah 2d"),
        raced(3, 1_025, "7c"),
        raced(4, 1_000, ""),
        raced(5, 1_075, "Qs Jd 3h"),
        raced(6, 1_025, "Td"),
        raced(7, 1_050, "8d 5c"),
        raced(8, 1_075, "Qd 6h 2s"),
        raced(9, 1_000, ""),
    ];
    let Race { stacks, issued_beyond_quota } =
        race(&table, chips(25), chips(100), 4, &mut RandomBytes::new(&[0; 64])).expect("raced");
    let after: Vec<u64> = stacks.iter().map(|(_, stack)| stack.get()).collect();
    assert_eq!(after, [1_100, 1_100, 1_000, 1_000, 1_100, 1_000, 1_000, 1_100, 1_000]);
    assert_eq!(issued_beyond_quota, 0);
}

#[test]
fn nobody_goes_out_by_a_race() {
    let table = [raced(1, 25, "2c"), raced(2, 1_075, "Ah Kh Qh"), raced(3, 75, "3c 4c 5c")];
    let found = race(&table, chips(25), chips(100), 1, &mut RandomBytes::new(&[0; 64])).expect("raced");
    assert_eq!(found.stacks, [(1, chips(100)), (2, chips(1_000)), (3, chips(100))]);
    assert_eq!(found.issued_beyond_quota, 1);
}

#[test]
fn a_card_for_each_odd_chip_and_each_card_once() {
    let judge = |table: &[RaceStack]| {
        race(table, chips(25), chips(100), 1, &mut RandomBytes::new(&[0; 64])).expect_err("refused").why
    };
    assert_eq!(
        judge(&[raced(1, 1_075, "Kd 4c")]),
        TournamentRefusalReason::CardsForOddChips { entry: 1, given: 2, needed: 3 }
    );
    assert_eq!(
        judge(&[raced(1, 1_025, "Kd"), raced(2, 1_025, "Kd")]),
        TournamentRefusalReason::CardDealtTwice { entry: 2 }
    );
    assert_eq!(
        judge(&[raced(1, 1_010, "Kd")]),
        TournamentRefusalReason::NotWholeChips { amount: chips(1_010), chip: chips(25) }
    );
}

#[test]
fn rounding_up_says_what_it_adds() {
    let (after, added) = round_up(&stacks(&[75, 0, 25]), chips(100));
    assert_eq!(
        (after[0].1, after[1].1, after[2].1, added),
        (chips(1_100), chips(1_000), chips(1_100), chips(100))
    );
}

proptest! {
    #[test]
    fn the_sum_of_all_stacks_stays_when_everything_issued_is_a_multiple(
        mut odds in proptest::collection::vec(proptest::collection::vec(0u64..4, 1..10), 1..8),
        seed in proptest::collection::vec(any::<u8>(), 4_000),
    ) {
        // The last player's odd chips make the sum a multiple of the new chip.
        let sum: u64 = odds.iter().flatten().sum();
        odds[0].push((4 - sum % 4) % 4);
        let tables: Vec<Vec<Stack>> = odds.iter().map(|table| {
            stacks(&table.iter().map(|odd| odd * 25).collect::<Vec<_>>())
        }).collect();
        let mut random_bytes = RandomBytes::new(&seed);
        let found = quotas(&tables, chips(100), &mut random_bytes).unwrap();
        prop_assert_eq!(found.remainder, Chips::ZERO);
        let (mut before, mut after) = (0, 0);
        for (table, quota) in tables.iter().zip(found.chips) {
            let mut deck = (0..52).filter_map(Card::from_index);
            let raced: Vec<RaceStack> = table.iter().map(|stack| {
                let odd = usize::try_from(stack.chips.get() % 100 / 25).unwrap();
                RaceStack { entry: stack.entry, chips: stack.chips, cards: deck.by_ref().take(odd).collect() }
            }).collect();
            let winners = raced.iter().filter(|player| !player.cards.is_empty()).count() as u64;
            prop_assert!(quota <= winners, "no more chips than players with odd ones");
            let result = race(&raced, chips(25), chips(100), quota, &mut random_bytes).unwrap();
            prop_assert_eq!(result.issued_beyond_quota, 0);
            before += table.iter().map(|stack| stack.chips.get()).sum::<u64>();
            after += result.stacks.iter().map(|(_, stack)| stack.get()).sum::<u64>();
        }
        prop_assert_eq!(before, after);
    }
}
