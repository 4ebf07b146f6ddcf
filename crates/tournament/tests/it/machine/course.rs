//! The clock, levels, breaks, pace, odd chips, and what tables report.

use tournament::TournamentRefusalReason;
use tournament::machine::{CourseCommand, CourseFact, HandReport, TournamentFact};

use super::*;
use crate::conditions::{FREEZEOUT, RE_BUY};

const HE: &str = "canberra-holdem-2018";

fn line_of(events: &[TournamentEvent]) -> u32 {
    let line = events.iter().find_map(|event| match &event.what {
        TournamentFact::Course(CourseFact::HandOpened { line, .. }) => Some(*line),
        _ => None,
    });
    line.expect("a hand opened")
}

#[test]
fn the_next_hand_after_twenty_minutes_has_the_next_level() {
    proves(Evidence::Script, &["HE-20.3(a)(vii)"]);
    let mut floor = Floor::running(FREEZEOUT, 10);
    floor.steady_ms += 20 * MINUTE - 1;
    let events = floor.open_hand(1).expect("opens");
    assert_eq!(line_of(&events), 0);
    floor.steady_ms += 1;
    let events = floor.open_hand(2).expect("opens");
    assert_eq!(line_of(&events), 1);
    assert_eq!(floor.tournament.level(floor.steady_ms), Some(2));
}

#[test]
fn a_break_begins_when_the_last_hand_is_over_and_has_its_time() {
    proves(Evidence::Script, &["HE-20.16"]);
    let mut floor = Floor::running(FREEZEOUT, 10);
    floor.open_hand(1).expect("opens");
    floor.director(CourseCommand::CallBreak { minutes: 10 }.into_command()).expect("called");
    assert_eq!(refused(floor.open_hand(2), HE, "HE-20.16"), TournamentRefusalReason::Held);
    let winner = floor.tables()[0].1[0];
    floor.end_hand(1, winner, &[]);
    let stood = floor.tournament.clock_reading(floor.steady_ms).expect("runs");
    floor.steady_ms += 10 * MINUTE - 1;
    assert_eq!(floor.tournament.clock_reading(floor.steady_ms), Some(stood), "the level clock stands");
    let on = floor.tournament.clock_set_count();
    let early = floor.director(CourseCommand::Resume { seen_change: on }.into_command());
    assert_eq!(refused(early, HE, "HE-20.16"), TournamentRefusalReason::BreakIsNotOver { ms: 1 });
    floor.steady_ms += 1;
    floor.director(CourseCommand::Resume { seen_change: on }.into_command()).expect("over");
    floor.open_hand(2).expect("opens");
    floor.assert_replays();
}

#[test]
fn of_two_changes_to_one_clock_the_second_is_refused() {
    let mut floor = Floor::running(FREEZEOUT, 10);
    let on = floor.tournament.clock_set_count();
    floor.director(CourseCommand::NextLevel { seen_change: on }.into_command()).expect("next");
    let second = floor.director(CourseCommand::NextLevel { seen_change: on }.into_command());
    assert_eq!(
        second.expect_err("seen before").why,
        TournamentRefusalReason::ClockWasSet { on, now: on + 1 }
    );
    assert_eq!(floor.tournament.level(floor.steady_ms), Some(2));
    let back = CourseCommand::SetClock { seen_change: on + 1, line: 0, elapsed_ms: 0 };
    assert_eq!(
        floor.director(back.into_command()).expect_err("back").why,
        TournamentRefusalReason::LevelsNeverFall
    );
}

#[test]
fn time_away_counts_against_nobody() {
    let mut floor = Floor::running(FREEZEOUT, 10);
    let on = floor.tournament.clock_set_count();
    floor.steady_ms += 5 * MINUTE;
    floor.director(CourseCommand::Pause { seen_change: on }.into_command()).expect("paused");
    assert_eq!(floor.open_hand(1).expect_err("paused").why, TournamentRefusalReason::Held);
    let reading = floor.tournament.clock_reading(floor.steady_ms);
    // The program restarts with another steady clock.
    floor.steady_ms = 50;
    floor.ask(Actor::HOUSE, CourseCommand::Recover.into_command()).expect("recorded");
    assert_eq!(floor.tournament.clock_reading(floor.steady_ms), reading);
    let on = floor.tournament.clock_set_count();
    floor.director(CourseCommand::Resume { seen_change: on }.into_command()).expect("goes on");
    floor.open_hand(1).expect("opens");
}

#[test]
fn the_pace_is_on_record_from_a_hand_on() {
    proves(Evidence::Script, &["HE-20.17"]);
    let mut floor = Floor::running(FREEZEOUT, 10);
    let pace = || CourseCommand::Pace { seconds: 20, from_hand: 12 }.into_command();
    assert!(floor.player(1, pace()).is_err());
    let events = floor.director(pace()).expect("directed");
    assert_eq!(events[0].what, CourseFact::Paced { seconds: 20, from_hand: 12 }.into());
}

#[test]
fn nothing_but_play_changes_a_stack() {
    proves(Evidence::Script, &["HE-20.15"]);
    let mut floor = Floor::running(FREEZEOUT, 10);
    let entries = floor.tables()[0].1.clone();
    floor.open_hand(1).expect("opens");
    let report = floor.report(1, entries[0], &[(entries[1], 500)]);
    let ended = |report: HandReport| TournamentCommand::Course(CourseCommand::HandEnded(report));
    let mut more = report.clone();
    more.players[0].after = chips(5_501);
    let why = refused(floor.ask(Actor::HOUSE, ended(more)), HE, "HE-20.15");
    assert_eq!(why, TournamentRefusalReason::ChipsDoNotAddUp { before: 10_000, after: 10_001 });
    let mut other = report.clone();
    other.players[1].before = chips(4_000);
    let why = refused(floor.ask(Actor::HOUSE, ended(other)), HE, "HE-20.15");
    assert_eq!(
        why,
        TournamentRefusalReason::AnotherStack { entry: entries[1], stack: chips(5_000), given: chips(4_000) }
    );
    let stranger = floor.tables()[1].1[0];
    let mut from_elsewhere = report.clone();
    from_elsewhere.players[1].entry = stranger;
    assert!(floor.ask(Actor::HOUSE, ended(from_elsewhere)).is_err());
    assert!(floor.player(1, ended(report.clone())).is_err(), "a table reports its hands");
    floor.ask(Actor::HOUSE, ended(report)).expect("adds up");
    assert_eq!(floor.stack(entries[0]), 5_500);
}

#[test]
fn odd_chips_are_exchanged_in_a_break_and_the_sum_stays() {
    let mut floor = Floor::running(RE_BUY, 10);
    let tables = floor.tables();
    // 3,025 and 2,975 at each table: one chip of 25 and three of them; four make 100.
    for (table, entries) in &tables {
        floor.play(*table, entries[0], &[(entries[1], 25)]);
    }
    let card = |name: &str| name.parse().expect("a card");
    let mut cards = Vec::new();
    let mut fresh = ["Kd", "4c", "9s", "2c", "Ah", "2d", "3h", "7s"].into_iter();
    for (_, entries) in &tables {
        cards.push((entries[0], vec![card(fresh.next().expect("enough"))]));
        cards.push((entries[1], (0..3).map(|_| card(fresh.next().expect("enough"))).collect()));
    }
    let command =
        || CourseCommand::ColourUp { from: chips(25), to: chips(100), cards: cards.clone() }.into_command();
    assert_eq!(refused(floor.director(command()), HE, "HE-20.16"), TournamentRefusalReason::OnlyInABreak);
    floor.steady_ms += 60 * MINUTE;
    floor.director(command()).expect("raced");
    let sum: u64 = floor.tournament.players().map(|(_, player)| player.stack.get()).sum();
    assert_eq!(sum, 30_000);
    // The king wins the chip of the first table, the ace that of the second.
    assert_eq!((floor.stack(tables[0].1[0]), floor.stack(tables[0].1[1])), (3_100, 2_900));
    assert_eq!((floor.stack(tables[1].1[0]), floor.stack(tables[1].1[1])), (3_100, 2_900));
    floor.assert_replays();
}
