//! The sign of a table, changes that need notice and never happen inside a hand, and the clocks of the books.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use rulebook::{Book, rule};
use seating::{Actor, Person};
use table::*;

use crate::any::{self, chips};
use crate::check::proven;
use crate::played::{Played, canberra, house, names, seat};

#[test]
fn the_minimums_are_on_record_when_a_table_opens_and_a_change_is_announced_with_its_time() {
    let first = canberra(&[("min_bet", "5")]);
    let (_, opened) = Table::open_in_room(Arc::clone(&first));
    let sign = Sign { minimum_stake: chips(100), minimum_bet: chips(5) };
    assert_eq!(opened.rule, rule::MINIMUMS_ARE_ON_RECORD);
    let TableFact::House(HouseFact::TableOpened { sign: shown, .. }) = opened.what else {
        panic!("{opened:?} does not open a table")
    };
    assert_eq!(shown, sign);
    let mut played = Played::six(first);
    played.open();
    played.minute(7);
    let events = played.yes(TableAct::House(HouseAct::Determine { house: canberra(&[]), anew: false }));
    let changed = Sign { minimum_bet: chips(10), ..sign };
    let notice = TableFact::House(HouseFact::SignChanged {
        sign: changed,
        from_round: 2,
        at: Some(Timestamp(420_000)),
    });
    assert!(events.contains(&TableEvent { what: notice, rule: rule::CHANGES_ARE_ANNOUNCED }), "{events:?}");
    assert_eq!(played.hand().house().sign(), sign, "the hand being played keeps its minimums");
    played.fold_out();
    played.open();
    assert_eq!(played.hand().house().sign(), changed);
    proven(
        &["HE-4.1"],
        "clocks::the_minimums_are_on_record_when_a_table_opens_and_a_change_is_announced_with_its_time",
    );
}

#[test]
fn a_notice_of_three_rounds_holds_from_the_third_round_after_it() {
    let mut played = Played::six(canberra(&[("min_bet", "5"), ("notice_rounds", "3")]));
    played.yes(TableAct::House(HouseAct::Determine {
        house: canberra(&[("notice_rounds", "3")]),
        anew: false,
    }));
    for expected in [5, 5, 10] {
        played.open();
        assert_eq!(played.hand().house().sign().minimum_bet, chips(expected));
        played.fold_out();
    }
}

/// Proves RUL-01: trying to change what a hand is played by, at every one of its events, does not change it.
#[test]
fn no_setting_changes_inside_a_hand() {
    let others = [
        canberra(&[("blinds", "10 20"), ("min_bet", "20")]),
        canberra(&[("limit_structure", "fixed"), ("burn", "false")]),
        canberra(&[("button_movement", "dead"), ("opening_option", "C")]),
    ];
    let play = |changes: bool| {
        let mut played = Played::six(canberra(&[]));
        let mut events = played.yes(TableAct::House(HouseAct::Open));
        let mut at = 0;
        loop {
            if changes && !played.hand().is_over() {
                for other in &others {
                    played
                        .yes(TableAct::House(HouseAct::Determine { house: Arc::clone(other), anew: false }));
                }
                for number in 1..=6 {
                    played.no(TableAct::Chair(ChairAct::Buy { seat: seat(number), amount: chips(50) }));
                    played.no(TableAct::Chair(ChairAct::TakeOff { seat: seat(number), amount: chips(50) }));
                }
                played.no(TableAct::House(HouseAct::PlaceButton { seat: seat(4) }));
                played.no(TableAct::House(HouseAct::Open));
            }
            let act = match played.hand().next() {
                Need::Decision(Decision::Act { seat }) => match played.hand().menu().expect("on turn") {
                    Menu { raise: Some(raise), .. } if at % 5 == 0 => {
                        Play::Raise { to: raise.least }.by(seat)
                    }
                    Menu { call: Some(_), .. } => Play::Call.by(seat),
                    Menu { .. } => Play::Check.by(seat),
                },
                Need::Decision(Decision::Show { seat, may_muck: true }) => Show::Muck.by(seat),
                Need::Decision(Decision::Show { seat, may_muck: false }) => {
                    Show::Hand { cards: AS_DEALT }.by(seat)
                }
                Need::Nothing => break,
                Need::Deal(_) => {
                    // One step of the dealer at a time, so that every event is tried.
                    let before = played.next_card as u8;
                    let card = Card::from_index(31 * usize::from(before) % 52).expect("a card");
                    match played.hand().next() {
                        Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards: 52 }),
                        Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: 20 }),
                        Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
                        Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard)
                        | Need::Decision(_)
                        | Need::Nothing => {
                            played.next_card += 1;
                            Act::Deck(DeckAct::Deal { card: HiddenCard::in_slot(before, card) })
                        }
                    }
                }
            };
            at += 1;
            events.extend(played.act(act));
        }
        (events, played.hand().clone())
    };
    let (undisturbed, hand) = play(false);
    let (disturbed, same) = play(true);
    assert!(undisturbed == disturbed && hand == same, "the hand was changed");
}

#[test]
fn the_clock_of_each_book_is_the_one_it_grants() {
    let clock = |house: &House| house.decision_clock().map(|clock| (clock.seconds, clock.rule));
    let announced = canberra(&[("turn_seconds", "30")]);
    assert_eq!(clock(&announced), Some((30, rule::ANNOUNCED_TIME_RUNS_OUT)));
    // Where a time is announced, no clock is called as well (AMB-043).
    let both = canberra(&[("turn_seconds", "30"), ("official_clock_call", "automatic")]);
    assert_eq!(clock(&both), Some((30, rule::ANNOUNCED_TIME_RUNS_OUT)));
    assert_eq!(both.clock_rule(), Some(rule::ANNOUNCED_TIME_RUNS_OUT));
    let called = canberra(&[("official_clock_call", "automatic")]);
    assert_eq!(clock(&called), Some((40, rule::CALLED_TIME_RUNS_OUT)));
    // Neither is set: only an official calls the forty seconds, and the software cannot deal.
    let neither = canberra(&[]);
    assert_eq!(clock(&neither), None);
    assert_eq!(neither.clock_rule(), Some(rule::CALLED_TIME_RUNS_OUT));
    let problem = neither.software_deal_problem().expect("a decision has no end").to_string();
    assert_eq!(
        problem,
        "turn_seconds = none: a table dealt by the software needs a time for every act: set turn_seconds, \
         or official_clock_call = automatic"
    );
    // A setting that the book does not leave to the operator is not suggested as a way out.
    let named = |book, choice| {
        house(book, &[choice]).software_deal_problem().expect("a decision has no end").to_string()
    };
    assert_eq!(
        named("standard", ("turn_seconds", "0")),
        "turn_seconds = 0: a table dealt by the software needs a time for every act: set a longer turn_seconds"
    );
    let omaha =
        any::plain(Book::named("canberra-omaha-2006").expect("built in")).with_value("games", "holdem");
    let omaha = House::of(&omaha).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(
        omaha.software_deal_problem().expect("a decision has no end").to_string(),
        "turn_seconds = none: a table dealt by the software needs a time for every act: \
         set official_clock_call = automatic"
    );
    assert_eq!(called.software_deal_problem(), None);
    let dunedin = house("dunedin-17.7", &[("official_clock_call", "automatic")]);
    assert_eq!(clock(&dunedin), Some((60, rule::CALLED_TIME_RUNS_OUT)));
    assert_eq!(clock(&house("standard", &[])), Some((30, rule::ANNOUNCED_TIME_RUNS_OUT)));
    assert_eq!(clock(&house("practice", &[])), Some((15, rule::ANNOUNCED_TIME_RUNS_OUT)));
    // The Omaha and Manila books have only the called clock; their clocks work the same in any game.
    for book in ["canberra-omaha-2006", "canberra-manila-2006"] {
        let book = Book::named(book).expect("built in");
        let determined =
            any::plain(book).with_value("games", "holdem").with_value("official_clock_call", "automatic");
        let house = House::of(&determined).unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!(clock(&house), Some((90, rule::CALLED_TIME_RUNS_OUT)), "{}", book.id());
        let mut played = Played::six(Arc::new(house));
        played.open();
        for number in [4, 5, 6, 1, 2] {
            played.act(Play::Call.by(seat(number)));
        }
        // There is nothing to call, and the hand is folded anyway; what was bet stays in (4.8).
        let pot = played.hand().pot();
        let events = played.act(ClockAct::TimeUp.by(seat(3)));
        assert_eq!(names(&events)[..2], ["time_ran_out", "folded"]);
        assert_eq!(played.hand().pot(), pot);
    }
    proven(&["HE-4.8", "OM-4.8", "MA-4.8"], "clocks::the_clock_of_each_book_is_the_one_it_grants");
}

#[test]
fn a_hand_whose_time_ran_out_under_dunedin_is_dead_and_its_bets_stay() {
    let mut played = Played::six(house("dunedin-17.7", &[("official_clock_call", "automatic")]));
    played.open();
    let by_player = played.by(TableAct::Hand(ClockAct::TimeUp.by(seat(4))), Actor::player(Person(4)));
    assert!(by_player.is_err(), "players do not report their own time");
    played.act(Play::Call.by(seat(4)));
    let pot = played.hand().pot();
    let events = played.act(ClockAct::TimeUp.by(seat(5)));
    assert_eq!(names(&events), ["time_ran_out", "folded"]);
    assert_eq!(events[0].rule, rule::CALLED_TIME_RUNS_OUT);
    assert_eq!(played.hand().pot(), pot);
    assert_eq!(played.hand().next(), Need::Decision(Decision::Act { seat: seat(6) }));
    proven(&["DU-61f"], "clocks::a_hand_whose_time_ran_out_under_dunedin_is_dead_and_its_bets_stay");
}

#[test]
fn where_the_house_says_so_a_free_check_is_made_when_time_runs_out() {
    let mut played = Played::six(house("practice", &[("max_buy_in", "none")]));
    played.open();
    for number in [4, 5, 6, 1, 2] {
        played.act(Play::Call.by(seat(number)));
    }
    let events = played.act(ClockAct::TimeUp.by(seat(3)));
    assert_eq!(names(&events)[..2], ["time_ran_out", "checked"]);
}
