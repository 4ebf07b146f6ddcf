//! Re-buys, add-ons, reserved players, substitutes, absence.

use seating::Person;
use tournament::TournamentRefusalReason;
use tournament::machine::{CourseCommand, EntrantProfile, EntryCommand, EntryStatus, Incident, SeatCommand};

use super::*;
use crate::conditions::{FREEZEOUT, HEATS, RE_BUY, with};

const HE: &str = "canberra-holdem-2018";
const OM: &str = "canberra-omaha-2006";

fn rebuy(entry: EntryNumber) -> TournamentCommand {
    EntryCommand::Rebuy { entry }.into_command()
}

fn decides(floor: &Floor, entry: EntryNumber) -> bool {
    matches!(floor.status(entry), EntryStatus::Deciding { .. })
}

#[test]
fn a_player_without_chips_buys_back_in_once_until_the_end_of_level_four() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)(G)"]);
    let mut floor = Floor::running(RE_BUY, 10);
    let (table, entries) = floor.tables().remove(0);
    let [winner, loser] = entries[..2] else { panic!("players") };
    let before = floor.pool();
    floor.bust(table, winner, &[loser]);
    assert!(decides(&floor, loser));
    floor.player(u64::from(loser), rebuy(loser)).expect("in time");
    assert_eq!((floor.stack(loser), floor.pool()), (2_000, before + 10_000));
    // A second re-buy is one too many: the player is out at once.
    floor.bust(table, winner, &[loser]);
    assert_eq!(floor.status(loser), EntryStatus::Out);
    assert!(floor.player(u64::from(loser), rebuy(loser)).is_err());
    floor.assert_replays();
}

#[test]
fn the_window_closes_at_its_own_time_and_not_by_a_late_press() {
    let mut floor = Floor::running(RE_BUY, 10);
    let (table, entries) = floor.tables().remove(0);
    floor.bust(table, entries[0], &[entries[1]]);
    let EntryStatus::Deciding { until_ms } = floor.status(entries[1]) else { panic!("decides") };
    assert_eq!(until_ms, floor.steady_ms + 60_000);
    floor.steady_ms = until_ms + 1;
    let late = floor.player(u64::from(entries[1]), rebuy(entries[1]));
    assert_eq!(refused(late, HE, "HE-20.3(a)(iii)(G)"), TournamentRefusalReason::RebuysAreOver);
    floor.ask(Actor::HOUSE, CourseCommand::Tick.into_command()).expect("time passes");
    assert_eq!(floor.status(entries[1]), EntryStatus::Out);
}

#[test]
fn after_level_four_nobody_buys_back_in() {
    let mut floor = Floor::running(RE_BUY, 10);
    let (table, entries) = floor.tables().remove(0);
    // Four levels of fifteen minutes and a break of fifteen.
    floor.steady_ms += 75 * MINUTE;
    assert_eq!(floor.tournament.level(floor.steady_ms), Some(5));
    floor.bust(table, entries[0], &[entries[1]]);
    assert_eq!(floor.status(entries[1]), EntryStatus::Out);
    let late = floor.player(u64::from(entries[1]), rebuy(entries[1]));
    assert_eq!(refused(late, HE, "HE-20.3(a)(iii)(G)"), TournamentRefusalReason::RebuysAreOver);
}

#[test]
fn nobody_buys_back_in_with_chips_or_where_it_is_not_sold() {
    proves(Evidence::Script, &["HE-20.7"]);
    let mut floor = Floor::running(RE_BUY, 10);
    let with_chips = floor.player(1, rebuy(1));
    assert_eq!(
        refused(with_chips, HE, "HE-20.3(a)(iii)(G)"),
        TournamentRefusalReason::NotDeciding { entry: 1 }
    );
    let mut floor = Floor::running(FREEZEOUT, 10);
    let (table, entries) = floor.tables().remove(0);
    floor.bust(table, entries[0], &[entries[1]]);
    assert_eq!(floor.status(entries[1]), EntryStatus::Out);
    let none = floor.player(u64::from(entries[1]), rebuy(entries[1]));
    assert_eq!(refused(none, HE, "HE-20.3(a)(iii)(G)"), TournamentRefusalReason::NoRebuys);
}

#[test]
fn an_add_on_is_sold_once_in_its_break() {
    proves(Evidence::Script, &["HE-20.3(a)(iii)(H)"]);
    let mut floor = Floor::running(RE_BUY, 10);
    let add_on = || EntryCommand::AddOn { entry: 1 }.into_command();
    assert_eq!(
        refused(floor.player(1, add_on()), HE, "HE-20.3(a)(iii)(H)"),
        TournamentRefusalReason::AddOnsNotNow
    );
    // The break after the fourth level of fifteen minutes.
    floor.steady_ms += 61 * MINUTE;
    let before = floor.pool();
    floor.player(1, add_on()).expect("in the break");
    assert_eq!((floor.stack(1), floor.pool()), (5_500, before + 5_000));
    assert_eq!(
        refused(floor.player(1, add_on()), HE, "HE-20.3(a)(iii)(H)"),
        TournamentRefusalReason::BoughtBefore { times: 1 }
    );
    floor.steady_ms += 15 * MINUTE;
    let late = floor.player(2, EntryCommand::AddOn { entry: 2 }.into_command());
    assert_eq!(refused(late, HE, "HE-20.3(a)(iii)(H)"), TournamentRefusalReason::AddOnsNotNow);
}

#[test]
fn chips_issued_are_the_chips_in_play() {
    proves(Evidence::Script, &["HE-20.3(a)(iv)"]);
    let mut floor = Floor::running(RE_BUY, 10);
    let (table, entries) = floor.tables().remove(0);
    floor.bust(table, entries[0], &[entries[1]]);
    floor.player(u64::from(entries[1]), rebuy(entries[1])).expect("bought");
    let (issued, taken) = floor.tournament.issued_and_taken();
    assert_eq!((issued.get(), taken.get()), (10 * 3_000 + 2_000, 0));
    let stacks: u64 = floor.tournament.players().map(|(_, player)| player.stack.get()).sum();
    assert_eq!(stacks, 32_000);
}

fn with_a_no_show(text: &str, players: u64) -> Floor {
    let mut floor = Floor::open(text);
    floor.enter_all(players);
    let reserve = EntryCommand::Reserve { person: Person(500) };
    floor.player(500, reserve.into_command()).expect("reserved");
    floor.close_and_draw();
    floor.take_seats(&[3]);
    floor
}

fn sell_seat(floor: &mut Floor, person: u64) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
    let standing = EntrantProfile { adult: true, ..EntrantProfile::default() };
    let (person, agreement) = (Person(person), Some("form".to_owned()));
    floor.director(SeatCommand::SellSeat { from: 3, person, standing, agreement }.into_command())
}

#[test]
fn who_is_not_seated_at_the_set_time_has_forfeited_and_the_fee_stays() {
    proves(Evidence::Script, &["HE-20.10", "HE-20.11"]);
    let mut floor = with_a_no_show(FREEZEOUT, 40);
    let at = floor.tournament.player(3).and_then(|player| player.seat).expect("drawn");
    floor.wall_ms = START;
    let sit = SeatCommand::TakeSeat { entry: 3, at }.into_command();
    assert_eq!(refused(floor.player(3, sit), HE, "HE-20.10"), TournamentRefusalReason::AfterTheStart);
    floor.director(CourseCommand::StartSession { session: 1 }.into_command()).expect("started");
    assert_eq!((floor.status(3), floor.pool()), (EntryStatus::Forfeited, 400_000));
    // The director has nothing to decide.
    let keep = floor.director(SeatCommand::Keep { entry: 3 }.into_command());
    assert_eq!(refused(keep, HE, "HE-20.10"), TournamentRefusalReason::NotAbsent { entry: 3 });
    // A reserved player takes the seat: 41 fees in the pool, 40 players.
    assert_eq!(
        sell_seat(&mut floor, 501).expect_err("not next").why,
        TournamentRefusalReason::NotNextInReserve
    );
    sell_seat(&mut floor, 500).expect("next in line");
    assert_eq!((floor.pool(), floor.stack(41), floor.wallet(3)), (410_000, 5_000, 0));
    assert_eq!(floor.tournament.count_entries().seated, 40);
    floor.assert_replays();
}

#[test]
fn a_second_before_the_start_is_in_time() {
    let mut floor = with_a_no_show(FREEZEOUT, 10);
    let at = floor.tournament.player(3).and_then(|player| player.seat).expect("drawn");
    floor.wall_ms = START - 1;
    floor.player(3, SeatCommand::TakeSeat { entry: 3, at }.into_command()).expect("in time");
}

#[test]
fn under_the_older_books_the_director_decides_about_an_absent_player() {
    proves(Evidence::Script, &["OM-20.9", "OM-20.10"]);
    let floor = || {
        let mut floor = with_a_no_show(HEATS, 36);
        floor.start(1).expect("started");
        floor
    };
    // 220.00 each, including 20.00 commission.
    let mut forfeited = floor();
    forfeited.director(SeatCommand::Forfeit { entry: 3 }.into_command()).expect("forfeited");
    assert_eq!((forfeited.status(3), forfeited.pool()), (EntryStatus::Forfeited, 720_000));
    let mut kept = floor();
    kept.director(SeatCommand::Keep { entry: 3 }.into_command()).expect("blinded off");
    assert_eq!((kept.status(3), kept.pool()), (EntryStatus::Playing { away: true }, 720_000));
    // Sold again: the first fee is refunded in full and leaves the pool.
    let mut sold = floor();
    sell_seat(&mut sold, 500).expect("next in line");
    assert_eq!((sold.pool(), sold.wallet(3), sold.status(3)), (720_000, 22_000, EntryStatus::Returned));
    assert_eq!(sold.tournament.pool().commission.get(), 72_000);
    sold.assert_replays();
}

#[test]
fn a_seat_is_sold_to_a_reserved_player_in_the_first_session_only() {
    let mut floor = with_a_no_show(FREEZEOUT, 10);
    assert_eq!(
        refused(sell_seat(&mut floor, 500), HE, "HE-20.11"),
        TournamentRefusalReason::FirstSessionOnly
    );
}

#[test]
fn the_reserve_list_has_its_length() {
    let mut floor = Floor::open(&with(FREEZEOUT, "reserve = 20", "reserve = 1"));
    let mut reserve =
        |person: u64| floor.player(person, EntryCommand::Reserve { person: Person(person) }.into_command());
    reserve(1).expect("first");
    assert_eq!(reserve(1).expect_err("twice").why, TournamentRefusalReason::ReservedBefore);
    assert_eq!(refused(reserve(2), HE, "HE-20.11"), TournamentRefusalReason::Full { most: 1 });
}

#[test]
fn a_substitute_needs_the_directors_consent_and_gets_seat_and_chips() {
    proves(Evidence::Script, &["HE-20.13", "OM-20.12"]);
    for (text, book, clause) in [(FREEZEOUT, HE, "HE-20.13"), (HEATS, OM, "OM-20.12")] {
        let mut floor = Floor::running(text, 24);
        let command = || EntryCommand::Substitute { entry: 5, person: Person(700) }.into_command();
        assert!(matches!(
            refused(floor.player(5, command()), book, clause),
            TournamentRefusalReason::NotForThisRole { .. }
        ));
        let (seat, stack) = floor.tournament.player(5).map(|p| (p.seat, p.stack)).expect("plays");
        floor.director(command()).expect("consents");
        let player = floor.tournament.player(5).expect("plays");
        assert_eq!(
            (player.seat, player.stack, player.person, player.owner),
            (seat, stack, Person(700), Person(5))
        );
        let taken = EntryCommand::Substitute { entry: 6, person: Person(700) }.into_command();
        assert_eq!(refused(floor.director(taken), book, clause), TournamentRefusalReason::PlaysAlready);
    }
}

#[test]
fn an_absent_player_is_dealt_in_and_blinded_off() {
    let mut floor = Floor::running(FREEZEOUT, 10);
    floor.player(3, EntryCommand::Away { entry: 3, away: true }.into_command()).expect("away");
    assert_eq!((floor.tournament.count_entries().away, floor.tournament.count_entries().seated), (1, 9));
    // The table posts the blind and folds the hand: 100 is lost.
    let table = floor.table_of(3);
    let winner =
        floor.tournament.at_table(table).into_iter().map(|(_, e)| e).find(|e| *e != 3).expect("another");
    floor.play(table, winner, &[(3, 100)]);
    assert_eq!(floor.stack(3), 4_900);
    floor.player(3, EntryCommand::Away { entry: 3, away: false }.into_command()).expect("back");
    assert_eq!(floor.tournament.count_entries().seated, 10);
}

#[test]
fn hidden_chips_are_on_record_and_an_excluded_player_has_the_next_place() {
    proves(Evidence::Script, &["HE-20.14"]);
    let mut floor = Floor::running(FREEZEOUT, 10);
    let incident = EntryCommand::Incident { entry: 4, kind: Incident::ChipsHidden };
    floor.director(incident.into_command()).expect("recorded");
    floor.reason = Some("collusion");
    floor.director(EntryCommand::Disqualify { entry: 4 }.into_command()).expect("excluded");
    assert_eq!((floor.status(4), floor.stack(4)), (EntryStatus::Disqualified, 0));
    let (_, taken) = floor.tournament.issued_and_taken();
    assert_eq!(taken.get(), 5_000);
    floor.assert_replays();
}
