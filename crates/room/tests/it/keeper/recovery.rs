//! Interrupted hands: play goes on from what was stored, and nothing else ever happened.

use room::keeper::Pace;
use room::port::{RequestKey, Store, StoreError, StreamId};
use room::requests::{OfficialWish, Play, Reply, SeatWish, ShowWish, Wish};

use crate::keeper::bench::{Bench, TABLE, chips, house, seat};

/// Houses of every kind that is played: blinds and antes, every limit, with burns and without, every deck,
/// commission.
pub const HOUSES: &[(&str, &[(&str, &str)])] = &[
    ("standard", &[]),
    ("standard", &[("limit_structure", "fixed")]),
    ("canberra-holdem-2018", &[("limit_structure", "full_pot")]),
    ("canberra-holdem-2018", &[("forced_bets", "antes"), ("ante", "1"), ("limit_structure", "half_pot")]),
    ("canberra-holdem-2018", &[("deck_cards", "32"), ("joker", "true"), ("burn", "false")]),
    ("canberra-holdem-2018", &[("showdown_mode", "high_low")]),
    ("dunedin-17.7", &[]),
];

/// What the seat on turn does. It depends only on the hand and the number of acts, so that an interrupted run
/// does the same as an undisturbed one.
pub fn act(bench: &Bench) -> Option<(u64, Wish)> {
    let state = bench.keeper.state();
    let (turn_seat, turn, showing) = state.turn()?;
    let hand = state.hand_in_play()?;
    let person = hand.person(turn_seat)?.0;
    let mut draw =
        turn.hand.wrapping_mul(31).wrapping_add(u64::from(turn.acts)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    draw ^= draw >> 31;
    if showing {
        return Some((person, Wish::Show(ShowWish::Hand)));
    }
    let menu = hand.menu()?;
    let wish = match (draw % 8, menu.raise) {
        (0, Some(raise)) => Wish::Play(Play::Raise { to: raise.least }),
        (1, Some(raise)) => Wish::Play(Play::Raise { to: raise.most }),
        (2, _) if menu.fold => Wish::Play(Play::Fold),
        _ if menu.check => Wish::Play(Play::Check),
        _ if menu.call.is_some() => Wish::Play(Play::Call),
        (_, Some(raise)) => Wish::Play(Play::Raise { to: raise.least }),
        (_, None) => Wish::Play(Play::Fold),
    };
    Some((person, wish))
}

/// Plays up to `acts` acts; `after` runs after each.
fn play(bench: &mut Bench, acts: usize, mut after: impl FnMut(&mut Bench)) {
    for _ in 0..acts {
        bench.settle();
        let Some((person, wish)) = act(bench) else { return };
        bench.does(person, wish);
        after(bench);
    }
}

fn bodies(bench: &Bench) -> Vec<String> {
    let stored = bench.store.read(StreamId::Table(TABLE), 0, usize::MAX).expect("read");
    stored.into_iter().map(|stored| format!("{} {} {}", stored.number, stored.kind, stored.body)).collect()
}

fn seated(book: &str, settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 5);
    bench.seat_all(5, 150);
    bench
}

/// Proves REC-04: after every act, a table read back from its stream equals the live table.
#[test]
fn the_stream_folded_is_the_live_table_after_every_act() {
    for (book, settings) in HOUSES {
        let mut bench = seated(book, settings);
        play(&mut bench, 120, |bench| {
            assert_eq!(&bench.read_back(), bench.keeper.state(), "{book} {settings:?}");
            bench.assert_all_chips_there();
        });
        assert!(bench.keeper.state().table.hands_opened() > 2, "{book} {settings:?}: hands were played");
    }
}

/// Proves REC-02 and RNG-05: a room that dies after every act goes on with the same deck, the same seat to
/// act and the same pots, and everything it stores afterwards is what an undisturbed room stores.
#[test]
fn a_room_that_dies_after_every_act_stores_the_same_as_one_that_never_did() {
    for (book, settings) in HOUSES {
        let mut undisturbed = seated(book, settings);
        play(&mut undisturbed, 80, |_| {});
        let mut interrupted = seated(book, settings);
        play(&mut interrupted, 80, Bench::crash);
        assert_eq!(bodies(&interrupted), bodies(&undisturbed), "{book} {settings:?}");
    }
}

/// Proves REC-01: nothing that shows an act goes out before the act is stored.
#[test]
fn nobody_is_told_of_an_act_before_it_is_stored() {
    let mut bench = seated("standard", &[]);
    let watcher = bench.watch(None, None);
    let before = bench.sent[&watcher].len();
    let (person, wish) = act(&bench).expect("somebody is on turn");
    bench.hold = true;
    assert_eq!(bench.ask(person, wish), None, "no answer yet");
    assert_eq!(bench.sent[&watcher].len(), before);
    bench.release();
    assert!(bench.sent[&watcher].len() > before);
}

/// Proves REC-03: the same request with the same key gets the same reply, and nothing is done twice, even
/// after a crash.
#[test]
fn an_act_that_is_repeated_is_answered_again_and_done_once() {
    let mut bench = seated("standard", &[]);
    let (person, wish) = act(&bench).expect("somebody is on turn");
    let turn = bench.keeper.state().turn().map(|(_, turn, _)| turn);
    let key = RequestKey([9; 16]);
    let first = bench.ask_with(person, key, turn, wish.clone()).expect("answered");
    assert!(matches!(first, Reply::Done { .. }), "{first:?}");
    let stored = bodies(&bench);
    assert_eq!(bench.ask_with(person, key, turn, wish.clone()), Some(first.clone()));
    assert_eq!(bodies(&bench), stored);
    bench.crash();
    let again = bench.ask_with(person, key, turn, wish);
    assert!(
        again == Some(first) || matches!(&again, Some(Reply::Refused(refused)) if refused.code == "late"),
        "{again:?}"
    );
    assert_eq!(bodies(&bench), stored);
}

/// Proves REC-07 and AUD-06: when nothing can be stored, nothing happens at the table, and it says so.
#[test]
fn a_table_that_cannot_store_stops_and_says_why() {
    let mut bench = seated("standard", &[]);
    let watcher = bench.watch(None, None);
    let (person, wish) = act(&bench).expect("somebody is on turn");
    let (before, stored) = (bench.keeper.state().clone(), bodies(&bench));
    bench.fault = Some(StoreError::unavailable("the disk is full"));
    let Some(Reply::Refused(refused)) = bench.ask(person, wish.clone()) else { panic!("it was done") };
    assert_eq!(refused.code, "stopped");
    // The message to people names the place in the log: the table, and how many records it had.
    let broke = format!("the disk is full (E-1-{})", stored.len());
    assert_eq!(refused.why, format!("this table has stopped: {broke}"));
    assert_eq!(bench.broke, [broke]);
    assert_eq!(bench.keeper.state().table, before.table);
    assert_eq!(bodies(&bench), stored);
    assert!(matches!(bench.snapshot(watcher).standing, room::requests::Standing::Stopped { .. }));
    bench.fault = None;
    assert_eq!(bench.refused(person, wish), "stopped");
    bench.crash();
    assert_eq!(bench.keeper.state(), &before);
}

/// What there was to call when the act was chosen, and what there is to call now.
#[test]
fn an_act_for_another_amount_to_call_is_told_both_amounts() {
    let mut bench = seated("standard", &[]);
    let (on, turn, _) = bench.keeper.state().turn().expect("somebody is on turn");
    let was = room::requests::TurnId { facing: chips(turn.facing.get() + 3), ..turn };
    let answer = bench.ask_at(u64::from(on.number()), Some(was), Wish::Play(Play::Call));
    let Some(Reply::Refused(refused)) = answer else { panic!("{answer:?}") };
    assert_eq!(refused.code, "changed");
    let (before, after) = (was.facing, turn.facing);
    let expected =
        format!("the bet to call changed from {before} to {after}: nothing was taken, choose again");
    assert_eq!(refused.why, expected);
}

/// Proves REC-05: an outage of any length counts against nobody; the seat to act has its full time again.
#[test]
fn after_an_outage_the_seat_to_act_has_its_whole_time_again() {
    for outage in [1_000, 600_000, 86_400_000] {
        let mut bench = Bench::new(
            &house("standard", &[("turn_seconds", "30"), ("disconnect_seconds", "0")]),
            Pace::AT_ONCE,
            3,
        );
        bench.seat_all(3, 150);
        bench.pass(29_000);
        let turn = bench.keeper.state().turn();
        bench.now.steady.0 += outage;
        bench.now.wall.0 += outage;
        bench.crash();
        bench.pass(30_000);
        assert_eq!(bench.keeper.state().turn(), turn, "nobody was timed out");
        bench.pass(1);
        assert_ne!(bench.keeper.state().turn(), turn, "now the time is up");
    }
}

#[test]
fn who_opened_a_table_may_pause_and_close_it_and_stakes_go_back_to_wallets() {
    let mut bench = seated("standard", &[]);
    assert_eq!(
        bench.refused(2, Wish::Official(OfficialWish::Close { reason: "late".to_owned() })),
        "not_allowed"
    );
    bench.does(1, Wish::Official(OfficialWish::Close { reason: "late".to_owned() }));
    play(&mut bench, 200, |_| {});
    for person in 1..=5 {
        assert_eq!(bench.keeper.state().seat_of(seating::Person(person)), None);
    }
    bench.assert_all_chips_there();
    let wallets: i64 = (1..=5).map(|person| bench.balance(chips::book::Account::Wallet { person })).sum();
    let commission = bench.balance(chips::book::Account::Commission { table: TABLE });
    assert_eq!(wallets + commission, 50_000);
    assert_eq!(bench.refused(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(100) })), "closed");
}

#[test]
fn a_reason_of_two_hundred_letters_of_any_alphabet_closes_a_table() {
    let mut bench = seated("standard", &[]);
    bench.does(1, Wish::Official(OfficialWish::Close { reason: "é".repeat(200) }));
    play(&mut bench, 200, |_| {});
    assert!(matches!(bench.keeper.state().standing, room::requests::Standing::Closed { .. }));
    bench.assert_all_chips_there();
}
