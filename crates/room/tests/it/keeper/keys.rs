//! A key does for one thing asked alone: what was done with it is answered again, also after a restart, and nothing else.

use std::sync::Arc;

use room::ask::{Answer, Ask, Turn, Wish};
use room::keeper::Pace;
use room::port::{Key, Store, Stream};
use room::reading::as_stored;
use table::{By, Person};

use super::bench::{Bench, TABLE, chips, house};

/// Asks as the room does: what a table refuses is looked up among what is stored.
fn asks(bench: &mut Bench, person: u64, key: u8, turn: Option<Turn>, wish: Wish) -> Answer {
    let key = Key([key; 16]);
    let answer = bench.ask_with(person, key, turn, wish.clone()).expect("an answer");
    let ask = Ask { by: By::player(Person(person)), key, turn, wish };
    let store: Arc<dyn Store> = bench.store.clone();
    as_stored(store.as_ref(), TABLE, &ask, answer)
}

fn code(answer: &Answer) -> &'static str {
    match answer {
        Answer::Done { .. } => "done",
        Answer::Refused(refused) => refused.code,
    }
}

fn playing() -> Bench {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    bench
}

/// Proves REC-03 for the turn that an act names: at another turn the same key is refused as used, and the act that was done
/// with it is answered again, as long as the table remembers and as the record tells.
#[test]
fn a_key_of_an_act_does_for_its_turn_alone() {
    let mut bench = playing();
    let (seat, turn, _) = bench.keeper.state().turn().expect("a turn");
    let person = bench.keeper.state().running().and_then(|hand| hand.person(seat)).expect("a player").0;
    let first = asks(&mut bench, person, 5, Some(turn), Wish::Call);
    assert_eq!(code(&first), "done");
    let count = bench.store.count(Stream::Table(TABLE)).expect("read");
    let others = |turn: Turn| {
        [
            Turn { acts: turn.acts + 1, ..turn },
            Turn { acts: turn.acts - 1, ..turn },
            Turn { hand: turn.hand + 1, ..turn },
            Turn { facing: chips(turn.facing.get() + 1), ..turn },
        ]
    };
    for other in others(turn) {
        assert_eq!(code(&asks(&mut bench, person, 5, Some(other), Wish::Call)), "key_used", "{other:?}");
    }
    assert_eq!(code(&asks(&mut bench, person, 5, Some(turn), Wish::Fold)), "key_used");
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Call), first);
    // After a restart the record tells: the wish, and after how many acts of the hand it was done.
    bench.crash();
    for other in &others(turn)[..2] {
        assert_eq!(code(&asks(&mut bench, person, 5, Some(*other), Wish::Call)), "key_used", "{other:?}");
    }
    assert_eq!(code(&asks(&mut bench, person, 5, Some(turn), Wish::Fold)), "key_used");
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Call), first, "whatever was refused in between");
    assert_eq!(bench.store.count(Stream::Table(TABLE)).expect("read"), count, "nothing was done twice");
}

/// What is refused does not become what was done with a key: the first act is answered again after it.
#[test]
fn a_refusal_in_between_hides_nothing_that_was_done() {
    let mut bench = playing();
    let (seat, turn, _) = bench.keeper.state().turn().expect("a turn");
    let person = bench.keeper.state().running().and_then(|hand| hand.person(seat)).expect("a player").0;
    let first = asks(&mut bench, person, 5, Some(turn), Wish::Call);
    bench.crash();
    // The table refuses it as late, and remembers that; the store has it.
    let wrong = Turn { acts: turn.acts + 9, ..turn };
    assert_eq!(code(&asks(&mut bench, person, 5, Some(wrong), Wish::Call)), "key_used");
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Call), first);
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Call), first);
}

/// A refusal is answered again with its key as long as the table remembers it, and binds nothing after a restart.
#[test]
fn a_refused_ask_may_succeed_once_its_cause_is_gone_and_forgotten() {
    let mut bench = playing();
    assert_eq!(code(&asks(&mut bench, 1, 7, None, Wish::Resume)), "not_paused");
    bench.does(1, Wish::Pause { reason: "a break".to_owned() });
    assert_eq!(code(&asks(&mut bench, 1, 7, None, Wish::Resume)), "not_paused", "the first answer");
    bench.crash();
    let resumed = asks(&mut bench, 1, 7, None, Wish::Resume);
    assert_eq!(code(&resumed), "done");
    assert_eq!(asks(&mut bench, 1, 7, None, Wish::Resume), resumed);
}
