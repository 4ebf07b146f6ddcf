//! The same seed gives the same hands, chips are conserved, and every book and limit is played to the end.

use std::sync::Arc;

use room::{HouseBots, RandomBot, SimulationProgress, SimulationTotals};
use table::{Event, Limit};

use crate::{chips, house, simulation};

/// Books that play Hold'em, with the limits each offers.
const TABLES: [(&str, &[&str]); 4] = [
    ("standard", &["fixed", "spread", "half_pot", "full_pot", "no_limit"]),
    ("practice", &["no_limit"]),
    ("canberra-holdem-2018", &["fixed", "spread", "double_limit", "half_pot", "full_pot", "no_limit"]),
    ("dunedin-17.7", &["fixed", "spread", "full_pot", "no_limit"]),
];

/// The limit that a setting's word stands for.
fn limit_of(word: &str) -> Limit {
    match word {
        "fixed" => Limit::Fixed,
        "spread" => Limit::Spread,
        "double_limit" => Limit::Double,
        "half_pot" => Limit::HalfPot,
        "full_pot" => Limit::FullPot,
        _ => Limit::NoLimit,
    }
}

fn net(totals: &SimulationTotals) -> i64 {
    totals.seats.iter().map(|seat| seat.net).sum()
}

#[test]
fn every_book_limit_and_number_of_players_is_played_to_the_end_and_keeps_its_chips() {
    for (book, limits) in TABLES {
        for limit in limits {
            for players in 2..=10 {
                let mut choices = vec![("limit_structure", *limit)];
                if book == "standard" || book == "practice" {
                    choices.push(("seats", "10"));
                }
                if *limit == "spread" {
                    choices.push(("max_bet", "40"));
                }
                let house = house(book, &choices);
                assert_eq!(house.betting.limit, limit_of(limit));
                let simulation = simulation(house, players, 40);
                for totals in [
                    simulation.run(&RandomBot, 1, &SimulationProgress::default()),
                    simulation.run(
                        &HouseBots::new(Arc::clone(&simulation.house)),
                        1,
                        &SimulationProgress::default(),
                    ),
                ] {
                    let totals =
                        totals.unwrap_or_else(|stopped| panic!("{book} {limit} {players}: {stopped}"));
                    assert_eq!(totals.hands, 40);
                    assert_eq!(net(&totals), -(totals.commission as i64), "{book} {limit} {players}");
                }
            }
        }
    }
}

#[test]
fn openers_who_must_pay_and_games_with_antes_are_played_to_the_end() {
    let tables: [&[(&str, &str)]; 5] = [
        &[("opening_option", "A")],
        &[("opening_option", "C")],
        &[("blind_count", "3"), ("blinds", "5 10 10")],
        &[("forced_bets", "antes"), ("ante", "5"), ("min_bet", "10")],
        &[("forced_bets", "antes"), ("ante", "5"), ("min_bet", "10"), ("limit_structure", "fixed")],
    ];
    for choices in tables {
        let simulation = simulation(house("canberra-holdem-2018", choices), 5, 200);
        for totals in [
            simulation.run(&RandomBot, 1, &SimulationProgress::default()),
            simulation.run(&HouseBots::new(Arc::clone(&simulation.house)), 1, &SimulationProgress::default()),
        ] {
            let totals = totals.unwrap_or_else(|stopped| panic!("{choices:?}: {stopped}"));
            assert_eq!((totals.hands, net(&totals)), (200, 0), "{choices:?}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let mut task = simulation(house("standard", &[]), 6, 2 * room::simulator::BLOCK_SIZE + 100);
    let alone = task.run(&RandomBot, 1, &SimulationProgress::default()).expect("played");
    assert_eq!(task.run(&RandomBot, 2, &SimulationProgress::default()).expect("played"), alone);
    assert_eq!(task.run(&RandomBot, 7, &SimulationProgress::default()).expect("played"), alone);
    task.seed += 1;
    let other = task.run(&RandomBot, 2, &SimulationProgress::default()).expect("played");
    assert_ne!(other.fingerprint, alone.fingerprint);
}

#[test]
fn a_hand_alone_is_the_same_as_among_others() {
    let task = simulation(house("standard", &[]), 6, 10);
    let play = |hand: u64| {
        let mut events: Vec<Event> = Vec::new();
        task.play(hand, &RandomBot, &mut events).expect("played");
        events
    };
    let (first, ninth) = (play(1), play(9));
    assert_eq!(play(9), ninth);
    assert_eq!(play(1), first);
    assert_ne!(first[1..], ninth[1..]);
}

#[test]
fn the_button_moves_one_seat_a_hand_and_stacks_are_set_back() {
    let task = simulation(house("standard", &[]), 3, 10);
    let buttons: Vec<u8> = (1..=7).map(|hand| task.lineup(hand).button.number()).collect();
    assert_eq!(buttons, [1, 2, 3, 1, 2, 3, 1]);
    assert!(task.lineup(5).entrants.iter().all(|entrant| entrant.stack == chips(200)));
}

#[test]
fn commission_is_counted() {
    let simulation = simulation(house("dunedin-17.7", &[]), 6, 300);
    let totals = simulation.run(&RandomBot, 1, &SimulationProgress::default()).expect("played");
    assert!(totals.commission > 0, "10% of a pot that was called is more than a dollar");
    assert_eq!(net(&totals), -(totals.commission as i64));
}

#[test]
fn a_table_that_cannot_be_dealt_says_why() {
    let mut one = simulation(house("standard", &[]), 1, 10);
    assert_eq!(
        one.check().expect_err("alone").to_string(),
        "expected at least two players to deal in, found 1"
    );
    one.players = 6;
    one.stack = chips(0);
    assert!(one.run(&RandomBot, 2, &SimulationProgress::default()).is_err());
}
