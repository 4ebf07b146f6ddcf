//! The draw for seats, assigned seats, moves, balancing, broken tables, the final table.

use std::collections::BTreeSet;

use tournament::TournamentRefusalReason;
use tournament::machine::{CourseCommand, SeatCommand, SeatFact, TournamentFact};

use super::*;
use crate::conditions::{FREEZEOUT, HEATS, with};

const HE: &str = "canberra-holdem-2018";
const OM: &str = "canberra-omaha-2006";

#[test]
fn the_ballot_gives_everybody_one_seat_and_no_seat_twice() {
    proves(Evidence::Script, &["HE-20.8"]);
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(18);
    floor.close_and_draw();
    assert_eq!(floor.sizes(), [9, 9]);
    let seats: BTreeSet<TableSeat> =
        floor.tournament.players().filter_map(|(_, player)| player.seat).collect();
    assert_eq!(seats.len(), 18);
    // A seat that the player would rather have is refused.
    let assigned = floor.tournament.player(1).and_then(|player| player.seat).expect("drawn");
    let other = TableSeat { seat: assigned.seat % 9 + 1, ..assigned };
    let chosen = floor.player(1, SeatCommand::TakeSeat { entry: 1, at: other }.into_command());
    assert_eq!(refused(chosen, HE, "HE-20.9"), TournamentRefusalReason::AnotherSeat { assigned });
    floor.assert_replays();
}

#[test]
fn the_director_sets_how_many_sit_at_each_table() {
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(20);
    floor.director(RecordCommand::Close.into_command()).expect("closed");
    let draw = |sizes: Vec<usize>| SeatCommand::Draw { session: 1, sizes: Some(sizes) }.into_command();
    let wrong = floor.director(draw(vec![7, 7, 7]));
    assert_eq!(
        refused(wrong, HE, "HE-20.9"),
        TournamentRefusalReason::SizesDoNotAddUp { sum: 21, players: 20 }
    );
    let many = floor.director(draw(vec![5, 5, 5, 5]));
    assert_eq!(
        refused(many, HE, "HE-20.3(a)(iii)(B)"),
        TournamentRefusalReason::TooManyTables { tables: 4, most: 3 }
    );
    floor.director(draw(vec![7, 7, 6])).expect("drawn");
    assert_eq!(floor.sizes(), [7, 7, 6]);
}

#[test]
fn members_of_one_household_sit_at_different_tables() {
    let mut floor = Floor::open(FREEZEOUT);
    for person in 1..=18 {
        let standing = EntrantProfile { adult: true, ..EntrantProfile::default() };
        let groups = if person <= 2 { vec![1] } else { vec![] };
        let command =
            EntryCommand::Enter { person: Person(person), standing, agreement: Some(String::new()), groups };
        floor.player(person, command.into_command()).expect("sold");
    }
    floor.close_and_draw();
    assert_ne!(floor.table_of(1), floor.table_of(2));
}

/// Two tables of nine seats with six and three players: the three of the second table go to the first.
#[test]
fn a_broken_table_is_closed_and_its_players_sit_at_the_others() {
    proves(Evidence::Script, &["HE-20.9"]);
    let text =
        with(FREEZEOUT, "method = \"last_blind_to_worst\", at = 2, halt_at = 3", "method = \"director\"");
    let mut floor = Floor::open(&text);
    floor.enter_all(18);
    floor.close_and_draw();
    floor.take_seats(&[]);
    floor.start(1).expect("started");
    let tables = floor.tables();
    for (table, losers) in [(tables[0].clone(), 3), (tables[1].clone(), 6)] {
        let (number, entries) = table;
        floor.bust(number, entries[0], &entries[1..=losers]);
    }
    assert_eq!(floor.sizes(), [6, 3]);
    assert_eq!(floor.tournament.table_to_break(1), Some(2), "all fit one table fewer");
    let by_choice = floor.player(1, SeatCommand::BreakTable { table: 2 }.into_command());
    assert!(by_choice.is_err());
    let events = floor.director(SeatCommand::BreakTable { table: 2 }.into_command()).expect("broken");
    let TournamentFact::Seat(SeatFact::TableBroken { moves, .. }) = &events[0].what else {
        panic!("{events:?}")
    };
    assert_eq!(moves.len(), 3);
    assert_eq!(floor.sizes(), [9]);
    assert_eq!(
        floor.tournament.may_open(2, floor.steady_ms).expect_err("closed").why,
        TournamentRefusalReason::NoSuchTable { table: 2 }
    );
    // One table is left, and its seats are redrawn.
    floor.director(SeatCommand::FinalTable.into_command()).expect("drawn");
    let seats: BTreeSet<u8> = floor.tournament.at_table(1).into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(seats.len(), 9);
    floor.assert_replays();
}

#[test]
fn nobody_is_moved_by_their_own_choice() {
    let mut floor = Floor::running(FREEZEOUT, 10);
    let to = TableSeat { table: floor.table_of(1) % 2 + 1, seat: 9 };
    let own = floor.player(1, SeatCommand::Move { entry: 1, to }.into_command());
    assert!(matches!(refused(own, HE, "HE-20.9"), TournamentRefusalReason::NotForThisRole { .. }));
}

#[test]
fn the_older_books_move_nobody_inside_a_session() {
    proves(Evidence::Script, &["OM-20.7"]);
    let mut floor = Floor::running(HEATS, 24);
    let (table, entries) = floor.tables().remove(0);
    let taken: Vec<u8> = floor.tournament.at_table(table).into_iter().map(|(seat, _)| seat).collect();
    let seat = (1..=9).find(|seat| !taken.contains(seat)).expect("a free one");
    let to = TableSeat { table, seat };
    let moved = floor.director(SeatCommand::Move { entry: entries[0], to }.into_command());
    assert_eq!(refused(moved, OM, "OM-20.7"), TournamentRefusalReason::NoMovesInASession);
    assert_eq!(floor.tournament.owed_move(1), None);
}

/// Ten players at two tables of five; one table loses two and is owed a player.
#[test]
fn no_hand_opens_at_a_table_that_owes_a_move() {
    let text = with(FREEZEOUT, "seats = 9, levels", "seats = 6, levels");
    let mut floor = Floor::running(&text, 12);
    let tables = floor.tables();
    let (short, entries) = tables[0].clone();
    let full = tables[1].0;
    floor.bust(short, entries[0], &[entries[1]]);
    assert_eq!(floor.sizes(), [5, 6], "one apart is level");
    floor.bust(short, entries[0], &[entries[2]]);
    let owed = floor.tournament.owed_move(1).expect("two apart");
    assert_eq!((owed.from.table, owed.to.table), (full, short));
    let held = floor.open_hand(full);
    assert_eq!(refused(held, HE, "HE-20.9"), TournamentRefusalReason::OwesAMove { entry: owed.entry });
    // The short table plays on until it is three players short.
    floor.bust(short, entries[0], &[entries[3]]);
    let held = floor.open_hand(short);
    assert_eq!(refused(held, HE, "HE-20.9"), TournamentRefusalReason::TooShort { players: 3, fullest: 6 });
    let owed = floor.tournament.owed_move(1).expect("three apart");
    floor.director(SeatCommand::Move { entry: owed.entry, to: owed.to }.into_command()).expect("moved");
    assert_eq!(floor.sizes(), [4, 5]);
    floor.open_hand(short).expect("level again");
}

#[test]
fn a_player_is_moved_between_two_hands_of_the_table_that_is_left() {
    let mut floor = Floor::running(FREEZEOUT, 10);
    let tables = floor.tables();
    let (from, entries) = tables[0].clone();
    floor.open_hand(from).expect("opens");
    let seats: Vec<u8> = floor.tournament.at_table(tables[1].0).into_iter().map(|(seat, _)| seat).collect();
    let seat = (1..=9).find(|seat| !seats.contains(seat)).expect("a free one");
    let to = TableSeat { table: tables[1].0, seat };
    let command = || SeatCommand::Move { entry: entries[0], to }.into_command();
    assert_eq!(
        floor.director(command()).expect_err("in a hand").why,
        TournamentRefusalReason::HandIsRunning { table: from }
    );
    floor.ask(Actor::HOUSE, CourseCommand::VoidHand { table: from }.into_command()).expect("void");
    floor.director(command()).expect("between two hands");
    let taken = SeatCommand::Move { entry: entries[1], to }.into_command();
    assert_eq!(
        floor.director(taken).expect_err("taken").why,
        TournamentRefusalReason::SeatTaken { seat: to }
    );
}
