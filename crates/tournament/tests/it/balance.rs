//! Moves and the blinds they affect: the worked tables, both ways of moving the button, and that balancing
//! comes to an end.

use proptest::prelude::*;
use rulebook::Book;
use tournament::Terms;
use tournament::balance::{
    ButtonRule, LastHand, NextHand, SeatEffect, TableSeating, fits_one_table_fewer, next_move,
};

const MOVING: ButtonRule = ButtonRule { dead: false, heads_up_button_first: true };
const DEAD: ButtonRule = ButtonRule { dead: true, heads_up_button_first: true };

fn seating(table: u32, seats: u8, occupied: &[u8], last: (u8, u8, u8)) -> TableSeating {
    let players = occupied.iter().map(|seat| (*seat, table * 100 + u32::from(*seat))).collect();
    let (button, first_blind, last_blind) = last;
    TableSeating { table, seats, players, last: Some(LastHand { button, first_blind, last_blind }) }
}

fn next(seating: &TableSeating, buttons: ButtonRule) -> (u8, Option<u8>, u8) {
    let NextHand { button, first_blind, last_blind } = seating.next_hand(buttons).expect("two players");
    (button, first_blind, last_blind)
}

fn effect(seating: &TableSeating, seat: u8, buttons: ButtonRule) -> SeatEffect {
    *seating.free_seats(buttons).iter().find(|effect| effect.seat == seat).expect("free")
}

/// Each free seat with the hands until its last blind, or `None` if it harms somebody.
fn seats(seating: &TableSeating, buttons: ButtonRule) -> Vec<(u8, Option<u8>)> {
    let calm = |effect: &SeatEffect| (effect.seat, (!effect.harms).then_some(effect.hands_to_last_blind));
    seating.free_seats(buttons).iter().map(calm).collect()
}

#[test]
fn the_worked_tables_give_the_seat_that_harms_nobody() {
    let six = seating(1, 6, &[1, 3, 4, 6], (6, 1, 3));
    assert_eq!(next(&six, MOVING), (1, Some(3), 4));
    assert_eq!(seats(&six, MOVING), [(2, None), (5, Some(1))]);
    assert_eq!(seats(&six, DEAD), [(2, None), (5, Some(1))]);

    let seven = seating(1, 7, &[1, 2, 5, 6, 7], (5, 6, 7));
    assert_eq!(next(&seven, MOVING), (6, Some(7), 1));
    assert_eq!(seats(&seven, MOVING), [(3, Some(2)), (4, Some(2))]);
    assert_eq!(seven.seat_for_the_last_blind(MOVING).expect("free").seat, 3);

    let eight = seating(1, 8, &[2, 3, 5, 6, 8], (8, 2, 3));
    assert_eq!(next(&eight, MOVING), (2, Some(3), 5));
    assert_eq!(seats(&eight, MOVING), [(1, None), (4, Some(0)), (7, Some(2))]);
    assert_eq!(seats(&eight, DEAD), [(1, Some(3)), (4, Some(0)), (7, Some(2))]);
    assert_eq!(eight.seat_for_the_last_blind(MOVING).expect("free").seat, 4);

    let nine = seating(1, 9, &[1, 2, 4, 6, 7, 8, 9], (1, 2, 4));
    assert_eq!(next(&nine, MOVING), (2, Some(4), 6));
    assert_eq!(seats(&nine, MOVING), [(3, None), (5, Some(0))]);
    assert_eq!(seats(&nine, DEAD), [(3, None), (5, Some(0))]);

    let ten = seating(1, 10, &[1, 2, 3, 4, 6, 7, 9], (9, 1, 2));
    assert_eq!(next(&ten, MOVING), (1, Some(2), 3));
    assert_eq!(seats(&ten, MOVING), [(5, Some(2)), (8, Some(4)), (10, None)]);
    assert_eq!(seats(&ten, DEAD), [(5, Some(2)), (8, Some(4)), (10, Some(5))]);
    assert_eq!(ten.seat_for_the_last_blind(DEAD).expect("free").seat, 5);
}

#[test]
fn the_seat_of_a_last_blind_that_went_out_posts_the_first() {
    let nine = seating(1, 9, &[1, 2, 3, 4, 6, 7, 8, 9], (3, 4, 5));
    assert_eq!(next(&nine, MOVING), (4, Some(6), 7));
    assert_eq!(next(&nine, DEAD), (4, None, 6), "nobody posts for the empty seat");
    for buttons in [MOVING, DEAD] {
        let only = effect(&nine, 5, buttons);
        assert_eq!((only.first_blind, only.hands_to_last_blind, only.harms), (true, 8, false));
    }
}

#[test]
fn from_three_players_to_two_the_book_says_who_posts() {
    let two = seating(1, 9, &[1, 2], (3, 1, 2));
    let rule = |book: &str| Terms::from_book(Book::named(book).expect("built in")).buttons;
    assert_eq!(next(&two, rule("canberra-holdem-2018")), (1, Some(1), 2));
    assert_eq!(next(&two, rule("dunedin-17.7")), (2, Some(2), 1));
    assert_eq!(next(&two, rule("canberra-omaha-2006")), (1, Some(2), 1), "the other player posts first");
}

#[test]
fn the_player_next_to_post_the_last_blind_moves_to_post_it_there() {
    let giver = seating(1, 9, &[1, 2, 3, 4, 5, 6, 7, 8, 9], (7, 8, 9));
    let taker = seating(2, 9, &[1, 2, 4, 6, 7, 8, 9], (1, 2, 4));
    let found = next_move(&[giver.clone(), taker], 2, MOVING).expect("a difference of two");
    assert_eq!((found.entry, found.from.seat, found.to.table, found.to.seat), (101, 1, 2, 5));
    let level = seating(2, 9, &[1, 2, 4, 5, 6, 7, 8, 9], (1, 2, 4));
    assert_eq!(next_move(&[giver, level], 2, MOVING), None, "a difference of one asks for nothing");
}

#[test]
fn tables_break_when_all_fit_one_fewer() {
    assert!(!fits_one_table_fewer(10, 2, 9) && fits_one_table_fewer(9, 2, 9));
    assert!(fits_one_table_fewer(9, 2, 9) && !fits_one_table_fewer(9, 1, 9));
}

proptest! {
    #[test]
    fn balancing_ends_level_and_harms_nobody_while_a_harmless_seat_is_free(
        tables in proptest::collection::vec(proptest::collection::btree_set(1u8..=9, 2..=9), 2..7),
        dead in any::<bool>(),
    ) {
        let buttons = ButtonRule { dead, heads_up_button_first: true };
        let mut seatings: Vec<TableSeating> = (1..).zip(&tables).map(|(number, occupied)| {
            let seats: Vec<u8> = occupied.iter().copied().collect();
            let last = (seats[0], seats[1 % seats.len()], seats[2 % seats.len()]);
            seating(number, 9, &seats, last)
        }).collect();
        let players: usize = seatings.iter().map(|seating| seating.players.len()).sum();
        let mut squares: usize = seatings.iter().map(|seating| seating.players.len().pow(2)).sum();
        while let Some(found) = next_move(&seatings, 2, buttons) {
            let at = |number: u32| number as usize - 1;
            let open = seatings[at(found.to.table)].free_seats(buttons);
            prop_assert!(!found.effect.harms || open.iter().all(|effect| effect.harms));
            seatings[at(found.from.table)].players.retain(|(_, entry)| *entry != found.entry);
            prop_assert!(seatings[at(found.to.table)].players.iter().all(|(seat, _)| *seat != found.to.seat));
            seatings[at(found.to.table)].players.push((found.to.seat, found.entry));
            let after: usize = seatings.iter().map(|seating| seating.players.len().pow(2)).sum();
            prop_assert!(after < squares);
            squares = after;
        }
        let counts: Vec<usize> = seatings.iter().map(|seating| seating.players.len()).collect();
        prop_assert_eq!(counts.iter().sum::<usize>(), players);
        prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
    }
}
