//! Heats, points over several games, a second chance, and games against the house.

use cards::Card;
use tournament::TournamentRefusalReason;
use tournament::machine::{
    CourseCommand, EntryCommand, EntryStatus, HandReport, ResultCommand, SeatCommand, TournamentStage,
};

use super::*;
use crate::conditions::{HEATS, POINTS, REPECHAGE};

const HE: &str = "canberra-holdem-2018";

/// Seats everybody in a session and starts it.
fn begin(floor: &mut Floor, session: u32) {
    floor.director(SeatCommand::Draw { session, sizes: None }.into_command()).expect("drawn");
    floor.take_seats(&[]);
    floor.start(session).expect("started");
}

/// Reports a hand after which the players of a table have these stacks; the bank holds the rest.
fn ends_with(floor: &mut Floor, table: u32, stacks: &[(EntryNumber, u64)]) {
    floor.open_hand(table).expect("opens");
    let mut players = Vec::new();
    let (mut before, mut after) = (0, 0);
    for (entry, stack) in stacks {
        let had = floor.stack(*entry);
        before += had;
        after += stack;
        players.push(PlayerInHand {
            entry: *entry,
            before: chips(had),
            put_in: chips(had),
            after: chips(*stack),
        });
    }
    let report = HandReport {
        table,
        hand: floor.hand(table),
        seats: None,
        players,
        to_bank: chips(before.saturating_sub(after)),
        from_bank: chips(after.saturating_sub(before)),
    };
    floor.steady_ms += MINUTE;
    floor.ask(Actor::HOUSE, TournamentCommand::Course(CourseCommand::HandEnded(report))).expect("adds up");
}

/// Plays hands in which nothing happens, until the session has had all of its hands.
fn play_out(floor: &mut Floor) {
    let session = floor.tournament.current().expect("played");
    let parts = floor.tournament.session(session).expect("there").parts;
    while floor.tournament.session(session).is_some_and(|s| (s.ended.len() as u32) < parts) {
        for (table, entries) in floor.tables() {
            if floor.tournament.may_open(table, floor.steady_ms).is_ok() {
                floor.play(table, entries[0], &[]);
            }
        }
    }
}

#[test]
fn three_of_each_heat_go_on_to_the_semi_finals_and_three_of_those_to_the_final() {
    proves(Evidence::Script, &["OM-20.4(b)", "OM-20.17"]);
    let mut floor = Floor::running(HEATS, 24);
    assert_eq!(floor.sizes(), [6, 6, 6, 6]);
    // In each heat the first three players win a little from the others, each a different amount.
    let mut expected: Vec<EntryNumber> = Vec::new();
    for (table, entries) in floor.tables() {
        for (at, lost) in [(0, 300), (1, 200), (2, 100)] {
            floor.play(table, entries[at], &[(entries[at + 3], lost)]);
        }
        expected.extend(&entries[..3]);
    }
    assert_eq!(
        floor.rank(1).expect_err("goes on").why,
        TournamentRefusalReason::SessionGoesOn { session: 1 }
    );
    play_out(&mut floor);
    floor.rank(1).expect("ranked");
    expected.sort_unstable();
    let waiting = |floor: &Floor| -> Vec<EntryNumber> {
        let waits = floor.tournament.players().filter(|(_, player)| player.status == EntryStatus::Waiting);
        waits.map(|(entry, _)| entry).collect()
    };
    assert_eq!(waiting(&floor), expected, "exactly twelve");
    // A new draw for the next session, with its own stacks.
    begin(&mut floor, 2);
    assert_eq!((floor.sizes(), floor.stack(expected[0])), (vec![6, 6], 6_000));
    for (table, entries) in floor.tables() {
        for (at, lost) in [(0, 300), (1, 200), (2, 100)] {
            floor.play(table, entries[at], &[(entries[at + 3], lost)]);
        }
    }
    play_out(&mut floor);
    floor.rank(2).expect("ranked");
    assert_eq!(waiting(&floor).len(), 6);
    begin(&mut floor, 3);
    let (table, entries) = floor.tables().remove(0);
    for loser in &entries[1..] {
        floor.bust(table, entries[0], &[*loser]);
    }
    floor.rank(3).expect("ranked");
    assert_eq!(floor.tournament.stage(), TournamentStage::Finished);
    floor.confirm().expect("confirmed");
    // 24 x 200.00: 40, 25, 15, 10, 6 and 4 per cent.
    let amounts: Vec<u64> = floor.prizes().into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, [192_000, 120_000, 72_000, 48_000, 28_800, 19_200]);
    floor.pay_all();
    floor.assert_replays();
}

#[test]
fn equal_ones_at_the_line_draw_cards() {
    let mut floor = Floor::running(HEATS, 24);
    for (table, entries) in floor.tables() {
        floor.play(table, entries[0], &[(entries[4], 300)]);
        floor.play(table, entries[1], &[(entries[5], 200)]);
    }
    play_out(&mut floor);
    // Entries 2 and 3 at each table have the same stack, and one of them goes on.
    let refusal = floor.rank(1).expect_err("cards decide");
    assert!(matches!(refusal.why, TournamentRefusalReason::CardsDecide { .. }), "{refusal}");
    let card = |name: &str| -> Card { name.parse().expect("a card") };
    let mut draws = Vec::new();
    for (_, entries) in floor.tables() {
        draws.push((entries[2], vec![card("9s")]));
        draws.push((entries[3], vec![card("Kd")]));
    }
    let chosen: Vec<EntryNumber> = floor.tables().into_iter().map(|(_, entries)| entries[3]).collect();
    floor.director(ResultCommand::RankSession { session: 1, draws }.into_command()).expect("drawn");
    assert!(chosen.iter().all(|entry| floor.status(*entry) == EntryStatus::Waiting), "the king goes on");
}

/// The worked example: A to F are entries 1 to 6, and ties in a session share its points.
fn three_games(text: &str) -> Floor {
    let mut floor = Floor::running(text, 6);
    // A 10, B 6, C 4, D 3, E 2, F 1.
    ends_with(&mut floor, 1, &[(1, 6_000), (2, 5_000), (3, 4_000), (4, 2_000), (5, 900), (6, 100)]);
    play_out(&mut floor);
    floor.rank(1).expect("ranked");
    begin(&mut floor, 2);
    // C 10, B and D share 6 and 4, A 3, F 2, E 1.
    ends_with(&mut floor, 1, &[(3, 6_000), (2, 4_000), (4, 4_000), (1, 2_000), (6, 1_500), (5, 500)]);
    play_out(&mut floor);
    floor.rank(2).expect("ranked");
    begin(&mut floor, 3);
    // B 10, E 6, A 4, C 3, D 2, F 1.
    ends_with(&mut floor, 1, &[(2, 9_000), (5, 6_000), (1, 4_000), (3, 3_000), (4, 2_000), (6, 1_000)]);
    play_out(&mut floor);
    floor.rank(3).expect("ranked");
    floor
}

#[test]
fn points_of_three_games_make_the_places_and_equal_ones_share() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)(E)", "HE-20.3(a)(iii)(E)c"]);
    let mut floor = three_games(POINTS);
    let points: Vec<u64> = floor.tournament.players().map(|(_, player)| player.points / 2_520).collect();
    assert_eq!(points, [17, 21, 17, 10, 9, 4]);
    floor.confirm().expect("confirmed");
    // 6 x 100.00, 50/30/20: B 300.00, A and C (180.00 + 120.00) / 2.
    assert_eq!(floor.prizes(), [(2, 30_000), (1, 15_000), (3, 15_000)]);
    floor.pay_all();
    floor.assert_replays();
}

#[test]
fn equal_points_draw_cards_where_the_conditions_say_so() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)(E)c"]);
    let mut floor =
        three_games(&POINTS.replace("points = { tie = \"share\" }", "points = { tie = \"draw\" }"));
    let refusal = floor.tournament.provisional_places(&[]).expect_err("cards decide");
    assert_eq!(refusal.why, TournamentRefusalReason::CardsDecide { entry: 1, other: 3 });
    let card = |name: &str| -> Card { name.parse().expect("a card") };
    let draws = vec![(1, vec![card("9s")]), (3, vec![card("Kd")])];
    floor.director(ResultCommand::Confirm { goods: Vec::new(), draws }.into_command()).expect("drawn");
    assert_eq!(floor.prizes(), [(2, 30_000), (3, 18_000), (1, 12_000)]);
}

/// UTI13-U: a player who cannot wager the minimum before the round is out.
#[test]
fn who_cannot_wager_the_table_minimum_is_out_before_the_round() {
    proves(Evidence::Script, &["UT-16.15"]);
    let mut floor = Floor::running(POINTS, 6);
    play_out(&mut floor);
    floor.rank(1).expect("ranked");
    begin(&mut floor, 2);
    play_out(&mut floor);
    floor.rank(2).expect("ranked");
    begin(&mut floor, 3);
    // Ante and blind of at least 50 each: 100 is enough, 99 is not.
    ends_with(&mut floor, 1, &[(1, 100), (2, 99), (3, 3_000), (4, 3_000), (5, 3_000), (6, 3_000)]);
    let events = floor.open_hand(1).expect("looks at the stacks first");
    assert!(events[0].rule == rulebook::rule::TABLE_MINIMUM_OR_OUT, "{events:?}");
    assert_eq!((floor.status(2), floor.stack(2)), (EntryStatus::Out, 0));
    assert!(matches!(floor.status(1), EntryStatus::Playing { .. }));
    floor.open_hand(1).expect("the round begins");
    floor.assert_replays();
}

/// The worked example: eighteen enter, five of fourteen pay once more, two of the five go on.
#[test]
fn those_out_in_a_heat_may_try_once_more() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)(F)"]);
    let mut floor = Floor::running(REPECHAGE, 18);
    assert_eq!(floor.sizes(), [9, 9]);
    let heats = floor.tables();
    for (table, entries) in &heats {
        floor.bust(*table, entries[0], &entries[2..]);
    }
    floor.rank(1).expect("ranked");
    let out: Vec<EntryNumber> = heats.iter().flat_map(|(_, entries)| entries[2..].to_vec()).collect();
    assert_eq!(out.len(), 14);
    let again = |entry: EntryNumber| EntryCommand::Readmit { entry, session: 2 }.into_command();
    for entry in &out[..5] {
        floor.player(u64::from(*entry), again(*entry)).expect("qualifies");
    }
    // 18 x 50.00 + 5 x 50.00.
    assert_eq!(floor.pool(), 115_000);
    let twice = floor.player(u64::from(out[0]), again(out[0]));
    assert_eq!(
        refused(twice, HE, "HE-20.3(a)(iii)(F)"),
        TournamentRefusalReason::DoesNotQualify { entry: out[0] }
    );
    let winner = heats[0].1[0];
    let came_through = floor.player(u64::from(winner), again(winner));
    assert_eq!(
        refused(came_through, HE, "HE-20.3(a)(iii)(F)"),
        TournamentRefusalReason::DoesNotQualify { entry: winner }
    );
    begin(&mut floor, 2);
    let (table, entries) = floor.tables().remove(0);
    floor.bust(table, entries[0], &entries[2..]);
    floor.rank(2).expect("ranked");
    let late = floor.player(u64::from(out[6]), again(out[6]));
    assert_eq!(
        refused(late, HE, "HE-20.3(a)(iii)(F)"),
        TournamentRefusalReason::NoSuchSession { session: 2 }
    );
    begin(&mut floor, 3);
    let (table, entries) = floor.tables().remove(0);
    assert_eq!((entries.len(), floor.stack(entries[0])), (6, 5_000));
    for loser in &entries[1..] {
        floor.bust(table, entries[0], &[*loser]);
    }
    floor.rank(3).expect("ranked");
    floor.confirm().expect("confirmed");
    // Five places of at least 50.00; above that each gets half of what the place before gets.
    let amounts: Vec<u64> = floor.prizes().into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts, [51_454, 28_225, 16_612, 10_806, 7_903]);
    floor.assert_replays();
}
