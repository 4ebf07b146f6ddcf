//! What dealers are refused, and players where a person deals.

use std::collections::BTreeSet;

use room::keeper::Pace;
use room::port::RequestKey;
use room::requests::{
    Dealer, DealerWish, OfficialWish, Play, Reply, RoomRefusal, SeatWish, ShowWish, Standing, TableRequest,
    Wish,
};
use rulebook::rule;
use seating::{Actor, Person, Role};
use table::{Deal, Need};

use super::{
    DEALER, board, cards, checks_or_calls, dealt, is_refused, need, records, says, shows, to_the_showdown,
};
use crate::keeper::bench::{Bench, house, seat};

#[test]
fn only_a_dealer_or_an_official_above_who_does_not_play_there_says_what_was_dealt() {
    for role in Role::ALL {
        let mut bench = Bench::by_hand(&house("standard", &[]), 3, 200);
        let stored = records(&bench).len();
        let answer = bench.deals(DEALER, role, DealerWish::Open);
        if role.is_at_least(Role::Dealer) {
            assert!(matches!(answer, Reply::Done { .. }), "{role:?}: {answer:?}");
            let Reply::Refused(refused) = bench.deals(2, role, DealerWish::HoleCards) else {
                panic!("{role:?}: a player dealt")
            };
            assert_eq!((refused.code, refused.reason), ("sits_here", "dealer_sits_here"));
        } else {
            let Reply::Refused(refused) = answer else { panic!("{role:?}: {answer:?}") };
            assert_eq!((refused.reason, refused.rule), ("only_who_deals", Some(rule::WHO_MAY_ACT)));
            assert_eq!(records(&bench).len(), stored);
        }
    }
}

#[test]
fn the_rule_of_a_refusal_has_the_clauses_of_the_book() {
    let mut bench = Bench::by_hand(&house("canberra-holdem-2018", &[]), 3, 200);
    says(&mut bench, DealerWish::Open);
    says(&mut bench, DealerWish::HoleCards);
    checks_or_calls(&mut bench);
    let refused = is_refused(&mut bench, board("7h Qs 2c"));
    assert_eq!((refused.reason, refused.rule), ("other_cards_next", Some(rule::BURN_BEFORE_BOARD)));
    assert!(!refused.clauses.is_empty(), "{refused:?}");
}

#[test]
fn a_card_is_named_once_and_is_one_of_the_deck() {
    let mut bench = dealt(2);
    checks_or_calls(&mut bench);
    says(&mut bench, DealerWish::Burn);
    let refused = is_refused(&mut bench, board("7h Qs 7h"));
    assert_eq!((refused.reason, refused.rule), ("card_already_dealt", Some(rule::CARD_IS_DEALT_ONCE)));
    assert_eq!(refused.numbers, [("card", "7h".into())]);
    assert_eq!(need(&bench), Some(Need::Deal(Deal::BoardCard)), "none of the three lies on the board");
    says(&mut bench, board("7h Qs 2c"));
    for street in ["Jd", "9s"] {
        checks_or_calls(&mut bench);
        says(&mut bench, DealerWish::Burn);
        assert_eq!(is_refused(&mut bench, board("Qs")).reason, "card_already_dealt");
        says(&mut bench, board(street));
    }
    checks_or_calls(&mut bench);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    assert_eq!(is_refused(&mut bench, shows(first, "Ah 7h")).reason, "card_already_dealt", "on the board");
    assert_eq!(
        is_refused(&mut bench, shows(first, "Ah Ah")).reason,
        "card_already_dealt",
        "twice in one hand"
    );
    says(&mut bench, shows(first, "Ah Kh"));
    assert_eq!(
        is_refused(&mut bench, shows(3 - first, "Ah Kd")).reason,
        "card_already_dealt",
        "in another hand"
    );
    // A deck of 32 cards has no deuces.
    let mut short = Bench::by_hand(&house("canberra-holdem-2018", &[("deck_cards", "32")]), 2, 200);
    says(&mut short, DealerWish::Open);
    says(&mut short, DealerWish::HoleCards);
    checks_or_calls(&mut short);
    says(&mut short, DealerWish::Burn);
    assert_eq!(is_refused(&mut short, board("Kh Qs 2c")).reason, "card_not_in_deck");
}

#[test]
fn as_many_cards_are_named_as_lie_face_up() {
    let mut bench = dealt(2);
    checks_or_calls(&mut bench);
    says(&mut bench, DealerWish::Burn);
    for named in ["", "7h Qs", "7h Qs 2c 3c"] {
        let refused = is_refused(&mut bench, board(named));
        let count = cards(named).len();
        assert_eq!(refused.reason, "cards_of_the_street");
        assert_eq!(refused.numbers, [("named", (count as u64).into()), ("needed", 3_u64.into())]);
    }
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    for named in ["", "Qd", "Qd 5c 5d"] {
        let refused = is_refused(&mut bench, shows(first, named));
        assert_eq!(refused.reason, "cards_of_the_hand");
        assert_eq!(
            refused.numbers,
            [("named", (cards(named).len() as u64).into()), ("needed", 2_u64.into())]
        );
    }
}

#[test]
fn cards_leave_the_deck_in_the_order_of_the_deal_and_no_other() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 2, 200);
    // No hand is in play.
    assert_eq!(is_refused(&mut bench, DealerWish::HoleCards).reason, "no_round");
    says(&mut bench, DealerWish::Open);
    assert_eq!(is_refused(&mut bench, DealerWish::Open).reason, "round_running");
    let next = |refused: RoomRefusal| (refused.reason, refused.numbers);
    let hole_cards = ("other_cards_next", vec![("next", "hole_cards".into())]);
    assert_eq!(next(is_refused(&mut bench, DealerWish::Burn)), hole_cards);
    assert_eq!(next(is_refused(&mut bench, board("7h Qs 2c"))), hole_cards);
    says(&mut bench, DealerWish::HoleCards);
    assert_eq!(is_refused(&mut bench, DealerWish::HoleCards).reason, "no_card_needed", "somebody has to act");
    assert_eq!(is_refused(&mut bench, shows(1, "Ah Kh")).reason, "no_showdown_now");
    checks_or_calls(&mut bench);
    says(&mut bench, DealerWish::Burn);
    let of_the_board = ("other_cards_next", vec![("next", "board".into())]);
    assert_eq!(next(is_refused(&mut bench, DealerWish::Burn)), of_the_board, "burned once");
}

#[test]
fn players_leave_the_cards_and_the_cut_to_the_dealer() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    for wish in [ShowWish::Hand, ShowWish::Cards { cards: cards("Ah") }] {
        assert_eq!(bench.refused(u64::from(first), Wish::Show(wish)), "dealer_enters_cards");
    }
    let value = SeatWish::Contribute { hand: 1, value: [7; 32] };
    assert_eq!(bench.refused(1, Wish::Seat(value)), "late");
    let watcher = bench.watch(Some(1), None);
    let view = bench.snapshot(watcher);
    assert_eq!((view.dealer, view.contribute), (Dealer::Person, None));
}

#[test]
fn nobody_enters_cards_where_the_software_deals() {
    let mut bench = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 3);
    bench.seat_all(3, 200);
    for wish in
        [DealerWish::Open, DealerWish::HoleCards, DealerWish::Burn, board("7h Qs 2c"), shows(1, "Ah Kh")]
    {
        let refused = is_refused(&mut bench, wish);
        assert_eq!((refused.reason, refused.rule), ("software_deals", Some(rule::WHO_MAY_ACT)));
    }
}

#[test]
fn no_hand_begins_at_a_table_that_is_paused() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 2, 200);
    bench.does(1, Wish::Official(OfficialWish::Pause { reason: "a break".to_owned() }));
    let refused = is_refused(&mut bench, DealerWish::Open);
    assert_eq!((refused.reason, refused.numbers), ("paused", vec![("because", "a break".into())]));
    bench.does(1, Wish::Official(OfficialWish::Resume));
    says(&mut bench, DealerWish::Open);
    bench.does(1, Wish::Official(OfficialWish::Close { reason: "late".to_owned() }));
    says(&mut bench, DealerWish::HoleCards);
    let first = need(&bench).and_then(|need| need.to_act()).expect("somebody acts").number();
    bench.does(u64::from(first), Wish::Play(Play::Fold));
    assert!(matches!(bench.keeper.state().standing, Standing::Closed { .. }));
    bench.assert_all_chips_there();
}

#[test]
fn too_few_players_open_no_hand() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 1, 200);
    assert_eq!(is_refused(&mut bench, DealerWish::Open).reason, "lineup");
}

#[test]
fn what_the_dealer_says_twice_with_one_key_is_done_once() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 2, 200);
    let by = Actor { person: Person(DEALER), role: Role::Dealer, device: 0 };
    let key = RequestKey([9; 16]);
    let first = bench.ask_as(by, key, None, Wish::Dealer(DealerWish::Open)).expect("answered");
    assert!(matches!(first, Reply::Done { .. }), "{first:?}");
    let stored = records(&bench);
    assert_eq!(bench.ask_as(by, key, None, Wish::Dealer(DealerWish::Open)), Some(first.clone()));
    assert_eq!(records(&bench), stored);
    // The record that the reply names is the one in which the hand was opened.
    let Reply::Done { number } = first else { panic!("{first:?}") };
    assert!(records(&bench).iter().any(|record| record.number == number && record.start));
    let other = bench.ask_as(by, key, None, Wish::Dealer(DealerWish::HoleCards));
    assert!(matches!(other, Some(Reply::Refused(refused)) if refused.code == "key_used"));
}

/// The digest of a wish is stored, so it must not change.
#[test]
fn wishes_of_a_dealer_are_told_apart_by_their_marks() {
    let by = Actor { person: Person(DEALER), role: Role::Dealer, device: 0 };
    let mark = |wish: DealerWish| {
        let ask = TableRequest { by, key: RequestKey([1; 16]), turn: None, wish: Wish::Dealer(wish) };
        serde_json::to_string(&ask.digest()).expect("a mark")
    };
    let wishes = [
        DealerWish::Open,
        DealerWish::HoleCards,
        DealerWish::Burn,
        board("7h Qs 2c"),
        board("Qs 7h 2c"),
        shows(1, "Ah Kh"),
        shows(2, "Ah Kh"),
        DealerWish::Mucks { seat: seat(1) },
    ];
    let marks: BTreeSet<String> = wishes.iter().cloned().map(mark).collect();
    assert_eq!(marks.len(), wishes.len());
}
