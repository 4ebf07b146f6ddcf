//! Hands that cannot go on: called off from what is stored, with every chip back where it came from.

use std::collections::BTreeSet;

use chips::Chips;
use room::keeper::{Pace, WatcherId};
use room::port::{Store, StreamId};
use room::requests::{FactView, OfficialWish, Play, SeatWish, Standing, Wish};
use room::state::TableState;
use rulebook::rule;
use seating::Person;
use table::{
    ChipFact, CourseFact, Deal, Decision, Event, Fact, Need, StakeFact, TableEvent, TableFact, VoidReason,
};

use crate::keeper::bench::{Bench, TABLE, chips, house, seat};
use crate::keeper::recovery::{HOUSES, act};

/// Every stop of the dealer is a separate state.
const STEPS: Pace = Pace { between_hands: 50, cut: 5, over_blind: 5, street: 5, show: 5, bot: 0 };

/// Antes beside the blinds, with a straddle allowed, in addition to [`HOUSES`].
const MORE: &[(&str, &[(&str, &str)])] = &[
    ("standard", &[("over_blinds", "1"), ("antes_with_blinds", "each_player"), ("ante", "1")]),
    ("practice", &[]),
];

/// Stakes from short to deep, so that all-ins leave side pots.
const STAKES: [u64; 5] = [150, 100, 200, 110, 180];

/// The next thing that happens: the act of the seat on turn, or what the dealer waits to do.
fn step(bench: &mut Bench) {
    if let Some((person, wish)) = act(bench) {
        return bench.does(person, wish);
    }
    let at = bench.keeper.wakes_at().expect("something is due");
    bench.pass(at.0.saturating_sub(bench.now.steady.0));
}

/// A table with five players and the stakes of [`STAKES`].
fn seated(book: &str, settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(&house(book, settings), STEPS, 5);
    for (person, stake) in (1..).zip(STAKES) {
        bench.does(person, Wish::Seat(SeatWish::Sit { seat: seat(person as u8), stack: chips(stake) }));
    }
    bench
}

/// What everybody was sent in updates from an index on: why the hand is void and by which rule, and the
/// standing.
fn void_and_standing(
    bench: &Bench,
    watcher: WatcherId,
    from: usize,
) -> (Option<(VoidReason, &'static str)>, Option<Standing>) {
    let (mut void, mut standing) = (None, None);
    let updates = bench.updates(watcher);
    for fact in updates[from..].iter().flat_map(|update| update.facts.iter()) {
        match fact {
            FactView::Table(seen) => {
                if let TableFact::Hand(Event {
                    what: Fact::Course(CourseFact::Voided { reason, .. }),
                    rule,
                    ..
                }) = &seen.event().what
                {
                    void = Some((*reason, rule.name()));
                }
            }
            FactView::Standing(now) => standing = Some(now.clone()),
            FactView::Deck { .. } | FactView::Cut(_) | FactView::Opening(_) | FactView::TimeBank { .. } => {}
        }
    }
    (void, standing)
}

/// Describes the state of the hand: what it needs, with how many board cards, and how many players are
/// all-in.
fn state_of(bench: &Bench) -> String {
    let hand = bench.keeper.state().hand_in_play().expect("a hand is in play");
    let need = match hand.next() {
        Need::Deal(Deal::Shuffle) => "shuffle",
        Need::Deal(Deal::Cut) => "cut",
        Need::Deal(Deal::Post(_)) => "post",
        Need::Deal(Deal::HoleCard { .. }) => "hole card",
        Need::Deal(Deal::Burn) => "burn",
        Need::Deal(Deal::BoardCard) => "board card",
        Need::Decision(Decision::Act { .. }) => "act",
        Need::Decision(Decision::Show { .. }) => "show",
        Need::Nothing => "nothing",
    };
    let all_in = hand.seats().filter(|seat| hand.is_all_in(*seat)).count();
    format!("{need} with {} on the board, {all_in} all-in", hand.boards().first().len())
}

/// Proves REC-08 and RNG-15: from every stored state, under blinds, straddle, antes, every limit, all-ins
/// with side pots and short decks, a hand that cannot go on is void. Every account is as it was before the
/// hand, everybody learns by which rule, the end of the deck is on record, and no hand begins until somebody
/// resumes play.
#[test]
fn a_hand_that_cannot_go_on_is_void_from_every_state_and_every_account_as_before() {
    let mut states = BTreeSet::new();
    for (book, settings) in HOUSES.iter().chain(MORE) {
        let mut bench = seated(book, settings);
        let mut voided = 0;
        for steps in (0..36).chain(0..36) {
            for person in 1..=5 {
                if bench.keeper.state().ledger.stake(Person(person)).is_zero() {
                    bench.does(
                        person,
                        Wish::Seat(SeatWish::TopUp { amount: chips(STAKES[person as usize - 1]) }),
                    );
                }
            }
            let (before, button) =
                (bench.store.balances().expect("read"), bench.keeper.state().table.button());
            step(&mut bench);
            assert!(bench.keeper.state().hand_in_play().is_some(), "a hand began");
            for _ in 0..steps {
                if bench.keeper.state().hand_in_play().is_some() {
                    step(&mut bench);
                }
            }
            // A hand played to its end in the meantime cannot be called off.
            if bench.keeper.state().hand_in_play().is_none() {
                continue;
            }
            let state = state_of(&bench);
            let place = format!("{book} {settings:?}, after {steps} steps: {state}");
            let watcher = bench.watch(Some(5), None);
            bench.look_after();
            assert_eq!(bench.store.balances().expect("read"), before, "{place}");
            let house = bench.keeper.state().table.house().clone();
            let expected = (VoidReason::CannotGoOn, rule::VOID_ROUND_RETURNS_EVERY_CHIP.name());
            let (void, standing) = void_and_standing(&bench, watcher, 0);
            assert_eq!(void, Some(expected), "{place}");
            assert!(matches!(standing, Some(Standing::Paused { .. })), "{place}: {standing:?}");
            if house.stakes.button_stays_after_void {
                assert_eq!(bench.keeper.state().table.button(), button, "{place}");
            }
            assert_eq!(&bench.read_back(), bench.keeper.state(), "{place}");
            bench.pass(600_000);
            assert!(bench.keeper.state().hand_in_play().is_none(), "{place}: no hand begins");
            bench.does(1, Wish::Official(OfficialWish::Resume));
            states.insert(state);
            voided += 1;
        }
        assert!(voided >= 20, "{book} {settings:?}: {voided} hands were called off");
        bench.assert_follows();
    }
    for state in ["cut with 0 on the board, 0 all-in", "act with 0 on the board, 0 all-in"] {
        assert!(states.contains(state), "{states:?}");
    }
    for part in ["act with 3", "act with 4", "act with 5", "burn with", "show with 5", " 2 all-in"] {
        assert!(states.iter().any(|state| state.contains(part)), "{part}: {states:?}");
    }
}

/// A bug, planted in the keeper's state.
type Plant = (&'static str, fn(&mut TableState));

/// One for each check between a decision and the store.
const PLANTS: &[Plant] = &[
    ("the accounts of the table are lost", |state| state.ledger = Default::default()),
    ("a stake grows from nothing", |state| {
        let what = TableFact::Stakes(StakeFact::Bought { seat: seat(1), amount: chips(7) });
        state.table.apply(&TableEvent { what, rule: rule::STAKE_WITHIN_LIMITS });
        let what = TableFact::Hand(Event {
            what: Fact::Chips(ChipFact::Returned { seat: seat(1), amount: chips(7) }),
            rule: rule::PLAY_TO_THE_END,
            cause: 0,
        });
        state.table.apply(&TableEvent { what, rule: rule::PLAY_TO_THE_END });
    }),
    ("the deck has been dealt out", |state| {
        state.deck.as_mut().expect("a deck").cards_dealt = 52;
    }),
    ("the cut is forgotten", |state| {
        state.deck.as_mut().expect("a deck").cut = None;
    }),
];

/// Proves OPS-02 and REC-08: with a bug planted at each check, the act that meets it is not done, nothing of
/// it is stored or paid, and the hand is void from what was stored before.
#[test]
fn nothing_is_stored_or_paid_from_a_state_that_fails_a_check() {
    for (fault, plant) in PLANTS {
        let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
        let wallets = bench.store.balances().expect("read");
        bench.seat_all(3, 150);
        bench.spoil(plant);
        let stored = bench.store.count(StreamId::Table(TABLE)).expect("read");
        // The seat on turn calls; the last call makes the dealer turn the flop.
        let mut message = None;
        for _ in 0..3 {
            let (turn, _, _) = bench.keeper.state().turn().expect("somebody is on turn");
            let person = u64::from(turn.number());
            let wish = if bench.keeper.state().turn().is_some_and(|(_, turn, _)| turn.facing.is_zero()) {
                Wish::Play(Play::Check)
            } else {
                Wish::Play(Play::Call)
            };
            let call = std::panic::AssertUnwindSafe(|| bench.fails(person, wish));
            message = std::panic::catch_unwind(call).ok();
            if message.is_some() {
                break;
            }
        }
        let message = message.unwrap_or_else(|| panic!("{fault}: no check failed"));
        assert!(!message.is_empty(), "{fault}: the check says what is wrong");
        let meanwhile = bench.store.count(StreamId::Table(TABLE)).expect("read");
        assert!(meanwhile <= stored + 2, "{fault}: the act that failed is not stored");
        bench.look_after();
        let watcher = bench.watch(Some(2), None);
        let view = bench.snapshot(watcher);
        assert!(matches!(&view.standing, Standing::Paused { reason } if reason.contains("void")), "{fault}");
        assert!(view.chairs.iter().all(|chair| chair.stack == chips(150)), "{fault}: {:?}", view.chairs);
        for person in 1..=3 {
            bench.does(person, Wish::Seat(SeatWish::Leave));
        }
        assert_eq!(bench.store.balances().expect("read"), wallets, "{fault}: every wallet is as before");
        bench.assert_follows();
    }
}

/// Proves REC-08: if there is no way back either, because what is stored does not add up, nothing is called
/// off on a guess.
#[test]
fn a_table_whose_stored_state_fails_the_check_is_not_called_off() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    let stored = bench.store.count(StreamId::Table(TABLE)).expect("read");
    let (mut state, count) = (bench.read_back(), bench.keeper.count());
    state.ledger = Default::default();
    let now = bench.now;
    let begun =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| bench.keeper.recover(now, state, count)));
    assert!(begun.is_err());
    let _ = bench.keeper.stop(now, "a check failed");
    assert!(matches!(bench.keeper.state().standing, Standing::Stopped { .. }));
    assert_eq!(bench.store.count(StreamId::Table(TABLE)).expect("read"), stored);
    assert_eq!(bench.refused(1, Wish::Seat(SeatWish::Leave)), "stopped");
}

/// Proves REC-08: a closing table pays everybody out when its last hand is called off, and closes.
#[test]
fn a_table_that_was_to_close_closes_when_its_hand_is_called_off() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    bench.does(1, Wish::Official(OfficialWish::Close { reason: "night".to_owned() }));
    assert!(bench.keeper.state().hand_in_play().is_some(), "the hand goes on");
    bench.look_after();
    assert!(matches!(bench.keeper.state().standing, Standing::Closed { .. }));
    assert_eq!(bench.keeper.state().ledger.total(), Chips::ZERO);
    for person in 1..=3 {
        assert_eq!(bench.balance(chips::book::Account::Wallet { person }), 10_000);
    }
    bench.assert_follows();
}

/// A failed check between hands stops play, and does so once however often it fails.
#[test]
fn a_check_that_fails_between_hands_stops_play_with_one_record() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 1);
    bench.does(1, Wish::Seat(SeatWish::Sit { seat: seat(1), stack: chips(150) }));
    let count = bench.keeper.count();
    for _ in 0..3 {
        bench.look_after();
        assert!(matches!(bench.keeper.state().standing, Standing::Paused { .. }));
        assert_eq!(bench.keeper.count(), count + 1);
    }
}
