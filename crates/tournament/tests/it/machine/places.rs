//! The places of players who go out, at one table and across tables, and what they pay.

use tournament::TournamentRefusalReason;
use tournament::machine::{CourseCommand, EntryCommand, HandReport, ResultCommand, TournamentStage};

use super::*;
use crate::conditions::{FREEZEOUT, RE_BUY, SIT_AND_GO, with};

const HE: &str = "canberra-holdem-2018";

/// Ten players at one table of ten, with this breakdown.
fn one_table(percent: &str, min: u32) -> String {
    let text = with(
        FREEZEOUT,
        "by = \"table\", unit = 500, table = [{ entries = \"10-18\", percent = [\"50\", \"30\", \"20\"] }, { entries = \"19-90\", percent = [\"35\", \"25\", \"12.5\", \"10\", \"7.5\", \"5\", \"5\"] }]",
        &format!("by = \"percent\", percent = [{percent}]"),
    );
    let text = with(&text, "min = 10, max = 90", &format!("min = {min}, max = 10"));
    with(&text, "tables = \"as_needed\", seats = 9", "tables = 1, seats = 10")
}

/// Reports a hand that moves chips so that every named player ends with the named stack.
fn set_stacks(floor: &mut Floor, table: u32, stacks: &[(EntryNumber, u64)]) {
    floor.open_hand(table).expect("opens");
    let here: Vec<EntryNumber> =
        floor.tournament.at_table(table).into_iter().map(|(_, entry)| entry).collect();
    let players = here
        .iter()
        .map(|entry| {
            let before = chips(floor.stack(*entry));
            let named = stacks.iter().find(|(other, _)| other == entry);
            let after = named.map_or(before, |(_, stack)| chips(*stack));
            PlayerInHand { entry: *entry, before, put_in: before, after }
        })
        .collect();
    let (hand, none) = (floor.hand(table), Chips::ZERO);
    let report = HandReport { table, hand, seats: None, players, to_bank: none, from_bank: none };
    floor.ask(Actor::HOUSE, TournamentCommand::Course(CourseCommand::HandEnded(report))).expect("adds up");
}

/// Four players left of four: entry 1 covers everybody, 2 and 3 have these stacks, 4 has the rest.
fn four_left(percent: &str, two: u64, three: u64) -> Floor {
    let mut floor = Floor::running(&one_table(percent, 4), 4);
    let rest = 20_000 - two - three - 1_000;
    set_stacks(&mut floor, 1, &[(1, rest), (2, two), (3, three), (4, 1_000)]);
    floor
}

fn finish(floor: &mut Floor) {
    floor.rank(1).expect("ranked");
    assert_eq!(floor.tournament.stage(), TournamentStage::Finished);
    floor.confirm().expect("confirmed");
    floor.pay_all();
    assert_eq!((floor.tournament.stage(), floor.pool()), (TournamentStage::Paid, 0));
    floor.assert_replays();
}

/// TPL01-H: four left, three paid. The larger contribution finishes higher.
#[test]
fn of_two_out_in_one_hand_the_larger_contribution_finishes_higher() {
    proves(Evidence::Script, &["HE-20.20", "HE-20.18"]);
    // Four fees of 100.00 are 400.00: 200.00, 120.00, 80.00.
    let mut floor = four_left("\"50\", \"30\", \"20\"", 3_000, 2_000);
    floor.bust(1, 1, &[2, 3]);
    floor.bust(1, 1, &[4]);
    finish(&mut floor);
    assert_eq!(floor.places(), [(1, vec![1]), (2, vec![4]), (3, vec![2]), (4, vec![3])]);
    assert_eq!(floor.prizes(), [(1, 20_000), (4, 12_000), (2, 8_000)]);
}

#[test]
fn equal_contributions_share_the_prizes_of_their_places() {
    proves(Evidence::Script, &["HE-20.20"]);
    // Third is 20 and fourth 10 per cent of 400.00: 80.00 and 40.00, or 60.00 each.
    let mut floor = four_left("\"40\", \"30\", \"20\", \"10\"", 3_000, 3_000);
    floor.bust(1, 1, &[2, 3]);
    floor.bust(1, 1, &[4]);
    finish(&mut floor);
    assert_eq!(floor.places(), [(1, vec![1]), (2, vec![4]), (3, vec![2, 3])]);
    assert_eq!(floor.prizes(), [(1, 16_000), (4, 12_000), (2, 6_000), (3, 6_000)]);
}

#[test]
fn a_prize_is_at_stake_where_only_the_better_of_two_places_is_paid() {
    proves(Evidence::Script, &["HE-20.20"]);
    // Only three places are paid, and both go out third and fourth with the same amount: 40.00 each.
    let mut floor = four_left("\"50\", \"30\", \"20\"", 3_000, 3_000);
    floor.bust(1, 1, &[2, 3]);
    floor.bust(1, 1, &[4]);
    finish(&mut floor);
    assert_eq!(floor.prizes(), [(1, 20_000), (4, 12_000), (2, 4_000), (3, 4_000)]);
}

/// TPL06-H: the last hand three-way; no second place is paid twice.
#[test]
fn the_last_hand_of_three_pays_the_pool_and_no_place_twice() {
    let mut floor = Floor::running(&one_table("\"65\", \"35\"", 3), 3);
    set_stacks(&mut floor, 1, &[(1, 10_000), (2, 3_000), (3, 2_000)]);
    floor.bust(1, 1, &[2, 3]);
    finish(&mut floor);
    // 300.00: 195.00 and 105.00.
    assert_eq!(floor.prizes(), [(1, 19_500), (2, 10_500)]);
}

#[test]
fn a_book_without_a_clause_asks_the_director() {
    let text = SIT_AND_GO.replace("book = \"practice\"", "book = \"dunedin-17.7\"");
    let mut floor = Floor::running(&text, 6);
    floor.play(1, 1, &[(2, 1_000)]);
    floor.bust(1, 1, &[2, 3]);
    floor.bust(1, 1, &[4]);
    floor.bust(1, 1, &[5]);
    floor.bust(1, 1, &[6]);
    let refusal = floor.rank(1).expect_err("the director places them");
    assert_eq!(refusal.why, TournamentRefusalReason::DirectorPlacesThem { players: 2 });
    let groups = vec![vec![2], vec![3]];
    floor.director(ResultCommand::PlaceTogether { groups }.into_command()).expect("placed");
    floor.rank(1).expect("ranked");
    assert_eq!(floor.places()[4..], [(5, vec![2]), (6, vec![3])]);
}

/// Two tables of six, with ten players left and nine places paid.
fn at_the_bubble() -> (Floor, [(u32, Vec<EntryNumber>); 2]) {
    at_the_bubble_with("hand_for_hand = { from = \"money\", clock = \"runs\" }")
}

fn at_the_bubble_with(hand_for_hand: &str) -> (Floor, [(u32, Vec<EntryNumber>); 2]) {
    let text = with(
        FREEZEOUT,
        "by = \"table\", unit = 500, table = [{ entries = \"10-18\", percent = [\"50\", \"30\", \"20\"] }, { entries = \"19-90\", percent = [\"35\", \"25\", \"12.5\", \"10\", \"7.5\", \"5\", \"5\"] }]",
        "by = \"percent\", percent = [\"20\", \"15\", \"13\", \"12\", \"11\", \"10\", \"8\", \"7\", \"4\"]",
    );
    let text = with(
        &text,
        "balance = { method = \"last_blind_to_worst\", at = 2, halt_at = 3 }",
        "balance = { method = \"director\" }",
    );
    let text = with(&text, "max = 90", "max = 12");
    let text = with(&text, "hand_for_hand = { from = \"money\", clock = \"runs\" }", hand_for_hand);
    let text = with(&text, "seats = 9, levels", "seats = 6, levels");
    let mut floor = Floor::running(&text, 11);
    let (table, entries) = floor.tables().remove(0);
    floor.bust(table, entries[0], &[entries[1]]);
    let tables = floor.tables();
    (floor, [tables[0].clone(), tables[1].clone()])
}

#[test]
fn one_place_before_the_money_every_table_waits_for_the_others() {
    let (mut floor, [(one, _), (two, at_two)]) = at_the_bubble();
    assert_eq!(floor.tournament.hand_for_hand(), Some(0));
    let held = floor.tournament.may_open(one, floor.steady_ms).expect_err("not released");
    assert_eq!(held.why, TournamentRefusalReason::WaitsForTheOthers { number: 0 });
    let release = || CourseCommand::Release.into_command();
    floor.director(release()).expect("released");
    floor.play(two, at_two[0], &[(at_two[1], 100)]);
    let again = floor.open_hand(two);
    assert_eq!(refused(again, HE, "HE-20.17"), TournamentRefusalReason::WaitsForTheOthers { number: 1 });
    // The first table still has to play.
    assert_eq!(
        floor.director(release()).expect_err("not all").why,
        TournamentRefusalReason::HandIsRunning { table: one }
    );
}

#[test]
fn hands_of_one_release_are_one_round_across_tables() {
    let (mut floor, [(one, at_one), (two, at_two)]) = at_the_bubble();
    floor.director(CourseCommand::Release.into_command()).expect("released");
    // Both lose the same amount: places nine and ten are shared.
    floor.open_hand(one).expect("opens");
    floor.open_hand(two).expect("opens");
    floor.end_hand(one, at_one[0], &[(at_one[2], 5_000)]);
    floor.end_hand(two, at_two[0], &[(at_two[1], 5_000)]);
    assert_eq!(floor.tournament.hand_for_hand(), None, "eight are left: the money is reached");
    let equal = vec![at_one[2].min(at_two[1]), at_one[2].max(at_two[1])];
    finish_all(&mut floor);
    let places = floor.places();
    assert_eq!(places[places.len() - 2], (9, equal.clone()));
    // The fourth per cent of 11 x 100.00 is 44.00: 22.00 each.
    let prizes = floor.prizes();
    let of = |entry: EntryNumber| prizes.iter().find(|(other, _)| *other == entry).map(|(_, amount)| *amount);
    assert_eq!((of(equal[0]), of(equal[1])), (Some(2_200), Some(2_200)));
}

#[test]
fn without_hand_for_hand_the_earlier_end_is_the_lower_place() {
    let (mut floor, [(one, at_one), (two, at_two)]) =
        at_the_bubble_with("hand_for_hand = { from = \"never\" }");
    assert_eq!(floor.tournament.hand_for_hand(), None);
    floor.open_hand(one).expect("opens");
    floor.open_hand(two).expect("opens");
    floor.end_hand(one, at_one[0], &[(at_one[2], 5_000)]);
    floor.end_hand(two, at_two[0], &[(at_two[1], 5_000)]);
    finish_all(&mut floor);
    let places = floor.places();
    let (tenth, ninth) = (places.len() - 2, places.len() - 3);
    assert_eq!((places[tenth].clone(), places[ninth].clone()), ((10, vec![at_one[2]]), (9, vec![at_two[1]])));
}

/// Plays until one player is left, without moves: tables are joined by breaking the smaller one.
fn finish_all(floor: &mut Floor) {
    while floor.tournament.stage() == TournamentStage::Running {
        let tables = floor.tables();
        if floor.tournament.hand_for_hand().is_some() {
            floor.director(CourseCommand::Release.into_command()).expect("released");
        }
        let left: usize = tables.iter().map(|(_, entries)| entries.len()).sum();
        if left == 1 {
            floor.rank(1).expect("ranked");
            break;
        }
        if tables.len() > 1 && left <= 6 {
            let (table, _) = tables.iter().min_by_key(|(_, entries)| entries.len()).expect("one");
            floor.director(SeatCommand::BreakTable { table: *table }.into_command()).expect("broken");
            continue;
        }
        let (table, entries) = tables.iter().max_by_key(|(_, entries)| entries.len()).expect("one");
        floor.bust(*table, entries[0], &[entries[1]]);
    }
    floor.confirm().expect("confirmed");
}

#[test]
fn prizes_wait_for_the_list_and_are_paid_once() {
    proves(Evidence::Script, &["HE-20.18", "HE-20.3(a)(x)"]);
    let mut floor = Floor::running(&one_table("\"65\", \"35\"", 2), 2);
    floor.bust(1, 1, &[2]);
    floor.rank(1).expect("ranked");
    let pay = |line: u32| ResultCommand::Pay { line }.into_command();
    assert_eq!(refused(floor.director(pay(1)), HE, "HE-20.18"), TournamentRefusalReason::NotConfirmed);
    floor.confirm().expect("confirmed");
    assert_eq!(refused(floor.confirm(), HE, "HE-20.18"), TournamentRefusalReason::Confirmed);
    floor.director(pay(1)).expect("due");
    assert_eq!(
        refused(floor.director(pay(1)), HE, "HE-20.18"),
        TournamentRefusalReason::PaidBefore { line: 1 }
    );
    let cancel = floor.manager(EntryCommand::Cancel.into_command());
    assert_eq!(refused(cancel, HE, "HE-20.18"), TournamentRefusalReason::Confirmed);
}

#[test]
fn a_wrong_list_is_corrected_with_a_reason_before_it_is_confirmed() {
    let mut floor = Floor::running(&one_table("\"65\", \"35\"", 3), 3);
    floor.bust(1, 1, &[2]);
    floor.bust(1, 1, &[3]);
    floor.rank(1).expect("ranked");
    let group =
        |first: u32, entry: EntryNumber| tournament::places::PlaceGroup { first, entries: vec![entry] };
    let correct =
        |groups: Vec<tournament::places::PlaceGroup>| ResultCommand::CorrectPlaces { groups }.into_command();
    let right = vec![group(1, 1), group(2, 2), group(3, 3)];
    assert_eq!(
        floor.director(correct(right.clone())).expect_err("why?").why,
        TournamentRefusalReason::ReasonNeeded
    );
    floor.reason = Some("the hands were entered in the wrong order");
    let twice = vec![group(1, 1), group(2, 2), group(3, 2)];
    assert!(floor.director(correct(twice)).is_err());
    floor.director(correct(right)).expect("corrected");
    floor.confirm().expect("confirmed");
    assert_eq!(floor.prizes(), [(1, 19_500), (2, 10_500)]);
}

#[test]
fn a_place_waits_for_those_who_may_still_buy_back_in() {
    let mut floor = Floor::running(&with(RE_BUY, "min = 10, max = 60", "min = 3, max = 60"), 3);
    floor.bust(1, 1, &[2]);
    floor.bust(1, 1, &[3]);
    assert_eq!(refused(floor.rank(1), HE, "HE-20.18"), TournamentRefusalReason::SomebodyDecides);
    floor.player(3, EntryCommand::Decline { entry: 3 }.into_command()).expect("declines");
    floor.player(2, EntryCommand::Rebuy { entry: 2 }.into_command()).expect("buys back in");
    floor.bust(1, 1, &[2]);
    floor.rank(1).expect("ranked");
    // Entry 2 went out for the last time after entry 3.
    assert_eq!(floor.places(), [(1, vec![1]), (2, vec![2]), (3, vec![3])]);
}

#[test]
fn goods_are_listed_beside_the_cash_and_not_divided() {
    let text =
        with(&with(RE_BUY, "min = 10, max = 60", "min = 4, max = 60"), "place = 1, what", "place = 3, what");
    let mut floor = Floor::running(&text, 4);
    floor.steady_ms += 76 * MINUTE;
    floor.bust(1, 1, &[2, 3]);
    floor.bust(1, 1, &[4]);
    floor.rank(1).expect("ranked");
    assert_eq!(
        refused(floor.confirm(), HE, "HE-20.23"),
        TournamentRefusalReason::GoodsInASharedPlace { place: 3 }
    );
    let goods = vec![(3, 2)];
    floor.director(ResultCommand::Confirm { goods, draws: Vec::new() }.into_command()).expect("said");
    // 4 x 100.00 and 500.00 added: 450.00, 270.00, 180.00; the third is shared.
    assert_eq!(floor.prizes(), [(1, 45_000), (4, 27_000), (2, 9_000), (3, 9_000)]);
}
