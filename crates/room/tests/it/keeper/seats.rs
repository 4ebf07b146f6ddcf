//! The life of a seat: taken, topped up, left, lost. The wallet ends up right whatever happens.

use chips::book::Account;
use room::keeper::Pace;
use room::requests::{Outbound, Play, Reply, SeatWish, ShowWish, Wish};
use seating::Person;

use crate::keeper::bench::{Bench, TABLE, chips, house, seat};

const WALLET: fn(u64) -> Account = |person| Account::Wallet { person };

fn stake(person: u64) -> Account {
    Account::Stake { table: TABLE, person }
}

#[test]
fn a_seat_is_paid_from_the_wallet_and_paid_back_to_it() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(3), stack: chips(200) }));
    assert_eq!((bench.balance(WALLET(1)), bench.balance(stake(1))), (9_800, 200));
    bench.does(1, Wish::Seat(SeatWish::Leave));
    assert_eq!((bench.balance(WALLET(1)), bench.balance(stake(1))), (10_000, 0));
    bench.assert_all_chips_there();
}

#[test]
fn of_two_who_want_a_seat_one_gets_it_and_the_other_keeps_the_chips() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(3), stack: chips(200) }));
    assert_eq!(
        bench.refused(2, Wish::Seat(SeatWish::Sit { seat: seat(3), stack: chips(200) })),
        "one-player-a-seat"
    );
    assert_eq!(bench.balance(WALLET(2)), 10_000);
}

/// Proves ACS-06: one person has one seat.
#[test]
fn a_person_cannot_take_a_second_seat() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(3), stack: chips(200) }));
    assert_eq!(
        bench.refused(1, Wish::Seat(SeatWish::Sit { seat: seat(4), stack: chips(200) })),
        "one-seat-a-player"
    );
}

#[test]
fn a_stake_beyond_the_wallet_is_refused_and_nothing_moves() {
    let no_limit = house("canberra-holdem-2018", &[]);
    let mut bench = Bench::new(&no_limit, Pace::AT_ONCE, 1);
    assert_eq!(bench.refused(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(10_001) })), "short");
    assert_eq!(bench.balance(WALLET(1)), 10_000);
    assert_eq!(bench.keeper.state().seat_of(Person(1)), None);
}

#[test]
fn who_leaves_in_mid_hand_folds_when_the_turn_comes_and_gets_the_rest_back() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    let leaver = bench.keeper.state().hand_in_play().and_then(|hand| {
        let turn = bench.keeper.state().turn()?.0;
        hand.seats().filter(|seat| *seat != turn).find_map(|seat| hand.person(seat))
    });
    let leaver = leaver.expect("somebody is not on turn").0;
    bench.does(leaver, Wish::Seat(SeatWish::Leave));
    let mut acts = 0;
    while bench.keeper.state().table.hands_opened() == 1 && acts < 50 {
        let turn = bench.keeper.state().turn().expect("the hand goes on");
        let person =
            bench.keeper.state().hand_in_play().and_then(|hand| hand.person(turn.0)).expect("a player");
        assert_ne!(person.0, leaver, "nobody waits for a player who leaves");
        let wish = if turn.2 {
            Wish::Show(ShowWish::Hand)
        } else if turn.1.facing.is_zero() {
            Wish::Play(Play::Check)
        } else {
            Wish::Play(Play::Call)
        };
        bench.does(person.0, wish);
        bench.settle();
        acts += 1;
    }
    assert_eq!(bench.keeper.state().seat_of(Person(leaver)), None);
    assert_eq!(bench.balance(stake(leaver)), 0);
    assert!(bench.balance(WALLET(leaver)) >= 10_000 - 2, "no more than a blind was lost");
    bench.assert_all_chips_there();
}

/// At the end of the break the seat is still safe, to the millisecond (DU-A63). A player who is back by then
/// keeps it and has a full break again next time. A player who stays away longer loses it and is paid the
/// stake.
#[test]
fn a_seat_is_safe_for_the_break_and_lost_after_it_with_the_stake_paid_out() {
    const QUARTER: u64 = 15 * 60 * 1000;
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 1);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(200) }));
    for _ in 0..2 {
        bench.does(1, Wish::Seat(SeatWish::SitOut));
        bench.pass(QUARTER);
        assert_eq!(bench.keeper.state().seat_of(Person(1)), Some(seat(1)), "fifteen minutes and no more");
        bench.does(1, Wish::Seat(SeatWish::SitIn { posts: false }));
        bench.pass(2 * QUARTER);
    }
    bench.does(1, Wish::Seat(SeatWish::SitOut));
    bench.pass(QUARTER);
    assert_eq!((bench.balance(WALLET(1)), bench.balance(stake(1))), (9_800, 200));
    bench.pass(1);
    assert_eq!(bench.keeper.state().seat_of(Person(1)), None);
    assert_eq!((bench.balance(WALLET(1)), bench.balance(stake(1))), (10_000, 0));
    bench.assert_follows();
}

/// The break is as long as the table's setting. A table with a break of 0, or a book without the setting,
/// gives nobody's seat away.
#[test]
fn a_break_is_as_long_as_the_table_has_it() {
    for (book, settings, minutes) in [
        ("standard", &[("break_minutes", "20")][..], Some(20)),
        ("practice", &[], Some(15)),
        ("standard", &[("break_minutes", "0")], None),
        ("canberra-holdem-2018", &[], None),
    ] {
        let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 1);
        bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(200) }));
        bench.does(1, Wish::Seat(SeatWish::SitOut));
        let seated = |bench: &Bench| bench.keeper.state().seat_of(Person(1)).is_some();
        bench.pass(minutes.unwrap_or(24 * 60) * 60 * 1000);
        assert!(seated(&bench), "{book} {settings:?}");
        bench.pass(1);
        assert_eq!(seated(&bench), minutes.is_none(), "{book} {settings:?}");
    }
}

/// Proves DIS-03: a player who opens the table on another page gets the full view there, and the older page
/// gets nothing more.
#[test]
fn the_older_of_two_pages_of_a_player_is_closed() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    let old = bench.watch(Some(1), None);
    bench.seat_all(3, 150);
    let new = bench.watch(Some(1), None);
    assert!(matches!(bench.sent[&old].last(), Some(Outbound::Elsewhere)));
    let before = bench.sent[&old].len();
    assert_eq!(bench.snapshot(new).own, Some(seat(1)));
    bench.does(2, Wish::Seat(SeatWish::SitOut));
    assert_eq!(bench.sent[&old].len(), before);
}

/// Proves PRO-06: machine players are plainly marked at their seats, and nowhere else.
#[test]
fn house_bots_play_at_practice_tables_and_are_marked() {
    let bots = [Person(1 << 48), Person((1 << 48) + 1)];
    let practice = house("practice", &[]);
    let mut bench = Bench::with_bots(&practice, Pace::AT_ONCE, 1, &bots);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(200) }));
    bench.settle();
    let watcher = bench.watch(Some(1), None);
    let view = bench.snapshot(watcher);
    let marked: Vec<bool> = view.chairs.iter().map(|chair| chair.machine).collect();
    assert_eq!(marked, [false, true, true]);
    assert!(view.hand.is_some(), "a hand was opened with the bots");
    for _ in 0..300 {
        let Some((turn, _, showing)) = bench.keeper.state().turn() else { break };
        assert_eq!(turn, seat(1), "bots act by themselves");
        let wish = if showing { Wish::Show(ShowWish::Muck) } else { Wish::Play(Play::Call) };
        if !matches!(bench.ask(1, wish), Some(Reply::Done { .. })) {
            bench.does(1, Wish::Play(Play::Check));
        }
        bench.settle();
        bench.assert_all_chips_there();
    }
    assert!(bench.keeper.state().table.hands_opened() > 5);
}
