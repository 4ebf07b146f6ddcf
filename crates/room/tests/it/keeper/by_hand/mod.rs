//! Tables at which a person deals: no card is known until it lies face up and the dealer enters it.
//! Everything else works as where the software deals.

mod played;
mod records;
mod refusals;

use cards::Card;
use chips::book::Account;
use room::entry::{self, TableEntry};
use room::port::{Store, StoredRecord, StreamId};
use room::requests::{DealerWish, OfficialWish, Play, Reply, RoomRefusal, SeatWish, ShowWish, Wish};
use rulebook::rule;
use seating::Role;
use table::{Deal, Decision, Fact, Need, TableFact};

use crate::keeper::bench::{Bench, TABLE, chips, house, seat};

/// The person who deals, and plays nowhere.
const DEALER: u64 = 900;

fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(|name| name.parse().expect("a card")).collect()
}

/// The dealer enters something that must be done.
#[track_caller]
fn says(bench: &mut Bench, wish: DealerWish) {
    let answer = bench.deals(DEALER, Role::Dealer, wish.clone());
    assert!(matches!(answer, Reply::Done { .. }), "{wish:?}: {answer:?}");
}

/// The dealer enters something that must be refused.
#[track_caller]
fn is_refused(bench: &mut Bench, wish: DealerWish) -> RoomRefusal {
    match bench.deals(DEALER, Role::Dealer, wish.clone()) {
        Reply::Refused(refused) => refused,
        done @ Reply::Done { .. } => panic!("{wish:?}: {done:?}"),
    }
}

fn board(names: &str) -> DealerWish {
    DealerWish::Board { cards: cards(names) }
}

fn shows(number: u8, names: &str) -> DealerWish {
    DealerWish::Shows { seat: seat(number), cards: cards(names) }
}

fn need(bench: &Bench) -> Option<Need> {
    bench.keeper.state().hand_in_play().map(|hand| hand.next())
}

fn stack(bench: &Bench, number: u8) -> u64 {
    let state = bench.keeper.state();
    let hand = state.hand_in_play().map(|hand| hand.stack(seat(number)));
    hand.or_else(|| state.table.chair(seat(number)).map(|chair| chair.stack)).expect("a player").get()
}

/// Every seat on turn checks, or calls if there is something to call, until cards are needed or hands are
/// shown.
fn checks_or_calls(bench: &mut Bench) {
    while let Some(Need::Decision(Decision::Act { seat })) = need(bench) {
        let menu = bench.keeper.state().hand_in_play().and_then(|hand| hand.menu()).expect("a menu");
        let wish = if menu.check { Play::Check } else { Play::Call };
        bench.does(u64::from(seat.number()), Wish::Play(wish));
    }
}

/// A hand up to its first betting round.
fn dealt(people: u64) -> Bench {
    let mut bench = Bench::by_hand(&house("standard", &[]), people, 200);
    says(&mut bench, DealerWish::Open);
    says(&mut bench, DealerWish::HoleCards);
    bench
}

/// A hand in which nothing was bet, with the full board: 7h Qs 2c, Jd, 9s.
fn to_the_showdown(people: u64) -> Bench {
    let mut bench = dealt(people);
    for street in ["7h Qs 2c", "Jd", "9s"] {
        checks_or_calls(&mut bench);
        says(&mut bench, DealerWish::Burn);
        says(&mut bench, board(street));
    }
    checks_or_calls(&mut bench);
    bench
}

fn records(bench: &Bench) -> Vec<StoredRecord> {
    bench.store.read(StreamId::Table(TABLE), 0, usize::MAX).expect("read")
}

fn entries(bench: &Bench) -> Vec<TableEntry> {
    records(bench).iter().flat_map(|record| entry::from_body(&record.body).expect("entries")).collect()
}

#[test]
fn the_dealer_opens_the_hand_and_the_blinds_are_posted_by_themselves() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 3, 200);
    bench.pass(60_000);
    assert_eq!(bench.keeper.state().table.hands_opened(), 0, "no hand begins before the dealer says so");
    says(&mut bench, DealerWish::Open);
    let hand = bench.keeper.state().hand_in_play().expect("a hand");
    // Blinds of 1 and 2.
    assert_eq!(hand.pot(), chips(3));
    assert!(matches!(hand.next(), Need::Deal(Deal::HoleCard { .. })), "the cards wait for the dealer");
    bench.pass(60_000);
    assert!(matches!(need(&bench), Some(Need::Deal(Deal::HoleCard { .. }))));
}

#[test]
fn a_hand_that_everybody_folds_is_won_without_a_card() {
    let mut bench = dealt(3);
    let Some(Need::Decision(Decision::Act { seat: first })) = need(&bench) else { panic!("nobody to act") };
    bench.does(u64::from(first.number()), Wish::Play(Play::Fold));
    let Some(Need::Decision(Decision::Act { seat: second })) = need(&bench) else { panic!("nobody to act") };
    bench.does(u64::from(second.number()), Wish::Play(Play::Fold));
    assert_eq!(need(&bench), None, "the hand is over");
    let last = (1..=3).find(|number| ![first, second].contains(&seat(*number))).expect("one is left");
    // The big blind wins the small blind of 1 and gets its own 2 back.
    assert_eq!(stack(&bench, last), 201);
    assert_eq!(stack(&bench, first.number()) + stack(&bench, second.number()), 399);
    bench.assert_all_chips_there();
    bench.assert_follows();
}

#[test]
fn the_pot_goes_to_the_best_hand_that_was_turned_up() {
    let mut bench = to_the_showdown(2);
    let Some(Need::Decision(Decision::Show { seat: first, may_muck: false })) = need(&bench) else {
        panic!("{:?}", need(&bench))
    };
    let other = 3 - first.number();
    // A pair of queens against two pair, queens and jacks.
    says(&mut bench, shows(first.number(), "Qd 5c"));
    assert!(matches!(need(&bench), Some(Need::Decision(Decision::Show { may_muck: true, .. }))));
    says(&mut bench, shows(other, "Qh Jc"));
    assert_eq!(need(&bench), None, "the hand is over");
    assert_eq!((stack(&bench, other), stack(&bench, first.number())), (202, 198));
    bench.assert_all_chips_there();
    bench.assert_follows();
}

#[test]
fn a_hand_thrown_away_after_another_was_shown_wins_nothing() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    says(&mut bench, shows(first, "Qd 5c"));
    // Either the player does it or the dealer saw it: here the player.
    bench.does(u64::from(3 - first), Wish::Show(ShowWish::Muck));
    assert_eq!((stack(&bench, first), stack(&bench, 3 - first)), (202, 198));
    bench.assert_follows();
}

#[test]
fn a_hand_that_should_be_shown_and_is_gone_is_dead_and_the_other_wins_unseen() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    // The player may not muck it: it is the first to show.
    assert_eq!(bench.refused(u64::from(first), Wish::Show(ShowWish::Muck)), "equal-or-better-shows");
    says(&mut bench, DealerWish::Mucks { seat: seat(first) });
    assert_eq!(need(&bench), None, "nobody waits for cards that cannot come");
    assert_eq!((stack(&bench, 3 - first), stack(&bench, first)), (202, 198));
    let won = entries(&bench).into_iter().rev().find_map(|entry| {
        let TableEntry::Table { fact } = entry else { return None };
        let TableFact::Hand(event) = fact.what else { return None };
        matches!(event.what, Fact::Pots(_)).then_some(event.rule)
    });
    assert_eq!(won, Some(rule::MUCKED_HAND_IS_DEAD));
    bench.assert_all_chips_there();
    bench.assert_follows();
}

#[test]
fn hands_of_players_who_are_all_in_lie_face_up_before_the_board_goes_on() {
    let mut bench = dealt(2);
    let first = need(&bench).and_then(|need| need.to_act()).expect("somebody acts").number();
    bench.does(u64::from(first), Wish::Play(Play::AllIn));
    bench.does(u64::from(3 - first), Wish::Play(Play::AllIn));
    for _ in 0..2 {
        let on = need(&bench).and_then(|need| need.to_show()).expect("hands are tabled").number();
        // No burn before every hand is up.
        assert_eq!(is_refused(&mut bench, DealerWish::Burn).rule, Some(rule::LAST_BETTING_ROUND));
        says(&mut bench, shows(on, if on == 1 { "As Ad" } else { "Ks Kd" }));
    }
    for street in ["7h Qs 2c", "Jd", "9c"] {
        says(&mut bench, DealerWish::Burn);
        says(&mut bench, board(street));
    }
    assert_eq!((stack(&bench, 1), stack(&bench, 2)), (400, 0));
    bench.assert_follows();
}

#[test]
fn a_hand_that_is_gone_before_the_board_goes_on_stays_out_of_it() {
    let mut bench = dealt(3);
    for _ in 0..3 {
        let on = need(&bench).and_then(|need| need.to_act()).expect("somebody acts").number();
        bench.does(u64::from(on), Wish::Play(Play::AllIn));
    }
    for _ in 0..3 {
        let on = need(&bench).and_then(|need| need.to_show()).expect("hands are tabled").number();
        let wish = match on {
            1 => shows(1, "As Ad"),
            2 => shows(2, "Ks Kd"),
            _ => DealerWish::Mucks { seat: seat(on) },
        };
        says(&mut bench, wish);
    }
    for street in ["7h Qs 2c", "Jd", "9c"] {
        says(&mut bench, DealerWish::Burn);
        says(&mut bench, board(street));
    }
    assert_eq!((stack(&bench, 1), stack(&bench, 2), stack(&bench, 3)), (600, 0, 0));
    bench.assert_follows();
}

#[test]
fn a_player_who_does_not_act_in_time_is_timed_as_anywhere() {
    let mut bench =
        Bench::by_hand(&house("standard", &[("turn_seconds", "30"), ("disconnect_seconds", "0")]), 2, 200);
    says(&mut bench, DealerWish::Open);
    bench.pass(3_600_000);
    assert!(
        matches!(need(&bench), Some(Need::Deal(Deal::HoleCard { .. }))),
        "the dealer takes the time it takes"
    );
    says(&mut bench, DealerWish::HoleCards);
    let first = need(&bench).and_then(|need| need.to_act()).expect("somebody acts").number();
    bench.pass(30_001);
    assert_eq!(need(&bench), None, "the first to act is out of time, and the other wins");
    assert_eq!(stack(&bench, 3 - first), 201);
    bench.assert_follows();
}

#[test]
fn a_player_who_leaves_at_the_showdown_keeps_the_cards_on_the_table() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    bench.does(u64::from(first), Wish::Seat(SeatWish::Leave));
    assert!(
        need(&bench).and_then(|need| need.to_show()).is_some(),
        "the hand lies there: it is the dealer's to turn up"
    );
    says(&mut bench, shows(first, "Qd Jc"));
    says(&mut bench, shows(3 - first, "Qh 5c"));
    assert_eq!(bench.balance(Account::Wallet { person: u64::from(first) }), 10_000 - 200 + 202);
    bench.assert_all_chips_there();
    bench.assert_follows();
}

#[test]
fn a_check_that_fails_voids_the_hand_and_the_dealer_opens_the_next() {
    let mut bench = dealt(2);
    bench.look_after();
    assert!(bench.keeper.state().hand_in_play().is_none());
    assert_eq!((stack(&bench, 1), stack(&bench, 2)), (200, 200));
    bench.does(1, Wish::Official(OfficialWish::Resume));
    says(&mut bench, DealerWish::Open);
}
