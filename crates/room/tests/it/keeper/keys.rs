//! A key is good for one request only: what was done with it is answered again, even after a restart, and
//! nothing else is done.

use std::sync::Arc;

use room::keeper::Pace;
use room::port::{RequestKey, Store, StreamId};
use room::recovery::reply_from_store;
use room::requests::{OfficialWish, Play, Reply, SeatWish, TableRequest, TurnId, Wish};
use seating::{Actor, Person};

use super::bench::{Bench, TABLE, chips, house};

/// Makes a request as the room does: what a table refuses is looked up in the store.
fn asks(bench: &mut Bench, person: u64, key: u8, turn: Option<TurnId>, wish: Wish) -> Reply {
    let key = RequestKey([key; 16]);
    let answer = bench.ask_with(person, key, turn, wish.clone()).expect("an answer");
    let ask = TableRequest { by: Actor::player(Person(person)), key, turn, wish };
    let store: Arc<dyn Store> = bench.store.clone();
    reply_from_store(store.as_ref(), TABLE, &ask, answer)
}

/// The code of a refusal, or `done`.
fn code(answer: &Reply) -> &'static str {
    match answer {
        Reply::Done { .. } => "done",
        Reply::Refused(refused) => refused.code,
    }
}

fn playing() -> Bench {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 150);
    bench
}

/// Proves REC-03 for the turn that an act names: at another turn the same key is refused as used, and the act
/// done with it is answered again, both while the table remembers and later from the record.
#[test]
fn a_key_of_an_act_does_for_its_turn_alone() {
    let mut bench = playing();
    let (seat, turn, _) = bench.keeper.state().turn().expect("a turn");
    let person = bench.keeper.state().hand_in_play().and_then(|hand| hand.person(seat)).expect("a player").0;
    let first = asks(&mut bench, person, 5, Some(turn), Wish::Play(Play::Call));
    assert_eq!(code(&first), "done");
    let count = bench.store.count(StreamId::Table(TABLE)).expect("read");
    let others = |turn: TurnId| {
        [
            TurnId { acts: turn.acts + 1, ..turn },
            TurnId { acts: turn.acts - 1, ..turn },
            TurnId { hand: turn.hand + 1, ..turn },
            TurnId { facing: chips(turn.facing.get() + 1), ..turn },
        ]
    };
    for other in others(turn) {
        assert_eq!(
            code(&asks(&mut bench, person, 5, Some(other), Wish::Play(Play::Call))),
            "key_used",
            "{other:?}"
        );
    }
    let call = || Wish::Play(Play::Call);
    assert_eq!(code(&asks(&mut bench, person, 5, Some(turn), Wish::Play(Play::Fold))), "key_used");
    assert_eq!(asks(&mut bench, person, 5, Some(turn), call()), first);
    // After a restart the record shows the wish and the turn that it named.
    bench.crash();
    for other in others(turn) {
        assert_eq!(code(&asks(&mut bench, person, 5, Some(other), call())), "key_used", "{other:?}");
    }
    for play in [Play::Fold, Play::CallAndFold, Play::AllIn] {
        let wish = Wish::Play(play);
        assert_eq!(code(&asks(&mut bench, person, 5, Some(turn), wish)), "key_used", "{play:?}");
    }
    assert_eq!(asks(&mut bench, person, 5, Some(turn), call()), first, "whatever was refused in between");
    assert_eq!(bench.store.count(StreamId::Table(TABLE)).expect("read"), count, "nothing was done twice");
}

fn named(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Proves REC-03 for requests whose record does not show everything requested: before and after a restart the
/// same wish gets the same reply, and any other is refused as another use of the key.
#[test]
fn a_key_tells_wishes_apart_that_leave_the_same_kind_of_record() {
    let determine = |pairs: &[(&str, &str)], anew| {
        Wish::Official(OfficialWish::Determine { settings: named(pairs), anew })
    };
    let blinds = [("blinds", "2 4"), ("max_buy_in", "300")];
    let at_blind = |wished| Wish::Seat(SeatWish::SitOutAtBlind { wished });
    let pause = |reason: &str| Wish::Official(OfficialWish::Pause { reason: reason.to_owned() });
    // A request, the same request written differently where possible, and requests that are different.
    let cases: [(Wish, Wish, Vec<Wish>); 4] = [
        (
            determine(&blinds, false),
            determine(&[("max-buy-in", "300"), ("blinds", "2 4")], false),
            vec![
                determine(&blinds, true),
                determine(&[("blinds", "2 4")], false),
                determine(&[("blinds", "1 2"), ("max_buy_in", "300")], false),
                determine(&[("blinds", "2 4"), ("max_buy_in", "200")], false),
                determine(&[("turn_seconds", "20")], false),
                determine(&[], false),
            ],
        ),
        (
            at_blind(true),
            at_blind(true),
            vec![at_blind(false), Wish::Seat(SeatWish::SitOut), Wish::Seat(SeatWish::SitIn { posts: true })],
        ),
        (
            Wish::Seat(SeatWish::SitOut),
            Wish::Seat(SeatWish::SitOut),
            vec![at_blind(true), Wish::Seat(SeatWish::Leave)],
        ),
        (
            pause("tea"),
            pause(" tea "),
            vec![
                pause("cake"),
                Wish::Official(OfficialWish::Resume),
                Wish::Official(OfficialWish::Close { reason: "tea".to_owned() }),
            ],
        ),
    ];
    for (wish, same, others) in cases {
        let mut bench = playing();
        let first = asks(&mut bench, 1, 5, None, wish.clone());
        assert_eq!(code(&first), "done", "{wish:?}");
        for restarted in [false, true] {
            if restarted {
                bench.crash();
            }
            let count = bench.store.count(StreamId::Table(TABLE)).expect("read");
            for other in &others {
                let reply = asks(&mut bench, 1, 5, None, other.clone());
                assert_eq!(code(&reply), "key_used", "{other:?} after {wish:?}, restarted: {restarted}");
            }
            assert_eq!(asks(&mut bench, 1, 5, None, same.clone()), first, "{same:?}");
            assert_eq!(
                bench.store.count(StreamId::Table(TABLE)).expect("read"),
                count,
                "nothing was done twice"
            );
        }
    }
}

/// The form of a digest is stored, so it must not change. The expected value is `printf '7 3 20\nraise 60' |
/// sha256sum | cut -c1-16`.
#[test]
fn what_was_asked_is_stored_as_part_of_a_hash() {
    let turn = Some(TurnId { hand: 7, acts: 3, facing: chips(20) });
    let wish = Wish::Play(Play::Raise { to: chips(60) });
    let ask = TableRequest { by: Actor::player(Person(1)), key: RequestKey([5; 16]), turn, wish };
    let entry = room::entry::TableEntry::Asked { wish: ask.digest() };
    let text = room::entry::to_body(std::slice::from_ref(&entry)).expect("written");
    assert_eq!(text, r#"[{"entry":"asked","wish":"0962ea95af0552ea"}]"#);
    assert_eq!(room::entry::from_body(&text).expect("read"), [entry]);
}

/// A refused request does not replace what was done with a key: the first act is answered again after it.
#[test]
fn a_refusal_in_between_hides_nothing_that_was_done() {
    let mut bench = playing();
    let (seat, turn, _) = bench.keeper.state().turn().expect("a turn");
    let person = bench.keeper.state().hand_in_play().and_then(|hand| hand.person(seat)).expect("a player").0;
    let first = asks(&mut bench, person, 5, Some(turn), Wish::Play(Play::Call));
    bench.crash();
    // The table refuses it as late and remembers that; the store has it.
    let wrong = TurnId { acts: turn.acts + 9, ..turn };
    assert_eq!(code(&asks(&mut bench, person, 5, Some(wrong), Wish::Play(Play::Call))), "key_used");
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Play(Play::Call)), first);
    assert_eq!(asks(&mut bench, person, 5, Some(turn), Wish::Play(Play::Call)), first);
}

/// A refusal is repeated for its key as long as the table remembers it, and binds nothing after a restart.
#[test]
fn a_refused_ask_may_succeed_once_its_cause_is_gone_and_forgotten() {
    let mut bench = playing();
    assert_eq!(code(&asks(&mut bench, 1, 7, None, Wish::Official(OfficialWish::Resume))), "not_paused");
    bench.does(1, Wish::Official(OfficialWish::Pause { reason: "a break".to_owned() }));
    assert_eq!(
        code(&asks(&mut bench, 1, 7, None, Wish::Official(OfficialWish::Resume))),
        "not_paused",
        "the first answer"
    );
    bench.crash();
    let resumed = asks(&mut bench, 1, 7, None, Wish::Official(OfficialWish::Resume));
    assert_eq!(code(&resumed), "done");
    assert_eq!(asks(&mut bench, 1, 7, None, Wish::Official(OfficialWish::Resume)), resumed);
}
