//! The book's clocks on the keeper's clock: to the millisecond, and whatever the wall clock does.

use room::keeper::Pace;
use room::requests::{Play, Reply, SeatWish, ShowWish, Wish};
use seating::Person;
use table::{ClockFact, Fact, TurnFact};

use crate::keeper::bench::{Bench, house};

/// The seat on turn.
fn turn(bench: &Bench) -> Option<u8> {
    bench.keeper.state().turn().map(|(seat, _, _)| seat.number())
}

fn folded(bench: &Bench, number: u8) -> bool {
    let seat = crate::keeper::bench::seat(number);
    bench.keeper.state().table.hand().is_some_and(|hand| hand.has_folded(seat))
}

/// The seconds that each book gives for a decision where the software deals: under NI2018-51 the 30 that the
/// room announces (4.8(a)), under Dunedin the 60 that are called at every turn (DU 61f), under the room's own
/// books what they say.
type Choices = &'static [(&'static str, &'static str)];

const CLOCKS: &[(&str, Choices, u64)] = &[
    ("canberra-holdem-2018", &[], 30),
    ("canberra-holdem-2018", &[("turn_seconds", "45")], 45),
    ("canberra-holdem-2018", &[("official_clock_call", "automatic")], 40),
    ("dunedin-17.7", &[], 60),
    ("standard", &[("disconnect_seconds", "0")], 30),
    ("practice", &[("disconnect_seconds", "0")], 15),
];

/// Proves TIM-02: an act exactly at the limit counts; a millisecond later the time is up.
#[test]
fn an_act_exactly_at_the_limit_counts_and_a_millisecond_later_the_time_is_up() {
    for (book, settings, seconds) in CLOCKS {
        for (early, counts) in [(1, true), (0, true)] {
            let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 3);
            bench.seat_all(3, 150);
            let on_turn = turn(&bench).expect("somebody is on turn");
            bench.pass(seconds * 1000 - early);
            assert_eq!(turn(&bench), Some(on_turn), "{book} {settings:?}: still on turn");
            bench.does(u64::from(on_turn), Wish::Play(Play::Call));
            assert!(counts && !folded(&bench, on_turn));
        }
        let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 3);
        bench.seat_all(3, 150);
        let on_turn = turn(&bench).expect("somebody is on turn");
        bench.pass(seconds * 1000 + 1);
        assert!(folded(&bench, on_turn), "{book} {settings:?}: folded with a blind to call");
    }
}

/// Proves TIM-02: under the Canberra book a player who runs out of time is folded even if checking was free
/// (4.8); under `standard` the hand checks.
#[test]
fn when_checking_is_free_the_book_says_what_running_out_of_time_means() {
    for (book, settings, folds) in
        [("canberra-holdem-2018", &[][..], true), ("standard", &[("disconnect_seconds", "0")][..], false)]
    {
        let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 3);
        bench.seat_all(3, 150);
        for _ in 0..3 {
            let on_turn = u64::from(turn(&bench).expect("somebody is on turn"));
            let facing = bench.keeper.state().turn().map(|(_, turn, _)| turn.facing).unwrap_or_default();
            bench.does(
                on_turn,
                if facing.is_zero() { Wish::Play(Play::Check) } else { Wish::Play(Play::Call) },
            );
        }
        let on_turn = turn(&bench).expect("the flop is bet");
        assert_eq!(bench.keeper.state().hand_in_play().map(|hand| hand.boards().first().len()), Some(3));
        bench.pass(30_001);
        assert_eq!(folded(&bench, on_turn), folds, "{book}");
        assert_ne!(turn(&bench), Some(on_turn));
    }
}

/// Proves TIM-01: no jump of the wall clock affects a decision.
#[test]
fn the_wall_clock_may_jump_by_an_hour_or_a_year_and_no_decision_is_affected() {
    const HOUR: i64 = 3_600_000;
    for jump in [HOUR, -HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR, 1000] {
        let mut bench = Bench::new(&house("standard", &[("disconnect_seconds", "0")]), Pace::AT_ONCE, 3);
        bench.seat_all(3, 150);
        let on_turn = turn(&bench).expect("somebody is on turn");
        bench.pass(15_000);
        bench.now.wall.0 = bench.now.wall.0.saturating_add_signed(jump);
        bench.pass(15_000);
        assert_eq!(turn(&bench), Some(on_turn), "jump of {jump} ms");
        bench.pass(1);
        assert_ne!(turn(&bench), Some(on_turn), "jump of {jump} ms");
    }
}

/// Proves TIM-03 and catches OLD-17: an act and the end of its time are one ordered decision. Each turn has
/// exactly one outcome, whatever comes first and however long the store takes.
#[test]
fn a_turn_ends_by_the_act_or_by_the_clock_and_never_by_both() {
    for late in [0, 1, 2] {
        for slow in [false, true] {
            let mut bench = Bench::new(&house("standard", &[("disconnect_seconds", "0")]), Pace::AT_ONCE, 3);
            bench.seat_all(3, 150);
            let on_turn = turn(&bench).expect("somebody is on turn");
            let given = bench.keeper.state().turn().map(|(_, turn, _)| turn);
            let watcher = bench.watch(None, None);
            bench.hold = slow;
            bench.now.steady.0 += 30_000 + late;
            let answer = bench.ask_at(u64::from(on_turn), given, Wish::Play(Play::Call));
            bench.release();
            bench.settle();
            let outcomes = bench
                .updates(watcher)
                .iter()
                .flat_map(|update| update.facts.iter())
                .filter(|fact| {
                    let room::requests::FactView::Table(seen) = fact else { return false };
                    let table::TableFact::Hand(event) = &seen.event().what else { return false };
                    match event.what {
                        Fact::Turn(TurnFact::Called { seat, .. })
                        | Fact::Clock(ClockFact::TimeRanOut { seat }) => seat.number() == on_turn,
                        _ => false,
                    }
                })
                .count();
            assert_eq!(outcomes, 1, "late {late}, slow {slow}, answer {answer:?}");
            assert_eq!(folded(&bench, on_turn), late > 0, "late {late}, slow {slow}");
        }
    }
}

/// A table of the practice book with two bots, where person 1 sits in seat 1 and is on turn.
fn alone_with_bots(settings: &[(&str, &str)], people: u64) -> Bench {
    let bots = [Person(1 << 48), Person((1 << 48) + 1)];
    let mut bench = Bench::with_bots(&house("practice", settings), Pace::AT_ONCE, people, &bots);
    let sits = SeatWish::Sit { seat: crate::keeper::bench::seat(1), stack: crate::keeper::bench::chips(200) };
    bench.does(1, Wish::Seat(sits));
    bench.settle();
    assert_eq!(turn(&bench), Some(1), "bots act by themselves");
    bench
}

/// The milliseconds left for the decision on now, as the viewer was told last; `None` if no clock runs.
fn time_left(bench: &Bench, watcher: room::keeper::WatcherId) -> Option<u64> {
    let updates = bench.updates(watcher);
    updates.last().expect("the viewer was told").position.turn.as_ref().expect("somebody is on turn").left
}

/// Where the book lets the clock stand for a person alone with bots, nobody waits and nothing runs out; where
/// it runs, it runs as anywhere.
#[test]
fn a_person_alone_with_bots_has_all_the_time_that_the_book_gives() {
    const DAY: u64 = 24 * 3_600_000;
    let mut bench = alone_with_bots(&[], 1);
    let watcher = bench.watch(Some(1), None);
    assert_eq!(time_left(&bench, watcher), None, "no clock is shown");
    assert_eq!(bench.refused(1, Wish::Seat(SeatWish::UseTimeBank)), "no_clock");
    bench.pass(DAY);
    assert_eq!(turn(&bench), Some(1), "still on turn a day later");
    assert!(!folded(&bench, 1));
    let mut bench = alone_with_bots(&[("clock_with_bots_only", "runs"), ("disconnect_seconds", "0")], 1);
    bench.watch(Some(1), None);
    bench.pass(15_000);
    assert_eq!(turn(&bench), Some(1), "an act at the limit counts");
    bench.pass(1);
    assert_ne!(bench.keeper.state().turn().map(|(_, turn, _)| turn.acts), Some(0));
}

/// No hand waits for good for a person whose connection is lost: the book's time begins then.
#[test]
fn the_clock_begins_when_a_person_alone_with_bots_loses_the_connection() {
    let mut bench = alone_with_bots(&[("disconnect_seconds", "0")], 1);
    let opened = bench.keeper.state().table.hands_opened();
    let watcher = bench.watch(Some(1), None);
    bench.pass(3_600_000);
    assert_eq!(turn(&bench), Some(1));
    bench.unwatch(watcher);
    bench.pass(15_000);
    assert_eq!((turn(&bench), bench.keeper.state().table.hands_opened()), (Some(1), opened));
    bench.pass(1);
    // Twice out of time in a row and the player is sat out: bots do not play on for an absent player.
    for _ in 0..20 {
        bench.pass(15_001);
    }
    let chair = bench.keeper.state().table.chair(crate::keeper::bench::seat(1)).expect("the seat is kept");
    assert!(chair.is_away());
}

/// Who comes back has no clock again, and the clock runs from the moment another person sits down.
#[test]
fn the_clock_runs_as_soon_as_another_person_sits_at_the_table() {
    let mut bench = alone_with_bots(&[("disconnect_seconds", "0")], 2);
    let watcher = bench.watch(Some(1), None);
    bench.pass(60_000);
    let other = crate::keeper::bench::seat(5);
    bench.does(2, Wish::Seat(SeatWish::Sit { seat: other, stack: crate::keeper::bench::chips(200) }));
    assert_eq!(time_left(&bench, watcher), Some(15_000), "the whole time from then on");
    bench.pass(10_000);
    bench.does(2, Wish::Seat(SeatWish::Leave));
    assert_eq!(turn(&bench), Some(1));
    assert_eq!(time_left(&bench, watcher), None, "alone again");
}

/// At a practice table the first time-out is not held against anybody; the second in a row is. At other tables
/// the first is.
#[test]
fn the_first_time_out_at_a_practice_table_sits_nobody_out() {
    let chosen = [("clock_with_bots_only", "runs"), ("disconnect_seconds", "0"), ("time_bank_seconds", "0")];
    let mut bench = alone_with_bots(&chosen, 1);
    bench.watch(Some(1), None);
    let away = |bench: &Bench| {
        bench.keeper.state().table.chair(crate::keeper::bench::seat(1)).expect("the seat is kept").is_away()
    };
    let mut hands_with_a_time_out = std::collections::BTreeSet::new();
    while !away(&bench) {
        assert!(hands_with_a_time_out.len() <= 2, "{hands_with_a_time_out:?}");
        if turn(&bench) == Some(1) {
            hands_with_a_time_out.insert(bench.keeper.state().table.hands_opened());
        }
        bench.pass(15_001);
    }
    assert_eq!(hands_with_a_time_out.len(), 2);
}

/// When nobody can bet any more the board waits before each street, and no request in the meantime extends
/// the pause.
#[test]
fn the_moment_before_a_street_is_not_drawn_out() {
    const MOMENT: u64 = 900;
    let mut bench = Bench::new(&house("standard", &[]), Pace { street: MOMENT, ..Pace::AT_ONCE }, 2);
    for person in 1..=2 {
        bench.watch(Some(person), None);
    }
    bench.seat_all(2, 150);
    for wish in [Wish::Play(Play::AllIn), Wish::Play(Play::Call)] {
        let (on_turn, given, _) = bench.keeper.state().turn().expect("a turn");
        let person = u64::from(on_turn.number());
        assert!(matches!(bench.ask_at(person, Some(given), wish), Some(Reply::Done { .. })));
    }
    let board = |bench: &Bench| bench.keeper.state().table.hand().expect("a hand").boards().first().len();
    for street in [0, 3, 4] {
        assert_eq!(board(&bench), street);
        for _ in 0..3 {
            bench.pass(MOMENT / 3 - 1);
            for wished in [true, false] {
                bench.does(1, Wish::Seat(SeatWish::SitOutAtBlind { wished }));
            }
            assert_eq!(board(&bench), street, "not before the pause is over");
        }
        bench.pass(3);
    }
    assert_eq!(board(&bench), 5);
}

/// Proves DIS-01 and catches OLD-12: a lost connection is silence and nothing else. There is no all-in by
/// disconnection.
#[test]
fn a_lost_connection_has_exactly_the_effect_of_silence() {
    let run = |leaves: bool| {
        let mut bench = Bench::new(&house("canberra-holdem-2018", &[]), Pace::AT_ONCE, 3);
        let watchers: Vec<_> = (1..=3).map(|person| bench.watch(Some(person), None)).collect();
        bench.seat_all(3, 150);
        let on_turn = usize::from(turn(&bench).expect("somebody is on turn"));
        bench.pass(10_000);
        if leaves {
            bench.unwatch(watchers[on_turn - 1]);
        }
        bench.pass(20_001);
        bench.read_back()
    };
    assert_eq!(run(true), run(false));
}

/// Proves DIS-01: a lost connection gets more time only by the book's `disconnect_seconds`, once a hand.
#[test]
fn only_the_setting_of_the_book_gives_a_lost_connection_more_time() {
    let mut bench = Bench::new(&house("standard", &[("disconnect_seconds", "20")]), Pace::AT_ONCE, 3);
    let watchers: Vec<_> = (1..=3).map(|person| bench.watch(Some(person), None)).collect();
    bench.seat_all(3, 150);
    let on_turn = turn(&bench).expect("somebody is on turn");
    bench.unwatch(watchers[usize::from(on_turn) - 1]);
    bench.pass(50_000);
    assert_eq!(turn(&bench), Some(on_turn), "30 seconds and 20 more");
    bench.pass(1);
    assert!(folded(&bench, on_turn));
}

#[test]
fn a_time_bank_is_drawn_on_once_a_session_of_play() {
    let bank = [("time_bank_seconds", "40"), ("disconnect_seconds", "0")];
    let mut bench = Bench::new(&house("standard", &bank), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    let on_turn = turn(&bench).expect("somebody is on turn");
    let person = u64::from(on_turn);
    bench.pass(29_000);
    bench.does(person, Wish::Seat(SeatWish::UseTimeBank));
    assert_eq!(bench.refused(person, Wish::Seat(SeatWish::UseTimeBank)), "bank_empty");
    bench.pass(41_000);
    assert_eq!(turn(&bench), Some(on_turn), "30 seconds and 40 more");
    bench.crash();
    assert_eq!(
        bench.keeper.state().time_bank_left(Person(person)),
        0,
        "used time stays used after an outage"
    );
    bench.pass(30_001);
    assert_ne!(turn(&bench), Some(on_turn));
}

#[test]
fn a_time_bank_ends_to_the_second() {
    let bank = [("time_bank_seconds", "40"), ("disconnect_seconds", "0")];
    let mut bench = Bench::new(&house("standard", &bank), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    let on_turn = turn(&bench).expect("somebody is on turn");
    bench.does(u64::from(on_turn), Wish::Seat(SeatWish::UseTimeBank));
    bench.pass(70_000);
    assert_eq!(turn(&bench), Some(on_turn), "30 seconds and 40 more");
    bench.pass(1);
    assert_ne!(turn(&bench), Some(on_turn));
}

#[test]
fn who_lets_the_time_run_out_is_not_dealt_in_until_back() {
    let mut bench = Bench::new(&house("canberra-holdem-2018", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    let silent = u64::from(turn(&bench).expect("somebody is on turn"));
    bench.pass(30_001);
    for _ in 0..20 {
        let Some((seat, turn, showing)) = bench.keeper.state().turn() else { break };
        if bench.keeper.state().table.hands_opened() > 1 {
            break;
        }
        let wish = if showing {
            Wish::Show(ShowWish::Hand)
        } else if turn.facing.is_zero() {
            Wish::Play(Play::Check)
        } else {
            Wish::Play(Play::Call)
        };
        bench.does(u64::from(seat.number()), wish);
        bench.settle();
    }
    assert_eq!(bench.keeper.state().table.hands_opened(), 2);
    let away = bench
        .keeper
        .state()
        .table
        .chair(crate::keeper::bench::seat(silent as u8))
        .map(|chair| chair.is_away());
    assert_eq!(away, Some(true));
    assert_eq!(bench.keeper.state().seat_in_hand(Person(silent)), None);
    bench.does(silent, Wish::Seat(SeatWish::SitIn { posts: false }));
}
