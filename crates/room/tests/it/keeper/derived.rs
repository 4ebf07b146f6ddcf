//! State that follows from the facts but is in none of them: blinds missed, raises counted, the last
//! aggressor, time banks, the button. It is rebuilt with the table, and a fold that forgets any of it is
//! caught (OLD-18).

use room::entry::TableEntry;
use room::keeper::Pace;
use room::port::{Store, StreamId};
use room::requests::{OfficialWish, Play, SeatWish, Wish};
use room::state::{ReplayError, TableState};
use serde_json::{Value, json};

use crate::keeper::bench::{Bench, TABLE, chips, house, seat};
use crate::keeper::recovery::act;

/// Changes what was written so that something is not read back.
type Forget = fn(&mut Value);

/// Changes every snapshot of a record.
fn snapshots(body: &mut Value, change: impl Fn(&mut Value)) {
    let entries = body.as_array_mut().expect("entries");
    entries.iter_mut().filter(|entry| entry["entry"] == "snapshot").for_each(change);
}

/// Changes every fact of a hand.
fn hand_facts(body: &mut Value, change: impl Fn(&mut Value)) {
    let entries = body.as_array_mut().expect("entries");
    let facts =
        entries.iter_mut().filter_map(|entry| entry.get_mut("fact")?.get_mut("hand")?.get_mut("what"));
    facts.for_each(change);
}

/// Drops entries.
fn without(body: &mut Value, gone: impl Fn(&Value) -> bool) {
    body.as_array_mut().expect("entries").retain(|entry| !gone(entry));
}

/// Changes every chair of every snapshot.
fn chairs(body: &mut Value, change: impl Fn(&mut Value)) {
    snapshots(body, |snapshot| {
        let chairs = snapshot["table"]["chairs"].as_array_mut().expect("chairs");
        chairs.iter_mut().for_each(|chair| change(&mut chair[1]));
    });
}

/// Everything that follows from earlier facts, each with a fold that does not read it back.
const FORGETS: &[(&str, Forget)] = &[
    ("the smaller blind that was missed", |body| chairs(body, |chair| chair["missed_small"] = json!(false))),
    ("the last blind that was missed", |body| chairs(body, |chair| chair["missed_big"] = json!(false))),
    ("who is away", |body| chairs(body, |chair| chair["away"] = json!(false))),
    ("for how many hands", |body| chairs(body, |chair| chair["rounds_away"] = json!(0))),
    ("where the button is", |body| snapshots(body, |snapshot| snapshot["table"]["button"] = Value::Null)),
    ("where the blinds were", |body| snapshots(body, |snapshot| snapshot["table"]["positions"] = json!([]))),
    ("how many hands there were", |body| snapshots(body, |snapshot| snapshot["table"]["opened"] = json!(0))),
    ("how things stood before the hand", |body| {
        snapshots(body, |snapshot| snapshot["table"]["before"] = Value::Null);
    }),
    ("what players who left took away", |body| {
        snapshots(body, |snapshot| snapshot["table"]["door"]["taken"] = json!([]));
    }),
    ("what is left in the time banks", |body| snapshots(body, |snapshot| snapshot["banks"] = json!([]))),
    ("time taken from a bank in this hand", |body| without(body, |entry| entry["entry"] == "time_bank")),
    ("settings that were announced", |body| {
        without(body, |entry| entry["fact"]["table"]["name"] == "determined");
    }),
    ("who timed out", |body| {
        without(body, |entry| entry["fact"]["hand"]["what"]["name"] == "time_ran_out");
    }),
    // A short raise does not count toward the cap and reopens the betting to nobody.
    ("how many raises there were", |body| {
        hand_facts(body, |what| {
            if what["name"] == "raised" {
                what["full"] = json!(false);
            }
        });
    }),
    // A bet makes its seat the last aggressor; a call puts in the same chips without that.
    ("who was the last to bet", |body| {
        hand_facts(body, |what| {
            if what["name"] == "bet" {
                *what = json!({"name": "called", "seat": what["seat"], "amount": what["to"], "all_in": what["all_in"]});
            }
        });
    }),
];

/// The table read back by a fold that forgets something; `None` if it cannot read on.
fn folded(bench: &Bench, forget: Forget) -> Option<TableState> {
    let mut state: Option<TableState> = None;
    for stored in bench.store.read_from_start(StreamId::Table(TABLE)).expect("read") {
        let mut body: Value = serde_json::from_str(&stored.body).expect("JSON");
        forget(&mut body);
        let mut entries: Vec<TableEntry> = serde_json::from_value(body).expect("still entries");
        match &mut state {
            None => state = TableState::from_start(&entries, Some(&bench.keys)).ok()?,
            Some(state) => {
                for entry in &mut entries {
                    state.apply(entry, Some(&bench.keys)).ok()?;
                }
            }
        }
    }
    state
}

/// Proves REC-04 and OLD-18: state that follows from the facts but is in none of them is the same after a
/// restart. A fold that forgets any of it gives a different table, and the comparison after each act shows
/// it.
#[test]
fn a_fold_that_forgets_what_follows_from_the_facts_is_caught() {
    let settings = [("limit_structure", "fixed"), ("time_bank_seconds", "30"), ("disconnect_seconds", "0")];
    let mut bench = Bench::new(&house("standard", &settings), Pace::AT_ONCE, 6);
    bench.does(6, Wish::Seat(SeatWish::Sit { seat: seat(6), stack: chips(100) }));
    bench.does(6, Wish::Seat(SeatWish::Leave));
    bench.seat_all(5, 200);
    let mut caught = vec![None; FORGETS.len()];
    for acts in 1..=140 {
        bench.settle();
        let Some((person, wish)) = act(&bench) else { break };
        match acts {
            10 => bench.does(5, Wish::Seat(SeatWish::SitOut)),
            30 | 60 => bench.does(person, Wish::Seat(SeatWish::UseTimeBank)),
            40 => bench.pass(30_001),
            90 => {
                let blinds = vec![("blinds".to_owned(), "2 4".to_owned())];
                bench.does(1, Wish::Official(OfficialWish::Determine { settings: blinds, anew: false }));
            }
            _ => bench.does(person, wish),
        }
        let live = bench.keeper.state();
        assert_eq!(folded(&bench, |_| {}).as_ref(), Some(live), "act {acts}: the honest fold");
        for (at, (_, forget)) in FORGETS.iter().enumerate() {
            if caught[at].is_none() && folded(&bench, *forget).as_ref() != Some(live) {
                caught[at] = Some(acts);
            }
        }
    }
    assert!(
        bench.keeper.state().table.hands_opened() > 8,
        "{} hands",
        bench.keeper.state().table.hands_opened()
    );
    for ((what, _), caught) in FORGETS.iter().zip(caught) {
        assert!(caught.is_some(), "nobody noticed that {what} was forgotten");
    }
}

/// Proves OLD-18: after three raises the limit's cap holds after a restart as it did before.
#[test]
fn after_a_restart_the_cap_on_raises_still_holds() {
    let mut bench = Bench::new(&house("standard", &[("limit_structure", "fixed")]), Pace::AT_ONCE, 4);
    bench.seat_all(4, 200);
    for _ in 0..3 {
        let (turn, _, _) = bench.keeper.state().turn().expect("somebody is on turn");
        let raise =
            bench.keeper.state().hand_in_play().and_then(|hand| hand.menu()?.raise).expect("a raise is open");
        bench.does(u64::from(turn.number()), Wish::Play(Play::Raise { to: raise.least }));
        bench.crash();
    }
    let menu = bench.keeper.state().hand_in_play().and_then(|hand| hand.menu()).expect("a menu");
    assert!(menu.raise.is_none() && menu.call.is_some(), "{menu:?}");
    let forgetful = folded(&bench, FORGETS[13].1).expect("it reads on");
    let menu = forgetful.hand_in_play().and_then(|hand| hand.menu()).expect("a menu");
    assert!(menu.raise.is_some(), "a fold that forgets the raises would let a fourth happen: {menu:?}");
}

/// A commitment is for one attempt to deal: once its deck is shuffled the next attempt has another number,
/// and the same deck is not read from the stream a second time.
#[test]
fn a_deck_is_sealed_once_for_an_attempt_to_deal() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    bench.seat_all(2, 200);
    bench.settle();
    let stored = bench.store.read_from_start(StreamId::Table(TABLE)).expect("read");
    let entries = stored
        .iter()
        .flat_map(|stored| serde_json::from_str::<Vec<TableEntry>>(&stored.body).expect("entries"));
    let mut deck =
        entries.into_iter().find(|entry| matches!(entry, TableEntry::Deck { .. })).expect("a deck");
    let mut state = bench.keeper.state().clone();
    assert_eq!(state.deck.as_ref().map(|deck| deck.commitment.deck().attempt), Some(0));
    assert_eq!(state.next_deck_id().map(|deck| deck.attempt), Some(1));
    let again = state.apply(&mut deck, Some(&bench.keys)).expect_err("sealed already");
    assert!(matches!(again, ReplayError::WrongDeck { .. }), "{again}");
}
