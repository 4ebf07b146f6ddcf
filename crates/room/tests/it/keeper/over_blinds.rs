//! An over-blind at a table that the software deals: there is time for it between the blinds and the first
//! card.

use room::keeper::Pace;
use room::requests::{Reply, SeatWish, TurnId, Wish};
use table::Hand;

use super::bench::{Bench, chips, house, seat};

const MOMENT: u64 = 3000;
const PACE: Pace = Pace { over_blind: MOMENT, ..Pace::AT_ONCE };

/// Four seated players, of whom those in `there` are connected, at a table that allows `most` over-blinds,
/// each twice the one before.
fn opened(most: &str, there: &[u64]) -> Bench {
    let mut bench = Bench::new(&house("standard", &[("over_blinds", most)]), PACE, 4);
    for person in there {
        bench.watch(Some(*person), None);
    }
    bench.seat_all(4, 150);
    bench
}

/// The seats after the last blind, the next one first.
fn after_the_blinds(bench: &Bench) -> Vec<u8> {
    let hand = bench.keeper.state().hand_in_play().expect("a hand");
    let last = hand.lineup().dues.last().expect("blinds").seat.number();
    (0..4).map(|step| (last + step) % 4 + 1).collect()
}

fn offer(bench: &Bench) -> Option<(u8, u64)> {
    let offer = bench.keeper.state().hand_in_play().and_then(Hand::over_blind_offer);
    offer.map(|(seat, amount)| (seat.number(), amount.get()))
}

fn is_dealt(bench: &Bench) -> bool {
    bench.keeper.state().turn().is_some()
}

/// Proves AMB-004 at a table of the software: the next player posts twice the last blind and the one after
/// twice that, before the first card; the player after the last of them acts first.
#[test]
fn the_seats_after_the_last_blind_may_post_one_after_the_other_until_the_first_card() {
    let mut bench = opened("2", &[1, 2, 3, 4]);
    let order = after_the_blinds(&bench);
    assert!(!is_dealt(&bench));
    assert_eq!(offer(&bench), Some((order[0], 4)));
    for other in &order[1..] {
        assert_eq!(
            bench.refused(u64::from(*other), Wish::Seat(SeatWish::OverBlind)),
            "over-blind-before-the-deal"
        );
    }
    bench.pass(MOMENT - 1);
    bench.does(u64::from(order[0]), Wish::Seat(SeatWish::OverBlind));
    assert_eq!((offer(&bench), is_dealt(&bench)), (Some((order[1], 8)), false), "with time of its own");
    bench.pass(MOMENT - 1);
    bench.does(u64::from(order[1]), Wish::Seat(SeatWish::OverBlind));
    bench.settle();
    assert!(is_dealt(&bench), "there are two and no more");
    let (turn, facing) =
        bench.keeper.state().turn().map(|(seat, turn, _)| (seat, turn.facing)).expect("a turn");
    assert_eq!((turn, facing), (seat(order[2]), chips(8 - posted(&bench, order[2]))));
    assert_eq!(
        bench.refused(u64::from(order[2]), Wish::Seat(SeatWish::OverBlind)),
        "over-blind-before-the-deal"
    );
    bench.assert_follows();
}

/// Only the player whose turn it is to post learns what it costs and how long the offer lasts; an over-blind
/// that names the offer is posted in no other hand.
#[test]
fn the_offer_goes_to_its_player_alone_and_may_be_named() {
    let mut bench = Bench::new(&house("standard", &[("over_blinds", "1")]), PACE, 4);
    let watchers: Vec<_> = (1..=4).map(|person| bench.watch(Some(person), None)).collect();
    let rail = bench.watch(None, None);
    bench.seat_all(4, 150);
    let offered =
        |bench: &Bench, watcher| bench.updates(watcher).last().expect("an update").position.over_blind;
    let next = after_the_blinds(&bench)[0];
    for (person, watcher) in (1..).zip(&watchers) {
        let cost = offered(&bench, *watcher).map(|offer| (offer.turn.hand, offer.turn.facing, offer.left));
        assert_eq!(cost, (person == next).then_some((1, chips(4), MOMENT)), "seat {person}");
    }
    assert_eq!(offered(&bench, rail), None);
    let turn = offered(&bench, watchers[usize::from(next) - 1]).expect("offered").turn;
    let person = u64::from(next);
    for other in [
        TurnId { hand: 2, ..turn },
        TurnId { acts: turn.acts + 1, ..turn },
        TurnId { facing: chips(8), ..turn },
    ] {
        let reply = bench.ask_at(person, Some(other), Wish::Seat(SeatWish::OverBlind));
        assert!(matches!(reply, Some(Reply::Refused(why)) if why.code == "late"), "{other:?}");
    }
    bench.pass(MOMENT - 500);
    let again = bench.watch(Some(person), None);
    assert_eq!(bench.snapshot(again).position.over_blind.map(|offer| offer.left), Some(500));
    assert!(matches!(
        bench.ask_at(person, Some(turn), Wish::Seat(SeatWish::OverBlind)),
        Some(Reply::Done { .. })
    ));
    bench.settle();
    assert_eq!(offered(&bench, again), None);
    let reply = bench.ask_at(person, Some(turn), Wish::Seat(SeatWish::OverBlind));
    assert!(matches!(reply, Some(Reply::Refused(why)) if why.code == "over-blind-before-the-deal"));
}

/// What a seat has in from the blinds of 1 and 2.
fn posted(bench: &Bench, seat: u8) -> u64 {
    let dues = &bench.keeper.state().hand_in_play().expect("a hand").lineup().dues;
    dues.iter().filter(|due| due.seat.number() == seat).map(|due| due.amount.get()).sum()
}

/// Nobody waits for a player who is not connected, and no other request extends the offer; a restart starts
/// it again.
#[test]
fn the_moment_is_for_a_player_who_is_there_and_ends() {
    assert!(is_dealt(&opened("1", &[])), "nobody is there");
    assert!(is_dealt(&opened("0", &[1, 2, 3, 4])), "none is offered");
    let mut bench = opened("1", &[1, 2, 3, 4]);
    for _ in 0..3 {
        bench.pass(MOMENT / 3 - 1);
        for wished in [true, false] {
            bench.does(1, Wish::Seat(SeatWish::SitOutAtBlind { wished }));
        }
        assert!(!is_dealt(&bench));
    }
    bench.pass(3);
    assert!(is_dealt(&bench));
    let mut bench = opened("1", &[1, 2, 3, 4]);
    bench.pass(MOMENT - 1);
    bench.crash();
    for person in 1..=4 {
        bench.watch(Some(person), None);
    }
    bench.settle();
    let next = after_the_blinds(&bench)[0];
    bench.does(u64::from(next), Wish::Seat(SeatWish::OverBlind));
    bench.settle();
    assert!(is_dealt(&bench));
    bench.assert_follows();
}
